/**
 * SKUs, one by one and as the variants of a product.
 *
 * Spec: createSku, listSkus, Sku.
 */
import { and, asc } from 'drizzle-orm/sql'
import type { CreateSku, CreateSkuFacts, UpdateSkuFacts } from '../../decisions/products/skus.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type * as model from '../../model.ts'
import type { Product, Sku } from '../../model.ts'
import { type ChangeKinds, STEP, writes } from '../engine/change-kinds.ts'
import { among, byId, byStamps, is, mine, stretchOf, totalOf } from '../engine/clauses.ts'
import type { Tables } from '../engine/dialect.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { type Given, statement } from '../engine/statements.ts'
import {
  deleteFrom,
  insertInto,
  type KindsOf,
  replaceChanged,
  rowAlone
} from '../engine/writers.ts'
import { schemaOf } from '../metadata-schemas.ts'
import type { Page, StampOrder } from '../pages.ts'
import { findProduct, productNamed } from './products.ts'

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

export interface SkusPage {
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
