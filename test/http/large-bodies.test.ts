/**
 * Large bodies at once: one is parsed, the others wait as bytes, and everybody else goes on in
 * between. What is told here is counted in bodies, elements and turns of the event loop.
 */
import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fastify, { type FastifyRequest } from 'fastify'
import t, { type Test } from 'tap'
import { queueJob } from '../../src/decisions/async-actions.ts'
import {
  isSliced,
  LargeBodies,
  LOOK_BYTES,
  LOOK_VALUES,
  letOthersGo,
  mapInSlices,
  readBodies,
  SLICE_BYTES,
  SLICE_VALUES,
  SpreadWork,
  slicesOf,
  TURNS_AFTER_SLICE,
  TURNS_BETWEEN,
  TURNS_OF_ONE
} from '../../src/http/bodies.ts'
import { operationsOf } from '../../src/http/document.ts'
import { limits } from '../../src/http/limits.ts'
import { isSearched } from '../../src/http/mistakes.ts'
import { BodyRoom } from '../../src/http/overload.ts'
import { contract, givenService, PAIR } from '../support/app.ts'
import { givenOccasion } from '../support/given.ts'
import { FILES, partsOf, typeHeader } from '../support/parts.ts'
import { lookInto, newUrl, onPostgres, openUrl } from '../support/stores.ts'

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

/** Counts the turns of the event loop until the test ends, as the first that waits for each. */
function countingTurns(t: Test): { readonly turns: number } {
  const counted = { turns: 0 }
  let isOver = false
  t.teardown(() => {
    isOver = true
  })
  const count = () => {
    counted.turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  return counted
}

t.test('of small bodies at once one begins in each turn, and short ones at once', async t => {
  const app = fastify()
  readBodies(app, { room: new BodyRoom(), large: new LargeBodies(), spread: new SpreadWork() })
  const counted = countingTurns(t)
  app.post('/', async ({ body }) => ({
    turns: counted.turns,
    name: (body as { name: string }).name
  }))
  const send = async (name: string, bytes: number) => {
    const payload = JSON.stringify({ name, rest: 'x'.repeat(bytes) })
    const headers = { 'content-type': 'application/json' }
    const { body } = await app.inject({ method: 'POST', url: '/', headers, payload })
    return JSON.parse(body) as { readonly turns: number; readonly name: string }
  }
  await send('first', 1)
  const { spreadBodyBytes, smallBodyBytes } = limits
  const sizes = [spreadBodyBytes, smallBodyBytes - 100, spreadBodyBytes, spreadBodyBytes, 1, 1]
  const begun = await Promise.all(sizes.map((bytes, index) => send(String(index), bytes)))
  await app.close()
  const spread = begun
    .slice(0, 4)
    .map(({ turns: at }, index) => at - (begun[0]?.turns ?? 0) >= index * TURNS_OF_ONE)
  t.strictSame(spread, [true, true, true, true], JSON.stringify(begun))
  const inTurn = begun.toSorted((one, other) => one.turns - other.turns).map(({ name }) => name)
  t.strictSame(
    inTurn.filter(name => Number(name) < 4),
    ['0', '1', '2', '3'],
    'in their order'
  )
  t.ok(
    begun.slice(4).every(({ turns: at }) => at <= (begun[1]?.turns ?? 0)),
    'no short one waits'
  )
})

const onFile = { skip: onPostgres && 'its units take as many turns as the server' }

t.test('bodies at once have turns of their own, and so have jobs', onFile, async t => {
  const store = await openUrl(await newUrl(t), { onBug: t.error })
  await store.migrate()
  const beside = countingTurns(t)
  const steps: (readonly [turn: number, step: string])[] = []
  const done = (step: string) => steps.push([beside.turns, step])
  const { write } = store
  const watched: typeof store.write = (projectId, unit) =>
    write(projectId, async session => {
      const decided = await unit(session)
      const kinds = decided.changes.map(({ kind }) => kind)
      if (kinds.includes('job.queued')) done('unit')
      if (kinds.includes('product.created')) done('unit of a job')
      return decided
    })
  const service = await givenService(t, { store: Object.assign(store, { write: watched }) })
  await service.work()
  steps.length = 0
  service.workAtOnce()
  const { parse } = JSON
  const { check } = contract.validation
  const bodies = Array.from({ length: 8 }, (_, body) =>
    Array.from({ length: 300 }, (_, id) => ({ source_id: `${body}-${id}`, name: `${body} ${id}` }))
  )
  const bytes = JSON.stringify(bodies[0]).length
  t.ok(bytes > limits.spreadBodyBytes && bytes < limits.smallBodyBytes, `${bytes} bytes`)
  const parsing = mock.method(JSON, 'parse', (text: string) => {
    if (text.length >= bytes) done('parse')
    return parse(text)
  })
  const checking = mock.method(
    contract.validation,
    'check',
    function (this: typeof contract.validation, ...asked: Parameters<typeof check>) {
      if (Array.isArray(asked[1].body)) done('check')
      return check.apply(this, asked)
    }
  )
  const answered: number[] = []
  const sendEach = async (mine: typeof bodies) => {
    for (const body of mine) {
      answered.push((await service.post('/v1/products/bulk/async', body)).status)
    }
  }
  await Promise.all([sendEach(bodies.slice(0, 4)), sendEach(bodies.slice(4))])
  await service.worker.idle()
  parsing.mock.restore()
  checking.mock.restore()
  t.strictSame(answered, Array(8).fill(202))
  const counted = Object.groupBy(steps, ([, step]) => step)
  t.strictSame(
    Object.entries(counted).map(([step, all]) => [step, all?.length]),
    [
      ['parse', 8],
      ['check', 8],
      ['unit', 8],
      ['unit of a job', 24]
    ]
  )
  const inTurns = Map.groupBy(steps, ([at]) => at)
  const together = [...inTurns.values()].map(all => all.map(([, step]) => step).join(', '))
  t.strictSame(
    together.filter(step => step.includes(',') && step !== 'check, unit'),
    [],
    'what is checked may be written at once'
  )
})

t.test('what large bodies took is given back when the last one was answered', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  let times = 0
  const large = new LargeBodies(() => times++)
  const givenBack = (ms: number) => {
    mock.timers.tick(ms)
    return times
  }
  const [first, second, small] = requests(3) as [FastifyRequest, FastifyRequest, FastifyRequest]
  await large.enter(first, 'ada')
  large.left(first)
  t.equal(givenBack(60_000), 0, 'it is carried out')
  await large.enter(second, 'ben')
  large.ended(first)
  t.equal(givenBack(60_000), 0, 'another one is')
  large.ended(second)
  large.ended(small)
  t.strictSame([givenBack(1_999), givenBack(1), givenBack(60_000)], [0, 1, 1])
  await large.enter(first, 'ada')
  large.ended(first)
  await large.enter(second, 'ada')
  t.equal(givenBack(60_000), 1, 'another one came in time')
})

/** How many values JSON has, at every depth. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, each) => sum + valuesIn(each), 1)
}

/** What a route comes to for a large body, and how often others had a turn meanwhile. */
async function atRoute<Result>(text: string, comesTo: (body: unknown) => Promise<Result>) {
  const app = fastify({ bodyLimit: limits.bodyBytes })
  const large = new LargeBodies()
  readBodies(app, { room: new BodyRoom(), large, spread: new SpreadWork() })
  const result = Promise.withResolvers<Result>()
  app.post('/', async request => {
    large.left(request)
    result.resolve(comesTo(request.body))
    return {}
  })
  const headers = { 'content-type': 'application/json' }
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/',
    headers,
    payload: text
  })
  if (statusCode !== 200) throw new Error(body)
  await app.close()
  return result.promise
}

const small = (count: number) => Array.from({ length: count }, (_, index) => ({ a: index }))

t.test('the slices of a large list follow what its elements weigh', async t => {
  const wide = Array(2 * SLICE_VALUES).fill(7)
  const long = 'x'.repeat(SLICE_BYTES)
  const lists = {
    'alike elements': small(30_000),
    'a few that are wide': [...small(12_000), wide, wide, ...small(12_000), wide],
    'a few that are long': [...small(10), long, ...small(10), long, long, 'x'],
    'one that is wide': [wide]
  }
  for (const [what, list] of Object.entries(lists)) {
    const slices = await atRoute(JSON.stringify(list), async body => {
      t.ok(isSliced(body), what)
      const elements = body as readonly unknown[]
      return [...slicesOf(elements)].map(([from, end]) => elements.slice(from, end))
    })
    t.equal(JSON.stringify(slices.flat(1)), JSON.stringify(list), `${what}: all, in order`)
    for (const slice of slices) {
      // The last element may be more than what is missing in a slice.
      const others = slice.slice(0, -1)
      const [values, bytes] = [valuesIn(others), JSON.stringify(others).length]
      t.ok(values <= SLICE_VALUES, `${what}: ${values} values`)
      t.ok(bytes <= SLICE_BYTES, `${what}: ${bytes} bytes`)
    }
  }
  const app = await atRoute(JSON.stringify(small(10)), async body => isSliced(body))
  t.notOk(app, 'a small one has none')
})

t.test('elements are mapped in slices, with turns of others in between', async t => {
  const made: number[] = []
  let isOver = false
  const perTurn: number[] = []
  const counted = await atRoute(JSON.stringify(small(50_000)), async body => {
    const others = (async () => {
      while (!isOver) {
        perTurn.push(made.length)
        await turn()
      }
    })()
    await mapInSlices(body as readonly { a: number }[], ({ a }, index) => made.push(a + index))
    isOver = true
    await others
    return perTurn
  })
  const most = counted.map((count, index) => count - (counted[index - 1] ?? 0))
  t.equal(made.length, 50_000)
  t.ok(Math.max(...most) <= SLICE_VALUES / 2, `${Math.max(...most)} in one turn`)
  t.strictSame(await mapInSlices([1, 2], (each, index) => each + index), [1, 3], 'a small one')
})

t.test('what grows with a body is done in slices before and after it is parsed', async t => {
  const long = JSON.stringify('x'.repeat(LOOK_BYTES))
  const many = small(60_000)
  //   what                       text                                                slices, at least
  const rows: readonly (readonly [string, string, number])[] = [
    ['a list of many', JSON.stringify(many), 1],
    ['an object with long lists', JSON.stringify({ a: many, b: small(50_000) }), 2],
    ['a name twice at the end', `${JSON.stringify(many).slice(0, -1)},{"a":1,"a":2}]`, 2],
    ['long texts', `[${long},${long},${long}]`, 3],
    ['white space', `[1${' '.repeat(3 * LOOK_BYTES)}]`, 3]
  ]
  for (const [what, text, least] of rows) {
    let turns = 0
    const ended = atRoute(text, async () => true).catch(() => false)
    let isOver = false
    ended.then(() => {
      isOver = true
    })
    while (!isOver) {
      await turn()
      turns++
    }
    t.ok(turns >= 2 * TURNS_BETWEEN + least * TURNS_AFTER_SLICE, `${what}: ${turns} turns`)
    t.equal(await ended, what !== 'a name twice at the end', what)
  }
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
  for (const [what, sent] of rows) {
    const body = await atRoute(JSON.stringify(sent), async read => read)
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
    // 45,000 values are two slices and a rest.
    if (what === 'what fits') t.equal(turns, 3)
  }
})

t.test('an object with long lists is looked at in slices, and told the same', async t => {
  const order = operationsOf('provisioning', contract.documents.provisioning).find(
    ({ id }) => id === 'createOrder'
  )
  if (order === undefined) throw new Error('There is no such operation.')
  const metadata = { list: Array(LOOK_VALUES).fill(1) }
  const bodies = [
    { metadata },
    { metadata, items: [{ quantity: 'two' }] },
    { metadata: { ...metadata, odd: '\0' } },
    { metadata, ['x'.repeat(600)]: 1 },
    { metadata, more: [{ ['x'.repeat(600)]: '\0' }] }
  ]
  for (const body of bodies) {
    const arrived = { params: {}, headers: {}, query: {}, body, mediaType: 'application/json' }
    const told = async (check: () => unknown) => {
      try {
        return await check()
      } catch (error) {
        const { failure } = error as { failure: unknown }
        return failure
      }
    }
    let turns = 0
    const between = async () => {
      turns++
    }
    const sliced = await told(() => contract.validation.checkInSlices(order, arrived, between))
    t.strictSame(sliced, await told(() => contract.validation.check(order, arrived)))
    t.ok(turns >= 1, `${turns} turns`)
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

t.test('a chunk of a job weighs no more than a slice of the body', async t => {
  const service = await givenService(t)
  const heavy = { text: 'x'.repeat(60_000) }
  const list = Array.from({ length: 130 }, (_, index) => ({
    source_id: `p${index}`,
    ...(index < 20 && { metadata: heavy })
  }))
  const { body } = await service.post('/v1/products/bulk/async', list)
  const counts = await lookInto(service.store, async ({ find }) => {
    const rows = await find(
      'select items from job_chunks join jobs on id = job_id where async_action_id = ? order by "index"',
      body.async_action_id
    )
    return rows.map(({ items }) => JSON.parse(String(items)).length)
  })
  t.strictSame(counts, [9, 9, 100, 12], 'nine of 60,000 characters are half a megabyte')
})

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

t.test('a file takes room by its copies and its cells', async t => {
  const { app } = await givenService(t)
  const weights: number[] = []
  const weighs = mock.method(BodyRoom.prototype, 'weighs', (_: object, __: string, bytes: number) =>
    weights.push(bytes)
  )
  t.teardown(() => weighs.mock.restore())
  const text = `source_id,name\n${'x'.repeat(limits.smallBodyBytes)},;\t\n`
  const sizes = [text, `${text}${',\n'.repeat(1_000)}`].map(file => {
    const payload = partsOf({ file })
    return { payload, bytes: Buffer.byteLength(payload) }
  })
  for (const { payload } of [...sizes, { payload: partsOf({ file: 'source_id\nada\n' }) }]) {
    const headers = { ...PAIR, 'content-type': typeHeader(FILES) }
    await app.inject({ method: 'POST', url: '/v1/customers/importCSV', headers, payload })
  }
  const [few = 0, many = 0] = weights.map((each, at) => (each - 6 * (sizes[at]?.bytes ?? 0)) / 48)
  t.equal(weights.length, 2, 'a small one takes none')
  t.equal(many - few, 2_000, 'each end of a cell')
  t.ok(few >= 6 && few < 30, `${few} in the first, with those of the form`)
})

// A look or a check of as many takes no more than 20 ms on a slow core.
t.test('what is done in one go has so many bytes and values at most', async t => {
  const most = { SLICE_VALUES, SLICE_BYTES, LOOK_VALUES, LOOK_BYTES }
  t.strictSame(most, {
    SLICE_VALUES: 20_000,
    SLICE_BYTES: 524_288,
    LOOK_VALUES: 100_000,
    LOOK_BYTES: 2_097_152
  })
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

t.test('a long list under a key is the same request in any order of names', async t => {
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
  const few = list(1).slice(0, 1_000)
  const other = { ...PAIR, 'idempotency-key': 'twice', 'content-type': 'application/json' }
  const spaced = async (space: string) => {
    const payload = `[${few.map(each => JSON.stringify(each)).join(`,${space}`)}]`
    const url = '/v1/products/bulk/async'
    return service.app.inject({ method: 'POST', url, headers: other, payload })
  }
  const without = await spaced('')
  t.strictSame([without.statusCode, without.body.length > 0], [202, true])
  const withSpace = await spaced(' '.repeat(100))
  t.equal(withSpace.body, without.body, 'white space that makes it large makes no other of it')
})
