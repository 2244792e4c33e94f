/**
 * The errors of storage, each as a sentence with the next step. Other layers read `code` (for an
 * HTTP status or an exit code), so that none of them imports an engine. The operator reads the
 * message as it is.
 */
import type { Change } from '../../decisions/changes.ts'
import { OUTGROWN } from '../../decisions/refusals.ts'
import type { CountKinds } from '../../model.ts'
import type { Locking, MetRow } from './statements.ts'

export type StoreErrorCode =
  | 'guard_lost'
  | 'constraint_broken'
  | 'outcome_unknown'
  | 'session_ended'
  | 'unit_stalled'
  | 'store_busy'
  | 'store_closed'
  | 'store_corrupt'
  | 'store_failed'
  | 'store_full'
  | 'store_half_copied'
  | 'store_holds_data'
  | 'store_in_use'
  | 'store_mismatched'
  | 'store_moved'
  | 'store_not_copied'
  | 'store_refused'
  | 'store_too_new'
  | 'store_unreachable'
  | 'store_unreleased'
  | 'store_unwritable'
  | 'totals_out_of_range'
  | 'value_not_held'

export class StoreError extends Error {
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = new.target.name
    this.code = code
  }
}

/** The same request may succeed a moment later. */
class Passing extends StoreError {
  /** What to tell a client in `Retry-After`. */
  readonly retryAfterSeconds = 1
}

export class GuardLost extends Passing {
  readonly #change: Change

  constructor(change: Change) {
    super('guard_lost', `The guard of ${change.kind} was lost to another write. Try again.`)
    this.#change = change
  }

  /** No property of the object, so that what prints an error does not print the record in it. */
  get change(): Change {
    return this.#change
  }
}

export class SetUpChanged extends Passing {
  constructor() {
    super('store_busy', 'The set-up was changed by another write at the same time. Try again.')
  }
}

/**
 * Another unit holds a row that this one has to have alone. It begins again when the units of its
 * process that want the same row have ended, and holds no connection until then.
 */
export class RowHeld extends Error {
  readonly row: string

  constructor(row: string) {
    super(`Another unit holds ${row}.`)
    this.row = row
  }
}

/** A row that the unit has to write, and cannot yet. */
export class RowMissed extends RowHeld {
  /** Whether the unit decided by what is in the row. */
  readonly isDecidedBy: boolean

  constructor({ name, isDecidedBy }: MetRow) {
    super(name)
    this.isDecidedBy = isDecidedBy
  }
}

/**
 * As many units of this process write a row as may do so at once. This one begins again when it has
 * its turn, and holds no connection until then.
 */
export class RowFull extends RowMissed {}

/**
 * The unit has locked rows and decided anew, and now writes one that comes before them, which
 * others may hold who wait for those. It begins again with the locks of what it decided last.
 */
export class RowUnlocked extends RowMissed {}

/**
 * The unit has the set-up alone and asks for a row besides, which others may hold who ask for the
 * set-up at their end. It begins again with the lock of that row.
 */
export class HeldLate extends RowHeld {
  readonly locking: Locking

  constructor(row: string, locking: Locking) {
    super(row)
    this.locking = locking
  }
}

/**
 * Others share the row that says what is set up. The unit begins again with a claim to it, and
 * units that begin later wait for that.
 */
export class SetUpHeld extends RowHeld {
  /** Whether the unit wants the set-up before any other row, and then rows in any order. */
  readonly throughout: boolean

  constructor({ throughout = false } = {}) {
    super('the set-up')
    this.throughout = throughout
  }
}

/** An earlier unit claims the set-up. This one begins again when that one has ended. */
export class SetUpClaimed extends Error {
  readonly claim: string

  constructor(claim: string) {
    super(`The set-up is claimed by ${claim}.`)
    this.claim = claim
  }
}

/** A decision asked for what the tables forbid (a CHECK, a foreign key): a bug, never a refusal. */
export class ConstraintBroken extends StoreError {
  constructor(cause: Error) {
    super(
      'constraint_broken',
      `The database refused a write that breaks a rule of its tables (${cause.message}). ` +
        'Nothing was written. This is a bug: please report it with this message.',
      cause
    )
  }
}

/** Kept sums would leave the numbers JSON holds exactly; nothing was written. */
export class TotalsOutOfRange extends StoreError {
  constructor(cause: Error) {
    super('totals_out_of_range', OUTGROWN.details, cause)
  }
}

export class SessionEnded extends StoreError {
  constructor() {
    super(
      'session_ended',
      'A statement was not run, because its unit of work is over. ' +
        'Await every statement inside the unit.'
    )
  }
}

export class UnitStalled extends StoreError {
  constructor() {
    super(
      'unit_stalled',
      'A unit of work awaited something other than the statements of its session and was rolled ' +
        'back, because it held the write lock. Load what it needs before the unit begins.'
    )
  }
}

/** A rule asks for kinds of count that not every redemption is counted in yet. */
export class CountsMissing extends Passing {
  readonly kinds: CountKinds

  constructor(kinds: CountKinds) {
    super('store_busy', 'Earlier redemptions are still being counted for a limit. Try again.')
    this.kinds = kinds
  }
}

export class StoreBusy extends Passing {
  constructor(where: string, waitedMs: number, cause?: unknown) {
    super(
      'store_busy',
      `${where} was locked for ${waitedMs} ms. Try again. If this lasts, look for what ` +
        'holds it: a process that has the same file open for long, or on PostgreSQL a ' +
        'session that is `idle in transaction` in pg_stat_activity.',
      cause
    )
  }
}

export class StoreClosed extends Passing {
  constructor(where: string) {
    super('store_closed', `${where} is closed: the service is stopping.`)
  }
}

export class StoreCorrupt extends StoreError {
  constructor(where: string, cause: Error) {
    super(
      'store_corrupt',
      `${where} is damaged or is not a database of this service (${cause.message}). ` +
        'Restore a backup, or choose another file with DATABASE_URL.',
      cause
    )
  }
}

export class StoreFailed extends StoreError {
  constructor(where: string, cause: Error) {
    super(
      'store_failed',
      `${where} could not be read or written (${cause.message}). This write was not ` +
        'stored. Check the disk, then try again.',
      cause
    )
  }
}

export class StoreFull extends Passing {
  constructor(where: string, cause?: unknown) {
    super(
      'store_full',
      `There is no room left to write ${where}. This write was not stored. Free some disk ` +
        'space; the service goes on by itself.',
      cause
    )
  }
}

export class StoreHalfCopied extends StoreError {
  constructor(where: string) {
    super(
      'store_half_copied',
      `${where} is half copied: a copy into it is under way, or was cut short. Wait for ` +
        'it, or give the command `copy` again with the same --from and --to, which begins ' +
        'the copy anew.'
    )
  }
}

export class StoreHoldsData extends StoreError {
  constructor(where: string, table: string) {
    super(
      'store_holds_data',
      `${where} holds data already (rows of ${table}), and a copy goes into an empty database. ` +
        'Nothing was changed. Name another one with --to.'
    )
  }
}

export class ValueNotHeld extends StoreError {
  constructor(where: string, place: string) {
    super(
      'value_not_held',
      `${where} cannot hold the character U+0000, which is in ${place}. Remove it there, ` +
        'and copy again.'
    )
  }
}

/** A process has the database open that was to be replaced or filled. */
export class StoreInUse extends StoreError {
  /** `by` says which one, where that is known. */
  constructor(where: string, cause?: unknown, by = 'the service runs, or a command does') {
    super('store_in_use', `${where} is open in another process: ${by}. Stop it first.`, cause)
  }
}

export class StoreMismatched extends StoreError {
  constructor(where: string, reason: string) {
    super(
      'store_mismatched',
      `The log ${where}-wal does not belong to ${where} (${reason}), so they were not opened and ` +
        'not changed. To put a backup there, give its file to the command `restore`. If you ' +
        'copied a file there yourself, copy it elsewhere first and give that to `restore`.'
    )
  }
}

export class StoreMoved extends Passing {
  /** `written`: whether the open file has taken this write, which counts if it is moved back. */
  constructor(where: string, { written = false } = {}) {
    super(
      written ? 'outcome_unknown' : 'store_moved',
      `${where} or its log was moved, deleted or replaced while the service has it open. ` +
        `${written ? 'This write went to the open file' : 'This write was not stored'}. ` +
        'Move both back, and the service goes on by itself. If you cannot, stop it and ' +
        'restore a backup.'
    )
  }
}

const OF_THE_DATABASE: ReadonlySet<StoreErrorCode> = new Set([
  'store_corrupt',
  'store_failed',
  'store_full',
  'store_moved',
  'store_unwritable'
])

/**
 * What keeps the next writes from being stored as well, of all that can go wrong with one; null
 * where that is only this one.
 */
export function troubleIn(error: unknown, where: string): StoreError | null {
  if (error instanceof StoreMoved) return new StoreMoved(where)
  return error instanceof StoreError && OF_THE_DATABASE.has(error.code) ? error : null
}

export class StoreTooNew extends Passing {
  constructor(where: string, unknown: readonly string[]) {
    super(
      'store_too_new',
      `${where} was migrated by a newer version of this service (${unknown.join(', ')} unknown ` +
        'here). Run that version or a later one, or name another database in DATABASE_URL.'
    )
  }
}

export class StoreUnreleased extends StoreError {
  constructor(where: string) {
    super(
      'store_unreleased',
      `${where} was made by a commit from before version 0.1.0 and was left as it is: \`dump\` ` +
        'each of its projects with that commit, and `load` the files with this one into a new ' +
        'database that DATABASE_URL names.'
    )
  }
}

export class StoreUnreachable extends Passing {
  constructor(where: string, cause: Error) {
    super(
      'store_unreachable',
      `${where} cannot be reached (${cause.message}). Nothing was written. Check that the ` +
        'server runs and has connections left; a service that runs goes on by itself.',
      cause
    )
  }
}

export class StoreCrowded extends Passing {
  constructor(where: string, waitedMs: number) {
    super(
      'store_unreachable',
      `${where} was not asked, because no connection to it was free for ${waitedMs} ms. Look for ` +
        'what keeps them busy, such as slow statements, or raise DATABASE_CONNECTIONS_MAX.'
    )
  }
}

/** A server that does not let us in, or not do what we need. */
export class StoreRefused extends Passing {
  constructor(where: string, cause: Error, nextStep: string) {
    super('store_refused', `${where} cannot be used (${cause.message}). ${nextStep}`, cause)
  }
}

/** The connection broke after the server was asked to commit: nobody here knows if it did. */
export class OutcomeUnknown extends Passing {
  constructor(where: string, cause: Error) {
    super(
      'outcome_unknown',
      `The connection to ${where} broke while it committed (${cause.message}), so that the write ` +
        'was either made as a whole or not at all. Look at what is stored before you repeat it.',
      cause
    )
  }
}

export class StoreNotCopied extends StoreError {
  constructor(where: string) {
    super(
      'store_not_copied',
      `${where} is backed up by PostgreSQL's own tools. For example: pg_dump --format=custom ` +
        '--file=FILE "$DATABASE_URL", and to put it back: pg_restore --dbname="$DATABASE_URL" FILE'
    )
  }
}

export class StoreUnwritable extends StoreError {
  constructor(where: string, cause: Error) {
    super(
      'store_unwritable',
      `${where} cannot be written (${cause.message}). Give this user write access to its folder, ` +
        'or choose another place with DATABASE_URL.',
      cause
    )
  }
}
