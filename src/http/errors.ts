/**
 * The error catalogue: every key of our answers with its status and its message; and the one way
 * from a failure to an HTTP answer. Every failure is answered in one shape. `details` says what a
 * caller can act on; a failure of ours is logged and answered with its request id only.
 * A test compares this catalogue with the table of openapi/behaviour/errors.md.
 * Spec: ErrorAnswer, RedeemableError,
 * openapi/behaviour/requests-and-errors.md#every-error-has-one-shape.
 */
import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  type BodyMistake,
  MESSAGES,
  type Refusal,
  type RefusalKey,
  Refused
} from '../decisions/refusals.ts'
import type { HttpConnections } from './connections.ts'
import { limits } from './limits.ts'

interface CatalogueEntry {
  readonly status: number
  readonly message: string
}

const badRequest = (message: string): CatalogueEntry => ({ status: 400, message })

/** Keys and statuses are part of the contract; messages are for people and may be reworded. */
export const catalogue = {
  // A failed redemption has the same message in its record and in its error.
  ...(Object.fromEntries(
    Object.entries(MESSAGES).map(([code, message]) => [code, badRequest(message)])
  ) as { readonly [Code in keyof typeof MESSAGES]: CatalogueEntry }),
  invalid_url: badRequest('Invalid URL'),
  invalid_headers: badRequest('Invalid headers'),
  invalid_query_params: badRequest('Invalid query params'),
  invalid_payload: badRequest('Invalid payload'),
  missing_param: badRequest('Missing required parameter'),
  missing_parameters: badRequest('Missing parameters'),
  invalid_grant_type: badRequest('Invalid grant_type'),
  invalid_scope: badRequest('Invalid scope'),
  invalid_validation_rules: badRequest('Invalid validation rule'),
  invalid_code_config: badRequest('Invalid code config'),
  invalid_campaign: badRequest('Invalid campaign'),
  invalid_voucher: badRequest('Invalid voucher'),
  invalid_balance: badRequest('Invalid balance'),
  invalid_pending_points_state: badRequest('Invalid pending points state'),
  resource_in_use: badRequest('Resource in use'),
  already_rolled_back: badRequest('Already rolled back'),
  invalid_rollback_params: badRequest('Invalid rollback params'),
  invalid_redemption: badRequest('Invalid redemption'),
  invalid_redemption_parent: badRequest('Invalid redemption parent'),
  duplicated_redeemables: badRequest('Duplicated redeemables detected'),
  invalid_redeemables: badRequest('Invalid redeemables'),
  no_applicable_redeemables: badRequest('No applicable redeemables'),
  campaign_not_allow_auto_join: badRequest('campaign does not allow auto join'),
  loyalty_card_not_active: badRequest('loyalty card is not active'),
  voucher_already_published: badRequest('voucher already published'),
  unauthorized: { status: 401, message: 'Unauthorized' },
  missing_required_permission: { status: 403, message: 'Missing permission' },
  not_found: { status: 404, message: 'Resource not found' },
  method_not_allowed: { status: 405, message: 'Method not allowed' },
  stacking_rules_exist: { status: 409, message: 'Stacking rules exist' },
  duplicate_found: { status: 409, message: 'Duplicated resource found' },
  range_not_satisfiable: { status: 416, message: 'Range not satisfiable' },
  url_ended: { status: 410, message: 'URL ended' },
  payload_too_large: { status: 413, message: 'Payload too large' },
  uri_too_long: { status: 414, message: 'URI too long' },
  unsupported_media_type: { status: 415, message: 'Unsupported media type' },
  idempotency_key_in_use: { status: 409, message: 'Idempotency key in use' },
  idempotency_key_reused: { status: 422, message: 'Idempotency key reused' },
  idempotency_answer_erased: { status: 422, message: 'Answer erased' },
  too_many_requests: { status: 429, message: 'Too many requests' },
  too_many_jobs: { status: 429, message: 'Too many jobs' },
  internal_error: { status: 500, message: 'Internal server error' },
  outcome_unknown: { status: 503, message: 'Outcome unknown' },
  service_unavailable: { status: 503, message: 'Service unavailable' }
} satisfies Record<RefusalKey, CatalogueEntry> & Record<string, CatalogueEntry>

export type ErrorKey = keyof typeof catalogue

/** Seconds until a retry when the failure names none. */
const RETRY_AFTER_SECONDS = 1

interface Failure extends Omit<Refusal, 'key' | 'mistakes'> {
  readonly key: ErrorKey
  /** All mistakes of a body that were found, the first of which is this failure. */
  readonly mistakes?: readonly Mistake[]
}

export interface Mistake extends Pick<BodyMistake, 'pointer' | 'details'> {
  readonly key: ErrorKey
}

/** Thrown in http for requests that reach no handler; the answer gets `headers`. */
export class HttpFailure extends Error {
  readonly failure: Failure
  readonly headers: Readonly<Record<string, string>>

  constructor(
    key: ErrorKey,
    details: string,
    headers: Readonly<Record<string, string>> = {},
    mistakes: readonly Mistake[] = []
  ) {
    super(details)
    this.failure = { key, details, mistakes }
    this.headers = headers
  }
}

interface ErrorAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ReturnType<typeof errorBody>
  /** True: not the caller's fault, and logged with its cause. */
  readonly ours: boolean
}

/** Fields that do not apply are absent, never null. */
export function errorBody(failure: Refusal | Failure, requestId: string) {
  const { key, details, resourceId, resourceType, redeemable, mistakes = [] } = failure
  const { errorMessage } = failure
  const { status, message } = catalogue[key]
  return {
    code: status,
    key,
    message,
    details,
    request_id: requestId,
    ...(resourceId === undefined ? {} : { resource_id: resourceId }),
    ...(resourceType === undefined ? {} : { resource_type: resourceType }),
    ...(redeemable && { redeemable_id: redeemable.id, redeemable_type: redeemable.object }),
    ...(errorMessage === undefined ? {} : { error: { message: errorMessage } }),
    ...(mistakes.length > 1 && { errors: mistakes })
  }
}

/** Any thrown value as an answer; what is none of ours is a 500 that reveals nothing. */
export function answerTo(error: unknown, requestId: string): ErrorAnswer {
  if (error instanceof Refused) {
    const { retryAfterSeconds: seconds } = error.refusal
    const headers = seconds === undefined ? {} : { 'retry-after': String(seconds) }
    return answerWith(error.refusal, requestId, headers)
  }
  if (error instanceof HttpFailure) return answerWith(error.failure, requestId, error.headers)
  const known = frameworkFailure(error)
  if (known !== null) return answerWith(known, requestId)
  if (mayBeRetried(error)) {
    const isUnknown = 'code' in error && error.code === 'outcome_unknown'
    const seconds = String(Math.max(1, Math.ceil(error.retryAfterSeconds)))
    return answerWith(isUnknown ? UNKNOWN : NOT_NOW, requestId, { 'retry-after': seconds })
  }
  const details = 'Something went wrong on our side. Quote the request_id when you report it.'
  return answerWith({ key: 'internal_error', details }, requestId)
}

const NOT_NOW: Failure = {
  key: 'service_unavailable',
  details:
    'The service cannot answer right now, and nothing was done. Send the same request again a ' +
    'little later.'
}

/** Never told as a success, nor as if nothing was done. */
const UNKNOWN: Failure = {
  key: 'outcome_unknown',
  details:
    'The database did not confirm this write, so all of it was stored or none of it. With an ' +
    'Idempotency-Key, send the same request again, which is carried out once. Without one, look ' +
    'first at what is stored.'
}

/** A 503 with a reason for the operator: stopping, or no answer from the store. */
export function unavailable(details: string): HttpFailure {
  return new HttpFailure('service_unavailable', details, {
    'retry-after': String(RETRY_AFTER_SECONDS)
  })
}

function answerWith(
  failure: Refusal | Failure,
  requestId: string,
  headers: Readonly<Record<string, string>> = {}
): ErrorAnswer {
  const body = errorBody(failure, requestId)
  return { status: body.code, headers, body, ours: body.code >= 500 }
}

export function badEscape(part: 'path' | 'query' | 'form'): string {
  return `The ${part} holds a percent sign that starts no valid UTF-8 escape. Encode % as %25.`
}

const { pathParameterLength: longest } = limits
export const PART_TOO_LONG = `A part of the path has more than ${longest} characters. Shorten it.`

/** Errors the web framework raises before a handler runs; by their codes, which are stable. */
const frameworkFailures: { readonly [code: string]: Failure } = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    key: 'payload_too_large',
    details:
      `A body has at most ${limits.bodyBytes} bytes, a form without a file ` +
      `${limits.formBytes}. Send it in several requests.`
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    key: 'unsupported_media_type',
    details: 'Bodies of this content type cannot be read here.'
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    key: 'invalid_headers',
    details: 'Header Content-Length must be the size of the body in bytes.'
  },
  FST_ERR_BAD_URL: { key: 'invalid_url', details: badEscape('path') },
  FST_ERR_MAX_PARAM_LENGTH: { key: 'uri_too_long', details: PART_TOO_LONG }
}

function frameworkFailure(error: unknown): Failure | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  // The caller hung up in the middle of the body; without a status the same code is a fault of
  // ours.
  if (error.code === 'ECONNRESET' && 'statusCode' in error && error.statusCode === 400) {
    return { key: 'invalid_payload', details: 'The body ended before it was complete.' }
  }
  return frameworkFailures[String(error.code)] ?? null
}

/** An error by which a layer without HTTP says "not now", with the seconds to wait. */
function mayBeRetried(error: unknown): error is { readonly retryAfterSeconds: number } {
  return (
    typeof error === 'object' &&
    error !== null &&
    'retryAfterSeconds' in error &&
    typeof error.retryAfterSeconds === 'number'
  )
}

/*
 * Answers on the socket what is no HTTP request, or has more headers than are read. No handler and
 * no hook sees it, so the whole answer is written here, with the headers of every other one. Where
 * requests that came before it wait for their answers, these are all that is written: a client
 * would take an answer that overtakes them for the answer to its first.
 */

interface BrokenAnswer {
  readonly newId: () => string
  readonly guards: Readonly<Record<string, string>>
  readonly connections: HttpConnections
}

/** Answers, and cuts; who hung up or did not send in time is only cut. */
export function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  { newId, guards, connections }: BrokenAnswer
): void {
  if (connections.endAnswered(socket)) return
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  if (error.code !== 'ECONNRESET' && socket.writable && !late) {
    const id = newId()
    const details =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? 'The url and the headers together are too long.'
        : 'This is no HTTP request: its first line or one of its headers cannot be read.'
    const body = JSON.stringify(answerTo(new HttpFailure('invalid_headers', details), id).body)
    const headers = {
      ...guards,
      connection: 'close',
      'x-request-id': id,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body)
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}`)
  }
  socket.destroySoon()
}

/*
 * Writes a failure of the service to the log once with its stack trace, and from then on only how
 * often it came again. A disk that is full fails every request in the same way, and a log of
 * thousands of equal traces hides what else happens, and fills the disk further. Each request still
 * has its own line, which names the cause.
 */

/** Milliseconds between the lines with counts; a cause that pauses so long is told anew. */
const COUNTED_EVERY_MS = 60_000
/** Causes that are remembered; more of them at a time would be no repetition. */
const CAUSES_MAX = 100

interface CauseLog {
  error(fields: object, message: string): void
}

export class Causes {
  readonly #log: () => CauseLog
  /** `times`: how often it came again since the last line about it. */
  readonly #known = new Map<string, { readonly message: string; times: number }>()
  #timer: NodeJS.Timeout | null = null

  /** `log` gets the counts; it is asked for when there is one to write. */
  constructor(log: () => CauseLog) {
    this.#log = log
  }

  /** Writes or counts a failure; its name is the same for the same cause, also after a restart. */
  report(error: unknown, message: string, { log = this.#log(), fields = {} } = {}): string {
    const cause = createHash('sha256').update(traitsOf(error).join('\n')).digest('hex').slice(0, 8)
    const known = this.#known.get(cause)
    if (known !== undefined) {
      known.times++
      return cause
    }
    if (this.#known.size >= CAUSES_MAX) this.#forgetAll()
    this.#known.set(cause, { message, times: 0 })
    log.error({ err: error, cause, ...fields }, message)
    this.#timer ??= setInterval(() => this.count(), COUNTED_EVERY_MS).unref()
    return cause
  }

  /** Writes how often each cause came again, and forgets those that did not. */
  count(): void {
    for (const [cause, known] of this.#known) {
      if (known.times === 0) this.#known.delete(cause)
      else this.#log().error({ cause, times: known.times }, `${known.message}: again`)
      known.times = 0
    }
    if (this.#known.size === 0) this.close()
  }

  close(): void {
    this.#forgetAll()
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }

  #forgetAll(): void {
    const known = [...this.#known]
    this.#known.clear()
    for (const [cause, { message, times }] of known) {
      if (times > 0) this.#log().error({ cause, times }, `${message}: again`)
    }
  }
}

/** What two errors of one cause have in common: all but the numbers and ids in their messages. */
function traitsOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [typeof error, withoutNumbers(String(error))]
  const code = 'code' in error ? String(error.code) : ''
  const thrownAt = /^\s+at .*$/m.exec(error.stack ?? '')?.[0] ?? ''
  const deeper = error.cause === undefined ? [] : traitsOf(error.cause)
  return [error.name, code, withoutNumbers(error.message), thrownAt, ...deeper]
}

function withoutNumbers(text: string): string {
  return text.replace(/\S+/g, word => (/\d/.test(word) ? '#' : word))
}
