/**
 * Points that a merchant gives or takes by hand, and those the calendar takes.
 *
 * Spec: Resources, Voucher (`loyalty_card`).
 */
import type { Campaign, Customer, Day, Voucher } from '../model.ts'
import { dayAt, lastDay } from '../rules/validity.ts'
import type { Decision, Occasion } from './changes.ts'
import { eventOf } from './event-log.ts'
import { followUp, standingOf } from './following.ts'
import {
  addPoints,
  everOn,
  type Moved,
  type Purse,
  spendableLots,
  sumOf,
  takePoints
} from './ledger.ts'
import type { Refusal } from './refusals.ts'
import { changed, changesOf, latest, moved, type Standing, type StandingFacts } from './standing.ts'

export interface AdjustBalanceFacts extends StandingFacts {
  readonly campaign: Campaign
  readonly purse: Purse
  /** Who holds the card; null for nobody. */
  readonly customer: Customer | null
}

export interface AdjustBalance {
  /** Whole and not 0; negative takes. */
  readonly points: number
  readonly reason: string
}

/** Points given expire as the program says; points taken go soonest-to-expire first. */
export function adjustBalance(
  facts: AdjustBalanceFacts,
  { points, reason }: AdjustBalance,
  occasion: Occasion
): Decision<Voucher> {
  const { campaign, customer } = facts
  if (customer === null) {
    return { refusal: invalid(facts.purse.voucher, 'is held by nobody; add a member first') }
  }
  const standing = standingOf(facts, customer, occasion)
  if ('refusal' in standing) return standing
  const purse = latest(standing, facts.purse)
  const { voucher } = purse
  if (!Number.isSafeInteger(points) || points === 0) {
    return { refusal: invalid(voucher, `cannot move ${points} points; send a whole number, not 0`) }
  }
  if (!Number.isSafeInteger(everOn(voucher) + points)) {
    const most = `${Number.MAX_SAFE_INTEGER} points in all`
    return { refusal: invalid(voucher, `would have got more than ${most}; give fewer`) }
  }
  const rules = campaign.voucher?.loyaltyCard?.expirationRules ?? null
  const today = dayAt(occasion.now, occasion.project.timezone)
  const expiresOn = rules === null ? null : lastDay(rules, today)
  const cause = { reason }
  const movement =
    points > 0
      ? addPoints(purse, { points, expiresOn, type: 'POINTS_ADDITION', cause }, occasion)
      : takePoints(
          purse,
          { points: -points, as: 'subtracted', type: 'POINTS_REMOVAL', cause, from: null },
          occasion
        )
  if (movement === null) {
    const held = sumOf(spendableLots(purse, occasion))
    return { refusal: invalid(voucher, `has ${held} points to take, fewer than ${-points}`) }
  }
  const said = { type: points > 0 ? 'points_added' : 'points_subtracted', points, reason }
  return concluded(facts, standing, movement, said, occasion)
}

export interface ExpirePointsFacts extends StandingFacts {
  readonly purse: Purse
  readonly customer: Customer
}

/** Books what lapsed before `today` as expired. */
export function expirePoints(
  facts: ExpirePointsFacts,
  today: Day,
  occasion: Occasion
): Decision<Voucher> {
  const standing = standingOf(facts, facts.customer, occasion)
  if ('refusal' in standing) return standing
  const purse = latest(standing, facts.purse)
  const lapsed = purse.lots.filter(({ expiresOn }) => expiresOn !== null && expiresOn < today)
  const points = sumOf(lapsed)
  if (points === 0) return leftAt(facts, standing, purse, occasion)
  // INVARIANT: these lots hold exactly as many.
  const movement = takePoints(
    purse,
    { points, as: 'expired', type: 'POINTS_EXPIRATION', cause: {}, from: lapsed },
    occasion
  ) as Moved
  return concluded(facts, standing, movement, { type: 'points_expired', points }, occasion)
}

/** The movement, its event, and what follows from it. */
function concluded(
  facts: StandingFacts,
  standing: Standing,
  movement: Moved,
  { type, ...data }: { readonly type: string; readonly points: number; readonly reason?: string },
  occasion: Occasion
): Decision<Voucher> {
  const about = { customerId: standing.customer.id, entityId: movement.purse.voucher.id }
  const event = eventOf(`customer.voucher.loyalty_card.${type}`, about, data, occasion)
  const logged = changed(moved(standing, movement), [{ kind: 'event.logged', event }])
  return leftAt(facts, logged, movement.purse, occasion)
}

/** The card once everything has followed. */
function leftAt(
  facts: StandingFacts,
  standing: Standing,
  purse: Purse,
  occasion: Occasion
): Decision<Voucher> {
  const after = followUp(standing, facts, occasion)
  if ('refusal' in after) return after
  return { result: latest(after, purse).voucher, changes: changesOf(after) }
}

function invalid({ id, code }: Voucher, reason: string): Refusal {
  return {
    key: 'invalid_balance',
    details: `Loyalty card ${code} ${reason}`,
    resourceId: id,
    resourceType: 'voucher'
  }
}
