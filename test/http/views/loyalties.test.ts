import t from 'tap'
import {
  viewCampaignStub,
  viewEarningRule,
  viewEarningRuleList,
  viewPendingPoints,
  viewPendingPointsList,
  viewPointsEstimation
} from '../../../src/http/views/loyalties.ts'
import type { Earning, EarningRule, EventSource, PendingPoints } from '../../../src/model.ts'
import type { Calculation } from '../../../src/rules/earning.ts'
import { ALWAYS } from '../../../src/rules/validity.ts'
import { answers } from '../support/document.ts'
import { changedAt, madeAt, program } from '../support/given.ts'

const api: EventSource = { channel: 'API', apiKey: { name: 'Primary', appId: 'demo-app-id' } }

function givenPending(source: EventSource = api): PendingPoints {
  return {
    id: 'lopp_000001',
    voucherId: 'v_00adaclub',
    campaignId: 'camp_00club',
    customerId: 'cust_00ada',
    orderId: 'ord_00second',
    earningRuleId: 'ern_00beans',
    points: 20,
    activatesOn: '2026-11-23',
    status: 'PENDING',
    expirationRules: null,
    details: {
      event: {
        id: 'evcus_000001',
        type: 'customer.order.paid',
        customerId: 'cust_00ada',
        groupId: 'v-01',
        entityId: 'cust_00ada',
        category: 'EFFECT',
        source,
        data: {},
        createdAt: changedAt
      },
      banner: null,
      orderSourceId: null,
      holderLoyaltyTier: null,
      loyaltyTier: null
    },
    createdAt: changedAt,
    updatedAt: null
  }
}

const apiSource = { channel: 'API', api_key: { name: 'Primary', app_id: 'demo-app-id' } }

function pendingEntry(source: object = apiSource) {
  return {
    id: 'lopp_000001',
    voucher_id: 'v_00adaclub',
    campaign_id: 'camp_00club',
    customer_id: 'cust_00ada',
    order_id: 'ord_00second',
    points: 20,
    activates_at: '2026-11-23',
    details: {
      event: {
        id: 'evcus_000001',
        type: 'customer.order.paid',
        group_id: 'v-01',
        entity_id: 'cust_00ada',
        created_at: changedAt,
        category: 'EFFECT',
        event_source: source
      },
      earning_rule: { id: 'ern_00beans', source: {} },
      order: { id: 'ord_00second', source_id: null }
    },
    created_at: changedAt
  }
}

t.test(
  'viewPendingPoints: which door the event came through decides what is said of it',
  async t => {
    const rows: [EventSource, object][] = [
      [api, apiSource],
      [
        { channel: 'USER_PORTAL', userId: 'user_1' },
        { channel: 'USER_PORTAL', user: { id: 'user_1' } }
      ],
      [{ channel: 'INTERNAL' }, { channel: 'INTERNAL' }]
    ]
    for (const [source, outcome] of rows) {
      const view = viewPendingPoints(givenPending(source))
      answers(t, 'PendingPointsEntry', view, pendingEntry(outcome), source.channel)
    }
  }
)

t.test('viewPendingPoints: everything an entry can have', async t => {
  const bare = givenPending()
  const view = viewPendingPoints({
    ...bare,
    details: {
      ...bare.details,
      banner: '3 days later',
      orderSourceId: 'order-1002',
      holderLoyaltyTier: { id: 'ltr_00silver', name: 'Silver' },
      loyaltyTier: { id: 'ltr_00silver', name: 'Silver' }
    },
    updatedAt: changedAt
  })
  const entry = pendingEntry()
  const outcome = {
    ...entry,
    details: {
      holder_loyalty_tier: { id: 'ltr_00silver', name: 'Silver' },
      loyalty_tier: { id: 'ltr_00silver', name: 'Silver' },
      event: entry.details.event,
      earning_rule: { id: 'ern_00beans', source: { banner: '3 days later' } },
      order: { id: 'ord_00second', source_id: 'order-1002' }
    },
    created_at: changedAt,
    updated_at: changedAt
  }
  answers(t, 'PendingPointsEntry', view, outcome, 'a full entry')
})

t.test(
  'viewPendingPointsList: more_starting_after is the last entry, and only with more',
  async t => {
    const list = { object: 'list', data_ref: 'data' }
    const one = { data: [pendingEntry()] }
    const after = { more_starting_after: 'lopp_000001' }
    const rows: [readonly PendingPoints[], boolean, object][] = [
      [[givenPending()], true, { ...list, ...one, has_more: true, ...after }],
      [[givenPending()], false, { ...list, ...one, has_more: false }],
      [[], false, { ...list, data: [], has_more: false }]
    ]
    for (const [entries, hasMore, outcome] of rows) {
      const title = `${entries.length} entries, ${hasMore ? 'more' : 'no more'}`
      answers(t, 'PendingPointsList', viewPendingPointsList(entries, hasMore), outcome, title)
    }
  }
)

t.test('viewPointsEstimation: the campaign in short, and the points', async t => {
  const campaign = { id: 'camp_00club', name: 'Coffee Club', object: 'campaign' }
  t.strictSame(viewCampaignStub(program), campaign)
  const outcome = { campaign, points_estimation: 25 }
  const view = viewPointsEstimation({ campaign: program, points: 25 })
  answers(t, 'PointsEstimation', view, outcome, 'an estimate')
})

function givenRule(changes: Partial<EarningRule> = {}): EarningRule {
  return {
    id: 'ern_00review',
    campaignId: 'camp_00club',
    automationId: 'auto_00review',
    event: 'product_reviewed',
    segmentId: null,
    loyaltyTierId: null,
    eventSchemaId: null,
    earning: { type: 'FIXED', points: 25 },
    banner: null,
    active: true,
    validity: ALWAYS,
    pendingDays: null,
    expirationRules: null,
    validationRuleId: null,
    metadata: {},
    createdAt: madeAt,
    updatedAt: null,
    ...changes
  }
}

const source = { object_id: 'camp_00club', object_type: 'campaign' }

t.test('viewEarningRule: what does not apply is absent', async t => {
  const outcome = {
    id: 'ern_00review',
    created_at: madeAt,
    updated_at: null,
    validation_rule_id: null,
    loyalty: { type: 'FIXED', points: 25 },
    event: 'product_reviewed',
    source,
    active: true,
    object: 'earning_rule',
    automation_id: 'auto_00review',
    metadata: {}
  }
  answers(t, 'EarningRule', viewEarningRule(givenRule()), outcome, 'a bare rule')
})

t.test('viewEarningRule: everything a rule can have', async t => {
  const rule = givenRule({
    event: 'order.paid',
    segmentId: 'seg_00vip',
    loyaltyTierId: 'ltr_00gold',
    eventSchemaId: 'ms_00review',
    banner: '25 points',
    active: false,
    validity: {
      startDate: madeAt,
      expirationDate: changedAt,
      timeframe: { interval: 'P2D', duration: 'PT1H' },
      daysOfWeek: [1],
      hours: { daily: [{ startTime: '08:00', expirationTime: '11:30', daysOfWeek: null }] }
    },
    pendingDays: 3,
    expirationRules: {
      periodType: 'MONTH',
      periodValue: 12,
      roundingType: 'PARTICULAR_MONTH',
      roundingValue: 1
    },
    validationRuleId: 'val_00twenty',
    metadata: { season: 'autumn' },
    updatedAt: changedAt
  })
  const outcome = {
    id: 'ern_00review',
    created_at: madeAt,
    updated_at: changedAt,
    validation_rule_id: 'val_00twenty',
    loyalty: { type: 'FIXED', points: 25 },
    event: 'order.paid',
    segment: { id: 'seg_00vip' },
    custom_event: { schema_id: 'ms_00review' },
    loyalty_tier: { id: 'ltr_00gold' },
    pending_points: { period_type: 'DAY', period_value: 3 },
    expiration_rules: {
      period_type: 'MONTH',
      period_value: 12,
      rounding_type: 'PARTICULAR_MONTH',
      rounding_value: 1
    },
    source: { banner: '25 points', ...source },
    active: false,
    start_date: madeAt,
    expiration_date: changedAt,
    validity_timeframe: { duration: 'PT1H', interval: 'P2D' },
    validity_day_of_week: [1],
    validity_hours: { daily: [{ start_time: '08:00', expiration_time: '11:30' }] },
    object: 'earning_rule',
    automation_id: 'auto_00review',
    metadata: { season: 'autumn' }
  }
  answers(t, 'EarningRule', viewEarningRule(rule), outcome, 'a full rule')
})

t.test('viewEarningRule: a rule about tiers is about one of them, or about any', async t => {
  const joined = 'customer.loyalty.tier.joined'
  //            event              tier          loyalty_tier
  const rows: [string, string | null, object | undefined][] = [
    [joined, 'ltr_00gold', { id: 'ltr_00gold' }],
    [joined, null, { id: '__ANY__' }],
    ['customer.loyalty.tier.left', null, { id: '__ANY__' }],
    ['order.paid', null, undefined]
  ]
  for (const [event, loyaltyTierId, outcome] of rows) {
    const view = viewEarningRule(givenRule({ event, loyaltyTierId }))
    t.strictSame(view.loyalty_tier, outcome, `${event} of ${loyaltyTierId}`)
  }
})

t.test('viewEarningRule: figures stand in the block of their calculation', async t => {
  const beans = { object: 'product', id: 'prod_00beans' } as const
  const all = { object: 'products_collection', id: 'pc_00coffee' } as const
  const figures = { every: 100, points: 1 }
  const lines = { ...figures, ...beans }
  const named = { ...figures, property: 'weight' }
  // calculation                   further figures                     outcome
  const rows: [Calculation, Partial<Extract<Earning, { type: 'PROPORTIONAL' }>>, object][] = [
    ['ORDER_AMOUNT', {}, { order: { amount: figures } }],
    ['ORDER_TOTAL_AMOUNT', {}, { order: { total_amount: figures } }],
    ['ORDER_METADATA', { property: 'weight' }, { order: { metadata: named } }],
    ['ORDER_ITEMS_AMOUNT', { targets: [beans] }, { order_items: { amount: lines } }],
    [
      'ORDER_ITEMS_SUBTOTAL_AMOUNT',
      { targets: [beans] },
      { order_items: { subtotal_amount: lines } }
    ],
    [
      'ORDER_ITEMS_QUANTITY',
      { targets: [beans, all] },
      { order_items: { quantity: { ...lines, applicable_to: [beans, all] } } }
    ],
    ['CUSTOMER_METADATA', { property: 'weight' }, { customer: { metadata: named } }],
    ['CUSTOM_EVENT_METADATA', { property: 'weight' }, { custom_event: { metadata: named } }]
  ]
  for (const [calculation, further, outcome] of rows) {
    const earning: Earning = {
      type: 'PROPORTIONAL',
      calculation,
      ...figures,
      property: null,
      targets: null,
      ...further
    }
    const { loyalty } = viewEarningRule(givenRule({ earning }))
    const whole = { type: 'PROPORTIONAL', calculation_type: calculation, ...outcome }
    answers(t, 'Earning', loyalty, whole, calculation)
  }
})

t.test('viewEarningRule: expiration rules of both kinds', async t => {
  const month = { periodType: 'MONTH', periodValue: 0, roundingType: null, roundingValue: null }
  const yearEnd = { periodType: 'FIXED_DAY_OF_YEAR', fixedMonth: 12, fixedDay: 31 }
  const rows: [object, object][] = [
    [month, { period_type: 'MONTH', period_value: 0 }],
    [
      { ...month, roundingType: 'END_OF_YEAR' },
      { period_type: 'MONTH', period_value: 0, rounding_type: 'END_OF_YEAR' }
    ],
    [yearEnd, { period_type: 'FIXED_DAY_OF_YEAR', fixed_month: 12, fixed_day: 31 }]
  ]
  for (const [rules, outcome] of rows) {
    const expirationRules = rules as EarningRule['expirationRules']
    const view = viewEarningRule(givenRule({ expirationRules })).expiration_rules
    answers(t, 'ExpirationRules', view, outcome, JSON.stringify(outcome))
  }
})

t.test('viewEarningRuleList: a page, and how many there are', async t => {
  const list = { object: 'list', data_ref: 'data', data: [viewEarningRule(givenRule())], total: 9 }
  answers(t, 'EarningRuleList', viewEarningRuleList([givenRule()], 9), list, 'a page')
})
