/**
 * Brings a PostgreSQL database to this version of the tables.
 *
 * All steps are one transaction, under a lock of the whole database that ends with it: of several
 * processes that start together one migrates, and the others wait and find nothing left to do.
 *
 * Spec: Decisions 42 and 204.
 */
import type { Client } from 'pg'
import { StoreRefused } from '../errors.ts'
import { APPLIED_TABLE, migrationsOf, pendingSteps } from '../migrate.ts'

/** No other program has a reason to take it. */
const LOCK = 7_355_608_204

/** Processes that keep set-up in memory read it again, because a step may have changed it. */
const ANEW = `update projects
  set catalogue_version = catalogue_version + 1 + floor(random() * 1000000)::bigint`

const ALL_TABLES = `select table_name from information_schema.tables
  where table_schema = current_schema()`

/**
 * All steps or none. With nothing to do it only reads.
 * @throws {StoreTooNew} when a newer version has been here; {StoreRefused} for a database that
 * cannot hold our tables.
 */
export async function migratePostgres(client: Client, where: string): Promise<void> {
  const known = migrationsOf('postgres')
  if (pendingSteps(known, await appliedTo(client, where), where).length === 0) return
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock($1)', [LOCK])
  // Asked again under the lock: another process may just have migrated.
  const applied = await appliedTo(client, where)
  await client.query(APPLIED_TABLE)
  const steps = pendingSteps(known, applied, where)
  for (const { tag, statements } of steps) {
    for (const statement of statements) await client.query(statement)
    const now = new Date().toISOString()
    await client.query('insert into applied_migrations values ($1, $2)', [tag, now])
  }
  if (steps.length > 0) await client.query(ANEW)
  await client.query('commit')
}

/** The names of the applied steps; none for an empty database. */
async function appliedTo(client: Client, where: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ table_name: string }>(ALL_TABLES)
  const tables = rows.map(row => row.table_name)
  if (tables.length === 0) {
    await refuseEncoding(client, where)
    return []
  }
  if (!tables.includes('applied_migrations')) {
    throw new StoreRefused(
      where,
      new Error('it holds the tables of another program'),
      'Make a database of its own with createdb, and name it in DATABASE_URL.'
    )
  }
  const applied = await client.query<{ tag: string }>('select tag from applied_migrations')
  return applied.rows.map(({ tag }) => tag).sort()
}

/** Codes and names are of any script, which no other encoding holds. */
async function refuseEncoding(client: Client, where: string): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding')
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  throw new StoreRefused(
    where,
    new Error(`its encoding is ${encoding}`),
    'Make the database with createdb --encoding=UTF8 --template=template0.'
  )
}
