/**
 * Carries out steps in a project, and makes projects beside the demo.
 */
import { issueOAuthToken } from '../../src/decisions/oauth.ts'
import { createProject } from '../../src/decisions/projects.ts'
import { APP_ID, PROJECT_ID } from '../../src/demo/known.ts'
import type { IdSource } from '../../src/ids.ts'
import type { KeyPair, Project } from '../../src/model.ts'
import { carriedOut, partsOf, timelineOf } from '../../src/project-files/carrying-out.ts'
import type { EntryValues } from '../../src/project-files/entries.ts'
import { hashSecret } from '../../src/secrets.ts'
import { apply } from '../../src/storage/database.ts'
import { storeWithin } from '../../src/storage/engine/store.ts'
import { projectNamed } from '../../src/storage/projects.ts'
import type { Service } from './app.ts'
import { type Deed, unitOf } from './steps.ts'

/** A step of now; `ids` are those it is given, in the order in which they are asked for. */
export type GivenStep = Deed & { readonly ids?: readonly string[]; readonly days?: number }

/** Carries out steps in a project, the demo by default, one after the other. */
export async function givenSteps(
  { shell, store }: Pick<Service, 'shell' | 'store'>,
  steps: readonly GivenStep[],
  projectId: string = PROJECT_ID
): Promise<void> {
  const project = await store.read(null, session => projectNamed(session, projectId))
  if (project === null) throw new Error(`There is no project ${projectId}`)
  const origin = {
    project,
    requestId: 'v-given',
    source: { channel: 'API', apiKey: { name: 'Given', appId: APP_ID } },
    channelId: APP_ID
  } as const
  const began = Date.parse(shell.now())
  for (const [index, step] of steps.entries()) {
    const { ids = [], days = 0 } = step
    const now = new Date(began + days * DAY_MS + index - steps.length).toISOString()
    const setting = { project, now, random: shell.random, limits: shell.limits }
    const unit = unitOf(step, setting)
    await shell.settle({ ...origin, now, ids: pinned(ids) }, unit)
  }
}

/** Carries out a project file in a project that has nothing yet, on the days that it says. */
export async function givenFile(
  { shell, store }: Pick<Service, 'shell' | 'store'>,
  value: unknown,
  project: Project
): Promise<void> {
  const file = partsOf(value as EntryValues, value as EntryValues)
  const services = { now: () => shell.now(), ids: pinned([]), limits: shell.limits }
  await store.write(project.id, async session => {
    const parts = storeWithin(session, { dialect: store.dialect, apply })
    const timeline = timelineOf(file, services.now, true)
    const setting = { store: parts, services, project, timeline, isNew: true }
    const { mistakes } = await carriedOut(file, setting, { prune: false, deeds: true })
    if (mistakes.length > 0) throw new Error(JSON.stringify(mistakes))
    return { value: undefined, changes: [] }
  })
}

const DAY_MS = 86_400_000
let count = 0

/** Gives the ids named, each once, and counts for the rest; never an id that the service counts. */
function pinned(ids: readonly string[]): IdSource {
  const left = [...ids]
  return {
    random: below => count % below,
    newId: prefix => {
      const index = left.findIndex(id => id.startsWith(`${prefix}_`))
      if (index >= 0) return left.splice(index, 1)[0] as string
      count++
      return `${prefix}_given${String(count).padStart(6, '0')}`
    }
  }
}

/**
 * One more project, empty, with an app pair `<name>`, a management pair `<name>-desk`, a pair
 * `<name>-spare` that nobody uses, and a token `<name>-token`.
 */
export async function givenProject(
  { shell, store }: Pick<Service, 'shell' | 'store'>,
  name: string
): Promise<Project> {
  const pairs = [
    { id: name, kind: 'app' },
    { id: `${name}-desk`, kind: 'management' },
    { id: `${name}-spare`, kind: 'app' }
  ] as const
  const founded = createProject(
    {
      name,
      timezone: 'Europe/Berlin',
      currency: 'EUR',
      caseSensitiveCodes: true,
      secret: `${name}-signs`,
      demo: false,
      pairs: pairs.map(pair => ({
        ...pair,
        name,
        tokenHash: hashSecret(`${pair.id}-secret`),
        clientId: `${pair.id}-client`
      }))
    },
    { now: shell.now(), newId: prefix => `${prefix}_${name}` }
  )
  if ('refusal' in founded) throw new Error(founded.refusal.details)
  const { project, pairs: made } = founded.result
  // INVARIANT: the pairs are made in the order in which they were asked for.
  const issued = issueOAuthToken(
    { pair: made[0] as KeyPair },
    { grantType: 'client_credentials', scope: 'api', tokenHash: hashSecret(`${name}-token`) },
    { now: shell.now() }
  )
  if ('refusal' in issued) throw new Error(issued.refusal.details)
  const changes = [...founded.changes, ...issued.changes]
  await store.write(project.id, async () => ({ value: null, changes }))
  return project
}

export function pairOf(name: string): Readonly<Record<string, string>> {
  return { 'x-app-id': name, 'x-app-token': `${name}-secret` }
}

export function deskOf(name: string): Readonly<Record<string, string>> {
  return { 'x-management-id': `${name}-desk`, 'x-management-token': `${name}-desk-secret` }
}
