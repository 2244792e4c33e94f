/**
 * The connections of a store: each unit has one for itself, and none that is older than the last
 * that broke.
 *
 * Where one breaks, the server was restarted, or another one took over, and the others are of no
 * use either. So is what was kept in memory then.
 *
 * Spec: Decisions 205 and 214.
 */
import type { Pool, PoolClient } from 'pg'
import { StoreCrowded } from '../errors.ts'
import type { Keeper } from '../statements.ts'
import type { StoreOptions } from '../store.ts'
import { Connection } from './connection.ts'
import { isCrowded, isGone } from './failures.ts'
import { poolOf, whereOf } from './pool.ts'

/** Milliseconds that a unit waits until one of our connections is free. */
const FREE_MS_MAX = 10_000
/** The same, while the server itself has no connection left; and the pause between two looks. */
const CROWDED_MS_MAX = 5_000
const CROWDED_PAUSE_MS = 100
/** Milliseconds after which a unit whose connection broke is not begun again on another one. */
const ANEW_MS_MAX = 15_000

/** A connection that a unit has for itself. */
export interface Held {
  readonly connection: Connection
  /** Whether nothing was asked of it before. */
  readonly isNew: boolean
  /** Gives it back; with an error it is closed instead. */
  readonly release: (error?: Error) => void
}

export class Connections {
  readonly #where: string
  readonly #options: StoreOptions
  readonly #pool: Pool
  readonly #known = new WeakMap<PoolClient, Connection>()
  #keeper: Keeper

  constructor(url: string, options: StoreOptions) {
    this.#where = whereOf(url)
    this.#options = options
    this.#keeper = keeperOf(options)
    this.#pool = poolOf(url, options.connectionsMax, () => this.#forgetAll())
  }

  /**
   * Carries out a task on a connection; once more on a new one, when an old one turns out to be of
   * no use before COMMIT was sent.
   */
  async use<Value>(task: (held: Held) => Promise<Value>): Promise<Value> {
    const held = await this.hold()
    const began = performance.now()
    try {
      return await task(held)
    } catch (error) {
      if (!isGone(error)) throw error
      // No event tells that the server is there and is no primary any more.
      if (held.connection.statements.keeper === this.#keeper) this.#forgetAll()
      if (held.isNew || performance.now() - began > ANEW_MS_MAX) throw error
    }
    return task(await this.hold())
  }

  /** A connection that nobody uses; never one that is older than the last that broke. */
  async hold(): Promise<Held> {
    for (;;) {
      const client = await this.#free()
      const release = (error?: Error) => client.release(error)
      const known = this.#known.get(client)
      if (known === undefined) {
        const connection = new Connection(client, this.#keeper)
        this.#known.set(client, connection)
        return { connection, isNew: true, release }
      }
      if (known.statements.keeper === this.#keeper) {
        return { connection: known, isNew: false, release }
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
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        reject(new StoreCrowded(this.#where, FREE_MS_MAX))
      }, FREE_MS_MAX)
      this.#pool
        .connect()
        .then(client => (isLate ? client.release() : resolve(client)), reject)
        .finally(() => clearTimeout(timer))
    })
  }

  /** Resolves when all are closed, which waits for those that somebody has. */
  async close(): Promise<void> {
    await this.#pool.end()
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

function keeperOf({ onStale }: StoreOptions): Keeper {
  return { versionsGrow: true, ...(onStale && { onStale }) }
}

function sleep(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
