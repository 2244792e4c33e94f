/**
 * What saving an order needs to know: its customer, its goods and the points it has earned.
 *
 * Spec: createOrder, updateOrder; Decision 60.
 */

import type { OrderCommand } from '../../decisions/orders/commands.ts'
import type { LastOrder } from '../../decisions/orders/last-orders.ts'
import { isUnpaidBy, lastOrderOf } from '../../decisions/orders/orders.ts'
import {
  keepsCustomer,
  mayEarn,
  type SaveOrder,
  type SaveOrderFacts,
  takesBack
} from '../../decisions/orders/saving.ts'
import type { EarnedBefore } from '../../decisions/points/cancellation.ts'
import type { Customer, Instant, Order } from '../../model.ts'
import {
  customerEver,
  customerOf,
  customerSent,
  findCustomer,
  holdCustomer
} from '../customers/customers.ts'
import type { Session } from '../engine/session.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { accrualsOfOrders, ledgerEntryOf } from '../points/ledger.ts'
import { withLotsOf } from '../points/lots.ts'
import { pendingPointsOf, pendingPointsOfOrder } from '../points/pending.ts'
import { collectionsFor, inventoryFor } from '../products/inventory.ts'
import { loadStanding, NO_STANDING } from '../standing/standing.ts'
import { findOrderSent, lastPaidOrder, orderNamed } from './orders.ts'

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
  if (customer !== null) await holdCustomer(session, customer)
  const owner = customer ?? (keepsCustomer(command) ? await deletedOwner(session, stored) : null)
  const inventory = await inventoryFor(session, command)
  const collections = await collectionsFor(session, inventory, stored)
  const earned = await loadEarnedBefore(session, stored, command)
  // What is taken back is taken from the cards it went to.
  const preferred = [...earned.entries, ...earned.pending].map(({ voucherId }) => voucherId)
  const asked = { event: 'order.paid', customer, now, preferred, collections }
  const standing = mayEarn(command, customer) ? await loadStanding(session, asked) : NO_STANDING
  return {
    ...(await withLotsOf(session, standing, earned.entries)),
    stored,
    customer: owner,
    customerDeleted: customer === null && owner !== null,
    customerSchema: keepsCustomer(command) ? null : await schemaOf(session, 'customer'),
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

/** The points that a request takes back; none where it takes nothing back. */
export async function loadEarnedBefore(
  session: Session,
  stored: Order | null,
  command: Pick<SaveOrder, 'status'>
): Promise<EarnedBefore> {
  if (!takesBack(stored, command)) return { entries: [], pending: [] }
  const { id: orderId } = stored
  const orderIds = [orderId]
  return {
    entries: (await session.all(accrualsOfOrders, { orderIds })).map(ledgerEntryOf),
    pending: (await session.all(pendingPointsOfOrder, { orderId })).map(pendingPointsOf)
  }
}
