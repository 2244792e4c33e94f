/**
 * An attempt to redeem a reward: the request, and what the reasons to refuse it look at.
 *
 * The reasons (reasons.ts) examine an attempt one after the other. Each part is computed when a
 * reason first needs it, so that no order is composed and no points move for a request that an
 * earlier reason refuses. The payment is computed before the rules are judged, because rules may
 * look at it.
 *
 * Spec: redeemReward.
 */
import type { Customer, Order, RecordedOrder, Reward, RewardAssignment } from '../../model.ts'
import type { Occasion } from '../occasion.ts'
import { NOTHING_SENT } from '../orders/commands.ts'
import { composeOrder } from '../orders/orders.ts'
import { addOrderDiscount } from '../orders/point-discounts.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { type OpenStanding, openStanding, type Unable } from '../standing/open.ts'
import { type Violation, violatedRules } from '../validation-rules/violations.ts'
import type { CarriedOutRedemption, CountedFor, Ordered } from './carrying-out.ts'
import { type Granted, grantReward, type UnavailableCode } from './delivery.ts'
import { knownCounts, scopesOf } from './limits.ts'
import { orderAsSent } from './orders.ts'
import { type Payment, paymentOf, type UnpayableCode } from './payment.ts'
import type { AllStops, RecordedStop, UnrecordedStop } from './precedence.ts'
import type { RedeemReward, RedemptionFacts } from './request.ts'

/** The holder of the card, and their standing before the redemption. */
interface Holding {
  readonly holder: Customer
  readonly opened: OpenStanding | Unable
}

/** One request. Its record gets its id at the start, whether it succeeds or fails. */
export interface Attempt {
  /** With the holder's present card and segments. */
  readonly facts: RedemptionFacts
  readonly command: RedeemReward
  readonly occasion: Occasion
  /** Null for a card that nobody holds. */
  readonly holding: Holding | null
  /** The id of the record. */
  readonly id: string
  /** The order as far as the decision has looked at it; null for none. */
  readonly orderSeen: RecordedOrder | null
}

/** An attempt of the customer who holds the card. */
export interface HeldAttempt extends Attempt, Holding {}

/** An attempt for a reward that exists. */
export interface RewardedAttempt extends HeldAttempt {
  readonly reward: Reward
}

/** An attempt for a reward that is on offer. */
export interface OfferedAttempt extends RewardedAttempt {
  readonly assignment: RewardAssignment
}

/** An attempt whose order names only things that exist. */
export interface FoundAttempt extends OfferedAttempt {
  readonly ordered: Composed | RecordedStop<'metadata_validation_failed'>
}

/** An attempt whose order could be composed. */
export interface OrderedAttempt extends OfferedAttempt {
  readonly ordered: Composed
}

/** An attempt that rules have judged. */
export interface JudgedAttempt extends OrderedAttempt {
  /** The points taken and the amount paid, or why the card cannot pay. */
  readonly payment: Payment | AllStops<UnpayableCode>
  readonly countedFor: CountedFor
  /** The most telling rule of each kind that the redemption breaks. */
  readonly violations: readonly Violation[]
}

/** An attempt of which is known what its reward gives, or why it cannot. */
export interface GrantedAttempt extends JudgedAttempt {
  readonly granted: Granted | AllStops<UnavailableCode>
}

/** An attempt whose reward can be given and paid. */
export interface PayableAttempt extends GrantedAttempt {
  readonly granted: Granted
  readonly payment: Payment
}

/** An attempt that was carried out. */
export interface CarriedOutAttempt extends PayableAttempt {
  readonly done: CarriedOutRedemption
}

/** The order of a request, whether or not points can pay it. */
interface Composed extends Ordered {
  /** The sum of the order cannot be counted; refused together with amounts. */
  readonly uncounted: RecordedStop<'invalid_amount'> | null
}

/** Opens the holder's standing, and begins the record. */
export function beginAttempt(
  facts: RedemptionFacts,
  command: RedeemReward,
  occasion: Occasion
): Attempt {
  const holding = holdingOf(facts, occasion)
  const id = occasion.newId('r')
  const orderSeen = orderAsSent(command.order, facts)
  return { facts: seenBy(holding, facts), command, occasion, holding, id, orderSeen }
}

/** Rules judge the holder's present standing, including what has become due since it was stored. */
function holdingOf(facts: RedemptionFacts, occasion: Occasion): Holding | null {
  const { holder } = facts
  return holder === null
    ? null
    : { holder, opened: openStanding(facts, holder, occasion, { after: 'consequences' }) }
}

/** The facts with the holder's present standing. */
function seenBy(holding: Holding | null, facts: RedemptionFacts): RedemptionFacts {
  if (holding === null || 'refusal' in holding.opened) return facts
  const { opened } = holding
  return { ...facts, segments: opened.standing.segments, card: opened.purse(facts.card) }
}

/** The refusal of a sum that cannot be counted, as the failure of a redemption. */
export function refuseUncountable({ details }: Refusal): RecordedStop<'invalid_amount'> {
  return { code: 'invalid_amount', details }
}

/** The order of a request as it would be paid, or what is wrong with it. */
export function composeAskedOrder(
  { facts, command: { order } }: Attempt,
  occasion: Occasion
): Composed | RecordedStop<'metadata_validation_failed'> | UnrecordedStop {
  if (order === undefined) return NO_ORDER
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

const NO_ORDER: Composed = { order: null, goods: [], uncounted: null }

/** Asks the rules that bind the reward, the card or the campaign. */
export function judgeAttempt(attempt: OrderedAttempt): JudgedAttempt {
  const payment = paymentFor(attempt)
  const countedFor = countedIn(attempt, payment)
  return { ...attempt, payment, countedFor, violations: violationsOf(attempt, payment, countedFor) }
}

function paymentFor(attempt: OrderedAttempt): Payment | AllStops<UnpayableCode> {
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
  payment: Payment | AllStops<UnpayableCode>,
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
function pointsUsed(
  { parameters }: Reward,
  payment: Payment | AllStops<UnpayableCode>
): number | null {
  if (parameters.type !== 'COIN') return null
  return 'points' in payment ? payment.points : 0
}

/** The scopes in the order in which they are counted; amounts are 0 when no order is paid. */
function countedIn(
  attempt: OrderedAttempt,
  payment: Payment | AllStops<UnpayableCode>
): CountedFor {
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
function orderPaid(
  { ordered: { order }, reward }: OrderedAttempt,
  payment: Payment | AllStops<UnpayableCode>
): Order | null {
  const pays = reward.parameters.type === 'COIN' && 'points' in payment
  return order !== null && pays ? addOrderDiscount(order, payment.discount) : null
}

/** Looks for what the reward gives. */
export function prepareGrant(attempt: JudgedAttempt): GrantedAttempt {
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
