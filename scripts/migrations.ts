/**
 * Makes the migrations of both dialects from the tables modules.
 *
 *   node scripts/migrations.ts add_tiers    writes what has changed since the last step
 *   node scripts/migrations.ts whole        writes only what all steps come to
 *   node scripts/migrations.ts --check      writes nothing; fails when something has changed
 *
 * drizzle-kit compares the tables with its last snapshot and needs no database and no network. It
 * cannot write STRICT, so that is added here to what it wrote. Steps that have been published are
 * never edited; a new one is added. What all steps for SQLite come to is written beside them.
 */
import { type StdioOptions, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { join, relative } from 'node:path'
import { argv, cwd, execPath, exit, stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import Connection from 'better-sqlite3'
import { migrateSqlite, migrationsOf, wholeOf } from '../src/storage/engine/migrate.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MIGRATIONS = join(ROOT, 'src/storage/migrations')

const WHOLE = join(MIGRATIONS, 'whole.sqlite.sql')

const dialects = [
  { folder: 'sqlite', kit: 'sqlite', tables: 'src/storage/tables.ts' },
  { folder: 'postgres', kit: 'postgresql', tables: 'src/storage/tables.postgres.ts' }
] as const

type Dialect = (typeof dialects)[number]

/** Appends STRICT to every CREATE TABLE without it. */
export function strict(sql: string): string {
  return sql.replace(/^(CREATE TABLE [\s\S]*?\n\))(;)/gm, '$1 STRICT$2')
}

/** Runs drizzle-kit for one dialect into `out`; a step appears there if something has changed. */
function generate(
  { kit, tables }: Dialect,
  { out, name, stdio }: { out: string; name: string; stdio: StdioOptions }
): void {
  const flags = ['--dialect', kit, '--casing', 'snake_case', '--schema', tables]
  // Relative, because drizzle-kit puts ./ in front of it.
  const place = ['--out', relative(ROOT, out), '--name', name]
  const bin = join(ROOT, 'node_modules/drizzle-kit/bin.cjs')
  const { status, stderr } = spawnSync(execPath, [bin, 'generate', ...flags, ...place], {
    cwd: ROOT,
    stdio,
    encoding: 'utf8'
  })
  if (status !== 0) throw new Error(`drizzle-kit failed for ${kit}. ${stderr ?? ''}`)
}

function steps(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).filter(file => file.endsWith('.sql')) : []
}

function write(name: string): void {
  for (const dialect of dialects) {
    const folder = join(MIGRATIONS, dialect.folder)
    const before = steps(folder)
    // Only a person knows whether a column is new or renamed, so drizzle-kit asks.
    generate(dialect, { out: folder, name, stdio: 'inherit' })
    const added = steps(folder).filter(step => !before.includes(step))
    for (const step of added) {
      const file = join(folder, step)
      if (dialect.folder === 'sqlite') writeFileSync(file, strict(readFileSync(file, 'utf8')))
      stdout.write(`${relative(cwd(), file)}\n`)
    }
    if (added.length === 0) stdout.write(`${dialect.folder}: nothing has changed\n`)
  }
}

/** What all steps for SQLite come to, found by applying them one after another. */
export async function whole(): Promise<string> {
  const connection = new Connection(':memory:')
  try {
    const begin = async () => void connection.exec('BEGIN IMMEDIATE')
    // Copies, because the script that this makes would be taken for the steps themselves.
    const steps = migrationsOf('sqlite').map(step => ({ ...step }))
    await migrateSqlite(connection, begin, 'A database in memory', steps)
    return wholeOf(connection)
  } finally {
    connection.close()
  }
}

async function writeWhole(): Promise<void> {
  const now = await whole()
  if (existsSync(WHOLE) && readFileSync(WHOLE, 'utf8') === now) return
  writeFileSync(WHOLE, now)
  stdout.write(`${relative(cwd(), WHOLE)}\n`)
}

/** One sentence for each mistake. */
function findings(): readonly string[] {
  const scratch = mkdtempSync(join(ROOT, 'node_modules/.migrations-'))
  try {
    return dialects.flatMap(dialect => {
      const folder = join(MIGRATIONS, dialect.folder)
      const copy = join(scratch, dialect.folder)
      if (existsSync(folder)) cpSync(folder, copy, { recursive: true })
      generate(dialect, { out: copy, name: 'check', stdio: ['ignore', 'pipe', 'pipe'] })
      const stale = steps(copy).length > steps(folder).length
      const loose = steps(folder).filter(step => {
        const sql = readFileSync(join(folder, step), 'utf8')
        return dialect.folder === 'sqlite' && strict(sql) !== sql
      })
      return [
        ...(stale
          ? [`${dialect.tables} has changed. Run: node scripts/migrations.ts <name of the step>`]
          : []),
        ...loose.map(step => `${step} makes a table that is not STRICT.`)
      ]
    })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function main(): Promise<number> {
  const [argument] = argv.slice(2)
  if (argument === '--check') {
    const isWhole = existsSync(WHOLE) && readFileSync(WHOLE, 'utf8') === (await whole())
    const stale = `${relative(ROOT, WHOLE)} is stale. Run: node scripts/migrations.ts whole`
    const found = [...findings(), ...(isWhole ? [] : [stale])]
    stdout.write(found.length === 0 ? 'Migrations are up to date.\n' : `${found.join('\n')}\n`)
    return found.length === 0 ? 0 : 1
  }
  if (argument === undefined || !/^[a-z][a-z0-9_]*$/.test(argument)) {
    stdout.write('Name the step in snake_case: node scripts/migrations.ts add_tiers\n')
    return 2
  }
  if (argument !== 'whole') write(argument)
  await writeWhole()
  return 0
}

if (argv[1] === fileURLToPath(import.meta.url)) exit(await main())
