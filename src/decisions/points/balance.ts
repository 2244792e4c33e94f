/**
 * Points that a merchant adds or subtracts by hand.
 *
 * Spec: updateLoyaltyCardBalance.
 */
import type { Campaign, Customer, Day, EntryCause, Voucher } from '../../model.ts'
import { dayAt, lastDay } from '../../rules/validity.ts'
import { type Decision, eventOf, type Occasion } from '../changes.ts'
import { invalidPayload, missingParam, type Refusal } from '../refusals.ts'
import { type OpenStanding, openStanding } from '../standing/open.ts'
import { presentPurse, type StandingFacts } from '../standing/standing.ts'
import {
  addPoints,
  everAdded,
  heldAt,
  type Moved,
  type Purse,
  type Removal,
  spendableLots,
  sumOf,
  takePoints
} from './lots.ts'

export interface AdjustBalanceFacts extends StandingFacts {
  readonly campaign: Campaign
  readonly purse: Purse
  /** The holder of the card; null without one. */
  readonly customer: Customer | null
}

/** The reason of a movement by hand. */
export interface ByHand {
  readonly reason?: string | undefined
  /** The caller's own identifier of the movement. */
  readonly sourceId?: string | undefined
}

export interface AdjustBalance extends ByHand {
  /** Whole and not 0; negative takes. */
  readonly points: number
  /** The expiry of added points; absent: as the program says. */
  readonly expiration?: Expiration | undefined
}

/** The expiry of points added by hand. */
export interface Expiration {
  readonly type: 'PROGRAM_RULES' | 'CUSTOM_DATE' | 'NON_EXPIRING'
  /** The last day on which they can be spent, today or later; for CUSTOM_DATE only. */
  readonly date: Day | null
}

/**
 * Adds points, which expire as the command says, or subtracts them from the lots that expire
 * soonest.
 */
export function adjustBalance(
  facts: AdjustBalanceFacts,
  command: AdjustBalance,
  occasion: Occasion
): Decision<Voucher> {
  const { points } = command
  const expiration = command.expiration ?? AS_PROGRAM
  const today = dayAt(occasion.now, occasion.project.timezone)
  const mistake = expiryMistake(expiration, points, today)
  if (mistake !== null) return { refusal: mistake }
  const { campaign, customer } = facts
  if (customer === null) {
    return { refusal: invalid(facts.purse.voucher, 'is held by nobody; add a member first') }
  }
  const opened = openStanding(facts, customer, occasion)
  if ('refusal' in opened) return opened
  const purse = opened.purse(facts.purse)
  const { voucher } = purse
  if (!Number.isSafeInteger(points) || points === 0) {
    return { refusal: invalid(voucher, `cannot move ${points} points; send a whole number, not 0`) }
  }
  if (!Number.isSafeInteger(everAdded(voucher) + points)) {
    const most = `${Number.MAX_SAFE_INTEGER} points in all`
    return { refusal: invalid(voucher, `would have got more than ${most}; give fewer`) }
  }
  const expiresOn = lastDayOf(expiration, campaign, today)
  const cause = causeOf(command)
  const movement =
    points > 0
      ? addPoints(purse, { points, expiresOn, type: 'POINTS_ADDITION', cause }, occasion)
      : takeFree(purse, { points: -points, cause }, occasion)
  if (movement === null) return { refusal: invalid(voucher, lacking(purse, -points, occasion)) }
  const said = {
    type: points > 0 ? 'points_added' : 'points_subtracted',
    points,
    ...inEvent(cause)
  }
  return concluded(opened, movement, said, occasion)
}

/** Null when fewer points are there that no lock holds. */
function takeFree(
  purse: Purse,
  { points, cause }: Pick<Removal, 'points' | 'cause'>,
  occasion: Occasion
): Moved | null {
  const free = sumOf(spendableLots(purse, occasion)) - heldAt(purse, occasion.now).points
  if (points > free) return null
  const removal = { points, as: 'subtracted', type: 'POINTS_REMOVAL', cause, from: null } as const
  return takePoints(purse, removal, occasion)
}

function lacking(purse: Purse, points: number, occasion: Occasion): string {
  const { points: held } = heldAt(purse, occasion.now)
  const free = Math.max(sumOf(spendableLots(purse, occasion)) - held, 0)
  const locked = held === 0 ? '' : `; locks hold ${held} more: release one, or wait for its end`
  return `has ${free} points to take, fewer than ${points}${locked}`
}

const AS_PROGRAM: Expiration = { type: 'PROGRAM_RULES', date: null }

function expiryMistake({ type, date }: Expiration, points: number, today: Day): Refusal | null {
  if (type !== 'PROGRAM_RULES' && points < 0) {
    return invalidPayload('expiration_type', 'points that are taken do not expire; leave it out')
  }
  if (type !== 'CUSTOM_DATE') {
    if (date === null) return null
    return invalidPayload('expiration_date', 'belongs to expiration_type CUSTOM_DATE')
  }
  if (date === null) return missingParam('expiration_date')
  if (date >= today) return null
  return invalidPayload('expiration_date', `${date} is over; send today, ${today}, or a later day`)
}

function lastDayOf({ type, date }: Expiration, { voucher }: Campaign, today: Day): Day | null {
  if (type !== 'PROGRAM_RULES') return date
  const rules = voucher?.loyaltyCard?.expirationRules ?? null
  return rules === null ? null : lastDay(rules, today)
}

/** The reason as the ledger stores it. */
export function causeOf({ reason, sourceId }: ByHand): EntryCause {
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(sourceId === undefined ? {} : { sourceId })
  }
}

/** The reason as the event log stores it. */
export function inEvent({ reason, sourceId }: ByHand) {
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(sourceId === undefined ? {} : { source_id: sourceId })
  }
}

/** The event of a movement. */
interface Said {
  readonly type: string
  readonly points: number
  readonly reason?: string
  readonly source_id?: string
}

/** The movement, its event, and their consequences. */
function concluded(
  opened: OpenStanding,
  movement: Moved,
  { type, ...data }: Said,
  occasion: Occasion
): Decision<Voucher> {
  const about = { customerId: opened.standing.customer.id, entityId: movement.purse.voucher.id }
  const event = eventOf(`customer.voucher.loyalty_card.${type}`, about, data, occasion)
  const logged = opened.move(movement).write([{ kind: 'event.logged', event }])
  return leftAt(logged, movement.purse)
}

/** The card after all consequences. */
function leftAt(known: OpenStanding, purse: Purse): Decision<Voucher> {
  const after = known.conclude()
  if ('refusal' in after) return after
  return { result: presentPurse(after.standing, purse).voucher, changes: after.changes }
}

function invalid({ id, code }: Voucher, reason: string): Refusal {
  return {
    key: 'invalid_balance',
    details: `Loyalty card ${code} ${reason}`,
    resourceId: id,
    resourceType: 'voucher'
  }
}
