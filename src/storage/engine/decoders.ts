/**
 * Rows of the driver made into the rows that statements promise.
 *
 * Which columns a row has and how each is read is known when the statement is prepared. So a reader
 * is made once for it, where Drizzle's own mapper finds everything out again at every row, at a
 * tenth of all CPU. A test holds every statement's reader against that mapper.
 *
 * Spec: Decisions 41, 107 and 110.
 */
import { Column } from 'drizzle-orm/column'
import { is } from 'drizzle-orm/entity'
import type { SelectedFieldsOrdered } from 'drizzle-orm/operations'
import { Subquery } from 'drizzle-orm/subquery'
import { getTableName } from 'drizzle-orm/table'

/** The columns of a statement's rows, in the order of its SQL. */
export type Fields = SelectedFieldsOrdered<Column>

/** By the name of a table in a join: whether each row has one of its own. */
export type Joined = Readonly<Record<string, boolean>>

/** Makes one row, of its values in the order of the columns. */
export type ReadRow = (values: readonly unknown[]) => object

type Decode = (value: unknown) => unknown

/** One value of a row; null decodes to itself, and `decode` is null where every value does. */
interface Cell {
  readonly key: string
  readonly at: number
  readonly decode: Decode | null
}

/** An object in a row, such as a whole table of a join. */
interface Part {
  readonly key: string
  readonly read: ReadRow
  /** The column whose null says that the join found no row; null: it always finds one. */
  readonly nullAt: number | null
}

/** A column, and where its value stands in the row of the driver. */
type Placed = Fields[number] & { readonly at: number }

/** The reader of rows with these columns; `joined` is undefined without a join. */
export function rowReader(fields: Fields, joined: Joined | undefined): ReadRow {
  const columns = fields.map((field, at) => ({ ...field, at }))
  const named = Map.groupBy(columns, ({ path }) => path[0] as string)
  const cells: Cell[] = []
  const parts: Part[] = []
  for (const [key, within] of named) {
    const read = within.map(cellOf)
    if (within[0]?.path.length === 1) cells.push(...read)
    else {
      const keys = read.map(({ key }) => key)
      parts.push({ key, read: reader(keys, read, []), nullAt: missingAt(within, joined) })
    }
  }
  return reader([...named.keys()], cells, parts)
}

/** Copying a row of nulls and filling it costs a third of adding one key at a time. */
function reader(keys: readonly string[], cells: readonly Cell[], parts: readonly Part[]): ReadRow {
  const empty: Record<string, unknown> = Object.fromEntries(keys.map(key => [key, null]))
  return values => {
    const row = { ...empty }
    for (const { key, at, decode } of cells) {
      const value = values[at]
      row[key] = decode === null || value === null ? value : decode(value)
    }
    for (const { key, read, nullAt } of parts) {
      if (nullAt === null || values[nullAt] !== null) row[key] = read(values)
    }
    return row
  }
}

function cellOf({ path, field, at }: Placed): Cell {
  // INVARIANT: no statement selects an object within an object, or a query within a query.
  if (path.length > 2 || is(field, Subquery)) throw new TypeError(`Cannot read ${path.join('.')}.`)
  const key = path.at(-1) as string
  if (is(field, Column)) {
    const plain = field.mapFromDriverValue === Column.prototype.mapFromDriverValue
    return { key, at, decode: plain ? null : value => field.mapFromDriverValue(value) }
  }
  const { decoder } = field.getSQL() as unknown as Decoding
  return { key, at, decode: value => decoder.mapFromDriverValue(value) }
}

/** The part of raw SQL that its declaration keeps to Drizzle. */
interface Decoding {
  readonly decoder: { mapFromDriverValue(value: unknown): unknown }
}

/** The first column of a table that a join may not find: no table's first one can be null. */
function missingAt(columns: readonly Placed[], joined: Joined | undefined): number | null {
  if (joined === undefined) return null
  const tables = columns.flatMap(({ field }) =>
    is(field, Column) ? [getTableName(field.table)] : []
  )
  const [table] = tables
  if (table === undefined || joined[table] === true) return null
  const first = columns.find(({ field }) => is(field, Column))
  return first !== undefined && tables.every(each => each === table) ? first.at : null
}
