import { onDemo } from '../../support/on-demo.ts'

const unit = (unit_off: number, unit_type: string, effect: string) => ({
  type: 'DISCOUNT_VOUCHER',
  discount: { type: 'UNIT', unit_off, unit_type, effect }
})

onDemo('free goods that an order has no room for are not applicable', async (t, { post }) => {
  await post('/v1/vouchers/SHIPPING', unit(1, 'free-shipping', 'ADD_MISSING_ITEMS'))
  await post('/v1/vouchers/BEANS', unit(9_000_000_000, 'prod_00beans', 'ADD_NEW_ITEMS'))
  const beans = { product_id: 'prod_00beans', price: 0 }
  const lines = (length: number) => Array.from({ length }, () => beans)
  const full = 'With SHIPPING, the order has more than 500 lines'
  const over = 'With BEANS, a line has more than 9999999999 units'
  const rows = [
    ['SHIPPING', lines(499), null],
    ['SHIPPING', lines(500), full],
    ['BEANS', [{ ...beans, quantity: 999_999_999 }], null],
    ['BEANS', [{ ...beans, quantity: 9_000_000_000 }], over]
  ] as const
  for (const [id, items, details] of rows) {
    const body = { redeemables: [{ object: 'voucher', id }], order: { items } }
    const asked = (await post('/v1/validations', body)).body
    const done = await post('/v1/redemptions', body)
    t.equal(asked.valid, details === null)
    t.equal(done.status, details === null ? 200 : 400)
    if (details === null) {
      t.equal(done.body.order.items.length, asked.order.items.length)
      continue
    }
    const refused = { key: 'invalid_order', details }
    t.match(asked.redeemables, [{ status: 'INAPPLICABLE', result: { error: refused } }])
    t.match(done.body, { ...refused, resource_type: 'redemption' })
  }
})
