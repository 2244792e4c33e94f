/**
 * Lots: points and credit that came together and expire together; and what is missing on a card.
 *
 * Spec: VoucherLoyaltyCard.next_expiration_date; Decisions 30 and 60.
 */
import { and, asc, gte, lt, not, sql } from 'drizzle-orm/sql'
import type { LotStep } from '../../decisions/changes.ts'
import type { Purse } from '../../decisions/points/purse.ts'
import type { StandingFacts } from '../../decisions/standing/standing.ts'
import type * as model from '../../model.ts'
import type { Voucher } from '../../model.ts'
import { among, byId, is, mine, plus } from '../engine/clauses.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { type Given, statement } from '../engine/statements.ts'
import { deleteParts, found, insertInto } from '../engine/writers.ts'
import { byCard, type Due, type DueBatch, type DueValues, dayAfter, valuesOf } from './due.ts'

/** Lots of a voucher that have something left. */
export const openLots = statement(
  ({ db, t: { lots } }, { voucherId }: Given<{ voucherId: string }>) =>
    db
      .select()
      .from(lots)
      .where(and(mine(lots), is(lots.voucherId, voucherId), sql`remaining > 0`))
      .orderBy(asc(lots.id))
)

/** By id, whether anything is left in them or not. */
export const lotsNamed = statement((dialect, { ids }: Given<{ ids: string }>) => {
  const { lots } = dialect.t
  return dialect.db
    .select()
    .from(lots)
    .where(and(mine(lots), among(dialect, lots.id, ids)))
    .orderBy(asc(lots.id))
})

/** Lots whose last day is before `day`, but not of the cards of `except`. */
export const lotsLapsedIn = statement((dialect, given: Given<DueValues>) => {
  const { lots } = dialect.t
  return dialect.db
    .select({ id: lots.id, voucherId: lots.voucherId })
    .from(lots)
    .where(
      and(
        mine(lots),
        sql`remaining > 0`,
        lt(lots.expiresOn, given.day),
        not(among(dialect, lots.voucherId, given.except))
      )
    )
    .orderBy(asc(lots.expiresOn), asc(lots.id))
    .limit(given.limit)
})

/** What is missing on the vouchers of a JSON array, for the oldest subject first. */
export const shortfallsOf = statement((dialect, { voucherIds }: Given<{ voucherIds: string }>) => {
  const { shortfalls: s } = dialect.t
  return dialect.db
    .select()
    .from(s)
    .where(and(mine(s), among(dialect, s.voucherId, voucherIds)))
    .orderBy(asc(s.voucherId), asc(s.subjectId))
})

export const insertLot = insertInto('lots')
export const deleteLots = deleteParts(t => t.lots.voucherId)

/** Adds to a lot, or takes from it, as far as something is left in it. */
export const stepLot = statement(({ db, t: { lots } }, given: Given<LotStep>) =>
  db
    .update(lots)
    .set({
      amount: plus(lots.amount, given.amount),
      remaining: plus(lots.remaining, given.remaining)
    })
    .where(and(byId(lots, given), gte(plus(lots.remaining, given.remaining), 0)))
    .returning(found)
)

export const insertShortfall = insertInto('shortfalls')

export const deleteShortfall = statement(
  ({ db, t: { shortfalls: s } }, given: Given<{ voucherId: string; subjectId: string }>) =>
    db
      .delete(s)
      .where(and(mine(s), is(s.voucherId, given.voucherId), is(s.subjectId, given.subjectId)))
      .returning(found)
)

/** Its row is the thing itself, with the project beside it. */
export function lotOf(row: Row<'lots'>): model.Lot {
  return withoutProject(row)
}

/** Its row is the thing itself, with the project beside it. */
export function shortfallOf(row: Row<'shortfalls'>): model.Shortfall {
  return withoutProject(row)
}

/** A card or gift voucher with its open lots. */
export async function readPurse(session: Session, voucher: Voucher): Promise<Purse> {
  const found = await session.all(openLots, { voucherId: voucher.id })
  return { voucher, lots: found.map(lotOf) }
}

/** A voucher with its open lots; where a standing has it, without asking for them again. */
export async function purseIn(
  session: Session,
  { programs }: Pick<StandingFacts, 'programs'>,
  voucher: Voucher
): Promise<Purse> {
  const same = programs.find(({ card }) => card?.voucher.id === voucher.id)
  return same?.card ?? readPurse(session, voucher)
}

/** Points whose last day is over, lot by lot. */
export function loadPointsLapsed(batch: DueBatch) {
  return async (session: Session): Promise<Due> => {
    const found = await session.all(lotsLapsedIn, valuesOf(batch))
    const ids = JSON.stringify(found.slice(0, 1).map(({ id }) => id))
    return { since: dayAfter(await session.one(lotsNamed, { ids })), cards: byCard(found) }
  }
}
