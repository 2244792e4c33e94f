/**
 * Validates, locks and redeems what applies to an order: all of it, in one unit of work, or
 * nothing. The figures are those of a validation: both take applyDiscounts, and this carries it
 * out. What is valid is redeemed, also where everything was left out. Of several that are redeemed
 * together each has its record, and a parent stands for all of them. The order is paid, and earns
 * like any other; one that nobody sent is nobody's, and earns nothing. A refusal is recorded once,
 * for the first redeemable that cannot be applied.
 * Spec: redeemStackedDiscounts, DiscountsRedemption, DiscountsRedemption.redemptions,
 * DiscountSessionRequest, DiscountSession, releaseValidationSession, validateStackedDiscounts,
 * openapi/behaviour/redemptions-and-rollbacks.md#what-is-redeemed-together-is-done-whole.
 */

import type {
  Customer,
  Instant,
  LockHold,
  Order,
  OrderRedemption,
  PromotionTier,
  Redemption,
  Voucher
} from '../../model.ts'
import { randomCode } from '../../rules/codes.ts'
import { type Cart, takenOffBy } from '../../rules/discounts/cart.ts'
import { present } from '../../rules/mistake.ts'
import type { AppliedRedeemable, StackingRules } from '../../rules/stacking.ts'
import type { Change, Decision, Occasion } from '../changes.ts'
import { simpleCustomer, trackingIdOf } from '../customers/customers.ts'
import {
  marksOf,
  orderOfCart,
  termsAsked,
  withIds,
  withKnownIds,
  withOwnFigures
} from '../orders/lines.ts'
import { isPaid, keepOrder, recordOrder } from '../orders/orders.ts'
import { changeTotals, type Moved, type Purse, takeLines } from '../points/lots.ts'
import { recordRedemption } from '../redemptions/delivery.ts'
import { countInScopes } from '../redemptions/limits.ts'
import {
  failureMessageOf,
  invalidPayload,
  notFound,
  type Reason,
  type Refusal,
  type Unable
} from '../refusals.ts'
import { type OpenStanding, openStanding } from '../standing/open.ts'
import type { Collections } from '../validation-rules.ts'
import { takeCreditLines } from '../vouchers/vouchers.ts'
import {
  type ApplyDiscounts,
  applyDiscounts,
  type DiscountFacts,
  existing,
  type FoundTier,
  type FoundVoucher,
  type LockCommand,
  type Redeemable,
  type StackTrial,
  type Taken,
  type TtlUnit
} from './judging.ts'

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

/** Spec: openapi/behaviour/discounts.md#what-is-valid-is-redeemed. */
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
  const { stacked, goods, known } = tried
  const { applied } = stacked
  const ids = applied.map(() => occasion.newId('r'))
  const parentId = applied.length < 2 ? null : occasion.newId('r')
  const paid = orderPaid(facts, command, tried, { ids, parentId }, occasion)
  const handed = applied.map((each, index) => {
    const id = ids[index] as string
    const order = orderAfter(paid, orderOfCart(tried.order, each.step.cart), parentId)
    const record = recordAs(tried, command, { id, stackId: parentId, order }, occasion)
    return handOut(each, { record, facts, customer: known?.standing.customer ?? null }, occasion)
  })
  const moved = known && handed.reduce((open, { move }) => (move ? open.move(move) : open), known)
  const kept = keep(moved, { facts, command, paid, goods }, occasion)
  if ('refusal' in kept) return kept
  const parent =
    parentId === null
      ? null
      : recordAs(tried, command, { id: parentId, stackId: null, order: kept.order }, occasion)
  const counts = applied.flatMap(({ redeemable, step }) => {
    const { rules } = existing(redeemable)
    const { scopes, paid: amounts } = step.countedFor
    return countInScopes(scopes, { ...facts, rules }, amounts, occasion)
  })
  const written = [
    ...handed.flatMap(({ changes }) => changes),
    ...handed.flatMap(({ redemption }) => recordRedemption(redemption, occasion, facts.countsKept)),
    ...(parent === null ? [] : recordRedemption(parent, occasion)),
    ...counts,
    ...endLock(facts, tried, command)
  ]
  const done = conclude(kept, written, handed.length)
  if ('refusal' in done) return done
  const { stackingRules } = facts
  const result = { redemptions: handed, parent, order: kept.order, tried, stackingRules }
  return { result, changes: done.changes }
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

function orderPaid(
  { storedOrder, collections }: DiscountFacts,
  { order: sent }: ApplyDiscounts,
  { order: before, after, known, stacked }: StackTrial,
  names: Names,
  occasion: Occasion
): Order {
  const left = present(after, 'what applies leaves no order')
  const cart = present(stacked.cart, 'what applies leaves no cart')
  const isAsked = sent !== undefined
  const status = storedOrder !== null && isPaid(storedOrder) ? storedOrder.status : sent?.status
  const paid = {
    ...withIds(left, occasion),
    status: status ?? 'PAID',
    redemptions: {
      ...left.redemptions,
      ...linksOf(stacked.applied, { before, cart, isAsked, collections }, names, occasion.now)
    }
  }
  if (sent === undefined) {
    // Of what discounts add, for nothing, and nobody's.
    // Spec: openapi/behaviour/orders.md#a-redemption-without-an-order-stores-one-without-a-customer.
    const { amount, discountAmount, totalDiscountAmount, totalAmount } = paid
    return {
      ...paid,
      amount: amount ?? 0,
      discountAmount: discountAmount ?? 0,
      totalDiscountAmount: totalDiscountAmount ?? 0,
      totalAmount: totalAmount ?? 0
    }
  }
  return { ...paid, customerId: left.customerId ?? known?.standing.customer.id ?? null }
}

interface Names {
  readonly ids: readonly string[]
  readonly parentId: string | null
}

interface Paying {
  readonly before: Order
  readonly cart: Cart
  readonly isAsked: boolean
  readonly collections: Collections
}

function linksOf(
  applied: StackTrial['stacked']['applied'],
  { before, cart, isAsked, collections }: Paying,
  { ids, parentId }: Names,
  date: Instant
): Order['redemptions'] {
  const [first] = applied
  if (first === undefined) return {}
  const { discountAmount, lines: parts } = takenOffBy(cart)
  const lines = withOwnFigures(parts, before)
  const own = parentId === null ? linkTo(existing(first.redeemable)) : stackLink(parentId, ids)
  const terms = applied.map(({ step }, index) => {
    const kept = present(step.terms, 'what is redeemed has no terms')
    return { redemptionId: ids[index] as string, ...kept }
  })
  const link: OrderRedemption = {
    date,
    ...own,
    discountAmount,
    ...(lines.length === 0 ? {} : { lines }),
    ...termsAsked(terms, { items: before.items, collections }),
    ...(isAsked ? marksOf(before, { amount: cart.amount, lines }) : {})
  }
  return { [parentId ?? (ids[0] as string)]: link }
}

function linkTo(
  redeemable: FoundVoucher | FoundTier
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
  const items = step.items.map((item, at) => ({ ...item, id: paid.items[at]?.id as string }))
  return { ...step, id, items, redemptions, customerId, status: null, createdAt: null }
}

/**
 * A record before anything is said of what was redeemed.
 * Spec: openapi/behaviour/redemptions-and-rollbacks.md#each-part-has-a-record-and-so-has-the-whole.
 */
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
): Kept | Unable {
  if (known !== null && command.order !== undefined) {
    const kept = keepOrder(known.write(goods), { stored, order })
    return 'refusal' in kept ? kept : { ...kept, changes: [] }
  }
  const recorded = recordOrder({ stored, order, earns: false }, occasion)
  const changes = [...goods, ...recorded.changes]
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
): { readonly changes: readonly Change[] } | Unable {
  if (known === null) return { changes: [...changes, ...written] }
  const counted = redemptionsSucceeded === 0 ? {} : { redemptionsSucceeded }
  return known.write(written, counted).conclude()
}

/** Records the refusal, unless nothing was refused or what must apply does not exist. */
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
  const erased = isNew ? { trackingId: null, metadata: {}, session: null } : {}
  const record = { ...made, customer: simpleCustomer(customer), ...erased }
  const about = { resourceId: record.id, resourceType: 'redemption', redeemable } as const
  const refusal = { ...told, ...about }
  const changes = recordRedemption(record, occasion)
  const noted = customer === null ? changes : noteFailure(facts, customer, changes, occasion)
  return { result: { refusal, record }, changes: noted }
}

function nothingApplies(): Refusal {
  const details =
    'None of the redeemables applies to this order; send it to /v1/validations to see why'
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

export interface Handed {
  readonly redemption: Redemption
  readonly redeemable: FoundVoucher | FoundTier
  readonly voucher: Voucher | null
  readonly tier: PromotionTier | null
  /** A movement on a voucher of the customer; null for none. */
  readonly move: Moved | null
  readonly changes: readonly Change[]
}

interface Handing {
  /** The record before anything is said of what was redeemed. */
  readonly record: Redemption
  readonly facts: DiscountFacts
  readonly customer: Customer | null
}

export function handOut(
  { redeemable, step }: AppliedRedeemable<Redeemable, Taken>,
  handing: Handing,
  occasion: Occasion
): Handed {
  const found = existing(redeemable)
  return found.object === 'voucher'
    ? voucherHanded(found, step, handing, occasion)
    : tierHanded(found, step, handing)
}

function tierHanded(redeemable: FoundTier, step: Taken, { record }: Handing): Handed {
  const { tier, campaign } = redeemable
  const { name, banner } = tier
  const redemption: Redemption = {
    ...record,
    promotionTierId: tier.id,
    promotionTier: { name, banner },
    campaignId: campaign.id,
    discount: step.discount
  }
  const { paid } = step.countedFor
  const counted = { kind: 'promotionTier.redeemed', tierId: tier.id, step: 1, ...paid } as const
  const after = {
    ...tier,
    totalRedeemed: tier.totalRedeemed + 1,
    ordersAmount: tier.ordersAmount + paid.ordersAmount,
    ordersDiscountAmount: tier.ordersDiscountAmount + paid.ordersDiscountAmount
  }
  return { redemption, redeemable, voucher: null, tier: after, move: null, changes: [counted] }
}

function voucherHanded(
  redeemable: FoundVoucher,
  step: Taken,
  handing: Handing,
  occasion: Occasion
): Handed {
  const { purse, campaign } = redeemable
  const { voucher } = purse
  const redemption: Redemption = {
    ...handing.record,
    voucherId: voucher.id,
    campaignId: campaign?.id ?? null,
    discount: step.discount,
    points: step.points,
    gift: step.credit === null ? null : { amount: step.credit },
    reward: rewardOf(redeemable)
  }
  const made = { redemption, redeemable, tier: null }
  if (step.lots.length === 0) return { ...made, ...usedOnce(voucher, occasion), move: null }
  const moved = movedOf(redeemable, step, redemption.id, occasion)
  const isOwn = handing.customer !== null && redeemable.holder?.id === handing.customer.id
  const after = { voucher: moved.purse.voucher, move: isOwn ? moved : null }
  const { reward } = redeemable
  const own: readonly Change[] =
    reward === null ? [] : [{ kind: 'reward.redeemed', rewardId: reward.id }]
  return { ...made, ...after, changes: isOwn ? own : others(redeemable, moved) }
}

/** The movement of another customer's voucher, or of nobody's, with its part in their totals. */
function others({ ownerId }: FoundVoucher, { change, totals }: Moved): readonly Change[] {
  return [change, ...(ownerId === null ? [] : changeTotals(ownerId, totals))]
}

function movedOf(
  { purse, reward }: FoundVoucher,
  { lots: taken }: Taken,
  redemptionId: string,
  occasion: Occasion
): Moved {
  if (purse.voucher.gift !== null) {
    return takeCreditLines(purse, { taken, as: 'redeemed', cause: { redemptionId } }, occasion)
  }
  const { id: rewardId } = present(reward, 'points pay for no reward')
  const cause = { redemptionId, rewardId }
  return takeLines(purse, { taken, as: 'redeemed', type: 'POINTS_REDEMPTION', cause }, occasion)
}

function usedOnce(
  voucher: Voucher,
  { now }: Occasion
): { readonly voucher: Voucher; readonly changes: readonly Change[] } {
  const { id: voucherId, version, redeemedQuantity } = voucher
  const used = { redeemedQuantity: redeemedQuantity + 1, updatedAt: now, version: version + 1 }
  return {
    voucher: { ...voucher, ...used },
    changes: [{ kind: 'voucher.redeemed', voucherId, version, step: 1, updatedAt: now }]
  }
}

function rewardOf({ reward, assignment }: FoundVoucher): Redemption['reward'] {
  if (reward === null) return null
  const given = { voucher: null, product: null, sku: null }
  return { id: reward.id, assignmentId: assignment?.id ?? null, reward, ...given }
}

/*
 * Locks: what a valid validation counted is kept for a caller who has the key. Only what can run
 * out is held: a use of a voucher with a limit of redemptions, credit, points. The same key again
 * replaces all that its lock held, for the vouchers of the new request alone, and begins its time
 * anew. A validation that is not valid leaves the lock as it was.
 */

export interface Lock {
  readonly key: string
  readonly ttl: number
  readonly ttlUnit: TtlUnit
  /** From then on it holds nothing. */
  readonly expiresAt: Instant
}

/** Milliseconds in one; less than one of the two shortest. */
const UNIT_MS = {
  DAYS: 86_400_000,
  HOURS: 3_600_000,
  MINUTES: 60_000,
  SECONDS: 1000,
  MILLISECONDS: 1,
  MICROSECONDS: 1e-3,
  NANOSECONDS: 1e-6
} as const satisfies { readonly [Unit in TtlUnit]: number }

/** A year, the longest that a lock may hold anything. */
const TTL_MS_MAX = 365 * UNIT_MS.DAYS

/** Without a name of its own, a lock gets one that nobody guesses. */
export function lockOf(
  { key, ttl = 7, ttlUnit = 'DAYS' }: LockCommand,
  { now, random }: Pick<Occasion, 'now' | 'random'>
): Lock | Unable {
  const ms = Math.max(Math.round(ttl * UNIT_MS[ttlUnit]), 1)
  if (ms > TTL_MS_MAX) {
    const message = `${ttl} ${ttlUnit} is more than a year; send at most 365 DAYS`
    return { refusal: invalidPayload('session.ttl', message) }
  }
  const expiresAt = new Date(Date.parse(now) + ms).toISOString()
  return { key: key ?? randomCode(OWN_KEY, random), ttl, ttlUnit, expiresAt }
}

const OWN_KEY = { prefix: 'ssn_', length: 32, charset: null, pattern: null, postfix: null } as const

/**
 * The changes that make the lock hold what a valid stack takes, and nothing else.
 * Spec: openapi/behaviour/discounts.md#a-lock-holds-what-can-run-out.
 */
export function takeLock(
  { redeemables, customer: known }: DiscountFacts,
  { stacked, customer: described }: Pick<StackTrial, 'stacked' | 'customer'>,
  { key, expiresAt }: Lock,
  { sign }: Pick<Occasion, 'sign'>
): readonly Change[] {
  if (!stacked.valid) return []
  const holds = stacked.applied.flatMap(({ redeemable, step }) => {
    if (redeemable.object !== 'voucher') return []
    const { id: voucherId, redemptionQuantity } = redeemable.purse.voucher
    const uses = redemptionQuantity === null ? 0 : 1
    const held = { uses, credit: step.credit ?? 0, points: step.points ?? 0 }
    return held.uses + held.credit + held.points === 0
      ? []
      : [{ voucherId, key, expiresAt, ...held }]
  })
  if (holds.length === 0) return [{ kind: 'lock.ended', key }]
  const stored = new Map(
    redeemables.flatMap(found =>
      found.object === 'voucher' ? [[found.purse.voucher.id, found.purse] as const] : []
    )
  )
  const customerId = known?.id ?? trackingIdOf(described?.sourceId ?? null, sign)
  const voucherIds = holds.map(({ voucherId }) => voucherId)
  return [
    { kind: 'lock.taken', key, expiresAt, customerId, voucherIds },
    ...holds.map(hold => holdOn(stored.get(hold.voucherId) as LockedVoucher, hold))
  ]
}

/** The version is the stored one, whatever has become due of the voucher since. */
function holdOn({ voucher: { version }, holds }: LockedVoucher, hold: LockHold): Change {
  const { key, expiresAt } = hold
  const others = lockedByOthers(key, holds) ?? ''
  const lockedUntil = others > expiresAt ? others : expiresAt
  return { kind: 'voucher.locked', hold, version, lockedUntil }
}

type LockedVoucher = Pick<Purse, 'voucher' | 'holds'>

/** The end of the last lock but this one, also of one that is over and still stored; else null. */
function lockedByOthers(
  key: string | undefined,
  holds: LockedVoucher['holds'] = []
): Instant | null {
  const ends = holds.filter(hold => hold.key !== key).map(({ expiresAt }) => expiresAt)
  return ends.toSorted().at(-1) ?? null
}

/**
 * What a voucher says of its locks once one of them has ended; undefined: none has, but it may say
 * more than there are. `version` as in the change. None where it says so already.
 */
function freed(
  { voucher, holds }: LockedVoucher,
  key: string | undefined,
  version: number | null
): readonly Change[] {
  const { id: voucherId, lockedUntil: before = null } = voucher
  if (before === null) return []
  const lockedUntil = lockedByOthers(key, holds)
  return lockedUntil === before ? [] : [{ kind: 'voucher.freed', voucherId, version, lockedUntil }]
}

export type ReleaseFacts = LockedVoucher

export function releaseValidationSession(
  { voucher, holds = [] }: ReleaseFacts,
  key: string,
  { now }: Pick<Occasion, 'now'>
): Decision<null> {
  const held = holds.find(hold => hold.key === key)
  if (held === undefined || held.expiresAt <= now) return { refusal: notFound('session', key) }
  const unlocked: Change = { kind: 'voucher.unlocked', voucherId: voucher.id, key }
  return { result: null, changes: [unlocked, ...freed({ voucher, holds }, key, voucher.version)] }
}

export function forgetLocks(
  keys: readonly string[],
  { now }: Pick<Occasion, 'now'>
): Decision<number> {
  const changes: readonly Change[] =
    keys.length === 0 ? [] : [{ kind: 'locks.forgotten', keys, now }]
  return { result: keys.length, changes }
}

export interface StackValidation extends StackTrial {
  readonly id: string
  readonly stackingRules: StackingRules
  readonly isStored: boolean
  readonly lock: Lock | null
  /** The order after each of what is applied, in order. */
  readonly steps: readonly Order[]
}

/** An answer in any case but for a request that cannot be understood. */
export function validateStackedDiscounts(
  facts: DiscountFacts,
  command: ApplyDiscounts,
  occasion: Occasion
): Decision<StackValidation> {
  const lock = command.lock === undefined ? null : lockOf(command.lock, occasion)
  if (lock !== null && 'refusal' in lock) return lock
  const tried = applyDiscounts(facts, command, occasion)
  if ('refusal' in tried) return tried
  const shown = withoutUnmade(tried.goods)
  const { order, stacked } = tried
  const after = tried.after && shown(tried.after)
  // After the only step, the order is as after all.
  const steps = stacked.redeemables.flatMap(each => {
    if (each.status !== 'APPLICABLE') return []
    const { cart } = each.step
    return [after !== null && cart === stacked.cart ? after : shown(orderOfCart(order, cart))]
  })
  const result = {
    ...tried,
    id: occasion.newId('valid'),
    after,
    stackingRules: facts.stackingRules,
    isStored: facts.storedOrder !== null,
    lock: stacked.valid ? lock : null,
    steps
  }
  return { result, changes: lock === null ? [] : takeLock(facts, tried, lock, occasion) }
}

/** Goods that only a redemption would make have no id. */
export function withoutUnmade(goods: readonly Change[]): (order: Order) => Order {
  const made = new Set(goods.map(madeBy))
  const known = (id: string | null) => (id === null || made.has(id) ? null : id)
  return order => {
    if (made.size === 0) return order
    return { ...order, items: order.items.map(item => withKnownIds(item, known)) }
  }
}

function madeBy(change: Change): string {
  if (change.kind === 'product.created') return change.product.id
  return change.kind === 'sku.created' ? change.sku.id : ''
}
