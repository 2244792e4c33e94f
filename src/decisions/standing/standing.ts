/**
 * A customer's cards, tiers and segments while a decision is taken, and how they are read.
 *
 * Points bring a tier, a tier brings points, and either may bring a segment that brings points. So
 * a decision carries one value along, the standing. It is changed through open.ts alone.
 *
 * Spec: LoyaltyTier.points, LoyaltyTiersExpiration.
 */

import type {
  Campaign,
  CountedCampaign,
  Customer,
  CustomerTotals,
  Day,
  EarningRule,
  Instant,
  LedgerEntry,
  LoyaltyTier,
  PendingPoints,
  Segment,
  TierMembership,
  ValidationRule,
  Voucher
} from '../../model.ts'
import { present } from '../../rules/mistake.ts'
import {
  BY_BALANCE,
  nextTier,
  type PointsOn,
  periodOf,
  type TierMove,
  type TierPeriod
} from '../../rules/points.ts'
import { addDays, dayAt } from '../../rules/validity.ts'
import type { Change, LastOrderStep, Occasion, TotalsStep } from '../changes.ts'
import { cardOf, changeTotals, type Moved, type Purse, sumOf, sumTotals } from '../points/lots.ts'
import type { Refusal } from '../refusals.ts'
import type { Collections } from '../validation-rules.ts'
import type { Membership } from '../vouchers/vouchers.ts'

/** One loyalty program with the card of one customer. */
export interface ProgramFacts {
  readonly campaign: Campaign
  /** Its active rules for the current event, for segments and for tiers. */
  readonly rules: readonly EarningRule[]
  readonly tiers: readonly LoyaltyTier[]
  /** The customer's card; null when they are not a member. */
  readonly card: Purse | null
  /** A card without a holder, to give on joining. */
  readonly spare: Voucher | null
  /** Vouchers of the campaign, to which joining may add one; null for a member. */
  readonly vouchersCount: number | null
  /** The tier of the card; null when it was never in one. */
  readonly membership: TierMembership | null
  /**
   * Pending points of the card that may be due, by day and then by id; the calendar decides which
   * are.
   */
  readonly due: readonly PendingPoints[]
}

/** The program of somebody who is no member, with its count. */
export function countedProgram({ campaign, vouchersCount }: ProgramFacts): CountedCampaign {
  const counted = present(vouchersCount, `the vouchers of ${campaign.id} are not counted`)
  return { ...campaign, vouchersCount: counted }
}

/** The facts for earning and its consequences. */
export interface StandingFacts {
  readonly programs: readonly ProgramFacts[]
  readonly validationRules: ReadonlyMap<string, ValidationRule>
  readonly collections: Collections
  /** Ids of the segments the customer is in. */
  readonly segments: readonly string[]
  /** The segments of the project that have a filter. */
  readonly filterSegments: readonly Segment[]
  /** The customer's totals before the decision; null for a new customer. */
  readonly totals: CustomerTotals | null
  /** The day of the last review of all customers; null for none, and when nothing can be due. */
  readonly reviewedOn: Day | null
}

export interface Standing {
  readonly customer: Customer
  readonly segments: readonly string[]
  readonly programs: readonly ProgramFacts[]
  /**
   * Before the decision; null when they were not loaded, or for a new customer, whose totals are
   * zero.
   */
  readonly totals: CustomerTotals | null
  /** Added to the customer's totals at the end. */
  readonly gained: TotalsStep
  /** The change of the customer's last order; null for none. */
  readonly lastOrder: LastOrderStep | null
  /** The order whose payment is the cause; null for another cause. */
  readonly paying: string | null
  /** The redemption that is the cause, when it pays no order; null for another cause. */
  readonly redeeming: string | null
  /** The changes so far, in order; without the totals. */
  readonly changes: readonly Change[]
}

/** The program of a campaign that the standing was loaded with. */
export function programOf(
  { programs }: Pick<Standing, 'programs'>,
  campaignId: string
): ProgramFacts {
  const found = programs.find(({ campaign }) => campaign.id === campaignId)
  return present(found, `program ${campaignId} is not loaded`)
}

/** The present state of a purse that was loaded beside the standing. */
export function presentPurse({ programs }: Standing, purse: Purse): Purse {
  const same = programs.find(({ card }) => card?.voucher.id === purse.voucher.id)
  return same?.card ?? purse
}

/*
 * The steps that change a standing: each returns the next one and adds its changes. They are
 * private to the standing; decisions take them through open.ts.
 */

/** The next standing, or the refusal of the whole decision. */
export type NextStanding = Standing | { readonly refusal: Refusal }

/** Adds changes, and what the customer's totals gain by them. */
export function addChanges(
  standing: Standing,
  changes: readonly Change[],
  gained: TotalsStep = {}
): Standing {
  return {
    ...standing,
    changes: [...standing.changes, ...changes],
    gained: sumTotals([standing.gained, gained])
  }
}

/** Adds a movement on one of the customer's vouchers. */
export function addMovement(standing: Standing, { purse, change, totals }: Moved): Standing {
  return addChanges(holding(standing, purse), [change], totals)
}

/** Adds the changes that make the customer a member, or give them a voucher. */
export function addMembership(
  standing: Standing,
  { purse, changes, totals }: Membership
): Standing {
  return addChanges(holding(standing, purse), changes, totals)
}

/** A program has one card of the customer: their own, or the one they get now. */
function holding(standing: Standing, purse: Purse): Standing {
  const { id, campaignId } = purse.voucher
  const concerns = ({ campaign, card }: ProgramFacts) =>
    campaign.id === campaignId && (card === null || card.voucher.id === id)
  const programs = standing.programs.map(program =>
    concerns(program) ? { ...program, card: purse, spare: null } : program
  )
  return { ...standing, programs }
}

/** From here on nothing earns: taking points back must not earn any. */
export function stopEarning(standing: Standing): Standing {
  const programs = standing.programs.map(program => ({ ...program, rules: [] }))
  return { ...standing, programs }
}

/** All changes, and one change of the totals. */
export function changesOf({ customer, changes, gained, lastOrder }: Standing): readonly Change[] {
  return [...changes, ...changeTotals(customer.id, gained, lastOrder)]
}

/** Sets the tier of a card, and writes it. */
export function saveMembership(standing: Standing, membership: TierMembership): Standing {
  const change = { kind: 'tierMembership.saved', membership } as const
  return addChanges(placeInTier(standing, membership), [change])
}

/** Sets the tier of a card. */
export function placeInTier(standing: Standing, membership: TierMembership): Standing {
  const programs = standing.programs.map(program =>
    program.campaign.id === membership.campaignId ? { ...program, membership } : program
  )
  return { ...standing, programs }
}

/** Removes pending points that are no longer pending. */
export function removeDue(standing: Standing, { id, campaignId }: PendingPoints): Standing {
  const programs = standing.programs.map(program =>
    program.campaign.id === campaignId
      ? { ...program, due: program.due.filter(pending => pending.id !== id) }
      : program
  )
  return { ...standing, programs }
}

/*
 * The tier of a card in its program: the points that count for it, and its next step.
 *
 * By balance, the points that can be spent on a day count, so that a tier does not depend on when
 * expiry is recorded. By period, the points added since the period began count. The membership
 * keeps that number, because reading the card's history would take longer every year.
 */

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
