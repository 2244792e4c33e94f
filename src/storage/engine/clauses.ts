/**
 * Conditions that several statements share.
 *
 * Spec: none; Decision 41.
 */
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { asc, desc, type SQL, sql } from 'drizzle-orm/sql'
import type { StampOrder } from '../pages.ts'
import type { Db, Dialect } from './dialect.ts'

/** `column` is one of the texts of the JSON array that the placeholder `name` is given. */
export function among({ name: engine }: Pick<Dialect, 'name'>, column: unknown, name: string): SQL {
  const texts = sql.placeholder(name)
  return engine === 'sqlite'
    ? sql`${column} in (select value from json_each(${texts}))`
    : sql`${column} in (select json_array_elements_text(${texts}::json))`
}

/**
 * One statement of a list for each order, `NAME by -created_at` and so on; ties go by id, in the
 * same direction. What was never changed was changed when it was made. `page` is the rest of the
 * statement: the columns, the condition, the stretch.
 */
export function sortedByStamps<Name extends string, Statement>(
  name: Name,
  {
    id,
    createdAt,
    updatedAt
  }: { readonly id: PgColumn; readonly createdAt: PgColumn; readonly updatedAt: PgColumn },
  page: (name: string, ...order: SQL[]) => Statement
) {
  const updated = sql`coalesce(${updatedAt}, ${createdAt})`
  const orders: { readonly [Order in StampOrder]: SQL[] } = {
    created_at: [asc(createdAt), asc(id)],
    '-created_at': [desc(createdAt), desc(id)],
    updated_at: [asc(updated), asc(id)],
    '-updated_at': [desc(updated), desc(id)]
  }
  const made = Object.entries(orders).map(([order, by]) => {
    const statement = `${name} by ${order}`
    return [statement, () => page(statement, ...by)]
  })
  return Object.fromEntries(made) as {
    readonly [Order in StampOrder as `${Name} by ${Order}`]: () => Statement
  }
}

/** A statement that returns whole rows of a table. */
interface RowsOf<Table extends PgTable> {
  execute(values?: never): Promise<Table['$inferSelect'][]>
}

/**
 * Whole rows of a table where the condition holds, a stretch of them (`limit`, `offset`) in the
 * order that is given with the name.
 */
export function pagesOf<Table extends PgTable>(db: Db, table: Table, where: SQL | undefined) {
  return (name: string, ...order: SQL[]) =>
    db
      .select()
      .from<PgTable>(table)
      .where(where)
      .orderBy(...order)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      // Through a type parameter the builder does not see which table it is.
      .prepare(name) as unknown as RowsOf<Table>
}
