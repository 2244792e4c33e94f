/**
 * What the doctor says of the database: whether it is there, can be written and has the tables of
 * this version; who can use it; and whether the clocks agree.
 *
 * Spec: OPERATING.md.
 */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Instant, Project } from '../../model.ts'
import { isPostgres, shownUrl } from '../../storage/database/database.ts'
import { StoreError } from '../../storage/engine/errors.ts'
import type { Store } from '../../storage/engine/store.ts'
import { newestEventAt } from '../../storage/events.ts'
import { listProjects, loadProjectKeys } from '../../storage/projects.ts'
import type { Config } from '../config.ts'
import { CLI } from '../invocation.ts'
import { fileOf, type Host, withStore } from '../on-database.ts'
import { advice, type DoctorFinding, ok, wrong } from './findings.ts'
import { diskFindings, freeBytes } from './machine.ts'

/** Milliseconds by which clocks may differ: what is due by one is hardly late by the other. */
const APART_MS_MAX = 1_000

/** Everything that only the database can tell. */
export async function databaseFindings(
  host: Host,
  config: Config
): Promise<readonly DoctorFinding[]> {
  const { databaseUrl } = config
  if (databaseUrl === 'sqlite::memory:') {
    return [
      ok('database', 'It is in memory: each start makes it, and it is lost when the service stops.')
    ]
  }
  const place = isPostgres(databaseUrl) ? shownUrl(databaseUrl) : fileOf(databaseUrl)
  const file = isPostgres(databaseUrl) ? null : place
  if (file !== null && !existsSync(file)) {
    const make = `Make an empty one with \`${CLI} migrate\`, or set DATABASE_URL to where it is.`
    return [wrong('database', `There is no database at ${file}.`, make)]
  }
  const disk = file === null ? [] : diskFindings(file, host.freeBytes ?? freeBytes)
  try {
    return await withStore(host, databaseUrl, async store => [
      ...(await storeFindings(store, { place, file, now: host.now, config })),
      ...disk
    ])
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return [wrong('database', error.message), ...disk]
  }
}

interface DatabasePlace {
  /** For people. */
  readonly place: string
  /** Null for a server. */
  readonly file: string | null
  readonly now: () => Instant
  readonly config: Config
}

async function storeFindings(
  store: Store,
  { place, file, now, config }: DatabasePlace
): Promise<DoctorFinding[]> {
  const pending = await store.pending()
  const leftovers = file === null ? [] : asideFindings(file)
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

async function projectFindings(
  store: Store,
  { production }: Config
): Promise<readonly DoctorFinding[]> {
  const projects = await store.read(null, listProjects)
  if (projects.length === 0) {
    const change = `Make one and its keys: \`${CLI} project create NAME\`.`
    return [advice('projects', 'There is no project, so nobody can call the service.', change)]
  }
  const shut: DoctorFinding[] = []
  for (const project of projects) shut.push(...(await keyFindings(store, project)))
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

async function keyFindings(store: Store, { id, name }: Project): Promise<readonly DoctorFinding[]> {
  const { pairs } = await store.read(id, loadProjectKeys)
  const hasKey = pairs.some(({ kind, revokedAt }) => kind === 'app' && revokedAt === null)
  if (hasKey) return []
  const found = `The project ${name} (${id}) has no app key that is not revoked.`
  return [advice('projects', found, `\`${CLI} project key create ${id}\` makes one.`)]
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
