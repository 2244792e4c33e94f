/**
 * The loop that carries out jobs, and what is due by the clock.
 *
 * It is woken by the commit that queued a job and, in case nobody does, by a timer. It has a few
 * jobs in hand and gives each one unit of work in turn, so that a long job delays a short one by
 * little; between turns the event loop is everybody's. A job is its owner's while the lease lasts:
 * a worker that dies lets go of it by doing nothing, and the next one goes on at the next unit.
 *
 * Spec: Endpoints 5 and 8 (the work behind `async_action_id`).
 */
import type { Instant, Job, TaskName } from '../model.ts'
import { claimed } from '../storage/loads-jobs.ts'
import type { Held, Task, TimerTask, Tools } from './tasks.ts'

/** What the worker asks of the stored jobs; false: the job is no longer this owner's. */
export interface JobQueue {
  /** Takes a due job that nobody holds, and counts the attempt; null when there is none. */
  claim(owner: string, now: Instant, leaseUntil: Instant): Promise<Job | null>
  renew(job: Job, owner: string, leaseUntil: Instant): Promise<boolean>
  /** Gives it back after a failure, to be tried again from `runAt` on. */
  reschedule(job: Job, owner: string, runAt: Instant): Promise<boolean>
  /** Gives it back as if it had not been claimed. */
  release(job: Job, owner: string): Promise<boolean>
}

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
/** Claims of one job, after which it is given up. */
const ATTEMPTS_MAX = 8
/** Wait after the first failure; doubles with each further one. */
const BACKOFF_MS = 1_000
const BACKOFF_MS_MAX = 60_000
/** How often what is due by the clock is looked for; so late may points become active. */
const TIMER_MS = 60_000

/** The storage says no for a while; the job is not to blame and keeps its attempts. */
const STORAGE_TROUBLES: ReadonlySet<unknown> = new Set(['store_busy', 'store_closed', 'store_full'])

export class Worker {
  readonly #options: WorkerOptions
  readonly #inHand = new Set<Held>()
  /** When each lease ends; renewed in time. */
  readonly #leases = new Map<Held, Instant>()
  #poll: NodeJS.Timeout | null = null
  #round: Promise<void> | null = null
  #asked = false
  #stopping = false
  #timersDueAt: Instant = ''
  #timersLeft: TimerTask[] = []
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

  /** Something may be due. Cheap, and may be called at any time. */
  wake(): void {
    this.#asked = true
    if (this.#stopping) return
    this.#round ??= this.#work()
  }

  /** Resolves when nothing is left that is due now. */
  async idle(): Promise<void> {
    while (this.#round !== null) await this.#round
  }

  /** Finishes the unit at hand, gives back the jobs, then resolves. They go on where they were. */
  async stop(): Promise<void> {
    this.#stopping = true
    if (this.#poll !== null) clearInterval(this.#poll)
    this.#poll = null
    await this.idle()
    const { queue, owner } = this.#options
    for (const held of this.#inHand) {
      this.#drop(held)
      await this.#attempt(`giving back ${nameOf(held)}`, () => queue.release(held.job, owner))
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
    const more = await this.#runTimers()
    if (!this.#stopping && this.#inHand.size < IN_HAND_MAX) await this.#claim()
    const worked = this.#inHand.size > 0
    for (const held of [...this.#inHand]) {
      if (this.#stopping) return false
      // Trouble of the storage is everybody's: better to ask again at the next poll.
      if (!(await this.#step(held))) return false
    }
    return more || worked
  }

  async #claim(): Promise<void> {
    const { queue, owner, shell, read } = this.#options
    await this.#attempt('claiming a job', async () => {
      const leaseUntil = later(shell.now(), LEASE_MS)
      const job = await queue.claim(owner, shell.now(), leaseUntil)
      if (job === null) return
      const { project, action } = await read(job.projectId, claimed(job))
      const held = { job, owner, project, requestId: action?.requestId ?? job.id }
      this.#leases.set(held, leaseUntil)
      this.#inHand.add(held)
    })
  }

  /** One unit of one job; false when the storage cannot go on for now. */
  async #step(held: Held): Promise<boolean> {
    const { job } = held
    const task = this.#options.tasks[job.task]
    try {
      if (job.attempts > ATTEMPTS_MAX) {
        // Every earlier attempt ended without a word: the process did not survive it.
        await this.#giveUp(held, new Error(`no attempt of ${ATTEMPTS_MAX} came to an end`))
        return true
      }
      const step = (await this.#renewed(held)) ? await task.step(held, this.#options) : 'lost'
      if (step !== 'more') this.#drop(held)
      return true
    } catch (error) {
      if (STORAGE_TROUBLES.has(codeOf(error))) {
        this.#options.onError(error, `working on ${nameOf(held)}; it goes on when storage does`)
        return false
      }
      await this.#attempt(`putting off ${nameOf(held)}`, () => this.#failed(held, error))
      return true
    }
  }

  async #renewed(held: Held): Promise<boolean> {
    const { queue, owner, shell } = this.#options
    const now = shell.now()
    if (later(now, LEASE_MS / 2) < (this.#leases.get(held) ?? '')) return true
    const leaseUntil = later(now, LEASE_MS)
    this.#leases.set(held, leaseUntil)
    return queue.renew(held.job, owner, leaseUntil)
  }

  async #failed(held: Held, error: unknown): Promise<void> {
    const { job } = held
    if (job.attempts >= ATTEMPTS_MAX) return this.#giveUp(held, error)
    const { queue, owner, shell, onError } = this.#options
    const waitMs = Math.min(BACKOFF_MS * 2 ** (job.attempts - 1), BACKOFF_MS_MAX)
    const attempt = `attempt ${job.attempts} of ${ATTEMPTS_MAX}`
    onError(error, `working on ${nameOf(held)}, ${attempt}; next try in ${waitMs} ms`)
    this.#drop(held)
    await queue.reschedule(job, owner, later(shell.now(), waitMs))
  }

  /** If even this fails the lease runs out, and whoever claims the job next gives it up. */
  async #giveUp(held: Held, error: unknown): Promise<void> {
    const { tasks, onError } = this.#options
    onError(error, `working on ${nameOf(held)}; given up after ${held.job.attempts} attempts`)
    this.#drop(held)
    await tasks[held.job.task].giveUp(held, this.#options)
  }

  #drop(held: Held): void {
    this.#inHand.delete(held)
    this.#leases.delete(held)
  }

  /** One batch of what is due by the clock; true while there is more. */
  async #runTimers(): Promise<boolean> {
    const now = this.#options.shell.now()
    if (now >= this.#timersDueAt) {
      this.#timersDueAt = later(now, TIMER_MS)
      this.#timersLeft = [...this.#options.timerTasks]
      this.#batches = null
    }
    const task = this.#timersLeft[0]
    if (task === undefined) return false
    const batches = this.#batches ?? task.batches(this.#options)
    const over = await this.#attempt(task.name, async () => (await batches.next()).done)
    this.#batches = over === false ? batches : null
    if (over !== false) this.#timersLeft.shift()
    return this.#timersLeft.length > 0
  }

  /** What fails here is told and tried again later; undefined then. */
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

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}

function later(now: Instant, ms: number): Instant {
  return new Date(Date.parse(now) + ms).toISOString()
}

/** Lets everything that waits for the event loop have its turn. */
function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
