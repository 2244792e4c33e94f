import t from 'tap'
import * as known from '../../src/demo/known.ts'
import { givenService, NOW } from '../support/app.ts'
import { writesOf } from '../support/evidence.ts'

const DESK = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
const EVENTS = `/management/v1/projects/${known.PROJECT_ID}/custom-event-schemas`

t.test('createEventSchema: an event that is defined can be sent, and can earn', async t => {
  const service = await givenService(t)
  const shared = { event: 'page_shared', customer: { source_id: 'ada' }, metadata: { page: '/a' } }
  t.equal((await service.post('/v1/events', shared)).status, 404, 'not before')
  const page = { type: 'string', optional: false }
  const asked = { name: 'page_shared', schema: { properties: { page } } }
  const { status, body } = await service.post(EVENTS, asked, DESK)
  t.equal(status, 200)
  t.strictSame(body, {
    id: 'ms_000001',
    name: 'page_shared',
    schema: { properties: { page: { ...page, array: false, object_type: null } } },
    created_at: NOW,
    updated_at: null,
    object: 'custom-event-schema'
  })
  const rule = {
    event: 'page_shared',
    custom_event: { schema_id: body.id },
    loyalty: { type: 'FIXED', points: 7 }
  }
  t.equal((await service.post('/v1/loyalties/camp_00club/earning-rules', [rule])).status, 200)
  const points = async () => (await service.get('/v1/customers/ada')).body.loyalty.points
  const before = await points()
  t.equal((await service.post('/v1/events', shared)).status, 200)
  t.equal((await points()) - before, 7)
  const unfit = await service.post('/v1/events', { ...shared, metadata: {} })
  t.equal(unfit.body.key, 'metadata_validation_failed')
})

t.test('createEventSchema: refusals name what is wrong and define nothing', async t => {
  const service = await givenService(t)
  await service.work()
  const written = writesOf(service.store)
  const of = (name: string, properties: unknown) => ({ name, schema: { properties } })
  const rows = [
    [of('product_reviewed', {}), 409, 'duplicate_found', /name product_reviewed/],
    [of('order.shipped', {}), 400, 'invalid_payload', /\.name: 'order\.shipped' begins/],
    [of('x'.repeat(301), {}), 400, 'invalid_payload', /\.name/],
    [{ name: 'opened' }, 400, 'invalid_payload', /schema/],
    [{ name: 'opened', schema: {} }, 400, 'invalid_payload', /schema\.properties/],
    [
      of('opened', { where: { type: 'geopoint', optional: true } }),
      400,
      'invalid_payload',
      /schema\.properties\.where\.type: 'geopoint' is not one of/
    ]
  ] as const
  for (const [payload, status, key, details] of rows) {
    const { status: came, body } = await service.post(EVENTS, payload, DESK)
    t.strictSame([came, body.key], [status, key], JSON.stringify(payload))
    t.match(body.details, details)
  }
  t.strictSame(written, [])
})
