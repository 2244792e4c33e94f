/**
 * The columns that the tables are made of, on PostgreSQL. Text sorts by its bytes, as it does in
 * SQLite and in TypeScript, whatever the locale of the database. JSON is `json` and not `jsonb`,
 * because the order of keys must survive.
 */
import { type AnyPgColumn, bigint, boolean, customType, foreignKey } from 'drizzle-orm/pg-core'
import { storedAs } from './columns.sqlite.ts'
import type { Each, Lean } from './lean.ts'

/** Text that sorts by its bytes. */
export const text = customType<{ data: string; driverData: string }>({
  dataType: () => 'text COLLATE "C"'
})

/** A whole number that JSON holds exactly. */
export const whole = () => bigint({ mode: 'number' })

export const flag = () => boolean()

/**
 * JSON whose keys keep their order. SQL NULL for null. The driver hands over the text as it is
 * (a driver that parses would leave a JSON string indistinguishable from JSON that holds one).
 */
export function json<Data>(lean?: Lean<Each<Data>>) {
  return customType<{ data: Data; driverData: string | null }>({
    dataType: () => 'json',
    ...storedAs(lean)
  })()
}

/** A foreign key to the id of a row of the same project. */
export function refersTo(
  name: string,
  projectId: AnyPgColumn,
  id: AnyPgColumn,
  to: { readonly projectId: AnyPgColumn; readonly id: AnyPgColumn }
) {
  return foreignKey({ name, columns: [projectId, id], foreignColumns: [to.projectId, to.id] })
}
