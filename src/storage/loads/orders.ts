/**
 * What saving an order needs: whose it is, what it names, and what it brought so far.
 *
 * Spec: Resources, Redemption (order); Events 2; Decision 60.
 */
import type { LastOrder } from '../../decisions/changes.ts'
import type { OrderCommand } from '../../decisions/orders/commands.ts'
import { isUnpaidBy, lastOrderOf } from '../../decisions/orders/orders.ts'
import type { SaveOrder, SaveOrderFacts } from '../../decisions/orders/saving.ts'
import type { EarnedBefore } from '../../decisions/points/cancellation.ts'
import type { LotLines } from '../../decisions/points/lots.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type { Customer, Instant, LedgerEntry, Order } from '../../model.ts'
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
import { loadStanding, NO_STANDING } from './standing.ts'

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
  return {
    ...(nobody ? NO_STANDING : await loadStanding(session, asked)),
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

/** What an order that is canceled now brought; of any other nobody asks. */
export async function earnedBefore(
  session: Session,
  stored: Order | null,
  { status }: Pick<SaveOrder, 'status'>
): Promise<EarnedBefore> {
  if (status !== 'CANCELED' || stored === null || stored.earnedAt === null) {
    return { entries: [], lapsed: [], pending: [], shortfalls: [] }
  }
  const of = { orderId: stored.id }
  const entries = (await session.all('accrualsOfOrder', of)).map(rows.ledgerEntryOf)
  const voucherIds = JSON.stringify(vouchersOf(entries))
  return {
    entries,
    lapsed: await lapsedSince(session, entries),
    pending: (await session.all('pendingPointsOfOrder', of)).map(rows.pendingPointsOf),
    shortfalls: (await session.all('shortfallsOf', { voucherIds })).map(rows.shortfallOf)
  }
}

/** How much has lapsed of the lots that points came to, as far as it is booked. */
export async function lapsedSince(
  session: Session,
  entries: readonly LedgerEntry[]
): Promise<LotLines> {
  const came = entries.filter(({ amount }) => amount > 0)
  if (came.length === 0) return []
  const voucherIds = JSON.stringify(vouchersOf(came))
  const named = new Set(came.flatMap(({ lots }) => lots.map(({ id }) => id)))
  const booked = await session.all('expirationsOf', { voucherIds })
  return booked
    .flatMap(entry => rows.ledgerEntryOf(entry).lots)
    .filter(({ id }) => named.has(id))
    .map(({ id, amount }) => ({ id, amount: -amount }))
}

function vouchersOf(entries: readonly LedgerEntry[]): readonly string[] {
  return [...new Set(entries.map(({ voucherId }) => voucherId))]
}
