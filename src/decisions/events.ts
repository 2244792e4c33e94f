/**
 * Custom events: what a customer did, in the words of the project's event schemas.
 *
 * An event brings its customer along: unknown ones are made, known ones updated. It earns in the
 * same unit of work, by the custom-event rules of the programs the customer is in.
 *
 * Spec: Endpoints 16; Events 1 and 2.
 */
import type {
  Customer,
  EventSchema,
  LoggedEvent,
  Metadata,
  MetadataSchema,
  Voucher
} from '../model.ts'
import type { Change, Decision, Occasion } from './changes.ts'
import { type SaveCustomer, saveCustomer } from './customers.ts'
import { counted } from './ledger.ts'
import { metadataMistake } from './metadata.ts'
import { accruePoints, type EarningContext, eventOf, type ProgramFacts } from './points.ts'
import { notFound, type Refusal } from './refusals.ts'

export interface SendCustomEvent {
  readonly event: string
  readonly customer: SaveCustomer
  readonly referralCode: string | null
  readonly loyaltyCode: string | null
  readonly metadata: Metadata
}

export interface CustomEventFacts extends EarningContext {
  readonly schema: EventSchema | null
  readonly customer: Customer | null
  readonly customerSchema: MetadataSchema | null
  /** The voucher `loyalty.code` names. */
  readonly card: Voucher | null
  /** The voucher `referral.code` names. */
  readonly referral: Voucher | null
  /** The programs with an active rule for this event. */
  readonly programs: readonly ProgramFacts[]
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
  const refusal = reasonToRefuse(facts, command)
  if (refusal !== null) return { refusal }
  const saved = saveCustomer(
    { stored: facts.customer, schema: facts.customerSchema },
    command.customer,
    occasion
  )
  if ('refusal' in saved) return saved
  const customer = saved.result
  const stranger = cardOfAnother(facts, command, customer)
  if (stranger !== null) return { refusal: stranger }
  const about = { customerId: customer.id, entityId: customer.id }
  const data = { event: command.event, metadata: command.metadata }
  const logged = eventOf('customer.custom_event', about, data, occasion, 'ACTION')
  const programs =
    facts.card === null
      ? facts.programs
      : facts.programs.filter(({ campaign }) => campaign.id === facts.card?.campaignId)
  const earned = accruePoints(
    { ...facts, programs },
    {
      event: command.event,
      subjectId: null,
      customer,
      order: null,
      eventMetadata: command.metadata
    },
    logged,
    occasion
  )
  if ('refusal' in earned) return earned
  const changes: Change[] = [
    ...saved.changes,
    { kind: 'event.logged', event: logged },
    ...earned.changes,
    ...counted(customer.id, earned.totals)
  ]
  return { result: { event: logged, customer, metadata: command.metadata }, changes }
}

function reasonToRefuse(
  { schema, card, referral }: CustomEventFacts,
  { event, customer, metadata, loyaltyCode, referralCode }: SendCustomEvent
): Refusal | null {
  if (!customer.id && !customer.sourceId) {
    const details = 'Property .customer must say who it is: send source_id, or id'
    return { key: 'invalid_payload', details }
  }
  if (schema === null) {
    return {
      ...notFound('event_schema', event),
      details:
        `Cannot find event_schema with name ${event}; ` +
        "define the event and its properties in the project's event schemas first"
    }
  }
  const mistake = metadataMistake(schema, metadata)
  if (mistake !== null) {
    return { key: 'metadata_validation_failed', details: `metadata: ${mistake}` }
  }
  if (loyaltyCode !== null && card?.type !== 'LOYALTY_CARD') return notFound('voucher', loyaltyCode)
  if (referralCode === null) return null
  if (referral === null) return notFound('voucher', referralCode)
  return {
    key: 'invalid_voucher',
    details: `referral.code ${referralCode} belongs to no referral program that counts this event`,
    resourceId: referral.id,
    resourceType: 'voucher'
  }
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
