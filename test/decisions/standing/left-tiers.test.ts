/** Tiers with a term that a card leaves once the points of an order are gone that had reached them. */
import t from 'tap'
import type { ProgramFacts } from '../../../src/decisions/points/earning.ts'
import { cardOf, type Purse } from '../../../src/decisions/points/lots.ts'
import {
  type NextStanding,
  OpenStanding,
  programOf,
  Steps
} from '../../../src/decisions/standing/open.ts'
import type { Standing } from '../../../src/decisions/standing/standing.ts'
import type { Day, Risen, TierMembership, TierStay, TierTerms } from '../../../src/model.ts'
import { outline } from '../../support/decided.ts'
import { EARLIER, givenCampaign, givenOccasion, NOW } from '../../support/given.ts'
import { givenMembership } from '../../support/given-standing.ts'
import { standingOf } from '../../support/standings.ts'
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
  MONTHLY,
  withTerms
} from '../support/club.ts'

const goldUntil = (expiresOn: Day) => ({ tierId: 'ltr_2', expiresOn })
const LATE = givenOccasion({ now: '2026-03-20T10:00:00.000Z' })
const PAID_AT = '2026-03-10T10:00:00.000Z'
const BEGUN = { pointsGone: 0, voucherVersion: 1 }
const NOWHERE: TierStay = { tierId: null, expiresOn: null, reachedAt: EARLIER, ...BEGUN }
const silver = (expiresOn: Day, over: Partial<TierStay> = {}): TierStay => ({
  ...NOWHERE,
  ...{ tierId: 'ltr_1', expiresOn, reachedAt: EARLIER },
  ...over
})

/** Gold since an order of the tenth of March, and in these before. */
function goldFrom(before: readonly TierStay[], over: Partial<TierStay> = {}) {
  const until = goldUntil('2026-03-31')
  const stay: TierStay = { ...until, reachedAt: PAID_AT, ...BEGUN, pointsGone: 5, ...over }
  const risen: Risen = { stays: [...before, stay], ended: [] }
  return { ...until, startedAt: PAID_AT, risen }
}

const gold = goldFrom([NOWHERE])
/** From nowhere to the highest tier at once. */
const top = (() => {
  const until = { tierId: 'ltr_3', expiresOn: '2026-03-31' }
  const stays = [NOWHERE, { ...until, reachedAt: PAID_AT, ...BEGUN, pointsGone: 5 }]
  return { ...until, startedAt: PAID_AT, risen: { stays, ended: [] } }
})()
const stays = ['v_1 in ltr_2 until 2026-03-31']
const leaves = ['v_1 in no tier', 'loyalty.tier.left']
const falls = (day: Day) => [`v_1 in ltr_1 until ${day}`, 'loyalty.tier.downgraded']

/** So many points on a card, more that were spent, and some that are missing since a version. */
function spent(points: number, redeemedPoints: number, missing = 0, voucherVersion = 1): Purse {
  const { voucher, lots } = card(points)
  const balance = { ...cardOf(voucher), points: points + redeemedPoints, redeemedPoints }
  const lacking = { voucherId: 'v_1', subjectId: 'ord_2', lotId: 'lopb_1', kind: 'EARNED' } as const
  const noted = { cause: {}, createdAt: PAID_AT, voucherVersion, points: missing }
  const shortfalls = [
    { ...lacking, ...noted, from: null },
    { ...lacking, ...noted, from: 'lopb_2' }
  ]
  return { voucher: { ...voucher, card: balance }, lots, shortfalls }
}

const counting = (points: number) => ({
  ...gold,
  periodStartsOn: '2026-03-01',
  pointsBefore: points
})

//  what is left, by which terms, where it stands, and what becomes of it
// biome-ignore format: a table
const rows: [string, Purse, TierTerms | null, Partial<TierMembership> | null, readonly string[]][] = [
  ['the tier that the rest reaches, for a term of its own', card(50), MONTHLY, gold, falls('2026-03-31')],
  ['enough for the tier', card(100), MONTHLY, gold, stays],
  ['what was spent since it rose counts', spent(80, 25), MONTHLY, gold, stays],
  ['what was spent before does not', spent(80, 24), MONTHLY, gold, falls('2026-03-31')],
  ['nor what is missing since', spent(80, 25, 1), MONTHLY, gold, falls('2026-03-31')],
  ['what was missing before changes nothing', spent(80, 25, 1, 0), MONTHLY, gold, stays],
  ['what went back to the card counts once', spent(99, 0), MONTHLY, gold, falls('2026-03-31')],
  ['a tier between, which the rest reached before some was spent', spent(70, 35), MONTHLY, top, ['v_1 in ltr_2 until 2026-03-31', 'loyalty.tier.downgraded']],
  ['not where it was spent before', spent(70, 34), MONTHLY, top, falls('2026-03-31')],
  ['where it stood before, for what is left of that', card(0), MONTHLY, goldFrom([silver('2026-04-30')]), falls('2026-04-30')],
  ['a tier that it reached by itself before', card(0), MONTHLY, goldFrom([NOWHERE, silver('2026-03-31')]), falls('2026-03-31')],
  ['a tier that the order reached, too', card(0), MONTHLY, goldFrom([silver('2026-02-28'), silver('2026-03-31', { reachedAt: PAID_AT })]), falls('2026-03-31')],
  ['a tier that is there no more', card(0), MONTHLY, goldFrom([NOWHERE, silver('2026-03-31', { tierId: 'ltr_9', reachedAt: PAID_AT })]), falls('2026-03-31')],
  ['points of the period alone', card(150), COUNTED, counting(100), falls('2026-04-30')],
  ['enough of the period', card(200), COUNTED, counting(100), stays],
  ['it was in the tier of a period before', card(0), COUNTED, { ...counting(0), ...goldFrom([NOWHERE], { reachedAt: EARLIER }) }, []],
  ['its points had not reached it', card(150), COUNTED, { ...counting(1100) }, []],
  ['it has no term', card(0), MONTHLY, { ...gold, expiresOn: null }, []],
  ['it was in the tier before the order was paid', card(0), MONTHLY, goldFrom([NOWHERE], { reachedAt: '2026-03-10T09:59:59.999Z' }), []],
  ['it never rose', card(0), MONTHLY, { ...gold, risen: null }, []],
  ['it was in no tier yet', card(0), MONTHLY, null, []],
  ['the program has no terms any more', card(0), null, gold, []]
]

/**
 * Of an order that was paid on the tenth of March and had given 1000 points, with three tiers from
 * 0, 100 and 1000 points.
 */
function without(program: ProgramFacts, earnedAt: string | null): readonly string[] {
  return outline(leaving(program, earnedAt).changes)
}

function leaving(program: ProgramFacts, earnedAt: string | null): Standing {
  const known = facts([program])
  const standing = going(standingOf({ ...known, programs: [] }, ada, LATE))
  const programs = [program]
  const open = new OpenStanding({ ...standing, programs }, new Steps(known, LATE)).stopEarning()
  const { membership } = program
  const before = membership && { ...membership, pointsBefore: membership.pointsBefore - 1000 }
  const earlier = { ...standing, programs: [{ ...program, membership: before }] }
  return open.leaveTiersOf({ earnedAt }, earlier).standing
}

t.test('leaveTiersOf: out of a tier with a term that only the order reached', async t => {
  table(t, rows, (t, _, held, tierTerms, membership, outcome) => {
    const program = club(0, null, {
      campaign: givenCampaign({ tierTerms }),
      card: held,
      membership: membership && givenMembership(membership)
    })
    t.strictSame(without(program, PAID_AT), outcome)
  })
  const campaign = withTerms(MONTHLY)
  const program = club(0, null, { campaign, membership: givenMembership(gold) })
  t.strictSame(without(program, null), [], 'nothing was paid')
  t.strictSame(without(program, EARLIER), falls('2026-03-31'), 'in an earlier period')
  t.strictSame(without({ ...program, card: null }, PAID_AT), [], 'without a card')
  const bands = program.tiers.slice(1)
  t.strictSame(without({ ...program, tiers: bands }, PAID_AT), leaves, 'below the tiers')
})

t.test('leaveTiersOf: what stays is reached by what may go next', async t => {
  const known = club(100, null, {
    campaign: withTerms(MONTHLY),
    membership: givenMembership(goldFrom([NOWHERE, silver('2026-03-31')]))
  })
  const { membership } = programOf(leaving(known, PAID_AT), 'camp_1')
  const reached = { reachedAt: LATE.now }
  t.strictSame(membership?.risen, goldFrom([NOWHERE, silver('2026-03-31')], reached).risen)
})

t.test('leaveTiersOf: what is left is reached anew', async t => {
  const known = club(50, null, { campaign: withTerms(MONTHLY), membership: givenMembership(gold) })
  const { membership } = programOf(leaving(known, PAID_AT), 'camp_1')
  t.strictSame(membership?.risen?.stays, [NOWHERE, silver('2026-03-31', { reachedAt: LATE.now })])
})

t.test('followUp: a card keeps how it rose in a period', async t => {
  const program = lasting(0, MONTHLY, { tierId: 'ltr_1', expiresOn: '2026-04-30' })
  const once = going(adjust(facts([program]), 150))
  const moved = { reachedAt: NOW, ...BEGUN, voucherVersion: 2 }
  const up = { ...goldUntil('2026-03-31'), ...moved }
  const before = silver('2026-04-30', moved)
  const risen = (step: NextStanding) => programOf(going(step), 'camp_1').membership?.risen
  t.strictSame(risen(once), { stays: [before, up], ended: [] })
  const top = { tierId: 'ltr_3', expiresOn: '2026-03-31', ...moved }
  const twice = adjust(facts(once.programs), 900)
  t.strictSame(risen(twice), { stays: [before, up, { ...top, voucherVersion: 3 }], ended: [] })
  const april = givenOccasion({ now: '2026-04-02T10:00:00.000Z' })
  const settled = { reachedAt: '2026-03-31T22:00:00.000Z', ...BEGUN }
  t.strictSame(risen(adjust(facts([lasting(150, MONTHLY, gold)]), 900, april)), {
    stays: [
      { ...NOWHERE, ...settled },
      { ...goldUntil('2026-04-30'), ...settled },
      { ...top, expiresOn: '2026-04-30', reachedAt: april.now }
    ],
    ended: []
  })
})
