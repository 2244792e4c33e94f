/**
 * The embedded engine: one file, one writer, one reader. Writes go through the group writer. Reads
 * have a connection of their own, which sees committed data only and cannot write. A database in
 * memory has one connection, and its reads take turns with the batches.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import Connection, { type Database, type Statement } from 'better-sqlite3'
import { BetterSQLiteSession, type PreparedQuery } from 'drizzle-orm/better-sqlite3/session'
import type { Query } from 'drizzle-orm/sql'
import { BaseSQLiteDatabase, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import * as tables from '../tables.ts'
import {
  ConstraintBroken,
  StoreBusy,
  StoreClosed,
  StoreCorrupt,
  StoreError,
  StoreFailed,
  StoreFull,
  StoreHalfCopied,
  StoreMoved,
  StoreUnwritable,
  TotalsOutOfRange
} from './errors.ts'
import { GroupWriter, nextTurn, withinTurn } from './group-writer.ts'
import { isHalfCopied, migrateSqlite, stepsFor } from './migrate.ts'
import { Session } from './session.ts'
import {
  isDamage,
  makePrivate,
  OpenFiles,
  Probe,
  prepareFiles,
  refuseForeignLog,
  removeLeftCopies
} from './sqlite-files.ts'
import { numberApart, READERS_WAIT_MS, WriteAheadLog } from './sqlite-log.ts'
import {
  type Db,
  type Dialect,
  type Fields,
  type Keeper,
  type ParamValues,
  type Prepared,
  Statements,
  type Tables,
  WrittenQuery,
  writingOnce
} from './statements.ts'
import type { Apply, ReadUnit, Store, StoreOptions } from './store.ts'

/** SQLite waits inside a call and blocks the whole process; longer waits are ours, asynchronous. */
const BUSY_TIMEOUT_MS = 5
/** 16 MiB for each of two connections with the same pages; the system caches the others. */
const CACHE = 'cache_size = -16384'
const LOCK_WAIT_MS = 5_000
/** Milliseconds between tries for the lock outside the group writer. */
const LOCK_PAUSE_MS = 10
export async function openSqlite(
  place: string,
  apply: Apply,
  options: StoreOptions
): Promise<Store> {
  const inMemory = place === ':memory:'
  const where = inMemory ? 'The database in memory' : resolve(place)
  if (!inMemory) {
    await whenFree(() => refuseForeignLog(where), where, options)
    prepareFiles(where)
  }
  // Another process may be creating or closing the same file at this moment.
  return whenFree(() => new SqliteStore(place, where, apply, options), where, options)
}

/** Tries until no other process holds the lock, asleep in between; gives up after the lock wait. */
async function whenFree<Value>(
  attempt: () => Value,
  where: string,
  { lockWaitMs = LOCK_WAIT_MS }: StoreOptions
): Promise<Value> {
  const began = performance.now()
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      const ours = translateSqlite(error, where)
      if (!(ours instanceof StoreBusy)) throw ours
      const waitedMs = Math.round(performance.now() - began)
      if (waitedMs >= lockWaitMs) throw new StoreBusy(where, waitedMs, error)
    }
    await new Promise(resolve => setTimeout(resolve, LOCK_PAUSE_MS))
  }
}

class SqliteStore implements Store {
  readonly dialect = 'sqlite'
  readonly pool = null
  readonly #where: string
  readonly #options: StoreOptions
  readonly #connection: Database
  readonly #log: WriteAheadLog | null
  readonly #files: OpenFiles | null
  readonly #writer: GroupWriter
  readonly #reader: ReadConnection
  readonly #readerConnection: Database | null
  readonly #probe: Probe
  /** What a unit has found of the file, which does not mend by itself. */
  #damage: StoreCorrupt | null = null
  #closing: Promise<void> | null = null

  constructor(place: string, where: string, apply: Apply, options: StoreOptions) {
    this.#where = where
    this.#options = options
    const inMemory = place === ':memory:'
    this.#connection = openWriter((inMemory && options.image) || place, options)
    this.#readerConnection = inMemory ? null : openReader(place)
    const { onStale } = options
    const keeper: Keeper = onStale === undefined ? {} : { onStale }
    const statements = statementsOn(this.#connection, keeper)
    this.#log = inMemory ? null : new WriteAheadLog(this.#connection, place)
    this.#files = inMemory ? null : new OpenFiles(where)
    this.#writer = new GroupWriter({
      connection: this.#connection,
      statements,
      apply,
      log: this.#log,
      files: this.#files,
      onBug: options.onBug,
      where,
      lockWaitMs: options.lockWaitMs ?? LOCK_WAIT_MS,
      translated: this.#translated
    })
    const reading = this.#readerConnection ?? this.#connection
    const asked = this.#readerConnection === null ? statements : statementsOn(reading, keeper)
    this.#reader = new ReadConnection(reading, asked, where, this.#translated)
    this.#probe = new Probe(reading, this.#connection)
  }

  readonly #translated = (error: unknown): unknown => {
    const ours = translateSqlite(error, this.#where)
    if (ours instanceof StoreCorrupt) this.#damage = ours
    return ours
  }

  write: Store['write'] = (projectId, unit) => this.#writer.write(projectId, unit)

  read: Store['read'] = (projectId, unit) =>
    this.#readerConnection === null
      ? this.#writer.alone(() => this.#reader.carryOut(projectId, unit))
      : this.#reader.read(projectId, unit)

  async migrate(): Promise<void> {
    const begin = () => this.#begin()
    await this.#writer.alone(() => migrateSqlite(this.#connection, begin, this.#where))
  }

  async pending(): Promise<readonly string[]> {
    return this.#writer.alone(async () => stepsFor(this.#connection, this.#where))
  }

  /** Who shares a file shares its machine. */
  async time(): Promise<null> {
    return null
  }

  async health(): Promise<void> {
    if (this.#damage !== null) throw this.#damage
    if (this.#files?.areInPlace() === false) throw new StoreMoved(this.#where)
    await this.read(null, async () => this.#probe.read())
    // In no batch of others, which a full disk would take with it.
    await this.#writer.alone(async () => {
      await this.#begin()
      try {
        this.#probe.write()
        this.#connection.exec('COMMIT')
      } catch (error) {
        if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK')
        throw error
      }
    })
  }

  get trouble(): StoreError | null {
    return this.#writer.trouble
  }

  get counts() {
    return this.#writer.counts
  }

  async #begin(): Promise<void> {
    await whenFree(() => this.#connection.exec('BEGIN IMMEDIATE'), this.#where, this.#options)
  }

  async backup(file: string): Promise<void> {
    const target = resolve(file)
    const partial = `${target}.partial`
    try {
      if (isHalfCopied(this.#connection, this.#where)) throw new StoreHalfCopied(this.#where)
      if (existsSync(target)) throw new Error('it exists already')
      // SQLite adds to an existing file; an incomplete copy must not look like a complete one.
      rmSync(partial, { force: true })
      makePrivate(partial)
      try {
        // On the writer's own connection, because writes on another one would restart the copy.
        await this.#connection.backup(partial)
        numberApart(partial)
        renameSync(partial, target)
      } finally {
        rmSync(partial, { force: true })
      }
    } catch (error) {
      throw error instanceof StoreError ? error : new StoreFailed(target, error as Error)
    }
  }

  async forget(): Promise<void> {
    const log = this.#log
    // What is in memory only is gone when it is freed.
    if (log === null) return
    removeLeftCopies(this.#where)
    await this.#writer.alone(async () => {
      const code = await log.forget()
      if (code === 'SQLITE_BUSY') throw new StoreBusy(this.#where, READERS_WAIT_MS)
      if (code !== null) throw Object.assign(new Error('The file was not written anew'), { code })
    })
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeNow()
    return this.#closing
  }

  abandon(): void {}

  async #closeNow(): Promise<void> {
    await Promise.all([this.#reader.close(), this.#writer.close()])
    await this.#log?.close()
    // The writer last: it merges the log into the file when no other process has it open.
    this.#readerConnection?.close()
    this.#connection.close()
  }
}

function openWriter(place: string | Buffer, { pagesMax }: StoreOptions): Database {
  const connection = new Connection(place)
  try {
    connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
    connection.pragma('journal_mode = WAL')
    // In this build a WAL file starts with NORMAL, which may lose commits in a power failure.
    connection.pragma('synchronous = FULL')
    connection.pragma('foreign_keys = ON')
    connection.pragma(CACHE)
    connection.pragma('temp_store = MEMORY')
    if (pagesMax !== undefined) connection.pragma(`max_page_count = ${pagesMax}`)
    // The pragmas above do not read the file; this one does, and fails when it is no database.
    connection.pragma('schema_version')
  } catch (error) {
    connection.close()
    throw error
  }
  return connection
}

function openReader(place: string): Database {
  const connection = new Connection(place, { readonly: true, fileMustExist: true })
  connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  connection.pragma(CACHE)
  connection.pragma('temp_store = MEMORY')
  return connection
}

/** An error of SQLite as one of ours; other errors stay as they are. */
export function translateSqlite(error: unknown, where: string): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new StoreBusy(where, BUSY_TIMEOUT_MS, error)
  }
  if (code === 'SQLITE_FULL') return new StoreFull(where, error)
  if (code.startsWith('SQLITE_CONSTRAINT')) {
    const outgrown = /(customer_totals|redemption_counts)_range/.test(error.message)
    return outgrown ? new TotalsOutOfRange(error) : new ConstraintBroken(error)
  }
  if (isDamage(error)) return new StoreCorrupt(where, error)
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN')) {
    return new StoreUnwritable(where, error)
  }
  if (code.startsWith('SQLITE_IOERR')) return new StoreFailed(where, error)
  return error
}

/*
 * Read units of the embedded engine, one after another. Those of one turn of the event loop share a
 * short transaction, so that a list and its total are of one moment and the log can be merged into
 * the file.
 */

/** Milliseconds for waiting reads in one turn of the event loop. */
const READ_MS_MAX = 10

interface WaitingRead {
  readonly projectId: string | null
  readonly unit: ReadUnit<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

class ReadConnection {
  readonly #connection: Database
  readonly #statements: Statements
  readonly #where: string
  readonly #translated: (error: unknown) => unknown
  readonly #begin: Statement
  readonly #end: Statement
  /** Asks for the number of a session's `stamp`. */
  readonly #stamp: Statement<[], number>
  #queue: WaitingRead[] = []
  #pumping: Promise<void> | null = null
  #closed = false

  constructor(
    connection: Database,
    statements: Statements,
    where: string,
    translated: (error: unknown) => unknown
  ) {
    this.#connection = connection
    this.#statements = statements
    this.#where = where
    this.#translated = translated
    this.#begin = connection.prepare('BEGIN')
    this.#end = connection.prepare('ROLLBACK')
    // The first counts what other connections committed, the second what this one wrote.
    const asked = connection.readonly ? 'PRAGMA data_version' : 'SELECT total_changes()'
    this.#stamp = connection.prepare<[], number>(asked).pluck()
  }

  read<Value>(projectId: string | null, unit: ReadUnit<Value>): Promise<Value> {
    if (this.#closed) return Promise.reject(new StoreClosed(this.#where))
    return new Promise<Value>((resolve, reject) => {
      this.#queue.push({ projectId, unit, resolve: resolve as (value: unknown) => void, reject })
      this.#pumping ??= this.#pump()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#pumping
  }

  async #pump(): Promise<void> {
    while (this.#queue.length > 0) {
      // One turn: reads that arrive in it share a transaction, and sockets are served in between.
      await nextTurn()
      await this.#answerWaiting()
    }
    this.#pumping = null
  }

  /**
   * Those that wait now. Later ones wait for the next transaction: what was written before they
   * asked may be newer than this one. Who asked goes on after the last of them: reads that follow
   * one another find their code and pages at hand, and so does what is made of their answers.
   */
  async #answerWaiting(): Promise<void> {
    const began = performance.now()
    let left = this.#queue.length
    try {
      this.#begin.run()
    } catch (error) {
      const refused = this.#queue.splice(0, left)
      for (const { reject } of refused) reject(this.#translated(error))
      return
    }
    const answers: (() => void)[] = []
    // An error of the file ends the transaction, and the others would have none.
    while (left > 0 && this.#connection.inTransaction) {
      left--
      const { projectId, unit, resolve, reject } = this.#queue.shift() as WaitingRead
      await this.#runUnit(projectId, unit).then(
        value => answers.push(() => resolve(value)),
        error => answers.push(() => reject(error))
      )
      if (performance.now() - began > READ_MS_MAX) break
    }
    try {
      if (this.#connection.inTransaction) this.#end.run()
    } finally {
      for (const answer of answers) answer()
    }
  }

  /** Runs one unit at once, in a transaction of its own; the connection must be idle. */
  async carryOut<Value>(projectId: string | null, unit: ReadUnit<Value>): Promise<Value> {
    this.#begin.run()
    try {
      return await this.#runUnit(projectId, unit)
    } finally {
      if (this.#connection.inTransaction) this.#end.run()
    }
  }

  async #runUnit<Value>(projectId: string | null, unit: ReadUnit<Value>): Promise<Value> {
    let session: Session | null = null
    try {
      const stamp = this.#stamp.get() ?? null
      session = new Session(this.#statements, projectId, { mayWrite: false, stamp })
      return await withinTurn(unit(session))
    } catch (error) {
      throw this.#translated(error)
    } finally {
      session?.end()
    }
  }
}

/*
 * The shared query code for SQLite. SQLite compiles a statement again at every call whose bare
 * parameter has another value, because its plan may depend on it; that costs more than running the
 * statement. A plus before a parameter changes neither its value nor its comparison, and hides it
 * from the planner. This module writes every parameter of every statement.
 */

class Unplanned extends SQLiteSyncDialect {
  override escapeParam(): string {
    return '+?'
  }
}

/** Keeps what Drizzle wrote, where its own session would prepare what it runs itself. */
class Writing extends BetterSQLiteSession<Record<string, never>, Record<string, never>> {
  // biome-ignore lint/suspicious/noExplicitAny: the overridden signature
  override prepareQuery({ sql, params }: Query, fields: Fields | undefined): PreparedQuery<any> {
    const query: unknown = new WrittenQuery(sql, params, fields)
    return query as PreparedQuery
  }
}

function queryCode(): Db {
  const dialect = new Unplanned({ casing: 'snake_case' })
  // INVARIANT: a session asks its connection for nothing before a query is run, and ours runs none.
  const session = new Writing(undefined as unknown as Database, dialect, undefined)
  const db: unknown = new BaseSQLiteDatabase('sync', dialect, session, undefined)
  return db as Db
}

export const sqliteDialect: Dialect = {
  db: queryCode(),
  t: tables as unknown as Tables,
  name: 'sqlite'
}

const writtenOf = writingOnce(sqliteDialect)

/** The statements of a connection; `keeper` stands for its store. */
function statementsOn(connection: Database, keeper: Keeper): Statements {
  return new Statements(asked => new SqliteQuery(connection, writtenOf(asked)), keeper)
}

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
    return rows.map(this.#written.reader)
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
