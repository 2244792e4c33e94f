/**
 * A query on a SQLite connection: SQL with its parameters in order, and a reader of its rows.
 *
 * Drizzle builds a query once in a process and tells what stands in it. From then on the driver
 * runs it, and nothing of Drizzle is on a request's way but the encoders and decoders of columns.
 *
 * Spec: Decisions 41, 107 and 110.
 */
import type { Database, Statement } from 'better-sqlite3'
import { Column } from 'drizzle-orm/column'
import { is } from 'drizzle-orm/entity'
import { Param, Placeholder } from 'drizzle-orm/sql'
import { type Fields, type Joined, type ReadRow, rowReader } from './decoders.ts'
import type { Prepared, Values } from './statements.ts'

type Encode = (value: unknown) => unknown

/** A place in the SQL: a parameter by its name, or a value that never changes. */
type Slot =
  | { readonly name: string; readonly encode: Encode | null }
  | { readonly name: null; readonly value: unknown }

/** A query as Drizzle wrote it, for any connection. */
export class WrittenQuery {
  /** Set by Drizzle, once it has joined the tables. */
  joinsNotNullableMap: Joined | undefined
  readonly sql: string
  readonly slots: readonly Slot[]
  /** Undefined for a query that returns no rows. */
  readonly #fields: Fields | undefined
  #read: ReadRow | null = null

  constructor(sql: string, params: readonly unknown[], fields: Fields | undefined) {
    this.sql = sql
    this.slots = params.map(slotOf)
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
}

/** What better-sqlite3 runs, for a session. */
export class SqliteQuery implements Prepared {
  readonly writes: boolean
  readonly #statement: Statement<unknown[], unknown[]>
  readonly #written: WrittenQuery

  constructor(connection: Database, written: WrittenQuery) {
    this.#statement = connection.prepare(written.sql)
    this.writes = !this.#statement.readonly
    this.#written = written
    if (written.returnsRows) this.#statement.raw(true)
  }

  all(values: Values, projectId: string | null): object[] {
    const rows = this.#statement.all(this.#filled(values, projectId))
    const read = this.#written.reader
    return rows.map(row => read(row))
  }

  /** A write is run to its end; only that shows what its last row does to others. */
  one(values: Values, projectId: string | null): object | undefined {
    const filled = this.#filled(values, projectId)
    const statement = this.#statement
    const row = this.writes ? statement.all(filled)[0] : statement.get(filled)
    return row === undefined ? undefined : this.#written.reader(row)
  }

  run(values: Values, projectId: string | null): number {
    return this.#statement.run(this.#filled(values, projectId)).changes
  }

  #filled(values: Values, projectId: string | null): unknown[] {
    return this.#written.slots.map(slot => {
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
}

function slotOf(param: unknown): Slot {
  if (is(param, Placeholder)) return { name: String(param.name), encode: null }
  if (!is(param, Param) || !is(param.value, Placeholder)) return { name: null, value: param }
  const { encoder } = param
  const plain =
    is(encoder, Column) && encoder.mapToDriverValue === Column.prototype.mapToDriverValue
  const encode = plain ? null : (value: unknown) => encoder.mapToDriverValue(value)
  return { name: String(param.value.name), encode }
}
