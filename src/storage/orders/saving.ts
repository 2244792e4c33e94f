/**
 * What saving an order needs to know: its customer, its goods and the points it has earned.
 *
 * Spec: importOrders, createOrder, updateOrder.
 */
import type { LastOrder } from '../../decisions/changes.ts'
import type { EditOrderFacts, ImportOrderFacts } from '../../decisions/orders/edit.ts'
import type { OrderCommand } from '../../decisions/orders/lines.ts'
import {
  isUnpaidBy,
  keepsCustomer,
  lastOrderOf,
  mayEarn,
  type SaveOrder,
  type SaveOrderFacts,
  takesBack
} from '../../decisions/orders/orders.ts'
import type { EarnedBefore } from '../../decisions/points/cancellation.ts'
import type { StandingFacts } from '../../decisions/standing/standing.ts'
import type { Customer, Instant, Order } from '../../model.ts'
import {
  customerEver,
  customerOf,
  customerSent,
  findCustomer,
  holdCustomer
} from '../customers/customers.ts'
import { type Session, together } from '../engine/session.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { accrualsOfOrders, ledgerEntryOf } from '../points/ledger.ts'
import { withLotsOf } from '../points/lots.ts'
import { pendingPointsOf, pendingPointsOfOrder } from '../points/movements.ts'
import { collectionsFor, inventoryFor } from '../products/inventory.ts'
import { NO_STANDING, standingHeld } from '../standing/standing.ts'
import { findOrderSent, importOfOrder, lastPaidOrder, orderNamed } from './orders.ts'

/*
 * What a row of a project file about an order needs to know: what its import does, and what a file
 * calls its customers.
 *
 * A new order costs no more than its import.
 */

/** The facts of editOrder. */
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

/*
 * What an import of an order needs to know: what saving it does, and what an import said of it.
 */

/** The facts of importOrder. */
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
    earnedAndStanding(session, stored, command, { customer, now }),
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
  { customer, now }: { readonly customer: Customer | null; readonly now: Instant }
): Promise<{ readonly earned: EarnedBefore; readonly standing: StandingFacts }> {
  const earned = await loadEarnedBefore(session, stored, command)
  // What is taken back is taken from the cards it went to.
  const preferred = [...earned.entries, ...earned.pending].map(({ voucherId }) => voucherId)
  const asked = { event: 'order.paid', customer, now, preferred }
  const standing = mayEarn(command, customer) ? await standingHeld(session, asked) : NO_STANDING
  return { earned, standing: await withLotsOf(session, standing, earned.entries) }
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
  return { entries: entries.map(ledgerEntryOf), pending: pending.map(pendingPointsOf) }
}
