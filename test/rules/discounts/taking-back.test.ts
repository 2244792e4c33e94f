/**
 * Taking back what a request took off an order.
 */
import t from 'tap'
import {
  type Cart,
  type KeptLine,
  type LineDiscount,
  type OrderToRestore,
  partLeft,
  type StoredDiscount,
  sumOfSteps,
  type TakenOff,
  takeBack,
  takenOffBy
} from '../../../src/rules/discounts/cart.ts'
import { applyDiscount, type Step } from '../../../src/rules/discounts/steps.ts'
import { cartOf, done, goodsOf, keptOf, lineOf, STACKED, takeBackAll } from '../support/carts.ts'

const OFF = { type: 'AMOUNT', amount_off: 300, effect: 'APPLY_TO_ORDER' } as const
const TENTH = { type: 'PERCENT', percent_off: 10, effect: 'APPLY_TO_ITEMS' } as const
const UNITS = { type: 'UNIT', unit_off: 2, effect: 'ADD_NEW_ITEMS' } as const

function stackOf(cart: Cart, discounts: readonly StoredDiscount[]): Cart {
  const goods = { mug: goodsOf('mug', 1000), pen: goodsOf('pen', 200), pin: goodsOf('pin', null) }
  const steps: Step[] = []
  for (const discount of discounts) {
    const before = steps.at(-1)?.cart ?? cart
    const terms = { discount, goods, applicability: [], mode: STACKED }
    steps.push(done(applyDiscount(before, terms)))
  }
  return sumOfSteps(cart, steps)
}

const units = (unit_type: string) => ({ ...UNITS, unit_type })

t.test('each request takes its own part, in any order', async t => {
  const opened = cartOf([lineOf('mug', 2, 1000)], { amount: 2000, discountAmount: 100 })
  const first = stackOf(opened, [OFF, TENTH, units('mug'), units('pen'), units('pin')])
  const stored = { ...cartOf(first.lines, { isStored: true, discountAmount: 400 }) }
  const second = stackOf(stored, [TENTH, units('pen'), OFF])
  const [one, other] = [takenOffBy(first), takenOffBy(second)]
  const before = { quantity: 2, discountQuantity: null, amount: 2000, discountAmount: null }
  const lines = [{ ...before, subtotalAmount: 2000 }, null, null]
  const expected = {
    amount: 2000,
    discountAmount: 100,
    itemsDiscountAmount: null,
    totalDiscountAmount: 100,
    totalAmount: 1900
  }
  for (const order of [
    [one, other],
    [other, one]
  ]) {
    t.match(
      takeBackAll(keptOf(second), order).at(-1),
      { ...expected, lines },
      'lines of added units are gone'
    )
  }
  t.strictSame(takeBack(keptOf(second), other).lines, keptOf(first).lines, 'and no other part')
})

const mug = (more: Partial<KeptLine>): KeptLine => ({
  quantity: 1,
  initialQuantity: null,
  discountQuantity: null,
  amount: 1000,
  discountAmount: null,
  subtotalAmount: 1000,
  ...more
})

const part = (more: Partial<LineDiscount>): LineDiscount => ({
  index: 0,
  discountAmount: 0,
  discountQuantity: 0,
  addedQuantity: 0,
  addedAmount: 0,
  ...more
})

const ADDED = { discountAmount: 2000, discountQuantity: 2, addedQuantity: 2, addedAmount: 2000 }

t.test('a part goes from its line, as far as the line still has it', async t => {
  const free = { quantity: 3, initialQuantity: 1, discountQuantity: 2, amount: 3000 }
  const off = (discountAmount: number) => ({ discountAmount })
  const twoLeft = { ...free, quantity: 2, amount: 2000, ...off(2000) }
  const oneFree = { initialQuantity: 1, discountQuantity: 1, ...off(1000) }
  const onlyFree = { ...twoLeft, initialQuantity: 0 }
  const saysLess = { quantity: 1, discountQuantity: 1, ...off(1000) }
  const cutOff = { ...off(1000), discountQuantity: 1, addedQuantity: -2, addedAmount: -2000 }
  const unpriced = { quantity: 3, discountQuantity: 2, amount: null, subtotalAmount: null }
  const LEFT = [1, null, 1000, null]
  //  the line had, the request did, what is left: units, free, amount, discount
  const rows: readonly (readonly [
    string,
    Partial<KeptLine>,
    Partial<LineDiscount>,
    readonly (number | null)[] | null
  ])[] = [
    ['all of it', off(300), off(300), LEFT],
    ["the shop's own stays", off(450), off(300), [1, null, 1000, 150]],
    ['the shop took some away', off(100), off(300), LEFT],
    ['units that were added', { ...free, ...off(2000) }, ADDED, LEFT],
    ['one of them is left', twoLeft, ADDED, LEFT],
    ['the paid unit alone is left', { quantity: 1 }, ADDED, LEFT],
    ['the paid unit, though it says that two are free', oneFree, ADDED, LEFT],
    ['paid units that are as many', { quantity: 3, amount: 3000 }, ADDED, [3, null, 3000, null]],
    ['free units of a line that had nothing else', onlyFree, ADDED, null],
    ['the same, of a line that says less', saysLess, ADDED, null],
    ['units that were cut off', oneFree, cutOff, [3, null, 3000, null]],
    ['no price', unpriced, { ...ADDED, ...off(0), addedAmount: 0 }, [1, null, null, null]],
    ['lowered below the discount', { amount: 200, ...off(900) }, off(100), [1, null, 200, 200]]
  ]
  const other = mug({ amount: 70, subtotalAmount: 70 })
  for (const [title, had, did, expected] of rows) {
    const figures = { discountAmount: null, itemsDiscountAmount: null, totalDiscountAmount: null }
    const order = { ...figures, amount: null, totalAmount: null, lines: [mug(had), other] }
    const [left, beside] = takeBack(order, { discountAmount: 0, lines: [part(did)] }).lines
    const found = left && [left.quantity, left.discountQuantity, left.amount, left.discountAmount]
    t.strictSame(found, expected, title)
    t.equal(beside, other, 'the other line is the very same')
    const rest = left?.amount == null ? null : left.amount - (left.discountAmount ?? 0)
    if (left) t.equal(left.subtotalAmount, rest)
  }
})

t.test('a part keeps what the shop had said of the line while it has units', async t => {
  const own = { initialQuantity: 5, initialAmount: 700 }
  const had = mug({ quantity: 3, initialQuantity: 1, discountQuantity: 2, discountAmount: 2000 })
  const given = { ...part(ADDED), own }
  t.strictSame(partLeft(had, given), given)
  const paid = mug({ discountAmount: 2000 })
  t.strictSame(partLeft(paid, given), part({ discountAmount: 2000 }), 'not without units')
})

t.test('the figures of the order follow its lines', async t => {
  const lines = [
    mug({ quantity: 3, discountQuantity: 2, amount: 3000, discountAmount: 2400 }),
    mug({ discountAmount: 200 })
  ]
  const order = {
    amount: 4000,
    discountAmount: 500,
    itemsDiscountAmount: 2600,
    totalDiscountAmount: 3100,
    totalAmount: 900,
    lines
  }
  const unknown = { itemsDiscountAmount: null, totalDiscountAmount: null, totalAmount: null }
  const shown = (order: OrderToRestore<KeptLine>, taken: Partial<TakenOff>) => {
    const { lines: _, ...figures } = takeBack(order, { discountAmount: 0, lines: [], ...taken })
    return [
      figures.amount,
      figures.discountAmount,
      figures.itemsDiscountAmount,
      figures.totalDiscountAmount,
      figures.totalAmount
    ]
  }
  const bare = { ...order, lines: [] }
  const none = { amount: null, ...unknown }
  const added = { lines: [part(ADDED)] }
  const off = (discountAmount: number) => ({ discountAmount })
  const unsaid = { ...bare, discountAmount: null, ...unknown }
  const nothing = { ...bare, ...none }
  //  the order, what is taken; amount, its discount, that of lines, both, and the total
  const rows: readonly (readonly [
    string,
    OrderToRestore<KeptLine>,
    Partial<TakenOff>,
    readonly (number | null)[]
  ])[] = [
    ['nothing', order, {}, [4000, 500, 2600, 3100, 900]],
    ['off the order', order, off(300), [4000, 200, 2600, 2800, 1200]],
    ['all of it', order, off(900), [4000, 0, 2600, 2600, 1400]],
    ['units', order, added, [2000, 500, 600, 1100, 900]],
    // They are no part of the amount.
    ['others', order, { ...added, keepsAmount: true }, [4000, 500, 600, 1100, 2900]],
    // The order had no amount before.
    ['an amount', bare, { ...off(300), bringsAmount: true }, [null, 200, null, null, null]],
    ['a priced line', order, { ...added, bringsAmount: true }, [2000, 500, 600, 1100, 900]],
    ['a discount of lines that was not', bare, {}, [4000, 500, null, 500, 3500]],
    ['no discount', unsaid, {}, [4000, null, null, null, 4000]],
    ['a discount above the amount', { ...bare, amount: 200 }, {}, [200, 200, null, 200, 0]],
    ['discounts of lines above it', { ...order, amount: 200 }, {}, [200, 0, 200, 200, 0]],
    ['no amount', { ...nothing, ...off(400) }, off(300), [null, 100, null, null, null]],
    ['no figures', { ...nothing, discountAmount: null }, {}, [null, null, null, null, null]]
  ]
  for (const [title, given, taken, expected] of rows) {
    t.strictSame(shown(given, taken), expected, title)
  }
})

t.test('units that a cart brought back return with it', async t => {
  const brought = (initialQuantity: number) => lineOf('mug', 3, 1000, { initialQuantity })
  const opened = cartOf([brought(1), brought(2)])
  const root = stackOf(opened, [{ ...units('mug'), unit_off: 1, effect: 'ADD_MISSING_ITEMS' }])
  t.match(root.lines, [
    { appliedQuantity: -2 },
    { appliedQuantity: -1, appliedDiscountQuantity: 0 }
  ])
  const left = { quantity: 3, discountQuantity: null, amount: 3000, subtotalAmount: 3000 }
  const back = takeBack(keptOf(root), takenOffBy(root))
  t.match(back, { amount: 6000, lines: [left, left] }, 'also where no unit became free')
})
