/**
 * No statement grows with a project: each finds its rows by more than the project alone, in an
 * index that has them in the order asked for. An ORDER BY on another column is enough to make the
 * engine walk through everything instead, which no test on three rows would notice.
 */
import Database, { type Database as Connection } from 'better-sqlite3'
import t, { type Test } from 'tap'
import { totalsOfCustomer } from '../../../src/storage/customers/customers.ts'
import { openStore } from '../../../src/storage/database.ts'
import { sqliteDialect } from '../../../src/storage/engine/sqlite.ts'
import type { Dialect } from '../../../src/storage/engine/statements.ts'
import { pendingPointsDueOn } from '../../../src/storage/points/movements.ts'
import { allPublications } from '../../../src/storage/publications.ts'
import { redemptionList } from '../../../src/storage/redemptions/redemptions.ts'
import { customersDue } from '../../../src/storage/standing.ts'
import { cardsOfCustomer, heldVoucher } from '../../../src/storage/vouchers/vouchers.ts'
import { temporaryFolder } from '../support/engines.ts'
import { type AnyStatement, nameOf, queryOf, statements } from '../support/statements.ts'

/** Those that walk through all of one kind, and why that is little. */
// biome-ignore format: a table
const WALKS = new Map<RegExp, string>([
  [/^audited/, 'the audit reads everything, page by page, outside the server'],
  [/^exportKeys\./, 'an export is everything, in slices by id'],
  [/^anyProject$|^allProjects$|^keyPairsOfProject$|^projectKeyList/, 'a handful'],
  [/^countKindsOfProject$/, 'a project has one'],
  [/^earningRule(sCount|sNamed|List\..*)$/, 'at most EARNING_RULES_MAX'],
  [/^validationRule|^promotionTier|^exportList|^loyaltyTier|^campaign(s|List)/,
    'what merchants write by hand'],
  [/^reward|^offerList/, 'what merchants write by hand'],
  [/^anyVoucherBound$/, 'until the first one; asked once for each version of the set-up'],
  [/^collectionList\.|^collectionList.count$|^metadataSchemaList.count$|^metadataSchemaList.newest$/,
    'what merchants write by hand'],
  [/^(category|segment)List\./, 'what merchants write by hand'],
  [/^vouchersOfCategory$/, 'asked by who deletes a category, which happens once in years'],
  [/^referring|^eventSchema/, 'what merchants write by hand'],
  [/^ruleAssignmentList\.relatedObjectId/, 'the few rules that bind one thing'],
  [/^(customersCount|(orderList|redemptionList|allPublications|productList|ruleAssignmentList)\.count)$/,
    'a total counts everything, along the smallest index'],
  [/^voucherList\.updated count$/, 'at most SCANNED_MAX, which are counted first'],
  [/^(reviewOfProject|reviewHeld|progressReviewRow|endReviewRow|deleteTimerLease|jobTurnHeld)$/,
    'the one row of a project'],
  [/^(stackingRulesOfProject|replaceStackingRules|deleteStackingRulesRow)$/,
    'the one row of a project'],
  [/^insert/, 'writes one row'],
  [/^jobsWaiting$/, 'at most JOBS_WAITING_MAX, which it is counted for'],
  [/^(campaigns|eventSchemas|loyaltyTiers|segments|validationRules)\.remove$/,
    'whether an earning rule refers to it; at most EARNING_RULES_MAX'],
  [/^claimOwnJob$/, 'jobs of a project of the sandbox, which are carried out at once'],
  [/^categories\.remove$/, 'whether a voucher refers to it; a category goes once in years']
])

/** The shared query code on a database that has the tables. */
async function migrated(t: Test): Promise<Dialect & { readonly connection: Connection }> {
  const file = temporaryFolder(t)
  const store = await openStore(`sqlite:${file}/plans.db`, { onBug: error => t.error(error) })
  await store.migrate()
  await store.close()
  const connection = new Database(`${file}/plans.db`)
  t.teardown(() => connection.close())
  return { ...sqliteDialect, connection }
}

async function planned(t: Test) {
  return plannedOn(await migrated(t))
}

function plannedOn({ connection, ...dialect }: Awaited<ReturnType<typeof migrated>>) {
  return (statement: AnyStatement) => {
    const { sql, params } = queryOf(statement, dialect)
    const rows = connection.prepare(`explain query plan ${sql}`).all(...params.map(() => 1))
    return (rows as { readonly detail: string }[]).map(({ detail }) => detail)
  }
}

t.test('every statement finds its rows by an index', async t => {
  const planOf = await planned(t)
  for (const [name, statement] of statements) {
    if ([...WALKS.keys()].some(walk => walk.test(name))) continue
    const steps = planOf(statement)
    // A page that was found by its ids has a hundred rows to sort, and so many are looked through at most.
    const isPage = steps.some(step => /^LIST SUBQUERY/.test(step))
    const bad = steps.filter(
      step =>
        /\(project_id=\?\)$/.test(step) ||
        /^SCAN (?!json_each|scanned)/.test(step) ||
        (step === 'USE TEMP B-TREE FOR ORDER BY' && !isPage)
    )
    t.strictSame(bad, [], name)
  }
})

/** What joins others to the rows that it skips, and why these are few. */
const JOINED = /^promotionTier|^segmentsOfCustomer|^publicationsOfVoucher$/

t.test('a page asks nothing of the rows that it skips', async t => {
  const dialect = await migrated(t)
  const planOf = plannedOn(dialect)
  for (const [name, statement] of statements) {
    if (!/ offset /.test(queryOf(statement, dialect).sql) || JOINED.test(name)) continue
    const steps = planOf(statement)
    const found = steps.findIndex(step => /^LIST SUBQUERY/.test(step))
    // What is found by its ids is found by then, and others are joined to it.
    const skipping = found < 0 ? steps : steps.slice(found + 1, found + 2)
    const asked = skipping.filter(step => /^SEARCH|^SCAN/.test(step))
    const correlated = steps.filter(step => /CORRELATED/.test(step))
    t.strictSame([asked.length, correlated], [1, []], name)
  }
})

t.test('of several filters a list goes along that which leaves the fewest', async t => {
  const planOf = await planned(t)
  //            filters, and the index that it goes along
  // biome-ignore format: a table
  const rows: readonly (readonly [{ rows: typeof allPublications.rows }, object, string])[] = [
    [redemptionList as never, { customerId: 'c', campaignId: 'p', result: 'SUCCESS' }, 'redemptions_of_customer'],
    [redemptionList as never, { campaignId: 'p', result: 'FAILURE' }, 'redemptions_of_campaign'],
    [allPublications, { customerId: 'c', voucherType: 'LOYALTY_CARD' }, 'publications_of_customer'],
    [allPublications, { voucherId: 'v', customerId: 'c' }, 'publications_of_voucher'],
    [allPublications, { campaignId: 'p', voucherType: 'LOYALTY_CARD' }, 'publications_of_campaign']
  ]
  for (const [list, wanted, index] of rows) {
    const asked: AnyStatement[] = []
    const session = { all: async (each: AnyStatement) => void asked.push(each) } as never
    await list.rows(session, '-created_at', { limit: 1, offset: 0 }, wanted)
    const steps = asked.flatMap(planOf)
    t.match(steps.join('; '), new RegExp(`INDEX ${index} `), index)
  }
})

t.test('what is known of a customer costs what it shows, not what they ever got', async t => {
  const planOf = await planned(t)
  // Coupons add up over the years; cards and programs do not.
  const rows: [AnyStatement, RegExp][] = [
    [totalsOfCustomer, /\(project_id=\? AND customer_id=\?\)$/],
    [cardsOfCustomer, /INDEX cards_of_holder \(project_id=\? AND holder_id=\?\)$/],
    [heldVoucher, /\(project_id=\? AND holder_id=\? AND campaign_id=\?\)$/]
  ]
  for (const [statement, step] of rows) t.match(planOf(statement)[0], step, nameOf(statement))
})

t.test('what waits on a card costs what is due of it, however much waits', async t => {
  const planOf = await planned(t)
  // Points of every order of the last weeks may wait: asked for by the card alone, or by the card
  // and the day where an operator hides the day from the planner, all of them are looked at.
  const bounded =
    /INDEX pending_points_due_on \(project_id=\? AND voucher_id=\? AND activates_on<\?\)$/
  for (const statement of [pendingPointsDueOn, customersDue]) {
    const steps = planOf(statement).filter(step => /pending_points/.test(step))
    t.match(steps, [bounded], nameOf(statement))
  }
})

/** Is no way to its rows, but a rule about them: of a queue one job has an owner. */
const RULE = 'jobs_owned'

t.test('every index is used by a statement, since a write pays for each', async t => {
  const dialect = await migrated(t)
  const planOf = plannedOn(dialect)
  const steps = [...statements.values()].flatMap(planOf).join('\n')
  const indexes = dialect.connection
    .prepare(`select name from sqlite_schema
      where type = 'index' and sql is not null and name <> '${RULE}'`)
    .pluck()
    .all() as string[]
  const unused = indexes.filter(name => !new RegExp(`INDEX ${name}\\b`).test(steps))
  t.strictSame(unused, [])
})

// SQLite compiles a statement anew at every call where a bare parameter could change its plan.
t.test('no statement has a parameter that SQLite plans by', async t => {
  const dialect = await migrated(t)
  for (const [name, statement] of statements) {
    const { sql } = queryOf(statement, dialect)
    t.notMatch(sql, /(?<!\+)\?/, name)
  }
})
