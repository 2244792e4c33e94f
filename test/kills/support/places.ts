/**
 * Where the lives of a program are lived: on a file, or on a database of the tests' server.
 */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import { audit } from '../../../src/storage/audit/audit.ts'
import { openStore } from '../../../src/storage/database.ts'
import { copiedTables } from '../../../src/storage/engine/moving/copies.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { temporaryFolder } from '../../storage/support/engines.ts'
import { KeptPools, OURS } from '../../support/kept-pools.ts'
import { restoring, withClient } from '../../support/spare-databases.ts'
import { type Look, lookInto, newUrl, onPostgres } from '../../support/stores.ts'
import { type Found, flawsOf, hasJobs, restore, stateIn, stateOf } from './stored-state.ts'

export interface Place {
  /** A file, or the url of a server's database. */
  readonly at: string
  /** A line for each row of each table; `day` is the one that is a single moment. */
  state(day: string): Promise<ReadonlySet<string>>
  /** Whether anything is still to be done that was accepted. */
  hasJobs(): Promise<boolean>
  /** Resolves when nothing that a process had begun goes on without it. */
  left(): Promise<void>
  /** Makes every table what it was at first, whoever has it open. */
  restore(): Promise<void>
  /** What is wrong with it. */
  flaws(): Promise<readonly unknown[]>
}

/** A place that holds what a store does. */
export function placeLike(t: Test, store: Store): Promise<Place> {
  return onPostgres ? serverLike(t, store) : fileLike(t, store)
}

async function fileLike(t: Test, store: Store): Promise<Place> {
  const folder = temporaryFolder(t)
  const [first, file] = [join(folder, 'shop.db'), join(folder, 'line.db')]
  await store.backup(first)
  copyFileSync(first, file)
  return {
    at: file,
    state: async day => stateOf(file, day),
    hasJobs: async () => hasJobs(file),
    left: async () => undefined,
    restore: async () => restore(file, first),
    flaws: () => flawsOf(file)
  }
}

const tables = copiedTables().map(({ name }) => name)

async function serverLike(t: Test, store: Store): Promise<Place> {
  const url = await newUrl(t)
  const first = await lookInto(store, ({ find }) => restoring(find))
  const fill = async () => {
    await withClient(url, client => client.query(first))
  }
  await fill()
  const { lend: pool, end } = new KeptPools()
  t.after(end)
  return {
    at: url,
    state: async day => stateIn(await lookInto(url, everyRow), day),
    hasJobs: async () => {
      const found = await lookInto(url, ({ find }) => find('select 1 from jobs limit 1'))
      return found.length > 0
    },
    left: () => isLeft(url),
    restore: fill,
    flaws: async () => {
      const bugs: Error[] = []
      const looking = await openStore(url, { pool, onBug: bug => bugs.push(bug) })
      const audited = await audit(looking)
      await looking.close()
      return [...audited.findings, ...bugs]
    }
  }
}

/**
 * Resolves when nobody is connected to a server's database, which goes on with what it was sent
 * when whoever sent it is gone.
 */
export async function isLeft(url: string): Promise<void> {
  while ((await lookInto(url, ({ find }) => find(OTHERS))).length > 0) await pause(10)
}

const OTHERS = `select 1 from pg_stat_activity
  where datname = current_database() and application_name <> '${OURS}'`

async function everyRow({ rowsOf }: Look): Promise<Found[]> {
  const found: Found[] = []
  for (const table of tables) for (const row of await rowsOf(table)) found.push({ table, row })
  return found
}
