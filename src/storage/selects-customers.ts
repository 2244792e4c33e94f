/**
 * The SELECTs of the lists of customers and orders.
 *
 * Spec: Conventions 2; Resources, Customer, Redemption (order).
 */
import { and, asc, count, desc, eq, gt, sql } from 'drizzle-orm/sql'
import type { Dialect } from './statements.ts'

const value = sql.placeholder

/** All of them; selects.ts adds them to its own. */
export function customerLists({ db, t }: Dialect) {
  const { customers, orders } = t
  // A range from the first id on, which is what the engine walks along, one way or the other.
  const ofCustomers = and(eq(customers.projectId, value('projectId')), gt(customers.id, ''))
  const ofOrders = and(eq(orders.projectId, value('projectId')), gt(orders.id, ''))
  const limit = value('limit')
  const offset = value('offset')
  const customersBy = (name: string, order: ReturnType<typeof asc>) =>
    db
      .select()
      .from(customers)
      .where(ofCustomers)
      .orderBy(order)
      .limit(limit)
      .offset(offset)
      .prepare(name)
  const ordersBy = (name: string, order: ReturnType<typeof asc>) =>
    db
      .select()
      .from(orders)
      .where(ofOrders)
      .orderBy(order)
      .limit(limit)
      .offset(offset)
      .prepare(name)
  return {
    'customers by created_at': () => customersBy('customers by created_at', asc(customers.id)),
    'customers by -created_at': () => customersBy('customers by -created_at', desc(customers.id)),
    customersCount: () =>
      db
        .select({ total: count() })
        .from(customers)
        .where(eq(customers.projectId, value('projectId')))
        .prepare('customersCount'),
    'orders by created_at': () => ordersBy('orders by created_at', asc(orders.id)),
    'orders by -created_at': () => ordersBy('orders by -created_at', desc(orders.id)),
    ordersCount: () =>
      db
        .select({ total: count() })
        .from(orders)
        .where(eq(orders.projectId, value('projectId')))
        .prepare('ordersCount')
  }
}
