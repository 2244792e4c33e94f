/**
 * Customers who are erased: what was said of them is in no column of any table and in no byte of
 * any file, and the books still add up.
 *
 * Words are planted wherever the API takes some of a person. The columns are those of the tables
 * themselves, so that a new one fails here until somebody says whether it can hold such words.
 */
import t from 'tap'
import { redemptionUrl } from '../../support/account.ts'
import { PAIR } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'
import { HELD, PLANTED } from '../support/erasable-columns.ts'
import {
  columnsWith,
  givenKept,
  MARKER,
  NAME,
  placesWith,
  plant,
  pointsWaiting,
  wordColumns
} from '../support/planted-person.ts'

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
  const { service, url: at } = await givenKept(t)
  const { id, track } = await plant(t, service)
  const planted = columnsHolding(what => what === PLANTED)
  t.strictSame((await columnsWith(at)).toSorted(), planted.toSorted())
  t.ok((await pointsWaiting(at, id)) > 0, 'points wait')
  t.ok((await placesWith(at, track)).length > 0, 'so is the signature by which they were tracked')
  t.ok((await placesWith(at)).length > 0, 'the words are in the files before')
  const asked = [`/v1/customers/${id}`, `/v1/customers/${NAME}`]
  for (const url of [...asked, ...asked]) t.match((await service.get(url)).bytes, MARKER)
  const begun = await service.post(`/v1/customers/${id}/permanent-deletion`)
  t.match(begun, { status: 200, body: { related_object_id: id, status: 'ENQUEUED' } })
  for (const url of asked) t.equal((await service.get(url)).status, 404, 'no answer is kept')
  await service.work()
  const { body } = await service.get(`/v1/async-actions/${begun.body.id}`)
  t.match(body, { status: 'DONE', operation_status: 'SUCCESS' })
  t.equal(body.result.failed_count, 0)
  t.strictSame(await columnsWith(at), [])
  t.strictSame(await placesWith(at), [])
  t.strictSame(await placesWith(at, track), [])
})

t.test('eraseCustomer: also what was said after they were deleted', async t => {
  const { service, url: at } = await givenKept(t)
  const { id, code, order } = await plant(t, service)
  t.equal((await service.delete(`/v1/customers/${id}`)).status, 204)
  const metadata = { note: `${MARKER} later` }
  t.equal((await service.put(`/v1/orders/${order}`, { metadata })).status, 200)
  const refused = await service.post(redemptionUrl(code), { reward: { id: 'rew_00mug' }, metadata })
  t.match(refused, { status: 400, body: { customer: { id: null }, metadata } })
  await service.post(`/v1/customers/${id}/permanent-deletion`)
  await service.work()
  t.strictSame(await columnsWith(at), [])
  t.strictSame(await placesWith(at), [])
})

onDemo('eraseCustomer: one who was deleted, by the id; again is harmless', async (t, service) => {
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

onDemo('eraseCustomer: no answer is repeated that told of them', async (t, { post, work, get }) => {
  const keyed = (key: string) => ({ ...PAIR, 'idempotency-key': key })
  const send = (key: string, url: string, body?: unknown) => post(url, body, keyed(key))
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
  await work()
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
  t.equal((await get(`/v1/customers/${NAME}`)).status, 404, 'nobody was made again')
  t.strictSame((await send('erased', url)).bytes, begun.bytes, 'who erased may ask again')
})

onDemo('eraseCustomer: an import keeps which rows failed, and what it did', async (t, service) => {
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
    details: `${place}: erased with the data of a customer`
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

onDemo('eraseCustomer: waits for imports, which may bring the person again', async (t, service) => {
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

onDemo('eraseCustomer: that a movement came by an import is still known', async (t, service) => {
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
