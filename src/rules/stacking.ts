/**
 * The walk over the redeemables of one request.
 *
 * Spec: Decision 10.
 */
import type { Cart } from './discounts/cart.ts'
import type { CalculationMode, Step } from './discounts/steps.ts'
import type { StackingRules } from './stacking-rules.ts'

/** A category as stacking looks at it. */
export interface StackedCategory {
  readonly id: string
  /** 0 or more; lower ones come first where the hierarchy sorts. */
  readonly hierarchy: number
}

/** What the walk has to know of a redeemable; the caller's own type extends it. */
export interface Stackable {
  /** Of the voucher or tier, else of its campaign; empty for none. */
  readonly categories: readonly StackedCategory[]
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
export interface Refused<Reason> {
  readonly refused: Reason
}

/** What a judged redeemable does to the cart; the caller's own type may extend `Step`. */
export type Judgement<Taken extends Step, Reason> = Taken | Refused<Reason>

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
    readonly mode: CalculationMode
    readonly applied: readonly Applied<Redeemable, Taken>[]
  }
) => Judgement<Taken, Reason>

export interface Applied<Redeemable, Taken> {
  readonly status: 'APPLICABLE'
  readonly redeemable: Redeemable
  readonly step: Taken
}

export interface Inapplicable<Redeemable, Reason> {
  readonly status: 'INAPPLICABLE'
  readonly redeemable: Redeemable
  readonly reason: Reason
}

export interface Skipped<Redeemable> {
  readonly status: 'SKIPPED'
  readonly redeemable: Redeemable
  readonly key: SkipKey
}

export type Outcome<Redeemable, Taken, Reason> =
  | Applied<Redeemable, Taken>
  | Inapplicable<Redeemable, Reason>
  | Skipped<Redeemable>

/** The lists of an answer. */
export interface Stacked<Redeemable, Taken, Reason> {
  readonly valid: boolean
  readonly redeemables: readonly Outcome<Redeemable, Taken, Reason>[]
  readonly inapplicable: readonly Inapplicable<Redeemable, Reason>[]
  readonly skipped: readonly Skipped<Redeemable>[]
  /** What is to be redeemed, in the order of application; empty unless valid. */
  readonly applied: readonly Applied<Redeemable, Taken>[]
  /** After all that is applied, with the applied figures of all steps; null unless valid. */
  readonly cart: Cart | null
}

/** Judges the redeemables of one request, each at its turn, and sorts them into the lists. */
export declare function stack<Redeemable extends Stackable, Taken extends Step, Reason>(
  redeemables: readonly Redeemable[],
  request: {
    readonly cart: Cart
    readonly rules: StackingRules
    readonly judge: Judge<Redeemable, Taken, Reason>
  }
): Stacked<Redeemable, Taken, Reason>
