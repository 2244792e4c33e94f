/**
 * How the examples of the documents are brought about: openapi/examples/replays says for each what
 * must have happened before, what is asked, and which fault is needed where no request is enough.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { parse } from 'yaml'
import { followed, isTree, type Tree, tree } from '../../scripts/documents/walk.ts'
import { JOBS_WAITING_MAX } from '../../src/decisions/async-actions.ts'
import { catalogue, type ErrorKey } from '../../src/http/errors.ts'
import { limits } from '../../src/http/limits.ts'
import { compose } from '../../src/main/compose.ts'
import { OutcomeUnknown, StoreBusy } from '../../src/storage/engine/errors.ts'
import { insertInto } from '../../src/storage/engine/queries.ts'
import type { Session } from '../../src/storage/engine/session.ts'
import type { Decided } from '../../src/storage/engine/store.ts'
import { jobsWaiting } from '../../src/storage/jobs.ts'
import { job } from '../storage/support/things.ts'
import { type Answered, CONFIG, type Service } from './app.ts'
import {
  type Asking,
  ask,
  type Described,
  documents,
  firstShown,
  operationNamed,
  parametersIn
} from './requests.ts'
import { root } from './root.ts'

type Step =
  | (Asking & {
      readonly operation: string
      /** Values of its answer, by the name under which later texts say `$name`. */
      readonly keep?: Readonly<Record<string, string>>
    })
  | { readonly work: true }
  | { readonly now: string }

/** How one example is brought about; what it leaves out is as the operation shows it. */
export interface Replay extends Asking {
  readonly given?: readonly Step[]
  readonly fault?: string
}

const folder = join(root, 'openapi/examples/replays')

const askingKeys = ['path', 'query', 'headers', 'key', 'type', 'body', 'payload']
const replayKeys = [...askingKeys, 'given', 'fault']
const stepKeys = [...askingKeys, 'operation', 'keep', 'work', 'now']

/** By operation, then `request` or a status, then the name of the example. */
type Replays = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Replay>>>>>>

const replays: Replays = Object.assign(
  {},
  ...readdirSync(folder).map(file => parse(readFileSync(join(folder, file), 'utf8')))
)

/** How an example is brought about; undefined when nothing is said of it. */
export function replayOf(operation: string, status: number | 'request', example: string) {
  return replays[operation]?.[status]?.[example]
}

/** Every example that something is said of, as `operation status example`, and unknown keys. */
export function saidOfReplays(): { readonly names: string[]; readonly mistakes: string[] } {
  const all = Object.entries(replays).flatMap(([id, statuses]) =>
    Object.entries(statuses).flatMap(([status, examples]) =>
      Object.entries(examples).map(([name, replay]) => ({ at: `${id} ${status} ${name}`, replay }))
    )
  )
  const mistakes = all.flatMap(({ at, replay }) => [
    ...strangers(at, replay, replayKeys),
    ...(replay.given ?? []).flatMap(step => strangers(`${at}, given`, step, stepKeys))
  ])
  return { names: all.map(({ at }) => at), mistakes }
}

function strangers(at: string, value: object, known: readonly string[]): string[] {
  const found = Object.keys(value).filter(key => !known.includes(key))
  return found.map(key => `${at} says ${key}, which no replay knows; it knows ${known.join(', ')}.`)
}

/** What goes wrong, once, while one request is answered. */
interface Fault {
  readonly key: ErrorKey
  readonly provoke: (service: Service, send: Send, operation: Described) => Promise<Answered>
}

type Send = (asking?: Asking) => Promise<Answered>

/** The one fault behind each refusal that no caller can ask for. */
export const faults: Readonly<Record<string, Fault>> = {
  tooLarge: { key: 'payload_too_large', provoke: (_, send) => send({ payload: tooLarge }) },
  tooLong: {
    key: 'uri_too_long',
    provoke: (_, send, operation) => send({ path: tooLong(operation) })
  },
  tooOften: { key: 'too_many_requests', provoke: tooOften },
  full: { key: 'too_many_jobs', provoke: full },
  broken: { key: 'internal_error', provoke: failing(() => new Error('broken')) },
  busy: { key: 'service_unavailable', provoke: failing(() => new StoreBusy('the database', 1)) },
  unknown: { key: 'outcome_unknown', provoke: failing(() => unconfirmed()) },
  twin: { key: 'idempotency_key_in_use', provoke: twin }
}

const unconfirmed = () => new OutcomeUnknown('the database', new Error('broken'))

const tooLarge = Buffer.alloc(limits.bodyBytes + 1, ' ')

/** A character more in each path parameter than one may have. */
function tooLong(operation: Described): Readonly<Record<string, string>> {
  const long = 'x'.repeat(limits.pathParameterLength + 1)
  return Object.fromEntries(parametersIn(operation, 'path').map(({ name }) => [name, long]))
}

/** Whether an error stands for a fault, not for what was asked. */
export function needsFault(key: unknown): boolean {
  const { status = 0 } = catalogue[key as ErrorKey] ?? {}
  const ofMoment = status === 413 || status === 414 || status === 429 || status >= 500
  return ofMoment || key === 'idempotency_key_in_use'
}

/** Services on the same store that let a key pair ask once in a minute. */
const limited = new WeakMap<Service, FastifyInstance>()

/** Asks until the count of a minute is used up; a minute may end in between. */
async function tooOften(service: Service, _: Send, operation: Described): Promise<Answered> {
  const made = { store: service.store, config: { ...CONFIG, rateLimit: 1 }, acceptDemo: true }
  const app = limited.get(service) ?? compose(made).app
  limited.set(service, app)
  const again = () => ask(app, operation, { body: firstShown(operation) })
  await again()
  const answer = await again()
  return answer.status === 429 ? answer : again()
}

/**
 * Asks while as many jobs wait as may; they are there in the unit that is refused, and go with it.
 * What is asked is of each form in turn until it needs a job; what waited before is carried out.
 */
async function full(service: Service, send: Send, operation: Described): Promise<Answered> {
  await service.work()
  const { store } = service
  const { write } = store
  store.write = <Value>(projectId: string | null, unit: Unit<Value>) =>
    write.call(store, projectId, async session => {
      await fillQueue(session)
      const decided = await unit(session)
      if (!decided.changes.some(({ kind }) => kind === 'job.queued')) throw new Error('no job')
      return decided
    }) as Promise<Value>
  try {
    let answer = await send()
    for (const asking of largest(operation)) if (answer.status !== 429) answer = await send(asking)
    return answer
  } finally {
    store.write = write
  }
}

/** What an operation shows, with vouchers to make wherever it makes any. */
export function* largest({ document, schema, requests, ...rest }: Described): Generator<Asking> {
  const counts = (names: readonly string[]) => names.filter(name => name === 'vouchers_count')
  const whole = documents[document] as unknown as Tree
  const properties = schema === '' ? {} : tree(followed(whole, { $ref: schema })['properties'])
  const query = counts(rest.parameters.map(({ name }) => name)).map(name => [name, '2'])
  const more = counts(Object.keys(properties)).map(name => [name, 2])
  const bodies = requests.map(({ value }) => value)
  for (const body of bodies.length === 0 ? [undefined] : bodies) {
    const whole = more.length === 0 ? body : { ...tree(body), ...Object.fromEntries(more) }
    yield { query: Object.fromEntries(query), body: whole }
  }
}

const insertAnyJob = insertInto('jobs')

/** Puts jobs that nobody carries out in the queue until no other has room. */
export async function fillQueue(session: Session, room = 0): Promise<void> {
  const waiting = (await session.one(jobsWaiting))?.total ?? 0
  for (let index = waiting; index < JOBS_WAITING_MAX - room; index++) {
    session.send(insertAnyJob, job(`job_full${index}`, { queue: null, runAt: NEVER }))
  }
}

const NEVER = '9999-01-01T00:00:00.000Z'

type Unit<Value> = (session: Session) => Promise<Decided<Value>>

/** The same request once more while the store holds up the first; resolves with the second. */
async function twin({ store }: Service, send: Send): Promise<Answered> {
  const { write } = store
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  store.write = async <Value>(projectId: string | null, unit: Unit<Value>) => {
    begun.resolve()
    await gate.promise
    return write.call(store, projectId, unit) as Promise<Value>
  }
  try {
    const first = send({ key: 'twin' })
    await Promise.race([begun.promise, first])
    const second = await send({ key: 'twin' })
    gate.resolve()
    await first
    return second
  } finally {
    gate.resolve()
    store.write = write
  }
}

function failing(error: () => Error): Fault['provoke'] {
  return async ({ store }, send) => {
    const { read, write } = store
    store.read = () => Promise.reject(error())
    store.write = () => Promise.reject(error())
    try {
      return await send()
    } finally {
      Object.assign(store, { read, write })
    }
  }
}

/** Does what must have happened before, then asks. @throws {Error} when a step is refused. */
export async function replayed(
  service: Service,
  operation: Described,
  { given = [], fault, ...asking }: Replay
): Promise<Answered> {
  const kept: Record<string, string> = {}
  for (const step of given) await carriedOut(service, step, kept)
  const shown = { body: firstShown(operation), ...filled(asking, kept) }
  const send: Send = more => ask(service.app, operation, { ...shown, ...more })
  if (fault === undefined) return send()
  const known = faults[fault]
  if (known === undefined) throw new Error(`No fault is called ${fault}; there are ${names()}.`)
  return known.provoke(service, send, operation)
}

const names = () => Object.keys(faults).join(', ')

async function carriedOut(service: Service, step: Step, kept: Record<string, string>) {
  if ('work' in step) return service.work()
  if ('now' in step) return service.setNow(step.now)
  const { operation: id, keep = {}, ...asking } = step
  const operation = operationNamed(id)
  const shown = { body: firstShown(operation), ...filled(asking, kept) }
  const { status, body, bytes } = await ask(service.app, operation, shown)
  if (status >= 400) throw new Error(`${id}, which must come first, is refused: ${bytes}`)
  for (const [name, property] of Object.entries(keep)) kept[name] = String(valueAt(body, property))
}

/** What `parent_redemption.id` and the like name. */
function valueAt(body: unknown, path: string): unknown {
  return path.split('.').reduce((value, name) => (value as Record<string, unknown>)[name], body)
}

/** The value with every text that is `$name`, or ends with it, filled in. */
function filled<Value>(value: Value, kept: Readonly<Record<string, string>>): Value
function filled(value: unknown, kept: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$(\w+)$/, (text, name) => kept[name] ?? text)
  }
  if (Array.isArray(value)) return value.map(each => filled(each, kept))
  if (!isTree(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, kept)]))
}
