/**
 * One check under way: asks the service, and collects what deviates with the requests that show it.
 */
import { randomUUID } from 'node:crypto'
import { isSchema } from '../http/document.ts'
import {
  bodyMistakes,
  type KnownService,
  keysFor,
  mistakesOfAnswer,
  type PlainAnswer,
  type PromiseRequest,
  requestOf,
  type SentRequest,
  type ServiceClient,
  withNames
} from './answers.ts'
import type { CompiledContract, Described, Example } from './contract.ts'
import type { SecretMask } from './proxy.ts'

export type PromiseKind =
  | 'example'
  | 'credentials'
  | 'path'
  | 'parameters'
  | 'body'
  | 'repetition'
  | 'list'
  | 'values'

export interface PromiseCheck {
  readonly kind: PromiseKind
  /** What is sent, or what must hold; no other check of the operation has this title. */
  readonly title: string
  /** Whether it changes what the service stores, or would if the service were wrong. */
  readonly isWriting: boolean
  /** @throws {Skipped} when this service cannot be asked, {Unanswered} when it does not answer. */
  readonly run: (visit: Visit) => Promise<unknown>
}

/** Operations that store nothing, although their method is POST. */
const READING: readonly string[] = ['introspectOAuthToken', 'estimateLoyaltyPoints']

export function isWriting({ id, method }: Described): boolean {
  return method !== 'GET' && !READING.includes(id)
}

/** A check that cannot be made of this service; the message says why, for people. */
export class CheckSkipped extends Error {}

/** What is to be verified. */
export interface KnownContract extends KnownService {
  readonly contract: CompiledContract
  /** Whether everything that the examples name is there; else only what `names` names. */
  readonly isComplete: boolean
}

export interface Verified extends KnownContract {
  readonly client: ServiceClient
  /** What answers told of the service, by the name of a property; the last one told. */
  readonly told: Map<string, string>
  /** Values for the path of an operation, by its id, where what its example names is not there. */
  readonly found: Map<string, Readonly<Record<string, string>>>
  readonly tokens: Map<string, string>
  readonly secrets: SecretMask
}

/** Names that an answer tells of a thing, which later requests may need. */
const TELLING = ['customer_id', 'code']
/** Depth at which names are looked for. */
const TOLD_DEPTH_MAX = 4
const DETAILS_LENGTH_MAX = 200
/** Where bodies hold what no report may hold. */
const HIDDEN_NAMES = ['access_token', 'client_secret']

export function* secretsIn(body: unknown): Generator<string> {
  if (typeof body !== 'object' || body === null) return
  for (const [name, value] of Object.entries(body)) {
    const isText = typeof value === 'string' || typeof value === 'number'
    if (isText && HIDDEN_NAMES.includes(name)) yield String(value)
    else yield* secretsIn(value)
  }
}

export class Visit {
  readonly operation: Described
  readonly place: Verified
  readonly deviations: string[] = []
  readonly sent: SentRequest[] = []

  constructor(operation: Described, place: Verified) {
    this.operation = operation
    this.place = place
  }

  deviates(what: string): void {
    this.deviations.push(what)
  }

  bodyOf(example: Example | undefined): unknown {
    return example === undefined ? undefined : withNames(this.place.names, example.value)
  }

  /** The first body that is shown, by the names of this service; undefined where none is. */
  get firstBody(): unknown {
    return this.bodyOf(this.operation.requests[0])
  }

  newKey(): string {
    return randomUUID()
  }

  /** Asks, and holds the answer against the document. @throws {CheckSkipped} without credentials. */
  async ask(
    asking: PromiseRequest = {},
    operation: Described = this.operation
  ): Promise<PlainAnswer> {
    const { contract } = this.place
    const answer = await this.#send(asking, operation)
    this.deviations.push(...mistakesOfAnswer(contract, operation, answer))
    if (answer.status < 300) this.#remember(answer.body, TOLD_DEPTH_MAX)
    return answer
  }

  /**
   * Asks what the document shows and expects success.
   * @throws {CheckSkipped} when the service lacks what the example names, or refuses by its state.
   */
  async succeed(
    asking: PromiseRequest = {},
    operation: Described = this.operation
  ): Promise<PlainAnswer> {
    const answer = await this.ask(asking, operation)
    if (answer.status < 300) return answer
    const why = this.#excuse(asking, operation, answer)
    if (why !== null && this.deviations.length === 0) throw new CheckSkipped(why)
    return this.#unexpected(answer, 'a success')
  }

  /** Asks what must be refused with one of these statuses, in the shape the document has for it. */
  async refused(asking: PromiseRequest, statuses: readonly number[]): Promise<PlainAnswer> {
    const answer = await this.ask(asking)
    if (statuses.includes(answer.status)) return answer
    return this.#unexpected(answer, statuses.join(' or '))
  }

  #unexpected(answer: PlainAnswer, wanted: string): PlainAnswer {
    const is = `The request is answered with ${answer.status}${this.#toldBy(answer)}`
    this.deviates(`${is}, where ${wanted} was expected.`)
    return answer
  }

  /** Asks what no operation is, and must be refused with this status in the shape of all errors. */
  async refusedAnywhere(
    asking: PromiseRequest,
    sentTo: Described,
    status: number
  ): Promise<PlainAnswer> {
    const answer = await this.#send(asking, sentTo)
    if (answer.status !== status) return this.#unexpected(answer, String(status))
    const { contract } = this.place
    const pointers = contract.operations.map(({ responses }) => responses.get(401))
    this.deviations.push(...bodyMistakes(contract, pointers.find(Boolean) ?? '', answer))
    return answer
  }

  async #send(asking: PromiseRequest, operation: Described): Promise<PlainAnswer> {
    const { contract, client, keys } = this.place
    const own = keysFor(contract, operation, keys)
    // An operation may be open at one service and closed at another.
    const isAnonymous = own !== null && Object.keys(own).length === 0
    if (asking.credentials === undefined && own === null) {
      throw new CheckSkipped(`None of the credentials given opens ${operation.id}.`)
    }
    const path = { ...this.place.found.get(operation.id), ...asking.path }
    const sent = requestOf(contract, operation, { ...asking, path }, this.place)
    this.sent.push(sent)
    const answer = await client.send(sent)
    for (const secret of secretsIn(answer.body)) this.place.secrets.add(secret)
    if (answer.status === 401 && asking.credentials === undefined && isAnonymous) {
      throw new CheckSkipped(`The service asks for credentials of ${operation.id}; none are given.`)
    }
    return answer
  }

  /** Why a refusal says nothing against the service; null where it does. */
  #excuse(asking: PromiseRequest, operation: Described, { status, body }: PlainAnswer) {
    const said = isSchema(body) ? body : {}
    const details = String(said['details'])
    if (said['result'] === 'FAILURE') {
      return (
        `The service refuses it for what it stores: ${said['failure_code']}. Try a new ` +
        'service.'
      )
    }
    if (status === 409) return `What it makes exists already: ${details} Try a new service.`
    if (status !== 404 || this.place.isComplete) return null
    const { names } = this.place
    const shown = withNames(names, [asking.body, Object.values(operation.values)])
    if (mentions(new Set(names.values()), shown)) return null
    return `The service lacks what the example names: ${details} Name with --data what it has.`
  }

  /** The key and the details of a refusal in brackets; empty where there are none. */
  #toldBy({ body }: PlainAnswer): string {
    if (!isSchema(body) || typeof body['key'] !== 'string') return ''
    const details = this.place.secrets.hiddenIn(String(body['details']))
    return ` (${body['key']}: ${details.slice(0, DETAILS_LENGTH_MAX)})`
  }

  #remember(value: unknown, depth: number): void {
    if (depth === 0) return
    if (Array.isArray(value)) for (const each of value) this.#remember(each, depth - 1)
    if (!isSchema(value)) return
    for (const [key, each] of Object.entries(value)) {
      if (typeof each === 'string' && TELLING.includes(key)) this.place.told.set(key, each)
      else this.#remember(each, depth - 1)
    }
  }
}

/** Whether one of the texts stands anywhere in a value. */
function mentions(texts: ReadonlySet<string>, value: unknown): boolean {
  if (typeof value === 'string') return texts.has(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(each => mentions(texts, each))
}
