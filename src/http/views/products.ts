/**
 * Products and SKUs on the wire, as a MATERIAL reward hands them out.
 *
 * Spec: Resources, Redemption (reward result), Product update item.
 */
import type { Product, Sku } from '../../model.ts'
import type { Wire } from './wire.ts'

/** `price` in the smallest currency unit; null where it is unknown, as are the others. */
export function viewProduct(product: Product): Wire<'Product'> {
  return {
    id: product.id,
    source_id: product.sourceId,
    name: product.name,
    price: product.price,
    attributes: product.attributes,
    image_url: product.imageUrl,
    metadata: product.metadata,
    created_at: product.createdAt,
    updated_at: product.updatedAt,
    object: 'product'
  }
}

/** `price` null: the product's counts. */
export function viewSku(sku: Sku): Wire<'Sku'> {
  return {
    id: sku.id,
    source_id: sku.sourceId,
    product_id: sku.productId,
    sku: sku.sku,
    price: sku.price,
    currency: sku.currency,
    attributes: sku.attributes,
    image_url: sku.imageUrl,
    metadata: sku.metadata,
    created_at: sku.createdAt,
    updated_at: sku.updatedAt,
    object: 'sku'
  }
}
