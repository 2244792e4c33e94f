/**
 * Pages of customers and of orders.
 *
 * Ids are made in the order of creation, so that the primary key has both in the order asked for.
 *
 * Spec: Conventions 2; Endpoints 13; Resources, Customer, Redemption (order).
 */
import type { CustomerProfile } from '../decisions/profiles.ts'
import type { Order } from '../model.ts'
import type { Page } from './lists.ts'
import { profileOf } from './loads-customers.ts'
import * as rows from './rows.ts'
import type { Session } from './statements.ts'

/** By when they were made. */
type CreationOrder = 'created_at' | '-created_at'

/** What one customer's answer shows, for each of a page. */
export async function customersPage(
  session: Session,
  order: CreationOrder,
  { limit, offset }: Page
): Promise<{ customers: readonly CustomerProfile[]; total: number }> {
  const found = await session.all(`customers by ${order}`, { limit, offset })
  const customers: CustomerProfile[] = []
  for (const row of found) customers.push(await profileOf(session, rows.customerOf(row)))
  const count = await session.one('customersCount')
  return { customers, total: count?.total ?? 0 }
}

/** A page of orders, whoever ordered. */
export async function ordersPage(
  session: Session,
  order: CreationOrder,
  { limit, offset }: Page
): Promise<{ orders: readonly Order[]; total: number }> {
  const found = await session.all(`orders by ${order}`, { limit, offset })
  const count = await session.one('ordersCount')
  return { orders: found.map(rows.orderOf), total: count?.total ?? 0 }
}
