/**
 * The SELECTs of where customers stand: tiers, segments, referrals, limits, what an order or a
 * redemption moved.
 *
 * Sorted by what they are found by wherever more than one row can come back, as are those of
 * goods. What is over by the calendar is asked for by project, since days begin where it is.
 *
 * Spec: Resources, Earning rule (`loyalty_tier`, `segment`), Customer (`referrals`); Decision 56.
 */
import type { PgColumn } from 'drizzle-orm/pg-core'
import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  lt,
  not,
  or,
  type SQL,
  sql
} from 'drizzle-orm/sql'
import { among } from '../engine/clauses.ts'
import type { Dialect } from '../engine/dialect.ts'

const value = sql.placeholder

/** All of them; selects.ts adds them to its own. */
export function standingSelects(dialect: Dialect) {
  return {
    ...programSelects(dialect),
    ...tierSelects(dialect),
    ...referralSelects(dialect),
    ...reviewSelects(dialect),
    ...countSelects(dialect),
    ...movementSelects(dialect),
    ...calendarSelects(dialect)
  }
}

function mine(table: { readonly projectId: PgColumn }): SQL {
  return eq(table.projectId, value('projectId'))
}

function programSelects(dialect: Dialect) {
  const { db, t } = dialect
  return {
    /**
     * Like `earningRulesOn`, for any of the events of a JSON array: by event, then as there. By
     * campaign alone, the engine would walk through the rules of every event.
     */
    earningRulesOnAny: () =>
      db
        .select({ rule: t.earningRules, campaign: t.campaigns })
        .from(t.earningRules)
        .innerJoin(
          t.campaigns,
          and(
            eq(t.campaigns.projectId, t.earningRules.projectId),
            eq(t.campaigns.id, t.earningRules.campaignId)
          )
        )
        .where(
          and(
            mine(t.earningRules),
            among(dialect, t.earningRules.event, 'events'),
            eq(t.earningRules.active, true)
          )
        )
        .orderBy(asc(t.earningRules.event), asc(t.earningRules.campaignId), asc(t.earningRules.id))
        .prepare('earningRulesOnAny'),
    /** The segments that follow from what is known of a customer. */
    segmentsWithFilter: () =>
      db
        .select()
        .from(t.segments)
        .where(and(mine(t.segments), eq(t.segments.type, 'auto-update')))
        .orderBy(asc(t.segments.id))
        .prepare('segmentsWithFilter')
  }
}

function tierSelects(dialect: Dialect) {
  const { db, t } = dialect
  const { loyaltyTiers: tiers, tierMemberships: memberships } = t
  return {
    loyaltyTiersOfProject: () =>
      db
        .select()
        .from(tiers)
        .where(mine(tiers))
        .orderBy(asc(tiers.campaignId), asc(tiers.pointsFrom), asc(tiers.id))
        .prepare('loyaltyTiersOfProject'),
    tierMembershipsOfCustomer: () =>
      db
        .select()
        .from(memberships)
        .where(and(mine(memberships), eq(memberships.customerId, value('customerId'))))
        .orderBy(asc(memberships.voucherId))
        .prepare('tierMembershipsOfCustomer'),
    tierMembershipOf: () =>
      db
        .select()
        .from(memberships)
        .where(and(mine(memberships), eq(memberships.voucherId, value('voucherId'))))
        .prepare('tierMembershipOf'),
    /** Tiers whose last day is before `day`, but not of the cards of `except`. */
    tierMembershipsLapsedIn: () =>
      db
        .select({ voucherId: memberships.voucherId, customerId: memberships.customerId })
        .from(memberships)
        .where(
          and(
            mine(memberships),
            lt(memberships.expiresOn, value('day')),
            not(among(dialect, memberships.voucherId, 'except'))
          )
        )
        .orderBy(asc(memberships.expiresOn), asc(memberships.voucherId))
        .limit(value('limit'))
        .prepare('tierMembershipsLapsedIn')
  }
}

function referralSelects({ db, t }: Dialect) {
  const { referrals, referrerTotals: totals, campaigns } = t
  const ofCustomer = and(mine(referrals), eq(referrals.customerId, value('customerId')))
  return {
    /** Who sent a customer to a campaign. */
    referralOf: () =>
      db
        .select()
        .from(referrals)
        .where(and(ofCustomer, eq(referrals.campaignId, value('campaignId'))))
        .prepare('referralOf'),
    referralsOfCustomer: () =>
      db
        .select()
        .from(referrals)
        .where(ofCustomer)
        .orderBy(asc(referrals.campaignId))
        .prepare('referralsOfCustomer'),
    /** How many a customer sent, by campaign. */
    referrerTotalsOf: () =>
      db
        .select({
          campaignId: totals.campaignId,
          campaignName: campaigns.name,
          referredCustomers: totals.referredCustomers
        })
        .from(totals)
        .innerJoin(
          campaigns,
          and(eq(campaigns.projectId, totals.projectId), eq(campaigns.id, totals.campaignId))
        )
        .where(and(mine(totals), eq(totals.customerId, value('customerId'))))
        .orderBy(asc(totals.campaignId))
        .prepare('referrerTotalsOf')
  }
}

function reviewSelects({ db, t }: Dialect) {
  const { reviews, customers } = t
  return {
    /** One row, or none where the project never had a review. */
    reviewOf: () =>
      db
        .select({ after: reviews.after, reviewedOn: reviews.reviewedOn })
        .from(reviews)
        .where(mine(reviews))
        .prepare('reviewOf'),
    customersAfter: () =>
      db
        .select({ id: customers.id })
        .from(customers)
        .where(and(mine(customers), gt(customers.id, value('after')), isNull(customers.deletedAt)))
        .orderBy(asc(customers.id))
        .limit(value('limit'))
        .prepare('customersAfter')
  }
}

function countSelects(dialect: Dialect) {
  const { db, t } = dialect
  const { redemptionCounts: counts } = t
  const by = (who: 'any' | 'customer' | 'api_key', id: unknown) =>
    and(eq(counts.by, who), eq(counts.byId, id as string))
  return {
    /** Counts of the things of a JSON array: by anyone, by this customer, by this key. */
    redemptionCountsOf: () =>
      db
        .select()
        .from(counts)
        .where(
          and(
            mine(counts),
            among(dialect, counts.objectId, 'objectIds'),
            or(by('any', ''), by('customer', value('customerId')), by('api_key', value('apiKey')))
          )
        )
        .orderBy(asc(counts.objectId), asc(counts.by), asc(counts.byId))
        .prepare('redemptionCountsOf')
  }
}

/** What points wait or came, what brought them, and where they are now. */
function movementSelects(dialect: Dialect) {
  const { db, t } = dialect
  const { ledgerEntries: entries, pendingPoints: pending, lots, redemptions, shortfalls } = t
  return {
    /** What it credited, and what was taken back of that. */
    accrualsOfOrder: () =>
      db
        .select()
        .from(entries)
        .where(
          and(
            mine(entries),
            eq(entries.orderId, value('orderId')),
            inArray(entries.type, ['POINTS_ACCRUAL', 'POINTS_CANCELLATION'])
          )
        )
        .orderBy(asc(entries.id))
        .prepare('accrualsOfOrder'),
    /**
     * Of the cards of a JSON array, those whose day is on or before `day`. Looked up by card: in
     * the index of days the engine would walk through what is due on every card of the project.
     */
    pendingPointsDueOn: () =>
      db
        .select()
        .from(pending)
        .where(
          and(
            mine(pending),
            among(dialect, pending.voucherId, 'voucherIds'),
            sql`status = 'PENDING'`,
            sql`${pending.activatesOn} || '' <= ${value('day')}`
          )
        )
        .orderBy(asc(pending.voucherId), asc(pending.id))
        .prepare('pendingPointsDueOn'),
    pendingPointsOfOrder: () =>
      db
        .select()
        .from(pending)
        .where(and(mine(pending), eq(pending.orderId, value('orderId')), sql`status = 'PENDING'`))
        .orderBy(asc(pending.id))
        .prepare('pendingPointsOfOrder'),
    redemptionById: () =>
      db
        .select()
        .from(redemptions)
        .where(and(mine(redemptions), eq(redemptions.id, value('id'))))
        .prepare('redemptionById'),
    /** Those that still count, made after one. */
    redemptionsAfter: () =>
      db
        .select()
        .from(redemptions)
        .where(
          and(
            mine(redemptions),
            gt(redemptions.id, value('after')),
            eq(redemptions.status, 'SUCCEEDED'),
            isNull(redemptions.parentId)
          )
        )
        .orderBy(asc(redemptions.id))
        .limit(value('limit'))
        .prepare('redemptionsAfter'),
    entriesOfRedemption: () =>
      db
        .select()
        .from(entries)
        .where(and(mine(entries), eq(entries.redemptionId, value('redemptionId'))))
        .orderBy(asc(entries.id))
        .prepare('entriesOfRedemption'),
    /** What lapsed on the vouchers of a JSON array: an entry or so for each day it did. */
    expirationsOf: () =>
      db
        .select()
        .from(entries)
        .where(
          and(
            mine(entries),
            among(dialect, entries.voucherId, 'voucherIds'),
            sql`type = 'POINTS_EXPIRATION'`
          )
        )
        .orderBy(asc(entries.voucherId), asc(entries.id))
        .prepare('expirationsOf'),
    /** What is missing on the vouchers of a JSON array, for the oldest subject first. */
    shortfallsOf: () =>
      db
        .select()
        .from(shortfalls)
        .where(and(mine(shortfalls), among(dialect, shortfalls.voucherId, 'voucherIds')))
        .orderBy(asc(shortfalls.voucherId), asc(shortfalls.subjectId))
        .prepare('shortfallsOf'),
    /** By id, whether anything is left in them or not. */
    lotsNamed: () =>
      db
        .select()
        .from(lots)
        .where(and(mine(lots), among(dialect, lots.id, 'ids')))
        .orderBy(asc(lots.id))
        .prepare('lotsNamed')
  }
}

/** For whom something is due. */
function calendarSelects(dialect: Dialect) {
  const { db, t } = dialect
  const { customers, vouchers, pendingPoints: pending, tierMemberships: memberships } = t
  const arriving = db
    .select({ id: pending.id })
    .from(pending)
    .where(
      and(
        eq(pending.projectId, vouchers.projectId),
        eq(pending.voucherId, vouchers.id),
        sql`${pending.status} = 'PENDING'`,
        sql`${pending.activatesOn} || '' <= ${value('day')}`
      )
    )
  const ending = db
    .select({ id: memberships.voucherId })
    .from(memberships)
    .where(
      and(
        eq(memberships.projectId, vouchers.projectId),
        eq(memberships.voucherId, vouchers.id),
        sql`${memberships.expiresOn} < ${value('day')}`
      )
    )
  const cards = db
    .select({ id: vouchers.id })
    .from(vouchers)
    .where(
      and(
        eq(vouchers.projectId, customers.projectId),
        eq(vouchers.holderId, customers.id),
        sql`${vouchers.type} = 'LOYALTY_CARD'`,
        or(
          sql`${vouchers.nextExpirationDate} < ${value('day')}`,
          and(sql`${vouchers.pendingPoints} > 0`, exists(arriving)),
          exists(ending)
        )
      )
    )
  return {
    /** Of those of a JSON array, whose points lapse or arrive, or whose tier is over, by `day`. */
    customersDue: () =>
      db
        .select()
        .from(customers)
        .where(
          and(
            mine(customers),
            among(dialect, customers.id, 'ids'),
            isNull(customers.deletedAt),
            exists(cards)
          )
        )
        .orderBy(asc(customers.id))
        .prepare('customersDue')
  }
}
