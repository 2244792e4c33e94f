/**
 * Background work as rows: who may do what, and until when. A job is queued, progresses and ends by
 * changes, in the units that cause them; this is the rest. A claim gives a worker the job for the
 * length of a lease; a worker that dies leaves it to lapse, and the next claim goes on where the
 * last unit was committed. Nothing here decides: each function is one guarded statement, and says
 * whether it found the job still its owner's. A unit of a job confirms first that it is, and no
 * other worker can take the job until that unit has ended.
 * Spec: AsyncAction.
 */
import { aliasedTable } from 'drizzle-orm/alias'
import {
  and,
  asc,
  count,
  eq,
  gt,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  notExists,
  or,
  type SQL,
  sql
} from 'drizzle-orm/sql'
import { type BulkChunk, queueRefusal } from '../decisions/async-actions.ts'
import type { Change } from '../decisions/changes.ts'
import { Refused } from '../decisions/refusals.ts'
import type { AsyncAction, Job, Project } from '../model.ts'
import { addMs, type Instant } from '../rules/validity.ts'
import { findActionOf } from './async-actions.ts'
import { type ChangeKinds, decidedBy, STEP, written } from './engine/change-kinds.ts'
import {
  deleteBy,
  deleteParts,
  insertInto,
  rowsBy,
  rowsHeld,
  saveBy,
  setBy,
  totalBy
} from './engine/queries.ts'
import { type KindsOf, type Session, write } from './engine/session.ts'
import {
  byId,
  columnsToSet,
  command,
  type Dialect,
  type Given,
  held,
  inTurn,
  is,
  mine,
  type Parameter,
  statement,
  type Tables,
  untaken
} from './engine/statements.ts'
import type { Store } from './engine/store.ts'
import { projectById, projectOf } from './projects.ts'

type HeldJob = { id: string; owner: string }

const FREE = { owner: sql`null`, leaseUntil: sql`null` }

/** Free, and its present attempt does not count. */
function untried(job: Tables['jobs']) {
  return { ...FREE, attempts: sql`${job.attempts} - 1` }
}

export const renewJob = setBy('jobs', ['leaseUntil'], ['id', 'owner'])

export const rescheduleJob = setBy('jobs', ['runAt'], ['id', 'owner'], { set: () => FREE })

export const postponeJob = setBy('jobs', ['runAt'], ['id', 'owner'], { set: untried })

export const releaseJob = setBy('jobs', [], ['id', 'owner'], { set: untried })

/** When more is done, the count of attempts begins again: the present one is then the first. */
export const progressJob = setBy('jobs', ['done', 'data'], ['id', 'owner'], {
  set: (job, { done }: Given<{ done: number }>) => ({
    attempts: sql`case when ${done} > ${job.done} then 1 else ${job.attempts} end`
  }),
  and: (job, { doneBefore }: Given<{ doneBefore: number }>) => is(job.done, doneBefore)
})

export const amendJob = setBy('jobs', ['data'], ['id'], { and: job => isNull(job.owner) })

export const deleteJobRow = deleteBy('jobs', ['id', 'owner'])

export const deleteJobChunkRow = deleteBy('jobChunks', ['jobId', 'index'])

export const deleteJobChunkRows = deleteParts('jobChunks', 'jobId')

export const nextJobChunk = rowsBy('jobChunks', ['jobId'], { up: ['index'], limit: 1 })

export const heldJob = statement(({ db, t: { jobs } }, given: Given<HeldJob>) =>
  db
    .select()
    .from(jobs)
    .where(and(byId(jobs, given), is(jobs.owner, given.owner)))
)

export const jobOfQueue = rowsBy('jobs', ['queue'], {
  pick: ['id', 'asyncActionId'],
  up: ['id'],
  limit: 1
})

export const jobsOfQueue = statement(({ db, t: { jobs } }, { queue }: Given<{ queue: string }>) =>
  db
    .select()
    .from(jobs)
    .where(and(mine(jobs), is(jobs.queue, queue)))
    .orderBy(asc(jobs.id))
)

export const jobAfter = statement(
  ({ db, t: { jobs } }, given: Given<{ queue: string; id: string }>) =>
    db
      .select()
      .from(jobs)
      .where(and(mine(jobs), is(jobs.queue, given.queue), gt(jobs.id, given.id)))
      .orderBy(asc(jobs.id))
      .limit(1)
)

/** Orders of vouchers that are still being carried out; each belongs to no queue. */
export const vouchersUnderWay = rowsBy('jobs', [], {
  pick: ['data'],
  and: job => and(isNull(job.queue), eq(job.task, 'vouchers.generate')),
  up: ['id']
})

export const jobsOfProject = statement(({ db, t: { jobs } }) =>
  db
    .select()
    .from(jobs)
    .where(and(mine(jobs), gt(jobs.id, '')))
    .orderBy(asc(jobs.id))
)

/** Jobs go when they end, so that all there are have not ended. */
export const jobsWaiting = totalBy('jobs')

/**
 * Other units of the project that queue a job wait here until this one ends. One statement cannot
 * count what others are just writing; those behind it see all that these wrote.
 */
export const takeJobTurn = command(({ db, t: { jobTurns } }) =>
  db
    .insert(jobTurns)
    .values({ projectId: sql.placeholder('projectId') })
    .onConflictDoUpdate({
      target: jobTurns.projectId,
      set: { projectId: sql`excluded.project_id` }
    })
)

/** The same turn, taken before the load; nothing where no job was ever queued. */
export const jobTurnHeld = statement(dialect => {
  const { jobTurns } = dialect.t
  const turn = dialect.db.select({ projectId: jobTurns.projectId }).from(jobTurns)
  return inTurn(dialect, turn.where(mine(jobTurns)))
})

export const insertJob = insertInto('jobs')
export const insertJobChunk = insertInto('jobChunks')

export interface Hold {
  readonly job: Pick<Job, 'id' | 'projectId'>
  readonly owner: string
}

/**
 * The job that has been due longest and is free, now `owner`'s for `leaseMs`; its attempt is
 * counted. Null when there is none. Of a queue only the oldest job can be had, due or not, so that
 * its jobs are carried out one after another in the order they came, however many workers there
 * are; one that was begun goes on before an older one that came late.
 */
export async function claim(
  store: Store,
  options: {
    readonly now: Instant
    readonly owner: string
    readonly leaseMs: number
    /** Of this project alone; absent: of all. */
    readonly projectId?: string
  }
): Promise<Job | null> {
  const { now, owner, leaseMs, projectId = null } = options
  return store.write(projectId, async session => {
    const asked = projectId === null ? claimJob : claimOwnJob
    const row = await session.one(asked, { now, owner, leaseUntil: addMs(now, leaseMs) })
    return { value: row ?? null, changes: [] }
  })
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
    if ((await findHeldJob(session, { job, owner })) === null) return { value: false, changes: [] }
    const end: Change = { kind: 'job.finished', jobId: job.id, owner }
    return { value: true, changes: [...changes, end] }
  })
}

/** The job as it stands, for the unit that carries out its next part; null when it was lost. */
export async function findHeldJob(session: Session, { job, owner }: Hold): Promise<Job | null> {
  return (await session.one(heldJob, { id: job.id, owner })) ?? null
}

/** The next part of a job's payload, lowest index first; null when there is none left. */
export async function nextChunk(session: Session, jobId: string) {
  const row = await session.one(nextJobChunk, { jobId })
  return row === undefined ? null : { index: row.index, items: row.items }
}

async function update(
  store: Store,
  { job, owner }: Hold,
  run: (session: Session, of: HeldJob) => Promise<number>
): Promise<boolean> {
  return store.write(job.projectId, async session => {
    const written = await run(session, { id: job.id, owner })
    return { value: written > 0, changes: [] }
  })
}

export type JobQueue = ReturnType<typeof jobQueue>

/** The queue in a store; what handlers queue, they queue by changes. */
export function jobQueue(store: Store) {
  return {
    claim: (options: Parameters<typeof claim>[1]) => claim(store, options),
    /** Keeps a job for `leaseMs` from now; false when it is no longer the owner's. */
    renew: (hold: Hold, { now, leaseMs }: { readonly now: Instant; readonly leaseMs: number }) => {
      const leaseUntil = addMs(now, leaseMs)
      return update(store, hold, (session, of) => session.run(renewJob, { ...of, leaseUntil }))
    },
    /** Lets a job go after a failed attempt, to be tried again from `runAt` on; as renew. */
    reschedule: (hold: Hold, runAt: Instant) =>
      update(store, hold, (session, of) => session.run(rescheduleJob, { ...of, runAt })),
    /** Lets a job go until `runAt`, because others hold what it needs; no attempt. As in renew. */
    postpone: (hold: Hold, runAt: Instant) =>
      update(store, hold, (session, of) => session.run(postponeJob, { ...of, runAt })),
    /** Gives a job back because the worker stops; the attempt does not count. As in renew. */
    release: (hold: Hold) => update(store, hold, (session, of) => session.run(releaseJob, of)),
    giveUp: (hold: Hold, changes: readonly Change[]) => giveUp(store, hold, changes)
  }
}

/** Of all projects; null: none is due. */
export async function findJobsDue(session: Session, now: Instant) {
  const { total, since } = (await session.one(jobsDue, { now })) ?? { total: 0, since: null }
  return { count: total, since }
}

/** The jobs of the session's project that have not ended, oldest first: at most a thousand. */
export async function listJobs(session: Session): Promise<readonly Job[]> {
  return session.all(jobsOfProject)
}

export function loadClaimed(job: Job) {
  return async (session: Session): Promise<{ project: Project; action: AsyncAction | null }> => {
    const row = await session.one(projectById, { id: job.projectId })
    if (row === undefined) throw new Error(`Job ${job.id} is of project ${job.projectId}: gone`)
    return { project: projectOf(row), action: await findActionOf(session, job) }
  }
}

/** The job and its handle as they are now; null: it is no longer the owner's. */
export function loadHeld(hold: Hold) {
  return async (session: Session): Promise<{ job: Job; action: AsyncAction | null } | null> => {
    const job = await findHeldJob(session, hold)
    return job === null ? null : { job, action: await findActionOf(session, job) }
  }
}

export async function findJobAndAction(
  session: Session,
  hold: Hold
): Promise<{ job: Job; action: AsyncAction } | null> {
  const { job, action } = (await loadHeld(hold)(session)) ?? {}
  if (job === undefined) return null
  if (action == null) throw new Error(`Job ${job.id} has no async action to report to`)
  return { job, action }
}

export interface Chunk<Item> extends BulkChunk {
  readonly items: readonly Item[]
}

/** The next chunk of a job of many items; null when the job is no longer held. */
export function loadChunk<Item>(hold: Hold) {
  return async (session: Session): Promise<Chunk<Item> | null> => {
    const held = await findJobAndAction(session, hold)
    if (held === null) return null
    const chunk = await nextChunk(session, held.job.id)
    if (chunk === null) throw new Error(`The payload of job ${held.job.id} is gone`)
    const items = chunk.items as unknown as readonly Item[]
    return { ...held, owner: hold.owner, chunkIndex: chunk.index, count: items.length, items }
  }
}

export const jobChanges: ChangeKinds<KindsOf<'job'>> = {
  'job.queued': {
    step: STEP.queued,
    meets: { lock: () => decidedBy('jobs', jobTurnHeld, {}) },
    write: async (session, change) => {
      const { job, chunks } = change
      // Where all that a unit reads is of one moment, it is alone.
      if (!session.isSnapshot) session.send(takeJobTurn, {})
      const waiting = await session.one(jobsWaiting)
      const refusal = queueRefusal(waiting?.total ?? 0)
      if (refusal !== null) throw new Refused(refusal)
      await write(session, change, insertJob, job)
      for (const [index, items] of chunks.entries()) {
        await write(session, change, insertJobChunk, { jobId: job.id, index, items: [...items] })
      }
    }
  },
  'job.progressed': {
    step: STEP.jobs,
    write: async (session, change) => {
      const { jobId, owner, done, step, data, chunkIndex: index } = change
      const values = { id: jobId, owner, done, doneBefore: done - step, data }
      await write(session, change, progressJob, values)
      if (index !== null) await write(session, change, deleteJobChunkRow, { jobId, index })
    }
  },
  'job.amended': written(STEP.jobs, amendJob, change => ({ id: change.jobId, data: change.data })),
  'job.finished': {
    step: STEP.jobs,
    write: async (session, change) => {
      const { jobId: id, owner } = change
      session.send(deleteJobChunkRows, { id })
      await write(session, change, deleteJobRow, { id, owner })
    }
  }
}

/** How many jobs of all projects wait for a worker, and since when the first of them is due. */
export const jobsDue = statement(({ db, t: { jobs } }, { now }: Given<{ now: Instant }>) =>
  db
    .select({ total: count(), since: min(jobs.runAt) })
    .from(jobs)
    .where(and(lte(jobs.runAt, now), isFree(jobs, now)))
)

/** Nobody holds it, or only who is dead. */
function isFree(job: Tables['jobs'], now: Parameter<Instant>) {
  return or(isNull(job.leaseUntil), lte(job.leaseUntil, now))
}

export const claimJob = claiming(() => undefined)

/** The next one of the session's project alone, whose clock may show another time. */
export const claimOwnJob = claiming(mine)

/**
 * Takes the job that has been due longest and is free, and counts the attempt.
 * Of a queue only one job may be taken: the one that has an owner, who is dead when its lease is
 * over, or else the oldest, due or not; that keeps a queue in order. What another worker is just
 * writing cannot be seen, so the tables have a rule as well: no two jobs of a queue have an owner.
 * Who breaks it claims once more. The outer WHERE says "free" again, because another worker may
 * have been faster; on PostgreSQL a job that one is just taking is passed over.
 */
function claiming(within: (job: Tables['jobs']) => SQL | undefined) {
  type Claim = { now: Instant; owner: string; leaseUntil: Instant }
  return statement((dialect: Dialect, given: Given<Claim>) => {
    const { db } = dialect
    const { jobs } = dialect.t
    const candidate = aliasedTable(jobs, 'candidate')
    const other = aliasedTable(jobs, 'other')
    const before = and(
      eq(other.projectId, candidate.projectId),
      eq(other.queue, candidate.queue),
      or(isNotNull(other.owner), lt(other.id, candidate.id))
    )
    const isFirst = or(
      isNull(candidate.queue),
      isNotNull(candidate.owner),
      notExists(db.select({ id: other.id }).from(other).where(before))
    )
    const isDue = and(
      within(candidate),
      lte(candidate.runAt, given.now),
      isFree(candidate, given.now),
      isFirst
    )
    const ids = { projectId: candidate.projectId, id: candidate.id }
    const due = db.select(ids).from(candidate).where(isDue)
    const first = untaken(dialect, due.orderBy(candidate.runAt, candidate.id).limit(1))
    return db
      .update(jobs)
      .set({
        ...columnsToSet(jobs, given, ['owner', 'leaseUntil']),
        attempts: sql`${jobs.attempts} + 1`
      })
      .where(and(sql`(${jobs.projectId}, ${jobs.id}) = ${first}`, isFree(jobs, given.now)))
      .returning()
  })
}

/*
 * What every unit of a job makes sure of: that the job is still its owner's. A worker may sleep
 * longer than its lease, and then another one has its jobs. So a unit finds the row of the job
 * first, and holds it: who would take the job passes it over until the unit ends.
 */

/** A job of its owner, whom nobody takes it from until the unit ends. */
export const confirmedJob = rowsHeld('jobs', ['id', 'owner'], 'id', { by: held })

/** A unit of a job was not carried out, because the job is another worker's by now, or gone. */
export class JobLost extends Error {
  readonly code = 'job_lost'

  constructor({ job }: Hold) {
    super(`Job ${job.id} is not held by this worker any more.`)
  }
}

export function confirmedBy(hold: Hold) {
  return {
    /** @throws {JobLost} when the job is not the owner's. */
    confirm: async (session: Session): Promise<void> => {
      const { job, owner } = hold
      const row = await session.one(confirmedJob, { id: job.id, owner })
      if (row === undefined) throw new JobLost(hold)
    }
  }
}

/*
 * Which process carries out what is due in a project by the calendar: one at a time, for the length
 * of a lease, and another one when it dies. The lease spares the others the work. It is no guard:
 * what is due is written under guards of its own, so that two who both believe to have it do
 * nothing twice.
 */

type Lease = { owner: string; leaseUntil: Instant }

/** Writes nothing while another owner's lease goes on. */
export const takeTimerLease = saveBy(
  'timerLeases',
  [],
  ['owner', 'leaseUntil'],
  (lease, { owner, now }: Given<{ owner: string; now: Instant }>) =>
    or(eq(lease.owner, owner), lte(lease.leaseUntil, now))
)

export const deleteTimerLease = deleteBy('timerLeases', ['owner'])

export type TimerLeases = ReturnType<typeof timerLeases>

/** Each lease is taken, kept and given back in a unit of its own. */
export function timerLeases(store: Store) {
  return {
    /** Takes the lease of a project, or keeps it, until `leaseUntil`; false while another has it. */
    take: (projectId: string, lease: Lease & { readonly now: Instant }) =>
      store.write(projectId, async session => {
        const written = await session.run(takeTimerLease, lease)
        return { value: written > 0, changes: [] }
      }),
    release: (projectId: string, owner: string) =>
      store.write(projectId, async session => {
        await session.run(deleteTimerLease, { owner })
        return { value: undefined, changes: [] }
      })
  }
}
