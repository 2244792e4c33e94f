/**
 * Publications: a customer is given a voucher, one of a campaign or the very one that is named.
 *
 * Giving is an upsert of three kinds. A customer is made when unknown; who holds the voucher
 * already, or a card of the loyalty program, keeps it; and a `source_id` that was sent before is
 * answered with what came of it then, whatever else is sent.
 *
 * Spec: createPublication, VoucherPublish; Decision 79.
 */
import type { Campaign, Customer, Publication, ShownPublication, Voucher } from '../../model.ts'
import type { Change, Decision } from '../changes.ts'
import { type CustomerFacts, type SaveCustomer, saveCustomer } from '../customers/customers.ts'
import { joinProgram } from '../members/members.ts'
import { type MetadataRules, metadataRefusal } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import type { Purse } from '../points/purse.ts'
import type { Refusal } from '../refusals.ts'
import { standingOf } from '../standing/calendar.ts'
import { followUp } from '../standing/following.ts'
import { changed, changesOf, joined, type StandingFacts } from '../standing/standing.ts'
import { type Giving, publishVoucher } from '../vouchers/vouchers.ts'

export interface CreatePublication extends Giving {
  /** Who is given it; made when unknown, changed where something differs. */
  readonly customer: SaveCustomer
}

export interface CreatePublicationFacts extends CustomerFacts, StandingFacts {
  /** What came of the command's source id before; null: it is new. */
  readonly earlier: ShownPublication | null
  /** What the voucher is of, a loyalty program one of `programs`; null for a voucher of its own. */
  readonly campaign: Campaign | null
  /** The voucher that is named, or any of the campaign that nobody holds; null for none. */
  readonly spare: Purse | null
  /** How the customer got the voucher that they hold and would keep; null: they hold none. */
  readonly kept: { readonly publication: Publication; readonly voucher: Voucher } | null
  /** The project's schema of publications. */
  readonly publicationSchema: MetadataRules | null
}

/** Gives the voucher, with all that follows from holding it; answers what there is already. */
export function createPublication(
  facts: CreatePublicationFacts,
  command: CreatePublication,
  occasion: Occasion
): Decision<ShownPublication> {
  const { earlier, campaign, spare } = facts
  if (earlier !== null) return { result: earlier, changes: [] }
  if (campaign?.campaignType === 'PROMOTION') return { refusal: cannotPublish(campaign) }
  if (campaign?.campaignType !== 'LOYALTY_PROGRAM') return give(facts, command, occasion)
  const asked = { ...facts, campaign, spare: spare?.voucher ?? null }
  const member = joinProgram(asked, command, occasion)
  if ('refusal' in member) return member
  const { result, changes } = member
  return { result: shownOf(facts, { voucher: result.voucher, changes }), changes }
}

/** A voucher that is no card: nobody joins anything by it. */
function give(
  facts: CreatePublicationFacts,
  { customer: sent, ...giving }: CreatePublication,
  occasion: Occasion
): Decision<ShownPublication> {
  const { campaign, spare, kept, publicationSchema } = facts
  const misfit = metadataRefusal(publicationSchema, giving.metadata ?? {})
  if (misfit !== null) return { refusal: misfit }
  const saved = saveCustomer(facts, sent, occasion)
  if ('refusal' in saved) return saved
  const customer = saved.result
  const holderId = spare?.voucher.holderId ?? null
  if (spare !== null && holderId !== null && holderId !== customer.id) {
    return { refusal: heldByAnother(spare.voucher) }
  }
  const opened = standingOf(facts, customer, occasion)
  if ('refusal' in opened) return opened
  const standing = changed(opened, saved.changes)
  const given =
    kept === null ? publishVoucher({ campaign, customer, spare }, occasion, giving) : null
  if (given !== null && 'refusal' in given) return given
  const after = followUp(given === null ? standing : joined(standing, given), facts, occasion)
  if ('refusal' in after) return after
  const changes = changesOf(after)
  // INVARIANT: who is given nothing has it already.
  const voucher = given?.purse.voucher ?? (kept as NonNullable<typeof kept>).voucher
  return { result: shownOf(facts, { voucher, changes }), changes }
}

/** The publication that was made, else the one by which the customer has what they have. */
function shownOf(
  { campaign, stored, kept }: CreatePublicationFacts,
  { voucher, changes }: { readonly voucher: Voucher; readonly changes: readonly Change[] }
): ShownPublication {
  const made = changes.find(change => change.kind === 'voucher.published')
  const saved = changes.find(
    change => change.kind === 'customer.created' || change.kind === 'customer.updated'
  )
  return {
    // INVARIANT: what was not given now was given before, to somebody who is stored or made now.
    publication: made?.publication ?? (kept as NonNullable<typeof kept>).publication,
    voucher,
    campaignName: campaign?.name ?? null,
    customer: saved?.customer ?? (stored as Customer)
  }
}

function heldByAnother({ id, code }: Voucher): Refusal {
  return {
    key: 'voucher_already_published',
    details: `Voucher ${code} is held by another customer; choose one that nobody holds`,
    resourceId: id,
    resourceType: 'voucher'
  }
}

function cannotPublish({ id, name }: Campaign): Refusal {
  return {
    key: 'invalid_campaign',
    details: `Nothing of campaign ${name} can be given: it is a PROMOTION, which has no vouchers`,
    resourceId: id,
    resourceType: 'campaign'
  }
}
