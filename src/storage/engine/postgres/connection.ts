/**
 * A connection to PostgreSQL: what is asked in one go is sent in one go, without waiting.
 *
 * The server answers in the order it was asked, so that a unit sends what needs no answer of
 * another, and waits once. What is asked before the event loop goes on leaves in one packet.
 */
import type { Client, PoolClient, QueryArrayConfig, QueryArrayResult } from 'pg'
import type { ParamValues, Prepared } from '../statements.ts'
import { type Keeper, Statements } from '../statements.ts'
import type { WrittenQuery } from '../written-query.ts'
import { writtenOf } from './dialect.ts'
import { ANSWERS_AT_ONCE_MS, isSilence } from './failures.ts'

/** The part of the driver's socket that its types leave out. */
type Socket = Pick<NodeJS.WritableStream & { cork(): void; uncork(): void }, 'cork' | 'uncork'>

/** What the server says of a statement. */
type ServerAnswer = QueryArrayResult<unknown[]>

/** What is asked of the server. */
type ServerQuery = Pick<QueryArrayConfig, 'text' | 'name' | 'values'> & {
  /** Milliseconds without an answer, after which the connection is closed. */
  readonly query_timeout?: number
}

export class Connection {
  readonly #client: Client | PoolClient
  readonly statements: Statements
  #corked = false
  /** What is sent once the server has begun the transaction; null when it has. */
  #waiting: (() => void)[] | null = null
  #refusal: Error | null = null
  #failure: Error | null = null
  #isSilent = false
  #answeredAt = performance.now()

  constructor(client: Client | PoolClient, keeper: Keeper) {
    this.#client = client
    this.statements = new Statements(
      (asked, name) => new PostgresQuery(this, writtenOf(asked), name),
      keeper
    )
  }

  /**
   * The first error of the transaction; null when there was none. After it the server refuses
   * whatever else was sent, so that what a unit happens to await first may say no more than that.
   */
  get failure(): Error | null {
    return this.#failure
  }

  /** Whether it is closed because no answer came in time. */
  get isSilent(): boolean {
    return this.#isSilent
  }

  /** When the server last answered, by `performance.now()`. */
  get answeredAt(): number {
    return this.#answeredAt
  }

  /** Why the server began no transaction; null when it has, or has not answered yet. */
  get refusal(): Error | null {
    return this.#refusal
  }

  /**
   * Begins a transaction, and waits for nothing. What only reads may be sent with it. What writes
   * goes out when it has begun: behind a BEGIN that is refused, each write would commit by itself.
   */
  begin(text: string, answersMsMax: number = ANSWERS_AT_ONCE_MS): void {
    this.#waiting = []
    this.#failure = null
    this.send({ text, query_timeout: answersMsMax }).then(
      () => this.#begun(null),
      (error: Error) => this.#begun(error)
    )
  }

  #begun(refusal: Error | null): void {
    const waiting = this.#waiting ?? []
    this.#waiting = null
    this.#refusal = refusal
    for (const send of waiting) send()
  }

  /** Sends a statement of the transaction after those before it. @throws when none has begun. */
  ask(asked: ServerQuery, writes: boolean): Promise<ServerAnswer> {
    if (this.#refusal !== null) return Promise.reject(this.#refusal)
    const waiting = this.#waiting
    // What follows a write that waits must not overtake it.
    if (waiting === null || (!writes && waiting.length === 0)) return this.send(asked)
    const answered = new Promise<ServerAnswer>((resolve, reject) => {
      waiting.push(() => this.ask(asked, writes).then(resolve, reject))
    })
    answered.catch(() => undefined)
    return answered
  }

  /** Sends a statement after those sent before. A rejection that nobody awaits is no error. */
  send(config: ServerQuery): Promise<ServerAnswer> {
    this.#cork()
    const answered = new Promise<ServerAnswer>((resolve, reject) => {
      const asked: QueryArrayConfig = { ...config, rowMode: 'array' }
      this.#client.query<unknown[]>(asked, (error, answer) => {
        if (isSilence(error)) this.#isSilent = true
        else this.#answeredAt = performance.now()
        if (!error) return resolve(answer)
        this.#failure ??= error
        reject(error)
      })
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

  async all(values: ParamValues, projectId: string | null): Promise<object[]> {
    const { rows } = await this.#send(values, projectId)
    const read = this.#written.reader
    return rows.map(row => read(row))
  }

  async one(values: ParamValues, projectId: string | null): Promise<object | undefined> {
    const [row] = (await this.#send(values, projectId)).rows
    return row === undefined ? undefined : this.#written.reader(row)
  }

  async run(values: ParamValues, projectId: string | null): Promise<number> {
    return (await this.#send(values, projectId)).rowCount ?? 0
  }

  #send(values: ParamValues, projectId: string | null): Promise<ServerAnswer> {
    const filled = this.#written.filled(values, projectId)
    const asked = { name: this.#name, text: this.#written.sql, values: filled }
    return this.#connection.ask(asked, this.writes)
  }
}
