/**
 * What is copied from one engine to another: every table of tables.ts, in an order in which rows
 * come after those that they refer to; the two ends of a copy, and what a row is on its way. No
 * table is listed here, so that a table or a column that is added is copied as well.
 */
import { toSnakeCase } from 'drizzle-orm/casing'
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as tables from '../../tables.ts'
import { HALF_COPIED } from '../migrate.ts'

export type ColumnKind = 'text' | 'json' | 'whole' | 'flag'

export interface CopiedColumn {
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
      table =>
        !done.has(table) &&
        getTableConfig(table).foreignKeys.every(key => done.has(key.reference().foreignTable))
    )
    if (ready.length === 0) throw new TypeError('Tables refer to each other in a circle.')
    for (const table of ready) done.add(table)
  }
  return [...done]
}

export function namesOf(columns: readonly CopiedColumn[]): string {
  return columns.map(({ name }) => quoted(name)).join(', ')
}

export function quoted(name: string): string {
  return `"${name}"`
}

/**
 * A value of a row: text, JSON as its text, a whole number, or true and false. No number is read as
 * a binary fraction, and no JSON is parsed, so that a value arrives as it was stored.
 */
export type CopiedValue = string | bigint | boolean | null

/** The values of a row, in the order of the columns of its table. */
export type CopiedRow = readonly CopiedValue[]

/** A database as it was at one moment: what is written meanwhile is not seen. */
export interface CopySource {
  count(table: CopiedTable): Promise<number>
  /** All rows of a table, as many at a time as memory takes easily; in no order. */
  batches(table: CopiedTable): AsyncIterable<readonly CopiedRow[]>
  close(): Promise<void>
}

export interface CopyTarget {
  /**
   * Removes what a copy has left that was cut short; otherwise nothing.
   * @throws {StoreInUse} when another process has the database open; nothing was changed.
   */
  clear(): Promise<void>
  /** The name of a table that holds a row; null when all are empty. They are of this version. */
  tableWithRows(): Promise<string | null>
  /**
   * Marks the database as half copied: from then on every process that opens it is refused.
   * @throws {StoreInUse} when somebody has opened it before; it is not marked then.
   */
  mark(): Promise<void>
  unmark(): Promise<void>
  /** Begins the one transaction of all rows. Others cannot write until it ends. */
  begin(): Promise<void>
  /** @throws {ValueNotHeld} for a value that this engine cannot store, before it is asked to. */
  insert(table: CopiedTable, rows: readonly CopiedRow[]): Promise<void>
  commit(): Promise<void>
  /** Ends the transaction with nothing of it, if one is open; never throws. */
  rollback(): Promise<void>
  /** Rows of a table as they are committed, or in the open transaction. */
  count(table: CopiedTable): Promise<number>
  close(): Promise<void>
}

export const BATCH_ROWS_MAX = 250
/** Characters of texts after which a batch is full: a few megabytes of memory. */
export const BATCH_CHARACTERS_MAX = 1_000_000

export function charactersOf(row: CopiedRow): number {
  return row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0)
}

/** Takes back the mark of a target, on either engine. */
export const UNMARK = `delete from applied_migrations where tag = '${HALF_COPIED}'`
