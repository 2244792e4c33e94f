import t, { type Test } from 'tap'
import { audit } from '../../../src/storage/audit/audit.ts'
import { accountOf, redemptionUrl } from '../../support/account.ts'
import { givenService, type Service } from '../../support/app.ts'
import { backOffice } from '../../support/back-office.ts'
import { onDemo } from '../../support/on-demo.ts'
import { footprint } from '../support/footprint.ts'

const [ADA, BEN] = ['CLUB-ADA-0001', 'CLUB-BEN-0001'] as const
const rollbackUrl = (id: string) => `/v1/redemptions/${id}/rollback`

async function redeemed({ post }: Service, code: string, rewardId: string) {
  const { status, body, bytes } = await post(redemptionUrl(code), { reward: { id: rewardId } })
  if (status !== 200) throw new Error(bytes)
  return body
}

//            what is redeemed    refused while some is spent        what its holder has of it then
const elsewhere: readonly (readonly [string, string, string, object])[] = [
  [
    'gift credit',
    'rew_00gift',
    'gift_amount_exceeded',
    { gift: { amount: 1020, subtracted_amount: 1020, balance: 0 } }
  ],
  [
    'points of another program',
    'rew_00bakery',
    'loyalty_card_points_exceeded',
    { loyalty_card: { points: 70, subtracted_points: 70, balance: 0 } }
  ]
]

for (const [title, rewardId, key, left] of elsewhere) {
  onDemo(`rollbackRedemption: ${title} must be there to be given back`, async (t, service) => {
    const { points } = await accountOf(service, 'ada')
    const { id, reward } = await redeemed(service, ADA, rewardId)
    const { code, gift } = reward.voucher
    const adjust = async (by: number) => {
      const url =
        gift === null
          ? `/v1/loyalties/members/${code}/balance`
          : `/v1/vouchers/${encodeURIComponent(code)}/balance`
      const body = gift === null ? { points: by } : { amount: by }
      t.equal((await service.post(url, body)).status, 200)
    }
    const url = `/v1/vouchers/${encodeURIComponent(code)}`
    const there = (await service.get(url)).body
    const missing = 20
    const spare = (there.gift ?? there.loyalty_card).balance - (gift === null ? 50 : 1000)
    await adjust(-spare - missing)
    const before = await footprint(service)
    const refused = await service.post(rollbackUrl(id))
    t.strictSame([refused.status, refused.body.key, refused.body.resource_id], [400, key, id])
    t.match(refused.body.details, `on ${code}, ${missing} are spent or locked; add as many, and`)
    t.strictSame(await footprint(service), before, 'nothing was undone')
    await adjust(missing)
    t.equal((await service.post(rollbackUrl(id))).status, 200, 'once it is there again')
    t.match((await service.get(url)).body, left)
    t.equal((await accountOf(service, 'ada')).points, points)
  })
}

t.test('it does not matter whether an order or what its points bought is undone first', async t => {
  for (const first of ['order', 'mug']) {
    const service = await givenService(t)
    const office = await backOffice(service)
    const before = (await accountOf(service, 'ben')).points
    const order = { customer: { source_id: 'ben' }, amount: 40_000, status: 'PAID' }
    await service.post('/v1/orders', { source_id: 'b-9', ...order })
    const earned = (await accountOf(service, 'ben')).points - before
    t.ok(earned > before, 'more than there was')
    const { id, amount: price } = await redeemed(service, BEN, 'rew_00mug')
    await office.adjust(BEN, price - before - earned)
    t.equal((await accountOf(service, 'ben')).points, 0, 'all of it is spent')

    const cancel = () => service.put('/v1/orders/b-9', { status: 'CANCELED' })
    const rollBack = () => service.post(rollbackUrl(id))
    for (const undo of first === 'order' ? [cancel, rollBack] : [rollBack, cancel]) {
      t.equal((await undo()).status, 200)
    }
    const left = (await accountOf(service, 'ben')).points
    t.equal(left, Math.max(price - earned, 0), `the ${first} first`)
    t.equal(await redeemed(service, BEN, 'rew_00mug').catch(() => null), null, 'and buys nothing')
  }
})

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

const day = (date: string) => `2026-${date}T10:00:00.000Z`
const BY_MONTH = {
  qualification_type: 'POINTS_IN_PERIOD',
  qualification_period: 'MONTH',
  start_date: { type: 'IMMEDIATE' },
  expiration_date: { type: 'END_OF_NEXT_PERIOD' }
}

/** Cy in a club whose orders bring points at once (`now`) and after some days (`later`). */
async function givenClub(t: Test, waitsDays: number, tierFrom: number, terms: object = {}) {
  const service = await givenService(t)
  const done = async (asked: ReturnType<typeof service.post>) => {
    const { status, body, bytes } = await asked
    if (status !== 200) throw new Error(`${status} ${bytes}`)
    return body
  }
  service.setNow(day('03-05'))
  const voucher = { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }
  const program = { name: 'club', type: 'AUTO_UPDATE', voucher, ...terms }
  const { id } = await done(service.post('/v1/loyalties', program))
  const url = `/v1/loyalties/${id}`
  const customer = { source_id: 'cy' }
  const { code } = await done(service.post(`${url}/members`, { customer }))
  const by = (property: string, more: object = {}) => ({
    event: 'order.paid',
    loyalty: {
      type: 'PROPORTIONAL',
      calculation_type: 'ORDER_METADATA',
      order: { metadata: { every: 1, points: 1, property } }
    },
    ...more
  })
  const waiting = { period_type: 'DAY', period_value: waitsDays }
  const tier = { name: 'Silver', points: { from: tierFrom, to: null } }
  await done(service.post(`${url}/tiers`, [tier]))
  const welcome = {
    event: 'customer.loyalty.tier.joined',
    loyalty_tier: { id: '__ANY__' },
    loyalty: { type: 'FIXED', points: 900 }
  }
  const rules = [by('now'), by('later', { pending_points: waiting }), welcome]
  await done(service.post(`${url}/earning-rules`, rules))
  return {
    service,
    url,
    code,
    done,
    order: (source_id: string, metadata: object) =>
      done(
        service.post('/v1/orders', { source_id, amount: 100, status: 'PAID', customer, metadata })
      ),
    cancel: (source_id: string) =>
      done(service.put(`/v1/orders/${source_id}`, { status: 'CANCELED' })),
    until: async (date: string, timer: boolean) => {
      service.setNow(day(date))
      if (timer) await service.work()
    },
    left: async () => {
      t.match(await audit(service.store), { clean: true })
      return (await service.get('/v1/customers/cy')).body.loyalty.campaigns['club']
    }
  }
}

for (const timer of [true, false]) {
  const first = timer ? 'the timer comes first' : 'the request comes first'

  t.test(`what follows from points that arrive goes back with their order: ${first}`, async t => {
    const { order, cancel, until, left } = await givenClub(t, 3, 60)
    await order('o-1', { later: 60 })
    await until('03-09', timer)
    t.match(await left(), { points: 960 }, 'with the points of the tier they lead to')
    await cancel('o-1')
    t.match(await left(), { points: 0 })
  })

  t.test(`and with the redemption that paid for the order: ${first}`, async t => {
    const { service, url, code, done, until, left } = await givenClub(t, 3, 60)
    await done(service.post(`/v1/loyalties/members/${code}/balance`, { points: 10 }))
    const parameters = { coin: { exchange_ratio: 1, points_ratio: 10 } }
    const { id } = await done(service.post('/v1/rewards', { name: 'Coins', parameters }))
    await done(service.post(`${url}/rewards`, [{ reward: id }]))
    const redemption = await done(
      service.post(`${url}/members/${code}/redemption`, {
        reward: { id, points: 10 },
        order: { source_id: 'o-1', amount: 5_000, metadata: { later: 60 } }
      })
    )
    await until('03-09', timer)
    t.match(await left(), { points: 960 })
    await done(service.post(`/v1/redemptions/${redemption.id}/rollback`))
    t.match(await left(), { points: 10 })
  })

  t.test(`points of a period that is over do not lower the next: ${first}`, async t => {
    const terms = { loyalty_tiers_expiration: BY_MONTH }
    const { order, cancel, until, left } = await givenClub(t, 20, 100, terms)
    await order('o-1', { later: 60 })
    await until('04-02', timer)
    await cancel('o-1')
    await order('o-2', { now: 120 })
    t.match(await left(), { points: 1_020, loyalty_tier: String }, 'all of April counts')
  })
}
