/**
 * Brings a database to this version of the tables.
 *
 * The steps are drizzle-kit's SQL, committed in storage/migrations and read from there in the
 * sources as in the published package. The migrator is our own because Drizzle's leaves foreign
 * keys on while it rebuilds SQLite tables, and runs on a database that a newer version has changed.
 * What has been applied is remembered by name in the database itself. While a copy of another
 * database is made in it, a name that is no step's keeps everybody out, older versions too.
 *
 * Spec: Decisions 42, 109 and 203.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { foldCase } from '../../rules/codes.ts'
import { StoreCorrupt, StoreHalfCopied, StoreTooNew } from './errors.ts'
import { renumber } from './sqlite-log-number.ts'

/** One step: its name, which also orders it, and its statements. */
export interface Migration {
  readonly tag: string
  readonly statements: readonly string[]
}

/** The table with the names of applied steps; the same SQL for both engines. */
export const APPLIED_TABLE = `create table if not exists applied_migrations (
  tag text primary key not null, applied_at text not null)`

/**
 * Steps that need what no engine has, so that drizzle-kit knows nothing of them. Codes were once
 * compared by lower case. Of those that are one code now, the first has the new form and the others
 * keep the old one. ASCII is the same in both. Only SQLite ever held codes of that time.
 */
const OURS: readonly Migration[] = [
  {
    tag: 'ours_0_folded_codes',
    statements: [
      `update or ignore vouchers set code_key = fold_case(code)
       where length(cast(code as blob)) <> length(code) and project_id in
         (select id from projects where not case_sensitive_codes)`
    ]
  }
]

const HAS_VERSION = `select 1 from pragma_table_info('projects') where name = 'catalogue_version'`

/** In the place of a step, while the rows of another database are copied in. */
export const HALF_COPIED = 'half_copied'

/** Processes that keep set-up in memory read it again, because a step may have changed it. */
const ANEW =
  'update projects set catalogue_version = catalogue_version + 1 + abs(random() % 1000000)'

/** What all steps for SQLite come to. */
const WHOLE = new URL('../migrations/whole.sqlite.sql', import.meta.url)

/** How a file of what all steps come to begins; their names follow, up to the end of the line. */
const MADE_OF = '-- Made of: '

const cache = new Map<string, readonly Migration[]>()

/** Every step of one dialect, in order. @throws when the package is incomplete. */
export function migrationsOf(dialect: 'sqlite' | 'postgres'): readonly Migration[] {
  let migrations = cache.get(dialect)
  if (migrations === undefined) {
    const folder = new URL(`../migrations/${dialect}/`, import.meta.url)
    if (!existsSync(folder)) {
      throw new Error(`The package is incomplete: ${folder.pathname} is missing. Install it again.`)
    }
    migrations = [...readMigrations(folder), ...(dialect === 'sqlite' ? OURS : [])]
    cache.set(dialect, migrations)
  }
  return migrations
}

/** The steps in one folder, as its journal orders them. */
export function readMigrations(folder: URL): readonly Migration[] {
  const journal = JSON.parse(readFileSync(new URL('meta/_journal.json', folder), 'utf8')) as {
    readonly entries: readonly { readonly tag: string }[]
  }
  return journal.entries.map(({ tag }) => ({
    tag,
    statements: readFileSync(new URL(`${tag}.sql`, folder), 'utf8')
      .split('--> statement-breakpoint')
      .map(statement => statement.trim())
      .filter(statement => statement !== '')
  }))
}

/**
 * What a SQLite database has after all of its steps, as one script; its first line says of which
 * steps it was made. The database must have been migrated step by step, and be empty.
 */
export function wholeOf(connection: Database): string {
  const made = connection
    .prepare(
      `select sql from sqlite_schema where sql is not null and name not like 'sqlite_%'
       and name <> 'applied_migrations' order by rowid`
    )
    .pluck()
    .all() as string[]
  const steps = migrationsOf('sqlite').map(({ tag }) => tag)
  return [`${MADE_OF}${steps.join(' ')}`, ...made.map(each => `${each};`), ''].join('\n')
}

/** The script that does what all these steps do; null where there is none of exactly them. */
function wholeFor(steps: readonly Migration[]): string | null {
  const isOurs = steps.length > 0 && migrationsOf('sqlite').every((each, at) => each === steps[at])
  if (!isOurs || !existsSync(WHOLE)) return null
  const script = readFileSync(WHOLE, 'utf8')
  const wanted = `${MADE_OF}${steps.map(({ tag }) => tag).join(' ')}\n`
  return script.startsWith(wanted) ? script : null
}

/**
 * The steps to apply, after those applied.
 * @throws {StoreTooNew} when a step was applied that this version does not have, {StoreHalfCopied}
 * when a copy into the database did not come to its end.
 */
export function pendingSteps(
  known: readonly Migration[],
  applied: readonly string[],
  where: string
): readonly Migration[] {
  if (applied.includes(HALF_COPIED)) throw new StoreHalfCopied(where)
  const tags = new Set(known.map(({ tag }) => tag))
  const unknown = applied.filter(tag => !tags.has(tag))
  if (unknown.length > 0) throw new StoreTooNew(where, unknown)
  return known.filter(({ tag }) => !applied.includes(tag))
}

/**
 * Migrates a SQLite database, all steps or none; `begin` takes the write lock, and may have to
 * wait for it. With nothing to do it only reads.
 * @throws {StoreTooNew} {StoreCorrupt}
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
    // A step may take a NOT NULL out of the schema, which the connection else forbids.
    connection.unsafeMode(true)
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
      connection.pragma('writable_schema = OFF')
      connection.unsafeMode(false)
      connection.pragma('foreign_keys = ON')
    }
  }
  refuseLooseTables(connection, where)
}

/** The names of the steps that a SQLite database needs. @throws {StoreTooNew} {StoreCorrupt} */
export function stepsFor(connection: Database, where: string): readonly string[] {
  const applied = appliedTo(connection, where)
  const steps = pendingSteps(migrationsOf('sqlite'), applied, where)
  if (steps.length === 0) refuseLooseTables(connection, where)
  return steps.map(({ tag }) => tag)
}

function applySteps(connection: Database, steps: readonly Migration[], where: string): void {
  connection.exec(`${APPLIED_TABLE} strict`)
  connection.function('fold_case', { deterministic: true }, text => foldCase(String(text)))
  // For a step that changes the text of the schema, where nothing else says that it found it.
  connection.function('refuse_step', why => {
    throw new StoreCorrupt(where, new Error(String(why)))
  })
  const note = connection.prepare('insert into applied_migrations (tag, applied_at) values (?, ?)')
  const whole = wholeFor(steps)
  if (whole !== null) connection.exec(whole)
  for (const { tag, statements } of steps) {
    if (whole === null) for (const statement of statements) connection.exec(statement)
    note.run(tag, new Date().toISOString())
  }
  if (connection.prepare(HAS_VERSION).get() !== undefined) connection.exec(ANEW)
  renumber(connection)
  const orphans = connection.pragma('foreign_key_check') as readonly unknown[]
  if (orphans.length > 0) {
    throw new StoreCorrupt(where, new Error(`${orphans.length} rows refer to rows that are gone`))
  }
}

/** The names of the applied steps, in order; none for an empty database. */
function appliedTo(connection: Database, where: string): readonly string[] {
  const tables = connection
    .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`)
    .pluck()
    .all() as string[]
  if (tables.length === 0) return []
  if (!tables.includes('applied_migrations')) {
    throw new StoreCorrupt(where, new Error(`it holds the tables of another program`))
  }
  return connection
    .prepare('select tag from applied_migrations order by tag')
    .pluck()
    .all() as string[]
}

/** Whether a copy into the database did not come to its end. */
export function isHalfCopied(connection: Database): boolean {
  const made = `select 1 from sqlite_schema where name = 'applied_migrations'`
  if (connection.prepare(made).get() === undefined) return false
  const marked = 'select 1 from applied_migrations where tag = ?'
  return connection.prepare(marked).get(HALF_COPIED) !== undefined
}

/** A table that is not STRICT would store a text as a number. */
function refuseLooseTables(connection: Database, where: string): void {
  const loose = connection
    .prepare(
      `select name from pragma_table_list
       where schema = 'main' and type = 'table' and strict = 0 and name not like 'sqlite_%'`
    )
    .pluck()
    .all() as string[]
  if (loose.length === 0) return
  throw new StoreCorrupt(where, new Error(`${loose.join(', ')} not STRICT`))
}
