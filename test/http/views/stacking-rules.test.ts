import t from 'tap'
import {
  viewProjectStackingRules,
  viewStackingRulesList
} from '../../../src/http/views/stacking-rules.ts'
import { STACKING_RULES_DEFAULT } from '../../../src/rules/stacking-rules.ts'
import { answers } from '../support/document.ts'
import { changedAt, madeAt } from '../support/given.ts'

t.test('viewStackingRulesList: one entry, without an id while it is the defaults', async t => {
  const body = {
    object: 'list',
    data_ref: 'data',
    data: [
      {
        id: null,
        redeemables_limit: 30,
        applicable_redeemables_limit: 5,
        applicable_redeemables_per_category_limit: null,
        applicable_redeemables_category_limits: {},
        applicable_exclusive_redeemables_limit: 1,
        applicable_exclusive_redeemables_per_category_limit: 1,
        exclusive_categories: [],
        joint_categories: [],
        redeemables_application_mode: 'ALL',
        redeemables_sorting_rule: 'REQUESTED_ORDER',
        redeemables_products_application_mode: 'STACK',
        redeemables_no_effect_rule: 'REDEEM_ANYWAY',
        no_effect_skip_categories: [],
        no_effect_redeem_anyway_categories: [],
        redeemables_rollback_order_mode: 'WITH_ORDER',
        grouped_redeemables_sorting_rule: 'JOINT_ALWAYS_LAST',
        discount_calculation_mode: 'DISCOUNTED_AMOUNT',
        initial_amount_mode_categories: [],
        discounted_amount_mode_categories: [],
        created_at: null,
        updated_at: null
      }
    ],
    total: 1
  }
  answers(t, 'StackingRulesList', viewStackingRulesList(null), body, 'the defaults')
})

t.test('viewProjectStackingRules: every rule is where it is set', async t => {
  const rules = {
    redeemablesLimit: 20,
    applicableRedeemablesLimit: 10,
    applicableRedeemablesPerCategoryLimit: 2,
    applicableRedeemablesCategoryLimits: { cat_a: 3 },
    applicableExclusiveRedeemablesLimit: 4,
    applicableExclusiveRedeemablesPerCategoryLimit: 3,
    exclusiveCategories: ['cat_b'],
    jointCategories: ['cat_c'],
    redeemablesApplicationMode: 'PARTIAL',
    redeemablesSortingRule: 'CATEGORY_HIERARCHY',
    redeemablesProductsApplicationMode: 'ONCE',
    redeemablesNoEffectRule: 'SKIP',
    noEffectSkipCategories: ['cat_d'],
    noEffectRedeemAnywayCategories: ['cat_e'],
    redeemablesRollbackOrderMode: 'WITHOUT_ORDER',
    groupedRedeemablesSortingRule: 'JOINT_ALWAYS_LAST',
    discountCalculationMode: 'INITIAL_AMOUNT',
    initialAmountModeCategories: ['cat_f'],
    discountedAmountModeCategories: ['cat_g']
  } as const
  t.notOk(
    Object.entries(STACKING_RULES_DEFAULT).some(
      ([name, value]) =>
        name !== 'groupedRedeemablesSortingRule' && rules[name as keyof typeof rules] === value
    ),
    'no rule is as by default'
  )
  const set = { id: 'stk_00own', rules, createdAt: madeAt, updatedAt: changedAt }
  const outcome = {
    id: 'stk_00own',
    redeemables_limit: 20,
    applicable_redeemables_limit: 10,
    applicable_redeemables_per_category_limit: 2,
    applicable_redeemables_category_limits: { cat_a: 3 },
    applicable_exclusive_redeemables_limit: 4,
    applicable_exclusive_redeemables_per_category_limit: 3,
    exclusive_categories: ['cat_b'],
    joint_categories: ['cat_c'],
    redeemables_application_mode: 'PARTIAL',
    redeemables_sorting_rule: 'CATEGORY_HIERARCHY',
    redeemables_products_application_mode: 'ONCE',
    redeemables_no_effect_rule: 'SKIP',
    no_effect_skip_categories: ['cat_d'],
    no_effect_redeem_anyway_categories: ['cat_e'],
    redeemables_rollback_order_mode: 'WITHOUT_ORDER',
    grouped_redeemables_sorting_rule: 'JOINT_ALWAYS_LAST',
    discount_calculation_mode: 'INITIAL_AMOUNT',
    initial_amount_mode_categories: ['cat_f'],
    discounted_amount_mode_categories: ['cat_g'],
    created_at: madeAt,
    updated_at: changedAt
  }
  answers(t, 'ProjectStackingRules', viewProjectStackingRules(set), outcome, 'a set')
})
