/**
 * The order that a redemption records: as it was sent, until the decision has looked at it; then
 * with its goods and prices; and after a payment as it was paid, which payment.ts does.
 *
 * An order that is not stored keeps no id, and no ids of goods that it would have made.
 *
 * Spec: Redemption.order.
 */
import type { ItemProduct, ItemSku, Order, OrderItem, RecordedOrder } from '../../model.ts'
import type { ItemCommand, OrderCommand } from '../orders/commands.ts'
import type { RedemptionFacts } from './request.ts'

/** The order before anything of it was looked at. A name of a stored order is told by its id. */
export function orderAsSent(
  sent: OrderCommand | undefined,
  { storedOrder }: Pick<RedemptionFacts, 'storedOrder'>
): RecordedOrder | null {
  if (sent === undefined) return null
  return {
    ...UNSTORED,
    id: storedOrder?.id ?? null,
    sourceId: sent.sourceId ?? null,
    amount: sent.amount ?? null,
    initialAmount: sent.initialAmount ?? null,
    discountAmount: sent.discountAmount ?? null,
    items: (sent.items ?? []).map(itemAsSent),
    metadata: sent.metadata ?? {}
  }
}

const UNSTORED: Omit<
  RecordedOrder,
  'sourceId' | 'amount' | 'initialAmount' | 'discountAmount' | 'items' | 'metadata'
> = {
  id: null,
  status: null,
  itemsDiscountAmount: null,
  totalDiscountAmount: null,
  totalAmount: null,
  appliedDiscountAmount: null,
  customerId: null,
  referrerId: null,
  redemptions: {},
  earnedAt: null,
  takenBackAt: null,
  createdAt: null,
  updatedAt: null,
  version: 0
}

function itemAsSent(item: ItemCommand): OrderItem {
  return {
    productId: item.productId ?? null,
    skuId: item.skuId ?? null,
    sourceId: item.sourceId ?? null,
    relatedObject: item.relatedObject ?? null,
    quantity: item.quantity ?? 1,
    initialQuantity: item.initialQuantity ?? null,
    discountQuantity: item.discountQuantity ?? null,
    price: item.price ?? null,
    amount: item.amount ?? null,
    initialAmount: item.initialAmount ?? null,
    discountAmount: item.discountAmount ?? null,
    subtotalAmount: null,
    product: item.product === undefined ? null : productAsSent(item.product),
    sku: item.sku === undefined ? null : skuAsSent(item.sku),
    metadata: item.metadata ?? {}
  }
}

function productAsSent(sent: NonNullable<ItemCommand['product']>): ItemProduct {
  const { id = null, sourceId = null, name = null, price = null, metadata = {} } = sent
  return { id, sourceId, name, price, metadata }
}

function skuAsSent(sent: NonNullable<ItemCommand['sku']>): ItemSku {
  const { id = null, sourceId = null, sku = null, price = null, metadata = {} } = sent
  return { id, sourceId, sku, price, metadata }
}

/** The order that a redemption looked at: a stored one as it is stored, or one with its prices. */
export function composedOrder(
  order: Order | null,
  { storedOrder, inventory }: Pick<RedemptionFacts, 'storedOrder' | 'inventory'>
): RecordedOrder | null {
  if (order === null || storedOrder !== null) return storedOrder
  const { products, skus } = inventory
  const stored = new Set([...products.values(), ...skus.values()].map(({ id }) => id))
  const items = order.items.map(item => withStoredIds(item, stored))
  return { ...order, id: null, status: null, createdAt: null, items }
}

/** Goods that the order would have made have no id. */
function withStoredIds(item: OrderItem, stored: ReadonlySet<string>): OrderItem {
  const { product, sku } = item
  const known = (id: string | null) => (id !== null && stored.has(id) ? id : null)
  return {
    ...item,
    productId: known(item.productId),
    skuId: known(item.skuId),
    product: product && { ...product, id: known(product.id) },
    sku: sku && { ...sku, id: known(sku.id) }
  }
}
