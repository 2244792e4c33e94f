import t from 'tap'
import type { ImportRow } from '../../../src/decisions/imports/columns.ts'
import { FORMATS, type ImportKind } from '../../../src/decisions/imports/formats.ts'
import { findingOf, foundInJson } from '../../../src/decisions/imports/outcome.ts'
import { invalidPayload, notFound, type Refusal } from '../../../src/decisions/refusals.ts'

const misfit = (details: string): Refusal => ({ key: 'metadata_validation_failed', details })

//   kind         refusal                                             column, message
const rows: readonly (readonly [ImportKind, Refusal, string, string])[] = [
  ['cards', notFound('campaign', 'Club'), 'campaign', 'Cannot find campaign with id Club'],
  ['orders', notFound('product', 'mug'), 'items', 'Cannot find product with id mug'],
  ['orders', notFound('customer', 'ada'), 'customer', 'Cannot find customer with id ada'],
  ['customers', notFound('customer', 'ada'), 'source_id', 'Cannot find customer with id ada'],
  ['cards', invalidPayload('expires_on', 'is over'), 'expires_on', 'is over'],
  ['coupons', invalidPayload('discount.percent_off', 'is 0'), 'percent_off', 'is 0'],
  ['coupons', invalidPayload('discount.unit_type', 'is 0'), 'discount', 'is 0'],
  ['coupons', invalidPayload('redemption.quantity', 'is 0'), 'redemption_quantity', 'is 0'],
  ['coupons', invalidPayload('type', 'will not do'), 'campaign', 'will not do'],
  [
    'customers',
    misfit('customer.metadata: size: must'),
    'metadata',
    'customer.metadata: size: must'
  ],
  ['orders', misfit('order.items[0].metadata: a'), 'items', 'order.items[0].metadata: a'],
  ['coupons', misfit('“?” is no code'), 'code', '“?” is no code'],
  ['coupons', misfit('Every code is taken'), 'code', 'Every code is taken']
]

t.test('a refusal is put down to its column, or else to the key of the row', async t => {
  for (const [kind, refusal, column, message] of rows) {
    t.strictSame(findingOf(refusal, FORMATS[kind], {}), { column, message }, refusal.details)
  }
})

t.test('a refusal is put down to a column that the row fills', async t => {
  const refusal = invalidPayload('discount.percent_off', 'is 0')
  const discount = { type: 'PERCENT', percent_off: 0 }
  const columnOf = (row: ImportRow) => findingOf(refusal, FORMATS.coupons, row).column
  t.equal(columnOf({ discount, code: 'A' }), 'discount')
  t.equal(columnOf({ discount, percent_off: '', amount_off: null }), 'discount')
  t.equal(columnOf({ percent_off: '0', discount: '' }), 'percent_off')
  const nobody = notFound('customer', 'mia')
  const whoOf = (row: ImportRow) => findingOf(nobody, FORMATS.orders, row).column
  t.equal(whoOf({ referrer: 'mia' }), 'referrer')
  t.equal(whoOf({ customer: 'ada', referrer: 'mia' }), 'referrer')
  t.equal(whoOf({ customer: 'mia', referrer: 'ada' }), 'customer')
})

//  the cells of a voucher that was sent as JSON, its columns, whether it is a card, what is told
const json: readonly (readonly [ImportRow, readonly string[], boolean, readonly string[]])[] = [
  [{ amount: 5, balance: 6 }, ['balance', 'amount'], false, ['gift.balance: x', 'gift.amount: x']],
  [{ balance: 6 }, ['balance'], true, ['loyalty_card.balance: x']],
  [{ balance: 6 }, ['balance'], false, ['loyalty_card.balance: x']],
  [{ amount: 6, balance: 6 }, ['balance'], true, ['gift.balance: x']],
  [{}, ['amount', 'balance'], false, ['gift: is required']],
  [{}, ['balance'], true, ['loyalty_card: is required']],
  [{ redemption_quantity: 0 }, ['redemption_quantity'], false, ['redemption.quantity: x']],
  [{ redemption_count: 0 }, ['redemption_count'], false, ['redemption.redeemed_quantity: x']],
  [{}, ['voucher_type', 'percent_off'], false, ['type: x', 'discount: x']],
  [{}, ['amount_off', 'customer'], false, ['discount: x', 'customer: x']]
]

t.test(
  'what is wrong with a voucher that was sent as JSON is put down to its property',
  async t => {
    for (const [row, columns, isCard, told] of json) {
      const findings = columns.map(column => ({ column, message: 'x' }))
      const expected = told.map(each => ({ column: null, message: `Property .${each}` }))
      t.strictSame(foundInJson(findings, row, isCard), expected, JSON.stringify([row, columns]))
    }
    const whole = [{ column: null, message: 'x' }]
    t.strictSame(foundInJson(whole, {}, false), whole)
    const stranger = { column: 'amount', message: 'is no column of this import; those are code' }
    const message = 'Property .gift.amount: does not go with the type of this voucher; leave it out'
    t.strictSame(foundInJson([stranger], { amount: 1 }, false), [{ column: null, message }])
  }
)
