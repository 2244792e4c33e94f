/**
 * Redeeming a reward with a loyalty card.
 *
 * A refusal is not an exception: it is a redemption with FAILURE, recorded like a success, so that
 * operation 9 can list it. Only what cannot be tied to the card, or names something that does not
 * exist, is a plain refusal. What may refuse, and in which order, reasons.ts says.
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

/** The record, and the card as the answer shows it: after the points left, before any earned. */
export interface RedemptionAnswer {
  readonly redemption: Redemption
  readonly card: ShownVoucher
  readonly holder: Customer | null
  /** Set when refused: what the error fields say beyond the record. */
  readonly refusal: Refusal | null
}

/** Redeems, or records why not; what names something that does not exist is refused outright. */
export function redeemReward(
  facts: RedemptionFacts,
  command: RedeemReward,
  occasion: Occasion
): Decision<RedemptionAnswer> {
  const attempt = new Attempt(facts, command, occasion)
  const stop = reasonToRefuse(attempt)
  if (stop !== null) return stopped(attempt, stop)
  // INVARIANT: what could not be carried out was refused.
  const { redemption, voucher, changes } = attempt.done as CarriedOut
  const card = shown(facts, voucher)
  return { result: { redemption, card, holder: facts.holder, refusal: null }, changes }
}

/** Records a failure and answers with it, or passes on what is not recorded. */
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

/** The failure in the records; it counts for the holder, who may belong elsewhere by it. */
function failed({ facts, opened, occasion }: Attempt, redemption: Redemption): readonly Change[] {
  const changes = recorded(redemption, occasion)
  if (facts.holder === null) return changes
  const once = { redemptionsFailed: 1 }
  // INVARIANT: whoever holds the card was looked at.
  const known = opened as OpenStanding | Unable
  // What cannot be counted, on the card or in all, is no reason to lose the record.
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
