/**
 * Ledger entries: every movement of points and credit, each with the lots it moved.
 *
 * A history grows without end, so a page never counts it: one row more than was asked for says
 * whether there is more.
 *
 * Spec: listVoucherTransactions, listMemberTransactions, Transaction.
 */
import { and, asc, desc, inArray, isNotNull } from 'drizzle-orm/sql'
import type * as model from '../../model.ts'
import type { LedgerEntry, Project } from '../../model.ts'
import { programNamed } from '../campaigns/campaigns.ts'
import { among, byCreation, byId, columnsToSet, is, mine, stretchOf } from '../engine/clauses.ts'
import { type NewRow, type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { command, type Given, statement } from '../engine/statements.ts'
import { type ChangeOf, deleteParts, insertInto } from '../engine/writers.ts'
import type { CreationOrder, Page } from '../pages.ts'
import { cardNamed, voucherNamed } from '../vouchers/vouchers.ts'

/** The newest movements of a voucher. */
export const entriesOfVoucher = statement(
  ({ db, t: { ledgerEntries: e } }, given: Given<{ voucherId: string; limit: number }>) =>
    db
      .select()
      .from(e)
      .where(and(mine(e), is(e.voucherId, given.voucherId)))
      .orderBy(desc(e.id))
      .limit(given.limit)
)

export const transactionsBy = byCreation(direct =>
  statement((dialect, given: Given<Page & { voucherId: string }>) => {
    const { ledgerEntries: e } = dialect.t
    const ofVoucher = and(mine(e), is(e.voucherId, given.voucherId))
    return stretchOf(dialect, e, given, ofVoucher, direct(e.id))
  })
)

/** What some orders credited, and what was taken back of that. */
export const accrualsOfOrders = statement(
  (dialect, { orderIds }: Given<{ orderIds: readonly string[] }>) => {
    const { ledgerEntries: e } = dialect.t
    return dialect.db
      .select()
      .from(e)
      .where(
        and(
          mine(e),
          isNotNull(e.orderId),
          among(dialect, e.orderId, orderIds),
          inArray(e.type, ['POINTS_ACCRUAL', 'POINTS_CANCELLATION'])
        )
      )
      .orderBy(asc(e.orderId), asc(e.id))
  }
)

/** What some redemptions moved. */
export const entriesOfRedemptions = statement(
  (dialect, { redemptionIds }: Given<{ redemptionIds: readonly string[] }>) => {
    const { ledgerEntries: e } = dialect.t
    return dialect.db
      .select()
      .from(e)
      .where(and(mine(e), isNotNull(e.redemptionId), among(dialect, e.redemptionId, redemptionIds)))
      .orderBy(asc(e.redemptionId), asc(e.id))
  }
)

export const insertLedgerEntry = insertInto('ledgerEntries')
export const deleteLedgerEntryRows = deleteParts(t => t.ledgerEntries.voucherId)

export const replaceCause = command(
  ({ db, t: { ledgerEntries: e } }, given: Given<Omit<ChangeOf<'ledgerEntry.erased'>, 'kind'>>) =>
    db
      .update(e)
      .set(columnsToSet(e, given, ['cause']))
      .where(byId(e, given))
)

/** The order of the cause is a column, too. */
export function ledgerEntryOf(row: Row<'ledgerEntries'>): model.LedgerEntry {
  const { orderId: _, redemptionId: __, ...entry } = withoutProject(row)
  return entry
}

/** The reverse of `ledgerEntryOf`. */
export function rowOfLedgerEntry(entry: model.LedgerEntry): NewRow<'ledgerEntries'> {
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
  const found = await session.all(transactionsBy[order], {
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
