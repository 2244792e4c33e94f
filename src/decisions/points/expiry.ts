/**
 * Points whose last day is over: they lapse, as an entry of its own and with its event.
 *
 * They cannot be spent from the midnight on at which they lapse, whether or not that is booked yet;
 * booking them is part of whatever is decided next about their holder.
 *
 * Spec: VoucherLoyaltyCard.expired_points; Decision 104.
 */
import { eventOf } from '../event-log.ts'
import type { Occasion } from '../occasion.ts'
import { changed, moved, type Standing } from '../standing/standing.ts'
import { type Moved, takePoints } from './ledger.ts'
import type { LotLines } from './lots.ts'
import { type Purse, spendableLots, sumOf } from './purse.ts'

/** Books as expired what has lapsed on a card; what follows is the caller's. */
export function expirePoints(standing: Standing, card: Purse, occasion: Occasion): Standing {
  const spendable = spendableLots(card, occasion)
  if (spendable.length === card.lots.length) return standing
  const lapsed = card.lots.filter(lot => !spendable.includes(lot))
  const points = sumOf(lapsed)
  // INVARIANT: these lots hold exactly as many.
  const movement = takePoints(
    card,
    { points, as: 'expired', type: 'POINTS_EXPIRATION', cause: {}, from: lapsed },
    occasion
  ) as Moved
  const about = { customerId: standing.customer.id, entityId: card.voucher.id }
  const type = 'customer.voucher.loyalty_card.points_expired'
  const event = eventOf(type, about, { points }, occasion)
  return changed(moved(standing, movement), [{ kind: 'event.logged', event }])
}

/** What lapsed of which lots in this very decision, above 0: stored entries do not tell of it. */
export function lapsedIn({ changes }: Standing): LotLines {
  const lines = changes.flatMap(change =>
    change.kind === 'points.moved' && change.entry.type === 'POINTS_EXPIRATION'
      ? change.entry.lots
      : []
  )
  return lines.map(({ id, amount }) => ({ id, amount: -amount }))
}
