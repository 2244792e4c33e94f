/**
 * Refuses requests at the door while the process has more to do than it can answer in time.
 *
 * Two things tell: how many requests are being carried out, and how late a timer is that comes
 * every tenth of a second, because whatever holds up the timer holds up every answer. A request is
 * refused before its credentials or its body are looked at, when that costs least, or else when its
 * body is there; one that came in is carried out, however long that takes. It counts from its body
 * to its answer: a client that sends or reads slowly keeps nobody else out, and for one that goes
 * away in between the work is done all the same. Large bodies count from before they are read,
 * because a thousand of them would be ten gigabytes. Processes on one file count each for itself.
 *
 * Spec: Decisions 141 and 183.
 */
import { limits } from '../main/config.ts'

/** When requests are refused. */
export interface LoadLimits {
  /** Requests that are carried out together. */
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
  readonly #underWay = new Set<object>()
  readonly #bodies = new Map<object, number>()
  #bodyBytes = 0
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

  /** Whether a request that comes now is refused. */
  get isFull(): boolean {
    const { requestsMax, eventLoopDelayMaxMs } = this.#limits
    return this.#underWay.size >= requestsMax || this.#delayMs > eventLoopDelayMaxMs
  }

  /** Counts a request until `ended`; false: it is refused. */
  admits(request: object): boolean {
    if (this.isFull) return false
    this.#underWay.add(request)
    return true
  }

  /**
   * Keeps room for the body of a request until `ended`; false: there is none. `bytes` is what its
   * header says, NaN where it says nothing.
   */
  hasRoomFor(request: object, bytes: number): boolean {
    if (bytes <= limits.smallBodyBytes) return true
    const most = Math.min(bytes || limits.bodyBytes, limits.bodyBytes)
    if (this.#bodyBytes + most > limits.bodiesBytes) return false
    this.#bodyBytes += most
    this.#bodies.set(request, most)
    return true
  }

  /** The answer is made; of a request that was not counted, nothing changes. */
  ended(request: object): void {
    this.#underWay.delete(request)
    this.#bodyBytes -= this.#bodies.get(request) ?? 0
    this.#bodies.delete(request)
  }
}
