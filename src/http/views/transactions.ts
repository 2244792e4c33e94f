/**
 * Movements on the wire: what came to a voucher or left it, why, and what it held then.
 *
 * Spec: Resources, Voucher (`gift`, `loyalty_card`), Export (`voucher_transactions`); Decision 87.
 */
import type { LedgerEntry } from '../../model.ts'
import { type Wire, withoutNulls } from './wire.ts'

/** A page of movements. `hasMore`: there are some after the last of these. */
export function viewTransactionList(
  entries: readonly LedgerEntry[],
  hasMore: boolean
): Wire<'TransactionList'> {
  return {
    object: 'list',
    data_ref: 'data',
    data: entries.map(viewTransaction),
    has_more: hasMore
  }
}

/** What did not cause it is absent from `details`. */
function viewTransaction(entry: LedgerEntry): Wire<'Transaction'> {
  const { cause } = entry
  return {
    id: entry.id,
    source_id: cause.sourceId ?? null,
    voucher_id: entry.voucherId,
    campaign_id: entry.campaignId,
    type: entry.type,
    reason: cause.reason ?? null,
    details: {
      balance: viewMoved(entry),
      ...withoutNulls({
        order: named(cause.orderId),
        event: named(cause.eventId),
        earning_rule: named(cause.earningRuleId),
        pending_points: named(cause.pendingId),
        redemption: named(cause.redemptionId),
        reward: named(cause.rewardId)
      })
    },
    related_transaction_id: null,
    created_at: entry.createdAt
  }
}

/** Credit is an amount of money, points are points. */
function viewMoved({ type, amount, balanceAfter, voucherId }: LedgerEntry) {
  const moved = type.startsWith('CREDITS')
    ? { type: 'gift_voucher' as const, amount }
    : { type: 'loyalty_card' as const, points: amount }
  return {
    ...moved,
    balance: balanceAfter,
    object: 'balance' as const,
    related_object: { type: 'voucher' as const, id: voucherId }
  }
}

function named(id: string | undefined): { readonly id: string } | null {
  return id === undefined ? null : { id }
}
