/**
 * The engine for many processes: PostgreSQL, with a bounded pool of connections.
 *
 * A writing unit is one READ COMMITTED transaction. What it relies on is in the guards of its
 * writes, so that it waits for no one before it writes, and begins again from the load when a guard
 * is lost. A reading unit is one REPEATABLE READ transaction, so that everything in it is of one
 * moment. BEGIN travels with the first statement, and all writes travel together.
 */
import type { Change } from '../../../decisions/changes.ts'
import { Refused } from '../../../decisions/refusals.ts'
import {
  OutcomeUnknown,
  RowHeld,
  SetUpClaimed,
  StoreBusy,
  StoreClosed,
  type StoreError,
  StoreHalfCopied,
  StoreNotCopied,
  StoreTooNew,
  troubleIn
} from '../errors.ts'
import type { ContendedRows } from '../met-rows.ts'
import { Session, together } from '../session.ts'
import type { Apply, Decided, ServerTime, Store, StoreOptions } from '../store.ts'
import { type AttemptState, beginning, firstFailure, outcomeOf, Rows } from './attempts.ts'
import { type ClaimStatements, Claims } from './claims.ts'
import type { Connection } from './connection.ts'
import { type ConnectionLease, ServerConnections } from './connections.ts'
import { earlierEnded } from './earlier.ts'
import {
  isAnswered,
  isConflict,
  isEcho,
  isLost,
  isServerGone,
  translatePostgres
} from './failures.ts'
import { migratePostgres, refuseNewer, stepsForPostgres } from './migrate.ts'
import { CONNECTIONS_MAX, onConnection, refuseReadOnly, whereOf } from './pool.ts'
import { Repeats } from './repeats.ts'
import { serverTime } from './time.ts'
import { type Leave, RowQueues, type WaitResult } from './turns.ts'

/** Milliseconds for which a durable write proves that the next one would be. */
const PROVEN_MS = 1_000

const BEGIN_WRITING = 'BEGIN ISOLATION LEVEL READ COMMITTED'
const BEGIN_READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
/** One row is written as it is, which has to reach the disk. */
const PROBE = `update applied_migrations set applied_at = applied_at
  where tag = (select min(tag) from applied_migrations)`

/** What the engine is given of the nouns. */
export interface Nouns {
  readonly apply: Apply
  readonly meetings: ContendedRows
  /** Whether a change is one of what people set up. */
  isSetUp(change: Change): boolean
  /** @throws {SetUpChanged} when what a unit decided by is no longer so. */
  confirm(session: Session): Promise<void>
  readonly claims: ClaimStatements
}

/** Opens the database of a url; nothing is asked of the server yet. */
export function openPostgres(url: string, nouns: Nouns, options: StoreOptions): Store {
  return new PostgresStore(url, nouns, options)
}

class PostgresStore implements Store {
  readonly dialect = 'postgres'
  readonly #where: string
  readonly #nouns: Nouns
  readonly #options: StoreOptions
  readonly #url: string
  readonly #connections: ServerConnections
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #rows: Rows
  readonly #repeats: Repeats
  readonly #claims: Claims
  #provenAt = Number.NEGATIVE_INFINITY
  #isTooNew = false
  #trouble: StoreError | null = null
  #closing: Promise<void> | null = null

  constructor(url: string, nouns: Nouns, options: StoreOptions) {
    this.#where = whereOf(url)
    this.#nouns = nouns
    this.#options = options
    this.#url = url
    this.#connections = new ServerConnections(url, options)
    const { connectionsMax = CONNECTIONS_MAX } = options
    const turns = new RowQueues()
    this.#rows = new Rows(nouns.meetings, turns, connectionsMax)
    this.#claims = new Claims(nouns.claims, {
      read: (projectId, unit) => this.#read(projectId, unit),
      write: (projectId, unit) => this.#write(projectId, unit, beginning(false)),
      earlierEnded: () => this.#connections.use(held => using(held, earlierEnded))
    })
    this.#repeats = new Repeats(this.#rows, turns, this.#claims, {
      where: this.#where,
      attemptsMax: options.attemptsMax,
      changesSetUp: changes => changes.some(nouns.isSetUp),
      attempt: (projectId, unit, course) => this.#write(projectId, unit, course),
      translated: (error, waitedMs) => this.#translated(error, waitedMs)
    })
  }

  write: Store['write'] = (projectId, unit) =>
    this.#tracked(() => this.#repeats.write(projectId, unit))

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
    unit: (session: Session) => Promise<Decided<Value>>,
    course: AttemptState
  ): Promise<Value> {
    for (;;) {
      try {
        return await this.#connections.use(held => this.#writeOn(held, projectId, unit, course))
      } catch (error) {
        if (!(error instanceof SetUpClaimed) || projectId === null) throw error
        // The unit holds nothing meanwhile, no connection either.
        await this.#claims.waitFor(projectId, error.claim, course)
      }
    }
  }

  async #writeOn<Value>(
    held: ConnectionLease,
    projectId: string | null,
    unit: (session: Session) => Promise<Decided<Value>>,
    course: AttemptState
  ): Promise<Value> {
    const { statements } = held.connection
    course.served()
    held.connection.begin(BEGIN_WRITING, held.answersMsMax)
    const prove = () => this.#prove(held.connection)
    const session = new Session(statements, projectId, { isSnapshot: false, ...course, prove })
    session.lock(course.locks)
    course.changes = []
    // Those that its locks hold are held from its beginning on.
    if (course.locks.length === 0) course.holds = []
    let leave: Leave = () => undefined
    let outcome: WaitResult = 'through'
    try {
      // A unit of no project sees no version.
      if (this.#isTooNew || projectId === null) await prove()
      const { value, changes } = await this.#decided(session, unit)
      course.changes = changes
      course.holds = session.locked
      course.holdsSetUp = session.holdsSetUp
      leave = await this.#rows.enter(projectId, course)
      await this.#nouns.apply(session, changes)
      await session.flush()
      session.end()
      if (held.connection.refusal !== null) throw held.connection.refusal
      if (!session.hasWritten) this.#end(held, 'COMMIT')
      else if (held.connection.inTransaction) await this.#commit(held)
      else throw new Error('The transaction was gone.')
      return value
    } catch (error) {
      session.end()
      outcome = 'lost'
      if (error instanceof OutcomeUnknown) throw error
      const { connection } = held
      const cause = connection.refusal ?? (await firstFailure(session, error, connection))
      outcome = outcomeOf(cause, course)
      this.#end(held, 'ROLLBACK', cause)
      throw cause
    } finally {
      leave(outcome)
    }
  }

  /** A refusal stands only where what it was decided by is still so. */
  async #decided<Value>(
    session: Session,
    unit: (session: Session) => Promise<Decided<Value>>
  ): Promise<Decided<Value>> {
    try {
      return await unit(session)
    } catch (error) {
      if (error instanceof Refused) await this.#nouns.confirm(session)
      throw error
    }
  }

  #read<Value>(
    projectId: string | null,
    unit: (session: Session) => Promise<Value>
  ): Promise<Value> {
    return this.#connections.use(held => this.#readOn(held, projectId, unit))
  }

  async #readOn<Value>(
    held: ConnectionLease,
    projectId: string | null,
    unit: (session: Session) => Promise<Value>
  ): Promise<Value> {
    held.connection.begin(BEGIN_READING, held.answersMsMax)
    const prove = () => this.#prove(held.connection)
    const { statements } = held.connection
    const session = new Session(statements, projectId, { mayWrite: false, prove })
    let cause: unknown
    try {
      if (this.#isTooNew) await prove()
      // Asked with the first statement of the unit, so that nobody waits for it.
      const proven = projectId === null ? prove().catch(passHalfCopied) : undefined
      const [, value] = await together(proven, unit(session))
      // Without its transaction, what it read would not be of one moment.
      if (held.connection.refusal !== null) throw held.connection.refusal
      return value
    } catch (error) {
      const { failure } = held.connection
      cause = isEcho(error, failure) ? failure : error
      throw cause
    } finally {
      session.end()
      // Nothing depends on its answer but the connection.
      this.#end(held, 'COMMIT', cause)
    }
  }

  /** Ends a transaction that has nothing to lose, and waits for it elsewhere. */
  #end(
    { connection, release }: ConnectionLease,
    how: 'COMMIT' | 'ROLLBACK',
    cause?: unknown
  ): void {
    // A server that begins nothing, or writes nothing, is asked no more on this connection.
    const isUseless = isServerGone(cause) || isLost(cause)
    const refusal = connection.refusal ?? (isUseless ? (cause as Error) : null)
    if (refusal === null) connection.send({ text: how }).then(() => release(), release)
    else release(refusal)
  }

  /** @throws {OutcomeUnknown} when it was asked for and not answered. */
  async #commit({ connection, release }: ConnectionLease): Promise<void> {
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
    this.#trouble = null
    release()
  }

  #translated(error: unknown, waitedMs: number): unknown {
    const isKeptOut = isConflict(error) || error instanceof RowHeld
    if (isKeptOut) return new StoreBusy(this.#where, Math.round(waitedMs), error)
    const ours = translatePostgres(error, this.#where)
    this.#trouble = troubleIn(ours, this.#where) ?? this.#trouble
    return ours
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

  // On a connection of its own: a step may take longer than any statement of a unit.
  migrate(): Promise<void> {
    return onConnection(this.#url, async client => {
      if (this.#options.writable) await refuseReadOnly(client, this.#where)
      await migratePostgres(client, this.#where)
    })
  }

  pending: Store['pending'] = () =>
    onConnection(this.#url, client => stepsForPostgres(client, this.#where))

  health(): Promise<void> {
    return this.#asked(held => this.#probe(held))
  }

  get trouble(): StoreError | null {
    return this.#trouble
  }

  time(): Promise<ServerTime> {
    return this.#asked(serverTime)
  }

  /** What is asked on a connection without a unit. */
  #asked<Value>(task: (held: ConnectionLease) => Promise<Value>): Promise<Value> {
    return this.#tracked(async () => {
      try {
        return await this.#connections.use(held => using(held, task))
      } catch (error) {
        throw translatePostgres(error, this.#where)
      }
    })
  }

  /** @throws {StoreTooNew} as every unit does from then on, while it is so. */
  async #prove(connection: Connection, limit: { query_timeout?: number } = {}): Promise<void> {
    try {
      const ask = async (text: string) => (await connection.ask({ text, ...limit }, false)).rows
      await refuseNewer(ask, this.#where)
      this.#isTooNew = false
    } catch (error) {
      if (error instanceof StoreTooNew) this.#isTooNew = true
      throw error
    }
  }

  async #probe({ connection, answersMsMax }: ConnectionLease): Promise<void> {
    const limit = { query_timeout: answersMsMax }
    await connection.send({ text: 'select 1 from projects limit 1', ...limit })
    await this.#prove(connection, limit)
    if (performance.now() - this.#provenAt <= PROVEN_MS) return
    await connection.send({ text: PROBE, ...limit })
    this.#provenAt = performance.now()
  }

  async backup(): Promise<void> {
    throw new StoreNotCopied(this.#where)
  }

  /** The files are the server's own, and so is what they keep. */
  async forget(): Promise<void> {}

  close(): Promise<void> {
    this.#closing ??= this.#closeNow()
    return this.#closing
  }

  abandon(): void {
    this.#connections.abandon()
  }

  async #closeNow(): Promise<void> {
    await Promise.allSettled(this.#underWay)
    await this.#connections.close()
  }
}

/** An audit reads what was copied before the mark is taken off. */
function passHalfCopied(error: unknown): void {
  if (!(error instanceof StoreHalfCopied)) throw error
}

async function using<Value>(
  held: ConnectionLease,
  task: (held: ConnectionLease) => Promise<Value>
): Promise<Value> {
  try {
    const value = await task(held)
    held.release()
    return value
  } catch (error) {
    held.release(error as Error)
    throw error
  }
}
