/**
 * The stacking rules of a project: how many redeemables one request applies, and in which way.
 *
 * Spec: Decision 10.
 */

import type { Mistake } from './mistake.ts'

export interface StackingRules {
  /** Redeemables of one request, 1 to 30. */
  readonly redeemablesLimit: number
  /** Of these applied, 1 to 30. */
  readonly applicableRedeemablesLimit: number
  /** Applied of one category; null for no limit. */
  readonly applicableRedeemablesPerCategoryLimit: number | null
  /** The same for single categories, by id. */
  readonly applicableRedeemablesCategoryLimits: { readonly [categoryId: string]: number }
  /** Applied of exclusive categories, 1 to 5. */
  readonly applicableExclusiveRedeemablesLimit: number
  readonly applicableExclusiveRedeemablesPerCategoryLimit: number | null
  readonly exclusiveCategories: readonly string[]
  readonly jointCategories: readonly string[]
  readonly redeemablesApplicationMode: 'ALL' | 'PARTIAL'
  readonly redeemablesSortingRule: 'REQUESTED_ORDER' | 'CATEGORY_HIERARCHY'
  readonly redeemablesProductsApplicationMode: 'STACK' | 'ONCE'
  readonly redeemablesNoEffectRule: 'REDEEM_ANYWAY' | 'SKIP'
  readonly noEffectSkipCategories: readonly string[]
  readonly noEffectRedeemAnywayCategories: readonly string[]
  readonly redeemablesRollbackOrderMode: 'WITH_ORDER' | 'WITHOUT_ORDER'
  readonly groupedRedeemablesSortingRule: 'JOINT_ALWAYS_LAST'
  readonly discountCalculationMode: 'DISCOUNTED_AMOUNT' | 'INITIAL_AMOUNT'
  readonly initialAmountModeCategories: readonly string[]
  readonly discountedAmountModeCategories: readonly string[]
}

/** The rules of a project that has none of its own. */
export declare const STACKING_RULES_DEFAULT: StackingRules

/** The first mistake of stacking rules, or null. */
export declare function stackingRulesMistake(rules: StackingRules): Mistake | null
