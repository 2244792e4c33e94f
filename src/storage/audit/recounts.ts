/**
 * The statements of the audit: everything that is kept, counted again from what it was counted
 * from. All of them belong to no session's project, because one unit looks at every project: the
 * project is a parameter of their own. Each answers for a range of ids (`after`, excluded, to
 * `last`, included), so that the audit needs no more memory for a large project than for a small
 * one.
 */
import { aliasedTable } from 'drizzle-orm/alias'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
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
import type { Instant } from '../../rules/validity.ts'
import { type Columns, type Identified, rowsWhere } from '../engine/queries.ts'
import type { Session } from '../engine/session.ts'
import {
  among,
  type Given,
  type Row,
  type Statement,
  statement,
  type Tables
} from '../engine/statements.ts'
import { columnsCounted } from '../redemptions/redemptions.ts'

export type Paged = { project: string; after: string; limit: number }

export type Ranged = { project: string; after: string; last: string }

type Owned = { readonly projectId: PgColumn }

export function ofProject(table: Owned, { project }: Given<{ project: string }>): SQL {
  return eq(table.projectId, project)
}

export function withinRange(table: Owned, id: PgColumn, given: Given<Ranged>): SQL | undefined {
  return and(ofProject(table, given), gt(id, given.after), lte(id, given.last))
}

export function pageAfter(table: Owned, id: PgColumn, given: Given<Paged>): SQL | undefined {
  return and(ofProject(table, given), gt(id, given.after))
}

function sumOf(column: PgColumn): SQL<number> {
  return sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)
}

/** A page of a table by id: of each row the columns that are picked, or all. */
export function paged<
  Name extends Identified,
  Picked extends keyof Row<Name> & string = keyof Row<Name> & string
>(
  name: Name,
  asked: { pick?: readonly Picked[]; and?: (table: Tables[Name]) => SQL | undefined } = {}
) {
  return rowsWhere<Name, Paged, Picked, 'given', unknown>(
    name,
    (_, table, given) => [pageAfter(table, table['id'] as PgColumn, given as Given<Paged>)],
    { ...asked, up: ['id' as keyof Row<Name> & string], limit: 'given' }
  )
}

/** What a column keeps of each thing of a table, by page. */
function keptOf<Name extends Identified>(name: Name, column: keyof Row<Name> & string) {
  return statement(({ db, t }, given: Given<Paged>) => {
    const table = t[name] as unknown as Columns
    return db
      .select({ id: table['id'] as PgColumn, counted: table[column] as PgColumn })
      .from(table as PgTable)
      .where(pageAfter(table, table['id'] as PgColumn, given))
      .orderBy(asc(table['id'] as PgColumn))
      .limit(given.limit)
  }) as unknown as Statement<Paged, { readonly id: string; readonly counted: number }>
}

/** The rows of a table by what each belongs to, for a range of that: their number, or a sum. */
function countedBy<Name extends Identified>(
  name: Name,
  owner: keyof Row<Name> & string,
  more: {
    sum?: (table: Tables[Name]) => PgColumn
    and?: (table: Tables[Name]) => SQL | undefined
  } = {}
) {
  return statement(({ db, t }, given: Given<Ranged>) => {
    const table = t[name] as unknown as Columns
    const id = table[owner] as PgColumn
    return db
      .select({ id, counted: more.sum === undefined ? count() : sumOf(more.sum(t[name])) })
      .from(table as PgTable)
      .where(and(withinRange(table, id, given), more.and?.(t[name])))
      .groupBy(id)
  }) as unknown as Statement<Ranged, { readonly id: string | null; readonly counted: number }>
}

type Named = { project: string; ids: readonly string[] }

export function namedIn<Name extends Identified, Picked extends keyof Row<Name> & string>(
  name: Name,
  pick: readonly Picked[],
  up: readonly (keyof Row<Name> & string)[] = []
) {
  return rowsWhere<Name, Named, Picked, undefined, unknown>(
    name,
    (dialect, table, given) => {
      const { project, ids } = given as Given<Named>
      return [ofProject(table, { project }), among(dialect, table['id'] as PgColumn, ids)]
    },
    { pick, up }
  )
}

export function numberOf<Name extends Identified>(
  name: Name,
  further?: (table: Tables[Name]) => SQL
) {
  return statement(({ db, t }, given: Given<{ project: string }>) => {
    const table = t[name] as unknown as Columns
    return db
      .select({ counted: count() })
      .from(table as PgTable)
      .where(and(ofProject(table, given), further?.(t[name])))
  }) as unknown as Statement<{ project: string }, { readonly counted: number }>
}

export const auditedVouchers = paged('vouchers')

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

export const auditedCampaigns = keptOf('campaigns', 'vouchersCount')

export const auditedRules = keptOf('validationRules', 'assignmentsCount')

export const auditedRewards = keptOf('rewards', 'redeemed')

export const auditedPromotionTiers = paged('promotionTiers', {
  pick: ['id', 'totalRedeemed', 'ordersAmount', 'ordersDiscountAmount']
})

type EntriesPaged = Omit<Ranged, 'after'> & {
  afterVoucher: string
  afterEntry: string
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

export const auditedLotsCount = numberOf('lots')

export const auditedPendingPoints = countedBy('pendingPoints', 'voucherId', {
  sum: pending => pending.points,
  and: () => sql`status = 'PENDING'`
})

export const auditedPublications = countedBy('publications', 'voucherId')

/** Publications that say of their voucher what it is not, each with what the voucher says. */
export const auditedPublicationsUnlike = statement(
  ({ db, t: { publications: p, vouchers: v } }, given: Given<Ranged>) =>
    db
      .select({
        id: p.id,
        said: { type: p.voucherType, isReferralCode: p.isReferralCode, campaignId: p.campaignId },
        voucher: { type: v.type, isReferralCode: v.isReferralCode, campaignId: v.campaignId }
      })
      .from(p)
      .innerJoin(v, and(eq(v.projectId, p.projectId), eq(v.id, p.voucherId)))
      .where(
        and(
          withinRange(p, p.voucherId, given),
          or(
            ne(p.voucherType, v.type),
            ne(p.isReferralCode, v.isReferralCode),
            sql`coalesce(${p.campaignId}, '') <> coalesce(${v.campaignId}, '')`
          )
        )
      )
      .orderBy(asc(p.id))
)

/** Cards that say of their holder what is not so. */
export const auditedHoldersUnlike = statement(
  ({ db, t: { vouchers: v, customers: c } }, given: Given<Ranged>) => {
    const isGone = and(eq(v.type, 'LOYALTY_CARD'), isNotNull(c.deletedAt))
    return db
      .select({ id: v.id, holderGone: v.holderGone })
      .from(v)
      .innerJoin(c, and(eq(c.projectId, v.projectId), eq(c.id, v.holderId)))
      .where(and(withinRange(v, v.id, given), sql`${v.holderGone} <> (${isGone})`))
      .orderBy(asc(v.id))
  }
)

export const auditedRedemptionsOfVouchers = countedBy('redemptions', 'voucherId', {
  and: redemption => and(eq(redemption.status, 'SUCCEEDED'), isNull(redemption.parentId))
})

export const auditedRecordsOfVouchers = countedBy('redemptions', 'voucherId')

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

export const auditedVouchersOfCampaigns = countedBy('vouchers', 'campaignId')

export const auditedAssignmentsOfRules = countedBy('validationRuleAssignments', 'ruleId')

export const auditedRedemptions = statement(({ db, t: { redemptions: r } }, given: Given<Paged>) =>
  db
    .select({ ...columnsCounted(r), stackId: r.stackId, points: r.points })
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

export const auditedActionsUnderWay = paged('asyncActions', {
  pick: ['id', 'status'],
  and: action => and(ne(action.status, 'DONE'), ne(action.status, 'FAILED'))
})

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

/** `sentence`: the project, the thing in the words of the API, what is stored and what should be. */
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
  readonly kind: FindingKind
  readonly findings: AuditFinding[]
  readonly amiss: Amiss
}

/** By how much wrong balances and orders make the totals of their customers others, by figure. */
type Amiss = Map<string, Map<string, number>>

/** Notes what a total follows, so that one wrong figure is told once. */
export function noteAmiss(
  { amiss }: Scope,
  { customerId, figure, by }: { customerId: string | null; figure: string; by: number }
): void {
  if (customerId === null || by === 0) return
  const figures = amiss.get(customerId) ?? new Map<string, number>()
  figures.set(figure, (figures.get(figure) ?? 0) + by)
  amiss.set(customerId, figures)
}

const CALLED = {
  LOYALTY_CARD: 'loyalty card',
  GIFT_VOUCHER: 'gift voucher',
  DISCOUNT_VOUCHER: 'coupon'
} as const

/** A voucher as people know it. */
export function calledVoucher({ type, code }: Pick<Row<'vouchers'>, 'type' | 'code'>): string {
  return `${CALLED[type]} ${code}`
}

export function disagree({ project, kind, findings }: Scope, sentence: string): void {
  findings.push({ kind, sentence: `Project ${project}: ${sentence}` })
}

/** `expected` is what was counted again, `found` what is stored. */
export function agree(scope: Scope, what: string, expected: unknown, found: unknown): void {
  if (expected === found) return
  disagree(scope, `${what} is stored as ${told(found)}, and should be ${told(expected)}.`)
}

function told(value: unknown): string {
  return value == null ? 'nothing' : String(value)
}

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
