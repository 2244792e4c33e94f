/**
 * The one writer of a SQLite connection: many units of work, one commit. A commit waits for the
 * disk and a unit does not, so all units that wait at one turn of the event loop share a
 * transaction, in the order they came, and none is answered before the commit. There is no timer to
 * gather more: measurements showed that it only makes callers wait. While a batch runs, only
 * microtasks run. So a unit that has not ended after them has awaited something other than its
 * session. Hardly any unit fails once it has written, so none has a savepoint. When one fails so,
 * its batch is rolled back and repeated with savepoints. Nobody has heard of the first attempt by
 * then.
 */
import type { Database, Statement } from 'better-sqlite3'
import {
  GuardLost,
  StoreBusy,
  StoreClosed,
  type StoreError,
  StoreMoved,
  troubleIn,
  UnitStalled
} from './errors.ts'
import { Session } from './session.ts'
import type { OpenFiles } from './sqlite-files.ts'
import type { WriteAheadLog } from './sqlite-log.ts'
import type { Statements } from './statements.ts'
import { type Apply, NOTHING_DONE, type StoreCounts, type Unit } from './store.ts'

/** Bounds how long the answers of one commit wait for each other. */
const BATCH_UNITS_MAX = 256
/** Bounds how long a batch holds the write lock, and stops the event loop, before it commits. */
const BATCH_MS_MAX = 20
/** Decisions of a unit whose guard is lost. Random codes need a second one, rarely a third. */
const ATTEMPTS_MAX = 5
/** Milliseconds between tries for another process's lock: at first, and doubled, at most. */
const LOCK_PAUSE_MS = 1
const LOCK_PAUSE_MS_MAX = 16

export interface WriterOptions {
  readonly connection: Database
  readonly statements: Statements
  readonly apply: Apply
  /** Null for a database that has none. */
  readonly log: WriteAheadLog | null
  /** Null for a database in memory. */
  readonly files: OpenFiles | null
  readonly onBug: (error: Error) => void
  readonly where: string
  readonly lockWaitMs: number
  readonly translated: (error: unknown) => unknown
}

interface Waiting {
  readonly since: number
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

interface WaitingUnit extends Waiting {
  readonly kind: 'unit'
  readonly projectId: string | null
  readonly unit: Unit<unknown>
}

/** A task that needs the connection for itself, outside any transaction of ours. */
interface WaitingAlone extends Waiting {
  readonly kind: 'alone'
  readonly task: () => Promise<unknown>
}

type UnitEnd = { readonly value: unknown } | UnitFailure

interface UnitFailure {
  readonly error: unknown
  /** What it wrote is still there, and nothing but the end of the batch takes it back. */
  readonly spoils?: true
}

interface Done {
  readonly waiting: WaitingUnit
  readonly end: UnitEnd
}

export class GroupWriter {
  readonly counts: StoreCounts = { ...NOTHING_DONE }
  readonly #options: WriterOptions
  readonly #sql: Record<'begin' | 'commit' | 'rollback' | 'save' | 'release' | 'undo', Statement>
  #queue: (WaitingUnit | WaitingAlone)[] = []
  /** How many units at the head of the queue are repeated. */
  #repeated = 0
  #pumping: Promise<void> | null = null
  /** Whether the files were elsewhere after the last commit. */
  #moved = false
  #trouble: StoreError | null = null
  #closed = false

  constructor(options: WriterOptions) {
    const { connection } = options
    this.#options = options
    this.#sql = {
      begin: connection.prepare('BEGIN IMMEDIATE'),
      commit: connection.prepare('COMMIT'),
      rollback: connection.prepare('ROLLBACK'),
      save: connection.prepare('SAVEPOINT unit'),
      release: connection.prepare('RELEASE unit'),
      undo: connection.prepare('ROLLBACK TO unit')
    }
  }

  write<Value>(projectId: string | null, unit: Unit<Value>): Promise<Value> {
    return this.#enqueue(waiting => ({ kind: 'unit', projectId, unit, ...waiting }))
  }

  /** Runs between batches, in its turn, with no transaction open. */
  alone<Value>(task: () => Promise<Value>): Promise<Value> {
    return this.#enqueue(waiting => ({ kind: 'alone', task, ...waiting }))
  }

  /** Why the last write was not stored, where that keeps others from it, too; null where it was. */
  get trouble(): StoreError | null {
    return this.#trouble
  }

  /** Resolves when all accepted units have ended; later ones are refused. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#pumping
  }

  #translated(error: unknown): unknown {
    const ours = this.#options.translated(error)
    this.#trouble = troubleIn(ours, this.#options.where) ?? this.#trouble
    return ours
  }

  #enqueue<Value>(entry: (waiting: Waiting) => WaitingUnit | WaitingAlone): Promise<Value> {
    if (this.#closed) return Promise.reject(new StoreClosed(this.#options.where))
    return new Promise<Value>((resolve, reject) => {
      const since = performance.now()
      this.#queue.push(entry({ since, resolve: resolve as (value: unknown) => void, reject }))
      this.#pumping ??= this.#pump()
    })
  }

  async #pump(): Promise<void> {
    for (;;) {
      // One turn: units that arrive in it join the batch, and answers leave before what is next.
      await nextTurn()
      const first = this.#queue[0]
      this.#options.log?.tidy()
      if (first === undefined) break
      if (first.kind === 'alone') {
        this.#queue.shift()
        await this.#runAlone(first)
      } else if (await this.#begin()) {
        await this.#runBatch()
      }
    }
    this.#pumping = null
  }

  async #runAlone({ task, resolve, reject }: WaitingAlone): Promise<void> {
    try {
      resolve(await task())
    } catch (error) {
      reject(this.#translated(error))
    }
  }

  /** Takes the write lock; false when no unit waits any more. */
  async #begin(): Promise<boolean> {
    if (this.#isMoved()) {
      this.#refuse(this.#translated(new StoreMoved(this.#options.where)))
      return false
    }
    for (let pauseMs = LOCK_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LOCK_PAUSE_MS_MAX)) {
      try {
        this.#sql.begin.run()
        this.#options.log?.begin()
        return true
      } catch (error) {
        if (this.#options.connection.inTransaction) this.#sql.rollback.run()
        const ours = this.#translated(error)
        this.#refuse(ours)
        if (!(ours instanceof StoreBusy) || this.#queue[0]?.kind !== 'unit') return false
      }
      // Without the jitter two processes would collide again and again.
      await new Promise(resolve => setTimeout(resolve, pauseMs * (0.5 + Math.random())))
    }
  }

  /** Rejects units at the head of the queue: all, or those that waited too long. */
  #refuse(error: unknown): void {
    const { where, lockWaitMs } = this.#options
    const now = performance.now()
    const stays = (waiting: WaitingUnit | WaitingAlone) =>
      waiting.kind === 'alone' || (error instanceof StoreBusy && now - waiting.since < lockWaitMs)
    const refused = this.#queue.filter(waiting => !stays(waiting))
    this.#queue = this.#queue.filter(stays)
    this.#count(error, refused.length)
    for (const { since, reject } of refused) {
      const waitedMs = Math.round(now - since)
      reject(error instanceof StoreBusy ? new StoreBusy(where, waitedMs, error.cause) : error)
    }
  }

  async #runBatch(): Promise<void> {
    const { connection } = this.#options
    const began = performance.now()
    const done: Done[] = []
    const saved = this.#repeated > 0
    while (done.length < BATCH_UNITS_MAX && performance.now() - began < BATCH_MS_MAX) {
      const waiting = this.#queue[0]
      if (waiting?.kind !== 'unit') break
      this.#queue.shift()
      const end = await this.#runUnit(waiting, saved)
      done.push({ waiting, end })
      if ('spoils' in end) return this.#repeat(done, end)
      // Some errors (a full disk) roll the whole transaction back, for every unit in it.
      if (!connection.inTransaction) {
        const lost = 'error' in end ? end.error : new Error('the transaction was gone')
        return this.#resolve(done, { error: this.#translated(lost) })
      }
    }
    this.#repeated = Math.max(0, this.#repeated - done.length)
    this.#resolve(done, this.#commit(done.length))
  }

  /** Rolls a batch back that its last unit spoilt, and puts its units where they came from. */
  #repeat(done: readonly Done[], { error }: UnitFailure): void {
    this.#sql.rollback.run()
    // A unit that awaited something else would only do so again.
    const given = error instanceof UnitStalled ? done.slice(-1) : []
    const again = done.slice(0, done.length - given.length).map(({ waiting }) => waiting)
    this.#queue.unshift(...again)
    this.#repeated = again.length
    this.#resolve(given, null)
  }

  /** Resolves or rejects every unit of a batch; with one failure for all when it is not durable. */
  #resolve(done: readonly Done[], failure: UnitFailure | null): void {
    const { onBug } = this.#options
    for (const { waiting, end } of done) {
      if ('error' in end && isBug(end.error)) onBug(end.error)
      const known = failure ?? end
      if ('error' in known) {
        const error = this.#translated(known.error)
        this.#count(error, 1)
        waiting.reject(error)
      } else waiting.resolve(known.value)
    }
  }

  /** Looks only after a commit that found them moved; every commit looks for itself. */
  #isMoved(): boolean {
    if (this.#moved) this.#moved = this.#options.files?.areInPlace() === false
    return this.#moved
  }

  #count(error: unknown, units: number): void {
    if (troubleIn(error, this.#options.where) !== null) this.counts.refusedByDisk += units
  }

  /** Null when the batch is durable, else the error by which none of it is known to be. */
  #commit(units: number): UnitFailure | null {
    const { files, log, where } = this.#options
    const { counts } = this
    const began = performance.now()
    try {
      this.#sql.commit.run()
      counts.commits++
      counts.committed += units
      counts.commitMs += performance.now() - began
      log?.committed()
      this.#moved = files?.areInPlace() === false
      if (this.#moved) return { error: this.#translated(new StoreMoved(where, { written: true })) }
      this.#trouble = null
      return null
    } catch (error) {
      if (this.#options.connection.inTransaction) this.#sql.rollback.run()
      return { error: this.#translated(error) }
    }
  }

  /** Rolls one unit back; false when that failed and the whole batch is gone with it. */
  #undone(): boolean {
    try {
      this.#sql.undo.run()
      this.#sql.release.run()
      return true
    } catch {
      if (this.#options.connection.inTransaction) this.#sql.rollback.run()
      return false
    }
  }

  /** `saved`: in a savepoint, to which a failure goes back. */
  async #runUnit({ projectId, unit }: WaitingUnit, saved: boolean): Promise<UnitEnd> {
    const { connection, statements, apply } = this.#options
    for (let attempt = 1; ; attempt++) {
      const session = new Session(statements, projectId)
      try {
        if (saved) this.#sql.save.run()
        const carriedOut = async () => {
          const { value, changes } = await unit(session)
          await apply(session, changes)
          return value
        }
        const value = await withinTurn(carriedOut())
        session.end()
        if (saved) this.#sql.release.run()
        return { value }
      } catch (error) {
        session.end()
        if (error instanceof GuardLost) this.counts.guardsLost++
        // Without the transaction, the error is reported once for the whole batch.
        if (!connection.inTransaction) return { error }
        if (saved && !this.#undone()) return { error }
        if (!saved && session.hasWritten) return { error, spoils: true }
        // No other unit writes between load and apply, so a guard that is lost again and again is a
        // bug; a retry helps only with a random choice, such as a code.
        if (error instanceof GuardLost && attempt < ATTEMPTS_MAX) continue
        return { error }
      }
    }
  }
}

/** Codes that are taken are chance, or the codes are few; the shell then loads free ones. */
function isBug(error: unknown): error is Error {
  if (error instanceof GuardLost) return error.change.kind !== 'voucher.created'
  return error instanceof UnitStalled
}

/**
 * The same promise, rejected when it is still pending after all microtasks. Statements here are
 * synchronous, so only awaiting something foreign (a timer, a socket) can leave it open. This is
 * stricter than waiting for the next turn, which an expired timer can beat. Call it from a
 * microtask.
 */
export function withinTurn<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    let ended = false
    promise.then(
      value => {
        ended = true
        resolve(value)
      },
      error => {
        ended = true
        reject(error)
      }
    )
    process.nextTick(() => {
      // Made only where it is thrown: an error costs 6 us, and this is every unit's way.
      if (!ended) reject(new UnitStalled())
    })
  })
}

export function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
