/**
 * A cart and its figures, and the terms by which discounts change them. Every amount is whole, in
 * the smallest currency unit. A figure is null until something of its level was worked out, and may
 * then be 0. After every step these hold, where the amount is known: total discount = discount on
 * the order + the discounts of all lines, and amount − total discount = total, which is never below
 * 0. The applied figures are those of one step, or of all steps in the cart that `sumOfSteps`
 * makes.
 * Spec: Order.total_amount, OrderItem.subtotal_amount, VoucherDiscount, PromotionTier.action.
 */
import { present } from '../mistake.ts'
import { partOf } from '../points.ts'

/** What the goods of a line are called. All are null for a line that names none. */
export interface Goods {
  readonly object: 'product' | 'sku' | null
  readonly productId: string | null
  readonly productSourceId: string | null
  readonly skuId: string | null
  readonly skuSourceId: string | null
}

/** Goods that a UNIT discount gives, as the inventory or the discount knows them. */
export interface UnitGoods extends Goods {
  /** Own ids and source ids of the SKU or product. A line that has one of them is enlarged. */
  readonly ownIds: readonly string[]
  /** As `CartLine.ids`, of the line that they become: the own ids are among them. */
  readonly ids: readonly string[]
  readonly name: string | null
  /** Of one unit; null for goods without a price, whose line has no amounts. */
  readonly price: number | null
}

export interface CartLine extends Goods {
  /** The position among the lines of the order, from 0; null for a line that a discount added. */
  readonly index: number | null
  /** The goods of a line that a discount added; null for the others. */
  readonly added: UnitGoods | null
  /** Of its product, its SKU and every collection of them; source ids where nobody said an id. */
  readonly ids: readonly string[]
  readonly quantity: number
  /** Units without those that discounts added; null where nothing was said of it. */
  readonly initialQuantity: number | null
  readonly discountQuantity: number | null
  /** Of one unit. */
  readonly price: number | null
  /** Before discounts; null for a line without a price, which no discount changes. */
  readonly amount: number | null
  readonly initialAmount: number | null
  readonly discountAmount: number | null
  /** amount − discount. */
  readonly subtotalAmount: number | null
  readonly appliedDiscountAmount: number | null
  readonly appliedDiscountQuantity: number | null
  /** By how much the quantity changed; negative where a cart brought more free units back. */
  readonly appliedQuantity: number | null
  /** By how much the amount changed with it. */
  readonly appliedQuantityAmount: number | null
  /** The amount before the first step; 0 for an added line. */
  readonly originalAmount: number
  /** Units before discounts where a line came back with free ones, until given anew; else null. */
  readonly echoedQuantity: number | null
  /**
   * What of the amount a later step of the request cuts off with units of an earlier answer, and
   * no step may take before; 0 where nothing is cut. See `heldBackFor`.
   */
  readonly heldAmount: number
  /** Beyond the amount of a stored order that was lowered: kept, not counted (`keptDiscount`). */
  readonly beyondOrder: number
  /** Whether a step took something off it. */
  readonly isDiscounted: boolean
}

/** A line that discounts may change. */
export type PricedLine = CartLine & { readonly amount: number; readonly subtotalAmount: number }

export function isPriced(line: CartLine): line is PricedLine {
  return line.amount !== null
}

interface Figures {
  /** Before discounts, with the price of added units; null: unknown. */
  readonly amount: number | null
  /** Before units were added; null until a discount gives units, unless it was sent. */
  readonly initialAmount: number | null
  /** On the order as a whole. */
  readonly discountAmount: number | null
  readonly itemsDiscountAmount: number | null
  readonly totalDiscountAmount: number | null
  readonly totalAmount: number | null
  readonly appliedDiscountAmount: number | null
  readonly itemsAppliedDiscountAmount: number | null
  readonly totalAppliedDiscountAmount: number | null
}

export interface Cart extends Figures {
  /** Those of the order in their order, then the added ones. */
  readonly lines: readonly CartLine[]
  /** The amount before the first step; 0 where it is unknown. */
  readonly originalAmount: number
}

/** A line as it is sent or stored; the other figures of a cart follow from it. */
export type OpenedLine = Goods &
  Pick<
    CartLine,
    | 'ids'
    | 'quantity'
    | 'initialQuantity'
    | 'discountQuantity'
    | 'price'
    | 'amount'
    | 'initialAmount'
    | 'discountAmount'
  >

interface OpenedOrder extends Pick<Figures, 'amount' | 'initialAmount' | 'discountAmount'> {
  readonly lines: readonly OpenedLine[]
  /** Its free units are given; else `initialQuantity` says which came back and are given again. */
  readonly isStored: boolean
}

/**
 * A cart to begin with, with the figures that follow from its lines. The amount is the one that was
 * sent, else the sum of its lines; null where no line has one. Discounts given before count as far
 * as the amounts allow, those of lines first. Null when a figure exceeds the integers that a number
 * holds exactly.
 */
export function openCart(order: OpenedOrder): Cart | null {
  const known = order.lines.map(({ amount }) => amount).filter(amount => amount !== null)
  const sum = known.reduce((total, amount) => total + amount, 0)
  const amount = order.amount ?? (known.length === 0 ? null : sum)
  if (!Number.isSafeInteger(sum) || !Number.isSafeInteger(amount ?? 0)) return null
  let left = amount ?? 0
  const lines = order.lines.map((line, index) => {
    const opened = openLine(line, index, order.isStored, left)
    left -= opened.discountAmount ?? 0
    return opened
  })
  const { initialAmount } = order
  const discountAmount = amount === null ? null : order.discountAmount
  const originalAmount = amount ?? 0
  const base = { amount, initialAmount, discountAmount, originalAmount, lines }
  return withFigures({ ...base, itemsDiscountAmount: null }, { order: null, items: null })
}

/** `left`: what the discounts of lines may take at most. */
function openLine(line: OpenedLine, index: number, isStored: boolean, left: number): CartLine {
  const { quantity, initialQuantity, discountQuantity, amount } = line
  const given =
    amount === null || line.discountAmount === null ? null : Math.min(line.discountAmount, amount)
  const discountAmount = given === null ? null : Math.min(given, left)
  const isEchoed = !isStored && initialQuantity !== null
  const beyondOrder = isStored ? (given ?? 0) - (discountAmount ?? 0) : 0
  return withoutApplied({
    ...line,
    index,
    added: null,
    discountQuantity: discountQuantity === null ? null : Math.min(discountQuantity, quantity),
    discountAmount,
    subtotalAmount: amount === null ? null : amount - (discountAmount ?? 0),
    originalAmount: amount ?? 0,
    echoedQuantity: isEchoed ? Math.min(initialQuantity, quantity) : null,
    heldAmount: 0,
    beyondOrder,
    isDiscounted: false
  })
}

/**
 * What an order keeps of the discount of a line: also what is beyond the amount of the order.
 * Spec: openapi/behaviour/money-and-rounding.md#a-low-amount-leaves-the-items-their-discounts.
 */
export function keptDiscount(line: CartLine): Pick<CartLine, 'discountAmount' | 'subtotalAmount'> {
  const { discountAmount, subtotalAmount, beyondOrder } = line
  if (beyondOrder === 0) return { discountAmount, subtotalAmount }
  return {
    discountAmount: present(discountAmount, 'no discount is beyond an order') + beyondOrder,
    subtotalAmount: present(subtotalAmount, 'no amount is beyond an order') - beyondOrder
  }
}

type AppliedFigure =
  | 'appliedDiscountAmount'
  | 'appliedDiscountQuantity'
  | 'appliedQuantity'
  | 'appliedQuantityAmount'

export function withoutApplied(line: Omit<CartLine, AppliedFigure>): CartLine {
  const nothing = { appliedDiscountAmount: null, appliedDiscountQuantity: null }
  return { ...line, ...nothing, appliedQuantity: null, appliedQuantityAmount: null }
}

type Base = Pick<
  Cart,
  'amount' | 'initialAmount' | 'discountAmount' | 'itemsDiscountAmount' | 'originalAmount' | 'lines'
>

/**
 * The cart with all its figures. The discount on the order is cut to what the order can still take,
 * which is less where units of a cart that came back are gone.
 */
export function withFigures(
  base: Base,
  applied: { readonly order: number | null; readonly items: number | null }
): Cart {
  const { amount, lines } = base
  const isShown =
    applied.items !== null ||
    base.itemsDiscountAmount !== null ||
    lines.some(({ discountAmount }) => discountAmount !== null)
  const onLines = lines.reduce((sum, { discountAmount }) => sum + (discountAmount ?? 0), 0)
  const discountAmount =
    base.discountAmount === null ? null : Math.min(base.discountAmount, (amount ?? 0) - onLines)
  const total = onLines + (discountAmount ?? 0)
  return {
    ...base,
    discountAmount,
    itemsDiscountAmount: isShown ? onLines : null,
    totalDiscountAmount: amount === null ? null : total,
    totalAmount: amount === null ? null : amount - total,
    appliedDiscountAmount: applied.order,
    itemsAppliedDiscountAmount: applied.items,
    totalAppliedDiscountAmount: sumOrNull([applied.order, applied.items])
  }
}

/** What steps may still take off the order; 0 where its amount is unknown. */
export function restOfOrder({ totalAmount, lines }: Cart): number {
  const held = lines.reduce((sum, { heldAmount }) => sum + heldAmount, 0)
  return Math.max((totalAmount ?? 0) - held, 0)
}

export function restOfLine({ subtotalAmount, heldAmount }: PricedLine): number {
  return Math.max(subtotalAmount - heldAmount, 0)
}

/** The last cart with the applied figures of all steps; the opened one where there are none. */
export function sumOfSteps(opened: Cart, steps: readonly { readonly cart: Cart }[]): Cart {
  const carts = steps.map(({ cart }) => cart)
  const last = carts.at(-1)
  if (last === undefined) return opened
  if (carts.length === 1) return last
  const sum = (figure: (cart: Cart) => number | null | undefined) => sumOrNull(carts.map(figure))
  return {
    ...last,
    appliedDiscountAmount: sum(cart => cart.appliedDiscountAmount),
    itemsAppliedDiscountAmount: sum(cart => cart.itemsAppliedDiscountAmount),
    totalAppliedDiscountAmount: sum(cart => cart.totalAppliedDiscountAmount),
    lines: last.lines.map((line, index) => ({
      ...line,
      appliedDiscountAmount: sum(({ lines }) => lines[index]?.appliedDiscountAmount),
      appliedDiscountQuantity: sum(({ lines }) => lines[index]?.appliedDiscountQuantity),
      appliedQuantity: sum(({ lines }) => lines[index]?.appliedQuantity),
      appliedQuantityAmount: sum(({ lines }) => lines[index]?.appliedQuantityAmount)
    }))
  }
}

function sumOrNull(figures: readonly (number | null | undefined)[]): number | null {
  const known = figures.filter(figure => figure != null)
  return known.length === 0 ? null : known.reduce((sum, figure) => sum + figure, 0)
}

type OrderOrItems = 'APPLY_TO_ORDER' | 'APPLY_TO_ITEMS'
type AmountEffect =
  | OrderOrItems
  | 'APPLY_TO_ITEMS_BY_QUANTITY'
  | 'APPLY_TO_ITEMS_PROPORTIONALLY'
  | 'APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY'
type UnitEffect = 'ADD_NEW_ITEMS' | 'ADD_MISSING_ITEMS'

/** ADD_MANY_ITEMS where the discount has `units`. */
type UnitDiscountEffect = UnitEffect | 'ADD_MANY_ITEMS'

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
interface SaidGoods {
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
  const needed = (name: string) => present(figure(name), `a discount without ${name} is stored`)
  switch (discount.type) {
    case 'AMOUNT': {
      const amountOff = needed('amount_off')
      return { type: 'AMOUNT', effect: effect as AmountEffect, amountOff, aggregatedAmountLimit }
    }
    case 'PERCENT':
      return {
        type: 'PERCENT',
        effect: effect as OrderOrItems,
        percentOff: needed('percent_off'),
        amountLimit: figure('amount_limit'),
        aggregatedAmountLimit
      }
    case 'FIXED': {
      const fixedAmount = needed('fixed_amount')
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

/*
 * Takes back what a request took off an order. What each request took off is kept beside the order,
 * so that requests can be taken back in any order, and each takes its own part: never more than the
 * order still has of it. Figures that become 0 are null, as they were before anything was taken
 * off.
 */

/** What one request took off an order; amounts in the smallest unit. */
export interface TakenOff {
  /** Off the order as a whole. */
  readonly discountAmount: number
  readonly lines: readonly LineDiscount[]
  /** Whether the amount of the order was set since, so that it has nothing of added units. */
  readonly keepsAmount?: boolean
  /** Whether the order had no amount before, so that it has none without priced lines. */
  readonly bringsAmount?: boolean
}

/** What a request did to one line of its order; amounts in the smallest unit. */
export interface LineDiscount {
  readonly index: number
  readonly discountAmount: number
  /** Units that it made free. */
  readonly discountQuantity: number
  /** Added, and what they cost before discounts; below 0 where a cart brought more back. */
  readonly addedQuantity: number
  readonly addedAmount: number
  /** What the shop had said of the line before units were given on it; absent for nothing. */
  readonly own?: OwnFigures | undefined
}

/** What the shop says of a line before discounts; null where it says nothing. */
export type OwnFigures = Pick<CartLine, 'initialQuantity' | 'initialAmount'>

/** What the steps of one request took off together, as `sumOfSteps` has it. */
export function takenOffBy({ appliedDiscountAmount, lines }: Cart): TakenOff {
  const parts = lines.map((line, index) => ({
    index,
    discountAmount: line.appliedDiscountAmount ?? 0,
    discountQuantity: line.appliedDiscountQuantity ?? 0,
    addedQuantity: line.appliedQuantity ?? 0,
    addedAmount: line.appliedQuantityAmount ?? 0
  }))
  return { discountAmount: appliedDiscountAmount ?? 0, lines: parts.filter(isAnything) }
}

export function isAnything({ index: _, own: _own, ...figures }: LineDiscount): boolean {
  return Object.values(figures).some(figure => figure !== 0)
}

export function givesUnits({ discountQuantity, addedQuantity }: LineDiscount): boolean {
  return discountQuantity !== 0 || addedQuantity !== 0
}

export type KeptLine = Pick<
  CartLine,
  | 'quantity'
  | 'initialQuantity'
  | 'discountQuantity'
  | 'amount'
  | 'discountAmount'
  | 'subtotalAmount'
>

type KeptFigures = Pick<
  Figures,
  'amount' | 'discountAmount' | 'itemsDiscountAmount' | 'totalDiscountAmount' | 'totalAmount'
>

export interface OrderToRestore<Line extends KeptLine> extends KeptFigures {
  readonly lines: readonly Line[]
}

export interface TakenBack<Line extends KeptLine> extends KeptFigures {
  /** In their places; null for one that had nothing but units which the request added. */
  readonly lines: readonly (Line | null)[]
}

/** The order without what a request took off it, as far as it is still there. */
export function takeBack<Line extends KeptLine>(
  order: OrderToRestore<Line>,
  taken: TakenOff
): TakenBack<Line> {
  const lines = order.lines.map((line, at) =>
    taken.lines
      .filter(({ index }) => index === at)
      .reduce<Line | null>((left, part) => left && withoutPart(left, part), line)
  )
  const change = taken.keepsAmount ? 0 : sumOf(lines, 'amount') - sumOf(order.lines, 'amount')
  const isUnknown =
    order.amount === null || (taken.bringsAmount && lines.every(line => line?.amount == null))
  const amount = isUnknown ? null : Math.max(order.amount + change, 0)
  const onLines = sumOf(lines, 'discountAmount')
  const rest = Math.max((order.discountAmount ?? 0) - taken.discountAmount, 0)
  const shown = (onOrder: number) => (order.discountAmount === null ? null : onOrder)
  if (amount === null) {
    const unknown = { itemsDiscountAmount: null, totalDiscountAmount: null, totalAmount: null }
    return { lines, amount, ...unknown, discountAmount: shown(rest) }
  }
  const onItems = Math.min(onLines, amount)
  const onOrder = Math.min(rest, amount - onItems)
  return {
    lines,
    amount,
    discountAmount: shown(onOrder),
    itemsDiscountAmount: onItems === 0 ? null : onItems,
    totalDiscountAmount: order.totalDiscountAmount === null ? null : onItems + onOrder,
    totalAmount: amount - onItems - onOrder
  }
}

function sumOf(lines: readonly (KeptLine | null)[], figure: 'amount' | 'discountAmount'): number {
  return lines.reduce((sum, line) => sum + (line?.[figure] ?? 0), 0)
}

/** The line without the part; null where all of its units were added. */
export function withoutPart<Line extends KeptLine>(line: Line, part: LineDiscount): Line | null {
  const { addedQuantity, discountQuantity, ...amounts } = partLeft(line, part)
  const quantity = line.quantity - addedQuantity
  if (quantity === 0 && addedQuantity > 0) return null
  const free = Math.min((line.discountQuantity ?? 0) - discountQuantity, quantity)
  const amount = line.amount === null ? null : Math.max(line.amount - amounts.addedAmount, 0)
  const discount = (line.discountAmount ?? 0) - amounts.discountAmount
  const discountAmount = Math.min(discount, amount ?? discount)
  return {
    ...line,
    quantity,
    discountQuantity: free === 0 ? null : free,
    amount,
    discountAmount: discountAmount === 0 ? null : discountAmount,
    subtotalAmount: amount === null ? null : amount - discountAmount
  }
}

/**
 * What of a part a line still has. A line that was lowered since has lost the units that were added
 * last, and keeps those that are paid for.
 */
export function partLeft(line: KeptLine, part: LineDiscount): LineDiscount {
  const free = line.discountQuantity ?? 0
  const beside = Math.max(line.quantity - (line.initialQuantity ?? 0), 0)
  const addedQuantity = Math.min(part.addedQuantity, free, beside)
  const addedAmount =
    addedQuantity === part.addedQuantity
      ? part.addedAmount
      : partOf(part.addedAmount, { units: addedQuantity, of: part.addedQuantity })
  const left: LineDiscount = {
    index: part.index,
    discountAmount: Math.min(part.discountAmount, line.discountAmount ?? 0),
    discountQuantity: Math.min(part.discountQuantity, free),
    addedQuantity,
    addedAmount
  }
  return part.own !== undefined && givesUnits(left) ? { ...left, own: part.own } : left
}

/*
 * Takes an amount off the order, or off its lines. What is taken off the order does not lower the
 * lines, so discounts of lines may want more than the order still costs: together they take what is
 * left, the first lines first.
 */

export function takeOffOrder(cart: Cart, wanted: number): Cart {
  const applied = Math.min(wanted, restOfOrder(cart))
  const discountAmount = (cart.discountAmount ?? 0) + applied
  const lines = cart.lines.map(withoutApplied)
  return withFigures({ ...cart, discountAmount, lines }, { order: applied, items: null })
}

/** An amount to take off the line at a position of the cart, at most what is left of it. */
export interface LinePart {
  readonly line: PricedLine
  readonly index: number
  readonly amount: number
}

export function takeOffLines(cart: Cart, parts: readonly LinePart[]): Cart {
  const lines = cart.lines.map(withoutApplied)
  let left = restOfOrder(cart)
  let items = 0
  for (const { line, index, amount } of parts) {
    const applied = Math.min(amount, left)
    left -= applied
    items += applied
    const discountAmount = (line.discountAmount ?? 0) + applied
    lines[index] = {
      ...withoutApplied(line),
      discountAmount,
      subtotalAmount: line.amount - discountAmount,
      appliedDiscountAmount: applied
    }
  }
  return withFigures({ ...cart, lines: markDiscounted(lines) }, { order: null, items })
}

/** On whichever line; SKUs of one product are the same goods here. */
export function markDiscounted(lines: readonly CartLine[]): readonly CartLine[] {
  const isTouched = (line: CartLine) =>
    (line.appliedDiscountAmount ?? 0) > 0 || (line.appliedDiscountQuantity ?? 0) > 0
  const names = new Set(lines.filter(isTouched).map(nameOf))
  return lines.map(line => {
    const name = nameOf(line)
    const isDiscounted = line.isDiscounted || (name === null ? isTouched(line) : names.has(name))
    return isDiscounted === line.isDiscounted ? line : { ...line, isDiscounted }
  })
}

function nameOf({ productId, productSourceId, skuId, skuSourceId }: CartLine): string | null {
  return productId ?? productSourceId ?? skuId ?? skuSourceId
}

/*
 * Holds back what a later step of the same request cuts off the cart. A cart that came back with
 * free units is cut to its units before them when units are given on it again. Whatever steps
 * before that took off those units would be paid for nothing, so it is held back from them, and the
 * steps are taken once more. Discounts that the cart came with are cut to what is left beside it,
 * before the first step.
 */

/**
 * The cart to begin with again, in which the amounts that the steps cut off are held back; null
 * where nothing that a step took was cut off with them, or where they are held back already.
 * Spec: openapi/behaviour/discounts.md#nothing-is-taken-for-units-that-a-later-step-cuts-off.
 */
export function heldBackFor(opened: Cart, steps: readonly { readonly cart: Cart }[]): Cart | null {
  const last = sumOfSteps(opened, steps)
  const isCut = last.lines.some((line, at) => isLost(opened.lines[at] ?? ADDED, line))
  if (!isCut && !isLost(opened, last)) return null
  const lines = opened.lines.map((line, at) => {
    const heldAmount = Math.max(line.heldAmount, cutOff(line, last.lines[at] as CartLine))
    return heldAmount === line.heldAmount ? line : { ...line, heldAmount }
  })
  const isMore = lines.some((line, at) => line !== opened.lines[at])
  return isMore ? besideHeld({ ...opened, lines }) : null
}

/** The cart with the discounts that it came with cut to what may be taken off it. */
function besideHeld(cart: Cart): Cart {
  const held = cart.lines.reduce((sum, { heldAmount }) => sum + heldAmount, 0)
  let left = Math.max(present(cart.amount, 'nothing is held of no amount') - held, 0)
  const take = (discount: number | null, most: number) => {
    if (discount === null) return null
    const taken = Math.min(discount, most, left)
    left -= taken
    return taken
  }
  const lines = cart.lines.map(line => {
    if (line.amount === null) return line
    const discountAmount = take(line.discountAmount, line.amount - line.heldAmount)
    return { ...line, discountAmount, subtotalAmount: line.amount - (discountAmount ?? 0) }
  })
  const discountAmount = take(cart.discountAmount, left)
  return withFigures({ ...cart, lines, discountAmount }, { order: null, items: null })
}

/** A line that steps added, before them. */
const ADDED: Discounted = { discountAmount: null, appliedDiscountAmount: null }

type Discounted = Pick<CartLine, 'discountAmount' | 'appliedDiscountAmount'>

function isLost(before: Discounted, after: Discounted) {
  const applied = after.appliedDiscountAmount ?? 0
  return (after.discountAmount ?? 0) < (before.discountAmount ?? 0) + applied
}

function cutOff({ echoedQuantity, amount }: CartLine, after: CartLine): number {
  const isCut = echoedQuantity !== null && after.echoedQuantity === null
  return isCut && amount !== null ? amount - present(after.initialAmount, 'no amount is cut') : 0
}
