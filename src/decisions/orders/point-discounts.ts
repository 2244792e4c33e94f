/**
 * The discount that points pay for: added to an order, told apart from the shop's own discount, and
 * withdrawn.
 *
 * Spec: Order.discount_amount; Decisions 93 and 103.
 */
import type { Order } from '../../model.ts'

/** Adds a discount to the whole order, up to the rest to pay. */
export function applyDiscount(order: Order, discount: number): Order {
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

/** Withdraws a discount from the whole order, as far as the order still has it. */
export function withdrawDiscount(order: Order, discount: number): Order {
  const { amount, discountAmount, itemsDiscountAmount } = order
  const withdrawn = { ...order, appliedDiscountAmount: null }
  if (amount === null) return withdrawn
  const left = discountAmount === null ? null : Math.max(discountAmount - discount, 0)
  const total = (itemsDiscountAmount ?? 0) + (left ?? 0)
  return {
    ...withdrawn,
    discountAmount: left,
    totalDiscountAmount: order.totalDiscountAmount === null ? null : total,
    totalAmount: amount - total
  }
}

/**
 * The redemptions of an order after a request may have changed its discount. A lower discount takes
 * the shop's own part first, then the parts that points paid for, the latest redemption first. A
 * higher one does not bring those back: it is the shop's own.
 */
export function lowerPaidDiscounts(
  redemptions: Order['redemptions'],
  discount: number
): Order['redemptions'] {
  let left = discount
  const links = Object.entries(redemptions).map(([id, link]) => {
    if (link.discountAmount === undefined) return [id, link] as const
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
  const links = Object.values(lowerPaidDiscounts(stored.redemptions, discount))
  // One that was made before parts were told apart has none of its own.
  const last = links.findLast(link => link.discountAmount !== undefined)
  return Math.min(stored.appliedDiscountAmount, last?.discountAmount ?? discount)
}
