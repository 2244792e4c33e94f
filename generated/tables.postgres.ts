/**
 * Every table, for PostgreSQL. scripts/generate.ts makes this of tables.ts: do not edit it.
 */
import { sql } from 'drizzle-orm/sql'
import { check, index, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import type * as model from '../src/model.ts'
import { flag, json, refersTo, table, text, things, whole } from '../src/storage/engine/columns.postgres.ts'
import { type Lean, nulls } from '../src/storage/engine/lean-json.ts'

const validity = { startDate: text(), expirationDate: text(), recurrence: json<Recurrence>() }

/** The recurrent part of a Validity; null when there is none. */
export type Recurrence = Pick<model.Validity, 'timeframe' | 'daysOfWeek' | 'hours'>

const stamps = { createdAt: text().notNull(), updatedAt: text() }

export const projects = table('projects', {
  id: text().primaryKey(),
  name: text().notNull(),
  timezone: text().notNull(),
  currency: text().notNull(),
  caseSensitiveCodes: flag().notNull(),
  secret: text().notNull(),
  demo: flag().notNull(),
  createdAt: text().notNull(),
  /** Another number after every change to what is set up; see catalogue.ts. */
  catalogueVersion: whole().notNull().default(0),
  urlSecret: text()
})()

const ofProject = {
  projectId: text()
    .notNull()
    .references(() => projects.id)
}

const thing = { ...ofProject, id: text().notNull() }

/** Of something else, whose row is of the project. */
const part = { projectId: text().notNull(), id: text().notNull() }

export const keyPairs = things('key_pairs', {
  ...ofProject,
  /** Unique over all projects: it is what decides the project. */
  id: text().notNull().unique('key_pairs_id'),
  kind: text().$type<model.KeyPair['kind']>().notNull(),
  name: text().notNull(),
  tokenHash: text().notNull(),
  clientId: text().notNull(),
  createdAt: text().notNull(),
  revokedAt: text()
})()

export const accessTokens = table('access_tokens', {
  projectId: text().notNull(),
  tokenHash: text().notNull().unique('access_tokens_hash'),
  keyId: text().notNull(),
  clientId: text().notNull(),
  scope: text().notNull(),
  issuedAt: text().notNull(),
  expiresAt: text().notNull(),
  revokedAt: text()
})(t => [
  primaryKey({ columns: [t.projectId, t.tokenHash] }),
  refersTo('access_tokens_key', t.projectId, t.keyId, keyPairs)
])

export const categories = things('categories', {
  ...thing,
  name: text().notNull(),
  hierarchy: whole().notNull(),
  ...stamps
})(t => [uniqueIndex('categories_name').on(t.projectId, t.name)])

export const campaigns = things('campaigns', {
  ...thing,
  name: text().notNull(),
  description: text(),
  campaignType: text().$type<model.CampaignType>().notNull(),
  type: text().$type<model.Campaign['type']>().notNull(),
  autoJoin: flag().notNull(),
  joinOnce: flag().notNull(),
  active: flag().notNull(),
  ...validity,
  categoryId: text(),
  voucher: json<model.VoucherTemplate>(),
  metadata: json<model.Metadata>().notNull(),
  vouchersCount: whole().notNull(),
  ...stamps,
  tierTerms: json<model.TierTerms>(),
  referral: json<model.ReferralTerms>()
})(t => [
  uniqueIndex('campaigns_name').on(t.projectId, t.name),
  refersTo('campaigns_category', t.projectId, t.categoryId, categories),
  check('campaigns_vouchers_count', sql`${t.vouchersCount} >= 0`)
])

export const customers = things('customers', {
  ...thing,
  sourceId: text(),
  name: text(),
  email: text(),
  phone: text(),
  description: text(),
  birthday: text(),
  birthdate: text(),
  address: json<model.Address>(),
  metadata: json<model.Metadata>().notNull(),
  systemMetadata: json<model.Metadata>().notNull(),
  ...stamps,
  version: whole().notNull(),
  /** When they were deleted: what was said of them is gone, and what refers to them goes on. */
  deletedAt: text()
})(t => [
  uniqueIndex('customers_source_id').on(t.projectId, t.sourceId),
  index('customers_email').on(t.projectId, t.email, t.id),
  index('customers_created').on(t.projectId, t.createdAt, t.id),
  index('customers_updated').on(t.projectId, t.updatedAt, t.id)
])

export const customerTotals = table('customer_totals', {
  projectId: text().notNull(),
  customerId: text().notNull(),
  redemptionsSucceeded: whole().notNull(),
  redemptionsFailed: whole().notNull(),
  rollbacksSucceeded: whole().notNull(),
  rollbacksFailed: whole().notNull(),
  giftRedeemedAmount: whole().notNull(),
  giftBalance: whole().notNull(),
  cardRedeemedPoints: whole().notNull(),
  cardBalance: whole().notNull(),
  ordersCount: whole().notNull(),
  ordersAmount: whole().notNull(),
  lastOrderAmount: whole().notNull(),
  lastOrderDate: text()
})(t => [
  primaryKey({ columns: [t.projectId, t.customerId] }),
  refersTo('customer_totals_customer', t.projectId, t.customerId, customers),
  check('customer_totals_balance', sql`${t.cardBalance} >= 0 and ${t.giftBalance} >= 0`),
  check('customer_totals_orders', sql`${t.ordersCount} >= 0`),
  // Beyond these numbers JSON does not count exactly; TotalsOutOfRange says so.
  check(
    'customer_totals_range',
    sql`${t.ordersAmount} <= 9007199254740991 and ${t.cardBalance} <= 9007199254740991 and
        ${t.cardRedeemedPoints} <= 9007199254740991 and ${t.giftBalance} <= 9007199254740991`
  )
])

export const products = things('products', {
  ...thing,
  sourceId: text(),
  name: text(),
  price: whole(),
  attributes: json<readonly string[]>().notNull(),
  imageUrl: text(),
  metadata: json<model.Metadata>().notNull(),
  ...stamps,
  version: whole().notNull()
})(t => [
  uniqueIndex('products_source_id').on(t.projectId, t.sourceId),
  uniqueIndex('products_name').on(t.projectId, t.name)
])

export const skus = things('skus', {
  ...part,
  productId: text().notNull(),
  sourceId: text(),
  sku: text(),
  price: whole(),
  currency: text(),
  attributes: json<model.Metadata>().notNull(),
  imageUrl: text(),
  metadata: json<model.Metadata>().notNull(),
  ...stamps
})(t => [
  uniqueIndex('skus_source_id').on(t.projectId, t.sourceId),
  refersTo('skus_product', t.projectId, t.productId, products),
  index('skus_of_product').on(t.projectId, t.productId)
])

export const productCollections = things('product_collections', {
  ...thing,
  name: text().notNull(),
  ...stamps
})()

export const collectionItems = table('collection_items', {
  projectId: text().notNull(),
  collectionId: text().notNull(),
  object: text().$type<'product' | 'sku'>().notNull(),
  itemId: text().notNull()
})(t => [
  primaryKey({ columns: [t.projectId, t.itemId, t.collectionId] }),
  refersTo('collection_items_collection', t.projectId, t.collectionId, productCollections),
  index('collection_items_of').on(t.projectId, t.collectionId)
])

export const vouchers = things('vouchers', {
  ...thing,
  code: text().notNull(),
  /** The code as it is compared: itself, or folded where the project says so. */
  codeKey: text().notNull(),
  campaignId: text(),
  categoryId: text(),
  type: text().$type<model.VoucherType>().notNull(),
  discount: json<model.Discount>(),
  giftAmount: whole(),
  giftSubtracted: whole(),
  giftRedeemed: whole(),
  giftBalance: whole(),
  giftEffect: text().$type<model.GiftEffect>(),
  points: whole(),
  balance: whole(),
  pendingPoints: whole(),
  expiredPoints: whole(),
  subtractedPoints: whole(),
  redeemedPoints: whole(),
  nextExpirationDate: text(),
  nextExpirationPoints: whole(),
  active: flag().notNull(),
  ...validity,
  additionalInfo: text(),
  metadata: json<model.Metadata>().notNull(),
  isReferralCode: flag().notNull(),
  holderId: text(),
  referrerId: text(),
  publishedCount: whole().notNull(),
  redemptionQuantity: whole(),
  redeemedQuantity: whole().notNull(),
  /** Kept count of its redemption records, refused ones included. */
  recordsCount: whole().notNull(),
  ...stamps,
  version: whole().notNull(),
  /** Of redeemedQuantity, what an import brought: there are no records of these. */
  redeemedElsewhere: whole().notNull().default(0),
  /** No lock holds anything of it from then on; null: none ever did, or all were cleared away. */
  lockedUntil: text(),
  /** What an import said of it; null: none made it, or it was erased. */
  importedAs: json<model.VoucherImport>(),
  /** The rollback that took a coupon back, which stays off; null: none did. */
  takenBackBy: text(),
  /** Of a card: its holder was deleted, whom the row names still. */
  holderGone: flag().notNull().default(false)
})(t => [
  uniqueIndex('vouchers_code').on(t.projectId, t.codeKey),
  refersTo('vouchers_campaign', t.projectId, t.campaignId, campaigns),
  refersTo('vouchers_category', t.projectId, t.categoryId, categories),
  refersTo('vouchers_holder', t.projectId, t.holderId, customers),
  index('vouchers_of_holder').on(t.projectId, t.holderId, t.id),
  index('vouchers_held_by_campaign')
    .on(t.projectId, t.holderId, t.campaignId, t.id)
    .where(sql`holder_id is not null`),
  index('cards_of_holder').on(t.projectId, t.holderId, t.id).where(sql`type = 'LOYALTY_CARD'`),
  index('vouchers_created').on(t.projectId, t.createdAt, t.id),
  index('vouchers_in_campaign').on(t.projectId, t.campaignId, t.id),
  // Made after the one above: of two that fit as well, SQLite takes the younger.
  index('spare_vouchers').on(t.projectId, t.campaignId, t.id).where(sql`published_count = 0`),
  index('members_of_campaign')
    .on(t.projectId, t.campaignId, t.id)
    .where(sql`holder_id is not null and not holder_gone`),
  index('newest_of_holder')
    .on(t.projectId, t.holderId, t.createdAt, t.id)
    .where(sql`holder_id is not null`),
  index('newest_coupons_alone')
    .on(t.projectId, t.createdAt, t.id)
    .where(sql`campaign_id is null and holder_id is null and type = 'DISCOUNT_VOUCHER'`),
  // Without the coalesce a null would slip through: a CHECK refuses false, not null.
  check(
    'vouchers_points',
    sql`${t.type} <> 'LOYALTY_CARD' or coalesce(${t.balance} >= 0 and ${t.pendingPoints} >= 0 and
        ${t.balance} = ${t.points} - ${t.expiredPoints} - ${t.subtractedPoints} -
        ${t.redeemedPoints}, false)`
  ),
  check(
    'vouchers_gift',
    sql`${t.type} <> 'GIFT_VOUCHER' or coalesce(${t.giftBalance} >= 0 and
        ${t.giftBalance} = ${t.giftAmount} - ${t.giftSubtracted} - ${t.giftRedeemed}, false)`
  ),
  check(
    'vouchers_quantity',
    sql`${t.redeemedQuantity} >= 0 and
        (${t.redemptionQuantity} is null or ${t.redeemedQuantity} <= ${t.redemptionQuantity})`
  ),
  check('vouchers_taken_back', sql`${t.takenBackBy} is null or ${t.active} = false`)
])

export const publications = things('publications', {
  ...part,
  voucherId: text().notNull(),
  campaignId: text(),
  voucherType: text().$type<model.VoucherType>().notNull(),
  isReferralCode: flag().notNull(),
  customerId: text().notNull(),
  channel: text().notNull(),
  createdAt: text().notNull(),
  sourceId: text(),
  metadata: json<model.Metadata>().notNull().default({})
})(t => [
  refersTo('publications_voucher', t.projectId, t.voucherId, vouchers),
  refersTo('publications_customer', t.projectId, t.customerId, customers),
  // From many to few: of several that fit as well, SQLite takes the youngest.
  index('publications_of_type').on(t.projectId, t.voucherType, t.id),
  index('publications_of_referral').on(t.projectId, t.isReferralCode, t.id),
  index('publications_of_campaign').on(t.projectId, t.campaignId, t.id),
  index('publications_of_customer').on(t.projectId, t.customerId, t.id),
  index('publications_of_voucher').on(t.projectId, t.voucherId, t.id),
  uniqueIndex('publications_source_id').on(t.projectId, t.sourceId)
])

/** What of a line of an order is not stored where it is nothing. */
const ITEM = {
  without: {
    ...nulls('productId', 'skuId', 'sourceId', 'relatedObject'),
    ...nulls('initialQuantity', 'discountQuantity', 'price', 'amount', 'initialAmount'),
    ...nulls('discountAmount', 'subtotalAmount', 'product', 'sku'),
    metadata: {}
  },
  absent: [
    'appliedDiscountAmount',
    'appliedDiscountQuantity',
    'appliedQuantity',
    'appliedQuantityAmount'
  ],
  within: {
    product: { without: { ...nulls('id', 'sourceId', 'name', 'price'), metadata: {} } },
    sku: { without: { ...nulls('id', 'sourceId', 'sku', 'price'), metadata: {} } }
  }
} satisfies Lean<model.OrderItem>

export const orders = things('orders', {
  ...thing,
  sourceId: text(),
  status: text().$type<model.OrderStatus>().notNull(),
  amount: whole(),
  initialAmount: whole(),
  discountAmount: whole(),
  itemsDiscountAmount: whole(),
  totalDiscountAmount: whole(),
  totalAmount: whole(),
  appliedDiscountAmount: whole(),
  items: json<model.Order['items']>(ITEM).notNull(),
  metadata: json<model.Metadata>().notNull(),
  customerId: text(),
  referrerId: text(),
  redemptions: json<model.Order['redemptions']>().notNull(),
  earnedAt: text(),
  ...stamps,
  version: whole().notNull(),
  takenBackAt: text(),
  earned: json<model.OrderEarned>(),
  returned: json<model.Returned>()
})(t => [
  uniqueIndex('orders_source_id').on(t.projectId, t.sourceId),
  refersTo('orders_customer', t.projectId, t.customerId, customers),
  index('orders_of_customer').on(t.projectId, t.customerId, t.id),
  index('orders_paid_of_customer')
    .on(t.projectId, t.customerId, t.earnedAt, t.id)
    .where(sql`earned_at is not null`)
])

/** What an import said of an order; none where it came otherwise, or was erased. */
export const orderImports = table('order_imports', {
  projectId: text().notNull(),
  orderId: text().notNull(),
  said: json<model.OrderImport>().notNull()
})(t => [
  primaryKey({ columns: [t.projectId, t.orderId] }),
  refersTo('order_imports_order', t.projectId, t.orderId, orders)
])

export const rewards = things('rewards', {
  ...thing,
  name: text().notNull(),
  parameters: json<model.RewardParameters>().notNull(),
  stock: whole(),
  redeemed: whole().notNull(),
  attributes: json<NonNullable<model.Reward['attributes']>>(),
  metadata: json<model.Metadata>().notNull(),
  ...stamps
})(t => [
  check(
    'rewards_stock',
    sql`${t.redeemed} >= 0 and (${t.stock} is null or ${t.redeemed} <= ${t.stock})`
  )
])

export const rewardAssignments = things('reward_assignments', {
  ...part,
  rewardId: text().notNull(),
  campaignId: text().notNull(),
  points: whole(),
  ...stamps
})(t => [
  uniqueIndex('reward_assignments_of').on(t.projectId, t.rewardId, t.campaignId),
  refersTo('reward_assignments_reward', t.projectId, t.rewardId, rewards),
  refersTo('reward_assignments_campaign', t.projectId, t.campaignId, campaigns),
  check('reward_assignments_points', sql`${t.points} is null or ${t.points} >= 1`)
])

export const validationRules = things('validation_rules', {
  ...thing,
  name: text().notNull(),
  rules: json<model.RuleSet>().notNull(),
  errorMessage: text(),
  applicableTo: json<model.Applicability>().notNull(),
  type: text().$type<model.ValidationRule['type']>().notNull(),
  contextType: text().notNull(),
  assignmentsCount: whole().notNull(),
  ...stamps
})(t => [
  index('validation_rules_created').on(t.projectId, t.createdAt, t.id),
  index('validation_rules_name').on(t.projectId, t.name, t.id),
  check('validation_rules_assignments_count', sql`${t.assignmentsCount} >= 0`)
])

export const validationRuleAssignments = things('validation_rule_assignments', {
  ...part,
  ruleId: text().notNull(),
  relatedObjectType: text().$type<model.AssignedTo>().notNull(),
  relatedObjectId: text().notNull(),
  validationStatus: text().$type<model.ValidationRuleAssignment['validationStatus']>().notNull(),
  validationOmittedRules: json<readonly string[]>().notNull(),
  createdAt: text().notNull()
})(t => [
  uniqueIndex('validation_rule_assignments_of').on(
    t.projectId,
    t.relatedObjectId,
    t.relatedObjectType,
    t.ruleId
  ),
  index('validation_rule_assignments_of_rule').on(t.projectId, t.ruleId, t.id),
  refersTo('validation_rule_assignments_rule', t.projectId, t.ruleId, validationRules)
])

export const loyaltyTiers = things('loyalty_tiers', {
  ...part,
  campaignId: text().notNull(),
  name: text().notNull(),
  pointsFrom: whole().notNull(),
  pointsTo: whole(),
  createdAt: text().notNull(),
  mapping: json<model.TierMapping>().notNull().default({}),
  updatedAt: text()
})(t => [
  refersTo('loyalty_tiers_campaign', t.projectId, t.campaignId, campaigns),
  index('loyalty_tiers_of').on(t.projectId, t.campaignId, t.pointsFrom)
])

export const tierMemberships = table('tier_memberships', {
  projectId: text().notNull(),
  voucherId: text().notNull(),
  campaignId: text().notNull(),
  customerId: text().notNull(),
  tierId: text(),
  startedAt: text(),
  expiresOn: text(),
  periodStartsOn: text(),
  pointsBefore: whole().notNull(),
  risen: json<model.Risen>(),
  updatedAt: text().notNull(),
  version: whole().notNull()
})(t => [
  primaryKey({ columns: [t.projectId, t.voucherId] }),
  index('tier_memberships_of_tier').on(t.projectId, t.tierId, t.voucherId),
  refersTo('tier_memberships_voucher', t.projectId, t.voucherId, vouchers),
  refersTo('tier_memberships_customer', t.projectId, t.customerId, customers),
  refersTo('tier_memberships_tier', t.projectId, t.tierId, loyaltyTiers),
  index('tier_memberships_expiring')
    .on(t.projectId, t.expiresOn, t.voucherId)
    .where(sql`expires_on is not null`),
  index('tier_memberships_of_customer').on(t.projectId, t.customerId, t.voucherId)
])

/** Where the review of a project's customers stands; no row: there was none yet. */
export const reviews = table('reviews', {
  ...ofProject,
  /** The last customer looked at; a text before all ids at the start; null: none is under way. */
  after: text(),
  /** The day of the last one that came to its end. */
  reviewedOn: text()
})(t => [primaryKey({ columns: [t.projectId] })])

export const referrals = things('referrals', {
  ...part,
  campaignId: text().notNull(),
  voucherId: text().notNull(),
  referrerId: text().notNull(),
  customerId: text().notNull(),
  createdAt: text().notNull()
})(t => [
  index('referrals_of_campaign').on(t.projectId, t.campaignId),
  index('referrals_of_voucher').on(t.projectId, t.voucherId),
  index('referrals_of_referrer').on(t.projectId, t.referrerId),
  uniqueIndex('referrals_of').on(t.projectId, t.customerId, t.campaignId),
  refersTo('referrals_campaign', t.projectId, t.campaignId, campaigns),
  refersTo('referrals_voucher', t.projectId, t.voucherId, vouchers),
  refersTo('referrals_referrer', t.projectId, t.referrerId, customers),
  refersTo('referrals_customer', t.projectId, t.customerId, customers)
])

/** Kept count of the customers whom a customer sent to a campaign; no row: none. */
export const referrerTotals = table('referrer_totals', {
  projectId: text().notNull(),
  customerId: text().notNull(),
  campaignId: text().notNull(),
  referredCustomers: whole().notNull()
})(t => [
  primaryKey({ columns: [t.projectId, t.customerId, t.campaignId] }),
  index('referrer_totals_of_campaign').on(t.projectId, t.campaignId),
  refersTo('referrer_totals_customer', t.projectId, t.customerId, customers),
  refersTo('referrer_totals_campaign', t.projectId, t.campaignId, campaigns),
  check('referrer_totals_count', sql`${t.referredCustomers} >= 0`)
])

export const segments = things('segments', {
  ...thing,
  name: text().notNull(),
  createdAt: text().notNull(),
  type: text().$type<model.Segment['type']>().notNull().default('static'),
  filter: json<model.Filter>()
})(t => [index('segments_of_type').on(t.projectId, t.type, t.id)])

export const segmentMembers = table('segment_members', {
  projectId: text().notNull(),
  segmentId: text().notNull(),
  customerId: text().notNull(),
  enteredAt: text().notNull()
})(t => [
  primaryKey({ columns: [t.projectId, t.customerId, t.segmentId] }),
  index('segment_members_of').on(t.projectId, t.segmentId, t.customerId),
  refersTo('segment_members_segment', t.projectId, t.segmentId, segments),
  refersTo('segment_members_customer', t.projectId, t.customerId, customers)
])

export const eventSchemas = things('event_schemas', {
  ...thing,
  name: text().notNull(),
  properties: json<model.SchemaProperties>().notNull(),
  ...stamps
})(t => [uniqueIndex('event_schemas_name').on(t.projectId, t.name)])

export const metadataSchemas = things('metadata_schemas', {
  ...thing,
  relatedObject: text().notNull(),
  properties: json<model.SchemaProperties>().notNull(),
  allowDefinedOnly: flag().notNull(),
  ...stamps
})(t => [uniqueIndex('metadata_schemas_of').on(t.projectId, t.relatedObject)])

export const stackingRules = things('stacking_rules', {
  ...thing,
  rules: json<model.ProjectStackingRules['rules']>().notNull(),
  ...stamps
})(t => [uniqueIndex('stacking_rules_of').on(t.projectId)])

export const earningRules = things('earning_rules', {
  ...part,
  campaignId: text().notNull(),
  automationId: text().notNull(),
  event: text().notNull(),
  segmentId: text(),
  loyaltyTierId: text(),
  eventSchemaId: text(),
  earning: json<model.Earning>().notNull(),
  banner: text(),
  active: flag().notNull(),
  ...validity,
  pendingDays: whole(),
  expirationRules: json<model.ExpirationRules>(),
  validationRuleId: text(),
  metadata: json<model.Metadata>().notNull(),
  ...stamps
})(t => [
  refersTo('earning_rules_campaign', t.projectId, t.campaignId, campaigns),
  refersTo('earning_rules_segment', t.projectId, t.segmentId, segments),
  refersTo('earning_rules_tier', t.projectId, t.loyaltyTierId, loyaltyTiers),
  refersTo('earning_rules_schema', t.projectId, t.eventSchemaId, eventSchemas),
  refersTo('earning_rules_rule', t.projectId, t.validationRuleId, validationRules),
  index('earning_rules_on').on(t.projectId, t.event, t.campaignId, t.id)
])

export const promotionTiers = things('promotion_tiers', {
  ...part,
  campaignId: text().notNull(),
  name: text(),
  banner: text(),
  discount: json<model.Discount>().notNull(),
  hierarchy: whole().notNull(),
  active: flag().notNull(),
  ...validity,
  categoryId: text(),
  metadata: json<model.Metadata>().notNull(),
  totalRedeemed: whole().notNull(),
  ordersAmount: whole().notNull(),
  ordersDiscountAmount: whole().notNull(),
  ...stamps
})(t => [
  refersTo('promotion_tiers_campaign', t.projectId, t.campaignId, campaigns),
  refersTo('promotion_tiers_category', t.projectId, t.categoryId, categories),
  index('promotion_tiers_of').on(t.projectId, t.campaignId, t.id)
])

/** What a redemption shows beside its columns, as it was answered. */
export type RedemptionRecord = Pick<
  model.Redemption,
  'metadata' | 'order' | 'channel' | 'reason' | 'rollback'
> & {
  /** Whose id is a column. */
  readonly customer: Omit<model.SimpleCustomer, 'id'>
} & Partial<RecordedOnce>

/** What only some redemptions have, absent for the others. */
type RecordedOnce = {
  readonly [Key in 'promotionTier' | 'gift' | 'discount' | 'session']: NonNullable<
    model.Redemption[Key]
  >
} & { readonly reward: RewardInRecord }

/** The reward has the id that was asked for, where it is not said again. */
export interface RewardInRecord extends Omit<model.RedeemedReward, 'reward'> {
  readonly reward: (Omit<model.Reward, 'id'> & Partial<Pick<model.Reward, 'id'>>) | null
}

/** What of a record is not stored where it is nothing. */
const RECORD = {
  without: { metadata: {}, order: null },
  within: {
    customer: { without: { name: null, email: null, sourceId: null, metadata: {} } },
    order: {
      without: {
        ...nulls('id', 'sourceId', 'status', 'amount', 'initialAmount', 'discountAmount'),
        ...nulls('itemsDiscountAmount', 'totalDiscountAmount', 'totalAmount'),
        ...nulls('appliedDiscountAmount'),
        metadata: {},
        ...nulls('customerId', 'referrerId'),
        redemptions: {},
        ...nulls('earnedAt', 'earned', 'returned', 'takenBackAt', 'createdAt', 'updatedAt')
      },
      within: { items: ITEM }
    },
    reward: {
      without: nulls('id', 'assignmentId', 'reward', 'voucher', 'product', 'sku'),
      within: {
        reward: { without: { stock: null, attributes: null, metadata: {}, updatedAt: null } },
        product: {
          without: {
            ...nulls('sourceId', 'name', 'price', 'imageUrl'),
            metadata: {},
            updatedAt: null
          }
        },
        sku: {
          without: {
            ...nulls('sourceId', 'sku', 'price', 'currency'),
            attributes: {},
            imageUrl: null,
            metadata: {},
            updatedAt: null
          }
        }
      }
    }
  }
} satisfies Lean<RedemptionRecord>

export const redemptions = things('redemptions', {
  ...part,
  date: text().notNull(),
  voucherId: text(),
  campaignId: text(),
  customerId: text(),
  trackingId: text(),
  parentId: text(),
  result: text().$type<model.Redemption['result']>().notNull(),
  status: text().$type<model.RedemptionStatus>().notNull(),
  points: whole(),
  failureCode: text(),
  failureMessage: text(),
  record: json<RedemptionRecord>(RECORD).notNull(),
  promotionTierId: text(),
  stackId: text(),
  countedIn: whole().$type<model.CountKinds>().notNull().default(0)
})(t => [
  refersTo('redemptions_voucher', t.projectId, t.voucherId, vouchers),
  // From many to few: of several that fit as well, SQLite takes the youngest.
  index('redemptions_of_result').on(t.projectId, t.result, t.id),
  index('redemptions_of_campaign').on(t.projectId, t.campaignId, t.id),
  index('redemptions_of_voucher').on(t.projectId, t.voucherId, t.id),
  index('redemptions_of_customer').on(t.projectId, t.customerId, t.id),
  index('redemptions_dated').on(t.projectId, t.date, t.id),
  index('redemptions_of_stack').on(t.projectId, t.stackId, t.id).where(sql`stack_id is not null`)
])

/** The kinds of count that each redemption of a project is counted in, and those that have all. */
export const countKinds = table('count_kinds', {
  projectId: text()
    .primaryKey()
    .references(() => projects.id),
  kept: whole().$type<model.CountKinds>().notNull(),
  filled: whole().$type<model.CountKinds>().notNull()
})()

export const redemptionCounts = table('redemption_counts', {
  ...ofProject,
  object: text().$type<model.CountScope['object']>().notNull(),
  objectId: text().notNull(),
  by: text().$type<model.CountScope['by']>().notNull(),
  byId: text().notNull(),
  total: whole().notNull(),
  day: text().notNull(),
  dayCount: whole().notNull(),
  week: text().notNull(),
  weekCount: whole().notNull(),
  month: text().notNull(),
  monthCount: whole().notNull(),
  ordersAmount: whole().notNull(),
  ordersDiscountAmount: whole().notNull()
})(t => [
  primaryKey({ columns: [t.projectId, t.objectId, t.by, t.byId] }),
  check(
    'redemption_counts_count',
    sql`${t.total} >= 0 and ${t.dayCount} >= 0 and ${t.weekCount} >= 0 and
        ${t.monthCount} >= 0`
  ),
  check('redemption_counts_orders', sql`${t.ordersAmount} >= 0 and ${t.ordersDiscountAmount} >= 0`),
  check(
    'redemption_counts_range',
    sql`${t.ordersAmount} <= 9007199254740991 and
        ${t.ordersDiscountAmount} <= 9007199254740991`
  )
])

export const lots = things('lots', {
  ...part,
  voucherId: text().notNull(),
  campaignId: text(),
  amount: whole().notNull(),
  remaining: whole().notNull(),
  expiresOn: text(),
  createdAt: text().notNull(),
  canceled: whole().notNull().default(0),
  withdrawn: whole().notNull().default(0),
  takenBack: whole().notNull().default(0),
  lapsed: whole().notNull().default(0),
  mergedInto: text()
})(t => [
  index('lots_of_voucher').on(t.projectId, t.voucherId),
  refersTo('lots_voucher', t.projectId, t.voucherId, vouchers),
  index('lots_open').on(t.projectId, t.voucherId, t.id).where(sql`remaining > 0`),
  index('lots_expiring').on(t.projectId, t.expiresOn, t.id).where(sql`remaining > 0`),
  check('lots_remaining', sql`${t.remaining} >= 0 and ${t.remaining} <= ${t.amount}`)
])

export const ledgerEntries = things('ledger_entries', {
  ...part,
  voucherId: text().notNull(),
  campaignId: text(),
  type: text().$type<model.EntryType>().notNull(),
  amount: whole().notNull(),
  lots: json<model.LedgerEntry['lots']>().notNull(),
  balanceAfter: whole().notNull(),
  cause: json<model.EntryCause>().notNull(),
  createdAt: text().notNull(),
  /** The ids in the cause, by which entries are found; null where the cause has none. */
  orderId: text(),
  redemptionId: text(),
  followedId: text(),
  voucherVersion: whole().notNull(),
  takenBackBy: text()
})(t => [
  refersTo('ledger_entries_voucher', t.projectId, t.voucherId, vouchers),
  index('ledger_entries_of').on(t.projectId, t.voucherId, t.id),
  index('ledger_entries_of_order')
    .on(t.projectId, t.orderId, t.id)
    .where(sql`order_id is not null`),
  index('ledger_entries_of_redemption')
    .on(t.projectId, t.redemptionId, t.id)
    .where(sql`redemption_id is not null`),
  index('ledger_entries_followed')
    .on(t.projectId, t.voucherId, t.id)
    .where(sql`followed_id is not null and taken_back_by is null`),
  check('ledger_entries_balance', sql`${t.balanceAfter} >= 0`)
])

/** Units that want the set-up of their project alone; others that begin let them go first. */
export const setUpClaims = things('set_up_claims', { ...ofProject, id: text().notNull() })()

/** Locks by their key, which many vouchers share. Its row is where two requests of one key meet. */
export const locks = table('locks', {
  ...ofProject,
  key: text().notNull(),
  expiresAt: text().notNull(),
  customerId: text()
})(t => [
  primaryKey({ columns: [t.projectId, t.key] }),
  index('locks_by_end').on(t.projectId, t.expiresAt),
  index('locks_of_customer')
    .on(t.projectId, t.customerId, t.key)
    .where(sql`customer_id is not null`)
])

export const lockHolds = table('lock_holds', {
  projectId: text().notNull(),
  voucherId: text().notNull(),
  key: text().notNull(),
  uses: whole().notNull(),
  credit: whole().notNull(),
  points: whole().notNull(),
  expiresAt: text().notNull()
})(t => [
  primaryKey({ columns: [t.projectId, t.voucherId, t.key] }),
  refersTo('lock_holds_voucher', t.projectId, t.voucherId, vouchers),
  index('lock_holds_of_lock').on(t.projectId, t.key, t.voucherId),
  check('lock_holds_held', sql`${t.uses} >= 0 and ${t.credit} >= 0 and ${t.points} >= 0`)
])

export const shortfalls = table('shortfalls', {
  projectId: text().notNull(),
  voucherId: text().notNull(),
  subjectId: text().notNull(),
  lotId: text().notNull(),
  /** Empty: missing. */
  fromLotId: text().notNull(),
  claim: text().$type<model.ShortfallKind>().notNull(),
  points: whole().notNull(),
  cause: json<model.EntryCause>().notNull(),
  createdAt: text().notNull(),
  voucherVersion: whole().notNull()
})(t => [
  primaryKey({
    columns: [
      t.projectId,
      t.voucherId,
      t.subjectId,
      t.lotId,
      t.fromLotId,
      t.claim,
      t.voucherVersion
    ]
  }),
  refersTo('shortfalls_voucher', t.projectId, t.voucherId, vouchers),
  check('shortfalls_points', sql`${t.points} > 0`)
])

export const pendingPoints = things('pending_points', {
  ...part,
  voucherId: text().notNull(),
  campaignId: text().notNull(),
  customerId: text().notNull(),
  orderId: text().notNull(),
  earningRuleId: text().notNull(),
  points: whole().notNull(),
  activatesOn: text().notNull(),
  status: text().$type<model.PendingPoints['status']>().notNull(),
  expirationRules: json<model.ExpirationRules>(),
  details: json<model.PendingDetails>().notNull(),
  ...stamps
})(t => [
  index('pending_points_of_voucher').on(t.projectId, t.voucherId),
  refersTo('pending_points_voucher', t.projectId, t.voucherId, vouchers),
  index('pending_points_of').on(t.projectId, t.voucherId, t.id).where(sql`status = 'PENDING'`),
  index('pending_points_due_on')
    .on(t.projectId, t.voucherId, t.activatesOn, t.id)
    .where(sql`status = 'PENDING'`),
  index('pending_points_due').on(t.projectId, t.activatesOn, t.id).where(sql`status = 'PENDING'`),
  index('pending_points_of_order').on(t.projectId, t.orderId, t.id).where(sql`status = 'PENDING'`),
  check('pending_points_points', sql`${t.points} > 0`)
])

export const events = things('events', {
  ...ofProject,
  /** Of the first of them. */
  id: text().notNull(),
  customerId: text(),
  groupId: text().notNull(),
  source: json<model.EventSource>().notNull(),
  events: json<model.StoredEvents['events']>().notNull(),
  createdAt: text().notNull()
})()

export const exports = things('exports', {
  ...thing,
  exportedObject: text().$type<model.ExportedObject>().notNull(),
  status: text().$type<model.Export['status']>().notNull(),
  channel: text().notNull(),
  parameters: json<model.ExportParameters>().notNull(),
  userId: text(),
  processed: whole().notNull(),
  createdAt: text().notNull()
})(t => [
  index('exports_created').on(t.projectId, t.createdAt, t.id),
  index('exports_status').on(t.projectId, t.status, t.id)
])

export const exportFiles = table('export_files', {
  projectId: text().notNull(),
  exportId: text().notNull(),
  /** 0-based; the file is its parts in order. */
  part: whole().notNull(),
  content: text().notNull()
})(t => [
  primaryKey({ columns: [t.projectId, t.exportId, t.part] }),
  refersTo('export_files_export', t.projectId, t.exportId, exports)
])

export const asyncActions = things('async_actions', {
  ...thing,
  type: text().$type<model.AsyncActionType>().notNull(),
  status: text().$type<model.AsyncAction['status']>().notNull(),
  operationStatus: text().$type<NonNullable<model.AsyncAction['operationStatus']>>(),
  result: json<model.Json>(),
  requestId: text().notNull(),
  progress: whole().notNull(),
  processingTimeMs: whole(),
  ...stamps
})(t => [check('async_actions_progress', sql`${t.progress} >= 0 and ${t.progress} <= 100`)])

export const jobs = things('jobs', {
  ...thing,
  task: text().$type<model.TaskName>().notNull(),
  queue: text(),
  asyncActionId: text(),
  data: json<model.Json>(),
  done: whole().notNull(),
  total: whole().notNull(),
  attempts: whole().notNull(),
  runAt: text().notNull(),
  owner: text(),
  leaseUntil: text(),
  createdAt: text().notNull()
})(t => [
  index('jobs_due').on(t.runAt, t.id),
  index('jobs_of_queue').on(t.projectId, t.queue, t.id),
  // Of a queue one job has an owner, also when two workers claim at the same moment.
  uniqueIndex('jobs_owned').on(t.projectId, t.queue).where(sql`owner is not null`)
])

/** The row that units write before they queue a job, so that they count its project's in turn. */
export const jobTurns = table('job_turns', { ...ofProject })(t => [
  primaryKey({ columns: [t.projectId] })
])

/** Which process carries out what is due in a project by the calendar. */
export const timerLeases = table('timer_leases', {
  ...ofProject,
  owner: text().notNull(),
  leaseUntil: text().notNull()
})(t => [primaryKey({ columns: [t.projectId] })])

export const jobChunks = table('job_chunks', {
  projectId: text().notNull(),
  jobId: text().notNull(),
  /** 0-based; carried out in order and deleted as done. */
  index: whole().notNull(),
  items: json<readonly model.Json[]>().notNull()
})(t => [
  primaryKey({ columns: [t.projectId, t.jobId, t.index] }),
  refersTo('job_chunks_job', t.projectId, t.jobId, jobs)
])

/** What was answered to requests with a key, so that a repetition gets the same bytes. */
export const receipts = things('receipts', {
  ...ofProject,
  /** Made of the project and the key by a hash; the key itself is never stored. */
  id: text().notNull(),
  operationId: text().notNull(),
  requestHash: text().notNull(),
  answer: text(),
  customerIds: json<readonly string[]>(),
  createdAt: text().notNull()
})(t => [index('receipts_age').on(t.projectId, t.createdAt)])
