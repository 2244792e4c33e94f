import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { limits } from '../../src/http/limits.ts'
import { fixture, givenApp, keys, shopMethods } from '../support/fixture-service.ts'

/** More than the buffers of two sockets hold. */
const LONG = 'x'.repeat(33_554_432)

/** A shop whose rewards are made when they are let go, and whose exports are long; it listens. */
async function givenSlowShop(t: Test) {
  const letGo = Promise.withResolvers<void>()
  const made: string[] = []
  const createReward = async ({ body }: { readonly body: { readonly name: string } }) => {
    made.push(body.name)
    await letGo.promise
    return { status: 200, bytes: JSON.stringify({ operation: 'createReward', body }) }
  }
  const listExports = async () => ({ status: 200, bytes: `{"operation":"${LONG}"}` })
  const methods = { ...shopMethods, createReward, listExports }
  const app = givenApp({
    mounts: [{ name: 'shop', document: fixture('shop'), handlers: [methods] }]
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return { server: app.server, made, letGo: letGo.resolve, open: () => connect(port, '127.0.0.1') }
}

const KEYS = Object.entries({ host: 'x', ...keys }).map(([name, value]) => `${name}: ${value}\r\n`)

/** A request for a reward of this name; `length`: how its body is announced. */
function requestFor(name: string, length?: string): string {
  const body = JSON.stringify({ name })
  const announced = length ?? `Content-Length: ${body.length}`
  const type = 'Content-Type: application/json'
  return `POST /v1/rewards HTTP/1.1\r\n${KEYS.join('')}${type}\r\n${announced}\r\n\r\n${body}`
}

/** The statuses that came until the end, each with the reward or the key of its body. */
async function answersOn(socket: Socket): Promise<readonly string[]> {
  let text = ''
  socket.on('data', chunk => {
    text += chunk
  })
  await once(socket, 'close')
  return answersIn(text)
}

function answersIn(text: string): readonly string[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d+) [^{]*(\{.*?\})(?=HTTP|$)/g)].map(
    ([, status, json = '']) => {
      const { body, key } = JSON.parse(json)
      return `${status} ${body?.name ?? key}`
    }
  )
}

const BROKEN = [' ', '}', '\0', 'HELLO\r\n\r\n', 'GET / HTTP/1.1\r\nno header\r\n\r\n']
const CHUNKED = 'Transfer-Encoding: chunked'

//  sent in one piece                                   answers, and then the end
const ROWS: readonly (readonly [readonly string[], readonly string[]])[] = [
  ...BROKEN.flatMap(broken => [
    [[broken], ['400 invalid_headers']] as const,
    [[requestFor('mug'), broken], ['200 mug']] as const,
    [
      [requestFor('mug'), requestFor('cap'), broken],
      ['200 mug', '200 cap']
    ] as const,
    [[requestFor('mug'), '\r\n', broken], ['200 mug']] as const
  ]),
  // A body that breaks off was no request that is carried out.
  [[requestFor('mug', CHUNKED)], ['400 invalid_headers']],
  [[requestFor('mug'), requestFor('cap', CHUNKED)], ['200 mug']]
]

t.test('what was taken is answered in its order, and what cannot be read ends it', async t => {
  for (const [pieces, answers] of ROWS) {
    const { server, made, letGo, open } = await givenSlowShop(t)
    // Nothing is answered before the service knows that it cannot read on.
    const broken = once(server, 'clientError')
    const socket = open()
    const received = answersOn(socket)
    socket.write(pieces.join(''))
    await broken
    // What comes after that is as broken, and changes nothing.
    socket.write(' ')
    letGo()
    const title = JSON.stringify(pieces.map(piece => piece.slice(0, 40)))
    t.strictSame(await received, answers, title)
    t.strictSame(
      made.map(name => `200 ${name}`),
      answers.filter(each => each.startsWith('200')),
      'no more was carried out'
    )
  }
})

t.test('a client that goes away while it is answered leaves nothing behind', async t => {
  const { server, made, letGo, open } = await givenSlowShop(t)
  const broken = once(server, 'clientError')
  const socket = open()
  socket.write(`${requestFor('mug')} `)
  const [, served] = (await broken) as [Error, Socket]
  const gone = new Promise(resolve => served.once('close', resolve))
  socket.resetAndDestroy()
  await gone
  letGo()
  t.strictSame(made, ['mug'])
})

t.test('requests that are sent far ahead of their answers are told to come back', async t => {
  const { server, made, letGo, open } = await givenSlowShop(t)
  const most = limits.requestsOfConnection
  const names = Array.from({ length: most + 3 }, (_, index) => `reward-${index}`)
  const arrived = new Promise<void>(resolve => {
    let count = 0
    server.on('request', () => {
      if (++count === names.length) resolve()
    })
  })
  const socket = open()
  const received = answersOn(socket)
  socket.write(names.map(name => requestFor(name)).join(''))
  await arrived
  letGo()
  // The answers that came made room for more.
  let last = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    last += chunk
    if (answersIn(last).length === names.length) break
  }
  socket.end(requestFor('one-more'))
  t.strictSame(await received, [
    ...names.slice(0, most).map(name => `200 ${name}`),
    ...names.slice(most).map(() => '503 service_unavailable'),
    '200 one-more'
  ])
  t.strictSame(made, [...names.slice(0, most), 'one-more'])
  t.equal(server.maxConnections, limits.connections)
})

const EXPORTS = `GET /v1/exports HTTP/1.1\r\n${KEYS.join('')}\r\n`

/** The service's end of the next connection. */
async function servedBy(server: NodeJS.EventEmitter): Promise<Socket> {
  const [socket] = (await once(server, 'connection')) as [Socket]
  return socket
}

/** What the socket keeps to itself: how much of what it was given the system has not taken. */
interface Inner {
  readonly _handle: { readonly writeQueueSize: number } | null
  _onTimeout(): void
}

/** What a socket does when its time is over: it looks whether anything has moved since the last. */
function timeIsOver(served: Socket): void {
  ;(served as unknown as Inner)._onTimeout()
}

function unsent(served: Socket): number {
  return (served as unknown as Inner)._handle?.writeQueueSize ?? 0
}

t.test('a client that reads nothing of its answer is cut', async t => {
  const { server, open } = await givenSlowShop(t)
  const opened = servedBy(server)
  const socket = open().on('error', () => undefined)
  socket.write(EXPORTS)
  const served = await opened
  // Until the buffers between them are full, it moves.
  while (!served.destroyed) {
    await turn()
    if (unsent(served) > 0) timeIsOver(served)
  }
  socket.destroy()
  t.equal(server.timeout, limits.stillMs)
})

t.test('a client that waits for its answer is not cut', async t => {
  const { server, made, letGo, open } = await givenSlowShop(t)
  const opened = servedBy(server)
  const socket = open()
  const received = answersOn(socket)
  socket.write(requestFor('mug'))
  const served = await opened
  while (made.length === 0) await turn()
  timeIsOver(served)
  timeIsOver(served)
  const answered = once(socket, 'data')
  letGo()
  await answered
  socket.end()
  t.strictSame(await received, ['200 mug'])
})

t.test('a client that reads slowly has its whole answer', async t => {
  const { server, open } = await givenSlowShop(t)
  const opened = servedBy(server)
  const socket = open()
  socket.write(EXPORTS)
  const served = await opened
  let [length, known, looks] = [0, 0, 0]
  for await (const chunk of socket) {
    length += chunk.length
    if (length > LONG.length) break
    if (unsent(served) === known) continue
    known = unsent(served)
    timeIsOver(served)
    looks++
  }
  t.ok(length > LONG.length)
  t.ok(looks > 1, 'it was looked at more than once')
})
