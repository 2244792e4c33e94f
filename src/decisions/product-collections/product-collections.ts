/**
 * Product collections: goods that rules, earning and discounts name together.
 *
 * What a collection lists must exist when it is listed, and a thing that is listed twice is in it
 * once. A collection that something else names stays.
 *
 * Spec: createProductCollection, updateProductCollection; Decisions 73 and 83.
 */
import type { ProductCollection, ShownCollection } from '../../model.ts'
import type { Change, Decision } from '../changes.ts'
import { deletion } from '../deletions.ts'
import { sameJson } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { type Speakers, speakersOf } from '../products/dependents.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { updatedAfter } from '../updates.ts'

export interface CollectionItem {
  readonly object: 'product' | 'sku'
  readonly id: string
}

/** What a collection can hold or a rule can name, as far as it exists. */
export interface KnownItem {
  readonly object: 'product' | 'sku' | 'products_collection'
  readonly sourceId: string | null
  /** Whose variant it is; null for all but SKUs. */
  readonly productId: string | null
}

export interface CreateProductCollection {
  readonly name: string
  /** A thing named twice is in it once. */
  readonly items: readonly CollectionItem[]
}

export interface CreateProductCollectionFacts {
  /** The items that exist, by id. */
  readonly knownItems: ReadonlyMap<string, KnownItem>
}

/** A collection of things that exist; a thing that is named twice is in it once. */
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

/** What is in a collection, by id as it will be read: as it is written, and as it is shown. */
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
  /** All that is in it from now on. */
  readonly items?: readonly CollectionItem[] | undefined
}

export interface UpdateProductCollectionFacts extends CreateProductCollectionFacts {
  readonly stored: ShownCollection
}

/** Another name, other contents, or both; nothing is written where that says nothing new. */
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
  const updatedAt = updatedAfter(updatedAtBefore, now)
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

/** With what is in it, which itself stays. */
export function deleteProductCollection({
  stored,
  speakers
}: DeleteProductCollectionFacts): Decision<null> {
  const { id } = stored.collection
  const thing = { type: 'products_collection', id } as const
  return deletion('collection', thing, speakersOf(id, speakers), 'take it out of them first')
}
