/**
 * Loyalty tiers: which tier a member's points reach, and when a member changes tiers.
 *
 * A tier is a band of points. By default the balance decides, and every change of it counts at
 * once. The terms of a program may let a tier last to the end of a period instead, and count only
 * the points that were added during one; at the end of the period the tier is kept, lost or
 * prolonged. A higher tier is always reached at once. The caller says how many points count on a
 * day: this module knows bands and calendars only.
 *
 * Spec: LoyaltyTier.points, LoyaltyTiersExpiration.
 */
import type { Mistake } from './mistake.ts'
import { multiply } from './points.ts'
import { addDays, type Day, lastDay } from './validity.ts'

/** Both ends are included; a band without an end is open at the top. */
export interface TierBand {
  readonly id: string
  readonly pointsFrom: number
  readonly pointsTo: number | null
}

export type TierPeriod = 'MONTH' | 'QUARTER' | 'HALF_YEAR' | 'YEAR'

/** How tiers are reached and lost. */
export interface TierTerms {
  /** The balance of the card, or the points that were added during the calendar period. */
  readonly qualification: 'BALANCE' | 'POINTS_IN_PERIOD'
  /** Null with BALANCE_DROP, which knows no periods. */
  readonly period: TierPeriod | null
  /** As soon as the points are missing, or at the end of this period or of the next. */
  readonly expiration: 'BALANCE_DROP' | 'END_OF_PERIOD' | 'END_OF_NEXT_PERIOD'
}

/** The terms of a program that names none. */
export const BY_BALANCE: TierTerms = {
  qualification: 'BALANCE',
  period: null,
  expiration: 'BALANCE_DROP'
}

/** The first mistake of terms, or null. */
export function termsMistake({ qualification, period, expiration }: TierTerms): Mistake | null {
  if (expiration === 'BALANCE_DROP') {
    if (qualification === 'POINTS_IN_PERIOD') {
      const message = 'Points of a period are lost with the period: expected END_OF_…PERIOD.'
      return { property: 'expiration', message }
    }
    if (period === null) return null
    return { property: 'period', message: 'BALANCE_DROP has no period; leave it out.' }
  }
  return period === null ? { property: 'period', message: `${expiration} needs one.` } : null
}

/** The tier whose band holds the points; null between and below the bands. */
export function tierAt<Band extends TierBand>(bands: readonly Band[], points: number): Band | null {
  const holds = ({ pointsFrom, pointsTo }: TierBand) =>
    pointsFrom <= points && (pointsTo === null || points <= pointsTo)
  return bands.find(holds) ?? null
}

const MONTHS: { readonly [Period in TierPeriod]: number } = {
  MONTH: 1,
  QUARTER: 3,
  HALF_YEAR: 6,
  YEAR: 12
}

/** The calendar period of a day; both ends are included. */
export function periodOf(
  day: Day,
  period: TierPeriod
): { readonly startsOn: Day; readonly endsOn: Day } {
  const month = Number(day.slice(5, 7))
  const first = month - ((month - 1) % MONTHS[period])
  const startsOn = `${day.slice(0, 4)}-${String(first).padStart(2, '0')}-01`
  const roundingType = `END_OF_${period}` as const
  const rules = { periodType: 'MONTH', periodValue: 0, roundingType, roundingValue: null } as const
  return { startsOn, endsOn: lastDay(rules, day) }
}

/** The tier of a member, and until when. */
export interface TierState {
  readonly tierId: string | null
  /** The last day of the tier, where the terms set one. */
  readonly expiresOn: Day | null
}

/** One step of a member, and its name. */
export interface TierMove {
  readonly kind: 'joined' | 'left' | 'upgraded' | 'downgraded' | 'prolonged'
  /** The tier that the step is about: the one reached or kept; with `left` the one lost. */
  readonly tierId: string
  readonly state: TierState
}

/** The points that count on a day. */
export type PointsOn = (day: Day) => number

/**
 * The next step on a day, or null when the member is in the right tier. A tier whose last day is
 * over is decided first, so that after a long pause the steps come in the order of the calendar.
 */
export function nextTier(
  { bands, terms }: { readonly bands: readonly TierBand[]; readonly terms: TierTerms },
  { tierId, expiresOn }: TierState,
  pointsOn: PointsOn,
  today: Day
): TierMove | null {
  const current = bands.find(({ id }) => id === tierId)
  const reached = tierAt(bands, pointsOn(today))
  if (current === undefined) {
    return reached && enter('joined', reached, reachedUntil(terms, today))
  }
  if (expiresOn !== null && expiresOn < today)
    return afterLastDay(bands, terms, current, expiresOn, pointsOn)
  if (reached !== null && reached.pointsFrom > current.pointsFrom) {
    return enter('upgraded', reached, reachedUntil(terms, today))
  }
  if (terms.expiration !== 'BALANCE_DROP' || reached?.id === current.id) return null
  return reached === null ? leave(current) : enter('downgraded', reached, null)
}

/** The step of a member whose tier has had its last day. */
function afterLastDay(
  bands: readonly TierBand[],
  { qualification, period, expiration }: TierTerms,
  current: TierBand,
  expiresOn: Day,
  pointsOn: PointsOn
): TierMove {
  // Points of a period qualify for the rest of it, and with END_OF_NEXT_PERIOD for the next one.
  const gone = qualification === 'POINTS_IN_PERIOD' && expiration === 'END_OF_PERIOD'
  const kept = tierAt(bands, gone ? 0 : pointsOn(expiresOn))
  if (kept === null) return leave(current)
  const until = period === null ? null : periodOf(addDays(expiresOn, 1), period).endsOn
  if (kept.pointsFrom < current.pointsFrom) return enter('downgraded', kept, until)
  return enter('prolonged', current, until)
}

function enter(kind: TierMove['kind'], { id }: TierBand, expiresOn: Day | null): TierMove {
  return { kind, tierId: id, state: { tierId: id, expiresOn } }
}

function leave({ id }: TierBand): TierMove {
  return { kind: 'left', tierId: id, state: { tierId: null, expiresOn: null } }
}

function reachedUntil({ period, expiration }: TierTerms, today: Day): Day | null {
  if (period === null) return null
  const { endsOn } = periodOf(today, period)
  if (expiration === 'END_OF_PERIOD') return endsOn
  return periodOf(addDays(endsOn, 1), period).endsOn
}

/** How a tier changes the points of an earning rule. */
export type Mapped =
  /** Above 0, at most MULTIPLIER_MAX, with at most 6 decimals. */
  | { readonly type: 'MULTIPLY'; readonly multiplier: number }
  /** Whole, at least 1. */
  | { readonly type: 'CUSTOM'; readonly points: number }

/** The most that a tier may multiply points by, included. */
export const MULTIPLIER_MAX = 1000

/** The first mistake in how a tier changes a rule's points, or null. */
export function mappingMistake(mapped: Mapped): Mistake | null {
  if (mapped.type === 'CUSTOM') {
    const { points } = mapped
    if (Number.isSafeInteger(points) && points >= 1) return null
    return { property: 'points', message: `${points} is not a whole number of at least 1.` }
  }
  const { multiplier } = mapped
  // A number with a seventh decimal prints that decimal, or an exponent.
  const written = /^\d+(?:\.\d{1,6})?$/.test(String(multiplier))
  if (written && multiplier > 0 && multiplier <= MULTIPLIER_MAX) return null
  const expected = `a number above 0 and up to ${MULTIPLIER_MAX}, with at most 6 decimals`
  return { property: 'multiplier', message: `${multiplier} is not ${expected}.` }
}

/**
 * The points of a rule for a member of a tier: multiplied and rounded down, or replaced. A rule
 * that gives no points gives none in any tier. Null when the points exceed the integers that a
 * number holds exactly.
 */
export function mappedPoints(points: number, mapped: Mapped | undefined): number | null {
  if (mapped === undefined || points === 0) return points
  return mapped.type === 'CUSTOM' ? mapped.points : multiply(points, mapped.multiplier)
}
