/**
 * A SQLite file as an end of a copy. A source is read by one transaction on a connection that
 * cannot write; the service goes on beside it. A target is filled by one transaction as well, so
 * that a copy that is cut short leaves nothing but its mark.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import Connection, { type Database, type Statement } from 'better-sqlite3'
import { HALF_COPIED, isHalfCopied } from '../migrate.ts'
import { translateSqlite } from '../sqlite.ts'
import { prepareFiles, refuseForeignLog, textsOf } from '../sqlite-files.ts'
import { renumber } from '../sqlite-log.ts'
import { refuseInUse } from '../sqlite-replacement.ts'
import {
  BATCH_CHARACTERS_MAX,
  BATCH_ROWS_MAX,
  type CopiedColumn,
  type CopiedRow,
  type CopiedTable,
  type CopiedValue,
  type CopySource,
  type CopyTarget,
  charactersOf,
  copiedTables,
  namesOf,
  quoted,
  UNMARK
} from './copies.ts'

/** Milliseconds that a statement waits for another process; only a start could hold the lock. */
const BUSY_TIMEOUT_MS = 5_000

export async function sqliteSource(place: string): Promise<CopySource> {
  const where = resolve(place)
  const connection = new Connection(where, { readonly: true, fileMustExist: true })
  connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  connection.defaultSafeIntegers(true)
  connection.exec('BEGIN')
  // The moment is that of the first read.
  connection.prepare('select count(*) from projects').get()
  return {
    count: async table => translated(where, () => countOf(connection, table)),
    batches: table => batchesOf(connection, where, table),
    close: async () => {
      connection.close()
    }
  }
}

async function* batchesOf(
  connection: Database,
  where: string,
  { name, columns }: CopiedTable
): AsyncGenerator<readonly CopiedRow[]> {
  const asked = connection.prepare(`select ${namesOf(columns)} from ${quoted(name)}`).raw()
  let batch: CopiedRow[] = []
  let characters = 0
  try {
    for (const row of asked.iterate() as IterableIterator<readonly (string | bigint | null)[]>) {
      const read = row.map((value, at) =>
        value !== null && columns[at]?.kind === 'flag' ? value !== 0n : value
      )
      batch.push(read)
      characters += charactersOf(read)
      if (batch.length < BATCH_ROWS_MAX && characters < BATCH_CHARACTERS_MAX) continue
      yield batch
      batch = []
      characters = 0
    }
  } catch (error) {
    throw translateSqlite(error, where)
  }
  if (batch.length > 0) yield batch
}

/** Opens a file that may be missing; its folder is made. */
export function sqliteTarget(place: string): CopyTarget {
  return new SqliteTarget(resolve(place))
}

class SqliteTarget implements CopyTarget {
  readonly #where: string
  readonly #inserts = new Map<string, Statement>()
  /** Open from the beginning of the transaction on. */
  #filled: Database | null = null

  constructor(where: string) {
    this.#where = where
  }

  async clear(): Promise<void> {
    if (existsSync(this.#where)) {
      refuseForeignLog(this.#where)
      refuseInUse(this.#where)
    }
    prepareFiles(this.#where)
    this.#briefly(connection => {
      if (!isHalfCopied(connection, this.#where)) return
      connection.pragma('foreign_keys = OFF')
      this.#atOnce(connection, () => {
        // Those that are there: an older version may have begun the copy.
        for (const name of textsOf(connection, ALL_TABLES))
          connection.exec(`delete from ${quoted(name)}`)
        connection.exec(UNMARK)
      })
    })
  }

  async tableWithRows(): Promise<string | null> {
    return this.#briefly(connection => {
      const found = copiedTables().find(table => countOf(connection, table) > 0)
      return found?.name ?? null
    })
  }

  async mark(): Promise<void> {
    this.#briefly(connection => this.#atOnce(connection, () => connection.exec(MARK)))
    try {
      // Another process may have opened it before the mark was there.
      refuseInUse(this.#where)
    } catch (error) {
      await this.unmark()
      throw error
    }
  }

  async unmark(): Promise<void> {
    this.#briefly(connection => this.#atOnce(connection, () => connection.exec(UNMARK)))
  }

  async begin(): Promise<void> {
    this.#filled = openWriting(this.#where)
    // The first commit gives the log its number, without which what a kill leaves is another's.
    this.#atOnce(this.#filled, () => this.#filled?.exec(MARK))
    translated(this.#where, () => this.#filled?.exec('BEGIN IMMEDIATE'))
  }

  async insert({ name, columns }: CopiedTable, rows: readonly CopiedRow[]): Promise<void> {
    const insert = this.#inserts.get(name) ?? this.#insertInto(name, columns)
    translated(this.#where, () => {
      for (const row of rows) insert.run(row.map(stored))
    })
    // A signal, and what is shown of the progress, come in between.
    await new Promise(setImmediate)
  }

  #insertInto(name: string, columns: readonly CopiedColumn[]): Statement {
    const places = columns.map(() => '?').join(', ')
    const text = `insert into ${quoted(name)} (${namesOf(columns)}) values (${places})`
    const insert = (this.#filled as Database).prepare(text)
    this.#inserts.set(name, insert)
    return insert
  }

  async commit(): Promise<void> {
    translated(this.#where, () => this.#filled?.exec('COMMIT'))
    await this.close()
  }

  async rollback(): Promise<void> {
    // A connection that closes rolls back.
    await this.close()
  }

  async count(table: CopiedTable): Promise<number> {
    return this.#briefly(connection => countOf(connection, table))
  }

  async close(): Promise<void> {
    this.#inserts.clear()
    this.#filled?.close()
    this.#filled = null
  }

  /** On a connection for this alone, so that nobody finds the file in use. */
  #briefly<Found>(task: (connection: Database) => Found): Found {
    return translated(this.#where, () => {
      const connection = openWriting(this.#where)
      try {
        return task(connection)
      } finally {
        connection.close()
      }
    })
  }

  #atOnce(connection: Database, task: () => void): void {
    translated(this.#where, () => {
      connection.exec('BEGIN IMMEDIATE')
      task()
      renumber(connection)
      connection.exec('COMMIT')
    })
  }
}

const MARK = `insert or replace into applied_migrations (tag, applied_at)
  values ('${HALF_COPIED}', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`

const ALL_TABLES = `select name from sqlite_schema
    where type = 'table' and name not like 'sqlite_%' and name <> 'applied_migrations'`

function openWriting(where: string): Database {
  const connection = new Connection(where)
  connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  connection.pragma('foreign_keys = ON')
  return connection
}

function countOf(connection: Database, { name }: CopiedTable): number {
  const count = connection.prepare(`select count(*) from ${quoted(name)}`).pluck()
  return Number(count.get())
}

function stored(value: CopiedValue): string | bigint | null {
  if (typeof value === 'boolean') return value ? 1n : 0n
  return value
}

function translated<Found>(where: string, task: () => Found): Found {
  try {
    return task()
  } catch (error) {
    throw translateSqlite(error, where)
  }
}
