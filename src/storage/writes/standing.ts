/**
 * The statements that write where customers stand: tiers, segments, referrals, reviews, limits, and
 * what is undone of a redemption.
 *
 * They read like those of writes.ts: no row back is a guard that was lost. What is counted by day,
 * week and month keeps only the newest of each: a redemption of an earlier one, which another
 * process may have decided a moment before midnight, counts in the total alone.
 *
 * Spec: none; Decisions 32, 55 and 56.
 */
import { and, eq, gt, type SQL, sql } from 'drizzle-orm/sql'
import type { Dialect } from '../engine/dialect.ts'
import { found, given, placed, plus } from '../writes.ts'

const value = sql.placeholder

/** All of them; statements.ts adds them to those of writes.ts. */
export function standingWrites(dialect: Dialect) {
  return {
    ...memberWrites(dialect),
    ...reviewWrites(dialect),
    ...countWrites(dialect),
    ...rollbackWrites(dialect),
    ...totalsWrites(dialect)
  }
}

function memberWrites({ db, t }: Dialect) {
  const { tierMemberships: tiers, segmentMembers: members, pendingPoints: pending, shortfalls } = t
  const { referrerTotals: referrers } = t
  return {
    saveTierMembership: () =>
      db
        .update(tiers)
        .set(
          placed(tiers, [
            'campaignId',
            'customerId',
            'tierId',
            'startedAt',
            'expiresOn',
            'periodStartsOn',
            'pointsBefore',
            'updatedAt',
            'version'
          ])
        )
        .where(
          and(
            eq(tiers.projectId, value('projectId')),
            eq(tiers.voucherId, value('voucherId')),
            eq(tiers.version, value('versionBefore'))
          )
        )
        .returning(found)
        .prepare('saveTierMembership'),
    deleteShortfall: () =>
      db
        .delete(shortfalls)
        .where(
          and(
            eq(shortfalls.projectId, value('projectId')),
            eq(shortfalls.voucherId, value('voucherId')),
            eq(shortfalls.subjectId, value('subjectId'))
          )
        )
        .returning(found)
        .prepare('deleteShortfall'),
    leaveSegment: () =>
      db
        .delete(members)
        .where(
          and(
            eq(members.projectId, value('projectId')),
            eq(members.customerId, value('customerId')),
            eq(members.segmentId, value('segmentId'))
          )
        )
        .returning(found)
        .prepare('leaveSegment'),
    adjustPendingPoints: () =>
      db
        .update(pending)
        .set(placed(pending, ['points', 'updatedAt']))
        .where(
          and(
            eq(pending.projectId, value('projectId')),
            eq(pending.id, value('id')),
            eq(pending.status, 'PENDING'),
            eq(pending.points, value('pointsBefore'))
          )
        )
        .returning(found)
        .prepare('adjustPendingPoints'),
    countReferred: () =>
      db
        .insert(referrers)
        .values({
          projectId: value('projectId'),
          customerId: value('customerId'),
          campaignId: value('campaignId'),
          referredCustomers: 1
        })
        .onConflictDoUpdate({
          target: [referrers.projectId, referrers.customerId, referrers.campaignId],
          set: { referredCustomers: sql`${referrers.referredCustomers} + 1` }
        })
        .returning(found)
        .prepare('countReferred')
  }
}

function reviewWrites({ db, t: { reviews } }: Dialect) {
  const standsAt = and(
    eq(reviews.projectId, value('projectId')),
    eq(reviews.after, value('afterBefore'))
  )
  return {
    openReview: () =>
      db
        .insert(reviews)
        .values({ projectId: value('projectId'), after: '', reviewedOn: null })
        .onConflictDoUpdate({ target: reviews.projectId, set: { after: '' } })
        .returning(found)
        .prepare('openReview'),
    progressReview: () =>
      db
        .update(reviews)
        .set(placed(reviews, ['after']))
        .where(standsAt)
        .returning(found)
        .prepare('progressReview'),
    endReview: () =>
      db
        .update(reviews)
        .set({ after: null, ...placed(reviews, ['reviewedOn']) })
        .where(standsAt)
        .returning(found)
        .prepare('endReview')
  }
}

const PERIODS = [
  ['day', 'dayCount'],
  ['week', 'weekCount'],
  ['month', 'monthCount']
] as const

function countWrites({ db, t: { redemptionCounts: counts } }: Dialect) {
  // Null relies on nothing.
  const { total } = counts
  const asRead = sql`${total} = coalesce(${given(total, 'totalBefore')}, ${total})`
  const more = PERIODS.flatMap(([period, count]): [string, SQL][] => {
    const [known, sent] = [counts[period], sql.raw(`excluded.${period}`)]
    const counted = sql`case when ${known} = ${sent} then ${counts[count]} + 1
      when ${known} < ${sent} then 1 else ${counts[count]} end`
    return [
      [period, sql`case when ${known} < ${sent} then ${sent} else ${known} end`],
      [count, counted]
    ]
  })
  // 1 for one that was made before periods were counted, else 0.
  const before = given(counts.countedBefore, 'before')
  const less = PERIODS.map(([period, count]): [string, SQL] => [
    count,
    sql`${counts[count]} - case when ${counts[period]} = ${given(counts[period], period)}
      and ${before} = 0 and ${counts[count]} > 0 then 1 else 0 end`
  ])
  return {
    /** One more; the first one of its scope, too, because a count that is not there is 0. */
    countRedemption: () =>
      db
        .insert(counts)
        .values({
          projectId: value('projectId'),
          object: value('object'),
          objectId: value('objectId'),
          by: value('by'),
          byId: value('byId'),
          total: 1,
          day: value('day'),
          dayCount: 1,
          week: value('week'),
          weekCount: 1,
          month: value('month'),
          monthCount: 1,
          ordersAmount: value('ordersAmount'),
          ordersDiscountAmount: value('ordersDiscountAmount')
        })
        .onConflictDoUpdate({
          target: [counts.projectId, counts.objectId, counts.by, counts.byId],
          set: {
            total: sql`${counts.total} + 1`,
            ordersAmount: plus(counts.ordersAmount, 'ordersAmount'),
            ordersDiscountAmount: plus(counts.ordersDiscountAmount, 'ordersDiscountAmount'),
            ...Object.fromEntries(more)
          },
          setWhere: asRead
        })
        .returning(found)
        .prepare('countRedemption'),
    /** One less, of the periods it was made in, or of those that are in none. */
    uncountRedemption: () =>
      db
        .update(counts)
        .set({
          total: sql`${counts.total} - 1`,
          ordersAmount: sql`${counts.ordersAmount} - ${given(counts.ordersAmount, 'ordersAmount')}`,
          ordersDiscountAmount: sql`${counts.ordersDiscountAmount} -
            ${given(counts.ordersDiscountAmount, 'ordersDiscountAmount')}`,
          countedBefore: sql`${counts.countedBefore} - ${before}`,
          ...Object.fromEntries(less)
        })
        .where(
          and(
            eq(counts.projectId, value('projectId')),
            eq(counts.objectId, value('objectId')),
            eq(counts.by, value('by')),
            eq(counts.byId, value('byId')),
            asRead
          )
        )
        .returning(found)
        .prepare('uncountRedemption')
  }
}

function rollbackWrites({ db, t: { redemptions, rewards } }: Dialect) {
  return {
    countRewardReleased: () =>
      db
        .update(rewards)
        .set({ redeemed: sql`${rewards.redeemed} - 1` })
        .where(
          and(
            eq(rewards.projectId, value('projectId')),
            eq(rewards.id, value('id')),
            gt(rewards.redeemed, 0)
          )
        )
        .returning(found)
        .prepare('countRewardReleased'),
    rollBackRedemption: () =>
      db
        .update(redemptions)
        .set({
          result: 'FAILURE',
          status: 'ROLLED_BACK',
          ...placed(redemptions, ['failureCode', 'failureMessage'])
        })
        .where(
          and(
            eq(redemptions.projectId, value('projectId')),
            eq(redemptions.id, value('id')),
            eq(redemptions.status, 'SUCCEEDED')
          )
        )
        .returning(found)
        .prepare('rollBackRedemption')
  }
}

function totalsWrites({ db, t: { customerTotals: totals } }: Dialect) {
  return {
    /** No row back is no lost race: the order that is paid no longer was not the last one. */
    replaceLastOrder: () =>
      db
        .update(totals)
        .set(placed(totals, ['lastOrderAmount', 'lastOrderDate']))
        .where(
          and(
            eq(totals.projectId, value('projectId')),
            eq(totals.customerId, value('customerId')),
            eq(totals.lastOrderDate, value('gone'))
          )
        )
        .returning(found)
        .prepare('replaceLastOrder')
  }
}
