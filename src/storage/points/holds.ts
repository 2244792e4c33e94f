/**
 * What locks hold of vouchers.
 *
 * A voucher's own row says until when any lock holds something of it, so that nobody looks for
 * locks of a voucher that has none. Rows of locks that are over may still be there.
 *
 * Spec: DiscountSessionRequest.
 */
import { and, asc, lte, not, sql } from 'drizzle-orm/sql'
import type { Purse } from '../../decisions/points/purse.ts'
import type * as model from '../../model.ts'
import type { Instant, Voucher } from '../../model.ts'
import { among, columnsToSet, is, mine } from '../engine/clauses.ts'
import type { Tables } from '../engine/dialect.ts'
import { type NewRow, type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { command, type Given, statement } from '../engine/statements.ts'
import { deleteParts } from '../engine/writers.ts'

export const holdsOfVoucher = statement(
  ({ db, t: { lockHolds: h } }, { voucherId }: Given<{ voucherId: string }>) =>
    db
      .select()
      .from(h)
      .where(and(mine(h), is(h.voucherId, voucherId)))
      .orderBy(asc(h.key))
)

export const holdsOfVouchers = statement(
  (dialect, { voucherIds }: Given<{ voucherIds: readonly string[] }>) => {
    const { lockHolds: h } = dialect.t
    return dialect.db
      .select()
      .from(h)
      .where(and(mine(h), among(dialect, h.voucherId, voucherIds)))
      .orderBy(asc(h.voucherId), asc(h.key))
  }
)

/** The vouchers of which some locks hold something, once for each. */
export const vouchersHeldBy = statement((dialect, { keys }: Given<{ keys: readonly string[] }>) => {
  const { lockHolds: h } = dialect.t
  return dialect.db
    .select({ voucherId: h.voucherId })
    .from(h)
    .where(and(mine(h), among(dialect, h.key, keys)))
})

type HoldKey = Pick<model.LockHold, 'voucherId' | 'key'>

function ofHold({ lockHolds: h }: Tables, { voucherId, key }: Given<HoldKey>) {
  return and(mine(h), is(h.voucherId, voucherId), is(h.key, key))
}

/** In place of what the same lock held of the same voucher. */
export const saveHold = command(({ db, t: { lockHolds: h } }, given: Given<model.LockHold>) =>
  db
    .insert(h)
    .values({
      projectId: sql.placeholder('projectId'),
      ...columnsToSet(h, given, ['voucherId', 'key', 'uses', 'credit', 'points', 'expiresAt'])
    })
    .onConflictDoUpdate({
      target: [h.projectId, h.voucherId, h.key],
      set: columnsToSet(h, given, ['uses', 'credit', 'points', 'expiresAt'])
    })
)

export const lowerHold = command(({ db, t }, given: Given<model.LockHold>) =>
  db
    .update(t.lockHolds)
    .set(columnsToSet(t.lockHolds, given, ['uses', 'credit', 'points']))
    .where(ofHold(t, given))
)

export const deleteHold = command(({ db, t }, given: Given<HoldKey>) =>
  db.delete(t.lockHolds).where(ofHold(t, given))
)

/** What a lock holds of other vouchers than these. */
export const deleteOtherHolds = command(
  (dialect, given: Given<{ key: string; voucherIds: readonly string[] }>) => {
    const { lockHolds: h } = dialect.t
    const others = not(among(dialect, h.voucherId, given.voucherIds))
    return dialect.db.delete(h).where(and(mine(h), is(h.key, given.key), others))
  }
)

export const deleteHoldsOfLock = command(
  ({ db, t: { lockHolds: h } }, given: Given<Pick<NewRow<'locks'>, 'key'>>) =>
    db.delete(h).where(and(mine(h), is(h.key, given.key)))
)

export const deleteHoldsOver = command(
  (dialect, given: Given<{ keys: readonly string[]; now: Instant }>) => {
    const { lockHolds: h } = dialect.t
    return dialect.db
      .delete(h)
      .where(and(mine(h), among(dialect, h.key, given.keys), lte(h.expiresAt, given.now)))
  }
)

export const deleteHoldRows = deleteParts(t => t.lockHolds.voucherId)

/** Its row is the thing itself, with the project beside it. */
export function holdOf(row: Row<'lockHolds'>): model.LockHold {
  return withoutProject(row)
}

/** What locks hold of each of many vouchers; asked once, and not where none was ever locked. */
export async function readHoldsOf(
  session: Session,
  vouchers: readonly Voucher[]
): Promise<(voucher: Pick<Voucher, 'id'>) => Pick<Purse, 'holds'>> {
  const locked = vouchers.filter(({ lockedUntil }) => lockedUntil !== undefined)
  if (locked.length === 0) return () => ({})
  const found = await session.all(holdsOfVouchers, { voucherIds: locked.map(({ id }) => id) })
  const holds = Map.groupBy(found.map(holdOf), ({ voucherId }) => voucherId)
  return ({ id }) => ({ holds: holds.get(id) ?? [] })
}

/** What locks hold of a voucher; nothing is asked where no lock ever held anything. */
export async function readHolds(
  session: Session,
  { id, lockedUntil }: Voucher
): Promise<Pick<Purse, 'holds'>> {
  if (lockedUntil === undefined) return {}
  return { holds: (await session.all(holdsOfVoucher, { voucherId: id })).map(holdOf) }
}
