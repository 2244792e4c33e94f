/**
 * Whether requests can be served, as `/health/ready` says it.
 *
 * The question costs a durable write, so its answer is kept for a second, and all who ask meanwhile
 * share it. A write that the database could not store makes the service not ready at once. The
 * reason goes into the body each time, and into the log once: a probe asks every few seconds and
 * would fill it.
 */
import { errorBody, unavailable } from './errors.ts'

/** Milliseconds for which an answer is kept, from the moment it was asked for. */
const KEPT_MS = 1_000

export interface ReadinessParts {
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
    const reason = cause === null ? null : sentenceOf(cause)
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
  store_unwritable: 'The service may not write the database.'
}

function sentenceOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return sentences[code] ?? 'The database does not answer. The log says why.'
}
