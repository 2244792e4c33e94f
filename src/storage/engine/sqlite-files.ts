/**
 * The files of the embedded engine: their folder is made, they can be written, and nobody but their
 * owner can read them. They hold names, addresses and balances of customers. SQLite gives the files
 * beside a database, which it makes and removes as it likes, the rights of the database itself; so
 * these are set before it opens one. Copies that killed processes left go then. While they are
 * open, they are watched: they have to stay where they are.
 */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Connection, { type Database, type Statement } from 'better-sqlite3'
import { StoreMismatched, StoreUnwritable } from './errors.ts'
import { renumber, whoseLog } from './sqlite-log.ts'

const OWNER_ONLY = 0o600
const FOLDER_OF_OWNER = 0o700
const OF_OTHERS = 0o077

const SUFFIXES = ['', '-wal', '-shm']

/**
 * Makes the folder and the file where they are missing. A folder that is there keeps its rights,
 * since others may use it; a file loses those of others.
 * @throws {StoreUnwritable}
 */
export function prepareFiles(file: string): void {
  try {
    makeParents(dirname(file))
    // The system is asked, because SQLite opens a file that it cannot write and fails much later.
    accessSync(dirname(file), constants.W_OK)
    if (existsSync(file)) accessSync(file, constants.W_OK)
    makePrivate(file)
    removeLeftCopies(file)
    for (const suffix of SUFFIXES) closeToOthers(file + suffix)
  } catch (error) {
    throw new StoreUnwritable(file, error as Error)
  }
}

/** An empty file, where there is none, which its owner alone can read. */
export function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', OWNER_ONLY))
}

function closeToOthers(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined || (found.mode & OF_OTHERS) === 0) return
  try {
    chmodSync(file, OWNER_ONLY)
  } catch (error) {
    // Only the owner may; an operator who runs the service under another name chose its rights.
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EPERM' && code !== 'ENOENT') throw error
  }
}

/** Which file a path names: the system's device and number of it; null for none that can be seen. */
function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true })
    return `${dev} ${ino}`
  } catch {
    // Also where its folder may not be looked into any more: who opens the path does not find it.
    return null
  }
}

/**
 * A database and its log as they were opened. A file that is moved or deleted takes writes for as
 * long as it is open, and whoever opens the path later does not find them.
 */
export class OpenFiles {
  readonly #file: string
  readonly #log: string
  readonly #opened: string | null
  #openedLog: string | null

  /** Right after SQLite has opened and read `file`. */
  constructor(file: string) {
    this.#file = file
    this.#log = `${file}-wal`
    this.#opened = identityOf(this.#file)
    this.#openedLog = identityOf(this.#log)
  }

  /** Whether the paths still name what is open; two calls of the system. After a commit, or later. */
  areInPlace(): boolean {
    const log = identityOf(this.#log)
    // SQLite makes the log with the first transaction.
    this.#openedLog ??= log
    return log !== null && log === this.#openedLog && identityOf(this.#file) === this.#opened
  }
}

/** One by one: asked for all, some systems never answer for a folder they cannot make. */
function makeParents(folder: string): void {
  if (existsSync(folder)) return
  makeParents(dirname(folder))
  try {
    mkdirSync(folder, FOLDER_OF_OWNER)
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(folder)) throw error
  }
}

/*
 * Copies of a database for a short time, which lie beside it and are named after the process that
 * made them. One that a killed process left is removed when the database is opened, and when it has
 * to forget what was deleted.
 */

const MARK = '.dry-run-'

export function copyOf(place: string): string {
  return `${place}${MARK}${process.pid}`
}

export function removeCopy(copy: string): void {
  for (const suffix of SUFFIXES) rmSync(copy + suffix, { force: true })
}

/** Removes the copies of processes that are gone; this one has none yet. */
export function removeLeftCopies(place: string): void {
  const folder = dirname(place)
  const start = basename(place) + MARK
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(start)) continue
    const pid = Number.parseInt(name.slice(start.length), 10)
    // In a container the killed process may have had the same id as this one.
    const isLeft = pid === process.pid || !isRunning(pid)
    if (Number.isInteger(pid) && isLeft) rmSync(join(folder, name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/*
 * What a start looks at when it finds a log beside a database: whether both open whole together. A
 * log is left over when a process was killed, and belongs to its database then; its number says so
 * in a few reads, however large the file is. Beside a log without a number, as other programs leave
 * one, a file of at most 32 MiB is checked page by page, which takes a tenth of a second, and a
 * larger one is opened unchecked. Neither file is changed.
 */

/** Checking takes 4 ms for each MiB. */
const CHECKED_BYTES_MAX = 32 * 1024 * 1024

/**
 * @throws {StoreMismatched} when the log beside a file is not of it; {StoreUnwritable} when they
 * cannot be read; errors of the engine.
 */
export function refuseForeignLog(file: string): void {
  let whose: ReturnType<typeof whoseLog>
  try {
    whose = whoseLog(file)
  } catch (error) {
    throw new StoreUnwritable(file, error as Error)
  }
  if (whose === 'foreign') throw new StoreMismatched(file, 'it is of another database or time')
  if (whose !== 'unknown' || statSync(file).size > CHECKED_BYTES_MAX) return
  const found = disagreementIn(file, 'quick_check')
  if (found !== null) throw new StoreMismatched(file, found)
}

/**
 * What SQLite says is wrong with a file and the log beside it; null when nothing is. Opened for
 * reading, because a connection that may write merges the log when it closes.
 * @throws errors of the engine other than damage.
 */
export function disagreementIn(
  file: string,
  check: 'quick_check' | 'integrity_check'
): string | null {
  const connection = new Connection(file, { readonly: true, fileMustExist: true })
  try {
    const found = String(connection.pragma(`${check}(1)`, { simple: true }))
    return found === 'ok' ? null : found
  } catch (error) {
    if (!(error instanceof Error) || !isDamage(error)) throw error
    return error.message
  } finally {
    connection.close()
  }
}

export function isDamage(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB'
}

/*
 * What tells that a SQLite file can be read and written, at the cost of one commit. The read takes
 * the first row of every table, because a file can be damaged in one place. The write takes room
 * for two pages and gives it back, because a page that is there already can be written when the
 * database may not grow; then it commits the header, which must reach the disk.
 */

export class Probe {
  readonly #reader: Database
  readonly #writer: Database
  #firstRows: Statement | null = null

  /** `reader` may be the same connection as `writer`. */
  constructor(reader: Database, writer: Database) {
    this.#reader = reader
    this.#writer = writer
  }

  /** Inside a transaction of the reader. @throws the engine's error. */
  read(): void {
    this.#firstRows ??= this.#looks()
    this.#firstRows.get()
  }

  #looks(): Statement {
    const named = `select name from pragma_table_list
       where schema = 'main' and type = 'table' and name not like 'sqlite_%'`
    const tables = textsOf(this.#reader, named)
    const looks = tables.map(name => `(select count(*) from (select * from "${name}" limit 1))`)
    return this.#reader.prepare(`select ${looks.join(' + ')}`)
  }

  /** Inside a transaction of the writer, which is then to be committed. @throws likewise. */
  write(): void {
    this.#writer.exec(TAKE_ROOM)
    renumber(this.#writer)
  }
}

/** 4 KiB of zeros in hex are 8 KiB. */
const TAKE_ROOM = `savepoint probe;
  insert into applied_migrations (tag, applied_at) values ('probe', hex(zeroblob(4096)));
  rollback to probe; release probe`

export function textsOf(connection: Database, query: string): readonly string[] {
  return connection.prepare<[], string>(query).pluck().all()
}
