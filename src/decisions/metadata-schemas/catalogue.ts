/**
 * What the rest refers to: collections and schemas.
 *
 * Each is made once and named uniquely where something else finds it by name. What they mention
 * must exist, and what they define must be possible to satisfy.
 *
 * Spec: createMetadataSchema, createEventSchema, createProductCollection; Decisions 24 and 83.
 */
import type {
  EventSchema,
  MetadataSchema,
  ProductCollection,
  PropertyType,
  SchemaProperties,
  ShownCollection
} from '../../model.ts'
import type { Change, Decision, Occasion } from '../changes.ts'
import { sameJson } from '../metadata.ts'
import { deletion, type Speakers, speakersOf } from '../products/dependents.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { duplicateFound, invalidPayload, mistaken } from '../request-refusals.ts'
import { updatedAfter } from '../updates.ts'
import { schemaMistake } from './definitions.ts'

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

/** What a property of a custom event can be. */
export const EVENT_TYPES: readonly PropertyType[] = [
  'string',
  'number',
  'boolean',
  'date',
  'datetime'
]

const EVENT_NAME_MAX = 300

export interface CreateEventSchema {
  /** 1 to 300 characters; not of the service's own events. */
  readonly name: string
  readonly properties: SchemaProperties
}

export function createEventSchema(
  { named }: { /** Who has the name. */ readonly named: EventSchema | null },
  { name, properties }: CreateEventSchema,
  { newId, now }: Occasion
): Decision<EventSchema> {
  if (named !== null) return { refusal: duplicateFound('event_schema', named.id, `name ${name}`) }
  if (name.length === 0 || name.length > EVENT_NAME_MAX) {
    const message = `expected 1 to ${EVENT_NAME_MAX} characters, found ${name.length}`
    return { refusal: invalidPayload('name', message) }
  }
  if (/^(customer|order)\./.test(name)) {
    const message = `'${name}' begins like an event of the service's own; choose another name`
    return { refusal: invalidPayload('name', message) }
  }
  const refusal = mistaken(schemaMistake(properties, EVENT_TYPES), 'schema')
  if (refusal !== null) return { refusal }
  const schema: EventSchema = {
    id: newId('ms'),
    name,
    properties,
    createdAt: now,
    updatedAt: null
  }
  return { result: schema, changes: [{ kind: 'eventSchema.created', schema }] }
}

export interface CreateMetadataSchema {
  /** A resource of the interface, or a name of the project's own. */
  readonly relatedObject: string
  readonly properties: SchemaProperties
  readonly allowDefinedOnly?: boolean | null | undefined
}

export function createMetadataSchema(
  { stored }: { /** The schema that resource has. */ readonly stored: MetadataSchema | null },
  { relatedObject, properties, allowDefinedOnly }: CreateMetadataSchema,
  { newId, now }: Occasion
): Decision<MetadataSchema> {
  if (stored !== null) {
    const what = `related_object ${relatedObject}`
    return { refusal: duplicateFound('metadata_schema', stored.id, what) }
  }
  const refusal = mistaken(schemaMistake(properties))
  if (refusal !== null) return { refusal }
  const schema: MetadataSchema = {
    id: newId('ms'),
    relatedObject,
    properties,
    allowDefinedOnly: allowDefinedOnly ?? false,
    createdAt: now,
    updatedAt: null
  }
  return { result: schema, changes: [{ kind: 'metadataSchema.created', schema }] }
}
