/**
 * Reviews: deciding a customer's tiers and segments again, because they may have changed without
 * the customer.
 *
 * A new segment or a new tier concerns customers who do nothing today, and a filter that counts
 * days selects others tomorrow. A review goes through all customers, each in a unit of work of its
 * own. The calendar is booked for one customer at a time, too.
 */
import type { Customer, Day } from '../../model.ts'
import type { Decision } from '../changes.ts'
import type { Occasion } from '../occasion.ts'
import { type Concluded, openStanding, type Unable } from './open.ts'
import type { StandingFacts } from './standing.ts'

export interface ReviewFacts extends StandingFacts {
  readonly customer: Customer
}

/** Brings a customer's tiers and segments up to date; tells whether any changed. */
export function reviewCustomer(
  facts: ReviewFacts,
  occasion: Occasion
): Decision<{ readonly moved: boolean }> {
  const opened = openStanding(facts, facts.customer, occasion)
  return whatMoved('refusal' in opened ? opened : opened.conclude())
}

/** Books what the calendar brought to a customer up to a midnight; says whether it was anything. */
export function reviewCalendar(
  facts: ReviewFacts,
  occasion: Occasion
): Decision<{ readonly moved: boolean }> {
  const opened = openStanding(facts, facts.customer, occasion, { after: 'midnights' })
  return whatMoved('refusal' in opened ? opened : opened.soFar())
}

function whatMoved(after: Concluded | Unable): Decision<{ readonly moved: boolean }> {
  if ('refusal' in after) return after
  const { changes } = after
  return { result: { moved: changes.length > 0 }, changes }
}

/** Begins a review of all customers, or restarts an open one. */
export function openReview(): Decision<null> {
  return { result: null, changes: [{ kind: 'review.opened' }] }
}

/** Stores the place of a review; `to` is null at its end, which is recorded as the one of `day`. */
export function progressReview(from: string, to: string | null, day: Day): Decision<null> {
  return { result: null, changes: [{ kind: 'review.progressed', from, to, day }] }
}
