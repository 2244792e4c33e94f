/**
 * How often a key pair may ask, and how often an address may show credentials that are refused.
 *
 * A request counts for its key pair once it is known whose it is, so that nobody uses up what is
 * another's; a bearer token counts for the pair that issued it, and a caller without credentials
 * for their address. Credentials are always judged first: an address whose refusals are used up is
 * told 429 in their place, and right credentials come in from there all the same, because several
 * callers may share an address. Each process counts for itself, in memory that is bounded.
 *
 * The plugin that counts is loaded only where something is to be counted.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Instant } from '../rules/validity.ts'
import { HttpFailure } from './errors.ts'

/** Requests in a minute; null: as many as come. */
export interface RateLimits {
  /** Of one key pair. */
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

/** What one request left of a limit. */
interface Count {
  readonly max: number
  readonly remaining: number
  /** Milliseconds until the count begins anew. */
  readonly ttl: number
  readonly isExceeded: boolean
}

type Counter = (request: FastifyRequest) => Promise<Count>

/** The counts of one process. */
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

  /**
   * Counts a request for its caller.
   * @throws {HttpFailure} when the caller has asked too often.
   */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (this.#perPair === null) return
    const count = await this.#perPair(request)
    reply.headers(this.#headers(count))
    if (count.isExceeded) throw tooMany(count, ASKED)
  }

  /** What is answered to credentials that were refused: the refusal, or that it were too many. */
  async refused(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<unknown> {
    if (this.#perAddress === null || !isRefusal(error)) return error
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

/** Neither known callers nor what they may do; other failures are not about credentials. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof HttpFailure)) return false
  return ['unauthorized', 'missing_required_permission'].includes(error.failure.key)
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
