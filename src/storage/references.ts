/**
 * What refers to goods and to validation rules, which are named by set-up of every kind: whether
 * they can be deleted, and what a rule may bind. What merchants set up by hand refers to goods
 * inside of JSON, where no index finds it; there are few such things, so all of them are read.
 * Spec: deleteProduct, deleteSku, deleteProductCollection, createValidationRule,
 * updateValidationRule, deleteValidationRule.
 */
import type { DeleteProductFacts, DeleteSkuFacts, Speakers } from '../decisions/products.ts'
import { USERS_NAMED, type User } from '../decisions/updates.ts'
import {
  type Binding,
  type CreateValidationRule,
  type CreateValidationRuleAssignment,
  type CreateValidationRuleAssignmentFacts,
  type CreateValidationRuleFacts,
  type DeleteValidationRuleAssignmentFacts,
  type DeleteValidationRuleFacts,
  RESTATED_MAX,
  type UpdateValidationRule,
  type UpdateValidationRuleFacts
} from '../decisions/validation-rules.ts'
import type { Project } from '../model.ts'
import { findCampaign, referringCampaigns } from './campaigns/campaigns.ts'
import { holdSetUp } from './catalogue.ts'
import { earningRuleOf, earningRules, referringEarningRules } from './earning-rules.ts'
import type { Session } from './engine/session.ts'
import {
  collectionNamed,
  collectionsOfItems,
  knownItems,
  productNamed,
  skuList,
  skuOfProduct
} from './products.ts'
import { promotionTiers, referringPromotionTiers } from './promotions.ts'
import { referringRewards, rewardAssignments } from './rewards.ts'
import {
  assignmentOfRule,
  assignmentsOn,
  referringValidationRules,
  ruleAssignmentList,
  validationRuleNamed
} from './validation-rules.ts'
import { findVoucher } from './vouchers/vouchers.ts'

async function collectionsWith(session: Session, itemId: string): Promise<readonly User[]> {
  const found = await session.all(collectionsOfItems, { ids: [itemId] })
  return found.map(({ collectionId: id }) => ({ type: 'products_collection', id }))
}

/** @throws {Refused} when there is no such product. */
export function loadDeleteProduct(name: string) {
  return async (session: Session): Promise<DeleteProductFacts> => {
    await holdSetUp(session)
    const product = await productNamed(session, name)
    const of = { productId: product.id, limit: USERS_NAMED + 1, offset: 0 }
    const skus = await session.all(skuList.created_at, of)
    const parts = skus.map(({ id }): User => ({ type: 'sku', id }))
    const holders = [...parts, ...(await collectionsWith(session, product.id))]
    return { product, holders, speakers: await speakersIn(session) }
  }
}

/** @throws {Refused} when that product has no such SKU. */
export function loadDeleteSku(productName: string, skuName: string) {
  return async (session: Session): Promise<DeleteSkuFacts> => {
    await holdSetUp(session)
    const sku = await skuOfProduct(session, productName, skuName)
    const holders = await collectionsWith(session, sku.id)
    return { sku, holders, speakers: await speakersIn(session) }
  }
}

async function speakersIn(session: Session): Promise<Speakers> {
  return {
    rewards: await session.all(referringRewards),
    validationRules: await session.all(referringValidationRules),
    earningRules: await session.all(referringEarningRules),
    campaigns: await session.all(referringCampaigns),
    promotionTiers: await session.all(referringPromotionTiers)
  }
}

/** @throws {Refused} when there is no such collection. */
export function loadDeleteProductCollection(id: string) {
  return async (session: Session) => {
    await holdSetUp(session)
    return { stored: await collectionNamed(session, id), speakers: await speakersIn(session) }
  }
}

export function loadValidationRule({ applicableTo }: Pick<CreateValidationRule, 'applicableTo'>) {
  return async (session: Session): Promise<CreateValidationRuleFacts> => {
    const { included = [], excluded = [] } = applicableTo ?? {}
    return { knownItems: await knownItems(session, [...included, ...excluded]) }
  }
}

/** @throws {Refused} when there is no such rule. */
export function loadUpdateValidationRule(id: string, command: UpdateValidationRule) {
  return async (session: Session): Promise<UpdateValidationRuleFacts> => ({
    rule: await validationRuleNamed(session, id),
    ...(await loadValidationRule(command)(session)),
    bindings: command.rules === undefined ? [] : await bindingsOf(session, id)
  })
}

async function bindingsOf(session: Session, ruleId: string): Promise<readonly Binding[]> {
  const page = { limit: RESTATED_MAX + 1, offset: 0 }
  const found = await ruleAssignmentList.rows(session, 'created_at', page, { ruleId })
  const earning = found.some(({ relatedObjectType: type }) => type === 'earning_rule')
  const known = earning ? await session.all(referringEarningRules) : []
  const events = new Map(known.map(({ id, event }) => [id, event]))
  return found.map(row => ({ assignment: row, event: events.get(row.relatedObjectId) ?? null }))
}

/** @throws {Refused} when there is no such rule. */
export function loadDeleteValidationRule(id: string) {
  return async (session: Session): Promise<DeleteValidationRuleFacts> => {
    await holdSetUp(session)
    const rule = await validationRuleNamed(session, id)
    const page = { limit: USERS_NAMED + 1, offset: 0 }
    const bound = await ruleAssignmentList.rows(session, 'created_at', page, { ruleId: id })
    const users = bound.map(
      ({ relatedObjectType: type, relatedObjectId }): User => ({ type, id: relatedObjectId })
    )
    return { rule, users }
  }
}

/** @throws {Refused} when the rule does not exist. */
export function loadValidationRuleAssignment(
  project: Project,
  ruleId: string,
  command: CreateValidationRuleAssignment
) {
  return async (session: Session): Promise<CreateValidationRuleAssignmentFacts> => {
    const rule = await validationRuleNamed(session, ruleId)
    const { relatedObjectType: type, relatedObjectId } = command
    const voucher = type === 'voucher' ? await findVoucher(session, project, relatedObjectId) : null
    const id = voucher?.id ?? (await idOfRelated(session, command))
    const bound = id === null ? [] : await assignmentsOn(session, [id])
    const twin = bound.find(each => each.ruleId === ruleId && each.relatedObjectType === type)
    return {
      rule,
      related: id === null ? null : { id, event: null, ...(voucher && { voucher }) },
      assignment: twin ?? null
    }
  }
}

/** Of what is set up and a rule is to bind; null when there is none. */
async function idOfRelated(
  session: Session,
  { relatedObjectType, relatedObjectId: id }: CreateValidationRuleAssignment
): Promise<string | null> {
  switch (relatedObjectType) {
    case 'campaign':
      return (await findCampaign(session, id))?.id ?? null
    case 'promotion_tier':
      return (await session.one(promotionTiers.byId, { id }))?.id ?? null
    case 'reward_assignment':
      return (await session.one(rewardAssignments.byId, { id }))?.id ?? null
    default:
      return null
  }
}

/** @throws {Refused} when the rule has none such. */
export function loadDeleteValidationRuleAssignment(ruleId: string, id: string) {
  return async (session: Session): Promise<DeleteValidationRuleAssignmentFacts> => {
    await holdSetUp(session)
    const assignment = await assignmentOfRule(session, ruleId, id)
    const { relatedObjectType: type, relatedObjectId } = assignment
    const row =
      type === 'earning_rule'
        ? await session.one(earningRules.byId, { id: relatedObjectId })
        : undefined
    return { assignment, earningRule: row === undefined ? null : earningRuleOf(row) }
  }
}
