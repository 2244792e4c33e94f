/**
 * Every POST of all documents, sent twice under one key: it is carried out once and answered
 * alike. What is sent follows from the documents, so that no operation is left out. A sample of the
 * other requests that they show is sent as well, each to a service of its own.
 */
import t, { type Test } from 'tap'
import type { Session } from '../../src/storage/engine/session.ts'
import type { Store } from '../../src/storage/engine/store.ts'
import { receiptOfKey } from '../../src/storage/receipts.ts'
import { type Answered, givenService, PAIR, type Service } from '../support/app.ts'
import { chanceOf, rowsOf } from '../support/chance.ts'
import { fingerprint, rawRows, type Written, writesOf } from '../support/evidence.ts'
import { pairOf } from '../support/given-steps.ts'
import { onDemo } from '../support/on-demo.ts'
import {
  type Asking,
  ask,
  type Described,
  firstShown,
  operationNamed,
  operations,
  othersThanShown,
  PARTS,
  parametersIn,
  sandboxOperations
} from '../support/requests.ts'
import { givenSandbox } from '../support/sandbox.ts'
import { emptyShop } from '../support/shop.ts'

const KEY = 'key-of-the-test'
/** A key belongs to the project, so that each operation has one of its own. */
const keyOf = ({ id }: Described) => `${KEY}-${id}`
const posts = [...operations, ...sandboxOperations].filter(({ method }) => method === 'POST')

/** Headers that are of each request, and not of what it did. */
const OF_REQUEST = ['x-request-id', 'date', 'connection', 'idempotent-replayed']

/** What a repetition has to have of the first answer. */
function told({ status, bytes, headers }: Answered) {
  const own = Object.entries(headers).filter(([name]) => !OF_REQUEST.includes(name))
  return { status, bytes, headers: Object.fromEntries(own) }
}

interface Watched {
  readonly service: Pick<Service, 'app' | 'store'>
  readonly written: readonly Written[]
}

async function watched(t: Test): Promise<Watched> {
  const service = await givenService(t)
  // Nothing is carried out beside what is asked.
  await service.worker.stop()
  return { service, written: writesOf(service.store) }
}

/** Asks once more under the key, and compares; the answer. */
async function isRepeated(
  t: Test,
  { service, written }: Watched,
  operation: Described,
  { asking, first }: { readonly asking: Asking; readonly first: Answered }
): Promise<void> {
  t.notOk('idempotent-replayed' in first.headers)
  const before = written.length
  const again = await ask(service.app, operation, { ...asking, key: keyOf(operation) })
  t.strictSame(told(again), told(first))
  t.equal(again.headers['idempotent-replayed'], 'true')
  t.not(again.headers['x-request-id'], first.headers['x-request-id'])
  t.equal(written.length, before, 'nothing was written')
}

/** The same with a sandbox, and in it what its document names. */
async function watchedSandbox(t: Test): Promise<Watched> {
  const service = await givenSandbox(t)
  await service.project('checkout')
  await service.ask('PUT', '/sandbox/v1/snapshots/paid', { project: 'checkout' })
  return { service, written: writesOf(service.store) }
}

const shared = await watched(t)
/** The first answers of the shared service, of which it has receipts. */
const answered: Answered[] = []

/** Asks the shared service, or one of its own where others have made that impossible. */
async function succeeded(t: Test, operation: Described) {
  const asking = { body: firstShown(operation) }
  const keyed = { ...asking, key: keyOf(operation) }
  if (operation.document === 'sandbox') {
    const place = await watchedSandbox(t)
    return { place, asking, first: await ask(place.service.app, operation, keyed) }
  }
  const first = await ask(shared.service.app, operation, keyed)
  if (first.status < 300) {
    answered.push(first)
    return { place: shared, asking, first }
  }
  const place = await watched(t)
  // The demo has the only set that a project can have.
  if (first.body.key === 'stacking_rules_exist') {
    await ask(place.service.app, operationNamed('deleteStackingRules'))
  }
  return { place, asking, first: await ask(place.service.app, operation, keyed) }
}

for (const operation of posts) {
  t.test(`${operation.id}: sent twice under one key, it is done once`, async t => {
    const { place, ...asked } = await succeeded(t, operation)
    t.ok(asked.first.status < 300, asked.first.bytes)
    await isRepeated(t, place, operation, asked)
    const before = place.written.length
    let refused = 0
    for (const part of PARTS) {
      const statuses: number[] = []
      for (const other of othersThanShown(operation, [part])) {
        const keyed = { ...other, key: keyOf(operation) }
        statuses.push((await ask(place.service.app, operation, keyed)).status)
        // What does not fit the document is refused before its key is looked at.
        if (statuses.at(-1) !== 400) break
      }
      if (statuses.length === 0) continue
      t.equal(statuses.at(-1), 422, `with another ${part} it is refused: ${statuses}`)
      refused++
    }
    t.ok(refused > 0, 'there is another request')
    t.equal(place.written.length, before, 'and writes nothing')
  })
}

t.test('under the key of another operation every POST is refused, and does nothing', async t => {
  const place = await watched(t)
  const { app } = place.service
  const keyed = (operation: Described, key: string) =>
    ask(app, operation, { body: firstShown(operation), key })
  const [redeemed, issued] = ['redeemReward', 'issueOAuthToken'].map(operationNamed) as [
    Described,
    Described
  ]
  const first = await keyed(redeemed, keyOf(redeemed))
  t.ok((await keyed(issued, keyOf(issued))).status === 200 && first.status === 200)
  const before = place.written.length
  for (const operation of posts.filter(({ document }) => document !== 'sandbox')) {
    const other = operation === redeemed ? issued : redeemed
    const { status, body } = await keyed(operation, keyOf(other))
    t.strictSame([status, body.key], [422, 'idempotency_key_reused'], operation.id)
  }
  t.equal(place.written.length, before, 'nothing was written')
  await isRepeated(t, place, redeemed, { asking: { body: firstShown(redeemed) }, first })
})

t.test('in a sandbox a key of another operation is refused, of another project free', async t => {
  const sandbox = await givenSandbox(t)
  const projects = [await sandbox.project('one'), await sandbox.project('two')]
  for (const { ask: asks, keys } of projects) {
    const key = { ...keys, 'idempotency-key': KEY }
    const orders = (await asks('GET', '/v1/orders')).body.total
    const made = await asks('POST', '/v1/customers', { source_id: 'ada' }, key)
    t.strictSame([made.status, made.headers['idempotent-replayed']], [200, undefined])
    const other = await asks('POST', '/v1/orders', { amount: 5 }, key)
    t.strictSame([other.status, other.body.key], [422, 'idempotency_key_reused'])
    t.equal((await asks('GET', '/v1/orders')).body.total, orders)
    const again = await asks('POST', '/v1/customers', { source_id: 'ada' }, key)
    t.strictSame([again.bytes, again.headers['idempotent-replayed']], [made.bytes, 'true'])
  }
})

onDemo('under one key each of two projects does what it is asked', async (t, service) => {
  const shop = await emptyShop(service)
  const keyed = { 'idempotency-key': KEY }
  const here = { source_id: 'here' }
  const inDemo = (body: object) => service.post('/v1/customers', body, { ...PAIR, ...keyed })
  const inShop = (body: object) =>
    service.post('/v1/customers', body, { ...pairOf('shop'), ...keyed })
  const first = await inDemo(here)
  const second = await inShop({ source_id: 'there' })
  t.strictSame([first.status, second.status], [200, 200])
  const found = [await inDemo(here), await inShop({ source_id: 'there' })]
  t.match(found, [
    { bytes: first.bytes, headers: { 'idempotent-replayed': 'true' } },
    { bytes: second.bytes, headers: { 'idempotent-replayed': 'true' } }
  ])
  t.equal((await inShop(here)).status, 422, 'it is no other request of the shop')
  t.equal((await shop.get('/v1/customers')).total, 1)
})

t.test('beside a request under its key the same one waits, another is refused', async t => {
  const place = await watched(t)
  const keyed = (id: string, asking: Asking = {}) => {
    const operation = operationNamed(id)
    return ask(place.service.app, operation, { body: firstShown(operation), ...asking, key: KEY })
  }
  const { store } = place.service
  const { write } = store
  const began = Promise.withResolvers<void>()
  const others = Promise.withResolvers<void>()
  store.write = async (projectId, unit) => {
    store.write = write
    began.resolve()
    await others.promise
    return write.call(store, projectId, unit) as never
  }
  const first = keyed('redeemReward')
  await began.promise
  const later = await Promise.all([
    keyed('redeemReward'),
    keyed('redeemRewardByCard'),
    keyed('redeemReward', { path: { memberId: 'CLUB-BEN-0001' } })
  ])
  others.resolve()
  const found = [await first, ...later].map(({ status, body }) => [status, body.key])
  t.strictSame(found, [
    [200, undefined],
    [409, 'idempotency_key_in_use'],
    [422, 'idempotency_key_reused'],
    [422, 'idempotency_key_reused']
  ])
})

/** The same value, with the properties of its objects the other way round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).map(([name, each]) => [name, turned(each)])
  return Object.fromEntries(pairs.toReversed())
}

t.test('properties in another order are the same request', async t => {
  const place = await watched(t)
  const operation = operationNamed('createReward')
  const body = firstShown(operation)
  const other = turned(body)
  t.not(JSON.stringify(other), JSON.stringify(body), 'they are in another order')
  const first = await ask(place.service.app, operation, { body, key: keyOf(operation) })
  t.equal(first.status, 200, first.bytes)
  await isRepeated(t, place, operation, { asking: { body: other }, first })
})

t.test('what is refused is refused again, whatever became possible since', async t => {
  const place = await watched(t)
  let refused = 0
  for (const operation of posts) {
    for (const { name } of parametersIn(operation, 'path')) {
      // A foreign project is refused before anything is looked at.
      if (name === 'projectId') continue
      const asking = { path: { [name]: 'nothing' }, body: firstShown(operation) }
      const first = await ask(place.service.app, operation, { ...asking, key: keyOf(operation) })
      if (first.status < 400) continue
      await isRepeated(t, place, operation, { asking, first })
      refused++
      break
    }
  }
  t.ok(refused > 20, `${refused} operations refused`)
})

t.test('every other request that is shown is done once, too', async t => {
  const others = posts.flatMap(operation =>
    operation.requests.slice(1).map(({ value }) => ({ operation, asking: { body: value } }))
  )
  for (const [{ operation, asking }] of rowsOf(t, others, { gate: 6, soak: 60 })) {
    const place = await watched(t)
    const first = await ask(place.service.app, operation, { ...asking, key: keyOf(operation) })
    t.ok(first.status < 300, first.bytes)
    const before = await fingerprint(place.service.store)
    await isRepeated(t, place, operation, { asking, first })
    t.strictSame(await fingerprint(place.service.store), before)
  }
})

t.test('of a key and of an answer a receipt shows nothing', async t => {
  const { receipts } = await rawRows(shared.service.store, ['receipts'])
  t.ok(receipts.length >= answered.length)
  const named = new Set(receipts.flatMap(row => JSON.parse(String(row['customer_ids'])) ?? []))
  t.ok([...named].every(id => /^cust_\w+$/.test(id)))
  const hidden = receipts.map(({ id, request_hash: hash, answer, ...rest }) => {
    t.match(`${id} ${hash}`, /^[0-9a-f]{64} [0-9a-f]{64}$/)
    const shown = ['created_at', 'customer_ids', 'operation_id', 'project_id']
    t.strictSame(Object.keys(rest).toSorted(), shown)
    return String(answer)
  })
  const texts = answered.flatMap(({ bytes }) => bytes.match(/(?<=")[\w-]{8,}(?=")/g) ?? [])
  t.ok(texts.length > 100)
  const all = hidden.join(' ')
  const found = texts.filter(text => all.includes(text) || text.startsWith(KEY))
  t.strictSame(found, [])
})

t.test('of a long answer the receipt is short, and it is repeated all the same', async t => {
  const operation = operationNamed('validateStackedDiscounts')
  const place = await watched(t)
  const { below } = chanceOf(7)
  const noise = () => Array.from({ length: 20_000 }, () => String.fromCharCode(97 + below(26)))
  const items = Array.from({ length: 20 }, () => ({
    ...{ amount: 100, metadata: { text: `${noise().join('')}\n€` } }
  }))
  const asking = { body: { ...(firstShown(operation) as object), order: { items } } }
  const first = await ask(place.service.app, operation, { ...asking, key: keyOf(operation) })
  t.ok(first.status === 200 && first.bytes.length > 800_000, `${first.bytes.length} characters`)
  await isRepeated(t, place, operation, { asking, first })
  const { receipts } = await rawRows(place.service.store, ['receipts'])
  const { length } = String(receipts[0]?.['answer'])
  t.ok(length < first.bytes.length / 2, `${length} characters of ${first.bytes.length}`)
})

t.test('what is refused before a decision is not kept, nor what fails', async t => {
  const operation = operationNamed('createReward')
  const { service } = await watched(t)
  const body = firstShown(operation)
  const refused: Asking[] = [
    { headers: { 'x-app-id': 'nobody', 'x-app-token': 'wrong' } },
    { type: 'text/plain', payload: '{}' },
    { payload: '{' },
    { body: { colour: 'blue' } },
    { body, query: { surprise: '1' } },
    { body, key: 'a b' },
    { body, key: 'x'.repeat(256) },
    { body, key: '' }
  ]
  for (const asking of refused) {
    const { status } = await ask(service.app, operation, { key: KEY, ...asking })
    t.ok([400, 401, 415].includes(status), `${status}`)
  }
  const { write } = service.store
  service.store.write = () => Promise.reject(new Error('broken'))
  t.equal((await ask(service.app, operation, { body, key: KEY })).status, 500)
  service.store.write = write
  t.strictSame((await rawRows(service.store, ['receipts'])).receipts, [])
  const done = await ask(service.app, operation, { body, key: KEY })
  t.strictSame([done.status, 'idempotent-replayed' in done.headers], [200, false])
  const longest = await ask(service.app, operation, { body, key: '~'.repeat(255) })
  t.equal(longest.status, 200, 'a key has up to 255 characters')
})

t.test('without a key no receipt is looked for, and none is written', async t => {
  const { service } = await watched(t)
  const run = statementsOf(service.store)
  for (const operation of posts) {
    await ask(service.app, operation, { body: firstShown(operation) })
    t.notOk(run.has(receiptOfKey), operation.id)
  }
  t.ok(run.size > posts.length, `${run.size} statements were run`)
  t.strictSame((await rawRows(service.store, ['receipts'])).receipts, [])
  const operation = operationNamed('createReward')
  await ask(service.app, operation, { body: firstShown(operation), key: KEY })
  t.ok(run.has(receiptOfKey), 'it is, with a key')
  t.equal((await rawRows(service.store, ['receipts'])).receipts.length, 1)
})

/** From now on, every statement that a unit of the store runs. */
function statementsOf(store: Store): ReadonlySet<unknown> {
  const run = new Set<unknown>()
  const spied = (session: Session): Session => {
    for (const name of ['one', 'all', 'run'] as const) {
      const real = session[name].bind(session) as (...asked: unknown[]) => unknown
      const value = (...asked: unknown[]) => {
        run.add(asked[0])
        return real(...asked)
      }
      Object.defineProperty(session, name, { value, configurable: true })
    }
    return session
  }
  const [read, write] = [store.read.bind(store), store.write.bind(store)]
  store.read = (projectId, unit) => read(projectId, session => unit(spied(session)))
  store.write = (projectId, unit) => write(projectId, session => unit(spied(session)))
  return run
}
