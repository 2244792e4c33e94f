/**
 * Limits over time: how often a thing may be redeemed, and for how much. A rule limits the thing it
 * is assigned to, and keeps the number of its assignments, which stays true only when assignments
 * are deleted one by one. Counts are of each thing and of the one who redeems it: ever, and in the
 * calendar day, week and month of the project's zone. A rule sees counts that include the
 * redemption it judges, so that "at most 3" allows three. Counts are read and guarded only when a
 * rule uses them, so that other redemptions do not wait for each other.
 *
 * A project keeps the kinds of count that a rule of it ever asked for. Every redemption says in
 * which kinds it is counted; those that were made before a kind was kept are counted later, each
 * once, and until all of them are, no rule that asks for the kind is judged.
 * Spec: ValidationRule.assignments_count, ValidationRuleEntry.name, Redemption.related_object_id,
 * Order.redemptions,
 * openapi/behaviour/redemptions-and-rollbacks.md#a-limit-counts-the-redemption-that-is-judged.
 */

import type {
  CountKinds,
  CountScope,
  Day,
  Instant,
  Order,
  OrderRedemption,
  RecordedOrder,
  RedeemedReward,
  Redemption,
  RedemptionCount,
  ValidationRule,
  ValidationRuleAssignment
} from '../../model.ts'
import {
  type Applicability,
  type ApplicableItem,
  entriesIn,
  isSelective
} from '../../rules/validation.ts'
import { addDays, dayAt, daysBetween } from '../../rules/validity.ts'
import type { Change, CountStep, Moment, Occasion } from '../changes.ts'

export interface BoundRule {
  readonly assignment: ValidationRuleAssignment
  readonly rule: ValidationRule
}

/** Each thing once. Of several rules, points pay for what all of them include. */
export function applicabilityOf(rules: readonly BoundRule[]): ApplicableItems {
  const limits = rules.map(({ rule }) => rule.applicableTo).filter(isSelective)
  const included = limits.flatMap(({ included, includedAll }) => (includedAll ? [] : included))
  const excluded = limits.flatMap(({ excluded }) => excluded)
  return { included: eachOnce(included), excluded: eachOnce(excluded) }
}

export type ApplicableItems = Pick<Applicability, 'included' | 'excluded'>

function eachOnce(items: readonly ApplicableItem[]): readonly ApplicableItem[] {
  return [...new Map(items.map(item => [item.id, item])).values()]
}

/** Deletes the assignments; each rule counts one fewer. */
export function unassignRules(
  assignments: readonly Pick<ValidationRuleAssignment, 'id' | 'ruleId'>[]
): readonly Change[] {
  return assignments.map(({ id: assignmentId, ruleId }) => ({
    kind: 'validationRule.unassigned',
    assignmentId,
    ruleId
  }))
}

/** The thing and the customer of a redemption, as counts need them; null for what it has not. */
interface Redeemed {
  readonly campaignId: string | null
  readonly voucherId: string | null
  readonly promotionTierId: string | null
  /** The reward on offer, which only points pay for. */
  readonly assignmentId: string | null
  readonly customerId: string | null
  /** X-App-Id of the caller. */
  readonly apiKey: string
}

/** What a redemption adds to the orders paid; zeros when it pays none. */
type PaidAmounts = Pick<CountStep, 'ordersAmount' | 'ordersDiscountAmount'>

type Assignment = Pick<BoundRule['assignment'], 'relatedObjectType' | 'relatedObjectId'>

/** What a name counts: the assigned thing or the campaign, by whom, and which figure. */
interface Counted {
  readonly of: 'assigned' | 'campaign'
  readonly by: CountScope['by']
  readonly number: Exclude<keyof RedemptionCount, keyof CountScope | 'day' | 'week' | 'month'>
}

const ROWS: readonly (readonly [string, Counted['of'], Counted['by'], Counted['number']])[] = [
  ['redemption.count.daily', 'assigned', 'any', 'dayCount'],
  ['redemption.count.weekly', 'assigned', 'any', 'weekCount'],
  ['redemption.count.monthly', 'assigned', 'any', 'monthCount'],
  ['redemption.count.per_customer', 'assigned', 'customer', 'total'],
  ['redemption.count.per_customer.daily', 'assigned', 'customer', 'dayCount'],
  ['redemption.count.per_customer.weekly', 'assigned', 'customer', 'weekCount'],
  ['redemption.count.per_customer.monthly', 'assigned', 'customer', 'monthCount'],
  ['redemption.count.per_api_key', 'assigned', 'api_key', 'total'],
  ['campaign.redemptions.count', 'campaign', 'any', 'total'],
  ['campaign.redemptions.count.daily', 'campaign', 'any', 'dayCount'],
  ['campaign.redemptions.count.weekly', 'campaign', 'any', 'weekCount'],
  ['campaign.redemptions.count.monthly', 'campaign', 'any', 'monthCount'],
  ['campaign.redemptions.customers_count', 'campaign', 'customer', 'total'],
  ['campaign.redemptions.customers_count.daily', 'campaign', 'customer', 'dayCount'],
  ['campaign.redemptions.customers_count.weekly', 'campaign', 'customer', 'weekCount'],
  ['campaign.redemptions.customers_count.monthly', 'campaign', 'customer', 'monthCount'],
  ['campaign.orders.amount', 'campaign', 'any', 'ordersAmount'],
  ['campaign.orders.amount_discounted', 'campaign', 'any', 'ordersDiscountAmount']
]

const COUNTED: ReadonlyMap<string, Counted> = new Map(
  ROWS.map(([name, of, by, number]) => [name, { of, by, number }])
)

const COUNTED_OBJECTS: readonly string[] = [
  'voucher',
  'reward_assignment',
  'promotion_tier',
  'campaign'
] satisfies readonly CountScope['object'][]
const COUNTED_BY: readonly CountScope['by'][] = ['customer', 'api_key', 'any']

/** The bit of a kind of count; none for what is not counted. */
function kindOf(object: string, by: CountScope['by']): CountKinds {
  const place = COUNTED_OBJECTS.indexOf(object)
  return place < 0 ? 0 : 1 << (place * COUNTED_BY.length + COUNTED_BY.indexOf(by))
}

export function isAmong({ object, by }: CountScope, kinds: CountKinds): boolean {
  return (kinds & kindOf(object, by)) !== 0
}

/**
 * The kinds of count that any entry of the rules, nested ones included, uses: of what a rule is
 * assigned to, or of its campaign. A rule of a card asks for all its redemptions as those of its
 * holder.
 */
export function kindsAsked(rules: readonly BoundRule[]): CountKinds {
  return asked(rules).reduce((kinds, { counted: { of, by }, assignment }) => {
    const object = of === 'campaign' ? 'campaign' : assignment.relatedObjectType
    const ofCard = object === 'voucher' && by === 'customer' ? kindOf(object, 'any') : 0
    return kinds | kindOf(object, by) | ofCard
  }, 0)
}

interface Question {
  readonly counted: Counted
  readonly assignment: Assignment
}

function asked(rules: readonly BoundRule[]): readonly Question[] {
  return rules.flatMap(({ rule, assignment }) => {
    return entriesIn(rule.rules).flatMap(({ name }) => {
      const counted = COUNTED.get(name)
      return counted === undefined ? [] : [{ counted, assignment }]
    })
  })
}

/**
 * The scopes of a redemption: voucher, reward on offer or promotion tier, and campaign, each by
 * anybody, by the customer and by the key of the caller, as far as it has them. Only its holder
 * redeems a card, so its count by the customer would repeat its count. The scopes that most
 * redemptions share come last, so that their rows are locked for the shortest time.
 */
export function scopesOf(redeemed: Redeemed): readonly CountScope[] {
  const { campaignId, voucherId, promotionTierId, assignmentId, customerId, apiKey } = redeemed
  const scopes: CountScope[] = []
  const add = (object: CountScope['object'], id: string | null, by: CountScope['by']): void => {
    const byId = by === 'any' ? '' : by === 'customer' ? customerId : apiKey
    if (id !== null && byId !== null) scopes.push({ object, objectId: id, by, byId })
  }
  if (assignmentId === null) add('voucher', voucherId, 'customer')
  add('voucher', voucherId, 'any')
  add('voucher', voucherId, 'api_key')
  add('reward_assignment', assignmentId, 'customer')
  add('reward_assignment', assignmentId, 'api_key')
  add('reward_assignment', assignmentId, 'any')
  add('promotion_tier', promotionTierId, 'customer')
  add('promotion_tier', promotionTierId, 'api_key')
  add('promotion_tier', promotionTierId, 'any')
  add('campaign', campaignId, 'customer')
  add('campaign', campaignId, 'api_key')
  add('campaign', campaignId, 'any')
  return scopes
}

/** The parts of a record that name its scopes, and what it counts for. */
interface Recorded extends Pick<Redemption, 'id' | 'campaignId' | 'voucherId' | 'promotionTierId'> {
  readonly customerId: string | null
  readonly record: Pick<Redemption, 'channel' | 'order'> &
    Partial<Pick<Redemption, 'discount'>> & {
      readonly reward?: Pick<RedeemedReward, 'assignmentId'> | null
    }
}

export function scopesRecorded({ record, ...redeemed }: Recorded): readonly CountScope[] {
  const { reward, channel } = record
  return scopesOf({ ...redeemed, assignmentId: reward?.assignmentId ?? null, apiKey: channel.id })
}

/** Of its order, and what it took off that; of a reward alone, all discounts of the order. */
export function amountsRecorded({ id, record }: Pick<Recorded, 'id' | 'record'>): PaidAmounts {
  const paid = orderPaidBy({ id, parentId: null, order: record.order })
  return {
    ordersAmount: paid?.amount ?? 0,
    ordersDiscountAmount: paid === null ? 0 : (record.discount ?? paid.totalDiscountAmount ?? 0)
  }
}

/** The first day that exists, which is a Monday. */
const SOME_MONDAY: Day = '0001-01-01'

/** The first days of the day, the week (from Monday) and the month of an instant in the zone. */
export function periodsOf(now: Instant, zone: string): Pick<CountStep, 'day' | 'week' | 'month'> {
  const day = dayAt(now, zone)
  const sinceMonday = daysBetween(SOME_MONDAY, day) % 7
  return { day, week: addDays(day, -sinceMonday), month: `${day.slice(0, 8)}01` }
}

/**
 * The counts that include this redemption, one for each scope; rules judge it by them. `read` are
 * the stored ones, null when they were not loaded; a scope that is not stored counted 0.
 */
export function knownCounts(
  scopes: readonly CountScope[],
  read: readonly RedemptionCount[] | null,
  paid: PaidAmounts,
  { now, project }: Moment
): readonly RedemptionCount[] | null {
  if (read === null) return null
  const periods = periodsOf(now, project.timezone)
  return scopes.map(scope => {
    const before = countOf(scope, read) ?? { ...scope, ...NEVER }
    return {
      ...before,
      total: before.total + 1,
      day: periods.day,
      dayCount: before.day === periods.day ? before.dayCount + 1 : 1,
      week: periods.week,
      weekCount: before.week === periods.week ? before.weekCount + 1 : 1,
      month: periods.month,
      monthCount: before.month === periods.month ? before.monthCount + 1 : 1,
      ordersAmount: before.ordersAmount + paid.ordersAmount,
      ordersDiscountAmount: before.ordersDiscountAmount + paid.ordersDiscountAmount
    }
  })
}

const NEVER: Omit<RedemptionCount, keyof CountScope> = {
  total: 0,
  day: '',
  dayCount: 0,
  week: '',
  weekCount: 0,
  month: '',
  monthCount: 0,
  ordersAmount: 0,
  ordersDiscountAmount: 0
}

/** As they are after a redemption that `known` counts in: those of the next one in a stack. */
export function countsAfter(
  read: readonly RedemptionCount[],
  known: readonly RedemptionCount[]
): readonly RedemptionCount[] {
  return [...read.filter(count => countOf(count, known) === undefined), ...known]
}

function countOf(
  scope: CountScope,
  counts: readonly RedemptionCount[]
): RedemptionCount | undefined {
  return counts.find(
    count =>
      count.object === scope.object &&
      count.objectId === scope.objectId &&
      count.by === scope.by &&
      count.byId === scope.byId
  )
}

/** Null for names that count nothing, and when the redemption has nothing to count by. */
export function countNamed(
  name: string,
  assignment: Assignment | null,
  counts: readonly RedemptionCount[] | null
): number | null {
  const counted = COUNTED.get(name)
  if (counted === undefined || counts === null) return null
  const ofCard = isOfCard(counts)
  const found = counts.find(count => answers(count, { counted, assignment, ofCard }))
  return found === undefined ? null : found[counted.number]
}

interface LimitQuestion extends Pick<Question, 'counted'> {
  readonly assignment: Assignment | null
  readonly ofCard: boolean
}

function answers(
  { object, objectId, by }: CountScope,
  { counted, assignment, ofCard }: LimitQuestion
): boolean {
  if (counted.of === 'campaign') return object === 'campaign' && by === counted.by
  if (object !== assignment?.relatedObjectType) return false
  const ofHolder = ofCard && object === 'voucher' && counted.by === 'customer'
  return objectId === assignment.relatedObjectId && by === (ofHolder ? 'any' : counted.by)
}

function isOfCard(scopes: readonly CountScope[]): boolean {
  return scopes.some(({ object }) => object === 'reward_assignment')
}

/**
 * Counts a redemption in every scope of a kind that is kept. When a binding rule used a count, the
 * change guards what was read of it, so that the second of two concurrent redemptions is judged
 * again. `counts` are those that were read, also for a later redemption of a stack.
 */
export function countInScopes(
  scopes: readonly CountScope[],
  facts: {
    readonly rules: readonly BoundRule[]
    readonly counts: readonly RedemptionCount[] | null
    readonly countsKept: CountKinds
  },
  paid: PaidAmounts,
  { now, project }: Moment
): readonly Change[] {
  const { rules, counts, countsKept } = facts
  const questions = asked(rules)
  const ofCard = isOfCard(scopes)
  const step: CountStep = { step: 1, ...periodsOf(now, project.timezone), ...paid }
  return scopes
    .filter(scope => isAmong(scope, countsKept))
    .map(scope => {
      const relied =
        counts !== null && questions.some(question => answers(scope, { ...question, ofCard }))
      const asRead = relied ? countOf(scope, counts) : undefined
      const counted = { kind: 'redemption.counted', count: { ...scope, ...step } } as const
      if (asRead !== undefined) return { ...counted, totalBefore: asRead.total, asRead }
      return { ...counted, totalBefore: relied ? 0 : null }
    })
}

/** In the periods in which it was made; later periods stay as they are. */
export function uncountInScopes(
  redeemed: CountedRedemption,
  { project }: Pick<Occasion, 'project'>
): readonly Change[] {
  return countedAs(redeemed, redeemed.countedIn, {
    step: -1,
    ...periodsOf(redeemed.date, project.timezone),
    ...amountsRecorded(redeemed)
  })
}

/** A redemption in the counts of some kinds, whatever they are by now. */
function countedAs(redeemed: Recorded, kinds: CountKinds, step: CountStep): readonly Change[] {
  const scopes = scopesRecorded(redeemed).filter(scope => isAmong(scope, kinds))
  return scopes.map(scope => ({
    kind: 'redemption.counted',
    count: { ...scope, ...step },
    totalBefore: null
  }))
}

/** Other amounts of a redemption, of which a part went back, in the counts that have it. */
export function amendCounts(
  redeemed: CountedRedemption,
  less: PaidAmounts,
  { project }: Pick<Occasion, 'project'>
): readonly Change[] {
  const step: CountStep = { step: 0, ...periodsOf(redeemed.date, project.timezone), ...less }
  return countedAs(redeemed, redeemed.countedIn, step)
}

/** A redemption that was not rolled back, and the kinds of count that it is counted in. */
export interface CountedRedemption extends Recorded {
  readonly date: Instant
  readonly countedIn: CountKinds
}

/** Counts redemptions, oldest first, in those of the kinds in which they are not counted yet. */
export function countLater(
  redemptions: readonly CountedRedemption[],
  kinds: CountKinds,
  { project }: Pick<Occasion, 'project'>
): readonly Change[] {
  return redemptions.flatMap(redeemed => {
    const { id, date, countedIn } = redeemed
    const missing = kinds & ~countedIn
    if (missing === 0) return []
    const step: CountStep = {
      step: 1,
      ...periodsOf(date, project.timezone),
      ...amountsRecorded(redeemed)
    }
    return [
      { kind: 'redemption.countedLater', id, countedIn, kinds: missing },
      ...countedAs(redeemed, missing, step)
    ]
  })
}

/** The voucher or the promotion tier that was redeemed; for a stack, the record itself. */
export function redeemedIn(of: Pick<Redemption, 'id' | 'voucherId' | 'promotionTierId'>): string {
  return of.voucherId ?? of.promotionTierId ?? of.id
}

/** The order that a redemption paid, or a rollback took back; null where it was only looked at. */
export function orderPaidBy(
  redemption: Pick<Redemption, 'id' | 'parentId' | 'order'>
): RecordedOrder | null {
  const { id, parentId, order } = redemption
  return order !== null && linkOf(order, parentId ?? id) !== null ? order : null
}

/** A redemption on the order that it paid, by the id that the order names it by. */
export interface OrderLink {
  /** Its own, or that of its stack. */
  readonly id: string
  readonly link: OrderRedemption
}

/** How an order names a redemption: by its own id, or by that of its stack; null for not at all. */
export function linkOf({ redemptions }: Pick<Order, 'redemptions'>, id: string): OrderLink | null {
  const own = redemptions[id]
  if (own !== undefined) return { id, link: own }
  const stack = Object.entries(redemptions).find(([, { stacked }]) => stacked?.includes(id))
  return stack === undefined ? null : { id: stack[0], link: stack[1] }
}
