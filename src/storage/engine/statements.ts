/**
 * Statements as values: each is declared with its noun and prepared once per connection.
 *
 * Building a query costs ten to twenty times as much as running it, so a connection prepares a
 * statement at its first use and keeps it; a start needs few of them. Parameters and rows are types
 * of the statement, so that a parameter that is missing, misspelt or of another type does not
 * compile.
 *
 * Spec: Decisions 41 and 107.
 */
import type { Placeholder } from 'drizzle-orm/sql'
import { sql } from 'drizzle-orm/sql'
import type { Dialect } from './dialect.ts'

/** A parameter of a query; `Data` is the type of its value. */
export type Value<Data> = Placeholder<string, Data>

/** The parameters of a statement, by name. */
export type Given<Params> = { readonly [Name in keyof Params]: Value<Params[Name]> }

/** A query that Drizzle can prepare. */
interface Query {
  prepare(name: string): { execute(values?: Record<string, unknown>): Promise<unknown> }
}

type Returned<Built extends Query> =
  Awaited<ReturnType<ReturnType<Built['prepare']>['execute']>> extends readonly (infer Row)[]
    ? Row
    : never

/** The part of a prepared statement that an engine uses. */
export interface Prepared {
  execute(values: Readonly<Record<string, unknown>>): unknown
}

/** How an engine runs a prepared statement; a synchronous one returns the rows themselves. */
export type Run = (statement: Prepared, values: Readonly<Record<string, unknown>>) => unknown

/** What a session can run. `projectId` is no parameter: the session adds it. */
export class Statement<in Params, out Row> {
  readonly #build: (dialect: Dialect) => Query
  /** For the compiler only: the types of the two parameters. */
  declare readonly types: (params: Params) => Row

  constructor(build: (dialect: Dialect) => Query) {
    this.#build = build
  }

  /** @throws when the SQL does not fit the tables, which a first use therefore shows. */
  prepare(dialect: Dialect, name: string): Prepared {
    return this.#build(dialect).prepare(name) as Prepared
  }
}

/** The row that a statement returns. */
export type RowOf<Asked> = Asked extends Statement<never, infer Row> ? Row : never

/** Declares a statement: `given.id` is where the parameter `id` goes. */
export function statement<Params, Built extends Query>(
  build: (dialect: Dialect, given: Given<Params>) => Built
): Statement<Params, Returned<Built>> {
  return new Statement(dialect => build(dialect, PARAMETERS as Given<Params>))
}

const PARAMETERS: unknown = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) })

/** Stands for a store: what is kept of its rows in memory is kept by this value. */
export interface Keeper {
  /** Told of what was kept and is not so, for tests; absent: nothing that is kept is doubted. */
  readonly onStale?: (error: Error) => void
}

/** The statements of one connection, prepared at first use and kept. */
export class Statements {
  /** One for all connections of a store. */
  readonly keeper: Keeper
  readonly #dialect: Dialect
  readonly #prepared = new Map<Statement<never, unknown>, Prepared>()

  constructor(dialect: Dialect, keeper: Keeper = {}) {
    this.#dialect = dialect
    this.keeper = keeper
  }

  prepared(statement: Statement<never, unknown>): Prepared {
    let prepared = this.#prepared.get(statement)
    if (prepared === undefined) {
      // PostgreSQL wants a name, of its own on each connection.
      prepared = statement.prepare(this.#dialect, `statement ${this.#prepared.size + 1}`)
      this.#prepared.set(statement, prepared)
    }
    return prepared
  }
}
