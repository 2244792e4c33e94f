import t from 'tap'
import { spellPath } from '../../src/http/mistakes.ts'
import { type Answered, givenService } from '../support/app.ts'
import {
  ask,
  type Described,
  firstShown,
  operationNamed,
  operations,
  sandboxOperations
} from '../support/requests.ts'
import { givenSandbox } from '../support/sandbox.ts'

const JSON_TYPE = 'application/json'
const service = await givenService(t)
const sandbox = await givenSandbox(t)

type Path = readonly (string | number)[]

/** The places of all properties, those of the body itself first. */
function placesIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value).map(([name, each]) => {
    const part = Array.isArray(value) ? Number(name) : name
    return [[...at, part], each] as const
  })
  const own = Array.isArray(value) ? [] : entries.map(([path]) => path)
  return [...own, ...entries.flatMap(([path, each]) => placesIn(each, path))]
}

/** The value as JSON, with the property of the path once more behind the others. */
function withTwice(value: unknown, [first, ...rest]: Path): string {
  if (first === undefined) return JSON.stringify(value)
  const entries = Object.entries(value as object).map(([name, each]) => {
    const isOnTheWay = name === String(first)
    return [name, isOnTheWay ? withTwice(each, rest) : JSON.stringify(each)] as const
  })
  if (Array.isArray(value)) return `[${entries.map(([, json]) => json).join()}]`
  const all = entries.map(([name, json]) => `${JSON.stringify(name)}:${json}`)
  const again = rest.length === 0 ? [`${JSON.stringify(first)} : "one more"`] : []
  return `{${[...all, ...again].join()}}`
}

/** Asks with each place in turn, from the root and from the deepest. */
async function refuses(
  send: (operation: Described, payload: string) => Promise<Answered>,
  operation: Described
): Promise<void> {
  const body = firstShown(operation)
  const places = placesIn(body).toSorted((one, other) => one.length - other.length)
  for (const path of new Set([places[0], places.at(-1)])) {
    if (path === undefined) continue
    const answer = await send(operation, withTwice(body, path))
    t.strictSame(
      [answer.status, answer.body.key, answer.body.details],
      [400, 'invalid_payload', `${spellPath('body', path)} is given more than once; send it once.`],
      `${operation.id} ${path.join('.')}`
    )
  }
}

const takesJson = ({ type }: Described) => type === JSON_TYPE

t.test('a name that is there twice is refused by its path, in every body of JSON', async () => {
  for (const operation of operations.filter(takesJson)) {
    await refuses((each, payload) => ask(service.app, each, { payload }), operation)
  }
  for (const operation of sandboxOperations.filter(takesJson)) {
    await refuses((each, payload) => ask(sandbox.app, each, { payload }), operation)
  }
})

// biome-ignore format: a table
const BODIES = [
  // body                                              what is refused
  ['{"source_id":"a","source_id":"b"}',                'Property .source_id'],
  ['{"metadata":{"a":1,"a\\u0062":1,"ab":2}}',         'Property .metadata.ab'],
  ['{"metadata":{"x":[{"a":":"},{"b":",","b":1}]}}',   'Property .metadata.x[1].b'],
  ['{"metadata":{"__proto__":1,"__proto__":1}}',       'Property .metadata.__proto__'],
  ['{"metadata":{"a \\"b":1,"a \\"b":1}}',             'Property .metadata["a \\"b"]'],
  ['{"name":"a","metadata":{"name":"a:b","x":{"name":"name"}}}', null],
  ['{"metadata":{"a":["a","a"],"b":["a","a"],"c":{"a":1}}}', null]
] as const

t.test('createCustomer: a name in two objects, or in a text, is not there twice', async t => {
  for (const [payload, refused] of BODIES) {
    const { status, body } = await ask(service.app, operationNamed('createCustomer'), { payload })
    t.equal(status, refused === null ? 200 : 400, `${payload} ${body.details}`)
    if (refused !== null) t.equal(body.details, `${refused} is given more than once; send it once.`)
  }
  const long = `"${'x'.repeat(1000)}":1`
  const { body } = await ask(service.app, operationNamed('createCustomer'), {
    payload: `{"metadata":{${long},${long}}}`
  })
  t.match(body.details, /x…"\] is given more than once/)
})

t.test('issueOAuthToken: a field that is there twice is refused, credentials as well', async t => {
  const operation = operationNamed('issueOAuthToken')
  const rows = [
    ['grant_type=client_credentials&scope=api&scope=orders', 'scope', 'invalid_scope'],
    [
      'client_id=a&client_id=a&client_secret=b&grant_type=client_credentials&scope=api',
      'client_id',
      'invalid_payload'
    ]
  ]
  for (const [payload, name, key] of rows) {
    const headers = name === 'scope' ? {} : { headers: {} }
    const { status, body } = await ask(service.app, operation, { payload, ...headers })
    const found = [status, body.key, body.details]
    t.strictSame(found, [400, key, `Parameter ${name} is given more than once; send it once.`])
  }
})
