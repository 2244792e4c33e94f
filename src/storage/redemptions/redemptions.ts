/**
 * Redemptions, as they were recorded: one by id, of a voucher, of a customer, or all.
 *
 * Spec: getVoucherRedemptions, listRedemptions, Redemption; Decision 87.
 */
import { notFound, Refused } from '../../decisions/refusals.ts'
import type * as model from '../../model.ts'
import type { Campaign, Project, Redemption, ShownVoucher, Voucher } from '../../model.ts'
import { findCampaignOf } from '../campaigns/campaigns.ts'
import { findCustomer } from '../customers/customers.ts'
import { type Row, type Stored, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import type { RowOf } from '../engine/statements.ts'
import type { CreationOrder, Page } from '../pages.ts'
import { voucherNamed, voucherOf } from '../vouchers/vouchers.ts'

/** What is only shown again is one value, `record`; the customer's id is a column, too. */
export function redemptionOf(row: Row<'redemptions'>): model.Redemption {
  const { record, customerId: _, ...redemption } = withoutProject(row)
  return { ...redemption, ...record }
}

/** The reverse of `redemptionOf`. */
export function rowOfRedemption(redemption: model.Redemption): Stored<'redemptions'> {
  const { customer, metadata, order, channel, reward, reason, ...columns } = redemption
  const record = { customer, metadata, order, channel, reward }
  const said = reason === undefined ? record : { ...record, reason }
  return { ...columns, customerId: customer.id, record: said }
}

/** A redemption, and which voucher was redeemed. */
export interface RedemptionFound {
  readonly redemption: Redemption
  readonly card: Pick<ShownVoucher, 'voucher' | 'campaignName'>
}

/** @throws {Refused} when the project has no such redemption. */
export async function redemptionNamed(session: Session, id: string): Promise<RedemptionFound> {
  const row = await session.one('redemptionWithVoucher', { id })
  if (row === undefined) throw new Refused(notFound('redemption', id))
  return redemptionFound(row)
}

/** All of the project's, or those of a customer by id or source id: of nobody, none. */
export async function allRedemptionsPage(
  session: Session,
  { order, customer: name }: { readonly order: CreationOrder; readonly customer: string | null },
  page: Page
): Promise<{ entries: readonly RedemptionFound[]; total: number }> {
  if (name === null) {
    const found = await session.all(`redemptions by ${order}`, { ...page })
    const count = await session.one('redemptionsCount')
    return { entries: found.map(redemptionFound), total: count?.total ?? 0 }
  }
  const customer = await findCustomer(session, name)
  if (customer === null) return { entries: [], total: 0 }
  const of = { customerId: customer.id }
  const found = await session.all(`redemptionsOfCustomer by ${order}`, { ...of, ...page })
  const count = await session.one('redemptionsOfCustomerCount', of)
  return { entries: found.map(redemptionFound), total: count?.total ?? 0 }
}

function redemptionFound(row: RowOf<'redemptionWithVoucher'>): RedemptionFound {
  const card = { voucher: voucherOf(row.voucher), campaignName: row.campaignName }
  return { redemption: redemptionOf(row.redemption), card }
}

export interface RedemptionsPage {
  readonly voucher: Voucher
  readonly campaign: Campaign | null
  readonly entries: readonly Redemption[]
  readonly total: number
}

/** Operation 9, newest first. @throws {Refused} for an unknown voucher. */
export async function redemptionsPage(
  session: Session,
  project: Project,
  code: string,
  { limit, offset }: Page
): Promise<RedemptionsPage> {
  const voucher = await voucherNamed(session, project, code)
  const of = { voucherId: voucher.id }
  const found = await session.all('redemptionsOfVoucher', { ...of, limit, offset })
  const count = await session.one('redemptionsOfVoucherCount', of)
  return {
    voucher,
    campaign: await findCampaignOf(session, voucher),
    entries: found.map(redemptionOf),
    total: count?.total ?? 0
  }
}
