import t from 'tap'
import { listProjects } from '../../src/storage/projects.ts'
import { givenService } from '../support/app.ts'
import { fingerprint as fingerprintOf } from '../support/evidence.ts'
import { SANDBOX_KEY } from '../support/requests.ts'
import { contract, givenSandbox, type Reply } from '../support/sandbox.ts'

const PROJECTS = '/sandbox/v1/projects'
const SNAPSHOTS = '/sandbox/v1/snapshots'
const customer = { source_id: 'dana', name: 'Dana Frey' }

t.test('putSandboxProject: a copy of the demo, with keys of its own', async t => {
  const { ask, project } = await givenSandbox(t)
  const { made, ask: inTill, manage } = await project('till', { seed: '42' })
  t.equal(made.status, 201)
  const found = { ...made.body, server_side_key: null, management_key: null, project_id: null }
  t.strictSame(found, {
    name: 'till',
    project_id: null,
    seed: '42',
    now: '2026-01-01T09:00:00.000Z',
    timezone: 'Europe/Berlin',
    server_side_key: null,
    management_key: null,
    object: 'sandbox_project'
  })
  t.equal((await inTill('GET', '/v1/customers/ada')).body.name, 'Ada Baker')
  const id = made.body.project_id
  t.equal((await manage('GET', `/management/v1/projects/${id}`)).body.name, 'till')
  t.strictSame((await ask('GET', `${PROJECTS}/till`)).body, made.body)
})

t.test('putSandboxProject: begins anew as it began, keys and answers included', async t => {
  const { project } = await givenSandbox(t)
  const till = await project('till')
  const first = await till.ask('POST', '/v1/customers', customer)
  const token = await till.ask('POST', '/v1/oauth/token', GRANT)
  const again = await project('till')
  t.strictSame([again.made.status, again.made.bytes], [200, till.made.bytes])
  const bearer = { authorization: `Bearer ${token.body.access_token}` }
  t.equal((await till.ask('GET', '/v1/customers/ada', undefined, bearer)).status, 401)
  t.equal((await till.ask('GET', '/v1/customers/dana')).status, 404)
  // That request took the name of the first one.
  await project('till')
  const same = await till.ask('POST', '/v1/customers', customer)
  t.strictSame([same.bytes, sent(same)], [first.bytes, sent(first)])
})

t.test('putSandboxProject: what was set up in it is gone with the next request', async t => {
  const { project } = await givenSandbox(t)
  const till = await project('till')
  const names = async () => {
    const { body } = await till.ask('GET', '/v1/campaigns?limit=100')
    return body.campaigns.map(({ name }: { name: string }) => name)
  }
  const before = await names()
  const campaign = {
    name: 'Autumn coupons',
    campaign_type: 'DISCOUNT_COUPONS',
    type: 'AUTO_UPDATE',
    voucher: { type: 'DISCOUNT_VOUCHER', discount: { type: 'AMOUNT', amount_off: 100 } }
  }
  t.equal((await till.ask('POST', '/v1/campaigns', campaign)).status, 200)
  t.equal((await names()).length, before.length + 1)
  await project('till')
  t.strictSame(await names(), before)
  t.equal((await till.ask('POST', '/v1/campaigns', campaign)).status, 200, 'its name is free')
})

const GRANT = new URLSearchParams({ grant_type: 'client_credentials', scope: 'customers' })

/** The headers but for the date, which is the machine's. */
function sent({ headers: { date: _, ...headers } }: Reply) {
  return headers
}

t.test('putSandboxProject: with another seed it is another project', async t => {
  const { project } = await givenSandbox(t)
  const before = await project('till', { seed: '1' })
  const after = await project('till', { seed: '2' })
  t.equal(after.made.status, 200)
  t.not(after.made.body.project_id, before.made.body.project_id)
  t.equal((await before.ask('GET', '/v1/customers/ada')).status, 401)
  t.equal((await after.ask('GET', '/v1/customers/ada')).status, 200)
})

t.test('putSandboxProject: one seed makes the same ids and codes under any name', async t => {
  const { project } = await givenSandbox(t)
  const one = await project('one', { seed: '7' })
  const other = await project('other', { seed: '7' })
  const third = await project('third', { seed: '8' })
  const added = '/v1/campaigns/camp_00spring/vouchers'
  const coupons = await Promise.all([one, other, third].map(({ ask }) => ask('POST', added)))
  const [first, second, another] = coupons.map(({ body }) => [body.id, body.code])
  t.strictSame(first, second)
  t.notSame(first, another)
  const tokens = await Promise.all(
    [one, other].map(({ ask }) => ask('POST', '/v1/oauth/token', GRANT))
  )
  const [mine, yours] = tokens.map(({ body }) => body.access_token)
  t.not(mine, yours, 'a token opens one project')
})

t.test('putSandboxProject: a fork has what its original has, and goes its own way', async t => {
  const { project } = await givenSandbox(t)
  const till = await project('till')
  await till.ask('POST', '/v1/customers', customer)
  const fork = await project('fork', { fork_of: 'till' })
  t.equal(fork.made.status, 201)
  const read = () =>
    Promise.all([till, fork].map(({ ask }) => ask('GET', '/v1/customers?limit=100')))
  const [original, copied] = (await read()).map(({ body }) => withoutUrls(body))
  t.strictSame(copied, original)
  await fork.ask('PUT', '/v1/customers/dana', { name: 'Dana Baker' })
  const names = await Promise.all(
    [till, fork].map(async ({ ask }) => (await ask('GET', '/v1/customers/dana')).body.name)
  )
  t.strictSame(names, ['Dana Frey', 'Dana Baker'])
  // Begun anew it is what it was, although its original has gone on.
  await till.ask('DELETE', '/v1/customers/dana')
  await project('fork')
  t.equal((await fork.ask('GET', '/v1/customers/dana')).body.name, 'Dana Frey')
})

/** Urls are signed by each project for itself. */
function withoutUrls(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(/"http[^"]*"/g, '"url"'))
}

t.test('putSandboxProject: what a request queues is done before its answer', async t => {
  const { project } = await givenSandbox(t)
  const { ask } = await project('till')
  const accepted = await ask('POST', '/v1/campaigns/camp_00spring/vouchers?vouchers_count=100')
  t.equal(accepted.status, 202)
  const { async_action_id: id } = accepted.body
  const { body } = await ask('GET', `/v1/async-actions/${id}`)
  t.strictSame([body.status, body.progress], ['DONE', 100])
})

t.test('putSandboxProject: how it cannot begin', async t => {
  const { ask, project } = await givenSandbox(t)
  await project('till')
  await ask('PUT', `${SNAPSHOTS}/noon`, { project: 'till' })
  const rows = [
    ['other', { snapshot: 'noon', fork_of: 'till' }, 400, /fork_of: send snapshot or fork_of/],
    ['other', { snapshot: 'nowhere' }, 404, /Cannot find sandbox_snapshot with id nowhere/],
    ['other', { fork_of: 'nowhere' }, 404, /Cannot find sandbox_project with id nowhere/],
    ['other', { now: '2025-12-31T00:00:00Z' }, 400, /is before 2026-01-01T09:00:00.000Z/],
    ['other', { now: '2036-02-01T00:00:00Z' }, 400, /ten years/],
    ['other', { now: '2026-02-30T00:00:00Z' }, 400, /now/],
    ['other', { seed: '' }, 400, /seed/],
    ['other', { sead: '1' }, 400, /sead/],
    ['-other', {}, 400, /name/]
  ] as const
  for (const [name, body, status, details] of rows) {
    const refused = await ask('PUT', `${PROJECTS}/${name}`, body)
    t.equal(refused.status, status, JSON.stringify(body))
    t.match(refused.body.details, details)
  }
  t.equal((await ask('PUT', `${PROJECTS}/${'o'.repeat(65)}`, {})).status, 400)
  t.equal((await ask('GET', PROJECTS)).body.total, 1)
})

t.test('deleteSandboxProject: nothing of it is left', async t => {
  const { ask, project, store } = await givenSandbox(t)
  const till = await project('till')
  t.equal((await ask('DELETE', `${PROJECTS}/till`)).status, 204)
  t.equal((await till.ask('GET', '/v1/customers/ada')).status, 401)
  t.equal((await ask('GET', `${PROJECTS}/till`)).status, 404)
  t.equal((await ask('DELETE', `${PROJECTS}/till`)).status, 404)
  t.equal(await rowsOf(store, till.made.body.project_id), 0)
})

t.test('listSandboxProjects: all of them, by name', async t => {
  const { ask, project } = await givenSandbox(t)
  t.strictSame((await ask('GET', PROJECTS)).body, {
    object: 'list',
    data_ref: 'projects',
    projects: [],
    total: 0
  })
  const [tea, coffee] = [await project('tea'), await project('coffee')]
  const { body } = await ask('GET', PROJECTS)
  t.strictSame(body.projects, [coffee.made.body, tea.made.body])
  t.equal(body.total, 2)
})

t.test('putSandboxSnapshot: others begin as the project was', async t => {
  const { ask, project } = await givenSandbox(t)
  const till = await project('till')
  await till.ask('POST', '/v1/customers', customer)
  const kept = await ask('PUT', `${SNAPSHOTS}/paid`, { project: 'till' })
  const found = [kept.status, kept.body]
  t.strictSame(found, [
    201,
    { name: 'paid', project: 'till', now: '2026-01-01T09:00:00.000Z', object: 'sandbox_snapshot' }
  ])
  await till.ask('DELETE', '/v1/customers/dana')
  const copy = await project('copy', { snapshot: 'paid' })
  t.equal((await copy.ask('GET', '/v1/customers/dana')).body.name, 'Dana Frey')
  // Replaced, it is another beginning; what began as it was begins so again.
  t.equal((await ask('PUT', `${SNAPSHOTS}/paid`, { project: 'till' })).status, 200)
  await project('copy')
  t.equal((await copy.ask('GET', '/v1/customers/dana')).status, 200)
  await project('copy', { snapshot: 'paid' })
  t.equal((await copy.ask('GET', '/v1/customers/dana')).status, 404)
  t.equal((await ask('PUT', `${SNAPSHOTS}/gone`, { project: 'nowhere' })).status, 404)
  t.equal((await ask('PUT', `${SNAPSHOTS}/gone`, {})).status, 400)
})

t.test('deleteSandboxSnapshot: nothing begins as it, and what did goes on', async t => {
  const { ask, project, store } = await givenSandbox(t)
  await project('till')
  await ask('PUT', `${SNAPSHOTS}/noon`, { project: 'till' })
  const before = await projectsIn(store)
  const copy = await project('copy', { snapshot: 'noon' })
  t.equal((await ask('DELETE', `${SNAPSHOTS}/noon`)).status, 204)
  t.equal((await ask('DELETE', `${SNAPSHOTS}/noon`)).status, 404)
  t.equal((await ask('PUT', `${PROJECTS}/more`, { snapshot: 'noon' })).status, 404)
  await project('copy')
  t.equal((await copy.ask('GET', '/v1/customers/ada')).status, 200)
  await ask('DELETE', `${PROJECTS}/copy`)
  t.equal(await projectsIn(store), before - 1, 'with the last of them it is gone')
})

t.test('listSandboxSnapshots: all of them, by name', async t => {
  const { ask, project } = await givenSandbox(t)
  await project('till')
  for (const name of ['two', 'one']) await ask('PUT', `${SNAPSHOTS}/${name}`, { project: 'till' })
  const { body } = await ask('GET', SNAPSHOTS)
  const found = [body.snapshots.map(({ name }: { name: string }) => name), body.total]
  t.strictSame(found, [['one', 'two'], 2])
})

t.test('the document is served where there is a sandbox, and nowhere else', async t => {
  const { app } = await givenSandbox(t)
  const without = await givenService(t)
  const there = await app.inject({ url: '/openapi-sandbox.json' })
  t.same(JSON.parse(there.body), contract.documents.sandbox)
  t.equal((await app.inject({ url: '/openapi-sandbox-3.0.json' })).statusCode, 200)
  const page = await app.inject({ url: '/docs/static/swagger-initializer.js' })
  t.match(page.body, '/openapi-sandbox-3.0.json')
  t.equal((await without.get('/openapi-sandbox.json')).status, 404)
  const headers = { 'x-sandbox-key': SANDBOX_KEY }
  t.equal((await without.get(PROJECTS, headers)).status, 404, 'nor are its operations')
})

/** Rows of a project, in all tables. */
async function rowsOf(store: Parameters<typeof fingerprintOf>[0], projectId: string) {
  return Object.keys(await fingerprintOf(store, [projectId])).length
}

async function projectsIn(store: Parameters<typeof fingerprintOf>[0]): Promise<number> {
  return (await store.read(null, listProjects)).length
}
