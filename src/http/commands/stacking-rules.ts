/**
 * The stacking rules that a request sets, as the decisions take them.
 *
 * Spec: StackingRulesRequest.
 */
import type { SetStackingRules } from '../../decisions/stacking-rules/stacking-rules.ts'
import type { Schemas } from '../wire.ts'

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
