/**
 * What the rest refers to: SKUs, collections, schemas.
 *
 * Each is made once and named uniquely where something else finds it by name. What they mention
 * must exist, and what they define must be possible to satisfy.
 *
 * Spec: Resources, Voucher (`categories`), Metadata schema; Endpoints 15 and 16.
 */
import type {
  EventSchema,
  Metadata,
  MetadataSchema,
  Product,
  ProductCollection,
  PropertyType,
  SchemaProperties,
  ShownCollection,
  Sku
} from '../model.ts'
import type { Decision, Occasion } from './changes.ts'
import { isImageUrl, type MetadataRules, metadataRefusal } from './metadata.ts'
import { duplicateFound, invalidPayload, isWhole, mistaken, quoted } from './payload.ts'
import { notFound } from './refusals.ts'
import { schemaMistake } from './schemas.ts'

export interface CreateSku {
  readonly productId: string
  readonly sourceId?: string | null | undefined
  readonly sku?: string | null | undefined
  /** Smallest currency unit. */
  readonly price?: number | null | undefined
  readonly currency?: string | null | undefined
  readonly attributes?: Metadata | null | undefined
  /** HTTPS, a .png or .jpg file. */
  readonly imageUrl?: string | null | undefined
  readonly metadata?: Metadata | null | undefined
}

export interface CreateSkuFacts {
  readonly product: Product | null
  /** Who has the source id. */
  readonly stored: Sku | null
  /** The project's schema of SKUs. */
  readonly schema: MetadataRules | null
}

export function createSku(
  { product, stored, schema }: CreateSkuFacts,
  command: CreateSku,
  { newId, now }: Occasion
): Decision<Sku> {
  if (product === null) return { refusal: notFound('product', command.productId) }
  const { sourceId = null, price = null, imageUrl = null } = command
  const metadata = command.metadata ?? {}
  if (stored !== null) {
    return { refusal: duplicateFound('sku', stored.id, `source_id ${sourceId}`) }
  }
  if (price !== null && !isWhole(price, 0)) {
    const message = `${price} is no price: expected a whole number of the smallest currency unit`
    return { refusal: invalidPayload('price', message) }
  }
  if (imageUrl !== null && !isImageUrl(imageUrl, 'https')) {
    const expected = 'expected the https:// URL of a .png or .jpg file'
    return {
      refusal: invalidPayload('image_url', `'${quoted(imageUrl)}' will not do; ${expected}`)
    }
  }
  const refusal = metadataRefusal(schema, metadata)
  if (refusal !== null) return { refusal }
  const sku: Sku = {
    id: newId('sku'),
    productId: product.id,
    sourceId,
    sku: command.sku ?? null,
    price,
    currency: command.currency ?? null,
    attributes: command.attributes ?? {},
    imageUrl,
    metadata,
    createdAt: now,
    updatedAt: null
  }
  return { result: sku, changes: [{ kind: 'sku.created', sku }] }
}

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
  const stranger = items.find(({ object, id }) => knownItems.get(id)?.object !== object)
  if (stranger !== undefined) return { refusal: notFound(stranger.object, stranger.id) }
  const collection: ProductCollection = {
    id: newId('pc'),
    name,
    createdAt: now,
    updatedAt: null
  }
  const byId = new Map(items.map(({ object, id }) => [id, { object, itemId: id }]))
  // By id, as it will be read.
  const held = [...byId.values()].sort((a, b) => (a.itemId < b.itemId ? -1 : 1))
  const shown = held.map(({ object, itemId: id }) => ({
    object,
    id,
    productId: knownItems.get(id)?.productId ?? null
  }))
  return {
    result: { collection, items: shown },
    changes: [{ kind: 'collection.created', collection, items: held }]
  }
}

/** What a property of a custom event can be. */
const EVENT_TYPES: readonly PropertyType[] = ['string', 'number', 'boolean', 'date', 'datetime']

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
