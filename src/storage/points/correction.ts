/**
 * What correcting a card needs to know: who holds it, its lots, and all that is noted of them.
 *
 * Spec: VoucherLoyaltyCard.subtracted_points; Decision 108.
 */
import type { CorrectCardFacts } from '../../decisions/points/correction.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type { Instant, Project } from '../../model.ts'
import type { Session } from '../engine/session.ts'
import { loadHeldCard } from '../standing/calendar.ts'
import { cardNamed } from '../vouchers/vouchers.ts'
import { purseIn, shortfallOf, shortfallsOf, withLotsOf } from './lots.ts'

/** The card of a code or id. @throws {Refused} when there is none, or nobody holds it. */
export function loadCorrection(project: Project, name: string) {
  return async (session: Session, now: Instant): Promise<CorrectCardFacts> => {
    const card = await cardNamed(session, project, name, null)
    const held = await loadHeldCard(card.id)(session, now)
    if (held === null) throw new Refused(notFound('customer', card.holderId ?? ''))
    const voucherIds = [card.id]
    const shortfalls = (await session.all(shortfallsOf, { voucherIds })).map(shortfallOf)
    const standing = await withLotsOf(session, held, [], shortfalls)
    const purse = await purseIn(session, standing, card)
    return { ...held, ...standing, purse }
  }
}
