/**
 * Ledger entries: every movement of points and credit, each with the lots it moved.
 *
 * A history grows without end, so a page never counts it: one row more than was asked for says
 * whether there is more.
 *
 * Spec: listVoucherTransactions, listMemberTransactions, Transaction; Decision 43.
 */
import type * as model from '../../model.ts'
import type { LedgerEntry, Project } from '../../model.ts'
import { programNamed } from '../campaigns/campaigns.ts'
import { type Row, type Stored, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import type { CreationOrder, Page } from '../pages.ts'
import { cardNamed, voucherNamed } from '../vouchers/vouchers.ts'

/** The order of the cause is a column, too. */
export function ledgerEntryOf(row: Row<'ledgerEntries'>): model.LedgerEntry {
  const { orderId: _, redemptionId: __, ...entry } = withoutProject(row)
  return entry
}

/** The reverse of `ledgerEntryOf`. */
export function rowOfLedgerEntry(entry: model.LedgerEntry): Stored<'ledgerEntries'> {
  const { orderId = null, redemptionId = null } = entry.cause
  return { ...entry, orderId, redemptionId }
}

/** Whose movements are asked for: a voucher's, or a card's, of a program if one is named. */
export type Moving =
  | { readonly code: string }
  | { readonly campaignName: string | null; readonly memberId: string }

/** @throws {Refused} when there is no such voucher, program or card. */
export async function transactionsPage(
  session: Session,
  project: Project,
  moving: Moving,
  order: CreationOrder,
  { limit, offset }: Page
): Promise<{ entries: readonly LedgerEntry[]; hasMore: boolean }> {
  const { id: voucherId } = await voucherMoving(session, project, moving)
  const found = await session.all(`transactions by ${order}`, {
    voucherId,
    limit: limit + 1,
    offset
  })
  return { entries: found.slice(0, limit).map(ledgerEntryOf), hasMore: found.length > limit }
}

async function voucherMoving(session: Session, project: Project, moving: Moving) {
  if ('code' in moving) return voucherNamed(session, project, moving.code)
  const { campaignName, memberId } = moving
  const campaign = campaignName === null ? null : await programNamed(session, campaignName)
  return cardNamed(session, project, memberId, campaign?.id ?? null)
}
