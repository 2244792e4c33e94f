/**
 * From the wire to commands, for what several operations accept: customers and orders.
 *
 * The one place where snake_case of a request becomes camelCase. What our own answers carry and a
 * client sends back (`readOnly` in the documents) is left behind here. A date of any offset becomes
 * the 24 characters we store; numeric strings become numbers.
 *
 * Spec: Resources, Customer, Redemption (order request fields); Conventions 1 and 5.
 */
import type { components } from '../../generated/service.d.ts'
import type { SaveCustomer } from '../decisions/customers/customers.ts'
import type { ItemCommand, OrderCommand } from '../decisions/orders/commands.ts'
import { Refused } from '../decisions/refusals.ts'
import type { Instant, Metadata, Validity } from '../model.ts'
import { toInstant } from '../rules/validity.ts'

type Schemas = components['schemas']

/** Null counts as not sent. */
function sent<Value>(value: Value | null | undefined): Value | undefined {
  return value ?? undefined
}

/** Metadata as the decisions take it; the document leaves its values open. */
export function metadataOf(metadata: object | undefined): Metadata | undefined {
  return metadata as Metadata | undefined
}

/**
 * A date-time of the wire as an instant.
 * @throws {Refused} for a date the format lets pass and no calendar holds.
 */
export function instantOf(text: string, property: string): Instant {
  const instant = toInstant(text)
  if (instant !== null) return instant
  throw new Refused({
    key: 'invalid_payload',
    details: `Property .${property} must be an ISO 8601 date-time of years 1 to 9999, got ${text}`
  })
}

/** A date-time of a query parameter; null when it was not sent. */
export function queryInstant(text: string | undefined, name: string): Instant | null {
  if (text === undefined) return null
  const instant = toInstant(text)
  if (instant !== null) return instant
  throw new Refused({
    key: 'invalid_query_params',
    details: `Query parameter ${name} must be an ISO 8601 date-time, got ${text}`
  })
}

/** The customer of a request: who it is, and what is said of them. */
export function customerCommand(customer: Schemas['CustomerRequest']): SaveCustomer {
  const { id, source_id, name, email, phone, description, birthday, birthdate, address } = customer
  return {
    id,
    sourceId: source_id,
    name,
    email,
    phone,
    description,
    birthday,
    birthdate,
    address: address as SaveCustomer['address'],
    metadata: metadataOf(customer.metadata)
  }
}

/** The order of a request. */
export function orderCommand(order: Schemas['OrderRequest']): OrderCommand {
  return {
    id: sent(order.id),
    sourceId: sent(order.source_id),
    status: undefined,
    amount: sent(order.amount),
    initialAmount: sent(order.initial_amount),
    discountAmount: sent(order.discount_amount),
    items: order.items?.map(itemCommand),
    metadata: metadataOf(order.metadata)
  }
}

function itemCommand(item: Schemas['OrderItemRequest']): ItemCommand {
  const { product, sku } = item
  return {
    productId: sent(item.product_id),
    skuId: sent(item.sku_id),
    relatedObject: sent(item.related_object),
    sourceId: sent(item.source_id),
    quantity: item.quantity === undefined ? undefined : Number(item.quantity),
    initialQuantity: sent(item.initial_quantity),
    discountQuantity: sent(item.discount_quantity),
    price: sent(item.price),
    amount: sent(item.amount),
    initialAmount: sent(item.initial_amount),
    discountAmount: sent(item.discount_amount),
    product: product && {
      id: product.id ?? null,
      sourceId: product.source_id ?? null,
      name: product.name ?? null,
      price: product.price ?? null,
      override: sent(product.override),
      ...(product.metadata === undefined ? {} : { metadata: product.metadata as Metadata })
    },
    sku: sku && {
      id: sku.id ?? null,
      sourceId: sku.source_id ?? null,
      sku: sku.sku ?? null,
      price: sku.price ?? null,
      override: sent(sku.override),
      ...(sku.metadata === undefined ? {} : { metadata: sku.metadata as Metadata })
    },
    metadata: metadataOf(item.metadata)
  }
}

/** The limits in time that a request may set. */
export interface WireValidity {
  readonly start_date?: string | null | undefined
  readonly expiration_date?: string | null | undefined
  readonly validity_timeframe?: { readonly interval: string; readonly duration: string } | null
  readonly validity_day_of_week?: readonly number[] | null
  readonly validity_hours?: {
    readonly daily: readonly {
      readonly start_time: string
      readonly expiration_time: string
      readonly days_of_week?: readonly number[] | null
    }[]
  } | null
}

/** `at` names the object in a refusal: `[2].` for the third of an array. */
export function validityCommand(wire: WireValidity, at = ''): Validity {
  const { start_date: start, expiration_date: end, validity_hours: hours } = wire
  return {
    startDate: start == null ? null : instantOf(start, `${at}start_date`),
    expirationDate: end == null ? null : instantOf(end, `${at}expiration_date`),
    timeframe: wire.validity_timeframe ?? null,
    daysOfWeek: wire.validity_day_of_week ?? null,
    hours:
      hours == null
        ? null
        : {
            daily: hours.daily.map(window => ({
              startTime: window.start_time,
              expirationTime: window.expiration_time,
              daysOfWeek: window.days_of_week ?? null
            }))
          }
  }
}
