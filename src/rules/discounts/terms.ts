/**
 * What a discount takes off, and where: its terms, read from the discount as it is stored.
 *
 * Spec: VoucherDiscount, PromotionTier.action.
 */

export type OrderOrItems = 'APPLY_TO_ORDER' | 'APPLY_TO_ITEMS'
export type AmountEffect =
  | OrderOrItems
  | 'APPLY_TO_ITEMS_BY_QUANTITY'
  | 'APPLY_TO_ITEMS_PROPORTIONALLY'
  | 'APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY'
export type UnitEffect = 'ADD_NEW_ITEMS' | 'ADD_MISSING_ITEMS'

/** ADD_MANY_ITEMS where the discount has `units`. */
export type UnitDiscountEffect = UnitEffect | 'ADD_MANY_ITEMS'

/** Free units of one kind of goods. */
export interface UnitTerms {
  /** As the discount names the goods: an id or a source id. */
  readonly unitType: string
  readonly unitOff: number
  readonly effect: UnitEffect
  /** What the discount says of the goods itself; null where it says nothing. */
  readonly product: SaidGoods | null
  readonly sku: SaidGoods | null
}

/** Goods as a discount names them, which the inventory need not have. */
export interface SaidGoods {
  readonly id: string
  readonly sourceId: string | null
  readonly name: string
}

/** The terms of a discount, with the effect resolved. Limits are null where there is none. */
export type DiscountTerms =
  | {
      readonly type: 'AMOUNT'
      readonly effect: AmountEffect
      readonly amountOff: number
      /** Off the order, or off all lines together. */
      readonly aggregatedAmountLimit: number | null
    }
  | {
      readonly type: 'PERCENT'
      readonly effect: OrderOrItems
      /** Above 0 and up to 100; a decimal as it is written. */
      readonly percentOff: number
      /** Off the order, or off each line. */
      readonly amountLimit: number | null
      /** Off the order, or off all lines together. */
      readonly aggregatedAmountLimit: number | null
    }
  | { readonly type: 'FIXED'; readonly effect: OrderOrItems; readonly fixedAmount: number }
  | {
      readonly type: 'UNIT'
      readonly effect: UnitDiscountEffect
      readonly units: readonly UnitTerms[]
    }

/** A discount in the words of the document, as it was checked when it was stored. */
export interface StoredDiscount {
  readonly type: 'AMOUNT' | 'PERCENT' | 'FIXED' | 'UNIT'
  readonly effect?: string
  readonly [property: string]: unknown
}

/**
 * The terms of a stored discount. Without an effect of its own it applies to items where a rule
 * includes or excludes goods (`namesGoods`), else to the order; free units are added where missing.
 */
export function termsOf(discount: StoredDiscount, namesGoods: boolean): DiscountTerms {
  const effect = discount.effect ?? (namesGoods ? 'APPLY_TO_ITEMS' : 'APPLY_TO_ORDER')
  const figure = (name: string) => (discount[name] ?? null) as number | null
  const aggregatedAmountLimit = figure('aggregated_amount_limit')
  // INVARIANT: a discount is checked when it is stored, so what its type needs is there.
  switch (discount.type) {
    case 'AMOUNT': {
      const amountOff = Number(figure('amount_off'))
      return { type: 'AMOUNT', effect: effect as AmountEffect, amountOff, aggregatedAmountLimit }
    }
    case 'PERCENT':
      return {
        type: 'PERCENT',
        effect: effect as OrderOrItems,
        percentOff: Number(figure('percent_off')),
        amountLimit: figure('amount_limit'),
        aggregatedAmountLimit
      }
    case 'FIXED': {
      const fixedAmount = Number(figure('fixed_amount'))
      return { type: 'FIXED', effect: effect as OrderOrItems, fixedAmount }
    }
    case 'UNIT':
      return unitTermsOf(discount)
  }
}

function unitTermsOf(discount: StoredDiscount): DiscountTerms {
  const { effect } = discount
  const units = storedUnits(discount).map(unit => ({
    unitType: unit.unit_type,
    unitOff: unit.unit_off,
    effect: (unit.effect === 'ADD_NEW_ITEMS' ? unit.effect : 'ADD_MISSING_ITEMS') as UnitEffect,
    product: saidOf(unit.product),
    sku: saidOf(unit.sku)
  }))
  if (Array.isArray(discount['units'])) return { type: 'UNIT', effect: 'ADD_MANY_ITEMS', units }
  return { type: 'UNIT', effect: (effect ?? 'ADD_MISSING_ITEMS') as UnitDiscountEffect, units }
}

interface StoredUnit {
  readonly unit_type: string
  readonly unit_off: number
  readonly effect?: string
  readonly product?: StoredGoods | null
  readonly sku?: StoredGoods | null
}

interface StoredGoods {
  readonly id: string
  readonly source_id?: string | null
  readonly name: string
}

function saidOf(goods: StoredGoods | null | undefined): SaidGoods | null {
  if (goods == null) return null
  return { id: goods.id, sourceId: goods.source_id ?? null, name: goods.name }
}

function storedUnits(discount: StoredDiscount): readonly StoredUnit[] {
  const { units } = discount as { readonly units?: readonly StoredUnit[] | null }
  return units ?? [discount as unknown as StoredUnit]
}

/** The names of the goods that a discount gives, each once, to be looked up. */
export function unitTypesOf(discount: StoredDiscount): readonly string[] {
  if (discount.type !== 'UNIT') return []
  const names = storedUnits(discount).flatMap(unit => [
    unit.unit_type,
    ...ownNames({ product: saidOf(unit.product), sku: saidOf(unit.sku) })
  ])
  return [...new Set(names)]
}

/** The names that a discount has for the goods besides `unitType`: of the SKU, else the product. */
export function ownNames({ product, sku }: Pick<UnitTerms, 'product' | 'sku'>): readonly string[] {
  const { id, sourceId } = sku ?? product ?? { id: null, sourceId: null }
  return [id, sourceId].filter(name => name !== null)
}
