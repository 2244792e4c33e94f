/**
 * Giving a customer a voucher by hand, and what comes with it: a card makes them a member.
 *
 * Spec: Resources, Voucher (`holder_id`, `publish`), Earning rule (`loyalty_tier`).
 */
import type { Campaign, Customer, Voucher } from '../model.ts'
import type { Decision, Occasion } from './changes.ts'
import { followUp, standingOf } from './following.ts'
import type { Purse } from './ledger.ts'
import { changesOf, joined, latest, programOf, type StandingFacts } from './standing.ts'
import { addMember, type Membership, publishVoucher } from './vouchers.ts'

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

export interface PublishToCustomerFacts extends StandingFacts {
  /** A loyalty program is one of `programs`. */
  readonly campaign: Campaign
  readonly customer: Customer
  /** The voucher they are to get, held by nobody. */
  readonly spare: Purse
}

/**
 * Gives a customer a voucher of a campaign. Of a loyalty program nobody holds two cards: who is a
 * member keeps the one they have.
 */
export function publishToCustomer(
  facts: PublishToCustomerFacts,
  occasion: Occasion
): Decision<Purse> {
  const { campaign, customer, spare } = facts
  if (campaign.campaignType === 'LOYALTY_PROGRAM') {
    return joinProgram({ ...facts, spare: spare.voucher }, occasion)
  }
  const standing = standingOf(facts, customer, occasion)
  if ('refusal' in standing) return standing
  // INVARIANT: where there is a voucher to give, giving it is not refused.
  const published = publishVoucher({ campaign, customer, spare }, occasion) as Membership
  const after = followUp(joined(standing, published), facts, occasion)
  return 'refusal' in after ? after : { result: published.purse, changes: changesOf(after) }
}
