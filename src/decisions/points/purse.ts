/**
 * A purse: a card or a gift voucher together with its open lots, and what is on it.
 *
 * A balance is the sum of the lots, and nothing is taken from a voucher without knowing which lots
 * it comes from. So the two travel together through every decision about points or credit.
 *
 * Spec: VoucherLoyaltyCard.balance, VoucherGift.balance; Decisions 30 and 60.
 */
import type { Lot, Shortfall, Voucher } from '../../model.ts'
import { dayAt } from '../../rules/validity.ts'
import type { Occasion } from '../occasion.ts'

/** A card or gift voucher with its lots. */
export interface Purse {
  readonly voucher: Voucher
  /** Those with something remaining, and whichever else the decision is about. */
  readonly lots: readonly Lot[]
  /** What others stand in for, and what is missing, where something is undone; by subject. */
  readonly shortfalls?: readonly Shortfall[]
}

/** Lots that can be spent now: what has lapsed cannot, though expiry may not be booked yet. */
export function spendableLots(
  { lots }: Purse,
  { now, project }: Pick<Occasion, 'now' | 'project'>
): readonly Lot[] {
  // Most programs never let points expire, and the calendar is not asked for nothing.
  if (lots.every(({ expiresOn }) => expiresOn === null)) return lots
  const today = dayAt(now, project.timezone)
  return lots.filter(({ expiresOn }) => expiresOn === null || expiresOn >= today)
}

/** Points or credit that the lots hold together. */
export function sumOf(lots: readonly Pick<Lot, 'remaining'>[]): number {
  return lots.reduce((sum, { remaining }) => sum + remaining, 0)
}

/**
 * All that was ever put on a voucher, or waits to be: what must stay a safe integer when more is
 * added, because no other figure of it is larger.
 */
export function everOn(voucher: Voucher): number {
  if (voucher.gift !== null) return voucher.gift.amount
  const { points, pendingPoints } = cardOf(voucher)
  return points + pendingPoints
}

/** What a loyalty card holds. */
export function cardOf(voucher: Voucher): NonNullable<Voucher['card']> {
  // INVARIANT: points are asked of cards only.
  if (voucher.card === null) throw new TypeError(`${voucher.id} is no loyalty card`)
  return voucher.card
}
