/**
 * What rolling back a redemption needs to know: everything the redemption did, as it is by now.
 *
 * Spec: rollbackRedemption; Decisions 92 to 95.
 */
import { and, asc, eq, gt, isNull } from 'drizzle-orm/sql'
import type { Purse } from '../../decisions/points/purse.ts'
import { isSameScope, scopesRecorded } from '../../decisions/redemptions/limits.ts'
import { orderPaidBy } from '../../decisions/redemptions/links.ts'
import { assignmentsToCard } from '../../decisions/redemptions/request.ts'
import type { RollbackFacts } from '../../decisions/redemptions/rollback.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type {
  Campaign,
  CountScope,
  Instant,
  LedgerEntry,
  Order,
  Redemption,
  Shortfall,
  Voucher
} from '../../model.ts'
import { findCampaignOf } from '../campaigns/campaigns.ts'
import { findCategoryById } from '../categories.ts'
import { customerSent } from '../customers/customers.ts'
import { mine } from '../engine/clauses.ts'
import type { Row } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { type Given, statement } from '../engine/statements.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { orderById, orderOf } from '../orders/orders.ts'
import { loadEarnedBefore, previousOrder } from '../orders/saving.ts'
import { accrualsOfOrders, entriesOfRedemptions, ledgerEntryOf } from '../points/ledger.ts'
import { purseIn, shortfallOf, shortfallsOf, withLapsedTwins, withLotsOf } from '../points/lots.ts'
import { rewardById } from '../rewards/rewards.ts'
import { loadStanding, NO_STANDING } from '../standing/standing.ts'
import { boundRules } from '../validation-rules/assignments.ts'
import { voucherById, voucherOf, voucherStored } from '../vouchers/vouchers.ts'
import { redemptionCountsOf } from './limits.ts'
import { redemptionById, redemptionOf } from './redemptions.ts'

/** Those that still count, made after one. */
export const redemptionsAfter = statement(
  ({ db, t: { redemptions: r } }, given: Given<{ after: string; limit: number }>) =>
    db
      .select()
      .from(r)
      .where(and(mine(r), gt(r.id, given.after), eq(r.status, 'SUCCEEDED'), isNull(r.parentId)))
      .orderBy(asc(r.id))
      .limit(given.limit)
)

/** The facts of rollbackRedemption. @throws {Refused} when there is no such redemption. */
export function loadRollback(id: string) {
  return async (session: Session, now: Instant): Promise<RollbackFacts> => {
    const row = await session.one(redemptionById, { id })
    if (row === undefined) throw new Refused(notFound('redemption', id))
    const redemption = redemptionOf(row)
    const card = await voucherStored(session, redemption.voucherId as string)
    const customer = await customerSent(session, { id: card.holderId })
    const handed = redemption.reward?.voucher?.voucher.id ?? null
    const found = await session.all(entriesOfRedemptions, { redemptionIds: [id] })
    const entries = found.map(ledgerEntryOf)
    const ordered = await orderPaid(session, redemption)
    const { shortfalls, missed } = await missingOn(session, card, entries)
    const touched = [card.id, ...entries.map(({ voucherId }) => voucherId)]
    const meant = { now, preferred: touched }
    const stands =
      customer === null
        ? NO_STANDING
        : await loadStanding(session, { event: null, customer, ...meant })
    const named = [...entries, ...ordered.earned.entries]
    const known = await withLotsOf(session, stands, named, shortfalls)
    const standing = await withLapsedTwins(session, known)
    // A card that was redeemed keeps its campaign.
    const campaign = (await findCampaignOf(session, card)) as Campaign
    const assignmentId = redemption.reward?.assignmentId ?? null
    const setUp = [campaign.id, ...(assignmentId === null ? [] : [assignmentId])]
    const rules = await boundRules(session, card, setUp)
    return {
      ...standing,
      entries,
      missed,
      redemption,
      campaign,
      card: await purseIn(session, standing, card),
      category: await findCategoryById(session, card.categoryId),
      cardAssignments: assignmentsToCard(rules),
      rules,
      customer,
      redemptionSchema: await schemaOf(session, 'redemption'),
      handedOut: handed === null ? null : await purseNamed(session, standing, handed),
      rewardExists: await rewardExists(session, redemption),
      ...ordered,
      older: await olderScopes(session, row)
    }
  }
}

/** What others stand in for where it moved points, and how missing points came to its card. */
async function missingOn(
  session: Session,
  { id }: Voucher,
  moved: readonly LedgerEntry[]
): Promise<Pick<RollbackFacts, 'missed'> & { readonly shortfalls: readonly Shortfall[] }> {
  const ids = new Set([id, ...moved.map(({ voucherId }) => voucherId)])
  const found = await session.all(shortfallsOf, { voucherIds: [...ids] })
  const shortfalls = found.map(shortfallOf).filter(({ kind }) => kind !== 'OVERTAKEN')
  const missing = shortfalls.filter(({ voucherId, from }) => voucherId === id && from === null)
  return { shortfalls, missed: await entriesOf(session, missing) }
}

/** The entries of the orders and redemptions whose points are missing. */
async function entriesOf(
  session: Session,
  missing: readonly Shortfall[]
): Promise<readonly LedgerEntry[]> {
  if (missing.length === 0) return []
  const named = (isOrder: boolean) =>
    missing
      .filter(({ cause }) => (cause.orderId !== undefined) === isOrder)
      .map(({ subjectId }) => subjectId)
  const ofOrders = await session.all(accrualsOfOrders, { orderIds: named(true) })
  const ofRedemptions = await session.all(entriesOfRedemptions, { redemptionIds: named(false) })
  return [...ofOrders, ...ofRedemptions].map(ledgerEntryOf)
}

async function purseNamed(
  session: Session,
  standing: Parameters<typeof purseIn>[1],
  id: string
): Promise<Purse | null> {
  const row = await session.one(voucherById, { id })
  return row === undefined ? null : purseIn(session, standing, voucherOf(row))
}

async function rewardExists(session: Session, { reward }: Redemption): Promise<boolean> {
  const id = reward?.id ?? null
  return id !== null && (await session.one(rewardById, { id })) !== undefined
}

/** The order it paid for, and what its canceling takes back. */
async function orderPaid(
  session: Session,
  redemption: Redemption
): Promise<Pick<RollbackFacts, 'order' | 'earned' | 'previousOrder'>> {
  const paid = orderPaidBy(redemption)
  const row = paid === null ? undefined : await session.one(orderById, { id: paid.id })
  const order: Order | null = row === undefined ? null : orderOf(row)
  const canceling = { status: 'CANCELED' } as const
  return {
    order,
    earned: await loadEarnedBefore(session, order, canceling),
    previousOrder: await previousOrder(session, order, canceling)
  }
}

/** Redemptions looked at together. */
const PAGE = 500

/**
 * The scopes in which a redemption is among those that were made before periods were counted: at
 * least as many of the scope came after it as are in periods. Only a database that is older than
 * the counting has any, and then no more is read than what came since.
 */
async function olderScopes(
  session: Session,
  row: Row<'redemptions'>
): Promise<readonly CountScope[]> {
  const scopes = scopesRecorded(row)
  const found = await session.all(redemptionCountsOf, {
    objectIds: [...new Set(scopes.map(({ objectId }) => objectId))],
    customerId: row.customerId,
    apiKey: row.record.channel.id
  })
  const tallies = found
    .filter(count => count.countedBefore > 0 && scopes.some(scope => isSameScope(scope, count)))
    .map(count => ({ scope: count, left: count.total - count.countedBefore }))
  for (let after = row.id; tallies.some(({ left }) => left > 0); ) {
    const page = await session.all(redemptionsAfter, { after, limit: PAGE })
    const later = page.flatMap(scopesRecorded)
    for (const tally of tallies) {
      tally.left -= later.filter(scope => isSameScope(scope, tally.scope)).length
    }
    if (page.length < PAGE) break
    after = (page.at(-1) as Row<'redemptions'>).id
  }
  return tallies.filter(({ left }) => left <= 0).map(({ scope }) => scope)
}
