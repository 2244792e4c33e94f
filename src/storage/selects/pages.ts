/**
 * The SELECTs of the customer page alone.
 *
 * Spec: Resources, Customer (`assets`).
 */
import { and, count, desc, eq, ne, sql } from 'drizzle-orm/sql'
import type { Dialect } from '../engine/dialect.ts'

const value = sql.placeholder

/** All of them; selects.ts adds them to its own. Gifts and discounts somebody holds. */
export function pageSelects({ db, t: { vouchers: v } }: Dialect) {
  const held = and(
    eq(v.projectId, value('projectId')),
    eq(v.holderId, value('customerId')),
    ne(v.type, 'LOYALTY_CARD')
  )
  return {
    vouchersOfCustomer: () =>
      db
        .select()
        .from(v)
        .where(held)
        .orderBy(desc(v.id))
        .limit(value('limit'))
        .prepare('vouchersOfCustomer'),
    vouchersOfCustomerCount: () =>
      db.select({ total: count() }).from(v).where(held).prepare('vouchersOfCustomerCount')
  }
}
