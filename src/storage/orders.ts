/**
 * Orders: found by id or source id, listed and stored; and what saving one needs to know, its
 * customer, its goods and the points it has earned.
 * Spec: getOrder, listOrders, Order, estimateLoyaltyPoints, redeemReward, importOrders,
 * createOrder, updateOrder.
 */
import { and } from 'drizzle-orm/sql'
import type { LastOrder } from '../decisions/changes.ts'
import type { EditOrderFacts, ImportOrderFacts } from '../decisions/orders/edit.ts'
import type { Inventory, OrderCommand } from '../decisions/orders/lines.ts'
import {
  hasEarned,
  isUnpaidBy,
  keepsCustomer,
  lastOrderOf,
  mayEarn,
  mayLower,
  type SaveOrder,
  type SaveOrderFacts,
  takesBack
} from '../decisions/orders/orders.ts'
import type { EarnedBefore } from '../decisions/points/cancellation.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type { StandingFacts } from '../decisions/standing/standing.ts'
import type { Collections } from '../decisions/validation-rules.ts'
import type { Customer, Instant, Order } from '../model.ts'
import {
  customerEver,
  customerOf,
  customerSent,
  findCustomer,
  holdCustomer,
  lastPaidOrder
} from './customers/customers.ts'
import { type ChangeKinds, placeOf, rowMet, STEP } from './engine/change-kinds.ts'
import {
  deleteParts,
  insertInto,
  type KindsOf,
  placeIn,
  replaceVersion,
  type Session,
  together,
  write
} from './engine/session.ts'
import {
  BY_ID,
  byId,
  type CreationOrder,
  type Given,
  inTurn,
  is,
  mine,
  type Page,
  rowsOf,
  statement
} from './engine/statements.ts'
import { schemaOf } from './metadata-schemas.ts'
import {
  accrualsOfOrders,
  ledgerEntryOf,
  shortfallOf,
  shortfallsOf,
  withLotsOf
} from './points/ledger.ts'
import { pendingPointsOfOrder } from './points/movements.ts'
import { collectionsFor, inventoryFor } from './products.ts'
import { fromFirst, rowsListed } from './resources.ts'
import { NO_STANDING, standingHeld } from './standing.ts'

export const orderById = statement(({ db, t }, given: Given<{ id: string }>) =>
  rowsOf(db, t.orders).where(byId(t.orders, given))
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
    rowsOf(db, orders).where(and(mine(orders), is(orders.sourceId, sourceId)))
)

export const orderList = rowsListed('orders', { orders: BY_ID, within: fromFirst })

export const ordersOfCustomer = rowsListed('orders', {
  orders: BY_ID,
  where: (order, given: Given<{ customerId: string }>) => is(order.customerId, given.customerId),
  within: fromFirst
})

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

/** The stored order a request names; a source id is tried as an id, too. */
export async function findOrderSent(
  session: Session,
  order: Pick<OrderCommand, 'id' | 'sourceId'> | undefined
): Promise<Order | null> {
  if (order?.id !== undefined) {
    const row = await session.one(orderById, { id: order.id })
    return row ?? null
  }
  if (order?.sourceId === undefined) return null
  const row =
    (await session.one(orderBySourceId, { sourceId: order.sourceId })) ??
    (await session.one(orderById, { id: order.sourceId }))
  return row ?? null
}

/** By id, then by source id. @throws {Refused} when neither answers. */
export async function orderNamed(session: Session, name: string): Promise<Order> {
  const row =
    (await session.one(orderById, { id: name })) ??
    (await session.one(orderBySourceId, { sourceId: name }))
  if (row === undefined) throw new Refused(notFound('order', name))
  return row
}

/** Of all customers, or of one by id or source id; an unknown one has an empty page. */
export async function ordersPage(
  session: Session,
  customer: string | undefined,
  order: CreationOrder,
  page: Page
): Promise<{ rows: readonly Order[]; total: number }> {
  if (customer === undefined) {
    const { rows: orders, total } = await orderList.page(session, order, page)
    return { rows: orders, total }
  }
  const customerId = (await findCustomer(session, customer))?.id ?? customer
  const found = await ordersOfCustomer.page(session, order, page, { customerId })
  return { rows: found.rows, total: found.total }
}

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

/* The order that a request sends, as it is stored, with its goods and their collections. */

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

/* What saving an order needs to know: its customer, its goods and the points it has earned. */

/*
 * What a row of a project file about an order needs to know: what its import does, and what a file
 * calls its customers. A new order costs no more than its import.
 */

export function loadEditOrder(command: SaveOrder) {
  const load = loadImportOrder(command)
  return async (session: Session, now: Instant): Promise<EditOrderFacts> => {
    const facts = await load(session, now)
    const { stored, customer, referrer } = facts
    const names = new Map<string, string>()
    for (const known of [customer, referrer]) {
      if (known?.sourceId) names.set(known.id, known.sourceId)
    }
    // A referrer is told where the row says another one.
    const referrerId = command.referrerId === undefined ? null : stored?.referrerId
    for (const id of [stored?.customerId, referrerId]) {
      if (id == null || names.has(id)) continue
      const sourceId = (await customerSent(session, { id }))?.sourceId
      if (sourceId) names.set(id, sourceId)
    }
    return { ...facts, names }
  }
}

/* What an import of an order needs to know: what saving it does, and what an import said of it. */

export function loadImportOrder(command: SaveOrder) {
  const load = loadSaveOrder(command)
  return async (session: Session, now: Instant): Promise<ImportOrderFacts> => {
    const facts = await load(session, now)
    const { stored } = facts
    const row = stored && (await session.one(importOfOrder, { orderId: stored.id }))
    return { ...facts, said: row?.said ?? null }
  }
}

/** What saveOrder needs for the order that the command names, or a new one. */
export function loadSaveOrder(command: SaveOrder) {
  return async (session: Session, now: Instant): Promise<SaveOrderFacts> =>
    factsOf(session, findOrderSent(session, command), command, now)
}

/** The same for a stored order, by id or source id. @throws {Refused} when neither answers. */
export function loadUpdateOrder(name: string, command: SaveOrder) {
  return async (session: Session, now: Instant): Promise<SaveOrderFacts> =>
    factsOf(session, orderNamed(session, name), command, now)
}

async function factsOf(
  session: Session,
  asked: Promise<Order | null>,
  command: SaveOrder,
  now: Instant
): Promise<SaveOrderFacts> {
  const { customer: sent, referrerId } = command
  const [known, customer, inventory, referrer, setUp] = await together(
    asked,
    // Without a customer sent, the one a stored order has counts.
    sent === undefined
      ? asked.then(order => customerSent(session, { id: order?.customerId }))
      : customerSent(session, sent),
    inventoryFor(session, command),
    referrerId === undefined ? null : findCustomer(session, referrerId),
    setUpFor(session, command)
  )
  const stored: Order | null = known
  const [, owner, collections, { earned, standing }, previous] = await together(
    customer && holdCustomer(session, customer),
    customer ?? (keepsCustomer(command) ? deletedOwner(session, stored) : null),
    collectionsFor(session, inventory, stored),
    earnedAndStanding(session, stored, command, { customer, inventory, now }),
    previousOrder(session, stored, command)
  )
  return {
    ...standing,
    collections,
    stored,
    customer: owner,
    customerDeleted: customer === null && owner !== null,
    ...setUp,
    referrer,
    inventory,
    earned,
    previousOrder: previous
  }
}

async function setUpFor(
  session: Session,
  command: SaveOrder
): Promise<Pick<SaveOrderFacts, 'customerSchema' | 'schemas'>> {
  const [customerSchema, order, orderItem] = await together(
    keepsCustomer(command) ? null : schemaOf(session, 'customer'),
    schemaOf(session, 'order'),
    schemaOf(session, 'order_item')
  )
  return { customerSchema, schemas: { order, orderItem } }
}

/** Of a customer whom the unit has alone by now. */
async function earnedAndStanding(
  session: Session,
  stored: Order | null,
  command: SaveOrder,
  { customer, inventory, now }: Earning
): Promise<{ readonly earned: EarnedBefore; readonly standing: StandingFacts }> {
  const lowered = hasEarned(stored) && mayLower(stored, command, inventory)
  const earned = await loadEarnedBefore(session, stored, lowered ? LOWERING : command)
  // What is taken back is taken from the cards it went to.
  const preferred = [...earned.entries, ...earned.pending].map(({ voucherId }) => voucherId)
  const asked = { event: 'order.paid', customer, now, preferred }
  const standing = mayEarn(command, customer) ? await standingHeld(session, asked) : NO_STANDING
  const known = await withMissing(session, standing, stored)
  return { earned, standing: await withLotsOf(session, known, earned.entries) }
}

interface Earning {
  readonly customer: Customer | null
  readonly inventory: Inventory
  readonly now: Instant
}

/** What lowers an order may take back all of what it earned. */
const LOWERING = { status: 'CANCELED' } as const

/**
 * The standing with what is missing of a stored order, or stands in for it, where points of it were
 * taken back before.
 */
export async function withMissing(
  session: Session,
  standing: StandingFacts,
  stored: Order | null
): Promise<StandingFacts> {
  const { takenBack = [] } = stored?.earned ?? {}
  if (takenBack.length === 0) return standing
  const voucherIds = [...new Set(takenBack.map(({ voucherId }) => voucherId))]
  const shortfalls = (await session.all(shortfallsOf, { voucherIds })).map(shortfallOf)
  const lots = takenBack.map(({ lotId: id, points: amount }) => ({ id, amount }))
  return withLotsOf(session, standing, [{ lots }], shortfalls)
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

/** The points that a request takes back; none where it takes nothing back. */
export async function loadEarnedBefore(
  session: Session,
  stored: Order | null,
  command: Pick<SaveOrder, 'status'>
): Promise<EarnedBefore> {
  if (!takesBack(stored, command)) return { entries: [], pending: [] }
  const { id: orderId } = stored
  const orderIds = [orderId]
  const [entries, pending] = await together(
    session.all(accrualsOfOrders, { orderIds }),
    session.all(pendingPointsOfOrder, { orderId })
  )
  return { entries: entries.map(ledgerEntryOf), pending: pending }
}
