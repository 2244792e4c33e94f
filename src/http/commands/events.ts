/**
 * A custom event from the wire to a command.
 *
 * Spec: sendCustomEvent.
 */
import type { SendCustomEvent } from '../../decisions/events/events.ts'
import type { Schemas } from '../wire.ts'
import { customerCommand } from './customers.ts'
import { metadataOf } from './values.ts'

export function eventCommand(body: Schemas['SendCustomEventRequest']): SendCustomEvent {
  const { referral } = body
  return {
    event: body.event,
    customer: customerCommand(body.customer),
    referral: referral ? { code: referral.code, referrerId: referral.referrer_id ?? null } : null,
    loyaltyCode: body.loyalty?.code ?? null,
    metadata: metadataOf(body.metadata) ?? {}
  }
}
