/**
 * Redeeming a reward with a loyalty card. A failure is not an exception: it is a redemption with
 * FAILURE, recorded like a success, so that getVoucherRedemptions lists it. Only a request that
 * belongs to no card, or names things that do not exist, is refused without a record. The reasons
 * and their order stand below.
 * Spec: redeemReward, redeemRewardByCard, RedemptionRefused.failure_code, RewardParameters.coin,
 * Redemption.order,
 * openapi/behaviour/redemptions-and-rollbacks.md#a-failed-redemption-is-400-with-its-own-record.
 */

import type {
  CountScope,
  Customer,
  ItemProduct,
  ItemSku,
  Order,
  OrderItem,
  OrderRedemption,
  RecordedOrder,
  Redemption,
  Reward,
  RewardAssignment,
  ShownVoucher,
  Voucher
} from '../../model.ts'
import { present } from '../../rules/mistake.ts'
import { coinPayment, type NoPayment, takeAtMost, takeFromLots } from '../../rules/points.ts'
import { isSelective } from '../../rules/validation.ts'
import type { Change, CountStep, Decision, Occasion } from '../changes.ts'
import {
  addOrderDiscount,
  type ItemCommand,
  NOTHING_SENT,
  type OrderCommand,
  sentMapRefusal,
  termsAsked,
  withKnownIds
} from '../orders/lines.ts'
import { composeOrder, isPaid, keepOrder, type SavedOrder } from '../orders/orders.ts'
import { closedDetails, givesPoints } from '../points/earning.ts'
import {
  changeTotals,
  heldAt,
  type LotLines,
  type Purse,
  shortDetails,
  spendableLots,
  sumOf,
  takeLines
} from '../points/lots.ts'
import {
  FAILURE_MESSAGES,
  NOTHING_LEFT,
  notFound,
  OUTGROWN,
  outOfStock,
  paidOrder,
  type Refusal,
  type Unable
} from '../refusals.ts'
import { type OpenStanding, openStanding } from '../standing/open.ts'
import { mapRefusal, metadataMistake } from '../updates.ts'
import {
  applicableAmount,
  type Collections,
  type RulesViolated,
  type Violation,
  violatedRules
} from '../validation-rules.ts'
import {
  isUsedUp,
  type Unusable,
  unusableDetails,
  usedUpDetails,
  whyUnusable
} from '../vouchers/vouchers.ts'
import {
  type AllStops,
  type Granted,
  grantReward,
  isStop,
  Precedence,
  type RecordedStop,
  type RedeemReward,
  type RedemptionFacts,
  recordOf,
  recordRedemption,
  rewardAskedFor,
  type Stopped,
  type UnavailableCode,
  type UnrecordedStop
} from './delivery.ts'
import {
  type ApplicableItems,
  applicabilityOf,
  type BoundRule,
  countInScopes,
  knownCounts,
  scopesOf
} from './limits.ts'

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
  // A failure is recorded with what was sent, so that has to be within the bounds of a record.
  const { metadata = {}, order } = command
  const unrecordable =
    mapRefusal(metadata, 'metadata') ?? (order === undefined ? null : sentMapRefusal(order))
  if (unrecordable !== null) return { refusal: unrecordable }
  // Rules judge the holder's present standing, including what has become due since it was stored.
  const { holder } = facts
  const holding =
    holder === null
      ? null
      : { holder, opened: openStanding(facts, holder, occasion, { after: 'consequences' }) }
  const id = occasion.newId('r')
  const orderSeen = orderAsSent(command.order, facts)
  const attempt = { facts: seenBy(holding, facts), command, occasion, holding, id, orderSeen }
  const judged = REASONS.judge(attempt)
  if (isStop(judged)) return stopped(attempt, judged)
  const { redemption, voucher, changes } = judged.done
  const card = shown(facts, voucher)
  return { result: { redemption, card, ...about(facts), refusal: null }, changes }
}

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

/*
 * An attempt to redeem a reward: the request, and what the reasons to refuse it look at. The
 * reasons examine an attempt one after the other. Each part is computed when a reason first needs
 * it, so that no order is composed and no points move for a request that an earlier reason refuses.
 * The payment is computed before the rules are judged, because rules may look at it.
 */

interface Holding {
  readonly holder: Customer
  readonly opened: OpenStanding | Unable
}

/** One request. Its record gets its id at the start, whether it succeeds or fails. */
interface Attempt {
  /** With the holder's present card and segments. */
  readonly facts: RedemptionFacts
  readonly command: RedeemReward
  readonly occasion: Occasion
  readonly holding: Holding | null
  readonly id: string
  /** The order as far as the decision has looked at it; null for none. */
  readonly orderSeen: RecordedOrder | null
}

type HeldAttempt = Attempt & Holding
type RewardedAttempt = HeldAttempt & { readonly reward: Reward }
type OfferedAttempt = RewardedAttempt & { readonly assignment: RewardAssignment }
type OrderedAttempt = OfferedAttempt & { readonly ordered: Composed }

interface FoundAttempt extends OfferedAttempt {
  readonly ordered: Composed | RecordedStop<'metadata_validation_failed'>
}

interface JudgedAttempt extends OrderedAttempt {
  /** The points taken and the amount paid, or why the card cannot pay. */
  readonly payment: PaymentFound
  readonly countedFor: CountedFor
  /** The most telling rule of each kind that the redemption breaks. */
  readonly violations: readonly Violation[]
}

interface GrantedAttempt extends JudgedAttempt {
  readonly granted: Granted | AllStops<UnavailableCode>
}

interface PayableAttempt extends GrantedAttempt {
  readonly granted: Granted
  readonly payment: Payment
}

type CarriedOutAttempt = PayableAttempt & { readonly done: CarriedOutRedemption }

interface Composed {
  /** A COIN reward pays it, for other rewards only rules look at it; null for none. */
  readonly order: Order | null
  /** The changes that save overridden goods; none for an order that is not stored. */
  readonly goods: readonly Change[]
  /** The sum of the order cannot be counted; refused together with amounts. */
  readonly uncounted: RecordedStop<'invalid_amount'> | null
}

function seenBy(holding: Holding | null, facts: RedemptionFacts): RedemptionFacts {
  if (holding === null || 'refusal' in holding.opened) return facts
  const { opened } = holding
  return { ...facts, segments: opened.standing.segments, card: opened.purse(facts.card) }
}

function refuseUncountable({ details }: Refusal): RecordedStop<'invalid_amount'> {
  return { code: 'invalid_amount', details }
}

/**
 * The order of a request as it would be paid, or what is wrong with it.
 * Spec: openapi/behaviour/orders.md#a-stored-order-counts-over-what-a-redemption-repeats-of-it.
 */
function composeAskedOrder(
  { facts, command: { order } }: Attempt,
  occasion: Occasion
): Composed | RecordedStop<'metadata_validation_failed'> | UnrecordedStop {
  if (order === undefined) return { order: null, goods: [], uncounted: null }
  if (order.id !== undefined && facts.storedOrder === null) {
    return { refusal: notFound('order', order.id) }
  }
  // The stored order takes precedence over what the request repeats of it, and keeps its date.
  const { createdAt } = order
  const command = facts.storedOrder === null ? order : { ...NOTHING_SENT, createdAt }
  const goods = { inventory: facts.inventory, schemas: facts.orderSchemas }
  const composed = composeOrder(facts.storedOrder, command, goods, occasion)
  if ('order' in composed) return { ...composed, uncounted: null }
  const { refusal } = composed
  if (composed.uncounted !== undefined) {
    return { order: composed.uncounted, goods: [], uncounted: refuseUncountable(refusal) }
  }
  if (refusal.key === 'metadata_validation_failed') {
    return { code: refusal.key, details: refusal.details }
  }
  return { refusal }
}

function judgeAttempt(attempt: OrderedAttempt): JudgedAttempt {
  const payment = paymentFor(attempt)
  const countedFor = countedIn(attempt, payment)
  return { ...attempt, payment, countedFor, violations: violationsOf(attempt, payment, countedFor) }
}

function paymentFor(attempt: OrderedAttempt): PaymentFound {
  const { ordered, facts, reward, assignment, command, occasion } = attempt
  const { order, uncounted } = ordered
  const given = command.points ?? null
  const payment = paymentOf({ ...facts, reward, assignment, order, given }, occasion)
  if (uncounted === null) return payment
  // Without its sum, nobody can say that an order has nothing left to pay.
  const others =
    'wrong' in payment ? payment.wrong.filter(({ code }) => code !== 'invalid_order') : []
  return { wrong: [uncounted, ...others] }
}

function violationsOf(
  { facts, command, holder, reward, ordered, occasion }: OrderedAttempt,
  payment: PaymentFound,
  { scopes, paid }: CountedFor
): readonly Violation[] {
  const { now, project, channelId } = occasion
  return violatedRules(
    facts.rules,
    {
      customer: holder,
      segments: facts.segments,
      order: ordered.order,
      storedOrderId: facts.storedOrder?.id,
      collections: facts.collections,
      eventMetadata: null,
      redemption: {
        metadata: command.metadata ?? {},
        apiKey: channelId,
        points: pointsUsed(reward, payment),
        credit: null,
        // A card without a holder is refused before rules are judged.
        byHolder: true,
        counts: knownCounts(scopes, facts.counts, paid, occasion)
      }
    },
    { now, zone: project.timezone }
  )
}

/** Points that pay for an order, 0 when they cannot; null for other rewards. */
function pointsUsed({ parameters }: Reward, payment: PaymentFound): number | null {
  if (parameters.type !== 'COIN') return null
  return 'points' in payment ? payment.points : 0
}

/** The scopes in the order in which they are counted; amounts are 0 when no order is paid. */
function countedIn(attempt: OrderedAttempt, payment: PaymentFound): CountedFor {
  const { facts, assignment, holder, occasion } = attempt
  const scopes = scopesOf({
    campaignId: facts.campaign.id,
    voucherId: facts.card.voucher.id,
    promotionTierId: null,
    assignmentId: assignment.id,
    customerId: holder.id,
    apiKey: occasion.channelId
  })
  const order = orderPaid(attempt, payment)
  const paid = {
    ordersAmount: order?.amount ?? 0,
    ordersDiscountAmount: order?.totalDiscountAmount ?? 0
  }
  return { scopes, paid }
}

/** The order after points paid it; null when they pay none. */
function orderPaid({ ordered, reward }: OrderedAttempt, payment: PaymentFound): Order | null {
  const { order } = ordered
  const pays = reward.parameters.type === 'COIN' && 'points' in payment
  return order !== null && pays ? addOrderDiscount(order, payment.discount) : null
}

function prepareGrant(attempt: JudgedAttempt): GrantedAttempt {
  const { facts, reward, holder, opened, id, occasion } = attempt
  const target = facts.target && { ...facts.target, held: heldIn(opened, facts.target) }
  const asked = { ...facts, reward, holder, target, redemptionId: id }
  return { ...attempt, granted: grantReward(asked, occasion) }
}

/** The voucher that a reward would credit; the holder may have joined the program just now. */
function heldIn(
  opened: OpenStanding | Unable,
  { campaign, held }: NonNullable<RedemptionFacts['target']>
) {
  if ('refusal' in opened) return held
  const { programs } = opened.standing
  return programs.find(program => program.campaign.id === campaign.id)?.card ?? held
}

/** The scopes that a redemption counts in, and the amounts of the order that it pays. */
export interface CountedFor {
  readonly scopes: readonly CountScope[]
  readonly paid: Pick<CountStep, 'ordersAmount' | 'ordersDiscountAmount'>
}

type Permitted = PayableAttempt & { readonly opened: OpenStanding }

interface CarriedOutRedemption {
  readonly redemption: Redemption
  /** The card after the points left and before any are earned. */
  readonly voucher: Voucher
  readonly changes: readonly Change[]
}

/** Everything that a redemption does; refused when the points that follow cannot be counted. */
function carryOut(permitted: Permitted, occasion: Occasion): CarriedOutRedemption | Unable {
  const { facts, command, reward, opened, payment, granted, countedFor, id, orderSeen } = permitted
  const { points, taken } = payment
  const cause = { redemptionId: id, rewardId: reward.id }
  const removal = { taken, as: 'redeemed', type: 'POINTS_REDEMPTION', cause } as const
  const redeemed = takeLines(facts.card, removal, occasion)
  const left = opened.move(redeemed)
  const handed = granted.purse === null ? left : left.give({ ...granted, purse: granted.purse })
  const paid = payFor(handed, permitted)
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
        ...recordRedemption(redemption, occasion, facts.countsKept),
        { kind: 'reward.redeemed', rewardId: reward.id },
        ...countInScopes(countedFor.scopes, facts, countedFor.paid, occasion)
      ],
      { redemptionsSucceeded: 1 }
    )
  const after = done.conclude()
  if ('refusal' in after) return after
  return { redemption, voucher: redeemed.purse.voucher, changes: after.changes }
}

/** Points pay for what discounts left. */
const DISCOUNTED = { base: 'DISCOUNTED_AMOUNT', products: 'STACK' } as const

/** A COIN redemption pays its order; other rewards leave the order as it is. */
function payFor(known: OpenStanding, { facts, command, reward, ordered, payment, id }: Permitted) {
  const { order, goods } = ordered
  if (order === null || reward.parameters.type !== 'COIN') return { order: null, known }
  const { storedOrder: stored, campaign, card, collections } = facts
  const { discount, points } = payment
  const named = { campaignId: campaign.id, cardId: card.voucher.id, redemptionId: id }
  const { type: _, ...ratio } = reward.parameters
  const applicability = facts.rules.map(({ rule }) => rule.applicableTo).filter(isSelective)
  const off = { ratio, points, asked: command.points ?? null }
  const terms = [{ redemptionId: id, mode: DISCOUNTED, applicability, off }]
  const asked = termsAsked(terms, { items: order.items, collections })
  return payOrder(known.write(goods), { stored, order, discount, asked, ...named })
}

/*
 * The reasons to refuse a redemption, in their one order. The order is part of the contract: the
 * descriptions of both operations and openapi/behaviour state it, and a test holds them against
 * this table. Nothing else puts reasons in an order: what looks at a voucher, a rule, a reward or a
 * payment says all that is wrong, and the table says what counts. A reason may rely on all reasons
 * above it. The balance comes late, so that collecting more points never uncovers a reason that was
 * there before.
 */

/**
 * The first one that finds something refuses the redemption; when none does, it is carried out.
 * Spec: openapi/behaviour/redemptions-and-rollbacks.md#the-reasons-to-refuse-have-one-order.
 */
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
    ({ violations }: JudgedAttempt): readonly RecordedStop<RulesViolated>[] => violations
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

function closedCampaign({ facts, occasion }: Attempt): RecordedStop<'campaign_not_active'> | null {
  const { campaign } = facts
  if (givesPoints(campaign, occasion)) return null
  return { code: 'campaign_not_active', details: closedDetails(campaign, occasion) }
}

function unusableCard({ facts, occasion }: Attempt): readonly RecordedStop<Unusable>[] {
  const { voucher } = facts.card
  const reasons = whyUnusable(voucher, occasion.now, occasion.project.timezone)
  return reasons.map(code => ({ code, details: unusableDetails(code, voucher) }))
}

/** Stops when the card has no holder, or the order belongs to another customer. */
function requireHolder(attempt: Attempt): HeldAttempt | RecordedStop<'invalid_customer'> {
  const { facts, holding } = attempt
  const owner = facts.storedOrder?.customerId ?? null
  if (holding !== null && (owner === null || owner === holding.holder.id)) {
    return { ...attempt, ...holding }
  }
  const { code } = facts.card.voucher
  const details =
    holding === null
      ? `Card ${code} has no holder; give it to a customer first`
      : `Order ${facts.storedOrder?.id} is another customer's than card ${code}; send one of its holder`
  return { code: 'invalid_customer', details }
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

function missingOrder({ reward, command }: OfferedAttempt): RecordedStop<'missing_order'> | null {
  if (command.order !== undefined || reward.parameters.type !== 'COIN') return null
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

function usedUpCard({ facts, occasion }: Attempt): RecordedStop<'quantity_exceeded'> | null {
  const { voucher } = facts.card
  const { uses } = heldAt(facts.card, occasion.now)
  if (!isUsedUp(voucher, uses)) return null
  return { code: 'quantity_exceeded', details: usedUpDetails(voucher, uses) }
}

function emptyStock({ reward }: JudgedAttempt): RecordedStop<'reward_out_of_stock'> | null {
  const { id, stock, redeemed } = reward
  if (stock === null || redeemed < stock) return null
  return { code: 'reward_out_of_stock', details: outOfStock(id, stock) }
}

/** What is wrong with the reward comes before what is wrong with the payment. */
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

/*
 * Paying for a reward: the points it takes, and the order that points pay. A price in points is all
 * or nothing. A COIN reward takes what the rest of its order is worth, as far as the card has
 * points; points worth nothing are never taken. An order that points pay is paid like any other,
 * and earns once, like any other.
 */

/** Points taken from the card (at least 1), and the discount on the order (smallest unit). */
export interface Payment {
  readonly points: number
  readonly discount: number
  readonly taken: LotLines
}

export interface PaymentFacts {
  readonly card: Purse
  readonly reward: Reward
  readonly assignment: RewardAssignment
  /** The points that the customer names; null for as many as are needed. */
  readonly given: number | null
  /** The order that a COIN reward pays, as far as the binding rules allow. */
  readonly order: Order | null
  /** The order when it is a stored one, which counts as it is stored. */
  readonly storedOrder: Order | null
  readonly rules: readonly BoundRule[]
  readonly collections: Collections
}

export type UnpayableCode = 'invalid_order' | 'invalid_amount' | 'loyalty_card_points_exceeded'

/** The payment, or all that is wrong. */
type PaymentFound = Payment | AllStops<UnpayableCode>

/** Without an order, a COIN reward has nothing to pay. */
export function paymentOf(
  { card, reward, assignment, given, order, ...bound }: PaymentFacts,
  occasion: Occasion
): PaymentFound {
  const lots = spendableLots(card, occasion)
  const balance = sumOf(lots) - heldAt(card, occasion.now).points
  if (reward.parameters.type !== 'COIN') {
    const points = present(assignment.points, `${assignment.id} has no price`)
    const taken = points > balance ? null : takeFromLots(lots, points)
    return taken === null
      ? { wrong: [tooFewPoints(shortDetails(card, points, occasion))] }
      : { points, discount: 0, taken }
  }
  const remaining =
    order === null || isPaidOrCanceled(order)
      ? 0
      : applicableAmount(bound.rules, { ...bound, order })
  const payment = coinPayment(reward.parameters, { remaining, given, balance })
  if ('refused' in payment) {
    const [one, ...others] = payment.refused
    const stop = stopOf({ short: shortDetails(card, null, occasion), order, given, ...bound })
    return { wrong: [stop(one), ...others.map(stop)] }
  }
  return { ...payment, taken: takeAtMost(lots, payment.points) }
}

function isPaidOrCanceled(order: Order): boolean {
  return isPaid(order) || order.status === 'CANCELED'
}

interface Paying extends Pick<PaymentFacts, 'given' | 'order' | 'storedOrder'> {
  /** What the card has, when it is too little. */
  readonly short: string
}

function stopOf({ short, order, given, storedOrder }: Paying) {
  return (reason: NoPayment): RecordedStop<UnpayableCode> => {
    switch (reason) {
      case 'nothing_to_pay':
        return { code: 'invalid_order', details: nothingToPay(order, storedOrder) }
      case 'no_points':
        return tooFewPoints(short)
      case 'out_of_range':
        return {
          code: 'invalid_amount',
          details: `The points for this order exceed ${Number.MAX_SAFE_INTEGER}; send smaller amounts`
        }
      case 'worthless': {
        const worth = 'worth nothing at the ratio of this reward; use more of them'
        return { code: 'invalid_amount', details: `${given} points are ${worth}` }
      }
    }
  }
}

function tooFewPoints(details: string): RecordedStop<'loyalty_card_points_exceeded'> {
  return { code: 'loyalty_card_points_exceeded', details }
}

function nothingToPay(order: Order | null, stored: Order | null): string {
  if (order !== null && isPaidOrCanceled(order)) {
    return paidOrder(order)
  }
  return stored === null
    ? NOTHING_LEFT
    : `Order ${stored.id} counts as it is stored, and has nothing left to pay; update it first`
}

export interface OrderPayment {
  readonly stored: Order | null
  readonly order: Order
  readonly cardId: string
  readonly campaignId: string
  readonly redemptionId: string
  /** The discount on the order, smallest unit. */
  readonly discount: number
  readonly asked?: Pick<OrderRedemption, 'terms' | 'collections'>
}

/** Pays an order with points: its status becomes PAID, and it earns unless it has earned before. */
export function payOrder(
  known: OpenStanding,
  { stored, order, cardId, asked, ...payment }: OrderPayment
): SavedOrder | Unable {
  const { discount } = payment
  const link = {
    date: known.occasion.now,
    relatedObjectType: 'voucher' as const,
    relatedObjectId: cardId,
    relatedObjectParentId: payment.campaignId,
    discountAmount: discount,
    ...asked
  }
  const paid: Order = {
    ...addOrderDiscount(order, discount),
    status: 'PAID',
    customerId: known.standing.customer.id,
    redemptions: { ...order.redemptions, [payment.redemptionId]: link }
  }
  return keepOrder(known, { stored, order: paid })
}

/*
 * The order that a redemption records: as it was sent, until the decision has looked at it; then
 * with its goods and prices; and after a payment as it was paid. An order that is not stored keeps
 * no id, and no ids of goods that it would have made.
 */

/**
 * The order before anything of it was looked at. A name of a stored order is told by its id.
 * Spec:
 * openapi/behaviour/redemptions-and-rollbacks.md#a-redemption-shows-the-order-that-it-looked-at.
 */
export function orderAsSent(
  sent: OrderCommand | undefined,
  { storedOrder }: Pick<RedemptionFacts, 'storedOrder'>
): RecordedOrder | null {
  if (sent === undefined) return null
  return {
    id: storedOrder?.id ?? null,
    sourceId: sent.sourceId ?? null,
    status: null,
    amount: sent.amount ?? null,
    initialAmount: sent.initialAmount ?? null,
    discountAmount: sent.discountAmount ?? null,
    itemsDiscountAmount: null,
    totalDiscountAmount: null,
    totalAmount: null,
    appliedDiscountAmount: null,
    items: (sent.items ?? []).map(itemAsSent),
    metadata: sent.metadata ?? {},
    customerId: null,
    referrerId: null,
    redemptions: {},
    earnedAt: null,
    earned: null,
    returned: null,
    takenBackAt: null,
    createdAt: null,
    updatedAt: null,
    version: 0
  }
}

function itemAsSent(item: ItemCommand): OrderItem {
  return {
    productId: item.productId ?? null,
    skuId: item.skuId ?? null,
    sourceId: item.sourceId ?? null,
    relatedObject: item.relatedObject ?? null,
    quantity: item.quantity ?? 1,
    initialQuantity: item.initialQuantity ?? null,
    discountQuantity: item.discountQuantity ?? null,
    price: item.price ?? null,
    amount: item.amount ?? null,
    initialAmount: item.initialAmount ?? null,
    discountAmount: item.discountAmount ?? null,
    subtotalAmount: null,
    product: item.product === undefined ? null : productAsSent(item.product),
    sku: item.sku === undefined ? null : skuAsSent(item.sku),
    metadata: item.metadata ?? {}
  }
}

function productAsSent(sent: NonNullable<ItemCommand['product']>): ItemProduct {
  const { id = null, sourceId = null, name = null, price = null, metadata = {} } = sent
  return { id, sourceId, name, price, metadata }
}

function skuAsSent(sent: NonNullable<ItemCommand['sku']>): ItemSku {
  const { id = null, sourceId = null, sku = null, price = null, metadata = {} } = sent
  return { id, sourceId, sku, price, metadata }
}

/** The order that a redemption looked at: a stored one as it is stored, or one with its prices. */
export function composedOrder(
  order: Order | null,
  { storedOrder, inventory }: Pick<RedemptionFacts, 'storedOrder' | 'inventory'>
): RecordedOrder | null {
  if (order === null || storedOrder !== null) return storedOrder
  const { products, skus } = inventory
  const stored = new Set([...products.values(), ...skus.values()].map(({ id }) => id))
  // Goods that the order would have made have no id.
  const known = (id: string | null) => (id !== null && stored.has(id) ? id : null)
  const items = order.items.map(item => withKnownIds(item, known))
  return { ...order, id: null, status: null, createdAt: null, items }
}
