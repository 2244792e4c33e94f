/**
 * What refers to a segment, which decides whether it can be deleted.
 *
 * Spec: deleteSegment.
 */
import { USERS_NAMED } from '../../decisions/deletions.ts'
import type { DeleteSegmentFacts } from '../../decisions/segments/segments.ts'
import { holdSetUp } from '../catalogue.ts'
import type { Session } from '../engine/session.ts'
import { earningRulesForSegment } from '../loyalties/earning-rules.ts'
import { validationRulesOfProject } from '../validation-rules/validation-rules.ts'
import { knownSegment, segmentMembersAlone } from './segments.ts'

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
