/**
 * The SELECTs of the lists of customers and orders.
 *
 * Spec: Conventions 2; Resources, Customer, Redemption (order).
 */
import { and, asc, count, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm/sql'
import type { Dialect } from '../engine/dialect.ts'

const value = sql.placeholder

/** All of them; selects.ts adds them to its own. */
export function customerLists(dialect: Dialect) {
  return { ...customerPages(dialect), ...orderPages(dialect) }
}

/** Of those who are there. */
function customerPages({ db, t: { customers: c } }: Dialect) {
  const living = and(eq(c.projectId, value('projectId')), isNull(c.deletedAt))
  const ofEmail = and(living, eq(c.email, value('email')))
  // A range from the first id on, which is what the engine walks along, one way or the other.
  const page = (name: string, where: SQL | undefined, order: SQL) =>
    db
      .select()
      .from(c)
      .where(and(where, gt(c.id, '')))
      .orderBy(order)
      .limit(value('limit'))
      .offset(value('offset'))
      .prepare(name)
  const counted = (name: string, where: SQL | undefined) =>
    db.select({ total: count() }).from(c).where(where).prepare(name)
  return {
    'customers by created_at': () => page('customers by created_at', living, asc(c.id)),
    'customers by -created_at': () => page('customers by -created_at', living, desc(c.id)),
    customersCount: () => counted('customersCount', living),
    'customers of email by created_at': () =>
      page('customers of email by created_at', ofEmail, asc(c.id)),
    'customers of email by -created_at': () =>
      page('customers of email by -created_at', ofEmail, desc(c.id)),
    customersOfEmailCount: () => counted('customersOfEmailCount', ofEmail)
  }
}

function orderPages({ db, t: { orders: o } }: Dialect) {
  const mine = eq(o.projectId, value('projectId'))
  const ofCustomer = and(mine, eq(o.customerId, value('customerId')))
  const page = (name: string, where: SQL | undefined, order: SQL) =>
    db
      .select()
      .from(o)
      .where(and(where, gt(o.id, '')))
      .orderBy(order)
      .limit(value('limit'))
      .offset(value('offset'))
      .prepare(name)
  const counted = (name: string, where: SQL | undefined) =>
    db.select({ total: count() }).from(o).where(where).prepare(name)
  return {
    'orders by created_at': () => page('orders by created_at', mine, asc(o.id)),
    'orders by -created_at': () => page('orders by -created_at', mine, desc(o.id)),
    ordersCount: () => counted('ordersCount', mine),
    'orders of customer by created_at': () =>
      page('orders of customer by created_at', ofCustomer, asc(o.id)),
    'orders of customer by -created_at': () =>
      page('orders of customer by -created_at', ofCustomer, desc(o.id)),
    ordersOfCustomerCount: () => counted('ordersOfCustomerCount', ofCustomer)
  }
}
