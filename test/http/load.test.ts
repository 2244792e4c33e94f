/**
 * Too many requests at once: those that came in are answered, the rest is told to come back.
 */
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { limits } from '../../src/http/limits.ts'
import { Pressure } from '../../src/http/load.ts'
import type { Session } from '../../src/storage/engine/session.ts'
import type { Decided } from '../../src/storage/engine/store.ts'
import { CONFIG, givenService, PAIR } from '../support/app.ts'
import { givenApp, keys } from '../support/fixture-service.ts'

type Unit<Value> = (session: Session) => Promise<Decided<Value>>

t.test('requests are admitted up to their number, and counted until they end', async t => {
  const load = new Pressure({ requestsMax: 2, eventLoopDelayMaxMs: 10 }, () => 0)
  const [one, other] = [{}, {}]
  t.strictSame([load.admits(one), load.admits(other), load.admits({})], [true, true, false])
  t.ok(load.isFull)
  load.ended({})
  t.ok(load.isFull, 'one that was not counted frees no place')
  load.ended(one)
  load.ended(one)
  t.strictSame([load.admits({}), load.admits({})], [true, false], 'one ended, once')
})

t.test('nobody is admitted beside another while the timer is late', async t => {
  mock.timers.enable({ apis: ['setInterval', 'Date'], now: 0 })
  t.teardown(() => mock.timers.reset())
  let late = 0
  const load = new Pressure({ requestsMax: 9, eventLoopDelayMaxMs: 50 }, () => Date.now() + late)
  const admits = (ms: number) => {
    late += ms
    mock.timers.tick(100)
    return load.admits({})
  }
  load.start()
  const first = {}
  late = 1_000
  mock.timers.tick(100)
  t.ok(load.admits(first), 'one that comes alone')
  t.strictSame([0, 50, 51, 0].map(admits), [true, true, false, true])
  t.notOk(admits(1_000))
  load.stop()
  t.ok(load.admits({}), 'of a service that stops the clock says nothing')
})

t.test('large bodies count by what has come, and one pair fills half of the room', async t => {
  const load = new Pressure({ requestsMax: 9, eventLoopDelayMaxMs: 10 }, () => 0)
  const { bodyBytes, bodiesBytes, ownBodiesBytes, smallBodyBytes } = limits
  const [first, second, third] = [{}, {}, {}]
  t.ok(load.hasRoomFor('ada', bodyBytes))
  t.ok(load.holds(first, 'ada', ownBodiesBytes - 1))
  t.ok(load.holds(first, 'ada', ownBodiesBytes), 'one byte more has come')
  t.notOk(load.hasRoomFor('ada', smallBodyBytes + 1), 'her half is full')
  t.notOk(load.holds(second, 'ada', smallBodyBytes + 1))
  t.ok(load.hasRoomFor('ada', smallBodyBytes), 'what is small has room')
  t.ok(load.holds(second, 'ada', smallBodyBytes))
  t.ok(load.hasRoomFor('ben', bodyBytes), 'others get in')
  t.ok(load.holds(third, 'ben', bodiesBytes - ownBodiesBytes))
  t.notOk(load.hasRoomFor('cleo', smallBodyBytes + 1), 'all of the room is taken')
  load.ended(first)
  load.ended(first)
  t.ok(load.hasRoomFor('ada', bodyBytes))
  t.notOk(load.hasRoomFor('ben', smallBodyBytes + 1), 'his half is still full')
  load.ended(third)
  t.ok(load.holds({}, 'ada', ownBodiesBytes))
})

t.test('a body for which room ends while it comes is refused, and leaves what it had', async t => {
  const load = new Pressure({ requestsMax: 9, eventLoopDelayMaxMs: 60_000 }, () => 0)
  const app = givenApp({ load })
  const { ownBodiesBytes, bodyBytes, smallBodyBytes } = limits
  const rest = 4 * smallBodyBytes
  const [most, other] = [{}, {}]
  await app.ready()
  const url = '/v1/rewards'
  const headers = { ...keys, 'content-type': 'application/json' }
  const sent = async (bytes: number, announced: boolean) => {
    const text = `{"name":"Mug"}${' '.repeat(bytes - 14)}`
    const pieces = text.match(/.{1,16384}/g) ?? []
    const payload = announced ? text : Readable.from(pieces.map(piece => Buffer.from(piece)))
    const transfer = announced ? {} : { 'transfer-encoding': 'chunked' }
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: { ...headers, ...transfer },
      payload
    })
    return answer.statusCode
  }
  t.equal(await sent(2 * rest, false), 200)
  t.ok(load.holds(most, 'one', ownBodiesBytes) && load.holds(other, 'two', ownBodiesBytes - rest))
  t.equal(await sent(rest, true), 200)
  t.equal(await sent(rest, false), 200)
  t.equal(await sent(2 * rest, true), 503, 'refused unread')
  t.equal(await sent(2 * rest, false), 503, 'refused on the way')
  t.equal(await sent(rest, false), 200, 'what had come is forgotten')
  t.equal(await sent(bodyBytes + rest, false), 503)
  load.ended(most)
  t.equal(await sent(bodyBytes + rest, false), 413)
  t.equal(await sent(bodyBytes, false), 200)
  load.ended(other)
  t.ok(load.holds({}, 'one', ownBodiesBytes) && load.holds({}, 'two', ownBodiesBytes), 'all of it')
})

t.test('a request that came in is answered, and those beyond are told to come back', async t => {
  const config = { ...CONFIG, requestsMax: 2, eventLoopDelayMaxMs: 60_000 }
  const service = await givenService(t, { config })
  const { write } = service.store
  const gate = Promise.withResolvers<void>()
  let begun = 0
  service.store.write = async <Value>(project: string | null, unit: Unit<Value>) => {
    begun++
    await gate.promise
    return write.call(service.store, project, unit) as Promise<Value>
  }
  const send = (name: string) => service.post('/v1/customers', { source_id: name })
  const first = [send('one'), send('two')]
  while (begun < 2) await turn()
  for (const refused of [await send('three'), await service.get('/v1/customers', {})]) {
    t.match(refused, { status: 503, body: { key: 'service_unavailable' } })
    t.equal(refused.headers['retry-after'], '1')
  }
  t.equal((await service.get('/health/live')).status, 200, 'a supervisor is answered')
  gate.resolve()
  t.strictSame(
    (await Promise.all(first)).map(({ status }) => status),
    [200, 200]
  )
  t.equal((await service.get('/v1/customers/three')).status, 404, 'what was refused was not done')
  t.equal((await send('three')).status, 200)
})

t.test('who sends slowly keeps nobody out', async t => {
  const { app } = await givenService(t, { config: { ...CONFIG, requestsMax: 1 } as never })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ngrant'
  const sockets = ['/v1/oauth/token', '/v1/oauth/token'].map(url => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write(`POST ${url} HTTP/1.1\r\nHost: a\r\n${form}`)
    return socket
  })
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
  })
  for (const _ of sockets) await once(app.server, 'request')
  const url = `http://127.0.0.1:${port}/v1/customers/cust_00ada`
  for (let turn = 0; turn < 3; turn++) {
    t.equal((await fetch(url, { headers: { ...PAIR } })).status, 200)
  }
})

t.test('who sends nothing, or too slowly, or too much, is cut', async t => {
  const told = async (text: string, requestTimeoutMs = 300) => {
    const { app } = await givenService(t, { config: { ...CONFIG, requestTimeoutMs } })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    socket.setEncoding('utf8').on('data', data => {
      heard += data
    })
    socket.on('error', () => {})
    socket.write(text)
    await once(socket, 'close')
    return heard
  }
  const head = 'POST /v1/customers HTTP/1.1\r\nHost: a\r\n'
  const pair = Object.entries(PAIR).map(([name, value]) => `${name}: ${value}\r\n`)
  const body = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
  const [nothing, headers, halfBody, long] = await Promise.all([
    told(''),
    told(head),
    told(`${head}${pair.join('')}${body}`),
    told(`${head}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 0)
  ])
  t.strictSame([nothing, headers, halfBody], ['', '', ''])
  t.match(long, /^HTTP\/1\.1 400 .*"key":"invalid_headers"/s)
})

t.test('who closes their half of a connection is cut, and an idle one has its end', async t => {
  const { app } = await givenService(t)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { server } = app
  const { port } = server.address() as AddressInfo
  const half = async (text: string) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
    // Nothing more will come from this side, and it still listens.
    socket.resume().end(text)
    await once(socket, 'end')
  }
  const head = 'POST /v1/customers HTTP/1.1\r\nHost: a\r\n'
  await Promise.all(['', head, `${head}Content-Length: 100\r\n\r\n{`].map(half))
  const left = () => new Promise(resolve => server.getConnections((_, count) => resolve(count)))
  // The other side hears of the end a moment before the connection is gone.
  while ((await left()) !== 0) await turn()
  t.equal(server.keepAliveTimeout, limits.keepAliveMs)
})
