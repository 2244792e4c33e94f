/**
 * The engine for many processes: PostgreSQL, with a bounded pool of connections.
 *
 * A writing unit is one READ COMMITTED transaction. What it relies on is in the guards of its
 * writes, so that it waits for no one before it writes, and begins again from the load when a guard
 * is lost. A reading unit is one REPEATABLE READ transaction, so that everything in it is of one
 * moment. BEGIN travels with the first statement, and all writes travel together.
 *
 * Spec: Decisions 40 and 204.
 */
import pg, { type PoolClient } from 'pg'
import {
  GuardLost,
  OutcomeUnknown,
  SetUpChanged,
  StoreBusy,
  StoreClosed,
  StoreNotCopied
} from '../errors.ts'
import { Session } from '../session.ts'
import type { Keeper } from '../statements.ts'
import type { Apply, Decided, Store, StoreOptions } from '../store.ts'
import { Connection } from './connection.ts'
import {
  isAnswered,
  isConflict,
  isEcho,
  LOCK_WAIT_MS,
  STATEMENT_MS_MAX,
  translate
} from './failures.ts'
import { migratePostgres } from './migrate.ts'

/** Connections of one process by default; a server has 100 unless it is told otherwise. */
const CONNECTIONS_MAX = 10
/** Milliseconds that a unit waits for a connection, and a connection for the server. */
const CONNECT_MS_MAX = 5_000
/** A unit awaits nothing but its statements, so that only a process that stands still gets here. */
const IDLE_IN_TRANSACTION_MS_MAX = 60_000
/** Longer than the server's own limit, which says more. */
const ANSWER_MS_MAX = STATEMENT_MS_MAX + 5_000
/** Milliseconds without traffic before the system asks whether the server is still there. */
const KEEP_ALIVE_MS = 10_000
/** A connection that is not used for so long is given back to the server. */
const IDLE_MS_MAX = 60_000
/** Attempts of a unit that met others, and milliseconds after which there is no further one. */
const ATTEMPTS_MAX = 20
const ATTEMPTS_MS_MAX = 5_000
/** Random codes need a second attempt, rarely a third; then they are few, and others are loaded. */
const CODE_ATTEMPTS_MAX = 5
/** The longest pause between attempts, in milliseconds; the first is at most 2. */
const PAUSE_MS_MAX = 64
/** Milliseconds for which a durable write proves that the next one would be. */
const PROVEN_MS = 1_000

const BEGIN_WRITING = 'BEGIN ISOLATION LEVEL READ COMMITTED'
const BEGIN_READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
/** One row is written as it is, which has to reach the disk. */
const PROBE = `update applied_migrations set applied_at = applied_at
  where tag = (select min(tag) from applied_migrations)`

const BOOLEAN = 16
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 23, 700, 701])

/** JSON and all else stays text: what reads a column knows what it is. */
const types = {
  getTypeParser: (type: number) => {
    if (type === BOOLEAN) return (text: string) => text === 't'
    return NUMBERS.has(type) ? Number : (text: string) => text
  }
}

/** A connection that a unit has for itself. */
interface Held {
  readonly connection: Connection
  /** Gives it back; with an error it is closed instead. */
  readonly release: (error?: Error) => void
}

/** Opens the database of a url; nothing is asked of the server yet. */
export function openPostgres(url: string, apply: Apply, options: StoreOptions): Store {
  return new PostgresStore(url, apply, options)
}

class PostgresStore implements Store {
  readonly dialect = 'postgres'
  readonly #where: string
  readonly #apply: Apply
  readonly #options: StoreOptions
  readonly #settings: pg.ClientConfig
  readonly #pool: pg.Pool
  readonly #connections = new WeakMap<PoolClient, Connection>()
  readonly #underWay = new Set<Promise<unknown>>()
  #keeper: Keeper
  #provenAt = Number.NEGATIVE_INFINITY
  #closing: Promise<void> | null = null

  constructor(url: string, apply: Apply, options: StoreOptions) {
    this.#where = whereOf(url)
    this.#apply = apply
    this.#options = options
    this.#settings = {
      connectionString: url,
      fallback_application_name: 'tessera',
      connectionTimeoutMillis: CONNECT_MS_MAX,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      types: types as pg.CustomTypesConfig
    }
    this.#keeper = keeperOf(options)
    this.#pool = this.#opened(options.connectionsMax ?? CONNECTIONS_MAX)
  }

  #opened(max: number): pg.Pool {
    const pool = new pg.Pool({
      ...this.#settings,
      pipeline: true,
      max,
      idleTimeoutMillis: IDLE_MS_MAX,
      statement_timeout: STATEMENT_MS_MAX,
      query_timeout: ANSWER_MS_MAX,
      lock_timeout: LOCK_WAIT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS_MAX
    })
    // Without a listener, a connection that breaks while nobody uses it would end the process.
    pool.on('error', () => undefined)
    pool.on('connect', client => {
      client.on('error', () => {
        // After a failover, versions may count from a lower number again.
        this.#keeper = keeperOf(this.#options)
      })
    })
    return pool
  }

  write: Store['write'] = (projectId, unit) =>
    this.#tracked(async () => {
      const began = performance.now()
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.#write(projectId, unit)
        } catch (error) {
          const waitedMs = performance.now() - began
          const isLast = attempt >= (this.#options.attemptsMax ?? ATTEMPTS_MAX)
          if (isLast || !mayRepeat(error, attempt, waitedMs))
            throw this.#translated(error, waitedMs)
        }
        // Without the jitter two units would meet again and again.
        await sleep(Math.random() * Math.min(2 ** attempt, PAUSE_MS_MAX))
      }
    })

  read: Store['read'] = (projectId, unit) =>
    this.#tracked(async () => {
      try {
        return await this.#read(projectId, unit)
      } catch (error) {
        throw this.#translated(error, 0)
      }
    })

  async #write<Value>(
    projectId: string | null,
    unit: (session: Session) => Promise<Decided<Value>>
  ): Promise<Value> {
    const held = await this.#hold()
    const { statements } = held.connection
    held.connection.send({ text: BEGIN_WRITING })
    const session = new Session(statements, projectId, { isSnapshot: false })
    try {
      const { value, changes } = await unit(session)
      await this.#apply(session, changes)
      await session.flush()
      session.end()
      if (!session.hasWritten) {
        this.#end(held, 'COMMIT')
        return value
      }
      if (!held.connection.inTransaction) throw new Error('The transaction was gone.')
      await this.#commit(held)
      return value
    } catch (error) {
      session.end()
      if (error instanceof OutcomeUnknown) throw error
      const cause = await causeOf(session, error)
      this.#end(held, 'ROLLBACK')
      throw cause
    }
  }

  async #read<Value>(
    projectId: string | null,
    unit: (session: Session) => Promise<Value>
  ): Promise<Value> {
    const held = await this.#hold()
    held.connection.send({ text: BEGIN_READING })
    const session = new Session(held.connection.statements, projectId, { mayWrite: false })
    try {
      return await unit(session)
    } finally {
      session.end()
      // Nothing depends on its answer but the connection.
      this.#end(held, 'COMMIT')
    }
  }

  async #hold(): Promise<Held> {
    const client = await this.#pool.connect()
    let connection = this.#connections.get(client)
    if (connection === undefined) {
      connection = new Connection(client, this.#keeper)
      this.#connections.set(client, connection)
    }
    return { connection, release: error => client.release(error) }
  }

  /** Ends a transaction that has nothing to lose, and waits for it elsewhere. */
  #end({ connection, release }: Held, how: 'COMMIT' | 'ROLLBACK'): void {
    connection.send({ text: how }).then(() => release(), release)
  }

  /** @throws {OutcomeUnknown} when it was asked for and not answered. */
  async #commit({ connection, release }: Held): Promise<void> {
    let command: string
    try {
      ;({ command } = await connection.send({ text: 'COMMIT' }))
    } catch (error) {
      // The server said no, and nothing of it is there; it is then rolled back for good.
      if (isAnswered(error)) throw error
      release(error as Error)
      throw new OutcomeUnknown(this.#where, error as Error)
    }
    // A transaction that failed before is rolled back, and says so in place of an error.
    if (command !== 'COMMIT') throw new Error(`The transaction ended by ${command}.`)
    release()
  }

  #translated(error: unknown, waitedMs: number): unknown {
    if (isConflict(error)) return new StoreBusy(this.#where, Math.round(waitedMs), error)
    return translate(error, this.#where)
  }

  /** Refuses units once it is closed, and lets `close` wait for the others. */
  #tracked<Value>(unit: () => Promise<Value>): Promise<Value> {
    if (this.#closing !== null) return Promise.reject(new StoreClosed(this.#where))
    const underWay = unit()
    const ended = () => this.#underWay.delete(underWay)
    this.#underWay.add(underWay)
    underWay.then(ended, ended)
    return underWay
  }

  async migrate(): Promise<void> {
    // On a connection of its own: a step may take longer than any statement of a unit.
    const client = new pg.Client(this.#settings)
    client.on('error', () => undefined)
    try {
      await client.connect()
      await migratePostgres(client, this.#where)
    } catch (error) {
      throw translate(error, this.#where)
    } finally {
      await client.end()
    }
  }

  health(): Promise<void> {
    return this.#tracked(async () => {
      try {
        await this.#probe()
      } catch (error) {
        throw translate(error, this.#where)
      }
    })
  }

  async #probe(): Promise<void> {
    const { connection, release } = await this.#hold()
    try {
      await connection.send({ text: 'select 1 from projects limit 1' })
      if (performance.now() - this.#provenAt > PROVEN_MS) {
        await connection.send({ text: PROBE })
        this.#provenAt = performance.now()
      }
      release()
    } catch (error) {
      release(error as Error)
      throw error
    }
  }

  async backup(): Promise<void> {
    throw new StoreNotCopied(this.#where)
  }

  /** What is overwritten is PostgreSQL's own until it vacuums. */
  async forget(): Promise<void> {}

  close(): Promise<void> {
    this.#closing ??= this.#closeNow()
    return this.#closing
  }

  async #closeNow(): Promise<void> {
    await Promise.allSettled(this.#underWay)
    await this.#pool.end()
  }
}

function keeperOf({ onStale }: StoreOptions): Keeper {
  return onStale === undefined ? {} : { onStale }
}

/** The database in messages to people: never with a password. */
function whereOf(url: string): string {
  const { host, pathname } = new URL(url)
  const database = decodeURIComponent(pathname.slice(1))
  return `The PostgreSQL database ${database}${host === '' ? '' : ` at ${host}`}`
}

function mayRepeat(error: unknown, attempt: number, waitedMs: number): boolean {
  if (waitedMs > ATTEMPTS_MS_MAX) return false
  if (error instanceof GuardLost) {
    return error.change.kind !== 'voucher.created' || attempt < CODE_ATTEMPTS_MAX
  }
  return error instanceof SetUpChanged || isConflict(error)
}

/** Of writes on their way the first that failed: what comes after it fails for that alone. */
async function causeOf(session: Session, error: unknown): Promise<unknown> {
  try {
    await session.flush()
    return error
  } catch (earlier) {
    return isEcho(earlier) ? error : earlier
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
