/**
 * Vouchers as they are shown: one, or those of a campaign, of a holder, of both, or all.
 *
 * A filter that names nothing that exists selects nothing. A campaign keeps the number of its
 * vouchers, so that a page does not count millions of them.
 *
 * Spec: getVoucher, listVouchers.
 */
import { and, gt, isNull, type SQL } from 'drizzle-orm/sql'
import type { Moment } from '../../decisions/changes.ts'
import type { Campaign, Customer, Project, ShownVoucher, Voucher } from '../../model.ts'
import {
  campaignsVouchersCount,
  countVouchers,
  findCampaign,
  findCampaignOf
} from '../campaigns/campaigns.ts'
import { categoryOf, findCategoryById } from '../categories.ts'
import { findCustomer } from '../customers/customers.ts'
import type { Session } from '../engine/session.ts'
import {
  byCreation,
  type Given,
  is,
  mine,
  type RowOf,
  same,
  statement,
  type Tables,
  totalOf
} from '../engine/statements.ts'
import { type CreationOrder, findSelected, type Page } from '../pages.ts'
import { vouchersAt } from '../standing/standing.ts'
import { assignmentsBinding } from '../validation-rules/validation-rules.ts'
import { voucherNamed, voucherOf, withPresentHolder } from './vouchers.ts'

/** Which vouchers a list is of. */
const LISTED = {
  // A range from the first id on is what the engine walks along, up or down.
  all: ({ vouchers: v }: Tables) => and(mine(v), gt(v.id, '')),
  campaign: ({ vouchers: v }: Tables, given: Given<{ campaignId: string }>) =>
    and(mine(v), is(v.campaignId, given.campaignId)),
  holder: ({ vouchers: v }: Tables, given: Given<{ customerId: string }>) =>
    and(mine(v), is(v.holderId, given.customerId)),
  both: ({ vouchers: v }: Tables, given: Given<{ campaignId: string; customerId: string }>) =>
    and(mine(v), is(v.campaignId, given.campaignId), is(v.holderId, given.customerId))
}

/** One statement for each set of filters, so that each goes along the index that has its rows. */
function vouchersBy<Params>(where: (t: Tables, given: Given<Params>) => SQL | undefined) {
  return byCreation(direct =>
    statement(({ db, t }, given: Given<Params & Page>) => {
      const { vouchers: v, campaigns, categories } = t
      return db
        .select({ voucher: v, campaignName: campaigns.name, category: categories })
        .from(v)
        .leftJoin(campaigns, same(campaigns, v, v.campaignId))
        .leftJoin(categories, same(categories, v, v.categoryId))
        .where(where(t, given))
        .orderBy(direct(v.id))
        .limit(given.limit)
        .offset(given.offset)
    })
  )
}

export const allVouchersBy = vouchersBy(LISTED.all)
export const vouchersOfCampaignBy = vouchersBy(LISTED.campaign)
export const vouchersOfHolderBy = vouchersBy(LISTED.holder)
export const vouchersOfBothBy = vouchersBy(LISTED.both)

export const standaloneVouchersCount = statement(dialect => {
  const { vouchers: v } = dialect.t
  return totalOf(dialect, v, and(mine(v), isNull(v.campaignId)))
})

export const vouchersOfHolderCount = statement((dialect, given: Given<{ customerId: string }>) =>
  totalOf(dialect, dialect.t.vouchers, LISTED.holder(dialect.t, given))
)

export const vouchersOfBothCount = statement(
  (dialect, given: Given<{ campaignId: string; customerId: string }>) =>
    totalOf(dialect, dialect.t.vouchers, LISTED.both(dialect.t, given))
)

/** As it is stored, for what changes it. @throws {Refused} for an unknown voucher. */
export async function voucherShown(
  session: Session,
  project: Project,
  name: string
): Promise<ShownVoucher> {
  return showVoucher(session, await voucherNamed(session, project, name))
}

/** As it is at a moment. @throws {Refused} for an unknown voucher. */
export async function voucherAt(
  session: Session,
  moment: Moment,
  name: string
): Promise<ShownVoucher> {
  return showVoucherAt(session, await voucherNamed(session, moment.project, name), moment)
}

/** A loaded voucher, with the names and rules that its answer shows. */
export async function showVoucherAt(
  session: Session,
  voucher: Voucher,
  moment: Moment
): Promise<ShownVoucher> {
  const shown = await showVoucher(session, voucher)
  const [then = shown] = await vouchersAt(session, [shown], moment)
  return then
}

/** A loaded voucher, with the names and rules of its answer. */
async function showVoucher(session: Session, voucher: Voucher): Promise<ShownVoucher> {
  const campaign = await findCampaignOf(session, voucher)
  return {
    voucher: await withPresentHolder(session, voucher),
    campaignName: campaign?.name ?? null,
    category: await findCategoryById(session, voucher.categoryId),
    assignments: (await assignmentsBinding(session, [voucher]))(voucher)
  }
}

/** Null: any. Names or ids. */
export interface VouchersWanted {
  readonly campaign: string | null
  readonly customer: string | null
  readonly order: CreationOrder
}

/** Those of a campaign, of a holder, of both, or all. */
export async function vouchersPage(
  session: Session,
  moment: Moment,
  { campaign: campaignName, customer: customerName, order }: VouchersWanted,
  page: Page
): Promise<{ vouchers: readonly ShownVoucher[]; total: number }> {
  const campaign = await findSelected(campaignName, name => findCampaign(session, name))
  const holder = await findSelected(customerName, name => findCustomer(session, name))
  if (campaign === null || holder === null) return { vouchers: [], total: 0 }
  const { rows, total } = await vouchersWanted(session, { campaign, holder, order }, page)
  return { vouchers: await shownVouchers(session, rows, moment), total }
}

type VoucherRow = RowOf<typeof allVouchersBy.created_at>

async function vouchersWanted(
  session: Session,
  {
    campaign,
    holder,
    order
  }: {
    readonly campaign: Campaign | undefined
    readonly holder: Customer | undefined
    readonly order: CreationOrder
  },
  page: Page
): Promise<{ readonly rows: readonly VoucherRow[]; readonly total: number }> {
  if (campaign !== undefined && holder !== undefined) {
    const of = { campaignId: campaign.id, customerId: holder.id }
    return session.page(vouchersOfBothBy[order], vouchersOfBothCount, of, page)
  }
  if (holder !== undefined) {
    const of = { customerId: holder.id }
    return session.page(vouchersOfHolderBy[order], vouchersOfHolderCount, of, page)
  }
  if (campaign !== undefined) {
    const of = { campaignId: campaign.id, ...page }
    const rows = await session.all(vouchersOfCampaignBy[order], of)
    return { rows, total: (await countVouchers(session, campaign)).vouchersCount }
  }
  const rows = await session.all(allVouchersBy[order], page)
  const inCampaigns = await session.one(campaignsVouchersCount)
  const standalone = await session.one(standaloneVouchersCount)
  return { rows, total: (inCampaigns?.total ?? 0) + (standalone?.total ?? 0) }
}

async function shownVouchers(
  session: Session,
  found: readonly VoucherRow[],
  moment: Moment
): Promise<readonly ShownVoucher[]> {
  const vouchers = found.map(({ voucher }) => voucher)
  const assignmentsTo = await assignmentsBinding(session, vouchers)
  const stored = found.map(({ voucher, campaignName, category }) => ({
    voucher: voucherOf(voucher),
    campaignName,
    category: category === null ? null : categoryOf(category),
    assignments: assignmentsTo(voucher)
  }))
  return vouchersAt(session, stored, moment)
}
