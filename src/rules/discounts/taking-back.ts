/**
 * Takes back what a request took off an order.
 *
 * What each request took off is kept beside the order, so that requests can be taken back in any
 * order, and each takes its own part.
 *
 * Spec: Order.total_amount; Decision 150.
 */
import type { Cart, CartLine, Figures } from './cart.ts'

/** What one request took off an order, so that it can be taken back. */
export interface TakenOff {
  readonly discountAmount: number
  readonly lines: readonly TakenOffLine[]
}

interface TakenOffLine {
  /** Position among the lines of the order as the request left it. */
  readonly index: number
  /** The name of its goods; null where it names none. */
  readonly name: string | null
  readonly discountAmount: number
  /** Units made free. */
  readonly discountQuantity: number
  /** By how much the units and their amount grew; below 0 where a cart brought more back. */
  readonly quantity: number
  readonly amount: number
}

/** What the steps of one request took off together, as `sumOfSteps` has it. */
export function takenOffBy({ appliedDiscountAmount, lines }: Cart): TakenOff {
  return {
    discountAmount: appliedDiscountAmount ?? 0,
    lines: lines.flatMap((line, index) => {
      const { skuId, productId, skuSourceId, productSourceId } = line
      const taken = {
        index,
        name: skuId ?? productId ?? skuSourceId ?? productSourceId,
        discountAmount: line.appliedDiscountAmount ?? 0,
        discountQuantity: line.appliedDiscountQuantity ?? 0,
        quantity: line.appliedQuantity ?? 0,
        amount: line.appliedQuantityAmount ?? 0
      }
      return taken.discountAmount > 0 || taken.discountQuantity > 0 ? [taken] : []
    })
  }
}

/** The figures and names of a line that are kept with an order. */
export interface KeptLine
  extends Pick<
    CartLine,
    | 'productId'
    | 'skuId'
    | 'quantity'
    | 'initialQuantity'
    | 'discountQuantity'
    | 'amount'
    | 'discountAmount'
    | 'subtotalAmount'
  > {
  readonly sourceId: string | null
}

type KeptFigures = Pick<
  Figures,
  'amount' | 'discountAmount' | 'itemsDiscountAmount' | 'totalDiscountAmount' | 'totalAmount'
>

export interface KeptOrder<Line extends KeptLine> extends KeptFigures {
  readonly lines: readonly Line[]
}

/**
 * The order without what a request took off it, as far as it is still there. Units that the request
 * added are gone, and so are lines that had nothing else.
 */
export function takeBack<Line extends KeptLine>(
  order: KeptOrder<Line>,
  taken: TakenOff
): KeptOrder<Line> {
  const lines: (Line | null)[] = [...order.lines]
  let change = 0
  for (const part of taken.lines) {
    const at = placeOf(lines, part)
    const line = lines[at]
    if (line == null) continue
    const left = takeBackLine(line, part)
    change += (left?.amount ?? 0) - (line.amount ?? 0)
    lines[at] = left
  }
  const amount = order.amount === null ? null : Math.max(order.amount + change, 0)
  const kept = lines.filter(line => line !== null)
  return { ...order, ...figuresOf(order, { amount, lines: kept, taken }), lines: kept }
}

function figuresOf<Line extends KeptLine>(
  order: KeptOrder<Line>,
  { amount, lines, taken }: Pick<KeptOrder<Line>, 'amount' | 'lines'> & { taken: TakenOff }
): KeptFigures {
  const onLines = lines.reduce((sum, { discountAmount }) => sum + (discountAmount ?? 0), 0)
  const rest = Math.max((order.discountAmount ?? 0) - taken.discountAmount, 0)
  const onOrder = amount === null ? rest : Math.min(rest, Math.max(amount - onLines, 0))
  const total = amount === null ? onOrder : Math.min(onLines + onOrder, amount)
  return {
    amount,
    discountAmount: order.discountAmount === null ? null : onOrder,
    itemsDiscountAmount: order.itemsDiscountAmount === null ? null : total - onOrder,
    totalDiscountAmount: amount === null ? null : total,
    totalAmount: amount === null ? null : amount - total
  }
}

/** Where the goods are: at their old position, or where another request left them. */
function placeOf(lines: readonly (KeptLine | null)[], { index, name }: TakenOffLine): number {
  const named = (line: KeptLine | null | undefined) => line != null && nameOf(line) === name
  return named(lines[index]) ? index : lines.findIndex(named)
}

function nameOf({ skuId, productId, sourceId }: KeptLine): string | null {
  return skuId ?? productId ?? sourceId
}

/** The line without the part; null when nothing is left of a line that a discount added. */
function takeBackLine<Line extends KeptLine>(line: Line, part: TakenOffLine): Line | null {
  const quantity = Math.max(line.quantity - part.quantity, 0)
  if (quantity === 0 && line.initialQuantity === 0) return null
  const free = Math.max((line.discountQuantity ?? 0) - part.discountQuantity, 0)
  const discountQuantity = line.discountQuantity === null ? null : Math.min(free, quantity)
  if (line.amount === null) return { ...line, quantity, discountQuantity }
  const amount = Math.max(line.amount - part.amount, 0)
  const left = Math.max((line.discountAmount ?? 0) - part.discountAmount, 0)
  const discountAmount = Math.min(left, amount)
  const subtotalAmount = amount - discountAmount
  return { ...line, quantity, discountQuantity, amount, discountAmount, subtotalAmount }
}
