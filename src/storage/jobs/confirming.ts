/**
 * What every unit of a job makes sure of: that the job is still its owner's.
 *
 * A worker may sleep longer than its lease, and then another one has its jobs. So a unit finds the
 * row of the job first, and holds it: who would take the job passes it over until the unit ends.
 *
 * Spec: AsyncAction.
 */
import type { Dialect } from '../engine/dialect.ts'
import { held } from '../engine/row-locks.ts'
import type { Session } from '../engine/session.ts'
import { type Given, statement } from '../engine/statements.ts'
import { type HeldJob, type Hold, stillHeld } from '../jobs.ts'

/** A job of its owner, whom nobody takes it from until the unit ends. */
export const confirmedJob = statement((dialect: Dialect, given: Given<HeldJob>) => {
  const { jobs } = dialect.t
  return held(
    dialect,
    dialect.db.select({ id: jobs.id }).from(jobs).where(stillHeld(dialect.t, given))
  )
})

/** A unit of a job was not carried out, because the job is another worker's by now, or gone. */
export class JobLost extends Error {
  readonly code = 'job_lost'

  constructor({ job }: Hold) {
    super(`Job ${job.id} is not held by this worker any more.`)
  }
}

/**
 * What every unit of a job makes sure of before anything else: nobody else has the job, and nobody
 * gets it before the unit has ended.
 */
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
