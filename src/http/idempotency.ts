/**
 * Idempotency keys: a request that is sent again under its key is answered as the first time, and
 * another one is refused. A key belongs to the project, whatever the operation: a caller that
 * repeats a request on another of its paths must not get a thing twice. Of a key nothing is stored
 * but a hash, by which its receipt is found. The answer is sealed and the request is hashed with
 * secrets that are derived from the key itself. So a receipt tells nothing to a reader of the
 * database who has not the key; answers hold tokens, codes of vouchers, and people. Requests that
 * this process carries out are known by the ids of their receipts until they are answered, and
 * their twins are refused meanwhile.
 * Spec: getCustomer,
 * openapi/behaviour/requests-and-errors.md#a-post-with-an-idempotency-key-is-carried-out-once.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  type Hmac,
  hash,
  hkdfSync,
  randomBytes
} from 'node:crypto'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import type { Day, Instant, Receipt } from '../model.ts'
import { isSame } from '../secrets.ts'
import { afterSlice, isSliced, SLICE_BYTES, SLICE_VALUES } from './bodies.ts'
import type { Operation } from './document.ts'
import { HttpFailure } from './errors.ts'
import type { Caller, OperationId, ReadyAnswer, RequestKey } from './types.ts'

export const IDEMPOTENCY_KEY = 'Idempotency-Key'
const REPLAYED = 'idempotent-replayed'

const CIPHER = 'aes-256-gcm'
const CIPHER_KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The requests with a key that one process carries out at this moment. */
export class KeyedRequests {
  readonly #underWay = new Map<string, SealingKey>()

  /**
   * Carries out a request that passed every gate: at once when it has no key, and otherwise with
   * the key as part of its caller.
   * @throws {HttpFailure} while a request with the same key is being carried out.
   */
  async carriedOut(
    operation: Operation,
    request: FastifyRequest,
    handle: (request: FastifyRequest) => Promise<ReadyAnswer<OperationId>>
  ): Promise<ReadyAnswer<OperationId>> {
    const { caller, params, query, body } = request
    const key = operation.parameters.some(
      each => each.in === 'header' && each.name === IDEMPOTENCY_KEY
    )
      ? request.headers[HEADER]
      : undefined
    if (typeof key !== 'string' || caller.project === null) return handle(request)
    const once = new SealingKey(caller.project.id, operation.id, key)
    const parts = { body, operation: operation.id, params, query }
    if (!isSliced(body))
      once.reads(JSON.stringify(parts, (_, each: unknown) => (isOpen(each) ? inOrder(each) : each)))
    else {
      for (const piece of piecesOf(parts)) {
        once.reads(piece)
        await afterSlice()
      }
    }
    once.hasRead()
    const other = this.#underWay.get(once.id)
    if (other !== undefined) {
      if (!other.isOfSameRequest(once)) throw reused()
      throw new HttpFailure('idempotency_key_in_use', IN_USE, { 'retry-after': '1' })
    }
    this.#underWay.set(once.id, once)
    try {
      request.caller = { ...caller, once }
      const answer = await handle(request)
      if (!once.begun) throw new Error(`${operation.id} was answered without a unit of work`)
      return answer
    } finally {
      this.#underWay.delete(once.id)
    }
  }
}

const HEADER = IDEMPOTENCY_KEY.toLowerCase()

class SealingKey implements RequestKey {
  readonly projectId: string
  readonly id: string
  readonly #operationId: string
  readonly #key: string
  readonly #asked: Hmac
  requestHash = ''
  begun = false

  constructor(projectId: Caller['project']['id'], operationId: string, key: string) {
    this.projectId = projectId
    this.id = hash('sha256', `${projectId} ${key}`, 'hex')
    this.#operationId = operationId
    this.#key = key
    this.#asked = createHmac('sha256', this.#derived('request'))
  }

  /** Takes the next piece of what is asked, as canonical text. */
  reads(piece: string): void {
    this.#asked.update(piece)
  }

  hasRead(): void {
    this.requestHash = this.#asked.digest('hex')
  }

  begin(): void {
    if (this.begun) throw new Error(`${this.#operationId} has two units of work`)
    this.begun = true
  }

  isOfSameRequest(of: { readonly requestHash: string }): boolean {
    return isSame(of.requestHash, this.requestHash)
  }

  receipt(answer: ReadyAnswer<OperationId>, createdAt: Instant): Receipt {
    return {
      projectId: this.projectId,
      id: this.id,
      operationId: this.#operationId,
      requestHash: this.requestHash,
      answer: this.#sealed(packed(answer)),
      // Wherever they are.
      customerIds: [...new Set(answer.bytes.match(/\bcust_\w+/g))],
      createdAt
    }
  }

  recall<Id extends OperationId>({ requestHash, answer }: Receipt): ReadyAnswer<Id> {
    if (!this.isOfSameRequest({ requestHash })) throw reused()
    if (answer === null) throw new HttpFailure('idempotency_answer_erased', ERASED)
    const { headers, ...stored } = unpacked(this.#opened(answer)) as ReadyAnswer<Id>
    return { ...stored, headers: { ...headers, [REPLAYED]: 'true' } }
  }

  /** Nonce, tag and text of the cipher, as base64url. */
  #sealed(bytes: Buffer): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#derived('answer'), nonce)
    const hidden = [cipher.update(bytes), cipher.final()]
    return Buffer.concat([nonce, cipher.getAuthTag(), ...hidden]).toString('base64url')
  }

  /** @throws when it was sealed with another key, or is damaged. */
  #opened(sealed: string): Buffer {
    const bytes = Buffer.from(sealed, 'base64url')
    const textAt = NONCE_BYTES + TAG_BYTES
    const nonce = bytes.subarray(0, NONCE_BYTES)
    const cipher = createDecipheriv(CIPHER, this.#derived('answer'), nonce)
    cipher.setAuthTag(bytes.subarray(NONCE_BYTES, textAt))
    return Buffer.concat([cipher.update(bytes.subarray(textAt)), cipher.final()])
  }

  /** A key for one purpose, which cannot be found out from the receipt's id. */
  #derived(purpose: 'answer' | 'request'): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#key, this.id, purpose, CIPHER_KEY_BYTES))
  }
}

/** Characters of an answer beyond which it is compressed: it is likely to repeat its order. */
const COMPRESSED_FROM = 65_536

/** Begins what is compressed; JSON cannot begin with it. */
const COMPRESSED = Buffer.from([0])

/** The longest window, since what is repeated may be megabytes apart. */
const COMPRESSION = {
  [constants.BROTLI_PARAM_QUALITY]: 4,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS
}

/** An answer as JSON; of a long one the body stands behind it as it is, and both are compressed. */
function packed(answer: ReadyAnswer<OperationId>): Buffer {
  const { bytes, ...head } = answer
  if (bytes.length <= COMPRESSED_FROM) return Buffer.from(JSON.stringify(answer))
  const text = Buffer.from(`${JSON.stringify(head)}\n${bytes}`)
  const params = { ...COMPRESSION, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  return Buffer.concat([COMPRESSED, brotliCompressSync(text, { params })])
}

function unpacked(stored: Buffer): ReadyAnswer<OperationId> {
  if (stored[0] !== COMPRESSED[0]) return JSON.parse(stored.toString())
  const text = brotliDecompressSync(stored.subarray(COMPRESSED.length)).toString()
  const end = text.indexOf('\n')
  return { ...JSON.parse(text.slice(0, end)), bytes: text.slice(end + 1) }
}

const ERASED =
  'The request with this Idempotency-Key was carried out, and is not carried out again. Its ' +
  'answer was erased with the customer it was about. Read what it made, if you need it.'

function reused(): HttpFailure {
  const details =
    'This Idempotency-Key was sent with another request in the last 24 hours. Send a new key with ' +
    'a new request, and the same one only to repeat the same request.'
  return new HttpFailure('idempotency_key_reused', details)
}

const IN_USE =
  'A request with this Idempotency-Key is being carried out. Send the same request again in a ' +
  'moment to be answered as that one is.'

/** The same text in pieces, of which each takes a few milliseconds. */
function* piecesOf(value: unknown): Generator<string> {
  const piece = { text: '', values: 0 }
  yield* fullPieces(value, piece)
  yield piece.text
}

/** Those that are full; what is left is in `piece`. */
function* fullPieces(value: unknown, piece: { text: string; values: number }): Generator<string> {
  const isList = Array.isArray(value)
  const inner = isList ? value.entries() : Object.entries(inOrder(value as object))
  let before = isList ? '[' : '{'
  for (const [name, each] of inner) {
    piece.text += isList ? before : `${before}${JSON.stringify(name)}:`
    before = ','
    if (isOpen(each) || Array.isArray(each)) yield* fullPieces(each, piece)
    else piece.text += JSON.stringify(each)
    if (++piece.values >= SLICE_VALUES || piece.text.length >= SLICE_BYTES) {
      yield piece.text
      piece.text = ''
      piece.values = 0
    }
  }
  if (before !== ',') piece.text += before
  piece.text += isList ? ']' : '}'
}

function isOpen(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function inOrder(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/*
 * Answers of reads, kept in memory while they are true: bytes that are sent again cost no more than
 * to copy them. An answer follows from what is stored, and from the day in the project's time zone,
 * because the calendar brings points and ends them at midnight. So it is kept under the session's
 * stamp, which is another one after any write by anybody, and under its day. A writer that spares
 * what does not show would keep more; to forget everything cannot be wrong.
 */

/** The characters of all answers that are kept, at most; then all are forgotten. */
export const KEPT_CHARACTERS_MAX = 8 * 1024 * 1024

interface Under {
  readonly key: string
  readonly stamp: number | null
  readonly day: Day
}

export class KeptAnswers {
  readonly #sizeMax: number
  readonly #answers = new Map<string, { day: Day; answer: ReadyAnswer<OperationId> }>()
  #stamp: number | null = null
  #size = 0

  constructor(sizeMax = KEPT_CHARACTERS_MAX) {
    this.#sizeMax = sizeMax
  }

  of<Id extends OperationId>({ key, stamp, day }: Under): ReadyAnswer<Id> | null {
    if (stamp === null || stamp !== this.#stamp) return null
    const known = this.#answers.get(key)
    return known?.day === day ? (known.answer as ReadyAnswer<Id>) : null
  }

  /** Keeps an answer that was read under the stamp; without one, nothing. */
  keep(answer: ReadyAnswer<OperationId>, { key, stamp, day }: Under): void {
    if (stamp === null) return
    if (stamp !== this.#stamp || this.#size + answer.bytes.length > this.#sizeMax) {
      this.#answers.clear()
      this.#size = 0
      this.#stamp = stamp
    }
    this.#answers.set(key, { day, answer })
    this.#size += answer.bytes.length
  }
}
