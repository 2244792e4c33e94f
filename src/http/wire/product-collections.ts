/**
 * Collections of products and SKUs on the wire.
 *
 * Spec: ProductCollectionRequest.products, ProductCollection.
 */
import type { ShownCollection } from '../../model.ts'
import { type Schemas, type Wire, withoutNulls } from '../wire.ts'

type WireItems = Schemas['ProductCollectionRequest']['products']

export function itemsOf(products: WireItems) {
  return products.map(({ object, id }) => ({ object, id }))
}

/** The contents by id; a SKU names its product. */
export function viewProductCollection({
  collection,
  items
}: ShownCollection): Wire<'ProductCollection'> {
  return {
    id: collection.id,
    name: collection.name,
    type: 'STATIC',
    products: items.map(({ object, id, productId }) => ({
      id,
      ...withoutNulls({ product_id: productId }),
      object
    })),
    created_at: collection.createdAt,
    updated_at: collection.updatedAt,
    object: 'products_collection'
  }
}
