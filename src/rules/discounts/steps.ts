/**
 * One step of a stack: what one redeemable takes off a cart.
 *
 * Spec: Order.total_amount; Decision 10.
 */
import type { CoinRatio, NoPayment } from '../points.ts'
import type { Applicability, ApplicableItem } from '../validation.ts'
import type { Cart, CartLine, Figures, UnitGoods } from './cart.ts'
import type { StoredDiscount } from './terms.ts'

/** How a discount counts, from the stacking rules. */
export interface CalculationMode {
  /** Percentages are of what is left after earlier discounts, or of what was there before all. */
  readonly base: 'DISCOUNTED_AMOUNT' | 'INITIAL_AMOUNT'
  /** ONCE: lines whose goods an earlier step discounted are left out of later ones on lines. */
  readonly products: 'STACK' | 'ONCE'
}

/** What a step is worked out from, besides the cart and the redeemable. */
export interface StepTerms {
  readonly mode: CalculationMode
  /** Of every rule that binds the redeemable: a line counts where all of them let it. */
  readonly applicability: readonly Applicability[]
}

export interface DiscountTermsOfStep extends StepTerms {
  readonly discount: StoredDiscount
  /** The goods of units by `unitType`; goods that are not here are known by that name alone. */
  readonly goods: { readonly [unitType: string]: UnitGoods }
}

export interface GiftTermsOfStep extends StepTerms {
  /** Null counts as APPLY_TO_ORDER. */
  readonly effect: 'APPLY_TO_ORDER' | 'APPLY_TO_ITEMS' | null
  /** Credit that can be taken: the balance without what is locked for others. */
  readonly balance: number
  /** Named by the caller, at least 1; null for as much as is needed. */
  readonly credits: number | null
}

export interface PointsTermsOfStep extends StepTerms {
  readonly ratio: CoinRatio
  /** Points that can be taken. */
  readonly balance: number
  /** Named by the caller, at least 1; null for as many as are needed. */
  readonly points: number | null
}

/** What a step did to the order. */
export interface Step {
  /** After the step; its applied figures are of this step alone. The next step takes it as it is. */
  readonly cart: Cart
  /** What it took off, order and lines together; 0: it had no effect. */
  readonly discount: number
  /** The effect that was applied, also where the discount names none. */
  readonly effect: string
  /** What it applies to and what it never applies to, as answers list it. */
  readonly applicableTo: readonly AppliedEntry[]
  readonly inapplicableTo: readonly AppliedEntry[]
}

/** A step that took credit or points. */
export interface PaidStep extends Step {
  /** Credits or points taken from the card. */
  readonly taken: number
}

/** An entry of `applicable_to` or `inapplicable_to`, with the lines of the cart it means. */
export interface AppliedEntry extends ApplicableItem {
  readonly productId: string | null
  readonly productSourceId: string | null
  /** Whether it names goods of the cart, and not what they are found by. */
  readonly strict: boolean
  /** Positions among the lines of the cart after the step. */
  readonly itemIndices: readonly number[]
  /** The units of each line that count, from 1; at most 1000 of a line. Empty unless by unit. */
  readonly itemUnits: readonly ItemUnits[]
}

export interface ItemUnits {
  readonly index: number
  readonly units: readonly number[]
  readonly unitsLimitExceeded: boolean
}

/** Why a gift card pays nothing. */
export type NoCredit = 'missing_amount' | 'missing_order_items_amount' | 'gift_amount_exceeded'

export type DiscountStep = Step | { readonly refused: 'out_of_range' }
export type GiftStep = PaidStep | { readonly refused: NoCredit }
export type PointsStep = PaidStep | { readonly refused: readonly [NoPayment, ...NoPayment[]] }

/** What one request took off an order, so that it can be taken back. */
export interface TakenOff {
  readonly discountAmount: number
  readonly lines: readonly {
    /** Position among the lines of the order that was kept. */
    readonly index: number
    readonly discountAmount: number
    readonly discountQuantity: number
    readonly quantity: number
    readonly amount: number
  }[]
}

export declare function applyDiscount(cart: Cart, terms: DiscountTermsOfStep): DiscountStep
export declare function applyGift(cart: Cart, terms: GiftTermsOfStep): GiftStep
export declare function applyPoints(cart: Cart, terms: PointsTermsOfStep): PointsStep

/** What the steps of one request took off together, as `sumOfSteps` has it. */
export declare function takenOffBy(root: Cart): TakenOff

/** The figures of a line that are kept with an order. */
export type KeptLine = Pick<
  CartLine,
  | 'quantity'
  | 'initialQuantity'
  | 'discountQuantity'
  | 'price'
  | 'amount'
  | 'initialAmount'
  | 'discountAmount'
  | 'subtotalAmount'
>

export interface KeptOrder<Line extends KeptLine>
  extends Pick<
    Figures,
    | 'amount'
    | 'initialAmount'
    | 'discountAmount'
    | 'itemsDiscountAmount'
    | 'totalDiscountAmount'
    | 'totalAmount'
  > {
  readonly lines: readonly Line[]
}

/**
 * The order without what a request took off it, as far as it is still there. Units that the request
 * added are gone, and so are lines of nothing else.
 */
export declare function takeBack<Line extends KeptLine>(
  order: KeptOrder<Line>,
  taken: TakenOff
): KeptOrder<Line>
