/**
 * The order of a redemption, over HTTP: which order counts, and what the redemption shows of it.
 */
import t from 'tap'
import { type Answered, givenService, type Service } from '../../support/app.ts'

const REDEEM = '/v1/loyalties/camp_00club/members/CLUB-ADA-0001/redemption'

const read = async ({ get }: Service, url: string): Promise<Answered['body']> =>
  (await get(url)).body

t.test('redeemReward: an order that is stored is paid as it is stored', async t => {
  const service = await givenService(t)
  const cart = await read(service, '/v1/orders/cart-17')
  const repeated = { amount: 1, discount_amount: 1, items: [{ price: 1 }], metadata: { table: 9 } }
  for (const [sent, left] of [
    [{ id: 'ord_00cart', ...repeated }, cart.amount - 100],
    [{ source_id: 'new-1', items: [{ product_id: 'beans' }], metadata: { table: 4 } }, 1750]
  ] as const) {
    const reward = { id: 'rew_00coin', points: 10 }
    const { status, body } = await service.post(REDEEM, { reward, order: sent })
    t.strictSame([status, body.order.total_amount], [200, left])
    t.strictSame(await read(service, `/v1/orders/${body.order.id}`), body.order)
    const paid = await service.post(REDEEM, { reward, order: { source_id: body.order.source_id } })
    t.equal(paid.body.key, 'invalid_order', 'once')
  }
  const { amount, items, metadata, status } = await read(service, '/v1/orders/cart-17')
  t.strictSame([amount, items, metadata, status], [cart.amount, cart.items, cart.metadata, 'PAID'])
  const made = await read(service, '/v1/orders/new-1')
  t.match(made, { metadata: { table: 4 }, customer_id: 'cust_00ada', updated_at: null })
})

t.test(
  'redeemReward: a refusal says that the stored order counts, never that a thing was not sent',
  async t => {
    const service = await givenService(t)
    const { body: plain } = await service.post('/v1/rewards', {
      parameters: { coin: { exchange_ratio: 1, points_ratio: 10 } }
    })
    await service.post('/v1/loyalties/camp_00club/rewards', [{ reward: plain.id }])
    const { body: bare } = await service.post('/v1/orders', { source_id: 'bare' })
    const order = {
      source_id: 'bare',
      amount: 5000,
      metadata: { till: 4 },
      items: [{ price: 5000 }]
    }
    const pay = async () => (await service.post(REDEEM, { reward: { id: plain.id }, order })).body
    const rule = async (name: string, property: string | null) => {
      const rules = { 1: { name, property, conditions: { $is: [4] } } }
      const { body } = await service.post('/v1/validation-rules', { name: 'Till', rules })
      const target = { related_object_type: 'campaign', related_object_id: 'camp_00club' }
      const url = `/v1/validation-rules/${body.id}/assignments`
      return `${url}/${(await service.post(url, target)).body.id}`
    }
    const stored = `order ${bare.id}, which counts as it is stored`
    for (const [name, property, lacks] of [
      ['order.metadata', 'till', `order.metadata.till is missing from ${stored}.`],
      ['order.amount', null, `order.amount is missing from ${stored}.`]
    ] as const) {
      const assigned = await rule(name, property)
      const { key, message, failure_message, details } = await pay()
      t.equal(key, 'order_rules_violated')
      t.ok(details.endsWith(lacks), details)
      t.strictSame([message.endsWith(lacks), message], [true, failure_message])
      await service.delete(assigned)
    }
    const nothing = 'counts as it is stored, and has nothing left to pay; update it first'
    const body = await pay()
    t.strictSame([body.key, body.details], ['invalid_order', `Order ${bare.id} ${nothing}`])
  }
)

/** Figures of answers elsewhere, which a cart may bring along. */
const ELSEWHERE = { items_applied_discount_amount: 100 }
const LINE_ELSEWHERE = {
  id: 'ordli_1',
  applied_discount_amount: 100,
  applied_discount_quantity: 1,
  applied_quantity: -1,
  applied_quantity_amount: 100
}

t.test(
  'redeemReward: figures of an order that was worked out elsewhere change nothing',
  async t => {
    const line = { product_id: 'prod_00beans', quantity: 2 }
    const plain = { items: [line] }
    const worked = { ...ELSEWHERE, items: [{ ...line, ...LINE_ELSEWHERE }] }
    const [one, other] = await Promise.all(
      [plain, worked].map(async order => {
        const { post } = await givenService(t)
        const customer = { source_id: 'ada' }
        const estimated = await post('/v1/loyalties/camp_00club/qualifications', {
          customer,
          order
        })
        const { body, status } = await post(REDEEM, { reward: { id: 'rew_00coin' }, order })
        const created = await post('/v1/orders', order)
        t.strictSame([estimated.status, status, created.status], [200, 200, 200])
        return [estimated.body, body.order, created.body.items]
      })
    )
    t.strictSame(other, one)
  }
)
