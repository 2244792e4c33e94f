/**
 * What refers to a segment, which decides whether it can be deleted.
 *
 * Spec: deleteSegment, createSegment.
 */
import { notFound, Refused } from '../../decisions/refusals.ts'
import type {
  DeleteSegmentFacts,
  EnterSegmentFacts,
  FillSegmentFacts
} from '../../decisions/segments.ts'
import { USERS_NAMED } from '../../decisions/updates.ts'
import type { Instant } from '../../model.ts'
import { holdSetUp } from '../catalogue.ts'
import { customerById, customerNamed } from '../customers/customers.ts'
import type { Session } from '../engine/session.ts'
import { findHeldJob, type Hold, nextChunk } from '../jobs.ts'
import { earningRulesForSegment } from '../loyalties/earning-rules.ts'
import { loadStanding } from '../standing/standing.ts'
import { validationRulesOfProject } from '../validation-rules/validation-rules.ts'
import { knownSegment, segmentById, segmentMembersAlone, segmentOf } from './segments.ts'

/** The facts of deleteSegment. @throws {Refused} when there is no such segment. */
export function loadDeleteSegment(id: string) {
  return async (session: Session): Promise<DeleteSegmentFacts> => {
    // Customers leave it and enter it by units that confirm the set-up last.
    await session.hold(segmentMembersAlone, { segmentId: id })
    await holdSetUp(session)
    const segment = await knownSegment(session, id)
    const limit = USERS_NAMED + 1
    const earning = await session.all(earningRulesForSegment, { segmentId: id, limit })
    const rules = await session.all(validationRulesOfProject)
    return { segment, users: earning.map(rule => ({ type: 'earning_rule', id: rule.id })), rules }
  }
}

/*
 * What entering a customer into a segment needs to know.
 */

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
