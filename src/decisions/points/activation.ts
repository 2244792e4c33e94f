/**
 * Pending points become active: the entry changes its status, with an event, and its points can be
 * spent.
 *
 * They become active also on a card that is off and in a program that is over: they were earned.
 *
 * Spec: activateMemberPendingPoints; Decisions 63 and 86.
 */
import type { Campaign, Day, LedgerEntry, PendingPoints } from '../../model.ts'
import { lastDay } from '../../rules/validity.ts'
import { logPending } from '../event-log.ts'
import type { Occasion } from '../occasion.ts'
import { addChanges, addMovement, presentPurse, type Standing } from '../standing/standing.ts'
import { addPoints, withPending } from './ledger.ts'
import type { Purse } from './purse.ts'

/** An entry of pending points, and its card. */
export interface Activation {
  readonly pending: PendingPoints
  readonly campaign: Campaign
  /** Its card. */
  readonly purse: Purse
  /** The day from which its points can be spent, and from which their expiry counts. */
  readonly from: Day
}

/** Makes pending points spendable; the caller follows up. */
export function activate(
  standing: Standing,
  { pending, campaign, purse: held, from }: Activation,
  occasion: Occasion
): Standing {
  const rules = pending.expirationRules ?? campaign.voucher?.loyaltyCard?.expirationRules ?? null
  const purse = presentPurse(standing, held)
  const card = withPending(purse, -pending.points)
  const waiting = { ...purse, voucher: { ...purse.voucher, card } }
  const { id, points, orderId, earningRuleId, details } = pending
  const arrived = addPoints(
    waiting,
    {
      points,
      expiresOn: rules === null ? null : lastDay(rules, from),
      type: 'POINTS_ACCRUAL',
      cause: { pendingId: id, orderId, earningRuleId, eventId: details.event.id }
    },
    occasion
  )
  const closed = addChanges(standing, [
    { kind: 'pendingPoints.closed', id, status: 'ACTIVATED', updatedAt: occasion.now },
    logPending(pending, 'activated', occasion)
  ])
  return addMovement(closed, arrived)
}

/** The ledger entry of their activation in this decision; null without one. */
export function activationOf({ changes }: Standing, { id }: PendingPoints): LedgerEntry | null {
  for (const change of changes) {
    if (change.kind === 'points.moved' && change.entry.cause.pendingId === id) return change.entry
  }
  return null
}
