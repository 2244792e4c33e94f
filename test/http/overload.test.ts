/**
 * Too many requests at once: those that came in are answered, the rest is told to come back.
 */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { limits } from '../../src/http/limits.ts'
import { BodyRoom, Pressure } from '../../src/http/overload.ts'
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

const { bodyBytes, bodiesBytes, ownBodiesBytes, smallBodyBytes } = limits
const { waitingBodies, ownWaitingBodies, roomWaitMs, arrivalMs } = limits

t.test('large bodies count by what has come, and one pair fills half of the room', async t => {
  const room = new BodyRoom()
  const [first, second, third] = [{}, {}, {}]
  t.ok(room.holds(first, 'ada', ownBodiesBytes - 1))
  t.ok(room.holds(first, 'ada', ownBodiesBytes), 'one byte more has come')
  t.notOk(room.holds(second, 'ada', smallBodyBytes + 1), 'her half is full')
  t.ok(room.holds(second, 'ada', smallBodyBytes), 'what is small has room')
  t.ok(room.holds(third, 'ben', bodiesBytes - ownBodiesBytes), 'others get in')
  t.notOk(room.holds({}, 'cleo', smallBodyBytes + 1), 'all of the room is taken')
  room.ended(first)
  room.ended(first)
  t.ok(room.holds(second, 'ada', bodyBytes))
  t.notOk(room.holds({}, 'ben', smallBodyBytes + 1), 'his half is still full')
  room.ended(third)
  room.ended(second)
  t.ok(room.holds({}, 'ada', ownBodiesBytes))
})

const ownerIn = (name: string) => name.replace(/\d+/, '')

/** As many names of an owner's requests. */
const many = (owner: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${owner}${index}`)

/** A room, and what becomes of those who ask for it: by name in, out, or nothing yet. */
function givenRoom(t: Test) {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const room = new BodyRoom()
  const ends: string[] = []
  const requests = new Map<string, object>()
  const request = (name: string) => {
    const known = requests.get(name) ?? {}
    requests.set(name, known)
    return known
  }
  return {
    room,
    /** Who was told since the last time, in that order. */
    told: async () => {
      await turn()
      return ends.splice(0)
    },
    /** Asks for room; the owner is what stands before the number in a name. */
    ask: (bytes: number, ...names: readonly string[]) => {
      for (const name of names) {
        room
          .enter(request(name), ownerIn(name), bytes)
          .then(hasRoom => ends.push(`${name} ${hasRoom ? 'in' : 'out'}`))
      }
    },
    /** Fills the half of an owner. */
    fill: (name: string) => room.weighs(request(name), ownerIn(name), ownBodiesBytes),
    end: (name: string) => room.ended(request(name)),
    request
  }
}

t.test('who has no room waits for it, and key pairs take turns', async t => {
  const { room, ask, end, told } = givenRoom(t)
  ask(ownBodiesBytes, 'ada1', 'ben1')
  t.strictSame(await told(), ['ada1 in', 'ben1 in'])
  ask(ownBodiesBytes / 2, 'ada2', 'ada3', 'ada4', 'cleo1', 'cleo2', 'ben2')
  t.strictSame([await told(), room.waiting], [[], 6])
  end('ada1')
  t.strictSame(await told(), ['ada2 in', 'cleo1 in'], 'one of each')
  end('ben1')
  t.strictSame(await told(), ['ben2 in', 'ada3 in'], 'ben had his turn to come')
  end('ada2')
  t.strictSame(await told(), ['cleo2 in'], 'she had her turn')
  end('ada3')
  t.strictSame([await told(), room.waiting], [['ada4 in'], 0])
})

t.test('nobody comes before who waits for the same room', async t => {
  const { ask, end, told } = givenRoom(t)
  ask(ownBodiesBytes, 'ada1', 'ben1')
  await told()
  ask(bodyBytes, 'ada2', 'cleo1')
  end('ada1')
  t.strictSame(await told(), ['ada2 in', 'cleo1 in'])
  ask(ownBodiesBytes, 'dora1')
  ask(bodyBytes, 'cleo2')
  t.strictSame(await told(), [], 'there is room for her second, but dora was first')
  end('cleo1')
  t.strictSame(await told(), [])
  end('ben1')
  t.strictSame(await told(), ['dora1 in', 'cleo2 in'])
  ask(ownBodiesBytes, 'ada3')
  ask(bodyBytes, 'cleo3')
  t.strictSame(await told(), ['cleo3 in'], 'who waits for her own half is in nobody\u2019s way')
})

t.test('who waits is told in time that there is no room, and too many at once', async t => {
  const { room, ask, fill, end, told } = givenRoom(t)
  fill('ada1')
  fill('ben1')
  ask(bodyBytes, 'ada2')
  mock.timers.tick(roomWaitMs - 1)
  ask(bodyBytes, 'ada3')
  t.strictSame(await told(), [])
  mock.timers.tick(1)
  t.strictSame(await told(), ['ada2 out'])
  mock.timers.tick(roomWaitMs - 1)
  t.strictSame([await told(), room.waiting], [['ada3 out'], 0])
  ask(bodyBytes, ...many('cleo', ownWaitingBodies), 'cleo99')
  t.strictSame(await told(), ['cleo99 out'], 'her half of those that may wait is full')
  ask(bodyBytes, ...many('dora', waitingBodies - ownWaitingBodies), 'eve1')
  t.strictSame([await told(), room.waiting], [['eve1 out'], waitingBodies])
  room.close()
  t.equal((await told()).length, waitingBodies, 'all are told when the service stops')
  ask(bodyBytes, 'eve2')
  t.strictSame(await told(), ['eve2 out'], 'and nobody waits')
  end('ada1')
  ask(bodyBytes, 'eve3')
  t.strictSame(await told(), ['eve3 in'])
})

t.test('who goes away while waiting leaves the place and the room to others', async t => {
  const { room, ask, end, told } = givenRoom(t)
  ask(ownBodiesBytes, 'ada1')
  ask(ownBodiesBytes / 2, 'ben1')
  await told()
  ask(ownBodiesBytes, 'dora1')
  ask(bodyBytes, 'cleo1')
  t.strictSame(await told(), [])
  end('dora1')
  t.strictSame(await told(), ['dora1 out', 'cleo1 in'])
  end('cleo1')
  end('ada1')
  end('ben1')
  t.ok(room.holds({}, 'ada', ownBodiesBytes) && room.holds({}, 'ben', ownBodiesBytes))
})

t.test('what is announced counts while it comes swiftly, and then what has come', async t => {
  const { room, ask, end, told, request } = givenRoom(t)
  ask(bodyBytes, 'ada1', 'ada2', 'ada3', 'ada4')
  t.strictSame(await told(), ['ada1 in', 'ada2 in', 'ada3 in'])
  t.ok(room.holds(request('ada1'), 'ada', bodyBytes), 'its room is kept')
  t.ok(room.holds(request('ada2'), 'ada', smallBodyBytes + 1))
  mock.timers.tick(arrivalMs - 1)
  t.strictSame(await told(), [])
  mock.timers.tick(1)
  t.strictSame(await told(), ['ada4 in'], 'the others have hardly begun')
  t.ok(room.holds(request('ada2'), 'ada', bodyBytes), 'it may go on where there is room')
  t.notOk(room.holds(request('ada3'), 'ada', bodyBytes))
  for (const name of ['ada1', 'ada2', 'ada3', 'ada4']) end(name)
  t.ok(room.holds({}, 'ada', ownBodiesBytes))
})

/** A service whose room others fill but for `rest` bytes of the pair's own half. */
async function givenFullRoom(rest: number) {
  const room = new BodyRoom()
  const app = givenApp({ room })
  await app.ready()
  const [most, other] = [{}, {}]
  if (
    !room.holds(most, 'one', ownBodiesBytes) ||
    !room.holds(other, 'two', ownBodiesBytes - rest)
  ) {
    throw new Error('There is no room to fill.')
  }
  return { room, app, most, other }
}

const REWARDS = { method: 'POST', url: '/v1/rewards' } as const
const rewardOf = (bytes: number) => `{"name":"Mug"}${' '.repeat(bytes - 14)}`

t.test('a body for which room ends while it comes is refused, and leaves what it had', async t => {
  const rest = 4 * smallBodyBytes
  const { room, app, most, other } = await givenFullRoom(rest)
  const headers = { ...keys, 'content-type': 'application/json' }
  const sent = async (bytes: number, announced: boolean) => {
    const text = rewardOf(bytes)
    const pieces = text.match(/.{1,16384}/g) ?? []
    const payload = announced ? text : Readable.from(pieces.map(piece => Buffer.from(piece)))
    const transfer = announced ? {} : { 'transfer-encoding': 'chunked' }
    const answer = await app.inject({ ...REWARDS, headers: { ...headers, ...transfer }, payload })
    return answer.statusCode
  }
  t.equal(await sent(rest, true), 200)
  t.equal(await sent(rest, false), 200)
  t.equal(await sent(2 * rest, false), 503, 'refused on the way')
  t.equal(await sent(rest, false), 200, 'what had come is forgotten')
  t.equal(await sent(bodyBytes + rest, false), 503)
  t.equal(await sent(bodyBytes + rest, true), 413, 'what never fits does not wait')
  const waiting = sent(2 * rest, true)
  while (room.waiting === 0) await turn()
  room.ended(most)
  t.equal(await waiting, 200, 'it waited, unread')
  t.equal(await sent(bodyBytes + rest, false), 413)
  t.equal(await sent(bodyBytes, false), 200)
  room.ended(other)
  t.ok(room.holds({}, 'one', ownBodiesBytes) && room.holds({}, 'two', ownBodiesBytes), 'all of it')
})

t.test('a request that waits for room is not read, and ends with its connection', async t => {
  const { room, app, most } = await givenFullRoom(0)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const told = Object.entries({ ...keys, 'content-type': 'application/json' })
  const head = (bytes: number) =>
    [
      'POST /v1/rewards HTTP/1.1',
      'Host: a',
      ...told.map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${bytes}`,
      '\r\n'
    ].join('\r\n')
  const open = () => connect(port, '127.0.0.1').on('error', () => {})
  const gone = open()
  gone.write(head(bodyBytes))
  while (room.waiting === 0) await turn()
  gone.destroy()
  while (room.waiting > 0) await turn()
  const asked = once(app.server, 'request')
  const waits = open()
  waits.write(head(bodyBytes) + rewardOf(bodyBytes))
  const [request] = (await asked) as [IncomingMessage]
  // Until nothing more comes.
  for (let still = 0, had = -1; still < 50; still++, had = request.readableLength) {
    if (request.readableLength > had || room.waiting === 0) still = 0
    await turn()
  }
  t.ok(request.readableLength < 3 * smallBodyBytes, `${request.readableLength} bytes are read`)
  room.ended(most)
  t.match(String(await once(waits, 'data')), 'HTTP/1.1 200 ')
  waits.destroy()
  t.ok(room.holds(most, 'one', ownBodiesBytes), 'it left what it had')
  const last = open()
  last.write(head(bodyBytes))
  while (room.waiting === 0) await turn()
  const closing = app.close()
  const answer = String(await once(last, 'data'))
  t.match(answer, 'HTTP/1.1 503 ', 'a stop ends the wait')
  t.match(answer.toLowerCase(), '\r\nretry-after: 1\r\n')
  await closing
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
