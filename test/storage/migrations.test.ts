/**
 * Migrating: from nothing to the tables modules, once, and never over what is newer.
 *
 * Spec: none; how a database survives an upgrade.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Connection, { type Database } from 'better-sqlite3'
import { getTableConfig } from 'drizzle-orm/sqlite-core'
import t from 'tap'
import { strict } from '../../scripts/migrations.ts'
import { StoreCorrupt, StoreTooNew } from '../../src/storage/errors.ts'
import {
  type Migration,
  migrateSqlite,
  migrationsOf,
  pending,
  readMigrations
} from '../../src/storage/migrate.ts'
import * as tables from '../../src/storage/tables.sqlite.ts'
import { temporaryFolder } from './support/engines.ts'

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
  const left = (applied: readonly string[]) => pending(known, applied, 'x').map(({ tag }) => tag)
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
