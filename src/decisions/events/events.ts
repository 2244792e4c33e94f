/**
 * Custom events: what a customer did, as the project's event schemas define it.
 *
 * An event brings its customer: an unknown one is created, a known one updated. It earns in the
 * same unit of work, by the custom-event rules of the customer's programs, and converts a referral
 * when it names one.
 *
 * Spec: sendCustomEvent.
 */
import type {
  Customer,
  EventSchema,
  LoggedEvent,
  Metadata,
  MetadataSchema,
  Voucher
} from '../../model.ts'
import type { Change, Decision } from '../changes.ts'
import { type SaveCustomer, saveCustomer, unnamedCustomer } from '../customers/customers.ts'
import { eventOf } from '../event-log.ts'
import { metadataRefusal } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { openStanding } from '../standing/open.ts'
import type { StandingFacts } from '../standing/standing.ts'
import { type ReferralFacts, refer, referralRefusal } from './referrals.ts'

export interface SendCustomEvent {
  readonly event: string
  readonly customer: SaveCustomer
  /** The referral: its code and, when given, the referrer. */
  readonly referral: { readonly code: string; readonly referrerId: string | null } | null
  readonly loyaltyCode: string | null
  readonly metadata: Metadata
}

export interface CustomEventFacts extends StandingFacts {
  readonly schema: EventSchema | null
  readonly customer: Customer | null
  readonly customerSchema: MetadataSchema | null
  /** The voucher that `loyalty.code` names. */
  readonly card: Voucher | null
  /** The facts of `referral.code`. */
  readonly referral: ReferralFacts | null
}

export interface SentEvent {
  readonly event: LoggedEvent
  readonly customer: Customer
  readonly metadata: Metadata
}

export function sendCustomEvent(
  facts: CustomEventFacts,
  command: SendCustomEvent,
  occasion: Occasion
): Decision<SentEvent> {
  const { schema } = facts
  const unnamed = unnamedCustomer(command.customer)
  if (unnamed !== null) return { refusal: unnamed }
  if (schema === null) return { refusal: undefinedEvent(command) }
  const refusal = reasonToRefuse(schema, facts, command)
  if (refusal !== null) return { refusal }
  const saved = saveCustomer(
    { stored: facts.customer, schema: facts.customerSchema },
    command.customer,
    occasion
  )
  if ('refusal' in saved) return saved
  const customer = saved.result
  const stranger =
    cardOfAnother(facts, command, customer) ??
    notReferred(schema, facts, command, customer, occasion)
  if (stranger !== null) return { refusal: stranger }
  const concluded = earnAndConvert(facts, command, { customer, changes: saved.changes }, occasion)
  if ('refusal' in concluded) return concluded
  const { event, changes } = concluded
  return { result: { event, customer, metadata: command.metadata }, changes }
}

/** Logs the event, lets it earn and convert, and follows up. */
function earnAndConvert(
  facts: CustomEventFacts,
  { event, metadata }: SendCustomEvent,
  saved: { readonly customer: Customer; readonly changes: readonly Change[] },
  occasion: Occasion
): { readonly event: LoggedEvent; readonly changes: readonly Change[] } | { refusal: Refusal } {
  const { customer } = saved
  // The customer's new data applies before the event earns.
  const known = openStanding(facts, customer, occasion, {
    after: 'consequences',
    changes: saved.changes
  })
  if ('refusal' in known) return known
  const about = { customerId: customer.id, entityId: customer.id }
  const data = { event, metadata }
  const logged = eventOf('customer.custom_event', about, data, occasion, 'ACTION')
  const sent = known.write([{ kind: 'event.logged', event: logged }])
  const { referral } = facts
  const referred = referral === null ? sent : sent.write(refer(customer.id, referral, occasion))
  const cause = {
    event,
    subjectId: null,
    campaignId: facts.card?.campaignId ?? null,
    order: null,
    eventMetadata: metadata
  }
  const earned = referred.earn(cause, logged)
  if ('refusal' in earned) return earned
  const after = earned.conclude()
  return 'refusal' in after ? after : { event: logged, changes: after.changes }
}

function undefinedEvent({ event }: SendCustomEvent): Refusal {
  return {
    ...notFound('event_schema', event),
    details:
      `Cannot find event_schema with name ${event}; ` +
      "define the event and its properties in the project's event schemas first"
  }
}

function reasonToRefuse(
  schema: EventSchema,
  { card }: CustomEventFacts,
  { metadata, loyaltyCode }: SendCustomEvent
): Refusal | null {
  const misfit = metadataRefusal(schema, metadata)
  if (misfit !== null) return misfit
  if (loyaltyCode !== null && card?.type !== 'LOYALTY_CARD') return notFound('voucher', loyaltyCode)
  return null
}

function notReferred(
  { id: eventSchemaId }: EventSchema,
  { referral }: CustomEventFacts,
  command: SendCustomEvent,
  customer: Customer,
  occasion: Occasion
): Refusal | null {
  if (command.referral === null) return null
  const { code, referrerId } = command.referral
  return referralRefusal(referral, { code, referrerId, eventSchemaId }, customer, occasion)
}

function cardOfAnother(
  { card }: CustomEventFacts,
  { loyaltyCode }: SendCustomEvent,
  customer: Customer
): Refusal | null {
  if (card === null || card.holderId === customer.id) return null
  return {
    key: 'invalid_customer',
    details: `loyalty.code ${loyaltyCode} is not a card of this customer; send one of theirs`,
    resourceId: card.id,
    resourceType: 'voucher'
  }
}
