/**
 * What estimateLoyaltyPoints needs to know.
 *
 * Spec: estimateLoyaltyPoints; Decision 61.
 */
import type { EstimateFacts } from '../../decisions/loyalties/estimate.ts'
import type { OrderCommand } from '../../decisions/orders/commands.ts'
import type { Instant } from '../../model.ts'
import { programNamed } from '../campaigns/campaigns.ts'
import { customerSent } from '../customers/customers.ts'
import type { Session } from '../engine/session.ts'
import { findOrderSent } from '../orders/orders.ts'
import { collectionsFor, inventoryFor } from '../products/inventory.ts'
import { loadStanding } from '../standing/standing.ts'

/** The facts of estimateLoyaltyPoints. @throws {Refused} when the program does not exist. */
export function loadEstimate(
  campaignName: string,
  sent: {
    readonly customer: Parameters<typeof customerSent>[1]
    readonly order: OrderCommand
  }
) {
  return async (session: Session, now: Instant): Promise<EstimateFacts> => {
    const campaign = await programNamed(session, campaignName)
    const customer = await customerSent(session, sent.customer)
    const storedOrder = await findOrderSent(session, sent.order)
    const inventory = await inventoryFor(session, sent.order)
    const collections = await collectionsFor(session, inventory, storedOrder)
    const asked = { event: 'order.paid', customer, now, collections, program: campaign }
    const standing = await loadStanding(session, asked)
    return { ...standing, campaign, customer, storedOrder, inventory }
  }
}
