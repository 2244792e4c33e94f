/**
 * Customers as requests bring them: made when unknown, changed where something differs.
 *
 * Every operation that names a customer may also describe one, so that a shop never has to ask
 * first. Nothing is written when nothing differs: `updated_at` then keeps telling the truth, and
 * two carts of one customer do not race for the row.
 *
 * Spec: createCustomer, updateCustomer; Decisions 25 and 67.
 */
import type { Address, Customer, Day, Metadata, SimpleCustomer } from '../../model.ts'
import type { Change, Decision } from '../changes.ts'
import { eventOf } from '../event-log.ts'
import { type MetadataRules, mergeMetadata, metadataRefusal, sameJson } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { notFound } from '../refusals.ts'
import { bringUpToDate } from '../standing/calendar.ts'
import { changesOf, type StandingFacts } from '../standing/standing.ts'
import { type CustomerProfile, profileAfter } from './profiles.ts'

/** What may be said of a customer: a value sets, null clears, absent or undefined leaves. */
export interface CustomerFields {
  readonly name?: string | null | undefined
  readonly email?: string | null | undefined
  readonly phone?: string | null | undefined
  readonly description?: string | null | undefined
  readonly birthday?: Day | null | undefined
  readonly birthdate?: Day | null | undefined
  /** Set as a whole. */
  readonly address?: Address | null | undefined
  /** Joins what is stored key by key; a null value removes its key, null as a whole all keys. */
  readonly metadata?: Metadata | null | undefined
}

/** With an `id`, `sourceId` is ignored; with neither, a customer without one is made. */
export interface SaveCustomer extends CustomerFields {
  readonly id?: string | null | undefined
  readonly sourceId?: string | null | undefined
}

export interface CustomerFacts {
  /** Who answers to the command's id, or to its source id when it has none. */
  readonly stored: Customer | null
  /** The project's schema of customers. */
  readonly schema: MetadataRules | null
}

/**
 * The customer as it is after the request. Metadata is held against the schema once merged, and
 * only when this request writes it: a schema that came later is no reason to refuse an order.
 */
export function saveCustomer(
  { stored, schema }: CustomerFacts,
  command: SaveCustomer,
  occasion: Occasion
): Decision<Customer> {
  if (stored === null && command.id) return { refusal: notFound('customer', command.id) }
  const before = stored ?? newCustomer(command, occasion)
  const after = { ...before, ...sentFields(before, command) }
  if (stored === null || command.metadata !== undefined) {
    const refusal = metadataRefusal(schema, after.metadata, 'customer.metadata')
    if (refusal !== null) return { refusal }
  }
  if (stored === null) return done({ kind: 'customer.created', customer: after }, occasion)
  if (sameJson(after, before)) return { result: stored, changes: [] }
  const customer = { ...after, updatedAt: occasion.now, version: stored.version + 1 }
  return done({ kind: 'customer.updated', customer }, occasion)
}

type Saved = Extract<Change, { kind: 'customer.created' | 'customer.updated' }>

function done(change: Saved, occasion: Occasion): Decision<Customer> {
  const { customer } = change
  const about = { customerId: customer.id, entityId: customer.id }
  const data = { source_id: customer.sourceId }
  const event = eventOf(change.kind, about, data, occasion, 'ACTION')
  return { result: customer, changes: [change, { kind: 'event.logged', event }] }
}

export interface UpsertCustomerFacts extends CustomerFacts, StandingFacts {
  /** What is known of whom is stored; null for nobody. */
  readonly profile: CustomerProfile | null
}

/** Makes a customer or changes one, and puts them where they belong by it; answers with that. */
export function upsertCustomer(
  facts: UpsertCustomerFacts,
  command: SaveCustomer,
  occasion: Occasion
): Decision<CustomerProfile> {
  const saved = saveCustomer(facts, command, occasion)
  if ('refusal' in saved) return saved
  const after = bringUpToDate(facts, saved.result, occasion, saved.changes)
  if ('refusal' in after) return after
  return { result: profileAfter(facts.profile, after), changes: changesOf(after) }
}

function newCustomer({ sourceId }: SaveCustomer, { newId, now }: Occasion): Customer {
  return {
    id: newId('cust'),
    sourceId: sourceId ?? null,
    name: null,
    email: null,
    phone: null,
    description: null,
    birthday: null,
    birthdate: null,
    address: null,
    metadata: {},
    systemMetadata: {},
    createdAt: now,
    updatedAt: null,
    version: 1
  }
}

const PLAIN_FIELDS = [
  'name',
  'email',
  'phone',
  'description',
  'birthday',
  'birthdate',
  'address'
] as const

function sentFields(before: Customer, command: SaveCustomer): Partial<Customer> {
  const sent = PLAIN_FIELDS.filter(field => command[field] !== undefined)
  return {
    ...Object.fromEntries(sent.map(field => [field, command[field]])),
    metadata: mergeMetadata(before.metadata, command.metadata)
  }
}

/** What answers show of a customer; all null for nobody. */
export function simpleCustomer(customer: Customer | null): SimpleCustomer {
  if (customer === null) {
    return { id: null, name: null, email: null, sourceId: null, metadata: {} }
  }
  const { id, name, email, sourceId, metadata } = customer
  return { id, name, email, sourceId, metadata }
}

/**
 * What tells a customer's records from others' without telling who it is; null without a source id.
 * `sign` is the project's.
 */
export function trackingIdOf(
  sourceId: string | null,
  sign: (text: string) => string
): string | null {
  return sourceId === null ? null : `track_${sign(`tracking:${sourceId}`)}`
}
