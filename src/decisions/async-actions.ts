/**
 * The start of background work: the job, and the async action by which its caller follows it. Both
 * are written in the unit of work that accepts the request, so that the id in the answer exists
 * before the answer is sent.
 * Spec: AsyncActionAccepted, AsyncAction, AsyncActionResult, AsyncActionError.
 */

import type { AsyncAction, AsyncActionType, Instant, Job, Json, TaskName } from '../model.ts'
import type { Change, Decision, Occasion } from './changes.ts'
import type { RowFinding } from './imports/columns.ts'
import { quote, type Refusal, type RefusalKey } from './refusals.ts'

/** Items of a payload in one row at most, which one unit of work carries out. */
export const JOB_CHUNK_ITEMS = 100

/** Not ended, of one project: a thousand of the largest bodies are what a disk must have left. */
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
  readonly data: unknown
  /** Units of work: items, or vouchers to make; 0 when the number is not known. */
  readonly total: number
  /** Empty when `data` is all. Stored as JSON and not copied before, which would hold up all. */
  readonly items: readonly unknown[]
  /** Indexes of items before which a chunk ends, so that none weighs too much; absent: by number. */
  readonly ends?: readonly number[]
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
  const created = { kind: 'asyncAction.created', action } as const
  return { action, changes: [created, queueJob(work, occasion, action.id)] }
}

export function queueJob(
  { task, queue, data, total, items, ends = [] }: Workload,
  { newId, now, project }: Occasion,
  asyncActionId: string | null = null
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
  const chunks: (readonly Json[])[] = []
  let from = 0
  for (const most of [...ends, items.length]) {
    while (from < most) {
      const end = Math.min(from + JOB_CHUNK_ITEMS, most)
      chunks.push(items.slice(from, end) as readonly Json[])
      from = end
    }
  }
  return { kind: 'job.queued', job, chunks }
}

/** Through JSON and back, so that the stored value is the one that is read: without undefined. */
function asJson(data: unknown): Json {
  return JSON.parse(JSON.stringify(data)) as Json
}

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

/** An async action lists at most this many failures; it counts all of them. */
export const REPORTED_FAILURES_MAX = 1000

/** A thousand ordinary sentences, because the tally is written again with every chunk. */
export const REPORTED_CHARACTERS_MAX = 200_000

interface BulkTally {
  readonly doneCount: number
  readonly failedCount: number
  /** The first REPORTED_FAILURES_MAX that fit, in the words of the wire. */
  readonly errors: readonly ItemFailure[]
  /** A sentence beside the counts; absent for none. */
  readonly message?: string
}

export interface ItemFailure {
  readonly source_id?: string
  readonly key: RefusalKey
  readonly message: string
  /** Begins with the index of the item in the request, from 0, or with the line of its row. */
  readonly details: string
}

export const NOTHING_DONE: BulkTally = { doneCount: 0, failedCount: 0, errors: [] }

export function failureOf(sourceId: string, index: number, { key, details }: Refusal): ItemFailure {
  return { source_id: sourceId, ...failedFor(key), details: `Item [${index}]: ${details}` }
}

const DETAILS_MAX = 4096
const SOURCE_ID_MAX = 512

export function rowFailureOf(
  { place, sourceId }: { readonly place: string; readonly sourceId: string | undefined },
  { key, findings }: { readonly key: RefusalKey; readonly findings: readonly RowFinding[] }
): ItemFailure {
  const told = findings.map(({ column, message }) =>
    column === null ? message : `column ${quote(column)}: ${message}`
  )
  const at = findings[0]?.column === null ? ':' : ','
  return {
    ...(sourceId === undefined ? {} : { source_id: sourceId.slice(0, SOURCE_ID_MAX) }),
    ...failedFor(key),
    details: `${place}${at} ${told.join('; ')}`.slice(0, DETAILS_MAX)
  }
}

/** The result of an import without anything that was sent; null where nothing was quoted. */
export function unquoted(result: Json): Json | null {
  const { errors = [], ...counts } = (result ?? {}) as { readonly errors?: readonly ItemFailure[] }
  const places = errors.map(({ key, message, details }) => {
    const [place = 'Item'] = PLACE.exec(details) ?? []
    return { key, message, details: `${place}: erased with the data of a customer` }
  })
  const isSame = errors.every(({ details, source_id: name }, index) => {
    return name === undefined && details === places[index]?.details
  })
  return isSame ? null : { ...counts, errors: places }
}

/** How the details of a failure begin. */
const PLACE = /^(?:Line \d+|Item \[\d+\])/

/** The key itself says it where nobody has found a sentence for it. */
function failedFor(key: RefusalKey) {
  return { key, message: MESSAGES[key] ?? key }
}

const MESSAGES: { readonly [Key in RefusalKey]?: string } = {
  not_found: 'Resource not found',
  duplicate_found: 'Duplicated resource found',
  invalid_payload: 'Invalid payload',
  invalid_amount: 'Invalid amount',
  metadata_validation_failed: 'Metadata validation failed'
}

/** Work that is carried out, leased to `owner`. */
export interface LeasedWork {
  readonly job: Job
  readonly owner: string
  readonly action: AsyncAction
}

/** A chunk of it; the job's `done` is before it. */
export interface BulkChunk extends LeasedWork {
  readonly chunkIndex: number
  readonly count: number
}

/** The result of one chunk. `finished`: it was the last, and the job is deleted. */
export interface BulkProgress {
  readonly action: AsyncAction
  readonly finished: boolean
}

export function progressBulk(
  { job, owner, action, chunkIndex, count }: BulkChunk,
  failures: readonly ItemFailure[],
  occasion: Pick<Occasion, 'now'>
): { readonly result: BulkProgress; readonly changes: readonly Change[] } {
  const before = job.data as unknown as BulkTally
  const tally = {
    ...before,
    doneCount: before.doneCount + count - failures.length,
    failedCount: before.failedCount + failures.length,
    errors: fitting([...before.errors, ...failures])
  }
  const done = job.done + count
  const finished = done >= job.total
  const updated = finished
    ? conclude(action, outcomeOf(tally), occasion)
    : advance(action, { done, total: job.total }, occasion)
  const data = { ...(job.data as object), ...tally } as unknown as Json
  const progress = { jobId: job.id, owner, step: count, done, chunkIndex, data }
  const changes: Change[] = [
    { kind: 'job.progressed', ...progress },
    { kind: 'asyncAction.updated', action: updated }
  ]
  if (finished) changes.push({ kind: 'job.finished', jobId: job.id, owner })
  return { result: { action: updated, finished }, changes }
}

function fitting(errors: readonly ItemFailure[]): readonly ItemFailure[] {
  let left = REPORTED_CHARACTERS_MAX
  return errors.slice(0, REPORTED_FAILURES_MAX).filter(({ details, source_id: name = '' }) => {
    left -= details.length + name.length
    return left >= 0
  })
}

/** The request succeeded when at least one item was carried out. */
function outcomeOf({ doneCount, failedCount, errors, message }: BulkTally) {
  // No report files are written, since the errors are here; clients still expect the list.
  const none = { reports: [], reports_available_till: null }
  const counted = { done_count: doneCount, failed_count: failedCount, ...none, errors }
  const result = message === undefined ? counted : { message, ...counted }
  return { done: true, success: doneCount > 0, result }
}

export function givenUpBulk(things: string) {
  return ({ data, done, total }: Job, action: AsyncAction | null, now: Instant): Change[] => {
    if (action === null) return []
    const { doneCount, failedCount, errors } = data as unknown as BulkTally
    const result = {
      message: `Stopped after ${done} of ${total} ${things}. Send the others again.`,
      done_count: doneCount,
      failed_count: failedCount,
      errors
    }
    const failed = conclude(action, { done: false, success: false, result }, { now })
    return [{ kind: 'asyncAction.updated', action: failed }]
  }
}

/** Seconds for which a request with a key is answered as the first time, unless it says fewer. */
export const RECEIPT_SECONDS = 86_400

/** The latest instant of receipts that are over at `now`, when they count for so many seconds. */
export function receiptsOver(now: Instant, keptSeconds = RECEIPT_SECONDS): Instant {
  return new Date(Date.parse(now) - keptSeconds * 1_000).toISOString()
}

export function forgetReceipts(ids: readonly string[]): Decision<number> {
  return {
    result: ids.length,
    changes: ids.map(id => ({ kind: 'resource.deleted', resource: 'receipt', id }))
  }
}
