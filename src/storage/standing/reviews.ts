/**
 * Reviews: going through all customers of a project once a day, because what is known of them may
 * change with the calendar alone.
 *
 * Spec: Decision 62.
 */
import type { ReviewFacts } from '../../decisions/standing/reviews.ts'
import type { Day, Instant, Segment } from '../../model.ts'
import { customerSent } from '../customers/customers.ts'
import type { Session } from '../engine/session.ts'
import { segmentOf } from '../segments/segments.ts'
import { loadStanding } from './standing.ts'

/** How far the review of the session's project is, and what tells whether it needs another. */
export interface ReviewState {
  /** The last customer that was looked at, '' at the start; null when none is under way. */
  readonly after: string | null
  /** The day of the last one that reached the end. */
  readonly reviewedOn: Day | null
  readonly filterSegments: readonly Segment[]
}

/** How far the review is. */
export async function reviewState(session: Session): Promise<ReviewState> {
  const { after = null, reviewedOn = null } = (await session.one('reviewOf')) ?? {}
  const filterSegments = (await session.all('segmentsWithFilter')).map(segmentOf)
  return { after, reviewedOn, filterSegments }
}

/** Ids of the customers after one, in order. */
export function loadCustomersAfter(after: string, limit: number) {
  return async (session: Session): Promise<readonly string[]> => {
    const found = await session.all('customersAfter', { after, limit })
    return found.map(({ id }) => id)
  }
}

/** What reviewCustomer needs; null for nobody. */
export function loadReview(customerId: string) {
  return async (session: Session, now: Instant): Promise<ReviewFacts | null> => {
    const customer = await customerSent(session, { id: customerId })
    if (customer === null) return null
    return { ...(await loadStanding(session, { event: null, customer, now })), customer }
  }
}
