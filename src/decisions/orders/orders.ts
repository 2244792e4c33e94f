/**
 * Orders: merging a request into the stored order, and what a paid order adds to its customer's
 * totals.
 *
 * Spec: Order, OrderItem.
 */
import type { Customer, Instant, MetadataSchema, Order, OrderItem } from '../../model.ts'
import type { Change } from '../changes.ts'
import { mergeMetadata, metadataRefusals } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { joinRefusals, notFound, type Refusal } from '../refusals.ts'
import { newNameRefusal } from '../request-refusals.ts'
import { type ItemCommand, type OrderCommand, pathInOrder } from './commands.ts'
import { goodsMapRefusal } from './free-maps.ts'
import { type FoundLine, goodsNames, type Inventory, type LineGoods, nameOf } from './goods.ts'
import { initialAmountAfter } from './initial-figures.ts'
import { overrideGoods } from './inventory-overrides.ts'
import type { LastOrder, LastOrderStep } from './last-orders.ts'
import { keepAmount, keepLineDiscounts } from './line-discounts.ts'
import { lowerAppliedDiscount, lowerPaidDiscounts } from './point-discounts.ts'
import { priceItem, priceOrder, uncountableAmounts } from './pricing.ts'

/** The metadata schemas of orders and of their lines. */
export interface OrderSchemas {
  readonly order: MetadataSchema | null
  readonly orderItem: MetadataSchema | null
}

/** An order, and the changes that save the goods of its lines. */
export interface ComposedOrder {
  readonly order: Order
  readonly goods: readonly Change[]
}

/** What an order is composed with. */
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
 */
export function composeOrder(
  stored: Order | null,
  command: OrderCommand,
  { inventory, schemas, takesUnknown = false, takesAmount = false }: Composing,
  occasion: Occasion
): ComposedOrder | { readonly refusal: Refusal; readonly uncounted?: Order } {
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
    ...mistakesInLines(command, schemas),
    ...(writesMetadata
      ? metadataRefusals(schemas.order, metadata, pathInOrder(command, 'metadata'))
      : [])
  ])
  if (mistake !== null) return { refusal: mistake }
  const lines = found.lines.length === 0 ? (stored?.items ?? []) : found.lines.map(priceItem)
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
    takenBackAt: stored?.takenBackAt ?? null,
    createdAt: stored?.createdAt ?? now,
    updatedAt: stored === null ? null : now,
    version: (stored?.version ?? 0) + 1
  }
  if (priced === null) return { refusal: outOfRange(), uncounted: order }
  return { order, goods: overridden.changes }
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
      '(npm run cli -- import orders FILE)'
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

/** PAID and FULFILLED orders count and earn. */
export function isPaid({ status }: Pick<Order, 'status'>): boolean {
  return status === 'PAID' || status === 'FULFILLED'
}

/** The order with its customer, once the customer is known. */
export function withCustomer(order: Order, customer: Customer | null): Order {
  return customer === null ? order : { ...order, customerId: customer.id }
}

/** The amount of a paid order, and when it was first paid. */
export function lastOrderOf({
  totalAmount,
  earnedAt
}: Pick<Order, 'totalAmount' | 'earnedAt'>): LastOrder {
  // INVARIANT: a paid order of a customer has earned.
  return { amount: totalAmount ?? 0, date: earnedAt as Instant }
}

/** Whether a request makes a stored paid order unpaid. */
export function isUnpaidBy(stored: Order, { status }: Pick<OrderCommand, 'status'>): boolean {
  return status !== undefined && isPaid(stored) && !isPaid({ status })
}

/**
 * How an order that changes its customer's totals changes their last order. `previous` is the last
 * of the customer's other paid orders, loaded when this one becomes unpaid.
 */
export function lastOrderStep(order: Order, previous: LastOrder | null): LastOrderStep {
  const last = lastOrderOf(order)
  return isPaid(order) ? last : { gone: last.date, previous }
}

/** What redemptions did to the order so far, as far as its discount, lines and amount still do. */
function redemptionsOn(
  stored: Order | null,
  priced: Pick<Order, 'amount' | 'discountAmount' | 'items'>
): Order['redemptions'] {
  if (stored === null) return {}
  const lowered = lowerPaidDiscounts(stored.redemptions, priced.discountAmount ?? 0)
  const kept = keepLineDiscounts(lowered, { before: stored.items, after: priced.items })
  return keepAmount(kept, stored, priced)
}

/** Whether goods that are not stored are taken as they are sent, by their name. */
type Accepts = (name: string) => boolean

const isAnything: Accepts = () => true

/** Those that lines name already. */
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
): { readonly lines: readonly FoundLine[] } | { readonly refusal: Refusal } {
  const lines: FoundLine[] = []
  for (const [index, item] of (command.items ?? []).entries()) {
    const goods = resolve(item, pathInOrder(command, `items[${index}]`), inventory, accepts)
    if ('refusal' in goods) return goods
    lines.push({ item, ...goods })
  }
  return { lines }
}

function mistakesInLines(command: OrderCommand, { orderItem }: OrderSchemas): readonly Refusal[] {
  return (command.items ?? []).flatMap((item, index) => {
    const at = pathInOrder(command, `items[${index}]`)
    const own = metadataRefusals(orderItem, item.metadata ?? {}, `${at}.metadata`)
    return [...own, goodsMapRefusal(item, at) ?? []].flat()
  })
}

function resolve(
  item: ItemCommand,
  at: string,
  { products, skus }: Inventory,
  accepts: Accepts
): LineGoods | { readonly refusal: Refusal } {
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

function outOfRange(): Refusal {
  return {
    key: 'invalid_amount',
    details:
      `The amount of the order, or of a line, is beyond ${Number.MAX_SAFE_INTEGER}; ` +
      'send smaller prices or quantities'
  }
}
