/**
 * What the commands of an operator share: the parts of the machine, the database of DATABASE_URL,
 * and how a command fails. Only `migrate` and `restore` make a database, so that a mistyped path is
 * reported and not filled; and no other command brings tables to this version, because older
 * processes serve nothing then.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Refused } from '../decisions/refusals.ts'
import type { IdSource } from '../ids.ts'
import type { Project } from '../model.ts'
import { FileFailed } from '../project-files/project-files.ts'
import { type Origin, ownOrigin, Shell } from '../shell.ts'
import { isPostgres, openStore, shownUrl } from '../storage/database.ts'
import { StoreError } from '../storage/engine/errors.ts'
import type { Store } from '../storage/engine/store.ts'
import { projectNamed } from '../storage/projects.ts'
import { type Config, ConfigRefused, readConfig } from './config.ts'
import { CLI, messageOf } from './invocation.ts'

/** The parts of the machine that a command may use; a parameter, so that a test can watch. */
export interface Host extends IdSource {
  /** Settings; those of the process unless given. */
  readonly environment?: NodeJS.ProcessEnv
  /** Results, one whole text at a time. */
  readonly print: (text: string) => void
  readonly complain: (text: string) => void
  readonly readInput: () => Promise<string>
  /** Writes to the terminal of the operator as it is; absent where there is none. */
  readonly terminal?: (text: string) => void
  /** Resolves when a command that runs until it is stopped is to end; absent: by a signal. */
  readonly interrupted?: () => Promise<void>
  /** The room on the disk of a folder, in bytes; that of the system unless given. */
  readonly freeBytes?: (folder: string) => number
  readonly now: () => string
  readonly newSecret: () => string
  readonly newClientId: () => string
}

export function printLines({ print }: Pick<Host, 'print'>, lines: readonly string[]): void {
  print(lines.join('\n'))
}

/** A command refused with a sentence for the person who gave it. */
export class CommandFailed extends Error {
  /** What the process says by it; 1 unless something else is meant. */
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/**
 * Runs a command on a database that exists and has the tables of this version.
 * @throws {CommandFailed} when it is not there, or has not; nothing was changed.
 */
export async function onDatabase<Value>(
  host: Host,
  work: (store: Store, about: { place: string; config: Config }) => Promise<Value>
): Promise<Value> {
  const config = readConfig(host.environment)
  for (const sentence of config.misspelt) host.complain(sentence)
  const place = existingPlaceOf(config.databaseUrl)
  return withStore(host, config.databaseUrl, async store => {
    await refuseBehind(store, place)
    return work(store, { place, config })
  })
}

/** @throws {CommandFailed} for a database without all tables of this version; it stays so. */
export async function refuseBehind(store: Store, place: string): Promise<void> {
  const { length } = await store.pending()
  if (length === 0) return
  const steps = length === 1 ? 'one step' : `${length} steps`
  throw new CommandFailed(
    `${place} is ${steps} behind this version: it is empty, or of an older version. ` +
      'Nothing was changed. Back it up, then start the service on it, or bring it to this ' +
      `version with \`${CLI} migrate\`. From then on, processes of an older version answer ` +
      'no request.'
  )
}

/** Runs a command on the project of an id; its units name `doing` in place of a request. */
export async function onProject(
  host: Host,
  { id, doing }: { readonly id: string; readonly doing: string },
  work: (shell: Shell, origin: Origin) => Promise<void>
): Promise<void> {
  await onDatabase(host, async (store, { config }) => {
    const project = await projectOfId(store, id)
    const ids = { newId: host.newId, random: () => 0 }
    const shell = new Shell({ store, now: host.now, ids, limits: config })
    await work(shell, ownOrigin(project, doing))
  })
}

/** @throws {CommandFailed} for an id that no project has. */
export async function projectOfId(store: Store, id: string): Promise<Project> {
  const project = await store.read(null, session => projectNamed(session, id))
  if (project !== null) return project
  throw new CommandFailed(`There is no project ${id}. Try: ${CLI} project list`)
}

export async function withStore<Value>(
  { complain }: Host,
  databaseUrl: string,
  work: (store: Store) => Promise<Value>
): Promise<Value> {
  const store = await openStore(databaseUrl, { onBug: error => complain(error.message) })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Where a database is, for people; a file may be missing. */
export function placeOf(databaseUrl: string): string {
  return isPostgres(databaseUrl) ? shownUrl(databaseUrl) : fileOf(databaseUrl)
}

/** The same, where a file must be there; a server answers for itself. */
export function existingPlaceOf(databaseUrl: string): string {
  return isPostgres(databaseUrl) ? shownUrl(databaseUrl) : existingFileOf(databaseUrl)
}

/** The path of a database that must be there. @throws {CommandFailed} when it is not. */
export function existingFileOf(databaseUrl: string): string {
  const place = fileOf(databaseUrl)
  if (existsSync(place)) return place
  throw new CommandFailed(
    `There is no database at ${place}. Start the service once, or make an empty one with ` +
      `\`${CLI} migrate\`, or set DATABASE_URL to where it is.`
  )
}

/** The path of the database. @throws {CommandFailed} for one that is no file. */
export function fileOf(databaseUrl: string): string {
  if (isPostgres(databaseUrl)) {
    throw new CommandFailed(
      `${shownUrl(databaseUrl)} is no file. PostgreSQL's own tools copy it and put it back: ` +
        'pg_dump --format=custom --file=FILE "$DATABASE_URL", and into an empty database ' +
        'pg_restore --no-owner --dbname="$DATABASE_URL" FILE'
    )
  }
  const place = databaseUrl.slice('sqlite:'.length)
  if (place !== ':memory:') return resolve(place)
  throw new CommandFailed(
    'A database in memory is gone with the service that has it. Set DATABASE_URL to sqlite: and ' +
      'the path of a file.'
  )
}

export function commandFailure(error: unknown): string {
  return messageOf(error, [CommandFailed, ConfigRefused, FileFailed, Refused, StoreError])
}

export interface ProgressBar {
  /** Tells that `rows` are carried out, and the share of the whole that they are, 0 to 1. */
  show(rows: number, share: number): void
  tell(text: string): void
  end(): void
}

/** Rows between two lines where there is no terminal. */
const ROWS_PER_LINE = 10_000
const BAR_CELLS = 30
/** To the first column, and the line is empty. */
const CLEAR = '\r\u001b[K'

/** Progress for the people of this host; `whole` completes "so far, 40 % of …". */
export function progressFor(
  { terminal, complain }: Pick<Host, 'terminal' | 'complain'>,
  whole: string
): ProgressBar {
  return terminal === undefined ? linesTo(complain, whole) : barOn(terminal, complain)
}

export function grouped(number: number): string {
  return number.toLocaleString('en-US')
}

function linesTo(complain: Host['complain'], whole: string): ProgressBar {
  let told = 0
  return {
    show: (rows, share) => {
      // A load counts the rows of each file beside it from nothing.
      if (rows < told) told = 0
      if (rows < told + ROWS_PER_LINE) return
      told = rows
      complain(`${grouped(rows)} rows so far, ${percentOf(share)} of ${whole}`)
    },
    tell: complain,
    end: () => {}
  }
}

function barOn(terminal: (text: string) => void, complain: Host['complain']): ProgressBar {
  let shown = ''
  return {
    show: (rows, share) => {
      const filled = Math.round(share * BAR_CELLS)
      const bar = `${'#'.repeat(filled)}${'-'.repeat(BAR_CELLS - filled)}`
      const next = `[${bar}] ${percentOf(share)}  ${grouped(rows)} rows`
      if (next === shown) return
      shown = next
      terminal(`${CLEAR}${next}`)
    },
    tell: text => {
      terminal(CLEAR)
      complain(text)
      terminal(shown)
    },
    end: () => terminal(CLEAR)
  }
}

function percentOf(share: number): string {
  return `${Math.floor(share * 100)} %`
}
