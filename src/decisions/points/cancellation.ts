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
 * Spec: VoucherLoyaltyCard.subtracted_points; Decisions 93, 103 and 108.
 */
import type { LedgerEntry, Lot, Order, PendingPoints, Redemption, Shortfall } from '../../model.ts'
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
import { claimFrom, giveBackTo, type Makeup, madeUp, type PointsClaim } from './claims.ts'
import { book, cardAfter } from './ledger.ts'
import {
  amountOf,
  type LotLines,
  type LotsMoved,
  lotNamed,
  merged,
  takeOut,
  twinsIn
} from './lots.ts'
import { dropPending } from './pending.ts'
import { cardOf, type Purse } from './purse.ts'

/** What an order brought so far. */
export interface EarnedBefore {
  /** Ledger entries it caused; the lots they name are in the purses of the standing. */
  readonly entries: readonly LedgerEntry[]
  /** What still waits. */
  readonly pending: readonly PendingPoints[]
}

/** An order, and what it brought: entries that name it as their cause, and what still waits. */
export interface CanceledOrder extends EarnedBefore {
  readonly order: Pick<Order, 'id' | 'takenBackAt'>
}

/** Takes back what an order brought to the cards of the standing: once, as the order remembers. */
export function takeBackOrder(
  standing: Standing,
  { order: { id: orderId, takenBackAt }, entries, pending }: CanceledOrder,
  occasion: Occasion
): Standing {
  if (takenBackAt !== null) return standing
  const subject = { subjectId: orderId, cause: { orderId, reason: 'Order canceled' } }
  const earned = entries.filter(({ amount }) => amount > 0)
  const claims = [{ as: 'canceled', came: earned } as const]
  return takeBack(standing, { pending, claims, subject, entries }, occasion)
}

/** A redemption, and the points it brought: entries that name it as their cause. */
export interface RolledBack {
  readonly redemption: Pick<Redemption, 'id'>
  readonly entries: readonly LedgerEntry[]
}

/** Takes back what a redemption brought to the cards of the standing; it is rolled back once. */
export function takeBackRedemption(
  standing: Standing,
  { redemption: { id: redemptionId }, entries }: RolledBack,
  occasion: Occasion
): Standing {
  const subject = subjectOf(redemptionId)
  const claims = [
    { as: 'withdrawn', came: entries.filter(isGranted) } as const,
    { as: 'canceled', came: entries.filter(({ type }) => type === 'POINTS_ACCRUAL') } as const
  ]
  return takeBack(standing, { pending: [], claims, subject, entries }, occasion)
}

function subjectOf(redemptionId: string): PointsClaim['subject'] {
  return {
    subjectId: redemptionId,
    cause: { redemptionId, reason: 'Redemption rolled back' }
  }
}

/** What the reward itself put there, and not what followed from it. */
export function isGranted({ type, amount }: LedgerEntry): boolean {
  return amount > 0 && (type === 'CREDITS_ADDITION' || type === 'POINTS_ADDITION')
}

/** How many of the points that a reward put on a card are spent, and would be missing there. */
export function missingOf(
  purse: Purse,
  { redemption: { id }, entries }: RolledBack,
  occasion: Occasion
): number {
  const came = entries.filter(isGranted).flatMap(({ lots }) => lots)
  const { shortfalls } = claimFrom(
    purse,
    { came, as: 'withdrawn', subject: subjectOf(id) },
    occasion
  )
  return shortfalls
    .filter(({ from, claim }) => from === null && claim === 'GRANTED')
    .reduce((sum, { points }) => sum + points, 0)
}

/** A card to which points come back, and what is known of those that are missing there. */
export interface Returning {
  readonly card: Purse
  /** The entry that took them. */
  readonly entry: LedgerEntry
  /** What the subjects of shortfalls brought so far, and what of it was taken back. */
  readonly brought: readonly LedgerEntry[]
}

/**
 * Gives back the points of one redemption, to the lots they came from and as if they had never
 * left: they expire when they would have, and what is past that lapses with the next expiry. What
 * is missing of these lots is taken at once, and what others gave in their place goes back to the
 * others. The redemption no longer counts.
 */
export function returnPoints(
  standing: Standing,
  { card, entry, brought }: Returning,
  occasion: Occasion
): { readonly standing: Standing; readonly landed: LotLines } {
  const held = latest(standing, card)
  const { move, shortfalls, owed, landed } = giveBackTo(held, entry)
  const { redeemedPoints } = cardOf(held.voucher)
  const figures = { redeemedPoints: redeemedPoints - amountOf(move.lines) }
  const booking = { move, figures, type: 'POINTS_REFUND', cause: entry.cause } as const
  const returned = moved(standing, book(held, booking, occasion))
  const settled = shortfalls.reduce((now, each) => noted(now, card, each, occasion), returned)
  const after = owed.reduce((now, { points, ...shortfall }) => {
    const taken = [{ id: shortfall.lotId, amount: points }]
    return makeUpFor(now, card, { shortfall, taken, brought }, occasion)
  }, settled)
  const one = landed.reduce((now, { id }) => mergedWithTwin(now, card, id, occasion), after)
  return { standing: one, landed }
}

/** A day has one lot that is open: one that was empty becomes part of what came in since. */
function mergedWithTwin(standing: Standing, card: Purse, id: string, occasion: Occasion): Standing {
  const held = latest(standing, card)
  // INVARIANT: points came back to lots that are known.
  const pair = twinsIn(held.lots, lotNamed(held.lots, id) as Lot)
  if (pair === null) return standing
  const [lot, into] = pair
  const lots = merged(held.lots, lot, into)
  const balance = cardOf(held.voucher)
  const { purse, card: after } = cardAfter({ ...held, lots }, balance, occasion.now)
  const change = { kind: 'lot.merged', lot, into: into.id, card: after } as const
  return moved(standing, { purse, change, totals: {} })
}

/**
 * Takes what came back to a card for what is missing of other lots: as many points at most, from
 * the lots they came back to.
 */
export function makeUp(
  standing: Standing,
  { card, brought, ...back }: Omit<Returning, 'entry'> & Makeup,
  occasion: Occasion
): Standing {
  return madeUp(latest(standing, card), back, occasion).reduce(
    (now, { shortfall, taken }) => makeUpFor(now, card, { shortfall, taken, brought }, occasion),
    standing
  )
}

interface MadeUp {
  readonly shortfall: Omit<Shortfall, 'points'>
  readonly taken: LotLines
  readonly brought: readonly LedgerEntry[]
}

function makeUpFor(
  standing: Standing,
  card: Purse,
  { shortfall, taken, brought }: MadeUp,
  occasion: Occasion
): Standing {
  const held = latest(standing, card)
  const { lotId, subjectId, cause } = shortfall
  const own = taken.filter(({ id }) => id === lotId)
  const others = taken.filter(({ id }) => id !== lotId)
  const home = takeOut(held, own, 'takenBack')
  const away = takeOut({ ...held, lots: home.lots }, others)
  const lines = [...home.lines, ...away.lines.map(line => ({ ...line, for: lotId }))]
  const move = { ...away, stepped: [...home.stepped, ...away.stepped], lines }
  const entries = brought.filter(entry => isCausedBy(entry, subjectId))
  const after = booked(standing, card, { move, subject: { subjectId, cause }, entries }, occasion)
  const lent = others.map(({ id: from, amount: points }) => {
    const claim = shortfall.claim === 'UNTAKEN' ? 'EARNED' : shortfall.claim
    return withMore(after, card, { ...shortfall, from, claim, createdAt: occasion.now, points })
  })
  const less = withMore(after, card, { ...shortfall, points: -amountOf(taken) })
  return [less, ...lent].reduce((now, each) => noted(now, card, each, occasion), after)
}

/** A shortfall with so many points more than it has by now. */
function withMore(standing: Standing, card: Purse, more: Shortfall): Shortfall {
  const { shortfalls = [] } = latest(standing, card)
  const known = shortfalls.find(each => isSame(each, more))
  return known === undefined ? more : { ...known, points: known.points + more.points }
}

function isSame(one: Shortfall, other: Shortfall): boolean {
  return (
    one.subjectId === other.subjectId &&
    one.lotId === other.lotId &&
    one.from === other.from &&
    one.claim === other.claim
  )
}

function isCausedBy({ cause }: LedgerEntry, subjectId: string): boolean {
  return cause.orderId === subjectId || cause.redemptionId === subjectId
}

interface TakingBack extends Pick<PointsClaim, 'subject'> {
  readonly pending: EarnedBefore['pending']
  readonly claims: readonly { readonly as: PointsClaim['as']; readonly came: Entries }[]
  /** What the subject did on any card before. */
  readonly entries: Entries
}

type Entries = readonly LedgerEntry[]

function takeBack(standing: Standing, taking: TakingBack, occasion: Occasion): Standing {
  return standing.programs.reduce(
    (before, { card }) => (card === null ? before : takeBackFrom(card, before, taking, occasion)),
    standing
  )
}

function takeBackFrom(
  card: Purse,
  standing: Standing,
  { pending, claims, subject, entries }: TakingBack,
  occasion: Occasion
): Standing {
  const here = (each: { readonly voucherId: string }) => each.voucherId === card.voucher.id
  const waited = pending.filter(here)
  // What was still waiting when it was loaded may have come by now, and was never stored as such.
  const arrived = waited.flatMap(each => arrivalOf(standing, each) ?? [])
  const dropped = waited
    .filter(each => arrivalOf(standing, each) === null)
    .reduce((before, each) => dropPending(before, card, each, occasion), standing)
  return claims.reduce((before, { as, came }) => {
    const all = [...came.filter(here), ...(as === 'canceled' ? arrived : [])]
    if (all.length === 0) return before
    const held = latest(before, card)
    const claim = { came: all.flatMap(({ lots }) => lots), as, subject }
    const { move, shortfalls } = claimFrom(held, claim, occasion)
    const after = booked(before, card, { move, subject, entries }, occasion)
    return shortfalls.reduce((now, each) => noted(now, card, each, occasion), after)
  }, dropped)
}

interface Booked extends Pick<PointsClaim, 'subject'> {
  readonly move: LotsMoved
  readonly entries: Entries
}

/** The movement, its event, and what it costs in a tier; without points, what the lots keep. */
function booked(
  standing: Standing,
  card: Purse,
  { move, subject: { subjectId: id, cause }, entries }: Booked,
  occasion: Occasion
): Standing {
  const held = latest(standing, card)
  const points = -amountOf(move.lines)
  if (points === 0) return settled(standing, held, move, occasion)
  const { subtractedPoints } = cardOf(held.voucher)
  const figures = { subtractedPoints: subtractedPoints + points }
  const taken = book(held, { move, figures, type: 'POINTS_CANCELLATION', cause }, occasion)
  const said = cause.orderId === undefined ? { redemption_id: id } : { order_id: id }
  const about = { customerId: standing.customer.id, entityId: card.voucher.id }
  const type = 'customer.voucher.loyalty_card.points_canceled'
  const event = eventOf(type, about, { ...said, points }, occasion)
  const after = changed(moved(standing, taken), [{ kind: 'event.logged', event }])
  return sparePeriod(after, card, { points, entries }, occasion)
}

function settled(
  standing: Standing,
  held: Purse,
  { lots, stepped }: LotsMoved,
  occasion: Occasion
): Standing {
  const { purse, card } = cardAfter({ ...held, lots }, cardOf(held.voucher), occasion.now)
  return moved(standing, { purse, change: { kind: 'lots.settled', stepped, card }, totals: {} })
}

/** Points of an earlier period take nothing from what came in during the one that tiers count. */
function sparePeriod(
  standing: Standing,
  { voucher: { id } }: Purse,
  { points, entries }: { readonly points: number; readonly entries: Entries },
  occasion: Occasion
): Standing {
  // INVARIANT: the standing has programs of cards, and a card is of its program.
  const program = standing.programs.find(({ card }) => card?.voucher.id === id) as ProgramFacts
  const mine = entries.filter(({ voucherId }) => voucherId === id)
  const membership = periodSpared(program, { points, entries: mine }, occasion)
  if (membership === null) return standing
  return changed(placed(standing, membership), [{ kind: 'tierMembership.saved', membership }])
}

/** Notes what a lot is short of; the card is written with it, which guards what was there. */
function noted(
  standing: Standing,
  card: Purse,
  shortfall: Shortfall,
  occasion: Occasion
): Standing {
  const held = latest(standing, card)
  const others = (held.shortfalls ?? []).filter(each => !isSame(each, shortfall))
  const shortfalls = shortfall.points > 0 ? [...others, shortfall] : others
  const balance = cardOf(held.voucher)
  const { purse, card: after } = cardAfter({ ...held, shortfalls }, balance, occasion.now)
  const change = { kind: 'shortfall.saved', shortfall, card: after } as const
  return moved(standing, { purse, change, totals: {} })
}
