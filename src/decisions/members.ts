/**
 * Joining a loyalty program by hand, and what comes with it.
 *
 * Spec: Resources, Voucher (`holder_id`, `publish`), Earning rule (`loyalty_tier`).
 */
import type { Campaign, Customer, Voucher } from '../model.ts'
import type { Decision, Occasion } from './changes.ts'
import { followUp, standingOf } from './following.ts'
import type { Purse } from './ledger.ts'
import { changesOf, joined, latest, programOf, type StandingFacts } from './standing.ts'
import { addMember } from './vouchers.ts'

export interface JoinProgramFacts extends StandingFacts {
  /** A loyalty program; one of `programs`. */
  readonly campaign: Campaign
  readonly customer: Customer
  /** The card they are to get: a particular one, or any that nobody holds; null for none. */
  readonly spare: Voucher | null
}

/** Makes a customer a member: the card they have, else the one they get. */
export function joinProgram(
  facts: JoinProgramFacts,
  occasion: Occasion,
  channel?: string
): Decision<Purse> {
  const { campaign, customer, spare } = facts
  const standing = standingOf(facts, customer, occasion)
  if ('refusal' in standing) return standing
  const held = programOf(standing, campaign.id).card
  const member = addMember({ campaign, customer, held, spare }, occasion, channel)
  if ('refusal' in member) return member
  const after = followUp(joined(standing, member), facts, occasion)
  if ('refusal' in after) return after
  return { result: latest(after, member.purse), changes: changesOf(after) }
}
