/**
 * What a project has beside its trade: its keys, the schemas of its events and metadata, the counts
 * of its redemptions, its log, and the work that is done for it. Import them from `model.ts`, which
 * has the glossary.
 */
import type { Conditions } from './rules/conditions.ts'
import type { Day, Instant } from './rules/validity.ts'

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

export type Metadata = { readonly [key: string]: Json }

/** The prefixes in use: the interface's, and ours for things that the interface does not name. */
export type IdPrefix =
  | 'aa'
  | 'asgm'
  | 'auto'
  | 'camp'
  | 'cat'
  | 'cust'
  | 'ern'
  | 'evcus'
  | 'exp'
  | 'job'
  | 'lopb'
  | 'lopp'
  | 'ltr'
  | 'ms'
  | 'ord'
  | 'ordli'
  | 'ordret'
  | 'pc'
  | 'prod'
  | 'proj'
  | 'promo'
  | 'pub'
  | 'r'
  | 'rew'
  | 'ref'
  | 'rewa'
  | 'seg'
  | 'sku'
  | 'stk'
  | 'v'
  | 'val'
  | 'valid'
  | 'vtx'

/** A closed list, because what refers to one of these has to be asked first. */
export type Deletable =
  | 'campaign'
  | 'category'
  | 'collection'
  | 'earning_rule'
  | 'event_schema'
  | 'export'
  | 'loyalty_tier'
  | 'metadata_schema'
  | 'product'
  | 'promotion_tier'
  | 'receipt'
  | 'reward'
  | 'reward_assignment'
  | 'segment'
  | 'sku'
  | 'stacking_rules'
  | 'validation_rule'

/** What a thing is called in answers. */
export type ResourceType =
  | Exclude<Deletable, 'collection' | 'receipt'>
  | 'async_action'
  | 'customer'
  | 'distribution'
  | 'order'
  | 'order_return'
  | 'pending_points'
  | 'products_collection'
  | 'project'
  | 'project_key'
  | 'publication'
  | 'redemption'
  | 'sandbox_project'
  | 'sandbox_snapshot'
  | 'session'
  | 'validation_rules_assignment'
  | 'voucher'
  | 'voucher_transaction'

/** What is stored under an id. */
export interface Stored {
  readonly id: string
  readonly createdAt: Instant
}

export interface Changeable extends Stored {
  /** Null until it changes. */
  readonly updatedAt: Instant | null
}

/** The tenant: every row of every table belongs to exactly one. */
export interface Project extends Stored {
  readonly name: string
  /** IANA zone of its days, hours and midnights. */
  readonly timezone: string
  /** ISO 4217. */
  readonly currency: string
  /** False: codes that differ only in case are the same code. Fixed when the project is made. */
  readonly caseSensitiveCodes: boolean
  /** Random, never shown, the same for good: keys the HMAC of tracking ids. */
  readonly secret: string
  /** Random, never shown: signs urls. Null until it is first renewed: `secret` signs them. */
  readonly urlSecret: string | null
  /** Made by the demo loader; everybody knows its credentials. */
  readonly demo: boolean
}

export interface KeyPair extends Stored {
  readonly projectId: string
  readonly kind: 'app' | 'management'
  readonly name: string
  /** SHA-256 of the secret, hex. */
  readonly tokenHash: string
  readonly clientId: string
  readonly revokedAt: Instant | null
}

/** An OAuth token; the secret itself is never stored. */
export interface AccessToken {
  readonly projectId: string
  /** SHA-256 of the token, hex. */
  readonly tokenHash: string
  readonly keyId: string
  readonly clientId: string
  /** As requested, with single spaces. */
  readonly scope: string
  readonly issuedAt: Instant
  readonly expiresAt: Instant
  readonly revokedAt: Instant | null
}

export interface EventSchema extends Changeable {
  readonly name: string
  readonly properties: SchemaProperties
}

export interface MetadataSchema extends Changeable {
  readonly relatedObject: string
  readonly properties: SchemaProperties
  /** True: undefined properties are refused. */
  readonly allowDefinedOnly: boolean
}

export type SchemaProperties = { readonly [name: string]: SchemaProperty }

export type PropertyType =
  | 'string'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'image_url'
  | 'geopoint'
  | 'object'

/** In the words of the document, because callers write and read exactly this. */
export interface SchemaProperty {
  readonly type: PropertyType
  readonly array: boolean
  readonly optional: boolean
  readonly object_type?: string | null
  readonly eq?: readonly (string | number)[]
  readonly ne?: readonly number[]
  readonly lt?: number
  readonly lte?: number
  readonly gt?: number
  readonly gte?: number
  readonly min_length?: number
  readonly max_length?: number
  readonly exact_length?: number
}

/** What redemptions are counted by: a thing, and the one who redeems (any, a customer, a key). */
export interface CountScope {
  readonly object: 'campaign' | 'voucher' | 'reward_assignment' | 'promotion_tier'
  readonly objectId: string
  readonly by: 'any' | 'customer' | 'api_key'
  /** Empty for any. */
  readonly byId: string
}

/** Kinds of scopes, a bit for each pair of `object` and `by`: those that a project keeps counts of. */
export type CountKinds = number

/**
 * How many redemptions a scope has: ever, and in the calendar day, week (from Monday) and month of
 * the last one, in the project's zone. Kept. A period that is over counts 0.
 */
export interface RedemptionCount extends CountScope {
  readonly total: number
  /** The first days of the periods. */
  readonly day: Day
  readonly dayCount: number
  readonly week: Day
  readonly weekCount: number
  readonly month: Day
  readonly monthCount: number
  /** Of their orders: amounts before discounts, and discounts; smallest unit. */
  readonly ordersAmount: number
  readonly ordersDiscountAmount: number
}

/** An entry of the event log. `groupId` is the request that caused it. */
export interface LoggedEvent extends Stored {
  readonly type: string
  readonly customerId: string | null
  readonly groupId: string
  readonly entityId: string
  readonly category: 'ACTION' | 'EFFECT'
  readonly source: EventSource
  readonly data: Json
}

/** What one unit of work made of one customer, one after the other, as it is stored. */
export interface StoredEvents
  extends Pick<LoggedEvent, 'id' | 'customerId' | 'groupId' | 'source' | 'createdAt'> {
  readonly events: readonly StoredEvent[]
}

/**
 * The id is '' for the first, whose row has it; the entity where it is the customer. Absent at the
 * end: '' and EFFECT.
 */
export type StoredEvent = readonly [
  type: LoggedEvent['type'],
  data: LoggedEvent['data'],
  id?: LoggedEvent['id'],
  entityId?: LoggedEvent['entityId'],
  category?: LoggedEvent['category']
]

export type EventSource =
  | { readonly channel: 'API'; readonly apiKey: { readonly name: string; readonly appId: string } }
  | { readonly channel: 'USER_PORTAL'; readonly userId: string }
  | { readonly channel: 'INTERNAL' }

export type ExportedObject =
  | 'voucher'
  | 'redemption'
  | 'publication'
  | 'customer'
  | 'order'
  | 'points_expiration'
  | 'voucher_transactions'

export interface Export extends Stored {
  readonly exportedObject: ExportedObject
  readonly status: 'SCHEDULED' | 'IN_PROGRESS' | 'DONE' | 'ERROR'
  readonly channel: string
  readonly parameters: ExportParameters
  readonly userId: string | null
  /** Rows that were looked at so far, in the file or not. */
  readonly processed: number
}

export interface ExportParameters {
  readonly order: string | null
  readonly fields: readonly string[]
  /** As they were sent: `junction`, and by field the operators with their operands. */
  readonly filters: {
    readonly junction?: 'and' | 'or' | 'AND' | 'OR'
    readonly [field: string]: string | { readonly conditions: Conditions } | undefined
  }
  /** Of vouchers, those of one campaign alone; absent for all. */
  readonly campaignId?: string
}

export type AsyncActionType =
  | 'CAMPAIGN.VOUCHERS_GENERATE'
  | 'CAMPAIGN.VOUCHERS_IMPORT'
  | 'CUSTOMERS.IMPORT'
  | 'CUSTOMERS.PERMANENT_DELETION'
  | 'ORDERS.IMPORT'
  | 'PRODUCTS.BULK_UPDATE'
  | 'PRODUCTS.IMPORT'
  | 'VOUCHERS.IMPORT'

export interface AsyncAction extends Changeable {
  readonly type: AsyncActionType
  readonly status: 'ENQUEUED' | 'IN_PROGRESS' | 'DONE' | 'FAILED'
  readonly operationStatus: 'SUCCESS' | 'FAILED' | 'UNKNOWN' | null
  readonly result: Json
  readonly requestId: string
  /** 0..100. */
  readonly progress: number
  readonly processingTimeMs: number | null
}

export type TaskName =
  | 'customers.erase'
  | 'exports.write'
  | 'orders.import'
  | 'products.bulkUpdate'
  | 'rows.import'
  | 'segments.enter'
  | 'vouchers.generate'

/** What was answered to a request with a key, for a day. */
export interface Receipt extends Stored {
  readonly projectId: string
  /** Made of the project and the key, neither of which can be found out from it. */
  readonly id: string
  readonly operationId: string
  /** Made of the key and of what was asked, likewise; equal for the same request. */
  readonly requestHash: string
  /** Sealed, so that only who has the key can read it; null once it was erased. */
  readonly answer: string | null
  /** The customers whom the answer names; null for a refusal, which may tell of anybody. */
  readonly customerIds: readonly string[] | null
}

export interface Job extends Stored {
  readonly projectId: string
  readonly task: TaskName
  /** Jobs of one queue run first in, first out; null for no queue. */
  readonly queue: string | null
  readonly asyncActionId: string | null
  readonly data: Json
  /** Finished units of `total`: items of a payload, or vouchers to make. */
  readonly done: number
  readonly total: number
  readonly attempts: number
  readonly runAt: Instant
  readonly owner: string | null
  readonly leaseUntil: Instant | null
}
