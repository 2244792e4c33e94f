/**
 * Exports: what can be exported, which rows of it, the request, the rows of the file, and deletion.
 * A file has the values and the names of the API: the header row is the field names, money stays in
 * the smallest currency unit and instants stay as they are, so that a script need not guess. Cells
 * that a spreadsheet would take for a formula are made plain text.
 * Spec: ExportParameters.fields, createExport, deleteExport, ExportParameters.
 */
import type {
  Customer,
  CustomerTotals,
  Export,
  ExportedObject,
  ExportParameters,
  Json,
  LedgerEntry,
  Lot,
  Metadata,
  Order,
  OrderItem,
  Project,
  Publication,
  Redemption,
  Voucher
} from '../model.ts'
import {
  type Conditions,
  type FactValue,
  type Filter,
  filterMistake,
  matches
} from '../rules/conditions.ts'
import { inWireWords, type Mistake } from '../rules/mistake.ts'
import { asWritten } from '../rules/spreadsheets.ts'
import { dayAt } from '../rules/validity.ts'
import { queueJob } from './async-actions.ts'
import type { Decision, Occasion } from './changes.ts'
import { saidHours, saidLots } from './imports/columns.ts'
import { orderPaidBy } from './redemptions/limits.ts'
import { invalidPayload, quote } from './refusals.ts'
import {
  CUSTOMER_FIELDS,
  customerValue,
  type FilteredCustomer,
  isCustomerField
} from './standing/standing.ts'
import { own } from './updates.ts'

/*
 * The columns of export files: for each kind of export, what every field shows of one item. One
 * table is both the list of allowed fields and their meaning, so that the two cannot drift. A field
 * for what the service does not have (formulas, prize draws, states of transactions) is an empty
 * column, and so are pictures of codes: their addresses should not be kept in a file.
 */

/** The item of a row, with what its cells need besides. */
export interface ExportItems {
  readonly voucher: {
    readonly voucher: Voucher
    readonly campaignName: string | null
    readonly categoryName: string | null
    readonly customerSourceId: string | null
    /** The ids of the rules assigned to the voucher itself. */
    readonly validationRuleIds: readonly string[]
    /** The open lots of a card. */
    readonly lots: readonly Lot[]
    /** The ids of whom it was published to; absent where no filter asks. */
    readonly publishedFor?: readonly string[]
  }
  readonly redemption: {
    readonly redemption: Redemption
    /** Null for a promotion tier, and for a stack. */
    readonly voucherCode: string | null
    readonly campaignName: string | null
  }
  readonly publication: {
    readonly publication: Publication
    readonly voucherCode: string
    readonly customerSourceId: string | null
    readonly campaignName: string | null
  }
  readonly customer: {
    readonly customer: Customer
    readonly totals: CustomerTotals
    /** Absent where no filter asks, as are the others. */
    readonly programs?: FilteredCustomer['programs']
    readonly publications?: readonly Pick<Publication, 'createdAt' | 'voucherId'>[]
  }
  readonly order: {
    readonly order: Order
    /** The source ids of who ordered, and of who referred them. */
    readonly customerSourceId: string | null
    readonly referrerSourceId: string | null
  }
  readonly points_expiration: { readonly lot: Lot; readonly status: 'ACTIVE' | 'EXPIRED' }
  readonly voucher_transactions: LedgerEntry
}

/** Undefined and null are both an empty cell. */
type Cells<Item> = { readonly [field: string]: (item: Item) => Json | undefined }

function discountField(name: string) {
  return ({ voucher }: ExportItems['voucher']) => voucher.discount?.[name]
}

const VOUCHER: Cells<ExportItems['voucher']> = {
  code: ({ voucher }) => voucher.code,
  voucher_type: ({ voucher }) => voucher.type,
  value: ({ voucher }) => worthOf(voucher),
  formula: () => null,
  discount_type: ({ voucher }) => voucher.discount?.type,
  campaign: ({ campaignName }) => campaignName,
  category: ({ categoryName }) => categoryName,
  start_date: ({ voucher }) => voucher.validity.startDate,
  expiration_date: ({ voucher }) => voucher.validity.expirationDate,
  gift_balance: ({ voucher }) => voucher.gift?.balance,
  loyalty_balance: ({ voucher }) => voucher.card?.balance,
  redemption_quantity: ({ voucher }) => voucher.redemptionQuantity,
  redemption_count: ({ voucher }) => voucher.redeemedQuantity,
  active: ({ voucher }) => voucher.active,
  qr_code: () => null,
  bar_code: () => null,
  metadata: ({ voucher }) => voucher.metadata,
  id: ({ voucher }) => voucher.id,
  is_referral_code: ({ voucher }) => voucher.isReferralCode,
  created_at: ({ voucher }) => voucher.createdAt,
  updated_at: ({ voucher }) => voucher.updatedAt,
  validity_timeframe_interval: ({ voucher }) => voucher.validity.timeframe?.interval,
  validity_timeframe_duration: ({ voucher }) => voucher.validity.timeframe?.duration,
  validity_day_of_week: ({ voucher }) => voucher.validity.daysOfWeek,
  discount_amount_limit: discountField('amount_limit'),
  campaign_id: ({ voucher }) => voucher.campaignId,
  additional_info: ({ voucher }) => voucher.additionalInfo,
  customer_id: ({ voucher }) => voucher.holderId,
  discount_effect: ({ voucher }) => voucher.discount?.effect,
  discount_unit_type: discountField('unit_type'),
  discount_unit_effect: ({ voucher }) =>
    voucher.discount?.type === 'UNIT' ? voucher.discount.effect : null,
  validation_rules_id: ({ validationRuleIds }) => validationRuleIds.join(','),
  customer_source_id: ({ customerSourceId }) => customerSourceId,
  discount: ({ voucher }) => voucher.discount as Json,
  gift_effect: ({ voucher }) => voucher.gift?.effect,
  validity_hours: ({ voucher }) => saidHours(voucher.validity.hours),
  lots: ({ lots }) => (lots.length === 0 ? null : saidLots(lots))
}

/** The value of a voucher in its own unit: amount, percent, units, all credit given, points. */
function worthOf({ discount, gift, card }: Voucher): Json | undefined {
  if (gift !== null) return gift.amount
  if (card !== null) return card.points
  return ['amount_off', 'percent_off', 'fixed_amount', 'unit_off']
    .map(name => discount?.[name])
    .find(value => value !== undefined)
}

const REDEMPTION: Cells<ExportItems['redemption']> = {
  id: ({ redemption }) => redemption.id,
  object: () => 'redemption',
  date: ({ redemption }) => redemption.date,
  voucher_code: ({ voucherCode }) => voucherCode,
  campaign: ({ campaignName }) => campaignName,
  promotion_tier_id: ({ redemption }) => redemption.promotionTierId,
  customer_id: ({ redemption }) => redemption.customer.id,
  customer_source_id: ({ redemption }) => redemption.customer.sourceId,
  customer_name: ({ redemption }) => redemption.customer.name,
  tracking_id: ({ redemption }) => redemption.trackingId,
  order_id: ({ redemption }) => orderPaidBy(redemption)?.id,
  order_amount: ({ redemption }) => orderPaidBy(redemption)?.amount,
  gift_amount: ({ redemption }) => redemption.gift?.amount,
  loyalty_points: ({ redemption }) => redemption.points,
  result: ({ redemption }) => redemption.result,
  failure_code: ({ redemption }) => redemption.failureCode,
  failure_message: ({ redemption }) => redemption.failureMessage,
  metadata: ({ redemption }) => redemption.metadata
}

const PUBLICATION: Cells<ExportItems['publication']> = {
  code: ({ voucherCode }) => voucherCode,
  voucher_code: ({ voucherCode }) => voucherCode,
  customer_id: ({ publication }) => publication.customerId,
  customer_source_id: ({ customerSourceId }) => customerSourceId,
  date: ({ publication }) => publication.createdAt,
  channel: ({ publication }) => publication.channel,
  campaign: ({ campaignName }) => campaignName,
  is_winner: () => null,
  metadata: ({ publication }) => publication.metadata
}

const CUSTOMER: Cells<ExportItems['customer']> = {
  name: ({ customer }) => customer.name,
  id: ({ customer }) => customer.id,
  description: ({ customer }) => customer.description,
  email: ({ customer }) => customer.email,
  source_id: ({ customer }) => customer.sourceId,
  created_at: ({ customer }) => customer.createdAt,
  address_city: ({ customer }) => customer.address?.city,
  address_state: ({ customer }) => customer.address?.state,
  address_line_1: ({ customer }) => customer.address?.line_1,
  address_line_2: ({ customer }) => customer.address?.line_2,
  address_country: ({ customer }) => customer.address?.country,
  address_postal_code: ({ customer }) => customer.address?.postal_code,
  redemptions_total_redeemed: ({ totals }) =>
    totals.redemptionsSucceeded + totals.redemptionsFailed,
  redemptions_total_failed: ({ totals }) => totals.redemptionsFailed,
  redemptions_total_succeeded: ({ totals }) => totals.redemptionsSucceeded,
  redemptions_total_rolled_back: ({ totals }) => totals.rollbacksSucceeded + totals.rollbacksFailed,
  redemptions_total_rollback_failed: ({ totals }) => totals.rollbacksFailed,
  redemptions_total_rollback_succeeded: ({ totals }) => totals.rollbacksSucceeded,
  orders_total_amount: ({ totals }) => totals.ordersAmount,
  orders_total_count: ({ totals }) => totals.ordersCount,
  orders_average_amount: ({ totals }) =>
    totals.ordersCount === 0 ? 0 : Math.floor(totals.ordersAmount / totals.ordersCount),
  orders_last_order_amount: ({ totals }) => totals.lastOrderAmount,
  orders_last_order_date: ({ totals }) => totals.lastOrderDate,
  loyalty_points: ({ totals }) => totals.cardBalance,
  loyalty_referred_customers: () => 0,
  updated_at: ({ customer }) => customer.updatedAt,
  phone: ({ customer }) => customer.phone,
  birthday: ({ customer }) => customer.birthday,
  metadata: ({ customer }) => customer.metadata,
  birthdate: ({ customer }) => customer.birthdate
}

const ORDER: Cells<ExportItems['order']> = {
  id: ({ order }) => order.id,
  source_id: ({ order }) => order.sourceId,
  created_at: ({ order }) => order.createdAt,
  updated_at: ({ order }) => order.updatedAt,
  status: ({ order }) => order.status,
  amount: ({ order }) => order.amount,
  discount_amount: ({ order }) => order.discountAmount,
  items_discount_amount: ({ order }) => order.itemsDiscountAmount,
  total_discount_amount: ({ order }) => order.totalDiscountAmount,
  total_amount: ({ order }) => order.totalAmount,
  customer_id: ({ order }) => order.customerId,
  referrer_id: ({ order }) => order.referrerId,
  metadata: ({ order }) => order.metadata,
  customer_source_id: ({ customerSourceId }) => customerSourceId,
  referrer_source_id: ({ referrerSourceId }) => referrerSourceId,
  initial_amount: ({ order }) => order.initialAmount,
  returned_amount: ({ order }) => order.returned?.amount ?? null,
  items: ({ order }) => (order.items.length === 0 ? null : order.items.map(lineOf))
}

/** A line as imports take it; its goods by their source id where they have one. */
function lineOf(item: OrderItem): Json {
  const goods = item.skuId === null ? item.product : item.sku
  const sourceId = item.sourceId ?? goods?.sourceId ?? null
  const said = {
    source_id: sourceId,
    related_object: sourceId === null || item.skuId === null ? null : 'sku',
    product_id: sourceId === null ? item.productId : null,
    sku_id: sourceId === null ? item.skuId : null,
    quantity: item.quantity,
    initial_quantity: item.initialQuantity,
    discount_quantity: item.discountQuantity,
    price: item.price,
    amount: item.amount,
    initial_amount: item.initialAmount,
    discount_amount: item.discountAmount,
    metadata: item.metadata
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null))
}

const POINTS_EXPIRATION: Cells<ExportItems['points_expiration']> = {
  id: ({ lot }) => lot.id,
  campaign_id: ({ lot }) => lot.campaignId,
  voucher_id: ({ lot }) => lot.voucherId,
  points: ({ lot }) => lot.remaining,
  status: ({ status }) => status,
  expires_at: ({ lot }) => lot.expiresOn
}

const VOUCHER_TRANSACTIONS: Cells<ExportItems['voucher_transactions']> = {
  id: entry => entry.id,
  campaign_id: entry => entry.campaignId,
  voucher_id: entry => entry.voucherId,
  type: entry => entry.type,
  source_id: entry => entry.cause.sourceId,
  status: () => null,
  reason: entry => entry.cause.reason,
  source: () => null,
  balance: entry => entry.balanceAfter,
  amount: entry => entry.amount,
  related_transaction_id: () => null,
  created_at: entry => entry.createdAt,
  details: ({ cause }) =>
    Object.fromEntries(Object.entries(cause).map(([name, value]) => [inWireWords(name), value]))
}

/** By kind of export, then by field in the order of the document. */
export const EXPORT_CELLS: { readonly [Object in ExportedObject]: Cells<ExportItems[Object]> } = {
  voucher: VOUCHER,
  redemption: REDEMPTION,
  publication: PUBLICATION,
  customer: CUSTOMER,
  order: ORDER,
  points_expiration: POINTS_EXPIRATION,
  voucher_transactions: VOUCHER_TRANSACTIONS
}

// A thing that callers name in two ways, such as a campaign by its id or name, is both of them.

type Filters<Item> = {
  readonly [field: string]: (item: Item, zone: string) => FactValue | undefined
}

const VOUCHER_FILTERS: Filters<ExportItems['voucher']> = {
  ...picked(VOUCHER, [
    'created_at',
    'updated_at',
    'active',
    'start_date',
    'expiration_date',
    'validity_day_of_week',
    'code',
    'is_referral_code'
  ]),
  created_date: ({ voucher }, zone) => dayAt(voucher.createdAt, zone),
  redemption_status: ({ voucher }) => (voucher.redeemedQuantity > 0 ? 'REDEEMED' : 'NOT_REDEEMED'),
  categories: ({ categoryName }) => categoryName,
  category_ids: ({ voucher }) => voucher.categoryId,
  vouchers: ({ voucher }) => [voucher.code, voucher.id],
  holder_id: ({ voucher }) => voucher.holderId,
  published_for_customer_id: ({ publishedFor }) => known(publishedFor ?? []),
  validity_timeframe: ({ voucher: { validity } }) =>
    validity.timeframe && `${validity.timeframe.interval};${validity.timeframe.duration}`,
  'redemption.quantity': ({ voucher }) => voucher.redemptionQuantity,
  'redemption.redeemed_quantity': ({ voucher }) => voucher.redeemedQuantity,
  'redemption.redeemed_amount': ({ voucher: { gift } }) => gift && gift.amount - gift.balance
}

const REDEMPTION_FILTERS: Filters<ExportItems['redemption']> = {
  ...picked(REDEMPTION, ['voucher_code', 'failure_code', 'result', 'customer_id']),
  created_at: ({ redemption }) => redemption.date,
  campaign: ({ redemption, campaignName }) => known([redemption.campaignId, campaignName]),
  campaign_name: ({ campaignName }) => campaignName,
  customer: ({ redemption: { customer } }) => known([customer.id, customer.sourceId]),
  voucher: ({ redemption, voucherCode }) => known([redemption.voucherId, voucherCode]),
  related_object: ({ redemption }) => relatedTo(redemption)[0],
  related_object_id: ({ redemption }) => relatedTo(redemption)[1],
  related_object_parent_id: ({ redemption }) => redemption.campaignId,
  parent_redemption_id: ({ redemption }) => redemption.parentId ?? redemption.stackId,
  object: ({ redemption }) =>
    redemption.parentId === null ? 'redemption' : ['redemption', 'redemption_rollback'],
  status: ({ redemption }) => redemption.status,
  user_login: () => null
}

function relatedTo({ parentId, voucherId, promotionTierId, stackId }: Redemption) {
  if (parentId !== null) return ['redemption', parentId] as const
  if (voucherId !== null) return ['voucher', voucherId] as const
  if (promotionTierId !== null) return ['promotion_tier', promotionTierId] as const
  return ['redemption', stackId] as const
}

const PUBLICATION_FILTERS: Filters<ExportItems['publication']> = {
  created_at: ({ publication }) => publication.createdAt,
  campaign: ({ publication, campaignName }) => known([publication.campaignId, campaignName]),
  campaign_name: ({ campaignName }) => campaignName,
  customer: ({ publication, customerSourceId }) =>
    known([publication.customerId, customerSourceId]),
  customer_id: ({ publication }) => publication.customerId,
  voucher: ({ publication, voucherCode }) => [publication.voucherId, voucherCode],
  voucher_type: ({ publication }) => publication.voucherType,
  is_referral_code: ({ publication }) => publication.isReferralCode,
  parent_object_id: ({ publication }) => publication.campaignId,
  related_object_id: ({ publication }) => publication.voucherId,
  source_id: ({ publication }) => publication.sourceId,
  result: () => 'SUCCESS',
  failure_code: () => null
}

const CUSTOMER_FILTERS: Filters<ExportItems['customer']> = {
  'publications.created_at': ({ publications = [] }) =>
    known(publications.map(({ createdAt }) => createdAt)),
  'publications.related_object_id': ({ publications = [] }) =>
    known(publications.map(({ voucherId }) => voucherId))
}

/** Of a cell, what it shows is what is compared. */
function picked<Item>(cells: Cells<Item>, fields: readonly string[]): Filters<Item> {
  const ofCells = fields.map(field => [field, cells[field]])
  return Object.fromEntries(ofCells) as Filters<Item>
}

/** Those that there are; undefined for none, which is unknown. */
function known(values: readonly (string | null)[]): readonly string[] | undefined {
  const all = values.filter(value => value !== null)
  return all.length === 0 ? undefined : all
}

const METADATA = 'metadata.'

function byMetadata<Item>(thingOf: (item: Item) => { readonly metadata: Metadata }) {
  return {
    isNamed: (field: string) => field.length > METADATA.length && field.startsWith(METADATA),
    named: (item: Item, field: string) => own(thingOf(item).metadata, field.slice(METADATA.length))
  }
}

const NO_NAMES = { isNamed: () => false, named: () => undefined }

type FiltersOf = {
  readonly [Object in ExportedObject]: {
    readonly fields: Filters<ExportItems[Object]>
    /** A field of a name of its own: any key of metadata, any field of a customer. */
    readonly isNamed: (field: string) => boolean
    readonly named: (item: ExportItems[Object], field: string) => FactValue | undefined
  }
}

const EXPORT_FILTERS: FiltersOf = {
  voucher: { fields: VOUCHER_FILTERS, ...byMetadata(({ voucher }) => voucher) },
  redemption: { fields: REDEMPTION_FILTERS, ...byMetadata(({ redemption }) => redemption) },
  publication: { fields: PUBLICATION_FILTERS, ...byMetadata(({ publication }) => publication) },
  customer: {
    fields: CUSTOMER_FILTERS,
    isNamed: isCustomerField,
    named: ({ programs = [], ...item }, field) =>
      customerValue(field, { ...item, programs, gained: {}, lastOrder: null })
  },
  order: {
    fields: picked(ORDER, [
      'created_at',
      'updated_at',
      'status',
      'source_id',
      'amount',
      'total_amount',
      'discount_amount',
      'total_discount_amount',
      'items_discount_amount'
    ]),
    ...byMetadata(({ order }) => order)
  },
  points_expiration: {
    fields: picked(POINTS_EXPIRATION, ['campaign_id', 'voucher_id']),
    ...NO_NAMES
  },
  voucher_transactions: {
    fields: picked(VOUCHER_TRANSACTIONS, ['created_at', 'voucher_id', 'campaign_id']),
    ...NO_NAMES
  }
}

interface ExportKind {
  /** Every field, in the order of the document. */
  readonly fields: readonly string[]
  /** The columns when the request names none. */
  readonly defaults: readonly string[]
  /** The fields that it can be sorted by; each also with a leading dash, descending. */
  readonly orders: readonly string[]
}

export const EXPORT_FIELDS: { readonly [Object in ExportedObject]: ExportKind } = {
  voucher: kind('voucher', {
    defaults: ['code', 'voucher_type', 'value', 'discount_type'],
    orders: ['created_at', 'updated_at', 'code']
  }),
  redemption: kind('redemption', {
    defaults: ['id', 'object', 'voucher_code', 'customer_id', 'date', 'result'],
    orders: ['id', 'voucher_code', 'tracking_id', 'customer_id', 'created_at']
  }),
  publication: kind('publication', {
    defaults: ['code', 'customer_id', 'date', 'channel'],
    orders: ['id', 'voucher_code', 'tracking_id', 'customer_id', 'created_at', 'channel']
  }),
  customer: kind('customer', {
    defaults: ['name', 'source_id'],
    orders: ['name', 'id', 'email', 'source_id', 'created_at', 'updated_at']
  }),
  order: kind('order', {
    defaults: ['id', 'source_id', 'status'],
    orders: ['created_at', 'updated_at', 'status']
  }),
  points_expiration: kind('points_expiration', {
    defaults: ['id', 'campaign_id', 'voucher_id', 'status', 'expires_at', 'points'],
    orders: ['expires_at']
  }),
  voucher_transactions: kind('voucher_transactions', {
    defaults: [
      'id',
      'type',
      'source_id',
      'status',
      'reason',
      'source',
      'balance',
      'amount',
      'created_at'
    ],
    orders: ['created_at']
  })
}

function kind(
  exportedObject: ExportedObject,
  { defaults, orders }: Pick<ExportKind, 'defaults' | 'orders'>
): ExportKind {
  return { fields: Object.keys(EXPORT_CELLS[exportedObject]), defaults, orders }
}

export interface CreateExport {
  readonly exportedObject: ExportedObject
  /** The columns in this order; absent or empty: the defaults. */
  readonly fields?: readonly string[] | null | undefined
  /** An empty text is no order either. */
  readonly order?: string | null | undefined
  /** As they were sent: `junction`, and `{ conditions }` by field. */
  readonly filters?: ExportParameters['filters'] | null | undefined
  /** Of vouchers, those of one campaign alone; one that there is not has none. */
  readonly campaignId?: string | null | undefined
}

/** Creates an export and the job that writes its file. Ids in order: the export, the job. */
export function createExport(command: CreateExport, occasion: Occasion): Decision<Export> {
  const { exportedObject, filters } = command
  const { fields: allowed, defaults, orders } = EXPORT_FIELDS[exportedObject]
  const fields = command.fields?.length ? command.fields : defaults
  const stranger = fields.findIndex(field => !allowed.includes(field))
  if (stranger !== -1) {
    const message = `'${quote(String(fields[stranger]))}' is no field of ${exportedObject} exports`
    const path = `parameters.fields[${stranger}]`
    return { refusal: invalidPayload(path, `${message}; allowed are ${allowed.join(', ')}`) }
  }
  const order = command.order || null
  if (order !== null && !orders.includes(order.replace(/^-/, ''))) {
    const message = `'${quote(order)}' is no order of ${exportedObject} exports`
    const advice = `allowed are ${orders.join(', ')}, each also with a leading dash`
    return { refusal: invalidPayload('parameters.order', `${message}; ${advice}`) }
  }
  const mistake = filtersMistake(exportedObject, filters ?? {})
  if (mistake !== null) return { refusal: invalidPayload(mistake.property, mistake.message) }
  const campaignId = command.campaignId ?? null
  if (campaignId !== null && exportedObject !== 'voucher') {
    const message = `only exports of vouchers have it, not those of kind ${exportedObject}; leave it out`
    return { refusal: invalidPayload('parameters.campaign_id', message) }
  }
  const made: Export = {
    id: occasion.newId('exp'),
    exportedObject,
    status: 'SCHEDULED',
    channel: 'API',
    parameters: { order, fields, filters: filters ?? {}, ...(campaignId && { campaignId }) },
    userId: null,
    processed: 0,
    createdAt: occasion.now
  }
  const data = { exportId: made.id }
  const work = { task: 'exports.write', queue: null, data, total: 0, items: [] } as const
  return {
    result: made,
    changes: [{ kind: 'export.created', export: made }, queueJob(work, occasion)]
  }
}

/**
 * Deletes an export with its file, in any state; the job that writes the file ends when it finds it
 * gone.
 */
export function deleteExport({ export: gone }: { readonly export: Export }): Decision<Export> {
  return { result: gone, changes: [{ kind: 'resource.deleted', resource: 'export', id: gone.id }] }
}

/** Null where every row is in the file. */
function filterIn({ junction, ...fields }: ExportParameters['filters']): Filter | null {
  const named = Object.entries(fields as { [field: string]: { conditions: Conditions } }).map(
    ([field, { conditions }]) => [field, conditions]
  )
  if (named.length === 0) return null
  const either = String(junction ?? 'and').toLowerCase() === 'or'
  return { junction: either ? 'or' : 'and', fields: Object.fromEntries(named) }
}

/** The first mistake; without a field to filter by, `junction` changes nothing. */
function filtersMistake(
  exportedObject: ExportedObject,
  filters: ExportParameters['filters']
): Mistake | null {
  const filter = filterIn(filters)
  if (filter === null) return null
  const { fields, isNamed } = EXPORT_FILTERS[exportedObject]
  const isKnown = (field: string) => Object.hasOwn(fields, field) || isNamed(field)
  const stranger = Object.keys(filter.fields).find(field => !isKnown(field))
  if (stranger !== undefined) {
    const message = `'${quote(stranger)}' is no filter of ${exportedObject} exports`
    const allowed = filterFieldsOf(exportedObject).join(', ')
    return {
      property: `parameters.filters.${stranger}`,
      message: `${message}; there are ${allowed}`
    }
  }
  const mistake = filterMistake(filter, isKnown)
  if (mistake === null) return null
  return { ...mistake, property: mistake.property.replace('filter', 'parameters.filters') }
}

/** The fields that one kind of export can be filtered by, in the order of the document. */
export function filterFieldsOf(exportedObject: ExportedObject): readonly string[] {
  const { fields, isNamed } = EXPORT_FILTERS[exportedObject]
  return [...Object.keys(fields), ...CUSTOMER_FIELDS.filter(isNamed)]
}

/** The items that are in the file. Days are counted from the request, however long it takes. */
export function itemsSelected<Object extends ExportedObject>(
  { exportedObject, parameters, createdAt: now }: Export,
  items: readonly ExportItems[Object][],
  { timezone: zone }: Pick<Project, 'timezone'>
): readonly ExportItems[Object][] {
  const filter = filterIn(parameters.filters)
  if (filter === null) return items
  const { fields, named } = EXPORT_FILTERS[exportedObject as Object]
  return items.filter(item => {
    const valueFor = (field: string) => {
      const known = fields[field]
      return known === undefined ? named(item, field) : known(item, zone)
    }
    return matches(filter, valueFor, { now, zone })
  })
}

/**
 * One part of a file as rows of cells, `fields` as createExport accepted them. Part 0 begins with
 * the header row. An unknown value is an empty cell.
 */
export function csvRows<Object extends ExportedObject>(
  exportedObject: Object,
  fields: readonly string[],
  items: readonly ExportItems[Object][],
  part: number
): string[][] {
  const cells = EXPORT_CELLS[exportedObject]
  const rows = items.map(item => fields.map(field => textOf(cells[field]?.(item) ?? null)))
  return part === 0 ? [[...fields], ...rows] : rows
}

function textOf(value: Json): string {
  if (value === null) return ''
  if (typeof value === 'object') return JSON.stringify(value)
  return typeof value === 'string' ? asWritten(value) : String(value)
}
