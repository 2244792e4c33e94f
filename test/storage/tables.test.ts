/**
 * The tables modules of the two dialects say the same tables.
 *
 * That their rows are of one type the compiler proves, in statements.ts; this compares what it
 * cannot see: names, nullability, keys, indexes and checks.
 */
import { getTableColumns, getTableName, is, SQL, type Table } from 'drizzle-orm'
import {
  type PgColumn,
  PgDialect,
  PgTable,
  getTableConfig as postgresConfig
} from 'drizzle-orm/pg-core'
import {
  type SQLiteColumn,
  SQLiteSyncDialect,
  SQLiteTable,
  getTableConfig as sqliteConfig
} from 'drizzle-orm/sqlite-core'
import t from 'tap'
import * as postgres from '../../generated/tables.postgres.ts'
import { TABLES_ARE_EQUAL } from '../../src/storage/engine/statements.ts'
import * as sqlite from '../../src/storage/tables.ts'

/** The kind of a column in each dialect, and what both mean by it. */
const kinds: Readonly<Record<string, string>> = {
  SQLiteText: 'text',
  SQLiteInteger: 'whole',
  SQLiteBoolean: 'flag',
  SQLiteCustomColumn: 'json',
  PgBigInt53: 'whole',
  PgBoolean: 'flag'
}

function kindOf(column: PgColumn | SQLiteColumn): string {
  if (column.columnType !== 'PgCustomColumn') return kinds[column.columnType] ?? column.columnType
  return column.getSQLType() === 'json' ? 'json' : column.getSQLType().replace(' COLLATE "C"', '')
}

type Part = readonly [name: string, ...rest: unknown[]]

const byName = (parts: readonly Part[]) =>
  [...parts].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

const names = (columns: readonly unknown[]) =>
  columns.map(column => (is(column, SQL) ? 'sql' : (column as { name: string }).name))

/** What a table is, said without its dialect. */
function described(
  table: Table,
  config: ReturnType<typeof postgresConfig> | ReturnType<typeof sqliteConfig>,
  sqlOf: (part: SQL | undefined) => string | null
) {
  const columns = Object.entries(getTableColumns(table)) as [string, PgColumn | SQLiteColumn][]
  return {
    name: config.name,
    columns: columns.map(([key, column]) => [
      key,
      kindOf(column),
      column.notNull,
      column.hasDefault,
      column.primary,
      column.isUnique,
      column.isUnique ? column.uniqueName : null
    ]),
    primaryKeys: config.primaryKeys.map(key => names(key.columns)),
    uniques: config.uniqueConstraints.map(key => names(key.columns)),
    foreignKeys: byName(
      config.foreignKeys.map(key => {
        const { columns, foreignColumns, foreignTable } = key.reference()
        const ends = [names(columns), getTableName(foreignTable), names(foreignColumns)]
        const spreads = [key.onDelete ?? 'no action', key.onUpdate ?? 'no action']
        return [key.getName(), ...ends, ...spreads]
      })
    ),
    checks: byName(config.checks.map(({ name, value }) => [name, sqlOf(value)])),
    indexes: byName(
      config.indexes.map(({ config: { name, columns, unique, where } }) => [
        name ?? '',
        names(columns),
        unique,
        sqlOf(where)
      ])
    )
  }
}

const casing = { casing: 'snake_case' } as const
const sqliteSql = new SQLiteSyncDialect(casing)
const postgresSql = new PgDialect(casing)

t.test('the two modules have the same tables', async t => {
  t.equal(TABLES_ARE_EQUAL, true)
  t.same(Object.keys(postgres).sort(), Object.keys(sqlite).sort())
  for (const [name, table] of Object.entries(sqlite)) {
    const twin = (postgres as Record<string, unknown>)[name]
    if (!is(table, SQLiteTable) || !is(twin, PgTable)) {
      t.fail(`${name} is no table in both`)
      continue
    }
    const here = described(table, sqliteConfig(table), part =>
      part === undefined ? null : sqliteSql.sqlToQuery(part).sql
    )
    const there = described(twin, postgresConfig(twin), part =>
      part === undefined ? null : postgresSql.sqlToQuery(part).sql
    )
    t.same(there, here, name)
  }
})

t.test('every row belongs to a project, and every reference stays inside it', async t => {
  for (const [name, table] of Object.entries(sqlite)) {
    const { columns, primaryKeys, foreignKeys } = sqliteConfig(table)
    if (name === 'projects') continue
    const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)
    t.equal(names(key)[0], 'projectId', `the key of ${name}`)
    t.ok(foreignKeys.length > 0, `${name} refers to its project, or to what does`)
    for (const key of foreignKeys) {
      t.equal(names(key.reference().columns)[0], 'projectId', key.getName())
      t.equal(key.onDelete ?? 'no action', 'no action', 'deleting never spreads')
    }
  }
})
