/**
 * How often things were redeemed: counts that limits look at.
 *
 * Spec: redeemReward, ValidationRule.rules.
 */
import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm/sql'
import type { Change, CountStep } from '../../decisions/changes.ts'
import type * as model from '../../model.ts'
import type { CountScope, Customer, RedemptionCount } from '../../model.ts'
import { addedTo, type ChangeKinds, decidedBy, orMade, STEP } from '../engine/change-kinds.ts'
import { among, elementOf, elementsOf, encodeAs, is, mine, textAtKey } from '../engine/clauses.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { RowLock } from '../engine/met-rows.ts'
import { inTurn } from '../engine/row-locks.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { command, type Given, type Parameter, statement } from '../engine/statements.ts'
import { type ChangeOf, placeIn, write } from '../engine/writers.ts'

type CountsAsked = { objectIds: readonly string[]; customerId: string | null; apiKey: string }

/** Counts of these things: by anyone, by this customer, by this key. */
export const redemptionCountsOf = statement((dialect, given: Given<CountsAsked>) => {
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

/** The row of a count, until the unit ends. */
export const redemptionCountHeld = statement(
  (dialect, given: Given<Pick<CountScope, 'objectId' | 'by' | 'byId'>>) => {
    const { redemptionCounts: counts } = dialect.t
    const row = dialect.db.select({ total: counts.total }).from(counts)
    const { objectId, by, byId } = counts
    const isIt = [is(objectId, given.objectId), is(by, given.by), is(byId, given.byId)]
    return inTurn(dialect, row.where(and(mine(counts), ...isIt)))
  }
)

export const redemptionCountPlace = placeIn('redemptionCounts', ['objectId', 'by', 'byId'], 'day')

const PERIODS = [
  ['day', 'dayCount'],
  ['week', 'weekCount'],
  ['month', 'monthCount']
] as const

type CountStepKey = Omit<CountStep, 'step'>
type Periods = Pick<CountStepKey, 'day' | 'week' | 'month'>

/** How many redemptions a scope gets at once, and what they add to the orders paid. */
type More = CountScope & Omit<CountStepKey, keyof Periods> & { readonly made: number }

/**
 * Parameters of the counts of the redemptions of a unit: their scopes, each named once, and what a
 * rule relied on, by scope: the total, and of a count that was stored all figures.
 */
type Counting = Periods & {
  readonly scopes: readonly More[]
  readonly totalsBefore: Readonly<Record<string, number>>
  readonly figuresBefore: Readonly<Record<string, string>>
}

/**
 * More in each scope; the first ones of a scope, too, because a count that is not there is 0. Of
 * each period only the newest is kept: a redemption of an earlier one, which another process may
 * have decided a moment before midnight, counts in the total alone.
 */
export const countRedemption = command(
  (dialect, given: Given<Omit<Counting, 'totalsBefore' | 'figuresBefore'>>) =>
    counting(dialect, given, undefined)
)

/** The same, where what rules relied on is what it was. */
export const countRedemptionAsRead = command((dialect, given: Given<Counting>) => {
  const { redemptionCounts: counts } = dialect.t
  const scope = sql`${counts.objectId} || ' ' || ${counts.by} || ' ' || ${counts.byId}`
  const before = elementOf(dialect, given.totalsBefore, scope)
  const figures = sql.join(
    FIGURES.map(figure => sql`${counts[figure]}`),
    sql.raw(" || ' ' || ")
  )
  const figuresBefore = textAtKey(dialect, given.figuresBefore, scope)
  return counting(
    dialect,
    given,
    sql`${counts.total} = coalesce(${before}, ${counts.total})
      and ${figures} = coalesce(${figuresBefore}, ${figures})`
  )
})

/**
 * What rules look at. A redemption that is rolled back and another one leave the total as it was,
 * but not the counts of the day, nor the amounts.
 */
const FIGURES = [
  'day',
  'dayCount',
  'week',
  'weekCount',
  'month',
  'monthCount',
  'ordersAmount',
  'ordersDiscountAmount'
] as const

/** `asRead` is what holds of every scope that was counted before. */
function counting(
  dialect: Dialect,
  given: Given<Omit<Counting, 'totalsBefore' | 'figuresBefore'>>,
  asRead: SQL | undefined
) {
  const { redemptionCounts: counts } = dialect.t
  const more = PERIODS.flatMap(([period, count]): [string, SQL][] => {
    const [known, sent] = [counts[period], sql.raw(`excluded.${period}`)]
    const made = sql.raw('excluded.total')
    const counted = sql`case when ${known} = ${sent} then ${counts[count]} + ${made}
      when ${known} < ${sent} then ${made} else ${counts[count]} end`
    return [
      [period, sql`case when ${known} < ${sent} then ${sent} else ${known} end`],
      [count, counted]
    ]
  })
  const { ordersAmount: amount, ordersDiscountAmount: discount } = counts
  return dialect.db
    .insert(counts)
    .select(rowsCounted(dialect, given))
    .onConflictDoUpdate({
      target: [counts.projectId, counts.objectId, counts.by, counts.byId],
      set: {
        total: sql`${counts.total} + excluded.total`,
        ordersAmount: sql`${amount} + excluded.orders_amount`,
        ordersDiscountAmount: sql`${discount} + excluded.orders_discount_amount`,
        ...Object.fromEntries(more)
      },
      ...(asRead && { setWhere: asRead })
    })
}

/** A row for each scope, as it is when nothing was counted before; every column, in order. */
function rowsCounted(
  dialect: Dialect,
  given: Given<Omit<Counting, 'totalsBefore' | 'figuresBefore'>>
): SQL {
  const { day, week, month } = given
  const read = (key: keyof CountScope) => sql.raw(`value ->> '${key}'`)
  const whole = (key: keyof More) => sql.raw(`cast(value ->> '${key}' as bigint)`)
  const made = whole('made')
  // SQLite needs the WHERE, to tell the ON CONFLICT from the ON of a join.
  return sql`select ${text(sql.placeholder('projectId'))}, ${read('object')}, ${read('objectId')},
    ${read('by')}, ${read('byId')}, ${made}, ${text(day)}, ${made}, ${text(week)}, ${made},
    ${text(month)}, ${made}, ${whole('ordersAmount')}, ${whole('ordersDiscountAmount')}
    from ${elementsOf(dialect, given.scopes)} where true`
}

/** PostgreSQL does not see the type of what a SELECT only passes on. */
function text(value: Parameter<string>): SQL {
  return sql`cast(${value} as text)`
}

/** A total of null relies on nothing. */
type Uncounting = CountScope & CountStepKey & { readonly totalBefore: number | null }

/** One less, of the periods it was made in. */
export const uncountRedemption = command(
  ({ db, t: { redemptionCounts: counts } }, given: Given<Uncounting>) => {
    const read = encodeAs(counts.total, given.totalBefore)
    const less = PERIODS.map(([period, count]): [string, SQL] => [
      count,
      sql`${counts[count]} - case
      when ${counts[period]} = ${encodeAs(counts[period], given[period])}
      and ${counts[count]} > 0 then 1 else 0 end`
    ])
    const { ordersAmount: amount, ordersDiscountAmount: discount } = counts
    return db
      .update(counts)
      .set({
        total: sql`${counts.total} - 1`,
        ordersAmount: sql`${amount} - ${encodeAs(amount, given.ordersAmount)}`,
        ordersDiscountAmount: sql`${discount} - ${encodeAs(discount, given.ordersDiscountAmount)}`,
        ...Object.fromEntries(less)
      })
      .where(
        and(
          mine(counts),
          is(counts.objectId, given.objectId),
          is(counts.by, given.by),
          is(counts.byId, given.byId),
          sql`${counts.total} = coalesce(${read}, ${counts.total})`
        )
      )
  }
)

/** Its row is the count itself, with the project beside it. */
export function redemptionCountOf(row: Row<'redemptionCounts'>): model.RedemptionCount {
  return withoutProject(row)
}

/** How often the things were redeemed: by anyone, by this customer, by this key. */
export async function countsOf(
  session: Session,
  objectIds: readonly string[],
  holder: Pick<Customer, 'id'> | null,
  { channelId: apiKey }: { readonly channelId: string }
): Promise<readonly RedemptionCount[]> {
  const whose = { customerId: holder?.id ?? '', apiKey }
  const values = { objectIds, ...whose }
  return (await session.all(redemptionCountsOf, values)).map(redemptionCountOf)
}

type Counted = ChangeOf<'redemption.counted'>

/** Makes the changes of counts of redemptions real. */
/** Counts that fewer redemptions meet at come first: those of a campaign are held shortest. */
function countRow({ object, objectId, by, byId }: CountScope): string {
  const objects = { voucher: 0, reward_assignment: 1, promotion_tier: 2, campaign: 3 }
  const bys = { customer: 0, api_key: 1, any: 2 }
  return `${objects[object]} ${objectId} ${bys[by]} ${byId}`
}

function countMet({ count, totalBefore }: ChangeOf<'redemption.counted'>): RowLock {
  const { objectId, by, byId } = count
  const scope = { objectId, by, byId }
  const row = (totalBefore === null ? addedTo : decidedBy)('count', redemptionCountHeld, scope)
  return orMade(row, redemptionCountPlace, scope)
}

export const redemptionCountChanges: ChangeKinds<'redemption.counted'> = {
  'redemption.counted': {
    step: STEP.counts,
    meets: { row: ({ count }) => countRow(count), lock: countMet },
    write: async (session, change, unit) => {
      const { step, ...counted } = change.count
      if (step === -1) {
        const { totalBefore } = change
        return write(session, change, uncountRedemption, { ...counted, totalBefore })
      }
      if (unit.find(each => isOfTheSame(each, change)) !== change) return
      countAll(
        session,
        unit.filter(each => isOfTheSame(each, change))
      )
    }
  }
}

/** Whether both count redemptions of the same periods. */
function isOfTheSame(one: Change, { count }: Counted): one is Counted {
  return (
    one.kind === 'redemption.counted' &&
    one.count.step === count.step &&
    one.count.day === count.day &&
    one.count.week === count.week &&
    one.count.month === count.month
  )
}

/**
 * The guard of the last one by which a rule decided is lost when a total that a rule relied on has
 * changed: most units meet at its row.
 */
function countAll(session: Session, alike: readonly Counted[]): void {
  const last = alike.findLast(({ totalBefore }) => totalBefore !== null) ?? alike.at(-1)
  if (last === undefined) return
  const { day, week, month } = last.count
  const scopes = sumByScope(alike)
  const relied = alike.flatMap(({ count: { objectId, by, byId }, totalBefore }) =>
    totalBefore === null ? [] : [[`${objectId} ${by} ${byId}`, totalBefore]]
  )
  const stored = alike.flatMap(({ count: { objectId, by, byId }, asRead }) =>
    asRead === undefined
      ? []
      : [[`${objectId} ${by} ${byId}`, FIGURES.map(figure => asRead[figure]).join(' ')]]
  )
  const given = { scopes, day, week, month }
  const totalsBefore = Object.fromEntries(relied)
  const figuresBefore = Object.fromEntries(stored)
  const asRead = { ...given, totalsBefore, figuresBefore }
  if (relied.length === 0) session.send(countRedemption, given, last, scopes.length)
  else session.send(countRedemptionAsRead, asRead, last, scopes.length)
}

/** The redemptions of a stack may be of one campaign: a scope is named once, with all of them. */
function sumByScope(alike: readonly Counted[]): readonly More[] {
  const sums = new Map<string, More>()
  for (const { count } of alike) {
    const { object, objectId, by, byId, ordersAmount, ordersDiscountAmount } = count
    const key = `${objectId} ${by} ${byId}`
    const before = sums.get(key) ?? { made: 0, ordersAmount: 0, ordersDiscountAmount: 0 }
    sums.set(key, {
      object,
      objectId,
      by,
      byId,
      made: before.made + 1,
      ordersAmount: before.ordersAmount + ordersAmount,
      ordersDiscountAmount: before.ordersDiscountAmount + ordersDiscountAmount
    })
  }
  return [...sums.values()]
}
