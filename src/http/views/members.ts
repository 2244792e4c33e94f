/**
 * Members of a program on the wire: their cards, and a balance that was changed by hand.
 *
 * Spec: MemberList, LoyaltyCardBalance.
 */
import { cardOf } from '../../decisions/points/purse.ts'
import type { ShownVoucher, Voucher } from '../../model.ts'
import type { Linking } from '../links.ts'
import type { Wire } from '../wire.ts'
import { viewVoucher } from './vouchers.ts'

/** A page of cards with holders; `total` counts all of the program's. */
export function viewMemberList(
  { entries, total }: { readonly entries: readonly ShownVoucher[]; readonly total: number },
  linking: Linking
): Wire<'MemberList'> {
  const vouchers = entries.map(shown => viewVoucher(shown, linking))
  return { object: 'list', data_ref: 'vouchers', vouchers, total }
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
