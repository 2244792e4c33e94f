import t from 'tap'
import {
  goodsMapRefusal,
  type ItemCommand,
  sentMapRefusal
} from '../../../src/decisions/orders/lines.ts'
import { composeOrder } from '../../../src/decisions/orders/orders.ts'
import { FREE_MAP_LENGTH_MAX } from '../../../src/decisions/updates.ts'
import { givenOccasion } from '../../support/given.ts'
import {
  givenItemCommand,
  givenOrderCommand,
  givenItemCommand as item,
  givenOrderCommand as sent
} from '../../support/given-commands.ts'
import { table } from '../../support/table.ts'

const mug = { name: 'Mug', price: 1200, metadata: { colour: 'blue' } }
const blue = { sku: 'Blue mug', price: 1300, metadata: { size: 'L' } }
const nothing = { sourceId: null, name: null, price: null, metadata: {} }
const noSku = { sourceId: null, sku: null, price: null, metadata: {} }

/** One line of goods that are not stored, as it becomes part of the order. */
function lineOf(over: object) {
  const items = [givenItemCommand(over as Partial<ItemCommand>)]
  const facts = {
    inventory: { products: new Map(), skus: new Map() },
    schemas: { order: null, orderItem: null },
    takesUnknown: true
  }
  const composed = composeOrder(null, givenOrderCommand({ items }), facts, givenOccasion())
  if ('refusal' in composed) throw new Error(composed.refusal.details)
  return composed.order.items[0]
}

//  title                       as it was sent                        as it is
// biome-ignore format: a table
const rows: [string, object, object][] = [
  ['of no name', { product: mug, sku: blue }, { product: null, sku: null, amount: 1300 }],
  ['by a name alone', { productId: 'prod_9', skuId: 'sku_9' }, { product: null, sku: null }],
  ['an id', { product: { id: 'prod_9' } }, { product: { ...nothing, id: 'prod_9' } }],
  ['a source id', { product: { sourceId: 'mug', ...mug } },
    { productId: null, product: { id: null, sourceId: 'mug', ...mug }, amount: 1200 }],
  ['an id of a SKU', { sku: { id: 'sku_9' } }, { skuId: 'sku_9', sku: { ...noSku, id: 'sku_9' } }],
  ['a source id of a SKU', { sku: { sourceId: 'blue', ...blue } },
    { skuId: null, sku: { id: null, sourceId: 'blue', ...blue }, amount: 1300 }]
]

t.test('composeOrder: goods that are not stored keep what was sent of them', async t => {
  table(t, rows, (t, _, sent, line) => {
    t.match(lineOf(sent), line)
  })
})

/** A map that is too large, wherever it is. */
const large = { metadata: { note: 'x'.repeat(FREE_MAP_LENGTH_MAX) } }

//  order that is sent                                     path that is refused
const SENT = [
  [sent(), null],
  [sent({ metadata: { till: 4 }, items: [item({ metadata: { till: 4 } })] }), null],
  [sent(large), 'order.metadata'],
  [sent({ items: [item(), item(large)] }), 'order.items[1].metadata'],
  [sent({ items: [item({ product: large })] }), 'order.items[0].product.metadata'],
  [sent({ items: [item({ sku: large })] }), 'order.items[0].sku.metadata']
] as const

t.test('sentMapRefusal: the first map that is beyond its bounds', async t => {
  for (const [order, path] of SENT) {
    const size = 'must have at most 65536 characters as JSON, and has 65547'
    const details = `Property .${path}: ${size}`
    const refusal = path === null ? null : { key: 'invalid_payload', details }
    t.strictSame(sentMapRefusal(order), refusal, `${path}`)
  }
})

t.test('goodsMapRefusal: a line that says nothing of its goods has none', async t => {
  t.equal(goodsMapRefusal(item(), 'order.items[0]'), null)
})
