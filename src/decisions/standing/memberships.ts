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
  Risen,
  TierMembership,
  TierStay
} from '../../model.ts'
import { present } from '../../rules/mistake.ts'
import {
  BY_BALANCE,
  nextTier,
  type PointsOn,
  periodOf,
  type TierMove,
  type TierPeriod,
  type TierState,
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

interface PointsOfPeriod {
  readonly startsOn: Day
  readonly points: number
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
  return written({ ...last, periodStartsOn: startsOn, pointsBefore }, mover)
}

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
  const owed = entries
    .filter(({ amount, createdAt }) => amount < 0 || dayAt(createdAt, project.timezone) < startsOn)
    .reduce((sum, { amount }) => sum + amount, 0)
  const before = Math.min(Math.max(owed, 0), points)
  if (before === 0) return null
  return written({ ...membership, pointsBefore: membership.pointsBefore - before }, { now })
}

/** Points of a card that are missing since, or fewer of them; null: nobody knows when they came. */
export interface Lacking {
  readonly points: number
  readonly createdAt: Instant
  readonly entries: readonly LedgerEntry[] | null
}

/**
 * The membership after points that came in its period went missing, or are missing no longer: while
 * they are, they do not count for it. Null when none of them came in it.
 */
export function lackPoints(
  { membership }: Pick<ProgramFacts, 'membership'>,
  { points, createdAt, entries }: Lacking,
  { now, project }: Moment
): TierMembership | null {
  const startsOn = membership?.periodStartsOn ?? null
  if (membership === null || startsOn === null) return null
  const isIn = (at: Instant) => dayAt(at, project.timezone) >= startsOn
  if (!isIn(createdAt)) return null
  const came = (entries ?? [])
    .filter(entry => entry.amount > 0 && isIn(entry.createdAt))
    .reduce((sum, { amount }) => sum + amount, 0)
  const most = entries === null ? Math.abs(points) : Math.min(Math.abs(points), came)
  if (most === 0) return null
  const pointsBefore = membership.pointsBefore + Math.sign(points) * most
  return written({ ...membership, pointsBefore }, { now })
}

/** What is left of a membership, and the step that follows from it; null for none. */
interface TierLeft {
  readonly membership: TierMembership
  readonly move: MoveDue | null
}

/**
 * A card leaves tiers with a term that it entered since an order was paid, once the points of that
 * order are gone, unless it would have reached them without these. Null: it leaves none.
 */
export function tierLeftBy(
  program: ProgramFacts,
  { earnedAt }: PaidOrder,
  occasion: Moment
): TierLeft | null {
  const { campaign, tiers, card, membership } = program
  const { tierTerms: terms } = campaign
  const risen = membership?.risen ?? null
  if (terms === null || card === null || membership === null || risen === null) return null
  const { periodStartsOn, stays } = risen
  // Points of an earlier period are no longer known apart.
  const isOver = earnedAt === null || dayAt(earnedAt, occasion.project.timezone) < periodStartsOn
  const day = todayOf(occasion)
  if (isOver || startOfPeriod(campaign, day) !== periodStartsOn) return null
  const counted = periodOfCard(program)?.points ?? null
  /** The stay as it is without the order; null when only the order had reached it. */
  const without = (stay: TierStay, at: number): TierStay | null => {
    if (at === 0 || stay.reachedAt < earnedAt) return stay
    const { pointsFrom = 0 } = tiers.find(({ id }) => id === stay.tierId) ?? {}
    if ((counted ?? mostOnCard(card, stay)) < pointsFrom) return null
    // Nobody knows since when the other points reach it, so that it goes with the next that go.
    return { ...stay, reachedAt: occasion.now }
  }
  const after = stays.map(without)
  const kept = after.filter(stay => stay !== null)
  const before = present(kept.at(-1), `card ${card.voucher.id} rose from nowhere`)
  const points = counted ?? mostOnCard(card, stays[after.indexOf(null)] ?? before)
  const step = tierWithout({ bands: tiers, terms }, { before, now: membership }, points, day)
  if (step === null && kept.every((stay, at) => stay === stays[at])) return null
  const reached = step && stayIn(step.state, card, occasion)
  const isNew = reached !== null && reached.tierId !== null && reached.tierId !== before.tierId
  const left = { periodStartsOn, stays: isNew ? [...kept, reached] : kept }
  return { membership: { ...membership, risen: left }, move: step && { ...step, card } }
}

function stayIn({ tierId, expiresOn }: TierState, card: Purse, { now }: { readonly now: Instant }) {
  const { version: voucherVersion } = card.voucher
  return { tierId, expiresOn, reachedAt: now, pointsGone: goneOf(card), voucherVersion }
}

export type PaidOrder = Pick<Order, 'earnedAt'>

/** Null without terms that set one. */
function startOfPeriod({ tierTerms }: Pick<Campaign, 'tierTerms'>, day: Day): Day | null {
  const period = tierTerms?.period ?? null
  return period === null ? null : periodOf(day, period).startsOn
}

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
  const risen = rises ? risenTo(state, last, campaign, card, mover) : last.risen
  const after = { ...last, ...state, risen }
  return written({ ...after, startedAt: state.tierId === null ? null : startedAt }, mover)
}

function risenTo(
  state: TierState,
  last: TierMembership,
  campaign: Campaign,
  card: Purse,
  mover: Mover & { readonly day: Day }
): Risen | null {
  const periodStartsOn = startOfPeriod(campaign, mover.day)
  if (periodStartsOn === null) return last.risen
  const goesOn = last.risen?.periodStartsOn === periodStartsOn
  const before = goesOn ? last.risen.stays : [stayIn(last, card, mover)]
  return { periodStartsOn, stays: [...before, stayIn(state, card, mover)] }
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
