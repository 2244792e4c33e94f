/**
 * The loop that carries out jobs and the tasks of the timer.
 *
 * The commit that queues a job wakes it, and so does a poll in case that signal is lost. It holds a
 * few jobs and gives each one unit of work in turn, so that a long job delays a short one little;
 * between turns it yields the event loop. A job belongs to its holder for the time of a lease: when
 * a worker dies, the lease ends and another worker goes on at the next unit.
 *
 * Spec: AsyncAction; Decision 44.
 */
import type { Instant, TaskName } from '../model.ts'
import { type JobQueue, loadClaimed, loadHeld } from '../storage/jobs.ts'
import {
  type Held,
  isStorageTrouble,
  type Task,
  type TimerTask,
  type Tools,
  type Turn
} from './task.ts'

export interface WorkerOptions extends Tools {
  readonly queue: JobQueue
  readonly tasks: { readonly [Name in TaskName]: Task }
  readonly timerTasks: readonly TimerTask[]
  /** Unique among all workers on the database, those of earlier starts included. */
  readonly owner: string
  /** Milliseconds between polls. */
  readonly pollMs: number
}

/** The time after which a dead worker's jobs are free; a unit takes milliseconds. */
const LEASE_MS = 30_000
/** Jobs that take turns. */
const IN_HAND_MAX = 4
/** Attempts without progress, after which a job is given up. */
const ATTEMPTS_MAX = 8
/** Milliseconds to wait after the first of them; doubles with each further one. */
const BACKOFF_MS = 1_000
const BACKOFF_MS_MAX = 60_000
/** How often the timer tasks run; points become active this late at most. */
const TIMER_MS = 60_000

/** A held job and its progress. */
interface Hand {
  readonly held: Held
  leaseUntil: Instant
  /** Null before the first unit, and after a failure of the storage, which ends a generator. */
  units: AsyncGenerator<Turn, void> | null
  /** Whether a unit of this claim made progress. */
  advanced: boolean
}

/** One loop; a database may have several, in one process or in many. */
export class Worker {
  readonly #options: WorkerOptions
  readonly #hands = new Set<Hand>()
  #claims = 0
  #poll: NodeJS.Timeout | null = null
  #round: Promise<void> | null = null
  #asked = false
  #stopping = false
  #timersDueAt: Instant = ''
  #timersLeft: readonly TimerTask[] = []
  #batches: AsyncGenerator<undefined, void> | null = null

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  /** Begins with what is due, however long no worker was running. */
  start(): void {
    if (this.#poll !== null || this.#stopping) return
    this.#poll = setInterval(() => this.wake(), this.#options.pollMs)
    this.#poll.unref()
    this.wake()
  }

  /** Says that work may be due. Cheap and always allowed; does nothing after a stop. */
  wake(): void {
    if (this.#stopping) return
    this.#asked = true
    this.#round ??= this.#work()
  }

  /** Resolves when no work is due now; never rejects. */
  async idle(): Promise<void> {
    while (this.#round !== null) await this.#round
  }

  /** Finishes the current unit, releases the jobs, then resolves. Another start continues them. */
  async stop(): Promise<void> {
    this.#stopping = true
    if (this.#poll !== null) clearInterval(this.#poll)
    this.#poll = null
    await this.idle()
    for (const hand of this.#hands) {
      this.#hands.delete(hand)
      const { held } = hand
      await this.#attempt(`giving back ${labelOf(held)}`, () => this.#options.queue.release(held))
    }
  }

  async #work(): Promise<void> {
    do {
      this.#asked = false
      while (!this.#stopping && (await this.#turn())) await nextTurn()
    } while (this.#asked && !this.#stopping)
    this.#round = null
  }

  /** One batch of the timer and one unit of each job; false when nothing is left to do. */
  async #turn(): Promise<boolean> {
    const timersLeft = await this.#runTimers()
    if (!this.#stopping && this.#hands.size < IN_HAND_MAX) await this.#claim()
    const worked = this.#hands.size > 0
    for (const hand of [...this.#hands]) {
      // The storage has failed for every job, so the next poll tries again.
      if (this.#stopping || !(await this.#carryOn(hand))) return false
    }
    return timersLeft || worked
  }

  async #claim(): Promise<void> {
    const { queue, owner: worker, shell, read } = this.#options
    await this.#attempt('looking for a job', async () => {
      const now = shell.now()
      const owner = `${worker}-${++this.#claims}`
      const job = await queue.claim({ now, owner, leaseMs: LEASE_MS })
      if (job === null) return
      const { project, action } = await read(job.projectId, loadClaimed(job))
      const held = { job, owner, project, requestId: action?.requestId ?? job.id }
      const leaseUntil = later(now, LEASE_MS)
      this.#hands.add({ held, leaseUntil, units: null, advanced: false })
    })
  }

  /** One unit of one job; false when the storage fails for now. */
  async #carryOn(hand: Hand): Promise<boolean> {
    const { held } = hand
    const doing = `carrying out ${labelOf(held)}`
    try {
      if (await this.#isOver(hand)) this.#hands.delete(hand)
      return true
    } catch (error) {
      // No job is to blame, so none loses an attempt.
      if (isStorageTrouble(error)) {
        hand.units = null
        this.#options.onError(error, `${doing}; it goes on as soon as the storage does`)
        return false
      }
      // After this line the job is only released; if that fails, its lease runs out.
      this.#hands.delete(hand)
      await this.#attempt(doing, () => this.#failed(hand, error))
      return true
    }
  }

  /** Carries out one unit. True when it was the last, or the job is no longer held. */
  async #isOver(hand: Hand): Promise<boolean> {
    const { held } = hand
    // Attempts that recorded no failure ended with their process.
    if (held.job.attempts > ATTEMPTS_MAX) throw new Error('every attempt was cut short')
    if (!(await this.#renewed(hand))) return true
    hand.units ??= this.#options.tasks[held.job.task].work(held, this.#options)
    const { done, value } = await hand.units.next()
    if (value === 'advanced') hand.advanced = true
    return done === true
  }

  async #renewed(hand: Hand): Promise<boolean> {
    const { queue, shell } = this.#options
    const now = shell.now()
    if (later(now, LEASE_MS / 2) < hand.leaseUntil) return true
    hand.leaseUntil = later(now, LEASE_MS)
    return queue.renew(hand.held, { now, leaseMs: LEASE_MS })
  }

  /** Retries at once after progress, later without it, and gives up after too many attempts. */
  async #failed({ held, advanced }: Hand, error: unknown): Promise<void> {
    const { queue, shell, onError } = this.#options
    const { attempts } = held.job
    const doing = `carrying out ${labelOf(held)}, attempt ${attempts} of ${ATTEMPTS_MAX}`
    if (advanced) {
      onError(error, `${doing}; it got further, and goes on from there`)
      await queue.release(held)
    } else if (attempts < ATTEMPTS_MAX) {
      const waitMs = Math.min(BACKOFF_MS * 2 ** (attempts - 1), BACKOFF_MS_MAX)
      onError(error, `${doing}; the next is in ${waitMs} ms`)
      await queue.reschedule(held, later(shell.now(), waitMs))
    } else {
      onError(error, `${doing}; it is given up`)
      await this.#giveUp(held)
    }
  }

  async #giveUp(held: Held): Promise<void> {
    const { queue, read, shell, tasks } = this.#options
    const found = await read(held.project.id, loadHeld(held))
    if (found === null) return
    const { givenUp } = tasks[held.job.task]
    await queue.giveUp(held, givenUp(found.job, found.action, shell.now()))
  }

  /** One batch of the timer tasks; true while more is due. */
  async #runTimers(): Promise<boolean> {
    const now = this.#options.shell.now()
    if (now >= this.#timersDueAt) {
      this.#timersDueAt = later(now, TIMER_MS)
      this.#timersLeft = this.#options.timerTasks
      this.#batches = null
    }
    const task = this.#timersLeft[0]
    if (task === undefined) return false
    this.#batches ??= task.batches(this.#options)
    const batches = this.#batches
    const batch = await this.#attempt(task.name, () => batches.next())
    if (batch?.done === false) return true
    this.#batches = null
    this.#timersLeft = this.#timersLeft.slice(1)
    return this.#timersLeft.length > 0
  }

  /** Reports a failure; the result is then undefined. */
  async #attempt<Value>(doing: string, what: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await what()
    } catch (error) {
      this.#options.onError(error, doing)
      return undefined
    }
  }
}

function labelOf({ job }: Held): string {
  return `job ${job.id} (${job.task})`
}

function later(now: Instant, ms: number): Instant {
  return new Date(Date.parse(now) + ms).toISOString()
}

/** Lets everything that waits for the event loop run. */
function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
