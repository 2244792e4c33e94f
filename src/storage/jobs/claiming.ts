/**
 * Claiming: which job a worker takes next.
 *
 * Spec: AsyncAction.
 */
import { aliasedTable } from 'drizzle-orm/alias'
import { and, eq, isNotNull, isNull, lt, lte, notExists, or, type SQL, sql } from 'drizzle-orm/sql'
import type { Instant } from '../../model.ts'
import { columnsToSet, mine } from '../engine/clauses.ts'
import type { Dialect, Tables } from '../engine/dialect.ts'
import { untaken } from '../engine/row-locks.ts'
import { type Given, statement } from '../engine/statements.ts'

/** The next job of any project. */
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
    const isFree = (job: typeof jobs) => or(isNull(job.leaseUntil), lte(job.leaseUntil, given.now))
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
    const first = untaken(
      dialect,
      db
        .select({ projectId: candidate.projectId, id: candidate.id })
        .from(candidate)
        .where(and(within(candidate), lte(candidate.runAt, given.now), isFree(candidate), isFirst))
        .orderBy(candidate.runAt, candidate.id)
        .limit(1)
    )
    return db
      .update(jobs)
      .set({
        ...columnsToSet(jobs, given, ['owner', 'leaseUntil']),
        attempts: sql`${jobs.attempts} + 1`
      })
      .where(and(sql`(${jobs.projectId}, ${jobs.id}) = ${first}`, isFree(jobs)))
      .returning()
  })
}
