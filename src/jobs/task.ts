/**
 * What a task is: work in units, each written together with the progress it makes.
 *
 * A task is a generator that stops after every unit, so that others have their turn and a stop has
 * its chance. Cut short anywhere, it goes on at the next unit and does none of them twice. What it
 * keeps between units is only what it could find out again.
 *
 * Spec: AsyncAction.progress; Decision 44.
 */
import type { Change, Decision, Occasion } from '../decisions/changes.ts'
import type { AsyncAction, Instant, Job, Project } from '../model.ts'
import type { Errand, Shell } from '../shell.ts'
import type { Store } from '../storage/store.ts'

/** What tasks are given; a worker hands it on. */
export interface Tools {
  readonly shell: Pick<Shell, 'carryOut' | 'limits' | 'now'>
  /** Reads in one snapshot; null for what belongs to no single project. */
  readonly read: Store['read']
  /** A uniform whole number, 0 ≤ n < below. */
  readonly random: (below: number) => number
  /** Milliseconds from some moment on; measures units of work, never tells the time. */
  readonly stopwatch: () => number
  /** Tells whoever runs the service what went wrong while doing what. */
  readonly onError: (error: unknown, doing: string) => void
}

/** A job in a worker's hands. */
export interface Held {
  /** As it was claimed; each unit reads `done` and `data` anew. */
  readonly job: Job
  /** The name this holding goes by. */
  readonly owner: string
  readonly project: Project
  /** The request that asked for the work. */
  readonly requestId: string
}

/** `advanced`: the job got further. `looked`: the unit only found something out. */
export type Unit = 'advanced' | 'looked'

export interface Task {
  /**
   * Carries out the job, stopping after each unit; returns at the end, or when the job is no longer
   * held. @throws what went wrong; nothing of that unit was written.
   */
  readonly work: (held: Held, tools: Tools) => AsyncGenerator<Unit, void>
  /** What is written beside the end of a job that is given up; what was done remains. */
  readonly givenUp: (job: Job, action: AsyncAction | null, now: Instant) => readonly Change[]
}

/** What the clock starts: looks for what is due, a bounded batch up to each `yield`. */
export interface TimerTask {
  readonly name: string
  readonly batches: (tools: Tools) => AsyncGenerator<undefined, void>
}

/** In whose name a job's units are carried out. */
export function errandOf({ project, requestId }: Held): Errand {
  return { project, requestId, source: { channel: 'INTERNAL' } }
}

/** A decision that decides nothing, with result null, when its load found nothing to decide on. */
export function whenFound<Facts, Result>(
  decide: (facts: Facts, occasion: Occasion) => Decision<Result>
) {
  return (facts: Facts | null, occasion: Occasion): Decision<Result | null> =>
    facts === null ? { result: null, changes: [] } : decide(facts, occasion)
}

/** The storage says no for a while, and whatever was asked of it is not to blame. */
const STORAGE_TROUBLES: ReadonlySet<unknown> = new Set(['store_busy', 'store_closed', 'store_full'])

/** Whether what went wrong is better asked again later than blamed on what was being done. */
export function isStorageTrouble(error: unknown): boolean {
  return error instanceof Error && 'code' in error && STORAGE_TROUBLES.has(error.code)
}
