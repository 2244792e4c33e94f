import t from 'tap'
import {
  STACKING_RULES_DEFAULT,
  type StackingRules,
  stackingRulesMistake
} from '../../src/rules/stacking.ts'

t.test('stackingRulesMistake: the first mistake, with what is expected', async t => {
  const per = 'applicable_redeemables_per_category_limit'
  const exclusive = 'applicable_exclusive_redeemables_limit'
  const perExclusive = 'applicable_exclusive_redeemables_per_category_limit'
  const single = 'applicable_redeemables_category_limits.cat'
  const whole = (value: number, max: number) => `${value} is not a whole number from 1 to ${max}.`
  const both = (other: string) => `cat is also in ${other}; a category is in one of them.`
  const cat = ['cat']
  // biome-ignore format: a table
  const rows: readonly [Partial<StackingRules>, string | null, string?][] = [
    [{}, null],
    [{ redeemablesLimit: 31 }, 'redeemables_limit', whole(31, 30)],
    [{ redeemablesLimit: 1.5 }, 'redeemables_limit', whole(1.5, 30)],
    [{ applicableRedeemablesLimit: 0 }, 'applicable_redeemables_limit', whole(0, 30)],
    [{ applicableRedeemablesLimit: 30 }, null],
    [{ redeemablesLimit: 5 }, null],
    [{ redeemablesLimit: 4 }, 'applicable_redeemables_limit', '5 is above redeemables_limit, 4.'],
    [{ applicableRedeemablesPerCategoryLimit: 5 }, null],
    [{ applicableRedeemablesPerCategoryLimit: 6 }, per,
      '6 is above applicable_redeemables_limit, 5.'],
    [{ applicableRedeemablesPerCategoryLimit: 0 }, per, whole(0, 30)],
    [{ applicableRedeemablesCategoryLimits: { cat: 5 } }, null],
    [{ applicableRedeemablesCategoryLimits: { cat: 11 } }, single, whole(11, 10)],
    [{ applicableRedeemablesCategoryLimits: { cat: 6 } }, single,
      '6 is above applicable_redeemables_limit, 5.'],
    [{ applicableExclusiveRedeemablesLimit: 5 }, null],
    [{ applicableExclusiveRedeemablesLimit: 6 }, exclusive, whole(6, 5)],
    [{ applicableExclusiveRedeemablesPerCategoryLimit: null }, null],
    [{ applicableExclusiveRedeemablesPerCategoryLimit: 2 }, perExclusive,
      `2 is above ${exclusive}, 1.`],
    [{ exclusiveCategories: cat, jointCategories: ['other'] }, null],
    [{ exclusiveCategories: cat, jointCategories: cat }, 'exclusive_categories',
      both('joint_categories')],
    [{ noEffectSkipCategories: cat, noEffectRedeemAnywayCategories: cat },
      'no_effect_skip_categories', both('no_effect_redeem_anyway_categories')],
    [{ initialAmountModeCategories: cat, discountedAmountModeCategories: cat },
      'initial_amount_mode_categories', both('discounted_amount_mode_categories')]
  ]
  for (const [changes, property, message] of rows) {
    const found = stackingRulesMistake({ ...STACKING_RULES_DEFAULT, ...changes })
    const expected = property === null ? null : { property, message }
    t.strictSame(found, expected, JSON.stringify(changes))
  }
})
