/**
 * Products and SKUs on the wire, by themselves and as a MATERIAL reward hands them out.
 *
 * Spec: Product, Sku.
 */
import type { Product, Sku } from '../../model.ts'
import type { Wire } from '../wire.ts'

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

/** With its newest SKUs; `total` counts all of them. */
export function viewProductWithSkus(
  product: Product,
  { skus, total }: { readonly skus: readonly Sku[]; readonly total: number }
): Wire<'ProductWithSkus'> {
  const list = { object: 'list', data_ref: 'data', data: skus.map(viewSku), total } as const
  return { ...viewProduct(product), skus: list }
}

/** `total` counts all of the project's. */
export function viewProductList(products: readonly Product[], total: number): Wire<'ProductList'> {
  return { object: 'list', data_ref: 'products', products: products.map(viewProduct), total }
}

/** `total` counts all of the product's. */
export function viewSkuList(skus: readonly Sku[], total: number): Wire<'SkuList'> {
  return { object: 'list', data_ref: 'skus', skus: skus.map(viewSku), total }
}
