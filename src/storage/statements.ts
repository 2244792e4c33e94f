/**
 * The prepared statements of one connection, and the session a unit of work runs them through.
 *
 * Query code is written once and typed on PostgreSQL; `sqliteDialect` is the one cast that lets it
 * run on SQLite, and `TABLES_ARE_EQUAL` is what makes that cast honest. Building a query costs ten
 * to twenty times what running it does, so each is prepared once per connection; it happens at
 * first use, because a start needs few of them.
 *
 * Spec: none; Decision 41.
 */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { SessionEnded } from './errors.ts'
import { recounts } from './recounts.ts'
import { selects } from './selects.ts'
import type * as postgres from './tables.postgres.ts'
import * as sqlite from './tables.sqlite.ts'
import { campaignWrites } from './writes/campaigns.ts'
import { standingWrites } from './writes/standing.ts'
import { updates } from './writes/updates.ts'
import { writes } from './writes.ts'

/** The part of Drizzle that both engines share. */
export type Db = Pick<
  PgDatabase<PgQueryResultHKT, Record<string, never>>,
  'select' | 'insert' | 'update' | 'delete'
>

/** Every table by its name in code. */
export type Tables = typeof postgres

/** What a statement is built from. `name` is for the few where the engines' SQL must differ. */
export interface Dialect {
  readonly db: Db
  readonly t: Tables
  readonly name: 'sqlite' | 'postgres'
}

/** A row of one table, as Drizzle reads it. */
export type Row<Name extends keyof Tables> = Tables[Name]['$inferSelect']

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

type Alike<Name extends keyof typeof sqlite & keyof Tables> =
  Equal<(typeof sqlite)[Name]['$inferSelect'], Tables[Name]['$inferSelect']> extends true
    ? Equal<(typeof sqlite)[Name]['$inferInsert'], Tables[Name]['$inferInsert']>
    : false

/** The names of the tables that differ between the two modules: none, or this does not compile. */
type Different =
  | Exclude<keyof typeof sqlite, keyof Tables>
  | Exclude<keyof Tables, keyof typeof sqlite>
  | {
      [Name in keyof typeof sqlite & keyof Tables]: Alike<Name> extends true ? never : Name
    }[keyof typeof sqlite & keyof Tables]

/** A compile error here names the tables whose columns differ between the two dialects. */
export const TABLES_ARE_EQUAL: [Different] extends [never] ? true : Different = true

/** Binds the shared query code to a SQLite connection. */
export function sqliteDialect(db: unknown): Dialect {
  return { db: db as Db, t: sqlite as unknown as Tables, name: 'sqlite' }
}

/** Every statement by name; a thunk prepares it on the dialect's connection. */
function bagOf(dialect: Dialect) {
  return {
    ...selects(dialect),
    ...writes(dialect),
    ...updates(dialect),
    ...campaignWrites(dialect),
    ...standingWrites(dialect),
    ...recounts(dialect)
  }
}

type Bag = ReturnType<typeof bagOf>

/** Everything a session can be asked to run. */
export type StatementName = keyof Bag

type Found<Statement> = Statement extends { execute(values?: never): Promise<infer Rows> }
  ? Rows extends readonly (infer One)[]
    ? One
    : never
  : never

/** The row that one statement returns. */
export type RowOf<Name extends StatementName> = Found<ReturnType<Bag[Name]>>

/** Values of a statement's placeholders by name; `projectId` is the session's to add. */
export type Values = Readonly<Record<string, unknown>>

/** A prepared statement, as far as an engine needs to know it. */
export interface Prepared {
  execute(values: Values): unknown
}

/** How an engine runs a prepared statement; a synchronous one returns the rows themselves. */
export type Run = (statement: Prepared, values: Values) => unknown

/** One connection's statements, prepared at first use and kept. */
export class Statements {
  readonly #bag: Bag
  readonly #prepared = new Map<StatementName, Prepared>()

  constructor(dialect: Dialect) {
    this.#bag = bagOf(dialect)
  }

  /** @throws when the SQL does not fit the tables, which a first use therefore shows. */
  named(name: StatementName): Prepared {
    let statement = this.#prepared.get(name)
    if (statement === undefined) {
      statement = this.#bag[name]() as Prepared
      this.#prepared.set(name, statement)
    }
    return statement
  }

  /** For the test that prepares every one of them. */
  names(): readonly StatementName[] {
    return Object.keys(this.#bag) as StatementName[]
  }
}

/**
 * What a unit of work may await, and nothing else: statements on its own transaction, of its own
 * project. It ends with the unit; a statement that comes later is refused, not run.
 */
export class Session {
  /** Fills `projectId` in every statement; null in a unit that belongs to no single project. */
  readonly projectId: string | null
  readonly #statements: Statements
  readonly #run: Run
  #ended = false

  constructor(statements: Statements, run: Run, projectId: string | null) {
    this.#statements = statements
    this.#run = run
    this.projectId = projectId
  }

  /** The first row, if there is one; the statement decides which comes first. */
  async one<Name extends StatementName>(
    name: Name,
    values?: Values
  ): Promise<RowOf<Name> | undefined> {
    return (await this.all(name, values))[0]
  }

  /**
   * Every row, in the statement's order.
   * @throws {SessionEnded} after the unit has settled or was given up.
   */
  async all<Name extends StatementName>(name: Name, values: Values = {}): Promise<RowOf<Name>[]> {
    if (this.#ended) throw new SessionEnded(name)
    const { projectId } = this
    // The project comes last, so that no value of a request can take its place.
    const filled = projectId === null ? values : { ...values, projectId }
    return (await this.#run(this.#statements.named(name), filled)) as RowOf<Name>[]
  }

  /** From now on every statement is refused. */
  end(): void {
    this.#ended = true
  }
}
