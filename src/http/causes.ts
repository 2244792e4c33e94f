/**
 * Writes a failure of the service to the log once with its stack trace, and from then on only how
 * often it came again.
 *
 * A disk that is full fails every request in the same way, and a log of thousands of equal traces
 * hides what else happens, and fills the disk further. Each request still has its own line, which
 * names the cause.
 */
import { createHash } from 'node:crypto'

/** Milliseconds between the lines with counts; a cause that pauses so long is told anew. */
const COUNTED_EVERY_MS = 60_000
/** Causes that are remembered; more of them at a time would be no repetition. */
const CAUSES_MAX = 100

/** The part of a logger that is used here. */
interface CauseLog {
  error(fields: object, message: string): void
}

interface LoggedCause {
  readonly message: string
  /** Since the last line about it. */
  times: number
}

export class Causes {
  readonly #log: () => CauseLog
  readonly #known = new Map<string, LoggedCause>()
  #timer: NodeJS.Timeout | null = null

  /** `log` gets the counts; it is asked for when there is one to write. */
  constructor(log: () => CauseLog) {
    this.#log = log
  }

  /** Writes or counts a failure; its name is the same for the same cause, also after a restart. */
  report(error: unknown, message: string, { log = this.#log(), fields = {} } = {}): string {
    const cause = nameOf(error)
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

  /** Writes what is counted, for a service that stops. */
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

/** 8 hex digits. */
function nameOf(error: unknown): string {
  return createHash('sha256').update(traitsOf(error).join('\n')).digest('hex').slice(0, 8)
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
