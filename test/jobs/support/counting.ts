/**
 * The task that counts: each unit moves a job from `done` to `done + 1` and says so in a log, so
 * that what was carried out twice, or never, is seen.
 */
import type { Change } from '../../../src/decisions/changes.ts'
import {
  type ClaimedJob,
  originOf,
  type Task,
  type Tools,
  whenFound
} from '../../../src/jobs/worker.ts'
import { auditedJobs } from '../../../src/storage/audit/recounts.ts'
import { loadHeld } from '../../../src/storage/jobs.ts'
import type { Workshop } from './workshop.ts'

interface Counting {
  readonly log: string[]
  readonly task: Task
}

/** Counts each job to its total; `trouble` is asked before every unit and may throw. */
export function counting(
  trouble: (done: number, held: ClaimedJob) => void | Promise<void> = () => {}
): Counting {
  const log: string[] = []
  const task: Task = {
    async *work(held, tools) {
      for (;;) {
        const done = await oneUnit(held, tools, trouble)
        if (done === null) return
        log.push(`${held.owner.replace(/-\d+$/, '')}: ${held.job.id} ${done}`)
        if (done === held.job.total) return
        yield 'advanced'
      }
    },
    givenUp: (_job, action, now) => {
      if (action === null) return []
      const updated = { ...action, status: 'FAILED' as const, updatedAt: now }
      return [{ kind: 'asyncAction.updated', action: updated }]
    }
  }
  return { log, task }
}

async function oneUnit(
  held: ClaimedJob,
  { shell, read }: Tools,
  trouble: (done: number, held: ClaimedJob) => void | Promise<void>
): Promise<number | null> {
  const before = await read(held.project.id, loadHeld(held))
  if (before !== null) await trouble(before.job.done, held)
  return shell.settle(originOf(held), {
    load: loadHeld(held),
    decide: whenFound(({ job, action }) => {
      const { id: jobId, total, data } = job
      const { owner } = held
      const done = job.done + 1
      const changes: Change[] = [
        { kind: 'job.progressed', jobId, owner, step: 1, done, chunkIndex: null, data }
      ]
      if (done === total) {
        changes.push({ kind: 'job.finished', jobId, owner })
        if (action !== null) {
          const ended = { ...action, status: 'DONE' as const, progress: 100 }
          changes.push({ kind: 'asyncAction.updated', action: ended })
        }
      }
      return { result: done, changes }
    })
  })
}

/** The jobs that have not ended, and how they stand. */
export async function jobs({ rows }: Workshop) {
  const found = await rows(auditedJobs, { project: 'proj_1', after: '', limit: 100 })
  return found.map(({ id, done, attempts, runAt, owner }) => ({ id, done, attempts, runAt, owner }))
}
