/**
 * Connections that outlive a store, for the next one on the same database: what a connection knows
 * of the tables and of its statements takes longer to find out than most tests last.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Client, Pool } from 'pg'
import {
  type ClientPool,
  type MakePool,
  type PoolLimits,
  poolOf,
  type Watching
} from '../../src/storage/engine/postgres/pool.ts'

/** What connections that wait for their next use are called on the server. */
export const OURS = 'tests'

interface Kept {
  readonly pool: Pool
  readonly open: Set<Client>
  /** The store that has it. */
  watching: Watching | null
}

export class KeptPools {
  readonly #all: Kept[] = []
  readonly #unused = new Map<string, Kept[]>()

  /** A pool for one store at a time: ended, it waits for the next one that asks for such a pool. */
  readonly lend: MakePool = (url, limits, watching) => {
    const { connectionsMax, writable } = limits
    const key = `${connectionsMax} ${writable}`
    const unused = this.#unused.get(key) ?? []
    this.#unused.set(key, unused)
    const kept = unused.pop() ?? this.#newPool(url, limits)
    kept.watching = watching
    for (const client of kept.open) watching.onMade(client)
    return lent(kept, () => unused.push(kept))
  }

  #newPool(url: string, limits: PoolLimits): Kept {
    const open = new Set<Client>()
    const named = new URL(url)
    named.searchParams.set('application_name', OURS)
    const pool = poolOf(named.href, limits, {
      onMade: client => {
        open.add(client)
        kept.watching?.onMade(client)
      },
      onEnded: client => {
        open.delete(client)
        kept.watching?.onEnded(client)
      },
      onBroken: client => kept.watching?.onBroken(client)
    })
    // Those that nobody uses keep no process that is through with its files.
    pool.options.allowExitOnIdle = true
    const kept: Kept = { pool, open, watching: null }
    this.#all.push(kept)
    return kept
  }

  readonly end = async (): Promise<void> => {
    await Promise.all(this.#all.map(({ pool }) => pool.end()))
  }
}

function lent(kept: Kept, giveBack: () => void): ClientPool {
  const { pool, open } = kept
  const isUnused = () => pool.waitingCount === 0 && pool.idleCount === pool.totalCount
  return {
    get totalCount() {
      return pool.totalCount
    },
    get idleCount() {
      return pool.idleCount
    },
    get waitingCount() {
      return pool.waitingCount
    },
    connect: () => pool.connect(),
    end: async () => {
      while (!isUnused()) await pause(1)
      for (const client of open) kept.watching?.onEnded(client)
      kept.watching = null
      giveBack()
    }
  }
}
