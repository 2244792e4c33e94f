/**
 * Attempts of a unit that met others: how far it has come, and whether one attempt more mends it.
 */
import type { Change } from '../../../decisions/changes.ts'
import {
  GuardLost,
  HeldLate,
  RowFull,
  RowHeld,
  RowUnlocked,
  SetUpChanged,
  StoreBusy,
  StoreError
} from '../errors.ts'
import type { ContendedRows, LockedRows, Locking, MetRow } from '../met-rows.ts'
import type { Session } from '../session.ts'
import type { Connection } from './connection.ts'
import { isConflict, isEcho, isKeptWaiting, isRuleBroken } from './failures.ts'
import type { ContendedPlace, Leave, RowQueues, WaitResult } from './turns.ts'

/** Random codes need a second attempt, rarely a third; then they are few, and others are loaded. */
const CODE_ATTEMPTS_MAX = 5
/** A rule of the tables that is broken once more is broken by the decision. */
const RULE_ATTEMPTS_MAX = 3
/** How often a unit goes from one line to another; then it waits for rows where it is. */
const MOVES_MAX = 2
/** The same of a unit that decides for other rows at each attempt: then it may wait in a circle. */
const TURNED_BACK_MAX = 3
/** With fewer connections than these, one unit at a time writes a row by which it decided. */
const MANY_CONNECTIONS = 5
/** Milliseconds for which a unit keeps its connection until a row to which it adds has room. */
const ROOM_MS_MAX = 50

/** How far a unit has come, from its first attempt on. */
export interface AttemptState {
  /** Whether it waits for a busy row that another one holds. */
  waits: boolean
  /** Whether others let it go first with what they share. */
  claims: boolean
  /** Whether the server had it wait for set-up to its limit, which it does twice at most. */
  keptWaiting: boolean
  /** Whether it lets such a one go first, and how often it has. */
  yields: boolean
  yielded: number
  /** What it decided in its last attempt, and what locks the rows that this held; empty before. */
  changes: readonly Change[]
  holds: readonly Locking[]
  /** Whether it has the set-up alone. */
  holdsSetUp: boolean
  /** What it locks before it loads: what held rows in its last attempt, then rows that it wrote. */
  locks: readonly Locking[]
  /** The last of these, and the changes that they are of. */
  locked: LockedRows
  /** The line that it is in; null on a first attempt. */
  line: string | null
  /** How often it has gone from one line to another. */
  moves: number
  /** How often it has begun again because it wrote a row before those that it had locked. */
  turnedBack: number
  /** Tells its line that it has a connection. */
  served: () => void
}

const NOTHING: LockedRows = { rows: [], of: [] }

/** The course of a unit that begins. */
export function beginning(yields: boolean): AttemptState {
  const none = { changes: [], holds: [], holdsSetUp: false, locks: [], locked: NOTHING }
  const first = { line: null, moves: 0, turnedBack: 0, served: () => {} }
  return { waits: false, claims: false, keptWaiting: false, yields, yielded: 0, ...none, ...first }
}

/** Whether others were met, which the next attempt may not. */
export function mayRepeat(error: unknown): boolean {
  const hasLost = error instanceof GuardLost || error instanceof SetUpChanged
  return hasLost || error instanceof RowHeld || isConflict(error) || isRuleBroken(error)
}

/** Whether one attempt more would not mend it. */
export function isFinal(error: unknown, attempt: number): boolean {
  if (isRuleBroken(error)) return attempt >= RULE_ATTEMPTS_MAX
  const isOfCode = error instanceof GuardLost && error.change.kind === 'voucher.created'
  return isOfCode && attempt >= CODE_ATTEMPTS_MAX
}

/**
 * What became of a unit at its row, by the error that ended it; one that was refused had it. One
 * that held other rows before may have been kept waiting by those.
 */
export function outcomeOf(error: unknown, { holds }: Pick<AttemptState, 'holds'>): WaitResult {
  const isKept = isKeptWaiting(error instanceof StoreBusy ? error.cause : error)
  if (isKept) return holds.length === 0 ? 'stuck' : 'lost'
  return error instanceof StoreError || mayRepeat(error) ? 'lost' : 'through'
}

/** Of writes on their way the first that failed: what comes after it fails for that alone. */
export async function firstFailure(
  session: Session,
  error: unknown,
  { failure }: Pick<Connection, 'failure'>
): Promise<unknown> {
  const cause = isEcho(error, failure) ? failure : error
  try {
    await session.flush()
    return cause
  } catch (earlier) {
    return isEcho(earlier, failure) ? cause : earlier
  }
}

/** The rows that units of a process meet at, and the lines before them. */
export class Rows {
  readonly #meetings: ContendedRows
  readonly #turns: RowQueues
  readonly #widths: { readonly decidedBy: number; readonly addedTo: number }

  constructor(meetings: ContendedRows, turns: RowQueues, connectionsMax: number) {
    this.#meetings = meetings
    this.#turns = turns
    this.#widths = {
      // One that writes, and one that goes on at once when it has ended.
      decidedBy: connectionsMax < MANY_CONNECTIONS ? 1 : 2,
      // Most wait a moment and go on; those of a row that stays locked leave some for others.
      addedTo: Math.max(1, Math.floor((connectionsMax * 4) / 5))
    }
  }

  /**
   * Enters the rows that a unit is about to write, until it ends. One that has gone from line to
   * line enters them also when they have no room.
   * @throws {RowFull} when one of them has none.
   * @throws {RowUnlocked} when it has locked later rows than one that it is to write.
   */
  async enter(projectId: string | null, course: AttemptState): Promise<Leave> {
    const { changes, line, moves } = course
    const unlocked = course.turnedBack < TURNED_BACK_MAX ? this.#unlockedOf(course) : null
    if (unlocked !== null) {
      course.turnedBack++
      throw new RowUnlocked(unlocked)
    }
    const met = this.#meetings.rowsOf(changes).map(row => this.#placeOf(projectId, row))
    const places = met.filter(({ name }) => name !== line)
    if (moves >= MOVES_MAX) return this.#turns.enterAnyway(places)
    const entered = await this.#turns.enter(places, ROOM_MS_MAX)
    if (typeof entered === 'function') return entered
    throw new RowFull(entered.row)
  }

  /** Who has the set-up alone holds all that it is to write: who writes it wants that last. */
  #unlockedOf({ changes, locked, holdsSetUp }: AttemptState): MetRow | null {
    if (holdsSetUp) return this.#meetings.lastUnlocked(locked, changes)
    return locked.rows.length === 0 ? null : this.#meetings.unlockedBefore(locked, changes)
  }

  #placeOf(projectId: string | null, row: MetRow) {
    const width = row.isDecidedBy ? this.#widths.decidedBy : this.#widths.addedTo
    return { name: `${projectId} ${row.name}`, width, row, mayWait: !row.isDecidedBy }
  }

  /** Where the next attempt waits for its turn: at a row, or with all others of its project. */
  lineOf(projectId: string | null, met: unknown): ContendedPlace {
    const row = this.#rowOf(met)
    if (row !== null) return this.#placeOf(projectId, row)
    return { name: met instanceof RowHeld ? `${projectId} ${met.row}` : `${projectId}`, width: 1 }
  }

  /** Has the next attempt lock first what the last one wrote, up to the row that it lost. */
  lockFirst(met: unknown, course: AttemptState): void {
    if (met instanceof HeldLate) {
      course.locks = [met.locking, ...course.locks]
      return
    }
    const row = this.#rowOf(met)
    const isForAll = met instanceof RowUnlocked || row?.isDecidedBy === true
    if (!isConflict(met) && !isForAll) return
    const isOfLoad = met instanceof GuardLost && course.changes.length === 0
    const changes = isOfLoad ? [met.change] : course.changes
    const rows = row === null ? [] : this.#meetings.locksUpTo(row.name, changes)
    const lockings = rows.flatMap(each => each.lockings)
    course.locks = rows.length === 0 ? [] : [...course.holds, ...lockings]
    course.locked = { rows, of: changes }
  }

  #rowOf(met: unknown): MetRow | null {
    if (met instanceof RowFull || met instanceof RowUnlocked) {
      return { name: met.row, isDecidedBy: met.isDecidedBy }
    }
    return met instanceof GuardLost ? this.#meetings.rowOf(met.change) : null
  }
}
