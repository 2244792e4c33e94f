/**
 * Segments, and the customers in them.
 *
 * Merchants write segments by hand. Who is in one follows from that, and is found by customer
 * alone.
 *
 * Spec: createSegment, listSegments, Segment; Decision 57.
 */
import { USERS_NAMED } from '../../decisions/deletions.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import {
  type CreateSegment,
  type CreateSegmentFacts,
  type DeleteSegmentFacts,
  queueOfSegment,
  type ShownSegment
} from '../../decisions/segments/segments.ts'
import { programsNamed } from '../../decisions/standing/customer-facts.ts'
import type * as model from '../../model.ts'
import type { Project, Segment } from '../../model.ts'
import { dayAt } from '../../rules/validity.ts'
import { findCampaign } from '../campaigns/campaigns.ts'
import { customerIdsByName, customerNamed } from '../customers/customers.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import type { Page } from '../pages.ts'

/** Its row is the thing itself, with the project beside it. */
export function segmentOf(row: Row<'segments'>): model.Segment {
  return withoutProject(row)
}

async function knownSegment(session: Session, id: string): Promise<Segment> {
  const row = await session.one('segmentById', { id })
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
  return showSegment(session, project, segment, await session.one('reviewOf'))
}

/** Every segment of the project. */
export async function segmentsPage(
  session: Session,
  project: Pick<Project, 'timezone'>,
  order: 'created_at' | '-created_at',
  page: Page
): Promise<{ segments: readonly ShownSegment[]; total: number }> {
  const found = await session.all(`segments by ${order}`, { ...page })
  const review = await session.one('reviewOf')
  const segments: ShownSegment[] = []
  for (const row of found) {
    segments.push(await showSegment(session, project, segmentOf(row), review))
  }
  const count = await session.one('segmentsCount')
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
    const job = await session.one('jobOfQueue', { queue: queueOfSegment(segment) })
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
  const found = await session.all(`segments of customer by ${order}`, { customerId, ...page })
  const count = await session.one('segmentsOfCustomerCount', { customerId })
  return { segments: found.map(({ segment }) => segmentOf(segment)), total: count?.total ?? 0 }
}

/** What createSegment needs. */
export function loadCreateSegment({ filter, customers }: CreateSegment) {
  return async (session: Session): Promise<CreateSegmentFacts> => {
    const programs = new Set<string>()
    for (const name of filter == null ? [] : programsNamed(filter)) {
      const campaign = await findCampaign(session, name)
      if (campaign?.campaignType === 'LOYALTY_PROGRAM') programs.add(name)
    }
    return {
      autoUpdates: (await session.all('segmentsWithFilter')).length,
      programs,
      customers: await customerIdsByName(session, customers ?? [])
    }
  }
}

/** What deleteSegment needs. @throws {Refused} when there is no such segment. */
export function loadDeleteSegment(id: string) {
  return async (session: Session): Promise<DeleteSegmentFacts> => {
    const segment = await knownSegment(session, id)
    const limit = USERS_NAMED + 1
    const earning = await session.all('earningRulesForSegment', { segmentId: id, limit })
    const rules = await session.all('validationRulesOfProject')
    return { segment, users: earning.map(rule => ({ type: 'earning_rule', id: rule.id })), rules }
  }
}
