/**
 * Vouchers as they are shown: one, or those of a campaign, of a holder, of both, or all.
 *
 * A filter that names nothing that exists selects nothing. A campaign keeps the number of its
 * vouchers, so that a page does not count millions of them.
 *
 * Spec: getVoucher, listVouchers; Decision 101.
 */
import type { Moment } from '../../decisions/occasion.ts'
import type { Campaign, Customer, Project, ShownVoucher, Voucher } from '../../model.ts'
import { findCampaign, findCampaignOf } from '../campaigns/campaigns.ts'
import { categoryOf, findCategoryById } from '../categories.ts'
import { findCustomer } from '../customers/customers.ts'
import type { Session } from '../engine/session.ts'
import type { RowOf } from '../engine/statements.ts'
import { type CreationOrder, type Page, selected } from '../pages.ts'
import { vouchersAt } from '../standing/moments.ts'
import { rulesOf, validationRuleAssignmentOf } from '../validation-rules/assignments.ts'
import { asHeld, voucherNamed, voucherOf } from './vouchers.ts'

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

/** A voucher that is at hand, as it is at a moment. */
export async function showVoucherAt(
  session: Session,
  voucher: Voucher,
  moment: Moment
): Promise<ShownVoucher> {
  const shown = await showVoucher(session, voucher)
  const [then = voucher] = await vouchersAt(session, [shown.voucher], moment)
  return { ...shown, voucher: then }
}

/** A voucher that is at hand, with what stands beside it. */
async function showVoucher(session: Session, voucher: Voucher): Promise<ShownVoucher> {
  const campaign = await findCampaignOf(session, voucher)
  return {
    voucher: await asHeld(session, voucher),
    campaignName: campaign?.name ?? null,
    category: await findCategoryById(session, voucher.categoryId),
    assignments: await rulesOf(session, [voucher])
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
  const campaign = await selected(campaignName, name => findCampaign(session, name))
  const holder = await selected(customerName, name => findCustomer(session, name))
  if (campaign === null || holder === null) return { vouchers: [], total: 0 }
  const of = { campaignId: campaign?.id ?? null, customerId: holder?.id ?? null }
  const found = await session.all(`${vouchersOf(campaign, holder)} by ${order}`, { ...of, ...page })
  const total =
    holder === undefined
      ? (campaign?.vouchersCount ?? (await allVouchers(session)))
      : await countOf(
          session,
          campaign === undefined ? 'vouchersOfHolderCount' : 'vouchersOfCampaignAndHolderCount',
          of
        )
  return { vouchers: await shownVouchers(session, found, moment), total }
}

function vouchersOf(campaign: Campaign | undefined, holder: Customer | undefined) {
  if (campaign === undefined) return holder === undefined ? 'vouchers' : 'vouchers of holder'
  return holder === undefined ? 'vouchers of campaign' : 'vouchers of campaign and holder'
}

async function allVouchers(session: Session): Promise<number> {
  const inCampaigns = await countOf(session, 'campaignsVouchersCount')
  return inCampaigns + (await countOf(session, 'standaloneVouchersCount'))
}

type Counting =
  | 'campaignsVouchersCount'
  | 'standaloneVouchersCount'
  | 'vouchersOfHolderCount'
  | 'vouchersOfCampaignAndHolderCount'

async function countOf(session: Session, name: Counting, of = {}): Promise<number> {
  return (await session.one(name, of))?.total ?? 0
}

async function shownVouchers(
  session: Session,
  found: readonly RowOf<'vouchers by created_at'>[],
  moment: Moment
): Promise<readonly ShownVoucher[]> {
  const ids = JSON.stringify(found.map(({ voucher }) => voucher.id))
  const bound = found.length === 0 ? [] : await session.all('rulesAssignedTo', { ids })
  const assignments = bound.map(({ assignment }) => validationRuleAssignmentOf(assignment))
  const stored = found.map(({ voucher }) => voucherOf(voucher))
  const then = await vouchersAt(session, stored, moment)
  return found.map(({ voucher: { id }, campaignName, category }, index) => ({
    // INVARIANT: a voucher at a moment stands where it stood.
    voucher: then[index] as Voucher,
    campaignName,
    category: category === null ? null : categoryOf(category),
    assignments: assignments.filter(({ relatedObjectId }) => relatedObjectId === id)
  }))
}
