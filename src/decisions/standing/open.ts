/**
 * The one entrance to a customer's standing: opened with facts, told what happens, concluded into
 * changes.
 *
 * A decision opens the standing, tells it each write, movement, voucher and event in order, and
 * concludes. The consequences (following.ts) are private to the standing: they follow when it is
 * concluded, and an event earns by the standing at the time it is told.
 *
 * Spec: EarningRule.event; Decisions 52 and 56.
 */
import type { Customer, LoggedEvent, Segment } from '../../model.ts'
import type { Change, LastOrderStep, TotalsStep } from '../changes.ts'
import type { Occasion } from '../occasion.ts'
import type { Moved } from '../points/ledger.ts'
import type { Purse } from '../points/purse.ts'
import type { Refusal } from '../refusals.ts'
import type { Membership } from '../vouchers/vouchers.ts'
import { passMidnights, standingOf } from './calendar.ts'
import { accrue, type Cause, enrol, followUp, moveSegment } from './following.ts'
import {
  addChanges,
  addMembership,
  addMovement,
  changesOf,
  type NextStanding,
  type ProgramFacts,
  presentPurse,
  programOf,
  type Standing,
  type StandingFacts,
  stopEarning
} from './standing.ts'

/** Why a step is refused. */
export type Unable = { readonly refusal: Refusal }

/** The standing at the end, and all changes. */
export interface Concluded {
  readonly standing: Standing
  readonly changes: readonly Change[]
}

/**
 * A customer as loaded, after all midnights that have passed since; refused when points of these
 * cannot be counted.
 */
export function openStanding(
  facts: StandingFacts,
  customer: Customer,
  occasion: Occasion
): OpenStanding | Unable {
  const standing = standingOf(facts, customer, occasion)
  return 'refusal' in standing ? standing : new OpenStanding(standing, facts, occasion)
}

/**
 * The same with the present tiers and segments, after `changes` that were decided before: for
 * decisions that look at these.
 */
export function openUpToDate(
  facts: StandingFacts,
  customer: Customer,
  occasion: Occasion,
  changes: readonly Change[] = []
): OpenStanding | Unable {
  const opened = openStanding(facts, customer, occasion)
  return 'refusal' in opened ? opened : opened.write(changes).upToDate()
}

/**
 * Books the midnights that have passed and nothing else: for decisions that change no standing
 * themselves.
 */
export function bookCalendar(
  facts: StandingFacts,
  customer: Customer,
  occasion: Occasion
): Concluded | Unable {
  const standing = passMidnights(facts, customer, occasion)
  return 'refusal' in standing ? standing : { standing, changes: changesOf(standing) }
}

/**
 * A standing after the steps so far. Each method returns the next one and leaves this one as it is.
 * `Refused` is the refusal that can still come: never, once nothing earns.
 */
export class OpenStanding<Refused extends Unable = Unable> {
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
  write(changes: readonly Change[], gained: TotalsStep = {}): OpenStanding<Refused> {
    return this.tell(standing => addChanges(standing, changes, gained))
  }

  /** Counts a paid order, or one that is no longer paid; it may be the customer's last. */
  count(gained: TotalsStep, lastOrder: LastOrderStep): OpenStanding<Refused> {
    return this.tell(standing => ({ ...addChanges(standing, [], gained), lastOrder }))
  }

  /** Adds a movement on one of the customer's vouchers. */
  move(movement: Moved): OpenStanding<Refused> {
    return this.tell(standing => addMovement(standing, movement))
  }

  /** Gives the customer a voucher, by which they may become a member. */
  give(membership: Membership): OpenStanding<Refused> {
    return this.tell(standing => addMembership(standing, membership))
  }

  /** Any other step; it may change anything and refuse nothing. */
  tell(happening: (standing: Standing) => Standing): OpenStanding<Refused> {
    return new OpenStanding(happening(this.standing), this.#facts, this.#occasion)
  }

  /** Later entries name this order or redemption as their cause. */
  because(cause: Partial<Pick<Standing, 'paying' | 'redeeming'>>): OpenStanding<Refused> {
    return this.tell(standing => ({ ...standing, ...cause }))
  }

  /** From here on nothing earns: taking points back must not earn any. */
  quieted(): OpenStanding<never> {
    return new OpenStanding(stopEarning(this.standing), this.#facts, this.#occasion)
  }

  /** Lets an event earn by the present standing. Refused when the points cannot be counted. */
  earn(cause: Cause, logged: LoggedEvent): OpenStanding<Refused> | Refused {
    return this.#next(accrue(this.standing, this.#facts, cause, logged, this.#occasion))
  }

  /**
   * Joins a program that the customer is not in, with all that follows; null without a card to
   * give.
   */
  join(campaignId: string): OpenStanding<Refused> | Refused | null {
    const program = programOf(this.standing, campaignId)
    const step = enrol(this.standing, program, this.#facts, this.#occasion)
    return step && this.#next(step)
  }

  /** Moves the customer into a segment or out of it, if they are not; the event may earn. */
  switchSegment(segment: Pick<Segment, 'id'>, belongs: boolean): OpenStanding<Refused> | Refused {
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

  /** After all consequences so far. */
  upToDate(): OpenStanding<Refused> | Refused {
    return this.#next(followUp(this.standing, this.#facts, this.#occasion))
  }

  /** Adds all consequences, and returns all changes. */
  conclude(): Concluded | Refused {
    const after = this.upToDate()
    return 'refusal' in after ? after : after.soFar()
  }

  /** The changes so far, without their consequences. */
  soFar(): Concluded {
    const { standing } = this
    return { standing, changes: changesOf(standing) }
  }

  #next(step: NextStanding): OpenStanding<Refused> | Refused {
    // INVARIANT: a standing in which nothing earns refuses nothing.
    if ('refusal' in step) return step as Refused
    return new OpenStanding(step, this.#facts, this.#occasion)
  }
}
