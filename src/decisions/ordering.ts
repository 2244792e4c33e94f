/**
 * Orders as a shop sends them: stored, counted once paid, and earning once.
 *
 * Spec: Resources, Redemption (order), Customer (`summary.orders`); Events 2.
 */
import type { Customer, Order } from '../model.ts'
import type { Change, Decision, Occasion, TotalsStep } from './changes.ts'
import { sumTotals } from './ledger.ts'
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
import { accruePoints, type EarningContext, eventOf, type ProgramFacts } from './points.ts'
import { notFound } from './refusals.ts'

export interface SaveOrderFacts extends EarningContext {
  /** Who answers to the command's id or source id. */
  readonly stored: Order | null
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
  const { stored, inventory, schemas } = facts
  if (command.id !== undefined && stored === null) return { refusal: notFound('order', command.id) }
  const composed = composeOrder(stored, command, { inventory, schemas }, occasion)
  if ('refusal' in composed) return composed
  const order = ownedBy(composed.order, facts.customer)
  const earns = isPaid(order) && order.earnedAt === null && facts.customer !== null
  if (!earns) return keep(facts, order, occasion)
  return paid(facts, { ...order, earnedAt: occasion.now }, facts.customer, occasion)
}

function paid(
  facts: SaveOrderFacts,
  order: Order,
  customer: Customer,
  occasion: Occasion
): Decision<Order> {
  const logged = eventOf(
    'customer.order.paid',
    { customerId: customer.id, entityId: customer.id },
    { order_id: order.id },
    occasion
  )
  const trigger = { event: 'order.paid', subjectId: null, customer, order, eventMetadata: null }
  const earned = accruePoints(facts, trigger, logged, occasion)
  if ('refusal' in earned) return earned
  const saved = keep(facts, order, occasion, earned.totals)
  if ('refusal' in saved) return saved
  const event: Change = { kind: 'event.logged', event: logged }
  return { result: order, changes: [...saved.changes, event, ...earned.changes] }
}

function keep(
  { stored, customer }: SaveOrderFacts,
  order: Order,
  { now }: Occasion,
  earned: TotalsStep = {}
): Decision<Order> {
  const changes: Change[] = [{ kind: stored === null ? 'order.created' : 'order.updated', order }]
  const gained = orderTotals(stored, order)
  const counted = gained === null ? {} : { ordersCount: gained.count, ordersAmount: gained.amount }
  const step = sumTotals([counted, earned])
  if (customer !== null && Object.keys(step).length > 0) {
    const lastOrder = gained !== null && isPaid(order) ? lastOrderOf(order, now) : null
    changes.push({ kind: 'customerTotals.counted', customerId: customer.id, step, lastOrder })
  }
  return { result: order, changes }
}
