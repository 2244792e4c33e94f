/**
 * The order that a request sends, as it is stored, with its goods and their collections.
 *
 * Spec: estimateLoyaltyPoints, redeemReward.
 */

import type { OrderCommand } from '../../decisions/orders/commands.ts'
import type { Inventory } from '../../decisions/orders/goods.ts'
import type { Collections } from '../../decisions/validation-rules/facts.ts'
import type { Order } from '../../model.ts'
import { type Session, together } from '../engine/session.ts'
import { collectionsFor, inventoryFor } from '../products/inventory.ts'
import { findOrderSent } from './orders.ts'

export interface OrderedGoods {
  /** Null where none is stored, or none was sent. */
  readonly storedOrder: Order | null
  readonly inventory: Inventory
  readonly collections: Collections
}

/** Undefined: no order was sent. */
export async function loadCart(
  session: Session,
  order: OrderCommand | undefined
): Promise<OrderedGoods> {
  const [storedOrder, inventory] = await together(
    findOrderSent(session, order),
    inventoryFor(session, order)
  )
  const collections = await collectionsFor(session, inventory, storedOrder)
  return { storedOrder, inventory, collections }
}
