/**
 * Deletes a customer: their data goes, the record of what happened stays.
 *
 * The ledger keeps its history, so none of its entries is removed: points left on the cards are
 * subtracted by an entry, pending points are canceled, tiers and segments are left, and nothing of
 * this earns. Afterwards no midnight has anything to do for the customer, and their cards have no
 * holder and never get another.
 *
 * Spec: deleteCustomer; Decision 80.
 */
import type { Customer, PendingPoints, TierMembership } from '../../model.ts'
import type { Change, Decision, TotalsStep } from '../changes.ts'
import { eventOf, logPending } from '../event-log.ts'
import type { Occasion } from '../occasion.ts'
import { activationOf } from '../points/activation.ts'
import {
  cardAfter,
  changeTotals,
  type Moved,
  sumTotals,
  takePoints,
  withPending
} from '../points/ledger.ts'
import { type Purse, sumOf } from '../points/purse.ts'
import { bookCalendar } from '../standing/open.ts'
import { presentPurse, type StandingFacts } from '../standing/standing.ts'

export interface DeleteCustomerFacts extends StandingFacts {
  readonly customer: Customer
  /** All loyalty cards of the customer, with their open lots. */
  readonly cards: readonly Purse[]
  /** All pending points on these cards. */
  readonly pending: readonly PendingPoints[]
  readonly memberships: readonly TierMembership[]
}

/**
 * Writes every card, also an empty one: a unit that moves points on it at the same time loses its
 * guard, decides again, and finds no holder.
 */
export function deleteCustomer(facts: DeleteCustomerFacts, occasion: Occasion): Decision<null> {
  const { customer } = facts
  const { id: customerId, version, sourceId } = customer
  const { cards, pending, memberships, segments, changes, gained } = asTheyAre(facts, occasion)
  const emptied = cards.map(card => empty(card, pending, customerId, occasion))
  const left = [
    ...memberships.flatMap(membership => leaveTier(membership, occasion)),
    ...segments.flatMap(segmentId => leaveSegment(segmentId, customerId, occasion))
  ]
  const totals = changeTotals(customerId, sumTotals([gained, ...emptied.map(card => card.totals)]))
  const about = { customerId, entityId: customerId }
  const event = eventOf('customer.deleted', about, { source_id: sourceId }, occasion, 'ACTION')
  return {
    result: null,
    changes: [
      ...changes,
      ...emptied.flatMap(({ changes }) => changes),
      ...left,
      ...totals,
      { kind: 'customer.deleted', customerId, version, deletedAt: occasion.now },
      { kind: 'event.logged', event }
    ]
  }
}

interface AsTheyAre {
  readonly cards: readonly Purse[]
  readonly pending: readonly PendingPoints[]
  readonly memberships: readonly TierMembership[]
  readonly segments: readonly string[]
  /** The changes by which the calendar was booked. */
  readonly changes: readonly Change[]
  readonly gained: TotalsStep
}

/** With all that the calendar brought; where that cannot be counted, they go as they are stored. */
function asTheyAre(facts: DeleteCustomerFacts, occasion: Occasion): AsTheyAre {
  const { customer, cards, pending, memberships } = facts
  const booked = bookCalendar(facts, customer, occasion)
  if ('refusal' in booked) return { ...facts, changes: [], gained: {} }
  const { standing } = booked
  const { programs, segments, changes, gained } = standing
  const placed = programs.flatMap(({ membership }) => membership ?? [])
  const known = new Set(placed.map(({ voucherId }) => voucherId))
  return {
    cards: cards.map(card => presentPurse(standing, card)),
    pending: pending.filter(each => activationOf(standing, each) === null),
    memberships: [...memberships.filter(({ voucherId }) => !known.has(voucherId)), ...placed],
    segments,
    changes,
    gained
  }
}

interface Emptied {
  readonly changes: readonly Change[]
  readonly totals: TotalsStep
}

/** The card after its points and pending points are removed. */
function empty(
  held: Purse,
  pending: readonly PendingPoints[],
  customerId: string,
  occasion: Occasion
): Emptied {
  const { id: voucherId } = held.voucher
  const waiting = pending.filter(each => each.voucherId === voucherId)
  const dropped = waiting.flatMap(each => drop(each, occasion))
  const fewer = waiting.reduce((sum, { points }) => sum + points, 0)
  const { purse, card } = cardAfter(held, withPending(held, -fewer), occasion.now)
  const waited: Change = { kind: 'card.waited', card }
  const points = sumOf(purse.lots)
  if (points === 0) return { changes: [...dropped, waited], totals: {} }
  const cause = { reason: REASON }
  // INVARIANT: these lots hold exactly that many points, also those that lapsed unrecorded.
  const movement = takePoints(
    purse,
    { points, as: 'subtracted', type: 'POINTS_REMOVAL', cause, from: purse.lots },
    occasion
  ) as Moved
  const type = 'customer.voucher.loyalty_card.points_subtracted'
  const data = { points: -points, ...cause }
  const event = eventOf(type, { customerId, entityId: voucherId }, data, occasion)
  return {
    changes: [...dropped, waited, movement.change, { kind: 'event.logged', event }],
    totals: movement.totals
  }
}

const REASON = 'Customer deleted'

function drop(pending: PendingPoints, occasion: Occasion): readonly Change[] {
  const { now: updatedAt } = occasion
  const closed = { kind: 'pendingPoints.closed', id: pending.id, updatedAt } as const
  const canceled = { ...pending, status: 'CANCELED', updatedAt } as const
  return [{ ...closed, status: 'CANCELED' }, logPending(canceled, 'canceled', occasion)]
}

function leaveTier(membership: TierMembership, occasion: Occasion): readonly Change[] {
  const { tierId, customerId, campaignId, voucherId } = membership
  if (tierId === null) return []
  const left: TierMembership = {
    ...membership,
    tierId: null,
    startedAt: null,
    expiresOn: null,
    updatedAt: occasion.now,
    version: membership.version + 1
  }
  const data = { campaign_id: campaignId, voucher_id: voucherId, loyalty_tier_id: tierId }
  const about = { customerId, entityId: customerId }
  const event = eventOf('customer.loyalty.tier.left', about, data, occasion)
  return [
    { kind: 'tierMembership.saved', membership: left },
    { kind: 'event.logged', event }
  ]
}

function leaveSegment(
  segmentId: string,
  customerId: string,
  occasion: Occasion
): readonly Change[] {
  const about = { customerId, entityId: customerId }
  const event = eventOf('customer.segment.left', about, { segment_id: segmentId }, occasion)
  return [
    { kind: 'segment.left', segmentId, customerId },
    { kind: 'event.logged', event }
  ]
}
