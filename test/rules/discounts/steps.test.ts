/**
 * One step: every type and effect with its limits, gift credit and points.
 */
import t from 'tap'
import {
  type Cart,
  openCart,
  type StoredDiscount,
  unitTypesOf
} from '../../../src/rules/discounts/cart.ts'
import {
  applyDiscount,
  applyGift,
  applyPoints,
  type CalculationMode
} from '../../../src/rules/discounts/steps.ts'
import type { Applicability } from '../../../src/rules/validation.ts'
import { cartOf, done, goodsOf, including, item, lineOf, STACKED } from '../support/carts.ts'

const MAX = Number.MAX_SAFE_INTEGER
const INITIAL: CalculationMode = { base: 'INITIAL_AMOUNT', products: 'STACK' }
const ONCE: CalculationMode = { base: 'DISCOUNTED_AMOUNT', products: 'ONCE' }
const ITEMS = 'APPLY_TO_ITEMS'
const ORDER = 'APPLY_TO_ORDER'

interface Given {
  readonly on?: readonly Applicability[]
  readonly mode?: CalculationMode
}

function apply(cart: Cart, discount: StoredDiscount, { on = [], mode = STACKED }: Given = {}) {
  const goods = { mug: goodsOf('mug', 1000), gift: goodsOf('gift', 700) }
  return applyDiscount(cart, { discount, applicability: on, mode, goods })
}

const off = (amount_off: number, effect?: string, more = {}): StoredDiscount => ({
  type: 'AMOUNT',
  amount_off,
  ...(effect === undefined ? {} : { effect }),
  ...more
})
const percent = (percent_off: number, effect?: string, more = {}): StoredDiscount => ({
  type: 'PERCENT',
  percent_off,
  ...(effect === undefined ? {} : { effect }),
  ...more
})
const fixed = (fixed_amount: number, effect?: string): StoredDiscount => ({
  type: 'FIXED',
  fixed_amount,
  ...(effect === undefined ? {} : { effect })
})

/** Of each line what the step took, and what it took off the order. */
function taken(cart: Cart, discount: StoredDiscount, given?: Given) {
  const { cart: after } = done(apply(cart, discount, given))
  return [...after.lines.map(line => line.appliedDiscountAmount), after.appliedDiscountAmount]
}

t.test('what a discount takes off lines and the order', async t => {
  const [mug, poster] = [lineOf('mug', 2, 1000), lineOf('poster', 4, 700)]
  const two = cartOf([mug, poster])
  const started = cartOf([{ ...mug, discountAmount: 500 }, poster])
  const byQuantity = 'APPLY_TO_ITEMS_BY_QUANTITY'
  const shared = 'APPLY_TO_ITEMS_PROPORTIONALLY'
  const sharedByQuantity = 'APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY'
  const onMug = (more = {}) => ({ on: [including(item('mug', more))] })
  const onBoth = (more = {}) => ({ on: [including(item('mug', more), item('poster', more))] })
  const free = cartOf([{ ...mug, discountAmount: 2000 }, poster])
  const bare = cartOf([lineOf('mug', 3, null, { amount: 1000 }), lineOf('poster', 1, null)])
  const inAll = (limit: number) => ({ aggregated_amount_limit: limit })
  const atMost = (limit: number) => ({ amount_limit: limit })
  const threePosters = { on: [including(item('poster', { quantityLimit: 3 }))] }
  const fiveOfSet = { on: [including(item('set', { aggregatedQuantityLimit: 5 }))] }
  // biome-ignore format: a table
  const rows: readonly [string, Cart, StoredDiscount, Given, string][] = [
    ['the order by default', two, off(300), {}, '- - 300'],
    ['lines, where a rule names goods', two, off(300), onMug(), '300 - -'],
    ['a percentage, of the same default', two, percent(10), {}, '- - 480'],
    ['a percentage of lines', two, percent(10), onMug(), '200 - -'],
    ['the order, though a rule names goods', two, off(300, ORDER), onMug(), '- - 300'],
    ['a price of the order', two, fixed(4500), {}, '- - 300'],
    ['a price above what it costs', two, fixed(5000, ORDER), {}, '- - 0'],
    ['a price of lines', two, fixed(900, ITEMS), {}, '200 0 -'],
    ['a price of its own', two, fixed(900), onBoth({ price: 600 }), '800 400 -'],
    ['a price of units without one', bare, fixed(100, ITEMS), {}, '700 - -'],
    ['no more than the rest of a line', started, off(1800, ITEMS), {}, '1500 1800 -'],
    ['no more than that by units', started, off(800, byQuantity), {}, '1500 2800 -'],
    ['nor than the price of units', two, off(2000, byQuantity), onMug({ quantityLimit: 1 }),
      '1000 - -'],
    ['units without a price', bare, off(300, byQuantity), {}, '900 - -'],
    ['a limit for all lines', two, off(1500, ITEMS, inAll(2000)), {}, '1500 500 -'],
    ['that limit by units', two, off(500, byQuantity, inAll(1200)), {}, '1000 200 -'],
    ['that limit of shares', two, off(500, shared, inAll(48)), {}, '20 28 -'],
    ['that limit of the order', two, off(500, ORDER, inAll(48)), {}, '- - 48'],
    ['that limit of percentages', two, percent(10, ITEMS, inAll(250)), {}, '200 50 -'],
    ['a limit of the order', two, percent(50, ORDER, atMost(99)), {}, '- - 99'],
    ['the lower of both', two, percent(50, ORDER, { ...atMost(99), ...inAll(98) }), {}, '- - 98'],
    ['a limit of each line', two, percent(10, ITEMS, atMost(210)), {}, '200 210 -'],
    ['a limit of an entry', two, percent(10, ITEMS), onBoth({ amountLimit: 150 }), '150 150 -'],
    ['a limit of an entry in all', two, percent(10, ITEMS), onBoth({ aggregatedAmountLimit: 205 }),
      '200 205 -'],
    ['the lowest limit', two, percent(10, ITEMS, atMost(90)), onBoth({ amountLimit: 150 }),
      '90 90 -'],
    ['some units', two, percent(10, ITEMS), threePosters, '- 210 -'],
    ['an amount off some units', two, off(2500, ITEMS), threePosters, '- 2100 -'],
    ['units of all lines', two, off(10, byQuantity), fiveOfSet, '- - -'],
    ['shares', two, off(480, shared), {}, '200 280 -'],
    ['shares with the largest remainder first', two, off(5, shared), {}, '2 3 -'],
    ['shares of what is left', started, off(430, shared), {}, '150 280 -'],
    ['shares by units', two, off(600, sharedByQuantity), {}, '200 400 -'],
    ['a share that a line cannot give', free, off(600, sharedByQuantity), {}, '0 600 -'],
    ['shares of more than all', started, off(9000, sharedByQuantity), {}, '1500 2800 -'],
    ['shares, a limit of each', two, off(1000, shared), onBoth({ amountLimit: 300 }), '300 300 -'],
    ['shares, a limit of all', two, off(480, shared), onBoth({ aggregatedAmountLimit: 210 }),
      '200 210 -'],
    ['exact decimals', cartOf([lineOf('mug', 1, 1004)]), percent(12.5, ITEMS), {}, '126 -'],
    ['no lines', cartOf([]), percent(10, ITEMS), {}, '-'],
    ['an order of no amount', cartOf([lineOf('mug', 1, null)]), off(10), {}, '- 0']
  ]
  for (const [title, cart, discount, given, expected] of rows) {
    const found = taken(cart, discount, given).map(amount => amount ?? '-')
    t.equal(found.join(' '), expected, title)
  }
})

t.test('the mode of calculation', async t => {
  const cart = cartOf([lineOf('mug', 2, 1000, { discountAmount: 1500 }), lineOf('poster', 4, 700)])
  const first = (mode: CalculationMode) =>
    done(apply(cart, percent(20, ITEMS), { mode, on: [including(item('mug'))] })).cart
  const shared = off(480, 'APPLY_TO_ITEMS_PROPORTIONALLY')
  t.strictSame(taken(cart, percent(20, ITEMS)), [100, 560, null], 'of what is left')
  t.strictSame(taken(cart, percent(20, ITEMS), { mode: INITIAL }), [400, 560, null], 'of all')
  t.strictSame(taken(cart, percent(50, ITEMS), { mode: INITIAL }), [500, 1400, null], 'of the rest')
  t.strictSame(taken(cart, shared, { mode: INITIAL }), [200, 280, null], 'shares of all')
  t.strictSame(taken(cart, percent(10), { mode: INITIAL }), [null, null, 480], 'of the order')
  t.strictSame(taken(first(ONCE), percent(20, ITEMS), { mode: ONCE }), [null, 560, null], 'once')
  t.strictSame(taken(first(STACKED), percent(20, ITEMS)), [80, 560, null], 'and as often')
})

t.test('once: lines of the same goods, units of them, and lines that name none', async t => {
  const nameless = { productId: null, ids: [] }
  const cart = cartOf([
    lineOf('mug', 1, 1000),
    lineOf('mug', 1, 1200, { skuId: 'sku', ids: ['mug', 'sku'] }),
    lineOf('', 1, 300, nameless),
    lineOf('', 1, 400, nameless)
  ])
  const sku = { on: [including(item('sku', { object: 'sku' }))], mode: ONCE }
  const { cart: after } = done(apply(cart, percent(10, ITEMS), sku))
  t.strictSame(taken(after, percent(10, ITEMS), { mode: ONCE }), [null, null, 30, 40, null])
  const unit = { type: 'UNIT', unit_off: 1, unit_type: 'mug' } as const
  const gave = done(apply(after, unit, { mode: ONCE }))
  t.equal(gave.hasEffect, false, 'goods that are discounted get no free units')
  t.equal(gave.cart.initialAmount, null)
  const all = done(
    apply(cart, percent(10, ITEMS, { aggregated_amount_limit: 250 }), { mode: ONCE })
  )
  t.strictSame(taken(all.cart, percent(10, ITEMS), { mode: ONCE }), [null, null, null, 40, null])
})

t.test('what lines take together is no more than the order costs', async t => {
  const lines = [lineOf('mug', 2, 1000), lineOf('poster', 4, 700)]
  const { cart } = done(apply(cartOf(lines), off(4500)))
  t.strictSame(taken(cart, percent(10, ITEMS)), [200, 100, null], 'the first lines first')
  const unit = { type: 'UNIT', unit_off: 1, unit_type: 'mug' } as const
  t.strictSame(taken(cart, unit), [300, null, null], 'and of free units')
  const many = { type: 'UNIT', units: [{ ...unit }, { ...unit, unit_type: 'gift' }] } as const
  t.strictSame(taken(cart, many), [300, null, 700, null], 'added units cost nothing')
  t.strictSame(taken(cartOf(lines, { amount: 900 }), percent(50, ITEMS)), [900, 0, null])
})

t.test('free units on several lines of the same goods', async t => {
  const cart = cartOf([
    lineOf('poster', 1, 700),
    lineOf('mug', 1, 1000),
    lineOf('mug', 2, 1200, { discountQuantity: 1, discountAmount: 1200 })
  ])
  const units = (unit_off: number, effect: string) => {
    const step = done(apply(cart, { type: 'UNIT', unit_off, unit_type: 'mug', effect }))
    return step.cart.lines.map(({ quantity, discountQuantity, appliedDiscountAmount }) => [
      quantity,
      discountQuantity,
      appliedDiscountAmount
    ])
  }
  const poster = [1, null, null]
  t.strictSame(units(2, 'ADD_MISSING_ITEMS'), [poster, [1, 1, 1000], [2, 2, 1200]])
  t.strictSame(units(3, 'ADD_MISSING_ITEMS'), [poster, [2, 2, 2000], [2, 2, 1200]])
  t.strictSame(units(3, 'ADD_NEW_ITEMS'), [poster, [4, 3, 3000], [2, 1, null]])
})

t.test('free units of lines that have a discount, or say little', async t => {
  const unit = (unit_off: number, effect = 'ADD_MISSING_ITEMS') =>
    ({ type: 'UNIT', unit_off, unit_type: 'mug', effect }) as const
  const line = (quantity: number, price: number | null, more = {}) =>
    cartOf([lineOf('mug', quantity, price, more)])
  const back = { initialQuantity: 2, discountAmount: 900 }
  const by500 = line(5, 1000, { discountAmount: 500 })
  const oneFree = line(3, 1000, { discountQuantity: 1, discountAmount: 1600 })
  const beyond = line(9, 1000, { initialQuantity: 1, discountAmount: 4000 })
  const begun = line(1, 1000, { initialAmount: 900 })
  const half = line(1, 1000, { discountAmount: 500 })
  const rows: readonly [string, Cart, StoredDiscount, readonly (number | null)[]][] = [
    // units, free units; initial amount, amount, discount, what the step took
    ['a share is on the free ones', by500, unit(2), [5, 2, 5000, 5000, 2300, 1800]],
    ['or none of it', by500, unit(2, 'ADD_NEW_ITEMS'), [7, 2, 5000, 7000, 2500, 2000]],
    ['or all', half, unit(1), [1, 1, 1000, 1000, 1000, 500]],
    ['what is free stays free', oneFree, unit(1), [3, 2, 3000, 3000, 2300, 700]],
    ['units that came back', line(3, 1000, back), unit(1), [2, 1, 2000, 2000, 1300, 400]],
    ['and a discount above what is left', beyond, unit(1), [1, 1, 1000, 1000, 1000, 0]],
    ['no price', line(3, null, { amount: 2900 }), unit(1), [3, 1, 2900, 2900, 1000, 1000]],
    ['no units at all', line(0, 1000, { discountAmount: 0 }), unit(1), [1, 1, 0, 1000, 1000, 1000]],
    ['no amount', line(1, null), unit(2), [2, 2, null, null, null, null]],
    ['an initial amount', begun, unit(1), [1, 1, 900, 1000, 1000, 1000]]
  ]
  for (const [title, cart, discount, expected] of rows) {
    const [found] = done(apply(cart, discount)).cart.lines
    const { quantity, discountQuantity, initialAmount, amount } = found ?? {}
    const units = [quantity, discountQuantity, initialAmount, amount]
    t.strictSame([...units, found?.discountAmount, found?.appliedDiscountAmount], expected, title)
  }
  const other = { type: 'UNIT', unit_off: 2, unit_type: 'other' } as const
  const known = { ...goodsOf('other', 400) }
  const cart = cartOf([lineOf('other', 2, null, { amount: 1000 })])
  const step = applyDiscount(cart, {
    discount: { ...other, effect: 'ADD_NEW_ITEMS' },
    applicability: [],
    mode: STACKED,
    goods: { other: known }
  })
  t.match(done(step).cart.lines, [{ amount: 1800, discountAmount: 800 }], 'at the price of goods')
})

t.test('an order without an amount gets one from the units that are added', async t => {
  const step = done(apply(cartOf([]), { type: 'UNIT', unit_off: 2, unit_type: 'mug' }))
  const { amount, initialAmount, totalAmount, itemsDiscountAmount } = step.cart
  t.strictSame([amount, initialAmount, totalAmount, itemsDiscountAmount], [2000, 0, 0, 2000])
  t.match(step, { effect: 'ADD_MISSING_ITEMS', discount: 2000, hasEffect: true })
  const shipping = done(apply(cartOf([]), { type: 'UNIT', unit_off: 1, unit_type: 'shipping' }))
  t.match(shipping, { discount: 0, hasEffect: true, cart: { amount: null, totalAmount: null } })
  t.match(shipping.cart.lines, [{ productId: null, productSourceId: 'shipping', amount: null }])
})

t.test('units of goods that the inventory does not have are what the discount says', async t => {
  const unit = { type: 'UNIT', unit_off: 1, unit_type: 'shipping' } as const
  const said = { id: 'prod_5h1pp1ng', source_id: '5h1pp1ng', name: 'Shipping' }
  const sku = { id: 'sku_1', name: 'Express' }
  const nothing = { productId: null, productSourceId: null, skuId: null, skuSourceId: null }
  const product = { productId: 'prod_5h1pp1ng', productSourceId: '5h1pp1ng' }
  const rows: readonly [string, object, object, string | null, readonly string[]][] = [
    ['nothing', {}, { productSourceId: 'shipping' }, null, ['shipping']],
    ['a product', { product: said }, product, 'Shipping', ['prod_5h1pp1ng', '5h1pp1ng']],
    ['a SKU', { sku }, { skuId: 'sku_1' }, 'Express', ['sku_1', 'shipping']],
    ['both', { product: said, sku }, { ...product, skuId: 'sku_1' }, 'Express', ['sku_1']],
    ['null', { product: null, sku: null }, { productSourceId: 'shipping' }, null, ['shipping']]
  ]
  for (const [title, says, names, name, ids] of rows) {
    const gave = done(apply(cartOf([]), { ...unit, ...says })).cart
    const [line] = gave.lines
    t.match(line, { ...nothing, ...names, added: { name, price: null }, amount: null }, title)
    for (const id of ids) {
      const back = lineOf(id, 1, null, { initialQuantity: 0 })
      const again = done(apply(cartOf([back]), { ...unit, ...says })).cart
      t.match(again.lines, [{ quantity: 1, discountQuantity: 1 }], `${title}, sent again as ${id}`)
      t.equal(again.lines.length, 1)
    }
  }
  const known = done(apply(cartOf([]), { ...unit, product: { id: 'mug', name: 'Mug' } })).cart
  t.match(known.lines, [{ productId: 'mug', price: 1000 }], 'or goods that it has by this name')
  const inherited = done(apply(cartOf([]), { ...unit, unit_type: 'constructor' })).cart
  t.match(inherited.lines, [{ productSourceId: 'constructor', price: null }])
})

t.test('an order whose free units are gone takes no larger discount than it costs', async t => {
  const cart = cartOf([lineOf('mug', 5, 1000, { initialQuantity: 1 })])
  const { cart: after } = done(apply(cart, percent(60)))
  const { cart: last } = done(apply(after, { type: 'UNIT', unit_off: 1, unit_type: 'mug' }))
  t.match(last, { amount: 1000, discountAmount: 1000, totalAmount: 0, itemsDiscountAmount: 0 })
  const { cart: given } = done(apply(cartOf([], { amount: 10, discountAmount: 99 }), off(1)))
  t.match(given, { discountAmount: 10, totalAmount: 0 })
})

t.test('what cannot be counted exactly is refused', async t => {
  const unit = (unit_off: number) => ({ type: 'UNIT', unit_off, unit_type: 'mug' }) as const
  const refused = { refused: 'out_of_range' }
  t.same(apply(cartOf([lineOf('mug', 1, MAX)]), unit(2)), refused, 'the amount of a line')
  t.same(apply(cartOf([], { amount: MAX }), unit(1)), refused, 'the amount of the order')
  const nothing = { initialAmount: null, discountAmount: null, isStored: false }
  const half = lineOf('mug', 1, MAX)
  t.equal(openCart({ ...nothing, amount: null, lines: [half, half] }), null)
  t.equal(openCart({ ...nothing, amount: MAX + 1, lines: [] }), null)
  t.equal(cartOf([half]).amount, MAX)
})

t.test('units that an order has no room for are refused', async t => {
  const one = { type: 'UNIT', unit_off: 1, unit_type: 'tea', effect: 'ADD_NEW_ITEMS' } as const
  const pens = (length: number) => cartOf(Array.from({ length }, () => lineOf('pen', 1, 10)))
  const many = 9_999_999_999
  //     the cart, units of tea, what becomes of it
  const rows = [
    ['a last line', pens(499), 1, 500],
    ['one more', pens(500), 1, 'too_many_lines'],
    ['none more', cartOf([...pens(499).lines, lineOf('tea', 1, 10)]), 1, 500],
    ['of more than there can be', cartOf([...pens(500).lines, lineOf('tea', 1, 10)]), 1, 501],
    ['a last unit', cartOf([lineOf('tea', many - 1, 0)]), 1, 1],
    ['one unit more', cartOf([lineOf('tea', many, 0)]), 1, 'too_many_units'],
    ['a line of too many', pens(1), many + 1, 'too_many_units'],
    ['beside more than there can be', cartOf([lineOf('pen', many + 1, 0)]), 1, 2],
    ['beyond all numbers', cartOf([lineOf('tea', 2, 0)]), MAX, 'too_many_units']
  ] as const
  for (const [title, cart, unit_off, expected] of rows) {
    const step = apply(cart, { ...one, unit_off })
    t.equal('refused' in step ? step.refused : step.cart.lines.length, expected, title)
  }
})

t.test('percentages and shares of the largest amounts are exact', async t => {
  const cart = cartOf([lineOf('mug', 1, MAX - 1)])
  t.strictSame(taken(cart, percent(50, ITEMS)), [(MAX - 1) / 2, null])
  t.strictSame(taken(cart, off(MAX, 'APPLY_TO_ITEMS_PROPORTIONALLY')), [MAX - 1, null])
  t.strictSame(taken(cartOf([lineOf('mug', 3, 3e15)]), fixed(0, ITEMS)), [9e15, null])
})

t.test('the goods that a discount gives', async t => {
  const units = [
    { unit_off: 1, unit_type: 'mug', effect: 'ADD_NEW_ITEMS' },
    { unit_off: 2, unit_type: 'pen', effect: 'ADD_MISSING_ITEMS' },
    { unit_off: 2, unit_type: 'mug', effect: 'ADD_MISSING_ITEMS' }
  ]
  t.strictSame(unitTypesOf({ type: 'UNIT', units }), ['mug', 'pen'])
  t.strictSame(unitTypesOf({ type: 'UNIT', unit_off: 1, unit_type: 'mug' }), ['mug'])
  t.strictSame(unitTypesOf(off(10)), [])
  const product = { id: 'prod_1', source_id: 'tea', name: 'Tea' }
  const said = { type: 'UNIT', unit_off: 1, unit_type: 'tea', product } as const
  t.strictSame(unitTypesOf(said), ['tea', 'prod_1'], 'by each of their names, and once')
  const sku = { id: 'sku_1', source_id: null, name: 'Green tea' }
  t.strictSame(unitTypesOf({ ...said, sku }), ['tea', 'sku_1'], 'of the SKU where there is one')
})

t.test('gift credit', async t => {
  const cart = cartOf([lineOf('mug', 2, 1000), lineOf('poster', 1, 700)])
  const none = cartOf([lineOf('mug', 1, null)])
  const on = [including(item('mug'))]
  const nowhere = [including(item('pen'))]
  const [order, items] = [null, 'APPLY_TO_ITEMS'] as const
  const rows: readonly [
    string,
    Cart,
    'APPLY_TO_ITEMS' | null,
    number,
    number | null,
    readonly Applicability[],
    readonly (number | null)[] | string
  ][] = [
    ['named credits', cart, order, 5000, 300, [], [300, null, null, 300]],
    ['as many as are needed', cart, order, 5000, null, [], [2700, null, null, 2700]],
    ['the whole balance', cart, order, 500, null, [], [500, null, null, 500]],
    ['no more than is left', cart, order, 5000, 4000, [], [2700, null, null, 2700]],
    ['more than the balance', cart, order, 5000, 5001, [], 'gift_amount_exceeded'],
    ['no amount', none, order, 5000, 100, [], 'missing_amount'],
    ['lines in their order', cart, items, 5000, 2200, [], [2200, 2000, 200, null]],
    ['the lines of a rule', cart, items, 5000, null, on, [2000, 2000, null, null]],
    ['no such lines', cart, items, 5000, 100, nowhere, 'missing_order_items_amount'],
    ['an empty card', cart, order, 0, null, [], 'gift_amount_exceeded'],
    ['an empty card of no amount', none, order, 0, null, [], 'missing_amount'],
    ['an empty card of no such lines', cart, items, 0, null, nowhere, 'gift_amount_exceeded'],
    ['an order that costs nothing', cartOf([lineOf('mug', 2, 0)]), order, 1, null, [], [0, null, 0]]
  ]
  for (const [title, given, effect, balance, credits, applicability, expected] of rows) {
    const step = applyGift(given, { effect, balance, credits, applicability, mode: STACKED })
    const found =
      'refused' in step
        ? step.refused
        : [
            step.taken,
            ...step.cart.lines.map(line => line.appliedDiscountAmount),
            step.cart.appliedDiscountAmount
          ]
    t.strictSame(found, expected, title)
  }
})

t.test('credit of lines takes nothing where others took all, and is not refused', async t => {
  const mug = item('mug')
  const cart = cartOf([lineOf('mug', 2, 1000), lineOf('pen', 1, null)])
  const { cart: once } = done(apply(cart, percent(10, ITEMS), { mode: ONCE }))
  const { cart: free } = done(apply(cart, fixed(0, ITEMS)))
  // biome-ignore format: a table
  const rows: readonly [
      string,
      Cart,
      CalculationMode,
      readonly Applicability[],
      number | null
    ][] = [
      ['goods that are discounted once', once, ONCE, [], 0],
      ['and as often as one likes', once, STACKED, [], 1800],
      ['lines that cost nothing any more', free, STACKED, [], 0],
      ['a limit of no units', cart, STACKED, [including({ ...mug, quantityLimit: 0 })], 0],
      ['lines that are skipped', cart, STACKED, [including({ ...mug, skipInitially: 1 })], 0],
      ['lines without an amount', cart, STACKED, [including(item('pen'))], null],
      ['rules that cover different lines', cart, STACKED, [including(mug), including(item('pen'))],
        null]
    ]
  for (const [title, given, mode, applicability, expected] of rows) {
    const terms = { applicability, mode, balance: 5000, credits: null }
    const step = applyGift(given, { ...terms, effect: ITEMS })
    t.strictSame('refused' in step ? null : step.taken, expected, title)
    if ('refused' in step) t.equal(step.refused, 'missing_order_items_amount')
    else t.equal(step.effect, ITEMS)
  }
})

t.test('points', async t => {
  const cart = cartOf([lineOf('mug', 2, 1000), lineOf('poster', 1, 700)])
  const ratio = { exchangeRatio: '1', pointsRatio: 1 }
  const on = [including(item('mug'))]
  const rows: readonly [
    string,
    Cart,
    number | null,
    readonly Applicability[],
    readonly number[] | string
  ][] = [
    ['named points', cart, 5, [], [5, 500]],
    ['as many as are needed', cart, null, [], [27, 2700]],
    ['no more than lines of a rule cost', cart, 25, on, [20, 2000]],
    ['nothing to pay', cartOf([lineOf('mug', 1, null)]), 5, [], 'nothing_to_pay']
  ]
  for (const [title, given, points, applicability, expected] of rows) {
    const terms = { ratio, balance: 100, points, applicability, mode: STACKED }
    const step = applyPoints(given, terms)
    const found = 'refused' in step ? step.refused.join() : [step.taken, step.discount]
    t.strictSame(found, expected, title)
  }
})
