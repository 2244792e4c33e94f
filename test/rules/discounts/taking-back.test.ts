/**
 * Taking back what a request took off an order.
 */
import t from 'tap'
import { type Cart, sumOfSteps } from '../../../src/rules/discounts/cart.ts'
import { applyDiscount, type Step } from '../../../src/rules/discounts/steps.ts'
import { takeBack, takenOffBy } from '../../../src/rules/discounts/taking-back.ts'
import type { StoredDiscount } from '../../../src/rules/discounts/terms.ts'
import { cartOf, done, goodsOf, keptOf, lineOf, STACKED } from '../support/carts.ts'

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
  const before = { quantity: 2, discountQuantity: 0, amount: 2000, discountAmount: 0 }
  const lines = [{ ...before, subtotalAmount: 2000 }]
  const expected = { amount: 2000, discountAmount: 100, itemsDiscountAmount: 0, totalAmount: 1900 }
  for (const order of [
    [one, other],
    [other, one]
  ]) {
    const left = order.reduce(takeBack, keptOf(second))
    t.match(left, { ...expected, totalDiscountAmount: 100, lines })
    t.equal(left.lines.length, 1, 'lines of added units are gone')
  }
  t.match(takeBack(keptOf(second), other), { lines: keptOf(first).lines }, 'and no other part')
})

t.test('no more is taken back than is there', async t => {
  const root = stackOf(cartOf([lineOf('mug', 2, 1000)]), [OFF, TENTH, units('mug')])
  const taken = takenOffBy(root)
  const nothing = { itemsDiscountAmount: null, totalDiscountAmount: null, totalAmount: null }
  const unknown = { amount: null, discountAmount: null, ...nothing, lines: [] }
  t.strictSame(takeBack(unknown, taken), unknown, 'an order of nothing')
  t.match(takeBack({ ...unknown, discountAmount: 400 }, taken), { discountAmount: 100 })
  const [mug] = keptOf(cartOf([lineOf('mug', 1, 1000)])).lines
  const small = { ...unknown, amount: 500, discountAmount: 900, lines: mug ? [mug] : [] }
  const left = { quantity: 0, discountQuantity: null, amount: 0, discountAmount: 0 }
  t.match(takeBack(small, taken), { amount: 0, totalAmount: 0, discountAmount: 0, lines: [left] })
  const bare = { ...small, lines: small.lines.map(line => ({ ...line, amount: null })) }
  t.match(takeBack(bare, taken), { amount: 500, lines: [{ quantity: 0, amount: null }] })
  const other = { ...small, lines: small.lines.map(line => ({ ...line, productId: 'pen' })) }
  t.match(takeBack(other, taken), { lines: [{ quantity: 1, amount: 1000 }] }, 'other goods')
  const more = {
    ...other,
    itemsDiscountAmount: 700,
    lines: other.lines.map(line => ({ ...line, discountAmount: 700 }))
  }
  t.match(takeBack(more, taken), { totalAmount: 0, itemsDiscountAmount: 500 })
})

t.test('lines are found by their goods where they moved', async t => {
  const root = stackOf(cartOf([lineOf('mug', 2, 1000), lineOf('pen', 1, 200)]), [units('pen')])
  const { lines, ...order } = keptOf(root)
  const moved = takeBack({ ...order, lines: lines.toReversed() }, takenOffBy(root))
  t.match(moved.lines, [
    { productId: 'pen', quantity: 1 },
    { productId: 'mug', quantity: 2 }
  ])
  const nameless = cartOf([lineOf('', 1, 1000, { productId: null })])
  t.match(takeBack(keptOf(stackOf(nameless, [TENTH])), takenOffBy(stackOf(nameless, [TENTH]))), {
    lines: [{ discountAmount: 0, subtotalAmount: 1000 }]
  })
})

t.test('units that a cart brought back return with it', async t => {
  const opened = cartOf([lineOf('mug', 3, 1000, { initialQuantity: 1 })])
  const root = stackOf(opened, [{ ...units('mug'), unit_off: 1, effect: 'ADD_MISSING_ITEMS' }])
  t.match(root.lines, [{ quantity: 1, appliedQuantity: -2 }])
  const left = { quantity: 3, discountQuantity: 0, amount: 3000, subtotalAmount: 3000 }
  t.match(takeBack(keptOf(root), takenOffBy(root)), { amount: 3000, lines: [left] })
})
