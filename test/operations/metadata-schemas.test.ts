import t from 'tap'
import * as known from '../../src/demo/known.ts'
import { givenService, NOW, PAIR, typeOf } from '../support/app.ts'
import { writesOf } from '../support/evidence.ts'
import { deskOf, givenProject } from '../support/given-steps.ts'
import { onDemo } from '../support/on-demo.ts'

const DESK = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
const SCHEMAS = `/management/v1/projects/${known.PROJECT_ID}/metadata-schemas`
const text = { type: 'string', optional: true }

onDemo('createMetadataSchema: binds the writes that come after it', async (t, { post, get }) => {
  const glaze = { type: 'string', optional: false, eq: ['matt', 'shiny'] }
  const asked = { related_object: 'product', properties: { glaze }, allow_defined_only: true }
  const { status, body } = await post(SCHEMAS, asked, DESK)
  t.equal(status, 200)
  t.strictSame(body, {
    id: 'ms_000001',
    related_object: 'product',
    properties: { glaze: { ...glaze, array: false, object_type: null } },
    allow_defined_only: true,
    created_at: NOW,
    updated_at: null,
    object: 'metadata_schema'
  })
  t.strictSame((await get(`${SCHEMAS}/ms_000001`, DESK)).body, body)
  const cup = { source_id: 'cup', metadata: { glaze: 'matt' } }
  t.equal((await post('/v1/products', cup)).status, 200)
  for (const metadata of [{}, { glaze: 'red' }, { glaze: 'matt', size: 1 }]) {
    const { body: refused } = await post('/v1/products', { source_id: 'jar', metadata })
    t.equal(refused.key, 'metadata_validation_failed', JSON.stringify(metadata))
  }
  const { properties, allow_defined_only } = body
  const echo = { related_object: 'shelf', properties, allow_defined_only }
  t.strictSame((await post(SCHEMAS, echo, DESK)).body.properties, properties, 'sent back')
  const free = { related_object: 'box', properties: {}, allow_defined_only: null }
  t.equal((await post(SCHEMAS, free, DESK)).body.allow_defined_only, false)
})

onDemo('createMetadataSchema: refusals name what is wrong and make nothing', async (t, service) => {
  await service.work()
  const written = writesOf(service.store)
  const of = (properties: unknown) => ({ related_object: 'reward', properties })
  // biome-ignore format: a table
  const rows = [
    [{ related_object: 'customer', properties: { a: { ...text, lt: 4 } } }, 409, 'duplicate_found',
      /^Duplicated metadata_schema .* customer;/],
    [{ properties: {} }, 400, 'invalid_payload', /related_object/],
    [of({ a: { type: 'text', optional: true } }), 400, 'invalid_payload', /properties\.a\.type/],
    [of({ a: { type: 'string' } }), 400, 'invalid_payload', /properties\.a\.optional/],
    [of({ a: { ...text, lt: 4 } }), 400, 'invalid_payload', /properties\.a\.lt: It constrains/],
    [of({ a: { ...text, eq: [] } }), 400, 'invalid_payload', /properties\.a\.eq/],
    [of({ a: { ...text, surprise: 1 } }), 400, 'invalid_payload', /surprise/],
    [of({ '': text }), 400, 'invalid_payload', /properties/],
    [of({ a: { ...text, object_type: 'shelf' } }), 400, 'invalid_payload', /object_type/]
  ] as const
  for (const [payload, status, key, details] of rows) {
    const { status: came, body } = await service.post(SCHEMAS, payload, DESK)
    t.strictSame([came, body.key], [status, key], JSON.stringify(payload))
    t.match(body.details, details)
  }
  t.strictSame(written, [])
})

onDemo('listMetadataSchemas: all of them, or pages', async (t, { post, get }) => {
  for (let count = 1; count <= 12; count++) {
    const schema = { related_object: `shelf ${count}`, properties: { a: text } }
    await post(SCHEMAS, schema, DESK)
  }
  const kinds = async (query: string) => {
    const { body } = await get(`${SCHEMAS}?${query}`, DESK)
    return [body.total, ...body.data.map((one: Record<string, string>) => one['related_object'])]
  }
  const all = await kinds('')
  t.strictSame([all.length, all[1], all.at(-1)], [16, 'shelf 12', 'customer'])
  t.strictSame(await kinds('limit=2'), [15, 'shelf 12', 'shelf 11'])
  t.strictSame(await kinds('limit=2&page=2'), [15, 'shelf 10', 'shelf 9'])
  t.equal((await kinds('page=2')).length, 1 + 5)
})

onDemo("management operations: for the project's management pair alone", async (t, service) => {
  await givenProject(service, 'other')
  await service.work()
  const written = writesOf(service.store)
  const events = `/management/v1/projects/${known.PROJECT_ID}/custom-event-schemas`
  const schema = { related_object: 'reward', properties: {} }
  const event = { name: 'opened', schema: { properties: {} } }
  //             credentials       status
  const callers = [
    [{}, 401],
    [PAIR, 401],
    [{ ...DESK, 'x-management-token': 'wrong' }, 401],
    [deskOf('other'), 404]
  ] as const
  for (const [headers, status] of callers) {
    const said = JSON.stringify(headers)
    t.equal((await service.post(SCHEMAS, schema, headers)).status, status, said)
    t.equal((await service.get(SCHEMAS, headers)).status, status, said)
    t.equal((await service.post(events, event, headers)).status, status, said)
  }
  const stranger = await service.get(SCHEMAS, deskOf('other'))
  t.match(stranger.body, { resource_type: 'project', resource_id: known.PROJECT_ID })
  t.strictSame(written, [])
})

const CUSTOMERS = `${SCHEMAS}/ms_00customer`

onDemo('updateMetadataSchema: binds what is written from then on', async (t, service) => {
  const { body: before } = await service.get(CUSTOMERS)
  await service.work()
  const written = writesOf(service.store)
  for (const same of [{}, { allow_defined_only: false }]) {
    t.strictSame((await service.put(CUSTOMERS, same, DESK)).body, before)
  }
  t.strictSame(written, [])
  service.setNow('2026-03-01T11:00:00.000Z')
  const sent = { properties: { roast: text }, allow_defined_only: true }
  const { status, body } = await service.put(CUSTOMERS, sent, DESK)
  t.equal(status, 200)
  t.strictSame(body, {
    ...before,
    properties: { roast: { ...text, array: false, object_type: null } },
    allow_defined_only: true,
    updated_at: '2026-03-01T11:00:00.000Z'
  })
  t.strictSame((await service.get(CUSTOMERS)).body, body)
  const { body: ada } = await service.get('/v1/customers/ada')
  t.equal(ada.metadata.favourite_roast, 'dark', 'what is stored stays')
  const save = (metadata: object) => service.post('/v1/customers', { source_id: 'new', metadata })
  t.equal((await save({ favourite_roast: 'dark' })).body.key, 'metadata_validation_failed')
  t.equal((await save({ roast: 'dark' })).status, 200)
  const loose = { ...sent.properties, cups: { ...text, type: 'number' } }
  const wider = await service.put(CUSTOMERS, { properties: loose }, DESK)
  t.equal(wider.body.allow_defined_only, true, 'what is not sent stays')
  const free = await service.put(CUSTOMERS, { allow_defined_only: null }, DESK)
  t.equal(free.body.allow_defined_only, false)
  t.equal((await save({ favourite_roast: 'dark' })).status, 200)
})

onDemo('updateMetadataSchema, deleteMetadataSchema: refusals write nothing', async (t, service) => {
  await givenProject(service, 'other')
  await service.work()
  const written = writesOf(service.store)
  const rows = [
    [`${SCHEMAS}/ms_00nothing`, {}, DESK, 404, /metadata_schema/],
    [CUSTOMERS, { related_object: 'order' }, DESK, 400, /related_object/],
    [CUSTOMERS, { properties: { a: { ...text, lt: 4 } } }, DESK, 400, /properties\.a\.lt/],
    [CUSTOMERS, {}, PAIR, 401, /Management/],
    [CUSTOMERS, {}, deskOf('other'), 404, /project/]
  ] as const
  for (const [url, payload, headers, status, details] of rows) {
    const { status: came, body } = await service.put(url, payload, headers)
    t.equal(came, status, JSON.stringify(payload))
    t.match(body.details, details)
  }
  t.equal((await service.delete(CUSTOMERS, deskOf('other'))).status, 404)
  t.equal((await service.delete(CUSTOMERS, PAIR)).status, 401)
  t.strictSame(written, [])
})

onDemo('deleteMetadataSchema: metadata is free then, what is stored stays', async (t, service) => {
  const save = () =>
    service.post('/v1/customers', { source_id: 'ada', metadata: { cups_per_day: 'many' } })
  t.equal((await save()).body.key, 'metadata_validation_failed')
  const gone = await service.delete(CUSTOMERS, DESK)
  t.strictSame([gone.status, gone.bytes], [204, ''])
  t.equal((await service.delete(CUSTOMERS, DESK)).status, 404)
  t.equal((await service.get(CUSTOMERS)).status, 404)
  t.match((await save()).body.metadata, { favourite_roast: 'dark', cups_per_day: 'many' })
  const again = { related_object: 'customer', properties: {} }
  t.equal((await service.post(SCHEMAS, again, DESK)).status, 200)
})

onDemo('listProjectMetadataSchemas, getResourceMetadataSchema: with keys', async (t, { get }) => {
  const { body: managed } = await get(SCHEMAS, DESK)
  t.strictSame((await get('/v1/metadata-schemas')).body, managed)
  const { body: paged } = await get('/v1/metadata-schemas?limit=1&page=2')
  t.strictSame([paged.total, paged.data], [managed.total, [managed.data[1]]])
  const { body: one } = await get('/v1/metadata-schemas/customer')
  t.strictSame(one, (await get(CUSTOMERS)).body)
  t.strictSame(typeOf(await get('/v1/metadata-schemas/voucher')), [404, 'metadata_schema'])
})

onDemo('getMetadataSchema: open as the interface has it, to its project', async (t, { get }) => {
  const url = '/management/v1/projects/proj_00demo/metadata-schemas/ms_00customer'
  const { status, body } = await get(url, {})
  t.equal(status, 200)
  t.strictSame(
    [body.id, body.related_object, body.allow_defined_only, body.object, body.updated_at],
    ['ms_00customer', 'customer', false, 'metadata_schema', null]
  )
  const foreign = await get('/management/v1/projects/proj_x/metadata-schemas/ms_00customer', {})
  const absent = await get('/management/v1/projects/proj_00demo/metadata-schemas/ms_x', {})
  t.strictSame([foreign.status, absent.status], [404, 404])
  t.equal(foreign.body.message, absent.body.message)
})

t.test('getMetadataSchema: closed by one setting, it asks for management credentials', async t => {
  const config = {
    publicUrl: 'http://loyalty.test',
    customerPageDays: 30,
    managementOpen: false,
    corsOrigins: [],
    requestTimeoutMs: 0,
    campaignVouchersMax: 10,
    earningRulesMax: 10
  }
  const service = await givenService(t, { config })
  const url = '/management/v1/projects/proj_00demo/metadata-schemas/ms_00customer'
  const management = {
    'x-management-id': 'demo-management-id',
    'x-management-token': 'demo-management-token'
  }
  t.equal((await service.get(url, {})).status, 401)
  t.equal((await service.get(url)).status, 401, 'the app pair is no management pair')
  t.equal((await service.get(url, management)).status, 200)
  const wrong = { ...management, 'x-management-token': 'wrong' }
  t.equal((await service.get(url, wrong)).status, 401)
})
