import { audit } from '../../../src/storage/audit/audit.ts'
import { redemptionUrl } from '../../support/account.ts'
import { type Answered, givenService, keyOf, type Service } from '../../support/app.ts'
import { fingerprint } from '../../support/evidence.ts'
import { onDemo } from '../../support/on-demo.ts'

onDemo('getRedemption: is the entry that its voucher lists', async (t, { get }) => {
  const { redemption_entries: entries } = (await get('/v1/vouchers/CLUB-ADA-0001/redemption')).body
  for (const entry of entries) {
    const { status, body } = await get(`/v1/redemptions/${entry.id}`)
    t.strictSame([status, body], [200, entry])
  }
  const unknown = await get('/v1/redemptions/r_00nothing')
  const found = [unknown.status, unknown.body.resource_type, unknown.body.resource_id]
  t.strictSame(found, [404, 'redemption', 'r_00nothing'])
})

const idsOf = async (service: Service, query: string) => {
  const { body } = await service.get(`/v1/redemptions${query}`)
  return [body.redemptions.map(({ id }: { id: string }) => id), body.total]
}

onDemo('listRedemptions: all of them or a customer’s, page by page', async (t, service) => {
  const bens = await service.post('/v1/loyalties/members/CLUB-BEN-0001/redemption', {
    reward: { id: 'rew_00mug' }
  })
  // Counted ids come before those that the demo pins.
  const ben = bens.body.id
  const picnic = ['r_00picnic', 'r_00picniccoupon', 'r_00picnictier']
  const rows = [
    ['', ['r_00refused', ...picnic.toReversed(), 'r_00first', ben], 6],
    ['?order=created_at', [ben, 'r_00first', ...picnic, 'r_00refused'], 6],
    ['?limit=1&page=5', ['r_00first'], 6],
    ['?page=2', [], 6],
    ['?customer=ada', ['r_00refused', 'r_00first'], 2],
    ['?customer=cust_00ada&order=created_at&limit=1', ['r_00first'], 2],
    ['?customer=ben', [ben], 1],
    ['?customer=cleo', [], 0],
    ['?customer=nobody', [], 0]
  ] as const
  for (const [query, ids, total] of rows) {
    t.strictSame(await idsOf(service, query), [ids, total], query)
  }
  const { body } = await service.get('/v1/redemptions?customer=ada&limit=1')
  const alone = (await service.get('/v1/redemptions/r_00refused')).body
  t.strictSame(body, { object: 'list', data_ref: 'redemptions', redemptions: [alone], total: 2 })
  const refused = await service.get('/v1/redemptions?outcome=FAILURE')
  t.strictSame([refused.status, refused.body.key], [400, 'invalid_query_params'])
})

onDemo('rollbackRedemption: with full totals it waits for room', async (t, service) => {
  const mug = { reward: { id: 'rew_00mug' } }
  const { id } = (await service.post(redemptionUrl('CLUB-BEN-0001'), mug)).body
  const url = `/v1/redemptions/${id}/rollback`
  const joined = await service.post('/v1/loyalties/camp_00bakery/members', {
    customer: { source_id: 'ben' }
  })
  const balance = `/v1/loyalties/members/${joined.body.code}/balance`
  const never = { expiration_type: 'NON_EXPIRING' }
  const { points } = (await service.get('/v1/customers/ben')).body.loyalty
  const room = Number.MAX_SAFE_INTEGER - points
  t.equal((await service.post(balance, { points: room, ...never })).status, 200)
  const before = await fingerprint(service.store)
  t.strictSame(keyOf(await service.post(url)), [400, 'invalid_amount'])
  t.strictSame(await fingerprint(service.store), before, 'nothing is lost by asking')
  t.equal((await service.post(balance, { points: -60 })).status, 200)
  t.match((await service.post(url)).body, { status: 'SUCCEEDED' })
  t.equal((await service.get('/v1/customers/ben')).body.loyalty.points, Number.MAX_SAFE_INTEGER)
})

import t, { type Test } from 'tap'

const A = { object: 'voucher', id: 'A-COUPON' }
const FREE = { object: 'voucher', id: 'FREE-BEANS' }
const ADA = { source_id: 'ada' }
const BEN = { source_id: 'ben' }

async function givenCoupons(t: Test): Promise<Service> {
  const service = await givenService(t)
  const off = { type: 'AMOUNT', amount_off: 500, effect: 'APPLY_TO_ORDER' }
  const free = { type: 'UNIT', unit_off: 2, unit_type: 'prod_00beans', effect: 'ADD_NEW_ITEMS' }
  const made = (code: string, discount: object) =>
    service.post(`/v1/vouchers/${code}`, { type: 'DISCOUNT_VOUCHER', discount })
  await made(A.id, off)
  await made(FREE.id, free)
  return service
}

const ordersOf = async ({ get }: Service, customer: string) => {
  const { summary } = (await get(`/v1/customers/${customer}`)).body
  const { total_count, total_amount } = summary.orders
  return [total_count, total_amount]
}

const usesOf = async ({ get }: Service, { id }: { id: string }) =>
  (await get(`/v1/vouchers/${id}`)).body.redemption.redeemed_quantity

async function clean(t: Test, { store }: Service): Promise<void> {
  t.strictSame((await audit(store)).findings, [], 'the audit is clean')
}

type Turned = (service: Service, orderId: string) => Promise<Answered>

/** How the order that Ada's redemption made becomes Ben's. */
const TURNS: readonly (readonly [how: string, turned: Turned])[] = [
  [
    'redeemed on by another',
    ({ post }, id) => post('/v1/redemptions', { redeemables: [A], customer: BEN, order: { id } })
  ],
  [
    'given an amount, and redeemed on by another',
    async ({ put, post }, id) => {
      await put(`/v1/orders/${id}`, { amount: 5000 })
      return post('/v1/redemptions', { redeemables: [A], customer: BEN, order: { id } })
    }
  ],
  ['given to another', ({ put }, id) => put(`/v1/orders/${id}`, { customer: BEN })]
]

for (const [how, turned] of TURNS) {
  for (const operation of ['rollback', 'rollbacks']) {
    t.test(`${operation}: an order that was ${how} stays theirs, as it is`, async t => {
      const service = await givenCoupons(t)
      for (const id of ['one', 'two']) {
        const paid = { source_id: id, customer: ADA, amount: 1000, status: 'PAID' }
        await service.post('/v1/orders', paid)
      }
      const { redemptions, order } = (
        await service.post('/v1/redemptions', { redeemables: [A], customer: ADA })
      ).body
      t.equal((await turned(service, order.id)).status, 200)
      const before = (await service.get(`/v1/orders/${order.id}`)).body
      t.equal(before.customer_id, (await service.get('/v1/customers/ben')).body.id)
      const [ada, ben] = [await ordersOf(service, 'ada'), await ordersOf(service, 'ben')]
      const uses = await usesOf(service, A)
      const [{ id }] = redemptions
      const url = `/v1/redemptions/${id}/${operation}`
      if (operation === 'rollbacks') {
        const refused = await service.post(url, { order: { status: 'CANCELED' } })
        t.match(refused.body, { code: 400, key: 'invalid_order', details: /another customer's/ })
      }
      const { status, body } = await service.post(url, {})
      t.equal(status, 200, JSON.stringify(body))
      const after = (await service.get(`/v1/orders/${order.id}`)).body
      const { redemptions: links, updated_at: _, ...figures } = after
      t.match(before, figures)
      t.type(links[id].rollback_id, 'string', 'it names the rollback')
      t.strictSame([await ordersOf(service, 'ada'), await ordersOf(service, 'ben')], [ada, ben])
      t.equal(await usesOf(service, A), uses - 1)
      t.equal((await service.post(url, {})).body.key, 'already_rolled_back')
      await clean(t, service)
    })

    t.test(`${operation}: what nobody redeemed on it is nobody's, ${how}`, async t => {
      const service = await givenCoupons(t)
      const { redemptions, order } = (
        await service.post('/v1/redemptions', { redeemables: [A], order: { amount: 5000 } })
      ).body
      t.equal((await turned(service, order.id)).status, 200)
      const before = (await service.get(`/v1/orders/${order.id}`)).body
      const ben = (await service.get('/v1/customers/ben')).body.summary
      const [{ id }] = redemptions
      const { status, body } = await service.post(`/v1/redemptions/${id}/${operation}`, {})
      t.equal(status, 200, JSON.stringify(body))
      const [rollback] = body.rollbacks ?? [body]
      t.equal(rollback.customer_id, null)
      const after = (await service.get(`/v1/orders/${order.id}`)).body
      const { redemptions: links, updated_at: _, ...figures } = after
      t.match(before, figures)
      t.equal(links[id].rollback_id, rollback.id)
      t.strictSame((await service.get('/v1/customers/ben')).body.summary, ben)
      await clean(t, service)
    })
  }
}

for (const status of ['CREATED', 'PAID', 'FULFILLED', 'CANCELED']) {
  t.test(`rollbackStackedRedemptions: nobody's order counts for nobody, ${status}`, async t => {
    const service = await givenCoupons(t)
    const before = await ordersOf(service, 'ada')
    const { redemptions } = (
      await service.post('/v1/redemptions', { redeemables: [A, FREE], customer: ADA })
    ).body
    const [part] = redemptions
    const { parent_redemption: parent } = (await service.get(`/v1/redemptions/${part.id}`)).body
    const id = parent?.id ?? part.redemption ?? part.id
    const url = `/v1/redemptions/${id}/rollbacks`
    const rolled = await service.post(url, { order: { status } })
    t.equal(rolled.status, 200, JSON.stringify(rolled.body))
    const order = (await service.get(`/v1/orders/${rolled.body.order?.id}`)).body
    t.match(order, { status, customer_id: null, amount: 0, items: [] })
    t.strictSame(await ordersOf(service, 'ada'), before)
    t.strictSame([await usesOf(service, A), await usesOf(service, FREE)], [0, 0])
    await clean(t, service)
  })
}
