/**
 * The statements of the audit about where customers stand: each row with what it must agree with.
 */
import { aliasedTable } from 'drizzle-orm/alias'
import { and, asc, count, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm/sql'
import { among, same } from '../engine/clauses.ts'
import { type Given, statement } from '../engine/statements.ts'
import { ofProject, type Paged, pageAfter, type Ranged, withinRange } from './recounts.ts'

/** Points that wait, with the card they are of. */
export const auditedPendingWithCards = statement(
  ({ db, t: { pendingPoints: p, vouchers: v } }, given: Given<Paged>) =>
    db
      .select({ id: p.id, pending: p, holderId: v.holderId, cardCampaignId: v.campaignId })
      .from(p)
      .leftJoin(v, same(v, p, p.voucherId))
      .where(pageAfter(p, p.id, given))
      .orderBy(asc(p.id))
      .limit(given.limit)
)

export const auditedAccrualsOfOrder = statement(
  ({ db, t: { ledgerEntries: e } }, given: Given<{ project: string; orderId: string | null }>) =>
    db
      .select({ amount: e.amount, cause: e.cause })
      .from(e)
      .where(and(ofProject(e, given), eq(e.orderId, given.orderId), eq(e.type, 'POINTS_ACCRUAL')))
      .orderBy(asc(e.id))
)

/** Tiers that cards stand in, with the card and the tier. */
export const auditedTierMemberships = statement(
  ({ db, t: { tierMemberships: m, vouchers: v, loyaltyTiers: tiers } }, given: Given<Paged>) =>
    db
      .select({
        id: m.voucherId,
        membership: m,
        holderId: v.holderId,
        cardCampaignId: v.campaignId,
        tierCampaignId: tiers.campaignId
      })
      .from(m)
      .leftJoin(v, same(v, m, m.voucherId))
      .leftJoin(tiers, same(tiers, m, m.tierId))
      .where(pageAfter(m, m.voucherId, given))
      .orderBy(asc(m.voucherId))
      .limit(given.limit)
)

/** What is short on a range of vouchers. */
export const auditedShortfalls = statement(({ db, t: { shortfalls: s } }, given: Given<Ranged>) =>
  db
    .select()
    .from(s)
    .where(withinRange(s, s.voucherId, given))
    .orderBy(asc(s.voucherId), asc(s.subjectId))
)

/** What came to a range of vouchers by orders and redemptions that are undone. */
export const auditedUndone = statement(({ db, t }, given: Given<Ranged>) => {
  const { ledgerEntries: e, orders, redemptions } = t
  return db
    .select({
      voucherId: e.voucherId,
      type: e.type,
      amount: e.amount,
      lots: e.lots,
      redemptionId: e.redemptionId
    })
    .from(e)
    .leftJoin(orders, same(orders, e, e.orderId))
    .leftJoin(redemptions, same(redemptions, e, e.redemptionId))
    .where(
      and(
        withinRange(e, e.voucherId, given),
        inArray(e.type, ['POINTS_ACCRUAL', 'POINTS_ADDITION', 'CREDITS_ADDITION']),
        or(isNotNull(orders.takenBackAt), eq(redemptions.status, 'ROLLED_BACK'))
      )
    )
    .orderBy(asc(e.voucherId), asc(e.id))
})

/** A canceled order of somebody who is still there, which has not given back what it brought. */
export const auditedCanceledOrder = statement(
  ({ db, t: { orders: o, customers: c } }, given: Given<{ project: string }>) =>
    db
      .select({ id: o.id })
      .from(o)
      .innerJoin(c, same(c, o, o.customerId))
      .where(
        and(
          ofProject(o, given),
          eq(o.status, 'CANCELED'),
          isNotNull(o.earnedAt),
          isNull(o.takenBackAt),
          isNull(c.deletedAt)
        )
      )
      .limit(1)
)

/** How many each of a range of customers sent, counted again. */
export const auditedReferrals = statement(({ db, t: { referrals: r } }, given: Given<Ranged>) =>
  db
    .select({ id: r.referrerId, campaignId: r.campaignId, counted: count() })
    .from(r)
    .where(withinRange(r, r.referrerId, given))
    .groupBy(r.referrerId, r.campaignId)
)

export const auditedReferrerTotals = statement(
  ({ db, t: { referrerTotals: totals } }, given: Given<Ranged>) =>
    db
      .select()
      .from(totals)
      .where(withinRange(totals, totals.customerId, given))
)

type CountsPaged = {
  project: string
  afterObject: string
  afterBy: string
  afterId: string
  limit: number
}

export const auditedRedemptionCounts = statement(
  ({ db, t: { redemptionCounts: counts } }, given: Given<CountsPaged>) => {
    const key = sql`(${counts.objectId}, ${counts.by}, ${counts.byId})`
    const after = sql`(${given.afterObject}, ${given.afterBy}, ${given.afterId})`
    return db
      .select()
      .from(counts)
      .where(and(ofProject(counts, given), sql`${key} > ${after}`))
      .orderBy(asc(counts.objectId), asc(counts.by), asc(counts.byId))
      .limit(given.limit)
  }
)

/** Rollbacks, with the redemption that each is of. */
export const auditedRollbackRecords = statement(
  ({ db, t: { redemptions: r } }, given: Given<Paged>) => {
    const parent = aliasedTable(r, 'parent')
    const isParent = and(eq(parent.projectId, r.projectId), eq(parent.id, r.parentId))
    return db
      .select({ id: r.id, rollback: r, parent })
      .from(r)
      .leftJoin(parent, isParent)
      .where(and(pageAfter(r, r.id, given), eq(r.status, 'SUCCEEDED'), isNotNull(r.parentId)))
      .orderBy(asc(r.id))
      .limit(given.limit)
  }
)

/** What entries say that redemptions took. */
export const auditedPaymentsOf = statement(
  (dialect, given: Given<{ project: string; redemptionIds: readonly string[] }>) => {
    const { ledgerEntries: e } = dialect.t
    return dialect.db
      .select({ redemptionId: e.redemptionId, type: e.type, amount: e.amount })
      .from(e)
      .where(
        and(
          ofProject(e, given),
          among(dialect, e.redemptionId, given.redemptionIds),
          inArray(e.type, ['CREDITS_REDEMPTION', 'POINTS_REDEMPTION'])
        )
      )
  }
)

export const auditedRolledBackCount = statement(
  ({ db, t: { redemptions: r } }, given: Given<{ project: string }>) =>
    db
      .select({ counted: count() })
      .from(r)
      .where(and(ofProject(r, given), eq(r.status, 'ROLLED_BACK')))
)
