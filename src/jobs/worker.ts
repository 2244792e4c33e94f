/**
 * The loop that carries out jobs and the tasks of the timer. The commit that queues a job wakes it,
 * and so does a poll in case that signal is lost. It holds a few jobs and gives each one unit of
 * work in turn, so that a long job delays a short one little; between turns it yields the event
 * loop. A job belongs to its holder for the time of a lease: when a worker dies, the lease ends and
 * another worker goes on at the next unit.
 * Spec: AsyncAction, AsyncAction.progress.
 */
import type { Change, Decision, Occasion } from '../decisions/changes.ts'
import type { AsyncAction, Job, Project, TaskName } from '../model.ts'
import { addMs, type Instant } from '../rules/validity.ts'
import { type Origin, ownOrigin, type Shell, type UnitOfWork } from '../shell.ts'
import type { Store } from '../storage/engine/store.ts'
import {
  confirmedBy,
  JobLost,
  type JobQueue,
  loadClaimed,
  loadHeld,
  type TimerLeases
} from '../storage/jobs.ts'
import { listProjects } from '../storage/projects.ts'

export interface WorkerOptions extends Tools {
  readonly queue: JobQueue
  readonly tasks: { readonly [Name in TaskName]: Task }
  readonly timerTasks: readonly TimerTask[]
  readonly timerLeases: TimerLeases
  /** The projects whose calendar is looked after; absent: all. */
  readonly projects?: () => Promise<readonly Project[]>
  /** Unique among all workers on the database, those of earlier starts included. */
  readonly owner: string
  readonly pollMs: number
  /** Resolves when a unit may begin beside what else takes its time; absent: at once. */
  readonly turn?: () => Promise<void>
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
interface Hand {
  readonly held: ClaimedJob
  leaseUntil: Instant
  /** Null before the first unit, and after a failure of the storage, which ends a generator. */
  units: AsyncGenerator<JobProgress, void> | null
  /** Whether a unit of this claim made progress. */
  advanced: boolean
}

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

  /** Since when a whole round of the timer is overdue, perhaps in the future; null before a start. */
  get timersDueAt(): Instant | null {
    return this.#timers.dueAt
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
      while (!this.#stopping && (await this.#turn()))
        await new Promise(resolve => setImmediate(resolve))
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

  /** Renews what is held and drops what was lost; false when the storage fails for now. */
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
    await this.#options.turn?.()
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

/*
 * What the clock starts: every minute the tasks of the timer look for what is due in each project.
 * Many processes look, and one of them carries out what is due in a project: it takes a lease once
 * it has found something, gives it back at the end of the round, and leaves it to lapse when it
 * dies. The others pass over the project until their next round.
 */

/** How often the timer tasks run; points become active this late at most. */
const TIMER_MS = 60_000

interface TimersOptions {
  readonly tools: Tools
  readonly tasks: readonly TimerTask[]
  readonly leases: TimerLeases
  /** The projects that are looked after; absent: all. */
  readonly projects?: (() => Promise<readonly Project[]>) | undefined
  readonly owner: string
  readonly leaseMs: number
}

class Timers {
  readonly #options: TimersOptions
  /** When the last round began; before the first one, before all times. */
  #begunAt: Instant = ''
  #batches: AsyncGenerator<undefined, void> | null = null
  #dueAt: Instant | null = null

  constructor(options: TimersOptions) {
    this.#options = options
  }

  /** When the next round that looks after every project is to have ended. */
  get dueAt(): Instant | null {
    return this.#dueAt
  }

  /** Carries out one batch of what is due; true while more is. Never rejects. */
  async turn(): Promise<boolean> {
    const { tools } = this.#options
    const now = tools.shell.now()
    this.#dueAt ??= now
    if (this.#isDueAt(now)) {
      this.#begunAt = now
      // What a long round has not come to yet is found again, behind what is due since.
      await this.stop()
      this.#batches = this.#round()
    }
    if (this.#batches === null) return false
    try {
      if (!(await this.#batches.next()).done) return true
      this.#dueAt = addMs(tools.shell.now(), TIMER_MS)
    } catch (error) {
      tools.onError(error, 'looking for what is due')
    }
    this.#batches = null
    return false
  }

  /** Ends the round and gives back its lease; another turn begins a round when it is due. */
  async stop(): Promise<void> {
    const batches = this.#batches
    this.#batches = null
    await batches?.return()
  }

  /** A minute after the last round, or at once when the clock was set back before that. */
  #isDueAt(now: Instant): boolean {
    const last = this.#begunAt
    return last === '' || now < last || now >= addMs(last, TIMER_MS)
  }

  /** Project by project, all tasks of each in their order. */
  async *#round(): AsyncGenerator<undefined, void> {
    const { tools, tasks, projects = () => tools.read(null, listProjects) } = this.#options
    for (const project of await projects()) {
      const lease = leaseOf(project, this.#options)
      try {
        for (const { name, batches } of tasks) {
          try {
            yield* batches(tools, { project, isOurs: lease.isOurs })
          } catch (error) {
            // It stops no other task.
            tools.onError(error, `carrying out ${name}`)
          }
        }
      } finally {
        await lease.release()
      }
    }
  }
}

/** The lease of one project in one round: taken by the first who asks for it, and kept. */
function leaseOf({ id }: Project, { tools, leases, owner, leaseMs }: TimersOptions) {
  let until: Instant | null = null
  const isOurs = async () => {
    const now = tools.shell.now()
    if (until !== null && addMs(now, leaseMs / 2) < until) return true
    const leaseUntil = addMs(now, leaseMs)
    const isTaken = await leases.take(id, { owner, now, leaseUntil })
    until = isTaken ? leaseUntil : null
    return isTaken
  }
  const release = async () => {
    try {
      if (until !== null) await leases.release(id, owner)
    } catch (error) {
      // It lapses.
      tools.onError(error, `releasing the timers of project ${id}`)
    }
  }
  return { isOurs, release }
}

/*
 * What a task is: work in units, each written together with its progress. A task is a generator
 * that stops after every unit, so that other jobs have their turn and a stop is possible. A task
 * that was cut short goes on at the next unit and repeats none. It keeps nothing between units that
 * it could not read again.
 */

export interface Tools {
  readonly shell: Pick<Shell, 'limits' | 'now' | 'unitsBegun'> & {
    readonly settle: <Facts, Result>(
      origin: Origin,
      unit: UnitOfWork<Facts, Result>
    ) => Promise<Result>
  }
  /** Reads in one snapshot; null for reads that belong to no single project. */
  readonly read: Store['read']
  /** Makes the engine forget what was overwritten or deleted; see Store.forget. */
  readonly forget: Store['forget']
  /** A uniform whole number, 0 ≤ n < below. */
  readonly random: (below: number) => number
  /** Milliseconds since some fixed moment; measures units of work, never tells the time. */
  readonly stopwatch: () => number
  /** Reports an error to the operator, with what was being done. */
  readonly onError: (error: unknown, doing: string) => void
}

export interface ClaimedJob {
  /** The job as it was claimed; each unit reads `done` and `data` again. */
  readonly job: Job
  readonly owner: string
  readonly project: Project
  /** The request that asked for the work. */
  readonly requestId: string
}

/** `advanced`: the unit made progress. `looked`: it only read. */
type JobProgress = 'advanced' | 'looked'

export interface Task {
  /** Stops after each unit. @throws the error of a unit, of which nothing was written. */
  readonly work: (held: ClaimedJob, tools: Tools) => AsyncGenerator<JobProgress, void>
  /** The changes beside the end of a job that is given up; finished units stay written. */
  readonly givenUp: (job: Job, action: AsyncAction | null, now: Instant) => readonly Change[]
}

export interface TimerRound {
  readonly project: Project
  /** Because no other process does. Asked before each batch, and only when something is due. */
  readonly isOurs: () => Promise<boolean>
}

/** A task of the timer: looks for what is due in a project, a bounded batch up to each `yield`. */
export interface TimerTask {
  readonly name: string
  readonly batches: (tools: Tools, round: TimerRound) => AsyncGenerator<undefined, void>
}

/** Where the units of a job come from: each of them is carried out only while the job is held. */
export function originOf(held: ClaimedJob): Origin {
  return { ...ownOrigin(held.project, held.requestId), proof: confirmedBy(held) }
}

/** Decides nothing, with result null, when the load found nothing to decide on. */
export function whenFound<Facts, Result>(
  decide: (facts: Facts, occasion: Occasion) => Decision<Result>
) {
  return (facts: Facts | null, occasion: Occasion): Decision<Result | null> =>
    facts === null ? { result: null, changes: [] } : decide(facts, occasion)
}

/** Where some fail, the first one's error is thrown when all have ended. */
export async function allEnded<Value>(units: readonly Promise<Value>[]): Promise<readonly Value[]> {
  await Promise.allSettled(units)
  return Promise.all(units)
}

/** Errors of the storage for which the work is not to blame. */
const STORAGE_TROUBLES: ReadonlySet<unknown> = new Set([
  'outcome_unknown',
  'store_busy',
  'store_closed',
  'store_full',
  'store_moved',
  'store_refused',
  'store_too_new',
  'store_unreachable'
])

/** Whether the work should be tried again later, because the storage failed and not the work. */
export function isStorageTrouble(error: unknown): boolean {
  return error instanceof Error && 'code' in error && STORAGE_TROUBLES.has(error.code)
}

/** Whether others hold what the work needs; it says nothing of other work. */
export function isHeldByOthers(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'store_busy'
}

/** Whether others came first at every attempt: the same unit may succeed a moment later. */
export function isLostToOthers(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'guard_lost'
}

/*
 * How many items one unit of work takes. A unit holds the write lock and the event loop while all
 * others wait. Its duration depends on the machine, the disk and the load, so it is measured: units
 * shrink at once when one took too long, and grow slowly while they are quick. While nobody else
 * has anything carried out, they may take longer, because fewer commits write the same pages.
 */

/** Target duration of a unit: the slowest of a hundred reads wait for one, three times theirs. */
const UNIT_MS = 4
/** The same while no other unit is carried out: the first that comes waits no longer than this. */
const UNIT_ALONE_MS = 20
/** Smaller units cost more commits than their shorter waits are worth. */
const ITEMS_MIN = 10

export class Pace {
  readonly #itemsMax: number
  #items: number

  /** Starts with small units; never more than `itemsMax`. */
  constructor(itemsMax: number) {
    this.#itemsMax = itemsMax
    this.#items = Math.min(ITEMS_MIN * 5, itemsMax)
  }

  get items(): number {
    return this.#items
  }

  /** Commit included; `alone`: no other unit was carried out since the one before. */
  took(items: number, ms: number, alone = false): void {
    if (items === 0) return
    const target = alone ? UNIT_ALONE_MS : UNIT_MS
    const affordable = Math.floor((items * target) / Math.max(ms, 0.1))
    // A unit that was not full says nothing about larger ones, unless it was slow.
    if (items < this.#items && affordable >= items) return
    const next = Math.min(affordable, this.#items * 2, this.#itemsMax)
    this.#items = Math.max(next, Math.min(ITEMS_MIN, this.#itemsMax))
  }
}
