/**
 * What a customer qualifies for: each candidate by itself, as if it alone were redeemed now.
 *
 * The judge is that of a validation, with the rules that the scenario asks for. Nothing is written.
 *
 * Spec: checkEligibility.
 */
import type { Instant, Order } from '../../model.ts'
import type { FactValue } from '../../rules/conditions.ts'
import { type Filter, filterMistake, matches } from '../../rules/filters.ts'
import { stack } from '../../rules/stacking.ts'
import type { StackingRules } from '../../rules/stacking-rules.ts'
import type { Decision } from '../changes.ts'
import type { Occasion } from '../occasion.ts'
import { heldAt } from '../points/holds.ts'
import { invalidPayload } from '../request-refusals.ts'
import type { BoundRule } from '../validation-rules/assignments.ts'
import { codeKey } from '../vouchers/code-space.ts'
import { openTrial } from './applying.ts'
import type { Cursor, Dated } from './candidates.ts'
import { orderOfCart } from './carts.ts'
import { freeOn, judgeFor, judgeUnpaid } from './judging.ts'
import { repetitionRefusal } from './repeated-orders.ts'
import type { ApplyDiscounts, DiscountFacts, FoundTier, FoundVoucher } from './request.ts'
import {
  type CandidateSource,
  namesLeftOut,
  type Scenario,
  SOURCES,
  shows,
  unaskedIn
} from './scenarios.ts'
import type { Taken, Trial } from './trial.ts'
import { withoutUnmade } from './validation.ts'

export interface CheckEligibility extends Omit<ApplyDiscounts, 'redeemables'> {
  readonly scenario: Scenario
  /** Entries of the answer, 1 to 50. */
  readonly limit: number
  /** Null for the newest. */
  readonly cursor: Cursor | null
  /** Null for none. */
  readonly filter: Filter | null
  readonly sorting: 'DEFAULT' | 'BEST_DEAL' | 'LEAST_DEAL'
}

/** Something that may qualify. */
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

/** A candidate that qualifies. */
export interface Qualified extends Dated {
  readonly found: FoundVoucher | FoundTier
  /** The rules that bind it, without those of the reward that points would pay for. */
  readonly rules: readonly BoundRule[]
  readonly taken: Taken
  /** Credit that locks hold of it. */
  readonly lockedCredit: number
  /** The order with it alone; null without an order. */
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
  /** Whether the order is stored. */
  readonly isStored: boolean
  readonly stackingRules: StackingRules
}

/** The sources that a request looks at. */
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
    // INVARIANT: candidates exist.
    const found = redeemables[position] as Candidate['found']
    const one = qualify({ ...candidate, found }, command, trial)
    if (one === null) continue
    const order = one.order && shown(one.order)
    qualified.push({ ...one, order, position })
  }
  const { order, opened, isOrdered } = trial
  const answered = page(qualified, facts, command)
  const tooLong = isOrdered ? repetitionRefusal(order, answered.qualified.length + 1) : null
  if (tooLong !== null) return { refusal: tooLong }
  return {
    result: {
      ...answered,
      trackingId,
      order: isOrdered ? shown(orderOfCart(order, opened)) : null,
      isStored: facts.storedOrder !== null,
      stackingRules: facts.stackingRules
    },
    changes: []
  }
}

/**
 * What is answered, and where others follow. By deal, the first of all that were examined are
 * answered, and what follows is older than all of these.
 */
function page(
  qualified: readonly (Qualified & { readonly position: number })[],
  { places, hasMore }: EligibilityFacts,
  { limit, sorting }: CheckEligibility
): Pick<Eligibility, 'qualified' | 'hasMore' | 'next'> {
  const others = qualified.length > limit
  // INVARIANT: others follow only what was examined, and every candidate has a place.
  const last = hasMore ? (places.at(-1) as Cursor) : null
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
  const folded = {
    ...filter,
    fields: Object.fromEntries(
      Object.entries(filter.fields).map(([field, conditions]) => [
        field,
        field === 'code' ? foldedIn(conditions, text => codeKey(text, project)) : conditions
      ])
    )
  }
  const key = typeof code === 'string' ? codeKey(code, project) : null
  const at = { now, zone: project.timezone }
  return matches(folded, field => (field === 'code' ? key : values[field]), at)
}

function foldedIn(conditions: Filter['fields'][string], fold: (text: string) => string) {
  const folded = (operand: FactValue) => (typeof operand === 'string' ? fold(operand) : operand)
  return Object.fromEntries(
    Object.entries(conditions).map(([operator, operands]) => [operator, operands.map(folded)])
  )
}

/** What filters look at. */
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

function rolesIn({
  isReferralCode,
  referrerId
}: FoundVoucher['purse']['voucher']): readonly string[] {
  return [isReferralCode ? 'REFERRER' : 'OWNER', ...(referrerId === null ? [] : ['REFEREE'])]
}

/** What it does to the order; null when it does not qualify. */
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
