/**
 * What is copied from one engine to another: every table of tables.ts, in an order in which rows
 * come after those that they refer to.
 *
 * Nothing is listed here, so that a table or a column that is added is copied as well.
 */
import { toSnakeCase } from 'drizzle-orm/casing'
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as tables from '../../tables.ts'

/** What a column holds; the types of both engines follow from it. */
export type ColumnKind = 'text' | 'json' | 'whole' | 'flag'

export interface CopiedColumn {
  /** As the database has it. */
  readonly name: string
  readonly kind: ColumnKind
  /** Whether it is of the primary key, which names a row. */
  readonly isKey: boolean
}

export interface CopiedTable {
  readonly name: string
  readonly columns: readonly CopiedColumn[]
}

/** The kinds by the names of Drizzle; JSON is the one type of our own. */
const KINDS: { readonly [columnType: string]: ColumnKind } = {
  SQLiteText: 'text',
  SQLiteCustomColumn: 'json',
  SQLiteInteger: 'whole',
  SQLiteBoolean: 'flag'
}

/** Every table of this version, each after those that it refers to. */
export function copiedTables(): readonly CopiedTable[] {
  return inOrder(Object.values(tables)).map(table => {
    const { name, columns, primaryKeys } = getTableConfig(table)
    const keys = new Set(primaryKeys.flatMap(({ columns: all }) => all.map(({ name: key }) => key)))
    return {
      name,
      columns: columns.map(column => ({
        name: toSnakeCase(column.name),
        kind: kindOf(name, column),
        isKey: column.primary || keys.has(column.name)
      }))
    }
  })
}

/** The names of all tables in code, each after those that it refers to. */
export function tableNamesInOrder(): readonly (keyof typeof tables)[] {
  const names = new Map(Object.entries(tables).map(([name, table]) => [table as SQLiteTable, name]))
  return inOrder([...names.keys()]).map(table => names.get(table) as keyof typeof tables)
}

/** @throws for a type of column that nobody has thought of here. */
function kindOf(table: string, { name, columnType }: SQLiteColumn): ColumnKind {
  const kind = KINDS[columnType]
  if (kind !== undefined) return kind
  throw new TypeError(`${table}.${name} is of type ${columnType}, which no copy knows`)
}

/** @throws when tables refer to each other in a circle, as no order is right for them. */
function inOrder(all: readonly SQLiteTable[]): readonly SQLiteTable[] {
  const done = new Set<SQLiteTable>()
  while (done.size < all.length) {
    const ready = all.filter(
      table => !done.has(table) && referredBy(table).every(of => done.has(of))
    )
    if (ready.length === 0) throw new TypeError('Tables refer to each other in a circle.')
    for (const table of ready) done.add(table)
  }
  return [...done]
}

function referredBy(table: SQLiteTable): readonly SQLiteTable[] {
  return getTableConfig(table).foreignKeys.map(key => key.reference().foreignTable)
}

/** The columns of a table in SQL, in their order. */
export function namesOf(columns: readonly CopiedColumn[]): string {
  return columns.map(({ name }) => quoted(name)).join(', ')
}

/** A name of a table or of a column in SQL. */
export function quoted(name: string): string {
  return `"${name}"`
}
