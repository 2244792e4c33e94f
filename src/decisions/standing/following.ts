/**
 * The consequences of events: events earn points, points bring tiers, both bring segments, and all
 * of these are events again.
 *
 * An event earns by the standing at the time it happens; only afterwards do the tiers and segments
 * change, until nothing more follows. Every decision that changes a customer's standing ends here,
 * so that every customer is in the right tiers and segments.
 *
 * Spec: EarningRule.event.
 */
import type { Campaign, Day, LoggedEvent, Segment, TierMembership } from '../../model.ts'
import { dayAt } from '../../rules/validity.ts'
import type { Change } from '../changes.ts'
import { eventOf, logPending } from '../event-log.ts'
import type { Occasion } from '../occasion.ts'
import {
  addEarned,
  type EarningLine,
  earningLines,
  givesPoints,
  type Trigger
} from '../points/earning.ts'
import { expirePoints } from '../points/expiry.ts'
import type { Purse } from '../points/purse.ts'
import { giveCard, usableVoucher } from '../vouchers/vouchers.ts'
import { selects } from './customer-facts.ts'
import {
  countedProgram,
  type ProgramFacts,
  programOf,
  type Standing,
  type StandingFacts
} from './standing.ts'
import {
  addChanges,
  addMembership,
  addMovement,
  type NextStanding,
  placeInTier,
  saveMembership
} from './steps.ts'
import {
  beginPeriod,
  type MoveDue,
  membershipAfter,
  moveDue,
  periodOfCard,
  type Until
} from './tier-memberships.ts'

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
