/**
 * SKUs: the variants of a product, created, changed and deleted.
 *
 * Inventory systems send the same SKU often: a known source id of the same product updates that
 * SKU, as for products.
 *
 * Spec: createSku, updateSku, deleteSku.
 */
import type { Metadata, Product, Sku } from '../../model.ts'
import type { Decision } from '../changes.ts'
import { deleteUnused, type User } from '../deletions.ts'
import {
  isImageUrl,
  type MetadataRules,
  mapRefusal,
  mergeMetadata,
  metadataRefusal
} from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { notFound, type Refusal } from '../refusals.ts'
import {
  duplicateFound,
  invalidPayload,
  isWhole,
  newNameRefusal,
  quote
} from '../request-refusals.ts'
import { amend, rewrite } from '../updates.ts'
import { type Speakers, speakersOf } from './dependents.ts'

/** A value sets, null clears, undefined or absent keeps. */
export interface SkuFields {
  readonly sku?: string | null | undefined
  /** Smallest currency unit. */
  readonly price?: number | null | undefined
  readonly currency?: string | null | undefined
  /** Replaces the stored value as a whole. */
  readonly attributes?: Metadata | null | undefined
  /** HTTPS, a .png or .jpg file. */
  readonly imageUrl?: string | null | undefined
  /** Merged key by key; a null value removes its key, null as a whole all keys. */
  readonly metadata?: Metadata | null | undefined
}

export interface CreateSku extends SkuFields {
  readonly productId: string
  readonly sourceId?: string | null | undefined
}

export interface CreateSkuFacts {
  readonly product: Product | null
  /** The SKU with the source id. */
  readonly stored: Sku | null
  /** The project's schema of SKUs. */
  readonly schema: MetadataRules | null
}

/** Creates a SKU, or updates the one of that product with the source id. */
export function createSku(
  { product, stored, schema }: CreateSkuFacts,
  command: CreateSku,
  occasion: Occasion
): Decision<Sku> {
  if (product === null) return { refusal: notFound('product', command.productId) }
  const { sourceId = null } = command
  if (stored !== null && stored.productId !== product.id) {
    return { refusal: duplicateFound('sku', stored.id, `source_id ${sourceId}`) }
  }
  if (stored !== null) return updateSku({ sku: stored, schema }, command, occasion)
  const { newId, now } = occasion
  const sku = merged(
    { ...NEW_SKU, id: '', productId: product.id, sourceId, createdAt: now },
    command
  )
  const refusal =
    newNameRefusal(sourceId, 'sku') ?? mistakeIn(command) ?? metadataRefusal(schema, sku.metadata)
  if (refusal !== null) return { refusal }
  const made = { ...sku, id: newId('sku') }
  return { result: made, changes: [{ kind: 'sku.created', sku: made }] }
}

export interface UpdateSkuFacts {
  readonly sku: Sku
  /** The project's schema of SKUs. */
  readonly schema: MetadataRules | null
}

/** Merges the sent properties into the stored ones; writes nothing when nothing differs. */
export function updateSku(
  { sku: stored, schema }: UpdateSkuFacts,
  fields: SkuFields,
  { now }: Occasion
): Decision<Sku> {
  const changed = merged(stored, fields)
  const refusal =
    mistakeIn(fields) ??
    (fields.metadata === undefined ? null : metadataRefusal(schema, changed.metadata))
  if (refusal !== null) return { refusal }
  return rewrite(stored, changed, now, (sku, updatedAtBefore) => [
    { kind: 'sku.updated', sku, updatedAtBefore }
  ])
}

const NEW_SKU = {
  sku: null,
  price: null,
  currency: null,
  attributes: {},
  imageUrl: null,
  metadata: {},
  updatedAt: null
} as const

function merged(before: Sku, fields: SkuFields): Sku {
  return {
    ...before,
    sku: amend(fields.sku, before.sku),
    price: amend(fields.price, before.price),
    currency: amend(fields.currency, before.currency),
    attributes: amend(fields.attributes, before.attributes) ?? {},
    imageUrl: amend(fields.imageUrl, before.imageUrl),
    metadata: mergeMetadata(before.metadata, fields.metadata)
  }
}

function mistakeIn({ price, imageUrl, attributes }: SkuFields): Refusal | null {
  const refusal = mapRefusal(attributes ?? {}, 'attributes')
  if (refusal !== null) return refusal
  if (price != null && !isWhole(price, 0)) {
    const message = `${price} is no price: expected a whole number of the smallest currency unit`
    return invalidPayload('price', message)
  }
  if (imageUrl == null || isImageUrl(imageUrl, 'https')) return null
  const expected = 'expected the https:// URL of a .png or .jpg file'
  return invalidPayload('image_url', `'${quote(imageUrl)}' will not do; ${expected}`)
}

export interface DeleteSkuFacts {
  readonly sku: Sku
  /** The collections that hold it. */
  readonly holders: readonly User[]
  readonly speakers: Speakers
}

/** Deletes a SKU that nothing set up by hand names. Orders keep their copy. */
export function deleteSku({ sku: { id }, holders, speakers }: DeleteSkuFacts): Decision<null> {
  const users = [...holders, ...speakersOf(id, speakers)]
  return deleteUnused('sku', { type: 'sku', id }, users, 'take it out of them first')
}
