/**
 * The port to storage: what everyone else knows of it.
 *
 * A unit of work loads, decides and says its changes; the store applies them, all or none, and
 * answers only when they are durable. Reads are units too, so that everything one of them sees is
 * of one moment. Only `openStore` knows which engine is underneath.
 *
 * Spec: none; Decisions 40 and 41.
 */
import type { Change } from '../../decisions/changes.ts'
import type { Session } from './session.ts'

/** What a writing unit says when it has decided. */
export interface Decided<Value> {
  readonly value: Value
  readonly changes: readonly Change[]
}

/**
 * Writes the changes of a unit, all of them or none.
 * @throws {GuardLost} for the first change whose guard no longer holds.
 */
export type Apply = (session: Session, changes: readonly Change[]) => Promise<void>

export interface Store {
  readonly dialect: 'sqlite' | 'postgres'

  /**
   * Load, decide, apply. Resolves with `value` only after the commit is durable; rejects with the
   * unit's own error, and then nothing was written. `unit` awaits its session and nothing else,
   * and may be called again from the top when someone else wrote first, so it keeps no state.
   * `projectId` is null for a unit that belongs to no single project.
   * @throws {StoreBusy} {StoreFull} {StoreFailed} {GuardLost} {UnitStalled} {StoreClosed}
   */
  write<Value>(
    projectId: string | null,
    unit: (session: Session) => Promise<Decided<Value>>
  ): Promise<Value>

  /** One snapshot of what is committed; the session refuses to write. */
  read<Value>(projectId: string | null, unit: (session: Session) => Promise<Value>): Promise<Value>

  /**
   * Brings the tables to this version; quick when they are there already.
   * @throws {StoreTooNew} when a newer version has been here.
   */
  migrate(): Promise<void>

  /** Resolves when both reading and the write lock are to be had; rejects with what is wrong. */
  health(): Promise<void>

  /**
   * Writes a consistent copy to `file`, while the service goes on.
   * @throws {StoreFailed} when `file` exists or cannot be written.
   */
  backup(file: string): Promise<void>

  /** Lets every unit that was accepted finish, refuses later ones, lets go of the files. */
  close(): Promise<void>
}

export interface StoreOptions {
  /** Told of what can only be a mistake in our own code: a stalled unit, a guard lost for good. */
  readonly onBug: (error: Error) => void
  /** How long a write waits for another process's lock before it is refused. */
  readonly lockWaitMs?: number
  /** The most pages (4,096 bytes each) the database may grow to; for hosts with a quota. */
  readonly pagesMax?: number
  /** What a database in memory holds at first, as a file that `backup` wrote; else nothing. */
  readonly image?: Buffer
}
