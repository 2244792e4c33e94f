/**
 * The write-ahead log of a SQLite file, merged into the file between commits.
 *
 * SQLite would merge it inside whichever commit fills it, and the units of that commit would wait.
 * Here it is merged when nobody waits, or at the latest when it is twice as long. Merging stops the
 * event loop for about 15 us a page, so a longer log would make its readers wait.
 *
 * A log begins with its number, which tells it from those of other databases: sqlite-log-number.ts.
 *
 * Spec: Decisions 115 and 121.
 */
import type { Database, Statement } from 'better-sqlite3'
import { renumber } from './sqlite-log-number.ts'

/** Pages (4,096 bytes each) that are merged when nobody waits. */
const PAGES = 1_000
/** Pages that are merged although units wait; the log grows little beyond them. */
const PAGES_MAX = 2_000

/** What `wal_checkpoint` answers; both are -1 for a database in memory. */
type Checkpoint = readonly [busy: number, pages: number, merged: number]

export class Log {
  readonly #connection: Database
  /** Whether what is in the log began with a number. */
  #numbered = false
  readonly #look: Statement<[], Checkpoint>
  readonly #merge: Statement<[], Checkpoint>

  /** From here on, the connection merges nothing by itself. */
  constructor(connection: Database) {
    connection.pragma('wal_autocheckpoint = 0')
    this.#connection = connection
    this.#look = connection.prepare<[], Checkpoint>('PRAGMA wal_checkpoint(NOOP)').raw(true)
    this.#merge = connection.prepare<[], Checkpoint>('PRAGMA wal_checkpoint(PASSIVE)').raw(true)
  }

  /** Numbers a log that begins; first in each transaction. */
  begin(): void {
    if (!this.#numbered) renumber(this.#connection)
  }

  /** After the commit of that transaction. */
  committed(): void {
    this.#numbered = true
  }

  /** Merges a log that is long enough; never inside a transaction, and it waits for no reader. */
  tidy({ idle }: { readonly idle: boolean }): void {
    try {
      const [, pages, merged] = this.#look.get() as Checkpoint
      if (pages - merged < (idle ? PAGES : PAGES_MAX)) return
      this.#merge.get()
      // The next commit begins it anew, unless somebody still reads what was merged.
      this.#numbered = false
    } catch {
      // What is committed is safe in the log; the next commit meets the same disk, and says so.
    }
  }
}
