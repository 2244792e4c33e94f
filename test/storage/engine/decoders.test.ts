/**
 * Every statement reads its rows as Drizzle does, which would read them at ten times the price.
 */
import { join } from 'node:path'
import Connection, { type Database } from 'better-sqlite3'
import { BetterSQLiteSession } from 'drizzle-orm/better-sqlite3/session'
import { Column } from 'drizzle-orm/column'
import { is } from 'drizzle-orm/entity'
import { BaseSQLiteDatabase, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import t, { type Test } from 'tap'
import { SqliteQuery, sqliteDialect } from '../../../src/storage/engine/sqlite.ts'
import {
  type BuiltQuery,
  type Dialect,
  type Fields,
  Statement,
  type WrittenQuery
} from '../../../src/storage/engine/statements.ts'
import * as tables from '../../../src/storage/tables.ts'
import { CONFIG, NOW } from '../../support/app.ts'
import { demoStore } from '../../support/demo.ts'
import { temporaryFolder } from '../support/engines.ts'
import { type AnyStatement, statements } from '../support/statements.ts'

/** A query as Drizzle prepares it, with what it keeps to itself. */
interface Theirs {
  readonly fields: Fields | undefined
  all(values: object): object[]
}

interface Readings {
  readonly ours: SqliteQuery
  readonly theirs: Theirs
}

/** The shared query code on a connection, as Drizzle alone would run it. */
function drizzleDialect(connection: Database): Dialect {
  const dialect = new SQLiteSyncDialect({ casing: 'snake_case' })
  const session = new BetterSQLiteSession(connection, dialect, undefined)
  const db: unknown = new BaseSQLiteDatabase('sync', dialect, session, undefined)
  return { db, t: tables, name: 'sqlite' } as unknown as Dialect
}

function readingsOn(
  connection: Database,
  changed: (query: BuiltQuery) => BuiltQuery = query => query
) {
  const drizzles = drizzleDialect(connection)
  const prepared = (statement: AnyStatement, dialect: Dialect): unknown =>
    changed(statement.build(dialect)).prepare('')
  return (statement: AnyStatement): Readings => ({
    ours: new SqliteQuery(connection, prepared(statement, sqliteDialect) as WrittenQuery),
    theirs: prepared(statement, drizzles) as Theirs
  })
}

/** Whatever is asked for is there. */
const anything = new Proxy<Record<string, unknown>>(
  {},
  { get: (_, name) => ({ limit: 10_000, offset: 0 })[String(name)] ?? '', has: () => true }
)

const DRIVEN: Readonly<Record<string, readonly unknown[]>> = {
  SQLiteText: ['one', 'two'],
  SQLiteInteger: [7, 0],
  SQLiteBoolean: [1, 0],
  SQLiteCustomColumn: ['{"b":[1,null],"a":{"c":true}}', '"text"']
}

/** What a driver may return in these columns: all filled, twice; nothing; all but one object. */
function rowsOf(fields: Fields): readonly (readonly unknown[])[] {
  const filled = [0, 1].map(which =>
    fields.map(({ field }) => (is(field, Column) ? DRIVEN[field.columnType]?.[which] : which))
  )
  const objects = [...new Set(fields.map(({ path }) => path[0]))]
  const without = objects.map(name =>
    fields.map(({ path }, at) => (path[0] === name ? null : filled[0]?.[at]))
  )
  return [...filled, fields.map(() => null), ...without]
}

/** A connection that finds the same rows whatever it is asked. */
function finding(rows: () => readonly unknown[]): Database {
  const statement = { readonly: true, raw: () => statement, all: rows, get: () => rows()[0] }
  return { prepare: () => statement } as unknown as Database
}

const asked = [...statements].flatMap(([name, statement]): [string, AnyStatement][] =>
  statement instanceof Statement ? [[name, statement]] : []
)

t.test('every statement reads whatever its columns may hold as Drizzle does', async t => {
  let rows: readonly (readonly unknown[])[] = []
  const readingsOf = readingsOn(finding(() => rows))
  for (const [name, statement] of asked) {
    const { ours, theirs } = readingsOf(statement)
    rows = rowsOf(theirs.fields ?? [])
    const expected = theirs.all(anything)
    const found = rows.every(row => !row.includes(undefined))
    t.ok(found, `${name} has columns of known kinds`)
    t.strictSame(ours.all(anything, null), expected, name)
    t.strictSame(ours.one(anything, null), expected[0], `${name}, the first row`)
    // As text, because the order of keys is part of what some statements promise.
    t.equal(JSON.stringify(ours.all(anything, null)), JSON.stringify(expected), `${name} as text`)
  }
})

/** The same query over all rows. */
function unconditional(query: BuiltQuery): BuiltQuery {
  const { config } = query as unknown as { config: { where: unknown } }
  config.where = undefined
  return query
}

t.test('every statement reads all rows of the demo as Drizzle does', async t => {
  const connection = await demoFile(t)
  const readingsOf = readingsOn(connection, unconditional)
  let rows = 0
  for (const [name, statement] of asked) {
    // They take a job, and a reader may not.
    if (name === 'claimJob' || name === 'claimOwnJob') continue
    const { ours, theirs } = readingsOf(statement)
    const found = ours.all(anything, '')
    t.strictSame(found, theirs.all(anything), name)
    rows += found.length
  }
  t.ok(rows > 1_000, `${rows} rows`)
})

async function demoFile(t: Test): Promise<Database> {
  const store = await demoStore(NOW, CONFIG, [])
  const file = join(temporaryFolder(t), 'demo.db')
  await store.backup(file)
  await store.close()
  const connection = new Connection(file, { readonly: true })
  t.after(() => connection.close())
  return connection
}
