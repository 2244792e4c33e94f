/**
 * Custom events (what a customer did, as the project's event schemas define it), their schemas, and
 * referrals. An event brings its customer: an unknown one is created, a known one updated. It earns
 * in the same unit of work, by the custom-event rules of the customer's programs, and converts a
 * referral when it names one.
 * Spec: sendCustomEvent, SendCustomEventRequest.referral, CustomerReferrals, createEventSchema,
 * updateEventSchema.
 */
import type {
  Campaign,
  Customer,
  EventSchema,
  LoggedEvent,
  Metadata,
  MetadataSchema,
  PropertyType,
  Referral,
  SchemaProperties,
  Voucher
} from '../model.ts'
import { nearestFirst } from '../rules/spelling.ts'
import { type Change, type Decision, eventOf, type Occasion } from './changes.ts'
import { type SaveCustomer, saveCustomer, unnamedCustomer } from './customers/customers.ts'
import { schemaMistake } from './metadata-schemas.ts'
import { closedDetails, givesPoints } from './points/earning.ts'
import {
  duplicateFound,
  invalidPayload,
  notFound,
  type Refusal,
  refusalAbout,
  refuseMistake
} from './refusals.ts'
import { openStanding } from './standing/open.ts'
import type { StandingFacts } from './standing/standing.ts'
import { deleteUnused, metadataRefusal, rewrite, type User } from './updates.ts'
import { unusableDetails, usableVoucher } from './vouchers/vouchers.ts'

export interface SendCustomEvent {
  readonly event: string
  readonly customer: SaveCustomer
  readonly referral: { readonly code: string; readonly referrerId: string | null } | null
  readonly loyaltyCode: string | null
  readonly metadata: Metadata
}

export interface CustomEventFacts extends StandingFacts {
  readonly schema: EventSchema | null
  /** The names of all custom events, where none has the name that was sent. */
  readonly known: readonly string[]
  readonly customer: Customer | null
  readonly customerSchema: MetadataSchema | null
  readonly card: Voucher | null
  readonly referral: ReferralFacts | null
}

export interface SentEvent {
  readonly event: LoggedEvent
  readonly customer: Customer
  readonly metadata: Metadata
}

/** How many events are named in place of one that is not defined. */
const LIKE_IT = 3

/** Spec: openapi/behaviour/set-up.md#a-custom-event-brings-its-customer-and-must-be-defined. */
export function sendCustomEvent(
  facts: CustomEventFacts,
  command: SendCustomEvent,
  occasion: Occasion
): Decision<SentEvent> {
  const { schema } = facts
  const unnamed = unnamedCustomer(command.customer)
  if (unnamed !== null) return { refusal: unnamed }
  if (schema === null) {
    const like = nearestFirst(command.event, facts.known).slice(0, LIKE_IT).join(', ')
    const nearest = like === '' ? '' : `the nearest that are defined: ${like}; `
    const details =
      `Cannot find event_schema with name ${command.event}; ${nearest}` +
      "define the event and its properties in the project's event schemas first"
    return { refusal: { ...notFound('event_schema', command.event), details } }
  }
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
  const details = `loyalty.code ${loyaltyCode} is not a card of this customer; send one of theirs`
  return refusalAbout({ type: 'voucher', id: card.id }, 'invalid_customer', details)
}

/*
 * Referrals: a customer brought by another one, with a code that the other one holds. A referral
 * code converts by the custom event that its campaign names, once for each customer and campaign. A
 * customer who was referred before is not refused: the event is taken and earns, and only the
 * referral is not counted again.
 */

export interface ReferralFacts {
  readonly voucher: Voucher
  readonly campaign: Campaign | null
  /** The customer's earlier referral in that campaign; null when there is none. */
  readonly referred: Referral | null
}

export interface NamedReferral {
  readonly code: string
  /** The customer who should hold the code; null when not sent. */
  readonly referrerId: string | null
  /** The schema of the event that converts. */
  readonly eventSchemaId: string
}

/**
 * Why a referral cannot count, or null. Mistakes of the code come first, then mistakes about the
 * two people, then dates and switches. For a customer who was referred in that campaign before,
 * dates and switches do not matter: nothing is counted again.
 * Spec: openapi/behaviour/points.md#a-referral-counts-once-for-each-campaign.
 */
export function referralRefusal(
  referral: ReferralFacts | null,
  named: NamedReferral,
  customer: Pick<Customer, 'id'>,
  occasion: Pick<Occasion, 'now' | 'project'>
): Refusal | null {
  if (referral === null) return notFound('voucher', named.code)
  const { voucher, campaign, referred } = referral
  const { code, eventSchemaId } = named
  if (!voucher.isReferralCode || campaign?.referral?.eventSchemaId !== eventSchemaId) {
    return unfit(
      voucher,
      `${code} belongs to no referral program that counts this event; leave it out`
    )
  }
  if (voucher.holderId === null) {
    return unfit(voucher, `${code} is given to nobody; publish it to the customer who refers`)
  }
  const wrong = wrongPeople(voucher.holderId, named, customer, voucher)
  if (wrong !== null || referred !== null) return wrong
  if (!givesPoints(campaign, occasion)) {
    const details = `${closedDetails(campaign, occasion)}, or send the event without referral`
    return refusalAbout({ type: 'campaign', id: campaign.id }, 'campaign_not_active', details)
  }
  const unusable = usableVoucher(voucher, occasion.now, occasion.project.timezone)
  if (unusable === null) return null
  const details = `referral.code ${unusableDetails(unusable, voucher)}, or send the event without referral`
  return refusalAbout({ type: 'voucher', id: voucher.id }, unusable, details)
}

function unfit({ id }: Voucher, what: string): Refusal {
  return refusalAbout({ type: 'voucher', id }, 'invalid_voucher', `referral.code ${what}`)
}

function wrongPeople(
  holderId: string,
  { code, referrerId }: NamedReferral,
  customer: Pick<Customer, 'id'>,
  { id }: Voucher
): Refusal | null {
  if (referrerId !== null && referrerId !== holderId) {
    const details =
      `referral.referrer_id ${referrerId} does not hold referral.code ${code}; ` +
      'send the id of who does, or leave it out'
    return refusalAbout({ type: 'customer', id: referrerId }, 'invalid_customer', details)
  }
  if (holderId !== customer.id) return null
  const details = `referral.code ${code} is this customer's own; send the code of who referred them`
  return refusalAbout({ type: 'voucher', id }, 'referrer_not_permitted_to_redeem', details)
}

/** Counts it for the referrer, too, and logs it for the customer. An earlier referral stays. */
function refer(
  customerId: string,
  { voucher, referred }: ReferralFacts,
  occasion: Occasion
): readonly Change[] {
  const { campaignId, holderId: referrerId } = voucher
  // A code without a campaign or a holder refers nobody; referralRefusal says so to the caller.
  if (referred !== null || campaignId === null || referrerId === null) return []
  const referral: Referral = {
    id: occasion.newId('ref'),
    campaignId,
    voucherId: voucher.id,
    referrerId,
    customerId,
    createdAt: occasion.now
  }
  const data = { campaign_id: campaignId, voucher_id: voucher.id, referrer_id: referrerId }
  const event = eventOf('customer.referred', { customerId, entityId: customerId }, data, occasion)
  return [
    { kind: 'customer.referred', referral },
    { kind: 'event.logged', event }
  ]
}

/* Event schemas. A name is unique and not one of the service's own; a schema binds later events. */

const EVENT_TYPES: readonly PropertyType[] = ['string', 'number', 'boolean', 'date', 'datetime']

const EVENT_NAME_MAX = 300

export type CreateEventSchema = Pick<EventSchema, 'name' | 'properties'>

export function createEventSchema(
  { named }: { /** Who has the name. */ readonly named: EventSchema | null },
  { name, properties }: CreateEventSchema,
  { newId, now }: Occasion
): Decision<EventSchema> {
  if (named !== null) return { refusal: duplicateFound('event_schema', named.id, `name ${name}`) }
  if (name.length === 0 || name.length > EVENT_NAME_MAX) {
    const message = `expected 1 to ${EVENT_NAME_MAX} characters, found ${name.length}`
    return { refusal: invalidPayload('name', message) }
  }
  if (/^(customer|order)\./.test(name)) {
    const message = `'${name}' begins like an event of the service's own; choose another name`
    return { refusal: invalidPayload('name', message) }
  }
  const refusal = refuseMistake(schemaMistake(properties, EVENT_TYPES), 'schema')
  if (refusal !== null) return { refusal }
  const schema: EventSchema = { id: newId('ms'), name, properties, createdAt: now, updatedAt: null }
  return { result: schema, changes: [{ kind: 'eventSchema.created', schema }] }
}

/** Replaces the properties; the name stays, because events are sent by it. */
export function updateEventSchema(
  stored: EventSchema,
  { properties = stored.properties }: { readonly properties: SchemaProperties | undefined },
  { now }: Occasion
): Decision<EventSchema> {
  const refusal = refuseMistake(schemaMistake(properties, EVENT_TYPES), 'schema')
  if (refusal !== null) return { refusal }
  const after = { ...stored, properties }
  return rewrite(stored, after, now, schema => ({ kind: 'eventSchema.updated', schema }))
}

export interface DeleteEventSchemaFacts {
  readonly schema: EventSchema
  /** The earning rules for the event, and the referral campaigns that convert by it. */
  readonly users: readonly User[]
}

/** Deletes an event that nothing waits for. Recorded events stay. */
export function deleteEventSchema({
  schema: { id },
  users
}: DeleteEventSchemaFacts): Decision<null> {
  return deleteUnused('event_schema', id, users, 'delete or change them first')
}
