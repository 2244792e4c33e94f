/**
 * Rolling back a redemption: everything it did is undone, in one unit of work and once.
 *
 * Points go back to the lots they came from, and only then is taken back what the redemption
 * brought, so that nobody keeps both because the rest was spent. Credit and points that the reward
 * put elsewhere have to be there; what was earned is taken back as far as it is there, and what is
 * missing is noted. Nothing that follows earns: whoever redeems and rolls back by turns is left
 * with what they had. The record of the redemption keeps what it answered; its outcome, and a
 * record of the rollback beside it, tell the rest.
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
import type { Change, Decision, LastOrder } from '../changes.ts'
import { simpleCustomer } from '../customers/customers.ts'
import { eventOf } from '../event-log.ts'
import { metadataRefusal } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { withdrawDiscount } from '../orders/point-discounts.ts'
import { keepOrder, takenBackFrom } from '../orders/saving.ts'
import {
  type EarnedBefore,
  isGranted,
  makeUp,
  missingOf,
  returnPoints,
  takeBackOrder,
  takeBackRedemption
} from '../points/cancellation.ts'
import type { Moved } from '../points/ledger.ts'
import { type Purse, sumOf } from '../points/purse.ts'
import type { Refusal } from '../refusals.ts'
import { type OpenStanding, openUpToDate } from '../standing/open.ts'
import { latest, moved, type Standing, type StandingFacts } from '../standing/standing.ts'
import { updatedAfter } from '../updates.ts'
import { takeCredit } from '../vouchers/credit.ts'
import { countedNoMore } from './limits.ts'

export interface RollbackRedemption {
  readonly reason: string | undefined
  readonly metadata: Metadata | undefined
}

/** All that a redemption did, as it is by now. */
export interface RollbackFacts extends StandingFacts {
  readonly redemption: Redemption
  readonly campaign: Campaign
  /** The card it was made with; the lots that `entries` name are in the purses of the standing. */
  readonly card: Purse
  readonly category: Category | null
  /** Rules assigned to the card itself, as the answer shows them. */
  readonly cardAssignments: readonly ValidationRuleAssignment[]
  /** Who holds the card; null where they were deleted, or nobody ever held it. */
  readonly customer: Customer | null
  /** The project's schema of redemptions. */
  readonly redemptionSchema: MetadataSchema | null
  /** Ledger entries that name it as their cause, on any voucher of the customer. */
  readonly entries: readonly LedgerEntry[]
  /** Ledger entries that name as their cause what is missing there. */
  readonly missed: readonly LedgerEntry[]
  /** The coupon, gift voucher or card that the reward brought or credited; null for none. */
  readonly handedOut: Purse | null
  /** The reward is still there, to be counted. */
  readonly rewardExists: boolean
  /** The order it paid for, as it is stored; null for none. */
  readonly order: Order | null
  /** What that order brought, where it is to be canceled. */
  readonly earned: EarnedBefore
  /** The last paid order of the customer but that one, where it is to be canceled; else null. */
  readonly previousOrder: LastOrder | null
  /** Scopes in which the redemption was made before periods were counted. */
  readonly older: readonly CountScope[]
}

/** The record of the rollback, and the card as it is once everything is undone. */
export interface RollbackAnswer {
  readonly redemption: Redemption
  readonly card: ShownVoucher
  readonly holder: Customer
}

/**
 * Refused in this order: what was rolled back before, what never succeeded or is a rollback itself,
 * metadata that does not fit, a customer who is gone, credit or points of another program that the
 * reward brought and that are spent. How long ago it was is no reason.
 */
export function rollbackRedemption(
  facts: RollbackFacts,
  command: RollbackRedemption,
  occasion: Occasion
): Decision<RollbackAnswer> {
  const { customer: holder, redemption } = facts
  const refusal = reasonNotTo(facts, command)
  if (refusal !== null) return { refusal }
  if (holder === null) return { refusal: nobodyLeft(redemption) }
  const opened = openUpToDate(facts, holder, occasion)
  if ('refusal' in opened) return opened
  const spent = spentMeanwhile(opened.standing, facts, occasion)
  if (spent !== null) return { refusal: spent }
  const id = occasion.newId('r')
  const quieted = opened.quieted()
  const brought = facts.missed.filter(({ type }) => !PRICE.includes(type))
  const priced = { card: facts.card, entry: paidWith(facts.entries), brought }
  const returned = returnPoints(quieted.standing, priced, occasion)
  const undone = quieted.tell(() => takeBackCredit(returned.standing, facts, occasion))
  const kept = takeBackPayment(undone, facts, id, occasion)
  const rollback = recordOf(facts, command, { id, order: kept.order, holder }, occasion)
  const back = { card: facts.card, brought, landed: returned.landed, spentAt: redemption.date }
  const madeUp = kept.known.tell(standing => makeUp(standing, back, occasion))
  const done = madeUp.write(
    [
      { kind: 'redemption.recorded', redemption: rollback },
      { kind: 'redemption.rolledBack', redemptionId: redemption.id, ...ROLLED_BACK },
      logOf(rollback, redemption, occasion),
      ...released(facts),
      ...switchedOff(facts, holder, occasion),
      ...countedNoMore(recorded(redemption), facts.older, occasion)
    ],
    { rollbacksSucceeded: 1 }
  )
  const after = done.conclude()
  const { voucher } = latest(after.standing, facts.card)
  const { campaign, category, cardAssignments: assignments } = facts
  const card = { voucher, campaignName: campaign.name, category, assignments }
  return { result: { redemption: rollback, card, holder }, changes: after.changes }
}

/** What becomes of the outcome of a redemption that is rolled back. */
const ROLLED_BACK = {
  failureCode: 'redemption_rolled_back',
  failureMessage: 'redemption was rolled back'
} as const

function reasonNotTo(
  { redemption, redemptionSchema }: RollbackFacts,
  { metadata }: RollbackRedemption
): Refusal | null {
  const { id, status, parentId } = redemption
  const about = { resourceId: id, resourceType: 'redemption' } as const
  if (status === 'ROLLED_BACK') {
    const details = `Redemption ${id} was rolled back already; there is nothing left to undo`
    return { key: 'already_rolled_back', details, ...about }
  }
  if (parentId !== null) {
    const details = `Redemption ${id} is itself a rollback, of ${parentId}, and stays`
    return { key: 'invalid_rollback_params', details, ...about }
  }
  if (status === 'FAILED') {
    const details = `Redemption ${id} is FAILED; only one that SUCCEEDED can be rolled back`
    return { key: 'invalid_rollback_params', details, ...about }
  }
  return metadata === undefined ? null : metadataRefusal(redemptionSchema, metadata, 'metadata')
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
 * Why what the reward put on another voucher cannot be taken from there: some of it is spent. What
 * has lapsed is nobody's any more, and what was taken because an order was canceled is missed by
 * that order; neither is asked for.
 */
function spentMeanwhile(
  standing: Standing,
  { redemption, handedOut, entries }: RollbackFacts,
  occasion: Occasion
): Refusal | null {
  if (handedOut === null) return null
  const { id } = redemption
  const purse = latest(standing, handedOut)
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
  // INVARIANT: a redemption that succeeded took points, and says so in the ledger.
  return entries.find(({ type }) => type === 'POINTS_REDEMPTION') as LedgerEntry
}

/** What the redemption brought: to a gift voucher all of it, to cards as far as it is there. */
function takeBackCredit(
  standing: Standing,
  { redemption, entries, handedOut }: RollbackFacts,
  occasion: Occasion
): Standing {
  const came = entries.filter(({ amount }) => amount > 0)
  const credited = came.filter(({ type }) => type === 'CREDITS_ADDITION')
  const points = came.filter(({ type }) => type !== 'CREDITS_ADDITION')
  const back = takeBackRedemption(standing, { redemption, entries: points }, occasion)
  const amount = credited.reduce((sum, entry) => sum + entry.amount, 0)
  if (handedOut === null || amount === 0) return back
  const cause = { redemptionId: redemption.id, reason: 'Redemption rolled back' }
  // INVARIANT: spentMeanwhile looked whether it is all there.
  const taken = takeCredit(handedOut, { amount, as: 'subtracted', cause }, occasion) as Moved
  return moved(back, taken)
}

/**
 * The order that points paid for is canceled, whatever became of it since, with what it brought and
 * is not taken back yet; and it no longer has the discount that the points were taken for.
 */
function takeBackPayment(
  known: OpenStanding<never>,
  facts: RollbackFacts,
  id: string,
  occasion: Occasion
): { readonly known: OpenStanding<never>; readonly order: Order | null } {
  const { order: stored, redemption, previousOrder, earned } = facts
  if (stored === null) return { known, order: null }
  // INVARIANT: both know of each other, and an order keeps what paid for it.
  const link = stored.redemptions[redemption.id] as OrderRedemption
  const discount = link.discountAmount ?? (redemption.order?.appliedDiscountAmount as number)
  const rolledBack = {
    ...link,
    discountAmount: 0,
    rollbackId: id,
    rollbackDate: occasion.now
  }
  const order: Order = {
    ...takenBackFrom(withdrawDiscount(stored, discount), occasion),
    status: 'CANCELED',
    redemptions: { ...stored.redemptions, [redemption.id]: rolledBack },
    updatedAt: occasion.now,
    version: stored.version + 1
  }
  const written = { stored, order, previousOrder }
  const kept = keepOrder(known, written, occasion)
  const brought = { order: stored, ...earned }
  return { order, known: kept.known.tell(now => takeBackOrder(now, brought, occasion)) }
}

/** What a redemption cost is no part of what it brought. */
const PRICE: readonly EntryType[] = ['POINTS_REDEMPTION', 'POINTS_REFUND']

/** The reward may be gone by now; then nothing is counted on it. */
function released({ redemption: { reward }, rewardExists }: RollbackFacts): readonly Change[] {
  if (!rewardExists) return []
  return [{ kind: 'reward.released', rewardId: reward.id as string }]
}

/** A coupon that nobody used yet is of no use any more; one that was used stays as it is. */
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
    updatedAt: updatedAfter(coupon.updatedAt, now),
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

function recordOf(
  { redemption }: RollbackFacts,
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
    parentId: redemption.id,
    result: 'SUCCESS',
    status: 'SUCCEEDED',
    // INVARIANT: one that succeeded took points.
    points: -(points as number),
    failureCode: null,
    failureMessage: null,
    order,
    channel: { id: channelId, type: 'API' },
    reward,
    ...(reason === undefined ? {} : { reason })
  }
}

function recorded({ customer, reward, channel, order, ...redemption }: Redemption) {
  return { ...redemption, customerId: customer.id, record: { reward, channel, order } }
}

function logOf(rollback: Redemption, { id }: Redemption, occasion: Occasion): Change {
  const about = { customerId: rollback.customer.id, entityId: rollback.voucherId }
  const data = { redemption_id: id, rollback_id: rollback.id }
  const type = 'customer.redemption.rollback.succeeded'
  return { kind: 'event.logged', event: eventOf(type, about, data, occasion, 'ACTION') }
}
