/**
 * The prepared statements of one connection.
 *
 * To build a query costs ten to twenty times what it costs to run it, so each is prepared once per
 * connection, at first use, because a start needs few of them.
 *
 * Spec: Decision 41.
 */
import { recounts } from '../audit/recounts.ts'
import { selects } from '../selects.ts'
import { campaignWrites } from '../writes/campaigns.ts'
import { standingWrites } from '../writes/standing.ts'
import { updates } from '../writes/updates.ts'
import { writes } from '../writes.ts'
import type { Dialect } from './dialect.ts'

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
