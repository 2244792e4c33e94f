/**
 * The part of the audit about locks: none holds more than there is, nor of what nobody knows that
 * it is held.
 *
 * Spec: DiscountSessionRequest.
 */
import { and, asc, eq } from 'drizzle-orm/sql'
import { heldAt } from '../../decisions/points/holds.ts'
import type { LockHold, Voucher } from '../../model.ts'
import { type Given, statement } from '../engine/statements.ts'
import { holdOf } from '../points/holds.ts'
import { type Ranged, withinRange } from './recounts.ts'
import { agree, disagree, type Range, type Scope } from './scope.ts'

/** What locks hold of a range of vouchers, each with the end that the lock itself has. */
export const auditedHolds = statement(({ db, t: { lockHolds: h, locks } }, given: Given<Ranged>) =>
  db
    .select({ hold: h, ends: locks.expiresAt })
    .from(h)
    .leftJoin(locks, and(eq(locks.projectId, h.projectId), eq(locks.key, h.key)))
    .where(withinRange(h, h.voucherId, given))
    .orderBy(asc(h.voucherId), asc(h.key))
)

/** What locks hold of vouchers, by the voucher's id. */
export type Holds = ReadonlyMap<string, readonly LockHold[]>

/** Also that every part of a lock ends with it. */
export async function loadHolds(scope: Scope, { after, last }: Range): Promise<Holds> {
  const rows = await scope.session.all(auditedHolds, { project: scope.project, after, last })
  for (const { hold, ends } of rows) {
    const name = `the end of lock ${hold.key}, which holds voucher ${hold.voucherId},`
    agree(scope, name, ends, hold.expiresAt)
  }
  return Map.groupBy(
    rows.map(({ hold }) => holdOf(hold)),
    ({ voucherId }) => voucherId
  )
}

/** Locks in force hold no more than there is, and the voucher says until when they may. */
export function auditHolds(scope: Scope, voucher: Voucher, holds: readonly LockHold[]): void {
  const { id, code, lockedUntil = '', redemptionQuantity, redeemedQuantity, gift, card } = voucher
  const uses = redemptionQuantity === null ? null : redemptionQuantity - redeemedQuantity
  const left = { uses, credit: gift?.balance ?? 0, points: card?.balance ?? 0 }
  const held = heldAt({ holds }, scope.now)
  for (const what of ['uses', 'credit', 'points'] as const) {
    const most = left[what]
    if (most === null || held[what] <= most) continue
    disagree(
      scope,
      `locks hold ${held[what]} ${what} of voucher ${id} (${code}), which has ${most}.`
    )
  }
  const last = holds
    .map(({ expiresAt }) => expiresAt)
    .sort()
    .at(-1)
  if (last === undefined || last <= lockedUntil) return
  disagree(
    scope,
    `lockedUntil of voucher ${id} (${code}) is earlier than the end of its last lock, ` + `${last}.`
  )
}
