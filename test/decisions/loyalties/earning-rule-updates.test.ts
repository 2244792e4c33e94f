import t from 'tap'
import {
  deleteEarningRule,
  disableEarningRule,
  enableEarningRule,
  type UpdateEarningRule,
  type UpdateEarningRuleFacts,
  updateEarningRule
} from '../../../src/decisions/loyalties/earning-rule-updates.ts'
import type { EarningRule } from '../../../src/model.ts'
import { givenCampaign, givenOccasion, givenValidity, NOW } from '../../support/given.ts'
import {
  givenEarningRule,
  givenProperty,
  givenRule,
  givenRuleAssignment,
  givenSchema
} from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

const bound = givenEarningRule({ validationRuleId: 'val_1', banner: 'For you', pendingDays: 3 })
const assignment = givenRuleAssignment({
  relatedObjectType: 'earning_rule',
  relatedObjectId: 'ern_1'
})

function facts(over: Partial<UpdateEarningRuleFacts> = {}): UpdateEarningRuleFacts {
  return {
    rule: bound,
    campaign: givenCampaign(),
    productIds: new Set(['prod_1']),
    skuIds: new Set(),
    collectionIds: new Set(),
    validationRule: null,
    assignments: [assignment],
    schema: givenSchema({ properties: { colour: givenProperty() } }),
    ...over
  }
}

const perItem = (id: string) => ({
  type: 'PROPORTIONAL' as const,
  calculationType: 'ORDER_ITEMS_QUANTITY' as const,
  orderItems: { quantity: { every: 1, points: 2, object: 'product' as const, id } }
})

const months = {
  periodType: 'MONTH',
  periodValue: 6,
  roundingType: null,
  roundingValue: null
} as const

//                     command, and what is another way
const updates: [string, UpdateEarningRule, Partial<EarningRule>][] = [
  [
    'everything but what binds it',
    {
      loyalty: perItem('prod_1'),
      banner: null,
      validity: { startDate: NOW, timeframe: { interval: 'P1W', duration: 'P1D' } },
      pendingDays: null,
      expirationRules: months,
      metadata: { colour: 'red' }
    },
    {
      earning: {
        type: 'PROPORTIONAL',
        calculation: 'ORDER_ITEMS_QUANTITY',
        every: 1,
        points: 2,
        property: null,
        targets: [{ object: 'product', id: 'prod_1' }]
      },
      banner: null,
      validity: givenValidity({ startDate: NOW, timeframe: { interval: 'P1W', duration: 'P1D' } }),
      pendingDays: null,
      expirationRules: months,
      metadata: { colour: 'red' }
    }
  ],
  ['one thing', { pendingDays: 7 }, { pendingDays: 7 }]
]

t.test('updateEarningRule: what is said is another way, the rest stays', t => {
  table(t, updates, (t, _, command, over) => {
    const rule = { ...bound, ...over, updatedAt: NOW }
    t.strictSame(updateEarningRule(facts(), command, givenOccasion()), {
      result: rule,
      changes: [{ kind: 'earningRule.updated', rule, updatedAtBefore: null }]
    })
  })
  for (const command of [{}, { validationRuleId: 'val_1', banner: 'For you' }]) {
    const known = facts({ validationRule: givenRule() })
    const same = updateEarningRule(known, command, givenOccasion())
    t.strictSame(same, { result: bound, changes: [] }, 'nothing new writes nothing')
  }
  t.end()
})

t.test('updateEarningRule: the counts of what binds it stay true', t => {
  const unassigned = { kind: 'validationRule.unassigned', assignmentId: 'asgm_1', ruleId: 'val_1' }
  const free = updateEarningRule(facts(), { validationRuleId: null }, givenOccasion())
  const loose = { ...bound, validationRuleId: null, updatedAt: NOW }
  t.strictSame(free, {
    result: loose,
    changes: [{ kind: 'earningRule.updated', rule: loose, updatedAtBefore: null }, unassigned]
  })
  const known = facts({ validationRule: givenRule({ id: 'val_2' }) })
  const other = updateEarningRule(known, { validationRuleId: 'val_2' }, givenOccasion())
  const rule = { ...bound, validationRuleId: 'val_2', updatedAt: NOW }
  t.strictSame(other, {
    result: rule,
    changes: [
      { kind: 'earningRule.updated', rule, updatedAtBefore: null },
      unassigned,
      {
        kind: 'validationRule.assigned',
        assignment: { ...assignment, id: 'asgm_000001', ruleId: 'val_2', createdAt: NOW }
      }
    ]
  })
  t.end()
})

// In descending precedence.
const refusals: [string, UpdateEarningRule, string, RegExp][] = [
  [
    'an unknown validation rule',
    { validationRuleId: 'val_9', loyalty: { type: 'FIXED' } },
    'not_found',
    /validation_rule with id val_9/
  ],
  [
    'points without a number',
    { loyalty: { type: 'FIXED' }, pendingDays: 0 },
    'missing_param',
    /^Parameter 'loyalty\.points' is required$/
  ],
  [
    'a block that is not used',
    { loyalty: { ...perItem('prod_1'), points: 1 } },
    'invalid_payload',
    /^Property \.loyalty\.points: /
  ],
  [
    'an unknown product',
    { loyalty: perItem('prod_9'), pendingDays: 0 },
    'not_found',
    /product with id prod_9/
  ],
  [
    'a timeframe from nowhere',
    { validity: { timeframe: { interval: 'P1W', duration: 'P1D' } }, pendingDays: 0 },
    'invalid_payload',
    /^Property \.start_date: /
  ],
  ['no days', { pendingDays: 0 }, 'invalid_payload', /^Property \.pending_points\.period_value: 0/],
  ['metadata', { metadata: { colour: 5 } }, 'metadata_validation_failed', /^metadata: colour: /]
]

t.test('updateEarningRule: refuses what could not be made so', t => {
  table(t, refusals, (t, _, command, key, details) => {
    t.match(updateEarningRule(facts(), command, givenOccasion()), { refusal: { key, details } })
  })
  t.end()
})

t.test('enableEarningRule, disableEarningRule: and nothing where it is so', t => {
  const on = givenEarningRule({ updatedAt: NOW })
  const off = givenEarningRule({ active: false })
  const disabled = { ...on, active: false, updatedAt: '2026-03-01T10:00:00.001Z' }
  t.strictSame(disableEarningRule({ rule: on }, givenOccasion()), {
    result: disabled,
    changes: [{ kind: 'earningRule.updated', rule: disabled, updatedAtBefore: NOW }]
  })
  t.match(enableEarningRule({ rule: off }, givenOccasion()), { result: { active: true } })
  t.strictSame(enableEarningRule({ rule: on }, givenOccasion()), { result: on, changes: [] })
  t.strictSame(disableEarningRule({ rule: off }, givenOccasion()), { result: off, changes: [] })
  t.end()
})

t.test('deleteEarningRule: goes with what binds it, unless a tier names it', t => {
  const known = { rule: bound, users: [], assignments: [assignment] }
  t.strictSame(deleteEarningRule(known), {
    result: null,
    changes: [
      { kind: 'validationRule.unassigned', assignmentId: 'asgm_1', ruleId: 'val_1' },
      { kind: 'resource.deleted', resource: 'earning_rule', id: 'ern_1' }
    ]
  })
  const users = [{ type: 'loyalty_tier', id: 'ltr_1' }] as const
  t.match(deleteEarningRule({ ...known, users }), {
    refusal: { key: 'resource_in_use', details: /in use by loyalty_tier ltr_1; take it out/ }
  })
  t.end()
})
