/**
 * Refuses requests at the door while the process has more to do than it can answer in time.
 *
 * Two things tell: how many requests are under way, and how late a timer is that comes every tenth
 * of a second, because whatever holds up the timer holds up every answer. A request is refused
 * before its credentials or its body are looked at, when that costs least; one that came in is
 * carried out, however long that takes. Several processes on one file count each for itself.
 *
 * Spec: Decision 141.
 */
import type { ServerResponse } from 'node:http'

/** When requests are refused. */
export interface LoadLimits {
  /** Requests that are under way together. */
  readonly requestsMax: number
  /** Milliseconds by which a timer may be late. */
  readonly eventLoopDelayMaxMs: number
}

/** Milliseconds between two looks at the clock. */
const LOOK_MS = 100

/** The load of one process. */
export class Load {
  readonly #limits: LoadLimits
  readonly #stopwatch: () => number
  #underWay = 0
  #delayMs = 0
  #timer: NodeJS.Timeout | null = null

  /** `stopwatch`: milliseconds since some fixed moment. */
  constructor(limits: LoadLimits, stopwatch: () => number) {
    this.#limits = limits
    this.#stopwatch = stopwatch
  }

  /** Looks at the clock from now on; keeps no process alive. */
  start(): void {
    let before = this.#stopwatch()
    this.#timer ??= setInterval(() => {
      const now = this.#stopwatch()
      this.#delayMs = now - before - LOOK_MS
      before = now
    }, LOOK_MS)
    this.#timer.unref()
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
    this.#delayMs = 0
  }

  /** Counts a request until its answer has left, or nobody waits for it; false: it is refused. */
  admits(response: ServerResponse): boolean {
    const { requestsMax, eventLoopDelayMaxMs } = this.#limits
    if (this.#underWay >= requestsMax || this.#delayMs > eventLoopDelayMaxMs) return false
    this.#underWay++
    let counted = true
    const ended = () => {
      if (counted) this.#underWay--
      counted = false
    }
    response.once('finish', ended).once('close', ended)
    return true
  }
}
