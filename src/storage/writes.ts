/**
 * Every statement that writes, prepared once per connection at first use.
 *
 * An insert never fails on a duplicate: it writes nothing, and returns no row. An update names in
 * its WHERE what the decision relied on, and returns no row when that is no longer so. So apply.ts
 * reads every outcome the same way, from the rows returned, on either engine.
 *
 * Spec: none; Decisions 32 and 41.
 */
import { aliasedTable } from 'drizzle-orm/alias'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { and, eq, gte, isNull, lt, lte, notExists, or, type SQL, sql } from 'drizzle-orm/sql'
import { getTableColumns } from 'drizzle-orm/utils'
import type { Dialect, Tables } from './engine/dialect.ts'

const value = sql.placeholder

/** What an insert or a guarded update returns: a row where it did its work. */
export const found = { found: sql<number>`1`.mapWith(Number) }

/** All of them but those of writes/. */
export function writes(dialect: Dialect) {
  return {
    ...inserts(dialect),
    ...replacements(dialect),
    ...voucherUpdates(dialect),
    ...counters(dialect),
    ...exportUpdates(dialect),
    ...jobUpdates(dialect)
  }
}

/** Inserts a whole row from placeholders named like its columns; no row back: it was there. */
function insertInto({ db }: Dialect, table: PgTable, name: string) {
  const row = Object.fromEntries(Object.keys(getTableColumns(table)).map(key => [key, value(key)]))
  return db.insert(table).values(row).onConflictDoNothing().returning(found).prepare(name)
}

/** `{ price: <placeholder price, encoded as the column> }` for an update's SET. */
export function placed<Column extends string>(
  table: { readonly [Key in Column]: PgColumn },
  columns: readonly Column[]
): Record<Column, SQL> {
  return Object.fromEntries(columns.map(key => [key, given(table[key], key)])) as Record<
    Column,
    SQL
  >
}

/** One placeholder, encoded as `column`; a bare one inside `sql` would not be encoded at all. */
export function given(column: PgColumn, name: string): SQL {
  return sql`${sql.param(value(name), column)}`
}

/** `column + :name`. */
export function plus(column: PgColumn, name: string): SQL {
  return sql`${column} + ${given(column, name)}`
}

/** One insert per table: `insert vouchers`, and so on. */
function inserts(dialect: Dialect) {
  const made = Object.entries(dialect.t).map(([table, columns]) => {
    const name = `insert ${table}`
    return [name, () => insertInto(dialect, columns, name)]
  })
  return Object.fromEntries(made) as {
    readonly [Table in keyof Tables as `insert ${Table}`]: () => ReturnType<typeof insertInto>
  }
}

/** Whole rows written anew, guarded by the version they replace (`versionBefore`). */
function replacements({ db, t }: Dialect) {
  const replace = (
    table: PgTable & { readonly [Key in 'projectId' | 'id' | 'version']: PgColumn },
    name: string
  ) => {
    const kept = new Set(['projectId', 'id', 'createdAt', 'deletedAt'])
    const columns = getTableColumns(table) as Record<string, PgColumn>
    const keys = Object.keys(columns).filter(key => !kept.has(key))
    return db
      .update(table)
      .set(placed(columns, keys))
      .where(
        and(
          eq(table.projectId, value('projectId')),
          eq(table.id, value('id')),
          eq(table.version, value('versionBefore'))
        )
      )
      .returning(found)
      .prepare(name)
  }
  return {
    replaceCustomer: () => replace(t.customers, 'replaceCustomer'),
    replaceProduct: () => replace(t.products, 'replaceProduct'),
    replaceOrder: () => replace(t.orders, 'replaceOrder')
  }
}

function voucherUpdates({ db, t }: Dialect) {
  const { vouchers: v, lots, pendingPoints: pending } = t
  const asRead = and(
    eq(v.projectId, value('projectId')),
    eq(v.id, value('id')),
    eq(v.version, value('version'))
  )
  const next = { version: sql`${v.version} + 1` }
  return {
    publishVoucher: () =>
      db
        .update(v)
        .set({
          ...next,
          ...placed(v, ['holderId', 'updatedAt']),
          publishedCount: sql`${v.publishedCount} + 1`
        })
        .where(and(asRead, isNull(v.holderId)))
        .returning(found)
        .prepare('publishVoucher'),
    moveCard: () =>
      db
        .update(v)
        .set({
          ...next,
          ...placed(v, [
            'points',
            'balance',
            'pendingPoints',
            'expiredPoints',
            'subtractedPoints',
            'redeemedPoints',
            'nextExpirationDate',
            'nextExpirationPoints',
            'redeemedQuantity',
            'updatedAt'
          ])
        })
        .where(and(asRead, eq(v.type, 'LOYALTY_CARD')))
        .returning(found)
        .prepare('moveCard'),
    moveGift: () =>
      db
        .update(v)
        .set({
          ...next,
          ...placed(v, [
            'giftAmount',
            'giftSubtracted',
            'giftRedeemed',
            'giftBalance',
            'redeemedQuantity',
            'updatedAt'
          ])
        })
        .where(and(asRead, eq(v.type, 'GIFT_VOUCHER')))
        .returning(found)
        .prepare('moveGift'),
    stepLot: () =>
      db
        .update(lots)
        .set({ amount: plus(lots.amount, 'amount'), remaining: plus(lots.remaining, 'remaining') })
        .where(
          and(
            eq(lots.projectId, value('projectId')),
            eq(lots.id, value('id')),
            gte(plus(lots.remaining, 'remaining'), 0)
          )
        )
        .returning(found)
        .prepare('stepLot'),
    settlePendingPoints: () =>
      db
        .update(pending)
        .set(placed(pending, ['status', 'updatedAt']))
        .where(
          and(
            eq(pending.projectId, value('projectId')),
            eq(pending.id, value('id')),
            eq(pending.status, 'PENDING')
          )
        )
        .returning(found)
        .prepare('settlePendingPoints')
  }
}

/** What is kept instead of recounted. */
function counters({ db, t }: Dialect) {
  const { rewards, vouchers, validationRules: rules, customerTotals: totals } = t
  const ofCustomer = and(
    eq(totals.projectId, value('projectId')),
    eq(totals.customerId, value('customerId'))
  )
  return {
    countRewardRedeemed: () =>
      db
        .update(rewards)
        .set({ redeemed: sql`${rewards.redeemed} + 1` })
        .where(
          and(
            eq(rewards.projectId, value('projectId')),
            eq(rewards.id, value('id')),
            or(isNull(rewards.stock), lt(rewards.redeemed, rewards.stock))
          )
        )
        .returning(found)
        .prepare('countRewardRedeemed'),
    countRecord: () =>
      db
        .update(vouchers)
        .set({ recordsCount: sql`${vouchers.recordsCount} + 1` })
        .where(and(eq(vouchers.projectId, value('projectId')), eq(vouchers.id, value('id'))))
        .returning(found)
        .prepare('countRecord'),
    countRuleAssigned: () =>
      db
        .update(rules)
        .set({ assignmentsCount: sql`${rules.assignmentsCount} + 1` })
        .where(and(eq(rules.projectId, value('projectId')), eq(rules.id, value('id'))))
        .returning(found)
        .prepare('countRuleAssigned'),
    countTotals: () =>
      db
        .update(totals)
        .set({
          redemptionsSucceeded: plus(totals.redemptionsSucceeded, 'redemptionsSucceeded'),
          redemptionsFailed: plus(totals.redemptionsFailed, 'redemptionsFailed'),
          rollbacksSucceeded: plus(totals.rollbacksSucceeded, 'rollbacksSucceeded'),
          giftRedeemedAmount: plus(totals.giftRedeemedAmount, 'giftRedeemedAmount'),
          giftBalance: plus(totals.giftBalance, 'giftBalance'),
          cardRedeemedPoints: plus(totals.cardRedeemedPoints, 'cardRedeemedPoints'),
          cardBalance: plus(totals.cardBalance, 'cardBalance'),
          ordersCount: plus(totals.ordersCount, 'ordersCount'),
          ordersAmount: plus(totals.ordersAmount, 'ordersAmount')
        })
        .where(ofCustomer)
        .returning(found)
        .prepare('countTotals'),
    /** No row back is no lost race: a later order is known already. */
    noteLastOrder: () =>
      db
        .update(totals)
        .set(placed(totals, ['lastOrderAmount', 'lastOrderDate']))
        .where(
          and(
            ofCustomer,
            or(isNull(totals.lastOrderDate), lte(totals.lastOrderDate, value('lastOrderDate')))
          )
        )
        .returning(found)
        .prepare('noteLastOrder')
  }
}

function exportUpdates({ db, t }: Dialect) {
  const { exports, asyncActions: actions } = t
  return {
    settleExport: () =>
      db
        .update(exports)
        .set(placed(exports, ['status']))
        .where(and(eq(exports.projectId, value('projectId')), eq(exports.id, value('id'))))
        .returning(found)
        .prepare('settleExport'),
    updateAsyncAction: () =>
      db
        .update(actions)
        .set(
          placed(actions, [
            'status',
            'operationStatus',
            'result',
            'progress',
            'processingTimeMs',
            'updatedAt'
          ])
        )
        .where(and(eq(actions.projectId, value('projectId')), eq(actions.id, value('id'))))
        .returning(found)
        .prepare('updateAsyncAction')
  }
}

function jobUpdates(dialect: Dialect) {
  const { db, t } = dialect
  const { jobs, jobChunks: chunks } = t
  const held = and(
    eq(jobs.projectId, value('projectId')),
    eq(jobs.id, value('id')),
    eq(jobs.owner, value('owner'))
  )
  const ofJob = and(eq(chunks.projectId, value('projectId')), eq(chunks.jobId, value('id')))
  const free = { owner: sql`null`, leaseUntil: sql`null` }
  return {
    claimJob: () => claimJob(dialect),
    renewJob: () =>
      db
        .update(jobs)
        .set(placed(jobs, ['leaseUntil']))
        .where(held)
        .returning(found)
        .prepare('renewJob'),
    rescheduleJob: () =>
      db
        .update(jobs)
        .set({ ...free, ...placed(jobs, ['runAt']) })
        .where(held)
        .returning(found)
        .prepare('rescheduleJob'),
    releaseJob: () =>
      db
        .update(jobs)
        .set({ ...free, attempts: sql`${jobs.attempts} - 1` })
        .where(held)
        .returning(found)
        .prepare('releaseJob'),
    progressJob: () =>
      db
        .update(jobs)
        .set(placed(jobs, ['done', 'data']))
        .where(and(held, eq(jobs.done, value('doneBefore'))))
        .returning(found)
        .prepare('progressJob'),
    deleteJob: () => db.delete(jobs).where(held).returning(found).prepare('deleteJob'),
    deleteJobChunk: () =>
      db
        .delete(chunks)
        .where(and(ofJob, eq(chunks.index, value('index'))))
        .returning(found)
        .prepare('deleteJobChunk'),
    deleteJobChunks: () =>
      db.delete(chunks).where(ofJob).returning(found).prepare('deleteJobChunks'),
    nextJobChunk: () =>
      db.select().from(chunks).where(ofJob).orderBy(chunks.index).limit(1).prepare('nextJobChunk'),
    heldJob: () => db.select().from(jobs).where(held).prepare('heldJob')
  }
}

/**
 * Cross-project: takes the job that has been due longest and is free, and counts the attempt. Of a
 * queue only the oldest job may be taken, due or not, held or not; that is what keeps a queue in
 * order. The outer WHERE says "free" again, because another worker may have been faster.
 */
function claimJob({ db, t }: Dialect) {
  const { jobs } = t
  const candidate = aliasedTable(jobs, 'candidate')
  const older = aliasedTable(jobs, 'older')
  const isFree = (job: typeof jobs) => or(isNull(job.leaseUntil), lte(job.leaseUntil, value('now')))
  const first = db
    .select({ projectId: candidate.projectId, id: candidate.id })
    .from(candidate)
    .where(
      and(
        lte(candidate.runAt, value('now')),
        isFree(candidate),
        or(
          isNull(candidate.queue),
          notExists(
            db
              .select(found)
              .from(older)
              .where(
                and(
                  eq(older.projectId, candidate.projectId),
                  eq(older.queue, candidate.queue),
                  lt(older.id, candidate.id)
                )
              )
          )
        )
      )
    )
    .orderBy(candidate.runAt, candidate.id)
    .limit(1)
  return db
    .update(jobs)
    .set({ ...placed(jobs, ['owner', 'leaseUntil']), attempts: sql`${jobs.attempts} + 1` })
    .where(and(sql`(${jobs.projectId}, ${jobs.id}) = ${first}`, isFree(jobs)))
    .returning()
    .prepare('claimJob')
}
