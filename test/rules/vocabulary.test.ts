import t from 'tap'
import { CONTEXT_TYPES, RULE_NAMES } from '../../src/rules/vocabulary.ts'

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
