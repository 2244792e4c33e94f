/**
 * Stands between a client and a service, hands on every byte of every body as it comes, and looks
 * at copies of what passed. A copy is bounded, and so are all copies together: what is larger
 * passes as well, and is counted as not looked at.
 */
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  request as requestPlainly,
  type ServerResponse
} from 'node:http'
import { request as requestSafely } from 'node:https'
import type { AddressInfo } from 'node:net'
import { parse } from 'node:querystring'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { Document } from '../http/document.ts'
import { HttpFailure } from '../http/errors.ts'
import { RequestChecks } from '../http/validation.ts'
import {
  Copy,
  headerDoors,
  jsonOfBytes,
  mistakesOfAnswer,
  needsNoCredentials,
  type PlainAnswer,
  Room,
  type SentRequest
} from './answers.ts'
import { CompiledContract, type Described, withoutEndSlashes } from './contract.ts'

export interface Deviation {
  readonly of: 'request' | 'answer'
  /** Null where no operation is asked. */
  readonly operationId: string | null
  readonly method: string
  readonly target: string
  /** Of the answer; null for a request. */
  readonly status: number | null
  readonly what: readonly string[]
}

export interface Passage {
  requests: number
  /** Messages that break the documents. */
  deviations: number
  outside: number
  /** Messages that were larger than what is looked at, or of a coding nobody can read here. */
  unread: number
  /** Requests that the service did not answer. */
  unanswered: number
}

export interface RunningProxy {
  readonly url: string
  readonly passed: Readonly<Passage>
  /** Resolves when what is under way has ended, within five seconds. */
  close(): Promise<void>
}

interface ProxySetup {
  readonly upstream: string
  readonly checks: TrafficChecks
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  /** Hears of each message that breaks the documents. */
  readonly tell: (deviation: Deviation) => void
}

/** About one connection, or answered by this end of it. */
const OF_CONNECTION: readonly string[] = [
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization'],
  ...['te', 'trailer', 'upgrade', 'expect']
]
const CLOSE_MS_MAX = 5_000
/** Longer urls are cut where they are told. */
const TARGET_LENGTH_MAX = 500
/** Bytes that a compressed body may unfold to. */
const UNFOLDED_BYTES_MAX = 16 * 1024 * 1024

/** Listens. @throws when the port is taken. */
export async function startProxy(standing: ProxySetup): Promise<RunningProxy> {
  const passed = { requests: 0, deviations: 0, outside: 0, unread: 0, unanswered: 0 }
  const passing = new Passing(standing, passed)
  const server = createServer((request, answer) => passing.handOn(request, answer))
  server.listen(standing.port, standing.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const host = standing.host.includes(':') ? `[${standing.host}]` : standing.host
  const close = async () => {
    const timer = setTimeout(() => server.closeAllConnections(), CLOSE_MS_MAX)
    server.close()
    server.closeIdleConnections()
    await once(server, 'close')
    clearTimeout(timer)
    await passing.looked()
  }
  return { url: `http://${host}:${port}`, passed, close }
}

class Passing {
  readonly #standing: ProxySetup
  readonly #passed: Passage
  readonly #room = new Room()
  readonly #looks = new Set<Promise<void>>()

  constructor(standing: ProxySetup, passed: Passage) {
    this.#standing = standing
    this.#passed = passed
  }

  async looked(): Promise<void> {
    await Promise.all(this.#looks)
  }

  handOn(request: IncomingMessage, answer: ServerResponse): void {
    this.#passed.requests++
    const { method = 'GET' } = request
    const target = targetOf(request)
    const asked = this.#asked(method, target)
    const sent = asked === null ? null : new Copy(this.#room, request)
    const upstream = this.#requestTo(request)
    answer.once('close', () => upstream.destroy())
    upstream.once('response', reply => {
      const came = asked === null ? null : new Copy(this.#room, reply)
      answer.sendDate = false
      answer.writeHead(reply.statusCode ?? 502, reply.statusMessage, handedOn(reply.rawHeaders))
      reply.pipe(answer)
      reply.once('error', () => answer.destroy())
      reply.once('close', () => {
        if (!reply.complete) answer.destroy()
        if (asked !== null && came !== null)
          this.#lookAtAnswer(asked, { method, target }, reply, came)
      })
    })
    upstream.once('error', error => this.#unanswered(answer, error))
    request.once('end', () => {
      if (asked !== null && sent !== null) this.#lookAtRequest(asked, request, sent)
    })
    request.pipe(upstream)
  }

  #asked(method: string, target: string): TrafficRequest | null {
    const { checks } = this.#standing
    const asked = checks.asked({ method, target })
    if (asked !== null) return asked
    if (checks.isDescribed(target)) {
      const what = [`The documents have no operation ${method} ${target.split('?')[0]}.`]
      this.#tell({ of: 'request', operationId: null, method, target, status: null, what })
    } else this.#passed.outside++
    return null
  }

  #requestTo(request: IncomingMessage) {
    const base = new URL(this.#standing.upstream)
    const headers = handedOn(request.rawHeaders).flatMap((each, index, all) => {
      if (index % 2 === 1) return []
      return each.toLowerCase() === 'host' ? ['Host', base.host] : [each, all[index + 1] ?? '']
    })
    const send = base.protocol === 'https:' ? requestSafely : requestPlainly
    return send(base, {
      method: request.method ?? 'GET',
      path: withoutEndSlashes(base.pathname) + targetOf(request),
      headers,
      // A connection that was kept may have been closed by the service, and then nobody answers.
      agent: false
    })
  }

  #unanswered(answer: ServerResponse, error: NodeJS.ErrnoException): void {
    if (answer.headersSent || answer.destroyed) {
      answer.destroy()
      return
    }
    this.#passed.unanswered++
    const why = error.code ?? error.message
    const details = `The service at ${this.#standing.upstream} does not answer: ${why}.`
    const body = JSON.stringify({ code: 502, key: 'bad_gateway', message: 'Bad gateway', details })
    answer.writeHead(502, { 'content-type': 'application/json; charset=utf-8' })
    answer.end(body)
  }

  #lookAtRequest(asked: TrafficRequest, request: IncomingMessage, copy: Copy): void {
    const { method = 'GET' } = request
    const target = targetOf(request)
    const body = copy.taken()
    if (body === null) this.#passed.unread++
    const headers = headersOf(request)
    const passed: Passed = { method, target, headers, body }
    const operationId = asked.operation.id
    const what = this.#looked(() => this.#standing.checks.mistakesOfRequest(asked, passed))
    if (what.length > 0)
      this.#tell({ of: 'request', operationId, method, target, status: null, what })
  }

  #lookAtAnswer(
    asked: TrafficRequest,
    { method, target }: Pick<Passed, 'method' | 'target'>,
    reply: IncomingMessage,
    copy: Copy
  ): void {
    const status = reply.statusCode ?? 0
    const bytes = copy.taken()
    const operationId = asked.operation.id
    const tell = (what: readonly string[]) => {
      if (what.length > 0) this.#tell({ of: 'answer', operationId, method, target, status, what })
    }
    if (!reply.complete) {
      tell(['The body ends before it is complete.'])
      return
    }
    const headers = headersOf(reply)
    const look = async () => {
      const whole = bytes === null ? null : await unfolded(bytes, headers['content-encoding'])
      if (whole === null) {
        this.#passed.unread++
        return
      }
      const answer: PlainAnswer = { status, headers, bytes: whole, body: jsonOfBytes(whole) }
      tell(this.#looked(() => mistakesOfAnswer(asked.contract, asked.operation, answer)))
    }
    const looking = look().finally(() => this.#looks.delete(looking))
    this.#looks.add(looking)
  }

  /** A look that fails is a mistake of this program, and must not end what passes meanwhile. */
  #looked(look: () => readonly string[]): readonly string[] {
    try {
      return look()
    } catch {
      this.#passed.unread++
      return []
    }
  }

  #tell({ target, ...deviation }: Deviation): void {
    this.#passed.deviations++
    this.#standing.tell({ ...deviation, target: target.slice(0, TARGET_LENGTH_MAX) })
  }
}

/** Path and query, also where a client names the whole url, as it does for proxies. */
function targetOf({ url = '/' }: IncomingMessage): string {
  const target = url.replace(/^https?:\/\/[^/?]*/i, '')
  return target.startsWith('/') || target === '*' ? target : `/${target}`
}

/** Names and values in turn, without those about one connection. */
function handedOn(raw: readonly string[]): string[] {
  const named = raw.flatMap((name, index) =>
    index % 2 === 0 && name.toLowerCase() === 'connection'
      ? (raw[index + 1] ?? '').split(',').map(each => each.trim().toLowerCase())
      : []
  )
  const kept = (name: string) => !OF_CONNECTION.includes(name) && !named.includes(name)
  return raw.filter((_, index) => kept((raw[index - (index % 2)] ?? '').toLowerCase()))
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')])
  return Object.fromEntries(entries)
}

/** A body without its coding; null where it cannot be read here. */
async function unfolded(bytes: Uint8Array, coding = 'identity'): Promise<Uint8Array | null> {
  const options = { maxOutputLength: UNFOLDED_BYTES_MAX }
  const readers = { gzip: gunzip, 'x-gzip': gunzip, deflate: inflate, br: brotliDecompress }
  if (coding === 'identity' || bytes.length === 0) return bytes
  const read = readers[coding as keyof typeof readers]
  if (read === undefined) return null
  return promisify(read as typeof gunzip)(bytes, options).catch(() => null)
}

/** Longer bodies are cut: what is wrong with them is their length. */
const BODY_LENGTH_MAX = 2_000

/** The variables of credentials, by header, as `demo --env` names them. */
const VARIABLES: { readonly [header: string]: string } = {
  'x-app-id': 'APP_ID',
  'x-app-token': 'APP_TOKEN',
  'x-management-id': 'MGMT_ID',
  'x-management-token': 'MGMT_TOKEN'
}

/** `keys` are the credentials by header; what else a header holds is told as it is. */
export function shellCommand(
  url: string,
  { method, target, headers, text }: SentRequest,
  keys: Readonly<Record<string, string>>
): string {
  const parts = Object.entries(headers)
    .filter(([name]) => name !== 'accept')
    .map(([name, value]) => {
      const variable = keys[name] === value ? VARIABLES[name] : undefined
      return variable === undefined ? quoted(`${name}: ${value}`) : `"${name}: $${variable}"`
    })
  const isLong = text !== undefined && text.length > BODY_LENGTH_MAX
  const shown = isLong ? `${text.slice(0, BODY_LENGTH_MAX)}…` : text
  const body = shown === undefined ? [] : ['--data-raw', quoted(shown)]
  const all = [...parts.map(part => `-H ${part}`), ...body]
  return ['curl -X', method, quoted(withoutEndSlashes(url) + target), ...all].join(' ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/*
 * What no report may hold, and how it is taken out of a text however it was written there. A secret
 * is sent in a form, in JSON, in a header and as Basic credentials, is quoted for a shell, and may
 * come back in an answer; one coding may be around another. So it is looked for character by
 * character, each in any of its codings, and in Base64 at each of the three places of a byte.
 */

const HIDDEN = '…'
/** Shorter ones are hidden where they stand alone, since they are parts of ordinary words. */
const LENGTH_MIN = 4
/** How JSON writes the control characters that it has names for. */
const NAMED: { readonly [character: string]: string } = {
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't'
}

/** One, as it is or in percents. */
const BACKSLASH = '(?:\\\\|%(?:25)*5[cC])'

/** What may be Base64, perhaps in percents. */
const CODED = /(?:[\w+/=-]|%2[BF]|%3D)+/g

interface Patterns {
  readonly written: RegExp
  /** Within what may be Base64; null: one so short is not looked for. */
  readonly coded: RegExp | null
}

export class SecretMask {
  readonly #patterns = new Map<string, Patterns>()

  /** Anything but a text that is not empty is no secret. */
  add(secret: unknown): void {
    if (typeof secret !== 'string' || secret === '' || this.#patterns.has(secret)) return
    this.#patterns.set(secret, patternsOf(secret))
  }

  /** The text without any of them; what is cut short must be cut afterwards. */
  hiddenIn(text: string): string {
    // One secret may begin with another.
    const byLength = [...this.#patterns].toSorted(([one], [other]) => other.length - one.length)
    let told = text
    for (const [, { written }] of byLength) told = told.replaceAll(written, HIDDEN)
    const codes = byLength.flatMap(([, { coded }]) => coded ?? [])
    return told.replaceAll(CODED, run => (codes.some(code => code.test(run)) ? HIDDEN : run))
  }
}

function patternsOf(secret: string): Patterns {
  const written = secret.replaceAll(/['\\]+|./gsu, anyCodingOf)
  if (secret.length < LENGTH_MIN) {
    const alone = `(?<![\\dA-Za-z])${written}(?![\\dA-Za-z])`
    return { written: new RegExp(alone, 'g'), coded: null }
  }
  const forms = [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams([['', secret]]).toString().slice(1)
  ]
  const cores = new Set(forms.flatMap(base64CoresOf))
  return { written: new RegExp(written, 'g'), coded: new RegExp([...cores].join('|')) }
}

/** One character as it is, in percents, as JSON and a shell escape it, once or several times. */
function anyCodingOf(character: string): string {
  // Each coding may double backslashes, and a shell ends its quotes for a quote, so that only a run
  // of them can be recognized.
  if (/^['\\]/.test(character)) return `(?:'|${BACKSLASH}|%(?:25)*27)+`
  const units = character.split('').map(unit => unit.charCodeAt(0))
  const codings = [
    character.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'),
    [...Buffer.from(character)].map(byte => `%(?:25)*${hexadecimal(byte, 2)}`).join(''),
    units.map(unit => `${BACKSLASH}+u${hexadecimal(unit, 4)}`).join('')
  ]
  if (character in NAMED) codings.push(`${BACKSLASH}+${NAMED[character]}`)
  if (character === ' ') codings.push('\\+', '%(?:25)*2[bB]')
  return `${BACKSLASH}*(?:${codings.join('|')})`
}

function hexadecimal(value: number, width: number): string {
  const digits = value.toString(16).padStart(width, '0')
  return digits.replaceAll(/[a-f]/g, digit => `[${digit}${digit.toUpperCase()}]`)
}

/** What Base64 has of a text wherever it begins, less the ends that its neighbours share. */
function base64CoresOf(text: string): readonly string[] {
  const bytes = Buffer.from(text)
  return [0, 1, 2].map(before => {
    const coded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const core = coded.slice(
      Math.ceil((before * 8) / 6),
      Math.floor(((before + bytes.length) * 8) / 6)
    )
    return core.replaceAll(/[+/]/g, found => (found === '+' ? '(?:[+-]|%2B)' : '(?:[/_]|%2F)'))
  })
}

interface Passed {
  readonly method: string
  readonly target: string
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Null: there is more of it than is looked at. */
  readonly body: Uint8Array | null
}

interface TrafficRequest {
  readonly contract: CompiledContract
  readonly operation: Described
  readonly params: Readonly<Record<string, string>>
}

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

export class TrafficChecks {
  readonly #contracts: readonly CompiledContract[]
  readonly #validation: RequestChecks

  constructor(documents: Readonly<Record<string, Document>>) {
    this.#contracts = Object.entries(documents).map(
      ([name, each]) => new CompiledContract(name, each)
    )
    this.#validation = new RequestChecks(documents)
  }

  /** The operation a request asks; null when no document has it. */
  asked({ method, target }: Pick<Passed, 'method' | 'target'>): TrafficRequest | null {
    const sent = pathOf(target).split('/')
    const fitting = this.#contracts.flatMap(contract =>
      contract.operations.flatMap(operation => {
        if (operation.method !== method) return []
        const params = paramsOf(operation.path.split('/'), sent)
        return params === null ? [] : [{ contract, operation, params }]
      })
    )
    // A name comes before a parameter, from the left, as routers have it.
    return fitting.toSorted((one, other) => namesFirst(one) - namesFirst(other))[0] ?? null
  }

  /** Whether a path is one of those that the documents are about. */
  isDescribed(target: string): boolean {
    const [, first = ''] = pathOf(target).split('/')
    return this.#contracts.some(({ operations }) =>
      operations.some(({ path }) => path.split('/')[1] === first)
    )
  }

  /** What is wrong with a request, as sentences; empty: nothing. */
  mistakesOfRequest(asked: TrafficRequest, passed: Passed): readonly string[] {
    const { operation, params } = asked
    const { target, headers, body } = passed
    const missing = missingCredentials(asked, passed)
    const mediaType = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
    const read = readBody(operation, mediaType, body)
    if ('mistake' in read) return [...missing, read.mistake]
    try {
      const query = parse(target.split('?')[1] ?? '')
      this.#validation.check(operation, { params, headers, query, body: read.value, mediaType })
      return missing
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error
      const { details, mistakes = [] } = error.failure
      return [...missing, ...(mistakes.length > 1 ? mistakes.map(each => each.details) : [details])]
    }
  }
}

function pathOf(target: string): string {
  return target.split('?')[0] ?? ''
}

/** The values of a path that has the parts of another; null when it has not. */
function paramsOf(parts: readonly string[], sent: readonly string[]) {
  if (parts.length !== sent.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    const found = decoded(sent[index] ?? '')
    if (name === undefined ? part !== found : found === '') return null
    if (name !== undefined) params[name] = found
  }
  return params
}

/** What cannot be decoded is told as it stands, for it fits nothing that is described. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function namesFirst({ operation }: TrafficRequest): number {
  const first = operation.path.split('/').findIndex(part => part.startsWith('{'))
  return first === -1 ? 0 : -first
}

function readBody(operation: Described, mediaType: string, body: Uint8Array | null) {
  const types = [...(operation.body?.schemas.keys() ?? [])]
  if (body === null) return { value: undefined }
  if (body.length === 0) {
    if (operation.body?.required !== true) return { value: undefined }
    return { mistake: `A body is required. Send one as ${types.join(' or ')}.` }
  }
  if (operation.method === 'GET') return { value: undefined }
  const taken = types.length === 0 ? [JSON_TYPE] : types
  if (!taken.includes(mediaType)) {
    const sent = mediaType === '' ? 'without a media type' : `as ${mediaType}`
    return { mistake: `The body is sent ${sent}, not as ${taken.join(' or ')}.` }
  }
  if (mediaType === FORM) return { value: parse(Buffer.from(body).toString()) }
  // What is in a file is for the service to say.
  if (mediaType !== JSON_TYPE) return { value: undefined }
  const value = jsonOfBytes(body)
  return value === undefined ? { mistake: 'The body is not JSON in UTF-8.' } : { value }
}

function missingCredentials({ contract, operation }: TrafficRequest, { headers, body }: Passed) {
  if (needsNoCredentials(operation)) return []
  const doors = headerDoors(contract, operation)
  const isShown = doors.some(door => door.every(name => name in headers))
  const isClient = operation.type === FORM && Buffer.from(body ?? []).includes('client_secret=')
  if (isShown || isClient || 'authorization' in headers) return []
  const wanted = doors.map(door => door.join(' and ')).join(', or ')
  return [`It has no credentials: ${wanted}.`]
}
