/**
 * What redemptions did to single lines of an order: told apart from what the shop says of them, and
 * withdrawn.
 *
 * An order knows, for each redemption on it, what was taken off which line, which units were free
 * and which were added for it. A request that replaces lines keeps this where a line has the same
 * goods, as far as the line still has the discount; else it is the shop's own from then on. So is
 * an amount of the order that is sent without lines.
 *
 * Spec: OrderItem.discount_amount, Order.amount.
 */
import type { Order, OrderItem, OrderRedemption } from '../../model.ts'
import {
  isAnything,
  type KeptLine,
  type LineDiscount,
  partLeft,
  type TakenOff,
  takeBack,
  withoutPart
} from '../../rules/discounts/taking-back.ts'
import { asSaid } from './initial-figures.ts'

/**
 * The redemptions of an order whose lines may be others now; the same when none took off lines. A
 * line that is lowered loses the shop's own part first, then those of redemptions, the latest
 * first.
 */
export function keepLineDiscounts(
  redemptions: Order['redemptions'],
  { before, after }: { readonly before: readonly OrderItem[]; readonly after: readonly OrderItem[] }
): Order['redemptions'] {
  if (before === after || Object.values(redemptions).every(({ lines }) => lines === undefined)) {
    return redemptions
  }
  // What each line has beside the parts of earlier redemptions.
  const left = new Map<number, KeptLine | null>(after.entries())
  return mapLines(redemptions, line => {
    const { index } = line
    const [was, is, rest] = [before[index], after[index], left.get(index)]
    if (was === undefined || is === undefined || rest == null || !isOfSameGoods(was, is)) {
      return null
    }
    const kept = partLeft(rest, line)
    left.set(index, withoutPart(rest, kept))
    return isAnything(kept) ? kept : null
  })
}

/**
 * The redemptions of an order whose amount may be another now. An amount that was sent is the
 * shop's own, and what redemptions added to lines is no part of it; lines that are sent decide it
 * anew.
 */
export function keepAmount(
  redemptions: Order['redemptions'],
  before: Pick<Order, 'amount' | 'items'>,
  after: Pick<Order, 'amount' | 'items'>
): Order['redemptions'] {
  if (before.items === after.items) {
    return before.amount === after.amount ? redemptions : mapLinks(redemptions, withAmountKept)
  }
  const isMarked = Object.values(redemptions).some(({ keepsAmount }) => keepsAmount)
  return isMarked ? mapLinks(redemptions, withoutMark) : redemptions
}

function withAmountKept({ bringsAmount: _, ...link }: OrderRedemption): OrderRedemption {
  return link.lines === undefined ? link : { ...link, keepsAmount: true }
}

function withoutMark({ keepsAmount: _, ...link }: OrderRedemption): OrderRedemption {
  return link
}

function isOfSameGoods(one: OrderItem, other: OrderItem): boolean {
  return (
    one.productId === other.productId &&
    one.skuId === other.skuId &&
    one.sourceId === other.sourceId
  )
}

/**
 * The order without what a redemption took off it, as far as it is still there; the redemption
 * itself has no lines any more.
 */
export function withdraw(order: Order, taken: TakenOff): Order {
  const { lines, ...figures } = takeBack({ ...order, lines: order.items }, taken)
  const items = lines.flatMap((line, at) => {
    if (line === null) return []
    if (line === order.items[at]) return [line]
    const parts = taken.lines.filter(({ index }) => index === at)
    return [asSaid(unapplied(line), parts, { redemptions: order.redemptions, at })]
  })
  const gone = lines.flatMap((line, at) => (line === null ? [at] : []))
  const redemptions = withoutLines(order.redemptions, gone)
  return { ...order, ...figures, appliedDiscountAmount: null, items, redemptions }
}

/** The line as the last redemption did nothing to it. */
function unapplied(item: OrderItem): OrderItem {
  const { appliedDiscountAmount, appliedDiscountQuantity, ...others } = item
  const { appliedQuantity, appliedQuantityAmount, ...known } = others
  return known
}

/** What redemptions did to the lines that stay, by the places that these have then. */
function withoutLines(
  redemptions: Order['redemptions'],
  gone: readonly number[]
): Order['redemptions'] {
  if (gone.length === 0) return redemptions
  return mapLines(redemptions, line => {
    if (gone.includes(line.index)) return null
    return { ...line, index: line.index - gone.filter(index => index < line.index).length }
  })
}

function mapLines(
  redemptions: Order['redemptions'],
  map: (line: LineDiscount) => LineDiscount | null
): Order['redemptions'] {
  return mapLinks(redemptions, link => withLines(link, map))
}

function mapLinks(
  redemptions: Order['redemptions'],
  map: (link: OrderRedemption) => OrderRedemption
): Order['redemptions'] {
  const links = Object.entries(redemptions).map(([id, link]) => [id, map(link)] as const)
  return Object.fromEntries(links)
}

function withLines(
  link: OrderRedemption,
  map: (line: LineDiscount) => LineDiscount | null
): OrderRedemption {
  const { lines, ...others } = link
  if (lines === undefined) return link
  const kept = lines.flatMap(line => map(line) ?? [])
  return kept.length === 0 ? others : { ...others, lines: kept }
}
