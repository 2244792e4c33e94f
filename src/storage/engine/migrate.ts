/**
 * Brings a database to this version of the tables. The steps are drizzle-kit's SQL, committed in
 * storage/migrations and read from there in the sources as in the published package. The migrator
 * is our own because Drizzle's leaves foreign keys on while it rebuilds SQLite tables, and runs on
 * a database that a newer version has changed. What has been applied is remembered by name in the
 * database itself, and a name ends in a digest of what the step says: until the first release the
 * only step is written anew with every change of the tables, and a database that an earlier wording
 * of it made is not taken for one of this version. While a copy of another database is made in it,
 * a name that is no step's keeps everybody out, older versions too.
 * scripts/migrations.ts writes the steps.
 */
import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { StoreCorrupt, StoreHalfCopied, StoreTooNew, StoreUnreleased } from './errors.ts'
import { textsOf } from './sqlite-files.ts'
import { renumber } from './sqlite-log.ts'

export interface Migration {
  readonly tag: string
  readonly sql: string
}

/** The table with the names of applied steps; the same SQL for both engines. */
export const APPLIED_TABLE = `create table if not exists applied_migrations (
  tag text primary key not null, applied_at text not null)`

/** In the place of a step, while the rows of another database are copied in. */
export const HALF_COPIED = 'half_copied'

/** Processes that keep set-up in memory read it again, because a step may have changed it. */
const ANEW =
  'update projects set catalogue_version = catalogue_version + 1 + abs(random() % 1000000)'

const cache = new Map<string, readonly Migration[]>()

/** Every step of one dialect, in order. @throws when the package is incomplete. */
export function migrationsOf(dialect: 'sqlite' | 'postgres'): readonly Migration[] {
  let migrations = cache.get(dialect)
  if (migrations === undefined) {
    const folder = new URL(`../migrations/${dialect}/`, import.meta.url)
    if (!existsSync(folder)) {
      throw new Error(`The package is incomplete: ${folder.pathname} is missing. Install it again.`)
    }
    migrations = readMigrations(folder)
    cache.set(dialect, migrations)
  }
  return migrations
}

/** Digits of a digest: two wordings of one step are told apart. */
const DIGEST_LENGTH = 12

/**
 * Raised, until the first release, where a column of JSON holds another form from now on: the step
 * does not say it.
 */
const FORMS = 3

export function readMigrations(folder: URL): readonly Migration[] {
  const journal = JSON.parse(readFileSync(new URL('meta/_journal.json', folder), 'utf8')) as {
    readonly entries: readonly { readonly tag: string }[]
  }
  return journal.entries.map(({ tag }) => {
    const sql = readFileSync(new URL(`${tag}.sql`, folder), 'utf8')
    const digest = hash('sha256', `${FORMS} ${sql}`).slice(0, DIGEST_LENGTH)
    return { tag: `${tag}_${digest}`, sql }
  })
}

/**
 * The steps to apply, after those applied.
 * @throws {StoreTooNew} when a step was applied that this version does not have, {StoreHalfCopied}
 * when a copy into the database did not come to its end, {StoreUnreleased}.
 */
export function pendingSteps(
  known: readonly Migration[],
  applied: readonly string[],
  where: string
): readonly Migration[] {
  refuseUnreleased(known, applied, where)
  if (applied.includes(HALF_COPIED)) throw new StoreHalfCopied(where)
  const tags = new Set(known.map(({ tag }) => tag))
  const unknown = applied.filter(tag => !tags.has(tag))
  if (unknown.length > 0) throw new StoreTooNew(where, unknown)
  return known.filter(({ tag }) => !applied.includes(tag))
}

/** @throws {StoreUnreleased} when steps were applied, and the first of this version was not. */
export function refuseUnreleased(
  [first]: readonly Migration[],
  applied: readonly string[],
  where: string
): void {
  const isOurs = applied.length === 0 || first === undefined || applied.includes(first.tag)
  if (!isOurs) throw new StoreUnreleased(where)
}

/**
 * Migrates a SQLite database, all steps or none; `begin` takes the write lock, and may have to
 * wait for it. With nothing to do it only reads.
 * @throws {StoreTooNew} {StoreUnreleased} {StoreCorrupt}
 */
export async function migrateSqlite(
  connection: Database,
  begin: () => Promise<void>,
  where: string,
  known: readonly Migration[] = migrationsOf('sqlite')
): Promise<void> {
  if (pendingSteps(known, appliedTo(connection, where), where).length > 0) {
    // Inside a transaction this pragma has no effect, and a rebuilt table would lose its children.
    connection.pragma('foreign_keys = OFF')
    try {
      await begin()
      try {
        // Checked again under the lock: another process may just have migrated.
        applySteps(connection, pendingSteps(known, appliedTo(connection, where), where), where)
        connection.exec('COMMIT')
      } catch (error) {
        if (connection.inTransaction) connection.exec('ROLLBACK')
        throw error
      }
    } finally {
      connection.pragma('foreign_keys = ON')
    }
  }
  refuseLooseTables(connection, where)
}

/** The names of the steps it needs. @throws {StoreTooNew} {StoreUnreleased} {StoreCorrupt} */
export function stepsFor(connection: Database, where: string): readonly string[] {
  const applied = appliedTo(connection, where)
  const steps = pendingSteps(migrationsOf('sqlite'), applied, where)
  if (steps.length === 0) refuseLooseTables(connection, where)
  return steps.map(({ tag }) => tag)
}

function applySteps(connection: Database, steps: readonly Migration[], where: string): void {
  connection.exec(`${APPLIED_TABLE} strict`)
  const note = connection.prepare('insert into applied_migrations (tag, applied_at) values (?, ?)')
  for (const { tag, sql } of steps) {
    connection.exec(sql)
    note.run(tag, new Date().toISOString())
  }
  connection.exec(ANEW)
  renumber(connection)
  const orphans = connection.pragma('foreign_key_check') as readonly unknown[]
  if (orphans.length > 0) {
    throw new StoreCorrupt(where, new Error(`${orphans.length} rows refer to rows that are gone`))
  }
}

/** The names of the applied steps, in order; none for an empty database. */
function appliedTo(connection: Database, where: string): readonly string[] {
  const named = `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`
  const tables = textsOf(connection, named)
  if (tables.length === 0) return []
  if (!tables.includes('applied_migrations')) {
    throw new StoreCorrupt(where, new Error(`it holds the tables of another program`))
  }
  return textsOf(connection, 'select tag from applied_migrations order by tag')
}

/** Whether a copy into it did not come to its end. @throws {StoreUnreleased} {StoreCorrupt} */
export function isHalfCopied(connection: Database, where: string): boolean {
  const applied = appliedTo(connection, where)
  refuseUnreleased(migrationsOf('sqlite'), applied, where)
  return applied.includes(HALF_COPIED)
}

/** A table that is not STRICT would store a text as a number. */
function refuseLooseTables(connection: Database, where: string): void {
  const named = `select name from pragma_table_list
       where schema = 'main' and type = 'table' and strict = 0 and name not like 'sqlite_%'`
  const loose = textsOf(connection, named)
  if (loose.length === 0) return
  throw new StoreCorrupt(where, new Error(`${loose.join(', ')} not STRICT`))
}
