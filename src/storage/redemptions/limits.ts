/**
 * How often things were redeemed: counts that limits look at.
 *
 * Spec: redeemReward, ValidationRule.rules; Decision 55.
 */
import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm/sql'
import type * as model from '../../model.ts'
import type { Customer, RedemptionCount } from '../../model.ts'
import { among, encoded, is, mine, plus } from '../engine/clauses.ts'
import type { Tables } from '../engine/dialect.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { command, type Given, statement } from '../engine/statements.ts'
import { type ChangeOf, type Writers, write } from '../engine/writers.ts'

type Asking = { objectIds: string; customerId: string | null; apiKey: string }

/** Counts of the things of a JSON array: by anyone, by this customer, by this key. */
export const redemptionCountsOf = statement((dialect, given: Given<Asking>) => {
  const { redemptionCounts: counts } = dialect.t
  return dialect.db
    .select()
    .from(counts)
    .where(
      and(
        mine(counts),
        among(dialect, counts.objectId, given.objectIds),
        or(
          and(eq(counts.by, 'any'), eq(counts.byId, '')),
          and(eq(counts.by, 'customer'), eq(counts.byId, given.customerId)),
          and(eq(counts.by, 'api_key'), is(counts.byId, given.apiKey))
        )
      )
    )
    .orderBy(asc(counts.objectId), asc(counts.by), asc(counts.byId))
})

const PERIODS = [
  ['day', 'dayCount'],
  ['week', 'weekCount'],
  ['month', 'monthCount']
] as const

type Counting = Omit<ChangeOf<'redemption.counted'>['count'], 'step' | 'inNoPeriod'> & {
  readonly totalBefore: number | null
}

/** Null relies on nothing. */
function asRead({ redemptionCounts: { total } }: Tables, { totalBefore }: Given<Counting>) {
  return sql`${total} = coalesce(${encoded(total, totalBefore)}, ${total})`
}

/**
 * One more; the first one of its scope, too, because a count that is not there is 0. Of each period
 * only the newest is kept: a redemption of an earlier one, which another process may have decided a
 * moment before midnight, counts in the total alone.
 */
export const countRedemption = command(({ db, t }, given: Given<Counting>) => {
  const { redemptionCounts: counts } = t
  const more = PERIODS.flatMap(([period, count]): [string, SQL][] => {
    const [known, sent] = [counts[period], sql.raw(`excluded.${period}`)]
    const counted = sql`case when ${known} = ${sent} then ${counts[count]} + 1
      when ${known} < ${sent} then 1 else ${counts[count]} end`
    return [
      [period, sql`case when ${known} < ${sent} then ${sent} else ${known} end`],
      [count, counted]
    ]
  })
  return db
    .insert(counts)
    .values({
      projectId: sql.placeholder('projectId'),
      object: given.object,
      objectId: given.objectId,
      by: given.by,
      byId: given.byId,
      total: 1,
      day: given.day,
      dayCount: 1,
      week: given.week,
      weekCount: 1,
      month: given.month,
      monthCount: 1,
      ordersAmount: given.ordersAmount,
      ordersDiscountAmount: given.ordersDiscountAmount
    })
    .onConflictDoUpdate({
      target: [counts.projectId, counts.objectId, counts.by, counts.byId],
      set: {
        total: sql`${counts.total} + 1`,
        ordersAmount: plus(counts.ordersAmount, given.ordersAmount),
        ordersDiscountAmount: plus(counts.ordersDiscountAmount, given.ordersDiscountAmount),
        ...Object.fromEntries(more)
      },
      setWhere: asRead(t, given)
    })
})

/** One less, of the periods it was made in; `before` is 1 for one that is in none, else 0. */
export const uncountRedemption = command(
  ({ db, t }, given: Given<Counting & { before: 0 | 1 }>) => {
    const { redemptionCounts: counts } = t
    const before = encoded(counts.countedBefore, given.before)
    const less = PERIODS.map(([period, count]): [string, SQL] => [
      count,
      sql`${counts[count]} - case when ${counts[period]} = ${encoded(counts[period], given[period])}
      and ${before} = 0 and ${counts[count]} > 0 then 1 else 0 end`
    ])
    const { ordersAmount: amount, ordersDiscountAmount: discount } = counts
    return db
      .update(counts)
      .set({
        total: sql`${counts.total} - 1`,
        ordersAmount: sql`${amount} - ${encoded(amount, given.ordersAmount)}`,
        ordersDiscountAmount: sql`${discount} - ${encoded(discount, given.ordersDiscountAmount)}`,
        countedBefore: sql`${counts.countedBefore} - ${before}`,
        ...Object.fromEntries(less)
      })
      .where(
        and(
          mine(counts),
          is(counts.objectId, given.objectId),
          is(counts.by, given.by),
          is(counts.byId, given.byId),
          asRead(t, given)
        )
      )
  }
)

/** How many were made before periods were counted concerns the audit alone. */
export function redemptionCountOf(row: Row<'redemptionCounts'>): model.RedemptionCount {
  const { countedBefore: _, ...count } = withoutProject(row)
  return count
}

/** How often the things were redeemed: by anyone, by this customer, by this key. */
export async function countsOf(
  session: Session,
  objectIds: readonly string[],
  holder: Customer | null,
  { channelId: apiKey }: { readonly channelId: string }
): Promise<readonly RedemptionCount[]> {
  const whose = { customerId: holder?.id ?? '', apiKey }
  const values = { objectIds: JSON.stringify(objectIds), ...whose }
  return (await session.all(redemptionCountsOf, values)).map(redemptionCountOf)
}

/** Makes the changes of counts of redemptions real. */
export const redemptionCountWriters: Writers<'redemption.counted'> = {
  'redemption.counted': (session, change) => {
    const { count, totalBefore } = change
    const { step, inNoPeriod, ...counted } = count
    const values = { ...counted, totalBefore }
    return step === 1
      ? write(session, change, countRedemption, values)
      : write(session, change, uncountRedemption, {
          ...values,
          before: inNoPeriod === true ? 1 : 0
        })
  }
}
