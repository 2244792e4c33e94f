/**
 * The port to storage, which other folders use. A unit of work loads, decides and returns its
 * changes; the store applies all of them or none, and answers only when they are durable. Reads are
 * units too, so that everything in one of them is of one moment. Only `openStore` knows the engine.
 */
import type { Change } from '../../decisions/changes.ts'
import type { StoreError } from './errors.ts'
import type { MakePool, PoolLimits } from './postgres/pool.ts'
import type { Session } from './session.ts'

export interface Decided<Value> {
  readonly value: Value
  readonly changes: readonly Change[]
}

/** What writes, and what only reads; each awaits its session and nothing else. */
export type Unit<Value> = (session: Session) => Promise<Decided<Value>>
export type ReadUnit<Value> = (session: Session) => Promise<Value>

/** All changes of a unit or none. @throws {GuardLost} for the first whose guard is lost. */
export type Apply = (session: Session, changes: readonly Change[]) => Promise<void>

export interface ServerTime {
  /** Milliseconds since 1970. */
  readonly ms: number
  /** When it showed that, by `performance.now()`. */
  readonly at: number
  /** Milliseconds by which that may be wrong, either way: half of what the answer took. */
  readonly errorMs: number
}

export interface StoreCounts {
  commits: number
  /** Milliseconds that they took, all together. */
  commitMs: number
  /** Units that they made durable. */
  committed: number
  /** Attempts that found that others had written first. */
  guardsLost: number
  /** Units that were not stored because of the disk or the files of the database. */
  refusedByDisk: number
}

export const NOTHING_DONE: Readonly<StoreCounts> = {
  commits: 0,
  commitMs: 0,
  committed: 0,
  guardsLost: 0,
  refusedByDisk: 0
}

export interface PoolState {
  readonly open: number
  readonly idle: number
  readonly awaited: number
}

export interface Store {
  readonly dialect: 'sqlite' | 'postgres'

  readonly counts: Readonly<StoreCounts>

  /** Null where there is no server. */
  readonly pool: PoolState | null

  /**
   * Load, decide, apply. Resolves with `value` only after the commit is durable; rejects with the
   * unit's own error, and then nothing was written. `unit` awaits its session and nothing else,
   * and may be called again from the top when someone else wrote first, so it keeps no state.
   * `projectId` is null for a unit that belongs to no single project.
   * @throws {StoreBusy} {StoreFull} {StoreFailed} {GuardLost} {UnitStalled} {StoreClosed}
   */
  write<Value>(projectId: string | null, unit: Unit<Value>): Promise<Value>

  /** A snapshot of committed data; the session refuses to write. */
  read<Value>(projectId: string | null, unit: ReadUnit<Value>): Promise<Value>

  /** Brings the tables to this version. @throws {StoreTooNew} when they are of a newer one. */
  migrate(): Promise<void>

  /**
   * The names of the steps that `migrate` would take, in order; none where the tables are of this
   * version. Changes nothing. @throws {StoreTooNew} when a newer version has been here.
   */
  pending(): Promise<readonly string[]>

  /** Resolves when every table was read and a write is durable; rejects with the error. */
  health(): Promise<void>

  /**
   * Why the last write was not stored, where that keeps the next ones from it, too: a full disk, a
   * file that was moved. Null where it was stored.
   */
  readonly trouble: StoreError | null

  /**
   * The time by the clock of the database's server; null where there is none, and the clock of this
   * machine is that of all who share the database.
   */
  time(): Promise<ServerTime | null>

  /** A copy as of one moment. @throws {StoreFailed} when `file` exists or cannot be written. */
  backup(file: string): Promise<void>

  /**
   * Leaves no byte of what was overwritten or deleted before in the database's own files. Reads go
   * on, writes wait; takes about as long as copying the file. What copies of the files hold is out
   * of its reach, and so are the files of a PostgreSQL server.
   * @throws {StoreBusy} when another process reads what is to be forgotten, {StoreFull} when the
   * copy has no room; what is stored is as it was.
   */
  forget(): Promise<void>

  close(): Promise<void>

  /**
   * Cuts what waits for a server, so that `close` resolves soon: units under way are rejected, and
   * of one that was being committed nobody knows. A file has nothing that waits for long.
   */
  abandon(): void
}

export interface StoreOptions extends PoolLimits {
  /** Reports bugs of ours: a stalled unit, a guard that is lost for good. */
  readonly onBug: (error: Error) => void
  /**
   * Told of what was kept in memory and is not so. Everything that is kept is then read again
   * whenever it is asked for, which is for tests.
   */
  readonly onStale?: (error: Error) => void
  /** Milliseconds that a write waits for another process's lock before it is refused. */
  readonly lockWaitMs?: number
  /** Attempts of a unit that loses to others, before it is refused; for PostgreSQL. */
  readonly attemptsMax?: number
  /** Makes the connections in place of a pool that ends with the store; for tests on PostgreSQL. */
  readonly pool?: MakePool
  /** The most pages (4,096 bytes each) the database may grow to; for hosts with a quota. */
  readonly pagesMax?: number
  /** What a database in memory begins with, as a file that `backup` wrote; absent: nothing. */
  readonly image?: Buffer
}

/*
 * A store whose units are parts of one unit, so that many of them are written together or not at
 * all. A part loads, decides and applies as any unit does, and sees what the parts before it wrote.
 * Once a write has failed, half of it may be there, so every later part fails with it and takes the
 * whole unit back.
 */

export type PartStore = Pick<Store, 'dialect' | 'read' | 'write'>

/** A store within the unit of a session, whose parts are carried out one after another. */
export function storeWithin(
  session: Session,
  { dialect, apply }: { readonly dialect: Store['dialect']; readonly apply: Apply }
): PartStore {
  let failure: { readonly error: unknown } | null = null
  const part = <Value>(mayWrite: boolean, unit: (part: Session) => Promise<Value>) => {
    if (failure !== null) throw failure.error
    return unit(session.part(mayWrite))
  }
  return {
    dialect,
    read: async (_, unit) => part(false, unit),
    write: async (_, unit) =>
      part(true, async own => {
        const { value, changes } = await unit(own)
        try {
          await apply(own, changes)
          await own.flush()
        } catch (error) {
          failure = { error }
          throw error
        }
        return value
      })
  }
}
