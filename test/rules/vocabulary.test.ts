import t from 'tap'
import { CONTEXT_TYPES, RULE_NAMES } from '../../src/rules/validation.ts'

/** Of names that count in periods: ever, and in each of them. */
const every = (name: string) => [name, `${name}.daily`, `${name}.weekly`, `${name}.monthly`]
const items = (...names: string[]) => names.map(name => `order.items.${name}`)
const product = (...names: string[]) => names.map(name => `product.${name}`)

t.test('RULE_NAMES: every name that a rule may have, and no other', async t => {
  const names = [
    ...['customer.segment', 'customer.metadata'],
    ...['order.amount', 'order.total_amount', 'order.initial_amount', 'order.metadata'],
    ...items('count', 'price_any', 'price_each', 'metadata_any', 'metadata_each'),
    ...items('any', 'every', 'none', 'cheapest', 'most_expensive'),
    ...items('quantity', 'aggregated_quantity', 'price', 'aggregated_amount', 'metadata'),
    ...product('id', 'price', 'quantity', 'discount_applicable', 'metadata'),
    ...product('metadata.aggregated_quantity', 'metadata.aggregated_amount'),
    ...product('metadata.discount_applicable', 'metadata.match_all'),
    ...['sku.id', 'sku.price', 'sku.quantity', 'sku.discount_applicable'],
    ...['campaign.orders.amount', 'campaign.orders.amount_discounted'],
    ...every('campaign.redemptions.count'),
    ...every('campaign.redemptions.customers_count'),
    ...['redemption.metadata', 'redemption.gift.amount', 'redemption.api_key'],
    // Ever is what `redemption.quantity` of a voucher limits.
    ...every('redemption.count').slice(1),
    ...every('redemption.count.per_customer'),
    ...['redemption.count.per_api_key', 'redemption.user.login', 'redemption.count.per_user'],
    'redemption.reward.pay_with_points.points_used',
    'publication.redeemable_by_linked_customer',
    'custom_event.metadata'
  ]
  t.strictSame([...RULE_NAMES.keys()].toSorted(), names.toSorted())
})

t.test('RULE_NAMES: each name belongs to the category that its first word says', async t => {
  const categories = new Map([
    ['sku', 'product'],
    ['custom_event', 'event']
  ])
  for (const [name, { category }] of RULE_NAMES) {
    const word = name.split('.')[0] as string
    t.equal(category, categories.get(word) ?? word, name)
  }
})

t.test('RULE_NAMES: what reads metadata needs to know which', async t => {
  for (const [name, { needsProperty }] of RULE_NAMES) {
    t.equal(needsProperty, name.includes('metadata'), name)
  }
})

t.test('CONTEXT_TYPES: where a rule can be assigned', async t => {
  t.equal(CONTEXT_TYPES.size, 55)
  for (const context of [
    'global',
    'earning_rule.order.paid',
    'reward_assignment.pay_with_points',
    'campaign.discount_coupons.discount.apply_to_items',
    'campaign.discount_coupons.discount.apply_to_items_by_quantity',
    'campaign.gift_vouchers.gift.apply_to_items',
    'voucher.loyalty_card'
  ]) {
    t.ok(CONTEXT_TYPES.has(context), context)
  }
  t.notOk(CONTEXT_TYPES.has('campaign.loyalty_program.discount.apply_to_order'))
})
