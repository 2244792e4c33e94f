/**
 * What saving an order needs: whose it is, what it names, and what it brought so far.
 *
 * Spec: Resources, Redemption (order); Events 2; Decision 60.
 */
import type { LastOrder } from '../../decisions/changes.ts'
import { isUnpaidBy, lastOrderOf, type OrderCommand } from '../../decisions/orders/orders.ts'
import type { EarnedBefore, SaveOrder, SaveOrderFacts } from '../../decisions/orders/saving.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type { Customer, Instant, Order } from '../../model.ts'
import {
  collectionsFor,
  customerSent,
  findCustomer,
  inventoryFor,
  orderNamed,
  schemaOf
} from '../loads.ts'
import * as rows from '../rows.ts'
import type { Session } from '../statements.ts'
import { loadStanding, NO_STANDING, withLotsOf } from './standing.ts'

/** What saveOrder needs for the order that the command names, or a new one. */
export function loadSaveOrder(command: SaveOrder) {
  return async (session: Session, now: Instant): Promise<SaveOrderFacts> =>
    factsOf(session, await orderNamed(session, command), command, now)
}

/** The same for a stored order, by id or source id. @throws {Refused} when neither answers. */
export function loadUpdateOrder(name: string, command: SaveOrder) {
  return async (session: Session, now: Instant): Promise<SaveOrderFacts> =>
    factsOf(session, await knownOrder(session, name), command, now)
}

/** By id, then by source id. @throws {Refused} when neither answers. */
export async function knownOrder(session: Session, name: string): Promise<Order> {
  const row =
    (await session.one('orderById', { id: name })) ??
    (await session.one('orderBySourceId', { sourceId: name }))
  if (row === undefined) throw new Refused(notFound('order', name))
  return rows.orderOf(row)
}

async function factsOf(
  session: Session,
  stored: Order | null,
  command: SaveOrder,
  now: Instant
): Promise<SaveOrderFacts> {
  const { customer: sent, referrerId } = command
  // Without a customer sent, the one a stored order has counts.
  const customer = await customerSent(session, sent ?? { id: stored?.customerId })
  const owner = customer ?? (sent === undefined ? await deletedOwner(session, stored) : null)
  const inventory = await inventoryFor(session, command)
  const collections = await collectionsFor(session, inventory, stored)
  const earned = await earnedBefore(session, stored, command)
  // What is taken back is taken from the cards it went to.
  const preferred = [...earned.entries, ...earned.pending].map(({ voucherId }) => voucherId)
  const asked = { event: 'order.paid', customer, now, preferred, collections }
  // An order of nobody earns nothing.
  const nobody = sent === undefined && customer === null
  const standing = nobody ? NO_STANDING : await loadStanding(session, asked)
  return {
    ...(await withLotsOf(session, standing, earned.entries)),
    stored,
    customer: owner,
    customerSchema: sent === undefined ? null : await schemaOf(session, 'customer'),
    referrer: referrerId === undefined ? null : await findCustomer(session, referrerId),
    inventory,
    schemas: {
      order: await schemaOf(session, 'order'),
      orderItem: await schemaOf(session, 'order_item')
    },
    earned,
    previousOrder: await previousOrder(session, stored, command)
  }
}

/** Whose an order was: it goes on counting for them, though it brings them nothing any more. */
async function deletedOwner(session: Session, stored: Order | null): Promise<Customer | null> {
  const id = stored?.customerId ?? null
  const row = id === null ? undefined : await session.one('customerEver', { id })
  return row === undefined ? null : rows.customerOf(row)
}

/** The order that may become the last one, when this is paid no longer. */
export async function previousOrder(
  session: Session,
  stored: Order | null,
  command: Pick<OrderCommand, 'status'>
): Promise<LastOrder | null> {
  if (stored === null || !isUnpaidBy(stored, command)) return null
  const { id: except, customerId } = stored
  const row = await session.one('lastPaidOrder', { customerId, except })
  return row === undefined ? null : lastOrderOf(row)
}

/** What an order that is canceled now brought; of any other nobody asks, nor a second time. */
export async function earnedBefore(
  session: Session,
  stored: Order | null,
  { status }: Pick<SaveOrder, 'status'>
): Promise<EarnedBefore> {
  const earned = stored !== null && stored.earnedAt !== null && stored.takenBackAt === null
  if (status !== 'CANCELED' || !earned) return { entries: [], pending: [] }
  const of = { orderId: stored.id }
  return {
    entries: (await session.all('accrualsOfOrder', of)).map(rows.ledgerEntryOf),
    pending: (await session.all('pendingPointsOfOrder', of)).map(rows.pendingPointsOf)
  }
}
