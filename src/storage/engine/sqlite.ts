/**
 * The embedded engine: one file, one writer, one reader.
 *
 * Writes go through the group writer. Reads have a connection of their own, which sees committed
 * data only and cannot write. A database in memory has one connection, and its reads take turns
 * with the batches.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import Connection, { type Database } from 'better-sqlite3'
import {
  ConstraintBroken,
  StoreBusy,
  StoreCorrupt,
  StoreError,
  StoreFailed,
  StoreFull,
  StoreHalfCopied,
  StoreMoved,
  StoreUnwritable,
  TotalsOutOfRange
} from './errors.ts'
import { GroupWriter } from './group-writer.ts'
import { isHalfCopied, migrateSqlite, stepsFor } from './migrate.ts'
import { removeLeftCopies } from './sqlite-copies.ts'
import { statementsOn } from './sqlite-dialect.ts'
import { makePrivate, OpenFiles, prepareFiles } from './sqlite-files.ts'
import { refuseForeignLog } from './sqlite-left-over.ts'
import { READERS_WAIT_MS, WriteAheadLog } from './sqlite-log.ts'
import { numberApart } from './sqlite-log-number.ts'
import { Probe } from './sqlite-probe.ts'
import { ReadConnection } from './sqlite-reader.ts'
import type { Keeper } from './statements.ts'
import type { Apply, Store, StoreOptions } from './store.ts'

/** SQLite waits inside a call and blocks the whole process; longer waits are ours, asynchronous. */
const BUSY_TIMEOUT_MS = 5
/**
 * 16 MiB for each of the two connections: both hold the same pages, and those that they have not
 * are in the cache of the system.
 */
const CACHE = 'cache_size = -16384'
/** Milliseconds that a write waits for the lock by default. */
const LOCK_WAIT_MS = 5_000
/** Milliseconds between tries for the lock outside the group writer. */
const LOCK_PAUSE_MS = 10
/** Opens `place`, a path or `:memory:`; makes the folder and the file. */
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
    this.#reader = new ReadConnection({
      connection: reading,
      statements: this.#readerConnection === null ? statements : statementsOn(reading, keeper),
      where,
      translated: this.#translated
    })
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

  /** Takes the write lock outside the group writer. */
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
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') {
    return new StoreCorrupt(where, error)
  }
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN')) {
    return new StoreUnwritable(where, error)
  }
  if (code.startsWith('SQLITE_IOERR')) return new StoreFailed(where, error)
  return error
}
