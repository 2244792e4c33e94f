/**
 * Goods: products, SKUs and collections, and what depends on them. A bulk request is only accepted
 * at first; a job carries its items out later in chunks, in order. An item that cannot be merged is
 * reported and the others go on, because one wrong photograph must not hold up a price list. Every
 * applied item is a change of its own, so that two items which pass a name from one product to
 * another never conflict.
 * Spec: createProduct, updateProduct, updateProductsInBulk, deleteProduct, deleteSku,
 * deleteProductCollection, createSku, updateSku, createProductCollection, updateProductCollection.
 */
import type {
  AsyncAction,
  Campaign,
  EarningRule,
  Metadata,
  Product,
  PromotionTier,
  Reward,
  RuleSet,
  ShownCollection,
  Sku,
  ValidationRule
} from '../model.ts'
import {
  type BulkChunk,
  type BulkProgress,
  failureOf,
  type ItemFailure,
  NOTHING_DONE,
  progressBulk,
  queueAction,
  rowFailureOf
} from './async-actions.ts'
import type { Change, Decision, Occasion } from './changes.ts'
import type { RowFinding } from './imports/columns.ts'
import {
  duplicateFound,
  invalidPayload,
  isWhole,
  newNameRefusal,
  notFound,
  quote,
  type Refusal,
  type Unable
} from './refusals.ts'
import {
  type Amending,
  amend,
  amended,
  deleteUnused,
  deletionOf,
  isImageUrl,
  type MetadataRules,
  mapRefusal,
  mergeMetadata,
  metadataRefusal,
  nextUpdatedAt,
  resourceInUse,
  rewrite,
  type Sent,
  sameJson,
  type User
} from './updates.ts'

/** What is cleared of attributes and metadata is empty afterwards. */
export interface ProductFields extends Amending<Product, 'name' | 'price' | 'imageUrl'> {
  readonly attributes?: Sent<Product['attributes']>
  /** Merged key by key; a null value removes its key. */
  readonly metadata?: Sent<Metadata>
}

export interface ProductItem extends ProductFields {
  readonly sourceId: string
}

/** A row of a file, by its line; or what is wrong with it. */
export type ProductRow =
  | (ProductItem & { readonly line: number })
  | { readonly line: number; readonly findings: readonly RowFinding[] }

/** `ends`: the indexes before which a chunk ends, beside those by number. */
export function updateProductsInBulk(
  items: readonly ProductItem[],
  ends: readonly number[],
  occasion: Occasion
): Decision<AsyncAction> {
  if (items.length === 0) {
    const details = 'Send at least one product in the array'
    return { refusal: { key: 'invalid_payload', details } }
  }
  const job = { task: 'products.bulkUpdate', queue: 'products', data: NOTHING_DONE } as const
  const work = { ...job, total: items.length, items, ends }
  const { action, changes } = queueAction('PRODUCTS.BULK_UPDATE', work, occasion)
  return { result: action, changes }
}

export interface MergeProductsFacts extends Omit<BulkChunk, 'count'> {
  /** From the one that the job's `done` is the index of. */
  readonly items: readonly (ProductItem | ProductRow)[]
  /** Every product that has the source id or the name of one of the items. */
  readonly products: readonly Product[]
  readonly schema: MetadataRules | null
}

export function mergeProducts(
  facts: MergeProductsFacts,
  occasion: Occasion
): Decision<BulkProgress> {
  const { job, owner, action, chunkIndex, items } = facts
  const shelf = shelfOf(facts.products)
  const changes: Change[] = []
  const failures: ItemFailure[] = []
  for (const [offset, item] of items.entries()) {
    if ('findings' in item) {
      const { line, findings } = item
      failures.push(rowFailureOf(atLine(line), { key: 'invalid_payload', findings }))
      continue
    }
    const { sourceId } = item
    const stored = shelf.bySourceId.get(sourceId) ?? null
    const put = mergeProduct(shelf, stored, item, facts, occasion)
    if (!('refusal' in put)) changes.push(...put.changes)
    else if (!('line' in item)) failures.push(failureOf(sourceId, job.done + offset, put.refusal))
    else {
      const { key, details } = put.refusal
      const findings = [{ column: null, message: details }]
      failures.push(rowFailureOf(atLine(item.line, sourceId), { key, findings }))
    }
  }
  const chunk = { job, owner, action, chunkIndex, count: items.length }
  const { result, changes: progressed } = progressBulk(chunk, failures, occasion)
  return { result, changes: [...changes, ...progressed] }
}

function atLine(line: number, sourceId?: string) {
  return { place: `Line ${line}`, sourceId }
}

export interface SaveProductFacts {
  /** The product with the command's id, or without one with its source id; null for a new one. */
  readonly stored: Product | null
  readonly named: Product | null
  readonly schema: MetadataRules | null
}

export interface SaveProduct extends ProductFields {
  /** The id of a stored product; `sourceId` beside it is ignored. */
  readonly id?: string | undefined
  readonly sourceId?: string | null | undefined
}

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

export interface UpdateProductFacts extends SaveProductFacts {
  readonly stored: Product
}

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

/**
 * Deletes a product without SKUs that nothing set up by hand names. Orders keep their copy.
 * Spec: openapi/behaviour/set-up.md#goods-and-categories-are-deleted-only-when-nothing-names-them.
 */
export function deleteProduct(facts: DeleteProductFacts): Decision<null> {
  const { id } = facts.product
  const users = [...facts.holders, ...speakersOf(id, facts.speakers)]
  return deleteUnused('product', id, users, 'delete or change them first')
}

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
  const { sourceId } = item
  const before: Product = stored ?? { ...NEW_PRODUCT, id: '', sourceId, createdAt: now }
  const merged = {
    ...amended(before, item, 'name', 'price', 'imageUrl'),
    // One that is cleared is an empty list.
    attributes: amend(item.attributes, before.attributes) ?? [],
    metadata: mergeMetadata(before.metadata, item.metadata)
  }
  const misnamed = stored === null ? newNameRefusal(sourceId, 'prod') : null
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
  const refusal = imageRefusal(item)
  if (refusal !== null || (stored !== null && item.metadata === undefined)) return refusal
  return metadataRefusal(schema, merged.metadata)
}

function imageRefusal({ imageUrl }: Pick<ProductFields, 'imageUrl'>): Refusal | null {
  if (imageUrl == null || isImageUrl(imageUrl, 'https')) return null
  const expected = 'expected the https:// URL of a .png or .jpg file'
  return invalidPayload('image_url', `'${quote(imageUrl)}' will not do; ${expected}`)
}

/*
 * What depends on goods that are to be deleted: rewards, validation rules, earning rules and the
 * discounts of campaigns and promotion tiers. These are set up by hand and few, so that all of them
 * can be searched. A condition counts, too: a rule about a deleted product would hold for nobody,
 * and nobody would know why.
 */

export interface Speakers {
  readonly rewards: readonly Pick<Reward, 'id' | 'parameters'>[]
  readonly validationRules: readonly Pick<ValidationRule, 'id' | 'rules' | 'applicableTo'>[]
  readonly earningRules: readonly Pick<EarningRule, 'id' | 'earning'>[]
  readonly campaigns: readonly Pick<Campaign, 'id' | 'voucher'>[]
  readonly promotionTiers: readonly Pick<PromotionTier, 'id' | 'discount'>[]
}

export function speakersOf(
  id: string,
  { rewards, validationRules, earningRules, campaigns, promotionTiers }: Speakers
): readonly User[] {
  const given = rewards.filter(
    ({ parameters }) =>
      parameters.type === 'MATERIAL' && [parameters.productId, parameters.skuId].includes(id)
  )
  const judging = validationRules.filter(rule => speaksOf(rule, id))
  const earning = earningRules.filter(({ earning }) => measures(earning, id))
  const discounting = campaigns.filter(({ voucher }) => holds(voucher?.discount, id))
  const promoting = promotionTiers.filter(({ discount }) => holds(discount, id))
  return [
    ...named('reward', given),
    ...named('validation_rule', judging),
    ...named('earning_rule', earning),
    ...named('campaign', discounting),
    ...named('promotion_tier', promoting)
  ]
}

function named(type: User['type'], things: readonly { readonly id: string }[]): readonly User[] {
  return things.map(({ id }) => ({ type, id }))
}

function measures(earning: EarningRule['earning'], id: string): boolean {
  return earning.type !== 'FIXED' && (earning.targets ?? []).some(target => target.id === id)
}

function speaksOf(
  { rules, applicableTo }: Pick<ValidationRule, 'rules' | 'applicableTo'>,
  id: string
): boolean {
  const items = [...applicableTo.included, ...applicableTo.excluded]
  return items.some(item => item.id === id) || asksFor(rules, id)
}

function asksFor({ logic: _, ...entries }: RuleSet, id: string): boolean {
  return Object.values(entries).some(
    ({ conditions, rules }) => holds(conditions, id) || (rules != null && asksFor(rules, id))
  )
}

function holds(value: unknown, id: string): boolean {
  if (typeof value !== 'object' || value === null) return value === id
  return Object.values(value).some(inner => holds(inner, id))
}

export interface SkuFields extends Amending<Sku, 'sku' | 'price' | 'currency' | 'imageUrl'> {
  /** Replaces the stored value as a whole. */
  readonly attributes?: Sent<Metadata>
  /** Merged key by key; a null value removes its key. */
  readonly metadata?: Sent<Metadata>
}

export interface CreateSku extends SkuFields {
  readonly productId: string
  readonly id?: string | undefined
  readonly sourceId?: string | null | undefined
}

export interface CreateSkuFacts {
  readonly product: Product | null
  /** The SKU with the source id; without one sent, that of the product with the id. */
  readonly stored: Sku | null
  readonly schema: MetadataRules | null
}

/** A known source id of the same product updates that SKU, as for products. */
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
  const empty = { ...NEW_SKU, id: '', productId: product.id, sourceId, createdAt: now }
  const sku = merged(empty, command)
  const refusal =
    newNameRefusal(sourceId, 'sku') ?? mistakeIn(command) ?? metadataRefusal(schema, sku.metadata)
  if (refusal !== null) return { refusal }
  const made = { ...sku, id: newId('sku') }
  return { result: made, changes: [{ kind: 'sku.created', sku: made }] }
}

export interface UpdateSkuFacts {
  readonly sku: Sku
  readonly schema: MetadataRules | null
}

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
  return rewrite(stored, changed, now, sku => ({ kind: 'sku.updated', sku }))
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
    ...amended(before, fields, 'sku', 'price', 'currency', 'imageUrl'),
    attributes: amend(fields.attributes, before.attributes) ?? {},
    metadata: mergeMetadata(before.metadata, fields.metadata)
  }
}

function mistakeIn(fields: SkuFields): Refusal | null {
  const { price, attributes } = fields
  const refusal = mapRefusal(attributes ?? {}, 'attributes')
  if (refusal !== null) return refusal
  if (price != null && !isWhole(price, 0)) {
    const message = `${price} is no price: expected a whole number of the smallest currency unit`
    return invalidPayload('price', message)
  }
  return imageRefusal(fields)
}

export interface DeleteSkuFacts {
  readonly sku: Sku
  readonly holders: readonly User[]
  readonly speakers: Speakers
}

export function deleteSku({ sku: { id }, holders, speakers }: DeleteSkuFacts): Decision<null> {
  const users = [...holders, ...speakersOf(id, speakers)]
  return deleteUnused('sku', id, users, 'take it out of them first')
}

export interface CollectionItem {
  readonly object: 'product' | 'sku'
  readonly id: string
}

export interface KnownItem {
  readonly object: 'product' | 'sku' | 'products_collection'
  readonly sourceId: string | null
  /** The product of a SKU; null for everything else. */
  readonly productId: string | null
}

interface CreateProductCollection {
  readonly name: string
  /** Goods that are named twice are in it once. */
  readonly items: readonly CollectionItem[]
}

export interface CreateProductCollectionFacts {
  readonly knownItems: ReadonlyMap<string, KnownItem>
}

export function createProductCollection(
  { knownItems }: CreateProductCollectionFacts,
  { name, items }: CreateProductCollection,
  { newId, now }: Occasion
): Decision<ShownCollection> {
  const content = contentOf(knownItems, items)
  if ('refusal' in content) return content
  const collection = { id: newId('pc'), name, createdAt: now, updatedAt: null }
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
): Content | Unable {
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
  readonly items?: readonly CollectionItem[] | undefined
}

export interface UpdateProductCollectionFacts extends CreateProductCollectionFacts {
  readonly stored: ShownCollection
}

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

interface DeleteProductCollectionFacts {
  readonly stored: ShownCollection
  readonly speakers: Speakers
}

export function deleteProductCollection(facts: DeleteProductCollectionFacts): Decision<null> {
  const { id } = facts.stored.collection
  const users = speakersOf(id, facts.speakers)
  if (users.length === 0) return deletionOf('collection', id)
  const thing = { type: 'products_collection', id } as const
  return { refusal: resourceInUse(thing, users, 'take it out of them first') }
}
