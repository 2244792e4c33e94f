/**
 * Orders as a shop sends them: stored, counted once paid, earning once, and taking back when they
 * are canceled.
 *
 * Spec: createOrder, updateOrder, CustomerSummary.orders; Decisions 27, 60 and 67.
 */
import type { Customer, LoggedEvent, MetadataSchema, Order } from '../../model.ts'
import type { Change, Decision, LastOrder } from '../changes.ts'
import { type SaveCustomer, saveCustomer } from '../customers/customers.ts'
import { eventOf } from '../event-log.ts'
import type { Occasion } from '../occasion.ts'
import { type EarnedBefore, takeBackOrder } from '../points/cancellation.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { type OpenStanding, openUpToDate, type Unable } from '../standing/open.ts'
import type { StandingFacts } from '../standing/standing.ts'
import type { OrderCommand } from './commands.ts'
import type { Inventory } from './goods.ts'
import {
  composeOrder,
  isPaid,
  lastOrderStep,
  type OrderSchemas,
  orderTotals,
  ownedBy
} from './orders.ts'

/** An order as it is stored by itself, with who ordered and who recommended it. */
export interface SaveOrder extends OrderCommand {
  /** Undefined: the one a stored order has, or nobody. */
  readonly customer?: SaveCustomer | undefined
  /** Id or source id; undefined leaves. */
  readonly referrerId?: string | undefined
}

export interface SaveOrderFacts extends StandingFacts {
  /** What answers to the command's id or source id. */
  readonly stored: Order | null
  /** Who is stored of whose it is to be: the customer sent, else the one a stored order has. */
  readonly customer: Customer | null
  /** The project's schema of customers. */
  readonly customerSchema: MetadataSchema | null
  /** Who answers to `referrerId`. */
  readonly referrer: Customer | null
  readonly inventory: Inventory
  readonly schemas: OrderSchemas
  readonly earned: EarnedBefore
  /** The last paid order of its customer but this, where the command makes it unpaid; else null. */
  readonly previousOrder: LastOrder | null
}

/**
 * Makes an order or changes one; what is sent counts over what is stored, field by field. Refused
 * in this order: an order, a customer or a referrer that does not exist, what is wrong with the
 * customer, the order of another customer, what is wrong with the order.
 */
export function saveOrder(
  facts: SaveOrderFacts,
  command: SaveOrder,
  occasion: Occasion
): Decision<Order> {
  const { stored, inventory, schemas } = facts
  const refusal = notNamed(facts, command)
  if (refusal !== null) return { refusal }
  const brought = bringCustomer(facts, command, occasion)
  if ('refusal' in brought) return brought
  const { customer, changes } = brought
  const composed = composeOrder(stored, command, { inventory, schemas }, occasion)
  if ('refusal' in composed) return composed
  const referrerId = facts.referrer?.id ?? composed.order.referrerId
  const canceled = composed.order.status === 'CANCELED' && stored?.status !== 'CANCELED'
  const owned = { ...ownedBy(composed.order, customer), referrerId }
  const order = canceled ? takenBackFrom(owned, occasion) : owned
  if (customer === null) {
    const { change, events } = writtenDown({ stored, order, earns: false }, occasion)
    return { result: order, changes: [...composed.goods, change, ...events] }
  }
  // It earns by what is true of the customer now, also where nobody has looked since it became so.
  const known = openUpToDate(facts, customer, occasion, [...changes, ...composed.goods])
  if ('refusal' in known) return known
  const { previousOrder } = facts
  const kept = keepOrder(known, { stored, order, previousOrder }, occasion)
  if ('refusal' in kept) return kept
  const canceling = { order: stored ?? composed.order, ...facts.earned }
  const left = canceled
    ? kept.known.tell(standing => takeBackOrder(standing, canceling, occasion))
    : kept.known
  const after = left.conclude()
  return 'refusal' in after ? after : { result: kept.order, changes: after.changes }
}

/** What an order brought is taken back once, when it has earned. */
export function takenBackFrom(order: Order, { now }: Occasion): Order {
  return order.earnedAt === null ? order : { ...order, takenBackAt: order.takenBackAt ?? now }
}

interface OrderToKeep {
  readonly stored: Order | null
  readonly order: Order
  /** As in SaveOrderFacts; left out where the order is paid afterwards in any case. */
  readonly previousOrder?: LastOrder | null
}

/** An order as it is stored, and where that leaves its customer before what follows. */
export interface KeptOrder<Refused extends Unable = Unable> {
  readonly order: Order
  readonly known: OpenStanding<Refused>
}

/**
 * Stores a customer's order, counts it, and lets it earn when it is paid for the first time.
 * `order` is complete but for when it earned.
 */
export function keepOrder<Refused extends Unable>(
  known: OpenStanding<Refused>,
  { stored, order, previousOrder = null }: OrderToKeep,
  occasion: Occasion
): KeptOrder<Refused> | Refused {
  const earns = isPaid(order) && order.earnedAt === null
  const kept = earns ? { ...order, earnedAt: occasion.now } : order
  const { change, events, paid } = writtenDown({ stored, order: kept, earns }, occasion)
  const paying = earns ? kept.id : null
  // An order that has earned before earns no more, and neither does what follows from it.
  const about: OpenStanding<Refused> =
    order.earnedAt === null ? known.because({ paying }) : known.quieted()
  const written = about.write([change, ...events])
  // INVARIANT: an order that earns is paid for the first time, just now.
  const earned = earns ? earnByOrder(written, kept, paid as LoggedEvent) : written
  if ('refusal' in earned) return earned
  // Counted afterwards: the order earns by what was true before it.
  return { order: kept, known: countOrder(earned, { stored, order: kept, previousOrder }) }
}

/** What paying an order brings its customer; that it has not earned before was asked before. */
function earnByOrder<Refused extends Unable>(
  known: OpenStanding<Refused>,
  order: Order,
  logged: LoggedEvent
): OpenStanding<Refused> | Refused {
  const cause = { event: 'order.paid', subjectId: null, campaignId: null, eventMetadata: null }
  return known.earn({ ...cause, order }, logged)
}

/** The kept totals of the customer, where a paid order changes them. */
function countOrder<Refused extends Unable>(
  known: OpenStanding<Refused>,
  { stored, order, previousOrder }: Required<OrderToKeep>
): OpenStanding<Refused> {
  const gained = orderTotals(stored, order)
  if (gained === null) return known
  const sums = { ordersCount: gained.count, ordersAmount: gained.amount }
  return known.count(sums, lastOrderStep(order, previousOrder))
}

interface Written {
  readonly stored: Order | null
  readonly order: Order
  /** It does now, and has not before. */
  readonly earns: boolean
}

interface WrittenDown {
  readonly change: Change
  readonly events: readonly Change[]
  /** The event of being paid, when it is that. */
  readonly paid: LoggedEvent | null
}

/** The order, and what happened to it, in the log. */
function writtenDown({ stored, order, earns }: Written, occasion: Occasion): WrittenDown {
  const change: Change = { kind: stored === null ? 'order.created' : 'order.updated', order }
  const about = { customerId: order.customerId, entityId: order.customerId ?? order.id }
  const log = (verb: string) =>
    eventOf(`customer.order.${verb}`, about, { order_id: order.id }, occasion)
  const created = stored === null ? [log('created')] : []
  const pays = isPaid(order) && !(stored !== null && isPaid(stored))
  // An order that was paid when it was nobody's is paid once more, by somebody.
  const paid = pays || earns ? log('paid') : null
  const verb = VERBS[order.status]
  const turned = verb !== null && stored?.status !== order.status ? [log(verb)] : []
  const known = [...created, ...(paid === null ? [] : [paid]), ...turned]
  const all = known.length === 0 ? [log('updated')] : known
  return { change, events: all.map(event => ({ kind: 'event.logged', event })), paid }
}

/** What turning to a status is called; being paid is asked apart, because it may earn. */
const VERBS = { CREATED: null, PAID: null, FULFILLED: 'fulfilled', CANCELED: 'canceled' } as const

/** Why a customer may not have an order that is somebody else's. */
export function ofAnother({ id, sourceId }: OrderCommand, customer: string): Refusal {
  return {
    key: 'invalid_customer',
    details: `Order ${id ?? sourceId} is another customer's, not ${customer}'s; send its own`,
    resourceId: customer,
    resourceType: 'customer'
  }
}

/** What has to be there or be said before anything can be stored. */
function notNamed(
  { stored, referrer }: SaveOrderFacts,
  { id, customer, referrerId }: SaveOrder
): Refusal | null {
  if (id !== undefined && stored === null) return notFound('order', id)
  if (customer !== undefined && !customer.id && !customer.sourceId) {
    const details = 'Property .customer must say who it is: send source_id, or id'
    return { key: 'invalid_payload', details }
  }
  if (referrerId !== undefined && referrer === null) return notFound('customer', referrerId)
  return null
}

/** Whose the order is to be, as the request describes them; an order stays its customer's. */
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
  // Somebody new has no id that could be looked up.
  const name = customer === null ? `${result.sourceId}` : customer.id
  return { refusal: ofAnother(command, name) }
}

interface Brought {
  readonly customer: Customer | null
  readonly changes: readonly Change[]
}
