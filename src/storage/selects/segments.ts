/**
 * The SELECTs of segments as they are listed, of who is in them, and of what refers to one.
 *
 * Segments are written by hand; who is in them is not, and is found by the customer alone.
 *
 * Spec: Conventions 2; Events 2 (`customer.segment.entered`); Decisions 57 and 81.
 */
import { and, asc, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm/sql'
import { among, pagesOf } from '../engine/clauses.ts'
import type { Dialect } from '../engine/dialect.ts'

const value = sql.placeholder

/** All of them; selects.ts adds them to its own. */
export function segmentSelects(dialect: Dialect) {
  return { ...segmentPages(dialect), ...memberships(dialect), ...references(dialect) }
}

function segmentPages({ db, t: { segments: s } }: Dialect) {
  const mine = eq(s.projectId, value('projectId'))
  const page = pagesOf(db, s, mine)
  return {
    'segments by created_at': () => page('segments by created_at', asc(s.createdAt), asc(s.id)),
    'segments by -created_at': () => page('segments by -created_at', desc(s.createdAt), desc(s.id)),
    segmentsCount: () => db.select({ total: count() }).from(s).where(mine).prepare('segmentsCount')
  }
}

/** The segments of one customer; ids sort by time. */
function memberships({ db, t: { segments: s, segmentMembers: m } }: Dialect) {
  const ofCustomer = and(eq(m.projectId, value('projectId')), eq(m.customerId, value('customerId')))
  const page = (name: string, order: SQL) =>
    db
      .select({ segment: s })
      .from(m)
      .innerJoin(s, and(eq(s.projectId, m.projectId), eq(s.id, m.segmentId)))
      .where(ofCustomer)
      .orderBy(order)
      .limit(value('limit'))
      .offset(value('offset'))
      .prepare(name)
  return {
    'segments of customer by created_at': () =>
      page('segments of customer by created_at', asc(m.segmentId)),
    'segments of customer by -created_at': () =>
      page('segments of customer by -created_at', desc(m.segmentId)),
    segmentsOfCustomerCount: () =>
      db.select({ total: count() }).from(m).where(ofCustomer).prepare('segmentsOfCustomerCount')
  }
}

/** Whom a request names, what fills a segment, and what would miss one. */
function references(dialect: Dialect) {
  const { db, t } = dialect
  const { customers: c, jobs, earningRules: rule, validationRules: v } = t
  const people = and(eq(c.projectId, value('projectId')), isNull(c.deletedAt))
  return {
    customersById: () =>
      db
        .select({ id: c.id })
        .from(c)
        .where(and(people, among(dialect, c.id, 'ids')))
        .orderBy(asc(c.id))
        .prepare('customersById'),
    // Sorted by what they are found by: sorted by id, the engine would walk through all of them.
    customersBySourceId: () =>
      db
        .select({ id: c.id, sourceId: c.sourceId })
        .from(c)
        .where(and(people, among(dialect, c.sourceId, 'sourceIds')))
        .orderBy(asc(c.sourceId))
        .prepare('customersBySourceId'),
    /** What is still to be done in a queue. */
    jobOfQueue: () =>
      db
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(eq(jobs.projectId, value('projectId')), eq(jobs.queue, value('queue'))))
        .orderBy(asc(jobs.id))
        .limit(1)
        .prepare('jobOfQueue'),
    /** Found by the event they are all about. */
    earningRulesForSegment: () =>
      db
        .select({ id: rule.id })
        .from(rule)
        .where(
          and(
            eq(rule.projectId, value('projectId')),
            eq(rule.event, 'customer.segment.entered'),
            eq(rule.segmentId, value('segmentId'))
          )
        )
        .orderBy(asc(rule.campaignId), asc(rule.id))
        .limit(value('limit'))
        .prepare('earningRulesForSegment'),
    /** What all of them ask: conditions are found in no index. */
    validationRulesOfProject: () =>
      db
        .select({ id: v.id, rules: v.rules })
        .from(v)
        .where(eq(v.projectId, value('projectId')))
        .orderBy(asc(v.id))
        .prepare('validationRulesOfProject')
  }
}
