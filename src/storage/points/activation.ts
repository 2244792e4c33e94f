/**
 * What activating pending points needs to know.
 *
 * Spec: activateMemberPendingPoints.
 */
import type { PendingPointsFacts } from '../../decisions/points/pending.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type { Instant, Project } from '../../model.ts'
import { campaignNamed } from '../campaigns/campaigns.ts'
import type { Session } from '../engine/session.ts'
import { loadHeldCard } from '../standing/standing.ts'
import { cardNamed } from '../vouchers/vouchers.ts'
import { pendingPointsById, pendingPointsOf } from './movements.ts'

/**
 * What is needed to activate, change or cancel points that wait on a card, whatever became of
 * them.
 * @throws {Refused} when there is no such card, no such entry on it, or no customer who holds it.
 */
export function loadMemberPendingPoints(project: Project, memberName: string, id: string) {
  return async (session: Session, now: Instant): Promise<PendingPointsFacts> => {
    const card = await cardNamed(session, project, memberName, null)
    const row = await session.one(pendingPointsById, { voucherId: card.id, id })
    if (row === undefined) throw new Refused(notFound('pending_points', id))
    const held = await loadHeldCard(card.id)(session, now)
    if (held === null) throw new Refused(notFound('customer', card.holderId ?? ''))
    const pending = pendingPointsOf(row)
    return { ...held, pending, campaign: await campaignNamed(session, pending.campaignId) }
  }
}
