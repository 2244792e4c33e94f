/**
 * Product collections: goods that rules, earning and discounts name together.
 *
 * The goods of a collection must exist when they are listed, and goods that are listed twice are in
 * it once. A collection that something else names cannot be deleted.
 *
 * Spec: createProductCollection, updateProductCollection.
 */
import type { ProductCollection, ShownCollection } from '../../model.ts'
import type { Change, Decision } from '../changes.ts'
import { deleteUnused } from '../deletions.ts'
import { sameJson } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { type Speakers, speakersOf } from '../products/dependents.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { nextUpdatedAt } from '../updates.ts'

export interface CollectionItem {
  readonly object: 'product' | 'sku'
  readonly id: string
}

/** Goods that exist, for a collection to hold or a rule to name. */
export interface KnownItem {
  readonly object: 'product' | 'sku' | 'products_collection'
  readonly sourceId: string | null
  /** The product of a SKU; null for everything else. */
  readonly productId: string | null
}

export interface CreateProductCollection {
  readonly name: string
  /** Goods that are named twice are in it once. */
  readonly items: readonly CollectionItem[]
}

export interface CreateProductCollectionFacts {
  /** The items that exist, by id. */
  readonly knownItems: ReadonlyMap<string, KnownItem>
}

/** Creates a collection of goods that exist; goods that are named twice are in it once. */
export function createProductCollection(
  { knownItems }: CreateProductCollectionFacts,
  { name, items }: CreateProductCollection,
  { newId, now }: Occasion
): Decision<ShownCollection> {
  const content = contentOf(knownItems, items)
  if ('refusal' in content) return content
  const collection: ProductCollection = {
    id: newId('pc'),
    name,
    createdAt: now,
    updatedAt: null
  }
  const { held, shown } = content
  return {
    result: { collection, items: shown },
    changes: [{ kind: 'collection.created', collection, items: held }]
  }
}

/** The contents of a collection, by id as they are read: for the write and for the answer. */
interface Content {
  readonly held: Extract<Change, { readonly kind: 'collection.created' }>['items']
  readonly shown: ShownCollection['items']
}

function contentOf(
  knownItems: ReadonlyMap<string, KnownItem>,
  items: readonly CollectionItem[]
): Content | { readonly refusal: Refusal } {
  const stranger = items.find(({ object, id }) => knownItems.get(id)?.object !== object)
  if (stranger !== undefined) return { refusal: notFound(stranger.object, stranger.id) }
  const byId = new Map(items.map(({ object, id }) => [id, { object, itemId: id }]))
  const held = [...byId.values()].sort((a, b) => (a.itemId < b.itemId ? -1 : 1))
  const shown = held.map(({ object, itemId: id }) => ({
    object,
    id,
    productId: knownItems.get(id)?.productId ?? null
  }))
  return { held, shown }
}

export interface UpdateProductCollection {
  readonly name?: string | undefined
  /** Replaces all contents. */
  readonly items?: readonly CollectionItem[] | undefined
}

export interface UpdateProductCollectionFacts extends CreateProductCollectionFacts {
  readonly stored: ShownCollection
}

/** Changes the name, the contents or both; writes nothing when nothing differs. */
export function updateProductCollection(
  { stored, knownItems }: UpdateProductCollectionFacts,
  { name = stored.collection.name, items }: UpdateProductCollection,
  { now }: Occasion
): Decision<ShownCollection> {
  const content = items === undefined ? null : contentOf(knownItems, items)
  if (content !== null && 'refusal' in content) return content
  const anew = content === null || sameJson(content.shown, stored.items) ? null : content
  if (anew === null && name === stored.collection.name) return { result: stored, changes: [] }
  const { updatedAt: updatedAtBefore } = stored.collection
  const updatedAt = nextUpdatedAt(updatedAtBefore, now)
  const collection = { ...stored.collection, name, updatedAt }
  return {
    result: { collection, items: anew?.shown ?? stored.items },
    changes: [
      { kind: 'collection.updated', collection, items: anew?.held ?? null, updatedAtBefore }
    ]
  }
}

export interface DeleteProductCollectionFacts {
  readonly stored: ShownCollection
  readonly speakers: Speakers
}

/** Deletes the collection with its list; the goods stay. */
export function deleteProductCollection({
  stored,
  speakers
}: DeleteProductCollectionFacts): Decision<null> {
  const { id } = stored.collection
  const thing = { type: 'products_collection', id } as const
  return deleteUnused('collection', thing, speakersOf(id, speakers), 'take it out of them first')
}
