/**
 * Corrects a card on which an older version left points, or from which it took points too often.
 *
 * An upgrade notes both (`UNTAKEN`, `OVERTAKEN`) and books nothing, because customers may have seen
 * the balance. An operator decides card by card, and says why. Points that were left are taken as
 * far as the card has any; the rest counts as missing, like what any canceled order misses.
 *
 * Spec: VoucherLoyaltyCard.subtracted_points; Decision 108.
 */
import type { Customer, Shortfall } from '../../model.ts'
import { takeAtMost } from '../../rules/points.ts'
import type { Decision } from '../changes.ts'
import { eventOf } from '../event-log.ts'
import type { Occasion } from '../occasion.ts'
import { type OpenStanding, openStanding } from '../standing/open.ts'
import type { StandingFacts } from '../standing/standing.ts'
import { makeUpFor, mergeWithTwin, noteShortfall } from './cancellation.ts'
import { book } from './ledger.ts'
import { stepLots } from './lots.ts'
import { cardOf, type Purse, spendableLots } from './purse.ts'

/** A card with all its shortfalls, those of an older version among them. */
export interface CorrectCardFacts extends StandingFacts {
  readonly purse: Purse
  readonly customer: Customer
}

/** In points; `missing` is left of what was to be taken. */
export interface Corrected {
  readonly taken: number
  readonly returned: number
  readonly missing: number
}

/** Books the correction of a card; a second time there is nothing to correct. */
export function correctCard(
  facts: CorrectCardFacts,
  { reason }: { readonly reason: string },
  occasion: Occasion
): Decision<Corrected> {
  const opened = openStanding(facts, facts.customer, occasion)
  if ('refusal' in opened) return opened
  const { shortfalls = [] } = opened.purse(facts.purse)
  const returned = shortfalls.filter(({ kind }) => kind === 'OVERTAKEN')
  const untaken = shortfalls.filter(({ kind }) => kind === 'UNTAKEN')
  const given = returned.reduce(
    (known, each) => giveBackOvertaken(known, facts.purse, { ...each, reason }, occasion),
    opened.stopEarning()
  )
  const corrected = untaken.reduce(
    (known, each) => take(known, facts.purse, { ...each, reason }, occasion),
    given
  )
  const balance = (known: OpenStanding<never>) => cardOf(known.purse(facts.purse).voucher).balance
  const taken = balance(given) - balance(corrected)
  const result = { taken, returned: pointsOf(returned), missing: pointsOf(untaken) - taken }
  return { result, changes: corrected.conclude().changes }
}

function pointsOf(shortfalls: readonly Shortfall[]): number {
  return shortfalls.reduce((sum, { points }) => sum + points, 0)
}

type Explained = Shortfall & { readonly reason: string }

/** Points that were taken too often go back to their lot, to expire when they would have. */
function giveBackOvertaken(
  known: OpenStanding<never>,
  card: Purse,
  { reason, ...shortfall }: Explained,
  occasion: Occasion
): OpenStanding<never> {
  const held = known.purse(card)
  const { points, lotId: id } = shortfall
  const stepped = [{ id, amount: 0, remaining: points }]
  const lines = [{ id, amount: points }]
  const move = { lots: stepLots(held.lots, stepped), opened: [], stepped, lines }
  const figures = { subtractedPoints: cardOf(held.voucher).subtractedPoints - points }
  const booking = { move, figures, type: 'POINTS_CANCELLATION', cause: { reason } } as const
  const returned = known.move(book(held, booking, occasion))
  const about = { customerId: known.standing.customer.id, entityId: held.voucher.id }
  const type = 'customer.voucher.loyalty_card.points_added'
  const event = eventOf(type, about, { points, reason }, occasion)
  const after = returned.write([{ kind: 'event.logged', event }])
  const cleared = noteShortfall(after, card, { ...shortfall, points: 0 }, occasion)
  return mergeWithTwin(cleared, card, id, occasion)
}

/** Points that were left are taken, the soonest to expire first; the others are missing. */
function take(
  known: OpenStanding<never>,
  card: Purse,
  { reason, ...shortfall }: Explained,
  occasion: Occasion
): OpenStanding<never> {
  const lots = spendableLots(known.purse(card), occasion)
  const { points, ...left } = shortfall
  const taken = takeAtMost(lots, points)
  const cause = { reason }
  const made = { shortfall: { ...left, cause }, taken, brought: [] }
  const after = taken.length === 0 ? known : makeUpFor(known, card, made, occasion)
  const missing = points - taken.reduce((sum, { amount }) => sum + amount, 0)
  const noted = noteShortfall(after, card, { ...shortfall, points: 0 }, occasion)
  if (missing === 0) return noted
  // They are missed from now on: until now the customer could spend them.
  const { version: voucherVersion } = noted.purse(card).voucher
  const since = { createdAt: occasion.now, voucherVersion }
  const missed = { ...left, kind: 'EARNED', cause, ...since, points: missing } as const
  return noteShortfall(noted, card, missed, occasion)
}
