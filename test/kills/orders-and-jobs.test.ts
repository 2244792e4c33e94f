/**
 * Orders, a customer who comes and joins, and what is accepted and done later, while the program
 * dies: a job that was accepted goes on with the next start and does nothing twice.
 */
import t from 'tap'
import { givenService } from '../support/app.ts'
import { killedAnywhere, post, put, type Row } from './support/killed-anywhere.ts'

const EIGHTY_MUGS = {
  status: 'PAID',
  customer: { source_id: 'ben' },
  items: [{ product_id: 'prod_00mug', quantity: 80 }]
}
const REVIEW = {
  event: 'product_reviewed',
  customer: { source_id: 'zoe' },
  metadata: { rating: 5 }
}

/** Two chunks; most items are refused, because each that is not is a statement more. */
const PRICES = [
  ...Array.from({ length: 249 }, () => ({ source_id: 'mug', name: 'Coffee tin' })),
  { source_id: 'tin', price: 950 },
  { source_id: 'beans', price: 1900 }
]

const SIXTY_COUPONS = '/v1/campaigns/camp_00spring/vouchers?vouchers_count=60'

const ERASURE = '/v1/customers/cust_00ada/permanent-deletion'

const RETURNS = '/v1/orders/ord_00first/returns'

const shop = await givenService(t)
await shop.work()
// Three bags with a discount, credit and points, so that all of these go back with some of them.
const STACKED = '/v1/orders/stacked'
const { status } = await shop.post('/v1/redemptions', {
  redeemables: [
    { object: 'promotion_tier', id: 'promo_00tenoff' },
    { object: 'voucher', id: 'GIFT-2500' },
    { object: 'voucher', id: 'CLUB-ADA-0001', reward: { id: 'rew_00coin', points: 20 } }
  ],
  order: { source_id: 'stacked', items: [{ product_id: 'prod_00beans', quantity: 3 }] },
  customer: { source_id: 'ada' }
})
t.equal(status, 200)
const ALL = { items: [{ index: 0 }] }
const LESS = { items: [{ product_id: 'prod_00beans', quantity: 1 }] }

const rows: readonly Row[] = [
  ['createOrder: paid, which earns and leads to gold', post('/v1/orders', EIGHTY_MUGS), 200],
  ['updateOrder: canceled', put('/v1/orders/ord_00second', { status: 'CANCELED' }), 200],
  ['updateOrder: unpaid', put('/v1/orders/ord_00second', { status: 'CREATED' }), 200],
  ['updateOrder: with less goods, whose credit and points go back', put(STACKED, LESS), 200],
  ['returnGoods: one of two', post(RETURNS, { items: [{ index: 0, quantity: 1 }] }), 200],
  ['returnGoods: all, with what paid them', post(`${STACKED}/returns`, ALL), 200],
  ['sendCustomEvent: of somebody new, who joins', post('/v1/events', REVIEW), 200],
  ['addVouchersToCampaign: many', post(SIXTY_COUPONS, {}), 202],
  ['eraseCustomer: who ordered and redeemed', post(ERASURE, undefined), 200],
  ['updateProductsInBulk: two chunks', post('/v1/products/bulk/async', PRICES), 202]
]

await killedAnywhere(t, shop, rows)
