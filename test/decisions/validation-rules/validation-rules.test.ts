import t from 'tap'
import type { KnownItem } from '../../../src/decisions/product-collections/product-collections.ts'
import {
  factsOf,
  type Known,
  type RulePlace
} from '../../../src/decisions/validation-rules/facts.ts'
import {
  type Binding,
  type CreateValidationRule,
  createValidationRule,
  createValidationRuleAssignment,
  deleteValidationRule,
  deleteValidationRuleAssignment,
  omissionsAt,
  placeOfEvent,
  RESTATED_MAX,
  type UpdateValidationRule,
  updateValidationRule
} from '../../../src/decisions/validation-rules/validation-rules.ts'
import type { Applicability, AssignedTo, RuleSet, ValidationRule } from '../../../src/model.ts'
import { RULE_NAMES } from '../../../src/rules/vocabulary.ts'
import { givenCoupon, givenOccasion, NOW } from '../../support/given.ts'
import { givenOrder } from '../../support/given-goods.ts'
import { givenEarningRule, givenRule, givenRuleAssignment } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

const twenty = givenRule()

function asked(over: Partial<CreateValidationRule> = {}): CreateValidationRule {
  return { name: 'Orders of 20.00 and more', rules: twenty.rules, ...over }
}

const item = (object: 'product' | 'sku' | 'products_collection', id: string) => ({
  object,
  id,
  sourceId: null
})
const beans: Applicability = {
  excluded: [item('sku', 'sku_1')],
  included: [item('product', 'prod_1'), item('products_collection', 'pc_1')],
  includedAll: false
}
const knownItems = new Map<string, KnownItem>([
  ['prod_1', { object: 'product', sourceId: 'beans', productId: null }],
  ['sku_1', { object: 'sku', sourceId: null, productId: 'prod_1' }],
  ['pc_1', { object: 'products_collection', sourceId: null, productId: null }]
])
/** Under the source ids that are stored. */
const storedBeans: Applicability = {
  excluded: [item('sku', 'sku_1')],
  included: [
    { ...item('product', 'prod_1'), sourceId: 'beans' },
    item('products_collection', 'pc_1')
  ],
  includedAll: false
}

//                               command                            the rule
const created: [string, Partial<CreateValidationRule>, Partial<ValidationRule>][] = [
  ['nothing said but the rules', {}, {}],
  [
    'nulls say nothing',
    { errorMessage: null, applicableTo: null, type: null, contextType: null },
    {}
  ],
  ['an empty message says nothing either', { errorMessage: '' }, {}],
  [
    'no entry, only what it applies to',
    { rules: {}, applicableTo: beans },
    { rules: {}, applicableTo: storedBeans }
  ],
  [
    'everything there is to say',
    {
      errorMessage: 'Add something small',
      applicableTo: beans,
      type: 'advanced',
      contextType: 'earning_rule.order.paid'
    },
    {
      errorMessage: 'Add something small',
      applicableTo: storedBeans,
      type: 'advanced',
      contextType: 'earning_rule.order.paid'
    }
  ]
]

t.test('createValidationRule: compiled, and bound to nothing yet', t => {
  table(t, created, (t, _, command, over) => {
    const rule = givenRule({ id: 'val_000001', createdAt: NOW, ...over })
    t.strictSame(createValidationRule({ knownItems }, asked(command), givenOccasion()), {
      result: rule,
      changes: [{ kind: 'validationRule.created', rule }]
    })
  })
  t.end()
})

const odd = { 1: { name: 'order.colour' } } as unknown as RuleSet
const stranger: Applicability = { ...beans, excluded: [item('sku', 'sku_1'), item('sku', 'sku_9')] }

// In descending precedence.
//                                command                               key, and details
const refusals: [string, Partial<CreateValidationRule>, string, RegExp][] = [
  [
    'an unknown name',
    { rules: odd, contextType: 'x' },
    'invalid_validation_rules',
    /^Property \.rules\.1\.name: "order\.colour"/
  ],
  [
    'a context that is none',
    { contextType: 'x', applicableTo: stranger },
    'invalid_validation_rules',
    /\.context_type: "x" is no context/
  ],
  [
    'logic that cannot be read',
    { rules: { ...twenty.rules, logic: '1 and (2' } },
    'invalid_validation_rules',
    /^Property \.rules\.logic: There is no entry 2, named at position 8/
  ],
  [
    'something excluded that is not there',
    { applicableTo: { ...stranger, included: [item('product', 'prod_9')] } },
    'not_found',
    /^Cannot find sku with id sku_9, named by applicable_to\.excluded\[1\]; create it first/
  ],
  [
    'something included that is not there',
    { applicableTo: { ...beans, included: [...beans.included, item('product', 'prod_9')] } },
    'not_found',
    /^Cannot find product with id prod_9, named by applicable_to\.included\[2\]; create it/
  ]
]

t.test('createValidationRule: refuses, with the path of the mistake', t => {
  table(t, refusals, (t, _, command, key, details) => {
    const decision = createValidationRule({ knownItems }, asked(command), givenOccasion())
    t.match(decision, { refusal: { key, details } })
  })
  t.end()
})

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

t.test('placeOfEvent: where the rule of an earning rule is judged', t => {
  table(t, places, (t, event, place) => {
    t.equal(placeOfEvent(event), place)
  })
  t.end()
})

const nothing: Known = {
  customer: null,
  segments: [],
  order: null,
  collections: new Map(),
  eventMetadata: null,
  redemption: null
}

/** What each place can bring at most. */
const brought: { readonly [Where in RulePlace]: Known } = {
  order: { ...nothing, order: givenOrder() },
  custom_event: { ...nothing, eventMetadata: {} },
  customer: nothing,
  redemption: {
    ...nothing,
    redemption: {
      metadata: {},
      apiKey: 'app-1',
      points: null,
      credit: 100,
      byHolder: true,
      counts: null
    }
  }
}

t.test('omissionsAt: leaves out what the facts of the place call impossible', async t => {
  for (const [place, known] of Object.entries(brought) as [RulePlace, Known][]) {
    for (const [name, { needsProperty, reading }] of RULE_NAMES) {
      const property = needsProperty ? 'p' : null
      const entry = { name, property, conditions: { $is: ['x'] } }
      // A name read line by line stands inside another, and is impossible with it.
      const inside = reading === 'line'
      const rules: RuleSet = {
        1: inside ? { name: 'order.items.any', rules: { 1: entry } } : entry
      }
      const impossible = factsOf(known).fact(name, property, null).kind === 'impossible'
      const gone = inside ? ['order.items.any', name] : [name]
      const outcome = impossible ? { valid: 'INVALID' } : { omitted: [], valid: 'VALID' }
      const found = omissionsAt(rules, place)
      t.match(found, outcome, `${place}: ${name}`)
      if (impossible)
        t.ok(
          gone.some(each => found.omitted.includes(each)),
          'and names it'
        )
    }
  }
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
const bound: [string, AssignedTo, string | null, RuleSet, string, string[]][] = [
  ['a campaign', 'campaign', null, either, 'VALID', []],
  ['a reward on offer', 'reward_assignment', null, either, 'VALID', []],
  ['an order that earns', 'earning_rule', 'order.paid', either, 'VALID', []],
  ['a custom event', 'earning_rule', 'visited', either, PART, ['order.amount']],
  ['a reward that is limited', 'reward_assignment', null, rare(once), 'VALID', []],
  ['an order, where nothing is redeemed', 'earning_rule', 'order.paid', rare(once), PART, [once]],
  ['a tier, where nothing is redeemed', 'earning_rule', TIER, rare(once), PART, [once]],
  ['a voucher, which may be a gift card', 'voucher', null, rare(credit), 'VALID', []],
  [
    'a custom event, and nothing is left',
    'earning_rule',
    'visited',
    twenty.rules,
    'INVALID',
    ['order.amount']
  ]
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

t.test('createValidationRuleAssignment: refuses what is not there, and a second time', async t => {
  const command = { relatedObjectType: 'earning_rule', relatedObjectId: 'ern_9' } as const
  const assignment = givenRuleAssignment()
  t.strictSame(
    createValidationRuleAssignment(
      { rule: twenty, related: null, assignment },
      command,
      givenOccasion()
    ),
    {
      refusal: {
        key: 'not_found',
        details: 'Cannot find earning_rule with id ern_9',
        resourceId: 'ern_9',
        resourceType: 'earning_rule'
      }
    }
  )
  const related = { id: 'ern_9', event: 'order.paid' }
  t.strictSame(
    createValidationRuleAssignment({ rule: twenty, related, assignment }, command, givenOccasion()),
    {
      refusal: {
        key: 'duplicate_found',
        details:
          'Duplicated validation_rules_assignment exists with rule val_1 on earning_rule ern_9; ' +
          'choose another or use that one',
        resourceId: 'asgm_1',
        resourceType: 'validation_rules_assignment'
      }
    }
  )
})

const stored = givenRule({ errorMessage: 'Add something', applicableTo: storedBeans })
const thirty: RuleSet = { 1: { name: 'order.amount', conditions: { $more_than: [3000] } } }

//                               sent                               what changes
const updates: [string, UpdateValidationRule, Partial<ValidationRule> | null][] = [
  ['nothing', {}, null],
  ['what is stored', { name: stored.name, rules: stored.rules, applicableTo: beans }, null],
  ['a name', { name: 'Dear' }, { name: 'Dear' }],
  ['other rules', { rules: thirty }, { rules: thirty }],
  ['no words', { errorMessage: null }, { errorMessage: null }],
  ['empty words', { errorMessage: '' }, { errorMessage: null }],
  ['other words', { errorMessage: 'More' }, { errorMessage: 'More' }],
  [
    'something else it applies to, under its own names',
    { applicableTo: { ...beans, excluded: [] } },
    { applicableTo: { ...storedBeans, excluded: [] } }
  ]
]

t.test('updateValidationRule: what is sent counts', t => {
  table(t, updates, (t, _, command, over) => {
    const rule = over === null ? stored : { ...stored, ...over, updatedAt: NOW }
    const facts = { rule: stored, knownItems, bindings: [] }
    t.strictSame(updateValidationRule(facts, command, givenOccasion()), {
      result: rule,
      changes:
        over === null ? [] : [{ kind: 'validationRule.updated', rule, updatedAtBefore: null }]
    })
  })
  t.end()
})

t.test('updateValidationRule: refuses what a new rule could not be', async t => {
  const facts = { rule: stored, knownItems, bindings: [] }
  t.match(updateValidationRule(facts, { rules: odd, applicableTo: stranger }, givenOccasion()), {
    refusal: { key: 'invalid_validation_rules', details: /rules\.1\.name/ }
  })
  t.match(updateValidationRule(facts, { applicableTo: stranger }, givenOccasion()), {
    refusal: { key: 'not_found', resourceType: 'sku', resourceId: 'sku_9' }
  })
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
  const facts = { rule: twenty, knownItems, bindings: [onCampaign, onEvent] }
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
      { rule: twenty, knownItems, bindings: many(binding) },
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

t.test('deleteValidationRule: goes where it binds nothing', async t => {
  t.strictSame(deleteValidationRule({ rule: twenty, users: [] }), {
    result: null,
    changes: [{ kind: 'resource.deleted', resource: 'validation_rule', id: 'val_1' }]
  })
  const users = [{ type: 'earning_rule', id: 'ern_1' }] as const
  t.match(deleteValidationRule({ rule: twenty, users }), {
    refusal: {
      key: 'resource_in_use',
      details:
        'Resource validation_rule val_1 is in use by earning_rule ern_1; ' +
        'delete its assignments first'
    }
  })
})

t.test('deleteValidationRuleAssignment: and an earning rule has no rule any more', async t => {
  const { assignment } = onEvent
  const unassigned = {
    kind: 'validationRule.unassigned',
    assignmentId: 'asgm_2',
    ruleId: 'val_1'
  } as const
  t.strictSame(deleteValidationRuleAssignment({ assignment, earningRule: null }, givenOccasion()), {
    result: null,
    changes: [unassigned]
  })
  const earningRule = givenEarningRule({ validationRuleId: 'val_1' })
  const rule = { ...earningRule, validationRuleId: null, updatedAt: NOW }
  t.strictSame(deleteValidationRuleAssignment({ assignment, earningRule }, givenOccasion()), {
    result: null,
    changes: [unassigned, { kind: 'earningRule.updated', rule, updatedAtBefore: null }]
  })
})
