/**
 * Pages of vouchers and of publications, all of them or those that a filter selects.
 *
 * A filter selects; one that names nothing that is there selects nothing. A campaign knows how many
 * vouchers it has, so that nobody counts millions of them.
 *
 * Spec: Conventions 2; Resources, Voucher (`publish`); Decision 101.
 */
import type { Moment } from '../../decisions/standing/calendar.ts'
import type {
  Campaign,
  Customer,
  Project,
  ShownPublication,
  ShownVoucher,
  Voucher
} from '../../model.ts'
import type { Page } from '../lists.ts'
import { vouchersAt } from '../loads/moments.ts'
import { campaignFound, findCustomer, findVoucher, voucherNamed } from '../loads.ts'
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

/** Those of a campaign, of a holder, of both, or all. */
export async function vouchersPage(
  session: Session,
  moment: Moment,
  { campaign: campaignName, customer: customerName, order }: VouchersWanted,
  page: Page
): Promise<{ vouchers: readonly ShownVoucher[]; total: number }> {
  const campaign = await selected(campaignName, name => campaignFound(session, name))
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

/** What a filter names: undefined without one, null when nothing answers to the name. */
async function selected<Thing>(
  name: string | null,
  find: (name: string) => Promise<Thing | null>
): Promise<Thing | null | undefined> {
  return name === null ? undefined : find(name)
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
  | `count of ${ReturnType<typeof publicationsOf>}`

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
  const assignments = bound.map(({ assignment }) => rows.validationRuleAssignmentOf(assignment))
  const stored = found.map(({ voucher }) => rows.voucherOf(voucher))
  const vouchers = new Map(
    (await vouchersAt(session, stored, moment)).map(voucher => [voucher.id, voucher])
  )
  return found.map(({ voucher: row, campaignName, category }) => ({
    voucher: vouchers.get(row.id) ?? rows.voucherOf(row),
    campaignName,
    category: category === null ? null : rows.categoryOf(category),
    assignments: assignments.filter(({ relatedObjectId }) => relatedObjectId === row.id)
  }))
}

/** Null: any. Names or ids. */
export interface PublicationsWanted {
  readonly voucher: string | null
  readonly customer: string | null
  readonly order: VouchersOrder
}

export interface PublicationsPage {
  readonly publications: readonly ShownPublication[]
  readonly total: number
}

/** Those of a voucher, to a customer, of both, or all. */
export async function publicationsPage(
  session: Session,
  project: Project,
  { voucher: code, customer: customerName, order }: PublicationsWanted,
  page: Page
): Promise<PublicationsPage> {
  const voucher = await selected(code, name => findVoucher(session, project, name))
  const customer = await selected(customerName, name => findCustomer(session, name))
  if (voucher === null || customer === null) return { publications: [], total: 0 }
  return publicationsBy(session, { voucher, customer, order }, page)
}

/** To whom one voucher was given, newest first. @throws {Refused} when there is no such voucher. */
export async function voucherPublicationsPage(
  session: Session,
  project: Project,
  code: string,
  page: Page
): Promise<PublicationsPage> {
  const voucher = await voucherNamed(session, project, code)
  return publicationsBy(session, { voucher, customer: undefined, order: '-created_at' }, page)
}

async function publicationsBy(
  session: Session,
  {
    voucher,
    customer,
    order
  }: {
    readonly voucher: Voucher | undefined
    readonly customer: Customer | undefined
    readonly order: VouchersOrder
  },
  page: Page
): Promise<PublicationsPage> {
  const of = { voucherId: voucher?.id ?? null, customerId: customer?.id ?? null }
  const list = publicationsOf(voucher, customer)
  const found = await session.all(`${list} by ${order}`, { ...of, ...page })
  const total = await countOf(session, `count of ${list}`, of)
  return { publications: found.map(shownPublication), total }
}

function publicationsOf(voucher: Voucher | undefined, customer: Customer | undefined) {
  if (voucher === undefined) {
    return customer === undefined ? 'publications' : 'publications of customer'
  }
  return customer === undefined ? 'publications of voucher' : 'publications of voucher and customer'
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
