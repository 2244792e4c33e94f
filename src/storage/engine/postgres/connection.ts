/**
 * A connection to PostgreSQL: what is asked in one go is sent in one go, without waiting.
 *
 * The server answers in the order it was asked, so that a unit sends what needs no answer of
 * another, and waits once. What is asked before the event loop goes on leaves in one packet.
 *
 * Spec: Decisions 41 and 204.
 */
import type { Client, PoolClient, QueryArrayConfig, QueryArrayResult } from 'pg'
import type { Prepared, Values } from '../statements.ts'
import { type Keeper, Statements } from '../statements.ts'
import type { WrittenQuery } from '../written-query.ts'
import { writtenOf } from './dialect.ts'

/** The part of the driver's socket that its types leave out. */
type Socket = Pick<NodeJS.WritableStream & { cork(): void; uncork(): void }, 'cork' | 'uncork'>

/** What the server says of a statement. */
type Answer = QueryArrayResult<unknown[]>

export class Connection {
  readonly #client: Client | PoolClient
  readonly statements: Statements
  #corked = false

  constructor(client: Client | PoolClient, keeper: Keeper) {
    this.#client = client
    this.statements = new Statements(
      (asked, name) => new PostgresQuery(this, writtenOf(asked), name),
      keeper
    )
  }

  /** Sends a statement after those sent before. A rejection that nobody awaits is no error. */
  send(config: Pick<QueryArrayConfig, 'text' | 'name' | 'values'>): Promise<Answer> {
    this.#cork()
    const answered = new Promise<Answer>((resolve, reject) => {
      const asked: QueryArrayConfig = { ...config, rowMode: 'array' }
      this.#client.query<unknown[]>(asked, (error, answer) =>
        error ? reject(error) : resolve(answer)
      )
    })
    answered.catch(() => undefined)
    return answered
  }

  /** Whether the server holds a transaction open that can be committed, by its last answer. */
  get inTransaction(): boolean {
    return (this.#client as Client).getTransactionStatus() === 'T'
  }

  #cork(): void {
    if (this.#corked) return
    this.#corked = true
    const socket = (this.#client as unknown as { connection: { stream: Socket } }).connection.stream
    socket.cork()
    process.nextTick(() => {
      this.#corked = false
      socket.uncork()
    })
  }
}

/** A named statement, which the server compiles once for the connection. */
class PostgresQuery implements Prepared {
  readonly writes: boolean
  readonly #connection: Connection
  readonly #written: WrittenQuery
  readonly #name: string

  constructor(connection: Connection, written: WrittenQuery, name: string) {
    this.#connection = connection
    this.#written = written
    this.#name = name
    this.writes = !/^\(?select\b/i.test(written.sql)
  }

  async all(values: Values, projectId: string | null): Promise<object[]> {
    const { rows } = await this.#send(values, projectId)
    const read = this.#written.reader
    return rows.map(row => read(row))
  }

  async one(values: Values, projectId: string | null): Promise<object | undefined> {
    const [row] = (await this.#send(values, projectId)).rows
    return row === undefined ? undefined : this.#written.reader(row)
  }

  async run(values: Values, projectId: string | null): Promise<number> {
    return (await this.#send(values, projectId)).rowCount ?? 0
  }

  #send(values: Values, projectId: string | null): Promise<Answer> {
    const filled = this.#written.filled(values, projectId)
    return this.#connection.send({ name: this.#name, text: this.#written.sql, values: filled })
  }
}
