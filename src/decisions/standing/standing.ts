/**
 * A customer's cards, tiers and segments while a decision is taken, and how they are read. Points
 * bring a tier, a tier brings points, and either may bring a segment that brings points. So a
 * decision carries one value along, the standing. It is changed through open.ts alone.
 * Spec: LoyaltyTier.points, LoyaltyTiersExpiration.
 */

import type {
  Address,
  Campaign,
  CountedCampaign,
  Customer,
  CustomerTotals,
  Day,
  EarnedTerms,
  Instant,
  LedgerEntry,
  LoggedEvent,
  Metadata,
  PendingPoints,
  Segment,
  TierMembership,
  ValidationRule,
  Voucher
} from '../../model.ts'
import { type FactValue, type Filter, matches } from '../../rules/conditions.ts'
import { present } from '../../rules/mistake.ts'
import {
  BY_BALANCE,
  nextTier,
  type PointsOn,
  periodOf,
  type TierMove,
  type TierPeriod
} from '../../rules/points.ts'
import { addDays, dayAt } from '../../rules/validity.ts'
import {
  type Change,
  eventOf,
  type LastOrderStep,
  logPending,
  type Occasion,
  type TotalsStep
} from '../changes.ts'
import {
  addEarned,
  type EarningLine,
  earningLines,
  givesPoints,
  type ProgramFacts,
  type Trigger
} from '../points/earning.ts'
import {
  cardOf,
  changeTotals,
  expirePoints,
  type Moved,
  type Purse,
  sumOf,
  sumTotals
} from '../points/lots.ts'
import type { Refusal } from '../refusals.ts'
import type { Collections } from '../validation-rules.ts'
import { giveCard, type Membership, usableVoucher } from '../vouchers/vouchers.ts'

/** The program of somebody who is no member, with its count. */
export function countedProgram({ campaign, vouchersCount }: ProgramFacts): CountedCampaign {
  const counted = present(vouchersCount, `the vouchers of ${campaign.id} are not counted`)
  return { ...campaign, vouchersCount: counted }
}

export interface StandingFacts {
  readonly programs: readonly ProgramFacts[]
  readonly validationRules: ReadonlyMap<string, ValidationRule>
  readonly collections: Collections
  readonly segments: readonly string[]
  readonly filterSegments: readonly Segment[]
  /** The customer's totals before the decision; null for a new customer. */
  readonly totals: CustomerTotals | null
  /** The day of the last review of all customers; null for none, and when nothing can be due. */
  readonly reviewedOn: Day | null
}

export interface Standing {
  readonly customer: Customer
  readonly segments: readonly string[]
  readonly programs: readonly ProgramFacts[]
  /** Before the decision; null when not loaded, or for a new customer, whose totals are zero. */
  readonly totals: CustomerTotals | null
  /** Added to the customer's totals at the end. */
  readonly gained: TotalsStep
  /** The change of the customer's last order; null for none. */
  readonly lastOrder: LastOrderStep | null
  /** The order whose payment is the cause; null for another cause. */
  readonly paying: string | null
  /** The redemption that is the cause, when it pays no order; null for another cause. */
  readonly redeeming: string | null
  /** The terms by which the order that is paid has earned; absent for none. */
  readonly terms?: readonly EarnedTerms[]
  /** Points that it earned and that cards did not get, as so many of it are missing there. */
  readonly withheld?: readonly Withheld[]
  /** The changes so far, in order; without the totals. */
  readonly changes: readonly Change[]
}

interface Withheld {
  readonly voucherId: string
  readonly points: number
}

/** The program of a campaign that the standing was loaded with. */
export function programOf(
  { programs }: Pick<Standing, 'programs'>,
  campaignId: string
): ProgramFacts {
  const found = programs.find(({ campaign }) => campaign.id === campaignId)
  return present(found, `program ${campaignId} is not loaded`)
}

export function presentPurse({ programs }: Standing, purse: Purse): Purse {
  const same = programs.find(({ card }) => card?.voucher.id === purse.voucher.id)
  return same?.card ?? purse
}

/* The steps that change a standing. They are private to it; decisions take them through open.ts. */

/** The next standing, or the refusal of the whole decision. */
export type NextStanding = Standing | { readonly refusal: Refusal }

export function addChanges(
  standing: Standing,
  changes: readonly Change[],
  gained: TotalsStep = {}
): Standing {
  return {
    ...standing,
    changes: [...standing.changes, ...changes],
    gained: sumTotals([standing.gained, gained])
  }
}

export function addMovement(standing: Standing, { purse, change, totals }: Moved): Standing {
  return addChanges(holding(standing, purse), [change], totals)
}

export function addMembership(
  standing: Standing,
  { purse, changes, totals }: Membership
): Standing {
  return addChanges(holding(standing, purse), changes, totals)
}

/** A program has one card of the customer: their own, or the one they get now. */
function holding(standing: Standing, purse: Purse): Standing {
  const { id, campaignId } = purse.voucher
  const concerns = ({ campaign, card }: ProgramFacts) =>
    campaign.id === campaignId && (card === null || card.voucher.id === id)
  const programs = standing.programs.map(program =>
    concerns(program) ? { ...program, card: purse, spare: null } : program
  )
  return { ...standing, programs }
}

/** From here on nothing earns: taking points back must not earn any. */
export function stopEarning(standing: Standing): Standing {
  const programs = standing.programs.map(program => ({ ...program, rules: [] }))
  return { ...standing, programs }
}

export function changesOf({ customer, changes, gained, lastOrder }: Standing): readonly Change[] {
  return [...changes, ...changeTotals(customer.id, gained, lastOrder)]
}

export function saveMembership(standing: Standing, membership: TierMembership): Standing {
  const change = { kind: 'tierMembership.saved', membership } as const
  return addChanges(placeInTier(standing, membership), [change])
}

function placeInTier(standing: Standing, membership: TierMembership): Standing {
  const programs = standing.programs.map(program =>
    program.campaign.id === membership.campaignId ? { ...program, membership } : program
  )
  return { ...standing, programs }
}

export function removeDue(standing: Standing, { id, campaignId }: PendingPoints): Standing {
  const programs = standing.programs.map(program =>
    program.campaign.id === campaignId
      ? { ...program, due: program.due.filter(pending => pending.id !== id) }
      : program
  )
  return { ...standing, programs }
}

/*
 * The tier of a card in its program: the points that count for it, and its next step. By balance,
 * the points that can be spent on a day count, so that a tier does not depend on when expiry is
 * recorded. By period, the points added since the period began count. The membership keeps that
 * number, because reading the card's history would take longer every year.
 */

/**
 * How far the calendar has come, and which steps may be taken: all of them; only those of tiers
 * that are `over` by then; or only steps up, while pending points may still keep a tier.
 */
interface Until {
  readonly day: Day
  readonly steps: 'all' | 'over' | 'up'
}

/** By balance, points that become active today already count when yesterday's tiers are over. */
export function untilOf(campaign: Campaign, day: Day): Until {
  return { day: countedPeriod(campaign) === null ? addDays(day, -1) : day, steps: 'over' }
}

interface PointsOfPeriod {
  readonly startsOn: Day
  readonly points: number
}

/** The period whose points count for a card so far; null by balance. */
function periodOfCard({
  card,
  membership
}: Pick<ProgramFacts, 'card' | 'membership'>): PointsOfPeriod | null {
  const startsOn = membership?.periodStartsOn ?? null
  if (card === null || membership === null || startsOn === null) return null
  return { startsOn, points: Math.max(everEarned(card) - membership.pointsBefore, 0) }
}

interface Mover {
  readonly customerId: string
  readonly now: Instant
}

/** Null when its points count already, or no periods do. `isNew`: the card had no points before. */
function beginPeriod(
  { campaign, tiers, card, membership }: ProgramFacts,
  { day, isNew, ...mover }: Mover & { readonly day: Day; readonly isNew: boolean }
): TierMembership | null {
  const period = countedPeriod(campaign)
  if (tiers.length === 0 || card === null || period === null) return null
  const { startsOn } = periodOf(day, period)
  const began = membership?.periodStartsOn ?? null
  if (began !== null && began >= startsOn) return null
  const last = membership ?? newMembership(campaign, card, mover)
  const pointsBefore = isNew ? 0 : everEarned(card)
  return written({ ...last, periodStartsOn: startsOn, pointsBefore }, mover)
}

/**
 * The membership after points that these entries added were taken back: points from before its
 * period are taken first, and lower that earlier sum. Null when none of them came before it. The
 * entries include those that took points back earlier.
 */
export function spareEarlierPoints(
  { membership }: Pick<ProgramFacts, 'membership'>,
  { points, entries }: { readonly points: number; readonly entries: readonly LedgerEntry[] },
  { now, project }: Pick<Occasion, 'now' | 'project'>
): TierMembership | null {
  const startsOn = membership?.periodStartsOn ?? null
  if (membership === null || startsOn === null) return null
  const owed = entries
    .filter(({ amount, createdAt }) => amount < 0 || dayAt(createdAt, project.timezone) < startsOn)
    .reduce((sum, { amount }) => sum + amount, 0)
  const before = Math.min(Math.max(owed, 0), points)
  if (before === 0) return null
  const { customerId } = membership
  const pointsBefore = membership.pointsBefore - before
  return written({ ...membership, pointsBefore }, { customerId, now })
}

interface MoveDue extends TierMove {
  readonly card: Purse
}

/** The next step that is due; null when the card is in the right tier. */
function moveDue(
  { campaign, tiers, card, membership }: ProgramFacts,
  past: PointsOfPeriod | null,
  { day, steps }: Until
): MoveDue | null {
  if (tiers.length === 0 || card === null) return null
  const state = membership ?? NOWHERE
  if (steps === 'over' && (state.expiresOn === null || state.expiresOn >= day)) return null
  const terms = campaign.tierTerms ?? BY_BALANCE
  const period = countedPeriod(campaign)
  const points =
    period === null ? onCard(card) : inPeriods(period, [past, periodOfCard({ card, membership })])
  const from = steps === 'up' ? { ...state, expiresOn: null } : state
  const move = nextTier({ bands: tiers, terms }, from, points, day)
  const waits = steps === 'up' && move?.kind !== 'joined' && move?.kind !== 'upgraded'
  return move === null || waits ? null : { ...move, card }
}

const NOWHERE = { tierId: null, expiresOn: null }

/** The points of lots that have not expired by a day, whether or not expiry is recorded. */
function onCard({ lots }: Purse): PointsOn {
  return day => sumOf(lots.filter(({ expiresOn }) => expiresOn === null || expiresOn >= day))
}

/** The points of other periods are 0, because none were added in them. */
function inPeriods(period: TierPeriod, known: readonly (PointsOfPeriod | null)[]): PointsOn {
  const counted = new Map(
    known.flatMap(one => (one === null ? [] : [[one.startsOn, one.points] as const]))
  )
  return day => counted.get(periodOf(day, period).startsOn) ?? 0
}

function membershipAfter(
  { campaign, membership }: ProgramFacts,
  { kind, state, card }: MoveDue,
  mover: Mover
): TierMembership {
  const last = membership ?? newMembership(campaign, card, mover)
  const startedAt = kind === 'prolonged' ? last.startedAt : mover.now
  return written({ ...last, ...state, startedAt: state.tierId === null ? null : startedAt }, mover)
}

/** The membership of a card that was never in a tier; when it is first written it has version 1. */
function newMembership(
  { id: campaignId }: Campaign,
  { voucher }: Purse,
  { customerId, now }: Mover
): TierMembership {
  return {
    voucherId: voucher.id,
    campaignId,
    customerId,
    tierId: null,
    startedAt: null,
    expiresOn: null,
    periodStartsOn: null,
    pointsBefore: 0,
    updatedAt: now,
    version: 0
  }
}

function written(membership: TierMembership, { now }: Mover): TierMembership {
  return { ...membership, updatedAt: now, version: membership.version + 1 }
}

/** The length of the periods whose points count; null by balance. */
function countedPeriod({ tierTerms }: Campaign): TierPeriod | null {
  return tierTerms?.qualification === 'POINTS_IN_PERIOD' ? tierTerms.period : null
}

/** All points added, less those subtracted: spending and expiry do not count by period. */
function everEarned({ voucher }: Purse): number {
  const { points, subtractedPoints } = cardOf(voucher)
  return points - subtractedPoints
}

/*
 * The consequences of events: events earn points, points bring tiers, both bring segments, and all
 * of these are events again. An event earns by the standing at the time it happens; only afterwards
 * do the tiers and segments change, until nothing more follows. Every decision that changes a
 * customer's standing ends here, so that every customer is in the right tiers and segments.
 */

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
  const given = withoutMissing(lines, card, cause.order)
  const sum = (all: readonly EarningLine[]) => all.reduce((points, each) => points + each.points, 0)
  const withheld = sum(lines) - sum(given)
  let after = cause.order === null ? standing : withTerms(standing, lines)
  if (withheld > 0) {
    const kept = [...(after.withheld ?? []), { voucherId: card.voucher.id, points: withheld }]
    after = { ...after, withheld: kept }
  }
  if (given.length === 0) return after
  let purse = card
  for (const line of given) {
    const step = addEarned(purse, line, campaign, { trigger, logged, paying, redeeming }, occasion)
    after = addMovement(after, step)
    purse = step.purse
    if (step.change.kind !== 'pendingPoints.added') continue
    after = addChanges(after, [logPending(step.change.pending, 'added', occasion)])
  }
  const rewarded = {
    campaign_id: campaign.id,
    voucher_id: purse.voucher.id,
    points: sum(given),
    earning_rule_ids: given.map(({ rule }) => rule.id)
  }
  const about = { customerId: customer.id, entityId: customer.id }
  const event = eventOf('customer.rewarded.loyalty_points', about, rewarded, occasion)
  return addChanges(after, [{ kind: 'event.logged', event }])
}

function withTerms(standing: Standing, lines: readonly EarningLine[]): Standing {
  const terms = lines.flatMap(line => line.terms ?? [])
  return { ...standing, terms: [...(standing.terms ?? []), ...terms] }
}

/**
 * The lines without what is missing on the card of an order that was paid before: of those that
 * wait first, so that nothing is spent twice that was earned once.
 */
function withoutMissing(
  lines: readonly EarningLine[],
  { shortfalls = [] }: Purse,
  order: Cause['order']
): readonly EarningLine[] {
  let missing = shortfalls
    .filter(({ subjectId, from }) => from === null && subjectId === order?.id)
    .reduce((sum, { points }) => sum + points, 0)
  if (missing === 0) return lines
  const left = new Map<EarningLine, number>()
  for (const waits of [true, false]) {
    for (const line of lines.filter(({ rule }) => (rule.pendingDays !== null) === waits)) {
      const less = Math.min(missing, line.points)
      missing -= less
      left.set(line, line.points - less)
    }
  }
  return lines.flatMap(line => {
    const points = left.get(line) as number
    return points === 0 ? [] : [{ ...line, points }]
  })
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

/** Until nothing more follows. While points that are due are pending, tiers only go up. */
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
 * The fields of a customer that filters may use: one table from field to value. Fields have the
 * names that a customer's answer gives them. Their values include everything that the current
 * decision has earned, spent or ordered so far.
 */

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

/** What filters look at. */
export interface FilteredCustomer
  extends Pick<Standing, 'customer' | 'totals' | 'gained' | 'lastOrder'> {
  readonly programs: readonly {
    readonly campaign: Pick<Campaign, 'id' | 'name'>
    readonly tiers: ProgramFacts['tiers']
    readonly card: { readonly voucher: Voucher } | null
    readonly membership: Pick<TierMembership, 'tierId'> | null
  }[]
}

/** The value of a field for a customer; undefined or null when it is unknown. */
export function customerValue(field: string, standing: FilteredCustomer): FactValue | undefined {
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

type Of = (standing: FilteredCustomer) => FactValue | undefined

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

type OfNamed = (standing: FilteredCustomer, name: string) => FactValue | undefined

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

/** What filters may use, for people. */
export const CUSTOMER_FIELDS: readonly string[] = [
  ...FIELDS.keys(),
  ...[...FAMILIES].map(
    ([family, of]) => `${family}.${PROGRAM_FAMILIES.has(of) ? 'PROGRAM' : 'KEY'}`
  )
]

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
function programCalled({ programs }: FilteredCustomer, name: string) {
  return (
    programs.find(({ campaign }) => campaign.id === name) ??
    programs.find(({ campaign }) => campaign.name === name)
  )
}

function totalOf(
  { totals, gained }: Pick<Standing, 'totals' | 'gained'>,
  key: keyof TotalsStep
): number {
  return (totals?.[key] ?? 0) + (gained[key] ?? 0)
}

type KnownOrder = { readonly amount: number; readonly date: CustomerTotals['lastOrderDate'] }

/** One that this decision pays, unless a stored one is later; the one before when it is unpaid. */
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

/** Half up to the smallest unit; 0 for no orders. Exact up to the largest safe sum. */
export function averageOf(sum: number, count: number): number {
  if (count === 0) return 0
  const rest = sum % count
  return (sum - rest) / count + (rest >= count - rest ? 1 : 0)
}
