/**
 * The tier of a card in its program: the points that count for it, and its next step.
 *
 * By balance, the points that can be spent on a day count, so that a tier does not depend on when
 * expiry is recorded. By period, the points added since the period began count. The membership
 * keeps that number, because reading the card's history would take longer every year.
 *
 * Spec: LoyaltyTier.points, LoyaltyTiersExpiration.
 */
import type { Campaign, Day, Instant, LedgerEntry, TierMembership } from '../../model.ts'
import {
  BY_BALANCE,
  nextTier,
  type PointsOn,
  periodOf,
  type TierMove,
  type TierPeriod
} from '../../rules/tiers.ts'
import { addDays, dayAt } from '../../rules/validity.ts'
import type { Occasion } from '../occasion.ts'
import { cardOf, type Purse, sumOf } from '../points/purse.ts'
import type { ProgramFacts } from './standing.ts'

/**
 * How far the calendar has come, and which steps may be taken: all of them; only those of tiers
 * that are `over` by then; or only steps up, while pending points may still keep a tier.
 */
export interface Until {
  readonly day: Day
  readonly steps: 'all' | 'over' | 'up'
}

/**
 * How far it has come before points become active at the midnight of `day`. By balance, these
 * points already count when the tiers of the day before are over.
 */
export function untilOf(campaign: Campaign, day: Day): Until {
  return { day: countedPeriod(campaign) === null ? addDays(day, -1) : day, steps: 'over' }
}

/** A calendar period, and the points that were added during it. */
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

/** The customer who moves, and the instant. */
interface Mover {
  readonly customerId: string
  readonly now: Instant
}

/**
 * The membership in which the points of the period of `day` count; null when they count already, or
 * when the program counts no periods. `isNew`: the card had no points before.
 */
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
 */
export function spareEarlierPoints(
  { membership }: Pick<ProgramFacts, 'membership'>,
  { points, entries }: { readonly points: number; readonly entries: readonly LedgerEntry[] },
  { now, project }: Pick<Occasion, 'now' | 'project'>
): TierMembership | null {
  const startsOn = membership?.periodStartsOn ?? null
  if (membership === null || startsOn === null) return null
  const owed = entries
    .filter(({ amount, createdAt }) => amount < 0 || dayAt(createdAt, project.timezone) < startsOn)
    .reduce((sum, { amount }) => sum + amount, 0)
  const before = Math.min(Math.max(owed, 0), points)
  if (before === 0) return null
  const { customerId } = membership
  const pointsBefore = membership.pointsBefore - before
  return written({ ...membership, pointsBefore }, { customerId, now })
}

/** A step between tiers, and the card that takes it. */
export interface MoveDue extends TierMove {
  readonly card: Purse
}

/** The next step that is due; null when the card is in the right tier. */
export function moveDue(
  { campaign, tiers, card, membership }: ProgramFacts,
  past: PointsOfPeriod | null,
  { day, steps }: Until
): MoveDue | null {
  if (tiers.length === 0 || card === null) return null
  const state = membership ?? NOWHERE
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

const NOWHERE = { tierId: null, expiresOn: null }

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

/** The membership after a step. */
export function membershipAfter(
  { campaign, membership }: ProgramFacts,
  { kind, state, card }: MoveDue,
  mover: Mover
): TierMembership {
  const last = membership ?? newMembership(campaign, card, mover)
  const startedAt = kind === 'prolonged' ? last.startedAt : mover.now
  return written({ ...last, ...state, startedAt: state.tierId === null ? null : startedAt }, mover)
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
    updatedAt: now,
    version: 0
  }
}

function written(membership: TierMembership, { now }: Mover): TierMembership {
  return { ...membership, updatedAt: now, version: membership.version + 1 }
}

/** The length of the periods whose points count; null by balance. */
function countedPeriod({ tierTerms }: Campaign): TierPeriod | null {
  return tierTerms?.qualification === 'POINTS_IN_PERIOD' ? tierTerms.period : null
}

/** All points added, less those subtracted: spending and expiry do not count by period. */
function everEarned({ voucher }: Purse): number {
  const { points, subtractedPoints } = cardOf(voucher)
  return points - subtractedPoints
}
