/**
 * Pending points: earned, and waiting for the day on which they become active.
 *
 * Spec: listMemberPendingPoints, PendingPointsEntry; Decision 63.
 */

import type { Moment } from '../../decisions/occasion.ts'
import { Refused } from '../../decisions/refusals.ts'
import type * as model from '../../model.ts'
import type { Instant, PendingPoints, Voucher } from '../../model.ts'
import { addDays, dayAt } from '../../rules/validity.ts'
import { programNamed } from '../campaigns/campaigns.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { cardNamed } from '../vouchers/vouchers.ts'
import { byCard, type Due, type DueBatch, valuesOf } from './due.ts'

/** Its row is the thing itself, with the project beside it. */
export function pendingPointsOf(row: Row<'pendingPoints'>): model.PendingPoints {
  return withoutProject(row)
}

/** Sorts after every id: where a descending cursor starts. */
const AFTER_ALL_IDS = '~'

export interface PendingPage {
  readonly entries: readonly PendingPoints[]
  readonly hasMore: boolean
}

/** Operation 3. @throws {Refused} for an unknown card, and for a cursor this card never had. */
export async function pendingPointsPage(
  session: Session,
  { now, project }: Moment,
  path: { readonly campaignName: string | null; readonly memberId: string },
  query: {
    readonly limit: number
    readonly order: 'id' | '-id'
    readonly startingAfterId: string | undefined
  }
): Promise<PendingPage> {
  const { campaignName, memberId } = path
  const campaign = campaignName === null ? null : await programNamed(session, campaignName)
  const card = await cardNamed(session, project, memberId, campaign?.id ?? null)
  const { limit, order, startingAfterId } = query
  if (startingAfterId !== undefined) await refuseForeignCursor(session, card, startingAfterId)
  const down = order === '-id'
  const found = await session.all(down ? 'pendingPointsDown' : 'pendingPointsUp', {
    voucherId: card.id,
    after: startingAfterId ?? (down ? AFTER_ALL_IDS : ''),
    day: dayAt(now, project.timezone),
    limit: limit + 1
  })
  const entries = found.slice(0, limit).map(pendingPointsOf)
  return { entries, hasMore: found.length > limit }
}

/** An entry that is no longer pending remains a place to go on from. */
async function refuseForeignCursor(session: Session, card: Voucher, id: string): Promise<void> {
  const known = await session.one('pendingPointsById', { voucherId: card.id, id })
  if (known !== undefined) return
  throw new Refused({
    key: 'invalid_query_params',
    details: `Property .starting_after_id must be the id of a pending entry of this card, got ${id}`
  })
}

/** Pending points whose day has come. */
export function loadPointsDue(batch: DueBatch) {
  return async (session: Session): Promise<Due> => {
    const found = await session.all('pendingPointsDueIn', valuesOf(batch))
    const first = await session.one('pendingPointsWaiting', { id: found[0]?.id ?? '' })
    return { since: first?.activatesOn ?? null, cards: byCard(found) }
  }
}

/** What waits on the cards and may be due wherever the project is, by its day and then by id. */
export async function pendingDueOn(
  session: Session,
  cards: readonly Voucher[],
  now: Instant
): Promise<readonly PendingPoints[]> {
  const waiting = cards.filter(({ card }) => card !== null && card.pendingPoints > 0)
  if (waiting.length === 0) return []
  const voucherIds = JSON.stringify(waiting.map(({ id }) => id))
  // No calendar is more than a day ahead of this one.
  const day = addDays(dayAt(now, 'Etc/UTC'), 1)
  const found = await session.all('pendingPointsDueOn', { voucherIds, day })
  const place = ({ activatesOn, id }: PendingPoints) => `${activatesOn} ${id}`
  return found.map(pendingPointsOf).sort((a, b) => (place(a) < place(b) ? -1 : 1))
}
