/**
 * Takes amounts off a cart, holds them back, and takes them back.
 *
 * Takes back what a request took off an order.
 *
 * What each request took off is kept beside the order, so that requests can be taken back in any
 * order, and each takes its own part: never more than the order still has of it. Figures that
 * become 0 are null, as they were before anything was taken off.
 *
 * Spec: Order.total_amount, OrderItem.initial_quantity.
 */
import { partOf } from '../points.ts'
import {
  type Cart,
  type CartLine,
  type Figures,
  restOfOrder,
  sumOfSteps,
  withFigures,
  withoutApplied
} from './cart.ts'

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
type KeptFigures = Pick<
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

/*
 * Takes an amount off the order, or off its lines.
 *
 * What is taken off the order does not lower the lines, so discounts of lines may want more than
 * the order still costs: together they take what is left, the first lines first.
 */

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

/*
 * Holds back what a later step of the same request cuts off the cart.
 *
 * A cart that came back with free units is cut to its units before them when units are given on it
 * again. Whatever steps before that took off those units would be paid for nothing, so it is held
 * back from them, and the steps are taken once more. Discounts that the cart came with are cut to
 * what is left beside it, before the first step.
 */

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
