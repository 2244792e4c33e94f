/**
 * What a discount takes off, and where: its terms, read from the discount as it is stored.
 *
 * Spec: VoucherDiscount, PromotionTier.action; Decision 37.
 */

export type OrderOrItems = 'APPLY_TO_ORDER' | 'APPLY_TO_ITEMS'
export type AmountEffect =
  | OrderOrItems
  | 'APPLY_TO_ITEMS_BY_QUANTITY'
  | 'APPLY_TO_ITEMS_PROPORTIONALLY'
  | 'APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY'
export type UnitEffect = 'ADD_NEW_ITEMS' | 'ADD_MISSING_ITEMS'

/** Free units of one kind of goods. */
export interface UnitTerms {
  /** As the discount names the goods: an id or a source id. */
  readonly unitType: string
  readonly unitOff: number
  readonly effect: UnitEffect
}

/** The terms of a discount, with the effect resolved. Limits are null where there is none. */
export type DiscountTerms =
  | {
      readonly type: 'AMOUNT'
      readonly effect: AmountEffect
      readonly amountOff: number
      /** Off all lines together. */
      readonly aggregatedAmountLimit: number | null
    }
  | {
      readonly type: 'PERCENT'
      readonly effect: OrderOrItems
      /** Above 0 and up to 100; a decimal as it is written. */
      readonly percentOff: number
      /** Off the order, or off each line. */
      readonly amountLimit: number | null
      readonly aggregatedAmountLimit: number | null
    }
  | { readonly type: 'FIXED'; readonly effect: OrderOrItems; readonly fixedAmount: number }
  | {
      readonly type: 'UNIT'
      /** ADD_MANY_ITEMS where the discount has `units`. */
      readonly effect: UnitEffect | 'ADD_MANY_ITEMS'
      readonly units: readonly UnitTerms[]
    }

/** A discount in the words of the document, as it was checked when it was stored. */
export interface StoredDiscount {
  readonly type: 'AMOUNT' | 'PERCENT' | 'FIXED' | 'UNIT'
  readonly effect?: string
  readonly [property: string]: unknown
}

/** The terms of a stored discount. `namesGoods`: a rule includes or excludes goods. */
export declare function termsOf(discount: StoredDiscount, namesGoods: boolean): DiscountTerms

/** The names of the goods that a discount gives, each once, to be looked up. */
export declare function unitTypesOf(discount: StoredDiscount): readonly string[]
