/**
 * Pending points become active: the entry changes its status, with an event, and its points can be
 * spent.
 *
 * They become active also on a card that is off and in a program that is over: they were earned.
 *
 * Spec: activateMemberPendingPoints.
 */
import type { Campaign, Day, LedgerEntry, PendingPoints } from '../../model.ts'
import { lastDay } from '../../rules/validity.ts'
import type { Change } from '../changes.ts'
import { logPending } from '../event-log.ts'
import type { Occasion } from '../occasion.ts'
import type { Standing } from '../standing/standing.ts'
import { addPoints, type Moved, withPending } from './ledger.ts'
import type { Purse } from './purse.ts'

/** An entry of pending points that becomes active. */
export interface Activation {
  readonly pending: PendingPoints
  readonly campaign: Campaign
  /** The day from which its points can be spent, and from which their expiry counts. */
  readonly from: Day
}

/** The end of the entry, and then the movement on its card, as which its points are spendable. */
export interface Activated {
  readonly closed: readonly Change[]
  readonly movement: Moved
}

/** Makes pending points of a card spendable. */
export function activate(
  purse: Purse,
  { pending, campaign, from }: Activation,
  occasion: Occasion
): Activated {
  const rules = pending.expirationRules ?? campaign.voucher?.loyaltyCard?.expirationRules ?? null
  const card = withPending(purse, -pending.points)
  const waiting = { ...purse, voucher: { ...purse.voucher, card } }
  const { id, points, orderId, earningRuleId, details } = pending
  const movement = addPoints(
    waiting,
    {
      points,
      expiresOn: rules === null ? null : lastDay(rules, from),
      type: 'POINTS_ACCRUAL',
      cause: { pendingId: id, orderId, earningRuleId, eventId: details.event.id }
    },
    occasion
  )
  const closed: readonly Change[] = [
    { kind: 'pendingPoints.closed', id, status: 'ACTIVATED', updatedAt: occasion.now },
    logPending(pending, 'activated', occasion)
  ]
  return { closed, movement }
}

/** The ledger entry of their activation in this decision; null without one. */
export function activationOf(
  { changes }: Pick<Standing, 'changes'>,
  { id }: PendingPoints
): LedgerEntry | null {
  for (const change of changes) {
    if (change.kind === 'points.moved' && change.entry.cause.pendingId === id) return change.entry
  }
  return null
}
