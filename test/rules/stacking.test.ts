/**
 * The walk over the redeemables of a request: order, limits, categories and lists.
 */
import t from 'tap'
import type { Cart } from '../../src/rules/discounts/cart.ts'
import { applyDiscount, applyGift, type Step } from '../../src/rules/discounts/steps.ts'
import {
  type Judge,
  STACKING_RULES_DEFAULT,
  type StackedCategory,
  type StackingRules,
  stack
} from '../../src/rules/stacking.ts'
import { cartOf, done, including, item, lineOf } from './support/carts.ts'

interface Coupon {
  readonly name: string
  readonly categories: readonly StackedCategory[]
  readonly isUnknown?: true
  readonly percent: number
  readonly effect: string
  /** Why it is refused on a cart, or null. */
  readonly refusal: (cart: Cart) => string | null
}

type Turn = Parameters<Judge<Coupon, Step, string>>[2]

function coupon(name: string, more: Partial<Coupon> = {}): Coupon {
  return {
    name,
    categories: [],
    percent: 10,
    effect: 'APPLY_TO_ORDER',
    refusal: () => null,
    ...more
  }
}

const category = (id: string, hierarchy = 1): StackedCategory => ({ id, hierarchy })
const vip = { categories: [category('vip')] }
const tail = { categories: [category('tail')] }
const refused = { refusal: () => 'expired' }
const without = { effect: 'APPLY_TO_ITEMS', percent: 10 }

/** Coupons without an effect are on goods that nobody has. */
const judge: Judge<Coupon, Step, string> = (judged, cart, { mode }) => {
  const refusal = judged.refusal(cart)
  if (refusal !== null) return { refused: refusal }
  const { percent: percent_off, effect } = judged
  const discount = { type: 'PERCENT', percent_off, effect } as const
  const applicability = effect === 'APPLY_TO_ITEMS' ? [including(item('pen'))] : []
  return done(applyDiscount(cart, { discount, applicability, mode, goods: {} }))
}

const CART = cartOf([lineOf('mug', 1, 10_500)])

function walked(coupons: readonly Coupon[], changes: Partial<StackingRules> = {}, cart = CART) {
  const rules = { ...STACKING_RULES_DEFAULT, ...changes }
  const found = stack(coupons, { cart, rules, judge })
  const told = found.redeemables.map(labelOf)
  const skipped = found.skipped.map(({ redeemable, key }) => `${redeemable.name} ${key}`)
  const inapplicable = found.inapplicable.map(({ redeemable }) => redeemable.name)
  return { valid: found.valid, redeemables: told, skipped, inapplicable, cart: found.cart, found }
}

function labelOf({ status, redeemable }: { status: string; redeemable: Coupon }): string {
  return status === 'APPLICABLE' ? redeemable.name : `${redeemable.name} ${status}`
}

t.test('ALL: one that is not applicable stops the request, and is listed twice', async t => {
  const all = walked([coupon('a'), coupon('b', refused), coupon('c')])
  t.match(all, {
    valid: false,
    redeemables: ['a', 'b INAPPLICABLE', 'c SKIPPED'],
    inapplicable: ['b'],
    skipped: ['c preceding_validation_failed'],
    cart: null
  })
  t.match(all.found.redeemables[0], { step: { cart: { appliedDiscountAmount: 1050 } } })
  t.strictSame(all.found.applied, [])
  const fine = walked([coupon('a'), coupon('b')])
  t.match(fine, { valid: true, redeemables: ['a', 'b'], inapplicable: [], skipped: [] })
  t.match(fine.cart, { appliedDiscountAmount: 1995, totalAmount: 8505 })
  t.match(walked([]), { valid: true, redeemables: [], cart: { totalAmount: 10_500 } })
})

t.test('PARTIAL: the others are applied, and lists say which are not', async t => {
  const partial = { redeemablesApplicationMode: 'PARTIAL' } as const
  const some = walked([coupon('a', refused), coupon('b'), coupon('c', refused)], partial)
  t.match(some, { valid: true, redeemables: ['b'], inapplicable: ['a', 'c'], skipped: [] })
  t.match(some.cart, { appliedDiscountAmount: 1050 })
  const skip = { ...partial, redeemablesNoEffectRule: 'SKIP' } as const
  const none = walked([coupon('a', refused), coupon('b', without)], skip)
  const listed = { redeemables: ['a INAPPLICABLE'], inapplicable: ['a'], skipped: ['b no_effect'] }
  t.match(none, { valid: false, ...listed, cart: null })
})

t.test('each is judged on what the earlier ones left', async t => {
  const tenth = coupon('tenth')
  const fifth = coupon('fifth', {
    percent: 20,
    refusal: ({ totalAmount }) => (Number(totalAmount) > 10_000 ? null : 'order too small')
  })
  t.match(walked([tenth, fifth]), { valid: false, redeemables: ['tenth', 'fifth INAPPLICABLE'] })
  const other = walked([fifth, tenth])
  t.match(other, { valid: true, cart: { appliedDiscountAmount: 2940, totalAmount: 7560 } })
})

t.test('a turn knows its position, and what is applied before it', async t => {
  const turns: Turn[] = []
  const rules = STACKING_RULES_DEFAULT
  const watched: typeof judge = (judged, cart, turn) => {
    turns.push({ ...turn, applied: [...turn.applied] })
    return judge(judged, cart, turn)
  }
  stack([coupon('a'), coupon('b')], { cart: CART, rules, judge: watched })
  t.strictSame(
    turns.map(({ position }) => position),
    [0, 1]
  )
  t.match(turns[1]?.applied, [{ redeemable: { name: 'a' }, step: { discount: 1050 } }])
  t.strictSame(turns[0]?.mode, { base: 'DISCOUNTED_AMOUNT', products: 'STACK' })
})

t.test('limits: one over a limit is skipped and spoils nothing', async t => {
  const thirty = Array.from({ length: 30 }, (_, at) => coupon(`${at}`))
  const over = walked(thirty)
  t.match(over, { valid: true, redeemables: ['0', '1', '2', '3', '4'] })
  t.equal(over.skipped.length, 25)
  t.ok(over.skipped.every(text => text.endsWith(' applicable_redeemables_limit_exceeded')))
  const [a, b, c] = [coupon('a', vip), coupon('b', vip), coupon('c', tail)]
  const one = { applicableRedeemablesPerCategoryLimit: 1 }
  const per = 'applicable_redeemables_per_category_limit_exceeded'
  // biome-ignore format: a table
  const rows: readonly [string, readonly Coupon[], Partial<StackingRules>, string[], string[]][] = [
    ['of a category', [a, b, c], one, ['a', 'c'], [`b ${per}`]],
    ['of one category by its id', [a, b, c],
      { ...one, applicableRedeemablesCategoryLimits: { vip: 2 } }, ['a', 'b', 'c'], []],
    ['not of those without a category', [coupon('x'), coupon('y')], one, ['x', 'y'], []],
    ['of exclusive ones', [a, c], { exclusiveCategories: ['vip', 'tail'] }, ['a'],
      ['c applicable_exclusive_redeemables_limit_exceeded']],
    ['of one exclusive category', [a, b, c],
      { exclusiveCategories: ['vip', 'tail'], applicableExclusiveRedeemablesLimit: 2, ...one },
      ['a', 'c'], ['b applicable_exclusive_redeemables_per_category_limit_exceeded']],
    [
      'of one exclusive category by its id',
      [a, b],
      {
        exclusiveCategories: ['vip'],
        applicableExclusiveRedeemablesLimit: 2,
        applicableExclusiveRedeemablesPerCategoryLimit: null,
        applicableRedeemablesCategoryLimits: { vip: 1 }
      },
      ['a'],
      [`b ${per}`]
    ],
    [
      'of no category',
      [a, b],
      {
        exclusiveCategories: ['vip'],
        applicableExclusiveRedeemablesLimit: 2,
        applicableExclusiveRedeemablesPerCategoryLimit: null
      },
      ['a', 'b'],
      []
    ]
  ]
  for (const [title, coupons, changes, redeemables, skipped] of rows) {
    t.match(walked(coupons, changes), { valid: true, redeemables, skipped }, title)
  }
  const partial = { redeemablesApplicationMode: 'PARTIAL', applicableRedeemablesLimit: 1 } as const
  const after = walked([coupon('x', refused), coupon('y'), coupon('z', refused)], partial)
  t.match(after, { redeemables: ['y'], inapplicable: ['x'] }, 'one not applicable uses no place')
  t.strictSame(after.skipped, ['z applicable_redeemables_limit_exceeded'], 'nor is one judged')
})

t.test('an exclusive one does not hide that something does not exist', async t => {
  const rules = { exclusiveCategories: ['vip'] }
  const coupons = [
    coupon('nobody', { isUnknown: true, ...refused }),
    coupon('vip', vip),
    coupon('common')
  ]
  t.match(walked(coupons, rules), {
    valid: false,
    redeemables: ['nobody INAPPLICABLE', 'vip SKIPPED', 'common SKIPPED'],
    inapplicable: ['nobody']
  })
  t.match(walked(coupons, { ...rules, redeemablesApplicationMode: 'PARTIAL' }), {
    valid: true,
    redeemables: ['vip'],
    inapplicable: ['nobody'],
    skipped: ['common exclusion_rules_not_met']
  })
})

t.test('a valid exclusive one shuts common ones out, wherever it stands', async t => {
  const rules = { exclusiveCategories: ['vip'], jointCategories: ['tail'] }
  const [first, last] = [coupon('first'), coupon('last', vip)]
  const shut = ['first exclusion_rules_not_met']
  t.match(walked([first, last], rules), { valid: true, redeemables: ['last'], skipped: shut })
  const invalid = coupon('last', { ...vip, ...refused })
  const partial = { ...rules, redeemablesApplicationMode: 'PARTIAL' } as const
  t.match(walked([first, invalid], partial), { redeemables: ['first'], skipped: [] })
  t.match(walked([first, invalid], rules), { valid: false, redeemables: ['first', /INAPP/] })
  const needy = coupon('needy', {
    ...vip,
    refusal: ({ totalAmount }) => (totalAmount === 10_500 ? 'too much' : null)
  })
  const alone = { redeemables: ['first'], inapplicable: ['needy'] }
  t.match(walked([first, needy], partial), alone, 'valid with common ones alone is not valid')
  const skip = { ...rules, redeemablesNoEffectRule: 'SKIP' } as const
  const empty = walked([first, coupon('empty', { ...vip, ...without })], skip)
  t.match(empty, { valid: true, redeemables: ['first'], skipped: ['empty no_effect'] })
  const joint = coupon('joint', tail)
  const three = walked([joint, first, last], rules)
  t.match(three, { redeemables: ['last', 'joint'], skipped: shut }, 'joint ones go with all')
  t.match(walked([joint, first], rules), { redeemables: ['joint', 'first'], skipped: [] })
  const bad = coupon('joint', { ...tail, ...refused })
  const stopped = walked([bad, first, last], rules)
  t.match(stopped, { valid: false, redeemables: ['last', /first SKIPPED/, /joint INAPP/] })
  const both = coupon('both', { categories: [category('tail'), category('vip')] })
  t.match(walked([first, both], rules), { redeemables: ['both'], skipped: shut })
})

t.test('sorting: as requested, or by the hierarchy of categories', async t => {
  const coupons = [
    coupon('third', { categories: [category('x', 2)] }),
    coupon('second'),
    coupon('also second', { categories: [category('z', 5), category('y', 1)] }),
    coupon('first', { categories: [category('w', 0)] })
  ]
  const names = coupons.map(({ name }) => name)
  t.strictSame(walked(coupons).redeemables, names)
  const sorted = ['first', 'second', 'also second', 'third']
  const hierarchy = { redeemablesSortingRule: 'CATEGORY_HIERARCHY' } as const
  t.strictSame(walked(coupons, hierarchy).redeemables, sorted)
  const kinds = {
    ...hierarchy,
    exclusiveCategories: ['x'],
    jointCategories: ['w'],
    redeemablesApplicationMode: 'PARTIAL'
  } as const
  t.match(walked(coupons, kinds).redeemables, ['third', 'first'], 'exclusive first, joint last')
})

t.test('no effect: applied anyway, or skipped, with exceptions by category', async t => {
  const empty = coupon('empty', { ...vip, ...without })
  const anyway = { valid: true, redeemables: ['empty'], skipped: [] }
  const skipped = { valid: true, redeemables: [], skipped: ['empty no_effect'] }
  const rule = (redeemablesNoEffectRule: 'SKIP' | 'REDEEM_ANYWAY') => ({ redeemablesNoEffectRule })
  t.match(walked([empty]), anyway)
  t.match(walked([empty], rule('SKIP')), skipped)
  t.match(walked([empty], { noEffectSkipCategories: ['vip'] }), skipped)
  const exception = { ...rule('SKIP'), noEffectRedeemAnywayCategories: ['vip'] }
  t.match(walked([empty], exception), anyway)
})

t.test('the mode of calculation, with exceptions by category', async t => {
  const [plain, other] = [coupon('plain'), coupon('other', { percent: 20, ...vip })]
  const initial = { discountCalculationMode: 'INITIAL_AMOUNT' } as const
  const off = (changes: Partial<StackingRules>) =>
    walked([plain, other], changes).cart?.appliedDiscountAmount
  t.equal(off({}), 1050 + 1890)
  t.equal(off(initial), 1050 + 2100)
  t.equal(off({ initialAmountModeCategories: ['vip'] }), 1050 + 2100)
  t.equal(off({ ...initial, discountedAmountModeCategories: ['vip'] }), 1050 + 1890)
})

t.test('counts and balances are carried from what is applied before', async t => {
  const card = { categories: [], credits: 6000 }
  type Paid = Extract<ReturnType<typeof applyGift>, Step>
  const spend: Judge<typeof card, Paid, string> = (_, cart, { mode, applied }) => {
    const spent = applied.reduce((sum, { step }) => sum + step.taken, 0)
    const terms = { effect: null, balance: 9000 - spent, credits: 6000, applicability: [], mode }
    return applyGift(cart, terms)
  }
  const found = stack([card, { ...card }], {
    cart: CART,
    rules: STACKING_RULES_DEFAULT,
    judge: spend
  })
  t.match(found, { valid: false, inapplicable: [{ reason: 'gift_amount_exceeded' }] })
})
