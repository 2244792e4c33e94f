/**
 * The tests' own watch over answers finds what it is for: a finding that is missed would make every
 * other test of a contract worthless.
 */
import t from 'tap'
import { observe } from '../support/contract.ts'
import { fixture, givenApp, keys, send, shopMethods } from '../support/fixture-service.ts'

const documents = { shop: fixture('shop') }

/** What is found when getCustomer answers so. */
async function found(status: number, body: unknown): Promise<readonly string[]> {
  const bytes = typeof body === 'string' ? body : JSON.stringify(body)
  const methods = { ...shopMethods, getCustomer: async () => ({ status, bytes }) }
  const app = givenApp({
    mounts: [{ name: 'shop', document: fixture('shop'), handlers: [methods] }]
  })
  const { failures, produced } = observe(app, documents)
  await send(app, 'GET /v1/customers/c', keys)
  t.same([...produced], [`shop getCustomer ${status}`])
  return failures
}

const whole = { id: 'c', name: null, address: { city: 'Berlin', country: 'DE' } }

t.test('an answer as declared is no finding, members of an intersection included', async t => {
  t.same(await found(200, whole), [])
})

// biome-ignore format: a table
const rows = [
  [201, whole,                                  /^getCustomer 201: is not declared; declared are/],
  [200, { name: 'x' },                          /must have required property 'id'/],
  [200, { ...whole, id: 5 },                    /at \/id must be string/],
  [200, { ...whole, surprise: 1 },              /must NOT have unevaluated properties .*surprise/],
  [200, { ...whole, address: { planet: 'x' } }, /at \/address must NOT have unevaluated .*planet/],
  [200, 'not json',                             /must be object/],
  [404, { ...whole },                           /is an error without the request_id/]
] as const

t.test('an answer that is not as declared is found', async t => {
  for (const [status, body, finding] of rows)
    t.match((await found(status, body)).join('\n'), finding)
})
