/**
 * Parts of many queries: conditions, orders, and whole pages.
 *
 * Every order of a list ends in a unique column, so that a page does not depend on the engine, and
 * the next page starts where it ended.
 */
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm/sql'
import type { CreationOrder, Page, StampOrder } from '../pages.ts'
import type { Dialect } from './dialect.ts'
import type { BuiltQuery, Given, Parameter } from './statements.ts'

/** A table whose rows belong to projects. */
type Owned = { readonly projectId: PgColumn }

/** Rows of the session's project. */
export function mine({ projectId }: Owned): SQL {
  return eq(projectId, sql.placeholder('projectId'))
}

/** The row of the session's project with the id that is given. */
export function byId(table: Owned & { readonly id: PgColumn }, { id }: Given<{ id: string }>) {
  return and(mine(table), eq(table.id, id))
}

/** The column is the value that is given, which has to be of its type. */
export function is<Column extends PgColumn>(
  column: Column,
  value: Parameter<Column['_']['data']>
): SQL {
  return eq(column, value as Parameter<unknown>)
}

/** The row of `table` that another row of the same project names. */
export function same(
  table: Owned & { readonly id: PgColumn },
  { projectId }: Owned,
  id: PgColumn
): SQL | undefined {
  return and(eq(table.projectId, projectId), eq(table.id, id))
}

/** `column` is one of the texts that are given. */
export function among(
  { name }: Pick<Dialect, 'name'>,
  column: PgColumn,
  texts: Parameter<readonly string[]>
): SQL {
  const given = asJson(texts)
  return name === 'sqlite'
    ? sql`${column} in (select value from json_each(${given}))`
    : sql`${column} in (select json_array_elements_text(${given}::json))`
}

/** The whole number at a key of the object that is given; null where it has no such key. */
export function elementOf(
  { name }: Pick<Dialect, 'name'>,
  object: Parameter<Readonly<Record<string, number>>>,
  key: SQL
): SQL {
  const given = asJson(object)
  return name === 'sqlite'
    ? sql`(${given} ->> (${key}))`
    : sql`cast(${given}::json ->> (${key}) as bigint)`
}

/** The text at a key of the object that is given; null where it has no such key. */
export function textAtKey(
  { name }: Pick<Dialect, 'name'>,
  object: Parameter<Readonly<Record<string, string>>>,
  key: SQL
): SQL {
  const given = asJson(object)
  return name === 'sqlite' ? sql`(${given} ->> (${key}))` : sql`(${given}::json ->> (${key}))`
}

/** The elements of the list that is given, each as `value`, to be read by `->>`. */
export function elementsOf(
  { name }: Pick<Dialect, 'name'>,
  list: Parameter<readonly object[]>
): SQL {
  const given = asJson(list)
  return name === 'sqlite'
    ? sql`json_each(${given})`
    : sql`json_array_elements(${given}::json) as each(value)`
}

/** A list or an object is one parameter, as JSON: how long it is does not change the SQL. */
function asJson(value: Parameter<unknown>): SQL {
  return sql`${sql.param(value, JSON_TEXT)}`
}

const JSON_TEXT = { mapToDriverValue: (value: unknown) => JSON.stringify(value) }

/** A parameter encoded as `column`; a bare one inside `sql` would not be encoded at all. */
export function encodeAs(column: PgColumn, value: Parameter<unknown>): SQL {
  return sql`${sql.param(value, column)}`
}

/** `column + :value`. */
export function plus(column: PgColumn, value: Parameter<number>): SQL {
  return sql`${column} + ${encodeAs(column, value)}`
}

/** For the SET of an update: the columns, each with the parameter that bears its name. */
export function columnsToSet<Column extends string>(
  table: { readonly [Key in Column]: PgColumn },
  given: { readonly [Key in Column]: Parameter<unknown> },
  columns: readonly Column[]
): Record<Column, SQL> {
  return Object.fromEntries(columns.map(key => [key, encodeAs(table[key], given[key])])) as Record<
    Column,
    SQL
  >
}

/** How many rows there are. */
export function totalOf({ db }: Dialect, table: PgTable, where: SQL | undefined) {
  return db.select({ total: count() }).from(table).where(where)
}

/** A query that returns whole rows of a table. */
interface RowsOf<Table extends PgTable> extends BuiltQuery {
  prepare(name: string): {
    execute(values?: Record<string, unknown>): Promise<Table['$inferSelect'][]>
  }
}

/** A stretch of whole rows of a table, where the condition holds. */
export function stretchOf<Table extends PgTable>(
  { db }: Dialect,
  table: Table,
  { limit, offset }: Given<Page>,
  where: SQL | undefined,
  ...order: readonly SQL[]
) {
  return db
    .select()
    .from<PgTable>(table)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset) as unknown as RowsOf<Table>
}

interface Stamped {
  readonly id: PgColumn
  readonly createdAt: PgColumn
  readonly updatedAt: PgColumn
}

/** The columns of an ORDER BY, for a table that has stamps. */
type Sorting = (table: Stamped) => SQL[]

/**
 * One statement for each order by stamps; ties go by id, in the same direction. What was never
 * changed was changed when it was made.
 */
export function byStamps<Made>(make: (sorting: Sorting) => Made): {
  readonly [Order in StampOrder]: Made
} {
  const updated = ({ createdAt, updatedAt }: Stamped) => sql`coalesce(${updatedAt}, ${createdAt})`
  return {
    created_at: make(({ createdAt, id }) => [asc(createdAt), asc(id)]),
    '-created_at': make(({ createdAt, id }) => [desc(createdAt), desc(id)]),
    updated_at: make(table => [asc(updated(table)), asc(table.id)]),
    '-updated_at': make(table => [desc(updated(table)), desc(table.id)])
  }
}

/** One statement for each order by time; `direct` makes a column go up or down. */
export function byCreation<Made>(make: (direct: (column: PgColumn) => SQL) => Made): {
  readonly [Order in CreationOrder]: Made
} {
  return { created_at: make(asc), '-created_at': make(desc) }
}
