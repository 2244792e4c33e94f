/**
 * The reasons to refuse a redemption, in their one order.
 *
 * The order is part of the contract: the descriptions of both operations and Decision 15 state it,
 * and a test holds them against this table. A reason may rely on all reasons above it. The balance
 * comes late, so that collecting more points never uncovers a reason that was there before.
 *
 * Spec: redeemReward, redeemRewardByCard, RedemptionRefused.failure_code; Decisions 15, 35, 36, 99
 * and 102.
 */
import { metadataMistake } from '../metadata.ts'
import { isOpen } from '../points/earning.ts'
import { type FailureCode, notFound, OUTGROWN } from '../refusals.ts'
import { isUsedUp, usableVoucher } from '../vouchers/vouchers.ts'
import {
  type Attempt,
  composeAskedOrder,
  type FoundAttempt,
  type GivableAttempt,
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
import { type CarriedOut, carryOut } from './carrying-out.ts'
import { Precedence, type Stop } from './precedence.ts'

/** The first one that finds something refuses the redemption; when none does, it is carried out. */
export const REASONS: Precedence<Attempt, CarriedOut> = new Precedence(
  [],
  (attempt: Attempt): Attempt | Stop => attempt
)
  .refuse('campaign_not_active', closedCampaign)
  .refuse('voucher_disabled', unusableCard('voucher_disabled'))
  .refuse('voucher_not_active', unusableCard('voucher_not_active'))
  .refuse('voucher_expired', unusableCard('voucher_expired'))
  .refuse('voucher_not_active_now', unusableCard('voucher_not_active_now'))
  .show('invalid_customer', requireHolder)
  .refuse('missing_reward', missingReward)
  .show('unknown_reward', requireReward)
  .show('reward_not_on_offer', requireAssignment)
  .refuse('missing_order', missingOrder)
  .show('unknown_goods', requireGoods)
  .show('metadata_validation_failed', requireMetadata)
  .compute(judgeAttempt)
  .refuse('customer_rules_violated', brokenRule('customer_rules_violated'))
  .refuse('order_rules_violated', brokenRule('order_rules_violated'))
  .refuse('redemption_rules_violated', brokenRule('redemption_rules_violated'))
  .refuse('quantity_exceeded', usedUpCard)
  .refuse('reward_out_of_stock', emptyStock)
  .compute(prepareGrant)
  .refuse('no_voucher_suitable_for_publication', ungrantable)
  .refuse('invalid_order', nothingToPay)
  .show('invalid_amount', countable)
  .show('loyalty_card_points_exceeded', payable)
  // Only writing shows that a total is exceeded, so it is the last reason.
  .show('invalid_amount', outcomeOf)

function closedCampaign({ facts: { campaign }, occasion }: Attempt): Stop | null {
  if (isOpen(campaign, occasion)) return null
  return { code: 'campaign_not_active', details: `Campaign ${campaign.id} is not active now` }
}

function unusableCard(code: FailureCode) {
  return ({ facts: { card }, occasion: { now, project } }: Attempt): Stop | null => {
    const unusable = usableVoucher(card.voucher, now, project.timezone)
    return unusable === code ? { code, details: card.voucher.code } : null
  }
}

/** Stops when the card has no holder, or the order belongs to another customer. */
function requireHolder(attempt: Attempt): HeldAttempt | Stop {
  const { facts, holding } = attempt
  const owner = facts.storedOrder?.customerId ?? null
  if (holding !== null && (owner === null || owner === holding.holder.id)) {
    return { ...attempt, ...holding }
  }
  return { code: 'invalid_customer', details: facts.card.voucher.code }
}

function missingReward({ command: { rewardId } }: Attempt): Stop | null {
  if (rewardId !== undefined) return null
  const details = 'A reward is required when redeeming a LOYALTY_CARD: send reward.id'
  return { code: 'missing_reward', details }
}

function requireReward(attempt: HeldAttempt): RewardedAttempt | Stop {
  const { facts, command } = attempt
  const { reward } = facts
  return reward === null
    ? { refusal: notFound('reward', `${command.rewardId}`) }
    : { ...attempt, reward }
}

function requireAssignment(attempt: RewardedAttempt): OfferedAttempt | Stop {
  const { facts, command } = attempt
  const { assignment, campaign } = facts
  if (assignment !== null) return { ...attempt, assignment }
  const { rewardId } = command
  const details = `Reward ${rewardId} is not on offer in campaign ${campaign.id}; assign it first`
  return { refusal: { ...notFound('reward_assignment', `${rewardId}`), details } }
}

function missingOrder({ reward, command: { order } }: OfferedAttempt): Stop | null {
  if (order !== undefined || reward.parameters.type !== 'COIN') return null
  const details = 'An order is required when redeeming a pay-with-points reward: send order.items'
  return { code: 'missing_order', details }
}

/** Stops when the order or goods of its lines are unknown, or the goods cannot be saved. */
function requireGoods(attempt: OfferedAttempt): FoundAttempt | Stop {
  const ordered = composeAskedOrder(attempt, attempt.occasion)
  return 'refusal' in ordered ? ordered : { ...attempt, ordered }
}

/** First the metadata of the order and its lines, then that of the redemption. */
function requireMetadata(attempt: FoundAttempt): OrderedAttempt | Stop {
  const { ordered, facts, command } = attempt
  if ('code' in ordered) return ordered
  const mistake = metadataMistake(facts.redemptionSchema, command.metadata ?? {})
  if (mistake === null) return { ...attempt, ordered }
  return { code: 'metadata_validation_failed', details: `metadata: ${mistake}` }
}

function brokenRule(code: FailureCode) {
  return ({ violation }: JudgedAttempt): Stop | null =>
    violation?.code === code ? violation : null
}

function usedUpCard({ facts: { card } }: Attempt): Stop | null {
  const { voucher } = card
  return isUsedUp(voucher) ? { code: 'quantity_exceeded', details: voucher.code } : null
}

function emptyStock({ reward }: JudgedAttempt): Stop | null {
  const { id, stock, redeemed } = reward
  if (stock === null || redeemed < stock) return null
  return { code: 'reward_out_of_stock', details: `All ${stock} units of reward ${id} are taken` }
}

function ungrantable({ granted }: GrantedAttempt): Stop | null {
  const code = 'no_voucher_suitable_for_publication'
  return 'code' in granted && granted.code === code ? granted : null
}

function nothingToPay({ payment }: GrantedAttempt): Stop | null {
  return 'code' in payment && payment.code === 'invalid_order' ? payment : null
}

/**
 * First the amount that the reward would credit, which is all that can still stop the reward; then
 * the amounts that points would pay.
 */
function countable(attempt: GrantedAttempt): GivableAttempt | Stop {
  const { granted, payment } = attempt
  if ('code' in granted) return granted
  if ('code' in payment && payment.code === 'invalid_amount') return payment
  return { ...attempt, granted }
}

/** Too few points are all that can still stop the payment. */
function payable(attempt: GivableAttempt): PayableAttempt | Stop {
  const { payment } = attempt
  return 'code' in payment ? payment : { ...attempt, payment }
}

/** Carries it out, unless points or totals of the customer come to more than can be counted. */
function outcomeOf(attempt: PayableAttempt): CarriedOut | Stop {
  const { opened, occasion } = attempt
  if ('refusal' in opened) return refuseUncountable(opened.refusal)
  const done = carryOut({ ...attempt, opened }, occasion)
  if ('refusal' in done) return refuseUncountable(done.refusal)
  return occasion.learned.outgrown ? refuseUncountable(OUTGROWN) : done
}
