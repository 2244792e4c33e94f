/**
 * Products and SKUs from the wire to commands, one by one and in bulk.
 *
 * Spec: updateProductsInBulk, ProductRequest, SkuRequest.
 */
import type { ProductFields, ProductItem, SaveProduct } from '../../decisions/products/products.ts'
import type { CreateSku, SkuFields } from '../../decisions/products/skus.ts'
import type { Schemas } from '../wire.ts'
import { metadataOf } from './values.ts'

/** A property that is absent is undefined, which keeps the stored one. */
export function skuFields(body: Schemas['SkuRequest'] | Schemas['UpdateSkuRequest']): SkuFields {
  return {
    sku: body.sku,
    price: body.price,
    currency: body.currency,
    attributes: body.attributes && metadataOf(body.attributes),
    imageUrl: body.image_url,
    metadata: body.metadata && metadataOf(body.metadata)
  }
}

export function productCommand(body: Schemas['ProductRequest']): SaveProduct {
  return { id: body.id, sourceId: body.source_id, ...productFields(body) }
}

/** A property that is absent is undefined, which keeps the stored one. */
export function productFields(
  body: Schemas['ProductRequest'] | Schemas['UpdateProductRequest']
): ProductFields {
  return {
    name: body.name,
    price: body.price,
    attributes: body.attributes,
    imageUrl: body.image_url,
    metadata: body.metadata && metadataOf(body.metadata)
  }
}

/** An item of a price list: absent leaves alone, null clears. */
export function productUpdate({
  source_id: sourceId,
  image_url: imageUrl,
  metadata,
  ...plain
}: Schemas['ProductUpdate']): ProductItem {
  return {
    ...plain,
    sourceId,
    ...(imageUrl === undefined ? {} : { imageUrl }),
    ...(metadata === undefined ? {} : { metadata: metadata && metadataOf(metadata) })
  }
}

export function skuCommand(productId: string, body: Schemas['SkuRequest']): CreateSku {
  return { productId, sourceId: body.source_id, ...skuFields(body) }
}

/** The name that a body repeats beside the path. */
export function sourceIdIn({ source_id: sourceId }: { readonly source_id?: string | null }) {
  return sourceId
}
