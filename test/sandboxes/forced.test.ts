import { setImmediate as turn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { PROJECT_ID } from '../../src/demo/known.ts'
import { PAIR } from '../support/app.ts'
import { rowsOf } from '../support/chance.ts'
import { Answers } from '../support/contract.ts'
import { fingerprint, writesOf } from '../support/evidence.ts'
import { onDemo } from '../support/on-demo.ts'
import { ask, type Described, keysFor, operations, SANDBOX_KEY } from '../support/requests.ts'
import {
  asking,
  contract,
  type GivenProject,
  givenSandbox,
  type Reply
} from '../support/sandbox.ts'
import { givenPauses } from '../support/time.ts'

/** Of its own: what is forced shows nothing of what the service fills. */
const answers = new Answers({ ...contract.documents })

/** The keys of a project in the place of those of the demo. */
function keysIn({ keys: own }: GivenProject, operation: Described) {
  const names = Object.keys(keysFor(operation))
  return Object.fromEntries(
    (names.length === 0 ? ['x-app-id', 'x-app-token'] : names).map(name => [name, own[name] ?? ''])
  )
}

/** What is asked of an operation: as its document shows it, with a preference. */
function askingFor(operation: Described, headers: Readonly<Record<string, string>>) {
  const required = operation.parameters.filter(
    parameter => parameter.in === 'query' && parameter.required
  )
  const query = Object.fromEntries(required.map(({ name }) => [name, operation.values[name] ?? '']))
  const [request] = operation.requests
  return { headers, query, ...(request && { body: request.value }) }
}

/** The id of the request is told by its own header. */
function withIdOf(requestId: unknown, value: unknown): unknown {
  const isError = value !== null && typeof value === 'object' && 'request_id' in value
  return isError ? { ...value, request_id: requestId } : value
}

t.test('every answer that a document shows can be asked for, and nothing comes of it', async t => {
  const { app, store, sandboxes, project } = await givenSandbox(t, answers)
  const till = await project('till', { seed: '42' })
  const before = await fingerprint(store)
  const { units, requests } = sandboxes.project('till').sandbox.course
  const writes = writesOf(store)
  const all = operations.flatMap(operation =>
    [...operation.answers].flatMap(([status, shown]) =>
      [null, ...shown.map(({ name }) => name)].map(name => ({ operation, status, shown, name }))
    )
  )
  for (const [{ operation, status, shown, name }] of rowsOf(t, all, { gate: 200, soak: 2000 })) {
    const keys = keysIn(till, operation)
    const prefer = `code=${status}${name === null ? '' : `, example=${name}`}`
    const asking = askingFor(operation, { ...keys, prefer })
    const answer = await ask(app, operation, { ...asking, key: 'once' })
    const meant = shown.find(each => name === null || each.name === name)?.value
    const body = status < 400 ? meant : withIdOf(answer.headers['x-request-id'], meant)
    const found = [answer.status, answer.headers['preference-applied'], answer.body]
    if (!isDeepStrictEqual(found, [status, prefer, body])) {
      t.fail(`${operation.id} ${prefer}: ${answer.status} ${answer.bytes}`)
    }
  }
  t.strictSame(writes, [], 'nothing was written')
  t.strictSame(await fingerprint(store), before)
  const after = sandboxes.project('till').sandbox.course
  t.strictSame([after.units, after.requests], [units, requests], 'and nothing was counted')
})

/** The headers of an application of a project that prefers something. */
function preferring({ made: { body } }: Pick<GivenProject, 'made'>, prefer: string) {
  const { app_id: id, app_token: token } = body.server_side_key
  return { 'x-app-id': id, 'x-app-token': token, prefer }
}

const dana = { source_id: 'dana', name: 'Dana Frey' }

t.test('what comes after a forced answer is answered as if it had not come', async t => {
  const deeds = async (forces: boolean) => {
    const { project } = await givenSandbox(t, answers)
    const till = await project('till', { seed: '42' })
    const sent: Reply[] = []
    for (const prefer of ['code=404', 'code=503', 'code=999', 'example=none']) {
      const key = { 'idempotency-key': prefer }
      const headers = { ...preferring(till, prefer), ...key }
      if (forces) await till.ask('POST', '/v1/customers', dana, headers)
      const { prefer: _, ...same } = headers
      sent.push(await till.ask('POST', '/v1/customers', { ...dana, name: prefer }, same))
    }
    return sent.map(({ bytes, headers: { date: _, ...headers } }) => [bytes, headers])
  }
  t.strictSame(await deeds(true), await deeds(false))
})

t.test('two forced answers have two ids, and one of its own stays', async t => {
  const { project } = await givenSandbox(t, answers)
  const till = await project('till')
  const headers = preferring(till, 'code=404')
  const get = (more = {}) =>
    till.ask('GET', '/v1/customers/ada', undefined, { ...headers, ...more })
  const [one, other, own] = [await get(), await get(), await get({ 'x-request-id': 'mine' })]
  t.not(one.body.request_id, other.body.request_id)
  t.equal(own.body.request_id, 'mine')
})

//  Prefer       status, a word of the answer, and what was applied
const spellings = [
  ['code=404', 404, '"not_found"', 'code=404'],
  ['CODE = "404"', 404, '"not_found"', 'code=404'],
  ['respond-async, code=404;x="1"', 404, '"not_found"', 'code=404'],
  ['code=404, code=200', 404, '"not_found"', 'code=404'],
  [', ,code=404', 404, '"not_found"', 'code=404'],
  ['example=customer', 200, '"ada"', 'example=customer'],
  ['example=busy', 503, '"service_unavailable"', 'example=busy'],
  ['wait=0.001, code=404', 404, '"not_found"', 'code=404, wait=0.001'],
  ['wait=0', 200, '"Ada Baker"', 'wait=0'],
  ['return=minimal', 200, '"Ada Baker"', undefined],
  ['', 200, '"Ada Baker"', undefined],
  ['code=299', 400, 'getCustomer has no status 299. Prefer one of 200, 400, 401,', undefined],
  ['code=204', 400, 'getCustomer has no status 204.', undefined],
  ['code=abc', 400, "Header Prefer: code must be a status such as 404, not 'abc'.", undefined],
  ['code', 400, "code must be a status such as 404, not ''.", undefined],
  ['code=404, example=x', 400, "getCustomer has no example 'x'. There is 404 ", undefined],
  ['example=x', 400, "getCustomer has no example 'x'. There is 200 ", undefined],
  [`example=${'x'.repeat(65)}`, 400, `'${'x'.repeat(64)}…'`, undefined],
  ['wait=31', 400, "wait must be a number of seconds from 0 to 30, not '31'.", undefined],
  ['wait=-1', 400, "wait must be a number of seconds from 0 to 30, not '-1'.", undefined],
  ['wait=1e1', 400, "wait must be a number of seconds from 0 to 30, not '1e1'.", undefined]
] as const

t.test('getCustomer: what is asked for, in each spelling', async t => {
  const { project } = await givenSandbox(t, answers)
  const till = await project('till')
  for (const [prefer, status, word, applied] of spellings) {
    const headers = preferring(till, prefer)
    const answer = await till.ask('GET', '/v1/customers/ada', undefined, headers)
    const said = answer.headers['preference-applied']
    t.strictSame([answer.status, said], [status, applied], prefer)
    t.ok(answer.bytes.includes(word), `${prefer}: ${answer.bytes}`)
    if (status === 400) t.equal(answer.body.key, 'invalid_headers')
  }
})

t.test('a forced answer has the headers that are shown, and none of another request', async t => {
  const { project } = await givenSandbox(t, answers)
  const till = await project('till')
  const rows = [
    ['code=503', 'retry-after', '1'],
    ['code=401', 'www-authenticate', 'AppToken realm="tessera", Bearer realm="tessera"'],
    ['code=200', 'idempotent-replayed', undefined],
    ['code=429', 'x-rate-limit-remaining', undefined]
  ] as const
  for (const [prefer, name, value] of rows) {
    const answer = await till.ask('POST', '/v1/customers', dana, preferring(till, prefer))
    t.equal(answer.headers[name], value, prefer)
  }
})

t.test('a mistake of the client is told as ever, and a stranger is refused', async t => {
  const { project } = await givenSandbox(t, answers)
  const till = await project('till')
  const headers = preferring(till, 'code=200')
  const wrong = await till.ask('POST', '/v1/customers', { nme: 'Dana' }, headers)
  t.strictSame([wrong.status, wrong.body.key], [400, 'invalid_payload'])
  const stranger = { ...headers, 'x-app-token': 'another' }
  t.equal((await till.ask('POST', '/v1/customers', dana, stranger)).status, 401)
})

t.test('wait: another answer comes first, and a stop waits for nobody', async t => {
  const { app, project } = await givenSandbox(t, answers)
  const till = await project('till')
  const order: string[] = []
  const later = till
    .ask('POST', '/v1/customers', dana, preferring(till, 'wait=30'))
    .then(({ status }) => order.push(`later ${status}`))
  await till.ask('GET', '/v1/customers/ada')
  t.equal((await till.ask('GET', '/v1/customers/dana')).status, 404, 'it is carried out after it')
  order.push('sooner')
  await app.close()
  await later
  t.equal(order[0], 'sooner')
})

onDemo('outside a sandbox nothing is forced, and the sandbox obeys nobody', async (t, { get }) => {
  const prefer = 'code=404, example=ada, wait=x, dynamic=true'
  const plain = await get('/v1/customers/ada')
  const asked = await get('/v1/customers/ada', { ...PAIR, prefer })
  t.strictSame([asked.status, asked.bytes], [plain.status, plain.bytes])
  t.equal(asked.headers['preference-applied'], undefined)
  const { ask } = await givenSandbox(t, answers)
  const key = { 'x-sandbox-key': SANDBOX_KEY, prefer: 'code=404' }
  t.equal((await ask('GET', '/sandbox/v1/projects', undefined, key)).status, 200)
})

t.test('an operation that is open to all is forced for those who say whose it is', async t => {
  const { project } = await givenSandbox(t, answers)
  const till = await project('till')
  const url = '/v1/metadata-schemas/customer'
  t.equal((await till.ask('GET', url, undefined, preferring(till, 'code=503'))).status, 503)
  t.not((await till.ask('GET', url, undefined, { prefer: 'code=503' })).status, 503)
})

t.test('a project that is made in a sandbox and is not of it is never forced', async t => {
  const { project } = await givenSandbox(t, answers)
  const { manage } = await project('till')
  const shop = { name: 'Second shop', timezone: 'Europe/Berlin', currency: 'EUR' }
  const made = await manage('POST', '/management/v1/projects', shop)
  t.equal(made.status, 200)
  const headers = { ...preferring({ made }, 'code=503'), 'x-request-id': 'x' }
  const answer = await manage('GET', '/v1/customers', undefined, headers)
  t.strictSame([answer.status, answer.headers['preference-applied']], [200, undefined])
})

t.test('a project that begins anew has nothing of a request that waits', async t => {
  const pauses = givenPauses(t)
  const deeds = async (then: null | 'DELETE' | 'PUT', prefer: string) => {
    const service = await givenSandbox(t, answers)
    const plans = '/sandbox/v1/projects/till/faults'
    let till = await service.project('till', { seed: '42' })
    await service.ask('PUT', plans, { faults: [{ kind: 'STATUS', status: 500 }] })
    if (then !== 'DELETE') {
      await service.ask('PUT', '/sandbox/v1/snapshots/once', { project: 'till' })
      till = await service.project('till', { snapshot: 'once' })
    }
    if (then !== null) {
      const began = pauses.length
      const waiting = till.ask('POST', '/v1/customers', dana, preferring(till, prefer))
      while (pauses.length === began) await turn()
      const project = '/sandbox/v1/projects/till'
      await service.ask(then, project, then === 'PUT' ? {} : undefined)
      pauses[began]?.end()
      const refused = await waiting
      t.strictSame([refused.status, refused.body.key], [401, 'unauthorized'], prefer)
      t.equal(refused.headers['x-sandbox-fault'], undefined)
      t.match(refused.headers['www-authenticate'], /AppToken/)
    }
    if (then === 'DELETE') return null
    const { faults } = (await service.ask('GET', plans)).body
    await service.ask('DELETE', plans)
    const { bytes, headers } = await till.ask('POST', '/v1/customers', { ...dana, name: 'Other' })
    const { date: _, ...others } = headers
    return { faults, bytes, headers: others }
  }
  const alone = await deeds(null, '')
  for (const prefer of ['wait=0.3', 'wait=0.3, code=404']) {
    t.strictSame(await deeds('PUT', prefer), alone, prefer)
    await deeds('DELETE', prefer)
  }
})

t.test('the project that others begin as is forced, and is no project of the sandbox', async t => {
  const { app, ask } = await givenSandbox(t)
  const own = asking(app, PAIR)
  const forced = await own('GET', '/v1/customers/ada', undefined, { ...PAIR, prefer: 'code=404' })
  t.match(forced, { status: 404, headers: { 'preference-applied': 'code=404' } })
  const listed = await ask('GET', '/sandbox/v1/projects')
  t.strictSame([listed.status, listed.body.projects], [200, []])
  for (const name of [PROJECT_ID, 'demo']) {
    const faults = await ask('PUT', `/sandbox/v1/projects/${name}/faults`, {
      faults: [{ kind: 'STATUS', status: 503, every: 1 }]
    })
    t.equal(faults.status, 404)
  }
  t.equal((await own('GET', '/v1/customers/ada')).status, 200)
})
