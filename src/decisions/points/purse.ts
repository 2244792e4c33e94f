/**
 * A purse: a card or a gift voucher with its lots.
 *
 * A balance is the sum of the lots, and every movement names the lots that it takes from. So the
 * two go together through every decision about points or credit.
 *
 * Spec: VoucherLoyaltyCard.balance, VoucherGift.balance.
 */
import type { LockHold, Lot, Shortfall, Voucher } from '../../model.ts'
import { dayAt } from '../../rules/validity.ts'
import type { Occasion } from '../occasion.ts'

/** A card or gift voucher with its lots. */
export interface Purse {
  readonly voucher: Voucher
  /** Those with something remaining, and whichever else the decision is about. */
  readonly lots: readonly Lot[]
  /** What others stand in for, and what is missing, where something is undone; by subject. */
  readonly shortfalls?: readonly Shortfall[]
  /** What locks hold of it, those that are over included; absent for nothing. */
  readonly holds?: readonly LockHold[]
}

/** The lots that can be spent now: lapsed ones cannot, even when their expiry is not recorded. */
export function spendableLots(
  { lots }: Purse,
  { now, project }: Pick<Occasion, 'now' | 'project'>
): readonly Lot[] {
  // Most programs never let points expire, and then the calendar is not needed.
  if (lots.every(({ expiresOn }) => expiresOn === null)) return lots
  const today = dayAt(now, project.timezone)
  return lots.filter(({ expiresOn }) => expiresOn === null || expiresOn >= today)
}

/** The sum of the points or credit in the lots. */
export function sumOf(lots: readonly Pick<Lot, 'remaining'>[]): number {
  return lots.reduce((sum, { remaining }) => sum + remaining, 0)
}

/**
 * All points or credit ever added, pending ones included. It must stay a safe integer, because no
 * other figure of the voucher is larger.
 */
export function everAdded(voucher: Voucher): number {
  if (voucher.gift !== null) return voucher.gift.amount
  const { points, pendingPoints } = cardOf(voucher)
  return points + pendingPoints
}

/** The points of a loyalty card. */
export function cardOf(voucher: Voucher): NonNullable<Voucher['card']> {
  // INVARIANT: the callers have cards only.
  if (voucher.card === null) throw new TypeError(`${voucher.id} is no loyalty card`)
  return voucher.card
}
