/**
 * Exports ordered, followed, fetched and taken away through the API.
 */
import t from 'tap'
import { EXPORT_FIELDS } from '../../src/decisions/exports.ts'
import { fileCommand } from '../../src/http/wire/files.ts'
import { exportsCount } from '../../src/storage/exports.ts'
import { givenService, PUBLIC_URL, type Service } from '../support/app.ts'

const orders = {
  exported_object: 'order',
  parameters: { order: 'created_at', fields: ['source_id', 'status'] }
}

t.test('createExport: is ordered, written, fetched', async t => {
  const service = await givenService(t)
  await service.work()
  const { status, body } = await service.post('/v1/exports', orders)
  const scheduled = {
    id: body.id,
    object: 'export',
    created_at: '2026-03-01T10:00:00.000Z',
    status: 'SCHEDULED',
    channel: 'API',
    exported_object: 'order',
    parameters: { ...orders.parameters, filters: {}, response_format: 'CSV' },
    result: null,
    user_id: null
  }
  t.strictSame([status, body], [200, scheduled])
  t.strictSame((await service.get(`/v1/exports/${body.id}`)).body, scheduled)
  await service.work()
  const done = (await service.get(`/v1/exports/${body.id}`)).body
  t.strictSame({ ...done, result: null }, { ...scheduled, status: 'DONE' })
  const { url } = done.result
  t.ok(url.startsWith(`${PUBLIC_URL}/files/exports/`))
  const file = await service.get(url.slice(PUBLIC_URL.length), {})
  t.strictSame(file.bytes.split('\r\n').slice(0, 2), ['source_id,status', 'order-1001,PAID'])
  const { exports, total } = (await service.get('/v1/exports?limit=100')).body
  t.equal(total, exports.length)
  t.strictSame(exports[0], done)
})

t.test('createExport: takes the usual columns when none are asked for', async t => {
  const service = await givenService(t)
  const rows = [
    [{}, {}],
    [{ parameters: {} }, {}],
    [{ parameters: { order: '', fields: [], filters: { junction: 'and' } } }, { junction: 'and' }],
    [{ parameters: { filters: { junction: 'OR' } } }, { junction: 'OR' }]
  ] as const
  for (const [over, filters] of rows) {
    const { body } = await service.post('/v1/exports', { exported_object: 'customer', ...over })
    t.strictSame(body.parameters, {
      fields: ['name', 'source_id'],
      filters,
      response_format: 'CSV'
    })
  }
})

t.test('createExport: every kind has its own columns', async t => {
  const service = await givenService(t)
  for (const [exported_object, { defaults }] of Object.entries(EXPORT_FIELDS)) {
    const { body } = await service.post('/v1/exports', { exported_object })
    t.strictSame(body.parameters.fields, defaults, exported_object)
  }
  const parameters = { fields: ['status', 'id'], order: '-created_at' }
  const { body } = await service.post('/v1/exports', { exported_object: 'order', parameters })
  t.match(body.parameters, parameters)
})

t.test('createExport: what no export of the kind has is refused by its name', async t => {
  const service = await givenService(t)
  await service.work()
  const before = (await service.get('/v1/exports')).body
  const of = (parameters: object) => ({ exported_object: 'order', parameters })
  const rows = [
    [{ exported_object: 'product' }, /\.exported_object/],
    [{}, /\.exported_object/],
    [
      of({ fields: ['id', 'code'], order: '-code' }),
      /\.parameters\.fields\[1\]: 'code' is no field of order exports; allowed are id, source_id, /
    ],
    [of({ fields: ['toString'] }), /\.parameters\.fields\[0\]: 'toString'/],
    [
      of({ order: '-code' }),
      /\.parameters\.order: '-code' .* created_at, updated_at, status, each also with/
    ],
    [of({ order: '--status' }), /'--status' is no order/],
    [of({ filters: { junction: 'xor' } }), /\.parameters\.filters\.junction/],
    [of({ filters: { status: { conditions: { $is: ['PAID'] } } } }), /\.parameters\.filters\.stat/],
    [of({ response_format: 'XLSX' }), /\.parameters\.response_format/]
  ] as const
  for (const [body, details] of rows) {
    const refused = await service.post('/v1/exports', body)
    t.strictSame([refused.status, refused.body.key], [400, 'invalid_payload'])
    t.match(refused.body.details, details)
  }
  t.strictSame((await service.get('/v1/exports')).body, before)
})

/** Texts that a file or a spreadsheet might take for something else. */
const TEXTS = ['=1+1', "'=x", "''@SUM(1)", "'s", '-10OFF', '+49 30 1234', 'a,"b"\n=c', '\r=x', ';']

/** The file of an export of a kind. */
async function exported(service: Service, exported_object: string, fields: readonly string[]) {
  const { body } = await service.post('/v1/exports', { exported_object, parameters: { fields } })
  await service.work()
  const { url } = (await service.get(`/v1/exports/${body.id}`)).body.result
  return (await service.get(url.slice(PUBLIC_URL.length), {})).bytes
}

/** Imports a file, and returns what was refused of it. */
async function importedBut(service: Service, path: string, file: string) {
  const { body } = await service.upload(path, [file])
  await service.work()
  const action = (await service.get(`/v1/async-actions/${body.async_action_id}`)).body
  return action.result.errors as { readonly source_id: string; readonly details: string }[]
}

/** Texts that a file or a spreadsheet might take for something else. */
const WHOLE_TEXTS = [...TEXTS, ' ', ' vip', 'vip\t', ' =x ', "' =x"]

/** The records of a file, by their first cell. */
async function recordsOfFile(file: string): Promise<ReadonlyMap<string, Record<string, string>>> {
  const { header, rows } = await fileCommand({ file }, null)
  const records = rows.map(row => {
    const { cells } = row as { readonly cells: readonly string[] }
    return [cells[0] ?? '', Object.fromEntries(header.map((name, at) => [name, cells[at] ?? '']))]
  })
  return new Map(records as [string, Record<string, string>][])
}

const REFUSED = {
  customer: [],
  voucher: [
    ['FRIEND-ADA-0001', 'Line 51, column is_referral_code: must be false; its campaign makes those']
  ]
}

/** What only the service writes, so that it is another's elsewhere. */
const WRITTEN = ['id', 'created_at', 'updated_at', 'customer_id', 'campaign_id']

t.test('createExport: everything of a kind that has an import is imported as it was', async t => {
  const [service, other] = [await givenService(t), await givenService(t)]
  await service.work()
  await other.work()
  const post = async (path: string, body: object) => {
    const answer = await service.post(path, body)
    t.equal(answer.status, 200, `${path}: ${answer.bytes}`)
    return answer.body
  }
  const window = { interval: 'P2D', duration: 'P1D' }
  const dates = {
    start_date: '2026-01-05T10:00:00.000Z',
    expiration_date: '2036-01-05T10:00:00.000Z'
  }
  const discounts = [
    { type: 'AMOUNT', amount_off: 500 },
    { type: 'PERCENT', percent_off: 12.5, amount_limit: 900, effect: 'APPLY_TO_ITEMS' },
    { type: 'FIXED', fixed_amount: 0, effect: 'APPLY_TO_ORDER' },
    { type: 'UNIT', unit_off: 2, unit_type: 'prod_00tin', effect: 'ADD_NEW_ITEMS' }
  ]
  for (const [at, text] of WHOLE_TEXTS.entries()) {
    const address = { line_1: text, line_2: text, city: text, postal_code: text, state: text }
    const said = { name: text, email: text, phone: text, description: text }
    const days = { birthdate: '1990-12-10', birthday: '1990-12-10' }
    const all = {
      ...said,
      ...days,
      address: { ...address, country: text },
      metadata: { note: text }
    }
    const customer = await post('/v1/customers', { source_id: text, ...all })
    const rest = { additional_info: text, metadata: { note: text }, category: 'Seasonal', ...dates }
    const windows = { validity_timeframe: window, validity_day_of_week: [1, 2] }
    const code = text.replace(/[\t\r\n]/g, '')
    await post('/v1/vouchers', {
      ...{ code: `C${code}`, type: 'DISCOUNT_VOUCHER', discount: discounts[at % 4] },
      ...{ ...rest, ...(at % 2 ? windows : {}), redemption: { quantity: 5 }, active: at % 3 > 0 }
    })
    await post('/v1/vouchers', { ...rest, code, type: 'GIFT_VOUCHER', gift: { amount: 500 } })
    await post('/v1/publications', { voucher: code, customer: { source_id: text } })
    await post('/v1/publications', {
      campaign: { name: 'Coffee Club' },
      customer: { id: customer.id }
    })
  }
  const order = { amount: 5000, source_id: 'spent' }
  const redeemables = [
    { object: 'voucher', id: 'C-10OFF' },
    { object: 'voucher', id: '-10OFF', gift: { credits: 100 } }
  ]
  await post('/v1/redemptions', { redeemables, order, customer: { source_id: '-10OFF' } })
  const kinds = [
    ['customer', '/v1/customers/importCSV', 'source_id', []],
    ['voucher', '/v1/vouchers/importCSV', 'code', ['value', 'redemption_count']]
  ] as const
  for (const [kind, path, key, ofCards] of kinds) {
    const { fields } = EXPORT_FIELDS[kind]
    const columns = [key, ...fields.filter(field => field !== key)]
    const file = await exported(service, kind, columns)
    const refused = await importedBut(service, path, file)
    t.strictSame(await importedBut(other, path, file), refused)
    t.strictSame(
      refused.map(({ source_id, details }) => [source_id, details]),
      REFUSED[kind]
    )
    const [was, is] = await Promise.all(
      [file, await exported(other, kind, columns)].map(recordsOfFile)
    )
    t.ok((was?.size ?? 0) > WHOLE_TEXTS.length)
    for (const [name, record] of was ?? []) {
      if (name === '' || refused.some(({ source_id }) => source_id === name)) continue
      const isCard = record['voucher_type'] === 'LOYALTY_CARD'
      const dropped = [...WRITTEN, ...(isCard ? ofCards : [])]
      const shown = [record, is?.get(name) ?? {}].map(each =>
        Object.entries(each).filter(
          ([column]) => !dropped.includes(column) && !/_total_|^orders_|^loyalty_p/.test(column)
        )
      )
      t.strictSame(shown[1], shown[0], `${kind} ${name}`)
    }
  }
})

t.test('deleteExport: goes with its file, and once', async t => {
  const service = await givenService(t)
  await service.work()
  const { url } = (await service.get('/v1/exports/exp_00outdated')).body.result
  const path = url.slice(PUBLIC_URL.length)
  t.equal((await service.get(path, {})).status, 200)
  const { total } = (await service.get('/v1/exports')).body
  const { status, bytes } = await service.delete('/v1/exports/exp_00outdated')
  t.strictSame([status, bytes], [204, ''])
  t.equal((await service.get(path, {})).status, 404, 'the address of the file')
  const again = await service.delete('/v1/exports/exp_00outdated')
  t.strictSame([again.status, again.body.resource_type], [404, 'export'])
  t.equal((await service.get('/v1/exports/exp_00outdated')).status, 404)
  t.equal((await service.get('/v1/exports')).body.total, total - 1)
})

t.test('deleteExport: one that nobody began to write is never written', async t => {
  const service = await givenService(t)
  await service.work()
  const { id } = (await service.post('/v1/exports', orders)).body
  t.equal((await service.delete(`/v1/exports/${id}`)).status, 204)
  await service.work()
  t.equal((await service.get(`/v1/exports/${id}`)).status, 404)
  const jobs = await service.store.read('proj_00demo', session => session.all(exportsCount))
  t.equal(jobs.length, 1, 'and the store is in order')
})

t.test('listExports: pages and orders, and a file behind the url of a finished one', async t => {
  const service = await givenService(t)
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
  t.strictSame(
    [waiting.body.exports[0].status, waiting.body.exports[0].result],
    ['SCHEDULED', null]
  )
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
