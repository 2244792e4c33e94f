/**
 * Free goods that the inventory does not have, in a cart that is sent again with them.
 */
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
