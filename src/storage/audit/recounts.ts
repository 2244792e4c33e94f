/**
 * The SELECTs of the audit: everything that is kept, counted again from what it was counted from.
 *
 * All of them belong to no session's project, because one unit looks at every project: the project
 * is their own placeholder. Each answers for a range of ids (`after`, excluded, to `last`,
 * included), so that the audit needs no more memory for a large project than for a small one.
 *
 * Spec: none; Decision 43.
 */
import { aliasedTable } from 'drizzle-orm/alias'
import type { PgColumn } from 'drizzle-orm/pg-core'
import {
  and,
  asc,
  count,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notExists,
  or,
  type SQL,
  sql
} from 'drizzle-orm/sql'
import type { Dialect } from '../engine/dialect.ts'
import { standingRecounts, within } from './standing-recounts.ts'

const value = sql.placeholder

export function recounts(dialect: Dialect) {
  return {
    ...kept(dialect),
    ...voucherRecounts(dialect),
    ...customerRecounts(dialect),
    ...otherRecounts(dialect),
    ...standingRecounts(dialect),
    ...jobRecounts(dialect)
  }
}

/** The whole numbers of a column, added up; 0 for none. */
function total(column: PgColumn): SQL<number> {
  return sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)
}

/** Pages of what carries kept numbers, by id, after the last one seen. */
function kept({ db, t }: Dialect) {
  const { vouchers: v, customers, customerTotals, campaigns, validationRules: rules, rewards } = t
  const from = (table: { readonly projectId: PgColumn; readonly id: PgColumn }) =>
    and(eq(table.projectId, value('project')), gt(table.id, value('after')))
  return {
    'audit vouchers': () =>
      db
        .select()
        .from(v)
        .where(from(v))
        .orderBy(asc(v.id))
        .limit(value('limit'))
        .prepare('audit vouchers'),
    'audit customers': () =>
      db
        .select({ id: customers.id, totals: customerTotals })
        .from(customers)
        .leftJoin(
          customerTotals,
          and(
            eq(customerTotals.projectId, customers.projectId),
            eq(customerTotals.customerId, customers.id)
          )
        )
        .where(from(customers))
        .orderBy(asc(customers.id))
        .limit(value('limit'))
        .prepare('audit customers'),
    'audit campaigns': () =>
      db
        .select({ id: campaigns.id, counted: campaigns.vouchersCount })
        .from(campaigns)
        .where(from(campaigns))
        .orderBy(asc(campaigns.id))
        .limit(value('limit'))
        .prepare('audit campaigns'),
    'audit rules': () =>
      db
        .select({ id: rules.id, counted: rules.assignmentsCount })
        .from(rules)
        .where(from(rules))
        .orderBy(asc(rules.id))
        .limit(value('limit'))
        .prepare('audit rules'),
    'audit rewards': () =>
      db
        .select({ id: rewards.id, counted: rewards.redeemed })
        .from(rewards)
        .where(from(rewards))
        .orderBy(asc(rewards.id))
        .limit(value('limit'))
        .prepare('audit rewards')
  }
}

/** What vouchers are made of: entries, lots, pending points, publications, redemptions. */
function voucherRecounts({ db, t }: Dialect) {
  const { ledgerEntries: entries, lots, pendingPoints, publications, redemptions } = t
  const pair = sql`(${entries.voucherId}, ${entries.id})`
  return {
    'audit entries': () =>
      db
        .select()
        .from(entries)
        .where(
          and(
            eq(entries.projectId, value('project')),
            sql`${pair} > (${value('afterVoucher')}, ${value('afterEntry')})`,
            lte(entries.voucherId, value('last'))
          )
        )
        .orderBy(asc(entries.voucherId), asc(entries.id))
        .limit(value('limit'))
        .prepare('audit entries'),
    'audit lot': () =>
      db
        .select()
        .from(lots)
        .where(and(eq(lots.projectId, value('project')), eq(lots.id, value('id'))))
        .prepare('audit lot'),
    'audit lots': () =>
      db
        .select({ counted: count() })
        .from(lots)
        .where(eq(lots.projectId, value('project')))
        .prepare('audit lots'),
    'audit pending': () =>
      db
        .select({ id: pendingPoints.voucherId, counted: total(pendingPoints.points) })
        .from(pendingPoints)
        .where(and(within(pendingPoints, pendingPoints.voucherId), sql`status = 'PENDING'`))
        .groupBy(pendingPoints.voucherId)
        .prepare('audit pending'),
    'audit publications': () =>
      db
        .select({ id: publications.voucherId, counted: count() })
        .from(publications)
        .where(within(publications, publications.voucherId))
        .groupBy(publications.voucherId)
        .prepare('audit publications'),
    'audit redemptions of vouchers': () =>
      db
        .select({ id: redemptions.voucherId, counted: count() })
        .from(redemptions)
        .where(
          and(
            within(redemptions, redemptions.voucherId),
            eq(redemptions.status, 'SUCCEEDED'),
            isNull(redemptions.parentId)
          )
        )
        .groupBy(redemptions.voucherId)
        .prepare('audit redemptions of vouchers'),
    'audit records of vouchers': () =>
      db
        .select({ id: redemptions.voucherId, counted: count() })
        .from(redemptions)
        .where(within(redemptions, redemptions.voucherId))
        .groupBy(redemptions.voucherId)
        .prepare('audit records of vouchers')
  }
}

/** What the totals of customers are made of. */
function customerRecounts({ db, t }: Dialect) {
  const { redemptions, vouchers: v, orders } = t
  const later = aliasedTable(orders, 'later')
  return {
    'audit redemptions of customers': () =>
      db
        .select({ id: redemptions.customerId, status: redemptions.status, counted: count() })
        .from(redemptions)
        .where(and(within(redemptions, redemptions.customerId), isNull(redemptions.parentId)))
        .groupBy(redemptions.customerId, redemptions.status)
        .prepare('audit redemptions of customers'),
    'audit rollbacks of customers': () =>
      db
        .select({ id: redemptions.customerId, status: redemptions.status, counted: count() })
        .from(redemptions)
        .where(and(within(redemptions, redemptions.customerId), isNotNull(redemptions.parentId)))
        .groupBy(redemptions.customerId, redemptions.status)
        .prepare('audit rollbacks of customers'),
    'audit vouchers of customers': () =>
      db
        .select({
          id: v.holderId,
          cardBalance: total(v.balance),
          cardRedeemedPoints: total(v.redeemedPoints),
          giftBalance: total(v.giftBalance),
          giftRedeemedAmount: total(v.giftRedeemed)
        })
        .from(v)
        .where(within(v, v.holderId))
        .groupBy(v.holderId)
        .prepare('audit vouchers of customers'),
    'audit orders of customers': () =>
      db
        .select({ id: orders.customerId, counted: count(), amount: total(orders.totalAmount) })
        .from(orders)
        .where(and(within(orders, orders.customerId), inArray(orders.status, PAID)))
        .groupBy(orders.customerId)
        .prepare('audit orders of customers'),
    /** Those of the latest date; several, where they were first paid at one instant. */
    'audit last orders of customers': () =>
      db
        .select({ id: orders.customerId, amount: orders.totalAmount, date: orders.earnedAt })
        .from(orders)
        .where(
          and(
            within(orders, orders.customerId),
            inArray(orders.status, PAID),
            isNotNull(orders.earnedAt),
            notExists(
              db
                .select({ id: later.id })
                .from(later)
                .where(
                  and(
                    eq(later.projectId, orders.projectId),
                    eq(later.customerId, orders.customerId),
                    gt(later.earnedAt, orders.earnedAt),
                    inArray(later.status, PAID)
                  )
                )
            )
          )
        )
        .orderBy(asc(orders.customerId), asc(orders.id))
        .prepare('audit last orders of customers')
  }
}

const PAID = ['PAID', 'FULFILLED'] as const

function otherRecounts({ db, t }: Dialect) {
  const { vouchers: v, validationRuleAssignments: assignments, redemptions } = t
  return {
    'audit vouchers of campaigns': () =>
      db
        .select({ id: v.campaignId, counted: count() })
        .from(v)
        .where(within(v, v.campaignId))
        .groupBy(v.campaignId)
        .prepare('audit vouchers of campaigns'),
    'audit assignments of rules': () =>
      db
        .select({ id: assignments.ruleId, counted: count() })
        .from(assignments)
        .where(within(assignments, assignments.ruleId))
        .groupBy(assignments.ruleId)
        .prepare('audit assignments of rules'),
    'audit redemptions': () =>
      db
        .select({
          id: redemptions.id,
          date: redemptions.date,
          voucherId: redemptions.voucherId,
          campaignId: redemptions.campaignId,
          customerId: redemptions.customerId,
          record: redemptions.record
        })
        .from(redemptions)
        .where(
          and(
            eq(redemptions.projectId, value('project')),
            gt(redemptions.id, value('after')),
            eq(redemptions.status, 'SUCCEEDED'),
            isNull(redemptions.parentId)
          )
        )
        .orderBy(asc(redemptions.id))
        .limit(value('limit'))
        .prepare('audit redemptions')
  }
}

/** What a job, its async action and the rest of its payload must tell alike. */
function jobRecounts({ db, t }: Dialect) {
  const { jobs, jobChunks, asyncActions: actions } = t
  const sameAction = and(eq(actions.projectId, jobs.projectId), eq(actions.id, jobs.asyncActionId))
  const ended = or(eq(actions.status, 'DONE'), eq(actions.status, 'FAILED'))
  return {
    'audit jobs': () =>
      db
        .select()
        .from(jobs)
        .where(and(eq(jobs.projectId, value('project')), gt(jobs.id, value('after'))))
        .orderBy(asc(jobs.id))
        .limit(value('limit'))
        .prepare('audit jobs'),
    'audit job chunks': () =>
      db
        .select()
        .from(jobChunks)
        .where(
          and(
            eq(jobChunks.projectId, value('project')),
            eq(jobChunks.jobId, value('id')),
            gt(jobChunks.index, value('after'))
          )
        )
        .orderBy(asc(jobChunks.index))
        .limit(value('limit'))
        .prepare('audit job chunks'),
    'audit jobs of ended actions': () =>
      db
        .select({ id: jobs.id })
        .from(jobs)
        .leftJoin(actions, sameAction)
        .where(
          and(
            eq(jobs.projectId, value('project')),
            isNotNull(jobs.asyncActionId),
            or(isNull(actions.id), ended)
          )
        )
        .orderBy(asc(jobs.id))
        .limit(1)
        .prepare('audit jobs of ended actions'),
    'audit actions without a job': () =>
      db
        .select({ id: actions.id, status: actions.status })
        .from(actions)
        .where(
          and(
            eq(actions.projectId, value('project')),
            ne(actions.status, 'DONE'),
            ne(actions.status, 'FAILED'),
            notExists(db.select({ id: jobs.id }).from(jobs).where(sameAction))
          )
        )
        .orderBy(asc(actions.id))
        .limit(1)
        .prepare('audit actions without a job')
  }
}
