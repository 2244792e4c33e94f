/**
 * Background work at its beginning: the job, and the handle its caller follows it by.
 *
 * Both are written in the unit of work that accepts the request, so that the id in the answer
 * exists before the answer is sent.
 *
 * Spec: AsyncActionAccepted, AsyncAction; Decisions 6 and 44.
 */
import type { AsyncAction, AsyncActionType, Job, Json, TaskName } from '../../model.ts'
import { type Change, JOB_CHUNK_ITEMS } from '../changes.ts'
import type { Occasion } from '../occasion.ts'

export interface Work {
  readonly task: TaskName
  /** Jobs of one queue run one after the other; null: whenever. */
  readonly queue: string | null
  /** What the job remembers between chunks. */
  readonly data: unknown
  /** Units of work: items, or vouchers to make; 0 where nobody knows before. */
  readonly total: number
  /** The payload; none where `data` says it all. */
  readonly items: readonly unknown[]
}

/** Queues work that nobody waits for. */
export function queueJob(
  work: Work,
  occasion: Occasion
): Extract<Change, { readonly kind: 'job.queued' }> {
  return queued(work, null, occasion)
}

/** Queues work with a handle on it. Ids in order: the handle, the job. */
export function queueAction(
  type: AsyncActionType,
  work: Work,
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
  { task, queue, data, total, items }: Work,
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
  const rows = asJson(items) as readonly Json[]
  const count = Math.ceil(rows.length / JOB_CHUNK_ITEMS)
  const chunks = Array.from({ length: count }, (_, index) =>
    rows.slice(index * JOB_CHUNK_ITEMS, (index + 1) * JOB_CHUNK_ITEMS)
  )
  return { kind: 'job.queued', job, chunks }
}

/** Through JSON and back, so that what is queued is what will be read: without undefined. */
function asJson(data: unknown): Json {
  return JSON.parse(JSON.stringify(data)) as Json
}

/** An action whose work has got as far as `done` of `total`. */
export function advance(
  action: AsyncAction,
  { done, total }: { readonly done: number; readonly total: number },
  { now }: Pick<Occasion, 'now'>
): AsyncAction {
  const progress = Math.floor((done / total) * 100)
  return { ...action, status: 'IN_PROGRESS', progress, updatedAt: now }
}

/**
 * An action that is over. DONE means that it came to its end; whether that did any good is said by
 * `success`. The processing time counts from the request, waiting included.
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
    processingTimeMs: Date.parse(now) - Date.parse(action.createdAt),
    updatedAt: now
  }
}
