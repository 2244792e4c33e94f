/**
 * The time, as all processes on a database have it.
 *
 * Processes on several machines share leases, days and the order of ids, and their clocks differ.
 * So they go by the clock of the database's server: it is asked at the start and every minute. In
 * between, and while the server is away, the time goes on from its last answer by a stopwatch, so
 * that it does not matter when somebody sets the clock of this machine. Where the database is a
 * file, its clock is that of the machine. A clock that jumps is told, because what expires and what
 * is due go by it.
 */
import type { Instant } from '../model.ts'
import type { ServerTime, Store } from '../storage/engine/store.ts'

/** Milliseconds for which an answer holds: clocks drift apart by less in that time. */
const HOLDS_MS = 60_000
/** The same where no answer came, or none that could be used. */
const AGAIN_MS = 5_000
/** How much a clock may go wrong in a second, in seconds; good ones do a tenth of it. */
const DRIFT = 0.001
/** Milliseconds by which clock and stopwatch may come apart without a step of either. */
const STEP_MS = 1_000

/** Milliseconds from which on a step of the clock is told. */
const JUMP_MS = 3_600_000

export class Clock {
  readonly #store: Pick<Store, 'time'>
  readonly #machine: () => number
  readonly #stopwatch: () => number
  #last: ServerTime | null = null
  /** When it is asked again, by the stopwatch. */
  #asksAt = Number.NEGATIVE_INFINITY
  /** How far the clock of the machine is ahead of the stopwatch. */
  #apartMs = 0
  /** Milliseconds by which the stopwatch may be behind since the last answer. */
  #doubtMs = 0
  /** How far the clock of the machine is, by its jumps, from where it was at the start. */
  #jumpedMs = 0

  /** Told a sentence of each jump. */
  onJump: (told: string) => void = () => undefined

  /** `machine` is this machine's clock, in milliseconds since 1970; `stopwatch` is never set. */
  constructor(
    store: Pick<Store, 'time'>,
    machine: () => number = Date.now,
    stopwatch: () => number = () => performance.now()
  ) {
    this.#store = store
    this.#machine = machine
    this.#stopwatch = stopwatch
  }

  /** The instant now; 24 characters, UTC. */
  readonly now = (): Instant => new Date(this.milliseconds()).toISOString()

  /** The same in milliseconds since 1970. Asks the server again where the last answer is old. */
  readonly milliseconds = (): number => {
    const at = this.#stopwatch()
    if (at >= this.#asksAt || this.#stepMs() > STEP_MS) void this.set().catch(() => undefined)
    const last = this.#last
    return last === null ? this.#machine() : Math.round(last.ms + at - last.at)
  }

  /** Asks the server. @throws {StoreError} when it does not answer; then the last answer holds. */
  async set(): Promise<void> {
    // The clock was set, or the stopwatch stood still while the machine slept: one cannot tell.
    this.#doubtMs += this.#stepMs()
    const apartMs = this.#machine() - this.#stopwatch()
    if (this.#asksAt !== Number.NEGATIVE_INFINITY) this.#noteJump(apartMs - this.#apartMs)
    this.#apartMs = apartMs
    this.#asksAt = this.#stopwatch() + AGAIN_MS
    const told = await this.#store.time()
    const wasStill = this.#stepMs() <= STEP_MS
    if (told !== null && !(wasStill && this.#isBetter(told))) return
    this.#asksAt = this.#stopwatch() + HOLDS_MS
    this.#last = told
    this.#doubtMs = 0
  }

  /** How far the clock has jumped since the start, in a sentence; null where it has not. */
  jumped(): string | null {
    return this.#jumpedMs === 0 ? null : sentenceOf(this.#jumpedMs)
  }

  #noteJump(stepMs: number): void {
    if (Math.abs(stepMs) <= JUMP_MS) return
    this.#jumpedMs += stepMs
    // It was set back to where it was.
    if (Math.abs(this.#jumpedMs) <= JUMP_MS) this.#jumpedMs = 0
    this.onJump(sentenceOf(stepMs))
  }

  /** Milliseconds by which clock and stopwatch have come apart since the server was asked. */
  #stepMs(): number {
    return Math.abs(this.#machine() - this.#stopwatch() - this.#apartMs)
  }

  /** Whether an answer is nearer to the truth than the last one is by now. */
  #isBetter({ at, errorMs }: ServerTime): boolean {
    const last = this.#last
    return last === null || errorMs <= last.errorMs + this.#doubtMs + (at - last.at) * DRIFT
  }
}

function sentenceOf(jumpMs: number): string {
  const hours = (Math.abs(jumpMs) / JUMP_MS).toFixed(1)
  return (
    `The clock of this machine went ${jumpMs > 0 ? 'forward' : 'back'} by ${hours} hours ` +
    'while the service ran: somebody set it, or the machine slept. Check that it is ' +
    'right, because it decides when points, vouchers and tokens end and when jobs are due.'
  )
}
