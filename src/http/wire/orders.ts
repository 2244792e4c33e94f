/**
 * Orders on the wire: as commands, as they are shown, and the order object of a redemption without
 * an order.
 *
 * Numeric text becomes a number, and null counts as not sent. What our own answers carry and a
 * client sends back (`readOnly` in the documents) is left out here, but for the date, which must be
 * the stored order's.
 *
 * A line shows only known properties: without a price it has no amounts either. The order itself
 * always has its sums, null when nothing could be summed.
 *
 * Spec: OrderRequest, CreateOrderRequest, UpdateOrderRequest, ImportOrderRequest, Order, OrderItem.
 */
import type { ImportOrder } from '../../decisions/orders/edit.ts'
import { type ItemCommand, type OrderCommand, pathInOrder } from '../../decisions/orders/lines.ts'
import type { OrderReturned, ReturnGoods, SaveOrder } from '../../decisions/orders/orders.ts'
import type {
  Instant,
  ItemProduct,
  ItemSku,
  Metadata,
  Order,
  OrderItem,
  OrderRedemption,
  RecordedOrder
} from '../../model.ts'
import { type Schemas, type Wire, withoutNulls } from '../wire.ts'
import { customerCommand } from './customers.ts'
import { instantOf, metadataOf, sent } from './values.ts'

/** The order of a request; `at` is where it stands in the body, if not at `order`. */
export function orderCommand(order: Schemas['OrderRequest'], at?: string): OrderCommand {
  const place = at === undefined ? {} : { at }
  return {
    id: sent(order.id),
    sourceId: sent(order.source_id),
    status: undefined,
    amount: sent(order.amount),
    initialAmount: sent(order.initial_amount),
    discountAmount: sent(order.discount_amount),
    items: order.items?.map(itemCommand),
    metadata: metadataOf(order.metadata),
    createdAt: order.created_at
      ? instantOf(order.created_at, pathInOrder(place, 'created_at'))
      : undefined,
    ...place
  }
}

function itemCommand(item: Schemas['OrderItemRequest']): ItemCommand {
  const { product, sku } = item
  return {
    id: item.id,
    productId: sent(item.product_id),
    skuId: sent(item.sku_id),
    relatedObject: sent(item.related_object),
    sourceId: sent(item.source_id),
    quantity: item.quantity ? Number(item.quantity) : undefined,
    initialQuantity: sent(item.initial_quantity),
    discountQuantity: sent(item.discount_quantity),
    price: sent(item.price),
    amount: sent(item.amount),
    initialAmount: sent(item.initial_amount),
    discountAmount: sent(item.discount_amount),
    product: sent(
      product && {
        id: product.id ?? null,
        sourceId: product.source_id ?? null,
        name: product.name ?? null,
        price: product.price ?? null,
        override: sent(product.override),
        ...(product.metadata && { metadata: product.metadata as Metadata })
      }
    ),
    sku: sent(
      sku && {
        id: sku.id ?? null,
        sourceId: sku.source_id ?? null,
        sku: sku.sku ?? null,
        price: sku.price ?? null,
        override: sent(sku.override),
        ...(sku.metadata && { metadata: sku.metadata as Metadata })
      }
    ),
    metadata: metadataOf(item.metadata)
  }
}

/** The properties of every order. */
function saveCommand(body: Schemas['UpdateOrderRequest']): SaveOrder {
  const { customer, status, customer_id: customerId, referrer, ...said } = body
  return {
    ...orderCommand({ ...said, id: null, source_id: null }, ''),
    status: status ?? undefined,
    customer: customer === undefined ? named(customerId) : customerCommand(customer),
    referrerId: referrer?.id ?? referrer?.source_id ?? body.referrer_id ?? undefined
  }
}

function named(customerId: string | null | undefined) {
  return customerId ? { id: customerId } : undefined
}

/** An order to create or to find, by its id or else by its source id. */
export function createOrderCommand(body: Schemas['CreateOrderRequest']): SaveOrder {
  const { id, source_id: sourceId } = body
  // Beside an id, the source id is ignored.
  return { ...saveCommand(body), ...(id ? { id } : { sourceId: sourceId ?? undefined }) }
}

/** The order in the path; names in the body are left out. */
export function updateOrderCommand(
  body: Schemas['UpdateOrderRequest'],
  orderId: string
): SaveOrder {
  return { ...saveCommand(body), sourceId: orderId }
}

/** The order of the past at `index` of a request; its date is null when none was sent. */
export function importOrderCommand(
  body: Schemas['ImportOrderRequest'],
  index: number
): Omit<ImportOrder, 'date'> & { readonly date: Instant | null } {
  const { created_at: date, source_id: sourceId, ...said } = body
  const { at: _, ...command } = saveCommand(said)
  return {
    ...command,
    sourceId,
    date: date ? instantOf(date, `[${index}].created_at`) : null,
    earns: false
  }
}

/** Null: a redemption without an order still answers with an order object, which names none. */
export function viewOrder(order: RecordedOrder | null): Wire<'Order'> {
  if (order === null) return NO_ORDER
  const { customerId, referrerId } = order
  return {
    id: order.id,
    source_id: order.sourceId,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    status: order.status,
    amount: order.amount,
    ...withoutNulls({ initial_amount: order.initialAmount }),
    ...(order.returned && { returned_amount: order.returned.amount }),
    discount_amount: order.discountAmount,
    ...withoutNulls({ items_discount_amount: order.itemsDiscountAmount }),
    total_discount_amount: order.totalDiscountAmount,
    total_amount: order.totalAmount,
    applied_discount_amount: order.appliedDiscountAmount,
    ...withoutNulls({ items_applied_discount_amount: appliedToItems(order) }),
    total_applied_discount_amount: totalApplied(order),
    items: order.items.map(viewOrderItem),
    metadata: order.metadata,
    ...withoutNulls({
      customer: customerId === null ? null : { id: customerId, object: 'customer' as const }
    }),
    customer_id: customerId,
    ...withoutNulls({
      referrer: referrerId === null ? null : { id: referrerId, object: 'customer' as const }
    }),
    referrer_id: referrerId,
    redemptions: Object.fromEntries(
      Object.entries(order.redemptions).map(([id, link]) => [id, viewOrderRedemption(link)])
    ),
    object: 'order'
  }
}

/** What the last redemption took off single lines; null where it is about none. */
function appliedToItems({ items }: RecordedOrder): number | null {
  const applied = items.flatMap(({ appliedDiscountAmount: amount }) => amount ?? [])
  return applied.length === 0 ? null : applied.reduce((sum, amount) => sum + amount, 0)
}

function totalApplied(order: RecordedOrder): number | null {
  const onItems = appliedToItems(order)
  if (onItems === null) return order.appliedDiscountAmount
  return (order.appliedDiscountAmount ?? 0) + onItems
}

export function returnGoodsCommand(body: Schemas['OrderReturnRequest']): ReturnGoods {
  return {
    lines: body.items?.map(line => ({
      id: sent(line.id),
      index: sent(line.index),
      productId: sent(line.product_id),
      skuId: sent(line.sku_id),
      sourceId: sent(line.source_id),
      quantity: sent(line.quantity)
    })),
    amount: sent(body.amount),
    reason: sent(body.reason),
    metadata: metadataOf(body.metadata)
  }
}

/** Whether a request asks what would be done. */
export function isDryRun({ dry_run }: { readonly dry_run?: boolean | undefined }): boolean {
  return dry_run === true
}

/** With the order as it is now. */
export function viewOrderReturn({ entry, order }: OrderReturned): Wire<'OrderReturn'> {
  return {
    id: entry.id,
    order_id: order.id,
    created_at: entry.createdAt,
    reason: entry.reason,
    metadata: entry.metadata,
    amount: entry.amount,
    total_amount: entry.totalAmount,
    items: entry.lines.map(line => ({
      index: line.index,
      ...withoutNulls({
        id: line.id ?? null,
        product_id: line.productId,
        sku_id: line.skuId,
        source_id: line.sourceId
      }),
      quantity: line.quantity,
      ...withoutNulls({ amount: line.amount })
    })),
    pending_points: entry.pendingPoints,
    transactions: entry.movements.map(({ id, voucherId, type, amount }) => {
      return { id, voucher_id: voucherId, type, amount }
    }),
    order: viewOrder(order),
    object: 'order_return'
  }
}

export function viewOrderReturns(order: Order): Wire<'OrderReturnList'> {
  const returns = (order.returned?.entries ?? []).toReversed()
  return {
    object: 'list',
    data_ref: 'returns',
    returns: returns.map(entry => viewOrderReturn({ entry, order })),
    total: returns.length
  }
}

/** An order while discounts are worked out on it; what is not known yet is absent. */
export function viewOrderCalculated(order: Order, isStored: boolean): Wire<'OrderCalculated'> {
  const { items, customer_id, referrer_id, metadata, object, redemptions, ...view } =
    viewOrder(order)
  const { id, status, created_at, updated_at, source_id, customer, referrer, ...amounts } = view
  const { returned_amount: _, ...figures } = amounts
  return {
    ...(isStored && withoutNulls({ id, status, created_at })),
    ...(isStored && { updated_at, redemptions }),
    source_id,
    ...withoutNulls(figures),
    ...(items.length > 0 && { items }),
    metadata,
    ...withoutNulls({ customer: customer ?? null, referrer: referrer ?? null }),
    customer_id,
    referrer_id,
    object
  }
}

const NO_ORDER: Wire<'Order'> = {
  id: null,
  source_id: null,
  created_at: null,
  updated_at: null,
  status: null,
  amount: null,
  discount_amount: null,
  total_discount_amount: null,
  total_amount: null,
  applied_discount_amount: null,
  total_applied_discount_amount: null,
  items: [],
  metadata: {},
  customer_id: null,
  referrer_id: null,
  redemptions: {},
  object: 'order'
}

function viewOrderRedemption(link: OrderRedemption): Wire<'OrderRedemption'> {
  return {
    date: link.date,
    related_object_type: link.relatedObjectType,
    related_object_id: link.relatedObjectId,
    ...withoutNulls({
      related_object_parent_id: link.relatedObjectParentId,
      stacked: link.stacked ?? null,
      rollback_id: link.rollbackId ?? null,
      rollback_date: link.rollbackDate ?? null,
      rollback_stacked: link.rollbackStacked ?? null
    })
  }
}

/** A line; unknown properties are absent. */
function viewOrderItem(item: OrderItem): Wire<'OrderItem'> {
  return {
    object: 'order_item',
    ...withoutNulls({
      id: item.id ?? null,
      product_id: item.productId,
      sku_id: item.skuId,
      related_object: item.relatedObject,
      source_id: item.sourceId
    }),
    quantity: item.quantity,
    ...withoutNulls({
      initial_quantity: item.initialQuantity,
      discount_quantity: item.discountQuantity,
      price: item.price,
      amount: item.amount,
      initial_amount: item.initialAmount,
      discount_amount: item.discountAmount,
      subtotal_amount: item.subtotalAmount,
      applied_discount_amount: item.appliedDiscountAmount ?? null,
      applied_discount_quantity: item.appliedDiscountQuantity ?? null,
      applied_quantity: item.appliedQuantity ?? null,
      applied_quantity_amount: item.appliedQuantityAmount ?? null,
      returned_quantity: item.returnedQuantity ?? null,
      product: item.product && viewItemProduct(item.product),
      sku: item.sku && viewItemSku(item.sku)
    }),
    metadata: item.metadata
  }
}

function viewItemProduct({ id, sourceId, name, price, metadata }: ItemProduct) {
  return { id, source_id: sourceId, name, price, metadata }
}

function viewItemSku({ id, sourceId, sku, price, metadata }: ItemSku) {
  return { id, source_id: sourceId, sku, price, metadata }
}
