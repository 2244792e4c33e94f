/**
 * What saving an order needs to know: its customer, its goods, the points it has earned, and, where
 * something of it goes back, what was redeemed on it.
 *
 * Spec: importOrders, createOrder, updateOrder.
 */
import type { EditOrderFacts, ImportOrderFacts } from '../decisions/orders/edit.ts'
import { type Inventory, NOTHING_SENT } from '../decisions/orders/lines.ts'
import {
  isPaid,
  isUnpaidBy,
  keepsCustomer,
  mayEarn,
  mayLower,
  type SaveOrder,
  type SaveOrderFacts
} from '../decisions/orders/orders.ts'
import type { StandingFacts } from '../decisions/standing/standing.ts'
import type { Customer, Order } from '../model.ts'
import type { Instant } from '../rules/validity.ts'
import {
  customerEver,
  customerOf,
  customerSent,
  findCustomer,
  holdCustomer
} from './customers/customers.ts'
import { type Session, together } from './engine/session.ts'
import { schemaOf } from './metadata-schemas.ts'
import {
  findOrderSent,
  importOfOrder,
  loadBonuses,
  loadEarnedBefore,
  orderNamed,
  previousOrder,
  withMissing
} from './orders.ts'
import { collectionsFor, inventoryFor } from './products.ts'
import { loadRedeemedOn } from './redemptions/redemption.ts'
import { NO_STANDING, standingHeld } from './standing.ts'

/**
 * What a row of a project file about an order needs: what its import does, and what a file calls
 * its customers. A new order costs no more than its import.
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

/** What saving it does, and what an import said of it. */
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

/** What returning goods of a stored order needs. @throws {Refused} when neither answers. */
export function loadReturn(name: string) {
  return async (session: Session, now: Instant): Promise<SaveOrderFacts> =>
    factsOf(session, orderNamed(session, name), RETURNING, now, () => true)
}

/** What lowers an order may take back all of what it earned, as a cancellation does. */
const RETURNING: SaveOrder = {
  ...NOTHING_SENT,
  status: 'CANCELED',
  customer: undefined,
  referrerId: undefined
}

async function factsOf(
  session: Session,
  asked: Promise<Order | null>,
  command: SaveOrder,
  now: Instant,
  lowers = mayLower
): Promise<SaveOrderFacts> {
  const { customer: sent, referrerId } = command
  const [stored, customer, inventory, referrer, schemas] = await together(
    asked,
    // Without a customer sent, the one a stored order has counts.
    sent === undefined
      ? asked.then(order => customerSent(session, { id: order?.customerId }))
      : customerSent(session, sent),
    inventoryFor(session, command),
    referrerId === undefined ? null : findCustomer(session, referrerId),
    together(
      sent === undefined ? null : schemaOf(session, 'customer'),
      schemaOf(session, 'order'),
      schemaOf(session, 'order_item')
    )
  )
  const [customerSchema, order, orderItem] = schemas
  const about = { customer, inventory, now, lowers }
  const [, owner, collections, { standing, ...before }, previous] = await together(
    customer && holdCustomer(session, customer),
    customer ?? (keepsCustomer(command, stored) ? deletedOwner(session, stored) : null),
    collectionsFor(session, inventory, stored),
    earnedAndStanding(session, stored, command, about),
    previousOrder(session, stored, command)
  )
  return {
    ...standing,
    collections,
    stored,
    customer: owner,
    customerDeleted: customer === null && owner !== null,
    customerSchema,
    schemas: { order, orderItem },
    referrer,
    inventory,
    ...before,
    previousOrder: previous
  }
}

/** Of a customer whom the unit has alone by now. */
async function earnedAndStanding(
  session: Session,
  stored: Order | null,
  command: SaveOrder,
  { customer, inventory, now, lowers }: Earning
): Promise<Pick<SaveOrderFacts, 'earned' | 'redeemed'> & { readonly standing: StandingFacts }> {
  const lowered = stored !== null && lowers(stored, command, inventory)
  const earned = await loadEarnedBefore(session, stored, lowered ? RETURNING : command)
  // What is taken back is taken from the cards it went to.
  const preferred = [...earned.entries, ...earned.pending].map(({ voucherId }) => voucherId)
  const asked = { event: 'order.paid', customer, now, preferred }
  const standing = mayEarn(command, { stored, known: customer })
    ? await standingHeld(session, asked)
    : NO_STANDING
  const undoes = stored !== null && ((lowered && isPaid(stored)) || isUnpaidBy(stored, command))
  const came = undoes ? await loadBonuses(session, standing, stored) : { bonuses: [] }
  const entries = [...earned.entries, ...came.bonuses]
  const known = await withMissing(session, standing, stored, entries)
  const before = { earned: { ...earned, ...came } }
  return lowered
    ? { ...before, ...(await loadRedeemedOn(session, stored, known)) }
    : { ...before, standing: known }
}

interface Earning {
  readonly customer: Customer | null
  readonly inventory: Inventory
  readonly now: Instant
  readonly lowers: typeof mayLower
}

/** The customer of an order, also a deleted one, in whose totals it still counts. */
async function deletedOwner(session: Session, stored: Order | null): Promise<Customer | null> {
  const id = stored?.customerId ?? null
  const row = id === null ? undefined : await session.one(customerEver, { id })
  return row === undefined ? null : customerOf(row)
}
