/**
 * Redeems what applies to an order: all of it, in one unit of work, or nothing.
 *
 * The figures are those of a validation: both take applyDiscounts, and this carries it out. What is
 * valid is redeemed, also where everything was left out. Of several that are redeemed together each
 * has its record, and a parent stands for all of them. The order is paid, and earns like any other;
 * one that nobody sent is nobody's, and earns nothing. A refusal is recorded once, for the first
 * redeemable that cannot be applied.
 *
 * Spec: redeemStackedDiscounts, DiscountsRedemption.
 */
import type { Customer, Instant, Order, OrderRedemption, Redemption } from '../../model.ts'
import type { Cart } from '../../rules/discounts/cart.ts'
import { takenOffBy } from '../../rules/discounts/taking-back.ts'
import type { StackingRules } from '../../rules/stacking-rules.ts'
import type { Change, Decision } from '../changes.ts'
import { simpleCustomer } from '../customers/customers.ts'
import type { Occasion } from '../occasion.ts'
import { marksOf, withOwnFigures } from '../orders/initial-figures.ts'
import { isPaid } from '../orders/orders.ts'
import { keepOrder, recordOrder } from '../orders/saving.ts'
import { changeTotals } from '../points/ledger.ts'
import { countInScopes } from '../redemptions/limits.ts'
import { recordRedemption } from '../redemptions/records.ts'
import type { Refusal } from '../refusals.ts'
import type { OpenStanding } from '../standing/open.ts'
import { openStanding } from '../standing/open.ts'
import { applyDiscounts, type StackTrial } from './applying.ts'
import { orderOfCart } from './carts.ts'
import { type Handed, handOut } from './handing-over.ts'
import { freed } from './locks.ts'
import { failureMessageOf, type Reason } from './reasons.ts'
import type { ApplyDiscounts, DiscountFacts, Redeemable } from './request.ts'

/** What was redeemed, or the recorded refusal. */
export type DiscountsRedeemed =
  | {
      readonly redemptions: readonly Handed[]
      /** Stands for all of them; null when one alone was redeemed. */
      readonly parent: Redemption | null
      readonly order: Order
      readonly tried: StackTrial
      readonly stackingRules: StackingRules
    }
  | { readonly refusal: Refusal; readonly record: Redemption }

export function redeemStackedDiscounts(
  facts: DiscountFacts,
  command: ApplyDiscounts,
  occasion: Occasion
): Decision<DiscountsRedeemed> {
  const tried = applyDiscounts(facts, command, occasion)
  if ('refusal' in tried) return tried
  return tried.stacked.valid
    ? carriedOut(facts, command, tried, occasion)
    : refused(facts, command, tried, occasion)
}

function carriedOut(
  facts: DiscountFacts,
  command: ApplyDiscounts,
  tried: StackTrial,
  occasion: Occasion
): Decision<DiscountsRedeemed> {
  const { stacked, goods } = tried
  const { applied } = stacked
  const ids = applied.map(() => occasion.newId('r'))
  const parentId = applied.length < 2 ? null : occasion.newId('r')
  const paid = orderPaid(facts, command, tried, { ids, parentId }, occasion)
  const known = tried.known
  const handed = applied.map((each, index) => {
    const id = ids[index] as string
    const order = orderAfter(paid, orderOfCart(tried.order, each.step.cart), parentId)
    const record = recordAs(tried, command, { id, stackId: parentId, order }, occasion)
    return handOut(each, { record, facts, customer: known?.standing.customer ?? null }, occasion)
  })
  const moved = known && handed.reduce((open, { move }) => (move ? open.move(move) : open), known)
  const kept = keep(moved, { facts, command, paid, goods }, occasion)
  if ('refusal' in kept) return kept
  const parent = parentId === null ? null : parentOf(tried, command, parentId, kept.order, occasion)
  const counts = applied.flatMap(({ redeemable, step }) => {
    const { rules } = redeemable as Existing
    const { scopes, paid: amounts } = step.countedFor
    return countInScopes(scopes, { rules, counts: facts.counts }, amounts, occasion)
  })
  const written = [
    ...handed.flatMap(({ changes }) => changes),
    ...handed.flatMap(({ redemption }) => recordRedemption(redemption, occasion)),
    ...(parent === null ? [] : recordRedemption(parent, occasion)),
    ...counts,
    ...endLock(facts, tried, command)
  ]
  const done = conclude(kept, written, handed.length)
  if ('refusal' in done) return done
  return {
    result: {
      redemptions: handed,
      parent,
      order: kept.order,
      tried,
      stackingRules: facts.stackingRules
    },
    changes: done.changes
  }
}

/** A lock is used whole, whatever it held: what it held of others is free again. */
function endLock(
  { redeemables }: DiscountFacts,
  { stacked: { applied } }: StackTrial,
  { lock }: ApplyDiscounts
): readonly Change[] {
  const key = lock?.key
  // As they are stored, with what the lock itself holds.
  const written = new Set(applied.map(({ redeemable }) => redeemable.sent))
  const free = redeemables.flatMap(found =>
    found.object === 'voucher' && written.has(found.sent) ? freed(found.purse, key, null) : []
  )
  return key === undefined ? free : [{ kind: 'lock.ended', key }, ...free]
}

/** The order as it is paid, but for the instant at which it earned. */
function orderPaid(
  { storedOrder }: DiscountFacts,
  { order: sent }: ApplyDiscounts,
  { order: before, after, known, stacked }: StackTrial,
  names: Names,
  { now }: Occasion
): Order {
  // INVARIANT: what applies leaves a cart, and an order.
  const [left, cart] = [after as Order, stacked.cart as Cart]
  const isAsked = sent !== undefined
  const status = storedOrder !== null && isPaid(storedOrder) ? storedOrder.status : sent?.status
  const paid = {
    ...left,
    status: status ?? 'PAID',
    redemptions: {
      ...left.redemptions,
      ...linksOf(stacked.applied, { before, cart, isAsked }, names, now)
    }
  }
  if (sent === undefined) return unasked(paid)
  return { ...paid, customerId: left.customerId ?? known?.standing.customer.id ?? null }
}

/** The ids of what is redeemed, and of what stands for all of it; null for one alone. */
interface Names {
  readonly ids: readonly string[]
  readonly parentId: string | null
}

/** An order before the request, and the cart that it is after it. */
interface Paying {
  readonly before: Order
  readonly cart: Cart
  /** Whether the request has an order. */
  readonly isAsked: boolean
}

/** What the order says of its redemptions; nothing where everything was left out. */
function linksOf(
  [first]: StackTrial['stacked']['applied'],
  { before, cart, isAsked }: Paying,
  { ids, parentId }: Names,
  date: Instant
): Order['redemptions'] {
  if (first === undefined) return {}
  const { discountAmount, lines: parts } = takenOffBy(cart)
  const lines = withOwnFigures(parts, before)
  const own = parentId === null ? linkTo(first.redeemable as Existing) : stackLink(parentId, ids)
  const link: OrderRedemption = {
    date,
    ...own,
    discountAmount,
    ...(lines.length === 0 ? {} : { lines }),
    ...(isAsked ? marksOf(before, { amount: cart.amount, lines }) : {})
  }
  return { [parentId ?? (ids[0] as string)]: link }
}

/**
 * The order of a request without one: of nothing but what discounts add, for nothing, and nobody's,
 * since nobody ordered or paid anything.
 */
function unasked(order: Order): Order {
  const { amount, discountAmount, totalDiscountAmount, totalAmount } = order
  return {
    ...order,
    amount: amount ?? 0,
    discountAmount: discountAmount ?? 0,
    totalDiscountAmount: totalDiscountAmount ?? 0,
    totalAmount: totalAmount ?? 0
  }
}

/** INVARIANT: what does not exist is never applied. */
type Existing = Exclude<Redeemable, { object: 'unknown' }>

function linkTo(
  redeemable: Existing
): Pick<OrderRedemption, 'relatedObjectType' | 'relatedObjectId' | 'relatedObjectParentId'> {
  const { object: relatedObjectType, campaign } = redeemable
  const relatedObjectId =
    redeemable.object === 'voucher' ? redeemable.purse.voucher.id : redeemable.tier.id
  return { relatedObjectType, relatedObjectId, relatedObjectParentId: campaign?.id ?? null }
}

function stackLink(id: string, stacked: readonly string[]) {
  const related = { relatedObjectType: 'redemption', relatedObjectId: id } as const
  return { ...related, relatedObjectParentId: null, stacked }
}

/** The order as a record shows it: as it was after that redemption. */
function orderAfter(paid: Order, step: Order, stackId: string | null): Redemption['order'] {
  const { id, redemptions, customerId } = paid
  if (stackId === null) return paid
  return { ...step, id, redemptions, customerId, status: null, createdAt: null }
}

/** A record before anything is said of what was redeemed. */
function recordAs(
  { known, customer, trackingId, lockKey }: StackTrial,
  { metadata }: ApplyDiscounts,
  { id, stackId, order }: Pick<Redemption, 'id' | 'stackId' | 'order'>,
  { now, channelId }: Occasion
): Redemption {
  return {
    ...{ id, stackId, order },
    date: now,
    voucherId: null,
    campaignId: null,
    promotionTierId: null,
    promotionTier: null,
    customer: simpleCustomer(known === null ? null : customer),
    trackingId,
    metadata: metadata ?? {},
    parentId: null,
    result: 'SUCCESS',
    status: 'SUCCEEDED',
    points: null,
    gift: null,
    discount: null,
    session: lockKey === null ? null : { key: lockKey },
    failureCode: null,
    failureMessage: null,
    channel: { id: channelId, type: 'API' },
    reward: null
  }
}

function parentOf(
  tried: StackTrial,
  command: ApplyDiscounts,
  id: string,
  order: Order,
  occasion: Occasion
): Redemption {
  return recordAs(tried, command, { id, stackId: null, order }, occasion)
}

/** The order as it is kept, and the standing after it; null for nobody's. */
interface Kept {
  readonly order: Order
  readonly known: OpenStanding | null
  /** Those that no standing has. */
  readonly changes: readonly Change[]
}

function keep(
  known: OpenStanding | null,
  { facts: { storedOrder: stored }, command, paid: order, goods }: Keeping,
  occasion: Occasion
): Kept | { readonly refusal: Refusal } {
  if (known !== null && command.order !== undefined) {
    const kept = keepOrder(known.write(goods), { stored, order }, occasion)
    return 'refusal' in kept ? kept : { ...kept, changes: [] }
  }
  const { change, events } = recordOrder({ stored, order, earns: false }, occasion)
  const changes = [...goods, change, ...events]
  return known === null
    ? { order, known, changes }
    : { order, known: known.write(changes), changes: [] }
}

interface Keeping extends Pick<StackTrial, 'goods'> {
  readonly facts: DiscountFacts
  readonly command: ApplyDiscounts
  readonly paid: Order
}

function conclude(
  { known, changes }: Kept,
  written: readonly Change[],
  redemptionsSucceeded: number
): { readonly changes: readonly Change[] } | { readonly refusal: Refusal } {
  if (known === null) return { changes: [...changes, ...written] }
  const counted = redemptionsSucceeded === 0 ? {} : { redemptionsSucceeded }
  return known.write(written, counted).conclude()
}

/**
 * Records the refusal. Nothing is recorded where nothing was refused, only left out, and of what
 * does not exist where all must apply.
 */
function refused(
  facts: DiscountFacts,
  command: ApplyDiscounts,
  tried: StackTrial,
  occasion: Occasion
): Decision<DiscountsRedeemed> {
  const [first] = tried.stacked.inapplicable
  if (first === undefined) return { refusal: nothingApplies() }
  const { reason: why } = first
  const { id, object } = first.redeemable.sent
  const redeemable = { id, object }
  const { stackingRules } = facts
  const partial = stackingRules.redeemablesApplicationMode === 'PARTIAL'
  if (why.key === 'not_found' && !partial) return { refusal: { ...why, redeemable } }
  const told = partial ? { ...nothingApplies(), details: why.details } : why
  const { customer } = facts
  const made = failedRecord(tried, command, first.redeemable, told, occasion)
  // Somebody who would have been stored is not, so nothing that was said of them could be erased.
  const isNew = customer === null && command.customer !== undefined
  const record = isNew ? ofNobody(made) : { ...made, customer: simpleCustomer(customer) }
  const about = { resourceId: record.id, resourceType: 'redemption', redeemable } as const
  const refusal: Refusal = { ...told, ...about }
  const changes = recordRedemption(record, occasion)
  const noted = customer === null ? changes : noteFailure(facts, customer, changes, occasion)
  return { result: { refusal, record }, changes: noted }
}

function nothingApplies(): Refusal {
  const details = 'None of the redeemables applies to this order; validate it to see why'
  return { key: 'no_applicable_redeemables', details }
}

function failedRecord(
  tried: StackTrial,
  command: ApplyDiscounts,
  redeemable: Redeemable,
  why: Refusal | Reason,
  occasion: Occasion
): Redemption {
  const id = occasion.newId('r')
  const record = recordAs(tried, command, { id, stackId: null, order: null }, occasion)
  return {
    ...record,
    ...namesOf(redeemable),
    result: 'FAILURE',
    status: 'FAILED',
    failureCode: why.key,
    failureMessage: failureMessageOf(why)
  }
}

/** The record without its customer, and without what the request said of them. */
function ofNobody(record: Redemption): Redemption {
  return {
    ...record,
    ...{ customer: simpleCustomer(null), trackingId: null, metadata: {}, session: null }
  }
}

/** What a record says it is of; nothing of what does not exist. */
function namesOf(
  found: Redeemable
): Partial<Pick<Redemption, 'voucherId' | 'promotionTierId' | 'promotionTier' | 'campaignId'>> {
  switch (found.object) {
    case 'unknown':
      return {}
    case 'voucher':
      return { voucherId: found.purse.voucher.id, campaignId: found.campaign?.id ?? null }
    case 'promotion_tier': {
      const { id, name, banner } = found.tier
      return { promotionTierId: id, promotionTier: { name, banner }, campaignId: found.campaign.id }
    }
  }
}

/** The failure in the customer's totals, and the segments that follow from it. */
function noteFailure(
  facts: DiscountFacts,
  customer: Customer,
  changes: readonly Change[],
  occasion: Occasion
): readonly Change[] {
  const once = { redemptionsFailed: 1 }
  const opened = openStanding(facts, customer, occasion, { after: 'consequences' })
  const counted = [...changes, ...changeTotals(customer.id, once)]
  if ('refusal' in opened) return counted
  const after = opened.write(changes, once).conclude()
  return 'refusal' in after ? counted : after.changes
}
