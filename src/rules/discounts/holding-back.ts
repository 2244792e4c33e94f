/**
 * Holds back what a later step of the same request cuts off the cart.
 *
 * A cart that came back with free units is cut to its units before them when units are given on it
 * again. Whatever steps before that took off those units would be paid for nothing, so it is held
 * back from them, and the steps are taken once more. Discounts that the cart came with are cut to
 * what is left beside it, before the first step.
 *
 * Spec: OrderItem.initial_quantity.
 */
import { type Cart, type CartLine, sumOfSteps, withFigures } from './cart.ts'

/**
 * The cart to begin with again, in which the amounts that the steps cut off are held back; null
 * where nothing that a step took was cut off with them, or where they are held back already.
 */
export function heldBackFor(opened: Cart, steps: readonly { readonly cart: Cart }[]): Cart | null {
  const last = sumOfSteps(opened, steps)
  if (!isAnyLost(opened, last)) return null
  const lines = opened.lines.map((line, at) => {
    const heldAmount = Math.max(line.heldAmount, cutOff(line, last.lines[at] as CartLine))
    return heldAmount === line.heldAmount ? line : { ...line, heldAmount }
  })
  const isMore = lines.some((line, at) => line !== opened.lines[at])
  return isMore ? besideHeld({ ...opened, lines }) : null
}

/** The cart with the discounts that it came with cut to what may be taken off it. */
function besideHeld(cart: Cart): Cart {
  const held = cart.lines.reduce((sum, { heldAmount }) => sum + heldAmount, 0)
  let left = Math.max(Number(cart.amount) - held, 0)
  const take = (discount: number | null, most: number) => {
    if (discount === null) return null
    const taken = Math.min(discount, most, left)
    left -= taken
    return taken
  }
  const lines = cart.lines.map(line => {
    if (line.amount === null) return line
    const discountAmount = take(line.discountAmount, line.amount - line.heldAmount)
    return { ...line, discountAmount, subtotalAmount: line.amount - Number(discountAmount) }
  })
  const discountAmount = take(cart.discountAmount, left)
  return withFigures({ ...cart, lines, discountAmount }, { order: null, items: null })
}

/** Whether the order or a line has less of a discount than it came with and the steps took. */
function isAnyLost(opened: Cart, last: Cart): boolean {
  return (
    isLost(opened, last) || last.lines.some((line, at) => isLost(opened.lines[at] ?? ADDED, line))
  )
}

/** A line that steps added, before them. */
const ADDED: Discounted = { discountAmount: null, appliedDiscountAmount: null }

type Discounted = Pick<CartLine, 'discountAmount' | 'appliedDiscountAmount'>

function isLost(before: Discounted, { discountAmount, appliedDiscountAmount }: Discounted) {
  return Number(discountAmount) < Number(before.discountAmount) + Number(appliedDiscountAmount)
}

/** What was cut off the amount of a line. */
function cutOff({ echoedQuantity, amount }: CartLine, after: CartLine): number {
  const isCut = echoedQuantity !== null && after.echoedQuantity === null
  return isCut && amount !== null ? amount - Number(after.initialAmount) : 0
}
