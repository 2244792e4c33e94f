/**
 * Answers that a test asks for by the header Prefer, in a project of the sandbox: any that the
 * document declares for the operation, as the document shows it or drawn from its schema, and any
 * answer later.
 *
 * The request passes every gate first, so that a forced answer hides no mistake of a client. Then
 * nothing of it is carried out: no unit begins, no key against repetition is looked at, and the
 * request takes no number of its project, so that what follows is answered as if it had not come.
 */
import { setTimeout as pass } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sandbox } from '../sandbox.ts'
import { type Document, flat, isSchema, type Operation, type Schema } from './document.ts'
import { drawBody } from './drawn-bodies.ts'
import { HttpFailure } from './errors.ts'
import { type FaultParts, PlannedFaults } from './planned-faults.ts'
import { PREFERENCE_APPLIED, preferencesIn } from './preferences.ts'
import { nameApart } from './request-id.ts'
import { SchemaChecks } from './schema-checks.ts'
import type { OperationId, ReadyAnswer } from './types.ts'

/** The longest that an answer is put off. */
const WAIT_SECONDS_MAX = 30

/** How often a body is drawn until it fits its schema; after that it is as it is shown. */
const DRAWS_MAX = 100

/** What a caller asks for; null: nothing of it. */
interface ForcedWish {
  readonly status: number | null
  readonly example: string | null
  /** Whether the body is to be drawn from its schema. */
  readonly dynamic: boolean
  readonly waitSeconds: number | null
}

/** A body that the document shows, and what it calls it. */
interface ShownBody {
  readonly name: string
  readonly value: unknown
}

/** Forced answers of an application; null where it has no sandbox: nothing is ever forced there. */
export function forcedAnswers(
  app: FastifyInstance,
  mounts: readonly { readonly name: string; readonly document: Document }[],
  onCut: FaultParts['onCut']
): ForcedAnswers | null {
  const documents = new Map(mounts.map(({ name, document }) => [name, document]))
  if (!documents.has('sandbox')) return null
  const forced = new ForcedAnswers(documents, onCut)
  app.addHook('preClose', async () => forced.stop())
  return forced
}

/** Forced answers of all operations of a set of documents. */
export class ForcedAnswers {
  readonly #documents: ReadonlyMap<string, Document>
  readonly #stopped = new AbortController()
  /** Made when a body is drawn for the first time. */
  #checks: SchemaChecks | null = null

  readonly #faults: PlannedFaults

  /** Documents by the names that operations call them by. */
  constructor(documents: ReadonlyMap<string, Document>, onCut: FaultParts['onCut']) {
    this.#documents = documents
    const { signal: stopped } = this.#stopped
    const shown: FaultParts['shown'] = (operation, status, requestId) =>
      this.#shownBy(operation, { status, example: null }, requestId)
    this.#faults = new PlannedFaults({ shown, onCut, stopped })
  }

  /** The hook that brings answers to clients as planned faults say. */
  get deliver(): PlannedFaults['deliver'] {
    return this.#faults.deliver
  }

  /** Nobody waits any longer. */
  stop(): void {
    this.#stopped.abort()
  }

  /**
   * The answer that a request asks for, or meets by a fault, after it has waited as long as it
   * asks; null: it is to be carried out. The reply says what is done as it was asked for.
   * @throws {HttpFailure} when it asks for what the document does not have.
   */
  async answerTo(
    operation: Operation,
    request: FastifyRequest,
    reply: FastifyReply
  ): Promise<ReadyAnswer<OperationId> | null> {
    const { caller } = request
    if (caller.project === null || caller.sandbox === undefined) return null
    const { sandbox, proof } = caller
    const asked = await this.#askedFor(operation, sandbox, request, reply)
    // The body may have come slowly, and the request may have waited: who is refused by now counts
    // nothing, and nothing is counted of a project that is another one by now.
    await proof.confirmAlone()
    return asked ?? this.#faults.answerTo(operation, sandbox, request, reply)
  }

  async #askedFor(
    operation: Operation,
    sandbox: Sandbox,
    request: FastifyRequest,
    reply: FastifyReply
  ): Promise<ReadyAnswer<OperationId> | null> {
    const { prefer } = request.headers
    if (prefer === undefined) return null
    const preferences = preferencesIn(String(prefer))
    const isDrawn = (preferences.get('dynamic') ?? 'false') !== 'false'
    const forced = isDrawn || ['code', 'example'].some(name => preferences.has(name))
    if (forced) nameApart(sandbox, request, reply)
    const asked = askedBy(preferences)
    const answer = forced ? this.#forcedBy(operation, asked, sandbox, request.id) : null
    const names = forced ? ['code', 'example', 'dynamic', 'wait'] : ['wait']
    const applied = names.filter(name => preferences.has(name))
    if (applied.length === 0) return null
    const said = applied.map(name => `${name}=${preferences.get(name) || 'true'}`).join(', ')
    reply.header(PREFERENCE_APPLIED.toLowerCase(), said)
    if (asked.waitSeconds !== null) await this.#wait(asked.waitSeconds)
    return answer
  }

  /** Ends early when the service stops. */
  async #wait(seconds: number): Promise<void> {
    const { signal } = this.#stopped
    await pass(seconds * 1_000, undefined, { signal }).catch(() => undefined)
  }

  /** An example that has a name is answered as it is shown, and all else as it is asked for. */
  #forcedBy(
    operation: Operation,
    asked: ForcedWish,
    sandbox: Sandbox,
    requestId: string
  ): ReadyAnswer<OperationId> {
    const { status, example, dynamic } = asked
    if (!dynamic || example !== null) return this.#shownBy(operation, asked, requestId)
    const [least = 200] = [...operation.responses.keys()].sort((one, other) => one - other)
    const meant = { status: status ?? least, example }
    return this.#drawnBy(operation, meant, sandbox.chanceApart(), requestId)
  }

  /** A success with a body that is drawn; of refusals, which say what they mean, one is drawn. */
  #drawnBy(
    operation: Operation,
    meant: Pick<ForcedWish, 'status' | 'example'>,
    chance: (below: number) => number,
    requestId: string
  ): ReadyAnswer<OperationId> {
    const shown = this.#shownBy(operation, meant, requestId)
    const { document } = operation
    const pointer = operation.responses.get(shown.status) ?? null
    if (pointer === null) return shown
    const whole = this.#documents.get(document) as Document
    if (shown.status >= 400) {
      const all = shownIn(whole, operation, shown.status).shown
      const example = all[chance(all.length)]?.name ?? null
      return this.#shownBy(operation, { ...meant, example }, requestId)
    }
    this.#checks ??= new SchemaChecks(Object.fromEntries(this.#documents))
    const check = this.#checks.at(document, pointer)
    for (let times = 0; times < DRAWS_MAX; times++) {
      const body = drawBody(whole, { $ref: pointer }, chance)
      if (check(body) === null) return { ...shown, bytes: JSON.stringify(body) }
    }
    return shown
  }

  #shownBy(
    operation: Operation,
    { status: wanted, example }: Pick<ForcedWish, 'status' | 'example'>,
    requestId: string
  ): ReadyAnswer<OperationId> {
    const document = this.#documents.get(operation.document) as Document
    const declared = [...operation.responses.keys()].sort((one, other) => one - other)
    if (wanted !== null && !declared.includes(wanted)) {
      const there = declared.join(', ')
      const details = `${operation.id} has no status ${wanted}. Prefer one of ${there}.`
      throw new HttpFailure('invalid_headers', details)
    }
    const statuses = wanted === null ? declared : [wanted]
    const answers = statuses.map(status => ({ status, ...shownIn(document, operation, status) }))
    const found = answers.find(({ shown }) => nameIn(shown, example))
    if (found === undefined) throw noExample(operation, String(example), answers)
    const { status, shown, headers } = found
    const value = shown.find(({ name }) => name === (example ?? name))?.value
    return { status, headers, bytes: value === undefined ? '' : bytesOf(status, value, requestId) }
  }
}

function nameIn(shown: readonly ShownBody[], example: string | null): boolean {
  return example === null || shown.some(({ name }) => name === example)
}

/** @throws {HttpFailure} for a value that cannot be read. */
function askedBy(preferences: ReadonlyMap<string, string>): ForcedWish {
  const code = preferences.get('code')
  if (code !== undefined && !/^[1-5]\d\d$/.test(code)) {
    throw unreadable('code', code, 'a status such as 404')
  }
  const wait = preferences.get('wait')
  if (wait !== undefined && !isWait(wait)) {
    throw unreadable('wait', wait, `a number of seconds from 0 to ${WAIT_SECONDS_MAX}`)
  }
  const dynamic = preferences.get('dynamic')
  if (dynamic !== undefined && !['', 'true', 'false'].includes(dynamic)) {
    throw unreadable('dynamic', dynamic, 'true or false')
  }
  return {
    status: code === undefined ? null : Number(code),
    example: preferences.get('example') ?? null,
    dynamic: dynamic !== undefined && dynamic !== 'false',
    waitSeconds: wait === undefined ? null : Number(wait)
  }
}

function isWait(value: string): boolean {
  return /^\d{1,2}(\.\d{1,3})?$/.test(value) && Number(value) <= WAIT_SECONDS_MAX
}

function unreadable(name: string, value: string, expected: string): HttpFailure {
  const details = `Header Prefer: ${name} must be ${expected}, not '${cut(value)}'.`
  return new HttpFailure('invalid_headers', details)
}

function noExample(
  { id }: Operation,
  example: string,
  answers: readonly { readonly status: number; readonly shown: readonly ShownBody[] }[]
): HttpFailure {
  const there = answers
    .filter(({ shown }) => shown.length > 0)
    .map(({ status, shown }) => `${status} ${shown.map(({ name }) => name).join(' or ')}`)
  const instead = there.length === 0 ? 'There is no body' : `There is ${there.join(', ')}`
  const details = `${id} has no example '${cut(example)}'. ${instead}.`
  return new HttpFailure('invalid_headers', details)
}

function cut(value: string): string {
  return value.length > 64 ? `${value.slice(0, 64)}…` : value
}

/** The headers and the bodies that the document shows for one status. */
function shownIn(document: Document, { path, method }: Operation, status: number) {
  const operation = document.paths[path]?.[method.toLowerCase()] as Schema
  const response = flat(document, object(operation['responses'])[status])
  const media = object(object(response['content'])['application/json'])
  const shown: readonly ShownBody[] = Object.entries(object(media['examples'])).map(
    ([name, example]) => ({ name, value: flat(document, example)['value'] })
  )
  const headers = Object.entries(object(response['headers']))
    .filter(([name]) => !OF_THE_REQUEST.test(name))
    .map(([name, header]) => {
      const { schema } = flat(document, header)
      const { examples = [] } = flat(document, schema)
      return [name.toLowerCase(), String((examples as readonly unknown[])[0])]
    })
  return { shown, headers: Object.fromEntries(headers) as Readonly<Record<string, string>> }
}

/** What an answer says of its own request, which no example knows. */
const OF_THE_REQUEST = /^(X-Request-Id|X-Rate-Limit-\w+|Idempotent-Replayed)$/

/** The id of the request is that of this one; all else is as it is shown. */
function bytesOf(status: number, value: unknown, requestId: string): string {
  const isError = status >= 400 && isSchema(value) && 'request_id' in value
  return JSON.stringify(isError ? { ...value, request_id: requestId } : value)
}

function object(value: unknown): Schema {
  return isSchema(value) ? value : {}
}
