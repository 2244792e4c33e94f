/**
 * The size of an answer that shows its order again with each redeemable.
 *
 * A request of a few megabytes could become an answer of a hundred, which is rendered at once, and
 * stored where it has a key or redeems. So the order may be long, or shown often, and not both.
 *
 * Spec: validateStackedDiscounts, redeemStackedDiscounts, checkEligibility.
 */
import type { Order } from '../../model.ts'
import { invalidPayload, type Refusal } from '../refusals.ts'

/**
 * Characters of all orders of an answer as JSON (16 MiB): 500 ordinary lines as often as there can
 * be redeemables, which is 50 that qualify, and once by themselves.
 */
export const REPEATED_ORDERS_LENGTH_MAX = 16_777_216

/** The refusal of an order that an answer would show `count` times; null when it may. */
export function repetitionRefusal(order: Order, count: number): Refusal | null {
  const { length } = JSON.stringify(order)
  if (length * count <= REPEATED_ORDERS_LENGTH_MAX) return null
  const most = Math.floor(REPEATED_ORDERS_LENGTH_MAX / count)
  const mistake =
    `must have at most ${most} characters as JSON where it is answered ${count} times, once ` +
    `with each redeemable and once by itself, and has ${length}; send fewer or shorter lines`
  return invalidPayload('order', mistake)
}
