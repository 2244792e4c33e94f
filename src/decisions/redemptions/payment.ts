/**
 * Paying for a reward: the points it takes, and the order that points pay.
 *
 * A price in points is all or nothing. A COIN reward takes what the rest of its order is worth, as
 * far as the card has points; points worth nothing are never taken. An order that points pay is
 * paid like any other, and earns once, like any other.
 *
 * Spec: redeemReward, RewardParameters.coin.
 */
import type { Order, Reward, RewardAssignment } from '../../model.ts'
import { coinPayment, type NoPayment, takeAtMost, takeFromLots } from '../../rules/points.ts'
import type { Occasion } from '../occasion.ts'
import { isPaid } from '../orders/orders.ts'
import { addOrderDiscount } from '../orders/point-discounts.ts'
import { keepOrder, type SavedOrder } from '../orders/saving.ts'
import { heldAt } from '../points/holds.ts'
import type { LotLines } from '../points/lots.ts'
import { type Purse, spendableLots, sumOf } from '../points/purse.ts'
import type { Refusal } from '../refusals.ts'
import type { OpenStanding } from '../standing/open.ts'
import type { BoundRule } from '../validation-rules/assignments.ts'
import { applicableAmount, type Collections } from '../validation-rules/facts.ts'
import type { AllStops, RecordedStop } from './precedence.ts'

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
