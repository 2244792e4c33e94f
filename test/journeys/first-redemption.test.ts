/**
 * From an empty project to the first redemption, over HTTP alone: everything that a redemption
 * needs is made by operations of the documents, and what came of it is read by them.
 */
import t from 'tap'
import { audit } from '../../src/storage/audit/audit.ts'
import { givenService } from '../support/app.ts'
import { emptyShop, type Shop } from '../support/shop.ts'

const EARNING_RULES = [
  {
    event: 'order.paid',
    loyalty: {
      type: 'PROPORTIONAL',
      calculation_type: 'ORDER_AMOUNT',
      order: { amount: { every: 100, points: 1 } }
    },
    source: { banner: 'A point for every euro' }
  },
  {
    event: 'order.paid',
    loyalty: { type: 'FIXED', points: 10 },
    pending_points: { period_type: 'DAY', period_value: 1 },
    source: { banner: 'Ten more tomorrow' }
  }
]

/** Goods, a program with two ways to earn, and a mug on offer for 20 points. */
async function founded(shop: Shop) {
  const goods = { source_id: 'beans', name: 'Coffee beans', price: 1250 }
  const beans = await shop.post('/v1/products', goods)
  const mug = await shop.post('/v1/products', { source_id: 'mug', name: 'A mug', price: 900 })
  const program = await shop.post('/v1/loyalties', {
    name: 'Regulars',
    type: 'AUTO_UPDATE',
    auto_join: false,
    vouchers_count: 1,
    voucher: {
      type: 'LOYALTY_CARD',
      loyalty_card: { points: 0 },
      code_config: { pattern: 'REG-######' }
    }
  })
  const url = `/v1/loyalties/${program.id}`
  const [perEuro, extra] = await shop.post(`${url}/earning-rules`, EARNING_RULES)
  const brought = { product: { id: mug.id } }
  const reward = await shop.post('/v1/rewards', { parameters: brought, stock: 3 })
  const price = { loyalty: { points: 20 } }
  const [offer] = await shop.post(`${url}/rewards`, [{ reward: reward.id, parameters: price }])
  return { beans, mug, program, url, perEuro, extra, reward, offer }
}

type Founded = Awaited<ReturnType<typeof founded>>

/** A customer with a card of the program. */
async function joined(shop: Shop, { url }: Founded) {
  const lena = await shop.post('/v1/customers', { source_id: 'lena', name: 'Lena Moor' })
  const member = await shop.post(`${url}/members`, { customer: { source_id: 'lena' } })
  return { lena, member, card: `${url}/members/${member.code}` }
}

t.test('an empty project is empty', async t => {
  const shop = await emptyShop(await givenService(t))
  for (const list of ['campaigns', 'loyalties', 'customers', 'orders', 'products', 'rewards']) {
    t.equal((await shop.get(`/v1/${list}`)).total, 0, list)
  }
})

t.test('an order earns what was estimated, and points that wait come on their day', async t => {
  const service = await givenService(t)
  const shop = await emptyShop(service)
  const all = await founded(shop)
  const { lena, member, card } = await joined(shop, all)
  t.match(member, { holder_id: lena.id, loyalty_card: { balance: 0 }, code: /^REG-/ })
  const customer = { source_id: 'lena' }
  const cart = { source_id: 'first', items: [{ product_id: all.beans.id, quantity: 2 }] }
  const asked = await shop.post(`${all.url}/qualifications`, { customer, order: cart })
  t.equal(asked.points_estimation, 35, 'today and tomorrow')
  const order = await shop.post('/v1/orders', { ...cart, status: 'PAID', customer })
  t.match(order, { status: 'PAID', amount: 2500, customer_id: lena.id })
  t.match((await shop.get(card)).loyalty_card, { points: 25, balance: 25, pending_points: 10 })
  const waiting = await shop.get(`/v1/loyalties/members/${member.code}/pending-points`)
  const earning_rule = { id: all.extra.id }
  t.match(waiting.data, [{ points: 10, order_id: order.id, details: { earning_rule } }])
  service.setNow('2026-03-02T10:00:00.000Z')
  await service.work()
  t.match((await shop.get(card)).loyalty_card, { points: 35, balance: 35, pending_points: 0 })
  t.match(await audit(service.store), { clean: true })
})

t.test('a reward is redeemed for them, and refused where they do not suffice', async t => {
  const service = await givenService(t)
  const shop = await emptyShop(service)
  const all = await founded(shop)
  const { reward, offer, beans } = all
  const { card } = await joined(shop, all)
  const redeem = { reward: { id: reward.id } }
  const early = await shop.ask(`${card}/redemption`, redeem)
  t.strictSame([early.status, early.body.key], [400, 'loyalty_card_points_exceeded'])
  const items = [{ product_id: beans.id, quantity: 2 }]
  await shop.post('/v1/orders', { status: 'PAID', customer: { source_id: 'lena' }, items })
  const redemption = await shop.post(`${card}/redemption`, redeem)
  t.match(redemption, {
    result: 'SUCCESS',
    amount: 20,
    reward: { id: reward.id, assignment_id: offer.id },
    voucher: { loyalty_card: { balance: 5 } }
  })
  const late = await shop.ask(`${card}/redemption`, redeem)
  t.strictSame([late.status, late.body.result], [400, 'FAILURE'])
  t.equal((await shop.get(`/v1/rewards/${reward.id}`)).redeemed, 1)
  const { voucher } = redemption
  const history = await shop.get(`/v1/vouchers/${voucher.code}/redemptions`)
  const results = history.redemption_entries.map(({ result }: { result: string }) => result)
  t.strictSame(results, ['FAILURE', 'SUCCESS', 'FAILURE'])
  t.match(await shop.get('/v1/customers/lena'), {
    summary: {
      orders: { total_count: 1, total_amount: 2500 },
      redemptions: { total_succeeded: 1, total_failed: 2, loyalty_card: { points_to_go: 5 } }
    },
    loyalty: { campaigns: { Regulars: { points: 5 } } }
  })
})

t.test('what was made is listed', async t => {
  const shop = await emptyShop(await givenService(t))
  const all = await founded(shop)
  const { lena, member } = await joined(shop, all)
  const order = await shop.post('/v1/orders', { status: 'CREATED', customer: { id: lena.id } })
  const { url, program, perEuro, extra, offer, reward, beans, mug } = all
  const rows = [
    // list                                   data          ids
    ['/v1/campaigns', 'campaigns', [program.id]],
    ['/v1/loyalties', 'campaigns', [program.id]],
    [`${url}/members`, 'vouchers', [member.id]],
    [`${url}/earning-rules?order=created_at`, 'data', [perEuro.id, extra.id]],
    [`${url}/rewards`, 'data', [offer.id]],
    ['/v1/customers', 'customers', [lena.id]],
    ['/v1/orders', 'orders', [order.id]],
    ['/v1/products?order=created_at', 'products', [beans.id, mug.id]],
    ['/v1/rewards', 'data', [reward.id]]
  ] as const
  for (const [list, data, ids] of rows) {
    const body = await shop.get(list)
    const listed = body[data].map(({ id }: { id: string }) => id)
    t.strictSame([body.data_ref, body.total, listed], [data, ids.length, ids], list)
  }
})
