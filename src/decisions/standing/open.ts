/**
 * The one entrance to the standing of a customer: opened with facts, told what happens, concluded
 * into changes.
 *
 * A decision opens the standing, tells it what it writes, moves, gives or logs, in that order, and
 * concludes. What follows from what (following.ts) is nobody else's business: it follows when the
 * standing is concluded, and an event earns by what is true when it is told.
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
import { settledOf, standingOf } from './calendar.ts'
import { accrue, type Cause, enrol, followUp, moveSegment } from './following.ts'
import {
  changed,
  changesOf,
  joined,
  latest,
  moved,
  type ProgramFacts,
  programOf,
  quiet,
  type Standing,
  type StandingFacts,
  type Step
} from './standing.ts'

/** Why what is told cannot be. */
export type Unable = { readonly refusal: Refusal }

/** Where everything leaves the customer, and the changes that make it so. */
export interface Concluded {
  readonly standing: Standing
  readonly changes: readonly Change[]
}

/**
 * A customer as loaded, with all that the calendar brought since somebody looked; refused where
 * that cannot be counted.
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
 * The same, but where the customer belongs by now, once `changes` are made that were decided
 * before: for what is judged by their segments and tiers.
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

/** All that is due up to the occasion, and not a step more: for what changes no standing itself. */
export function bookCalendar(
  facts: StandingFacts,
  customer: Customer,
  occasion: Occasion
): Concluded | Unable {
  const standing = settledOf(facts, customer, occasion)
  return 'refusal' in standing ? standing : { standing, changes: changesOf(standing) }
}

/**
 * A standing that has been told so much. Each method answers with the next one, and leaves this one
 * as it is. `Refused` is what can still go wrong: never, once nothing earns.
 */
export class OpenStanding<Refused extends Unable = Unable> {
  /** By now: what is judged or shown meanwhile looks here. */
  readonly standing: Standing
  readonly #facts: StandingFacts
  readonly #occasion: Occasion

  constructor(standing: Standing, facts: StandingFacts, occasion: Occasion) {
    this.standing = standing
    this.#facts = facts
    this.#occasion = occasion
  }

  /** Something that is written, and what the customer's totals gain by it. */
  write(changes: readonly Change[], gained: TotalsStep = {}): OpenStanding<Refused> {
    return this.tell(standing => changed(standing, changes, gained))
  }

  /** A paid order is counted, or no longer; it may be the customer's last. */
  count(gained: TotalsStep, lastOrder: LastOrderStep): OpenStanding<Refused> {
    return this.tell(standing => ({ ...changed(standing, [], gained), lastOrder }))
  }

  /** A movement on one of the customer's vouchers. */
  move(movement: Moved): OpenStanding<Refused> {
    return this.tell(standing => moved(standing, movement))
  }

  /** The customer becomes a member, or is given a voucher. */
  give(membership: Membership): OpenStanding<Refused> {
    return this.tell(standing => joined(standing, membership))
  }

  /** What no method here has a word for; it may change anything and refuse nothing. */
  tell(happening: (standing: Standing) => Standing): OpenStanding<Refused> {
    return new OpenStanding(happening(this.standing), this.#facts, this.#occasion)
  }

  /** What follows from here on names this order or redemption as its cause. */
  because(cause: Partial<Pick<Standing, 'paying' | 'redeeming'>>): OpenStanding<Refused> {
    return this.tell(standing => ({ ...standing, ...cause }))
  }

  /** From here on nothing earns: what comes of taking something back is no reason to give more. */
  quieted(): OpenStanding<never> {
    return new OpenStanding(quiet(this.standing), this.#facts, this.#occasion)
  }

  /** An event earns, by what is true now. Refused where the points cannot be counted. */
  earn(cause: Cause, logged: LoggedEvent): OpenStanding<Refused> | Refused {
    return this.#next(accrue(this.standing, this.#facts, cause, logged, this.#occasion))
  }

  /** The customer joins a program that they are not in, with all that follows; null: no card. */
  join(campaignId: string): OpenStanding<Refused> | Refused | null {
    const program = programOf(this.standing, campaignId)
    const step = enrol(this.standing, program, this.#facts, this.#occasion)
    return step && this.#next(step)
  }

  /** The customer enters a segment or leaves it, once; the event may earn. */
  switchSegment(segment: Pick<Segment, 'id'>, belongs: boolean): OpenStanding<Refused> | Refused {
    const { standing } = this
    return this.#next(moveSegment(standing, segment, belongs, this.#facts, this.#occasion))
  }

  /** A purse as it is by now: what was loaded beside the standing may have moved since. */
  purse(held: Purse): Purse {
    return latest(this.standing, held)
  }

  /** The program of a campaign that the standing was loaded with, as it is by now. */
  program(campaignId: string): ProgramFacts {
    return programOf(this.standing, campaignId)
  }

  /** With everything that follows so far, until nothing more would. */
  upToDate(): OpenStanding<Refused> | Refused {
    return this.#next(followUp(this.standing, this.#facts, this.#occasion))
  }

  /** Everything that follows, and all changes. */
  conclude(): Concluded | Refused {
    const after = this.upToDate()
    return 'refusal' in after ? after : after.soFar()
  }

  /** The changes so far, without anything that would follow from them. */
  soFar(): Concluded {
    const { standing } = this
    return { standing, changes: changesOf(standing) }
  }

  #next(step: Step): OpenStanding<Refused> | Refused {
    // INVARIANT: where nothing earns there is nothing to refuse.
    if ('refusal' in step) return step as Refused
    return new OpenStanding(step, this.#facts, this.#occasion)
  }
}
