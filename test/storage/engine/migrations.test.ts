import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Connection, { type Database } from 'better-sqlite3'
import { getTableConfig } from 'drizzle-orm/sqlite-core'
import t from 'tap'
import { lastReleaseIn, type Plan, planFor, strict } from '../../../scripts/migrations.ts'
import {
  StoreCorrupt,
  StoreHalfCopied,
  StoreTooNew,
  StoreUnreleased
} from '../../../src/storage/engine/errors.ts'
import {
  type Migration,
  migrateSqlite,
  migrationsOf,
  pendingSteps,
  readMigrations
} from '../../../src/storage/engine/migrate.ts'
import * as tables from '../../../src/storage/tables.ts'
import { temporaryFolder } from '../support/engines.ts'

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
  const told = found.map(({ name }) => name)
  t.same(told, expected)
  const seen = found.every(({ strict }) => strict === 1)
  t.ok(seen, 'all of them STRICT')
  for (const { name, columns, indexes } of wanted) {
    const stored = connection.pragma(`table_info(${name})`) as { name: string; notnull: number }[]
    const named = columns.map(column => [snake(column.name), column.notNull || column.primary])
    const came = stored.map(column => [column.name, column.notnull === 1])
    t.same(came, named, `columns of ${name}`)
    const listed = connection.pragma(`index_list(${name})`) as { name: string }[]
    const own = indexes.map(({ config }) => config.name)
    const shown = own.filter(index => !listed.some(({ name }) => name === index))
    t.same(shown, [], `of ${name}`)
  }
})

const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

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
  const newer = { tag: '9999_later', sql: 'create table later (id text) strict' }
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
  const half = 'create table half (id text) strict; insert into no_such_table values (1)'
  const broken = { tag: '0001_broken', sql: half }
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
    tag: '0001_first',
    sql: `create table parents (id text primary key not null) strict;
      create table children (parent text not null references parents(id)) strict;
      insert into parents values ('p');
      insert into children values ('p')`
  }
  const known = [...migrationsOf('sqlite'), first]
  await migrated(connection, known)
  // As drizzle-kit writes it; its own pragma comes too late to do anything.
  const rebuild = {
    tag: '0002_rebuild',
    sql: `PRAGMA foreign_keys=OFF;--> statement-breakpoint
      create table __new_parents (id text primary key not null, name text) strict;
      --> statement-breakpoint
      insert into __new_parents (id) select id from parents;--> statement-breakpoint
      drop table parents;--> statement-breakpoint
      alter table __new_parents rename to parents;--> statement-breakpoint
      PRAGMA foreign_keys=ON;`
  }
  await migrated(connection, [...known, rebuild])
  t.same(connection.prepare('select parent from children').pluck().all(), ['p'])
  const orphaning = { tag: '0003_orphaning', sql: 'delete from parents' }
  await t.rejects(
    migrated(connection, [...known, rebuild, orphaning]),
    /refer to rows that are gone/
  )
  t.same(connection.prepare('select id from parents').pluck().all(), ['p'])
})

t.test('a table that is not STRICT is refused', async t => {
  const connection = opened(t)
  const loose = { tag: '0001_loose', sql: 'create table loose (id text)' }
  await t.rejects(migrated(connection, [...migrationsOf('sqlite'), loose]), /loose not STRICT/)
})

t.test('set-up that a process keeps in memory is read again after a step', async t => {
  const connection = opened(t)
  await migrated(connection)
  connection.exec(`insert into projects (id, name, timezone, currency, case_sensitive_codes, secret,
    demo, created_at) values ('p', 'P', 'Europe/Warsaw', 'PLN', true, 's', false, '')`)
  const version = connection.prepare('select catalogue_version from projects').pluck()
  t.equal(version.get(), 0)
  const later = { tag: '0001_later', sql: 'alter table campaigns add column later text' }
  await migrated(connection, [...migrationsOf('sqlite'), later])
  t.not(version.get(), 0)
})

const step = (tag: string): Migration => ({ tag, sql: '' })
const known = [step('0000_a'), step('0001_b'), step('0002_c')]

type Refusal = typeof StoreHalfCopied | typeof StoreTooNew | typeof StoreUnreleased

//  the steps that a database has, and what is done about it
const databases: readonly (readonly [readonly string[], readonly string[] | Refusal])[] = [
  // Made by another wording of the first step: nothing else is said of it.
  [['0000_before', '0003_d', 'half_copied'], StoreUnreleased],
  [['0001_b', '0002_c'], StoreUnreleased],
  [['0000_a', '0003_d', 'half_copied'], StoreHalfCopied],
  [['0000_a', '0003_d'], StoreTooNew],
  [['0000_a', '0001_b', '0002_c'], []],
  [['0000_a'], ['0001_b', '0002_c']],
  [[], ['0000_a', '0001_b', '0002_c']]
]

t.test('steps are known by name, and taken in their order where the first is ours', async t => {
  for (const [applied, outcome] of databases) {
    const left = () => pendingSteps(known, applied, 'data.db').map(({ tag }) => tag)
    if (typeof outcome === 'function') t.throws(left, outcome, applied.join(' '))
    else t.strictSame(left(), outcome, applied.join(' '))
  }
})

t.test('steps come in the order of the journal, each named by what it says', async t => {
  const folder = temporaryFolder(t)
  const url = pathToFileURL(`${folder}/`)
  const write = (tag: string, sql: string) => writeFileSync(join(folder, `${tag}.sql`), sql)
  write('0000_a', 'create table a (id text);')
  write('0001_b', 'create table b (id text);')
  t.throws(() => readMigrations(url), /_journal\.json/)
  mkdirSync(join(folder, 'meta'))
  const entries = [{ tag: '0001_b' }, { tag: '0000_a' }]
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
  const read = readMigrations(url)
  t.match(read, [
    { tag: /^0001_b_[0-9a-f]{12}$/, sql: 'create table b (id text);' },
    { tag: /^0000_a_[0-9a-f]{12}$/, sql: 'create table a (id text);' }
  ])
  write('0000_a', 'create table a (id text, name text);')
  const [same, other] = readMigrations(url)
  t.equal(same?.tag, read[0]?.tag)
  t.not(other?.tag, read[1]?.tag, 'another wording is another step')
})

//  the name given, the last release, and what is done
const plans: readonly (readonly [string | undefined, string | null, Plan | RegExp])[] = [
  ['add_tiers', null, /^Nothing is released yet, .*: npm run migrations$/],
  [undefined, null, { anew: true }],
  [undefined, '0.1.0', /^0\.1\.0 is released .* npm run migrations -- add_tiers$/],
  ['AddTiers', '0.1.0', /^0\.1\.0 is released/],
  ['add_tiers', '0.1.0', { add: 'add_tiers' }]
]

t.test('the one step is written anew until a version is released, and added to then', async t => {
  for (const [name, release, outcome] of plans) {
    const plan = planFor(name, release)
    const title = `${name} after ${release}`
    if (outcome instanceof RegExp) t.match(plan, { refuse: outcome }, title)
    else t.strictSame(plan, outcome, title)
  }
  const changelog = '# Changelog\n\n## Unreleased\n\n- One.\n'
  t.equal(lastReleaseIn(changelog), null)
  const released = `${changelog}\n## 0.2.0 (2026-05-01)\n\n## 0.1.0 (2026-04-01)\n`
  t.equal(lastReleaseIn(released), '0.2.0')
})

t.test('STRICT is added to every table that is made, once', async t => {
  const made = 'CREATE TABLE `a` (\n\t`id` text,\n\tCHECK (id <> (1))\n);\n--> x\nCREATE INDEX `i`;'
  const wanted = made.replace('\n);', '\n) STRICT;')
  t.equal(strict(made), wanted)
  t.equal(strict(wanted), wanted)
})
