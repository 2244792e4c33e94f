/**
 * Reasons to refuse an attempt, in one order.
 *
 * Each reason examines an attempt that no reason before it refuses. A reason may also hand on what
 * it has shown, so that the reasons after it, and the code that carries out the redemption, have it
 * in their types and need not ask again. A reason stops with the code that it is added under, which
 * the compiler checks. Where one look at an attempt finds all that is wrong, the reasons are added
 * together, and the order of their codes there says which of them counts.
 *
 * Spec: RedemptionRefused.failure_code.
 */
import type { FailureCode, Refusal } from '../refusals.ts'

/** A failure that is recorded with a code. */
export interface RecordedStop<Code extends FailureCode = FailureCode> {
  readonly code: Code
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

/** A stop, and the attempt with all that the reasons before it have shown. */
export type Stopped<Given> = Stop & { readonly reached: Given }

/** All that is wrong, at least one thing, in no particular order. */
export interface AllStops<Code extends FailureCode> {
  readonly wrong: readonly [RecordedStop<Code>, ...RecordedStop<Code>[]]
}

/** Reasons about unknown things. */
type UnrecordedName = 'unknown_reward' | 'reward_not_on_offer' | 'unknown_goods'

/**
 * Reasons in the order in which they are added. `Shown` is an attempt that none of them refuses;
 * it has no property `code`, `refusal` or `wrong`, which tell a stop.
 */
export class Precedence<Given extends object, Shown extends Given> {
  /** The codes and names of the reasons, in order. */
  readonly names: readonly (FailureCode | UnrecordedName)[]
  /** The first reason that holds, else the attempt with all that the reasons have shown. */
  readonly judge: (given: Given) => Shown | Stopped<Given>

  constructor(
    names: readonly (FailureCode | UnrecordedName)[],
    judge: (given: Given) => Shown | Stopped<Given>
  ) {
    this.names = names
    this.judge = judge
  }

  /** Adds a reason that finds why to stop, or null. */
  refuse<Code extends FailureCode>(
    code: Code,
    finds: (attempt: Shown) => RecordedStop<NoInfer<Code>> | null
  ): Precedence<Given, Shown> {
    return this.#add([code], attempt => finds(attempt) ?? attempt)
  }

  /** Adds reasons that find all that is wrong; of these, the first in `codes` counts. */
  refuseAny<Code extends FailureCode>(
    codes: readonly Code[],
    finds: (attempt: Shown) => readonly RecordedStop<NoInfer<Code>>[]
  ): Precedence<Given, Shown> {
    return this.#add(codes, attempt => {
      const [one, ...others] = finds(attempt)
      return one === undefined ? attempt : firstOf(codes, { wrong: [one, ...others] })
    })
  }

  /** Adds a reason that stops, or hands on the attempt with what it has shown. */
  show<Code extends FailureCode, More extends Given>(
    code: Code,
    shows: (attempt: Shown) => More | RecordedStop<NoInfer<Code>>
  ): Precedence<Given, More> {
    return this.#add<More>([code], shows)
  }

  /** The same for reasons that find all that is wrong; of these, the first in `codes` counts. */
  showUnless<Code extends FailureCode, More extends Given>(
    codes: readonly Code[],
    shows: (attempt: Shown) => More | AllStops<NoInfer<Code>>
  ): Precedence<Given, More> {
    return this.#add<More>(codes, attempt => {
      const shown = shows(attempt)
      return 'wrong' in shown ? firstOf(codes, shown) : shown
    })
  }

  /** Adds a reason about an unknown thing, which stops without a record. */
  showKnown<More extends Given>(
    name: UnrecordedName,
    shows: (attempt: Shown) => More | UnrecordedStop
  ): Precedence<Given, More> {
    return this.#add<More>([name], shows)
  }

  /** Adds what the reasons after it look at. */
  compute<More extends Given>(computed: (attempt: Shown) => More): Precedence<Given, More> {
    return this.#add<More>([], computed)
  }

  #add<More extends Given>(
    names: readonly (FailureCode | UnrecordedName)[],
    next: (attempt: Shown) => More | Stop
  ): Precedence<Given, More> {
    return new Precedence([...this.names, ...names], (given: Given): More | Stopped<Given> => {
      const before = this.judge(given)
      if (isStop(before)) return before
      const after = next(before)
      return isStop(after) ? { ...after, reached: before } : after
    })
  }
}

/** What counts of all that is wrong: the first code of the list; of equal ones, the first found. */
export function firstOf<Code extends FailureCode>(
  codes: readonly string[],
  { wrong }: AllStops<Code>
): RecordedStop<Code> {
  const place = ({ code }: RecordedStop) => codes.indexOf(code)
  return wrong.reduce((first, other) => (place(other) < place(first) ? other : first))
}

/** Whether a reason was found. */
export function isStop(found: object): found is Stop {
  return 'code' in found || 'refusal' in found
}
