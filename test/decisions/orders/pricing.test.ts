import t from 'tap'
import type { ItemCommand } from '../../../src/decisions/orders/lines.ts'
import { composeOrder } from '../../../src/decisions/orders/orders.ts'
import { givenOccasion } from '../../support/given.ts'
import { givenItemCommand, givenOrderCommand } from '../../support/given-commands.ts'
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
