/**
 * The discount that points pay for: added to an order, and told apart from the shop's own discount.
 *
 * Spec: Order.discount_amount.
 */
import type { Order } from '../../model.ts'

/** Adds a discount to the whole order, up to the rest to pay. */
export function addOrderDiscount(order: Order, discount: number): Order {
  const { totalAmount } = order
  if (totalAmount === null) return { ...order, appliedDiscountAmount: null }
  const applied = Math.min(discount, totalAmount)
  return {
    ...order,
    discountAmount: (order.discountAmount ?? 0) + applied,
    totalDiscountAmount: (order.totalDiscountAmount ?? 0) + applied,
    totalAmount: totalAmount - applied,
    appliedDiscountAmount: applied
  }
}

/**
 * The redemptions of an order after a request or a rollback may have changed its discount. A lower
 * discount takes the shop's own part first, then the parts that redemptions paid for, the latest
 * one first. A higher one does not bring those back: it is the shop's own.
 */
export function lowerPaidDiscounts(
  redemptions: Order['redemptions'],
  discount: number
): Order['redemptions'] {
  let left = discount
  const links = Object.entries(redemptions).map(([id, link]) => {
    const discountAmount = Math.min(link.discountAmount, left)
    left -= discountAmount
    return [id, { ...link, discountAmount }] as const
  })
  return Object.fromEntries(links)
}

/**
 * What the redemption that paid for a stored order still takes off it once the discount is this
 * one: never more than the discount, and no more than is left of its own part.
 */
export function lowerAppliedDiscount(stored: Order | null, discount: number): number | null {
  if (stored === null || stored.appliedDiscountAmount === null) return null
  const last = Object.values(lowerPaidDiscounts(stored.redemptions, discount)).at(-1)
  return Math.min(stored.appliedDiscountAmount, last?.discountAmount ?? discount)
}
