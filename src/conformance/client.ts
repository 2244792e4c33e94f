/**
 * Sends requests to the service that is verified, one after another, and reads what comes back.
 *
 * A service that limits its callers is waited for as it asks, so that a verification ends with a
 * verdict about the contract and not about the limit. Answers are bounded, since nobody knows what
 * is at the other end.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { jsonOfBytes, type PlainAnswer } from './answers.ts'
import type { SentRequest } from './asking.ts'
import { withoutEndSlashes } from './end-slashes.ts'

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

/** The service at one address. */
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
