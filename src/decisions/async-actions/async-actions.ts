/**
 * The start of background work: the job, and the async action by which its caller follows it.
 *
 * Both are written in the unit of work that accepts the request, so that the id in the answer
 * exists before the answer is sent.
 *
 * Spec: AsyncActionAccepted, AsyncAction.
 */
import type { AsyncAction, AsyncActionType, Job, Json, TaskName } from '../../model.ts'
import type { Change } from '../changes.ts'
import type { Occasion } from '../occasion.ts'
import type { Refusal } from '../refusals.ts'

/** Items of a payload in one row, which one unit of work carries out. */
export const JOB_CHUNK_ITEMS = 100

/**
 * Jobs of one project that have not ended. A script that erases or exports one thing after another
 * has room; a thousand bodies of the largest size are what a disk must have left (10 GiB).
 */
export const JOBS_WAITING_MAX = 1_000

/** Seconds in which some of that many are likely to end. */
const RETRY_AFTER_SECONDS = 10

/** Why no job is queued while `waiting` others of the project have not ended; null where one is. */
export function queueRefusal(waiting: number): Refusal | null {
  if (waiting < JOBS_WAITING_MAX) return null
  const details =
    `The project has ${waiting} jobs that have not ended, and may have ${JOBS_WAITING_MAX}. ` +
    'Nothing was done; send the same request again when some have ended.'
  return { key: 'too_many_jobs', details, retryAfterSeconds: RETRY_AFTER_SECONDS }
}

export interface Workload {
  readonly task: TaskName
  /** Jobs of one queue run one after the other; null for no queue. */
  readonly queue: string | null
  /** The state that the job keeps between chunks. */
  readonly data: unknown
  /** Units of work: items, or vouchers to make; 0 when the number is not known. */
  readonly total: number
  /**
   * The payload; empty when `data` is all of it. It is stored as JSON and not copied before, which
   * would hold up everybody for longer than reading it.
   */
  readonly items: readonly unknown[]
}

/** Queues a job without an async action. */
export function queueJob(
  work: Workload,
  occasion: Occasion
): Extract<Change, { readonly kind: 'job.queued' }> {
  return queued(work, null, occasion)
}

/** Queues a job with an async action. Ids in order: the action, the job. */
export function queueAction(
  type: AsyncActionType,
  work: Workload,
  occasion: Occasion
): { readonly action: AsyncAction; readonly changes: readonly Change[] } {
  const { newId, now, requestId } = occasion
  const action: AsyncAction = {
    id: newId('aa'),
    type,
    status: 'ENQUEUED',
    operationStatus: null,
    result: null,
    requestId,
    progress: 0,
    processingTimeMs: null,
    createdAt: now,
    updatedAt: null
  }
  const changes = [
    { kind: 'asyncAction.created' as const, action },
    queued(work, action.id, occasion)
  ]
  return { action, changes }
}

function queued(
  { task, queue, data, total, items }: Workload,
  asyncActionId: string | null,
  { newId, now, project }: Occasion
): Extract<Change, { readonly kind: 'job.queued' }> {
  const job: Job = {
    id: newId('job'),
    projectId: project.id,
    task,
    queue,
    asyncActionId,
    data: asJson(data),
    done: 0,
    total,
    attempts: 0,
    runAt: now,
    owner: null,
    leaseUntil: null,
    createdAt: now
  }
  const rows = items as readonly Json[]
  const count = Math.ceil(rows.length / JOB_CHUNK_ITEMS)
  const chunks = Array.from({ length: count }, (_, index) =>
    rows.slice(index * JOB_CHUNK_ITEMS, (index + 1) * JOB_CHUNK_ITEMS)
  )
  return { kind: 'job.queued', job, chunks }
}

/** Through JSON and back, so that the stored value is the one that is read: without undefined. */
function asJson(data: unknown): Json {
  return JSON.parse(JSON.stringify(data)) as Json
}

/** The action after `done` of `total` units. */
export function advance(
  action: AsyncAction,
  { done, total }: { readonly done: number; readonly total: number },
  { now }: Pick<Occasion, 'now'>
): AsyncAction {
  const progress = Math.floor((done / total) * 100)
  return { ...action, status: 'IN_PROGRESS', progress, updatedAt: now }
}

/**
 * The action at its end. DONE means that the work came to its end; `success` says whether it did
 * anything. The processing time is in milliseconds and counts from the request, waiting included.
 * It is 0 where the clock was set back meanwhile.
 */
export function conclude(
  action: AsyncAction,
  outcome: { readonly done: boolean; readonly success: boolean; readonly result: unknown },
  { now }: Pick<Occasion, 'now'>
): AsyncAction {
  return {
    ...action,
    status: outcome.done ? 'DONE' : 'FAILED',
    operationStatus: outcome.success ? 'SUCCESS' : 'FAILED',
    result: asJson(outcome.result),
    progress: outcome.done ? 100 : action.progress,
    processingTimeMs: Math.max(0, Date.parse(now) - Date.parse(action.createdAt)),
    updatedAt: now
  }
}
