/**
 * What entering a customer into a segment needs to know.
 *
 * Spec: createSegment.
 */
import { notFound, Refused } from '../../decisions/refusals.ts'
import type { EnterSegmentFacts, FillSegmentFacts } from '../../decisions/segments/segments.ts'
import type { Instant } from '../../model.ts'
import { customerById, customerNamed } from '../customers/customers.ts'
import type { Session } from '../engine/session.ts'
import { findHeldJob, type Hold, nextChunk } from '../jobs.ts'
import { loadStanding } from '../standing/standing.ts'
import { segmentById, segmentOf } from './segments.ts'

/** What fillSegment needs for the next customer; null when the job is no longer the owner's. */
export function loadSegmentToFill(hold: Hold) {
  return async (session: Session, now: Instant): Promise<FillSegmentFacts | null> => {
    const job = await findHeldJob(session, hold)
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
  const segment = await session.one(segmentById, { id: segmentId })
  const customer = await session.one(customerById, { id: customerId })
  if (segment === undefined || customer === undefined) return null
  return loadSegmentEntry(segmentId, customerId)(session, now)
}

/** The facts of enterSegment. @throws {Refused} when segment or customer do not exist. */
export function loadSegmentEntry(segmentId: string, customerName: string) {
  return async (session: Session, now: Instant): Promise<EnterSegmentFacts> => {
    const segment = await session.one(segmentById, { id: segmentId })
    if (segment === undefined) throw new Refused(notFound('segment', segmentId))
    const customer = await customerNamed(session, customerName)
    const event = 'customer.segment.entered'
    const standing = await loadStanding(session, { event, customer, now })
    return { ...standing, segment: segmentOf(segment), customer }
  }
}
