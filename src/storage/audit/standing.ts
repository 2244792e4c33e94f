/**
 * The part of the audit about where customers stand: points that wait, tiers, referrals, limits,
 * and what was rolled back.
 *
 * What a limit counts by day, week and month is counted again in the periods whose first days are
 * stored, because those of another moment are kept nowhere.
 *
 * Spec: PendingPointsEntry, CustomerLoyalty.
 */
import { aliasedTable } from 'drizzle-orm/alias'
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm/sql'
import { amountsRecorded, isAmong, scopesRecorded } from '../../decisions/redemptions/limits.ts'
import type { CountScope, RedemptionCount } from '../../model.ts'
import { addDays, type Day, dayAt } from '../../rules/validity.ts'
import { type Given, type Row, type RowOf, same, statement } from '../engine/statements.ts'
import { agreeOnOrder, auditRecorded } from './orders.ts'
import {
  agree,
  auditedRedemptions,
  disagree,
  namedIn,
  numberOf,
  ofProject,
  type Paged,
  pageAfter,
  pages,
  type Ranged,
  type Scope,
  withinRange
} from './recounts.ts'

/** Points that waited came once, as many as they were; others did not come. */
export async function auditPending(scope: Scope): Promise<void> {
  const { session, project } = scope
  for await (const { rows } of pages(scope, auditedPendingWithCards)) {
    for (const { pending: row, holderId, cardCampaignId } of rows) {
      const { id, orderId, status, points, customerId, campaignId } = row
      agree(scope, `the customer of pending points ${id}`, holderId, customerId)
      agree(scope, `the campaign of pending points ${id}`, cardCampaignId, campaignId)
      let credited = 0
      for (const entry of await session.all(auditedAccrualsOfOrder, { project, orderId })) {
        if (entry.cause.pendingId === id) credited += entry.amount
      }
      const due = status === 'ACTIVATED' ? points : 0
      agree(scope, `the number of points credited for pending points ${id}`, due, credited)
    }
  }
}

/** A card that somebody holds stands in a tier of its own program, or in none. */
export async function auditTiers(scope: Scope): Promise<void> {
  for await (const { rows } of pages(scope, auditedTierMemberships)) {
    for (const { id, membership: row, code, holderId, cardCampaignId, tierCampaignId } of rows) {
      const { customerId, campaignId, tierId, startedAt, expiresOn } = row
      const whose = `the place in a tier of loyalty card ${code ?? id}`
      agree(scope, `the customer of ${whose}`, holderId, customerId)
      agree(scope, `the campaign of ${whose}`, cardCampaignId, campaignId)
      if (tierId !== null) {
        agree(scope, `the campaign of tier ${tierId} in ${whose}`, campaignId, tierCampaignId)
      }
      if ((startedAt === null) !== (tierId === null) || (expiresOn !== null && tierId === null)) {
        const tier = tierId ?? 'no tier'
        disagree(scope, `${whose} has dates that do not fit it, ${tier}.`)
      }
    }
  }
}

/** All redemptions are read once for each so many counts. */
const PAGE_LIMITS = 50_000

export async function auditLimits(scope: Scope): Promise<void> {
  const { session, project } = scope
  await auditCounted(scope)
  let kept = 0
  for (let after = { afterObject: '', afterBy: '', afterId: '' }; ; ) {
    const values = { project, ...after, limit: PAGE_LIMITS }
    const page = await session.all(auditedRedemptionCounts, values)
    const recounted = new Map(page.map(count => [keyOf(count), noneSince(count)]))
    const made = await recount(scope, recounted)
    for (const count of page) {
      kept += count.total
      const counted = recounted.get(keyOf(count)) ?? count
      const whose = `of redemptions of ${keyOf(count)}`
      const { day, week, month } = count
      agree(scope, `the number ${whose}`, counted.total, count.total)
      agree(scope, `the number ${whose} on ${day}`, counted.dayCount, count.dayCount)
      agree(scope, `the number ${whose} in the week of ${week}`, counted.weekCount, count.weekCount)
      const inMonth = `the number ${whose} in the month of ${month}`
      agree(scope, inMonth, counted.monthCount, count.monthCount)
      agree(scope, `the sum of the orders ${whose}`, counted.ordersAmount, count.ordersAmount)
      const off = `the sum of the discounts ${whose}`
      agree(scope, off, counted.ordersDiscountAmount, count.ordersDiscountAmount)
    }
    const end = page.at(-1)
    if (end === undefined || page.length < PAGE_LIMITS) {
      // A count that is missing was on no page.
      agree(scope, 'the number of redemptions that are counted for limits', made, kept)
      return
    }
    after = { afterObject: end.objectId, afterBy: end.by, afterId: end.byId }
  }
}

/** Each redemption is counted in the kinds of count that have all of them. */
async function auditCounted(scope: Scope): Promise<void> {
  const { session, project } = scope
  const { kept = 0, filled = 0 } = (await session.one(auditedCountKinds, { project })) ?? {}
  if ((filled & ~kept) !== 0) {
    disagree(scope, 'limits use counts of redemptions that are not kept up to date.')
  }
  for await (const { rows } of pages(scope, auditedRedemptions)) {
    for (const row of rows) {
      const missing = scopesRecorded(row).filter(each => isAmong(each, filled & ~row.countedIn))
      for (const key of missing.map(keyOf)) {
        disagree(scope, `redemption ${row.id} is not counted among those of ${key}.`)
      }
    }
  }
}

function keyOf({ object, objectId, by, byId }: CountScope): string {
  const words = (kind: string) => kind.replaceAll('_', ' ')
  const whom = by === 'any' ? '' : ` by ${words(by)} ${byId}`
  return `${words(object)} ${objectId}${whom}`
}

function noneSince(count: RedemptionCount): RedemptionCount {
  const none = { total: 0, dayCount: 0, weekCount: 0, monthCount: 0 }
  return { ...count, ...none, ordersAmount: 0, ordersDiscountAmount: 0 }
}

/** Adds every redemption, by id, to the counts that are there; how often it counts in all. */
async function recount(scope: Scope, counts: Map<string, RedemptionCount>): Promise<number> {
  let made = 0
  for await (const { rows } of pages(scope, auditedRedemptions)) {
    for (const row of rows) {
      const day = dayAt(row.date, scope.zone)
      const counted = scopesRecorded(row).filter(each => isAmong(each, row.countedIn))
      for (const key of counted.map(keyOf)) {
        made++
        const count = counts.get(key)
        if (count !== undefined) counts.set(key, oneMore(count, day, row))
      }
    }
  }
  return made
}

type Redeemed = RowOf<typeof auditedRedemptions>

function oneMore(count: RedemptionCount, day: Day, redeemed: Redeemed): RedemptionCount {
  const { ordersAmount, ordersDiscountAmount } = amountsRecorded(redeemed)
  const inDay = day === count.day
  const inWeek = count.week <= day && day < addDays(count.week, 7)
  const inMonth = day.slice(0, 7) === count.month.slice(0, 7)
  return {
    ...count,
    total: count.total + 1,
    dayCount: count.dayCount + (inDay ? 1 : 0),
    weekCount: count.weekCount + (inWeek ? 1 : 0),
    monthCount: count.monthCount + (inMonth ? 1 : 0),
    ordersAmount: count.ordersAmount + ordersAmount,
    ordersDiscountAmount: count.ordersDiscountAmount + ordersDiscountAmount
  }
}

interface RollbackFound {
  readonly id: string
  readonly rollback: Row<'redemptions'>
  readonly parent: Row<'redemptions'> | null
}

/** Each rollback undoes one redemption, whole, with what its reward gave, and whatever was rolled back was so once. */
export async function auditRollbacks(scope: Scope): Promise<void> {
  const { session, project } = scope
  let undone = 0
  let tookCoupons = 0
  for await (const page of pages(scope, auditedRollbackRecords)) {
    // The types of a table that is joined to itself say that there is no record.
    const rows = page.rows as unknown as readonly RollbackFound[]
    tookCoupons += await auditTakenBack(scope, rows)
    for (const { id, rollback, parent } of rows) {
      undone++
      const { parentId, points, stackId, record } = rollback
      const whose = `redemption ${parentId}, which ${id} rolls back,`
      agree(scope, `the status of ${whose}`, 'ROLLED_BACK', parent?.status)
      agree(
        scope,
        `the number of points of ${whose}`,
        points === null ? null : -points,
        parent?.points
      )
      const credit = 0 - (record.gift?.amount ?? 0)
      agree(scope, `the credit of ${whose}`, credit, parent?.record.gift?.amount ?? 0)
      const isPart = (parent?.stackId ?? null) !== null
      agree(scope, `whether ${whose} is part of a stack`, stackId !== null, isPart)
      if (parent === null) continue
      const named = parent.stackId ?? parent.id
      const { order } = parent.record
      auditRecorded(scope, { id, order: record.order, named, isPart })
      // Both have it as it was when that took its payment back.
      if (order?.redemptions[named]?.rollbackId === undefined) {
        auditRecorded(scope, { id: parent.id, order, named, isPart })
      } else agreeOnOrder(scope, `the order of ${whose}`, record.order, order)
    }
  }
  const rolledBack = await session.one(auditedRolledBackCount, { project })
  agree(scope, 'the number of redemptions rolled back', undone, rolledBack?.counted ?? 0)
  const takenBack = await session.one(auditedTakenBackCount, { project })
  const what = 'the number of coupons that went back with their rewards'
  agree(scope, what, tookCoupons, takenBack?.counted ?? 0)
}

/**
 * A rollback of a reward took back the coupon that the reward gave, where its customer has it.
 * Resolves with how many coupons name their rollbacks.
 */
async function auditTakenBack(
  scope: Scope,
  rows: readonly Pick<RollbackFound, 'id' | 'rollback' | 'parent'>[]
): Promise<number> {
  const rollbackOf = new Map<string, Pick<RollbackFound, 'id' | 'rollback'>>()
  for (const { id, rollback, parent } of rows) {
    const given = parent?.record.reward?.voucher?.voucher
    if (given?.type === 'DISCOUNT_VOUCHER') rollbackOf.set(given.id, { id, rollback })
  }
  if (rollbackOf.size === 0) return 0
  const { session, project } = scope
  let named = 0
  const ids = [...rollbackOf.keys()]
  for (const coupon of await session.all(auditedCoupons, { project, ids })) {
    const { id, rollback } = rollbackOf.get(coupon.id) as Pick<RollbackFound, 'id' | 'rollback'>
    if (coupon.holderId === null || coupon.holderId !== rollback.customerId) continue
    agree(scope, `the rollback that took back coupon ${coupon.code}`, id, coupon.takenBackBy)
    named += coupon.takenBackBy === null ? 0 : 1
  }
  return named
}

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

export const auditedTierMemberships = statement(
  ({ db, t: { tierMemberships: m, vouchers: v, loyaltyTiers: tiers } }, given: Given<Paged>) =>
    db
      .select({
        id: m.voucherId,
        membership: m,
        code: v.code,
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

export const auditedShortfalls = statement(({ db, t: { shortfalls: s } }, given: Given<Ranged>) =>
  db
    .select()
    .from(s)
    .where(withinRange(s, s.voucherId, given))
    .orderBy(asc(s.voucherId), asc(s.subjectId))
)

/** What came to a range of vouchers by redemptions that are undone. */
export const auditedUndone = statement(({ db, t }, given: Given<Ranged>) => {
  const { ledgerEntries: e, redemptions } = t
  const { voucherId, type, amount, lots, redemptionId } = e
  return db
    .select({ voucherId, type, amount, lots, redemptionId })
    .from(e)
    .innerJoin(redemptions, same(redemptions, e, e.redemptionId))
    .where(
      and(
        withinRange(e, e.voucherId, given),
        inArray(e.type, ['POINTS_ADDITION', 'CREDITS_ADDITION']),
        eq(redemptions.status, 'ROLLED_BACK')
      )
    )
    .orderBy(asc(e.voucherId), asc(e.id))
})

/** Points that came with tiers and segments, and that undoing a redemption took back. */
export const auditedBonuses = statement(({ db, t }, given: Given<Ranged>) => {
  const { ledgerEntries: e, redemptions } = t
  const { voucherId, type, amount, lots, redemptionId } = e
  return db
    .select({ voucherId, type, amount, lots, redemptionId })
    .from(e)
    .innerJoin(redemptions, same(redemptions, e, e.takenBackBy))
    .where(withinRange(e, e.voucherId, given))
    .orderBy(asc(e.voucherId), asc(e.id))
})

/** The orders that earned on a range of vouchers, with what was taken back of them. */
export const auditedEarned = statement(({ db, t }, given: Given<Ranged>) => {
  const { ledgerEntries: e, orders: o } = t
  const earning = db
    .select({ id: e.orderId })
    .from(e)
    .where(and(withinRange(e, e.voucherId, given), isNotNull(e.orderId)))
  return db
    .select({ earned: o.earned })
    .from(o)
    .where(and(ofProject(o, given), isNotNull(o.earned), inArray(o.id, earning)))
    .orderBy(asc(o.id))
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

export const auditedCountKinds = statement(
  ({ db, t: { countKinds } }, given: Given<{ project: string }>) =>
    db
      .select({ kept: countKinds.kept, filled: countKinds.filled })
      .from(countKinds)
      .where(ofProject(countKinds, given))
)

export const auditedRedemptionCounts = statement(
  (
    { db, t: { redemptionCounts: counts } },
    given: Given<
      { project: string; limit: number } & Record<'afterObject' | 'afterBy' | 'afterId', string>
    >
  ) => {
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

export const auditedCoupons = namedIn('vouchers', ['id', 'code', 'holderId', 'takenBackBy'], ['id'])

export const auditedTakenBackCount = numberOf('vouchers', voucher => isNotNull(voucher.takenBackBy))

export const auditedRolledBackCount = numberOf('redemptions', redemption =>
  eq(redemption.status, 'ROLLED_BACK')
)
