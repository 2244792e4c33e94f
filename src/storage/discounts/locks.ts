/**
 * Locks: reservations of uses, credit and points under a key.
 *
 * A lock's own row comes before the rows of what it holds, in every unit: two units of one key wait
 * for each other there, so that the later one sees what the earlier one left.
 *
 * Spec: DiscountSessionRequest, releaseValidationSession.
 */
import { and, asc, lte, sql } from 'drizzle-orm/sql'
import type { ReleaseFacts } from '../../decisions/discounts/locks.ts'
import type { Instant, Project } from '../../model.ts'
import {
  type ChangeKinds,
  type ContendedRow,
  decidedBy,
  orMade,
  STEP,
  writes
} from '../engine/change-kinds.ts'
import { among, columnsToSet, is, mine } from '../engine/clauses.ts'
import { inTurn } from '../engine/row-locks.ts'
import type { NewRow } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { command, type Given, statement } from '../engine/statements.ts'
import { type KindsOf, placeIn, write } from '../engine/writers.ts'
import {
  deleteHold,
  deleteHoldsOfLock,
  deleteHoldsOver,
  deleteOtherHolds,
  readHolds,
  saveHold,
  vouchersHeldBy
} from '../points/holds.ts'
import { clearLocked, freeUnchanged, freeVoucher, lockVoucher } from '../vouchers/changes.ts'
import { voucherMet, voucherNamed } from '../vouchers/vouchers.ts'

/** Those that are over, the oldest first. */
export const locksOver = statement(
  ({ db, t: { locks } }, given: Given<{ now: Instant; limit: number }>) =>
    db
      .select({ key: locks.key })
      .from(locks)
      .where(and(mine(locks), lte(locks.expiresAt, given.now)))
      .orderBy(asc(locks.expiresAt))
      .limit(given.limit)
)

/** The row of a lock, until the unit ends. */
export const lockHeld = statement((dialect, given: Given<{ key: string }>) => {
  const { locks } = dialect.t
  const row = dialect.db.select({ key: locks.key }).from(locks)
  return inTurn(dialect, row.where(and(mine(locks), is(locks.key, given.key))))
})

export const lockPlace = placeIn('locks', ['key'], 'expiresAt')

export const saveLock = command(
  ({ db, t: { locks } }, given: Given<Omit<NewRow<'locks'>, 'projectId'>>) =>
    db
      .insert(locks)
      .values({
        projectId: sql.placeholder('projectId'),
        ...columnsToSet(locks, given, ['key', 'expiresAt', 'customerId'])
      })
      .onConflictDoUpdate({
        target: [locks.projectId, locks.key],
        set: columnsToSet(locks, given, ['expiresAt', 'customerId'])
      })
)

export const deleteLock = command(({ db, t: { locks } }, given: Given<{ key: string }>) =>
  db.delete(locks).where(and(mine(locks), is(locks.key, given.key)))
)

export const deleteLocksOver = command(
  (dialect, given: Given<{ keys: readonly string[]; now: Instant }>) => {
    const { locks } = dialect.t
    return dialect.db
      .delete(locks)
      .where(
        and(mine(locks), among(dialect, locks.key, given.keys), lte(locks.expiresAt, given.now))
      )
  }
)

export const claimLocks = command(
  ({ db, t: { locks } }, given: Given<{ trackingId: string; customerId: string }>) =>
    db
      .update(locks)
      .set(columnsToSet(locks, given, ['customerId']))
      .where(and(mine(locks), is(locks.customerId, given.trackingId)))
)

/** Makes the changes of locks real. */
/** Requests of a key meet at its lock, which may not be there yet. */
const lockMet: ContendedRow<{ readonly key: string }> = {
  row: ({ key }) => key,
  lock: ({ key }) => orMade(decidedBy('lock', lockHeld, { key }), lockPlace, { key })
}

export const lockChanges: ChangeKinds<
  KindsOf<'lock' | 'locks'> | 'voucher.locked' | 'voucher.unlocked' | 'voucher.freed'
> = {
  'lock.taken': {
    step: STEP.locks,
    meets: lockMet,
    write: async (session, change) => {
      const { key, expiresAt, customerId, voucherIds } = change
      await write(session, change, saveLock, { key, expiresAt, customerId })
      session.send(deleteOtherHolds, { key, voucherIds })
    }
  },
  'lock.ended': {
    step: STEP.locks,
    meets: lockMet,
    write: async (session, { key }) => {
      session.send(deleteLock, { key })
      session.send(deleteHoldsOfLock, { key })
    }
  },
  'voucher.locked': {
    step: STEP.vouchers,
    meets: voucherMet(({ hold }) => hold.voucherId),
    write: async (session, change) => {
      const { hold, version, lockedUntil } = change
      await write(session, change, lockVoucher, { id: hold.voucherId, version, lockedUntil })
      await write(session, change, saveHold, hold)
    }
  },
  'voucher.unlocked': {
    step: STEP.vouchers,
    meets: voucherMet(({ voucherId }) => voucherId),
    write: writes(deleteHold, change => change)
  },
  'voucher.freed': {
    step: STEP.vouchers,
    meets: voucherMet(({ voucherId }) => voucherId),
    write: (session, change) => {
      const { voucherId: id, version, lockedUntil } = change
      return version === null
        ? write(session, change, freeVoucher, { id, lockedUntil })
        : write(session, change, freeUnchanged, { id, version, lockedUntil })
    }
  },
  'locks.claimed': {
    step: STEP.locks,
    write: async (session, { trackingId, customerId }) => {
      session.send(claimLocks, { trackingId, customerId })
    }
  },
  'locks.forgotten': {
    step: STEP.locks,
    write: async (session, { keys, now }) => {
      session.send(deleteLocksOver, { keys, now })
      const held = await session.all(vouchersHeldBy, { keys })
      session.send(deleteHoldsOver, { keys, now })
      const ids = [...new Set(held.map(({ voucherId }) => voucherId))].sort()
      session.send(clearLocked, { ids, before: now })
    }
  }
}

/** The keys of locks that are over, at most `limit`. */
export function loadLocksOver(limit: number) {
  return async (session: Session, now: Instant): Promise<readonly string[]> =>
    (await session.all(locksOver, { now, limit })).map(({ key }) => key)
}

/** The facts of releaseValidationSession. @throws {Refused} when there is no such voucher. */
export function loadRelease(project: Project, code: string) {
  return async (session: Session): Promise<ReleaseFacts> => {
    const voucher = await voucherNamed(session, project, code)
    return { voucher, ...(await readHolds(session, voucher)) }
  }
}
