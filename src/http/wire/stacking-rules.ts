/**
 * Stacking rules on the wire.
 * Spec: StackingRulesRequest, StackingRules, ProjectStackingRules, StackingRulesList.
 */
import type { SetStackingRules } from '../../decisions/categories.ts'
import type { ProjectStackingRules } from '../../model.ts'
import { STACKING_RULES_DEFAULT, type StackingRules } from '../../rules/stacking.ts'
import type { Schemas, Wire } from '../wire.ts'

/** A property that is absent is undefined. */
export function stackingRulesCommand(body: Schemas['StackingRulesRequest']): SetStackingRules {
  return {
    redeemablesLimit: body.redeemables_limit,
    applicableRedeemablesLimit: body.applicable_redeemables_limit,
    applicableRedeemablesPerCategoryLimit: body.applicable_redeemables_per_category_limit,
    applicableRedeemablesCategoryLimits: body.applicable_redeemables_category_limits,
    applicableExclusiveRedeemablesLimit: body.applicable_exclusive_redeemables_limit,
    applicableExclusiveRedeemablesPerCategoryLimit:
      body.applicable_exclusive_redeemables_per_category_limit,
    exclusiveCategories: body.exclusive_categories,
    jointCategories: body.joint_categories,
    redeemablesApplicationMode: body.redeemables_application_mode,
    redeemablesSortingRule: body.redeemables_sorting_rule,
    redeemablesProductsApplicationMode: body.redeemables_products_application_mode,
    redeemablesNoEffectRule: body.redeemables_no_effect_rule,
    noEffectSkipCategories: body.no_effect_skip_categories,
    noEffectRedeemAnywayCategories: body.no_effect_redeem_anyway_categories,
    redeemablesRollbackOrderMode: body.redeemables_rollback_order_mode,
    discountCalculationMode: body.discount_calculation_mode,
    initialAmountModeCategories: body.initial_amount_mode_categories,
    discountedAmountModeCategories: body.discounted_amount_mode_categories
  }
}

/** The set of a project, always one: with null for its id and dates when it made none. */
export function viewStackingRulesList(
  stored: ProjectStackingRules | null
): Wire<'StackingRulesList'> {
  return { object: 'list', data_ref: 'data', data: [viewProjectStackingRules(stored)], total: 1 }
}

/** Null for the defaults, which nobody made. */
export function viewProjectStackingRules(
  stored: ProjectStackingRules | null
): Wire<'ProjectStackingRules'> {
  return {
    id: stored?.id ?? null,
    ...viewStackingRules(stored?.rules ?? STACKING_RULES_DEFAULT),
    created_at: stored?.createdAt ?? null,
    updated_at: stored?.updatedAt ?? null
  }
}

/** The rules as they counted for a request. */
export function viewStackingRules(rules: StackingRules): Wire<'StackingRules'> {
  return {
    redeemables_limit: rules.redeemablesLimit,
    applicable_redeemables_limit: rules.applicableRedeemablesLimit,
    applicable_redeemables_per_category_limit: rules.applicableRedeemablesPerCategoryLimit,
    applicable_redeemables_category_limits: rules.applicableRedeemablesCategoryLimits,
    applicable_exclusive_redeemables_limit: rules.applicableExclusiveRedeemablesLimit,
    applicable_exclusive_redeemables_per_category_limit:
      rules.applicableExclusiveRedeemablesPerCategoryLimit,
    exclusive_categories: rules.exclusiveCategories,
    joint_categories: rules.jointCategories,
    redeemables_application_mode: rules.redeemablesApplicationMode,
    redeemables_sorting_rule: rules.redeemablesSortingRule,
    redeemables_products_application_mode: rules.redeemablesProductsApplicationMode,
    redeemables_no_effect_rule: rules.redeemablesNoEffectRule,
    no_effect_skip_categories: rules.noEffectSkipCategories,
    no_effect_redeem_anyway_categories: rules.noEffectRedeemAnywayCategories,
    redeemables_rollback_order_mode: rules.redeemablesRollbackOrderMode,
    grouped_redeemables_sorting_rule: rules.groupedRedeemablesSortingRule,
    discount_calculation_mode: rules.discountCalculationMode,
    initial_amount_mode_categories: rules.initialAmountModeCategories,
    discounted_amount_mode_categories: rules.discountedAmountModeCategories
  }
}
