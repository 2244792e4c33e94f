/**
 * The steps that change a standing: each returns the next one and adds its changes. They are
 * private to the standing; decisions take them through open.ts.
 */
import type { PendingPoints, TierMembership } from '../../model.ts'
import type { Change, TotalsStep } from '../changes.ts'
import { changeTotals, type Moved, sumTotals } from '../points/ledger.ts'
import type { Purse } from '../points/purse.ts'
import type { Refusal } from '../refusals.ts'
import type { Membership } from '../vouchers/vouchers.ts'
import type { ProgramFacts, Standing } from './standing.ts'

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
