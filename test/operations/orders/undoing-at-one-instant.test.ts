import t, { type Test } from 'tap'
import { givenService } from '../../support/app.ts'

/** Cy with a card; the clock of the service stands. */
async function givenCard(t: Test) {
  const service = await givenService(t)
  const done = async (asked: ReturnType<typeof service.post>) => {
    const { status, body, bytes } = await asked
    if (status !== 200) throw new Error(`${status} ${bytes}`)
    return body
  }
  const post = (url: string, body: unknown = {}) => done(service.post(url, body))
  const customer = { source_id: 'cy' }
  const voucher = { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }
  const { id } = await post('/v1/loyalties', { name: 'club', type: 'AUTO_UPDATE', voucher })
  const club = `/v1/loyalties/${id}`
  const { code } = await post(`${club}/members`, { customer })
  const each = { type: 'PROPORTIONAL', calculation_type: 'ORDER_AMOUNT' }
  const loyalty = { ...each, order: { amount: { every: 100, points: 1 } } }
  await post(`${club}/earning-rules`, [{ event: 'order.paid', loyalty }])
  const { id: reward } = await post('/v1/rewards', {
    name: 'mug',
    type: 'MATERIAL',
    parameters: { product: { id: 'prod_00mug' } }
  })
  const parameters = { loyalty: { points: 40 } }
  await post(`${club}/rewards`, [{ reward, parameters }])
  const redemptions = new Map<string, string>()
  return {
    give: (points: number) => post(`/v1/loyalties/members/${code}/balance`, { points }),
    order: (source_id: string, points: number) =>
      post('/v1/orders', { source_id, amount: points * 100, status: 'PAID', customer }),
    cancel: (source_id: string) =>
      done(service.put(`/v1/orders/${source_id}`, { status: 'CANCELED' })),
    /** For 40 points. */
    buy: async (name: string) => {
      const answer = await post(`${club}/members/${code}/redemption`, { reward: { id: reward } })
      redemptions.set(name, answer.id)
    },
    rollBack: (name: string) => post(`/v1/redemptions/${redemptions.get(name)}/rollback`),
    balance: async () => {
      const { body } = await service.get(`/v1/vouchers/${code}`)
      return body.loyalty_card.balance as number
    }
  }
}

type Card = Awaited<ReturnType<typeof givenCard>>
type Deed = readonly [Exclude<keyof Card, 'balance'>, ...unknown[]]

// One after the other, and the balance in the end.
// biome-ignore format: a table
const lives: readonly (readonly [string, readonly Deed[], number])[] = [
  ['what was bought after points were missing comes back whole', [
    ['order', 'one', 60], ['give', -60], ['cancel', 'one'],
    ['give', 50], ['buy', 'later'], ['rollBack', 'later']
  ], 50],
  ['what was bought before points were missing pays for them', [
    ['give', 40], ['buy', 'before'], ['order', 'one', 60], ['give', -60],
    ['cancel', 'one'], ['give', 25], ['rollBack', 'before']
  ], 25],
  ['of two purchases, the one from before pays', [
    ['give', 40], ['buy', 'before'], ['order', 'one', 60], ['give', -60],
    ['cancel', 'one'], ['give', 50], ['buy', 'later'],
    ['rollBack', 'later'], ['rollBack', 'before']
  ], 50],
  ['of two orders, the one that was canceled first is paid first', [
    ['give', 40], ['buy', 'before'], ['order', 'one', 30], ['give', -30],
    ['order', 'two', 45], ['give', -45], ['cancel', 'two'], ['give', 50],
    // Bought between the two: it pays for the second that is canceled, and not for the first.
    ['buy', 'between'], ['give', -10], ['cancel', 'one'],
    ['rollBack', 'before'], ['rollBack', 'between']
  ], 10]
]

t.test('deeds of one instant come to the same as deeds of several', async t => {
  for (const [title, deeds, balance] of lives) {
    await t.test(title, async t => {
      const card = await givenCard(t)
      for (const [name, ...values] of deeds) {
        await (card[name] as (...values: unknown[]) => Promise<unknown>)(...values)
      }
      t.equal(await card.balance(), balance)
    })
  }
})
