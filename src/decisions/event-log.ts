/**
 * Entries of the event log: what happened, to whom, and which request caused it.
 *
 * Spec: Events 1–3; Resources, Loyalty pending point entry (`details.event`).
 */
import type { LoggedEvent } from '../model.ts'
import type { Occasion } from './changes.ts'

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
