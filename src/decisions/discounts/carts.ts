/**
 * An order as a cart that discounts change, and the order that a changed cart is.
 *
 * Spec: OrderCalculated.
 */
import type { Order, OrderItem } from '../../model.ts'
import {
  type Cart,
  type CartLine,
  keptDiscount,
  type OpenedLine,
  openCart,
  type UnitGoods
} from '../../rules/discounts/cart.ts'
import { type Collections, goodsOfLine, lineIds } from '../validation-rules/facts.ts'
import type { UnitFound } from './request.ts'

/** The cart of an order; null when a figure of it cannot be counted. */
export function cartOf(
  order: Order,
  { collections, isStored }: { readonly collections: Collections; readonly isStored: boolean }
): Cart | null {
  const lines = order.items.map(item => openedLine(item, collections))
  const { amount, initialAmount, discountAmount } = order
  return openCart({ amount, initialAmount, discountAmount, lines, isStored })
}

function openedLine(item: OrderItem, collections: Collections): OpenedLine {
  const { quantity, initialQuantity, discountQuantity } = item
  const { price, amount, initialAmount, discountAmount } = item
  return {
    ...goodsOfLine(item),
    ids: lineIds(item, collections),
    ...{ quantity, initialQuantity, discountQuantity },
    ...{ price, amount, initialAmount, discountAmount }
  }
}

/** The order with the lines and figures of a cart that began as it. */
export function orderOfCart(order: Order, cart: Cart): Order {
  return {
    ...order,
    amount: cart.amount,
    initialAmount: cart.initialAmount,
    discountAmount: cart.discountAmount,
    itemsDiscountAmount: cart.itemsDiscountAmount,
    totalDiscountAmount: cart.totalDiscountAmount,
    totalAmount: cart.totalAmount,
    appliedDiscountAmount: cart.appliedDiscountAmount,
    items: cart.lines.map(line => itemOf(order, line))
  }
}

function itemOf({ items }: Order, line: CartLine): OrderItem {
  const before = line.index === null ? addedItem(line) : (items[line.index] as OrderItem)
  return {
    ...before,
    quantity: line.quantity,
    initialQuantity: line.initialQuantity,
    discountQuantity: line.discountQuantity,
    price: line.price,
    amount: line.amount,
    initialAmount: line.initialAmount,
    ...keptDiscount(line),
    appliedDiscountAmount: line.appliedDiscountAmount,
    appliedDiscountQuantity: line.appliedDiscountQuantity,
    appliedQuantity: line.appliedQuantity,
    appliedQuantityAmount: line.appliedQuantityAmount
  }
}

/** A line of goods that a discount added, before its figures. */
function addedItem({ added, ...line }: CartLine): OrderItem {
  // INVARIANT: a line without a place among those of the order was added, with its goods.
  const { object, name, price } = added as UnitGoods
  const { productId, productSourceId, skuId, skuSourceId } = line
  const bySku = object === 'sku'
  const isProduct = productId !== null || productSourceId !== null
  return {
    ...NO_FIGURES,
    productId,
    skuId,
    sourceId: bySku ? skuSourceId : productSourceId,
    relatedObject: object,
    quantity: 0,
    product: isProduct
      ? {
          id: productId,
          sourceId: productSourceId,
          name: bySku ? null : name,
          price: bySku ? null : price,
          metadata: {}
        }
      : null,
    sku: bySku ? { id: skuId, sourceId: skuSourceId, sku: name, price, metadata: {} } : null,
    metadata: {}
  }
}

const NO_FIGURES = {
  initialQuantity: null,
  discountQuantity: null,
  price: null,
  amount: null,
  initialAmount: null,
  discountAmount: null,
  subtotalAmount: null
}

/** Goods that a discount gives, as the inventory has them. */
export function unitGoodsOf({ product, sku }: UnitFound, collections: Collections): UnitGoods {
  const [productId, skuId] = [product?.id ?? null, sku?.id ?? null]
  return {
    object: sku === null ? 'product' : 'sku',
    productId,
    productSourceId: product?.sourceId ?? null,
    skuId,
    skuSourceId: sku?.sourceId ?? null,
    ownIds: [skuId ?? productId, (sku ?? product)?.sourceId ?? null].filter(id => id !== null),
    ids: lineIds({ productId, skuId }, collections),
    name: sku === null ? (product?.name ?? null) : sku.sku,
    price: sku?.price ?? product?.price ?? null
  }
}
