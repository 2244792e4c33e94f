/**
 * A customer's cards, tiers and segments while a decision is taken, and how they are read.
 *
 * Points bring a tier, a tier brings points, and either may bring a segment that brings points. So
 * a decision carries one value along, the standing. It is changed through open.ts alone.
 */
import type {
  Campaign,
  CountedCampaign,
  Customer,
  CustomerTotals,
  Day,
  EarningRule,
  LoyaltyTier,
  PendingPoints,
  Segment,
  TierMembership,
  ValidationRule,
  Voucher
} from '../../model.ts'
import type { Change, TotalsStep } from '../changes.ts'
import type { LastOrderStep } from '../orders/last-orders.ts'
import type { Purse } from '../points/purse.ts'
import type { Collections } from '../validation-rules/facts.ts'

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
  // INVARIANT: the facts count the vouchers of a program wherever the customer has no card of it.
  return { ...campaign, vouchersCount: vouchersCount as number }
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
  // INVARIANT: a decision neither adds nor removes programs.
  return programs.find(({ campaign }) => campaign.id === campaignId) as ProgramFacts
}

/** The present state of a purse that was loaded beside the standing. */
export function presentPurse({ programs }: Standing, purse: Purse): Purse {
  const same = programs.find(({ card }) => card?.voucher.id === purse.voucher.id)
  return same?.card ?? purse
}
