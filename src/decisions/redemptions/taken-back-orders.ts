/**
 * The order of a redemption that is rolled back: what was taken off it comes back, and what it
 * earned is taken back when it is canceled.
 *
 * Spec: rollbackRedemption, rollbackStackedRedemptions.
 */
import type { Order, OrderRedemption, OrderStatus, Redemption } from '../../model.ts'
import type { Change } from '../changes.ts'
import type { Occasion } from '../occasion.ts'
import { amountWithoutUnits, ownsInitialAmount } from '../orders/initial-figures.ts'
import type { LastOrder } from '../orders/last-orders.ts'
import { withdraw } from '../orders/line-discounts.ts'
import { lowerPaidDiscounts } from '../orders/point-discounts.ts'
import { keepOrder, markTakenBack, recordOrder } from '../orders/saving.ts'
import { type EarnedBefore, takeBackOrder } from '../points/cancellation.ts'
import type { OpenStanding } from '../standing/open.ts'
import { linkOf, type OrderLink } from './links.ts'

/** An order and the redemption that paid it. */
export interface PaidOrder {
  readonly root: Redemption
  /** The ids of the rollbacks, by the redemptions that they undo. */
  readonly ids: ReadonlyMap<string, string>
  /** As it is stored; null for none. */
  readonly order: Order | null
  /** What becomes of it; null: it stays as it is, and only names the rollback. */
  readonly status: OrderStatus | null
  readonly earned: EarnedBefore
  readonly previousOrder: LastOrder | null
}

/**
 * Withdraws from the order what the redemption took off it. The order of nobody counts for nobody,
 * not for the customer who redeemed. Canceled, which it is whatever its status, it gives back the
 * points that are not taken back yet.
 */
export function takeBackPayment(
  known: OpenStanding<never>,
  paid: PaidOrder,
  occasion: Occasion
): { readonly known: OpenStanding<never>; readonly order: Order | null } {
  const { order: stored, previousOrder, earned, status } = paid
  if (stored === null || stored.customerId === null || status === null) {
    const { order, changes } = takeBackNobodys(paid, occasion)
    return { order, known: known.write(changes) }
  }
  const withdrawn = withdrawnFrom(stored, { ...paid, status }, occasion)
  const order = status === 'CANCELED' ? markTakenBack(withdrawn, occasion) : withdrawn
  const kept = keepOrder(known, { stored, order, previousOrder }, occasion)
  if (status !== 'CANCELED') return { order, known: kept.known }
  const brought = { order: stored, ...earned }
  return { order, known: takeBackOrder(kept.known, brought, occasion) }
}

/** The same for the order of nobody, which never earned, and for one that stays as it is. */
export function takeBackNobodys(
  paid: PaidOrder,
  occasion: Occasion
): { readonly order: Order | null; readonly changes: readonly Change[] } {
  const { order: stored, status } = paid
  if (stored === null) return { order: null, changes: [] }
  const order =
    status === null
      ? nextOf(stored, linkAfter(stored, paid, occasion), occasion)
      : withdrawnFrom(stored, { ...paid, status }, occasion)
  const { change, events } = recordOrder({ stored, order, earns: false }, occasion)
  return { order, changes: [change, ...events] }
}

/** An order that names the rollback of what paid it. */
function linkAfter(
  stored: Order,
  { root, ids }: Pick<PaidOrder, 'root' | 'ids'>,
  { now }: Occasion
): OrderLink {
  // INVARIANT: a redemption and its order name each other, and an order keeps its redemptions.
  const { id, link } = linkOf(stored, root.id) as OrderLink
  const rolledBack: OrderRedemption = {
    ...link,
    rollbackId: ids.get(root.id) as string,
    rollbackDate: now,
    ...(link.stacked && { rollbackStacked: link.stacked.map(each => ids.get(each) as string) })
  }
  return { id, link: rolledBack }
}

function withdrawnFrom(
  stored: Order,
  paid: PaidOrder & { readonly status: OrderStatus },
  occasion: Occasion
): Order {
  const { id, link } = linkAfter(stored, paid, occasion)
  const { lines = [], keepsAmount = false, bringsAmount = false, discountAmount, ...others } = link
  const rolledBack = { ...others, discountAmount: 0 }
  const without = { ...stored, redemptions: { ...stored.redemptions, [id]: rolledBack } }
  const withdrawn = withdraw(without, { discountAmount, lines, keepsAmount, bringsAmount })
  const after = nextOf({ ...withdrawn, status: paid.status }, { id, link: rolledBack }, occasion)
  // An order that cost less with what is gone takes less of what others took off it, too.
  const redemptions = lowerPaidDiscounts(after.redemptions, after.discountAmount ?? 0)
  const initialAmount = ownsInitialAmount(stored)
    ? stored.initialAmount
    : amountWithoutUnits({ amount: after.amount, redemptions })
  return { ...after, initialAmount, redemptions }
}

function nextOf(order: Order, { id, link }: OrderLink, { now }: Occasion): Order {
  const redemptions = { ...order.redemptions, [id]: link }
  return { ...order, redemptions, updatedAt: now, version: order.version + 1 }
}
