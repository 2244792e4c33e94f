/**
 * Publications: a customer is given a voucher, any one of a campaign or a particular one. A
 * publication is an upsert of three kinds. An unknown customer is created. A customer who holds the
 * voucher already, a card of the loyalty program, or a voucher of a campaign that is joined once,
 * keeps it. A `source_id` that was sent before is answered with its first publication, whatever
 * else is sent. A referral code names who referred its customer. A customer who gets a card of a
 * loyalty program is a member. A card that another customer holds is not given again; a member
 * keeps the card they have.
 * Spec: createPublication, VoucherPublish, addMember.
 */

import type {
  Campaign,
  CountedCampaign,
  Customer,
  Publication,
  ShownPublication,
  Voucher
} from '../model.ts'
import { present } from '../rules/mistake.ts'
import type { Change, Decision, Occasion } from './changes.ts'
import { type CustomerFacts, type SaveCustomer, saveCustomer } from './customers/customers.ts'
import type { Purse } from './points/lots.ts'
import { type Refusal, refusalAbout } from './refusals.ts'
import { type OpenStanding, openStanding, presentPurse } from './standing/open.ts'
import type { StandingFacts } from './standing/standing.ts'
import { type MetadataRules, metadataRefusal } from './updates.ts'
import { type Giving, giveVoucher, publishVoucher } from './vouchers/vouchers.ts'

export interface CreatePublication extends Giving {
  /** The customer; created when unknown, changed where a field differs. */
  readonly customer: SaveCustomer
}

export interface CreatePublicationFacts extends CustomerFacts, StandingFacts {
  /** The earlier publication with the command's source id; null when it is new. */
  readonly earlier: ShownPublication | null
  /** The campaign of the voucher, a loyalty program of `programs` included; null for none. */
  readonly campaign: CountedCampaign | null
  /** The voucher that is named, or any of the campaign without a holder; null for none. */
  readonly spare: Purse | null
  /** The customer's voucher, which they keep, and its publication; null when they hold none. */
  readonly kept: { readonly publication: Publication; readonly voucher: Voucher } | null
  /** Who referred the customer to the campaign, where it counts referrals; null for nobody. */
  readonly referrerId: string | null
  readonly publicationSchema: MetadataRules | null
}

/** The loyalty program that a publication makes its customer a member of; null where it is none. */
export function programJoined(campaign: CountedCampaign | null): CountedCampaign | null {
  return campaign?.campaignType === 'LOYALTY_PROGRAM' ? campaign : null
}

/** The campaign whose codes name who referred their holder to it; null where it is none. */
export function referringProgram(campaign: CountedCampaign | null): CountedCampaign | null {
  return campaign?.campaignType === 'REFERRAL_PROGRAM' ? campaign : null
}

/**
 * The voucher that the customer has already and keeps: their card of the program that they would
 * join, else the one that they `hold` of a campaign that is joined once, else the voucher that is
 * `named`, when it is theirs; null when there is none.
 */
export function voucherKept(
  { programs }: Pick<StandingFacts, 'programs'>,
  asked: {
    readonly program: Campaign | null
    readonly held: Voucher | null
    readonly named: Voucher | null
    readonly customer: Customer | null
  }
): Voucher | null {
  const { program, held, named, customer } = asked
  const card = programs.find(({ campaign }) => campaign.id === program?.id)?.card?.voucher
  const isTheirs = customer !== null && named?.holderId === customer.id
  return card ?? held ?? (isTheirs ? named : null)
}

/**
 * Gives the voucher, with all that follows from holding it; or answers the earlier publication.
 * Spec: openapi/behaviour/campaigns-and-vouchers.md#a-publication-gives-one-voucher-once.
 */
export function createPublication(
  facts: CreatePublicationFacts,
  command: CreatePublication,
  occasion: Occasion
): Decision<ShownPublication> {
  const { earlier, campaign, spare } = facts
  if (earlier !== null) return { result: earlier, changes: [] }
  if (campaign?.campaignType === 'PROMOTION') {
    const why = 'because it is a PROMOTION and has no vouchers'
    const details = `Nothing of campaign ${campaign.name} can be given, ${why}`
    const about = { type: 'campaign', id: campaign.id } as const
    return { refusal: refusalAbout(about, 'invalid_campaign', details) }
  }
  const program = programJoined(campaign)
  if (program === null) return give(facts, command, occasion)
  const asked = { ...facts, campaign: program, spare: spare?.voucher ?? null }
  const member = addMember(asked, command, occasion)
  if ('refusal' in member) return member
  const { result, changes } = member
  return { result: shownOf(facts, { voucher: result.voucher, changes }), changes }
}

function give(
  facts: CreatePublicationFacts,
  { customer: sent, ...giving }: CreatePublication,
  occasion: Occasion
): Decision<ShownPublication> {
  const { campaign, spare, kept, publicationSchema, referrerId } = facts
  const misfit = metadataRefusal(publicationSchema, giving.metadata ?? {})
  if (misfit !== null) return { refusal: misfit }
  const saved = saveCustomer(facts, sent, occasion)
  if ('refusal' in saved) return saved
  const customer = saved.result
  const holderId = spare?.voucher.holderId ?? null
  if (spare !== null && holderId !== null && holderId !== customer.id) {
    return { refusal: heldByAnother('Voucher', spare.voucher) }
  }
  const opened = openStanding(facts, customer, occasion)
  if ('refusal' in opened) return opened
  const known = opened.write(saved.changes)
  if (kept !== null) return concluded(known, kept.voucher, facts)
  const given = publishVoucher({ campaign, customer, spare, referrerId }, occasion, giving)
  return 'refusal' in given ? given : concluded(known.give(given), given.purse.voucher, facts)
}

function concluded(
  known: OpenStanding,
  voucher: Voucher,
  facts: CreatePublicationFacts
): Decision<ShownPublication> {
  const after = known.conclude()
  if ('refusal' in after) return after
  const { changes } = after
  return { result: shownOf(facts, { voucher, changes }), changes }
}

function shownOf(
  { campaign, stored, kept }: CreatePublicationFacts,
  { voucher, changes }: { readonly voucher: Voucher; readonly changes: readonly Change[] }
): ShownPublication {
  const made = changes.find(change => change.kind === 'voucher.published')
  const saved = changes.find(
    change => change.kind === 'customer.created' || change.kind === 'customer.updated'
  )
  return {
    publication:
      made?.publication ?? present(kept, `${voucher.id} was neither given nor kept`).publication,
    voucher,
    campaignName: campaign?.name ?? null,
    customer: saved?.customer ?? (stored as Customer)
  }
}

function heldByAnother(called: string, { id, code }: Voucher, orElse = ''): Refusal {
  const is = `${called} ${code} is held by another customer`
  const details = `${is}; choose one without a holder${orElse}`
  return refusalAbout({ type: 'voucher', id }, 'voucher_already_published', details)
}

export type AddMember = CreatePublication

export interface AddMemberFacts extends CustomerFacts, StandingFacts {
  readonly campaign: CountedCampaign
  /** The card to give: a particular one, or any without a holder; null for none. */
  readonly spare: Voucher | null
  readonly publicationSchema: MetadataRules | null
}

/** Spec: openapi/behaviour/campaigns-and-vouchers.md#nobody-holds-two-cards-of-one-program. */
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
    return { refusal: heldByAnother('Loyalty card', spare, ', or none') }
  }
  const opened = openStanding(facts, customer, occasion)
  if ('refusal' in opened) return opened
  const held = opened.program(campaign.id).card
  const member = giveVoucher({ campaign, customer, held, spare }, occasion, giving)
  if ('refusal' in member) return member
  const after = opened.write(saved.changes).give(member).conclude()
  if ('refusal' in after) return after
  return { result: presentPurse(after.standing, member.purse), changes: after.changes }
}
