/**
 * Nothing that a request can hold is without a bound, and every bound stands in the table of
 * openapi/behaviour/bounds.md with its reason. What is looked at follows from the documents.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { followed, type Tree, tree } from '../../scripts/documents/walk.ts'
import { FREE_MAP_LENGTH_MAX } from '../../src/decisions/updates.ts'
import { limits } from '../../src/http/limits.ts'
import { FREE_MAPS, NAME_LENGTH_MAX } from '../../src/rules/sound-json.ts'
import { CONFIG, givenService, PAIR } from '../support/app.ts'
import { wholeStore, writesOf } from '../support/evidence.ts'
import { onDemo } from '../support/on-demo.ts'
import {
  ask,
  type Described,
  documents,
  operationNamed,
  operations,
  sandboxOperations
} from '../support/requests.ts'
import { root } from '../support/root.ts'

const KEYWORDS = ['maxLength', 'maxItems', 'maxProperties'] as const

/** A schema of a request, and where it stands. */
interface Place {
  readonly at: string
  readonly schema: Tree
}

/** Every schema in a value that requests can hold, each once. */
function* schemasIn(document: Tree, value: unknown, at: string, seen: Set<Tree>): Generator<Place> {
  const schema = followed(document, value)
  if (seen.has(schema)) return
  seen.add(schema)
  yield { at, schema }
  const { properties, items, additionalProperties: others, propertyNames } = schema
  const unions = ['oneOf', 'anyOf', 'allOf'].flatMap(word => (schema[word] ?? []) as unknown[])
  const inner: [string, unknown][] = [
    ...Object.entries(tree(properties)),
    ...[items, others, propertyNames, ...unions].map((each): [string, unknown] => ['…', each])
  ]
  for (const [name, each] of inner) {
    if (typeof each === 'object' && each !== null) {
      yield* schemasIn(document, each, `${at}.${name}`, seen)
    }
  }
}

function* requestSchemas(): Generator<Place> {
  for (const [name, document] of Object.entries(documents)) {
    const [whole, seen] = [document as unknown as Tree, new Set<Tree>()]
    for (const operation of [...operations, ...sandboxOperations].filter(
      each => each.document === name
    )) {
      if (operation.schema !== '') {
        const body = { $ref: operation.schema }
        yield* schemasIn(whole, body, operation.id, seen)
      }
      for (const parameter of operation.parameters) {
        yield* schemasIn(whole, parameter.schema, `${operation.id} ${parameter.name}`, seen)
      }
    }
  }
}

const places = [...requestSchemas()]
const typesOf = ({ type }: Tree) => [type].flat().map(String)
/** A pattern from the first to the last character without an open repetition. */
const ends = (pattern: unknown) =>
  /^\^.*\$$/.test(String(pattern)) && !/[*+]|,\}/.test(`${pattern}`)

function unbounded({ schema }: Place): string | null {
  const has = (...names: string[]) => names.some(name => schema[name] !== undefined)
  if (has('enum', 'const')) return null
  const found = typesOf(schema).map(type => {
    if (type === 'string' && !has('maxLength') && !ends(schema['pattern'])) {
      // A file within a form is as long as a body may be.
      return schema['format'] === 'binary' ? null : 'text'
    }
    if (type === 'array' && !has('maxItems')) return 'array'
    if (type === 'object' && schema['additionalProperties'] !== false && !has('maxProperties')) {
      return 'map'
    }
    const low = has('minimum', 'exclusiveMinimum')
    return /integer|number/.test(type) && !(low && has('maximum')) ? 'number' : null
  })
  return found.find(each => each !== null) ?? null
}

t.test('no text, array, map or number of a request is without a bound', async t => {
  t.ok(places.length > 400, `${places.length} schemas of requests`)
  const found = places.flatMap(place => {
    const kind = unbounded(place)
    // Branches say what is beside the properties of the whole.
    return kind === null ? [] : [`${place.at}: ${kind}`]
  })
  t.strictSame(found, [])
})

const paper = readFileSync(join(root, 'openapi/behaviour/bounds.md'), 'utf8')

t.test('every bound of a request has a row with its reason, and every row is a bound', async t => {
  const found = new Set(
    places.flatMap(({ schema }) =>
      KEYWORDS.filter(word => schema[word] !== undefined).map(word => `${word} ${schema[word]}`)
    )
  )
  const keywords = [...paper.matchAll(/^\| `(max\w+)` of .{3,} \| (\d+) \| .{5,} \|$/gm)]
  const told = keywords.map(([, word, most]) => `${word} ${most}`).toSorted()
  t.strictSame(told, [...found].toSorted())
})

/** Bodies of an operation, each with `map` in the place of one map of free values. */
function* withMap({ document, schema, requests }: Described, map: Tree): Generator<unknown> {
  const whole = documents[document] as unknown as Tree
  const { value } = requests[0] ?? {}
  if (value !== undefined) yield* replaced({ document: whole, map }, { $ref: schema }, value)
}

interface Replacing {
  readonly document: Tree
  readonly map: Tree
}

function* replaced(by: Replacing, reference: unknown, value: unknown): Generator<unknown> {
  const { document, map } = by
  const schema = followed(document, reference)
  if (Array.isArray(value)) {
    for (const each of replaced(by, schema['items'], value[0])) yield value.with(0, each)
    return
  }
  for (const [name, property] of Object.entries(tree(schema['properties']))) {
    const found = followed(document, property)
    if (found['readOnly'] === true) continue
    const at = tree(value)
    if (found['additionalProperties'] === true) yield { ...at, [name]: map }
    else if (typeof at[name] === 'object' && at[name] !== null) {
      for (const each of replaced(by, property, at[name])) yield { ...at, [name]: each }
    }
  }
}

const LARGE = { big: `planted${'x'.repeat(FREE_MAP_LENGTH_MAX)}` }

onDemo('a map of free values that is too large is stored nowhere', async (t, service) => {
  await service.work()
  const written = writesOf(service.store)
  let refused = 0
  for (const operation of operations) {
    for (const body of withMap(operation, LARGE)) {
      const before = written.length
      const { status, body: answer } = await ask(service.app, operation, { body })
      if (status === 400) {
        t.match(answer.details, /at most 65536 characters as JSON, and has 65\d{3}/, operation.id)
        t.equal(written.length, before, `${operation.id} writes nothing`)
        refused++
      } else if (status === 202) await service.work()
      else t.equal(written.length, before, `${operation.id} ${status} writes nothing`)
    }
  }
  t.ok(refused > 30, `${refused} refused`)
  t.notMatch(await wholeStore(service.store), /planted/)
})

const LONG = 'n'.repeat(NAME_LENGTH_MAX + 1)

//  map                                           what is said
const ODD_NAMES: readonly (readonly [Tree, RegExp])[] = [
  [{ '': 'planted' }, /has a property with an empty name/],
  [{ [LONG]: 'planted' }, /a property whose name has more than 512 char/],
  [{ within: { '': 'planted' } }, /has a property with an empty name/],
  [JSON.parse('{"__proto__":"planted"}'), /has a property __proto__/],
  [{ constructor: { prototype: 'planted' } }, /has a property constructor/]
]

onDemo(
  'a name that is empty, too long or of a prototype is not stored',
  async (t, { work, store, app }) => {
    await work()
    const written = writesOf(store)
    let refused = 0
    for (const operation of operations) {
      for (const [map, said] of ODD_NAMES) {
        for (const body of withMap(operation, map)) {
          const before = written.length
          const answer = await ask(app, operation, { body })
          if (answer.status === 202) {
            await work()
            continue
          }
          t.equal(answer.status, 400, operation.id)
          t.match(answer.body.details, said, operation.id)
          t.equal(written.length, before, `${operation.id} writes nothing`)
          refused++
        }
      }
    }
    t.ok(refused > 130, `${refused} refused`)
    t.notMatch(await wholeStore(store), /planted/)
    const product = { source_id: 'odd', metadata: { ['n'.repeat(NAME_LENGTH_MAX)]: 1, ' ': 2 } }
    t.strictSame((await ask(app, operationNamed('createProduct'), { body: product })).status, 200)
  }
)

t.test('a map of the caller is called what is looked for', async t => {
  const found = new Set<string>()
  for (const { at, schema } of places) {
    const name = at.split('.').findLast(part => part !== '…') as string
    if (schema['additionalProperties'] === true && schema['readOnly'] !== true) found.add(name)
  }
  // Conditions have the operators of their fact and no others, which the decision sees to.
  t.ok(found.delete('conditions'))
  t.strictSame([...found].toSorted(), [...FREE_MAPS].toSorted())
})

onDemo('a body that is packed is refused unread', async (t, { post }) => {
  for (const [coding, status] of [
    ['gzip', 415],
    ['br', 415],
    ['identity', 200],
    ['Identity ', 200]
  ] as const) {
    const headers = { ...PAIR, 'content-encoding': coding }
    t.equal((await post('/v1/customers', { source_id: 'new' }, headers)).status, status, coding)
  }
})

t.test('bodies that are announced and do not come keep no large one out', async t => {
  const config = { ...CONFIG, requestsMax: 1_000, eventLoopDelayMaxMs: 60_000 }
  const service = await givenService(t, { config })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as { port: number }
  const url = `http://127.0.0.1:${port}/v1/customers`
  const json = { ...PAIR, 'content-type': 'application/json' }
  const keys = Object.entries(json).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `POST /v1/customers HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n${keys.join('')}`
  const slow: Socket[] = []
  t.teardown(() => {
    for (const socket of slow) socket.destroy()
  })
  const begin = async (announced: string, first: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    slow.push(socket)
    socket.write(`${head}${announced}\r\n\r\n`)
    // It is there, so the request is under way.
    await once(socket, 'data')
    socket.write(first)
  }
  const places = Math.floor(limits.bodiesBytes / limits.bodyBytes)
  for (let index = 0; index <= places; index++) {
    await begin('Transfer-Encoding: chunked', '1\r\n{\r\n')
    await begin(`Content-Length: ${limits.bodyBytes}`, '{')
  }
  const large = JSON.stringify({ source_id: 'a', description: 'x'.repeat(limits.smallBodyBytes) })
  const chunks = new Blob([large]).stream()
  const chunked = { method: 'POST', headers: json, body: chunks, duplex: 'half' } as RequestInit
  t.equal((await fetch(url, { method: 'POST', headers: json, body: large })).status, 400, 'read')
  t.equal((await fetch(url, chunked)).status, 400, 'of unknown length, and read')
})
