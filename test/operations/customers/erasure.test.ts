/**
 * Customers who are erased: what was said of them is in no column of any table and in no byte of
 * any file, and the books still add up.
 *
 * Words are planted wherever the API takes some of a person. The columns are those of the tables
 * themselves, so that a new one fails here until somebody says whether it can hold such words.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Connection from 'better-sqlite3'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Test } from 'tap'
import t from 'tap'
import { openStore } from '../../../src/storage/database.ts'
import * as tables from '../../../src/storage/tables.ts'
import { temporaryFolder } from '../../storage/support/engines.ts'
import { redemptionUrl } from '../../support/account.ts'
import { CONFIG, givenService, PAIR, type Service } from '../../support/app.ts'
import { HELD, PLANTED } from '../support/erasable-columns.ts'
import { plantRedemptions, plantRefusal } from '../support/planted-redemptions.ts'

/** Begins every word that is planted. */
const MARKER = 'Quetzalwort'
const NAME = 'quetzalwort-source'

/** The columns that hold what the table of columns says of them, as table.column. */
function columnsHolding(isMeant: (what: string) => boolean): readonly string[] {
  return Object.entries(HELD).flatMap(([table, held]) =>
    Object.entries(held)
      .filter(([what]) => isMeant(what))
      .flatMap(([, columns]) => columns.split(' ').map(column => `${table}.${column}`))
  )
}

t.test('eraseCustomer: of every column of text it is said what it holds of a person', async t => {
  t.strictSame(columnsHolding(() => true).toSorted(), wordColumns().toSorted())
})

t.test('eraseCustomer: no column and no byte of any file has a word of them', async t => {
  const { service, folder, file } = await inFiles(t)
  const { id, track } = await plant(t, service)
  const planted = columnsHolding(what => what === PLANTED)
  t.strictSame(columnsWith(file).toSorted(), planted.toSorted())
  t.ok(pointsWaiting(file, id) > 0, 'points wait')
  t.ok(bytesWith(folder, track).length > 0, 'so is the signature by which they were tracked')
  t.ok(bytesWith(folder).length > 0, 'the words are in the files before')
  const asked = [`/v1/customers/${id}`, `/v1/customers/${NAME}`]
  for (const url of [...asked, ...asked]) t.match((await service.get(url)).bytes, MARKER)
  const begun = await service.post(`/v1/customers/${id}/permanent-deletion`)
  t.match(begun, { status: 200, body: { related_object_id: id, status: 'ENQUEUED' } })
  for (const url of asked) t.equal((await service.get(url)).status, 404, 'no answer is kept')
  await service.work()
  const { body } = await service.get(`/v1/async-actions/${begun.body.id}`)
  t.match(body, { status: 'DONE', operation_status: 'SUCCESS' })
  t.equal(body.result.failed_count, 0)
  t.strictSame(columnsWith(file), [])
  t.strictSame(bytesWith(folder), [])
  t.strictSame(bytesWith(folder, track), [])
})

t.test('eraseCustomer: also what was said after they were deleted', async t => {
  const { service, folder, file } = await inFiles(t)
  const { id, code, order } = await plant(t, service)
  t.equal((await service.delete(`/v1/customers/${id}`)).status, 204)
  const metadata = { note: `${MARKER} later` }
  t.equal((await service.put(`/v1/orders/${order}`, { metadata })).status, 200)
  const refused = await service.post(redemptionUrl(code), { reward: { id: 'rew_00mug' }, metadata })
  t.match(refused, { status: 400, body: { customer: { id: null }, metadata } })
  await service.post(`/v1/customers/${id}/permanent-deletion`)
  await service.work()
  t.strictSame(columnsWith(file), [])
  t.strictSame(bytesWith(folder), [])
})

t.test('eraseCustomer: also one who was deleted before, by the id; again is harmless', async t => {
  const service = await givenService(t)
  const url = '/v1/customers/cust_00ada'
  t.equal((await service.delete(url)).status, 204)
  t.equal((await service.post('/v1/customers/ada/permanent-deletion')).status, 404)
  for (const erased of [true, false]) {
    const { status, body } = await service.post(`${url}/permanent-deletion`)
    t.strictSame([status, body.related_object_id], [200, 'cust_00ada'])
    await service.work()
    const { result } = (await service.get(`/v1/async-actions/${body.id}`)).body
    t.match(
      result.message,
      erased ? /^Erased: orders 3, / : /events 0, receipts .* 0, results .* 0, export files 0\.$/
    )
  }
  const history = (await service.get('/v1/vouchers/CLUB-ADA-0001/redemption')).bytes
  t.notMatch(history, /Ada|ada@example.com/)
})

t.test('eraseCustomer: no answer is repeated that told of them', async t => {
  const service = await givenService(t)
  const keyed = (key: string) => ({ ...PAIR, 'idempotency-key': key })
  const send = (key: string, url: string, body?: unknown) => service.post(url, body, keyed(key))
  const answered: (readonly [string, string, unknown, number])[] = [
    ['made', '/v1/customers', { source_id: NAME, name: MARKER }, 200],
    ['ordered', '/v1/orders', { customer: { source_id: NAME }, amount: 100 }, 200],
    ['refused', '/v1/publications', { customer: NAME, voucher: MARKER }, 404],
    ['others', '/v1/customers', { source_id: 'ben', name: 'Benedict' }, 200]
  ]
  for (const [key, url, body, status] of answered) {
    t.equal((await send(key, url, body)).status, status, key)
  }
  const url = `/v1/customers/${NAME}/permanent-deletion`
  const begun = await send('erased', url)
  await service.work()
  const outcomes: unknown[] = []
  for (const [key, url, body] of answered) {
    const { status, headers, body: said } = await send(key, url, body)
    outcomes.push([key, status, said.key ?? null, headers['idempotent-replayed'] ?? null])
  }
  t.strictSame(outcomes, [
    ['made', 422, 'idempotency_answer_erased', null],
    ['ordered', 422, 'idempotency_answer_erased', null],
    ['refused', 404, 'not_found', null],
    ['others', 200, null, 'true']
  ])
  t.equal((await service.get(`/v1/customers/${NAME}`)).status, 404, 'nobody was made again')
  t.strictSame((await send('erased', url)).bytes, begun.bytes, 'who erased may ask again')
})

t.test('eraseCustomer: an import keeps which of its rows failed, and what it did', async t => {
  const service = await givenService(t)
  await service.work()
  const rows = ['source_id,birthdate', 'zoe,', 'ada,1990-02-30', 'ben,1990-02-31', '"x"y,']
  const { body } = await service.upload('/v1/customers/importCSV', rows)
  const sent = [{ source_id: 'past', created_at: 'never' }, { source_id: 'zoe' }]
  t.equal((await service.post('/v1/orders/import', sent)).status, 400)
  const future = [{ source_id: 'ada-1', created_at: '2099-01-01T00:00:00Z', amount: 5 }]
  const orders = await service.post('/v1/orders/import', future)
  await service.work()
  const results = async () => {
    const ids = [body.async_action_id, orders.body.async_action_id]
    const found = await Promise.all(ids.map(id => service.get(`/v1/async-actions/${id}`)))
    return found.map(({ body: { result, status } }) => [status, result])
  }
  const before = await results()
  t.match(before, [
    ['DONE', { done_count: 1, failed_count: 3, errors: [{ source_id: 'ada' }, {}, {}] }],
    ['DONE', { errors: [{ source_id: 'ada-1' }] }]
  ])
  const failed = { key: 'invalid_payload', message: 'Invalid payload' }
  const at = (place: string) => ({
    ...failed,
    details: `${place}: erased with what was said of a customer`
  })
  const places = [['Line 3', 'Line 4', 'Line 5'], ['Item [0]']]
  const after = before.map(([status, result], index) => [
    status,
    { ...(result as object), errors: places[index]?.map(at) }
  ])
  for (const count of [2, 0]) {
    const erasure = await service.post('/v1/customers/cust_00ada/permanent-deletion')
    await service.work()
    const { result } = (await service.get(`/v1/async-actions/${erasure.body.id}`)).body
    t.match(result.message, `results of imports ${count}, `)
    t.strictSame(await results(), after)
  }
})

t.test('eraseCustomer: waits for an import, whose rows may bring the person again', async t => {
  const service = await givenService(t)
  await service.work()
  const url = '/v1/customers/ada/permanent-deletion'
  const bring = () => service.upload('/v1/customers/importCSV', ['source_id,name', 'ada,Ada'])
  const { body: action } = await bring()
  const { status, body } = await service.post(url)
  t.match(body, { key: 'resource_in_use', resource_id: 'ada', resource_type: 'customer' })
  t.strictSame([status, body.details.includes(action.async_action_id)], [400, true])
  t.equal((await service.get('/v1/customers/ada')).status, 200, 'nobody was deleted')
  await service.work()
  const begun = await service.post(url)
  t.equal(begun.status, 200)
  await bring()
  const again = await service.post('/v1/customers/cust_00ada/permanent-deletion')
  t.strictSame(again.body.id, begun.body.id, 'one that goes on is answered all the same')
  await service.work()
  const anew = await service.get('/v1/customers/ada')
  t.match(anew.body, { name: 'Ada', email: null }, 'who is sent later is somebody new')
  t.not(anew.body.id, 'cust_00ada')
  await bring()
  const deleted = await service.post('/v1/customers/cust_00ada/permanent-deletion')
  t.match([deleted.status, deleted.body.key], [400, 'resource_in_use'])
})

t.test('eraseCustomer: that a movement came by an import is still known', async t => {
  const service = await givenService(t)
  await service.work()
  const lines = ['code,customer,voucher_type,amount,balance', 'PAPER-1,ada,GIFT_VOUCHER,500,500']
  const bring = async () => {
    const { body } = await service.upload('/v1/vouchers/importCSV', lines)
    await service.work()
    return (await service.get(`/v1/async-actions/${body.async_action_id}`)).body.result
  }
  t.match(await bring(), { done_count: 1 })
  await service.post('/v1/customers/ada/permanent-deletion')
  await service.work()
  lines[1] = 'PAPER-1,,GIFT_VOUCHER,500,500'
  t.match(await bring(), { done_count: 1, errors: [] })
})

interface InFiles {
  readonly service: Service
  readonly folder: string
  readonly file: string
}

async function inFiles(t: Test): Promise<InFiles> {
  const folder = temporaryFolder({ after: task => t.teardown(task) })
  const file = join(folder, 'data.db')
  const store = await openStore(`sqlite:${file}`, { onBug: error => t.fail(error.message) })
  await store.migrate()
  return { service: await givenService(t, { store, config: CONFIG }), folder, file }
}

/** A person of whom it was said, with their card and an order. */
interface Planted {
  readonly id: string
  readonly code: string
  readonly order: string
  /** Their tracking id. */
  readonly track: string
}

/** Says a word of a person wherever that is possible. */
async function plant(t: Test, service: Service): Promise<Planted> {
  const done = async (asked: Promise<{ status: number; body: unknown; bytes: string }>) => {
    const { status, body, bytes } = await asked
    t.ok(status < 300, bytes.slice(0, 300))
    // biome-ignore lint/suspicious/noExplicitAny: a test looks where it likes.
    return body as any
  }
  const metadata = { note: `${MARKER} metadata` }
  const person = {
    source_id: NAME,
    name: `${MARKER} name`,
    email: `${MARKER}@example.com`,
    phone: `${MARKER} phone`,
    description: `${MARKER} description`,
    address: { city: `${MARKER} city`, line_1: `${MARKER} street` },
    metadata
  }
  const { id } = await done(service.post('/v1/customers', person))
  const customer = { source_id: NAME }
  const joined = await done(
    service.post('/v1/publications', { customer, campaign: { name: 'Coffee Club' }, metadata })
  )
  const code = joined.voucher.code
  const card = `/v1/loyalties/members/${code}`
  await done(service.put(`/v1/vouchers/${code}`, { metadata, additional_info: `${MARKER} info` }))
  await done(service.post(`${card}/balance`, { points: 900, reason: `${MARKER} reason` }))
  const engraved = { name: `${MARKER} engraved`, metadata }
  const printed = { sku: `${MARKER} printed`, metadata }
  const items = [
    { product_id: 'prod_00beans', quantity: 2, metadata, product: engraved },
    { sku_id: 'sku_00mugblue', quantity: 1, product: engraved, sku: printed }
  ]
  await plantMore(done, service, { customer, metadata })
  const paid = await done(service.post('/v1/orders', { customer, status: 'PAID', items, metadata }))
  const order = { items, metadata }
  const redeemed = await done(
    service.post(redemptionUrl(code), { reward: { id: 'rew_00mug' }, metadata, order })
  )
  const refused = { reward: { id: 'rew_00nothing' }, metadata, order }
  await service.post(redemptionUrl(code), refused)
  const about = { reason: `${MARKER} reason`, metadata }
  await done(service.post(`/v1/redemptions/${redeemed.id}/rollback`, about))
  const rows = ['source_id,email,birthdate', `${NAME},,${MARKER}`, `,${MARKER},`]
  await done(service.upload('/v1/customers/importCSV', rows))
  const gift = ['voucher_type,code,customer,amount,balance,metadata.note']
  gift.push(`GIFT_VOUCHER,PAPER-Q,${NAME},500,500,${MARKER}`)
  await done(service.upload('/v1/vouchers/importCSV', gift))
  const past = {
    source_id: 'past-q',
    created_at: '2024-05-01T12:00:00Z',
    customer,
    items,
    metadata
  }
  await done(service.post('/v1/orders/import', [past]))
  const said = { rating: 5, text: `${MARKER} review` }
  const sent = { event: 'product_reviewed', customer, metadata: said }
  await service.post('/v1/events', sent)
  for (const exported of ['customer', 'redemption', 'order', 'publication', 'voucher']) {
    await service.post('/v1/exports', { exported_object: exported })
  }
  await service.work()
  return { id, code, order: paid.id, track: redeemed.tracking_id }
}

interface OfPerson {
  readonly customer: object
  readonly metadata: object
}

/** Vouchers of other types that they hold, and a rule by which points of an order wait. */
async function plantMore(
  done: (asked: ReturnType<Service['post']>) => Promise<unknown>,
  service: Service,
  { customer, metadata }: OfPerson
): Promise<void> {
  const noted = { metadata, additional_info: `${MARKER} info` }
  const vouchers = {
    'GIFT-Q': { type: 'GIFT_VOUCHER', gift: { amount: 500 } },
    'TEN-Q': { type: 'DISCOUNT_VOUCHER', discount: { type: 'PERCENT', percent_off: 10 } }
  }
  for (const [code, voucher] of Object.entries(vouchers)) {
    await done(service.post('/v1/vouchers', { code, ...voucher, ...noted }))
    const channel = `${MARKER} channel`
    await done(service.post('/v1/publications', { customer, voucher: code, channel, metadata }))
  }
  const said = { customer, metadata, word: MARKER }
  await plantRedemptions(done, service, { ...said, code: 'GIFT-Q' })
  await plantRefusal(done, service, { ...said, code: 'TEN-Q' })
  const topped = { amount: 100, reason: `${MARKER} reason` }
  await done(service.post('/v1/vouchers/GIFT-Q/balance', topped))
  const rule = {
    event: 'order.paid',
    loyalty: { type: 'FIXED', points: 5 },
    pending_points: { period_type: 'DAY', period_value: 14 },
    source: { banner: 'Later' }
  }
  await done(service.post('/v1/loyalties/camp_00club/earning-rules', [rule]))
}

/** How many entries of pending points a customer has. */
function pointsWaiting(file: string, customerId: string): number {
  const connection = new Connection(file, { readonly: true })
  const asked = 'select count(*) from pending_points where customer_id = ?'
  try {
    return Number(connection.prepare(asked).pluck().get(customerId))
  } finally {
    connection.close()
  }
}

/** The columns, as table.column, that have a planted word in some row. */
function columnsWith(file: string): readonly string[] {
  const connection = new Connection(file, { readonly: true })
  try {
    return wordColumns().filter(column => {
      const [table, name] = column.split('.')
      const asked = `select 1 from ${table} where lower(${name}) like ? limit 1`
      return connection.prepare(asked).get(`%${MARKER.toLowerCase()}%`) !== undefined
    })
  } finally {
    connection.close()
  }
}

/** Every column of text or JSON of every table. */
function wordColumns(): readonly string[] {
  return Object.values(tables)
    .filter(table => table instanceof SQLiteTable)
    .flatMap(table => {
      const { name, columns } = getTableConfig(table)
      return columns
        .filter(column => column.getSQLType() !== 'integer')
        .map(column => `${name}.${snake(column.name)}`)
    })
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

/** The files of a folder, its subfolders included, that hold a word. */
function bytesWith(folder: string, word = MARKER): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(file => readFileSync(file, 'latin1').toLowerCase().includes(word.toLowerCase()))
}
