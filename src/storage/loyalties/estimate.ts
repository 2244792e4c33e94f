/**
 * What estimateLoyaltyPoints needs to know.
 *
 * Spec: estimateLoyaltyPoints.
 */
import type { EstimateFacts } from '../../decisions/loyalties.ts'
import type { OrderCommand } from '../../decisions/orders/lines.ts'
import type { Instant } from '../../model.ts'
import { programNamed } from '../campaigns/campaigns.ts'
import { customerSent } from '../customers/customers.ts'
import { type Session, together } from '../engine/session.ts'
import { loadCart } from '../orders/orders.ts'
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
    const [known, { storedOrder, inventory, collections }] = await together(
      programAndStanding(session, campaignName, { sent: sent.customer, now }),
      loadCart(session, sent.order)
    )
    return { ...known, collections, storedOrder, inventory }
  }
}

async function programAndStanding(
  session: Session,
  campaignName: string,
  { sent, now }: { readonly sent: Parameters<typeof customerSent>[1]; readonly now: Instant }
) {
  const [campaign, customer] = await together(
    programNamed(session, campaignName),
    customerSent(session, sent)
  )
  const asked = { event: 'order.paid', customer, now, program: campaign }
  return { ...(await loadStanding(session, asked)), campaign, customer }
}
