/**
 * The stacking rules of a project: how many redeemables one request applies, and in which way.
 */
import type { Mistake } from './mistake.ts'

export interface StackingRules {
  /** Redeemables of one request, 1 to 30. */
  readonly redeemablesLimit: number
  /** Of these applied, 1 to 30. */
  readonly applicableRedeemablesLimit: number
  /** Applied of one category; null for no limit. */
  readonly applicableRedeemablesPerCategoryLimit: number | null
  /** The same for single categories, by id, 1 to 10; they count before the one above. */
  readonly applicableRedeemablesCategoryLimits: { readonly [categoryId: string]: number }
  /** Applied of exclusive categories, 1 to 5. */
  readonly applicableExclusiveRedeemablesLimit: number
  /** Applied of one exclusive category; null for no limit. */
  readonly applicableExclusiveRedeemablesPerCategoryLimit: number | null
  /** Ids of categories that shut out those of no such category. */
  readonly exclusiveCategories: readonly string[]
  /** Ids of categories that go with all others. */
  readonly jointCategories: readonly string[]
  /** ALL: one that cannot be applied stops the request. */
  readonly redeemablesApplicationMode: 'ALL' | 'PARTIAL'
  readonly redeemablesSortingRule: 'REQUESTED_ORDER' | 'CATEGORY_HIERARCHY'
  /** ONCE: goods are discounted by the first redeemable that does. */
  readonly redeemablesProductsApplicationMode: 'STACK' | 'ONCE'
  readonly redeemablesNoEffectRule: 'REDEEM_ANYWAY' | 'SKIP'
  /** Exceptions from the rule above, by category. */
  readonly noEffectSkipCategories: readonly string[]
  readonly noEffectRedeemAnywayCategories: readonly string[]
  readonly redeemablesRollbackOrderMode: 'WITH_ORDER' | 'WITHOUT_ORDER'
  readonly groupedRedeemablesSortingRule: 'JOINT_ALWAYS_LAST'
  readonly discountCalculationMode: 'DISCOUNTED_AMOUNT' | 'INITIAL_AMOUNT'
  /** Exceptions from the mode above, by category. */
  readonly initialAmountModeCategories: readonly string[]
  readonly discountedAmountModeCategories: readonly string[]
}

/** The rules of a project that has none of its own. */
export const STACKING_RULES_DEFAULT: StackingRules = {
  redeemablesLimit: 30,
  applicableRedeemablesLimit: 5,
  applicableRedeemablesPerCategoryLimit: null,
  applicableRedeemablesCategoryLimits: {},
  applicableExclusiveRedeemablesLimit: 1,
  applicableExclusiveRedeemablesPerCategoryLimit: 1,
  exclusiveCategories: [],
  jointCategories: [],
  redeemablesApplicationMode: 'ALL',
  redeemablesSortingRule: 'REQUESTED_ORDER',
  redeemablesProductsApplicationMode: 'STACK',
  redeemablesNoEffectRule: 'REDEEM_ANYWAY',
  noEffectSkipCategories: [],
  noEffectRedeemAnywayCategories: [],
  redeemablesRollbackOrderMode: 'WITH_ORDER',
  groupedRedeemablesSortingRule: 'JOINT_ALWAYS_LAST',
  discountCalculationMode: 'DISCOUNTED_AMOUNT',
  initialAmountModeCategories: [],
  discountedAmountModeCategories: []
}

/** The limits by their field, with the greatest value that each allows. */
const LIMITS = [
  ['redeemables_limit', 'redeemablesLimit', 30],
  ['applicable_redeemables_limit', 'applicableRedeemablesLimit', 30],
  ['applicable_redeemables_per_category_limit', 'applicableRedeemablesPerCategoryLimit', 30],
  ['applicable_exclusive_redeemables_limit', 'applicableExclusiveRedeemablesLimit', 5],
  [
    'applicable_exclusive_redeemables_per_category_limit',
    'applicableExclusiveRedeemablesPerCategoryLimit',
    30
  ]
] as const

const CATEGORY_LIMIT_MAX = 10

/** A limit that must not be above another one. */
const BOUNDS = [
  [
    'applicable_redeemables_limit',
    'applicableRedeemablesLimit',
    'redeemables_limit',
    'redeemablesLimit'
  ],
  [
    'applicable_redeemables_per_category_limit',
    'applicableRedeemablesPerCategoryLimit',
    'applicable_redeemables_limit',
    'applicableRedeemablesLimit'
  ],
  [
    'applicable_exclusive_redeemables_per_category_limit',
    'applicableExclusiveRedeemablesPerCategoryLimit',
    'applicable_exclusive_redeemables_limit',
    'applicableExclusiveRedeemablesLimit'
  ]
] as const

/** Lists of categories that must not share one. */
const APART = [
  ['exclusive_categories', 'exclusiveCategories', 'joint_categories', 'jointCategories'],
  [
    'no_effect_skip_categories',
    'noEffectSkipCategories',
    'no_effect_redeem_anyway_categories',
    'noEffectRedeemAnywayCategories'
  ],
  [
    'initial_amount_mode_categories',
    'initialAmountModeCategories',
    'discounted_amount_mode_categories',
    'discountedAmountModeCategories'
  ]
] as const

/** The first mistake of stacking rules, or null. */
export function stackingRulesMistake(rules: StackingRules): Mistake | null {
  return (
    limitMistake(rules) ?? categoryLimitMistake(rules) ?? boundMistake(rules) ?? listMistake(rules)
  )
}

function limitMistake(rules: StackingRules): Mistake | null {
  for (const [property, field, max] of LIMITS) {
    const value = rules[field]
    if (value !== null && !isBetween(value, max)) {
      return { property, message: `${value} is not a whole number from 1 to ${max}.` }
    }
  }
  return null
}

function isBetween(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= max
}

function categoryLimitMistake(rules: StackingRules): Mistake | null {
  for (const [id, value] of Object.entries(rules.applicableRedeemablesCategoryLimits)) {
    const property = `applicable_redeemables_category_limits.${id}`
    if (!isBetween(value, CATEGORY_LIMIT_MAX)) {
      const message = `${value} is not a whole number from 1 to ${CATEGORY_LIMIT_MAX}.`
      return { property, message }
    }
    if (value > rules.applicableRedeemablesLimit) {
      const limit = rules.applicableRedeemablesLimit
      return { property, message: `${value} is above applicable_redeemables_limit, ${limit}.` }
    }
  }
  return null
}

function boundMistake(rules: StackingRules): Mistake | null {
  for (const [property, field, bound, boundField] of BOUNDS) {
    const [value, limit] = [rules[field], rules[boundField]]
    if (value !== null && value > limit) {
      return { property, message: `${value} is above ${bound}, ${limit}.` }
    }
  }
  return null
}

function listMistake(rules: StackingRules): Mistake | null {
  for (const [property, field, other, otherField] of APART) {
    const shared = rules[field].find(id => rules[otherField].includes(id))
    if (shared !== undefined) {
      return { property, message: `${shared} is also in ${other}; a category is in one of them.` }
    }
  }
  return null
}
