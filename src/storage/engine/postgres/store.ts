/**
 * The engine for many processes: PostgreSQL, with a bounded pool of connections.
 *
 * A writing unit is one READ COMMITTED transaction. What it relies on is in the guards of its
 * writes, so that it waits for no one before it writes, and begins again from the load when a guard
 * is lost. A reading unit is one REPEATABLE READ transaction, so that everything in it is of one
 * moment. BEGIN travels with the first statement, and all writes travel together.
 *
 * Spec: Decisions 40, 204, 206 and 227.
 */
import { Refused } from '../../../decisions/refusals.ts'
import {
  GuardLost,
  OutcomeUnknown,
  RowHeld,
  SetUpChanged,
  StoreBusy,
  StoreClosed,
  StoreNotCopied
} from '../errors.ts'
import { Session } from '../session.ts'
import type { Apply, Decided, Store, StoreOptions } from '../store.ts'
import type { Connection } from './connection.ts'
import { Connections, type Held } from './connections.ts'
import {
  ANSWERS_AT_ONCE_MS,
  isAnswered,
  isConflict,
  isEcho,
  isGone,
  isRuleBroken,
  translate
} from './failures.ts'
import { migratePostgres } from './migrate.ts'
import { clientOf, whereOf } from './pool.ts'
import { TurnMissed, Turns } from './turns.ts'

/**
 * Attempts of a unit that met others, and milliseconds after which there is no further one; they
 * count from the end of the first attempt, with the wait for its turn.
 */
const ATTEMPTS_MAX = 20
const ATTEMPTS_MS_MAX = 5_000
/** Random codes need a second attempt, rarely a third; then they are few, and others are loaded. */
const CODE_ATTEMPTS_MAX = 5
/** A rule of the tables that is broken once more is broken by the decision. */
const RULE_ATTEMPTS_MAX = 3
/** The longest pause between attempts, in milliseconds; the first is at most 2. */
const PAUSE_MS_MAX = 64
/** Milliseconds for which a durable write proves that the next one would be. */
const PROVEN_MS = 1_000

const BEGIN_WRITING = 'BEGIN ISOLATION LEVEL READ COMMITTED'
const BEGIN_READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
/** One row is written as it is, which has to reach the disk. */
const PROBE = `update applied_migrations set applied_at = applied_at
  where tag = (select min(tag) from applied_migrations)`

/** Whether a unit waits for a busy row that another one holds. */
interface Attempt {
  readonly waits: boolean
}

/** What the engine is given of the nouns. */
export interface Nouns {
  readonly apply: Apply
  /** @throws {SetUpChanged} when what a unit decided by is no longer so. */
  confirm(session: Session): Promise<void>
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
  readonly #connections: Connections
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #turns = new Turns()
  #provenAt = Number.NEGATIVE_INFINITY
  #closing: Promise<void> | null = null

  constructor(url: string, nouns: Nouns, options: StoreOptions) {
    this.#where = whereOf(url)
    this.#nouns = nouns
    this.#options = options
    this.#url = url
    this.#connections = new Connections(url, options)
  }

  write: Store['write'] = (projectId, unit) =>
    this.#tracked(async () => {
      let wanted = projectId
      try {
        return await this.#write(projectId, unit, { waits: false })
      } catch (error) {
        if (error instanceof RowHeld) wanted = `${projectId} ${error.row}`
        else if (!mayRepeat(error)) throw this.#translated(error, 0)
      }
      const began = performance.now()
      const repeat = () => this.#repeat(projectId, unit, began)
      try {
        return await this.#turns.take(wanted, ATTEMPTS_MS_MAX, repeat)
      } catch (error) {
        if (!(error instanceof TurnMissed)) throw error
        throw new StoreBusy(this.#where, ATTEMPTS_MS_MAX, error)
      }
    })

  /** The attempts after the first: one at least, and the others while there is time. */
  async #repeat<Value>(
    projectId: string | null,
    unit: (session: Session) => Promise<Decided<Value>>,
    began: number
  ): Promise<Value> {
    const attemptsMax = this.#options.attemptsMax ?? ATTEMPTS_MAX
    for (let attempt = 2; ; attempt++) {
      // Without the jitter two processes would meet again and again.
      await sleep(Math.random() * Math.min(2 ** attempt, PAUSE_MS_MAX))
      try {
        return await this.#write(projectId, unit, { waits: true })
      } catch (error) {
        const waitedMs = performance.now() - began
        const isOver = attempt >= attemptsMax || waitedMs > ATTEMPTS_MS_MAX
        if (isOver || isFinal(error, attempt) || !mayRepeat(error)) {
          throw this.#translated(error, waitedMs)
        }
      }
    }
  }

  read: Store['read'] = (projectId, unit) =>
    this.#tracked(async () => {
      try {
        return await this.#read(projectId, unit)
      } catch (error) {
        throw this.#translated(error, 0)
      }
    })

  #write<Value>(
    projectId: string | null,
    unit: (session: Session) => Promise<Decided<Value>>,
    attempt: Attempt
  ): Promise<Value> {
    return this.#connections.use(held => this.#writeOn(held, projectId, unit, attempt))
  }

  async #writeOn<Value>(
    held: Held,
    projectId: string | null,
    unit: (session: Session) => Promise<Decided<Value>>,
    attempt: Attempt
  ): Promise<Value> {
    const { statements } = held.connection
    held.connection.begin(BEGIN_WRITING)
    const session = new Session(statements, projectId, { isSnapshot: false, ...attempt })
    try {
      const { value, changes } = await this.#decided(session, unit)
      await this.#nouns.apply(session, changes)
      await session.flush()
      session.end()
      if (held.connection.refusal !== null) throw held.connection.refusal
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
      const { connection } = held
      const cause = connection.refusal ?? (await causeOf(session, error, connection))
      this.#end(held, 'ROLLBACK', cause)
      throw cause
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
    held: Held,
    projectId: string | null,
    unit: (session: Session) => Promise<Value>
  ): Promise<Value> {
    held.connection.begin(BEGIN_READING)
    const session = new Session(held.connection.statements, projectId, { mayWrite: false })
    try {
      const value = await unit(session)
      // Without its transaction, what it read would not be of one moment.
      if (held.connection.refusal !== null) throw held.connection.refusal
      return value
    } catch (error) {
      throw isEcho(error) ? (held.connection.failure ?? error) : error
    } finally {
      session.end()
      // Nothing depends on its answer but the connection.
      this.#end(held, 'COMMIT')
    }
  }

  /** Ends a transaction that has nothing to lose, and waits for it elsewhere. */
  #end({ connection, release }: Held, how: 'COMMIT' | 'ROLLBACK', cause?: unknown): void {
    // A server that begins nothing, or writes nothing, is asked no more on this connection.
    const refusal = connection.refusal ?? (isGone(cause) ? (cause as Error) : null)
    if (refusal === null) connection.send({ text: how }).then(() => release(), release)
    else release(refusal)
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
    const client = clientOf(this.#url)
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
        await this.#connections.use(held => this.#probe(held))
      } catch (error) {
        throw translate(error, this.#where)
      }
    })
  }

  async #probe({ connection, release }: Held): Promise<void> {
    try {
      const limit = { query_timeout: ANSWERS_AT_ONCE_MS }
      await connection.send({ text: 'select 1 from projects limit 1', ...limit })
      if (performance.now() - this.#provenAt > PROVEN_MS) {
        await connection.send({ text: PROBE, ...limit })
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
    await this.#connections.close()
  }
}

function mayRepeat(error: unknown): boolean {
  const hasMet = error instanceof GuardLost || error instanceof SetUpChanged || isConflict(error)
  return hasMet || isRuleBroken(error)
}

/** Whether one attempt more would not mend it. */
function isFinal(error: unknown, attempt: number): boolean {
  if (isRuleBroken(error)) return attempt >= RULE_ATTEMPTS_MAX
  const isOfCode = error instanceof GuardLost && error.change.kind === 'voucher.created'
  return isOfCode && attempt >= CODE_ATTEMPTS_MAX
}

/** Of writes on their way the first that failed: what comes after it fails for that alone. */
async function causeOf(
  session: Session,
  error: unknown,
  { failure }: Pick<Connection, 'failure'>
): Promise<unknown> {
  const cause = isEcho(error) ? (failure ?? error) : error
  try {
    await session.flush()
    return cause
  } catch (earlier) {
    return isEcho(earlier) ? cause : earlier
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
