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
import { compareTexts } from '../../rules/validity.ts'
import type { Change } from '../changes.ts'
import type { Occasion } from '../occasion.ts'
import {
  isGranted,
  makeUp,
  missingOf,
  returnPoints,
  takeBackRedemption
} from '../points/cancellation.ts'
import { heldAt } from '../points/holds.ts'
import { changeTotals } from '../points/ledger.ts'
import type { LotLines } from '../points/lots.ts'
import { type Purse, spendableLots, sumOf } from '../points/purse.ts'
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
  /** Redemptions of it that were not rolled back, the latest first; more than a refusal names. */
  readonly uses: readonly Pick<Redemption, 'id' | 'stackId'>[]
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
export interface AfterRollback {
  readonly known: OpenStanding<never>
  readonly landed: ReadonlyMap<string, LotLines>
}

/** Gives back what the redemptions took, and takes back what their rewards gave, latest first. */
export function giveBackParts(
  known: OpenStanding<never>,
  parts: readonly UndoneFacts[],
  occasion: Occasion
): AfterRollback {
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
  { known, landed }: AfterRollback,
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

/** The refusal while something that the reward handed out is used or locked. */
export function usedMeanwhile(
  known: OpenStanding,
  part: UndoneFacts,
  occasion: Occasion
): Refusal | null {
  if (part.handedOut === null) return null
  const purse = known.purse(part.handedOut)
  const given = { ...part, handedOut: purse, locks: locksAt(purse, occasion) }
  return purse.voucher.type === 'DISCOUNT_VOUCHER'
    ? couponUsed(given)
    : balanceSpent(given, occasion)
}

/** What a redemption handed out, as it is at this moment, and the keys of the locks on it. */
interface HandedOut extends UndoneFacts {
  readonly handedOut: Purse
  readonly locks: readonly string[]
}

/** The keys of locks that hold something, the first to end before the others. */
function locksAt({ holds = [] }: Purse, { now }: Occasion): readonly string[] {
  return holds
    .filter(({ expiresAt }) => expiresAt > now)
    .toSorted((one, other) => compareTexts(one.expiresAt, other.expiresAt))
    .map(({ key }) => key)
}

/**
 * A coupon may have been redeemed before it was handed out, and that may have been rolled back
 * since; so uses are counted, and looked for.
 */
function couponUsed(given: HandedOut): Refusal | null {
  const { redemption, handedOut, uses, locks } = given
  const { code, redeemedQuantity } = handedOut.voucher
  const since = usesSince(given)
  const before = redemption.reward?.voucher?.voucher.redeemedQuantity ?? 0
  const used = Math.max(redeemedQuantity - before, since.length)
  if (used <= 0 && locks.length === 0) return null
  const times = used === 1 ? 'once' : `${used} times`
  const how = used > 0 ? `was redeemed ${times} since` : 'is locked'
  const first = undoFirst(given, since.length > 0 || used <= 0 ? since : uses)
  const details = `Coupon ${code}, which redemption ${redemption.id} handed out, ${how}; ${first}`
  return refusal('quantity_exceeded', given, `${details}, and then roll this back`)
}

/**
 * Credit or points of the reward that are spent, or locked. Expired points are gone, and points
 * that a canceled order took are missed by that order; neither is asked for.
 */
function balanceSpent(given: HandedOut, occasion: Occasion): Refusal | null {
  const { redemption, handedOut, entries } = given
  const { voucher, lots } = handedOut
  const put = entries.filter(entry => entry.voucherId === voucher.id && isGranted(entry))
  const brought = put.reduce((sum, { amount }) => sum + amount, 0)
  const held = heldAt(handedOut, occasion.now)
  const isGift = voucher.gift !== null
  const there = sumOf(isGift ? lots : spendableLots(handedOut, occasion))
  const { taken, missing } = isGift
    ? { taken: Math.min(brought, there), missing: Math.max(brought - there, 0) }
    : missingOf(handedOut, { redemption, entries: put }, occasion)
  const locked = (isGift ? held.credit : held.points) - (there - taken)
  const used = missing + Math.min(Math.max(locked, 0), taken)
  if (used <= 0) return null
  const [key, of] = isGift
    ? (['gift_amount_exceeded', 'credit'] as const)
    : (['loyalty_card_points_exceeded', 'points'] as const)
  const details =
    `Of ${brought} ${of} that redemption ${redemption.id} put on ${voucher.code}, ${used} are ` +
    `spent or locked; ${undoFirst(given, usesSince(given))}, and then roll this back`
  return refusal(key, given, details)
}

function refusal(key: Refusal['key'], { redemption }: HandedOut, details: string): Refusal {
  return { key, details, resourceId: redemption.id, resourceType: 'redemption' }
}

/** How many redemptions, and how many locks, a refusal names. */
export const USES_NAMED_MAX = 10

/** What is to be done before the reward is rolled back: redemptions of it undone, locks released. */
function undoFirst({ handedOut, locks }: HandedOut, uses: UndoneFacts['uses']): string {
  const { type } = handedOut.voucher
  const redemptions = namesOf(uses.map(({ id, stackId }) => stackId ?? id))
  const steps = [
    ...(redemptions === '' ? [] : [`roll back ${redemptions}`]),
    ...(locks.length === 0 ? [] : [`release ${namesOf(locks)}, by ${RELEASE}`])
  ]
  const more = type === 'DISCOUNT_VOUCHER' ? [] : ['add as many']
  return [steps.join(' and '), ...more].filter(step => step !== '').join(', or ')
}

const RELEASE = 'DELETE /v1/vouchers/{code}/sessions/{sessionKey}'

function namesOf(all: readonly string[]): string {
  const named = all.slice(0, USES_NAMED_MAX).join(', ')
  return all.length > USES_NAMED_MAX ? `${named} and others` : named
}

/** Ids are in the order of time. */
function usesSince({ redemption, uses }: UndoneFacts): UndoneFacts['uses'] {
  return uses.filter(({ id }) => id > redemption.id)
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
  // The voucher has all of it: usedMeanwhile has checked.
  const taken = takeAtMost(handedOut.lots, amount)
  return back.move(takeCreditLines(handedOut, { taken, as: 'subtracted', cause }, occasion))
}

/** What no longer counts, and what is no longer handed out. */
export function uncounted(
  part: UndoneFacts,
  { rollbackId, holder }: { readonly rollbackId: string; readonly holder: Customer | null },
  occasion: Occasion
): readonly Change[] {
  const { redemption } = part
  const recorded = { ...redemption, customerId: redemption.customer.id, record: redemption }
  return [
    ...released(part),
    ...takenBack(part, { rollbackId, holder }, occasion),
    ...uncountInScopes(recorded, occasion)
  ]
}

/** Returns the unit to stock, unless the reward was deleted. */
function released({ redemption: { reward }, rewardExists }: UndoneFacts): readonly Change[] {
  if (!rewardExists || reward === null || reward.id === null) return []
  return [{ kind: 'reward.released', rewardId: reward.id }]
}

/**
 * Switches the coupon off for good: nothing that the reward handed out is used, or it would not be
 * undone. One that is off is written, too, because it must not be used meanwhile.
 */
function takenBack(
  { handedOut }: UndoneFacts,
  { rollbackId, holder }: { readonly rollbackId: string; readonly holder: Customer | null },
  { now }: Occasion
): readonly Change[] {
  if (handedOut === null || handedOut.voucher.holderId !== holder?.id) return []
  const { voucher: coupon } = handedOut
  if (coupon.type !== 'DISCOUNT_VOUCHER') return []
  const voucher = {
    ...coupon,
    active: false,
    takenBackBy: rollbackId,
    updatedAt: nextUpdatedAt(coupon.updatedAt, now),
    version: coupon.version + 1
  }
  return [{ kind: 'voucher.updated', voucher }]
}
