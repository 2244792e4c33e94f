/**
 * The session through which a unit of work runs its statements.
 *
 * Spec: Decision 41.
 */
import type { Page } from '../pages.ts'
import { SessionEnded } from './errors.ts'
import type { Keeper, Run, Statement, Statements } from './statements.ts'

/**
 * The only thing that a unit of work may await: statements in its own transaction, of its own
 * project. It ends with the unit; later statements are refused.
 */
export class Session {
  /** Fills `projectId` in every statement; null in a unit that belongs to no single project. */
  readonly projectId: string | null
  /** The same for every session of a store: what is kept in memory is kept by it. */
  readonly keeper: Keeper
  readonly #statements: Statements
  readonly #engine: Run
  #ended = false

  constructor(statements: Statements, run: Run, projectId: string | null) {
    this.#statements = statements
    this.#engine = run
    this.keeper = statements.keeper
    this.projectId = projectId
  }

  /** The first row, if there is one; the statement decides which comes first. */
  one<Row>(statement: Statement<unknown, Row>): Promise<Row | undefined>
  one<Params, Row>(
    statement: Statement<Params, Row>,
    values: NoInfer<Params>
  ): Promise<Row | undefined>
  async one<Row>(
    statement: Statement<never, Row>,
    values?: object | null
  ): Promise<Row | undefined> {
    return (await this.#run(statement, values))[0]
  }

  /**
   * Every row, in the statement's order.
   * @throws {SessionEnded} after the unit has settled or was given up.
   */
  all<Row>(statement: Statement<unknown, Row>): Promise<Row[]>
  all<Params, Row>(statement: Statement<Params, Row>, values: NoInfer<Params>): Promise<Row[]>
  all<Row>(statement: Statement<never, Row>, values?: object | null): Promise<Row[]> {
    return this.#run(statement, values)
  }

  /** A stretch of a list, and how many rows there are in all, by a statement for each. */
  async page<Params, Row>(
    list: Statement<Params & Page, Row>,
    count: Statement<Params, { readonly total: number }>,
    of: NoInfer<Params>,
    page: Page
  ): Promise<{ readonly rows: Row[]; readonly total: number }> {
    const rows = await this.all(list, { ...of, ...page })
    const counted = await this.one(count, of)
    return { rows, total: counted?.total ?? 0 }
  }

  async #run<Row>(statement: Statement<never, Row>, values?: object | null): Promise<Row[]> {
    if (this.#ended) throw new SessionEnded()
    const { projectId } = this
    // The project comes last, so that no value of a request can take its place.
    const filled = projectId === null ? { ...values } : { ...values, projectId }
    return (await this.#engine(this.#statements.prepared(statement), filled)) as Row[]
  }

  /** Refuses every later statement. */
  end(): void {
    this.#ended = true
  }
}
