/**
 * Loads the demo project. A start reads what `npm run generate` has made of the file: held against
 * the schema, and with all defaults, so that neither has to be loaded. Ids that the file does not
 * pin count up by prefix, so that loading twice gives the same project.
 */
import { readFileSync } from 'node:fs'
import type { Change } from '../decisions/changes.ts'
import { issueOAuthToken } from '../decisions/oauth.ts'
import { createProject, createProjectKey } from '../decisions/projects.ts'
import { Refused } from '../decisions/refusals.ts'
import { generated } from '../http/served-files.ts'
import { freshSource, type IdSource } from '../ids.ts'
import type { Instant, Project } from '../model.ts'
import { carrier, type FileParts } from '../project-files/project-files.ts'
import { hashSecret, newClientId, newSecret } from '../secrets.ts'
import type { Shell } from '../shell.ts'
import { apply } from '../storage/database.ts'
import { type Store, storeWithin } from '../storage/engine/store.ts'
import { allProjects, keyPairById } from '../storage/projects.ts'
import * as known from './known.ts'

const ACTOR = {
  requestId: 'v-000000000000demo00',
  source: { channel: 'API', apiKey: { name: 'Demo', appId: known.APP_ID } },
  channelId: known.APP_ID
} as const

export interface Drawn extends Pick<IdSource, 'random'> {
  readonly newSecret: () => string
  readonly newClientId: () => string
}

/** With its known credentials; false when another process has begun to make it. */
export async function loadDemo(
  store: Store,
  shell: Shell,
  drawn: Drawn = { random: freshSource().random, newSecret, newClientId }
): Promise<boolean> {
  const { carriedOut, describedProject, partsOf, timelineOf } = await carrier()
  const value = demoValue()
  const file = partsOf(value, value)
  const loadedAt = shell.now({ id: known.PROJECT_ID })
  const now = () => loadedAt
  const { id, ...described } = describedProject(value)
  const command = { ...described, secret: drawn.newSecret(), demo: true, pairs: [] }
  const foundedAt = timelineOf(file, now, true).now()
  const founded = createProject(command, { now: foundedAt, newId: () => String(id) })
  if ('refusal' in founded) throw new Refused(founded.refusal)
  const { changes } = founded
  const { project } = founded.result
  // A unit of its own, so that nobody waits for all the rest to see that it is begun.
  const isOurs = await store.write(project.id, async session => {
    const isBegun = (await session.all(allProjects)).some(({ id }) => id === project.id)
    return { value: !isBegun, changes: isBegun ? [] : changes }
  })
  if (!isOurs) return false
  // The credentials come last, so that a demo without them was cut short.
  const keys = keysOf(project, loadedAt, drawn)
  return store.write(project.id, async session => {
    const parts = storeWithin(session, { dialect: store.dialect, apply })
    // An attempt that is made again counts again.
    const services = { now, ids: countedFrom(drawn), limits: shell.limits }
    const timeline = timelineOf(file, now, true)
    const setting = { store: parts, services, project, timeline, isNew: true, actor: ACTOR }
    const { mistakes } = await carriedOut(file, setting, { prune: false, deeds: true })
    if (mistakes.length > 0) throw new Error(`The demo is wrong: ${JSON.stringify(mistakes)}`)
    return { value: true, changes: keys }
  })
}

export async function isLoaded(store: Store): Promise<boolean> {
  const found = await store.read(null, session => session.one(keyPairById, { id: known.MGMT_ID }))
  return found !== undefined
}

/** The file of the demo, as it is read. */
export function demoValue(): FileParts['value'] {
  return JSON.parse(readFileSync(generated('demo.json'), 'utf8'))
}

function keysOf(project: Project, now: Instant, drawn: Drawn): readonly Change[] {
  const changes: Change[] = []
  for (const pair of pairs(drawn)) {
    const key = createProjectKey(pair, { project, now })
    if ('refusal' in key) throw new Refused(key.refusal)
    changes.push(...key.changes)
    if (pair.id !== known.SPARE_KEY_ID) continue
    const token = issueOAuthToken({ pair: key.result }, SPARE_TOKEN, { now })
    if ('refusal' in token) throw new Refused(token.refusal)
    changes.push(...token.changes)
  }
  return changes
}

function pairs({ newSecret: newToken, newClientId: newClient }: Drawn) {
  const pair = (kind: 'app' | 'management', id: string, token: string) =>
    ({ kind, id, name: 'Demo', tokenHash: hashSecret(token), clientId: newClient() }) as const
  return [
    pair('app', known.APP_ID, known.APP_TOKEN),
    // Nobody knows its secret, but the token it issues is known.
    pair('app', known.SPARE_KEY_ID, newToken()),
    pair('management', known.MGMT_ID, known.MGMT_TOKEN)
  ]
}

const SPARE_TOKEN = {
  grantType: 'client_credentials',
  scope: 'api',
  tokenHash: hashSecret(known.SPARE_TOKEN)
}

function countedFrom({ random }: Drawn): IdSource {
  const counts = new Map<string, number>()
  return {
    random,
    newId: prefix => {
      const count = (counts.get(prefix) ?? 0) + 1
      counts.set(prefix, count)
      return `${prefix}_00${String(count).padStart(6, '0')}`
    }
  }
}
