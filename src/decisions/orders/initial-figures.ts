/**
 * What orders and lines were before units were given on them: told apart from what the shop says
 * of it.
 *
 * A redemption that gives units says how much the order and its lines were without them. That is
 * true while units are there, follows the amount of the order, and goes with the last of them. An
 * initial amount that the shop sent is its own: the redemptions of the order are marked with it,
 * and each that gives units on a line keeps what the shop had said of the line.
 *
 * Spec: Order.initial_amount, OrderItem.initial_quantity, OrderItem.initial_amount.
 */
import type { Order, OrderItem, OrderRedemption } from '../../model.ts'
import {
  givesUnits,
  type LineDiscount,
  type OwnFigures
} from '../../rules/discounts/taking-back.ts'

type Redemptions = Order['redemptions']

/** Whether the shop itself sent the order's initial amount; false where there is none. */
export function ownsInitialAmount({
  initialAmount,
  redemptions
}: Pick<Order, 'initialAmount' | 'redemptions'>): boolean {
  if (initialAmount === null) return false
  const links = Object.values(redemptions)
  const isOfUnits = links.some(({ lines = [] }) => lines.some(givesUnits))
  return !isOfUnits || links.some(({ keepsInitialAmount }) => keepsInitialAmount)
}

/** The initial amount of an order, and its redemptions, marked where the amount is the shop's. */
export type InitialAmount = Pick<Order, 'initialAmount' | 'redemptions'>

/**
 * The initial amount of an order that a request changes; undefined: none is sent. The one that the
 * order has, sent back, changes nothing.
 */
export function initialAmountAfter(
  stored: Order | null,
  sent: number | undefined,
  { amount, items, redemptions }: Pick<Order, 'amount' | 'items' | 'redemptions'>
): InitialAmount {
  if (stored === null) return { initialAmount: sent ?? null, redemptions }
  const { initialAmount } = stored
  if (sent !== undefined && sent !== initialAmount) {
    const links = Object.entries(redemptions).map(([id, link]) => [id, marked(link)] as const)
    return { initialAmount: sent, redemptions: Object.fromEntries(links) }
  }
  const isAsBefore = items === stored.items && amount === stored.amount
  if (isAsBefore || ownsInitialAmount(stored)) return { initialAmount, redemptions }
  return { initialAmount: amountWithoutUnits({ amount, redemptions }), redemptions }
}

function marked(link: OrderRedemption): OrderRedemption {
  return { ...link, keepsInitialAmount: true }
}

/** What the order costs without the units that are part of its amount; null for none of them. */
export function amountWithoutUnits({
  amount,
  redemptions
}: Pick<Order, 'amount' | 'redemptions'>): number | null {
  const parts = Object.values(redemptions)
    .filter(({ keepsAmount }) => !keepsAmount)
    .flatMap(({ lines = [] }) => lines.filter(givesUnits))
  if (amount === null || parts.length === 0) return null
  return Math.max(amount - parts.reduce((sum, { addedAmount }) => sum + addedAmount, 0), 0)
}

/** What a redemption did to lines of this order, with what the shop had said of these lines. */
export function withOwnFigures(
  lines: readonly LineDiscount[],
  { items, redemptions }: Pick<Order, 'items' | 'redemptions'>
): readonly LineDiscount[] {
  return lines.map(part => {
    if (!givesUnits(part)) return part
    const earlier = unitsOn(redemptions, part.index)
    const own = earlier === undefined ? saidOf(items[part.index]) : earlier.own
    return own === undefined ? part : { ...part, own }
  })
}

/** What a redemption of the order that gave units on a line did to it; undefined for none. */
function unitsOn(redemptions: Redemptions, at: number): LineDiscount | undefined {
  return Object.values(redemptions)
    .flatMap(({ lines = [] }) => lines)
    .find(part => part.index === at && givesUnits(part))
}

function saidOf(item: OrderItem | undefined): OwnFigures | undefined {
  if (item === undefined) return undefined
  const { initialQuantity, initialAmount } = item
  return initialQuantity === null && initialAmount === null
    ? undefined
    : { initialQuantity, initialAmount }
}

/**
 * A line from which these parts were taken, as the shop said it, unless other redemptions have
 * given units on it.
 */
export function asSaid(
  item: OrderItem,
  parts: readonly LineDiscount[],
  { redemptions, at }: { readonly redemptions: Redemptions; readonly at: number }
): OrderItem {
  const given = parts.find(givesUnits)
  if (given === undefined || unitsOn(redemptions, at) !== undefined) return item
  return { ...item, ...(given.own ?? { initialQuantity: null, initialAmount: null }) }
}

/** The marks of a redemption on an order as it was before, whose amount is now this one. */
export function marksOf(
  order: Order,
  { amount, lines }: { readonly amount: number | null; readonly lines: readonly LineDiscount[] }
): Pick<OrderRedemption, 'keepsInitialAmount' | 'bringsAmount'> {
  const isBrought =
    order.amount === null
      ? amount !== null
      : Object.values(order.redemptions).some(({ bringsAmount }) => bringsAmount)
  const isOwn = lines.some(givesUnits) && ownsInitialAmount(order)
  return {
    ...(isOwn ? { keepsInitialAmount: true } : {}),
    ...(isBrought ? { bringsAmount: true } : {})
  }
}
