import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { ServiceClient } from '../../src/conformance/answers.ts'

/** A server that answers one request after the other in these ways; the last one again. */
async function givenServer(t: Test, ways: ((answer: ServerResponse) => void)[]) {
  let asked = 0
  const server = createServer((_request, answer) => {
    ways[Math.min(asked++, ways.length - 1)]?.(answer)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const waited: number[] = []
  const client = new ServiceClient(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async ms => waited.push(ms)
  )
  return { client, waited, asked: () => asked }
}

const REQUEST = { method: 'GET', target: '/v1/exports', headers: {} } as const

const answer =
  (status: number, headers = {}, body = '{}') =>
  (reply: ServerResponse) =>
    void reply.writeHead(status, headers).end(body)

t.test('a service that asks to wait is waited for, and asked again', async t => {
  //  answers in turn                                             status  requests  waited
  // biome-ignore format: a table
  const rows = [
    [[answer(429, { 'retry-after': '2' }), answer(200)], 200, 2, [2_000]],
    [[answer(503, { 'retry-after': '1' }), answer(503, { 'retry-after': '3' }), answer(200)], 200,
      3, [1_000, 3_000]],
    [[answer(429, { 'retry-after': '3600' }), answer(200)], 200, 2, [60_000]],
    [[answer(429)], 429, 1, []],
    [[answer(503, { 'retry-after': 'soon' })], 503, 1, []],
    [[answer(409, { 'retry-after': '1' })], 409, 1, []],
    [[answer(429, { 'retry-after': '1' })], 429, 10, Array(9).fill(1_000)]
  ] as const
  for (const [ways, status, requests, waits] of rows) {
    const { client, waited, asked } = await givenServer(t, [...ways])
    t.strictSame([(await client.send(REQUEST)).status, asked(), waited], [status, requests, waits])
  }
})

t.test('what comes is read as it is', async t => {
  const { client } = await givenServer(t, [
    answer(200, { 'Content-Type': 'application/json', 'X-Odd': 'a' }, '{"a":1}'),
    answer(302, { location: '/other' }, ''),
    answer(200, {}, '\ufeff{}'),
    reply => reply.writeHead(200).end(Buffer.from('"\xff"', 'latin1'))
  ])
  const { status, headers, bytes, body } = await client.send(REQUEST)
  t.strictSame([status, headers['x-odd'], String(bytes), body], [200, 'a', '{"a":1}', { a: 1 }])
  t.equal((await client.send(REQUEST)).status, 302, 'nothing is followed')
  t.equal((await client.send(REQUEST)).body, undefined, 'a mark at the beginning is no JSON')
  t.equal((await client.send(REQUEST)).body, undefined, 'and neither is what is no UTF-8')
})

t.test('an answer that breaks off or does not end is told', async t => {
  const { client } = await givenServer(t, [
    reply => reply.socket?.destroy(),
    reply => {
      reply.writeHead(200)
      const piece = Buffer.alloc(1024 * 1024)
      const more = () => void reply.write(piece, () => reply.destroyed || more())
      more()
    }
  ])
  await t.rejects(client.send(REQUEST), { message: /^No answer came: \w+\.$/ })
  await t.rejects(client.send(REQUEST), { message: 'The answer has more than 16777216 bytes.' })
})
