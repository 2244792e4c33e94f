import t, { type Test } from 'tap'
import { EXPORT_FIELDS } from '../../src/decisions/exports.ts'
import { PROJECT_ID } from '../../src/demo/known.ts'
import { fileCommand } from '../../src/http/wire/files.ts'
import { importRow } from '../../src/jobs/rows.ts'
import type { ExportedObject } from '../../src/model.ts'
import { exportList } from '../../src/storage/exports.ts'
import { projectNamed } from '../../src/storage/projects.ts'
import { givenService, PUBLIC_URL, type Service, typeOf } from '../support/app.ts'
import { chanceOf } from '../support/chance.ts'
import { onDemo } from '../support/on-demo.ts'

const orders = {
  exported_object: 'order',
  parameters: { order: 'created_at', fields: ['source_id', 'status'] }
}

onDemo('createExport: is ordered, written, fetched', async (t, { work, post, get }) => {
  await work()
  const { status, body } = await post('/v1/exports', orders)
  const scheduled = {
    id: body.id,
    object: 'export',
    created_at: '2026-03-01T10:00:00.000Z',
    status: 'SCHEDULED',
    channel: 'API',
    exported_object: 'order',
    parameters: { ...orders.parameters, filters: {}, response_format: 'CSV' },
    processed_count: 0,
    result: null,
    user_id: null
  }
  t.strictSame([status, body], [200, scheduled])
  t.strictSame((await get(`/v1/exports/${body.id}`)).body, scheduled)
  await work()
  const done = (await get(`/v1/exports/${body.id}`)).body
  const stored = (await get('/v1/orders')).body.total
  const written = { ...scheduled, status: 'DONE', processed_count: stored }
  t.strictSame({ ...done, result: null }, written)
  const { url } = done.result
  t.ok(url.startsWith(`${PUBLIC_URL}/files/exports/`))
  const file = await get(url.slice(PUBLIC_URL.length), {})
  t.strictSame(file.bytes.split('\r\n').slice(0, 2), ['source_id,status', 'order-1001,PAID'])
  const { exports, total } = (await get('/v1/exports?limit=100')).body
  t.equal(total, exports.length)
  t.strictSame(exports[0], done)
})

onDemo('createExport: takes the usual columns when none are asked for', async (t, { post }) => {
  const rows = [
    [{}, {}],
    [{ parameters: {} }, {}],
    [{ parameters: { order: '', fields: [], filters: { junction: 'and' } } }, { junction: 'and' }],
    [{ parameters: { filters: { junction: 'OR' } } }, { junction: 'OR' }]
  ] as const
  for (const [over, filters] of rows) {
    const { body } = await post('/v1/exports', { exported_object: 'customer', ...over })
    t.strictSame(body.parameters, {
      fields: ['name', 'source_id'],
      filters,
      response_format: 'CSV'
    })
  }
})

onDemo('createExport: every kind has its own columns', async (t, { post }) => {
  for (const [exported_object, { defaults }] of Object.entries(EXPORT_FIELDS)) {
    const { body } = await post('/v1/exports', { exported_object })
    t.strictSame(body.parameters.fields, defaults, exported_object)
  }
  const parameters = { fields: ['status', 'id'], order: '-created_at' }
  const { body } = await post('/v1/exports', { exported_object: 'order', parameters })
  t.match(body.parameters, parameters)
})

onDemo('createExport: what no export of a kind has is refused by its name', async (t, service) => {
  await service.work()
  const before = (await service.get('/v1/exports')).body
  const of = (parameters: object) => ({ exported_object: 'order', parameters })
  // biome-ignore format: a table
  const rows = [
    [{ exported_object: 'product' }, /\.exported_object/],
    [{}, /\.exported_object/],
    [of({ fields: ['id', 'code'], order: '-code' }),
      /\.parameters\.fields\[1\]: 'code' is no field of order exports; allowed are id, source_id, /],
    [of({ fields: ['toString'] }), /\.parameters\.fields\[0\]: 'toString'/],
    [of({ order: '-code' }),
      /\.parameters\.order: '-code' .* created_at, updated_at, status, each also with/],
    [of({ order: '--status' }), /'--status' is no order/],
    [of({ filters: { junction: 'xor' } }), /\.parameters\.filters\.junction/],
    [of({ filters: { price: { conditions: { $is: ['PAID'] } } } }),
      /\.parameters\.filters\.price: 'price' is no filter of order exports; there are created_at, /],
    [of({ filters: { status: { conditions: { $is_a: ['PAID'] } } } }),
      /\.parameters\.filters\.status\.conditions\.\$is_a: There is no such operator; there are \$in /],
    [of({ filters: { amount: { conditions: { $more_than: 'x' } } } }),
      /\$more_than: Expected one num/],
    [of({ filters: { amount: { $more_than: 1 } } }), /\.parameters\.filters\.amount/],
    [of({ filters: { amount: '1200' } }), /\.parameters\.filters\.amount/],
    [of({ filters: { amount: { conditions: {} } } }),
      /\.amount\.conditions: Expected at least one/],
    [of({ campaign_id: 'camp_1' }), /\.parameters\.campaign_id: only exports of vouchers have it/],
    [of({ response_format: 'XLSX' }), /\.parameters\.response_format/]
  ] as const
  for (const [body, details] of rows) {
    const refused = await service.post('/v1/exports', body)
    t.strictSame([refused.status, refused.body.key], [400, 'invalid_payload'])
    t.match(refused.body.details, details)
  }
  t.strictSame((await service.get('/v1/exports')).body, before)
})

onDemo('createExport: the file has the rows that its filters select', async (t, service) => {
  const file = async (exported_object: string, parameters: object) => {
    const { status, body } = await service.post('/v1/exports', { exported_object, parameters })
    t.equal(status, 200, JSON.stringify(body))
    await service.work()
    const done = (await service.get(`/v1/exports/${body.id}`)).body
    const { bytes } = await service.get(done.result.url.slice(PUBLIC_URL.length), {})
    return [done.parameters, bytes.split('\r\n').slice(1, -1)]
  }
  const { id } = (await service.get('/v1/campaigns/Coffee%20Club')).body
  const { vouchers } = (await service.get('/v1/vouchers?campaign=Coffee%20Club&order=created_at'))
    .body
  const codes = vouchers.map(({ code }: { readonly code: string }) => code)
  const [customer] = (await service.get('/v1/customers?source_id=ada')).body.customers
  const fields = ['code']
  const inCampaign = { fields, campaign_id: id }
  const answered = { response_format: 'CSV', filters: {} }
  t.ok(codes.length > 1)
  t.strictSame(await file('voucher', inCampaign), [{ ...answered, ...inCampaign }, codes])
  const nowhere = { fields, campaign_id: 'camp_none' }
  t.strictSame(await file('voucher', nowhere), [{ ...answered, ...nowhere }, []])
  const sent = { junction: 'OR', code: { conditions: { $is: codes[1] } } }
  const filters = { junction: 'OR', code: { conditions: { $is: [codes[1]] } } }
  t.strictSame(await file('voucher', { fields, order: '-code', filters: sent }), [
    { response_format: 'CSV', fields, order: '-code', filters },
    [codes[1]]
  ])
  const { loyalty } = customer
  const { points } = loyalty.campaigns['Coffee Club']
  const another = vouchers.find(
    ({ holder_id }: { holder_id: string | null }) => holder_id !== customer.id
  )
  // biome-ignore format: a table
  const rows = [
    ['voucher', 'published_for_customer_id', customer.id, ['customer_id'],
      ['cust_00ada', 'cust_00ada']],
    ['customer', 'loyalty_points.Coffee Club', points, ['source_id'], ['ada']],
    ['customer', 'publications.related_object_id', another.id, ['source_id'], ['ben']],
    ['customer', 'loyalty_tier.Coffee Club', 'no tier', ['source_id'], []]
  ] as const
  for (const [kind, field, operand, fields, lines] of rows) {
    const filters = { [field]: { conditions: { $is: operand } } }
    t.strictSame((await file(kind, { fields, filters }))[1], lines, field)
  }
})

/** Texts that a file or a spreadsheet might take for something else. */
const TEXTS = ['=1+1', "'=x", "''@SUM(1)", "'s", '-10OFF', '+49 30 1234', 'a,"b"\n=c', '\r=x', ';']

async function exported(service: Service, exported_object: string, fields: readonly string[]) {
  const { body } = await service.post('/v1/exports', { exported_object, parameters: { fields } })
  await service.work()
  const { url } = (await service.get(`/v1/exports/${body.id}`)).body.result
  return (await service.get(url.slice(PUBLIC_URL.length), {})).bytes
}

/** Parts of texts: marks of spreadsheets and of files, and characters of several units. */
const PARTS = [
  ...["'", '=', '+', '-', '@', '\t', '\r', '\n', '\r\n', '"', '""', ',', ';', '\uFEFF', ' ', '＝'],
  ...['a', '0', 'ü', '😀', '\u2028', '\\', '{', '[', 'null', 'true', '1e9', '1.50']
]

/** As many texts of such parts, always the same; each is unlike the others also without its spaces. */
function textsOf(count: number): readonly string[] {
  const { between, pick } = chanceOf(33)
  return Array.from({ length: count }, (_, at) => {
    const parts = Array.from({ length: between(1, 9) }, () => pick(PARTS))
    return `${parts.join('')}${at}${pick(PARTS)}`
  })
}

const WHOLE_TEXTS = [...TEXTS, ' ', ' vip', 'vip\t', ' =x ', "' =x", ...textsOf(16)]

/** A key of metadata that a file might take for something else. */
const KEY = ' a;"b", '

/** Texts as long as there can be: of many lines, of quotes, and behind a mark. */
const LONG_TEXTS = ['\n'.repeat(8192), `='${'"'.repeat(8190)}`, 'a;\r\n'.repeat(2048)]
const LONG_NOTES = ['\n'.repeat(32_000), '"'.repeat(32_000), `=\n${'x\n'.repeat(21_000)}`]

type Cells = Readonly<Record<string, string>>

async function recordsOfFile(file: string): Promise<readonly Cells[]> {
  const { header, rows } = await fileCommand({ file }, null)
  return rows.map(row => {
    const { cells } = row as { readonly cells: readonly string[] }
    return Object.fromEntries(header.map((name, at) => [name, cells[at] ?? '']))
  })
}

/** Imports a file over HTTP, and returns what was refused of it. */
function uploadedTo(path: string) {
  return async (service: Service, file: string): Promise<readonly string[]> => {
    const { body } = await service.upload(path, [file])
    await service.work()
    const action = (await service.get(`/v1/async-actions/${body.async_action_id}`)).body
    const errors: readonly Cells[] = action.result.errors
    return errors.map(({ source_id, details }) => `${source_id}: ${details}`)
  }
}

/** The same by the rows, as the command line imports those of orders. */
async function ordersImported(service: Service, file: string): Promise<readonly string[]> {
  const { shell, store } = service
  const project = await store.read(null, session => projectNamed(session, PROJECT_ID))
  if (project === null) throw new Error('There is no demo')
  const origin = { project, requestId: 'import orders', source: { channel: 'INTERNAL' } } as const
  const onFault = (error: Error) => {
    throw error
  }
  const refused: string[] = []
  for (const row of await recordsOfFile(file)) {
    const read = { kind: 'orders', given: {}, earns: false } as const
    const outcome = await importRow({ shell, onFault }, origin, read, row)
    if (typeof outcome === 'string') continue
    const [found] = outcome.findings
    refused.push(`${row['source_id'] || row['id']}: ${found?.column} ${found?.message}`)
  }
  return refused
}

/**
 * Each kind that has an import, in the order in which they refer to each other: its key, what no
 * row brings, and what is refused.
 */
const IMPORTED = [
  {
    kind: 'customer',
    imported: uploadedTo('/v1/customers/importCSV'),
    key: 'source_id',
    refused: []
  },
  {
    kind: 'voucher',
    imported: uploadedTo('/v1/vouchers/importCSV'),
    key: 'code',
    refused: [
      /^FRIEND-ADA-0001: Line \d+, column is_referral_code: must be false; its campaign makes those$/
    ]
  },
  { kind: 'order', imported: ordersImported, key: 'source_id', refused: [] }
] as const

/** What only the service writes, so that it is another's elsewhere. */
const WRITTEN = ['id', 'updated_at', 'customer_id', 'referrer_id', 'campaign_id']

const LIMITED = {
  ...{ type: 'PERCENT', percent_off: 10, effect: 'APPLY_TO_ITEMS' },
  aggregated_amount_limit: 700
}

/** Discounts of each type, with all that may be said of them. */
const DISCOUNTS = [
  { type: 'AMOUNT', amount_off: 500 },
  { type: 'PERCENT', percent_off: 12.5, amount_limit: 900, effect: 'APPLY_TO_ITEMS' },
  LIMITED,
  { type: 'FIXED', fixed_amount: 0, effect: 'APPLY_TO_ORDER' },
  { type: 'UNIT', unit_off: 2, unit_type: 'prod_00tin', effect: 'ADD_NEW_ITEMS' },
  {
    type: 'UNIT',
    effect: 'ADD_MANY_ITEMS',
    units: [
      { unit_off: 1, unit_type: 'prod_00tin', effect: 'ADD_NEW_ITEMS' },
      { unit_off: 2, unit_type: 'prod_00mug', effect: 'ADD_MISSING_ITEMS' }
    ]
  }
]

/** The demo, with a campaign of which a voucher differs in what only the whole discount shows. */
async function givenCampaign(t: Test): Promise<Service> {
  const service = await givenService(t)
  await service.work()
  const { aggregated_amount_limit: _, ...discount } = LIMITED
  const voucher = { type: 'DISCOUNT_VOUCHER', discount }
  await service.post('/v1/campaigns', { name: 'Limited', type: 'AUTO_UPDATE', voucher })
  return service
}

/** A shop with things of every kind, of each text one, and things that were used. */
async function givenTexts(t: Test): Promise<Service> {
  const service = await givenCampaign(t)
  const post = async (path: string, body: object) => {
    const answer = await service.post(path, body)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.bytes}`)
    return answer.body
  }
  const window = { interval: 'P2D', duration: 'P1D' }
  const hours = { daily: [{ start_time: '08:00', expiration_time: '12:00', days_of_week: [1, 2] }] }
  const dates = {
    start_date: '2026-01-05T10:00:00.000Z',
    expiration_date: '2036-01-05T10:00:00.000Z'
  }
  for (const [at, text] of WHOLE_TEXTS.entries()) {
    const long = LONG_TEXTS[at] ?? text
    const metadata = { note: LONG_NOTES[at] ?? text, [KEY]: text }
    const address = { line_1: text, line_2: text, city: text, postal_code: text, state: text }
    const said = { name: text, email: text, phone: text, description: long }
    const customer = await post('/v1/customers', {
      ...{ source_id: text, ...said, birthdate: '1990-12-10', birthday: '1990-12-10' },
      ...{ address: { ...address, country: text }, metadata }
    })
    const rest = { additional_info: long, metadata, category: 'Seasonal', ...dates }
    const windows = [
      {},
      { validity_timeframe: window, validity_day_of_week: [1, 2] },
      { validity_hours: hours }
    ][at % 3]
    const code = text.replace(/[\t\r\n]/g, '')
    await post('/v1/vouchers', {
      ...{ code: `C${code}`, type: 'DISCOUNT_VOUCHER', discount: DISCOUNTS[at % DISCOUNTS.length] },
      ...{ ...rest, ...windows, redemption: { quantity: 5 }, active: at % 3 > 0 }
    })
    const effect = ['APPLY_TO_ORDER', 'APPLY_TO_ITEMS'][at % 2]
    await post('/v1/vouchers', {
      ...rest,
      code,
      type: 'GIFT_VOUCHER',
      gift: { amount: 500, effect }
    })
    await post('/v1/publications', { voucher: code, customer: { source_id: text } })
    // The codes of the demo that chance does not take twice.
    if (at < 14) {
      const club = { campaign: { name: 'Coffee Club' }, customer: { id: customer.id } }
      const { voucher: card } = await post('/v1/publications', club)
      const balance = `/v1/loyalties/members/${card.code}/balance`
      await post(balance, { points: 40, expiration_type: 'NON_EXPIRING' })
      const days = { expiration_type: 'CUSTOM_DATE', expiration_date: '2027-05-31' }
      await post(balance, { points: at + 1, ...days })
    }
    const [line, other] = [
      { product_id: 'prod_00beans', quantity: 2, price: 1000, metadata: { note: text } },
      { source_id: 'mug', related_object: 'product', quantity: 1, discount_amount: at }
    ]
    await post('/v1/orders', {
      ...{ source_id: text, status: at % 2 ? 'PAID' : 'CREATED', items: [line, other] },
      ...{ customer: { id: customer.id }, discount_amount: 50, metadata }
    })
  }
  const many = { product_id: 'prod_00beans', quantity: 1, metadata: { note: '"'.repeat(4000) } }
  await post('/v1/orders', { source_id: 'many', items: Array(300).fill(many) })
  const customer = { source_id: '-10OFF' }
  await post('/v1/vouchers/OWN', { campaign: 'Limited' })
  await service.put('/v1/vouchers/OWN', { discount: LIMITED, redemption: { quantity: 3 } })
  const redeemables = [
    { object: 'voucher', id: 'OWN' },
    { object: 'voucher', id: '-10OFF', gift: { credits: 100 } }
  ]
  const items = [{ product_id: 'prod_00beans', quantity: 2, price: 1000 }]
  await post('/v1/redemptions', { redeemables, order: { items, source_id: 'spent' }, customer })
  await post('/v1/vouchers', { code: 'TIN', type: 'DISCOUNT_VOUCHER', discount: DISCOUNTS[4] })
  const tin = [{ object: 'voucher', id: 'TIN' }]
  await post('/v1/redemptions', { redeemables: tin, order: { items, source_id: 'tin' }, customer })
  const { body: found } = await service.get('/v1/customers/-10OFF')
  const { body: held } = await service.get(`/v1/vouchers?customer=${found.id}`)
  const card = held.vouchers.find((voucher: { type: string }) => voucher.type === 'LOYALTY_CARD')
  await service.put(`/v1/vouchers/${card.code}`, { redemption: { quantity: 1 } })
  const mug = { reward: { id: 'rew_00mug' } }
  await post(`/v1/loyalties/members/${card.code}/balance`, { points: 5000 })
  await post(`/v1/loyalties/members/${card.code}/redemption`, mug)
  return service
}

t.test('createExport: everything of a kind that has an import is imported as it was', async t => {
  const [service, other] = [await givenTexts(t), await givenCampaign(t)]
  const files: Record<string, string> = {}
  for (const { kind, imported, key, refused } of IMPORTED) {
    const { fields } = EXPORT_FIELDS[kind]
    const columns = [key, ...fields.filter(field => field !== key)]
    const file = await exported(service, kind, columns)
    files[kind] = file
    const found = await imported(service, file)
    t.strictSame(await imported(other, file), found, kind)
    t.equal(found.length, refused.length, `${kind}: ${found.join('\n')}`)
    for (const [at, sentence] of refused.entries()) t.match(found[at], sentence)
  }
  for (const { kind, key } of IMPORTED) {
    const was = await recordsOfFile(files[kind] ?? '')
    t.ok(was.length > WHOLE_TEXTS.length)
    const columns = Object.keys(was[0] ?? {})
    const is = await recordsOfFile(await exported(other, kind, columns))
    const byKey = new Map(is.map(record => [record[key], record]))
    for (const record of was) {
      const name = record[key] ?? ''
      const isUnknown = name === '' || record['is_referral_code'] === 'true'
      if (isUnknown) continue
      const shown = [record, byKey.get(name) ?? {}].map(each => brought(kind, each))
      t.strictSame(shown[1], shown[0], `${kind} ${encodeURIComponent(name)}`)
    }
  }
})

/** What of a record no import brings: dates of records, counts of redemptions, points that were spent. */
function brought(kind: ExportedObject, record: Cells): Cells {
  const isCard = record['voucher_type'] === 'LOYALTY_CARD'
  const dropped = [
    ...WRITTEN,
    ...(kind === 'order' ? [] : ['created_at']),
    ...(isCard ? ['value'] : [])
  ]
  return Object.fromEntries(
    Object.entries(record).filter(
      ([column]) => !dropped.includes(column) && !column.startsWith('redemptions_total')
    )
  )
}

onDemo('deleteExport: goes with its file, and once', async (t, service) => {
  await service.work()
  const { url } = (await service.get('/v1/exports/exp_00outdated')).body.result
  const path = url.slice(PUBLIC_URL.length)
  t.equal((await service.get(path, {})).status, 200)
  const { total } = (await service.get('/v1/exports')).body
  const { status, bytes } = await service.delete('/v1/exports/exp_00outdated')
  t.strictSame([status, bytes], [204, ''])
  t.equal((await service.get(path, {})).status, 404, 'the address of the file')
  t.strictSame(typeOf(await service.delete('/v1/exports/exp_00outdated')), [404, 'export'])
  t.equal((await service.get('/v1/exports/exp_00outdated')).status, 404)
  t.equal((await service.get('/v1/exports')).body.total, total - 1)
})

onDemo('deleteExport: one that nobody began to write is never written', async (t, service) => {
  await service.work()
  const { id } = (await service.post('/v1/exports', orders)).body
  t.equal((await service.delete(`/v1/exports/${id}`)).status, 204)
  await service.work()
  t.equal((await service.get(`/v1/exports/${id}`)).status, 404)
  const jobs = await service.store.read('proj_00demo', session => session.all(exportList.count))
  t.equal(jobs.length, 1, 'and the store is in order')
})

onDemo('listExports: pages and orders, and a file where one is finished', async (t, service) => {
  const ids = async (query: string) => {
    const { body } = await service.get(`/v1/exports${query}`)
    t.equal(body.total, 4)
    return body.exports.map(({ id }: { id: string }) => id)
  }
  const newest = ['exp_00orders', 'exp_00customers', 'exp_00vouchers', 'exp_00outdated']
  t.strictSame(await ids(''), newest)
  t.strictSame(await ids('?order=created_at'), [...newest].reverse())
  t.strictSame(await ids('?limit=3&page=2'), ['exp_00outdated'])
  t.strictSame(await ids('?page=100'), [], 'past the end is empty, not an error')
  const waiting = await service.get('/v1/exports?limit=1')
  const found = [waiting.body.exports[0].status, waiting.body.exports[0].result]
  t.strictSame(found, ['SCHEDULED', null])
  await service.work()
  const done = await service.get('/v1/exports?order=-status&limit=1&page=2')
  const [entry] = done.body.exports
  t.equal(entry.status, 'DONE')
  const file = await service.get(new URL(entry.result.url).pathname, {})
  t.equal(file.status, 200)
  t.match(file.headers['content-type'], /^text\/csv/)
  t.equal(file.bytes.split(/\r?\n/)[0], entry.parameters.fields.join(','))
  for (const query of [
    '?limit=0',
    '?limit=101',
    '?page=0',
    '?page=101',
    '?order=id',
    '?color=red'
  ]) {
    const { status, body } = await service.get(`/v1/exports${query}`)
    t.strictSame([status, body.key], [400, 'invalid_query_params'], query)
  }
})
