/**
 * Custom events on the wire.
 *
 * Spec: CustomEvent.
 */
import type { SentEvent } from '../../decisions/events/events.ts'
import type { Wire } from '../wire.ts'
import { viewSimpleCustomer } from './customers.ts'

/**
 * `name` is the event as it was sent; the customer is as it left them. `referral` and `loyalty` are
 * null whatever was sent: what they did is shown by the customer and the card.
 */
export function viewCustomEvent(
  name: string,
  { customer, metadata }: Pick<SentEvent, 'customer' | 'metadata'>
): Wire<'CustomEvent'> {
  return {
    object: 'event',
    type: name,
    customer: viewSimpleCustomer(customer),
    referral: null,
    loyalty: null,
    metadata
  }
}
