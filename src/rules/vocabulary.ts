/**
 * The names that entries of a validation rule may have, and the places a rule may be assigned to.
 *
 * There is one table because compiling, judging and choosing the code of a refusal must agree on
 * it. The meaning of each name in stored data is in the facts of the decisions.
 *
 * Spec: ValidationRuleEntry.name, ValidationRule.context_type.
 */

/** The kind of rule that a failed entry breaks. */
export type RuleCategory =
  | 'customer'
  | 'order'
  | 'product'
  | 'redemption'
  | 'campaign'
  | 'publication'
  | 'event'

/**
 * How the conditions of an entry look at the fact:
 * - `value`: at the whole value, where a list is the set of things it belongs to;
 * - `anyOf`, `eachOf`: at its elements, of which one or all (and at least one) must pass;
 * - `line`: at one selected order line, inside the `rules` of an entry of the next kinds;
 * - `someLine`, `everyLine`, `noLine`: at the ids of order lines, which it selects.
 */
type Reading = 'value' | 'anyOf' | 'eachOf' | 'line' | 'someLine' | 'everyLine' | 'noLine'

export interface RuleName {
  readonly category: RuleCategory
  /** The entry must have a `property`; the others must have none. */
  readonly needsProperty: boolean
  readonly reading: Reading
}

const NO = false
const PROPERTY = true

const ROWS: readonly (readonly [string, RuleCategory, boolean, Reading])[] = [
  ['customer.segment', 'customer', NO, 'value'],
  ['customer.metadata', 'customer', PROPERTY, 'value'],

  ['order.amount', 'order', NO, 'value'],
  ['order.total_amount', 'order', NO, 'value'],
  ['order.initial_amount', 'order', NO, 'value'],
  ['order.metadata', 'order', PROPERTY, 'value'],
  ['order.items.count', 'order', NO, 'value'],
  ['order.items.price_any', 'order', NO, 'anyOf'],
  ['order.items.price_each', 'order', NO, 'eachOf'],
  ['order.items.metadata_any', 'order', PROPERTY, 'anyOf'],
  ['order.items.metadata_each', 'order', PROPERTY, 'eachOf'],
  ['order.items.any', 'order', NO, 'someLine'],
  ['order.items.every', 'order', NO, 'everyLine'],
  ['order.items.none', 'order', NO, 'noLine'],
  ['order.items.cheapest', 'order', NO, 'someLine'],
  ['order.items.most_expensive', 'order', NO, 'someLine'],
  ['order.items.quantity', 'order', NO, 'line'],
  ['order.items.price', 'order', NO, 'line'],
  ['order.items.metadata', 'order', PROPERTY, 'line'],
  ['order.items.aggregated_quantity', 'order', NO, 'value'],
  ['order.items.aggregated_amount', 'order', NO, 'value'],

  ['product.id', 'product', NO, 'value'],
  ['product.price', 'product', NO, 'anyOf'],
  ['product.quantity', 'product', NO, 'anyOf'],
  ['product.discount_applicable', 'product', NO, 'anyOf'],
  ['product.metadata', 'product', PROPERTY, 'anyOf'],
  ['product.metadata.aggregated_quantity', 'product', PROPERTY, 'value'],
  ['product.metadata.aggregated_amount', 'product', PROPERTY, 'value'],
  ['product.metadata.discount_applicable', 'product', PROPERTY, 'anyOf'],
  ['product.metadata.match_all', 'product', PROPERTY, 'eachOf'],
  ['sku.id', 'product', NO, 'value'],
  ['sku.price', 'product', NO, 'anyOf'],
  ['sku.quantity', 'product', NO, 'anyOf'],
  ['sku.discount_applicable', 'product', NO, 'anyOf'],

  ['campaign.orders.amount', 'campaign', NO, 'value'],
  ['campaign.orders.amount_discounted', 'campaign', NO, 'value'],
  ['campaign.redemptions.count', 'campaign', NO, 'value'],
  ['campaign.redemptions.count.daily', 'campaign', NO, 'value'],
  ['campaign.redemptions.count.weekly', 'campaign', NO, 'value'],
  ['campaign.redemptions.count.monthly', 'campaign', NO, 'value'],
  ['campaign.redemptions.customers_count', 'campaign', NO, 'value'],
  ['campaign.redemptions.customers_count.daily', 'campaign', NO, 'value'],
  ['campaign.redemptions.customers_count.weekly', 'campaign', NO, 'value'],
  ['campaign.redemptions.customers_count.monthly', 'campaign', NO, 'value'],

  ['redemption.metadata', 'redemption', PROPERTY, 'value'],
  ['redemption.gift.amount', 'redemption', NO, 'value'],
  ['redemption.count.daily', 'redemption', NO, 'value'],
  ['redemption.count.weekly', 'redemption', NO, 'value'],
  ['redemption.count.monthly', 'redemption', NO, 'value'],
  ['redemption.count.per_customer', 'redemption', NO, 'value'],
  ['redemption.count.per_customer.daily', 'redemption', NO, 'value'],
  ['redemption.count.per_customer.weekly', 'redemption', NO, 'value'],
  ['redemption.count.per_customer.monthly', 'redemption', NO, 'value'],
  ['redemption.api_key', 'redemption', NO, 'value'],
  ['redemption.count.per_api_key', 'redemption', NO, 'value'],
  ['redemption.user.login', 'redemption', NO, 'value'],
  ['redemption.count.per_user', 'redemption', NO, 'value'],
  ['redemption.reward.pay_with_points.points_used', 'redemption', NO, 'value'],

  ['publication.redeemable_by_linked_customer', 'publication', NO, 'value'],

  ['custom_event.metadata', 'event', PROPERTY, 'value']
]

/** Every name an entry may have. */
export const RULE_NAMES: ReadonlyMap<string, RuleName> = new Map(
  ROWS.map(([name, category, needsProperty, reading]) => [
    name,
    { category, needsProperty, reading }
  ])
)

const DISCOUNT_EFFECTS = [
  'apply_to_order',
  'apply_to_items',
  'apply_to_items_proportionally',
  'apply_to_items_proportionally_by_quantity',
  'apply_to_items_by_quantity',
  'fixed.apply_to_items',
  'percent.apply_to_items'
]

function discounts(owner: string): string[] {
  return [owner, ...DISCOUNT_EFFECTS.map(effect => `${owner}.discount.${effect}`)]
}

function gifts(owner: string): string[] {
  return [owner, `${owner}.gift.apply_to_order`, `${owner}.gift.apply_to_items`]
}

/** Every `context_type`: the kind of thing a rule is meant to be assigned to. */
export const CONTEXT_TYPES: ReadonlySet<string> = new Set([
  'global',
  'earning_rule.order.paid',
  'earning_rule.custom_event',
  'earning_rule.customer.segment.entered',
  'earning_rule.customer.tier.joined',
  'earning_rule.customer.tier.left',
  'earning_rule.customer.tier.upgraded',
  'earning_rule.customer.tier.downgraded',
  'earning_rule.customer.tier.prolonged',
  ...discounts('campaign.discount_coupons'),
  ...discounts('campaign.referral_program'),
  ...discounts('campaign.promotion'),
  ...gifts('campaign.gift_vouchers'),
  'campaign.loyalty_program',
  ...discounts('voucher.discount_voucher'),
  ...gifts('voucher.gift_voucher'),
  'voucher.loyalty_card',
  'distribution.custom_event',
  'distribution.order.paid',
  'distribution.order.created',
  'distribution.order.canceled',
  'distribution.order.updated',
  'reward_assignment.pay_with_points'
])
