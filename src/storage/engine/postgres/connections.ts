/**
 * The connections of a store: each unit has one for itself, and none that is older than the last
 * that broke. Where one breaks, the server was restarted, or another one took over, and the others
 * are of no use either. So is what was kept in memory then. Where one falls silent, it alone is
 * closed: the network may have lost that one, or the server may be slow. Others are tried before
 * they are trusted again, so that a network that loses everything is noticed within seconds, too.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core'
import { type PgPreparedQuery, PgSession } from 'drizzle-orm/pg-core/session'
import type { Query } from 'drizzle-orm/sql'
import type { Client, PoolClient, QueryArrayConfig, QueryArrayResult } from 'pg'
import * as tables from '../../../../generated/tables.postgres.ts'
import { StoreClosed, StoreCrowded } from '../errors.ts'
import {
  type Dialect,
  type Fields,
  type Keeper,
  type ParamValues,
  type Prepared,
  Statements,
  WrittenQuery,
  writingOnce
} from '../statements.ts'
import type { PoolState, ServerTime, StoreOptions } from '../store.ts'
import {
  ANSWERS_AT_ONCE_MS,
  type ClientPool,
  isCrowded,
  isLost,
  isServerGone,
  isSilence,
  poolOf,
  whereOf
} from './pool.ts'

/** Milliseconds that a unit waits until one of our connections is free. */
const FREE_MS_MAX = 10_000
/** The same, while the server itself has no connection left; and the pause between two looks. */
const CROWDED_MS_MAX = 5_000
const CROWDED_PAUSE_MS = 100
/** Milliseconds after which a unit whose connection broke is not begun again on another one. */
const ANEW_MS_MAX = 15_000
/** Milliseconds that the server has to take leave of us. */
const LEAVE_MS_MAX = 1_000
/** Milliseconds for the first answer of a connection that is doubted. */
const DOUBTED_MS_MAX = 1_000

export interface ConnectionLease {
  readonly connection: Connection
  /** Whether nothing was asked of it before. */
  readonly isNew: boolean
  /** Milliseconds in which its first answer has to come. */
  readonly answersMsMax: number
  /** Gives it back; with an error it is closed instead. */
  readonly release: (error?: Error) => void
}

type Asking = Pick<ConnectionLease, 'connection' | 'answersMsMax'>

export class ServerConnections {
  readonly #where: string
  readonly #options: StoreOptions
  readonly #pool: ClientPool
  readonly #known = new WeakMap<PoolClient, Connection>()
  /** Those that have a socket, or are about to. */
  readonly #open = new Set<Client>()
  /** Refuses those who wait for a connection. */
  readonly #waiting = new Set<(error: Error) => void>()
  #isAbandoned = false
  #keeper: Keeper
  /** When the last one was asked that fell silent; those that have answered since are well. */
  #doubtedSince = Number.NEGATIVE_INFINITY

  constructor(url: string, options: StoreOptions) {
    this.#where = whereOf(url)
    this.#options = options
    this.#keeper = keeperOf(options)
    const { pool = poolOf } = options
    this.#pool = pool(url, options, {
      onMade: client => this.#open.add(client),
      onEnded: client => this.#open.delete(client),
      onBroken: client => {
        if (this.#known.get(client)?.isSilent !== true) this.#forgetAll()
      }
    })
  }

  get state(): PoolState {
    const { totalCount: open, idleCount: idle, waitingCount: awaited } = this.#pool
    return { open, idle, awaited }
  }

  /** Again on another one, when an old one turns out to be of no use before COMMIT was sent. */
  async use<Value>(task: (held: ConnectionLease) => Promise<Value>): Promise<Value> {
    const began = performance.now()
    for (;;) {
      const held = await this.hold()
      const heldAt = performance.now()
      try {
        return await task(held)
      } catch (error) {
        if (isLost(error)) this.#doubtedSince = heldAt
        else if (!isServerGone(error)) throw error
        // No event tells that the server is there and is no primary any more.
        else if (held.connection.statements.keeper === this.#keeper) this.#forgetAll()
        if (held.isNew || performance.now() - began > ANEW_MS_MAX) throw error
      }
    }
  }

  /** A connection that nobody uses; never one that is older than the last that broke. */
  async hold(): Promise<ConnectionLease> {
    for (;;) {
      const client = await this.#free()
      const release = (error?: Error) => client.release(error)
      const known = this.#known.get(client)
      if (known === undefined) {
        const connection = new Connection(client, this.#keeper)
        this.#known.set(client, connection)
        return { connection, isNew: true, answersMsMax: ANSWERS_AT_ONCE_MS, release }
      }
      if (known.statements.keeper === this.#keeper) {
        const isDoubted = known.answeredAt < this.#doubtedSince
        const answersMsMax = isDoubted ? DOUBTED_MS_MAX : ANSWERS_AT_ONCE_MS
        return { connection: known, isNew: false, answersMsMax, release }
      }
      client.release(true)
    }
  }

  /** A connection that nobody uses, waiting for one while the server has no more for us. */
  async #free(): Promise<PoolClient> {
    const began = performance.now()
    for (;;) {
      try {
        return await this.#connected()
      } catch (error) {
        if (!isCrowded(error) || performance.now() - began > CROWDED_MS_MAX) throw error
        await pause(CROWDED_PAUSE_MS * (1 + Math.random()))
      }
    }
  }

  #connected(): Promise<PoolClient> {
    return new Promise((resolve, reject) => {
      if (this.#isAbandoned) return reject(new StoreClosed(this.#where))
      let isLate = false
      const refuse = (error: Error) => {
        isLate = true
        reject(error)
      }
      this.#waiting.add(refuse)
      const tooLong = () => refuse(new StoreCrowded(this.#where, FREE_MS_MAX))
      const timer = setTimeout(tooLong, FREE_MS_MAX)
      this.#pool
        .connect()
        .then(client => (isLate ? client.release() : resolve(client)), reject)
        .finally(() => {
          clearTimeout(timer)
          this.#waiting.delete(refuse)
        })
    })
  }

  /**
   * Resolves when all are closed, which waits for those that somebody has. A socket whose other end
   * does not take leave would keep the process alive.
   */
  async close(): Promise<void> {
    await this.#pool.end()
    const left = [...this.#open].map(each => new Promise(resolve => each.once('end', resolve)))
    const late = new Promise(resolve => setTimeout(resolve, LEAVE_MS_MAX).unref())
    await Promise.race([Promise.all(left), late])
    this.#cut()
  }

  /** Cuts all connections, those in use as well, and makes no other. */
  abandon(): void {
    this.#isAbandoned = true
    for (const refuse of this.#waiting) refuse(new StoreClosed(this.#where))
    this.#cut()
  }

  #cut(): void {
    for (const client of this.#open) socketOf(client).destroy()
  }

  /**
   * Uses no connection again that there is by now, and nothing that is kept in memory: the others
   * are gone as well, or of the server that was, and after a failover versions may count from a
   * lower number.
   */
  #forgetAll(): void {
    this.#keeper = keeperOf(this.#options)
  }
}

type Socket = Pick<NodeJS.WritableStream & Record<Handling, () => void>, Handling>
type Handling = 'cork' | 'uncork' | 'destroy'

/** The part of the driver that its types leave out. */
function socketOf(client: Client | PoolClient): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}

function keeperOf({ onStale }: StoreOptions): Keeper {
  return { versionsGrow: true, ...(onStale && { onStale }) }
}

/*
 * A connection to PostgreSQL: what is asked in one go is sent in one go, without waiting. The
 * server answers in the order it was asked, so that a unit sends what needs no answer of another,
 * and waits once. What is asked before the event loop goes on leaves in one packet.
 */

type ServerAnswer = QueryArrayResult<unknown[]>

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
    const socket = socketOf(this.#client)
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

/*
 * The time of the server, as nearly as one connection tells it. Both instants are taken around the
 * statement alone, on a connection that is held, so that nobody who waits for a connection is
 * counted. Of several answers the one that came soonest is the best: the server looked at its clock
 * somewhere between the two instants.
 */

const TIME = 'select extract(epoch from clock_timestamp()) * 1000'
/** How often it is asked at most; the first answer of a connection is slower than those behind. */
const ASKED_MAX = 5
/** Milliseconds by which an answer may be wrong that needs no better one. */
const GOOD_ENOUGH_MS = 1

/** Asks until an answer is good enough, and gives the best one. @throws when one does not come. */
export async function serverTime({ connection, answersMsMax }: Asking): Promise<ServerTime> {
  let best: ServerTime | null = null
  for (let asked = 0; asked < ASKED_MAX; asked++) {
    const began = performance.now()
    const { rows } = await connection.send({ text: TIME, query_timeout: answersMsMax })
    const ended = performance.now()
    const errorMs = (ended - began) / 2
    if (best === null || errorMs < best.errorMs) {
      best = { ms: Number(rows[0]?.[0]), at: began + errorMs, errorMs }
    }
    if (best.errorMs <= GOOD_ENOUGH_MS) break
  }
  // INVARIANT: it was asked at least once.
  if (best === null) throw new Error('The server was not asked for its time.')
  return best
}

/*
 * Waits for the transactions that began earlier: a unit that stored a claim is not seen by these,
 * and they may hold rows that it wants.
 */

const LOOK_MS = 10
/** Milliseconds after which a transaction is of nobody who is about to end it. */
const EARLIER_MS_MAX = 2_000

const NOW = 'select transaction_timestamp()::text'
const EARLIER = `select 1 from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
    and xact_start < $1::timestamptz
  limit 1`

/** Resolves when all transactions of the database that are under way have ended, or in the end. */
export async function earlierEnded({ connection, answersMsMax }: Asking): Promise<void> {
  const query_timeout = answersMsMax
  const { rows: values } = await connection.send({ text: NOW, query_timeout })
  const began = performance.now()
  while (performance.now() - began < EARLIER_MS_MAX) {
    const asked = { text: EARLIER, values: values[0] as unknown[], query_timeout }
    if ((await connection.send(asked)).rows.length === 0) return
    await pause(LOOK_MS)
  }
}

/** Keeps what Drizzle wrote, where a session of its own would prepare what it runs itself. */
class Writing extends PgSession {
  // biome-ignore lint/suspicious/noExplicitAny: the overridden signature
  override prepareQuery({ sql, params }: Query, fields: Fields | undefined): PgPreparedQuery<any> {
    const query: unknown = new WrittenQuery(sql, params, fields)
    return query as PgPreparedQuery<never>
  }

  override transaction(): Promise<never> {
    // INVARIANT: a unit of work is a transaction, and the engine begins it.
    throw new TypeError('Query code begins no transaction.')
  }
}

const dialect = new PgDialect({ casing: 'snake_case' })
const db = new PgDatabase(dialect, new Writing(dialect), undefined)

/** It writes queries, and needs no connection for it. */
export const postgresDialect: Dialect = { db, t: tables, name: 'postgres' }

/** A statement as Drizzle writes it for PostgreSQL. */
export const writtenOf = writingOnce(postgresDialect)
