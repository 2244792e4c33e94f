/**
 * The SELECTs of categories, and of what is filed under one.
 *
 * Categories are written by hand and are few. What is filed under one has no index, because nobody
 * asks but who deletes a category: then everything that could be is walked through, up to the first
 * few that are.
 *
 * Spec: Conventions 2; Resources, Voucher (`categories`).
 */
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { and, asc, count, eq, sql } from 'drizzle-orm/sql'
import { pagesOf, sortedByStamps } from '../engine/clauses.ts'
import type { Dialect } from '../engine/dialect.ts'

const value = sql.placeholder

type Filed = PgTable & { readonly [Key in 'projectId' | 'id' | 'categoryId']: PgColumn }

/** All of them; selects.ts adds them to its own. */
export function categorySelects({ db, t }: Dialect) {
  const { categories: c } = t
  const mine = eq(c.projectId, value('projectId'))
  const page = pagesOf(db, c, mine)
  const filed = (name: string, table: Filed) =>
    db
      .select({ id: sql<string>`${table.id}` })
      .from(table)
      .where(
        and(eq(table.projectId, value('projectId')), eq(table.categoryId, value('categoryId')))
      )
      .orderBy(asc(table.id))
      .limit(value('limit'))
      .prepare(name)
  return {
    ...sortedByStamps('categories', c, page),
    categoriesCount: () =>
      db.select({ total: count() }).from(c).where(mine).prepare('categoriesCount'),
    campaignsOfCategory: () => filed('campaignsOfCategory', t.campaigns),
    promotionTiersOfCategory: () => filed('promotionTiersOfCategory', t.promotionTiers),
    vouchersOfCategory: () => filed('vouchersOfCategory', t.vouchers)
  }
}
