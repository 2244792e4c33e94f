/**
 * One step of a stack: what one redeemable takes off a cart.
 *
 * A step is worked out on the cart as the steps before it left it. What it may take off the order
 * is what the order still costs; what it may take off a line is what is left of the line.
 *
 * Spec: Order.total_amount.
 */
import { type CoinRatio, coinPayment, type NoPayment, percentOf } from '../points.ts'
import { type Applicability, applies, isSelective } from '../validation.ts'
import {
  type Cart,
  type CartLine,
  type DiscountTerms,
  ownNames,
  restOfLine,
  restOfOrder,
  type StoredDiscount,
  termsOf,
  type UnitGoods,
  type UnitTerms
} from './cart.ts'
import { type EntryLists, entryLists } from './entries.ts'
import { type Selection, selectLines } from './selection.ts'
import { takeOffLines, takeOffOrder } from './taking-back.ts'
import { creditParts, type GivenUnits, giveUnits, type NoUnits, partsOff } from './units.ts'

/** How a discount counts, from the stacking rules. */
export interface CalculationMode {
  /** Percentages are of what earlier discounts left, or of the amount before the first one. */
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
  /** The goods of units by their names; others are what the discount says of them. */
  readonly goods: { readonly [name: string]: UnitGoods }
}

export interface GiftTermsOfStep extends StepTerms {
  /** Null counts as APPLY_TO_ORDER. */
  readonly effect: 'APPLY_TO_ORDER' | 'APPLY_TO_ITEMS' | null
  /** Credit that can be taken: the balance without what is locked for others; below 1 for none. */
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
export interface Step extends EntryLists {
  /** After the step; its applied figures are of this step alone. The next step begins with it. */
  readonly cart: Cart
  /** What it took off, order and lines together. */
  readonly discount: number
  /** Whether it took anything off, or gave units; also units without a price. */
  readonly hasEffect: boolean
  /** The effect that was applied, also where the discount names none. */
  readonly effect: string
}

/** A step that took credit or points. */
export interface PaidStep extends Step {
  /** Credits or points taken from the card. */
  readonly taken: number
}

/** Why a gift card pays nothing. */
export type NoCredit = 'missing_amount' | 'missing_order_items_amount' | 'gift_amount_exceeded'

export type DiscountStep = Step | { readonly refused: NoUnits }
export type GiftStep = PaidStep | { readonly refused: NoCredit }
export type PointsStep = PaidStep | { readonly refused: readonly [NoPayment, ...NoPayment[]] }

/** A discount of a coupon or a promotion tier. */
export function applyDiscount(cart: Cart, given: DiscountTermsOfStep): DiscountStep {
  const { applicability, mode, discount } = given
  const terms = termsOf(discount, applicability.some(isSelective))
  const isInitial = mode.base === 'INITIAL_AMOUNT'
  const selection = selectFor(cart, given)
  if (terms.type === 'UNIT') {
    const after = giveUnits(cart, unitsOf(terms, given), mode.products === 'ONCE')
    if ('refused' in after) return after
    return stepOf(after, terms.effect, entryLists(cart.lines, applicability, selection))
  }
  const after =
    terms.effect === 'APPLY_TO_ORDER'
      ? takeOffOrder(cart, offOrder(cart, terms, isInitial))
      : takeOffLines(cart, partsOff(cart.lines, selection.selected, terms, isInitial))
  return stepOf(after, terms.effect, entryLists(cart.lines, applicability, selection))
}

function selectFor({ lines }: Cart, { applicability, mode }: StepTerms): Selection {
  return selectLines(lines, applicability, mode.products === 'ONCE')
}

function unitsOf(
  { units }: DiscountTerms & { readonly type: 'UNIT' },
  { goods }: DiscountTermsOfStep
): readonly GivenUnits[] {
  return units.map(each => ({ ...each, goods: goodsOf(each, goods) }))
}

/** The goods by the first of their names that is known. */
function goodsOf(units: UnitTerms, goods: DiscountTermsOfStep['goods']): UnitGoods {
  // A name is never what every object inherits, such as `constructor`.
  const known = [units.unitType, ...ownNames(units)].find(name => Object.hasOwn(goods, name))
  return (known === undefined ? undefined : goods[known]) ?? unknownGoods(units)
}

/** Goods that the inventory does not have: as the discount names them. */
function unknownGoods(units: UnitTerms): UnitGoods {
  const { unitType, product, sku } = units
  const isNamed = product !== null || sku !== null
  const names = [...new Set([unitType, ...ownNames(units)])]
  return {
    object: sku === null ? 'product' : 'sku',
    productId: product?.id ?? null,
    productSourceId: product?.sourceId ?? (isNamed ? null : unitType),
    skuId: sku?.id ?? null,
    skuSourceId: sku?.sourceId ?? null,
    ownIds: names,
    ids: [...names, ...(sku === null || product === null ? [] : [product.id])],
    name: (sku ?? product)?.name ?? null,
    price: null
  }
}

/** What a discount wants to take off the order, which may be more than it costs. */
function offOrder(
  { totalAmount, originalAmount }: Cart,
  terms: Exclude<DiscountTerms, { readonly type: 'UNIT' }>,
  isInitial: boolean
): number {
  const left = totalAmount ?? 0
  switch (terms.type) {
    case 'AMOUNT':
      return Math.min(terms.amountOff, terms.aggregatedAmountLimit ?? terms.amountOff)
    case 'PERCENT': {
      const part = percentOf(isInitial ? originalAmount : left, terms.percentOff)
      return Math.min(part, terms.amountLimit ?? part, terms.aggregatedAmountLimit ?? part)
    }
    case 'FIXED':
      return Math.max(left - terms.fixedAmount, 0)
  }
}

/**
 * Credit of a gift card, at most what is left to pay. Where nothing is left, the card is used and
 * nothing taken of it; a card without credit takes nothing whatever is left, and is refused.
 */
export function applyGift(cart: Cart, given: GiftTermsOfStep): GiftStep {
  const { balance, credits, applicability } = given
  if (cart.amount === null) return { refused: 'missing_amount' }
  if (balance <= 0 || (credits !== null && credits > balance)) {
    return { refused: 'gift_amount_exceeded' }
  }
  const credit = credits ?? balance
  const effect = given.effect ?? 'APPLY_TO_ORDER'
  if (effect === 'APPLY_TO_ITEMS' && !cart.lines.some(line => isCovered(line, applicability))) {
    return { refused: 'missing_order_items_amount' }
  }
  const selection = selectFor(cart, given)
  const after =
    effect === 'APPLY_TO_ORDER'
      ? takeOffOrder(cart, credit)
      : takeOffLines(cart, creditParts(cart.lines, selection.selected, credit))
  const step = stepOf(after, effect, entryLists(cart.lines, applicability, selection))
  return { ...step, taken: step.discount }
}

/**
 * Whether rules let credit pay for a line that has an amount. Limits, and goods that may be
 * discounted once, leave nothing to take of it; that is no reason to refuse the card.
 */
function isCovered({ amount, ids }: CartLine, applicability: readonly Applicability[]): boolean {
  return amount !== null && applicability.every(rule => applies(rule, ids))
}

/**
 * Points of a loyalty card, as `coinPayment` takes them: a discount on the order, of at most what
 * is left of it, and of the lines that the rules let points pay for.
 */
export function applyPoints(cart: Cart, given: PointsTermsOfStep): PointsStep {
  const { ratio, balance, points, applicability } = given
  const left = restOfOrder(cart)
  const selection = selectLines(cart.lines, applicability, false)
  const covered = selection.selected.reduce(
    (sum, { index }) => sum + restOfLine(cart.lines[index] as CartLine),
    0
  )
  const remaining = applicability.some(isSelective) ? Math.min(left, covered) : left
  const payment = coinPayment(ratio, { remaining, given: points, balance })
  if ('refused' in payment) return payment
  const after = takeOffOrder(cart, payment.discount)
  const lists = entryLists(cart.lines, applicability, selection)
  return { ...stepOf(after, 'APPLY_TO_ORDER', lists), taken: payment.points }
}

function stepOf(cart: Cart, effect: string, lists: EntryLists): Step {
  const discount = Number(cart.totalAppliedDiscountAmount)
  const givesUnits = cart.lines.some(line => Number(line.appliedDiscountQuantity) > 0)
  return { cart, discount, hasEffect: discount > 0 || givesUnits, effect, ...lists }
}
