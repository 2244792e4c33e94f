/**
 * Deletes a customer: their data goes, the record of what happened stays.
 *
 * The ledger keeps its history, so none of its entries is removed: points left on the cards are
 * subtracted by an entry, pending points are canceled, tiers and segments are left, and nothing of
 * this earns. Afterwards no midnight has anything to do for the customer, and their cards have no
 * holder and never get another.
 *
 * Spec: deleteCustomer.
 */
import type { Customer, PendingPoints, TierMembership } from '../../model.ts'
import { takeAtMost } from '../../rules/points.ts'
import type { Change, Decision } from '../changes.ts'
import { eventOf, logPending } from '../event-log.ts'
import type { Occasion } from '../occasion.ts'
import { activationOf } from '../points/activation.ts'
import { cardAfter, takeLines, withPending } from '../points/ledger.ts'
import { type Purse, sumOf } from '../points/purse.ts'
import { type OpenStanding, openStanding } from '../standing/open.ts'
import type { StandingFacts } from '../standing/standing.ts'
import { trackingIdOf } from './customers.ts'

export interface DeleteCustomerFacts extends StandingFacts {
  readonly customer: Customer
  /** All loyalty cards of the customer, with their open lots. */
  readonly cards: readonly Purse[]
  /** All pending points on these cards. */
  readonly pending: readonly PendingPoints[]
  readonly memberships: readonly TierMembership[]
}

/** Nothing refuses it. */
export type CustomerDeletion = Extract<Decision<null>, { readonly changes: unknown }>

/**
 * Writes every card, also an empty one: a unit that moves points on it at the same time loses its
 * guard, decides again, and finds no holder.
 */
export function deleteCustomer(facts: DeleteCustomerFacts, occasion: Occasion): CustomerDeletion {
  const { customer } = facts
  const { id: customerId, version, sourceId } = customer
  const { known, pending, memberships } = openUnchanged(facts, occasion)
  const emptied = facts.cards.reduce((now, card) => empty(now, card, pending, occasion), known)
  const untiered = memberships.reduce((now, membership) => now.leaveTier(membership), emptied)
  const left = untiered.standing.segments.reduce(leaveSegment, untiered)
  const about = { customerId, entityId: customerId }
  // Nobody knows the source id afterwards, and an erasure looks for locks by the id.
  const trackingId = trackingIdOf(sourceId, occasion.sign)
  const claimed: readonly Change[] =
    trackingId === null ? [] : [{ kind: 'locks.claimed', trackingId, customerId }]
  const event = eventOf('customer.deleted', about, { source_id: sourceId }, occasion, 'ACTION')
  return {
    result: null,
    changes: [
      ...left.soFar().changes,
      ...claimed,
      { kind: 'customer.deleted', customerId, version, deletedAt: occasion.now },
      { kind: 'event.logged', event }
    ]
  }
}

interface Unchanged {
  /** Nothing of it earns. */
  readonly known: OpenStanding<never>
  readonly pending: readonly PendingPoints[]
  readonly memberships: readonly TierMembership[]
}

/** With all that the calendar brought; where that cannot be counted, they go as they are stored. */
function openUnchanged(facts: DeleteCustomerFacts, occasion: Occasion): Unchanged {
  const { customer, pending, memberships } = facts
  const booked = openStanding(facts, customer, occasion, { after: 'midnights' })
  if ('refusal' in booked) {
    const stored = openStanding(facts, customer, occasion, { after: 'nothing' })
    return { known: stored.stopEarning(), pending, memberships }
  }
  const { standing } = booked
  const placed = standing.programs.flatMap(({ membership }) => membership ?? [])
  const known = new Set(placed.map(({ voucherId }) => voucherId))
  return {
    known: booked.stopEarning(),
    pending: pending.filter(each => activationOf(standing, each) === null),
    memberships: [...memberships.filter(({ voucherId }) => !known.has(voucherId)), ...placed]
  }
}

/** The standing after the points and pending points of a card are removed. */
function empty(
  known: OpenStanding<never>,
  card: Purse,
  pending: readonly PendingPoints[],
  occasion: Occasion
): OpenStanding<never> {
  const held = known.purse(card)
  const { id: voucherId } = held.voucher
  const waiting = pending.filter(each => each.voucherId === voucherId)
  const dropped = known.write(waiting.flatMap(each => drop(each, occasion)))
  const fewer = waiting.reduce((sum, { points }) => sum + points, 0)
  const { purse, card: after } = cardAfter(held, withPending(held, -fewer), occasion.now)
  const waited = dropped.move({ purse, change: { kind: 'card.waited', card: after }, totals: {} })
  const points = sumOf(purse.lots)
  if (points === 0) return waited
  const cause = { reason: REASON }
  // All lots, also those that lapsed unrecorded.
  const taken = takeAtMost(purse.lots, points)
  const removal = { taken, as: 'subtracted', type: 'POINTS_REMOVAL', cause } as const
  const movement = takeLines(purse, removal, occasion)
  const type = 'customer.voucher.loyalty_card.points_subtracted'
  const about = { customerId: known.standing.customer.id, entityId: voucherId }
  const event = eventOf(type, about, { points: -points, ...cause }, occasion)
  return waited.move(movement).write([{ kind: 'event.logged', event }])
}

const REASON = 'Customer deleted'

function drop(pending: PendingPoints, occasion: Occasion): readonly Change[] {
  const { now: updatedAt } = occasion
  const closed = { kind: 'pendingPoints.closed', id: pending.id, updatedAt } as const
  const canceled = { ...pending, status: 'CANCELED', updatedAt } as const
  return [{ ...closed, status: 'CANCELED' }, logPending(canceled, 'canceled', occasion)]
}

function leaveSegment(known: OpenStanding<never>, id: string): OpenStanding<never> {
  return known.switchSegment({ id }, false)
}
