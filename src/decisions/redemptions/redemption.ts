/**
 * Redeeming a reward with a loyalty card.
 *
 * A failure is not an exception: it is a redemption with FAILURE, recorded like a success, so that
 * getVoucherRedemptions lists it. Only a request that belongs to no card, or names things that do
 * not exist, is refused without a record. reasons.ts has the reasons and their order.
 *
 * Spec: redeemReward, redeemRewardByCard; Decisions 1, 20, 21 and 99.
 */
import type { Customer, Redemption, ShownVoucher, Voucher } from '../../model.ts'
import type { Change, Decision } from '../changes.ts'
import type { Occasion } from '../occasion.ts'
import { counted } from '../points/ledger.ts'
import { FAILURE_MESSAGES, type Refusal } from '../refusals.ts'
import type { OpenStanding, Unable } from '../standing/open.ts'
import { Attempt, type Stop } from './attempt.ts'
import type { CarriedOut } from './carrying-out.ts'
import { reasonToRefuse } from './reasons.ts'
import { recorded, recordOf } from './records.ts'
import type { RedeemReward, RedemptionFacts } from './request.ts'

/** The record, and the card of the answer: after the points left, before any are earned. */
export interface RedemptionAnswer {
  readonly redemption: Redemption
  readonly card: ShownVoucher
  readonly holder: Customer | null
  /** Set for a failure: the details of the error beside the record. */
  readonly refusal: Refusal | null
}

/** Redeems, or records the failure; a request that names unknown things is refused unrecorded. */
export function redeemReward(
  facts: RedemptionFacts,
  command: RedeemReward,
  occasion: Occasion
): Decision<RedemptionAnswer> {
  const attempt = new Attempt(facts, command, occasion)
  const stop = reasonToRefuse(attempt)
  if (stop !== null) return stopped(attempt, stop)
  // INVARIANT: an attempt that cannot be carried out was refused.
  const { redemption, voucher, changes } = attempt.done as CarriedOut
  const card = shown(facts, voucher)
  return { result: { redemption, card, holder: facts.holder, refusal: null }, changes }
}

/** Records a failure and answers with it, or refuses without a record. */
function stopped(attempt: Attempt, stop: Stop): Decision<RedemptionAnswer> {
  if ('refusal' in stop) return stop
  const { facts, command, id, occasion } = attempt
  const redemption: Redemption = {
    ...recordOf(facts, command, id, occasion),
    result: 'FAILURE',
    status: 'FAILED',
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
  return { result: { redemption, card, holder: facts.holder, refusal }, changes }
}

/** The changes of a failure: its record, its count for the holder, and the segments that follow. */
function failed({ facts, opened, occasion }: Attempt, redemption: Redemption): readonly Change[] {
  const changes = recorded(redemption, occasion)
  if (facts.holder === null) return changes
  const once = { redemptionsFailed: 1 }
  // INVARIANT: the standing of the holder was opened at the start.
  const known = opened as OpenStanding | Unable
  // A sum that cannot be counted must not lose the record.
  if ('refusal' in known || occasion.learned.outgrown) {
    return [...changes, ...counted(facts.holder.id, once)]
  }
  const noted = known.write(changes, once)
  const after = noted.conclude()
  return 'refusal' in after ? noted.soFar().changes : after.changes
}

function shown({ campaign, category, cardAssignments }: RedemptionFacts, voucher: Voucher) {
  return { voucher, campaignName: campaign.name, category, assignments: cardAssignments }
}
