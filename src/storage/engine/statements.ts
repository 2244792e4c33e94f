/**
 * Statements as values: each is declared with its noun and prepared once per connection. Building a
 * query costs ten to twenty times as much as running it, so a connection prepares a statement at
 * its first use and keeps it; a start needs few of them. Parameters and rows are types of the
 * statement, so that a parameter that is missing, misspelt or of another type does not compile.
 */
import { Column } from 'drizzle-orm/column'
import { is as isEntity } from 'drizzle-orm/entity'
import type { SelectedFieldsOrdered } from 'drizzle-orm/operations'
import type { PgColumn, PgDatabase, PgQueryResultHKT, PgTable } from 'drizzle-orm/pg-core'
import { and, asc, count, desc, eq, Param, Placeholder, type SQL, sql } from 'drizzle-orm/sql'
import { Subquery } from 'drizzle-orm/subquery'
import { getTableName } from 'drizzle-orm/table'
import { getTableColumns } from 'drizzle-orm/utils'
import type * as postgres from '../../../generated/tables.postgres.ts'
import type { Change } from '../../decisions/changes.ts'
import type * as sqlite from '../tables.ts'

export type Parameter<Data> = Placeholder<string, Data>

export type Given<Params> = { readonly [Name in keyof Params]: Parameter<Params[Name]> }

export interface BuiltQuery {
  prepare(name: string): { execute(values?: Record<string, unknown>): Promise<unknown> }
  toSQL(): { readonly sql: string; readonly params: readonly unknown[] }
}

type Returned<Built extends BuiltQuery> =
  Awaited<ReturnType<ReturnType<Built['prepare']>['execute']>> extends readonly (infer Row)[]
    ? Row
    : never

export type ParamValues = Readonly<Record<string, unknown>>

/**
 * A statement on a connection. A synchronous engine answers at once, others by a promise. Each
 * method is given the project beside the values: it fills the parameter `projectId`, whatever they
 * say; null leaves it to them.
 */
export interface Prepared {
  /** False also where the engine itself keeps a read unit from writing. */
  readonly writes: boolean
  all(values: ParamValues, projectId: string | null): unknown
  one(values: ParamValues, projectId: string | null): unknown
  run(values: ParamValues, projectId: string | null): unknown
}

export type Runnable = Statement<never, unknown> | Command<never>

/** How an engine makes a statement ready to run; `name` is unique in the process. */
type Prepare = (asked: Runnable, name: string) => Prepared

class Asked {
  /** @throws when the SQL does not fit the tables, which a first use therefore shows. */
  readonly build: (dialect: Dialect) => BuiltQuery

  constructor(build: (dialect: Dialect) => BuiltQuery) {
    this.build = build
  }
}

/** What a session can run for its rows. `projectId` is no parameter: the session adds it. */
export class Statement<in Params, out Row> extends Asked {
  /** For the compiler only: the types of the two parameters. */
  declare readonly types: (params: Params) => Row
}

/** What a session can run to write. It returns no rows, only how many it wrote. */
export class Command<in Params> extends Asked {
  declare readonly takes: (params: Params) => void
}

export type RowOf<Asked> = Asked extends Statement<never, infer Row> ? Row : never

/** Declares a statement: `given.id` is where the parameter `id` goes. */
export function statement<Params, Built extends BuiltQuery>(
  build: (dialect: Dialect, given: Given<Params>) => Built
): Statement<Params, Returned<Built>> {
  return new Statement(dialect => build(dialect, PARAMETERS as Given<Params>))
}

/** Declares a command, which has no RETURNING. */
export function command<Params>(
  build: (dialect: Dialect, given: Given<Params>) => BuiltQuery
): Command<Params> {
  return new Command(dialect => build(dialect, PARAMETERS as Given<Params>))
}

const PARAMETERS: unknown = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) })

export interface Keeper {
  /** Told of what was kept and is not so, for tests; absent: nothing that is kept is doubted. */
  readonly onStale?: (error: Error) => void
  /** Whether no version is ever lower than one that was seen before. */
  readonly versionsGrow?: true
}

export class Statements {
  readonly keeper: Keeper
  readonly #prepare: Prepare
  readonly #prepared = new Map<Runnable, Prepared>()

  constructor(prepare: Prepare, keeper: Keeper = {}) {
    this.#prepare = prepare
    this.keeper = keeper
  }

  prepared(asked: Runnable): Prepared {
    let prepared = this.#prepared.get(asked)
    if (prepared === undefined) {
      prepared = this.#prepare(asked, nameOf(asked))
      this.#prepared.set(asked, prepared)
    }
    return prepared
  }
}

const names = new WeakMap<Runnable, string>()
let named = 0

/** What PostgreSQL keeps a statement under: the same on all connections of the process. */
function nameOf(asked: Runnable): string {
  const known = names.get(asked)
  if (known !== undefined) return known
  const name = `statement ${++named}`
  names.set(asked, name)
  return name
}

/*
 * The two dialects: which tables there are, and what builds a query on them. Query code is written
 * once and typed on PostgreSQL. On SQLite it runs by one cast, which `TABLES_ARE_EQUAL` proves to
 * be sound.
 */

export type Db = Pick<
  PgDatabase<PgQueryResultHKT, Record<string, never>>,
  'select' | 'insert' | 'update' | 'delete'
>

export type Tables = typeof postgres

/** The parts of a statement. `name` is for the few whose SQL must differ between the engines. */
export interface Dialect {
  readonly db: Db
  readonly t: Tables
  readonly name: 'sqlite' | 'postgres'
}

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

type Alike<Name extends keyof typeof sqlite & keyof Tables> =
  Equal<(typeof sqlite)[Name]['$inferSelect'], Tables[Name]['$inferSelect']> extends true
    ? Equal<(typeof sqlite)[Name]['$inferInsert'], Tables[Name]['$inferInsert']>
    : false

type Different =
  | Exclude<keyof typeof sqlite, keyof Tables>
  | Exclude<keyof Tables, keyof typeof sqlite>
  | {
      [Name in keyof typeof sqlite & keyof Tables]: Alike<Name> extends true ? never : Name
    }[keyof typeof sqlite & keyof Tables]

/** A compile error here names the tables whose columns differ between the two dialects. */
export const TABLES_ARE_EQUAL: [Different] extends [never] ? true : Different = true

export type Row<Name extends keyof Tables> = Omit<Tables[Name]['$inferSelect'], 'projectId'>

/** The columns of a table that are those of its things. */
export function columnsOf<Table extends PgTable>(table: Table) {
  const { projectId: _, ...columns } = getTableColumns(table) as Record<string, PgColumn>
  return columns as Omit<Table['_']['columns'], 'projectId'>
}

export function rowsOf<Table extends PgTable>(db: Db, table: Table) {
  return db.select(columnsOf(table)).from<Table>(table as never)
}

/*
 * A query as Drizzle wrote it, for any connection: SQL with its parameters in order, and a reader
 * of its rows. Drizzle builds a query once in a process and tells what stands in it. From then on
 * the driver runs it, and nothing of Drizzle is on a request's way but the encoders and decoders of
 * columns.
 */

/** A place in the SQL: a parameter by its name, or a value that never changes. */
type Slot =
  | { readonly name: string; readonly encode: ((value: unknown) => unknown) | null }
  | { readonly name: null; readonly encode?: null; readonly value: unknown }

/** Immutable once Drizzle has prepared it; shared by all connections of the process. */
export class WrittenQuery {
  /** Set by Drizzle, once it has joined the tables. */
  joinsNotNullableMap: Joined | undefined
  readonly sql: string
  readonly #slots: readonly Slot[]
  /** Undefined for a query that returns no rows. */
  readonly #fields: Fields | undefined
  #fill: Fill | null = null
  #read: ReadRow | null = null

  constructor(sql: string, params: readonly unknown[], fields: Fields | undefined) {
    this.sql = sql
    this.#slots = params.map(slotOf)
    this.#fields = fields
  }

  get returnsRows(): boolean {
    return this.#fields !== undefined
  }

  get reader(): ReadRow {
    this.#read ??= rowDecoder(this.#fields ?? [], this.joinsNotNullableMap)
    return this.#read
  }

  /** What the driver is given, in the order of the SQL. */
  filled(values: ParamValues, projectId: string | null): unknown[] {
    this.#fill ??= filler(this.#slots)
    return this.#fill(values, projectId)
  }

  /** Drizzle calls it on what it takes for a prepared query of its own. */
  setToken(): this {
    return this
  }
}

function slotOf(param: unknown): Slot {
  if (isEntity(param, Placeholder)) return { name: String(param.name), encode: null }
  if (!isEntity(param, Param) || !isEntity(param.value, Placeholder))
    return { name: null, value: param }
  const { encoder } = param
  const plain =
    isEntity(encoder, Column) && encoder.mapToDriverValue === Column.prototype.mapToDriverValue
  const encode = plain ? null : (value: unknown) => encoder.mapToDriverValue(value)
  return { name: String(param.value.name), encode }
}

type Fill = (values: ParamValues, projectId: string | null) => unknown[]

/** Compiled, as {@link rowDecoder} is, so that no parameter is looked for by its name. */
function filler(slots: readonly Slot[]): Fill {
  const cells = slots.map(({ name }, at) => {
    if (name === null) return `slots[${at}].value`
    const key = JSON.stringify(name)
    const given = `(value = values[${key}]) === undefined ? absent(values, ${key}) : value`
    const encoded = slots[at]?.encode == null ? given : `slots[${at}].encode(${given})`
    return name === 'projectId' ? `projectId ?? (${encoded})` : encoded
  })
  const body = `return (values, projectId) => { let value; return [${cells.join(', ')}] }`
  return new Function('slots', 'absent', body)(slots, absent) as Fill
}

function absent(values: ParamValues, name: string): undefined {
  if (name in values) return undefined
  // INVARIANT: the compiler asks for every parameter.
  throw new TypeError(`A statement was given no value for "${name}".`)
}

/**
 * Writes each statement once, because building a query costs more than running it, and all
 * connections run the same. The session of `dialect` answers a {@link WrittenQuery}.
 */
export function writingOnce(dialect: Dialect): (asked: Runnable) => WrittenQuery {
  const written = new WeakMap<Runnable, WrittenQuery>()
  return asked => {
    const known = written.get(asked)
    if (known !== undefined) return known
    const query = asked.build(dialect).prepare('') as unknown as WrittenQuery
    written.set(asked, query)
    return query
  }
}

/*
 * Rows of the driver made into the rows that statements promise. Which columns a row has and how
 * each is read is known when the statement is prepared. So a reader is written and compiled once
 * for it, where Drizzle's own mapper finds everything out again at every row, at a tenth of all
 * CPU. A test holds every statement's reader against that mapper.
 */

export type Fields = SelectedFieldsOrdered<Column>

/** By the name of a table in a join: whether each row has one of its own. */
type Joined = Readonly<Record<string, boolean>>

type ReadRow = (values: readonly unknown[]) => object

type Decode = (value: unknown) => unknown

/** A column, and where its value stands in the row of the driver. */
type PlacedColumn = Fields[number] & { readonly at: number }

/** The source of a reader: decoders are named by their index, as they stand in the list. */
class ColumnSource {
  readonly decoders: Decode[] = []

  /** Of an object with these properties, each the source of its value. */
  object(properties: Iterable<readonly [key: string, value: string]>): string {
    const written = [...properties].map(([key, value]) => `${JSON.stringify(key)}: ${value}`)
    return `{ ${written.join(', ')} }`
  }

  /** Of one value of a row; null decodes to itself. */
  cell({ path, field, at }: PlacedColumn): string {
    // INVARIANT: no statement selects an object within an object, or a query within a query.
    if (path.length > 2 || isEntity(field, Subquery)) {
      throw new TypeError(`Cannot read ${path.join('.')}.`)
    }
    const decode = decodeOf(field)
    if (decode === null) return `values[${at}]`
    const index = this.decoders.push(decode) - 1
    return `values[${at}] === null ? null : decoders[${index}](values[${at}])`
  }

  /** Of an object in a row, such as a whole table of a join. */
  part(columns: readonly PlacedColumn[], joined: Joined | undefined): string {
    const object = this.object(
      columns.map(column => [column.path.at(-1) as string, this.cell(column)])
    )
    const nullAt = missingAt(columns, joined)
    return nullAt === null ? object : `values[${nullAt}] === null ? null : ${object}`
  }
}

/**
 * The reader of rows with these columns; `joined` is undefined without a join. It is compiled,
 * because an object that is written out whole takes a thirtieth of the time of one that is filled
 * key by key. Nothing but the names of our own columns is in its source.
 */
function rowDecoder(fields: Fields, joined: Joined | undefined): ReadRow {
  const columns = fields.map((field, at) => ({ ...field, at }))
  const named = Map.groupBy(columns, ({ path }) => path[0] as string)
  const source = new ColumnSource()
  const row = source.object(
    [...named].map(([key, within]) => {
      const [first] = within as [PlacedColumn]
      return [key, first.path.length === 1 ? source.cell(first) : source.part(within, joined)]
    })
  )
  const make = new Function('decoders', `return values => (${row})`)
  return make(source.decoders) as ReadRow
}

/** How a column is read; null where every value of the driver is the value itself. */
function decodeOf(field: Fields[number]['field']): Decode | null {
  if (isEntity(field, Column)) {
    const plain = field.mapFromDriverValue === Column.prototype.mapFromDriverValue
    return plain ? null : value => field.mapFromDriverValue(value)
  }
  const { decoder } = field.getSQL() as unknown as Decoding
  return value => decoder.mapFromDriverValue(value)
}

/** The part of raw SQL that its declaration keeps to Drizzle. */
interface Decoding {
  readonly decoder: { mapFromDriverValue(value: unknown): unknown }
}

/** The first column of a table that a join may not find: no table's first one can be null. */
function missingAt(columns: readonly PlacedColumn[], joined: Joined | undefined): number | null {
  if (joined === undefined) return null
  const tables = columns.flatMap(({ field }) =>
    isEntity(field, Column) ? [getTableName(field.table)] : []
  )
  const [table] = tables
  if (table === undefined || joined[table] === true) return null
  const first = columns.find(({ field }) => isEntity(field, Column))
  return first !== undefined && tables.every(each => each === table) ? first.at : null
}

/*
 * Parts of many queries: conditions, orders, and whole pages. Every order of a list ends in a
 * unique column, so that a page does not depend on the engine, and the next page starts where it
 * ended.
 */

/** A table whose rows belong to projects. */
type Owned = { readonly projectId: PgColumn }

export function mine({ projectId }: Owned): SQL {
  return eq(projectId, sql.placeholder('projectId'))
}

export function byId(table: Owned & { readonly id: PgColumn }, { id }: Given<{ id: string }>) {
  return and(mine(table), eq(table.id, id))
}

/** The column is the value that is given, which has to be of its type. */
export function is<Column extends PgColumn>(
  column: Column,
  value: Parameter<Column['_']['data']>
): SQL {
  return eq(column, value as Parameter<unknown>)
}

export function same(
  table: Owned & { readonly id: PgColumn },
  { projectId }: Owned,
  id: PgColumn
): SQL | undefined {
  return and(eq(table.projectId, projectId), eq(table.id, id))
}

export function among(
  { name }: Pick<Dialect, 'name'>,
  column: PgColumn,
  texts: Parameter<readonly string[]>
): SQL {
  const given = asJson(texts)
  return name === 'sqlite'
    ? sql`${column} in (select value from json_each(${given}))`
    : sql`${column} in (select json_array_elements_text(${given}::json))`
}

/** The whole number at a key of the object that is given; null where it has no such key. */
export function elementOf(
  dialect: Pick<Dialect, 'name'>,
  object: Parameter<Readonly<Record<string, number>>>,
  key: SQL
): SQL {
  const found = textAtKey(dialect, object, key)
  return dialect.name === 'sqlite' ? found : sql`cast(${found} as bigint)`
}

/** The text at a key of the object that is given; null where it has no such key. */
export function textAtKey(
  { name }: Pick<Dialect, 'name'>,
  object: Parameter<Readonly<Record<string, string | number>>>,
  key: SQL
): SQL {
  const given = asJson(object)
  return name === 'sqlite' ? sql`(${given} ->> (${key}))` : sql`(${given}::json ->> (${key}))`
}

/** The elements of the list that is given, each as `value`, to be read by `->>`. */
export function elementsOf(
  { name }: Pick<Dialect, 'name'>,
  list: Parameter<readonly object[]>
): SQL {
  const given = asJson(list)
  return name === 'sqlite'
    ? sql`json_each(${given})`
    : sql`json_array_elements(${given}::json) as each(value)`
}

/** A list or an object is one parameter, as JSON: how long it is does not change the SQL. */
function asJson(value: Parameter<unknown>): SQL {
  return sql`${sql.param(value, JSON_TEXT)}`
}

const JSON_TEXT = { mapToDriverValue: (value: unknown) => JSON.stringify(value) }

/** A parameter encoded as `column`; a bare one inside `sql` would not be encoded at all. */
export function encodeAs(column: PgColumn, value: Parameter<unknown>): SQL {
  return sql`${sql.param(value, column)}`
}

/** `column + :value`. */
export function plus(column: PgColumn, value: Parameter<number>): SQL {
  return sql`${column} + ${encodeAs(column, value)}`
}

function setting(toSet: (column: PgColumn, value: Parameter<never>) => SQL) {
  return <Column extends string>(
    table: { readonly [Key in Column]: PgColumn },
    given: { readonly [Key in Column]: Parameter<unknown> },
    columns: readonly Column[]
  ) => {
    const set = columns.map(key => [key, toSet(table[key], given[key] as Parameter<never>)])
    return Object.fromEntries(set) as Record<Column, SQL>
  }
}

/** For the SET of an update: the columns, each with the parameter that bears its name. */
export const columnsToSet = setting(encodeAs)

/** The same, with that parameter added to what the column has. */
export const columnsToAdd = setting(plus)

export function totalOf({ db }: Dialect, table: PgTable, where: SQL | undefined) {
  return db.select({ total: count() }).from(table).where(where)
}

/** How lists may be sorted by their stamps, a dash for descending. */
export type StampOrder = 'created_at' | '-created_at' | 'updated_at' | '-updated_at'

export interface Page {
  readonly limit: number
  readonly offset: number
}

export type CreationOrder = 'created_at' | '-created_at'

interface Stamped {
  readonly id: PgColumn
  readonly createdAt: PgColumn
  readonly updatedAt: PgColumn
}

export type Orders<Order extends string, Table> = {
  readonly [Each in Order]: (table: Table) => SQL[]
}

/** What was never changed was changed when it was made. */
const changed = ({ createdAt, updatedAt }: Stamped) => sql`coalesce(${updatedAt}, ${createdAt})`

/** By creation; ties go by id, in the same direction. */
export const BY_CREATION: Orders<CreationOrder, Omit<Stamped, 'updatedAt'>> = {
  created_at: ({ createdAt, id }) => [asc(createdAt), asc(id)],
  '-created_at': ({ createdAt, id }) => [desc(createdAt), desc(id)]
}

export const BY_STAMPS: Orders<StampOrder, Stamped> = {
  ...BY_CREATION,
  updated_at: table => [asc(changed(table)), asc(table.id)],
  '-updated_at': table => [desc(changed(table)), desc(table.id)]
}

/** By creation as well, where ids are made from the time. */
export const BY_ID: Orders<CreationOrder, Pick<Stamped, 'id'>> = {
  created_at: ({ id }) => [asc(id)],
  '-created_at': ({ id }) => [desc(id)]
}

export function inOrders<Order extends string, Table, Made>(
  orders: Orders<Order, Table>,
  make: (sorting: (table: Table) => SQL[], order: Order) => Made
) {
  const made = Object.entries<(table: Table) => SQL[]>(orders).map(([order, sorting]) => [
    order,
    make(sorting, order as Order)
  ])
  return Object.fromEntries(made) as { readonly [Each in Order]: Made }
}

/** One statement for each order by time; `direct` makes a column go up or down. */
export function byCreation<Made>(make: (direct: (column: PgColumn) => SQL) => Made): {
  readonly [Order in CreationOrder]: Made
} {
  return { created_at: make(asc), '-created_at': make(desc) }
}

/** A statement that locks rows, or takes the place of one, until the unit ends. */
export interface Locking {
  readonly statement: Runnable
  readonly values: object
}

export interface MetRow {
  readonly name: string
  /** Then it begins again when another one has written the row first; else it only waits. */
  readonly isDecidedBy: boolean
}

export interface ContendedRows {
  /** Those that a unit writes, each once. */
  rowsOf(changes: readonly Change[]): readonly MetRow[]
  /** The row of a change whose guard was lost; null where the next attempt may be about another. */
  rowOf(change: Change): MetRow | null
  /**
   * What locks the rows that a unit writes, and takes the places of those that it makes and others
   * may make as well, in the order in which it writes them, up to the one of this name.
   */
  locksUpTo(name: string, changes: readonly Change[]): readonly RowLock[]
  /**
   * The last row that a unit would write before one that is locked, or that one, where something
   * before it is not locked, so that others may have it and wait for that; null where all is.
   */
  unlockedBefore(locked: LockedRows, changes: readonly Change[]): MetRow | null
  /** The last of all rows that a unit writes, where one is not locked; null where all are. */
  lastUnlocked(locked: LockedRows, changes: readonly Change[]): MetRow | null
}

/** What locks a row that others may be writing, in this order, and which one that is. */
export interface RowLock extends MetRow {
  readonly lockings: readonly Locking[]
}

/** The rows that a unit has locked, and the changes for which it did. */
export interface LockedRows {
  readonly rows: readonly RowLock[]
  readonly of: readonly Change[]
}

/* Locks of rows, which only PostgreSQL has: on SQLite one unit writes at a time. */

type Strength = 'update' | 'no key update' | 'share'

function locking(strength: Strength, config: { readonly skipLocked?: true } = {}) {
  return <Built>(
    { name }: Pick<Dialect, 'name'>,
    query: Built & { for(strength: Strength, config: object): unknown }
  ): Built => (name === 'sqlite' ? query : (query.for(strength, config) as Built))
}

/** What is free to be taken: rows that another unit is taking are passed over. */
export const untaken = locking('update', { skipLocked: true })

/** Rows that nobody changes until the unit ends; others may hold them as well. */
export const held = locking('share')

/** Others wait that ask so for the same rows, or change them; who only refers to them does not. */
export const inTurn = locking('no key update')

/** Others wait that ask for the same rows, change them or refer to them. */
export const alone = locking('update')

/** The rows of `inTurn` that nobody holds or changes; others are left out, and not waited for. */
export const inTurnAtOnce = locking('no key update', { skipLocked: true })
