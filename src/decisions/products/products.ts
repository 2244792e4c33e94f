/**
 * Products as the inventory system sends them: one at a time, or in bulk.
 *
 * A bulk request is only accepted at first; a job carries its items out later in chunks, in order.
 * An item that cannot be merged is reported and the others go on, because one wrong photograph must
 * not hold up a price list. Every applied item is a change of its own, so that two items which pass
 * a name from one product to another never conflict.
 *
 * Spec: createProduct, updateProduct, updateProductsInBulk.
 */
import type { AsyncAction, Job, Metadata, Product } from '../../model.ts'
import { queueAction } from '../async-actions/async-actions.ts'
import {
  type BulkProgress,
  failureOf,
  type ItemFailure,
  NOTHING_DONE,
  progressBulk
} from '../async-actions/bulk.ts'
import type { Change, Decision } from '../changes.ts'
import { deleteUnused, type User } from '../deletions.ts'
import {
  isImageUrl,
  type MetadataRules,
  mergeMetadata,
  metadataRefusal,
  sameJson
} from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { duplicateFound, invalidPayload, newNameRefusal, quote } from '../request-refusals.ts'
import { type Speakers, speakersOf } from './dependents.ts'

/** A value sets, null clears, undefined or absent keeps. */
export interface ProductFields {
  readonly name?: string | null | undefined
  /** Smallest currency unit. */
  readonly price?: number | null | undefined
  readonly attributes?: readonly string[] | null | undefined
  /** HTTPS, a .png or .jpg file. */
  readonly imageUrl?: string | null | undefined
  /** Merged key by key; a null value removes its key, null as a whole all keys. */
  readonly metadata?: Metadata | null | undefined
}

export interface ProductItem extends ProductFields {
  readonly sourceId: string
}

/** Accepts a bulk request: a job with the items in chunks, and the caller's handle on it. */
export function updateProductsInBulk(
  items: readonly ProductItem[],
  occasion: Occasion
): Decision<AsyncAction> {
  if (items.length === 0) {
    return {
      refusal: { key: 'invalid_payload', details: 'Send at least one product in the array' }
    }
  }
  const { action, changes } = queueAction(
    'PRODUCTS.BULK_UPDATE',
    {
      task: 'products.bulkUpdate',
      queue: 'products',
      data: NOTHING_DONE,
      total: items.length,
      items
    },
    occasion
  )
  return { result: action, changes }
}

export interface MergeProductsFacts {
  /** Leased to `owner`; its `done` is the index of the chunk's first item. */
  readonly job: Job
  readonly owner: string
  readonly action: AsyncAction
  readonly chunkIndex: number
  readonly items: readonly ProductItem[]
  /** Every product that has the source id or the name of one of the items. */
  readonly products: readonly Product[]
  /** The project's schema of products. */
  readonly schema: MetadataRules | null
}

/** Carries out one chunk; the products and the progress are written together. */
export function mergeProducts(
  facts: MergeProductsFacts,
  occasion: Occasion
): Decision<BulkProgress> {
  const { job, owner, action, chunkIndex, items } = facts
  const shelf = shelfOf(facts.products)
  const changes: Change[] = []
  const failures: ItemFailure[] = []
  for (const [offset, item] of items.entries()) {
    const put = mergeProduct(
      shelf,
      shelf.bySourceId.get(item.sourceId) ?? null,
      item,
      facts,
      occasion
    )
    if ('refusal' in put) failures.push(failureOf(item.sourceId, job.done + offset, put.refusal))
    else changes.push(...put.changes)
  }
  const chunk = { job, owner, action, chunkIndex, count: items.length }
  const { result, changes: progressed } = progressBulk(chunk, failures, occasion)
  return { result, changes: [...changes, ...progressed] }
}

export interface SaveProductFacts {
  /** The product with the command's id, or without one with its source id; null for a new one. */
  readonly stored: Product | null
  /** The product with the command's name. */
  readonly named: Product | null
  readonly schema: MetadataRules | null
}

export interface SaveProduct extends ProductFields {
  /** The id of a stored product; `sourceId` beside it is ignored. */
  readonly id?: string | undefined
  readonly sourceId?: string | null | undefined
}

/** Creates or merges one product at once. */
export function saveProduct(
  { stored, named, schema }: SaveProductFacts,
  command: SaveProduct,
  occasion: Occasion
): Decision<Product> {
  const { id } = command
  if (id !== undefined && stored === null) return { refusal: notFound('product', id) }
  const shelf = shelfOf([stored, named].filter(product => product !== null))
  const item = { ...command, sourceId: command.sourceId ?? null }
  return mergeProduct(shelf, stored, item, { schema }, occasion)
}

export interface UpdateProductFacts {
  readonly stored: Product
  /** The product with the name that is sent. */
  readonly named: Product | null
  readonly schema: MetadataRules | null
}

/** Merges the sent properties into the stored ones; writes nothing when nothing differs. */
export function updateProduct(
  { stored, named, schema }: UpdateProductFacts,
  fields: ProductFields,
  occasion: Occasion
): Decision<Product> {
  const shelf = shelfOf(named === null ? [stored] : [stored, named])
  return mergeProduct(shelf, stored, { ...fields, sourceId: stored.sourceId }, { schema }, occasion)
}

export interface DeleteProductFacts {
  readonly product: Product
  /** Its SKUs and the collections that hold it, at most USERS_NAMED + 1 of each. */
  readonly holders: readonly User[]
  readonly speakers: Speakers
}

/** Deletes a product without SKUs that nothing set up by hand names. Orders keep their copy. */
export function deleteProduct({
  product: { id },
  holders,
  speakers
}: DeleteProductFacts): Decision<null> {
  const users = [...holders, ...speakersOf(id, speakers)]
  return deleteUnused('product', { type: 'product', id }, users, 'delete or change them first')
}

/** Products by their unique names, kept up to date during a chunk. */
interface Shelf {
  readonly bySourceId: Map<string, Product>
  readonly byName: Map<string, Product>
}

function shelfOf(products: readonly Product[]): Shelf {
  const shelf: Shelf = { bySourceId: new Map(), byName: new Map() }
  for (const product of products) putOn(shelf, null, product)
  return shelf
}

function putOn({ bySourceId, byName }: Shelf, before: Product | null, after: Product): void {
  if (before !== null && before.name !== null) byName.delete(before.name)
  if (after.name !== null) byName.set(after.name, after)
  if (after.sourceId !== null) bySourceId.set(after.sourceId, after)
}

function mergeProduct(
  shelf: Shelf,
  stored: Product | null,
  item: ProductFields & { readonly sourceId: string | null },
  { schema }: { readonly schema: MetadataRules | null },
  { newId, now }: Occasion
): Decision<Product> {
  const before = stored ?? { ...NEW_PRODUCT, id: '', sourceId: item.sourceId, createdAt: now }
  const merged = { ...before, ...sentFields(item, before) }
  const misnamed = stored === null ? newNameRefusal(item.sourceId, 'prod') : null
  const refusal = misnamed ?? reasonToRefuse(shelf, stored, item, merged, schema)
  if (refusal !== null) return { refusal }
  if (stored === null) {
    const product = { ...merged, id: newId('prod') }
    putOn(shelf, null, product)
    return { result: product, changes: [{ kind: 'product.created', product }] }
  }
  if (sameJson(merged, stored)) return { result: stored, changes: [] }
  const product = { ...merged, updatedAt: now, version: stored.version + 1 }
  putOn(shelf, stored, product)
  return { result: product, changes: [{ kind: 'product.updated', product }] }
}

const NEW_PRODUCT = {
  name: null,
  price: null,
  attributes: [],
  imageUrl: null,
  metadata: {},
  updatedAt: null,
  version: 1
} as const

function sentFields(item: ProductFields, before: Product): Partial<Product> {
  return {
    ...(item.name === undefined ? {} : { name: item.name }),
    ...(item.price === undefined ? {} : { price: item.price }),
    ...(item.attributes === undefined ? {} : { attributes: item.attributes ?? [] }),
    ...(item.imageUrl === undefined ? {} : { imageUrl: item.imageUrl }),
    metadata: mergeMetadata(before.metadata, item.metadata)
  }
}

function reasonToRefuse(
  { byName }: Shelf,
  stored: Product | null,
  item: ProductFields,
  merged: Product,
  schema: MetadataRules | null
): Refusal | null {
  const namesake = merged.name === null ? undefined : byName.get(merged.name)
  if (namesake !== undefined && namesake.id !== stored?.id) {
    return duplicateFound('product', namesake.id, `name ${merged.name}`)
  }
  if (item.imageUrl != null && !isImageUrl(item.imageUrl, 'https')) {
    const expected = 'expected the https:// URL of a .png or .jpg file'
    return invalidPayload('image_url', `'${quote(item.imageUrl)}' will not do; ${expected}`)
  }
  if (stored !== null && item.metadata === undefined) return null
  return metadataRefusal(schema, merged.metadata)
}
