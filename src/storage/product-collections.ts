/**
 * Product collections, each with what is in it.
 *
 * Spec: createProductCollection, ProductCollection.
 */
import { and, asc } from 'drizzle-orm/sql'
import type {
  CollectionItem,
  CreateProductCollectionFacts,
  KnownItem,
  UpdateProductCollection,
  UpdateProductCollectionFacts
} from '../decisions/products.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type * as model from '../model.ts'
import type { ShownCollection } from '../model.ts'
import { type ChangeKinds, STEP } from './engine/change-kinds.ts'
import {
  type ChangeOf,
  deleteFrom,
  deleteParts,
  insertInto,
  type KindsOf,
  replaceChanged,
  rowAlone,
  type Session,
  write
} from './engine/session.ts'
import {
  among,
  byStamps,
  type Given,
  mine,
  type Row,
  same,
  statement,
  stretchOf,
  totalOf,
  withoutProject
} from './engine/statements.ts'
import type { Page, StampOrder } from './pages.ts'
import { productsById, skusById } from './products/products.ts'

export const collectionsNamed = statement((dialect, { ids }: Given<{ ids: readonly string[] }>) => {
  const { productCollections: c } = dialect.t
  return dialect.db
    .select()
    .from(c)
    .where(and(mine(c), among(dialect, c.id, ids)))
    .orderBy(asc(c.id))
})

export const collectionsBy = byStamps(sorting =>
  statement((dialect, given: Given<Page>) => {
    const { productCollections: c } = dialect.t
    return stretchOf(dialect, c, given, mine(c), ...sorting(c))
  })
)

export const collectionsCount = statement(dialect =>
  totalOf(dialect, dialect.t.productCollections, mine(dialect.t.productCollections))
)

/** With the product of each that is a SKU. */
export const itemsOfCollections = statement(
  (dialect, { collectionIds }: Given<{ collectionIds: readonly string[] }>) => {
    const { collectionItems: items, skus } = dialect.t
    return dialect.db
      .select({ item: items, productId: skus.productId })
      .from(items)
      .leftJoin(skus, same(skus, items, items.itemId))
      .where(and(mine(items), among(dialect, items.collectionId, collectionIds)))
      .orderBy(asc(items.collectionId), asc(items.itemId))
  }
)

/** Which collections products and SKUs are in. */
export const collectionsOfItems = statement(
  (dialect, { ids }: Given<{ ids: readonly string[] }>) => {
    const { collectionItems: items } = dialect.t
    return dialect.db
      .select({ itemId: items.itemId, collectionId: items.collectionId })
      .from(items)
      .where(and(mine(items), among(dialect, items.itemId, ids)))
      .orderBy(asc(items.itemId), asc(items.collectionId))
  }
)

export const insertCollection = insertInto('productCollections')
export const replaceCollection = replaceChanged('productCollections')
export const deleteCollectionRow = deleteFrom('productCollections')
export const collectionAlone = rowAlone('productCollections')
export const insertCollectionItem = insertInto('collectionItems')
export const deleteCollectionItemRows = deleteParts(t => t.collectionItems.collectionId)

/** Its row is the thing itself, with the project beside it. */
export function productCollectionOf(row: Row<'productCollections'>): model.ProductCollection {
  return withoutProject(row)
}

/** @throws {Refused} when there is no such collection. */
export async function collectionNamed(session: Session, id: string): Promise<ShownCollection> {
  const found = await session.all(collectionsNamed, { ids: [id] })
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
  const found = await session.all(collectionsBy[order], { ...page })
  const count = await session.one(collectionsCount)
  return { collections: await shownCollections(session, found), total: count?.total ?? 0 }
}

async function shownCollections(
  session: Session,
  found: readonly Row<'productCollections'>[]
): Promise<readonly ShownCollection[]> {
  if (found.length === 0) return []
  const collectionIds = found.map(({ id }) => id)
  const items = await session.all(itemsOfCollections, { collectionIds })
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

/** The facts of createProductCollection. */
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
  const ids = [...new Set(items.map(({ id }) => id))]
  for (const { id } of await session.all(collectionsNamed, { ids })) {
    found.set(id, { object: 'products_collection', sourceId: null, productId: null })
  }
  for (const { id, sourceId } of await session.all(productsById, { ids })) {
    found.set(id, { object: 'product', sourceId, productId: null })
  }
  for (const { id, sourceId, productId } of await session.all(skusById, { ids })) {
    found.set(id, { object: 'sku', sourceId, productId })
  }
  return found
}

/** The facts of updateProductCollection. @throws {Refused} when there is no such collection. */
export function loadUpdateProductCollection(id: string, { items = [] }: UpdateProductCollection) {
  return async (session: Session): Promise<UpdateProductCollectionFacts> => ({
    stored: await collectionNamed(session, id),
    ...(await loadProductCollection({ items })(session))
  })
}

/** Makes the changes of product collections real. */
export const collectionChanges: ChangeKinds<KindsOf<'collection'>> = {
  'collection.created': {
    step: STEP.madeOfThose,
    write: async (session, change) => {
      await write(session, change, insertCollection, change.collection)
      await fillCollection(session, change, change.items)
    }
  },
  'collection.updated': {
    step: STEP.edited,
    write: async (session, change) => {
      const { collection, items, updatedAtBefore } = change
      await write(session, change, replaceCollection, { ...collection, updatedAtBefore })
      if (items === null) return
      session.send(deleteCollectionItemRows, { id: collection.id })
      await fillCollection(session, change, items)
    }
  }
}

async function fillCollection(
  session: Session,
  change: ChangeOf<KindsOf<'collection'>>,
  items: ChangeOf<'collection.created'>['items']
): Promise<void> {
  const collectionId = change.collection.id
  for (const item of items) {
    await write(session, change, insertCollectionItem, { collectionId, ...item })
  }
}
