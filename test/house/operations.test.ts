/**
 * One operation, one name: in the document, the handler and the decision.
 *
 * The first half shows each rule its violations; the second looks at the whole tree.
 */
import t from 'tap'
import { handlerFindings, nounsOf, wireFindings } from './support/handlers.ts'
import { decisionFindings, operationsIn, type Shared } from './support/operations.ts'
import { finds } from './support/shown.ts'
import { readTree, type Source, sentence } from './support/source.ts'

const NONE: Shared = new Map()
const ORDERS = [
  { id: 'createOrder', method: 'post' },
  { id: 'getOrder', method: 'get' }
]

function decisionsFound(sources: readonly Source[]) {
  return decisionFindings(sources, ORDERS, NONE)
}

function sharedFound(sources: readonly Source[]) {
  return decisionFindings(sources, ORDERS, new Map([['createOrder', 'saveOrder']]))
}

const importing = (name: string) => `import { ${name} } from '../decisions/orders/orders.ts'`

finds(decisionsFound, [
  ['src/handlers/orders.ts', importing('createOrder'), null],
  ['src/handlers/orders.ts', importing('isPaid, createOrder'), null],
  [
    'src/handlers/orders.ts',
    importing('saveOrder'),
    '1 carry out createOrder without createOrder.'
  ],
  ['src/jobs/tasks.ts', importing('createOrder'), '1 carry out createOrder without createOrder.']
])

finds(sharedFound, [
  ['src/handlers/orders.ts', importing('saveOrder'), null],
  ['src/handlers/orders.ts', importing('isPaid'), '1 carry out createOrder without saveOrder.'],
  [
    'src/handlers/orders.ts',
    importing('saveOrder, createOrder'),
    '1 carry out createOrder by a decision of its name.'
  ]
])

const shop = nounsOf([
  JSON.stringify({
    paths: {
      '/orders': { get: { operationId: 'listOrders', tags: ['Orders'] } },
      '/rules': { get: { operationId: 'listRules', tags: ['Validation rules'] } }
    }
  })
])

function handlersFound(sources: readonly Source[]) {
  return handlerFindings(sources, shop)
}

const of = (members: string) => `export function a() { return {\n  ${members}\n} }`

finds(handlersFound, [
  ['src/handlers/orders.ts', of('listOrders: read(),\n  async own() {}'), null],
  ['src/handlers/orders.ts', of('listRules: read()'), '2 handles listRules.'],
  ['src/handlers/orders.ts', of('async listRules() {}'), '2 handles listRules.'],
  ['src/handlers/orders.ts', `${of('')}\n${of('')}`, '1 exports 2 functions.'],
  ['src/handlers/orders.ts', 'function a() {}', '1 exports 0 functions.'],
  ['src/handlers/index.ts', 'export const a = 1', null]
])

finds(wireFindings, [
  ['src/handlers/orders.ts', "const { sourceId } = body\nrefuse('source_id')", null],
  [
    'src/handlers/orders.ts',
    'const { source_id: a } = body',
    '1 says source_id, a word of the wire.'
  ],
  ['src/handlers/orders.ts', 'const a = body.source_id', '1 says source_id, a word of the wire.'],
  ['src/handlers/orders.ts', 'const a = { source_id: 1 }', '1 says source_id, a word of the wire.'],
  ['src/http/wire/orders.ts', 'const a = body.source_id', null]
])

/** One decision for two operations: two paths to one thing, or creating and updating at once. */
const shared = new Map([
  ['addVoucherToCampaign', 'addVouchersToCampaign'],
  ['createCustomer', 'upsertCustomer'],
  ['createLoyaltyProgram', 'createCampaign'],
  ['createOrder', 'saveOrder'],
  ['createProduct', 'saveProduct'],
  ['createVoucherWithCode', 'createVoucher'],
  ['deleteLoyaltyProgram', 'deleteCampaign'],
  ['redeemRewardByCard', 'redeemReward'],
  ['updateCustomer', 'upsertCustomer'],
  ['updateLoyaltyCardBalance', 'adjustBalance'],
  ['updateLoyaltyCardBalanceByCard', 'adjustBalance'],
  ['updateLoyaltyProgram', 'updateCampaign'],
  ['updateOrder', 'saveOrder']
])

const tree = readTree()
const documented = (names: RegExp) =>
  operationsIn(tree.flatMap(({ path, text }) => (names.test(path) ? [text] : [])))
// Those of the sandbox are carried out for handlers, because they are of no project.
const ofProjects = documented(/^generated\/(service|provisioning)\.json$/)
const nouns = nounsOf(
  tree.flatMap(({ path, text }) =>
    /^generated\/(service|provisioning|sandbox)\.json$/.test(path) ? [text] : []
  )
)

t.ok(ofProjects.length > 100)
for (const [title, findings] of [
  ['an operation that writes is a decision', decisionFindings(tree, ofProjects, shared)],
  ['an operation is handled in the file of its tag', handlerFindings(tree, nouns)],
  ['handlers leave the words of the wire to http', wireFindings(tree)]
] as const) {
  t.ok(findings.length === 0, title, { findings: findings.map(sentence), at: null, stack: '' })
}
