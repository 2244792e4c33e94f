/**
 * Products: found by id or source id, and a page of them.
 *
 * They are listed by id alone, because no other order of theirs has an index and a price list can
 * be long. An id is made from the time, so this is the order in which they were made.
 *
 * Spec: updateProductsInBulk, listProducts, Product, createSku, listSkus, Sku.
 */
import { and, asc, gt } from 'drizzle-orm/sql'
import type {
  CreateSku,
  CreateSkuFacts,
  MergeProductsFacts,
  ProductFields,
  ProductItem,
  SaveProduct,
  SaveProductFacts,
  UpdateProductFacts,
  UpdateSkuFacts
} from '../../decisions/products.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type * as model from '../../model.ts'
import type { Product, Sku } from '../../model.ts'
import { type ChangeKinds, placeOf, STEP, writes } from '../engine/change-kinds.ts'
import {
  deleteFrom,
  insertInto,
  type KindsOf,
  placeIn,
  replaceChanged,
  replaceVersion,
  rowAlone,
  type Session,
  write
} from '../engine/session.ts'
import {
  among,
  byCreation,
  byId,
  byStamps,
  type Given,
  is,
  mine,
  type Row,
  statement,
  stretchOf,
  type Tables,
  totalOf,
  withoutProject
} from '../engine/statements.ts'
import { findJobAndAction, type Hold, nextChunk } from '../jobs.ts'
import { schemaOf } from '../metadata-schemas.ts'
import type { Page, StampOrder } from '../pages.ts'

export const productsById = statement((dialect, { ids }: Given<{ ids: readonly string[] }>) => {
  const { products } = dialect.t
  return dialect.db
    .select()
    .from(products)
    .where(and(mine(products), among(dialect, products.id, ids)))
    .orderBy(asc(products.id))
})

/** One of them is found in half the time of a list of one. */
export const productById = statement(({ db, t: { products } }, given: Given<{ id: string }>) =>
  db.select().from(products).where(byId(products, given))
)

// Both are sorted by what they are found by: sorted by id, the engine would walk through all.

export const productsBySourceId = statement(
  (dialect, { sourceIds }: Given<{ sourceIds: readonly string[] }>) => {
    const { products } = dialect.t
    return dialect.db
      .select()
      .from(products)
      .where(and(mine(products), among(dialect, products.sourceId, sourceIds)))
      .orderBy(asc(products.sourceId))
  }
)

export const productsByName = statement(
  (dialect, { names }: Given<{ names: readonly string[] }>) => {
    const { products } = dialect.t
    return dialect.db
      .select()
      .from(products)
      .where(and(mine(products), among(dialect, products.name, names)))
      .orderBy(asc(products.name))
  }
)

/** A range from the first id on is what the engine walks along, up or down. */
export const productsBy = byCreation(direct =>
  statement((dialect, given: Given<Page>) => {
    const { products } = dialect.t
    const fromFirst = and(mine(products), gt(products.id, ''))
    return stretchOf(dialect, products, given, fromFirst, direct(products.id))
  })
)

export const productsCount = statement(dialect =>
  totalOf(dialect, dialect.t.products, mine(dialect.t.products))
)

export const insertProduct = insertInto('products')
export const replaceProduct = replaceVersion('products')
/** Of a new product: by the source id and the name, and by an id that is no product's. */
export const productPlace = placeIn('products', ['id'], 'createdAt', ['sourceId', 'name'])
export const deleteProductRow = deleteFrom('products')
export const productAlone = rowAlone('products')

/** Its row is the thing itself, with the project beside it. */
export function productOf(row: Row<'products'>): model.Product {
  return withoutProject(row)
}

/** By id, then by source id; null when neither answers. */
async function findProduct(session: Session, name: string): Promise<Product | null> {
  const names = [name]
  const [row] = [
    ...(await session.all(productsById, { ids: names })),
    ...(await session.all(productsBySourceId, { sourceIds: names }))
  ]
  return row === undefined ? null : productOf(row)
}

/** @throws {Refused} when there is no such product. */
export async function productNamed(session: Session, name: string): Promise<Product> {
  const product = await findProduct(session, name)
  if (product === null) throw new Refused(notFound('product', name))
  return product
}

async function findProductByName(session: Session, name: string | null | undefined) {
  if (name == null) return null
  const [row] = await session.all(productsByName, { names: [name] })
  return row === undefined ? null : productOf(row)
}

/** The order in which products were made, or its reverse. */
export async function productsPage(
  session: Session,
  order: 'created_at' | '-created_at',
  page: Page
): Promise<{ products: readonly Product[]; total: number }> {
  const found = await session.all(productsBy[order], { ...page })
  const count = await session.one(productsCount)
  return { products: found.map(productOf), total: count?.total ?? 0 }
}

/** The facts of updateProduct. @throws {Refused} when there is no such product. */
export function loadUpdateProduct(productName: string, { name }: ProductFields) {
  return async (session: Session): Promise<UpdateProductFacts> => ({
    stored: await productNamed(session, productName),
    named: await findProductByName(session, name),
    schema: await schemaOf(session, 'product')
  })
}

/** The facts of saveProduct. */
export function loadSaveProduct({ id, sourceId, name }: SaveProduct) {
  return async (session: Session): Promise<SaveProductFacts> => {
    const [stored] =
      id !== undefined
        ? [await session.one(productById, { id })]
        : sourceId != null
          ? await session.all(productsBySourceId, { sourceIds: [sourceId] })
          : []
    return {
      stored: stored === undefined ? null : productOf(stored),
      named: await findProductByName(session, name),
      schema: await schemaOf(session, 'product')
    }
  }
}

/** What mergeProducts needs for the next chunk of the payload. */
export function loadProductChunk(hold: Hold) {
  return async (session: Session): Promise<MergeProductsFacts | null> => {
    const held = await findJobAndAction(session, hold)
    if (held === null) return null
    const chunk = await nextChunk(session, held.job.id)
    if (chunk === null) throw new Error(`The payload of job ${held.job.id} is gone`)
    const items = chunk.items as unknown as readonly ProductItem[]
    return {
      ...held,
      owner: hold.owner,
      chunkIndex: chunk.index,
      items,
      products: await productsFor(session, items),
      schema: await schemaOf(session, 'product')
    }
  }
}

async function productsFor(
  session: Session,
  items: readonly ProductItem[]
): Promise<readonly Product[]> {
  const sourceIds = items.map(({ sourceId }) => sourceId)
  const names = items.map(({ name }) => name).filter(name => name != null)
  const found = new Map<string, Product>()
  for (const row of await session.all(productsBySourceId, { sourceIds })) {
    found.set(row.id, productOf(row))
  }
  for (const row of await session.all(productsByName, { names })) {
    found.set(row.id, productOf(row))
  }
  return [...found.values()]
}

/** Makes the changes of products real. */
export const productChanges: ChangeKinds<KindsOf<'product'>> = {
  'product.created': {
    step: STEP.made,
    makes: ({ product: { id, sourceId, name } }) =>
      placeOf('product of', productPlace, { id, sourceId, name }),
    write: writes(insertProduct, ({ product }) => product)
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

/*
 * SKUs, one by one and as the variants of a product.
 */

export const skusById = statement((dialect, { ids }: Given<{ ids: readonly string[] }>) => {
  const { skus } = dialect.t
  return dialect.db
    .select()
    .from(skus)
    .where(and(mine(skus), among(dialect, skus.id, ids)))
    .orderBy(asc(skus.id))
})

export const skuById = statement(({ db, t: { skus } }, given: Given<{ id: string }>) =>
  db.select().from(skus).where(byId(skus, given))
)

/** Not sorted by id: the engine would walk through the whole project for that order. */
export const skusBySourceId = statement(
  (dialect, { sourceIds }: Given<{ sourceIds: readonly string[] }>) => {
    const { skus } = dialect.t
    return dialect.db
      .select()
      .from(skus)
      .where(and(mine(skus), among(dialect, skus.sourceId, sourceIds)))
      .orderBy(asc(skus.sourceId))
  }
)

function ofProduct({ skus }: Tables, { productId }: Given<{ productId: string }>) {
  return and(mine(skus), is(skus.productId, productId))
}

/** By the product first, so that only its own SKUs are sorted. */
export const skusOfProductBy = byStamps(sorting =>
  statement((dialect, given: Given<Page & { productId: string }>) => {
    const { skus } = dialect.t
    const order = [asc(skus.productId), ...sorting(skus)]
    return stretchOf(dialect, skus, given, ofProduct(dialect.t, given), ...order)
  })
)

export const skusOfProductCount = statement((dialect, given: Given<{ productId: string }>) =>
  totalOf(dialect, dialect.t.skus, ofProduct(dialect.t, given))
)

export const insertSku = insertInto('skus')
export const replaceSku = replaceChanged('skus')
export const deleteSkuRow = deleteFrom('skus')
export const skuAlone = rowAlone('skus')

/** Its row is the thing itself, with the project beside it. */
export function skuOf(row: Row<'skus'>): model.Sku {
  return withoutProject(row)
}

/** By id, then by source id; null when neither answers. */
async function findSku(session: Session, name: string): Promise<Sku | null> {
  const names = [name]
  const [row] = [
    ...(await session.all(skusById, { ids: names })),
    ...(await session.all(skusBySourceId, { sourceIds: names }))
  ]
  return row === undefined ? null : skuOf(row)
}

/** @throws {Refused} when there is no such product, or it has no such SKU. */
export async function skuOfProduct(
  session: Session,
  productName: string,
  name: string
): Promise<Sku> {
  const product = await productNamed(session, productName)
  const sku = await findSku(session, name)
  if (sku?.productId !== product.id) throw new Refused(notFound('sku', name))
  return sku
}

/** @throws {Refused} when there is no such SKU. */
export async function skuNamed(session: Session, name: string): Promise<Sku> {
  const sku = await findSku(session, name)
  if (sku === null) throw new Refused(notFound('sku', name))
  return sku
}

/** SKUs that are shown inside of their product at most. */
const SHOWN_SKUS_MAX = 100

interface SkusPage {
  readonly skus: readonly Sku[]
  readonly total: number
}

/** A product with its newest SKUs. @throws {Refused} when there is no such product. */
export async function productShown(
  session: Session,
  name: string
): Promise<{ product: Product } & SkusPage> {
  const product = await productNamed(session, name)
  const page = { limit: SHOWN_SKUS_MAX, offset: 0 }
  return { product, ...(await skusOf(session, product, '-created_at', page)) }
}

/** @throws {Refused} when there is no such product. */
export async function skusPage(
  session: Session,
  productName: string,
  order: StampOrder,
  page: Page
): Promise<SkusPage> {
  return skusOf(session, await productNamed(session, productName), order, page)
}

async function skusOf(
  session: Session,
  { id: productId }: Product,
  order: StampOrder,
  page: Page
): Promise<SkusPage> {
  const found = await session.all(skusOfProductBy[order], { productId, ...page })
  const count = await session.one(skusOfProductCount, { productId })
  return { skus: found.map(skuOf), total: count?.total ?? 0 }
}

/** The facts of updateSku. @throws {Refused} when that product has no such SKU. */
export function loadUpdateSku(productName: string, skuName: string) {
  return async (session: Session): Promise<UpdateSkuFacts> => ({
    sku: await skuOfProduct(session, productName, skuName),
    schema: await schemaOf(session, 'sku')
  })
}

/** What createSku needs; its product goes by id or source id. */
export function loadCreateSku({ productId, sourceId }: CreateSku) {
  return async (session: Session): Promise<CreateSkuFacts> => {
    const [stored] =
      sourceId == null ? [] : await session.all(skusBySourceId, { sourceIds: [sourceId] })
    return {
      product: await findProduct(session, productId),
      stored: stored === undefined ? null : skuOf(stored),
      schema: await schemaOf(session, 'sku')
    }
  }
}

/** Makes the changes of SKUs real. */
export const skuChanges: ChangeKinds<KindsOf<'sku'>> = {
  'sku.created': {
    step: STEP.madeOfThose,
    write: writes(insertSku, ({ sku }) => sku)
  },
  'sku.updated': {
    step: STEP.edited,
    write: writes(replaceSku, ({ sku, updatedAtBefore }) => ({ ...sku, updatedAtBefore }))
  }
}
