/**
 * Customers as requests bring them: created when unknown, changed where a field differs. Every
 * operation that names a customer may also describe one, so that a shop never has to look one up
 * first. Nothing is written when nothing differs: `updated_at` stays true, and two carts of one
 * customer do not race for the row.
 * Spec: createCustomer, updateCustomer, CustomerSummary, CustomerLoyalty, CustomerReferrals.
 */
import type {
  Address,
  Customer,
  CustomerTotals,
  Json,
  Metadata,
  Referral,
  SimpleCustomer
} from '../../model.ts'
import { addMs } from '../../rules/validity.ts'
import { type Change, type Decision, log, type Occasion } from '../changes.ts'
import {
  AS_SAID,
  differencesOf,
  type Edited,
  type Editing,
  type Imported,
  keepsMetadata,
  MADE,
  metadataToSend,
  UNCHANGED
} from '../imports/outcome.ts'
import type { ProgramFacts } from '../points/earning.ts'
import { cardOf } from '../points/lots.ts'
import {
  invalidPayload,
  joinRefusals,
  newNameRefusal,
  notFound,
  pathIn,
  type Refusal,
  type Unable
} from '../refusals.ts'
import { openStanding } from '../standing/open.ts'
import { lastOrderKnown, type Standing, type StandingFacts } from '../standing/standing.ts'
import {
  type MetadataRules,
  mapRefusal,
  mergeMetadata,
  metadataRefusal,
  type Sending,
  type Sent,
  sameJson
} from '../updates.ts'

/**
 * A value sets, null clears, undefined or absent keeps. With an `id`, `sourceId` is ignored; with
 * neither, a new customer without a source id is created.
 */
export interface SaveCustomer
  extends Sending<
    Customer,
    'id' | 'sourceId' | 'name' | 'email' | 'phone' | 'description' | 'birthday' | 'birthdate'
  > {
  /** Replaced as a whole. */
  readonly address?: Sent<Address>
  /** Merged key by key; a null value removes its key, null as a whole all keys. */
  readonly metadata?: Sent<Metadata>
  /** Where the customer stands in the body, for refusals; else at `customer`. */
  readonly at?: string
  /** Of a project file, which brings back what was stored: taken whatever it says. */
  readonly isKept?: true
}

export interface CustomerFacts {
  /** The customer with the command's id or, when it has none, with its source id. */
  readonly stored: Customer | null
  readonly schema: MetadataRules | null
}

/** Metadata is checked only when it changes here: a later schema must not refuse an order. */
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

export function unnamedCustomer({ id, sourceId }: SaveCustomer): Refusal | null {
  if (id || sourceId) return null
  const details = 'Property .customer must say who it is: send source_id, or id'
  return { key: 'invalid_payload', details }
}

/** The customer as the request describes them, whether or not the schema allows that. */
export function describe(
  stored: Customer | null,
  command: SaveCustomer,
  occasion: Pick<Occasion, 'newId' | 'now'>
): { readonly customer: Customer } | Unable {
  const before = stored ?? {
    id: occasion.newId('cust'),
    sourceId: command.sourceId ?? null,
    name: null,
    email: null,
    phone: null,
    description: null,
    birthday: null,
    birthdate: null,
    address: null,
    metadata: {},
    systemMetadata: {},
    createdAt: occasion.now,
    updatedAt: null,
    version: 1
  }
  const customer = { ...before, ...sentFields(before, command) }
  const refusal =
    (stored === null ? newNameRefusal(command.sourceId, 'cust', placeOf(command)) : null) ??
    birthdayRefusal(stored, command, occasion) ??
    mapRefusal(customer.metadata, propertyOf(command, 'metadata'))
  return refusal === null ? { customer } : { refusal }
}

/** Where a day begins first: 14 hours before it does in UTC. */
const EARLIEST_ZONE_MS = 14 * 3_600_000

/** The refusal of birthdays to come; one that is stored already can be sent again. */
function birthdayRefusal(
  stored: Customer | null,
  command: SaveCustomer,
  { now }: Pick<Occasion, 'now'>
): Refusal | null {
  const { isKept, birthday, birthdate } = command
  if (isKept || (birthday == null && birthdate == null)) return null
  const today = addMs(now, EARLIEST_ZONE_MS).slice(0, 10)
  const fields = ['birthday', 'birthdate'] as const
  const refusals = fields.flatMap(field => {
    const day = command[field]
    if (day == null || day <= today || day === stored?.[field]) return []
    const mistake = `must not be after today; ${day} is still to come`
    return [invalidPayload(propertyOf(command, field), mistake)]
  })
  return joinRefusals(refusals)
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
  return { result: customer, changes: [change, log(change.kind, about, data, occasion, 'ACTION')] }
}

export interface UpsertCustomerFacts extends CustomerFacts, StandingFacts {
  readonly profile: CustomerProfile | null
}

/**
 * Creates or changes a customer, with the segments that follow from it.
 * Spec: openapi/behaviour/set-up.md#an-upsert-finds-by-id-then-by-source-id.
 */
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
  if (customer === null) return { id: null, name: null, email: null, sourceId: null, metadata: {} }
  const { id, name, email, sourceId, metadata } = customer
  return { id, name, email, sourceId, metadata }
}

/** Tells one customer's records apart without naming them; null without a source id. */
export function trackingIdOf(
  sourceId: string | null,
  sign: (text: string) => string
): string | null {
  return sourceId === null ? null : `track_${sign(`tracking:${sourceId}`)}`
}

export interface ImportCustomerFacts extends CustomerFacts, StandingFacts {}

export function importCustomer(
  facts: ImportCustomerFacts,
  command: SaveCustomer,
  occasion: Occasion
): Decision<Imported> {
  // Each line of an address is a cell of its own, so those that say nothing stay.
  const address = command.address && { ...facts.stored?.address, ...command.address }
  const written = writeCustomer(facts, { ...command, address }, occasion)
  if ('refusal' in written) return written
  const { changes } = written
  if (changes.length === 0) return UNCHANGED
  return { result: facts.stored === null ? 'made' : 'changed', changes }
}

/** Saves one customer, who enters the segments that select them; nothing earns. */
function writeCustomer(
  facts: ImportCustomerFacts,
  command: SaveCustomer,
  occasion: Occasion
): Decision<Customer> {
  const saved = saveCustomer(facts, command, occasion)
  if ('refusal' in saved || saved.changes.length === 0) return saved
  const opened = openStanding(facts, saved.result, occasion)
  if ('refusal' in opened) return opened
  const { changes } = opened.stopEarning().write(saved.changes).conclude()
  return { result: saved.result, changes }
}

/** What the row of a project file leaves out stays, null clears, and metadata is whole. */
export function editCustomer(
  facts: ImportCustomerFacts,
  command: SaveCustomer,
  editing: Editing,
  occasion: Occasion
): Decision<Edited> {
  const { stored } = facts
  const written = writeCustomer(facts, reaching(command, stored, editing), occasion)
  if ('refusal' in written) return written
  const { result: customer, changes } = written
  if (changes.length === 0) return { result: AS_SAID, changes }
  if (stored === null) return { result: MADE, changes }
  const differences = differencesOf(cellsOf(stored), cellsOf(customer))
  return { result: { did: 'changed', differences }, changes }
}

function reaching(command: SaveCustomer, stored: Customer | null, editing: Editing): SaveCustomer {
  const { address, metadata } = command
  return {
    ...command,
    isKept: true,
    ...(address !== undefined && { address: addressAfter(stored?.address ?? null, address) }),
    ...(metadata !== undefined && { metadata: metadataAfter(stored, metadata, editing) })
  }
}

function metadataAfter(
  stored: Customer | null,
  said: Metadata | null,
  editing: Editing
): Metadata | null | undefined {
  const before = stored?.metadata ?? {}
  const sent = metadataToSend(before, said, editing)
  return keepsMetadata(before, { said, sent }) ? undefined : sent
}

/** Each line is a cell of its own: null clears it, and one that is left out stays. */
function addressAfter(stored: Address | null, said: Address | null): Address | null {
  const all = said === null ? {} : { ...stored, ...said }
  const lines = Object.entries(all).filter(([, line]) => line != null)
  return lines.length === 0 ? null : Object.fromEntries(lines)
}

const LINES = ['line_1', 'line_2', 'city', 'postal_code', 'state', 'country'] as const

function cellsOf(customer: Customer): { readonly [column: string]: Json } {
  const { name, email, phone, description, birthday, birthdate, address, metadata } = customer
  const lines = LINES.map(line => [`address_${line}`, address?.[line] ?? null])
  const profile = { name, email, phone, description, birthday, birthdate }
  return { ...profile, ...Object.fromEntries(lines), metadata }
}

/*
 * The profile in a customer's answer, and the sums of orders, redemptions and cards in it. An
 * answer is rendered before its changes are written, so it cannot be read from the tables again:
 * the profile that was loaded is updated by what the decision did.
 */

export interface ProfileCard {
  readonly voucherId: string
  readonly campaignName: string
  readonly balance: number
  readonly loyaltyTierId: string | null
}

export interface CustomerProfile {
  readonly customer: Customer
  readonly totals: CustomerTotals
  readonly cards: readonly ProfileCard[]
  /** The referrals that brought the customer; by campaign, each once. */
  readonly referrals: readonly Referral[]
  /** The number of customers they referred; by campaign, each once. */
  readonly referred: readonly {
    readonly campaignName: string
    readonly referredCustomers: number
  }[]
}

export function profileAfter(before: CustomerProfile | null, standing: Standing): CustomerProfile {
  const { customer, programs } = standing
  const { totals, cards, ...rest } = before ?? { ...NOTHING, totals: noTotals(customer.id) }
  const moved = programs.flatMap(cardIn)
  const known = new Set(moved.map(({ voucherId }) => voucherId))
  const others = cards.filter(({ voucherId }) => !known.has(voucherId))
  return {
    ...rest,
    customer,
    totals: totalsAfter(totals, standing),
    cards: [...others, ...moved].sort((a, b) => (a.voucherId < b.voucherId ? -1 : 1))
  }
}

export function totalsAfter(
  totals: CustomerTotals,
  { gained, lastOrder }: Pick<Standing, 'gained' | 'lastOrder'>
): CustomerTotals {
  const sums = Object.entries(gained).map(([key, step]) => [
    key,
    totals[key as keyof typeof gained] + step
  ])
  const last = lastOrderKnown({ totals, lastOrder })
  return {
    ...totals,
    ...Object.fromEntries(sums),
    lastOrderAmount: last.amount,
    lastOrderDate: last.date
  }
}

export type Sums = Omit<CustomerTotals, 'customerId' | 'lastOrderAmount' | 'lastOrderDate'>

/** The sums of a customer of whom nothing is counted, and the steps that change none. */
export const NO_SUMS: Sums = {
  redemptionsSucceeded: 0,
  redemptionsFailed: 0,
  rollbacksSucceeded: 0,
  rollbacksFailed: 0,
  giftRedeemedAmount: 0,
  giftBalance: 0,
  cardRedeemedPoints: 0,
  cardBalance: 0,
  ordersCount: 0,
  ordersAmount: 0
}

export function noTotals(customerId: string): CustomerTotals {
  return { customerId, ...NO_SUMS, lastOrderAmount: 0, lastOrderDate: null }
}

const NOTHING = { cards: [], referrals: [], referred: [] } as const

function cardIn({ campaign, card, membership }: ProgramFacts): readonly ProfileCard[] {
  if (card === null) return []
  const { voucher } = card
  const { balance } = cardOf(voucher)
  const loyaltyTierId = membership?.tierId ?? null
  return [{ voucherId: voucher.id, campaignName: campaign.name, balance, loyaltyTierId }]
}
