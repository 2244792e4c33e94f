/**
 * Orders: merging a request into the stored order, and what a paid order adds to its customer's
 * totals.
 *
 * Spec: Order, OrderItem, createOrder, updateOrder, CustomerSummary.orders.
 */

import type {
  Customer,
  Instant,
  LoggedEvent,
  MetadataSchema,
  Order,
  OrderItem,
  OrderReturn,
  OrderStatus,
  Returned,
  ReturnedLine
} from '../../model.ts'
import { present } from '../../rules/mistake.ts'
import {
  type Change,
  type Decision,
  eventOf,
  type LastOrder,
  type LastOrderStep,
  type Occasion
} from '../changes.ts'
import { type SaveCustomer, saveCustomer, unnamedCustomer } from '../customers/customers.ts'
import { type EarnedBefore, makeUp, reinstate, takeBackOrder } from '../points/cancellation.ts'
import { joinRefusals, newNameRefusal, notFound, type Refusal, type Unable } from '../refusals.ts'
import { type OpenStanding, openStanding } from '../standing/open.ts'
import type { StandingFacts } from '../standing/standing.ts'
import { mapRefusal, mergeMetadata, metadataRefusals, sameJson } from '../updates.ts'
import {
  areAsBefore,
  asSaidAnew,
  type FoundLine,
  goodsMapRefusal,
  goodsNames,
  hasFigures,
  type Inventory,
  type ItemCommand,
  initialAmountAfter,
  isOfSameGoods,
  keepAmount,
  keepDiscount,
  keepLineDiscounts,
  type LineGoods,
  linesBefore,
  lowerAppliedDiscount,
  lowerPaidDiscounts,
  nameOf,
  type OrderCommand,
  overrideGoods,
  pathInOrder,
  priceItem,
  priceOrder,
  unapplied,
  uncountableAmounts,
  withIds
} from './lines.ts'
import {
  giveBackExcess,
  goodsBack,
  isAllBack,
  loweredParts,
  lowerOrder,
  lowerWithoutCustomer,
  type RedeemedOnOrder,
  type ReturnGoods,
  remainingOf
} from './returns.ts'

export interface OrderSchemas {
  readonly order: MetadataSchema | null
  readonly orderItem: MetadataSchema | null
}

interface Composing {
  readonly inventory: Inventory
  readonly schemas: OrderSchemas
  /** Goods that are not stored count as they were sent; absent: they are refused. */
  readonly takesUnknown?: boolean
  /** A sent amount counts as it was sent; absent: lines that have one decide. */
  readonly takesAmount?: boolean
}

/**
 * The order of a request: the stored one with the sent properties taking precedence, or a new one.
 * A stored order keeps each field that the request leaves out. The refusals, in this order: a name
 * that no path finds, a date that is not the stored order's, goods that cannot be saved or are not
 * stored, metadata of a line or of the order, sums that cannot be counted; with the last,
 * `uncounted` is the order without its sums. Goods that a line of the stored order names already
 * are never refused.
 * Spec: openapi/behaviour/orders.md#an-order-has-the-date-at-which-it-was-stored.
 */
export function composeOrder(
  stored: Order | null,
  command: OrderCommand,
  { inventory, schemas, takesUnknown = false, takesAmount = false }: Composing,
  occasion: Occasion
): Pick<WrittenOrder, 'order' | 'goods'> | (Unable & { readonly uncounted?: Order }) {
  const { newId, now } = occasion
  const sourceId = sourceIdOf(stored, command)
  const misnamed = stored?.sourceId ? null : newNameRefusal(sourceId, 'ord', command.at ?? 'order')
  const misfit = misnamed ?? dateRefusal(stored, command)
  if (misfit !== null) return { refusal: misfit }
  const overridden = overrideGoods(command, inventory, occasion)
  if ('refusal' in overridden) return overridden
  const accepted = takesUnknown ? isAnything : namedBy(stored?.items ?? [])
  const found = findGoods(command, overridden.inventory, accepted)
  if ('refusal' in found) return found
  const metadata = mergeMetadata(stored?.metadata ?? {}, command.metadata)
  const writesMetadata = stored === null || command.metadata !== undefined
  const mistake = joinRefusals([
    ...(command.items ?? []).flatMap((item, index) => {
      const at = pathInOrder(command, `items[${index}]`)
      const own = metadataRefusals(schemas.orderItem, item.metadata ?? {}, `${at}.metadata`)
      return [...own, goodsMapRefusal(item, at) ?? []].flat()
    }),
    ...(writesMetadata
      ? metadataRefusals(schemas.order, metadata, pathInOrder(command, 'metadata'))
      : [])
  ])
  if (mistake !== null) return { refusal: mistake }
  const lines = linesAfter(stored, command, found.lines)
  const priced = priceOrder(stored, command, lines, takesAmount)
  const amounts = priced ?? uncountableAmounts(lines)
  const redemptions = redemptionsOn(stored, { ...amounts, items: lines })
  const figures = { ...amounts, items: lines, redemptions }
  const initial = initialAmountAfter(stored, command.initialAmount, figures)
  const order: Order = {
    id: stored?.id ?? newId('ord'),
    sourceId,
    status: command.status ?? stored?.status ?? 'CREATED',
    ...amounts,
    ...(priced === null ? { redemptions } : initial),
    appliedDiscountAmount: lowerAppliedDiscount(stored, amounts.discountAmount ?? 0),
    metadata,
    customerId: stored?.customerId ?? null,
    referrerId: stored?.referrerId ?? null,
    earnedAt: stored?.earnedAt ?? null,
    earned: stored?.earned ?? null,
    returned: returnedAfter(stored, { ...amounts, items: lines }),
    takenBackAt: stored?.takenBackAt ?? null,
    createdAt: stored?.createdAt ?? now,
    updatedAt: stored === null ? null : now,
    version: (stored?.version ?? 0) + 1
  }
  if (priced === null) {
    const details =
      `The amount of the order, or of a line, is beyond ${Number.MAX_SAFE_INTEGER}; ` +
      'send smaller prices or quantities'
    return { refusal: { key: 'invalid_amount', details }, uncounted: order }
  }
  return { order, goods: overridden.changes }
}

/** The stored lines, unless others or another amount are sent: they need not add up to theirs. */
function linesAfter(
  stored: Order | null,
  { amount }: Pick<OrderCommand, 'amount'>,
  found: readonly FoundLine[]
): readonly OrderItem[] {
  const before = stored?.items ?? []
  if (found.length === 0) return before
  const after = asBefore(stored, found)
  return amount === (stored?.amount ?? undefined) && sameJson(after, before) ? before : after
}

function asBefore(stored: Order | null, found: readonly FoundLine[]): readonly OrderItem[] {
  const sent = found.map(line => ({ line, item: priceItem(line) }))
  const before = linesBefore(
    stored?.items ?? [],
    sent.map(
      ({
        line: {
          item: { id }
        },
        item
      }) => (id === undefined ? item : { ...item, id })
    )
  )
  return sent.map(({ line: asked, item: priced }, at) => {
    const line = before[at]
    if (stored === null || line === undefined) return priced
    if (saysAllOf(line, asked)) return line
    const { id, returnedQuantity } = line
    const item = keepDiscount(priced, asked.item, { stored, line })
    return {
      ...item,
      ...(hasFigures(item, line) && appliedTo(line)),
      ...(id !== undefined && { id }),
      ...(returnedQuantity !== undefined && { returnedQuantity })
    }
  })
}

/** Whether a line repeats all that is stored of it: then it stays, whatever its goods cost by now. */
function saysAllOf(line: OrderItem, { item }: FoundLine): boolean {
  const { id: _, returnedQuantity: __, ...stored } = unapplied(line)
  return sameJson(priceItem({ item, product: null, sku: null }), stored)
}

const APPLIED = [
  'appliedDiscountAmount',
  'appliedDiscountQuantity',
  'appliedQuantity',
  'appliedQuantityAmount'
] as const

function appliedTo(line: OrderItem): Partial<OrderItem> {
  return Object.fromEntries(APPLIED.flatMap(name => (name in line ? [[name, line[name]]] : [])))
}

function returnedAfter(
  stored: Order | null,
  { amount, discountAmount, items }: Pick<Order, 'amount' | 'discountAmount' | 'items'>
): Order['returned'] {
  const returned = stored?.returned ?? null
  const isAsBefore =
    items === stored?.items && amount === stored.amount && discountAmount === stored.discountAmount
  return returned === null || isAsBefore ? returned : { ...returned, bought: null }
}

/** The refusal of a date that is not the stored order's; clients send back whole orders. */
function dateRefusal(stored: Order | null, { createdAt }: OrderCommand): Refusal | null {
  if (createdAt === undefined || createdAt === stored?.createdAt) return null
  const own =
    stored === null ? 'a new order has the date of its request' : `it is of ${stored.createdAt}`
  return {
    key: 'invalid_payload',
    details:
      `The order cannot be of ${createdAt}: ${own}, and only an import sets created_at ` +
      '(POST /v1/orders/import)'
  }
}

/** A stored order keeps its source id; a request may name it by its id, which is no source id. */
function sourceIdOf(stored: Order | null, { sourceId }: OrderCommand): string | null {
  if (stored === null) return sourceId ?? null
  return stored.sourceId ?? (sourceId === stored.id ? null : (sourceId ?? null))
}

/**
 * The totals that a paid order adds to its customer, or null when it adds none or has already been
 * added. An order without a customer has not been added.
 */
export function changeOfTotals(
  before: Order | null,
  after: Order
): { readonly count: number; readonly amount: number } | null {
  const counted = before !== null && before.customerId !== null && isPaid(before)
  if (!isPaid(after)) {
    return counted ? { count: -1, amount: -(before.totalAmount ?? 0) } : null
  }
  const amount = (after.totalAmount ?? 0) - (counted ? (before.totalAmount ?? 0) : 0)
  return counted && amount === 0 ? null : { count: counted ? 0 : 1, amount }
}

export function isPaid({ status }: Pick<Order, 'status'>): boolean {
  return status === 'PAID' || status === 'FULFILLED'
}

export function withCustomer(order: Order, customer: Customer | null): Order {
  return customer === null ? order : { ...order, customerId: customer.id }
}

export function lastOrderOf({
  totalAmount,
  earnedAt
}: Pick<Order, 'totalAmount' | 'earnedAt'>): LastOrder {
  const date = present(earnedAt, 'a paid order of a customer has not earned')
  return { amount: totalAmount ?? 0, date }
}

export function isUnpaidBy(stored: Order, { status }: Pick<OrderCommand, 'status'>): boolean {
  return status !== undefined && isPaid(stored) && !isPaid({ status })
}

/**
 * How an order that changes its customer's totals changes their last order. `previous` is the last
 * of the customer's other paid orders, loaded when this one becomes unpaid.
 */
export function lastOrderStep(
  { stored, order }: Pick<OrderToKeep, 'stored' | 'order'>,
  previous: LastOrder | null
): LastOrderStep {
  if (isPaid(order)) return lastOrderOf(order)
  return { gone: lastOrderOf(present(stored, 'a new order was paid')).date, previous }
}

function redemptionsOn(
  stored: Order | null,
  priced: Pick<Order, 'amount' | 'discountAmount' | 'items'>
): Order['redemptions'] {
  if (stored === null || Object.keys(stored.redemptions).length === 0) return {}
  const { amount, discountAmount, items } = priced
  const lowered = lowerPaidDiscounts(stored.redemptions, discountAmount ?? 0)
  const kept = keepLineDiscounts(lowered, { before: stored.items, after: items })
  const isAsBefore =
    amount === stored.amount &&
    (discountAmount ?? 0) === (stored.discountAmount ?? 0) &&
    areAsBefore(stored.items, items)
  return keepAmount(isAsBefore ? kept : asSaidAnew(kept, items), stored, priced)
}

/** Whether goods that are not stored are taken as they are sent, by their name. */
type Accepts = (name: string) => boolean

const isAnything: Accepts = () => true

function namedBy(items: readonly OrderItem[]): Accepts {
  if (items.length === 0) return () => false
  const names = new Set(
    items.flatMap(({ productId, skuId, sourceId, product, sku }) => [
      productId,
      skuId,
      sourceId,
      product?.sourceId,
      sku?.sourceId
    ])
  )
  return name => names.has(name)
}

function findGoods(
  command: OrderCommand,
  inventory: Inventory,
  accepts: Accepts
): { readonly lines: readonly FoundLine[] } | Unable {
  const lines: FoundLine[] = []
  for (const [index, item] of (command.items ?? []).entries()) {
    const goods = resolve(item, pathInOrder(command, `items[${index}]`), inventory, accepts)
    if ('refusal' in goods) return goods
    lines.push({ item, ...goods })
  }
  return { lines }
}

function resolve(
  item: ItemCommand,
  at: string,
  { products, skus }: Inventory,
  accepts: Accepts
): LineGoods | Unable {
  const skuName = nameOf(goodsNames('sku', item)) ?? ''
  const sku = skus.get(skuName) ?? null
  if (skuName !== '' && sku === null && !accepts(skuName)) {
    return { refusal: missing('sku', skuName, at) }
  }
  const name = nameOf(goodsNames('product', item)) ?? sku?.productId ?? ''
  const product = products.get(name) ?? null
  if (name !== '' && product === null && !accepts(name)) {
    return { refusal: missing('product', name, at) }
  }
  // Otherwise it would be priced as one product and judged by the rules as another; one that is not
  // stored is neither.
  if (sku !== null && product !== null && sku.productId !== product.id) {
    return { refusal: missing('sku', skuName, at, ` of product ${name}`) }
  }
  return { product, sku }
}

function missing(type: 'product' | 'sku', name: string, at: string, of = ''): Refusal {
  const refusal = notFound(type, name)
  const named = `${of}, named by ${at}; create it first or correct the id`
  return { ...refusal, details: `${refusal.details}${named}` }
}

export interface SaveOrder extends OrderCommand {
  /** Undefined: the stored order's customer, or none. */
  readonly customer?: SaveCustomer | undefined
  /** Id or source id; undefined keeps the stored one. */
  readonly referrerId?: string | undefined
}

export interface SaveOrderFacts extends StandingFacts {
  /** The order with the command's id or source id. */
  readonly stored: Order | null
  /** The stored customer of the order: the one sent, else the stored order's. */
  readonly customer: Customer | null
  /** Whether that customer is deleted, whose cards are out of reach. */
  readonly customerDeleted: boolean
  readonly customerSchema: MetadataSchema | null
  readonly referrer: Customer | null
  readonly inventory: Inventory
  readonly schemas: OrderSchemas
  readonly earned: EarnedBefore
  /** What was redeemed on the order, where it may be lowered; absent for nothing. */
  readonly redeemed?: readonly RedeemedOnOrder[]
  /** The last of its customer's other paid orders, when the command makes it unpaid; else null. */
  readonly previousOrder: LastOrder | null
}

/**
 * Creates an order or updates one; each sent field takes precedence over the stored one. The
 * refusals, in this order: an unknown order, customer or referrer; a mistake in the customer; the
 * order of another customer; a mistake in the order. `takesAmount` as in `writeDown`.
 */
export function saveOrder(
  facts: SaveOrderFacts,
  command: SaveOrder,
  occasion: Occasion,
  takesAmount = false
): Decision<Order> {
  const { stored, customerDeleted, earned, previousOrder } = facts
  const written = writeDown(facts, command, occasion, takesAmount)
  if ('refusal' in written) return written
  const { order: owned, customer, changes, goods } = written
  // The lots of a deleted customer stay as they are, so nothing is taken back of their orders.
  const undone = customerDeleted ? null : undoneBy(stored, owned)
  const isLowered =
    stored !== null &&
    !customerDeleted &&
    mayTakeAgain(stored, owned.status) &&
    lowers(stored, owned)
  const { discountAmount } = command
  const said = { discountAmount, goesBack: undone === 'lowered' }
  const again = isLowered ? lowerOrder(stored, asSent(owned, { stored, command }), said) : null
  const lowered = again === null ? owned : again.order
  const order = undone === null ? lowered : asUndone(lowered, undone, occasion)
  if (isLowered) {
    const parts = again === null ? [] : loweredParts(facts.redeemed ?? [], again)
    const lines = linesBack(stored.items, order.items)
    const told = undone === 'lowered' ? { lines, reason: null, metadata: {} } : null
    const lowering = { stored, order, undone, parts, customer, changes, goods }
    return lowerStored(facts, lowering, told, occasion)
  }
  if (customer === null) {
    if (isAsStored(stored, order)) return { result: stored, changes: goods }
    const { order: kept, changes } = recordOrder({ stored, order, earns: false }, occasion)
    return { result: kept, changes: [...goods, ...changes] }
  }
  // It earns by the customer's present standing, including what has become due since it was stored.
  const known = openStanding(facts, customer, occasion, {
    after: 'consequences',
    changes: [...changes, ...goods]
  })
  if ('refusal' in known) return known
  const kept = keepOrder(known, { stored, order, previousOrder })
  if ('refusal' in kept) return kept
  const left = undone === null ? kept : lowerEarned(kept, { stored, undone, earned })
  const after = left.known.conclude()
  return 'refusal' in after ? after : { result: left.order, changes: after.changes }
}

/** The order with the discounts of lines that its request says, without those that lines keep. */
function asSent(
  order: Order,
  { stored, command }: { readonly stored: Order; readonly command: OrderCommand }
): Order {
  if (order.items === stored.items) return order
  const items = order.items.map((item, at) =>
    command.items?.[at]?.discountAmount === undefined ? { ...item, discountAmount: null } : item
  )
  return { ...order, items }
}

interface LoweringStored extends Omit<WrittenOrder, 'order'> {
  readonly stored: Order
  readonly order: Order
  readonly undone: Undone | null
  readonly parts: ReturnType<typeof loweredParts>
}

interface ToldReturn extends Pick<OrderReturn, 'reason' | 'metadata' | 'lines'> {}

/** `told`: as a return; null for an order that is not paid, of which nothing goes back. */
function lowerStored(
  facts: Pick<SaveOrderFacts, 'earned' | 'previousOrder'> & StandingFacts,
  { stored, order, undone, parts, customer, changes, goods }: LoweringStored,
  told: ToldReturn | null,
  occasion: Occasion
): Decision<Order> {
  const { earned, previousOrder } = facts
  const returned = told === null ? null : returnedNow(order, { stored, told }, occasion)
  const lowered = returned === null ? order : { ...order, returned }
  const withReturn = (kept: Order, changes: readonly Change[]) =>
    returned === null ? kept : { ...kept, returned: withMoved(returned, { earned, changes }) }
  if (customer === null) {
    const back = lowerWithoutCustomer(parts, occasion)
    const all = withReturn(order, back)
    const kept = recordOrder({ stored, order: all, earns: false }, occasion)
    return { result: kept.order, changes: [...goods, ...kept.changes, ...back] }
  }
  const before = [...changes, ...goods]
  const known = openStanding(facts, customer, occasion, { after: 'consequences', changes: before })
  if ('refusal' in known) return known
  const kept = keepOrder(known, { stored, order: lowered, previousOrder })
  if ('refusal' in kept) return kept
  const followed = told === null ? kept.known.followUp() : kept.known
  if ('refusal' in followed) return followed
  const begun = followed.stopEarning()
  // What was paid goes back before what was earned is taken back, so that nobody keeps both.
  const back = giveBackExcess(begun, parts)
  // One that was nobody's has earned nothing before, and earns by what is left of it.
  const lessened = { order: kept.order, known: back.known }
  const left =
    stored.customerId === null || undone === null
      ? lessened
      : lowerEarned(lessened, { stored, undone, earned })
  // Returned points make up for points that are missing on their cards.
  const made = back.landed.reduce(makeUp, left.known)
  const all = withReturn(left.order, made.standing.changes.slice(begun.standing.changes.length))
  return { result: all, changes: made.amendOrder(all).conclude().changes }
}

/** What went back of an order, with what goes back now and has moved nothing yet. */
function returnedNow(
  order: Order,
  { stored, told }: { readonly stored: Order; readonly told: ToldReturn },
  { newId, now }: Occasion
): Returned {
  const entry: OrderReturn = {
    id: newId('ordret'),
    createdAt: now,
    ...told,
    amount: (stored.amount ?? 0) - (order.amount ?? 0),
    totalAmount: (stored.totalAmount ?? 0) - (order.totalAmount ?? 0),
    pendingPoints: 0,
    movements: []
  }
  const before = stored.returned ?? { amount: 0, entries: [] }
  const amount = before.amount + Math.max(entry.amount, 0)
  const bought = order.returned?.bought ?? null
  return { amount, entries: [...before.entries, entry], bought }
}

/** The same once it is known what the last return moved. */
function withMoved(
  returned: Returned,
  { earned, changes }: Pick<SaveOrderFacts, 'earned'> & { readonly changes: readonly Change[] }
): Returned {
  const pendingPoints = changes.reduce((sum, change) => sum + waitedIn(change, earned), 0)
  const movements = changes.flatMap(change => {
    if (change.kind !== 'points.moved' && change.kind !== 'credit.moved') return []
    const { id, voucherId, type, amount } = change.entry
    return [{ id, voucherId, type, amount }]
  })
  const last = present(returned.entries.at(-1), 'nothing goes back')
  const entries = [...returned.entries.slice(0, -1), { ...last, pendingPoints, movements }]
  return { ...returned, entries }
}

function waitedIn(change: Change, { pending }: EarnedBefore): number {
  if (change.kind === 'pendingPoints.adjusted') return change.pointsBefore - change.points
  if (change.kind !== 'pendingPoints.closed') return 0
  const waited = pending.find(({ id }) => id === change.id)
  return present(waited, 'an order took back points that did not wait').points
}

function linesBack(
  before: readonly OrderItem[],
  after: readonly OrderItem[]
): readonly ReturnedLine[] {
  const left = after.map(item => ({ item, quantity: item.quantity, amount: item.amount ?? 0 }))
  return before.flatMap((line, index) => {
    let [quantity, amount] = [line.quantity, line.amount ?? 0]
    for (const same of left.filter(({ item }) => isOfSameGoods(line, item))) {
      const units = Math.min(quantity, same.quantity)
      const part = Math.min(amount, same.amount)
      same.quantity -= units
      same.amount -= part
      quantity -= units
      amount -= part
    }
    return quantity === 0 ? [] : [lineBack(line, index, { quantity, amount })]
  })
}

function lineBack(
  { id, productId, skuId, sourceId, amount: priced }: OrderItem,
  index: number,
  { quantity, amount }: { readonly quantity: number; readonly amount: number }
): ReturnedLine {
  return {
    ...{ index, ...(id !== undefined && { id }), productId, skuId, sourceId },
    quantity,
    amount: priced === null ? null : amount
  }
}

export interface OrderReturned {
  readonly entry: OrderReturn
  readonly order: Order
}

/**
 * Takes back goods of a paid order; all of them cancel it. The refusals, in this order: metadata that
 * is too large or has a wrong name; an order that
 * is not paid, or whose customer was deleted; neither lines nor an amount, or the wrong of the two;
 * a line that the order does not have, or more than one; more than is left.
 */
export function returnGoods(
  facts: SaveOrderFacts,
  command: ReturnGoods,
  occasion: Occasion
): Decision<OrderReturned> {
  const { customerDeleted, customer } = facts
  const stored = present(facts.stored, 'no order is returned')
  const refusal =
    mapRefusal(command.metadata ?? {}, 'metadata') ?? unreturnable(stored, customerDeleted)
  if (refusal !== null) return { refusal }
  const back = goodsBack(stored, command)
  if ('refusal' in back) return back
  const next = { ...stored, updatedAt: occasion.now, version: stored.version + 1 }
  const remaining = remainingOf(stored, next, back)
  if (remaining === null) {
    const details = `A figure of the order exceeds ${Number.MAX_SAFE_INTEGER}`
    return { refusal: { key: 'invalid_amount', details } }
  }
  const isWhole = isAllBack(stored, remaining.order)
  const undone = isWhole ? 'canceled' : 'lowered'
  const { reason = null, metadata = {} } = command
  const rest = remaining.order.items.values()
  const lines = stored.items.flatMap((item, index) => {
    const quantity = back.units.get(index) ?? 0
    const left = quantity === item.quantity ? null : rest.next().value
    const amount = (item.amount ?? 0) - (left?.amount ?? 0)
    return quantity === 0 ? [] : [lineBack(item, index, { quantity, amount })]
  })
  const entries = stored.returned?.entries ?? []
  const returned = { amount: 0, entries, bought: remaining.bought }
  const status = isWhole ? ('CANCELED' as const) : stored.status
  const lowered = { ...remaining.order, status, returned }
  const order = isWhole ? asUndone(lowered, 'canceled', occasion) : lowered
  const parts = loweredParts(facts.redeemed ?? [], { ...remaining, order })
  const lowering = { stored, order, undone, parts, customer, changes: [], goods: [] } as const
  const saved = lowerStored(facts, lowering, { lines, reason, metadata }, occasion)
  if ('refusal' in saved) return saved
  const { result, changes } = saved
  const entry = present(result.returned?.entries.at(-1), 'a return has no entry')
  return { result: { entry, order: result }, changes }
}

function unreturnable(stored: Order, customerDeleted: boolean): Refusal | null {
  const { id, status } = stored
  const about = { resourceId: id, resourceType: 'order' } as const
  if (!isPaid(stored)) {
    const only = 'only goods of one that is PAID or FULFILLED go back'
    const details = `Order ${id} is ${status}; ${only}; update it instead`
    return { key: 'invalid_order', details, ...about }
  }
  if (!customerDeleted) return null
  const details = `Order ${id} is of a customer who was deleted; update it instead`
  return { key: 'invalid_customer', details, ...about }
}

type Undone = 'canceled' | 'unpaid' | 'lowered'

const UNDONE: { readonly [How in Undone]: string } = {
  canceled: 'Order canceled',
  unpaid: 'Order unpaid',
  lowered: 'Order lowered'
}

function undoneBy(stored: Order | null, after: Order): Undone | null {
  if (after.status === 'CANCELED') return stored?.status === 'CANCELED' ? null : 'canceled'
  if (stored === null || !isPaid(stored)) return null
  if (!isPaid(after)) return 'unpaid'
  return lowers(stored, after) ? 'lowered' : null
}

/**
 * The order as its payment is undone: unpaid, it earns anew when it is paid again, unless it was
 * canceled before.
 */
export function asUndone(order: Order, undone: Undone, occasion: Occasion): Order {
  if (undone === 'canceled') return markTakenBack(order, occasion)
  const isOver = undone === 'lowered' || order.takenBackAt !== null
  return isOver ? order : { ...order, earnedAt: null }
}

function lowers(
  stored: Pick<Order, 'amount' | 'items'>,
  after: Pick<Order, 'amount' | 'items'>
): boolean {
  if ((after.amount ?? 0) < (stored.amount ?? 0)) return true
  const left = unitsByGoods(after.items)
  return [...unitsByGoods(stored.items)].some(([goods, units]) => units > (left.get(goods) ?? 0))
}

function unitsByGoods(items: readonly OrderItem[]): ReadonlyMap<string, number> {
  const units = new Map<string, number>()
  for (const { productId, skuId, sourceId, quantity } of items) {
    const goods = JSON.stringify([productId, skuId, sourceId])
    units.set(goods, (units.get(goods) ?? 0) + quantity)
  }
  return units
}

function mayTakeAgain(stored: Order, status: OrderStatus): boolean {
  const isRedeemedOn = Object.values(stored.redemptions).some(link => link.rollbackId === undefined)
  return isRedeemedOn || (isPaid(stored) && isPaid({ status }))
}

/** Whether a request may lower a stored order, so that what was earned and redeemed is loaded. */
export function mayLower(stored: Order, command: OrderCommand, inventory: Inventory): boolean {
  if (!mayTakeAgain(stored, command.status ?? stored.status)) return false
  if (command.amount === undefined && !command.items?.length) return false
  const found = findGoods(command, inventory, isAnything)
  const lines = 'refusal' in found ? [] : found.lines.map(priceItem)
  const items = lines.length === 0 ? stored.items : lines
  return [true, false].some(isAsSent => {
    const priced = priceOrder(stored, command, items, isAsSent)
    return priced !== null && lowers(stored, priced)
  })
}

interface Lowering extends Pick<SaveOrderFacts, 'earned'> {
  readonly stored: Order | null
  readonly undone: Undone
}

/** Takes back what the order earned beyond what is left of it; the order says what that was. */
export function lowerEarned(
  { order, known }: SavedOrder,
  { stored, undone, earned }: Lowering
): SavedOrder<never> {
  const remaining = undone === 'lowered' ? order : null
  const counted = changeOfTotals(stored, order)
  const lowered = { order: stored ?? order, remaining, counted, reason: UNDONE[undone], ...earned }
  const back = takeBackOrder(known.stopEarning(), lowered)
  if (back.takenBack.length === (stored?.earned?.takenBack.length ?? 0)) {
    return { order, known: back.known }
  }
  const { takenBack } = back
  const after = { ...order, earned: { terms: order.earned?.terms ?? [], takenBack } }
  return { order: after, known: back.known.amendOrder(after) }
}

interface WrittenOrder {
  readonly order: Order
  readonly customer: Customer | null
  /** Those of the customer. */
  readonly changes: readonly Change[]
  /** Those of the goods of its lines. */
  readonly goods: readonly Change[]
}

/**
 * The order that a request describes, with the refusals of `saveOrder`; nothing follows yet.
 * `takesAmount`: a sent amount counts, and not the sum of the lines.
 */
export function writeDown(
  facts: SaveOrderFacts,
  command: SaveOrder,
  occasion: Occasion,
  takesAmount = false
): WrittenOrder | Unable {
  const { stored, inventory, schemas } = facts
  const refusal = notNamed(facts, command)
  if (refusal !== null) return { refusal }
  const brought = bringCustomer(facts, command, occasion)
  if ('refusal' in brought) return brought
  const { customer, changes } = brought
  const composing = { inventory, schemas, takesAmount }
  const composed = composeOrder(stored, command, composing, occasion)
  if ('refusal' in composed) return composed
  const referrerId = facts.referrer?.id ?? composed.order.referrerId
  const order = { ...withCustomer(composed.order, customer), referrerId }
  return { order, customer, changes, goods: composed.goods }
}

/**
 * Whether a request leaves an order with its customer, who may have been deleted since: it says none,
 * or the id alone that an answer has.
 */
export function keepsCustomer(
  { customer }: Pick<SaveOrder, 'customer'>,
  stored: Pick<Order, 'customerId'> | null
): boolean {
  if (customer === undefined) return true
  const { id, at: _, ...said } = customer
  const isOfOrder = stored !== null && id === stored.customerId
  return isOfOrder && Object.values(said).every(value => value === undefined)
}

/** Whether an order may earn: it needs a customer, `known` or brought by the request. */
export function mayEarn(
  command: Pick<SaveOrder, 'customer'>,
  { stored, known }: { readonly stored: Order | null; readonly known: Customer | null }
): boolean {
  return known !== null || !keepsCustomer(command, stored)
}

export function takesBack(
  stored: Order | null,
  { status }: Pick<SaveOrder, 'status'>
): stored is Order {
  return status !== undefined && !isPaid({ status }) && hasEarned(stored)
}

export function hasEarned(stored: Order | null): stored is Order {
  return stored !== null && stored.earnedAt !== null && stored.takenBackAt === null
}

export function markTakenBack(order: Order, { now }: Occasion): Order {
  return order.earnedAt === null ? order : { ...order, takenBackAt: order.takenBackAt ?? now }
}

interface OrderToKeep {
  readonly stored: Order | null
  readonly order: Order
  /** As in SaveOrderFacts; absent when the order stays paid. */
  readonly previousOrder?: LastOrder | null
  /** When it was paid, if it earns; absent: now. */
  readonly paidAt?: Instant
}

/** The order to store, and its customer's standing before the consequences. */
export interface SavedOrder<Refusing extends Unable = Unable> {
  readonly order: Order
  readonly known: OpenStanding<Refusing>
}

/** Whether an order was sent as it is stored; a discount of nothing is none, and goods stay back. */
function isAsStored(stored: Order | null, order: Order): stored is Order {
  return stored !== null && sameJson(contentOf(stored), contentOf(order))
}

function contentOf({ updatedAt: _, version: __, returned: ___, ...order }: Order): object {
  const [discountAmount, itemsDiscountAmount, totalDiscountAmount] = [
    order.discountAmount || null,
    order.itemsDiscountAmount || null,
    order.totalDiscountAmount || null
  ]
  return { ...order, discountAmount, itemsDiscountAmount, totalDiscountAmount }
}

/**
 * Stores a customer's order, counts it, and lets it earn when it is first paid; one that is as it is
 * stored stays so. `order` is complete but for the instant when it earned.
 * Spec: openapi/behaviour/orders.md#an-order-earns-when-it-is-first-paid.
 */
export function keepOrder<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  { stored, order, previousOrder = null, paidAt }: OrderToKeep
): SavedOrder<Refusing> | Refusing {
  const earns = isPaid(order) && order.earnedAt === null
  if (!earns && isAsStored(stored, order)) {
    return { order: stored, known: order.earnedAt === null ? known : known.stopEarning() }
  }
  const next = earns ? { ...order, earnedAt: paidAt ?? known.occasion.now } : order
  const { order: kept, changes, paid } = recordOrder({ stored, order: next, earns }, known.occasion)
  const paying = earns ? kept.id : null
  // An order that has earned earns no more, and neither do the consequences.
  const unpaid = stored !== null && isPaid(stored) && !isPaid(order)
  const about: OpenStanding<Refusing> =
    order.earnedAt === null && !unpaid ? known.because({ paying }) : known.stopEarning()
  const written = about.write(changes)
  const cause = { event: 'order.paid', subjectId: null, campaignId: null, eventMetadata: null }
  const earned = earns && paid !== null ? written.earn({ ...cause, order: kept }, paid) : written
  if ('refusal' in earned) return earned
  const saved = withTerms(earned, kept)
  // Counted afterwards: the order earns by the standing before it.
  const counted = { stored, order: saved.order, previousOrder }
  return { order: saved.order, known: countOrder(saved.known, counted) }
}

function withTerms<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  order: Order
): SavedOrder<Refusing> {
  const { terms, withheld = [] } = known.standing
  if (terms === undefined) return { order, known }
  const before = order.earned ?? { terms: [], takenBack: [] }
  const anew = new Set(terms.map(({ ruleId }) => ruleId))
  const gone = before.terms.filter(({ ruleId }) => !anew.has(ruleId))
  const back = withheld.reduce(
    (now, each) => reinstate(now.known, now.takenBack, { orderId: order.id, ...each }),
    { known, takenBack: before.takenBack }
  )
  const all = [...terms, ...gone.map(each => ({ ...each, points: 0 }))]
  const after = { ...order, earned: { terms: all, takenBack: back.takenBack } }
  return { order: after, known: back.known.amendOrder(after) }
}

export function countOrder<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  { stored, order, previousOrder }: Required<Omit<OrderToKeep, 'paidAt'>>
): OpenStanding<Refusing> {
  const gained = changeOfTotals(stored, order)
  if (gained === null) return known
  const sums = { ordersCount: gained.count, ordersAmount: gained.amount }
  return known.count(sums, lastOrderStep({ stored, order }, previousOrder))
}

interface Written {
  readonly stored: Order | null
  readonly order: Order
  /** The order earns now, for the first time. */
  readonly earns: boolean
}

interface OrderRecord {
  /** Each of its lines has an id. */
  readonly order: Order
  readonly changes: readonly Change[]
  /** The event of its payment; null when it is not paid now. */
  readonly paid: LoggedEvent | null
}

export function recordOrder(
  { stored, order: composed, earns }: Written,
  occasion: Occasion
): OrderRecord {
  const order = withIds(composed, occasion)
  const change: Change = { kind: stored === null ? 'order.created' : 'order.updated', order }
  const about = { customerId: order.customerId, entityId: order.customerId ?? order.id }
  const data = { order_id: order.id, ...returnTold(stored, order) }
  const log = (verb: string) => eventOf(`customer.order.${verb}`, about, data, occasion)
  const created = stored === null ? [log('created')] : []
  const pays = isPaid(order) && !(stored !== null && isPaid(stored))
  // An order that was paid without a customer is logged as paid again when it gets one.
  const paid = pays || earns ? log('paid') : null
  const verb = VERBS[order.status]
  const turned = verb !== null && stored?.status !== order.status ? [log(verb)] : []
  const known = [...created, ...(paid === null ? [] : [paid]), ...turned]
  const all = known.length === 0 ? [log('updated')] : known
  const events = all.map(event => ({ kind: 'event.logged', event }) as const)
  return { order, changes: [change, ...events], paid }
}

/** What events of an order say of something that goes back. */
function returnTold(stored: Order | null, { returned }: Order): { readonly return_id?: string } {
  const [last, before] = [returned, stored?.returned].map(each => each?.entries.at(-1))
  return last === undefined || last.id === before?.id ? {} : { return_id: last.id }
}

/**
 * The event of a new status; PAID is handled apart, because it may earn. A return has none of its
 * own, as in the public documents: the order was updated by it, or canceled.
 */
const VERBS = { CREATED: null, PAID: null, FULFILLED: 'fulfilled', CANCELED: 'canceled' } as const

/**
 * The refusal of an order that belongs to another customer than `sent`. One who is not `stored` has
 * no id to look up: they are named as they were sent, and not at all without a name.
 * Spec: openapi/behaviour/orders.md#an-order-stays-its-customers.
 */
export function refuseOtherCustomer(
  { id, sourceId }: OrderCommand,
  sent: Customer,
  stored: Customer | null
): Refusal {
  const details = `Order ${id ?? sourceId} is another customer's`
  const name = stored?.id === sent.id ? sent.id : sent.sourceId
  if (name === null) return { key: 'invalid_customer', details: `${details}; send its own` }
  return {
    key: 'invalid_customer',
    details: `${details}, not ${name}'s; send its own`,
    resourceId: name,
    resourceType: 'customer'
  }
}

function notNamed(
  { stored, referrer }: SaveOrderFacts,
  { id, customer, referrerId }: SaveOrder
): Refusal | null {
  if (id !== undefined && stored === null) return notFound('order', id)
  const isNew = stored === null && Boolean(customer?.name || customer?.email || customer?.phone)
  const unnamed = customer === undefined || isNew ? null : unnamedCustomer(customer)
  if (unnamed !== null) return unnamed
  // A stored order keeps its referrer, who may have been deleted since.
  if (referrerId === undefined || referrerId === stored?.referrerId) return null
  return referrer === null ? notFound('customer', referrerId) : null
}

function bringCustomer(
  { stored, customer, customerSchema }: SaveOrderFacts,
  command: SaveOrder,
  occasion: Occasion
): Pick<WrittenOrder, 'customer' | 'changes'> | Unable {
  if (command.customer === undefined || keepsCustomer(command, stored)) {
    return { customer, changes: [] }
  }
  const known = { stored: customer, schema: customerSchema }
  const saved = saveCustomer(known, command.customer, occasion)
  if ('refusal' in saved) return saved
  const { result, changes } = saved
  const owner = stored?.customerId ?? null
  if (owner === null || owner === result.id) return { customer: result, changes }
  return { refusal: refuseOtherCustomer(command, result, customer) }
}
