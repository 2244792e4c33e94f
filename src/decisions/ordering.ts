/**
 * Orders as a shop sends them: stored, counted once paid, earning once, and taking back when they
 * are canceled.
 *
 * Spec: Resources, Redemption (order), Customer (`summary.orders`); Events 2; Decision 60.
 */
import type { Customer, LedgerEntry, LoggedEvent, Lot, Order, PendingPoints } from '../model.ts'
import { takeBackOrder } from './cancellation.ts'
import type { Change, Decision, LastOrder, Occasion } from './changes.ts'
import { eventOf } from './event-log.ts'
import { accrue, followUp, standingOf } from './following.ts'
import {
  composeOrder,
  type Inventory,
  isPaid,
  lastOrderStep,
  type OrderCommand,
  type OrderSchemas,
  orderTotals,
  ownedBy
} from './orders.ts'
import { notFound, type Refusal } from './refusals.ts'
import { changed, changesOf, type Standing, type StandingFacts, type Step } from './standing.ts'

/** What an order brought so far. */
export interface EarnedBefore {
  /** Ledger entries it caused: points that came, and points that were taken back. */
  readonly entries: readonly LedgerEntry[]
  /** The lots they name, open or not. */
  readonly lots: readonly Lot[]
  /** What still waits. */
  readonly pending: readonly PendingPoints[]
}

export interface SaveOrderFacts extends StandingFacts {
  /** What answers to the command's id or source id. */
  readonly stored: Order | null
  /** Whose it is to be: the customer sent, else the one a stored order has; null for nobody. */
  readonly customer: Customer | null
  readonly inventory: Inventory
  readonly schemas: OrderSchemas
  readonly earned: EarnedBefore
  /** The last paid order of its customer but this, where the command makes it unpaid; else null. */
  readonly previousOrder: LastOrder | null
}

/** Makes an order or changes one; what is sent counts over what is stored, field by field. */
export function saveOrder(
  facts: SaveOrderFacts,
  command: OrderCommand,
  occasion: Occasion
): Decision<Order> {
  const { stored, customer, inventory, schemas } = facts
  if (command.id !== undefined && stored === null) return { refusal: notFound('order', command.id) }
  const owner = stored?.customerId ?? null
  if (owner !== null && customer !== null && owner !== customer.id) {
    return { refusal: ofAnother(command, customer) }
  }
  const composed = composeOrder(stored, command, { inventory, schemas }, occasion)
  if ('refusal' in composed) return composed
  const order = ownedBy(composed.order, customer)
  if (customer === null) {
    const { change, events } = writtenDown({ stored, order, earns: false }, occasion)
    return { result: order, changes: [change, ...events] }
  }
  const opened = standingOf(facts, customer, occasion)
  // It earns by what is true of the customer now, also where nobody has looked since it became so.
  const known = 'refusal' in opened ? opened : followUp(opened, facts, occasion)
  if ('refusal' in known) return known
  const { previousOrder } = facts
  const kept = keepOrder(known, facts, { stored, order, previousOrder }, occasion)
  if ('refusal' in kept) return kept
  const canceled = order.status === 'CANCELED' && stored?.status !== 'CANCELED'
  const settled = canceled
    ? takeBackOrder(kept.standing, { order, ...facts.earned }, occasion)
    : kept.standing
  const after = followUp(settled, facts, occasion)
  return 'refusal' in after ? after : { result: kept.order, changes: changesOf(after) }
}

interface OrderToKeep {
  readonly stored: Order | null
  readonly order: Order
  /** As in SaveOrderFacts; left out where the order is paid afterwards in any case. */
  readonly previousOrder?: LastOrder | null
}

/** An order as it is stored, and where that leaves its customer before what follows. */
export interface KeptOrder {
  readonly order: Order
  readonly standing: Standing
}

/**
 * Stores a customer's order, counts it, and lets it earn when it is paid for the first time.
 * `order` is complete but for when it earned.
 */
export function keepOrder(
  standing: Standing,
  facts: StandingFacts,
  { stored, order, previousOrder = null }: OrderToKeep,
  occasion: Occasion
): KeptOrder | { readonly refusal: Refusal } {
  const earns = isPaid(order) && order.earnedAt === null
  const kept = earns ? { ...order, earnedAt: occasion.now } : order
  const { change, events, paid } = writtenDown({ stored, order: kept, earns }, occasion)
  const paying = earns ? kept.id : null
  const about = order.earnedAt === null ? { ...standing, paying } : quiet(standing)
  const written = changed(about, [change, ...events])
  // INVARIANT: an order that earns is paid for the first time, just now.
  const earned = earns ? earnByOrder(written, facts, kept, paid as LoggedEvent, occasion) : written
  if ('refusal' in earned) return earned
  // Counted afterwards: the order earns by what was true before it.
  return { order: kept, standing: countOrder(earned, { stored, order: kept, previousOrder }) }
}

/** An order that has earned before earns no more, and neither does what follows from it. */
function quiet(standing: Standing): Standing {
  const programs = standing.programs.map(program => ({ ...program, rules: [] }))
  return { ...standing, programs }
}

/** What paying an order brings its customer; that it has not earned before was asked before. */
function earnByOrder(
  standing: Standing,
  facts: StandingFacts,
  order: Order,
  logged: LoggedEvent,
  occasion: Occasion
): Step {
  const cause = { event: 'order.paid', subjectId: null, campaignId: null, eventMetadata: null }
  return accrue(standing, facts, { ...cause, order }, logged, occasion)
}

/** The kept totals of the customer, where a paid order changes them. */
function countOrder(
  standing: Standing,
  { stored, order, previousOrder }: Required<OrderToKeep>
): Standing {
  const gained = orderTotals(stored, order)
  if (gained === null) return standing
  const sums = { ordersCount: gained.count, ordersAmount: gained.amount }
  return { ...changed(standing, [], sums), lastOrder: lastOrderStep(order, previousOrder) }
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
export function ofAnother({ id, sourceId }: OrderCommand, customer: Customer): Refusal {
  return {
    key: 'invalid_customer',
    details: `Order ${id ?? sourceId} is another customer's, not ${customer.id}'s; send its own`,
    resourceId: customer.id,
    resourceType: 'customer'
  }
}
