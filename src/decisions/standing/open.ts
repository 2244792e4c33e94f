/**
 * The one entrance to a customer's standing: opened with facts, told what happens, concluded into
 * changes.
 *
 * A decision opens the standing, tells it each write, movement, voucher and event in order, and
 * concludes. The steps and their consequences (steps.ts, following.ts) are private to this folder:
 * consequences follow when the standing is concluded, and an event earns by the standing at the
 * time it is told.
 *
 * Spec: EarningRule.event.
 */
import type { Customer, LedgerEntry, LoggedEvent, Segment, TierMembership } from '../../model.ts'
import type { Change, TotalsStep } from '../changes.ts'
import { type Moment, NOTHING_LEARNED, type Occasion } from '../occasion.ts'
import type { LastOrderStep } from '../orders/last-orders.ts'
import type { Moved } from '../points/ledger.ts'
import type { Purse } from '../points/purse.ts'
import type { Refusal } from '../refusals.ts'
import type { Membership } from '../vouchers/vouchers.ts'
import { passMidnights, placeInTiers, storedStanding } from './calendar.ts'
import { accrue, type Cause, enrol, followUp, leaveTier, moveSegment } from './following.ts'
import {
  type ProgramFacts,
  presentPurse,
  programOf,
  type Standing,
  type StandingFacts
} from './standing.ts'
import {
  addChanges,
  addMembership,
  addMovement,
  changesOf,
  type NextStanding,
  saveMembership,
  stopEarning
} from './steps.ts'
import { spareEarlierPoints } from './tier-memberships.ts'

/** Why a step is refused. */
export type Unable = { readonly refusal: Refusal }

/** The standing at the end, and all changes. */
export interface Concluded {
  readonly standing: Standing
  readonly changes: readonly Change[]
}

/** How a standing is opened. */
export interface StandingOpening {
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
  const placed = placeInTiers(booked, facts, occasion)
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
  /** The present state, for judgements and answers in between. */
  readonly standing: Standing
  readonly #facts: StandingFacts
  readonly #occasion: Occasion

  constructor(standing: Standing, facts: StandingFacts, occasion: Occasion) {
    this.standing = standing
    this.#facts = facts
    this.#occasion = occasion
  }

  /** Adds changes, and what the customer's totals gain by them. */
  write(changes: readonly Change[], gained: TotalsStep = {}): OpenStanding<Refusing> {
    return this.#at(addChanges(this.standing, changes, gained))
  }

  /** Counts a paid order, or one that is no longer paid; it may be the customer's last. */
  count(gained: TotalsStep, lastOrder: LastOrderStep): OpenStanding<Refusing> {
    return this.#at({ ...addChanges(this.standing, [], gained), lastOrder })
  }

  /** Adds a movement on one of the customer's vouchers. */
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

  /** From here on nothing earns: taking points back must not earn any. */
  stopEarning(): OpenStanding<never> {
    return new OpenStanding(stopEarning(this.standing), this.#facts, this.#occasion)
  }

  /** Lets an event earn by the present standing. Refused when the points cannot be counted. */
  earn(cause: Cause, logged: LoggedEvent): OpenStanding<Refusing> | Refusing {
    return this.#next(accrue(this.standing, this.#facts, cause, logged, this.#occasion))
  }

  /**
   * Joins a program that the customer is not in, with all that follows; null without a card to
   * give.
   */
  join(campaignId: string): OpenStanding<Refusing> | Refusing | null {
    const program = programOf(this.standing, campaignId)
    const step = enrol(this.standing, program, this.#facts, this.#occasion)
    return step && this.#next(step)
  }

  /** Moves the customer into a segment or out of it, if they are not; the event may earn. */
  switchSegment(segment: Pick<Segment, 'id'>, belongs: boolean): OpenStanding<Refusing> | Refusing {
    const { standing } = this
    return this.#next(moveSegment(standing, segment, belongs, this.#facts, this.#occasion))
  }

  /** The present state of a purse that was loaded beside the standing. */
  purse(held: Purse): Purse {
    return presentPurse(this.standing, held)
  }

  /** The present state of a program that the standing was loaded with. */
  program(campaignId: string): ProgramFacts {
    return programOf(this.standing, campaignId)
  }

  /** Lets all consequences so far follow. */
  followUp(): OpenStanding<Refusing> | Refusing {
    return this.#next(followUp(this.standing, this.#facts, this.#occasion))
  }

  /** Adds all consequences, and returns all changes. */
  conclude(): Concluded | Refusing {
    const after = this.followUp()
    return 'refusal' in after ? after : after.soFar()
  }

  /** The changes so far, without their consequences. */
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
