/**
 * What the second document shows of goods, validation rules and metadata schemas.
 *
 * Spec: Resources, Product update item, Validation rule, Metadata schema; Conventions 2; Limits.
 */
import { notFound, Refused } from '../../decisions/refusals.ts'
import type { MetadataSchema, Product, ShownCollection, Sku, ValidationRule } from '../../model.ts'
import type { Page } from '../lists.ts'
import { existingProduct, findSku } from '../loads/inventory.ts'
import { validationRulesOf } from '../loads/standing.ts'
import * as rows from '../rows.ts'
import type { Row, Session } from '../statements.ts'

/** How lists of this kind can be sorted. */
export type Order = 'created_at' | '-created_at' | 'updated_at' | '-updated_at'

/** SKUs that are shown inside of their product at most. */
const SHOWN_SKUS_MAX = 100

export interface SkusPage {
  readonly skus: readonly Sku[]
  readonly total: number
}

/** A product with its newest SKUs. @throws {Refused} when there is no such product. */
export async function productNamed(
  session: Session,
  name: string
): Promise<{ product: Product } & SkusPage> {
  const product = await existingProduct(session, name)
  const page = { limit: SHOWN_SKUS_MAX, offset: 0 }
  return { product, ...(await skusOf(session, product, '-created_at', page)) }
}

/** The order in which products were made, or its reverse. */
export async function productsPage(
  session: Session,
  order: 'created_at' | '-created_at',
  page: Page
): Promise<{ products: readonly Product[]; total: number }> {
  const found = await session.all(`products by ${order}`, { ...page })
  const count = await session.one('productsCount')
  return { products: found.map(rows.productOf), total: count?.total ?? 0 }
}

/** @throws {Refused} when there is no such SKU. */
export async function skuNamed(session: Session, name: string): Promise<Sku> {
  const sku = await findSku(session, name)
  if (sku === null) throw new Refused(notFound('sku', name))
  return sku
}

/** @throws {Refused} when there is no such product. */
export async function skusPage(
  session: Session,
  productName: string,
  order: Order,
  page: Page
): Promise<SkusPage> {
  return skusOf(session, await existingProduct(session, productName), order, page)
}

async function skusOf(
  session: Session,
  { id: productId }: Product,
  order: Order,
  page: Page
): Promise<SkusPage> {
  const found = await session.all(`skusOfProduct by ${order}`, { productId, ...page })
  const count = await session.one('skusOfProductCount', { productId })
  return { skus: found.map(rows.skuOf), total: count?.total ?? 0 }
}

/** @throws {Refused} when there is no such collection. */
export async function collectionNamed(session: Session, id: string): Promise<ShownCollection> {
  const found = await session.all('collectionsNamed', { ids: JSON.stringify([id]) })
  const [shown] = await shownCollections(session, found)
  if (shown === undefined) throw new Refused(notFound('products_collection', id))
  return shown
}

/** A page of the project's collections, each with what is in it. */
export async function collectionsPage(
  session: Session,
  order: Order,
  page: Page
): Promise<{ collections: readonly ShownCollection[]; total: number }> {
  const found = await session.all(`collections by ${order}`, { ...page })
  const count = await session.one('collectionsCount')
  return { collections: await shownCollections(session, found), total: count?.total ?? 0 }
}

async function shownCollections(
  session: Session,
  found: readonly Row<'productCollections'>[]
): Promise<readonly ShownCollection[]> {
  if (found.length === 0) return []
  const collectionIds = JSON.stringify(found.map(({ id }) => id))
  const items = await session.all('itemsOfCollections', { collectionIds })
  const held = Map.groupBy(items, ({ item }) => item.collectionId)
  return found.map(row => ({
    collection: rows.productCollectionOf(row),
    items: (held.get(row.id) ?? []).map(({ item, productId }) => ({
      object: item.object,
      id: item.itemId,
      productId
    }))
  }))
}

/** @throws {Refused} when there is no such rule. */
export async function validationRuleNamed(session: Session, id: string): Promise<ValidationRule> {
  const rule = (await validationRulesOf(session, [id])).get(id)
  if (rule === undefined) throw new Refused(notFound('validation_rule', id))
  return rule
}

/** Newest first. */
export async function metadataSchemasPage(
  session: Session,
  page: Page
): Promise<{ schemas: readonly MetadataSchema[]; total: number }> {
  const found = await session.all('metadataSchemas', { ...page })
  const count = await session.one('metadataSchemasCount')
  return { schemas: found.map(rows.metadataSchemaOf), total: count?.total ?? 0 }
}
