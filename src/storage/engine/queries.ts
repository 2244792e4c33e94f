/**
 * Statements of one table, told by names: which columns are as the parameters of the same names,
 * which are read or written, and in which order. What needs a join, or more than these, is written
 * out where it is used.
 */
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { and, asc, desc, gt, type SQL } from 'drizzle-orm/sql'
import { getTableColumns } from 'drizzle-orm/utils'
import {
  among,
  type Command,
  columnsToSet,
  command,
  type Dialect,
  type Given,
  inTurn,
  is,
  mine,
  type Parameter,
  type Row,
  type Statement,
  statement,
  type Tables,
  totalOf
} from './statements.ts'

/** Tables whose rows belong to projects. */
type Owned = {
  [Name in keyof Tables]: Tables[Name] extends PgTable & { readonly projectId: PgColumn }
    ? Name
    : never
}[keyof Tables]

type ColumnOf<Name extends Owned> = keyof Row<Name> & string

/** The parameters of a condition: each is the value of the column of its name. */
type Values<Name extends Owned, Key extends ColumnOf<Name>> = [Key] extends [never]
  ? unknown
  : { readonly [Each in Key]: NonNullable<Row<Name>[Each]> }

/** A table of which only the names of its columns are told. */
export type Columns = PgTable & { readonly projectId: PgColumn } & Readonly<
    Record<string, PgColumn>
  >

/** A condition beside them; what it is given are parameters of the statement as well. */
type Further<Name extends Owned, More> = (
  table: Tables[Name],
  given: Given<More>,
  dialect: Dialect
) => SQL | undefined

interface Asked<Name extends Owned, Picked, Limited, More> {
  /** The columns of its rows; absent: all. */
  readonly pick?: readonly Picked[]
  /** What else is so of each row. */
  readonly and?: Further<Name, More>
  /** Sorted by these; absent: in no order. */
  readonly up?: readonly (ColumnOf<Name> | 'projectId')[]
  readonly down?: readonly ColumnOf<Name>[]
  /** At most as many as the parameter `limit` says, or as this number. */
  readonly limit?: Limited
}

type Limit<Limited> = Limited extends 'given' ? { readonly limit: number } : unknown

function tableOf({ t }: Dialect, name: Owned): Columns {
  return t[name] as unknown as Columns
}

/** The rows of the session's project whose columns are as given. */
function ofKeys(table: Columns, keys: readonly string[], given: unknown): SQL | undefined {
  return and(mine(table), ...keys.map(key => is(columnOf(table, key), parameter(given, key))))
}

function columnOf(table: Columns, key: string): PgColumn {
  return table[key] as PgColumn
}

function parameter(given: unknown, key: string): Parameter<never> {
  return (given as Readonly<Record<string, Parameter<never>>>)[key] as Parameter<never>
}

/** Rows of which this is so. */
export function rowsWhere<Name extends Owned, Params, Picked extends ColumnOf<Name>, Limited, More>(
  name: Name,
  where: (dialect: Dialect, table: Columns, given: Given<object>) => SQL | undefined,
  { pick, and: further, up = [], down = [], limit }: Asked<Name, Picked, Limited, More>
) {
  return statement((dialect, given: Given<object>) => {
    const table = tableOf(dialect, name)
    const { projectId: _, ...columns } = getTableColumns(table) as Record<string, PgColumn>
    const picked = pick?.map(key => [key, columnOf(table, key)] as const)
    const query = dialect.db
      .select(picked === undefined ? columns : Object.fromEntries(picked))
      .from(table as PgTable)
      .where(
        and(where(dialect, table, given), further?.(dialect.t[name], given as Given<More>, dialect))
      )
      .orderBy(
        ...up.map(key => asc(columnOf(table, key))),
        ...down.map(key => desc(columnOf(table, key)))
      )
    if (limit === undefined) return query
    return query.limit(typeof limit === 'number' ? limit : parameter(given, 'limit'))
  }) as unknown as Statement<Params, Pick<Row<Name>, Picked>>
}

/** Rows whose columns `keys` are as given: `rowsBy('locks', ['key'])` is asked with `{ key }`. */
export function rowsBy<
  Name extends Owned,
  Key extends ColumnOf<Name> = never,
  Picked extends ColumnOf<Name> = ColumnOf<Name>,
  Limited extends 'given' | 1 | undefined = undefined,
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
  return rowsWhere<Name, Values<Name, Key> & Batch, Picked, 'given', unknown>(
    name,
    (_, table, given) =>
      and(ofKeys(table, keys, given), gt(columnOf(table, 'id'), parameter(given, 'after'))),
    { ...asked, up: ['id' as ColumnOf<Name>], limit: 'given' }
  )
}

interface Batch {
  readonly after: string
  readonly limit: number
}

/** Rows whose column is one of the texts that are given as `texts`. */
export function rowsAmong<
  Name extends Owned,
  Texts extends string,
  Picked extends ColumnOf<Name> = ColumnOf<Name>
>(
  name: Name,
  column: ColumnOf<Name>,
  texts: Texts,
  asked: Asked<Name, Picked, undefined, unknown> = {}
) {
  type Params = { readonly [Each in Texts]: readonly string[] }
  return rowsWhere<Name, Params, Picked, undefined, unknown>(
    name,
    (dialect, table, given) =>
      and(mine(table), among(dialect, columnOf(table, column), parameter(given, texts))),
    asked
  )
}

/** Locks the rows whose columns are as given until the unit ends; who only refers to them goes on. */
export function rowsHeld<
  Name extends Owned,
  Picked extends ColumnOf<Name>,
  Key extends ColumnOf<Name> = never
>(name: Name, keys: readonly Key[], picked: Picked) {
  return statement((dialect, given: Given<object>) => {
    const table = tableOf(dialect, name)
    const rows = dialect.db.select({ [picked]: columnOf(table, picked) }).from(table as PgTable)
    return inTurn(dialect, rows.where(ofKeys(table, keys, given)))
  }) as unknown as Statement<Values<Name, Key>, Pick<Row<Name>, Picked>>
}

/** How many rows there are whose columns are as given. */
export function totalBy<Name extends Owned, Key extends ColumnOf<Name> = never>(
  name: Name,
  keys: readonly Key[] = [],
  further?: (table: Tables[Name]) => SQL
) {
  return statement((dialect, given: Given<object>) => {
    const table = tableOf(dialect, name)
    return totalOf(dialect, table, and(ofKeys(table, keys, given), further?.(dialect.t[name])))
  }) as unknown as Statement<Values<Name, Key>, { total: number }>
}

/**
 * Writes the parameters of these names into the rows whose columns `keys` are as given, and what
 * `set` says beside them.
 */
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
      .where(and(ofKeys(table, keys, given), more.and?.(own, given as Given<More>, dialect)))
  }) as unknown as Command<Pick<Row<Name>, Column> & Values<Name, Key> & Set & More>
}

/** Deletes the rows whose columns are as given. */
export function deleteBy<Name extends Owned, Key extends ColumnOf<Name> = never, More = unknown>(
  name: Name,
  keys: readonly Key[],
  further?: Further<Name, More>
) {
  return command((dialect, given: Given<object>) => {
    const table = tableOf(dialect, name)
    const more = further?.(dialect.t[name], given as Given<More>, dialect)
    return dialect.db.delete(table as PgTable).where(and(ofKeys(table, keys, given), more))
  }) as unknown as Command<Values<Name, Key> & More>
}
