/**
 * Documents and the handlers of their operations, as routes with every gate in front of them.
 * fastify-openapi-glue makes the routes. It is given one outline of all documents, without their
 * schemas: it would copy each of them into each route that mentions it, takes 70 ms whenever it is
 * registered, and what it and the web framework make of schemas has holes (a missing body, an
 * undeclared content type and credentials after parsing among them). The gates here close those, in
 * one order: credentials, content type, body there, body readable, path, headers, query, body.
 * Answers arrive rendered and leave as they are, since a serializer would silently drop and convert
 * what the document does not expect.
 * Spec: openapi/behaviour/lists-and-paths.md#head-is-get-without-the-body.
 */
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preValidationHookHandler,
  RouteOptions
} from 'fastify'
import { fastifyOpenapiGlue } from 'fastify-openapi-glue'
import { afterSlice, countedBody, type LargeBodies, waitForRoom } from './bodies.ts'
import {
  authenticate,
  type CredentialRules,
  clientGates,
  doorsOf,
  FORM,
  securityMistakes
} from './credentials.ts'
import { BootRefused, type Document, type Operation, operationsOf } from './document.ts'
import { HttpFailure } from './errors.ts'
import { KeyedRequests } from './idempotency.ts'
import { limits } from './limits.ts'
import type { BodyRoom, RateLimiter } from './overload.ts'
import { ownRequestId } from './parameters.ts'
import type { ForcedAnswers } from './planned-faults.ts'
import { type OperationId, openOperations, type ReadyAnswer } from './types.ts'
import type { Arrived, RequestChecks } from './validation.ts'

/** A document with the objects that handle its operations; mounts may share both. */
export interface Mount {
  readonly name: string
  readonly document: Document
  readonly handlers: readonly object[]
}

interface PlannedRoute {
  readonly operation: Operation
  readonly handle: Handle
}

interface Gates {
  readonly credentials: CredentialRules
  readonly validation: RequestChecks
  /** Null: nobody asks too often. */
  readonly rates: RateLimiter | null
  readonly room: BodyRoom
  readonly large: LargeBodies
  /** Null: there is no sandbox, and no answer can be forced. */
  readonly forced: ForcedAnswers | null
}

type Handle = (request: FastifyRequest) => Promise<ReadyAnswer<OperationId>>

const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Checks all mounts together and pairs operations with handlers.
 * @throws {BootRefused} saying, a line for each mistake, what to add where.
 */
export function planRoutes(mounts: readonly Mount[]): readonly PlannedRoute[] {
  const mistakes: string[] = []
  const read = mounts.map(mount => ({ mount, operations: readOperations(mount, mistakes) }))
  // Handlers follow from the documents, so they are compared only when the documents are right.
  if (mistakes.length > 0) throw new BootRefused(mistakes)
  const all = read.flatMap(({ operations }) => operations)
  mistakes.push(...ambiguities(all), ...strangers(mounts, all))
  const routes = read.flatMap(({ mount, operations }) =>
    paired(mount.handlers, operations, mistakes)
  )
  if (mistakes.length > 0) throw new BootRefused(mistakes)
  return routes
}

export function mount(app: FastifyInstance, routes: readonly PlannedRoute[], gates: Gates): void {
  const byId = new Map(routes.map(planned => [planned.operation.id, planned]))
  const keyed = new KeyedRequests()
  // The parts of an OpenAPI document from which routes can be made.
  const paths: Record<string, Record<string, object>> = {}
  for (const { operation } of routes) {
    const { path, method, id: operationId } = operation
    const responses = { 200: { description: 'Answer' } }
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId, responses } }
  }
  app.register(fastifyOpenapiGlue, {
    specification: { openapi: '3.1.0', info: { title: 'Outline', version: '1' }, paths },
    // Method and url come from the outline; glue takes the rest from this result.
    operationResolver: (id: string) =>
      routeOf(byId.get(id) as PlannedRoute, gates, keyed) as unknown as RouteOptions
  })
}

/** The route of one operation: its gates in their order, then its handler. */
function routeOf(
  { operation, handle }: PlannedRoute,
  { credentials, validation, rates, room, large, forced }: Gates,
  keyed: KeyedRequests
) {
  const doors = doorsOf(operation.security)
  const check = (request: FastifyRequest) => {
    refuseMissingBody(operation, request)
    Object.assign(request, validation.check(operation, arrivedIn(request)))
  }
  const checkInSlices = async (request: FastifyRequest) => {
    const checked = await validation.checkInSlices(operation, arrivedIn(request), afterSlice)
    Object.assign(request, checked)
  }
  const begin: Handle = request => {
    const answer = handle(request)
    large.left(request)
    return answer
  }
  const checkAtOnce = atOnce(check)
  const client = clientGates(credentials, doors)
  const identify = identified(rates)
  return {
    config: { operationId: operation.id, document: operation.document },
    ...(operation.body !== null &&
      [...operation.body.schemas.keys()].join() === FORM && { bodyLimit: limits.formBytes }),
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      await identify(request, reply, async () => {
        if (doors.client) await client.beforeBody(request)
        else request.caller = await authenticate(credentials, doors, request.headers, request.id)
      })
      refuseUndeclaredType(operation, request)
      await waitForRoom(room, request)
    },
    preParsing: countedBody(room),
    preValidation: doors.client
      ? async (request: FastifyRequest, reply: FastifyReply) => {
          await identify(request, reply, () => client.afterBody(request))
          check(request)
        }
      : (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
          if (large.has(request)) checkInSlices(request).then(() => done(), done)
          else checkAtOnce.call(request.server, request, reply, done)
        },
    // After the hooks of all routes: what it does to an answer, nothing does anything to.
    ...(forced && { onSend: forced.deliver }),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const asked = forced === null ? null : await forced.answerTo(operation, request, reply)
      const answer = asked ?? (await keyed.carriedOut(operation, request, begin))
      await confirmCaller(request)
      const { status, bytes, headers } = answer
      reply.code(status)
      if (headers !== undefined) reply.headers(headers)
      if (bytes === '') reply.send()
      else reply.header('content-type', JSON_TYPE).send(bytes)
      // A reply that is returned is waited for until it is sent. Planned faults put that off.
      return forced === null ? undefined : reply
    }
  }
}

function arrivedIn({ params, headers, query, body, mediaType = '' }: FastifyRequest): Arrived {
  return { params, headers, query, body, mediaType }
}

/** Runs a look at credentials, and counts what comes of it. */
function identified(rates: RateLimiter | null) {
  return async (request: FastifyRequest, reply: FastifyReply, look: () => Promise<void>) => {
    const known = request.caller !== undefined
    try {
      await look()
    } catch (error) {
      throw rates === null ? error : await rates.refused(request, reply, error)
    }
    if (known || request.caller === undefined) return
    nameBySandbox(request, reply)
    await rates?.admit(request, reply)
  }
}

/** In a sandbox, what a request is called follows from the seed where the caller does not say. */
function nameBySandbox(request: FastifyRequest, reply: FastifyReply): void {
  const { caller, headers } = request
  if (caller.project === null || caller.sandbox === undefined) return
  if (ownRequestId(headers) !== undefined) return
  request.id = caller.sandbox.newRequestId()
  request.caller = { ...caller, requestId: request.id }
  reply.header('x-request-id', request.id)
}

/**
 * Makes sure of a caller whom no unit has confirmed, before anything is answered.
 * @throws {HttpFailure} when the credentials ended meanwhile.
 */
async function confirmCaller({ caller }: FastifyRequest): Promise<void> {
  if (caller !== undefined && caller.project !== null && !caller.proof.confirmed) {
    await caller.proof.confirmAlone()
  }
}

/**
 * The failure; or the refusal of the caller, when their credentials no longer hold. Where the unit
 * got no connection in time, another one for the credentials would wait as long again. What is said
 * then is the same for everybody.
 */
export async function asConfirmed(error: unknown, request: FastifyRequest): Promise<unknown> {
  if (error instanceof Error && 'code' in error && error.code === 'store_unreachable') return error
  try {
    await confirmCaller(request)
    return error
  } catch (refusal) {
    return refusal
  }
}

/** A hook that waits for nothing and needs no promise; what `check` throws is answered. */
export function atOnce(
  check: (request: FastifyRequest, reply: FastifyReply) => void
): onRequestHookHandler & preValidationHookHandler {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    try {
      check(request, reply)
    } catch (error) {
      done(error as Error)
      return
    }
    // Outside the try: what follows is called by this, and its errors are its own.
    done()
  }
}

/** 415, before the body is read. An empty body has no type, whatever the header says. */
function refuseUndeclaredType({ body }: Operation, request: FastifyRequest): void {
  const { headers } = request.raw
  const empty = headers['transfer-encoding'] === undefined && !Number(headers['content-length'])
  if (empty || request.method === 'GET') {
    delete headers['content-type']
    return
  }
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding.trim().toLowerCase() !== 'identity') {
    const details = `Nothing is unpacked here: send the body as it is, not coded as ${coding}.`
    throw new HttpFailure('unsupported_media_type', details)
  }
  const declared = body === null ? ['application/json'] : [...body.schemas.keys()]
  const sent = request.mediaType ?? ''
  if (declared.includes(sent)) return
  const instead = sent === '' ? 'and say so in the header Content-Type' : `not as ${sent}`
  throw new HttpFailure(
    'unsupported_media_type',
    `Send the body as ${declared.join(' or ')}, ${instead}.`
  )
}

function refuseMissingBody({ body }: Operation, request: FastifyRequest): void {
  if (body === null || !body.required || request.body !== undefined) return
  const types = [...body.schemas.keys()]
  const key = types.includes('application/json') ? 'invalid_payload' : 'missing_parameters'
  throw new HttpFailure(key, `A body is required. Send one as ${types.join(' or ')}.`)
}

/** The operations of a mount; for a wrong document none, and its mistakes. */
function readOperations({ name, document }: Mount, mistakes: string[]): readonly Operation[] {
  try {
    const operations = operationsOf(name, document)
    const declared = document.components?.securitySchemes
    for (const { id, security } of operations) {
      for (const what of securityMistakes(security, declared))
        mistakes.push(`${name}: ${id} ${what}.`)
      const listed = openOperations.some(open => open === id)
      if (!listed && security.some(entry => Object.keys(entry).length === 0)) {
        mistakes.push(
          `${name}: ${id} can be called without credentials. Name it in openOperations of ` +
            'src/http/types.ts, so that its handler is told that nobody may be calling.'
        )
      }
    }
    return operations
  } catch (error) {
    if (!(error instanceof BootRefused)) throw error
    mistakes.push(error.message)
    return []
  }
}

/** Ids or urls that two operations share; the names of path parameters do not distinguish urls. */
function ambiguities(operations: readonly Operation[]): string[] {
  const seen = new Map<string, Operation>()
  const mistakes: string[] = []
  for (const operation of operations) {
    const url = `${operation.method} ${operation.path.replaceAll(/\{\w+\}/g, '{}')}`
    for (const key of [operation.id, url]) {
      const first = seen.get(key)
      if (first !== undefined) {
        mistakes.push(
          `${operation.document}: ${operation.id} (${operation.method} ${operation.path}) is ` +
            `there already, as ${first.id} (${first.method} ${first.path}) of ` +
            `${first.document}. Rename one.`
        )
      }
      seen.set(key, operation)
    }
  }
  return mistakes
}

function strangers(mounts: readonly Mount[], operations: readonly Operation[]): string[] {
  const names = mounts.map(mount => mount.name).join(' or ')
  const known = new Set(operations.map(operation => operation.id))
  const instances = [...new Set(mounts.flatMap(mount => mount.handlers))]
  return instances.flatMap(handler =>
    methodsOf(handler)
      .filter(method => !known.has(method))
      .map(
        method =>
          `${method} is no operation of ${names}. Name it after an operationId, or take it out ` +
          'of the handlers.'
      )
  )
}

/** The operations of one mount with their handlers; an operation without one is a mistake. */
function paired(handlers: readonly object[], operations: readonly Operation[], mistakes: string[]) {
  const owners = Map.groupBy(
    handlers.flatMap(handler => methodsOf(handler).map(method => ({ handler, method }))),
    ({ method }) => method
  )
  return operations.flatMap(operation => {
    const { id, document, method, path } = operation
    const [owner, ...others] = (owners.get(id) ?? []).map(({ handler }) => handler)
    if (owner === undefined) {
      mistakes.push(
        `No handler for \`${id}\` (${document}: ${method} ${path}). Add a method of that name to ` +
          'the handlers of its tag in src/handlers.'
      )
      return []
    }
    if (others.length > 0) {
      mistakes.push(`\`${id}\` is handled ${others.length + 1} times. Keep one of the methods.`)
      return []
    }
    return [{ operation, handle: (owner as Record<string, Handle>)[id] as Handle }]
  })
}

function methodsOf(handlers: object): readonly string[] {
  return Object.entries(handlers).flatMap(([name, value]) =>
    typeof value === 'function' ? [name] : []
  )
}

/*
 * Which methods each url has, so that a request for another one is told them. The router knows the
 * methods that are served, and little else: a route more for each url would cost every start what
 * only mistaken requests and OPTIONS need. But where a name stands in the place of another url's
 * parameter, it would take the name for a value: a `DELETE` of `/v1/vouchers/import` for the
 * voucher with this code. Such urls get routes for the methods of the other.
 */

/** A url as a route has it. */
interface Collected {
  /** With its parameters by name: `/v1/customers/:customerId`. */
  readonly route: string
  readonly parts: readonly string[]
  /** Whether pages of any origin may read it. */
  readonly anyOrigin: boolean
  /** What it can do over all documents. */
  readonly methods: Set<string>
}

export interface Url extends Pick<Collected, 'route' | 'anyOrigin'> {
  /** In the words of the header Allow; OPTIONS among them. */
  readonly allow: string
}

export class Methods {
  readonly #collected = new Map<string, Collected>()

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ url, method, config }) => {
      if (config?.unserved) return
      // Two names for one parameter do not make two urls.
      const shape = url.replaceAll(/:\w+/g, ':')
      const anyOrigin = config?.anyOrigin ?? false
      const known = this.#collected.get(shape)
      const made = { route: url, parts: url.split('/'), anyOrigin, methods: new Set(['OPTIONS']) }
      const found = known ?? made
      for (const each of [method].flat()) found.methods.add(each)
      this.#collected.set(shape, found)
    })
  }

  get all(): string {
    return listed([...this.#collected.values()].flatMap(({ methods }) => [...methods]))
  }

  /** The routes to add for urls with a name where another url has a parameter. */
  unservedRoutes(): readonly { readonly url: string; readonly method: string[] }[] {
    const all = [...this.#collected.values()]
    // Each is compared with those that may lead to it: every start waits for this.
    const byLength = Map.groupBy(all, ({ parts }) => (isOpen(parts) ? null : parts.length))
    return all.flatMap(named => {
      const alike = [...(byLength.get(named.parts.length) ?? []), ...(byLength.get(null) ?? [])]
      const others = alike.filter(({ parts }) => leadsTo(parts, named.parts))
      const method = new Set(others.flatMap(({ methods }) => [...methods]))
      for (const own of named.methods) method.delete(own)
      return method.size === 0 ? [] : [{ url: named.route, method: [...method] }]
    })
  }

  /** What the url of a path can do, the path percent-encoded; null where there is no such url. */
  at(path: string): Url | null {
    const asked = partsOf(path)
    const fitting = [...this.#collected.values()].filter(({ parts }) => leadsTo(parts, asked))
    const names = ({ parts }: Collected) => namesBeforeParameter(parts)
    // The router prefers a name to a parameter, from the left.
    const [found] = fitting.toSorted((one, other) => names(other) - names(one))
    return found === undefined ? null : { ...found, allow: listed(found.methods) }
  }

  /** What one of those that a path lists can do, as `PUT at /v1/orders/{orderId}`; or null. */
  ofOneAt(path: string): string | null {
    const asked = partsOf(path)
    const below = [...this.#collected.values()].find(
      ({ parts }) => parts.at(-1)?.startsWith(':') && leadsTo(parts.slice(0, -1), asked)
    )
    if (below === undefined) return null
    return `${listed(below.methods)} at ${path}/{${below.parts.at(-1)?.slice(1)}}`
  }
}

function partsOf(path: string): readonly string[] {
  return path.split('/').map(part => decodeURIComponent(part))
}

function namesBeforeParameter(route: readonly string[]): number {
  const first = route.findIndex(part => part.startsWith(':'))
  return first === -1 ? route.length : first
}

/** Whether the last part of a route stands for any number of them. */
function isOpen(route: readonly string[]): boolean {
  return route.at(-1) === '*'
}

/** Whether the parts of a path are those of a route, whose last one may stand for any. */
function leadsTo(route: readonly string[], parts: readonly string[]): boolean {
  const open = isOpen(route)
  if (open ? parts.length < route.length : parts.length !== route.length) return false
  return route.every((part, index) => {
    if (open && part === '*') return true
    return part.startsWith(':') ? parts[index] !== '' : part === parts[index]
  })
}

function listed(methods: Iterable<string>): string {
  return [...new Set(methods)].sort().join(', ')
}

/*
 * The headers by which browsers keep answers to what they are for: nobody guesses another type,
 * frames an answer, learns its url from a referrer, or finds it in a cache. Pages that are to be
 * seen say a policy of their own in place of the strict one. Browsers are told to insist on TLS
 * only where PUBLIC_URL says that there is TLS, because the service has none.
 */

/** Seconds for which a browser insists on TLS: a year. */
const TLS_SECONDS = 31_536_000

/** Gives every answer these headers, which a page may replace. */
export function guardAnswers(
  app: FastifyInstance,
  headers: Readonly<Record<string, string>>
): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/**
 * The headers of every answer that does not say otherwise.
 * Spec: openapi/behaviour/identity-and-credentials.md#answers-say-what-browsers-and-caches-may-do.
 */
export function guarding(publicUrl: string): Readonly<Record<string, string>> {
  const tls = { 'strict-transport-security': `max-age=${TLS_SECONDS}` }
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    ...(publicUrl.startsWith('https:') ? tls : {})
  }
}

/*
 * The log of one request, which costs nothing until a line is written to it. The web framework
 * makes a logger for every request, so that each of its lines has the request's id. Hardly any
 * request writes such a line, so the logger is made at the first.
 */

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

type Writer = { readonly [Name in Level]: (...line: readonly unknown[]) => void }

export class RequestLog implements FastifyBaseLogger {
  readonly #service: FastifyBaseLogger
  readonly #bindings: object
  #own: FastifyBaseLogger | null = null

  constructor(service: FastifyBaseLogger, bindings: object) {
    this.#service = service
    this.#bindings = bindings
  }

  get level() {
    return this.#service.level
  }

  child(...bindings: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#made().child(...bindings)
  }

  fatal(...line: readonly unknown[]): void {
    this.#write('fatal', line)
  }

  error(...line: readonly unknown[]): void {
    this.#write('error', line)
  }

  warn(...line: readonly unknown[]): void {
    this.#write('warn', line)
  }

  info(...line: readonly unknown[]): void {
    this.#write('info', line)
  }

  debug(...line: readonly unknown[]): void {
    this.#write('debug', line)
  }

  trace(...line: readonly unknown[]): void {
    this.#write('trace', line)
  }

  silent(): void {}

  #write(level: Level, line: readonly unknown[]): void {
    const own = this.#made() as unknown as Writer
    own[level](...line)
  }

  #made(): FastifyBaseLogger {
    this.#own ??= this.#service.child(this.#bindings)
    return this.#own
  }
}
