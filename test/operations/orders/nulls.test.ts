/**
 * Nulls that clients keep where they have nothing to say: an order is the same with them.
 */
import t from 'tap'
import { givenService } from '../../support/app.ts'

const NOTHING_SAID = { amount: null, referrer: null, referrer_id: null, metadata: null }
const LINE = {
  product_id: 'prod_00beans',
  sku_id: null,
  source_id: null,
  related_object: null,
  quantity: 2,
  initial_quantity: null,
  price: null,
  amount: null,
  product: null,
  sku: { price: null, override: null, metadata: null },
  metadata: null
}

t.test('createOrder, updateOrder: nulls count as not sent', async t => {
  const service = await givenService(t)
  const made = await service.post('/v1/orders', { ...NOTHING_SAID, items: [LINE] })
  t.match(made, { status: 200, body: { amount: 3700, metadata: {}, referrer_id: null } })
  const url = `/v1/orders/${made.body.id}`
  await service.put(url, { metadata: { till: 7 }, referrer: { source_id: 'ben' } })
  const { body } = await service.put(url, { ...NOTHING_SAID, items: null })
  t.match(body, { amount: 3700, metadata: { till: 7 }, referrer_id: 'cust_00ben' })
  t.strictSame(body.items, made.body.items)
})
