/**
 * Takes back what a request took off an order.
 *
 * What each request took off is kept beside the order, so that requests can be taken back in any
 * order, and each takes its own part: never more than the order still has of it. Figures that
 * become 0 are null, as they were before anything was taken off.
 *
 * Spec: Order.total_amount.
 */
import { partOf } from '../points.ts'
import type { Cart, CartLine, Figures } from './cart.ts'

/** What one request took off an order; amounts in the smallest unit. */
export interface TakenOff {
  /** Off the order as a whole. */
  readonly discountAmount: number
  readonly lines: readonly LineDiscount[]
  /** Whether the amount of the order was set since, so that it has nothing of added units. */
  readonly keepsAmount?: boolean
  /** Whether the order had no amount before, so that it has none without priced lines. */
  readonly bringsAmount?: boolean
}

/** What a request did to one line of its order; amounts in the smallest unit. */
export interface LineDiscount {
  /** The place of the line, from 0. */
  readonly index: number
  /** Taken off the line. */
  readonly discountAmount: number
  /** Units that it made free. */
  readonly discountQuantity: number
  /**
   * Units that it added, and what they cost before the discount; below 0 where a cart brought back
   * more free units than it was given again.
   */
  readonly addedQuantity: number
  readonly addedAmount: number
  /** What the shop had said of the line before units were given on it; absent for nothing. */
  readonly own?: OwnFigures
}

/** What the shop says of a line before discounts; null where it says nothing. */
export type OwnFigures = Pick<CartLine, 'initialQuantity' | 'initialAmount'>

/** What the steps of one request took off together, as `sumOfSteps` has it. */
export function takenOffBy({ appliedDiscountAmount, lines }: Cart): TakenOff {
  const parts = lines.map((line, index) => ({
    index,
    discountAmount: line.appliedDiscountAmount ?? 0,
    discountQuantity: line.appliedDiscountQuantity ?? 0,
    addedQuantity: line.appliedQuantity ?? 0,
    addedAmount: line.appliedQuantityAmount ?? 0
  }))
  return { discountAmount: appliedDiscountAmount ?? 0, lines: parts.filter(isAnything) }
}

/** Whether a part is more than nothing. */
export function isAnything({ index: _, own: _own, ...figures }: LineDiscount): boolean {
  return Object.values(figures).some(figure => figure !== 0)
}

/** Whether a part made units free, or changed how many there are. */
export function givesUnits({ discountQuantity, addedQuantity }: LineDiscount): boolean {
  return discountQuantity !== 0 || addedQuantity !== 0
}

/** The figures of a line that is kept with an order. */
export type KeptLine = Pick<
  CartLine,
  | 'quantity'
  | 'initialQuantity'
  | 'discountQuantity'
  | 'amount'
  | 'discountAmount'
  | 'subtotalAmount'
>

/** The figures of an order that discounts change. */
export type KeptFigures = Pick<
  Figures,
  'amount' | 'discountAmount' | 'itemsDiscountAmount' | 'totalDiscountAmount' | 'totalAmount'
>

export interface OrderToRestore<Line extends KeptLine> extends KeptFigures {
  readonly lines: readonly Line[]
}

/** An order without what a request took off it. */
export interface TakenBack<Line extends KeptLine> extends KeptFigures {
  /** In their places; null for one that had nothing but units which the request added. */
  readonly lines: readonly (Line | null)[]
}

/** The order without what a request took off it, as far as it is still there. */
export function takeBack<Line extends KeptLine>(
  order: OrderToRestore<Line>,
  taken: TakenOff
): TakenBack<Line> {
  const lines = order.lines.map((line, at) =>
    taken.lines
      .filter(({ index }) => index === at)
      .reduce<Line | null>((left, part) => left && withoutPart(left, part), line)
  )
  const change = taken.keepsAmount ? 0 : sumOf(lines, 'amount') - sumOf(order.lines, 'amount')
  const isUnknown =
    order.amount === null || (taken.bringsAmount && lines.every(line => line?.amount == null))
  const amount = isUnknown ? null : Math.max(Number(order.amount) + change, 0)
  return { lines, ...figuresOf(order, { amount, taken, onLines: sumOf(lines, 'discountAmount') }) }
}

function sumOf(lines: readonly (KeptLine | null)[], figure: 'amount' | 'discountAmount'): number {
  return lines.reduce((sum, line) => sum + (line?.[figure] ?? 0), 0)
}

interface Left {
  readonly amount: number | null
  readonly onLines: number
  readonly taken: TakenOff
}

function figuresOf(order: KeptFigures, { amount, onLines, taken }: Left): KeptFigures {
  const rest = Math.max((order.discountAmount ?? 0) - taken.discountAmount, 0)
  const unknown = { itemsDiscountAmount: null, totalDiscountAmount: null, totalAmount: null }
  const shown = (onOrder: number) => (order.discountAmount === null ? null : onOrder)
  if (amount === null) return { amount, ...unknown, discountAmount: shown(rest) }
  const onItems = Math.min(onLines, amount)
  const onOrder = Math.min(rest, amount - onItems)
  return {
    amount,
    discountAmount: shown(onOrder),
    itemsDiscountAmount: onItems === 0 ? null : onItems,
    totalDiscountAmount: order.totalDiscountAmount === null ? null : onItems + onOrder,
    totalAmount: amount - onItems - onOrder
  }
}

/** The line without the part; null where all of its units were added. */
export function withoutPart<Line extends KeptLine>(line: Line, part: LineDiscount): Line | null {
  const { addedQuantity, discountQuantity, ...amounts } = partLeft(line, part)
  const quantity = line.quantity - addedQuantity
  if (quantity === 0 && addedQuantity > 0) return null
  const free = Math.min((line.discountQuantity ?? 0) - discountQuantity, quantity)
  const amount = line.amount === null ? null : Math.max(line.amount - amounts.addedAmount, 0)
  const discount = (line.discountAmount ?? 0) - amounts.discountAmount
  const discountAmount = Math.min(discount, amount ?? discount)
  return {
    ...line,
    quantity,
    discountQuantity: free === 0 ? null : free,
    amount,
    discountAmount: discountAmount === 0 ? null : discountAmount,
    subtotalAmount: amount === null ? null : amount - discountAmount
  }
}

/**
 * What of a part a line still has. A line that was lowered since has lost the units that were added
 * last, and keeps those that are paid for.
 */
export function partLeft(line: KeptLine, part: LineDiscount): LineDiscount {
  const free = line.discountQuantity ?? 0
  const beside = Math.max(line.quantity - (line.initialQuantity ?? 0), 0)
  const addedQuantity = Math.min(part.addedQuantity, free, beside)
  const addedAmount =
    addedQuantity === part.addedQuantity
      ? part.addedAmount
      : partOf(part.addedAmount, { units: addedQuantity, of: part.addedQuantity })
  const left: LineDiscount = {
    index: part.index,
    discountAmount: Math.min(part.discountAmount, line.discountAmount ?? 0),
    discountQuantity: Math.min(part.discountQuantity, free),
    addedQuantity,
    addedAmount
  }
  return part.own !== undefined && givesUnits(left) ? { ...left, own: part.own } : left
}
