import t from 'tap'
import { type EstimateFacts, estimateLoyaltyPoints } from '../../../src/decisions/loyalties.ts'
import type { OrderCommand } from '../../../src/decisions/orders/lines.ts'
import type { ProgramFacts } from '../../../src/decisions/points/earning.ts'
import type { Purse } from '../../../src/decisions/points/lots.ts'
import type { Earning, EarningRule, Instant, Metadata } from '../../../src/model.ts'
import { decided, refused } from '../../support/decided.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenCustomer,
  givenLot,
  givenOccasion,
  givenSpareCard,
  givenTemplate,
  givenTotals,
  givenValidity,
  NOW
} from '../../support/given.ts'
import {
  givenItemCommand as item,
  givenOrderCommand as sent
} from '../../support/given-commands.ts'
import { givenOrder, givenProduct } from '../../support/given-goods.ts'
import {
  givenEarningRule,
  givenFixedRule,
  givenRule,
  givenTiers
} from '../../support/given-rules.ts'
import { givenMembership, givenProgram, givenStanding } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'

const member: Purse = { voucher: givenCard(), lots: [] }
const per = (calculation: 'ORDER_AMOUNT' | 'ORDER_TOTAL_AMOUNT', every: number): Earning => ({
  type: 'PROPORTIONAL',
  calculation,
  every,
  points: 1,
  property: null,
  targets: null
})
const perTenth = givenEarningRule({ earning: per('ORDER_AMOUNT', 10) })

/** What is asked about a program in which every 10 of an order's amount bring a point. */
function asking(over: Partial<ProgramFacts> = {}) {
  const asked = givenProgram({ rules: [perTenth], card: member, ...over })
  return { programs: [asked], campaign: asked.campaign }
}

function facts(over: Partial<EstimateFacts> = {}): EstimateFacts {
  return {
    ...givenStanding(),
    ...asking(),
    customer: givenCustomer(),
    storedOrder: null,
    inventory: { products: new Map([['prod_1', givenProduct()]]), skus: new Map() },
    ...over
  }
}

function estimate(
  over: Partial<EstimateFacts>,
  order: Partial<OrderCommand>,
  metadata: Metadata = {}
) {
  const command = { customer: { sourceId: 'ada', metadata }, order: sent(order) }
  return estimateLoyaltyPoints(facts(over), command, givenOccasion())
}

t.test('estimateLoyaltyPoints: the campaign and the points, and nothing is changed', async t => {
  t.strictSame(estimate({}, { amount: 1200 }), {
    result: { campaign: givenCampaign(), points: 120 },
    changes: []
  })
})

t.test('estimateLoyaltyPoints: nobody is described beyond the bounds of a customer', async t => {
  const long = {
    key: 'invalid_payload',
    details: /^Property \.customer\.metadata: must have at most/
  }
  t.match(refused(estimate({}, {}, { note: 'x'.repeat(65_536) })), long)
  const customer = { sourceId: '..' }
  const asked = { customer, order: sent() }
  const named = estimateLoyaltyPoints(facts({ customer: null }), asked, givenOccasion())
  t.match(refused(named), {
    key: 'invalid_payload',
    details: /^Property \.customer\.source_id: A path/
  })
})

t.test('estimateLoyaltyPoints: an order that has earned is estimated again', async t => {
  const storedOrder = givenOrder({ status: 'PAID', amount: 2000, earnedAt: NOW })
  t.equal(decided(estimate({ storedOrder }, {})).result.points, 200)
})

t.test('estimateLoyaltyPoints: rules hear what the request says of who asks', async t => {
  const regular = { name: 'customer.metadata', property: 'n', conditions: { $is: [1] } }
  const validationRules = new Map([['val_1', givenRule({ rules: { 1: regular } })]])
  const rules = [givenEarningRule({ validationRuleId: 'val_1' })]
  const asked = { ...asking({ rules }), validationRules }
  t.equal(decided(estimate(asked, {}, { n: 1 })).result.points, 25)
  t.equal(decided(estimate(asked, {})).result.points, 0, 'of somebody of whom nothing is said')
})

const closed = (over: { startDate?: Instant; expirationDate?: Instant }) =>
  givenCampaign({ validity: givenValidity(over) })
const PAST = '2026-02-01T00:00:00.000Z'
const FUTURE = '2026-04-01T00:00:00.000Z'
const none = { card: null }
const joining = givenCampaign({ autoJoin: true })
const growing = givenCampaign({ autoJoin: true, type: 'AUTO_UPDATE' })
const off: Purse = { voucher: givenCard({ active: false }), lots: [] }
const over: Purse = {
  voucher: givenCard({ validity: givenValidity({ expirationDate: PAST }) }),
  lots: []
}

//                                             the program             refused with, or points
// biome-ignore format: a table
const programs: [string, Partial<ProgramFacts>, string | number][] = [
  ['not begun', { campaign: closed({ startDate: FUTURE }) }, 'campaign_not_active'],
  ['a card that is over', { card: over }, 'loyalty_card_not_active'],
  ['one who would join by a spare card', { ...none, campaign: joining, spare: givenSpareCard() },
    120],
  ['by an order that earns nothing', { ...none, campaign: growing, rules: [] }, 0],
  ['by none, as there is none', { ...none, campaign: joining },
    'no_voucher_suitable_for_publication']
]

t.test('estimateLoyaltyPoints: says why rather than 0 where no order could earn', async t => {
  table(t, programs, (t, _, over, outcome) => {
    const said = estimate(asking(over), { amount: 1200 })
    t.equal('refusal' in said ? said.refusal.key : said.result.points, outcome)
  })
})

t.test('estimateLoyaltyPoints: the refusals, whole', async t => {
  const said = (over: Partial<ProgramFacts>) => refused(estimate(asking(over), {}))
  const about = { resourceId: 'camp_1', resourceType: 'campaign' }
  t.strictSame(said({ campaign: givenCampaign({ active: false }) }), {
    ...about,
    key: 'campaign_not_active',
    details: 'Campaign camp_1 is switched off; enable it first'
  })
  const weekly = givenCampaign({ validity: givenValidity({ daysOfWeek: [1] }) })
  t.strictSame(said({ campaign: weekly }), {
    ...about,
    key: 'campaign_not_active',
    details: 'Campaign camp_1 is active at certain times only, which are not now; see its validity'
  })
  t.strictSame(said(none), {
    ...about,
    key: 'campaign_not_allow_auto_join',
    details:
      'The customer is no member of campaign camp_1, which has no auto_join; ' +
      'add them as a member first'
  })
  t.strictSame(said({ card: off }), {
    key: 'loyalty_card_not_active',
    details: "The customer's card: CLUB-1 is switched off; enable it first",
    resourceId: 'v_1',
    resourceType: 'voucher'
  })
  t.strictSame(said({ ...none, campaign: joining }), {
    ...about,
    key: 'no_voucher_suitable_for_publication',
    details:
      'Campaign Coffee Club (STATIC) has no voucher left to give; ' +
      'add vouchers to it, or make its type AUTO_UPDATE'
  })
})

const MAX = Number.MAX_SAFE_INTEGER
const beyond = { rules: [givenEarningRule({ earning: { type: 'FIXED', points: MAX } as const })] }
const unknown = { items: [item({ productId: 'prod_x' })] }

// In descending precedence: each row breaks all that the rows below break.
//                                    the program                        sent
const precedence: [string, Partial<EstimateFacts>, Partial<OrderCommand>][] = [
  [
    'campaign_not_active',
    asking({ ...beyond, ...none, campaign: closed({ expirationDate: PAST }) }),
    { ...unknown, id: 'ord_x' }
  ],
  ['campaign_not_allow_auto_join', asking({ ...beyond, ...none }), { ...unknown, id: 'ord_x' }],
  ['loyalty_card_not_active', asking({ ...beyond, card: off }), { ...unknown, id: 'ord_x' }],
  ['not_found order', asking(beyond), { ...unknown, id: 'ord_x' }],
  ['not_found product', asking(beyond), unknown],
  ['invalid_amount', asking(beyond), { amount: MAX + 1 }],
  ['invalid_amount', asking(beyond), {}]
]

t.test('estimateLoyaltyPoints: the order of refusals', async t => {
  table(t, precedence, (t, expected, over, order) => {
    const { key, resourceType } = refused(estimate(over, order))
    t.equal(key === 'not_found' ? `${key} ${resourceType}` : key, expected)
  })
})

const bonus = (event: string, points: number, over: Partial<EarningRule> = {}): EarningRule =>
  givenFixedRule(points, { id: `ern_${points}`, event, ...over })
const upgraded = bonus('customer.loyalty.tier.upgraded', 10)
const joined = bonus('customer.loyalty.tier.joined', 30)
const triple = { ern_1: { type: 'MULTIPLY', multiplier: 3 } } as const
const holding = (points: number): Purse => ({
  voucher: givenCard({ card: givenBalance({ points, balance: points }) }),
  lots: [givenLot({ amount: points, remaining: points })]
})

/** A member with so many points, in the tier that is named; Gold is from 100 points. */
const tiered = (points: number, tierId: string, over: Partial<ProgramFacts> = {}) =>
  asking({
    card: holding(points),
    tiers: givenTiers(),
    membership: givenMembership({ tierId }),
    ...over
  })
const starting = givenCampaign({
  autoJoin: true,
  voucher: givenTemplate({ loyaltyCard: { points: 50, expirationRules: null } })
})
const newcomer = {
  ...asking({
    campaign: starting,
    rules: [perTenth, joined],
    ...none,
    spare: givenSpareCard(),
    tiers: givenTiers().map(tier => (tier.id === 'ltr_1' ? { ...tier, mapping: triple } : tier))
  }),
  totals: givenTotals()
}
const CENTS = 400

const most = { type: 'FIXED', points: MAX } as const

//                                             facts                                  the order
// biome-ignore format: a table
const uncounted: [string, Partial<EstimateFacts>, Partial<OrderCommand>][] = [
  ['by what was over before', tiered(100, 'ltr_1', { rules: [{ ...upgraded, earning: most }] }),
    {}],
  ['by what follows from the order',
    tiered(60, 'ltr_1', { rules: [perTenth, { ...upgraded, earning: most }] }), { amount: CENTS }],
  ['by what joining brings, though this order would not',
    { ...newcomer, ...asking({ ...newcomer.programs[0], rules: [{ ...joined, earning: most }] }) },
    {}]
]

t.test('estimateLoyaltyPoints: more points than can be counted are refused', async t => {
  table(t, uncounted, (t, _, over, order) => {
    t.equal(refused(estimate(over, order)).key, 'invalid_amount')
  })
})

t.test('estimateLoyaltyPoints: an order of somebody else is refused as paying it would be', t => {
  const storedOrder = givenOrder({ customerId: 'cust_9' })
  t.match(refused(estimate({ storedOrder }, {})), { key: 'invalid_customer' })
  t.end()
})
