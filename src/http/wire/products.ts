/**
 * Products, SKUs and their collections on the wire: commands for one and for many, and what is
 * shown by itself and of a MATERIAL reward.
 * Spec: updateProductsInBulk, importProductsUsingCsv, ProductRequest, SkuRequest, Product, Sku,
 * ProductCollection.
 */
import { PRODUCTS, productOf, type SentRow } from '../../decisions/imports/formats.ts'
import type {
  CreateSku,
  ProductFields,
  ProductItem,
  SaveProduct,
  SkuFields
} from '../../decisions/products.ts'
import type { Product, ShownCollection, Sku } from '../../model.ts'
import { listed, readerOf, type Schemas, viewOf, type Wire } from '../wire.ts'
import { fileCommand } from './files.ts'
import { metadataOf } from './values.ts'

const readSku = readerOf('sku price currency image_url')
const readProduct = readerOf('name price attributes image_url')

export function skuFields(body: Schemas['SkuRequest'] | Schemas['UpdateSkuRequest']): SkuFields {
  const { attributes, metadata } = body
  return {
    ...readSku(body),
    attributes: attributes && metadataOf(attributes),
    metadata: metadata && metadataOf(metadata)
  }
}

export function productCommand(body: Schemas['ProductRequest']): SaveProduct {
  return { id: body.id, sourceId: body.source_id, ...productFields(body) }
}

export function productFields(
  body: Schemas['ProductRequest'] | Schemas['UpdateProductRequest']
): ProductFields {
  return { ...readProduct(body), metadata: body.metadata && metadataOf(body.metadata) }
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

/** Characters of the rows of a file that are carried out in one unit, but for the last of them. */
const CHUNK = 65_536

/** A file of products, and the indexes of rows before which a chunk ends. */
export async function productFileCommand(body: Schemas['ProductFileRequest']) {
  const ends: number[] = []
  let [rows, characters] = [0, 0]
  const made = (header: readonly string[], row: SentRow) => {
    rows++
    characters += 'cells' in row ? row.cells.join().length : 0
    if (characters > CHUNK) {
      ends.push(rows)
      characters = 0
    }
    return productOf(header, row)
  }
  return { file: await fileCommand(body, PRODUCTS, undefined, made), ends }
}

export function skuCommand(productId: string, body: Schemas['SkuRequest']): CreateSku {
  const { id, source_id: sourceId } = body
  const named = typeof id === 'string' ? id : undefined
  return { productId, id: named, sourceId, ...skuFields(body) }
}

/** The name that a body repeats beside the path. */
export const sourceIdIn = ({ source_id: sourceId }: { readonly source_id?: string | null }) =>
  sourceId

/** `price` in the smallest currency unit; null where it is unknown, as are the others. */
export const viewProduct: (product: Product) => Wire<'Product'> = viewOf(
  'id source_id name price attributes image_url metadata created_at updated_at object:product'
)

/** `price` null: the product's counts. */
export const viewSku: (sku: Sku) => Wire<'Sku'> = viewOf(
  'id source_id product_id sku price currency attributes image_url metadata created_at updated_at',
  'object:sku'
)

/** With its newest SKUs; `total` counts all of them. */
export function viewProductWithSkus({
  product,
  ...skus
}: {
  readonly product: Product
  readonly rows: readonly Sku[]
  readonly total: number
}): Wire<'ProductWithSkus'> {
  return { ...viewProduct(product), skus: listed('data', viewSku)(skus) }
}

export function itemsOf(products: Schemas['ProductCollectionRequest']['products']) {
  return products.map(({ object, id }) => ({ object, id }))
}

const collectionView = viewOf(
  'id name type:STATIC products created_at updated_at object:products_collection'
)
const viewItem = viewOf('id product_id? object')

/** The contents by id; a SKU names its product. */
export function viewProductCollection({
  collection,
  items
}: ShownCollection): Wire<'ProductCollection'> {
  return collectionView({ ...collection, products: items.map(item => viewItem(item)) })
}
