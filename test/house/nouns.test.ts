/**
 * One noun has one name in every room, and what a module says it carries out is there.
 *
 * The first half shows each rule a violation beside the nearest thing that is allowed; the second
 * looks at the whole tree.
 */
import t from 'tap'
import * as nouns from './support/nouns.ts'
import * as references from './support/references.ts'
import { finds } from './support/shown.ts'
import { readTree, type Source, sentence, sourceOf } from './support/source.ts'

const shop = nouns.nounsOf([
  JSON.stringify({
    paths: {
      '/orders': { get: { operationId: 'listOrders', tags: ['Orders'] } },
      '/rules': { get: { operationId: 'listRules', tags: ['Validation rules'] } }
    }
  })
])

function roomFindings(sources: readonly Source[]) {
  return nouns.roomFindings(sources, shop)
}

finds(roomFindings, [
  ['openapi/schemas/orders.yaml', '', null],
  ['openapi/schemas/validation-rules/requests.yaml', '', null],
  ['openapi/schemas/shared/values.yaml', '', null],
  ['openapi/paths/shared.yaml', '', '1 is named "shared", which is no tag of the documents.'],
  ['openapi/schemas/order.yaml', '', '1 is named "order", which is no tag of the documents.'],
  ['src/handlers/index.ts', '', null],
  ['src/handlers/carts.ts', '', '1 is named "carts", which is no tag of the documents.'],
  ['src/http/commands/values.ts', '', null],
  ['src/http/views/orders.ts', '', null],
  ['src/http/mount.ts', '', null],
  ['src/decisions/changes.ts', '', null],
  ['src/decisions/orders/saving.ts', '', null],
  ['src/decisions/standing/reviews.ts', '', null],
  ['src/decisions/carts/a.ts', '', '1 is named "carts", which is no tag of the documents.'],
  ['src/decisions/carts.ts', '', '1 is named "carts", which is no tag of the documents.'],
  ['src/storage/orders.ts', '', null],
  ['src/storage/lock-order.ts', '', null],
  ['src/storage/carts.ts', '', '1 is named "carts", which is no tag of the documents.'],
  ['src/jobs/orders.ts', '', null],
  ['src/jobs/carts.ts', '', '1 is named "carts", which is no tag of the documents.'],
  ['test/storage/orders/past.test.ts', '', null],
  ['test/storage/past.test.ts', '', '1 is named "past", which is no tag of the documents.'],
  ['test/jobs/orders.test.ts', '', null],
  ['test/jobs/past.test.ts', '', '1 is named "past", which is no tag of the documents.'],
  ['test/http/views/orders.test.ts', '', null],
  ['test/operations/orders/payment.test.ts', '', null],
  ['test/operations/pay.test.ts', '', '1 is named "pay", which is no tag of the documents.']
])

function handlerFindings(sources: readonly Source[]) {
  return nouns.handlerFindings(sources, shop)
}

finds(handlerFindings, [
  ['src/handlers/orders.ts', 'class A {\n  async listOrders() {}\n  own() {}\n}', null],
  ['src/handlers/orders.ts', 'class A {\n  async listRules() {}\n}', '2 handles listRules.'],
  ['src/handlers/orders.ts', 'class A {}\nclass B {}', '1 has 2 classes.'],
  ['src/handlers/orders.ts', 'export const a = 1', '1 has 0 classes.'],
  ['src/handlers/index.ts', 'export const a = 1', null]
])

finds(nouns.wireFindings, [
  ['src/handlers/orders.ts', "const { sourceId } = body\nrefuse('source_id')", null],
  [
    'src/handlers/orders.ts',
    'const { source_id: a } = body',
    '1 says source_id, a word of the wire.'
  ],
  ['src/handlers/orders.ts', 'const a = body.source_id', '1 says source_id, a word of the wire.'],
  ['src/handlers/orders.ts', 'const a = { source_id: 1 }', '1 says source_id, a word of the wire.'],
  ['src/http/commands/orders.ts', 'const a = body.source_id', null]
])

function pathFindings(sources: readonly Source[]) {
  return nouns.pathFindings(sources, shop)
}

finds(pathFindings, [
  ['openapi/paths/orders.yaml', 'A:\n  get:\n    operationId: listOrders\n', null],
  ['openapi/paths/validation-rules/a.yaml', 'A:\n  get:\n    operationId: listRules\n', null],
  [
    'openapi/paths/orders.yaml',
    'A:\n  get:\n    operationId: listRules\n',
    '3 describes listRules, which is of validation-rules.'
  ]
])

function titleFindings(sources: readonly Source[]) {
  return nouns.titleFindings(sources, shop)
}

finds(titleFindings, [
  ['test/operations/orders.test.ts', "t.test('listOrders: all', () => {})", null],
  ['test/operations/orders.test.ts', "t.test('listRules, listOrders: all', () => {})", null],
  ['test/operations/orders.test.ts', "t.test('an order is one', () => {})", null],
  ['test/operations/orders.test.ts', "t.test('listRules: all', () => {})", '1 tests listRules.'],
  ['test/http/orders.test.ts', "t.test('listRules: all', () => {})", null]
])

function viewFindings(sources: readonly Source[]) {
  const views = sourceOf('src/http/views/orders.ts', 'export function viewOrder() {}')
  return nouns.viewFindings([views, ...sources])
}

finds(viewFindings, [
  ['test/http/views/orders.test.ts', "t.test('viewOrder: whole', () => {})", null],
  ['test/http/views/carts.test.ts', "t.test('an order is whole', () => {})", null],
  [
    'test/http/views/carts.test.ts',
    "t.test('viewOrder: whole', () => {})",
    '1 tests viewOrder, of src/http/views/orders.ts.'
  ]
])

const known: references.Known = {
  operations: new Set(['listOrders']),
  schemas: new Map([
    ['Order', { properties: { items: { items: { $ref: '#/components/schemas/Item' } } } }],
    [
      'Item',
      { oneOf: [{ properties: { price: {} } }, { additionalProperties: { properties: {} } }] }
    ]
  ]),
  paths: new Set(['openapi/README.md'])
}

function specFindings(sources: readonly Source[]) {
  return references.specFindings(sources, known)
}

const head = (text: string) => `/**\n * What it is for.\n *\n * ${text}\n */\n\nrun()`

finds(specFindings, [
  ['src/a.ts', head('Spec: listOrders, Order; Decisions 3, 4 and 7 to 9.'), null],
  ['src/a.ts', head('Spec: Order.items (those of a cart). Nothing else.'), null],
  ['src/a.ts', head('Spec: Order.items.price,\n * openapi/README.md.'), null],
  ['src/a.ts', head('Nothing.'), '1 has a head without a Spec: line.'],
  ['src/a.ts', head('Spec: none.'), '4 has a Spec: line that names "none".'],
  ['src/a.ts', head('Spec: listCarts.'), '4 has a Spec: line that names "listCarts".'],
  ['src/a.ts', head('Spec: Order.total.'), '4 has a Spec: line that names "Order.total".'],
  ['src/a.ts', head('Spec: Item.cost.'), '4 has a Spec: line that names "Item.cost".'],
  ['src/a.ts', head('Spec: Endpoints 3.'), '4 has a Spec: line that names "Endpoints 3".'],
  [
    'src/a.ts',
    `${head('Spec: Order.')}\n// Spec: Cart.\n`,
    '8 has a Spec: line that names "Cart".'
  ],
  ['test/support/a.ts', head('Spec: Cart.'), '4 has a Spec: line that names "Cart".'],
  ['test/support/a.ts', head('Nothing.'), null]
])

const tree = readTree()
const documents = tree.filter(({ path }) =>
  /^generated\/(service|provisioning|sandbox)\.json$/.test(path)
)
const ours = nouns.nounsOf(documents.map(({ text }) => text))

t.ok(ours.names.has('vouchers'))
const withoutPages = tree.filter(({ path }) => path !== 'src/storage/pages.ts')
t.strictSame(nouns.sharedFindings(withoutPages).map(sentence), [
  'src/storage/:1 has no "pages". Take it from the list in test/house/support/nouns.ts.'
])
for (const [title, findings] of [
  ['files are named by tags of the documents', nouns.roomFindings(tree, ours)],
  ['what is shared by nouns is there', nouns.sharedFindings(tree)],
  ['an operation is handled in the file of its tag', nouns.handlerFindings(tree, ours)],
  ['handlers leave the words of the wire to http', nouns.wireFindings(tree)],
  ['an operation is described in the file of its tag', nouns.pathFindings(tree, ours)],
  ['an operation is tested in the room of its tag', nouns.titleFindings(tree, ours)],
  ['a view is tested in the file of its noun', nouns.viewFindings(tree)],
  ['what a head refers to is there', references.specFindings(tree, references.knownIn(tree))]
] as const) {
  t.ok(findings.length === 0, title, { findings: findings.map(sentence), at: null, stack: '' })
}
