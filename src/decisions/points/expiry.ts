/**
 * Points whose last day is over: they expire with an entry and an event.
 *
 * They cannot be spent from that midnight on, whether or not the expiry is recorded; the next
 * decision about their holder records it.
 *
 * Spec: VoucherLoyaltyCard.expired_points.
 */
import { takeAtMost } from '../../rules/points.ts'
import type { Change } from '../changes.ts'
import { eventOf } from '../event-log.ts'
import type { Occasion } from '../occasion.ts'
import { type Moved, takeLines } from './ledger.ts'
import { type Purse, spendableLots, sumOf } from './purse.ts'

/** A movement on a customer's card, and then its event. */
export interface Expired {
  readonly movement: Moved
  readonly logged: Change
}

/** Records the expiry of lapsed points on a customer's card; null when none have lapsed. */
export function expirePoints(customerId: string, card: Purse, occasion: Occasion): Expired | null {
  const spendable = spendableLots(card, occasion)
  if (spendable.length === card.lots.length) return null
  const lapsed = card.lots.filter(lot => !spendable.includes(lot))
  const points = sumOf(lapsed)
  if (points === 0) return null
  const taken = takeAtMost(lapsed, points)
  const removal = { taken, as: 'expired', type: 'POINTS_EXPIRATION', cause: {} } as const
  const movement = takeLines(card, removal, occasion)
  const about = { customerId, entityId: card.voucher.id }
  const type = 'customer.voucher.loyalty_card.points_expired'
  const event = eventOf(type, about, { points }, occasion)
  return { movement, logged: { kind: 'event.logged', event } }
}
