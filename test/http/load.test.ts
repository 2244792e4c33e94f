/**
 * Too many requests at once: those that came in are answered, the rest is told to come back.
 *
 * Spec: Decision 141.
 */
import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { mock } from 'node:test'
import t from 'tap'
import { Load } from '../../src/http/load.ts'
import type { Session } from '../../src/storage/engine/session.ts'
import type { Decided } from '../../src/storage/engine/store.ts'
import { CONFIG, givenService, PAIR } from '../support/app.ts'

type Unit<Value> = (session: Session) => Promise<Decided<Value>>

const answer = () => new EventEmitter() as unknown as ServerResponse

t.test('requests are admitted up to their number, and counted until they end', t => {
  const load = new Load({ requestsMax: 2, eventLoopDelayMaxMs: 10 }, () => 0)
  const [sent, cut] = [answer(), answer()]
  t.strictSame([load.admits(sent), load.admits(cut), load.admits(answer())], [true, true, false])
  sent.emit('finish')
  sent.emit('close')
  t.strictSame([load.admits(answer()), load.admits(answer())], [true, false], 'one ended, once')
  cut.emit('close')
  t.ok(load.admits(answer()), 'nobody waits for it any more')
  t.end()
})

t.test('nobody is admitted while the timer is late', t => {
  mock.timers.enable({ apis: ['setInterval', 'Date'], now: 0 })
  t.teardown(() => mock.timers.reset())
  let late = 0
  const load = new Load({ requestsMax: 9, eventLoopDelayMaxMs: 50 }, () => Date.now() + late)
  const admits = (ms: number) => {
    late += ms
    mock.timers.tick(100)
    return load.admits(answer())
  }
  load.start()
  t.strictSame([0, 50, 51, 0].map(admits), [true, true, false, true])
  t.notOk(admits(1_000))
  load.stop()
  t.ok(load.admits(answer()), 'of a service that stops the clock says nothing')
  t.end()
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
  while (begun < 2) await new Promise(resolve => setImmediate(resolve))
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

t.test('who sends nothing, or too slowly, or too much, is cut', async t => {
  const config = { ...CONFIG, requestTimeoutMs: 300 }
  const { app } = await givenService(t, { config })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const told = async (text: string) => {
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
  const keys = Object.entries(PAIR).map(([name, value]) => `${name}: ${value}\r\n`)
  const body = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
  const [nothing, headers, halfBody, long] = await Promise.all([
    told(''),
    told(head),
    told(`${head}${keys.join('')}${body}`),
    told(`${head}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`)
  ])
  t.strictSame([nothing, headers, halfBody], ['', '', ''])
  t.match(long, /^HTTP\/1\.1 400 .*"key":"invalid_headers"/s)
})
