/**
 * What can be asked, as the documents tell it: every operation with its url, its credentials and
 * the requests and answers it shows, so that a test over all operations needs no list of its own.
 */
import type { FastifyInstance } from 'fastify'
import { exampleOf, followed, type Tree, tree } from '../../scripts/documents/walk.ts'
import * as known from '../../src/demo/known.ts'
import { type Operation, operationsOf } from '../../src/http/document.ts'
import { catalogue } from '../../src/http/errors.ts'
import { readDocument } from '../../src/main/app.ts'
import { type Answered, PAIR } from './app.ts'
import { FILES, partsOf, typeHeader } from './parts.ts'

export const documents = {
  service: readDocument('service'),
  provisioning: readDocument('provisioning'),
  sandbox: readDocument('sandbox')
} as const

export type DocumentName = keyof typeof documents

/** A value a document shows, under the name it shows it by. */
interface Shown {
  readonly name: string
  readonly value: unknown
}

/** One operation and what its document shows of it. */
export interface Described extends Operation {
  readonly document: DocumentName
  /** The one media type of its body; empty when it takes none. */
  readonly type: string
  /** Where the schema of that body is, as a pointer with `#` in front; empty without one. */
  readonly schema: string
  /** Bodies shown, in their order. */
  readonly requests: readonly Shown[]
  /** Values shown for its parameters, by name. */
  readonly values: Readonly<Record<string, string>>
  /** Answers shown, by status. */
  readonly answers: ReadonlyMap<number, readonly Shown[]>
}

/** Every operation of both documents that each service has, in their order. */
export const operations: readonly Described[] = [
  ...describedIn('service'),
  ...describedIn('provisioning')
]

/** Every operation of the third document, which only a service with a sandbox has. */
export const sandboxOperations: readonly Described[] = describedIn('sandbox')

function describedIn(name: DocumentName): Described[] {
  const document = documents[name] as unknown as Tree
  return operationsOf(name, documents[name]).map(operation => {
    const item = tree(tree(document['paths'])[operation.path])
    const found = tree(item[operation.method.toLowerCase()])
    const body = followed(document, found['requestBody'])
    const [type = '', schema = ''] = [...(operation.body?.schemas ?? [])][0] ?? []
    const parameters = ((found['parameters'] ?? []) as unknown[]).map(each =>
      followed(document, each)
    )
    const statuses = Object.entries(tree(found['responses']))
    return {
      ...operation,
      document: name,
      type,
      schema,
      requests: shownIn(document, body, type),
      values: Object.fromEntries(parameters.map(each => [each['name'], String(exampleOf(each))])),
      answers: new Map(
        statuses.map(([status, answer]) => [
          Number(status),
          shownIn(document, followed(document, answer), 'application/json')
        ])
      )
    }
  })
}

function shownIn(document: Tree, body: Tree, type: string): Shown[] {
  const examples = tree(tree(tree(body['content'])[type])['examples'])
  return Object.entries(examples).map(([name, example]) => ({
    name,
    value: frozen(followed(document, example)['value'])
  }))
}

/** A copy that no test can change for the files which are played after it in the same process. */
function frozen(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, held) => Object.freeze(held))
}

/** The url of an operation: the values shown for its path, except those given. */
export function urlOf(
  { path, values }: Pick<Described, 'path' | 'values'>,
  given: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string>> = {}
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(given[name] ?? values[name] ?? '')
  )
  const asked = new URLSearchParams(query).toString()
  return asked === '' ? filled : `${filled}?${asked}`
}

/** The parameters of an operation that stand in its path or its query. */
export function parametersIn({ parameters }: Operation, place: 'path' | 'query') {
  return parameters.filter(parameter => parameter.in === place)
}

/** A body as the bytes of its media type. */
function encoded(type: string, value: unknown): string {
  if (type === FILES) return partsOf(value as Record<string, unknown>)
  if (type !== 'application/x-www-form-urlencoded') return JSON.stringify(value)
  return new URLSearchParams(value as Record<string, string>).toString()
}

/** What opens the sandbox of a test. */
export const SANDBOX_KEY = 'a-key-that-nobody-guesses'

/** What opens each kind of door in the demo project, by the schemes that a document names. */
const demoCredentials: { readonly [scheme: string]: Readonly<Record<string, string>> } = {
  appId: { 'x-app-id': PAIR['x-app-id'] },
  appToken: { 'x-app-token': PAIR['x-app-token'] },
  managementId: { 'x-management-id': known.MGMT_ID },
  managementToken: { 'x-management-token': known.MGMT_TOKEN },
  sandboxKey: { 'x-sandbox-key': SANDBOX_KEY }
}

/** The ways into an operation that need keys, each as headers, one header for each scheme. */
export function pairsFor({ security }: Operation): readonly Readonly<Record<string, string>>[] {
  return security
    .map(requirement => Object.keys(requirement))
    .filter(names => names.length > 0 && !names.includes('oauth'))
    .map(names => Object.assign({}, ...names.map(name => demoCredentials[name])))
}

export function keysFor(operation: Operation): Readonly<Record<string, string>> {
  return pairsFor(operation)[0] ?? {}
}

/** Alternatives of scopes that open an operation to a bearer; empty when it takes none. */
export function scopesFor({ security }: Operation): readonly string[] {
  return security.flatMap(({ oauth }) => (oauth === undefined ? [] : [oauth.join(' ')]))
}

export function isOpen({ security }: Operation): boolean {
  return security.some(requirement => Object.keys(requirement).length === 0)
}

export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Undefined: no body, and no header that speaks of one. */
  readonly payload?: string | Buffer | undefined
}

/** Sends a request as it stands, and reads what comes back. */
export async function send(
  app: FastifyInstance,
  { method, url, headers = {}, payload }: Sent
): Promise<Answered> {
  const request = { method: method as 'GET', url, headers }
  const reply = await app.inject(payload === undefined ? request : { ...request, payload })
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  const body = isJson && reply.body !== '' ? JSON.parse(reply.body) : undefined
  return { status: reply.statusCode, body, headers: reply.headers, bytes: reply.body }
}

/** What is asked of an operation; what is left out is as its document shows it. */
export interface Asking {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** Instead of the demo's keys. */
  readonly headers?: Readonly<Record<string, string>>
  /** An Idempotency-Key beside them. */
  readonly key?: string
  /** Instead of the media type of the operation; empty: no header says. */
  readonly type?: string
  /** A value to send as the body; undefined: no body. */
  readonly body?: unknown
  /** Bytes to send instead. */
  readonly payload?: string | Buffer | undefined
}

/** What is sent to ask an operation. */
export function requestOf(operation: Described, asking: Asking = {}): Required<Sent> {
  const { path, query, headers = keysFor(operation), type = operation.type, body, key } = asking
  const encodedBody = body === undefined ? undefined : encoded(operation.type, body)
  return {
    method: operation.method,
    url: urlOf(operation, path, query),
    headers: {
      ...(type === '' ? {} : { 'content-type': typeHeader(type) }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...headers
    },
    payload: asking.payload ?? encodedBody
  }
}

export function ask(app: FastifyInstance, operation: Described, asking: Asking = {}) {
  return send(app, requestOf(operation, asking))
}

/** The parts in which a request can be another one. */
export const PARTS = ['path', 'query', 'body'] as const

/** Requests to the same operation that are not the one it shows first; they may be refused. */
export function* othersThanShown(
  operation: Described,
  parts: readonly (typeof PARTS)[number][] = PARTS
): Generator<Asking> {
  if (parts.includes('path')) yield* withOtherPath(operation)
  if (parts.includes('query')) yield* withOtherQuery(operation)
  if (parts.includes('body')) yield* withOtherBody(operation)
}

function* withOtherPath(operation: Described): Generator<Asking> {
  const body = firstShown(operation)
  for (const { name } of parametersIn(operation, 'path')) {
    // A foreign project is refused before anything is looked at.
    if (name !== 'projectId') yield { body, path: { [name]: 'other' } }
  }
}

function* withOtherQuery(operation: Described): Generator<Asking> {
  const body = firstShown(operation)
  for (const { name, schema } of parametersIn(operation, 'query')) {
    const { type, enum: only = [] } = tree(schema)
    const shown = operation.values[name] ?? ''
    // What is shown may be what counts when nothing is sent.
    const other = type === 'integer' ? `${Number(shown) + 1}` : `${shown}x`
    const words = type === 'boolean' ? [true] : Array.isArray(only) ? only : []
    for (const value of words.length > 0 ? words : [other]) {
      yield { body, query: { [name]: String(value) } }
    }
  }
}

function* withOtherBody(operation: Described): Generator<Asking> {
  const body = firstShown(operation)
  for (const each of operation.requests.slice(1)) yield { body: each.value }
  const changed = (found: unknown) => (typeof found === 'string' ? ['other', `${found}x`] : [])
  for (const other of variants(body, changed)) yield { body: other.body }
}

export function firstShown({ requests }: Described): unknown {
  return requests[0]?.value
}

export function operationNamed(id: string): Described {
  const found = operations.find(operation => operation.id === id)
  if (found === undefined) throw new Error(`No document describes ${id}`)
  return found
}

/** What an answer lacks of what every answer has, as sentences: its id, and the shape of errors. */
export function strayings({ status, body, headers }: Answered, method = 'GET'): string[] {
  const id = headers['x-request-id']
  if (typeof id !== 'string' || id === '') return ['has no X-Request-Id']
  // The answer to a HEAD has no body.
  if (status < 400 || method === 'HEAD') return []
  const { code, key, message, details, request_id, ...rest } = body ?? {}
  const entry = Object.hasOwn(catalogue, key) ? catalogue[key as keyof typeof catalogue] : null
  if (entry === null) return [`has the key ${key}, which is in no catalogue`]
  return [
    ...(code === status && entry.status === status ? [] : [`says ${code} ${key} with ${status}`]),
    ...(message === entry.message ? [] : [`says ${message} of ${key}, not ${entry.message}`]),
    ...(typeof details === 'string' && details !== '' ? [] : ['has no details']),
    ...(request_id === id || headers['idempotent-replayed']
      ? []
      : ['has a request_id that is not its X-Request-Id']),
    ...(rest.resource_type === 'redemption' ? [] : unknownFields(rest))
  ]
}

function unknownFields({ errors = [], ...others }: Record<string, unknown>) {
  const { resource_id, resource_type, redeemable_id, redeemable_type, error, ...rest } = others
  const halves =
    (resource_id === undefined) !== (resource_type === undefined) ||
    (redeemable_id === undefined) !== (redeemable_type === undefined)
  const names = Object.keys(rest)
  return [
    ...(halves ? ['names half a thing'] : []),
    ...(error === undefined || typeof error === 'object' ? [] : ['has an error of another shape']),
    ...(Array.isArray(errors) && errors.length !== 1 ? [] : ['has errors of another shape']),
    ...(names.length === 0 ? [] : [`has the fields ${names.join(', ')}`])
  ]
}

/** A copy of a value that differs in one place. */
export interface Variant {
  readonly body: unknown
  /** The names and indexes that lead to that place. */
  readonly at: readonly string[]
}

/** Copies of a value, each with one place in it replaced by one of what `change` makes of it. */
export function* variants(
  value: unknown,
  change: (found: unknown) => readonly unknown[]
): Generator<Variant> {
  for (const body of change(value)) yield { body, at: [] }
  if (typeof value !== 'object' || value === null) return
  for (const [key, found] of Object.entries(value)) {
    for (const { body, at } of variants(found, change)) {
      const changed = Array.isArray(value)
        ? value.with(Number(key), body)
        : { ...value, [key]: body }
      yield { body: changed, at: [key, ...at] }
    }
  }
}
