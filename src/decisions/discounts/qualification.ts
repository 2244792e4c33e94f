/**
 * What a customer qualifies for: each candidate by itself, as if it alone were redeemed now. The
 * judge is that of a validation, with the rules that the scenario asks for. Nothing is written.
 * Spec: checkEligibility, CheckEligibilityRequest.scenario,
 * EligibilityOptionsRequest.starting_after, QualifiedRedeemableList,
 * openapi/behaviour/discounts.md#what-qualifies-could-be-redeemed-now-alone.
 */

import type { Campaign, Instant, Order, Voucher } from '../../model.ts'
import { type FactValue, type Filter, filterMistake, matches } from '../../rules/conditions.ts'
import type { Cart } from '../../rules/discounts/cart.ts'
import { present } from '../../rules/mistake.ts'
import { type StackingRules, stack } from '../../rules/stacking.ts'
import { entriesIn, RULE_NAMES } from '../../rules/validation.ts'
import { toInstant } from '../../rules/validity.ts'
import type { Decision, Occasion } from '../changes.ts'
import { orderOfCart } from '../orders/lines.ts'
import { heldAt } from '../points/lots.ts'
import type { BoundRule } from '../redemptions/limits.ts'
import { invalidPayload } from '../refusals.ts'
import { codeKey } from '../vouchers/vouchers.ts'
import {
  type ApplyDiscounts,
  type DiscountFacts,
  existing,
  type FoundTier,
  type FoundVoucher,
  freeOn,
  judgeFor,
  judgeUnpaid,
  openTrial,
  repetitionRefusal,
  type Taken,
  type Trial
} from './judging.ts'
import { withoutUnmade } from './redemption.ts'

export interface CheckEligibility extends Omit<ApplyDiscounts, 'redeemables'> {
  readonly scenario: Scenario
  /** Entries of the answer, 1 to 50. */
  readonly limit: number
  /** Null for the newest. */
  readonly cursor: Cursor | null
  readonly filter: Filter | null
  readonly sorting: 'DEFAULT' | 'BEST_DEAL' | 'LEAST_DEAL'
}

export interface Candidate extends Dated {
  /** For a campaign: a code of it, as a new one would be. */
  readonly found: FoundVoucher | FoundTier
  /** Whether a campaign has a code to give, or makes one; true for what is no campaign. */
  readonly isToHave: boolean
}

export interface EligibilityFacts extends DiscountFacts {
  /** `redeemables` are what they are of, in the same order. */
  readonly candidates: readonly Candidate[]
  /** The place after each. */
  readonly places: readonly Cursor[]
  /** Whether there are others that were not examined, all of them older. */
  readonly hasMore: boolean
}

export interface Qualified extends Dated {
  readonly found: FoundVoucher | FoundTier
  /** The rules that bind it, without those of the reward that points would pay for. */
  readonly rules: readonly BoundRule[]
  readonly taken: Taken
  readonly lockedCredit: number
  readonly order: Order | null
  /** The names that rules were not asked for; null where the scenario does not tell. */
  readonly leftOut: readonly string[] | null
}

export interface Eligibility {
  readonly qualified: readonly Qualified[]
  readonly hasMore: boolean
  /** Where others follow; null when none do, or when the sorting left out those that do. */
  readonly next: Cursor | null
  readonly trackingId: string | null
  /** The order before anything; null without one. */
  readonly order: Order | null
  readonly isStored: boolean
  readonly stackingRules: StackingRules
}

export function sourcesFor({ scenario, filter }: CheckEligibility): readonly CandidateSource[] {
  return SOURCES[scenario].filter(source => mayPass(filter, KNOWN_OF[source]))
}

type FieldValues = { readonly [field: string]: FactValue }

/** Fields that all candidates of a source have the same value of. */
const KNOWN_OF: { readonly [Key in CandidateSource]: FieldValues } = {
  held: { resource_type: 'voucher' },
  alone: {
    resource_type: 'voucher',
    voucher_type: 'DISCOUNT_VOUCHER',
    campaign_id: null,
    campaign_type: null,
    holder_role: null
  },
  tiers: {
    resource_type: 'promotion_tier',
    campaign_type: 'PROMOTION',
    voucher_type: null,
    code: null,
    holder_role: null
  },
  campaigns: { resource_type: 'campaign', code: null, holder_role: null }
}

function mayPass(filter: Filter | null, known: FieldValues): boolean {
  if (filter === null) return true
  const passes = Object.entries(filter.fields).map(([field, conditions]) => {
    if (!Object.hasOwn(known, field)) return true
    const alone: Filter = { junction: 'and', fields: { [field]: conditions } }
    return matches(alone, () => known[field], OUT_OF_TIME)
  })
  return filter.junction === 'and' ? passes.every(Boolean) : passes.some(Boolean)
}

/** No operator of these filters counts days. */
const OUT_OF_TIME = { now: '0001-01-01T00:00:00.000Z' as Instant, zone: 'Etc/UTC' }

/** Refused as a validation is, and for a filter that cannot be understood. */
export function checkEligibility(
  facts: EligibilityFacts,
  command: CheckEligibility,
  occasion: Occasion
): Decision<Eligibility> {
  const mistake = command.filter && filterMistake(command.filter, () => true)
  if (mistake !== null) {
    const property = mistake.property.replace('filter', 'options.filters')
    return { refusal: invalidPayload(property, mistake.message) }
  }
  const begun = openTrial(facts, command, occasion)
  if ('refusal' in begun) return begun
  const { trial, redeemables, goods, trackingId } = begun
  const shown = withoutUnmade(goods)
  const qualified: (Qualified & { readonly position: number })[] = []
  const enough = command.sorting === 'DEFAULT' ? command.limit + 1 : Number.POSITIVE_INFINITY
  for (const [position, candidate] of facts.candidates.entries()) {
    if (qualified.length === enough) break
    const found = existing(present(redeemables[position], 'a candidate is not on trial'))
    const one = qualify({ ...candidate, found }, command, trial)
    if (one === null) continue
    const order = one.order && shown(one.order)
    qualified.push({ ...one, order, position })
  }
  const { order, opened, isOrdered } = trial
  const answered = page(qualified, facts, command)
  const tooLong = isOrdered ? repetitionRefusal(order, answered.qualified.length + 1) : null
  if (tooLong !== null) return { refusal: tooLong }
  const seen = isOrdered ? shown(orderOfCart(order, opened)) : null
  const { storedOrder, stackingRules } = facts
  const about = { trackingId, order: seen, isStored: storedOrder !== null, stackingRules }
  return { result: { ...answered, ...about }, changes: [] }
}

/** By deal, the first of all that were examined are answered, and older ones follow. */
function page(
  qualified: readonly (Qualified & { readonly position: number })[],
  { places, hasMore }: EligibilityFacts,
  { limit, sorting }: CheckEligibility
): Pick<Eligibility, 'qualified' | 'hasMore' | 'next'> {
  const others = qualified.length > limit
  const last = hasMore ? present(places.at(-1), 'others follow and none was examined') : null
  if (sorting === 'DEFAULT') {
    const answered = qualified.slice(0, limit)
    const end = answered.at(-1)?.position as number
    const next = others ? (places[end] as Cursor) : last
    return { qualified: answered, hasMore: next !== null, next }
  }
  const sign = sorting === 'BEST_DEAL' ? -1 : 1
  const sorted = qualified.toSorted((a, b) => sign * (a.taken.discount - b.taken.discount))
  return { qualified: sorted.slice(0, limit), hasMore: others || hasMore, next: last }
}

function qualify(
  candidate: Candidate,
  { scenario, filter }: CheckEligibility,
  trial: Trial
): Qualified | null {
  const { found, isToHave, object, id, createdAt } = candidate
  if (!isToHave || !passes(filter, candidate, trial)) return null
  const taken = takenBy(found, scenario, trial)
  const rules = found.rules.filter(bindsItself)
  if (taken === null || !shows(scenario, taken, rules)) return null
  const isTold = scenario === 'AUDIENCE_ONLY'
  return {
    ...{ object, id, createdAt, found, rules, taken },
    lockedCredit: found.object === 'voucher' ? heldAt(found.purse, trial.occasion.now).credit : 0,
    order: trial.isOrdered ? orderOfCart(trial.order, taken.cart) : null,
    leftOut: isTold ? namesLeftOut(rules, unaskedIn(scenario, { pays: true })) : null
  }
}

function bindsItself({ assignment }: BoundRule): boolean {
  return assignment.relatedObjectType !== 'reward_assignment'
}

function passes(filter: Filter | null, candidate: Candidate, { customer, occasion }: Trial) {
  if (filter === null) return true
  const { project, now } = occasion
  const values = valuesOf(candidate, customer?.id ?? null)
  const { code } = values
  const { code: asked, ...others } = filter.fields
  const fields = asked === undefined ? others : { ...others, code: foldedIn(asked, project) }
  const folded = { ...filter, fields }
  const key = typeof code === 'string' ? codeKey(code, project) : null
  const at = { now, zone: project.timezone }
  return matches(folded, field => (field === 'code' ? key : values[field]), at)
}

function foldedIn(conditions: Filter['fields'][string], project: Occasion['project']) {
  const folded = (operand: FactValue) =>
    typeof operand === 'string' ? codeKey(operand, project) : operand
  return Object.fromEntries(
    Object.entries(conditions).map(([operator, operands]) => [operator, operands.map(folded)])
  )
}

function valuesOf({ found, object, id }: Candidate, customerId: string | null): FieldValues {
  const { campaign, category } = found
  const voucher = found.object === 'voucher' ? found.purse.voucher : null
  const isHeld = voucher !== null && voucher.holderId !== null && voucher.holderId === customerId
  return {
    category_id: category?.id ?? null,
    campaign_id: campaign?.id ?? null,
    campaign_type: campaign?.campaignType ?? null,
    resource_id: id,
    resource_type: object,
    voucher_type: voucher?.type ?? null,
    code: voucher !== null && object === 'voucher' ? voucher.code : null,
    holder_role: isHeld ? rolesIn(voucher) : null
  }
}

function rolesIn({ isReferralCode, referrerId }: Voucher): readonly string[] {
  return [isReferralCode ? 'REFERRER' : 'OWNER', ...(referrerId === null ? [] : ['REFEREE'])]
}

function takenBy(found: Candidate['found'], scenario: Scenario, trial: Trial): Taken | null {
  const paying = { ...trial, unasked: unaskedIn(scenario, { pays: true }) }
  const isPriced = trial.isOrdered && trial.opened.amount !== null
  if (found.object === 'promotion_tier' || found.purse.voucher.discount !== null) {
    return appliedAlone(found, paying, isPriced && scenario !== 'AUDIENCE_ONLY')
  }
  const { gift } = found.purse.voucher
  if (freeOn(found.purse, trial.occasion) <= 0) return null
  const paid = isPriced && (gift !== null || found.reward !== null)
  const taken = paid ? appliedAlone(found, paying, false) : null
  // Credit that cannot pay this order does not qualify; a card is shown with the points it has.
  if (taken !== null || (paid && gift !== null)) return taken
  const itself = { ...found, assignment: null, rules: found.rules.filter(bindsItself) }
  const unpaying = { ...trial, unasked: unaskedIn(scenario, { pays: false }) }
  const judged = judgeUnpaid(itself, unpaying)
  return 'refused' in judged ? null : judged
}

/** `needsEffect`: the rule of the project for what takes nothing off counts. */
function appliedAlone(found: Candidate['found'], trial: Trial, needsEffect: boolean): Taken | null {
  const { stackingRules } = trial.facts
  const rules: StackingRules = needsEffect
    ? stackingRules
    : { ...stackingRules, redeemablesNoEffectRule: 'REDEEM_ANYWAY', noEffectSkipCategories: [] }
  const { applied } = stack([found], { cart: trial.opened, rules, judge: judgeFor(trial) })
  return applied[0]?.step ?? null
}

export type Scenario =
  | 'ALL'
  | 'CUSTOMER_WALLET'
  | 'AUDIENCE_ONLY'
  | 'PRODUCTS'
  | 'PRODUCTS_DISCOUNT'
  | 'PRODUCTS_BY_CUSTOMER'
  | 'PRODUCTS_DISCOUNT_BY_CUSTOMER'

/** Where candidates come from: what the customer holds, coupons of no campaign, what is set up. */
export type CandidateSource = 'held' | 'alone' | 'tiers' | 'campaigns'

const ANYWHERE: readonly CandidateSource[] = ['held', 'alone', 'tiers', 'campaigns']
const GIVEN: readonly CandidateSource[] = ['held']

const SOURCES: { readonly [Key in Scenario]: readonly CandidateSource[] } = {
  ALL: ANYWHERE,
  CUSTOMER_WALLET: GIVEN,
  AUDIENCE_ONLY: ANYWHERE,
  PRODUCTS: ANYWHERE,
  PRODUCTS_DISCOUNT: ANYWHERE,
  PRODUCTS_BY_CUSTOMER: GIVEN,
  PRODUCTS_DISCOUNT_BY_CUSTOMER: GIVEN
}

const OF_PAYMENTS = ['redemption.gift.amount', 'redemption.reward.pay_with_points.points_used']

type Asks = (name: string) => boolean

/** Names that no scenario asks rules for: what a campaign or a customer has redeemed so far. */
const isNeverAsked: Asks = name =>
  name === 'order.initial_amount' ||
  name.startsWith('campaign.') ||
  name.startsWith('redemption.count.per_customer')

/** Whether a scenario leaves a name out; of what pays nothing, whatever only a payment has, too. */
export function unaskedIn(scenario: Scenario, { pays }: { readonly pays: boolean }): Asks {
  const isAudience = scenario === 'AUDIENCE_ONLY'
  return name => {
    if (isNeverAsked(name)) return true
    if (!(pays && !isAudience) && OF_PAYMENTS.includes(name)) return true
    const category = RULE_NAMES.get(name)?.category
    return isAudience && (category === 'order' || category === 'product')
  }
}

export function namesLeftOut(rules: readonly BoundRule[], unasked: Asks): readonly string[] {
  const names = rules.flatMap(bound => entriesIn(bound.rule.rules).map(({ name }) => name))
  return [...new Set(names.filter(unasked))]
}

/** Whether a scenario shows what was taken; only those of products look at the goods. */
export function shows(scenario: Scenario, taken: Taken, rules: readonly BoundRule[]): boolean {
  switch (scenario) {
    case 'PRODUCTS':
    case 'PRODUCTS_BY_CUSTOMER':
      return discountsGoods(taken) || rules.some(bound => asksForGoods(bound, taken.cart))
    case 'PRODUCTS_DISCOUNT':
    case 'PRODUCTS_DISCOUNT_BY_CUSTOMER':
      return discountsGoods(taken)
    default:
      return true
  }
}

function discountsGoods({ cart }: Taken): boolean {
  return cart.lines.some(
    ({ index, appliedDiscountAmount, appliedDiscountQuantity }) =>
      index !== null && (appliedDiscountAmount ?? 0) + (appliedDiscountQuantity ?? 0) > 0
  )
}

function asksForGoods(bound: BoundRule, { lines }: Cart): boolean {
  const ids = new Set(lines.flatMap(line => (line.index === null ? [] : line.ids)))
  const { included } = bound.rule.applicableTo
  if (included.some(({ id }) => ids.has(id))) return true
  return entriesIn(bound.rule.rules)
    .filter(({ name, selects }) => selects || NAMED_BY_ID.has(name))
    .flatMap(({ tests }) => tests)
    .filter(({ operator }) => !DENYING.has(operator))
    .some(({ operands }) => operands.some(operand => namesOneOf(operand, ids)))
}

const NAMED_BY_ID = new Set([
  'product.id',
  'sku.id',
  'product.discount_applicable',
  'sku.discount_applicable'
])
const DENYING = new Set(['$is_not', '$not_in', '$not_intersect'])

function namesOneOf(operand: FactValue, ids: ReadonlySet<string>): boolean {
  if (typeof operand === 'string') return ids.has(operand)
  if (typeof operand !== 'object' || operand === null || !('id' in operand)) return false
  return typeof operand['id'] === 'string' && ids.has(operand['id'])
}

/*
 * What may qualify, the newest first, and where in that order a request goes on. A wallet and the
 * codes that stand alone grow without an end, so a request examines a bounded number of candidates,
 * and says where the next one begins. A place in the order is an instant; where several things were
 * made in one millisecond, further digits say how many of them were passed.
 */

/** Candidates that one request examines: twice the longest page. */
export const EXAMINED_MAX = 100

/** Where a request goes on: before the instant, or there after so many that were made then. */
export interface Cursor {
  readonly at: Instant
  /** 0 to 999; 0: all that were made at the instant are passed. */
  readonly passed: number
}

const PASSED_DIGITS = 3

/** Null for text that is no instant. Digits after those of the millisecond count what is passed. */
export function cursorOf(text: string): Cursor | null {
  const at = toInstant(text)
  if (at === null) return null
  const digits = /\.\d{3}(\d+)/.exec(text)?.[1] ?? ''
  return { at, passed: Number(digits.slice(0, PASSED_DIGITS).padEnd(PASSED_DIGITS, '0')) }
}

export function cursorText({ at, passed }: Cursor): string {
  return passed === 0 ? at : `${at.slice(0, -1)}${String(passed).padStart(PASSED_DIGITS, '0')}Z`
}

/** A stretch of a list, the newest first, from this instant on. */
export interface Stretch {
  readonly until: Instant
  readonly limit: number
}

/** After every instant. */
const LATEST = '9999-12-31T23:59:59.999Z'

/** What each source is asked for, so that the newest are known, and whether there are more. */
export function stretchFrom(cursor: Cursor | null): Stretch {
  const limit = EXAMINED_MAX + 1
  if (cursor === null) return { until: LATEST, limit }
  const { at, passed } = cursor
  if (passed > 0) return { until: at, limit: limit + passed }
  return { until: new Date(Date.parse(at) - 1).toISOString(), limit }
}

export interface Dated {
  readonly object: 'voucher' | 'promotion_tier' | 'campaign'
  readonly id: string
  readonly createdAt: Instant
}

export interface Window<Candidate> {
  readonly examined: readonly Candidate[]
  readonly places: readonly Cursor[]
  /** Whether there are older ones. */
  readonly hasMore: boolean
}

/** The newest of several lists, which have what `stretchFrom` asks for. */
export function newestOf<Candidate extends Dated>(
  lists: readonly (readonly Candidate[])[],
  cursor: Cursor | null
): Window<Candidate> {
  const all = lists.flat().toSorted((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1))
  const before = cursor === null || cursor.passed === 0 ? 0 : cursor.passed
  const same = all.filter(({ createdAt }) => createdAt === cursor?.at).length
  const rest = all.slice(Math.min(before, same))
  const examined = rest.slice(0, EXAMINED_MAX)
  const places: Cursor[] = []
  let inARow = Math.min(before, same)
  for (const [index, { createdAt: at }] of examined.entries()) {
    const startsAnew = index > 0 && examined[index - 1]?.createdAt !== at
    inARow = startsAnew || (index === 0 && at !== cursor?.at) ? 1 : inARow + 1
    const isLast = rest[index + 1]?.createdAt !== at
    places.push({ at, passed: isLast || inARow >= 10 ** PASSED_DIGITS ? 0 : inARow })
  }
  return { examined, places, hasMore: rest.length > EXAMINED_MAX }
}

function keyOf({ createdAt, object, id }: Dated): string {
  return `${createdAt} ${object} ${id}`
}

export function newCodeOf({ id, categoryId, voucher, validity, createdAt }: Campaign): Voucher {
  const template = present(voucher, 'a campaign of codes has no template')
  const { type, discount, gift, redemptionQuantity } = template
  return {
    ...{ id, code: id, campaignId: id, categoryId, type, discount },
    gift: gift && {
      ...{ amount: gift.amount, balance: gift.amount, effect: gift.effect },
      ...{ subtractedAmount: 0, redeemedAmount: 0 }
    },
    card: null,
    active: true,
    validity,
    additionalInfo: null,
    metadata: {},
    isReferralCode: false,
    ...{ holderId: null, referrerId: null, publishedCount: 0 },
    ...{ redemptionQuantity, redeemedQuantity: 0 },
    ...{ createdAt, updatedAt: null, version: 1 }
  }
}
