/**
 * Joining a loyalty program: who is given a card of it is a member.
 *
 * A card that somebody else holds is not given again; who has a card in the program keeps that one.
 *
 * Spec: addMember; Decisions 54 and 69.
 */
import type { Campaign, Voucher } from '../../model.ts'
import type { Decision } from '../changes.ts'
import { type CustomerFacts, type SaveCustomer, saveCustomer } from '../customers/customers.ts'
import { type MetadataRules, metadataRefusal } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import type { Purse } from '../points/purse.ts'
import type { Refusal } from '../refusals.ts'
import { standingOf } from '../standing/calendar.ts'
import { followUp } from '../standing/following.ts'
import {
  changed,
  changesOf,
  joined,
  latest,
  programOf,
  type StandingFacts
} from '../standing/standing.ts'
import { addMember, type Giving } from '../vouchers/vouchers.ts'

export interface JoinProgram extends Giving {
  /** Who joins; made when unknown, changed where something differs. */
  readonly customer: SaveCustomer
}

export interface JoinProgramFacts extends CustomerFacts, StandingFacts {
  /** A loyalty program; one of `programs`. */
  readonly campaign: Campaign
  /** The card they are to get: a particular one, or any that nobody holds; null for none. */
  readonly spare: Voucher | null
  /** The project's schema of publications, which says what may be said of giving the card. */
  readonly publicationSchema: MetadataRules | null
}

/** Makes a customer a member: the card they have, else the one they get. */
export function joinProgram(
  facts: JoinProgramFacts,
  { customer: sent, ...giving }: JoinProgram,
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
  const opened = standingOf(facts, customer, occasion)
  if ('refusal' in opened) return opened
  const standing = changed(opened, saved.changes)
  const held = programOf(standing, campaign.id).card
  const member = addMember({ campaign, customer, held, spare }, occasion, giving)
  if ('refusal' in member) return member
  const after = followUp(joined(standing, member), facts, occasion)
  if ('refusal' in after) return after
  return { result: latest(after, member.purse), changes: changesOf(after) }
}

function heldByAnother({ id, code }: Voucher): Refusal {
  const advice = 'choose one that nobody holds, or none'
  return {
    key: 'voucher_already_published',
    details: `Loyalty card ${code} is held by another customer; ${advice}`,
    resourceId: id,
    resourceType: 'voucher'
  }
}
