/**
 * The statements of the audit: everything that is kept, counted again from what it was counted
 * from. All of them belong to no session's project, because one unit looks at every project: the
 * project is a parameter of their own. Each answers for a range of ids (`after`, excluded, to
 * `last`, included), so that the audit needs no more memory for a large project than for a small
 * one.
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
import type { Instant } from '../../model.ts'
import type { Session } from '../engine/session.ts'
import { type Given, type Statement, statement, type Tables } from '../engine/statements.ts'
import { columnsCounted } from '../redemptions/redemptions.ts'

/** A page by id, after the last one seen. */
export type Paged = { project: string; after: string; limit: number }

/** A range of ids: the first is excluded, the last included. */
export type Ranged = { project: string; after: string; last: string }

type Owned = { readonly projectId: PgColumn }

/** The rows that belong to the project given. */
export function ofProject(table: Owned, { project }: Given<{ project: string }>): SQL {
  return eq(table.projectId, project)
}

/** The rows of a project whose ids are above `after` and at most `last`. */
export function withinRange(table: Owned, id: PgColumn, given: Given<Ranged>): SQL | undefined {
  return and(ofProject(table, given), gt(id, given.after), lte(id, given.last))
}

/** The rows of a project whose ids are above `after`. */
export function pageAfter(table: Owned, id: PgColumn, given: Given<Paged>): SQL | undefined {
  return and(ofProject(table, given), gt(id, given.after))
}

/** The whole numbers of a column, added up; 0 for none. */
function sumOf(column: PgColumn): SQL<number> {
  return sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)
}

export const auditedVouchers = statement(({ db, t: { vouchers: v } }, given: Given<Paged>) =>
  db
    .select()
    .from(v)
    .where(pageAfter(v, v.id, given))
    .orderBy(asc(v.id))
    .limit(given.limit)
)

export const auditedCustomers = statement(
  ({ db, t: { customers, customerTotals: totals } }, given: Given<Paged>) => {
    const ofCustomer = and(
      eq(totals.projectId, customers.projectId),
      eq(totals.customerId, customers.id)
    )
    return db
      .select({ id: customers.id, totals })
      .from(customers)
      .leftJoin(totals, ofCustomer)
      .where(pageAfter(customers, customers.id, given))
      .orderBy(asc(customers.id))
      .limit(given.limit)
  }
)

export const auditedCampaigns = statement(({ db, t: { campaigns: c } }, given: Given<Paged>) =>
  db
    .select({ id: c.id, counted: c.vouchersCount })
    .from(c)
    .where(pageAfter(c, c.id, given))
    .orderBy(asc(c.id))
    .limit(given.limit)
)

export const auditedRules = statement(({ db, t: { validationRules: r } }, given: Given<Paged>) =>
  db
    .select({ id: r.id, counted: r.assignmentsCount })
    .from(r)
    .where(pageAfter(r, r.id, given))
    .orderBy(asc(r.id))
    .limit(given.limit)
)

export const auditedRewards = statement(({ db, t: { rewards: r } }, given: Given<Paged>) =>
  db
    .select({ id: r.id, counted: r.redeemed })
    .from(r)
    .where(pageAfter(r, r.id, given))
    .orderBy(asc(r.id))
    .limit(given.limit)
)

export const auditedPromotionTiers = statement(
  ({ db, t: { promotionTiers: tier } }, given: Given<Paged>) =>
    db
      .select({
        id: tier.id,
        totalRedeemed: tier.totalRedeemed,
        ordersAmount: tier.ordersAmount,
        ordersDiscountAmount: tier.ordersDiscountAmount
      })
      .from(tier)
      .where(pageAfter(tier, tier.id, given))
      .orderBy(asc(tier.id))
      .limit(given.limit)
)

type EntriesPaged = {
  project: string
  afterVoucher: string
  afterEntry: string
  last: string
  limit: number
}

export const auditedEntries = statement(
  ({ db, t: { ledgerEntries: e } }, given: Given<EntriesPaged>) => {
    const place = sql`(${e.voucherId}, ${e.id})`
    const after = sql`(${given.afterVoucher}, ${given.afterEntry})`
    return db
      .select()
      .from(e)
      .where(and(ofProject(e, given), sql`${place} > ${after}`, lte(e.voucherId, given.last)))
      .orderBy(asc(e.voucherId), asc(e.id))
      .limit(given.limit)
  }
)

export const auditedLot = statement(
  ({ db, t: { lots } }, given: Given<{ project: string; id: string }>) =>
    db
      .select()
      .from(lots)
      .where(and(ofProject(lots, given), eq(lots.id, given.id)))
)

export const auditedLotsCount = statement(
  ({ db, t: { lots } }, given: Given<{ project: string }>) =>
    db.select({ counted: count() }).from(lots).where(ofProject(lots, given))
)

export const auditedPendingPoints = statement(
  ({ db, t: { pendingPoints: p } }, given: Given<Ranged>) =>
    db
      .select({ id: p.voucherId, counted: sumOf(p.points) })
      .from(p)
      .where(and(withinRange(p, p.voucherId, given), sql`status = 'PENDING'`))
      .groupBy(p.voucherId)
)

export const auditedPublications = statement(
  ({ db, t: { publications: p } }, given: Given<Ranged>) =>
    db
      .select({ id: p.voucherId, counted: count() })
      .from(p)
      .where(withinRange(p, p.voucherId, given))
      .groupBy(p.voucherId)
)

export const auditedRedemptionsOfVouchers = statement(
  ({ db, t: { redemptions: r } }, given: Given<Ranged>) =>
    db
      .select({ id: r.voucherId, counted: count() })
      .from(r)
      .where(and(withinRange(r, r.voucherId, given), eq(r.status, 'SUCCEEDED'), isNull(r.parentId)))
      .groupBy(r.voucherId)
)

export const auditedRecordsOfVouchers = statement(
  ({ db, t: { redemptions: r } }, given: Given<Ranged>) =>
    db
      .select({ id: r.voucherId, counted: count() })
      .from(r)
      .where(withinRange(r, r.voucherId, given))
      .groupBy(r.voucherId)
)

/** Of a stack, its redemptions are counted, and not the one that stands for them. */
function isNoStack({ redemptions: r }: Tables): SQL | undefined {
  return or(isNotNull(r.voucherId), isNotNull(r.promotionTierId))
}

export const auditedRedemptionsOfCustomers = statement(({ db, t }, given: Given<Ranged>) => {
  const { redemptions: r } = t
  // Nothing that is refused stands for a stack, but what was asked for may not exist.
  const isFailed = eq(r.status, 'FAILED')
  return db
    .select({ id: r.customerId, status: r.status, counted: count() })
    .from(r)
    .where(and(withinRange(r, r.customerId, given), isNull(r.parentId), or(isNoStack(t), isFailed)))
    .groupBy(r.customerId, r.status)
})

export const auditedRollbacksOfCustomers = statement(({ db, t }, given: Given<Ranged>) => {
  const { redemptions: r } = t
  return db
    .select({ id: r.customerId, status: r.status, counted: count() })
    .from(r)
    .where(and(withinRange(r, r.customerId, given), isNotNull(r.parentId), isNoStack(t)))
    .groupBy(r.customerId, r.status)
})

export const auditedVouchersOfCustomers = statement(
  ({ db, t: { vouchers: v } }, given: Given<Ranged>) =>
    db
      .select({
        id: v.holderId,
        cardBalance: sumOf(v.balance),
        cardRedeemedPoints: sumOf(v.redeemedPoints),
        giftBalance: sumOf(v.giftBalance),
        giftRedeemedAmount: sumOf(v.giftRedeemed)
      })
      .from(v)
      .where(withinRange(v, v.holderId, given))
      .groupBy(v.holderId)
)

const PAID = ['PAID', 'FULFILLED'] as const

export const auditedOrdersOfCustomers = statement(
  ({ db, t: { orders: o } }, given: Given<Ranged>) =>
    db
      .select({ id: o.customerId, counted: count(), amount: sumOf(o.totalAmount) })
      .from(o)
      .where(and(withinRange(o, o.customerId, given), inArray(o.status, PAID)))
      .groupBy(o.customerId)
)

/** Those of the latest date; several, where they were first paid at one instant. */
export const auditedLastOrdersOfCustomers = statement(
  ({ db, t: { orders: o } }, given: Given<Ranged>) => {
    const later = aliasedTable(o, 'later')
    const isLater = and(
      eq(later.projectId, o.projectId),
      eq(later.customerId, o.customerId),
      gt(later.earnedAt, o.earnedAt),
      inArray(later.status, PAID)
    )
    return db
      .select({ id: o.customerId, amount: o.totalAmount, date: o.earnedAt })
      .from(o)
      .where(
        and(
          withinRange(o, o.customerId, given),
          inArray(o.status, PAID),
          isNotNull(o.earnedAt),
          notExists(db.select({ id: later.id }).from(later).where(isLater))
        )
      )
      .orderBy(asc(o.customerId), asc(o.id))
  }
)

export const auditedVouchersOfCampaigns = statement(
  ({ db, t: { vouchers: v } }, given: Given<Ranged>) =>
    db
      .select({ id: v.campaignId, counted: count() })
      .from(v)
      .where(withinRange(v, v.campaignId, given))
      .groupBy(v.campaignId)
)

export const auditedAssignmentsOfRules = statement(
  ({ db, t: { validationRuleAssignments: a } }, given: Given<Ranged>) =>
    db
      .select({ id: a.ruleId, counted: count() })
      .from(a)
      .where(withinRange(a, a.ruleId, given))
      .groupBy(a.ruleId)
)

export const auditedRedemptions = statement(({ db, t: { redemptions: r } }, given: Given<Paged>) =>
  db
    .select({
      ...columnsCounted(r),
      stackId: r.stackId,
      points: r.points
    })
    .from(r)
    .where(and(pageAfter(r, r.id, given), eq(r.status, 'SUCCEEDED'), isNull(r.parentId)))
    .orderBy(asc(r.id))
    .limit(given.limit)
)

export const auditedJobs = statement(({ db, t: { jobs } }, given: Given<Paged>) =>
  db
    .select()
    .from(jobs)
    .where(pageAfter(jobs, jobs.id, given))
    .orderBy(asc(jobs.id))
    .limit(given.limit)
)

type ChunksPaged = { project: string; id: string; after: number; limit: number }

export const auditedJobChunks = statement(
  ({ db, t: { jobChunks: chunk } }, given: Given<ChunksPaged>) =>
    db
      .select()
      .from(chunk)
      .where(and(ofProject(chunk, given), eq(chunk.jobId, given.id), gt(chunk.index, given.after)))
      .orderBy(asc(chunk.index))
      .limit(given.limit)
)

/** Those that have not ended. */
export const auditedActionsUnderWay = statement(
  ({ db, t: { asyncActions: a } }, given: Given<Paged>) =>
    db
      .select({ id: a.id, status: a.status })
      .from(a)
      .where(and(pageAfter(a, a.id, given), ne(a.status, 'DONE'), ne(a.status, 'FAILED')))
      .orderBy(asc(a.id))
      .limit(given.limit)
)

/* Shared parts of the audit: paging through a project, and noting what disagrees. */

/** The number of things checked. */
export type CheckedCounts = Record<
  'projects' | 'vouchers' | 'entries' | 'lots' | 'customers' | 'redemptions' | 'jobs',
  number
>

/**
 * What a disagreement is about, in the order they are told in: what customers have; what they are
 * shown and limited by; what is only kept to be read; and what is under way.
 */
export const FINDING_KINDS = [
  'points',
  'redemptions',
  'orders',
  'standing',
  'counters',
  'locks',
  'jobs'
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/** `sentence`: the project, the thing, what it should be and what it is. */
export interface AuditFinding {
  readonly kind: FindingKind
  readonly sentence: string
}

/** Rows of a page. Big enough to keep statements few, small enough to keep memory flat. */
export const PAGE = 500
/** One project, as far as it was looked at. */
export interface Scope {
  readonly session: Session
  readonly project: string
  /** Of the project: days are meant in it. */
  readonly zone: string
  /** The moment that locks are looked at. */
  readonly now: Instant
  readonly counts: CheckedCounts
  /** What is looked at. */
  readonly kind: FindingKind
  /** Everything that was found so far. */
  readonly findings: AuditFinding[]
}

/** Notes what is wrong, and the audit goes on. */
export function disagree({ project, kind, findings }: Scope, sentence: string): void {
  findings.push({ kind, sentence: `Project ${project}: ${sentence}` })
}

/** `expected` is what was counted again, `found` what is stored. */
export function agree(scope: Scope, what: string, expected: unknown, found: unknown): void {
  if (expected === found) return
  disagree(scope, `${what} should be ${String(expected)} and is ${String(found)}.`)
}

/** All rows of a statement that pages by `after`. */
export async function* pages<Row extends { readonly id: string }>(
  { session, project }: Scope,
  statement: Statement<Paged, Row>,
  limit: number = PAGE
): AsyncGenerator<{ rows: Row[]; after: string; last: string }> {
  for (let after = ''; ; ) {
    const rows = await session.all(statement, { project, after, limit })
    const last = rows.at(-1)?.id
    if (last === undefined) return
    yield { rows, after, last }
    after = last
  }
}

/** Ids: the first is excluded, the last included. */
export interface Range {
  readonly after: string
  readonly last: string
}

/** Counted numbers of a range by id; what is not there counts 0. */
export async function countedIn(
  { session, project }: Scope,
  statement: Statement<Ranged, { readonly id: string | null; readonly counted: number }>,
  { after, last }: Range
): Promise<(id: string) => number> {
  const rows = await session.all(statement, { project, after, last })
  const byId = new Map(rows.map(({ id, counted }) => [id, counted]))
  return id => byId.get(id) ?? 0
}
