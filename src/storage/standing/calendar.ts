/**
 * Where customers stand when something happens by the calendar alone: their points activate or
 * lapse, their tier ends, or what is known of them is reviewed.
 */
import type { Purse } from '../../decisions/points/purse.ts'
import type { ReviewFacts } from '../../decisions/standing/reviews.ts'
import type { Day, Instant, Segment } from '../../model.ts'
import { customerSent } from '../customers/customers.ts'
import type { Session } from '../engine/session.ts'
import { purseIn } from '../points/lots.ts'
import { filterSegments } from '../segments/segments.ts'
import { voucherById, voucherOf } from '../vouchers/vouchers.ts'
import { reviewOfProject } from './reviews.ts'
import { loadStanding } from './standing.ts'

/** A card with who holds it. */
interface HeldCard extends ReviewFacts {
  readonly purse: Purse
}

/** A card, who holds it and where they stand; null when nobody does. */
export function loadHeldCard(voucherId: string) {
  return async (session: Session, now: Instant): Promise<HeldCard | null> => {
    const row = await session.one(voucherById, { id: voucherId })
    if (row === undefined) return null
    const customer = await customerSent(session, { id: row.holderId })
    if (customer === null) return null
    const standing = await loadStanding(session, {
      event: null,
      customer,
      now,
      preferred: [voucherId]
    })
    return { ...standing, customer, purse: await purseIn(session, standing, voucherOf(row)) }
  }
}

/** How far the review of the session's project is, and what tells whether it needs another. */
export interface ReviewState {
  /** The last customer looked at; a text before all ids at the start, null when none is open. */
  readonly after: string | null
  /** The day of the last one that reached the end. */
  readonly reviewedOn: Day | null
  readonly filterSegments: readonly Segment[]
}

/** How far the review is. */
export async function reviewState(session: Session): Promise<ReviewState> {
  const { after = null, reviewedOn = null } = (await session.one(reviewOfProject)) ?? {}
  const filters = await filterSegments(session)
  return { after, reviewedOn, filterSegments: filters }
}

/** What reviewCustomer needs; null for nobody. */
export function loadReview(customerId: string) {
  return async (session: Session, now: Instant): Promise<ReviewFacts | null> => {
    const customer = await customerSent(session, { id: customerId })
    if (customer === null) return null
    return { ...(await loadStanding(session, { event: null, customer, now })), customer }
  }
}
