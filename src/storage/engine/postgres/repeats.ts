/**
 * A writing unit from its first attempt to its last: where it met others, it begins again in its
 * turn, with what it lost locked before it loads.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Change } from '../../../decisions/changes.ts'
import { OutcomeUnknown, RowFull, RowHeld, SetUpHeld, StoreBusy } from '../errors.ts'
import type { Session } from '../session.ts'
import type { Decided } from '../store.ts'
import {
  type AttemptState,
  beginning,
  isFinal,
  mayRepeat,
  outcomeOf,
  type Rows
} from './attempts.ts'
import type { Claim, Claims } from './claims.ts'
import { isKeptWaiting } from './failures.ts'
import { QueueMissed, type RowQueues } from './turns.ts'

/**
 * Attempts of a unit that met others, and milliseconds after which there is no further one; they
 * count from its turn on.
 */
const ATTEMPTS_MAX = 20
const ATTEMPTS_MS_MAX = 5_000
/**
 * How long a unit waits for its turn: while nobody of its line comes through, and in all of its
 * lines.
 */
const PATIENCE = { stuckMs: 5_000, allMs: 30_000 }
/** The longest pause between attempts, in milliseconds; the first is at most 4. */
const PAUSE_MS_MAX = 64

const OF_SET_UP = 'a row of the set-up'

type Unit<Value> = (session: Session) => Promise<Decided<Value>>

/** What is asked of the store. */
interface Attempting {
  readonly where: string
  readonly attemptsMax: number | undefined
  /** Whether what people set up is changed. */
  changesSetUp(changes: readonly Change[]): boolean
  attempt<Value>(projectId: string | null, unit: Unit<Value>, course: AttemptState): Promise<Value>
  translated(error: unknown, waitedMs: number): unknown
}

export class Repeats {
  readonly #rows: Rows
  readonly #turns: RowQueues
  readonly #claims: Claims
  readonly #of: Attempting

  constructor(rows: Rows, turns: RowQueues, claims: Claims, of: Attempting) {
    this.#rows = rows
    this.#turns = turns
    this.#claims = claims
    this.#of = of
  }

  /** @throws {StoreBusy} when it had no turn in time, or others were there at every attempt. */
  async write<Value>(projectId: string | null, unit: Unit<Value>): Promise<Value> {
    const course = beginning(true)
    let met: unknown
    try {
      return await this.#of.attempt(projectId, unit, course)
    } catch (error) {
      met = this.#isSetUpKeptWaiting(error, course) ? new RowHeld(OF_SET_UP) : error
      if (!mayRepeat(met)) throw this.#of.translated(error, 0)
    }
    const began = performance.now()
    for (;;) {
      const allMs = PATIENCE.allMs - (performance.now() - began)
      try {
        return await this.#inLine(projectId, unit, course, { met, allMs })
      } catch (error) {
        if (error instanceof QueueMissed) throw new StoreBusy(this.#of.where, error.waitedMs, error)
        if (!(error instanceof RowFull)) throw error
        course.moves++
        met = error
      }
    }
  }

  /**
   * Whether a change of set-up waited to the limit of the server for the first time. Such changes
   * are few, so that connections which wait for such a row are as well. One that claims the set-up,
   * or waits for a row before it has it, may have decided nothing yet.
   */
  #isSetUpKeptWaiting(error: unknown, course: AttemptState): boolean {
    if (!isKeptWaiting(error) || course.keptWaiting) return false
    const changes = [...course.changes, ...course.locked.of]
    if (!course.claims && !this.#of.changesSetUp(changes)) return false
    course.keptWaiting = true
    return true
  }

  /**
   * Where the claim is not stored, nothing of the unit was done.
   * @throws {StoreBusy} also where nobody knows whether the claim was stored.
   */
  async #claimed(claim: Claim, held: SetUpHeld): Promise<void> {
    try {
      await claim(held)
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) throw error
      throw new StoreBusy(this.#of.where, 0, error)
    }
  }

  /** The attempts after the first, when it is their turn. @throws {RowFull} to go elsewhere. */
  #inLine<Value>(
    projectId: string | null,
    unit: Unit<Value>,
    course: AttemptState,
    { met, allMs }: { readonly met: unknown; readonly allMs: number }
  ): Promise<Value> {
    const place = this.#rows.lineOf(projectId, met)
    course.line = place.name
    const repeat = (served: () => void) => {
      course.served = served
      return this.#claims.during(projectId, course, claim =>
        this.#repeat(course, met, claim, () => this.#of.attempt(projectId, unit, course))
      )
    }
    const ended = (error: unknown) => outcomeOf(error, course)
    return this.#turns.take(place, { ...PATIENCE, allMs }, repeat, ended)
  }

  /** One attempt at least, and the others while there is time. */
  async #repeat<Value>(
    course: AttemptState,
    first: unknown,
    claim: Claim,
    task: () => Promise<Value>
  ): Promise<Value> {
    const { attemptsMax = ATTEMPTS_MAX, translated } = this.#of
    const began = performance.now()
    course.waits = true
    let met = first
    for (let attempt = 2; ; attempt++) {
      this.#rows.lockFirst(met, course)
      // Those that lock first have their turns from the server. Others would meet again and again.
      if (course.locks.length === 0) {
        await pause(Math.random() * Math.min(2 ** attempt, PAUSE_MS_MAX))
      }
      try {
        if (met instanceof SetUpHeld) await this.#claimed(claim, met)
        return await task()
      } catch (error) {
        if (error instanceof RowFull) throw error
        const waitedMs = performance.now() - began
        met = this.#isSetUpKeptWaiting(error, course) ? new RowHeld(OF_SET_UP) : error
        const isLate = waitedMs > ATTEMPTS_MS_MAX && met === error
        const isOver = attempt >= attemptsMax || isLate
        if (isOver || isFinal(met, attempt) || !mayRepeat(met)) throw translated(error, waitedMs)
      }
    }
  }
}
