/**
 * The consequences of events: events earn points, points bring tiers, both bring segments, and all
 * of these are events again.
 *
 * An event earns by the standing at the time it happens; only afterwards do the tiers and segments
 * change, until nothing more follows. Every decision that changes a customer's standing ends here,
 * so that every customer is in the right tiers and segments.
 *
 * Spec: EarningRule.event, SegmentFilterField.
 */
import type {
  Address,
  Campaign,
  CustomerTotals,
  Day,
  LoggedEvent,
  Metadata,
  Segment,
  TierMembership
} from '../../model.ts'
import { type FactValue, type Filter, matches } from '../../rules/conditions.ts'
import { dayAt } from '../../rules/validity.ts'
import { type Change, eventOf, logPending, type Occasion, type TotalsStep } from '../changes.ts'
import {
  addEarned,
  type EarningLine,
  earningLines,
  givesPoints,
  type Trigger
} from '../points/earning.ts'
import { cardOf, expirePoints, type Purse } from '../points/lots.ts'
import { giveCard, usableVoucher } from '../vouchers/vouchers.ts'
import {
  addChanges,
  addMembership,
  addMovement,
  beginPeriod,
  countedProgram,
  type MoveDue,
  membershipAfter,
  moveDue,
  type NextStanding,
  type ProgramFacts,
  periodOfCard,
  placeInTier,
  programOf,
  type Standing,
  type StandingFacts,
  saveMembership,
  type Until
} from './standing.ts'

/** The event that earns; `campaignId` is null when it earns in every program with a rule for it. */
export type Cause = Omit<Trigger, 'customer'> & { readonly campaignId: string | null }

/**
 * Adds the points of an event in the customer's programs. A program that the customer is not in
 * enrols them first, when it enrols by itself and has points to give; a card or campaign that is
 * off earns nothing.
 */
export function accrue(
  standing: Standing,
  facts: StandingFacts,
  cause: Cause,
  logged: LoggedEvent,
  occasion: Occasion
): NextStanding {
  let after: Standing = standing
  for (const { campaign } of standing.programs) {
    if (cause.campaignId !== null && cause.campaignId !== campaign.id) continue
    const step = accrueIn(after, campaign.id, { facts, cause, logged }, occasion)
    if ('refusal' in step) return step
    after = step
  }
  return after
}

interface Happening {
  readonly facts: StandingFacts
  readonly cause: Cause
  readonly logged: LoggedEvent
}

function accrueIn(
  standing: Standing,
  campaignId: string,
  { facts, cause, logged }: Happening,
  occasion: Occasion
): NextStanding {
  const program = programOf(standing, campaignId)
  const { campaign } = program
  if (!canEarn(program, occasion)) return standing
  const due = linesOf(standing, program, facts, cause, occasion)
  if ('refusal' in due) return due
  if (due.lines.length === 0) return standing
  const inside = program.card === null ? enrol(standing, program, facts, occasion) : standing
  if (inside === null) return standing
  if ('refusal' in inside) return inside
  // A new member earns with the standing after joining.
  const now = programOf(inside, campaignId)
  const earned = program.card === null ? linesOf(inside, now, facts, cause, occasion) : due
  if ('refusal' in earned) return earned
  if (now.card === null || earned.lines.length === 0) return standing
  return creditAll(inside, { campaign, card: now.card }, earned.lines, { cause, logged }, occasion)
}

function linesOf(
  { customer, segments }: Standing,
  program: ProgramFacts,
  facts: StandingFacts,
  cause: Cause,
  occasion: Occasion
) {
  return earningLines(program, { ...facts, segments }, { ...cause, customer }, occasion)
}

function creditAll(
  standing: Standing,
  { campaign, card }: { readonly campaign: Campaign; readonly card: Purse },
  lines: readonly EarningLine[],
  { cause, logged }: Pick<Happening, 'cause' | 'logged'>,
  occasion: Occasion
): Standing {
  const { customer, paying, redeeming } = standing
  const trigger = { ...cause, customer }
  let after = standing
  let purse = card
  for (const line of lines) {
    const step = addEarned(purse, line, campaign, { trigger, logged, paying, redeeming }, occasion)
    after = addMovement(after, step)
    purse = step.purse
    if (step.change.kind !== 'pendingPoints.added') continue
    after = addChanges(after, [logPending(step.change.pending, 'added', occasion)])
  }
  const rewarded = {
    campaign_id: campaign.id,
    voucher_id: purse.voucher.id,
    points: lines.reduce((sum, { points }) => sum + points, 0),
    earning_rule_ids: lines.map(({ rule }) => rule.id)
  }
  const about = { customerId: customer.id, entityId: customer.id }
  const event = eventOf('customer.rewarded.loyalty_points', about, rewarded, occasion)
  return addChanges(after, [{ kind: 'event.logged', event }])
}

/**
 * Whether a program can add points: to a usable card, or to one that the customer gets by joining.
 */
function canEarn({ campaign, card }: ProgramFacts, occasion: Occasion): boolean {
  if (!givesPoints(campaign, occasion)) return false
  if (card === null) return campaign.autoJoin
  return usableVoucher(card.voucher, occasion.now, occasion.project.timezone) === null
}

/** Makes the customer a member, with the consequences; null without a card to give. */
export function enrol(
  standing: Standing,
  program: ProgramFacts,
  facts: StandingFacts,
  occasion: Occasion
): NextStanding | null {
  const { customer } = standing
  const { spare, card: held } = program
  const campaign = countedProgram(program)
  const member = giveCard({ campaign, customer, held, spare }, occasion)
  if ('refusal' in member) return null
  return followUp(addMembership(standing, member), facts, occasion)
}

/** More rounds than a chain of tiers and segments needs; a circle goes on with the next event. */
const ROUNDS_MAX = 12

/**
 * Moves the customer between tiers and segments until nothing more follows, and records expiry on
 * the way. While points that are due are still pending, tiers only go up.
 */
export function followUp(
  standing: Standing,
  facts: StandingFacts,
  occasion: Occasion
): NextStanding {
  let now: Standing = standing
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const next = followOnce(now, facts, occasion)
    if ('refusal' in next || next === now) return next
    now = next
  }
  return now
}

function followOnce(standing: Standing, facts: StandingFacts, occasion: Occasion): NextStanding {
  const day = todayOf(occasion)
  let now: Standing = standing
  for (const { campaign } of standing.programs) {
    const program = programOf(now, campaign.id)
    const awaited = program.due.some(({ activatesOn }) => activatesOn <= day)
    const until = { day, steps: awaited ? 'up' : 'all' } as const
    const step = moveTiers(now, campaign.id, facts, occasion, until)
    if ('refusal' in step) return step
    // A tier that is over is decided by the points that could be spent on its last day.
    now = awaited ? step : lapse(step, campaign.id, occasion)
  }
  return moveSegments(now, facts, occasion)
}

function lapse(standing: Standing, campaignId: string, occasion: Occasion): Standing {
  const { card } = programOf(standing, campaignId)
  const expired = card && expirePoints(standing.customer.id, card, occasion)
  return expired ? addChanges(addMovement(standing, expired.movement), [expired.logged]) : standing
}

/** All filters are decided before any move, so that the order of the list does not matter. */
function moveSegments(before: Standing, facts: StandingFacts, occasion: Occasion): NextStanding {
  const asked = facts.filterSegments.map(segment => ({
    segment,
    belongs: selects(segment, before, occasion)
  }))
  let now = before
  for (const { segment, belongs } of asked) {
    const step = moveSegment(now, segment, belongs, facts, occasion)
    if ('refusal' in step) return step
    now = step
  }
  return now
}

/** Moves the customer into a segment or out of it, with the event, which may earn. */
export function moveSegment(
  standing: Standing,
  { id }: Pick<Segment, 'id'>,
  belongs: boolean,
  facts: StandingFacts,
  occasion: Occasion
): NextStanding {
  const { customer, segments } = standing
  if (segments.includes(id) === belongs) return standing
  const verb = belongs ? 'entered' : 'left'
  const about = { customerId: customer.id, entityId: customer.id }
  const logged = eventOf(`customer.segment.${verb}`, about, { segment_id: id }, occasion)
  const step = { segmentId: id, customerId: customer.id }
  const change: Change = belongs
    ? { kind: 'segment.entered', ...step, enteredAt: occasion.now }
    : { kind: 'segment.left', ...step }
  const after = {
    ...addChanges(standing, [change, { kind: 'event.logged', event: logged }]),
    segments: belongs ? [...segments, id] : segments.filter(other => other !== id)
  }
  return accrue(after, facts, causeOf(logged.type, id, null), logged, occasion)
}

/** Moves a card to its tier on a day, step by step, with the points of each step. */
export function moveTiers(
  standing: Standing,
  campaignId: string,
  facts: StandingFacts,
  occasion: Occasion,
  until: Until = { day: todayOf(occasion), steps: 'all' }
): NextStanding {
  const past = periodOfCard(programOf(standing, campaignId))
  let now = countPeriod(standing, campaignId, facts, until, occasion)
  for (;;) {
    const program = programOf(now, campaignId)
    const move = moveDue(program, past, until)
    if (move === null) return now
    const step = moveTier(now, program, move, facts, occasion)
    if ('refusal' in step) return step
    now = step
  }
}

/** Begins a new calendar period, when the terms count points by period. */
function countPeriod(
  standing: Standing,
  campaignId: string,
  facts: StandingFacts,
  { day }: Until,
  { now }: Occasion
): Standing {
  // All points of a new card were added in this period.
  const isNew = programOf(facts, campaignId).card === null
  const program = programOf(standing, campaignId)
  const membership = beginPeriod(program, { customerId: standing.customer.id, isNew, day, now })
  return membership === null ? standing : saveMembership(standing, membership)
}

/** One step between tiers; its points are mapped by the tier before the step. */
function moveTier(
  standing: Standing,
  program: ProgramFacts,
  move: MoveDue,
  facts: StandingFacts,
  occasion: Occasion
): NextStanding {
  const { id: customerId } = standing.customer
  const membership = membershipAfter(program, move, { customerId, now: occasion.now })
  const logged = eventOfTier(membership, move, occasion)
  const gone = addChanges(standing, [
    { kind: 'tierMembership.saved', membership },
    { kind: 'event.logged', event: logged }
  ])
  const cause = causeOf(logged.type, move.tierId, membership.campaignId)
  const earned = accrue(gone, facts, cause, logged, occasion)
  return 'refusal' in earned ? earned : placeInTier(earned, membership)
}

function eventOfTier(
  { customerId, campaignId, voucherId }: TierMembership,
  { kind, tierId }: Pick<MoveDue, 'kind' | 'tierId'>,
  occasion: Occasion
): LoggedEvent {
  const data = { campaign_id: campaignId, voucher_id: voucherId, loyalty_tier_id: tierId }
  const about = { customerId, entityId: customerId }
  return eventOf(`customer.loyalty.tier.${kind}`, about, data, occasion)
}

/** Takes a card out of its tier, if it is in one; leaving for this reason earns nothing. */
export function leaveTier(
  standing: Standing,
  membership: TierMembership,
  occasion: Occasion
): Standing {
  const { tierId } = membership
  if (tierId === null) return standing
  const left = {
    ...membership,
    tierId: null,
    startedAt: null,
    expiresOn: null,
    updatedAt: occasion.now,
    version: membership.version + 1
  }
  const event = eventOfTier(left, { kind: 'left', tierId }, occasion)
  return addChanges(saveMembership(standing, left), [{ kind: 'event.logged', event }])
}

function todayOf({ now, project }: Occasion): Day {
  return dayAt(now, project.timezone)
}

function causeOf(event: string, subjectId: string, campaignId: string | null): Cause {
  return { event, subjectId, campaignId, order: null, eventMetadata: null }
}

/*
 * The fields of a customer that filters may use: one table from field to value.
 *
 * Fields have the names that a customer's answer gives them. Their values include everything that
 * the current decision has earned, spent or ordered so far.
 */

/** Whether the filter of a segment selects a customer with this standing. */
export function selects(
  { filter }: Pick<Segment, 'filter'>,
  standing: Standing,
  { now, project }: Pick<Occasion, 'now' | 'project'>
): boolean {
  if (filter === null) return false
  const at = { now, zone: project.timezone }
  return matches(filter, field => customerValue(field, standing), at)
}

/** Whether filters may use the field. Every metadata key and every name of a program is allowed. */
export function isCustomerField(field: string): boolean {
  return FIELDS.has(field) || familyOf(field) !== null
}

/** The value of a field for a customer; undefined or null when it is unknown. */
export function customerValue(field: string, standing: Standing): FactValue | undefined {
  const plain = FIELDS.get(field)
  if (plain !== undefined) return plain(standing)
  const family = familyOf(field)
  return family?.of(standing, family.name)
}

/** The ids or names of the programs that a filter names, each once. */
export function programsNamed({ fields }: Filter): readonly string[] {
  const named = Object.keys(fields).flatMap(field => {
    const family = familyOf(field)
    return family !== null && PROGRAM_FAMILIES.has(family.of) ? [family.name] : []
  })
  return [...new Set(named)]
}

type Of = (standing: Standing) => FactValue | undefined

const said =
  (property: 'name' | 'email' | 'phone' | 'description' | 'birthdate' | 'birthday'): Of =>
  ({ customer }) =>
    customer[property]

const addressed =
  (part: keyof Address): Of =>
  ({ customer }) =>
    customer.address?.[part]

/** A total, with what the decision added to it. */
const total =
  (key: keyof TotalsStep): Of =>
  standing =>
    totalOf(standing, key)

/** A total that no decision changes: a refused rollback is not recorded. */
const rollbacksFailed = ({ totals }: Parameters<Of>[0]) => totals?.rollbacksFailed ?? 0

const FIELDS: ReadonlyMap<string, Of> = new Map<string, Of>([
  ['name', said('name')],
  ['email', said('email')],
  ['phone', said('phone')],
  ['description', said('description')],
  ['source_id', ({ customer }) => customer.sourceId],
  ['birthdate', said('birthdate')],
  ['birthday', said('birthday')],
  ['created_at', ({ customer }) => customer.createdAt],
  ['updated_at', ({ customer }) => customer.updatedAt],
  ['city', addressed('city')],
  ['address.city', addressed('city')],
  ['address.state', addressed('state')],
  ['address.line_1', addressed('line_1')],
  ['address.line_2', addressed('line_2')],
  ['address.country', addressed('country')],
  ['address.postal_code', addressed('postal_code')],
  [
    'summary.redemptions.total_redeemed',
    standing => totalOf(standing, 'redemptionsSucceeded') + totalOf(standing, 'redemptionsFailed')
  ],
  ['summary.redemptions.total_failed', total('redemptionsFailed')],
  ['summary.redemptions.total_succeeded', total('redemptionsSucceeded')],
  [
    'summary.redemptions.total_rolled_back',
    standing => totalOf(standing, 'rollbacksSucceeded') + rollbacksFailed(standing)
  ],
  ['summary.redemptions.total_rollback_failed', rollbacksFailed],
  ['summary.redemptions.total_rollback_succeeded', total('rollbacksSucceeded')],
  ['summary.redemptions.gift.redeemed_amount', total('giftRedeemedAmount')],
  ['summary.redemptions.gift.amount_to_go', total('giftBalance')],
  ['summary.redemptions.loyalty_card.redeemed_points', total('cardRedeemedPoints')],
  ['summary.redemptions.loyalty_card.points_to_go', total('cardBalance')],
  ['summary.orders.total_amount', total('ordersAmount')],
  ['summary.orders.total_count', total('ordersCount')],
  [
    'summary.orders.average_amount',
    standing => averageOf(totalOf(standing, 'ordersAmount'), totalOf(standing, 'ordersCount'))
  ],
  ['summary.orders.last_order_amount', standing => lastOrderKnown(standing).amount],
  ['summary.orders.last_order_date', standing => lastOrderKnown(standing).date],
  ['loyalty.points', total('cardBalance')],
  ['loyalty_points', total('cardBalance')]
])

type OfNamed = (standing: Standing, name: string) => FactValue | undefined

const points: OfNamed = (standing, name) => {
  const card = programCalled(standing, name)?.card ?? null
  return card === null ? undefined : cardOf(card.voucher).balance
}

/** The tier's id and name, either of which a filter may name; unknown for members in no tier. */
const tier: OfNamed = (standing, name) => {
  const program = programCalled(standing, name)
  const found = program?.tiers.find(({ id }) => id === program.membership?.tierId)
  return found && [found.id, found.name]
}

const FAMILIES: ReadonlyMap<string, OfNamed> = new Map<string, OfNamed>([
  ['metadata', ({ customer }, key) => own(customer.metadata, key)],
  ['system_metadata', ({ customer }, key) => own(customer.systemMetadata, key)],
  ['loyalty_points', points],
  ['loyalty_tier', tier]
])

const PROGRAM_FAMILIES: ReadonlySet<OfNamed> = new Set([points, tier])

/** `metadata.plan` is `plan` of the family `metadata`; the name may contain dots. */
function familyOf(field: string): { readonly of: OfNamed; readonly name: string } | null {
  const dot = field.indexOf('.')
  if (dot === -1 || dot === field.length - 1) return null
  const of = FAMILIES.get(field.slice(0, dot))
  return of === undefined ? null : { of, name: field.slice(dot + 1) }
}

/** The property that was sent, and never one that every object inherits. */
function own(metadata: Metadata, key: string): FactValue | undefined {
  return Object.hasOwn(metadata, key) ? metadata[key] : undefined
}

/** The program by its id, else by its exact name. */
function programCalled({ programs }: Standing, name: string): ProgramFacts | undefined {
  return (
    programs.find(({ campaign }) => campaign.id === name) ??
    programs.find(({ campaign }) => campaign.name === name)
  )
}

function totalOf({ totals, gained }: Standing, key: keyof TotalsStep): number {
  return (totals?.[key] ?? 0) + (gained[key] ?? 0)
}

type KnownOrder = { readonly amount: number; readonly date: CustomerTotals['lastOrderDate'] }

/**
 * The customer's last order. An order that this decision pays is the last one, unless a stored one
 * has a later date; when the last one becomes unpaid, it is the one before.
 */
export function lastOrderKnown({
  totals,
  lastOrder
}: Pick<Standing, 'totals' | 'lastOrder'>): KnownOrder {
  const { lastOrderAmount: amount = 0, lastOrderDate: date = null } = totals ?? {}
  if (lastOrder === null) return { amount, date }
  if ('gone' in lastOrder) {
    return date === lastOrder.gone ? (lastOrder.previous ?? NO_ORDER) : { amount, date }
  }
  return date !== null && date > lastOrder.date ? { amount, date } : lastOrder
}

const NO_ORDER: KnownOrder = { amount: 0, date: null }

/**
 * The average, half up to the smallest unit; 0 for no orders. Exact up to the largest safe sum,
 * which dividing first and rounding afterwards is not.
 */
export function averageOf(sum: number, count: number): number {
  if (count === 0) return 0
  const rest = sum % count
  return (sum - rest) / count + (rest >= count - rest ? 1 : 0)
}
