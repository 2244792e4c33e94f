import * as known from '../../src/demo/known.ts'
import { NOW, typeOf } from '../support/app.ts'
import { writesOf } from '../support/evidence.ts'
import { onDemo } from '../support/on-demo.ts'

const DESK = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
const EVENTS = `/management/v1/projects/${known.PROJECT_ID}/custom-event-schemas`

onDemo('createEventSchema: a defined event can be sent, and can earn', async (t, { post, get }) => {
  const shared = { event: 'page_shared', customer: { source_id: 'ada' }, metadata: { page: '/a' } }
  t.equal((await post('/v1/events', shared)).status, 404, 'not before')
  const page = { type: 'string', optional: false }
  const asked = { name: 'page_shared', schema: { properties: { page } } }
  const { status, body } = await post(EVENTS, asked, DESK)
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
  t.equal((await post('/v1/loyalties/camp_00club/earning-rules', [rule])).status, 200)
  const points = async () => (await get('/v1/customers/ada')).body.loyalty.points
  const before = await points()
  t.equal((await post('/v1/events', shared)).status, 200)
  t.equal((await points()) - before, 7)
  const unfit = await post('/v1/events', { ...shared, metadata: {} })
  t.equal(unfit.body.key, 'metadata_validation_failed')
})

onDemo('createEventSchema: refusals name what is wrong and define nothing', async (t, service) => {
  await service.work()
  const written = writesOf(service.store)
  const of = (name: string, properties: unknown) => ({ name, schema: { properties } })
  const geo = { where: { type: 'geopoint', optional: true } }
  const rows = [
    [of('product_reviewed', geo), 409, 'duplicate_found', /^Duplicated event_schema .* product_re/],
    [of('', geo), 400, 'invalid_payload', /\.name/],
    [of('x'.repeat(301), geo), 400, 'invalid_payload', /\.name/],
    [of('order.shipped', geo), 400, 'invalid_payload', /\.name: 'order\.shipped' begins/],
    [of('customer.smiled', {}), 400, 'invalid_payload', /'customer\.smiled'/],
    [{ name: 'opened' }, 400, 'invalid_payload', /schema/],
    [{ name: 'opened', schema: {} }, 400, 'invalid_payload', /schema\.properties/],
    [of('opened', geo), 400, 'invalid_payload', /schema\.properties\.where\.type: 'geopoint' is no/]
  ] as const
  for (const [payload, status, key, details] of rows) {
    const { status: came, body } = await service.post(EVENTS, payload, DESK)
    t.strictSame([came, body.key], [status, key], JSON.stringify(payload))
    t.match(body.details, details)
  }
  t.strictSame(written, [])
  for (const name of ['x', 'x'.repeat(300), 'customers.of.ours']) {
    t.equal((await service.post(EVENTS, of(name, {}), DESK)).status, 200, name)
  }
})

const REVIEW = `${EVENTS}/ms_00review`

onDemo('listEventSchemas, getEventSchema: what can be sent', async (t, { get }) => {
  const listed = async (query: string) => {
    const { body } = await get(`${EVENTS}${query}`, DESK)
    return [body.total, ...body.data.map(({ name }: { name: string }) => name)]
  }
  const names = ['friend_signed_up', 'product_reviewed', 'tasting_visited']
  t.strictSame(await listed(''), [3, ...names])
  t.strictSame(await listed('?order=created_at&limit=2'), [3, ...names.toReversed().slice(0, 2)])
  t.strictSame(await listed('?order=-updated_at&limit=1'), [3, names[0]])
  t.strictSame(await listed('?order=updated_at&page=2'), [3])
  const { body } = await get(REVIEW, DESK)
  t.match(body, { id: 'ms_00review', name: 'product_reviewed', object: 'custom-event-schema' })
  t.strictSame(typeOf(await get(`${EVENTS}/ms_00customer`, DESK)), [404, 'event_schema'])
})

onDemo('updateEventSchema: binds what is sent from then on', async (t, service) => {
  const { body: before } = await service.get(REVIEW, DESK)
  await service.work()
  const written = writesOf(service.store)
  t.strictSame((await service.put(REVIEW, {}, DESK)).body, before)
  t.strictSame(written, [])
  service.setNow('2026-03-01T11:00:00.000Z')
  const stars = { type: 'number', optional: false, lte: 10 }
  const sent = { schema: { properties: { stars } } }
  const { status, body } = await service.put(REVIEW, sent, DESK)
  t.equal(status, 200)
  t.strictSame(body, {
    ...before,
    schema: { properties: { stars: { ...stars, array: false, object_type: null } } },
    updated_at: '2026-03-01T11:00:00.000Z'
  })
  t.strictSame((await service.put(REVIEW, sent, DESK)).body, body, 'nothing new changes nothing')
  t.strictSame((await service.get(REVIEW, DESK)).body, body)
  const send = (metadata: object) =>
    service.post('/v1/events', {
      event: 'product_reviewed',
      customer: { source_id: 'ada' },
      metadata
    })
  t.equal((await send({ rating: 5 })).body.key, 'metadata_validation_failed')
  t.equal((await send({ stars: 9 })).status, 200)
  const rows = [
    [REVIEW, { name: 'reviewed' }, 400, /name/],
    [
      REVIEW,
      { schema: { properties: { a: { type: 'geopoint', optional: true } } } },
      400,
      /\.schema\.properties\.a\.type: 'geopoint'/
    ],
    [`${EVENTS}/ms_00nothing`, {}, 404, /event_schema/]
  ] as const
  for (const [url, payload, status, details] of rows) {
    const { status: came, body } = await service.put(url, payload, DESK)
    t.equal(came, status, JSON.stringify(payload))
    t.match(body.details, details)
  }
})

onDemo('deleteEventSchema: goes where nothing earns or converts by it', async (t, service) => {
  for (const [id, user] of [
    ['ms_00review', 'earning_rule ern_00review'],
    ['ms_00signup', 'campaign camp_00friends']
  ] as const) {
    const kept = await service.delete(`${EVENTS}/${id}`, DESK)
    t.match(kept.body, { code: 400, key: 'resource_in_use', resource_type: 'event_schema' })
    t.match(kept.body.details, user)
  }
  const visit = { event: 'tasting_visited', customer: { source_id: 'ada' } }
  t.equal((await service.post('/v1/events', visit)).status, 200)
  const gone = await service.delete(`${EVENTS}/ms_00tasting`, DESK)
  t.strictSame([gone.status, gone.bytes], [204, ''])
  t.equal((await service.get(`${EVENTS}/ms_00tasting`, DESK)).status, 404)
  t.equal((await service.post('/v1/events', visit)).body.resource_type, 'event_schema')
})
