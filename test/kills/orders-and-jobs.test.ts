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

const rows: readonly Row[] = [
  ['createOrder: paid, which earns and leads to gold', post('/v1/orders', EIGHTY_MUGS), 200],
  ['updateOrder: canceled', put('/v1/orders/ord_00second', { status: 'CANCELED' }), 200],
  ['returnGoods: one of two', post(RETURNS, { items: [{ index: 0, quantity: 1 }] }), 200],
  ['sendCustomEvent: of somebody new, who joins', post('/v1/events', REVIEW), 200],
  ['addVouchersToCampaign: many', post(SIXTY_COUPONS, {}), 202],
  ['eraseCustomer: who ordered and redeemed', post(ERASURE, undefined), 200],
  ['updateProductsInBulk: two chunks', post('/v1/products/bulk/async', PRICES), 202]
]

const shop = await givenService(t)
await shop.work()
await killedAnywhere(t, shop, rows)
