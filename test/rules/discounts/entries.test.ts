/**
 * Which lines and units rules let a discount apply to, and how answers list them.
 */
import t from 'tap'
import type { Cart } from '../../../src/rules/discounts/cart.ts'
import { applyDiscount } from '../../../src/rules/discounts/steps.ts'
import type { Applicability } from '../../../src/rules/validation.ts'
import { cartOf, done, including, item, lineOf, STACKED } from '../support/carts.ts'

const cart = cartOf([
  lineOf('shirt', 3, 2000, { ids: ['shirt', 'shop'] }),
  lineOf('poster', 5, 1500, { ids: ['poster', 'shop', 'paper'] }),
  lineOf('mug', 2, 1500, { ids: ['mug', 'shop'] }),
  lineOf('socks', 4, 500, { ids: ['socks', 'shop'] })
])

const BY_UNITS = 'APPLY_TO_ITEMS_BY_QUANTITY'

function step(on: readonly Applicability[], given: Cart = cart, effect = BY_UNITS) {
  const discount = { type: 'AMOUNT', amount_off: 1, effect } as const
  return done(applyDiscount(given, { discount, applicability: on, mode: STACKED, goods: {} }))
}

/** How many units of each line count. */
const units = (on: readonly Applicability[], given?: Cart) =>
  step(on, given).cart.lines.map(line => line.appliedDiscountAmount ?? 0)

const shop = (more = {}) => item('shop', { object: 'products_collection', ...more })
const on = (more: object) => [including(shop(more))]
const excluding = (...ids: readonly string[]): Applicability => ({
  included: [],
  excluded: ids.map(id => item(id)),
  includedAll: true
})

t.test('which lines, and how many units of each', async t => {
  const fromCheapest = { effect: 'APPLY_FROM_CHEAPEST' }
  const toCheapest = { effect: 'APPLY_TO_CHEAPEST' }
  const toDearest = { effect: 'APPLY_TO_MOST_EXPENSIVE' }
  const byUnit = { target: 'UNIT' } as const
  const everyOther = [item('mug', { repeat: 2 }), item('socks', { repeat: 2 })]
  const own = [item('mug', { aggregatedQuantityLimit: 1 }), item('socks')]
  const first = [item('mug', { quantityLimit: 1 }), shop({ quantityLimit: 2 })]
  const posters = including(item('poster', { quantityLimit: 4 }))
  const rows: readonly [string, readonly Applicability[], readonly number[]][] = [
    ['all without a rule', [], [3, 5, 2, 4]],
    ['the cheapest', on(toCheapest), [0, 0, 0, 4]],
    ['the most expensive', on(toDearest), [3, 0, 0, 0]],
    // Of equal ones the first.
    ['the cheapest but one', on({ ...toCheapest, skipInitially: 1 }), [0, 5, 0, 0]],
    ['every other one from the cheapest', on({ ...fromCheapest, repeat: 2 }), [0, 0, 2, 4]],
    ['every other one as sent', on({ repeat: 2 }), [3, 0, 2, 0]],
    ['an effect that nobody knows', on({ effect: 'APPLY_TO_SOME' }), [3, 5, 2, 4]],
    ['one unit of the cheapest', on({ ...toCheapest, ...byUnit }), [0, 0, 0, 1]],
    // From the most expensive.
    ['the fifth unit', on({ ...toDearest, ...byUnit, skipInitially: 4 }), [0, 1, 0, 0]],
    // Counted over all lines.
    ['every third unit', on({ ...byUnit, skipInitially: 2, repeat: 3 }), [1, 1, 1, 1]],
    ['units far apart', on({ ...byUnit, repeat: 9 }), [1, 0, 1, 0]],
    ['all units', on(byUnit), [3, 5, 2, 4]],
    ['some of each line', on({ quantityLimit: 3 }), [3, 3, 2, 3]],
    ['some of all lines', on({ aggregatedQuantityLimit: 6 }), [3, 3, 0, 0]],
    ['from the cheapest', on({ ...fromCheapest, aggregatedQuantityLimit: 6 }), [0, 2, 0, 4]],
    ['some of every other unit', on({ ...byUnit, repeat: 2, quantityLimit: 1 }), [1, 1, 1, 1]],
    ['none', on({ quantityLimit: 0 }), [0, 0, 0, 0]],
    ['a line belongs to the first entry that names it', [including(...first)], [2, 2, 1, 2]],
    ['entries that pick in the same way pick together', [including(...everyOther)], [0, 0, 2, 0]],
    ['each entry limits its own', [including(...own)], [0, 0, 1, 4]],
    ['exclusions count above', [{ ...including(shop()), excluded: [item('mug')] }], [3, 5, 0, 4]],
    ['without inclusions, all others', [excluding('mug', 'shirt')], [0, 5, 0, 4]],
    // With the lower limit, in either order.
    ['what both rules let count', [...on({ quantityLimit: 3 }), posters], [0, 3, 0, 0]],
    ['in either order', [posters, excluding()], [0, 4, 0, 0]],
    ['nothing in common', [including(item('mug')), including(item('shirt'))], [0, 0, 0, 0]]
  ]
  for (const [title, on, expected] of rows) t.strictSame(units(on), expected, title)
})

t.test('units that are free do not count, and neither do lines without an amount', async t => {
  const given = cartOf([
    lineOf('shirt', 3, 1, { discountQuantity: 1, discountAmount: 1 }),
    lineOf('poster', 5, null),
    lineOf('mug', 2, null, { amount: 1 }),
    lineOf('bowl', 0, null, { amount: 3 })
  ])
  const on = (effect: string) => [
    including(...['shirt', 'poster', 'mug', 'bowl'].map(id => item(id, { effect })))
  ]
  t.strictSame(units([], given), [2, 0, 1, 0], 'no more than the line costs')
  t.strictSame(units(on('APPLY_TO_CHEAPEST'), given), [0, 0, 1, 0], 'half of one is the cheapest')
  t.strictSame(units(on('APPLY_TO_MOST_EXPENSIVE'), given), [0, 0, 0, 0], 'three are the dearest')
})

t.test('lists: the entries of rules with the lines that they mean', async t => {
  const given = cartOf([
    lineOf('shirt', 3, 2000, { ids: ['shirt', 'red', 'shop'], skuId: 'red', object: 'sku' }),
    lineOf('shirt', 1, 2000, { ids: ['shirt', 'red', 'shop'], skuId: 'red', object: 'sku' }),
    lineOf('mug', 1, 900, { ids: ['mug', 'shop'], productSourceId: 'MUG' }),
    lineOf('', 1, 900, { ids: ['shop'], productId: null, productSourceId: 'unknown' }),
    lineOf('', 1, 900, { ids: ['shop'], productId: null })
  ])
  const plain = {
    effect: 'APPLY_TO_EVERY',
    skipInitially: 0,
    repeat: 1,
    target: 'ITEM',
    productId: null,
    productSourceId: null,
    strict: false,
    itemUnits: []
  }
  const { applicableTo, inapplicableTo } = step(
    [{ included: [shop(), item('bowl')], excluded: [item('mug')], includedAll: false }],
    given
  )
  t.strictSame(applicableTo, [
    { ...plain, ...shop(), itemIndices: [0, 1, 3, 4] },
    { ...plain, ...item('red', { object: 'sku' }), productId: 'shirt', itemIndices: [0, 1] },
    { ...plain, ...item('unknown', { sourceId: 'unknown' }), strict: true, itemIndices: [3] },
    { ...plain, ...item('bowl'), itemIndices: [] }
  ])
  t.strictSame(inapplicableTo, [{ ...plain, ...item('mug'), itemIndices: [2] }])
  t.match(step([], given), { applicableTo: [], inapplicableTo: [] }, 'nothing for everything')
  const named = including(item('red', { object: 'sku', target: 'UNIT', repeat: 2 }))
  const byUnit = { target: 'UNIT', repeat: 2, productId: 'shirt', itemIndices: [0] }
  const unitsOfOne = [{ index: 0, units: [1, 3], unitsLimitExceeded: false }]
  t.match(step([named], given).applicableTo, [{ ...byUnit, itemUnits: unitsOfOne }])
  const twice = [including(item('mug', { quantityLimit: 1 })), including(item('mug'), shop())]
  t.match(
    step(twice, given).applicableTo.map(({ id, quantityLimit }) => [id, quantityLimit]),
    [
      ['mug', 1],
      ['shop', undefined]
    ],
    'each thing once, as it is named first'
  )
  const absent = step([including(item('blue', { object: 'sku' }))], given)
  t.match(absent.applicableTo, [{ id: 'blue', productId: null, itemIndices: [] }])
  const all = { ...including(item('mug')), includedAll: true }
  t.strictSame(step([all], given).applicableTo, [], 'nothing where everything is included')
})

t.test('lists: at most 1000 units of a line', async t => {
  const given = cartOf([lineOf('mug', 2001, 1)])
  const on = (repeat: number) => [including(item('mug', { target: 'UNIT', repeat }))]
  const [all] = step(on(1), given).applicableTo
  t.match(all?.itemUnits, [{ index: 0, unitsLimitExceeded: true }])
  t.equal(all?.itemUnits[0]?.units.length, 1000)
  const [half] = step(on(3), given).applicableTo
  t.match(half?.itemUnits, [{ unitsLimitExceeded: false }])
  t.equal(half?.itemUnits[0]?.units.at(-1), 1999)
})
