import t from 'tap'
import {
  keepLineDiscounts,
  withdrawFromLines
} from '../../../src/decisions/orders/line-discounts.ts'
import type { LineDiscount, Order, OrderItem, OrderRedemption } from '../../../src/model.ts'
import { NOW } from '../../support/given.ts'
import { givenOrder, givenOrderItem } from '../../support/given-goods.ts'

const line = (over: Partial<LineDiscount> = {}): LineDiscount => ({
  index: 0,
  discountAmount: 300,
  discountQuantity: 0,
  addedQuantity: 0,
  addedAmount: 0,
  ...over
})

const link = (...lines: readonly LineDiscount[]): OrderRedemption => ({
  date: NOW,
  relatedObjectType: 'voucher',
  relatedObjectId: 'v_1',
  relatedObjectParentId: null,
  ...(lines.length === 0 ? {} : { lines })
})

const beans = (over: Partial<OrderItem> = {}) =>
  givenOrderItem({ productId: 'prod_1', quantity: 2, price: 500, amount: 1000, ...over })
const mug = (over: Partial<OrderItem> = {}) =>
  givenOrderItem({ productId: 'prod_2', quantity: 1, price: 700, amount: 700, ...over })

/** The figures of a line that a redemption changes. */
const figures = ({ quantity, amount, subtotalAmount, ...item }: OrderItem) => [
  quantity,
  item.discountQuantity,
  amount,
  item.discountAmount,
  subtotalAmount
]

t.test('a discount goes from its line, as far as the line still has it', t => {
  //                              the line had, the redemption did, what is left
  const rows: readonly (readonly [
    string,
    Partial<OrderItem>,
    Partial<LineDiscount>,
    readonly (number | null)[]
  ])[] = [
    ['all of it', { discountAmount: 300 }, {}, [2, null, 1000, null, 1000]],
    ["the shop's own stays", { discountAmount: 450 }, {}, [2, null, 1000, 150, 850]],
    ['the shop took some away', { discountAmount: 100 }, {}, [2, null, 1000, null, 1000]],
    ['no discount is left', { discountAmount: null }, {}, [2, null, 1000, null, 1000]],
    [
      'a free unit that was there',
      { discountAmount: 500, discountQuantity: 1 },
      { discountAmount: 500, discountQuantity: 1 },
      [2, null, 1000, null, 1000]
    ],
    [
      'a unit that was added, beside one that is free for another reason',
      { quantity: 3, amount: 1500, discountAmount: 1000, discountQuantity: 2 },
      { discountAmount: 500, discountQuantity: 1, addedQuantity: 1, addedAmount: 500 },
      [2, 1, 1000, 500, 500]
    ],
    [
      'a line without a price',
      { amount: null, discountAmount: null },
      {},
      [2, null, null, null, null]
    ]
  ]
  for (const [name, had, did, left] of rows) {
    const order = givenOrder({ items: [beans(had), mug()] })
    const { items } = withdrawFromLines(order, [line(did)])
    t.strictSame(figures(items[0] as OrderItem), left, name)
    t.strictSame(items[1], mug(), `${name}; the other line`)
  }
  t.end()
})

t.test('the sums of the order follow its lines', t => {
  const items = [
    beans({ quantity: 3, amount: 1500, discountAmount: 700, discountQuantity: 1 }),
    mug({ discountAmount: 200 })
  ]
  const order = givenOrder({ amount: 2200, itemsDiscountAmount: 900, items })
  const did = [
    line({ discountAmount: 700, discountQuantity: 1, addedQuantity: 1, addedAmount: 500 }),
    line({ index: 1, discountAmount: 200 })
  ]
  t.match(withdrawFromLines(order, did), { amount: 1700, itemsDiscountAmount: null })
  t.match(withdrawFromLines(order, did.slice(1)), { amount: 2200, itemsDiscountAmount: 700 })
  t.equal(withdrawFromLines(order, []), order, 'nothing was done to lines')
  const unknown = { ...order, amount: null, itemsDiscountAmount: null }
  t.match(withdrawFromLines(unknown, did), { amount: null, itemsDiscountAmount: null })
  t.end()
})

t.test('a line that was added goes, and later lines move up for other redemptions', t => {
  const added = { discountAmount: 700, discountQuantity: 1, addedQuantity: 1, addedAmount: 700 }
  const free = mug({ discountAmount: 700, discountQuantity: 1 })
  const redemptions = {
    r_1: link(line({ index: 1, ...added })),
    r_2: link(line({ index: 2 }), line({ index: 0 })),
    r_3: link()
  }
  const last = beans({ discountAmount: 300 })
  const order = givenOrder({ items: [beans({ discountAmount: 300 }), free, last], redemptions })
  const left = withdrawFromLines(order, [line({ index: 1, ...added })])
  t.strictSame(left.items, [beans({ discountAmount: 300 }), last])
  t.strictSame(left.redemptions, {
    r_1: link(),
    r_2: link(line({ index: 1 }), line({ index: 0 })),
    r_3: link()
  })
  t.end()
})

t.test('lines that are sent anew keep a discount where they have the same goods', t => {
  const redemptions: Order['redemptions'] = { r_1: link(line(), line({ index: 1 })), r_2: link() }
  const before = [beans(), mug()]
  const kept = (after: readonly OrderItem[]) => keepLineDiscounts(redemptions, { before, after })
  t.equal(kept(before), redemptions, 'the very same lines')
  t.strictSame(kept([beans({ quantity: 5 }), mug()]), redemptions)
  t.strictSame(kept([beans()]), { r_1: link(line()), r_2: link() }, 'one line less')
  t.strictSame(kept([mug(), beans()]), { r_1: link(), r_2: link() }, 'other goods')
  const others = [beans({ skuId: 'sku_1' }), mug({ sourceId: 'mug' })]
  t.strictSame(kept(others), { r_1: link(), r_2: link() }, 'and other names of goods')
  const untouched = { r_2: link() }
  t.equal(keepLineDiscounts(untouched, { before, after: [] }), untouched)
  t.strictSame(keepLineDiscounts(redemptions, { before: [], after: before }), {
    r_1: link(),
    r_2: link()
  })
  t.end()
})
