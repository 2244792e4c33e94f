/**
 * Joining a loyalty program: a customer who gets a card of it is a member.
 *
 * A card that another customer holds is not given again; a member keeps the card they have.
 *
 * Spec: addMember.
 */
import type { CountedCampaign, Voucher } from '../model.ts'
import type { Decision, Occasion } from './changes.ts'
import { type CustomerFacts, type SaveCustomer, saveCustomer } from './customers/customers.ts'
import type { Purse } from './points/lots.ts'
import type { Refusal } from './refusals.ts'
import { openStanding } from './standing/open.ts'
import { presentPurse, type StandingFacts } from './standing/standing.ts'
import { type MetadataRules, metadataRefusal } from './updates.ts'
import { type Giving, giveCard } from './vouchers/vouchers.ts'

export interface AddMember extends Giving {
  /** The customer who joins; created when unknown, changed where a field differs. */
  readonly customer: SaveCustomer
}

export interface AddMemberFacts extends CustomerFacts, StandingFacts {
  /** A loyalty program; one of `programs`. */
  readonly campaign: CountedCampaign
  /** The card to give: a particular one, or any without a holder; null for none. */
  readonly spare: Voucher | null
  /** The project's schema of publications, which binds the metadata of giving the card. */
  readonly publicationSchema: MetadataRules | null
}

/** Makes a customer a member, with the card they have or with a new one. */
export function addMember(
  facts: AddMemberFacts,
  { customer: sent, ...giving }: AddMember,
  occasion: Occasion
): Decision<Purse> {
  const { campaign, spare, publicationSchema } = facts
  const misfit = metadataRefusal(publicationSchema, giving.metadata ?? {})
  if (misfit !== null) return { refusal: misfit }
  const saved = saveCustomer(facts, sent, occasion)
  if ('refusal' in saved) return saved
  const customer = saved.result
  if (spare !== null && spare.holderId !== null && spare.holderId !== customer.id) {
    return { refusal: heldByAnother(spare) }
  }
  const opened = openStanding(facts, customer, occasion)
  if ('refusal' in opened) return opened
  const held = opened.program(campaign.id).card
  const member = giveCard({ campaign, customer, held, spare }, occasion, giving)
  if ('refusal' in member) return member
  const after = opened.write(saved.changes).give(member).conclude()
  if ('refusal' in after) return after
  return { result: presentPurse(after.standing, member.purse), changes: after.changes }
}

function heldByAnother({ id, code }: Voucher): Refusal {
  const advice = 'choose one without a holder, or none'
  return {
    key: 'voucher_already_published',
    details: `Loyalty card ${code} is held by another customer; ${advice}`,
    resourceId: id,
    resourceType: 'voucher'
  }
}
