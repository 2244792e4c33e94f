/** The columns that the tables are made of, on SQLite; and JSON that a row holds as text. */
import type { BuildColumns } from 'drizzle-orm/column-builder'
import {
  type AnySQLiteColumn,
  customType,
  foreignKey,
  integer,
  text as plainText,
  primaryKey,
  type SQLiteColumnBuilderBase,
  type SQLiteTableExtraConfigValue,
  sqliteTable
} from 'drizzle-orm/sqlite-core'
import { type Each, type Lean, leanOf, wholeOf } from './lean-json.ts'

/** Text, which SQLite sorts by its bytes. */
export const text = plainText

/** A whole number that JSON holds exactly. */
export const whole = () => integer()

export const flag = () => integer({ mode: 'boolean' })

/** JSON as text: the order of keys survives. SQL NULL for null. `lean`: what it leaves out. */
export function json<Data>(lean?: Lean<Each<Data>>) {
  return customType<{ data: Data; driverData: string | null }>({
    dataType: () => 'text',
    ...storedAs(lean)
  })()
}

/** How values become JSON, and JSON values. */
export function storedAs<Data>(lean: Lean<Each<Data>> | undefined) {
  const parse = (value: string | null) => parsedJson<Data>(value as string)
  return {
    toDriver: (value: Data) =>
      value === null ? null : JSON.stringify(lean === undefined ? value : leanOf(value, lean)),
    fromDriver:
      lean === undefined ? parse : (value: string | null) => wholeOf<Data>(parse(value), lean)
  }
}

/**
 * @throws where the text is no JSON, which only damage explains: a sentence without the text,
 * which the parser's own message would quote, because the log gets it.
 */
export function parsedJson<Data>(text: string): Data {
  try {
    return JSON.parse(text) as Data
  } catch {
    const length = text.length
    throw new Error(`A column of the database holds ${length} characters that are no JSON.`)
  }
}

/** A table of these columns, and then its keys, indices and checks. */
export function table<Name extends string, Columns extends Record<string, SQLiteColumnBuilderBase>>(
  name: Name,
  columns: Columns
) {
  return (rules: Rules<Name, Columns> = () => []) => sqliteTable(name, columns, rules)
}

/** The same of rows that a project finds by their ids. */
export function things<
  Name extends string,
  Columns extends Record<string, SQLiteColumnBuilderBase>
>(name: Name, columns: Columns) {
  return (rules: Rules<Name, Columns> = () => []) =>
    sqliteTable(name, columns, t => {
      const { projectId, id } = t as unknown as Record<'projectId' | 'id', AnySQLiteColumn>
      return [primaryKey({ columns: [projectId, id] }), ...rules(t)]
    })
}

type Rules<Name extends string, Columns extends Record<string, SQLiteColumnBuilderBase>> = (
  table: BuildColumns<Name, Columns, 'sqlite'>
) => SQLiteTableExtraConfigValue[]

/** A foreign key to the id of a row of the same project. */
export function refersTo(
  name: string,
  projectId: AnySQLiteColumn,
  id: AnySQLiteColumn,
  to: { readonly projectId: AnySQLiteColumn; readonly id: AnySQLiteColumn }
) {
  return foreignKey({ name, columns: [projectId, id], foreignColumns: [to.projectId, to.id] })
}
