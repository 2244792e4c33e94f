/**
 * The files of the embedded engine: their folder is made, they can be written, and nobody but their
 * owner can read them.
 *
 * They hold names, addresses and balances of customers. SQLite gives the files beside a database,
 * which it makes and removes as it likes, the rights of the database itself; so these are set
 * before it opens one. Copies that killed processes left go then. While they are open, they are
 * watched: they have to stay where they are.
 */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  statSync
} from 'node:fs'
import { dirname } from 'node:path'
import { StoreUnwritable } from './errors.ts'
import { removeLeftCopies } from './sqlite-copies.ts'

/** Read and write, by the owner alone. */
const OWNER_ONLY = 0o600
const FOLDER_OF_OWNER = 0o700
const OF_OTHERS = 0o077

/** What SQLite keeps beside a database, and the database. */
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

/** Takes the rights of others from a file that is there. */
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

/**
 * One by one: when asked for all at once, some systems never answer for a folder they cannot make.
 */
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
