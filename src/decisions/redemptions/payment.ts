/**
 * Paying for a reward: the points it takes, and the order that points pay.
 *
 * A price in points is all or nothing. A COIN reward takes what the rest of its order is worth, as
 * far as the card has points; points worth nothing are never taken. An order that points pay is
 * paid like any other, and earns once, like any other.
 *
 * Spec: redeemReward, RewardParameters.coin, Redemption.order.
 */
import type {
  ItemProduct,
  ItemSku,
  Order,
  OrderItem,
  RecordedOrder,
  Reward,
  RewardAssignment
} from '../../model.ts'
import { coinPayment, type NoPayment, takeAtMost, takeFromLots } from '../../rules/points.ts'
import type { BoundRule } from '../assignments.ts'
import type { Occasion } from '../changes.ts'
import { addOrderDiscount, type ItemCommand, type OrderCommand } from '../orders/lines.ts'
import { isPaid, keepOrder, type SavedOrder } from '../orders/orders.ts'
import { heldAt, type LotLines, type Purse, spendableLots, sumOf } from '../points/lots.ts'
import type { Refusal } from '../refusals.ts'
import type { OpenStanding } from '../standing/open.ts'
import { applicableAmount, type Collections } from '../validation-rules.ts'
import type { AllStops, RecordedStop, RedemptionFacts } from './delivery.ts'

/** Points taken from the card (at least 1), and the discount on the order (smallest unit). */
export interface Payment {
  readonly points: number
  readonly discount: number
  /** The lots that the points are taken from. */
  readonly taken: LotLines
}

export interface PaymentFacts {
  readonly card: Purse
  readonly reward: Reward
  readonly assignment: RewardAssignment
  /** The points that the customer names; null for as many as are needed. */
  readonly given: number | null
  /** The order that a COIN reward pays, as far as the binding rules allow. */
  readonly order: Order | null
  /** The order when it is a stored one, which counts as it is stored. */
  readonly storedOrder: Order | null
  readonly rules: readonly BoundRule[]
  readonly collections: Collections
}

/** Why a card cannot pay for a reward: nothing to pay, amounts out of range, too few points. */
export type UnpayableCode = 'invalid_order' | 'invalid_amount' | 'loyalty_card_points_exceeded'

/** The payment, or all that is wrong. Without an order, a COIN reward has nothing to pay. */
export function paymentOf(
  { card, reward, assignment, given, order, ...bound }: PaymentFacts,
  occasion: Occasion
): Payment | AllStops<UnpayableCode> {
  const lots = spendableLots(card, occasion)
  const balance = sumOf(lots) - heldAt(card, occasion.now).points
  if (reward.parameters.type !== 'COIN') {
    // INVARIANT: only COIN rewards are assigned without a price.
    const points = assignment.points as number
    const taken = points > balance ? null : takeFromLots(lots, points)
    return taken === null ? { wrong: [tooFewPoints(card)] } : { points, discount: 0, taken }
  }
  const remaining =
    order === null || isPaidOrCanceled(order)
      ? 0
      : applicableAmount(bound.rules, { ...bound, order })
  const payment = coinPayment(reward.parameters, { remaining, given, balance })
  if ('refused' in payment) {
    const [one, ...others] = payment.refused
    const stop = stopOf({ card, order, given, ...bound })
    return { wrong: [stop(one), ...others.map(stop)] }
  }
  return { ...payment, taken: takeAtMost(lots, payment.points) }
}

function isPaidOrCanceled(order: Order): boolean {
  return isPaid(order) || order.status === 'CANCELED'
}

type Paying = Pick<PaymentFacts, 'card' | 'given' | 'order' | 'storedOrder'>

function stopOf({ card, order, given, storedOrder }: Paying) {
  return (reason: NoPayment): RecordedStop<UnpayableCode> => {
    switch (reason) {
      case 'nothing_to_pay':
        return { code: 'invalid_order', details: nothingToPay(order, storedOrder) }
      case 'no_points':
        return tooFewPoints(card)
      case 'out_of_range':
        return {
          code: 'invalid_amount',
          details: `The points for this order exceed ${Number.MAX_SAFE_INTEGER}`
        }
      case 'worthless': {
        const worth = 'worth nothing at the ratio of this reward; use more of them'
        return { code: 'invalid_amount', details: `${given} points are ${worth}` }
      }
    }
  }
}

function tooFewPoints({ voucher }: Purse): RecordedStop<'loyalty_card_points_exceeded'> {
  return { code: 'loyalty_card_points_exceeded', details: voucher.code }
}

function nothingToPay(order: Order | null, stored: Order | null): string {
  if (order !== null && isPaidOrCanceled(order)) {
    return `Order ${order.id} is ${order.status} and cannot be paid again`
  }
  return stored === null
    ? 'The order has nothing left to pay; send items with prices'
    : `Order ${stored.id} counts as it is stored, and has nothing left to pay; update it first`
}

export interface OrderPayment {
  /** The stored order before the payment; null for a new one. */
  readonly stored: Order | null
  readonly order: Order
  readonly cardId: string
  readonly campaignId: string
  readonly redemptionId: string
  /** The discount on the order, smallest unit. */
  readonly discount: number
}

/** Pays an order with points: its status becomes PAID, and it earns unless it has earned before. */
export function payOrder(
  known: OpenStanding,
  { stored, order, cardId, ...payment }: OrderPayment,
  occasion: Occasion
): SavedOrder | { readonly refusal: Refusal } {
  const { discount } = payment
  const link = {
    date: occasion.now,
    relatedObjectType: 'voucher' as const,
    relatedObjectId: cardId,
    relatedObjectParentId: payment.campaignId,
    discountAmount: discount
  }
  const paid: Order = {
    ...addOrderDiscount(order, discount),
    status: 'PAID',
    customerId: known.standing.customer.id,
    redemptions: { ...order.redemptions, [payment.redemptionId]: link }
  }
  return keepOrder(known, { stored, order: paid }, occasion)
}

/*
 * The order that a redemption records: as it was sent, until the decision has looked at it; then
 * with its goods and prices; and after a payment as it was paid, which payment.ts does.
 *
 * An order that is not stored keeps no id, and no ids of goods that it would have made.
 */

/** The order before anything of it was looked at. A name of a stored order is told by its id. */
export function orderAsSent(
  sent: OrderCommand | undefined,
  { storedOrder }: Pick<RedemptionFacts, 'storedOrder'>
): RecordedOrder | null {
  if (sent === undefined) return null
  return {
    ...UNSTORED,
    id: storedOrder?.id ?? null,
    sourceId: sent.sourceId ?? null,
    amount: sent.amount ?? null,
    initialAmount: sent.initialAmount ?? null,
    discountAmount: sent.discountAmount ?? null,
    items: (sent.items ?? []).map(itemAsSent),
    metadata: sent.metadata ?? {}
  }
}

const UNSTORED: Omit<
  RecordedOrder,
  'sourceId' | 'amount' | 'initialAmount' | 'discountAmount' | 'items' | 'metadata'
> = {
  id: null,
  status: null,
  itemsDiscountAmount: null,
  totalDiscountAmount: null,
  totalAmount: null,
  appliedDiscountAmount: null,
  customerId: null,
  referrerId: null,
  redemptions: {},
  earnedAt: null,
  takenBackAt: null,
  createdAt: null,
  updatedAt: null,
  version: 0
}

function itemAsSent(item: ItemCommand): OrderItem {
  return {
    productId: item.productId ?? null,
    skuId: item.skuId ?? null,
    sourceId: item.sourceId ?? null,
    relatedObject: item.relatedObject ?? null,
    quantity: item.quantity ?? 1,
    initialQuantity: item.initialQuantity ?? null,
    discountQuantity: item.discountQuantity ?? null,
    price: item.price ?? null,
    amount: item.amount ?? null,
    initialAmount: item.initialAmount ?? null,
    discountAmount: item.discountAmount ?? null,
    subtotalAmount: null,
    product: item.product === undefined ? null : productAsSent(item.product),
    sku: item.sku === undefined ? null : skuAsSent(item.sku),
    metadata: item.metadata ?? {}
  }
}

function productAsSent(sent: NonNullable<ItemCommand['product']>): ItemProduct {
  const { id = null, sourceId = null, name = null, price = null, metadata = {} } = sent
  return { id, sourceId, name, price, metadata }
}

function skuAsSent(sent: NonNullable<ItemCommand['sku']>): ItemSku {
  const { id = null, sourceId = null, sku = null, price = null, metadata = {} } = sent
  return { id, sourceId, sku, price, metadata }
}

/** The order that a redemption looked at: a stored one as it is stored, or one with its prices. */
export function composedOrder(
  order: Order | null,
  { storedOrder, inventory }: Pick<RedemptionFacts, 'storedOrder' | 'inventory'>
): RecordedOrder | null {
  if (order === null || storedOrder !== null) return storedOrder
  const { products, skus } = inventory
  const stored = new Set([...products.values(), ...skus.values()].map(({ id }) => id))
  const items = order.items.map(item => withStoredIds(item, stored))
  return { ...order, id: null, status: null, createdAt: null, items }
}

/** Goods that the order would have made have no id. */
function withStoredIds(item: OrderItem, stored: ReadonlySet<string>): OrderItem {
  const { product, sku } = item
  const known = (id: string | null) => (id !== null && stored.has(id) ? id : null)
  return {
    ...item,
    productId: known(item.productId),
    skuId: known(item.skuId),
    product: product && { ...product, id: known(product.id) },
    sku: sku && { ...sku, id: known(sku.id) }
  }
}
