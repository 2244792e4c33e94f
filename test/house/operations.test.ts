/**
 * One operation, one name: in the document, the handler, the decision and the titles of tests.
 *
 * The first half shows the rule its violations; the second looks at all operations.
 *
 * Spec: Decisions 51 and 114.
 */
import t from 'tap'
import {
  decisionFindings,
  type Exceptions,
  operationsIn,
  titleFindings
} from './support/operations.ts'
import { finds } from './support/shown.ts'
import { readTree, type Source, sentence } from './support/source.ts'

const NONE: Exceptions = { shared: new Map(), untitled: new Set() }
const ORDERS = [
  { id: 'createOrder', method: 'post' },
  { id: 'getOrder', method: 'get' }
]

function decisionsFound(sources: readonly Source[]) {
  return decisionFindings(sources, ORDERS, NONE)
}

function sharedFound(sources: readonly Source[]) {
  const shared = new Map([['createOrder', 'saveOrder']])
  return decisionFindings(sources, ORDERS, { ...NONE, shared })
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
  ['src/jobs/orders.ts', importing('createOrder'), '1 carry out createOrder without createOrder.']
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

function titlesFound(sources: readonly Source[]) {
  return titleFindings(sources, ORDERS, { ...NONE, untitled: new Set(['getOrder']) })
}

finds(titlesFound, [
  ['test/a.test.ts', "t.test('createOrder: earns once', f)", null],
  ['test/a.test.ts', "t.test('createOrder, updateOrder: earn once', f)", null],
  [
    'test/a.test.ts',
    "t.test('an order earns once', f)",
    '1 has no title that begins with createOrder.'
  ],
  [
    'test/a.test.ts',
    "t.test('createOrder, getOrder: one order', f)",
    '1 begins a title with getOrder.'
  ]
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

/** Tested beside the operation that writes the thing, lists it, or has the same answer. */
const untitled = new Set([
  'deleteLoyaltyProgram',
  'getAsyncAction',
  'getCampaign',
  'getCategory',
  'getEarningRule',
  'getExport',
  'getLoyaltyTier',
  'getMemberByCard',
  'getOrder',
  'getProductCollection',
  'getProject',
  'getPromotionTier',
  'getSandboxFaults',
  'getSandboxProject',
  'getSegment',
  'getSku',
  'getValidationRule',
  'getValidationRuleAssignment',
  'listAllPromotionTiers',
  'listLoyaltyTiers',
  'listProgramMemberPendingPoints',
  'listProgramMemberTransactions',
  'listProjectKeys',
  'listProjects',
  'listValidationRuleAssignments',
  'listVoucherRedemptions',
  'updateLoyaltyCardBalanceByCard'
])

const tree = readTree()
const documented = (names: RegExp) =>
  operationsIn(tree.flatMap(({ path, text }) => (names.test(path) ? [text] : [])))
const operations = documented(/^generated\/(service|provisioning|sandbox)\.json$/)
// Those of the sandbox are carried out for handlers, because they are of no project.
const ofProjects = documented(/^generated\/(service|provisioning)\.json$/)
const exceptions = { shared, untitled }

t.ok(operations.length > 100)
for (const [title, findings] of [
  ['an operation that writes is a decision', decisionFindings(tree, ofProjects, exceptions)],
  ['an operation begins the titles of its tests', titleFindings(tree, operations, exceptions)]
] as const) {
  t.ok(findings.length === 0, title, { findings: findings.map(sentence), at: null, stack: '' })
}
