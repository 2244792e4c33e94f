/**
 * An attempt to redeem a reward: the request, and what is worked out from it on the way.
 *
 * The reasons to refuse (reasons.ts) look at an attempt one after the other. Each part is worked
 * out when a reason first asks for it, so that nothing is composed, given or moved for a request
 * that an earlier reason refuses. What the points would pay is known before the rules are asked,
 * because rules may look at it.
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

/** Who redeems what, of an attempt that lacks neither. */
export interface Offer {
  readonly holder: Customer
  readonly reward: Reward
  readonly assignment: RewardAssignment
}

/** The order of a request, or why points cannot pay it. */
interface Composed extends Ordered {
  /** The order's sum cannot be counted: said where amounts are refused. */
  readonly unpayable: Stop | null
}

/** One request, taken up once: its record has its id, whatever comes of it. */
export class Attempt {
  readonly facts: RedemptionFacts
  readonly command: RedeemReward
  readonly occasion: Occasion
  /** The holder before anything is redeemed; null for nobody. */
  readonly opened: OpenStanding | Unable | null
  /** Of the record, whatever comes of the attempt. */
  readonly id: string
  #ordered: Composed | Stop | null = null
  #violation: Violation | null | undefined
  #payment: Payment | Stop | null = null
  #granted: Granted | Stop | null = null
  #done: CarriedOut | Stop | null = null

  constructor(facts: RedemptionFacts, command: RedeemReward, occasion: Occasion) {
    const { holder } = facts
    // Rules judge by what is true of the holder now, also where nobody has looked since.
    this.opened = holder === null ? null : openUpToDate(facts, holder, occasion)
    this.facts = seenFrom(this.opened, facts)
    this.command = command
    this.occasion = occasion
    this.id = occasion.newId('r')
  }

  get offer(): Offer {
    // INVARIANT: whatever asks for the offer comes after the reasons that look for its parts.
    const { holder, reward, assignment } = this.facts as RedemptionFacts & Offer
    return { holder, reward, assignment }
  }

  get ordered(): Composed | Stop {
    this.#ordered ??= orderOf(this.facts, this.command, this.occasion)
    return this.#ordered
  }

  /** The validation rule that the redemption breaks, the worst of them; null where all hold. */
  get violation(): Violation | null {
    if (this.#violation === undefined) this.#violation = violationOf(this)
    return this.#violation
  }

  /** What is taken from the card and paid with it, or why that cannot be. */
  get payment(): Payment | Stop {
    this.#payment ??= paymentFor(this)
    return this.#payment
  }

  /** What the reward hands out, or why it cannot. */
  get granted(): Granted | Stop {
    this.#granted ??= grantedBy(this)
    return this.#granted
  }

  /** Everything the redemption does, or why what follows from it cannot be counted. */
  get done(): CarriedOut | Stop {
    this.#done ??= doneBy(this)
    return this.#done
  }

  get composed(): Composed {
    // INVARIANT: whatever asks for it comes after the reasons to refuse the order itself.
    return this.ordered as Composed
  }

  /** Points that pay for an order, 0 where they cannot; null: for something else. */
  get pointsUsed(): number | null {
    const { payment } = this
    if (this.offer.reward.parameters.type !== 'COIN') return null
    return 'points' in payment ? payment.points : 0
  }

  /** Things in the order in which they are to be counted; amounts are 0 where no order is paid. */
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

/** A sum that cannot be counted, as a redemption says it. */
export function outOfRange({ details }: Refusal): Stop {
  return { code: 'invalid_amount', details }
}

/** The facts as they are once the holder is looked at. */
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

/** The voucher a reward would be credited to; the holder may have joined the program just now. */
function heldIn(
  opened: OpenStanding | Unable | null,
  { campaign, held }: NonNullable<RedemptionFacts['target']>
) {
  // INVARIANT: a card that nobody holds is refused before anything is granted.
  const { programs } = (opened as OpenStanding).standing
  return programs.find(program => program.campaign.id === campaign.id)?.card ?? held
}

/** The order as points pay it; null where they pay none. */
function orderPaid({ composed: { order }, offer, payment }: Attempt): Order | null {
  const pays = offer.reward.parameters.type === 'COIN' && 'points' in payment
  return order !== null && pays ? applyDiscount(order, payment.discount) : null
}

function doneBy(attempt: Attempt): CarriedOut | Stop {
  const { opened, offer, occasion } = attempt
  // INVARIANT: a card that nobody holds is refused before anything is done.
  const known = opened as OpenStanding | Unable
  if ('refusal' in known) return outOfRange(known.refusal)
  // INVARIANT: an order, a payment or a grant that cannot be is refused before anything is done.
  const permitted = { ...parts(attempt), ...offer, opened: known } as Permitted
  const done = carryOut(permitted, occasion)
  return 'refusal' in done ? outOfRange(done.refusal) : done
}

function parts({ facts, command, composed, payment, granted, countedFor, id }: Attempt) {
  return { facts, command, ordered: composed, payment, granted, countedFor, id }
}
