import t from 'tap'
import type { Change } from '../../../src/decisions/changes.ts'
import {
  ANY_TIER,
  type CreateEarningRulesFacts,
  createEarningRules,
  type NewEarningRule,
  PENDING_DAYS_MAX
} from '../../../src/decisions/loyalties/earning-rules.ts'
import type { Loyalty, LoyaltyBlock } from '../../../src/decisions/loyalties/loyalty-block.ts'
import type { Earning, EarningRule } from '../../../src/model.ts'
import type { Calculation } from '../../../src/rules/earning.ts'
import {
  givenCampaign,
  givenGiftCampaign,
  givenOccasion,
  givenPromotion,
  givenValidity,
  NOW
} from '../../support/given.ts'
import {
  givenEarningRule,
  givenProperty,
  givenRule,
  givenRuleAssignment,
  givenSchema
} from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

const FIXED: Loyalty = { type: 'FIXED', points: 25 }
const [PAST, FUTURE] = ['2026-02-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z']

function facts(over: Partial<CreateEarningRulesFacts> = {}): CreateEarningRulesFacts {
  return {
    campaign: givenCampaign(),
    segmentIds: new Set(['seg_1']),
    loyaltyTierIds: new Set(['ltr_1']),
    productIds: new Set(['prod_1']),
    skuIds: new Set(['sku_1']),
    collectionIds: new Set(['pc_1']),
    eventSchemas: new Map([['ms_1', { id: 'ms_1', name: 'product_reviewed' }]]),
    validationRules: new Map([['val_1', givenRule()]]),
    rulesCount: 0,
    rulesMax: 100,
    schema: null,
    ...over
  }
}

function asked(over: Partial<NewEarningRule> = {}): NewEarningRule {
  return { event: 'order.paid', loyalty: FIXED, ...over }
}

function made(number: number, over: Partial<EarningRule> = {}): EarningRule {
  const count = String(number).padStart(6, '0')
  return givenEarningRule({
    id: `ern_${count}`,
    automationId: `auto_${count}`,
    createdAt: NOW,
    ...over
  })
}

const proportional = (
  calculation: Calculation,
  over: Partial<Extract<Earning, { type: 'PROPORTIONAL' }>> = {}
): Earning => ({
  type: 'PROPORTIONAL',
  calculation,
  every: 100,
  points: 1,
  property: null,
  targets: null,
  ...over
})

const STEP: LoyaltyBlock = { every: 100, points: 1 }
const OF_SIZE: LoyaltyBlock = { ...STEP, property: 'size' }
const OF_MUG: LoyaltyBlock = { ...STEP, object: 'product', id: 'prod_1' }
const mug = { object: 'product', id: 'prod_1' } as const
const three = [
  mug,
  { object: 'sku', id: 'sku_1' },
  { object: 'products_collection', id: 'pc_1' }
] as const

function by(calculationType: Calculation, blocks: Partial<Loyalty>): Loyalty {
  return { type: 'PROPORTIONAL', calculationType, ...blocks }
}

//                              loyalty                               earning
const earnings: [string, Loyalty, Earning][] = [
  ['a fixed number', FIXED, { type: 'FIXED', points: 25 }],
  ['a fixed number as text', { type: 'FIXED', points: '5' }, { type: 'FIXED', points: 5 }],
  ['the amount', by('ORDER_AMOUNT', { order: { amount: STEP } }), proportional('ORDER_AMOUNT')],
  [
    'the amount after discounts, points as text',
    by('ORDER_TOTAL_AMOUNT', { order: { totalAmount: { every: 100, points: '7' } } }),
    proportional('ORDER_TOTAL_AMOUNT', { points: 7 })
  ],
  [
    'metadata of the order',
    by('ORDER_METADATA', { order: { metadata: OF_SIZE } }),
    proportional('ORDER_METADATA', { property: 'size' })
  ],
  [
    'amounts of a product',
    by('ORDER_ITEMS_AMOUNT', { orderItems: { amount: OF_MUG } }),
    proportional('ORDER_ITEMS_AMOUNT', { targets: [mug] })
  ],
  [
    'subtotals of several things',
    by('ORDER_ITEMS_SUBTOTAL_AMOUNT', {
      orderItems: { subtotalAmount: { ...STEP, applicableTo: three } }
    }),
    proportional('ORDER_ITEMS_SUBTOTAL_AMOUNT', { targets: three })
  ],
  [
    'quantities, with the first target said twice as answers do',
    by('ORDER_ITEMS_QUANTITY', { orderItems: { quantity: { ...OF_MUG, applicableTo: three } } }),
    proportional('ORDER_ITEMS_QUANTITY', { targets: three })
  ],
  [
    'metadata of the customer',
    by('CUSTOMER_METADATA', { customer: { metadata: OF_SIZE } }),
    proportional('CUSTOMER_METADATA', { property: 'size' })
  ]
]

t.test('createEarningRules: each calculation has its figures in a place of its own', t => {
  table(t, earnings, (t, _, loyalty, earning) => {
    const rule = made(1, { earning })
    t.strictSame(createEarningRules(facts(), [asked({ loyalty })], givenOccasion()), {
      result: [rule],
      changes: [{ kind: 'earningRule.created', rule }]
    })
  })
  t.end()
})

//                              command                                  the rule
const events: [string, NewEarningRule, Partial<EarningRule>][] = [
  ['a paid order', asked(), {}],
  [
    'a segment',
    asked({ event: 'customer.segment.entered', segment: { id: 'seg_1' } }),
    { event: 'customer.segment.entered', segmentId: 'seg_1' }
  ],
  ...['joined', 'left', 'upgraded', 'downgraded', 'prolonged'].flatMap(
    (verb): [string, NewEarningRule, Partial<EarningRule>][] => {
      const event = `customer.loyalty.tier.${verb}`
      return [
        [
          `a tier that is ${verb}`,
          asked({ event, loyaltyTier: { id: 'ltr_1' } }),
          { event, loyaltyTierId: 'ltr_1' }
        ],
        [
          `any tier that is ${verb}`,
          asked({ event, loyaltyTier: { id: ANY_TIER } }),
          { event, loyaltyTierId: null }
        ]
      ]
    }
  ),
  [
    'metadata of whoever changes tiers',
    asked({
      event: 'customer.loyalty.tier.upgraded',
      loyaltyTier: { id: ANY_TIER },
      loyalty: by('CUSTOMER_METADATA', { customer: { metadata: OF_SIZE } })
    }),
    {
      event: 'customer.loyalty.tier.upgraded',
      earning: proportional('CUSTOMER_METADATA', { property: 'size' })
    }
  ],
  [
    'a custom event',
    asked({ event: 'product_reviewed', customEvent: { schemaId: 'ms_1' } }),
    { event: 'product_reviewed', eventSchemaId: 'ms_1' }
  ],
  [
    'metadata of a custom event',
    {
      event: 'product_reviewed',
      customEvent: { schemaId: 'ms_1' },
      loyalty: by('CUSTOM_EVENT_METADATA', { customEvent: { metadata: OF_SIZE } })
    },
    {
      event: 'product_reviewed',
      eventSchemaId: 'ms_1',
      earning: proportional('CUSTOM_EVENT_METADATA', { property: 'size' })
    }
  ],
  [
    'companions that say nothing',
    asked({ segment: {}, loyaltyTier: null, customEvent: { schemaId: null } }),
    {}
  ],
  [
    'nulls say nothing',
    asked({
      validationRuleId: null,
      banner: null,
      active: null,
      validity: null,
      pendingPoints: null,
      expirationRules: null,
      metadata: null
    }),
    {}
  ],
  [
    'everything there is to say',
    asked({
      banner: 'A point for every euro',
      active: false,
      validity: givenValidity({ startDate: NOW, daysOfWeek: [6] }),
      pendingPoints: { periodType: 'DAY', periodValue: PENDING_DAYS_MAX },
      expirationRules: { periodType: 'FIXED_DAY_OF_YEAR', fixedMonth: 12, fixedDay: 31 },
      metadata: { owner: 'marketing' }
    }),
    {
      banner: 'A point for every euro',
      active: false,
      validity: givenValidity({ startDate: NOW, daysOfWeek: [6] }),
      pendingDays: 90,
      expirationRules: { periodType: 'FIXED_DAY_OF_YEAR', fixedMonth: 12, fixedDay: 31 },
      metadata: { owner: 'marketing' }
    }
  ]
]

t.test('createEarningRules: each event with what belongs to it', t => {
  table(t, events, (t, _, command, over) => {
    const rule = made(1, over)
    t.strictSame(createEarningRules(facts(), [command], givenOccasion()), {
      result: [rule],
      changes: [{ kind: 'earningRule.created', rule }]
    })
  })
  t.end()
})

//                                campaign                  command
const windows: [string, Partial<NewEarningRule>, string | null][] = [
  [
    'a timeframe counts from its own start',
    {
      validity: givenValidity({ startDate: NOW, timeframe: { interval: 'P1W', duration: 'P1D' } })
    },
    null
  ],
  [
    'or from the start of the campaign',
    { validity: givenValidity({ timeframe: { interval: 'P1W', duration: 'P1D' } }) },
    PAST
  ]
]

t.test('createEarningRules: dates of its own or of the campaign', t => {
  table(t, windows, (t, _, over, startDate) => {
    const campaign = givenCampaign({ validity: givenValidity({ startDate }) })
    const command = asked(over)
    const rule = made(1, { validity: command.validity ?? givenValidity() })
    t.strictSame(createEarningRules(facts({ campaign }), [command], givenOccasion()), {
      result: [rule],
      changes: [{ kind: 'earningRule.created', rule }]
    })
  })
  t.end()
})

t.test('createEarningRules: a program that has not begun can be prepared', async t => {
  const campaign = givenCampaign({ validity: givenValidity({ startDate: FUTURE }) })
  t.hasProp(createEarningRules(facts({ campaign }), [asked()], givenOccasion()), 'result')
})

t.test('createEarningRules: several are made together, in order, at one instant', async t => {
  const commands = [
    asked(),
    asked({ loyalty: { type: 'FIXED', points: 1 } }),
    asked({ active: false })
  ]
  const rules = [
    made(1),
    made(2, { earning: { type: 'FIXED', points: 1 } }),
    made(3, { active: false })
  ]
  t.strictSame(createEarningRules(facts({ rulesCount: 97 }), commands, givenOccasion()), {
    result: rules,
    changes: rules.map(rule => ({ kind: 'earningRule.created', rule }))
  })
})

const SEGMENT = { event: 'customer.segment.entered', segment: { id: 'seg_1' } }

//                                   event                   status of its assignment
const bindings: [string, Partial<NewEarningRule>, Partial<EarningRule>, 'VALID' | 'INVALID'][] = [
  ['an order is looked at', {}, {}, 'VALID'],
  ['a segment has no order', SEGMENT, { event: SEGMENT.event, segmentId: 'seg_1' }, 'INVALID']
]

t.test('createEarningRules: a validation rule is bound by an assignment', t => {
  table(t, bindings, (t, _, over, subject, validationStatus) => {
    const rule = made(1, { ...subject, validationRuleId: 'val_1' })
    const assignment = givenRuleAssignment({
      id: 'asgm_000001',
      relatedObjectType: 'earning_rule',
      relatedObjectId: 'ern_000001',
      validationStatus,
      validationOmittedRules: validationStatus === 'VALID' ? [] : ['order.amount'],
      createdAt: NOW
    })
    const changes: Change[] = [
      { kind: 'earningRule.created', rule },
      { kind: 'validationRule.assigned', assignment }
    ]
    const command = asked({ ...over, validationRuleId: 'val_1' })
    t.strictSame(createEarningRules(facts(), [command], givenOccasion()), {
      result: [rule],
      changes
    })
  })
  t.end()
})

const disabled = givenCampaign({ active: false })
const expired = givenCampaign({ validity: givenValidity({ expirationDate: PAST }) })

// In descending precedence.
//                                     facts                          count  key, and details
const requests: [string, Partial<CreateEarningRulesFacts>, number, string, RegExp][] = [
  [
    'gift vouchers',
    { campaign: givenGiftCampaign({ active: false }) },
    0,
    'not_found',
    /campaign with id camp_3/
  ],
  ['a promotion', { campaign: givenPromotion() }, 0, 'not_found', /campaign with id camp_4/],
  ['disabled', { campaign: disabled }, 0, 'campaign_not_active', /Coffee Club is disabled/],
  ['expired', { campaign: expired }, 0, 'campaign_not_active', /Coffee Club is expired/],
  ['no rule', { rulesCount: 100 }, 0, 'invalid_payload', /at least one/],
  [
    'no room',
    { rulesCount: 100 },
    1,
    'invalid_payload',
    /may have 100 .*; 0 can still be made, not 1/
  ],
  [
    'too little room',
    { rulesCount: 7, rulesMax: 9 },
    3,
    'invalid_payload',
    /may have 9 .*; 2 can still/
  ],
  [
    'a limit that was lowered',
    { rulesCount: 7, rulesMax: 5 },
    1,
    'invalid_payload',
    /; 0 can still/
  ]
]

t.test('createEarningRules: refuses a request as a whole', t => {
  table(t, requests, (t, _, over, count, key, details) => {
    const commands = Array.from({ length: count }, () => asked())
    const decision = createEarningRules(facts(over), commands, givenOccasion())
    t.match(decision, { refusal: { key, details } })
  })
  t.end()
})

const quantity = (block: LoyaltyBlock) => ({
  loyalty: by('ORDER_ITEMS_QUANTITY', { orderItems: { quantity: block } })
})
const amount = (block: LoyaltyBlock | null, over: Partial<Loyalty> = {}) => ({
  loyalty: by('ORDER_AMOUNT', { order: { amount: block }, ...over })
})
const custom = { event: 'product_reviewed', customEvent: { schemaId: 'ms_1' } }
const bad = { metadata: { owner: 5 } }

// In descending precedence, as far as rows are about different things.
//                                 command                                key, and details
const rules: [string, Partial<NewEarningRule>, string, RegExp][] = [
  [
    'no event',
    { event: null, segment: { id: 'x' } },
    'missing_param',
    /^Parameter 'event' is required in earning rule \[1\]$/
  ],
  [
    'an order that is only made',
    { event: 'order.created' },
    'invalid_payload',
    /^Property \[1\]\.event: 'order\.created'.*: use order\.paid, .* or prolonged, or a custom/
  ],
  [
    'a segment that is left',
    { event: 'customer.segment.left' },
    'invalid_payload',
    /'customer\.segment\.left' is no event to earn by/
  ],
  [
    'a segment not named',
    { event: 'customer.segment.entered' },
    'missing_param',
    /'segment\.id' is required/
  ],
  [
    'a tier not named',
    { event: 'customer.loyalty.tier.prolonged' },
    'missing_param',
    /'loyalty_tier\.id' is required/
  ],
  [
    'a schema not named',
    { event: 'product_reviewed' },
    'missing_param',
    /'custom_event\.schema_id' is required/
  ],
  [
    'a segment with an order',
    { segment: { id: 'seg_1' } },
    'invalid_payload',
    / \[1\]\.segment\.id: does not belong to the event 'order\.paid'/
  ],
  [
    'a tier with a segment',
    { ...SEGMENT, loyaltyTier: { id: 'ltr_1' } },
    'invalid_payload',
    /loyalty_tier\.id: does not belong/
  ],
  [
    'a schema with an order',
    { customEvent: { schemaId: 'ms_1' } },
    'invalid_payload',
    /custom_event\.schema_id: does not belong/
  ],
  [
    'an unknown segment',
    { ...SEGMENT, segment: { id: 'seg_9' }, loyalty: null },
    'not_found',
    /segment with id seg_9/
  ],
  [
    'an unknown tier',
    { event: 'customer.loyalty.tier.prolonged', loyaltyTier: { id: 'ltr_9' } },
    'not_found',
    /loyalty_tier with id ltr_9/
  ],
  [
    'an unknown schema',
    { ...custom, customEvent: { schemaId: 'ms_9' } },
    'not_found',
    /event_schema with id ms_9/
  ],
  [
    'the schema of another event',
    { ...custom, event: 'visited' },
    'invalid_payload',
    /schema ms_1 defines 'product_reviewed', not 'visited'/
  ],

  ['nothing to earn', { loyalty: null }, 'missing_param', /'loyalty' is required/],
  [
    'a fixed number by calculation',
    { loyalty: { ...FIXED, calculationType: 'ORDER_AMOUNT' } },
    'invalid_payload',
    /loyalty\.calculation_type: FIXED has no use/
  ],
  [
    'a fixed number with a block',
    { loyalty: { ...FIXED, order: { amount: STEP } } },
    'invalid_payload',
    /loyalty\.order\.amount: FIXED has no use/
  ],
  [
    'no fixed number',
    { loyalty: { type: 'FIXED', points: null } },
    'missing_param',
    /'loyalty\.points'/
  ],
  [
    'a fixed number of words',
    { loyalty: { type: 'FIXED', points: 'five' } },
    'invalid_payload',
    /loyalty\.points: 'five' is not a whole/
  ],
  [
    'a fixed number of nothing',
    { loyalty: { type: 'FIXED', points: 0 } },
    'invalid_payload',
    /\[1\]\.loyalty\.points: 0 is not a whole/
  ],
  [
    'no calculation',
    { loyalty: { type: 'PROPORTIONAL', order: { amount: STEP } } },
    'missing_param',
    /'loyalty\.calculation_type'/
  ],
  ['no block', amount(null, { points: 1 }), 'missing_param', /'loyalty\.order\.amount'/],
  [
    'the block of another calculation',
    { loyalty: by('ORDER_AMOUNT', { order: { totalAmount: STEP } }) },
    'missing_param',
    /'loyalty\.order\.amount'/
  ],
  [
    'a second block',
    { loyalty: by('ORDER_AMOUNT', { order: { amount: STEP, metadata: STEP } }) },
    'invalid_payload',
    /loyalty\.order\.metadata: ORDER_AMOUNT has no use/
  ],
  [
    'a fixed number beside the block',
    amount(STEP, { points: 5 }),
    'invalid_payload',
    /loyalty\.points: ORDER_AMOUNT has no use/
  ],
  ['every what', amount({ points: 1 }), 'missing_param', /'loyalty\.order\.amount\.every'/],
  ['how many points', amount({ every: 1 }), 'missing_param', /'loyalty\.order\.amount\.points'/],
  [
    'points of words',
    amount({ every: 1, points: '-1' }),
    'invalid_payload',
    /order\.amount\.points: '-1' is not/
  ],
  [
    'every nothing',
    amount({ every: 0, points: 1 }),
    'invalid_payload',
    /order\.amount\.every: 0 is not a whole/
  ],
  [
    'a target without its kind',
    quantity({ ...STEP, id: 'prod_1' }),
    'missing_param',
    /'loyalty\.order_items\.quantity\.object'/
  ],
  [
    'a target without its id',
    quantity({ ...STEP, object: 'sku' }),
    'missing_param',
    /'loyalty\.order_items\.quantity\.id'/
  ],
  [
    'two ways that disagree',
    quantity({ ...OF_MUG, applicableTo: [three[1]] }),
    'invalid_payload',
    /quantity\.object: object and id say another/
  ],
  [
    'of the same kind, too',
    quantity({ ...OF_MUG, applicableTo: [{ ...mug, id: 'prod_2' }] }),
    'invalid_payload',
    /say another/
  ],
  [
    'a target beside none',
    quantity({ ...OF_MUG, applicableTo: [] }),
    'invalid_payload',
    /say another target/
  ],
  [
    'no target',
    quantity(STEP),
    'invalid_payload',
    /quantity\.applicable_to: ORDER_ITEMS_QUANTITY needs it/
  ],
  [
    'no property',
    { loyalty: by('ORDER_METADATA', { order: { metadata: STEP } }) },
    'invalid_payload',
    /metadata\.property: ORDER_METADATA needs it/
  ],
  [
    'nothing to measure',
    { ...SEGMENT, ...amount(STEP) },
    'invalid_payload',
    /calculation_type: ORDER_AMOUNT has nothing to measure/
  ],
  [
    'an unknown product',
    quantity({ ...STEP, object: 'product', id: 'sku_1' }),
    'not_found',
    /product with id sku_1/
  ],
  [
    'an unknown SKU',
    quantity({ ...STEP, object: 'sku', id: 'sku_9' }),
    'not_found',
    /sku with id sku_9/
  ],
  [
    'an unknown collection',
    quantity({ ...STEP, applicableTo: [mug, { ...three[2], id: 'pc_9' }] }),
    'not_found',
    /products_collection with id pc_9/
  ],

  [
    'a timeframe from nowhere',
    { validity: givenValidity({ timeframe: { interval: 'P1W', duration: 'P1D' } }) },
    'invalid_payload',
    /\[1\]\.start_date: /
  ],
  [
    'dates that cross',
    { validity: givenValidity({ startDate: FUTURE, expirationDate: PAST }) },
    'invalid_payload',
    /\[1\]\.expiration_date: /
  ],
  [
    'an event that cannot wait',
    { ...custom, pendingPoints: { periodType: 'DAY', periodValue: 0 } },
    'invalid_payload',
    /\[1\]\.pending_points: only points of order\.paid/
  ],
  [
    'no day to wait',
    { pendingPoints: { periodType: 'DAY', periodValue: 0 } },
    'invalid_payload',
    /pending_points\.period_value: 0 is not .* 1 to 90/
  ],
  [
    'too many days to wait',
    { pendingPoints: { periodType: 'DAY', periodValue: 91 } },
    'invalid_payload',
    /period_value: 91 is not/
  ],
  [
    'half a day to wait',
    { pendingPoints: { periodType: 'DAY', periodValue: 0.5 } },
    'invalid_payload',
    /period_value: 0\.5 is not/
  ],
  [
    'a thirteenth month',
    { expirationRules: { periodType: 'FIXED_DAY_OF_YEAR', fixedMonth: 13, fixedDay: 1 }, ...bad },
    'invalid_payload',
    /\[1\]\.expiration_rules\.fixed_month: 13/
  ],
  [
    'metadata against the schema',
    { ...bad, validationRuleId: 'val_9' },
    'metadata_validation_failed',
    /^\[1\]\.metadata: owner: /
  ],
  [
    'an unknown validation rule',
    { validationRuleId: 'val_9' },
    'not_found',
    /validation_rule with id val_9/
  ]
]

t.test('createEarningRules: one rule that is wrong refuses them all, by its index', t => {
  const schema = givenSchema({ properties: { owner: givenProperty() } })
  table(t, rules, (t, _, over, key, details) => {
    const commands = [asked(), asked(over), asked()]
    const decision = createEarningRules(facts({ schema }), commands, givenOccasion())
    t.match(decision, { refusal: { key, details } })
    t.notOk('changes' in decision)
  })
  t.end()
})

t.test('createEarningRules: dates that cross those of the campaign', async t => {
  const campaign = givenCampaign({ validity: givenValidity({ expirationDate: FUTURE }) })
  const late = asked({ validity: givenValidity({ startDate: '2026-05-01T00:00:00.000Z' }) })
  t.match(createEarningRules(facts({ campaign }), [late], givenOccasion()), {
    refusal: { key: 'invalid_payload', details: /\[0\]\.expiration_date: .* before the start date/ }
  })
})
