/**
 * A query on a SQLite connection.
 */
import type { Database, Statement } from 'better-sqlite3'
import type { ParamValues, Prepared } from './statements.ts'
import type { WrittenQuery } from './written-query.ts'

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

  all(values: ParamValues, projectId: string | null): object[] {
    const rows = this.#statement.all(this.#written.filled(values, projectId))
    const read = this.#written.reader
    return rows.map(row => read(row))
  }

  /** A write is run to its end; only that shows what its last row does to others. */
  one(values: ParamValues, projectId: string | null): object | undefined {
    const filled = this.#written.filled(values, projectId)
    const statement = this.#statement
    const row = this.writes ? statement.all(filled)[0] : statement.get(filled)
    return row === undefined ? undefined : this.#written.reader(row)
  }

  run(values: ParamValues, projectId: string | null): number {
    return this.#statement.run(this.#written.filled(values, projectId)).changes
  }
}
