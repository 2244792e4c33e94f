import * as known from '../../src/demo/known.ts'
import type { Service } from '../support/app.ts'
import { fingerprint } from '../support/evidence.ts'
import { onDemo } from '../support/on-demo.ts'

const DESK = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
const PROJECTS = '/management/v1/projects'
const KEYS = `${PROJECTS}/proj_00demo/keys`

const shop = {
  name: 'Second shop',
  timezone: 'Europe/Lisbon',
  currency: 'EUR',
  case_sensitive_codes: false
}

onDemo('createProject: one of its own, with keys that open it alone', async (t, service) => {
  await service.work()
  const before = await fingerprint(service.store, ['proj_00demo'])
  const { status, body } = await service.post(PROJECTS, shop, DESK)
  const { server_side_key: app, management_key: desk, ...project } = body
  t.equal(status, 200)
  t.strictSame(project, {
    id: project.id,
    ...shop,
    created_at: '2026-03-01T10:00:00.000Z',
    object: 'project'
  })
  t.strictSame(await fingerprint(service.store, ['proj_00demo']), before)
  const appPair = { 'x-app-id': app.app_id, 'x-app-token': app.app_token }
  const deskPair = {
    'x-management-id': desk.management_id,
    'x-management-token': desk.management_token
  }
  t.strictSame((await service.get('/v1/customers', appPair)).body.total, 0)
  t.strictSame((await service.get(`${PROJECTS}/${project.id}`, deskPair)).body, project)
  t.strictSame((await service.get(PROJECTS, deskPair)).body, {
    object: 'list',
    data_ref: 'projects',
    projects: [project],
    total: 1
  })
  const keys = (await service.get(`${PROJECTS}/${project.id}/keys`, deskPair)).body
  t.strictSame(
    keys.keys.map(({ id, kind }: { id: string; kind: string }) => [id, kind]).toSorted(),
    [
      [app.app_id, 'app'],
      [desk.management_id, 'management']
    ].toSorted()
  )
  t.notMatch(JSON.stringify(keys), app.app_token)
  t.equal((await service.get(`${PROJECTS}/${project.id}`, DESK)).status, 404, 'not its maker’s')
  t.strictSame((await service.get(PROJECTS, DESK)).body.projects.length, 1)
})

onDemo('createProject: what no day or price could be told in is refused', async (t, service) => {
  await service.work()
  const before = await fingerprint(service.store)
  const rows = [
    [
      { ...shop, timezone: 'Mars/Olympus' },
      /\.timezone: 'Mars\/Olympus' is no time zone; use a name/
    ],
    [{ ...shop, timezone: '+01:00' }, /\.timezone: '\+01:00'/],
    [{ ...shop, currency: 'euro' }, /\.currency/],
    [{ ...shop, name: '  ' }, /\.name/],
    [{ ...shop, demo: true }, /demo/],
    [{ name: 'Nothing else' }, /\.(timezone|currency)/]
  ] as const
  for (const [body, details] of rows) {
    const refused = await service.post(PROJECTS, body, DESK)
    t.strictSame([refused.status, refused.body.key], [400, 'invalid_payload'])
    t.match(refused.body.details, details)
  }
  t.strictSame(await fingerprint(service.store), before)
  t.equal((await service.post(PROJECTS, shop)).status, 401, 'an app pair does not manage')
})

async function keyOf(service: Service, kind: 'app' | 'management') {
  const { body } = await service.post(KEYS, { name: 'Till', kind }, DESK)
  const headers =
    kind === 'app'
      ? { 'x-app-id': body.id, 'x-app-token': body.token }
      : { 'x-management-id': body.id, 'x-management-token': body.token }
  return { id: body.id as string, headers, body }
}

onDemo('createProjectKey: opens what its kind says; is shown once', async (t, service) => {
  const app = await keyOf(service, 'app')
  t.strictSame(app.body, {
    id: app.id,
    name: 'Till',
    kind: 'app',
    created_at: '2026-03-01T10:00:00.000Z',
    revoked_at: null,
    object: 'project_key',
    token: app.body.token
  })
  t.equal((await service.get('/v1/customers/ada', app.headers)).status, 200)
  const desk = await keyOf(service, 'management')
  t.equal((await service.get(KEYS, desk.headers)).status, 200)
  const asApp = { 'x-app-id': desk.id, 'x-app-token': desk.body.token }
  t.equal((await service.get('/v1/customers/ada', asApp)).status, 401)
  const { body } = await service.get(`${KEYS}?limit=100`, DESK)
  t.equal(body.total, 5)
  t.equal(body.keys.length, 5)
  const { token, ...shown } = app.body
  const found = body.keys.find(({ id }: { id: string }) => id === app.id)
  t.strictSame(found, shown)
  const few = (await service.get(`${KEYS}?limit=2&page=3&order=created_at`, DESK)).body
  t.strictSame([few.keys.length, few.total], [1, 5])
  for (const body of [{ name: 'Till' }, { name: '', kind: 'app' }, { name: 'x', kind: 'god' }]) {
    t.equal((await service.post(KEYS, body, DESK)).status, 400)
  }
})

onDemo('revokeProjectKey: the key and its tokens open nothing from then on', async (t, service) => {
  const { id, headers } = await keyOf(service, 'app')
  const form = { grant_type: 'client_credentials', scope: 'api' }
  const issued = (await service.submit('/v1/oauth/token', form, headers)).body
  const bearer = { authorization: `Bearer ${issued.access_token}` }
  t.equal((await service.get('/v1/customers/ada', bearer)).status, 200)
  t.equal((await service.delete(`${KEYS}/${id}`, DESK)).status, 204)
  t.equal((await service.get('/v1/customers/ada', headers)).status, 401)
  t.equal((await service.get('/v1/customers/ada', bearer)).status, 401)
  const { access_token } = issued
  const told = (await service.submit('/v1/oauth/introspect', { access_token })).body
  t.strictSame(told, { ...issued, expires_in: 0, active: false })
  const listed = (await service.get(KEYS, DESK)).body.keys
  const found = listed.find((key: { id: string }) => key.id === id).revoked_at
  t.equal(found, '2026-03-01T10:00:00.000Z')
  const again = await service.delete(`${KEYS}/${id}`, DESK)
  t.strictSame([again.status, again.body.resource_type], [404, 'project_key'])
  const seen = again.body.details
  t.equal(seen, `Project key ${id} is revoked already, since 2026-03-01T10:00:00.000Z`)
})

onDemo('revokeProjectKey: the last that manages stays; another may go', async (t, service) => {
  const last = await service.delete(`${KEYS}/${known.MGMT_ID}`, DESK)
  t.strictSame([last.status, last.body.key], [400, 'resource_in_use'])
  const nobody = await service.delete(`${KEYS}/nobody`, DESK)
  t.match(nobody.body, { code: 404, details: 'Cannot find project_key with id nobody' })
  t.equal((await service.get(KEYS, DESK)).status, 200)
  const next = await keyOf(service, 'management')
  t.equal((await service.delete(`${KEYS}/${known.MGMT_ID}`, DESK)).status, 204)
  t.equal((await service.get(KEYS, DESK)).status, 401)
  const only = await service.delete(`${KEYS}/${next.id}`, next.headers)
  t.strictSame([only.status, only.body.key], [400, 'resource_in_use'])
  const elsewhere = `${PROJECTS}/proj_00nowhere/keys`
  const away = await service.delete(`${elsewhere}/${known.APP_ID}`, next.headers)
  t.strictSame([away.status, away.body.resource_type], [404, 'project'])
  t.equal((await service.get(elsewhere, next.headers)).status, 404)
  t.equal((await service.post(elsewhere, { name: 'x', kind: 'app' }, next.headers)).status, 404)
})
