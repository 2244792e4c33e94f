import t from 'tap'
import type { OrderCommand } from '../../src/decisions/orders.ts'
import {
  type RedeemReward,
  type RedemptionFacts,
  redeemReward
} from '../../src/decisions/redemption.ts'
import type { ValidationRule } from '../../src/model.ts'
import { decided, kinds } from '../support/decided.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenCouponCampaign,
  givenCustomer,
  givenLot,
  givenOccasion,
  NOW
} from '../support/given.ts'
import { givenAssignment, givenOrder, givenProduct, givenReward } from '../support/given-goods.ts'
import {
  givenEarningRule,
  givenRule,
  givenRuleAssignment,
  givenSchema
} from '../support/given-rules.ts'

const COIN = { type: 'COIN', exchangeRatio: '1', pointsRatio: 10 } as const

const NOTHING: OrderCommand = {
  id: undefined,
  sourceId: undefined,
  status: undefined,
  amount: undefined,
  initialAmount: undefined,
  discountAmount: undefined,
  items: undefined,
  metadata: undefined
}

const ITEM = {
  productId: undefined,
  skuId: undefined,
  relatedObject: undefined,
  sourceId: undefined,
  quantity: undefined,
  initialQuantity: undefined,
  discountQuantity: undefined,
  price: undefined,
  amount: undefined,
  initialAmount: undefined,
  discountAmount: undefined,
  product: undefined,
  sku: undefined,
  metadata: undefined
}

function givenFacts(over: Partial<RedemptionFacts> = {}): RedemptionFacts {
  return {
    campaign: givenCampaign(),
    card: { voucher: givenCard(), lots: [givenLot()] },
    category: null,
    cardAssignments: [],
    holder: givenCustomer(),
    reward: givenReward(),
    assignment: givenAssignment(),
    rules: [],
    storedOrder: null,
    inventory: { products: new Map(), skus: new Map() },
    orderSchemas: { order: null, orderItem: null },
    redemptionSchema: null,
    product: givenProduct(),
    sku: null,
    target: null,
    programs: [],
    collections: new Map(),
    segments: [],
    validationRules: new Map(),
    ...over
  }
}

function givenCommand(over: Partial<RedeemReward> = {}): RedeemReward {
  return { rewardId: 'rew_1', points: undefined, order: undefined, metadata: undefined, ...over }
}

function outcome(facts: RedemptionFacts, command: RedeemReward): string | number | null {
  const said = redeemReward(facts, command, givenOccasion())
  if ('refusal' in said) return `${said.refusal.key} ${said.refusal.resourceType}`
  return said.result.redemption.failureCode ?? said.result.redemption.points
}

const bound = (rules: ValidationRule['rules']) => ({
  assignment: givenRuleAssignment(),
  rule: givenRule({ rules })
})

const CUSTOMER_RULE = bound({ '1': { name: 'customer.segment', conditions: { $is: ['seg_vip'] } } })
const ORDER_RULE = bound({ '1': { name: 'order.amount', conditions: { $more_than: [9999] } } })
const REDEMPTION_RULE = bound({
  '1': { name: 'redemption.metadata', property: 'till', conditions: { $is: [4] } }
})

t.test('redeemReward: the order of refusals; each row breaks all that the rows below break', t => {
  // Everything that can be wrong at once. A row mends what the row above was refused for.
  const broken = {
    facts: givenFacts({
      campaign: givenCampaign({ active: false }),
      card: {
        voucher: givenCard({
          active: false,
          card: givenBalance(),
          redemptionQuantity: 1,
          redeemedQuantity: 1,
          validity: {
            startDate: '2027-01-01T00:00:00.000Z',
            expirationDate: null,
            timeframe: null,
            daysOfWeek: null,
            hours: null
          }
        }),
        lots: []
      },
      holder: null,
      reward: null,
      assignment: null,
      rules: [REDEMPTION_RULE, ORDER_RULE, CUSTOMER_RULE],
      redemptionSchema: givenSchema({
        properties: { clerk: { type: 'string', array: false, optional: false } }
      })
    }),
    command: givenCommand({ rewardId: undefined })
  }
  const coinReward = givenReward({ parameters: COIN, stock: 1, redeemed: 1 })
  let { facts, command } = broken
  const fix = (f: Partial<RedemptionFacts>, c: Partial<RedeemReward> = {}) => {
    facts = { ...facts, ...f }
    command = { ...command, ...c }
  }
  const card = (over: Parameters<typeof givenCard>[0]) => ({
    card: { ...facts.card, voucher: { ...facts.card.voucher, ...over } }
  })
  const always = givenCard().validity
  const soon = { ...always, expirationDate: '2026-02-28T00:00:00.000Z' }
  const noon = {
    ...always,
    hours: { daily: [{ startTime: '12:00', expirationTime: '13:00', daysOfWeek: null }] }
  }
  const items = [{ ...ITEM, productId: 'prod_1' }]
  const rows: [string, () => void][] = [
    ['campaign_not_active', () => fix({})],
    ['voucher_disabled', () => fix({ campaign: givenCampaign() })],
    ['voucher_not_active', () => fix(card({ active: true }))],
    ['voucher_expired', () => fix(card({ validity: soon }))],
    ['voucher_not_active_now', () => fix(card({ validity: noon }))],
    ['invalid_customer', () => fix(card({ validity: always }))],
    ['missing_reward', () => fix({ holder: givenCustomer() })],
    ['not_found reward', () => fix({}, { rewardId: 'rew_1' })],
    ['not_found reward_assignment', () => fix({ reward: coinReward })],
    ['missing_order', () => fix({ assignment: givenAssignment({ points: null }) })],
    ['not_found order', () => fix({}, { order: { ...NOTHING, id: 'ord_x', items } })],
    ['not_found product', () => fix({}, { order: { ...NOTHING, items } })],
    [
      'metadata_validation_failed',
      () => fix({ inventory: { products: new Map([['prod_1', givenProduct()]]), skus: new Map() } })
    ],
    ['customer_rules_violated', () => fix({}, { metadata: { clerk: 'Kim' } })],
    ['order_rules_violated', () => fix({ segments: ['seg_vip'] })],
    ['redemption_rules_violated', () => fix({ rules: [REDEMPTION_RULE] })],
    ['quantity_exceeded', () => fix({}, { metadata: { clerk: 'Kim', till: 4 } })],
    ['reward_out_of_stock', () => fix(card({ redeemedQuantity: 0 }))],
    [
      'invalid_order',
      () =>
        fix(
          { reward: givenReward({ parameters: COIN }) },
          { order: { ...NOTHING, items: [{ ...ITEM, price: 0 }] } }
        )
    ],
    ['loyalty_card_points_exceeded', () => fix({}, { order: { ...NOTHING, amount: 500 } })]
  ]
  for (const [expected, mend] of rows) {
    mend()
    t.equal(outcome(facts, command), expected)
  }
  fix({ card: { voucher: givenCard(), lots: [givenLot()] } })
  t.equal(outcome(facts, command), 50, 'nothing left to refuse')
  t.end()
})

t.test(
  'redeemReward: amounts that cannot be counted are refused after rules, stock and coupons',
  t => {
    const huge = { ...NOTHING, items: [{ ...ITEM, price: Number.MAX_SAFE_INTEGER, quantity: 2 }] }
    const coin = givenReward({ parameters: COIN })
    const assignment = givenAssignment({ points: null })
    const order = { order: huge }
    t.equal(
      outcome(givenFacts({ reward: coin, assignment }), givenCommand(order)),
      'invalid_amount'
    )
    const facts = givenFacts({ reward: { ...coin, stock: 1, redeemed: 1 }, assignment })
    t.equal(outcome(facts, givenCommand(order)), 'reward_out_of_stock')
    t.equal(outcome(givenFacts(), givenCommand(order)), 'invalid_amount', 'for any kind of reward')
    const command = givenCommand({ order: { ...NOTHING, amount: 100 }, points: 2 ** 53 })
    t.equal(outcome(givenFacts({ reward: coin, assignment }), command), 'invalid_amount')
    t.end()
  }
)

t.test('redeemReward: a coupon that cannot be given comes before the points', t => {
  const reward = givenReward({
    parameters: {
      type: 'CAMPAIGN',
      campaignId: 'camp_2',
      balance: null,
      campaignType: 'DISCOUNT_COUPONS'
    }
  })
  const poor = { voucher: givenCard({ card: givenBalance() }), lots: [] }
  const target = { campaign: givenCouponCampaign(), category: null, held: null, spare: null }
  const command = givenCommand()
  const code = 'no_voucher_suitable_for_publication'
  t.equal(outcome(givenFacts({ reward, card: poor, target }), command), code, 'none is left')
  t.equal(outcome(givenFacts({ reward, card: poor, target: null }), command), code, 'no campaign')
  const closed = { ...target, campaign: givenCouponCampaign({ active: false }) }
  t.equal(outcome(givenFacts({ reward, card: poor, target: closed }), command), code)
  const growing = { ...target, campaign: givenCouponCampaign({ type: 'AUTO_UPDATE' }) }
  const facts = givenFacts({ reward, card: poor, target: growing })
  t.equal(outcome(facts, command), 'loyalty_card_points_exceeded')
  t.end()
})

t.test('redeemReward: what an order may have become before points could pay it', t => {
  const reward = givenReward({ parameters: COIN })
  const assignment = givenAssignment({ points: null })
  const rows = [
    ['CREATED', 'cust_1', 100],
    ['PAID', 'cust_1', 'invalid_order'],
    ['FULFILLED', 'cust_1', 'invalid_order'],
    ['CANCELED', 'cust_1', 'invalid_order'],
    ['CREATED', null, 100],
    ['CREATED', 'cust_2', 'invalid_customer']
  ] as const
  for (const [status, customerId, expected] of rows) {
    const storedOrder = givenOrder({ status, customerId })
    const facts = givenFacts({ reward, assignment, storedOrder })
    const order = { ...NOTHING, sourceId: 'order-1', amount: 1 }
    t.equal(outcome(facts, givenCommand({ order })), expected, `${status} of ${customerId}`)
  }
  t.end()
})

const MUG_REDEEMED = {
  id: 'r_000001',
  date: NOW,
  voucherId: 'v_1',
  campaignId: 'camp_1',
  customer: {
    id: 'cust_1',
    name: givenCustomer().name,
    email: givenCustomer().email,
    sourceId: givenCustomer().sourceId,
    metadata: givenCustomer().metadata
  },
  trackingId: `track_signed(tracking:${givenCustomer().sourceId})`,
  metadata: { till: 4 },
  parentId: null,
  result: 'SUCCESS',
  status: 'SUCCEEDED',
  points: 60,
  failureCode: null,
  failureMessage: null,
  order: null,
  channel: { id: 'app-1', type: 'API' },
  reward: {
    id: 'rew_1',
    assignmentId: 'rewa_1',
    reward: givenReward(),
    voucher: null,
    product: givenProduct(),
    sku: null
  }
}

t.test('redeemReward: a MATERIAL reward, whole', t => {
  const occasion = givenOccasion()
  const said = decided(
    redeemReward(givenFacts(), givenCommand({ metadata: { till: 4 } }), occasion)
  )
  const { redemption, card, holder, refusal } = said.result
  t.strictSame(redemption, MUG_REDEEMED)
  t.strictSame([card.voucher.card?.balance, card.voucher.redeemedQuantity], [40, 1])
  t.strictSame([holder, refusal], [givenCustomer(), null])
  t.strictSame(said.changes.slice(0, 2), [
    {
      kind: 'points.moved',
      card: {
        voucherId: 'v_1',
        version: 1,
        balance: givenBalance({ points: 100, balance: 40, redeemedPoints: 60 }),
        redeemedQuantity: 1,
        updatedAt: NOW
      },
      opened: [],
      stepped: [{ id: 'lopb_1', amount: 0, remaining: -60 }],
      entry: {
        id: 'vtx_000001',
        voucherId: 'v_1',
        campaignId: 'camp_1',
        type: 'POINTS_REDEMPTION',
        amount: -60,
        lots: [{ id: 'lopb_1', amount: -60 }],
        balanceAfter: 40,
        cause: { redemptionId: 'r_000001', rewardId: 'rew_1' },
        createdAt: NOW
      }
    },
    { kind: 'redemption.recorded', redemption }
  ])
  t.match(said.changes.slice(2), [
    { kind: 'event.logged', event: { type: 'customer.redemption.succeeded', groupId: 'req_1' } },
    { kind: 'reward.redeemed', rewardId: 'rew_1' },
    {
      kind: 'customerTotals.counted',
      customerId: 'cust_1',
      step: { redemptionsSucceeded: 1, cardBalance: -60, cardRedeemedPoints: 60 },
      lastOrder: null
    }
  ])
  t.equal(said.changes.length, 5)
  t.end()
})

t.test('redeemReward: a failure is recorded, logged and counted, and moves nothing', t => {
  const occasion = givenOccasion()
  const poor = { voucher: givenCard({ card: givenBalance({ points: 5, balance: 5 }) }), lots: [] }
  const said = decided(redeemReward(givenFacts({ card: poor }), givenCommand(), occasion))
  t.strictSame(kinds(said.changes), [
    'redemption.recorded',
    'event.logged',
    'customerTotals.counted'
  ])
  t.match(said.result.refusal, {
    key: 'loyalty_card_points_exceeded',
    resourceId: said.result.redemption.id,
    resourceType: 'redemption',
    details: 'CLUB-1'
  })
  t.strictSame(said.result.card.voucher, poor.voucher)
  const stranger = decided(
    redeemReward(givenFacts({ holder: null }), givenCommand(), givenOccasion())
  )
  t.strictSame(kinds(stranger.changes), ['redemption.recorded', 'event.logged'], 'nobody to count')
  t.equal(stranger.result.redemption.trackingId, null)
  const lotless = { voucher: givenCard(), lots: [] }
  t.equal(
    outcome(givenFacts({ card: lotless }), givenCommand()),
    'loyalty_card_points_exceeded',
    'a balance is worth no more than its lots'
  )
  t.end()
})

t.test('redeemReward: a COIN reward pays its order, which earns in the same unit', t => {
  const rule = givenEarningRule({
    earning: {
      type: 'PROPORTIONAL',
      calculation: 'ORDER_TOTAL_AMOUNT',
      every: 100,
      points: 1,
      property: null,
      targets: null
    }
  })
  const card = { voucher: givenCard(), lots: [givenLot()] }
  const facts = givenFacts({
    reward: givenReward({ parameters: COIN }),
    assignment: givenAssignment({ points: null }),
    card,
    programs: [
      { campaign: givenCampaign(), rules: [rule], card, spare: null },
      {
        campaign: givenCampaign({ id: 'camp_9', autoJoin: false }),
        rules: [rule],
        card: null,
        spare: null
      }
    ]
  })
  const order = { ...NOTHING, amount: 2500, sourceId: 'new' }
  const said = decided(redeemReward(facts, givenCommand({ order, points: 100 }), givenOccasion()))
  t.strictSame(kinds(said.changes), [
    'order.created',
    'event.logged',
    'points.moved',
    'points.moved',
    'redemption.recorded',
    'event.logged',
    'reward.redeemed',
    'customerTotals.counted'
  ])
  const { redemption, card: shown } = said.result
  t.strictSame(
    [redemption.points, redemption.order?.totalAmount, redemption.order?.status],
    [100, 1500, 'PAID']
  )
  t.equal(shown.voucher.card?.balance, 0, 'shown before what the order earns')
  t.match(said.changes[3], {
    card: { version: 2, balance: { balance: 15 } },
    entry: { type: 'POINTS_ACCRUAL', amount: 15 }
  })
  t.match(said.changes.at(-1), {
    step: {
      redemptionsSucceeded: 1,
      cardBalance: -85,
      cardRedeemedPoints: 100,
      ordersCount: 1,
      ordersAmount: 1500
    },
    lastOrder: { amount: 1500, date: NOW }
  })
  t.end()
})

t.test('redeemReward: an order that would earn beyond counting is refused whole', t => {
  const rule = givenEarningRule({ earning: { type: 'FIXED', points: Number.MAX_SAFE_INTEGER } })
  const card = { voucher: givenCard(), lots: [givenLot()] }
  const facts = givenFacts({
    reward: givenReward({ parameters: COIN }),
    assignment: givenAssignment({ points: null }),
    storedOrder: givenOrder({ customerId: null }),
    programs: [{ campaign: givenCampaign(), rules: [rule], card, spare: null }]
  })
  const order = { ...NOTHING, id: 'ord_1' }
  t.equal(outcome(facts, givenCommand({ order })), 'invalid_amount')
  t.equal(
    outcome({ ...facts, programs: [] }, givenCommand({ order })),
    100,
    'without that rule it goes through'
  )
  t.end()
})

t.test('redeemReward: order metadata that breaks its schema is a recorded refusal', t => {
  const schema = givenSchema({
    properties: { table: { type: 'number', array: false, optional: true } }
  })
  const facts = givenFacts({ orderSchemas: { order: schema, orderItem: null } })
  const order = { ...NOTHING, amount: 1, metadata: { table: 'five' } }
  t.equal(outcome(facts, givenCommand({ order })), 'metadata_validation_failed')
  t.end()
})

t.test('redeemReward: a rule’s own words, and the most telling of several violations', t => {
  const spoken = {
    assignment: givenRuleAssignment(),
    rule: givenRule({
      errorMessage: 'VIPs only.',
      rules: { '1': { name: 'customer.segment', conditions: { $is: ['seg_vip'] } } }
    })
  }
  const said = decided(
    redeemReward(
      givenFacts({ rules: [REDEMPTION_RULE, spoken, CUSTOMER_RULE] }),
      givenCommand(),
      givenOccasion()
    )
  )
  t.match(said.result.refusal, {
    key: 'customer_rules_violated',
    errorMessage: 'VIPs only.',
    details: /customer\.segment/
  })
  t.end()
})
