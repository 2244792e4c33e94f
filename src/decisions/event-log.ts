/**
 * Entries of the event log: what happened, to whom, and which request caused it.
 *
 * Spec: PendingPointsEvent.
 */
import type { LoggedEvent, PendingPoints } from '../model.ts'
import type { Change } from './changes.ts'
import type { Occasion } from './occasion.ts'

/** An entry for the event log, grouped by the request that causes it. */
export function eventOf(
  type: string,
  about: { readonly customerId: string | null; readonly entityId: string },
  data: LoggedEvent['data'],
  { newId, now, requestId, source }: Occasion,
  category: LoggedEvent['category'] = 'EFFECT'
): LoggedEvent {
  return {
    id: newId('evcus'),
    type,
    customerId: about.customerId,
    groupId: requestId,
    entityId: about.entityId,
    category,
    source,
    data,
    createdAt: now
  }
}

/** The log entry of what happened to pending points; the event is about their card. */
export function logPending(
  { id, voucherId, customerId, orderId, points }: PendingPoints,
  verb: 'added' | 'activated' | 'updated' | 'canceled',
  occasion: Occasion
): Change {
  const type = `customer.voucher.loyalty_card.pending_points.${verb}`
  const data = { pending_points_id: id, order_id: orderId, points }
  const event = eventOf(type, { customerId, entityId: voucherId }, data, occasion)
  return { kind: 'event.logged', event }
}
