/**
 * The session through which a unit of work runs its statements.
 *
 * Spec: Decision 41.
 */
import { SessionEnded } from './errors.ts'
import type { RowOf, Run, StatementName, Statements, Values } from './statements.ts'

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
