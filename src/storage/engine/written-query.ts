/**
 * A query as Drizzle wrote it, for any connection: SQL with its parameters in order, and a reader
 * of its rows.
 *
 * Drizzle builds a query once in a process and tells what stands in it. From then on the driver
 * runs it, and nothing of Drizzle is on a request's way but the encoders and decoders of columns.
 */
import { Column } from 'drizzle-orm/column'
import { is as isEntity } from 'drizzle-orm/entity'
import { Param, Placeholder } from 'drizzle-orm/sql'
import { type Fields, type Joined, type ReadRow, rowReader } from './decoders.ts'
import type { Dialect } from './dialect.ts'
import type { ParamValues, Runnable } from './statements.ts'

type Encode = (value: unknown) => unknown

/** A place in the SQL: a parameter by its name, or a value that never changes. */
type Slot =
  | { readonly name: string; readonly encode: Encode | null }
  | { readonly name: null; readonly value: unknown }

/** Immutable once Drizzle has prepared it; shared by all connections of the process. */
export class WrittenQuery {
  /** Set by Drizzle, once it has joined the tables. */
  joinsNotNullableMap: Joined | undefined
  readonly sql: string
  readonly #slots: readonly Slot[]
  /** Undefined for a query that returns no rows. */
  readonly #fields: Fields | undefined
  #read: ReadRow | null = null

  constructor(sql: string, params: readonly unknown[], fields: Fields | undefined) {
    this.sql = sql
    this.#slots = params.map(slotOf)
    this.#fields = fields
  }

  get returnsRows(): boolean {
    return this.#fields !== undefined
  }

  /** Makes a row of what the driver returns. */
  get reader(): ReadRow {
    this.#read ??= rowReader(this.#fields ?? [], this.joinsNotNullableMap)
    return this.#read
  }

  /** What the driver is given, in the order of the SQL. */
  filled(values: ParamValues, projectId: string | null): unknown[] {
    return this.#slots.map(slot => {
      if (slot.name === null) return slot.value
      const { name, encode } = slot
      if (name === 'projectId' && projectId !== null) return projectId
      const value = values[name]
      if (value === undefined && !(name in values)) {
        // INVARIANT: the compiler asks for every parameter.
        throw new TypeError(`A statement was given no value for "${name}".`)
      }
      return encode === null ? value : encode(value)
    })
  }

  /** Drizzle calls it on what it takes for a prepared query of its own. */
  setToken(): this {
    return this
  }
}

function slotOf(param: unknown): Slot {
  if (isEntity(param, Placeholder)) return { name: String(param.name), encode: null }
  if (!isEntity(param, Param) || !isEntity(param.value, Placeholder))
    return { name: null, value: param }
  const { encoder } = param
  const plain =
    isEntity(encoder, Column) && encoder.mapToDriverValue === Column.prototype.mapToDriverValue
  const encode = plain ? null : (value: unknown) => encoder.mapToDriverValue(value)
  return { name: String(param.value.name), encode }
}

/**
 * Writes each statement once, because building a query costs more than running it, and all
 * connections run the same. The session of `dialect` answers a {@link WrittenQuery}.
 */
export function writingOnce(dialect: Dialect): (asked: Runnable) => WrittenQuery {
  const written = new WeakMap<Runnable, WrittenQuery>()
  return asked => {
    const known = written.get(asked)
    if (known !== undefined) return known
    const query = asked.build(dialect).prepare('') as unknown as WrittenQuery
    written.set(asked, query)
    return query
  }
}
