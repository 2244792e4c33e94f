/**
 * The one entrance to a customer's standing: opened with facts, told what happens, concluded into
 * changes. A decision opens the standing, tells it each write, movement, voucher and event in
 * order, and concludes. The steps are private to this folder. Their consequences follow when the
 * standing is concluded, and an event earns by the standing at the time it is told.
 * Spec: EarningRule.event, PendingPointsEntry.activates_at.
 */
import type {
  Customer,
  Day,
  Instant,
  LedgerEntry,
  LoggedEvent,
  Order,
  Segment,
  TierMembership
} from '../../model.ts'
import { addDays, dayAt, midnight } from '../../rules/validity.ts'
import {
  type Change,
  type Decision,
  type LastOrderStep,
  type Moment,
  NOTHING_LEARNED,
  type Occasion,
  type TotalsStep
} from '../changes.ts'
import { activate, type ProgramFacts } from '../points/earning.ts'
import type { Moved, Purse } from '../points/lots.ts'
import type { Refusal } from '../refusals.ts'
import type { Membership } from '../vouchers/vouchers.ts'
import {
  accrue,
  addChanges,
  addMembership,
  addMovement,
  type Cause,
  changesOf,
  enrol,
  followUp,
  leaveTier,
  moveSegment,
  moveTiers,
  type NextStanding,
  presentPurse,
  programOf,
  removeDue,
  type Standing,
  type StandingFacts,
  saveMembership,
  spareEarlierPoints,
  stopEarning,
  untilOf
} from './standing.ts'

export type Unable = { readonly refusal: Refusal }

export interface Concluded {
  readonly standing: Standing
  readonly changes: readonly Change[]
}

interface StandingOpening {
  /**
   * What has happened to it since it was stored. `midnights`: those that passed are booked, and
   * nothing else, for decisions that change no standing themselves. `tiers` (the default): and its
   * cards are in their present tiers. `consequences`: and all that follows has followed, for
   * decisions that judge by segments and tiers. `nothing`: it is as it is stored, which is never
   * refused.
   */
  readonly after: 'nothing' | 'midnights' | 'tiers' | 'consequences'
  /** Decided before; for `consequences` alone, which follow from these, too. */
  readonly changes?: readonly Change[]
}

/** Opens a customer's standing; refused when points of midnights that passed cannot be counted. */
export function openStanding(
  facts: StandingFacts,
  customer: Customer,
  occasion: Occasion,
  opening: { readonly after: 'nothing' }
): OpenStanding
export function openStanding(
  facts: StandingFacts,
  customer: Customer,
  occasion: Occasion,
  opening?: StandingOpening
): OpenStanding | Unable
export function openStanding(
  facts: StandingFacts,
  customer: Customer,
  occasion: Occasion,
  { after, changes = [] }: StandingOpening = { after: 'tiers' }
): OpenStanding | Unable {
  const stored = storedStanding(facts, customer)
  if (after === 'nothing') return new OpenStanding(stored, facts, occasion)
  const booked = passMidnights(stored, facts, occasion)
  if ('refusal' in booked) return booked
  if (after === 'midnights') return new OpenStanding(booked, facts, occasion)
  const placed = inEach(booked, ({ campaign }, now) => moveTiers(now, campaign.id, facts, occasion))
  if ('refusal' in placed) return placed
  const opened = new OpenStanding(placed, facts, occasion)
  return after === 'tiers' ? opened : opened.write(changes).followUp()
}

/**
 * A customer as of a moment, after the midnights that are not booked yet: the state that answers
 * show. Null when they cannot be booked; answers then show the stored state.
 */
export function standingAt(
  facts: StandingFacts,
  customer: Customer,
  moment: Moment
): Standing | null {
  let made = 0
  const occasion = {
    ...NOTHING_IS_WRITTEN,
    ...moment,
    newId: (prefix: string) => `${prefix}_${made++}`
  }
  const booked = passMidnights(storedStanding(facts, customer), facts, occasion)
  return 'refusal' in booked ? null : booked
}

const NOTHING_IS_WRITTEN = {
  random: () => 0,
  campaignVouchersMax: Number.MAX_SAFE_INTEGER,
  learned: NOTHING_LEARNED,
  sign: String,
  channelId: '',
  requestId: '',
  source: { channel: 'INTERNAL' }
} as const

/**
 * A standing after the steps so far. Each method returns the next one and leaves this one as it is.
 * `Refusing` is the refusal that can still come: never, once nothing earns.
 */
export class OpenStanding<Refusing extends Unable = Unable> {
  readonly standing: Standing
  readonly #facts: StandingFacts
  readonly #occasion: Occasion

  constructor(standing: Standing, facts: StandingFacts, occasion: Occasion) {
    this.standing = standing
    this.#facts = facts
    this.#occasion = occasion
  }

  write(changes: readonly Change[], gained: TotalsStep = {}): OpenStanding<Refusing> {
    return this.#at(addChanges(this.standing, changes, gained))
  }

  /** Counts a paid order, or one that is no longer paid; it may be the customer's last. */
  count(gained: TotalsStep, lastOrder: LastOrderStep): OpenStanding<Refusing> {
    return this.#at({ ...addChanges(this.standing, [], gained), lastOrder })
  }

  move(movement: Moved): OpenStanding<Refusing> {
    return this.#at(addMovement(this.standing, movement))
  }

  /** Gives the customer a voucher, by which they may become a member. */
  give(membership: Membership): OpenStanding<Refusing> {
    return this.#at(addMembership(this.standing, membership))
  }

  /** Takes the card of a membership out of its tier, with the event; the points stay. */
  leaveTier(membership: TierMembership): OpenStanding<Refusing> {
    return this.#at(leaveTier(this.standing, membership, this.#occasion))
  }

  /**
   * Tells that points of a card were taken back, which `entries` of the card had added: points of
   * an earlier period do not lower those of the period that tiers count.
   */
  sparePeriod(
    cardId: string,
    taken: { readonly points: number; readonly entries: readonly LedgerEntry[] }
  ): OpenStanding<Refusing> {
    const { programs } = this.standing
    const program = programs.find(({ card }) => card?.voucher.id === cardId)
    const spared = program && spareEarlierPoints(program, taken, this.#occasion)
    return spared ? this.#at(saveMembership(this.standing, spared)) : this
  }

  /** Later entries name this order or redemption as their cause. */
  because(cause: Partial<Pick<Standing, 'paying' | 'redeeming'>>): OpenStanding<Refusing> {
    return this.#at({ ...this.standing, ...cause })
  }

  /** Writes the order, which is written so far, with what follows from its payment. */
  amendOrder(order: Order): OpenStanding<Refusing> {
    const changes = this.standing.changes.map(change =>
      (change.kind === 'order.created' || change.kind === 'order.updated') &&
      change.order.id === order.id
        ? { ...change, order }
        : change
    )
    return this.#at({ ...this.standing, changes })
  }

  /** From here on nothing earns: taking points back must not earn any. */
  stopEarning(): OpenStanding<never> {
    return new OpenStanding(stopEarning(this.standing), this.#facts, this.#occasion)
  }

  /** Lets an event earn by the present standing. Refused when the points cannot be counted. */
  earn(cause: Cause, logged: LoggedEvent): OpenStanding<Refusing> | Refusing {
    return this.#next(accrue(this.standing, this.#facts, cause, logged, this.#occasion))
  }

  /** With all that follows; null without a card to give. */
  join(campaignId: string): OpenStanding<Refusing> | Refusing | null {
    const program = programOf(this.standing, campaignId)
    const step = enrol(this.standing, program, this.#facts, this.#occasion)
    return step && this.#next(step)
  }

  switchSegment(segment: Pick<Segment, 'id'>, belongs: boolean): OpenStanding<Refusing> | Refusing {
    const { standing } = this
    return this.#next(moveSegment(standing, segment, belongs, this.#facts, this.#occasion))
  }

  purse(held: Purse): Purse {
    return presentPurse(this.standing, held)
  }

  program(campaignId: string): ProgramFacts {
    return programOf(this.standing, campaignId)
  }

  followUp(): OpenStanding<Refusing> | Refusing {
    return this.#next(followUp(this.standing, this.#facts, this.#occasion))
  }

  /** Adds all consequences, and returns all changes. */
  conclude(): Concluded | Refusing {
    const after = this.followUp()
    return 'refusal' in after ? after : after.soFar()
  }

  soFar(): Concluded {
    const { standing } = this
    return { standing, changes: changesOf(standing) }
  }

  #at(standing: Standing): OpenStanding<Refusing> {
    return new OpenStanding(standing, this.#facts, this.#occasion)
  }

  #next(step: NextStanding): OpenStanding<Refusing> | Refusing {
    // INVARIANT: a standing in which nothing earns refuses nothing.
    return 'refusal' in step ? (step as Refusing) : this.#at(step)
  }
}

/*
 * The effects of the calendar on a customer, midnight by midnight: pending points become active,
 * tiers whose last day is over are decided, points expire, and consequences follow. Every decision
 * about a customer begins here, and the timer does nothing else, so that it does not matter which
 * comes first: each midnight is booked once, as of its own instant, with the calendar as its cause.
 * Only where another unit changed a card after a midnight, without booking that midnight, it is
 * booked as of that change.
 */

function storedStanding(facts: StandingFacts, customer: Customer): Standing {
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

function passMidnights(stored: Standing, facts: StandingFacts, occasion: Occasion): NextStanding {
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
 * The cause of what a midnight does, also when a request books it; its name is stored in events.
 */
const CALENDAR = {
  requestId: 'midnights.settle',
  source: { channel: 'INTERNAL' }
} as const

/** The midnight, or later: when the customer was reviewed or a card of theirs changed. */
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
 * Older entries first: points that one program gives another are there before those of the other.
 */
function placeOf({ activatesOn, id }: { readonly activatesOn: Day; readonly id: string }): string {
  return `${activatesOn} ${id}`
}

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

/*
 * Reviews: deciding a customer's tiers and segments again, because they may have changed without
 * the customer. A new segment or a new tier concerns customers who do nothing today, and a filter
 * that counts days selects others tomorrow. A review goes through all customers, each in a unit of
 * work of its own. The calendar is booked for one customer at a time, too.
 */

export interface ReviewFacts extends StandingFacts {
  readonly customer: Customer
}

export function reviewCustomer(
  facts: ReviewFacts,
  occasion: Occasion
): Decision<{ readonly moved: boolean }> {
  const opened = openStanding(facts, facts.customer, occasion)
  return whatMoved('refusal' in opened ? opened : opened.conclude())
}

/** Books what the calendar brought to a customer up to a midnight; says whether it was anything. */
export function reviewCalendar(
  facts: ReviewFacts,
  occasion: Occasion
): Decision<{ readonly moved: boolean }> {
  const opened = openStanding(facts, facts.customer, occasion, { after: 'midnights' })
  return whatMoved('refusal' in opened ? opened : opened.soFar())
}

function whatMoved(after: Concluded | Unable): Decision<{ readonly moved: boolean }> {
  if ('refusal' in after) return after
  const { changes } = after
  return { result: { moved: changes.length > 0 }, changes }
}

export function openReview(): Decision<null> {
  return { result: null, changes: [{ kind: 'review.opened' }] }
}

/** Stores the place of a review; `to` is null at its end, which is recorded as the one of `day`. */
export function progressReview(from: string, to: string | null, day: Day): Decision<null> {
  return { result: null, changes: [{ kind: 'review.progressed', from, to, day }] }
}
