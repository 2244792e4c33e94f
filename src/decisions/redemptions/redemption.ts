/**
 * Redeeming a reward with a loyalty card.
 *
 * A refusal is not an exception: it is a redemption with FAILURE, recorded like a success, so that
 * operation 9 can list it. Only what cannot be tied to the card, or names something that does not
 * exist, is a plain refusal. What may refuse, and in which order, terms.ts says.
 *
 * Spec: redeemReward, redeemRewardByCard; Decisions 1, 20, 21 and 99.
 */
import type { Customer, RedeemedReward, Redemption, ShownVoucher, Voucher } from '../../model.ts'
import type { Change, Decision } from '../changes.ts'
import { simpleCustomer, trackingIdOf } from '../customers/customers.ts'
import { eventOf } from '../event-log.ts'
import type { Occasion } from '../occasion.ts'
import { counted, type Moved, takePoints } from '../points/ledger.ts'
import type { Purse } from '../points/purse.ts'
import { FAILURE_MESSAGES, OUTGROWN, type Refusal } from '../refusals.ts'
import { bringUpToDate, followUp } from '../standing/following.ts'
import {
  changed,
  changesOf,
  joined,
  latest,
  moved,
  type Standing,
  type Step
} from '../standing/standing.ts'
import { grantReward, type RewardTarget } from './delivery.ts'
import { countedFor, outOfRange, type Stop, type Terms, termsOf } from './eligibility.ts'
import { countedAs } from './limits.ts'
import { type Payment, payOrder } from './payment.ts'
import type { RedeemReward, RedemptionFacts } from './request.ts'

/** The record, and the card as the answer shows it: after the points left, before any earned. */
export interface RedemptionAnswer {
  readonly redemption: Redemption
  readonly card: ShownVoucher
  readonly holder: Customer | null
  /** Set when refused: what the error fields say beyond the record. */
  readonly refusal: Refusal | null
}

export function redeemReward(
  facts: RedemptionFacts,
  command: RedeemReward,
  occasion: Occasion
): Decision<RedemptionAnswer> {
  const errand = errandOf(facts, command, occasion)
  const terms = termsOf(errand.facts, command, occasion)
  if (!('reward' in terms)) return stopped(errand, terms, occasion)
  const done = carryOut(errand, terms, occasion)
  if (!('redemption' in done)) return stopped(errand, done, occasion)
  if (occasion.learned.outgrown) return stopped(errand, outOfRange(OUTGROWN), occasion)
  const { redemption, voucher, changes } = done
  const card = shown(facts, voucher)
  return { result: { redemption, card, holder: facts.holder, refusal: null }, changes }
}

/** A request as it is taken up: who it is about, and the id its record will have. */
interface Errand {
  readonly facts: RedemptionFacts
  readonly command: RedeemReward
  /** The holder before anything is redeemed; null for nobody. */
  readonly opened: Step | null
  readonly id: string
}

function errandOf(facts: RedemptionFacts, command: RedeemReward, occasion: Occasion): Errand {
  const { holder } = facts
  // Rules judge by what is true of the holder now, also where nobody has looked since.
  const opened = holder === null ? null : bringUpToDate(facts, holder, occasion)
  const id = occasion.newId('r')
  if (opened === null || 'refusal' in opened) return { facts, command, opened, id }
  const { segments } = opened
  return { facts: { ...facts, segments, card: latest(opened, facts.card) }, command, opened, id }
}

interface CarriedOut {
  readonly redemption: Redemption
  /** The card after the points left. */
  readonly voucher: Voucher
  readonly changes: readonly Change[]
}

function carryOut(
  { facts, command, opened, id }: Errand,
  terms: Terms,
  occasion: Occasion
): CarriedOut | Stop {
  // INVARIANT: a card of nobody has no terms.
  const standing = opened as Step
  if ('refusal' in standing) return outOfRange(standing.refusal)
  const target = facts.target && { ...facts.target, held: heldNow(standing, facts.target) }
  const granted = grantReward({ ...facts, ...terms, target, redemptionId: id }, occasion)
  // A coupon that cannot be published comes before the points in the order of refusals.
  if ('code' in granted) return granted
  const { payment } = terms
  if (!('points' in payment)) return payment
  const { points } = payment
  const cause = { redemptionId: id, rewardId: terms.reward.id }
  const removal = { points, as: 'redeemed', type: 'POINTS_REDEMPTION', cause, from: null } as const
  // INVARIANT: paymentOf takes no more than there is to spend.
  const taken = takePoints(facts.card, removal, occasion) as Moved
  const left = moved(standing, taken)
  const handed = granted.purse === null ? left : joined(left, { ...granted, purse: granted.purse })
  const paid = payFor(handed, facts, terms, { id, payment }, occasion)
  if ('refusal' in paid) return outOfRange(paid.refusal)
  const redemption: Redemption = {
    ...recordOf(facts, command, id, occasion),
    result: 'SUCCESS',
    status: 'SUCCEEDED',
    points,
    order: paid.order,
    reward: { ...rewardOf(facts, command), ...granted.shown }
  }
  const { scopes, paid: amounts } = countedFor(facts, terms, occasion)
  // What follows names its cause, so that it goes back with it.
  const redeeming = paid.order === null ? id : null
  const done = changed(
    { ...paid.standing, redeeming },
    [
      { kind: 'redemption.recorded', redemption },
      logOf(redemption, occasion),
      { kind: 'reward.redeemed', rewardId: terms.reward.id },
      ...countedAs(scopes, facts, amounts, occasion)
    ],
    { redemptionsSucceeded: 1 }
  )
  const after = followUp(done, facts, occasion)
  if ('refusal' in after) return outOfRange(after.refusal)
  return { redemption, voucher: taken.purse.voucher, changes: changesOf(after) }
}

/** The voucher a reward would be credited to, as it is by now: the holder may have joined since. */
function heldNow({ programs }: Standing, { campaign, held }: RewardTarget): Purse | null {
  return programs.find(program => program.campaign.id === campaign.id)?.card ?? held
}

/** A COIN redemption pays its order; any other leaves it alone. */
function payFor(
  standing: Standing,
  facts: RedemptionFacts,
  { order, goods, reward }: Terms,
  { id, payment }: { readonly id: string; readonly payment: Payment },
  occasion: Occasion
) {
  if (order === null || reward.parameters.type !== 'COIN') return { order: null, standing }
  const { storedOrder: stored, campaign, card } = facts
  const { discount } = payment
  const named = { campaignId: campaign.id, cardId: card.voucher.id, redemptionId: id }
  const taught = changed(standing, goods)
  return payOrder(taught, facts, { stored, order, discount, ...named }, occasion)
}

/** Records a failure and answers with it, or passes on what is not recorded. */
function stopped(errand: Errand, stop: Stop, occasion: Occasion): Decision<RedemptionAnswer> {
  if ('refusal' in stop) return stop
  const { facts, command, id } = errand
  const redemption: Redemption = {
    ...recordOf(facts, command, id, occasion),
    result: 'FAILURE',
    status: 'FAILED',
    failureCode: stop.code,
    failureMessage: stop.failureMessage ?? FAILURE_MESSAGES[stop.code]
  }
  const changes = failed(errand, redemption, occasion)
  const refusal: Refusal = {
    key: stop.code,
    details: stop.details,
    resourceId: redemption.id,
    resourceType: 'redemption',
    ...(stop.errorMessage === undefined ? {} : { errorMessage: stop.errorMessage })
  }
  const card = shown(facts, facts.card.voucher)
  return { result: { redemption, card, holder: facts.holder, refusal }, changes }
}

/** The failure in the records; it counts for the holder, who may belong elsewhere by it. */
function failed(
  { facts, opened }: Errand,
  redemption: Redemption,
  occasion: Occasion
): readonly Change[] {
  const record: Change = { kind: 'redemption.recorded', redemption }
  const changes = [record, logOf(redemption, occasion)]
  if (facts.holder === null) return changes
  const once = { redemptionsFailed: 1 }
  // INVARIANT: whoever holds the card was looked at.
  const standing = opened as Step
  // What cannot be counted, on the card or in all, is no reason to lose the record.
  if ('refusal' in standing || occasion.learned.outgrown) {
    return [...changes, ...counted(facts.holder.id, once)]
  }
  const noted = changed(standing, changes, once)
  const after = followUp(noted, facts, occasion)
  return changesOf('refusal' in after ? noted : after)
}

function recordOf(
  facts: RedemptionFacts,
  command: RedeemReward,
  id: string,
  { now, sign, channelId }: Occasion
): Redemption {
  const { card, campaign, holder } = facts
  return {
    id,
    date: now,
    voucherId: card.voucher.id,
    campaignId: campaign.id,
    customer: simpleCustomer(holder),
    trackingId: trackingIdOf(holder?.sourceId ?? null, sign),
    metadata: command.metadata ?? {},
    parentId: null,
    result: 'FAILURE',
    status: 'FAILED',
    points: null,
    failureCode: null,
    failureMessage: null,
    order: null,
    channel: { id: channelId, type: 'API' },
    reward: rewardOf(facts, command)
  }
}

function rewardOf(facts: RedemptionFacts, { rewardId }: RedeemReward): RedeemedReward {
  return {
    id: rewardId ?? null,
    assignmentId: facts.assignment?.id ?? null,
    reward: facts.reward,
    voucher: null,
    product: null,
    sku: null
  }
}

function shown({ campaign, category, cardAssignments }: RedemptionFacts, voucher: Voucher) {
  return { voucher, campaignName: campaign.name, category, assignments: cardAssignments }
}

function logOf(redemption: Redemption, occasion: Occasion): Change {
  const outcome = redemption.result === 'SUCCESS' ? 'succeeded' : 'failed'
  const about = { customerId: redemption.customer.id, entityId: redemption.voucherId }
  const data = { redemption_id: redemption.id }
  const event = eventOf(`customer.redemption.${outcome}`, about, data, occasion, 'ACTION')
  return { kind: 'event.logged', event }
}
