/**
 * Rolls back a redemption: undoes all of it, in one unit of work and once.
 *
 * The points go back to their lots first, and only then are the points of the redemption taken
 * back, so that nobody keeps both because the rest was spent. The customer must still have the
 * credit and points that the reward gave elsewhere; earned points are taken back as far as the card
 * has them, and missing ones are noted. The consequences earn nothing: redeeming and rolling back
 * in turn gains nothing. The record of the redemption keeps its answer; its new outcome, and a
 * record of the rollback, tell the rest.
 *
 * Spec: rollbackRedemption; Decisions 92 to 95 and 108.
 */
import type {
  Campaign,
  Category,
  CountScope,
  Customer,
  EntryType,
  LedgerEntry,
  Metadata,
  MetadataSchema,
  Order,
  OrderRedemption,
  Redemption,
  ShownVoucher,
  ValidationRuleAssignment
} from '../../model.ts'
import { takeAtMost } from '../../rules/points.ts'
import type { Change, Decision, LastOrder } from '../changes.ts'
import { simpleCustomer } from '../customers/customers.ts'
import { eventOf } from '../event-log.ts'
import { metadataRefusal } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { withdrawDiscount } from '../orders/point-discounts.ts'
import { keepOrder, markTakenBack } from '../orders/saving.ts'
import {
  type EarnedBefore,
  isGranted,
  makeUp,
  missingOf,
  returnPoints,
  takeBackOrder,
  takeBackRedemption
} from '../points/cancellation.ts'
import { type Purse, sumOf } from '../points/purse.ts'
import type { Refusal } from '../refusals.ts'
import { type OpenStanding, openStanding } from '../standing/open.ts'
import { presentPurse, type StandingFacts } from '../standing/standing.ts'
import { nextUpdatedAt } from '../updates.ts'
import {
  type ApplicableItems,
  applicabilityOf,
  type BoundRule
} from '../validation-rules/assignments.ts'
import { takeCreditLines } from '../vouchers/credit.ts'
import { uncountInScopes } from './limits.ts'
import { redeemedIn } from './links.ts'

export interface RollbackRedemption {
  readonly reason: string | undefined
  readonly metadata: Metadata | undefined
}

/** Everything that a redemption changed, in its present state. */
export interface RollbackFacts extends StandingFacts {
  readonly redemption: Redemption
  readonly campaign: Campaign
  /** Its card; the purses of the standing have the lots that `entries` name. */
  readonly card: Purse
  readonly category: Category | null
  /** The assignments of the rules that bind the card, as the answer shows them. */
  readonly cardAssignments: readonly ValidationRuleAssignment[]
  /** Rules that bind the reward's assignment, the card or the campaign by now. */
  readonly rules: readonly BoundRule[]
  /** The holder of the card; null when it has none or they were deleted. */
  readonly customer: Customer | null
  /** The project's schema of redemptions. */
  readonly redemptionSchema: MetadataSchema | null
  /** Ledger entries that name it as their cause, on any voucher of the customer. */
  readonly entries: readonly LedgerEntry[]
  /** Ledger entries whose cause is a shortfall of the card. */
  readonly missed: readonly LedgerEntry[]
  /** The coupon, gift voucher or card that the reward gave or credited; null for none. */
  readonly handedOut: Purse | null
  /** Whether the reward still exists, so that its count can change. */
  readonly rewardExists: boolean
  /** The stored order that it paid; null for none. */
  readonly order: Order | null
  /** The points of that order, when it is to be canceled. */
  readonly earned: EarnedBefore
  /** The last of the customer's other paid orders, when that one is to be canceled; else null. */
  readonly previousOrder: LastOrder | null
  /** Scopes that counted the redemption before periods were counted. */
  readonly older: readonly CountScope[]
}

/** The record of the rollback, and the card after it. */
export interface RollbackAnswer {
  readonly redemption: Redemption
  readonly card: ShownVoucher
  readonly holder: Customer
  /** What the rules that bind the offer by now limit it to. */
  readonly applicability: ApplicableItems
}

/**
 * The refusals, in this order: a redemption that was rolled back before; one that failed or is a
 * rollback itself; metadata that does not fit; a deleted customer; credit or points of another
 * program that the reward gave and that are spent. The age of the redemption does not matter.
 */
export function rollbackRedemption(
  facts: RollbackFacts,
  command: RollbackRedemption,
  occasion: Occasion
): Decision<RollbackAnswer> {
  const { customer: holder } = facts
  const redemption = findSucceeded(facts, command)
  if ('refusal' in redemption) return redemption
  if (holder === null) return { refusal: nobodyLeft(redemption) }
  const opened = openStanding(facts, holder, occasion, { after: 'consequences' })
  if ('refusal' in opened) return opened
  const spent = spentMeanwhile(opened, facts, occasion)
  if (spent !== null) return { refusal: spent }
  const id = occasion.newId('r')
  const brought = facts.missed.filter(({ type }) => !PRICE.includes(type))
  const priced = { card: facts.card, entry: paidWith(facts.entries), brought }
  const returned = returnPoints(opened.stopEarning(), priced, occasion)
  const undone = takeBackCredit(returned.known, facts, occasion)
  const kept = takeBackPayment(undone, facts, id, occasion)
  const rollback = rollbackRecord(redemption, command, { id, order: kept.order, holder }, occasion)
  const back = { card: facts.card, brought, landed: returned.landed, spentAt: redemption.date }
  const madeUp = makeUp(kept.known, back, occasion)
  const done = madeUp.write(
    [
      { kind: 'redemption.recorded', redemption: rollback },
      { kind: 'redemption.rolledBack', redemption: rolledBack(redemption, rollback) },
      logOf(rollback, redemption, occasion),
      ...released(facts),
      ...switchedOff(facts, holder, occasion),
      ...uncountInScopes(asRecorded(redemption), facts.older, occasion)
    ],
    { rollbacksSucceeded: 1 }
  )
  const after = done.conclude()
  const { voucher } = presentPurse(after.standing, facts.card)
  const { campaign, category, cardAssignments: assignments } = facts
  const card = { voucher, campaignName: campaign.name, category, assignments }
  const applicability = applicabilityOf(facts.rules)
  return { result: { redemption: rollback, card, holder, applicability }, changes: after.changes }
}

/** The record of a redemption after its rollback: with the order that it paid as that is by now. */
function rolledBack(redemption: Redemption, { id, date, order }: Redemption): Redemption {
  return {
    ...redemption,
    result: 'FAILURE',
    status: 'ROLLED_BACK',
    failureCode: 'redemption_rolled_back',
    failureMessage: 'redemption was rolled back',
    order: order ?? redemption.order,
    rollback: { id, date }
  }
}

/** A redemption that succeeded, and so took points. */
interface SucceededRedemption extends Redemption {
  readonly points: number
}

/** The redemption to roll back, or why it cannot be. */
function findSucceeded(
  { redemption, redemptionSchema }: RollbackFacts,
  { metadata }: RollbackRedemption
): SucceededRedemption | { readonly refusal: Refusal } {
  const { id, status, parentId, points } = redemption
  const about = { resourceId: id, resourceType: 'redemption' } as const
  if (status === 'ROLLED_BACK') {
    const details = `Redemption ${id} was rolled back already; there is nothing left to undo`
    return { refusal: { key: 'already_rolled_back', details, ...about } }
  }
  if (parentId !== null) {
    const details = `Redemption ${id} is itself a rollback, of ${parentId}, and stays`
    return { refusal: { key: 'invalid_rollback_params', details, ...about } }
  }
  if (status === 'FAILED' || points === null) {
    const details = `Redemption ${id} is FAILED; only one that SUCCEEDED can be rolled back`
    return { refusal: { key: 'invalid_rollback_params', details, ...about } }
  }
  const misfit =
    metadata === undefined ? null : metadataRefusal(redemptionSchema, metadata, 'metadata')
  return misfit === null ? { ...redemption, points } : { refusal: misfit }
}

function nobodyLeft({ id, customer }: Redemption): Refusal {
  return {
    key: 'invalid_customer',
    details: `Redemption ${id} was made by ${customer.id}, who is gone; it stays as it is`,
    resourceId: id,
    resourceType: 'redemption'
  }
}

/**
 * The refusal when some of the credit or points that the reward gave elsewhere is spent. Expired
 * points are gone, and points that a canceled order took are missed by that order; neither is asked
 * for.
 */
function spentMeanwhile(
  known: OpenStanding,
  { redemption, handedOut, entries }: RollbackFacts,
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

/** The entry that took the points. */
function paidWith(entries: readonly LedgerEntry[]): LedgerEntry {
  // INVARIANT: a successful redemption has a ledger entry that took its points.
  return entries.find(({ type }) => type === 'POINTS_REDEMPTION') as LedgerEntry
}

/**
 * Takes back what the redemption gave: from a gift voucher all of it, from cards as far as they
 * have it.
 */
function takeBackCredit(
  known: OpenStanding<never>,
  { redemption, entries, handedOut }: RollbackFacts,
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

/**
 * Cancels the order that points paid, whatever its status, takes back its points that are not taken
 * back yet, and withdraws the discount that the points paid for.
 */
function takeBackPayment(
  known: OpenStanding<never>,
  facts: RollbackFacts,
  id: string,
  occasion: Occasion
): { readonly known: OpenStanding<never>; readonly order: Order | null } {
  const { order: stored, redemption, previousOrder, earned } = facts
  if (stored === null) return { known, order: null }
  // INVARIANT: a redemption and its order name each other, and an order keeps its redemptions.
  const link = stored.redemptions[redemption.id] as OrderRedemption
  const discount = link.discountAmount ?? (redemption.order?.appliedDiscountAmount as number)
  const rolledBack = {
    ...link,
    discountAmount: 0,
    rollbackId: id,
    rollbackDate: occasion.now
  }
  const order: Order = {
    ...markTakenBack(withdrawDiscount(stored, discount), occasion),
    status: 'CANCELED',
    redemptions: { ...stored.redemptions, [redemption.id]: rolledBack },
    updatedAt: occasion.now,
    version: stored.version + 1
  }
  const written = { stored, order, previousOrder }
  const kept = keepOrder(known, written, occasion)
  const brought = { order: stored, ...earned }
  return { order, known: takeBackOrder(kept.known, brought, occasion) }
}

/** The entries of a redemption's price, which are not among its points. */
const PRICE: readonly EntryType[] = ['POINTS_REDEMPTION', 'POINTS_REFUND']

/** Returns the unit to stock, unless the reward was deleted. */
function released({ redemption: { reward }, rewardExists }: RollbackFacts): readonly Change[] {
  if (!rewardExists || reward === null || reward.id === null) return []
  return [{ kind: 'reward.released', rewardId: reward.id }]
}

/** Switches the coupon off unless it was used. */
function switchedOff(
  { handedOut }: RollbackFacts,
  holder: Customer,
  { now }: Occasion
): readonly Change[] {
  if (handedOut === null || !isHeldBy(holder, handedOut)) return []
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

function isHeldBy({ id }: Customer, { voucher }: Purse): boolean {
  return voucher.holderId === id
}

interface RollbackParts {
  readonly id: string
  readonly order: Order | null
  readonly holder: Customer
}

function rollbackRecord(
  redemption: SucceededRedemption,
  { metadata, reason }: RollbackRedemption,
  { id, order, holder }: RollbackParts,
  { now, channelId }: Occasion
): Redemption {
  const { voucherId, campaignId, trackingId, points, reward } = redemption
  return {
    id,
    date: now,
    voucherId,
    campaignId,
    customer: simpleCustomer(holder),
    trackingId,
    metadata: metadata ?? {},
    promotionTierId: null,
    promotionTier: null,
    parentId: redemption.id,
    stackId: null,
    result: 'SUCCESS',
    status: 'SUCCEEDED',
    points: -points,
    gift: null,
    discount: null,
    session: null,
    failureCode: null,
    failureMessage: null,
    order,
    channel: { id: channelId, type: 'API' },
    reward,
    ...(reason === undefined ? {} : { reason })
  }
}

function asRecorded(made: Redemption) {
  return { ...made, customerId: made.customer.id, record: made }
}

function logOf(rollback: Redemption, { id }: Redemption, occasion: Occasion): Change {
  const about = { customerId: rollback.customer.id, entityId: redeemedIn(rollback) }
  const data = { redemption_id: id, rollback_id: rollback.id }
  const type = 'customer.redemption.rollback.succeeded'
  return { kind: 'event.logged', event: eventOf(type, about, data, occasion, 'ACTION') }
}
