import * as known from '../../../src/demo/known.ts'
import { since, told } from '../../support/account.ts'
import { NOW, typeOf } from '../../support/app.ts'
import { givenSteps } from '../../support/given-steps.ts'
import { onDemo } from '../../support/on-demo.ts'

onDemo('createCustomer: makes who is unknown, and changes who is known', async (t, service) => {
  const dora = { source_id: 'dora', name: 'Dora Lind', metadata: { cups_per_day: 1 } }
  const made = await service.post('/v1/customers', dora)
  t.equal(made.status, 200)
  t.strictSame((await service.get('/v1/customers/dora')).body, made.body)
  t.strictSame([made.body.name, made.body.updated_at], ['Dora Lind', null])
  service.setNow('2026-03-01T11:00:00.000Z')
  t.strictSame((await service.post('/v1/customers', dora)).body, made.body, 'again is no change')
  const change = { id: made.body.id, source_id: 'ignored', name: null, metadata: { table: 4 } }
  const changed = await service.post('/v1/customers', change)
  const found = [changed.body.id, changed.body.source_id, changed.body.name, changed.body.metadata]
  t.strictSame(found, [made.body.id, 'dora', undefined, { cups_per_day: 1, table: 4 }])
  t.equal(changed.body.updated_at, '2026-03-01T11:00:00.000Z')
  t.strictSame((await service.get('/v1/customers/dora')).body, changed.body)
  const echoed = await service.post('/v1/customers', changed.body)
  t.strictSame(echoed.body, changed.body, 'an answer can be sent back')
  const strangers = await Promise.all([1, 2].map(() => service.post('/v1/customers', {})))
  t.not(strangers[0]?.body.id, strangers[1]?.body.id, 'without either id, somebody every time')
})

const FULL = {
  name: 'Dora Lind',
  email: 'dora@example.com',
  phone: '+49 30 1234',
  description: 'Likes tea',
  birthday: '1990-01-02',
  birthdate: '1990-02-01',
  address: { line_1: 'Ring 1', city: 'Graz', country: 'AT' }
}

onDemo('createCustomer: what was said of them, and nothing else', async (t, { post }) => {
  const { body: stranger } = await post('/v1/customers', {})
  const nothing = {
    metadata: {},
    system_metadata: {},
    created_at: NOW,
    updated_at: null,
    summary: {
      redemptions: {
        total_redeemed: 0,
        total_failed: 0,
        total_succeeded: 0,
        total_rolled_back: 0,
        total_rollback_failed: 0,
        total_rollback_succeeded: 0,
        gift: { redeemed_amount: 0, amount_to_go: 0 },
        loyalty_card: { redeemed_points: 0, points_to_go: 0 }
      },
      orders: { total_amount: 0, total_count: 0, average_amount: 0, last_order_amount: 0 }
    },
    loyalty: { points: 0, referred_customers: 0, campaigns: {} },
    referrals: { total: 0, campaigns: [] },
    object: 'customer'
  }
  const { id, assets } = stranger
  t.strictSame(stranger, { ...nothing, id, assets, address: null })
  const metadata = { size: 'M', gone: null }
  const { body: dora } = await post('/v1/customers', { source_id: 'd', ...FULL, metadata })
  const said = { source_id: 'd', ...FULL, metadata: { size: 'M' } }
  t.strictSame(dora, { ...nothing, id: dora.id, assets: dora.assets, ...said })
  t.match(assets.cockpit_url, /^http:\/\/loyalty\.test\//)
})

//        what is sent                                  what is another way then
const merges: [object, object][] = [
  [{}, {}],
  [{ name: 'Dora Lind', metadata: { size: 'M' } }, {}],
  [{ address: { country: 'AT', city: 'Graz', line_1: 'Ring 1' } }, {}],
  [{ name: 'Dora L.' }, { name: 'Dora L.' }],
  [{ phone: null }, { phone: undefined }],
  [{ address: { city: 'Bonn' } }, { address: { city: 'Bonn' } }],
  [{ metadata: { tea: null, age: 3 } }, { metadata: { size: 'M', age: 3 } }]
]

onDemo('createCustomer: merges into who is known, and writes differences', async (t, service) => {
  const metadata = { size: 'M', tea: true }
  const events = await since(service, 'events')
  for (const [index, [sent, changed]] of merges.entries()) {
    const source_id = `d${index}`
    service.setNow(NOW)
    const { body: before } = await service.post('/v1/customers', { source_id, ...FULL, metadata })
    service.setNow('2026-03-01T11:00:00.000Z')
    const { body } = await service.post('/v1/customers', { source_id, ...sent })
    const isSame = Object.keys(changed).length === 0
    const updated_at = isSame ? null : '2026-03-01T11:00:00.000Z'
    const after = JSON.parse(JSON.stringify({ ...before, ...changed, updated_at }))
    t.strictSame(body, after, JSON.stringify(sent))
    t.strictSame((await service.put(`/v1/customers/${before.id}`, sent)).body, body, 'again')
    const logged = isSame ? ['created'] : ['created', 'updated']
    t.strictSame(told(await events()), logged, JSON.stringify(sent))
  }
})

onDemo('createCustomer: the schema binds metadata as it is after the merge', async (t, service) => {
  await service.post('/v1/customers', { source_id: 'bare' })
  await service.post('/v1/customers', { source_id: 'sized', metadata: { size: 'M' } })
  const { body: schema } = await service.get('/v1/metadata-schemas/customer')
  const properties = {
    size: { type: 'string', optional: false },
    age: { type: 'number', optional: true }
  }
  const desk = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
  const url = `/management/v1/projects/${known.PROJECT_ID}/metadata-schemas/${schema.id}`
  t.equal((await service.put(url, { properties }, desk)).status, 200)
  const rows: [string, object, RegExp | null][] = [
    ['new1', { metadata: { size: 'M' } }, null],
    ['new2', {}, /^metadata: size: must be /],
    ['bare', { name: 'B' }, null],
    ['bare', { metadata: { age: 3 } }, /^metadata: size: must be /],
    ['sized', { metadata: { age: 3 } }, null],
    ['sized', { metadata: { size: null } }, /^metadata: size: must be /],
    ['sized', { metadata: { age: 'three' } }, /^metadata: age: must be /]
  ]
  for (const [source_id, sent, details] of rows) {
    const { status, body } = await service.post('/v1/customers', { source_id, ...sent })
    if (details === null) t.equal(status, 200, JSON.stringify(sent))
    else t.match(body, { code: 400, key: 'metadata_validation_failed', details })
  }
})

onDemo('createCustomer: the answer has what follows from it', async (t, service) => {
  const inBonn = { 'address.city': { $is: ['Bonn'] } }
  await givenSteps(service, [
    {
      make: 'segment',
      ids: ['seg_00bonn'],
      name: 'Bonn',
      type: 'auto-update',
      filter: { junction: 'and', fields: inBonn }
    },
    {
      make: 'earning rules',
      campaign: 'camp_00club',
      rules: [
        {
          event: 'customer.segment.entered',
          segment: { id: 'seg_00bonn' },
          loyalty: { type: 'FIXED', points: 40 }
        }
      ]
    }
  ])
  const address = { city: 'Bonn' }
  for (const [body, points] of [
    [{ source_id: 'dora', address }, 40],
    [{ source_id: 'ada', address }, 5346]
  ] as const) {
    const { body: saved } = await service.post('/v1/customers', body)
    t.strictSame((await service.get(`/v1/customers/${body.source_id}`)).body, saved)
    const { loyalty, summary } = saved
    t.strictSame([loyalty.points, loyalty.campaigns['Coffee Club'].points], [points, points])
    t.equal(summary.redemptions.loyalty_card.points_to_go, points)
  }
  const ben = await service.put('/v1/customers/cust_00ben', { address })
  t.strictSame((await service.get('/v1/customers/ben')).body, ben.body)
})

onDemo('createCustomer: what is refused changes nothing', async (t, { get, post }) => {
  const before = (await get('/v1/customers')).body
  // biome-ignore format: a table
  const rows = [
    [{ id: 'cust_00nobody' }, 404, 'not_found', /^Cannot find customer/],
    [{ source_id: '' }, 400, 'invalid_payload', /source_id/],
    [{ source_id: '..' }, 400, 'invalid_payload', /\.source_id: A path cannot end in it/],
    [{ source_id: 'ada', nickname: 'A' }, 400, 'invalid_payload', /nickname/],
    [{ source_id: 'ada', birthdate: '1990-02-30' }, 400, 'invalid_payload', /birthdate/],
    [{ source_id: 'ada', name: 5 }, 400, 'invalid_payload', /name/],
    [{ birthday: '2999-01-01' }, 400, 'invalid_payload', /^Property \.birthday: .*; 2999-01-01 is/],
    [{ source_id: 'dora', metadata: { cups_per_day: 31 } }, 400, 'metadata_validation_failed',
      /^metadata: cups_per_day/],
    [[], 400, 'invalid_payload', /./]
  ] as const
  for (const [body, status, key, details] of rows) {
    t.match(await post('/v1/customers', body), { status, body: { key, details } })
  }
  t.strictSame((await get('/v1/customers')).body, before)
})

onDemo('createCustomer: what nobody means is told', async (t, { setNow, post, get, put }) => {
  setNow('2026-03-01T10:00:00.000Z')
  const unmeant = { birthday: '2026-03-03', birthdate: '2026-03-03' }
  const customer = { source_id: 'mia', ...unmeant }
  const { body } = await post('/v1/orders', { customer })
  const told = body.errors.map((each: { details: string }) => each.details.split(':')[0])
  const names = Object.keys(unmeant)
  t.strictSame([body.code, told], [400, names.map(name => `Property .customer.${name}`)])
  t.equal((await get('/v1/customers/mia')).status, 404)
  const today = { birthday: '2026-03-02', birthdate: '2026-03-02' }
  const meant = { source_id: 'mia', name: '', email: 'mia', ...today }
  t.equal((await post('/v1/customers', meant)).status, 200, 'tomorrow has begun somewhere')
  setNow('2026-02-01T10:00:00.000Z')
  t.equal((await post('/v1/customers', meant)).status, 200)
  t.equal((await put('/v1/customers/mia', { birthday: null })).status, 200)
  t.equal((await put('/v1/customers/mia', today)).status, 400)
})

onDemo('updateCustomer: by id and by source id, and nobody is made', async (t, { put, get }) => {
  const byId = await put('/v1/customers/cust_00ada', { phone: null, description: 'A' })
  t.strictSame([byId.status, byId.body.phone, byId.body.description], [200, undefined, 'A'])
  const sent = { id: 'cust_00ben', source_id: 'ben', name: 'Ada B.' }
  const bySource = await put('/v1/customers/ada', sent)
  const found = [bySource.body.id, bySource.body.source_id, bySource.body.name]
  t.strictSame(found, ['cust_00ada', 'ada', 'Ada B.'], 'the path says who it is')
  t.strictSame((await get('/v1/customers/ada')).body, bySource.body)
  const echoed = await put('/v1/customers/ada', bySource.body)
  t.strictSame(echoed.body, bySource.body, 'an answer can be sent back')
  t.strictSame(typeOf(await put('/v1/customers/dora', { name: 'Dora' })), [404, 'customer'])
  t.equal((await get('/v1/customers')).body.total, 5)
  const wrong = await put('/v1/customers/ada', { metadata: { favourite_roast: 'raw' } })
  t.strictSame([wrong.status, wrong.body.key], [400, 'metadata_validation_failed'])
})

onDemo('getCustomer: a program may have any name', async (t, { post, get }) => {
  for (const name of ['__proto__', 'constructor']) {
    const voucher = { type: 'LOYALTY_CARD', loyalty_card: { points: 7 } }
    const made = await post('/v1/loyalties', { name, type: 'AUTO_UPDATE', voucher })
    t.equal(made.status, 200)
    await post(`/v1/loyalties/${made.body.id}/members`, { customer: 'cleo' })
  }
  const { bytes } = await get('/v1/customers/cleo')
  const shown = ['__proto__', 'constructor'].map(
    name => `${JSON.stringify(name)}:{"points":7,"referred_customers":0}`
  )
  t.ok(bytes.includes(`"campaigns":{${shown}}`), bytes)
})

onDemo('getCustomer: the average order is rounded half up, exactly', async (t, { post, get }) => {
  const most = Number.MAX_SAFE_INTEGER
  //  amounts of orders   the average
  const rows: [number[], number][] = [
    [[10, 0, 0], 3],
    [[11, 0, 0], 4],
    [[1, 0], 1],
    [[4, 3], 4],
    [[most], most],
    [[most - 1, 1], 4503599627370496],
    [[most - 2, 1], 4503599627370495]
  ]
  for (const [index, [amounts, average_amount]] of rows.entries()) {
    const customer = { source_id: `a${index}` }
    for (const amount of amounts) {
      t.equal((await post('/v1/orders', { customer, status: 'PAID', amount })).status, 200)
    }
    const { body } = await get(`/v1/customers/a${index}`)
    t.match(body.summary.orders, { average_amount, total_count: amounts.length }, `${amounts}`)
  }
})

onDemo('listCustomers: pages in the order in which they were made', async (t, { get }) => {
  const ids = async (query: string) => {
    const { status, body } = await get(`/v1/customers${query}`)
    t.strictSame([status, body.total, body.data_ref], [200, 5, 'customers'])
    return body.customers.map(({ id }: { id: string }) => id)
  }
  const oldest = ['ada', 'ben', 'cleo', 'finn', 'mara'].map(id => `cust_00${id}`)
  t.strictSame(await ids(''), oldest.toReversed())
  t.strictSame(await ids('?order=created_at'), oldest)
  t.strictSame(await ids('?limit=4&page=2'), ['cust_00ada'])
  t.strictSame(await ids('?page=100'), [], 'past the end is empty, not an error')
  const { body } = await get('/v1/customers?limit=1&order=created_at')
  t.strictSame(body.customers, [(await get('/v1/customers/ada')).body], 'as each is alone')
  for (const query of ['?limit=0', '?limit=101', '?page=0', '?order=name', '?name=a']) {
    const { status, body: refused } = await get(`/v1/customers${query}`)
    t.strictSame([status, refused.key], [400, 'invalid_query_params'], query)
  }
})

onDemo('listCustomers: those of an e-mail address or a source id alone', async (t, service) => {
  await service.post('/v1/customers', { source_id: 'twin', email: 'ada@example.com' })
  const found = async (query: string) => {
    const { status, body } = await service.get(`/v1/customers${query}`)
    const sources = body.customers.map(({ source_id }: { source_id: string }) => source_id)
    return [status, body.total, sources]
  }
  // Ids of tests are counted from one, those of the demo come after them.
  const rows = [
    ['?email=ada@example.com', 2, ['ada', 'twin']],
    ['?email=ada@example.com&order=created_at&limit=1', 2, ['twin']],
    ['?email=ADA@example.com', 0, []],
    ['?source_id=ada', 1, ['ada']],
    ['?source_id=ada&page=2', 1, []],
    ['?source_id=cust_00ada', 0, []],
    ['?source_id=ada&email=ada@example.com', 1, ['ada']],
    ['?source_id=ada&email=ben@example.com', 0, []]
  ] as const
  for (const [query, total, sources] of rows) {
    t.strictSame(await found(query), [200, total, sources], query)
  }
  t.equal((await service.get('/v1/customers?email=')).status, 400)
})

onDemo('getCustomer: by id and by source id, with all they add up to', async (t, { get }) => {
  const { status, body } = await get('/v1/customers/ada')
  t.equal(status, 200)
  t.strictSame((await get('/v1/customers/cust_00ada')).body, body)
  t.strictSame(body.summary, {
    redemptions: {
      total_redeemed: 2,
      total_failed: 1,
      total_succeeded: 1,
      total_rolled_back: 0,
      total_rollback_failed: 0,
      total_rollback_succeeded: 0,
      gift: { redeemed_amount: 0, amount_to_go: 0 },
      loyalty_card: { redeemed_points: 60, points_to_go: 5306 }
    },
    orders: {
      total_amount: 6100,
      total_count: 2,
      average_amount: 3050,
      last_order_amount: 3700,
      last_order_date: body.summary.orders.last_order_date
    }
  })
  // 5000 of old, 100 for gold, 36 and 55 for 24 and 37 euros, 100 and 50 for the segments, 25 for
  // the review; less 60 for the mug.
  t.strictSame(body.loyalty, {
    points: 5306,
    referred_customers: 1,
    campaigns: {
      'Coffee Club': { points: 5306, referred_customers: 0, loyalty_tier: 'ltr_00gold' },
      'Bring a friend': { points: 0, referred_customers: 1 }
    }
  })
  t.strictSame(body.referrals, { total: 0, campaigns: [] })
  t.strictSame(typeOf(await get('/v1/customers/nobody')), [404, 'customer'])
})
