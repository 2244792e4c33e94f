/**
 * Statements of one table, told by names: which columns are as the parameters of the same names,
 * which are read or written, and in which order. What needs a join, or more than these, is written
 * out where it is used.
 */
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm/sql'
import { getTableColumns } from 'drizzle-orm/utils'
import type { Instant } from '../../rules/validity.ts'
import {
  alone,
  among,
  byId,
  type Command,
  columnsOf,
  columnsToSet,
  command,
  type Dialect,
  encodeAs,
  type Given,
  inTurn,
  is,
  mine,
  type Page,
  type Parameter,
  type Row,
  type Statement,
  statement,
  type Tables,
  totalOf
} from './statements.ts'

/** Tables whose rows have these columns. */
type TablesWith<Key extends string> = {
  [Name in keyof Tables]: Tables[Name] extends PgTable & { readonly [Each in Key]: PgColumn }
    ? Name
    : never
}[keyof Tables]

export type Owned = TablesWith<'projectId'>

export type Identified = TablesWith<'projectId' | 'id'>

type ColumnOf<Name extends Owned> = keyof Row<Name> & string

/** The parameters of a condition: each is the value of the column of its name. */
type Values<Name extends Owned, Key extends ColumnOf<Name>> = [Key] extends [never]
  ? unknown
  : { readonly [Each in Key]: NonNullable<Row<Name>[Each]> }

/** A table of which only the names of its columns are told. */
export type Columns = PgTable & { readonly projectId: PgColumn } & Readonly<
    Record<string, PgColumn>
  >

/** A condition beside them, or several; what it is given are parameters of the statement as well. */
type Further<Name extends Owned, More> = (
  table: Tables[Name],
  given: Given<More>,
  dialect: Dialect
) => SQL | undefined | (SQL | undefined)[]

interface Asked<Name extends Owned, Picked, Limited, More> {
  /** The columns of its rows; absent: all. */
  readonly pick?: readonly Picked[]
  /** What else is so of each row. */
  readonly and?: Further<Name, More>
  /** Sorted by these; absent: in no order. */
  readonly up?: readonly (ColumnOf<Name> | 'projectId')[]
  readonly down?: readonly ColumnOf<Name>[]
  /** At most so many, or as the parameter `limit` says; of a page, after `offset` others. */
  readonly limit?: Limited
}

type Limit<Limited> = Limited extends 'given'
  ? { readonly limit: number }
  : Limited extends 'page'
    ? Page
    : unknown

function tableOf({ t }: Dialect, name: Owned): Columns {
  return t[name] as unknown as Columns
}

/** The rows of the session's project whose columns are as given. */
function ofKeys(table: Columns, keys: readonly string[], given: unknown): SQL[] {
  return [mine(table), ...keys.map(key => is(columnOf(table, key), parameter(given, key)))]
}

function narrowed(own: (SQL | undefined)[], more: ReturnType<Further<Owned, never>>) {
  return Array.isArray(more) ? and(...own, ...more) : and(and(...own), more)
}

function columnOf(table: Columns, key: string): PgColumn {
  return table[key] as PgColumn
}

function parameter(given: unknown, key: string): Parameter<never> {
  return (given as Readonly<Record<string, Parameter<never>>>)[key] as Parameter<never>
}

export function rowsWhere<Name extends Owned, Params, Picked extends ColumnOf<Name>, Limited, More>(
  name: Name,
  where: (dialect: Dialect, table: Columns, given: Given<object>) => (SQL | undefined)[],
  { pick, and: further, up = [], down = [], limit }: Asked<Name, Picked, Limited, More>
) {
  return statement((dialect, given: Given<object>) => {
    const table = tableOf(dialect, name)
    const picked = pick?.map(key => [key, columnOf(table, key)] as const)
    const more = further?.(dialect.t[name], given as Given<More>, dialect)
    const query = dialect.db
      .select(picked === undefined ? columnsOf<PgTable>(table) : Object.fromEntries(picked))
      .from(table as PgTable)
      .where(narrowed(where(dialect, table, given), more))
      .orderBy(
        ...up.map(key => asc(columnOf(table, key))),
        ...down.map(key => desc(columnOf(table, key)))
      )
    if (limit === undefined) return query
    const bounded = query.limit(typeof limit === 'number' ? limit : parameter(given, 'limit'))
    return limit === 'page' ? bounded.offset(parameter(given, 'offset')) : bounded
  }) as unknown as Statement<Params, Pick<Row<Name>, Picked>>
}

/** Rows whose columns `keys` are as given: `rowsBy('locks', ['key'])` is asked with `{ key }`. */
export function rowsBy<
  Name extends Owned,
  Key extends ColumnOf<Name> = never,
  Picked extends ColumnOf<Name> = ColumnOf<Name>,
  Limited extends 'given' | 'page' | 1 | undefined = undefined,
  More = unknown
>(name: Name, keys: readonly Key[], asked: Asked<Name, Picked, Limited, More> = {}) {
  return rowsWhere<Name, Values<Name, Key> & Limit<Limited> & More, Picked, Limited, More>(
    name,
    (_, table, given) => ofKeys(table, keys, given),
    asked
  )
}

/** A batch of the same rows: those with ids after `after`, upwards, at most `limit`. */
export function rowsAfter<
  Name extends Owned,
  Key extends ColumnOf<Name> = never,
  Picked extends ColumnOf<Name> = ColumnOf<Name>
>(
  name: Name,
  keys: readonly Key[],
  asked: Pick<Asked<Name, Picked, 'given', unknown>, 'pick' | 'and'> = {}
) {
  return rowsWhere<
    Name,
    Values<Name, Key> & { after: string; limit: number },
    Picked,
    'given',
    unknown
  >(
    name,
    (_, table, given) => {
      const after = gt(columnOf(table, 'id'), parameter(given, 'after'))
      return [and(...ofKeys(table, keys, given)), after]
    },
    { ...asked, up: ['id' as ColumnOf<Name>], limit: 'given' }
  )
}

/** Rows whose column is one of the texts that are given as `texts`. */
export function rowsAmong<
  Name extends Owned,
  Texts extends string,
  Picked extends ColumnOf<Name> = ColumnOf<Name>,
  More = unknown
>(
  name: Name,
  column: ColumnOf<Name>,
  texts: Texts,
  asked: Asked<Name, Picked, undefined, More> = {}
) {
  type Params = { readonly [Each in Texts]: readonly string[] }
  return rowsWhere<Name, Params & More, Picked, undefined, More>(
    name,
    (dialect, table, given) => [
      mine(table),
      among(dialect, columnOf(table, column), parameter(given, texts))
    ],
    asked
  )
}

/** Locks the rows whose columns are as given until the unit ends, as `by` says. */
export function rowsHeld<
  Name extends Owned,
  Picked extends ColumnOf<Name>,
  Key extends ColumnOf<Name> = never
>(
  name: Name,
  keys: readonly Key[],
  picked: Picked,
  {
    by = inTurn,
    and: further
  }: { readonly by?: typeof inTurn; readonly and?: Further<Name, unknown> } = {}
) {
  return statement((dialect, given: Given<object>) => {
    const table = tableOf(dialect, name)
    const rows = dialect.db.select({ [picked]: columnOf(table, picked) }).from(table as PgTable)
    const also = further?.(dialect.t[name], given as Given<unknown>, dialect)
    return by(dialect, rows.where(narrowed(ofKeys(table, keys, given), also)))
  }) as unknown as Statement<Values<Name, Key>, Pick<Row<Name>, Picked>>
}

export function totalBy<Name extends Owned, Key extends ColumnOf<Name> = never, More = unknown>(
  name: Name,
  keys: readonly Key[] = [],
  further?: Further<Name, More>
) {
  return statement((dialect, given: Given<object>) => {
    const table = tableOf(dialect, name)
    const more = further?.(dialect.t[name], given as Given<More>, dialect)
    return totalOf(dialect, table, narrowed(ofKeys(table, keys, given), more))
  }) as unknown as Statement<Values<Name, Key> & More, { total: number }>
}

/** Writes these columns, and what `set` says, where the columns `keys` are as given. */
export function setBy<
  Name extends Owned,
  Column extends ColumnOf<Name> = never,
  Key extends ColumnOf<Name> = never,
  Set = unknown,
  More = unknown
>(
  name: Name,
  columns: readonly Column[],
  keys: readonly Key[],
  more: {
    readonly set?: (table: Tables[Name], given: Given<Set>) => object
    readonly and?: Further<Name, More>
  } = {}
) {
  return command((dialect, given: Given<object>) => {
    const table = tableOf(dialect, name)
    const own = dialect.t[name]
    const values = columnsToSet<string>(table, given as Given<Record<string, unknown>>, columns)
    return dialect.db
      .update(table as PgTable)
      .set({ ...values, ...more.set?.(own, given as Given<Set>) })
      .where(narrowed(ofKeys(table, keys, given), more.and?.(own, given as Given<More>, dialect)))
  }) as unknown as Command<Pick<Row<Name>, Column> & Values<Name, Key> & Set & More>
}

export function deleteBy<Name extends Owned, Key extends ColumnOf<Name> = never, More = unknown>(
  name: Name,
  keys: readonly Key[],
  further?: Further<Name, More>
) {
  return command((dialect, given: Given<object>) => {
    const table = tableOf(dialect, name)
    const more = further?.(dialect.t[name], given as Given<More>, dialect)
    return dialect.db.delete(table as PgTable).where(narrowed(ofKeys(table, keys, given), more))
  }) as unknown as Command<Values<Name, Key> & More>
}

/**
 * Inserts the parameters of these names; where there is a row whose columns `keys` are as given,
 * writes `columns` into it, as far as `where` is so.
 */
export function saveBy<
  Name extends Owned,
  Column extends ColumnOf<Name>,
  Key extends ColumnOf<Name> = never,
  More = unknown
>(name: Name, keys: readonly Key[], columns: readonly Column[], where?: Further<Name, More>) {
  return command((dialect, given: Given<object>) => {
    const table = tableOf(dialect, name)
    const all = given as Given<Record<string, unknown>>
    const named = columnsToSet<string>(table, all, [...keys, ...columns])
    return dialect.db
      .insert(table as PgTable)
      .values({ projectId: sql.placeholder('projectId'), ...named })
      .onConflictDoUpdate({
        target: [table.projectId, ...keys.map(key => columnOf(table, key))],
        set: columnsToSet<string>(table, all, columns),
        setWhere: where?.(dialect.t[name], given as Given<More>, dialect) as SQL
      })
  }) as unknown as Command<Pick<Row<Name>, Key | Column> & More>
}

/*
 * Whole rows. An insert never fails on a duplicate: it writes nothing. An update has the facts of
 * the decision in its WHERE, and writes nothing when they have changed. So every outcome is read in
 * one way, from the number of rows that were written, on either engine.
 */

/** Inserts a whole row; writes none when it exists. */
export function insertInto<Name extends keyof Tables>(name: Name): Command<Row<Name>> {
  return command(({ db, t }: Dialect) => {
    const table: PgTable = t[name]
    const keys = Object.keys(getTableColumns(table))
    const row = Object.fromEntries(keys.map(key => [key, sql.placeholder(key)]))
    return db.insert(table).values(row).onConflictDoNothing()
  })
}

/** Replaces a whole row of version `versionBefore`. */
export function replaceVersion<Name extends 'customers' | 'orders' | 'products'>(
  name: Name
): Command<Row<Name> & { readonly versionBefore: number }> {
  return command((dialect: Dialect, given: Given<{ id: string; versionBefore: number }>) => {
    const table = dialect.t[name]
    const guard = and(byId(table, given), eq(table.version, given.versionBefore))
    return replaced(dialect, table, ['deletedAt'], guard)
  })
}

/** Tables without versions: `updatedAt` guards their writes. */
export type Amended = TablesWith<'projectId' | 'id' | 'updatedAt'>

/**
 * Replaces a whole row that was last changed at `updatedAtBefore`. Other changes keep the columns
 * of `counted`, so they are never overwritten.
 */
export function replaceChanged<Name extends Amended>(
  name: Name,
  counted: readonly (keyof Row<Name> & string)[] = []
): Command<Row<Name> & { readonly updatedAtBefore: Instant | null }> {
  type Params = { id: string; updatedAtBefore: Instant | null }
  return command((dialect: Dialect, given: Given<Params>) => {
    const table: Dated = dialect.t[name]
    const before = encodeAs(table.updatedAt, given.updatedAtBefore)
    const asRead = sql`${table.updatedAt} is not distinct from ${before}`
    return replaced(dialect, table, counted, and(byId(table, given), asRead))
  })
}

type Dated = PgTable & { readonly [Key in 'projectId' | 'id' | 'updatedAt']: PgColumn }

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

export function deleteFrom(name: Identified) {
  return deleteBy(name, ['id']) as unknown as Command<{ readonly id: string }>
}

/** Locks the row with an id, as deleting it does: those wait, too, that refer to it. */
export function rowAlone(name: Identified) {
  const held = rowsHeld(name, ['id'], 'id', { by: alone })
  return held as unknown as Statement<{ readonly id: string }, { id: string }>
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
  Key extends keyof Row<Name> & string,
  Named extends keyof Row<Name> & string = never
>(
  name: Name,
  keys: readonly Key[],
  never: keyof Row<Name> & string,
  names: readonly Named[] = []
): PlaceCommands<Pick<Row<Name>, Key | Named>> {
  const take = command(({ db, t }: Dialect) => {
    const table: PgTable = t[name]
    const said: readonly string[] = ['projectId', ...keys, ...names]
    const row = Object.entries(getTableColumns(table)).flatMap(([key, column]) => {
      if (said.includes(key)) return [[key, sql.placeholder(key)]]
      // JSON and text alike may be a text.
      return column.notNull ? [[key, (column.dataType === 'number' ? 0 : '') as unknown]] : []
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

/** Deletes the parts of the thing `id`, by the column that names it; there may be none. */
export function deleteParts<Name extends Owned>(name: Name, owner: ColumnOf<Name>) {
  return command((dialect: Dialect, given: Given<{ id: string }>) => {
    const table = tableOf(dialect, name)
    return dialect.db
      .delete(table as PgTable)
      .where(and(mine(table), eq(columnOf(table, owner), given.id)))
  })
}
