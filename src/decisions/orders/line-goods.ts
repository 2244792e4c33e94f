/**
 * By what a line of an order names its product and its SKU: the one way in which lines are read,
 * whether their goods are looked up or saved.
 *
 * Spec: OrderItem.product, OrderItem.sku; Decision 37.
 */
import type { ItemCommand } from './orders.ts'

/** What a line calls its product or its SKU; undefined for what it leaves out. */
export interface Called {
  readonly id: string | undefined
  readonly sourceId: string | undefined
}

/** By what a line calls its product, or its SKU. What stands in the line itself counts first. */
export function calledBy(kind: 'product' | 'sku', item: ItemCommand): Called {
  const { relatedObject = 'product', productId, skuId, product, sku } = item
  const sourceId = relatedObject === kind ? item.sourceId : undefined
  const [own, said] = kind === 'product' ? [productId, product] : [skuId, sku]
  return {
    id: own ?? said?.id ?? undefined,
    sourceId: sourceId ?? said?.sourceId ?? undefined
  }
}

/** The name to look up: an id counts before a source id. */
export function nameOf({ id, sourceId }: Called): string | undefined {
  return id ?? sourceId
}
