/**
 * Takes an amount off the order, or off its lines.
 *
 * What is taken off the order does not lower the lines, so discounts of lines may want more than
 * the order still costs: together they take what is left, the first lines first.
 *
 * Spec: Order.total_amount.
 */
import { type Cart, type CartLine, restOfOrder, withFigures, withoutApplied } from './cart.ts'

/** Takes off the order, at most what it still costs. */
export function takeOffOrder(cart: Cart, wanted: number): Cart {
  const applied = Math.min(wanted, restOfOrder(cart))
  const discountAmount = (cart.discountAmount ?? 0) + applied
  const lines = cart.lines.map(withoutApplied)
  return withFigures({ ...cart, discountAmount, lines }, { order: applied, items: null })
}

/** An amount to take off the line at a position of the cart, at most what is left of it. */
export interface LinePart {
  readonly index: number
  readonly amount: number
}

/** Takes off lines, in the given order. */
export function takeOffLines(cart: Cart, parts: readonly LinePart[]): Cart {
  const lines = cart.lines.map(withoutApplied)
  let left = restOfOrder(cart)
  let items = 0
  for (const { index, amount } of parts) {
    const line = lines[index] as CartLine
    const applied = Math.min(amount, left)
    left -= applied
    items += applied
    lines[index] = takeOffLine(line, applied)
  }
  const base = { ...cart, lines: markDiscounted(lines) }
  return withFigures(base, { order: null, items })
}

function takeOffLine(line: CartLine, applied: number): CartLine {
  const discountAmount = (line.discountAmount ?? 0) + applied
  return {
    ...line,
    discountAmount,
    subtotalAmount: Number(line.amount) - discountAmount,
    appliedDiscountAmount: applied
  }
}

/**
 * Marks the lines of goods that the step discounted, on whichever line, as discounted. SKUs of one
 * product are the same goods here.
 */
export function markDiscounted(lines: readonly CartLine[]): readonly CartLine[] {
  const isTouched = (line: CartLine) =>
    (line.appliedDiscountAmount ?? 0) > 0 || (line.appliedDiscountQuantity ?? 0) > 0
  const names = new Set(lines.filter(isTouched).map(nameOf))
  return lines.map(line => {
    const name = nameOf(line)
    const isDiscounted = line.isDiscounted || (name === null ? isTouched(line) : names.has(name))
    return isDiscounted === line.isDiscounted ? line : { ...line, isDiscounted }
  })
}

function nameOf({ productId, productSourceId, skuId, skuSourceId }: CartLine): string | null {
  return productId ?? productSourceId ?? skuId ?? skuSourceId
}
