/**
 * What redeemables would take off an order if they were redeemed now. Writes nothing but a lock.
 *
 * Spec: validateStackedDiscounts.
 */
import type { Order, OrderItem } from '../../model.ts'
import type { StackingRules } from '../../rules/stacking-rules.ts'
import type { Change, Decision } from '../changes.ts'
import type { Occasion } from '../occasion.ts'
import { applyDiscounts, type StackTrial } from './applying.ts'
import { orderOfCart } from './carts.ts'
import { type Lock, lockOf, takeLock } from './locks.ts'
import type { ApplyDiscounts, DiscountFacts } from './request.ts'

export interface StackValidation extends StackTrial {
  readonly id: string
  readonly stackingRules: StackingRules
  /** Whether the order is stored. */
  readonly isStored: boolean
  /** The lock that was taken; null for none. */
  readonly lock: Lock | null
  /** The order after each of what is applied, in order. */
  readonly steps: readonly Order[]
}

/** An answer in any case but for a request that cannot be understood. */
export function validateStackedDiscounts(
  facts: DiscountFacts,
  command: ApplyDiscounts,
  occasion: Occasion
): Decision<StackValidation> {
  const lock = command.lock === undefined ? null : lockOf(command.lock, occasion)
  if (lock !== null && 'refusal' in lock) return lock
  const tried = applyDiscounts(facts, command, occasion)
  if ('refusal' in tried) return tried
  const shown = withoutUnmade(tried.goods)
  const { order, stacked } = tried
  const after = tried.after && shown(tried.after)
  // After the only step, the order is as after all.
  const steps = stacked.redeemables.flatMap(each => {
    if (each.status !== 'APPLICABLE') return []
    const { cart } = each.step
    return [after !== null && cart === stacked.cart ? after : shown(orderOfCart(order, cart))]
  })
  const result = {
    ...tried,
    id: occasion.newId('valid'),
    after,
    stackingRules: facts.stackingRules,
    isStored: facts.storedOrder !== null,
    lock: stacked.valid ? lock : null,
    steps
  }
  return { result, changes: lock === null ? [] : takeLock(facts, tried, lock, occasion) }
}

/** Goods that only a redemption would make have no id. */
export function withoutUnmade(goods: readonly Change[]): (order: Order) => Order {
  const made = new Set(goods.map(madeBy))
  const known = (id: string | null) => (id === null || made.has(id) ? null : id)
  const named = (item: OrderItem): OrderItem => ({
    ...item,
    productId: known(item.productId),
    skuId: known(item.skuId),
    product: item.product && { ...item.product, id: known(item.product.id) },
    sku: item.sku && { ...item.sku, id: known(item.sku.id) }
  })
  return order => (made.size === 0 ? order : { ...order, items: order.items.map(named) })
}

function madeBy(change: Change): string {
  if (change.kind === 'product.created') return change.product.id
  return change.kind === 'sku.created' ? change.sku.id : ''
}
