/**
 * One of everything a program is set up with, for tests of storage; see things.ts.
 */
import type * as model from '../../../src/model.ts'
import { STACKING_RULES_DEFAULT } from '../../../src/rules/stacking-rules.ts'
import { METADATA, NOW, never, stamps, validity } from './things.ts'

export const category: model.Category = { id: 'cat_1', name: 'Food', hierarchy: 2, ...stamps }

export const product: model.Product = {
  id: 'prod_1',
  sourceId: 'bread',
  name: 'Bread',
  price: Number.MAX_SAFE_INTEGER,
  attributes: ['size', 'grain'],
  imageUrl: null,
  metadata: METADATA,
  ...stamps,
  version: 1
}

export const sku: model.Sku = {
  id: 'sku_1',
  productId: 'prod_1',
  sourceId: null,
  sku: 'small',
  price: 350,
  currency: null,
  attributes: { size: 'S' },
  imageUrl: null,
  metadata: {},
  ...stamps
}

export function reward(id = 'rew_1', stock: number | null = 3): model.Reward {
  return {
    id,
    name: 'Mug',
    parameters: { type: 'MATERIAL', productId: 'prod_1', skuId: null },
    stock,
    redeemed: 0,
    attributes: { imageUrl: null, description: 'blue' },
    metadata: {},
    ...stamps
  }
}

export const rewardAssignment: model.RewardAssignment = {
  id: 'rewa_1',
  rewardId: 'rew_1',
  campaignId: 'camp_1',
  points: 10,
  ...stamps
}

export const validationRule: model.ValidationRule = {
  id: 'val_1',
  name: 'Weekdays',
  rules: { 1: { name: 'order.amount', conditions: { $more_than: [100] } }, logic: '1' },
  errorMessage: null,
  applicableTo: { excluded: [], included: [], includedAll: true },
  type: 'advanced',
  contextType: 'earning_rule.order.paid',
  assignmentsCount: 0,
  ...stamps
}

export const ruleAssignment: model.ValidationRuleAssignment = {
  id: 'asgm_1',
  ruleId: 'val_1',
  relatedObjectType: 'earning_rule',
  relatedObjectId: 'ern_1',
  validationStatus: 'PARTIALLY_VALID',
  validationOmittedRules: ['1'],
  createdAt: NOW
}

export const loyaltyTier: model.LoyaltyTier = {
  id: 'ltr_1',
  campaignId: 'camp_1',
  name: 'Gold',
  pointsFrom: 100,
  pointsTo: null,
  mapping: { ern_2: { type: 'CUSTOM', points: 5 }, ern_1: { type: 'MULTIPLY', multiplier: 1.5 } },
  createdAt: NOW,
  updatedAt: null
}

export const segment: model.Segment = {
  id: 'seg_1',
  name: 'Regulars',
  type: 'auto-update',
  filter: { junction: 'or', fields: { 'metadata.z': { $is: [1] }, name: { $has_value: [] } } },
  createdAt: NOW
}

export const eventSchema: model.EventSchema = {
  id: 'ms_event',
  name: 'visited',
  properties: { stars: { type: 'number', array: false, optional: true, lte: 5 } },
  ...stamps
}

export const metadataSchema: model.MetadataSchema = {
  id: 'ms_1',
  relatedObject: 'voucher',
  properties: { region: { type: 'string', array: false, optional: false, eq: ['n', 's'] } },
  allowDefinedOnly: true,
  ...stamps
}

export const stackingRules: model.ProjectStackingRules = {
  id: 'stk_1',
  rules: {
    ...STACKING_RULES_DEFAULT,
    applicableRedeemablesLimit: 3,
    applicableRedeemablesCategoryLimits: { cat_1: 2 },
    exclusiveCategories: ['cat_1']
  },
  ...stamps
}

export const earningRule: model.EarningRule = {
  id: 'ern_1',
  campaignId: 'camp_1',
  automationId: 'auto_1',
  event: 'order.paid',
  segmentId: 'seg_1',
  loyaltyTierId: 'ltr_1',
  eventSchemaId: 'ms_event',
  earning: { type: 'FIXED', points: 10 },
  banner: 'Ten for all',
  active: false,
  validity,
  pendingDays: 7,
  expirationRules: { periodType: 'FIXED_DAY_OF_YEAR', fixedMonth: 12, fixedDay: 31 },
  validationRuleId: 'val_1',
  metadata: {},
  ...stamps
}

export const promotionTier: model.PromotionTier = {
  id: 'promo_1',
  campaignId: 'camp_1',
  name: null,
  banner: null,
  discount: { type: 'AMOUNT', amount_off: 100 },
  hierarchy: 1,
  active: true,
  validity: never,
  categoryId: null,
  metadata: {},
  totalRedeemed: 0,
  ordersAmount: 0,
  ordersDiscountAmount: 0,
  ...stamps
}
