/**
 * Pages of vouchers and of publications, all of them or those that a filter selects.
 *
 * A filter names something; what it names has to be there, or the request is about nothing. A
 * campaign knows how many vouchers it has, so that nobody counts millions of them.
 *
 * Spec: Conventions 2; Resources, Voucher (`publish`).
 */
import { notFound, Refused } from '../../decisions/refusals.ts'
import type { Customer, Project, ShownPublication, ShownVoucher } from '../../model.ts'
import type { Page } from '../lists.ts'
import { campaignNamed, findCustomer, voucherNamed } from '../loads.ts'
import * as rows from '../rows.ts'
import type { RowOf, Session } from '../statements.ts'

/** Oldest first, or newest. */
export type VouchersOrder = 'created_at' | '-created_at'

/** Null: any. Names or ids. */
export interface VouchersWanted {
  readonly campaign: string | null
  readonly customer: string | null
  readonly order: VouchersOrder
}

/** @throws {Refused} when the campaign or the customer do not exist. */
export async function vouchersPage(
  session: Session,
  { campaign: campaignName, customer: customerName, order }: VouchersWanted,
  page: Page
): Promise<{ vouchers: readonly ShownVoucher[]; total: number }> {
  const campaign = campaignName === null ? null : await campaignNamed(session, campaignName)
  const customer = customerName === null ? null : await someone(session, customerName)
  const of = { campaignId: campaign?.id ?? null, customerId: customer?.id ?? null }
  const list = listOf('vouchers', { campaign, holder: customer })
  const found = await session.all(`${list} by ${order}`, { ...of, ...page })
  const total =
    customer === null
      ? (campaign?.vouchersCount ?? (await allVouchers(session)))
      : await countOf(
          session,
          campaign === null ? 'vouchersOfHolderCount' : 'vouchersOfCampaignAndHolderCount',
          of
        )
  return { vouchers: await shownVouchers(session, found), total }
}

function listOf<Thing extends 'vouchers'>(
  thing: Thing,
  { campaign, holder }: { readonly campaign: object | null; readonly holder: object | null }
) {
  if (campaign === null) return holder === null ? thing : (`${thing} of holder` as const)
  return holder === null
    ? (`${thing} of campaign` as const)
    : (`${thing} of campaign and holder` as const)
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
  | `count of ${ReturnType<typeof publicationsOf>}`

async function countOf(session: Session, name: Counting, of = {}): Promise<number> {
  return (await session.one(name, of))?.total ?? 0
}

async function shownVouchers(
  session: Session,
  found: readonly RowOf<'vouchers by created_at'>[]
): Promise<readonly ShownVoucher[]> {
  const ids = JSON.stringify(found.map(({ voucher }) => voucher.id))
  const bound = found.length === 0 ? [] : await session.all('rulesAssignedTo', { ids })
  const assignments = bound.map(({ assignment }) => rows.validationRuleAssignmentOf(assignment))
  return found.map(({ voucher, campaignName, category }) => ({
    voucher: rows.voucherOf(voucher),
    campaignName,
    category: category === null ? null : rows.categoryOf(category),
    assignments: assignments.filter(({ relatedObjectId }) => relatedObjectId === voucher.id)
  }))
}

/** Null: any. Names or ids. */
export interface PublicationsWanted {
  readonly voucher: string | null
  readonly customer: string | null
  readonly order: VouchersOrder
}

/** @throws {Refused} when the voucher or the customer do not exist. */
export async function publicationsPage(
  session: Session,
  project: Project,
  { voucher: code, customer: customerName, order }: PublicationsWanted,
  page: Page
): Promise<{ publications: readonly ShownPublication[]; total: number }> {
  const voucher = code === null ? null : await voucherNamed(session, project, code)
  const customer = customerName === null ? null : await someone(session, customerName)
  const of = { voucherId: voucher?.id ?? null, customerId: customer?.id ?? null }
  const list = publicationsOf(voucher, customer)
  const found = await session.all(`${list} by ${order}`, { ...of, ...page })
  const total = await countOf(session, `count of ${list}`, of)
  return { publications: found.map(shownPublication), total }
}

function publicationsOf(voucher: object | null, customer: object | null) {
  if (voucher === null) return customer === null ? 'publications' : 'publications of customer'
  return customer === null ? 'publications of voucher' : 'publications of voucher and customer'
}

/** With what it gave, and to whom. */
export function shownPublication({
  publication,
  voucher,
  campaignName,
  customer
}: RowOf<'publicationBySourceId'>): ShownPublication {
  return {
    publication: rows.publicationOf(publication),
    voucher: rows.voucherOf(voucher),
    campaignName,
    customer: rows.customerOf(customer)
  }
}

async function someone(session: Session, name: string): Promise<Customer> {
  const customer = await findCustomer(session, name)
  if (customer === null) throw new Refused(notFound('customer', name))
  return customer
}
