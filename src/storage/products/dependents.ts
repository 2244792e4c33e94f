/**
 * What refers to a product, a SKU or a collection, which decides whether it can be deleted.
 *
 * Spec: deleteProduct, deleteSku; Decisions 73 and 83.
 */
import { USERS_NAMED, type User } from '../../decisions/deletions.ts'
import type { DeleteProductFacts } from '../../decisions/products/products.ts'
import type { DeleteSkuFacts } from '../../decisions/products/skus.ts'
import type { Session } from '../engine/session.ts'
import { collectionsOfItems } from '../product-collections.ts'
import { speakersIn } from '../references.ts'
import { productNamed } from './products.ts'
import { skuOfProduct, skusOfProductBy } from './skus.ts'

async function collectionsWith(session: Session, itemId: string): Promise<readonly User[]> {
  const found = await session.all(collectionsOfItems, { ids: [itemId] })
  return found.map(({ collectionId: id }) => ({ type: 'products_collection', id }))
}

/** The facts of deleteProduct. @throws {Refused} when there is no such product. */
export function loadDeleteProduct(name: string) {
  return async (session: Session): Promise<DeleteProductFacts> => {
    const product = await productNamed(session, name)
    const skus = await session.all(skusOfProductBy.created_at, {
      productId: product.id,
      limit: USERS_NAMED + 1,
      offset: 0
    })
    const parts = skus.map(({ id }): User => ({ type: 'sku', id }))
    const holders = [...parts, ...(await collectionsWith(session, product.id))]
    return { product, holders, speakers: await speakersIn(session) }
  }
}

/** The facts of deleteSku. @throws {Refused} when that product has no such SKU. */
export function loadDeleteSku(productName: string, skuName: string) {
  return async (session: Session): Promise<DeleteSkuFacts> => {
    const sku = await skuOfProduct(session, productName, skuName)
    const holders = await collectionsWith(session, sku.id)
    return { sku, holders, speakers: await speakersIn(session) }
  }
}
