/**
 * Orders: the one that a request speaks of, made of what was sent and what is stored, and what it
 * adds to its customer's totals.
 *
 * Spec: Order, OrderItem; Decisions 10, 27 and 34.
 */
import type { Customer, Instant, MetadataSchema, Order } from '../../model.ts'
import type { Change, LastOrder, LastOrderStep } from '../changes.ts'
import { mergeMetadata, metadataRefusal } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { notFound, type Refusal } from '../refusals.ts'
import type { ItemCommand, OrderCommand } from './commands.ts'
import { calledBy, type FoundLine, type Goods, type Inventory, nameOf } from './goods.ts'
import { overrideGoods } from './inventory-overrides.ts'
import { stillPaid } from './point-discounts.ts'
import { priceItem, priceOrder, uncounted } from './pricing.ts'

/** What metadata of an order and of its lines must look like. */
export interface OrderSchemas {
  readonly order: MetadataSchema | null
  readonly orderItem: MetadataSchema | null
}

/** An order, and the changes that save what its lines say of their goods. */
export interface ComposedOrder {
  readonly order: Order
  readonly goods: readonly Change[]
}

/**
 * The order a request speaks of: the stored one with what was sent counting over it, or a new one.
 * A stored order keeps what the request leaves out, field by field. Refused in this order: goods
 * that cannot be saved or are not stored, metadata of a line or of the order, sums that cannot be
 * counted; `uncounted` is then the order without any of its sums.
 */
export function composeOrder(
  stored: Order | null,
  command: OrderCommand,
  { inventory, schemas }: { readonly inventory: Inventory; readonly schemas: OrderSchemas },
  occasion: Occasion
): ComposedOrder | { readonly refusal: Refusal; readonly uncounted?: Order } {
  const { newId, now } = occasion
  const items = command.items ?? []
  const known = overrideGoods(items, inventory, occasion)
  if ('refusal' in known) return known
  const found = findGoods(items, known.inventory)
  if ('refusal' in found) return found
  const metadata = mergeMetadata(stored?.metadata ?? {}, command.metadata)
  const writesMetadata = stored === null || command.metadata !== undefined
  const mistake =
    mistakeInLines(found.lines, schemas) ??
    (writesMetadata ? metadataRefusal(schemas.order, metadata, 'order.metadata') : null)
  if (mistake !== null) return { refusal: mistake }
  const lines = found.lines.length === 0 ? (stored?.items ?? []) : found.lines.map(priceItem)
  const priced = priceOrder(stored, command, lines)
  const amounts = priced ?? uncounted(lines)
  const order: Order = {
    id: stored?.id ?? newId('ord'),
    sourceId: sourceIdOf(stored, command),
    status: command.status ?? stored?.status ?? 'CREATED',
    ...amounts,
    appliedDiscountAmount: stored?.appliedDiscountAmount ?? null,
    metadata,
    customerId: stored?.customerId ?? null,
    referrerId: stored?.referrerId ?? null,
    redemptions: stillPaid(stored?.redemptions ?? {}, amounts.discountAmount ?? 0),
    earnedAt: stored?.earnedAt ?? null,
    createdAt: stored?.createdAt ?? now,
    updatedAt: stored === null ? null : now,
    version: (stored?.version ?? 0) + 1
  }
  if (priced === null) return { refusal: outOfRange(), uncounted: order }
  return { order, goods: known.changes }
}

/** What a stored order has stays; its own id, by which it may be called, is no source id. */
function sourceIdOf(stored: Order | null, { sourceId }: OrderCommand): string | null {
  if (stored === null) return sourceId ?? null
  return stored.sourceId ?? (sourceId === stored.id ? null : (sourceId ?? null))
}

/**
 * The totals a paid order adds to its customer, or null where it counts already or not at all. An
 * order that was nobody's counted for nobody.
 */
export function orderTotals(
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

/** The order is its customer's, once known. */
export function ownedBy(order: Order, customer: Customer | null): Order {
  return customer === null ? order : { ...order, customerId: customer.id }
}

/** What a paid order is remembered by: how much it came to, and when it was first paid. */
export function lastOrderOf({
  totalAmount,
  earnedAt
}: Pick<Order, 'totalAmount' | 'earnedAt'>): LastOrder {
  // INVARIANT: a customer's order that is paid has earned.
  return { amount: totalAmount ?? 0, date: earnedAt as Instant }
}

/** Whether a stored order that counts as paid is not to be so any longer. */
export function isUnpaidBy(stored: Order, { status }: Pick<OrderCommand, 'status'>): boolean {
  return status !== undefined && isPaid(stored) && !isPaid({ status })
}

/**
 * What an order that changes its customer's totals makes of their last order. `previous`: the last
 * of the others that are paid, asked for where it was paid and is so no longer.
 */
export function lastOrderStep(order: Order, previous: LastOrder | null): LastOrderStep {
  const last = lastOrderOf(order)
  return isPaid(order) ? last : { gone: last.date, previous }
}

function findGoods(
  items: readonly ItemCommand[],
  inventory: Inventory
): { readonly lines: readonly FoundLine[] } | { readonly refusal: Refusal } {
  const lines: FoundLine[] = []
  for (const [index, item] of items.entries()) {
    const goods = resolve(item, index, inventory)
    if ('refusal' in goods) return goods
    lines.push({ item, ...goods })
  }
  return { lines }
}

function mistakeInLines(lines: readonly FoundLine[], schemas: OrderSchemas): Refusal | null {
  for (const [index, { item }] of lines.entries()) {
    const at = `order.items[${index}].metadata`
    const mistake = metadataRefusal(schemas.orderItem, item.metadata ?? {}, at)
    if (mistake !== null) return mistake
  }
  return null
}

function resolve(
  item: ItemCommand,
  index: number,
  { products, skus }: Inventory
): Goods | { readonly refusal: Refusal } {
  const skuName = nameOf(calledBy('sku', item)) ?? ''
  const sku = skus.get(skuName) ?? null
  if (skuName !== '' && sku === null) return { refusal: missing('sku', skuName, index) }
  const name = nameOf(calledBy('product', item)) ?? sku?.productId ?? ''
  const product = products.get(name) ?? null
  if (name !== '' && product === null) return { refusal: missing('product', name, index) }
  // It would be priced as one thing and judged by the rules as another.
  if (sku !== null && sku.productId !== product?.id) {
    return { refusal: missing('sku', skuName, index, ` of product ${name}`) }
  }
  return { product, sku }
}

function missing(type: 'product' | 'sku', name: string, index: number, of = ''): Refusal {
  const refusal = notFound(type, name)
  const named = `${of}, named by order.items[${index}]; create it first or correct the id`
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
