/**
 * Canceling an order, or rolling back a redemption: what it brought is taken back, as far as it is
 * there.
 *
 * What still waits is canceled and what came is subtracted, on the card it came to. Nobody is left
 * owing points, and nobody keeps points for goods that went back: what a tier or a segment brought
 * because the order was paid names the order as its cause, and goes back with it.
 *
 * Spec: Resources, Voucher (`loyalty_card`), Loyalty pending point entry; Decisions 60 and 93.
 */
import type { Day, EntryCause, LedgerEntry, Lot, Order, Redemption } from '../model.ts'
import { dayAt } from '../rules/validity.ts'
import { arrivalOf } from './arrivals.ts'
import type { Occasion } from './changes.ts'
import { eventOf } from './event-log.ts'
import { cancelPoints, cardOf, type Purse } from './ledger.ts'
import { amountOf, sumLines } from './lots.ts'
import type { EarnedBefore } from './ordering.ts'
import { dropPending } from './pending.ts'
import { changed, latest, moved, type Standing } from './standing.ts'

/** An order, and what it brought: entries that name it as their cause, and what still waits. */
export interface CanceledOrder extends EarnedBefore {
  readonly order: Pick<Order, 'id'>
}

/**
 * Takes back what an order brought to the cards of the standing, less what was taken back before:
 * a second time there is nothing more, unless points were missing the first time.
 */
export function takeBackOrder(
  standing: Standing,
  canceled: CanceledOrder,
  occasion: Occasion
): Standing {
  const { id: orderId } = canceled.order
  const because = { cause: { orderId, reason: 'Order canceled' }, said: { order_id: orderId } }
  return takeBack(standing, canceled, because, occasion)
}

/** A redemption, and the points it brought: entries that name it as their cause, and their lots. */
export interface RolledBack {
  readonly redemption: Pick<Redemption, 'id'>
  readonly entries: readonly LedgerEntry[]
  readonly lots: readonly Lot[]
}

/** Takes back what a redemption brought to the cards of the standing; it is rolled back once. */
export function takeBackRedemption(
  standing: Standing,
  { redemption, entries, lots }: RolledBack,
  occasion: Occasion
): Standing {
  const { id: redemptionId } = redemption
  const cause = { redemptionId, reason: 'Redemption rolled back' }
  const because = { cause, said: { redemption_id: redemptionId } }
  return takeBack(standing, { entries, lots, pending: [] }, because, occasion)
}

/** Why points are taken back, for the ledger and for the log. */
interface Because {
  readonly cause: EntryCause
  readonly said: { readonly [property: string]: string }
}

function takeBack(
  standing: Standing,
  brought: EarnedBefore,
  because: Because,
  occasion: Occasion
): Standing {
  return standing.programs.reduce(
    (before, { card }) =>
      card === null ? before : takeBackFrom(card, before, { brought, because }, occasion),
    standing
  )
}

function takeBackFrom(
  card: Purse,
  standing: Standing,
  { brought, because }: { readonly brought: EarnedBefore; readonly because: Because },
  occasion: Occasion
): Standing {
  const { entries, lots, pending } = brought

  const { id } = card.voucher
  const waited = pending.filter(({ voucherId }) => voucherId === id)
  // What was still waiting when it was loaded may have come by now, and was never stored as such.
  const arrived = waited.flatMap(each => arrivalOf(standing, each) ?? [])
  const dropped = waited
    .filter(each => arrivalOf(standing, each) === null)
    .reduce((before, each) => dropPending(before, card, each, occasion), standing)
  const today = dayAt(occasion.now, occasion.project.timezone)
  const filled = new Set(arrived.flatMap(entry => entry.lots.map(line => line.id)))
  const known = [...lots, ...card.lots.filter(lot => filled.has(lot.id))]
  const lapsed = new Set(known.filter(lot => lastDayIsOver(lot, today)).map(lot => lot.id))
  const mine = [...entries.filter(({ voucherId }) => voucherId === id), ...arrived]
  const owed = sumLines(mine.flatMap(entry => entry.lots))
  // What lapsed is gone already; nobody loses it twice.
  const gone = owed.filter(line => lapsed.has(line.id) && line.amount > 0)
  const points = amountOf(owed) - amountOf(gone)
  const given = owed.filter(line => line.amount > 0 && !lapsed.has(line.id))
  const { cause, said } = because
  const held = latest(dropped, card)
  const taken = cancelPoints(held, { points, given, cause }, occasion)
  if (taken === null) return dropped
  const data = {
    ...said,
    points: cardOf(held.voucher).balance - cardOf(taken.purse.voucher).balance
  }
  const about = { customerId: standing.customer.id, entityId: id }
  const type = 'customer.voucher.loyalty_card.points_canceled'
  const event = eventOf(type, about, data, occasion)
  return changed(moved(dropped, taken), [{ kind: 'event.logged', event }])
}

function lastDayIsOver({ expiresOn }: Lot, today: Day): boolean {
  return expiresOn !== null && expiresOn < today
}
