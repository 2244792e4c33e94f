/**
 * What redemptions did to single lines of an order: told apart from what the shop says of them, and
 * withdrawn.
 *
 * An order knows, for each redemption on it, what was taken off which line, which units were free
 * and which were added for it. A request that replaces lines keeps this where a line has the same
 * goods, as far as the line still has the discount; else it is the shop's own from then on.
 *
 * Spec: OrderItem.discount_amount; Decision 155.
 */
import type { LineDiscount, Order, OrderItem, OrderRedemption } from '../../model.ts'

/** The redemptions of an order whose lines may be others now; the same when none took off lines. */
export function keepLineDiscounts(
  redemptions: Order['redemptions'],
  { before, after }: { readonly before: readonly OrderItem[]; readonly after: readonly OrderItem[] }
): Order['redemptions'] {
  if (before === after || Object.values(redemptions).every(({ lines }) => lines === undefined)) {
    return redemptions
  }
  return mapLines(redemptions, line => {
    const [was, is] = [before[line.index], after[line.index]]
    return was !== undefined && is !== undefined && isOfSameGoods(was, is) ? line : null
  })
}

function isOfSameGoods(one: OrderItem, other: OrderItem): boolean {
  return (
    one.productId === other.productId &&
    one.skuId === other.skuId &&
    one.sourceId === other.sourceId
  )
}

/** The order without what a redemption did to its lines, as far as the lines still have it. */
export function withdrawFromLines(order: Order, lines: readonly LineDiscount[]): Order {
  if (lines.length === 0) return order
  const items = order.items.map((item, index) =>
    lines.filter(line => line.index === index).reduce(withdrawn, item)
  )
  const taken = (figure: 'discountAmount' | 'amount') =>
    order.items.reduce((sum, item, index) => {
      return sum + (item[figure] ?? 0) - (items[index]?.[figure] ?? 0)
    }, 0)
  const gone = items.flatMap(({ quantity }, index) => (quantity === 0 ? [index] : []))
  const { itemsDiscountAmount, amount } = order
  return {
    ...order,
    amount: less(amount, taken('amount')),
    itemsDiscountAmount: less(itemsDiscountAmount, taken('discountAmount')) || null,
    items: items.filter(({ quantity }) => quantity > 0),
    redemptions: withoutLines(order.redemptions, gone)
  }
}

/** A line without what was done to it; its quantity is 0 when all of its units were added. */
function withdrawn(item: OrderItem, line: LineDiscount): OrderItem {
  const { appliedDiscountAmount, appliedDiscountQuantity, ...unapplied } = item
  const { appliedQuantity, appliedQuantityAmount, ...known } = unapplied
  const amount = less(item.amount, line.addedAmount)
  const discountAmount = less(item.discountAmount, line.discountAmount) || null
  return {
    ...known,
    quantity: Math.max(item.quantity - line.addedQuantity, 0),
    discountQuantity: less(item.discountQuantity, line.discountQuantity) || null,
    amount,
    discountAmount,
    subtotalAmount: amount === null ? null : amount - (discountAmount ?? 0)
  }
}

/** Null stays null, and nothing gets below 0. */
function less(figure: number | null, by: number): number | null {
  return figure === null ? null : Math.max(figure - by, 0)
}

/** What redemptions did to the lines that stay, by the places that these have then. */
function withoutLines(
  redemptions: Order['redemptions'],
  gone: readonly number[]
): Order['redemptions'] {
  if (gone.length === 0) return redemptions
  return mapLines(redemptions, line => {
    if (gone.includes(line.index)) return null
    return { ...line, index: line.index - gone.filter(index => index < line.index).length }
  })
}

function mapLines(
  redemptions: Order['redemptions'],
  map: (line: LineDiscount) => LineDiscount | null
): Order['redemptions'] {
  const links = Object.entries(redemptions).map(([id, link]) => [id, withLines(link, map)] as const)
  return Object.fromEntries(links)
}

function withLines(
  link: OrderRedemption,
  map: (line: LineDiscount) => LineDiscount | null
): OrderRedemption {
  const { lines, ...others } = link
  if (lines === undefined) return link
  const kept = lines.flatMap(line => map(line) ?? [])
  return kept.length === 0 ? others : { ...others, lines: kept }
}
