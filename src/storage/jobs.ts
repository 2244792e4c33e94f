/**
 * Background work as rows: who may do what, and until when.
 *
 * A job is queued, progresses and ends by changes, in the units that cause them; this is the rest.
 * A claim gives a worker the job for the length of a lease; a worker that dies leaves it to lapse,
 * and the next claim goes on where the last unit was committed. Nothing here decides: each
 * function is one guarded statement, and says whether it found the job still its owner's.
 *
 * Spec: Endpoints 5 (a count above 1) and 8.
 */
import type { Change } from '../decisions/changes.ts'
import type * as model from '../model.ts'
import type { AsyncAction, Instant, Job, Json, Project } from '../model.ts'
import { findActionOf } from './async-actions.ts'
import type { Row } from './engine/rows.ts'
import type { Session } from './engine/session.ts'
import type { StatementName, Values } from './engine/statements.ts'
import type { Store } from './engine/store.ts'
import { projectOf } from './projects.ts'

/** A worker's hold on a job. */
export interface Hold {
  readonly job: Pick<Job, 'id' | 'projectId'>
  readonly owner: string
}

/**
 * The job that has been due longest and is free, now `owner`'s for `leaseMs`; its attempt is
 * counted. Null when there is none. Of a queue only the oldest job can be had, due or not, so that
 * its jobs are carried out one after another in the order they came, however many workers there
 * are.
 */
export async function claim(
  store: Store,
  options: { readonly now: Instant; readonly owner: string; readonly leaseMs: number }
): Promise<Job | null> {
  const { now, owner, leaseMs } = options
  return store.write(null, async session => {
    const row = await session.one('claimJob', { now, owner, leaseUntil: later(now, leaseMs) })
    return { value: row === undefined ? null : jobOf(row), changes: [] }
  })
}

/** Keeps a job for `leaseMs` from now; false when it is no longer the owner's. */
export async function renew(
  store: Store,
  hold: Hold,
  { now, leaseMs }: { readonly now: Instant; readonly leaseMs: number }
): Promise<boolean> {
  return update(store, hold, 'renewJob', { leaseUntil: later(now, leaseMs) })
}

/** Lets a job go after a failed attempt, to be tried again from `runAt` on; false as in renew. */
export async function reschedule(store: Store, hold: Hold, runAt: Instant): Promise<boolean> {
  return update(store, hold, 'rescheduleJob', { runAt })
}

/** Gives a job back because the worker stops; the attempt does not count. False as in renew. */
export async function release(store: Store, hold: Hold): Promise<boolean> {
  return update(store, hold, 'releaseJob', {})
}

/**
 * Ends a job that cannot be done: `changes` (what its async action now says) and the job's own
 * end are one. False, and nothing changed, when it is no longer the owner's.
 */
export async function giveUp(
  store: Store,
  { job, owner }: Hold,
  changes: readonly Change[]
): Promise<boolean> {
  return store.write(job.projectId, async session => {
    if ((await held(session, { job, owner })) === null) return { value: false, changes: [] }
    const end: Change = { kind: 'job.finished', jobId: job.id, owner }
    return { value: true, changes: [...changes, end] }
  })
}

/** The job as it stands, for the unit that carries out its next part; null when it was lost. */
export async function held(session: Session, { job, owner }: Hold): Promise<Job | null> {
  const row = await session.one('heldJob', { id: job.id, owner })
  return row === undefined ? null : jobOf(row)
}

/** The next part of a job's payload, lowest index first; null when there is none left. */
export async function nextChunk(
  session: Session,
  jobId: string
): Promise<{ readonly index: number; readonly items: readonly Json[] } | null> {
  const row = await session.one('nextJobChunk', { id: jobId })
  return row === undefined ? null : { index: row.index, items: row.items }
}

async function update(
  store: Store,
  { job, owner }: Hold,
  statement: StatementName,
  values: Values
): Promise<boolean> {
  return store.write(job.projectId, async session => {
    const row = await session.one(statement, { id: job.id, owner, ...values })
    return { value: row !== undefined, changes: [] }
  })
}

function later(now: Instant, ms: number): Instant {
  return new Date(Date.parse(now) + ms).toISOString()
}

/** Its row is the thing itself, project and all. */
export function jobOf(row: Row<'jobs'>): model.Job {
  return row
}

/** The stored jobs, as a worker deals with them. */
export interface JobQueue {
  readonly claim: Bound<typeof claim>
  readonly renew: Bound<typeof renew>
  readonly reschedule: Bound<typeof reschedule>
  readonly release: Bound<typeof release>
  readonly giveUp: Bound<typeof giveUp>
}

type Bound<Asked> = Asked extends (store: Store, ...rest: infer Rest) => infer Answer
  ? (...rest: Rest) => Answer
  : never

/** The queue in a store; what handlers queue, they queue by changes. */
export function jobQueue(store: Store): JobQueue {
  return {
    claim: options => claim(store, options),
    renew: (hold, options) => renew(store, hold, options),
    reschedule: (hold, runAt) => reschedule(store, hold, runAt),
    release: hold => release(store, hold),
    giveUp: (hold, changes) => giveUp(store, hold, changes)
  }
}

/** Whose a claimed job is, and the handle on it. */
export function loadClaimed(job: Job) {
  return async (session: Session): Promise<{ project: Project; action: AsyncAction | null }> => {
    const row = await session.one('projectById', { id: job.projectId })
    if (row === undefined) throw new Error(`Job ${job.id} is of project ${job.projectId}: gone`)
    return { project: projectOf(row), action: await findActionOf(session, job) }
  }
}

/** The job and its handle as they are now; null: it is no longer the owner's. */
export function loadHeld(hold: Hold) {
  return async (session: Session): Promise<{ job: Job; action: AsyncAction | null } | null> => {
    const job = await held(session, hold)
    return job === null ? null : { job, action: await findActionOf(session, job) }
  }
}

/** A job that its caller can follow, held. */
export async function heldWithAction(
  session: Session,
  hold: Hold
): Promise<{ job: Job; action: AsyncAction } | null> {
  const held = await loadHeld(hold)(session)
  if (held === null) return null
  const { job, action } = held
  if (action === null) throw new Error(`Job ${job.id} has no async action to report to`)
  return { job, action }
}
