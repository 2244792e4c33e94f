/**
 * The reasons to refuse a redemption, in their one order.
 *
 * The order is part of the contract: the descriptions of both operations and openapi/behaviour state it,
 * and a test holds them against this table. Nothing else puts reasons in an order: what looks at a
 * voucher, a rule, a reward or a payment says all that is wrong, and the table says what counts.
 * A reason may rely on all reasons above it. The balance comes late, so that collecting more points
 * never uncovers a reason that was there before.
 *
 * Spec: redeemReward, redeemRewardByCard, RedemptionRefused.failure_code.
 */
import { metadataMistake } from '../metadata.ts'
import { givesPoints } from '../points/earning.ts'
import { heldAt } from '../points/holds.ts'
import { notFound, OUTGROWN } from '../refusals.ts'
import type { RulesViolated } from '../validation-rules/violations.ts'
import { isUsedUp, type Unusable, whyUnusable } from '../vouchers/vouchers.ts'
import {
  type Attempt,
  type CarriedOutAttempt,
  composeAskedOrder,
  type FoundAttempt,
  type GrantedAttempt,
  type HeldAttempt,
  type JudgedAttempt,
  judgeAttempt,
  type OfferedAttempt,
  type OrderedAttempt,
  type PayableAttempt,
  prepareGrant,
  type RewardedAttempt,
  refuseUncountable
} from './attempt.ts'
import { carryOut } from './carrying-out.ts'
import type { UnavailableCode } from './delivery.ts'
import { composedOrder } from './orders.ts'
import type { UnpayableCode } from './payment.ts'
import {
  type AllStops,
  Precedence,
  type RecordedStop,
  type Stopped,
  type UnrecordedStop
} from './precedence.ts'

/** The first one that finds something refuses the redemption; when none does, it is carried out. */
export const REASONS: Precedence<Attempt, CarriedOutAttempt> = new Precedence(
  [],
  (attempt: Attempt): Attempt | Stopped<Attempt> => attempt
)
  .refuse('campaign_not_active', closedCampaign)
  .refuseAny(
    ['voucher_disabled', 'voucher_not_active', 'voucher_expired', 'voucher_not_active_now'],
    unusableCard
  )
  .show('invalid_customer', requireHolder)
  .refuse('missing_reward', missingReward)
  .showKnown('unknown_reward', requireReward)
  .showKnown('reward_not_on_offer', requireAssignment)
  .refuse('missing_order', missingOrder)
  .showKnown('unknown_goods', requireGoods)
  .show('metadata_validation_failed', requireMetadata)
  .compute(judgeAttempt)
  .refuseAny(
    ['customer_rules_violated', 'order_rules_violated', 'redemption_rules_violated'],
    brokenRules
  )
  .refuse('quantity_exceeded', usedUpCard)
  .refuse('reward_out_of_stock', emptyStock)
  .compute(prepareGrant)
  .showUnless(
    [
      'no_voucher_suitable_for_publication',
      'invalid_order',
      'invalid_amount',
      'loyalty_card_points_exceeded'
    ],
    requireGiftAndPayment
  )
  // Only writing shows that a total is exceeded, so it is the last reason.
  .show('invalid_amount', outcomeOf)

function closedCampaign({
  facts: { campaign },
  occasion
}: Attempt): RecordedStop<'campaign_not_active'> | null {
  if (givesPoints(campaign, occasion)) return null
  return { code: 'campaign_not_active', details: `Campaign ${campaign.id} is not active now` }
}

function unusableCard({
  facts: { card },
  occasion: { now, project }
}: Attempt): readonly RecordedStop<Unusable>[] {
  const { voucher } = card
  const reasons = whyUnusable(voucher, now, project.timezone)
  return reasons.map(code => ({ code, details: voucher.code }))
}

/** Stops when the card has no holder, or the order belongs to another customer. */
function requireHolder(attempt: Attempt): HeldAttempt | RecordedStop<'invalid_customer'> {
  const { facts, holding } = attempt
  const owner = facts.storedOrder?.customerId ?? null
  if (holding !== null && (owner === null || owner === holding.holder.id)) {
    return { ...attempt, ...holding }
  }
  return { code: 'invalid_customer', details: facts.card.voucher.code }
}

function missingReward({ command: { rewardId } }: Attempt): RecordedStop<'missing_reward'> | null {
  if (rewardId !== undefined) return null
  const details = 'A reward is required when redeeming a LOYALTY_CARD: send reward.id'
  return { code: 'missing_reward', details }
}

function requireReward(attempt: HeldAttempt): RewardedAttempt | UnrecordedStop {
  const { facts, command } = attempt
  const { reward } = facts
  return reward === null
    ? { refusal: notFound('reward', `${command.rewardId}`) }
    : { ...attempt, reward }
}

function requireAssignment(attempt: RewardedAttempt): OfferedAttempt | UnrecordedStop {
  const { facts, command } = attempt
  const { assignment, campaign } = facts
  if (assignment !== null) return { ...attempt, assignment }
  const { rewardId } = command
  const details = `Reward ${rewardId} is not on offer in campaign ${campaign.id}; assign it first`
  return { refusal: { ...notFound('reward_assignment', `${rewardId}`), details } }
}

function missingOrder({
  reward,
  command: { order }
}: OfferedAttempt): RecordedStop<'missing_order'> | null {
  if (order !== undefined || reward.parameters.type !== 'COIN') return null
  const details = 'An order is required when redeeming a pay-with-points reward: send order.items'
  return { code: 'missing_order', details }
}

/** Stops when the order or goods of its lines are unknown, or the goods cannot be saved. */
function requireGoods(attempt: OfferedAttempt): FoundAttempt | UnrecordedStop {
  const ordered = composeAskedOrder(attempt, attempt.occasion)
  if ('refusal' in ordered) return ordered
  if ('code' in ordered) return { ...attempt, ordered }
  return { ...attempt, ordered, orderSeen: composedOrder(ordered.order, attempt.facts) }
}

/** First the metadata of the order and its lines, then that of the redemption. */
function requireMetadata(
  attempt: FoundAttempt
): OrderedAttempt | RecordedStop<'metadata_validation_failed'> {
  const { ordered, facts, command } = attempt
  if ('code' in ordered) return ordered
  const mistake = metadataMistake(facts.redemptionSchema, command.metadata ?? {})
  if (mistake === null) return { ...attempt, ordered }
  return { code: 'metadata_validation_failed', details: `metadata: ${mistake}` }
}

function brokenRules({ violations }: JudgedAttempt): readonly RecordedStop<RulesViolated>[] {
  return violations
}

function usedUpCard({
  facts: { card },
  occasion
}: Attempt): RecordedStop<'quantity_exceeded'> | null {
  const { voucher } = card
  const { uses } = heldAt(card, occasion.now)
  return isUsedUp(voucher, uses) ? { code: 'quantity_exceeded', details: voucher.code } : null
}

function emptyStock({ reward }: JudgedAttempt): RecordedStop<'reward_out_of_stock'> | null {
  const { id, stock, redeemed } = reward
  if (stock === null || redeemed < stock) return null
  return { code: 'reward_out_of_stock', details: `All ${stock} units of reward ${id} are taken` }
}

/**
 * Stops when the reward cannot be given or paid. What is wrong with the reward comes first, and
 * counts where both have an amount that cannot be counted.
 */
function requireGiftAndPayment(
  attempt: GrantedAttempt
): PayableAttempt | AllStops<UnavailableCode | UnpayableCode> {
  const { granted, payment } = attempt
  if ('wrong' in granted) {
    const [one, ...others] = granted.wrong
    return { wrong: [one, ...others, ...('wrong' in payment ? payment.wrong : [])] }
  }
  return 'wrong' in payment ? payment : { ...attempt, granted, payment }
}

/** Carries it out, unless points or totals of the customer come to more than can be counted. */
function outcomeOf(attempt: PayableAttempt): CarriedOutAttempt | RecordedStop<'invalid_amount'> {
  const { opened, occasion } = attempt
  if ('refusal' in opened) return refuseUncountable(opened.refusal)
  const done = carryOut({ ...attempt, opened }, occasion)
  if ('refusal' in done) return refuseUncountable(done.refusal)
  return occasion.learned.outgrown ? refuseUncountable(OUTGROWN) : { ...attempt, done }
}
