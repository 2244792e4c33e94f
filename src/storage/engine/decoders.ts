/**
 * Rows of the driver made into the rows that statements promise.
 *
 * Which columns a row has and how each is read is known when the statement is prepared. So a reader
 * is written and compiled once for it, where Drizzle's own mapper finds everything out again at
 * every row, at a tenth of all CPU. A test holds every statement's reader against that mapper.
 */
import { Column } from 'drizzle-orm/column'
import { is as isEntity } from 'drizzle-orm/entity'
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

/** A column, and where its value stands in the row of the driver. */
type PlacedColumn = Fields[number] & { readonly at: number }

/** The source of a reader: decoders are named by their index, as they stand in the list. */
class ColumnSource {
  readonly decoders: Decode[] = []

  /** Of an object with these properties, each the source of its value. */
  object(properties: Iterable<readonly [key: string, value: string]>): string {
    const written = [...properties].map(([key, value]) => `${JSON.stringify(key)}: ${value}`)
    return `{ ${written.join(', ')} }`
  }

  /** Of one value of a row; null decodes to itself. */
  cell({ path, field, at }: PlacedColumn): string {
    // INVARIANT: no statement selects an object within an object, or a query within a query.
    if (path.length > 2 || isEntity(field, Subquery)) {
      throw new TypeError(`Cannot read ${path.join('.')}.`)
    }
    const decode = decodeOf(field)
    if (decode === null) return `values[${at}]`
    const index = this.decoders.push(decode) - 1
    return `values[${at}] === null ? null : decoders[${index}](values[${at}])`
  }

  /** Of an object in a row, such as a whole table of a join. */
  part(columns: readonly PlacedColumn[], joined: Joined | undefined): string {
    const object = this.object(
      columns.map(column => [column.path.at(-1) as string, this.cell(column)])
    )
    const nullAt = missingAt(columns, joined)
    return nullAt === null ? object : `values[${nullAt}] === null ? null : ${object}`
  }
}

/**
 * The reader of rows with these columns; `joined` is undefined without a join. It is compiled,
 * because an object that is written out whole takes a thirtieth of the time of one that is filled
 * key by key. Nothing but the names of our own columns is in its source.
 */
export function rowReader(fields: Fields, joined: Joined | undefined): ReadRow {
  const columns = fields.map((field, at) => ({ ...field, at }))
  const named = Map.groupBy(columns, ({ path }) => path[0] as string)
  const source = new ColumnSource()
  const row = source.object(
    [...named].map(([key, within]) => {
      const [first] = within as [PlacedColumn]
      return [key, first.path.length === 1 ? source.cell(first) : source.part(within, joined)]
    })
  )
  const make = new Function('decoders', `return values => (${row})`)
  return make(source.decoders) as ReadRow
}

/** How a column is read; null where every value of the driver is the value itself. */
function decodeOf(field: Fields[number]['field']): Decode | null {
  if (isEntity(field, Column)) {
    const plain = field.mapFromDriverValue === Column.prototype.mapFromDriverValue
    return plain ? null : value => field.mapFromDriverValue(value)
  }
  const { decoder } = field.getSQL() as unknown as Decoding
  return value => decoder.mapFromDriverValue(value)
}

/** The part of raw SQL that its declaration keeps to Drizzle. */
interface Decoding {
  readonly decoder: { mapFromDriverValue(value: unknown): unknown }
}

/** The first column of a table that a join may not find: no table's first one can be null. */
function missingAt(columns: readonly PlacedColumn[], joined: Joined | undefined): number | null {
  if (joined === undefined) return null
  const tables = columns.flatMap(({ field }) =>
    isEntity(field, Column) ? [getTableName(field.table)] : []
  )
  const [table] = tables
  if (table === undefined || joined[table] === true) return null
  const first = columns.find(({ field }) => isEntity(field, Column))
  return first !== undefined && tables.every(each => each === table) ? first.at : null
}
