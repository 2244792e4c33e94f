/**
 * Where a card stands among the tiers of its program: what counts for it, and the next step.
 *
 * By balance counts what can be spent on a day, so that a tier does not depend on when lapsed
 * points are booked as expired. By period counts what came in since it began, which is remembered
 * with the card: looking up its history would take longer every year.
 *
 * Spec: LoyaltyTier.points, LoyaltyTiersExpiration; Decisions 58 and 103.
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
 * How far the calendar has come, and which steps are taken: all of them; only those of tiers that
 * are `over` by then; or only those upwards, while points are awaited that may keep a tier.
 */
export interface Until {
  readonly day: Day
  readonly steps: 'all' | 'over' | 'up'
}

/**
 * How far it has come before points are put on a card that become active at the midnight of `day`.
 * By balance these points are there when the tiers of the day before are over.
 */
export function untilOf(campaign: Campaign, day: Day): Until {
  return { day: countedPeriod(campaign) === null ? addDays(day, -1) : day, steps: 'over' }
}

/** A calendar period, and the points that came in during it. */
interface PointsOfPeriod {
  readonly startsOn: Day
  readonly points: number
}

/** The period that the points of a card are counted for so far; null by balance. */
export function periodOfCard({
  card,
  membership
}: Pick<ProgramFacts, 'card' | 'membership'>): PointsOfPeriod | null {
  const startsOn = membership?.periodStartsOn ?? null
  if (card === null || membership === null || startsOn === null) return null
  return { startsOn, points: Math.max(everEarned(card) - membership.pointsBefore, 0) }
}

/** Who moves, and when. */
interface Mover {
  readonly customerId: string
  readonly now: Instant
}

/**
 * The membership from which the points of the period of `day` count; null where they do already, or
 * where no periods are counted. `isNew`: the card had nothing before.
 */
export function periodBegun(
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
 * The membership once points were taken back of what these entries brought: what came before its
 * period goes first, and is missing from before it. Null where that was nothing. Entries that took
 * something back earlier are among them.
 */
export function periodSpared(
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

/** The next step that is due; null where the card stands where it should. */
export function moveDue(
  { campaign, tiers, card, membership }: ProgramFacts,
  past: PointsOfPeriod | null,
  { day, steps }: Until
): TierMove | null {
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
  return waits ? null : move
}

const NOWHERE = { tierId: null, expiresOn: null }

/** Lots that have not lapsed by a day, whether or not those that have are booked already. */
function onCard({ lots }: Purse): PointsOn {
  return day => sumOf(lots.filter(({ expiresOn }) => expiresOn === null || expiresOn >= day))
}

/** Of other periods than these nothing is known, because nothing came in. */
function inPeriods(period: TierPeriod, known: readonly (PointsOfPeriod | null)[]): PointsOn {
  const counted = new Map(
    known.flatMap(one => (one === null ? [] : [[one.startsOn, one.points] as const]))
  )
  return day => counted.get(periodOf(day, period).startsOn) ?? 0
}

/** The membership after a step. */
export function memberAfter(
  { campaign, card, membership }: ProgramFacts,
  { kind, state }: TierMove,
  mover: Mover
): TierMembership {
  // INVARIANT: nothing moves without a card.
  const last = membership ?? newMembership(campaign, card as Purse, mover)
  const startedAt = kind === 'prolonged' ? last.startedAt : mover.now
  return written({ ...last, ...state, startedAt: state.tierId === null ? null : startedAt }, mover)
}

/** A card that never was in a tier; written for the first time it has version 1. */
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

/** The length of the periods whose points count; null where the balance does. */
function countedPeriod({ tierTerms }: Campaign): TierPeriod | null {
  return tierTerms?.qualification === 'POINTS_IN_PERIOD' ? tierTerms.period : null
}

/** Points ever added, less those subtracted: spending and expiry cost no tier of a period. */
function everEarned({ voucher }: Purse): number {
  const { points, subtractedPoints } = cardOf(voucher)
  return points - subtractedPoints
}
