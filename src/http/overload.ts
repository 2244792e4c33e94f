/**
 * What a process can carry: overload, rates of callers, and whether it is ready.
 *
 * Requests are refused while the process has more to do than it can answer in time. Two numbers
 * tell: how many requests are being carried out, and how late a timer is that comes every tenth of
 * a second, because whatever holds up the timer holds up every answer; a request that comes alone
 * is carried out all the same. A request is refused before its credentials or its body are looked
 * at, when that costs least, or else when its body is there; one that came in is carried out,
 * however long that takes. It counts from its body to its answer: a client that sends or reads
 * slowly keeps nobody else out, and for one that goes away in between the work is done all the
 * same. Large bodies have a room of their own. Processes on one file count each for itself.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Instant } from '../rules/validity.ts'
import { errorBody, HttpFailure, unavailable } from './errors.ts'
import { limits } from './limits.ts'

/*
 * How often a key pair may ask, and how often an address may show credentials that are refused. A
 * request counts for its key pair once it is known whose it is, so that nobody uses up what is
 * another's; a bearer token counts for the pair that issued it, and a caller without credentials
 * for their address. Credentials are always judged first: an address whose refusals are used up is
 * told 429 in their place, and right credentials come in from there all the same, because several
 * callers may share an address. Each process counts for itself, in memory that is bounded. The
 * plugin that counts is loaded only where something is to be counted.
 */

/** Requests in a minute; null: as many as come. */
export interface RateLimits {
  readonly rateLimit: number | null
  /** From one address, of those whose credentials are refused. */
  readonly failedCredentialsLimit: number | null
}

/** Names of headers; as clients of this kind of interface read them. */
export const RATE_HEADERS = ['X-Rate-Limit-Limit', 'X-Rate-Limit-Remaining', 'X-Rate-Limit-Retry']

const WINDOW_MS = 60_000
/** Key pairs, and addresses, that are counted at once; the one not seen longest is forgotten. */
const COUNTED_MAX = 10_000
/** Characters of an address; IPv6 with a zone has no more. */
const ADDRESS_LENGTH = 64

interface Count {
  readonly max: number
  readonly remaining: number
  /** Milliseconds until the count begins anew. */
  readonly ttl: number
  readonly isExceeded: boolean
}

type Counter = (request: FastifyRequest) => Promise<Count>

/**
 * Spec:
 * openapi/behaviour/identity-and-credentials.md#who-asks-too-often-waits-and-delays-nobody-else.
 */
export class RateLimiter {
  readonly #limits: RateLimits
  readonly #clock: () => Instant
  #perPair: Counter | null = null
  #perAddress: Counter | null = null

  constructor(limits: RateLimits, clock: () => Instant) {
    this.#limits = limits
    this.#clock = clock
  }

  /** Loads what counts, before the application is ready. */
  addTo(app: FastifyInstance): void {
    app.register(async own => {
      // In the published bundle, `import()` of a CommonJS package gives its default export alone.
      const { default: plugin } = await import('@fastify/rate-limit')
      await own.register(plugin, { global: false, cache: COUNTED_MAX, timeWindow: WINDOW_MS })
      const counter = (max: number | null, keyGenerator: (request: FastifyRequest) => string) =>
        max === null ? null : (own.createRateLimit({ max, keyGenerator }) as Counter)
      // Addresses of IPv6 count by their network of 64 bits, which is what one caller has.
      const address = ({ ip = '' }: FastifyRequest) =>
        plugin.normalizeIP(ip.slice(0, ADDRESS_LENGTH))
      const pair = (request: FastifyRequest) =>
        request.caller.project === null ? address(request) : request.caller.key.id
      this.#perPair = counter(this.#limits.rateLimit, pair)
      this.#perAddress = counter(this.#limits.failedCredentialsLimit, address)
    })
  }

  /** Counts a request for its caller. @throws {HttpFailure} when the caller has asked too often. */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (this.#perPair === null) return
    const count = await this.#perPair(request)
    reply.headers(this.#headers(count))
    if (count.isExceeded) throw tooMany(count, ASKED)
  }

  /** What is answered to credentials that were refused: the refusal, or that it were too many. */
  async refused(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<unknown> {
    const key = error instanceof HttpFailure ? error.failure.key : null
    const isRefusal = key === 'unauthorized' || key === 'missing_required_permission'
    if (this.#perAddress === null || !isRefusal) return error
    const count = await this.#perAddress(request)
    reply.headers(this.#headers(count))
    return count.isExceeded ? tooMany(count, REFUSED) : error
  }

  #headers({ max, remaining, ttl }: Count): Readonly<Record<string, string>> {
    const endsAt = Math.ceil((Date.parse(this.#clock()) + ttl) / 1_000)
    const values = [max, remaining, endsAt].map(String)
    return Object.fromEntries(
      RATE_HEADERS.map((name, at) => [name.toLowerCase(), values[at] ?? ''])
    )
  }
}

const ASKED =
  'This key pair has sent more requests in a minute than it may. Wait as many seconds as ' +
  'Retry-After says, then send the same request again.'

const REFUSED =
  'Credentials from this address were refused more often in a minute than they may be. Send the ' +
  'right ones, which are taken at any time; wrong ones are looked at again after Retry-After ' +
  'seconds.'

function tooMany({ ttl }: Count, details: string): HttpFailure {
  const seconds = Math.max(1, Math.ceil(ttl / 1_000))
  return new HttpFailure('too_many_requests', details, { 'retry-after': String(seconds) })
}

export interface PressureLimits {
  /** Requests that are carried out together. */
  readonly requestsMax: number
  /** Milliseconds by which a timer may be late. */
  readonly eventLoopDelayMaxMs: number
}

/** Milliseconds between two looks at the clock. */
const LOOK_MS = 100

/**
 * Spec: openapi/behaviour/requests-and-errors.md#a-503-did-nothing-unless-it-says-outcome_unknown.
 */
export class Pressure {
  readonly #limits: PressureLimits
  readonly #stopwatch: () => number
  readonly #underWay = new Set<object>()
  #delayMs = 0
  #timer: NodeJS.Timeout | null = null

  /** `stopwatch`: milliseconds since some fixed moment. */
  constructor(limits: PressureLimits, stopwatch: () => number) {
    this.#limits = limits
    this.#stopwatch = stopwatch
  }

  /** Looks at the clock from now on; keeps no process alive. */
  start(): void {
    let before = this.#stopwatch()
    this.#timer ??= setInterval(() => {
      const now = this.#stopwatch()
      this.#delayMs = now - before - LOOK_MS
      before = now
    }, LOOK_MS)
    this.#timer.unref()
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
    this.#delayMs = 0
  }

  get isFull(): boolean {
    const { requestsMax, eventLoopDelayMaxMs } = this.#limits
    const underWay = this.#underWay.size
    return underWay >= requestsMax || (underWay > 0 && this.#delayMs > eventLoopDelayMaxMs)
  }

  /** Counts a request until `ended`; false: it is refused. */
  admits(request: object): boolean {
    if (this.isFull) return false
    this.#underWay.add(request)
    return true
  }

  /** The answer is made; of a request that was not counted, nothing changes. */
  ended(request: object): void {
    this.#underWay.delete(request)
  }
}

/*
 * The room for large bodies, in bytes of memory. Who announces one waits until all of it has room,
 * and meanwhile it is not read. What is announced counts for as long as a body takes that comes
 * swiftly; then, and where no length is announced, what has come counts, because to announce costs
 * nothing. So room may end in the middle of a body. What is parsed counts by what it takes then.
 * One key pair never takes all of the room. Key pairs that wait take turns, and nobody comes before
 * those who wait for the same room.
 */

type RoomTimes = { readonly [Name in 'roomWaitMs' | 'arrivalMs']: number }

interface KeptBody {
  readonly owner: string
  /** Of memory, that are kept for it. */
  readonly bytes: number
  /** Of it, that have come. */
  readonly came: number
  /** When what has come counts in place of what was announced. */
  readonly arrival: NodeJS.Timeout | undefined
}

interface WaitingBody {
  readonly request: object
  readonly bytes: number
  readonly timer: NodeJS.Timeout
  readonly told: (hasRoom: boolean) => void
}

export class BodyRoom {
  readonly #times: RoomTimes
  readonly #bodies = new Map<object, KeptBody>()
  readonly #bytesOf = new Map<string, number>()
  #bytes = 0
  /** By owner, in the order of their next turns. */
  readonly #lines = new Map<string, WaitingBody[]>()
  #isClosed = false

  constructor(times: RoomTimes = limits) {
    this.#times = times
  }

  get waiting(): number {
    return [...this.#lines.values()].reduce((sum, { length }) => sum + length, 0)
  }

  /** Until `ended`; false: there is no room in time, too many wait, or it ended meanwhile. */
  enter(request: object, owner: string, bytes: number): Promise<boolean> {
    return new Promise(told => {
      const line = this.#lines.get(owner) ?? []
      const isCrowded =
        line.length >= limits.ownWaitingBodies || this.waiting >= limits.waitingBodies
      if (isCrowded) return told(false)
      const timer = setTimeout(() => this.ended(request), this.#times.roomWaitMs).unref()
      line.push({ request, bytes, timer, told })
      this.#lines.set(owner, line)
      this.#letIn()
      if (this.#isClosed) this.close()
    })
  }

  /** Keeps room for what has come of a body so far, until `ended`; false: there is none for more. */
  holds(request: object, owner: string, came: number): boolean {
    if (came <= limits.smallBodyBytes) return true
    const { bytes: kept = 0, arrival } = this.#bodies.get(request) ?? {}
    if (came > kept && !this.#fits(owner, came - kept)) return false
    this.#set(request, { owner, bytes: Math.max(came, kept), came, arrival })
    return true
  }

  /** A body that is there takes so many bytes of memory from now on, until `ended`. */
  weighs(request: object, owner: string, bytes: number): void {
    clearTimeout(this.#bodies.get(request)?.arrival)
    this.#set(request, { owner, bytes, came: bytes, arrival: undefined })
  }

  /** The answer is made, or the request is gone; of one that has no room, nothing changes. */
  ended(request: object): void {
    for (const [owner, line] of this.#lines) {
      const index = line.findIndex(waiting => waiting.request === request)
      if (index < 0) continue
      this.#leaves(owner, index).told(false)
      this.#letIn()
      return
    }
    const body = this.#bodies.get(request)
    if (body === undefined) return
    clearTimeout(body.arrival)
    this.#set(request, null)
  }

  /** From now on nobody waits, and those who do are told that there is no room. */
  close(): void {
    this.#isClosed = true
    const all = [...this.#lines.values()].flat()
    this.#lines.clear()
    for (const { timer, told } of all) {
      clearTimeout(timer)
      told(false)
    }
  }

  #fits(owner: string, more: number): boolean {
    return this.#fitsOwn(owner, more) && this.#bytes + more <= limits.bodiesBytes
  }

  #fitsOwn(owner: string, more: number): boolean {
    return (this.#bytesOf.get(owner) ?? 0) + more <= limits.ownBodiesBytes
  }

  /** Lets those in for whom there is room now: of each owner one, then of each another. */
  #letIn(): void {
    // A line that is put behind the others is come to again.
    for (const [owner, [first]] of this.#lines) {
      if (first === undefined || !this.#fitsOwn(owner, first.bytes)) continue
      if (!this.#fits(owner, first.bytes)) return
      const { request, bytes, told } = this.#leaves(owner, 0)
      this.#keep(request, owner, bytes)
      told(true)
    }
  }

  /** Takes a request out of its line; the first one's line is then behind the others. */
  #leaves(owner: string, index: number): WaitingBody {
    const line = this.#lines.get(owner) as WaitingBody[]
    const [left] = line.splice(index, 1) as [WaitingBody]
    clearTimeout(left.timer)
    if (index === 0 || line.length === 0) this.#lines.delete(owner)
    if (line.length > 0) this.#lines.set(owner, line)
    return left
  }

  #keep(request: object, owner: string, bytes: number): void {
    const countWhatCame = () => {
      const body = this.#bodies.get(request)
      if (body !== undefined) this.#set(request, { ...body, bytes: body.came })
    }
    const arrival = setTimeout(countWhatCame, this.#times.arrivalMs).unref()
    this.#set(request, { owner, bytes, came: 0, arrival })
  }

  /** What is kept for a body from now on; null: nothing. */
  #set(request: object, body: KeptBody | null): void {
    const before = this.#bodies.get(request)
    const { owner } = body ?? before ?? { owner: '' }
    const more = (body?.bytes ?? 0) - (before?.bytes ?? 0)
    if (body === null) this.#bodies.delete(request)
    else this.#bodies.set(request, body)
    this.#bytes += more
    const own = (this.#bytesOf.get(owner) ?? 0) + more
    if (own === 0) this.#bytesOf.delete(owner)
    else this.#bytesOf.set(owner, own)
    if (more < 0) this.#letIn()
  }
}

/*
 * Whether requests can be served, as `/health/ready` says it. The question costs a durable write,
 * so its answer is kept for a second, and all who ask meanwhile share it. A write that the database
 * could not store makes the service not ready at once. The reason goes into the body each time, and
 * into the log once: a probe asks every few seconds and would fill it.
 */

/** Milliseconds for which an answer is kept, from the moment it was asked for. */
const KEPT_MS = 1_000

interface ReadinessParts {
  /** Rejects when the store does not read and write; it may take seconds. */
  readonly check: () => Promise<unknown>
  /** Why the last write was not stored, where that keeps the next ones from it, too; else null. */
  readonly trouble: () => unknown
  /** What an operator should know of a service that can serve, in a sentence; else null. */
  readonly notice: () => string | null
  readonly log: {
    info(message: string): void
    error(fields: object, message: string): void
  }
  /** Milliseconds since some fixed moment. */
  readonly stopwatch: () => number
}

export class Readiness {
  readonly #parts: ReadinessParts
  #askedAt = Number.NEGATIVE_INFINITY
  #answer: Promise<string | null> = Promise.resolve(null)
  #underWay = false
  #lastReason: string | null = null
  #lastTrouble: unknown = null

  constructor(parts: ReadinessParts) {
    this.#parts = parts
  }

  /** Why the service cannot serve, in a sentence; null when it can. Never rejects. */
  reason(): Promise<string | null> {
    const now = this.#parts.stopwatch()
    const trouble = this.#parts.trouble()
    if (trouble !== this.#lastTrouble) {
      this.#lastTrouble = trouble
      if (trouble !== null) {
        this.#askedAt = now
        this.#answer = Promise.resolve(this.#told(trouble))
        return this.#answer
      }
    }
    if (!this.#underWay && now - this.#askedAt >= KEPT_MS) {
      this.#askedAt = now
      this.#underWay = true
      this.#answer = this.#ask()
    }
    return this.#answer
  }

  /** The answer to a probe: 200, perhaps with `details`; or 503 with the reason, as an error. */
  async page(requestId: string) {
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store'
    }
    const reason = await this.reason()
    if (reason === null) {
      const details = this.#parts.notice()
      const body = { status: 'ready', ...(details !== null && { details }) }
      return { status: 200, headers, bytes: JSON.stringify(body) }
    }
    const failure = unavailable(reason)
    return {
      status: 503,
      headers: { ...headers, ...failure.headers, 'x-request-id': requestId },
      bytes: JSON.stringify(errorBody(failure.failure, requestId))
    }
  }

  async #ask(): Promise<string | null> {
    try {
      await this.#parts.check()
      return this.#told(null)
    } catch (error) {
      return this.#told(error)
    } finally {
      this.#underWay = false
    }
  }

  /** The sentence for what keeps the service from serving; null for nothing. */
  #told(cause: unknown): string | null {
    const { log } = this.#parts
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const untold = 'The database does not answer. The log says why.'
    const reason = cause === null ? null : (sentences[code] ?? untold)
    if (reason !== this.#lastReason) {
      if (reason === null) log.info('The service is ready again.')
      else log.error({ err: cause }, `The service is not ready: ${reason}`)
    }
    this.#lastReason = reason
    return reason
  }
}

/** Sentences by the codes of storage errors, without the paths that those messages name. */
const sentences: { readonly [code: string]: string } = {
  store_busy: 'Another process has locked the database.',
  store_closed: 'The service is stopping.',
  store_corrupt: 'The database is damaged. Restore a backup.',
  store_failed: 'The disk of the database cannot be read or written.',
  store_full: 'There is no room left for the database. Free some disk space.',
  store_too_new: 'A newer version of the service has changed the database. Start that version.',
  store_moved:
    'The file of the database or its log was moved, deleted or replaced. Move them back, or stop ' +
    'the service and restore a backup.',
  store_refused: 'The database does not let the service write. It may be a standby.',
  store_unreachable: 'The database cannot be reached, or has no connection left.',
  store_unwritable: 'The user of the database has no right to write it.'
}
