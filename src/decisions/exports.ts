/**
 * Exports: what can be exported, the request, the rows of the file, and deletion.
 *
 * A file has the values and the names of the API: the header row is the field names, money stays in
 * the smallest currency unit and instants stay as they are, so that a script need not guess. Cells
 * that a spreadsheet would take for a formula are made plain text.
 *
 * Spec: ExportParameters.fields, createExport, deleteExport, ExportParameters.
 */
import type {
  Customer,
  CustomerTotals,
  EntryCause,
  Export,
  ExportedObject,
  Json,
  LedgerEntry,
  Lot,
  Order,
  OrderItem,
  Publication,
  Redemption,
  Voucher
} from '../model.ts'
import { asWritten } from '../rules/spreadsheets.ts'
import { queueJob } from './async-actions.ts'
import type { Decision, Occasion } from './changes.ts'
import { saidHours, saidLots } from './imports/columns.ts'
import { orderPaidBy } from './redemptions/limits.ts'
import { invalidPayload, quote } from './refusals.ts'

/*
 * The columns of export files: for each kind of export, what every field shows of one item.
 *
 * One table is both the list of allowed fields and their meaning, so that the two cannot drift. A
 * field for a feature that the service does not have (formulas, prize draws) is an empty column.
 * Pictures of codes are no fields: their addresses should not be kept in a file.
 */

/** The item of a row, with what its cells need besides. */
export interface ExportItems {
  readonly voucher: {
    readonly voucher: Voucher
    readonly campaignName: string | null
    readonly categoryName: string | null
    /** The source id of the holder. */
    readonly customerSourceId: string | null
    /** The ids of the rules assigned to the voucher itself. */
    readonly validationRuleIds: readonly string[]
    /** The open lots of a card. */
    readonly lots: readonly Lot[]
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
  readonly customer: { readonly customer: Customer; readonly totals: CustomerTotals }
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
  voucher_code: ({ voucherCode }) => voucherCode,
  customer_id: ({ publication }) => publication.customerId,
  customer_source_id: ({ customerSourceId }) => customerSourceId,
  date: ({ publication }) => publication.createdAt,
  channel: ({ publication }) => publication.channel,
  campaign: ({ campaignName }) => campaignName,
  is_winner: () => null,
  metadata: () => null
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
  reason: entry => entry.cause.reason,
  source: () => null,
  balance: entry => entry.balanceAfter,
  amount: entry => entry.amount,
  related_transaction_id: () => null,
  created_at: entry => entry.createdAt,
  details: entry => inWireWords(entry.cause)
}

function inWireWords(cause: EntryCause): Json {
  const worded = Object.entries(cause).map(([name, value]) => [
    name.replace(/[A-Z]/g, capital => `_${capital.toLowerCase()}`),
    value
  ])
  return Object.fromEntries(worded)
}

type CellsOf = { readonly [Object in ExportedObject]: Cells<ExportItems[Object]> }

/** By kind of export, then by field in the order of the document. */
export const EXPORT_CELLS: CellsOf = {
  voucher: VOUCHER,
  redemption: REDEMPTION,
  publication: PUBLICATION,
  customer: CUSTOMER,
  order: ORDER,
  points_expiration: POINTS_EXPIRATION,
  voucher_transactions: VOUCHER_TRANSACTIONS
}

/** What a request for one kind of export may name. */
interface ExportKind {
  /** Every field, in the order of the document. */
  readonly fields: readonly string[]
  /** The columns when the request names none. */
  readonly defaults: readonly string[]
  /** The fields that it can be sorted by; each also with a leading dash, descending. */
  readonly orders: readonly string[]
}

/** By kind of export. */
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
    defaults: ['voucher_code', 'customer_id', 'date', 'channel'],
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
    defaults: ['id', 'type', 'source_id', 'reason', 'source', 'balance', 'amount', 'created_at'],
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
  readonly filters?: { readonly [field: string]: Json } | null | undefined
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
  const filtered = Object.entries(filters ?? {}).find(entry => !isJunction(entry))
  if (filtered !== undefined) {
    const message = 'exports cannot be filtered; leave it out and choose from the file'
    return { refusal: invalidPayload(`parameters.filters.${filtered[0]}`, message) }
  }
  const made: Export = {
    id: occasion.newId('exp'),
    exportedObject,
    status: 'SCHEDULED',
    channel: 'API',
    parameters: { order, fields, filters: filters ?? {} },
    userId: null,
    createdAt: occasion.now
  }
  const work = {
    task: 'exports.write',
    queue: null,
    data: { exportId: made.id },
    total: 0,
    items: []
  } as const
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
  return {
    result: gone,
    changes: [{ kind: 'resource.deleted', resource: 'export', id: gone.id }]
  }
}

/** How filters combine; without a filter it changes nothing. */
function isJunction([field, value]: readonly [string, Json]): boolean {
  return field === 'junction' && ['and', 'or', 'AND', 'OR'].includes(String(value))
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
