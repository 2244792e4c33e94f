/**
 * The discount that points pay for: put on an order, kept apart from what its shop gives, and taken
 * off again.
 *
 * Spec: Order.discount_amount; Decisions 93 and 103.
 */
import type { Order } from '../../model.ts'

/** Adds a discount to the whole order, as far as there is something left to pay. */
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

/** Takes a discount on the whole order off it again, as far as it is still there. */
export function withdrawDiscount(order: Order, discount: number): Order {
  const { amount, discountAmount, itemsDiscountAmount } = order
  const withdrawn = { ...order, appliedDiscountAmount: null }
  if (amount === null || discountAmount === null) return withdrawn
  const left = Math.max(discountAmount - discount, 0)
  const total = (itemsDiscountAmount ?? 0) + left
  return {
    ...withdrawn,
    discountAmount: left,
    totalDiscountAmount: total,
    totalAmount: amount - total
  }
}

/**
 * The redemptions of an order whose discount may be another by now. What points paid for is what is
 * lowered last, the latest redemption first, and it does not come back when the discount rises: a
 * discount that is sent later is the shop's own.
 */
export function stillPaid(
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
