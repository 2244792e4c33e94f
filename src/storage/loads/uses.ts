/**
 * What deleting needs, and what changing validation rules, schemas and offers needs: the thing, and
 * who speaks of it.
 *
 * Spec: Resources, Reward, Validation rule, Metadata schema; Decisions 73 and 83.
 */
import { USERS_NAMED, type User } from '../../decisions/deletions.ts'
import type { DeleteEventSchemaFacts } from '../../decisions/event-schemas/event-schemas.ts'
import type {
  DeleteProductCollectionFacts,
  UpdateProductCollection,
  UpdateProductCollectionFacts
} from '../../decisions/product-collections/product-collections.ts'
import type { Speakers } from '../../decisions/products/dependents.ts'
import type { DeleteProductFacts } from '../../decisions/products/products.ts'
import type { DeleteSkuFacts } from '../../decisions/products/skus.ts'
import type {
  DeleteRewardAssignmentFacts,
  UpdateReward,
  UpdateRewardAssignmentFacts,
  UpdateRewardFacts
} from '../../decisions/rewards/updates.ts'
import {
  type Binding,
  type DeleteValidationRuleAssignmentFacts,
  type DeleteValidationRuleFacts,
  RESTATED_MAX,
  type UpdateValidationRule,
  type UpdateValidationRuleFacts
} from '../../decisions/validation-rules/validation-rules.ts'
import { collectionNamed, validationRuleNamed } from '../lists/inventory.ts'
import { rewardNamed } from '../lists/members.ts'
import { assignmentOfRule, eventSchemaNamed, rewardAssignmentNamed } from '../lists/uses.ts'
import * as rows from '../rows.ts'
import type { Session } from '../statements.ts'
import { loadRewardTarget } from './catalogue.ts'
import {
  existingProduct,
  loadProductCollection,
  loadValidationRule,
  skuOfProduct
} from './inventory.ts'

async function speakersIn(session: Session): Promise<Speakers> {
  return {
    rewards: await session.all('speaking rewards'),
    validationRules: await session.all('speaking validation rules'),
    earningRules: await session.all('speaking earning rules'),
    campaigns: await session.all('speaking campaigns'),
    promotionTiers: await session.all('speaking promotion tiers')
  }
}

async function collectionsWith(session: Session, itemId: string): Promise<readonly User[]> {
  const found = await session.all('collectionsOfItems', { ids: JSON.stringify([itemId]) })
  return found.map(({ collectionId: id }) => ({ type: 'products_collection', id }))
}

/** What deleteProduct needs. @throws {Refused} when there is no such product. */
export function loadDeleteProduct(name: string) {
  return async (session: Session): Promise<DeleteProductFacts> => {
    const product = await existingProduct(session, name)
    const skus = await session.all('skusOfProduct by created_at', {
      productId: product.id,
      limit: USERS_NAMED + 1,
      offset: 0
    })
    const parts = skus.map(({ id }): User => ({ type: 'sku', id }))
    const holders = [...parts, ...(await collectionsWith(session, product.id))]
    return { product, holders, speakers: await speakersIn(session) }
  }
}

/** What deleteSku needs. @throws {Refused} when that product has no such SKU. */
export function loadDeleteSku(productName: string, skuName: string) {
  return async (session: Session): Promise<DeleteSkuFacts> => {
    const sku = await skuOfProduct(session, productName, skuName)
    const holders = await collectionsWith(session, sku.id)
    return { sku, holders, speakers: await speakersIn(session) }
  }
}

/** What updateProductCollection needs. @throws {Refused} when there is no such collection. */
export function loadUpdateProductCollection(id: string, { items = [] }: UpdateProductCollection) {
  return async (session: Session): Promise<UpdateProductCollectionFacts> => ({
    stored: await collectionNamed(session, id),
    ...(await loadProductCollection({ items })(session))
  })
}

/** What deleteProductCollection needs. @throws {Refused} when there is no such collection. */
export function loadDeleteProductCollection(id: string) {
  return async (session: Session): Promise<DeleteProductCollectionFacts> => ({
    stored: await collectionNamed(session, id),
    speakers: await speakersIn(session)
  })
}

/** What updateReward needs. @throws {Refused} when there is no such reward. */
export function loadUpdateReward(id: string, { parameters }: UpdateReward) {
  return async (session: Session): Promise<UpdateRewardFacts> => {
    const reward = await rewardNamed(session, id)
    const target = await loadRewardTarget({ parameters: parameters ?? {} })(session)
    const { campaign } = target
    const offered =
      campaign === null
        ? undefined
        : await session.one('rewardAssignmentOf', { rewardId: id, campaignId: campaign.id })
    return { ...target, reward, seller: offered === undefined ? null : campaign }
  }
}

/** What updateRewardAssignment needs. @throws {Refused} when the reward has none such. */
export function loadUpdateRewardAssignment(rewardId: string, id: string) {
  return async (session: Session): Promise<UpdateRewardAssignmentFacts> => ({
    reward: await rewardNamed(session, rewardId),
    assignment: await rewardAssignmentNamed(session, rewardId, id)
  })
}

/** What deleteRewardAssignment needs. @throws {Refused} when the reward has none such. */
export function loadDeleteRewardAssignment(rewardId: string, id: string) {
  return async (session: Session): Promise<DeleteRewardAssignmentFacts> => {
    const assignment = await rewardAssignmentNamed(session, rewardId, id)
    const bound = await session.all('rulesAssignedTo', { ids: JSON.stringify([id]) })
    return { assignment, bindings: bound.map(({ assignment: { id, ruleId } }) => ({ id, ruleId })) }
  }
}

/** What updateValidationRule needs. @throws {Refused} when there is no such rule. */
export function loadUpdateValidationRule(id: string, command: UpdateValidationRule) {
  return async (session: Session): Promise<UpdateValidationRuleFacts> => ({
    rule: await validationRuleNamed(session, id),
    ...(await loadValidationRule(command)(session)),
    bindings: command.rules === undefined ? [] : await bindingsOf(session, id)
  })
}

async function bindingsOf(session: Session, ruleId: string): Promise<readonly Binding[]> {
  const page = { ruleId, limit: RESTATED_MAX + 1, offset: 0 }
  const found = await session.all('assignments of rule by created_at', page)
  const earning = found.some(({ relatedObjectType: type }) => type === 'earning_rule')
  const known = earning ? await session.all('speaking earning rules') : []
  const events = new Map(known.map(({ id, event }) => [id, event]))
  return found.map(row => ({
    assignment: rows.validationRuleAssignmentOf(row),
    event: events.get(row.relatedObjectId) ?? null
  }))
}

/** What deleteValidationRule needs. @throws {Refused} when there is no such rule. */
export function loadDeleteValidationRule(id: string) {
  return async (session: Session): Promise<DeleteValidationRuleFacts> => {
    const rule = await validationRuleNamed(session, id)
    const page = { ruleId: id, limit: USERS_NAMED + 1, offset: 0 }
    const bound = await session.all('assignments of rule by created_at', page)
    const users = bound.map(
      ({ relatedObjectType: type, relatedObjectId }): User => ({ type, id: relatedObjectId })
    )
    return { rule, users }
  }
}

/** What deleteValidationRuleAssignment needs. @throws {Refused} when the rule has none such. */
export function loadDeleteValidationRuleAssignment(ruleId: string, id: string) {
  return async (session: Session): Promise<DeleteValidationRuleAssignmentFacts> => {
    const assignment = await assignmentOfRule(session, ruleId, id)
    const { relatedObjectType: type, relatedObjectId } = assignment
    const row =
      type === 'earning_rule'
        ? await session.one('earningRuleBound', { id: relatedObjectId })
        : undefined
    return { assignment, earningRule: row === undefined ? null : rows.earningRuleOf(row) }
  }
}

/** What deleteEventSchema needs. @throws {Refused} when there is no such schema. */
export function loadDeleteEventSchema(id: string) {
  return async (session: Session): Promise<DeleteEventSchemaFacts> => {
    const schema = await eventSchemaNamed(session, id)
    const rules = await session.all('speaking earning rules')
    const campaigns = await session.all('speaking campaigns')
    return {
      schema,
      users: [
        ...rules
          .filter(rule => rule.eventSchemaId === id)
          .map((rule): User => ({ type: 'earning_rule', id: rule.id })),
        ...campaigns
          .filter(({ referral }) => referral?.eventSchemaId === id)
          .map((campaign): User => ({ type: 'campaign', id: campaign.id }))
      ]
    }
  }
}
