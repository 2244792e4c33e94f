/**
 * Product collections, each with what is in it.
 *
 * Spec: createProductCollection, ProductCollection; Decision 83.
 */
import type {
  CollectionItem,
  CreateProductCollectionFacts,
  DeleteProductCollectionFacts,
  KnownItem,
  UpdateProductCollection,
  UpdateProductCollectionFacts
} from '../decisions/product-collections/product-collections.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type * as model from '../model.ts'
import type { ShownCollection } from '../model.ts'
import { type Row, withoutProject } from './engine/rows.ts'
import type { Session } from './engine/session.ts'
import type { Page, StampOrder } from './pages.ts'
import { speakersIn } from './products/dependents.ts'

/** Its row is the thing itself, with the project beside it. */
export function productCollectionOf(row: Row<'productCollections'>): model.ProductCollection {
  return withoutProject(row)
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
  order: StampOrder,
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
    collection: productCollectionOf(row),
    items: (held.get(row.id) ?? []).map(({ item, productId }) => ({
      object: item.object,
      id: item.itemId,
      productId
    }))
  }))
}

/** What createProductCollection needs. */
export function loadProductCollection({ items }: { readonly items: readonly CollectionItem[] }) {
  return async (session: Session): Promise<CreateProductCollectionFacts> => ({
    knownItems: await knownItems(session, items)
  })
}

/** Products, SKUs and collections by id, as far as they exist. */
export async function knownItems(
  session: Session,
  items: readonly { readonly id: string }[]
): Promise<ReadonlyMap<string, KnownItem>> {
  const found = new Map<string, KnownItem>()
  if (items.length === 0) return found
  const ids = JSON.stringify([...new Set(items.map(({ id }) => id))])
  for (const { id } of await session.all('collectionsNamed', { ids })) {
    found.set(id, { object: 'products_collection', sourceId: null, productId: null })
  }
  for (const { id, sourceId } of await session.all('productsById', { ids })) {
    found.set(id, { object: 'product', sourceId, productId: null })
  }
  for (const { id, sourceId, productId } of await session.all('skusById', { ids })) {
    found.set(id, { object: 'sku', sourceId, productId })
  }
  return found
}

/** What updateProductCollection needs. @throws {Refused} when there is no such collection. */
export function loadUpdateProductCollection(id: string, { items = [] }: UpdateProductCollection) {
  return async (session: Session): Promise<UpdateProductCollectionFacts> => ({
    stored: await collectionNamed(session, id),
    ...(await loadProductCollection({ items })(session))
  })
}

/** What deleteProductCollection needs. @throws {Refused} when there is no such collection. */
export function loadDeleteProductCollection(id: string) {
  return async (session: Session): Promise<DeleteProductCollectionFacts> => ({
    stored: await collectionNamed(session, id),
    speakers: await speakersIn(session)
  })
}
