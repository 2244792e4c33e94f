import t from 'tap'
import type { Change, Occasion } from '../../src/decisions/changes.ts'
import type { Purse } from '../../src/decisions/ledger.ts'
import {
  accruePoints,
  activatePoints,
  type EarningContext,
  earningLines,
  eventOf,
  expirePoints,
  isOpen,
  type ProgramFacts,
  type Trigger
} from '../../src/decisions/points.ts'
import type {
  Campaign,
  Day,
  Earning,
  EarningRule,
  ExpirationRules,
  Instant,
  Lot,
  Metadata,
  PendingPoints
} from '../../src/model.ts'
import { decided, kinds } from '../support/decided.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenCustomer,
  givenEntry,
  givenLot,
  givenOccasion,
  givenSpareCard,
  givenTemplate,
  givenValidity,
  NOW
} from '../support/given.ts'
import { givenOrder, givenOrderItem } from '../support/given-goods.ts'
import { givenPending } from '../support/given-records.ts'
import { givenEarningRule, givenRule } from '../support/given-rules.ts'
import { table } from '../support/table.ts'

const MAX = Number.MAX_SAFE_INTEGER
const MONTH: ExpirationRules = {
  periodType: 'MONTH',
  periodValue: 1,
  roundingType: null,
  roundingValue: null
}
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

function program(over: Partial<ProgramFacts> = {}): ProgramFacts {
  return {
    campaign: givenCampaign(),
    rules: [givenEarningRule()],
    card: { voucher: givenCard(), lots: [givenLot()] },
    spare: null,
    ...over
  }
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
const [BEFORE, AFTER] = ['2026-03-01T09:59:59.999Z', '2026-03-01T10:00:00.001Z']
const morning = { daily: [{ startTime: '11:00', expirationTime: '11:59', daysOfWeek: null }] }
const evening = { daily: [{ startTime: '10:00', expirationTime: '10:59', daysOfWeek: null }] }

//                                             the rule                            earns
const rules: [string, Partial<EarningRule>, boolean][] = [
  ['as plain as may be', {}, true],
  ['switched off', { active: false }, false],
  ['for another event', { event: 'product_reviewed' }, false],
  ['for a segment', { segmentId: 'seg_1' }, false],
  ['for a tier', { loyaltyTierId: 'ltr_1' }, false],
  ['begins now', { validity: window(NOW, null) }, true],
  ['begins in a millisecond', { validity: window(AFTER, null) }, false],
  ['ends now, and now is included', { validity: window(null, NOW) }, true],
  [
    'ended a millisecond ago: an ended promotion earns nothing',
    { validity: window(null, BEFORE) },
    false
  ],
  ['on Sundays', { validity: givenValidity({ daysOfWeek: [0] }) }, true],
  ['on Mondays', { validity: givenValidity({ daysOfWeek: [1] }) }, false],
  ['at this hour in the shop', { validity: givenValidity({ hours: morning }) }, true],
  ['at this hour in Greenwich', { validity: givenValidity({ hours: evening }) }, false],
  ['if a rule that is gone holds', { validationRuleId: 'val_x' }, false]
]

t.test('earningLines: which rules pay', t => {
  table(t, rules, (t, _, over, earns) => {
    t.strictSame(lines(program({ rules: [givenEarningRule(over)] })), earns ? EARNS : [])
  })
  t.end()
})

const timeframe = { interval: 'P2D', duration: 'P1D' }

//                              dates of the campaign      of the rule                      earns
const inherited: [string, Campaign['validity'], EarningRule['validity'], boolean][] = [
  ['no dates at all', givenValidity(), givenValidity(), true],
  ['the campaign has not begun', window(FUTURE, null), givenValidity(), false],
  ['the campaign is over', window(null, PAST), givenValidity(), false],
  ['a start of its own', window(FUTURE, null), window(PAST, null), true],
  ['an end of its own', window(null, PAST), window(null, FUTURE), true],
  ['a start of its own beside the campaign’s end', window(null, PAST), window(PAST, null), false],
  [
    'a timeframe counted from the campaign’s start',
    window('2026-02-27T00:00:00.000Z', null),
    givenValidity({ timeframe }),
    true
  ],
  [
    'on the day between',
    window('2026-02-28T00:00:00.000Z', null),
    givenValidity({ timeframe }),
    false
  ]
]

t.test('earningLines: a rule without dates has its campaign’s', t => {
  table(t, inherited, (t, _, campaignValidity, validity, earns) => {
    const campaign = givenCampaign({ validity: campaignValidity })
    const facts = program({ campaign, rules: [givenEarningRule({ validity })] })
    t.strictSame(lines(facts), earns ? EARNS : [])
  })
  t.end()
})

const entered = { ...paying, event: 'customer.segment.entered', order: null }

t.test('earningLines: rules about a segment or a tier pay for theirs alone', t => {
  //                                 about          the rule                    earns
  const rows: [string, string | null, Partial<EarningRule>, boolean][] = [
    ['its segment', 'seg_1', { segmentId: 'seg_1' }, true],
    ['another', 'seg_2', { segmentId: 'seg_1' }, false],
    ['none', null, { segmentId: 'seg_1' }, false],
    ['any', 'seg_1', {}, true],
    ['its tier', 'ltr_1', { loyaltyTierId: 'ltr_1' }, true],
    ['another tier', 'ltr_2', { loyaltyTierId: 'ltr_1' }, false]
  ]
  table(t, rows, (t, _, subjectId, over, earns) => {
    const rule = givenEarningRule({ event: 'customer.segment.entered', ...over })
    t.strictSame(lines(program({ rules: [rule] }), { ...entered, subjectId }), earns ? EARNS : [])
  })
  t.end()
})

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
  ['fixed points', { type: 'FIXED', points: 7 }, paying, 7],
  ['the amount before discounts', per('ORDER_AMOUNT', 100), paying, 100],
  ['the total after them', per('ORDER_TOTAL_AMOUNT', 100), paying, 90],
  ['rounded down for each rule', per('ORDER_TOTAL_AMOUNT', 1000), paying, 8],
  ['one short of a step', per('ORDER_AMOUNT', 5001), paying, 0],
  ['metadata of the order', per('ORDER_METADATA', 1, prop('cups')), paying, 14],
  ['lines of a product', per('ORDER_ITEMS_AMOUNT', 100, on('prod_1')), paying, 72],
  ['what they come to', per('ORDER_ITEMS_SUBTOTAL_AMOUNT', 100, on('prod_1')), paying, 62],
  ['how many', per('ORDER_ITEMS_QUANTITY', 1, on('prod_1')), paying, 6],
  ['of a SKU', per('ORDER_ITEMS_AMOUNT', 100, on('sku_2')), paying, 28],
  ['of its collection', per('ORDER_ITEMS_AMOUNT', 100, on('pc_1')), paying, 28],
  ['of what was not bought', per('ORDER_ITEMS_AMOUNT', 100, on('prod_9')), paying, 0],
  ['metadata of the customer', per('CUSTOMER_METADATA', 1, prop('level')), silver, 6],
  ['a negative measure earns nothing', per('CUSTOMER_METADATA', 1, prop('low')), silver, 0],
  ['text is no number', per('CUSTOMER_METADATA', 1, prop('text')), silver, 0],
  ['metadata of the event', per('CUSTOM_EVENT_METADATA', 1, prop('n')), event({ n: 4 }), 8],
  ['without an event', per('CUSTOM_EVENT_METADATA', 1, prop('n')), paying, 0],
  ['without an order', per('ORDER_AMOUNT', 100), { ...paying, order: null }, 0],
  ['nor its metadata', per('ORDER_METADATA', 1, prop('n')), { ...paying, order: null }, 0]
]

t.test('earningLines: what a rule measures; nothing to measure is nothing earned', t => {
  table(t, measures, (t, _, earning, trigger, points) => {
    const facts = program({ rules: [givenEarningRule({ earning })] })
    t.strictSame(lines(facts, trigger), points === 0 ? [] : [['ern_1', points]])
  })
  t.end()
})

t.test('earningLines: free units and lines without a price', t => {
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
    const facts = program({ rules: [givenEarningRule({ earning })] })
    t.strictSame(lines(facts, trigger), points === 0 ? [] : [['ern_1', points]])
  }
  t.end()
})

t.test('earningLines: every rule by itself, in their order', t => {
  const facts = program({
    rules: [
      givenEarningRule({ id: 'ern_1', earning: per('ORDER_AMOUNT', 3000) }),
      givenEarningRule({ id: 'ern_2', earning: per('ORDER_AMOUNT', 6000) }),
      givenEarningRule({ id: 'ern_3', earning: per('ORDER_AMOUNT', 2000) })
    ]
  })
  t.strictSame(lines(facts), [
    ['ern_1', 2],
    ['ern_3', 4]
  ])
  t.end()
})

const applicable = (ids: string[], excluded: string[] = []) => {
  const each = (id: string) => ({ object: 'product', id, sourceId: null }) as const
  return { included: ids.map(each), excluded: excluded.map(each), includedAll: ids.length === 0 }
}
const segmentRule = { 1: { name: 'customer.segment', conditions: { $is: ['seg_vip'] } } }

//                            the validation rule              segments, points
const validations: [string, Parameters<typeof givenRule>[0], string[], [number, number]][] = [
  ['that holds', {}, [], [10, 100]],
  [
    'that does not',
    { rules: { 1: { name: 'order.amount', conditions: { $is: [1] } } } },
    [],
    [0, 0]
  ],
  ['of a segment the customer is in', { rules: segmentRule }, ['seg_vip'], [10, 100]],
  ['of one they are not in', { rules: segmentRule }, ['seg_new'], [0, 0]],
  [
    'about what no order has',
    { rules: { 1: { name: 'redemption.api_key', conditions: { $is: ['app-1'] } } } },
    [],
    [0, 0]
  ],
  ['that applies to some lines', { applicableTo: applicable(['prod_2']) }, [], [10, 28]],
  ['that excludes some', { applicableTo: applicable([], ['prod_2']) }, [], [10, 72]]
]

t.test('earningLines: a validation rule, asked of the order and of its lines', t => {
  table(t, validations, (t, _, over, segments, [fixed, byLines]) => {
    const validationRuleId = 'val_1'
    const targets = [...on('prod_1').targets, ...on('prod_2').targets]
    const facts = program({
      rules: [
        givenEarningRule({ earning: { type: 'FIXED', points: 10 }, validationRuleId }),
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
  t.end()
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
const counts: [string, Partial<ProgramFacts>, number | string][] = [
  ['a card takes what it can count', { card: nearlyFull }, 25],
  [
    'and not a point more, whether there or waiting',
    { card: nearlyFull, rules: [givenEarningRule({ earning: fixed(26) })] },
    'ern_1'
  ],
  [
    'nor two rules together',
    {
      card: nearlyFull,
      rules: [givenEarningRule(), givenEarningRule({ id: 'ern_2', earning: fixed(1) })]
    },
    'ern_2'
  ],
  [
    'of one rule alone',
    { rules: [givenEarningRule({ earning: per('ORDER_AMOUNT', 1, { points: MAX }) })] },
    'ern_1'
  ],
  ['a card to come has what it starts with', { card: null, campaign: starting(MAX - 25) }, 25],
  ['and no more', { card: null, campaign: starting(MAX - 24) }, 'ern_1'],
  [
    'nothing where there are no cards',
    { card: null, campaign: givenCampaign({ voucher: null }) },
    25
  ]
]

t.test('earningLines: points that cannot be counted are refused, naming the rule', t => {
  table(t, counts, (t, _, over, outcome) => {
    const expected = typeof outcome === 'string' ? tooMany(outcome) : [['ern_1', outcome]]
    t.strictSame(lines(program(over)), expected)
  })
  t.end()
})

t.test('isOpen: the switch and the window of a campaign', t => {
  const monday = givenValidity({ daysOfWeek: [1] })
  //             campaign                                     open
  const rows: [string, Partial<Campaign>, boolean][] = [
    ['running', {}, true],
    ['switched off', { active: false }, false],
    ['over', { validity: window(null, BEFORE) }, false],
    ['in its last millisecond', { validity: window(null, NOW) }, true],
    ['not begun', { validity: window(AFTER, null) }, false],
    ['not on Sundays', { validity: monday }, false]
  ]
  table(t, rows, (t, _, over, open) => t.equal(isOpen(givenCampaign(over), givenOccasion()), open))
  t.end()
})

t.test('eventOf: an effect, unless it is what the customer did', t => {
  const about = { customerId: null, entityId: 'v_1' }
  const event = {
    id: 'evcus_000001',
    type: 'customer.order.paid',
    customerId: null,
    groupId: 'req_1',
    entityId: 'v_1',
    category: 'EFFECT',
    source: { channel: 'API', apiKey: { name: 'Till', appId: 'app-1' } },
    data: { n: 1 },
    createdAt: NOW
  }
  t.strictSame(eventOf('customer.order.paid', about, { n: 1 }, givenOccasion()), event)
  t.strictSame(eventOf('customer.order.paid', about, { n: 1 }, givenOccasion(), 'ACTION'), {
    ...event,
    category: 'ACTION'
  })
  t.end()
})

const logged = eventOf(
  'customer.order.paid',
  { customerId: 'cust_1', entityId: 'cust_1' },
  {},
  givenOccasion()
)

function accrue(programs: ProgramFacts[], trigger = paying, occasion: Occasion = givenOccasion()) {
  return accruePoints({ ...context, programs }, { ...trigger, customer }, logged, occasion)
}

const moved = (
  points: number,
  balance: number,
  over: { version?: number; ruleId?: string; entryId?: string; cause?: object } = {}
): Change => ({
  kind: 'points.moved',
  card: {
    voucherId: 'v_1',
    version: over.version ?? 1,
    balance: givenBalance({ points: balance, balance }),
    redeemedQuantity: 0,
    updatedAt: NOW
  },
  opened: [],
  stepped: [{ id: 'lopb_1', amount: points, remaining: points }],
  entry: givenEntry({
    id: over.entryId ?? 'vtx_000001',
    type: 'POINTS_ACCRUAL',
    amount: points,
    lots: [{ id: 'lopb_1', amount: points }],
    balanceAfter: balance,
    cause: {
      earningRuleId: over.ruleId ?? 'ern_1',
      eventId: logged.id,
      ...(over.cause ?? { orderId: 'ord_1' })
    },
    createdAt: NOW
  })
})

t.test('accruePoints: one movement for each rule, each on the version before it', t => {
  const rules = [givenEarningRule(), givenEarningRule({ id: 'ern_2', earning: fixed(5) })]
  t.strictSame(accrue([program({ rules })]), {
    changes: [
      moved(25, 125),
      moved(5, 130, { version: 2, ruleId: 'ern_2', entryId: 'vtx_000002' })
    ],
    totals: { cardBalance: 30 }
  })
  t.end()
})

t.test('accruePoints: points without an order name none, and do not wait', t => {
  const rule = givenEarningRule({ event: 'customer.segment.entered', pendingDays: 3 })
  t.strictSame(accrue([program({ rules: [rule] })], entered), {
    changes: [moved(25, 125, { cause: {} })],
    totals: { cardBalance: 25 }
  })
  t.end()
})

t.test(
  'accruePoints: points that wait are an entry of their own, and no part of the balance',
  t => {
    const rules = [
      givenEarningRule({ pendingDays: 3, banner: 'Thank you', expirationRules: MONTH }),
      givenEarningRule({ id: 'ern_2', earning: fixed(5) })
    ]
    const balance = givenBalance({ points: 100, balance: 100, pendingPoints: 25 })
    const pending = givenPending({
      id: 'lopp_000001',
      activatesOn: '2026-03-04',
      expirationRules: MONTH,
      details: {
        event: logged,
        banner: 'Thank you',
        orderSourceId: 'order-1',
        holderLoyaltyTier: null
      },
      createdAt: NOW
    })
    const earned = accrue([program({ rules })])
    t.strictSame('refusal' in earned ? earned : earned.totals, { cardBalance: 5 })
    const [first, second] = 'refusal' in earned ? [] : earned.changes
    t.strictSame(first, {
      kind: 'pendingPoints.added',
      pending,
      card: { voucherId: 'v_1', version: 1, balance, redeemedQuantity: 0, updatedAt: NOW }
    })
    t.match(second, { card: { version: 2, balance: { pendingPoints: 25, balance: 105 } } })
    t.end()
  }
)

t.test('accruePoints: the day they activate is counted in the project’s zone', t => {
  const rules = [givenEarningRule({ pendingDays: 1 })]
  //              at                          activates
  const days = [
    ['2026-03-01T22:59:59.999Z', '2026-03-02'],
    ['2026-03-01T23:00:00.000Z', '2026-03-03']
  ] as const
  for (const [now, activatesOn] of days) {
    const earned = accrue([program({ rules })], paying, givenOccasion({ now }))
    t.match(earned, { changes: [{ pending: { activatesOn } }] }, now)
  }
  t.end()
})

//                                     the rule's              the campaign's          last day
const expiries: [string, ExpirationRules | null, ExpirationRules | null, Day | null][] = [
  ['none', null, null, null],
  ['the campaign’s', null, MONTH, '2026-04-01'],
  ['the rule’s before the campaign’s', NEW_YEAR, MONTH, '2026-12-31'],
  ['the rule’s alone', MONTH, null, '2026-04-01']
]

const expiring = (expirationRules: ExpirationRules | null) =>
  givenCampaign({ voucher: givenTemplate({ loyaltyCard: { points: 0, expirationRules } }) })

t.test('accruePoints: when points expire, counting from the day they are earned', t => {
  table(t, expiries, (t, _, expirationRules, ofCampaign, expiresOn) => {
    const rules = [givenEarningRule({ expirationRules })]
    const card = { voucher: givenCard(), lots: [] }
    const earned = accrue([program({ campaign: expiring(ofCampaign), rules, card })])
    t.match(earned, { changes: [{ opened: [{ expiresOn }] }] })
  })
  const earned = accrue([program({ campaign: givenCampaign({ voucher: null }) })])
  t.match(earned, { changes: [{ stepped: [{ id: 'lopb_1' }] }] }, 'never, without a template')
  t.end()
})

const joining = (over: Partial<Campaign> = {}) => givenCampaign({ autoJoin: true, ...over })
const nobody = { card: null, spare: null }
const off: Purse = { voucher: givenCard({ active: false }), lots: [] }
const over: Purse = { voucher: givenCard({ validity: window(null, BEFORE) }), lots: [] }

//                                              program                          kinds of changes
const enrolments: [string, Partial<ProgramFacts>, Change['kind'][]][] = [
  ['a member', {}, ['points.moved']],
  ['a closed campaign earns nothing', { campaign: givenCampaign({ active: false }) }, []],
  ['nor does a card that is off', { card: off }, []],
  ['or over', { card: over }, []],
  ['nobody joins by themselves', nobody, []],
  ['unless the campaign says so, and has a card', { ...nobody, campaign: joining() }, []],
  [
    'a spare one',
    { ...nobody, campaign: joining(), spare: givenSpareCard() },
    ['voucher.published', 'points.moved']
  ],
  [
    'or a new one',
    { ...nobody, campaign: joining({ type: 'AUTO_UPDATE' }) },
    ['voucher.created', 'campaign.grew', 'voucher.published', 'points.moved']
  ],
  [
    'nobody joins for nothing',
    { ...nobody, campaign: joining(), spare: givenSpareCard(), rules: [] },
    []
  ]
]

t.test('accruePoints: who earns, and who is enrolled first', t => {
  table(t, enrolments, (t, _, over, expected) => {
    const earned = accrue([program(over)])
    t.strictSame('refusal' in earned ? earned : kinds(earned.changes), expected)
  })
  t.end()
})

t.test('accruePoints: a new member’s starting points and those earned are one balance', t => {
  const campaign = { ...starting(50), autoJoin: true }
  const earned = accrue([program({ campaign, card: null, spare: givenSpareCard() })])
  t.match(earned, {
    changes: [
      { kind: 'voucher.published', version: 1, publication: { customerId: 'cust_1' } },
      { card: { version: 2 }, entry: { type: 'POINTS_ADDITION', amount: 50 } },
      { card: { version: 3, balance: { balance: 75 } }, entry: { type: 'POINTS_ACCRUAL' } }
    ],
    totals: { cardBalance: 75 }
  })
  t.end()
})

t.test('accruePoints: every program of the customer, and all or nothing', t => {
  const other = program({
    campaign: givenCampaign({ id: 'camp_9' }),
    rules: [givenEarningRule({ id: 'ern_9', campaignId: 'camp_9', earning: fixed(5) })],
    card: { voucher: givenCard({ id: 'v_9', campaignId: 'camp_9' }), lots: [] }
  })
  const both = accrue([program(), other])
  t.match(both, { changes: [{ card: { voucherId: 'v_1' } }, { card: { voucherId: 'v_9' } }] })
  t.strictSame('totals' in both ? both.totals : null, { cardBalance: 30 })
  const beyond = { ...other, rules: [givenEarningRule({ id: 'ern_9', earning: fixed(MAX) })] }
  t.strictSame(accrue([program(), beyond]), { refusal: tooMany('ern_9') })
  t.strictSame(accrue([]), { changes: [], totals: {} })
  t.end()
})

const waiting: Purse = {
  voucher: givenCard({ card: givenBalance({ points: 100, balance: 100, pendingPoints: 40 }) }),
  lots: [givenLot()]
}

t.test('activatePoints: what waited can be spent, and is an entry that says why', t => {
  const pending = givenPending()
  const balance = givenBalance({ points: 125, balance: 125, pendingPoints: 15 })
  const facts = { pending, purse: waiting, campaign: givenCampaign() }
  t.strictSame(activatePoints(facts, givenOccasion()), {
    result: { ...pending, status: 'ACTIVATED', updatedAt: NOW },
    changes: [
      { kind: 'pendingPoints.settled', id: 'lopp_1', status: 'ACTIVATED', updatedAt: NOW },
      {
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
          cause: {
            pendingId: 'lopp_1',
            orderId: 'ord_1',
            earningRuleId: 'ern_1',
            eventId: 'evcus_1'
          },
          createdAt: NOW
        })
      },
      {
        kind: 'customerTotals.counted',
        customerId: 'cust_1',
        step: { cardBalance: 25 },
        lastOrder: null
      }
    ]
  })
  t.end()
})

//                                    the entry's             the campaign's          last day
const lateExpiries: [string, ExpirationRules | null, Campaign, Day | null][] = [
  ['none', null, expiring(null), null],
  ['the campaign’s', null, expiring(MONTH), '2026-04-04'],
  ['those of the rule, kept with the entry', NEW_YEAR, expiring(MONTH), '2026-12-31'],
  ['none, without a template', null, givenCampaign({ voucher: null }), null]
]

t.test('activatePoints: points expire counting from the day they activate, however late', t => {
  table(t, lateExpiries, (t, _, expirationRules, campaign, expiresOn) => {
    const pending = givenPending({ expirationRules })
    const purse = { ...waiting, lots: [] }
    const occasion = givenOccasion({ now: '2026-03-20T10:00:00.000Z' })
    const { changes } = decided(activatePoints({ pending, purse, campaign }, occasion))
    t.match(changes[1], { opened: [{ expiresOn }] })
  })
  t.end()
})

const lot = (n: number, remaining: number, expiresOn: Day | null): Lot =>
  givenLot({ id: `lopb_${n}`, remaining, expiresOn })
const TODAY = '2026-03-01'

//                                  lots                          lots that expire, and their points
const lapses: [string, Lot[], [string, number][]][] = [
  ['nothing there', [], []],
  ['what never expires', [lot(1, 10, null)], []],
  ['what can be spent today', [lot(1, 10, TODAY)], []],
  ['what could be spent until yesterday', [lot(1, 10, '2026-02-28')], [['lopb_1', -10]]],
  [
    'whatever was left behind, and nothing else',
    [lot(1, 10, '2026-02-28'), lot(2, 20, TODAY), lot(3, 30, '2025-12-31'), lot(4, 40, null)],
    [
      ['lopb_3', -30],
      ['lopb_1', -10]
    ]
  ]
]

t.test('expirePoints: books what lapsed before today as an entry, and takes nothing else', t => {
  table(t, lapses, (t, _, lots, taken) => {
    const balance = lots.reduce((sum, { remaining }) => sum + remaining, 0)
    const voucher = givenCard({ card: givenBalance({ points: balance, balance }) })
    const { result, changes } = decided(expirePoints({ voucher, lots }, TODAY, givenOccasion()))
    const points = 0 - taken.reduce((sum, [, amount]) => sum + amount, 0)
    t.strictSame(result, { points })
    if (points === 0) {
      t.strictSame(changes, [])
      return
    }
    t.match(changes, [
      {
        kind: 'points.moved',
        card: { balance: { balance: balance - points, expiredPoints: points, points: balance } },
        entry: {
          type: 'POINTS_EXPIRATION',
          amount: -points,
          lots: taken.map(([id, amount]) => ({ id, amount })),
          balanceAfter: balance - points
        }
      },
      {
        kind: 'customerTotals.counted',
        customerId: 'cust_1',
        step: { cardBalance: -points },
        lastOrder: null
      }
    ])
    t.equal(changes.length, 2)
  })
  t.end()
})

t.test('expirePoints: a card of nobody has no totals to count', t => {
  const purse = { voucher: givenCard({ holderId: null }), lots: [lot(1, 10, '2026-02-28')] }
  const { changes } = decided(expirePoints(purse, TODAY, givenOccasion()))
  t.strictSame(kinds(changes), ['points.moved'])
  t.end()
})

t.test('points that wait, activate and expire leave the card as if they had never been', t => {
  const rules = [givenEarningRule({ pendingDays: 1 })]
  const campaign = expiring(MONTH)
  let purse: Purse = { voucher: givenCard(), lots: [givenLot()] }
  const before = purse.voucher.card
  const keep = ({ changes }: { readonly changes: readonly Change[] }) => {
    for (const change of changes) {
      if (change.kind !== 'points.moved' && change.kind !== 'pendingPoints.added') continue
      const { balance, version } = change.card
      t.equal(version, purse.voucher.version, 'guarded by the version before')
      const voucher = { ...purse.voucher, card: balance, version: version + 1 }
      const opened = change.kind === 'points.moved' ? change.opened : []
      purse = { voucher, lots: [...purse.lots, ...opened] }
    }
  }
  const earned = accrue([program({ campaign, rules, card: purse })])
  if ('refusal' in earned) throw new Error('refused')
  keep(earned)
  const added = earned.changes[0] as { pending: PendingPoints }
  keep(decided(activatePoints({ pending: added.pending, purse, campaign }, givenOccasion())))
  keep(decided(expirePoints(purse, '2026-05-01', givenOccasion())))
  t.strictSame(purse.voucher.card, { ...before, points: 125, expiredPoints: 25 })
  t.end()
})
