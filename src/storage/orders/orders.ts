/**
 * Orders: found by id or source id, listed, and stored.
 *
 * Spec: getOrder, listOrders, Order, estimateLoyaltyPoints, redeemReward.
 */
import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm/sql'
import type { Inventory, OrderCommand } from '../../decisions/orders/lines.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type { Collections } from '../../decisions/validation-rules.ts'
import type * as model from '../../model.ts'
import type { Order } from '../../model.ts'
import { findCustomer } from '../customers/customers.ts'
import { type ChangeKinds, placeOf, rowMet, STEP } from '../engine/change-kinds.ts'
import { inTurn } from '../engine/met-rows.ts'
import {
  deleteParts,
  insertInto,
  type KindsOf,
  placeIn,
  replaceVersion,
  type Session,
  together,
  write
} from '../engine/session.ts'
import {
  byCreation,
  byId,
  type Given,
  is,
  mine,
  type Row,
  statement,
  stretchOf,
  totalOf,
  withoutProject
} from '../engine/statements.ts'
import type { CreationOrder, Page } from '../pages.ts'
import { collectionsFor, inventoryFor } from '../products/inventory.ts'

export const orderById = statement(({ db, t }, given: Given<{ id: string }>) =>
  db.select().from(t.orders).where(byId(t.orders, given))
)

/** The row of an order, until the unit ends. */
export const orderHeld = statement((dialect, given: Given<{ id: string }>) => {
  const { orders } = dialect.t
  return inTurn(
    dialect,
    dialect.db.select({ id: orders.id }).from(orders).where(byId(orders, given))
  )
})

/** The same by a source id, which may be of no order. */
export const orderOfSourceIdHeld = statement(
  (dialect, { sourceId }: Given<{ sourceId: string }>) => {
    const { orders } = dialect.t
    const row = dialect.db.select({ id: orders.id }).from(orders)
    return inTurn(dialect, row.where(and(mine(orders), is(orders.sourceId, sourceId))))
  }
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
/** Of a new order: by the source id, and by an id that is no order's. */
export const orderPlace = placeIn('orders', ['id'], 'createdAt', ['sourceId'])

/** What an import said of an order. */
export const importOfOrder = statement(
  ({ db, t: { orderImports } }, { orderId }: Given<{ orderId: string }>) =>
    db
      .select({ said: orderImports.said })
      .from(orderImports)
      .where(and(mine(orderImports), is(orderImports.orderId, orderId)))
)

export const insertOrderImport = insertInto('orderImports')
export const deleteOrderImport = deleteParts(t => t.orderImports.orderId)

/** Of a customer's orders that are paid, and are not `except`, the one first paid last. */
export const lastPaidOrder = statement(
  ({ db, t }, given: Given<{ customerId: string | null; except: string }>) => {
    const { orders } = t
    return db
      .select({ totalAmount: orders.totalAmount, earnedAt: orders.earnedAt })
      .from(orders)
      .where(
        and(
          mine(orders),
          eq(orders.customerId, given.customerId),
          sql`earned_at is not null`,
          inArray(orders.status, ['PAID', 'FULFILLED']),
          ne(orders.id, given.except)
        )
      )
      .orderBy(desc(orders.earnedAt), desc(orders.id))
      .limit(1)
  }
)

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

/** Makes the changes of orders real. */
export const orderChanges: ChangeKinds<KindsOf<'order'>> = {
  'order.created': {
    step: STEP.vouchersMade,
    makes: ({ order: { id, sourceId } }) =>
      sourceId === null
        ? null
        : placeOf(
            'order of',
            orderPlace,
            { id, sourceId },
            {
              statement: orderOfSourceIdHeld,
              values: { sourceId }
            }
          ),
    write: async (session, change) => {
      const { order, importedAs: said } = change
      await write(session, change, insertOrder, order)
      if (said !== undefined) session.send(insertOrderImport, { orderId: order.id, said })
    }
  },
  'order.updated': {
    step: STEP.orders,
    meets: rowMet('order', orderHeld, ({ order }) => order.id),
    write: async (session, change) => {
      const { order, erased, importedAs: said } = change
      const versionBefore = order.version - 1
      await write(session, change, replaceOrder, { ...order, versionBefore })
      if (erased || said !== undefined) session.send(deleteOrderImport, { id: order.id })
      if (said !== undefined) session.send(insertOrderImport, { orderId: order.id, said })
    }
  }
}

/*
 * The order that a request sends, as it is stored, with its goods and their collections.
 */

interface OrderedGoods {
  /** Null where none is stored, or none was sent. */
  readonly storedOrder: Order | null
  readonly inventory: Inventory
  readonly collections: Collections
}

/** Undefined: no order was sent. */
export async function loadCart(
  session: Session,
  order: OrderCommand | undefined
): Promise<OrderedGoods> {
  const [storedOrder, inventory] = await together(
    findOrderSent(session, order),
    inventoryFor(session, order)
  )
  const collections = await collectionsFor(session, inventory, storedOrder)
  return { storedOrder, inventory, collections }
}
