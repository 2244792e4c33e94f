/**
 * Tries each redeemable of a request at its turn, on the order as the earlier ones left it, and
 * says why one does not apply. The reasons are looked for in one order, and the first that is found
 * is told: what is unknown, what the request lacks, the campaign, the switch and the dates, the
 * customer, the uses, the balance, the rules. A rule sees the order without what the earlier
 * redeemables of the request took off it, and the counts with them.
 * Spec: InapplicableRedeemable.result, validateStackedDiscounts, redeemStackedDiscounts,
 * OrderCalculated, ApplyDiscountsRequest,
 * openapi/behaviour/discounts.md#the-reasons-of-a-redeemable-have-one-order.
 */

import type {
  Campaign,
  Category,
  Customer,
  Metadata,
  MetadataSchema,
  Order,
  Product,
  PromotionTier,
  RedeemedTerms,
  RedemptionCount,
  Reward,
  RewardAssignment,
  Sku,
  ValidationRuleAssignment
} from '../../model.ts'
import type { Cart, StoredDiscount, UnitGoods } from '../../rules/discounts/cart.ts'
import {
  applyDiscount,
  applyGift,
  applyPoints,
  LINES_MAX,
  type NoCredit,
  type NoUnits,
  QUANTITY_MAX,
  type Step
} from '../../rules/discounts/steps.ts'
import { present } from '../../rules/mistake.ts'
import { type CoinRatio, takeAtMost } from '../../rules/points.ts'
import {
  type Judge,
  type NotApplicable,
  type Stackable,
  type Stacked,
  type StackingRules,
  stack
} from '../../rules/stacking.ts'
import { isSelective } from '../../rules/validation.ts'
import { usableAt } from '../../rules/validity.ts'
import type { Change, Moment, Occasion } from '../changes.ts'
import {
  describe,
  type SaveCustomer,
  saveCustomer,
  trackingIdOf,
  unnamedCustomer
} from '../customers/customers.ts'
import { cartOf, NOTHING_SENT, type OrderCommand, orderOfCart } from '../orders/lines.ts'
import { composeOrder, isPaid, refuseOtherCustomer } from '../orders/orders.ts'
import { closedDetails, givesPoints } from '../points/earning.ts'
import {
  asSeenWith,
  heldAt,
  type LotLines,
  type Purse,
  shortDetails,
  spendableLots,
  sumOf
} from '../points/lots.ts'
import { firstOf, type RedeemingFacts, segmentsMatter } from '../redemptions/delivery.ts'
import { type BoundRule, countsAfter, knownCounts, scopesOf } from '../redemptions/limits.ts'
import type { CountedFor } from '../redemptions/redemption.ts'
import {
  invalidPayload,
  NOTHING_LEFT,
  notFound,
  outOfStock,
  paidOrder,
  type Reason,
  type Refusal,
  reason,
  type Unable,
  unknownThing
} from '../refusals.ts'
import { type OpenStanding, openStanding } from '../standing/open.ts'
import { metadataRefusal } from '../updates.ts'
import { type Collections, lineIds, violatedRules } from '../validation-rules.ts'
import { isUsedUp, unusableDetails, usableVoucher, usedUpDetails } from '../vouchers/vouchers.ts'

export function judgeFor(trial: Trial): Judge<Redeemable, Taken, Reason> {
  return (redeemable, cart, turn) => {
    if (redeemable.object === 'unknown') {
      const { object, id } = redeemable.sent
      return refuse(unknownThing(object, id))
    }
    const found =
      canceledOrder(trial) ??
      (redeemable.object === 'promotion_tier'
        ? closedTier(redeemable, trial)
        : (missingParts(redeemable, cart, trial) ??
          unusable(redeemable, trial) ??
          unpayableByPoints(redeemable, turn.applied, trial)))
    if (found !== null) return refuse(found)
    const step = stepOf(redeemable, cart, turn, trial)
    if ('refused' in step) return step
    return judged(redeemable, { before: cart, step }, turn, trial)
  }
}

/** Whether what is to pay nothing can be used at all, whatever the order is. */
export function judgeUnpaid(redeemable: FoundVoucher, trial: Trial): Taken | NotApplicable<Reason> {
  const found = unusable(redeemable, trial)
  if (found !== null) return refuse(found)
  const { opened: cart } = trial
  const nothing = { discount: 0, hasEffect: false, effect: 'APPLY_TO_ORDER', ...NOTHING_TAKEN }
  const step = { cart, ...nothing, applicableTo: [], inapplicableTo: [] }
  return judged(redeemable, { before: cart, step }, { opened: cart, applied: [] }, trial)
}

function refuse(found: Reason): NotApplicable<Reason> {
  return { refused: found }
}

type Paid = Step & Pick<Taken, 'credit' | 'points' | 'lots' | 'terms'>

function stepOf(
  redeemable: FoundVoucher | FoundTier,
  cart: Cart,
  { mode }: CartSoFar,
  trial: Trial
): Paid | NotApplicable<Reason> {
  const applicability = redeemable.rules.map(({ rule }) => rule.applicableTo).filter(isSelective)
  const terms = { mode, applicability }
  if (redeemable.object === 'promotion_tier') {
    return discounted(redeemable.tier.discount, redeemable, cart, terms, trial)
  }
  const { voucher } = redeemable.purse
  if (voucher.gift !== null) return creditStep(redeemable, cart, terms, trial)
  if (voucher.card !== null) return pointsStep(redeemable, cart, terms, trial)
  const discount = present(voucher.discount, `${voucher.id} is no gift, card or discount`)
  return discounted(discount, redeemable, cart, terms, trial)
}

type Terms = Pick<Parameters<typeof applyGift>[1], 'mode' | 'applicability'>

const NOTHING_TAKEN = { credit: null, points: null, lots: [] } as const

function discounted(
  discount: StoredDiscount,
  { sent }: Pick<FoundTier, 'sent'>,
  cart: Cart,
  terms: Terms,
  { facts }: Trial
): Paid | NotApplicable<Reason> {
  const goods = Object.fromEntries(
    [...facts.units].map(([name, found]) => [name, unitGoodsOf(found, facts.collections)])
  )
  const step = applyDiscount(cart, { ...terms, discount, goods })
  if ('refused' in step) return refuse(orderTooLarge(step.refused, sent.id))
  return { ...step, ...NOTHING_TAKEN, terms: { ...terms, off: { discount } } }
}

function orderTooLarge(why: NoUnits, id: string): Reason {
  switch (why) {
    case 'too_many_lines':
      return reason(
        'invalid_order',
        `With ${id}, the order has more than ${LINES_MAX} lines; send fewer`
      )
    case 'too_many_units':
      return reason(
        'invalid_order',
        `With ${id}, a line has more than ${QUANTITY_MAX} units; send fewer`
      )
    case 'out_of_range':
      return reason(
        'invalid_amount',
        `With ${id}, a figure of the order exceeds ${Number.MAX_SAFE_INTEGER}; send smaller amounts`
      )
  }
}

/**
 * The credit or the points of a voucher that neither wait nor are held by locks.
 * Spec: openapi/behaviour/discounts.md#a-redeemable-that-is-empty-is-not-applicable.
 */
export function freeOn(purse: Purse, occasion: Occasion): number {
  const { gift } = purse.voucher
  const held = heldAt(purse, occasion.now)
  return gift === null
    ? sumOf(spendableLots(purse, occasion)) - held.points
    : gift.balance - held.credit
}

function creditStep(
  found: FoundVoucher,
  cart: Cart,
  terms: Terms,
  { occasion }: Trial
): Paid | NotApplicable<Reason> {
  const { sent, purse } = found
  const { effect } = present(purse.voucher.gift, 'credit is of no gift voucher')
  const balance = freeOn(purse, occasion)
  const payable = { ...cart, amount: present(cart.amount, 'credit pays no amount') }
  const step = applyGift(payable, { ...terms, effect, balance, credits: sent.credits ?? null })
  if ('refused' in step) return refuse(unpayableByCredit(step.refused, found, occasion))
  const { taken } = step
  const took = { credit: taken, points: null, lots: takeAtMost(purse.lots, taken) }
  return { ...step, ...took, terms: { ...terms, off: { effect, credits: taken } } }
}

function unpayableByCredit(
  why: Exclude<NoCredit, 'missing_amount'>,
  { sent, purse }: FoundVoucher,
  occasion: Occasion
): Reason {
  const { code } = purse.voucher
  switch (why) {
    case 'missing_order_items_amount':
      return reason(
        why,
        `Gift card ${code} pays for certain items only; send order.items with one and its price`
      )
    case 'gift_amount_exceeded':
      return reason(why, shortDetails(purse, sent.credits ?? null, occasion))
  }
}

function pointsStep(
  { sent, purse, reward }: FoundVoucher,
  cart: Cart,
  terms: Terms,
  { occasion }: Trial
): Paid | NotApplicable<Reason> {
  const lots = spendableLots(purse, occasion)
  // INVARIANT: a reward of another type was refused before.
  const ratio = present(reward, 'points pay for no reward').parameters as CoinRatio
  const balance = freeOn(purse, occasion)
  const { points = null } = sent
  // A card that is empty is told so, also where nothing is left to pay.
  if (balance <= 0 || (points !== null && points > balance)) {
    return refuse(reason('loyalty_card_points_exceeded', shortDetails(purse, points, occasion)))
  }
  const step = applyPoints(cart, { ...terms, ratio, balance, points })
  if ('refused' in step) return refuse(unpayable(step.refused[0], sent, purse, occasion))
  const { taken } = step
  const took = { credit: null, points: taken, lots: takeAtMost(lots, taken) }
  return { ...step, ...took, terms: { ...terms, off: { ratio, points: taken, asked: points } } }
}

function unpayable(
  why: string,
  { points }: FoundVoucher['sent'],
  purse: Purse,
  occasion: Occasion
): Reason {
  switch (why) {
    case 'worthless':
      return reason(
        'invalid_amount',
        `${points} points are worth nothing at the ratio of this reward; use more of them`
      )
    case 'nothing_to_pay':
      return reason('invalid_order', NOTHING_LEFT)
    case 'no_points':
      return reason('loyalty_card_points_exceeded', shortDetails(purse, null, occasion))
    default:
      return reason(
        'invalid_amount',
        `The points of ${purse.voucher.code} for this order exceed ${Number.MAX_SAFE_INTEGER}; send smaller amounts`
      )
  }
}

function judged(
  redeemable: FoundVoucher | FoundTier,
  { before, step }: { readonly before: Cart; readonly step: Paid },
  { opened, applied }: Pick<CartSoFar, 'opened' | 'applied'>,
  trial: Trial
): Taken | NotApplicable<Reason> {
  const { facts, customer, occasion, unasked } = trial
  const countedFor = countedIn(redeemable, step, trial)
  const known = applied.reduce(
    (counts, { step }) => (counts && step.counts ? countsAfter(counts, step.counts) : counts),
    facts.counts
  )
  const counts = knownCounts(countedFor.scopes, known, countedFor.paid, occasion)
  if (redeemable.rules.length === 0) return { ...step, countedFor, counts }
  const byHolder =
    redeemable.object === 'voucher' && customer !== null && redeemable.holder?.id === customer.id
  const violations = violatedRules(
    redeemable.rules,
    {
      customer,
      segments: trial.segments,
      order: orderForRules(trial, { opened, before, after: step.cart }),
      storedOrderId: facts.storedOrder?.id,
      collections: facts.collections,
      eventMetadata: null,
      unasked,
      redemption: {
        metadata: trial.metadata,
        apiKey: occasion.channelId,
        points: step.points,
        credit: step.credit,
        byHolder,
        counts
      }
    },
    { now: occasion.now, zone: occasion.project.timezone }
  )
  const [one, ...others] = violations
  if (one === undefined) return { ...step, countedFor, counts }
  const { code, details, ...words } = firstOf(KINDS_OF_RULES, { wrong: [one, ...others] })
  return refuse({ ...reason(code, details), ...words })
}

/** Of broken rules, those about the customer are told first. */
const KINDS_OF_RULES = [
  'customer_rules_violated',
  'order_rules_violated',
  'redemption_rules_violated'
] as const

/** Without what was taken off so far: the amount before, and the total after the step. */
function orderForRules(
  { order, isOrdered }: Trial,
  { opened, before, after }: { readonly [when in 'opened' | 'before' | 'after']: Cart }
): Order | null {
  if (!isOrdered) return null
  const seen = orderOfCart(order, before)
  const taken = (before.totalDiscountAmount ?? 0) - (opened.totalDiscountAmount ?? 0)
  return {
    ...seen,
    amount: before.amount === null ? null : before.amount - taken,
    initialAmount: order.initialAmount ?? opened.amount,
    totalAmount: after.totalAmount
  }
}

function countedIn(
  redeemable: FoundVoucher | FoundTier,
  { cart, discount }: Paid,
  { customer, isNamed, occasion }: Trial
): CountedFor {
  const isTier = redeemable.object === 'promotion_tier'
  const scopes = scopesOf({
    campaignId: redeemable.campaign?.id ?? null,
    voucherId: isTier ? null : redeemable.purse.voucher.id,
    promotionTierId: isTier ? redeemable.tier.id : null,
    assignmentId: isTier ? null : (redeemable.assignment?.id ?? null),
    customerId: isNamed && customer !== null ? customer.id : null,
    apiKey: occasion.channelId
  })
  const paid = { ordersAmount: cart.amount ?? 0, ordersDiscountAmount: discount }
  return { scopes, paid }
}

export interface StackTrial extends Pick<Trial, 'customer' | 'order'> {
  readonly stacked: Stacked<Redeemable, Taken, Reason>
  /** The order after everything that applies; null unless the stack is valid. */
  readonly after: Order | null
  readonly trackingId: string | null
  /** The standing of a customer who is stored, or will be; null for anybody else, or unknown. */
  readonly known: OpenStanding | null
  /** The changes that save overridden goods. */
  readonly goods: readonly Change[]
  /** The key that was sent, if its lock holds something of what is redeemed; else null. */
  readonly lockKey: string | null
}

/**
 * The refusals of the whole request, in this order: too many redeemables; one of them twice; an
 * order that it would cancel; an unknown customer, or one whose metadata does not fit; an unknown
 * order, or another customer's; a mistake in the order; metadata that does not fit; an order that
 * is too long to be answered with each of what applies.
 * Spec: openapi/behaviour/discounts.md#asking-and-redeeming-take-one-decision.
 */
export function applyDiscounts(
  facts: DiscountFacts,
  command: ApplyDiscounts,
  occasion: Occasion
): StackTrial | Unable {
  const unfit = tooMany(facts, command) ?? namedTwice(facts) ?? canceling(facts, command)
  if (unfit !== null) return { refusal: unfit }
  const begun = openTrial(facts, command, occasion)
  if ('refusal' in begun) return begun
  const { trial, redeemables, ...about } = begun
  const { order, opened } = trial
  const judge = judgeFor(trial)
  const stacked = stack(redeemables, { cart: opened, rules: facts.stackingRules, judge })
  const shown = stacked.redeemables.filter(({ status }) => status === 'APPLICABLE').length
  const tooLong = repetitionRefusal(order, shown + 1)
  if (tooLong !== null) return { refusal: tooLong }
  const after = stacked.cart === null ? null : orderOfCart(order, stacked.cart)
  const lockKey = keyInForce(facts, command, occasion)
  return { ...about, customer: trial.customer, order, stacked, after, lockKey }
}

/** A key that no lock in force has is as good as none. */
function keyInForce(
  { redeemables }: DiscountFacts,
  { lock }: ApplyDiscounts,
  { now }: Occasion
): string | null {
  const key = lock?.key
  if (key === undefined) return null
  const holds = redeemables.flatMap(found =>
    found.object === 'voucher' ? (found.purse.holds ?? []) : []
  )
  return holds.some(hold => hold.key === key && hold.expiresAt > now) ? key : null
}

type DiscountQuestion = Omit<ApplyDiscounts, 'redeemables'>

interface BegunTrial extends Pick<StackTrial, 'trackingId' | 'known' | 'goods'> {
  readonly trial: Trial
  readonly redeemables: readonly Redeemable[]
}

/** Opens the cart of a request; refused as `applyDiscounts` says, but for its redeemables. */
export function openTrial(
  facts: DiscountFacts,
  command: DiscountQuestion,
  occasion: Occasion
): BegunTrial | Unable {
  const who = whoRedeems(facts, command, occasion)
  if ('refusal' in who) return who
  const { customer, known, isNamed } = who
  const sent = orderOf(facts, command, customer, occasion)
  if ('refusal' in sent) return sent
  const { order, goods } = sent
  const metadata = command.metadata ?? {}
  const misfit = metadataRefusal(facts.redemptionSchema, metadata, 'metadata')
  if (misfit !== null) return { refusal: misfit }
  const { collections, storedOrder } = facts
  const opened = cartOf(order, { collections, isStored: storedOrder !== null })
  if (opened === null) {
    const details = `A figure of the order exceeds ${Number.MAX_SAFE_INTEGER}; send smaller amounts`
    return { refusal: { key: 'invalid_amount', details } }
  }
  const segments = known?.standing.segments ?? []
  const said = { isNamed, isOrdered: command.order !== undefined }
  const trial = { facts, customer, ...said, segments, metadata, order, opened, occasion }
  const key = command.lock?.key
  const redeemables = facts.redeemables.map(found => asOfNow(found, known, key))
  const trackingId =
    command.trackingId ?? trackingIdOf(customer?.sourceId ?? null, text => occasion.sign(text))
  return { trial, redeemables, trackingId, known, goods }
}

/** Nothing is redeemed by canceling an order; one that is canceled is refused by itself. */
function canceling({ storedOrder }: DiscountFacts, { order }: ApplyDiscounts): Refusal | null {
  if (order?.status !== 'CANCELED' || storedOrder?.status === 'CANCELED') return null
  const details = 'Property .order.status: a redemption pays its order; send no status, or PAID'
  return { key: 'invalid_payload', details }
}

function tooMany({ stackingRules }: DiscountFacts, command: ApplyDiscounts): Refusal | null {
  const { redeemablesLimit: most } = stackingRules
  const { length } = command.redeemables
  if (length <= most) return null
  const details = `The request has ${length} redeemables; the stacking rules take ${most}, so send fewer`
  return { key: 'invalid_redeemables', details }
}

/** A code and the id of its voucher are the same redeemable. */
function namedTwice({ redeemables }: DiscountFacts): Refusal | null {
  const names = redeemables.map(nameOf)
  const again = names.findIndex((name, index) => names.indexOf(name) < index)
  if (again === -1) return null
  const { id } = (redeemables[again] as Redeemable).sent
  const details = `redeemables[${again}] is ${id} once more; send each redeemable once`
  return { key: 'duplicated_redeemables', details }
}

function nameOf(found: Redeemable): string {
  if (found.object === 'unknown') return `${found.sent.object} ${found.sent.id}`
  return found.object === 'voucher' ? found.purse.voucher.id : found.tier.id
}

/** The customer as the request describes them; somebody without a name is never stored. */
function whoRedeems(
  facts: DiscountFacts,
  { customer: sent }: DiscountQuestion,
  occasion: Occasion
): (Pick<Trial, 'customer' | 'isNamed'> & Pick<StackTrial, 'known'>) | Unable {
  if (sent !== undefined && unnamedCustomer(sent) !== null) {
    const described = describe(null, sent, occasion)
    return 'refusal' in described ? described : { ...described, isNamed: false, known: null }
  }
  const { customer: stored, customerSchema: schema } = facts
  if (sent === undefined && stored === null) return { customer: null, isNamed: false, known: null }
  const saved =
    sent === undefined
      ? { result: stored as Customer, changes: [] }
      : saveCustomer({ stored, schema }, sent, occasion)
  if ('refusal' in saved) return saved
  const { result: customer, changes } = saved
  const named = { customer, isNamed: true }
  if (!facts.isStandingKnown) return { ...named, known: null }
  const known = openStanding(facts, customer, occasion, { after: 'consequences', changes })
  return 'refusal' in known ? known : { ...named, known }
}

/** The order of the request with what the inventory knows of it; one of nothing without one. */
function orderOf(
  { storedOrder, customer: stored, inventory, orderSchemas: schemas }: DiscountFacts,
  { order: command = NOTHING_SENT }: DiscountQuestion,
  customer: Customer | null,
  occasion: Occasion
): { readonly order: Order; readonly goods: readonly Change[] } | Unable {
  if (command.id !== undefined && storedOrder === null) {
    return { refusal: notFound('order', command.id) }
  }
  if (storedOrder !== null && ![null, customer?.id].includes(storedOrder.customerId)) {
    const { id } = storedOrder
    const details = `Order ${id} is of a customer who is gone and takes no discounts; send a new one`
    const gone = { key: 'invalid_customer', details } as const
    const refusal = customer === null ? gone : refuseOtherCustomer(command, customer, stored)
    return { refusal }
  }
  // A stored order counts as it is stored, and keeps its date.
  const { status, createdAt } = command
  const said = storedOrder === null ? command : { ...NOTHING_SENT, status, createdAt }
  const composed = composeOrder(
    storedOrder,
    said,
    { inventory, schemas, takesUnknown: true, takesAmount: true },
    occasion
  )
  return 'refusal' in composed ? { refusal: composed.refusal } : composed
}

/** A voucher with what has become due, as the caller sees it who has the key of a lock. */
function asOfNow(
  found: Redeemable,
  known: OpenStanding | null,
  key: string | undefined
): Redeemable {
  if (found.object !== 'voucher') return found
  const purse = known === null ? found.purse : known.purse(found.purse)
  return { ...found, purse: asSeenWith(key, purse) }
}

/** Goods that a discount gives, as the inventory has them. */
export function unitGoodsOf({ product, sku }: UnitFound, collections: Collections): UnitGoods {
  const [productId, skuId] = [product?.id ?? null, sku?.id ?? null]
  return {
    object: sku === null ? 'product' : 'sku',
    productId,
    productSourceId: product?.sourceId ?? null,
    skuId,
    skuSourceId: sku?.sourceId ?? null,
    ownIds: [skuId ?? productId, (sku ?? product)?.sourceId ?? null].filter(id => id !== null),
    ids: lineIds({ productId, skuId }, collections),
    name: sku === null ? (product?.name ?? null) : sku.sku,
    price: sku?.price ?? product?.price ?? null
  }
}

function canceledOrder({ facts: { storedOrder } }: Trial): Reason | null {
  if (storedOrder?.status !== 'CANCELED') return null
  const details = `Order ${storedOrder.id} is CANCELED and takes no discounts; send another`
  return reason('invalid_order', details)
}

function closedTier({ tier, campaign }: FoundTier, { occasion }: Trial): Reason | null {
  if (!tier.active || !campaign.active) {
    const off = tier.active ? `Campaign ${campaign.id}` : `Promotion tier ${tier.id}`
    return reason('promotion_inactive', `${off} is switched off; enable it first`)
  }
  if (isOpen({ tier, campaign }, occasion)) return null
  const when = `Promotion tier ${tier.id} is not used now; see its validity and its campaign's`
  return reason('promotion_not_active_now', when)
}

export function isOpen(
  { tier, campaign }: Pick<FoundTier, 'tier' | 'campaign'>,
  { now, project }: Moment
): boolean {
  return [tier, campaign].every(
    ({ active, validity }) => active && usableAt(validity, now, project.timezone) === 'usable'
  )
}

/** What the request lacks: credit pays an amount, and points pay for a reward as well. */
function missingParts(found: FoundVoucher, cart: Cart, trial: Trial): Reason | null {
  const { code, type } = found.purse.voucher
  switch (type) {
    case 'GIFT_VOUCHER':
      if (trial.isOrdered && cart.amount !== null) return null
      return reason(
        'missing_amount',
        `Gift card ${code} pays an order: send order.items or order.amount`
      )
    case 'LOYALTY_CARD':
      return missingForPoints(found, trial)
    default:
      return null
  }
}

function missingForPoints(found: FoundVoucher, { isOrdered }: Trial): Reason | null {
  const { sent, purse, reward, assignment, campaign } = found
  if (sent.rewardId === undefined) {
    return reason('missing_reward', 'A loyalty card pays by a reward: send reward.id')
  }
  if (reward === null) return unknownThing('reward', sent.rewardId)
  if (assignment === null) {
    const offered = `Reward ${reward.id} is not on offer in campaign ${campaign?.id}`
    return {
      ...unknownThing('reward_assignment', reward.id),
      details: `${offered}; assign it first`
    }
  }
  if (reward.parameters.type !== 'COIN') {
    const details =
      `Reward ${reward.id} is ${reward.parameters.type}; only pay-with-points rewards discount ` +
      `an order. Redeem it by POST /v1/loyalties/members/${purse.voucher.code}/redemption`
    return reason('missing_reward', details)
  }
  if (isOrdered) return null
  return reason('missing_order', 'Points pay an order: send order.items or order.amount')
}

function unusable(redeemable: FoundVoucher, trial: Trial): Reason | null {
  return (
    closedVoucher(redeemable, trial) ??
    wrongCustomer(redeemable, trial) ??
    usedUp(redeemable, trial)
  )
}

function closedVoucher({ purse, campaign }: FoundVoucher, { occasion }: Trial): Reason | null {
  const { now, project } = occasion
  if (campaign !== null && !givesPoints(campaign, occasion)) {
    return reason('campaign_not_active', closedDetails(campaign, occasion))
  }
  const unusable = usableVoucher(purse.voucher, now, project.timezone)
  return unusable === null ? null : reason(unusable, unusableDetails(unusable, purse.voucher))
}

/** A card is its holder's alone, and nobody redeems the code by which they refer others. */
function wrongCustomer({ purse, holder }: FoundVoucher, { customer }: Trial): Reason | null {
  const { type, code, isReferralCode } = purse.voucher
  const isHolder = customer !== null && customer.id === holder?.id
  if (type === 'LOYALTY_CARD') {
    if (isHolder) return null
    const isNobody = customer === null
    const whose = isNobody ? 'send customer.id or source_id' : 'send that customer, not another'
    const details = `Loyalty card ${code} is redeemed by its holder: ${whose}`
    return reason(isNobody ? 'missing_customer' : 'invalid_customer', details)
  }
  if (!isReferralCode || !isHolder) return null
  const whose = `${code} is the customer's own referral code; send another customer's, or none`
  return reason('referrer_not_permitted_to_redeem', whose)
}

function usedUp({ purse }: FoundVoucher, { occasion }: Trial): Reason | null {
  const { voucher } = purse
  const { uses } = heldAt(purse, occasion.now)
  return isUsedUp(voucher, uses) ? reason('quantity_exceeded', usedUpDetails(voucher, uses)) : null
}

/** Points pay an order once, and a reward as often as it is in stock. */
function unpayableByPoints(
  { reward }: FoundVoucher,
  applied: CartSoFar['applied'],
  { facts }: Trial
): Reason | null {
  const { storedOrder: order } = facts
  if (reward === null) return null
  const { id, stock, redeemed } = reward
  const taken = applied.filter(
    ({ redeemable }) => redeemable.object === 'voucher' && redeemable.reward?.id === id
  ).length
  if (stock !== null && redeemed + taken >= stock) {
    return reason('reward_out_of_stock', outOfStock(id, stock))
  }
  if (order === null || !isPaid(order)) return null
  return reason('invalid_order', paidOrder(order))
}

export interface Taken extends Step {
  /** Credit of a gift voucher, smallest unit; null for anything else. */
  readonly credit: number | null
  readonly points: number | null
  /** The lots that credit or points are taken from; none for a discount. */
  readonly lots: LotLines
  /** By which terms; absent where nothing is redeemed. */
  readonly terms?: Omit<RedeemedTerms, 'redemptionId'>
  readonly countedFor: CountedFor
  /** The counts with this redemption in them; null when no rule uses them. */
  readonly counts: readonly RedemptionCount[] | null
}

export interface Trial {
  readonly facts: DiscountFacts
  /** The customer as the request describes them; null for nobody. */
  readonly customer: Customer | null
  /** Whether the customer is stored, or will be; only then anything is counted for them. */
  readonly isNamed: boolean
  readonly segments: readonly string[]
  readonly metadata: NonNullable<Customer['metadata']>
  readonly order: Order
  readonly isOrdered: boolean
  readonly opened: Cart
  readonly occasion: Occasion
  /** Names that rules are not asked for; absent: they are asked for all. */
  readonly unasked?: ((name: string) => boolean) | undefined
}

/** The place of a redeemable in the walk, and what is applied before it. */
type CartSoFar = Parameters<Judge<Redeemable, Taken, Reason>>[2]

/*
 * A request to apply redeemables to an order, and the facts of the decision. Asking
 * (validateStackedDiscounts) and doing (redeemStackedDiscounts) have the same request and the same
 * facts, so that they cannot come to different figures. Only what a redemption writes of its
 * customer is left out where it is asked alone.
 */

export interface RedeemableCommand {
  readonly object: 'voucher' | 'promotion_tier'
  /** The code or id of a voucher, or the id of a tier. */
  readonly id: string
  /** Credit to take from a gift voucher; undefined for as much as the order takes. */
  readonly credits: number | undefined
  /** What the points of a loyalty card pay for; undefined: not sent. */
  readonly rewardId: string | undefined
  /** Points to take; undefined for as many as the order takes. */
  readonly points: number | undefined
}

export interface LockCommand {
  /** Undefined for one that is made. */
  readonly key: string | undefined
  /** How long it holds what it holds; above 0. */
  readonly ttl: number | undefined
  readonly ttlUnit: TtlUnit | undefined
}

export type TtlUnit =
  | 'DAYS'
  | 'HOURS'
  | 'MINUTES'
  | 'SECONDS'
  | 'MILLISECONDS'
  | 'MICROSECONDS'
  | 'NANOSECONDS'

export interface ApplyDiscounts {
  /** 1 to 30, in the order in which they were sent. */
  readonly redeemables: readonly RedeemableCommand[]
  readonly order: OrderCommand | undefined
  readonly customer: SaveCustomer | undefined
  readonly metadata: Metadata | undefined
  /** The caller's own name for somebody who is no customer. */
  readonly trackingId: string | undefined
  /** A validation takes the lock, and a redemption uses it. */
  readonly lock: LockCommand | undefined
}

interface Found extends Stackable {
  readonly sent: RedeemableCommand
  readonly campaign: Campaign | null
  /** Its own category, else that of its campaign; null for none. */
  readonly category: Category | null
  /** Rules that bind it or its campaign. */
  readonly rules: readonly BoundRule[]
}

export interface FoundVoucher extends Found {
  readonly object: 'voucher'
  /** With its present holder; with its lots where it has points or credit. */
  readonly purse: Purse
  readonly holder: Customer | null
  /** Whose totals have its credit: the holder, also one who was deleted; null for nobody. */
  readonly ownerId: string | null
  readonly assignments: readonly ValidationRuleAssignment[]
  /** The reward that is named, and where it is on offer; nulls for what does not exist. */
  readonly reward: Reward | null
  readonly assignment: RewardAssignment | null
}

export interface FoundTier extends Found {
  readonly object: 'promotion_tier'
  readonly tier: PromotionTier
  readonly campaign: Campaign
}

export interface UnknownRedeemable extends Stackable {
  readonly object: 'unknown'
  readonly isUnknown: true
  readonly sent: RedeemableCommand
}

export type Redeemable = FoundVoucher | FoundTier | UnknownRedeemable

/** A redeemable that is examined by itself, or applied. @throws {TypeError} for an unknown one. */
export function existing(redeemable: Redeemable): FoundVoucher | FoundTier {
  // INVARIANT: what does not exist is refused before.
  if (redeemable.object === 'unknown') throw new TypeError(`${redeemable.sent.id} is unknown`)
  return redeemable
}

export interface DiscountFacts extends RedeemingFacts {
  /** False where no figure can depend on it, and nothing is to be written: it is nobody's then. */
  readonly isStandingKnown: boolean
  readonly redeemables: readonly Redeemable[]
  readonly stackingRules: StackingRules
  /** The stored customer: the one sent, else the stored order's. */
  readonly customer: Customer | null
  readonly customerSchema: MetadataSchema | null
  /** The goods that discounts give, by the name that the discount has for them. */
  readonly units: ReadonlyMap<string, UnitFound>
}

export interface UnitFound {
  readonly product: Product | null
  readonly sku: Sku | null
}

/** Whether figures may depend on the standing: by points that came or ended, or by segments. */
export function standingMatters(redeemables: readonly Redeemable[]): boolean {
  return redeemables.some(
    found =>
      found.object !== 'unknown' &&
      (segmentsMatter(found.rules) ||
        (found.object === 'voucher' && found.purse.voucher.card !== null))
  )
}

/**
 * Characters of all orders of an answer as JSON (16 MiB): 500 ordinary lines as often as there can
 * be redeemables, which is 50 that qualify, and once by themselves.
 */
export const REPEATED_ORDERS_LENGTH_MAX = 16_777_216

/** The refusal of an order that an answer would show `count` times; null when it may. */
export function repetitionRefusal(order: Order, count: number): Refusal | null {
  const { length } = JSON.stringify(order)
  if (length * count <= REPEATED_ORDERS_LENGTH_MAX) return null
  const most = Math.floor(REPEATED_ORDERS_LENGTH_MAX / count)
  const mistake =
    `must have at most ${most} characters as JSON where it is answered ${count} times, once ` +
    `with each redeemable and once by itself, and has ${length}; send fewer or shorter lines`
  return invalidPayload('order', mistake)
}
