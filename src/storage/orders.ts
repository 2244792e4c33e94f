/**
 * Orders: found by id or source id, listed, and the facts of saving one: its customer, its goods
 * and the points it has earned.
 *
 * Spec: createOrder, updateOrder, Order; Decision 60.
 */
import { and, gt } from 'drizzle-orm/sql'
import type { LastOrder } from '../decisions/changes.ts'
import type { OrderCommand } from '../decisions/orders/commands.ts'
import { isUnpaidBy, lastOrderOf } from '../decisions/orders/orders.ts'
import type { SaveOrder, SaveOrderFacts } from '../decisions/orders/saving.ts'
import type { EarnedBefore } from '../decisions/points/cancellation.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type * as model from '../model.ts'
import type { Customer, Instant, Order } from '../model.ts'
import { customerEver, customerOf, customerSent, findCustomer } from './customers/customers.ts'
import { lastPaidOrder } from './customers/totals.ts'
import { byCreation, byId, is, mine, stretchOf, totalOf } from './engine/clauses.ts'
import { type Row, withoutProject } from './engine/rows.ts'
import type { Session } from './engine/session.ts'
import { type Given, statement } from './engine/statements.ts'
import { insertInto, type KindsOf, replaceVersion, type Writers, write } from './engine/writers.ts'
import { schemaOf } from './metadata-schemas.ts'
import type { CreationOrder, Page } from './pages.ts'
import { accrualsOfOrders, ledgerEntryOf } from './points/ledger.ts'
import { withLotsOf } from './points/lots.ts'
import { pendingPointsOf, pendingPointsOfOrder } from './points/pending.ts'
import { collectionsFor, inventoryFor } from './products/inventory.ts'
import { loadStanding, NO_STANDING } from './standing/standing.ts'

export const orderById = statement(({ db, t }, given: Given<{ id: string }>) =>
  db.select().from(t.orders).where(byId(t.orders, given))
)

export const orderBySourceId = statement(
  ({ db, t: { orders } }, { sourceId }: Given<{ sourceId: string }>) =>
    db
      .select()
      .from(orders)
      .where(and(mine(orders), is(orders.sourceId, sourceId)))
)

export const ordersBy = byCreation(direct =>
  statement((dialect, given: Given<Page>) => {
    const { orders } = dialect.t
    const fromFirst = and(mine(orders), gt(orders.id, ''))
    return stretchOf(dialect, orders, given, fromFirst, direct(orders.id))
  })
)

export const ordersOfCustomerBy = byCreation(direct =>
  statement((dialect, given: Given<Page & { customerId: string }>) => {
    const { orders } = dialect.t
    const where = and(mine(orders), is(orders.customerId, given.customerId), gt(orders.id, ''))
    return stretchOf(dialect, orders, given, where, direct(orders.id))
  })
)

export const ordersCount = statement(dialect =>
  totalOf(dialect, dialect.t.orders, mine(dialect.t.orders))
)

export const ordersOfCustomerCount = statement(
  (dialect, { customerId }: Given<{ customerId: string }>) => {
    const { orders } = dialect.t
    return totalOf(dialect, orders, and(mine(orders), is(orders.customerId, customerId)))
  }
)

export const insertOrder = insertInto('orders')
export const replaceOrder = replaceVersion('orders')

/** Its row is the thing itself, with the project beside it. */
export function orderOf(row: Row<'orders'>): model.Order {
  return withoutProject(row)
}

/** The stored order a request names; a source id is tried as an id, too. */
export async function findOrderSent(
  session: Session,
  order: Pick<OrderCommand, 'id' | 'sourceId'> | undefined
): Promise<Order | null> {
  if (order?.id !== undefined) {
    const row = await session.one(orderById, { id: order.id })
    return row === undefined ? null : orderOf(row)
  }
  if (order?.sourceId === undefined) return null
  const row =
    (await session.one(orderBySourceId, { sourceId: order.sourceId })) ??
    (await session.one(orderById, { id: order.sourceId }))
  return row === undefined ? null : orderOf(row)
}

/** By id, then by source id. @throws {Refused} when neither answers. */
export async function orderNamed(session: Session, name: string): Promise<Order> {
  const row =
    (await session.one(orderById, { id: name })) ??
    (await session.one(orderBySourceId, { sourceId: name }))
  if (row === undefined) throw new Refused(notFound('order', name))
  return orderOf(row)
}

/**
 * A page of orders: of all customers, or of one, by id or source id. An unknown customer has an
 * empty page.
 */
export async function ordersPage(
  session: Session,
  customer: string | undefined,
  order: CreationOrder,
  { limit, offset }: Page
): Promise<{ orders: readonly Order[]; total: number }> {
  if (customer !== undefined) {
    const customerId = (await findCustomer(session, customer))?.id ?? customer
    const found = await session.all(ordersOfCustomerBy[order], { customerId, limit, offset })
    const count = await session.one(ordersOfCustomerCount, { customerId })
    return { orders: found.map(orderOf), total: count?.total ?? 0 }
  }
  const found = await session.all(ordersBy[order], { limit, offset })
  const count = await session.one(ordersCount)
  return { orders: found.map(orderOf), total: count?.total ?? 0 }
}

/** What saveOrder needs for the order that the command names, or a new one. */
export function loadSaveOrder(command: SaveOrder) {
  return async (session: Session, now: Instant): Promise<SaveOrderFacts> =>
    factsOf(session, await findOrderSent(session, command), command, now)
}

/** The same for a stored order, by id or source id. @throws {Refused} when neither answers. */
export function loadUpdateOrder(name: string, command: SaveOrder) {
  return async (session: Session, now: Instant): Promise<SaveOrderFacts> =>
    factsOf(session, await orderNamed(session, name), command, now)
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
  const earned = await loadEarnedBefore(session, stored, command)
  // What is taken back is taken from the cards it went to.
  const preferred = [...earned.entries, ...earned.pending].map(({ voucherId }) => voucherId)
  const asked = { event: 'order.paid', customer, now, preferred, collections }
  // An order without a customer earns nothing.
  const nobody = sent === undefined && customer === null
  const standing = nobody ? NO_STANDING : await loadStanding(session, asked)
  return {
    ...(await withLotsOf(session, standing, earned.entries)),
    stored,
    customer: owner,
    customerDeleted: customer === null && owner !== null,
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

/** The customer of an order, also a deleted one, in whose totals it still counts. */
async function deletedOwner(session: Session, stored: Order | null): Promise<Customer | null> {
  const id = stored?.customerId ?? null
  const row = id === null ? undefined : await session.one(customerEver, { id })
  return row === undefined ? null : customerOf(row)
}

/** The order that may become the last one, when this is paid no longer. */
export async function previousOrder(
  session: Session,
  stored: Order | null,
  command: Pick<OrderCommand, 'status'>
): Promise<LastOrder | null> {
  if (stored === null || !isUnpaidBy(stored, command)) return null
  const { id: except, customerId } = stored
  const row = await session.one(lastPaidOrder, { customerId, except })
  return row === undefined ? null : lastOrderOf(row)
}

/**
 * The points to take back; none, unless this request cancels an order that has earned and was not
 * canceled before.
 */
export async function loadEarnedBefore(
  session: Session,
  stored: Order | null,
  { status }: Pick<SaveOrder, 'status'>
): Promise<EarnedBefore> {
  const earned = stored !== null && stored.earnedAt !== null && stored.takenBackAt === null
  if (status !== 'CANCELED' || !earned) return { entries: [], pending: [] }
  const { id: orderId } = stored
  const orderIds = [orderId]
  return {
    entries: (await session.all(accrualsOfOrders, { orderIds })).map(ledgerEntryOf),
    pending: (await session.all(pendingPointsOfOrder, { orderId })).map(pendingPointsOf)
  }
}

/** Makes the changes of orders real. */
export const orderWriters: Writers<KindsOf<'order'>> = {
  'order.created': (session, change) => write(session, change, insertOrder, change.order),
  'order.updated': (session, change) => {
    const { order } = change
    const versionBefore = order.version - 1
    return write(session, change, replaceOrder, { ...order, versionBefore })
  }
}
