/**
 * Brings a PostgreSQL database to this version of the tables. All steps are one transaction, under
 * a lock of the whole database that ends with it: of several processes that start together one
 * migrates, and the others wait and find nothing left to do.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { StoreBusy, StoreRefused } from '../errors.ts'
import { APPLIED_TABLE, type Migration, migrationsOf, pendingSteps } from '../migrate.ts'
import { CREATEDB, isConflict, isKeptWaiting } from './pool.ts'

/** No other program has a reason to take it. */
const LOCK = 7_355_608_204

/** Processes that keep set-up in memory read it again, because a step may have changed it. */
const ANEW = `update projects
  set catalogue_version = catalogue_version + 1 + floor(random() * 1000000)::bigint`

const ALL_TABLES = `select table_name from information_schema.tables
  where table_schema = current_schema()`

/** Milliseconds that a step waits for a table; meanwhile all who want the table wait behind it. */
const LOCK_WAIT_MS = 2_000
/** The pause after it, in which they have the table; and how long it is tried, in milliseconds. */
const PAUSE_MS = 1_000
const TRIED_MS_MAX = 60_000

/**
 * All steps or none. With nothing to do it only reads. What others use for long, such as a dump, is
 * waited for again and again, and never in the way of those who come after it.
 * @throws {StoreTooNew} when a newer version has been here; {StoreUnreleased}; {StoreRefused} for a
 * database that cannot hold our tables; {StoreBusy} when others used the tables for a minute.
 */
export async function migratePostgres(
  client: Client,
  where: string,
  known: readonly Migration[] = migrationsOf('postgres')
): Promise<void> {
  if (pendingSteps(known, await appliedTo(client, where), where).length === 0) return
  for (const began = performance.now(); ; ) {
    try {
      await applySteps(client, where, known)
      return
    } catch (error) {
      if (!isKeptWaiting(error) && !isConflict(error)) throw error
      const waitedMs = Math.round(performance.now() - began)
      if (waitedMs > TRIED_MS_MAX) throw new StoreBusy(where, waitedMs, error)
      await client.query('rollback')
    }
    await pause(PAUSE_MS)
  }
}

async function applySteps(
  client: Client,
  where: string,
  known: readonly Migration[]
): Promise<void> {
  await client.query('begin')
  // A process that has it is migrating, for as long as that takes.
  await client.query('select pg_advisory_xact_lock($1)', [LOCK])
  await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`)
  // Asked again under the lock: another process may just have migrated.
  const applied = await appliedTo(client, where)
  await client.query(APPLIED_TABLE)
  const steps = pendingSteps(known, applied, where)
  for (const { tag, sql } of steps) {
    await client.query(sql)
    const now = new Date().toISOString()
    await client.query('insert into applied_migrations values ($1, $2)', [tag, now])
  }
  if (steps.length > 0) {
    // The locks of rows, which units share, would pass one that waits; those of a table do not.
    await client.query('lock table projects in exclusive mode')
    await client.query(ANEW)
  }
  await client.query('commit')
}

/** @throws {StoreTooNew} when a newer version has migrated the database since. */
export async function refuseNewer(
  ask: (text: string) => Promise<readonly unknown[][]>,
  where: string
): Promise<void> {
  const rows = await ask('select tag from applied_migrations order by tag')
  pendingSteps(migrationsOf('postgres'), rows.map(String), where)
}

/** The names of the steps that a database needs. @throws {StoreTooNew} {StoreRefused} */
export async function stepsForPostgres(client: Client, where: string): Promise<readonly string[]> {
  const known = migrationsOf('postgres')
  return pendingSteps(known, await appliedTo(client, where), where).map(({ tag }) => tag)
}

/** The names of the applied steps; none for an empty database. */
async function appliedTo(client: Client, where: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ table_name: string }>(ALL_TABLES)
  const tables = rows.map(row => row.table_name)
  if (tables.length === 0) {
    // Codes and names are of any script, which no other encoding holds.
    const asked = await client.query<{ server_encoding: string }>('show server_encoding')
    const encoding = asked.rows[0]?.server_encoding
    if (encoding === 'UTF8') return []
    const found = new Error(`its encoding is ${encoding}`)
    throw new StoreRefused(where, found, `Make the database anew: ${CREATEDB}.`)
  }
  if (!tables.includes('applied_migrations')) {
    const found = new Error('it holds the tables of another program')
    const nextStep = `Make one of its own: ${CREATEDB}. Then name it in DATABASE_URL.`
    throw new StoreRefused(where, found, nextStep)
  }
  const applied = await client.query<{ tag: string }>('select tag from applied_migrations')
  return applied.rows.map(({ tag }) => tag).sort()
}
