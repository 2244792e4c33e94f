/**
 * Points that wait: until their day comes, or until somebody decides otherwise.
 *
 * An entry is settled once, by the calendar or by hand, and says so in the log. Its points are part
 * of neither `points` nor `balance` until it is activated; canceled, they never were.
 *
 * Spec: Endpoints 3; Resources, Loyalty pending point entry, Voucher (`loyalty_card`).
 */
import type { Campaign, Customer, Day, PendingPoints } from '../model.ts'
import { dayAt, lastDay } from '../rules/validity.ts'
import type { Change, Decision, Occasion } from './changes.ts'
import { pendingLogged } from './event-log.ts'
import { followUp, standingOf } from './following.ts'
import { addPoints, cardAfter, everOn, type Purse, withPending } from './ledger.ts'
import type { Refusal } from './refusals.ts'
import { changed, changesOf, latest, moved, type Standing, type StandingFacts } from './standing.ts'

export interface PendingPointsFacts extends StandingFacts {
  readonly pending: PendingPoints
  readonly purse: Purse
  readonly campaign: Campaign
  readonly customer: Customer
}

/** Turns a pending entry whose day has come into spendable points. */
export function activatePoints(
  facts: PendingPointsFacts,
  occasion: Occasion
): Decision<PendingPoints> {
  const { pending, campaign, customer } = facts
  const due = dueOn(pending, occasion)
  const standing = standingOf(facts, customer, occasion, due)
  if ('refusal' in standing) return standing
  const activated = { ...pending, status: 'ACTIVATED' as const, updatedAt: occasion.now }
  const rules = pending.expirationRules ?? campaign.voucher?.loyaltyCard?.expirationRules ?? null
  // Points expire counting from the day they can be spent.
  const from = due ?? dayAt(occasion.now, occasion.project.timezone)
  const purse = latest(standing, facts.purse)
  const { voucher, lots } = purse
  const waiting = { voucher: { ...voucher, card: withPending(purse, -pending.points) }, lots }
  const arrived = addPoints(
    waiting,
    {
      points: pending.points,
      expiresOn: rules === null ? null : lastDay(rules, from),
      type: 'POINTS_ACCRUAL',
      cause: {
        pendingId: pending.id,
        orderId: pending.orderId,
        earningRuleId: pending.earningRuleId,
        eventId: pending.details.event.id
      }
    },
    occasion
  )
  const { id, updatedAt } = activated
  const settled = changed(standing, [
    { kind: 'pendingPoints.settled', id, status: 'ACTIVATED', updatedAt },
    pendingLogged(activated, 'activated', occasion)
  ])
  const after = followUp(moved(settled, arrived), facts, occasion)
  return 'refusal' in after ? after : { result: activated, changes: changesOf(after) }
}

/** The day points were to be active from, once it has come; null before. */
function dueOn({ activatesOn }: PendingPoints, { now, project }: Occasion): Day | null {
  return activatesOn <= dayAt(now, project.timezone) ? activatesOn : null
}

/** Turns a pending entry into spendable points before its day. */
export function activatePendingPoints(
  facts: PendingPointsFacts,
  occasion: Occasion
): Decision<PendingPoints> {
  const refusal = reasonNotTo('activated', facts.pending)
  return refusal === null ? activatePoints(facts, occasion) : { refusal }
}

export interface AdjustPendingPoints {
  /** Whole and not 0; negative makes them fewer. */
  readonly points: number
}

/** Makes a pending entry more or less; at least 1 point is left, or it is to be canceled. */
export function adjustPendingPoints(
  facts: PendingPointsFacts,
  { points }: AdjustPendingPoints,
  occasion: Occasion
): Decision<PendingPoints> {
  const { pending, customer } = facts
  const refusal = reasonNotTo('updated', pending)
  if (refusal !== null) return { refusal }
  const standing = standingOf(facts, customer, occasion)
  if ('refusal' in standing) return standing
  const purse = latest(standing, facts.purse)
  const mistake = adjustmentMistake(pending, purse, points)
  if (mistake !== null) return { refusal: invalid(pending, mistake) }
  const adjusted = { ...pending, points: pending.points + points, updatedAt: occasion.now }
  const written: Change = {
    kind: 'pendingPoints.adjusted',
    id: pending.id,
    pointsBefore: pending.points,
    points: adjusted.points,
    updatedAt: occasion.now
  }
  const waited = waiting(changed(standing, [written]), purse, points, occasion)
  const after = followUp(
    changed(waited, [pendingLogged(adjusted, 'updated', occasion)]),
    facts,
    occasion
  )
  return 'refusal' in after ? after : { result: adjusted, changes: changesOf(after) }
}

/** Drops a pending entry: its points will never come. */
export function cancelPendingPoints(
  facts: PendingPointsFacts,
  occasion: Occasion
): Decision<PendingPoints> {
  const { pending, purse, customer } = facts
  const refusal = reasonNotTo('canceled', pending)
  if (refusal !== null) return { refusal }
  const standing = standingOf(facts, customer, occasion)
  if ('refusal' in standing) return standing
  const after = followUp(dropPending(standing, purse, pending, occasion), facts, occasion)
  if ('refusal' in after) return after
  return { result: canceled(pending, occasion), changes: changesOf(after) }
}

/** Cancels a pending entry of one of the customer's cards; what follows is the caller's. */
export function dropPending(
  standing: Standing,
  purse: Purse,
  pending: PendingPoints,
  occasion: Occasion
): Standing {
  const { id, points } = pending
  const settled: Change = {
    kind: 'pendingPoints.settled',
    id,
    status: 'CANCELED',
    updatedAt: occasion.now
  }
  const waited = waiting(changed(standing, [settled]), purse, -points, occasion)
  return changed(waited, [pendingLogged(canceled(pending, occasion), 'canceled', occasion)])
}

function canceled(pending: PendingPoints, { now }: Occasion): PendingPoints {
  return { ...pending, status: 'CANCELED', updatedAt: now }
}

/** The card with so many pending points more, or fewer. */
function waiting(standing: Standing, held: Purse, points: number, { now }: Occasion): Standing {
  const before = latest(standing, held)
  const { purse, card } = cardAfter(before, withPending(before, points), now)
  return moved(standing, { purse, change: { kind: 'card.waited', card }, totals: {} })
}

function reasonNotTo(
  become: 'activated' | 'updated' | 'canceled',
  pending: PendingPoints
): Refusal | null {
  const { id, status } = pending
  if (status === 'PENDING') return null
  return {
    key: 'invalid_pending_points_state',
    details: `Pending points ${id} are ${status}; only those that are PENDING can be ${become}`,
    resourceId: id,
    resourceType: 'pending_points'
  }
}

/** Why so many points more or fewer cannot be, or null. */
function adjustmentMistake(pending: PendingPoints, { voucher }: Purse, points: number) {
  if (!Number.isSafeInteger(points) || points === 0) {
    return `cannot become ${points} more; send a whole number, not 0`
  }
  if (!Number.isSafeInteger(everOn(voucher) + points)) {
    const most = `${Number.MAX_SAFE_INTEGER} points in all`
    return `would bring their card to more than ${most}; add fewer`
  }
  if (pending.points + points > 0) return null
  return `are ${pending.points}, and ${-points} fewer leaves none; leave at least 1, or cancel them`
}

function invalid({ id }: PendingPoints, reason: string): Refusal {
  return {
    key: 'invalid_balance',
    details: `Pending points ${id} ${reason}`,
    resourceId: id,
    resourceType: 'pending_points'
  }
}
