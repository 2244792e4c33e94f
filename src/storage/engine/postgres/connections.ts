/**
 * The connections of a store: each unit has one for itself, and none that is older than the last
 * that broke.
 *
 * Where one breaks, the server was restarted, or another one took over, and the others are of no
 * use either. So is what was kept in memory then. Where one falls silent, it alone is closed: the
 * network may have lost that one, or the server may be slow. Others are tried before they are
 * trusted again, so that a network that loses everything is noticed within seconds, too.
 */
import type { Client, PoolClient } from 'pg'
import { StoreClosed, StoreCrowded } from '../errors.ts'
import type { Keeper } from '../statements.ts'
import type { StoreOptions } from '../store.ts'
import type { ClientPool } from './client-pool.ts'
import { Connection } from './connection.ts'
import { ANSWERS_AT_ONCE_MS, isCrowded, isLost, isServerGone } from './failures.ts'
import { poolOf, whereOf } from './pool.ts'

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

/** A connection that a unit has for itself. */
export interface ConnectionLease {
  readonly connection: Connection
  /** Whether nothing was asked of it before. */
  readonly isNew: boolean
  /** Milliseconds in which its first answer has to come. */
  readonly answersMsMax: number
  /** Gives it back; with an error it is closed instead. */
  readonly release: (error?: Error) => void
}

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

  /**
   * Carries out a task on a connection; again on another one, when an old one turns out to be of no
   * use before COMMIT was sent.
   */
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
        await sleep(CROWDED_PAUSE_MS * (1 + Math.random()))
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

/** The part of the driver that its types leave out. */
function socketOf(client: Client): { destroy(): void } {
  return (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream
}

function keeperOf({ onStale }: StoreOptions): Keeper {
  return { versionsGrow: true, ...(onStale && { onStale }) }
}

function sleep(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
