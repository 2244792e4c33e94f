/**
 * What the pages outside the documents show: a picture's code, an export's file, a customer's page.
 *
 * Spec: Resources, Voucher (`assets`), Customer (`assets`), Export (`result`).
 */
import type { Campaign, Export, Instant, Project, Voucher } from '../../model.ts'
import * as rows from '../rows.ts'
import type { Session } from '../statements.ts'

/** Cards, vouchers, movements and pending entries one page shows at most. */
const SHOWN_CARDS = 10
const SHOWN_VOUCHERS = 50
const SHOWN_MOVEMENTS = 60
const SHOWN_PENDING = 100

/** The code behind a picture; null for no voucher. */
export async function codeOfVoucher(session: Session, id: string): Promise<string | null> {
  const row = await session.one('voucherById', { id })
  return row?.code ?? null
}

/** An export whose file is whole; null for any other. */
export async function exportFileOf(session: Session, id: string): Promise<Export | null> {
  const row = await session.one('exportById', { id })
  return row?.status === 'DONE' ? rows.exportOf(row) : null
}

/** One part of a file, from 0; null past the end. */
export async function exportPart(
  session: Session,
  exportId: string,
  part: number
): Promise<string | null> {
  const row = await session.one('exportFile', { exportId, part })
  return row?.content ?? null
}

/** The customer page; null for nobody. By id alone: a url never comes to be somebody else's. */
export async function customerPageOf(
  session: Session,
  project: Project,
  customerId: string,
  now: Instant
) {
  const row = await session.one('customerById', { id: customerId })
  if (row === undefined) return null
  const customer = rows.customerOf(row)
  const of = { customerId: customer.id }
  const held = await session.all('cardsOfCustomer', of)
  const cards = []
  for (const { voucher, campaign } of held.slice(0, SHOWN_CARDS)) {
    const card = rows.voucherOf(voucher)
    cards.push({ voucher: card, campaignName: campaign.name, ...(await historyOf(session, card)) })
  }
  const found = await session.all('vouchersOfCustomer', { ...of, limit: SHOWN_VOUCHERS })
  const isFull = found.length === SHOWN_VOUCHERS
  const total = isFull ? (await session.one('vouchersOfCustomerCount', of))?.total : undefined
  const vouchers = found.map(rows.voucherOf)
  const names = await campaignNames(session, vouchers)
  return {
    project,
    now,
    customer,
    cards,
    vouchers: vouchers.map(voucher => ({
      voucher,
      campaignName: names.get(voucher.campaignId ?? '')?.name ?? null
    })),
    more: {
      cards: held.length - cards.length,
      vouchers: (total ?? found.length) - found.length
    }
  }
}

async function historyOf(session: Session, { id: voucherId }: Voucher) {
  const of = { voucherId, limit: SHOWN_PENDING }
  const pending = await session.all('pendingPointsUp', { ...of, after: '' })
  const movements = await session.all('entriesOfVoucher', { voucherId, limit: SHOWN_MOVEMENTS })
  return {
    pending: pending
      .map(rows.pendingPointsOf)
      .sort((a, b) => (a.activatesOn < b.activatesOn ? -1 : 1)),
    movements: movements.map(rows.ledgerEntryOf)
  }
}

async function campaignNames(
  session: Session,
  vouchers: readonly Voucher[]
): Promise<ReadonlyMap<string, Campaign>> {
  const found = new Map<string, Campaign>()
  for (const { campaignId } of vouchers) {
    if (campaignId === null || found.has(campaignId)) continue
    const row = await session.one('campaignById', { id: campaignId })
    if (row !== undefined) found.set(campaignId, rows.campaignOf(row))
  }
  return found
}
