import t from 'tap'
import { applicabilityOf } from '../../../src/decisions/redemptions/limits.ts'
import {
  type Binding,
  createValidationRuleAssignment,
  placeOfEvent,
  RESTATED_MAX,
  type RulePlace,
  updateValidationRule
} from '../../../src/decisions/validation-rules.ts'
import type { AssignedTo, RuleSet } from '../../../src/model.ts'
import type { Applicability, ApplicableItem } from '../../../src/rules/validation.ts'
import { givenCoupon, givenOccasion, NOW } from '../../support/given.ts'
import { givenRule, givenRuleAssignment } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

t.test('applicabilityOf: what selective rules include and exclude, each thing once', async t => {
  const [beans, mug, tea] = ['prod_1', 'prod_2', 'prod_3'].map(id => ({
    object: 'product' as const,
    id,
    sourceId: null
  })) as [ApplicableItem, ApplicableItem, ApplicableItem]
  const bound = (applicableTo: Applicability) => ({
    assignment: givenRuleAssignment(),
    rule: givenRule({ applicableTo })
  })
  const rules = [
    bound({ included: [beans, mug], excluded: [], includedAll: false }),
    bound({ included: [mug], excluded: [tea], includedAll: false }),
    bound({ included: [tea], excluded: [beans], includedAll: true }),
    bound({ included: [tea], excluded: [], includedAll: true })
  ]
  t.strictSame(applicabilityOf([]), { included: [], excluded: [] })
  t.strictSame(applicabilityOf(rules), { included: [beans, mug], excluded: [tea, beans] })
})

const twenty = givenRule()

//                   event                                place
const places: [string, RulePlace][] = [
  ['order.paid', 'order'],
  ['customer.segment.entered', 'customer'],
  ['customer.loyalty.tier.joined', 'customer'],
  ['customer.loyalty.tier.left', 'customer'],
  ['customer.loyalty.tier.upgraded', 'customer'],
  ['customer.loyalty.tier.downgraded', 'customer'],
  ['customer.loyalty.tier.prolonged', 'customer'],
  ['product_reviewed', 'custom_event']
]

t.test('placeOfEvent: where the rule of an earning rule is judged', async t => {
  table(t, places, (t, event, place) => {
    t.equal(placeOfEvent(event), place)
  })
})

const rare = (name: string): RuleSet => ({
  1: { name, conditions: { $less_than_or_equal: [3] } },
  2: { name: 'customer.segment', conditions: { $is: ['seg_1'] } }
})
const once = 'redemption.count.per_customer'

const either: RuleSet = {
  1: { name: 'order.amount', conditions: { $more_than: [1] } },
  2: { name: 'customer.metadata', property: 'vip', conditions: { $is: [true] } }
}

const PART = 'PARTIALLY_VALID'
const TIER = 'customer.loyalty.tier.upgraded'
const credit = 'redemption.gift.amount'

//                          related to     an earning rule's event     status       omitted
// biome-ignore format: a table
const bound: [string, AssignedTo, string | null, RuleSet, string, string[]][] = [
  ['a campaign', 'campaign', null, either, 'VALID', []],
  ['a reward on offer', 'reward_assignment', null, either, 'VALID', []],
  ['an order that earns', 'earning_rule', 'order.paid', either, 'VALID', []],
  ['a custom event', 'earning_rule', 'visited', either, PART, ['order.amount']],
  ['a reward that is limited', 'reward_assignment', null, rare(once), 'VALID', []],
  ['an order, where nothing is redeemed', 'earning_rule', 'order.paid', rare(once), PART, [once]],
  ['a tier, where nothing is redeemed', 'earning_rule', TIER, rare(once), PART, [once]],
  ['a voucher, which may be a gift card', 'voucher', null, rare(credit), 'VALID', []],
  ['a custom event, and nothing is left', 'earning_rule', 'visited', twenty.rules, 'INVALID',
    ['order.amount']]
]

t.test('createValidationRuleAssignment: the place decides what the rule is worth there', t => {
  table(t, bound, (t, _, type, event, rules, validationStatus, validationOmittedRules) => {
    const assignment = {
      ...givenRuleAssignment({
        id: 'asgm_000001',
        relatedObjectType: type,
        relatedObjectId: 'x_1'
      }),
      validationStatus,
      validationOmittedRules,
      createdAt: NOW
    }
    const facts = { rule: givenRule({ rules }), related: { id: 'x_1', event }, assignment: null }
    const command = { relatedObjectType: type, relatedObjectId: 'the code or name of x_1' }
    t.strictSame(createValidationRuleAssignment(facts, command, givenOccasion()), {
      result: assignment,
      changes: [{ kind: 'validationRule.assigned', assignment }]
    })
  })
  t.end()
})

t.test('createValidationRuleAssignment: a voucher that a rule binds has a new version', async t => {
  const voucher = givenCoupon({ id: 'v_1', version: 4 })
  const related = { id: 'v_1', event: null, voucher }
  const command = { relatedObjectType: 'voucher', relatedObjectId: 'CODE' } as const
  const facts = { rule: twenty, related, assignment: null }
  const decided = createValidationRuleAssignment(facts, command, givenOccasion())
  const [bound, assigned] = 'changes' in decided ? decided.changes : []
  t.strictSame(bound, { kind: 'voucher.updated', voucher: { ...voucher, version: 5 } })
  t.match(assigned, { kind: 'validationRule.assigned', assignment: { relatedObjectId: 'v_1' } })
})

const onCampaign: Binding = { assignment: givenRuleAssignment(), event: null }
const onEvent: Binding = {
  assignment: givenRuleAssignment({
    id: 'asgm_2',
    relatedObjectType: 'earning_rule',
    relatedObjectId: 'ern_1'
  }),
  event: 'visited'
}

t.test('updateValidationRule: assignments say what is left of it where they are', async t => {
  const facts = { rule: twenty, knownItems: new Map(), bindings: [onCampaign, onEvent] }
  const rule = { ...twenty, rules: either, updatedAt: NOW }
  t.strictSame(updateValidationRule(facts, { rules: either }, givenOccasion()), {
    result: rule,
    changes: [
      { kind: 'validationRule.updated', rule, updatedAtBefore: null },
      { kind: 'validationRule.unassigned', assignmentId: 'asgm_2', ruleId: 'val_1' },
      {
        kind: 'validationRule.assigned',
        assignment: {
          ...onEvent.assignment,
          validationStatus: PART,
          validationOmittedRules: ['order.amount']
        }
      }
    ]
  })
})

t.test('updateValidationRule: refuses to set too many assignments anew', async t => {
  const many = (binding: Binding) => Array.from({ length: RESTATED_MAX + 1 }, () => binding)
  const asked = (binding: Binding) =>
    updateValidationRule(
      { rule: twenty, knownItems: new Map(), bindings: many(binding) },
      { rules: either },
      givenOccasion()
    )
  t.match(asked(onEvent), {
    refusal: {
      key: 'invalid_validation_rules',
      details: /^Property \.rules: more than 1000 assignments would have to be set anew/
    }
  })
  t.match(asked(onCampaign), { result: { rules: either } }, 'but not where they stay as they are')
})
