/**
 * Customers as requests bring them: created when unknown, changed where a field differs.
 *
 * Every operation that names a customer may also describe one, so that a shop never has to look one
 * up first. Nothing is written when nothing differs: `updated_at` stays true, and two carts of one
 * customer do not race for the row.
 *
 * Spec: createCustomer, updateCustomer.
 */
import type { Address, Customer, Day, Metadata, SimpleCustomer } from '../../model.ts'
import type { Change, Decision } from '../changes.ts'
import { eventOf } from '../event-log.ts'
import {
  type MetadataRules,
  mapRefusal,
  mergeMetadata,
  metadataRefusal,
  sameJson
} from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { newNameRefusal, pathIn } from '../request-refusals.ts'
import { openStanding } from '../standing/open.ts'
import type { StandingFacts } from '../standing/standing.ts'
import { type CustomerProfile, profileAfter } from './profiles.ts'

/** The fields of a customer: a value sets, null clears, undefined or absent keeps. */
export interface CustomerFields {
  readonly name?: string | null | undefined
  readonly email?: string | null | undefined
  readonly phone?: string | null | undefined
  readonly description?: string | null | undefined
  readonly birthday?: Day | null | undefined
  readonly birthdate?: Day | null | undefined
  /** Replaced as a whole. */
  readonly address?: Address | null | undefined
  /** Merged key by key; a null value removes its key, null as a whole all keys. */
  readonly metadata?: Metadata | null | undefined
}

/**
 * With an `id`, `sourceId` is ignored; with neither, a new customer without a source id is created.
 */
export interface SaveCustomer extends CustomerFields {
  readonly id?: string | null | undefined
  readonly sourceId?: string | null | undefined
  /** Where the customer stands in the body, for refusals; else at `customer`. */
  readonly at?: string
}

export interface CustomerFacts {
  /** The customer with the command's id or, when it has none, with its source id. */
  readonly stored: Customer | null
  /** The project's schema of customers. */
  readonly schema: MetadataRules | null
}

/**
 * The customer after the request. The merged metadata is checked, and only when this request
 * changes it: a schema that came later must not refuse an order.
 */
export function saveCustomer(
  { stored, schema }: CustomerFacts,
  command: SaveCustomer,
  occasion: Occasion
): Decision<Customer> {
  if (stored === null && command.id) return { refusal: notFound('customer', command.id) }
  const described = describe(stored, command, occasion)
  if ('refusal' in described) return described
  const { customer: after } = described
  if (stored === null || command.metadata !== undefined) {
    const refusal = metadataRefusal(schema, after.metadata, propertyOf(command, 'metadata'))
    if (refusal !== null) return { refusal }
  }
  if (stored === null) return done({ kind: 'customer.created', customer: after }, occasion)
  if (sameJson(after, stored)) return { result: stored, changes: [] }
  const customer = { ...after, updatedAt: occasion.now, version: stored.version + 1 }
  return done({ kind: 'customer.updated', customer }, occasion)
}

/** The refusal of a customer whom a request describes and does not name. */
export function unnamedCustomer({ id, sourceId }: SaveCustomer): Refusal | null {
  if (id || sourceId) return null
  const details = 'Property .customer must say who it is: send source_id, or id'
  return { key: 'invalid_payload', details }
}

/**
 * The customer as the request describes them, whether or not the schema allows that; refused with a
 * new name that no path finds, or metadata beyond its bounds.
 */
export function describe(
  stored: Customer | null,
  command: SaveCustomer,
  occasion: Pick<Occasion, 'newId' | 'now'>
): { readonly customer: Customer } | { readonly refusal: Refusal } {
  const before = stored ?? newCustomer(command, occasion)
  const customer = { ...before, ...sentFields(before, command) }
  const refusal =
    (stored === null ? newNameRefusal(command.sourceId, 'cust', placeOf(command)) : null) ??
    mapRefusal(customer.metadata, propertyOf(command, 'metadata'))
  return refusal === null ? { customer } : { refusal }
}

function placeOf({ at = 'customer' }: SaveCustomer): string {
  return at
}

function propertyOf(command: SaveCustomer, property: string): string {
  return pathIn(placeOf(command), property)
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
  /** The profile of the stored customer; null when there is none. */
  readonly profile: CustomerProfile | null
}

/** Creates or changes a customer, with the segments that follow from it; answers the profile. */
export function upsertCustomer(
  facts: UpsertCustomerFacts,
  command: SaveCustomer,
  occasion: Occasion
): Decision<CustomerProfile> {
  const saved = saveCustomer(facts, command, occasion)
  if ('refusal' in saved) return saved
  const opened = openStanding(facts, saved.result, occasion)
  if ('refusal' in opened) return opened
  const after = opened.write(saved.changes).conclude()
  if ('refusal' in after) return after
  return { result: profileAfter(facts.profile, after.standing), changes: after.changes }
}

function newCustomer(
  { sourceId }: SaveCustomer,
  { newId, now }: Pick<Occasion, 'newId' | 'now'>
): Customer {
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

/** The fields of a customer that answers show; all null without a customer. */
export function simpleCustomer(customer: Customer | null): SimpleCustomer {
  if (customer === null) {
    return { id: null, name: null, email: null, sourceId: null, metadata: {} }
  }
  const { id, name, email, sourceId, metadata } = customer
  return { id, name, email, sourceId, metadata }
}

/**
 * Identifies the records of one customer without naming the customer; null without a source id.
 * `sign` is the project's.
 */
export function trackingIdOf(
  sourceId: string | null,
  sign: (text: string) => string
): string | null {
  return sourceId === null ? null : `track_${sign(`tracking:${sourceId}`)}`
}
