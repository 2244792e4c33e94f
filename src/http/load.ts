/**
 * Refuses requests at the door while the process has more to do than it can answer in time.
 *
 * Two things tell: how many requests are being carried out, and how late a timer is that comes
 * every tenth of a second, because whatever holds up the timer holds up every answer; a request
 * that comes alone is carried out all the same. A request is refused before its credentials or its
 * body are looked at, when that costs least, or else when its body is there; one that came in is
 * carried out, however long that takes. It counts from its body to its answer: a client that sends
 * or reads slowly keeps nobody else out, and for one that goes away in between the work is done all
 * the same. Large bodies count while they arrive, by what has come, since their announcement costs
 * nothing, and then by what they take when they are parsed; one key pair never takes all of the room. Processes on one file count each for itself.
 */
import { limits } from './limits.ts'

/** When requests are refused. */
export interface PressureLimits {
  /** Requests that are carried out together. */
  readonly requestsMax: number
  /** Milliseconds by which a timer may be late. */
  readonly eventLoopDelayMaxMs: number
}

/** Milliseconds between two looks at the clock. */
const LOOK_MS = 100

/** The load of one process. */
export class Pressure {
  readonly #limits: PressureLimits
  readonly #stopwatch: () => number
  readonly #underWay = new Set<object>()
  readonly #bodies = new Map<object, { readonly owner: string; readonly bytes: number }>()
  readonly #bytesOf = new Map<string, number>()
  #bodyBytes = 0
  #delayMs = 0
  #timer: NodeJS.Timeout | null = null

  /** `stopwatch`: milliseconds since some fixed moment. */
  constructor(limits: PressureLimits, stopwatch: () => number) {
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
    const underWay = this.#underWay.size
    return underWay >= requestsMax || (underWay > 0 && this.#delayMs > eventLoopDelayMaxMs)
  }

  /** Counts a request until `ended`; false: it is refused. */
  admits(request: object): boolean {
    if (this.isFull) return false
    this.#underWay.add(request)
    return true
  }

  /** Whether a body of `bytes` would have room now; `owner` is who sends it. Keeps none. */
  hasRoomFor(owner: string, bytes: number): boolean {
    return bytes <= limits.smallBodyBytes || this.#fits(owner, Math.min(bytes, limits.bodyBytes))
  }

  /**
   * Keeps room for the `bytes` that have come of a body so far, until `ended`; false: there is none
   * for what was added.
   */
  holds(request: object, owner: string, bytes: number): boolean {
    if (bytes <= limits.smallBodyBytes) return true
    const more = bytes - (this.#bodies.get(request)?.bytes ?? 0)
    if (!this.#fits(owner, more)) return false
    this.#add(owner, more)
    this.#bodies.set(request, { owner, bytes })
    return true
  }

  /** A body whose bytes were held takes so many bytes of memory from now on, until `ended`. */
  weighs(request: object, owner: string, bytes: number): void {
    this.#add(owner, bytes - (this.#bodies.get(request)?.bytes ?? 0))
    this.#bodies.set(request, { owner, bytes })
  }

  /** The answer is made; of a request that was not counted, nothing changes. */
  ended(request: object): void {
    this.#underWay.delete(request)
    const body = this.#bodies.get(request)
    if (body === undefined) return
    this.#add(body.owner, -body.bytes)
    this.#bodies.delete(request)
  }

  #fits(owner: string, more: number): boolean {
    const own = this.#bytesOf.get(owner) ?? 0
    return own + more <= limits.ownBodiesBytes && this.#bodyBytes + more <= limits.bodiesBytes
  }

  #add(owner: string, bytes: number): void {
    this.#bodyBytes += bytes
    const own = (this.#bytesOf.get(owner) ?? 0) + bytes
    if (own === 0) this.#bytesOf.delete(owner)
    else this.#bytesOf.set(owner, own)
  }
}
