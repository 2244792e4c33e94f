/**
 * What a task is: work in units, each written together with its progress.
 *
 * A task is a generator that stops after every unit, so that other jobs have their turn and a stop
 * is possible. A task that was cut short goes on at the next unit and repeats none. It keeps
 * nothing between units that it could not read again.
 *
 * Spec: AsyncAction.progress.
 */
import type { Change, Decision } from '../decisions/changes.ts'
import type { Occasion } from '../decisions/occasion.ts'
import type { AsyncAction, Instant, Job, Project } from '../model.ts'
import type { Origin, Shell, UnitOfWork } from '../shell.ts'
import type { Store } from '../storage/engine/store.ts'
import { confirmedBy } from '../storage/jobs/confirming.ts'

/** What the worker gives to tasks. */
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

/** A job that a worker has claimed. */
export interface ClaimedJob {
  /** The job as it was claimed; each unit reads `done` and `data` again. */
  readonly job: Job
  /** The owner of this claim. */
  readonly owner: string
  readonly project: Project
  /** The request that asked for the work. */
  readonly requestId: string
}

/** `advanced`: the unit made progress. `looked`: it only read. */
export type JobProgress = 'advanced' | 'looked'

export interface Task {
  /**
   * Carries out the job, stopping after each unit; returns at the end, or when the job is no longer
   * held. @throws the error of a unit, of which nothing was written.
   */
  readonly work: (held: ClaimedJob, tools: Tools) => AsyncGenerator<JobProgress, void>
  /** The changes beside the end of a job that is given up; finished units stay written. */
  readonly givenUp: (job: Job, action: AsyncAction | null, now: Instant) => readonly Change[]
}

/** One project in a round of the timer. */
export interface TimerRound {
  readonly project: Project
  /**
   * Whether this process may carry out what is due in the project, because no other one does. Asked
   * before each batch, and only when something is due.
   */
  readonly isOurs: () => Promise<boolean>
}

/** A task of the timer: looks for what is due in a project, a bounded batch up to each `yield`. */
export interface TimerTask {
  readonly name: string
  readonly batches: (tools: Tools, round: TimerRound) => AsyncGenerator<undefined, void>
}

/** Where the units of a job come from: each of them is carried out only while the job is held. */
export function originOf(held: ClaimedJob): Origin {
  const { project, requestId } = held
  return { project, requestId, source: { channel: 'INTERNAL' }, proof: confirmedBy(held) }
}

/** Decides nothing, with result null, when the load found nothing to decide on. */
export function whenFound<Facts, Result>(
  decide: (facts: Facts, occasion: Occasion) => Decision<Result>
) {
  return (facts: Facts | null, occasion: Occasion): Decision<Result | null> =>
    facts === null ? { result: null, changes: [] } : decide(facts, occasion)
}

/**
 * What all of them come to. Where some fail, the first one's error is thrown when all have ended,
 * so that none goes on beside what comes next.
 */
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
