/**
 * The one entrance to a customer's standing: opened with facts, told what happens, concluded into
 * changes. A decision opens the standing, tells it each write, movement, voucher and event in
 * order, and concludes. The steps are private to this folder. Their consequences follow when the
 * standing is concluded, and an event earns by the standing at the time it is told.
 * Spec: EarningRule.event, PendingPointsEntry.activates_at,
 * openapi/behaviour/points.md#what-follows-from-an-event-follows-in-the-same-request.
 */

import type {
  Campaign,
  CountedCampaign,
  Customer,
  Day,
  Followed,
  Instant,
  LedgerEntry,
  LoggedEvent,
  Order,
  Segment,
  TierMembership
} from '../../model.ts'
import { present } from '../../rules/mistake.ts'
import type { Periods } from '../../rules/points.ts'
import { addDays, midnight } from '../../rules/validity.ts'
import {
  type Change,
  type Decision,
  eventOf,
  type LastOrderStep,
  log,
  logPending,
  type Moment,
  NOTHING_LEARNED,
  type Occasion,
  type TotalsStep
} from '../changes.ts'
import {
  activate,
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
  goneOf,
  type Moved,
  type Purse,
  sumTotals
} from '../points/lots.ts'
import type { Unable } from '../refusals.ts'
import { giveVoucher, type Membership, usableVoucher } from '../vouchers/vouchers.ts'
import {
  beginPeriod,
  countedPeriod,
  type Lacking,
  lackPoints,
  type MoveDue,
  membershipAfter,
  mostInPeriods,
  moveDue,
  type PaidOrder,
  periodOfCard,
  spareEarlierPoints,
  tierLeftBy,
  todayOf,
  type Until,
  written
} from './memberships.ts'
import {
  mayHaveBeen,
  ordersOf,
  type Passing,
  type Standing,
  type StandingFacts,
  selects,
  startOf
} from './standing.ts'

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
  const steps = new Steps(facts, occasion)
  if (after === 'nothing') return new OpenStanding(stored, steps)
  const booked = passMidnights(stored, facts, occasion)
  if ('refusal' in booked) return booked
  if (after === 'midnights') return new OpenStanding(booked, steps)
  const placed = inTurn(booked.programs, booked, ({ campaign }, now) =>
    steps.moveTiers(now, campaign.id)
  )
  if ('refusal' in placed) return placed
  const opened = new OpenStanding(placed, steps)
  return after === 'tiers' ? opened : opened.write(changes).followUp()
}

/**
 * A customer as of a moment, after the midnights that are not booked yet: the state that answers
 * show. Null when they cannot be booked; answers then show the stored state.
 * Spec: openapi/behaviour/points.md#a-balance-is-what-can-be-spent-at-the-instant-it-is-asked-for.
 */
export function standingAt(
  facts: StandingFacts,
  customer: Customer,
  moment: Moment
): Standing | null {
  let made = 0
  const occasion: Occasion = {
    ...moment,
    newId: prefix => `${prefix}_${made++}`,
    random: () => 0,
    campaignVouchersMax: Number.MAX_SAFE_INTEGER,
    learned: NOTHING_LEARNED,
    sign: String,
    channelId: '',
    requestId: '',
    source: { channel: 'INTERNAL' }
  }
  const booked = passMidnights(storedStanding(facts, customer), facts, occasion)
  return 'refusal' in booked ? null : booked
}

/**
 * A standing after the steps so far. Each method returns the next one and leaves this one as it is.
 * `Refusing` is the refusal that can still come: never, once nothing earns.
 */
export class OpenStanding<Refusing extends Unable = Unable> {
  readonly standing: Standing
  readonly #steps: Steps

  constructor(standing: Standing, steps: Steps) {
    this.standing = standing
    this.#steps = steps
  }

  /** That of the decision; what is told of the standing happens then. */
  get occasion(): Occasion {
    return this.#steps.occasion
  }

  write(changes: readonly Change[], gained: TotalsStep = {}): OpenStanding<Refusing> {
    return this.#at(addChanges(this.standing, changes, gained))
  }

  count(gained: TotalsStep, lastOrder: LastOrderStep): OpenStanding<Refusing> {
    return this.#at({ ...addChanges(this.standing, [], gained), lastOrder })
  }

  move(movement: Moved): OpenStanding<Refusing> {
    return this.#at(addMovement(this.standing, movement))
  }

  give(membership: Membership): OpenStanding<Refusing> {
    return this.#at(addMembership(this.standing, membership))
  }

  /** Takes the card of a membership out of its tier, with the event; the points stay. */
  leaveTier(membership: TierMembership): OpenStanding<Refusing> {
    const { tierId } = membership
    if (tierId === null) return this
    const nowhere = { tierId: null, startedAt: null, expiresOn: null }
    const left = written({ ...membership, ...nowhere }, this.occasion)
    const event = eventOfTier(left, { kind: 'left', tierId }, this.occasion)
    const after = saveMembership(this.standing, left)
    return this.#at(addChanges(after, [{ kind: 'event.logged', event }]))
  }

  /** Takes cards out of tiers with a term where they are by points of an order alone that are gone. */
  leaveTiersOf(order: PaidOrder, before: Standing): OpenStanding<Refusing> | Refusing {
    return this.#next(
      inTurn(before.programs, this.standing, (earlier, now) =>
        this.#steps.leaveTierOf(now, earlier, order)
      )
    )
  }

  /**
   * Tells that points of a card were taken back, which `entries` of the card had added: points of
   * an earlier period do not lower those of the period that tiers count.
   */
  sparePeriod(
    cardId: string,
    taken: { readonly points: number; readonly entries: readonly LedgerEntry[] }
  ): OpenStanding<Refusing> {
    return this.#counting(cardId, program => spareEarlierPoints(program, taken, this.occasion))
  }

  /** Tells that points of a card are missing, or fewer of them. */
  lackInPeriod(cardId: string, lacking: Lacking): OpenStanding<Refusing> {
    return this.#counting(cardId, program => lackPoints(program, lacking, this.occasion))
  }

  /** Later entries name this order or redemption as their cause. */
  because(cause: Partial<Pick<Standing, 'paying' | 'redeeming'>>): OpenStanding<Refusing> {
    return this.#at({ ...this.standing, ...cause, begun: this.standing })
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

  /** Notes by what an entry is taken back, also where it is of this decision. */
  takeEntryBack(id: string, by: string): OpenStanding<Refusing> {
    const { changes } = this.standing
    const isOf = (change: Change) => change.kind === 'points.moved' && change.entry.id === id
    if (!changes.some(isOf)) return this.write([{ kind: 'ledgerEntry.takenBack', id, by }])
    const noted = changes.map(change =>
      change.kind === 'points.moved' && change.entry.id === id
        ? { ...change, entry: { ...change.entry, takenBackBy: by } }
        : change
    )
    return this.#at({ ...this.standing, changes: noted })
  }

  /** From here on nothing earns: taking points back must not earn any. */
  stopEarning(): OpenStanding<never> {
    const programs = this.standing.programs.map(program => ({ ...program, rules: [] }))
    return new OpenStanding({ ...this.standing, programs }, this.#steps)
  }

  /** Lets an event earn by the present standing. Refused when the points cannot be counted. */
  earn(cause: Cause, logged: LoggedEvent): OpenStanding<Refusing> | Refusing {
    return this.#next(this.#steps.accrue(this.standing, cause, logged))
  }

  /** With all that follows; null without a card to give. */
  join(campaignId: string): OpenStanding<Refusing> | Refusing | null {
    const step = this.#steps.enrol(this.standing, programOf(this.standing, campaignId))
    return step && this.#next(step)
  }

  switchSegment(segment: Pick<Segment, 'id'>, belongs: boolean): OpenStanding<Refusing> | Refusing {
    return this.#next(this.#steps.moveSegment(this.standing, segment, belongs))
  }

  purse(held: Purse): Purse {
    return presentPurse(this.standing, held)
  }

  program(campaignId: string): ProgramFacts {
    return programOf(this.standing, campaignId)
  }

  /** Whether a segment has a filter, and it selects the customer, standing so. */
  selects(segmentId: string, standing: Standing): boolean {
    const segment = this.#filtered(segmentId)
    return segment !== undefined && selects(segment, standing, this.occasion)
  }

  /** The most points that counted for tiers in one of these periods; null where nobody knows. */
  mostIn(program: ProgramFacts, periods: Periods): number | null {
    return mostInPeriods(program, periods)
  }

  /** Whether a segment may have selected the customer on the way to standing so. */
  mayHaveSelected(segmentId: string, passing: Passing): boolean {
    const segment = this.#filtered(segmentId)
    return segment === undefined || mayHaveBeen(segment, passing, this.occasion)
  }

  #filtered(segmentId: string): Segment | undefined {
    return this.#steps.facts.filterSegments.find(({ id }) => id === segmentId)
  }

  followUp(): OpenStanding<Refusing> | Refusing {
    return this.#next(this.#steps.followUp(this.standing))
  }

  conclude(): Concluded | Refusing {
    const after = this.followUp()
    return 'refusal' in after ? after : after.soFar()
  }

  soFar(): Concluded {
    const { standing } = this
    return { standing, changes: changesOf(standing) }
  }

  /** With what a membership counts since; null: as before. */
  #counting(
    cardId: string,
    next: (program: ProgramFacts) => TierMembership | null
  ): OpenStanding<Refusing> {
    const program = this.standing.programs.find(({ card }) => card?.voucher.id === cardId)
    const counted = program && next(program)
    return counted ? this.#at(saveMembership(this.standing, counted)) : this
  }

  #at(standing: Standing): OpenStanding<Refusing> {
    return new OpenStanding(standing, this.#steps)
  }

  #next(step: NextStanding): OpenStanding<Refusing> | Refusing {
    // INVARIANT: a standing in which nothing earns refuses nothing.
    return 'refusal' in step ? (step as Refusing) : this.#at(step)
  }
}

/*
 * Reviews decide a customer's tiers and segments again, because they may have changed without the
 * customer: a new segment concerns customers who do nothing today, and a filter that counts days
 * selects others tomorrow. Each customer is a unit of work of its own.
 */

type Reviewed = Decision<{ readonly moved: boolean }>

export interface ReviewFacts extends StandingFacts {
  readonly customer: Customer
}

export function reviewCustomer(facts: ReviewFacts, occasion: Occasion): Reviewed {
  const opened = openStanding(facts, facts.customer, occasion)
  return whatMoved('refusal' in opened ? opened : opened.conclude())
}

/** Books what the calendar brought to a customer up to a midnight; says whether it was anything. */
export function reviewCalendar(facts: ReviewFacts, occasion: Occasion): Reviewed {
  const opened = openStanding(facts, facts.customer, occasion, { after: 'midnights' })
  return whatMoved('refusal' in opened ? opened : opened.soFar())
}

function whatMoved(after: Concluded | Unable): Reviewed {
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
    begun: null,
    changes: []
  }
}

function passMidnights(stored: Standing, facts: StandingFacts, occasion: Occasion): NextStanding {
  let standing = stored
  for (let day = nextDue(standing, occasion, null); day !== null; ) {
    const then = momentOf(standing, facts, day, occasion)
    const step = new Steps(facts, then).bookMidnight(standing)
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
  const today = todayOf(occasion)
  const day = first([arrival, last === null || last >= today ? null : addDays(last, 1)])
  return day === null || day > today ? null : day
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

/** The cause of what a midnight does, also when a request books it; events store its name. */
const CALENDAR = { requestId: 'midnights.settle', source: { channel: 'INTERNAL' } } as const

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

/** Each step goes on from the one before; the first refusal ends them. */
function inTurn<Item>(
  items: readonly Item[],
  before: NextStanding,
  next: (item: Item, now: Standing) => NextStanding
): NextStanding {
  return items.reduce((now, item) => ('refusal' in now ? now : next(item, now)), before)
}

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

/** The program of somebody who is no member, with its count. */
export function countedProgram({ campaign, vouchersCount }: ProgramFacts): CountedCampaign {
  const counted = present(vouchersCount, `the vouchers of ${campaign.id} are not counted`)
  return { ...campaign, vouchersCount: counted }
}

export type NextStanding = Standing | Unable

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

function addMembership(standing: Standing, { purse, changes, totals }: Membership): Standing {
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

export function changesOf({ customer, changes, gained, lastOrder }: Standing): readonly Change[] {
  return [...changes, ...changeTotals(customer.id, gained, lastOrder)]
}

function saveMembership(standing: Standing, membership: TierMembership): Standing {
  const change = { kind: 'tierMembership.saved', membership } as const
  return addChanges(placeInTier(standing, membership), [change])
}

function placeInTier(standing: Standing, membership: TierMembership): Standing {
  const programs = standing.programs.map(program =>
    program.campaign.id === membership.campaignId ? { ...program, membership } : program
  )
  return { ...standing, programs }
}

/*
 * The consequences of events: events earn points, points bring tiers, both bring segments, and all
 * of these are events again. An event earns by the standing at the time it happens; only afterwards
 * do the tiers and segments change, until nothing more follows. Every decision that changes a
 * customer's standing ends here, so that every customer is in the right tiers and segments.
 */

/** The event that earns; `campaignId` is null when it earns in every program with a rule for it. */
export type Cause = Omit<Trigger, 'customer'> & { readonly campaignId: string | null }

/** More rounds than a chain of tiers and segments needs; a circle goes on with the next event. */
const ROUNDS_MAX = 12

/** The steps of a decision, each from a standing to the next. */
export class Steps {
  readonly facts: StandingFacts
  readonly occasion: Occasion

  constructor(facts: StandingFacts, occasion: Occasion) {
    this.facts = facts
    this.occasion = occasion
  }

  /**
   * Adds the points of an event in the customer's programs. A program that the customer is not in
   * enrols them first, when it enrols by itself and has points to give; a card or campaign that is
   * off earns nothing.
   * Spec: openapi/behaviour/points.md#points-are-earned-in-the-request-that-causes-them.
   */
  accrue(standing: Standing, cause: Cause, logged: LoggedEvent): NextStanding {
    return inTurn(standing.programs, standing, ({ campaign: { id } }, now) => {
      const isMeant = cause.campaignId === null || cause.campaignId === id
      return isMeant ? this.#accrueIn(now, id, cause, logged) : now
    })
  }

  #accrueIn(
    standing: Standing,
    campaignId: string,
    cause: Cause,
    logged: LoggedEvent
  ): NextStanding {
    const program = programOf(standing, campaignId)
    const { campaign } = program
    if (!canEarn(program, this.occasion)) return standing
    const due = this.#linesOf(standing, program, cause)
    if ('refusal' in due) return due
    if (due.lines.length === 0) return standing
    const inside = program.card === null ? this.enrol(standing, program) : standing
    if (inside === null) return standing
    if ('refusal' in inside) return inside
    // A new member earns with the standing after joining.
    const now = programOf(inside, campaignId)
    const earned = program.card === null ? this.#linesOf(inside, now, cause) : due
    if ('refusal' in earned) return earned
    if (now.card === null || earned.lines.length === 0) return standing
    const into = { campaign, card: now.card }
    return creditAll(inside, into, earned.lines, { cause, logged }, this.occasion)
  }

  #linesOf({ customer, segments }: Standing, program: ProgramFacts, cause: Cause) {
    const facts = { ...this.facts, segments }
    return earningLines(program, facts, { ...cause, customer }, this.occasion)
  }

  /** Makes the customer a member, with the consequences; null without a card to give. */
  enrol(standing: Standing, program: ProgramFacts): NextStanding | null {
    const { customer } = standing
    const { spare, card: held } = program
    const campaign = countedProgram(program)
    const member = giveVoucher({ campaign, customer, held, spare }, this.occasion)
    if ('refusal' in member) return null
    return this.followUp(addMembership(standing, member))
  }

  /** Until nothing more follows. While points that are due are pending, tiers only go up. */
  followUp(standing: Standing): NextStanding {
    let now: Standing = standing
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const next = this.#followOnce(now)
      if ('refusal' in next || next === now) return next
      now = next
    }
    return now
  }

  #followOnce(standing: Standing): NextStanding {
    const day = todayOf(this.occasion)
    const placed = inTurn(standing.programs, standing, ({ campaign: { id } }, now) => {
      const awaited = programOf(now, id).due.some(({ activatesOn }) => activatesOn <= day)
      const until = { day, steps: awaited ? 'up' : 'all' } as const
      const step = this.moveTiers(now, id, until)
      // A tier that is over is decided by the points that could be spent on its last day.
      return awaited || 'refusal' in step ? step : lapse(step, id, this.occasion)
    })
    return 'refusal' in placed ? placed : this.#moveSegments(placed)
  }

  /** All filters are decided before any move, so that the order of the list does not matter. */
  #moveSegments(before: Standing): NextStanding {
    const asked = this.facts.filterSegments.map(segment => ({
      segment,
      belongs: selects(segment, before, this.occasion)
    }))
    return inTurn(asked, before, ({ segment, belongs }, now) =>
      this.moveSegment(now, segment, belongs)
    )
  }

  moveSegment(standing: Standing, { id }: Pick<Segment, 'id'>, belongs: boolean): NextStanding {
    const { customer, segments } = standing
    if (segments.includes(id) === belongs) return standing
    const verb = belongs ? 'entered' : 'left'
    const about = { customerId: customer.id, entityId: customer.id }
    const logged = eventOf(`customer.segment.${verb}`, about, { segment_id: id }, this.occasion)
    const step = { segmentId: id, customerId: customer.id }
    const change: Change = belongs
      ? { kind: 'segment.entered', ...step, enteredAt: this.occasion.now }
      : { kind: 'segment.left', ...step }
    const after = {
      ...addChanges(standing, [change, { kind: 'event.logged', event: logged }]),
      segments: belongs ? [...segments, id] : segments.filter(other => other !== id)
    }
    return this.accrue(after, causeOf(logged.type, id, null), logged)
  }

  moveTiers(
    standing: Standing,
    campaignId: string,
    until: Until = { day: todayOf(this.occasion), steps: 'all' }
  ): NextStanding {
    const past = periodOfCard(programOf(standing, campaignId))
    // All points of a new card were added in this period.
    const isNew = programOf(this.facts, campaignId).card === null
    const mover = { customerId: standing.customer.id, now: this.occasion.now }
    const period = { ...mover, isNew, day: until.day }
    const begun = beginPeriod(programOf(standing, campaignId), period)
    let now = begun === null ? standing : saveMembership(standing, begun)
    for (;;) {
      const program = programOf(now, campaignId)
      const move = moveDue(program, past, until)
      if (move === null) return now
      const step = this.#moveTier(now, program, move)
      if ('refusal' in step) return step
      now = step
    }
  }

  leaveTierOf(standing: Standing, earlier: ProgramFacts, order: PaidOrder): NextStanding {
    const program = programOf(standing, earlier.campaign.id)
    const left = tierLeftBy(program, earlier, order, this.occasion)
    if (left === null) return standing
    const { membership, move } = left
    if (move === null) return saveMembership(standing, written(membership, this.occasion))
    return this.#moveTier(standing, { ...program, membership }, move)
  }

  /** One step between tiers; its points are mapped by the tier before the step. */
  #moveTier(standing: Standing, program: ProgramFacts, move: MoveDue): NextStanding {
    const { occasion } = this
    const { id: customerId } = standing.customer
    const mover = { customerId, now: occasion.now, day: todayOf(occasion) }
    const membership = membershipAfter(program, move, mover)
    const logged = eventOfTier(membership, move, occasion)
    const gone = addChanges(standing, [
      { kind: 'tierMembership.saved', membership },
      { kind: 'event.logged', event: logged }
    ])
    const cause = causeOf(logged.type, move.tierId, membership.campaignId)
    const earned = this.accrue(gone, cause, logged)
    return 'refusal' in earned ? earned : placeInTier(earned, membership)
  }

  bookMidnight(standing: Standing): NextStanding {
    const { occasion } = this
    const today = todayOf(occasion)
    const waiting = standing.programs
      .flatMap(({ campaign, card, due }) =>
        card === null ? [] : due.map(pending => ({ campaign, card, pending }))
      )
      .filter(({ pending }) => pending.activatesOn <= today)
      .sort((one, other) => (placeOf(one.pending) < placeOf(other.pending) ? -1 : 1))
    // A period begins before points count in it, and cards move between tiers because of points.
    const placed = inTurn(standing.programs, standing, ({ campaign }, before) => {
      const awaited = waiting.some(({ pending }) => pending.campaignId === campaign.id)
      // By balance, points that become active today count when the tiers of yesterday are over.
      const day = awaited && countedPeriod(campaign) === null ? addDays(today, -1) : today
      const until = { day, steps: awaited ? 'over' : 'all' } as const
      return this.moveTiers(before, campaign.id, until)
    })
    const arrived = inTurn(waiting, placed, ({ pending, campaign, card }, now) => {
      const programs = now.programs.map(program => ({
        ...program,
        due: program.due.filter(({ id }) => id !== pending.id)
      }))
      const waited = { ...now, programs }
      const activation = { pending, campaign, from: pending.activatesOn }
      const { closed, movement } = activate(presentPurse(waited, card), activation, occasion)
      const active = addMovement(addChanges(waited, closed), movement)
      // The consequences of these points go back with their order, like the points.
      const after = this.followUp({ ...active, paying: pending.orderId, begun: now })
      return 'refusal' in after ? after : { ...after, paying: null, begun: null }
    })
    return 'refusal' in arrived ? arrived : this.followUp(arrived)
  }
}

function creditAll(
  standing: Standing,
  { campaign, card }: { readonly campaign: Campaign; readonly card: Purse },
  lines: readonly EarningLine[],
  { cause, logged }: { readonly cause: Cause; readonly logged: LoggedEvent },
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
  const by = { trigger, logged, paying, redeeming, followed: followedBy(standing, cause) }
  let purse = card
  for (const line of given) {
    const step = addEarned(purse, line, campaign, by, occasion)
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
  return addChanges(after, [log('customer.rewarded.loyalty_points', about, rewarded, occasion)])
}

/** What points follow from, with what tells later whether their customer would have come there. */
function followedBy(standing: Standing, cause: Cause): Followed | null {
  const { event, subjectId } = cause
  if (subjectId === null) return null
  const cards = standing.programs.flatMap(({ card }) => card ?? [])
  const gone = Object.fromEntries(cards.map(card => [card.voucher.id, goneOf(card)]))
  const balances = Object.fromEntries(
    cards.map(({ voucher }) => [voucher.id, cardOf(voucher).balance])
  )
  const hadLeftFirst = /\.(entered|joined|upgraded)$/.test(event) && wasIn(standing, cause)
  const followed = { event, subjectId, gone, balances, ...(hadLeftFirst && { hadLeftFirst }) }
  return event.startsWith('customer.segment.')
    ? { ...followed, orders: ordersOf(standing) }
    : followed
}

/** Whether the customer was in a segment, or in a tier or above it, as the cause began. */
function wasIn({ begun }: Standing, { subjectId, campaignId }: Cause): boolean {
  if (begun === null || subjectId === null) return false
  if (campaignId === null) return begun.segments.includes(subjectId)
  const program = begun.programs.find(({ campaign }) => campaign.id === campaignId)
  const tier = program?.tiers.find(({ id }) => id === subjectId)
  return program !== undefined && tier !== undefined && startOf(program) >= tier.pointsFrom
}

function withTerms(standing: Standing, lines: readonly EarningLine[]): Standing {
  const terms = lines.map(line => present(line.terms, 'an order earns by no terms'))
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

function canEarn({ campaign, card }: ProgramFacts, occasion: Occasion): boolean {
  if (!givesPoints(campaign, occasion)) return false
  if (card === null) return campaign.autoJoin
  return usableVoucher(card.voucher, occasion.now, occasion.project.timezone) === null
}

function lapse(standing: Standing, campaignId: string, occasion: Occasion): Standing {
  const { card } = programOf(standing, campaignId)
  const expired = card && expirePoints(standing.customer.id, card, occasion)
  return expired ? addChanges(addMovement(standing, expired.movement), [expired.logged]) : standing
}

/** Older entries first: points that one program gives another come before those of the other. */
function placeOf({ activatesOn, id }: { readonly activatesOn: Day; readonly id: string }): string {
  return `${activatesOn} ${id}`
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

function causeOf(event: string, subjectId: string, campaignId: string | null): Cause {
  return { event, subjectId, campaignId, order: null, eventMetadata: null }
}
