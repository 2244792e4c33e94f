/**
 * What saving an order needs: whose it is, what it names, and what it brought so far.
 *
 * Spec: Resources, Redemption (order); Events 2; Decision 60.
 */
import type { LastOrder } from '../decisions/changes.ts'
import type { EarnedBefore, SaveOrderFacts } from '../decisions/ordering.ts'
import { isUnpaidBy, lastOrderOf, type OrderCommand } from '../decisions/orders.ts'
import type { Customer, Instant, Order } from '../model.ts'
import { collectionsFor, customerSent, inventoryFor, orderNamed, schemaOf } from './loads.ts'
import { loadStanding, NO_STANDING } from './loads-standing.ts'
import * as rows from './rows.ts'
import type { Session } from './statements.ts'

/** What saveOrder needs. Without a customer sent, the one a stored order has counts. */
export function loadSaveOrder(
  sent: Parameters<typeof customerSent>[1] | null,
  command: OrderCommand
) {
  return async (session: Session, now: Instant): Promise<SaveOrderFacts> => {
    const stored = await orderNamed(session, command)
    const customer = await customerSent(session, sent ?? { id: stored?.customerId })
    const inventory = await inventoryFor(session, command)
    const collections = await collectionsFor(session, inventory, stored)
    const earned = await earnedBefore(session, stored)
    // What is taken back is taken from the cards it went to.
    const preferred = [...earned.entries, ...earned.pending].map(({ voucherId }) => voucherId)
    return {
      ...(await standingFor(session, customer, { now, preferred, collections })),
      stored,
      customer,
      inventory,
      schemas: {
        order: await schemaOf(session, 'order'),
        orderItem: await schemaOf(session, 'order_item')
      },
      earned,
      previousOrder: await previousOrder(session, stored, command)
    }
  }
}

/** An order of nobody earns nothing. */
async function standingFor(
  session: Session,
  customer: Customer | null,
  asked: Pick<Parameters<typeof loadStanding>[1], 'now' | 'preferred' | 'collections'>
) {
  if (customer === null) return NO_STANDING
  return loadStanding(session, { event: 'order.paid', customer, ...asked })
}

/** The order that may become the last one, when this is paid no longer. */
async function previousOrder(
  session: Session,
  stored: Order | null,
  command: OrderCommand
): Promise<LastOrder | null> {
  if (stored === null || !isUnpaidBy(stored, command)) return null
  const { id: except, customerId } = stored
  const row = await session.one('lastPaidOrder', { customerId, except })
  return row === undefined ? null : lastOrderOf(row)
}

async function earnedBefore(session: Session, stored: Order | null): Promise<EarnedBefore> {
  if (stored === null || stored.earnedAt === null) return { entries: [], lots: [], pending: [] }
  const of = { orderId: stored.id }
  const entries = (await session.all('accrualsOfOrder', of)).map(rows.ledgerEntryOf)
  const named = new Set(entries.flatMap(({ lots }) => lots.map(({ id }) => id)))
  const lots = await session.all('lotsNamed', { ids: JSON.stringify([...named]) })
  return {
    entries,
    lots: lots.map(rows.lotOf),
    pending: (await session.all('pendingPointsOfOrder', of)).map(rows.pendingPointsOf)
  }
}
