/**
 * Publications: which voucher was given to whom, and what giving one needs to know.
 * Spec: createPublication, listPublications, Publication.
 */
import { and, desc } from 'drizzle-orm/sql'
import {
  type CreatePublicationFacts,
  programJoined,
  referringProgram,
  voucherKept
} from '../decisions/publications.ts'
import type {
  CountedCampaign,
  Customer,
  Project,
  ShownPublication,
  Voucher,
  VoucherType
} from '../model.ts'
import type { Instant } from '../rules/validity.ts'
import {
  campaignNamed,
  countVouchers,
  findCampaign,
  findCampaignOf
} from './campaigns/campaigns.ts'
import { customerNamed, customerOf, customerSent, findCustomer } from './customers/customers.ts'
import { findReferral } from './customers/facts.ts'
import { type ChangeKinds, STEP, written } from './engine/change-kinds.ts'
import { insertInto, setBy } from './engine/queries.ts'
import { type Session, write } from './engine/session.ts'
import {
  type CreationOrder,
  columnsOf,
  type Dialect,
  type Given,
  is,
  mine,
  type Page,
  type RowOf,
  same,
  statement
} from './engine/statements.ts'
import { schemaOf } from './metadata-schemas.ts'
import { purseIn } from './points/ledger.ts'
import { findSelected, narrowedList } from './resources.ts'
import { loadStanding, NO_STANDING } from './standing.ts'
import { setVoucherHolder } from './vouchers/changes.ts'
import {
  findVoucher,
  heldVoucher,
  spareOf,
  voucherMet,
  voucherNamed,
  voucherOf
} from './vouchers/vouchers.ts'

/** A publication with its voucher and its customer; the row of a deleted customer has no data. */
function withBoth({ db, t }: Dialect) {
  const { publications: p, vouchers: v, campaigns, customers } = t
  return db
    .select({
      publication: columnsOf(p),
      voucher: columnsOf(v),
      campaignName: campaigns.name,
      customer: columnsOf(customers)
    })
    .from(p)
    .innerJoin(v, same(v, p, p.voucherId))
    .innerJoin(customers, same(customers, p, p.customerId))
    .leftJoin(campaigns, same(campaigns, v, v.campaignId))
}

export const allPublications = narrowedList('publications', withBoth, {
  equal: {
    voucherId: p => p.voucherId,
    customerId: p => p.customerId,
    campaignId: p => p.campaignId,
    voucherType: p => p.voucherType,
    isReferralCode: p => p.isReferralCode,
    sourceId: p => p.sourceId
  },
  spanned: {},
  joins: true
})

/** Those of a voucher, newest first. */
export const publicationsOfVoucher = statement(
  (dialect, given: Given<{ voucherId: string } & Page>) => {
    const { publications: p } = dialect.t
    return withBoth(dialect)
      .where(and(mine(p), is(p.voucherId, given.voucherId)))
      .orderBy(desc(p.id))
      .limit(given.limit)
      .offset(given.offset)
  }
)

export const publicationBySourceId = statement(
  (dialect, { sourceId }: Given<{ sourceId: string }>) => {
    const { publications: p } = dialect.t
    return withBoth(dialect).where(and(mine(p), is(p.sourceId, sourceId)))
  }
)

export const insertPublication = insertInto('publications')

/** The channel may be any word of the caller; it becomes what it is where none is sent. */
export const clearPublication = setBy('publications', [], ['id'], {
  set: () => ({ metadata: {}, channel: 'API' })
})

/** Null or absent: any. Names or ids. */
export interface PublicationsWanted {
  readonly voucher: string | null
  readonly customer: string | null
  readonly campaign: string | null
  readonly sourceId: string | undefined
  readonly voucherType: VoucherType | undefined
  readonly isReferralCode: boolean | undefined
  /** None that failed is recorded. */
  readonly result: 'SUCCESS' | 'FAILURE' | undefined
  readonly order: CreationOrder
}

export async function publicationsPage(
  session: Session,
  project: Project,
  {
    voucher: code,
    customer: customerName,
    campaign: campaignName,
    order,
    result,
    ...rest
  }: PublicationsWanted,
  page: Page
): Promise<{ rows: readonly ShownPublication[]; total: number }> {
  const voucher = await findSelected(code, name => findVoucher(session, project, name))
  const customer = await findSelected(customerName, name => findCustomer(session, name))
  const campaign = await findSelected(campaignName, name => findCampaign(session, name))
  const isNone = voucher === null || customer === null || campaign === null
  if (isNone || result === 'FAILURE') return { rows: [], total: 0 }
  const wanted = { voucherId: voucher?.id, customerId: customer?.id, campaignId: campaign?.id }
  return publicationsWanted(session, { ...wanted, ...rest }, order, page)
}

/** Those of one voucher, newest first. @throws {Refused} when there is no such voucher. */
export async function voucherPublicationsPage(
  session: Session,
  project: Project,
  code: string,
  page: Page
) {
  const voucher = await voucherNamed(session, project, code)
  return publicationsWanted(session, { voucherId: voucher.id }, '-created_at', page)
}

async function publicationsWanted(
  session: Session,
  wanted: Parameters<typeof allPublications.page>[3],
  order: CreationOrder,
  page: Page
) {
  const { rows, total } = await allPublications.page(session, order, page, wanted)
  return { rows: rows.map(shownPublication), total }
}

function shownPublication(row: RowOf<typeof publicationBySourceId>): ShownPublication {
  return { ...row, voucher: voucherOf(row.voucher), customer: customerOf(row.customer) }
}

/** What to give, and to whom: somebody described in the request or, by `name`, known. */
export interface PublicationAsked {
  readonly customer: { readonly sent: Parameters<typeof customerSent>[1] } | { name: string }
  /** A particular voucher, by code or id, or any of a campaign, by id or name. */
  readonly given: { readonly voucher: string } | { readonly campaign: string }
  readonly sourceId: string | null
  /** Whether the customer gets one voucher of the campaign at most, whatever the campaign says. */
  readonly joinsOnce?: boolean
}

/** @throws {Refused} when the voucher, the campaign or somebody known do not exist. */
export function loadCreatePublication(project: Project, asked: PublicationAsked) {
  return async (session: Session, now: Instant): Promise<CreatePublicationFacts> => {
    const { sourceId, customer } = asked
    const before =
      sourceId === null ? undefined : await session.one(publicationBySourceId, { sourceId })
    if (before !== undefined) {
      const nothing = { stored: null, schema: null, publicationSchema: null, campaign: null }
      const none = { ...nothing, referrerId: null, spare: null, kept: null }
      return { ...NO_STANDING, ...none, earlier: shownPublication(before) }
    }
    const stored =
      'sent' in customer
        ? await customerSent(session, customer.sent)
        : await customerNamed(session, customer.name)
    const { voucher, campaign } = await whatOf(session, project, asked.given)
    const program = programJoined(campaign)
    const preferred = voucher === null ? [] : [voucher.id]
    const about = { event: null, customer: stored, now, preferred }
    const standing = await loadStanding(session, program ? { ...about, program } : about)
    const spare = voucher ?? (campaign === null ? null : await spareOf(session, campaign, now))
    // Behind the load of the standing, from which on units about the customer take turns.
    const held = await heldOnce(session, program === null ? campaign : null, asked, stored)
    const kept = voucherKept(standing, { program, held, named: voucher, customer: stored })
    const referral = await findReferral(session, referringProgram(campaign), stored)
    return {
      ...standing,
      earlier: null,
      stored,
      schema: await schemaOf(session, 'customer'),
      publicationSchema: await schemaOf(session, 'publication'),
      campaign,
      referrerId: referral?.referrerId ?? null,
      spare: spare === null ? null : await purseIn(session, standing, spare),
      kept: kept && (await keptAs(session, kept))
    }
  }
}

async function heldOnce(
  session: Session,
  campaign: CountedCampaign | null,
  { joinsOnce }: PublicationAsked,
  customer: Customer | null
): Promise<Voucher | null> {
  if (campaign === null || customer === null) return null
  if (!campaign.joinOnce && !joinsOnce) return null
  const of = { campaignId: campaign.id, customerId: customer.id }
  const row = await session.one(heldVoucher, of)
  return row === undefined ? null : voucherOf(row)
}

async function whatOf(
  session: Session,
  project: Project,
  given: PublicationAsked['given']
): Promise<{ readonly voucher: Voucher | null; readonly campaign: CountedCampaign | null }> {
  if ('campaign' in given) {
    const campaign = await campaignNamed(session, given.campaign)
    return { voucher: null, campaign: await countVouchers(session, campaign) }
  }
  const voucher = await voucherNamed(session, project, given.voucher)
  const campaign = await findCampaignOf(session, voucher)
  return { voucher, campaign: campaign && (await countVouchers(session, campaign)) }
}

/** A voucher with a holder, and the publication that gave it. */
async function keptAs(session: Session, voucher: Voucher) {
  const of = { voucherId: voucher.id, limit: 1, offset: 0 }
  const row = await session.one(publicationsOfVoucher, of)
  // A voucher with a holder has a publication.
  return row === undefined ? null : { voucher, publication: shownPublication(row).publication }
}

export const publicationChanges: ChangeKinds<'publication.erased' | 'voucher.published'> = {
  'voucher.published': {
    step: STEP.vouchers,
    meets: voucherMet(({ voucherId }) => voucherId),
    write: async (session, change) => {
      const { voucherId: id, version, publication, referrerId = null } = change
      const { customerId: holderId, createdAt: updatedAt } = publication
      const holding = { id, version, holderId, referrerId, updatedAt }
      await write(session, change, setVoucherHolder, holding)
      await write(session, change, insertPublication, publication)
    }
  },
  'publication.erased': written(STEP.erased, clearPublication, change => ({ id: change.id }))
}
