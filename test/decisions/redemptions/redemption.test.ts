import t from 'tap'
import { NOTHING_LEARNED } from '../../../src/decisions/changes.ts'
import type { RedeemReward, RedemptionFacts } from '../../../src/decisions/redemptions/delivery.ts'
import { redeemReward } from '../../../src/decisions/redemptions/redemption.ts'
import { FREE_MAP_LENGTH_MAX } from '../../../src/decisions/updates.ts'
import type {
  EarningRule,
  RedemptionCount,
  Reward,
  Segment,
  ValidationRule,
  ValidationRuleAssignment
} from '../../../src/model.ts'
import { decided, logged, outline } from '../../support/decided.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenCoupon,
  givenCouponCampaign,
  givenCustomer,
  givenEntry,
  givenGiftCampaign,
  givenGiftVoucher,
  givenLot,
  givenOccasion,
  givenSpareCard,
  givenTotals,
  NOW
} from '../../support/given.ts'
import {
  givenItemCommand as item,
  givenOrderCommand as sent
} from '../../support/given-commands.ts'
import {
  givenAssignment,
  givenOrder,
  givenOrderItem,
  givenProduct,
  givenReward
} from '../../support/given-goods.ts'
import { EVERY_COUNT, givenRedemption } from '../../support/given-records.ts'
import {
  givenAutoSegment,
  givenFixedRule,
  givenProperty,
  givenRule,
  givenRuleAssignment,
  givenSchema,
  givenTiers
} from '../../support/given-rules.ts'
import { givenMembership, givenProgram, givenStanding } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'
import { HANDED_OUT, MUG, MUGS_ALONE } from '../support/mug.ts'

const MAX = Number.MAX_SAFE_INTEGER
const COIN = { type: 'COIN', exchangeRatio: '1', pointsRatio: 10 } as const

function givenFacts(over: Partial<RedemptionFacts> = {}): RedemptionFacts {
  return {
    ...givenStanding(),
    ...MUG,
    campaign: givenCampaign(),
    card: { voucher: givenCard(), lots: [givenLot()] },
    holder: givenCustomer(),
    assignment: givenAssignment(),
    ...over
  }
}

/** A reward whose order says what it takes: 10 points are worth 1.00. */
const coin: Partial<RedemptionFacts> = {
  reward: givenReward({ parameters: COIN }),
  assignment: givenAssignment({ points: null })
}

function givenCommand(over: Partial<RedeemReward> = {}): RedeemReward {
  return { rewardId: 'rew_1', points: undefined, order: undefined, metadata: undefined, ...over }
}

const redeem = (over: Partial<RedemptionFacts> = {}, sent: Partial<RedeemReward> = {}) =>
  redeemReward(givenFacts(over), givenCommand(sent), givenOccasion())

function outcome(...of: Parameters<typeof redeem>): string | number | null {
  const said = redeem(...of)
  if ('refusal' in said) return `${said.refusal.key} ${said.refusal.resourceType}`
  return said.result.redemption.failureCode ?? said.result.redemption.points
}

const bound = (
  rules: ValidationRule['rules'],
  assigned: Partial<ValidationRuleAssignment> = {}
) => ({ assignment: givenRuleAssignment(assigned), rule: givenRule({ rules }) })

const CUSTOMER_RULE = bound({ '1': { name: 'customer.segment', conditions: { $is: ['seg_vip'] } } })
const REDEMPTION_RULE = bound({
  '1': { name: 'redemption.metadata', property: 'till', conditions: { $is: [4] } }
})

t.test('redeemReward: what no record may hold is refused unrecorded, before anything', async t => {
  const inactive = { campaign: givenCampaign({ active: false }) }
  const metadata = { note: 'x'.repeat(FREE_MAP_LENGTH_MAX) }
  for (const over of [{ metadata }, { order: sent({ metadata }) }]) {
    t.match(redeem(inactive, over), {
      refusal: { key: 'invalid_payload', details: /at most 65536 characters as JSON/ }
    })
  }
  t.equal(outcome(inactive, { order: sent() }), 'campaign_not_active')
})

t.test('redeemReward: amounts beyond counting are refused after rules, stock and coupons', t => {
  const order = { order: sent({ items: [item({ price: MAX, quantity: 2 })] }) }
  t.equal(outcome(coin, order), 'invalid_amount')
  const reward = givenReward({ parameters: COIN, stock: 1, redeemed: 1 })
  t.equal(outcome({ ...coin, reward }, order), 'reward_out_of_stock')
  t.equal(outcome({}, order), 'invalid_amount', 'for any kind of reward')
  const asking = {
    ...coin,
    rules: [
      bound({ '1': { name: 'order.metadata', property: 'by', conditions: { $is: ['Kim'] } } })
    ]
  }
  const by = (name: string) => ({ order: { ...order.order, metadata: { by: name } } })
  t.equal(outcome(asking, by('Kim')), 'invalid_amount', 'rules see the rest of it')
  t.equal(outcome(asking, by('Lou')), 'order_rules_violated')
  t.equal(outcome(coin, { order: sent({ amount: 100 }), points: 2 ** 53 }), 'invalid_amount')
  t.end()
})

const NOTHING_THERE = { category: null, assignments: [], held: null, spare: null }
const giftOf = (campaignId: string, campaignType: string, balance: number | null): Reward =>
  givenReward({ parameters: { type: 'CAMPAIGN', campaignId, balance, campaignType } as never })
const couponReward = giftOf('camp_2', 'DISCOUNT_COUPONS', null)

t.test('redeemReward: a coupon that cannot be given comes before the points', async t => {
  const poor = {
    reward: couponReward,
    card: { voucher: givenCard({ card: givenBalance() }), lots: [] }
  }
  const of = (campaign: Parameters<typeof givenCouponCampaign>[0]) => ({
    ...poor,
    target: { ...NOTHING_THERE, campaign: givenCouponCampaign(campaign) }
  })
  const code = 'no_voucher_suitable_for_publication'
  t.equal(outcome(of({})), code, 'none is left')
  t.equal(outcome({ ...poor, target: null }), code, 'no campaign')
  t.equal(outcome({ reward: couponReward, target: null }), code, 'and points enough')
  t.equal(outcome(of({ active: false })), code)
  t.equal(outcome(of({ type: 'AUTO_UPDATE' })), 'loyalty_card_points_exceeded')
})

t.test('redeemReward: what an order may have become before points could pay it', async t => {
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
    const order = sent({ sourceId: 'order-1', amount: 1 })
    t.equal(outcome({ ...coin, storedOrder }, { order }), expected, `${status} of ${customerId}`)
  }
})

const MUG_REDEEMED = givenRedemption({
  ...{ id: 'r_000001', date: NOW, metadata: { till: 4 }, points: 60 },
  trackingId: `track_signed(tracking:${givenCustomer().sourceId})`,
  ...{ result: 'SUCCESS', status: 'SUCCEEDED', failureCode: null, failureMessage: null },
  reward: { ...HANDED_OUT, product: givenProduct() }
})

/** Everything a redemption of the mug counts for; `after`: what a rule relied on. */
const SCOPES = [
  ['voucher', 'v_1', 'any', ''],
  ['voucher', 'v_1', 'api_key', 'app-1'],
  ['reward_assignment', 'rewa_1', 'customer', 'cust_1'],
  ['reward_assignment', 'rewa_1', 'api_key', 'app-1'],
  ['reward_assignment', 'rewa_1', 'any', ''],
  ['campaign', 'camp_1', 'customer', 'cust_1'],
  ['campaign', 'camp_1', 'api_key', 'app-1'],
  ['campaign', 'camp_1', 'any', '']
] as const
const PERIODS = { day: '2026-03-01', week: '2026-02-23', month: '2026-03-01' }
const noted = (outcome: 'succeeded' | 'failed', customerId: string | null = 'cust_1') =>
  logged(
    1,
    `customer.redemption.${outcome}`,
    { redemption_id: 'r_000001' },
    { customerId, entityId: 'v_1', category: 'ACTION' }
  )

t.test('redeemReward: a MATERIAL reward, whole', async t => {
  const balance = givenBalance({ points: 100, balance: 40, redeemedPoints: 60 })
  t.strictSame(redeem({}, { metadata: { till: 4 } }), {
    result: {
      redemption: MUG_REDEEMED,
      card: {
        voucher: givenCard({ card: balance, redeemedQuantity: 1, updatedAt: NOW, version: 2 }),
        campaignName: 'Coffee Club',
        category: null,
        assignments: []
      },
      holder: givenCustomer(),
      applicability: { included: [], excluded: [] },
      refusal: null
    },
    changes: [
      {
        kind: 'points.moved',
        card: { voucherId: 'v_1', version: 1, balance, redeemedQuantity: 1, updatedAt: NOW },
        opened: [],
        stepped: [{ id: 'lopb_1', amount: 0, remaining: -60 }],
        entry: givenEntry({
          id: 'vtx_000001',
          type: 'POINTS_REDEMPTION',
          amount: -60,
          lots: [{ id: 'lopb_1', amount: -60 }],
          balanceAfter: 40,
          cause: { redemptionId: 'r_000001', rewardId: 'rew_1' },
          createdAt: NOW
        })
      },
      { kind: 'redemption.recorded', redemption: MUG_REDEEMED, countedIn: EVERY_COUNT },
      noted('succeeded'),
      { kind: 'reward.redeemed', rewardId: 'rew_1' },
      ...SCOPES.map(([object, objectId, by, byId]) => ({
        kind: 'redemption.counted',
        count: {
          ...{ object, objectId, by, byId, step: 1, ...PERIODS },
          ...{ ordersAmount: 0, ordersDiscountAmount: 0 }
        },
        totalBefore: null
      })),
      {
        kind: 'customerTotals.counted',
        customerId: 'cust_1',
        step: { redemptionsSucceeded: 1, cardBalance: -60, cardRedeemedPoints: 60 },
        lastOrder: null
      }
    ]
  })
})

const poor = { voucher: givenCard({ card: givenBalance({ points: 5, balance: 5 }) }), lots: [] }

t.test('redeemReward: a balance is worth no more than its lots', async t => {
  t.equal(outcome({ card: { voucher: givenCard(), lots: [] } }), 'loyalty_card_points_exceeded')
})

const COUNTS = SCOPES.map(([object, , by]) => `counted ${object} by ${by}`)
const SUCCEEDED = ['redemption.recorded', 'redemption.succeeded', 'reward.redeemed', ...COUNTS]
const FAILED = ['redemption.recorded', 'redemption.failed']
const REWARDED = 'rewarded.loyalty_points'

t.test('redeemReward: order metadata that breaks its schema is a recorded refusal', async t => {
  const schema = givenSchema({ properties: { table: givenProperty({ type: 'number' }) } })
  const order = sent({ amount: 1, metadata: { table: 'five' } })
  const orderSchemas = { order: schema, orderItem: null }
  t.equal(outcome({ orderSchemas }, { order }), 'metadata_validation_failed')
})

t.test('redeemReward: a rule’s own words, and the most telling of several violations', async t => {
  const spoken = { ...CUSTOMER_RULE, rule: { ...CUSTOMER_RULE.rule, errorMessage: 'VIPs only.' } }
  const { result } = decided(redeem({ rules: [REDEMPTION_RULE, spoken, CUSTOMER_RULE] }))
  const found = 'entry 1'
  t.match(result.refusal, {
    key: 'customer_rules_violated',
    errorMessage: 'VIPs only.',
    details: new RegExp(`^Validation rule .* \\(val_1\\): ${found}, .*customer\\.segment`)
  })
  t.match(
    result.redemption.failureMessage,
    new RegExp(`^customer does not match validation rules: ${found} of .*customer\\.segment`),
    'the record says it, too'
  )
})

/** Ada redeemed this twice this month, once of it today; another, last week, is not of this one. */
const twice: RedemptionCount = {
  object: 'reward_assignment',
  objectId: 'rewa_1',
  by: 'customer',
  byId: 'cust_1',
  total: 7,
  day: '2026-03-01',
  dayCount: 1,
  week: '2026-02-16',
  weekCount: 3,
  month: '2026-03-01',
  monthCount: 2,
  ordersAmount: 0,
  ordersDiscountAmount: 0
}
const ofCampaign: RedemptionCount = {
  ...twice,
  object: 'campaign',
  objectId: 'camp_1',
  by: 'any',
  byId: '',
  ordersAmount: 3000,
  ordersDiscountAmount: 900
}
const limit = (name: string, most: number) => [
  bound(
    { '1': { name, conditions: { $less_than_or_equal: [most] } } },
    { relatedObjectType: 'reward_assignment', relatedObjectId: 'rewa_1' }
  )
]
const own = 'redemption.count.per_customer'
const VIOLATED = 'redemption_rules_violated'
const ordering = { ...coin, rules: limit('campaign.orders.amount', 5000), counts: [ofCampaign] }
const discounting = {
  ...coin,
  rules: limit('campaign.orders.amount_discounted', 1000),
  counts: [ofCampaign]
}
const buying = (amount: number) => ({ order: sent({ amount }) })

//                                         facts                         sent          outcome
const limits: [string, Partial<RedemptionFacts>, Partial<RedeemReward>, string | number][] = [
  ['today, with this one', { rules: limit(`${own}.daily`, 2), counts: [twice] }, {}, 60],
  ['once more is too often', { rules: limit(`${own}.daily`, 1), counts: [twice] }, {}, VIOLATED],
  ['what was last week is over', { rules: limit(`${own}.weekly`, 1), counts: [twice] }, {}, 60],
  ['this month', { rules: limit(`${own}.monthly`, 2), counts: [twice] }, {}, VIOLATED],
  ['ever', { rules: limit(own, 7), counts: [twice] }, {}, VIOLATED],
  ['the first time', { rules: limit(own, 1), counts: [] }, {}, 60],
  ['what nobody read lets nobody pass', { rules: limit(own, 99), counts: null }, {}, VIOLATED],
  ['orders paid with points, this one included', ordering, buying(2000), 100],
  ['and one for too much', ordering, buying(2001), VIOLATED],
  ['what was taken off them', discounting, { ...buying(500), points: 10 }, 10],
  ['and too much taken off', discounting, { ...buying(500), points: 11 }, VIOLATED]
]

t.test('redeemReward: rules that limit how often see this redemption counted in', async t => {
  table(t, limits, (t, _, over, command, expected) => {
    t.equal(outcome(over, command), expected)
  })
})

t.test('redeemReward: a limit that is reached is recorded, and says what was found', async t => {
  const { result, changes } = decided(redeem({ rules: limit(own, 7), counts: [twice] }))
  t.strictSame(outline(changes), [...FAILED, 'totals redemptionsFailed+1'], 'and not counted')
  t.match(result.redemption, {
    failureCode: VIOLATED,
    failureMessage: /^redemption does not match validation rules: entry 1 of .*per_customer/
  })
  t.match(result.refusal, { key: VIOLATED, details: /redemption\.count\.per_customer/ })
})

t.test('redeemReward: the counts that a rule relied on are guarded, the others are not', t => {
  const rules = [...limit(own, 99), ...limit('campaign.redemptions.count', 99)]
  const { changes } = decided(redeem({ rules, counts: [twice] }))
  const counts = changes.filter(({ kind }) => kind === 'redemption.counted')
  t.strictSame(outline(counts), [
    'counted voucher by any',
    'counted voucher by api_key',
    'counted reward_assignment by customer after 7',
    'counted reward_assignment by api_key',
    'counted reward_assignment by any',
    'counted campaign by customer',
    'counted campaign by api_key',
    'counted campaign by any after 0'
  ])
  t.end()
})

const POINTS_USED = 'redemption.reward.pay_with_points.points_used'
const atMost50 = [bound({ '1': { name: POINTS_USED, conditions: { $less_than_or_equal: [50] } } })]
const above0 = [bound({ '1': { name: POINTS_USED, conditions: { $more_than: [0] } } })]
const [mug, pot] = [givenOrderItem(), givenOrderItem({ productId: 'prod_2' })]
const cartOf = (...items: (typeof mug)[]) =>
  givenOrder({ items, amount: 1200 * items.length, totalAmount: 1200 * items.length })
const ofCart = (storedOrder: ReturnType<typeof cartOf>) => ({
  ...coin,
  storedOrder,
  rules: [MUGS_ALONE],
  card: { voucher: givenCard(), lots: [givenLot({ amount: 900, remaining: 900 })] }
})
const stored = { order: sent({ id: 'ord_1' }) }

//                                         facts                         sent          outcome
const paying: [string, Partial<RedemptionFacts>, Partial<RedeemReward>, string | number][] = [
  ['as many points as a rule lets', { ...coin, rules: atMost50 }, buying(500), 50],
  ['one too many', { ...coin, rules: atMost50 }, buying(510), VIOLATED],
  ['points the customer names', { ...coin, rules: atMost50 }, { ...buying(5000), points: 50 }, 50],
  ['none, where none can be taken', { ...coin, rules: above0, card: poor }, buying(500), VIOLATED],
  ['the items a rule applies to', ofCart(cartOf(mug, pot)), stored, 120],
  ['of which there are none', ofCart(cartOf(pot)), stored, 'order_rules_violated']
]

t.test('redeemReward: rules limit what points pay for, and how many', async t => {
  table(t, paying, (t, _, over, command, expected) => {
    t.equal(outcome(over, command), expected)
  })
})

const tierRule = (verb: string, points: number, campaignId = 'camp_1'): EarningRule =>
  givenFixedRule(points, {
    id: `ern_${verb}`,
    campaignId,
    event: `customer.loyalty.tier.${verb}`,
    loyaltyTierId: 'ltr_2'
  })
const segmentOf = (id: string, field: string, least: number): Segment =>
  givenAutoSegment({ [field]: { $more_than_equal: [least] } }, { id })
const unlucky = segmentOf('seg_unlucky', 'summary.redemptions.total_failed', 3)
const keen = segmentOf('seg_keen', 'summary.redemptions.total_succeeded', 1)
const welcome = (segmentId: string, points: number): EarningRule =>
  givenFixedRule(points, { id: `ern_${segmentId}`, event: 'customer.segment.entered', segmentId })

const gold = (...rules: EarningRule[]) =>
  givenProgram({ rules, tiers: givenTiers(), membership: givenMembership({ tierId: 'ltr_2' }) })
/** Ada was Gold to the end of February, and still has what that takes. */
const wasGold = (points: number) => ({
  ...gold(tierRule('prolonged', points)),
  campaign: givenCampaign({
    tierTerms: { qualification: 'BALANCE', period: 'MONTH', expiration: 'END_OF_PERIOD' } as const
  }),
  membership: givenMembership({ tierId: 'ltr_2', expiresOn: '2026-02-28' })
})
const PROLONGED = ['v_1 in ltr_2 until 2026-03-31', 'loyalty.tier.prolonged', 'v_1 +10', REWARDED]

/** 40 points of the tea club for 60 of the coffee club. */
const teaPoints = giftOf('camp_9', 'LOYALTY_PROGRAM', 40)
const teaClub = givenCampaign({ id: 'camp_9', name: 'Tea Club' })
const teaCard = {
  voucher: givenCard({
    id: 'v_9',
    campaignId: 'camp_9',
    card: givenBalance({ points: 70, balance: 70 })
  }),
  lots: [givenLot({ id: 'lopb_9', voucherId: 'v_9', amount: 70, remaining: 70 })]
}
const tea = givenProgram({
  campaign: teaClub,
  rules: [tierRule('upgraded', 5, 'camp_9')],
  tiers: givenTiers().map(tier => ({ ...tier, campaignId: 'camp_9' })),
  card: teaCard,
  membership: givenMembership({ voucherId: 'v_9', campaignId: 'camp_9' })
})
const handing = { ...NOTHING_THERE, campaign: teaClub, held: teaCard }
const creditReward = giftOf('camp_3', 'GIFT_VOUCHERS', 500)
const SPENT = 'totals cardBalance-60 cardRedeemedPoints+60 redemptionsSucceeded+1'

const teaSpare = givenSpareCard({ id: 'v_9', campaignId: 'camp_9' })

const toGive = { ...handing, held: null }
const coupons = { ...toGive, campaign: givenCouponCampaign(), spare: givenCoupon() }
const gifts = { ...toGive, campaign: givenGiftCampaign(), spare: givenGiftVoucher() }
const coffee = givenProgram({ rules: [] })
const forTea = { reward: teaPoints, target: { ...toGive, spare: teaSpare } }
const joiningTea = {
  ...tea,
  campaign: { ...tea.campaign, autoJoin: true },
  rules: [{ ...welcome('seg_keen', 10), campaignId: 'camp_9' }],
  card: null,
  spare: teaSpare,
  membership: null
}
const keenOnce = { filterSegments: [keen], totals: givenTotals({ redemptionsSucceeded: 1 }) }
const forKeen = bound({ '1': { name: 'customer.segment', conditions: { $is: ['seg_keen'] } } })
const costing110 = { assignment: givenAssignment({ points: 110 }) }
const greeting = (points: number) => givenProgram({ rules: [welcome('seg_keen', points)] })
const ENTERED = ['segment.entered seg_keen', 'segment.entered']
const spent = (balance: number, points = 60) =>
  `totals cardBalance-${balance} cardRedeemedPoints+${points} redemptionsSucceeded+1`
const WITH_CREDIT =
  'totals cardBalance-60 cardRedeemedPoints+60 giftBalance+1500 redemptionsSucceeded+1'

//  facts and what follows
// biome-ignore format: a table
const followings: [string, Partial<RedemptionFacts>, readonly string[]][] = [
  ['a coupon is in the customer’s hands', { reward: couponReward, target: coupons },
    ['v_1 -60', 'voucher.published', ...SUCCEEDED, SPENT]],
  ['credit is on a gift voucher that is theirs from now on',
    { reward: creditReward, target: gifts },
    ['v_1 -60', 'voucher.published', 'v_3 +500', ...SUCCEEDED, WITH_CREDIT]],
  ['points that a tier needs', { programs: [gold()] },
    ['v_1 -60', ...SUCCEEDED, 'v_1 in ltr_1', 'loyalty.tier.downgraded', SPENT]],
  ['a tier that is over is settled before the points leave',
    { programs: [wasGold(10)], ...costing110 },
    [...PROLONGED, 'v_1 -110', ...SUCCEEDED, spent(100, 110)]],
  ['rules see the segment that the holder belongs to by now',
    { rules: [forKeen], programs: [greeting(10)], ...costing110, ...keenOnce },
    [...ENTERED, 'v_1 +10', REWARDED, 'v_1 -110', ...SUCCEEDED, spent(100, 110)]],
  [
    'points of another program that lift to a tier there',
    { reward: teaPoints, target: handing, programs: [coffee, tea] },
    [
      ...['v_1 -60', 'v_9 +40', ...SUCCEEDED],
      ...['v_9 in ltr_2', 'loyalty.tier.upgraded', 'v_9 +5', REWARDED, spent(15)]
    ]
  ],
  [
    'the first points of another program, and the tier they are enough for',
    { ...forTea, programs: [coffee, { ...tea, card: null, membership: null }] },
    [
      ...['v_1 -60', 'voucher.published', 'v_9 +40', ...SUCCEEDED],
      ...['v_9 in ltr_1', 'loyalty.tier.joined', spent(20)]
    ]
  ],
  [
    'a program that was joined since is not joined again',
    { ...forTea, programs: [coffee, joiningTea], ...keenOnce },
    [
      ...[...ENTERED, 'voucher.published', 'v_9 in ltr_1', 'loyalty.tier.joined'],
      ...['v_9 +10', REWARDED, 'v_1 -60', 'v_9 +40', ...SUCCEEDED, spent(10)]
    ]
  ],
  ['a segment that counts redemptions',
    { programs: [greeting(5)], filterSegments: [keen], totals: givenTotals() },
    ['v_1 -60', ...SUCCEEDED, ...ENTERED, 'v_1 +5', REWARDED, spent(55)]]
]

t.test('redeemReward: what follows from it, in order', async t => {
  table(t, followings, (t, _, over, expected) => {
    t.strictSame(outline(decided(redeem(over)).changes), expected)
  })
})

t.test('redeemReward: points of another program come on top of what was settled there', async t => {
  const late = {
    ...wasGold(10),
    campaign: { ...wasGold(10).campaign, id: 'camp_9' },
    card: { ...teaCard, lots: [givenLot({ id: 'lopb_9', voucherId: 'v_9' })] },
    membership: { ...wasGold(10).membership, voucherId: 'v_9', campaignId: 'camp_9' }
  }
  const target = { ...handing, held: late.card }
  const programs = [givenProgram({ rules: [] }), late]
  const { changes } = decided(redeem({ reward: teaPoints, target, programs }))
  const onTea = changes.filter(change => outline([change])[0]?.startsWith('v_9 +'))
  t.match(onTea, [
    { card: { version: 1 }, entry: { amount: 10 } },
    { card: { version: 2 }, entry: { amount: 40 } }
  ])
})

const ABOUT = { card: poor, filterSegments: [unlucky] }

const third = { ...ABOUT, totals: givenTotals({ redemptionsFailed: 2 }) }
const second = { ...ABOUT, totals: givenTotals({ redemptionsFailed: 1 }) }
const consoling = (points: number) => ({
  programs: [givenProgram({ card: poor, rules: [welcome('seg_unlucky', points)] })]
})
const late = { programs: [wasGold(10)], assignment: givenAssignment({ points: 111 }) }
const COUNTED = 'totals redemptionsFailed+1'
const UNLUCKY = ['segment.entered seg_unlucky', 'segment.entered']
const WITH_10 = 'totals cardBalance+10 redemptionsFailed+1'
const WITH_5 = ['v_1 +5', REWARDED, 'totals cardBalance+5 redemptionsFailed+1']

//  facts and what follows
const failures: [string, Partial<RedemptionFacts>, readonly string[]][] = [
  ['the third brings a segment', third, [...FAILED, ...UNLUCKY, COUNTED]],
  ['which may earn', { ...third, ...consoling(5) }, [...FAILED, ...UNLUCKY, ...WITH_5]],
  ['but never more than is counted', { ...third, ...consoling(MAX) }, [...FAILED, COUNTED]],
  ['the second does not', second, [...FAILED, COUNTED]],
  ['what is over by the calendar is settled', late, [...PROLONGED, ...FAILED, WITH_10]]
]

t.test('redeemReward: a failure counts, and moves who failed', async t => {
  table(t, failures, (t, _, over, expected) => {
    const said = decided(redeem(over))
    t.strictSame(outline(said.changes), expected)
    t.equal(said.result.redemption.failureCode, 'loyalty_card_points_exceeded')
  })
})

const beyond = givenFixedRule(MAX)

const giving: Partial<RedemptionFacts> = {
  reward: couponReward,
  target: { ...NOTHING_THERE, campaign: givenCouponCampaign({ type: 'AUTO_UPDATE' }) }
}
const greeted = { programs: [greeting(MAX)], filterSegments: [keen], totals: givenTotals() }

//                                              facts                         sent
const uncounted: [string, Partial<RedemptionFacts>, Partial<RedeemReward>][] = [
  ['what was over before', { programs: [wasGold(MAX)] }, {}],
  ['what was over before a coupon', { ...giving, programs: [wasGold(MAX)] }, {}],
  ['the order', { ...coin, programs: [givenProgram({ rules: [beyond] })] }, buying(100)],
  ['what follows', greeted, {}]
]

t.test('redeemReward: what would earn beyond counting is refused whole, and recorded', async t => {
  table(t, uncounted, (t, _, over, command) => {
    const said = decided(redeem(over, command))
    t.strictSame(outline(said.changes), [...FAILED, 'totals redemptionsFailed+1'])
    t.match(said.result, {
      redemption: { failureCode: 'invalid_amount', failureMessage: 'Invalid amount' },
      refusal: { key: 'invalid_amount', details: /earning rule ern_/ }
    })
    const without = outcome({ ...over, programs: [] }, command)
    t.type(without, 'number', 'without that rule it goes through')
  })
})

t.test('redeemReward: what no kept total can hold is said last, and recorded by itself', t => {
  const again = givenOccasion({ learned: { ...NOTHING_LEARNED, outgrown: true } })
  const followed = { programs: [wasGold(10)], filterSegments: [unlucky, keen] }
  const facts = givenFacts({ ...followed, totals: givenTotals({ redemptionsFailed: 2 }) })
  const { result, changes } = decided(redeemReward(facts, givenCommand(), again))
  t.strictSame(outline(changes), [...FAILED, 'totals redemptionsFailed+1'])
  t.match(result, {
    redemption: { failureCode: 'invalid_amount', failureMessage: 'Invalid amount', points: null },
    refusal: {
      key: 'invalid_amount',
      details: `The total with everything before it exceeds ${MAX}; send smaller amounts.`
    }
  })
  const inNeed = { ...facts, card: poor, programs: [{ ...wasGold(10), card: poor }] }
  const tooPoor = decided(redeemReward(inNeed, givenCommand(), again))
  t.equal(tooPoor.result.redemption.failureCode, 'loyalty_card_points_exceeded')
  t.strictSame(outline(tooPoor.changes), [...FAILED, 'totals redemptionsFailed+1'])
  t.end()
})
