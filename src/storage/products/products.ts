/**
 * Products: found by id or source id, and a page of them.
 *
 * They are listed by id alone, because no other order of theirs has an index and a price list can
 * be long. An id is made from the time, so this is the order in which they were made.
 *
 * Spec: updateProductsInBulk, listProducts, Product.
 */
import { and, asc, gt } from 'drizzle-orm/sql'
import type {
  MergeProductsFacts,
  ProductFields,
  ProductItem,
  SaveProduct,
  SaveProductFacts,
  UpdateProductFacts
} from '../../decisions/products/products.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type * as model from '../../model.ts'
import type { Product } from '../../model.ts'
import { type ChangeKinds, placeOf, STEP, writes } from '../engine/change-kinds.ts'
import { among, byCreation, byId, mine, stretchOf, totalOf } from '../engine/clauses.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { type Given, statement } from '../engine/statements.ts'
import {
  deleteFrom,
  insertInto,
  type KindsOf,
  placeIn,
  replaceVersion,
  rowAlone,
  write
} from '../engine/writers.ts'
import { findJobAndAction, type Hold, nextChunk } from '../jobs.ts'
import { schemaOf } from '../metadata-schemas.ts'
import type { Page } from '../pages.ts'

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
export async function findProduct(session: Session, name: string): Promise<Product | null> {
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
