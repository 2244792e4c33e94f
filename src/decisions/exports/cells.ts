/**
 * The columns of export files: for each kind of export, what every field shows of one item.
 *
 * One table is both the list of allowed fields and their meaning, so that the two cannot drift. A
 * field for a feature that the service does not have (formulas, prize draws) is an empty column.
 * Pictures of codes are no fields: their addresses should not be kept in a file.
 *
 * Spec: ExportParameters.fields.
 */
import type {
  Customer,
  CustomerTotals,
  EntryCause,
  ExportedObject,
  Json,
  LedgerEntry,
  Lot,
  Order,
  Publication,
  Redemption,
  Voucher
} from '../../model.ts'
import { orderPaidBy } from '../redemptions/links.ts'

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
  readonly order: Order
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
  customer_source_id: ({ customerSourceId }) => customerSourceId
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
  id: order => order.id,
  source_id: order => order.sourceId,
  created_at: order => order.createdAt,
  updated_at: order => order.updatedAt,
  status: order => order.status,
  amount: order => order.amount,
  discount_amount: order => order.discountAmount,
  items_discount_amount: order => order.itemsDiscountAmount,
  total_discount_amount: order => order.totalDiscountAmount,
  total_amount: order => order.totalAmount,
  customer_id: order => order.customerId,
  referrer_id: order => order.referrerId,
  metadata: order => order.metadata
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
