/**
 * Points moved by hand or by the calendar: a balance that a merchant adjusts, and pending points
 * that are activated, changed or canceled. Pending points are activated on their day, or by hand.
 * An entry ends once, with an event. Its points are part of neither `points` nor `balance` until it
 * is activated; canceled points never are.
 * Spec: updateLoyaltyCardBalance, PendingPointsEntry, adjustMemberPendingPoints,
 * cancelMemberPendingPoints, openapi/behaviour/points.md#pending-points-are-settled-once.
 */

import type { Campaign, Customer, Day, EntryCause, PendingPoints, Voucher } from '../../model.ts'
import { dayAt, lastDay } from '../../rules/validity.ts'
import { type Change, type Decision, log, logPending, type Occasion } from '../changes.ts'
import {
  invalidPayload,
  missingParam,
  type Refusal,
  refusalAbout,
  type Unable
} from '../refusals.ts'
import { type Concluded, type OpenStanding, openStanding, presentPurse } from '../standing/open.ts'
import type { StandingFacts } from '../standing/standing.ts'
import { activate, activationOf } from './earning.ts'
import {
  addPoints,
  cardAfter,
  everAdded,
  heldAt,
  type Moved,
  type Purse,
  type Removal,
  spendableLots,
  sumOf,
  takePoints,
  withPending
} from './lots.ts'

export interface AdjustBalanceFacts extends StandingFacts {
  readonly campaign: Campaign
  readonly purse: Purse
  /** The holder of the card; null without one. */
  readonly customer: Customer | null
}

export interface ByHand {
  readonly reason?: string | undefined
  /** The caller's own identifier of the movement. */
  readonly sourceId?: string | undefined
}

export interface AdjustBalance extends ByHand {
  /** Whole and not 0; negative takes. */
  readonly points: number
  /** The expiry of added points; absent: as the program says. */
  readonly expiration?: Expiration | undefined
}

export interface Expiration {
  readonly type: 'PROGRAM_RULES' | 'CUSTOM_DATE' | 'NON_EXPIRING'
  /** The last day on which they can be spent, today or later; for CUSTOM_DATE only. */
  readonly date: Day | null
}

/**
 * Adds points, which expire as the command says, or subtracts them from the lots that expire
 * soonest.
 */
export function adjustBalance(
  facts: AdjustBalanceFacts,
  command: AdjustBalance,
  occasion: Occasion
): Decision<Voucher> {
  const { points } = command
  const expiration: Expiration = command.expiration ?? { type: 'PROGRAM_RULES', date: null }
  const today = dayAt(occasion.now, occasion.project.timezone)
  const mistake = expiryMistake(expiration, points, today)
  if (mistake !== null) return { refusal: mistake }
  const { campaign, customer } = facts
  if (customer === null) {
    return { refusal: invalid(facts.purse.voucher, 'is held by nobody; add a member first') }
  }
  const opened = openStanding(facts, customer, occasion)
  if ('refusal' in opened) return opened
  const purse = opened.purse(facts.purse)
  const { voucher } = purse
  if (!Number.isSafeInteger(points) || points === 0) {
    return { refusal: invalid(voucher, `cannot move ${points} points; send a whole number, not 0`) }
  }
  if (!Number.isSafeInteger(everAdded(voucher) + points)) {
    const most = `${Number.MAX_SAFE_INTEGER} points in all`
    return { refusal: invalid(voucher, `would have got more than ${most}; give fewer`) }
  }
  const expiresOn = lastDayOf(expiration, campaign, today)
  const cause = causeOf(command)
  const movement =
    points > 0
      ? addPoints(purse, { points, expiresOn, type: 'POINTS_ADDITION', cause }, occasion)
      : takeFree(purse, { points: -points, cause }, occasion)
  if (movement === null) return { refusal: invalid(voucher, lacking(purse, -points, occasion)) }
  const about = { customerId: customer.id, entityId: voucher.id }
  const said = { points, ...inEvent(cause) }
  const type = points > 0 ? 'points_added' : 'points_subtracted'
  const logged = log(`customer.voucher.loyalty_card.${type}`, about, said, occasion)
  const after = opened.move(movement).write([logged]).conclude()
  if ('refusal' in after) return after
  return { result: presentPurse(after.standing, movement.purse).voucher, changes: after.changes }
}

/** Null when fewer points are there that no lock holds. */
function takeFree(
  purse: Purse,
  { points, cause }: Pick<Removal, 'points' | 'cause'>,
  occasion: Occasion
): Moved | null {
  const free = sumOf(spendableLots(purse, occasion)) - heldAt(purse, occasion.now).points
  if (points > free) return null
  const removal = { points, as: 'subtracted', type: 'POINTS_REMOVAL', cause, from: null } as const
  return takePoints(purse, removal, occasion)
}

function lacking(purse: Purse, points: number, occasion: Occasion): string {
  const { points: held } = heldAt(purse, occasion.now)
  const free = Math.max(sumOf(spendableLots(purse, occasion)) - held, 0)
  const locked = held === 0 ? '' : `; locks hold ${held} more: release one, or wait for its end`
  return `has ${free} points to take, fewer than ${points}${locked}`
}

function expiryMistake({ type, date }: Expiration, points: number, today: Day): Refusal | null {
  // Points that are taken do not expire.
  if (points < 0) return null
  if (type !== 'CUSTOM_DATE') {
    if (date === null) return null
    return invalidPayload(
      'expiration_date',
      'belongs to expiration_type CUSTOM_DATE; send that, or leave the date out'
    )
  }
  if (date === null) return missingParam('expiration_date')
  if (date >= today) return null
  return invalidPayload('expiration_date', `${date} is over; send today, ${today}, or a later day`)
}

function lastDayOf({ type, date }: Expiration, { voucher }: Campaign, today: Day): Day | null {
  if (type !== 'PROGRAM_RULES') return date
  const rules = voucher?.loyaltyCard?.expirationRules ?? null
  return rules === null ? null : lastDay(rules, today)
}

export function causeOf({ reason, sourceId }: ByHand): EntryCause {
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(sourceId === undefined ? {} : { sourceId })
  }
}

export function inEvent({ reason, sourceId }: ByHand) {
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(sourceId === undefined ? {} : { source_id: sourceId })
  }
}

function invalid({ id, code }: Voucher, reason: string): Refusal {
  return refusalAbout({ type: 'voucher', id }, 'invalid_balance', `Loyalty card ${code} ${reason}`)
}

export interface PendingPointsFacts extends StandingFacts {
  readonly pending: PendingPoints
  readonly purse: Purse
  readonly campaign: Campaign
  readonly customer: Customer
}

export interface PendingPointsAfter {
  readonly pending: PendingPoints
  readonly card: Voucher
}

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

/** At least 1 point must be left, or else cancel the entry. */
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
  if (mistake !== null) {
    const { id } = pending
    const details = `Pending points ${id} ${mistake}`
    return { refusal: refusalAbout({ type: 'pending_points', id }, 'invalid_balance', details) }
  }
  const waited = adjustPending(known, purse, { pending, points })
  return concluded(waited.known.conclude(), purse, waited.adjusted)
}

function adjustPending<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  purse: Purse,
  { pending, points }: { readonly pending: PendingPoints; readonly points: number }
): { readonly known: OpenStanding<Refusing>; readonly adjusted: PendingPoints } {
  const { occasion } = known
  const adjusted = { ...pending, points: pending.points + points, updatedAt: occasion.now }
  const written: Change = {
    kind: 'pendingPoints.adjusted',
    id: pending.id,
    pointsBefore: pending.points,
    points: adjusted.points,
    updatedAt: occasion.now
  }
  const waited = waiting(known.write([written]), purse, points)
  return { known: waited.write([logPending(adjusted, 'updated', occasion)]), adjusted }
}

export function cancelMemberPendingPoints(
  facts: PendingPointsFacts,
  occasion: Occasion
): Decision<PendingPointsAfter> {
  const { pending, purse } = facts
  const known = whileItWaits(facts, 'canceled', occasion)
  if ('refusal' in known) return known
  const dropped = dropPending(known, purse, pending)
  return concluded(dropped.conclude(), purse, canceled(pending, occasion))
}

/** Cancels pending points of one of the customer's cards; the caller follows up. */
export function dropPending<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  purse: Purse,
  pending: PendingPoints
): OpenStanding<Refusing> {
  const { occasion } = known
  const { id, points } = pending
  const { now: updatedAt } = occasion
  const closed = { kind: 'pendingPoints.closed', id, status: 'CANCELED', updatedAt } as const
  const waited = waiting(known.write([closed]), purse, -points)
  return waited.write([logPending(canceled(pending, occasion), 'canceled', occasion)])
}

/** Takes points of an entry that waits on one of the customer's cards; all of them cancel it. */
export function lowerPending<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  purse: Purse,
  { pending, points }: { readonly pending: PendingPoints; readonly points: number }
): OpenStanding<Refusing> {
  if (points === pending.points) return dropPending(known, purse, pending)
  return adjustPending(known, purse, { pending, points: -points }).known
}

function canceled(pending: PendingPoints, { now }: Occasion): PendingPoints {
  return { ...pending, status: 'CANCELED', updatedAt: now }
}

function waiting<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  held: Purse,
  points: number
): OpenStanding<Refusing> {
  const before = known.purse(held)
  const { purse, card } = cardAfter(before, withPending(before, points), known.occasion.now)
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
  const details = `Pending points ${id} are ${status}; only those that are PENDING can be ${become}`
  return refusalAbout({ type: 'pending_points', id }, 'invalid_pending_points_state', details)
}

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
