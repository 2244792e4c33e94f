/**
 * Members and their cards from the wire to commands.
 *
 * Spec: addMember, updateLoyaltyCardBalance.
 */
import type { AdjustBalance } from '../../decisions/points/balance.ts'
import type { Schemas } from '../wire.ts'
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
