/**
 * What a project lays down, for tests: rules, tiers, segments, schemas.
 */
import type {
  EarningRule,
  ExpirationRules,
  Filter,
  LoyaltyTier,
  MetadataSchema,
  PromotionTier,
  SchemaProperty,
  Segment,
  ValidationRule,
  ValidationRuleAssignment
} from '../../src/model.ts'
import { ALWAYS } from '../../src/rules/validity.ts'
import { EARLIER, plain } from './given.ts'

/** Orders of 20.00 and more. */
export const givenRule = plain<ValidationRule>(() => ({
  id: 'val_1',
  name: 'Orders of 20.00 and more',
  rules: { 1: { name: 'order.amount', conditions: { $more_than_or_equal: [2000] } }, logic: '1' },
  errorMessage: null,
  applicableTo: { excluded: [], included: [], includedAll: true },
  type: 'basic',
  contextType: 'global',
  assignmentsCount: 0,
  createdAt: EARLIER,
  updatedAt: null
}))

export function givenRuleAssignment(
  over: Partial<ValidationRuleAssignment> = {}
): ValidationRuleAssignment {
  return {
    id: 'asgm_1',
    ruleId: 'val_1',
    relatedObjectType: 'campaign',
    relatedObjectId: 'camp_1',
    validationStatus: 'VALID',
    validationOmittedRules: [],
    createdAt: EARLIER,
    ...over
  }
}

/** 25 points for a paid order. */
export const givenEarningRule = plain<EarningRule>(() => ({
  id: 'ern_1',
  campaignId: 'camp_1',
  automationId: 'auto_1',
  event: 'order.paid',
  segmentId: null,
  loyaltyTierId: null,
  eventSchemaId: null,
  earning: { type: 'FIXED', points: 25 },
  banner: null,
  active: true,
  validity: ALWAYS,
  pendingDays: null,
  expirationRules: null,
  validationRuleId: null,
  metadata: {},
  createdAt: EARLIER,
  updatedAt: null
}))

/** So many points, once for each event. */
export function givenFixedRule(points: number, over: Partial<EarningRule> = {}): EarningRule {
  return givenEarningRule({ earning: { type: 'FIXED', points }, ...over })
}

type ByMonth = Extract<ExpirationRules, { readonly periodType: 'MONTH' }>

/** So many months, and then to the end of a period if one is named. */
export function givenMonths(
  periodValue: number,
  roundingType: ByMonth['roundingType'] = null
): ByMonth {
  return { periodType: 'MONTH', periodValue, roundingType, roundingValue: null }
}

export const givenTier = plain<LoyaltyTier>(() => ({
  id: 'ltr_1',
  campaignId: 'camp_1',
  name: 'Silver',
  pointsFrom: 0,
  pointsTo: 999,
  mapping: {},
  createdAt: EARLIER,
  updatedAt: null
}))

/** Silver from 0 points, Gold from 100, Platinum from 1,000: no point is in none of them. */
export function givenTiers(): readonly LoyaltyTier[] {
  return [
    givenTier({ pointsTo: 99 }),
    givenTier({ id: 'ltr_2', name: 'Gold', pointsFrom: 100, pointsTo: 999 }),
    givenTier({ id: 'ltr_3', name: 'Platinum', pointsFrom: 1000, pointsTo: null })
  ]
}

/** A list; nobody is on it. */
export const givenSegment = plain<Segment>(() => ({
  id: 'seg_1',
  name: 'VIP',
  type: 'static',
  filter: null,
  createdAt: EARLIER
}))

/** Of everybody of whom all of this holds. */
export function givenAutoSegment(fields: Filter['fields'], over: Partial<Segment> = {}): Segment {
  return givenSegment({ type: 'auto-update', filter: { junction: 'and', fields }, ...over })
}

/** A property that may be missing. */
export const givenProperty = plain<SchemaProperty>(() => ({
  type: 'string',
  array: false,
  optional: true
}))

/** A schema that binds nothing yet. */
export const givenSchema = plain<MetadataSchema>(() => ({
  id: 'ms_2',
  relatedObject: 'customer',
  properties: {},
  allowDefinedOnly: false,
  createdAt: EARLIER,
  updatedAt: null
}))

export const givenPromotionTier = plain<PromotionTier>(() => ({
  id: 'promo_1',
  campaignId: 'camp_4',
  name: 'Ten off',
  banner: null,
  discount: { type: 'PERCENT', percent_off: 10, effect: 'APPLY_TO_ORDER' },
  hierarchy: 1,
  active: true,
  validity: ALWAYS,
  categoryId: null,
  metadata: {},
  totalRedeemed: 0,
  ordersAmount: 0,
  ordersDiscountAmount: 0,
  createdAt: EARLIER,
  updatedAt: null
}))
