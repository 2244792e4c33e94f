/**
 * Loads the demo project: each step by its decision, as of its own day.
 *
 * Ids come from a script: a step pins some of them, and the others count up by prefix, so that
 * loading twice gives the same project.
 *
 * Spec: Decisions 33 and 48.
 */
import { issueOAuthToken } from '../decisions/oauth/tokens.ts'
import { createProject, createProjectKey } from '../decisions/projects/projects.ts'
import { Refused } from '../decisions/refusals.ts'
import { hashSecret, newClientId, newSecret } from '../http/secrets.ts'
import { freshSource, type Source } from '../ids.ts'
import { addMs } from '../rules/validity.ts'
import type { Shell } from '../shell.ts'
import type { Store } from '../storage/engine/store.ts'
import { allProjects, keyPairById } from '../storage/projects.ts'
import { unitOf } from './deeds.ts'
import * as known from './known.ts'
import { type DatedDeed, DEMO } from './project.ts'

/** The name tells shops apart; the first demo has this one. */
const PROJECT = { name: 'Demo shop', timezone: 'Europe/Berlin', currency: 'EUR' } as const

const DAY_MS = 86_400_000

/** What is left to chance, such as codes of vouchers and the secret of the project. */
export interface Drawn extends Pick<Source, 'random'> {
  readonly newSecret: () => string
  readonly newClientId: () => string
}

/**
 * Makes the demo project with its known credentials and carries out every step; false when another
 * process has begun to make it.
 */
export async function loadDemo(
  store: Store,
  shell: Shell,
  drawn: Drawn = { random: freshSource().random, newSecret, newClientId }
): Promise<boolean> {
  const loadedAt = shell.now({ id: known.PROJECT_ID })
  const script = scripted(drawn)
  const founded = createProject(
    {
      ...PROJECT,
      caseSensitiveCodes: true,
      secret: drawn.newSecret(),
      demo: true,
      pairs: []
    },
    { now: loadedAt, newId: script([known.PROJECT_ID]).newId }
  )
  if ('refusal' in founded) throw new Refused(founded.refusal)
  const { project } = founded.result
  const isOurs = await store.write(project.id, async session => {
    const isBegun = (await session.all(allProjects)).some(({ id }) => id === project.id)
    return { value: !isBegun, changes: isBegun ? [] : founded.changes }
  })
  if (!isOurs) return false
  const origin = {
    project,
    requestId: 'v-000000000000demo00',
    source: { channel: 'API', apiKey: { name: 'Demo', appId: known.APP_ID } },
    channelId: known.APP_ID
  } as const
  const carryOut = async (step: DatedDeed, index: number) => {
    const source = script(step.ids)
    // A millisecond between steps keeps the steps of one day in their order.
    const now = addMs(loadedAt, step.days * DAY_MS + index - DEMO.length)
    const setting = { project, random: source.random, limits: shell.limits }
    await shell.settle({ ...origin, now, ids: source }, unitOf(step, setting))
    if (source.left.length > 0) throw new Error(`Nobody took the id ${source.left.join(', ')}`)
  }
  if (store.dialect === 'sqlite') {
    // All at once: they run in their order, and many of them share a commit.
    await Promise.all(DEMO.map(carryOut))
  } else {
    for (const [index, step] of DEMO.entries()) await carryOut(step, index)
  }
  // The credentials come last, so that a demo without them was cut short.
  for (const each of pairs(drawn)) {
    const key = await shell.settle(origin, {
      load: async () => null,
      decide: (_, occasion) => createProjectKey(each, occasion)
    })
    if (key.id !== known.SPARE_KEY_ID) continue
    await shell.settle(origin, {
      load: async () => ({ pair: key }),
      decide: (facts, occasion) => issueOAuthToken(facts, SPARE_TOKEN, occasion)
    })
  }
  return true
}

/** Whether every step was carried out. */
export async function isLoaded(store: Store): Promise<boolean> {
  const found = await store.read(null, session => session.one(keyPairById, { id: known.MGMT_ID }))
  return found !== undefined
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

interface Scripted extends Source {
  /** Pinned ids that have not been asked for yet. */
  readonly left: readonly string[]
}

/** Makes sources that give the pinned ids, and share one count for the others. */
function scripted({ random }: Drawn): (pinned: readonly string[]) => Scripted {
  const counts = new Map<string, number>()
  return pinned => {
    const left = [...pinned]
    const newId: Source['newId'] = prefix => {
      const index = left.findIndex(id => id.startsWith(`${prefix}_`))
      if (index >= 0) return left.splice(index, 1)[0] as string
      const count = (counts.get(prefix) ?? 0) + 1
      counts.set(prefix, count)
      return `${prefix}_00${String(count).padStart(6, '0')}`
    }
    return { random, newId, left }
  }
}
