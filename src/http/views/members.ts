/**
 * Members of a program on the wire: their cards, and what points by hand made of one.
 *
 * Spec: Resources, Voucher (`loyalty_card`); Decision 86.
 */
import { cardOf } from '../../decisions/points/purse.ts'
import type { ShownVoucher, Voucher } from '../../model.ts'
import type { Linking } from '../links.ts'
import { viewVoucher } from './vouchers.ts'
import type { Wire } from './wire.ts'

/** A page of cards that somebody holds; `total` counts all of the program's. */
export function viewMemberList(
  { entries, total }: { readonly entries: readonly ShownVoucher[]; readonly total: number },
  linking: Linking
): Wire<'MemberList'> {
  const vouchers = entries.map(shown => viewVoucher(shown, linking))
  return { object: 'list', data_ref: 'vouchers', vouchers, total }
}

/** `points` waited and can be spent now; the card is as it is after all that followed. */
export function viewActivatedPoints(voucher: Voucher, points: number): Wire<'ActivatedPoints'> {
  return { ...viewLoyaltyCardBalance(voucher, points), operation_type: 'MANUAL' }
}

/** `points`: how many more wait, or fewer (below 0); `total`: how many wait on the card now. */
export function viewAdjustedPoints(voucher: Voucher, points: number): Wire<'AdjustedPoints'> {
  return {
    points,
    total: cardOf(voucher).pendingPoints,
    object: 'balance',
    related_object: { type: 'voucher', id: voucher.id },
    operation_type: 'MANUAL'
  }
}

/** `points`: those that were given, or taken (below 0); the card is as it is after them. */
export function viewLoyaltyCardBalance(
  voucher: Voucher,
  points: number
): Wire<'LoyaltyCardBalance'> {
  const card = cardOf(voucher)
  return {
    points,
    total: card.points,
    balance: card.balance,
    type: 'loyalty_card',
    object: 'balance',
    related_object: { type: 'voucher', id: voucher.id }
  }
}
