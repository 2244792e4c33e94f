/**
 * The columns that the tables are made of, on PostgreSQL. Text sorts by its bytes, as it does in
 * SQLite and in TypeScript, whatever the locale of the database. JSON is `json` and not `jsonb`,
 * because the order of keys must survive.
 */
import type { BuildExtraConfigColumns } from 'drizzle-orm/column-builder'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  foreignKey,
  type PgColumnBuilderBase,
  type PgTableExtraConfigValue,
  pgTable,
  primaryKey
} from 'drizzle-orm/pg-core'
import { storedAs } from './columns.sqlite.ts'
import type { Each, Lean } from './lean-json.ts'

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

/** A table of these columns, and then its keys, indices and checks. */
export function table<Name extends string, Columns extends Record<string, PgColumnBuilderBase>>(
  name: Name,
  columns: Columns
) {
  return (rules: Rules<Name, Columns> = () => []) => pgTable(name, columns, rules)
}

/** The same of rows that a project finds by their ids. */
export function things<Name extends string, Columns extends Record<string, PgColumnBuilderBase>>(
  name: Name,
  columns: Columns
) {
  return (rules: Rules<Name, Columns> = () => []) =>
    pgTable(name, columns, t => {
      const { projectId, id } = t as unknown as Record<'projectId' | 'id', AnyPgColumn>
      return [primaryKey({ columns: [projectId, id] }), ...rules(t)]
    })
}

type Rules<Name extends string, Columns extends Record<string, PgColumnBuilderBase>> = (
  table: BuildExtraConfigColumns<Name, Columns, 'pg'>
) => PgTableExtraConfigValue[]

/** A foreign key to the id of a row of the same project. */
export function refersTo(
  name: string,
  projectId: AnyPgColumn,
  id: AnyPgColumn,
  to: { readonly projectId: AnyPgColumn; readonly id: AnyPgColumn }
) {
  return foreignKey({ name, columns: [projectId, id], foreignColumns: [to.projectId, to.id] })
}
