/**
 * The tests that play once more on PostgreSQL, where every store of theirs is a database of the
 * tests' server (test/support/stores.ts): few that together play every statement and every kind of
 * change. A run of all files fails where one was played nowhere on PostgreSQL but in the tests of
 * the engine, which play them by hand.
 *
 * What each test of a file plays, and how often, is told in `record` by
 * `PLAYED_ON_POSTGRES=record TEST_ENGINE=postgres npm test -- FILE`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { filesFor } from './asked.ts'
import type { Part } from './play.ts'

/**
 * Titles by files. The next was always the one that takes least for each statement and kind that is
 * new, and needless ones were left out.
 */
const TESTS: Readonly<Record<string, readonly string[]>> = {
  'contract/renewed-secrets': [
    'a renewed secret ends every url at once, and signs the first answer after it'
  ],
  'jobs/customers': ['customers.erase: those that end together fail together'],
  'jobs/exports': [
    'exports.write: a file of each points_expiration',
    'exports.write: a file of each redemption',
    'exports.write: a file of each voucher_transactions'
  ],
  'jobs/task': [
    'a job whose row others hold delays no job, and loses no attempt',
    'of all projects, the jobs that nobody has are due, and since when',
    'what could not be renewed is, before the worker looks for more'
  ],
  'main/doctor': ['doctor: on PostgreSQL, too'],
  'main/job-commands': ['jobs: on PostgreSQL, too'],
  'operations/across/sorting': [
    'a list is the same from either end',
    'listAllPromotionTiers: is_available leaves out what is not usable',
    'lists: filters leave what has all of their values',
    'lists: when cards changed is looked for in ten thousand of them'
  ],
  'operations/async-actions': ['listAsyncActions: what was asked for, without what came of it'],
  'operations/campaigns/campaigns': [
    'listCampaigns: pages in every order, of every kind or of one'
  ],
  'operations/campaigns/updates': ['deleteCampaign: one that nobody needs goes with its parts'],
  'operations/categories': ['listCategories: in the order asked for, a page at a time'],
  'operations/customers/customers': [
    'createCustomer: the schema binds metadata as it is after the merge'
  ],
  'operations/customers/erasure': ['eraseCustomer: no answer is repeated that told of them'],
  'operations/customers/page': ['the customer page shows the latest of much, and counts the rest'],
  'operations/discounts/locks': [
    'deletion: the lock goes of somebody who was stored after it was taken',
    'redeemStackedDiscounts: a voucher is not asked about when its locks ended',
    'validateStackedDiscounts: the names of locks go with the person'
  ],
  'operations/discounts/points-of-merged-lots': [
    'points that come back pay for all that is missing, also of one lot'
  ],
  'operations/discounts/qualifications': [
    'checkEligibility: a campaign stands for codes that it has to give'
  ],
  'operations/event-schemas': [
    'deleteEventSchema: goes where nothing earns or converts by it',
    'listEventSchemas, getEventSchema: what can be sent',
    'updateEventSchema: binds what is sent from then on'
  ],
  'operations/exports': [
    'createExport: the file has the rows that its filters select',
    'listExports: pages and orders, and a file where one is finished'
  ],
  'operations/loyalties/earning-rules': [
    'createEarningRules: one bad rule refuses all of them, by its index',
    'listEarningRules: those of the program, switched off or not'
  ],
  'operations/loyalties/pending-points-by-hand': [
    'adjustMemberPendingPoints: more or fewer wait, as the card says'
  ],
  'operations/loyalties/programs': [
    'listLoyaltyPrograms: pages in every order, and programs alone'
  ],
  'operations/loyalty-tiers/loyalty-tiers': [
    'createLoyaltyTiers: bands, and what they make of the rules',
    'deleteLoyaltyTier: stays while it has somebody or a rule'
  ],
  'operations/members': [
    'addMember: at the same moment, one card is one member’s',
    'listMemberTransactions: pages, and the same by program and by voucher'
  ],
  'operations/metadata-schemas': [
    'deleteMetadataSchema: metadata is free then, what is stored stays'
  ],
  'operations/oauth': [
    'revokeOAuthToken: a token ends at once, and stays ended',
    'updateCategory and deleteCategory look at no Idempotency-Key'
  ],
  'operations/orders/bonuses': [
    'bonuses: whoever came again without what had led there first, came once'
  ],
  'operations/orders/orders': [
    'listOrders: pages in the order in which they were made',
    'listOrders: those of one customer, by id or source id'
  ],
  'operations/orders/returns': [
    'returnGoods: of three units one is left, which was paid with credit after a percentage',
    'returnGoods: what a rule counts of orders is of what remains'
  ],
  'operations/product-collections': [
    'deleteProductCollection: goes unless a rule names it; goods stay',
    'listProductCollections: with what is in them, sorted as asked',
    'updateProductCollection: a rule that speaks of it sees it at once'
  ],
  'operations/products/products': [
    'deleteProduct: a rule that measures it keeps it; an order does not',
    'listProducts: in the order in which they were made, page by page'
  ],
  'operations/products/skus': [
    'createSku: sent again it changes the one there is',
    'deleteSku: goes, and its product has one less',
    'listSkus: those of one product, sorted as asked'
  ],
  'operations/projects': [
    'createProjectKey: opens what its kind says; is shown once',
    'revokeProjectKey: the last that manages stays; another may go'
  ],
  'operations/publications': ['listPublications: all, of a voucher, to a customer; in pages'],
  'operations/redemptions/redemptions': [
    'listRedemptions: all of them or a customer’s, page by page'
  ],
  'operations/redemptions/rollbacks': [
    'rollbackRedemption: a coupon goes off, and stays with who got it',
    'rollbackRedemption: what followed from one goes back with it'
  ],
  'operations/rewards': [
    'deleteReward: one on offer stays, another goes and has its records',
    'getRewardAssignment, updateRewardAssignment: what a reward costs',
    'listAssignmentsOfReward, deleteRewardAssignment: on offer, and off',
    'listRewards: pages and orders',
    'updateReward: what is sent counts, and the kind stays'
  ],
  'operations/segments/segments': [
    'deleteSegment: one that is being filled takes nobody in any more',
    'listSegments, listCustomerSegments: pages in the order asked for'
  ],
  'operations/stacking-rules': [
    'createStackingRules: of many at once, one makes the rules',
    'updateStackingRules: what is sent counts, what is not sent stays'
  ],
  'operations/validation-rules': [
    'deleteValidationRule: goes once it binds nothing',
    'listAllValidationRuleAssignments: of a rule, to a thing, or all',
    'listValidationRules: pages, orders, and a window beside the total',
    'updateValidationRule: its assignments say what is left of it'
  ],
  'operations/vouchers/vouchers': [
    'createVoucher: a code is made as asked, as long as there is one',
    'deleteVoucher: with its credit, its rules and its place in the campaign'
  ],
  'project-files/losses': [
    'all columns of rows come back, with amounts that are not the sum of the lines'
  ]
}

/** In the SQL of a statement that locks rows. */
const LOCKING = /\bfor (no key )?(update|share)\b/
/** The name of one that takes the place of a row that is not there yet. */
const TAKING = /Place\.(take|leave)$/

const SANDBOX = 'a sandbox has all of its rows in memory'
const MEETING = 'it is for units that meet, as the tests of the engine make them do'
const UNGUARDED = 'it has no guard that could tell it; its statements are told'

/** What may be played by no test on PostgreSQL, and why. */
const EXEMPT: Readonly<Record<string, string>> = {
  'catalogue.ts: addToCatalogueVersion': MEETING,
  'catalogue.ts: addToVersionRead': MEETING,
  'catalogue.ts: deleteSetUpClaim': MEETING,
  'catalogue.ts: insertSetUpClaim': MEETING,
  'catalogue.ts: setUpClaimById': MEETING,
  'export.turned': UNGUARDED,
  'lock.ended': UNGUARDED,
  'locks.claimed': UNGUARDED,
  'locks.forgotten': UNGUARDED,
  'sandbox.emptied': SANDBOX,
  'sandbox.filled': SANDBOX,
  'sandbox.removed': SANDBOX
}

/** The part of a run that plays them. @throws {NotThere} for a file that is gone. */
export function onPostgres(): Part {
  return {
    files: filesFor(Object.keys(TESTS).map(fileOf)),
    tests: new Map(Object.entries(TESTS).map(([name, titles]) => [fileOf(name), titles])),
    environment: { TEST_ENGINE: 'postgres' },
    suffix: ' on PostgreSQL'
  }
}

function fileOf(name: string): string {
  return `test/${name}.test.ts`
}

/** A sentence for each statement and kind of change that has to be played, and was not. */
export async function unplayedIn(record: string): Promise<readonly string[]> {
  const played = playedIn(record)
  const { queryOf, statementNames } = await import('../../test/storage/support/statements.ts')
  const { postgresDialect } = await import('../../src/storage/engine/postgres/connections.ts')
  const { CHANGES } = await import('../../src/storage/database.ts')
  // What only locks rows is asked by units that meet, and a test of operations makes none meet.
  const asked = [...statementNames].filter(
    ([statement, name]) =>
      !TAKING.test(name) && !LOCKING.test(queryOf(statement, postgresDialect).sql)
  )
  const all = new Set([...asked.map(([, name]) => name), ...Object.keys(CHANGES)])
  const unplayed = [...all].filter(each => !played.has(each) && !(each in EXEMPT))
  const gone = Object.keys(EXEMPT).filter(each => !all.has(each))
  return [
    ...unplayed.map(each => `${each} is played by no test on PostgreSQL; list one that does`),
    ...gone.map(each => `${each} does not have to be played, or is gone; take it off the list`)
  ].map(sentence => `${sentence} (scripts/suite/postgres.ts)`)
}

function playedIn(record: string): ReadonlySet<string> {
  const lines = existsSync(record) ? readFileSync(record, 'utf8').split('\n') : []
  const others = lines.filter(line => !line.startsWith('test/storage/engine/'))
  return new Set(others.flatMap(line => line.split('\t').slice(2, 3)))
}
