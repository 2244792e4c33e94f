/**
 * Conditions that several statements share.
 *
 * Spec: none; Decision 41.
 */
import { type SQL, sql } from 'drizzle-orm/sql'
import type { Dialect } from './statements.ts'

/** `column` is one of the texts of the JSON array that the placeholder `name` is given. */
export function among({ name: engine }: Pick<Dialect, 'name'>, column: unknown, name: string): SQL {
  const texts = sql.placeholder(name)
  return engine === 'sqlite'
    ? sql`${column} in (select value from json_each(${texts}))`
    : sql`${column} in (select json_array_elements_text(${texts}::json))`
}
