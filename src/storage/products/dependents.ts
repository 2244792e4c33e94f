/**
 * What refers to a product, a SKU or a collection, which decides whether it can be deleted.
 *
 * What merchants set up by hand refers to goods inside of JSON, where no index finds it; there
 * are few such things, so all of them are read.
 *
 * Spec: deleteProduct, deleteSku, deleteProductCollection.
 */
import { USERS_NAMED, type User } from '../../decisions/deletions.ts'
import type { Speakers } from '../../decisions/products/dependents.ts'
import type { DeleteProductFacts } from '../../decisions/products/products.ts'
import type { DeleteSkuFacts } from '../../decisions/products/skus.ts'
import { referringCampaigns } from '../campaigns/campaigns.ts'
import { holdSetUp } from '../catalogue.ts'
import type { Session } from '../engine/session.ts'
import { referringEarningRules } from '../loyalties/earning-rules.ts'
import { collectionNamed, collectionsOfItems } from '../product-collections.ts'
import { referringPromotionTiers } from '../promotions.ts'
import { referringRewards } from '../rewards/rewards.ts'
import { referringValidationRules } from '../validation-rules/validation-rules.ts'
import { productNamed } from './products.ts'
import { skuOfProduct, skusOfProductBy } from './skus.ts'

async function collectionsWith(session: Session, itemId: string): Promise<readonly User[]> {
  const found = await session.all(collectionsOfItems, { ids: [itemId] })
  return found.map(({ collectionId: id }) => ({ type: 'products_collection', id }))
}

/** The facts of deleteProduct. @throws {Refused} when there is no such product. */
export function loadDeleteProduct(name: string) {
  return async (session: Session): Promise<DeleteProductFacts> => {
    await holdSetUp(session)
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
    await holdSetUp(session)
    const sku = await skuOfProduct(session, productName, skuName)
    const holders = await collectionsWith(session, sku.id)
    return { sku, holders, speakers: await speakersIn(session) }
  }
}

/** Everything of the project that can refer to goods. */
export async function speakersIn(session: Session): Promise<Speakers> {
  return {
    rewards: await session.all(referringRewards),
    validationRules: await session.all(referringValidationRules),
    earningRules: await session.all(referringEarningRules),
    campaigns: await session.all(referringCampaigns),
    promotionTiers: await session.all(referringPromotionTiers)
  }
}

/** The facts of deleteProductCollection. @throws {Refused} when there is no such collection. */
export function loadDeleteProductCollection(id: string) {
  return async (session: Session) => {
    await holdSetUp(session)
    return { stored: await collectionNamed(session, id), speakers: await speakersIn(session) }
  }
}
