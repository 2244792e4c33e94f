/**
 * What remains of a paid order of which something goes back, and what redemptions take of it then.
 *
 * Discounts are not judged again: each is taken once more from what remains, by its own terms and in
 * its place. What credit and points paid beyond that goes back to the card.
 *
 * Spec: updateOrder, Order.redemptions,
 * openapi/behaviour/orders.md#what-goes-back-leaves-what-remains.
 */
import type {
  Bought,
  CountKinds,
  LedgerEntry,
  Metadata,
  MostTaken,
  Order,
  OrderItem,
  OrderRedemption,
  RecordedOrder,
  RedeemedOff,
  RedeemedTerms,
  Redemption
} from '../../model.ts'
import {
  type Cart,
  givesUnits,
  type LineDiscount,
  type OwnFigures,
  sumOfSteps,
  takenOffBy,
  withFigures,
  withoutApplied
} from '../../rules/discounts/cart.ts'
import { applyDiscount, applyGift, applyPoints, type Step } from '../../rules/discounts/steps.ts'
import { partOf } from '../../rules/points.ts'
import type { Change, Occasion } from '../changes.ts'
import { returnPoints } from '../points/cancellation.ts'
import { changeTotals, type LotLines, type Purse } from '../points/lots.ts'
import { amendCounts, amountsRecorded } from '../redemptions/limits.ts'
import { invalidPayload, type Unable } from '../refusals.ts'
import type { OpenStanding } from '../standing/open.ts'
import { refundCredit } from '../vouchers/vouchers.ts'
import {
  asLowered,
  asSaidAnew,
  cartOf,
  keepAmount,
  keepLineDiscounts,
  linesBefore,
  lowerPaidDiscounts,
  NO_OWN_FIGURES,
  orderOfCart,
  ownFigures,
  ownsInitialAmount,
  partsOn,
  withDiscount,
  withdraw,
  withOwnFigures
} from './lines.ts'

/** A redemption, and what giving back what it took, or a part of it, needs to know. */
export interface RedeemedOnOrder {
  readonly redemption: Redemption
  /** The voucher, with the lots that all its entries name; null for a promotion tier and a stack. */
  readonly card: Purse | null
  /** Ledger entries that name it as their cause, on any voucher. */
  readonly entries: readonly LedgerEntry[]
  /** Ledger entries whose cause is a shortfall of the card. */
  readonly missed: readonly LedgerEntry[]
  readonly tierExists: boolean
  /** The kinds of count that it is counted in. */
  readonly countedIn: CountKinds
}

/** What a redemption takes of what remains. */
interface TakenAgain {
  readonly discount: number
  readonly credit: number
  readonly points: number
}

/** An order after its redemptions were asked again, and what each of them takes, by its id. */
export interface RedeemedAgain {
  readonly order: Order
  readonly taken: ReadonlyMap<string, TakenAgain>
}

/** The order without what its redemptions took off it. */
function withoutRedemptions(order: Order): Order {
  let now = order
  for (const id of Object.keys(order.redemptions).toReversed()) {
    const { lines = [], ...link } = now.redemptions[id] as OrderRedemption
    const { discountAmount, keepsAmount = false, bringsAmount = false } = link
    const redemptions = { ...now.redemptions, [id]: { ...link, discountAmount: 0 } }
    const taken = { discountAmount, lines, keepsAmount, bringsAmount }
    now = withdraw({ ...now, redemptions }, taken)
  }
  return now
}

/** The whole discount that an update says, and whether goods go back by it: of what was paid. */
interface SaidOfLowered {
  readonly discountAmount: number | undefined
  readonly goesBack: boolean
}

/**
 * An order that an update lowers, with the discounts of the shop alone: those that it says now, or
 * its part of those of before. Units that were free are charged where they are kept.
 */
export function lowerOrder(stored: Order, owned: Order, said: SaidOfLowered): RedeemedAgain | null {
  const redemptions = redemptionsSaid(stored, owned, said)
  const again = redeemAgain(baseOf(stored, owned, said), { ...stored, redemptions })
  if (again === null) return null
  const lowered = keepAmount(asLowered(again.order), stored, owned)
  return { ...again, order: { ...again.order, redemptions: lowered } }
}

/** The redemptions on an order, of which nothing is left beyond discounts that are said with it. */
function redemptionsSaid(
  { redemptions, items: before, ...stored }: Order,
  { items }: Order,
  { discountAmount = stored.discountAmount ?? 0 }: SaidOfLowered
): Order['redemptions'] {
  const lines = linesBefore(before, items)
  const isSaid = ({ discountAmount: sent }: OrderItem, at: number) => {
    const was = lines[at]?.discountAmount ?? 0
    return sent !== null && sent < was
  }
  if (discountAmount === (stored.discountAmount ?? 0) && !items.some(isSaid)) return redemptions
  const after = items.map((item, at) => {
    const { discountAmount: sent } = item
    return { ...item, discountAmount: sent ?? lines[at]?.discountAmount ?? null }
  })
  const lowered = lowerPaidDiscounts(redemptions, discountAmount)
  return asSaidAnew(keepLineDiscounts(lowered, { before, after }), after)
}

function baseOf(stored: Order, owned: Order, said: SaidOfLowered): Order {
  const bare = withoutRedemptions(stored)
  const own = bare.discountAmount ?? 0
  const before = stored.discountAmount ?? 0
  const { discountAmount: sent = before } = said
  const discount =
    sent === before
      ? shareOf(own, owned.amount ?? 0, bare.amount ?? 0)
      : Math.max(sent - (before - own), 0)
  const items =
    owned.items === stored.items ? bare.items : ownLines(stored, owned.items, said.goesBack)
  return {
    ...owned,
    items,
    initialAmount: ownsInitialAmount(stored) ? stored.initialAmount : null,
    discountAmount: bare.discountAmount === null && discount === 0 ? null : discount
  }
}

/** What goes back: units of lines by their places, or an amount of an order without lines. */
export interface GoodsBack {
  readonly units: ReadonlyMap<number, number>
  readonly amount: number
}

/** A line, by its id, its place or its goods, and how many units of it come back. */
export interface LineToReturn {
  readonly id: string | undefined
  readonly index: number | undefined
  readonly productId: string | undefined
  readonly skuId: string | undefined
  readonly sourceId: string | undefined
  /** Undefined: all that are left. */
  readonly quantity: number | undefined
}

export interface ReturnGoods {
  readonly lines: readonly LineToReturn[] | undefined
  /** Of an order without lines. */
  readonly amount: number | undefined
  readonly reason: string | undefined
  readonly metadata: Metadata | undefined
}

/** What is asked to go back, by the places of its lines; all of it must be there. */
export function goodsBack(
  { items, amount: left }: Order,
  { lines, amount }: ReturnGoods
): GoodsBack | Unable {
  if (items.length === 0) {
    if (lines !== undefined || amount === undefined) {
      return {
        refusal: invalidPayload('amount', 'the order has no items; send how much goes back')
      }
    }
    if (amount <= (left ?? 0)) return { units: new Map(), amount }
    return {
      refusal: invalidPayload(
        'amount',
        `${amount} is more than the ${left ?? 0} of the order; send less`
      )
    }
  }
  if (amount !== undefined) {
    const message = 'the order has items; leave the amount out, and say which of them go back'
    return { refusal: invalidPayload('amount', message) }
  }
  if (lines === undefined || lines.length === 0) {
    return { refusal: invalidPayload('items', 'the order has items; say which of them go back') }
  }
  const units = new Map<number, number>()
  for (const [place, line] of lines.entries()) {
    const found = placesOf(items, line)
    const [at] = found
    const item = items[at ?? -1]
    const where = `items[${place}]`
    if (item === undefined || at === undefined || found.length > 1) {
      const what = found.length > 1 ? 'names several items' : 'names no item'
      const there = items.map(each => `${each.id}: ${nameOfLine(each)}`).join(', ')
      return { refusal: invalidPayload(where, `it ${what} of the order; send id, of ${there}`) }
    }
    const before = units.get(at) ?? 0
    const { quantity = item.quantity - before } = line
    if (before + quantity > item.quantity) {
      const most = `only ${item.quantity} of item ${at} are left; send fewer`
      return {
        refusal: invalidPayload(`${where}.quantity`, `${before + quantity} go back, and ${most}`)
      }
    }
    units.set(at, before + quantity)
  }
  return { units, amount: 0 }
}

function placesOf(items: readonly OrderItem[], line: LineToReturn): readonly number[] {
  const { id, index, productId, skuId, sourceId } = line
  const asked = [id, index, productId, skuId, sourceId].some(each => each !== undefined)
  const isIt = (item: OrderItem, at: number) => {
    const [product, sku] = [item.product?.sourceId, item.sku?.sourceId]
    return (
      asked &&
      (id === undefined || id === item.id) &&
      (index === undefined || index === at) &&
      (productId === undefined || [item.productId, product].includes(productId)) &&
      (skuId === undefined || [item.skuId, sku].includes(skuId)) &&
      (sourceId === undefined || [item.sourceId, product, sku].includes(sourceId))
    )
  }
  return items.flatMap((item, at) => (isIt(item, at) ? [at] : []))
}

function nameOfLine({ skuId, productId, sourceId, quantity }: OrderItem): string {
  return `${quantity} of ${sourceId ?? skuId ?? productId ?? 'goods without a name'}`
}

/** Whether nothing remains: no line, and no amount beside lines that all say what they cost. */
export function isAllBack({ items: before }: Order, { items, amount }: Order): boolean {
  const isUnknown = before.some(
    ({ quantity, discountQuantity, amount }) =>
      amount === null && (discountQuantity ?? 0) < quantity
  )
  return items.length === 0 && (isUnknown || !amount)
}

/** The order without the goods, and what remains of it as it was bought. */
export interface Remaining extends RedeemedAgain {
  readonly bought: Bought
}

/**
 * What remains of an order when goods go back: calculated from it as it was bought, so that it does
 * not matter in how many parts they go back.
 */
export function remainingOf(
  stored: Order,
  owned: Order,
  { units, amount: less }: GoodsBack
): Remaining | null {
  const before = boughtOf(stored)
  const places = before.left.flatMap((left, at) => (left > 0 ? [at] : []))
  const left = before.left.map((each, at) => each - (units.get(places.indexOf(at)) ?? 0))
  const items = before.items.flatMap((item, at) => {
    const remaining = left[at] as number
    return remaining === 0 ? [] : [lineLeft(item, remaining)]
  })
  const gone = before.items.reduce((sum, { amount, quantity }, at) => {
    const whole = amount ?? 0
    return sum + whole - shareOf(whole, left[at] as number, quantity)
  }, 0)
  // Of an order without lines, what is left is known from its amount alone.
  const isBare = stored.items.length === 0
  const whole = isBare ? stored.amount : before.amount && Math.max(before.amount - gone, 0)
  const amount = whole && Math.max(whole - less, 0)
  const discount = shareOf(before.discountAmount ?? 0, amount ?? 0, before.amount ?? 0)
  const base: Order = {
    ...owned,
    items,
    amount,
    initialAmount: ownsInitialAmount(stored) ? stored.initialAmount : null,
    discountAmount: before.discountAmount === null ? null : discount
  }
  const again = redeemAgain(base, stored)
  return again && { ...again, bought: { ...before, left } }
}

const NOTHING_SAID: SaidOfLowered = { discountAmount: undefined, goesBack: false }

/** As it was bought; where units were given on it since, as it is with these. */
function boughtOf(stored: Order): Bought {
  const known = stored.returned?.bought ?? null
  if (known !== null && isLeft(stored.items, known)) return known
  const { items: own, discountAmount } = baseOf(stored, stored, NOTHING_SAID)
  const items = own === stored.items ? own : ownLines(stored, stored.items, false)
  return { amount: stored.amount, discountAmount, items, left: items.map(item => item.quantity) }
}

function isLeft(items: readonly OrderItem[], { left }: Bought): boolean {
  const units = left.filter(each => each > 0)
  return units.length === items.length && items.every((item, at) => item.quantity === units[at])
}

function lineLeft(item: OrderItem, left: number): OrderItem {
  const { quantity, amount, discountAmount, returnedQuantity = 0 } = item
  const gone = quantity - left
  if (gone === 0) return item
  const rest = amount === null ? null : shareOf(amount, left, quantity)
  const discount = shareOf(discountAmount ?? 0, left, quantity)
  return {
    ...withOwn({ ...item, quantity: left, amount: rest }, discount, NO_OWN_FIGURES),
    returnedQuantity: returnedQuantity + gone
  }
}

/** The part of a figure that is left where so much is left of what it is of. */
function shareOf(figure: number, left: number, of: number): number {
  return left >= of ? figure : partOf(figure, { units: left, of })
}

/** The lines that were sent, with the shop's own discounts. */
function ownLines(
  stored: Order,
  items: readonly OrderItem[],
  goesBack: boolean
): readonly OrderItem[] {
  const lines = linesBefore(stored.items, items)
  return items.map((item, place) => {
    const line = lines[place]
    if (line === undefined) return item
    const at = stored.items.indexOf(line)
    const here = partsOn(stored.redemptions, at)
    const redeemed = here.reduce((sum, part) => sum + part.discountAmount, 0)
    const before = line.discountAmount ?? 0
    const own = Math.max(before - redeemed, 0)
    const sent = item.discountAmount ?? before
    const discount =
      sent === before ? shareOf(own, item.quantity, line.quantity) : Math.max(sent - redeemed, 0)
    const gone = goesBack ? Math.max(line.quantity - item.quantity, 0) : 0
    const returnedQuantity = (item.returnedQuantity ?? 0) + gone
    const left = returnedQuantity === 0 ? item : { ...item, returnedQuantity }
    const given = here.find(givesUnits)
    const said = given && (ownFigures(given, line, item) ?? NO_OWN_FIGURES)
    return withOwn(left, discount, said)
  })
}

/** `said`: of a line on which units were given, which are charged now; undefined for another. */
function withOwn(item: OrderItem, discount: number, said: OwnFigures | undefined): OrderItem {
  const own = withDiscount(item, discount === 0 ? null : discount)
  return said === undefined ? own : { ...own, ...said, discountQuantity: null }
}

/** Takes off an order again what its redemptions took; null when a figure cannot be counted. */
function redeemAgain(base: Order, stored: Order): RedeemedAgain | null {
  const links = Object.entries(stored.redemptions)
  const collections = new Map(links.flatMap(([, link]) => Object.entries(link.collections ?? {})))
  const opened = cartOf(base, { collections, isStored: true })
  if (opened === null) return null
  const taken = new Map<string, TakenAgain>()
  let cart = opened
  const redemptions = links.map(([id, { lines: _, terms, ...link }]) => {
    if (link.rollbackId !== undefined) {
      return [id, { ...link, discountAmount: 0, ...(terms && { terms }) }] as const
    }
    const steps: Step[] = []
    const left = terms?.map(each => {
      const step = stepAgain(steps.at(-1)?.cart ?? cart, each)
      const takes = takenBy(step, each)
      taken.set(each.redemptionId, takes)
      if (step !== null) steps.push(step)
      return { ...each, off: offLeft(each.off, takes) }
    })
    const sum = withinMost(sumOfSteps(unapplied(cart), steps), link.most, base)
    const { discountAmount, lines } = takenOffBy(sum)
    cart = sum
    let rest = sum.totalAppliedDiscountAmount ?? 0
    for (const { redemptionId } of terms ?? []) {
      const takes = taken.get(redemptionId) as TakenAgain
      const discount = Math.min(takes.discount, rest)
      rest -= discount
      taken.set(redemptionId, { ...takes, discount })
    }
    const own = withOwnFigures(lines as readonly LineDiscount[], base)
    const kept = { ...(left && { terms: left }), ...(own.length > 0 && { lines: own }) }
    return [id, { ...link, discountAmount, ...kept }] as const
  })
  const order = orderOfCart(base, cart)
  const applied = redemptions.at(-1)?.[1].discountAmount ?? null
  return {
    order: {
      ...order,
      redemptions: Object.fromEntries(redemptions),
      appliedDiscountAmount: stored.appliedDiscountAmount === null ? null : applied
    },
    taken
  }
}

/** Null where it takes nothing of what remains: units that were given are charged where they stay. */
function stepAgain(cart: Cart, terms: RedeemedTerms): (Step & Partial<Took>) | null {
  const { off } = terms
  if ('discount' in off && off.discount.type === 'UNIT') return null
  const step = applyAgain(cart, terms)
  return 'refused' in step ? null : step
}

function applyAgain(cart: Cart, { off, ...terms }: RedeemedTerms) {
  if ('discount' in off) return applyDiscount(cart, { ...terms, discount: off.discount, goods: {} })
  if ('credits' in off) {
    const { credits: balance, effect } = off
    return applyGift(cart, { ...terms, effect, balance, credits: null })
  }
  const { ratio, points: balance, asked: points } = off
  return applyPoints(cart, { ...terms, ratio, balance, points })
}

/** What went back to a card is not taken of it again. */
function offLeft(off: RedeemedOff, { credit, points }: TakenAgain): RedeemedOff {
  if ('credits' in off) return { ...off, credits: credit }
  return 'ratio' in off ? { ...off, points } : off
}

interface Took {
  readonly taken: number
}

function takenBy(step: (Step & Partial<Took>) | null, { off }: RedeemedTerms): TakenAgain {
  const taken = step?.taken ?? 0
  return {
    discount: step?.discount ?? 0,
    credit: 'credits' in off ? taken : 0,
    points: 'ratio' in off ? taken : 0
  }
}

function unapplied(cart: Cart): Cart {
  return withFigures(
    { ...cart, lines: cart.lines.map(withoutApplied) },
    { order: null, items: null }
  )
}

/** What an update has lowered of a redemption stays lowered. */
function withinMost(cart: Cart, most: MostTaken | undefined, base: Order): Cart {
  if (most === undefined) return cart
  let less = 0
  const lines = cart.lines.map((line, at) => {
    const { appliedDiscountAmount, discountAmount, subtotalAmount } = line
    const over = (appliedDiscountAmount ?? 0) - (most.lines[base.items[at]?.id ?? ''] ?? 0)
    if (over <= 0) return line
    less += over
    return {
      ...line,
      discountAmount: Number(discountAmount) - over,
      subtotalAmount: Number(subtotalAmount) + over,
      appliedDiscountAmount: Number(appliedDiscountAmount) - over
    }
  })
  const { appliedDiscountAmount: applied, itemsAppliedDiscountAmount: items, discountAmount } = cart
  const over = Math.max((applied ?? 0) - most.order, 0)
  const left = { order: applied && applied - over, items: items && items - less }
  return withFigures(
    { ...cart, lines, discountAmount: discountAmount && discountAmount - over },
    left
  )
}

/** A redemption before and after a part of what it took went back. */
interface LoweredPart extends RedeemedOnOrder {
  readonly after: Redemption
}

/** The redemptions of an order as they are once it was lowered; those that stay are left out. */
export function loweredParts(
  parts: readonly RedeemedOnOrder[],
  { order, taken }: RedeemedAgain
): readonly LoweredPart[] {
  return parts.map(part => {
    const { redemption } = part
    const { order: told } = redemption
    const again = taken.get(redemption.id)
    const { discount, credit, points } = again ?? { discount: 0, credit: 0, points: 0 }
    const after: Redemption = {
      ...redemption,
      order: told && { ...order, ...asRecorded(told), earned: null },
      ...(again !== undefined && {
        discount: redemption.discount === null ? null : discount,
        points: redemption.points === null ? null : points,
        gift: redemption.gift && { amount: credit }
      })
    }
    return { ...part, after }
  })
}

/** What a record of an order keeps of how it was. */
function asRecorded({ id, status, createdAt, customerId }: RecordedOrder) {
  return { id, status, createdAt, customerId }
}

/** What a part of a redemption's price is, of the lots that gave it last. */
export function cutEntry(entry: LedgerEntry, from: number, to: number): LedgerEntry {
  let at = 0
  const lots = entry.lots.flatMap(({ id, amount, ...line }) => {
    const [start, end] = [at, at - amount]
    at = end
    const cut = Math.min(end, to) - Math.max(start, from)
    return cut > 0 ? [{ ...line, id, amount: -cut }] : []
  })
  return { ...entry, lots, amount: from - to }
}

function paidWith(
  { entries, redemption: { id } }: Pick<RedeemedOnOrder, 'entries' | 'redemption'>,
  type: LedgerEntry['type']
): LedgerEntry | undefined {
  return entries.find(entry => entry.type === type && entry.cause.redemptionId === id)
}

/** Points that went back to a card, and what had taken them from it. */
interface Landed {
  readonly card: Purse
  readonly brought: readonly LedgerEntry[]
  readonly spent: LedgerEntry
  readonly landed: LotLines
}

/** Gives back what redemptions took beyond what they take now, the latest first. */
export function giveBackExcess(known: OpenStanding<never>, parts: readonly LoweredPart[]) {
  const landed: Landed[] = []
  const moved: MovedPurses = new Map()
  let now = known
  for (const part of parts.toReversed()) {
    const { redemption, after, card, missed: brought } = part
    const [before, left] = [redemption.points ?? 0, after.points ?? 0]
    const spent = paidWith(part, 'POINTS_REDEMPTION')
    now = now.write(changesOf(part, known.occasion))
    if (card === null || spent === undefined || before === left) {
      now = withCredit(now, part, moved)
      continue
    }
    const entry = cutEntry(spent, left, before)
    const back = returnPoints(now, { card, entry, brought, uses: 0 })
    landed.push({ card, brought, spent, landed: back.landed })
    now = back.known
  }
  return { known: now, landed }
}

/** Gift vouchers of which credit has moved, by their ids: one may have paid an order more than once. */
type MovedPurses = Map<string, Purse>

function withCredit(
  known: OpenStanding<never>,
  part: LoweredPart,
  before: MovedPurses
): OpenStanding<never> {
  const moved = excessCredit(part, before, known.occasion)
  if (moved === null) return known
  const holderId = part.card?.voucher.holderId ?? null
  if (holderId === known.standing.customer.id) return known.move(moved)
  return known.write(creditOfOthers(moved, holderId))
}

function excessCredit(part: LoweredPart, purses: MovedPurses, occasion: Occasion) {
  const { card, redemption, after } = part
  const [before, left] = [redemption.gift?.amount ?? 0, after.gift?.amount ?? 0]
  const taken = paidWith(part, 'CREDITS_REDEMPTION')
  if (card === null || taken === undefined || before === left) return null
  const { id } = card.voucher
  const moved = refundCredit(purses.get(id) ?? card, cutEntry(taken, left, before), occasion, 0)
  purses.set(id, moved.purse)
  return moved
}

/** Credit that goes back to the voucher of somebody who does not stand here, or of nobody. */
function creditOfOthers(
  moved: NonNullable<ReturnType<typeof excessCredit>>,
  holderId: string | null
): readonly Change[] {
  return [moved.change, ...(holderId === null ? [] : changeTotals(holderId, moved.totals))]
}

/** What is written of redemptions where nobody stands. */
export function lowerWithoutCustomer(
  parts: readonly LoweredPart[],
  occasion: Occasion
): readonly Change[] {
  const purses: MovedPurses = new Map()
  return parts.flatMap(part => {
    const moved = excessCredit(part, purses, occasion)
    const credit = moved && creditOfOthers(moved, part.card?.voucher.holderId ?? null)
    return [...changesOf(part, occasion), ...(credit ?? [])]
  })
}

/** The record, and the sums of what it counts in. */
function changesOf(
  { redemption, after, tierExists, countedIn }: LoweredPart,
  occasion: Occasion
): readonly Change[] {
  const amountsOf = (record: Redemption) => amountsRecorded({ id: record.id, record })
  const [was, is] = [amountsOf(redemption), amountsOf(after)]
  const less = {
    ordersAmount: is.ordersAmount - was.ordersAmount,
    ordersDiscountAmount: is.ordersDiscountAmount - was.ordersDiscountAmount
  }
  const { id: customerId } = redemption.customer
  const recorded = { ...redemption, customerId, record: redemption, countedIn }
  const { promotionTierId: tierId } = redemption
  return [
    { kind: 'redemption.lowered', redemption: after },
    ...(tierId !== null && tierExists
      ? [{ kind: 'promotionTier.redeemed', tierId, step: 0, ...less } as const]
      : []),
    ...amendCounts(recorded, less, occasion)
  ]
}
