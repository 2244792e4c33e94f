/**
 * What a request or an answer that passes by has that the documents do not say.
 *
 * A request is held to what the service itself would refuse it for, in the same words.
 */
import { parse } from 'node:querystring'
import type { Document } from '../http/document.ts'
import { HttpFailure } from '../http/errors.ts'
import { RequestChecks } from '../http/validation.ts'
import {
  headerDoors,
  jsonOfBytes,
  mistakesOfAnswer,
  needsNoCredentials,
  type PlainAnswer
} from './answers.ts'
import { CompiledContract, type Described } from './contract.ts'

/** A request as it passed by. */
export interface Passed {
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Null: there is more of it than is looked at. */
  readonly body: Uint8Array | null
}

/** An operation that a request asks, with the values in its path. */
export interface TrafficRequest {
  readonly contract: CompiledContract
  readonly operation: Described
  readonly params: Readonly<Record<string, string>>
}

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

/** The documents that traffic is held against. */
export class TrafficChecks {
  readonly #contracts: readonly CompiledContract[]
  readonly #validation: RequestChecks

  /** Documents by name. */
  constructor(documents: Readonly<Record<string, Document>>) {
    this.#contracts = Object.entries(documents).map(
      ([name, each]) => new CompiledContract(name, each)
    )
    this.#validation = new RequestChecks(documents)
  }

  /** The operation a request asks; null when no document has it. */
  asked({ method, target }: Pick<Passed, 'method' | 'target'>): TrafficRequest | null {
    const sent = pathOf(target).split('/')
    const fitting = this.#contracts.flatMap(contract =>
      contract.operations.flatMap(operation => {
        if (operation.method !== method) return []
        const params = paramsOf(operation.path.split('/'), sent)
        return params === null ? [] : [{ contract, operation, params }]
      })
    )
    // A name comes before a parameter, from the left, as routers have it.
    return fitting.toSorted((one, other) => namesFirst(one) - namesFirst(other))[0] ?? null
  }

  /** Whether a path is one of those that the documents are about. */
  isDescribed(target: string): boolean {
    const [, first = ''] = pathOf(target).split('/')
    return this.#contracts.some(({ operations }) =>
      operations.some(({ path }) => path.split('/')[1] === first)
    )
  }

  /** What is wrong with a request, as sentences; empty: nothing. */
  mistakesOfRequest(asked: TrafficRequest, passed: Passed): readonly string[] {
    return [...missingCredentials(asked, passed), ...this.#mistakes(asked, passed)]
  }

  /** What is wrong with an answer, as sentences; empty: nothing. */
  mistakesOfAnswer(
    { contract, operation }: TrafficRequest,
    answer: PlainAnswer
  ): readonly string[] {
    return mistakesOfAnswer(contract, operation, answer)
  }

  #mistakes(
    { operation, params }: TrafficRequest,
    { target, headers, body }: Passed
  ): readonly string[] {
    const mediaType = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
    const read = readBody(operation, mediaType, body)
    if ('mistake' in read) return [read.mistake]
    try {
      const query = parse(target.split('?')[1] ?? '')
      this.#validation.check(operation, { params, headers, query, body: read.value, mediaType })
      return []
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error
      const { details, mistakes = [] } = error.failure
      return mistakes.length > 1 ? mistakes.map(each => each.details) : [details]
    }
  }
}

function pathOf(target: string): string {
  return target.split('?')[0] ?? ''
}

/** The values of a path that has the parts of another; null when it has not. */
function paramsOf(
  parts: readonly string[],
  sent: readonly string[]
): Record<string, string> | null {
  if (parts.length !== sent.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    const found = decoded(sent[index] ?? '')
    if (name === undefined ? part !== found : found === '') return null
    if (name !== undefined) params[name] = found
  }
  return params
}

/** What cannot be decoded is told as it stands, for it fits nothing that is described. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function namesFirst({ operation }: TrafficRequest): number {
  const first = operation.path.split('/').findIndex(part => part.startsWith('{'))
  return first === -1 ? 0 : -first
}

type ReadBody = { readonly value: unknown } | { readonly mistake: string }

function readBody(operation: Described, mediaType: string, body: Uint8Array | null): ReadBody {
  const types = [...(operation.body?.schemas.keys() ?? [])]
  if (body === null) return { value: undefined }
  if (body.length === 0) {
    if (operation.body?.required !== true) return { value: undefined }
    return { mistake: `A body is required. Send one as ${types.join(' or ')}.` }
  }
  if (operation.method === 'GET') return { value: undefined }
  const taken = types.length === 0 ? [JSON_TYPE] : types
  if (!taken.includes(mediaType)) {
    const sent = mediaType === '' ? 'without a media type' : `as ${mediaType}`
    return { mistake: `The body is sent ${sent}, not as ${taken.join(' or ')}.` }
  }
  if (mediaType === FORM) return { value: parse(Buffer.from(body).toString()) }
  // What is in a file is for the service to say.
  if (mediaType !== JSON_TYPE) return { value: undefined }
  const value = jsonOfBytes(body)
  return value === undefined ? { mistake: 'The body is not JSON in UTF-8.' } : { value }
}

function missingCredentials(
  { contract, operation }: TrafficRequest,
  { headers, body }: Passed
): string[] {
  if (needsNoCredentials(operation)) return []
  const doors = headerDoors(contract, operation)
  const isShown = doors.some(door => door.every(name => name in headers))
  const isClient = operation.type === FORM && Buffer.from(body ?? []).includes('client_secret=')
  if (isShown || isClient || 'authorization' in headers) return []
  const wanted = doors.map(door => door.join(' and ')).join(', or ')
  return [`It has no credentials: ${wanted}.`]
}
