/**
 * Stacking rules on the wire.
 * Spec: StackingRulesRequest, StackingRules, ProjectStackingRules, StackingRulesList.
 */
import type { SetStackingRules } from '../../decisions/categories.ts'
import type { ProjectStackingRules } from '../../model.ts'
import { STACKING_RULES_DEFAULT, type StackingRules } from '../../rules/stacking.ts'
import { readerOf, type Schemas, viewOf, type Wire } from '../wire.ts'

const RULES = [
  'redeemables_limit applicable_redeemables_limit applicable_redeemables_per_category_limit',
  'applicable_redeemables_category_limits applicable_exclusive_redeemables_limit',
  'applicable_exclusive_redeemables_per_category_limit exclusive_categories joint_categories',
  'redeemables_application_mode redeemables_sorting_rule redeemables_products_application_mode',
  'redeemables_no_effect_rule no_effect_skip_categories no_effect_redeem_anyway_categories',
  'redeemables_rollback_order_mode'
] as const
const AMOUNTS =
  'discount_calculation_mode initial_amount_mode_categories discounted_amount_mode_categories'

export const stackingRulesCommand: (body: Schemas['StackingRulesRequest']) => SetStackingRules =
  readerOf(...RULES, AMOUNTS)

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
export const viewStackingRules: (rules: StackingRules) => Wire<'StackingRules'> = viewOf(
  ...RULES,
  'grouped_redeemables_sorting_rule',
  AMOUNTS
)
