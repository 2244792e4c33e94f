/**
 * The price of an order: each line, the sum, and the rest to pay after discounts.
 *
 * Sent figures take precedence, and the inventory gives the missing ones. A line without any price
 * adds nothing. A sum beyond the safe integers is refused, since an amount that cannot be counted
 * exactly must not be paid.
 *
 * Spec: Order.amount, Order.total_amount, OrderItem.
 */
import type { ItemProduct, ItemSku, Order, OrderItem, Product, Sku } from '../../model.ts'
import type { ItemCommand, OrderCommand } from './commands.ts'
import { type FoundLine, goodsNames, nameOf } from './goods.ts'

/** The amounts of an order that follow from its lines and discounts. */
export type Priced = Pick<
  Order,
  | 'amount'
  | 'initialAmount'
  | 'discountAmount'
  | 'itemsDiscountAmount'
  | 'totalDiscountAmount'
  | 'totalAmount'
  | 'items'
>

/**
 * The price of a line, which may be beyond the safe integers. Goods that are not stored keep the
 * names that were sent.
 */
export function priceItem({ item, product, sku }: FoundLine): OrderItem {
  const quantity = item.quantity ?? 1
  const price =
    item.price ?? item.sku?.price ?? item.product?.price ?? sku?.price ?? product?.price ?? null
  const amount = item.amount ?? (price === null ? null : price * quantity)
  const discountAmount =
    item.discountAmount === undefined ? null : Math.min(item.discountAmount, amount ?? 0)
  return {
    productId: product?.id ?? goodsNames('product', item).id ?? null,
    skuId: sku?.id ?? goodsNames('sku', item).id ?? null,
    sourceId: item.sourceId ?? null,
    relatedObject: item.relatedObject ?? null,
    quantity,
    initialQuantity: item.initialQuantity ?? null,
    discountQuantity: item.discountQuantity ?? null,
    price,
    amount,
    initialAmount: item.initialAmount ?? null,
    discountAmount,
    subtotalAmount: amount === null ? null : amount - (discountAmount ?? 0),
    product: shownProduct(product, item),
    sku: shownSku(sku, item),
    metadata: item.metadata ?? {}
  }
}

/** Null where the line names no product; what was sent of it takes precedence. */
function shownProduct(product: Product | null, item: ItemCommand): ItemProduct | null {
  const called = goodsNames('product', item)
  const { product: sent } = item
  if (product === null && (sent === undefined || nameOf(called) === undefined)) return null
  return {
    id: product?.id ?? called.id ?? null,
    sourceId: product === null ? (called.sourceId ?? null) : product.sourceId,
    name: sent?.name ?? product?.name ?? null,
    price: sent?.price ?? product?.price ?? null,
    metadata: sent?.metadata ?? product?.metadata ?? {}
  }
}

/** The same of its SKU. */
function shownSku(sku: Sku | null, item: ItemCommand): ItemSku | null {
  const called = goodsNames('sku', item)
  const { sku: sent } = item
  if (sku === null && (sent === undefined || nameOf(called) === undefined)) return null
  return {
    id: sku?.id ?? called.id ?? null,
    sourceId: sku === null ? (called.sourceId ?? null) : sku.sourceId,
    sku: sent?.sku ?? sku?.sku ?? null,
    price: sent?.price ?? sku?.price ?? null,
    metadata: sent?.metadata ?? sku?.metadata ?? {}
  }
}

/** Null when a sum leaves the safe integers. */
export function priceOrder(
  stored: Order | null,
  command: OrderCommand,
  items: readonly OrderItem[],
  isAsSent = false
): Priced | null {
  if (!items.every(({ amount }) => isCounted(amount))) return null
  const known = command.amount ?? stored?.amount ?? null
  // Sent lines decide the amount, unless it counts as it was sent; stored lines do not change it.
  const decided = isAsSent && command.amount !== undefined
  const amount = decided || items === stored?.items ? known : (sumOfAmounts(items) ?? known)
  const initialAmount = command.initialAmount ?? stored?.initialAmount ?? null
  const discountAmount = command.discountAmount ?? stored?.discountAmount ?? null
  if (amount === null) {
    const unknown = { itemsDiscountAmount: null, totalDiscountAmount: null, totalAmount: null }
    return { amount, initialAmount, discountAmount, ...unknown, items }
  }
  if (!isCounted(amount)) return null
  const itemsDiscount = items.reduce((sum, item) => sum + (item.discountAmount ?? 0), 0)
  const onItems = Math.min(itemsDiscount, amount)
  const onOrder = Math.min(discountAmount ?? 0, amount - onItems)
  const total = onItems + onOrder
  return {
    amount,
    initialAmount,
    discountAmount: discountAmount === null ? null : onOrder,
    itemsDiscountAmount: onItems === 0 ? null : onItems,
    totalDiscountAmount: total === 0 && discountAmount === null ? null : total,
    totalAmount: amount - total,
    items
  }
}

/** Whether a number holds the amount exactly; true for an unknown amount. */
function isCounted(amount: number | null): boolean {
  return amount === null || Number.isSafeInteger(amount)
}

/** The amounts of an order whose sums cannot be counted: all are null. */
export function uncountableAmounts(items: readonly OrderItem[]): Priced {
  const unsaid = { amount: null, initialAmount: null, discountAmount: null }
  return {
    ...unsaid,
    itemsDiscountAmount: null,
    totalDiscountAmount: null,
    totalAmount: null,
    items: items.map(item => ({ ...item, ...unsaid, subtotalAmount: null }))
  }
}

/** Null when no line has a price. */
function sumOfAmounts(items: readonly OrderItem[]): number | null {
  const amounts = items.map(({ amount }) => amount).filter(amount => amount !== null)
  return amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0)
}
