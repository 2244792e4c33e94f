import t from 'tap'
import {
  type AdjustBalance,
  type AdjustBalanceFacts,
  adjustBalance,
  type Expiration
} from '../../../src/decisions/points/adjustments.ts'
import type { Purse } from '../../../src/decisions/points/lots.ts'
import type { ProgramFacts, StandingFacts } from '../../../src/decisions/standing/standing.ts'
import type {
  Campaign,
  CardBalance,
  Day,
  EarningRule,
  ExpirationRules,
  LedgerEntry
} from '../../../src/model.ts'
import { decided, logged, outline, refused } from '../../support/decided.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenCustomer,
  givenEntry,
  givenLot,
  givenOccasion,
  givenTemplate,
  givenTotals,
  NOW
} from '../../support/given.ts'
import { givenEarningRule, givenSegment, givenTier, givenTiers } from '../../support/given-rules.ts'
import { givenMembership, givenProgram, givenStanding } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'

const MAX = Number.MAX_SAFE_INTEGER
const WHY = { reason: 'Spilt coffee' }

const purseOf = (balance: number): Purse => ({
  voucher: givenCard({ card: givenBalance({ points: balance, balance }) }),
  lots: [givenLot({ amount: balance, remaining: balance })]
})

/** Ada with one card, of a program where nothing earns by itself. */
function factsOf(
  purse: Purse = purseOf(100),
  program: Partial<ProgramFacts> = {},
  standing: Partial<StandingFacts> = {}
): AdjustBalanceFacts {
  const asked = givenProgram({ rules: [], ...program, card: purse })
  const facts = givenStanding({ programs: [asked], ...standing })
  return { ...facts, campaign: asked.campaign, purse, customer: givenCustomer() }
}

const adjust = (points: number, facts: AdjustBalanceFacts = factsOf()) =>
  adjustBalance(facts, { points, reason: WHY.reason }, givenOccasion())

const taken = { points: 100, balance: 60, subtractedPoints: 40 }

//  points, entry, event, and what the card says then
const adjustments: [number, LedgerEntry['type'], string, Partial<CardBalance>][] = [
  [40, 'POINTS_ADDITION', 'points_added', { points: 140, balance: 140 }],
  [-40, 'POINTS_REMOVAL', 'points_subtracted', taken]
]

t.test('adjustBalance: points given and taken, with the reason', async t => {
  for (const [points, type, event, figures] of adjustments) {
    const balance = givenBalance(figures)
    const lots = [{ id: 'lopb_1', amount: points }]
    t.strictSame(adjust(points), {
      result: givenCard({ card: balance, updatedAt: NOW, version: 2 }),
      changes: [
        {
          kind: 'points.moved',
          card: { voucherId: 'v_1', version: 1, balance, redeemedQuantity: 0, updatedAt: NOW },
          opened: [],
          stepped: [{ id: 'lopb_1', amount: Math.max(points, 0), remaining: points }],
          entry: givenEntry({
            id: 'vtx_000001',
            type,
            amount: points,
            lots,
            balanceAfter: balance.balance,
            cause: WHY,
            createdAt: NOW
          })
        },
        logged(
          1,
          `customer.voucher.loyalty_card.${event}`,
          { points, ...WHY },
          { entityId: 'v_1' }
        ),
        {
          kind: 'customerTotals.counted',
          customerId: 'cust_1',
          step: { cardBalance: points },
          lastOrder: null
        }
      ]
    })
  }
})

const MONTH: ExpirationRules = {
  periodType: 'MONTH',
  periodValue: 1,
  roundingType: 'END_OF_MONTH',
  roundingValue: null
}
const expiring = (expirationRules: ExpirationRules | null) =>
  givenCampaign({ voucher: givenTemplate({ loyaltyCard: { points: 0, expirationRules } }) })

//                                  campaign                        expires on
const expiries: [string, Campaign, Day | null][] = [
  ['as the program says, from today', expiring(MONTH), '2026-04-30'],
  ['never', expiring(null), null],
  ['never, without a template', givenCampaign({ voucher: null }), null]
]

t.test('adjustBalance: points given expire like points earned', async t => {
  table(t, expiries, (t, _, campaign, expiresOn) => {
    const said = adjust(5, factsOf({ voucher: givenCard(), lots: [] }, { campaign }))
    t.match(decided(said).changes[0], { opened: [{ expiresOn }] })
  })
})

const SUNDAY = '2026-03-01'
const given = (command: AdjustBalance, campaign: Campaign = expiring(MONTH)) =>
  adjustBalance(factsOf({ voucher: givenCard(), lots: [] }, { campaign }), command, givenOccasion())

//                                      what is said                          expires on
const wishes: [string, Expiration, Day | null][] = [
  ['as the program says', { type: 'PROGRAM_RULES', date: null }, '2026-04-30'],
  ['never', { type: 'NON_EXPIRING', date: null }, null],
  ['today', { type: 'CUSTOM_DATE', date: SUNDAY }, SUNDAY],
  ['on a day', { type: 'CUSTOM_DATE', date: '2036-12-31' }, '2036-12-31']
]

t.test('adjustBalance: points given expire as the command says', async t => {
  table(t, wishes, (t, _, expiration, expiresOn) => {
    const said = given({ points: 5, expiration })
    t.match(decided(said).changes[0], { opened: [{ expiresOn }] })
  })
})

const ON_SUNDAY: Expiration = { type: 'PROGRAM_RULES', date: SUNDAY }
const dayOf = (date: Day | null): Expiration => ({ type: 'CUSTOM_DATE', date })
const ofTaken = /^Property .expiration_type: points that are taken/
const besides = /^Property .expiration_date: belongs to expiration_type CUSTOM_DATE/
const yesterday = /2026-02-28 is over; send today, 2026-03-01, or a later day$/

//  points, what is said, key and details
const badWishes: [number, Expiration, string, RegExp][] = [
  [-5, dayOf(null), 'invalid_payload', ofTaken],
  [-5, { type: 'NON_EXPIRING', date: null }, 'invalid_payload', ofTaken],
  [-5, ON_SUNDAY, 'invalid_payload', besides],
  [5, dayOf(null), 'missing_param', /^Parameter 'expiration_date' is required$/],
  [5, dayOf('2026-02-28'), 'invalid_payload', yesterday]
]

t.test('adjustBalance: when points expire that cannot be is refused', async t => {
  for (const [points, expiration, key, details] of badWishes) {
    t.match(refused(given({ points, expiration })), { key, details })
  }
})

t.test('adjustBalance: why and whose is kept with the entry and the event, as far as said', t => {
  const said = decided(given({ points: 5, sourceId: 'desk-1' }))
  t.match(said.changes[0], { entry: { cause: { sourceId: 'desk-1' } } })
  const event = said.changes.find(({ kind }) => kind === 'event.logged')
  t.match(event, { event: { data: { points: 5, source_id: 'desk-1' } } })
  const silent = decided(given({ points: 5 })).changes[0]
  t.strictSame(silent?.kind === 'points.moved' && silent.entry.cause, {})
  t.end()
})

const holding = (card: Partial<CardBalance>): Purse => ({
  voucher: givenCard({ card: givenBalance(card) }),
  lots: [givenLot()]
})
const nearlyFull = holding({ points: MAX - 9, balance: 100, pendingPoints: 5 })
const lapsed: Purse = { voucher: givenCard(), lots: [givenLot({ expiresOn: '2026-02-28' })] }
const CANNOT = 'send a whole number, not 0'

//                              points   card         details, or the balance it comes to
const refusals: [string, number, Purse, string | number][] = [
  ['nothing', 0, purseOf(100), `cannot move 0 points; ${CANNOT}`],
  ['half a point', 0.5, purseOf(100), `cannot move 0.5 points; ${CANNOT}`],
  ['no number', Number.NaN, purseOf(100), `cannot move NaN points; ${CANNOT}`],
  ['more than can be counted', MAX + 1, purseOf(100), `cannot move ${MAX + 1} points; ${CANNOT}`],
  [
    'more than the card can count, with what waits',
    5,
    nearlyFull,
    `would have got more than ${MAX} points in all; give fewer`
  ],
  ['as many as it can', 4, nearlyFull, 104],
  ['one point', 1, purseOf(100), 101],
  ['one point off', -1, purseOf(100), 99],
  ['all there are', -100, purseOf(100), 0],
  ['one more than there are', -101, purseOf(100), 'has 100 points to take, fewer than 101'],
  ['as many as nobody has', -MAX, purseOf(100), `has 100 points to take, fewer than ${MAX}`],
  ['what has lapsed, booked or not', -1, lapsed, 'has 0 points to take, fewer than 1']
]

const invalid = (details: string) => ({
  key: 'invalid_balance',
  details: `Loyalty card CLUB-1 ${details}`,
  resourceId: 'v_1',
  resourceType: 'voucher'
})

t.test('adjustBalance: what cannot be moved is refused', async t => {
  table(t, refusals, (t, _, points, purse, outcome) => {
    const said = adjust(points, factsOf(purse))
    if (typeof outcome === 'number') t.equal(decided(said).result.card?.balance, outcome)
    else t.strictSame(refused(said), invalid(outcome))
  })
  const nobodys = { ...factsOf(), customer: null }
  t.strictSame(refused(adjust(0, nobodys)), invalid('is held by nobody; add a member first'))
})

const SILVER_TO_GOLD = givenTiers()
const silver = { tiers: SILVER_TO_GOLD, membership: givenMembership() }
const gold = { tiers: SILVER_TO_GOLD, membership: givenMembership({ tierId: 'ltr_2' }) }
const goldAlone = { ...gold, tiers: [givenTier({ id: 'ltr_2', pointsFrom: 100, pointsTo: 999 })] }

/** Gold lasts to the end of a month. */
const monthly = (expiresOn: Day): Partial<ProgramFacts> => ({
  campaign: givenCampaign({
    tierTerms: { qualification: 'BALANCE', period: 'MONTH', expiration: 'END_OF_PERIOD' }
  }),
  tiers: SILVER_TO_GOLD,
  membership: givenMembership({ tierId: 'ltr_2', expiresOn })
})

const bonus = (verb: string, points = 10): EarningRule =>
  givenEarningRule({
    event: `customer.loyalty.tier.${verb}`,
    loyaltyTierId: 'ltr_2',
    earning: { type: 'FIXED', points }
  })
const rich = givenSegment({
  id: 'seg_rich',
  type: 'auto-update',
  filter: { junction: 'and', fields: { 'loyalty.points': { $more_than_equal: [100] } } }
})
const welcome = givenEarningRule({
  event: 'customer.segment.entered',
  segmentId: 'seg_rich',
  earning: { type: 'FIXED', points: 5 }
})
const withRich = (cardBalance: number, segments: string[] = []): Partial<StandingFacts> => ({
  filterSegments: [rich],
  totals: givenTotals({ cardBalance }),
  segments
})

const GIVEN = ['v_1 +40', 'voucher.loyalty_card.points_added']
const TAKEN = ['v_1 -1', 'voucher.loyalty_card.points_subtracted']
const REWARDED = 'rewarded.loyalty_points'

const RISEN = ['v_1 in ltr_2', 'loyalty.tier.upgraded']
const FALLEN = ['v_1 in ltr_1', 'loyalty.tier.downgraded']
const ENTERED = ['segment.entered seg_rich', 'segment.entered']
const MORE_10 = ['v_1 +10', REWARDED]
const counted = (points: string) => `totals cardBalance${points}`
const KEPT = ['v_1 in ltr_2 until 2026-03-31', 'loyalty.tier.prolonged', ...MORE_10]
const TAKEN_110 = ['v_1 -110', 'voucher.loyalty_card.points_subtracted', counted('-100')]
const upgrading = factsOf(purseOf(60), { ...silver, rules: [bonus('upgraded')] })
const prolonging = factsOf(purseOf(100), { ...monthly('2026-02-28'), rules: [bonus('prolonged')] })
const entering = factsOf(purseOf(60), { rules: [welcome] }, withRich(60))
const leaving = factsOf(purseOf(100), {}, withRich(100, ['seg_rich']))
const toMonthsEnd = factsOf(purseOf(100), monthly('2026-03-31'))
const unasked = { ...factsOf(), programs: [] }
const left = ['v_1 in no tier', 'loyalty.tier.left', counted('-1')]
const outside = ['segment.left seg_rich', 'segment.left', counted('-1')]
const inside = [...ENTERED, 'v_1 +5', REWARDED, counted('+45')]

//  facts, points, and what becomes of it, in order
const adjusted: [string, AdjustBalanceFacts, number, readonly string[]][] = [
  ['a tier', factsOf(purseOf(60), silver), 40, [...GIVEN, ...RISEN, counted('+40')]],
  ['and what it brings', upgrading, 40, [...GIVEN, ...RISEN, ...MORE_10, counted('+50')]],
  ['points that reach none', factsOf(purseOf(59), silver), 40, [...GIVEN, counted('+40')]],
  ['what a tier needs', factsOf(purseOf(100), gold), -1, [...TAKEN, ...FALLEN, counted('-1')]],
  ['and there is no other', factsOf(purseOf(100), goldAlone), -1, [...TAKEN, ...left]],
  ['of a tier that lasts to the end of the month', toMonthsEnd, -1, [...TAKEN, counted('-1')]],
  // A tier that is over is settled first, and what keeping it brings can be taken.
  ['a tier that is over', prolonging, -110, [...KEPT, ...TAKEN_110]],
  ['points that bring a segment, which brings more', entering, 40, [...GIVEN, ...inside]],
  ['points taken that a segment asks for', leaving, -1, [...TAKEN, ...outside]],
  ['of a program that nobody asked about', unasked, 40, [...GIVEN, counted('+40')]]
]

t.test('adjustBalance: the customer is where the points put them', async t => {
  table(t, adjusted, (t, _, facts, points, expected) => {
    const { result, changes } = decided(adjust(points, facts))
    t.strictSame(outline(changes), expected)
    const movements = changes.filter(({ kind }) => kind === 'points.moved').length
    t.equal(result.version, 1 + movements, 'the card as the last movement left it')
  })
})

//                                              facts, points
const beyond: [string, AdjustBalanceFacts, number][] = [
  [
    'by what was over',
    factsOf(purseOf(100), { ...monthly('2026-02-28'), rules: [bonus('prolonged', MAX)] }),
    1
  ],
  ['by what follows', factsOf(purseOf(60), { ...silver, rules: [bonus('upgraded', MAX)] }), 40]
]

t.test('adjustBalance: more points than can be counted change nothing', async t => {
  table(t, beyond, (t, _, facts, points) => {
    t.equal(refused(adjust(points, facts)).key, 'invalid_amount')
  })
})
