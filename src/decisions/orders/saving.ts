/**
 * Orders as a shop sends them: an order is stored, counts once it is paid, earns once, and gives
 * back what it earned when it is canceled.
 *
 * Spec: createOrder, updateOrder, CustomerSummary.orders.
 */
import type { Customer, Instant, LoggedEvent, MetadataSchema, Order } from '../../model.ts'
import type { Change, Decision } from '../changes.ts'
import { type SaveCustomer, saveCustomer, unnamedCustomer } from '../customers/customers.ts'
import { eventOf } from '../event-log.ts'
import type { Occasion } from '../occasion.ts'
import { type EarnedBefore, takeBackOrder } from '../points/cancellation.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { type OpenStanding, openStanding, type Unable } from '../standing/open.ts'
import type { StandingFacts } from '../standing/standing.ts'
import type { OrderCommand } from './commands.ts'
import type { Inventory } from './goods.ts'
import type { LastOrder } from './last-orders.ts'
import {
  changeOfTotals,
  composeOrder,
  isPaid,
  lastOrderStep,
  type OrderSchemas,
  withCustomer
} from './orders.ts'

/** An order with its customer and its referrer. */
export interface SaveOrder extends OrderCommand {
  /** Undefined: the stored order's customer, or none. */
  readonly customer?: SaveCustomer | undefined
  /** Id or source id; undefined keeps the stored one. */
  readonly referrerId?: string | undefined
}

export interface SaveOrderFacts extends StandingFacts {
  /** The order with the command's id or source id. */
  readonly stored: Order | null
  /** The stored customer of the order: the one sent, else the stored order's. */
  readonly customer: Customer | null
  /** Whether that customer is deleted, whose cards are out of reach. */
  readonly customerDeleted: boolean
  /** The project's schema of customers. */
  readonly customerSchema: MetadataSchema | null
  /** The customer that `referrerId` names. */
  readonly referrer: Customer | null
  readonly inventory: Inventory
  readonly schemas: OrderSchemas
  readonly earned: EarnedBefore
  /** The last of its customer's other paid orders, when the command makes it unpaid; else null. */
  readonly previousOrder: LastOrder | null
}

/**
 * Creates an order or updates one; each sent field takes precedence over the stored one. The
 * refusals, in this order: an unknown order, customer or referrer; a mistake in the customer; the
 * order of another customer; a mistake in the order. `takesAmount` as in `writeDown`.
 */
export function saveOrder(
  facts: SaveOrderFacts,
  command: SaveOrder,
  occasion: Occasion,
  takesAmount = false
): Decision<Order> {
  const { stored, customerDeleted } = facts
  const written = writeDown(facts, command, occasion, takesAmount)
  if ('refusal' in written) return written
  const { order: owned, customer, changes, goods } = written
  const canceled = owned.status === 'CANCELED' && stored?.status !== 'CANCELED'
  // The lots of a deleted customer stay as they are, so nothing is taken back of their orders.
  const order = canceled && !customerDeleted ? markTakenBack(owned, occasion) : owned
  if (customer === null) {
    const { change, events } = recordOrder({ stored, order, earns: false }, occasion)
    return { result: order, changes: [...goods, change, ...events] }
  }
  // It earns by the customer's present standing, including what has become due since it was stored.
  const known = openStanding(facts, customer, occasion, {
    after: 'consequences',
    changes: [...changes, ...goods]
  })
  if ('refusal' in known) return known
  const { previousOrder } = facts
  const kept = keepOrder(known, { stored, order, previousOrder }, occasion)
  if ('refusal' in kept) return kept
  const canceling = { order: stored ?? owned, ...facts.earned }
  const left = canceled ? takeBackOrder(kept.known, canceling, occasion) : kept.known
  const after = left.conclude()
  return 'refusal' in after ? after : { result: kept.order, changes: after.changes }
}

/** An order as it will be stored, with its customer, and the changes that come before it. */
export interface WrittenOrder {
  readonly order: Order
  readonly customer: Customer | null
  /** Those of the customer. */
  readonly changes: readonly Change[]
  /** Those of the goods of its lines. */
  readonly goods: readonly Change[]
}

/**
 * The order that a request describes, with the refusals of `saveOrder`; nothing follows yet.
 * `takesAmount`: a sent amount counts, and not the sum of the lines.
 */
export function writeDown(
  facts: SaveOrderFacts,
  command: SaveOrder,
  occasion: Occasion,
  takesAmount = false
): WrittenOrder | { readonly refusal: Refusal } {
  const { stored, inventory, schemas } = facts
  const refusal = notNamed(facts, command)
  if (refusal !== null) return { refusal }
  const brought = bringCustomer(facts, command, occasion)
  if ('refusal' in brought) return brought
  const { customer, changes } = brought
  const composing = { inventory, schemas, takesAmount }
  const composed = composeOrder(stored, command, composing, occasion)
  if ('refusal' in composed) return composed
  const referrerId = facts.referrer?.id ?? composed.order.referrerId
  const order = { ...withCustomer(composed.order, customer), referrerId }
  return { order, customer, changes, goods: composed.goods }
}

/** Whether a request leaves an order with its customer, who may have been deleted since. */
export function keepsCustomer({ customer }: Pick<SaveOrder, 'customer'>): boolean {
  return customer === undefined
}

/** Whether an order may earn: it needs a customer, `known` or brought by the request. */
export function mayEarn(command: Pick<SaveOrder, 'customer'>, known: Customer | null): boolean {
  return known !== null || !keepsCustomer(command)
}

/** Whether a request takes back what an order earned: once, when it cancels it. */
export function takesBack(
  stored: Order | null,
  { status }: Pick<SaveOrder, 'status'>
): stored is Order {
  const hasEarned = stored !== null && stored.earnedAt !== null && stored.takenBackAt === null
  return status === 'CANCELED' && hasEarned
}

/** What an order brought is taken back once, when it has earned. */
export function markTakenBack(order: Order, { now }: Occasion): Order {
  return order.earnedAt === null ? order : { ...order, takenBackAt: order.takenBackAt ?? now }
}

interface OrderToKeep {
  readonly stored: Order | null
  readonly order: Order
  /** As in SaveOrderFacts; absent when the order stays paid. */
  readonly previousOrder?: LastOrder | null
  /** When it was paid, if it earns; absent: now. */
  readonly paidAt?: Instant
}

/** The order to store, and its customer's standing before the consequences. */
export interface SavedOrder<Refusing extends Unable = Unable> {
  readonly order: Order
  readonly known: OpenStanding<Refusing>
}

/**
 * Stores a customer's order, counts it, and lets it earn when it is first paid. `order` is complete
 * but for the instant when it earned.
 */
export function keepOrder<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  { stored, order, previousOrder = null, paidAt }: OrderToKeep,
  occasion: Occasion
): SavedOrder<Refusing> | Refusing {
  const earns = isPaid(order) && order.earnedAt === null
  const kept = earns ? { ...order, earnedAt: paidAt ?? occasion.now } : order
  const { change, events, paid } = recordOrder({ stored, order: kept, earns }, occasion)
  const paying = earns ? kept.id : null
  // An order that has earned earns no more, and neither do the consequences.
  const about: OpenStanding<Refusing> =
    order.earnedAt === null ? known.because({ paying }) : known.stopEarning()
  const written = about.write([change, ...events])
  const earned = earns && paid !== null ? earnByOrder(written, kept, paid) : written
  if ('refusal' in earned) return earned
  // Counted afterwards: the order earns by the standing before it.
  return { order: kept, known: countOrder(earned, { stored, order: kept, previousOrder }) }
}

/** The standing after the points of a paid order, which has not earned before. */
function earnByOrder<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  order: Order,
  logged: LoggedEvent
): OpenStanding<Refusing> | Refusing {
  const cause = { event: 'order.paid', subjectId: null, campaignId: null, eventMetadata: null }
  return known.earn({ ...cause, order }, logged)
}

/** The standing after a paid order is counted in the totals, if it changes them. */
export function countOrder<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  { stored, order, previousOrder }: Required<Omit<OrderToKeep, 'paidAt'>>
): OpenStanding<Refusing> {
  const gained = changeOfTotals(stored, order)
  if (gained === null) return known
  const sums = { ordersCount: gained.count, ordersAmount: gained.amount }
  return known.count(sums, lastOrderStep(order, previousOrder))
}

interface Written {
  readonly stored: Order | null
  readonly order: Order
  /** The order earns now, for the first time. */
  readonly earns: boolean
}

interface OrderRecord {
  readonly change: Change
  readonly events: readonly Change[]
  /** The event of its payment; null when it is not paid now. */
  readonly paid: LoggedEvent | null
}

/** The changes that store the order and log its events. */
export function recordOrder({ stored, order, earns }: Written, occasion: Occasion): OrderRecord {
  const change: Change = { kind: stored === null ? 'order.created' : 'order.updated', order }
  const about = { customerId: order.customerId, entityId: order.customerId ?? order.id }
  const log = (verb: string) =>
    eventOf(`customer.order.${verb}`, about, { order_id: order.id }, occasion)
  const created = stored === null ? [log('created')] : []
  const pays = isPaid(order) && !(stored !== null && isPaid(stored))
  // An order that was paid without a customer is logged as paid again when it gets one.
  const paid = pays || earns ? log('paid') : null
  const verb = VERBS[order.status]
  const turned = verb !== null && stored?.status !== order.status ? [log(verb)] : []
  const known = [...created, ...(paid === null ? [] : [paid]), ...turned]
  const all = known.length === 0 ? [log('updated')] : known
  return { change, events: all.map(event => ({ kind: 'event.logged', event })), paid }
}

/** The event of a new status; PAID is handled apart, because it may earn. */
const VERBS = { CREATED: null, PAID: null, FULFILLED: 'fulfilled', CANCELED: 'canceled' } as const

/**
 * The refusal of an order that belongs to another customer than `sent`. One who is not `stored` has
 * no id to look up: they are named as they were sent, and not at all without a name.
 */
export function refuseOtherCustomer(
  { id, sourceId }: OrderCommand,
  sent: Customer,
  stored: Customer | null
): Refusal {
  const details = `Order ${id ?? sourceId} is another customer's`
  const name = stored?.id === sent.id ? sent.id : sent.sourceId
  if (name === null) return { key: 'invalid_customer', details: `${details}; send its own` }
  return {
    key: 'invalid_customer',
    details: `${details}, not ${name}'s; send its own`,
    resourceId: name,
    resourceType: 'customer'
  }
}

/** The refusals that come before anything is stored: unknown or unnamed things. */
function notNamed(
  { stored, referrer }: SaveOrderFacts,
  { id, customer, referrerId }: SaveOrder
): Refusal | null {
  if (id !== undefined && stored === null) return notFound('order', id)
  const unnamed = customer === undefined ? null : unnamedCustomer(customer)
  if (unnamed !== null) return unnamed
  if (referrerId !== undefined && referrer === null) return notFound('customer', referrerId)
  return null
}

/** The customer of the order, as the request describes them; an order keeps its customer. */
function bringCustomer(
  { stored, customer, customerSchema }: SaveOrderFacts,
  command: SaveOrder,
  occasion: Occasion
): Brought | { readonly refusal: Refusal } {
  if (command.customer === undefined) return { customer, changes: [] }
  const known = { stored: customer, schema: customerSchema }
  const saved = saveCustomer(known, command.customer, occasion)
  if ('refusal' in saved) return saved
  const { result, changes } = saved
  const owner = stored?.customerId ?? null
  if (owner === null || owner === result.id) return { customer: result, changes }
  return { refusal: refuseOtherCustomer(command, result, customer) }
}

interface Brought {
  readonly customer: Customer | null
  readonly changes: readonly Change[]
}
