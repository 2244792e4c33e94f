/** What remains of an order of which something goes back, figure by figure. */
import t from 'tap'
import {
  cutEntry,
  type GoodsBack,
  lowerOrder,
  type RedeemedAgain,
  remainingOf
} from '../../../src/decisions/orders/returns.ts'
import type { Order, OrderItem, OrderRedemption, RedeemedOff } from '../../../src/model.ts'
import type { LineDiscount } from '../../../src/rules/discounts/cart.ts'
import { EARLIER, givenEntry } from '../../support/given.ts'
import { givenLink, givenOrder, givenOrderItem } from '../../support/given-goods.ts'
import { table } from '../../support/table.ts'

/** So many mugs, with the shop's own discount on them. */
function mugs(quantity: number, discountAmount: number | null = null): OrderItem {
  const amount = 1200 * quantity
  const subtotalAmount = amount - (discountAmount ?? 0)
  return givenOrderItem({ quantity, amount, discountAmount, subtotalAmount })
}

/** Goods without a price. */
function wishes(quantity: number): OrderItem {
  const unpriced = { price: null, amount: null, subtotalAmount: null }
  return givenOrderItem({ productId: 'prod_3', quantity, ...unpriced })
}

function paid(items: readonly OrderItem[], over: Partial<Order> = {}): Order {
  const known = items.flatMap(({ amount }) => amount ?? [])
  const amount = known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0)
  return givenOrder({ status: 'PAID', amount, items, ...over })
}

const MODE = { base: 'DISCOUNTED_AMOUNT', products: 'STACK' } as const

function redeemed(off: RedeemedOff | null, over: Partial<OrderRedemption> = {}) {
  const terms = off && [{ redemptionId: 'r_1', mode: MODE, applicability: [], off }]
  const link: OrderRedemption = givenLink(0, {
    relatedObjectParentId: null,
    ...(terms && { terms }),
    ...over
  })
  return { redemptions: { r_1: link } }
}

const FREE: LineDiscount = {
  index: 0,
  discountAmount: 1200,
  discountQuantity: 1,
  addedQuantity: 0,
  addedAmount: 0
}
const FREE_MUG = { type: 'UNIT', unit_type: 'prod_1', unit_off: 1 } as const
const TENTH = { type: 'PERCENT', percent_off: 10 } as const
const AFTER = { rollbackId: 'rr_1', rollbackDate: EARLIER }

type Line = readonly [quantity: number, amount: number | null, discount: number | null]

/** Its amount, the discount on it, what is to pay, and its lines. */
type Figures = readonly [number | null, number | null, number | null, ...Line[]]

function figuresOf(again: RedeemedAgain | null): Figures | null {
  if (again === null) return null
  const { amount, discountAmount, totalAmount, items } = again.order
  const lines = items.map(item => [item.quantity, item.amount, item.discountAmount] as const)
  return [amount, discountAmount, totalAmount, ...lines]
}

const MANY = givenOrderItem({ amount: Number.MAX_SAFE_INTEGER })
const ONE: readonly [number, number][] = [[0, 1]]

//  what it is                          the order              units back   what remains
const returned: [string, Order, readonly [number, number][], Figures | null][] = [
  ['one of two units', paid([mugs(2)]), ONE, [1200, null, 1200, [1, 1200, null]]],
  [
    'other lines stay',
    paid([mugs(2), wishes(3)]),
    ONE,
    [1200, null, 1200, [1, 1200, null], [3, null, null]]
  ],
  ['goods without a price', paid([wishes(2)]), ONE, [null, null, null, [1, null, null]]],
  [
    'half of the discounts of the shop',
    paid([mugs(2, 200)], { discountAmount: 300 }),
    ONE,
    [1200, 150, 950, [1, 1200, 100]]
  ],
  ['a sum that cannot be counted', paid([MANY, MANY, mugs(2)]), [[2, 1]], null],
  [
    'what was rolled back takes nothing',
    paid([mugs(2)], redeemed({ discount: TENTH }, AFTER)),
    ONE,
    [1200, null, 1200, [1, 1200, null]]
  ],
  [
    'what had no terms takes nothing',
    paid([mugs(2)], redeemed(null)),
    ONE,
    [1200, null, 1200, [1, 1200, null]]
  ],
  [
    'a unit that was free is charged',
    paid([{ ...mugs(3, 1200), discountQuantity: 1 }], {
      ...redeemed({ discount: FREE_MUG }, { lines: [FREE] })
    }),
    ONE,
    [2400, null, 2400, [2, 2400, null]]
  ],
  [
    'what the shop has lowered of a percentage',
    paid([mugs(4)], {
      discountAmount: 100,
      ...redeemed({ discount: TENTH }, { discountAmount: 100, most: { order: 100, lines: {} } })
    }),
    ONE,
    [3600, 100, 3500, [3, 3600, null]]
  ]
]

table(t, returned, (t, _, order, units, figures) => {
  const back: GoodsBack = { units: new Map(units), amount: 0 }
  t.strictSame(figuresOf(remainingOf(order, order, back)), figures)
})

t.test('remainingOf: a line that is gone has no place in the next return', async t => {
  const order = paid([mugs(1), mugs(2), wishes(2)])
  const first = remainingOf(order, order, { units: new Map(ONE), amount: 0 })
  t.strictSame(
    [figuresOf(first), first?.bought.left],
    [
      [2400, null, 2400, [2, 2400, null], [2, null, null]],
      [0, 2, 2]
    ]
  )
  const { order: stored, bought } = first as NonNullable<typeof first>
  const next = { ...stored, returned: { amount: 1200, entries: [], bought } }
  const second = remainingOf(next, next, { units: new Map(ONE), amount: 0 })
  t.strictSame(
    [figuresOf(second), second?.bought.left],
    [
      [1200, null, 1200, [1, 1200, null], [2, null, null]],
      [0, 1, 2]
    ]
  )
})

t.test('remainingOf, lowerOrder: the initial amount that the shop sent stays', async t => {
  const order = paid([mugs(2)], { initialAmount: 5000 })
  const back = remainingOf(order, order, { units: new Map(ONE), amount: 0 })
  const lowered = lowerOrder(order, paid([mugs(1)]), { discountAmount: undefined, goesBack: true })
  t.strictSame([back?.order.initialAmount, lowered?.order.initialAmount], [5000, 5000])
})

t.test('lowerOrder: what was rolled back on a paid order is applied no longer', t => {
  const link = redeemed({ discount: TENTH }, { ...AFTER, discountAmount: 240 })
  const order = paid([mugs(2)], { discountAmount: 240, appliedDiscountAmount: 240, ...link })
  const lowered = lowerOrder(
    order,
    { ...order, items: [mugs(1)], amount: 1200 },
    { discountAmount: undefined, goesBack: true }
  )
  const { appliedDiscountAmount, redemptions } = lowered?.order ?? order
  t.strictSame([appliedDiscountAmount, redemptions['r_1']?.discountAmount], [0, 0])
  t.end()
})

t.test('lowerOrder: what was said anew takes no more again than it left', t => {
  const off = { discount: TENTH }
  const most = { order: 240, lines: {} }
  const said = redeemed(off, { discountAmount: 240, most })
  const other = redeemed(off, { discountAmount: 240 })
  const left = [said, other].map(link => {
    const order = paid([mugs(2)], { discountAmount: 240, ...link })
    const lowered = lowerOrder(order, paid([mugs(1)], link), {
      discountAmount: undefined,
      goesBack: true
    })
    return lowered?.order.redemptions['r_1']?.most
  })
  t.strictSame(left, [{ order: 120, lines: {} }, undefined])
  t.end()
})

const TWO = paid([mugs(2, 200)], { discountAmount: 300 })
const OTHER = givenOrderItem({ productId: 'prod_2', discountAmount: 50, subtotalAmount: 1150 })

//  what an update says                 before       after                  discount    what remains
const updated: [string, Order, Order, number | undefined, Figures][] = [
  ['fewer units', TWO, paid([mugs(1)]), undefined, [1200, 150, 950, [1, 1200, 100]]],
  ['a discount', TWO, paid([mugs(1)]), 40, [1200, 40, 1060, [1, 1200, 100]]],
  ['the discount of before', TWO, paid([mugs(1)]), 300, [1200, 150, 950, [1, 1200, 100]]],
  ['a discount of a line', TWO, paid([mugs(1, 30)]), undefined, [1200, 150, 1020, [1, 1200, 30]]],
  ['other goods', TWO, paid([OTHER]), undefined, [1200, 150, 1000, [1, 1200, 50]]],
  [
    'fewer goods without a price',
    paid([wishes(2)]),
    paid([wishes(1)]),
    undefined,
    [null, null, null, [1, null, null]]
  ]
]

table(t, updated, (t, _, before, after, discountAmount, figures) => {
  t.strictSame(figuresOf(lowerOrder(before, after, { discountAmount, goesBack: true })), figures)
})

const PRICE = givenEntry({
  amount: -150,
  lots: [
    { id: 'lot_1', amount: -100 },
    { id: 'lot_2', amount: -50 }
  ]
})

//  which part          from, to      of the lots
const cuts: [string, number, number, object[]][] = [
  ['the last lot', 100, 150, [['lot_2', -50]]],
  [
    'some of both',
    80,
    120,
    [
      ['lot_1', -20],
      ['lot_2', -20]
    ]
  ],
  ['the first lot', 0, 100, [['lot_1', -100]]]
]

table(t, cuts, (t, _, from, to, parts) => {
  const { amount, lots } = cutEntry(PRICE, from, to)
  t.strictSame([amount, lots.map(({ id, amount }) => [id, amount])], [from - to, parts])
})
