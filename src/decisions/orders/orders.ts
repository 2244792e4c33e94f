/**
 * Orders: what the lines cost, what is left to pay, and what saving one changes.
 *
 * What the caller sends counts over what the inventory says, and the inventory fills what was not
 * sent. A line without any price adds nothing. Sums beyond the safe integers are refused, since a
 * number that cannot be counted exactly must not be paid.
 *
 * Spec: Order, OrderItem; Decisions 10, 27 and 34.
 */
import type {
  Customer,
  Instant,
  ItemProduct,
  ItemSku,
  Metadata,
  MetadataSchema,
  Order,
  OrderItem,
  OrderStatus,
  Product,
  Sku
} from '../../model.ts'
import type { Change, LastOrder, LastOrderStep, Occasion } from '../changes.ts'
import { mergeMetadata, metadataRefusal } from '../metadata.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { type OverrideFacts, overrideGoods } from './inventory-overrides.ts'
import { calledBy, nameOf } from './line-goods.ts'
import { stillPaid } from './point-discounts.ts'

/** An order as a caller describes it; undefined where nothing was sent. */
export interface OrderCommand {
  readonly id: string | undefined
  readonly sourceId: string | undefined
  readonly status: OrderStatus | undefined
  readonly amount: number | undefined
  readonly initialAmount: number | undefined
  readonly discountAmount: number | undefined
  /** Undefined or empty: not sent. */
  readonly items: readonly ItemCommand[] | undefined
  readonly metadata: Metadata | undefined
}

export interface ItemCommand {
  readonly productId: string | undefined
  readonly skuId: string | undefined
  readonly relatedObject: 'product' | 'sku' | undefined
  /** Of the product, or of the SKU where `relatedObject` is `sku`. */
  readonly sourceId: string | undefined
  /** Default 1. */
  readonly quantity: number | undefined
  readonly initialQuantity: number | undefined
  readonly discountQuantity: number | undefined
  readonly price: number | undefined
  readonly amount: number | undefined
  readonly initialAmount: number | undefined
  readonly discountAmount: number | undefined
  /** What is said of the goods counts over what is stored; `override` saves it, too. */
  readonly product: (Partial<ItemProduct> & Overriding) | undefined
  readonly sku: (Partial<ItemSku> & Overriding) | undefined
  readonly metadata: Metadata | undefined
}

interface Overriding {
  readonly override?: boolean | undefined
}

/** The stored goods an order may name, by id and by source id. */
export interface Inventory {
  readonly products: ReadonlyMap<string, Product>
  readonly skus: ReadonlyMap<string, Sku>
  /** What saving goods has to know; absent where no line asks for it. */
  readonly overriding?: OverrideFacts
}

/** What metadata of an order and of its lines must look like. */
export interface OrderSchemas {
  readonly order: MetadataSchema | null
  readonly orderItem: MetadataSchema | null
}

/** The amounts of an order that its lines and discounts decide. */
export type Priced = Pick<
  Order,
  | 'amount'
  | 'initialAmount'
  | 'discountAmount'
  | 'itemsDiscountAmount'
  | 'totalDiscountAmount'
  | 'totalAmount'
  | 'items'
>

/** Which ids and source ids an order needs from the inventory. */
export function goodsNamed(items: readonly ItemCommand[] | undefined): {
  readonly products: readonly string[]
  readonly skus: readonly string[]
} {
  const products = new Set<string>()
  const skus = new Set<string>()
  for (const item of items ?? []) {
    const bySku = item.relatedObject === 'sku'
    const named = [item.productId, bySku ? undefined : item.sourceId, item.product?.id]
    for (const id of [...named, item.product?.sourceId]) if (id) products.add(id)
    for (const id of [item.skuId, bySku ? item.sourceId : undefined, item.sku?.id]) {
      if (id) skus.add(id)
    }
    if (item.sku?.sourceId) skus.add(item.sku.sourceId)
  }
  return { products: [...products], skus: [...skus] }
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

/** A line as sent, with the goods it names. */
interface FoundLine extends Goods {
  readonly item: ItemCommand
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

interface Goods {
  readonly product: Product | null
  readonly sku: Sku | null
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

/** What a line costs, though that may be beyond the safe integers. */
function priceItem({ item, product, sku }: FoundLine): OrderItem {
  const quantity = item.quantity ?? 1
  const price =
    item.price ?? item.sku?.price ?? item.product?.price ?? sku?.price ?? product?.price ?? null
  const amount = item.amount ?? (price === null ? null : price * quantity)
  const discountAmount =
    item.discountAmount === undefined ? null : Math.min(item.discountAmount, amount ?? 0)
  return {
    productId: product?.id ?? null,
    skuId: sku?.id ?? null,
    sourceId: item.sourceId ?? null,
    relatedObject: item.relatedObject ?? null,
    quantity,
    initialQuantity: item.initialQuantity ?? null,
    discountQuantity: item.discountQuantity ?? null,
    price,
    amount,
    initialAmount: item.initialAmount ?? null,
    discountAmount,
    subtotalAmount: amount === null ? null : amount - (discountAmount ?? 0),
    product: product === null ? null : shownProduct(product, item),
    sku: sku === null ? null : shownSku(sku, item),
    metadata: item.metadata ?? {}
  }
}

function shownProduct(product: Product, { product: sent }: ItemCommand): ItemProduct {
  return {
    id: product.id,
    sourceId: product.sourceId,
    name: sent?.name ?? product.name,
    price: sent?.price ?? product.price,
    metadata: sent?.metadata ?? product.metadata
  }
}

function shownSku(sku: Sku, { sku: sent }: ItemCommand): ItemSku {
  return {
    id: sku.id,
    sourceId: sku.sourceId,
    sku: sent?.sku ?? sku.sku,
    price: sent?.price ?? sku.price,
    metadata: sent?.metadata ?? sku.metadata
  }
}

/** Null when a sum leaves the safe integers. */
function priceOrder(
  stored: Order | null,
  command: OrderCommand,
  items: readonly OrderItem[]
): Priced | null {
  if (!items.every(({ amount }) => isCounted(amount))) return null
  const known = command.amount ?? stored?.amount ?? null
  // Lines that are sent decide the amount, those that are merely stored do not any more.
  const amount = items === stored?.items ? known : (sumOfAmounts(items) ?? known)
  const initialAmount = command.initialAmount ?? stored?.initialAmount ?? null
  const discountAmount = command.discountAmount ?? stored?.discountAmount ?? null
  if (amount === null) {
    const unknown = { itemsDiscountAmount: null, totalDiscountAmount: null, totalAmount: null }
    return { amount, initialAmount, discountAmount, ...unknown, items }
  }
  if (!isCounted(amount)) return null
  const itemsDiscount = items.reduce((sum, item) => sum + (item.discountAmount ?? 0), 0)
  const onItems = Math.min(itemsDiscount, amount)
  const onOrder = Math.min(discountAmount ?? 0, amount - onItems)
  const total = onItems + onOrder
  return {
    amount,
    initialAmount,
    discountAmount: discountAmount === null ? null : onOrder,
    itemsDiscountAmount: onItems === 0 ? null : onItems,
    totalDiscountAmount: total === 0 && discountAmount === null ? null : total,
    totalAmount: amount - total,
    items
  }
}

/** Whether a number holds an amount exactly; one that is not known does no harm. */
function isCounted(amount: number | null): boolean {
  return amount === null || Number.isSafeInteger(amount)
}

/** All that there is to say of an order whose sums cannot be counted. */
function uncounted(items: readonly OrderItem[]): Priced {
  const unsaid = { amount: null, initialAmount: null, discountAmount: null }
  return {
    ...unsaid,
    itemsDiscountAmount: null,
    totalDiscountAmount: null,
    totalAmount: null,
    items: items.map(item => ({ ...item, ...unsaid, subtotalAmount: null }))
  }
}

/** Null when no line has a price. */
function sumOfAmounts(items: readonly OrderItem[]): number | null {
  const amounts = items.map(({ amount }) => amount).filter(amount => amount !== null)
  return amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0)
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
