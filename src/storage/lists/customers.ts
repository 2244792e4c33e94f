/**
 * Pages of customers and of orders.
 *
 * Ids are made in the order of creation, so that the primary key has both in the order asked for.
 *
 * Spec: Conventions 2; Endpoints 13; Resources, Customer, Redemption (order).
 */
import { type CustomerProfile, profileAfter } from '../../decisions/customers/profiles.ts'
import type { Moment } from '../../decisions/standing/calendar.ts'
import type { Order } from '../../model.ts'
import type { Page } from '../lists.ts'
import { profileOf } from '../loads/customers.ts'
import { standingsAt } from '../loads/moments.ts'
import { findCustomer } from '../loads.ts'
import * as rows from '../rows.ts'
import type { Session } from '../statements.ts'

/** By when they were made. */
type CreationOrder = 'created_at' | '-created_at'

/** Which customers are asked for; undefined: any. */
export interface CustomersWanted {
  readonly email?: string | undefined
  readonly sourceId?: string | undefined
}

/** What one customer's answer shows, for each of a page. */
export async function customersPage(
  session: Session,
  moment: Moment,
  wanted: CustomersWanted,
  order: CreationOrder,
  page: Page
): Promise<{ customers: readonly CustomerProfile[]; total: number }> {
  const { found, total } = await customersWanted(session, wanted, order, page)
  const customers: CustomerProfile[] = []
  const ids = found.map(({ id }) => id)
  const standings = await standingsAt(session, ids, moment)
  for (const row of found) {
    const profile = await profileOf(session, rows.customerOf(row))
    const standing = standings.get(row.id)
    customers.push(standing === undefined ? profile : profileAfter(profile, standing))
  }
  return { customers, total }
}

async function customersWanted(
  session: Session,
  { email, sourceId }: CustomersWanted,
  order: CreationOrder,
  { limit, offset }: Page
) {
  if (sourceId !== undefined) {
    const row = await session.one('customerBySourceId', { sourceId })
    const meant = row === undefined || (email !== undefined && row.email !== email) ? [] : [row]
    return { found: meant.slice(offset, offset + limit), total: meant.length }
  }
  if (email !== undefined) {
    const found = await session.all(`customers of email by ${order}`, { email, limit, offset })
    const count = await session.one('customersOfEmailCount', { email })
    return { found, total: count?.total ?? 0 }
  }
  const found = await session.all(`customers by ${order}`, { limit, offset })
  const count = await session.one('customersCount')
  return { found, total: count?.total ?? 0 }
}

/**
 * A page of orders: whoever ordered, or those of one customer, by id or source id. Somebody who is
 * not there has none, but by the id of a deleted customer their orders are found.
 */
export async function ordersPage(
  session: Session,
  customer: string | undefined,
  order: CreationOrder,
  { limit, offset }: Page
): Promise<{ orders: readonly Order[]; total: number }> {
  if (customer !== undefined) {
    const customerId = (await findCustomer(session, customer))?.id ?? customer
    const found = await session.all(`orders of customer by ${order}`, { customerId, limit, offset })
    const count = await session.one('ordersOfCustomerCount', { customerId })
    return { orders: found.map(rows.orderOf), total: count?.total ?? 0 }
  }
  const found = await session.all(`orders by ${order}`, { limit, offset })
  const count = await session.one('ordersCount')
  return { orders: found.map(rows.orderOf), total: count?.total ?? 0 }
}
