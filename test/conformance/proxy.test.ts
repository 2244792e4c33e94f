import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestOptions,
  request as requestOf,
  type ServerResponse
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { Copy, Room } from '../../src/conformance/answers.ts'
import { type Deviation, startProxy, TrafficChecks } from '../../src/conformance/proxy.ts'
import { givenService, contract as ours } from '../support/app.ts'
import { heldPort } from '../support/held-port.ts'
import { KEYS, type Plant, served } from './support/served.ts'

const checks = new TrafficChecks(ours.documents)

async function givenProxy(t: Test, upstream: string) {
  const told: Deviation[] = []
  const proxy = await startProxy({
    upstream,
    checks,
    host: '127.0.0.1',
    port: 0,
    tell: deviation => told.push(deviation)
  })
  t.teardown(() => proxy.close())
  return { ...proxy, passed: proxy.passed, told }
}

/** A proxy before our service, with or without something wrong. */
async function givenWatched(t: Test, plant: Plant = {}) {
  return givenProxy(t, await served(t, await givenService(t), plant))
}

/** A proxy before a server that answers as it is told to. */
async function givenOdd(
  t: Test,
  answer: (request: IncomingMessage, reply: ServerResponse) => void
) {
  const server = createServer(answer)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return givenProxy(t, `http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`)
}

async function send(url: string, options: RequestOptions = {}, body?: string | Buffer) {
  const request = requestOf(url, { agent: false, ...options })
  request.end(body)
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  const bytes = await buffer(reply)
  return { status: reply.statusCode, message: reply.statusMessage, raw: reply.rawHeaders, bytes }
}

const JSON_KEYS = { ...KEYS, 'content-type': 'application/json' }
const EVENT = '{"event":"product_reviewed","customer":{"source_id":"ada"},"metadata":{"rating":5}}'

t.test('what keeps the contract passes without a word', async t => {
  const { url, told, passed, close } = await givenWatched(t)
  const token = { 'content-type': 'application/x-www-form-urlencoded' }
  // biome-ignore format: a table
  const rows = [
    ['GET', '/v1/exports?limit=2&order=-created_at', KEYS, undefined],
    ['GET', '/v1/customers/cust_00ada', KEYS, undefined],
    ['GET', '/v1/customers/import', KEYS, undefined],
    ['GET', '/v1/campaigns', KEYS, undefined],
    ['GET', '/v1/customers/ada', { authorization: 'Bearer wrong' }, undefined],
    ['POST', '/v1/events', JSON_KEYS, EVENT],
    ['POST', '/v1/oauth/token', { ...KEYS, ...token }, 'grant_type=client_credentials&scope=api'],
    ['POST', '/v1/oauth/token', token,
      'grant_type=client_credentials&scope=api&client_id=demo-app-id&client_secret=wrong'],
    ['GET', '/management/v1/projects/proj_00demo/metadata-schemas/ms_00customer', {}, undefined],
    ['GET', '/docs', {}, undefined],
    ['GET', '/openapi.json', {}, undefined]
  ] as const
  for (const [method, target, headers, body] of rows) {
    await send(url + target, { method, headers }, body)
  }
  await close()
  t.strictSame(told, [])
  t.strictSame(passed, { requests: 11, deviations: 0, outside: 2, unread: 0, unanswered: 0 })
})

t.test('a request that breaks the contract is told, in the words of the service', async t => {
  const { url, told, close } = await givenWatched(t)
  const json = (body: string) => ['POST', '/v1/events', JSON_KEYS, body] as const
  //  request                                            what is told of it
  // biome-ignore format: a table
  const rows = [
    [['GET', '/v1/exports', {}, ''], 'It has no credentials: x-app-id and x-app-token.'],
    [['GET', '/v1/exports?limit=0', KEYS, ''], 'Query parameter limit must be at least 1, got 0.'],
    [['GET', '/v1/exports?limit=1&limit=2', KEYS, ''],
      'Query parameter limit is given more than once; send it once.'],
    [['PATCH', '/v1/exports', KEYS, ''], 'The documents have no operation PATCH /v1/exports.'],
    [['GET', '/v1/exprots?a=b', KEYS, ''], 'The documents have no operation GET /v1/exprots.'],
    [json('{"event":""}'), 'Property .customer is required.'],
    [json(''), 'A body is required. Send one as application/json.'],
    [json('{"event"'), 'The body is not JSON in UTF-8.'],
    [['POST', '/v1/events', { ...KEYS, 'content-type': 'text/xml' }, EVENT],
      'The body is sent as text/xml, not as application/json.'],
    [['POST', '/v1/events', { ...JSON_KEYS, 'idempotency-key': 'a b' }, EVENT],
      'Header idempotency-key must match ^[\\x21-\\x7e]+$.'],
    [['POST', '/v1/oauth/token', { ...KEYS, 'content-type': 'application/json' }, '{}'],
      'The body is sent as application/json, not as application/x-www-form-urlencoded.']
  ] as const
  for (const [[method, target, headers, body], expected] of rows) {
    await send(url + target, { method, headers }, body)
    while (told.length === 0) await turn()
    const [found, ...more] = told.splice(0)
    t.strictSame([found?.of, found?.what[0], more], ['request', expected, []], target)
    t.strictSame([found?.method, found?.target], [method, target])
  }
  await close()
})

t.test('an answer that breaks the contract is told', async t => {
  const { url, told, passed, close } = await givenWatched(t, {
    answer: (given, { url: asked }) =>
      asked.includes('exports')
        ? { ...given, status: 203 }
        : {
            ...given,
            body: { ...given.body, summary: 1 },
            headers: { 'content-type': 'text/plain' }
          }
  })
  await send(`${url}/v1/exports`, { headers: KEYS })
  await send(`${url}/v1/customers/ada`, { headers: KEYS })
  await close()
  t.strictSame(told, [
    {
      of: 'answer',
      operationId: 'listExports',
      method: 'GET',
      target: '/v1/exports',
      status: 203,
      what: ['The status 203 is not declared; declared are 200, 400, 401, 403, 429, 500, 503.']
    },
    {
      of: 'answer',
      operationId: 'getCustomer',
      method: 'GET',
      target: '/v1/customers/ada',
      status: 200,
      what: [
        'It is sent as text/plain, not application/json.',
        'Property .summary must be object, got 1.',
        'The header x-request-id is missing.'
      ]
    }
  ])
  t.equal(passed.deviations, 2)
})

t.test('no byte of a body changes, and no header but those of a connection', async t => {
  const large = Buffer.alloc(12 * 1024 * 1024, 'loyalty ')
  const seen: { method: string; url: string; raw: string[]; body: Buffer }[] = []
  const { url, passed, close } = await givenOdd(t, async (request, reply) => {
    const { method = '', url: asked = '', rawHeaders: raw } = request
    seen.push({ method, url: asked, raw, body: await buffer(request) })
    reply.sendDate = false
    const headers = ['X-Two', 'a', 'x-two', 'b', 'Content-Length', `${large.length}`]
    reply.writeHead(206, 'Quite So', [...headers, 'Connection', 'X-Own', 'X-Own', 'c'])
    reply.end(method === 'HEAD' ? undefined : large)
  })
  const headers = ['Host', 'shop.test', 'X-Odd', 'é', 'x-odd', 'Z', 'Connection', 'close, X-Own']
  const path = '/v1/events?a=%41&&b=+'
  const length = ['Content-Length', `${large.length}`]
  const own = { headers: [...headers, 'X-Own', 'd', ...length] }
  const { status, message, raw, bytes } = await send(url + path, { method: 'POST', ...own }, large)
  t.strictSame([status, message], [206, 'Quite So'])
  t.ok(bytes.equals(large))
  const told = raw.slice(0, 6)
  t.strictSame(told, ['X-Two', 'a', 'x-two', 'b', 'Content-Length', `${large.length}`])
  t.notOk(raw.includes('X-Own'))
  const [asked] = seen
  const found = [asked?.method, asked?.url, asked?.body.equals(large)]
  t.strictSame(found, ['POST', `/base${path}`, true])
  const [, host = ''] = asked?.raw ?? []
  t.match(host, /^127\.0\.0\.1:\d+$/, 'Host names the service')
  t.strictSame(asked?.raw.slice(2, 8), ['X-Odd', 'é', 'x-odd', 'Z', ...length])
  const head = await send(`${url}/v1/events`, { method: 'HEAD' })
  t.strictSame([head.status, head.bytes.length], [206, 0])
  await close()
  t.strictSame(passed.unread, 2, 'what is too large to be looked at is counted')
})

t.test('what is coded is handed on as it is, and looked at', async t => {
  const text = Buffer.from('{"object":"list"}')
  const codings: readonly (readonly [string, Buffer])[] = [
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['gzip', Buffer.from('no gzip')],
    ['compress', text]
  ]
  for (const [index, [coding, coded]] of codings.entries()) {
    const { url, told, passed, close } = await givenOdd(t, (_request, reply) => {
      const type = 'application/json'
      reply.writeHead(200, { 'content-encoding': coding, 'content-type': type }).end(coded)
    })
    t.ok((await send(`${url}/v1/exports`, { headers: KEYS })).bytes.equals(coded))
    await close()
    const isRead = index < 2
    t.strictSame([passed.unread, told.length], isRead ? [0, 1] : [1, 0], coding)
    if (isRead) t.match(told[0]?.what, ['Property .data_ref is required.'])
  }
})

t.test('a service that is away is 502, in words', async t => {
  const upstream = `http://127.0.0.1:${await heldPort(t)}`
  const { url, passed, told, close } = await givenProxy(t, upstream)
  const { status, bytes } = await send(`${url}/v1/exports`, { headers: KEYS })
  t.equal(status, 502)
  t.strictSame(JSON.parse(String(bytes)), {
    code: 502,
    key: 'bad_gateway',
    message: 'Bad gateway',
    details: `The service at ${upstream} does not answer: ECONNREFUSED.`
  })
  await close()
  t.strictSame([passed.unanswered, told], [1, []])
})

t.test('an answer that breaks off breaks off for the client, and is told', async t => {
  const { url, told, close } = await givenOdd(t, (_request, reply) => {
    reply.writeHead(200, { 'content-length': '100' })
    reply.write('{"object"', () => reply.destroy())
  })
  await t.rejects(send(`${url}/v1/exports`, { headers: KEYS }), { code: 'ECONNRESET' })
  await close()
  t.match(told, [
    { of: 'answer', operationId: 'listExports', what: ['The body ends before it is complete.'] }
  ])
})

t.test('a client that goes away ends its request to the service', async t => {
  const ended = new PassThrough()
  const { url } = await givenOdd(t, (_request, reply) => {
    reply.writeHead(200)
    reply.write('{')
    reply.once('close', () => ended.end())
  })
  const request = requestOf(`${url}/v1/exports`, { agent: false, headers: KEYS })
  request.end()
  await once(request, 'response')
  request.destroy()
  await once(ended.resume(), 'end')
  t.pass('the service saw it')
})

t.test('copies share their room, and give it back', async t => {
  const room = new Room()
  t.ok(room.take(60 * 1024 * 1024))
  const stream = new PassThrough()
  const copy = new Copy(room, stream)
  stream.end(Buffer.alloc(5 * 1024 * 1024))
  await once(stream, 'end')
  t.equal(copy.taken(), null, 'there was no room for it')
  t.ok(room.take(4 * 1024 * 1024), 'and it holds none')
  t.notOk(room.take(1))
  room.leave(64 * 1024 * 1024)
  const left = new PassThrough()
  const other = new Copy(room, left)
  left.write('abc')
  await turn()
  left.destroy()
  await once(left, 'close')
  await new Promise(setImmediate)
  t.ok(room.take(64 * 1024 * 1024), 'what breaks off leaves nothing behind')
  t.equal(other.taken()?.length, 0)
})
