/**
 * The terms of a redemption: what is redeemed for what, or why it cannot be.
 *
 * The order of the reasons is part of the contract: `termsOf` states it once and the tests table
 * it. What the points would pay is worked out before the rules are asked, because rules may look at
 * it, and what is wrong with it is said when all else is well.
 *
 * Spec: redeemReward, RedemptionRefused.failure_code; Decisions 15, 35, 36, 99 and 102.
 */
import type {
  Campaign,
  CountScope,
  Customer,
  Order,
  Reward,
  RewardAssignment
} from '../../model.ts'
import type { Change, CountStep } from '../changes.ts'
import { metadataMistake } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import type { OrderCommand } from '../orders/commands.ts'
import { composeOrder } from '../orders/orders.ts'
import { applyDiscount } from '../orders/point-discounts.ts'
import { isOpen } from '../points/earning.ts'
import { type FailureCode, notFound, type Refusal } from '../refusals.ts'
import { violatedRule } from '../validation-rules/facts.ts'
import { isUsedUp, usableVoucher } from '../vouchers/vouchers.ts'
import { knownCounts, scopesOf } from './limits.ts'
import { type Payment, paymentOf } from './payment.ts'
import type { RedeemReward, RedemptionFacts } from './request.ts'

/** Why it cannot be: recorded with a code, or (`refusal`) not tied to anything and not recorded. */
export type Stop =
  | {
      readonly code: FailureCode
      readonly details: string
      /** What a rule found, where the code alone says too little. */
      readonly failureMessage?: string
      /** A rule's own words for the customer. */
      readonly errorMessage?: string
    }
  | { readonly refusal: Refusal }

/** What is known once nothing but the points can refuse. */
export interface Terms {
  readonly reward: Reward
  readonly assignment: RewardAssignment
  readonly holder: Customer
  /** The order of the request; a COIN reward pays it, other kinds only let rules look at it. */
  readonly order: Order | null
  /** What saves the goods that its lines override; an order that is not stored saves none. */
  readonly goods: readonly Change[]
  /** What is taken and paid, or why that cannot be: said where amounts are refused. */
  readonly payment: Payment | Stop
}

/** Every reason but those of the points themselves, in the order which is part of the contract. */
export function termsOf(
  facts: RedemptionFacts,
  command: RedeemReward,
  occasion: Occasion
): Terms | Stop {
  const { campaign, card, holder, reward, assignment } = facts
  if (!isOpen(campaign, occasion)) {
    return { code: 'campaign_not_active', details: `Campaign ${campaign.id} is not active now` }
  }
  const unusable = usableVoucher(card.voucher, occasion.now, occasion.project.timezone)
  if (unusable !== null) return { code: unusable, details: card.voucher.code }
  const owner = facts.storedOrder?.customerId ?? null
  if (holder === null || (owner !== null && owner !== holder.id)) {
    return { code: 'invalid_customer', details: card.voucher.code }
  }
  if (command.rewardId === undefined) {
    const details = 'A reward is required when redeeming a LOYALTY_CARD: send reward.id'
    return { code: 'missing_reward', details }
  }
  if (reward === null) return { refusal: notFound('reward', command.rewardId) }
  if (assignment === null) return { refusal: notAssigned(reward, campaign) }
  const composed = orderOf(facts, command, reward, occasion)
  if ('code' in composed || 'refusal' in composed) return composed
  const { order, goods, unpayable } = composed
  const asked = { ...facts, reward, assignment, order, given: command.points ?? null }
  const payment = unpayable ?? paymentOf(asked, occasion)
  const terms = { reward, assignment, holder, order, goods, payment }
  return (
    badMetadata(facts, command) ??
    brokenRule(facts, command, terms, occasion) ??
    exhausted(facts, reward) ??
    terms
  )
}

interface Composed {
  readonly order: Order | null
  readonly goods: readonly Change[]
  /** The order's sum cannot be counted. */
  readonly unpayable: Stop | null
}

function orderOf(
  facts: RedemptionFacts,
  { order }: RedeemReward,
  reward: Reward,
  occasion: Occasion
): Composed | Stop {
  if (order === undefined) {
    if (reward.parameters.type !== 'COIN') return { order: null, goods: [], unpayable: null }
    const details = 'An order is required when redeeming a pay-with-points reward: send order.items'
    return { code: 'missing_order', details }
  }
  if (order.id !== undefined && facts.storedOrder === null) {
    return { refusal: notFound('order', order.id) }
  }
  // What is stored counts over what the request repeats of it.
  const command = facts.storedOrder === null ? order : NOTHING_SENT
  const goods = { inventory: facts.inventory, schemas: facts.orderSchemas }
  const composed = composeOrder(facts.storedOrder, command, goods, occasion)
  if ('order' in composed) return { ...composed, unpayable: null }
  const { refusal } = composed
  if (composed.uncounted !== undefined) {
    return { order: composed.uncounted, goods: [], unpayable: outOfRange(refusal) }
  }
  if (refusal.key === 'metadata_validation_failed') {
    return { code: refusal.key, details: refusal.details }
  }
  return { refusal }
}

const NOTHING_SENT: OrderCommand = {
  id: undefined,
  sourceId: undefined,
  status: undefined,
  amount: undefined,
  initialAmount: undefined,
  discountAmount: undefined,
  items: undefined,
  metadata: undefined
}

function badMetadata({ redemptionSchema }: RedemptionFacts, { metadata }: RedeemReward) {
  const mistake = metadataMistake(redemptionSchema, metadata ?? {})
  if (mistake === null) return null
  return { code: 'metadata_validation_failed', details: `metadata: ${mistake}` } as const
}

/** Customer rules, then order rules, then redemption rules. */
function brokenRule(
  facts: RedemptionFacts,
  { metadata }: RedeemReward,
  terms: Terms,
  occasion: Occasion
): Stop | null {
  const { rules, holder, segments, collections } = facts
  const { scopes, paid } = countedFor(facts, terms, occasion)
  const { now, project, channelId } = occasion
  return violatedRule(
    rules,
    {
      customer: holder,
      segments,
      order: terms.order,
      collections,
      eventMetadata: null,
      redemption: {
        metadata: metadata ?? {},
        apiKey: channelId,
        points: pointsUsed(terms),
        counts: knownCounts(scopes, facts.counts, paid, occasion)
      }
    },
    { now, zone: project.timezone }
  )
}

/** Points that pay for an order, 0 where they cannot; null: for something else. */
function pointsUsed({ reward, payment }: Terms): number | null {
  if (reward.parameters.type !== 'COIN') return null
  return 'points' in payment ? payment.points : 0
}

/** Everything the redemption counts for, and what it adds to the orders that were paid there. */
export interface CountedFor {
  readonly scopes: readonly CountScope[]
  readonly paid: Pick<CountStep, 'ordersAmount' | 'ordersDiscountAmount'>
}

/** Things in the order in which they are to be counted; amounts are 0 where no order is paid. */
export function countedFor(
  { campaign, card }: RedemptionFacts,
  terms: Terms,
  { channelId }: Pick<Occasion, 'channelId'>
): CountedFor {
  const scopes = scopesOf({
    campaignId: campaign.id,
    voucherId: card.voucher.id,
    assignmentId: terms.assignment.id,
    customerId: terms.holder.id,
    apiKey: channelId
  })
  const order = orderPaid(terms)
  const paid = {
    ordersAmount: order?.amount ?? 0,
    ordersDiscountAmount: order?.totalDiscountAmount ?? 0
  }
  return { scopes, paid }
}

/** The order as points pay it; null where they pay none. */
function orderPaid({ order, reward, payment }: Terms): Order | null {
  const pays = reward.parameters.type === 'COIN' && 'points' in payment
  return order !== null && pays ? applyDiscount(order, payment.discount) : null
}

function exhausted({ card: { voucher } }: RedemptionFacts, reward: Reward): Stop | null {
  if (isUsedUp(voucher)) return { code: 'quantity_exceeded', details: voucher.code }
  if (reward.stock !== null && reward.redeemed >= reward.stock) {
    const details = `All ${reward.stock} units of reward ${reward.id} are taken`
    return { code: 'reward_out_of_stock', details }
  }
  return null
}

function notAssigned(reward: Reward, campaign: Campaign): Refusal {
  return {
    ...notFound('reward_assignment', reward.id),
    details: `Reward ${reward.id} is not on offer in campaign ${campaign.id}; assign it first`
  }
}

/** A sum that cannot be counted, as a redemption says it. */
export function outOfRange({ details }: Refusal): Stop {
  return { code: 'invalid_amount', details }
}
