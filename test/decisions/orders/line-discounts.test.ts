import t from 'tap'
import { keepAmount, keepLineDiscounts, withdraw } from '../../../src/decisions/orders/lines.ts'
import type { Order, OrderItem, OrderRedemption } from '../../../src/model.ts'
import type { LineDiscount } from '../../../src/rules/discounts/cart.ts'
import { NOW } from '../../support/given.ts'
import { givenLink, givenOrder, givenOrderItem } from '../../support/given-goods.ts'

const line = (over: Partial<LineDiscount> = {}): LineDiscount => ({
  index: 0,
  discountAmount: 300,
  discountQuantity: 0,
  addedQuantity: 0,
  addedAmount: 0,
  ...over
})

const link = (...lines: readonly LineDiscount[]): OrderRedemption =>
  givenLink(0, { date: NOW, relatedObjectParentId: null, ...(lines.length === 0 ? {} : { lines }) })

const beans = (over: Partial<OrderItem> = {}) =>
  givenOrderItem({ productId: 'prod_1', quantity: 2, price: 500, amount: 1000, ...over })
const mug = (over: Partial<OrderItem> = {}) =>
  givenOrderItem({ productId: 'prod_2', quantity: 1, price: 700, amount: 700, ...over })

t.test('what a redemption took off goes, and the order shows no redemption as its last', t => {
  const applied = { appliedDiscountAmount: 300, appliedDiscountQuantity: 0, appliedQuantity: 0 }
  const items = [beans({ discountAmount: 300, ...applied }), mug(applied)]
  const order = givenOrder({
    amount: 1700,
    discountAmount: 150,
    itemsDiscountAmount: 300,
    totalDiscountAmount: 450,
    totalAmount: 1250,
    appliedDiscountAmount: 50,
    items
  })
  t.strictSame(withdraw(order, { discountAmount: 50, lines: [line()] }), {
    ...order,
    discountAmount: 100,
    itemsDiscountAmount: null,
    totalDiscountAmount: 100,
    totalAmount: 1600,
    appliedDiscountAmount: null,
    items: [beans({ subtotalAmount: 1000 }), items[1]]
  })
  t.end()
})

t.test('a line that was added goes, and later lines move up for other redemptions', async t => {
  const added = { discountAmount: 700, discountQuantity: 1, addedQuantity: 1, addedAmount: 700 }
  const free = mug({ discountAmount: 700, discountQuantity: 1 })
  const redemptions = {
    r_1: link(line({ index: 1, ...added })),
    r_2: link(line({ index: 2 }), line({ index: 0 })),
    r_3: link()
  }
  const last = beans({ discountAmount: 300 })
  const order = givenOrder({ items: [beans({ discountAmount: 300 }), free, last], redemptions })
  const left = withdraw(order, { discountAmount: 0, lines: [line({ index: 1, ...added })] })
  t.strictSame(left.items, [beans({ discountAmount: 300 }), last])
  t.strictSame(left.redemptions, {
    r_1: link(),
    r_2: link(line({ index: 1 }), line({ index: 0 })),
    r_3: link()
  })
})

t.test('lines that are sent anew keep a discount where they have the same goods', async t => {
  const redemptions: Order['redemptions'] = { r_1: link(line(), line({ index: 1 })), r_2: link() }
  const off = { discountAmount: 300 }
  const before = [beans(off), mug(off)]
  const kept = (after: readonly OrderItem[]) => keepLineDiscounts(redemptions, { before, after })
  t.equal(kept(before), redemptions, 'the very same lines')
  t.strictSame(kept([beans({ quantity: 5, ...off }), mug(off)]), redemptions)
  t.strictSame(kept([beans(off)]), { r_1: link(line()), r_2: link() }, 'one line less')
  t.strictSame(
    kept([mug(off), beans(off)]),
    { r_1: link(line({ index: 1 }), line()), r_2: link() },
    'in other places'
  )
  t.strictSame(
    kept([givenOrderItem({ productId: 'prod_3', ...off }), mug(off)]),
    { r_1: link(line({ index: 1 })), r_2: link() },
    'other goods'
  )
  const others = [beans({ skuId: 'sku_1', ...off }), mug({ sourceId: 'mug', ...off })]
  t.strictSame(kept(others), { r_1: link(), r_2: link() }, 'and other names of goods')
  const untouched = { r_2: link() }
  t.equal(keepLineDiscounts(untouched, { before, after: [] }), untouched)
  t.strictSame(keepLineDiscounts(redemptions, { before: [], after: before }), {
    r_1: link(),
    r_2: link()
  })
})

t.test('an amount that is sent without lines is kept, until lines are sent', async t => {
  const free = line({ discountQuantity: 1, addedQuantity: 1, addedAmount: 500 })
  const stored = givenOrder({ amount: 1500, items: [beans({ quantity: 3 })] })
  const redemptions = { r_1: link(free), r_2: link() }
  t.equal(keepAmount(redemptions, stored, { ...stored }), redemptions, 'the same amount')
  const other = { ...stored, amount: 900 }
  const marked = keepAmount(redemptions, stored, other)
  t.strictSame(marked, { r_1: { ...link(free), keepsAmount: true }, r_2: link() })
  const anew = { ...stored, items: [...stored.items] }
  t.strictSame(keepAmount(marked, other, anew), redemptions, 'lines decide the amount')
  t.equal(keepAmount(redemptions, other, anew), redemptions)
})

t.test('a line that is lowered loses the part of the latest redemption first', async t => {
  const free = { discountAmount: 500, discountQuantity: 1, addedQuantity: 1, addedAmount: 500 }
  const redemptions = { r_1: link(line()), r_2: link(line(free)), r_3: link(line(free)) }
  const had = { quantity: 4, initialQuantity: 2, discountQuantity: 2, discountAmount: 1300 }
  //                        the line as it is sent, what is left of each part
  // biome-ignore format: a table
  const rows: readonly (readonly [string, Partial<OrderItem>, readonly LineDiscount[][]])[] = [
    ['as it was', had, [[line()], [line(free)], [line(free)]]],
    ['one unit less', { ...had, quantity: 3, discountQuantity: 1, discountAmount: 800 },
      [[line()], [line(free)], []]],
    ['no free units', { quantity: 2, discountAmount: 400 },
      [[line()], [line({ discountAmount: 100 })], []]],
    ['a unit that nobody pays', { quantity: 1, discountQuantity: 1, discountAmount: 500 },
      [[line()], [line({ ...free, discountAmount: 200 })], []]],
    ['no discount', { quantity: 2 }, [[], [], []]]
  ]
  for (const [title, sent, [one = [], two = [], three = []]] of rows) {
    const kept = keepLineDiscounts(redemptions, { before: [beans(had)], after: [beans(sent)] })
    const expected = { r_1: link(...one), r_2: link(...two), r_3: link(...three) }
    t.strictSame(kept, expected, title)
  }
})
