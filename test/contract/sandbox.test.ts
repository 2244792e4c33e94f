/**
 * Every operation of the third document, and every status each of them declares, against a service
 * with a sandbox. What to send follows from the document; a status that nothing here brought about
 * is named at the end.
 */
import t, { type Test } from 'tap'
import { limits } from '../../src/http/limits.ts'
import { Sandboxes } from '../../src/sandboxes/sandboxes.ts'
import { StoreBusy } from '../../src/storage/engine/errors.ts'
import { type Answered, CONFIG, keyOf, PAIR } from '../support/app.ts'
import { surprised } from '../support/misuse.ts'
import {
  type Asking,
  ask,
  type Described,
  firstShown,
  sandboxOperations as operations,
  parametersIn,
  SANDBOX_KEY,
  send,
  strayings,
  urlOf,
  variants
} from '../support/requests.ts'
import { FIRST, givenSandbox } from '../support/sandbox.ts'
import { fewest, shapeDifferences } from '../support/shapes.ts'
import { validators } from '../support/validators.ts'

const service = await givenSandbox(t)
const { app, project, sandboxes } = service

/** Statuses by operation, as they came. */
const produced = new Map(operations.map(({ id }) => [id, new Set<number>()]))
const withBody = operations.filter(({ body }) => body !== null)
const inPath = operations.flatMap(operation =>
  parametersIn(operation, 'path').map(({ name }) => ({ operation, name }))
)

/** What the examples name is there, as it was first. */
async function given(): Promise<void> {
  await project('checkout', { seed: '42' })
  await service.ask('PUT', '/sandbox/v1/snapshots/paid', { project: 'checkout' })
}

/** Asks an operation as it is shown; the status has to be one that its document declares. */
async function askFor(t: Test, operation: Described, asking: Asking = {}): Promise<Answered> {
  const shown = 'body' in asking || 'payload' in asking ? {} : { body: firstShown(operation) }
  const answer = await ask(app, operation, { ...shown, ...asking })
  t.strictSame(strayings(answer, operation.method), [], operation.id)
  produced.get(operation.id)?.add(answer.status)
  if (!operation.responses.has(answer.status)) t.fail(`${operation.id}: ${answer.bytes}`)
  return answer
}

t.test('credentials are asked for before anything that was sent is looked at', async t => {
  for (const operation of operations) {
    const bad = { query: { surprise: '1' }, payload: operation.body && '{"a":', type: 'text/plain' }
    for (const headers of [{}, { 'x-sandbox-key': `${SANDBOX_KEY}x` }, PAIR]) {
      const payload = bad.payload ?? undefined
      const answer = await askFor(t, operation, { ...bad, payload, headers })
      t.strictSame(keyOf(answer), [401, 'unauthorized'], operation.id)
      t.match(answer.headers['www-authenticate'], 'SandboxKey')
    }
  }
})

t.test('every request that is shown is answered as it is shown, and again', async t => {
  for (const operation of operations) {
    const bodies = operation.body === null ? [{ value: undefined }] : operation.requests
    t.ok(bodies.length > 0)
    for (const { value } of bodies) {
      await given()
      const answer = await askFor(t, operation, { body: value })
      t.ok(answer.status < 300, `${operation.id} ${answer.bytes}`)
      const shown = operation.answers.get(answer.status) ?? []
      const found = shown.map(each =>
        shapeDifferences(operation, answer.status, each.value, answer.body)
      )
      t.strictSame(fewest(found), [], operation.id)
    }
  }
})

t.test('what is put or read twice is answered twice alike, and deleted once', async t => {
  await given()
  for (const operation of operations.filter(({ method }) => ['PUT', 'GET'].includes(method))) {
    const [first, again] = [await askFor(t, operation), await askFor(t, operation)]
    t.strictSame([again.status, again.bytes], [200, first.bytes], operation.id)
  }
  const made = operations.filter(({ method, responses }) => method === 'PUT' && responses.has(201))
  t.ok(made.length > 1)
  for (const operation of made) {
    const path = { name: `new-${operation.id}` }
    const [first, again] = [
      await askFor(t, operation, { path, body: firstShown(operation) }),
      await askFor(t, operation, { path, body: firstShown(operation) })
    ]
    t.strictSame([first.status, again.status], [201, 200], operation.id)
    t.equal(again.bytes, first.bytes)
  }
  for (const operation of operations.filter(({ method }) => method === 'DELETE')) {
    await given()
    t.equal((await askFor(t, operation)).status, 204)
    t.ok([204, 404].includes((await askFor(t, operation)).status), operation.id)
  }
})

t.test('a body of another type, without content or that cannot be read is refused', async t => {
  await given()
  for (const operation of withBody) {
    for (const [type, payload] of [
      ['text/plain', '{}'],
      ['application/x-www-form-urlencoded', 'a=b'],
      ['', '{}']
    ] as const) {
      const answer = await askFor(t, operation, { type, payload })
      t.strictSame(keyOf(answer), [415, 'unsupported_media_type'], `${operation.id} ${type}`)
    }
    for (const payload of [
      undefined,
      '',
      '{',
      'nothing',
      '{} {}',
      Buffer.from('"\xff"', 'latin1')
    ]) {
      const answer = await askFor(t, operation, { payload })
      t.strictSame(keyOf(answer), [400, 'invalid_payload'], `${operation.id} ${payload}`)
    }
    const large = await askFor(t, operation, { payload: Buffer.alloc(limits.bodyBytes + 1, ' ') })
    t.strictSame(keyOf(large), [413, 'payload_too_large'])
  }
})

t.test('what is not described is refused by its name: properties, parameters', async t => {
  for (const operation of withBody) {
    let refused = 0
    for (const { value } of operation.requests) {
      for (const { body } of variants(value, surprised)) {
        if (validators.sandbox.fits(operation.schema.slice(1), body)) continue
        const answer = await askFor(t, operation, { body })
        t.strictSame(keyOf(answer), [400, 'invalid_payload'], operation.id)
        t.match(answer.body.details, 'surprise')
        refused++
      }
    }
    t.ok(refused > 0, operation.id)
  }
  for (const operation of operations) {
    const answer = await askFor(t, operation, { query: { surprise: '1' } })
    t.strictSame(keyOf(answer), [400, 'invalid_query_params'], operation.id)
  }
})

t.test('what a path names is held to its pattern, and 404 where it is not there', async t => {
  for (const { operation, name } of inPath) {
    for (const bad of ['-x', 'a b', 'x'.repeat(65)]) {
      const answer = await askFor(t, operation, { path: { [name]: bad } })
      t.strictSame(keyOf(answer), [400, 'invalid_url'], `${operation.id} ${bad}`)
    }
    const long = await askFor(t, operation, { path: { [name]: 'x'.repeat(513) } })
    t.strictSame(keyOf(long), [414, 'uri_too_long'], operation.id)
    if (operation.responses.has(201)) continue
    const answer = await askFor(t, operation, { path: { [name]: 'nothing' } })
    t.strictSame(keyOf(answer), [404, 'not_found'], operation.id)
    t.equal(answer.body.resource_id, 'nothing')
  }
  for (const operation of operations.filter(({ responses }) => responses.has(201))) {
    const named = Object.keys(Object(firstShown(operation))).includes('project')
    const body = named ? { project: 'nothing' } : { fork_of: 'nothing' }
    t.strictSame(keyOf(await askFor(t, operation, { body })), [404, 'not_found'], operation.id)
  }
})

t.test('what fails is 500 and says nothing of it, what is busy is 503', async t => {
  await given()
  const methods = Object.getOwnPropertyNames(Sandboxes.prototype)
  const failing = (error: Error) => {
    const broken = () => {
      throw error
    }
    const own = ['list', 'snapshots', 'project', 'put', 'delete', 'moveClock', 'putSnapshot']
    for (const name of [...own, 'deleteSnapshot', 'putFaults', 'deleteFaults']) {
      t.ok(methods.includes(name), name)
      Object.assign(sandboxes, { [name]: broken })
    }
  }
  for (const [error, expected] of [
    [new Error('the secret of the sandbox'), [500, 'internal_error']],
    [new StoreBusy('/secret/place', 5), [503, 'service_unavailable']]
  ] as const) {
    failing(error)
    for (const operation of operations) {
      const answer = await askFor(t, operation)
      t.strictSame(keyOf(answer), expected, operation.id)
      t.notMatch(answer.bytes, 'secret')
    }
  }
})

t.test('who asks too often without the key is 429', async t => {
  const config = { ...CONFIG, rateLimit: null, failedCredentialsLimit: 1 }
  const limited = await givenSandbox(t, undefined, undefined, { config, now: () => FIRST })
  for (const operation of operations) {
    const url = urlOf(operation)
    await send(limited.app, { method: operation.method, url })
    const answer = await send(limited.app, { method: operation.method, url })
    t.strictSame(keyOf(answer), [429, 'too_many_requests'], operation.id)
    t.match(answer.headers, { 'retry-after': /^\d+$/, 'x-rate-limit-limit': '1' })
    produced.get(operation.id)?.add(429)
  }
})

t.test('every status that an operation declares was seen', async t => {
  for (const { id, responses } of operations) {
    const missing = [...responses.keys()].filter(status => produced.get(id)?.has(status) !== true)
    t.strictSame(missing, [], `${id} declares what nothing brings about`)
  }
})
