/**
 * Statements as values: each is declared with its noun and prepared once per connection.
 *
 * Building a query costs ten to twenty times as much as running it, so a connection prepares a
 * statement at its first use and keeps it; a start needs few of them. Parameters and rows are types
 * of the statement, so that a parameter that is missing, misspelt or of another type does not
 * compile.
 */
import type { Placeholder } from 'drizzle-orm/sql'
import { sql } from 'drizzle-orm/sql'
import type { Dialect } from './dialect.ts'

/** A parameter of a query; `Data` is the type of its value. */
export type Parameter<Data> = Placeholder<string, Data>

/** The parameters of a statement, by name. */
export type Given<Params> = { readonly [Name in keyof Params]: Parameter<Params[Name]> }

/** A query as Drizzle builds it. */
export interface BuiltQuery {
  prepare(name: string): { execute(values?: Record<string, unknown>): Promise<unknown> }
  toSQL(): { readonly sql: string; readonly params: readonly unknown[] }
}

type Returned<Built extends BuiltQuery> =
  Awaited<ReturnType<ReturnType<Built['prepare']>['execute']>> extends readonly (infer Row)[]
    ? Row
    : never

/** The values of a statement's parameters, by name. */
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
  /** The first row, or undefined. */
  one(values: ParamValues, projectId: string | null): unknown
  /** How many rows it wrote. */
  run(values: ParamValues, projectId: string | null): unknown
}

/** Anything that a session can run. */
export type Runnable = Statement<never, unknown> | Command<never>

/** How an engine makes a statement ready to run; `name` is unique in the process. */
export type Prepare = (asked: Runnable, name: string) => Prepared

/** What a session can run for its rows. `projectId` is no parameter: the session adds it. */
export class Statement<in Params, out Row> {
  /** @throws when the SQL does not fit the tables, which a first use therefore shows. */
  readonly build: (dialect: Dialect) => BuiltQuery
  /** For the compiler only: the types of the two parameters. */
  declare readonly types: (params: Params) => Row

  constructor(build: (dialect: Dialect) => BuiltQuery) {
    this.build = build
  }
}

/** What a session can run to write. It returns no rows, only how many it wrote. */
export class Command<in Params> {
  /** @throws when the SQL does not fit the tables, which a first use therefore shows. */
  readonly build: (dialect: Dialect) => BuiltQuery
  /** For the compiler only: the type of the parameter. */
  declare readonly takes: (params: Params) => void

  constructor(build: (dialect: Dialect) => BuiltQuery) {
    this.build = build
  }
}

/** The row that a statement returns. */
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

/** Stands for a store: what is kept of its rows in memory is kept by this value. */
export interface Keeper {
  /** Told of what was kept and is not so, for tests; absent: nothing that is kept is doubted. */
  readonly onStale?: (error: Error) => void
  /** Whether no version is ever lower than one that was seen before. */
  readonly versionsGrow?: true
}

/** The statements of one connection, prepared at first use and kept. */
export class Statements {
  /** One for all connections of a store. */
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
