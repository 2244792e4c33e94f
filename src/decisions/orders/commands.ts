/**
 * An order as a request describes it, line by line.
 *
 * Spec: OrderRequest, OrderItemRequest.
 */
import type { Instant, ItemProduct, ItemSku, Metadata, OrderStatus } from '../../model.ts'
import { pathIn } from '../request-refusals.ts'

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
  /** The date of the stored order, sent back as it was answered; no other is taken. */
  readonly createdAt: Instant | undefined
  /** Where the order stands in the body, for refusals; else at `order`. */
  readonly at?: string
}

/** Where something of the order stands in the body, such as `order.items[0]`. */
export function pathInOrder({ at = 'order' }: Pick<OrderCommand, 'at'>, property: string): string {
  return pathIn(at, property)
}

/** An order of which nothing was sent. */
export const NOTHING_SENT: OrderCommand = {
  id: undefined,
  sourceId: undefined,
  status: undefined,
  amount: undefined,
  initialAmount: undefined,
  discountAmount: undefined,
  items: undefined,
  metadata: undefined,
  createdAt: undefined
}

export interface ItemCommand {
  readonly productId: string | undefined
  readonly skuId: string | undefined
  readonly relatedObject: 'product' | 'sku' | undefined
  /** Names the product, or the SKU when `relatedObject` is `sku`. */
  readonly sourceId: string | undefined
  /** Default 1. */
  readonly quantity: number | undefined
  readonly initialQuantity: number | undefined
  readonly discountQuantity: number | undefined
  readonly price: number | undefined
  readonly amount: number | undefined
  readonly initialAmount: number | undefined
  readonly discountAmount: number | undefined
  /** Takes precedence over the stored goods; with `override` it is also saved. */
  readonly product: (Partial<ItemProduct> & Overriding) | undefined
  readonly sku: (Partial<ItemSku> & Overriding) | undefined
  readonly metadata: Metadata | undefined
}

interface Overriding {
  readonly override?: boolean | undefined
}
