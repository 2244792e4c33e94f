/**
 * Products, their SKUs, collections of both, and those that an order names. Products are listed by
 * id alone, because no other order of theirs has an index and a price list can be long. An id is
 * made from the time, so this is the order in which they were made.
 * Spec: updateProductsInBulk, listProducts, Product, createSku, listSkus, Sku,
 * createProductCollection, ProductCollection, estimateLoyaltyPoints, redeemReward, OrderItem.
 */
import { and, asc } from 'drizzle-orm/sql'
import {
  goodsNamed,
  type Inventory,
  namesGiven,
  type OrderCommand,
  overrides
} from '../decisions/orders/lines.ts'
import type {
  CollectionItem,
  CreateProductCollectionFacts,
  CreateSku,
  CreateSkuFacts,
  KnownItem,
  MergeProductsFacts,
  ProductFields,
  ProductItem,
  ProductRow,
  SaveProduct,
  SaveProductFacts,
  UpdateProductCollection,
  UpdateProductCollectionFacts,
  UpdateProductFacts,
  UpdateSkuFacts
} from '../decisions/products.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type { Order, Product, ShownCollection, Sku } from '../model.ts'
import { mayBeId } from '../rules/validation.ts'
import { type ChangeKinds, placeOf, STEP, writes, written } from './engine/change-kinds.ts'
import { deleteParts, insertInto, placeIn, replaceVersion, rowsAmong } from './engine/queries.ts'
import { type ChangeOf, type KindsOf, type Session, together, write } from './engine/session.ts'
import {
  among,
  BY_ID,
  BY_STAMPS,
  columnsOf,
  type Given,
  inOrders,
  is,
  mine,
  type Page,
  type Row,
  type StampOrder,
  type Statement,
  same,
  statement,
  type Tables
} from './engine/statements.ts'
import { type Hold, loadChunk } from './jobs.ts'
import { schemaOf } from './metadata-schemas.ts'
import { fromFirst, orRefused, resource, rowsListed, setUp } from './resources.ts'

export const productsById = rowsAmong('products', 'id', 'ids', { up: ['id'] })

export const products = resource('products', 'product')

export const productList = rowsListed('products', { orders: BY_ID, within: fromFirst })

// Both are sorted by what they are found by: sorted by id, the engine would walk through all.

export const productsBySourceId = rowsAmong('products', 'sourceId', 'sourceIds', {
  up: ['sourceId']
})

export const productsByName = rowsAmong('products', 'name', 'names', { up: ['name'] })

export const replaceProduct = replaceVersion('products')
/** Of a new product: by the source id and the name, and by an id that is no product's. */
export const productPlace = placeIn('products', ['id'], 'createdAt', ['sourceId', 'name'])

type ByIds<Thing> = readonly [
  Statement<{ readonly ids: readonly string[] }, Thing>,
  Statement<{ readonly sourceIds: readonly string[] }, Thing>
]

/** By id, then by source id; null when neither answers. */
async function found<Thing>(
  session: Session,
  name: string,
  prefix: string,
  [byId, bySourceId]: ByIds<Thing>
) {
  const [row] = mayBeId(name, prefix) ? await session.all(byId, { ids: [name] }) : []
  return row ?? (await session.all(bySourceId, { sourceIds: [name] }))[0] ?? null
}

/** Null when the project has no such product. */
export async function findProduct(session: Session, name: string): Promise<Product | null> {
  return found(session, name, 'prod', [productsById, productsBySourceId])
}

/** @throws {Refused} when there is no such product. */
export async function productNamed(session: Session, name: string): Promise<Product> {
  return orRefused(await findProduct(session, name), 'product', name)
}

async function findProductByName(session: Session, name: string | null | undefined) {
  if (name == null) return null
  const [row] = await session.all(productsByName, { names: [name] })
  return row ?? null
}

/** @throws {Refused} when there is no such product. */
export function loadUpdateProduct(productName: string, { name }: ProductFields) {
  return async (session: Session): Promise<UpdateProductFacts> => ({
    stored: await productNamed(session, productName),
    named: await findProductByName(session, name),
    schema: await schemaOf(session, 'product')
  })
}

export function loadSaveProduct({ id, sourceId, name }: SaveProduct) {
  return async (session: Session): Promise<SaveProductFacts> => {
    const [stored] =
      id !== undefined
        ? [await session.one(products.byId, { id })]
        : sourceId != null
          ? await session.all(productsBySourceId, { sourceIds: [sourceId] })
          : []
    return {
      stored: stored ?? null,
      named: await findProductByName(session, name),
      schema: await schemaOf(session, 'product')
    }
  }
}

export function loadProductChunk(hold: Hold) {
  return async (session: Session): Promise<MergeProductsFacts | null> => {
    const chunk = await loadChunk<ProductItem | ProductRow>(hold)(session)
    if (chunk === null) return null
    const items = chunk.items.flatMap(item => ('findings' in item ? [] : [item]))
    const sourceIds = items.map(({ sourceId }) => sourceId)
    const names = items.map(({ name }) => name).filter(name => name != null)
    const rows = [
      ...(await session.all(productsBySourceId, { sourceIds })),
      ...(await session.all(productsByName, { names }))
    ]
    const products = [...new Map(rows.map(row => [row.id, row])).values()]
    return { ...chunk, products, schema: await schemaOf(session, 'product') }
  }
}

export const productChanges: ChangeKinds<KindsOf<'product'>> = {
  'product.created': {
    step: STEP.made,
    makes: ({ product: { id, sourceId, name } }) =>
      placeOf('product of', productPlace, { id, sourceId, name }),
    write: writes(products.insert, ({ product }) => product)
  },
  'product.updated': {
    step: STEP.made,
    write: (session, change) => {
      const { product } = change
      const versionBefore = product.version - 1
      return write(session, change, replaceProduct, { ...product, versionBefore })
    }
  }
}

export const skusById = rowsAmong('skus', 'id', 'ids', { up: ['id'] })

export const skus = setUp('skus', 'sku')

/** Not sorted by id: the engine would walk through the whole project for that order. */
export const skusBySourceId = rowsAmong('skus', 'sourceId', 'sourceIds', { up: ['sourceId'] })

/** By the product first, so that only its own SKUs are sorted. */
export const skuList = rowsListed('skus', {
  orders: inOrders(BY_STAMPS, sorting => (sku: Tables['skus']) => [
    asc(sku.productId),
    ...sorting(sku)
  ]),
  where: (sku, { productId }: Given<{ productId: string }>) => is(sku.productId, productId)
})

/** Null when the project has no such SKU. */
export async function findSku(session: Session, name: string): Promise<Sku | null> {
  return found(session, name, 'sku', [skusById, skusBySourceId])
}

/** @throws {Refused} when there is no such product, or it has no such SKU. */
export async function skuOfProduct(session: Session, productName: string, name: string) {
  const product = await productNamed(session, productName)
  const sku = await findSku(session, name)
  if (sku?.productId !== product.id) throw new Refused(notFound('sku', name))
  return sku
}

/** @throws {Refused} when there is no such SKU. */
export async function skuNamed(session: Session, name: string): Promise<Sku> {
  return orRefused(await findSku(session, name), 'sku', name)
}

const SHOWN_SKUS_MAX = 100

/** A product with its newest SKUs. @throws {Refused} when there is no such product. */
export async function productShown(session: Session, name: string) {
  const product = await productNamed(session, name)
  const page = { limit: SHOWN_SKUS_MAX, offset: 0 }
  const skus = await skuList.page(session, '-created_at', page, { productId: product.id })
  return { product, ...skus }
}

/** @throws {Refused} when there is no such product. */
export async function skusPage(
  session: Session,
  productName: string,
  order: StampOrder,
  page: Page
) {
  const { id: productId } = await productNamed(session, productName)
  return skuList.page(session, order, page, { productId })
}

/** @throws {Refused} when that product has no such SKU. */
export function loadUpdateSku(productName: string, skuName: string) {
  return async (session: Session): Promise<UpdateSkuFacts> => ({
    sku: await skuOfProduct(session, productName, skuName),
    schema: await schemaOf(session, 'sku')
  })
}

/** What createSku needs; its product goes by id or source id. */
export function loadCreateSku({ productId, sourceId, id }: CreateSku) {
  return async (session: Session): Promise<CreateSkuFacts> => {
    const product = await findProduct(session, productId)
    const [bySourceId] =
      sourceId == null ? [] : await session.all(skusBySourceId, { sourceIds: [sourceId] })
    const byId = sourceId == null && id !== undefined ? await skus.find(session, id) : null
    return {
      product,
      stored: bySourceId ?? (byId?.productId === product?.id ? byId : null),
      schema: await schemaOf(session, 'sku')
    }
  }
}

export const skuChanges: ChangeKinds<KindsOf<'sku'>> = {
  'sku.created': written(STEP.madeOfThose, skus.insert, ({ sku }) => sku),
  'sku.updated': written(STEP.edited, skus.replace, ({ sku, updatedAtBefore }) => ({
    ...sku,
    updatedAtBefore
  }))
}

export const collectionsNamed = rowsAmong('productCollections', 'id', 'ids', { up: ['id'] })

export const collections = setUp('productCollections', 'products_collection')

export const collectionList = rowsListed('productCollections', { orders: BY_STAMPS })

export const itemsOfCollections = statement(
  (dialect, { collectionIds }: Given<{ collectionIds: readonly string[] }>) => {
    const { collectionItems: items, skus } = dialect.t
    return dialect.db
      .select({ item: columnsOf(items), productId: skus.productId })
      .from(items)
      .leftJoin(skus, same(skus, items, items.itemId))
      .where(and(mine(items), among(dialect, items.collectionId, collectionIds)))
      .orderBy(asc(items.collectionId), asc(items.itemId))
  }
)

export const collectionsOfItems = rowsAmong('collectionItems', 'itemId', 'ids', {
  pick: ['itemId', 'collectionId'],
  up: ['itemId', 'collectionId']
})

export const insertCollectionItem = insertInto('collectionItems')
export const deleteCollectionItemRows = deleteParts('collectionItems', 'collectionId')

/** @throws {Refused} when there is no such collection. */
export async function collectionNamed(session: Session, id: string): Promise<ShownCollection> {
  const [shown] = await shownCollections(session, [await collections.named(session, id)])
  return shown as ShownCollection
}

export async function collectionsPage(session: Session, order: StampOrder, page: Page) {
  const { rows, total } = await collectionList.page(session, order, page)
  return { rows: await shownCollections(session, rows), total }
}

async function shownCollections(session: Session, found: readonly Row<'productCollections'>[]) {
  if (found.length === 0) return []
  const collectionIds = found.map(({ id }) => id)
  const items = await session.all(itemsOfCollections, { collectionIds })
  const held = Map.groupBy(items, ({ item }) => item.collectionId)
  return found.map(collection => {
    const items = (held.get(collection.id) ?? []).map(({ item: { object, itemId }, productId }) => {
      return { object, id: itemId, productId }
    })
    return { collection, items }
  })
}

export function loadProductCollection({ items }: { readonly items: readonly CollectionItem[] }) {
  return async (session: Session): Promise<CreateProductCollectionFacts> => ({
    knownItems: await knownItems(session, items)
  })
}

export async function knownItems(session: Session, items: readonly { readonly id: string }[]) {
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

/** @throws {Refused} when there is no such collection. */
export function loadUpdateProductCollection(id: string, { items = [] }: UpdateProductCollection) {
  return async (session: Session): Promise<UpdateProductCollectionFacts> => ({
    stored: await collectionNamed(session, id),
    ...(await loadProductCollection({ items })(session))
  })
}

export const collectionChanges: ChangeKinds<KindsOf<'collection'>> = {
  'collection.created': {
    step: STEP.madeOfThose,
    write: async (session, change) => {
      await write(session, change, collections.insert, change.collection)
      await fillCollection(session, change, change.items)
    }
  },
  'collection.updated': {
    step: STEP.edited,
    write: async (session, change) => {
      const { collection, items, updatedAtBefore } = change
      await write(session, change, collections.replace, { ...collection, updatedAtBefore })
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

/** The products and SKUs an order names, reachable by id and by source id. */
export async function inventoryFor(
  session: Session,
  order: OrderCommand | undefined
): Promise<Inventory> {
  const [goods, overriding] = await together(
    goodsAmong(session, goodsNamed(order?.items)),
    overrides(order?.items)
      ? together(
          session.all(productsByName, { names: namesGiven(order?.items) }),
          schemaOf(session, 'product'),
          schemaOf(session, 'sku')
        )
      : undefined
  )
  if (overriding === undefined) return goods
  const [named, productSchema, skuSchema] = overriding
  return { ...goods, overriding: { named, productSchema, skuSchema } }
}

export async function goodsCalled(session: Session, names: readonly string[]): Promise<Inventory> {
  return goodsAmong(session, { products: names, skus: names })
}

async function goodsAmong(
  session: Session,
  named: { readonly products: readonly string[]; readonly skus: readonly string[] }
): Promise<Inventory> {
  const skus = await byAnyId(session, named.skus, 'sku', [skusById, skusBySourceId])
  const owners = [...skus.values()].map(({ productId }) => productId)
  const names = [...new Set([...named.products, ...owners])]
  const statements = [productsById, productsBySourceId] as const
  return { products: await byAnyId(session, names, 'prod', statements), skus }
}

/** An id wins over a source id spelled like it. */
async function byAnyId<Thing extends { readonly id: string; readonly sourceId: string | null }>(
  session: Session,
  names: readonly string[],
  prefix: string,
  [byId, bySourceId]: ByIds<Thing>
) {
  const found = new Map<string, Thing>()
  const ask = async (ids: readonly string[], sourceIds: readonly string[]) => {
    const [named, called] = await together(
      ids.length === 0 ? [] : session.all(byId, { ids }),
      sourceIds.length === 0 ? [] : session.all(bySourceId, { sourceIds })
    )
    for (const thing of named) found.set(thing.id, thing)
    for (const thing of called) found.set(thing.sourceId as string, thing).set(thing.id, thing)
  }
  const ids = names.filter(name => mayBeId(name, prefix))
  await ask(ids, ids.length === names.length ? [] : names.filter(name => !mayBeId(name, prefix)))
  // Others name things as they like.
  const others = ids.filter(id => !found.has(id))
  if (others.length > 0) await ask([], others)
  return found
}

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
  if (ids.size === 0) return new Map()
  const found = await session.all(collectionsOfItems, { ids: [...ids] })
  const rows = Map.groupBy(found, ({ itemId }) => itemId)
  return new Map([...rows].map(([id, of]) => [id, of.map(({ collectionId }) => collectionId)]))
}
