/**
 * How redemptions name what was redeemed, and how orders name redemptions.
 *
 * An order names what was redeemed together, a stack, as one; the redemptions of the stack are
 * listed with it.
 *
 * Spec: Redemption.related_object_id, Order.redemptions.
 */
import type { Order, OrderRedemption, Redemption } from '../../model.ts'

/** The voucher or the promotion tier that was redeemed; for a stack, the record itself. */
export function redeemedIn({
  id,
  voucherId,
  promotionTierId
}: Pick<Redemption, 'id' | 'voucherId' | 'promotionTierId'>): string {
  return voucherId ?? promotionTierId ?? id
}

/**
 * The order that a redemption paid, or whose payment a rollback took back; null where there was
 * none, or where it was only looked at.
 */
export function orderPaidBy({
  id,
  parentId,
  order
}: Pick<Redemption, 'id' | 'parentId' | 'order'>): Order | null {
  // INVARIANT: a redemption and the order that it paid name each other, and that order is stored.
  return order !== null && linkOf(order, parentId ?? id) !== null ? (order as Order) : null
}

/** A redemption on the order that it paid, by the id that the order names it by. */
export interface OrderLink {
  /** Its own, or that of its stack. */
  readonly id: string
  readonly link: OrderRedemption
}

/** How an order names a redemption: by its own id, or by that of its stack; null for not at all. */
export function linkOf({ redemptions }: Pick<Order, 'redemptions'>, id: string): OrderLink | null {
  const own = redemptions[id]
  if (own !== undefined) return { id, link: own }
  const stack = Object.entries(redemptions).find(([, { stacked }]) => stacked?.includes(id))
  return stack === undefined ? null : { id: stack[0], link: stack[1] }
}
