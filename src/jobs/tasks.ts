/**
 * The task list: which function carries out which job, and what runs by the clock.
 *
 * A task does one unit of work at a time and says whether there is more. Whatever a unit does is
 * written together with the progress it makes, so a task that is cut short anywhere goes on at the
 * next unit and does none of them twice. What runs by the clock has no payload: it looks for what
 * is due, so it does the same after a crash as on a good day.
 *
 * Spec: Endpoints 5 and 8 (what is done after the answer); Resources, Export, Pending point entry.
 */
import { conclude } from '../decisions/background.ts'
import type { Change, Decision, Occasion } from '../decisions/changes.ts'
import type { AsyncAction, Job, Project, TaskName } from '../model.ts'
import type { Errand, Shell } from '../shell.ts'
import type { Session } from '../storage/loads-jobs.ts'
import { writeExport } from './exports.ts'
import { activateDuePoints, expireLapsedPoints } from './points.ts'
import { updateProducts } from './products.ts'
import { makeVouchers } from './vouchers.ts'

/** What tasks are given; a worker hands it on. */
export interface Tools {
  readonly shell: Pick<Shell, 'carryOut' | 'limits' | 'now'>
  /** Reads in one snapshot; null for what belongs to no single project. */
  readonly read: <Facts>(
    projectId: string | null,
    load: (session: Session) => Promise<Facts>
  ) => Promise<Facts>
  /** A uniform whole number, 0 ≤ n < below. */
  readonly random: (below: number) => number
  /** Milliseconds from any fixed moment on; measures units of work, not the time of day. */
  readonly stopwatch: () => number
  /** Tells whoever runs the service what went wrong, and what was being done. */
  readonly onError: (error: unknown, doing: string) => void
}

/** A job in a worker's hands. */
export interface Held {
  /** As it was claimed; `done` and `data` are read anew in each unit. */
  readonly job: Job
  readonly owner: string
  readonly project: Project
  /** The request that asked for the work. */
  readonly requestId: string
}

/** `lost`: another worker has the job now, or it is gone. */
export type Step = 'more' | 'finished' | 'lost'

export interface Task {
  /** Carries out one unit. @throws what went wrong; nothing of the unit was written then. */
  readonly step: (held: Held, tools: Tools) => Promise<Step>
  /** Tells the caller that the work is given up, and ends the job; what was done remains. */
  readonly giveUp: (held: Held, tools: Tools) => Promise<Step>
}

/** What the clock starts. Between batches, at each `yield`, other work has its turn. */
export interface TimerTask {
  readonly name: string
  readonly batches: (tools: Tools) => AsyncGenerator<undefined, void>
}

/** Every task a job can name. */
export const tasks: { readonly [Name in TaskName]: Task } = {
  'products.bulkUpdate': updateProducts,
  'vouchers.generate': makeVouchers,
  'exports.write': writeExport
}

/** In this order: points that become active on a day may expire by the end of it. */
export const timerTasks: readonly TimerTask[] = [
  { name: 'points.activate', batches: activateDuePoints },
  { name: 'points.expire', batches: expireLapsedPoints }
]

/** In whose name a job's units are carried out. */
export function errandOf({ project, requestId }: Held): Errand {
  return { project, requestId, source: { channel: 'INTERNAL' } }
}
