/**
 * Carries out a redemption that nothing refuses: takes the points, gives the reward, pays the
 * order, and follows up on the customer's standing.
 *
 * Spec: redeemReward.
 */
import type {
  CountScope,
  Customer,
  Order,
  RecordedOrder,
  Redemption,
  Reward,
  Voucher
} from '../../model.ts'
import type { Change, CountStep } from '../changes.ts'
import type { Occasion } from '../occasion.ts'
import { takeLines } from '../points/ledger.ts'
import type { Refusal } from '../refusals.ts'
import type { OpenStanding } from '../standing/open.ts'
import type { Granted } from './delivery.ts'
import { countInScopes } from './limits.ts'
import { type Payment, payOrder } from './payment.ts'
import { recordOf, recordRedemption, rewardAskedFor } from './records.ts'
import type { RedeemReward, RedemptionFacts } from './request.ts'

/** The order of a request as it would be paid, and the goods that its lines save. */
export interface Ordered {
  /** A COIN reward pays it, for other rewards only rules look at it; null for none. */
  readonly order: Order | null
  /** The changes that save overridden goods; none for an order that is not stored. */
  readonly goods: readonly Change[]
}

/** The scopes that a redemption counts in, and the amounts of the order that it pays. */
export interface CountedFor {
  readonly scopes: readonly CountScope[]
  readonly paid: Pick<CountStep, 'ordersAmount' | 'ordersDiscountAmount'>
}

/** An attempt that no reason refuses. */
export interface Permitted {
  readonly facts: RedemptionFacts
  readonly command: RedeemReward
  readonly reward: Reward
  readonly holder: Customer
  /** The standing of the holder before the redemption. */
  readonly opened: OpenStanding
  readonly ordered: Ordered
  readonly payment: Payment
  readonly granted: Granted
  readonly countedFor: CountedFor
  /** The id of the record. */
  readonly id: string
  /** The order that rules looked at; null for none. */
  readonly orderSeen: RecordedOrder | null
}

export interface CarriedOutRedemption {
  readonly redemption: Redemption
  /** The card after the points left and before any are earned. */
  readonly voucher: Voucher
  readonly changes: readonly Change[]
}

/** Everything that a redemption does; refused when the points that follow cannot be counted. */
export function carryOut(
  permitted: Permitted,
  occasion: Occasion
): CarriedOutRedemption | { readonly refusal: Refusal } {
  const { facts, command, reward, opened, payment, granted, countedFor, id, orderSeen } = permitted
  const { points, taken } = payment
  const cause = { redemptionId: id, rewardId: reward.id }
  const removal = { taken, as: 'redeemed', type: 'POINTS_REDEMPTION', cause } as const
  const redeemed = takeLines(facts.card, removal, occasion)
  const left = opened.move(redeemed)
  const handed = granted.purse === null ? left : left.give({ ...granted, purse: granted.purse })
  const paid = payFor(handed, permitted, occasion)
  if ('refusal' in paid) return paid
  const record = recordOf(facts, command, id, occasion)
  const redemption: Redemption = {
    ...record,
    result: 'SUCCESS',
    status: 'SUCCEEDED',
    points,
    order: paid.order ?? orderSeen,
    reward: { ...rewardAskedFor(facts, command), ...granted.shown }
  }
  // Entries that follow name the redemption as their cause, so that a rollback takes them back.
  const redeeming = paid.order === null ? id : null
  const done = paid.known
    .because({ redeeming })
    .write(
      [
        ...recordRedemption(redemption, occasion),
        { kind: 'reward.redeemed', rewardId: reward.id },
        ...countInScopes(countedFor.scopes, facts, countedFor.paid, occasion)
      ],
      { redemptionsSucceeded: 1 }
    )
  const after = done.conclude()
  if ('refusal' in after) return after
  return { redemption, voucher: redeemed.purse.voucher, changes: after.changes }
}

/** A COIN redemption pays its order; other rewards leave the order as it is. */
function payFor(
  known: OpenStanding,
  { facts, reward, ordered, payment, id }: Permitted,
  occasion: Occasion
) {
  const { order, goods } = ordered
  if (order === null || reward.parameters.type !== 'COIN') return { order: null, known }
  const { storedOrder: stored, campaign, card } = facts
  const { discount } = payment
  const named = { campaignId: campaign.id, cardId: card.voucher.id, redemptionId: id }
  return payOrder(known.write(goods), { stored, order, discount, ...named }, occasion)
}
