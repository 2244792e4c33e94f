/**
 * Reasons to refuse an attempt, in one order.
 *
 * Each reason examines an attempt that no reason before it refuses. A reason may also hand on what
 * it has shown, so that the reasons after it, and the code that carries out the redemption, have it
 * in their types and need not ask again.
 *
 * Spec: RedemptionRefused.failure_code; Decision 15.
 */
import type { FailureCode, Refusal } from '../refusals.ts'

/** A failure that is recorded with a code. */
export interface RecordedStop {
  readonly code: FailureCode
  readonly details: string
  /** What a rule found, when the code alone says too little. */
  readonly failureMessage?: string
  /** The words of a rule for the customer. */
  readonly errorMessage?: string
}

/** A refusal without a record, because the request belongs to no card or names unknown things. */
export interface UnrecordedStop {
  readonly refusal: Refusal
}

/** Why a redemption fails. */
export type Stop = RecordedStop | UnrecordedStop

/** Reasons about unknown things. */
type UnrecordedName = 'unknown_reward' | 'reward_not_on_offer' | 'unknown_goods'

type ReasonName = FailureCode | UnrecordedName

/**
 * Reasons in the order in which they are added. `Shown` is an attempt that none of them refuses;
 * it has no property `code` or `refusal`, which tell a stop.
 */
export class Precedence<Given extends object, Shown extends object> {
  /** The names of the reasons, in order; a name stands for each of its reasons. */
  readonly names: readonly ReasonName[]
  /** The first reason that holds, else the attempt with all that the reasons have shown. */
  readonly judge: (given: Given) => Shown | Stop

  constructor(names: readonly ReasonName[], judge: (given: Given) => Shown | Stop) {
    this.names = names
    this.judge = judge
  }

  /** Adds a reason that finds why to stop, or null. */
  refuse(name: ReasonName, finds: (attempt: Shown) => Stop | null): Precedence<Given, Shown> {
    return this.show(name, attempt => finds(attempt) ?? attempt)
  }

  /** Adds a reason that stops, or hands on the attempt with what it has shown. */
  show<More extends object>(
    name: ReasonName,
    shows: (attempt: Shown) => More | Stop
  ): Precedence<Given, More> {
    return new Precedence([...this.names, name], this.#followedBy(shows))
  }

  /** Adds what the reasons after it look at. */
  compute<More extends object>(computed: (attempt: Shown) => More): Precedence<Given, More> {
    return new Precedence(this.names, this.#followedBy(computed))
  }

  #followedBy<More extends object>(next: (attempt: Shown) => More | Stop) {
    return (given: Given): More | Stop => {
      const before = this.judge(given)
      return isStop(before) ? before : next(before)
    }
  }
}

/** Whether a reason was found. */
export function isStop(found: object): found is Stop {
  return 'code' in found || 'refusal' in found
}
