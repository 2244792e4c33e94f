/**
 * Ways to break what a schema says, one at a time, and ways to send what no operation takes.
 */
import { isTree, type Tree, typesOf } from '../../../scripts/documents/walk.ts'
import { outOfBounds } from '../../../src/conformance/answers.ts'
import { edgesOf } from '../../support/misuse.ts'
import { type Asking, type Described, parametersIn } from '../../support/requests.ts'
import { isOfType, type Place, replaced } from './schemas.ts'

/** A value that breaks a keyword. */
export interface Broken {
  /** The keyword, or what was done. */
  readonly by: string
  readonly body: unknown
}

/** A request of which one thing is wrong. */
export interface BrokenAsking {
  readonly by: string
  readonly asking: Asking
}

const OF_EACH_TYPE = [null, true, 1.5, 'text', [], { a: 1 }]
/** Longer ones are refused for the size of the request. */
const LENGTH_MAX = 100_000
const ITEMS_MAX = 2_000

/** A body that is broken at one of its places, in every way there is; some may fit all the same. */
export function* brokenAt(body: unknown, place: Place): Generator<Broken> {
  for (const [by, value] of brokenValues(place.schema, place.value)) {
    yield { by, body: replaced(body, place.at, value) }
  }
}

function* brokenValues(schema: Tree, value: unknown): Generator<readonly [string, unknown]> {
  const types = typesOf(schema)
  for (const each of OF_EACH_TYPE) {
    if (types.length > 0 && !types.some(type => isOfType(type, each))) yield ['type', each]
  }
  if ('const' in schema) yield ['const', 'nothing_like_it']
  if ('enum' in schema) yield ['enum', 'nothing_like_it']
  if ('pattern' in schema) yield ['pattern', '!']
  if ('format' in schema) yield ['format', 'yesterday']
  yield* outOfBounds(schema, LENGTH_MAX)
  if (isTree(value)) yield* brokenObjects(schema, value)
  if (Array.isArray(value)) yield* brokenLists(schema, value)
}

function* brokenObjects(schema: Tree, value: Tree): Generator<readonly [string, unknown]> {
  yield ['additionalProperties', { ...value, surprise: 1 }]
  for (const name of (schema['required'] ?? []) as readonly string[]) {
    const { [name]: _, ...rest } = value
    yield ['required', rest]
  }
  if ('minProperties' in schema) yield ['minProperties', {}]
  const { maxProperties } = schema
  if (maxProperties === undefined) return
  const names = Array.from({ length: Number(maxProperties) + 1 }, (_, n) => [`name${n}`, 'x'])
  yield ['maxProperties', { ...value, ...Object.fromEntries(names) }]
}

function* brokenLists(schema: Tree, value: unknown[]): Generator<readonly [string, unknown]> {
  const { minItems, maxItems, uniqueItems } = schema
  const [first] = value
  if (Number(minItems) > 0) yield ['minItems', value.slice(0, Number(minItems) - 1)]
  if (first === undefined) return
  if (uniqueItems === true) yield ['uniqueItems', [...value, first]]
  if (Number(maxItems) > ITEMS_MAX) return
  yield ['maxItems', Array.from({ length: Number(maxItems) + 1 }, () => first)]
}

/** What is wrong beside the body. */
export function* brokenBeside(operation: Described, right: Asking): Generator<BrokenAsking> {
  const wrong = (by: string, more: Asking) => ({ by, asking: { ...right, ...more } })
  yield wrong('an unknown parameter', { query: { ...right.query, surprise: '1' } })
  for (const { name, schema } of parametersIn(operation, 'query')) {
    for (const value of edgesOf(schema).out) {
      yield wrong('a bad parameter', { query: { ...right.query, [name]: value } })
    }
  }
  for (const { name, required } of parametersIn(operation, 'query')) {
    const { [name]: _, ...query } = right.query ?? {}
    if (required) yield wrong('a missing parameter', { query })
  }
  for (const { name, schema } of parametersIn(operation, 'path')) {
    const long = 'x'.repeat(Number(schema['maxLength']) + 1)
    yield wrong('a path that is too long', { path: { ...right.path, [name]: long } })
    yield wrong('a path with U+0000', { path: { ...right.path, [name]: 'a\0' } })
    if ('pattern' in schema) {
      yield wrong('a path of another form', { path: { ...right.path, [name]: '!' } })
    }
  }
  if (operation.parameters.some(({ in: place }) => place === 'header')) {
    yield wrong('a bad key', { key: 'a b' })
    yield wrong('a key that is too long', { key: 'x'.repeat(256) })
  }
  if (operation.body === null) {
    // Nobody reads what is sent with a GET.
    if (operation.method === 'GET') return
    yield wrong('a body where none is', { type: 'application/json', payload: '{"surprise":1}' })
    return
  }
  if (operation.body.required) yield wrong('no body', { body: undefined })
  yield wrong('another media type', { type: 'text/plain', payload: '{}' })
  yield wrong('half a body', { payload: '{"a":' })
}
