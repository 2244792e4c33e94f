/**
 * Reviews: going through all customers of a project once a day, because what is known of them may
 * change with the calendar alone.
 */
import { and, sql } from 'drizzle-orm/sql'
import type { Day } from '../../model.ts'
import { customersAfter } from '../customers/customers.ts'
import { type ChangeKinds, decidedBy, STEP, writes } from '../engine/change-kinds.ts'
import { inTurn } from '../engine/met-rows.ts'
import { type KindsOf, type Session, write } from '../engine/session.ts'
import {
  columnsToSet,
  command,
  type Given,
  is,
  mine,
  statement,
  type Tables
} from '../engine/statements.ts'

/** How far the review of the project is: one row, or none where it never had a review. */
export const reviewOfProject = statement(({ db, t: { reviews } }) =>
  db
    .select({ after: reviews.after, reviewedOn: reviews.reviewedOn })
    .from(reviews)
    .where(mine(reviews))
)

/** The row of the review, until the unit ends. */
export const reviewHeld = statement(dialect => {
  const { reviews } = dialect.t
  const row = dialect.db.select({ after: reviews.after }).from(reviews).where(mine(reviews))
  return inTurn(dialect, row)
})

/** Where the first review of a project begins, before every id. */
const START = ''

/**
 * Where a later one begins, before every id as well, and at no place that was stored before: who
 * remembers how far an earlier review came finds that this is another one.
 */
function startAnew(): string {
  return ` ${Math.random().toFixed(15)}`
}

export const openReviewRow = command(({ db, t }, given: Given<{ after: string }>) =>
  db
    .insert(t.reviews)
    .values({ projectId: sql.placeholder('projectId'), after: START, reviewedOn: null })
    .onConflictDoUpdate({
      target: t.reviews.projectId,
      set: columnsToSet(t.reviews, given, ['after'])
    })
)

function standsAt({ reviews }: Tables, { afterBefore }: Given<{ afterBefore: string }>) {
  return and(mine(reviews), is(reviews.after, afterBefore))
}

export const progressReviewRow = command(
  ({ db, t }, given: Given<{ afterBefore: string; after: string }>) =>
    db
      .update(t.reviews)
      .set(columnsToSet(t.reviews, given, ['after']))
      .where(standsAt(t, given))
)

export const endReviewRow = command(
  ({ db, t }, given: Given<{ afterBefore: string; reviewedOn: Day }>) =>
    db
      .update(t.reviews)
      .set({ after: null, ...columnsToSet(t.reviews, given, ['reviewedOn']) })
      .where(standsAt(t, given))
)

/** Ids of the customers after one, in order. */
export function loadCustomersAfter(after: string, limit: number) {
  return async (session: Session): Promise<readonly string[]> => {
    const found = await session.all(customersAfter, { after, limit })
    return found.map(({ id }) => id)
  }
}

/** Makes the changes of reviews real. */
const reviewMet = () => decidedBy('review', reviewHeld, {})

export const reviewChanges: ChangeKinds<KindsOf<'review'>> = {
  'review.opened': {
    step: STEP.reviews,
    meets: { lock: reviewMet },
    write: writes(openReviewRow, () => ({ after: startAnew() }))
  },
  'review.progressed': {
    step: STEP.reviews,
    meets: { lock: reviewMet },
    write: (session, change) => {
      const { from: afterBefore, to: after, day: reviewedOn } = change
      return after === null
        ? write(session, change, endReviewRow, { afterBefore, reviewedOn })
        : write(session, change, progressReviewRow, { afterBefore, after })
    }
  }
}
