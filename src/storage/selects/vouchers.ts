/**
 * The SELECTs of lists of vouchers and publications.
 *
 * One statement for each combination of filters, so that each goes along the index that has its
 * rows in order. Ids sort by time. What is shown beside a row is joined, not asked for row by row.
 *
 * Spec: Conventions 2; Resources, Voucher (`publish`).
 */
import type { PgColumn } from 'drizzle-orm/pg-core'
import { and, asc, count, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm/sql'
import type { Dialect } from '../engine/dialect.ts'

const value = sql.placeholder

/** All of them; selects.ts adds them to its own. */
export function voucherLists(dialect: Dialect) {
  return { ...voucherPages(dialect), ...voucherCounts(dialect), ...publicationPages(dialect) }
}

type Order = 'created_at' | '-created_at'

/** Both orders of a list for every set of filters: `vouchers of campaign by -created_at`. */
function bothOrders<List extends string, Statement>(
  filters: { readonly [Name in List]: SQL | undefined },
  id: PgColumn,
  page: (name: string, where: SQL | undefined, order: SQL) => Statement
) {
  const orders: { readonly [Name in Order]: SQL } = { created_at: asc(id), '-created_at': desc(id) }
  const made = Object.entries<SQL | undefined>(filters).flatMap(([list, where]) =>
    Object.entries(orders).map(([order, by]) => {
      const name = `${list} by ${order}`
      return [name, () => page(name, where, by)] as const
    })
  )
  return Object.fromEntries(made) as {
    readonly [Name in `${List} by ${Order}`]: () => Statement
  }
}

/** Vouchers with the names that stand beside them. */
function voucherPages({ db, t: { vouchers: v, campaigns, categories } }: Dialect) {
  const mine = eq(v.projectId, value('projectId'))
  const ofCampaign = eq(v.campaignId, value('campaignId'))
  const ofHolder = eq(v.holderId, value('customerId'))
  const filters = {
    // A range from the first id on, which is what the engine walks along, one way or the other.
    vouchers: and(mine, gt(v.id, '')),
    'vouchers of campaign': and(mine, ofCampaign),
    'vouchers of holder': and(mine, ofHolder),
    'vouchers of campaign and holder': and(mine, ofCampaign, ofHolder)
  }
  return bothOrders(filters, v.id, (name, where, order) =>
    db
      .select({ voucher: v, campaignName: campaigns.name, category: categories })
      .from(v)
      .leftJoin(
        campaigns,
        and(eq(campaigns.projectId, v.projectId), eq(campaigns.id, v.campaignId))
      )
      .leftJoin(
        categories,
        and(eq(categories.projectId, v.projectId), eq(categories.id, v.categoryId))
      )
      .where(where)
      .orderBy(order)
      .limit(value('limit'))
      .offset(value('offset'))
      .prepare(name)
  )
}

/** How many there are; of a campaign it is kept, and so it is of all that are of one. */
function voucherCounts({ db, t: { vouchers: v, campaigns: c } }: Dialect) {
  const ofHolder = and(eq(v.projectId, value('projectId')), eq(v.holderId, value('customerId')))
  return {
    campaignsVouchersCount: () =>
      db
        .select({ total: sql<number>`coalesce(sum(${c.vouchersCount}), 0)`.mapWith(Number) })
        .from(c)
        .where(eq(c.projectId, value('projectId')))
        .prepare('campaignsVouchersCount'),
    standaloneVouchersCount: () =>
      db
        .select({ total: count() })
        .from(v)
        .where(and(eq(v.projectId, value('projectId')), isNull(v.campaignId)))
        .prepare('standaloneVouchersCount'),
    vouchersOfHolderCount: () =>
      db.select({ total: count() }).from(v).where(ofHolder).prepare('vouchersOfHolderCount'),
    vouchersOfCampaignAndHolderCount: () =>
      db
        .select({ total: count() })
        .from(v)
        .where(and(ofHolder, eq(v.campaignId, value('campaignId'))))
        .prepare('vouchersOfCampaignAndHolderCount')
  }
}

/** Publications with what they gave, and to whom; the row of a deleted customer says nothing. */
function publicationPages({
  db,
  t: { publications: p, vouchers: v, campaigns, customers }
}: Dialect) {
  const mine = eq(p.projectId, value('projectId'))
  const ofVoucher = eq(p.voucherId, value('voucherId'))
  const ofCustomer = eq(p.customerId, value('customerId'))
  const filters = {
    publications: and(mine, gt(p.id, '')),
    'publications of voucher': and(mine, ofVoucher),
    'publications of customer': and(mine, ofCustomer),
    'publications of voucher and customer': and(mine, ofVoucher, ofCustomer)
  }
  const shown = () =>
    db
      .select({ publication: p, voucher: v, campaignName: campaigns.name, customer: customers })
      .from(p)
      .innerJoin(v, and(eq(v.projectId, p.projectId), eq(v.id, p.voucherId)))
      .innerJoin(
        customers,
        and(eq(customers.projectId, p.projectId), eq(customers.id, p.customerId))
      )
      .leftJoin(
        campaigns,
        and(eq(campaigns.projectId, v.projectId), eq(campaigns.id, v.campaignId))
      )
  const counted = (name: string, where: SQL | undefined) =>
    db.select({ total: count() }).from(p).where(where).prepare(name)
  return {
    ...bothOrders(filters, p.id, (name, where, order) =>
      shown()
        .where(where)
        .orderBy(order)
        .limit(value('limit'))
        .offset(value('offset'))
        .prepare(name)
    ),
    publicationBySourceId: () =>
      shown()
        .where(and(mine, eq(p.sourceId, value('sourceId'))))
        .prepare('publicationBySourceId'),
    'count of publications': () => counted('count of publications', mine),
    'count of publications of voucher': () =>
      counted('count of publications of voucher', and(mine, ofVoucher)),
    'count of publications of customer': () =>
      counted('count of publications of customer', and(mine, ofCustomer)),
    'count of publications of voucher and customer': () =>
      counted('count of publications of voucher and customer', and(mine, ofVoucher, ofCustomer))
  }
}
