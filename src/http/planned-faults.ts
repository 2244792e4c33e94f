/**
 * What goes wrong on purpose in a project of the sandbox: forced answers and planned faults. The
 * header Prefer forces any answer that the document declares for the operation, as the document
 * shows it or drawn from its schema, and delays any answer. The request passes every gate first, so
 * that a forced answer hides no mistake of a client. Then nothing of it is carried out: no unit
 * begins, no key against repetition is looked at, and the request takes no number of its project,
 * so that what follows is answered as if it had not come.
 * Spec: SandboxFault.
 */
import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as pass } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import type { Fault } from '../decisions/projects.ts'
import type { Sandbox } from '../sandbox.ts'
import { type Document, flat, isSchema, type Operation, type Schema } from './document.ts'
import { HttpFailure } from './errors.ts'
import { nameApart } from './parameters.ts'
import type { OperationId, ReadyAnswer } from './types.ts'
import { SchemaChecks } from './validation.ts'

const WAIT_SECONDS_MAX = 30

/** How often a body is drawn until it fits its schema; after that it is as it is shown. */
const DRAWS_MAX = 100

/** What a caller asks for; null: nothing of it. */
interface ForcedWish {
  readonly status: number | null
  readonly example: string | null
  readonly dynamic: boolean
  readonly waitSeconds: number | null
}

interface ShownBody {
  readonly name: string
  readonly value: unknown
}

/** Forced answers of an application; null where it has no sandbox: nothing is ever forced there. */
export function forcedAnswers(
  app: FastifyInstance,
  mounts: readonly { readonly name: string; readonly document: Document }[],
  onCut: OnCut
): ForcedAnswers | null {
  const documents = new Map(mounts.map(({ name, document }) => [name, document]))
  if (!documents.has('sandbox')) return null
  const forced = new ForcedAnswers(documents, onCut)
  app.addHook('preClose', async () => forced.stop())
  return forced
}

/** Told of each request whose connection was closed before its answer had left, once. */
type OnCut = (request: FastifyRequest, reply: FastifyReply) => void

export class ForcedAnswers {
  readonly #documents: ReadonlyMap<string, Document>
  readonly #onCut: OnCut
  readonly #stopped = new AbortController()
  #checks: SchemaChecks | null = null

  constructor(documents: ReadonlyMap<string, Document>, onCut: OnCut) {
    this.#documents = documents
    this.#onCut = onCut
  }

  stop(): void {
    this.#stopped.abort()
  }

  /**
   * The answer that a request asks for, or meets by a fault, after it has waited as long as it
   * asks; null: it is to be carried out. The reply says what is done as it was asked for.
   * @throws {HttpFailure} when it asks for what the document does not have.
   */
  async answerTo(
    operation: Operation,
    request: FastifyRequest,
    reply: FastifyReply
  ): Promise<ReadyAnswer<OperationId> | null> {
    const { caller } = request
    if (caller.project === null || caller.sandbox === undefined) return null
    const { sandbox, proof } = caller
    const asked = await this.#askedFor(operation, sandbox, request, reply)
    // The body may have come slowly, and the request may have waited: who is refused by now counts
    // nothing, and nothing is counted of a project that is another one by now.
    await proof.confirmAlone()
    if (asked !== null) return asked
    const fault = sandbox.nextFault(operation.id)
    if (fault === null) return null
    met.set(request, fault)
    if (fault.kind !== 'STATUS' && fault.kind !== 'CUT') return null
    nameApart(sandbox, request, reply)
    const shown = { status: fault.status ?? UNSEEN, example: null }
    return this.#shownBy(operation, shown, request.id)
  }

  async #askedFor(
    operation: Operation,
    sandbox: Sandbox,
    request: FastifyRequest,
    reply: FastifyReply
  ): Promise<ReadyAnswer<OperationId> | null> {
    const { prefer } = request.headers
    if (prefer === undefined) return null
    const preferences = preferencesIn(String(prefer))
    const isDrawn = (preferences.get('dynamic') ?? 'false') !== 'false'
    const forced = isDrawn || ['code', 'example'].some(name => preferences.has(name))
    if (forced) nameApart(sandbox, request, reply)
    const asked = askedBy(preferences)
    const answer = forced ? this.#forcedBy(operation, asked, sandbox, request.id) : null
    const names = forced ? ['code', 'example', 'dynamic', 'wait'] : ['wait']
    const applied = names.filter(name => preferences.has(name))
    if (applied.length === 0) return null
    const said = applied.map(name => `${name}=${preferences.get(name) || 'true'}`).join(', ')
    reply.header(PREFERENCE_APPLIED.toLowerCase(), said)
    if (asked.waitSeconds !== null) await this.#wait(asked.waitSeconds * 1_000)
    return answer
  }

  /** Ends early when the service stops. */
  async #wait(ms: number): Promise<void> {
    await pass(ms, undefined, { signal: this.#stopped.signal }).catch(() => undefined)
  }

  /**
   * An example that has a name is answered as it is shown. Else a success has a body that is drawn;
   * of refusals, which say what they mean, one is drawn.
   */
  #forcedBy(
    operation: Operation,
    asked: ForcedWish,
    sandbox: Sandbox,
    requestId: string
  ): ReadyAnswer<OperationId> {
    if (!asked.dynamic || asked.example !== null) {
      return this.#shownBy(operation, asked, requestId)
    }
    const { document, responses } = operation
    const chance = sandbox.chanceApart()
    const status = asked.status ?? Math.min(...responses.keys())
    const shown = this.#shownBy(operation, { status, example: null }, requestId)
    const pointer = responses.get(status) ?? null
    if (pointer === null) return shown
    const whole = this.#documents.get(document) as Document
    if (status >= 400) {
      const all = shownIn(whole, operation, status).shown
      const example = all[chance(all.length)]?.name ?? null
      return this.#shownBy(operation, { status, example }, requestId)
    }
    this.#checks ??= new SchemaChecks(Object.fromEntries(this.#documents))
    const check = this.#checks.at(document, pointer)
    for (let times = 0; times < DRAWS_MAX; times++) {
      const body = new Drawing(whole, chance).value({ $ref: pointer }, 0)
      if (check(body) === null) return { ...shown, bytes: JSON.stringify(body) }
    }
    return shown
  }

  #shownBy(
    operation: Operation,
    { status: wanted, example }: Pick<ForcedWish, 'status' | 'example'>,
    requestId: string
  ): ReadyAnswer<OperationId> {
    const document = this.#documents.get(operation.document) as Document
    const declared = [...operation.responses.keys()].sort((one, other) => one - other)
    if (wanted !== null && !declared.includes(wanted)) {
      const there = declared.join(', ')
      const details = `${operation.id} has no status ${wanted}. Prefer one of ${there}.`
      throw new HttpFailure('invalid_headers', details)
    }
    const statuses = wanted === null ? declared : [wanted]
    const answers = statuses.map(status => ({ status, ...shownIn(document, operation, status) }))
    const found = answers.find(
      ({ shown }) => example === null || shown.some(({ name }) => name === example)
    )
    if (found === undefined) throw noExample(operation, String(example), answers)
    const { status, shown, headers } = found
    const value = shown.find(({ name }) => name === (example ?? name))?.value
    // The id of the request is that of this one; all else is as it is shown.
    const isError = status >= 400 && isSchema(value) && 'request_id' in value
    const body = isError ? { ...value, request_id: requestId } : value
    return { status, headers, bytes: body === undefined ? '' : JSON.stringify(body) }
  }

  /** Brings each answer to its client as its fault says. To be the last hook of its kind. */
  readonly deliver: onSendHookHandler = (request, reply, payload, done) => {
    this.#watch(request, reply)
    const fault = met.get(request)
    if (fault === undefined) {
      done(null, payload)
      return
    }
    reply.header(FAULT_HEADER.toLowerCase(), fault.kind)
    const body = Buffer.from(typeof payload === 'string' ? payload : '')
    const { kind, ms } = fault
    if (kind === 'CUT_AFTER_BODY') {
      // Taken now: when an answer has ended, it is taken off its connection.
      const { socket } = reply.raw
      reply.raw.once('finish', () => socket?.destroy())
    }
    if (kind === 'STATUS' || kind === 'CUT_AFTER_BODY') done(null, payload)
    else if (ms === null) cut(reply, kind === 'CUT_IN_BODY' ? body : null)
    else if (body.length === 0) void this.#wait(ms).then(() => done(null, payload))
    else done(null, this.#slowly(reply, body, ms))
  }

  /** Tells of a connection that is closed by now, or will be while the answer leaves. */
  #watch(request: FastifyRequest, reply: FastifyReply): void {
    const { raw } = reply
    const tell = () => {
      if (!raw.writableFinished) this.#onCut(request, reply)
    }
    if (raw.destroyed) tell()
    else raw.once('close', tell)
  }

  #slowly(reply: FastifyReply, body: Buffer, ms: number): Readable {
    reply.header('content-length', body.length)
    const size = Math.ceil(body.length / PIECES)
    const count = Math.ceil(body.length / size)
    const wait = () => this.#wait(ms / Math.max(1, count - 1))
    const pieces = async function* () {
      for (let at = 0; at < body.length; at += size) {
        if (at > 0) await wait()
        yield body.subarray(at, at + size)
      }
    }
    return Readable.from(pieces(), { objectMode: false })
  }
}

/** @throws {HttpFailure} for a value that cannot be read. */
function askedBy(preferences: ReadonlyMap<string, string>): ForcedWish {
  const code = preferences.get('code')
  if (code !== undefined && !/^[1-5]\d\d$/.test(code)) {
    throw unreadable('code', code, 'a status such as 404')
  }
  const wait = preferences.get('wait')
  if (
    wait !== undefined &&
    !(/^\d{1,2}(\.\d{1,3})?$/.test(wait) && Number(wait) <= WAIT_SECONDS_MAX)
  ) {
    throw unreadable('wait', wait, `a number of seconds from 0 to ${WAIT_SECONDS_MAX}`)
  }
  const dynamic = preferences.get('dynamic')
  if (dynamic !== undefined && !['', 'true', 'false'].includes(dynamic)) {
    throw unreadable('dynamic', dynamic, 'true or false')
  }
  return {
    status: code === undefined ? null : Number(code),
    example: preferences.get('example') ?? null,
    dynamic: dynamic !== undefined && dynamic !== 'false',
    waitSeconds: wait === undefined ? null : Number(wait)
  }
}

function unreadable(name: string, value: string, expected: string): HttpFailure {
  const details = `Header Prefer: ${name} must be ${expected}, not '${shortened(value)}'.`
  return new HttpFailure('invalid_headers', details)
}

function noExample(
  { id }: Operation,
  example: string,
  answers: readonly { readonly status: number; readonly shown: readonly ShownBody[] }[]
): HttpFailure {
  const there = answers
    .filter(({ shown }) => shown.length > 0)
    .map(({ status, shown }) => `${status} ${shown.map(({ name }) => name).join(' or ')}`)
  const instead = there.length === 0 ? 'There is no body' : `There is ${there.join(', ')}`
  const details = `${id} has no example '${shortened(example)}'. ${instead}.`
  return new HttpFailure('invalid_headers', details)
}

function shortened(value: string): string {
  return value.length > 64 ? `${value.slice(0, 64)}…` : value
}

/** The headers and the bodies that the document shows for one status. */
function shownIn(document: Document, { path, method }: Operation, status: number) {
  const operation = document.paths[path]?.[method.toLowerCase()] as Schema
  const response = flat(document, object(operation['responses'])[status])
  const media = object(object(response['content'])['application/json'])
  const shown: readonly ShownBody[] = Object.entries(object(media['examples'])).map(
    ([name, example]) => ({ name, value: flat(document, example)['value'] })
  )
  const headers = Object.entries(object(response['headers']))
    .filter(([name]) => !OF_THE_REQUEST.test(name))
    .map(([name, header]) => {
      const { schema } = flat(document, header)
      const { examples = [] } = flat(document, schema)
      return [name.toLowerCase(), String((examples as readonly unknown[])[0])]
    })
  return { shown, headers: Object.fromEntries(headers) as Readonly<Record<string, string>> }
}

/** What an answer says of its own request, which no example knows. */
const OF_THE_REQUEST = /^(X-Request-Id|X-Rate-Limit-\w+|Idempotent-Replayed)$/

function object(value: unknown): Schema {
  return isSchema(value) ? value : {}
}

/*
 * Faults that a test has planned for a project of the sandbox, as its requests meet them: answers
 * that refuse, connections that are closed, bodies that come slowly. A request meets its fault when
 * it has passed every gate. Whatever it is answered then, a refusal of its handler too, is brought
 * to the client as the fault says, so this is the last thing that looks at an answer. A closed
 * connection has no answer, and is told by its line in the log.
 */

/** Names the kind of the fault, on every answer that meets one. */
export const FAULT_HEADER = 'X-Sandbox-Fault'

/** What a slow body is cut into, at most. */
const PIECES = 10

/** The status of an answer that nobody sees; all operations have it. */
const UNSEEN = 503

const met = new WeakMap<FastifyRequest, Fault>()

/** What the line of a request says of its fault, and of an answer that never began. */
export function faultIn(request: FastifyRequest, { raw }: FastifyReply) {
  const fault = met.get(request)?.kind
  const isUnanswered = raw.destroyed && !raw.headersSent
  return { ...(fault && { fault }), ...(isUnanswered && { status: null }) }
}

/** Closes the connection, after half of a body where there is one. */
function cut(reply: FastifyReply, body: Buffer | null): void {
  const { raw } = reply.hijack()
  const close = () => raw.destroy()
  if (body === null || body.length === 0) {
    close()
    return
  }
  const headers = { ...reply.getHeaders(), 'content-length': body.length }
  raw.writeHead(reply.statusCode, headers as OutgoingHttpHeaders)
  raw.write(body.subarray(0, body.length / 2), close)
}

/*
 * Bodies that are drawn from a schema, as `Prefer: dynamic=true` asks for them: of any shape that
 * the schema allows, so that a client meets lists that are empty, and properties that are null or
 * absent. Texts and numbers are near those that the schema shows, because a reader has to recognize
 * them. What is drawn fits the schema nearly always; whether it does is for the caller to see.
 */

/** A uniform whole number, 0 ≤ n < below. */
type Chance = (below: number) => number

/** Entries of a list, at most. */
const ENTRIES_MAX = 3
/** Beyond so many levels an object has what it must have, and a list as few entries as it may. */
const LEVELS_MAX = 6
/** Of a number, how far it is from the smallest that may be, at most. */
const RANGE = 10_000
/** Around which instants are drawn, to the second. */
const [SINCE, SECONDS] = [Date.parse('2026-01-01T00:00:00.000Z'), 366 * 86_400]
/** Letters and digits of an id after its prefix. */
const ID_LENGTH = 26
const ID_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

class Drawing {
  readonly #document: Document
  readonly #chance: Chance

  constructor(document: Document, chance: Chance) {
    this.#document = document
    this.#chance = chance
  }

  value(described: unknown, level: number): unknown {
    const schema = flat(this.#document, described)
    if ('const' in schema) return schema['const']
    if (Array.isArray(schema['enum'])) return this.#one(schema['enum'])
    const { anyOf, oneOf = anyOf, allOf = [], ...rest } = schema
    const parts = [...listed(allOf), ...(oneOf === undefined ? [] : [this.#one(listed(oneOf))])]
    if (parts.length === 0) return this.#typed(schema, level)
    const values = parts.map(part => this.value(part, level))
    const own = isSchema(rest['properties']) ? [this.#object(rest, level)] : []
    const [last] = values.slice(-1)
    return isSchema(last) ? Object.assign({}, ...own, ...values) : last
  }

  #typed(schema: Schema, level: number): unknown {
    switch (this.#one(listed([schema['type']].flat()))) {
      case 'object':
        return this.#object(schema, level)
      case 'array':
        return this.#list(schema, level)
      case 'string':
        return this.#text(schema)
      case 'integer':
      case 'number':
        return this.#number(schema)
      case 'boolean':
        return this.#chance(2) === 0
      case 'null':
        return null
      default:
        return this.#shown(schema) ?? {}
    }
  }

  #object(schema: Schema, level: number): unknown {
    const { properties, required } = schema
    // A map: what may stand in it is the caller's.
    if (!isSchema(properties)) return this.#shown(schema) ?? {}
    const names = new Set(listed(required))
    const drawn = Object.entries(properties).flatMap(([name, property]) => {
      const isThere = names.has(name) || (level < LEVELS_MAX && this.#chance(2) === 0)
      return isThere ? [[name, this.value(property, level + 1)]] : []
    })
    return Object.fromEntries(drawn)
  }

  #list({ items, minItems = 0, maxItems = ENTRIES_MAX }: Schema, level: number): unknown[] {
    const most = Math.max(Number(minItems), Math.min(Number(maxItems), ENTRIES_MAX))
    const more = level < LEVELS_MAX ? this.#chance(most - Number(minItems) + 1) : 0
    return Array.from({ length: Number(minItems) + more }, () => this.value(items, level + 1))
  }

  #text(schema: Schema): unknown {
    const [, prefix] = /^\^([a-z]+_)\[0-9a-z\]\+\$$/.exec(String(schema['pattern'])) ?? []
    if (prefix !== undefined) {
      const letter = () => ID_LETTERS.charAt(this.#chance(ID_LETTERS.length))
      return prefix + Array.from({ length: ID_LENGTH }, letter).join('')
    }
    if (schema['format'] === 'date-time') {
      return new Date(SINCE + this.#chance(SECONDS) * 1_000).toISOString()
    }
    return this.#shown(schema) ?? 'text'
  }

  #number({ minimum = 0, maximum = RANGE }: Schema): number {
    const from = Math.max(Number(minimum), -RANGE)
    return from + this.#chance(Math.min(Number(maximum) - from, RANGE) + 1)
  }

  /** One of the values that a schema shows; undefined when it shows none. */
  #shown({ examples }: Schema): unknown {
    return this.#one(listed(examples))
  }

  #one<Value>(values: readonly Value[]): Value | undefined {
    return values.length === 0 ? undefined : values[this.#chance(values.length)]
  }
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/* The header Prefer, as names and values by the grammar of RFC 7240. */

/** The header of an answer that says which of them were obeyed. */
export const PREFERENCE_APPLIED = 'Preference-Applied'

/**
 * By name in lower case, the first of each; without a value an empty one. Parameters are passed
 * over.
 */
function preferencesIn(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { groups = {} } of header.matchAll(PREFERENCE)) {
    const { name, quoted, plain } = groups
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? ''
    if (name !== undefined && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), value)
  }
  return found
}

/** A value in quotes or without, if any, and all up to the comma after it. */
const VALUE = String.raw`\s*=\s*(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<plain>[^\s,;"]*))`
const PREFERENCE = new RegExp(String.raw`(?<name>[\w!#$%&'*+.^|~-]+)(?:${VALUE})?[^,]*(?:,|$)`, 'g')
