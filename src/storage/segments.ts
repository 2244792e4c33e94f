/**
 * Segments, the customers in them, and the reviews that move customers. Merchants write segments by
 * hand. Who is in one follows from that, and is found by customer alone.
 * Spec: createSegment, listSegments, Segment, deleteSegment.
 */
import { and, asc, desc, eq, sql } from 'drizzle-orm/sql'
import {
  type CreateSegment,
  type CreateSegmentFacts,
  type DeleteSegmentFacts,
  queueOfSegment,
  type ShownSegment
} from '../decisions/segments.ts'
import { programsNamed } from '../decisions/standing/standing.ts'
import { USERS_NAMED } from '../decisions/updates.ts'
import type { Project, Segment } from '../model.ts'
import { dayAt } from '../rules/validity.ts'
import { findCampaign } from './campaigns/campaigns.ts'
import { holdSetUp, keep } from './catalogue.ts'
import { customerIdsByName, customerNamed, customersAfter } from './customers/customers.ts'
import { earningRulesForSegment } from './earning-rules.ts'
import { type ChangeKinds, decidedBy, STEP, setUpWritten, writes } from './engine/change-kinds.ts'
import { deleteBy, deleteParts, insertInto, rowsBy, rowsHeld, setBy } from './engine/queries.ts'
import { type KindsOf, type Session, write } from './engine/session.ts'
import {
  alone,
  BY_CREATION,
  type CreationOrder,
  columnsOf,
  columnsToSet,
  command,
  type Given,
  is,
  mine,
  type Page,
  type RowOf,
  same,
  statement,
  type Tables
} from './engine/statements.ts'
import { jobOfQueue } from './jobs.ts'
import { listOf, resource, rowsListed } from './resources.ts'
import { validationRulesOfProject } from './validation-rules.ts'

export const segments = resource('segments', 'segment')

export const segmentList = rowsListed('segments', { orders: BY_CREATION })

export const segmentsWithFilter = rowsBy('segments', [], {
  and: segment => eq(segment.type, 'auto-update'),
  up: ['id']
})

/** Ids sort by time. */
export const segmentsOfCustomer = listOf(
  'segmentMembers',
  ({ db, t: { segments: s, segmentMembers: m } }) =>
    db
      .select({ segment: columnsOf(s) })
      .from(m)
      .innerJoin(s, same(s, m, m.segmentId)),
  {
    orders: { created_at: m => [asc(m.segmentId)], '-created_at': m => [desc(m.segmentId)] },
    where: (m, given: Given<{ customerId: string }>) => is(m.customerId, given.customerId)
  }
)

/** The rows of all members of a segment, until the unit ends. */
export const segmentMembersAlone = statement((dialect, given: Given<{ segmentId: string }>) => {
  const { segmentMembers: m } = dialect.t
  const rows = dialect.db
    .select({ customerId: m.customerId })
    .from(m)
    .where(and(mine(m), is(m.segmentId, given.segmentId)))
    .orderBy(asc(m.customerId))
  return alone(dialect, rows)
})

export const segmentIdsOfCustomer = rowsBy('segmentMembers', ['customerId'], {
  pick: ['segmentId'],
  up: ['segmentId']
})

export const deleteSegmentMemberRows = deleteParts('segmentMembers', 'segmentId')
export const insertSegmentMember = insertInto('segmentMembers')

export const deleteSegmentMemberRow = deleteBy('segmentMembers', ['customerId', 'segmentId'])

export const filterSegments = keep(async session => await session.all(segmentsWithFilter))

/** @throws {Refused} when the project has no such segment. */
export async function segmentNamed(
  session: Session,
  project: Pick<Project, 'timezone'>,
  id: string
): Promise<ShownSegment> {
  const segment = await segments.named(session, id)
  return showSegment(session, project, segment, await session.one(reviewOfProject))
}

export async function segmentsPage(
  session: Session,
  project: Pick<Project, 'timezone'>,
  order: CreationOrder,
  page: Page
): Promise<{ rows: readonly ShownSegment[]; total: number }> {
  const { rows, total } = await segmentList.page(session, order, page)
  const review = await session.one(reviewOfProject)
  const shown: ShownSegment[] = []
  for (const row of rows) shown.push(await showSegment(session, project, row, review))
  return { rows: shown, total }
}

/**
 * A list is filled by its own job; a filter by the review under way, unless one of a later day than
 * the segment's has reached the end before. Of the same day, it may have ended before the segment
 * was made.
 */
async function showSegment(
  session: Session,
  { timezone }: Pick<Project, 'timezone'>,
  segment: Segment,
  { after = null, reviewedOn = null }: Partial<RowOf<typeof reviewOfProject>> = {}
): Promise<ShownSegment> {
  if (segment.type === 'static') {
    const job = await session.one(jobOfQueue, { queue: queueOfSegment(segment) })
    return { segment, synchronized: job === undefined }
  }
  const reviewed = reviewedOn !== null && reviewedOn > dayAt(segment.createdAt, timezone)
  return { segment, synchronized: after === null || reviewed }
}

/** The segments a customer is in, oldest or newest first. @throws {Refused} for nobody. */
export async function segmentsOfCustomerPage(
  session: Session,
  customer: string,
  order: CreationOrder,
  page: Page
): Promise<{ rows: readonly Segment[]; total: number }> {
  const { id: customerId } = await customerNamed(session, customer)
  const { rows, total } = await segmentsOfCustomer.page(session, order, page, { customerId })
  return { rows: rows.map(({ segment }) => segment), total }
}

export function loadCreateSegment({ filter, customers }: CreateSegment) {
  return async (session: Session): Promise<CreateSegmentFacts> => {
    const programs = new Set<string>()
    for (const name of filter == null ? [] : programsNamed(filter)) {
      const campaign = await findCampaign(session, name)
      if (campaign?.campaignType === 'LOYALTY_PROGRAM') programs.add(name)
    }
    return {
      autoUpdates: (await filterSegments(session)).length,
      programs,
      customers: await customerIdsByName(session, customers ?? [])
    }
  }
}

/** @throws {Refused} when there is no such segment. */
export function loadDeleteSegment(id: string) {
  return async (session: Session): Promise<DeleteSegmentFacts> => {
    // Customers leave it and enter it by units that confirm the set-up last.
    await session.hold(segmentMembersAlone, { segmentId: id })
    await holdSetUp(session)
    const segment = await segments.named(session, id)
    const limit = USERS_NAMED + 1
    const earning = await session.all(earningRulesForSegment, { segmentId: id, limit })
    const rules = await session.all(validationRulesOfProject)
    return { segment, users: earning.map(rule => ({ type: 'earning_rule', id: rule.id })), rules }
  }
}

export const segmentChanges: ChangeKinds<KindsOf<'segment'>> = {
  'segment.created': setUpWritten(STEP.made, segments.insert, ({ segment }) => segment),
  'segment.entered': {
    step: STEP.madeInside,
    row: ({ customerId, segmentId }) => `${customerId} ${segmentId}`,
    write: writes(insertSegmentMember, change => change)
  },
  'segment.left': {
    step: STEP.madeInside,
    row: ({ customerId, segmentId }) => `${customerId} ${segmentId}`,
    write: writes(deleteSegmentMemberRow, change => change)
  }
}

/* Reviews of all customers once a day, because what is known may change with the calendar alone. */

/** How far the review of the project is: one row, or none where it never had a review. */
export const reviewOfProject = rowsBy('reviews', [], { pick: ['after', 'reviewedOn'] })

export const reviewHeld = rowsHeld('reviews', [], 'after')

/** The first review of a project begins at an empty text, before every id. */
export const openReviewRow = command(({ db, t }, given: Given<{ after: string }>) =>
  db
    .insert(t.reviews)
    .values({ projectId: sql.placeholder('projectId'), after: '', reviewedOn: null })
    .onConflictDoUpdate({
      target: t.reviews.projectId,
      set: columnsToSet(t.reviews, given, ['after'])
    })
)

function standsAt(reviews: Tables['reviews'], { afterBefore }: Given<{ afterBefore: string }>) {
  return is(reviews.after, afterBefore)
}

export const progressReviewRow = setBy('reviews', ['after'], [], { and: standsAt })

export const endReviewRow = setBy('reviews', ['reviewedOn'], [], {
  set: () => ({ after: null }),
  and: standsAt
})

export function loadCustomersAfter(after: string, limit: number) {
  return async (session: Session): Promise<readonly string[]> => {
    const found = await session.all(customersAfter, { after, limit })
    return found.map(({ id }) => id)
  }
}

const reviewMet = () => decidedBy('review', reviewHeld, {})

export const reviewChanges: ChangeKinds<KindsOf<'review'>> = {
  'review.opened': {
    step: STEP.reviews,
    meets: { lock: reviewMet },
    // A later one begins before every id as well, and at no place that was stored before: who
    // remembers how far an earlier review came finds that this is another one.
    write: writes(openReviewRow, () => ({ after: ` ${Math.random().toFixed(15)}` }))
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
