/**
 * Stands between a client and a service, hands on every byte of every body as it comes, and looks
 * at copies of what passed.
 *
 * A copy is bounded, and so are all copies together: what is larger passes as well, and is counted
 * as not looked at. Nothing waits for a look. Headers about one connection are not handed on, as
 * HTTP has it, and Host names the service.
 */
import {
  createServer,
  type IncomingMessage,
  request as requestPlainly,
  type Server,
  type ServerResponse
} from 'node:http'
import { request as requestSafely } from 'node:https'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { jsonOfBytes, type PlainAnswer } from './answers.ts'
import { Copy, Room } from './copies.ts'
import { withoutEndSlashes } from './end-slashes.ts'
import type { Passed, TrafficChecks, TrafficRequest } from './traffic.ts'

/** A request or an answer that breaks the documents. */
export interface Deviation {
  readonly of: 'request' | 'answer'
  /** Null where no operation is asked. */
  readonly operationId: string | null
  readonly method: string
  readonly target: string
  /** Of the answer; null for a request. */
  readonly status: number | null
  /** Sentences. */
  readonly what: readonly string[]
}

/** What passed so far. */
export interface Passage {
  requests: number
  /** Messages that break the documents. */
  deviations: number
  /** Requests of paths that the documents are not about. */
  outside: number
  /** Messages that were larger than what is looked at, or of a coding nobody can read here. */
  unread: number
  /** Requests that the service did not answer. */
  unanswered: number
}

/** Where a proxy listens, and what passes through it. */
export interface RunningProxy {
  readonly url: string
  readonly passed: Readonly<Passage>
  /** Resolves when what is under way has ended, within five seconds. */
  close(): Promise<void>
}

/** What a proxy stands between. */
export interface ProxySetup {
  /** Of the service. */
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
  await listening(server, standing)
  const { port } = server.address() as AddressInfo
  const host = standing.host.includes(':') ? `[${standing.host}]` : standing.host
  return {
    url: `http://${host}:${port}`,
    passed,
    close: async () => {
      await closed(server)
      await passing.looked()
    }
  }
}

function listening(server: Server, { port, host }: ProxySetup): Promise<void> {
  return new Promise((done, failed) => {
    server.once('error', failed)
    server.listen(port, host, () => {
      server.off('error', failed)
      done()
    })
  })
}

async function closed(server: Server): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_MS_MAX)
  await new Promise(done => {
    server.close(done)
    server.closeIdleConnections()
  })
  clearTimeout(timer)
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

  /** Resolves when every copy was looked at. */
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
      tell(this.#looked(() => this.#standing.checks.mistakesOfAnswer(asked, answer)))
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
