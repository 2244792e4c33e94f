import { join } from 'node:path'
import Connection from 'better-sqlite3'
import t, { type Test } from 'tap'
import * as known from '../../src/demo/known.ts'
import { freshSource } from '../../src/ids.ts'
import { openStore } from '../../src/storage/database.ts'
import type { Store } from '../../src/storage/engine/store.ts'
import { temporaryFolder } from '../storage/support/engines.ts'
import { type Answered, givenService, NOW, type Service } from '../support/app.ts'
import { fingerprint } from '../support/evidence.ts'

const DESK = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
const PROJECTS = '/management/v1/projects'
const REVOKE = '/v1/oauth/token/revoke'
const KEYS = `${PROJECTS}/${known.PROJECT_ID}/keys`

type Headers = Readonly<Record<string, string>>

interface Shop {
  readonly till: Service
  /** Another one on the same file, with a memory of its own. */
  readonly office: Service
  readonly file: string
}

async function givenShop(t: Test): Promise<Shop> {
  const file = join(temporaryFolder(t), 'shop.db')
  const opened = async (): Promise<Store> => {
    const store = await openStore(`sqlite:${file}`, { onBug: error => t.error(error) })
    await store.migrate()
    return store
  }
  const till = await givenService(t, { store: await opened() })
  const office = await givenService(t, { store: await opened(), ids: freshSource() })
  // What the demo left to be done is done, so that nothing else writes.
  await till.work()
  return { till, office, file }
}

/** A new key pair, as headers, and its id. */
async function newKey({ office }: Shop, kind: 'app' | 'management') {
  const { body } = await office.post(KEYS, { kind, name: 'Till' }, DESK)
  const { id, token } = body as { id: string; token: string }
  const headers: Headers =
    kind === 'app'
      ? { 'x-app-id': id, 'x-app-token': token }
      : { 'x-management-id': id, 'x-management-token': token }
  return { id, headers }
}

const revoke = ({ office }: Shop, id: string) => office.delete(`${KEYS}/${id}`, DESK)

const customer = { source_id: 'nobody-new', name: 'Nobody New' }
const order = { customer: { source_id: 'ada' }, order: { amount: 10_000 } }

const sent = (method: 'POST' | 'PUT', payload: string, type = 'application/json') => {
  return async ({ app }: Service, headers: Headers): Promise<Pick<Answered, 'status'>> => {
    const request = { method, url: '/v1/customers', payload }
    const reply = await app.inject({ ...request, headers: { 'content-type': type, ...headers } })
    return { status: reply.statusCode }
  }
}

interface Asked {
  readonly asks: string
  readonly by: (till: Service, headers: Headers) => Promise<Pick<Answered, 'status'>>
  /** The status while the key stands. */
  readonly status: number
}

const estimate = `/v1/loyalties/${known.CAMPAIGN_ID}/qualifications`
const CUSTOMERS = '/v1/customers'

const REQUESTS: readonly Asked[] = [
  { asks: 'a read', by: (till, headers) => till.get(CUSTOMERS, headers), status: 200 },
  { asks: 'a question', by: (till, headers) => till.post(estimate, order, headers), status: 200 },
  { asks: 'a write', by: (till, headers) => till.post(CUSTOMERS, customer, headers), status: 200 },
  { asks: 'a ghost', by: (till, headers) => till.get(`${CUSTOMERS}/none`, headers), status: 404 },
  { asks: 'badly', by: (till, headers) => till.get(`${CUSTOMERS}?limit=0`, headers), status: 400 },
  { asks: 'a wrong body', by: sent('POST', '{"nope":1}'), status: 400 },
  { asks: 'no body', by: sent('POST', ''), status: 400 },
  { asks: 'no JSON', by: sent('POST', '{'), status: 400 },
  { asks: 'another type', by: sent('POST', 'a,b', 'text/csv'), status: 415 },
  { asks: 'too much', by: sent('POST', JSON.stringify('x'.repeat(20_000_000))), status: 413 }
]

t.test('a key that was revoked in another process is refused before all else', async t => {
  const shop = await givenShop(t)
  for (const { asks, by, status } of REQUESTS) {
    const { id, headers } = await newKey(shop, 'app')
    t.equal((await by(shop.till, headers)).status, status, `${asks}, with a good key`)
    t.equal((await revoke(shop, id)).status, 204)
    const before = await fingerprint(shop.office.store, [known.PROJECT_ID])
    t.equal((await by(shop.till, headers)).status, 401, `${asks}, with a revoked key`)
    t.equal((await by(shop.till, headers)).status, 401, `${asks}, once more`)
    t.strictSame(await fingerprint(shop.office.store, [known.PROJECT_ID]), before, asks)
  }
})

t.test('a revoked management key makes no project, and sees none', async t => {
  const shop = await givenShop(t)
  const project = { name: 'Second', timezone: 'UTC', currency: 'EUR', case_sensitive_codes: true }
  for (const request of [
    (headers: Headers) => shop.till.get(PROJECTS, headers),
    (headers: Headers) => shop.till.post(PROJECTS, project, headers),
    (headers: Headers) => shop.till.get(`${PROJECTS}/proj_other`, headers)
  ]) {
    const { id, headers } = await newKey(shop, 'management')
    t.equal((await shop.till.get(PROJECTS, headers)).status, 200)
    t.equal((await revoke(shop, id)).status, 204)
    t.equal((await request(headers)).status, 401)
  }
  const connection = new Connection(shop.file, { readonly: true })
  t.teardown(() => connection.close())
  t.equal(connection.prepare('select count(*) from projects').pluck().get(), 1)
})

t.test('a token ends when it is revoked, when its key is, and in time', async t => {
  const shop = await givenShop(t)
  const { id, headers } = await newKey(shop, 'app')
  const token = async () => {
    const form = { grant_type: 'client_credentials', scope: 'customers' }
    return (await shop.office.submit('/v1/oauth/token', form, headers)).body.access_token
  }
  const ask = async (text: string, more: Headers = {}) =>
    (await shop.till.get('/v1/customers', { authorization: `Bearer ${text}`, ...more })).status
  const revoked = await token()
  const lasting = await token()
  const found = [await ask(revoked), await ask(revoked, headers), await ask(lasting)]
  t.strictSame(found, [200, 200, 200])
  t.equal((await shop.office.submit(REVOKE, { access_token: revoked }, headers)).status, 204)
  const told = [await ask(revoked), await ask(revoked, headers), await ask(lasting)]
  t.strictSame(told, [401, 401, 200])
  t.equal((await revoke(shop, id)).status, 204)
  t.equal(await ask(lasting), 401, 'with its key')
  const other = await newKey(shop, 'app')
  const form = { grant_type: 'client_credentials', scope: 'customers' }
  const { access_token: late } = (await shop.till.submit('/v1/oauth/token', form, other.headers))
    .body
  t.equal(await ask(late), 200)
  shop.till.setNow('2026-03-01T10:15:00.000Z')
  t.equal(await ask(late), 401, 'in time')
  shop.till.setNow(NOW)
})

t.test('a deleted project has no callers', async t => {
  const shop = await givenShop(t)
  const made = await shop.till.post(
    PROJECTS,
    { name: 'Brief', timezone: 'UTC', currency: 'EUR', case_sensitive_codes: true },
    DESK
  )
  const { app_id, app_token } = made.body.server_side_key
  const headers = { 'x-app-id': app_id, 'x-app-token': app_token }
  t.equal((await shop.till.get('/v1/customers', headers)).status, 200)
  const connection = new Connection(shop.file)
  connection.prepare('delete from key_pairs where project_id = ?').run(made.body.id)
  connection.prepare('delete from projects where id = ?').run(made.body.id)
  connection.close()
  t.equal((await shop.till.get('/v1/customers', headers)).status, 401)
  t.equal((await shop.till.post('/v1/customers', customer, headers)).status, 401)
})

t.test('a copy that is restored brings back the keys it had, and no others', async t => {
  const shop = await givenShop(t)
  const early = await newKey(shop, 'app')
  const copy = `${shop.file}.copy`
  await shop.office.store.backup(copy)
  const late = await newKey(shop, 'app')
  t.equal((await revoke(shop, early.id)).status, 204)
  const status = async ({ headers }: { headers: Headers }) =>
    (await shop.till.get('/v1/customers', headers)).status
  t.strictSame([await status(early), await status(late)], [401, 200])
  const connection = new Connection(copy)
  await connection.backup(shop.file)
  connection.close()
  t.strictSame([await status(early), await status(late)], [200, 401])
})
