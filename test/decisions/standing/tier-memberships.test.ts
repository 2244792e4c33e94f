import t from 'tap'
import { activatePoints } from '../../../src/decisions/points/adjustments.ts'
import type { ProgramFacts } from '../../../src/decisions/points/earning.ts'
import { cardOf, type Purse } from '../../../src/decisions/points/lots.ts'
import { programOf } from '../../../src/decisions/standing/open.ts'
import type { Standing } from '../../../src/decisions/standing/standing.ts'
import type { Day, TierMembership, TierTerms } from '../../../src/model.ts'
import { decided, outline } from '../../support/decided.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenLot,
  givenOccasion
} from '../../support/given.ts'
import { givenPending } from '../../support/given-records.ts'
import { givenMembership } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'
import {
  ada,
  adjust,
  COUNTED,
  card,
  club,
  facts,
  going,
  lasting,
  lines,
  look,
  MONTHLY,
  newcomer,
  onTier,
  pay,
  starting,
  withTerms
} from '../support/club.ts'

/** The card moves to a tier, or stays in it, and why. */
const moves = (tier: string, verb: 'downgraded' | 'upgraded' | 'prolonged') => [
  `v_1 in ${tier}`,
  `loyalty.tier.${verb}`
]
/** It counts from another period. */
const counts = (tier: string) => [`v_1 in ${tier}`]
const MARCH = 'until 2026-03-31'
const goldUntil = (expiresOn: Day) => ({ tierId: 'ltr_2', expiresOn })

t.test('openStanding: what is overdue is settled period by period, in order', async t => {
  const membership = {
    tierId: 'ltr_2',
    expiresOn: '2025-12-31',
    startedAt: '2025-12-02T00:00:00.000Z'
  }
  const rules = [onTier('prolonged', 1)]
  const after = going(look(facts([lasting(150, MONTHLY, membership, { rules })])))
  const days = ['2026-01-31', '2026-02-28', '2026-03-31']
  const steps = days.flatMap(day => [
    ...moves(`ltr_2 until ${day}`, 'prolonged'),
    ...['v_1 +1', 'rewarded.loyalty_points']
  ])
  t.strictSame(outline(after.changes), steps)
  const { startedAt } = programOf(after, 'camp_1').membership as TierMembership
  t.equal(startedAt, '2025-12-02T00:00:00.000Z', 'prolonged is not started anew')
})

t.test('openStanding: its last day is one of the project’s, and the tier’s', async t => {
  const program = lasting(50, MONTHLY, { tierId: 'ltr_2', expiresOn: '2026-02-28' })
  //          now                             the tier in Berlin, an hour before Greenwich
  const rows: [string, readonly string[]][] = [
    ['2026-02-28T22:59:59.999Z', []],
    ['2026-02-28T23:00:00.000Z', ['v_1 in ltr_1 until 2026-03-31', 'loyalty.tier.downgraded']]
  ]
  for (const [now, outcome] of rows) {
    t.strictSame(lines(look(facts([program]), givenOccasion({ now }))), outcome, now)
  }
})

const lapsing = (...lots: readonly (readonly [number, Day | null])[]): Purse => {
  const points = lots.reduce((sum, [amount]) => sum + amount, 0)
  return {
    ...card(points),
    lots: lots.map(([amount, expiresOn], index) =>
      givenLot({ id: `lopb_${index}`, amount, remaining: amount, expiresOn })
    )
  }
}

const goldOver = goldUntil('2026-02-28')
const lapsedAll = lapsing([50, null], [100, '2026-01-15'], [900, '2025-12-31'])
const downStayDown = [
  ...moves('ltr_3 until 2026-01-31', 'prolonged'),
  ...moves('ltr_1 until 2026-02-28', 'downgraded'),
  ...moves(`ltr_1 ${MARCH}`, 'prolonged')
]

//  lots that are not booked as expired yet, and the tier
// biome-ignore format: a table
const lapses: [string, Purse, TierTerms | null, Partial<TierMembership>, readonly string[]][] = [
  ['their last day still counts', lapsing([150, '2026-03-01']), null, { tierId: 'ltr_2' }, []],
  ['the day after they do not', lapsing([50, null], [100, '2026-02-28']), null, { tierId: 'ltr_2' },
    moves('ltr_1', 'downgraded')],
  ['a tier that ends with them is prolonged: tiers come before expiry at midnight',
    lapsing([150, '2026-02-28']), MONTHLY, goldOver, moves(`ltr_2 ${MARCH}`, 'prolonged')],
  ['a tier that ends a day later is not', lapsing([150, '2026-02-27']), MONTHLY, goldOver,
    moves(`ltr_1 ${MARCH}`, 'downgraded')],
  // Late, each end counts what there was then.
  ['late', lapsedAll, MONTHLY, { tierId: 'ltr_3', expiresOn: '2025-12-31' }, downStayDown]
]

t.test('openStanding: points that lapsed count for no tier, booked as expired or not', async t => {
  table(t, lapses, (t, _, purse, tierTerms, membership, outcome) => {
    const campaign = givenCampaign({ tierTerms })
    const program = club(0, null, {
      campaign,
      card: purse,
      membership: givenMembership(membership)
    })
    const steps = lines(look(facts([program]))).filter(line => /tier|ltr/.test(line))
    t.strictSame(steps, outcome)
  })
})

/** 100 points that wait for a day are activated: by hand before it, else by the calendar. */
function activate(program: ProgramFacts, activatesOn: Day): readonly string[] {
  const pending = givenPending({ points: 100, activatesOn })
  const { voucher, lots } = program.card as Purse
  const waiting = { ...cardOf(voucher), pendingPoints: 100 }
  const purse = { voucher: { ...voucher, card: waiting }, lots }
  const known = facts([{ ...program, card: purse, due: [pending] }])
  const { campaign } = program
  const said = activatePoints(
    { ...known, pending, purse, campaign, customer: ada },
    givenOccasion()
  )
  return outline(decided(said).changes).filter(line => !/ACTIVATED|activated|totals/.test(line))
}

const monthly = (tierId: string, expiresOn: Day, points = 50) =>
  lasting(points, MONTHLY, { tierId, expiresOn })
const counted = (expiresOn: Day, periodStartsOn: Day, pointsBefore = 0) =>
  lasting(50, COUNTED, { tierId: 'ltr_2', expiresOn, periodStartsOn, pointsBefore })

const GAINED = ['v_1 +100']
const STAYED = moves(`ltr_2 ${MARCH}`, 'prolonged')
const FELL = moves(`ltr_1 ${MARCH}`, 'downgraded')
const ROSE = moves(`ltr_2 ${MARCH}`, 'upgraded')
const FEBRUARY = 'ltr_2 until 2026-02-28'
const roseInFebruary = moves(FEBRUARY, 'upgraded')
const fellInFebruary = moves('ltr_1 until 2026-02-28', 'downgraded')
const roseInApril = moves('ltr_2 until 2026-04-30', 'upgraded')

//  from, active on, and what follows
// biome-ignore format: a table
const arrivals: [string, ProgramFacts, Day, readonly string[]][] = [
  ['by balance, what comes at midnight is there when the day before is settled',
    monthly('ltr_2', '2026-02-28'), '2026-03-01', [...GAINED, ...STAYED]],
  ['what is late, too', monthly('ltr_2', '2026-02-28'), '2026-02-11', [...GAINED, ...STAYED]],
  ['what comes a midnight later is too late for it', monthly('ltr_2', '2026-01-31'), '2026-02-02',
    [...fellInFebruary, ...GAINED, ...roseInFebruary, ...STAYED]],
  ['by hand, before its day, it comes now', monthly('ltr_2', '2026-02-28'), '2026-03-02',
    [...FELL, ...GAINED, ...ROSE]],
  ['nothing but what is over moves before they come', monthly('ltr_1', '2026-02-28', 150),
    '2026-03-01', [...GAINED, ...moves(`ltr_1 ${MARCH}`, 'prolonged'), ...ROSE]],
  ['nothing moves for a balance that lasts', club(50, 'ltr_1'), '2026-03-01',
    [...GAINED, ...moves('ltr_2', 'upgraded')]],
  ['points of a period count for the period of their day', counted('2026-02-28', '2026-02-01'),
    '2026-03-01', [...counts(FEBRUARY), ...FELL, ...GAINED, ...roseInApril]],
  ['but never for one before the period that has begun', counted('2026-04-30', '2026-03-01', 50),
    '2026-02-15', GAINED],
  ['and late, for the one that is over', counted('2026-02-28', '2026-01-01'), '2026-02-27',
    [...counts(FEBRUARY), ...GAINED, ...counts(FEBRUARY), ...STAYED]]
]

t.test('openStanding: points that become active are put between the days of the calendar', t => {
  table(t, arrivals, (t, _, program, arriving, outcome) => {
    t.strictSame(activate(program, arriving), outcome)
  })
  t.end()
})

const saves = ({ changes }: Standing) =>
  changes.flatMap(change =>
    change.kind === 'tierMembership.saved' ? [countedFrom(change.membership)] : []
  )
const countedFrom = ({ tierId, periodStartsOn, pointsBefore }: TierMembership) => [
  ...[tierId, periodStartsOn, pointsBefore]
]

const counting = (over: Partial<TierMembership> = {}) =>
  givenMembership({
    periodStartsOn: '2026-03-01',
    pointsBefore: 500,
    expiresOn: '2026-04-30',
    ...over
  })

t.test('followUp: what was taken back counts no more, what was spent does', async t => {
  const balance = { points: 650, balance: 100, subtractedPoints: 60, redeemedPoints: 490 }
  const purse = { ...card(100), voucher: givenCard({ card: givenBalance(balance) }) }
  const known = (membership: TierMembership) =>
    facts([club(0, null, { campaign: withTerms(COUNTED), card: purse, membership })])
  // 150 came in and 60 were taken back, so 10 are missing for gold.
  t.strictSame(lines(adjust(known(counting()), 9)), ['v_1 +9'])
  t.equal(lines(adjust(known(counting()), 10)).length, 3)
  // More taken back than came in is nothing, and nothing is silver.
  const silver = counting({ tierId: null, pointsBefore: 700, expiresOn: null })
  t.strictSame(lines(look(known(silver))), ['v_1 in ltr_1 until 2026-04-30', 'loyalty.tier.joined'])
})

t.test('openStanding: a period in which nothing came in counts nothing', async t => {
  const before = counting({
    periodStartsOn: '2026-01-01',
    tierId: 'ltr_2',
    expiresOn: '2026-02-28',
    pointsBefore: 0
  })
  const program = club(150, null, { campaign: withTerms(COUNTED), membership: before })
  t.strictSame(lines(look(facts([program]))), [
    'v_1 in ltr_2 until 2026-02-28',
    'v_1 in ltr_1 until 2026-03-31',
    'loyalty.tier.downgraded'
  ])
})

t.test('accrue: all that is on a new card came in this period', async t => {
  const campaign = { ...starting(100), tierTerms: COUNTED }
  const after = going(pay(facts([newcomer(0, { campaign })])))
  t.strictSame(saves(after), [
    [null, '2026-03-01', 0],
    ['ltr_2', '2026-03-01', 0]
  ])
})
