/**
 * The products and SKUs that an order names, and the collections they are in.
 *
 * Spec: deleteProduct, deleteSku, deleteProductCollection, estimateLoyaltyPoints, redeemReward,
 * OrderItem.
 */
import {
  goodsNamed,
  type Inventory,
  namesGiven,
  type OrderCommand,
  overrides
} from '../../decisions/orders/lines.ts'
import type { DeleteProductFacts, DeleteSkuFacts, Speakers } from '../../decisions/products.ts'
import { USERS_NAMED, type User } from '../../decisions/updates.ts'
import type { Order, Product, Sku } from '../../model.ts'
import { referringCampaigns } from '../campaigns/campaigns.ts'
import { holdSetUp } from '../catalogue.ts'
import { type Session, together } from '../engine/session.ts'
import { referringEarningRules } from '../loyalties/earning-rules.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { collectionNamed, collectionsOfItems } from '../product-collections.ts'
import { referringPromotionTiers } from '../promotions.ts'
import { referringRewards } from '../rewards.ts'
import { referringValidationRules } from '../validation-rules/validation-rules.ts'
import {
  productNamed,
  productOf,
  productsById,
  productsByName,
  productsBySourceId,
  skuOf,
  skuOfProduct,
  skusById,
  skusBySourceId,
  skusOfProductBy
} from './products.ts'

/*
 * What refers to a product, a SKU or a collection, which decides whether it can be deleted.
 *
 * What merchants set up by hand refers to goods inside of JSON, where no index finds it; there
 * are few such things, so all of them are read.
 */

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
async function speakersIn(session: Session): Promise<Speakers> {
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

/** The products and SKUs an order names, reachable by id and by source id. */
export async function inventoryFor(
  session: Session,
  order: OrderCommand | undefined
): Promise<Inventory> {
  const [goods, overriding] = await together(
    goodsAmong(session, goodsNamed(order?.items)),
    overrides(order?.items) ? overridingBy(session, namesGiven(order?.items)) : undefined
  )
  return { ...goods, ...(overriding && { overriding }) }
}

/** What items that override goods need to know: the products of some names, and the schemas. */
async function overridingBy(session: Session, names: readonly string[]) {
  const [named, productSchema, skuSchema] = await together(
    session.all(productsByName, { names }),
    schemaOf(session, 'product'),
    schemaOf(session, 'sku')
  )
  return { named: named.map(productOf), productSchema, skuSchema }
}

/** Products and SKUs by what a discount calls them, and the products of those SKUs. */
export async function goodsCalled(session: Session, names: readonly string[]): Promise<Inventory> {
  return goodsAmong(session, { products: names, skus: names })
}

async function goodsAmong(
  session: Session,
  named: { readonly products: readonly string[]; readonly skus: readonly string[] }
): Promise<Inventory> {
  const skus = await skusByAnyId(session, named.skus)
  const owners = [...skus.values()].map(({ productId }) => productId)
  return {
    products: await productsByAnyId(session, [...new Set([...named.products, ...owners])]),
    skus
  }
}

/** Products by id and by source id; an id wins over a source id that is spelled like it. */
async function productsByAnyId(session: Session, names: readonly string[]) {
  const found = new Map<string, Product>()
  if (names.length === 0) return found
  const [bySourceId, byId] = await together(
    session.all(productsBySourceId, { sourceIds: names }),
    session.all(productsById, { ids: names })
  )
  for (const row of bySourceId) {
    const product = productOf(row)
    found.set(product.id, product)
    if (product.sourceId !== null) found.set(product.sourceId, product)
  }
  for (const row of byId) found.set(row.id, productOf(row))
  return found
}

/** SKUs, likewise. */
async function skusByAnyId(session: Session, names: readonly string[]) {
  const found = new Map<string, Sku>()
  if (names.length === 0) return found
  const [bySourceId, byId] = await together(
    session.all(skusBySourceId, { sourceIds: names }),
    session.all(skusById, { ids: names })
  )
  for (const row of bySourceId) {
    const sku = skuOf(row)
    found.set(sku.id, sku)
    if (sku.sourceId !== null) found.set(sku.sourceId, sku)
  }
  for (const row of byId) found.set(row.id, skuOf(row))
  return found
}

/** Ids of the collections each product or SKU belongs to. */
export async function collectionsFor(
  session: Session,
  inventory: Inventory,
  stored: Order | null
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = new Set<string>()
  for (const { id } of inventory.products.values()) ids.add(id)
  for (const { id } of inventory.skus.values()) ids.add(id)
  for (const { productId, skuId } of stored?.items ?? []) {
    if (productId !== null) ids.add(productId)
    if (skuId !== null) ids.add(skuId)
  }
  const collections = new Map<string, string[]>()
  if (ids.size === 0) return collections
  const found = await session.all(collectionsOfItems, { ids: [...ids] })
  for (const { itemId, collectionId } of found) {
    const known = collections.get(itemId)
    if (known === undefined) collections.set(itemId, [collectionId])
    else known.push(collectionId)
  }
  return collections
}
