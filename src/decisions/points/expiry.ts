/**
 * Points whose last day is over: they expire with an entry and an event.
 *
 * They cannot be spent from that midnight on, whether or not the expiry is recorded; the next
 * decision about their holder records it.
 *
 * Spec: VoucherLoyaltyCard.expired_points; Decision 104.
 */
import { eventOf } from '../event-log.ts'
import type { Occasion } from '../occasion.ts'
import { addChanges, addMovement, type Standing } from '../standing/standing.ts'
import { type Moved, takePoints } from './ledger.ts'
import { type Purse, spendableLots, sumOf } from './purse.ts'

/** Records the expiry of lapsed points on a card; the caller follows up. */
export function expirePoints(standing: Standing, card: Purse, occasion: Occasion): Standing {
  const spendable = spendableLots(card, occasion)
  if (spendable.length === card.lots.length) return standing
  const lapsed = card.lots.filter(lot => !spendable.includes(lot))
  const points = sumOf(lapsed)
  if (points === 0) return standing
  // INVARIANT: these lots hold exactly that many points.
  const movement = takePoints(
    card,
    { points, as: 'expired', type: 'POINTS_EXPIRATION', cause: {}, from: lapsed },
    occasion
  ) as Moved
  const about = { customerId: standing.customer.id, entityId: card.voucher.id }
  const type = 'customer.voucher.loyalty_card.points_expired'
  const event = eventOf(type, about, { points }, occasion)
  return addChanges(addMovement(standing, movement), [{ kind: 'event.logged', event }])
}
