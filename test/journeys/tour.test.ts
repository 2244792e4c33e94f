/**
 * The tour, as a visitor would take it: over a real connection, more than once, and where it cannot
 * begin.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { tour } from '../../scripts/tour.ts'
import { freshSource } from '../../src/ids.ts'
import type { ComposedParts } from '../../src/main/compose.ts'
import { givenService } from '../support/app.ts'
import { heldPort } from '../support/held-port.ts'

/** A service with the demo that listens, its worker at work; its address. */
async function listening(t: Test, parts: Partial<ComposedParts> = {}): Promise<string> {
  const port = await heldPort(t)
  const url = `http://127.0.0.1:${port}`
  const config = {
    publicUrl: url,
    customerPageDays: 30,
    managementOpen: true,
    corsOrigins: [],
    requestTimeoutMs: 0,
    campaignVouchersMax: 10_000_000,
    earningRulesMax: 100
  }
  const { app, workAtOnce } = await givenService(t, { config, ids: freshSource(), ...parts })
  await app.listen({ host: '127.0.0.1', port })
  workAtOnce()
  return url
}

t.test('the tour shows all sixteen operations, each with a reason', async t => {
  const url = await listening(t)
  const lines: string[] = []
  await tour(url, line => lines.push(line))
  const stops = lines.flatMap((line, index) => (/^\n *\d+\. /.test(line) ? [index] : []))
  t.equal(new Set(stops.map(at => /\((\w+)\)$/.exec(lines[at] ?? '')?.[1])).size, 23)
  for (const at of stops) {
    t.match(lines[at + 1], /^ {5}(GET|POST) \/\S+/)
    t.match(lines[at + 2], /^ {5}(200|202|400): \S/)
    t.match(lines[at + 3], /^ {5}\S.*\.$/)
  }
  t.match(lines.at(-1), `${url}/docs`)
})

t.test('the tour can be taken again on the same database', async t => {
  const url = await listening(t)
  for (let times = 0; times < 3; times++) await tour(url, () => undefined)
  t.pass('three times')
})

t.test('the tour says what to do when it cannot begin', async t => {
  const nowhere = `http://127.0.0.1:${await heldPort(t)}`
  await t.rejects(
    tour(nowhere, () => undefined),
    { message: /Start the service/ }
  )
  await t.rejects(
    tour('somewhere', () => undefined),
    { message: /BASE_URL must be/ }
  )
  const other = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1')
  t.teardown(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await t.rejects(
    tour(`http://127.0.0.1:${port}`, () => undefined),
    { message: /not this service/ }
  )
  const shut = await listening(t, { acceptDemo: false })
  await t.rejects(
    tour(shut, () => undefined),
    { message: /credentials of the demo/ }
  )
})
