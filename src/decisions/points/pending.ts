/**
 * Pending points: activated on their day, or activated, changed or canceled by hand.
 *
 * An entry ends once, by the calendar or by hand, with an event. Its points are part of neither
 * `points` nor `balance` until it is activated; canceled points never are.
 *
 * Spec: PendingPointsEntry, adjustMemberPendingPoints, cancelMemberPendingPoints.
 */
import type { Campaign, Customer, PendingPoints, Voucher } from '../../model.ts'
import { dayAt } from '../../rules/validity.ts'
import { type Change, type Decision, logPending, type Occasion } from '../changes.ts'
import type { Refusal } from '../refusals.ts'
import { type Concluded, type OpenStanding, openStanding, type Unable } from '../standing/open.ts'
import { presentPurse, type StandingFacts } from '../standing/standing.ts'
import { activate, activationOf } from './earning.ts'
import { cardAfter, everAdded, type Purse, withPending } from './lots.ts'

export interface PendingPointsFacts extends StandingFacts {
  readonly pending: PendingPoints
  readonly purse: Purse
  readonly campaign: Campaign
  readonly customer: Customer
}

/** The entry, and its card after all consequences. */
export interface PendingPointsAfter {
  readonly pending: PendingPoints
  readonly card: Voucher
}

/** Activates pending points, and everything else that is due. */
export function activatePoints(
  facts: PendingPointsFacts,
  occasion: Occasion
): Decision<PendingPointsAfter> {
  const { pending, campaign, purse, customer } = facts
  const known = openStanding(facts, customer, occasion, { after: 'consequences' })
  if ('refusal' in known) return known
  const after = activated(pending, occasion)
  // On its day, booking the midnight has activated it.
  if (hasArrived(known, pending)) return concluded(known.soFar(), purse, after)
  const today = dayAt(occasion.now, occasion.project.timezone)
  // Their expiry counts from the day they can be spent.
  const from = pending.activatesOn < today ? pending.activatesOn : today
  const { closed, movement } = activate(known.purse(purse), { pending, campaign, from }, occasion)
  const arrived = known.write(closed).move(movement)
  // The consequences of these points go back with their order; those of the calendar do not.
  return concluded(arrived.because({ paying: pending.orderId }).conclude(), purse, after)
}

/** The entry and its card, after all consequences. */
function concluded(
  after: Concluded | Unable,
  purse: Purse,
  pending: PendingPoints
): Decision<PendingPointsAfter> {
  if ('refusal' in after) return after
  const card = presentPurse(after.standing, purse).voucher
  return { result: { pending, card }, changes: after.changes }
}

function activated(pending: PendingPoints, { now }: Occasion): PendingPoints {
  return { ...pending, status: 'ACTIVATED', updatedAt: now }
}

function hasArrived({ standing }: OpenStanding, pending: PendingPoints): boolean {
  return activationOf(standing, pending) !== null
}

/** Activates pending points before their day. */
export function activateMemberPendingPoints(
  facts: PendingPointsFacts,
  occasion: Occasion
): Decision<PendingPointsAfter> {
  const refusal = reasonNotTo('activated', facts.pending)
  return refusal === null ? activatePoints(facts, occasion) : { refusal }
}

export interface AdjustMemberPendingPoints {
  /** Whole and not 0; negative makes them fewer. */
  readonly points: number
}

/**
 * Changes the number of pending points; at least 1 point must be left, or else cancel the entry.
 */
export function adjustMemberPendingPoints(
  facts: PendingPointsFacts,
  { points }: AdjustMemberPendingPoints,
  occasion: Occasion
): Decision<PendingPointsAfter> {
  const { pending } = facts
  const known = whileItWaits(facts, 'updated', occasion)
  if ('refusal' in known) return known
  const purse = known.purse(facts.purse)
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
  const waited = waiting(known.write([written]), purse, points, occasion).write([
    logPending(adjusted, 'updated', occasion)
  ])
  return concluded(waited.conclude(), purse, adjusted)
}

/** Cancels an entry, whose points are then never added. */
export function cancelMemberPendingPoints(
  facts: PendingPointsFacts,
  occasion: Occasion
): Decision<PendingPointsAfter> {
  const { pending, purse } = facts
  const known = whileItWaits(facts, 'canceled', occasion)
  if ('refusal' in known) return known
  const dropped = dropPending(known, purse, pending, occasion)
  return concluded(dropped.conclude(), purse, canceled(pending, occasion))
}

/** Cancels pending points of one of the customer's cards; the caller follows up. */
export function dropPending<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  purse: Purse,
  pending: PendingPoints,
  occasion: Occasion
): OpenStanding<Refusing> {
  const { id, points } = pending
  const closed: Change = {
    kind: 'pendingPoints.closed',
    id,
    status: 'CANCELED',
    updatedAt: occasion.now
  }
  const waited = waiting(known.write([closed]), purse, -points, occasion)
  return waited.write([logPending(canceled(pending, occasion), 'canceled', occasion)])
}

function canceled(pending: PendingPoints, { now }: Occasion): PendingPoints {
  return { ...pending, status: 'CANCELED', updatedAt: now }
}

/** Adds to the card's pending points, or subtracts from them. */
function waiting<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  held: Purse,
  points: number,
  { now }: Occasion
): OpenStanding<Refusing> {
  const before = known.purse(held)
  const { purse, card } = cardAfter(before, withPending(before, points), now)
  return known.move({ purse, change: { kind: 'card.waited', card }, totals: {} })
}

/**
 * The holder's standing, or the refusal when the entry is no longer pending: its day may have come
 * unrecorded.
 */
function whileItWaits(
  facts: PendingPointsFacts,
  become: 'updated' | 'canceled',
  occasion: Occasion
): OpenStanding | Unable {
  const { pending, customer } = facts
  const refusal = reasonNotTo(become, pending)
  if (refusal !== null) return { refusal }
  const opened = openStanding(facts, customer, occasion)
  if ('refusal' in opened || !hasArrived(opened, pending)) return opened
  return { refusal: notWaiting(become, activated(pending, occasion)) }
}

function reasonNotTo(
  become: 'activated' | 'updated' | 'canceled',
  pending: PendingPoints
): Refusal | null {
  return pending.status === 'PENDING' ? null : notWaiting(become, pending)
}

function notWaiting(become: string, { id, status }: PendingPoints): Refusal {
  return {
    key: 'invalid_pending_points_state',
    details: `Pending points ${id} are ${status}; only those that are PENDING can be ${become}`,
    resourceId: id,
    resourceType: 'pending_points'
  }
}

/** Why the number cannot change by so many points, or null. */
function adjustmentMistake(pending: PendingPoints, { voucher }: Purse, points: number) {
  if (!Number.isSafeInteger(points) || points === 0) {
    return `cannot become ${points} more; send a whole number, not 0`
  }
  if (!Number.isSafeInteger(everAdded(voucher) + points)) {
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
