/**
 * No statement grows with a project: each finds its rows by more than the project alone, in an
 * index that has them in the order asked for. An ORDER BY on another column is enough to make the
 * engine walk through everything instead, which no test on three rows would notice.
 */
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import t, { type Test } from 'tap'
import { openStore } from '../../src/storage/database.ts'
import { sqliteDialect } from '../../src/storage/engine/dialect.ts'
import { type StatementName, Statements } from '../../src/storage/engine/statements.ts'

/** Those that walk through all of one kind, and why that is little. */
const WALKS = new Map<RegExp, string>([
  [/^audit /, 'the audit reads everything, page by page, outside the server'],
  [/^export keys /, 'an export is everything, in slices by id'],
  [/^allProjects$|^keyPairsOfProject$|^projectKeys/, 'a handful'],
  [/^earningRules(Count|OfCampaignCount|Named| by .*)$/, 'at most EARNING_RULES_MAX'],
  [
    /^validationRules|^promotionTiers|^exports|^loyaltyTiers|^campaigns/,
    'what merchants write by hand'
  ],
  [/^rewards|^rewardAssignments/, 'what merchants write by hand'],
  [/^collections by |^collectionsCount$|^metadataSchemas(Count)?$/, 'what merchants write by hand'],
  [/^(categories|segments) by |^(categories|segments)Count$/, 'what merchants write by hand'],
  [/^vouchersOfCategory$/, 'asked by who deletes a category, which happens once in years'],
  [/^speaking |^eventSchemas/, 'what merchants write by hand'],
  [/^assignments of thing by /, 'the few rules that bind one thing'],
  [
    /^((customers|orders|products|redemptions)Count|count of publications)$/,
    'a total counts everything, along the smallest index'
  ],
  [/^(reviewOf|progressReview|endReview)$/, 'the one row of a project'],
  [/^insert/, 'writes one row'],
  [
    /^delete (campaign|event_schema|loyalty_tier|segment|validation_rule)$/,
    'whether an earning rule refers to it; at most EARNING_RULES_MAX'
  ],
  [/^delete category$/, 'whether a voucher refers to it; a category goes once in years']
])

interface Explained {
  getQuery(): { readonly sql: string; readonly params: readonly unknown[] }
}

/** Every statement there is, and how the engine goes about it. */
async function planned(t: Test) {
  const file = t.testdir()
  const store = await openStore(`sqlite:${file}/plans.db`, { onBug: error => t.error(error) })
  await store.migrate()
  await store.close()
  const connection = new Database(`${file}/plans.db`)
  t.teardown(() => connection.close())
  const statements = new Statements(sqliteDialect(drizzle(connection, { casing: 'snake_case' })))
  const planOf = (name: StatementName) => {
    const { sql, params } = (statements.named(name) as unknown as Explained).getQuery()
    const rows = connection.prepare(`explain query plan ${sql}`).all(...params.map(() => 1))
    return (rows as { readonly detail: string }[]).map(({ detail }) => detail)
  }
  return { names: statements.names(), planOf }
}

t.test('every statement finds its rows by an index', async t => {
  const { names, planOf } = await planned(t)
  for (const name of names) {
    if ([...WALKS.keys()].some(walk => walk.test(name))) continue
    const bad = planOf(name).filter(
      step =>
        /\(project_id=\?\)$/.test(step) ||
        /^SCAN (?!json_each)/.test(step) ||
        step === 'USE TEMP B-TREE FOR ORDER BY'
    )
    t.strictSame(bad, [], name)
  }
})

t.test('what is known of a customer costs what it shows, not what they ever got', async t => {
  const { planOf } = await planned(t)
  // Coupons add up over the years; cards and programs do not.
  const rows: [StatementName, RegExp][] = [
    ['totalsOfCustomer', /\(project_id=\? AND customer_id=\?\)$/],
    ['cardsOfCustomer', /INDEX cards_of_holder \(project_id=\? AND holder_id=\?\)$/],
    ['heldVoucher', /\(project_id=\? AND holder_id=\? AND campaign_id=\?\)$/]
  ]
  for (const [name, step] of rows) t.match(planOf(name)[0], step, name)
})
