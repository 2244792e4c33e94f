/**
 * Points that earning rules give, at once or after a wait. Points by earning rules: how many an
 * event earns, and how they reach a card. Estimating and paying share earningLines, so that paying
 * an order earns what the estimate at that instant said. Active points go to a lot at once; points
 * of a rule with `pending_points` stay pending until their day.
 * Spec: EarningRule, PendingPointsEntry, activateMemberPendingPoints.
 */
import type {
  Campaign,
  Customer,
  Day,
  EarnedTerms,
  EarningRule,
  EntryCause,
  Followed,
  KnownFact,
  LedgerEntry,
  LoggedEvent,
  LoyaltyTier,
  Metadata,
  Order,
  PendingPoints,
  TierMembership,
  ValidationRule,
  Validity,
  Voucher
} from '../../model.ts'
import type { At } from '../../rules/conditions.ts'
import { type Measures, mappedPoints, measuresGoods, pointsEarned } from '../../rules/points.ts'
import { applies, type Facts, judge } from '../../rules/validation.ts'
import { addDays, dayAt, lastDay, usableAt } from '../../rules/validity.ts'
import { type Change, logPending, type Moment, type Occasion } from '../changes.ts'
import type { Unable } from '../refusals.ts'
import { type Collections, factsOf, lineIds, type RuleLine } from '../validation-rules.ts'
import { addPoints, cardAfter, everAdded, type Moved, type Purse, withPending } from './lots.ts'

export interface EarningContext {
  readonly validationRules: ReadonlyMap<string, ValidationRule>
  readonly collections: Collections
  readonly segments: readonly string[]
}

export interface Trigger {
  readonly event: string
  /** The segment or tier of the event; null for orders and custom events. */
  readonly subjectId: string | null
  readonly customer: Pick<Customer, 'metadata'>
  readonly order: Order | null
  readonly eventMetadata: Metadata | null
}

export interface EarningLine {
  readonly rule: EarningRule
  readonly points: number
  /** The holder's tier, which may map the rule's points. */
  readonly tier: LoyaltyTier | null
  /** What a paid order keeps of it; absent for other events. */
  readonly terms?: EarnedTerms
}

export interface ProgramFacts {
  readonly campaign: Campaign
  /** Its active rules for the current event, for segments and for tiers. */
  readonly rules: readonly EarningRule[]
  readonly tiers: readonly LoyaltyTier[]
  readonly card: Purse | null
  /** A card without a holder, to give on joining. */
  readonly spare: Voucher | null
  /** Vouchers of the campaign, to which joining may add one; null for a member. */
  readonly vouchersCount: number | null
  readonly membership: TierMembership | null
  /** Pending points of the card that may be due, by day and id; the calendar says which are. */
  readonly due: readonly PendingPoints[]
}

/**
 * The lines of all rules of a program that give points for an event now, in the order given. A rule
 * outside its window, or whose validation rule does not hold, gives none. Refused when the card
 * would hold more points than can be counted.
 */
export function earningLines(
  program: Pick<ProgramFacts, 'campaign' | 'rules' | 'card' | 'tiers' | 'membership'>,
  context: EarningContext,
  trigger: Trigger,
  { now, project }: Moment
): { readonly lines: readonly EarningLine[] } | Unable {
  const { campaign, rules, card, tiers, membership } = program
  const lines: EarningLine[] = []
  const tier = tiers.find(({ id }) => id === membership?.tierId) ?? null
  const start = campaign.voucher?.loyaltyCard?.points ?? 0
  let total = card === null ? start : everAdded(card.voucher)
  for (const rule of rules) {
    if (!rule.active || rule.event !== trigger.event || !concerns(rule, trigger)) continue
    if (usableAt(windowOf(rule, campaign), now, project.timezone) !== 'usable') continue
    const bound =
      rule.validationRuleId === null ? null : context.validationRules.get(rule.validationRuleId)
    const told: KnownFact[] = []
    const at = { now, zone: project.timezone }
    if (bound !== null && !(bound && holds(bound, context, { trigger, told }, at))) continue
    const measures = measuresOf(trigger, bound, context.collections)
    const earned = pointsEarned(rule.earning, measures)
    const mapped = tier?.mapping[rule.id]
    const points = earned === null ? null : mappedPoints(earned, mapped)
    if (points === null || !Number.isSafeInteger(total + points)) {
      const details =
        `With earning rule ${rule.id} a card would get more than ${Number.MAX_SAFE_INTEGER} ` +
        'points; correct the order or the rule'
      return { refusal: { key: 'invalid_amount', details } }
    }
    total += points
    if (points === 0) continue
    const { order } = trigger
    const kept = { points, mapped, bound, told, collections: context.collections }
    lines.push({ rule, points, tier, ...(order && { terms: termsOf(rule, order, kept) }) })
  }
  return { lines }
}

interface GivenBy {
  readonly points: number
  readonly mapped: EarnedTerms['mapped'] | undefined
  readonly bound: ValidationRule | null | undefined
  readonly told: readonly KnownFact[]
  readonly collections: Collections
}

function termsOf(
  { id: ruleId, campaignId, earning }: EarningRule,
  { items }: Order,
  { points, mapped, bound, told: known, collections }: GivenBy
): EarnedTerms {
  const targets = earning.type === 'FIXED' ? null : earning.targets
  const goods = bound || targets ? new Set(items.flatMap(item => lineIds(item, new Map()))) : []
  const held = [...goods].flatMap(id => {
    const of = collections.get(id)
    return of === undefined || of.length === 0 ? [] : [[id, of] as const]
  })
  // What measures no goods gives the same for any of them, and says nothing of the customer.
  const isOfGoods = earning.type === 'FIXED' || measuresGoods(earning.calculation)
  return {
    campaignId,
    ruleId,
    points,
    earning: isOfGoods ? earning : { type: 'FIXED', points },
    ...(isOfGoods && mapped !== undefined && { mapped }),
    ...(bound && { bound: { rules: bound.rules, applicableTo: bound.applicableTo, known } }),
    ...(held.length > 0 && { collections: Object.fromEntries(held) })
  }
}

/** What a rule would have given for what remains of an order, by the terms of its payment. */
export function pointsStill(
  { earning, mapped, bound, collections: held = {} }: EarnedTerms,
  order: Order,
  at: At
): number {
  const collections: Collections = new Map(Object.entries(held))
  const nobody = { customer: { metadata: {} }, segments: [], eventMetadata: null }
  if (bound !== undefined) {
    const facts = factsOf({ ...nobody, order, collections, redemption: null })
    const { known } = bound
    const told: Facts<RuleLine> = {
      fact(name, property, lines) {
        const said = known.find(each => each.name === name && each.property === property)
        if (said === undefined) return facts.fact(name, property, lines)
        return said.value === null ? { kind: 'missing' } : { kind: 'known', value: said.value }
      }
    }
    if (judge(bound.rules, told, at).status !== 'holds') return 0
  }
  const trigger = { ...nobody, event: 'order.paid', subjectId: null, order }
  const earned = pointsEarned(earning, measuresOf(trigger, bound, collections))
  const still = earned === null ? null : mappedPoints(earned, mapped)
  // Other goods may come to more than can be counted, and so to more than the rule gave.
  return still ?? Number.MAX_SAFE_INTEGER
}

/** A rule without dates has those of its campaign. */
function windowOf(rule: EarningRule, campaign: Campaign): Validity {
  return {
    ...rule.validity,
    startDate: rule.validity.startDate ?? campaign.validity.startDate,
    expirationDate: rule.validity.expirationDate ?? campaign.validity.expirationDate
  }
}

export function givesPoints(campaign: Campaign, { now, project }: Moment) {
  return campaign.active && usableAt(campaign.validity, now, project.timezone) === 'usable'
}

/** Why a campaign is switched off or closed now, and what to do. */
export function closedDetails(
  { id, active, validity }: Campaign,
  { now, project }: Moment
): string {
  if (!active) return `Campaign ${id} is switched off; enable it first`
  switch (usableAt(validity, now, project.timezone)) {
    case 'not_yet':
      return `Campaign ${id} starts at ${validity.startDate}; wait, or change its start_date`
    case 'expired':
      return `Campaign ${id} ended at ${validity.expirationDate}; change its expiration_date first`
    default:
      return `Campaign ${id} is active at certain times only, which are not now; see its validity`
  }
}

function concerns(rule: EarningRule, { subjectId }: Trigger): boolean {
  const subject = rule.segmentId ?? rule.loyaltyTierId
  return subject === null || subject === subjectId
}

/** Tells also what the rule asked for beside the goods of an order. */
function holds(
  { rules }: ValidationRule,
  { collections, segments }: EarningContext,
  { trigger, told }: { readonly trigger: Trigger; readonly told: KnownFact[] },
  at: At
): boolean {
  const { customer, order, eventMetadata } = trigger
  const facts = factsOf({ customer, segments, order, collections, eventMetadata, redemption: null })
  const heard: Facts<RuleLine> = {
    fact(name, property, lines) {
      const found = facts.fact(name, property, lines)
      const isOfGoods = !(name.startsWith('customer.') || name === 'order.metadata')
      if (isOfGoods || found.kind === 'impossible' || found.kind === 'lines') return found
      const isHeard = told.some(each => each.name === name && each.property === property)
      const value = found.kind === 'known' ? found.value : null
      if (!isHeard) told.push({ name, property, value })
      return found
    }
  }
  return judge(rules, order === null ? facts : heard, at).status === 'holds'
}

function measuresOf(
  { order, customer, eventMetadata }: Trigger,
  bound: Pick<ValidationRule, 'applicableTo'> | null | undefined,
  collections: Collections
): Measures {
  const items = order?.items ?? []
  const lines = items
    .map(item => ({
      ids: lineIds(item, collections),
      amount: item.amount ?? 0,
      subtotalAmount: item.subtotalAmount ?? 0,
      quantity: item.quantity,
      freeQuantity: item.discountQuantity ?? 0
    }))
    .filter(({ ids }) => bound == null || applies(bound.applicableTo, ids))
  return {
    orderAmount: order?.amount ?? null,
    orderTotalAmount: order?.totalAmount ?? null,
    orderMetadata: order?.metadata ?? null,
    lines,
    customerMetadata: customer.metadata,
    eventMetadata
  }
}

interface EarnedBy {
  readonly trigger: Trigger & { readonly customer: Customer }
  readonly logged: LoggedEvent
  /** The order whose payment is the cause; null for none. */
  readonly paying: string | null
  /** The redemption that is the cause, when it paid no order; null for none. */
  readonly redeeming: string | null
  /** What it follows from; null for an event of its own. */
  readonly followed: Followed | null
}

export function addEarned(
  purse: Purse,
  { rule, points, tier }: EarningLine,
  campaign: Campaign,
  { trigger, logged, paying, redeeming, followed }: EarnedBy,
  occasion: Occasion
): Moved {
  const { now, project } = occasion
  const today = dayAt(now, project.timezone)
  const { order } = trigger
  if (rule.pendingDays !== null && order !== null) {
    const activatesOn = addDays(today, rule.pendingDays)
    const earned = { customerId: trigger.customer.id, order, logged, activatesOn }
    return waiting(purse, { rule, points, tier }, earned, occasion)
  }
  const rules = rule.expirationRules ?? campaign.voucher?.loyaltyCard?.expirationRules ?? null
  const orderId = order?.id ?? paying
  const cause: EntryCause = {
    earningRuleId: rule.id,
    eventId: logged.id,
    ...(orderId === null ? {} : { orderId }),
    ...(followed === null ? {} : { followed }),
    ...(redeeming === null ? {} : { redemptionId: redeeming })
  }
  const expiresOn = rules === null ? null : lastDay(rules, today)
  return addPoints(purse, { points, expiresOn, type: 'POINTS_ACCRUAL', cause }, occasion)
}

/** The order that earned the points, and the day on which they can be spent. */
interface EarnedForLater extends Pick<EarnedBy, 'logged'> {
  readonly customerId: string
  readonly order: Order
  readonly activatesOn: Day
}

function waiting(
  purse: Purse,
  { rule, points, tier }: EarningLine,
  { customerId, order, logged, activatesOn }: EarnedForLater,
  { newId, now }: Occasion
): Moved {
  const pending: PendingPoints = {
    id: newId('lopp'),
    voucherId: purse.voucher.id,
    campaignId: rule.campaignId,
    customerId,
    orderId: order.id,
    earningRuleId: rule.id,
    points,
    activatesOn,
    status: 'PENDING',
    expirationRules: rule.expirationRules,
    details: {
      event: logged,
      banner: rule.banner,
      orderSourceId: order.sourceId,
      holderLoyaltyTier: shownTier(tier),
      loyaltyTier: shownTier(tier?.mapping[rule.id] === undefined ? null : tier)
    },
    createdAt: now,
    updatedAt: null
  }
  const { purse: after, card } = cardAfter(purse, withPending(purse, points), now)
  return { purse: after, change: { kind: 'pendingPoints.added', pending, card }, totals: {} }
}

function shownTier(
  tier: LoyaltyTier | null
): { readonly id: string; readonly name: string } | null {
  return tier === null ? null : { id: tier.id, name: tier.name }
}

interface Activation {
  readonly pending: PendingPoints
  readonly campaign: Campaign
  /** The day from which its points can be spent, and from which their expiry counts. */
  readonly from: Day
}

/** Also on a card that is off and in a program that is over: the points were earned. */
export function activate(
  purse: Purse,
  { pending, campaign, from }: Activation,
  occasion: Occasion
): { readonly closed: readonly Change[]; readonly movement: Moved } {
  const rules = pending.expirationRules ?? campaign.voucher?.loyaltyCard?.expirationRules ?? null
  const card = withPending(purse, -pending.points)
  const waiting = { ...purse, voucher: { ...purse.voucher, card } }
  const { id, points, orderId, earningRuleId, details } = pending
  const expiresOn = rules === null ? null : lastDay(rules, from)
  const cause = { pendingId: id, orderId, earningRuleId, eventId: details.event.id }
  const addition = { points, expiresOn, type: 'POINTS_ACCRUAL', cause } as const
  const movement = addPoints(waiting, addition, occasion)
  const closed: readonly Change[] = [
    { kind: 'pendingPoints.closed', id, status: 'ACTIVATED', updatedAt: occasion.now },
    logPending(pending, 'activated', occasion)
  ]
  return { closed, movement }
}

/** The ledger entry of their activation in this decision; null without one. */
export function activationOf(
  { changes }: { readonly changes: readonly Change[] },
  { id }: PendingPoints
): LedgerEntry | null {
  for (const change of changes) {
    if (change.kind === 'points.moved' && change.entry.cause.pendingId === id) return change.entry
  }
  return null
}
