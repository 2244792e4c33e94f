import t from 'tap'
import {
  amountWithoutUnits,
  asSaid,
  initialAmountAfter,
  marksOf,
  ownsInitialAmount,
  withOwnFigures
} from '../../../src/decisions/orders/lines.ts'
import type { Order, OrderRedemption } from '../../../src/model.ts'
import type { LineDiscount } from '../../../src/rules/discounts/cart.ts'
import { NOW } from '../../support/given.ts'
import { givenLink, givenOrder, givenOrderItem } from '../../support/given-goods.ts'

const OFF = { discountQuantity: 0, addedQuantity: 0, addedAmount: 0 }
const off: LineDiscount = { index: 0, discountAmount: 50, ...OFF }
const units: LineDiscount = {
  index: 0,
  discountAmount: 500,
  discountQuantity: 1,
  addedQuantity: 1,
  addedAmount: 500
}

const link = (over: Partial<OrderRedemption> = {}): OrderRedemption =>
  givenLink(0, { date: NOW, relatedObjectParentId: null, ...over })

const GIVES = link({ lines: [units] })
const TAKES = link({ lines: [off] })
const UNDONE = link({ rollbackId: 'r_9', rollbackDate: NOW })
const MARK = { keepsInitialAmount: true } as const
const said = { initialQuantity: 2, initialAmount: 900 }
const beans = (over = {}) => givenOrderItem({ productId: 'prod_1', quantity: 3, ...over })

t.test('whose the initial amount of an order is', async t => {
  //     the order has, and was redeemed on  the shop's own
  const rows: readonly (readonly [number | null, Order['redemptions'], boolean])[] = [
    [null, {}, false],
    [700, {}, true],
    [700, { r_1: TAKES }, true],
    [700, { r_1: GIVES }, false],
    [700, { r_1: { ...GIVES, ...MARK } }, true],
    [700, { r_1: UNDONE }, true],
    [700, { r_1: UNDONE, r_2: GIVES }, false],
    [700, { r_1: UNDONE, r_2: { ...GIVES, ...MARK } }, true],
    [null, { r_1: UNDONE }, false]
  ]
  for (const [initialAmount, redemptions, isOwn] of rows) {
    const order = givenOrder({ initialAmount, redemptions, items: [beans(said)] })
    t.equal(ownsInitialAmount(order), isOwn)
  }
})

t.test('an initial amount follows what is sent, and what units add to the amount', async t => {
  const stored = givenOrder({ amount: 1500, initialAmount: 1000, redemptions: { r_1: GIVES } })
  const own = { ...stored, redemptions: { r_1: { ...GIVES, ...MARK } } }
  const fresh = { amount: 2000, items: [beans()], redemptions: stored.redemptions }
  const kept = { ...fresh, redemptions: own.redemptions }
  const none = { ...fresh, redemptions: { r_1: TAKES } }
  const after = (
    before: Order | null,
    sent: number | undefined,
    now: Pick<Order, 'amount' | 'items' | 'redemptions'>
  ) => initialAmountAfter(before, sent, now)
  const rows = [
    ['a new order', after(null, 800, none), { initialAmount: 800, redemptions: none.redemptions }],
    ['and nothing', after(null, undefined, none).initialAmount, null],
    ['as it is', after(stored, undefined, stored).initialAmount, 1000],
    ['sent back', after(stored, 1000, fresh).initialAmount, 1500],
    ['other lines', after(stored, undefined, fresh).initialAmount, 1500],
    ['without the units', after(stored, undefined, none).initialAmount, null],
    ["the shop's own", after(own, undefined, kept).initialAmount, 1000],
    ['sent', after(stored, 800, fresh), { initialAmount: 800, redemptions: own.redemptions }]
  ] as const
  for (const [title, found, expected] of rows) t.strictSame(found, expected, title)
})

t.test('what an order costs without units counts those that are part of its amount', async t => {
  const cut = link({ lines: [{ ...units, addedQuantity: -2, addedAmount: -700 }] })
  const rows: readonly (readonly [number | null, readonly OrderRedemption[], number | null])[] = [
    [1500, [], null],
    [1500, [TAKES, UNDONE], null],
    [1500, [GIVES, TAKES], 1000],
    [1500, [GIVES, GIVES, cut], 1200],
    [1500, [{ ...GIVES, keepsAmount: true }], null],
    [200, [GIVES], 0],
    [null, [GIVES], null]
  ]
  for (const [amount, links, expected] of rows) {
    t.equal(amountWithoutUnits({ amount, redemptions: { ...links } as never }), expected)
  }
})

t.test('a redemption keeps what the shop had said of a line before units', async t => {
  const own = { ...units, own: said }
  const kept = (before: Partial<Order>, part: LineDiscount) =>
    withOwnFigures([part], givenOrder({ items: [beans()], ...before }))
  const rows: readonly (readonly [string, readonly LineDiscount[], LineDiscount])[] = [
    ['nothing was said', kept({}, units), units],
    ['something was', kept({ items: [beans(said)] }, units), own],
    ['no units', kept({ items: [beans(said)] }, off), off],
    ['a line that is added', kept({}, { ...units, index: 1 }), { ...units, index: 1 }],
    [
      'an earlier redemption says it',
      kept({ items: [beans(said)], redemptions: { r_1: TAKES, r_2: GIVES } }, units),
      units
    ],
    ['and has it', kept({ redemptions: { r_1: link({ lines: [own] }) } }, units), own]
  ]
  for (const [title, found, expected] of rows) t.strictSame(found, [expected], title)

  const given = beans({ initialQuantity: 1, initialAmount: 100 })
  const left = (part: LineDiscount, redemptions: Order['redemptions'] = {}) =>
    asSaid(given, [part], { redemptions, at: 0 })
  t.strictSame(left(units), beans())
  t.strictSame(left(own), beans(said))
  t.strictSame(left(own, { r_1: GIVES }), given, 'others have given units')
  t.strictSame(left(own, { r_1: link({ lines: [{ ...units, index: 1 }] }) }), beans(said))
  t.strictSame(left(off), given, 'no units')
})

t.test('a redemption is marked with what the order had of its own', async t => {
  const marks = (before: Partial<Order>, amount: number | null, lines: LineDiscount[]) =>
    marksOf(givenOrder({ amount: 1000, ...before }), { amount, lines })
  t.strictSame(marks({}, 1500, [units]), {})
  t.strictSame(marks({ initialAmount: 900 }, 1500, [units]), MARK)
  t.strictSame(marks({ initialAmount: 900 }, 1000, [off]), {})
  t.strictSame(marks({ amount: null }, 500, [units]), { bringsAmount: true })
  t.strictSame(marks({ amount: null }, null, [units]), {})
  const brought = { r_1: link({ bringsAmount: true }) }
  t.strictSame(marks({ redemptions: brought }, 1500, [units]), { bringsAmount: true })
})
