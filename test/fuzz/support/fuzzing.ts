/**
 * Asks every operation whatever its document allows and forbids, in small worlds that are the demo
 * at first, and holds each answer against what the documents promise. The same seed asks the same.
 */
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { HttpFailure } from '../../../src/http/errors.ts'
import { RequestChecks } from '../../../src/http/validation.ts'
import type { ServedContract } from '../../../src/main/app.ts'
import { compose } from '../../../src/main/compose.ts'
import { unsound } from '../../../src/rules/sound-json.ts'
import { audit } from '../../../src/storage/audit/audit.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { type Answered, answers, CONFIG, contract, NOW, PUBLIC_URL } from '../../support/app.ts'
import { type Answers, observe } from '../../support/contract.ts'
import { countedSource } from '../../support/counted-source.ts'
import { demoStore } from '../../support/demo.ts'
import { writesOf } from '../../support/evidence.ts'
import { FILES } from '../../support/parts.ts'
import {
  type Asking,
  type Described,
  firstShown,
  keysFor,
  operationNamed,
  operations,
  requestOf,
  SANDBOX_KEY,
  sandboxOperations,
  send,
  strayings
} from '../../support/requests.ts'
import * as withSandbox from '../../support/sandbox.ts'
import { LISTED, sentBack } from '../../support/sent-back.ts'
import { type Request, requestFor, type Wanted, wantedOfAll } from './asking.ts'
import { Known } from './known.ts'

/** A small shop, so that no request makes a million codes. */
const CONFIG_OF_WORLD = { ...CONFIG, campaignVouchersMax: 200 }
/** How often a request is tried smaller; each time needs a world of its own. */
const SMALLER_MAX = 60

/** Why the service's own check refused the last request; null when it did not. */
let refused: string | null = null

/** A contract that tells why it refused. */
function watched(contract: ServedContract): ServedContract {
  const checks = contract.validation
  const noted = (error: unknown): never => {
    refused = error instanceof HttpFailure ? error.failure.details : String(error)
    throw error
  }
  const validation: RequestChecks = Object.assign(Object.create(RequestChecks.prototype), {
    check: (...request: Parameters<RequestChecks['check']>) => {
      try {
        return checks.check(...request)
      } catch (error) {
        return noted(error)
      }
    },
    checkInSlices: (...request: Parameters<RequestChecks['checkInSlices']>) =>
      checks.checkInSlices(...request).catch(noted)
  })
  return { ...contract, validation }
}

/** What worlds are asked: the operations of projects, or those of a sandbox. */
interface Ground {
  readonly operations: readonly Described[]
  readonly wanted: fc.Arbitrary<Wanted>
  readonly contract: ServedContract
  readonly answers: Answers
  /** What is there beside the demo when the first one asks. */
  readonly made: readonly string[]
}

const inProjects: Ground = {
  operations,
  wanted: wantedOfAll(operations),
  contract: watched(contract),
  answers,
  made: []
}

const inSandbox: Ground = {
  operations: sandboxOperations,
  wanted: wantedOfAll(sandboxOperations),
  contract: watched(withSandbox.contract),
  answers: withSandbox.answers,
  made: ['putSandboxProject', 'putSandboxSnapshot']
}

/** What came of some requests. */
export interface Fuzzed {
  /** Statuses by operation: how often each came. */
  readonly statuses: Map<string, Map<number, number>>
  /** How often each kind of mistake was made. */
  readonly broken: Map<string, number>
  /** What should not have been, each with the smallest request that brings it about. */
  readonly findings: string[]
}

/** What a test does to a world to see that it is found. */
export type Plant = (world: { readonly app: FastifyInstance; readonly store: Store }) => void

async function givenWorld(ground: Ground, plant?: Plant) {
  const bugs: Error[] = []
  let now = NOW
  const store = await demoStore(NOW, CONFIG_OF_WORLD, bugs, { doubted: false })
  const written = writesOf(store)
  const { app, worker, sandboxes } = compose({
    store,
    config: CONFIG_OF_WORLD,
    acceptDemo: true,
    now: () => now,
    ids: countedSource(),
    contract: ground.contract,
    sandbox: ground === inSandbox ? { key: SANDBOX_KEY, now: NOW } : null
  })
  plant?.({ app, store })
  const { failures } = observe(app, ground.answers)
  await app.ready()
  await sandboxes?.open()
  const work = async () => {
    worker.wake()
    await worker.idle()
  }
  await work()
  /** Whether the keys of all requests are still good. */
  const isOpen = async () => {
    const asked = ['listCampaigns', 'listProjectKeys'].map(operationNamed)
    const sent = asked.map(async each => (await send(app, requestOf(each))).status < 300)
    return (await Promise.all(sent)).every(Boolean)
  }
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
    isOpen,
    /** What is wrong when all is over, where `thorough` also with what was answered and is sent back. */
    end: async (thorough = false): Promise<readonly string[]> => {
      if (thorough) await work()
      await worker.stop()
      const isSent = thorough && (await isOpen())
      const all = Object.keys(LISTED)
      // A schema that was made later need not allow what was stored before.
      const wrong = isSent ? await sentBack({ app, store }, all, 'metadata_validation_failed') : []
      const found = await audit(store, now)
      await app.close()
      await store.close()
      return [...wrong, ...bugs.map(String), ...found.findings.map(({ sentence }) => sentence)]
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
  // A file is decoded as it comes in.
  if (operation.type === FILES && asking.query?.['encoding'] !== undefined) return []
  if (refused !== null || [status, broken].some(each => BEFORE_SCHEMAS.includes(each))) return []
  return [`looks further with ${status} at what is wrong by ${broken}: ${bytes.slice(0, 300)}`]
}

/** The operation after which nobody may be let into a world any more. */
const ENDS_KEYS = 'revokeProjectKey'

/** What to ask. */
interface Wish {
  readonly seed: number
  /** How often. */
  readonly requests: number
  readonly plant?: Plant | undefined
  /** Asks the operations of a sandbox in place of those of projects. */
  readonly sandbox?: boolean | undefined
  /** What is to be found; nothing more is asked then. */
  readonly until?: RegExp | undefined
}

/** As long as nothing has been asked. */
export const nothingAsked = (): Fuzzed => ({ statuses: new Map(), broken: new Map(), findings: [] })

const isSaid = (until: RegExp | undefined, { findings }: Fuzzed) =>
  until !== undefined && findings.some(finding => until.test(finding))

/** Asks a new world so often, or several where nobody is let in any more, and adds what was asked. */
export async function fuzz(
  { seed, requests, plant, until, sandbox = false }: Wish,
  fuzzed: Fuzzed = nothingAsked()
): Promise<Fuzzed> {
  const ground = groundOf(sandbox)
  const begin = async () => {
    const begun = { world: await givenWorld(ground, plant), known: new Known() }
    for (const operation of firstAsked(ground)) {
      const asking = operation.method === 'GET' ? {} : { body: firstShown(operation) }
      const { answer } = await begun.world.ask({ operation, asking, broken: null })
      begun.known.see(answer.body, namedIn(operation, {}))
    }
    return begun
  }
  const end = async () => {
    const left = await world.end(plant === undefined && ground === inProjects)
    fuzzed.findings.push(...left.map(what => `when all is over: ${what}`))
  }
  let { world, known } = await begin()
  for (const [nr, want] of fc.sample(ground.wanted, { seed, numRuns: requests }).entries()) {
    const request = requestFor(want, known)
    const { operation, asking } = request
    const { answer, wrong } = await world.ask(request)
    count(fuzzed, request, answer)
    if (wrong.length > 0) {
      const at = `request ${nr + 1}: ${wrong.join('; ')}`
      const command = isNew(wrong, fuzzed)
        ? await smallest({ seed, path: `${nr}`, known, plant, ground }, request, wrong)
        : curlOf(request)
      fuzzed.findings.push(`${at}\n${command}`)
    }
    if (answer.status < 300) known.see(answer.body, namedIn(operation, asking))
    if (answer.status === 404) known.forget(namedIn(operation, asking).at(-1) ?? '')
    if (isSaid(until, fuzzed)) break
    if (operation.id === ENDS_KEYS && answer.status < 300 && !(await world.isOpen())) {
      await end()
      const next = await begin()
      world = next.world
      known = next.known
      continue
    }
    world.pass(want.pause)
    if (want.works) await world.work()
  }
  await end()
  return fuzzed
}

function groundOf(sandbox: boolean): Ground {
  return sandbox ? inSandbox : inProjects
}

/** What makes the first things, and what reads all that is there then. */
function firstAsked({ operations: all, made }: Ground): readonly Described[] {
  return [
    ...all.filter(({ id }) => made.includes(id)),
    ...all.filter(({ method }) => method === 'GET')
  ]
}

/** What the path of a request names. */
function namedIn({ path, values }: Described, { path: given = {} }: Asking): readonly string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return names.map(name => given[name] ?? values[name] ?? '')
}

function count(fuzzed: Fuzzed, { operation, broken }: Request, { status }: Answered): void {
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

/** Making a request smaller takes long; once is enough for each thing that goes wrong. */
function isNew(wrong: readonly string[], { findings }: Fuzzed): boolean {
  return findings.every(finding => !finding.includes(gistOf(wrong)))
}

/** Where fast-check has a request, and what to ask it of. */
interface Found {
  readonly seed: number
  readonly path: string
  readonly known: Known
  readonly plant?: Plant | undefined
  readonly ground: Ground
}

/** What is wrong with a request in a new world. */
async function wrongAnew(
  request: Request,
  ground: Ground,
  plant?: Plant
): Promise<readonly string[]> {
  const world = await givenWorld(ground, plant)
  for (const operation of firstAsked(ground).filter(({ method }) => method !== 'GET')) {
    await world.ask({ operation, asking: { body: firstShown(operation) }, broken: null })
  }
  const { wrong } = await world.ask(request)
  await world.end()
  return wrong
}

/** The command of the request as small as a new world goes wrong with it as the old one did. */
async function smallest(
  { seed, path, known, plant, ground }: Found,
  request: Request,
  wrong: readonly string[]
): Promise<string> {
  let tries = 0
  const isRight = async (want: Wanted) =>
    ++tries > SMALLER_MAX ||
    gistOf(await wrongAnew(requestFor(want, known), ground, plant)) !== gistOf(wrong)
  const found = await fc.check(fc.asyncProperty(ground.wanted, isRight), { seed, path, numRuns: 1 })
  if (found.counterexample === null) return `${curlOf(request)}\n(not in a new world)`
  return curlOf(requestFor(found.counterexample[0], known))
}

/** A request as a command of a shell. */
function curlOf({ operation, asking }: Request): string {
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
export function neverDone({ statuses }: Fuzzed, sandbox = false): readonly string[] {
  const isDone = (id: string) => [...(statuses.get(id)?.keys() ?? [])].some(each => each < 300)
  return groundOf(sandbox)
    .operations.map(({ id }) => id)
    .filter(id => !isDone(id))
}
