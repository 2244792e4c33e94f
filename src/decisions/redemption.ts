/**
 * Redeeming a reward with a loyalty card.
 *
 * A refusal is not an exception: it is a redemption with FAILURE, recorded like a success, so that
 * operation 9 can list it. Only what cannot be tied to the card, or names something that does not
 * exist, is a plain refusal. The order of the reasons is part of the contract; `reasons` states it
 * once and the tests table it.
 *
 * Spec: Endpoints 6; Resources, Redemption; Errors 1; States 1–2.
 */
import type {
  Campaign,
  Category,
  Customer,
  Metadata,
  MetadataSchema,
  Order,
  Product,
  RedeemedReward,
  Redemption,
  Reward,
  RewardAssignment,
  ShownVoucher,
  Sku,
  ValidationRuleAssignment,
  Voucher
} from '../model.ts'
import type { Change, Decision, Occasion } from './changes.ts'
import { simpleCustomer } from './customers.ts'
import { type BoundRule, type Collections, violatedRule } from './facts.ts'
import { counted, type Moved, type Purse, sumTotals, takePoints } from './ledger.ts'
import { metadataMistake } from './metadata.ts'
import { composeOrder, type Inventory, type OrderCommand, type OrderSchemas } from './orders.ts'
import { type PaidOrder, type Payment, paymentOf, payOrder } from './payment.ts'
import { type EarningContext, eventOf, isOpen, type ProgramFacts } from './points.ts'
import { FAILURE_MESSAGES, type FailureCode, notFound, type Refusal } from './refusals.ts'
import { grantReward, type RewardTarget } from './rewarding.ts'
import { usableVoucher } from './vouchers.ts'

export interface RedeemReward {
  readonly rewardId: string | undefined
  /** Points to spend on a COIN reward; undefined: as many as the rest of the order takes. */
  readonly points: number | undefined
  readonly order: OrderCommand | undefined
  readonly metadata: Metadata | undefined
}

/** All a redemption depends on. Campaign and card exist and belong together; the rest may not. */
export interface RedemptionFacts extends EarningContext {
  readonly campaign: Campaign
  readonly card: Purse
  readonly category: Category | null
  /** Rules assigned to the card itself, as the answer shows them. */
  readonly cardAssignments: readonly ValidationRuleAssignment[]
  readonly holder: Customer | null
  readonly reward: Reward | null
  readonly assignment: RewardAssignment | null
  /** Rules that bind the reward's assignment, the card or the campaign. */
  readonly rules: readonly BoundRule[]
  /** The stored order the request names; null for a new one. */
  readonly storedOrder: Order | null
  readonly inventory: Inventory
  readonly orderSchemas: OrderSchemas
  readonly redemptionSchema: MetadataSchema | null
  /** The goods of a MATERIAL reward. */
  readonly product: Product | null
  readonly sku: Sku | null
  /** The campaign a CAMPAIGN reward hands out from. */
  readonly target: RewardTarget | null
  /** Programs that earn when an order of the holder is paid. */
  readonly programs: readonly ProgramFacts[]
  readonly collections: Collections
}

/** The record, and the card as the answer shows it: after the points left, before any earned. */
export interface RedemptionAnswer {
  readonly redemption: Redemption
  readonly card: ShownVoucher
  readonly holder: Customer | null
  /** Set when refused: what the error fields say beyond the record. */
  readonly refusal: Refusal | null
}

/** Why it cannot be: recorded with a code, or (`refusal`) not tied to anything and not recorded. */
type Stop =
  | { readonly code: FailureCode; readonly details: string; readonly errorMessage?: string }
  | { readonly refusal: Refusal }

/** What is known once nothing but the points can refuse. */
interface Terms {
  readonly reward: Reward
  readonly assignment: RewardAssignment
  readonly holder: Customer
  /** The order of the request; a COIN reward pays it, other kinds only let rules look at it. */
  readonly order: Order | null
  /** The order's sum cannot be counted; said where amounts are refused. */
  readonly unpayable: Stop | null
}

export function redeemReward(
  facts: RedemptionFacts,
  command: RedeemReward,
  occasion: Occasion
): Decision<RedemptionAnswer> {
  const terms = termsOf(facts, command, occasion)
  if (!('reward' in terms)) return stopped(facts, command, terms, occasion)
  const id = occasion.newId('r')
  const { card: purse } = facts
  const given = command.points ?? null
  const payment = terms.unpayable ?? paymentOf({ ...terms, card: purse, given }, occasion)
  const granted = grantReward({ ...facts, ...terms, redemptionId: id }, occasion)
  // A coupon that cannot be published comes before the points in the order of refusals.
  if ('code' in granted) return stopped(facts, command, granted, occasion)
  if (!('points' in payment)) return stopped(facts, command, payment, occasion)
  // INVARIANT: paymentOf takes no more than there is to spend.
  const taken = takePoints(
    purse,
    {
      points: payment.points,
      as: 'redeemed',
      type: 'POINTS_REDEMPTION',
      cause: { redemptionId: id, rewardId: terms.reward.id },
      from: null
    },
    occasion
  ) as Moved
  const paid = payFor(facts, terms, { id, payment, card: taken.purse }, occasion)
  if ('refusal' in paid) return stopped(facts, command, outOfRange(paid.refusal), occasion)
  const redemption = {
    ...recordOf(facts, command, id, occasion),
    result: 'SUCCESS' as const,
    status: 'SUCCEEDED' as const,
    points: payment.points,
    order: paid.order,
    reward: { ...rewardOf(facts, command), ...granted.shown }
  }
  const totals = sumTotals([{ redemptionsSucceeded: 1 }, taken.totals, granted.totals, paid.totals])
  const changes: Change[] = [
    ...paid.orderChanges,
    taken.change,
    ...granted.changes,
    ...paid.earned,
    { kind: 'redemption.recorded', redemption },
    logOf(redemption, occasion),
    { kind: 'reward.redeemed', rewardId: terms.reward.id },
    ...counted(terms.holder.id, totals, paid.lastOrder)
  ]
  const card = shown(facts, taken.purse.voucher)
  return { result: { redemption, card, holder: facts.holder, refusal: null }, changes }
}

/** The reasons that do not depend on points, in the order which is part of the contract. */
function termsOf(facts: RedemptionFacts, command: RedeemReward, occasion: Occasion): Terms | Stop {
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
  const order = orderOf(facts, command, reward, occasion)
  if ('code' in order || 'refusal' in order) return order
  return (
    badMetadata(facts, command) ??
    brokenRule(facts, command, order, occasion) ??
    exhausted(facts, reward) ?? { reward, assignment, holder, ...order }
  )
}

type Composed = Pick<Terms, 'order' | 'unpayable'>

function orderOf(
  facts: RedemptionFacts,
  { order }: RedeemReward,
  reward: Reward,
  occasion: Occasion
): Composed | Stop {
  if (order === undefined) {
    if (reward.parameters.type !== 'COIN') return { order: null, unpayable: null }
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
  if ('order' in composed) return { order: composed.order, unpayable: null }
  const { refusal } = composed
  if (refusal.key === 'invalid_amount') return { order: null, unpayable: outOfRange(refusal) }
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
  { metadata, points }: RedeemReward,
  { order }: Composed,
  { now, project, channelId }: Occasion
): Stop | null {
  const { rules, holder, segments, collections } = facts
  return violatedRule(
    rules,
    {
      customer: holder,
      segments,
      order,
      collections,
      eventMetadata: null,
      redemption: {
        metadata: metadata ?? {},
        apiKey: channelId,
        points: points ?? null
      }
    },
    { now, zone: project.timezone }
  )
}

function exhausted({ card: { voucher } }: RedemptionFacts, reward: Reward): Stop | null {
  const { redemptionQuantity, redeemedQuantity } = voucher
  if (redemptionQuantity !== null && redeemedQuantity >= redemptionQuantity) {
    return { code: 'quantity_exceeded', details: voucher.code }
  }
  if (reward.stock !== null && reward.redeemed >= reward.stock) {
    const details = `All ${reward.stock} units of reward ${reward.id} are taken`
    return { code: 'reward_out_of_stock', details }
  }
  return null
}

const NO_ORDER: PaidOrder = {
  order: null,
  orderChanges: [],
  earned: [],
  totals: {},
  lastOrder: null
}

/** A COIN redemption pays its order; any other leaves it alone. */
function payFor(
  facts: RedemptionFacts,
  { order, holder, reward }: Terms,
  { id, payment, card }: { id: string; payment: Payment; card: Purse },
  occasion: Occasion
): PaidOrder | { readonly refusal: Refusal } {
  if (order === null || reward.parameters.type !== 'COIN') return NO_ORDER
  const { storedOrder: stored, campaign } = facts
  const { discount } = payment
  const named = { campaignId: campaign.id, redemptionId: id }
  return payOrder(facts, { stored, order, holder, card, discount, ...named }, occasion)
}

/** Records a failure and answers with it, or passes on what is not recorded. */
function stopped(
  facts: RedemptionFacts,
  command: RedeemReward,
  stop: Stop,
  occasion: Occasion
): Decision<RedemptionAnswer> {
  if ('refusal' in stop) return stop
  const redemption: Redemption = {
    ...recordOf(facts, command, occasion.newId('r'), occasion),
    result: 'FAILURE',
    status: 'FAILED',
    failureCode: stop.code,
    failureMessage: FAILURE_MESSAGES[stop.code]
  }
  const changes: Change[] = [
    { kind: 'redemption.recorded', redemption },
    logOf(redemption, occasion)
  ]
  if (facts.holder !== null) {
    changes.push(...counted(facts.holder.id, { redemptionsFailed: 1 }))
  }
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

function recordOf(
  facts: RedemptionFacts,
  command: RedeemReward,
  id: string,
  { now, sign, channelId }: Occasion
): Redemption {
  const { card, campaign, holder } = facts
  const tracked = holder?.sourceId ?? null
  return {
    id,
    date: now,
    voucherId: card.voucher.id,
    campaignId: campaign.id,
    customer: simpleCustomer(holder),
    trackingId: tracked === null ? null : `track_${sign(`tracking:${tracked}`)}`,
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

function notAssigned(reward: Reward, campaign: Campaign): Refusal {
  return {
    ...notFound('reward_assignment', reward.id),
    details: `Reward ${reward.id} is not on offer in campaign ${campaign.id}; assign it first`
  }
}

function outOfRange({ details }: Refusal): Stop {
  return { code: 'invalid_amount', details }
}
