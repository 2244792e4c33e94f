/**
 * The write-ahead log of a SQLite file, merged into the file beside the commits. SQLite would merge
 * it inside whichever commit fills it, and its units would wait. Merging takes about 15 us a page
 * and stops the thread that does it, so a thread of its own does: readers and writers go on
 * meanwhile. What they wrote by then is merged again, until so little is left that the writer
 * itself merges it between two batches: SQLite begins the log anew when all is merged, and while
 * somebody writes, nobody else finds that moment. A log begins with its number, which tells it from
 * those of other databases.
 */
import { randomInt } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Database, Statement } from 'better-sqlite3'

/** Pages (4,096 bytes each) from which on the log is merged: pages written often merge once. */
const PAGES = 4_000
/** The same where the thread failed and the writer merges all of it: about 20 ms. */
const PAGES_ALONE = 1_000
/** Pages that the writer merges itself after the thread has: about 2 ms. */
const REST = 128
/** Pages from which on the writer merges all, because the thread does not keep up. */
const PAGES_MAX = 16_000
/** Milliseconds that emptying the log waits for readers of other processes. */
export const READERS_WAIT_MS = 1_000

/** What `wal_checkpoint` returns; both are -1 for a database in memory. */
type Checkpoint = readonly [busy: number, pages: number, merged: number]

const THREAD = new URL(import.meta.url.replace(/sqlite-log(?=\.\w+$)/, 'sqlite-log-thread'))

export class WriteAheadLog {
  readonly #connection: Database
  readonly #file: string
  readonly #look: Statement<[], Checkpoint>
  readonly #merge: Statement<[], Checkpoint>
  /** Null until there is something to merge, and when it failed. */
  #thread: Worker | null = null
  #failed = false
  #merging = false
  /** Whether it has merged since the log was last begun. */
  #merged = false
  /** Whether a commit has numbered it since it was last merged. */
  #numbered = false

  /** From here on, the connection merges nothing by itself. `file` is the one it has open. */
  constructor(connection: Database, file: string) {
    this.#connection = connection
    this.#file = file
    connection.pragma('wal_autocheckpoint = 0')
    this.#look = connection.prepare<[], Checkpoint>('PRAGMA wal_checkpoint(NOOP)').raw(true)
    this.#merge = connection.prepare<[], Checkpoint>('PRAGMA wal_checkpoint(PASSIVE)').raw(true)
  }

  /** Numbers a log that the commit may begin; first in each transaction. */
  begin(): void {
    // Once all is merged, at a moment that is the thread's, the next commit begins it.
    if (!this.#numbered || this.#merging || this.#merged) renumber(this.#connection)
  }

  committed(): void {
    this.#numbered = true
  }

  /** Sees to a log that is long enough; never inside a transaction, and it waits for nobody. */
  tidy(): void {
    try {
      const [, pages, merged] = this.#look.get() as Checkpoint
      const waiting = pages - merged
      if (waiting >= PAGES_MAX || (this.#failed && waiting >= PAGES_ALONE)) this.#mergeNow()
      else if (this.#merging) return
      else if (this.#merged && waiting <= REST) this.#mergeNow()
      else if (this.#merged || waiting >= PAGES) this.#mergeBeside()
    } catch {
      // What is committed is safe in the log; the next commit meets the same disk, and says so.
    }
  }

  #mergeNow(): void {
    this.#merged = false
    this.#numbered = false
    this.#merge.get()
  }

  #mergeBeside(): void {
    this.#merging = true
    this.#numbered = false
    this.#thread ??= this.#started()
    this.#thread.postMessage('merge')
  }

  #started(): Worker {
    const thread = new Worker(THREAD, { workerData: this.#file })
    // A process that has nothing else to do ends.
    thread.unref()
    thread.on('message', said => {
      if (said !== 'merged') return
      this.#merging = false
      this.#merged = true
    })
    thread.on('error', () => {
      this.#thread = null
      this.#merging = false
      this.#failed = true
    })
    return thread
  }

  /**
   * Writes the file anew, so that no byte is left of what was overwritten or deleted, and empties
   * the log. Nobody may write on the connection meanwhile. Resolves with null, or with the code of
   * why it could not.
   */
  async forget(): Promise<string | null> {
    this.#merged = false
    this.#numbered = false
    const thread = this.#thread ?? this.#started()
    this.#thread = thread
    const failed = await new Promise<string | null>(resolve => {
      const end = (code: string | null) => {
        thread.off('message', heard).off('error', broke)
        resolve(code)
      }
      const heard = (said: 'merged' | { readonly failed: string | null }) => {
        // The answer to what it was asked before.
        if (said !== 'merged') end(said.failed)
      }
      const broke = () => end('SQLITE_IOERR')
      thread.on('message', heard).on('error', broke)
      thread.postMessage({ waitMs: READERS_WAIT_MS })
    })
    this.#numbered = false
    return failed
  }

  /** Resolves when the thread has ended, after what it merges now. */
  async close(): Promise<void> {
    const thread = this.#thread
    if (thread === null) return
    const ended = new Promise(resolve => thread.once('exit', resolve))
    thread.ref()
    thread.postMessage('end')
    await ended
    this.#thread = null
  }
}

/*
 * Tells whether a write-ahead log belongs to the database it lies beside. SQLite believes any log
 * that is whole in itself, so a backup that is copied beside the log of another time becomes a
 * database of neither. Therefore each log that begins is given a number at random, by its first
 * commit, in the header of the database: `user_version` is the number of the log, `application_id`
 * that of the log before. The header in the file then has the number of the log before, or of this
 * one once a part of it is merged; any other belongs elsewhere. A backup has numbers of its own, so
 * that no log belongs to it. The log is read up to the first header in it, and not by SQLite, which
 * might merge or remove it.
 */

/** Of the header of a database, the numbers are big-endian. */
const HEADER_BYTES = 100
const NUMBER_AT = 60
const NUMBER_BEFORE_AT = 68

/** A log has a header with salt; each of its frames, of a page each, repeats the salt. */
const LOG_HEADER_BYTES = 32
const PAGE_SIZE_AT = 8
const LOG_SALT_AT = 16
const FRAME_HEADER_BYTES = 24
const FRAME_SALT_AT = 8
const SALT_BYTES = 8
/** The last bit says how sums are stored, which is nothing here. */
const LOG_MAGIC = 0x377f0682

/** Readings after which a file that changes all the time is taken for one in use. */
const READINGS_MAX = 20

/** Gives a log that begins its number; inside a transaction that is then committed. */
export function renumber(connection: Database): void {
  const before = connection.pragma('user_version', { simple: true })
  connection.pragma(`application_id = ${before}`)
  connection.pragma(`user_version = ${freshNumber()}`)
}

/** Gives a file that nobody has open numbers that no log refers to, and makes that durable. */
export function numberApart(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    for (const at of [NUMBER_AT, NUMBER_BEFORE_AT]) {
      const bytes = Buffer.alloc(4)
      bytes.writeInt32BE(freshNumber())
      writeSync(handle, bytes, 0, bytes.length, at)
    }
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Zero is what databases have that were never numbered. */
function freshNumber(): number {
  return randomInt(1, 2 ** 31)
}

/**
 * Of the log beside a database file: none, its own, that of another, or unknown, because it was
 * written by a program that gives no numbers. Changes neither file.
 */
export function whoseLog(file: string): 'none' | 'own' | 'foreign' | 'unknown' {
  for (let reading = 0; reading < READINGS_MAX; reading++) {
    const before = stateOf(file)
    if (before === null) return 'none'
    const verdict = before.number === null ? 'foreign' : verdictOn(file, before.number)
    const after = stateOf(file)
    // Another process that has it open may just have merged it.
    if (after?.number === before.number && after.salt.equals(before.salt)) return verdict
  }
  return 'own'
}

interface State {
  /** Of the log that the file itself has last heard of; null when it has no header. */
  readonly number: number | null
  readonly salt: Buffer
}

/** Null when no log, or one without content, lies beside the file. */
function stateOf(file: string): State | null {
  const log = bytesOf(`${file}-wal`, LOG_HEADER_BYTES)
  if (log === null || (log.readUInt32BE(0) & ~1) !== LOG_MAGIC) return null
  const header = bytesOf(file, HEADER_BYTES)
  const number = header?.readInt32BE(NUMBER_AT) ?? null
  return { number, salt: log.subarray(LOG_SALT_AT, LOG_SALT_AT + SALT_BYTES) }
}

function verdictOn(file: string, number: number): 'own' | 'foreign' | 'unknown' {
  let first: Numbers | null = null
  for (const numbers of numbersIn(`${file}-wal`)) {
    first ??= numbers
    if (number === 0 && first.before === 0) return 'unknown'
    if (number === first.before || number === numbers.number) return 'own'
  }
  return first === null ? 'unknown' : 'foreign'
}

interface Numbers {
  readonly number: number
  readonly before: number
}

function* numbersIn(log: string): Generator<Numbers> {
  const handle = openSync(log, 'r')
  try {
    const start = read(handle, 0, LOG_HEADER_BYTES)
    if (start === null) return
    const salt = start.subarray(LOG_SALT_AT, LOG_SALT_AT + SALT_BYTES)
    const frameBytes = FRAME_HEADER_BYTES + start.readUInt32BE(PAGE_SIZE_AT)
    for (let at = LOG_HEADER_BYTES; ; at += frameBytes) {
      const frame = read(handle, at, FRAME_HEADER_BYTES + HEADER_BYTES)
      if (frame === null) return
      // What follows is left over from the time before the log began anew.
      if (!frame.subarray(FRAME_SALT_AT, FRAME_SALT_AT + SALT_BYTES).equals(salt)) return
      if (frame.readUInt32BE(0) !== 1) continue
      const header = frame.subarray(FRAME_HEADER_BYTES)
      yield { number: header.readInt32BE(NUMBER_AT), before: header.readInt32BE(NUMBER_BEFORE_AT) }
    }
  } finally {
    closeSync(handle)
  }
}

function bytesOf(file: string, count: number): Buffer | null {
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    return read(handle, 0, count)
  } finally {
    closeSync(handle)
  }
}

function read(handle: number, at: number, count: number): Buffer | null {
  const bytes = Buffer.alloc(count)
  return readSync(handle, bytes, 0, count, at) === count ? bytes : null
}
