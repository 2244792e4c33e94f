/**
 * The SELECTs of what was recorded: redemptions, movements on vouchers, work in the background; and
 * of the keys that open a project.
 *
 * Ids are made in the order of time, so that an index that ends in the id has both orders.
 *
 * Spec: Conventions 2; Resources, Redemption, Export (`voucher_transactions`); Decision 87.
 */
import { and, asc, count, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm/sql'
import { getTableColumns } from 'drizzle-orm/utils'
import { pagesOf } from '../engine/clauses.ts'
import type { Dialect } from '../engine/dialect.ts'

const value = sql.placeholder

/** All of them; selects.ts adds them to its own. */
export function recordSelects(dialect: Dialect) {
  return {
    ...redemptionSelects(dialect),
    ...transactionSelects(dialect),
    ...actionSelects(dialect),
    ...keySelects(dialect)
  }
}

/** Each with the voucher that was redeemed, which is named beside it. */
function redemptionSelects({ db, t }: Dialect) {
  const { redemptions: r, vouchers: v, campaigns: c } = t
  const found = (where: SQL | undefined) =>
    db
      .select({ redemption: r, voucher: v, campaignName: c.name })
      .from(r)
      .innerJoin(v, and(eq(v.projectId, r.projectId), eq(v.id, r.voucherId)))
      .leftJoin(c, and(eq(c.projectId, v.projectId), eq(c.id, v.campaignId)))
      .where(where)
  const mine = eq(r.projectId, value('projectId'))
  // A range from the first id on, which is what the engine walks along, one way or the other.
  const all = and(mine, gt(r.id, ''))
  const ofCustomer = and(mine, eq(r.customerId, value('customerId')))
  const page = (name: string, where: SQL | undefined, order: SQL) =>
    found(where).orderBy(order).limit(value('limit')).offset(value('offset')).prepare(name)
  return {
    redemptionWithVoucher: () =>
      found(and(mine, eq(r.id, value('id')))).prepare('redemptionWithVoucher'),
    'redemptions by created_at': () => page('redemptions by created_at', all, asc(r.id)),
    'redemptions by -created_at': () => page('redemptions by -created_at', all, desc(r.id)),
    'redemptionsOfCustomer by created_at': () =>
      page('redemptionsOfCustomer by created_at', ofCustomer, asc(r.id)),
    'redemptionsOfCustomer by -created_at': () =>
      page('redemptionsOfCustomer by -created_at', ofCustomer, desc(r.id)),
    redemptionsCount: () =>
      db.select({ total: count() }).from(r).where(mine).prepare('redemptionsCount'),
    redemptionsOfCustomerCount: () =>
      db.select({ total: count() }).from(r).where(ofCustomer).prepare('redemptionsOfCustomerCount')
  }
}

function transactionSelects({ db, t: { ledgerEntries: e } }: Dialect) {
  const ofVoucher = and(eq(e.projectId, value('projectId')), eq(e.voucherId, value('voucherId')))
  const page = pagesOf(db, e, ofVoucher)
  return {
    'transactions by created_at': () => page('transactions by created_at', asc(e.id)),
    'transactions by -created_at': () => page('transactions by -created_at', desc(e.id))
  }
}

/** Without what came of each, which can be long. */
function actionSelects({ db, t: { asyncActions: a } }: Dialect) {
  const page = (name: string, order: SQL) => {
    const { result: _, ...columns } = getTableColumns(a)
    return db
      .select(columns)
      .from(a)
      .where(
        and(eq(a.projectId, value('projectId')), gt(a.id, ''), lte(a.createdAt, value('until')))
      )
      .orderBy(order)
      .limit(value('limit'))
      .offset(value('offset'))
      .prepare(name)
  }
  return {
    'asyncActions by created_at': () => page('asyncActions by created_at', asc(a.id)),
    'asyncActions by -created_at': () => page('asyncActions by -created_at', desc(a.id))
  }
}

function keySelects({ db, t: { keyPairs: k } }: Dialect) {
  const mine = eq(k.projectId, value('projectId'))
  const page = pagesOf(db, k, mine)
  return {
    'projectKeys by created_at': () =>
      page('projectKeys by created_at', asc(k.createdAt), asc(k.id)),
    'projectKeys by -created_at': () =>
      page('projectKeys by -created_at', desc(k.createdAt), desc(k.id)),
    projectKeysCount: () =>
      db.select({ total: count() }).from(k).where(mine).prepare('projectKeysCount')
  }
}
