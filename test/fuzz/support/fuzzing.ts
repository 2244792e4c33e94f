/**
 * Asks every operation whatever its document allows and forbids, in small worlds that are the demo
 * at first, and holds each answer against what the documents promise. The same seed asks the same.
 */
import type { FastifyInstance } from 'fastify'
import { HttpFailure } from '../../../src/http/errors.ts'
import { Validation } from '../../../src/http/validation.ts'
import { countedSource } from '../../../src/ids.ts'
import { compose } from '../../../src/main/compose.ts'
import { unsound } from '../../../src/rules/soundness.ts'
import { audit } from '../../../src/storage/audit/audit.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { type Answered, answers, CONFIG, contract, NOW, PUBLIC_URL } from '../../support/app.ts'
import { observe } from '../../support/contract.ts'
import { demoInMemory } from '../../support/demo.ts'
import { writesOf } from '../../support/evidence.ts'
import {
  type Asking,
  type Described,
  keysFor,
  operationNamed,
  operations,
  requestOf,
  send,
  strayings
} from '../../support/requests.ts'
import { seededBy } from '../../support/seeded.ts'
import { placesIn, Requests } from './asking.ts'
import { Known } from './known.ts'
import { replaced } from './schemas.ts'

/** Requests to one world; then enough of it is deleted that another one says more. */
const WORLD_REQUESTS = 400
/** A small shop, so that no request makes a million codes. */
const CONFIG_OF_WORLD = { ...CONFIG, campaignVouchersMax: 200 }
const STEP_MS = 7_000
const DAY_MS = 86_400_000

/** Why the service's own check refused the last request; null when it did not. */
let refused: string | null = null

const { check } = contract.validation
const validation: Validation = Object.assign(Object.create(Validation.prototype), {
  check: (...request: Parameters<Validation['check']>) => {
    try {
      return check.apply(contract.validation, request)
    } catch (error) {
      refused = error instanceof HttpFailure ? error.failure.details : String(error)
      throw error
    }
  }
})

/** One request: `broken` says what is wrong with it; null: nothing is. */
interface Request {
  readonly operation: Described
  readonly asking: Asking
  readonly broken: string | null
}

/** What came of some requests. */
export interface Fuzzed {
  requests: number
  /** Statuses by operation: how often each came. */
  readonly statuses: Map<string, Map<number, number>>
  /** How often each kind of mistake was made. */
  readonly broken: Map<string, number>
  /** What should not have been, each with the shortest request that brings it about. */
  readonly findings: string[]
}

/** What a test does to a world to see that it is found. */
export type Plant = (world: { readonly app: FastifyInstance; readonly store: Store }) => void

async function givenWorld(plant?: Plant) {
  const bugs: Error[] = []
  let now = NOW
  const store = await demoInMemory(NOW, CONFIG_OF_WORLD, bugs, { doubted: false })
  const written = writesOf(store)
  const { app, worker } = compose({
    store,
    config: CONFIG_OF_WORLD,
    acceptDemo: true,
    now: () => now,
    ids: countedSource(),
    contract: { ...contract, validation }
  })
  plant?.({ app, store })
  const { failures } = observe(app, answers)
  await app.ready()
  const work = async () => {
    worker.wake()
    await worker.idle()
  }
  await work()
  return {
    pass: (ms: number) => {
      now = new Date(Date.parse(now) + ms).toISOString()
    },
    work,
    /** The answer, and what is wrong with it as sentences. */
    ask: async ({ operation, asking, broken }: Request) => {
      // What an earlier request left to be done is not written while this one is answered.
      await worker.idle()
      const before = written.length
      refused = null
      const answer = await send(app, requestOf(operation, asking))
      const wrong = [
        ...failures.splice(0),
        ...bugs.splice(0).map(String),
        // A redemption that is recorded has a message of its own.
        ...(answer.body?.resource_type === 'redemption' ? [] : strayings(answer, operation.method)),
        ...flawsOf(answer, { operation, asking, broken }),
        ...(broken !== null && written.length > before ? ['wrote what it had to refuse'] : [])
      ]
      return { answer, wrong }
    },
    /** Whether the keys of all requests are still good. */
    isOpen: async () => {
      const asked = ['listCampaigns', 'listProjectKeys'].map(operationNamed)
      const sent = asked.map(async each => (await send(app, requestOf(each))).status < 300)
      return (await Promise.all(sent)).every(Boolean)
    },
    end: async (): Promise<readonly string[]> => {
      await worker.stop()
      const found = await audit(store, now)
      await app.close()
      await store.close()
      return [...bugs.map(String), ...(found.clean ? [] : [JSON.stringify(found.disagreement)])]
    }
  }
}

/** Refusals of what is no part of a schema: sizes, media types, and bytes that are no body. */
const BEFORE_SCHEMAS: readonly (number | string)[] = [413, 414, 415, 'half a body', 'no body']
const FORM = 'application/x-www-form-urlencoded'

function flawsOf(
  { status, bytes }: Answered,
  { operation, asking, broken }: Request
): readonly string[] {
  if (status >= 500) return [`answers ${status}: ${bytes.slice(0, 300)}`]
  if (broken === null) {
    const isSound = unsound([asking.body, asking.path, asking.query], []) === null
    return refused === null || !isSound ? [] : [`does not take what fits: ${refused}`]
  }
  if (status < 400) return [`accepts with ${status} what is wrong by ${broken}`]
  // A form has credentials, which are looked at first.
  if (operation.type === FORM && status < 402) return []
  if (refused !== null || [status, broken].some(each => BEFORE_SCHEMAS.includes(each))) return []
  return [`looks further with ${status} at what is wrong by ${broken}: ${bytes.slice(0, 300)}`]
}

/** The operation after which nobody may be let in any more. */
const ENDS_KEYS = 'revokeProjectKey'

/** There is more to say to these. */
const withBody = operations.filter(({ body }) => body !== null)

/** What to ask. */
interface Wish {
  readonly seed: number
  /** How often. */
  readonly requests: number
  readonly plant?: Plant | undefined
}

/** Asks so often; `told` hears of each world that is over. */
export async function fuzz(
  { seed, requests, plant }: Wish,
  told: (fuzzed: Fuzzed) => void = () => undefined
): Promise<Fuzzed> {
  const fuzzed: Fuzzed = { requests: 0, statuses: new Map(), broken: new Map(), findings: [] }
  for (let world = seed; fuzzed.requests < requests; world++) {
    const left = Math.min(WORLD_REQUESTS, requests - fuzzed.requests)
    await fuzzWorld({ seed: world, requests: left, plant }, fuzzed)
    told(fuzzed)
  }
  return fuzzed
}

async function fuzzWorld({ seed, requests, plant }: Wish, fuzzed: Fuzzed): Promise<void> {
  const chance = seededBy(seed)
  const known = new Known(chance)
  const made = new Requests(chance, known)
  const world = await givenWorld(plant)
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    const { answer } = await world.ask({ operation, asking: {}, broken: null })
    known.see(answer.body, namedIn(operation, {}))
  }
  for (let nr = 0; nr < requests; nr++) {
    const operation = chance.pick(chance.once(2) ? operations : withBody)
    const { by: broken, asking } = chance.once(2)
      ? made.broken(operation)
      : { by: null, asking: made.fitting(operation) }
    const request = { operation, asking, broken }
    const { answer, wrong } = await world.ask(request)
    count(fuzzed, request, answer)
    if (answer.status < 300) known.see(answer.body, namedIn(operation, asking))
    if (answer.status === 404) known.forget(namedIn(operation, asking).at(-1) ?? '')
    if (wrong.length > 0) {
      const at = `seed ${seed}, request ${nr + 1}`
      const command = isNew(wrong, fuzzed) ? await shortest(request, wrong, plant) : curlOf(request)
      fuzzed.findings.push(`${at}: ${wrong.join('; ')}\n${command}`)
    }
    if (operation.id === ENDS_KEYS && answer.status < 300 && !(await world.isOpen())) break
    world.pass(chance.once(200) ? chance.between(1, 40) * DAY_MS : STEP_MS)
    if (chance.once(9)) await world.work()
  }
  const left = await world.end()
  fuzzed.findings.push(...left.map(what => `seed ${seed}, after ${requests} requests: ${what}`))
}

/** What the path of a request names. */
function namedIn({ path, values }: Described, { path: given = {} }: Asking): readonly string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return names.map(name => given[name] ?? values[name] ?? '')
}

function count(fuzzed: Fuzzed, { operation, broken }: Request, { status }: Answered): void {
  fuzzed.requests++
  if (broken !== null) {
    fuzzed.broken.set(broken, (fuzzed.broken.get(broken) ?? 0) + 1)
    return
  }
  const statuses = fuzzed.statuses.get(operation.id) ?? new Map<number, number>()
  fuzzed.statuses.set(operation.id, statuses)
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
}

/** How much of what is wrong says what went wrong, and not of what. */
const GIST_LENGTH = 60

const gistOf = ([first = '']: readonly string[]) => first.slice(0, GIST_LENGTH)

/** Making a request shorter takes long; once is enough for each thing that goes wrong. */
function isNew(wrong: readonly string[], { findings }: Fuzzed): boolean {
  return findings.every(finding => !finding.includes(gistOf(wrong)))
}

/** The command of the request, made shorter while a new world goes wrong as the old one did. */
async function shortest(
  request: Request,
  wrong: readonly string[],
  plant: Plant | undefined
): Promise<string> {
  const isSame = async (other: Request) => {
    const world = await givenWorld(plant)
    const found = await world.ask(other)
    await world.end()
    return gistOf(found.wrong) === gistOf(wrong)
  }
  if (!(await isSame(request))) return `${curlOf(request)}\n(not in a new world)`
  let least = request
  // What is wrong on purpose could become right, or wrong in another way.
  const places = request.broken === null ? placesIn(request.operation, request.asking.body) : []
  for (const { at } of places.toReversed()) {
    const body = replaced(least.asking.body, at, undefined)
    const shorter = { ...least, asking: { ...least.asking, body } }
    if (await isSame(shorter)) least = shorter
  }
  return curlOf(least)
}

/** A request as a command of a shell. */
export function curlOf({ operation, asking }: Request): string {
  const { method, url, headers, payload } = requestOf(operation, {
    ...asking,
    headers: keysFor(operation)
  })
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const parts = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const data = payload === undefined ? [] : ['--data-raw', quoted(String(payload).slice(0, 4000))]
  return ['curl -X', method, quoted(PUBLIC_URL + url), ...parts, ...data].join(' ')
}

/** Operations that never did what they were asked. */
export function neverDone({ statuses }: Fuzzed): readonly string[] {
  const isDone = (id: string) => [...(statuses.get(id)?.keys() ?? [])].some(each => each < 300)
  return [...new Set(operations.map(({ id }) => id))].filter(id => !isDone(id))
}
