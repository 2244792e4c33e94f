/**
 * Orders: found by id or source id, listed and stored; and what saving one needs to know, its
 * customer, its goods and the points it has earned.
 * Spec: getOrder, listOrders, Order, estimateLoyaltyPoints, redeemReward, importOrders,
 * createOrder, updateOrder.
 */
import type { LastOrder } from '../decisions/changes.ts'
import type { OrderCommand } from '../decisions/orders/lines.ts'
import {
  isUnpaidBy,
  lastOrderOf,
  type OrderReturned,
  type SaveOrder,
  takesBack
} from '../decisions/orders/orders.ts'
import { isBonus, repeatedBonuses } from '../decisions/points/bonuses.ts'
import type { EarnedBefore } from '../decisions/points/cancellation.ts'
import type { StandingFacts } from '../decisions/standing/standing.ts'
import type { LedgerEntry, Order } from '../model.ts'
import { mayBeId } from '../rules/validation.ts'
import {
  findCustomer,
  lastPaidOrder,
  orderPaidAfter,
  ordersPaidUntil
} from './customers/customers.ts'
import { type ChangeKinds, placeOf, rowMet, STEP } from './engine/change-kinds.ts'
import {
  deleteParts,
  insertInto,
  placeIn,
  replaceVersion,
  rowsBy,
  rowsHeld
} from './engine/queries.ts'
import { type KindsOf, type Session, together, write } from './engine/session.ts'
import { BY_ID, type CreationOrder, type Given, is, type Page } from './engine/statements.ts'
import {
  accrualsOfOrders,
  bonusesOn,
  ledgerEntryOf,
  shortfallOf,
  shortfallsOf,
  withLotsOf
} from './points/ledger.ts'
import { pendingPointsOfOrder } from './points/movements.ts'
import { collectionsFor, inventoryFor } from './products.ts'
import { fromFirst, orRefused, rowsListed } from './resources.ts'

export const orderById = rowsBy('orders', ['id'])

export const orderHeld = rowsHeld('orders', ['id'], 'id')

/** The same by a source id, which may be of no order. */
export const orderOfSourceIdHeld = rowsHeld('orders', ['sourceId'], 'id')

export const orderBySourceId = rowsBy('orders', ['sourceId'])

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

export const importOfOrder = rowsBy('orderImports', ['orderId'], { pick: ['said'] })

export const insertOrderImport = insertInto('orderImports')
export const deleteOrderImport = deleteParts('orderImports', 'orderId')

/** The stored order a request names; a source id is tried as an id, too. */
export async function findOrderSent(
  session: Session,
  order: Pick<OrderCommand, 'id' | 'sourceId'> | undefined
): Promise<Order | null> {
  if (order?.id !== undefined) return (await session.one(orderById, { id: order.id })) ?? null
  if (order?.sourceId === undefined) return null
  const { sourceId } = order
  const called = await session.one(orderBySourceId, { sourceId })
  return called ?? (await orderWithId(session, sourceId)) ?? null
}

/** By id, then by source id. @throws {Refused} when neither answers. */
export async function orderNamed(session: Session, name: string): Promise<Order> {
  const named = await orderWithId(session, name)
  return orRefused(named ?? (await session.one(orderBySourceId, { sourceId: name })), 'order', name)
}

async function orderWithId(session: Session, name: string): Promise<Order | undefined> {
  return mayBeId(name, 'ord') ? session.one(orderById, { id: name }) : undefined
}

/** A return of an order, with the order. @throws {Refused} when there is no such order or return. */
export async function orderReturnNamed(
  session: Session,
  { orderId, returnId }: { readonly orderId: string; readonly returnId: string }
): Promise<OrderReturned> {
  const order = await orderNamed(session, orderId)
  const entry = order.returned?.entries.find(({ id }) => id === returnId)
  return { entry: orRefused(entry, 'order_return', returnId), order }
}

/** Of all customers, or of one by id or source id; an unknown one has an empty page. */
export async function ordersPage(
  session: Session,
  customer: string | undefined,
  order: CreationOrder,
  page: Page
): Promise<{ rows: readonly Order[]; total: number }> {
  if (customer === undefined) return orderList.page(session, order, page)
  const customerId = (await findCustomer(session, customer))?.id ?? customer
  return ordersOfCustomer.page(session, order, page, { customerId })
}

export const orderChanges: ChangeKinds<KindsOf<'order'>> = {
  'order.created': {
    step: STEP.vouchersMade,
    makes: ({ order: { id, sourceId } }) =>
      sourceId === null
        ? null
        : placeOf('order of', orderPlace, { id, sourceId }, orderOfSourceIdHeld),
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

/** The order that a request sends, as it is stored, with its goods; undefined: none was sent. */
export async function loadCart(session: Session, order: OrderCommand | undefined) {
  const [storedOrder, inventory] = await together(
    findOrderSent(session, order),
    inventoryFor(session, order)
  )
  const collections = await collectionsFor(session, inventory, storedOrder)
  return { storedOrder, inventory, collections }
}

/**
 * With the lots of entries that may be taken back; and with what is missing on the cards, or stands
 * in for it, where points of the order were taken back before or bonuses may be.
 */
export async function withMissing(
  session: Session,
  standing: StandingFacts,
  stored: Order | null,
  entries: readonly LedgerEntry[] = []
): Promise<StandingFacts> {
  const { takenBack = [] } = stored?.earned ?? {}
  const short = [...takenBack, ...entries.filter(isBonus)]
  if (short.length + entries.length === 0) return standing
  if (short.length === 0) return withLotsOf(session, standing, entries)
  const cards = standing.programs.flatMap(({ card }) => card?.voucher.id ?? [])
  const voucherIds = [...new Set([...cards, ...short.map(({ voucherId }) => voucherId)])]
  const shortfalls = (await session.all(shortfallsOf, { voucherIds })).map(shortfallOf)
  const lots = takenBack.map(({ lotId: id, points: amount }) => ({ id, amount }))
  return withLotsOf(session, standing, [{ lots }, ...entries], shortfalls)
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
  const [entries, pending] = await together(
    session.all(accrualsOfOrders, { orderIds: [orderId] }),
    session.all(pendingPointsOfOrder, { orderId })
  )
  return { entries: entries.map(ledgerEntryOf), pending }
}

/** The bonuses on the cards of a standing, with the orders next to theirs as one is undone. */
export async function loadBonuses(
  session: Session,
  standing: Pick<StandingFacts, 'programs'>,
  undone: Order | null
): Promise<Required<Pick<EarnedBefore, 'bonuses' | 'ordersNextTo'>>> {
  const bonuses = await bonusesOn(session, standing)
  if (undone === null || undone.earnedAt === null) return { bonuses, ordersNextTo: new Map() }
  const { customerId, earnedAt } = undone
  const { own, later } = repeatedBonuses({ ...undone, earnedAt }, bonuses)
  const [next, ...found] = await together(
    own.length === 0 ? [] : session.all(orderPaidAfter, { customerId, instant: earnedAt }),
    ...later.map(async ({ id, createdAt: instant }) => {
      return [id, await session.all(ordersPaidUntil, { customerId, instant, limit: 3 })] as const
    })
  )
  return { bonuses, ordersNextTo: new Map([...own.map(({ id }) => [id, next] as const), ...found]) }
}
