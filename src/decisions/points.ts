/**
 * Points by earning rules: how many an order, an event or an estimate brings, and how they arrive.
 *
 * estimateLoyaltyPoints (estimate.ts) and accruePoints share earningLines: what a customer is told
 * an order would bring is what paying it at that instant brings. Active points become a lot at
 * once; points of a rule with `pending_points` wait for their day.
 *
 * Spec: Endpoints 3, 12 and 16; Resources, Earning rule and Loyalty pending point entry; Events 2.
 */
import type {
  Campaign,
  Customer,
  Day,
  EarningRule,
  EntryCause,
  LoggedEvent,
  Metadata,
  Order,
  PendingPoints,
  ValidationRule,
  Validity,
  Voucher
} from '../model.ts'
import { type Measures, pointsEarned } from '../rules/earning.ts'
import { applies, judge } from '../rules/validation.ts'
import { addDays, dayAt, lastDay, usableAt } from '../rules/validity.ts'
import type { Change, Decision, Occasion, TotalsStep } from './changes.ts'
import { type Collections, factsOf, lineIds } from './facts.ts'
import {
  addPoints,
  cardOf,
  counted,
  everOn,
  type Moved,
  type Purse,
  sumOf,
  sumTotals,
  takePoints
} from './ledger.ts'
import type { Refusal } from './refusals.ts'
import { addMember, usableVoucher } from './vouchers.ts'

/** One loyalty program with its active rules for the event at hand. */
export interface ProgramFacts {
  readonly campaign: Campaign
  readonly rules: readonly EarningRule[]
  /** The customer's card; null when they are not a member. */
  readonly card: Purse | null
  /** An unpublished card to give them on joining. */
  readonly spare: Voucher | null
}

/** What earning may look at besides the programs. */
export interface EarningContext {
  readonly validationRules: ReadonlyMap<string, ValidationRule>
  readonly collections: Collections
  /** Ids of the segments the customer is in. */
  readonly segments: readonly string[]
}

/** What made points due. */
export interface Trigger {
  readonly event: string
  /** The segment or tier the event is about; null for orders and custom events. */
  readonly subjectId: string | null
  readonly customer: Pick<Customer, 'metadata'>
  readonly order: Order | null
  readonly eventMetadata: Metadata | null
}

/** One rule that holds, and what it brings: at least 1 point. */
export interface EarningLine {
  readonly rule: EarningRule
  readonly points: number
}

/**
 * Every rule of a program that pays for a trigger now, in the order given. A rule out of its
 * window, or whose validation rule does not hold, brings nothing. Refused when the card would come
 * to more than can be counted.
 */
export function earningLines(
  { campaign, rules, card }: Pick<ProgramFacts, 'campaign' | 'rules' | 'card'>,
  context: EarningContext,
  trigger: Trigger,
  { now, project }: Pick<Occasion, 'now' | 'project'>
): { readonly lines: readonly EarningLine[] } | { readonly refusal: Refusal } {
  const lines: EarningLine[] = []
  const start = campaign.voucher?.loyaltyCard?.points ?? 0
  let total = card === null ? start : everOn(card.voucher)
  for (const rule of rules) {
    if (!rule.active || rule.event !== trigger.event || !concerns(rule, trigger)) continue
    if (usableAt(windowOf(rule, campaign), now, project.timezone) !== 'usable') continue
    const bound =
      rule.validationRuleId === null ? null : context.validationRules.get(rule.validationRuleId)
    if (bound !== null && !(bound && holds(bound, context, trigger, now, project.timezone)))
      continue
    const measures = measuresOf(trigger, bound, context.collections)
    const points = pointsEarned(rule.earning, measures) ?? Number.POSITIVE_INFINITY
    total += points
    if (!Number.isSafeInteger(total)) return { refusal: tooMany(rule) }
    if (points > 0) lines.push({ rule, points })
  }
  return { lines }
}

/** A rule without dates of its own has its campaign's. */
function windowOf(rule: EarningRule, campaign: Campaign): Validity {
  return {
    ...rule.validity,
    startDate: rule.validity.startDate ?? campaign.validity.startDate,
    expirationDate: rule.validity.expirationDate ?? campaign.validity.expirationDate
  }
}

/** Whether a campaign gives anything now. */
export function isOpen(campaign: Campaign, { now, project }: Pick<Occasion, 'now' | 'project'>) {
  return campaign.active && usableAt(campaign.validity, now, project.timezone) === 'usable'
}

/** What an accrual did: changes to apply, and what the holder's totals gain by them. */
export interface Accrued {
  readonly changes: readonly Change[]
  readonly totals: TotalsStep
}

/**
 * Credits every program of the customer for a trigger. A program the customer is not in enrols them
 * first when it allows that and has something to credit; a card or campaign that is off earns
 * nothing.
 */
export function accruePoints(
  facts: EarningContext & { readonly programs: readonly ProgramFacts[] },
  trigger: Trigger & { readonly customer: Customer },
  logged: LoggedEvent,
  occasion: Occasion
): Accrued | { readonly refusal: Refusal } {
  const changes: Change[] = []
  const totals: TotalsStep[] = []
  for (const program of facts.programs) {
    if (!canEarn(program, occasion)) continue
    const earned = earningLines(program, facts, trigger, occasion)
    if ('refusal' in earned) return earned
    if (earned.lines.length === 0) continue
    const { campaign, card: held, spare } = program
    const { customer } = trigger
    const joined = addMember({ campaign, customer, held, spare }, occasion)
    if ('refusal' in joined) continue
    changes.push(...joined.changes)
    totals.push(joined.totals)
    let purse = joined.purse
    for (const line of earned.lines) {
      const step = credit(purse, line, campaign, { trigger, logged }, occasion)
      changes.push(step.change)
      totals.push(step.totals)
      purse = step.purse
    }
  }
  return { changes, totals: sumTotals(totals) }
}

/** Turns a pending entry whose day has come into spendable points. */
export function activatePoints(
  {
    pending,
    purse,
    campaign
  }: { readonly pending: PendingPoints; readonly purse: Purse; readonly campaign: Campaign },
  occasion: Occasion
): Decision<PendingPoints> {
  const activated = { ...pending, status: 'ACTIVATED' as const, updatedAt: occasion.now }
  const waiting = withPending(purse, -pending.points)
  const rules = pending.expirationRules ?? campaign.voucher?.loyaltyCard?.expirationRules ?? null
  const moved = addPoints(
    waiting,
    {
      points: pending.points,
      // Points expire counting from the day they can be spent.
      expiresOn: rules === null ? null : lastDay(rules, pending.activatesOn),
      type: 'POINTS_ACCRUAL',
      cause: {
        pendingId: pending.id,
        orderId: pending.orderId,
        earningRuleId: pending.earningRuleId,
        eventId: pending.details.event.id
      }
    },
    occasion
  )
  const changes: Change[] = [
    {
      kind: 'pendingPoints.settled',
      id: pending.id,
      status: 'ACTIVATED',
      updatedAt: occasion.now
    },
    moved.change,
    ...counted(pending.customerId, moved.totals)
  ]
  return { result: activated, changes }
}

/** Books what lapsed before `today` as expired. */
export function expirePoints(
  purse: Purse,
  today: Day,
  occasion: Occasion
): Decision<{ readonly points: number }> {
  const lapsed = purse.lots.filter(({ expiresOn }) => expiresOn !== null && expiresOn < today)
  const points = sumOf(lapsed)
  if (points === 0) return { result: { points }, changes: [] }
  // INVARIANT: these lots hold exactly as many.
  const moved = takePoints(
    purse,
    { points, as: 'expired', type: 'POINTS_EXPIRATION', cause: {}, from: lapsed },
    occasion
  ) as Moved
  const { holderId } = purse.voucher
  const changes: Change[] = [moved.change]
  if (holderId !== null) {
    changes.push(...counted(holderId, moved.totals))
  }
  return { result: { points }, changes }
}

/** An entry for the event log, grouped by the request that causes it. */
export function eventOf(
  type: string,
  about: { readonly customerId: string | null; readonly entityId: string },
  data: LoggedEvent['data'],
  { newId, now, requestId, source }: Occasion,
  category: LoggedEvent['category'] = 'EFFECT'
): LoggedEvent {
  return {
    id: newId('evcus'),
    type,
    customerId: about.customerId,
    groupId: requestId,
    entityId: about.entityId,
    category,
    source,
    data,
    createdAt: now
  }
}

function concerns(rule: EarningRule, { subjectId }: Trigger): boolean {
  const subject = rule.segmentId ?? rule.loyaltyTierId
  return subject === null || subject === subjectId
}

function holds(
  { rules }: ValidationRule,
  { collections, segments }: EarningContext,
  { customer, order, eventMetadata }: Trigger,
  now: string,
  zone: string
): boolean {
  const facts = factsOf({ customer, segments, order, collections, eventMetadata, redemption: null })
  return judge(rules, facts, { now, zone }).status === 'holds'
}

function measuresOf(
  { order, customer, eventMetadata }: Trigger,
  bound: ValidationRule | null | undefined,
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

/** Whether anything can be credited: to a card that is usable, or to one they get by joining. */
function canEarn({ campaign, card }: ProgramFacts, occasion: Occasion): boolean {
  if (!isOpen(campaign, occasion)) return false
  if (card === null) return campaign.autoJoin
  return usableVoucher(card.voucher, occasion.now, occasion.project.timezone) === null
}

interface Origin {
  readonly trigger: Trigger & { readonly customer: Customer }
  readonly logged: LoggedEvent
}

function credit(
  purse: Purse,
  { rule, points }: EarningLine,
  campaign: Campaign,
  { trigger, logged }: Origin,
  occasion: Occasion
): Moved {
  const { now, project } = occasion
  const today = dayAt(now, project.timezone)
  if (rule.pendingDays !== null && trigger.order !== null) {
    return waiting(purse, { rule, points }, { trigger, logged }, today, occasion)
  }
  const rules = rule.expirationRules ?? campaign.voucher?.loyaltyCard?.expirationRules ?? null
  const cause: EntryCause = {
    earningRuleId: rule.id,
    eventId: logged.id,
    ...(trigger.order === null ? {} : { orderId: trigger.order.id })
  }
  const expiresOn = rules === null ? null : lastDay(rules, today)
  return addPoints(purse, { points, expiresOn, type: 'POINTS_ACCRUAL', cause }, occasion)
}

function waiting(
  purse: Purse,
  { rule, points }: EarningLine,
  { trigger, logged }: Origin,
  today: Day,
  { newId, now }: Occasion
): Moved {
  const order = trigger.order as Order
  const pending: PendingPoints = {
    id: newId('lopp'),
    voucherId: purse.voucher.id,
    campaignId: rule.campaignId,
    customerId: trigger.customer.id,
    orderId: order.id,
    earningRuleId: rule.id,
    points,
    activatesOn: addDays(today, rule.pendingDays as number),
    status: 'PENDING',
    expirationRules: rule.expirationRules,
    details: {
      event: logged,
      banner: rule.banner,
      orderSourceId: order.sourceId,
      holderLoyaltyTier: null
    },
    createdAt: now,
    updatedAt: null
  }
  const after = withPending(purse, points)
  const { voucher } = purse
  const card = {
    voucherId: voucher.id,
    version: voucher.version,
    balance: cardOf(after.voucher),
    redeemedQuantity: voucher.redeemedQuantity,
    updatedAt: now
  }
  const next = { ...after.voucher, version: voucher.version + 1, updatedAt: now }
  return {
    purse: { ...after, voucher: next },
    change: { kind: 'pendingPoints.added', pending, card },
    totals: {}
  }
}

function withPending(purse: Purse, points: number): Purse {
  const { voucher } = purse
  const card = cardOf(voucher)
  const next = { ...card, pendingPoints: card.pendingPoints + points }
  return { ...purse, voucher: { ...voucher, card: next } }
}

function tooMany({ id }: EarningRule): Refusal {
  return {
    key: 'invalid_amount',
    details:
      `With earning rule ${id} a card would get more than ${Number.MAX_SAFE_INTEGER} points; ` +
      'correct the order or the rule'
  }
}
