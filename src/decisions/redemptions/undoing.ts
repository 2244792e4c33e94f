/**
 * Undoes what redemptions did: the uses, the credit, the points, and what rewards gave.
 *
 * Whether one redemption is undone or a stack, the latest goes first, and all of it happens in one
 * standing: points go back to their lots before the points of the order are taken back, so that
 * nobody keeps both because the rest was spent. What nobody redeemed has no standing, and no card.
 *
 * Spec: rollbackRedemption, rollbackStackedRedemptions.
 */
import type {
  Campaign,
  Category,
  Customer,
  EntryType,
  LedgerEntry,
  Redemption,
  ValidationRuleAssignment
} from '../../model.ts'
import { takeAtMost } from '../../rules/points.ts'
import type { Change } from '../changes.ts'
import type { Occasion } from '../occasion.ts'
import {
  isGranted,
  makeUp,
  missingOf,
  returnPoints,
  takeBackRedemption
} from '../points/cancellation.ts'
import { changeTotals } from '../points/ledger.ts'
import type { LotLines } from '../points/lots.ts'
import { type Purse, sumOf } from '../points/purse.ts'
import type { Refusal } from '../refusals.ts'
import type { OpenStanding } from '../standing/open.ts'
import { nextUpdatedAt } from '../updates.ts'
import type { BoundRule } from '../validation-rules/assignments.ts'
import { refundCredit, takeCreditLines } from '../vouchers/credit.ts'
import { amountsRecorded, uncountInScopes } from './limits.ts'

/** Everything that one redemption changed, in its present state. */
export interface UndoneFacts {
  readonly redemption: Redemption
  /** Of the voucher or the tier; null for a voucher of none. */
  readonly campaign: Campaign | null
  /**
   * The voucher, with the lots that `entries` name; those of a card are in the purses of the
   * standing. Null for a promotion tier, and for a stack.
   */
  readonly card: Purse | null
  readonly category: Category | null
  /** The assignments of the rules that bind the voucher, as the answer shows them. */
  readonly cardAssignments: readonly ValidationRuleAssignment[]
  /** Rules that bind the reward's assignment, the voucher or the campaign by now. */
  readonly rules: readonly BoundRule[]
  /** Ledger entries that name it as their cause, on any voucher. */
  readonly entries: readonly LedgerEntry[]
  /** Ledger entries whose cause is a shortfall of the card. */
  readonly missed: readonly LedgerEntry[]
  /** The coupon, gift voucher or card that the reward gave or credited; null for none. */
  readonly handedOut: Purse | null
  /** Whether the reward still exists, so that its count can change. */
  readonly rewardExists: boolean
  /** Whether the promotion tier still exists, so that its sums can change. */
  readonly tierExists: boolean
}

/** A redemption that points paid for. */
interface PaidWithPoints extends UndoneFacts {
  readonly card: Purse
}

function isPaidWithPoints(part: UndoneFacts): part is PaidWithPoints {
  return part.card !== null && part.redemption.points !== null
}

/** The standing after everything came back, and where points came back to. */
export interface GivenBack {
  readonly known: OpenStanding<never>
  readonly landed: ReadonlyMap<string, LotLines>
}

/** Gives back what the redemptions took, and takes back what their rewards gave, latest first. */
export function giveBackParts(
  known: OpenStanding<never>,
  parts: readonly UndoneFacts[],
  occasion: Occasion
): GivenBack {
  const landed = new Map<string, LotLines>()
  const after = parts.toReversed().reduce((now, part) => {
    if (!isPaidWithPoints(part)) return giveBackUse(now, part, occasion)
    const { card } = part
    const priced = { card, entry: paidWith(part.entries), brought: broughtOf(part) }
    const returned = returnPoints(now, priced, occasion)
    landed.set(part.redemption.id, returned.landed)
    return takeBackReward(returned.known, part, occasion)
  }, known)
  return { known: after, landed }
}

/** Takes returned points for points that were missing on their cards, latest first. */
export function makeUpParts(
  { known, landed }: GivenBack,
  parts: readonly UndoneFacts[],
  occasion: Occasion
): OpenStanding<never> {
  return parts.toReversed().reduce((now, part) => {
    const points = landed.get(part.redemption.id)
    if (!isPaidWithPoints(part) || points === undefined) return now
    const { card, entries } = part
    const back = { card, brought: broughtOf(part), landed: points, spent: paidWith(entries) }
    return makeUp(now, back, occasion)
  }, known)
}

function broughtOf({ missed }: UndoneFacts): readonly LedgerEntry[] {
  return missed.filter(({ type }) => !PRICE.includes(type))
}

/** The entries of a redemption's price, which are not among its points. */
const PRICE: readonly EntryType[] = ['POINTS_REDEMPTION', 'POINTS_REFUND']

/** The entry that took the points. */
function paidWith(entries: readonly LedgerEntry[]): LedgerEntry {
  // INVARIANT: a successful redemption has a ledger entry that took its points.
  return entries.find(({ type }) => type === 'POINTS_REDEMPTION') as LedgerEntry
}

/** Gives back the use of a voucher that is no card, or of a tier. */
function giveBackUse(
  known: OpenStanding<never>,
  part: UndoneFacts,
  occasion: Occasion
): OpenStanding<never> {
  const moved = creditBack(part, occasion)
  if (moved === null || part.card?.voucher.holderId !== known.standing.customer.id) {
    return known.write(usesBack(part, occasion))
  }
  return known.move(moved)
}

/** What gives back the use of a voucher that is no card, or of a tier, where nobody stands. */
export function usesBack(part: UndoneFacts, occasion: Occasion): readonly Change[] {
  const { redemption, tierExists } = part
  const { promotionTierId: tierId } = redemption
  if (tierId !== null) {
    const amounts = amountsRecorded({ id: redemption.id, record: redemption })
    return tierExists ? [{ kind: 'promotionTier.redeemed', tierId, step: -1, ...amounts }] : []
  }
  const moved = creditBack(part, occasion)
  // INVARIANT: what is no tier is a voucher.
  const { id: voucherId, version, holderId } = (part.card as Purse).voucher
  if (moved !== null) {
    return [moved.change, ...(holderId === null ? [] : changeTotals(holderId, moved.totals))]
  }
  const { now: updatedAt } = occasion
  return [{ kind: 'voucher.redeemed', voucherId, version, step: -1, updatedAt }]
}

/** The refund of credit; null where none was taken. */
function creditBack({ card, entries, redemption: { id } }: UndoneFacts, occasion: Occasion) {
  const taken = entries.find(
    ({ type, cause }) => type === 'CREDITS_REDEMPTION' && cause.redemptionId === id
  )
  return card === null || taken === undefined ? null : refundCredit(card, taken, occasion)
}

/**
 * The refusal when some of the credit or points that the reward gave elsewhere is spent. Expired
 * points are gone, and points that a canceled order took are missed by that order; neither is asked
 * for.
 */
export function spentMeanwhile(
  known: OpenStanding,
  { redemption, handedOut, entries }: UndoneFacts,
  occasion: Occasion
): Refusal | null {
  if (handedOut === null) return null
  const { id } = redemption
  const purse = known.purse(handedOut)
  const { voucher, lots } = purse
  const put = entries.filter(entry => entry.voucherId === voucher.id && isGranted(entry))
  const brought = put.reduce((sum, { amount }) => sum + amount, 0)
  const missing =
    voucher.gift === null
      ? missingOf(purse, { redemption, entries: put }, occasion)
      : brought - sumOf(lots)
  if (missing <= 0) return null
  const [key, of] =
    voucher.gift === null
      ? (['loyalty_card_points_exceeded', 'points'] as const)
      : (['gift_amount_exceeded', 'credit'] as const)
  const details =
    `Of ${brought} ${of} that redemption ${id} put on ${voucher.code}, ${missing} are spent; ` +
    'roll back what they were spent on, or add as many, and then roll this back'
  return { key, details, resourceId: id, resourceType: 'redemption' }
}

/**
 * Takes back what the reward gave: from a gift voucher all of it, from cards as far as they have
 * it.
 */
function takeBackReward(
  known: OpenStanding<never>,
  { redemption, entries, handedOut }: UndoneFacts,
  occasion: Occasion
): OpenStanding<never> {
  const came = entries.filter(({ amount }) => amount > 0)
  const credited = came.filter(({ type }) => type === 'CREDITS_ADDITION')
  const points = came.filter(({ type }) => type !== 'CREDITS_ADDITION')
  const back = takeBackRedemption(known, { redemption, entries: points }, occasion)
  const amount = credited.reduce((sum, entry) => sum + entry.amount, 0)
  if (handedOut === null || amount === 0) return back
  const cause = { redemptionId: redemption.id, reason: 'Redemption rolled back' }
  // The voucher has all of it: spentMeanwhile has checked.
  const taken = takeAtMost(handedOut.lots, amount)
  return back.move(takeCreditLines(handedOut, { taken, as: 'subtracted', cause }, occasion))
}

/** What no longer counts, and what is no longer handed out. */
export function uncounted(
  part: UndoneFacts,
  holder: Customer | null,
  occasion: Occasion
): readonly Change[] {
  const { redemption } = part
  const recorded = { ...redemption, customerId: redemption.customer.id, record: redemption }
  return [
    ...released(part),
    ...switchedOff(part, holder, occasion),
    ...uncountInScopes(recorded, occasion)
  ]
}

/** Returns the unit to stock, unless the reward was deleted. */
function released({ redemption: { reward }, rewardExists }: UndoneFacts): readonly Change[] {
  if (!rewardExists || reward === null || reward.id === null) return []
  return [{ kind: 'reward.released', rewardId: reward.id }]
}

/** Switches the coupon off unless it was used. */
function switchedOff(
  { handedOut }: UndoneFacts,
  holder: Customer | null,
  { now }: Occasion
): readonly Change[] {
  if (handedOut === null || handedOut.voucher.holderId !== holder?.id) return []
  const { voucher: coupon } = handedOut
  const { type, active, redeemedQuantity } = coupon
  if (type !== 'DISCOUNT_VOUCHER' || !active || redeemedQuantity > 0) return []
  const voucher = {
    ...coupon,
    active: false,
    updatedAt: nextUpdatedAt(coupon.updatedAt, now),
    version: coupon.version + 1
  }
  return [{ kind: 'voucher.updated', voucher }]
}
