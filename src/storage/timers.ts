/**
 * Which process carries out what is due in a project by the calendar: one at a time, for the length
 * of a lease, and another one when it dies.
 *
 * The lease spares the others the work. It is no guard: what is due is written under guards of its
 * own, so that two who both believe to have it do nothing twice.
 */
import { and, eq, lte, or, type SQL, sql } from 'drizzle-orm/sql'
import type { Instant } from '../model.ts'
import { columnsToSet, is, mine } from './engine/clauses.ts'
import { command, type Given } from './engine/statements.ts'
import type { Store } from './engine/store.ts'

type Lease = { owner: string; leaseUntil: Instant }

/** Writes nothing while another owner's lease goes on. */
export const takeTimerLease = command(
  ({ db, t: { timerLeases: l } }, given: Given<Lease & { now: Instant }>) =>
    db
      .insert(l)
      .values({
        projectId: sql.placeholder('projectId'),
        owner: given.owner,
        leaseUntil: given.leaseUntil
      })
      .onConflictDoUpdate({
        target: l.projectId,
        set: columnsToSet(l, given, ['owner', 'leaseUntil']),
        setWhere: or(eq(l.owner, given.owner), lte(l.leaseUntil, given.now)) as SQL
      })
)

export const deleteTimerLease = command(
  ({ db, t: { timerLeases: l } }, given: Given<{ owner: string }>) =>
    db.delete(l).where(and(mine(l), is(l.owner, given.owner)))
)

/** The leases of the timers of a store's projects. */
export interface TimerLeases {
  /** Takes the lease of a project, or keeps it, until `leaseUntil`; false while another has it. */
  take(projectId: string, lease: Lease & { readonly now: Instant }): Promise<boolean>
  /** Gives it back. */
  release(projectId: string, owner: string): Promise<void>
}

/** Each lease is taken, kept and given back in a unit of its own. */
export function timerLeases(store: Store): TimerLeases {
  return {
    take: (projectId, lease) =>
      store.write(projectId, async session => {
        const written = await session.run(takeTimerLease, lease)
        return { value: written > 0, changes: [] }
      }),
    release: (projectId, owner) =>
      store.write(projectId, async session => {
        await session.run(deleteTimerLease, { owner })
        return { value: undefined, changes: [] }
      })
  }
}
