/**
 * What giving a customer a voucher needs: who it is, what is to be given, what they have already.
 *
 * Spec: Resources, Voucher (`publish`, `holder_id`).
 */
import type { CreatePublicationFacts } from '../../decisions/publications/publications.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type { Campaign, Customer, Instant, Project, Voucher } from '../../model.ts'
import { shownPublication } from '../lists/vouchers.ts'
import {
  campaignNamed,
  campaignOf,
  customerSent,
  findCustomer,
  schemaOf,
  voucherNamed
} from '../loads.ts'
import type { Session } from '../statements.ts'
import { loadStanding, NO_STANDING, purseIn, spareOf } from './standing.ts'

/** What is to be given, and to whom: somebody described, or (`name`) somebody who is known. */
export interface PublicationAsked {
  readonly customer: { readonly sent: Parameters<typeof customerSent>[1] } | { name: string }
  /** A particular voucher, by code or id, or any of a campaign, by id or name. */
  readonly given: { readonly voucher: string } | { readonly campaign: string }
  readonly sourceId: string | null
}

/**
 * What createPublication needs.
 * @throws {Refused} when the voucher, the campaign or somebody known do not exist.
 */
export function loadCreatePublication(project: Project, asked: PublicationAsked) {
  return async (session: Session, now: Instant): Promise<CreatePublicationFacts> => {
    const earlier = await earlierOf(session, asked.sourceId)
    if (earlier !== null) return { ...NOTHING, earlier }
    const stored = await whom(session, asked.customer)
    const { voucher, campaign } = await whatOf(session, project, asked.given)
    const isProgram = campaign?.campaignType === 'LOYALTY_PROGRAM'
    const standing = await loadStanding(session, {
      event: null,
      customer: stored,
      now,
      preferred: voucher === null ? [] : [voucher.id],
      ...(isProgram ? { program: campaign } : {})
    })
    const spare = voucher ?? (campaign === null ? null : await spareOf(session, campaign, now))
    const card = isProgram
      ? standing.programs.find(program => program.campaign.id === campaign.id)?.card?.voucher
      : undefined
    const own = stored !== null && voucher?.holderId === stored.id ? voucher : undefined
    return {
      ...standing,
      earlier: null,
      stored,
      schema: await schemaOf(session, 'customer'),
      publicationSchema: await schemaOf(session, 'publication'),
      campaign,
      spare: spare === null ? null : await purseIn(session, standing, spare),
      kept: await keptAs(session, card ?? own)
    }
  }
}

/** What is not asked for where the answer is there already. */
const NOTHING = {
  ...NO_STANDING,
  stored: null,
  schema: null,
  publicationSchema: null,
  campaign: null,
  spare: null,
  kept: null
}

async function earlierOf(session: Session, sourceId: string | null) {
  const row =
    sourceId === null ? undefined : await session.one('publicationBySourceId', { sourceId })
  return row === undefined ? null : shownPublication(row)
}

async function whom(
  session: Session,
  customer: PublicationAsked['customer']
): Promise<Customer | null> {
  if ('sent' in customer) return customerSent(session, customer.sent)
  const found = await findCustomer(session, customer.name)
  if (found === null) throw new Refused(notFound('customer', customer.name))
  return found
}

async function whatOf(
  session: Session,
  project: Project,
  given: PublicationAsked['given']
): Promise<{ readonly voucher: Voucher | null; readonly campaign: Campaign | null }> {
  if ('campaign' in given) {
    return { voucher: null, campaign: await campaignNamed(session, given.campaign) }
  }
  const voucher = await voucherNamed(session, project, given.voucher)
  return { voucher, campaign: await campaignOf(session, voucher) }
}

/** A voucher that somebody holds, and how they got it. */
async function keptAs(session: Session, voucher: Voucher | undefined) {
  if (voucher === undefined) return null
  const of = { voucherId: voucher.id, limit: 1, offset: 0 }
  const row = await session.one('publications of voucher by -created_at', of)
  // A voucher in somebody's hands was given to them.
  return row === undefined ? null : { voucher, publication: shownPublication(row).publication }
}
