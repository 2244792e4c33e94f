/**
 * Carts that come back with free units, paid for before the units are given again.
 */
import t from 'tap'
import {
  type Cart,
  heldBackFor,
  type OpenedLine,
  type StoredDiscount
} from '../../../src/rules/discounts/cart.ts'
import {
  applyDiscount,
  applyGift,
  applyPoints,
  type PaidStep,
  type Step
} from '../../../src/rules/discounts/steps.ts'
import {
  type Judge,
  STACKING_RULES_DEFAULT,
  type Stackable,
  stack
} from '../../../src/rules/stacking.ts'
import { cartOf, done, goodsOf, lineOf, STACKED } from '../support/carts.ts'

type Taken = Step | PaidStep

interface Redeemable extends Stackable {
  readonly apply: (cart: Cart) => Taken | { readonly refused: unknown }
}

const goods = { mug: goodsOf('mug', 1000) }
const terms = { applicability: [], mode: STACKED }

const discount = (discount: StoredDiscount): Redeemable => ({
  categories: [],
  apply: cart => applyDiscount(cart, { ...terms, discount, goods })
})
const gift = (effect: 'APPLY_TO_ORDER' | 'APPLY_TO_ITEMS' = 'APPLY_TO_ORDER'): Redeemable => ({
  categories: [],
  apply: cart => applyGift(cart, { ...terms, effect, balance: 9000, credits: null })
})
const points: Redeemable = {
  categories: [],
  apply: cart => {
    const ratio = { exchangeRatio: '1', pointsRatio: 1 }
    return applyPoints(cart, { ...terms, ratio, balance: 900, points: null })
  }
}
const unit = (unit_off: number, unit_type = 'mug') =>
  discount({ type: 'UNIT', effect: 'ADD_MISSING_ITEMS', unit_off, unit_type })
const off = (amount_off: number) =>
  discount({ type: 'AMOUNT', effect: 'APPLY_TO_ORDER', amount_off })
const lineOff = (percent_off: number) =>
  discount({ type: 'PERCENT', effect: 'APPLY_TO_ITEMS', percent_off })

const judge: Judge<Redeemable, Taken, unknown> = ({ apply }, cart) => apply(cart)

/** What each step took, then the amount of the order, its discounts and what is left to pay. */
function figures(redeemables: readonly Redeemable[], cart: Cart) {
  const found = stack(redeemables, { cart, rules: STACKING_RULES_DEFAULT, judge })
  if (found.cart === null) return [found.inapplicable[0]?.reason]
  const { amount, discountAmount, itemsDiscountAmount, totalAmount } = found.cart
  const steps = found.applied.map(({ step }) => step.discount)
  return [...steps, [amount, discountAmount, itemsDiscountAmount, totalAmount]]
}

const mugs = (more: Partial<OpenedLine> = {}) =>
  lineOf('mug', 5, 1000, { initialQuantity: 1, ...more })

t.test('nothing is taken for units that a later step cuts off', async t => {
  const alone = cartOf([mugs()])
  const beside = cartOf([mugs(), lineOf('pen', 2, 300)])
  const sent = cartOf([mugs({ discountAmount: 700 })], { discountAmount: 4000 })
  const half = cartOf([mugs({ initialQuantity: 3 }), mugs()])
  // biome-ignore format: a table
  const rows: readonly (readonly [string, Cart, readonly Redeemable[], readonly unknown[]])[] = [
    ['credit alone pays what was sent', alone, [gift()], [5000, [5000, 5000, null, 0]]],
    ['credit before the unit', alone, [gift(), unit(1)], [1000, 0, [1000, 1000, 0, 0]]],
    ['credit after it', alone, [unit(1), gift()], [1000, 0, [1000, 0, 1000, 0]]],
    ['credit of lines', alone, [gift('APPLY_TO_ITEMS'), unit(1)], [1000, 0, [1000, null, 1000, 0]]],
    ['points', alone, [points, unit(1)], [1000, 0, [1000, 1000, 0, 0]]],
    ['a discount', alone, [off(4500), unit(1)], [1000, 0, [1000, 1000, 0, 0]]],
    ['a discount of lines', alone, [lineOff(50), unit(1)], [1000, 0, [1000, null, 1000, 0]]],
    ['a smaller one, of what was sent', alone, [lineOff(9), unit(1)],
      [450, 550, [1000, null, 1000, 0]]],
    ['other lines', beside, [gift(), unit(1)], [1600, 0, [1600, 1600, 0, 0]]],
    ['units that are added', alone, [gift(), unit(4)], [1000, 3000, [4000, 1000, 3000, 0]]],
    ['what the cart came with', sent, [gift(), unit(1)], [0, 0, [1000, 300, 700, 0]]],
    ['two steps that cut', beside, [gift(), unit(1), unit(2)],
      [1600, 0, 2000, [3600, 1600, 2000, 0]]],
    ['two lines that are cut', half, [gift(), unit(2)], [4000, 0, [4000, 4000, 0, 0]]]
  ]
  for (const [title, cart, redeemables, expected] of rows) {
    t.strictSame(figures(redeemables, cart), expected, title)
  }
})

t.test('points that would pay for nothing but cut units are refused', async t => {
  const none = cartOf([mugs({ initialQuantity: 0 })])
  t.strictSame(figures([points, unit(1)], none), [['nothing_to_pay']])
})

t.test('an order that was sent with less than its lines cost keeps what units add', async t => {
  const short = cartOf([mugs(), lineOf('pen', 2, 300)], { amount: 2000 })
  t.strictSame(figures([unit(3)], short), [2000, [2000, null, 2000, 0]])
  t.strictSame(figures([gift(), unit(3)], short), [0, 2000, [2000, 0, 2000, 0]])
})

t.test('what is held back is held back once', async t => {
  const cart = cartOf([mugs()])
  const paid = done(applyGift(cart, { ...terms, effect: null, balance: 9000, credits: null }))
  const given = {
    ...terms,
    discount: { type: 'UNIT', unit_off: 1, unit_type: 'mug' },
    goods
  } as const
  const steps = [paid, done(applyDiscount(paid.cart, given))]
  const held = heldBackFor(cart, steps)
  t.match(held, { lines: [{ heldAmount: 4000 }] })
  t.equal(heldBackFor(held ?? cart, steps), null)
  t.equal(heldBackFor(cart, []), null, 'nothing was cut off')
})
