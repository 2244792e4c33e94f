/**
 * Connections as sockets have them: what was taken is answered, in its order, whatever follows it.
 *
 * Spec: Decision 280.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { fixture, givenApp, handlers, keys, shopMethods } from '../support/fixture-service.ts'

/** A shop whose rewards are made when they are let go; it listens. */
async function givenSlowShop(t: Test) {
  const letGo = Promise.withResolvers<void>()
  const made: string[] = []
  const createReward = async ({ body }: { readonly body: { readonly name: string } }) => {
    made.push(body.name)
    await letGo.promise
    return { status: 200, bytes: JSON.stringify({ operation: 'createReward', body }) }
  }
  const methods = handlers({ ...shopMethods, createReward })
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
