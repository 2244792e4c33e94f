/**
 * The loop that carries out jobs, and what is due by the clock.
 *
 * It is woken by the commit that queued a job and, should that signal be lost, by a timer. It has a
 * few jobs in hand and gives each one unit of work in turn, so that a long job delays a short one
 * by little; between turns the event loop is everybody's. A job is its holder's while the lease
 * lasts: a worker that dies lets go by doing nothing, and the next goes on at the next unit.
 *
 * Spec: AsyncAction; Decision 44.
 */
import type { Instant, TaskName } from '../model.ts'
import { type JobQueue, loadClaimed, loadHeld } from '../storage/loads/jobs.ts'
import {
  type Held,
  isStorageTrouble,
  type Task,
  type TimerTask,
  type Tools,
  type Unit
} from './task.ts'

export interface WorkerOptions extends Tools {
  readonly queue: JobQueue
  readonly tasks: { readonly [Name in TaskName]: Task }
  readonly timerTasks: readonly TimerTask[]
  /** Unique among all workers on the database, those of earlier starts included. */
  readonly owner: string
  /** How often to look for work unasked. */
  readonly pollMs: number
}

/** A worker that is gone is noticed after this; a unit takes milliseconds. */
const LEASE_MS = 30_000
/** Jobs that take turns. */
const IN_HAND_MAX = 4
/** Attempts of a job that got it no further, after which it is given up. */
const ATTEMPTS_MAX = 8
/** Wait after the first of them; doubles with each further one. */
const BACKOFF_MS = 1_000
const BACKOFF_MS_MAX = 60_000
/** How often what is due by the clock is looked for; so late may points become active. */
const TIMER_MS = 60_000

/** A held job and how far it is. */
interface Hand {
  readonly held: Held
  leaseUntil: Instant
  /** Null before the first unit, and after storage trouble, which ends a generator. */
  units: AsyncGenerator<Unit, void> | null
  /** Whether a unit of this holding got the job further. */
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

  /** Begins with whatever is due, however long nobody looked. */
  start(): void {
    if (this.#poll !== null || this.#stopping) return
    this.#poll = setInterval(() => this.wake(), this.#options.pollMs)
    this.#poll.unref()
    this.wake()
  }

  /** Something may be due. Cheap, and may be called at any time; does nothing after a stop. */
  wake(): void {
    if (this.#stopping) return
    this.#asked = true
    this.#round ??= this.#work()
  }

  /** Resolves when nothing is left that is due now; never rejects. */
  async idle(): Promise<void> {
    while (this.#round !== null) await this.#round
  }

  /** Finishes the unit at hand, gives the jobs back, then resolves. They go on where they were. */
  async stop(): Promise<void> {
    this.#stopping = true
    if (this.#poll !== null) clearInterval(this.#poll)
    this.#poll = null
    await this.idle()
    for (const hand of this.#hands) {
      this.#hands.delete(hand)
      const { held } = hand
      await this.#attempt(`giving back ${nameOf(held)}`, () => this.#options.queue.release(held))
    }
  }

  async #work(): Promise<void> {
    do {
      this.#asked = false
      while (!this.#stopping && (await this.#turn())) await nextTurn()
    } while (this.#asked && !this.#stopping)
    this.#round = null
  }

  /** One batch by the clock and one unit of each job; false when there is nothing to go on with. */
  async #turn(): Promise<boolean> {
    const timersLeft = await this.#runTimers()
    if (!this.#stopping && this.#hands.size < IN_HAND_MAX) await this.#claim()
    const worked = this.#hands.size > 0
    for (const hand of [...this.#hands]) {
      // Storage trouble is everybody's: better to ask again at the next poll.
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

  /** One unit of one job; false when the storage cannot go on for now. */
  async #carryOn(hand: Hand): Promise<boolean> {
    const { held } = hand
    const doing = `carrying out ${nameOf(held)}`
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
      // From here on nothing more is done than said; if that fails, the lease runs out.
      this.#hands.delete(hand)
      await this.#attempt(doing, () => this.#failed(hand, error))
      return true
    }
  }

  /** Carries out one unit. True when that was the last, or the job is no longer ours. */
  async #isOver(hand: Hand): Promise<boolean> {
    const { held } = hand
    // Earlier attempts that left no word behind took their process with them.
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

  /** Tries again at once what got further, later what did not, and no more what never does. */
  async #failed({ held, advanced }: Hand, error: unknown): Promise<void> {
    const { queue, shell, onError } = this.#options
    const { attempts } = held.job
    const doing = `carrying out ${nameOf(held)}, attempt ${attempts} of ${ATTEMPTS_MAX}`
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

  /** One batch of what is due by the clock; true while there is more. */
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

  /** What fails is told; undefined then. */
  async #attempt<Value>(doing: string, what: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await what()
    } catch (error) {
      this.#options.onError(error, doing)
      return undefined
    }
  }
}

function nameOf({ job }: Held): string {
  return `job ${job.id} (${job.task})`
}

function later(now: Instant, ms: number): Instant {
  return new Date(Date.parse(now) + ms).toISOString()
}

/** Lets everything that waits for the event loop have its turn. */
function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
