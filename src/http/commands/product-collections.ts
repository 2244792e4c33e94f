/**
 * The products and SKUs of a collection, as the decisions take them.
 *
 * Spec: ProductCollectionRequest.products.
 */
import type { Schemas } from '../wire.ts'

type WireItems = Schemas['ProductCollectionRequest']['products']

export function itemsOf(products: WireItems) {
  return products.map(({ object, id }) => ({ object, id }))
}
