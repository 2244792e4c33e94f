import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { BootRefused } from '../../src/http/document.ts'
import { guarding } from '../../src/http/mount.ts'
import type { AppParts } from '../../src/main/app.ts'
import { type ServiceParts, StartRefused, serve, startFailure } from '../../src/main/listening.ts'
import { fixture, givenApp, keys, shopMethods } from '../support/fixture-service.ts'

/** A service whose worker, store and process write down what is asked of them. */
function givenParts(
  parts: Partial<AppParts> = {},
  config: Partial<ServiceParts['config']> = {},
  milliseconds: number[] = []
) {
  const log: string[] = []
  const signals = Object.assign(new EventEmitter(), {
    exit: (code: number) => void log.push(`exit ${code}`)
  })
  const app = givenApp(parts)
  app.addHook('onClose', async () => void log.push('app closed'))
  const service: ServiceParts = {
    app,
    config: { host: '127.0.0.1', port: 0, shutdownGraceMs: 10_000, ...config },
    worker: {
      start: () => log.push('worker started'),
      stop: async () => void log.push('worker stopped')
    },
    store: {
      close: async () => void log.push('store closed'),
      abandon: () => void log.push('store abandoned')
    },
    announce: url => log.push(`ready at ${url}`),
    note: text => log.push(text),
    stopwatch: () => milliseconds.shift() ?? 0,
    whenOrphaned: end => signals.on('orphaned', end),
    process: signals as unknown as ServiceParts['process']
  }
  return { service, log, signals }
}

/** A shop whose listExports waits until it is let go. */
function givenSlowShop() {
  const arrived = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const methods = {
    ...shopMethods,
    listExports: async () => {
      arrived.resolve()
      await letGo.promise
      return { status: 200, bytes: '{"operation":"listExports"}' }
    }
  }
  const shop = { name: 'shop', document: fixture('shop'), handlers: [methods] }
  return { mounts: [shop], arrived: arrived.promise, letGo: () => letGo.resolve() }
}

const closed = ['app closed', 'worker stopped', 'store closed']

t.test('a service announces itself, answers, and stops once however often it is asked', async t => {
  const { service, log } = givenParts()
  const { url, stop, stopped } = await serve(service)
  t.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
  t.equal((await fetch(`${url}/v1/exports`, { headers: keys })).status, 200)
  await Promise.all([stop(), stop(), stopped])
  t.same(log, ['worker started', `ready at ${url}`, ...closed])
  await t.rejects(fetch(url))
})

t.test('a signal lets requests under way finish, and no other begin', async t => {
  const { mounts, arrived, letGo } = givenSlowShop()
  const { service, log, signals } = givenParts({ mounts })
  const { url, stopped } = await serve(service)
  const underWay = fetch(`${url}/v1/exports`, { headers: keys })
  await arrived
  signals.emit('SIGTERM', 'SIGTERM')
  await t.rejects(fetch(url), 'no new connection')
  letGo()
  const answer = await underWay
  t.same([answer.status, answer.headers.get('connection')], [200, 'close'])
  await stopped
  t.same(log.slice(2), [
    'SIGTERM: the service stops when the requests under way are answered. A second signal ' +
      'stops it at once.',
    ...closed
  ])
})

t.test('a service that is orphaned stops as for a signal, and once', async t => {
  const { service, log, signals } = givenParts()
  const { stopped } = await serve(service)
  signals.emit('orphaned')
  signals.emit('orphaned')
  await stopped
  t.same(log.slice(2), [
    'npm has ended: the service stops when the requests under way are answered.',
    ...closed
  ])
})

t.test('a request on an open connection is told to come back', async t => {
  const { mounts, arrived, letGo } = givenSlowShop()
  const { service } = givenParts({ mounts })
  const { url, stop } = await serve(service)
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const request = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nX-App-Id: own\r\nX-App-Token: own-secret\r\n\r\n`
  socket.write(request('/v1/exports'))
  await arrived
  const stopping = stop()
  // Sent before the first is answered, so that the connection cannot have been closed.
  socket.write(request('/v1/exports'))
  setImmediate(letGo)
  const received = await textOf(socket)
  t.match(received, /^HTTP\/1\.1 200 OK/)
  t.notMatch(received.slice(12), /HTTP\/1\.1 200/)
  await stopping
})

t.test('a second signal ends at once, with the code of the signal', async t => {
  const { mounts, arrived, letGo } = givenSlowShop()
  // When the first signal comes, and each looks at the time: it, its echo, and one of a person.
  const { service, log, signals } = givenParts({ mounts }, {}, [1_000, 1_000, 1_299, 1_300, 1_310])
  const { url, stopped } = await serve(service)
  const underWay = fetch(`${url}/v1/exports`, { headers: keys })
  await arrived
  signals.emit('SIGINT', 'SIGINT')
  signals.emit('SIGINT', 'SIGINT')
  t.same(log.slice(3), [], 'the echo of npm is no second signal')
  signals.emit('SIGINT', 'SIGINT')
  signals.emit('SIGTERM', 'SIGTERM')
  t.same(log.slice(3), ['exit 130', 'exit 143'])
  letGo()
  await Promise.all([underWay, stopped])
})

t.test('a request that outlasts the grace is cut, and everything is closed', async t => {
  const { mounts, arrived, letGo } = givenSlowShop()
  const { service, log } = givenParts({ mounts }, { shutdownGraceMs: 1 })
  const { url, stop } = await serve(service)
  const underWay = fetch(`${url}/v1/exports`, { headers: keys })
  underWay.catch(() => undefined)
  await arrived
  await stop()
  await t.rejects(underWay)
  t.same(log.slice(2), closed)
  letGo()
})

t.test('what waits for a database that is silent is given up', async t => {
  const { service, log } = givenParts({}, { shutdownGraceMs: 0 })
  const abandoned = Promise.withResolvers<void>()
  const store = { ...service.store, abandon: () => abandoned.resolve() }
  const waiting = { ...service.worker, stop: () => abandoned.promise }
  const { stop } = await serve({ ...service, store, worker: waiting })
  await stop()
  t.same(log.slice(2), ['app closed', 'store closed'])
})

t.test('what fails while stopping does not keep the rest from being closed', async t => {
  const { service, log } = givenParts()
  const failing = { ...service.worker, stop: async () => Promise.reject(new Error('stuck')) }
  const { stop } = await serve({ ...service, worker: failing })
  await t.rejects(stop(), { message: 'stuck' })
  t.same(log.slice(2), ['app closed', 'store closed'])
})

t.test('a port that is taken, and a host elsewhere, are refused with a way out', async t => {
  const { service: first } = givenParts()
  const { url, stop } = await serve(first)
  const port = Number(new URL(url).port)
  const { service, log } = givenParts({}, { port })
  await t.rejects(serve(service), {
    message:
      `Port ${port} on 127.0.0.1 is in use. Stop what listens there, or choose another port: ` +
      `PORT=${port + 1} npm start`
  })
  t.same(log, ['app closed', 'worker stopped', 'store closed'], 'whatever it did already')
  const { service: elsewhere } = givenParts({}, { host: '192.0.2.1' })
  await t.rejects(serve(elsewhere), { message: /^192\.0\.2\.1 is no address of this machine\./ })
  await stop()
})

t.test('why a start failed is a sentence where we have one', async t => {
  t.equal(startFailure(new StartRefused('Port 1 is in use.')), 'Port 1 is in use.')
  t.equal(startFailure(new BootRefused(['a', 'b'])), 'a\nb')
  t.match(startFailure(new TypeError('x')), /^TypeError: x\n\s+at /)
  t.equal(startFailure('odd'), 'odd')
})

t.test('what is no HTTP request is answered in the one shape and cut', async t => {
  const url = await running(t)
  const malformed = await exchange(url, 'HELLO\r\n\r\n')
  const [head = '', body = ''] = malformed.split('\r\n\r\n')
  const [first, ...lines] = head.split('\r\n')
  t.equal(first, 'HTTP/1.1 400 Bad Request')
  t.strictSame(Object.fromEntries(lines.map(line => line.split(': '))), {
    ...guarding(''),
    connection: 'close',
    'x-request-id': 'v-1',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length)
  })
  t.match(JSON.parse(body), { code: 400, key: 'invalid_headers', request_id: 'v-1' })
  const header = `X-Long: ${'x'.repeat(20_000)}`
  const overflow = await exchange(url, `GET / HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`)
  t.match(overflow, 'The url and the headers together are too long.')
  for (const header of Object.entries(guarding(''))) t.match(overflow, header.join(': '))
})

t.test('what HTTP itself would answer with nothing is answered in the one shape', async t => {
  const url = await running(t)
  const end = 'Connection: close\r\n\r\n'
  const hostless = await exchange(url, `GET /health/live HTTP/1.1\r\n${end}`)
  t.match(hostless, /^HTTP\/1\.1 400 Bad Request\r\n[^{]*\r\nx-request-id: v-1\r\n/)
  t.match(hostless, '"key":"invalid_headers"')
  t.match(await exchange(url, 'GET /health/live HTTP/1.0\r\n\r\n'), '{"status":"live"}')
  const expecting = `GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: more\r\n${end}`
  t.match(await exchange(url, expecting), '{"status":"live"}')
})

/** The address of a service that stops with the test. */
async function running(t: Test): Promise<string> {
  const { url, stop } = await serve(givenParts().service)
  t.teardown(stop)
  return url
}

async function exchange(url: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(text)
  return textOf(socket)
}

async function textOf(socket: ReturnType<typeof connect>): Promise<string> {
  let text = ''
  socket.on('data', chunk => {
    text += chunk
  })
  await once(socket, 'close')
  return text
}
