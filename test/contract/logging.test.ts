import { inspect } from 'node:util'
import t from 'tap'
import { type Tree, tree } from '../../scripts/documents/walk.ts'
import type { Change } from '../../src/decisions/changes.ts'
import { Causes } from '../../src/http/errors.ts'
import { readableLog } from '../../src/http/logger.ts'
import { Readiness } from '../../src/http/overload.ts'
import { parsedJson } from '../../src/storage/engine/columns.sqlite.ts'
import { GuardLost } from '../../src/storage/engine/errors.ts'
import { checked } from '../support/contract.ts'
import { fixture, givenApp, keys, send, shopMethods } from '../support/fixture-service.ts'
import { documents } from '../support/requests.ts'

/** Lines of a log, as they are written. */
function givenLog() {
  const lines: string[] = []
  return {
    lines,
    log: { level: 'trace', stream: { write: (line: string) => void lines.push(line) } }
  }
}

t.test('what goes wrong on our side reveals nothing and is logged with its cause', async t => {
  const { lines, log } = givenLog()
  const methods = {
    ...shopMethods,
    listExports: async () => {
      throw new Error('the secret of the house')
    }
  }
  const shop = { name: 'shop', document: fixture('shop'), handlers: [methods] }
  const app = checked(t, givenApp({ mounts: [shop], log }), { shop: fixture('shop') })
  const sent = { ...keys, 'x-request-id': 'not ours' }
  t.same((await send(app, 'GET /v1/exports?limit=3', sent)).json(), {
    code: 500,
    key: 'internal_error',
    message: 'Internal server error',
    details: 'Something went wrong on our side. Quote the request_id when you report it.',
    request_id: 'v-1'
  })
  const [error, line] = lines.map(each => JSON.parse(each))
  t.match(error, {
    level: 50,
    requestId: 'v-1',
    operationId: 'listExports',
    err: { message: 'the secret of the house', stack: /logging\.test/ }
  })
  const found = { ...line, time: 0, pid: 0, hostname: '', ms: 0 }
  t.same(found, {
    level: 30,
    time: 0,
    pid: 0,
    hostname: '',
    requestId: 'v-1',
    method: 'GET',
    route: '/v1/exports',
    operationId: 'listExports',
    cause: error.cause,
    status: 500,
    key: 'internal_error',
    ms: 0,
    msg: 'request'
  })
})

t.test('people read a request in one line, with the key of a refusal', async t => {
  const told: string[] = []
  const stream = readableLog({ write: text => told.push(text) })
  const log = { level: 'info', stream }
  const shop = { name: 'shop', document: fixture('shop'), handlers: [shopMethods] }
  const app = checked(t, givenApp({ mounts: [shop], log }), { shop: fixture('shop') })
  await send(app, 'GET /v1/exports?limit=3')
  await send(app, 'GET /v1/exports?limit=many')
  await send(app, 'GET /v1/nothing?token=secret')
  stream.write('{"level":40,"time":0,"pid":1,"hostname":"h","jobs":3,"msg":"late"}\n')
  stream.write('{"level":50,"time":0,"msg":"lost","err":{"stack":"Error: a\\n  at b"}}\n')
  stream.write('{"level":30,"time":0,"msg":"listening"}\n')
  const lines = told.map(line => line.replace(/^\d\d:\d\d:\d\d /, '').replace(/[\d.]+ ms/, '1 ms'))
  t.strictSame(lines, [
    'GET /v1/exports 200 1 ms\n',
    'GET /v1/exports 400 1 ms invalid_query_params\n',
    'GET (no path) 404 1 ms not_found\n',
    'WARN late jobs=3\n',
    'ERROR lost\nError: a\n  at b\n',
    'listening\n'
  ])
})

t.test('an error that says when to try again is a 503 that says so', async t => {
  const methods = {
    ...shopMethods,
    listExports: async () => {
      throw Object.assign(new Error('locked'), { retryAfterSeconds: 2.4 })
    }
  }
  const shop = { name: 'shop', document: fixture('shop'), handlers: [methods] }
  const app = checked(t, givenApp({ mounts: [shop] }), { shop: fixture('shop') })
  const answer = await send(app, 'GET /v1/exports')
  const found = [answer.statusCode, answer.json().key, answer.headers['retry-after']]
  t.same(found, [503, 'service_unavailable', '3'])
})

t.test('one line for each request, and no secret in any', async t => {
  const { lines, log } = givenLog()
  const app = givenApp({ log })
  const form = { ...keys, 'content-type': 'application/x-www-form-urlencoded' }
  const hidden = { ...form, 'x-app-token': 'hidden', authorization: 'Bearer hidden' }
  await send(app, 'GET /v1/exports?limit=1&access_token=hidden')
  await send(app, 'GET /v1/exports', hidden)
  await send(app, 'POST /v1/oauth/token', form, 'access_token=hidden')
  await send(app, 'GET /hidden')
  await send(app, 'GET /v1/vouchers/hidden%ZZ')
  t.equal(lines.length, 5)
  app.log.info({ authorization: 'hidden', headers: { 'x-app-token': 'hidden' } })
  app.log.info({ a: { b: { access_token: 'hidden' } } })
  t.equal(lines.length, 7)
  t.notMatch(lines.join(''), 'hidden')
  t.notMatch(lines.join(''), 'own-secret')
})

t.test('what a document names as credentials is in no line, however deep in it', async t => {
  const { lines, log } = givenLog()
  const app = givenApp({ log })
  const schemes = Object.values(documents).flatMap(document =>
    Object.values(tree(tree((document as unknown as Tree)['components'])['securitySchemes']))
  )
  const headers = schemes.map(scheme => {
    const { type, name } = tree(scheme)
    return type === 'apiKey' ? String(name).toLowerCase() : 'authorization'
  })
  t.ok(headers.includes('x-sandbox-key') && headers.includes('authorization'))
  for (const name of new Set([...headers, 'idempotency-key', 'client_secret', 'access_token'])) {
    app.log.info({ [name]: 'hidden', a: { [name]: 'hidden', b: { [name]: 'hidden' } } })
    t.notMatch(lines.pop(), 'hidden', name)
  }
})

/** Failures whose objects hold a person, as the parts of the service throw them. */
const PERSON = { name: 'Planted Person', email: 'planted@example.com' }
const failuresWithPersons: { readonly [name: string]: () => unknown } = {
  'a property of the error': () => Object.assign(new Error('odd'), { customer: PERSON }),
  'a property of its cause': () =>
    new Error('odd', { cause: Object.assign(new Error('deep'), { detail: PERSON.email }) }),
  'one of several errors': () =>
    new AggregateError([Object.assign(new Error('one'), { customer: PERSON })], 'odd'),
  'something that is no error': () => ({ ...PERSON }),
  'a row that is damaged': () => {
    try {
      return parsedJson(`{"email":"${PERSON.email}`)
    } catch (error) {
      return error
    }
  },
  'a lost guard': () =>
    new GuardLost({ kind: 'customer.updated', customer: PERSON } as unknown as Change)
}

for (const [name, failure] of Object.entries(failuresWithPersons)) {
  t.test(`a failure that holds a person is logged without: ${name}`, async t => {
    const { lines, log } = givenLog()
    const methods = {
      ...shopMethods,
      listExports: async () => {
        throw failure()
      }
    }
    const shop = { name: 'shop', document: fixture('shop'), handlers: [methods] }
    const app = givenApp({ mounts: [shop], log })
    await send(app, 'GET /v1/exports')
    new Causes(() => app.log).report(failure(), 'worker: a job')
    t.ok(lines.length >= 2)
    t.notMatch(lines.join(''), /planted/i)
  })
}

t.test('a lost guard gives its change to nobody who prints it', async t => {
  const lost = failuresWithPersons['a lost guard']?.()
  t.notMatch(inspect(lost, { depth: 9 }) + JSON.stringify(lost), /planted/i)
  t.equal((lost as GuardLost).change.kind, 'customer.updated')
})

t.test('one cause is one stack trace, and then a count', async t => {
  const { lines, log } = givenLog()
  let n = 0
  const methods = {
    ...shopMethods,
    listExports: async () => {
      throw new Error(`row ${++n} is gone`)
    },
    getCustomer: async () => {
      throw new Error('another thing')
    }
  }
  const shop = { name: 'shop', document: fixture('shop'), handlers: [methods] }
  const app = givenApp({ mounts: [shop], log })
  for (let times = 0; times < 3; times++) await send(app, 'GET /v1/exports')
  await send(app, 'GET /v1/customers/c_1')
  await app.close()
  const written = lines.map(line => JSON.parse(line))
  const traces = written.filter(({ err }) => err !== undefined)
  const found = traces.map(({ err, requestId }) => [err.message, requestId])
  t.strictSame(found, [
    ['row 1 is gone', 'v-1'],
    ['another thing', 'v-4']
  ])
  const [first, other] = traces.map(({ cause }) => cause)
  t.not(first, other)
  t.strictSame(
    written
      .filter(({ msg }) => msg === 'request')
      .map(({ requestId, cause }) => [requestId, cause]),
    [
      ['v-1', first],
      ['v-2', first],
      ['v-3', first],
      ['v-4', other]
    ],
    'the line of each request names its cause'
  )
  const counts = written.filter(({ times }) => times !== undefined)
  const told = counts.map(({ level, cause, times, msg }) => ({ level, cause, times, msg }))
  t.strictSame(told, [{ level: 50, cause: first, times: 2, msg: 'Internal server error: again' }])
})

t.test('a cause that pauses is told anew, and many causes do not fill the memory', async t => {
  const told: string[] = []
  const log = {
    error: (fields: object, message: string) => told.push(`${message} ${timesOf(fields)}`)
  }
  const causes = new Causes(() => log)
  t.teardown(() => causes.close())
  const full = new Error('full')
  causes.report(full, 'A')
  causes.report(full, 'A')
  causes.count()
  causes.count()
  causes.report(full, 'A')
  t.strictSame(told, ['A first', 'A: again 1', 'A first'])
  told.length = 0
  for (let n = 0; n < 150; n++) causes.report(new Error('x'.repeat(n + 1)), 'B')
  causes.report(full, 'A')
  t.equal(told.length, 151, 'what was forgotten is told again')
})

const timesOf = (fields: object) => ('times' in fields ? fields.times : 'first')

t.test('the id that a caller gives to a request is kept when it is well formed', async t => {
  const { lines, log } = givenLog()
  const app = givenApp({ log })
  const sent = async (id: string) =>
    (await send(app, 'GET /v1/exports', { ...keys, 'x-request-id': id })).headers['x-request-id']
  const kept = ['a', 'till-7/2026:0001', '4bf92f3577b34da6a3ce929d0e0e4736', 'x'.repeat(128)]
  const refused = ['', 'two words', 'x'.repeat(129), 'a,b', '<b>', 'näher']
  for (const id of kept) t.equal(await sent(id), id)
  for (const [index, id] of refused.entries()) t.equal(await sent(id), `v-${index + 1}`, id)
  const logged = lines.map(line => JSON.parse(line).requestId)
  t.strictSame(logged.slice(0, kept.length), kept)
  t.equal((await send(app, 'GET /v1/none', { 'x-request-id': 'mine' })).json().request_id, 'mine')
})

t.test('probes write no line, and why the service is not ready is written once', async t => {
  const { lines, log } = givenLog()
  let asked = 0
  let trouble: Error | null = null
  const ready = async () => {
    asked++
    if (trouble !== null) throw trouble
  }
  const app = givenApp({ ready, log })
  const probe = async (path: string) => (await send(app, `GET /health/${path}`, {})).statusCode
  t.strictSame([await probe('live'), await probe('ready'), await probe('ready')], [200, 200, 200])
  t.equal(asked, 1, 'asked once in a second, however often')
  t.strictSame(lines, [])
  let milliseconds = 0
  const stopwatch = () => milliseconds
  const readiness = new Readiness({
    check: ready,
    trouble: () => null,
    notice: () => null,
    log: app.log,
    stopwatch
  })
  trouble = Object.assign(new Error('SQLITE_FULL'), { code: 'store_full' })
  const room = 'There is no room left for the database. Free some disk space.'
  for (; milliseconds < 5_000; milliseconds += 250) t.equal(await readiness.reason(), room)
  t.equal(asked, 6)
  trouble = null
  t.equal(await readiness.reason(), null)
  t.strictSame(
    lines.map(line => JSON.parse(line)).map(({ level, msg, err }) => [level, msg, err?.message]),
    [
      [50, `The service is not ready: ${room}`, 'SQLITE_FULL'],
      [30, 'The service is ready again.', undefined]
    ]
  )
})
