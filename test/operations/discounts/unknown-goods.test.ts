import t, { type Test } from 'tap'
import { givenService } from '../../support/app.ts'
import { givenProject, pairOf } from '../../support/given-steps.ts'

const SHIPPING = { id: 'prod_5h1pp1ng', source_id: '5h1pp1ng', name: 'Shipping' }
const TEA = { source_id: 'tea', related_object: 'product', quantity: 2, price: 500 }

/** A shop where a code gives free shipping. */
async function givenShop(t: Test, says: object) {
  const service = await givenService(t)
  await givenProject(service, 'shop')
  const post = async (url: string, body: object) =>
    (await service.post(url, body, pairOf('shop'))).body
  const discount = { type: 'UNIT', unit_off: 1, unit_type: 'shipping', ...says }
  await post('/v1/vouchers/SHIP', { type: 'DISCOUNT_VOUCHER', discount })
  return async (items: readonly object[]) => {
    const redeemables = [{ object: 'voucher', id: 'SHIP' }]
    return (await post('/v1/validations', { redeemables, order: { items } })).order
  }
}

const named = { product_id: SHIPPING.id, product: SHIPPING }

for (const [title, says, shown] of [
  ['by its name alone', {}, { source_id: 'shipping', product: { source_id: 'shipping' } }],
  ['as a product', { product: SHIPPING }, named],
  ['as units', { unit_type: 'shipping', effect: 'ADD_NEW_ITEMS', product: SHIPPING }, named]
] as const) {
  t.test(`validateStackedDiscounts: free shipping does not pile up, ${title}`, async t => {
    const validate = await givenShop(t, says)
    const first = await validate([TEA])
    t.match(first.items, [TEA, { ...shown, quantity: 1, discount_quantity: 1 }])
    t.equal(first.items.length, 2)
    const again = await validate(first.items)
    t.strictSame(quantities(again), quantities(first))
    t.equal(again.total_amount, 1000)
  })
}

function quantities({ items }: { readonly items: readonly Record<string, unknown>[] }) {
  const figures = ['source_id', 'product_id', 'quantity', 'discount_quantity', 'initial_quantity']
  return items.map(item => figures.map(figure => item[figure]))
}

t.test('goods that nobody knows count as sent, and stay on the order that has them', async t => {
  const { post, put } = await givenService(t)
  const club = '/v1/loyalties/camp_00club'
  const card = `${club}/members/CLUB-ADA-0001/redemption`
  const ada = { source_id: 'ada' }
  const redeemables = [{ object: 'voucher', id: 'WELCOME' }]
  const order = { source_id: 'cart-1', status: 'CREATED', items: [TEA] }
  const asked = { redeemables, order, customer: ada }
  const qualified = (await post('/v1/qualifications', { order, customer: ada })).body
  const [first] = qualified.redeemables.data.filter(
    ({ id }: { readonly id: string }) => id === 'WELCOME'
  )
  const figures = { amount: 1000, total_amount: 900 }
  t.match(first.order, figures)
  t.match((await post('/v1/validations', asked)).body.order, figures)
  const redeemed = (await post('/v1/redemptions', asked)).body.order
  t.match(redeemed, { ...figures, items: [TEA] })
  const again = { source_id: order.source_id, items: redeemed.items }
  const coin = { reward: { id: 'rew_00coin', points: 10 } }
  const other = { items: [{ ...TEA, source_id: 'coffee' }] }
  const rows: readonly (readonly [string, (sent: object) => ReturnType<typeof post>])[] = [
    ['updateOrder', sent => put('/v1/orders/cart-1', sent)],
    ['createOrder', sent => post('/v1/orders', sent)],
    ['estimate', sent => post(`${club}/qualifications`, { order: sent, customer: ada })],
    ['redeemReward', sent => post(card, { ...coin, order: sent })]
  ]
  for (const [operation, ask] of rows) {
    const { status, body } = await ask(other)
    t.match([status, body], [404, { key: 'not_found' }], operation)
    t.equal((await ask(again)).status, 200, operation)
  }
})
