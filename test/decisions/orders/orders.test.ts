import t from 'tap'
import {
  addOrderDiscount,
  goodsNamed,
  type Inventory,
  type ItemCommand,
  type OrderCommand
} from '../../../src/decisions/orders/lines.ts'
import {
  changeOfTotals,
  composeOrder,
  isPaid,
  isUnpaidBy,
  lastOrderOf,
  lastOrderStep,
  type OrderSchemas,
  withCustomer
} from '../../../src/decisions/orders/orders.ts'
import type { Refusal } from '../../../src/decisions/refusals.ts'
import type { Order, OrderItem, OrderStatus, Product, Sku } from '../../../src/model.ts'
import { type Chance, casesOf } from '../../support/chance.ts'
import { EARLIER, givenCustomer, givenOccasion, NOW } from '../../support/given.ts'
import {
  givenItemCommand as item,
  givenOrderCommand as sent
} from '../../support/given-commands.ts'
import {
  givenLink,
  givenOrder,
  givenOrderItem,
  givenProduct,
  givenSku
} from '../../support/given-goods.ts'
import { givenProperty, givenSchema } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

const MAX = Number.MAX_SAFE_INTEGER

function reachable<Thing extends Product | Sku>(...things: Thing[]): Map<string, Thing> {
  return new Map(
    things.flatMap(thing => [[thing.id, thing] as const, [String(thing.sourceId), thing] as const])
  )
}

const mug = givenProduct({ metadata: { colour: 'white' } })
const beans = givenProduct({ id: 'prod_2', sourceId: 'beans', name: 'Beans', price: 800 })
const wish = givenProduct({ id: 'prod_3', sourceId: 'wish', name: 'A wish', price: null })
const blue = givenSku({ price: 1300, metadata: { colour: 'blue' } })
const plain = givenSku({ id: 'sku_2', sourceId: 'mug-plain', sku: 'Plain mug' })

const INVENTORY: Inventory = { products: reachable(mug, beans, wish), skus: reachable(blue, plain) }
const NO_SCHEMAS: OrderSchemas = { order: null, orderItem: null }

function compose(
  command: OrderCommand,
  stored: Order | null = null,
  schemas: OrderSchemas = NO_SCHEMAS
): Order | Refusal {
  const composed = composeOrder(stored, command, { inventory: INVENTORY, schemas }, givenOccasion())
  return 'refusal' in composed ? composed.refusal : composed.order
}

function composed(command: OrderCommand, stored: Order | null = null): Order {
  const order = compose(command, stored)
  if ('key' in order) throw new Error(`refused: ${order.details}`)
  return order
}

t.test('composeOrder: a new order of which nothing is said', async t => {
  t.strictSame(compose(sent()), {
    ...givenOrder({ id: 'ord_000001', sourceId: null, customerId: null, createdAt: NOW }),
    ...{ amount: null, totalAmount: null, items: [] }
  })
})

const MY_MUG = { name: 'My mug', price: 1100, metadata: { engraved: true } }
const MY_BLUE_MUG = { sku: 'My blue mug', price: 1050, metadata: { shade: 'sky' } }
const SAID_OF_LINE = {
  productId: 'prod_1',
  relatedObject: 'product',
  sourceId: 'mug',
  quantity: 3,
  initialQuantity: 4,
  discountQuantity: 1,
  price: 1000,
  amount: 3000,
  initialAmount: 4000,
  discountAmount: 500,
  metadata: { gift: true }
} as const
const ENGRAVED: OrderItem = {
  ...SAID_OF_LINE,
  skuId: 'sku_1',
  subtotalAmount: 2500,
  product: { id: 'prod_1', sourceId: 'mug', ...MY_MUG },
  sku: { id: 'sku_1', sourceId: 'mug-blue', ...MY_BLUE_MUG }
}

t.test('composeOrder: a new order of which everything is said', async t => {
  const goods = { skuId: 'mug-blue', product: MY_MUG, sku: MY_BLUE_MUG }
  const line = item({ ...SAID_OF_LINE, ...goods })
  const command = sent({
    sourceId: 'cart-1',
    status: 'PAID',
    initialAmount: 4000,
    discountAmount: 300,
    items: [line],
    metadata: { till: 4, gone: null }
  })
  t.strictSame(compose(command), {
    ...givenOrder({ id: 'ord_000001', sourceId: 'cart-1', status: 'PAID', customerId: null }),
    amount: 3000,
    initialAmount: 4000,
    discountAmount: 300,
    itemsDiscountAmount: 500,
    totalDiscountAmount: 800,
    totalAmount: 2200,
    items: [ENGRAVED],
    metadata: { till: 4 },
    createdAt: NOW
  })
})

t.test('composeOrder: what is not said of goods is what the inventory says', async t => {
  const told = ({ price, metadata }: Product | Sku) => ({ price, metadata })
  const [line] = composed(sent({ items: [item({ skuId: 'sku_1' })] })).items
  t.strictSame(line, {
    ...givenOrderItem({ skuId: 'sku_1', price: 1300, amount: 1300, subtotalAmount: 1300 }),
    product: { id: 'prod_1', sourceId: 'mug', ...told(mug), name: 'Stoneware mug' },
    sku: { id: 'sku_1', sourceId: 'mug-blue', ...told(blue), sku: 'Blue mug' }
  })
})

type Sent = Partial<ItemCommand>
const bySku = { relatedObject: 'sku' } as const
const byProduct = { relatedObject: 'product' } as const
const productThrice = { productId: 'prod_1', product: { id: 'prod_2' }, sourceId: 'wish' }
const skuThrice = { ...bySku, skuId: 'sku_1', sku: { id: 'sku_2' }, sourceId: 'mug-plain' }

//                                              the line            product, SKU
const namings: [string, Sent, [string | null, string | null] | string][] = [
  ['nothing', { price: 100 }, [null, null]],
  ['a product by id', { productId: 'prod_1' }, ['prod_1', null]],
  ['a product by its source id', { productId: 'mug' }, ['prod_1', null]],
  ['a product inside by id', { product: { id: 'prod_2' } }, ['prod_2', null]],
  ['inside by source id', { product: { sourceId: 'beans' } }, ['prod_2', null]],
  ['nulls inside name nothing', { product: { id: null, sourceId: null } }, [null, null]],
  ['by source id beside its kind', { ...byProduct, sourceId: 'beans' }, ['prod_2', null]],
  ['a source id alone is a product', { sourceId: 'beans' }, ['prod_2', null]],
  ['a SKU brings its product', { skuId: 'sku_1' }, ['prod_1', 'sku_1']],
  ['a SKU by its source id', { skuId: 'mug-blue' }, ['prod_1', 'sku_1']],
  ['a SKU inside by id', { sku: { id: 'sku_2' } }, ['prod_1', 'sku_2']],
  ['a SKU inside by source id', { sku: { sourceId: 'mug-plain' } }, ['prod_1', 'sku_2']],
  ['a SKU beside its kind', { ...bySku, sourceId: 'mug-plain' }, ['prod_1', 'sku_2']],
  ['inside, its kind said', { ...bySku, sku: { sourceId: 'mug-plain' } }, ['prod_1', 'sku_2']],
  ['nulls of a SKU name nothing', { ...bySku, sku: { id: null, sourceId: null } }, [null, null]],
  ['a product and its SKU', { productId: 'prod_1', skuId: 'sku_1' }, ['prod_1', 'sku_1']],
  ['ids before source ids', productThrice, ['prod_1', null]],
  ['of a SKU, too', skuThrice, ['prod_1', 'sku_1']],
  ['a product that is not stored', { productId: 'prod_x' }, 'product prod_x'],
  ['a product inside that is not', { product: { id: 'prod_x' } }, 'product prod_x'],
  ['a source id that is not', { sourceId: 'mug-blue' }, 'product mug-blue'],
  ['a SKU that is not', { skuId: 'sku_x' }, 'sku sku_x'],
  ['a SKU source id that is not', { ...bySku, sourceId: 'mug' }, 'sku mug'],
  ['the SKU before the product', { skuId: 'sku_x', productId: 'prod_x' }, 'sku sku_x'],
  ['of another product', { skuId: 'mug-blue', productId: 'beans' }, 'sku mug-blue of product beans']
]

t.test('composeOrder: the date of an order is its own, or nothing is said of it', async t => {
  const createdAt = '2026-02-01T08:00:00.000Z'
  const refused = (own: string) => ({
    key: 'invalid_payload',
    details:
      `The order cannot be of ${createdAt}: ${own}, and only an import sets created_at ` +
      '(POST /v1/orders/import)'
  })
  const of = (date: string) => givenOrder({ createdAt: date })
  const moved = '2026-02-01T08:00:00.001Z'
  t.equal(composed(sent({ createdAt }), of(createdAt)).createdAt, createdAt)
  t.equal(composed(sent(), of(moved)).createdAt, moved)
  t.strictSame(compose(sent({ createdAt }), of(moved)), refused(`it is of ${moved}`))
  t.strictSame(compose(sent({ createdAt })), refused('a new order has the date of its request'))
  const unknown = [item({ productId: 'nothing' })]
  t.match(compose(sent({ createdAt, items: unknown })), { key: 'invalid_payload' }, 'said first')
})

t.test('composeOrder: how a line names its goods', async t => {
  table(t, namings, (t, _, line, outcome) => {
    const order = compose(sent({ items: [item({ productId: 'prod_2' }), item(line)] }))
    if (typeof outcome !== 'string') {
      t.notOk('key' in order)
      const { productId, skuId } = (order as Order).items[1] as OrderItem
      t.strictSame([productId, skuId], outcome)
      return
    }
    const [resourceType, resourceId, ...of] = outcome.split(' ')
    const named = [`Cannot find ${resourceType} with id ${resourceId}`, ...of].join(' ')
    const details = `${named}, named by order.items[1]; create it first or correct the id`
    t.strictSame(order, { key: 'not_found', details, resourceId, resourceType })
  })
})

t.test('goodsNamed: whatever the lines may name, each once', async t => {
  const goods = (products: string[], skus: string[]) => ({ products, skus })
  const inside = { id: 'c', sourceId: 'd' }
  const all = ['a', 'b', 'c', 'd']
  //            lines   named
  const rows: [string, ItemCommand[] | undefined, ReturnType<typeof goodsNamed>][] = [
    ['none', undefined, goods([], [])],
    ['no lines', [], goods([], [])],
    ['a line that names nothing', [item()], goods([], [])],
    ['a product', [item({ productId: 'a', sourceId: 'b', product: inside })], goods(all, [])],
    ['a SKU', [item({ ...bySku, skuId: 'a', sourceId: 'b', sku: inside })], goods([], all)],
    ['twice', [item({ productId: 'a' }), item({ productId: 'a' })], goods(['a'], [])],
    ['nulls', [item({ product: { id: null }, sku: { sourceId: null } })], goods([], [])]
  ]
  table(t, rows, (t, _, lines, named) => t.strictSame(goodsNamed(lines), named))
  // Whatever a line resolves to is among what was looked up for it.
  for (const [, line, outcome] of namings) {
    if (typeof outcome === 'string') continue
    const { products, skus } = goodsNamed([item(line)])
    const [productId, skuId] = outcome
    const loadedSku = skus.map(name => INVENTORY.skus.get(name)?.id)
    const loaded = products.map(name => INVENTORY.products.get(name)?.id)
    if (skuId !== null) t.ok(loadedSku.includes(skuId), skuId)
    else if (productId !== null) t.ok(loaded.includes(productId), productId)
  }
})

const [at950, at900] = [{ price: 950 }, { price: 900 }]

//                                                         the line   price, amount, subtotal
const prices: [string, Sent, [number | null, number | null, number | null]][] = [
  ['of the inventory', { productId: 'prod_1', quantity: 2 }, [1200, 2400, 2400]],
  ['of the SKU before its product', { skuId: 'sku_1' }, [1300, 1300, 1300]],
  ['of the product for a SKU without one', { skuId: 'sku_2' }, [1200, 1200, 1200]],
  ['said of the product', { skuId: 'sku_1', product: { price: 900 } }, [900, 900, 900]],
  ['said of the SKU before', { skuId: 'sku_1', sku: at950, product: at900 }, [950, 950, 950]],
  ['said of the line before all', { skuId: 'sku_1', price: 5, sku: { price: 950 } }, [5, 5, 5]],
  ['null says nothing', { productId: 'prod_1', product: { price: null } }, [1200, 1200, 1200]],
  ['an amount that was sent counts', { productId: 'prod_1', amount: 999 }, [1200, 999, 999]],
  ['an amount without a price', { amount: 999 }, [null, 999, 999]],
  ['for nothing', { price: 0, quantity: 7 }, [0, 0, 0]],
  ['no price anywhere', { productId: 'prod_3', quantity: 7 }, [null, null, null]],
  ['less a discount', { price: 100, quantity: 2, discountAmount: 30 }, [100, 200, 170]],
  ['which is never more than the line', { price: 100, discountAmount: 130 }, [100, 100, 0]],
  ['nor takes from what has no price', { discountAmount: 130 }, [null, null, null]],
  ['a tenth of a cent is not rounded in', { price: 1, quantity: 3 }, [1, 3, 3]],
  ['the largest there can be', { price: MAX }, [MAX, MAX, MAX]]
]

t.test('composeOrder: what a line costs', async t => {
  table(t, prices, (t, _, line, [price, amount, subtotalAmount]) => {
    const order = composed(sent({ items: [item(line)] }))
    const found = order.items[0] as OrderItem
    t.strictSame([found.price, found.amount, found.subtotalAmount], [price, amount, subtotalAmount])
    t.equal(order.amount, amount)
    t.equal(order.totalAmount, subtotalAmount)
  })
})

const line = (price: number, over: Sent = {}) => item({ price, ...over })
const off = (price: number, discountAmount: number) => line(price, { discountAmount })
type Amounts = [
  amount: number | null,
  onItems: number | null,
  onOrder: number | null,
  total: number | null,
  left: number | null
]

//                                             sent                 amounts, see above
const sums: [string, Partial<OrderCommand>, Amounts][] = [
  ['nothing at all', {}, [null, null, null, null, null]],
  ['an amount', { amount: 500 }, [500, null, null, null, 500]],
  ['of nothing', { amount: 0 }, [0, null, null, null, 0]],
  ['lines', { items: [line(300), line(200)] }, [500, null, null, null, 500]],
  ['lines before an amount', { amount: 9, items: [line(300)] }, [300, null, null, null, 300]],
  ['lines for nothing, too', { amount: 9, items: [line(0)] }, [0, null, null, null, 0]],
  ['beside lines without prices', { amount: 9, items: [item()] }, [9, null, null, null, 9]],
  ['such lines beside others', { items: [item(), line(7)] }, [7, null, null, null, 7]],
  ['such lines alone', { items: [item()] }, [null, null, null, null, null]],
  ['no lines are no lines', { amount: 9, items: [] }, [9, null, null, null, 9]],
  ['a discount', { amount: 500, discountAmount: 30 }, [500, null, 30, 30, 470]],
  ['of 0', { amount: 500, discountAmount: 0 }, [500, null, 0, 0, 500]],
  ['of more than there is', { amount: 500, discountAmount: 501 }, [500, null, 500, 500, 0]],
  ['of what is not known', { discountAmount: 30 }, [null, null, 30, null, null]],
  ['discounts of lines', { items: [off(300, 40), off(200, 2)] }, [500, 42, null, 42, 458]],
  // The order gets what they leave.
  ['and its own', { items: [off(300, 290)], discountAmount: 20 }, [300, 290, 10, 300, 0]],
  ['the largest there can be', { items: [line(MAX - 1), line(1)] }, [MAX, null, null, null, MAX]]
]

t.test('composeOrder: what an order comes to', async t => {
  table(t, sums, (t, _, command, amounts) => {
    const order = composed(sent(command))
    const { amount, itemsDiscountAmount, discountAmount, totalDiscountAmount, totalAmount } = order
    t.strictSame(
      [amount, itemsDiscountAmount, discountAmount, totalDiscountAmount, totalAmount],
      amounts
    )
  })
})

//                                                            sent
const beyond: [string, Partial<OrderCommand>][] = [
  ['a line', { items: [line(MAX, { quantity: 2 })] }],
  ['a line that says so', { items: [item({ amount: MAX + 1 })] }],
  ['lines together', { items: [line(MAX), line(1)] }],
  ['so many that the sum is no number', { items: [line(Number.MAX_VALUE, { quantity: 2 })] }],
  ['an amount', { amount: MAX + 1 }],
  ['half a unit', { amount: 0.5 }],
  ['what is no number', { items: [line(Number.NaN)] }]
]

t.test('composeOrder: what cannot be counted exactly is refused, and never NaN', async t => {
  table(t, beyond, (t, _, command) => {
    t.strictSame(compose(sent(command)), {
      key: 'invalid_amount',
      details:
        `The amount of the order, or of a line, is beyond ${MAX}; ` +
        'send smaller prices or quantities'
    })
  })
})

t.test('composeOrder: what cannot be counted is known all the same, but for its sums', async t => {
  const of = (quantity: number) =>
    sent({ items: [item({ price: MAX, quantity })], discountAmount: 5, metadata: { till: 4 } })
  const goods = { inventory: INVENTORY, schemas: NO_SCHEMAS }
  const beyond = composeOrder(null, of(2), goods, givenOccasion())
  const counted = composed(of(1))
  const none = { amount: null, initialAmount: null, discountAmount: null }
  const sums = { totalDiscountAmount: null, totalAmount: null }
  const items = counted.items.map(line => ({ ...line, ...none, quantity: 2, subtotalAmount: null }))
  const expected = { ...counted, ...none, ...sums, items }
  t.strictSame('uncounted' in beyond && beyond.uncounted, expected)
})

/** One mug and a tip of 800 on top, as a till that knows better said; 300 off by a redemption. */
const redemptions = { r_1: givenLink(300) } as const
const stored = givenOrder({
  status: 'PAID',
  amount: 2000,
  initialAmount: 2100,
  discountAmount: 300,
  totalDiscountAmount: 300,
  totalAmount: 1700,
  appliedDiscountAmount: 300,
  metadata: { till: 4, table: 7 },
  referrerId: 'cust_2',
  redemptions,
  earnedAt: EARLIER,
  version: 3
})
const saved = { ...stored, updatedAt: NOW, version: 4 }

const keepsInitial = { r_1: { ...redemptions.r_1, keepsInitialAmount: true as const } }
const discounted = { discountAmount: 500, totalDiscountAmount: 500, totalAmount: 1500 }
const ofBeans = {
  amount: 800,
  totalAmount: 500,
  items: [
    givenOrderItem({
      ...{ productId: 'prod_2', price: 800, amount: 800, subtotalAmount: 800 },
      product: { id: 'prod_2', sourceId: 'beans', name: 'Beans', price: 800, metadata: {} }
    })
  ]
}

//  sent, and what is different then
const changes: [string, Partial<OrderCommand>, Partial<Order>][] = [
  ['nothing', {}, {}],
  ['no lines', { items: [] }, {}],
  ['metadata hides no amount', { metadata: { till: 5 } }, { metadata: { till: 5, table: 7 } }],
  ['null removes metadata', { metadata: { till: null } }, { metadata: { table: 7 } }],
  ['a status', { status: 'CANCELED' }, { status: 'CANCELED' }],
  ['its first', { initialAmount: 1 }, { initialAmount: 1, redemptions: keepsInitial }],
  ['an amount counts over stored lines', { amount: 5000 }, { amount: 5000, totalAmount: 4700 }],
  ['a discount', { discountAmount: 500 }, discounted],
  ['lines count over a stored amount', { items: [item({ productId: 'prod_2' })] }, ofBeans],
  ['its source id stays', { sourceId: 'another' }, {}]
]

t.test('composeOrder: a stored order keeps what was not sent, field by field', async t => {
  table(t, changes, (t, _, command, over) => {
    t.strictSame(compose(sent(command), stored), { ...saved, ...over })
  })
})

//                                             the first and the second redemption still paid
const lowered: [string, readonly Partial<OrderCommand>[], number, number][] = [
  ['sent as it is', [{ discountAmount: 400 }], 300, 50],
  ['raised', [{ discountAmount: 900 }], 300, 50],
  ['lowered by what others took off', [{ discountAmount: 350 }], 300, 50],
  ['lowered by more than that', [{ discountAmount: 330 }], 300, 30],
  ['lowered by most of it', [{ discountAmount: 100 }], 100, 0],
  ['taken off', [{ discountAmount: 0 }], 0, 0],
  ['taken off, and another given', [{ discountAmount: 0 }, { discountAmount: 400 }], 0, 0],
  ['of an amount that is less', [{ amount: 310 }], 300, 10],
  ['of an amount that was less', [{ amount: 310 }, { amount: 2000 }], 300, 10],
  ['left alone', [{ status: 'FULFILLED' }, { metadata: { till: 5 } }], 300, 50]
]

t.test('composeOrder: of a discount that is lowered, what points paid for goes last', async t => {
  const link = { ...redemptions.r_1, terms: [] }
  const both = { r_1: link, r_2: { ...link, discountAmount: 50 } }
  const before = { ...stored, discountAmount: 400, redemptions: both }
  table(t, lowered, (t, _, commands, first, second) => {
    const order = commands.reduce<Order>((last, command) => composed(sent(command), last), before)
    const said = ['amount', 'discountAmount'] as const
    const isOther = commands.some(sent =>
      said.some(name => ![undefined, before[name]].includes(sent[name]))
    )
    const left = (order: number) => ({
      ...link,
      discountAmount: order,
      ...(isOther && { most: { order, lines: {} } })
    })
    t.strictSame(order.redemptions, { r_1: left(first), r_2: left(second) })
  })
})

//                                             applied before, and then
const applied: [string, readonly Partial<OrderCommand>[], number | null, number | null][] = [
  ['sent as it is', [{ discountAmount: 400 }], 50, 50],
  ['raised', [{ discountAmount: 900 }], 50, 50],
  ['lowered by more than others took off', [{ discountAmount: 330 }], 50, 30],
  ['lowered by most of it', [{ discountAmount: 20 }], 50, 0],
  ['taken off, and another given', [{ discountAmount: 0 }, { discountAmount: 400 }], 50, 0],
  ['of an amount that is less', [{ amount: 310 }], 50, 10],
  ['of which none was paid with points', [{ discountAmount: 20 }], null, null]
]

t.test('composeOrder: what was applied is never more than the discount that is left', async t => {
  const link = redemptions.r_1
  const both = { r_1: link, r_2: { ...link, discountAmount: 50 } }
  const before = { ...stored, discountAmount: 400, redemptions: both }
  table(t, applied, (t, _, commands, appliedDiscountAmount, left) => {
    const order = commands.reduce<Order>((last, command) => composed(sent(command), last), {
      ...before,
      appliedDiscountAmount
    })
    t.equal(order.appliedDiscountAmount, left)
    t.ok((left ?? 0) <= (order.discountAmount ?? 0))
  })
  const unnamed = { ...before, appliedDiscountAmount: 300, redemptions: {} }
  const { appliedDiscountAmount } = composed(sent({ discountAmount: 20 }), unnamed)
  t.equal(appliedDiscountAmount, 20, 'nor where no redemption is named')
})

t.test('composeOrder: saving again moves no date and changes no amount', async t => {
  let order = stored
  for (let n = 0; n < 3; n++) order = composed(sent({ metadata: {} }), order)
  t.strictSame(order, { ...stored, updatedAt: NOW, version: 6 })
})

t.test('composeOrder: an order called by its own id gets no source id of it', async t => {
  const nameless = givenOrder({ sourceId: null })
  //      sent                    source id
  const rows = [
    [undefined, null],
    ['ord_1', null],
    ['cart-1', 'cart-1']
  ] as const
  for (const [sourceId, outcome] of rows) {
    t.equal(composed(sent({ sourceId }), nameless).sourceId, outcome, `${sourceId}`)
  }
  t.equal(composed(sent({ sourceId: 'ord_9' })).sourceId, 'ord_9', 'a new one may be called so')
})

const number = givenProperty({ type: 'number' })
const needed = givenProperty({ optional: false })
const orderSchema = givenSchema({ properties: { till: number } })
const strictOrder = givenSchema({ properties: { clerk: needed } })
const itemSchema = givenSchema({ properties: { size: number } })
const strictItem = givenSchema({ properties: { size: needed } })
const unpriced = givenOrder({ metadata: { till: 'one' } })

const ordersBy = (order: OrderSchemas['order']) => ({ order, orderItem: null })
const itemsBy = (orderItem: OrderSchemas['orderItem']) => ({ order: null, orderItem })
const both = { order: orderSchema, orderItem: itemSchema }
const noClerk = 'order.metadata: clerk: must be given: a string is required (nothing was sent)'
const noSize =
  'order.items[0].metadata: size: must be given: a string is required (nothing was sent)'
const noNumber = (at: string, value: string) =>
  `${at}: must be a number (the actual value is "${value}")`
const till = (value: string) => noNumber('order.metadata: till', value)
const sizeOf = (index: number) => noNumber(`order.items[${index}].metadata: size`, 'L')
const [small, large] = [item({ metadata: { size: 1 } }), item({ metadata: { size: 'L' } })]
const till4 = { metadata: { till: 4 } }
const four = { metadata: { till: 'four' } }
const kim = { metadata: { clerk: 'Kim' } }

//  sent, stored, schemas, and the mistakes
const metadata: [string, Partial<OrderCommand>, Order | null, OrderSchemas, string[]][] = [
  ['what fits', till4, null, ordersBy(orderSchema), []],
  ['what does not', four, null, ordersBy(orderSchema), [till('four')]],
  ['a new order lacks what it must have', {}, null, ordersBy(strictOrder), [noClerk]],
  ['a stored one is older', {}, stored, ordersBy(strictOrder), []],
  ['until metadata is sent', till4, stored, ordersBy(strictOrder), [noClerk]],
  ['merged, and then compared', kim, unpriced, ordersBy(orderSchema), [till('one')]],
  ['one line does not fit', { items: [small, large] }, null, itemsBy(itemSchema), [sizeOf(1)]],
  ['a line lacks what it must have', { items: [item()] }, null, itemsBy(strictItem), [noSize]],
  ['stored lines are older', {}, stored, itemsBy(strictItem), []],
  ['lines before the order', { ...four, items: [large] }, null, both, [sizeOf(0), till('four')]]
]

t.test('composeOrder: metadata is held against the schemas when it is written', async t => {
  table(t, metadata, (t, _, command, stored, schemas, details) => {
    const order = compose(sent(command), stored, schemas)
    const mistakes = details.map(each => ({ key: 'metadata_validation_failed', details: each }))
    const refusal = { ...mistakes[0], ...(mistakes.length > 1 && { mistakes }) }
    t.strictSame('key' in order ? order : null, details.length === 0 ? null : refusal)
  })
})

t.test('composeOrder: refusals in order; each row mends what the one above was for', async t => {
  const tooMuch = line(MAX, { quantity: 2, metadata: { size: 'L' } })
  const fits = { ...tooMuch, metadata: { size: 1 } }
  const [bad, good] = [{ till: 'four' }, { till: 4 }]
  const rows: [string | null, Partial<OrderCommand>][] = [
    ['not_found', { items: [tooMuch, item({ productId: 'prod_x' })], metadata: bad }],
    ['metadata_validation_failed', { items: [tooMuch], metadata: bad }],
    ['metadata_validation_failed', { items: [fits], metadata: bad }],
    ['invalid_amount', { items: [fits], metadata: good }],
    [null, { items: [{ ...fits, quantity: 1 }], metadata: good }]
  ]
  for (const [key, command] of rows) {
    const order = compose(sent(command), null, both)
    t.equal('key' in order ? order.key : null, key)
  }
})

t.test('applyDiscount: comes on top of earlier ones, and takes no more than is left', async t => {
  const before = givenOrder({ discountAmount: 200, totalDiscountAmount: 250, totalAmount: 950 })
  const off = (discountAmount: number, totalDiscountAmount: number, totalAmount: number) => ({
    ...{ discountAmount, totalDiscountAmount, totalAmount }
  })
  //            order  discount  applied   amounts
  const rows: [string, Order, number, number | null, Partial<Order>][] = [
    ['a first', givenOrder(), 500, 500, off(500, 500, 700)],
    ['another', before, 500, 500, off(700, 750, 450)],
    ['the rest', before, 950, 950, off(1150, 1200, 0)],
    ['more than the rest', before, 951, 950, off(1150, 1200, 0)],
    ['nothing', before, 0, 0, off(200, 250, 950)],
    ['off an order that comes to nothing known', givenOrder({ totalAmount: null }), 5, null, {}]
  ]
  table(t, rows, (t, _, order, discount, appliedDiscountAmount, amounts) => {
    t.strictSame(addOrderDiscount(order, discount), { ...order, ...amounts, appliedDiscountAmount })
  })
})

t.test('changeOfTotals: what a customer’s totals gain when an order is saved', async t => {
  const of = (status: Order['status'], totalAmount: number | null = 1200, over = {}) =>
    givenOrder({ status, totalAmount, ...over })
  const nobodys = of('PAID', 1200, { customerId: null })
  const gain = (count: number, amount: number) => ({ count, amount })
  //                           before           after             gain
  const rows: [string, Order | null, Order, ReturnType<typeof changeOfTotals>][] = [
    ['a cart', null, of('CREATED'), null],
    ['a cart that stays one', of('CREATED'), of('CREATED', 900), null],
    ['paid at once', null, of('PAID'), gain(1, 1200)],
    ['paid later', of('CREATED'), of('PAID'), gain(1, 1200)],
    ['fulfilled without being paid', of('CREATED'), of('FULFILLED'), gain(1, 1200)],
    ['for nothing', null, of('PAID', null), gain(1, 0)],
    ['fulfilled after being paid', of('PAID'), of('FULFILLED'), null],
    ['paid again', of('PAID'), of('PAID'), null],
    ['dearer now', of('PAID'), of('PAID', 1500), gain(0, 300)],
    ['cheaper now', of('FULFILLED'), of('PAID', 1000), gain(0, -200)],
    ['known only now what it comes to', of('PAID', null), of('PAID'), gain(0, 1200)],
    ['canceled', of('PAID'), of('CANCELED'), gain(-1, -1200)],
    ['canceled though free', of('PAID', null), of('CANCELED'), gain(-1, 0)],
    ['canceled without being paid', of('CREATED'), of('CANCELED'), null],
    ['somebody’s who was nobody’s', nobodys, of('PAID'), gain(1, 1200)],
    ['canceled as nobody’s', nobodys, of('CANCELED'), null]
  ]
  table(t, rows, (t, _, before, after, gained) =>
    t.strictSame(changeOfTotals(before, after), gained)
  )
})

t.test('isPaid: PAID and FULFILLED', async t => {
  const statuses = ['CREATED', 'PAID', 'CANCELED', 'FULFILLED'] as const
  t.strictSame(
    statuses.filter(status => isPaid({ status })),
    ['PAID', 'FULFILLED']
  )
})

t.test('withCustomer: whose it is', async t => {
  const order = givenOrder({ customerId: null })
  t.equal(withCustomer(order, null), order)
  t.strictSame(withCustomer(order, givenCustomer()), { ...order, customerId: 'cust_1' })
})

t.test('lastOrderOf and lastOrderStep: what is remembered of an order, and what replaces it', t => {
  const paid = givenOrder({ status: 'FULFILLED', earnedAt: EARLIER })
  const previous = { amount: 5, date: EARLIER }
  t.strictSame(lastOrderOf(paid), { amount: 1200, date: EARLIER })
  t.strictSame(lastOrderOf({ ...paid, totalAmount: null }), { amount: 0, date: EARLIER })
  t.strictSame(lastOrderStep({ stored: null, order: paid }, previous), lastOrderOf(paid))
  const canceled = { stored: paid, order: givenOrder({ ...paid, status: 'CANCELED' }) }
  t.strictSame(lastOrderStep(canceled, previous), { gone: EARLIER, previous })
  t.strictSame(lastOrderStep(canceled, null), { gone: EARLIER, previous: null })
  t.end()
})

t.test('isUnpaidBy: an order that counts as paid is not to be so any longer', async t => {
  //            stored       sent                  unpaid
  const rows: [OrderStatus, OrderStatus | undefined, boolean][] = [
    ['PAID', 'CANCELED', true],
    ['PAID', 'CREATED', true],
    ['FULFILLED', 'CREATED', true],
    ['PAID', 'FULFILLED', false],
    ['FULFILLED', 'PAID', false],
    ['PAID', undefined, false],
    ['CREATED', 'CANCELED', false],
    ['CANCELED', 'PAID', false]
  ]
  for (const [stored, status, unpaid] of rows) {
    t.equal(isUnpaidBy(givenOrder({ status: stored }), { status }), unpaid, `${stored} ${status}`)
  }
})

function anyAmount({ pick, between, once }: Chance): number | undefined {
  if (once(2)) return undefined
  return pick([0, between(0, 5000), between(0, 5000), between(0, 5000), MAX - between(0, 3)])
}

function anyItem(seed: Chance): ItemCommand {
  const { pick, between, once } = seed
  const productId = pick([undefined, undefined, 'prod_1', 'beans', 'wish'])
  const isMug = productId === undefined || productId === 'prod_1'
  return item({
    productId,
    skuId: isMug && once(2) ? pick(['sku_1', 'mug-plain']) : undefined,
    quantity: once(2) ? undefined : pick([between(1, 9), between(1, 9), 9_999_999_999]),
    discountQuantity: once(3) ? between(0, 9) : undefined,
    price: anyAmount(seed),
    amount: once(4) ? anyAmount(seed) : undefined,
    discountAmount: once(3) ? anyAmount(seed) : undefined
  })
}

function anyCommand(seed: Chance): OrderCommand {
  const { between, once } = seed
  return sent({
    amount: anyAmount(seed),
    initialAmount: anyAmount(seed),
    discountAmount: once(2) ? anyAmount(seed) : undefined,
    items: once(3) ? undefined : Array.from({ length: between(0, 4) }, () => anyItem(seed)),
    metadata: once(3) ? { n: between(0, 9) } : undefined
  })
}

/** The first thing that is not as it must be, in words; null when all is. */
function mistakeIn(order: Order): string | null {
  const { amount, itemsDiscountAmount, discountAmount, totalDiscountAmount, totalAmount } = order
  const numbers = [order, ...order.items].flatMap(each => Object.values(each))
  const odd = numbers.find(n => typeof n === 'number' && !(Number.isSafeInteger(n) && n >= 0))
  if (odd !== undefined) return `${odd} is no amount`
  for (const each of order.items) {
    const off = each.discountAmount ?? 0
    if (each.amount !== null && each.amount - off !== each.subtotalAmount) return 'a line is off'
  }
  if (amount === null)
    return totalAmount === null && totalDiscountAmount === null ? null : 'a total'
  const parts = (itemsDiscountAmount ?? 0) + (discountAmount ?? 0)
  if (parts !== (totalDiscountAmount ?? 0)) return 'the discounts do not add up'
  return amount - (totalDiscountAmount ?? 0) === totalAmount ? null : 'the total is off'
}

/** The sum of the lines as a big integer; null where no line has a price. */
function exactAmount(items: readonly ItemCommand[], order: Order): bigint | null {
  let sum: bigint | null = null
  for (const [index, { amount, quantity }] of items.entries()) {
    const { price } = order.items[index] as OrderItem
    if (amount === undefined && price === null) continue
    sum =
      (sum ?? 0n) +
      BigInt(amount ?? 0) +
      (amount === undefined ? BigInt(price ?? 0) * BigInt(quantity ?? 1) : 0n)
  }
  return sum
}

t.test('the amounts of an order add up, whatever is sent and however often', async t => {
  const counts = { orders: 0, refused: 0 }
  const cases = casesOf(t, { gate: 100, soak: 10_000 })
  for (const seed of cases) {
    let before: Order | null = null
    for (let step = 0; step < 3; step++) {
      const command = anyCommand(seed)
      const shown = `${JSON.stringify(command)} on ${JSON.stringify(before)}`
      const order = compose(command, before)
      if ('key' in order) {
        counts.refused++
        if (order.key !== 'invalid_amount') t.fail(`${order.details}: ${shown}`)
        continue
      }
      counts.orders++
      const mistake = mistakeIn(order)
      if (mistake !== null) t.fail(`${mistake}: ${JSON.stringify(order)} of ${shown}`)
      const exact = exactAmount(command.items ?? [], order)
      const wanted = exact ?? command.amount ?? before?.amount ?? null
      if (String(order.amount) !== String(wanted)) t.fail(`not ${wanted}: ${shown}`)
      const again = composed(sent({ metadata: { touched: true } }), order)
      const { metadata, updatedAt, version, ...rest } = again
      if (JSON.stringify({ ...order, ...rest }) !== JSON.stringify(order))
        t.fail(`hidden: ${shown}`)
      if (order.totalAmount !== null) {
        const paid = addOrderDiscount(order, anyAmount(seed) ?? 0)
        const off = mistakeIn(paid)
        if (off !== null || paid.amount !== order.amount) t.fail(`${off} when paid: ${shown}`)
      }
      before = order
    }
  }
  cases.together(
    counts.orders > counts.refused && counts.refused > 0,
    `no case differs: ${JSON.stringify(counts)}`
  )
})
