/**
 * The SELECTs of the audit about where customers stand: each row with what it must agree with.
 *
 * Spec: none; Decision 43.
 */
import { aliasedTable } from 'drizzle-orm/alias'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { and, asc, count, eq, gt, isNotNull, lte, type SQL, sql } from 'drizzle-orm/sql'
import type { Dialect } from '../engine/dialect.ts'

const value = sql.placeholder

/** All of them; recounts.ts adds them to its own. */
export function standingRecounts(dialect: Dialect) {
  return {
    ...memberRecounts(dialect),
    ...referralRecounts(dialect),
    ...limitRecounts(dialect),
    ...shortfallRecounts(dialect),
    ...rollbackRecounts(dialect)
  }
}

/** Of one project, and of a range of ids in it. */
export function within(table: { readonly projectId: PgColumn }, id: PgColumn): SQL | undefined {
  return and(eq(table.projectId, value('project')), gt(id, value('after')), lte(id, value('last')))
}

function from(table: { readonly projectId: PgColumn }, id: PgColumn): SQL | undefined {
  return and(eq(table.projectId, value('project')), gt(id, value('after')))
}

/** Points that wait and tiers, with the card they are of. */
function memberRecounts({ db, t }: Dialect) {
  const { pendingPoints: pending, ledgerEntries: entries, loyaltyTiers: tiers, vouchers: v } = t
  const { tierMemberships: members } = t
  return {
    'audit pending points': () =>
      db
        .select({ id: pending.id, pending, holderId: v.holderId, cardCampaignId: v.campaignId })
        .from(pending)
        .leftJoin(v, and(eq(v.projectId, pending.projectId), eq(v.id, pending.voucherId)))
        .where(from(pending, pending.id))
        .orderBy(asc(pending.id))
        .limit(value('limit'))
        .prepare('audit pending points'),
    'audit accruals of order': () =>
      db
        .select({ amount: entries.amount, cause: entries.cause })
        .from(entries)
        .where(
          and(
            eq(entries.projectId, value('project')),
            eq(entries.orderId, value('orderId')),
            eq(entries.type, 'POINTS_ACCRUAL')
          )
        )
        .orderBy(asc(entries.id))
        .prepare('audit accruals of order'),
    'audit tier memberships': () =>
      db
        .select({
          id: members.voucherId,
          membership: members,
          holderId: v.holderId,
          cardCampaignId: v.campaignId,
          tierCampaignId: tiers.campaignId
        })
        .from(members)
        .leftJoin(v, and(eq(v.projectId, members.projectId), eq(v.id, members.voucherId)))
        .leftJoin(tiers, and(eq(tiers.projectId, members.projectId), eq(tiers.id, members.tierId)))
        .where(from(members, members.voucherId))
        .orderBy(asc(members.voucherId))
        .limit(value('limit'))
        .prepare('audit tier memberships')
  }
}

/** What is missing on a range of vouchers, and what is left there of what came. */
function shortfallRecounts({ db, t: { shortfalls, ledgerEntries: entries } }: Dialect) {
  const { projectId, voucherId, subjectId, points } = shortfalls
  const came = sql`(${entries.orderId} = ${subjectId} or ${entries.redemptionId} = ${subjectId})
    and ${entries.type} in ('POINTS_ACCRUAL', 'POINTS_ADDITION', 'POINTS_CANCELLATION')`
  const left = sql<number>`coalesce((
    select sum(${entries.amount}) from ${entries}
    where ${entries.projectId} = ${projectId} and ${entries.voucherId} = ${voucherId} and ${came}
  ), 0)`
  return {
    'audit shortfalls': () =>
      db
        .select({ voucherId, subjectId, points, left: left.mapWith(Number) })
        .from(shortfalls)
        .where(within(shortfalls, voucherId))
        .orderBy(asc(voucherId), asc(subjectId))
        .prepare('audit shortfalls')
  }
}

/** Who sent how many, of a range of those who send. */
function referralRecounts({ db, t }: Dialect) {
  const { referrals, referrerTotals: totals } = t
  return {
    'audit referrals': () =>
      db
        .select({ id: referrals.referrerId, campaignId: referrals.campaignId, counted: count() })
        .from(referrals)
        .where(within(referrals, referrals.referrerId))
        .groupBy(referrals.referrerId, referrals.campaignId)
        .prepare('audit referrals'),
    'audit referrer totals': () =>
      db
        .select()
        .from(totals)
        .where(within(totals, totals.customerId))
        .prepare('audit referrer totals')
  }
}

function limitRecounts({ db, t: { redemptionCounts: counts } }: Dialect) {
  const key = sql`(${counts.objectId}, ${counts.by}, ${counts.byId})`
  const afterKey = sql`(${value('afterObject')}, ${value('afterBy')}, ${value('afterId')})`
  return {
    'audit redemption counts': () =>
      db
        .select()
        .from(counts)
        .where(and(eq(counts.projectId, value('project')), sql`${key} > ${afterKey}`))
        .orderBy(asc(counts.objectId), asc(counts.by), asc(counts.byId))
        .limit(value('limit'))
        .prepare('audit redemption counts')
  }
}

/** Rollbacks with the redemption that each is of, and how many redemptions were rolled back. */
function rollbackRecounts({ db, t: { redemptions } }: Dialect) {
  const parent = aliasedTable(redemptions, 'parent')
  return {
    'audit rollbacks': () =>
      db
        .select({
          id: redemptions.id,
          parentId: redemptions.parentId,
          points: redemptions.points,
          parentStatus: parent.status,
          parentPoints: parent.points
        })
        .from(redemptions)
        .leftJoin(
          parent,
          and(eq(parent.projectId, redemptions.projectId), eq(parent.id, redemptions.parentId))
        )
        .where(
          and(
            from(redemptions, redemptions.id),
            eq(redemptions.status, 'SUCCEEDED'),
            isNotNull(redemptions.parentId)
          )
        )
        .orderBy(asc(redemptions.id))
        .limit(value('limit'))
        .prepare('audit rollbacks'),
    'audit redemptions rolled back': () =>
      db
        .select({ counted: count() })
        .from(redemptions)
        .where(
          and(eq(redemptions.projectId, value('project')), eq(redemptions.status, 'ROLLED_BACK'))
        )
        .prepare('audit redemptions rolled back')
  }
}
