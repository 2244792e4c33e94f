/**
 * The SELECTs of goods and of what points buy: products, orders, vouchers, lots, rewards.
 *
 * Sorted by what they are found by wherever more than one row can come back: sorted by id, an
 * engine would walk through the whole project for that order.
 *
 * Spec: Endpoints 4, 5, 6, 7 (what they must know).
 */
import { and, asc, count, desc, eq, gte, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm/sql'
import { among } from '../engine/clauses.ts'
import type { Dialect } from '../engine/dialect.ts'

const value = sql.placeholder

/** Products, SKUs, collections and orders. */
export function goodsSelects(dialect: Dialect) {
  const { db, t } = dialect
  return {
    productsById: () =>
      db
        .select()
        .from(t.products)
        .where(
          and(eq(t.products.projectId, value('projectId')), among(dialect, t.products.id, 'ids'))
        )
        .orderBy(asc(t.products.id))
        .prepare('productsById'),
    skusById: () =>
      db
        .select()
        .from(t.skus)
        .where(and(eq(t.skus.projectId, value('projectId')), among(dialect, t.skus.id, 'ids')))
        .orderBy(asc(t.skus.id))
        .prepare('skusById'),
    skusBySourceId: () =>
      db
        .select()
        .from(t.skus)
        .where(
          and(
            eq(t.skus.projectId, value('projectId')),
            among(dialect, t.skus.sourceId, 'sourceIds')
          )
        )
        // Not by id: an engine would walk the whole project for that order.
        .orderBy(asc(t.skus.sourceId))
        .prepare('skusBySourceId'),
    collectionsOfItems: () =>
      db
        .select({
          itemId: t.collectionItems.itemId,
          collectionId: t.collectionItems.collectionId
        })
        .from(t.collectionItems)
        .where(
          and(
            eq(t.collectionItems.projectId, value('projectId')),
            among(dialect, t.collectionItems.itemId, 'ids')
          )
        )
        .orderBy(asc(t.collectionItems.itemId), asc(t.collectionItems.collectionId))
        .prepare('collectionsOfItems'),
    collectionsNamed: () =>
      db
        .select()
        .from(t.productCollections)
        .where(
          and(
            eq(t.productCollections.projectId, value('projectId')),
            among(dialect, t.productCollections.id, 'ids')
          )
        )
        .orderBy(asc(t.productCollections.id))
        .prepare('collectionsNamed'),
    orderById: () =>
      db
        .select()
        .from(t.orders)
        .where(and(eq(t.orders.projectId, value('projectId')), eq(t.orders.id, value('id'))))
        .prepare('orderById'),
    orderBySourceId: () =>
      db
        .select()
        .from(t.orders)
        .where(
          and(eq(t.orders.projectId, value('projectId')), eq(t.orders.sourceId, value('sourceId')))
        )
        .prepare('orderBySourceId'),
    /** Of a customer's orders that are paid, and are not `except`, the one first paid last. */
    lastPaidOrder: () =>
      db
        .select({ totalAmount: t.orders.totalAmount, earnedAt: t.orders.earnedAt })
        .from(t.orders)
        .where(
          and(
            eq(t.orders.projectId, value('projectId')),
            eq(t.orders.customerId, value('customerId')),
            sql`earned_at is not null`,
            inArray(t.orders.status, ['PAID', 'FULFILLED']),
            ne(t.orders.id, value('except'))
          )
        )
        .orderBy(desc(t.orders.earnedAt), desc(t.orders.id))
        .limit(1)
        .prepare('lastPaidOrder')
  }
}

/** Vouchers, their lots, and rewards. */
export function voucherSelects(dialect: Dialect) {
  const { db, t } = dialect
  const mine = eq(t.vouchers.projectId, value('projectId'))
  const ofCampaign = eq(t.vouchers.campaignId, value('campaignId'))
  return {
    voucherByCode: () =>
      db
        .select()
        .from(t.vouchers)
        .where(and(mine, eq(t.vouchers.codeKey, value('codeKey'))))
        .prepare('voucherByCode'),
    voucherById: () =>
      db
        .select()
        .from(t.vouchers)
        .where(and(mine, eq(t.vouchers.id, value('id'))))
        .prepare('voucherById'),
    codesTaken: () =>
      db
        .select({ codeKey: t.vouchers.codeKey })
        .from(t.vouchers)
        .where(and(mine, among(dialect, t.vouchers.codeKey, 'codeKeys')))
        .orderBy(asc(t.vouchers.codeKey))
        .prepare('codesTaken'),
    /** How many codes have a shape; between two keys, so that the index bounds the search. */
    codesShapedCount: () =>
      db
        .select({ total: count() })
        .from(t.vouchers)
        .where(
          and(
            mine,
            gte(t.vouchers.codeKey, value('from')),
            lte(t.vouchers.codeKey, value('to')),
            dialect.name === 'sqlite'
              ? sql`${t.vouchers.codeKey} glob ${value('glob')}`
              : sql`${t.vouchers.codeKey} ~ ${value('regex')}`
          )
        )
        .prepare('codesShapedCount'),
    /** An active voucher of the campaign that nobody was given yet; the oldest. */
    spareVoucher: () =>
      db
        .select()
        .from(t.vouchers)
        .where(
          and(
            mine,
            ofCampaign,
            sql`published_count = 0`,
            eq(t.vouchers.active, true),
            or(isNull(t.vouchers.expirationDate), gte(t.vouchers.expirationDate, value('now')))
          )
        )
        .orderBy(asc(t.vouchers.id))
        .limit(1)
        .prepare('spareVoucher'),
    heldVoucher: () =>
      db
        .select()
        .from(t.vouchers)
        .where(and(mine, ofCampaign, eq(t.vouchers.holderId, value('customerId'))))
        .orderBy(asc(t.vouchers.id))
        .limit(1)
        .prepare('heldVoucher'),
    openLots: () =>
      db
        .select()
        .from(t.lots)
        .where(
          and(
            eq(t.lots.projectId, value('projectId')),
            eq(t.lots.voucherId, value('voucherId')),
            sql`remaining > 0`
          )
        )
        .orderBy(asc(t.lots.id))
        .prepare('openLots'),
    rewardById: () =>
      db
        .select()
        .from(t.rewards)
        .where(and(eq(t.rewards.projectId, value('projectId')), eq(t.rewards.id, value('id'))))
        .prepare('rewardById'),
    /** Where it is on offer, oldest first. */
    rewardAssignmentsOfReward: () =>
      db
        .select()
        .from(t.rewardAssignments)
        .where(
          and(
            eq(t.rewardAssignments.projectId, value('projectId')),
            eq(t.rewardAssignments.rewardId, value('rewardId'))
          )
        )
        .orderBy(asc(t.rewardAssignments.id))
        .limit(value('limit'))
        .prepare('rewardAssignmentsOfReward'),
    rewardAssignmentOf: () =>
      db
        .select()
        .from(t.rewardAssignments)
        .where(
          and(
            eq(t.rewardAssignments.projectId, value('projectId')),
            eq(t.rewardAssignments.rewardId, value('rewardId')),
            eq(t.rewardAssignments.campaignId, value('campaignId'))
          )
        )
        .prepare('rewardAssignmentOf')
  }
}
