/**
 * What the clock starts: every minute the tasks of the timer look for what is due in each project.
 *
 * Many processes look, and one of them carries out what is due in a project: it takes a lease once
 * it has found something, gives it back at the end of the round, and leaves it to lapse when it
 * dies. The others pass over the project until their next round.
 */
import type { Instant, Project } from '../model.ts'
import { addMs } from '../rules/validity.ts'
import { listProjects } from '../storage/projects.ts'
import type { TimerLeases } from '../storage/timers.ts'
import type { TimerTask, Tools } from './task.ts'

/** How often the timer tasks run; points become active this late at most. */
const TIMER_MS = 60_000

export interface TimersOptions {
  readonly tools: Tools
  readonly tasks: readonly TimerTask[]
  readonly leases: TimerLeases
  /** The projects that are looked after; absent: all. */
  readonly projects?: (() => Promise<readonly Project[]>) | undefined
  /** Unique among all processes on the database. */
  readonly owner: string
  readonly leaseMs: number
}

/** The rounds of one process. */
export class Timers {
  readonly #options: TimersOptions
  /** When the last round began; before the first one, before all times. */
  #begunAt: Instant = ''
  #batches: AsyncGenerator<undefined, void> | null = null

  constructor(options: TimersOptions) {
    this.#options = options
  }

  /** Carries out one batch of what is due; true while more is. Never rejects. */
  async turn(): Promise<boolean> {
    const { tools } = this.#options
    const now = tools.shell.now()
    if (this.#isDueAt(now)) {
      this.#begunAt = now
      // What a long round has not come to yet is found again, behind what is due since.
      await this.stop()
      this.#batches = this.#round()
    }
    if (this.#batches === null) return false
    try {
      if (!(await this.#batches.next()).done) return true
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
      const lease = new Lease(project, this.#options)
      try {
        for (const task of tasks) yield* this.#batchesOf(task, project, lease)
      } finally {
        await lease.release()
      }
    }
  }

  /** Those of one task, whose failure stops no other. */
  async *#batchesOf(
    { name, batches }: TimerTask,
    project: Project,
    lease: Lease
  ): AsyncGenerator<undefined, void> {
    const { tools } = this.#options
    try {
      yield* batches(tools, { project, isOurs: () => lease.isOurs() })
    } catch (error) {
      tools.onError(error, `carrying out ${name}`)
    }
  }
}

/** The lease of one project in one round: taken by the first who asks for it, and kept. */
class Lease {
  readonly #project: Project
  readonly #options: TimersOptions
  #until: Instant | null = null

  constructor(project: Project, options: TimersOptions) {
    this.#project = project
    this.#options = options
  }

  async isOurs(): Promise<boolean> {
    const { tools, leases, owner, leaseMs } = this.#options
    const now = tools.shell.now()
    if (this.#until !== null && addMs(now, leaseMs / 2) < this.#until) return true
    const leaseUntil = addMs(now, leaseMs)
    const isTaken = await leases.take(this.#project.id, { owner, now, leaseUntil })
    this.#until = isTaken ? leaseUntil : null
    return isTaken
  }

  /** Reports where that fails: then it lapses. */
  async release(): Promise<void> {
    if (this.#until === null) return
    const { tools, leases, owner } = this.#options
    try {
      await leases.release(this.#project.id, owner)
    } catch (error) {
      tools.onError(error, `releasing the timers of project ${this.#project.id}`)
    }
  }
}
