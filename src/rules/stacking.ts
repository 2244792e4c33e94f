/**
 * The walk over the redeemables of one request: which are applied, in which order, and what becomes
 * of the others. Each is judged at its turn, on the cart as the earlier ones left it. Limits count
 * what is applied: one that is not applicable uses no place, and one over a limit is not judged at
 * all.
 * Spec: openapi/behaviour/discounts.md#exclusive-redeemables-are-judged-without-the-common-ones.
 */
import { type Cart, heldBackFor, sumOfSteps } from './discounts/cart.ts'
import type { CalculationMode, Step } from './discounts/steps.ts'
import { inWireWords, type Mistake } from './mistake.ts'

export interface StackedCategory {
  readonly id: string
  /** 0 or more; lower ones come first where the hierarchy sorts. */
  readonly hierarchy: number
}

/** What the walk has to know of a redeemable; the caller's own type extends it. */
export interface Stackable {
  /** Of the voucher or tier, else of its campaign; empty for none. */
  readonly categories: readonly StackedCategory[]
  /** Nothing answers to what was sent, so exclusive ones do not shut it out. */
  readonly isUnknown?: true
}

export type SkipKey =
  | 'applicable_redeemables_limit_exceeded'
  | 'applicable_redeemables_per_category_limit_exceeded'
  | 'applicable_exclusive_redeemables_limit_exceeded'
  | 'applicable_exclusive_redeemables_per_category_limit_exceeded'
  | 'exclusion_rules_not_met'
  | 'preceding_validation_failed'
  | 'no_effect'

/** The redeemable may not be applied, for a reason that the walk hands through. */
export interface NotApplicable<Reason> {
  readonly refused: Reason
}

/**
 * Judges one redeemable at its turn, on the cart as the earlier ones left it. `position` counts
 * those applied before it, from 0. An exclusive redeemable may be judged before it is its turn to
 * be applied; `applied` are the redeemables that count as applied at this moment, so that counts
 * and balances can be carried from them.
 */
export type Judge<Redeemable extends Stackable, Taken extends Step, Reason> = (
  redeemable: Redeemable,
  cart: Cart,
  turn: {
    readonly position: number
    /** The cart before the first step, as the walk began with it. */
    readonly opened: Cart
    readonly mode: CalculationMode
    readonly applied: readonly AppliedRedeemable<Redeemable, Taken>[]
  }
) => Taken | NotApplicable<Reason>

export interface AppliedRedeemable<Redeemable, Taken> {
  readonly status: 'APPLICABLE'
  readonly redeemable: Redeemable
  readonly step: Taken
}

export interface Inapplicable<Redeemable, Reason> {
  readonly status: 'INAPPLICABLE'
  readonly redeemable: Redeemable
  readonly reason: Reason
}

export interface SkippedRedeemable<Redeemable> {
  readonly status: 'SKIPPED'
  readonly redeemable: Redeemable
  readonly key: SkipKey
}

export type StackResult<Redeemable, Taken, Reason> =
  | AppliedRedeemable<Redeemable, Taken>
  | Inapplicable<Redeemable, Reason>
  | SkippedRedeemable<Redeemable>

export interface Stacked<Redeemable, Taken, Reason> {
  readonly valid: boolean
  readonly redeemables: readonly StackResult<Redeemable, Taken, Reason>[]
  readonly inapplicable: readonly Inapplicable<Redeemable, Reason>[]
  readonly skipped: readonly SkippedRedeemable<Redeemable>[]
  /** What is to be redeemed, in the order of application; empty unless valid. */
  readonly applied: readonly AppliedRedeemable<Redeemable, Taken>[]
  /** After all that is applied, with the applied figures of all steps; null unless valid. */
  readonly cart: Cart | null
}

interface StackWalk<Redeemable extends Stackable, Taken extends Step, Reason> {
  readonly cart: Cart
  readonly rules: StackingRules
  readonly judge: Judge<Redeemable, Taken, Reason>
}

export function stack<Redeemable extends Stackable, Taken extends Step, Reason>(
  redeemables: readonly Redeemable[],
  request: StackWalk<Redeemable, Taken, Reason>
): Stacked<Redeemable, Taken, Reason> {
  const { rules, cart } = request
  const isAll = rules.redeemablesApplicationMode === 'ALL'
  const outcomes = takeTurns(place(redeemables, rules), request, isAll)
  const applied = outcomes.filter(outcome => outcome.status === 'APPLICABLE')
  const inapplicable = outcomes.filter(outcome => outcome.status === 'INAPPLICABLE')
  const skipped = outcomes.filter(outcome => outcome.status === 'SKIPPED')
  const valid = isAll ? inapplicable.length === 0 : applied.length > 0
  if (!valid) {
    const shown = isAll ? outcomes : inapplicable
    return { valid, redeemables: shown, inapplicable, skipped, applied: [], cart: null }
  }
  const steps = applied.map(({ step }) => step)
  const sum = sumOfSteps(cart, steps)
  return { valid, redeemables: applied, inapplicable, skipped, applied, cart: sum }
}

/**
 * The walk, and once more where a step took what a later one cuts off. A redeemable that is applied
 * no more once that is held back is left out from the start, so that the others come to the same as
 * when they are sent without it.
 */
function takeTurns<Redeemable extends Stackable, Taken extends Step, Reason>(
  placed: readonly KindedRedeemable<Redeemable>[],
  request: StackWalk<Redeemable, Taken, Reason>,
  isAll: boolean,
  leftOut: StackResults<Redeemable, Taken, Reason> = []
): StackResults<Redeemable, Taken, Reason> {
  const known = new Map(leftOut.map(outcome => [outcome.redeemable, outcome]))
  const others = placed.filter(({ redeemable }) => !known.has(redeemable))
  let { cart } = request
  let appliedBefore: ReadonlySet<Redeemable> = new Set()
  for (;;) {
    const held = { ...request, cart }
    const ahead = new Map([...known, ...decideAhead(others, held)])
    const outcomes = walk(placed, held, isAll, ahead)
    const applied = outcomes.filter(outcome => outcome.status === 'APPLICABLE')
    const dropped = outcomes.filter(
      ({ status, redeemable }) => status !== 'APPLICABLE' && appliedBefore.has(redeemable)
    )
    if (dropped.length > 0) return takeTurns(placed, request, isAll, [...leftOut, ...dropped])
    const steps = applied.map(({ step }) => step)
    const next = heldBackFor(cart, steps)
    if (next === null) return outcomes
    appliedBefore = new Set(applied.map(({ redeemable }) => redeemable))
    cart = next
  }
}

type StackingKind = 'exclusive' | 'common' | 'joint'

/** Exclusive where one of its categories is, else joint where one is. */
function kindOf({ categories }: Stackable, rules: StackingRules): StackingKind {
  if (categories.some(({ id }) => rules.exclusiveCategories.includes(id))) return 'exclusive'
  return categories.some(({ id }) => rules.jointCategories.includes(id)) ? 'joint' : 'common'
}

interface KindedRedeemable<Redeemable> {
  readonly redeemable: Redeemable
  readonly kind: StackingKind
}

const HIERARCHY_DEFAULT = 1
const KINDS: readonly StackingKind[] = ['exclusive', 'common', 'joint']

/** Where both are there, exclusive ones come first and joint ones last. */
function place<Redeemable extends Stackable>(
  redeemables: readonly Redeemable[],
  rules: StackingRules
): readonly KindedRedeemable<Redeemable>[] {
  const placed = redeemables.map(redeemable => ({ redeemable, kind: kindOf(redeemable, rules) }))
  const kinds = new Set(placed.map(({ kind }) => kind))
  const byHierarchy = rules.redeemablesSortingRule === 'CATEGORY_HIERARCHY'
  const sorted = byHierarchy
    ? placed.toSorted((one, other) => hierarchyOf(one) - hierarchyOf(other))
    : placed
  if (!(kinds.has('exclusive') && kinds.has('joint'))) return sorted
  return KINDS.flatMap(kind => sorted.filter(each => each.kind === kind))
}

function hierarchyOf({ redeemable }: KindedRedeemable<Stackable>): number {
  const all = redeemable.categories.map(({ hierarchy }) => hierarchy)
  return all.length === 0 ? HIERARCHY_DEFAULT : Math.min(...all)
}

type StackResults<Redeemable, Taken, Reason> = readonly StackResult<Redeemable, Taken, Reason>[]

/**
 * What is known before the walk where exclusive and common ones meet: a valid exclusive one shuts
 * the common ones out, wherever it stands; an exclusive one that is not valid without them is not
 * valid with them either.
 */
function decideAhead<Redeemable extends Stackable, Taken extends Step, Reason>(
  placed: readonly KindedRedeemable<Redeemable>[],
  request: StackWalk<Redeemable, Taken, Reason>
): ReadonlyMap<Redeemable, StackResult<Redeemable, Taken, Reason>> {
  const common = placed.filter(each => each.kind === 'common' && !each.redeemable.isUnknown)
  const exclusive = placed.filter(({ kind }) => kind === 'exclusive')
  if (common.length === 0 || exclusive.length === 0) return new Map()
  const others = placed.filter(({ kind }) => kind !== 'common')
  const found = walk(others, request, false, new Map())
  const names = new Set(exclusive.map(({ redeemable }) => redeemable))
  const outcomes = found.filter(({ redeemable }) => names.has(redeemable))
  const isShut = outcomes.some(({ status }) => status === 'APPLICABLE')
  const known = isShut
    ? common.map(({ redeemable }) => skip(redeemable, 'exclusion_rules_not_met'))
    : outcomes
  return new Map(known.map(outcome => [outcome.redeemable, outcome]))
}

function skip<Redeemable>(redeemable: Redeemable, key: SkipKey): SkippedRedeemable<Redeemable> {
  return { status: 'SKIPPED', redeemable, key }
}

/** `isAll`: one that is not applicable stops it; `ahead`: outcomes that it takes as they are. */
function walk<Redeemable extends Stackable, Taken extends Step, Reason>(
  placed: readonly KindedRedeemable<Redeemable>[],
  request: StackWalk<Redeemable, Taken, Reason>,
  isAll: boolean,
  ahead: ReadonlyMap<Redeemable, StackResult<Redeemable, Taken, Reason>>
): StackResults<Redeemable, Taken, Reason> {
  const outcomes: StackResult<Redeemable, Taken, Reason>[] = []
  const applied: AppliedRedeemable<Redeemable, Taken>[] = []
  let { cart } = request
  let isStopped = false
  for (const { redeemable, kind } of placed) {
    if (isStopped) {
      outcomes.push(skip(redeemable, 'preceding_validation_failed'))
      continue
    }
    const outcome = ahead.get(redeemable) ?? takeTurn({ redeemable, kind }, cart, applied, request)
    outcomes.push(outcome)
    isStopped = isAll && outcome.status === 'INAPPLICABLE'
    if (outcome.status !== 'APPLICABLE') continue
    applied.push(outcome)
    cart = outcome.step.cart
  }
  return outcomes
}

function takeTurn<Redeemable extends Stackable, Taken extends Step, Reason>(
  { redeemable, kind }: KindedRedeemable<Redeemable>,
  cart: Cart,
  applied: readonly AppliedRedeemable<Redeemable, Taken>[],
  { cart: opened, rules, judge }: StackWalk<Redeemable, Taken, Reason>
): StackResult<Redeemable, Taken, Reason> {
  const before = applied.map(({ redeemable: earlier }) => earlier)
  const key = limitExceeded({ redeemable, kind }, before, rules)
  if (key !== null) return skip(redeemable, key)
  const mode = calculationMode(redeemable, rules)
  const judged = judge(redeemable, cart, { position: applied.length, opened, mode, applied })
  if ('refused' in judged) {
    return { status: 'INAPPLICABLE', redeemable, reason: judged.refused }
  }
  return judged.hasEffect || redeemsAnyway(redeemable, rules)
    ? { status: 'APPLICABLE', redeemable, step: judged }
    : skip(redeemable, 'no_effect')
}

function limitExceeded(
  { redeemable, kind }: KindedRedeemable<Stackable>,
  applied: readonly Stackable[],
  rules: StackingRules
): SkipKey | null {
  if (applied.length >= rules.applicableRedeemablesLimit) {
    return 'applicable_redeemables_limit_exceeded'
  }
  const isExclusive = kind === 'exclusive'
  const limits = rules.applicableRedeemablesCategoryLimits
  const common = isExclusive ? null : rules.applicableRedeemablesPerCategoryLimit
  const limitOf = (id: string) => (Object.hasOwn(limits, id) ? limits[id] : common)
  if (isCategoryFull(redeemable, applied, limitOf)) {
    return 'applicable_redeemables_per_category_limit_exceeded'
  }
  if (!isExclusive) return null
  const exclusive = applied.filter(earlier => kindOf(earlier, rules) === 'exclusive')
  if (exclusive.length >= rules.applicableExclusiveRedeemablesLimit) {
    return 'applicable_exclusive_redeemables_limit_exceeded'
  }
  const exclusiveLimitOf = (id: string) =>
    rules.exclusiveCategories.includes(id)
      ? rules.applicableExclusiveRedeemablesPerCategoryLimit
      : null
  return isCategoryFull(redeemable, exclusive, exclusiveLimitOf)
    ? 'applicable_exclusive_redeemables_per_category_limit_exceeded'
    : null
}

function isCategoryFull(
  { categories }: Stackable,
  applied: readonly Stackable[],
  limitOf: (categoryId: string) => number | null | undefined
): boolean {
  return categories.some(({ id }) => {
    const same = applied.filter(earlier => earlier.categories.some(each => each.id === id))
    return same.length >= (limitOf(id) ?? Number.POSITIVE_INFINITY)
  })
}

function calculationMode({ categories }: Stackable, rules: StackingRules): CalculationMode {
  const isIn = (list: readonly string[]) => categories.some(({ id }) => list.includes(id))
  const products = rules.redeemablesProductsApplicationMode
  if (isIn(rules.initialAmountModeCategories)) return { base: 'INITIAL_AMOUNT', products }
  if (isIn(rules.discountedAmountModeCategories)) return { base: 'DISCOUNTED_AMOUNT', products }
  return { base: rules.discountCalculationMode, products }
}

/** Whether a redeemable without an effect is applied. */
function redeemsAnyway({ categories }: Stackable, rules: StackingRules): boolean {
  const isIn = (list: readonly string[]) => categories.some(({ id }) => list.includes(id))
  if (isIn(rules.noEffectSkipCategories)) return false
  if (isIn(rules.noEffectRedeemAnywayCategories)) return true
  return rules.redeemablesNoEffectRule === 'REDEEM_ANYWAY'
}

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

const LIMITS = [
  ['redeemablesLimit', 30],
  ['applicableRedeemablesLimit', 30],
  ['applicableRedeemablesPerCategoryLimit', 30],
  ['applicableExclusiveRedeemablesLimit', 5],
  ['applicableExclusiveRedeemablesPerCategoryLimit', 30]
] as const

const CATEGORY_LIMIT_MAX = 10

/** A limit that must not be above another one. */
const BOUNDS = [
  ['applicableRedeemablesLimit', 'redeemablesLimit'],
  ['applicableRedeemablesPerCategoryLimit', 'applicableRedeemablesLimit'],
  ['applicableExclusiveRedeemablesPerCategoryLimit', 'applicableExclusiveRedeemablesLimit']
] as const

/** Lists of categories that must not share one. */
const APART = [
  ['exclusiveCategories', 'jointCategories'],
  ['noEffectSkipCategories', 'noEffectRedeemAnywayCategories'],
  ['initialAmountModeCategories', 'discountedAmountModeCategories']
] as const

export function stackingRulesMistake(rules: StackingRules): Mistake | null {
  return (
    limitMistake(rules) ?? categoryLimitMistake(rules) ?? boundMistake(rules) ?? listMistake(rules)
  )
}

function limitMistake(rules: StackingRules): Mistake | null {
  for (const [field, max] of LIMITS) {
    const value = rules[field]
    if (value !== null && !isBetween(value, max)) {
      const message = `${value} is not a whole number from 1 to ${max}.`
      return { property: inWireWords(field), message }
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
  for (const [field, boundField] of BOUNDS) {
    const [value, limit] = [rules[field], rules[boundField]]
    if (value !== null && value > limit) {
      const message = `${value} is above ${inWireWords(boundField)}, ${limit}.`
      return { property: inWireWords(field), message }
    }
  }
  return null
}

function listMistake(rules: StackingRules): Mistake | null {
  for (const [field, otherField] of APART) {
    const shared = rules[field].find(id => rules[otherField].includes(id))
    if (shared !== undefined) {
      const other = inWireWords(otherField)
      const message = `${shared} is also in ${other}; a category is in one of them.`
      return { property: inWireWords(field), message }
    }
  }
  return null
}
