import t from 'tap'
import type { Taken } from '../../../src/decisions/discounts/judging.ts'
import {
  namesLeftOut,
  type Scenario,
  shows,
  unaskedIn
} from '../../../src/decisions/discounts/qualification.ts'
import type { ValidationRule } from '../../../src/model.ts'
import { givenRule, givenRuleAssignment } from '../../support/given-rules.ts'

const bound = (over: Partial<ValidationRule>) => ({
  rule: givenRule(over),
  assignment: givenRuleAssignment()
})

t.test('which names are not asked for', async t => {
  //                                                  ALL paying, not paying, AUDIENCE_ONLY
  const rows: readonly (readonly [string, boolean, boolean, boolean])[] = [
    ['campaign.redemptions.count', true, true, true],
    ['campaign.orders.amount_discounted', true, true, true],
    ['redemption.count.per_customer', true, true, true],
    ['redemption.count.per_customer.weekly', true, true, true],
    ['order.initial_amount', true, true, true],
    ['redemption.gift.amount', false, true, true],
    ['redemption.reward.pay_with_points.points_used', false, true, true],
    ['order.amount', false, false, true],
    ['product.id', false, false, true],
    ['redemption.count.daily', false, false, false],
    ['redemption.metadata', false, false, false],
    ['customer.segment', false, false, false],
    ['no.such.name', false, false, false]
  ]
  for (const [name, paying, idle, audience] of rows) {
    const found = [
      unaskedIn('ALL', { pays: true })(name),
      unaskedIn('ALL', { pays: false })(name),
      unaskedIn('AUDIENCE_ONLY', { pays: true })(name)
    ]
    t.strictSame(found, [paying, idle, audience], name)
  }
})

t.test('what is left out is told by name, once, also of nested rules', async t => {
  const nested = {
    1: {
      name: 'order.items.any',
      conditions: { $is: ['prod_1'] },
      rules: { 1: { name: 'order.items.quantity', conditions: { $more_than: [1] } } }
    },
    2: { name: 'customer.segment', conditions: { $is: ['seg_1'] } }
  }
  const rules = [
    bound({ rules: nested }),
    bound({ rules: nested }),
    bound({ rules: { 1: {} } as never })
  ]
  const unasked = unaskedIn('AUDIENCE_ONLY', { pays: true })
  t.strictSame(namesLeftOut(rules, unasked), ['order.items.any', 'order.items.quantity'])
})

type Line = Partial<Taken['cart']['lines'][number]>

function taken(...lines: readonly Line[]): Taken {
  const all = lines.map(line => ({
    ...{ index: 0, ids: ['prod_1', 'pc_1'] },
    ...{ appliedDiscountAmount: null, appliedDiscountQuantity: null },
    ...line
  }))
  return { cart: { lines: all } } as unknown as Taken
}

const entry = (name: string, operator: string, operand: unknown) => ({
  rules: { 1: { name, conditions: { [operator]: [operand] } } } as never
})
const including = (id: string) => ({
  rules: {},
  applicableTo: {
    excluded: [],
    included: [{ object: 'product' as const, id, sourceId: null }],
    includedAll: false
  }
})

t.test('what is about goods of the order', async t => {
  const off = taken({ appliedDiscountAmount: 5 })
  const nothing = taken({})
  //       what            taken    rule          about goods, discounts them
  const rows: readonly (readonly [string, Taken, Partial<ValidationRule>, boolean, boolean])[] = [
    ['off a line', off, {}, true, true],
    ['a line made free', taken({ appliedDiscountQuantity: 1 }), {}, true, true],
    ['goods that it gave', taken({ index: null, appliedDiscountQuantity: 1 }), {}, false, false],
    ['off the order', nothing, {}, false, false],
    ['a rule of the product', nothing, entry('product.id', '$is', 'prod_1'), true, false],
    ['of its collection', nothing, entry('order.items.any', '$in', 'pc_1'), true, false],
    ['named whole', nothing, entry('product.id', '$is', { id: 'prod_1' }), true, false],
    ['by source id', nothing, entry('product.id', '$is', { source_id: 'mug' }), false, false],
    ['of another', nothing, entry('product.id', '$is', 'prod_2'), false, false],
    ['without it', nothing, entry('product.id', '$is_not', 'prod_1'), false, false],
    ['of another name', nothing, entry('customer.segment', '$is', 'prod_1'), false, false],
    ['by a number', nothing, entry('product.id', '$is', 7), false, false],
    ['covered', nothing, including('prod_1'), true, false],
    ['covering others', nothing, including('prod_2'), false, false]
  ]
  for (const [what, step, rule, isAbout, isDiscounted] of rows) {
    const rules = [bound({ rules: {}, ...rule })]
    const of = (scenario: Scenario) => shows(scenario, step, rules)
    t.strictSame([of('PRODUCTS'), of('PRODUCTS_BY_CUSTOMER')], [isAbout, isAbout], what)
    const discounts = [of('PRODUCTS_DISCOUNT'), of('PRODUCTS_DISCOUNT_BY_CUSTOMER')]
    t.strictSame(discounts, [isDiscounted, isDiscounted], what)
    t.strictSame([of('ALL'), of('CUSTOMER_WALLET'), of('AUDIENCE_ONLY')], [true, true, true], what)
  }
})
