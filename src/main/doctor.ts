/**
 * The command that looks at everything a service needs, and says what it would change. It changes
 * nothing itself. Each thing is looked at also where another one is wrong, because an operator who
 * is told one mistake at a time starts as often as there are mistakes.
 * Spec: OPERATING.md#watching-it.
 */
import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Instant } from '../model.ts'
import { isPostgres, shownUrl } from '../storage/database.ts'
import { StoreError } from '../storage/engine/errors.ts'
import type { Store } from '../storage/engine/store.ts'
import { newestEventAt } from '../storage/events.ts'
import { listProjects, loadProjectKeys } from '../storage/projects.ts'
import { type Config, ConfigRefused, ownAddress, readConfig } from './config.ts'
import { CLI } from './invocation.ts'
import { troubleListening } from './listening.ts'
import { CommandFailed, type Host, placeOf, withStore } from './on-database.ts'

export function addDoctorCommand(program: Command, host: Host): void {
  program
    .command('doctor')
    .description('check settings, database, clock, disk and port, and say what to change')
    .option('--json', 'print the findings as JSON', false)
    .addHelpText('after', `\n${STATES}`)
    .action(({ json }: { json: boolean }) => examine(host, json))
}

const STATES = [
  'It changes nothing, and may be given while the service runs. Each finding has a state:',
  '  ok      nothing to do',
  '  advice  the service runs, and the change would make it better',
  '  wrong   the service cannot run, or does wrong things; the command then ends with 1'
].join('\n')

async function examine(host: Host, json: boolean): Promise<void> {
  const findings = await findingsOn(host)
  const lines = findings.map(({ state, about, found, change }) => {
    const line = `${state.padEnd(6)}  ${about.padEnd(8)}  ${found}`
    return change === null ? line : `${line}\n${' '.repeat(18)}${change}`
  })
  host.print(json ? JSON.stringify(findings) : lines.join('\n'))
  const count = findings.filter(({ state }) => state === 'wrong').length
  if (count === 0) return
  throw new CommandFailed(count === 1 ? 'One thing is wrong.' : `${count} things are wrong.`)
}

async function findingsOn(host: Host): Promise<readonly DoctorFinding[]> {
  let config: Config
  try {
    config = readConfig(host.environment)
  } catch (error) {
    if (!(error instanceof ConfigRefused)) throw error
    return error.message.split('\n').map(mistake => wrong('settings', mistake))
  }
  return [
    ...settingsFindings(config),
    ...(await databaseFindings(host, config)),
    ...(await portFindings(config))
  ]
}

/** Nothing that is wrong stops the other looks. */
function settingsFindings(config: Config): readonly DoctorFinding[] {
  const { environment, host, port, publicUrl, databaseUrl, readyFile } = config
  const places = `listens on ${host}, port ${port}; urls begin with ${publicUrl}`
  const said = `${environment}; ${places}; everything is in ${shownUrl(databaseUrl)}`
  const folder = readyFile === null ? null : dirname(resolve(readyFile))
  const isThere = folder === null || existsSync(folder)
  const missing = `The folder ${folder} of READY_FILE does not exist.`
  return [
    ok('settings', said),
    ...config.misspelt.map(sentence =>
      advice(
        'settings',
        sentence,
        'Rename it if that is meant; leave it if another program reads it.'
      )
    ),
    ...rules
      .filter(({ when }) => when(config))
      .map(({ found, change }) =>
        advice('settings', typeof found === 'string' ? found : found(config), change)
      ),
    ...(isThere ? [] : [wrong('settings', missing, 'Make the folder.')])
  ]
}

/** Whether anybody but this machine is meant to reach the service. */
function isForOthers({ production, loopback }: Config): boolean {
  return production || !loopback
}

function isOwnAddress({ publicUrl, host, port }: Config): boolean {
  return publicUrl === ownAddress(host, port)
}

const rules: readonly {
  readonly when: (config: Config) => boolean
  readonly found: string | ((config: Config) => string)
  readonly change: string
}[] = [
  {
    when: ({ production, loopback }) => !production && !loopback,
    found: ({ host }) =>
      `Other machines reach the service on ${host}, and NODE_ENV is not production.`,
    change: 'Set NODE_ENV=production. Without it, metadata schemas can be read without credentials.'
  },
  {
    when: config => isForOthers(config) && isOwnAddress(config),
    found: ({ publicUrl }) =>
      `Urls in answers begin with ${publicUrl}, the address of the process itself.`,
    change: 'Set PUBLIC_URL to the address that callers use, of the proxy for instance.'
  },
  {
    when: config =>
      isForOthers(config) && config.publicUrl.startsWith('http:') && !isOwnAddress(config),
    found: ({ publicUrl }) =>
      `Callers reach the service by ${publicUrl}, which sends their keys unencrypted.`,
    change: 'Put a proxy with TLS in front of it, and set PUBLIC_URL to its https address.'
  },
  {
    when: ({ publicUrl, trustProxy }) => publicUrl.startsWith('https:') && trustProxy.length === 0,
    found:
      'TRUST_PROXY does not name the TLS proxy, so all refused credentials count for its address.',
    change: 'Set TRUST_PROXY to the address of the proxy.'
  },
  {
    when: ({ production, managementOpen }) => production && managementOpen,
    found: 'Metadata schemas can be read on the management path without credentials.',
    change: 'Unset MANAGEMENT_OPEN, which is false in production, or set it to false.'
  },
  {
    when: config =>
      isForOthers(config) &&
      !config.sandbox &&
      (config.rateLimit === null || config.failedCredentialsLimit === null),
    found: 'A caller may send requests or guess credentials without a limit.',
    change: 'Unset RATE_LIMIT_PER_MINUTE and FAILED_CREDENTIALS_PER_MINUTE, or set a number.'
  },
  {
    when: ({ production, databaseUrl }) =>
      production && /^sqlite:(?!:memory:)/.test(databaseUrl) && !isAbsolute(databaseUrl.slice(7)),
    found: ({ databaseUrl }) =>
      `${databaseUrl} names another file in each folder that the service is started in.`,
    change: 'Set DATABASE_URL to sqlite: and a path that begins with /.'
  }
]

/** Milliseconds by which clocks may differ: what is due by one is hardly late by the other. */
const APART_MS_MAX = 1_000

async function databaseFindings(host: Host, config: Config): Promise<readonly DoctorFinding[]> {
  const { databaseUrl } = config
  if (databaseUrl === 'sqlite::memory:') {
    return [
      ok('database', 'It is in memory: each start makes it, and it is lost when the service stops.')
    ]
  }
  const place = placeOf(databaseUrl)
  const file = isPostgres(databaseUrl) ? null : place
  if (file !== null && !existsSync(file)) {
    const make = `Make an empty one with \`${CLI} migrate\`, or set DATABASE_URL to where it is.`
    return [wrong('database', `There is no database at ${file}.`, make)]
  }
  const disk = file === null ? [] : diskFindings(file, host.freeBytes ?? freeBytes)
  try {
    return await withStore(host, databaseUrl, async store => [
      ...(await storeFindings(store, host, config, place)),
      ...disk
    ])
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return [wrong('database', error.message), ...disk]
  }
}

async function storeFindings(store: Store, { now }: Host, config: Config, place: string) {
  const pending = await store.pending()
  const leftovers = isPostgres(config.databaseUrl) ? [] : asideFindings(place)
  if (pending.length > 0) {
    const steps = pending.length === 1 ? 'one step' : `${pending.length} steps`
    const found = `${place} is ${steps} behind this version: ${pending.join(', ')}.`
    const change =
      `Back it up. Then start the service or give \`${CLI} migrate\`, which brings it up to ` +
      'date.'
    return [advice('database', found, change), ...leftovers]
  }
  await store.health()
  return [
    ok('database', `${place} can be read and written, and has the tables of this version.`),
    ...leftovers,
    ...(await projectFindings(store, config)),
    ...(await clockFindings(store, now))
  ]
}

/** Databases that a restore put aside hold their old rows, also those that were erased since. */
function asideFindings(file: string): readonly DoctorFinding[] {
  const folder = dirname(file)
  const begins = `${basename(file)}.before-`
  return readdirSync(folder)
    .filter(name => name.startsWith(begins) && !/-(wal|shm)$/.test(name))
    .map(name => {
      const found =
        `${join(folder, name)} is an old database with all its rows, which a restore put ` +
        'aside.'
      return advice('database', found, 'Delete it and its log when nobody needs it any more.')
    })
}

async function projectFindings(store: Store, { production }: Config) {
  const projects = await store.read(null, listProjects)
  if (projects.length === 0) {
    const change = `Make one and its keys: \`${CLI} project create NAME\`.`
    return [advice('projects', 'There is no project, so nobody can call the service.', change)]
  }
  const shut: DoctorFinding[] = []
  for (const { id, name } of projects) {
    const { pairs } = await store.read(id, loadProjectKeys)
    if (pairs.some(({ kind, revokedAt }) => kind === 'app' && revokedAt === null)) continue
    const found = `The project ${name} (${id}) has no app key that is not revoked.`
    shut.push(advice('projects', found, `\`${CLI} project key create ${id}\` makes one.`))
  }
  const demo = projects.find(project => project.demo)
  if (demo !== undefined && production) {
    const found = `${demo.name} (${demo.id}) is the demo's project, whose keys production refuses.`
    const change = 'Set DATABASE_URL to a database of its own for production.'
    shut.push(advice('projects', found, change))
  }
  if (shut.length > 0) return shut
  const names = projects.length === 1 ? 'One project' : `${projects.length} projects`
  const whose = demo === undefined ? '' : ` ${demo.name} (${demo.id}) is the demo's.`
  return [ok('projects', `${names}, each with a valid app key.${whose}`)]
}

/** What is stored has happened, unless a clock is wrong. */
async function clockFindings(store: Store, now: () => Instant): Promise<readonly DoctorFinding[]> {
  const told = await store.time()
  const here = Date.parse(now())
  const there = told && told.ms + performance.now() - told.at
  const [time, whose] =
    there === null ? [here, 'of this machine'] : [there, "of the database's server"]
  for (const { id, name } of await store.read(null, listProjects)) {
    const at = await store.read(id, newestEventAt)
    if (at === null || Date.parse(at) - time <= APART_MS_MAX) continue
    const instant = new Date(time).toISOString()
    const found = `The clock ${whose} shows ${instant}, and ${name} has a record of ${at}.`
    return [
      wrong('clock', found, 'Correct the clock, by NTP for example: days and leases depend on it.')
    ]
  }
  if (there === null) return [ok('clock', 'No record has a time later than now.')]
  const apart = Math.round(Math.abs(there - here))
  if (apart <= APART_MS_MAX)
    return [ok('clock', 'The clocks of this machine and of the server agree.')]
  const found = `The clocks of this machine and of the server differ by ${apart} ms.`
  return [
    advice('clock', found, 'Correct that of this machine: the service uses that of the server.')
  ]
}

const MEBIBYTE = 2 ** 20
/** Below this much room, the next larger write may fail. */
const ROOM_MIN = 64 * MEBIBYTE
/** Milliseconds in which a service that has the port answers. */
const ANSWERS_MS = 2_000

/** The room that is left on the disk of a folder, in bytes. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** For the file of a database that is there. */
export function diskFindings(file: string, free: typeof freeBytes): readonly DoctorFinding[] {
  const size = ['', '-wal'].reduce(
    (sum, suffix) => sum + (statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0
  )
  const [beside, temporary] = [dirname(file), tmpdir()]
  const room = free(beside)
  const database = `the database takes ${inMebibytes(size)}`
  const said = `${inMebibytes(room)} are free in ${beside}, and ${database}`
  if (room < ROOM_MIN) {
    return [wrong('disk', `Only ${said}.`, 'Make room; a full disk refuses every write.')]
  }
  if (room < size) {
    const needs = 'A backup beside it, an erasure and some upgrades each need as much as it takes.'
    return [advice('disk', `${said}.`, `Make room. ${needs}`)]
  }
  if (free(temporary) < size) {
    const left = `${inMebibytes(free(temporary))} are free in ${temporary}`
    const needs = 'An erasure needs as much there as the database takes.'
    return [advice('disk', `${left}.`, `Make room, or set TMPDIR to another folder. ${needs}`)]
  }
  return [ok('disk', `${said}.`)]
}

function inMebibytes(bytes: number): string {
  return `${Math.round(bytes / MEBIBYTE).toLocaleString('en-US')} MiB`
}

/** Tries to listen where the service would, and asks who is there already. */
async function portFindings(config: Config): Promise<readonly DoctorFinding[]> {
  const { host, port } = config
  if (port === 0) return [ok('port', 'The system chooses a port that is free.')]
  const error = await listening(host, port)
  if (error === null) return [ok('port', `Port ${port} on ${host} is free.`)]
  const url = ownAddress(host, port)
  if ('code' in error && error.code === 'EADDRINUSE' && (await isService(url))) {
    return [ok('port', `A service answers on ${url}.`)]
  }
  return [wrong('port', troubleListening(error, config) ?? error.message)]
}

function listening(host: string, port: number): Promise<Error | null> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', resolve)
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
}

async function isService(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWERS_MS)
    const answer = await fetch(`${url}/health/live`, { signal, redirect: 'error' })
    return (await answer.text()) === '{"status":"live"}'
  } catch {
    return false
  }
}

/** What is looked at, in this order. */
type DoctorSubject = 'settings' | 'database' | 'projects' | 'clock' | 'disk' | 'port'

interface DoctorFinding {
  readonly about: DoctorSubject
  /** `wrong`: the service cannot run so, or not rightly. `advice`: it can, and this is better. */
  readonly state: 'ok' | 'advice' | 'wrong'
  readonly found: string
  /** What the doctor would change, in a sentence; null for nothing. */
  readonly change: string | null
}

function ok(about: DoctorSubject, found: string): DoctorFinding {
  return { about, state: 'ok', found, change: null }
}

function advice(about: DoctorSubject, found: string, change: string): DoctorFinding {
  return { about, state: 'advice', found, change }
}

/** Without a change where `found` says it itself. */
function wrong(about: DoctorSubject, found: string, change: string | null = null): DoctorFinding {
  return { about, state: 'wrong', found, change }
}
