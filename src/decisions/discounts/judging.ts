/**
 * Judging one redeemable at its turn, on the order as the earlier ones left it.
 *
 * The reasons are looked for in one order, and the first that is found is told: what is unknown,
 * what the request lacks, the campaign, the switch and the dates, the customer, the uses, the
 * balance, the rules. A rule sees the order without what the earlier redeemables of the request
 * took off it, and the counts with them.
 *
 * Spec: InapplicableRedeemable.result.
 */
import type { Order, RedemptionCount } from '../../model.ts'
import type { Cart } from '../../rules/discounts/cart.ts'
import {
  applyDiscount,
  applyGift,
  applyPoints,
  type PaidStep,
  type Step
} from '../../rules/discounts/steps.ts'
import type { StoredDiscount } from '../../rules/discounts/terms.ts'
import { LINES_MAX, type NoUnits, QUANTITY_MAX } from '../../rules/discounts/units.ts'
import { takeAtMost } from '../../rules/points.ts'
import type { Judge, NotApplicable } from '../../rules/stacking.ts'
import { isSelective } from '../../rules/validation.ts'
import type { Occasion } from '../occasion.ts'
import { heldAt } from '../points/holds.ts'
import { type Purse, spendableLots, sumOf } from '../points/purse.ts'
import type { CountedFor } from '../redemptions/carrying-out.ts'
import { countsAfter, knownCounts, scopesOf } from '../redemptions/limits.ts'
import { firstOf } from '../redemptions/precedence.ts'
import { violatedRules } from '../validation-rules/violations.ts'
import { orderOfCart, unitGoodsOf } from './carts.ts'
import { type Reason, reason, unknownThing } from './reasons.ts'
import type { FoundTier, FoundVoucher, Redeemable } from './request.ts'
import type { CartSoFar, Taken, Trial } from './trial.ts'
import { canceledOrder, reasonBefore, unusable } from './usability.ts'

/** The judge of a request, which the walk calls for one redeemable after the other. */
export function judgeFor(trial: Trial): Judge<Redeemable, Taken, Reason> {
  return (redeemable, cart, turn) => {
    if (redeemable.object === 'unknown') {
      const { object, id } = redeemable.sent
      return refuse(unknownThing(object, id))
    }
    const found =
      canceledOrder(trial) ?? reasonBefore(redeemable, { cart, applied: turn.applied }, trial)
    if (found !== null) return refuse(found)
    const step = stepOf(redeemable, cart, turn, trial)
    if ('refused' in step) return step
    return judged(redeemable, { before: cart, step }, turn, trial)
  }
}

/**
 * Judges a gift voucher or a card that is to pay nothing: whether it can be used at all, whatever
 * the order is.
 */
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

/** A step before the rules have judged it. */
type Paid = Step & Pick<Taken, 'credit' | 'points' | 'lots'>

function stepOf(
  redeemable: FoundVoucher | FoundTier,
  cart: Cart,
  { mode }: CartSoFar,
  trial: Trial
): Paid | NotApplicable<Reason> {
  const applicability = redeemable.rules
    .map(({ rule }) => rule.applicableTo)
    .filter(each => isSelective(each))
  const terms = { mode, applicability }
  if (redeemable.object === 'promotion_tier') {
    return discounted(redeemable.tier.discount, redeemable, cart, terms, trial)
  }
  const { voucher } = redeemable.purse
  if (voucher.gift !== null) return creditStep(redeemable, cart, terms, trial)
  if (voucher.card !== null) return pointsStep(redeemable, cart, terms, trial)
  // INVARIANT: a voucher is a gift, a card or a discount.
  const discount = voucher.discount as StoredDiscount
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
  return { ...step, ...NOTHING_TAKEN }
}

function orderTooLarge(why: NoUnits, id: string): Reason {
  switch (why) {
    case 'too_many_lines':
      return reason('invalid_order', `With ${id}, the order has more than ${LINES_MAX} lines`)
    case 'too_many_units':
      return reason('invalid_order', `With ${id}, a line has more than ${QUANTITY_MAX} units`)
    case 'out_of_range':
      return reason(
        'invalid_amount',
        `With ${id}, a figure of the order exceeds ${Number.MAX_SAFE_INTEGER}`
      )
  }
}

/** The credit or the points of a voucher that neither wait nor are held by locks. */
export function freeOn(purse: Purse, occasion: Occasion): number {
  const { gift } = purse.voucher
  const held = heldAt(purse, occasion.now)
  return gift === null
    ? sumOf(spendableLots(purse, occasion)) - held.points
    : gift.balance - held.credit
}

function creditStep(
  { sent, purse }: FoundVoucher,
  cart: Cart,
  terms: Terms,
  { occasion }: Trial
): Paid | NotApplicable<Reason> {
  const gift = purse.voucher.gift as NonNullable<typeof purse.voucher.gift>
  const { effect } = gift
  const balance = freeOn(purse, occasion)
  const step = applyGift(cart, { ...terms, effect, balance, credits: sent.credits ?? null })
  if ('refused' in step) return refuse(reason(step.refused, purse.voucher.code))
  return { ...step, credit: step.taken, points: null, lots: takeAtMost(purse.lots, step.taken) }
}

function pointsStep(
  { sent, purse, reward }: FoundVoucher,
  cart: Cart,
  terms: Terms,
  { occasion }: Trial
): Paid | NotApplicable<Reason> {
  const lots = spendableLots(purse, occasion)
  // INVARIANT: a reward of another type was refused before.
  const ratio = (reward as NonNullable<typeof reward>).parameters as CoinTerms
  const balance = freeOn(purse, occasion)
  const { points = null } = sent
  const { code } = purse.voucher
  // A card that is empty is told so, also where nothing is left to pay.
  if (balance <= 0 || (points !== null && points > balance)) {
    return refuse(reason('loyalty_card_points_exceeded', code))
  }
  const step = applyPoints(cart, { ...terms, ratio, balance, points })
  if ('refused' in step) return refuse(unpayable(step.refused[0], code))
  return paidBy(step, lots)
}

type CoinTerms = Parameters<typeof applyPoints>[1]['ratio']

function paidBy(step: PaidStep, lots: Parameters<typeof takeAtMost>[0]): Paid {
  return { ...step, credit: null, points: step.taken, lots: takeAtMost(lots, step.taken) }
}

function unpayable(why: string, code: string): Reason {
  switch (why) {
    case 'nothing_to_pay':
      return reason('invalid_order', 'The order has nothing left to pay')
    case 'no_points':
      return reason('loyalty_card_points_exceeded', code)
    default:
      return reason('invalid_amount', `The points of ${code} for this order cannot be counted`)
  }
}

/** The step with what it counts, unless a rule that binds the redeemable is broken. */
function judged(
  redeemable: FoundVoucher | FoundTier,
  { before, step }: { readonly before: Cart; readonly step: Paid },
  { opened, applied }: Pick<CartSoFar, 'opened' | 'applied'>,
  trial: Trial
): Taken | NotApplicable<Reason> {
  const { facts, customer, occasion, unasked } = trial
  const countedFor = countedIn(redeemable, step, trial)
  const known = applied.reduce((counts, each) => counted(counts, each.step.counts), facts.counts)
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

/**
 * The order as rules see it: its amount without what the request has taken off so far, its initial
 * amount before anything, and its total after this step.
 */
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

/** Counts with those of an earlier redeemable of the request. */
function counted(
  before: readonly RedemptionCount[] | null,
  after: readonly RedemptionCount[] | null
): readonly RedemptionCount[] | null {
  return before === null || after === null ? before : countsAfter(before, after)
}
