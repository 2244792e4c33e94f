/**
 * How each kind of step of the demo is carried out: its load and its decision.
 *
 * Spec: Decision 48.
 */
import { composeCampaign } from '../decisions/campaigns/campaigns.ts'
import { AS_CAMPAIGN_SAYS } from '../decisions/campaigns/creation.ts'
import { createCategory } from '../decisions/categories/categories.ts'
import type { Decision } from '../decisions/changes.ts'
import { upsertCustomer } from '../decisions/customers/customers.ts'
import { redeemStackedDiscounts } from '../decisions/discounts/redemption.ts'
import type { ApplyDiscounts } from '../decisions/discounts/request.ts'
import { createEventSchema } from '../decisions/event-schemas/event-schemas.ts'
import { sendCustomEvent } from '../decisions/events/events.ts'
import { createExport } from '../decisions/exports/exports.ts'
import { createEarningRules } from '../decisions/loyalties/earning-rules.ts'
import { createLoyaltyTiers } from '../decisions/loyalty-tiers/loyalty-tiers.ts'
import { addMember } from '../decisions/members/members.ts'
import { createMetadataSchema } from '../decisions/metadata-schemas/metadata-schemas.ts'
import type { Occasion } from '../decisions/occasion.ts'
import { type SaveOrder, saveOrder } from '../decisions/orders/saving.ts'
import { adjustBalance } from '../decisions/points/balance.ts'
import { createProductCollection } from '../decisions/product-collections/product-collections.ts'
import { saveProduct, updateProductsInBulk } from '../decisions/products/products.ts'
import { createSku } from '../decisions/products/skus.ts'
import { createPromotionTier } from '../decisions/promotions/tiers.ts'
import { createPublication } from '../decisions/publications/publications.ts'
import { redeemReward } from '../decisions/redemptions/redemption.ts'
import { createReward, createRewardAssignment } from '../decisions/rewards/rewards.ts'
import { createSegment, enterSegment } from '../decisions/segments/segments.ts'
import { createStackingRules } from '../decisions/stacking-rules/stacking-rules.ts'
import {
  createValidationRule,
  createValidationRuleAssignment
} from '../decisions/validation-rules/validation-rules.ts'
import { createVoucher } from '../decisions/vouchers/creation.ts'
import { addVouchersToCampaign } from '../decisions/vouchers/generation.ts'
import type { Project } from '../model.ts'
import { ALWAYS } from '../rules/validity.ts'
import type { Load, UnitOfWork } from '../shell.ts'
import { campaignNamed } from '../storage/campaigns/campaigns.ts'
import { loadComposeCampaign } from '../storage/campaigns/creation.ts'
import { categoryByName, categoryOf } from '../storage/categories.ts'
import { loadSaveCustomer } from '../storage/customers/updates.ts'
import { loadDiscounts } from '../storage/discounts/applying.ts'
import type { Session } from '../storage/engine/session.ts'
import { loadEventSchema } from '../storage/event-schemas/event-schemas.ts'
import { loadCustomEvent } from '../storage/events.ts'
import { loadEarningRules } from '../storage/loyalties/earning-rules.ts'
import { loadLoyaltyTiers } from '../storage/loyalty-tiers/updates.ts'
import { loadBalance, loadMember } from '../storage/members.ts'
import { loadMetadataSchema } from '../storage/metadata-schemas.ts'
import { loadSaveOrder } from '../storage/orders/saving.ts'
import { loadProductCollection } from '../storage/product-collections.ts'
import { loadSaveProduct } from '../storage/products/products.ts'
import { loadCreateSku } from '../storage/products/skus.ts'
import { loadCreatePublication } from '../storage/publications.ts'
import { loadRedemption } from '../storage/redemptions/redemption.ts'
import { loadCreateRewardAssignment } from '../storage/rewards/assignments.ts'
import { loadRewardTarget } from '../storage/rewards/rewards.ts'
import { loadSegmentEntry } from '../storage/segments/entry.ts'
import { filterSegments } from '../storage/segments/segments.ts'
import { loadCreateStackingRules } from '../storage/stacking-rules.ts'
import {
  loadValidationRule,
  loadValidationRuleAssignment
} from '../storage/validation-rules/updates.ts'
import { loadCreateVoucher } from '../storage/vouchers/creation.ts'
import { loadAddVouchers } from '../storage/vouchers/generation.ts'
import { APP_ID } from './known.ts'
import type { Deed } from './project.ts'

/** What a step needs besides itself. */
export interface StepInput {
  readonly project: Project
  readonly random: (below: number) => number
  readonly limits: { readonly campaignVouchersMax: number; readonly earningRulesMax: number }
}

type Make<Kind extends Deed['make']> = Extract<Deed, { readonly make: Kind }>

/** The unit of work of one step. */
export function unitOf(step: Deed, input: StepInput): UnitOfWork<unknown, unknown> {
  const kind = deeds[step.make] as (step: Deed, input: StepInput) => UnitOfWork<unknown, unknown>
  return kind(step, input)
}

function deed<Facts>(
  load: Load<Facts>,
  decide: (facts: Facts, occasion: Occasion) => Decision<unknown>
): UnitOfWork<unknown, unknown> {
  return { load, decide: (facts, occasion) => decide(facts as Facts, occasion) }
}

const deeds: {
  readonly [Kind in Deed['make']]: (
    step: Make<Kind>,
    input: StepInput
  ) => UnitOfWork<unknown, unknown>
} = {
  category: step =>
    deed(
      async () => ({ named: null }),
      (facts, occasion) => createCategory(facts, step, occasion)
    ),
  campaign: step =>
    deed(loadComposeCampaign(step), (facts, occasion) => composeCampaign(facts, step, occasion)),
  'promotion tier': step =>
    deed(
      async session => ({
        campaign: await campaignNamed(session, step.campaign),
        hierarchyMax: 0,
        category: await category(session, step.category),
        schema: null
      }),
      (facts, occasion) => createPromotionTier(facts, step, occasion)
    ),
  'metadata schema': step =>
    deed(loadMetadataSchema(step), (facts, occasion) =>
      createMetadataSchema(facts, step, occasion)
    ),
  'stacking rules': ({ jointCategories }) =>
    deed(loadCreateStackingRules({ jointCategories }), (facts, occasion) =>
      createStackingRules(facts, { jointCategories }, occasion)
    ),
  'event schema': step =>
    deed(loadEventSchema(step), (facts, occasion) => createEventSchema(facts, step, occasion)),
  customer: step =>
    deed(loadSaveCustomer(step), (facts, occasion) => upsertCustomer(facts, step, occasion)),
  product: step =>
    deed(loadSaveProduct(step), (facts, occasion) => saveProduct(facts, step, occasion)),
  sku: step => deed(loadCreateSku(step), (facts, occasion) => createSku(facts, step, occasion)),
  collection: step =>
    deed(loadProductCollection(step), (facts, occasion) =>
      createProductCollection(facts, step, occasion)
    ),
  voucher: (step, { project, random, limits }) => {
    const command = { ...AS_CAMPAIGN_SAYS, count: 1, code: step.code }
    const limited = { ...limits, random }
    return deed(loadAddVouchers(project, step.campaign, command, limited), (facts, occasion) =>
      addVouchersToCampaign(facts, command, occasion)
    )
  },
  'standalone voucher': (step, { project, random, limits }) => {
    const command = { ...UNSAID, ...step }
    const load = loadCreateVoucher(project, command, { ...limits, random })
    return deed(load, (facts, occasion) => createVoucher(facts, command, occasion))
  },
  member: (step, { project }) =>
    deed(loadMember(project, step.code, step.customer), (facts, occasion) =>
      addMember(facts, { customer: {} }, occasion)
    ),
  publication: (step, { project }) => {
    const given = { voucher: step.code }
    const asked = { customer: { name: step.customer }, given, sourceId: null }
    return deed(loadCreatePublication(project, asked), (facts, occasion) =>
      createPublication(facts, { customer: {} }, occasion)
    )
  },
  points: (step, { project }) =>
    deed(loadBalance(project, step.code), (facts, occasion) =>
      adjustBalance(facts, step, occasion)
    ),
  reward: step => deed(loadRewardTarget(step), (facts, o) => createReward(facts, step, o)),
  'reward assignment': step =>
    deed(loadCreateRewardAssignment(step.reward, step.campaign), (facts, occasion) =>
      createRewardAssignment(facts, rewardCommand(step), occasion)
    ),
  'validation rule': step =>
    deed(loadValidationRule(step), (facts, occasion) =>
      createValidationRule(facts, step, occasion)
    ),
  'validation rule assignment': (step, { project }) => {
    const command = { relatedObjectType: step.to, relatedObjectId: step.id }
    const load = loadValidationRuleAssignment(project, step.rule, command)
    return deed(load, (facts, occasion) => createValidationRuleAssignment(facts, command, occasion))
  },
  'loyalty tiers': step =>
    deed(loadLoyaltyTiers(step.campaign, step.tiers), (facts, occasion) =>
      createLoyaltyTiers(facts, step.tiers, occasion)
    ),
  segment: step =>
    deed(
      async session => ({
        autoUpdates: (await filterSegments(session)).length,
        programs: new Set<string>(),
        customers: new Map<string, string>()
      }),
      (facts, occasion) => createSegment(facts, step, occasion)
    ),
  'earning rules': (step, { limits }) =>
    deed(loadEarningRules(step.campaign, step.rules, limits), (facts, occasion) =>
      createEarningRules(facts, step.rules, occasion)
    ),
  'segment entry': step => deed(loadSegmentEntry(step.segment, step.customer), enterSegment),
  order: step => {
    const command = orderCommand(step)
    return deed(loadSaveOrder(command), (facts, o) => saveOrder(facts, command, o))
  },
  event: (step, { project }) => {
    const command = {
      event: step.event,
      customer: { sourceId: step.customer },
      referral: step.referral === undefined ? null : { code: step.referral, referrerId: null },
      loyaltyCode: null,
      metadata: step.metadata
    }
    return deed(loadCustomEvent(project, command), (facts, occasion) =>
      sendCustomEvent(facts, command, occasion)
    )
  },
  redemption: (step, { project }) => {
    const command = {
      rewardId: step.reward,
      points: undefined,
      order: undefined,
      metadata: undefined
    }
    const path = { campaignId: step.campaign, memberId: step.code }
    const caller = { project, channelId: APP_ID }
    return deed(loadRedemption(caller, path, command), (facts, occasion) =>
      redeemReward(facts, command, occasion)
    )
  },
  discounts: (step, { project }) => {
    const command = discountsCommand(step)
    return deed(
      loadDiscounts({ project, channelId: APP_ID }, command, { writes: true }),
      (facts, occasion) => redeemStackedDiscounts(facts, command, occasion)
    )
  },
  export: step =>
    deed(
      async () => null,
      (_, occasion) => createExport({ ...step, filters: {} }, occasion)
    ),
  'bulk update': step =>
    deed(
      async () => null,
      (_, occasion) => updateProductsInBulk(step.items, occasion)
    )
}

function orderCommand({ sourceId, status, customer, items, metadata }: Make<'order'>): SaveOrder {
  return {
    id: undefined,
    sourceId,
    status,
    amount: undefined,
    initialAmount: undefined,
    discountAmount: undefined,
    createdAt: undefined,
    customer: { sourceId: customer },
    metadata,
    items: items.map(({ product: productId, quantity }) => ({
      ...NO_ITEM,
      productId,
      quantity
    }))
  }
}

/** The properties that a voucher without a campaign leaves open in the demo. */
const UNSAID = {
  campaign: null,
  discount: null,
  gift: null,
  codeConfig: null,
  category: null,
  active: null,
  validity: ALWAYS,
  additionalInfo: null,
  metadata: null,
  redemptionQuantity: null
}

const NO_ORDER = {
  id: undefined,
  status: undefined,
  initialAmount: undefined,
  discountAmount: undefined,
  items: undefined,
  metadata: undefined,
  createdAt: undefined
} as const

const NO_ITEM = {
  skuId: undefined,
  relatedObject: undefined,
  sourceId: undefined,
  initialQuantity: undefined,
  discountQuantity: undefined,
  price: undefined,
  amount: undefined,
  initialAmount: undefined,
  discountAmount: undefined,
  product: undefined,
  sku: undefined,
  metadata: undefined
} as const

function rewardCommand({ reward, campaign, points }: Make<'reward assignment'>) {
  return { rewardId: reward, campaignId: campaign, points }
}

async function category(session: Session, name: string | null | undefined) {
  const row = name ? await session.one(categoryByName, { name }) : undefined
  return row === undefined ? null : categoryOf(row)
}

function discountsCommand({ vouchers, tiers, order }: Make<'discounts'>): ApplyDiscounts {
  const named = (object: 'voucher' | 'promotion_tier') => (id: string) => ({
    object,
    id,
    credits: undefined,
    rewardId: undefined,
    points: undefined
  })
  return {
    redeemables: [...vouchers.map(named('voucher')), ...tiers.map(named('promotion_tier'))],
    order: { ...NO_ORDER, ...order },
    customer: undefined,
    metadata: undefined,
    trackingId: undefined,
    lock: undefined
  }
}
