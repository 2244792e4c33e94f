/**
 * The SELECTs of export files, two for each kind: where every row stands, and the rows of some ids.
 *
 * A file can be sorted by many columns and few have an index, so the engine is never asked to sort:
 * `keys` walks along the ids and shows what rows can be sorted by, and jobs/exports.ts chooses.
 *
 * Spec: Resources, Export (`parameters.order`, `parameters.fields`).
 */
import type { PgColumn } from 'drizzle-orm/pg-core'
import { and, asc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm/sql'
import type { Dialect } from '../engine/dialect.ts'

const value = sql.placeholder

type Identified = { readonly projectId: PgColumn; readonly id: PgColumn }

/** All of them; jobs.ts adds them to its own. */
export function exportSelects(dialect: Dialect) {
  return { ...exportKeys(dialect), ...exportRows(dialect), ...relatedRows(dialect) }
}

/** Ids upwards from `after`, each with what it can be sorted by, named as in the document. */
function exportKeys({ db, t }: Dialect) {
  const { vouchers, redemptions, publications, customers, orders, lots, ledgerEntries } = t
  return {
    'export keys voucher': () =>
      db
        .select({
          id: vouchers.id,
          created_at: vouchers.createdAt,
          updated_at: vouchers.updatedAt,
          code: vouchers.code
        })
        .from(vouchers)
        .where(onwards(vouchers))
        .orderBy(asc(vouchers.id))
        .limit(value('limit'))
        .prepare('export keys voucher'),
    'export keys redemption': () =>
      db
        .select({
          id: redemptions.id,
          voucher_code: vouchers.code,
          tracking_id: redemptions.trackingId,
          customer_id: redemptions.customerId,
          created_at: redemptions.date
        })
        .from(redemptions)
        .innerJoin(vouchers, same(vouchers, redemptions.projectId, redemptions.voucherId))
        .where(onwards(redemptions))
        .orderBy(asc(redemptions.id))
        .limit(value('limit'))
        .prepare('export keys redemption'),
    'export keys publication': () =>
      db
        .select({
          id: publications.id,
          voucher_code: vouchers.code,
          customer_id: publications.customerId,
          created_at: publications.createdAt,
          channel: publications.channel
        })
        .from(publications)
        .innerJoin(vouchers, same(vouchers, publications.projectId, publications.voucherId))
        .where(onwards(publications))
        .orderBy(asc(publications.id))
        .limit(value('limit'))
        .prepare('export keys publication'),
    'export keys customer': () =>
      db
        .select({
          id: customers.id,
          name: customers.name,
          email: customers.email,
          source_id: customers.sourceId,
          created_at: customers.createdAt,
          updated_at: customers.updatedAt
        })
        .from(customers)
        .where(and(onwards(customers), isNull(customers.deletedAt)))
        .orderBy(asc(customers.id))
        .limit(value('limit'))
        .prepare('export keys customer'),
    'export keys order': () =>
      db
        .select({
          id: orders.id,
          created_at: orders.createdAt,
          updated_at: orders.updatedAt,
          status: orders.status
        })
        .from(orders)
        .where(onwards(orders))
        .orderBy(asc(orders.id))
        .limit(value('limit'))
        .prepare('export keys order'),
    /** Points that never expire have no place in a file about expiring. */
    'export keys points_expiration': () =>
      db
        .select({ id: lots.id, expires_at: lots.expiresOn })
        .from(lots)
        .where(and(onwards(lots), isNotNull(lots.expiresOn)))
        .orderBy(asc(lots.id))
        .limit(value('limit'))
        .prepare('export keys points_expiration'),
    'export keys voucher_transactions': () =>
      db
        .select({ id: ledgerEntries.id, created_at: ledgerEntries.createdAt })
        .from(ledgerEntries)
        .where(onwards(ledgerEntries))
        .orderBy(asc(ledgerEntries.id))
        .limit(value('limit'))
        .prepare('export keys voucher_transactions')
  }
}

/** Rows that are themselves all there is to show. */
function exportRows(dialect: Dialect) {
  const { db, t } = dialect
  const { customers, customerTotals: totals, orders, lots, ledgerEntries } = t
  return {
    'export rows customer': () =>
      db
        .select({ customer: customers, totals })
        .from(customers)
        .innerJoin(
          totals,
          and(eq(totals.projectId, customers.projectId), eq(totals.customerId, customers.id))
        )
        .where(and(named(dialect, customers), isNull(customers.deletedAt)))
        .orderBy(asc(customers.id))
        .prepare('export rows customer'),
    'export rows order': () =>
      db
        .select()
        .from(orders)
        .where(named(dialect, orders))
        .orderBy(asc(orders.id))
        .prepare('export rows order'),
    'export rows points_expiration': () =>
      db
        .select()
        .from(lots)
        .where(named(dialect, lots))
        .orderBy(asc(lots.id))
        .prepare('export rows points_expiration'),
    'export rows voucher_transactions': () =>
      db
        .select()
        .from(ledgerEntries)
        .where(named(dialect, ledgerEntries))
        .orderBy(asc(ledgerEntries.id))
        .prepare('export rows voucher_transactions')
  }
}

/** Rows that show something of what they belong to. */
function relatedRows(dialect: Dialect) {
  const { db, t } = dialect
  const { vouchers, redemptions, publications, campaigns, categories, customers } = t
  return {
    'export rows voucher': () =>
      db
        .select({
          voucher: vouchers,
          campaignName: campaigns.name,
          categoryName: categories.name,
          customerSourceId: customers.sourceId,
          holderDeletedAt: customers.deletedAt
        })
        .from(vouchers)
        .leftJoin(campaigns, same(campaigns, vouchers.projectId, vouchers.campaignId))
        .leftJoin(categories, same(categories, vouchers.projectId, vouchers.categoryId))
        .leftJoin(customers, same(customers, vouchers.projectId, vouchers.holderId))
        .where(named(dialect, vouchers))
        .orderBy(asc(vouchers.id))
        .prepare('export rows voucher'),
    'export rows redemption': () =>
      db
        .select({
          redemption: redemptions,
          voucherCode: vouchers.code,
          campaignName: campaigns.name
        })
        .from(redemptions)
        .innerJoin(vouchers, same(vouchers, redemptions.projectId, redemptions.voucherId))
        .innerJoin(campaigns, same(campaigns, redemptions.projectId, redemptions.campaignId))
        .where(named(dialect, redemptions))
        .orderBy(asc(redemptions.id))
        .prepare('export rows redemption'),
    'export rows publication': () =>
      db
        .select({
          publication: publications,
          voucherCode: vouchers.code,
          customerSourceId: customers.sourceId,
          campaignName: campaigns.name
        })
        .from(publications)
        .innerJoin(vouchers, same(vouchers, publications.projectId, publications.voucherId))
        .innerJoin(customers, same(customers, publications.projectId, publications.customerId))
        .leftJoin(campaigns, same(campaigns, publications.projectId, publications.campaignId))
        .where(named(dialect, publications))
        .orderBy(asc(publications.id))
        .prepare('export rows publication')
  }
}

/** The row of `table` that another row of the same project names. */
function same(table: Identified, projectId: PgColumn, id: PgColumn): SQL | undefined {
  return and(eq(table.projectId, projectId), eq(table.id, id))
}

function onwards(table: Identified): SQL | undefined {
  return and(eq(table.projectId, value('projectId')), gt(table.id, value('after')))
}

/** Rows whose ids are in the JSON array given as `ids`. */
function named({ name: engine }: Dialect, table: Identified): SQL | undefined {
  const ids =
    engine === 'sqlite'
      ? sql`(select value from json_each(${value('ids')}))`
      : sql`(select json_array_elements_text(${value('ids')}::json))`
  return and(eq(table.projectId, value('projectId')), sql`${table.id} in ${ids}`)
}
