/**
 * Orders on the wire: as commands, as they are shown, and the order object of a redemption without
 * an order. Numeric text becomes a number, and null counts as not sent. What our own answers carry
 * and a client sends back (`readOnly` in the documents) is left out here, but for the date, which
 * must be the stored order's. A line shows only known properties: without a price it has no amounts
 * either. The order itself always has its sums, null when nothing could be summed.
 * Spec: OrderRequest, CreateOrderRequest, UpdateOrderRequest, ImportOrderRequest, Order, OrderItem.
 */
import type { ImportOrder } from '../../decisions/orders/edit.ts'
import { type ItemCommand, type OrderCommand, pathInOrder } from '../../decisions/orders/lines.ts'
import type { OrderReturned, SaveOrder } from '../../decisions/orders/orders.ts'
import type { ReturnGoods } from '../../decisions/orders/returns.ts'
import type { Instant, Metadata, Order, OrderItem, RecordedOrder } from '../../model.ts'
import type { Request } from '../types.ts'
import {
  readerOfSent,
  readerWithNulls,
  type Schemas,
  viewOf,
  type Wire,
  withoutNulls
} from '../wire.ts'
import { customerCommand } from './customers.ts'
import { instantOf, metadataOf, sent } from './values.ts'

const readOrder = readerOfSent('id source_id amount initial_amount discount_amount')

/** The order of a request; `at` is where it stands in the body, if not at `order`. */
export function orderCommand(order: Schemas['OrderRequest'], at?: string): OrderCommand {
  const place = at === undefined ? {} : { at }
  return {
    ...readOrder(order),
    status: undefined,
    items: order.items?.map(itemCommand),
    metadata: metadataOf(order.metadata),
    createdAt: order.created_at
      ? instantOf(order.created_at, pathInOrder(place, 'created_at'))
      : undefined,
    ...place
  }
}

const readItem = readerOfSent(
  'product_id sku_id related_object source_id initial_quantity discount_quantity price amount',
  'initial_amount discount_amount'
)
const readProduct = readerWithNulls('id source_id name price')
const readSku = readerWithNulls('id source_id sku price')

function itemCommand(item: Schemas['OrderItemRequest']): ItemCommand {
  const { product, sku } = item
  return {
    ...readItem(item),
    id: item.id,
    quantity: item.quantity ? Number(item.quantity) : undefined,
    product: sent(product && { ...readProduct(product), ...overrideOf(product) }),
    sku: sent(sku && { ...readSku(sku), ...overrideOf(sku) }),
    metadata: metadataOf(item.metadata)
  }
}

/** What a line saves of its goods beside their names and price. */
function overrideOf({
  override,
  metadata
}: Schemas['OrderItemProductRequest'] | Schemas['OrderItemSkuRequest']) {
  return { override: sent(override), ...(metadata && { metadata: metadata as Metadata }) }
}

function saveCommand(body: Schemas['UpdateOrderRequest']): SaveOrder {
  const { customer, status, customer_id: customerId, referrer, ...said } = body
  const named = customerId ? { id: customerId } : undefined
  return {
    ...orderCommand({ ...said, id: null, source_id: null }, ''),
    status: status ?? undefined,
    customer: customer === undefined ? named : customerCommand(customer),
    referrerId: referrer?.id ?? referrer?.source_id ?? body.referrer_id ?? undefined
  }
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
  const onItems = order.items.flatMap(({ appliedDiscountAmount: amount }) => amount ?? [])
  // What the last redemption took off single lines; null where it is about none.
  const toItems = onItems.length === 0 ? null : onItems.reduce((sum, amount) => sum + amount, 0)
  const toOrder = order.appliedDiscountAmount
  return orderView({
    ...order,
    returnedAmount: order.returned?.amount,
    itemsAppliedDiscountAmount: toItems,
    totalAppliedDiscountAmount: toItems === null ? toOrder : (toOrder ?? 0) + toItems,
    items: order.items.map(viewOrderItem),
    customer: customerId === null ? null : { id: customerId, object: 'customer' as const },
    referrer: referrerId === null ? null : { id: referrerId, object: 'customer' as const },
    redemptions: Object.fromEntries(
      Object.entries(order.redemptions).map(([id, link]) => [id, viewOrderRedemption(link)])
    )
  })
}

const orderView = viewOf(
  'id source_id created_at updated_at status amount initial_amount? returned_amount?',
  'discount_amount items_discount_amount? total_discount_amount total_amount',
  'applied_discount_amount items_applied_discount_amount? total_applied_discount_amount items',
  'metadata customer? customer_id referrer? referrer_id redemptions object:order'
)

const readReturn = readerOfSent('amount reason')
const readReturned = readerOfSent('id index product_id sku_id source_id quantity')

export function returnGoodsCommand(body: Schemas['OrderReturnRequest']): ReturnGoods {
  return {
    lines: body.items?.map(line => readReturned(line)),
    ...readReturn(body),
    metadata: metadataOf(body.metadata)
  }
}

export const isDryRun = ({ dry_run = false }: Request<'returnGoods'>['query']) => dry_run

const returnView = viewOf(
  'id order_id created_at reason metadata amount total_amount items pending_points transactions',
  'order object:order_return'
)
const viewReturned = viewOf('index id? product_id? sku_id? source_id? quantity amount?')
const viewMovement = viewOf('id voucher_id type amount')

/** With the order as it is now. */
export function viewOrderReturn({ entry, order }: OrderReturned): Wire<'OrderReturn'> {
  return returnView({
    ...entry,
    orderId: order.id,
    items: entry.lines.map(line => viewReturned(line)),
    transactions: entry.movements.map(movement => viewMovement(movement)),
    order: viewOrder(order)
  })
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

const viewOrderRedemption = viewOf(
  'date related_object_type related_object_id related_object_parent_id? stacked? rollback_id?',
  'rollback_date? rollback_stacked?'
)

const itemView = viewOf(
  'object:order_item id? product_id? sku_id? related_object? source_id? quantity initial_quantity?',
  'discount_quantity? price? amount? initial_amount? discount_amount? subtotal_amount?',
  'applied_discount_amount? applied_discount_quantity? applied_quantity? applied_quantity_amount?',
  'returned_quantity? product? sku? metadata'
)
const viewItemProduct = viewOf('id source_id name price metadata')
const viewItemSku = viewOf('id source_id sku price metadata')

function viewOrderItem(item: OrderItem): Wire<'OrderItem'> {
  const { product, sku } = item
  return itemView({
    ...item,
    product: product && viewItemProduct(product),
    sku: sku && viewItemSku(sku)
  })
}
