/**
 * Requests to a service that is verified; and, as sentences, what its answers have that no document
 * says. Bytes are checked: a body that only looks like JSON to a lenient reader is told.
 * Spec: ErrorAnswer.
 */
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { isSchema, type Schema } from '../http/document.ts'
import {
  type AnswerHeader,
  type CompiledContract,
  type Described,
  withoutEndSlashes
} from './contract.ts'

export interface PlainAnswer {
  readonly status: number
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  /** The bytes as JSON; undefined where they are none. */
  readonly body: unknown
}

/** What is wrong with an answer of an operation; empty: nothing. */
export function mistakesOfAnswer(
  contract: CompiledContract,
  operation: Described,
  answer: PlainAnswer
): readonly string[] {
  const { status } = answer
  const pointer = operation.responses.get(status)
  if (pointer === undefined) {
    const declared = [...operation.responses.keys()].join(', ')
    return [`The status ${status} is not declared; declared are ${declared}.`]
  }
  const { length } = answer.bytes
  const surplus = length === 0 ? [] : [`It has a body of ${length} bytes where none is declared.`]
  return [
    ...(pointer === null ? surplus : bodyMistakes(contract, pointer, answer)),
    ...headerMistakes(contract, operation.headers.get(status) ?? [], answer)
  ]
}

/** The bytes as JSON; undefined where they are none, or no UTF-8. */
export function jsonOfBytes(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** The same of a body alone, such as that of a 405, which comes whatever the operation. */
export function bodyMistakes(contract: CompiledContract, pointer: string, answer: PlainAnswer) {
  const { headers, body } = answer
  const type = headers['content-type'] ?? ''
  // JSON is UTF-8, whether a parameter says so or not.
  const isJson = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)
  const wrongType = isJson ? [] : [`It is sent as ${type || 'nothing'}, not application/json.`]
  if (body === undefined) return [...wrongType, 'Its body is not JSON in UTF-8.']
  return [...wrongType, ...contract.mistakes(pointer, body), ...disagreements(answer)]
}

/** An error repeats its status and the id of its request. */
function disagreements({ status, headers, body }: PlainAnswer): readonly string[] {
  if (status < 400 || !isSchema(body)) return []
  const { code, request_id: id } = body
  // A refusal that is repeated is byte for byte the first one, the id of whose request it has.
  const repeats = headers['idempotent-replayed'] !== undefined
  return [
    ...(typeof code === 'number' && code !== status
      ? [`Its status is ${status}, and .code says ${code}.`]
      : []),
    ...(typeof id === 'string' && id !== headers['x-request-id'] && !repeats
      ? ['Its .request_id differs from its header X-Request-Id.']
      : [])
  ]
}

function headerMistakes(
  contract: CompiledContract,
  declared: readonly AnswerHeader[],
  { headers }: PlainAnswer
): readonly string[] {
  return declared.flatMap(({ name, required, schema }) => {
    const sent = headers[name]
    if (sent === undefined) return required ? [`The header ${name} is missing.`] : []
    return contract
      .mistakesBy(
        schema,
        schema['type'] === 'integer' && /^\d{1,16}$/.test(sent) ? Number(sent) : sent
      )
      .map(mistake => `Header ${name}: ${mistake}`)
  })
}

/*
 * Sends requests to the service that is verified, one after another. A service that limits its
 * callers is waited for as it asks, so that the verdict is about the contract and not about the
 * limit. Answers are bounded, since nobody knows what is at the other end.
 */

/** No answer came, or none that can be looked at; the message is a sentence. */
export class Unanswered extends Error {}

/** How long an answer may take, in milliseconds. */
const ANSWER_MS_MAX = 30_000
/** Bytes of an answer; a page of the largest list has fewer. */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024
/** How often a request is sent that is answered with Retry-After, and the longest wait between. */
const ATTEMPTS_MAX = 10
const WAIT_SECONDS_MAX = 60

/** What is waited for, so that a test need not wait. */
export type Wait = (ms: number) => Promise<unknown>

export class ServiceClient {
  readonly #url: string
  readonly #wait: Wait

  /** `url` may have a path, below which the paths of the document are. */
  constructor(url: string, wait: Wait = ms => pause(ms)) {
    this.#url = withoutEndSlashes(url)
    this.#wait = wait
  }

  /** @throws {Unanswered} when no answer comes, or one that is too large. */
  async send(sent: SentRequest): Promise<PlainAnswer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#sendOnce(sent)
      const seconds = Number(answer.headers['retry-after'])
      const asksToWait = (answer.status === 429 || answer.status === 503) && seconds > 0
      if (!asksToWait || attempt === ATTEMPTS_MAX) return answer
      await this.#wait(1000 * Math.min(seconds, WAIT_SECONDS_MAX))
    }
  }

  async #sendOnce({ method, target, headers, text }: SentRequest): Promise<PlainAnswer> {
    const signal = AbortSignal.timeout(ANSWER_MS_MAX)
    // A text would be given a media type where none is meant.
    const body = text === undefined ? {} : { body: new TextEncoder().encode(text) }
    const options = { method, headers, redirect: 'manual', signal, ...body } as const
    try {
      const answer = await fetch(`${this.#url}${target}`, options)
      const bytes = await boundedBytes(answer)
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        bytes,
        body: jsonOfBytes(bytes)
      }
    } catch (error) {
      throw error instanceof Unanswered ? error : new Unanswered(reasonOf(error))
    }
  }
}

async function boundedBytes(answer: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of answer.body ?? []) {
    size += piece.length
    if (size > ANSWER_BYTES_MAX) {
      throw new Unanswered(`The answer has more than ${ANSWER_BYTES_MAX} bytes.`)
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError') return `No answer came within ${ANSWER_MS_MAX / 1000} seconds.`
  const { code, message: deeper } = (cause ?? {}) as NodeJS.ErrnoException
  return `No answer came: ${code ?? deeper ?? message}.`
}

/** What is asked of an operation; what is left out is as its document shows it. */
export interface PromiseRequest {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly credentials?: Readonly<Record<string, string>>
  readonly key?: string
  readonly method?: string
  readonly type?: string
  /** A value to send as the body; undefined: no body. */
  readonly body?: unknown
  readonly text?: string
}

export interface SentRequest {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly text?: string
}

/** What the caller knows of the service that is asked. */
export interface KnownService {
  /** Credentials by header in lower case. */
  readonly keys: Readonly<Record<string, string>>
  /** What texts of the examples are called there. */
  readonly names: ReadonlyMap<string, string>
}

export function withNames(names: ReadonlyMap<string, string>, value: unknown): unknown {
  if (typeof value === 'string') return names.get(value) ?? value
  if (Array.isArray(value)) return value.map(each => withNames(names, each))
  if (!isSchema(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withNames(names, each)])
  )
}

export function requestOf(
  contract: CompiledContract,
  operation: Described,
  asking: PromiseRequest,
  known: KnownService
): SentRequest {
  const { type = operation.type, body, key } = asking
  const encoded = body === undefined ? undefined : encodedBody(operation.type, body)
  const text = asking.text ?? encoded
  return {
    method: asking.method ?? operation.method,
    target: targetOf(operation, asking, known.names),
    headers: {
      accept: 'application/json',
      ...(text === undefined ? {} : { 'content-type': type }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(asking.credentials ?? keysFor(contract, operation, known.keys) ?? {})
    },
    ...(text === undefined ? {} : { text })
  }
}

function targetOf(
  { path, values }: Described,
  { path: given = {}, query = {} }: PromiseRequest,
  names: ReadonlyMap<string, string>
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const shown = values[name] ?? ''
    return encodeURIComponent(given[name] ?? names.get(shown) ?? shown)
  })
  const asked = new URLSearchParams(query).toString()
  return asked === '' ? filled : `${filled}?${asked}`
}

function encodedBody(type: string, value: unknown): string {
  if (type !== 'application/x-www-form-urlencoded') return JSON.stringify(value)
  const fields = Object.entries(value as Schema).map(
    ([name, each]) => [name, String(each)] as [string, string]
  )
  return new URLSearchParams(fields).toString()
}

/** The headers of one way into an operation by keys, in lower case. */
export type Door = readonly string[]

/** The ways into an operation by keys in headers; an open operation may have some as well. */
export function headerDoors(contract: CompiledContract, { security }: Described): readonly Door[] {
  const schemes = contract.document.components?.securitySchemes ?? {}
  return security.flatMap(requirement => {
    const names = Object.keys(requirement).map(name => schemes[name])
    const headers = names.flatMap(scheme =>
      scheme?.type === 'apiKey' && scheme.in === 'header' ? (scheme.name?.toLowerCase() ?? []) : []
    )
    return headers.length === 0 || headers.length < names.length ? [] : [headers]
  })
}

export function needsNoCredentials({ security }: Described): boolean {
  return security.some(requirement => Object.keys(requirement).length === 0)
}

/** The scopes of which each opens an operation to a bearer; empty when it takes none. */
export function bearerScopes(contract: CompiledContract, { security }: Described) {
  const schemes = contract.document.components?.securitySchemes ?? {}
  return security.flatMap(requirement =>
    Object.entries(requirement).flatMap(([name, scopes]) =>
      schemes[name]?.type === 'oauth2' ? [...scopes] : []
    )
  )
}

/** The keys for an operation; none where it is open; null where they are not known. */
export function keysFor(
  contract: CompiledContract,
  operation: Described,
  keys: Readonly<Record<string, string>>
): Readonly<Record<string, string>> | null {
  const door = headerDoors(contract, operation).find(each => each.every(name => name in keys))
  if (door !== undefined) return Object.fromEntries(door.map(name => [name, keys[name] ?? '']))
  return needsNoCredentials(operation) ? {} : null
}

/** Bytes of one body that are kept, as many as a request may have. */
const COPY_BYTES_MAX = 10 * 1024 * 1024
/** Bytes of all bodies that are kept at one time. */
const ROOM_BYTES_MAX = 64 * 1024 * 1024

export class Room {
  #left = ROOM_BYTES_MAX

  /** Whether so many bytes found room; they keep it until they leave. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false
    this.#left -= bytes
    return true
  }

  leave(bytes: number): void {
    this.#left += bytes
  }
}

/** The bytes of one stream, as they pass. */
export class Copy {
  readonly #room: Room
  #pieces: Uint8Array[] = []
  #size = 0
  #isWhole = true

  constructor(room: Room, stream: Readable) {
    this.#room = room
    stream.on('data', (piece: Uint8Array) => this.#add(piece))
    // A stream that breaks off leaves nothing behind.
    stream.once('close', () => setImmediate(() => this.#empty()))
  }

  /** The bytes, once; null when there were too many. */
  taken(): Uint8Array | null {
    const bytes = this.#isWhole ? Buffer.concat(this.#pieces) : null
    this.#empty()
    return bytes
  }

  #add(piece: Uint8Array): void {
    if (!this.#isWhole) return
    const fits = this.#size + piece.length <= COPY_BYTES_MAX && this.#room.take(piece.length)
    if (fits) {
      this.#pieces.push(piece)
      this.#size += piece.length
    } else {
      this.#isWhole = false
      this.#empty()
    }
  }

  #empty(): void {
    this.#room.leave(this.#size)
    this.#pieces = []
    this.#size = 0
  }
}

/*
 * Values that break what a schema says, each in one place and one way; a validator tells those
 * apart that fit all the same.
 */

interface Broken {
  /** The place, as people write it: `.order.items[0].quantity`; empty for the whole. */
  readonly at: string
  /** The keyword, or the type that was sent. */
  readonly by: string
  readonly value: unknown
}

type ValuePath = readonly (string | number)[]

const OF_EACH_TYPE: readonly (readonly [type: string, value: unknown])[] = [
  ['null', null],
  ['a boolean', true],
  ['a number', 1.5],
  ['a text', 'text'],
  ['an array', []],
  ['an object', { surprise: 1 }]
]
/** Longer texts and lists are refused for the size of the request, not for themselves. */
const LENGTH_MAX = 20_000
const ITEMS_MAX = 2_000

export function* brokenValues(
  contract: CompiledContract,
  pointer: string,
  value: unknown
): Generator<Broken> {
  const seen = new Set<string>()
  for (const { path, schemas, found } of placesOf(contract, [{ $ref: pointer }], value, [])) {
    // All items of a list are alike.
    const at = path.map(step => (typeof step === 'number' ? '[0]' : `.${step}`)).join('')
    for (const [by, wrong] of wrongValues(schemas, found)) {
      const broken = replaced(value, path, wrong)
      if (seen.has(`${at} ${by}`) || contract.fits(pointer, broken)) continue
      seen.add(`${at} ${by}`)
      yield { at, by, value: broken }
    }
  }
}

/** Texts that a parameter of this schema must not be, by what is wrong with each. */
export function wrongTexts(schema: Schema): readonly (readonly [by: string, text: string])[] {
  const { type, minimum, maximum, maxLength, enum: words, format } = schema
  if (type === 'integer') {
    return [
      ['less than the minimum', `${Number(minimum) - 1}`],
      ['more than the maximum', `${Number(maximum) + 1}`],
      ['a fraction', '1.5'],
      ['a word', 'one'],
      ['nothing', '']
    ]
  }
  if (Array.isArray(words)) {
    return [
      ['a word that is not listed', 'nothing-like-it'],
      ['nothing', '']
    ]
  }
  if (format === 'date-time') {
    return [
      ['a word', 'yesterday'],
      ['a day that no month has', '2026-02-30T00:00:00Z'],
      ['a time without an offset', '2026-01-01T00:00:00']
    ]
  }
  return maxLength === undefined ? [] : [['too long', 'x'.repeat(Number(maxLength) + 1)]]
}

function* placesOf(
  contract: CompiledContract,
  schemas: readonly unknown[],
  found: unknown,
  path: ValuePath
): Generator<{ path: ValuePath; schemas: readonly Schema[]; found: unknown }> {
  const flat = schemas.flatMap(schema => partsOf(contract, schema))
  yield { path, schemas: flat, found }
  if (Array.isArray(found)) {
    for (const [index, each] of found.entries()) {
      const inner = flat.flatMap(({ items }) => items ?? [])
      yield* placesOf(contract, inner, each, [...path, index])
    }
  } else if (isSchema(found)) {
    for (const [name, each] of Object.entries(found)) {
      const inner = flat.flatMap(({ properties, additionalProperties: others }) => {
        const own = isSchema(properties) ? properties[name] : undefined
        return own ?? (isSchema(others) ? others : [])
      })
      yield* placesOf(contract, inner, each, [...path, name])
    }
  }
}

function partsOf(contract: CompiledContract, schema: unknown): readonly Schema[] {
  const flat = contract.flat(schema)
  const inner = ['allOf', 'oneOf', 'anyOf'].flatMap(word => (flat[word] ?? []) as unknown[])
  return [flat, ...inner.flatMap(each => partsOf(contract, each))]
}

type WrongValue = readonly [by: string, value: unknown]

function* wrongValues(schemas: readonly Schema[], found: unknown): Generator<WrongValue> {
  for (const [type, value] of OF_EACH_TYPE) yield [`as ${type}`, value]
  for (const schema of schemas) {
    if ('const' in schema || 'enum' in schema) yield ['enum', 'nothing-like-it']
    if ('pattern' in schema) yield ['pattern', '!\n']
    if ('format' in schema) yield ['format', 'yesterday']
    yield* outOfBounds(schema, LENGTH_MAX)
    if (isSchema(found)) {
      yield ['an unknown property', { ...found, surprise: 1 }]
      for (const name of (schema['required'] ?? []) as readonly string[]) {
        const { [name]: _, ...others } = found
        yield [`without ${name}`, others]
      }
      if ('minProperties' in schema) yield ['minProperties', {}]
    } else if (Array.isArray(found)) {
      const { minItems, maxItems } = schema
      if (Number(minItems) > 0) yield ['minItems', found.slice(0, Number(minItems) - 1)]
      if (found[0] === undefined || !(Number(maxItems) <= ITEMS_MAX)) continue
      yield ['maxItems', Array.from({ length: Number(maxItems) + 1 }, () => found[0])]
    }
  }
}

/** Values on the wrong side of the bounds of a schema; no text longer than `lengthMax`. */
export function* outOfBounds(schema: Schema, lengthMax: number): Generator<WrongValue> {
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength } = schema
  if (minimum !== undefined) yield ['minimum', Number(minimum) - 1]
  if (exclusiveMinimum !== undefined) yield ['exclusiveMinimum', exclusiveMinimum]
  if (maximum !== undefined) yield ['maximum', Number(maximum) + 2]
  if (Number(minLength) > 0) yield ['minLength', 'x'.repeat(Number(minLength) - 1)]
  if (Number(maxLength) < lengthMax) yield ['maxLength', 'x'.repeat(Number(maxLength) + 1)]
}

function replaced(value: unknown, path: ValuePath, by: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return by
  if (Array.isArray(value)) {
    return value.with(Number(step), replaced(value[Number(step)], rest, by))
  }
  return { ...(value as Schema), [step]: replaced((value as Schema)[step], rest, by) }
}
