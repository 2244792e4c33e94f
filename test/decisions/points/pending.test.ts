import t from 'tap'
import type { Change, Decision, Occasion } from '../../../src/decisions/changes.ts'
import {
  activateMemberPendingPoints,
  activatePoints,
  adjustMemberPendingPoints,
  cancelMemberPendingPoints,
  type PendingPointsAfter,
  type PendingPointsFacts
} from '../../../src/decisions/points/adjustments.ts'
import { addEarned } from '../../../src/decisions/points/earning.ts'
import { nextExpiration, type Purse, sumOf } from '../../../src/decisions/points/lots.ts'
import type {
  Campaign,
  CardBalance,
  Day,
  ExpirationRules,
  Lot,
  PendingPoints
} from '../../../src/model.ts'
import { addDays } from '../../../src/rules/validity.ts'
import { casesOf } from '../../support/chance.ts'
import { decided, kinds, outline, refused } from '../../support/decided.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenCustomer,
  givenLot,
  givenOccasion,
  givenTemplate,
  NOW
} from '../../support/given.ts'
import { givenOrder } from '../../support/given-goods.ts'
import { givenPending } from '../../support/given-records.ts'
import {
  givenEarningRule,
  givenFixedRule,
  givenMonths,
  givenSegment,
  givenTier
} from '../../support/given-rules.ts'
import { givenMembership, givenProgram, givenStanding } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'
import { Book } from '../support/audited-voucher.ts'

const MAX = Number.MAX_SAFE_INTEGER
const MONTH: ExpirationRules = givenMonths(1)
const NEW_YEAR: ExpirationRules = { periodType: 'FIXED_DAY_OF_YEAR', fixedMonth: 12, fixedDay: 31 }

/** A card with 100 points and 40 more that wait, 25 of them for 4 March. */
function purseWith(over: Partial<CardBalance> = {}, lots: Lot[] = [givenLot()]): Purse {
  const card = givenBalance({ points: 100, balance: 100, pendingPoints: 40, ...over })
  return { voucher: givenCard({ card }), lots }
}

/** The card is the one its program knows. */
function factsOf(over: Partial<PendingPointsFacts> = {}): PendingPointsFacts {
  const { purse = purseWith(), campaign = givenCampaign() } = over
  return {
    ...givenStanding({ programs: [givenProgram({ campaign, rules: [], card: purse })] }),
    pending: givenPending(),
    purse,
    campaign,
    customer: givenCustomer(),
    ...over
  }
}

const expiring = (expirationRules: ExpirationRules | null) =>
  givenCampaign({ voucher: givenTemplate({ loyaltyCard: { points: 0, expirationRules } }) })

//                                 the entry's              the campaign's            at    last day
const expiries: [string, ExpirationRules | null, Campaign, Occasion['now'], Day | null][] = [
  ['none', null, expiring(null), '2026-03-04T10:00:00.000Z', null],
  ['the campaign’s', null, expiring(MONTH), '2026-03-04T10:00:00.000Z', '2026-04-04'],
  ['however late', null, expiring(MONTH), '2026-03-20T10:00:00.000Z', '2026-04-04'],
  ['from today, when by hand before', null, expiring(MONTH), NOW, '2026-04-01'],
  ['today of the project', null, expiring(MONTH), '2026-03-01T23:00:00.000Z', '2026-04-02'],
  ['those of the rule, kept with the entry', NEW_YEAR, expiring(MONTH), NOW, '2026-12-31'],
  ['none, without a template', null, givenCampaign({ voucher: null }), NOW, null]
]

t.test('activatePoints: points expire counting from the day they can be spent', async t => {
  table(t, expiries, (t, _, expirationRules, campaign, now, expiresOn) => {
    const facts = { pending: givenPending({ expirationRules }), purse: purseWith({}, []), campaign }
    const { changes } = decided(activatePoints(factsOf(facts), givenOccasion({ now })))
    t.match(changes[2], { opened: [{ expiresOn }] })
  })
})

const nearlyFull = purseWith({ points: MAX - 45, balance: 100 })

//                               points, card               details, or the points it comes to
// biome-ignore format: a table
const mistakes: [string, number, Purse, string | number][] = [
  ['nothing', 0, purseWith(), 'cannot become 0 more; send a whole number, not 0'],
  ['half a point', 0.5, purseWith(), 'cannot become 0.5 more; send a whole number, not 0'],
  ['no number', Number.NaN, purseWith(), 'cannot become NaN more; send a whole number, not 0'],
  ['more than can be counted', MAX + 1, purseWith(),
    `cannot become ${MAX + 1} more; send a whole number, not 0`],
  ['more than the card can count', 6, nearlyFull,
    `would bring their card to more than ${MAX} points in all; add fewer`],
  ['as many as it can', 5, nearlyFull, 30],
  ['all of them', -25, purseWith(),
    'are 25, and 25 fewer leaves none; leave at least 1, or cancel them'],
  ['more than there are', -26, purseWith(),
    'are 25, and 26 fewer leaves none; leave at least 1, or cancel them']
]

t.test('adjustMemberPendingPoints: what cannot be is refused', async t => {
  table(t, mistakes, (t, _, points, purse, outcome) => {
    const said = adjustMemberPendingPoints(factsOf({ purse }), { points }, givenOccasion())
    if (typeof outcome === 'number') {
      t.equal(decided(said).result.pending.points, outcome)
      return
    }
    t.strictSame(refused(said), {
      key: 'invalid_balance',
      details: `Pending points lopp_1 ${outcome}`,
      resourceId: 'lopp_1',
      resourceType: 'pending_points'
    })
  })
})

const ONLY = 'only those that are PENDING can be'

type Deed = (facts: PendingPointsFacts, occasion: Occasion) => Decision<PendingPointsAfter>

//                        the deed                    what they cannot become
const deeds: [string, Deed, string][] = [
  ['activateMemberPendingPoints', activateMemberPendingPoints, 'activated'],
  [
    'adjustMemberPendingPoints',
    (facts, now) => adjustMemberPendingPoints(facts, { points: 0 }, now),
    'updated'
  ],
  ['cancelMemberPendingPoints', cancelMemberPendingPoints, 'canceled']
]

t.test('an entry that is settled stays as it is', async t => {
  table(t, deeds, (t, _, deed, become) => {
    for (const status of ['ACTIVATED', 'CANCELED'] as const) {
      const said = deed(factsOf({ pending: givenPending({ status }) }), givenOccasion())
      t.strictSame(refused(said), {
        key: 'invalid_pending_points_state',
        details: `Pending points lopp_1 are ${status}; ${ONLY} ${become}`,
        resourceId: 'lopp_1',
        resourceType: 'pending_points'
      })
    }
  })
})

// biome-ignore format: a table
const moves: [string, Deed, Change['kind'][]][] = [
  ['adjustMemberPendingPoints',
    (facts, now) => adjustMemberPendingPoints(facts, { points: 1 }, now),
    ['pendingPoints.adjusted', 'card.waited', 'event.logged']],
  ['cancelMemberPendingPoints', cancelMemberPendingPoints,
    ['pendingPoints.closed', 'card.waited', 'event.logged']]
]

/** Gold ended yesterday, and leaving it brings points: so the card moves before anything else. */
function afterGold(points: number): Partial<PendingPointsFacts> {
  const gold = givenTier({ pointsFrom: 1000, pointsTo: null })
  const program = givenProgram({
    campaign: givenCampaign({
      tierTerms: { qualification: 'BALANCE', period: 'MONTH', expiration: 'END_OF_PERIOD' }
    }),
    tiers: [gold],
    rules: [givenFixedRule(points, { event: 'customer.loyalty.tier.left' })],
    card: purseWith(),
    membership: givenMembership({ expiresOn: '2026-02-28' })
  })
  return givenStanding({ programs: [program] })
}

/** Ada belongs to a segment that nobody put her in yet, and entering it brings points. */
function intoSegment(points: number): Partial<PendingPointsFacts> {
  const earning = { type: 'FIXED', points } as const
  const rule = givenEarningRule({ event: 'customer.segment.entered', earning })
  const filter = { junction: 'and', fields: { name: { $is: ['Ada Baker'] } } } as const
  return givenStanding({
    programs: [givenProgram({ rules: [rule], card: purseWith() })],
    filterSegments: [givenSegment({ type: 'auto-update', filter })]
  })
}

t.test('activatePoints: what follows from the calendar is none of their order', async t => {
  const facts = factsOf(intoSegment(5))
  const { changes } = decided(activatePoints(facts, givenOccasion()))
  t.strictSame(outline(changes), [
    'segment.entered seg_1',
    'segment.entered',
    'v_1 +5',
    'rewarded.loyalty_points',
    'lopp_1 ACTIVATED',
    'voucher.loyalty_card.pending_points.activated',
    'v_1 +25',
    'totals cardBalance+30'
  ])
  const because = changes.flatMap(change =>
    change.kind === 'points.moved' ? [change.entry.cause.orderId] : []
  )
  t.strictSame(because, [undefined, facts.pending.orderId])
  t.match(refused(activatePoints(factsOf(intoSegment(MAX)), givenOccasion())), {
    key: 'invalid_amount'
  })
})

t.test('what follows is part of it, all or nothing', async t => {
  table(t, moves, (t, _, deed, expected) => {
    const { changes } = decided(deed(factsOf(intoSegment(5)), givenOccasion()))
    t.strictSame(kinds(changes).slice(0, 3), expected)
    t.match(changes.slice(3), [
      { kind: 'segment.entered', segmentId: 'seg_1' },
      { kind: 'event.logged', event: { type: 'customer.segment.entered' } },
      { kind: 'points.moved', card: { version: 2 }, entry: { amount: 5 } }
    ])
    for (const facts of [afterGold(MAX), intoSegment(MAX)]) {
      t.match(refused(deed(factsOf(facts), givenOccasion())), { key: 'invalid_amount' })
    }
  })
})

t.test('a card that its program does not know is moved all the same', async t => {
  const facts = factsOf({ programs: [] })
  const [there, nowhere] = [factsOf(), facts].map(
    each => decided(activatePoints(each, givenOccasion())).changes
  )
  t.strictSame(nowhere, there)
})

/** Two entries whose days have come and one for tomorrow, of which one is asked for. */
function overdue(asked: PendingPoints): PendingPointsFacts {
  const due = [FIRST, SECOND, TOMORROW]
  const purse = purseWith()
  const program = givenProgram({ campaign: expiring(MONTH), rules: [], card: purse, due })
  const { campaign } = program
  return factsOf({ ...givenStanding({ programs: [program] }), pending: asked, purse, campaign })
}

const FIRST = givenPending({ id: 'lopp_2', points: 10, activatesOn: '2026-02-20' })
const SECOND = givenPending({ points: 25, activatesOn: '2026-03-01' })
const TOMORROW = givenPending({ id: 'lopp_3', points: 5, activatesOn: '2026-03-02' })

/** What arrived, in order, with the last day of each. */
const arrivalsIn = (changes: readonly Change[]) =>
  changes.flatMap(change =>
    change.kind === 'points.moved'
      ? [[change.entry.cause.pendingId, change.entry.amount, change.opened[0]?.expiresOn]]
      : []
  )

//                  which          what arrives
const wakings: [string, PendingPoints, unknown[]][] = [
  ['the first that is due', FIRST, []],
  ['the last that is due', SECOND, []],
  ['one that is not, by hand', TOMORROW, [['lopp_3', 5, undefined]]]
]

t.test('activatePoints: all that is due comes once, whichever of it is asked for', async t => {
  table(t, wakings, (t, _, asked, also) => {
    const { result, changes } = decided(
      activateMemberPendingPoints(overdue(asked), givenOccasion())
    )
    t.strictSame(result.pending, { ...asked, status: 'ACTIVATED', updatedAt: NOW })
    t.strictSame(arrivalsIn(changes), [
      ['lopp_2', 10, '2026-03-20'],
      ['lopp_1', 25, '2026-04-01'],
      ...also
    ])
  })
})

t.test('what has come is not changed by hand, though nobody saw it come', async t => {
  table(t, deeds.slice(1), (t, _, deed, become) => {
    for (const asked of [FIRST, SECOND]) {
      const { id } = asked
      const said = deed(overdue(asked), givenOccasion())
      t.strictSame(refused(said), {
        key: 'invalid_pending_points_state',
        details: `Pending points ${id} are ACTIVATED; ${ONLY} ${become}`,
        resourceId: id,
        resourceType: 'pending_points'
      })
    }
  })
})

t.test('whatever becomes of what waits, the card says what waits and what came', async t => {
  const customer = givenCustomer()
  const order = givenOrder()
  const paying = { event: 'order.paid', subjectId: null, order, eventMetadata: null, customer }
  for (const seed of casesOf(t, { gate: 50, soak: 2000 })) {
    const { between, pick, once } = seed
    const base = givenOccasion()
    const book = new Book(givenCard({ card: givenBalance() }))
    const campaign = expiring(pick([null, MONTH]))
    let today = '2026-03-01'
    let came = 0
    for (let step = 0; step < 20; step++) {
      if (once(3)) today = addDays(today, between(1, 40))
      const occasion = { ...base, now: `${today}T12:00:00.000Z` }
      const waiting = [...book.waiting.values()]
      const purse = book.purse()
      if (waiting.length === 0 || once(2)) {
        const [pendingDays, points] = [between(1, 90), between(1, 60)]
        const line = { rule: givenEarningRule({ pendingDays }), points, tier: null }
        const origin = {
          trigger: paying,
          logged: givenPending().details.event,
          paying: null,
          redeeming: null,
          followed: null
        }
        book.write([addEarned(purse, line, campaign, origin, occasion).change])
        continue
      }
      const pending = pick(waiting)
      const facts = factsOf({ pending, purse, campaign })
      const points = between(-60, 60)
      const said = pick([
        () => activateMemberPendingPoints(facts, occasion),
        () => adjustMemberPendingPoints(facts, { points }, occasion),
        () => cancelMemberPendingPoints(facts, occasion)
      ])()
      if ('refusal' in said) continue
      if (said.result.pending.status === 'ACTIVATED') came += pending.points
      const mistake = book.write(said.changes)
      const { lots, voucher } = book.purse()
      const { points: all, expiredPoints } = voucher.card ?? givenBalance()
      const whole = sumOf(lots) + expiredPoints === came && all === came
      const next = nextExpiration(lots).nextExpirationDate === voucher.card?.nextExpirationDate
      if (mistake !== null || !whole || !next) t.fail(`${mistake}: ${JSON.stringify(book.entries)}`)
    }
  }
  t.pass('no card differs')
})
