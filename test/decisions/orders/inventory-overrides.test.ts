import t from 'tap'
import type { Change } from '../../../src/decisions/changes.ts'
import {
  type Inventory,
  type ItemCommand,
  NOTHING_SENT,
  namesGiven,
  type OverrideFacts,
  overrideGoods,
  overrides
} from '../../../src/decisions/orders/lines.ts'
import { composeOrder } from '../../../src/decisions/orders/orders.ts'
import { givenOccasion, NOW } from '../../support/given.ts'
import {
  givenItemCommand as item,
  givenOrderCommand as order
} from '../../support/given-commands.ts'
import { givenProduct, givenSku } from '../../support/given-goods.ts'
import { givenProperty, givenSchema } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

const mug = givenProduct({ metadata: { colour: 'white' } })
const beans = givenProduct({ id: 'prod_2', sourceId: 'beans', name: 'Beans', price: 800 })
const blue = givenSku({ price: 1300, metadata: { colour: 'blue' } })
const NOTHING: OverrideFacts = { named: [], productSchema: null, skuSchema: null }

function inventory(overriding: Partial<OverrideFacts> | null = {}): Inventory {
  return {
    products: new Map(Object.entries({ prod_1: mug, mug, prod_2: beans, beans })),
    skus: new Map(Object.entries({ sku_1: blue, 'mug-blue': blue })),
    ...(overriding === null ? {} : { overriding: { ...NOTHING, ...overriding } })
  }
}

const product = (said: ItemCommand['product']) => ({ product: { ...said, override: true } })
const sku = (said: ItemCommand['sku']) => ({ sku: { ...said, override: true } })

function told(items: Partial<ItemCommand>[], facts: Partial<OverrideFacts> = {}): unknown {
  const said = overrideGoods(
    { ...NOTHING_SENT, items: items.map(item) },
    inventory(facts),
    givenOccasion()
  )
  return 'refusal' in said
    ? `${said.refusal.key} ${said.refusal.details}`
    : said.changes.map(lineOf)
}

function lineOf(change: Change): string {
  switch (change.kind) {
    case 'product.created':
    case 'product.updated': {
      const { id, sourceId, name, price, version } = change.product
      return `${change.kind} ${id} ${sourceId} ${name} ${price} v${version}`
    }
    case 'sku.created':
    case 'sku.updated': {
      const { id, productId, sourceId, sku: name, price } = change.sku
      return `${change.kind} ${id} of ${productId} ${sourceId} ${name} ${price}`
    }
    default:
      return change.kind
  }
}

const tea = { name: 'Tea', price: 450 }

const [mug1, espresso] = [product({ price: 1 }), product({ name: 'Espresso' })]
const twice = [product({ sourceId: 'tea', ...tea }), { sourceId: 'tea', ...product({ price: 5 }) }]
const named = [{ sourceId: 'beans', ...espresso }, product({ sourceId: 'x', name: 'Beans' })]
const newTea = product({ sourceId: 'tea', ...tea })
const green = [{ ...newTea, ...sku({ sourceId: 'tea-1', sku: 'Green' }) }]
const redSku = sku({ sourceId: 'red', price: 7 })
const red = 'sku.created sku_000001 of prod_1 red null 7'
const byLine = { productId: 'prod_1', relatedObject: 'sku', sourceId: 'red', ...sku({ price: 7 }) }
const TEA = 'product.created prod_000001 tea Tea 450 v1'

//  what the lines say, and what is saved, in order
// biome-ignore format: a table
const saved: [string, Partial<ItemCommand>[], string[]][] = [
  ['nothing to save', [{ product: tea, sourceId: 'tea' }], []],
  ['the price of one by id', [{ productId: 'prod_1', ...product({ price: 990 }) }],
    ['product.updated prod_1 mug Stoneware mug 990 v2']],
  ['by source id, said of the line or of the product',
    [{ sourceId: 'mug', ...mug1 }, product({ sourceId: 'beans', price: 2 })],
    ['product.updated prod_1 mug Stoneware mug 1 v2', 'product.updated prod_2 beans Beans 2 v2']],
  ['what it says already', [{ productId: 'prod_1', ...product({ price: 1200 }) }], []],
  ['one that is new, and again', twice, [TEA, 'product.updated prod_000001 tea Tea 5 v2']],
  [
    'a name that another gave away in the line before',
    named,
    ['product.updated prod_2 beans Espresso 800 v2', 'product.created prod_000001 x Beans null v1']
  ],
  ['by an id that nobody has', [{ productId: 'prod_9', ...product(tea) }], []],
  ['a SKU by id', [{ skuId: 'sku_1', ...sku({ price: 5 }) }],
    ['sku.updated sku_1 of prod_1 mug-blue Blue mug 5']],
  ['a new one of a product, new itself', green,
    [TEA, 'sku.created sku_000001 of prod_000001 tea-1 Green null']],
  ['a new one named by the line', [byLine as Partial<ItemCommand>], [red]],
  ['of the product that the line calls by its source id', [{ sourceId: 'mug', ...redSku }], [red]],
  ['a new one of nothing', [sku({ sourceId: 'red' })], []],
  ['a SKU by an id that nobody has', [{ productId: 'prod_1', skuId: 'sku_9', ...sku({}) }], []]
]

t.test('overrideGoods: what the lines say of their goods is saved', async t => {
  table(t, saved, (t, _, items, changes) => t.strictSame(told(items, { named: [beans] }), changes))
  t.strictSame(
    overrideGoods(
      { ...NOTHING_SENT, items: [item({ productId: 'prod_1', ...product(tea) })] },
      inventory(null),
      givenOccasion()
    ),
    { inventory: inventory(null), changes: [] },
    'nothing was loaded for it'
  )
})

const strict = givenSchema({ properties: { colour: givenProperty({ optional: false }) } })

const LINE = 'order.items[0]'
const TEXT = 'colour: must be a string (the actual value is 4)'
const nameless = (what: string) => `say which ${what} to save: send its source_id`
const TAKEN = 'Duplicated product exists with name Beans; choose another or use that one'

const colour4 = { metadata: { colour: 4 } }
const unnamed = (what: string) => `invalid_payload Property .${LINE}.${what}: ${nameless(what)}`
const takenName = `invalid_payload Property .${LINE}.product.name: ${TAKEN}`
const misfit = (what: string) => `metadata_validation_failed ${LINE}.${what}.metadata: ${TEXT}`
const ofBeans = { productId: 'prod_1', ...product({ name: 'Beans' }) }
const teaOf4 = { sourceId: 'tea', ...product(colour4) }
const large = { sourceId: 'tea', ...product({ metadata: { note: 'x'.repeat(65_536) } }) }
const tooLarge =
  `invalid_payload Property .${LINE}.product.metadata: ` +
  'must have at most 65536 characters as JSON, and has 65547'
const skuOf4 = { skuId: 'sku_1', ...sku(colour4) }

//  what a line says, facts, and refused as
const refusals: [string, Partial<ItemCommand>, Partial<OverrideFacts>, string][] = [
  ['a product without a name to find it by', product(tea), {}, unnamed('product')],
  ['a SKU likewise', { productId: 'prod_1', ...sku({ price: 1 }) }, {}, unnamed('sku')],
  ['the name of another', ofBeans, { named: [beans] }, takenName],
  ['metadata that do not fit', teaOf4, { productSchema: strict }, misfit('product')],
  ['those of a SKU', skuOf4, { skuSchema: strict }, misfit('sku')],
  ['metadata that are too large', large, {}, tooLarge]
]

t.test('overrideGoods: what cannot be saved refuses the order, by its line', async t => {
  table(t, refusals, (t, _, line, facts, said) => t.equal(told([line], facts), said))
})

t.test('composeOrder: a line costs what it has just saved', async t => {
  const items = [
    item({ quantity: 2, ...product({ sourceId: 'tea', ...tea, metadata: { leaf: true } }) }),
    item({ productId: 'prod_1' })
  ]
  const goods = { inventory: inventory(), schemas: { order: null, orderItem: null } }
  const composed = composeOrder(null, order({ items }), goods, givenOccasion())
  t.match(composed, {
    order: {
      amount: 2 * 450 + 1200,
      items: [{ productId: 'prod_000001', product: { name: 'Tea', metadata: { leaf: true } } }, {}]
    },
    goods: [{ kind: 'product.created', product: { createdAt: NOW, updatedAt: null } }]
  })
  const refused = composeOrder(null, order({ items: [item(product(tea))] }), goods, givenOccasion())
  t.match(refused, { refusal: { key: 'invalid_payload' } })
})

t.test('overrides, namesGiven: whether anything is to be looked up, and what', async t => {
  const [plain, named] = [item({ product: tea }), item(product({ ...tea }))]
  t.strictSame(
    [overrides(undefined), overrides([plain]), overrides([plain, named])],
    [false, false, true]
  )
  t.equal(overrides([item(sku({}))]), true)
  t.strictSame(namesGiven(undefined), [])
  t.strictSame(namesGiven([plain, named, item(product({ price: 1 }))]), ['Tea'])
})
