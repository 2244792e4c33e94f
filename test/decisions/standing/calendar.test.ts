/**
 * What the calendar brings, midnight by midnight and as of each, whoever is there first.
 *
 * Spec: PendingPointsEntry.activates_at.
 */
import t from 'tap'
import type { Change } from '../../../src/decisions/changes.ts'
import type { ProgramFacts } from '../../../src/decisions/points/earning.ts'
import type { Purse } from '../../../src/decisions/points/lots.ts'
import { reviewCalendar, standingAt } from '../../../src/decisions/standing/open.ts'
import type { StandingFacts } from '../../../src/decisions/standing/standing.ts'
import type { Day, Lot, TierTerms } from '../../../src/model.ts'
import { decided, outline, refused } from '../../support/decided.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenEntry,
  givenLot,
  givenOccasion,
  givenTotals,
  NOW
} from '../../support/given.ts'
import { givenPending } from '../../support/given-records.ts'
import { givenAutoSegment, givenSegment } from '../../support/given-rules.ts'
import { givenMembership, givenProgram } from '../../support/given-standing.ts'
import { passMidnights } from '../../support/standings.ts'
import { table } from '../../support/table.ts'
import {
  above50,
  ada,
  because,
  COUNTED,
  card,
  club,
  earns,
  facts,
  going,
  lasting,
  look,
  MONTHLY,
  onTier,
  withTerms
} from '../support/club.ts'

const MAX = Number.MAX_SAFE_INTEGER
/** NOW is eleven o'clock of this day in Berlin; it began an hour before midnight in UTC. */
const TODAY = '2026-03-01'
const MIDNIGHT = '2026-02-28T23:00:00.000Z'
const YESTERDAY = '2026-02-28'

const review = (known: StandingFacts, now = NOW) =>
  reviewCalendar({ ...known, customer: ada }, givenOccasion({ now }))

const lot = (n: number, remaining: number, expiresOn: Day | null): Lot =>
  givenLot({ id: `lopb_${n}`, amount: remaining, remaining, expiresOn })

function purseWith(...lots: Lot[]): Purse {
  const balance = lots.reduce((sum, { remaining }) => sum + remaining, 0)
  return { voucher: givenCard({ card: givenBalance({ points: balance, balance }) }), lots }
}

/** When what happened, in the order in which it is written. */
const told = (changes: readonly Change[]) =>
  changes.flatMap(change =>
    change.kind === 'event.logged'
      ? [`${change.event.createdAt} ${change.event.type.replace(/^customer\.(.*_card\.)?/, '')}`]
      : []
  )

t.test('reviewCalendar: what lapsed is an entry as of its midnight, by the calendar', async t => {
  const left = [lot(2, 20, TODAY), lot(4, 40, null)]
  const known = facts([givenProgram({ card: purseWith(lot(1, 10, YESTERDAY), ...left) })])
  const balance = givenBalance({
    points: 70,
    balance: 60,
    expiredPoints: 10,
    nextExpirationDate: TODAY,
    nextExpirationPoints: 20
  })
  const event = {
    id: 'evcus_000001',
    type: 'customer.voucher.loyalty_card.points_expired',
    customerId: 'cust_1',
    groupId: 'midnights.settle',
    entityId: 'v_1',
    category: 'EFFECT',
    source: { channel: 'INTERNAL' },
    data: { points: 10 },
    createdAt: MIDNIGHT
  }
  t.strictSame(review(known), {
    result: { moved: true },
    changes: [
      {
        kind: 'points.moved',
        card: { voucherId: 'v_1', version: 1, balance, redeemedQuantity: 0, updatedAt: MIDNIGHT },
        opened: [],
        stepped: [{ id: 'lopb_1', amount: 0, remaining: -10, lapsed: 10 }],
        entry: givenEntry({
          id: 'vtx_000001',
          type: 'POINTS_EXPIRATION',
          amount: -10,
          lots: [{ id: 'lopb_1', amount: -10 }],
          balanceAfter: 60,
          createdAt: MIDNIGHT
        })
      },
      { kind: 'event.logged', event },
      {
        kind: 'customerTotals.counted',
        customerId: 'cust_1',
        step: { cardBalance: -10 },
        lastOrder: null
      }
    ]
  })
})

t.test('passMidnights: every midnight is as of its own instant, in order', async t => {
  const due = [
    givenPending({ id: 'lopp_2', points: 5, activatesOn: '2026-02-20' }),
    givenPending({ id: 'lopp_1', points: 7, activatesOn: '2026-03-01' })
  ]
  const { voucher, lots } = purseWith(lot(1, 10, '2026-02-19'), lot(2, 20, '2026-02-25'))
  const waits = { ...(voucher.card as NonNullable<typeof voucher.card>), pendingPoints: 12 }
  const purse = { voucher: { ...voucher, card: waits }, lots }
  const program = club(0, 'ltr_1', { card: purse, due })
  t.strictSame(told(going(passMidnights(facts([program]), ada, givenOccasion())).changes), [
    '2026-02-19T23:00:00.000Z pending_points.activated',
    '2026-02-19T23:00:00.000Z points_expired',
    '2026-02-25T23:00:00.000Z points_expired',
    '2026-02-28T23:00:00.000Z pending_points.activated'
  ])
})

t.test('passMidnights: a card that was changed since is dealt with as of the change', async t => {
  const since = '2026-02-27T10:00:00.000Z'
  const { voucher, lots } = purseWith(lot(1, 10, '2026-02-19'), lot(2, 20, YESTERDAY))
  const program = givenProgram({ card: { voucher: { ...voucher, updatedAt: since }, lots } })
  t.strictSame(told(going(passMidnights(facts([program]), ada, givenOccasion())).changes), [
    `${since} points_expired`,
    `${MIDNIGHT} points_expired`
  ])
})

t.test('passMidnights: who was reviewed since is dealt with as of that day', async t => {
  const program = givenProgram({ card: purseWith(lot(1, 10, '2026-02-19')) })
  for (const [reviewedOn, at] of [
    ['2026-02-20', '2026-02-19T23:00:00.000Z'],
    ['2026-02-24', '2026-02-23T23:00:00.000Z']
  ]) {
    const known = facts([program], { reviewedOn: reviewedOn as Day })
    const { changes } = going(passMidnights(known, ada, givenOccasion()))
    t.strictSame(told(changes), [`${at} points_expired`])
  }
})

const LAPSED = (points: number) => [`v_1 -${points}`, 'voucher.loyalty_card.points_expired']
const over = lot(1, 50, YESTERDAY)
const fifty = purseWith(over, lot(2, 50, null))
const silver = { tierId: 'ltr_2', expiresOn: '2026-03-31' }
const monthly = { campaign: withTerms(MONTHLY), membership: givenMembership(silver) }
const rich = givenAutoSegment({ 'loyalty.points': { $more_than_equal: [100] } }, { id: 'seg_rich' })

//                                    program, standing            what becomes of it, in order
// biome-ignore format: a table
const expirations: [string, ProgramFacts, Partial<StandingFacts>, string[]][] = [
  ['nothing there', givenProgram({ card: purseWith() }), {}, []],
  ['no card', givenProgram({ card: null }), {}, []],
  ['what never expires', givenProgram({ card: purseWith(lot(1, 10, null)) }), {}, []],
  ['what can be spent today', givenProgram({ card: purseWith(lot(1, 10, TODAY)) }), {}, []],
  ['what could be spent until yesterday', givenProgram({ card: purseWith(lot(1, 10, YESTERDAY)) }),
    {}, [...LAPSED(10), 'totals cardBalance-10']],
  ['points that a tier needs: it is lost with the day, not with the booking',
    club(0, 'ltr_2', { card: fifty }), {},
    ['v_1 in ltr_1', 'loyalty.tier.downgraded', ...LAPSED(50), 'totals cardBalance-50']],
  ['points that a tier of a period does not need any more',
    club(0, 'ltr_2', { ...monthly, card: fifty }), {}, [...LAPSED(50), 'totals cardBalance-50']],
  ['points that a segment asks for', givenProgram({ card: fifty }),
    { filterSegments: [rich], totals: givenTotals({ cardBalance: 100 }), segments: ['seg_rich'] },
    [...LAPSED(50), 'segment.left seg_rich', 'segment.left', 'totals cardBalance-50']],
  ['nothing is due of a customer who is not where they belong', club(100, 'ltr_1'), {}, []]
]

t.test('reviewCalendar: the customer is where what is left puts them', async t => {
  table(t, expirations, (t, _, program, standing, expected) => {
    const { result, changes } = decided(review(facts([program], standing)))
    t.strictSame(outline(changes), expected)
    t.equal(result.moved, expected.length > 0)
  })
})

const QUARTERLY: TierTerms = { ...COUNTED, period: 'QUARTER' }

/** Points of an order that are due at the midnight of today, on the card of a program. */
const waitingFor = (name: string, points: number, voucherId = 'v_1', campaignId = 'camp_1') =>
  givenPending({
    id: `lopp_${name}`,
    orderId: name,
    points,
    voucherId,
    campaignId,
    activatesOn: TODAY
  })

t.test('reviewCalendar: more points than can be counted change nothing', async t => {
  const ended = { ...monthly, membership: givenMembership({ ...silver, expiresOn: YESTERDAY }) }
  const settled = club(100, 'ltr_2', { ...ended, rules: [onTier('prolonged', MAX)] })
  const poor = givenSegment({
    ...rich,
    filter: { junction: 'and', fields: { 'loyalty.points': { $less_than: [100] } } }
  })
  const entering = earns(MAX, { event: 'customer.segment.entered', segmentId: 'seg_rich' })
  const fallen = facts([givenProgram({ rules: [entering], card: fifty })], {
    filterSegments: [poor],
    totals: givenTotals({ cardBalance: 100 })
  })
  const dropped = club(0, 'ltr_2', { card: fifty, rules: [onTier('downgraded', MAX)] })
  const counted = lasting(
    1,
    QUARTERLY,
    { tierId: 'ltr_2', expiresOn: YESTERDAY, periodStartsOn: '2026-01-01' },
    { rules: [onTier('left', MAX), onTier('downgraded', MAX)], due: [waitingFor('a', 60)] }
  )
  const other = club(0, null, {
    campaign: givenCampaign({ id: 'camp_4' }),
    card: card(0, { id: 'v_4', campaignId: 'camp_4' })
  })
  for (const known of [facts([settled]), fallen, facts([dropped]), facts([counted, other])]) {
    t.equal(refused(review(known)).key, 'invalid_amount')
  }
})

const waits = (pendingPoints: number) => ({ card: givenBalance({ pendingPoints }) })

t.test('passMidnights: points due in two programs name their order', async t => {
  const shop = club(0, 'ltr_1', { card: card(0, waits(60)), due: [waitingFor('a', 60)] })
  const id = 'camp_4'
  const bakery = club(0, 'ltr_1', {
    campaign: givenCampaign({ id }),
    card: card(0, { id: 'v_4', campaignId: id, ...waits(1) }),
    membership: givenMembership({ voucherId: 'v_4', campaignId: id }),
    rules: [
      earns(120, { event: 'customer.segment.entered', segmentId: 'seg_9', campaignId: id }),
      onTier('upgraded', 7, { campaignId: id })
    ],
    due: [waitingFor('b', 1, 'v_4', id)]
  })
  for (const programs of [
    [shop, bakery],
    [bakery, shop]
  ]) {
    const known = facts(programs, { filterSegments: [above50] })
    t.strictSame(because(going(look(known)).changes), [
      ['v_1', 60, 'a'],
      ['v_4', 120, 'a'],
      // The tier is reached by what order a led to, though order b has points there, too.
      ['v_4', 7, 'a'],
      ['v_4', 1, 'b']
    ])
  }
})

t.test('passMidnights: of points due in two programs the longer ago come first', async t => {
  const early = { ...waitingFor('z', 5, 'v_4', 'camp_4'), activatesOn: '2026-02-10' }
  const bakery = club(0, null, {
    campaign: givenCampaign({ id: 'camp_4' }),
    card: card(0, { id: 'v_4', campaignId: 'camp_4', ...waits(5) }),
    due: [early]
  })
  const shop = club(0, null, { card: card(0, waits(60)), due: [waitingFor('a', 60)] })
  t.strictSame(because(going(look(facts([shop, bakery]))).changes), [
    ['v_4', 5, 'z'],
    ['v_1', 60, 'a']
  ])
})

t.test('passMidnights: a tier that is over is settled after all points of a midnight', async t => {
  const due = [waitingFor('a', 60), waitingFor('b', 60)]
  const ended = { tierId: 'ltr_2', expiresOn: YESTERDAY }
  const program = lasting(0, MONTHLY, ended, { card: card(0, waits(120)), due })
  t.strictSame(
    outline(going(look(facts([program]))).changes).filter(line => /tier|ltr/.test(line)),
    ['v_1 in ltr_2 until 2026-03-31', 'loyalty.tier.prolonged']
  )
})

t.test('passMidnights: late points count in the period their entry is of', async t => {
  const now = '2026-04-10T10:00:00.000Z'
  const place = { tierId: 'ltr_1', expiresOn: '2026-06-30', periodStartsOn: '2026-01-01' }
  for (const [updatedAt, came, pointsBefore] of [
    // Nobody was there: they are of the day on which they were due.
    [NOW, '2026-03-24T23:00:00.000Z', 60],
    // The card was changed since, in the next period.
    ['2026-04-05T10:00:00.000Z', '2026-04-05T10:00:00.000Z', 0]
  ] as const) {
    const due = [{ ...waitingFor('a', 60), activatesOn: '2026-03-25' }]
    const purse = card(0, { ...waits(60), updatedAt })
    const program = lasting(0, QUARTERLY, place, { card: purse, due })
    const { changes, programs } = going(look(facts([program]), givenOccasion({ now })))
    const entries = changes.flatMap(change =>
      change.kind === 'points.moved' ? [change.entry.createdAt] : []
    )
    t.strictSame(entries, [came])
    t.match(programs[0]?.membership, { periodStartsOn: '2026-04-01', pointsBefore })
  }
})

t.test('standingAt: where a customer stands, and null where that cannot be booked', async t => {
  const moment = { now: NOW, project: givenOccasion().project }
  const known = facts([givenProgram({ card: purseWith(lot(1, 10, YESTERDAY), lot(2, 5, null)) })])
  t.match(standingAt(known, ada, moment)?.programs[0]?.card?.voucher.card, {
    balance: 5,
    expiredPoints: 10
  })
  const joining = club(0, null, { card: fifty, rules: [onTier('joined', 7)] })
  const shown = standingAt(facts([joining]), ada, moment)
  t.strictSame(outline(shown?.changes ?? []), [
    'v_1 in ltr_1',
    'loyalty.tier.joined',
    'v_1 +7',
    'rewarded.loyalty_points',
    ...LAPSED(50)
  ])
  const beyond = club(0, 'ltr_2', { card: fifty, rules: [onTier('downgraded', MAX)] })
  t.equal(standingAt(facts([beyond]), ada, moment), null)
})

t.test('standingAt: who joins by what lapsed has a card that nobody made yet', async t => {
  const moment = { now: NOW, project: givenOccasion().project }
  const poor = givenSegment({
    ...rich,
    filter: { junction: 'and', fields: { 'loyalty.points': { $less_than: [100] } } }
  })
  const growing = givenCampaign({ id: 'camp_9', type: 'AUTO_UPDATE', autoJoin: true })
  const entering = earns(5, { event: 'customer.segment.entered', segmentId: 'seg_rich' })
  const known = facts(
    [
      givenProgram({ card: purseWith(lot(1, 100, YESTERDAY)) }),
      givenProgram({ campaign: growing, card: null, rules: [entering] })
    ],
    { filterSegments: [poor], totals: givenTotals({ cardBalance: 100 }) }
  )
  t.match(standingAt(known, ada, moment)?.programs[1]?.card?.voucher, {
    id: 'v_3',
    campaignId: 'camp_9',
    holderId: 'cust_1',
    card: { balance: 5 }
  })
})
