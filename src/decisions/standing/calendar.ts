/**
 * The effects of the calendar on a customer, midnight by midnight: pending points become active,
 * tiers whose last day is over are decided, points expire, and consequences follow.
 *
 * Every decision about a customer begins here, and the timer does nothing else, so that it does not
 * matter which comes first: each midnight is booked once, as of its own instant, with the calendar
 * as its cause. Only where another unit changed a card after a midnight, without booking that
 * midnight, it is booked as of that change.
 *
 * Spec: PendingPointsEntry.activates_at.
 */
import type { Customer, Day, Instant } from '../../model.ts'
import { addDays, dayAt, midnight } from '../../rules/validity.ts'
import type { Occasion } from '../occasion.ts'
import { activate } from '../points/activation.ts'
import { followUp, moveTiers } from './following.ts'
import { type ProgramFacts, presentPurse, type Standing, type StandingFacts } from './standing.ts'
import { addChanges, addMovement, type NextStanding, removeDue } from './steps.ts'
import { untilOf } from './tier-memberships.ts'

/** A customer as loaded, before anything happens. */
export function storedStanding(facts: StandingFacts, customer: Customer): Standing {
  return {
    customer,
    segments: facts.segments,
    programs: facts.programs,
    totals: facts.totals,
    gained: {},
    lastOrder: null,
    paying: null,
    redeeming: null,
    changes: []
  }
}

/** The standing with each card in its present tier; the midnights that passed come before. */
export function placeInTiers(
  booked: Standing,
  facts: StandingFacts,
  occasion: Occasion
): NextStanding {
  return inEach(booked, ({ campaign }, now) => moveTiers(now, campaign.id, facts, occasion))
}

/** The stored standing after the midnights that have passed and nothing else. */
export function passMidnights(
  stored: Standing,
  facts: StandingFacts,
  occasion: Occasion
): NextStanding {
  let standing = stored
  for (let day = nextDue(standing, occasion, null); day !== null; ) {
    const then = momentOf(standing, facts, day, occasion)
    const step = bookMidnight(standing, facts, then)
    if ('refusal' in step) return step
    standing = step
    day = nextDue(standing, occasion, todayOf(then))
  }
  return standing
}

/** The first day after another at whose midnight something is due; null when none has come. */
function nextDue({ programs }: Standing, occasion: Occasion, after: Day | null): Day | null {
  const waiting = programs.flatMap(({ due }) => due.map(({ activatesOn }) => activatesOn))
  const arrival = first(waiting.filter(day => after === null || day > after))
  const last = first(
    programs.flatMap(lastDays).filter(day => after === null || (day !== null && day >= after))
  )
  const day = first([arrival, last === null ? null : addDays(last, 1)])
  return day === null || day > todayOf(occasion) ? null : day
}

/** The last days of the card's points and of its tier; null for those without a last day. */
function lastDays({ card, tiers, membership }: ProgramFacts): readonly (Day | null)[] {
  const ofTier = tiers.length === 0 ? null : (membership?.expiresOn ?? null)
  const open = (card?.lots ?? []).filter(({ remaining }) => remaining > 0)
  return [ofTier, ...open.map(({ expiresOn }) => expiresOn)]
}

function first(days: readonly (Day | null)[]): Day | null {
  return days.reduce((one, day) => (one === null || (day !== null && day < one) ? day : one), null)
}

/**
 * The cause of everything that a midnight does, also when a request books it. The name is stored
 * in events.
 */
const CALENDAR = {
  requestId: 'midnights.settle',
  source: { channel: 'INTERNAL' }
} as const

/**
 * The midnight, or the later instant at which the customer was reviewed or a card of theirs
 * changed.
 */
function momentOf(
  { programs }: Standing,
  { reviewedOn }: StandingFacts,
  day: Day,
  occasion: Occasion
): Occasion {
  const since = reviewedOn !== null && reviewedOn > day ? reviewedOn : day
  const seen = programs.flatMap(({ card, membership }) => [
    card?.voucher.updatedAt ?? '',
    membership?.updatedAt ?? ''
  ])
  const start: Instant = midnight(since, occasion.project.timezone)
  const now = seen.reduce((last, each) => (each > last ? each : last), start)
  return { ...occasion, ...CALENDAR, now }
}

/**
 * One midnight: points become active, tiers are decided, points expire, and consequences follow.
 */
function bookMidnight(standing: Standing, facts: StandingFacts, occasion: Occasion): NextStanding {
  const today = todayOf(occasion)
  const waiting = standing.programs
    .flatMap(({ campaign, card, due }) =>
      card === null ? [] : due.map(pending => ({ campaign, card, pending }))
    )
    .filter(({ pending }) => pending.activatesOn <= today)
    .sort((one, other) => (placeOf(one.pending) < placeOf(other.pending) ? -1 : 1))
  // A period begins before points count in it, and cards move between tiers because of points.
  let now = inEach(standing, ({ campaign }, before) => {
    const awaited = waiting.some(({ pending }) => pending.campaignId === campaign.id)
    const until = awaited ? untilOf(campaign, today) : ({ day: today, steps: 'all' } as const)
    return moveTiers(before, campaign.id, facts, occasion, until)
  })
  for (const { pending, campaign, card } of waiting) {
    if ('refusal' in now) return now
    const waited = removeDue(now, pending)
    const activation = { pending, campaign, from: pending.activatesOn }
    const { closed, movement } = activate(presentPurse(waited, card), activation, occasion)
    const arrived = addMovement(addChanges(waited, closed), movement)
    // The consequences of these points go back with their order, like the points.
    const after = followUp({ ...arrived, paying: pending.orderId }, facts, occasion)
    now = 'refusal' in after ? after : { ...after, paying: null }
  }
  return 'refusal' in now ? now : followUp(now, facts, occasion)
}

/**
 * Older entries first, across all programs: points that one program gives another are there before
 * those of the other.
 */
function placeOf({ activatesOn, id }: { readonly activatesOn: Day; readonly id: string }): string {
  return `${activatesOn} ${id}`
}

/** Takes the same step in each program, by id. */
function inEach(
  standing: Standing,
  next: (program: ProgramFacts, now: Standing) => NextStanding
): NextStanding {
  return standing.programs.reduce<NextStanding>(
    (now, program) => ('refusal' in now ? now : next(program, now)),
    standing
  )
}

function todayOf({ now, project }: Occasion): Day {
  return dayAt(now, project.timezone)
}
