/**
 * Makes the migrations of both dialects from the tables modules.
 *
 *   node scripts/migrations.ts              before the first release: writes the one step anew
 *   node scripts/migrations.ts add_tiers    after it: writes what has changed since the last step
 *   node scripts/migrations.ts --check      writes nothing; fails when something has changed
 *   node scripts/migrations.ts release      keeps a database of the version that is being released
 *
 * drizzle-kit compares the tables with its last snapshot and needs no database and no network. It
 * cannot write STRICT, so that is added here to what it wrote. CHANGELOG.md says what is released:
 * steps of a release are in databases that people have, and are never edited.
 */
import { type StdioOptions, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { argv, env, execPath, exit, stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import Connection, { type Database } from 'better-sqlite3'
import { loadDemo } from '../src/demo/load.ts'
import { readConfig } from '../src/main/config.ts'
import type { Instant } from '../src/model.ts'
import { Shell } from '../src/shell.ts'
import { openStore } from '../src/storage/database.ts'
import { countedSource } from '../test/support/counted-source.ts'
import { toolOf } from './tools/tools.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MIGRATIONS = join(ROOT, 'src/storage/migrations')
/** A database of each release, for the test that upgrades them. */
const KEPT = join(ROOT, 'test/storage/engine/fixtures')

const dialects = [
  { folder: 'sqlite', kit: 'sqlite', tables: 'src/storage/tables.ts' },
  { folder: 'postgres', kit: 'postgresql', tables: 'generated/tables.postgres.ts' }
] as const

type Dialect = (typeof dialects)[number]

/** What a command is to do, or why it does nothing. */
export type Plan = { readonly anew: true } | { readonly add: string } | { readonly refuse: string }

/** What to write by the name of a step, if one was given, and the last release, if there is one. */
export function planFor(name: string | undefined, release: string | null): Plan {
  if (release === null) {
    if (name === undefined) return { anew: true }
    const one = 'Nothing is released yet, so that there is one step, which is written anew'
    return { refuse: `${one}. Run it without a name: npm run migrations` }
  }
  if (name !== undefined && /^[a-z][a-z0-9_]*$/.test(name)) return { add: name }
  return {
    refuse:
      `${release} is released with its steps, which stay as they are. Name the step to add in ` +
      'snake_case: npm run migrations -- add_tiers'
  }
}

/** The version released last, as a changelog says; null before the first. */
export function lastReleaseIn(changelog: string): string | null {
  return /^## (\d+\.\d+\.\d+) /m.exec(changelog)?.[1] ?? null
}

/** Appends STRICT to every CREATE TABLE without it. */
export function strict(sql: string): string {
  return sql.replace(/^(CREATE TABLE [\s\S]*?\n\))(;)/gm, '$1 STRICT$2')
}

/**
 * A SQLite database as one script that makes it again, with all of its rows. Foreign keys have to
 * be off while it runs.
 */
export function scriptOf(connection: Database): string {
  const made = connection
    .prepare(
      `select name, type, sql from sqlite_schema
       where sql is not null and name not like 'sqlite_%' order by rowid`
    )
    .all() as { name: string; type: string; sql: string }[]
  const rowsOf = ({ name }: { name: string }) => {
    const columns = connection.pragma(`table_info("${name}")`) as { name: string }[]
    const quoted = columns.map(column => `quote("${column.name}")`).join(` || ', ' || `)
    const rows = connection.prepare(`select ${quoted} from "${name}"`).pluck().all()
    return rows.map(row => `INSERT INTO "${name}" VALUES (${row});`)
  }
  const tables = made.filter(({ type }) => type === 'table')
  return [...made.map(({ sql }) => `${sql};`), ...tables.flatMap(rowsOf), ''].join('\n')
}

/** Runs drizzle-kit for one dialect into `out`; a step appears there if something has changed. */
function generate(
  { kit, tables }: Dialect,
  { out, name, stdio }: { out: string; name: string; stdio: StdioOptions }
): void {
  const flags = ['--dialect', kit, '--casing', 'snake_case', '--schema', tables]
  // Relative, because drizzle-kit puts ./ in front of it.
  const place = ['--out', relative(ROOT, out), '--name', name]
  const { status, stderr } = spawnSync(
    execPath,
    [toolOf('drizzle-kit/bin.cjs'), 'generate', ...flags, ...place],
    {
      cwd: ROOT,
      stdio,
      encoding: 'utf8'
    }
  )
  if (status !== 0) throw new Error(`drizzle-kit failed for ${kit}. ${stderr ?? ''}`)
}

const folderOf = ({ folder }: Dialect) => join(MIGRATIONS, folder)

function steps(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).filter(file => file.endsWith('.sql')) : []
}

/** The names of the steps that drizzle-kit adds in a folder, each of them STRICT. */
function added(dialect: Dialect, out: string, name: string, stdio: StdioOptions): string[] {
  const before = steps(out)
  generate(dialect, { out, name, stdio })
  const found = steps(out).filter(step => !before.includes(step))
  for (const step of found) {
    const file = join(out, step)
    if (dialect.folder === 'sqlite') writeFileSync(file, strict(readFileSync(file, 'utf8')))
  }
  return found
}

const QUIET: StdioOptions = ['ignore', 'pipe', 'pipe']

/** What is written where nothing is released, and what it is called. */
const START = 'start'

/** Makes the one step of each dialect in a folder of its own, and hands that on. */
function withStart<Found>(task: (dialect: Dialect, made: string) => Found): readonly Found[] {
  const scratch = mkdtempSync(join(ROOT, 'node_modules/.migrations-'))
  try {
    return dialects.map(dialect => {
      const made = join(scratch, dialect.folder)
      added(dialect, made, START, QUIET)
      return task(dialect, made)
    })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Whether two folders have the same steps, and the same snapshots but for their random ids. */
function areSame(one: string, other: string): boolean {
  const contentOf = (folder: string) => {
    const snapshots = existsSync(join(folder, 'meta'))
      ? readdirSync(join(folder, 'meta')).filter(file => file.endsWith('_snapshot.json'))
      : []
    return JSON.stringify([
      steps(folder).map(step => [step, readFileSync(join(folder, step), 'utf8')]),
      snapshots.map(file => {
        const { id: _, ...tables } = JSON.parse(readFileSync(join(folder, 'meta', file), 'utf8'))
        return [file, tables]
      })
    ])
  }
  return contentOf(one) === contentOf(other)
}

function writeAnew(): void {
  const isWritten = withStart((dialect, made) => {
    const folder = folderOf(dialect)
    if (areSame(made, folder)) {
      stdout.write(`${dialect.folder}: nothing has changed\n`)
      return false
    }
    rmSync(folder, { recursive: true, force: true })
    cpSync(made, folder, { recursive: true })
    for (const step of steps(folder)) stdout.write(`${relative(ROOT, join(folder, step))}\n`)
    return true
  })
  if (!isWritten.includes(true)) return
  stdout.write(
    'It was written anew, and databases that it made before are refused from now on: `dump` them ' +
      'with the commit that made them, and `load` what that wrote into new ones.\n'
  )
}

function add(name: string): void {
  for (const dialect of dialects) {
    const folder = folderOf(dialect)
    // Only a person knows whether a column is new or renamed, so drizzle-kit asks.
    const found = added(dialect, folder, name, 'inherit')
    for (const step of found) stdout.write(`${relative(ROOT, join(folder, step))}\n`)
    if (found.length === 0) stdout.write(`${dialect.folder}: nothing has changed\n`)
  }
}

/** One sentence for each mistake before the first release. */
function findingsAtStart(): readonly string[] {
  return withStart((dialect, made) => {
    if (areSame(made, folderOf(dialect))) return []
    return [`${dialect.tables} or its step has changed. Run: npm run migrations`]
  }).flat()
}

/** One sentence for each mistake after a release. */
function findingsAfter(release: string): readonly string[] {
  const scratch = mkdtempSync(join(ROOT, 'node_modules/.migrations-'))
  try {
    const own = dialects.flatMap(dialect => {
      const folder = folderOf(dialect)
      const copy = join(scratch, dialect.folder)
      cpSync(folder, copy, { recursive: true })
      const isStale = added(dialect, copy, 'check', QUIET).length > 0
      const loose = steps(folder).filter(step => {
        const sql = readFileSync(join(folder, step), 'utf8')
        return dialect.folder === 'sqlite' && strict(sql) !== sql
      })
      const run = 'Run: npm run migrations -- <name of the step>'
      return [
        ...(isStale ? [`${dialect.tables} has changed. ${run}`] : []),
        ...loose.map(step => `${step} makes a table that is not STRICT.`)
      ]
    })
    return [...own, ...findingsOfReleased(release)]
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Whether the steps of a release are as they were, and a database of it is kept. */
function findingsOfReleased(release: string): readonly string[] {
  const kept = join(KEPT, `${release}.sql`)
  const missing = existsSync(kept)
    ? []
    : [`${relative(ROOT, kept)} is missing: the release ${release} was to make it.`]
  const asked = ['diff', '--name-only', '--diff-filter=MDR', `v${release}`, '--']
  const { status, stdout: named } = spawnSync('git', [...asked, `${MIGRATIONS}/*/*.sql`], {
    cwd: ROOT,
    encoding: 'utf8'
  })
  if (status !== 0) return [...missing, `There is no tag v${release}. Run: git fetch --tags`]
  const edited = named.split('\n').filter(file => file !== '')
  return [...missing, ...edited.map(file => `${file} is released in ${release}. Put it back.`)]
}

/** The demo of this version as a database of SQLite, which is made by the script. */
export async function demoScript(now: Instant): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-demo-'))
  const file = join(folder, 'demo.db')
  try {
    const onBug = (error: Error) => {
      throw error
    }
    const store = await openStore(`sqlite:${file}`, { onBug })
    await store.migrate()
    const limits = readConfig({})
    await loadDemo(store, new Shell({ store, now: () => now, ids: countedSource(), limits }))
    await store.close()
    const connection = new Connection(file)
    const script = scriptOf(connection)
    connection.close()
    return script
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The moment of all tests, by which the demo that is kept is used. */
const KEPT_AT = '2026-03-01T10:00:00.000Z'

/** Keeps the demo of this version, as a database that its release makes. */
async function keep(version: string): Promise<void> {
  mkdirSync(KEPT, { recursive: true })
  writeFileSync(join(KEPT, `${version}.sql`), await demoScript(KEPT_AT))
}

async function main([argument]: readonly string[]): Promise<number> {
  const release = lastReleaseIn(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'))
  if (argument === '--check') {
    const found = release === null ? findingsAtStart() : findingsAfter(release)
    stdout.write(found.length === 0 ? 'Migrations are up to date.\n' : `${found.join('\n')}\n`)
    return found.length === 0 ? 0 : 1
  }
  if (argument === 'release') {
    await keep(String(env['npm_package_version']))
    return 0
  }
  const plan = planFor(argument, release)
  if ('refuse' in plan) {
    stdout.write(`${plan.refuse}\n`)
    return 2
  }
  if ('add' in plan) add(plan.add)
  else writeAnew()
  return 0
}

if (argv[1] === fileURLToPath(import.meta.url)) exit(await main(argv.slice(2)))
