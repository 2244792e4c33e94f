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
import { type Attempt, outOfRange, type Stop } from './attempt.ts'

/** Reasons about unknown things; such a request is not recorded. */
type Unrecorded = 'unknown_reward' | 'reward_not_on_offer' | 'unknown_goods'

/** One reason; `finds` looks for it in an attempt that no reason above it refuses. */
export interface Reason {
  readonly name: FailureCode | Unrecorded
  readonly finds: (attempt: Attempt) => Stop | null
}

/** The first one that finds something refuses the redemption. */
export const REASONS: readonly Reason[] = [
  { name: 'campaign_not_active', finds: closedCampaign },
  unusableCard('voucher_disabled'),
  unusableCard('voucher_not_active'),
  unusableCard('voucher_expired'),
  unusableCard('voucher_not_active_now'),
  { name: 'invalid_customer', finds: strangeHolder },
  { name: 'missing_reward', finds: missingReward },
  { name: 'unknown_reward', finds: unknownReward },
  { name: 'reward_not_on_offer', finds: unassignedReward },
  { name: 'missing_order', finds: missingOrder },
  { name: 'unknown_goods', finds: unknownGoods },
  { name: 'metadata_validation_failed', finds: badMetadata },
  brokenRule('customer_rules_violated'),
  brokenRule('order_rules_violated'),
  brokenRule('redemption_rules_violated'),
  { name: 'quantity_exceeded', finds: usedUpCard },
  { name: 'reward_out_of_stock', finds: emptyStock },
  { name: 'no_voucher_suitable_for_publication', finds: ungrantable },
  unpayable('invalid_order'),
  unpayable('invalid_amount'),
  unpayable('loyalty_card_points_exceeded'),
  // Only writing shows that a total is exceeded, so it is the last reason.
  { name: 'invalid_amount', finds: outgrownTotal }
]

/** The first reason to refuse an attempt, or null. */
export function reasonToRefuse(attempt: Attempt): Stop | null {
  for (const { finds } of REASONS) {
    const stop = finds(attempt)
    if (stop !== null) return stop
  }
  return null
}

function closedCampaign({ facts: { campaign }, occasion }: Attempt): Stop | null {
  if (isOpen(campaign, occasion)) return null
  return { code: 'campaign_not_active', details: `Campaign ${campaign.id} is not active now` }
}

function unusableCard(code: FailureCode): Reason {
  return {
    name: code,
    finds: ({ facts: { card }, occasion: { now, project } }) => {
      const unusable = usableVoucher(card.voucher, now, project.timezone)
      return unusable === code ? { code, details: card.voucher.code } : null
    }
  }
}

/** The card has no holder, or the order belongs to another customer. */
function strangeHolder({ facts: { card, holder, storedOrder } }: Attempt): Stop | null {
  const owner = storedOrder?.customerId ?? null
  if (holder !== null && (owner === null || owner === holder.id)) return null
  return { code: 'invalid_customer', details: card.voucher.code }
}

function missingReward({ command: { rewardId } }: Attempt): Stop | null {
  if (rewardId !== undefined) return null
  const details = 'A reward is required when redeeming a LOYALTY_CARD: send reward.id'
  return { code: 'missing_reward', details }
}

function unknownReward({ facts: { reward }, command: { rewardId } }: Attempt): Stop | null {
  return reward === null ? { refusal: notFound('reward', `${rewardId}`) } : null
}

function unassignedReward({ facts: { assignment, campaign }, command }: Attempt): Stop | null {
  if (assignment !== null) return null
  const { rewardId } = command
  const details = `Reward ${rewardId} is not on offer in campaign ${campaign.id}; assign it first`
  return { refusal: { ...notFound('reward_assignment', `${rewardId}`), details } }
}

function missingOrder({ offer: { reward }, command: { order } }: Attempt): Stop | null {
  if (order !== undefined || reward.parameters.type !== 'COIN') return null
  const details = 'An order is required when redeeming a pay-with-points reward: send order.items'
  return { code: 'missing_order', details }
}

/** The order or goods of its lines are unknown, or the goods cannot be saved. */
function unknownGoods({ ordered }: Attempt): Stop | null {
  return 'refusal' in ordered ? ordered : null
}

/** First the metadata of the order and its lines, then that of the redemption. */
function badMetadata({ ordered, facts, command }: Attempt): Stop | null {
  if ('code' in ordered) return ordered
  const mistake = metadataMistake(facts.redemptionSchema, command.metadata ?? {})
  if (mistake === null) return null
  return { code: 'metadata_validation_failed', details: `metadata: ${mistake}` }
}

function brokenRule(code: FailureCode): Reason {
  return {
    name: code,
    finds: ({ violation }) => (violation?.code === code ? violation : null)
  }
}

function usedUpCard({ facts: { card } }: Attempt): Stop | null {
  const { voucher } = card
  return isUsedUp(voucher) ? { code: 'quantity_exceeded', details: voucher.code } : null
}

function emptyStock({ offer: { reward } }: Attempt): Stop | null {
  const { id, stock, redeemed } = reward
  if (stock === null || redeemed < stock) return null
  return { code: 'reward_out_of_stock', details: `All ${stock} units of reward ${id} are taken` }
}

function ungrantable({ granted }: Attempt): Stop | null {
  const code = 'no_voucher_suitable_for_publication'
  return 'code' in granted && granted.code === code ? granted : null
}

/** The amounts that the reward would credit are checked before those that points would pay. */
function unpayable(code: FailureCode): Reason {
  return {
    name: code,
    finds: ({ granted, payment }) => {
      const stops = [granted, payment].filter(part => 'code' in part)
      return stops.find(stop => stop.code === code) ?? null
    }
  }
}

/** The customer's points, or the totals of their redemptions and orders. */
function outgrownTotal({ done, occasion }: Attempt): Stop | null {
  if ('code' in done) return done
  return occasion.learned.outgrown ? outOfRange(OUTGROWN) : null
}
