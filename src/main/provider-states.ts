/**
 * States for tools that try a provider: a file of a folder is a state, by its name, and a POST with
 * it begins the project anew as that file says. It begins as the service did, and the file is
 * loaded into that. Keys and tokens stay, so that what was recorded with them is answered.
 */
import { readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { quote, Refused } from '../decisions/refusals.ts'
import { isSchema as isObject } from '../http/document.ts'
import { HttpFailure } from '../http/errors.ts'
import type { IdSource } from '../ids.ts'
import type { Instant, Project } from '../model.ts'
import { FileFailed, loader, type Services } from '../project-files/project-files.ts'
import { nearestFirst } from '../rules/spelling.ts'
import type { Sandboxes } from '../sandboxes/sandboxes.ts'
import { isSame } from '../secrets.ts'
import type { Store } from '../storage/engine/store.ts'
import { StartRefused } from './listening.ts'

export interface StatesParts {
  readonly folder: string
  /** In the path of the url. */
  readonly key: string
  readonly store: Store
  readonly sandboxes: Sandboxes
  readonly limits: Services['limits']
  readonly now: (project: Project) => Instant
  readonly ids: () => IdSource
  /** Carries out what a file has queued where the sandbox does not. */
  readonly carryOut: () => Promise<void>
}

const KINDS = ['.yaml', '.yml', '.json']
const TOLD_MAX = 10
/** What tools send; `consumer` and `states` say nothing that `state` does not. */
const KNOWN = ['state', 'params', 'action', 'consumer', 'states']

export const statesUrl = (url: string, key: string) => `${url}/states/${key}`

/** Adds the url. @throws {StartRefused} when there is no such folder. */
export function addStates(app: FastifyInstance, parts: StatesParts): void {
  statesIn(parts.folder, why => new StartRefused(why))
  // What checks files takes half a second to make, which the first state does not wait for.
  app.addHook('onReady', async () => {
    const { checkFile } = await loader()
    await checkFile({ name: 'states.json', text: '{}', folder: parts.folder })
  })
  app.post<{ Params: { key: string } }>('/states/:key', async ({ params, body }, reply) => {
    if (!isSame(params.key, parts.key)) {
      throw new HttpFailure('not_found', 'There is no state here. The ready file has the url.')
    }
    const ids = await begin(parts, sentIn(body))
    return reply.header('content-type', 'application/json').send(JSON.stringify(ids))
  })
}

/** `state` is null where it is as the service began. @throws {HttpFailure} */
function sentIn(body: unknown) {
  const sent = isObject(body) ? body : fail('Send an object with `state`, such as {"state": "…"}.')
  const unknown = Object.keys(sent).find(name => !KNOWN.includes(name))
  if (unknown !== undefined)
    fail(`Property .${unknown} is not known; there are state, params and action.`)
  const { state = null, params = null, action = 'setup' } = sent
  if (state !== null && typeof state !== 'string') fail('Property .state must be a text.')
  if (params !== null && !isObject(params)) fail('Property .params must be an object.')
  if (action !== 'setup' && action !== 'teardown')
    fail('Property .action must be setup or teardown.')
  const isAsBegun = action === 'teardown' || state === ''
  return { state: isAsBegun ? null : state, parameters: params ?? {} }
}

/** The ids of what a state names, by section and name. @throws {HttpFailure} */
async function begin(
  { folder, store, sandboxes, limits, now, ids, carryOut }: StatesParts,
  { state, parameters }: ReturnType<typeof sentIn>
): Promise<Readonly<Record<string, string>>> {
  const { readProjectFile, checkFile, loadFile, badRowsOf } = await loader()
  let hasBegun = false
  try {
    if (state === null) return await sandboxes.beginAnew(async () => ({}))
    const file = { ...readProjectFile(pathOf(folder, state)), parameters }
    await checkFile(file)
    const told: string[] = []
    const tell = (text: string) => told.push(text)
    const made = await sandboxes.beginAnew(async project => {
      hasBegun = true
      const services = { now: () => now(project), ids: ids(), limits }
      const loaded = await loadFile(store, services, project, file, { tell, ids: true })
      if (badRowsOf(loaded) > 0) throw new FileFailed(told.join('\n'))
      return loaded.ids
    })
    await carryOut()
    return made
  } catch (error) {
    if (!(error instanceof FileFailed || error instanceof Refused)) throw error
    const why = error.message.replace(/\n?Nothing was changed\.$/, '')
    const is = hasBegun ? 'as the service began' : 'as it was'
    return fail(`${why}\nThe project is ${is}.`)
  }
}

/** Looked for among the files there are, so that a name leads nowhere else. @throws {HttpFailure} */
function pathOf(folder: string, state: string): string {
  const files = statesIn(folder, why => new HttpFailure('not_found', why))
  const file = files.get(state)
  if (file !== undefined) return join(folder, file)
  const known = nearestFirst(state, [...files.keys()]).slice(0, TOLD_MAX)
  const there = known.length === 0 ? 'The folder has none.' : `There are: ${known.join('; ')}.`
  throw new HttpFailure('not_found', `There is no state ${quote(state)}. ${there}`)
}

/** The files of a folder by the names of their states; throws `refused` where it cannot be read. */
function statesIn(folder: string, refused: (why: string) => Error): ReadonlyMap<string, string> {
  try {
    const files = readdirSync(folder).filter(name => KINDS.includes(extname(name).toLowerCase()))
    return new Map(files.sort().map(name => [name.slice(0, -extname(name).length), name]))
  } catch (error) {
    throw refused(`The folder of states cannot be read: ${(error as Error).message}`)
  }
}

function fail(details: string): never {
  throw new HttpFailure('invalid_payload', details)
}
