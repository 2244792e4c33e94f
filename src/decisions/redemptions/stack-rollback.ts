/**
 * Rolls back what was redeemed together, or a redemption that was made alone.
 *
 * All of it is undone, the latest part first, or nothing. A part alone cannot be rolled back: the
 * order and the discounts of the others would not be what they were taken off.
 *
 * Spec: rollbackStackedRedemptions.
 */
import type { Customer, Order, OrderStatus, Redemption, ShownVoucher } from '../../model.ts'
import type { StackingRules } from '../../rules/stacking-rules.ts'
import type { Decision } from '../changes.ts'
import type { SaveCustomer } from '../customers/customers.ts'
import type { Occasion } from '../occasion.ts'
import type { OrderCommand } from '../orders/commands.ts'
import { isPaid } from '../orders/orders.ts'
import { notFound, type Refusal } from '../refusals.ts'
import {
  isStack,
  misfitOf,
  type RollbackRedemption,
  type RollingBackFacts,
  shownAfter,
  undo,
  unfit
} from './rollback.ts'
import type { UndoneFacts } from './undoing.ts'

export interface RollbackStack extends RollbackRedemption {
  /** Who is thought to have redeemed; undefined: the customer who did. */
  readonly customer: Pick<SaveCustomer, 'id' | 'sourceId'> | undefined
  /** The order that is thought to be paid by it, and what becomes of it. */
  readonly order: Pick<OrderCommand, 'id' | 'sourceId' | 'status'> | undefined
}

export interface StackRollbackFacts extends RollingBackFacts {
  /** The redemption that is asked for. */
  readonly redemption: Redemption
  /** What it is made of, in the order of application; itself, when it was made alone. */
  readonly parts: readonly UndoneFacts[]
  /** What becomes of the order; null: it stays as it is. */
  readonly status: OrderStatus | null
  /** The customer that the request names; null for none, and for nobody who is known. */
  readonly customerSent: Customer | null
}

/** The rollback of one part, and its voucher after it; null for a promotion tier. */
export interface PartRolledBack {
  readonly redemption: Redemption
  readonly card: ShownVoucher | null
}

export interface StackRolledBack {
  /** In the order in which the parts were applied. */
  readonly rollbacks: readonly PartRolledBack[]
  /** The rollback of the whole; null for a redemption that was made alone. */
  readonly parent: Redemption | null
  readonly order: Order | null
}

/**
 * What becomes of the order of what is rolled back; null: it stays as it is. What a request says of
 * the order counts before the rules of the project; the order of another customer always stays.
 */
export function statusAfter(
  mode: StackingRules['redeemablesRollbackOrderMode'],
  { order: sent }: Partial<Pick<RollbackStack, 'order'>>,
  paid: Paid
): OrderStatus | null {
  if (isAnothers(paid)) return null
  return sent?.status ?? (mode === 'WITHOUT_ORDER' ? null : 'CANCELED')
}

/** A redemption, and the order that it paid as it is by now. */
type Paid = Pick<StackRollbackFacts, 'redemption' | 'order'>

/** Whether the order, nobody's when it was redeemed on, has become that of another. */
function isAnothers({ redemption: { customer }, order }: Paid): boolean {
  const owner = order?.customerId ?? null
  return owner !== null && owner !== customer.id
}

/**
 * The refusals, in this order: those of rollbackRedemption of what cannot be rolled back, a part of
 * a stack among them; an unknown customer, or another one; another order, the status of
 * another customer's, or an order that it would pay; and the rest of them.
 */
export function rollbackStackedRedemptions(
  facts: StackRollbackFacts,
  command: RollbackStack,
  occasion: Occasion
): Decision<StackRolledBack> {
  const { redemption: root, parts, status } = facts
  const refusal =
    unfit(root) ??
    otherCustomer(facts, command) ??
    otherOrder(facts, command) ??
    othersRefused(facts, command) ??
    payingRefused(facts) ??
    misfitOf(facts, command)
  if (refusal !== null) return { refusal }
  const undone = parts.map(({ redemption }) => redemption.id)
  const all = isStack(root) ? [...undone, root.id] : undone
  const ids = new Map(all.map(id => [id, occasion.newId('r')]))
  const after = undo(facts, { root, parts, ids, status }, command, occasion)
  if ('refusal' in after) return after
  const rollbacks = after.rollbacks.map((redemption, index) => {
    return { redemption, card: shownAfter(parts[index] as UndoneFacts, after) }
  })
  const { parent, order, changes } = after
  return { result: { rollbacks, parent, order }, changes }
}

/** The refusal of a customer who did not redeem; null where none is named. */
function otherCustomer(
  { redemption: { id, customer }, customerSent }: StackRollbackFacts,
  { customer: named }: RollbackStack
): Refusal | null {
  const name = named?.id ?? named?.sourceId ?? null
  if (name === null) return null
  if (customerSent === null) return notFound('customer', name)
  if (customerSent.id === customer.id) return null
  const details = `Redemption ${id} was not made by ${name}; name who made it, or nobody`
  return { key: 'invalid_customer', details, resourceId: id, resourceType: 'redemption' }
}

/** The refusal of an order that the redemption did not pay; null where none is named. */
function otherOrder(
  { redemption: { id }, order }: StackRollbackFacts,
  { order: named }: RollbackStack
): Refusal | null {
  const name = named?.id ?? named?.sourceId ?? null
  if (name === null || name === order?.id || name === order?.sourceId) return null
  const details = `Redemption ${id} did not pay order ${name}; name its order, or none`
  return { key: 'invalid_order', details, resourceId: id, resourceType: 'redemption' }
}

/** The refusal of a status for an order that has become another customer's. */
function othersRefused(paid: Paid, { order: sent }: RollbackStack): Refusal | null {
  const { redemption, order } = paid
  if (order === null || sent?.status === undefined || !isAnothers(paid)) return null
  const { id } = redemption
  const details =
    `Property .order.status: order ${order.id} is another customer's by now than redemption ` +
    `${id}; leave the status out, and change that order by PUT /v1/orders/${order.id}`
  return { key: 'invalid_order', details, resourceId: id, resourceType: 'redemption' }
}

/** The refusal of paying an order that was never paid, as a rollback lets nothing earn. */
function payingRefused({ order, status }: StackRollbackFacts): Refusal | null {
  if (order === null || order.customerId === null || order.earnedAt !== null) return null
  if (status === null || !isPaid({ status })) return null
  const instead = `send CREATED, and then pay it by PUT /v1/orders/${order.id}`
  const details = `Property .order.status: order ${order.id} was never paid and has not earned; `
  return { key: 'invalid_payload', details: details + instead }
}
