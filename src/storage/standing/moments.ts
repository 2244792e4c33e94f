/**
 * Cards and customers as of a moment: with what the calendar has brought and nobody has booked yet.
 *
 * Reading writes nothing. One statement finds the customers for whom something is due: some between
 * a midnight and the timer, nobody at any other time. More is loaded for those alone.
 *
 * Spec: VoucherLoyaltyCard.balance.
 */
import { and, asc, eq, exists, isNull, lte, or, sql } from 'drizzle-orm/sql'
import type { Moment } from '../../decisions/occasion.ts'
import { standingAt } from '../../decisions/standing/open.ts'
import type { ReviewFacts } from '../../decisions/standing/reviews.ts'
import type { Standing } from '../../decisions/standing/standing.ts'
import type { Day, Lot, Voucher } from '../../model.ts'
import { dayAt } from '../../rules/validity.ts'
import { customerOf } from '../customers/customers.ts'
import { among, mine } from '../engine/clauses.ts'
import type { Session } from '../engine/session.ts'
import { type Given, statement } from '../engine/statements.ts'
import { lotOf, openLotsOf } from '../points/lots.ts'
import { loadStanding } from './standing.ts'

/** Of these, those whose points lapse or arrive, or whose tier is over, by `day`. */
export const customersDue = statement(
  (dialect, given: Given<{ ids: readonly string[]; day: Day }>) => {
    const { db, t } = dialect
    const { customers, vouchers, pendingPoints: pending, tierMemberships: memberships } = t
    const arriving = db
      .select({ id: pending.id })
      .from(pending)
      .where(
        and(
          eq(pending.projectId, vouchers.projectId),
          eq(pending.voucherId, vouchers.id),
          sql`${pending.status} = 'PENDING'`,
          lte(pending.activatesOn, given.day)
        )
      )
    const ending = db
      .select({ id: memberships.voucherId })
      .from(memberships)
      .where(
        and(
          eq(memberships.projectId, vouchers.projectId),
          eq(memberships.voucherId, vouchers.id),
          sql`${memberships.expiresOn} < ${given.day}`
        )
      )
    const cards = db
      .select({ id: vouchers.id })
      .from(vouchers)
      .where(
        and(
          eq(vouchers.projectId, customers.projectId),
          eq(vouchers.holderId, customers.id),
          sql`${vouchers.type} = 'LOYALTY_CARD'`,
          or(
            sql`${vouchers.nextExpirationDate} < ${given.day}`,
            and(sql`${vouchers.pendingPoints} > 0`, exists(arriving)),
            exists(ending)
          )
        )
      )
    const named = among(dialect, customers.id, given.ids)
    return db
      .select()
      .from(customers)
      .where(and(mine(customers), named, isNull(customers.deletedAt), exists(cards)))
      .orderBy(asc(customers.id))
  }
)

/**
 * The standings, by id, of the customers for whom the calendar has something that is not booked
 * yet; `preferred` as in loadStanding.
 */
export async function standingsAt(
  session: Session,
  customerIds: readonly string[],
  moment: Moment,
  preferred: readonly string[] = []
): Promise<ReadonlyMap<string, Standing>> {
  const standings = new Map<string, Standing>()
  if (customerIds.length === 0) return standings
  const ids = [...new Set(customerIds)]
  const day = dayAt(moment.now, moment.project.timezone)
  for (const row of await session.all(customersDue, { ids, day })) {
    const asked = { event: null, customer: customerOf(row), now: moment.now, preferred }
    const standing = standingAt(await loadStanding(session, asked), asked.customer, moment)
    if (standing !== null) standings.set(row.id, standing)
  }
  return standings
}

/** Who holds a card, where anything is due for them; else null. */
export async function holderDue(
  session: Session,
  { id, card, holderId }: Voucher,
  { now, project }: Moment
): Promise<ReviewFacts | null> {
  if (card === null || holderId === null) return null
  const due = { ids: [holderId], day: dayAt(now, project.timezone) }
  const row = await session.one(customersDue, due)
  if (row === undefined) return null
  const asked = { event: null, customer: customerOf(row), now, preferred: [id] }
  return { ...(await loadStanding(session, asked)), customer: asked.customer }
}

/** The rows in their order, each with its voucher as it is then. */
export async function vouchersAt<Row extends { readonly voucher: Voucher }>(
  session: Session,
  rows: readonly Row[],
  moment: Moment
): Promise<readonly Row[]> {
  const vouchers = rows.map(({ voucher }) => voucher)
  const held = vouchers.flatMap(({ card, holderId }) =>
    card === null || holderId === null ? [] : [holderId]
  )
  const standings = await standingsAt(
    session,
    held,
    moment,
    vouchers.map(({ id }) => id)
  )
  if (standings.size === 0) return rows
  const cards = [...standings.values()].flatMap(({ programs }) =>
    programs.flatMap(({ card }) => card?.voucher ?? [])
  )
  const byId = new Map(cards.map(card => [card.id, card]))
  return rows.map(row => ({ ...row, voucher: byId.get(row.voucher.id) ?? row.voucher }))
}

/** The open lots of cards at a moment, by the ids of the cards. */
export async function cardLotsAt(
  session: Session,
  moment: Moment,
  cards: readonly Pick<Voucher, 'id' | 'holderId'>[]
): Promise<ReadonlyMap<string, readonly Lot[]>> {
  if (cards.length === 0) return new Map()
  const voucherIds = cards.map(({ id }) => id)
  const rows = await session.all(openLotsOf, { voucherIds })
  const lots = Map.groupBy(rows.map(lotOf), ({ voucherId }) => voucherId)
  const holders = cards.flatMap(({ holderId }) => holderId ?? [])
  for (const { programs } of (await standingsAt(session, holders, moment, voucherIds)).values()) {
    for (const { card } of programs) {
      // A holder may have cards that nobody asked for.
      if (card === null || !voucherIds.includes(card.voucher.id)) continue
      const open = card.lots.filter(({ remaining }) => remaining > 0)
      lots.set(card.voucher.id, open)
    }
  }
  return lots
}
