/**
 * An attempt to redeem a reward: the request, and what is computed from it.
 *
 * The reasons to refuse (reasons.ts) examine an attempt one after the other. Each part is computed
 * when a reason first needs it, so that no order is composed and no points move for a request that
 * an earlier reason refuses. The payment is computed before the rules are judged, because rules may
 * look at it.
 *
 * Spec: redeemReward; Decisions 34 to 36, 99 and 102.
 */
import type { Customer, Order, Reward, RewardAssignment } from '../../model.ts'
import type { Occasion } from '../occasion.ts'
import type { OrderCommand } from '../orders/commands.ts'
import { composeOrder } from '../orders/orders.ts'
import { applyDiscount } from '../orders/point-discounts.ts'
import { type FailureCode, notFound, type Refusal } from '../refusals.ts'
import { type OpenStanding, openUpToDate, type Unable } from '../standing/open.ts'
import { type Violation, violatedRule } from '../validation-rules/facts.ts'
import {
  type CarriedOut,
  type CountedFor,
  carryOut,
  type Ordered,
  type Permitted
} from './carrying-out.ts'
import { type Granted, grantReward } from './delivery.ts'
import { knownCounts, scopesOf } from './limits.ts'
import { type Payment, paymentOf } from './payment.ts'
import type { RedeemReward, RedemptionFacts } from './request.ts'

/**
 * Why a redemption fails: recorded with a code, or not recorded (`refusal`), because it belongs to
 * no card or names unknown things.
 */
export type Stop =
  | {
      readonly code: FailureCode
      readonly details: string
      /** What a rule found, when the code alone says too little. */
      readonly failureMessage?: string
      /** The words of a rule for the customer. */
      readonly errorMessage?: string
    }
  | { readonly refusal: Refusal }

/** The holder and the reward of an attempt that has both. */
export interface Offer {
  readonly holder: Customer
  readonly reward: Reward
  readonly assignment: RewardAssignment
}

/** The order of a request, or why points cannot pay it. */
interface Composed extends Ordered {
  /** The sum of the order cannot be counted; refused together with amounts. */
  readonly unpayable: Stop | null
}

/** One request. Its record gets its id at the start, whether it succeeds or fails. */
export class Attempt {
  readonly facts: RedemptionFacts
  readonly command: RedeemReward
  readonly occasion: Occasion
  /** The standing of the holder before the redemption; null without a holder. */
  readonly opened: OpenStanding | Unable | null
  /** The id of the record. */
  readonly id: string
  #ordered: Composed | Stop | null = null
  #violation: Violation | null | undefined
  #payment: Payment | Stop | null = null
  #granted: Granted | Stop | null = null
  #done: CarriedOut | Stop | null = null

  constructor(facts: RedemptionFacts, command: RedeemReward, occasion: Occasion) {
    const { holder } = facts
    // Rules judge the holder's present standing, including what has become due since it was stored.
    this.opened = holder === null ? null : openUpToDate(facts, holder, occasion)
    this.facts = seenFrom(this.opened, facts)
    this.command = command
    this.occasion = occasion
    this.id = occasion.newId('r')
  }

  get offer(): Offer {
    // INVARIANT: the reasons for missing parts come before everything that needs the offer.
    const { holder, reward, assignment } = this.facts as RedemptionFacts & Offer
    return { holder, reward, assignment }
  }

  get ordered(): Composed | Stop {
    this.#ordered ??= orderOf(this.facts, this.command, this.occasion)
    return this.#ordered
  }

  /** The most telling rule that the redemption breaks; null when all hold. */
  get violation(): Violation | null {
    if (this.#violation === undefined) this.#violation = violationOf(this)
    return this.#violation
  }

  /** The points taken and the amount paid, or why the card cannot pay. */
  get payment(): Payment | Stop {
    this.#payment ??= paymentFor(this)
    return this.#payment
  }

  /** What the reward gives, or why it cannot. */
  get granted(): Granted | Stop {
    this.#granted ??= grantedBy(this)
    return this.#granted
  }

  /** Everything that the redemption does, or why the points that follow cannot be counted. */
  get done(): CarriedOut | Stop {
    this.#done ??= doneBy(this)
    return this.#done
  }

  get composed(): Composed {
    // INVARIANT: the reasons to refuse the order come before everything that needs it.
    return this.ordered as Composed
  }

  /** Points that pay for an order, 0 when they cannot; null for other rewards. */
  get pointsUsed(): number | null {
    const { payment } = this
    if (this.offer.reward.parameters.type !== 'COIN') return null
    return 'points' in payment ? payment.points : 0
  }

  /** The scopes in the order in which they are counted; amounts are 0 when no order is paid. */
  get countedFor(): CountedFor {
    const { campaign, card } = this.facts
    const { assignment, holder } = this.offer
    const scopes = scopesOf({
      campaignId: campaign.id,
      voucherId: card.voucher.id,
      assignmentId: assignment.id,
      customerId: holder.id,
      apiKey: this.occasion.channelId
    })
    const order = orderPaid(this)
    const paid = {
      ordersAmount: order?.amount ?? 0,
      ordersDiscountAmount: order?.totalDiscountAmount ?? 0
    }
    return { scopes, paid }
  }
}

/** The refusal of a sum that cannot be counted, as the failure of a redemption. */
export function outOfRange({ details }: Refusal): Stop {
  return { code: 'invalid_amount', details }
}

/** The facts with the holder's present standing. */
function seenFrom(opened: OpenStanding | Unable | null, facts: RedemptionFacts): RedemptionFacts {
  if (opened === null || 'refusal' in opened) return facts
  const { segments } = opened.standing
  return { ...facts, segments, card: opened.purse(facts.card) }
}

function orderOf(
  facts: RedemptionFacts,
  { order }: RedeemReward,
  occasion: Occasion
): Composed | Stop {
  if (order === undefined) return NO_ORDER
  if (order.id !== undefined && facts.storedOrder === null) {
    return { refusal: notFound('order', order.id) }
  }
  // The stored order takes precedence over what the request repeats of it.
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

const NO_ORDER: Composed = { order: null, goods: [], unpayable: null }

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

function violationOf(attempt: Attempt): Violation | null {
  const { facts, command, offer, composed, pointsUsed, countedFor, occasion } = attempt
  const { now, project, channelId } = occasion
  return violatedRule(
    facts.rules,
    {
      customer: offer.holder,
      segments: facts.segments,
      order: composed.order,
      collections: facts.collections,
      eventMetadata: null,
      redemption: {
        metadata: command.metadata ?? {},
        apiKey: channelId,
        points: pointsUsed,
        counts: knownCounts(countedFor.scopes, facts.counts, countedFor.paid, occasion)
      }
    },
    { now, zone: project.timezone }
  )
}

function paymentFor({ composed, facts, offer, command, occasion }: Attempt): Payment | Stop {
  const { order, unpayable } = composed
  if (unpayable !== null) return unpayable
  return paymentOf({ ...facts, ...offer, order, given: command.points ?? null }, occasion)
}

function grantedBy({ facts, offer, opened, id, occasion }: Attempt): Granted | Stop {
  const target = facts.target && { ...facts.target, held: heldIn(opened, facts.target) }
  return grantReward({ ...facts, ...offer, target, redemptionId: id }, occasion)
}

/** The voucher that a reward would credit; the holder may have joined the program just now. */
function heldIn(
  opened: OpenStanding | Unable | null,
  { campaign, held }: NonNullable<RedemptionFacts['target']>
) {
  // INVARIANT: a card without a holder is refused before anything is granted.
  const { programs } = (opened as OpenStanding).standing
  return programs.find(program => program.campaign.id === campaign.id)?.card ?? held
}

/** The order after points paid it; null when they pay none. */
function orderPaid({ composed: { order }, offer, payment }: Attempt): Order | null {
  const pays = offer.reward.parameters.type === 'COIN' && 'points' in payment
  return order !== null && pays ? applyDiscount(order, payment.discount) : null
}

function doneBy(attempt: Attempt): CarriedOut | Stop {
  const { opened, offer, occasion } = attempt
  // INVARIANT: a card without a holder is refused before anything is done.
  const known = opened as OpenStanding | Unable
  if ('refusal' in known) return outOfRange(known.refusal)
  // INVARIANT: an order, a payment or a grant that fails is refused before anything is done.
  const permitted = { ...parts(attempt), ...offer, opened: known } as Permitted
  const done = carryOut(permitted, occasion)
  return 'refusal' in done ? outOfRange(done.refusal) : done
}

function parts({ facts, command, composed, payment, granted, countedFor, id }: Attempt) {
  return { facts, command, ordered: composed, payment, granted, countedFor, id }
}
