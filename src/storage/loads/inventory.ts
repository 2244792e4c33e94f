/**
 * What making goods, validation rules and schemas needs: who has the name, and the things named,
 * as far as they exist.
 *
 * Spec: Resources, Product update item, Validation rule, Metadata schema.
 */
import type { CreateEventSchema } from '../../decisions/event-schemas/event-schemas.ts'
import type { CreateMetadataSchema } from '../../decisions/metadata-schemas/metadata-schemas.ts'
import type {
  CollectionItem,
  CreateProductCollectionFacts,
  KnownItem
} from '../../decisions/product-collections/product-collections.ts'
import type {
  ProductFields,
  SaveProduct,
  SaveProductFacts,
  UpdateProductFacts
} from '../../decisions/products/products.ts'
import type { CreateSku, CreateSkuFacts, UpdateSkuFacts } from '../../decisions/products/skus.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type {
  AssignValidationRule,
  AssignValidationRuleFacts,
  CreateValidationRule,
  CreateValidationRuleFacts
} from '../../decisions/validation-rules/validation-rules.ts'
import type { EventSchema, MetadataSchema, Product, Project, Sku } from '../../model.ts'
import { findVoucher, schemaOf } from '../loads.ts'
import * as rows from '../rows.ts'
import type { Session } from '../statements.ts'
import { validationRulesOf } from './standing.ts'

/** By id, then by source id; null when neither answers. */
async function findProduct(session: Session, name: string): Promise<Product | null> {
  const names = JSON.stringify([name])
  const [row] = [
    ...(await session.all('productsById', { ids: names })),
    ...(await session.all('productsBySourceId', { sourceIds: names }))
  ]
  return row === undefined ? null : rows.productOf(row)
}

/** By id, then by source id; null when neither answers. */
export async function findSku(session: Session, name: string): Promise<Sku | null> {
  const names = JSON.stringify([name])
  const [row] = [
    ...(await session.all('skusById', { ids: names })),
    ...(await session.all('skusBySourceId', { sourceIds: names }))
  ]
  return row === undefined ? null : rows.skuOf(row)
}

/** @throws {Refused} when there is no such product. */
export async function existingProduct(session: Session, name: string): Promise<Product> {
  const product = await findProduct(session, name)
  if (product === null) throw new Refused(notFound('product', name))
  return product
}

/** @throws {Refused} when there is no such product, or it has no such SKU. */
export async function skuOfProduct(
  session: Session,
  productName: string,
  name: string
): Promise<Sku> {
  const product = await existingProduct(session, productName)
  const sku = await findSku(session, name)
  if (sku?.productId !== product.id) throw new Refused(notFound('sku', name))
  return sku
}

/** What updateProduct needs. @throws {Refused} when there is no such product. */
export function loadUpdateProduct(productName: string, { name }: ProductFields) {
  return async (session: Session): Promise<UpdateProductFacts> => ({
    stored: await existingProduct(session, productName),
    named: await productCalled(session, name),
    schema: await schemaOf(session, 'product')
  })
}

async function productCalled(session: Session, name: string | null | undefined) {
  if (name == null) return null
  const [row] = await session.all('productsByName', { names: JSON.stringify([name]) })
  return row === undefined ? null : rows.productOf(row)
}

/** What updateSku needs. @throws {Refused} when that product has no such SKU. */
export function loadUpdateSku(productName: string, skuName: string) {
  return async (session: Session): Promise<UpdateSkuFacts> => ({
    sku: await skuOfProduct(session, productName, skuName),
    schema: await schemaOf(session, 'sku')
  })
}

/** What saveProduct needs. */
export function loadSaveProduct({ id, sourceId, name }: SaveProduct) {
  return async (session: Session): Promise<SaveProductFacts> => {
    const [stored] =
      id !== undefined
        ? await session.all('productsById', { ids: JSON.stringify([id]) })
        : sourceId != null
          ? await session.all('productsBySourceId', { sourceIds: JSON.stringify([sourceId]) })
          : []
    return {
      stored: stored === undefined ? null : rows.productOf(stored),
      named: await productCalled(session, name),
      schema: await schemaOf(session, 'product')
    }
  }
}

/** What createSku needs; its product goes by id or source id. */
export function loadCreateSku({ productId, sourceId }: CreateSku) {
  return async (session: Session): Promise<CreateSkuFacts> => {
    const [stored] =
      sourceId == null
        ? []
        : await session.all('skusBySourceId', { sourceIds: JSON.stringify([sourceId]) })
    return {
      product: await findProduct(session, productId),
      stored: stored === undefined ? null : rows.skuOf(stored),
      schema: await schemaOf(session, 'sku')
    }
  }
}

/** What createProductCollection needs. */
export function loadProductCollection({ items }: { readonly items: readonly CollectionItem[] }) {
  return async (session: Session): Promise<CreateProductCollectionFacts> => ({
    knownItems: await knownItems(session, items)
  })
}

/** What createValidationRule needs. */
export function loadValidationRule({ applicableTo }: Pick<CreateValidationRule, 'applicableTo'>) {
  return async (session: Session): Promise<CreateValidationRuleFacts> => {
    const { included = [], excluded = [] } = applicableTo ?? {}
    return { knownItems: await knownItems(session, [...included, ...excluded]) }
  }
}

async function knownItems(
  session: Session,
  items: readonly { readonly id: string }[]
): Promise<ReadonlyMap<string, KnownItem>> {
  const found = new Map<string, KnownItem>()
  if (items.length === 0) return found
  const ids = JSON.stringify([...new Set(items.map(({ id }) => id))])
  for (const { id } of await session.all('collectionsNamed', { ids })) {
    found.set(id, { object: 'products_collection', sourceId: null, productId: null })
  }
  for (const { id, sourceId } of await session.all('productsById', { ids })) {
    found.set(id, { object: 'product', sourceId, productId: null })
  }
  for (const { id, sourceId, productId } of await session.all('skusById', { ids })) {
    found.set(id, { object: 'sku', sourceId, productId })
  }
  return found
}

/** What assignValidationRule needs. @throws {Refused} when the rule does not exist. */
export function loadValidationRuleAssignment(
  project: Project,
  ruleId: string,
  command: AssignValidationRule
) {
  return async (session: Session): Promise<AssignValidationRuleFacts> => {
    const rule = (await validationRulesOf(session, [ruleId])).get(ruleId)
    if (rule === undefined) throw new Refused(notFound('validation_rule', ruleId))
    const id = await idOfRelated(session, project, command)
    const bound =
      id === null ? [] : await session.all('rulesAssignedTo', { ids: JSON.stringify([id]) })
    const twin = bound.find(
      ({ assignment }) =>
        assignment.ruleId === ruleId && assignment.relatedObjectType === command.relatedObjectType
    )
    return {
      rule,
      related: id === null ? null : { id, event: null },
      assignment: twin === undefined ? null : rows.validationRuleAssignmentOf(twin.assignment)
    }
  }
}

/** Of what a rule is to bind; null when there is none. A voucher goes by its code, too. */
async function idOfRelated(
  session: Session,
  project: Project,
  { relatedObjectType, relatedObjectId: id }: AssignValidationRule
): Promise<string | null> {
  switch (relatedObjectType) {
    case 'voucher':
      return (await findVoucher(session, project, id))?.id ?? null
    case 'campaign':
      return (await session.one('campaignById', { id }))?.id ?? null
    case 'promotion_tier':
      return (await session.one('promotionTierById', { id }))?.id ?? null
    case 'reward_assignment':
      return (await session.one('rewardAssignmentById', { id }))?.id ?? null
    default:
      return null
  }
}

/** What createMetadataSchema needs. */
export function loadMetadataSchema({ relatedObject }: Pick<CreateMetadataSchema, 'relatedObject'>) {
  return async (session: Session): Promise<{ stored: MetadataSchema | null }> => ({
    stored: await schemaOf(session, relatedObject)
  })
}

/** What createEventSchema needs. */
export function loadEventSchema({ name }: Pick<CreateEventSchema, 'name'>) {
  return async (session: Session): Promise<{ named: EventSchema | null }> => {
    const row = await session.one('eventSchemaByName', { name })
    return { named: row === undefined ? null : rows.eventSchemaOf(row) }
  }
}
