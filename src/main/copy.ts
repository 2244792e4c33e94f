/**
 * The commands that move everything to another engine or put a backup in place. `copy` reads the
 * source as of one moment, also while the service runs on it, and changes nothing in it; so a
 * source that is behind this version is refused. The target is marked before the first row and
 * until its counts and its books are proven, so that a copy that was cut short is used by nobody
 * and is begun again. All rows are one transaction.
 */
import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type Audit, audit } from '../storage/audit/audit.ts'
import type { FindingKind } from '../storage/audit/recounts.ts'
import { isPostgres } from '../storage/database.ts'
import { StoreError, StoreHoldsData } from '../storage/engine/errors.ts'
import {
  type CopiedTable,
  type CopySource,
  type CopyTarget,
  copiedTables
} from '../storage/engine/moving/copies.ts'
import { disagreementIn, prepareFiles } from '../storage/engine/sqlite-files.ts'
import { numberApart } from '../storage/engine/sqlite-log.ts'
import { refuseInUse, replaceDatabase } from '../storage/engine/sqlite-replacement.ts'
import type { Store } from '../storage/engine/store.ts'
import { readConfig, settings } from './config.ts'
import {
  CommandFailed,
  existingPlaceOf,
  fileOf,
  grouped,
  type Host,
  type ProgressBar,
  placeOf,
  printLines,
  progressFor,
  refuseBehind,
  withStore
} from './on-database.ts'

const DISAGREEING = 3

export const EXIT_CODES =
  `Exit codes: 0 done and the books agree, 1 failed, 2 not understood, ${DISAGREEING} the books do ` +
  'not agree.'

/** The failure of a command whose books do not agree; `outcome` is what it did all the same. */
export function disagreeing(outcome: string, { findings }: Audit): CommandFailed {
  const count = findings.length === 1 ? 'one finding' : `${findings.length} findings`
  const byKind = Map.groupBy(findings, ({ kind }) => kind)
  const told = [...byKind].map(([kind, found]) => {
    const { about, advice } = TOLD[kind]
    const sentences = found.map(({ sentence }) => `  ${sentence}`)
    return [`${about} (${kind}, ${found.length}):`, ...sentences, `  ${advice}`].join('\n')
  })
  const begin = findings.length === 1 ? [] : ['Begin with the first: others may follow from it.']
  return new CommandFailed([`${outcome}: ${count}.`, ...begin, ...told].join('\n'), DISAGREEING)
}

const TOLD: { readonly [Kind in FindingKind]: Record<'about' | 'advice', string> } = {
  points: {
    about: 'Points and credit do not follow from their ledgers',
    advice:
      'To do: restore an older backup whose books agree. Without one, look at ledger entries and ' +
      'lots first, from which balances follow; and compare the vouchers named with what their ' +
      'holders know before anybody spends from them: the stored balance can be spent.'
  },
  redemptions: {
    about: 'Redemptions do not fit their rollbacks, their parts or what they took',
    advice: 'To do: look at each one named before you roll it back; no balance changes by itself.'
  },
  orders: {
    about: 'Figures of orders do not follow from their lines and redemptions',
    advice:
      'To do: send the items and the discount of the orders named again, which computes ' +
      'their figures again. Subtract from the card by hand what a canceled order earned. ' +
      'An order that is gone is only in an older backup.'
  },
  standing: {
    about: 'Cards are in the wrong tiers',
    advice:
      'To do: compare the cards named with the tiers of their program; no points are concerned.'
  },
  counters: {
    about: 'Stored counts differ from what they count',
    advice:
      'To do: nothing for balances, which depend on no count. Limits, stock and lists use ' +
      'the stored count: where a limit is reached too early, raise it by the difference.'
  },
  locks: {
    about: 'Locks hold more or less than their vouchers say',
    advice: 'To do: nothing. A lock ends by itself, and frees what it holds.'
  },
  jobs: {
    about: 'Async actions and jobs do not fit each other',
    advice:
      'To do: look with `jobs` at what is under way, and send again the requests whose work is missing.'
  }
}

interface Ends {
  readonly from: string
  readonly to: string
}

/** The one command that names its databases itself. */
export function addCopyCommand(program: Command, host: Host): void {
  program
    .command('copy')
    .description('copy everything from a file to PostgreSQL, or from PostgreSQL to a file')
    .requiredOption('--from <url>', 'the database to copy, as it is now')
    .requiredOption('--to <url>', 'an empty database that no process has open')
    .addHelpText('after', HELP)
    .action((ends: Ends, command: Command) => {
      const { read, expects } = settings.databaseUrl
      for (const name of ['from', 'to'] as const) {
        if (read(ends[name]) !== undefined) continue
        // What was sent is not repeated, as it may hold a password.
        command.error(`error: option '--${name} <url>' must be ${expects}`)
      }
      return copy(host, ends)
    })
}

const HELP = `
Urls are as in DATABASE_URL: sqlite:PATH, or postgres://USER:PASSWORD@HOST/DATABASE. The password
may be in PGPASSWORD instead of the url.

Stop the service first: what it writes while the copy is made is not in the copy.

${EXIT_CODES}`

async function copy(host: Host, { from, to }: Ends): Promise<void> {
  if (isPostgres(from) === isPostgres(to)) {
    throw new CommandFailed(
      isPostgres(from)
        ? "PostgreSQL's own tools copy one of its databases to another: pg_dump and pg_restore."
        : 'A file is copied by `backup`, and put in the place of a database by `restore`.'
    )
  }
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
  printLines(host, [
    `Copied ${source}`,
    `    to ${target}`,
    `  tables  ${grouped(copiedTables().length).padStart(11)}`,
    `  rows    ${grouped(rows).padStart(11)}`,
    'Both have as many rows, and the books of both agree.',
    `What was written after ${began} is not in the copy.`
  ])
}

/** What goes wrong at one end advises its option, where commands on one database have a setting. */
async function advising<Value>(option: '--from' | '--to', work: () => Promise<Value>) {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreError || error instanceof CommandFailed) {
      error.message = error.message.replaceAll('DATABASE_URL', option)
    }
    throw error
  }
}

async function refuseDisagreement(store: Store, sentence: string): Promise<void> {
  const found = await audit(store)
  if (!found.clean) throw disagreeing(sentence, found)
}

interface OpenEnds {
  readonly source: CopySource
  readonly target: CopyTarget
}

async function withEnds<Value>({ from, to }: Ends, work: (ends: OpenEnds) => Promise<Value>) {
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
      await target.rollback()
      // Where the target is out of reach, the mark stays.
      await target.unmark().catch(() => undefined)
      throw error
    })
    .finally(() => progress.end())
  // Where it is not known whether that came to pass, the mark stays.
  await target.commit()
  for (const [table, count] of counts) {
    const found = await target.count(table)
    if (found === count) continue
    throw new CommandFailed(
      `${placeOf(to)} has ${grouped(found)} rows of ${table.name}, and ${grouped(count)} were ` +
        'copied. It stays half copied. End what else writes to it, and give the command again.'
    )
  }
  await withStore(host, to, store =>
    refuseDisagreement(store, `The books of ${placeOf(to)} do not agree, and it stays half copied`)
  )
  await target.unmark()
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** All rows, in a transaction that stays open; resolves with how many each table has. */
async function fill({ source, target }: OpenEnds, progress: ProgressBar) {
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

/*
 * The command that puts a backup in the place of the database. Everything is done on a copy first:
 * it is checked page by page, brought to this version and audited. Only then do the files change
 * their names, so that a backup that is no good costs nothing. The old database stays beside the
 * new one, with its log.
 */

/** Fails with nothing changed, or with the backup in its place where only its books disagree. */
export async function restore(host: Host, file: string): Promise<void> {
  const place = fileOf(readConfig(host.environment).databaseUrl)
  const source = resolve(file)
  const isFile = statSync(source, { throwIfNoEntry: false })?.isFile() ?? false
  if (!isFile) throw new CommandFailed(`There is no file ${source}.`)
  if (source === place) {
    throw new CommandFailed(
      `${source} is the database itself. Copy it elsewhere, and restore that.`
    )
  }
  const aside = `${place}.before-${host.now().replaceAll(/[-:.]/g, '')}`
  if (existsSync(aside)) throw new CommandFailed(`${aside} exists already. Move it away.`)
  const wasThere = existsSync(place)
  refuseInUse(place)
  const copy = `${place}.restoring`
  try {
    const audited = await verified(host, source, copy).catch(error => {
      if (!(error instanceof StoreError || error instanceof CommandFailed || 'syscall' in error))
        throw error
      const reason = error.message.replaceAll(copy, source)
      throw new CommandFailed(`${source} is not restored, and nothing was changed. ${reason}`)
    })
    replaceDatabase(place, copy, aside)
    const outcome = [
      `Restored ${source}\n      to ${place}`,
      ...(wasThere ? [`The old database is now ${aside}`] : [])
    ].join('\n')
    if (!audited.clean) throw disagreeing(`${outcome}\nIts books do not agree`, audited)
    const { projects, customers, vouchers } = audited.counts
    const counts = `projects ${projects}, customers ${customers}, vouchers ${vouchers}`
    host.print(`${outcome}\nIts books agree: ${counts}`)
  } finally {
    remove(copy)
  }
}

/** Makes a copy without a log, with the tables of this version, and says what its audit found. */
async function verified(host: Host, source: string, copy: string): Promise<Audit> {
  remove(copy)
  prepareFiles(copy)
  copyFileSync(source, copy)
  // A log that lies beside a file holds its last writes.
  if (existsSync(`${source}-wal`)) copyFileSync(`${source}-wal`, `${copy}-wal`)
  prepareFiles(copy)
  const found = await withStore(host, `sqlite:${copy}`, async store => {
    const disagreement = disagreementIn(copy, 'integrity_check')
    if (disagreement !== null) throw new CommandFailed(`It is damaged: ${disagreement}`)
    await store.migrate()
    return audit(store)
  })
  // No log that lies anywhere belongs to it.
  numberApart(copy)
  return found
}

function remove(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
}
