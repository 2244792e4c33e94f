/**
 * Holds every answer of an application against its documents: the status is declared, the body is
 * JSON of the declared schema without a property that nobody named, the request id is there, and so
 * are the headers that bound what browsers make of it.
 *
 * Schemas of answers are open, so that clients accept what later versions add; here they are
 * closed, because a property that nobody described is a gap in the document today. What leaves a
 * handler are bytes, and bytes are what is checked: nothing between can hide a value.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Test } from 'tap'
import {
  type Document,
  isSchema,
  lookUp,
  type Operation,
  operationsOf,
  type Schema
} from '../../src/http/document.ts'

type Documents = Readonly<Record<string, Document>>

/** What was seen of an application; `failures` are sentences. */
export interface Observed {
  readonly failures: string[]
  /** `document operationId status`. */
  readonly produced: Set<string>
}

/**
 * Watches an application that is not ready yet; a finding fails the test when it ends.
 * @returns the same application.
 */
export function checked(
  t: Test,
  app: FastifyInstance,
  documents: Documents | Answers
): FastifyInstance {
  const observed = observe(app, documents)
  t.teardown(() => {
    if (observed.failures.length > 0) throw new Error(observed.failures.join('\n'))
  })
  return app
}

/** The same without a verdict. To be called before the application is ready. */
export function observe(app: FastifyInstance, documents: Documents | Answers): Observed {
  const observed: Observed = { failures: [], produced: new Set() }
  const answers = documents instanceof Answers ? documents : new Answers(documents)
  app.addHook('onSend', async (request, reply, payload) => {
    const { operationId, document } = request.routeOptions.config
    const where = `${operationId ?? request.routeOptions.url ?? request.method} ${reply.statusCode}`
    if (operationId !== undefined) {
      observed.produced.add(`${document} ${operationId} ${reply.statusCode}`)
    }
    const found = [
      ...requestIdFailures(request, reply, payload),
      ...(operationId === undefined ? [] : guardFailures(reply)),
      ...(operationId === undefined
        ? [...outsideFailures(reply, payload), ...answers.unroutedFailures(request, reply)]
        : answers.failures(String(document), operationId, reply, payload))
    ]
    observed.failures.push(...found.map(what => `${where}: ${what}`))
    return payload
  })
  return observed
}

/** The header on every answer; the same id in the body of an error. */
function requestIdFailures(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  if (reply.getHeader('x-request-id') !== request.id) return ['has no X-Request-Id of its request']
  // A refusal that is repeated is byte for byte the first one, the id of whose request it has.
  if (reply.statusCode < 400 || reply.hasHeader('idempotent-replayed')) return []
  const body = parsed(payload)
  return isSchema(body) && body['request_id'] === request.id
    ? []
    : ['is an error without the request_id of its request']
}

/** What keeps browsers from taking an answer for anything else, framing or keeping it. */
export const STRICT = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store'
} as const

function guardFailures(reply: FastifyReply): string[] {
  const lost = Object.entries(STRICT).filter(([name, value]) => reply.getHeader(name) !== value)
  return lost.map(([name]) => `is sent with ${name}: ${reply.getHeader(name)}`)
}

/** Routes outside the documents answer what they like, but errors have the one shape. */
function outsideFailures(reply: FastifyReply, payload: unknown): string[] {
  if (reply.statusCode < 400) return []
  const body = parsed(payload)
  const names = isSchema(body) ? Object.keys(body).sort().join() : ''
  return names === 'code,details,key,message,request_id' ? [] : [`has the error fields ${names}`]
}

/** Is told of answers, each with the document and place of its schema. */
export interface SeesAnswers {
  /** `name`: `operationId status`. */
  answer(place: Readonly<Record<'document' | 'name' | 'pointer', string>>, body: unknown): void
}

/** The declared answers of a set of documents, closed and compiled when first needed. */
export class Answers {
  readonly #operations = new Map<string, Operation>()
  readonly #validators = new Map<string, ValidateFunction>()
  readonly #ajv = addFormats.default(
    // Each check runs a few times in a process, which does not make up for making it shorter.
    new Ajv2020({
      strict: false,
      allErrors: true,
      verbose: true,
      inlineRefs: false,
      code: { optimize: false }
    }),
    { mode: 'full' }
  )
  readonly #documents: Documents
  readonly #seen: SeesAnswers | null

  /** `seen` is told of every answer that is as it should be. */
  constructor(documents: Documents, seen: SeesAnswers | null = null) {
    this.#documents = documents
    this.#seen = seen
    for (const [name, document] of Object.entries(documents)) {
      for (const operation of operationsOf(name, document)) {
        this.#operations.set(`${name} ${operation.id}`, operation)
      }
      this.#ajv.addSchema(closedComponents(document), name)
    }
  }

  /**
   * A path that is too long is answered before its operation is known, and is to be declared by the
   * operation all the same.
   */
  unroutedFailures({ method, url }: FastifyRequest, { statusCode }: FastifyReply): string[] {
    if (statusCode !== 414) return []
    const sent = url.split('?')[0]?.split('/') ?? []
    const meant = [...this.#operations.values()].filter(operation => {
      const parts = operation.path.split('/')
      const fits = parts.every((part, n) => part.startsWith('{') || part === sent[n])
      return operation.method === method && parts.length === sent.length && fits
    })
    const declared = meant.length === 0 || meant.some(({ responses }) => responses.has(414))
    return declared ? [] : [`is not declared by ${meant.map(({ id }) => id)}`]
  }

  /** What is wrong with an answer; empty: nothing. */
  failures(document: string, id: string, reply: FastifyReply, payload: unknown): string[] {
    const operation = this.#operations.get(`${document} ${id}`)
    if (operation === undefined) return [`is of no operation of ${document}`]
    const pointer = operation.responses.get(reply.statusCode)
    if (pointer === undefined)
      return [`is not declared; declared are ${[...operation.responses.keys()]}`]
    if (pointer === null) return payload === undefined || payload === '' ? [] : ['has a body']
    const type = String(reply.getHeader('content-type'))
    if (type !== 'application/json; charset=utf-8') return [`is sent as ${type}`]
    const validate = this.#validator(document, pointer)
    const body = parsed(payload)
    if (validate(body)) {
      this.#seen?.answer({ document, pointer, name: `${id} ${reply.statusCode}` }, body)
      return []
    }
    return (validate.errors ?? []).map(
      ({ instancePath, message, params, data }) =>
        `at ${instancePath || '/'} ${message} ${JSON.stringify(params)}, ` +
        `got ${JSON.stringify(data)}`
    )
  }

  /** Compiles every declared answer; throws when a schema is broken. */
  compileAll(): void {
    for (const { document, responses } of this.#operations.values()) {
      for (const pointer of responses.values()) {
        if (pointer !== null) this.#validator(document, pointer)
      }
    }
  }

  #validator(document: string, pointer: string): ValidateFunction {
    const key = `${document}${pointer}`
    const known = this.#validators.get(key)
    if (known !== undefined) return known
    const schema = lookUp(this.#documents[document] as Document, pointer)
    const made = this.#ajv.compile(closed(schema as Schema, true, document) as Schema)
    this.#validators.set(key, made)
    return made
  }
}

/** Each schema twice: by itself, where it is closed, and as a member of another, left open. */
function closedComponents(document: Document): Schema {
  const schemas = Object.entries((document.components?.['schemas'] ?? {}) as object)
  return {
    $defs: Object.fromEntries(
      schemas.flatMap(([name, schema]) => [
        [`closed-${name}`, closed(schema, true, '')],
        [`open-${name}`, closed(schema, false, '')]
      ])
    )
  }
}

/** Keywords whose members describe the same value as the schema they stand in. */
const members = ['allOf', 'anyOf', 'oneOf']

/**
 * A schema whose objects have no properties but the declared ones; maps, which declare none, stay
 * maps. Members of a union or intersection stay open, and what encloses them is closed instead.
 */
function closed(schema: unknown, outermost: boolean, base: string): unknown {
  if (!isSchema(schema)) return schema
  const made: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === '$ref') made[keyword] = renamed(String(value), outermost, base)
    else if (members.includes(keyword)) {
      made[keyword] = (value as unknown[]).map(each => closed(each, false, base))
    } else if (keyword === 'properties' || keyword === 'patternProperties') {
      made[keyword] = Object.fromEntries(
        Object.entries(value as Schema).map(([name, each]) => [name, closed(each, true, base)])
      )
    } else if (keyword === 'items' || keyword === 'additionalProperties') {
      made[keyword] = closed(value, true, base)
    } else if (keyword === 'prefixItems') {
      made[keyword] = (value as unknown[]).map(each => closed(each, true, base))
    } else made[keyword] = value
  }
  const declares = 'properties' in schema || members.some(keyword => keyword in schema)
  if (declares && made['additionalProperties'] === true) delete made['additionalProperties']
  if (outermost && declares) made['unevaluatedProperties'] = false
  return made
}

function renamed(reference: string, outermost: boolean, base: string): string {
  const name = /^#\/components\/schemas\/([\w.-]+)$/.exec(reference)?.[1]
  if (name === undefined) throw new Error(`The answers cannot be closed through ${reference}.`)
  return `${base}#/$defs/${outermost ? 'closed' : 'open'}-${name}`
}

function parsed(payload: unknown): unknown {
  try {
    return JSON.parse(String(payload))
  } catch {
    return undefined
  }
}
