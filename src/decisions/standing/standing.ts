/**
 * A customer while a decision is taken: what they hold and what that makes of them.
 *
 * Points bring a tier, a tier brings points, and either may bring a segment that brings points. So
 * a decision carries one value along, the standing; each step answers with the next one and adds
 * its changes. What the steps are, following.ts knows.
 *
 * Spec: Decision 56.
 */
import type {
  Campaign,
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
import type { Change, LastOrderStep, TotalsStep } from '../changes.ts'
import { counted, type Moved, sumTotals } from '../points/ledger.ts'
import type { Purse } from '../points/purse.ts'
import type { Refusal } from '../refusals.ts'
import type { Collections } from '../validation-rules/facts.ts'
import type { Membership } from '../vouchers/vouchers.ts'

/** One loyalty program as far as one customer is concerned. */
export interface ProgramFacts {
  readonly campaign: Campaign
  /** Its active rules for the event at hand, for segments and for tiers. */
  readonly rules: readonly EarningRule[]
  readonly tiers: readonly LoyaltyTier[]
  /** The customer's card; null when they are not a member. */
  readonly card: Purse | null
  /** An unpublished card to give them on joining. */
  readonly spare: Voucher | null
  /** Where the card stands among the tiers; null when it never was in one. */
  readonly membership: TierMembership | null
  /** What waits on the card and may be due, by day and then by id; the calendar says what is. */
  readonly due: readonly PendingPoints[]
}

/** What earning and what follows it may look at. */
export interface StandingFacts {
  readonly programs: readonly ProgramFacts[]
  readonly validationRules: ReadonlyMap<string, ValidationRule>
  readonly collections: Collections
  /** Ids of the segments the customer is in. */
  readonly segments: readonly string[]
  /** The segments of the project that follow from a filter. */
  readonly filterSegments: readonly Segment[]
  /** The customer's, before the decision; null for one who is not stored. */
  readonly totals: CustomerTotals | null
  /** The day of the last review of all customers; null for none, and where nothing may be due. */
  readonly reviewedOn: Day | null
}

export interface Standing {
  readonly customer: Customer
  readonly segments: readonly string[]
  readonly programs: readonly ProgramFacts[]
  /** Before the decision; null where they were not loaded, or the customer is new: all zero. */
  readonly totals: CustomerTotals | null
  /** To be counted on the customer's totals at the end. */
  readonly gained: TotalsStep
  /** What the decision makes of the customer's last order; null: nothing. */
  readonly lastOrder: LastOrderStep | null
  /** The order whose payment all this follows from; null where it follows from something else. */
  readonly paying: string | null
  /** The redemption all this follows from, where it pays for no order; null: none. */
  readonly redeeming: string | null
  /** So far, in order; the totals are not among them. */
  readonly changes: readonly Change[]
}

/** The next standing, or why nothing of all this can be. */
export type Step = Standing | { readonly refusal: Refusal }

/** Adds changes, and what the customer's totals gain by them. */
export function changed(
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
export function moved(standing: Standing, { purse, change, totals }: Moved): Standing {
  return changed(holding(standing, purse), [change], totals)
}

/** Adds what made the customer a member, or gave them a voucher. */
export function joined(standing: Standing, { purse, changes, totals }: Membership): Standing {
  return changed(holding(standing, purse), changes, totals)
}

/** A program knows one card: the customer's own, or the one they get now. */
function holding(standing: Standing, purse: Purse): Standing {
  const { id, campaignId } = purse.voucher
  const concerns = ({ campaign, card }: ProgramFacts) =>
    campaign.id === campaignId && (card === null || card.voucher.id === id)
  const programs = standing.programs.map(program =>
    concerns(program) ? { ...program, card: purse, spare: null } : program
  )
  return { ...standing, programs }
}

/** A purse as it is by now: what was loaded beside the standing may have moved since. */
export function latest({ programs }: Standing, purse: Purse): Purse {
  const same = programs.find(({ card }) => card?.voucher.id === purse.voucher.id)
  return same?.card ?? purse
}

/** From here on nothing earns: what comes of taking something back is no reason to give more. */
export function quiet(standing: Standing): Standing {
  const programs = standing.programs.map(program => ({ ...program, rules: [] }))
  return { ...standing, programs }
}

/** Everything that was decided, and the totals counted once. */
export function changesOf({ customer, changes, gained, lastOrder }: Standing): readonly Change[] {
  return [...changes, ...counted(customer.id, gained, lastOrder)]
}

/** Puts a card's place among the tiers of its program. */
export function placed(standing: Standing, membership: TierMembership): Standing {
  const programs = standing.programs.map(program =>
    program.campaign.id === membership.campaignId ? { ...program, membership } : program
  )
  return { ...standing, programs }
}

/** Points that waited wait no longer. */
export function awaitedNoMore(standing: Standing, { id, campaignId }: PendingPoints): Standing {
  const programs = standing.programs.map(program =>
    program.campaign.id === campaignId
      ? { ...program, due: program.due.filter(pending => pending.id !== id) }
      : program
  )
  return { ...standing, programs }
}

/** The program of a campaign that the standing was loaded with. */
export function programOf(
  { programs }: Pick<Standing, 'programs'>,
  campaignId: string
): ProgramFacts {
  // INVARIANT: programs are neither added nor taken away while a decision is taken.
  return programs.find(({ campaign }) => campaign.id === campaignId) as ProgramFacts
}
