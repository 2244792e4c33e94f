/**
 * The whole service as one application: its documents mounted, the routes outside the documents,
 * and the one shape of every error. It is given what it needs and does not listen. A request for no
 * route at all is answered here, before its credentials are checked or its body is read.
 * Spec: ErrorAnswer.
 */
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController
} from 'fastify'
import { isDecodable, LargeBodies, readBodies, SpreadWork } from '../http/bodies.ts'
import { HttpConnections } from '../http/connections.ts'
import type { CredentialRules } from '../http/credentials.ts'
import { admitOrigins, answerOptions, isPreflight } from '../http/cross-origin.ts'
import type { Document } from '../http/document.ts'
import {
  answerBrokenRequest,
  answerTo,
  badEscape,
  Causes,
  HttpFailure,
  PART_TOO_LONG,
  unavailable
} from '../http/errors.ts'
import { limits } from '../http/limits.ts'
import { type LogTarget, loggerOptions } from '../http/logger.ts'
import {
  asConfirmed,
  atOnce,
  guardAnswers,
  guarding,
  Methods,
  type Mount,
  mount,
  planRoutes,
  RequestLog,
  type Url
} from '../http/mount.ts'
import { addPages, isProbe } from '../http/outside-pages.ts'
import { BodyRoom, type Pressure, type RateLimiter, Readiness } from '../http/overload.ts'
import { newRequestId, ownRequestId } from '../http/parameters.ts'
import { faultIn, forcedAnswers } from '../http/planned-faults.ts'
import { generated, journeys, published, publishedSandbox, texts } from '../http/served-files.ts'
import type { DemoCredentials, ServedPage } from '../http/types.ts'
import { RequestChecks } from '../http/validation.ts'
import { isLongerThan } from '../rules/sound-json.ts'

export interface AppParts {
  readonly mounts: readonly Mount[]
  /** Checks requests against these documents; absent: one of this application's own. */
  readonly validation?: RequestChecks
  readonly credentials: CredentialRules
  /** Resolves when the store answers; rejects when it does not. */
  readonly ready: () => Promise<unknown>
  /** Why the last write was not stored, where that keeps others from it; absent: never looked at. */
  readonly trouble?: () => unknown
  /** What an operator should know of a service that is ready; absent: nothing. */
  readonly notice?: () => string | null
  /** Milliseconds in which a caller must send a request; 0 for no limit. */
  readonly requestTimeoutMs?: number
  /** Refuses requests while there are too many; absent: never. */
  readonly load?: Pressure
  /** The room for large bodies; absent: one of this application's own. */
  readonly room?: BodyRoom
  /** What takes its turns with bodies that are not large; absent: nothing else does. */
  readonly spread?: SpreadWork
  /** Refuses who asks too often; absent: nobody does. */
  readonly rates?: RateLimiter
  /** Whose word on a caller's address is taken; absent: nobody's. */
  readonly trustProxy?: readonly string[]
  /** The address that callers use; absent: one without TLS. */
  readonly publicUrl?: string
  /** Whose pages may read every answer; absent: nobody's. */
  readonly corsOrigins?: readonly string[]
  /** The demo's credentials where they are accepted, for the docs page; absent: none. */
  readonly demo?: () => Promise<DemoCredentials | null>
  /** What runs, for the first page; absent: nobody is to know. */
  readonly running?: string | null
  /** Pages beside those of every service: images, files, the customer page. */
  readonly pages?: readonly ServedPage[]
  /** Told of each request when its answer has left; absent: nobody is. */
  readonly onAnswered?: (request: AnsweredRequest) => void
  /** The level and the stream of log lines; absent: no log. */
  readonly log?: LogTarget
  /** For requests that bring none: `v-` and 18 hex digits by default; a test counts instead. */
  readonly newRequestId?: (request?: Pick<IncomingMessage, 'method' | 'url'>) => string
  /** Writes failures of the service to the log; absent: one of this application's own. */
  readonly causes?: Causes
}

/** A request and its answer, by words of which there are few. */
export interface AnsweredRequest {
  /** An operationId, `page` for a route outside the documents, or `none` where there is no route. */
  readonly operation: string
  readonly status: number
  /** Of an error. */
  readonly key: string | undefined
  readonly ms: number
}

const REQUEST_ID = 'requestId'

export function readDocument(name: 'service' | 'provisioning' | 'sandbox'): Document {
  return JSON.parse(readFileSync(generated(`${name}.json`), 'utf8')) as Document
}

export interface ServedContract {
  readonly documents: Readonly<Record<'service' | 'provisioning', Document>> & {
    /** Absent where there is no sandbox. */
    readonly sandbox?: Document
  }
  readonly validation: RequestChecks
}

export function readContract({ sandbox = false } = {}): ServedContract {
  const documents = {
    service: readDocument('service'),
    provisioning: readDocument('provisioning'),
    ...(sandbox && { sandbox: readDocument('sandbox') })
  }
  return { documents, validation: new RequestChecks(documents) }
}

const nobodys = async () => null

/**
 * The application, not yet started: `await app.ready()` or `app.listen()` does that.
 * @throws {BootRefused} when documents and handlers do not fit each other.
 */
export function buildApp(parts: AppParts): FastifyInstance {
  const {
    mounts,
    validation = new RequestChecks(
      Object.fromEntries(mounts.map(({ name, document }) => [name, document]))
    ),
    newRequestId: newId = newRequestId
  } = parts
  const routes = planRoutes(mounts)
  const causes = parts.causes ?? new Causes(() => app.log)
  const guards = guarding(parts.publicUrl ?? '')
  const connections = new HttpConnections()
  const { requestTimeoutMs = 0, load = null, spread = new SpreadWork() } = parts
  const { arrivalMs, roomWaitMs: most } = limits
  // Half of the time for a request is left to send it.
  const roomWaitMs = Math.min(most, requestTimeoutMs / 2 || most)
  const room = parts.room ?? new BodyRoom({ arrivalMs, roomWaitMs })
  const large = new LargeBodies()
  const app: FastifyInstance = fastify({
    bodyLimit: limits.bodyBytes,
    trustProxy: parts.trustProxy?.length ? [...parts.trustProxy] : false,
    // Units of UTF-16; a character has up to two.
    routerOptions: { maxParamLength: 2 * limits.pathParameterLength },
    exposeHeadRoutes: true,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.stillMs,
    // The framework has answers of its own shape for both; the outermost gates answer instead.
    return503OnClosing: false,
    http: {
      requireHostHeader: false,
      headersTimeout: Math.min(limits.headersMs, requestTimeoutMs || limits.headersMs),
      connectionsCheckingInterval: limits.connectionsCheckMs
    },
    genReqId: request => ownRequestId(request.headers) ?? newId(request),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: REQUEST_ID
    }),
    ...(parts.log && { childLoggerFactory: (log, bindings) => new RequestLog(log, bindings) }),
    logger: parts.log === undefined ? false : loggerOptions(parts.log),
    frameworkErrors: (error, request, reply) => {
      // No hook runs for these requests, so the work of the hooks is done here.
      connections.add(request.raw, reply.raw)
      reply.headers(guards)
      sendFailure(error, request, reply, causes)
      request.log.info(lineOf(request, reply), 'request')
      parts.onAnswered?.(answeredIn(request, reply))
    },
    clientErrorHandler: (error, socket) =>
      answerBrokenRequest(error, socket, { newId, guards, connections })
  })
  app.server.maxConnections = limits.connections
  app.decorateRequest('caller')
  const methods = new Methods(app)
  guardAnswers(app, guards)
  admitOrigins(app, parts.corsOrigins ?? [])
  addOutermostGates(app, { methods, connections, load, room, large })
  const writeLine = addRequestLines(app, parts)
  app.setErrorHandler(async (error, request, reply) =>
    sendFailure(await asConfirmed(error, request), request, reply, causes)
  )
  app.addHook('onClose', async () => causes.close())
  readBodies(app, { room, large, spread })
  parts.rates?.addTo(app)
  mount(app, routes, {
    credentials: parts.credentials,
    validation,
    rates: parts.rates ?? null,
    room,
    large,
    forced: forcedAnswers(app, mounts, writeLine)
  })
  addOutsidePages(app, parts)
  // After the routes of all documents, which are added when the application gets ready.
  app.register(async () => {
    for (const { url, method } of methods.unservedRoutes()) {
      app.route({ url, method, config: { unserved: true }, handler: async () => undefined })
    }
  })
  return app
}

function addOutsidePages(app: FastifyInstance, parts: AppParts): void {
  const { mounts, pages = [], demo = nobodys, publicUrl = '', running = null } = parts
  const readiness = new Readiness({
    check: parts.ready,
    trouble: parts.trouble ?? (() => null),
    notice: parts.notice ?? (() => null),
    log: app.log,
    stopwatch: () => performance.now()
  })
  const hasSandbox = mounts.some(({ name }) => name === 'sandbox')
  const documents = hasSandbox ? [...published, publishedSandbox] : published
  const beside = { journeys, texts: texts(), publicUrl }
  addPages(app, { documents, beside, pages, readiness, demo, running })
}

const CROWDED =
  'The service has more to do than it can answer in time. Send the same request again shortly.'

const AHEAD =
  'Too many requests were sent on this connection before their answers were read, and this one ' +
  'was not carried out. Read the answers, then send it again.'

interface OutermostParts {
  readonly methods: Methods
  readonly connections: HttpConnections
  readonly load: Pressure | null
  readonly room: BodyRoom
  readonly large: LargeBodies
}

/** The gates of every request, in this order. */
function addOutermostGates(app: FastifyInstance, parts: OutermostParts): void {
  const { methods, connections, load, room, large } = parts
  let stopping = false
  app.addHook('onReady', async () => load?.start())
  app.addHook('preClose', async () => {
    stopping = true
    load?.stop()
    room.close()
  })
  // An unknown expectation may be ignored; otherwise it is answered without a body.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    connections.add(request.raw, reply.raw)
    reply.header('x-request-id', request.id)
    if (request.headers.host === undefined && request.raw.httpVersion !== '1.0') {
      throw new HttpFailure('invalid_headers', 'HTTP/1.1 wants a header Host. Send one.')
    }
    if (connections.isCrowded(request.raw)) throw unavailable(AHEAD)
    refuseLongParts(request)
    // Here and not in a handler, which would read the body first.
    if (request.is404 || request.routeOptions.config.unserved) refuseUnserved(request, methods)
    if (load?.isFull && !isProbe(request)) throw unavailable(CROWDED)
    if (stopping) throw unavailable('The server is stopping. Send the same request again shortly.')
    refuseBadEscapes(request)
  }
  app.addHook('onRequest', atOnce(refuse))
  app.addHook('onRequest', (request, reply, done) => {
    const url = unserved.get(request)
    if (url === undefined) done()
    else answerOptions(request, reply, url)
  })
  // A page asks before it sends, and is then told that there is no such url.
  app.setNotFoundHandler((request, reply) =>
    answerOptions(request, reply, { allow: methods.all, anyOrigin: false })
  )
  // The body is there, so that nobody holds a place by sending it slowly.
  const admit = (request: FastifyRequest) => {
    if (load !== null && !isProbe(request) && !load.admits(request)) throw unavailable(CROWDED)
  }
  app.addHook('preValidation', atOnce(admit))
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode >= 400 && typeof payload === 'string') {
      const [, key] = REFUSAL_KEY.exec(payload) ?? []
      if (key !== undefined) refusalKeys.set(request, key)
    }
    load?.ended(request)
    room.ended(request)
    large.ended(request)
    // Otherwise a client keeps its connection, and the stop waits for it.
    if (stopping) reply.header('connection', 'close')
    done()
  })
}

const refusalKeys = new WeakMap<FastifyRequest, string>()

/** Every error begins so. */
const REFUSAL_KEY = /^\{"code":\d+,"key":"(\w+)"/

/** The urls of requests whose method no document serves there. */
const unserved = new WeakMap<FastifyRequest, Url>()

/** Refuses what the router did not find, but for OPTIONS. @throws {HttpFailure} */
function refuseUnserved(request: FastifyRequest, methods: Methods): void {
  const { method } = request
  const [path = ''] = request.url.split(/[?#]/, 1)
  if (!isDecodable(path)) throw new HttpFailure('invalid_url', badEscape('path'))
  const url = methods.at(path)
  if (url !== null && request.server.supportedMethods.includes(method)) {
    unserved.set(request, url)
    if (method === 'OPTIONS') return
    const one = methods.ofOneAt(path)
    const elsewhere = one === null ? '' : `; ${one}`
    const details = `${method} is not possible here, only ${url.allow}${elsewhere}.`
    throw new HttpFailure('method_not_allowed', details, { allow: url.allow })
  }
  if (!isPreflight(request)) {
    const details = `There is no ${method} ${path} here; ${whereFor(path, methods)}.`
    throw new HttpFailure('not_found', details)
  }
}

function whereFor(path: string, methods: Methods): string {
  if (path === '/metrics') return 'figures are served at METRICS_ADDRESS'
  const isOfSandbox = path.startsWith('/sandbox/') && methods.at('/sandbox/v1/projects') === null
  return isOfSandbox ? 'SANDBOX=true serves projects for tests' : '/docs lists what there is'
}

/**
 * A line for each request, written without a logger of its own.
 * @returns what writes it for a request that is not answered, where requests have lines.
 */
function addRequestLines(app: FastifyInstance, { log, onAnswered }: AppParts) {
  const isWritten = log !== undefined && ['info', 'debug', 'trace'].includes(log.level)
  const write = (request: FastifyRequest, reply: FastifyReply) => {
    if (!isWritten || isProbe(request)) return
    app.log.info({ [REQUEST_ID]: request.id, ...lineOf(request, reply) }, 'request')
  }
  if (isWritten || onAnswered !== undefined) {
    app.addHook('onResponse', (request, reply, done) => {
      write(request, reply)
      onAnswered?.(answeredIn(request, reply))
      done()
    })
  }
  return write
}

/** A part of the path that no code or source id can have; the router counts UTF-16 units. */
function refuseLongParts({ params, is404 }: FastifyRequest): void {
  if (is404) return
  for (const value of Object.values(params as Readonly<Record<string, string>>)) {
    if (isLongerThan(value, limits.pathParameterLength))
      throw new HttpFailure('uri_too_long', PART_TOO_LONG)
  }
}

/** Percent signs in a query that start no valid UTF-8 escape; the router refuses them in paths. */
function refuseBadEscapes(request: FastifyRequest): void {
  const query = request.url.indexOf('?')
  if (query === -1 || isDecodable(request.url.slice(query))) return
  throw new HttpFailure('invalid_url', badEscape('query'))
}

/** What the faults of the service were, of requests whose line is still to be written. */
const faults = new WeakMap<FastifyRequest, string>()

/** Answers a failure; only faults of the service are logged with their cause. */
function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, causes: Causes) {
  const { status, headers, body, ours } = answerTo(error, request.id)
  refusalKeys.set(request, body.key)
  if (ours) {
    const where = { log: request.log, fields: routeOf(request) }
    faults.set(request, causes.report(error, body.message, where))
  }
  return reply
    .code(status)
    .headers({ ...headers, 'x-request-id': request.id })
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** The log line of a request: its route and never its url, which may hold a secret. */
function lineOf(request: FastifyRequest, reply: FastifyReply) {
  const cause = faults.get(request)
  const key = refusalKeys.get(request)
  return {
    ...routeOf(request),
    ...(cause === undefined ? {} : { cause }),
    status: reply.statusCode,
    ...(key === undefined ? {} : { key }),
    ...faultIn(request, reply),
    ms: Math.round(reply.elapsedTime * 10) / 10
  }
}

function answeredIn(request: FastifyRequest, reply: FastifyReply): AnsweredRequest {
  const { config, url } = request.routeOptions
  return {
    operation: config?.operationId ?? (url === undefined || config?.unserved ? 'none' : 'page'),
    status: reply.statusCode,
    key: refusalKeys.get(request),
    ms: reply.elapsedTime
  }
}

function routeOf(request: FastifyRequest) {
  const { config, url } = request.routeOptions
  const operationId = config?.operationId
  const route = url ?? unserved.get(request)?.route ?? null
  return { method: request.method, route, ...(operationId ? { operationId } : {}) }
}
