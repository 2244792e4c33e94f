import { accountOf } from '../../support/account.ts'
import type { Service } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'

const RULES = '/v1/loyalties/camp_00club/earning-rules'
const welcome = (id: string) => ({
  event: 'customer.segment.entered',
  segment: { id },
  loyalty: { type: 'FIXED', points: 9 }
})

async function segmentsOf({ get }: Service, customer: string): Promise<readonly string[]> {
  const { body } = await get(`/v1/customers/${customer}/segments?limit=100`)
  return body.data.map(({ name }: { name: string }) => name).sort()
}

onDemo('createSegment: who is named enters one by one, and earns by it', async (t, service) => {
  const customers = ['ada', 'cust_00ben', 'cust_00ada', 'finn']
  const { status, body } = await service.post('/v1/segments', { name: 'Guests', customers })
  t.equal(status, 200)
  const { id, created_at } = body
  const expected = { id, name: 'Guests', created_at, type: 'static', filter: null }
  t.strictSame(body, { ...expected, initial_sync_status: 'IN_PROGRESS', object: 'segment' })
  t.strictSame(await segmentsOf(service, 'ben'), [], 'nobody is in it yet')
  t.equal((await service.post(RULES, [welcome(id)])).status, 200)
  await service.delete('/v1/customers/finn')
  await service.work()
  const after = (await service.get(`/v1/segments/${id}`)).body
  t.strictSame(after, { ...body, initial_sync_status: 'DONE' })
  t.strictSame(await segmentsOf(service, 'ada'), ['Guests', 'Regulars', 'VIP'])
  t.strictSame(await segmentsOf(service, 'ben'), ['Guests'])
  t.strictSame(await segmentsOf(service, 'cleo'), [])
  t.equal((await accountOf(service, 'ben')).points, 120 + 9)
  t.equal((await accountOf(service, 'ada')).points, 5306 + 9, 'once, however often they are named')
})

onDemo('createSegment: a filter takes in who belongs to it, now and later', async (t, service) => {
  const filter = {
    junction: 'and',
    'loyalty_points.Coffee Club': { conditions: { $more_than: [100] } }
  }
  const sent = { name: 'Savers', type: 'auto-update', filter }
  const { status, body } = await service.post('/v1/segments', sent)
  t.match([status, body], [200, { ...sent, initial_sync_status: 'IN_PROGRESS' }])
  service.setNow('2026-03-01T10:05:00.000Z')
  await service.work()
  t.equal((await service.get(`/v1/segments/${body.id}`)).body.initial_sync_status, 'DONE')
  t.ok((await segmentsOf(service, 'ben')).includes('Savers'))
  t.notOk((await segmentsOf(service, 'cleo')).includes('Savers'))
  const made = async (name: string) => (await service.post('/v1/segments', { ...sent, name })).body
  service.setNow('2026-03-03T10:00:00.000Z')
  await made('Second')
  await service.work()
  await made('Third')
  const shown = (await service.get('/v1/segments?limit=3')).body.data
  t.strictSame(
    shown.map(({ initial_sync_status }: { initial_sync_status: string }) => initial_sync_status),
    ['IN_PROGRESS', 'IN_PROGRESS', 'DONE'],
    'those as young as the last review are waited for'
  )
})

onDemo('createSegment: capitals of a junction mean the same', async (t, { post }) => {
  for (const junction of ['and', 'or']) {
    const filter = { junction, name: { conditions: { $is: ['Ada'] } } }
    const sent = { name: 'S', type: 'auto-update', filter }
    const shouted = { ...sent, filter: { ...filter, junction: junction.toUpperCase() } }
    for (const body of [sent, shouted]) {
      t.match(await post('/v1/segments', body), { status: 200, body: { filter } })
    }
  }
})

onDemo('createSegment: what is refused makes nothing, in its order', async (t, { post, get }) => {
  const name = { conditions: { $is: ['Ada'] } }
  const filter = { junction: 'and', name }
  const auto = { name: 'S', type: 'auto-update', filter }
  const of = (field: string, value: object) => ({
    ...auto,
    filter: { junction: 'and', [field]: value }
  })
  const more = { conditions: { $more_than: [10] } }
  const none = { conditions: { $is: [] } }
  // The hundredth that follows a filter, and the longest name.
  for (let made = 1; made < 99; made++) await post('/v1/segments', auto)
  t.equal((await post('/v1/segments', { ...auto, name: 'x'.repeat(300) })).status, 200)
  // Each beside the next one's mistake where it can be: one too many of them.
  // biome-ignore format: a table
  const rows = [
    [{ ...auto, name: '' }, 400, 'invalid_payload', /^Property \.name/],
    [{ ...auto, name: 'x'.repeat(301) }, 400, 'invalid_payload', /^Property \.name must have at most 300/],
    [{ name: 'S', type: 'passive' }, 400, 'invalid_payload', /type/],
    [{ name: 'S', type: 'auto-update' }, 400, 'missing_param', /^Parameter 'filter' is req/],
    [{ ...auto, customers: ['nobody'] }, 400, 'invalid_payload', /^Property \.customers: who is in/],
    [of('name', none), 400, 'invalid_payload', /^Property \.filter\.name\.conditions\.\$is: Exp/],
    [{ ...auto, filter: { name, junction: 'xor' } }, 400, 'invalid_payload', /junction/],
    [of('name', { $is: ['Ada'] }), 400, 'invalid_payload', /filter/],
    [of('shoes', name), 400, 'invalid_payload', /^Property \.filter\.shoes:/],
    [of('loyalty_points.Tea Club', more), 404, 'not_found', /campaign with id Tea Club$/],
    [of('loyalty_points.Coffee Club', more), 400, 'invalid_payload',
      /^Property \.type: a project has at most 100 auto-update segments, and has them; make a/],
    [{ name: 'S', type: 'static', filter }, 400, 'invalid_payload', /^Property \.filter: a static/],
    [{ name: 'S', filter }, 400, 'invalid_payload', /^Property \.filter: a static/],
    [{ name: 'S', customers: Array(1001).fill('ada') }, 400, 'invalid_payload', /customers.*1000/],
    [{ name: 'S', customers: ['ada', 'nobody'] }, 404, 'not_found', /customer .* nobody$/],
    [{ name: 'S', metadata: {} }, 400, 'invalid_payload', /metadata/]
  ] as const
  for (const [body, status, key, details] of rows) {
    const answer = await post('/v1/segments', body)
    t.match(answer, { status, body: { key, details } }, JSON.stringify(body).slice(0, 99))
  }
  t.equal((await get('/v1/segments')).body.total, 102)
  const longest = { name: 'S', customers: Array(1000).fill('ada') }
  t.equal((await post('/v1/segments', longest)).status, 200)
})

onDemo('listSegments, listCustomerSegments: pages in the order asked for', async (t, { get }) => {
  const ids = async (query: string) => {
    const { status, body } = await get(`/v1/segments${query}`)
    t.strictSame([status, body.total, body.data_ref], [200, 3, 'data'])
    return body.data.map(({ id }: { id: string }) => id)
  }
  const oldest = ['seg_00vip', 'seg_00tasting', 'seg_00regulars']
  t.strictSame(await ids('?order=created_at'), oldest)
  t.strictSame(await ids(''), oldest.toReversed())
  t.strictSame(await ids('?limit=2&page=2'), ['seg_00vip'])
  t.strictSame(await ids('?page=100'), [], 'past the end is empty, not an error')
  t.equal((await get('/v1/segments?order=name')).status, 400)
  const { body } = await get('/v1/customers/ada/segments?limit=1&order=created_at')
  t.strictSame(body, {
    object: 'list',
    data_ref: 'data',
    data: [{ id: 'seg_00regulars', name: 'Regulars', object: 'segment' }],
    total: 2
  })
  t.equal((await get('/v1/customers/nobody/segments')).status, 404)
  t.equal((await get('/v1/segments/seg_00nothing')).status, 404)
})

onDemo('deleteSegment: goes when no rule is about it, with who was in it', async (t, service) => {
  const { body } = await service.post('/v1/segments', { name: 'Guests', customers: ['ada', 'ben'] })
  const url = `/v1/segments/${body.id}`
  const conditions = { $is: [body.id] }
  const rules = { '1': { name: 'customer.segment', conditions }, logic: '1' }
  const rule = await service.post('/v1/validation-rules', { name: 'Guests only', rules })
  const inside = {
    name: 'order.items.any',
    conditions: { $is: ['prod_00mug'] },
    rules: { '1': { name: 'customer.segment', conditions: { $not_in: ['seg_9', body.id] } } }
  }
  const others = {
    '1': { name: 'customer.segment', conditions: { $is: ['seg_00vip'] } },
    logic: '1'
  }
  await service.post('/v1/validation-rules', { name: 'VIPs only', rules: others })
  const nested = { name: 'No guests', rules: { '1': inside, logic: '1' } }
  const none = await service.post('/v1/validation-rules', nested)
  t.match(await service.delete(url), {
    status: 400,
    body: {
      key: 'resource_in_use',
      resource_id: body.id,
      details:
        `Resource segment ${body.id} is in use by validation_rule ${rule.body.id}, ` +
        `validation_rule ${none.body.id}; delete or change them first`
    }
  })
  t.equal((await service.delete('/v1/segments/seg_00regulars')).body.key, 'resource_in_use')
  const made = await service.post('/v1/segments', { name: 'Guests too', customers: ['ben'] })
  await service.work()
  t.strictSame(await segmentsOf(service, 'ben'), ['Guests', 'Guests too'])
  t.equal((await service.delete(`/v1/segments/${made.body.id}`)).status, 204)
  t.equal((await service.delete(`/v1/segments/${made.body.id}`)).status, 404)
  t.strictSame(await segmentsOf(service, 'ben'), ['Guests'])
})

onDemo('deleteSegment: one that is being filled takes nobody in any more', async (t, service) => {
  const { body } = await service.post('/v1/segments', { name: 'Guests', customers: ['ben'] })
  t.equal((await service.delete(`/v1/segments/${body.id}`)).status, 204)
  await service.work()
  t.strictSame(await segmentsOf(service, 'ben'), [])
})
