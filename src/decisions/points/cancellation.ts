/**
 * Canceling an order, or rolling back a redemption: what it brought is taken back, as far as it is
 * there.
 *
 * What still waits is canceled and what came is subtracted, on the card it came to. Nobody is left
 * owing points, and nobody keeps points for goods that went back: what a tier or a segment brought
 * because the order was paid names the order as its cause, and goes back with it. What is not there
 * is noted as a shortfall. New points are never taken for it, but points that come back because
 * something they were spent on is undone are: so it does not matter what is undone first.
 *
 * Spec: VoucherLoyaltyCard.subtracted_points; Decisions 60, 93, 98 and 103.
 */
import type {
  EntryCause,
  LedgerEntry,
  Order,
  PendingPoints,
  Redemption,
  Shortfall
} from '../../model.ts'
import { eventOf } from '../event-log.ts'
import type { Occasion } from '../occasion.ts'
import {
  changed,
  latest,
  moved,
  type ProgramFacts,
  placed,
  type Standing
} from '../standing/standing.ts'
import { periodSpared } from '../standing/tier-memberships.ts'
import { arrivalOf } from './activation.ts'
import { lapsedIn } from './expiry.ts'
import { cancelPoints, cardAfter } from './ledger.ts'
import { amountOf, type LotLines, sumLines } from './lots.ts'
import { dropPending } from './pending.ts'
import { cardOf, type Purse, spendableLots } from './purse.ts'

/** What an order brought so far. */
export interface EarnedBefore {
  /** Ledger entries it caused: points that came, and points that were taken back. */
  readonly entries: readonly LedgerEntry[]
  /** How much of the lots they name has lapsed since, as far as it is booked. */
  readonly lapsed: LotLines
  /** What still waits. */
  readonly pending: readonly PendingPoints[]
  /** What was not there when it was taken back before. */
  readonly shortfalls: readonly Shortfall[]
}

/** An order, and what it brought: entries that name it as their cause, and what still waits. */
export interface CanceledOrder extends EarnedBefore {
  readonly order: Pick<Order, 'id'>
}

/**
 * Takes back what an order brought to the cards of the standing, less what was taken back before. A
 * second time there is nothing more: what was missing is noted, and makeUp sees to it.
 */
export function takeBackOrder(
  standing: Standing,
  { order: { id: orderId }, ...brought }: CanceledOrder,
  occasion: Occasion
): Standing {
  const cause = { orderId, reason: 'Order canceled' }
  return takeBack(standing, brought, { id: orderId, cause }, occasion)
}

/** A redemption, and the points it brought: entries that name it as their cause. */
export interface RolledBack {
  readonly redemption: Pick<Redemption, 'id'>
  readonly entries: readonly LedgerEntry[]
  readonly lapsed: LotLines
}

/** Takes back what a redemption brought to the cards of the standing; it is rolled back once. */
export function takeBackRedemption(
  standing: Standing,
  { redemption: { id: redemptionId }, entries, lapsed }: RolledBack,
  occasion: Occasion
): Standing {
  const cause = { redemptionId, reason: 'Redemption rolled back' }
  const brought = { entries, lapsed, pending: [], shortfalls: [] }
  return takeBack(standing, brought, { id: redemptionId, cause }, occasion)
}

/**
 * Takes for earlier shortfalls what has just come back to a card: as many points at most, from the
 * lots they came back to and then from others. The older subject is looked at first.
 */
export function makeUp(
  standing: Standing,
  { card, returned, shortfalls, brought }: Returned,
  occasion: Occasion
): Standing {
  let left = amountOf(returned)
  return shortfalls.reduce((before, shortfall) => {
    const { subjectId: id, cause, points: missing } = shortfall
    const entries = brought.filter(entry => isCausedBy(entry, id))
    const claim = { points: Math.min(missing, left), given: returned, entries }
    const taken = take(before, card, { ...claim, subject: { id, cause } }, occasion)
    if (taken.points === 0) return before
    left -= taken.points
    const rest = { ...shortfall, points: missing - taken.points }
    return noted(taken.standing, card, rest, occasion)
  }, standing)
}

function isCausedBy({ cause }: LedgerEntry, subjectId: string): boolean {
  return cause.orderId === subjectId || cause.redemptionId === subjectId
}

/** Points that came back to a card, and what is missing on it. */
export interface Returned {
  readonly card: Purse
  /** How many came back, to which lots. */
  readonly returned: LotLines
  /** By subject, the oldest first. */
  readonly shortfalls: readonly Shortfall[]
  /** What these subjects brought so far, and what of it was taken back. */
  readonly brought: readonly LedgerEntry[]
}

/** The order or redemption that points are taken back for, and what the ledger says of it. */
interface Subject {
  readonly id: string
  readonly cause: EntryCause
}

function takeBack(
  standing: Standing,
  brought: EarnedBefore,
  subject: Subject,
  occasion: Occasion
): Standing {
  return standing.programs.reduce(
    (before, { card }) =>
      card === null ? before : takeBackFrom(card, before, { brought, subject }, occasion),
    standing
  )
}

function takeBackFrom(
  card: Purse,
  standing: Standing,
  { brought, subject }: { readonly brought: EarnedBefore; readonly subject: Subject },
  occasion: Occasion
): Standing {
  const voucherId = card.voucher.id
  const here = (each: { readonly voucherId: string }) => each.voucherId === voucherId
  const waited = brought.pending.filter(here)
  // What was still waiting when it was loaded may have come by now, and was never stored as such.
  const arrived = waited.flatMap(each => arrivalOf(standing, each) ?? [])
  const dropped = waited
    .filter(each => arrivalOf(standing, each) === null)
    .reduce((before, each) => dropPending(before, card, each, occasion), standing)
  if (brought.shortfalls.some(({ subjectId, ...of }) => here(of) && subjectId === subject.id)) {
    return dropped
  }
  const came = sumLines([...brought.entries.filter(here), ...arrived].flatMap(({ lots }) => lots))
  const booked = [...brought.lapsed, ...lapsedIn(standing)]
  const lapsed = lapsedOf(came, latest(dropped, card), booked, occasion)
  const points = Math.max(amountOf(came) - lapsed, 0)
  const given = came.filter(({ amount }) => amount > 0)
  const { entries } = brought
  const taken = take(dropped, card, { points, given, subject, entries }, occasion)
  const missing = points - taken.points
  if (missing === 0) return taken.standing
  const { id: subjectId, cause } = subject
  const shortfall = { voucherId, subjectId, points: missing, cause, createdAt: occasion.now }
  return noted(taken.standing, card, shortfall, occasion)
}

/**
 * How much of what came to some lots is gone because their day is over; nobody loses it twice. A
 * lot is shared, and what was spent of it counts as spent from what others brought first.
 */
export function lapsedOf(
  came: LotLines,
  purse: Purse,
  booked: LotLines,
  occasion: Occasion
): number {
  const spendable = new Set(spendableLots(purse, occasion))
  const unbooked = purse.lots
    .filter(lot => !spendable.has(lot))
    .map(({ id, remaining }) => ({ id, amount: remaining }))
  const lapsed = new Map(sumLines([...booked, ...unbooked]).map(({ id, amount }) => [id, amount]))
  return came.reduce(
    (sum, { id, amount }) => sum + Math.max(Math.min(amount, lapsed.get(id) ?? 0), 0),
    0
  )
}

interface Claim {
  /** Whole, 0 or more. */
  readonly points: number
  /** The lots to take from first, and how much of each. */
  readonly given: LotLines
  readonly subject: Subject
  /** What the subject did on any card before. */
  readonly entries: readonly LedgerEntry[]
}

/** Takes as many as are there, and says how many those are. */
function take(
  standing: Standing,
  card: Purse,
  { points: asked, given, subject: { id, cause }, entries }: Claim,
  occasion: Occasion
): { readonly standing: Standing; readonly points: number } {
  const held = latest(standing, card)
  const taken = cancelPoints(held, { points: asked, given, cause }, occasion)
  if (taken === null) return { standing, points: 0 }
  const points = cardOf(held.voucher).balance - cardOf(taken.purse.voucher).balance
  const said = cause.orderId === undefined ? { redemption_id: id } : { order_id: id }
  const about = { customerId: standing.customer.id, entityId: card.voucher.id }
  const type = 'customer.voucher.loyalty_card.points_canceled'
  const event = eventOf(type, about, { ...said, points }, occasion)
  const after = changed(moved(standing, taken), [{ kind: 'event.logged', event }])
  return { standing: sparePeriod(after, card, { points, entries }, occasion), points }
}

/** Points of an earlier period take nothing from what came in during the one that tiers count. */
function sparePeriod(
  standing: Standing,
  { voucher: { id } }: Purse,
  { points, entries }: Pick<Claim, 'points' | 'entries'>,
  occasion: Occasion
): Standing {
  // INVARIANT: the standing has programs of cards, and a card is of its program.
  const program = standing.programs.find(({ card }) => card?.voucher.id === id) as ProgramFacts
  const mine = entries.filter(({ voucherId }) => voucherId === id)
  const membership = periodSpared(program, { points, entries: mine }, occasion)
  if (membership === null) return standing
  return changed(placed(standing, membership), [{ kind: 'tierMembership.saved', membership }])
}

/** Notes what is missing from now on; the card is written with it, which guards what was there. */
function noted(
  standing: Standing,
  card: Purse,
  shortfall: Shortfall,
  occasion: Occasion
): Standing {
  const held = latest(standing, card)
  const { purse, card: after } = cardAfter(held, cardOf(held.voucher), occasion.now)
  const change = { kind: 'shortfall.saved', shortfall, card: after } as const
  return moved(standing, { purse, change, totals: {} })
}
