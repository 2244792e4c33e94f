/**
 * The command that moves everything from one engine to the other.
 *
 * The source is read as of one moment, also while the service runs on it. Nothing of it is changed,
 * so that one that is behind this version is refused. The target is marked before the first row
 * and until its counts and its books are proven, so that a copy that was cut short is used by
 * nobody and is begun again. All rows are one transaction.
 */
import type { Command } from 'commander'
import { audit } from '../storage/audit/audit.ts'
import { isPostgres, shownUrl } from '../storage/database/database.ts'
import { StoreError, StoreHoldsData } from '../storage/engine/errors.ts'
import { type CopiedTable, copiedTables } from '../storage/engine/moving/copied-tables.ts'
import type { CopySource, CopyTarget } from '../storage/engine/moving/ends.ts'
import { settings } from './config.ts'
import { disagreeing, EXIT_CODES } from './findings.ts'
import {
  CommandFailed,
  existingPlaceOf,
  fileOf,
  type Host,
  refuseBehind,
  withStore
} from './on-database.ts'
import { grouped, type ProgressBar, progressFor } from './progress.ts'

interface Ends {
  /** Urls of databases. */
  readonly from: string
  readonly to: string
}

/** Adds the one command that names its databases itself. */
export function addCopyCommand(program: Command, host: Host): void {
  program
    .command('copy')
    .description('copy everything from a file to PostgreSQL, or from PostgreSQL to a file')
    .requiredOption('--from <url>', 'the database to copy, as it is now')
    .requiredOption('--to <url>', 'an empty database that no process has open')
    .addHelpText('after', HELP)
    .action((ends: Ends, command: Command) => {
      for (const name of ['from', 'to'] as const) refuseOther(command, name, ends[name])
      return copy(host, ends)
    })
}

const HELP = `
Urls are as in DATABASE_URL: sqlite:PATH, or postgres://USER:PASSWORD@HOST/DATABASE. The password
may be in PGPASSWORD instead of the url.

Stop the service first: what it writes while the copy is made is not in the copy.

${EXIT_CODES}`

/** What was sent is not repeated, as it may hold a password. */
function refuseOther(command: Command, name: keyof Ends, url: string): void {
  const { read, expects } = settings.databaseUrl
  if (read(url) === undefined) command.error(`error: option '--${name} <url>' must be ${expects}`)
}

async function copy(host: Host, { from, to }: Ends): Promise<void> {
  refuseSameEngine(from, to)
  const source = await advising('--from', async () => existingPlaceOf(from))
  const target = await advising('--to', async () => placeOf(to))
  await advising('--from', () =>
    withStore(host, from, async store => {
      await refuseBehind(store, source)
      await refuseDisagreement(store, `The books of ${source} do not agree, and nothing was copied`)
    })
  )
  const began = host.now()
  const rows = await withEnds({ from, to }, ends => copyAll(host, { from, to }, ends))
  host.print(
    [
      `Copied ${source}`,
      `    to ${target}`,
      `  tables  ${grouped(copiedTables().length).padStart(11)}`,
      `  rows    ${grouped(rows).padStart(11)}`,
      'Both have as many rows, and the books of both agree.',
      `What was written after ${began} is not in the copy.`
    ].join('\n')
  )
}

/** What goes wrong at one end advises its option, where commands on one database have a setting. */
async function advising<Value>(
  option: '--from' | '--to',
  work: () => Promise<Value>
): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreError || error instanceof CommandFailed) {
      error.message = error.message.replaceAll('DATABASE_URL', option)
    }
    throw error
  }
}

/** One of them is a file, and the other one is on a server. */
function refuseSameEngine(from: string, to: string): void {
  if (isPostgres(from) !== isPostgres(to)) return
  throw new CommandFailed(
    isPostgres(from)
      ? "PostgreSQL's own tools copy one of its databases to another: pg_dump and pg_restore."
      : 'A file is copied by `backup`, and put in the place of a database by `restore`.'
  )
}

/** Where a database is, for people; a file may be missing. */
function placeOf(url: string): string {
  return isPostgres(url) ? shownUrl(url) : fileOf(url)
}

async function refuseDisagreement(
  store: Parameters<typeof audit>[0],
  sentence: string
): Promise<void> {
  const found = await audit(store)
  if (!found.clean) throw disagreeing(sentence, found)
}

interface OpenEnds {
  readonly source: CopySource
  readonly target: CopyTarget
}

async function withEnds<Value>(
  { from, to }: Ends,
  work: (ends: OpenEnds) => Promise<Value>
): Promise<Value> {
  // A copy is rare, and most commands have no use for the other engine.
  const sqlite = await import('../storage/engine/moving/sqlite.ts')
  const postgres = await import('../storage/engine/moving/postgres.ts')
  const target = await advising('--to', async () =>
    isPostgres(to) ? postgres.postgresTarget(to) : sqlite.sqliteTarget(fileOf(to))
  )
  try {
    const source = await advising('--from', () =>
      isPostgres(from) ? postgres.postgresSource(from) : sqlite.sqliteSource(fileOf(from))
    )
    try {
      // Whatever is amiss with the source was told by now.
      return await advising('--to', () => work({ source, target }))
    } finally {
      await source.close()
    }
  } finally {
    await target.close()
  }
}

/** Copies and proves it; resolves with the number of rows. */
async function copyAll(host: Host, { to }: Ends, ends: OpenEnds): Promise<number> {
  const { target } = ends
  await target.clear()
  await withStore(host, to, store => store.migrate())
  const held = await target.tableWithRows()
  if (held !== null) throw new StoreHoldsData(placeOf(to), held)
  await target.mark()
  const progress = progressFor(host, 'all')
  const counts = await fill(ends, progress)
    .catch(async error => {
      await giveUp(target)
      throw error
    })
    .finally(() => progress.end())
  // Where it is not known whether that came to pass, the mark stays.
  await target.commit()
  for (const [table, count] of counts) {
    const found = await target.count(table)
    if (found !== count) throw new CommandFailed(differing(placeOf(to), table, count, found))
  }
  await withStore(host, to, store =>
    refuseDisagreement(store, `The books of ${placeOf(to)} do not agree, and it stays half copied`)
  )
  await target.unmark()
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** All rows, in a transaction that stays open; resolves with how many each table has. */
async function fill(
  { source, target }: OpenEnds,
  progress: ProgressBar
): Promise<ReadonlyMap<CopiedTable, number>> {
  const counts = new Map<CopiedTable, number>()
  for (const table of copiedTables()) counts.set(table, await source.count(table))
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  let copied = 0
  await target.begin()
  for (const table of counts.keys()) {
    for await (const rows of source.batches(table)) {
      await target.insert(table, rows)
      copied += rows.length
      progress.show(copied, copied / all)
    }
  }
  return counts
}

/** Leaves an empty database. Where the target is out of reach, the mark stays. */
async function giveUp(target: CopyTarget): Promise<void> {
  await target.rollback()
  await target.unmark().catch(() => undefined)
}

function differing(place: string, { name }: CopiedTable, count: number, found: number): string {
  return (
    `${place} has ${grouped(found)} rows of ${name}, and ${grouped(count)} were copied. ` +
    'It stays half copied. End what else writes to it, and give the command again.'
  )
}
