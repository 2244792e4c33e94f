import t from 'tap'
import { audit } from '../../../src/storage/audit/audit.ts'
import { CARDS } from '../../support/account.ts'
import { givenService } from '../../support/app.ts'

const MUG = 'prod_00mug'
const FILTER = 'prod_00filter'

t.test('returnGoods: a discount is for the collection as it was when it was redeemed', async t => {
  const { store, post, put, get } = await givenService(t)
  const kitchen = { name: 'Kitchen', type: 'STATIC', products: [{ object: 'product', id: MUG }] }
  const { body: collection } = await post('/v1/product-collections', kitchen)
  const discount = { type: 'PERCENT', percent_off: 10, effect: 'APPLY_TO_ITEMS' }
  await post('/v1/vouchers/OFF', { type: 'DISCOUNT_VOUCHER', discount })
  const included = [{ object: 'products_collection', id: collection.id }]
  const { body: rule } = await post('/v1/validation-rules', {
    name: 'Kitchen',
    type: 'basic',
    rules: {},
    applicable_to: { included, included_all: false }
  })
  const to = { related_object_type: 'voucher', related_object_id: 'OFF' }
  t.equal((await post(`/v1/validation-rules/${rule.id}/assignments`, to)).status, 200)
  const items = [
    { product_id: MUG, price: 10_000, quantity: 3 },
    { product_id: FILTER, price: 1000, quantity: 2 }
  ]
  const order = { source_id: 'three', items }
  const redeemables = [{ object: 'voucher', id: 'OFF' }]
  const { body: paid } = await post('/v1/redemptions', { redeemables, order })
  t.match(paid.order, { amount: 32_000, total_amount: 29_000 })
  const other = { ...kitchen, products: [{ object: 'product', id: FILTER }] }
  t.equal((await put(`/v1/product-collections/${collection.id}`, other)).status, 200)
  const back = [
    { product_id: MUG, quantity: 2 },
    { product_id: FILTER, quantity: 1 }
  ]
  const { body } = await post('/v1/orders/three/returns', { items: back })
  t.match(body, { amount: 21_000, total_amount: 19_000 })
  t.match((await get('/v1/orders/three')).body, {
    amount: 11_000,
    total_amount: 10_000,
    items: [
      { product_id: MUG, subtotal_amount: 9000 },
      { product_id: FILTER, subtotal_amount: 1000 }
    ]
  })
  t.strictSame((await audit(store)).findings, [])
})

t.test('updateOrder: an order of nobody that is lowered as it becomes somebody’s', async t => {
  const { store, post, put, get } = await givenService(t)
  await post('/v1/orders', { source_id: 'late', status: 'PAID', amount: 90_000 })
  const sent = { amount: 50_000, customer: { source_id: 'ben' } }
  const { status, body } = await put('/v1/orders/late', sent)
  t.match({ status, body }, { status: 200, body: { amount: 50_000, returned_amount: 40_000 } })
  const { body: card } = await get(`/v1/vouchers/${CARDS['ben']}`)
  t.equal(card.loyalty_card.points, 120 + 500, 'it earns by what is left')
  t.strictSame((await audit(store)).findings, [])
})

t.test('returnGoods: goods that were given after others went back stay, or go back', async t => {
  const { store, post, get } = await givenService(t)
  const discount = { type: 'UNIT', unit_off: 1, unit_type: FILTER, effect: 'ADD_NEW_ITEMS' }
  await post('/v1/vouchers/FREE', { type: 'DISCOUNT_VOUCHER', discount })
  const items = [{ product_id: MUG, price: 1000, quantity: 3 }]
  await post('/v1/orders', { source_id: 'three', status: 'PAID', items })
  const back = (body: object) => post('/v1/orders/three/returns', { items: [body] })
  await back({ index: 0, quantity: 1 })
  const redeemables = [{ object: 'voucher', id: 'FREE' }]
  const given = await post('/v1/redemptions', { redeemables, order: { source_id: 'three' } })
  t.match(given, { status: 200, body: { order: { total_amount: 2000, items: [{}, {}] } } })
  const price = given.body.order.amount - 2000
  await back({ index: 0, quantity: 1 })
  t.match((await get('/v1/orders/three')).body, {
    total_amount: 1000 + price,
    items: [{ quantity: 1, returned_quantity: 2 }, { quantity: 1 }]
  })
  t.match((await back({ index: 1 })).body, { amount: price, order: { total_amount: 1000 } })
  t.strictSame((await audit(store)).findings, [])
})

const unit = { product_id: MUG, price: 10_000 }
const three = { items: [{ ...unit, quantity: 3 }] }
const tea = { product_id: FILTER, price: 1000 }

t.test('updateOrder: items in another order keep what was redeemed on them', async t => {
  for (const isNamed of [true, false]) {
    const { store, post, put } = await givenService(t)
    const discount = { type: 'PERCENT', percent_off: 10, effect: 'APPLY_TO_ITEMS' }
    await post('/v1/vouchers/OFF', { type: 'DISCOUNT_VOUCHER', discount })
    const redeemables = [{ object: 'voucher', id: 'OFF' }]
    const bought = [...three.items, { ...tea, quantity: 2 }]
    const order = { source_id: 'three', status: 'CREATED', items: bought }
    const { body: redeemed } = await post('/v1/redemptions', { redeemables, order })
    const items = redeemed.order.items
      .toReversed()
      .map(({ id, ...item }: { id: string }) => (isNamed ? { id, ...item } : item))
    const { body: swapped } = await put('/v1/orders/three', { items })
    t.match(swapped, { total_amount: 28_800, items: [{ quantity: 2 }, { quantity: 3 }] })
    const { id } = redeemed.redemptions[0]
    const { body: back } = await post(`/v1/redemptions/${id}/rollbacks`, {})
    t.match(back.order, { total_amount: 32_000 })
    t.strictSame((await audit(store)).findings, [])
  }
})
