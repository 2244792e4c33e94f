/**
 * The order of a request as a command.
 *
 * Numeric text becomes a number, and null counts as not sent. What our own answers carry and a
 * client sends back (`readOnly` in the documents) is left out here, but for the date, which must be
 * the stored order's.
 *
 * Spec: OrderRequest, CreateOrderRequest, UpdateOrderRequest, ImportOrderRequest.
 */
import {
  type ItemCommand,
  type OrderCommand,
  pathInOrder
} from '../../decisions/orders/commands.ts'
import type { ImportOrder } from '../../decisions/orders/import.ts'
import type { SaveOrder } from '../../decisions/orders/saving.ts'
import type { Instant, Metadata } from '../../model.ts'
import type { Schemas } from '../wire.ts'
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
