/**
 * The SELECTs of background work: what is due in a project, and what a unit must know.
 *
 * Rows of exports are read in exports.ts, because each export has an order of its own.
 * What is due is asked for by project, since a day begins at another moment in each time zone.
 *
 * Spec: Endpoints 3 (activates_at), 5 and 8; Resources, Voucher (`next_expiration_date`).
 */
import { and, asc, eq, lt, lte, not, type SQL, sql } from 'drizzle-orm/sql'
import { among } from '../engine/clauses.ts'
import type { Dialect } from '../engine/dialect.ts'
import { exportSelects } from './exports.ts'

const value = sql.placeholder

/** All of them, those of exports included; selects.ts adds them to its own. */
export function jobSelects(dialect: Dialect) {
  return { ...productSelects(dialect), ...dueSelects(dialect), ...exportSelects(dialect) }
}

function productSelects(dialect: Dialect) {
  const { db, t } = dialect
  const { products } = t
  return {
    // Sorted by what they are found by: sorted by id, the engine would walk through all products.
    productsBySourceId: () =>
      db
        .select()
        .from(products)
        .where(and(mine(products), among(dialect, products.sourceId, 'sourceIds')))
        .orderBy(asc(products.sourceId))
        .prepare('productsBySourceId'),
    productsByName: () =>
      db
        .select()
        .from(products)
        .where(and(mine(products), among(dialect, products.name, 'names')))
        .orderBy(asc(products.name))
        .prepare('productsByName')
  }
}

function dueSelects(dialect: Dialect) {
  const { db, t } = dialect
  const { pendingPoints: pending, lots } = t
  return {
    /** Pending points whose day is on or before `day`, but not of the cards of `except`. */
    pendingPointsDueIn: () =>
      db
        .select({ id: pending.id, voucherId: pending.voucherId })
        .from(pending)
        .where(
          and(
            mine(pending),
            sql`status = 'PENDING'`,
            lte(pending.activatesOn, value('day')),
            not(among(dialect, pending.voucherId, 'except'))
          )
        )
        .orderBy(asc(pending.activatesOn), asc(pending.id))
        .limit(value('limit'))
        .prepare('pendingPointsDueIn'),
    pendingPointsWaiting: () =>
      db
        .select()
        .from(pending)
        .where(and(mine(pending), eq(pending.id, value('id')), sql`status = 'PENDING'`))
        .prepare('pendingPointsWaiting'),
    /** Lots whose last day is before `day`, but not of the cards of `except`. */
    lotsLapsedIn: () =>
      db
        .select({ id: lots.id, voucherId: lots.voucherId })
        .from(lots)
        .where(
          and(
            mine(lots),
            sql`remaining > 0`,
            lt(lots.expiresOn, value('day')),
            not(among(dialect, lots.voucherId, 'except'))
          )
        )
        .orderBy(asc(lots.expiresOn), asc(lots.id))
        .limit(value('limit'))
        .prepare('lotsLapsedIn')
  }
}

type Columns = Dialect['t']['products' | 'pendingPoints' | 'lots']

function mine(table: Columns): SQL {
  return eq(table.projectId, value('projectId'))
}
