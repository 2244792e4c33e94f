/**
 * Large bodies at once: one is parsed, the others wait as bytes, and everybody else goes on in
 * between. What is told here is counted in bodies, elements and turns of the event loop.
 */
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import t from 'tap'
import { queueJob } from '../../src/decisions/async-actions.ts'
import {
  LargeBodies,
  letOthersGo,
  SLICE_VALUES,
  slicesOf,
  TURNS_BETWEEN
} from '../../src/http/bodies.ts'
import { operationsOf } from '../../src/http/document.ts'
import { limits } from '../../src/http/limits.ts'
import { BodyRoom } from '../../src/http/load.ts'
import { isSearched } from '../../src/http/mistakes.ts'
import { contract, givenService, PAIR } from '../support/app.ts'
import { givenOccasion } from '../support/given.ts'

const requests = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id }) as unknown as FastifyRequest)

t.test('one body has the turn, and key pairs that wait take turns', async t => {
  const large = new LargeBodies()
  const begun: string[] = []
  const asked = ['ada', 'ada', 'ada', 'ben', 'cleo', 'ben']
  const all = requests(asked.length)
  for (const [index, owner] of asked.entries()) {
    large.enter(all[index] as FastifyRequest, owner).then(() => begun.push(`${owner} ${index}`))
  }
  for (const count of asked.keys()) {
    await letOthersGo()
    await letOthersGo()
    t.equal(begun.length, count + 1, 'the next one waits until the one before it has left')
    const current = all[Number(begun.at(-1)?.split(' ')[1])] as FastifyRequest
    t.ok(large.has(current))
    large.left(current)
    large.left(current)
  }
  t.strictSame(begun, ['ada 0', 'ada 1', 'ben 3', 'cleo 4', 'ada 2', 'ben 5'])
})

t.test('others have turns of the event loop before the next body', async t => {
  const large = new LargeBodies()
  const [first, second] = requests(2) as [FastifyRequest, FastifyRequest]
  await large.enter(first, 'ada')
  let isIn = false
  large.enter(second, 'ada').then(() => {
    isIn = true
  })
  large.left(first)
  let turns = 0
  while (!isIn) {
    await turn()
    turns++
  }
  t.ok(turns >= TURNS_BETWEEN, `${turns} turns`)
})

t.test('a list is looked at in slices of so many values, whatever its elements are', async t => {
  const sizes = (length: number, values: number) =>
    [...slicesOf(length, values)].map(([from, to]) => to - from)
  t.strictSame(sizes(0, 0), [])
  t.strictSame(sizes(3, 3), [3])
  t.equal(Math.max(...sizes(100_000, 600_000)), Math.floor(SLICE_VALUES / 6))
  t.equal(Math.max(...sizes(100_000, 0)), SLICE_VALUES)
  t.equal(Math.max(...sizes(5, 600_000)), 1)
  t.equal(
    sizes(100_000, 600_000).reduce((sum, size) => sum + size, 0),
    100_000
  )
})

const bulk = operationsOf('service', contract.documents.service).find(
  ({ id }) => id === 'updateProductsInBulk'
)

t.test('in slices, a list is told the same as in one go', async t => {
  if (bulk === undefined) throw new Error('There is no such operation.')
  const product = (index: number) => ({ source_id: `p${index}`, metadata: { a: 1, b: 2 } })
  const list = (length: number, odd: Readonly<Record<number, unknown>> = {}) =>
    Array.from({ length }, (_, index) => odd[index] ?? product(index))
  const long = 'x'.repeat(600)
  //   what                      body                                      turns
  const rows: readonly (readonly [string, unknown])[] = [
    ['what fits', list(9_000)],
    ['a wrong type', list(9_000, { 8000: { source_id: 7 } })],
    ['no object', list(9_000, { 0: 'product' })],
    ['two mistakes', list(9_000, { 7000: { source_id: 7 }, 8000: {} })],
    ['a text that nobody stores', list(9_000, { 8999: { source_id: '\0' } })],
    ['a name that is long', list(9_000, { 5: { source_id: 'a', [long]: 1 } })],
    [
      'a name that is long in a map',
      list(9_000, { 5: { source_id: 'a', metadata: { [long]: 1 } } })
    ],
    ['too many', list(100_001)],
    ['none', []],
    ['no list', { products: list(9_000) }]
  ]
  for (const [what, body] of rows) {
    const arrived = { params: {}, headers: {}, query: {}, body, mediaType: 'application/json' }
    const told = async (check: () => unknown) => {
      try {
        return await check()
      } catch (error) {
        const { key, details, mistakes } = error as { [name: string]: unknown }
        return { key, details, mistakes }
      }
    }
    let turns = 0
    const between = async () => {
      turns++
    }
    const sliced = await told(() => contract.validation.checkInSlices(bulk, arrived, between))
    t.strictSame(sliced, await told(() => contract.validation.check(bulk, arrived)), what)
    if (what === 'what fits') t.equal(turns, 2 * sizesOf(9_000, 36_000), 'a turn after each slice')
  }
})

t.test('of a long list, few elements are looked at to say that it is long', async t => {
  let reads = 0
  const list = new Proxy(Array(100_000).fill({ a: 1 }), {
    get: (of, name) => {
      reads++
      return Reflect.get(of, name)
    }
  })
  t.notOk(isSearched(list))
  t.ok(reads < 2 * limits.searchedValues, `${reads} reads`)
})

t.test('the items of a job are stored as they are, and not copied before', async t => {
  const items = Array.from({ length: 300 }, (_, index) => ({ source_id: `p${index}` }))
  const work = { task: 'products.bulkUpdate', queue: null, data: null, total: 300, items } as const
  const { chunks } = queueJob(work, givenOccasion())
  t.strictSame([chunks.length, chunks.flat().length], [3, 300])
  t.ok(chunks.flat().every((item, index) => item === items[index]))
})

const sizesOf = (length: number, values: number) => [...slicesOf(length, values)].length

t.test('a body takes room by what it weighs in memory, until it is answered', async t => {
  const room = new BodyRoom()
  const { ownBodiesBytes, smallBodyBytes } = limits
  const [first, second] = [{}, {}]
  t.ok(room.holds(first, 'ada', smallBodyBytes + 1))
  room.weighs(first, 'ada', ownBodiesBytes)
  t.notOk(room.holds(second, 'ada', smallBodyBytes + 1), 'it was parsed, and fills her room')
  t.ok(room.holds(second, 'ben', smallBodyBytes + 1), 'others have theirs')
  room.ended(first)
  t.ok(room.holds(second, 'ada', smallBodyBytes + 2))
})

t.test('a live check is answered between two of many large bodies', async t => {
  const { app } = await givenService(t)
  const small = `[${Array.from({ length: 30_000 }, () => '{"a":1}').join()}]`
  const headers = { ...PAIR, 'content-type': 'application/json' }
  const ended: string[] = []
  const send = (what: string, method: 'GET' | 'POST', url: string, payload?: string) =>
    app
      .inject({ method, url, headers, ...(payload && { payload }) })
      .then(({ statusCode }) => ended.push(`${what} ${statusCode}`))
  const bodies = Array.from({ length: 5 }, () =>
    send('body', 'POST', '/v1/products/bulk/async', small)
  )
  const live = send('live', 'GET', '/health/live')
  await Promise.all([...bodies, live])
  t.ok(ended.indexOf('live 200') < 1, `it waits for one at most: ${ended.join(', ')}`)
  t.equal(ended.filter(each => each === 'body 400').length, 5)
})

t.test(
  'a long list under a key is the same request whatever the order of its names is',
  async t => {
    const service = await givenService(t)
    const list = (price: number) =>
      Array.from({ length: 9_000 }, (_, index) => ({ source_id: `p${index}`, price }))
    const turned = list(1).map(({ source_id, price }) => ({ price, source_id }))
    const send = (body: unknown) =>
      service.post('/v1/products/bulk/async', body, { ...PAIR, 'idempotency-key': 'once' })
    const first = await send(list(1))
    t.equal(first.status, 202)
    t.strictSame((await send(turned)).body, first.body, 'it is answered as it was')
    t.equal((await send(list(2))).status, 422, 'another list is refused')
  }
)
