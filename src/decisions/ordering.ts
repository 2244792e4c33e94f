/**
 * Orders as a shop sends them: stored, counted once paid, and earning once.
 *
 * Spec: Resources, Redemption (order), Customer (`summary.orders`); Events 2.
 */
import type { Customer, Order } from '../model.ts'
import type { Change, Decision, Occasion } from './changes.ts'
import { counted, sumTotals } from './ledger.ts'
import {
  composeOrder,
  type Inventory,
  isPaid,
  lastOrderOf,
  type OrderCommand,
  type OrderSchemas,
  orderTotals,
  ownedBy
} from './orders.ts'
import {
  type Accrued,
  accruePoints,
  type EarningContext,
  eventOf,
  type ProgramFacts
} from './points.ts'
import { notFound, type Refusal } from './refusals.ts'

export interface SaveOrderFacts extends EarningContext {
  /** What answers to the command's id or source id. */
  readonly stored: Order | null
  /** Whose it is to be: the customer sent, else the one a stored order has; null for nobody. */
  readonly customer: Customer | null
  readonly inventory: Inventory
  readonly schemas: OrderSchemas
  /** Programs that earn when an order of the customer is paid. */
  readonly programs: readonly ProgramFacts[]
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
  const earns = isPaid(order) && order.earnedAt === null && customer !== null
  if (!earns) return keep(facts, order, occasion)
  const paid = { ...order, earnedAt: occasion.now }
  const earned = earnByOrder(facts, paid, customer, occasion)
  if ('refusal' in earned) return earned
  return keep(facts, paid, occasion, earned)
}

/** What an order paid for the first time brings its customer, and the event that says so. */
export interface EarnedByOrder extends Accrued {
  readonly event: Change
}

/** The order is as it will be stored; that it has not earned before was asked by the caller. */
export function earnByOrder(
  facts: EarningContext & Pick<SaveOrderFacts, 'programs'>,
  order: Order,
  customer: Customer,
  occasion: Occasion
): EarnedByOrder | { readonly refusal: Refusal } {
  const logged = eventOf(
    'customer.order.paid',
    { customerId: customer.id, entityId: customer.id },
    { order_id: order.id },
    occasion
  )
  const trigger = { event: 'order.paid', subjectId: null, customer, order, eventMetadata: null }
  const earned = accruePoints(facts, trigger, logged, occasion)
  if ('refusal' in earned) return earned
  return { event: { kind: 'event.logged', event: logged }, ...earned }
}

function keep(
  { stored, customer }: SaveOrderFacts,
  order: Order,
  { now }: Occasion,
  earned: EarnedByOrder | null = null
): Decision<Order> {
  const changes: Change[] = [{ kind: stored === null ? 'order.created' : 'order.updated', order }]
  const gained = orderTotals(stored, order)
  const sums = gained === null ? {} : { ordersCount: gained.count, ordersAmount: gained.amount }
  const step = sumTotals([sums, earned?.totals ?? {}])
  if (customer !== null) {
    const lastOrder = gained !== null && isPaid(order) ? lastOrderOf(order, now) : null
    changes.push(...counted(customer.id, step, lastOrder))
  }
  if (earned !== null) changes.push(earned.event, ...earned.changes)
  return { result: order, changes }
}

function ofAnother({ id, sourceId }: OrderCommand, customer: Customer): Refusal {
  return {
    key: 'invalid_customer',
    details: `Order ${id ?? sourceId} is another customer's, not ${customer.id}'s; send its own`,
    resourceId: customer.id,
    resourceType: 'customer'
  }
}
