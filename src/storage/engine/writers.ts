/**
 * Writing: the statements that every table has in some form, and the check of guards.
 *
 * An insert never fails on a duplicate: it writes nothing. An update has the facts of the decision
 * in its WHERE, and writes nothing when they have changed. So every outcome is read in one way,
 * from the number of rows that were written, on either engine.
 */
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { and, eq, type SQL, sql } from 'drizzle-orm/sql'
import { getTableColumns } from 'drizzle-orm/utils'
import type { Change } from '../../decisions/changes.ts'
import type { Instant } from '../../model.ts'
import { byId, encodeAs, mine } from './clauses.ts'
import type { Dialect, Tables } from './dialect.ts'
import { alone } from './row-locks.ts'
import type { NewRow } from './rows.ts'
import type { Session } from './session.ts'
import { type Command, command, type Given, type Statement, statement } from './statements.ts'

/** The changes of these kinds. */
export type ChangeOf<Kind extends Change['kind']> = Extract<Change, { readonly kind: Kind }>

/** The kinds of change of a noun: all that begin with its name. */
export type KindsOf<Noun extends string> = Change['kind'] & `${Noun}.${string}`

/**
 * Sends a write that guards `change`.
 * @throws {GuardLost} when it wrote nothing: the guarded facts have changed. An engine that answers
 * later throws it at the session's flush.
 */
export async function write<Params>(
  session: Session,
  change: Change,
  command: Command<Params>,
  values: Params
): Promise<void> {
  session.send(command, values, change)
}

/** Inserts a whole row; writes none when it exists. */
export function insertInto<Name extends keyof Tables>(name: Name): Command<NewRow<Name>> {
  return command(({ db, t }: Dialect) => {
    const table: PgTable = t[name]
    const keys = Object.keys(getTableColumns(table))
    const row = Object.fromEntries(keys.map(key => [key, sql.placeholder(key)]))
    return db.insert(table).values(row).onConflictDoNothing()
  })
}

type Versioned = 'customers' | 'orders' | 'products'

/** Replaces a whole row of version `versionBefore`. */
export function replaceVersion<Name extends Versioned>(
  name: Name
): Command<NewRow<Name> & { readonly versionBefore: number }> {
  return command((dialect: Dialect, given: Given<{ id: string; versionBefore: number }>) => {
    const table = dialect.t[name]
    const guard = and(byId(table, given), eq(table.version, given.versionBefore))
    return replaced(dialect, table, ['deletedAt'], guard)
  })
}

/** Tables without versions: `updatedAt` guards their writes. */
type Amended = {
  [Name in keyof Tables]: Tables[Name] extends Amendable ? Name : never
}[keyof Tables]

type Amendable = PgTable & { readonly [Key in 'projectId' | 'id' | 'updatedAt']: PgColumn }

/**
 * Replaces a whole row that was last changed at `updatedAtBefore`. Other changes keep the columns
 * of `counted`, so they are never overwritten.
 */
export function replaceChanged<Name extends Amended>(
  name: Name,
  counted: readonly (keyof NewRow<Name> & string)[] = []
): Command<NewRow<Name> & { readonly updatedAtBefore: Instant | null }> {
  type Params = { id: string; updatedAtBefore: Instant | null }
  return command((dialect: Dialect, given: Given<Params>) => {
    const table: Amendable = dialect.t[name]
    const before = encodeAs(table.updatedAt, given.updatedAtBefore)
    const asRead = sql`${table.updatedAt} is not distinct from ${before}`
    return replaced(dialect, table, counted, and(byId(table, given), asRead))
  })
}

/** Never overwritten, in any table. */
const FIXED = ['projectId', 'id', 'createdAt']

function replaced(
  { db }: Dialect,
  table: PgTable,
  kept: readonly string[],
  guard: SQL | undefined
) {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  const set = Object.entries(columns)
    .filter(([key]) => !FIXED.includes(key) && !kept.includes(key))
    .map(([key, column]) => [key, encodeAs(column, sql.placeholder(key))])
  return db.update(table).set(Object.fromEntries(set)).where(guard)
}

type Identified = {
  [Name in keyof Tables]: Tables[Name] extends PgTable & {
    readonly [Key in 'projectId' | 'id']: PgColumn
  }
    ? Name
    : never
}[keyof Tables]

/** Deletes the row with an id. */
export function deleteFrom(name: Identified): Command<{ readonly id: string }> {
  return command(({ db, t }: Dialect, given: Given<{ id: string }>) => {
    const table: PgTable & { readonly [Key in 'projectId' | 'id']: PgColumn } = t[name]
    return db.delete(table).where(byId(table, given))
  })
}

/**
 * Locks the row with an id until the unit ends, as deleting it does: others wait that change it,
 * and those that refer to it.
 */
export function rowAlone(name: Identified): Statement<{ readonly id: string }, { id: string }> {
  return statement((dialect: Dialect, given: Given<{ id: string }>) => {
    const table: PgTable & { readonly [Key in 'projectId' | 'id']: PgColumn } = dialect.t[name]
    return alone(dialect, dialect.db.select({ id: table.id }).from(table).where(byId(table, given)))
  }) as Statement<{ readonly id: string }, { id: string }>
}

/**
 * Two commands that take the place of a row which others may be making: who makes it waits until
 * the unit ends, as if it had made it, and finds it if it does.
 */
export interface PlaceCommands<Values> {
  /** Makes a row that says nothing; none where there is one. */
  readonly take: Command<Values>
  /** Takes that row away, which keeps the place all the same. */
  readonly leave: Command<Values>
}

/**
 * The place of a row in a table by its `keys`, and by `names` that no two rows have. In `never`, no
 * row that somebody made has an empty text.
 */
export function placeIn<
  Name extends Exclude<keyof Tables, 'projects'>,
  Key extends keyof NewRow<Name> & string,
  Named extends keyof NewRow<Name> & string = never
>(
  name: Name,
  keys: readonly Key[],
  never: keyof NewRow<Name> & string,
  names: readonly Named[] = []
): PlaceCommands<Pick<NewRow<Name>, Key | Named>> {
  const take = command(({ db, t }: Dialect) => {
    const table: PgTable = t[name]
    const said: readonly string[] = ['projectId', ...keys, ...names]
    const row = Object.entries(getTableColumns(table)).flatMap(([key, column]) => {
      if (said.includes(key)) return [[key, sql.placeholder(key)]]
      return column.notNull ? [[key, emptyOf(column)]] : []
    })
    return db.insert(table).values(Object.fromEntries(row)).onConflictDoNothing()
  })
  const leave = command(({ db, t }: Dialect) => {
    const table: PgTable & { readonly projectId: PgColumn } = t[name]
    const columns: Record<string, PgColumn> = getTableColumns(table)
    const same = keys.map(key => eq(columns[key] as PgColumn, sql.placeholder(key)))
    return db.delete(table).where(and(mine(table), ...same, eq(columns[never] as PgColumn, '')))
  })
  return { take, leave }
}

/** JSON and text alike may be a text. */
function emptyOf({ dataType }: PgColumn): unknown {
  return dataType === 'number' ? 0 : ''
}

/** Deletes the parts of the thing `id`; there may be none. */
export function deleteParts(of: (tables: Tables) => PgColumn): Command<{ readonly id: string }> {
  return command(({ db, t }: Dialect, given: Given<{ id: string }>) => {
    const column = of(t)
    const table = column.table as PgTable & { readonly projectId: PgColumn }
    return db.delete(table).where(and(mine(table), eq(column, given.id)))
  })
}
