/**
 * Whole stacks and single effects, with the figures that answers of the public interface have.
 */
import t from 'tap'
import { type Cart, type StoredDiscount, sumOfSteps } from '../../../src/rules/discounts/cart.ts'
import {
  applyDiscount,
  applyGift,
  applyPoints,
  type CalculationMode,
  type Step
} from '../../../src/rules/discounts/steps.ts'
import type { Applicability } from '../../../src/rules/validation.ts'
import {
  cartOf,
  done,
  figuresOf,
  goodsOf,
  including,
  item,
  lineOf,
  STACKED
} from '../support/carts.ts'

type Redeemable = (cart: Cart) => Step

const GOODS = { red: goodsOf('red', 26_500), dear: goodsOf('dear', 64_900) }

function discount(
  stored: StoredDiscount,
  on: readonly Applicability[] = [],
  mode: CalculationMode = STACKED
): Redeemable {
  return cart =>
    done(applyDiscount(cart, { discount: stored, applicability: on, goods: GOODS, mode }))
}

const percent = (percent_off: number, effect: string, mode?: CalculationMode) =>
  discount({ type: 'PERCENT', percent_off, effect }, [], mode)
const amount = (amount_off: number, effect: string, on?: readonly Applicability[]) =>
  discount({ type: 'AMOUNT', amount_off, effect }, on)
const unit = (unit_off: number, unit_type: string) =>
  discount({ type: 'UNIT', unit_off, unit_type, effect: 'ADD_MISSING_ITEMS' })
const gift =
  (credits: number): Redeemable =>
  cart =>
    done(
      applyGift(cart, { effect: null, balance: 20_500, credits, mode: STACKED, applicability: [] })
    )
const points =
  (given: number, exchangeRatio: string, pointsRatio: number): Redeemable =>
  cart => {
    const ratio = { exchangeRatio, pointsRatio }
    const card = { balance: 1000, points: given }
    return done(applyPoints(cart, { ratio, ...card, mode: STACKED, applicability: [] }))
  }

const ORDER = 'APPLY_TO_ORDER'
const ITEMS = 'APPLY_TO_ITEMS'
const INITIAL: CalculationMode = { base: 'INITIAL_AMOUNT', products: 'STACK' }

const red = (quantity: number, initialQuantity: number) =>
  lineOf('red', quantity, 26_500, { initialQuantity })
const given = lineOf('blue', 1, 26_500, { discountAmount: 2650 })

/** Per step: what of the figures is known; then what is known of all steps together. */
// biome-ignore format: a table
const stacks: readonly [
  string,
  Cart,
  readonly Redeemable[],
  readonly Partial<ReturnType<typeof figuresOf>>[],
  Partial<ReturnType<typeof figuresOf>>
][] = [
  [
    'a gift card, a percentage and an amount off an order',
    cartOf([], { amount: 200_000 }),
    [gift(100), percent(20, ORDER), amount(8000, ORDER)],
    [
      { applied: 100, discount: 100, total: 199_900 },
      { applied: 39_980, discount: 40_080, total: 159_920 },
      { applied: 8000, discount: 48_080, total: 151_920 }
    ],
    { applied: 48_080, totalApplied: 48_080, discount: 48_080, items: null, itemsApplied: null }
  ],
  [
    'percentages, and a free unit that the cart brought back',
    cartOf([given, red(1, 0)]),
    [percent(3, ORDER), percent(10, ITEMS), unit(1, 'red')],
    [{ applied: 1511 }, { itemsApplied: 2385 + 2650 }, { itemsApplied: 23_850 }],
    {
      amount: 53_000,
      discount: 1511,
      items: 31_535,
      totalDiscount: 33_046,
      total: 19_954,
      applied: 1511,
      itemsApplied: 28_885,
      totalApplied: 30_396
    }
  ],
  [
    'two free units beside one that was paid, of three that the cart brought back',
    cartOf([given, red(3, 1)]),
    [percent(3, ORDER), percent(10, ITEMS), unit(1, 'red'), unit(2, 'red')],
    [
      { amount: 106_000, applied: 3101 },
      { itemsApplied: 10_335, total: 89_914 },
      { itemsApplied: 18_550, amount: 53_000, total: 18_364 },
      { itemsApplied: 53_000, amount: 106_000, total: 18_364 }
    ],
    {
      amount: 106_000,
      discount: 3101,
      items: 84_535,
      totalDiscount: 87_636,
      total: 18_364,
      applied: 3101,
      itemsApplied: 81_885,
      totalApplied: 84_986
    }
  ],
  [
    'an amount off a line that is free already takes nothing, and is applied',
    cartOf([lineOf('blue', 4, 26_500), lineOf('dear', 1, 64_900)]),
    [percent(30, ORDER), unit(1, 'dear'), amount(1000, ITEMS, [including(item('dear'))])],
    [
      { applied: 51_270, total: 119_630 },
      { itemsApplied: 64_900, total: 54_730 },
      { itemsApplied: 0, totalApplied: 0, applied: null, total: 54_730 }
    ],
    { total: 54_730 }
  ],
  ['points on top of what was given before', cartOf([], { amount: 20_000, discountAmount: 4600 }),
    [points(5, '1', 1)], [{ applied: 500, discount: 5100, total: 14_900 }], { applied: 500 }],
  ['an amount off takes no more than is left',
    cartOf([], { amount: 10_000, discountAmount: 9200, isStored: true }), [amount(1000, ORDER)],
    [{ applied: 800, total: 0 }], { applied: 800, discount: 10_000 }],
  ['percentages of what is left', cartOf([], { amount: 100 }),
    [percent(10, ORDER), percent(20, ORDER)], [{ applied: 10 }, { applied: 18 }], { applied: 28 }],
  ['percentages of what was there before all', cartOf([], { amount: 100 }),
    [percent(10, ORDER, INITIAL), percent(20, ORDER, INITIAL)], [{ applied: 10 }, { applied: 20 }],
    { applied: 30 }],
  ['the order of two percentages', cartOf([], { amount: 10_500 }),
    [percent(20, ORDER), percent(10, ORDER)], [{ applied: 2100 }, { applied: 840, total: 7560 }],
    { total: 7560 }],
  [
    'one unit of two kinds of goods',
    cartOf([lineOf('pen', 1, 2900), lineOf('cup', 1, 3100)]),
    [
      discount({
        type: 'UNIT',
        units: [
          { unit_off: 1, unit_type: 'pen', effect: 'ADD_MISSING_ITEMS' },
          { unit_off: 1, unit_type: 'cup', effect: 'ADD_NEW_ITEMS' }
        ]
      })
    ],
    [{ amount: 9100, items: 6000, total: 3100 }],
    { totalApplied: 6000 }
  ],
  ['points at 20 for a hundred', cartOf([], { amount: 20_000 }),
    [points(200, '20', 100), points(300, '20', 100)], [{ applied: 4000 }, { applied: 6000 }],
    { applied: 10_000 }],
  ['three per cent of a sum of two lines is rounded half up', cartOf([lineOf('blue', 1, 11_499)]),
    [percent(10, ORDER)], [{ applied: 1150 }], { total: 10_349 }]
]

for (const [title, cart, redeemables, steps, root] of stacks) {
  t.test(title, async t => {
    const taken: Step[] = []
    for (const [position, redeemable] of redeemables.entries()) {
      const step = redeemable(taken.at(-1)?.cart ?? cart)
      taken.push(step)
      t.match(figuresOf(step.cart), steps[position] ?? {}, `step ${position + 1}`)
    }
    t.match(figuresOf(sumOfSteps(cart, taken)), root, 'all steps')
  })
}

t.test('free units: the figures of their lines', async t => {
  const shirt = { shirt: goodsOf('shirt', 1700) }
  const lineAfter = (cart: Cart, stored: StoredDiscount, goods = shirt) => {
    const step = done(
      applyDiscount(cart, { discount: stored, goods, applicability: [], mode: STACKED })
    )
    const [line] = step.cart.lines
    const { amount, initialAmount, discountAmount, subtotalAmount } = line ?? {}
    const { quantity, discountQuantity, initialQuantity } = line ?? {}
    const units = [initialQuantity, quantity, discountQuantity]
    return [...units, initialAmount, amount, discountAmount, subtotalAmount]
  }
  const unitsOf = (effect: string, unit_off: number, unit_type = 'shirt') =>
    ({ type: 'UNIT', effect, unit_off, unit_type }) as const
  const [add, fill] = ['ADD_NEW_ITEMS', 'ADD_MISSING_ITEMS']
  const shirts = (quantity: number, more = {}) => cartOf([lineOf('shirt', quantity, 1700, more)])
  const rows: readonly [string, Cart, StoredDiscount, readonly (number | null)[]][] = [
    // initial units, units, free units; initial amount, amount, discount, subtotal
    ['many', shirts(1), unitsOf(add, 22), [1, 23, 22, 1700, 39_100, 37_400, 1700]],
    ['none yet', cartOf([]), unitsOf(fill, 2), [0, 2, 2, 0, 3400, 3400, 0]],
    ['one yet', shirts(1), unitsOf(fill, 2), [1, 2, 2, 1700, 3400, 3400, 0]],
    ['both', shirts(2), unitsOf(fill, 2), [2, 2, 2, 3400, 3400, 3400, 0]],
    ['more', shirts(5), unitsOf(fill, 2), [5, 5, 2, 8500, 8500, 3400, 5100]],
    ['a hundred', shirts(1), unitsOf(fill, 111), [1, 111, 111, 1700, 188_700, 188_700, 0]],
    [
      'the answer sent back',
      shirts(23, { initialQuantity: 1, discountQuantity: 22, discountAmount: 37_400 }),
      unitsOf(add, 22),
      [1, 23, 22, 1700, 39_100, 37_400, 1700]
    ]
  ]
  for (const [title, cart, stored, expected] of rows) {
    t.strictSame(lineAfter(cart, stored), expected, title)
  }
  const nothing = [0, 1, 1, null, null, null, null]
  t.strictSame(lineAfter(cartOf([]), unitsOf(fill, 1, 'shipping')), nothing, 'without a price')
})

t.test('the lines of single effects', async t => {
  const cart = cartOf([
    lineOf('mug', 2, 1000),
    lineOf('poster', 3, 1500),
    lineOf('shirt', 3, 2000),
    lineOf('bottle', 2, 2500)
  ])
  const three = [including(item('mug'), item('poster'), item('shirt'))]
  const off = { type: 'AMOUNT', amount_off: 1000 } as const
  const rows: readonly [StoredDiscount, number, number, number, number][] = [
    [{ ...off, effect: ITEMS }, 1000, 1000, 1000, 14_500],
    [{ ...off, effect: 'APPLY_TO_ITEMS_BY_QUANTITY' }, 2000, 3000, 3000, 9500],
    [{ ...off, effect: 'APPLY_TO_ITEMS_PROPORTIONALLY' }, 160, 360, 480, 16_500],
    [{ ...off, effect: 'APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY' }, 250, 375, 375, 16_500],
    [{ type: 'PERCENT', percent_off: 10, effect: ITEMS }, 200, 450, 600, 16_250],
    [{ type: 'FIXED', fixed_amount: 1000, effect: ITEMS }, 0, 1500, 3000, 13_000]
  ]
  for (const [stored, mug, poster, shirt, total] of rows) {
    const { cart: after } = discount(stored, three)(cart)
    const lines = after.lines.map(line => line.discountAmount)
    const title = `${stored.type} ${stored.effect}`
    t.strictSame([...lines, after.totalAmount], [mug, poster, shirt, null, total], title)
  }
})

t.test('the lines of application rules', async t => {
  const cart = cartOf([
    lineOf('shirt', 3, 2000),
    lineOf('poster', 5, 1500),
    lineOf('mug', 2, 1000),
    lineOf('socks', 4, 500),
    lineOf('bottle', 2, 2500)
  ])
  const rule = { effect: 'APPLY_FROM_MOST_EXPENSIVE', skipInitially: 1, repeat: 2 }
  const covered = ['shirt', 'poster', 'mug', 'socks']
  const on = (target: 'ITEM' | 'UNIT') => [
    including(...covered.map(id => item(id, { ...rule, target })))
  ]
  const byUnit = 'APPLY_TO_ITEMS_BY_QUANTITY'
  const rows = [
    [ITEMS, 'ITEM', [0, 500, 0, 500, 0], 1000],
    [byUnit, 'UNIT', [500, 1500, 500, 1000, 0], 3500]
  ] as const
  for (const [effect, target, expected, off] of rows) {
    const { cart: after, discount: total } = amount(500, effect, on(target))(cart)
    t.strictSame(
      after.lines.map(line => line.discountAmount ?? 0),
      expected,
      `${effect} by ${target}`
    )
    t.equal(total, off)
  }
})
