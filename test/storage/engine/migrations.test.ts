/**
 * Migrating: from nothing to the tables modules, once, and never over what is newer.
 *
 * Spec: Decisions 42 and 66.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import Connection, { type Database } from 'better-sqlite3'
import { getTableConfig } from 'drizzle-orm/sqlite-core'
import t from 'tap'
import { strict } from '../../../scripts/migrations.ts'
import type { Change } from '../../../src/decisions/changes.ts'
import { scopesOf, uncountInScopes } from '../../../src/decisions/redemptions/limits.ts'
import type { RollbackFacts } from '../../../src/decisions/redemptions/rollback.ts'
import { audit } from '../../../src/storage/audit/audit.ts'
import { openStore } from '../../../src/storage/database.ts'
import { StoreCorrupt, StoreTooNew } from '../../../src/storage/engine/errors.ts'
import {
  type Migration,
  migrateSqlite,
  migrationsOf,
  pendingSteps,
  readMigrations
} from '../../../src/storage/engine/migrate.ts'
import { loadRollback } from '../../../src/storage/redemptions/rollback.ts'
import * as tables from '../../../src/storage/tables.ts'
import { counted } from '../support/changes.ts'
import { temporaryFolder } from '../support/engines.ts'
import * as things from '../support/things.ts'

function opened(t: { after(task: () => void): unknown }): Database {
  const connection = new Connection(':memory:')
  connection.pragma('foreign_keys = ON')
  t.after(() => connection.close())
  return connection
}

async function migrated(connection: Database, known?: readonly Migration[]): Promise<void> {
  const begin = async () => {
    connection.exec('BEGIN IMMEDIATE')
  }
  await migrateSqlite(connection, begin, 'data.db', known)
}

t.test('migrated from nothing, a database has exactly the tables of the module', async t => {
  const connection = opened(t)
  await migrated(connection)
  const found = connection
    .prepare(
      `select name, strict from pragma_table_list
       where schema = 'main' and name not like 'sqlite_%' order by name`
    )
    .all() as { name: string; strict: number }[]
  const wanted = Object.values(tables).map(table => getTableConfig(table))
  const expected = ['applied_migrations', ...wanted.map(({ name }) => name)].sort()
  t.same(
    found.map(({ name }) => name),
    expected
  )
  t.ok(
    found.every(({ strict }) => strict === 1),
    'all of them STRICT'
  )
  for (const { name, columns, indexes } of wanted) {
    const stored = connection.pragma(`table_info(${name})`) as { name: string; notnull: number }[]
    const named = columns.map(column => [snake(column.name), column.notNull || column.primary])
    t.same(
      stored.map(column => [column.name, column.notnull === 1]),
      named,
      `columns of ${name}`
    )
    const listed = connection.pragma(`index_list(${name})`) as { name: string }[]
    const own = indexes.map(({ config }) => config.name)
    t.same(
      own.filter(index => !listed.some(({ name }) => name === index)),
      [],
      `of ${name}`
    )
  }
})

const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** What a database of the first step may hold, in the SQL that both engines read. */
const BEFORE = `
insert into projects (id, name, timezone, currency, case_sensitive_codes, secret, demo, created_at)
  values ('p', 'P', 'Europe/Warsaw', 'PLN', true, 's', false, '');
insert into campaigns (project_id, id, name, campaign_type, type, auto_join, join_once, active,
    metadata, vouchers_count, created_at)
  values ('p', 'camp', 'Club', 'LOYALTY_PROGRAM', 'STATIC', true, false, true, '{}', 1, '');
insert into vouchers (project_id, id, code, code_key, campaign_id, type, points, balance,
    pending_points, expired_points, subtracted_points, redeemed_points, active, metadata,
    is_referral_code, published_count, redeemed_quantity, records_count, created_at, version)
  values ('p', 'v', 'CARD', 'CARD', 'camp', 'LOYALTY_CARD', 10, 10, 0, 0, 0, 0, true, '{}', false,
    1, 2, 4, '', 1);
insert into segments (project_id, id, name, created_at) values ('p', 'seg', 'Regulars', '');
insert into loyalty_tiers (project_id, id, campaign_id, name, points_from, created_at)
  values ('p', 'ltr', 'camp', 'Gold', 0, '');
insert into ledger_entries (project_id, id, voucher_id, type, amount, lots, balance_after, cause,
    created_at)
  values ('p', 'vtx_1', 'v', 'POINTS_ACCRUAL', 10, '[]', 10, '{"orderId":"ord","eventId":"e"}', ''),
    ('p', 'vtx_2', 'v', 'POINTS_REDEMPTION', -5, '[]', 5, '{"redemptionId":"r_1"}', '');
insert into redemptions (project_id, id, date, voucher_id, campaign_id, customer_id, parent_id,
    result, status, record)
  values ('p', 'r_1', '2026-03-01T09:00:00.000Z', 'v', 'camp', 'cust', null, 'SUCCESS', 'SUCCEEDED',
      '{"customer":{"id":"cust"},"channel":{"id":"key"},"reward":{"assignmentId":"rewa"},
        "order":{"amount":1000,"totalDiscountAmount":300,"redemptions":{"r_1":{}}}}'),
    ('p', 'r_2', '2026-03-01T09:00:00.000Z', 'v', 'camp', 'cust', null, 'SUCCESS', 'SUCCEEDED',
      '{"order":null,"channel":{"id":"key_2"},"reward":{"assignmentId":"rewa"}}'),
    ('p', 'r_3', '2026-03-01T09:00:00.000Z', 'v', 'camp', 'cust', null, 'FAILURE', 'FAILED',
      '{"order":null,"channel":{"id":"key"},"reward":{"assignmentId":null}}'),
    ('p', 'r_4', '2026-03-01T09:00:00.000Z', 'v', 'camp', 'cust', 'r_0', 'SUCCESS', 'SUCCEEDED',
      '{"order":null,"channel":{"id":"key"},"reward":{"assignmentId":"rewa"}}');
insert into customers (project_id, id, metadata, system_metadata, created_at, version)
  values ('p', 'cust', '{}', '{}', '', 1), ('p', 'cust_2', '{}', '{}', '', 1);
insert into customer_totals (project_id, customer_id, redemptions_succeeded, redemptions_failed,
    rollbacks_succeeded, rollbacks_failed, gift_redeemed_amount, gift_balance,
    card_redeemed_points, card_balance, orders_count, orders_amount, last_order_amount,
    last_order_date)
  values ('p', 'cust', 2, 1, 0, 0, 0, 0, 0, 0, 2, 1200, 999, '2026-02-09T10:00:00.000Z'),
    ('p', 'cust_2', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 999, '2026-02-09T10:00:00.000Z');
insert into orders (project_id, id, status, total_amount, items, metadata, customer_id,
    redemptions, earned_at, created_at, version)
  values ('p', 'ord_1', 'PAID', 1000, '[]', '{}', 'cust', '{}', '2026-02-01T10:00:00.000Z', '', 3),
    ('p', 'ord_2', 'FULFILLED', 200, '[]', '{}', 'cust', '{}', '2026-02-02T10:00:00.000Z', '', 2),
    ('p', 'ord_3', 'CANCELED', 300, '[]', '{}', 'cust', '{}', '2026-02-03T10:00:00.000Z', '', 2),
    ('p', 'ord_4', 'CREATED', 400, '[]', '{}', 'cust_2', '{}', null, '', 1);`

/** What the past would need besides, so that it adds up; no counting depends on it. */
const MENDED = `
delete from ledger_entries;
update vouchers set points = 0, balance = 0, published_count = 0, records_count = 5;
insert into redemptions (project_id, id, date, voucher_id, campaign_id, customer_id, parent_id,
    result, status, record)
  values ('p', 'r_0', '2026-03-01T09:00:00.000Z', 'v', 'camp', 'cust', null, 'FAILURE',
      'ROLLED_BACK', '{"order":null,"channel":{"id":"key"},"reward":{"assignmentId":"rewa"}}');
update customer_totals set redemptions_succeeded = 3, rollbacks_succeeded = 1
  where customer_id = 'cust';`

// What is asked afterwards, and what is found: nothing that was known is lost or counted anew.
const AFTER: readonly (readonly [sql: string, found: readonly (readonly unknown[])[]])[] = [
  [
    'select id, order_id from ledger_entries order by id',
    [
      ['vtx_1', 'ord'],
      ['vtx_2', null]
    ]
  ],
  [
    `select object, object_id, "by", by_id, total, orders_amount, orders_discount_amount
     from redemption_counts order by object, "by", by_id`,
    [
      ['campaign', 'camp', 'any', '', 2, 1000, 300],
      ['campaign', 'camp', 'api_key', 'key', 1, 1000, 300],
      ['campaign', 'camp', 'api_key', 'key_2', 1, 0, 0],
      ['campaign', 'camp', 'customer', 'cust', 2, 1000, 300],
      ['reward_assignment', 'rewa', 'any', '', 2, 1000, 300],
      ['reward_assignment', 'rewa', 'api_key', 'key', 1, 1000, 300],
      ['reward_assignment', 'rewa', 'api_key', 'key_2', 1, 0, 0],
      ['reward_assignment', 'rewa', 'customer', 'cust', 2, 1000, 300],
      ['voucher', 'v', 'any', '', 2, 1000, 300],
      ['voucher', 'v', 'api_key', 'key', 1, 1000, 300],
      ['voucher', 'v', 'api_key', 'key_2', 1, 0, 0]
    ]
  ],
  [
    `select distinct day, day_count, week, week_count, month, month_count from redemption_counts`,
    [['0001-01-01', 0, '0001-01-01', 0, '0001-01-01', 0]]
  ],
  ['select distinct total - counted_before from redemption_counts', [[0]]],
  [
    `select customer_id, last_order_amount, last_order_date from customer_totals
     order by customer_id`,
    [
      ['cust', 200, '2026-02-02T10:00:00.000Z'],
      ['cust_2', 0, null]
    ]
  ],
  ['select type, filter from segments', [['static', null]]],
  ['select cast(mapping as text) from loyalty_tiers', [['{}']]],
  ['select tier_terms, referral from campaigns', [[null, null]]],
  ['select project_id, after, reviewed_on from reviews', [['p', '', null]]]
]

t.test('SQLite: later steps fill in what was known before them', async t => {
  const connection = opened(t)
  await migrated(connection, migrationsOf('sqlite').slice(0, 1))
  connection.exec(BEFORE)
  await migrated(connection)
  for (const [sql, found] of AFTER) t.same(connection.prepare(sql).raw().all(), found, sql)
})

t.test('PostgreSQL: later steps fill in what was known before them', async t => {
  const client = await PGlite.create()
  t.after(() => client.close())
  const [first, ...later] = migrationsOf('postgres').map(step => step.statements.join(';\n'))
  for (const sql of [first ?? '', BEFORE, ...later]) await client.exec(sql)
  for (const [sql, found] of AFTER) {
    t.same((await client.query(sql, [], { rowMode: 'array' })).rows, found, sql)
  }
})

/** One redemption more by the customer, on the day of those that were made before the upgrade. */
function redeemedAfter(): Change[] {
  const redemption = {
    ...things.redemption('r_5', { voucherId: 'v', customerId: 'cust' }),
    campaignId: 'camp',
    order: null
  }
  const { voucherId, campaignId, channel, reward } = redemption
  const by = { customerId: 'cust', apiKey: channel.id, promotionTierId: null }
  const of = { voucherId, campaignId, assignmentId: reward.assignmentId, ...by }
  return [
    { kind: 'redemption.recorded', redemption },
    ...scopesOf(of).map(scope => counted(scope)),
    {
      kind: 'customerTotals.counted',
      customerId: 'cust',
      step: { redemptionsSucceeded: 1 },
      lastOrder: null
    }
  ]
}

/** What a rollback makes of a redemption and of its counts, where nobody holds the card. */
function rollingBack({ redemption, older }: RollbackFacts) {
  const { id, points } = redemption
  const occasion = { project: things.project() }
  const undone = {
    ...things.redemption(`${id}b`, { voucherId: 'v', customerId: 'cust' }),
    campaignId: 'camp',
    parentId: id,
    points: points === null ? null : -points
  }
  const changes: Change[] = [
    { kind: 'redemption.recorded', redemption: undone },
    { kind: 'redemption.rolledBack', redemption },
    ...uncountInScopes({ ...redemption, customerId: 'cust', record: redemption }, older, occasion)
  ]
  return { value: id, changes }
}

t.test('what is redeemed after the upgrade is counted apart from what was before', async t => {
  const file = join(temporaryFolder(t), 'old.db')
  const connection = new Connection(file)
  t.after(() => connection.close())
  await migrated(connection, migrationsOf('sqlite').slice(0, 1))
  connection.exec(BEFORE + MENDED)
  const store = await openStore(`sqlite:${file}`, { onBug: t.error })
  t.after(() => store.close())
  await store.migrate()
  t.match(await audit(store), { clean: true, counts: { redemptions: 2, customers: 2 } })

  await store.write('p', async () => ({ value: null, changes: redeemedAfter() }))
  connection.exec('update vouchers set redeemed_quantity = 3')
  const asked = `object_id = 'camp' and "by" = 'any'`
  const stored = connection.prepare(
    `select total, day_count, month_count, counted_before from redemption_counts where ${asked}`
  )
  t.same(stored.raw().get(), [3, 1, 1, 2])
  t.match(await audit(store), { clean: true, counts: { redemptions: 3 } })

  // What is taken back of the time before is in no period, and what came since is.
  for (const [id, left, counts] of [
    ['r_1', 2, [2, 1, 1, 1]],
    ['r_5', 1, [1, 0, 0, 1]]
  ] as const) {
    await store.write('p', async session =>
      rollingBack(await loadRollback(id)(session, things.NOW))
    )
    connection.exec(`update vouchers set redeemed_quantity = ${left}; update customer_totals
      set rollbacks_succeeded = rollbacks_succeeded + 1 where customer_id = 'cust'`)
    t.same(stored.raw().get(), counts, id)
    t.match(await audit(store), { clean: true, counts: { redemptions: left } }, id)
  }

  connection.exec(`update redemption_counts set month_count = 3 where ${asked}`)
  t.same(await audit(store), {
    clean: false,
    disagreement:
      'Project p: monthCount of redemptions of campaign camp by any should be 0 and is 3.'
  })
})

t.test('counts that were kept by period before the upgrade stay', async t => {
  const connection = opened(t)
  await migrated(connection, migrationsOf('sqlite').slice(0, 2))
  connection.exec(`
    insert into projects
      (id, name, timezone, currency, case_sensitive_codes, secret, demo, created_at)
      values ('p', 'P', 'Europe/Warsaw', 'PLN', true, 's', false, '');
    insert into redemption_counts (project_id, object, object_id, "by", by_id, total, day,
        day_count, week, week_count, month, month_count, orders_amount, orders_discount_amount)
      values ('p', 'voucher', 'v', 'any', '', 9, '2026-03-01', 1, '2026-02-23', 4, '2026-03-01', 2,
        0, 0)`)
  await migrated(connection)
  const found = connection.prepare(
    'select total, week_count, counted_before from redemption_counts'
  )
  t.same(found.raw().all(), [[9, 4, 5]])
})

t.test('migrating again does nothing', async t => {
  const connection = opened(t)
  await migrated(connection)
  const before = connection.pragma('data_version')
  await migrateSqlite(connection, () => t.fail('it took the lock') as never, 'data.db')
  t.same(connection.pragma('data_version'), before)
  t.equal(connection.pragma('foreign_keys', { simple: true }), 1)
})

t.test('a database that a newer version has migrated is left alone', async t => {
  const connection = opened(t)
  const newer = { tag: '9999_later', statements: ['create table later (id text) strict'] }
  await migrated(connection, [...migrationsOf('sqlite'), newer])
  await t.rejects(migrated(connection), StoreTooNew)
  await t.rejects(migrated(connection), { message: /data\.db .*9999_later unknown/ })
})

t.test('a database of another program is left alone', async t => {
  const connection = opened(t)
  connection.exec('create table projects (id text)')
  await t.rejects(migrated(connection), StoreCorrupt)
  t.same(connection.prepare('select name from sqlite_schema').pluck().all(), ['projects'])
})

t.test('a step that fails leaves the database as it was, with foreign keys on', async t => {
  const connection = opened(t)
  await migrated(connection)
  const half = ['create table half (id text) strict', 'insert into no_such_table values (1)']
  const broken = { tag: '0001_broken', statements: half }
  await t.rejects(migrated(connection, [...migrationsOf('sqlite'), broken]), /no_such_table/)
  t.equal(
    connection.prepare(`select count(*) from sqlite_schema where name = 'half'`).pluck().get(),
    0
  )
  t.equal(connection.pragma('foreign_keys', { simple: true }), 1)
  t.notOk(connection.inTransaction)
})

t.test('a table that others refer to is rebuilt without losing them', async t => {
  const connection = opened(t)
  const first = {
    tag: '0000_first',
    statements: [
      'create table parents (id text primary key not null) strict',
      'create table children (parent text not null references parents(id)) strict',
      `insert into parents values ('p')`,
      `insert into children values ('p')`
    ]
  }
  await migrated(connection, [first])
  // As drizzle-kit writes it; its own pragma comes too late to do anything.
  const rebuild = {
    tag: '0001_rebuild',
    statements: [
      'PRAGMA foreign_keys=OFF;',
      'create table __new_parents (id text primary key not null, name text) strict',
      'insert into __new_parents (id) select id from parents',
      'drop table parents',
      'alter table __new_parents rename to parents',
      'PRAGMA foreign_keys=ON;'
    ]
  }
  await migrated(connection, [first, rebuild])
  t.same(connection.prepare('select parent from children').pluck().all(), ['p'])
  const orphaning = { tag: '0002_orphaning', statements: ['delete from parents'] }
  await t.rejects(migrated(connection, [first, rebuild, orphaning]), /refer to rows that are gone/)
  t.same(connection.prepare('select id from parents').pluck().all(), ['p'])
})

t.test('a table that is not STRICT is refused', async t => {
  const connection = opened(t)
  const loose = { tag: '0000_loose', statements: ['create table loose (id text)'] }
  await t.rejects(migrated(connection, [loose]), /loose not STRICT/)
})

t.test('steps are known by name, and done in the order of the journal', async t => {
  const step = (tag: string): Migration => ({ tag, statements: [] })
  const known = [step('0000_a'), step('0001_b'), step('0002_c')]
  const left = (applied: readonly string[]) =>
    pendingSteps(known, applied, 'x').map(({ tag }) => tag)
  t.same(left([]), ['0000_a', '0001_b', '0002_c'])
  t.same(left(['0000_a']), ['0001_b', '0002_c'])
  t.same(left(['0000_a', '0001_b', '0002_c']), [])

  const folder = temporaryFolder(t)
  const sql = 'create table a (id text);\n--> statement-breakpoint\ncreate table b (id text);\n'
  writeFileSync(join(folder, '0000_a.sql'), sql)
  t.throws(() => readMigrations(pathToFileURL(`${folder}/`)), /_journal\.json/)
})

t.test('STRICT is added to every table that is made, once', async t => {
  const made = 'CREATE TABLE `a` (\n\t`id` text,\n\tCHECK (id <> (1))\n);\n--> x\nCREATE INDEX `i`;'
  const wanted = made.replace('\n);', '\n) STRICT;')
  t.equal(strict(made), wanted)
  t.equal(strict(wanted), wanted)
})
