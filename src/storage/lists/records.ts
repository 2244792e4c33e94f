/**
 * What was recorded, a page at a time or one by one: redemptions, movements on vouchers, work in
 * the background, exports; and the keys of a project.
 *
 * A history that grows without end is never counted for a page: one row more than asked for says
 * whether there is more.
 *
 * Spec: Conventions 2; Resources, Redemption, Export; Decision 87.
 */
import { notFound, Refused } from '../../decisions/refusals.ts'
import type {
  AsyncAction,
  Export,
  Instant,
  KeyPair,
  LedgerEntry,
  Project,
  Redemption,
  ShownVoucher
} from '../../model.ts'
import { LATEST, type Page } from '../lists.ts'
import { cardNamed, findCustomer, programNamed, voucherNamed } from '../loads.ts'
import * as rows from '../rows.ts'
import type { RowOf, Session } from '../statements.ts'

/** By when they were made. */
type CreationOrder = 'created_at' | '-created_at'

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
  const card = { voucher: rows.voucherOf(row.voucher), campaignName: row.campaignName }
  return { redemption: rows.redemptionOf(row.redemption), card }
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
  return { entries: found.slice(0, limit).map(rows.ledgerEntryOf), hasMore: found.length > limit }
}

async function voucherMoving(session: Session, project: Project, moving: Moving) {
  if ('code' in moving) return voucherNamed(session, project, moving.code)
  const { campaignName, memberId } = moving
  const campaign = campaignName === null ? null : await programNamed(session, campaignName)
  return cardNamed(session, project, memberId, campaign?.id ?? null)
}

/** Without results. `until` is included; null: whenever it was asked for. */
export async function asyncActionsPage(
  session: Session,
  { order, until }: { readonly order: CreationOrder; readonly until: Instant | null },
  { limit, offset }: Page
): Promise<{ actions: readonly Omit<AsyncAction, 'result'>[]; hasMore: boolean }> {
  const found = await session.all(`asyncActions by ${order}`, {
    until: until ?? LATEST,
    limit: limit + 1,
    offset
  })
  return { actions: found.slice(0, limit), hasMore: found.length > limit }
}

/** @throws {Refused} when the project has no such export. */
export async function exportNamed(session: Session, id: string): Promise<Export> {
  const row = await session.one('exportById', { id })
  if (row === undefined) throw new Refused(notFound('export', id))
  return rows.exportOf(row)
}

/** The keys of the session's project, revoked ones too. */
export async function projectKeysPage(
  session: Session,
  order: CreationOrder,
  page: Page
): Promise<{ keys: readonly KeyPair[]; total: number }> {
  const keys = await session.all(`projectKeys by ${order}`, { ...page })
  const count = await session.one('projectKeysCount')
  return { keys, total: count?.total ?? 0 }
}
