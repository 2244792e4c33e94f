/**
 * Segments as they are shown, and what writing and filling one needs.
 *
 * Spec: Conventions 2; Events 2 (`customer.segment.entered`); Decisions 57, 62 and 81.
 */
import { USERS_NAMED } from '../../decisions/deletions.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import {
  type CreateSegment,
  type CreateSegmentFacts,
  type DeleteSegmentFacts,
  type EnterSegmentFacts,
  type FillSegmentFacts,
  queueOfSegment,
  type ShownSegment
} from '../../decisions/segments/segments.ts'
import { programsNamed } from '../../decisions/standing/customer-facts.ts'
import type { Instant, Project, Segment } from '../../model.ts'
import { dayAt } from '../../rules/validity.ts'
import { type Hold, held, nextChunk } from '../jobs.ts'
import type { Page } from '../lists.ts'
import { campaignFound } from '../loads.ts'
import * as rows from '../rows.ts'
import type { Session } from '../statements.ts'
import { knownCustomer } from './customers.ts'
import { loadSegmentEntry } from './members.ts'

/** @throws {Refused} when the project has no such segment. */
export async function segmentNamed(
  session: Session,
  project: Pick<Project, 'timezone'>,
  id: string
): Promise<ShownSegment> {
  const segment = await knownSegment(session, id)
  return shown(session, project, segment, await session.one('reviewOf'))
}

async function knownSegment(session: Session, id: string): Promise<Segment> {
  const row = await session.one('segmentById', { id })
  if (row === undefined) throw new Refused(notFound('segment', id))
  return rows.segmentOf(row)
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
    segments.push(await shown(session, project, rows.segmentOf(row), review))
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
async function shown(
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
  const { id: customerId } = await knownCustomer(session, customer)
  const found = await session.all(`segments of customer by ${order}`, { customerId, ...page })
  const count = await session.one('segmentsOfCustomerCount', { customerId })
  return { segments: found.map(({ segment }) => rows.segmentOf(segment)), total: count?.total ?? 0 }
}

/** What createSegment needs. */
export function loadCreateSegment({ filter, customers }: CreateSegment) {
  return async (session: Session): Promise<CreateSegmentFacts> => {
    const programs = new Set<string>()
    for (const name of filter == null ? [] : programsNamed(filter)) {
      const campaign = await campaignFound(session, name)
      if (campaign?.campaignType === 'LOYALTY_PROGRAM') programs.add(name)
    }
    return {
      autoUpdates: (await session.all('segmentsWithFilter')).length,
      programs,
      customers: await customersCalled(session, customers ?? [])
    }
  }
}

/** Ids by what customers are called; an id wins over a source id that is spelled like it. */
async function customersCalled(
  session: Session,
  names: readonly string[]
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  if (names.length === 0) return found
  const texts = JSON.stringify(names)
  for (const { id, sourceId } of await session.all('customersBySourceId', { sourceIds: texts })) {
    if (sourceId !== null) found.set(sourceId, id)
  }
  for (const { id } of await session.all('customersById', { ids: texts })) found.set(id, id)
  return found
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

/** What fillSegment needs for the next customer; null when the job is no longer the owner's. */
export function loadSegmentToFill(hold: Hold) {
  return async (session: Session, now: Instant): Promise<FillSegmentFacts | null> => {
    const job = await held(session, hold)
    if (job === null) return null
    const chunk = await nextChunk(session, job.id)
    if (chunk === null) throw new Error(`The payload of job ${job.id} is gone`)
    const { segmentId } = job.data as { readonly segmentId: string }
    const entry = await entryOf(session, now, segmentId, chunk.items[0] as string)
    return { job, owner: hold.owner, chunkIndex: chunk.index, entry }
  }
}

/** Null where segment or customer are gone. */
async function entryOf(
  session: Session,
  now: Instant,
  segmentId: string,
  customerId: string
): Promise<EnterSegmentFacts | null> {
  const segment = await session.one('segmentById', { id: segmentId })
  const customer = await session.one('customerById', { id: customerId })
  if (segment === undefined || customer === undefined) return null
  return loadSegmentEntry(segmentId, customerId)(session, now)
}
