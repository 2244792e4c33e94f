import t, { type Test } from 'tap'
import { readConfig } from '../../src/main/config.ts'
import { CONFIG, givenService, PAIR } from '../support/app.ts'
import { ask, keysFor, operationNamed, operations, sandboxOperations } from '../support/requests.ts'

const WRONG = { 'x-app-id': 'demo-app-id', 'x-app-token': 'wrong' }
const ADA = '/v1/customers/ada'

/** A service with limits, and a way to ask it from an address, perhaps through others. */
async function givenLimits(t: Test, limits: object) {
  const service = await givenService(t, { config: { ...CONFIG, ...limits } as never })
  const from = async (
    remoteAddress: string,
    headers: Readonly<Record<string, string>> = PAIR,
    forwarded?: string
  ) => {
    const via = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    const sent = { url: ADA, headers: { ...headers, ...via }, remoteAddress }
    return (await service.app.inject(sent)).statusCode
  }
  return { ...service, from }
}

const rates = (headers: Readonly<Record<string, unknown>>) =>
  ['x-rate-limit-limit', 'x-rate-limit-remaining', 'x-rate-limit-retry', 'retry-after'].map(name =>
    headers[name] === undefined ? null : Number(headers[name])
  )

t.test('a key pair is told what is left, and then to wait; its tokens count for it', async t => {
  const service = await givenLimits(t, { rateLimit: 3 })
  const form = { grant_type: 'client_credentials', scope: 'api' }
  const token = await service.submit('/v1/oauth/token', form)
  const bearer = { authorization: `Bearer ${token.body.access_token}` }
  const answers = [
    token,
    await service.get(ADA, bearer),
    await service.get('/v1/customers/nobody', PAIR),
    await service.get(ADA, PAIR),
    await service.get(ADA, bearer)
  ]
  const found = answers.map(({ status }) => status)
  t.strictSame(found, [200, 200, 404, 429, 429])
  const now = Date.parse(service.shell.now()) / 1_000
  for (const [index, { headers }] of answers.entries()) {
    const [limit, left, retry, wait] = rates(headers)
    t.strictSame([limit, left], [3, Math.max(0, 2 - index)])
    t.ok(Number(retry) > now && Number(retry) <= now + 60, `begins anew at ${retry}`)
    t.equal(wait === null, index < 3, 'only who must wait is told how long')
  }
  t.match(answers[3]?.body, { code: 429, key: 'too_many_requests' })
  const other = operationNamed('listProjectKeys')
  t.equal((await ask(service.app, other)).status, 200, 'another pair of the project goes on')
})

t.test('who asks too often is refused before a body is read, and nothing is done', async t => {
  const service = await givenLimits(t, { rateLimit: 1 })
  await service.get(ADA)
  for (const headers of [{}, { 'content-type': 'text/plain' }]) {
    const sent = { ...headers, ...PAIR }
    const answer = await service.app.inject({
      ...{ method: 'POST', url: '/v1/customers', headers: sent, payload: '{"source_id":"new"}' }
    })
    t.equal(answer.statusCode, 429)
  }
  t.equal((await service.get('/health/live')).status, 200)
  t.equal((await service.get('/openapi.json', {})).status, 200, 'documents are anybody’s')
})

t.test('wrong credentials use up their address, and the right ones come in from there', async t => {
  const { from } = await givenLimits(t, { failedCredentialsLimit: 2, rateLimit: 100 })
  // biome-ignore format: a table
  const rows = [
    // address           credentials                             status
    ['10.0.0.1',         {},                                     401],
    ['10.0.0.1',         WRONG,                                  401],
    ['10.0.0.1',         WRONG,                                  429],
    ['10.0.0.1',         { authorization: 'Bearer guessed' },    429],
    ['10.0.0.1',         PAIR,                                   200],
    ['10.0.0.2',         WRONG,                                  401],
    ['::ffff:10.0.0.1',  WRONG,                                  429],
    ['2001:db8::1',      WRONG,                                  401],
    ['2001:db8::2',      WRONG,                                  401],
    ['2001:db8::ffff:3', WRONG,                                  429],
    ['2001:db8:0:1::1',  WRONG,                                  401],
    ['10.0.0.1',         PAIR,                                   200]
  ] as const
  for (const [address, headers, status] of rows) {
    t.equal(await from(address, headers as typeof PAIR), status, address)
  }
})

t.test('right credentials that no process has seen yet come in from there, too', async t => {
  const { from, submit } = await givenLimits(t, { failedCredentialsLimit: 1 })
  const form = { grant_type: 'client_credentials', scope: 'customers' }
  const { body } = await submit('/v1/oauth/token', form)
  for (let turn = 0; turn < 3; turn++) await from('10.0.0.1', WRONG)
  t.equal(await from('10.0.0.1', { authorization: `Bearer ${body.access_token}` }), 200)
})

t.test('a refused scope counts as refused credentials do', async t => {
  const service = await givenLimits(t, { failedCredentialsLimit: 1 })
  const form = { grant_type: 'client_credentials', scope: 'orders' }
  const { body } = await service.submit('/v1/oauth/token', form)
  const bearer = { authorization: `Bearer ${body.access_token}` }
  const statuses = [await service.get(ADA, bearer), await service.get(ADA, bearer)]
  const found = statuses.map(({ status }) => status)
  t.strictSame(found, [403, 429])
})

t.test('only a proxy that is named says which address a request comes from', async t => {
  const named = { failedCredentialsLimit: 1, trustProxy: ['10.0.0.0/8', '::1'] }
  const { from } = await givenLimits(t, named)
  // biome-ignore format: a table
  const rows = [
    // connection     X-Forwarded-For            status
    ['10.1.2.3',      '192.0.2.1',               401],
    ['10.1.2.3',      '192.0.2.1',               429],
    ['10.1.2.3',      '192.0.2.2',               401],
    ['::1',           '192.0.2.2',               429],
    ['10.1.2.3',      '203.0.113.9, 192.0.2.2',  429],
    ['192.0.2.3',     '192.0.2.4',               401],
    ['192.0.2.3',     '192.0.2.5',               429],
    ['10.1.2.3',      '192.0.2.3',               429]
  ] as const
  for (const [address, forwarded, status] of rows) {
    t.equal(await from(address, WRONG, forwarded), status, `${forwarded} through ${address}`)
  }
})

t.test('what opens without credentials counts for the address', async t => {
  const { app } = await givenLimits(t, { rateLimit: 1 })
  const operation = operationNamed('getMetadataSchema')
  const statuses = [
    await ask(app, operation, { headers: {} }),
    await ask(app, operation, { headers: {} }),
    await ask(app, operation, { headers: keysFor(operation) })
  ]
  const found = statuses.map(({ status }) => status)
  t.strictSame(found, [200, 429, 200])
})

t.test('credentials in a form count as well', async t => {
  const service = await givenLimits(t, { failedCredentialsLimit: 1, rateLimit: 1 })
  const grant = { grant_type: 'client_credentials', scope: 'api' }
  const send = (client_secret: string) =>
    service.submit('/v1/oauth/token', { ...grant, client_id: 'demo-app-id', client_secret }, {})
  const statuses = [send('a'), send('b'), send('demo-app-token'), send('demo-app-token')]
  const found = (await Promise.all(statuses)).map(({ status }) => status)
  t.strictSame(found, [401, 429, 200, 429])
})

t.test('every operation says 429 and the headers, with a limit and without', async t => {
  for (const { id, responses } of [...operations, ...sandboxOperations]) {
    t.ok(responses.has(429), id)
  }
  const service = await givenService(t)
  for (const headers of [PAIR, WRONG]) {
    t.strictSame(rates((await service.get(ADA, headers)).headers), [null, null, null, null])
  }
})

t.test('limits are off on this machine, and on in production or for others', async t => {
  const limitsOf = (environment: NodeJS.ProcessEnv) => {
    const { rateLimit, failedCredentialsLimit } = readConfig(environment)
    return [rateLimit, failedCredentialsLimit]
  }
  // biome-ignore format: a table
  const rows = [
    [{},                                                                       [null, null]],
    [{ HOST: '127.0.0.1' },                                                    [null, null]],
    [{ HOST: '0.0.0.0' },                                                      [6_000, 60]],
    [{ NODE_ENV: 'production' },                                               [6_000, 60]],
    [{ NODE_ENV: 'production', HOST: '::1', RATE_LIMIT_PER_MINUTE: 'none' },   [null, 60]],
    [{ RATE_LIMIT_PER_MINUTE: '7' },                                           [7, null]]
  ] as const
  for (const [environment, expected] of rows) t.strictSame(limitsOf(environment), expected)
  const trusted = readConfig({ TRUST_PROXY: '127.0.0.1  10.1.0.0/16 ::1/128' }).trustProxy
  t.strictSame(trusted, ['127.0.0.1', '10.1.0.0/16', '::1/128'])
})
