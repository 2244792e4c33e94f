import t from 'tap'
import {
  type CreatePromotionTier,
  type CreatePromotionTierFacts,
  createPromotionTier,
  deletePromotionTier,
  disablePromotionTier,
  enablePromotionTier,
  type UpdatePromotionTier,
  type UpdatePromotionTierFacts,
  updatePromotionTier
} from '../../../src/decisions/promotions/tiers.ts'
import type { Discount, PromotionTier } from '../../../src/model.ts'
import {
  givenCampaign,
  givenCategory,
  givenOccasion,
  givenPromotion,
  givenValidity,
  NOW
} from '../../support/given.ts'
import {
  givenPromotionTier,
  givenProperty,
  givenRuleAssignment,
  givenSchema
} from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

const summer = givenValidity({ startDate: NOW, timeframe: { interval: 'P1W', duration: 'P1D' } })
const crossed = givenValidity({ timeframe: { interval: 'P1W', duration: 'P1D' } })
const coloured = givenSchema({ properties: { colour: givenProperty() } })
const bad = { metadata: { colour: 5 } }

const TEN_OFF: Discount = { type: 'PERCENT', percent_off: 10, effect: 'APPLY_TO_ORDER' }

function tierFacts(over: Partial<CreatePromotionTierFacts> = {}): CreatePromotionTierFacts {
  return { campaign: givenPromotion(), hierarchyMax: 0, category: null, schema: coloured, ...over }
}

//                               facts, command, and the tier
const tiers: [
  string,
  Partial<CreatePromotionTierFacts>,
  Partial<CreatePromotionTier>,
  Partial<PromotionTier>
][] = [
  ['nothing said', {}, {}, { name: null }],
  ['after those there are', { hierarchyMax: 4 }, {}, { name: null, hierarchy: 5 }],
  [
    'nulls say nothing',
    {},
    {
      name: null,
      banner: null,
      hierarchy: null,
      active: null,
      validity: null,
      category: null,
      metadata: null
    },
    { name: null }
  ],
  [
    'everything there is to say',
    { hierarchyMax: 4, category: givenCategory() },
    {
      name: 'Ten off',
      banner: '10 % off',
      hierarchy: 0,
      active: false,
      validity: summer,
      category: 'cat_1',
      metadata: { colour: 'red' }
    },
    {
      banner: '10 % off',
      hierarchy: 0,
      active: false,
      validity: summer,
      categoryId: 'cat_1',
      metadata: { colour: 'red' }
    }
  ]
]

t.test('createPromotionTier: a step of a promotion', t => {
  table(t, tiers, (t, _, known, command, over) => {
    const tier = givenPromotionTier({ id: 'promo_000001', createdAt: NOW, ...over })
    const decision = createPromotionTier(
      tierFacts(known),
      { discount: TEN_OFF, ...command },
      givenOccasion()
    )
    t.strictSame(decision, {
      result: tier,
      changes: [{ kind: 'promotionTier.created', tier }]
    })
  })
  t.end()
})

// In descending precedence.
//                              facts, command                         key, and details
const noTiers: [
  string,
  Partial<CreatePromotionTierFacts>,
  Partial<CreatePromotionTier>,
  string,
  RegExp
][] = [
  [
    'no promotion',
    { campaign: givenCampaign() },
    { category: 'x' },
    'not_found',
    /campaign with id camp_1/
  ],
  [
    'an unknown category',
    {},
    { category: 'x', discount: { type: 'FIXED' } },
    'not_found',
    /category with id x/
  ],
  [
    'no discount worth the name',
    {},
    { discount: { type: 'FIXED' }, hierarchy: -1 },
    'invalid_payload',
    /\.action\.discount\.fixed_amount: /
  ],
  [
    'above the first',
    {},
    { hierarchy: -1, validity: crossed },
    'invalid_payload',
    /\.hierarchy: -1/
  ],
  [
    'a timeframe from nowhere',
    {},
    { validity: crossed, ...bad },
    'invalid_payload',
    /\.start_date: /
  ],
  ['metadata against the schema', {}, bad, 'metadata_validation_failed', /^metadata: colour: /]
]

t.test('createPromotionTier: refuses', t => {
  table(t, noTiers, (t, _, known, command, key, details) => {
    const decision = createPromotionTier(
      tierFacts(known),
      { discount: TEN_OFF, ...command },
      givenOccasion()
    )
    t.match(decision, { refusal: { key, details } })
  })
  t.end()
})

t.test('createPromotionTier: among several, says which', t => {
  const rows: [string, Partial<CreatePromotionTier>, RegExp][] = [
    ['a discount', { discount: { type: 'FIXED' } }, /^Property \.promotion\.tiers\[1\]\.action\.d/],
    ['a place', { hierarchy: -1 }, /^Property \.promotion\.tiers\[1\]\.hierarchy: /],
    ['a start', { validity: crossed }, /^Property \.promotion\.tiers\[1\]\.start_date: /],
    ['metadata', bad, /^promotion\.tiers\[1\]\.metadata: colour: /]
  ]
  table(t, rows, (t, _, over, details) => {
    const command = { discount: TEN_OFF, ...over }
    const at = 'promotion.tiers[1]'
    const decision = createPromotionTier(tierFacts(), command, givenOccasion(), at)
    t.match(decision, { refusal: { details } })
  })
  t.end()
})

const stored = givenPromotionTier({ name: 'Ten off', categoryId: 'cat_9', validity: summer })

function known(over: Partial<UpdatePromotionTierFacts> = {}): UpdatePromotionTierFacts {
  return { tier: stored, category: null, schema: coloured, ...over }
}

//                             facts, command, and what is another way
const updates: [
  string,
  Partial<UpdatePromotionTierFacts>,
  UpdatePromotionTier,
  Partial<PromotionTier>
][] = [
  [
    'nulls clear',
    {},
    { name: null, banner: null, category: null, validity: { timeframe: null } },
    { name: null, banner: null, categoryId: null, validity: givenValidity({ startDate: NOW }) }
  ],
  [
    'everything there is to say',
    { category: givenCategory() },
    {
      name: 'Five off',
      discount: { type: 'AMOUNT', amount_off: 500 },
      hierarchy: 7,
      category: 'Seasonal',
      metadata: { colour: 'red' }
    },
    {
      name: 'Five off',
      discount: { type: 'AMOUNT', amount_off: 500 },
      hierarchy: 7,
      categoryId: 'cat_1',
      metadata: { colour: 'red' }
    }
  ]
]

t.test('updatePromotionTier: what is said is another way, the rest stays', t => {
  table(t, updates, (t, _, facts, command, over) => {
    const tier = { ...stored, ...over, updatedAt: NOW }
    t.strictSame(updatePromotionTier(known(facts), command, givenOccasion()), {
      result: tier,
      changes: [{ kind: 'promotionTier.updated', tier, updatedAtBefore: null }]
    })
  })
  for (const command of [{}, { name: 'Ten off', hierarchy: stored.hierarchy }]) {
    const same = updatePromotionTier(known(), command, givenOccasion())
    t.strictSame(same, { result: stored, changes: [] }, 'nothing new writes nothing')
  }
  t.end()
})

t.test('updatePromotionTier: refuses what could not be made so', t => {
  const rows: [string, UpdatePromotionTier, RegExp][] = [
    ['an unknown category', { category: 'x', discount: { type: 'FIXED' } }, /category with id x/],
    ['no discount', { discount: { type: 'FIXED' }, ...bad }, /\.action\.discount\.fixed_amount: /],
    ['no start', { validity: { startDate: null }, ...bad }, /\.start_date: /],
    ['metadata against the schema', bad, /^metadata: colour: /]
  ]
  table(t, rows, (t, _, command, details) => {
    t.match(updatePromotionTier(known(), command, givenOccasion()), { refusal: { details } })
  })
  t.end()
})

t.test('enablePromotionTier, disablePromotionTier: and nothing where it is so', t => {
  const on = givenPromotionTier()
  const off = givenPromotionTier({ active: false, updatedAt: NOW })
  const later = '2026-03-01T10:00:00.001Z'
  const enabled = { ...off, active: true, updatedAt: later }
  t.strictSame(enablePromotionTier({ tier: off }, givenOccasion()), {
    result: enabled,
    changes: [{ kind: 'promotionTier.updated', tier: enabled, updatedAtBefore: NOW }]
  })
  t.match(disablePromotionTier({ tier: on }, givenOccasion()), { result: { active: false } })
  t.strictSame(enablePromotionTier({ tier: on }, givenOccasion()), { result: on, changes: [] })
  t.strictSame(disablePromotionTier({ tier: off }, givenOccasion()), { result: off, changes: [] })
  t.end()
})

t.test('deletePromotionTier: goes with what binds it', t => {
  t.strictSame(deletePromotionTier({ tier: stored, assignments: [givenRuleAssignment()] }), {
    result: null,
    changes: [
      { kind: 'validationRule.unassigned', assignmentId: 'asgm_1', ruleId: 'val_1' },
      { kind: 'resource.deleted', resource: 'promotion_tier', id: stored.id }
    ]
  })
  t.end()
})
