import t from 'tap'
import {
  type CustomEventFacts,
  type ReferralFacts,
  type SendCustomEvent,
  sendCustomEvent
} from '../../../src/decisions/events.ts'
import type { Refusal } from '../../../src/decisions/refusals.ts'
import type { EarningRule, Segment } from '../../../src/model.ts'
import { decided, eventGiven, logged, outline, refused } from '../../support/decided.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenCoupon,
  givenCustomer,
  givenEntry,
  givenGiftVoucher,
  givenLot,
  givenOccasion,
  givenSpareCard,
  givenTotals,
  NOW
} from '../../support/given.ts'
import {
  givenEarningRule,
  givenEventSchema,
  givenProperty,
  givenRule,
  givenSchema,
  givenSegment,
  givenTiers
} from '../../support/given-rules.ts'
import {
  givenMembership,
  givenProgram,
  givenReferral,
  givenStanding
} from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'

const MAX = Number.MAX_SAFE_INTEGER
const EVENT = 'product_reviewed'
const rule = givenEarningRule({ event: EVENT, eventSchemaId: 'ms_1' })
const club = givenProgram({ rules: [rule] })
const tea = givenProgram({
  campaign: givenCampaign({ id: 'camp_9' }),
  rules: [{ ...rule, id: 'ern_9', campaignId: 'camp_9' }],
  card: { voucher: givenCard({ id: 'v_9', code: 'TEA-1', campaignId: 'camp_9' }), lots: [] }
})
const joining = {
  ...tea,
  campaign: givenCampaign({ id: 'camp_9', autoJoin: true }),
  card: null,
  spare: givenSpareCard({ id: 'v_9', campaignId: 'camp_9' })
}

/** A code that Ben has; whoever he sends converts by a review. */
const friends: ReferralFacts = {
  voucher: givenCoupon({
    id: 'v_5',
    code: 'FRIEND-1',
    campaignId: 'camp_5',
    isReferralCode: true,
    holderId: 'cust_2'
  }),
  campaign: givenCampaign({
    id: 'camp_5',
    campaignType: 'REFERRAL_PROGRAM',
    referral: { eventSchemaId: 'ms_1' }
  }),
  referred: null
}
const byBen = { referral: { code: 'FRIEND-1', referrerId: null } }

function facts(over: Partial<CustomEventFacts> = {}): CustomEventFacts {
  return {
    ...givenStanding({ programs: [club] }),
    schema: givenEventSchema({ properties: { rating: givenProperty({ type: 'number' }) } }),
    customer: givenCustomer(),
    customerSchema: null,
    card: null,
    referral: null,
    ...over
  }
}

const command = (over: Partial<SendCustomEvent> = {}): SendCustomEvent => ({
  event: EVENT,
  customer: { sourceId: 'ada' },
  referral: null,
  loyaltyCode: null,
  metadata: { rating: 5 },
  ...over
})

const send = (over: Partial<CustomEventFacts> = {}, sent: Partial<SendCustomEvent> = {}) =>
  sendCustomEvent(facts(over), command(sent), givenOccasion())

const HAPPENED = { event: EVENT, metadata: { rating: 5 } }
const REWARDED = 'rewarded.loyalty_points'

t.test('sendCustomEvent: is logged, and earns in the same unit', async t => {
  const balance = givenBalance({ points: 125, balance: 125 })
  const event = eventGiven(1, 'customer.custom_event', HAPPENED, { category: 'ACTION' })
  t.strictSame(send(), {
    result: { event, customer: givenCustomer(), metadata: { rating: 5 } },
    changes: [
      { kind: 'event.logged', event },
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
          cause: { earningRuleId: 'ern_1', eventId: 'evcus_000001' },
          createdAt: NOW
        })
      },
      logged(2, 'customer.rewarded.loyalty_points', {
        campaign_id: 'camp_1',
        voucher_id: 'v_1',
        points: 25,
        earning_rule_ids: ['ern_1']
      }),
      {
        kind: 'customerTotals.counted',
        customerId: 'cust_1',
        step: { cardBalance: 25 },
        lastOrder: null
      }
    ]
  })
})

t.test('sendCustomEvent: makes who is unknown, and changes who is not', async t => {
  const nobody = { customer: null, programs: [] }
  const ben = { id: 'cust_000001', sourceId: 'ben', name: 'Ben Okoro' }
  const about = { customerId: ben.id, entityId: ben.id, category: 'ACTION' } as const
  const made = decided(send(nobody, { customer: { sourceId: 'ben', name: 'Ben Okoro' } }))
  t.match(made.result.customer, ben)
  t.strictSame(made.changes, [
    { kind: 'customer.created', customer: made.result.customer },
    logged(1, 'customer.created', { source_id: 'ben' }, about),
    logged(2, 'customer.custom_event', HAPPENED, about)
  ])
  const metadata = { tea: true, gone: null }
  const ada = givenCustomer({ metadata: { gone: 1, size: 'M' } })
  const told = decided(
    send({ customer: ada, programs: [] }, { customer: { sourceId: 'ada', metadata } })
  )
  t.match(told.result.customer, { version: 2, metadata: { tea: true, size: 'M', gone: undefined } })
  t.strictSame(outline(told.changes), ['customer.updated', 'updated', 'custom_event'])
})

const level = {
  type: 'PROPORTIONAL',
  calculation: 'CUSTOMER_METADATA',
  every: 1,
  points: 10,
  property: 'level',
  targets: null
} as const
const byRating = { ...level, calculation: 'CUSTOM_EVENT_METADATA', property: 'rating' } as const
const TRIPLE = { type: 'MULTIPLY', multiplier: 3 } as const
const fiveStars = givenRule({
  rules: { 1: { name: 'custom_event.metadata', property: 'rating', conditions: { $is: [5] } } }
})
const ordered = givenRule({ rules: { 1: { name: 'order.amount', conditions: { $is: [5] } } } })
const asking = { ...club, rules: [{ ...rule, validationRuleId: 'val_1' }] }
const with5 = { programs: [asking], validationRules: new Map([['val_1', fiveStars]]) }

const teaCard = { programs: [club, tea], card: tea.card?.voucher as never }
const ofTeaOnly = { programs: [tea], card: givenCard() }
const earningBy = (earning: EarningRule['earning']) => ({
  programs: [{ ...club, rules: [{ ...rule, earning }] }]
})
const tripled = {
  ...club,
  tiers: givenTiers().map(tier => ({ ...tier, mapping: { ern_1: TRIPLE } })),
  membership: givenMembership({ tierId: 'ltr_2' })
}
const level3 = { customer: { sourceId: 'ada', metadata: { level: 3 } } }
const ofOrders = { ...with5, validationRules: new Map([['val_1', ordered]]) }
const four = { metadata: { rating: 4 } }

//  facts, sent and points by card
const earnings: [string, Partial<CustomEventFacts>, Partial<SendCustomEvent>, object][] = [
  ['the rule’s points', {}, {}, { v_1: 25 }],
  ['without a program, none', { programs: [] }, {}, {}],
  ['every card the customer holds', { programs: [club, tea] }, {}, { v_1: 25, v_9: 25 }],
  ['a member to be', { programs: [club, joining] }, {}, { v_1: 25, v_9: 25 }],
  ['the card that is named, alone', teaCard, { loyaltyCode: 'TEA-1' }, { v_9: 25 }],
  ['a named card whose program has no rule', ofTeaOnly, { loyaltyCode: 'CLUB-1' }, {}],
  ['measured on the event', earningBy(byRating), four, { v_1: 40 }],
  ['as the tier of the card has it', { programs: [tripled] }, {}, { v_1: 75 }],
  ['measured on the customer as sent with it', earningBy(level), level3, { v_1: 30 }],
  ['if its validation rule holds', with5, {}, { v_1: 25 }],
  ['and not if it does not', with5, four, {}],
  ['nor if the rule is about an order', ofOrders, {}, {}]
]

t.test('sendCustomEvent: what it earns, and on which cards', async t => {
  table(t, earnings, (t, _, over, sent, points) => {
    const { changes } = decided(send(over, sent))
    const moved = changes.flatMap(change =>
      change.kind === 'points.moved' ? [[change.card.voucherId, change.entry.amount]] : []
    )
    t.strictSame(Object.fromEntries(moved), points)
    t.ok(outline(changes).includes('custom_event'))
    const counted = changes.filter(({ kind }) => kind === 'customerTotals.counted')
    t.equal(counted.length, moved.length === 0 ? 0 : 1, 'totals are counted once, or not at all')
  })
})

const ben = { customer: { sourceId: 'ben' } }
const welcome = (segmentId: string, points: number): EarningRule =>
  givenEarningRule({
    id: `ern_${segmentId}`,
    event: 'customer.segment.entered',
    segmentId,
    earning: { type: 'FIXED', points }
  })
const upgraded = (points: number): EarningRule =>
  givenEarningRule({
    id: 'ern_gold',
    event: 'customer.loyalty.tier.upgraded',
    loyaltyTierId: 'ltr_2',
    earning: { type: 'FIXED', points }
  })
const segmentOf = (id: string, field: string, value: string | number): Segment => {
  const operator = typeof value === 'string' ? '$is' : '$more_than_equal'
  const fields = { [field]: { [operator]: [value] } }
  return givenSegment({ id, type: 'auto-update', filter: { junction: 'and', fields } })
}
const gold = segmentOf('seg_plan', 'metadata.plan', 'gold')
const rich = segmentOf('seg_rich', 'loyalty.points', 110)
const vips = givenRule({
  rules: { 1: { name: 'customer.segment', conditions: { $is: ['seg_plan'] } } }
})

/** Ada with 70 points, in Silver; from 100 she is in Gold. */
const silver = {
  ...club,
  card: {
    voucher: givenCard({ card: givenBalance({ points: 70, balance: 70 }) }),
    lots: [givenLot({ amount: 70, remaining: 70 })]
  },
  tiers: givenTiers(),
  membership: givenMembership()
}
const goldPlan = { customer: { sourceId: 'ada', metadata: { plan: 'gold' } } }
const ENTERED = ['segment.entered seg_plan', 'segment.entered']
const EARNED = ['v_1 +25', REWARDED]

type Following = [
  title: string,
  facts: Partial<CustomEventFacts>,
  sent: Partial<SendCustomEvent>,
  inOrder: string[]
]

// biome-ignore format: a table
const followings: Following[] = [
  ['who was sent by somebody counts for both', { programs: [], referral: friends }, byBen,
    ['custom_event', 'customer.referred', 'referred']],
  ['who was sent is made first', { programs: [], customer: null, referral: friends },
    { ...byBen, ...ben },
    ['customer.created', 'created', 'custom_event', 'customer.referred', 'referred']],
  ['who was sent before earns, and is not sent again',
    { referral: { ...friends, referred: givenReferral({ customerId: 'cust_1' }) } }, byBen,
    ['custom_event', ...EARNED, 'totals cardBalance+25']],
  [
    'what is said of the customer counts before the event does',
    {
      filterSegments: [gold],
      programs: [{ ...club, rules: [{ ...rule, validationRuleId: 'val_1' }] }],
      validationRules: new Map([['val_1', vips]])
    },
    goldPlan,
    ['customer.updated', 'updated', ...ENTERED, 'custom_event', ...EARNED, 'totals cardBalance+25']
  ],
  [
    'who joins by an event earns by it what joining makes of them',
    {
      customer: null,
      programs: [
        { ...joining, tiers: givenTiers().map(tier => ({ ...tier, campaignId: 'camp_9' })) }
      ]
    },
    ben,
    [
      'customer.created',
      'created',
      'custom_event',
      'voucher.published',
      'v_9 in ltr_1',
      'loyalty.tier.joined',
      'v_9 +25',
      REWARDED,
      'totals cardBalance+25'
    ]
  ],
  [
    'everything at once: customer, segment, referral, the card named, its tier, and what follows',
    {
      referral: friends,
      card: silver.card.voucher,
      programs: [
        { ...silver, rules: [rule, welcome('seg_plan', 5), upgraded(10), welcome('seg_rich', 1)] },
        tea
      ],
      filterSegments: [rich, gold],
      totals: givenTotals({ cardBalance: 70 })
    },
    { ...byBen, ...goldPlan, loyaltyCode: 'CLUB-1' },
    [
      'customer.updated',
      'updated',
      ...ENTERED,
      'v_1 +5',
      REWARDED,
      'custom_event',
      'customer.referred',
      'referred',
      ...EARNED,
      'v_1 in ltr_2',
      'loyalty.tier.upgraded',
      'v_1 +10',
      REWARDED,
      'segment.entered seg_rich',
      'segment.entered',
      'v_1 +1',
      REWARDED,
      'totals cardBalance+41'
    ]
  ]
]

t.test('sendCustomEvent: what follows, in order', async t => {
  table(t, followings, (t, _, over, sent, expected) => {
    t.strictSame(outline(decided(send(over, sent)).changes), expected)
  })
})

const level5 = givenSchema({ properties: { level: givenProperty({ type: 'number' }) } })
const stranger = { card: givenCard({ holderId: 'cust_2' }) }
const named = { loyaltyCode: 'CLUB-1' }
const unfit = { metadata: { rating: 'five' } }
const high = { customer: { sourceId: 'ada', metadata: { level: 'high' } } }

const refusal = (key: Refusal['key'], details: string, about?: string): Partial<Refusal> => ({
  key,
  details,
  ...(about !== undefined && { resourceId: about, resourceType: 'voucher' })
})
const noVoucher = (code: string) =>
  refusal('not_found', `Cannot find voucher with id ${code}`, code)
const ofNobody = refusal(
  'invalid_payload',
  'Property .customer must say who it is: send source_id, or id'
)
const undefinedEvent = {
  key: 'not_found',
  details:
    `Cannot find event_schema with name ${EVENT}; ` +
    "define the event and its properties in the project's event schemas first",
  resourceId: EVENT,
  resourceType: 'event_schema'
} as const
const notFive = refusal(
  'metadata_validation_failed',
  'metadata: rating: must be a number (the actual value is "five")'
)
const tooHigh = refusal(
  'metadata_validation_failed',
  'customer.metadata: level: must be a number (the actual value is "high")'
)
const notTheirs = refusal(
  'invalid_customer',
  'loyalty.code CLUB-1 is not a card of this customer; send one of theirs',
  'v_1'
)
const uncountable = (code: string, id: string) =>
  refusal(
    'invalid_voucher',
    `referral.code ${code} belongs to no referral program that counts this event`,
    id
  )
const sentBy = (code: string) => ({ referral: { code, referrerId: null } })
const spring = { referral: { voucher: givenCoupon(), campaign: null, referred: null } }
const ofOthers = { referral: friends, schema: givenEventSchema({ id: 'ms_9' }) }

//  Everything wrong at once; each row mends what the row above was refused for.
const broken: [string, Partial<CustomEventFacts>, Partial<SendCustomEvent>, Partial<Refusal>][] = [
  ['of nobody', { schema: null }, { ...unfit, customer: { name: 'Zoe' } }, ofNobody],
  ['that is not defined', { schema: null }, unfit, undefinedEvent],
  ['metadata that does not fit', {}, { ...unfit, loyaltyCode: 'CLUB-X' }, notFive],
  ['no card', { customerSchema: level5 }, { ...high, loyaltyCode: 'CLUB-X' }, noVoucher('CLUB-X')],
  ['of customers', { ...stranger, customerSchema: level5 }, { ...high, ...named }, tooHigh],
  ['another customer’s card', stranger, { ...named, ...byBen }, notTheirs],
  ['a referral that is unknown', {}, sentBy('REF-X'), noVoucher('REF-X')],
  ['a code of something else', spring, sentBy('SPRING-1'), uncountable('SPRING-1', 'v_2')],
  ['that counts another event', ofOthers, byBen, uncountable('FRIEND-1', 'v_5')]
]

const beyond = { ...rule, earning: { type: 'FIXED', points: MAX } as const }

t.test('sendCustomEvent: the order of refusals', async t => {
  const programs = [{ ...club, rules: [beyond] }]
  table(t, broken, (t, _, over, sent, refusal) => {
    t.strictSame(refused(send({ programs, ...over }, sent)), refusal)
  })
  t.equal(refused(send({ programs })).key, 'invalid_amount', 'and last, points beyond counting')
  const fine = { card: givenCard(), referral: friends }
  t.ok(decided(send(fine, { ...named, ...byBen })), 'nothing left to refuse')
})

const through = { ...club, rules: [upgraded(MAX)], tiers: givenTiers() }
const fixed = { ...rule, earning: { type: 'FIXED', points: 30 } as const }
const greeted = { programs: [{ ...club, rules: [welcome('seg_plan', MAX)] }] }

//  facts, sent
const uncounted: [string, Partial<CustomEventFacts>, Partial<SendCustomEvent>][] = [
  ['by what was over before', { programs: [{ ...through, membership: givenMembership() }] }, {}],
  ['by what is said of the customer', { ...greeted, filterSegments: [gold] }, goldPlan],
  ['by the event', { programs: [{ ...club, rules: [beyond] }] }, {}],
  ['by what follows', { programs: [{ ...silver, rules: [fixed, upgraded(MAX)] }] }, {}]
]

t.test('sendCustomEvent: more points than can be counted change nothing', async t => {
  table(t, uncounted, (t, _, over, sent) => {
    t.equal(refused(send(over, sent)).key, 'invalid_amount')
  })
})

const unmade = { id: 'cust_x', sourceId: 'ada' }

//  card, sent and refused
const strangers: [string, Partial<CustomEventFacts>, Partial<SendCustomEvent>, string][] = [
  ['a coupon is no card', { card: givenCoupon() }, { loyaltyCode: 'SPRING-1' }, 'not_found'],
  ['nor is a gift voucher', { card: givenGiftVoucher() }, { loyaltyCode: 'GIFT-1' }, 'not_found'],
  ['a card nobody holds', { card: givenSpareCard() }, named, 'invalid_customer'],
  ['a card, of one just made', { card: givenCard(), customer: null }, named, 'invalid_customer'],
  ['an id nobody has cannot be made', { customer: null }, { customer: unmade }, 'not_found']
]

t.test('sendCustomEvent: whose card it is, and who it is', async t => {
  table(t, strangers, (t, _, over, sent, key) => {
    t.equal(refused(send(over, sent)).key, key)
  })
})

t.test('sendCustomEvent: an event of nobody makes nobody', async t => {
  for (const customer of [{}, { name: 'Zoe' }, { id: null, sourceId: '' }]) {
    t.equal(refused(send({ customer: null }, { customer })).key, 'invalid_payload')
  }
})
