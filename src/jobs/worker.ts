/**
 * The loop that carries out jobs and the tasks of the timer.
 *
 * The commit that queues a job wakes it, and so does a poll in case that signal is lost. It holds a
 * few jobs and gives each one unit of work in turn, so that a long job delays a short one little;
 * between turns it yields the event loop. A job belongs to its holder for the time of a lease: when
 * a worker dies, the lease ends and another worker goes on at the next unit.
 *
 * Spec: AsyncAction.
 */
import type { Instant, Project, TaskName } from '../model.ts'
import { addMs } from '../rules/validity.ts'
import { JobLost } from '../storage/jobs/confirming.ts'
import { type JobQueue, loadClaimed, loadHeld } from '../storage/jobs.ts'
import type { TimerLeases } from '../storage/timers.ts'
import {
  type ClaimedJob,
  isHeldByOthers,
  isStorageTrouble,
  type JobProgress,
  type Task,
  type TimerTask,
  type Tools
} from './task.ts'
import { Timers } from './timers.ts'

export interface WorkerOptions extends Tools {
  readonly queue: JobQueue
  readonly tasks: { readonly [Name in TaskName]: Task }
  readonly timerTasks: readonly TimerTask[]
  readonly timerLeases: TimerLeases
  /** The projects whose calendar is looked after; absent: all. */
  readonly projects?: () => Promise<readonly Project[]>
  /** Unique among all workers on the database, those of earlier starts included. */
  readonly owner: string
  /** Milliseconds between polls. */
  readonly pollMs: number
  /** Milliseconds after which a dead worker's jobs are free; absent: half a minute. */
  readonly leaseMs?: number
}

/** A unit takes milliseconds, so that who is silent for so long is dead or as good as that. */
const LEASE_MS = 30_000
/** Jobs that take turns. */
const IN_HAND_MAX = 4
/** Attempts without progress, after which a job is given up. */
export const ATTEMPTS_MAX = 8
/** Milliseconds to wait after the first of them; doubles with each further one. */
const BACKOFF_MS = 1_000
const BACKOFF_MS_MAX = 60_000
/** Milliseconds for which a job is put off when others hold a row that it needs. */
const HELD_WAIT_MS = 10_000
/** A held job and its progress. */
interface Hand {
  readonly held: ClaimedJob
  leaseUntil: Instant
  /** Null before the first unit, and after a failure of the storage, which ends a generator. */
  units: AsyncGenerator<JobProgress, void> | null
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
  readonly #timers: Timers
  readonly #leaseMs: number

  constructor(options: WorkerOptions) {
    const { timerTasks: tasks, timerLeases: leases, owner, leaseMs = LEASE_MS, projects } = options
    this.#options = options
    this.#leaseMs = leaseMs
    this.#timers = new Timers({ tools: options, tasks, leases, owner, leaseMs, projects })
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
    await this.#attempt('ending a round of the timer', () => this.#timers.stop())
    for (const hand of this.#hands) {
      this.#hands.delete(hand)
      const { held } = hand
      await this.#attempt(`releasing ${labelOf(held)}`, () => this.#options.queue.release(held))
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
    const timersLeft = await this.#timers.turn()
    if (!(await this.#keepHands())) return false
    if (!this.#stopping && this.#hands.size < IN_HAND_MAX) await this.#claim()
    const worked = this.#hands.size > 0
    for (const hand of [...this.#hands]) {
      // The storage has failed for every job, so the next poll tries again.
      if (this.#stopping || !(await this.#carryOn(hand))) return false
    }
    return timersLeft || worked
  }

  /**
   * Renews what is held and drops what was lost, so that no job is claimed that is in hand, and
   * none fills a place for nothing. False when the storage fails for now.
   */
  async #keepHands(): Promise<boolean> {
    const kept = await this.#attempt('renewing the leases of its jobs', async () => {
      for (const hand of this.#hands) if (!(await this.#renewed(hand))) this.#hands.delete(hand)
      return true
    })
    return kept ?? false
  }

  async #claim(): Promise<void> {
    const { queue, owner: worker, shell, read } = this.#options
    await this.#attempt('looking for a job', async () => {
      const now = shell.now()
      const owner = `${worker}-${++this.#claims}`
      const job = await queue.claim({ now, owner, leaseMs: this.#leaseMs })
      if (job === null) return
      const { project, action } = await read(job.projectId, loadClaimed(job))
      const held = { job, owner, project, requestId: action?.requestId ?? job.id }
      const leaseUntil = addMs(now, this.#leaseMs)
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
      // Another worker took this one for dead, and goes on with the job.
      if (error instanceof JobLost) {
        this.#hands.delete(hand)
        return true
      }
      // Nor does the job lose an attempt where others hold what it needs.
      if (isHeldByOthers(error) && (await this.#postponed(hand, error))) return true
      // No job is to blame, so none loses an attempt.
      if (isStorageTrouble(error)) {
        hand.units = null
        this.#options.onError(
          error,
          `${doing}; the job goes on as soon as the database can be used`
        )
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
    if (held.job.attempts > ATTEMPTS_MAX)
      throw new Error('the process of each attempt ended before the job was done')
    if (!(await this.#renewed(hand))) return true
    hand.units ??= this.#options.tasks[held.job.task].work(held, this.#options)
    const { done, value } = await hand.units.next()
    if (value === 'advanced') hand.advanced = true
    return done === true
  }

  async #renewed(hand: Hand): Promise<boolean> {
    const { queue, shell } = this.#options
    const now = shell.now()
    const leaseMs = this.#leaseMs
    if (addMs(now, leaseMs / 2) < hand.leaseUntil) return true
    const isOurs = await queue.renew(hand.held, { now, leaseMs })
    hand.leaseUntil = addMs(now, leaseMs)
    return isOurs
  }

  /** Lets others have their turn; false when that could not be written, as in a locked file. */
  async #postponed(hand: Hand, error: unknown): Promise<boolean> {
    const { queue, shell, onError } = this.#options
    const { held } = hand
    try {
      await queue.postpone(held, addMs(shell.now(), HELD_WAIT_MS))
    } catch {
      return false
    }
    this.#hands.delete(hand)
    onError(error, `carrying out ${labelOf(held)}; the next attempt is in ${HELD_WAIT_MS} ms`)
    return true
  }

  /** Retries at once after progress, later without it, and gives up after too many attempts. */
  async #failed({ held, advanced }: Hand, error: unknown): Promise<void> {
    const { queue, shell, onError } = this.#options
    const { attempts } = held.job
    const doing = `carrying out ${labelOf(held)}, attempt ${attempts} of ${ATTEMPTS_MAX}`
    if (advanced) {
      onError(error, `${doing}; the job goes on after what is done`)
      await queue.release(held)
    } else if (attempts < ATTEMPTS_MAX) {
      const waitMs = Math.min(BACKOFF_MS * 2 ** (attempts - 1), BACKOFF_MS_MAX)
      onError(error, `${doing}; the next attempt is in ${waitMs} ms`)
      await queue.reschedule(held, addMs(shell.now(), waitMs))
    } else {
      onError(error, `${doing}; the job is given up`)
      await this.#giveUp(held)
    }
  }

  async #giveUp(held: ClaimedJob): Promise<void> {
    const { queue, read, shell, tasks } = this.#options
    const found = await read(held.project.id, loadHeld(held))
    if (found === null) return
    const { givenUp } = tasks[held.job.task]
    await queue.giveUp(held, givenUp(found.job, found.action, shell.now()))
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

function labelOf({ job }: ClaimedJob): string {
  return `job ${job.id} (${job.task})`
}

/** Lets everything that waits for the event loop run. */
function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
