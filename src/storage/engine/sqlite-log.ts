/**
 * The write-ahead log of a SQLite file, merged into the file beside the commits.
 *
 * SQLite would merge it inside whichever commit fills it, and its units would wait. Merging takes
 * about 15 us a page and stops the thread that does it, so a thread of its own does: readers and
 * writers go on meanwhile. What they wrote by then is merged again, until so little is left that
 * the writer itself merges it between two batches: SQLite begins the log anew when all is merged,
 * and while somebody writes, nobody else finds that moment.
 *
 * A log begins with its number, which tells it from those of other databases: sqlite-log-number.ts.
 */
import { Worker } from 'node:worker_threads'
import type { Database, Statement } from 'better-sqlite3'
import { renumber } from './sqlite-log-number.ts'

/** Pages (4,096 bytes each) from which on the log is merged. */
const PAGES = 1_000
/** Pages that the writer merges itself after the thread has: about 2 ms. */
const REST = 128
/** Pages from which on the writer merges all, because the thread does not keep up. */
const PAGES_MAX = 16_000
/** Milliseconds that emptying the log waits for readers of other processes. */
export const READERS_WAIT_MS = 1_000

/** What `wal_checkpoint` returns; both are -1 for a database in memory. */
type Checkpoint = readonly [busy: number, pages: number, merged: number]

/** The thread, beside this file. */
const THREAD = new URL(import.meta.url.replace(/sqlite-log(?=\.\w+$)/, 'sqlite-log-thread'))

/** The log of one file, for the one connection that writes it. */
export class WriteAheadLog {
  readonly #connection: Database
  readonly #file: string
  readonly #look: Statement<[], Checkpoint>
  readonly #merge: Statement<[], Checkpoint>
  /** Null until there is something to merge, and when it failed. */
  #thread: Worker | null = null
  #failed = false
  /** Whether the thread merges now. */
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

  /** After the commit of that transaction. */
  committed(): void {
    this.#numbered = true
  }

  /** Sees to a log that is long enough; never inside a transaction, and it waits for nobody. */
  tidy(): void {
    try {
      const [, pages, merged] = this.#look.get() as Checkpoint
      const waiting = pages - merged
      if (waiting >= PAGES_MAX || (this.#failed && waiting >= PAGES)) this.#mergeNow()
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
