/**
 * The goods of an order: how its lines name their products and SKUs, and which of these are stored.
 *
 * Lines are read in this one way, whether their goods are looked up, priced or saved.
 *
 * Spec: OrderItem.product, OrderItem.sku.
 */
import type { Product, Sku } from '../../model.ts'
import type { MetadataRules } from '../metadata.ts'
import type { ItemCommand } from './commands.ts'

/** The stored goods an order may name, by id and by source id. */
export interface Inventory {
  readonly products: ReadonlyMap<string, Product>
  readonly skus: ReadonlyMap<string, Sku>
  /** The facts for saving goods; absent when no line saves any. */
  readonly overriding?: OverrideFacts
}

/** The facts for saving goods. */
export interface OverrideFacts {
  /** Products with a name that a line would give to another product. */
  readonly named: readonly Product[]
  readonly productSchema: MetadataRules | null
  readonly skuSchema: MetadataRules | null
}

/** A line as sent, with the goods it names. */
export interface FoundLine extends LineGoods {
  readonly item: ItemCommand
}

/** The stored goods of a line; null for goods that it does not name. */
export interface LineGoods {
  readonly product: Product | null
  readonly sku: Sku | null
}

/** The names of a line's product or SKU; undefined for a name that it leaves out. */
export interface Called {
  readonly id: string | undefined
  readonly sourceId: string | undefined
}

/** The names of a line's product, or of its SKU. Names in the line itself take precedence. */
export function goodsNames(kind: 'product' | 'sku', item: ItemCommand): Called {
  const { relatedObject = 'product', productId, skuId, product, sku } = item
  const sourceId = relatedObject === kind ? item.sourceId : undefined
  const [own, said] = kind === 'product' ? [productId, product] : [skuId, sku]
  return {
    id: own ?? said?.id ?? undefined,
    sourceId: sourceId ?? said?.sourceId ?? undefined
  }
}

/** The name to look up: an id takes precedence over a source id. */
export function nameOf({ id, sourceId }: Called): string | undefined {
  return id ?? sourceId
}

/** The ids and source ids that an order needs from the inventory. */
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
