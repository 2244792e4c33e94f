/**
 * Members of a program on the wire: their cards, and a balance that was changed by hand.
 *
 * Spec: addMember, updateLoyaltyCardBalance, MemberList, LoyaltyCardBalance.
 */
import type { AdjustBalance } from '../../decisions/points/adjustments.ts'
import { cardOf } from '../../decisions/points/lots.ts'
import type { Voucher } from '../../model.ts'
import type { Schemas, Wire } from '../wire.ts'
import { customerCommand } from './customers.ts'
import { metadataOf } from './values.ts'

/**
 * Points to add, or to subtract (below 0); they expire as the program says unless the request does.
 */
export function balanceCommand(body: Schemas['UpdateBalanceRequest']): AdjustBalance {
  const { points, reason, source_id, expiration_type, expiration_date } = body
  return {
    points,
    reason,
    sourceId: source_id,
    expiration: { type: expiration_type ?? 'PROGRAM_RULES', date: expiration_date ?? null }
  }
}

/** A text names a known customer and changes nothing of them. */
export function addMemberCommand({
  customer,
  voucher,
  channel,
  metadata
}: Schemas['AddMemberRequest']) {
  const known = typeof customer === 'string'
  const sent = known ? {} : customerCommand(customer)
  return {
    joining: known ? { name: customer } : { sent },
    voucher: voucher ?? null,
    command: { customer: sent, channel, metadata: metadataOf(metadata) }
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
