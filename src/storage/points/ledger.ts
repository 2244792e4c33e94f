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
import type { Day, LedgerEntry, Project } from '../../model.ts'
import { addDays } from '../../rules/validity.ts'
import { programNamed } from '../campaigns/campaigns.ts'
import { type ChangeOf, deleteParts, insertInto, type Session } from '../engine/session.ts'
import {
  among,
  byCreation,
  byId,
  columnsToSet,
  command,
  type Given,
  is,
  mine,
  type NewRow,
  type Row,
  statement,
  stretchOf,
  withoutProject
} from '../engine/statements.ts'
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
type Moving =
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

/*
 * What is due by the calendar in a project: which cards it is on, and since when it has been due.
 *
 * It is asked for by project, because a day begins at another moment in each time zone.
 */

/** What is asked for of what is due in the session's project. */
export interface DueBatch {
  /** By the start of this day. */
  readonly day: Day
  /** Cards to leave out, by voucher id. */
  readonly except: readonly string[]
  readonly limit: number
}

/** What is due, what has been due longest in front. */
export interface Due {
  /** The day at whose start the first of it was due; null when nothing is. */
  readonly since: Day | null
  /** Ids of what is due, by card. */
  readonly cards: ReadonlyMap<string, readonly string[]>
}

/** The day after the last one; null where there is none. */
export function dayAfter(last: { readonly expiresOn: Day | null } | undefined): Day | null {
  return last === undefined || last.expiresOn === null ? null : addDays(last.expiresOn, 1)
}

/** Ids of what was found, by the card it is on, in the order of the rows. */
export function byCard(
  found: readonly { readonly id: string; readonly voucherId: string }[]
): ReadonlyMap<string, readonly string[]> {
  const cards = new Map<string, string[]>()
  for (const { id, voucherId } of found) {
    const ids = cards.get(voucherId)
    if (ids === undefined) cards.set(voucherId, [id])
    else ids.push(id)
  }
  return cards
}
