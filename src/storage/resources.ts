/**
 * What most nouns ask of their table and write to it, told once: a thing by its id, a list with its
 * total in any of its orders, whole rows made, replaced and deleted; and the window of time that
 * some of them have. Each statement is a value with a place of its own, as if its noun had written
 * it out: it is built at its first use. A noun that needs more than this writes that part by hand.
 * Spec: Voucher.start_date, Voucher.expiration_date, Voucher.validity_timeframe,
 * openapi/behaviour/lists-and-paths.md#lists-are-newest-first-bounded-and-of-one-moment.
 */

import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { and, asc, desc, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm/sql'
import type { Change } from '../decisions/changes.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type * as model from '../model.ts'
import type { Instant } from '../rules/validity.ts'
import { type ChangeKind, STEP, writes } from './engine/change-kinds.ts'
import {
  type Amended,
  deleteFrom,
  type Identified,
  insertInto,
  type Owned,
  replaceChanged,
  rowAlone,
  rowsBy
} from './engine/queries.ts'
import { type Session, together } from './engine/session.ts'
import {
  type BuiltQuery,
  BY_ID,
  type CreationOrder,
  type Dialect,
  encodeAs,
  type Given,
  inOrders,
  mine,
  type Orders,
  type Page,
  type Parameter,
  type Row,
  rowsOf,
  type Statement,
  statement,
  type Tables,
  totalOf
} from './engine/statements.ts'
import type { Recurrence } from './tables.ts'

/** How a row becomes a thing, and a thing its row; where neither is said, they are the same. */
interface Shape<Name extends Identified, Thing> {
  readonly of: (row: Row<Name>) => Thing
  readonly rowOf: (thing: Thing) => Row<Name>
}

/** The statements of one row of a table, and what they find: as a row, where no shape is given. */
export function resource<Name extends Identified, Thing = Row<Name>>(
  name: Name,
  type: model.ResourceType,
  { of }: Pick<Shape<Name, Thing>, 'of'> = { of: row => row as unknown as Thing }
) {
  const byId = rowsBy(name, ['id' as never]) as unknown as Statement<
    { readonly id: string },
    Row<Name>
  >
  const find = async (session: Session, id: string): Promise<Thing | null> => {
    const row = await session.one(byId, { id })
    return row === undefined ? null : of(row)
  }
  return {
    byId,
    insert: insertInto(name),
    remove: deleteFrom(name),
    /** Locks the row until the unit ends: others wait that change it or refer to it. */
    alone: rowAlone(name),
    find,
    /** @throws {Refused} when there is none with the id. */
    named: async (session: Session, id: string): Promise<Thing> => {
      return orRefused(await find(session, id), type, id)
    }
  }
}

/** What was found. @throws {Refused} when nothing was by this name. */
export function orRefused<Thing>(
  found: Thing | null | undefined,
  type: model.ResourceType,
  name: string
): Thing {
  if (found === null || found === undefined) throw new Refused(notFound(type, name))
  return found
}

type OwnTable = PgTable & { readonly projectId: PgColumn }
type Identity = { readonly [Key in 'projectId' | 'id']: PgColumn }

type Told<Each> = Partial<Pick<ChangeKind<Each>, 'step' | 'meets'>>

/** The same of set-up, which is edited as a whole but for the columns of `counted`. */
export function setUp<Name extends Identified & Amended, Thing = Row<Name>>(
  name: Name,
  type: model.ResourceType,
  {
    counted = [],
    ...shape
  }: Partial<Shape<Name, Thing>> & {
    readonly counted?: readonly (keyof Row<Name> & string)[]
  } = {}
) {
  const { of = (row: Row<Name>) => row as unknown as Thing } = shape
  const { rowOf = (thing: Thing) => thing as unknown as Row<Name> } = shape
  const each = resource<Name, Thing>(name, type, { of })
  const replace = replaceChanged(name, counted)
  return {
    ...each,
    replace,
    made: <Each extends Change>(thingOf: (change: Each) => Thing, told: Told<Each> = {}) => ({
      step: STEP.made,
      isSetUp: true as const,
      write: writes<Each, Row<Name>>(each.insert, change => rowOf(thingOf(change))),
      ...told
    }),
    /** The kind of change that edits it, guarded by when it was changed before. */
    edited: <Each extends Change & { readonly updatedAtBefore: Instant | null }>(
      thingOf: (change: Each) => Thing,
      told: Told<Each> = {}
    ) => ({
      step: STEP.edited,
      isSetUp: true as const,
      write: writes<Each, Row<Name> & { readonly updatedAtBefore: Instant | null }>(
        replace,
        change => ({ ...rowOf(thingOf(change)), updatedAtBefore: change.updatedAtBefore })
      ),
      ...told
    })
  }
}

interface Selecting {
  where(condition: SQL | undefined): unknown
  execute(): Promise<readonly unknown[]>
}

type Found<Select extends Selecting> =
  Awaited<ReturnType<Select['execute']>> extends readonly (infer Each)[] ? Each : never

interface Listed<Table, Order extends string, Params> {
  readonly orders: Orders<Order, Table>
  /**
   * For a query that joins: a page is found by its ids, along an index alone, so that nothing is
   * joined to what lies before it; and then it is sorted so.
   */
  readonly sorted?: Orders<Order, Table> | undefined
  /** Absent: all that the project has. */
  readonly where?: (table: Table, given: Given<Params>, dialect: Dialect) => SQL | undefined
  /** Narrows what is listed, and not its total. */
  readonly within?: (table: Table, given: Given<Params>) => SQL | undefined
}

/** For what is listed by id: a range from the first one on is what an engine walks along. */
export function fromFirst({ id }: Pick<Identity, 'id'>): SQL {
  return gt(id, '')
}

/** A statement for each order of a list, by its name; one for its total; a page of both. */
export function listOf<
  Name extends Owned,
  Select extends Selecting,
  Order extends string,
  Params = unknown
>(
  name: Name,
  select: (dialect: Dialect) => Select,
  { orders, sorted, where, within }: Listed<Tables[Name], Order, Params>
) {
  const ordered = inOrders(
    orders,
    (sorting, order) =>
      statement((dialect, given: Given<Params & Page>) => {
        const table = dialect.t[name] as Tables[Name] & OwnTable & Identity
        const narrowed = and(mine(table), where?.(table, given, dialect), within?.(table, given))
        const page = (rows: unknown) =>
          (rows as Sorted)
            .orderBy(...sorting(table))
            .limit(given.limit)
            .offset(given.offset)
        if (sorted === undefined) return page(select(dialect).where(narrowed))
        const ids = page(dialect.db.select({ id: table.id }).from<PgTable>(table).where(narrowed))
        const rows = select(dialect).where(and(mine(table), inArray(table.id, ids as never)))
        return (rows as Sorted).orderBy(...sorted[order](table)) as unknown as BuiltQuery
      }) as unknown as Statement<Params & Page, Found<Select>>
  )
  const count = statement((dialect, given: Given<Params>) => {
    const table = dialect.t[name] as Tables[Name] & OwnTable
    return totalOf(dialect, table, and(mine(table), where?.(table, given, dialect)))
  })
  return {
    ...ordered,
    count,
    page: (
      session: Session,
      order: Order,
      page: Page,
      ...of: unknown extends Params ? [] : [of: Params]
    ) => session.page<Params, Found<Select>>(ordered[order], count, (of[0] ?? {}) as Params, page)
  }
}

interface Sorted {
  orderBy(...order: SQL[]): {
    limit(rows: Given<Page>['limit']): { offset(rows: Given<Page>['offset']): BuiltQuery }
  }
}

/** Instants after the one and before the other, both left out; null for any. */
export interface Span {
  readonly after: Instant | null
  readonly before: Instant | null
}

/** What may narrow a list: by name, the column that equals a value, or that lies in a span. */
interface Narrowing<Table, Equal extends string, Spanned extends string> {
  readonly equal: { readonly [Name in Equal]: (table: Table) => PgColumn }
  readonly spanned: { readonly [Name in Spanned]: (table: Table) => PgColumn }
  /** The spans that no index has, which therefore look through all that the other filters leave. */
  readonly unindexed?: readonly NoInfer<Spanned>[]
  /** Whether the query joins others to its rows. */
  readonly joins?: true
  /** What no filter brings back. */
  readonly always?: (table: Table) => SQL
  /** The sets of filters whose total is known otherwise, each by its names; empty for none. */
  readonly uncounted?: readonly string[]
}

type Wanted<Equal extends string, Spanned extends string> = {
  readonly [Name in Equal]?: string | boolean | undefined
} & { readonly [Name in Spanned]?: Span | undefined }

/**
 * A list that any set of filters narrows, with statements of its own for each set that was asked for.
 * Every filter alone goes along an index: by id, or in the order of the column that is spanned. Of
 * several, the engine goes along the index of one.
 * Spec: openapi/behaviour/lists-and-paths.md#filters-that-are-sent-together-must-all-match.
 */
export function narrowedList<
  Name extends Identified,
  Select extends Selecting,
  Equal extends string,
  Spanned extends string
>(
  name: Name,
  select: (dialect: Dialect) => Select,
  {
    equal,
    spanned,
    unindexed = [],
    joins,
    always,
    uncounted = []
  }: Narrowing<Tables[Name], Equal, Spanned>
) {
  type Table = Tables[Name]
  const columns: { readonly [filter: string]: (table: Table) => PgColumn } = {
    ...equal,
    ...spanned
  }
  const isSpan = (filter: string) => Object.hasOwn(spanned, filter)
  const isIndexed = (filter: string) => !unindexed.some(span => span === filter)
  const isIndexedSpan = (filter: string) => isSpan(filter) && isIndexed(filter)
  const holds = (filter: string, table: Table, given: Given<Record<string, string>>) => {
    const column = (columns[filter] as (table: Table) => PgColumn)(table)
    if (!isSpan(filter)) return eq(column, encodeAs(column, given[filter] as Parameter<unknown>))
    return and(gt(column, given[`${filter}After`]), lt(column, given[`${filter}Before`]))
  }
  const made = new Map<string, ReturnType<typeof listOfSet>>()
  const listOfSet = (filters: readonly string[]) => {
    const [first] = filters.every(isIndexedSpan) ? filters : []
    const by = first === undefined ? undefined : columns[first]
    const along = (column: (table: Table) => SQL | PgColumn) => ({
      created_at: (table: Table & Identity) => [asc(column(table)), asc(table.id)],
      '-created_at': (table: Table & Identity) => [desc(column(table)), desc(table.id)]
    })
    // As an expression, so that no engine takes an index in this order for the few that it sorts.
    const sorted = by === undefined ? BY_ID : along(table => sql`coalesce(${by(table)}, '')`)
    return listOf<Name, Select, CreationOrder, Record<string, string>>(name, select, {
      orders: (by === undefined ? BY_ID : along(by)) as Orders<CreationOrder, Table>,
      ...(joins && { sorted: sorted as Orders<CreationOrder, Table> }),
      where: (table, given) => narrowed(filters, table, given),
      ...(by === undefined && { within: table => fromFirst(table as Table & PgTable & Identity) })
    })
  }
  const narrowed = (
    filters: readonly string[],
    table: Table,
    given: Given<Record<string, string>>
  ) => and(always?.(table), ...filters.map(filter => holds(filter, table, given)))
  const scans = new Map<string, Statement<Record<string, string>, { readonly total: number }>>()
  const toScanOf = (filters: readonly string[]) => {
    const key = filters.join(' ')
    const toScan =
      scans.get(key) ??
      countToScan<Name, Record<string, string>>(name, (table, given) =>
        narrowed(filters, table, given)
      )
    scans.set(key, toScan)
    return toScan
  }
  const listBy = (filters: readonly string[]) => {
    const key = filters.join(' ')
    const list = made.get(key) ?? listOfSet(filters)
    made.set(key, list)
    return list
  }
  const filters = Object.keys(columns)
  const askedOf = (wanted: Wanted<Equal, Spanned>) => {
    const given = Object.entries<string | boolean | Span | undefined>(wanted)
    const told = given.filter(([, value]) => value !== undefined)
    const of = told.flatMap(([filter, value]) => {
      if (typeof value !== 'object') return [[filter, value]]
      return [
        [`${filter}After`, value.after ?? EARLIEST],
        [`${filter}Before`, value.before ?? LATEST]
      ]
    })
    const asked = filters.filter(each => told.some(([filter]) => filter === each))
    return { asked, list: listBy(asked), of: Object.fromEntries(of) as Record<string, string> }
  }
  /** Each filter alone, and none, for whoever looks at all statements. */
  const alone = ['', ...filters].flatMap(filter => {
    const { page: _, count, ...ordered } = listBy(filter === '' ? [] : [filter])
    const toScan =
      unindexed.length > 0 && isIndexed(filter)
        ? { toScan: toScanOf(filter === '' ? [] : [filter]) }
        : {}
    const all = { ...ordered, ...(!uncounted.includes(filter) && { count }), ...toScan }
    return Object.entries(all).map(([key, each]) => [`${filter} ${key}`.trim(), each])
  })
  /** A page without its total, which is known otherwise. */
  const rows = (
    session: Session,
    order: CreationOrder,
    page: Page,
    wanted: Wanted<Equal, Spanned>
  ) => {
    const { list, of } = askedOf(wanted)
    const listed = list[order] as unknown as Statement<Record<string, string> & Page, Found<Select>>
    return session.all<Record<string, string> & Page, Found<Select>>(listed, {
      ...of,
      ...page
    } as never)
  }
  const total = async (session: Session, wanted: Wanted<Equal, Spanned>) => {
    const { list, of } = askedOf(wanted)
    return (await session.one(list.count, of))?.total ?? 0
  }
  return {
    ...(Object.fromEntries(alone) as { readonly [name: string]: Statement<never, unknown> }),
    rows,
    total,
    /**
     * Whether a span that no index has is asked for, and the other filters leave more than
     * {@link SCANNED_MAX} to look through.
     */
    scansTooMany: async (session: Session, wanted: Wanted<Equal, Spanned>): Promise<boolean> => {
      const { asked, of } = askedOf(wanted)
      if (asked.every(isIndexed)) return false
      const scanned = await session.one(toScanOf(asked.filter(isIndexed)), of)
      return (scanned?.total ?? 0) > SCANNED_MAX
    },
    /** `cursor` narrows what is listed, and not its total. */
    page: async (
      session: Session,
      order: CreationOrder,
      page: Page,
      wanted: Wanted<Equal, Spanned>,
      cursor: Wanted<Equal, Spanned> = {}
    ): Promise<{ readonly rows: Found<Select>[]; readonly total: number }> => {
      const [found, counted] = await together(
        rows(session, order, page, { ...wanted, ...cursor }),
        total(session, wanted)
      )
      return { rows: found, total: counted }
    }
  }
}

/** How many rows are looked through, one after the other, for a span that no index has. */
export const SCANNED_MAX = 10_000

/** How many rows there are, at most one more than {@link SCANNED_MAX}. */
export function countToScan<Name extends Identified, Params>(
  name: Name,
  where: (table: Tables[Name], given: Given<Params>, dialect: Dialect) => SQL | undefined
) {
  return statement((dialect, given: Given<Params>) => {
    const { db } = dialect
    const table = dialect.t[name] as Tables[Name] & OwnTable & Identity
    const scanned = db
      .select({ id: table.id })
      .from<PgTable>(table)
      .where(and(mine(table), fromFirst(table), where(table, given, dialect)))
      .limit(SCANNED_MAX + 1)
      .as('scanned')
    return db.select({ total: sql<number>`count(*)`.mapWith(Number) }).from(scanned)
  }) as unknown as Statement<Params, { readonly total: number }>
}

/** The refusal of a span of changes that would look through more. */
export function longScanRefused(what: string, instead: string): Refused {
  const most = SCANNED_MAX.toLocaleString('en')
  const details = `A range of time is looked for in at most ${most} ${what}: ${instead}`
  return new Refused({ key: 'invalid_query_params', details })
}

export function rowsListed<Name extends Identified, Order extends string, Params = unknown>(
  name: Name,
  told: Listed<Tables[Name], Order, Params>
) {
  return listOf(name, ({ db, t }) => rowsOf(db, t[name]), told)
}

/*
 * Pages: which stretch of a list is asked for, and in which order. The first page of a list is page
 * 1. Past the end a page is empty, which is no error.
 */

export const EARLIEST = '0000-01-01T00:00:00.000Z'

export const LATEST = '9999-12-31T23:59:59.999Z'

/** More than there can be: a campaign's parts are changed and deleted together. */
export const ALL = { limit: 1_000_000_000, offset: 0 }

/** The thing that a filter names: undefined without a filter, null when it does not exist. */
export async function findSelected<Thing>(
  name: string | null,
  find: (name: string) => Promise<Thing | null>
): Promise<Thing | null | undefined> {
  return name === null ? undefined : find(name)
}

/*
 * The window of time in which a campaign, a voucher, an earning rule or a promotion tier is valid.
 * It is three columns of its table: both ends can be compared in SQL, and the part that recurs is
 * only ever read as a whole.
 */

interface ValidityColumns {
  readonly startDate: string | null
  readonly expirationDate: string | null
  readonly recurrence: Recurrence | null
}

export function validityOf(row: ValidityColumns): model.Validity {
  const { startDate, expirationDate, recurrence } = row
  return {
    startDate,
    expirationDate,
    timeframe: recurrence?.timeframe ?? null,
    daysOfWeek: recurrence?.daysOfWeek ?? null,
    hours: recurrence?.hours ?? null
  }
}

export function columnsOfValidity(validity: model.Validity): ValidityColumns {
  const { startDate, expirationDate, timeframe, daysOfWeek, hours } = validity
  const recurs = timeframe !== null || daysOfWeek !== null || hours !== null
  return { startDate, expirationDate, recurrence: recurs ? { timeframe, daysOfWeek, hours } : null }
}
