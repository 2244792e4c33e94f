/**
 * What holds for every walk over redeemables, whatever the stacking rules.
 */
import t from 'tap'
import { type Cart, heldBackFor } from '../../src/rules/discounts/cart.ts'
import {
  type Judge,
  STACKING_RULES_DEFAULT,
  type Stacked,
  type StackedCategory,
  type StackingRules,
  stack,
  stackingRulesMistake
} from '../../src/rules/stacking.ts'
import { type Chance, casesOf } from '../support/chance.ts'
import {
  anyLines,
  anyRedeemable,
  type Redeemable,
  type stepsOf
} from './support/arbitrary-stacks.ts'
import { cartOf } from './support/carts.ts'

type Taken = ReturnType<typeof stepsOf>[number]

interface Coupon {
  readonly categories: readonly StackedCategory[]
  readonly apply: Redeemable
}

const CATEGORIES = ['a', 'b', 'c', 'd'].map((id, hierarchy) => ({ id, hierarchy }))

function anyRules({ pick, between, once }: Chance): StackingRules {
  const limit = between(1, 5)
  const ids = CATEGORIES.map(({ id }) => id)
  return {
    ...STACKING_RULES_DEFAULT,
    applicableRedeemablesLimit: limit,
    applicableRedeemablesPerCategoryLimit: once(2) ? between(1, limit) : null,
    applicableRedeemablesCategoryLimits: once(3) ? { [pick(ids)]: between(1, limit) } : {},
    applicableExclusiveRedeemablesLimit: between(1, 3),
    exclusiveCategories: once(2) ? [ids[0] as string] : [],
    jointCategories: once(2) ? [ids[1] as string] : [],
    redeemablesApplicationMode: pick(['ALL', 'PARTIAL']),
    redeemablesSortingRule: pick(['REQUESTED_ORDER', 'CATEGORY_HIERARCHY']),
    redeemablesNoEffectRule: pick(['REDEEM_ANYWAY', 'SKIP'])
  }
}

function anyCoupon(random: Chance): Coupon {
  const { once, pick } = random
  return {
    categories: once(3) ? [] : [pick(CATEGORIES)],
    apply: once(5) ? () => null : anyRedeemable(random, 5000)
  }
}

const judge: Judge<Coupon, Taken, string> = ({ apply }, cart) => apply(cart) ?? { refused: 'no' }

/** Whether its steps come to the same when taken again, unless they hold something back. */
function isRepeated(found: Stacked<Coupon, Taken, string>, cart: Cart): boolean {
  const steps: Taken[] = []
  for (const { redeemable } of found.applied) {
    const step = redeemable.apply(steps.at(-1)?.cart ?? cart)
    if (step !== null) steps.push(step)
  }
  const { totalAmount } = steps.at(-1)?.cart ?? cart
  return heldBackFor(cart, steps) !== null || totalAmount === found.cart?.totalAmount
}

t.test('every redeemable is in one list, and no limit is exceeded', async t => {
  for (const random of casesOf(t, { gate: 200, soak: 20_000, found: [[20261130, 5642]] })) {
    const rules = anyRules(random)
    const coupons = Array.from({ length: random.between(0, 7) }, () => anyCoupon(random))
    const cart = cartOf(anyLines(random, true))
    const found = stack(coupons, { cart, rules, judge })
    const { valid, applied, inapplicable, skipped, redeemables } = found
    const isAll = rules.redeemablesApplicationMode === 'ALL'
    const named = new Set(
      [...redeemables, ...inapplicable, ...skipped].map(each => each.redeemable)
    )
    const kind = ({ categories }: Coupon, ids: readonly string[]) =>
      categories.some(({ id }) => ids.includes(id))
    const exclusive = applied.filter(each => kind(each.redeemable, rules.exclusiveCategories))
    const common = applied.filter(
      ({ redeemable }) =>
        !kind(redeemable, [...rules.exclusiveCategories, ...rules.jointCategories])
    )
    const counted = CATEGORIES.map(({ id }) => {
      const limit =
        rules.applicableRedeemablesCategoryLimits[id] ??
        rules.applicableRedeemablesPerCategoryLimit ??
        Number.POSITIVE_INFINITY
      return applied.filter(each => kind(each.redeemable, [id])).length <= limit
    })
    const truths: readonly [string, boolean][] = [
      ['rules that are accepted', stackingRulesMistake(rules) === null],
      ['each in a list', named.size === coupons.length],
      ['valid', valid === (isAll ? inapplicable.length === 0 : applied.length > 0)],
      ['nothing applied unless valid', valid || (applied.length === 0 && found.cart === null)],
      ['all shown', valid || !isAll || redeemables.length === coupons.length],
      ['limit', applied.length <= rules.applicableRedeemablesLimit],
      ['exclusive', exclusive.length <= rules.applicableExclusiveRedeemablesLimit],
      ['no common one beside', exclusive.length === 0 || common.length === 0],
      ['categories', exclusive.length > 0 || counted.every(within => within)],
      [
        'effects',
        rules.redeemablesNoEffectRule !== 'SKIP' || applied.every(each => each.step.hasEffect)
      ]
    ]
    const broken = truths.find(([, holds]) => !holds)
    if (broken !== undefined) t.fail(`case ${random.nr}: ${broken[0]}`)
    if (valid && !isRepeated(found, cart)) t.fail(`case ${random.nr}: figures`)
  }
  t.pass('in every walk')
})
