import { onDemo } from '../../support/on-demo.ts'

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

onDemo('createOrder, updateOrder: nulls count as not sent', async (t, { post, put }) => {
  const made = await post('/v1/orders', { ...NOTHING_SAID, items: [LINE] })
  t.match(made, { status: 200, body: { amount: 3700, metadata: {}, referrer_id: null } })
  const url = `/v1/orders/${made.body.id}`
  await put(url, { metadata: { till: 7 }, referrer: { source_id: 'ben' } })
  const { body } = await put(url, { ...NOTHING_SAID, items: null })
  t.match(body, { amount: 3700, metadata: { till: 7 }, referrer_id: 'cust_00ben' })
  t.strictSame(body.items, made.body.items)
})
