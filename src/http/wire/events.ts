/** Custom events and their schemas on the wire. Spec: sendCustomEvent, CustomEvent, EventSchema. */
import type { SendCustomEvent, SentEvent } from '../../decisions/events.ts'
import type { EventSchema } from '../../model.ts'
import { type Schemas, viewOf, type Wire } from '../wire.ts'
import { customerCommand, viewSimpleCustomer } from './customers.ts'
import { viewProperties } from './metadata-schemas.ts'
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

const eventSchemaView = viewOf('id name schema created_at updated_at object:custom-event-schema')

/** Properties in the order in which they were defined. */
export function viewEventSchema(schema: EventSchema): Wire<'EventSchema'> {
  return eventSchemaView({ ...schema, schema: { properties: viewProperties(schema.properties) } })
}
