/**
 * The SELECTs of members, rewards and what is on offer.
 *
 * Spec: Conventions 2; Resources, Voucher, Reward.
 */
import { and, asc, count, desc, eq, exists, isNull, sql } from 'drizzle-orm/sql'
import { pagesOf, sortedByStamps } from '../engine/clauses.ts'
import type { Dialect } from '../engine/dialect.ts'

const value = sql.placeholder

/** All of them; selects.ts adds them to its own. */
export function memberSelects(dialect: Dialect) {
  return { ...cardLists(dialect), ...rewardLists(dialect) }
}

/** Cards of a program that somebody holds who is there. Ids sort by time. */
function cardLists({ db, t: { vouchers: v, customers: c } }: Dialect) {
  const holder = db
    .select({ id: c.id })
    .from(c)
    .where(and(eq(c.projectId, v.projectId), eq(c.id, v.holderId), isNull(c.deletedAt)))
  const held = and(
    eq(v.projectId, value('projectId')),
    eq(v.campaignId, value('campaignId')),
    sql`holder_id is not null`,
    exists(holder)
  )
  const page = pagesOf(db, v, held)
  return {
    'members by created_at': () => page('members by created_at', asc(v.id)),
    'members by -created_at': () => page('members by -created_at', desc(v.id)),
    membersCount: () => db.select({ total: count() }).from(v).where(held).prepare('membersCount')
  }
}

function rewardLists({ db, t: { rewards: r, rewardAssignments: a } }: Dialect) {
  const mine = eq(r.projectId, value('projectId'))
  const page = pagesOf(db, r, mine)
  const offered = and(eq(a.projectId, value('projectId')), eq(a.campaignId, value('campaignId')))
  const offers = pagesOf(db, a, offered)
  return {
    ...sortedByStamps('rewards', r, page),
    rewardsCount: () => db.select({ total: count() }).from(r).where(mine).prepare('rewardsCount'),
    'rewardAssignments by created_at': () =>
      offers('rewardAssignments by created_at', asc(a.createdAt), asc(a.id)),
    'rewardAssignments by -created_at': () =>
      offers('rewardAssignments by -created_at', desc(a.createdAt), desc(a.id)),
    rewardAssignmentsCount: () =>
      db.select({ total: count() }).from(a).where(offered).prepare('rewardAssignmentsCount')
  }
}
