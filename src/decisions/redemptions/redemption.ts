/**
 * Redeeming a reward with a loyalty card.
 *
 * A failure is not an exception: it is a redemption with FAILURE, recorded like a success, so that
 * getVoucherRedemptions lists it. Only a request that belongs to no card, or names things that do
 * not exist, is refused without a record. reasons.ts has the reasons and their order.
 *
 * Spec: redeemReward, redeemRewardByCard.
 */
import type { Customer, Redemption, ShownVoucher, Voucher } from '../../model.ts'
import type { Change, Decision } from '../changes.ts'
import { mapRefusal } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { sentMapRefusal } from '../orders/free-maps.ts'
import { changeTotals } from '../points/ledger.ts'
import { FAILURE_MESSAGES, type Refusal } from '../refusals.ts'
import { type ApplicableItems, applicabilityOf } from '../validation-rules/assignments.ts'
import { type Attempt, beginAttempt } from './attempt.ts'
import { isStop, type Stopped } from './precedence.ts'
import { REASONS } from './reasons.ts'
import { recordOf, recordRedemption } from './records.ts'
import type { RedeemReward, RedemptionFacts } from './request.ts'

/** The record, and the card of the answer: after the points left, before any are earned. */
export interface RedemptionAnswer {
  readonly redemption: Redemption
  readonly card: ShownVoucher
  readonly holder: Customer | null
  /** What the rules that bind the redemption limit it to. */
  readonly applicability: ApplicableItems
  /** Set for a failure: the details of the error beside the record. */
  readonly refusal: Refusal | null
}

/** Redeems, or records the failure; a request that names unknown things is refused unrecorded. */
export function redeemReward(
  facts: RedemptionFacts,
  command: RedeemReward,
  occasion: Occasion
): Decision<RedemptionAnswer> {
  const unrecordable = unrecordableIn(command)
  if (unrecordable !== null) return { refusal: unrecordable }
  const attempt = beginAttempt(facts, command, occasion)
  const judged = REASONS.judge(attempt)
  if (isStop(judged)) return stopped(attempt, judged)
  const { redemption, voucher, changes } = judged.done
  const card = shown(facts, voucher)
  return { result: { redemption, card, ...about(facts), refusal: null }, changes }
}

/** A failure is recorded with what was sent, so that has to be within the bounds of a record. */
function unrecordableIn({ metadata = {}, order }: RedeemReward): Refusal | null {
  return mapRefusal(metadata, 'metadata') ?? (order === undefined ? null : sentMapRefusal(order))
}

/** Records a failure and answers with it, or refuses without a record. */
function stopped(attempt: Attempt, stop: Stopped<Attempt>): Decision<RedemptionAnswer> {
  if ('refusal' in stop) return { refusal: stop.refusal }
  const { facts, command, id, occasion } = attempt
  const redemption: Redemption = {
    ...recordOf(facts, command, id, occasion),
    result: 'FAILURE',
    status: 'FAILED',
    order: stop.reached.orderSeen,
    failureCode: stop.code,
    failureMessage: stop.failureMessage ?? FAILURE_MESSAGES[stop.code]
  }
  const changes = failed(attempt, redemption)
  const refusal: Refusal = {
    key: stop.code,
    details: stop.details,
    resourceId: redemption.id,
    resourceType: 'redemption',
    ...(stop.errorMessage === undefined ? {} : { errorMessage: stop.errorMessage })
  }
  const card = shown(facts, facts.card.voucher)
  return { result: { redemption, card, ...about(facts), refusal }, changes }
}

/** The changes of a failure: its record, its count for the holder, and the segments that follow. */
function failed({ holding, occasion }: Attempt, redemption: Redemption): readonly Change[] {
  const changes = recordRedemption(redemption, occasion)
  if (holding === null) return changes
  const { holder, opened } = holding
  const once = { redemptionsFailed: 1 }
  // A sum that cannot be counted must not lose the record.
  if ('refusal' in opened || occasion.learned.outgrown) {
    return [...changes, ...changeTotals(holder.id, once)]
  }
  const noted = opened.write(changes, once)
  const after = noted.conclude()
  return 'refusal' in after ? noted.soFar().changes : after.changes
}

function about({ holder, rules }: RedemptionFacts) {
  return { holder, applicability: applicabilityOf(rules) }
}

function shown({ campaign, category, cardAssignments }: RedemptionFacts, voucher: Voucher) {
  return { voucher, campaignName: campaign.name, category, assignments: cardAssignments }
}
