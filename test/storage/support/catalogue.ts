/**
 * One of everything a program is set up with, for tests of storage; see things.ts.
 */
import type * as model from '../../../src/model.ts'
import { STACKING_RULES_DEFAULT } from '../../../src/rules/stacking.ts'
import { givenAssignment, givenProduct, givenReward, givenSku } from '../../support/given-goods.ts'
import {
  givenEarningRule,
  givenPromotionTier,
  givenRule,
  givenRuleAssignment,
  givenTier
} from '../../support/given-rules.ts'
import { METADATA, NOW, stamps, validity } from './things.ts'

export const category: model.Category = { id: 'cat_1', name: 'Food', hierarchy: 2, ...stamps }

export const product = givenProduct({
  ...{ sourceId: 'bread', name: 'Bread', price: Number.MAX_SAFE_INTEGER },
  ...{ attributes: ['size', 'grain'], metadata: METADATA, ...stamps }
})

export const sku = givenSku({
  ...{ sourceId: null, sku: 'small', price: 350, attributes: { size: 'S' }, ...stamps }
})

export function reward(id = 'rew_1', stock: number | null = 3): model.Reward {
  const attributes = { imageUrl: null, description: 'blue' }
  return givenReward({ id, name: 'Mug', stock, attributes, ...stamps })
}

export const rewardAssignment = givenAssignment({ points: 10, ...stamps })

export const validationRule = givenRule({
  name: 'Weekdays',
  rules: { 1: { name: 'order.amount', conditions: { $more_than: [100] } }, logic: '1' },
  ...{ type: 'advanced', contextType: 'earning_rule.order.paid', ...stamps }
})

export const ruleAssignment = givenRuleAssignment({
  ...{ relatedObjectType: 'earning_rule', relatedObjectId: 'ern_1', createdAt: NOW },
  ...{ validationStatus: 'PARTIALLY_VALID', validationOmittedRules: ['1'] }
})

export const loyaltyTier = givenTier({
  ...{ name: 'Gold', pointsFrom: 100, pointsTo: null, ...stamps },
  mapping: { ern_2: { type: 'CUSTOM', points: 5 }, ern_1: { type: 'MULTIPLY', multiplier: 1.5 } }
})

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

export const earningRule = givenEarningRule({
  ...{ segmentId: 'seg_1', loyaltyTierId: 'ltr_1', eventSchemaId: 'ms_event' },
  ...{ earning: { type: 'FIXED', points: 10 }, banner: 'Ten for all', active: false, validity },
  expirationRules: { periodType: 'FIXED_DAY_OF_YEAR', fixedMonth: 12, fixedDay: 31 },
  ...{ pendingDays: 7, validationRuleId: 'val_1', ...stamps }
})

export const promotionTier = givenPromotionTier({
  ...{ campaignId: 'camp_1', name: null, discount: { type: 'AMOUNT', amount_off: 100 }, ...stamps }
})
