/**
 * One step of a stack: what one redeemable takes off a cart. A step is worked out on the cart as
 * the steps before it left it. What it may take off the order is what the order still costs; what
 * it may take off a line is what is left of the line.
 * Spec: Order.total_amount,
 * openapi/behaviour/money-and-rounding.md#each-discount-takes-what-the-ones-before-it-left,
 * openapi/behaviour/orders.md#free-goods-are-added-once-and-go-with-their-redemption.
 */

import { present } from '../mistake.ts'
import {
  type CoinRatio,
  coinPayment,
  type NoPayment,
  partOf,
  percentOf,
  percentOfPart,
  shareOut,
  timesAtMost,
  type UnitShare
} from '../points.ts'
import { type Applicability, type ApplicableItem, applies, isSelective } from '../validation.ts'
import {
  type Cart,
  type CartLine,
  type DiscountTerms,
  isPriced,
  type LinePart,
  markDiscounted,
  ownNames,
  type PricedLine,
  restOfLine,
  restOfOrder,
  type StoredDiscount,
  takeOffLines,
  takeOffOrder,
  termsOf,
  type UnitGoods,
  type UnitTerms,
  withFigures,
  withoutApplied
} from './cart.ts'
import {
  type EntryLists,
  entryLists,
  type Selected,
  type Selection,
  selectLines
} from './selection.ts'

export interface CalculationMode {
  /** Percentages are of what earlier discounts left, or of the amount before the first one. */
  readonly base: 'DISCOUNTED_AMOUNT' | 'INITIAL_AMOUNT'
  /** ONCE: lines whose goods an earlier step discounted are left out of later ones on lines. */
  readonly products: 'STACK' | 'ONCE'
}

interface StepTerms {
  readonly mode: CalculationMode
  /** Of every rule that binds the redeemable: a line counts where all of them let it. */
  readonly applicability: readonly Applicability[]
}

interface DiscountTermsOfStep extends StepTerms {
  readonly discount: StoredDiscount
  /** The goods of units by their names; others are what the discount says of them. */
  readonly goods: { readonly [name: string]: UnitGoods }
}

interface GiftTermsOfStep extends StepTerms {
  /** Null counts as APPLY_TO_ORDER. */
  readonly effect: 'APPLY_TO_ORDER' | 'APPLY_TO_ITEMS' | null
  /** Credit that can be taken: the balance without what is locked for others; below 1 for none. */
  readonly balance: number
  /** Named by the caller, at least 1; null for as much as is needed. */
  readonly credits: number | null
}

interface PointsTermsOfStep extends StepTerms {
  readonly ratio: CoinRatio
  readonly balance: number
  /** Named by the caller, at least 1; null for as many as are needed. */
  readonly points: number | null
}

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

export interface PaidStep extends Step {
  readonly taken: number
}

export type NoCredit = 'missing_amount' | 'missing_order_items_amount' | 'gift_amount_exceeded'

type DiscountStep = Step | { readonly refused: NoUnits }
type GiftStep<Why = NoCredit> = PaidStep | { readonly refused: Why }
type PointsStep = PaidStep | { readonly refused: readonly [NoPayment, ...NoPayment[]] }

export function applyDiscount(cart: Cart, given: DiscountTermsOfStep): DiscountStep {
  const { applicability, mode, discount } = given
  const terms = termsOf(discount, applicability.some(isSelective))
  const isInitial = mode.base === 'INITIAL_AMOUNT'
  const selection = selectFor(cart, given)
  const lists = entryLists(cart.lines, applicability, selection)
  if (terms.type === 'UNIT') {
    const units = terms.units.map(each => ({ ...each, goods: goodsOf(each, given.goods) }))
    const after = giveUnits(cart, units, mode.products === 'ONCE')
    return 'refused' in after ? after : stepOf(after, terms.effect, lists)
  }
  const after =
    terms.effect === 'APPLY_TO_ORDER'
      ? takeOffOrder(cart, offOrder(cart, terms, isInitial))
      : takeOffLines(cart, partsOff(selection.selected, terms, isInitial))
  return stepOf(after, terms.effect, lists)
}

function selectFor({ lines }: Cart, { applicability, mode }: StepTerms): Selection {
  return selectLines(lines, applicability, mode.products === 'ONCE')
}

function goodsOf(units: UnitTerms, goods: DiscountTermsOfStep['goods']): UnitGoods {
  // A name is never what every object inherits, such as `constructor`.
  const known = [units.unitType, ...ownNames(units)].find(name => Object.hasOwn(goods, name))
  return (known === undefined ? undefined : goods[known]) ?? unknownGoods(units)
}

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
export function applyGift(
  cart: Cart & { readonly amount: number },
  given: GiftTermsOfStep
): GiftStep<Exclude<NoCredit, 'missing_amount'>>
export function applyGift(cart: Cart, given: GiftTermsOfStep): GiftStep
export function applyGift(cart: Cart, given: GiftTermsOfStep): GiftStep {
  const { balance, credits, applicability } = given
  if (cart.amount === null) return { refused: 'missing_amount' }
  if (balance <= 0 || (credits !== null && credits > balance)) {
    return { refused: 'gift_amount_exceeded' }
  }
  const credit = credits ?? balance
  const effect = given.effect ?? 'APPLY_TO_ORDER'
  const pays = ({ amount, ids }: CartLine) =>
    amount !== null && applicability.every(rule => applies(rule, ids))
  if (effect === 'APPLY_TO_ITEMS' && !cart.lines.some(pays)) {
    return { refused: 'missing_order_items_amount' }
  }
  const selection = selectFor(cart, given)
  const after =
    effect === 'APPLY_TO_ORDER'
      ? takeOffOrder(cart, credit)
      : takeOffLines(cart, creditParts(selection.selected, credit))
  const step = stepOf(after, effect, entryLists(cart.lines, applicability, selection))
  return { ...step, taken: step.discount }
}

/** As `coinPayment` takes them: off the order, at most for the lines that points may pay for. */
export function applyPoints(cart: Cart, given: PointsTermsOfStep): PointsStep {
  const { ratio, balance, points, applicability } = given
  const left = restOfOrder(cart)
  const selection = selectLines(cart.lines, applicability, false)
  const covered = selection.selected.reduce((sum, { line }) => sum + restOfLine(line), 0)
  const remaining = applicability.some(isSelective) ? Math.min(left, covered) : left
  const payment = coinPayment(ratio, { remaining, given: points, balance })
  if ('refused' in payment) return payment
  const after = takeOffOrder(cart, payment.discount)
  const lists = entryLists(cart.lines, applicability, selection)
  return { ...stepOf(after, 'APPLY_TO_ORDER', lists), taken: payment.points }
}

function stepOf(cart: Cart, effect: string, lists: EntryLists): Step {
  const discount = present(cart.totalAppliedDiscountAmount, 'a step took nothing, not even 0')
  const givesUnits = cart.lines.some(line => (line.appliedDiscountQuantity ?? 0) > 0)
  return { cart, discount, hasEffect: discount > 0 || givesUnits, effect, ...lists }
}

/*
 * Gives free units: makes units of a line free, enlarges it, or adds a line. A free unit takes its
 * price off the line, less what earlier discounts of the line already took off it; those are spread
 * evenly over the units that were not free. A unit that is free already is no unit for a later
 * discount. A line of a cart that came back with free units is first cut to the units that it had
 * before them, so that asking again gives the same cart.
 */

/** How many lines an order has at most, and how many units a line. */
export const LINES_MAX = 500
export const QUANTITY_MAX = 9_999_999_999

/** Why units are not given: what they would bring is more than an order or a number holds. */
export type NoUnits = 'out_of_range' | 'too_many_lines' | 'too_many_units'

interface GivenUnits extends UnitTerms {
  readonly goods: UnitGoods
}

/**
 * The cart with the units, each kind in turn. With `isOnce`, goods that an earlier step discounted
 * get none. Refused where they add a line to a full order, or units to a full line.
 */
function giveUnits(
  cart: Cart,
  given: readonly GivenUnits[],
  isOnce: boolean
): Cart | { readonly refused: NoUnits } {
  let lines: readonly CartLine[] = cart.lines.map(withoutApplied)
  for (const units of given) {
    if (isOnce && matching(cart.lines, units).some(at => cart.lines[at]?.isDiscounted)) continue
    lines = giveKind(lines, units)
  }
  const isKnown = cart.amount !== null || lines.some(line => line.amount !== null)
  const amount = isKnown ? amountAfter(cart, lines) : null
  const figures = [amount, ...lines.map(line => line.amount)]
  const isCountable = figures.every(figure => Number.isSafeInteger(figure ?? 0))
  const refused = beyondOrder(lines, cart) ?? (isCountable ? null : 'out_of_range')
  if (refused !== null) return { refused }
  const isGiven =
    isKnown && lines.some(line => line.appliedDiscountQuantity || line.appliedQuantity)
  const initialAmount = cart.initialAmount ?? (isGiven ? cart.originalAmount : null)
  const capped = withinOrder(cart, { amount, lines })
  const items = sum(capped, ({ appliedDiscountAmount }) => appliedDiscountAmount)
  const base = { ...cart, amount, initialAmount, lines: markDiscounted(capped) }
  return withFigures(base, { order: null, items })
}

/**
 * The amount of the order with these lines. An order may be sent with less than its lines cost
 * together; what is cut off lines takes no more off it, and nothing of what units added.
 */
function amountAfter(cart: Cart, lines: readonly CartLine[]): number {
  const sent = (cart.amount ?? 0) - addedIn(cart.lines)
  const cut = originalOf(cart.lines) - originalOf(lines)
  return Math.max(sent - cut, 0) + addedIn(lines)
}

function originalOf(lines: readonly CartLine[]): number {
  return sum(lines, ({ originalAmount }) => originalAmount)
}

/** What units that were added cost before discounts. */
function addedIn(lines: readonly CartLine[]): number {
  return sum(lines, ({ amount }) => amount) - originalOf(lines)
}

function sum(lines: readonly CartLine[], of: (line: CartLine) => number | null): number {
  return lines.reduce((total, line) => total + (of(line) ?? 0), 0)
}

/** What an order cannot have of these lines; null where they fit, or were as many before. */
function beyondOrder(lines: readonly CartLine[], before: Cart): NoUnits | null {
  if (lines.length > Math.max(LINES_MAX, before.lines.length)) return 'too_many_lines'
  const isOver = lines.some(
    ({ quantity }, at) => quantity > Math.max(QUANTITY_MAX, before.lines[at]?.quantity ?? 0)
  )
  return isOver ? 'too_many_units' : null
}

/**
 * The lines with no larger discounts than the order costs: those from before the step come first,
 * then added units, which cost nothing, then units that become free, which take what is left
 * beside the discount on the order.
 */
function withinOrder(
  cart: Cart,
  { amount, lines }: Pick<Cart, 'amount' | 'lines'>
): readonly CartLine[] {
  let left = amount ?? 0
  const take = (wanted: number) => {
    const taken = Math.min(wanted, left)
    left -= taken
    return taken
  }
  const before = lines.map(line => ({
    line,
    own: take((line.discountAmount ?? 0) - appliedTo(line))
  }))
  const held = before.map((each, at) => {
    const more = addedIn([each.line]) - addedIn(cart.lines.slice(at, at + 1))
    return { ...each, added: take(Math.min(more, appliedTo(each.line))) }
  })
  take(cart.discountAmount ?? 0)
  // What later steps cut off other lines is not free for these.
  take(sum(lines, ({ heldAmount }) => heldAmount))
  return held.map(({ line, own, added }) => {
    const applied = added + take(appliedTo(line) - added)
    if (line.discountAmount === null) return line
    const amount = present(line.amount, 'a line without an amount has a discount')
    const isUntouched = line.appliedDiscountAmount === null
    return {
      ...line,
      discountAmount: own + applied,
      subtotalAmount: amount - own - applied,
      appliedDiscountAmount: isUntouched ? null : applied
    }
  })
}

function appliedTo({ appliedDiscountAmount }: CartLine): number {
  return appliedDiscountAmount ?? 0
}

function matching(lines: readonly CartLine[], { goods }: GivenUnits): readonly number[] {
  return lines.flatMap(({ ids }, at) => (ids.some(id => goods.ownIds.includes(id)) ? [at] : []))
}

function giveKind(lines: readonly CartLine[], units: GivenUnits): readonly CartLine[] {
  const [first, ...others] = matching(lines, units)
  if (first === undefined) return [...lines, newLine(units)]
  if (units.effect === 'ADD_NEW_ITEMS') {
    return lines.map((line, at) =>
      at === first ? enlarge(line, units.goods, 0, units.unitOff) : line
    )
  }
  // What is in the cart comes first; what is missing enlarges the first line.
  let left = units.unitOff
  const freed = new Map(
    [first, ...others].map(at => {
      const free = Math.min(unitsToPay(lines[at] as CartLine), left)
      left -= free
      return [at, free] as const
    })
  )
  return lines.map((line, at) => {
    const free = freed.get(at)
    if (free === undefined) return line
    return enlarge(line, units.goods, free, at === first ? left : 0)
  })
}

function unitsToPay({ echoedQuantity, quantity, discountQuantity }: CartLine): number {
  return echoedQuantity ?? quantity - (discountQuantity ?? 0)
}

function newLine({ goods, unitOff }: GivenUnits): CartLine {
  const { ownIds: _ownIds, name: _name, ids, price, ...names } = goods
  const amount = price === null ? null : price * unitOff
  return {
    ...names,
    index: null,
    added: goods,
    ids,
    quantity: unitOff,
    initialQuantity: 0,
    discountQuantity: unitOff,
    price,
    amount,
    initialAmount: amount === null ? null : 0,
    discountAmount: amount,
    subtotalAmount: amount === null ? null : 0,
    appliedDiscountAmount: amount,
    appliedDiscountQuantity: unitOff,
    appliedQuantity: unitOff,
    appliedQuantityAmount: amount,
    originalAmount: 0,
    echoedQuantity: null,
    heldAmount: 0,
    beyondOrder: 0,
    isDiscounted: false
  }
}

/** Units of the line become free: some that it has (`freed`), and some that are added. */
function enlarge(line: CartLine, goods: UnitGoods, freed: number, added: number): CartLine {
  const { echoedQuantity } = line
  const free = echoedQuantity === null ? (line.discountQuantity ?? 0) : 0
  const paid = unitsToPay(line)
  const isGiven = freed + added > 0
  const after = {
    ...line,
    quantity: paid + free + added,
    initialQuantity:
      echoedQuantity ??
      (isGiven ? Math.min(line.initialQuantity ?? paid, line.quantity) : line.initialQuantity),
    discountQuantity: free + freed + added,
    appliedDiscountQuantity: (line.appliedDiscountQuantity ?? 0) + freed + added,
    appliedQuantity: (line.appliedQuantity ?? 0) + paid + free + added - line.quantity,
    echoedQuantity: null,
    heldAmount: 0
  }
  if (!isPriced(line)) return after
  const priced = price(line, after, goods)
  return isGiven || echoedQuantity !== null
    ? priced
    : { ...priced, initialAmount: line.initialAmount }
}

type Enlarged = CartLine & { readonly discountQuantity: number }

function price(before: PricedLine, after: Enlarged, goods: UnitGoods): CartLine {
  const [amountBefore, given] = [before.amount, before.discountAmount ?? 0]
  const unit = unitPrice(before, goods)
  const amount = Math.max(amountBefore + (after.quantity - before.quantity) * unit, 0)
  // Units at their price, all of them at the amount of the line.
  const { quantity, discountQuantity: free } = after
  const freeValue = free >= quantity ? amount : timesAtMost(unit, free, amount)
  const kept = keptOnPaid(before, after, unit)
  const onPaid = Math.min(kept, amount - freeValue)
  const left = Math.min(given, amount)
  const more = Math.max(Math.min(freeValue - (given - onPaid), amount - left), 0)
  const initialAmount =
    before.echoedQuantity === null
      ? (before.initialAmount ?? amountBefore)
      : Math.max(amountBefore + (before.echoedQuantity - before.quantity) * unit, 0)
  return {
    ...after,
    amount,
    initialAmount,
    discountAmount: left + more,
    appliedDiscountAmount: (before.appliedDiscountAmount ?? 0) + more,
    originalAmount: before.echoedQuantity === null ? before.originalAmount : initialAmount,
    appliedQuantityAmount: (before.appliedQuantityAmount ?? 0) + amount - amountBefore
  }
}

function unitPrice({ price, amount, quantity }: PricedLine, goods: UnitGoods): number {
  if (price !== null) return price
  return goods.price ?? partOf(amount, { units: 1, of: Math.max(quantity, 1) })
}

/** The part of earlier discounts that stays with the units which are not free. */
function keptOnPaid(before: PricedLine, after: Enlarged, unit: number): number {
  const given = before.discountAmount ?? 0
  const free = before.discountQuantity ?? 0
  const ordinary = given - timesAtMost(unit, free, given)
  const [paid, left] = [before.quantity - free, after.quantity - after.discountQuantity]
  return left >= paid ? ordinary : partOf(ordinary, { units: left, of: paid })
}

/*
 * How much a discount takes off each line that it applies to. Percentages and shares are exact and
 * rounded once a line: percentages half up, shares down, and what a share leaves goes to the
 * largest remainders. A line never gives more than is left of its units that count, nor more than
 * any limit allows; limits for lines together are used up in the order of the lines.
 */

type LineTerms = Exclude<DiscountTerms, { readonly type: 'UNIT' }>

interface Share extends Selected {
  /** The units that count, of those that are not free; the whole line where all of them do. */
  readonly part: UnitShare
  /** What is left of the units that count. */
  readonly room: number
  /** What percentages and shares are of: the part of this. */
  readonly base: number
}

/** `isInitial`: percentages and shares are of what lines cost before all discounts. */
function partsOff(
  selected: readonly Selected[],
  terms: LineTerms,
  isInitial: boolean
): readonly LinePart[] {
  const shares = selected.map(each => shareOf(each, isInitial))
  switch (terms.type) {
    case 'AMOUNT':
      return amountParts(shares, terms)
    case 'PERCENT': {
      const limit = terms.amountLimit ?? Number.MAX_SAFE_INTEGER
      const wanted = ({ base, part }: Share) =>
        Math.min(percentOfPart(base, terms.percentOff, part), limit)
      return withinLimits(shares, wanted, terms.aggregatedAmountLimit)
    }
    case 'FIXED':
      return withinLimits(shares, share => fixedPart(share, terms.fixedAmount), null)
  }
}

/** What credit takes off lines: what is left of each, until the credit is used up. */
function creditParts(selected: readonly Selected[], credit: number): readonly LinePart[] {
  const shares = selected.map(each => shareOf(each, false))
  return withinLimits(shares, ({ room }) => room, credit)
}

function shareOf(selected: Selected, isInitial: boolean): Share {
  const { line, units, of } = selected
  const left = line.subtotalAmount
  // A line without units that are not free counts whole: what is left of it is what is left.
  const part = units < of ? { units, of } : { units: 1, of: 1 }
  const base = isInitial ? line.originalAmount : left
  return { ...selected, part, room: Math.min(partOf(left, part), restOfLine(line)), base }
}

/** The price of an entry counts above that of the discount. */
function fixedPart({ line, units, room, entries }: Share, fixedAmount: number): number {
  const price = entries.map(entry => entry.price).find(named => named != null) ?? fixedAmount
  if (line.price !== null) return timesAtMost(Math.max(line.price - price, 0), units, room)
  // Without the price of a unit, what its units cost together is lowered.
  return room - timesAtMost(price, units, room)
}

function amountParts(
  shares: readonly Share[],
  terms: LineTerms & { readonly type: 'AMOUNT' }
): readonly LinePart[] {
  const { effect, amountOff, aggregatedAmountLimit } = terms
  const most = Math.min(amountOff, aggregatedAmountLimit ?? Number.MAX_SAFE_INTEGER)
  switch (effect) {
    case 'APPLY_TO_ITEMS_BY_QUANTITY': {
      const wanted = ({ units, room, line }: Share) =>
        timesAtMost(Math.min(amountOff, line.price ?? amountOff), units, room)
      return withinLimits(shares, wanted, aggregatedAmountLimit)
    }
    case 'APPLY_TO_ITEMS_PROPORTIONALLY':
      return proportional(shares, ({ base, part }) => partOf(base, part), most)
    case 'APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY':
      return proportional(shares, ({ units }) => units, most)
    default:
      return withinLimits(shares, () => amountOff, aggregatedAmountLimit)
  }
}

/** By weights; what a line cannot give goes to the others, while any can give more. */
function proportional(
  shares: readonly Share[],
  weightOf: (share: Share) => number,
  amount: number
): readonly LinePart[] {
  const parts = new Map<Share, number>()
  let open = shares.map(share => ({ share, weight: weightOf(share), most: roomWithin(share) }))
  let left = amount
  for (;;) {
    const weights = open.map(({ weight }) => weight)
    const given = shareOut(left, weights)
    const full = open.filter(({ most }, place) => (given[place] as number) > most)
    if (full.length === 0) {
      for (const [place, { share }] of open.entries()) parts.set(share, given[place] as number)
      return withinLimits(shares, share => parts.get(share) as number, null)
    }
    for (const { share, most } of full) {
      parts.set(share, most)
      left -= most
    }
    open = open.filter(each => !full.includes(each))
  }
}

/** What a line can give: what is left of it, within the limits of one line. */
function roomWithin({ room, entries }: Share): number {
  return Math.min(room, ...entries.map(entry => entry.amountLimit ?? room))
}

/** The wanted amounts as far as lines can give them, and limits of several lines allow. */
function withinLimits(
  shares: readonly Share[],
  wanted: (share: Share) => number,
  aggregated: number | null
): readonly LinePart[] {
  const used = new Map<ApplicableItem, number>()
  let left = aggregated ?? Number.MAX_SAFE_INTEGER
  return shares.map(share => {
    const rests = share.entries.flatMap(entry => {
      const limit = entry.aggregatedAmountLimit
      return limit == null ? [] : [limit - (used.get(entry) ?? 0)]
    })
    const amount = Math.min(wanted(share), roomWithin(share), left, ...rests)
    for (const entry of share.entries) used.set(entry, (used.get(entry) ?? 0) + amount)
    left -= amount
    return { line: share.line, index: share.index, amount }
  })
}
