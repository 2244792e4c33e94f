/**
 * Segments, and the customers in them.
 *
 * Merchants write segments by hand. Who is in one follows from that, and is found by customer
 * alone.
 *
 * Spec: createSegment, listSegments, Segment.
 */
import { and, asc, eq } from 'drizzle-orm/sql'
import { notFound, Refused } from '../../decisions/refusals.ts'
import {
  type CreateSegment,
  type CreateSegmentFacts,
  queueOfSegment,
  type ShownSegment
} from '../../decisions/segments.ts'
import { programsNamed } from '../../decisions/standing/following.ts'
import type * as model from '../../model.ts'
import type { Project, Segment } from '../../model.ts'
import { dayAt } from '../../rules/validity.ts'
import { findCampaign } from '../campaigns/campaigns.ts'
import { keep } from '../catalogue.ts'
import { customerIdsByName, customerNamed } from '../customers/customers.ts'
import { type ChangeKinds, STEP, writes } from '../engine/change-kinds.ts'
import { alone } from '../engine/met-rows.ts'
import {
  deleteFrom,
  deleteParts,
  insertInto,
  type KindsOf,
  rowAlone,
  type Session
} from '../engine/session.ts'
import {
  byCreation,
  byId,
  command,
  type Given,
  is,
  mine,
  type Row,
  same,
  statement,
  stretchOf,
  type Tables,
  totalOf,
  withoutProject
} from '../engine/statements.ts'
import { jobOfQueue } from '../jobs.ts'
import type { Page } from '../pages.ts'
import { reviewOfProject } from '../standing/reviews.ts'

export const segmentById = statement(({ db, t }, given: Given<{ id: string }>) =>
  db.select().from(t.segments).where(byId(t.segments, given))
)

export const segmentsBy = byCreation(direct =>
  statement((dialect, given: Given<Page>) => {
    const { segments: s } = dialect.t
    return stretchOf(dialect, s, given, mine(s), direct(s.createdAt), direct(s.id))
  })
)

export const segmentsCount = statement(dialect =>
  totalOf(dialect, dialect.t.segments, mine(dialect.t.segments))
)

/** The segments that follow from what is known of a customer. */
export const segmentsWithFilter = statement(({ db, t: { segments: s } }) =>
  db
    .select()
    .from(s)
    .where(and(mine(s), eq(s.type, 'auto-update')))
    .orderBy(asc(s.id))
)

function ofCustomer({ segmentMembers: m }: Tables, given: Given<{ customerId: string }>) {
  return and(mine(m), is(m.customerId, given.customerId))
}

/** Ids sort by time. */
export const segmentsOfCustomerBy = byCreation(direct =>
  statement(({ db, t }, given: Given<Page & { customerId: string }>) => {
    const { segments: s, segmentMembers: m } = t
    return db
      .select({ segment: s })
      .from(m)
      .innerJoin(s, same(s, m, m.segmentId))
      .where(ofCustomer(t, given))
      .orderBy(direct(m.segmentId))
      .limit(given.limit)
      .offset(given.offset)
  })
)

export const segmentsOfCustomerCount = statement((dialect, given: Given<{ customerId: string }>) =>
  totalOf(dialect, dialect.t.segmentMembers, ofCustomer(dialect.t, given))
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

export const segmentIdsOfCustomer = statement(({ db, t }, given: Given<{ customerId: string }>) =>
  db
    .select({ segmentId: t.segmentMembers.segmentId })
    .from(t.segmentMembers)
    .where(ofCustomer(t, given))
    .orderBy(asc(t.segmentMembers.segmentId))
)

export const insertSegment = insertInto('segments')
export const deleteSegmentRow = deleteFrom('segments')
export const segmentAlone = rowAlone('segments')
export const deleteSegmentMemberRows = deleteParts(t => t.segmentMembers.segmentId)
export const insertSegmentMember = insertInto('segmentMembers')

export const deleteSegmentMemberRow = command(
  ({ db, t }, given: Given<{ customerId: string; segmentId: string }>) =>
    db
      .delete(t.segmentMembers)
      .where(and(ofCustomer(t, given), is(t.segmentMembers.segmentId, given.segmentId)))
)

/** Its row is the thing itself, with the project beside it. */
export function segmentOf(row: Row<'segments'>): model.Segment {
  return withoutProject(row)
}

/** The segments with a filter, by id. Kept. */
export const filterSegments = keep(async session =>
  (await session.all(segmentsWithFilter)).map(segmentOf)
)

/** @throws {Refused} when there is no such segment. */
export async function knownSegment(session: Session, id: string): Promise<Segment> {
  const row = await session.one(segmentById, { id })
  if (row === undefined) throw new Refused(notFound('segment', id))
  return segmentOf(row)
}

/** @throws {Refused} when the project has no such segment. */
export async function segmentNamed(
  session: Session,
  project: Pick<Project, 'timezone'>,
  id: string
): Promise<ShownSegment> {
  const segment = await knownSegment(session, id)
  return showSegment(session, project, segment, await session.one(reviewOfProject))
}

/** Every segment of the project. */
export async function segmentsPage(
  session: Session,
  project: Pick<Project, 'timezone'>,
  order: 'created_at' | '-created_at',
  page: Page
): Promise<{ segments: readonly ShownSegment[]; total: number }> {
  const found = await session.all(segmentsBy[order], { ...page })
  const review = await session.one(reviewOfProject)
  const segments: ShownSegment[] = []
  for (const row of found) {
    segments.push(await showSegment(session, project, segmentOf(row), review))
  }
  const count = await session.one(segmentsCount)
  return { segments, total: count?.total ?? 0 }
}

type Review = { readonly after: string | null; readonly reviewedOn: string | null } | undefined

/**
 * A list is filled by its own job; a filter by the review under way, unless one of a later day than
 * the segment's has reached the end before. Of the same day, it may have ended before the segment
 * was made.
 */
async function showSegment(
  session: Session,
  { timezone }: Pick<Project, 'timezone'>,
  segment: Segment,
  { after = null, reviewedOn = null }: NonNullable<Review> | Record<string, never> = {}
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
  order: 'created_at' | '-created_at',
  page: Page
): Promise<{ segments: readonly Segment[]; total: number }> {
  const { id: customerId } = await customerNamed(session, customer)
  const found = await session.all(segmentsOfCustomerBy[order], { customerId, ...page })
  const count = await session.one(segmentsOfCustomerCount, { customerId })
  return { segments: found.map(({ segment }) => segmentOf(segment)), total: count?.total ?? 0 }
}

/** The facts of createSegment. */
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

/** Makes the changes of segments and who is in them real. */
export const segmentChanges: ChangeKinds<KindsOf<'segment'>> = {
  'segment.created': {
    step: STEP.made,
    isSetUp: true,
    write: writes(insertSegment, ({ segment }) => segment)
  },
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
