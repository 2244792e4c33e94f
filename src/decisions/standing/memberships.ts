/**
 * The tier of a card in its program: the points that count for it, and its next step. By balance,
 * the points that can be spent on a day count, so that a tier does not depend on when expiry is
 * recorded. By period, the points added since the period began count. The membership keeps that
 * number, because reading the card's history would take longer every year.
 */
import type {
  Campaign,
  Day,
  Instant,
  LedgerEntry,
  Order,
  PointsOfPeriod,
  Risen,
  TierMembership,
  TierStay,
  TierTerms
} from '../../model.ts'
import { present } from '../../rules/mistake.ts'
import {
  BY_BALANCE,
  nextTier,
  type Periods,
  type PointsOn,
  periodOf,
  type TierMove,
  type TierPeriod,
  type TierState,
  tierByPeriods,
  tierWithout
} from '../../rules/points.ts'
import { dayAt } from '../../rules/validity.ts'
import type { Moment } from '../changes.ts'
import type { ProgramFacts } from '../points/earning.ts'
import { cardOf, goneOf, missingSince, type Purse, sumOf } from '../points/lots.ts'

/**
 * How far the calendar has come, and which steps may be taken: all of them; only those of tiers
 * that are `over` by then; or only steps up, while pending points may still keep a tier.
 */
export interface Until {
  readonly day: Day
  readonly steps: 'all' | 'over' | 'up'
}

/** The period whose points count for a card so far; null by balance. */
export function periodOfCard({
  card,
  membership
}: Pick<ProgramFacts, 'card' | 'membership'>): PointsOfPeriod | null {
  const startsOn = membership?.periodStartsOn ?? null
  if (card === null || membership === null || startsOn === null) return null
  return { startsOn, points: Math.max(everEarned(card) - membership.pointsBefore, 0) }
}

/** The most points that counted in one of these periods; null where nobody knows them. */
export function mostInPeriods(program: ProgramFacts, { from, before }: Periods): number | null {
  const period = countedPeriod(program.campaign)
  if (period === null) return null
  const first = periodOf(from, period).startsOn
  const next = before === null ? null : periodOf(before, period).startsOn
  const known = [...(program.membership?.risen?.ended ?? []), periodOfCard(program) ?? []].flat()
  const counted = known.filter(({ startsOn }) => {
    return startsOn === first || (startsOn > first && (next === null || startsOn < next))
  })
  return counted.length === 0 ? null : Math.max(...counted.map(({ points }) => points))
}

export interface Mover {
  readonly customerId: string
  readonly now: Instant
}

/** Null when its points count already, or no periods do. `isNew`: the card had no points before. */
export function beginPeriod(
  { campaign, tiers, card, membership }: ProgramFacts,
  { day, isNew, ...mover }: Mover & { readonly day: Day; readonly isNew: boolean }
): TierMembership | null {
  const period = countedPeriod(campaign)
  if (tiers.length === 0 || card === null || period === null) return null
  const { startsOn } = periodOf(day, period)
  const began = membership?.periodStartsOn ?? null
  if (began !== null && began >= startsOn) return null
  const last = membership ?? newMembership(campaign, card, mover)
  const pointsBefore = isNew ? 0 : everEarned(card)
  const risen = withEnded(last.risen, periodOfCard({ card, membership }))
  return written({ ...last, periodStartsOn: startsOn, pointsBefore, risen }, mover)
}

function withEnded(risen: Risen | null, ended: PointsOfPeriod | null): Risen | null {
  if (risen === null || ended === null || ended.points === 0) return risen
  return { ...risen, ended: [...risen.ended, ended].slice(-ENDED_MAX) }
}

/** So many periods are remembered: what goes back later than that is rare. */
const ENDED_MAX = 24

/**
 * The membership after points that these entries added were taken back: points from before its
 * period are taken first, and lower that earlier sum. Null when none of them came before it. The
 * entries include those that took points back earlier.
 * Spec: openapi/behaviour/points.md#points-of-an-earlier-period-cost-nothing-in-this-one.
 */
export function spareEarlierPoints(
  { membership }: Pick<ProgramFacts, 'membership'>,
  { points, entries }: { readonly points: number; readonly entries: readonly LedgerEntry[] },
  { now, project }: Moment
): TierMembership | null {
  const startsOn = membership?.periodStartsOn ?? null
  if (membership === null || startsOn === null) return null
  const owed = sumOfEntries(
    entries.filter(({ amount, createdAt }) => {
      return amount < 0 || dayAt(createdAt, project.timezone) < startsOn
    })
  )
  const before = Math.min(Math.max(owed, 0), points)
  if (before === 0) return null
  const risen = lessEnded({ ...membership, startsOn }, before, entries, project.timezone)
  const pointsBefore = membership.pointsBefore - before
  return written({ ...membership, pointsBefore, risen }, { now })
}

/**
 * How it rose, with fewer points in the periods that are over, the earliest first: of those in which
 * these entries came, less what was taken of them before. Below 0: with more.
 */
function lessEnded(
  { risen, startsOn }: Pick<TierMembership, 'risen'> & { readonly startsOn: Day },
  points: number,
  entries: readonly LedgerEntry[],
  zone: string
): Risen | null {
  const { ended = [] } = risen ?? {}
  const [first] = ended
  if (risen === null || first === undefined || points === 0) return risen
  const cameIn = (from: Day, before: Day) =>
    sumOfEntries(
      entries.filter(({ amount, createdAt }) => {
        const day = dayAt(createdAt, zone)
        return amount > 0 && day >= from && day < before
      })
    )
  const taken = -sumOfEntries(entries.filter(({ amount }) => amount < 0))
  // What came before the periods that are remembered went first.
  let gone = points < 0 ? 0 : Math.max(taken - cameIn('', first.startsOn), 0)
  let left = Math.abs(points)
  const less = ended.map((each, at) => {
    const came = cameIn(each.startsOn, ended[at + 1]?.startsOn ?? startsOn)
    const there = Math.max(came - gone, 0)
    const part = Math.min(left, there)
    gone -= came - there
    left -= part
    return { ...each, points: Math.max(each.points - Math.sign(points) * part, 0) }
  })
  return { ...risen, ended: less }
}

function sumOfEntries(entries: readonly LedgerEntry[]): number {
  return entries.reduce((sum, { amount }) => sum + amount, 0)
}

/** Points of a card that are missing since, or fewer of them; null: nobody knows when they came. */
export interface Lacking {
  readonly points: number
  readonly createdAt: Instant
  readonly entries: readonly LedgerEntry[] | null
}

/**
 * The membership after points that came in its period, or in one before, went missing, or are
 * missing no longer: while they are, they do not count for it. Null when none of them did.
 */
export function lackPoints(
  { membership }: Pick<ProgramFacts, 'membership'>,
  { points, createdAt, entries }: Lacking,
  { now, project }: Moment
): TierMembership | null {
  const startsOn = membership?.periodStartsOn ?? null
  if (membership === null || startsOn === null) return null
  const isIn = (at: Instant) => dayAt(at, project.timezone) >= startsOn
  const came = sumOfEntries(
    (entries ?? []).filter(entry => entry.amount > 0 && isIn(entry.createdAt))
  )
  const all = Math.abs(points)
  const most = !isIn(createdAt) ? 0 : entries === null ? all : Math.min(all, came)
  const pointsBefore = membership.pointsBefore + Math.sign(points) * most
  const before = Math.sign(points) * (all - most)
  const risen = lessEnded({ ...membership, startsOn }, before, entries ?? [], project.timezone)
  if (most === 0 && risen === membership.risen) return null
  return written({ ...membership, pointsBefore, risen }, { now })
}

/** What is left of a membership, and the step that follows from it; null for none. */
interface TierLeft {
  readonly membership: TierMembership
  readonly move: MoveDue | null
}

/**
 * A card leaves a tier with a term that it reached, or that was prolonged, since an order was paid,
 * once the points of that order are gone, unless it would be there without these. Null: it stays.
 * `earlier`: before any of this.
 */
export function tierLeftBy(
  program: ProgramFacts,
  earlier: ProgramFacts,
  { earnedAt }: PaidOrder,
  occasion: Moment
): TierLeft | null {
  const { card, membership } = program
  const { tierTerms: terms } = program.campaign
  const risen = membership?.risen ?? null
  if (card === null || earnedAt === null || membership === null || risen === null) return null
  if (terms === null || membership.expiresOn === null) return null
  const rose = { tiers: program.tiers, card, membership, risen }
  const period = countedPeriod(program.campaign)
  if (period === null) return leftByBalance(rose, earnedAt, occasion)
  return leftByPeriods(rose, { program, earlier, period, terms }, earnedAt, occasion)
}

interface Rose extends Pick<ProgramFacts, 'tiers'> {
  readonly card: Purse
  readonly membership: TierMembership
  readonly risen: Risen
}

function leftByBalance(
  { tiers, card, membership, risen }: Rose,
  earnedAt: Instant,
  occasion: Moment
): TierLeft | null {
  const { stays } = risen
  /** The stay as it is without the order; null when only the order had reached it. */
  const without = (stay: TierStay, at: number): TierStay | null => {
    if (at === 0 || stay.reachedAt < earnedAt) return stay
    const { pointsFrom = 0 } = tiers.find(({ id }) => id === stay.tierId) ?? {}
    if (mostOnCard(card, stay) < pointsFrom) return null
    // Nobody knows since when the other points reach it, so that it goes with the next that go.
    return { ...stay, reachedAt: occasion.now }
  }
  const after = stays.map(without)
  const kept = after.filter(stay => stay !== null)
  const before = present(kept.at(-1), `card ${card.voucher.id} rose from nowhere`)
  const points = mostOnCard(card, stays[after.indexOf(null)] ?? before)
  const left = { before, points, until: membership.expiresOn }
  const step = tierWithout(tiers, membership, left, todayOf(occasion))
  if (step === null && kept.every((stay, at) => stay === stays[at])) return null
  const reached = step && stayIn(step.state, card, occasion)
  const isNew = reached !== null && reached.tierId !== null && reached.tierId !== before.tierId
  const now = { ...risen, stays: isNew ? [...kept, reached] : kept }
  return { membership: { ...membership, risen: now }, move: step && { ...step, card } }
}

function leftByPeriods(
  { tiers, card, membership, risen }: Rose,
  { program, earlier, period, terms }: ByPeriods,
  earnedAt: Instant,
  occasion: Moment
): TierLeft | null {
  const last = present(risen.stays.at(-1), `card ${card.voucher.id} rose from nowhere`)
  if (last.reachedAt < earnedAt) return null
  const today = todayOf(occasion)
  const stepBy = (counted: ProgramFacts) => {
    const pointsOn = (day: Day) => mostInPeriods(counted, { from: day, before: day }) ?? 0
    const left = tierByPeriods({ bands: tiers, terms }, period, pointsOn, today)
    return tierWithout(tiers, membership, left, today)
  }
  // Whoever was not there by their points does not leave for fewer.
  if (stepBy(earlier) !== null) return null
  const step = stepBy(program)
  const stay =
    step === null ? { ...last, reachedAt: occasion.now } : stayIn(step.state, card, occasion)
  const stays = [...risen.stays.slice(0, -1), stay]
  return {
    membership: { ...membership, risen: { ...risen, stays } },
    move: step && { ...step, card }
  }
}

interface ByPeriods {
  readonly program: ProgramFacts
  readonly earlier: ProgramFacts
  readonly period: TierPeriod
  readonly terms: TierTerms
}

function stayIn({ tierId, expiresOn }: TierState, card: Purse, { now }: { readonly now: Instant }) {
  const { version: voucherVersion } = card.voucher
  return { tierId, expiresOn, reachedAt: now, pointsGone: goneOf(card), voucherVersion }
}

export type PaidOrder = Pick<Order, 'earnedAt'>

/** The most points that a card can have had at once since it rose, of those that still count. */
function mostOnCard(card: Purse, { pointsGone, voucherVersion }: TierStay): number {
  const spent = Math.max(goneOf(card) - pointsGone, 0)
  return cardOf(card.voucher).balance + spent - missingSince(card, voucherVersion)
}

export interface MoveDue extends TierMove {
  readonly card: Purse
}

export function moveDue(
  { campaign, tiers, card, membership }: ProgramFacts,
  past: PointsOfPeriod | null,
  { day, steps }: Until
): MoveDue | null {
  if (tiers.length === 0 || card === null) return null
  const state = membership ?? { tierId: null, expiresOn: null }
  if (steps === 'over' && (state.expiresOn === null || state.expiresOn >= day)) return null
  const terms = campaign.tierTerms ?? BY_BALANCE
  const period = countedPeriod(campaign)
  const points =
    period === null ? onCard(card) : inPeriods(period, [past, periodOfCard({ card, membership })])
  const from = steps === 'up' ? { ...state, expiresOn: null } : state
  const move = nextTier({ bands: tiers, terms }, from, points, day)
  const waits = steps === 'up' && move?.kind !== 'joined' && move?.kind !== 'upgraded'
  return move === null || waits ? null : { ...move, card }
}

/** The points of lots that have not expired by a day, whether or not expiry is recorded. */
function onCard({ lots }: Purse): PointsOn {
  return day => sumOf(lots.filter(({ expiresOn }) => expiresOn === null || expiresOn >= day))
}

/** The points of other periods are 0, because none were added in them. */
function inPeriods(period: TierPeriod, known: readonly (PointsOfPeriod | null)[]): PointsOn {
  const counted = new Map(
    known.flatMap(one => (one === null ? [] : [[one.startsOn, one.points] as const]))
  )
  return day => counted.get(periodOf(day, period).startsOn) ?? 0
}

export function membershipAfter(
  { campaign, membership }: ProgramFacts,
  { kind, state, card }: MoveDue,
  mover: Mover & { readonly day: Day }
): TierMembership {
  const last = membership ?? newMembership(campaign, card, mover)
  const startedAt = kind === 'prolonged' ? last.startedAt : mover.now
  const rises = kind === 'joined' || kind === 'upgraded'
  const isSettled = !rises && last.expiresOn !== null && last.expiresOn < mover.day
  const risen =
    rises || isSettled ? risenTo(state, last, campaign, card, { ...mover, isSettled }) : last.risen
  const after = { ...last, ...state, risen }
  return written({ ...after, startedAt: state.tierId === null ? null : startedAt }, mover)
}

function risenTo(
  state: TierState,
  last: TierMembership,
  { tierTerms }: Campaign,
  card: Purse,
  { isSettled, ...mover }: Mover & { readonly isSettled: boolean }
): Risen | null {
  if (tierTerms === null || tierTerms.period === null) return last.risen
  const { stays = [], ended = [] } = last.risen ?? {}
  // What is over when a tier is settled is nowhere to go back to.
  const from = isSettled ? { tierId: null, expiresOn: null } : last
  const before =
    isSettled || last.tierId === null || stays.length === 0 ? [stayIn(from, card, mover)] : stays
  return { stays: [...before, stayIn(state, card, mover)], ended }
}

/** The membership of a card that was never in a tier; when it is first written it has version 1. */
function newMembership(
  { id: campaignId }: Campaign,
  { voucher }: Purse,
  { customerId, now }: Mover
): TierMembership {
  return {
    voucherId: voucher.id,
    campaignId,
    customerId,
    tierId: null,
    startedAt: null,
    expiresOn: null,
    periodStartsOn: null,
    pointsBefore: 0,
    risen: null,
    updatedAt: now,
    version: 0
  }
}

export function written(membership: TierMembership, { now }: Pick<Mover, 'now'>): TierMembership {
  return { ...membership, updatedAt: now, version: membership.version + 1 }
}

export function countedPeriod({ tierTerms }: Campaign): TierPeriod | null {
  return tierTerms?.qualification === 'POINTS_IN_PERIOD' ? tierTerms.period : null
}

/** All points added, less those subtracted: spending and expiry do not count by period. */
function everEarned({ voucher }: Purse): number {
  const { points, subtractedPoints } = cardOf(voucher)
  return points - subtractedPoints
}

export function todayOf({ now, project }: Moment): Day {
  return dayAt(now, project.timezone)
}
