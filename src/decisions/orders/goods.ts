/**
 * The goods of an order: how its lines name their products and SKUs, and what is stored of these.
 *
 * Lines are read in this one way, whether their goods are looked up, priced or saved.
 *
 * Spec: OrderItem.product, OrderItem.sku; Decision 37.
 */
import type { Product, Sku } from '../../model.ts'
import type { MetadataRules } from '../metadata.ts'
import type { ItemCommand } from './commands.ts'

/** The stored goods an order may name, by id and by source id. */
export interface Inventory {
  readonly products: ReadonlyMap<string, Product>
  readonly skus: ReadonlyMap<string, Sku>
  /** What saving goods has to know; absent where no line asks for it. */
  readonly overriding?: OverrideFacts
}

/** What saving goods has to know. */
export interface OverrideFacts {
  /** Products that have a name which a line would give to another. */
  readonly named: readonly Product[]
  readonly productSchema: MetadataRules | null
  readonly skuSchema: MetadataRules | null
}

/** A line as sent, with the goods it names. */
export interface FoundLine extends Goods {
  readonly item: ItemCommand
}

/** What is stored of what a line names; null for what it does not. */
export interface Goods {
  readonly product: Product | null
  readonly sku: Sku | null
}

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

/** Which ids and source ids an order needs from the inventory. */
export function goodsNamed(items: readonly ItemCommand[] | undefined): {
  readonly products: readonly string[]
  readonly skus: readonly string[]
} {
  const products = new Set<string>()
  const skus = new Set<string>()
  for (const item of items ?? []) {
    const bySku = item.relatedObject === 'sku'
    const named = [item.productId, bySku ? undefined : item.sourceId, item.product?.id]
    for (const id of [...named, item.product?.sourceId]) if (id) products.add(id)
    for (const id of [item.skuId, bySku ? item.sourceId : undefined, item.sku?.id]) {
      if (id) skus.add(id)
    }
    if (item.sku?.sourceId) skus.add(item.sku.sourceId)
  }
  return { products: [...products], skus: [...skus] }
}
