import t from 'tap'
import {
  addEarned,
  type EarningContext,
  type EarningLine,
  earningLines,
  type ProgramFacts,
  type Trigger
} from '../../../src/decisions/points/earning.ts'
import type { Purse } from '../../../src/decisions/points/lots.ts'
import type {
  Campaign,
  Day,
  Earning,
  EarningRule,
  ExpirationRules,
  Instant,
  LoyaltyTier,
  Metadata,
  TierMapping
} from '../../../src/model.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenCustomer,
  givenEntry,
  givenLot,
  givenOccasion,
  givenTemplate,
  givenValidity,
  NOW
} from '../../support/given.ts'
import { givenOrder, givenOrderItem } from '../../support/given-goods.ts'
import { givenPending } from '../../support/given-records.ts'
import {
  givenEarningRule,
  givenFixedRule,
  givenMonths,
  givenRule,
  givenTier
} from '../../support/given-rules.ts'
import { givenProgram } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'

const MAX = Number.MAX_SAFE_INTEGER
const MONTH: ExpirationRules = givenMonths(1)
const NEW_YEAR: ExpirationRules = { periodType: 'FIXED_DAY_OF_YEAR', fixedMonth: 12, fixedDay: 31 }

const customer = givenCustomer()
const order = givenOrder({
  amount: 5000,
  totalAmount: 4550,
  items: [
    givenOrderItem({ quantity: 3, amount: 3600, subtotalAmount: 3150 }),
    givenOrderItem({ productId: 'prod_2', skuId: 'sku_2', amount: 1400, subtotalAmount: 1400 })
  ],
  metadata: { cups: 7.5 }
})

const paying: Trigger = {
  event: 'order.paid',
  subjectId: null,
  customer,
  order,
  eventMetadata: null
}

const context: EarningContext = {
  validationRules: new Map(),
  collections: new Map([['sku_2', ['pc_1']]]),
  segments: []
}

/** Points by rule, or why they are refused. */
function lines(
  facts: ProgramFacts,
  trigger = paying,
  known: Partial<EarningContext> = {},
  now: Instant = NOW
) {
  const occasion = givenOccasion({ now })
  const earned = earningLines(facts, { ...context, ...known }, trigger, occasion)
  if ('refusal' in earned) return earned.refusal
  return earned.lines.map(({ rule, points }) => [rule.id, points])
}

const EARNS = [['ern_1', 25]]
const window = (startDate: Instant | null, expirationDate: Instant | null) =>
  givenValidity({ startDate, expirationDate })
const [PAST, FUTURE] = ['2026-02-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z']
const morning = { daily: [{ startTime: '11:00', expirationTime: '11:59', daysOfWeek: null }] }

//                                             the rule                            earns
const rules: [string, Partial<EarningRule>, boolean][] = [
  ['as plain as may be', {}, true],
  ['switched off', { active: false }, false],
  ['for another event', { event: 'product_reviewed' }, false],
  ['for a segment', { segmentId: 'seg_1' }, false],
  ['for a tier', { loyaltyTierId: 'ltr_1' }, false],
  ['at this hour in the shop', { validity: givenValidity({ hours: morning }) }, true],
  ['if a rule that is gone holds', { validationRuleId: 'val_x' }, false]
]

t.test('earningLines: which rules pay', async t => {
  table(t, rules, (t, _, over, earns) => {
    t.strictSame(lines(givenProgram({ rules: [givenEarningRule(over)] })), earns ? EARNS : [])
  })
})

//                              dates of the campaign      of the rule                      earns
const inherited: [string, Campaign['validity'], EarningRule['validity'], boolean][] = [
  ['the campaign has not begun', window(FUTURE, null), givenValidity(), false],
  ['the campaign is over', window(null, PAST), givenValidity(), false],
  ['a start of its own', window(FUTURE, null), window(PAST, null), true],
  ['an end of its own', window(null, PAST), window(null, FUTURE), true]
]

t.test('earningLines: a rule without dates has its campaign’s', async t => {
  table(t, inherited, (t, _, campaignValidity, validity, earns) => {
    const campaign = givenCampaign({ validity: campaignValidity })
    const facts = givenProgram({ campaign, rules: [givenEarningRule({ validity })] })
    t.strictSame(lines(facts), earns ? EARNS : [])
  })
})

const entered = { ...paying, event: 'customer.segment.entered', order: null }

type Proportional = Extract<Earning, { type: 'PROPORTIONAL' }>

const per = (
  calculation: Proportional['calculation'],
  every: number,
  over: Partial<Proportional> = {}
): Earning => ({
  type: 'PROPORTIONAL',
  calculation,
  every,
  points: 2,
  property: null,
  targets: null,
  ...over
})

const on = (id: string) => ({ targets: [{ object: 'product', id }] as const })
const prop = (property: string) => ({ property })
const event = (metadata: Metadata): Trigger => ({
  ...paying,
  event: 'order.paid',
  eventMetadata: metadata
})
const silver = { ...paying, customer: { metadata: { level: 3, low: -300, text: '9' } } }

//                                the earning                      trigger   points
const measures: [string, Earning, Trigger, number][] = [
  ['the amount before discounts', per('ORDER_AMOUNT', 100), paying, 100],
  ['the total after them', per('ORDER_TOTAL_AMOUNT', 100), paying, 90],
  ['metadata of the order', per('ORDER_METADATA', 1, prop('cups')), paying, 14],
  ['lines of a product', per('ORDER_ITEMS_AMOUNT', 100, on('prod_1')), paying, 72],
  ['what they come to', per('ORDER_ITEMS_SUBTOTAL_AMOUNT', 100, on('prod_1')), paying, 62],
  ['of its collection', per('ORDER_ITEMS_AMOUNT', 100, on('pc_1')), paying, 28],
  ['metadata of the customer', per('CUSTOMER_METADATA', 1, prop('level')), silver, 6],
  ['metadata of the event', per('CUSTOM_EVENT_METADATA', 1, prop('n')), event({ n: 4 }), 8],
  ['nor its metadata', per('ORDER_METADATA', 1, prop('n')), { ...paying, order: null }, 0]
]

t.test('earningLines: what a rule measures; nothing to measure is nothing earned', async t => {
  table(t, measures, (t, _, earning, trigger, points) => {
    const facts = givenProgram({ rules: [givenEarningRule({ earning })] })
    t.strictSame(lines(facts, trigger), points === 0 ? [] : [['ern_1', points]])
  })
})

t.test('earningLines: free units and lines without a price', async t => {
  const items = [
    givenOrderItem({ quantity: 5, discountQuantity: 2, amount: null, subtotalAmount: null })
  ]
  const trigger = { ...paying, order: givenOrder({ items }) }
  //           earning                                      points
  const rows: [Earning, number][] = [
    [per('ORDER_ITEMS_QUANTITY', 1, on('prod_1')), 6],
    [per('ORDER_ITEMS_AMOUNT', 1, on('prod_1')), 0],
    [per('ORDER_ITEMS_SUBTOTAL_AMOUNT', 1, on('prod_1')), 0]
  ]
  for (const [earning, points] of rows) {
    const facts = givenProgram({ rules: [givenEarningRule({ earning })] })
    t.strictSame(lines(facts, trigger), points === 0 ? [] : [['ern_1', points]])
  }
})

const applicable = (ids: string[], excluded: string[] = []) => {
  const each = (id: string) => ({ object: 'product', id, sourceId: null }) as const
  return { included: ids.map(each), excluded: excluded.map(each), includedAll: ids.length === 0 }
}
const orderRule = { 1: { name: 'order.amount', conditions: { $is: [1] } } }
const keyRule = { 1: { name: 'redemption.api_key', conditions: { $is: ['app-1'] } } }
const segmentRule = { 1: { name: 'customer.segment', conditions: { $is: ['seg_vip'] } } }

//                            the validation rule              segments, points
const validations: [string, Parameters<typeof givenRule>[0], string[], [number, number]][] = [
  ['that holds', {}, [], [10, 100]],
  ['that does not', { rules: orderRule }, [], [0, 0]],
  ['of a segment the customer is in', { rules: segmentRule }, ['seg_vip'], [10, 100]],
  ['of one they are not in', { rules: segmentRule }, ['seg_new'], [0, 0]],
  ['about what no order has', { rules: keyRule }, [], [0, 0]],
  ['that applies to some lines', { applicableTo: applicable(['prod_2']) }, [], [10, 28]],
  ['that excludes some', { applicableTo: applicable([], ['prod_2']) }, [], [10, 72]]
]

t.test('earningLines: a validation rule, asked of the order and of its lines', async t => {
  table(t, validations, (t, _, over, segments, [fixed, byLines]) => {
    const validationRuleId = 'val_1'
    const targets = [...on('prod_1').targets, ...on('prod_2').targets]
    const facts = givenProgram({
      rules: [
        givenFixedRule(10, { validationRuleId }),
        givenEarningRule({
          id: 'ern_2',
          earning: per('ORDER_ITEMS_AMOUNT', 100, { targets }),
          validationRuleId
        })
      ]
    })
    const known = { validationRules: new Map([['val_1', givenRule(over)]]), segments }
    t.strictSame(
      lines(facts, paying, known),
      [
        ['ern_1', fixed],
        ['ern_2', byLines]
      ].filter(([, points]) => points !== 0)
    )
  })
})

const fixed = (points: number): Earning => ({ type: 'FIXED', points })
const tooMany = (id: string) => ({
  key: 'invalid_amount',
  details:
    `With earning rule ${id} a card would get more than ${MAX} points; ` +
    'correct the order or the rule'
})
const full = givenBalance({ points: MAX - 30, pendingPoints: 5, balance: 0 })
const nearlyFull: Purse = { voucher: givenCard({ card: full }), lots: [] }
const starting = (points: number) =>
  givenCampaign({ voucher: givenTemplate({ loyaltyCard: { points, expirationRules: null } }) })

//                                             program                        points, or the rule
// biome-ignore format: a table
const counts: [string, Partial<ProgramFacts>, number | string][] = [
  ['a card takes what it can count', { card: nearlyFull }, 25],
  ['and not a point more, whether there or waiting',
    { card: nearlyFull, rules: [givenEarningRule({ earning: fixed(26) })] }, 'ern_1'],
  [
    'nor two rules together',
    {
      card: nearlyFull,
      rules: [givenEarningRule(), givenEarningRule({ id: 'ern_2', earning: fixed(1) })]
    },
    'ern_2'
  ],
  ['of one rule alone',
    { rules: [givenEarningRule({ earning: per('ORDER_AMOUNT', 1, { points: MAX }) })] }, 'ern_1'],
  ['a card to come has what it starts with', { card: null, campaign: starting(MAX - 25) }, 25],
  ['and no more', { card: null, campaign: starting(MAX - 24) }, 'ern_1'],
  ['nothing where there are no cards', { card: null, campaign: givenCampaign({ voucher: null }) },
    25]
]

t.test('earningLines: points that cannot be counted are refused, naming the rule', async t => {
  table(t, counts, (t, _, over, outcome) => {
    const expected = typeof outcome === 'string' ? tooMany(outcome) : [['ern_1', outcome]]
    t.strictSame(lines(givenProgram(over)), expected)
  })
})

const double: TierMapping = { ern_1: { type: 'MULTIPLY', multiplier: 2 } }
const gold = (mapping: TierMapping): LoyaltyTier =>
  givenTier({ id: 'ltr_2', name: 'Gold', pointsFrom: 1000, pointsTo: null, mapping })
type Origin = Parameters<typeof addEarned>[3]

const EVENT = givenPending().details.event
const ofOrder: Origin = {
  trigger: { ...paying, customer },
  logged: EVENT,
  paying: null,
  redeeming: null,
  followed: null
}
const ofSegment: Origin = {
  trigger: { ...entered, customer },
  logged: EVENT,
  paying: null,
  redeeming: null,
  followed: null
}
const CARD: Purse = { voucher: givenCard(), lots: [givenLot()] }

const line = (rule: Partial<EarningRule> = {}, over: Partial<EarningLine> = {}): EarningLine => ({
  rule: givenEarningRule(rule),
  points: 25,
  tier: null,
  ...over
})

t.test('credit: points that can be spent are an entry that says why they came', async t => {
  //               the rule              what made them due  the cause
  const rows: [string, Partial<EarningRule>, Origin, object][] = [
    ['by an order', {}, ofOrder, { orderId: 'ord_1' }],
    ['without an order they name none', {}, ofSegment, {}],
    ['but the one they follow from', {}, { ...ofSegment, paying: 'ord_7' }, { orderId: 'ord_7' }],
    ['nor do they wait', { pendingDays: 3 }, ofSegment, {}]
  ]
  table(t, rows, (t, _, rule, origin, cause) => {
    const balance = givenBalance({ points: 125, balance: 125 })
    t.strictSame(addEarned(CARD, line(rule), givenCampaign(), origin, givenOccasion()), {
      purse: {
        voucher: givenCard({ card: balance, updatedAt: NOW, version: 2 }),
        lots: [givenLot({ amount: 125, remaining: 125 })]
      },
      change: {
        kind: 'points.moved',
        card: { voucherId: 'v_1', version: 1, balance, redeemedQuantity: 0, updatedAt: NOW },
        opened: [],
        stepped: [{ id: 'lopb_1', amount: 25, remaining: 25 }],
        entry: givenEntry({
          id: 'vtx_000001',
          type: 'POINTS_ACCRUAL',
          amount: 25,
          lots: [{ id: 'lopb_1', amount: 25 }],
          balanceAfter: 125,
          cause: { earningRuleId: 'ern_1', eventId: EVENT.id, ...cause },
          createdAt: NOW
        })
      },
      totals: { cardBalance: 25 }
    })
  })
})

const shown = { id: 'ltr_2', name: 'Gold' }

//                              the tier of the holder     as holder, and as mapping the rule
const tiersShown: [string, LoyaltyTier | null, typeof shown | null, typeof shown | null][] = [
  ['none', null, null, null],
  ['one that leaves the rule alone', gold({}), shown, null],
  ['one that maps the rule', gold(double), shown, shown]
]

t.test('credit: points that wait are an entry of their own, and no part of the balance', t => {
  table(t, tiersShown, (t, _, tier, holderLoyaltyTier, loyaltyTier) => {
    const rule = { pendingDays: 3, banner: 'Thank you', expirationRules: MONTH }
    const balance = givenBalance({ points: 100, balance: 100, pendingPoints: 25 })
    const pending = givenPending({
      id: 'lopp_000001',
      activatesOn: '2026-03-04',
      expirationRules: MONTH,
      details: {
        event: EVENT,
        banner: 'Thank you',
        orderSourceId: 'order-1',
        holderLoyaltyTier,
        loyaltyTier
      },
      createdAt: NOW
    })
    t.strictSame(addEarned(CARD, line(rule, { tier }), givenCampaign(), ofOrder, givenOccasion()), {
      purse: { voucher: givenCard({ card: balance, updatedAt: NOW, version: 2 }), lots: CARD.lots },
      change: {
        kind: 'pendingPoints.added',
        pending,
        card: { voucherId: 'v_1', version: 1, balance, redeemedQuantity: 0, updatedAt: NOW }
      },
      totals: {}
    })
  })
  t.end()
})

//                                     the rule's              the campaign's          last day
const expiries: [string, ExpirationRules | null, ExpirationRules | null, Day | null][] = [
  ['none', null, null, null],
  ['the campaign’s', null, MONTH, '2026-04-01'],
  ['the rule’s before the campaign’s', NEW_YEAR, MONTH, '2026-12-31'],
  ['the rule’s alone', MONTH, null, '2026-04-01']
]

t.test('addEarned: when points expire, counting from the day they are earned', async t => {
  const bare = { ...CARD, lots: [] }
  table(t, expiries, (t, _, expirationRules, ofCampaign, expiresOn) => {
    const loyaltyCard = { points: 0, expirationRules: ofCampaign }
    const campaign = givenCampaign({ voucher: givenTemplate({ loyaltyCard }) })
    const { change } = addEarned(
      bare,
      line({ expirationRules }),
      campaign,
      ofOrder,
      givenOccasion()
    )
    t.match(change, { opened: [{ expiresOn }] })
  })
  const none = givenCampaign({ voucher: null })
  const { change } = addEarned(bare, line(), none, ofOrder, givenOccasion())
  t.match(change, { opened: [{ expiresOn: null }] }, 'never, without a template')
})
