/**
 * What the engine asks of its connections: the port between it and the pool of the driver.
 */
import type { Client, PoolClient } from 'pg'

/** The connections of a store. */
export interface ClientPool {
  /** One that nobody uses. */
  connect(): Promise<PoolClient>
  /** Resolves when all were given back; no other one is made then. */
  end(): Promise<void>
}

/** Who is told of connections. */
export interface Watching {
  /** Of each one before it is made. */
  onMade(client: Client): void
  /** Of each one that is closed. */
  onEnded(client: Client): void
  /** Of each one that breaks, whether or not somebody uses it. */
  onBroken(client: PoolClient): void
}

/** The options of a store that are about its connections. */
export interface PoolLimits {
  /** The most connections to a server at once; for PostgreSQL. */
  readonly connectionsMax?: number
  /**
   * Refuses a server that takes no writes, such as a standby, for units that only read, too: what
   * they find may be behind. Absent: those are served. For PostgreSQL.
   */
  readonly writable?: boolean
}

export type MakePool = (url: string, limits: PoolLimits, watching: Watching) => ClientPool
