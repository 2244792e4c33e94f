import { audit } from '../../../src/storage/audit/audit.ts'
import { onDemo } from '../../support/on-demo.ts'

const IMPORT = '/v1/orders/import'

const PAST = {
  source_id: 'old-1',
  created_at: '2024-05-01T14:00:00+02:00',
  status: 'PAID',
  customer: { source_id: 'ada' },
  amount: 1990
}

onDemo('importOrders: an order counts, earns nothing, and stays as it is', async (t, service) => {
  await service.work()
  const before = (await service.get('/v1/customers/cust_00ada')).body
  for (const customer of [{ source_id: 'ada' }, { id: 'cust_00ada' }]) {
    const { status, body } = await service.post(IMPORT, [{ ...PAST, customer }])
    t.equal(status, 202)
    await service.work()
    t.match((await service.get(`/v1/async-actions/${body.async_action_id}`)).body, {
      type: 'ORDERS.IMPORT',
      status: 'DONE',
      operation_status: 'SUCCESS',
      result: { done_count: 1, failed_count: 0, errors: [] }
    })
  }
  const after = (await service.get('/v1/customers/cust_00ada')).body
  t.equal(after.summary.orders.total_count, before.summary.orders.total_count + 1)
  t.equal(after.summary.orders.total_amount, before.summary.orders.total_amount + 1990)
  t.strictSame(after.loyalty, before.loyalty)
  const { body: order } = await service.get('/v1/orders/old-1')
  t.match(order, { created_at: '2024-05-01T12:00:00.000Z', updated_at: null, amount: 1990 })
  for (const said of [{ amount: 1000 }, { status: 'CREATED' }, { status: 'PAID' }]) {
    t.equal((await service.put('/v1/orders/old-1', said)).status, 200)
    const { loyalty } = (await service.get('/v1/customers/cust_00ada')).body
    t.strictSame(loyalty, before.loyalty, 'it was settled where it was paid')
  }
  t.match(await audit(service.store), { clean: true })
})

onDemo('importOrders: the same order with other contents fails', async (t, service) => {
  await service.work()
  const past = {
    ...PAST,
    items: [{ product_id: 'prod_00beans', quantity: 2, metadata: { grind: 'fine' } }],
    metadata: { shop: 'north' }
  }
  const send = async (orders: readonly object[]) => {
    const { body } = await service.post(IMPORT, orders)
    await service.work()
    return (await service.get(`/v1/async-actions/${body.async_action_id}`)).body.result
  }
  t.match(await send([past]), { done_count: 1, failed_count: 0 })
  const since = { amount: 7700, status: 'FULFILLED', metadata: { shop: 'south' } }
  t.equal((await service.put('/v1/orders/old-1', since)).status, 200)
  const now = (await service.get('/v1/orders/old-1')).body
  const rows = [
    ['created_at', { created_at: '2024-05-02T14:00:00+02:00' }],
    ['status', { status: 'FULFILLED' }],
    ['customer', { customer: { source_id: 'mia' } }],
    ['amount', { amount: 7700 }],
    ['items', { items: [{ product_id: 'prod_00beans', quantity: 3 }] }],
    ['metadata', { metadata: { shop: 'south' } }]
  ] as const
  const result = await send([past, ...rows.map(([, over]) => ({ ...past, ...over }))])
  t.match(result, { done_count: 1, failed_count: rows.length }, 'its life since does not count')
  for (const [index, [property]] of rows.entries()) {
    const { key, details } = result.errors[index]
    t.equal(key, 'invalid_payload')
    const at = `Item [${index + 1}]: Property .${property}`
    const start = `${at}: old-1 is there already, and an import said `
    t.ok(details.startsWith(start), details)
  }
  t.strictSame((await service.get('/v1/orders/old-1')).body, now, 'nothing was changed')
  const own = { source_id: 'own-1', customer: { source_id: 'ada' }, amount: 5 }
  t.equal((await service.post('/v1/orders', own)).status, 200)
  t.match(await send([{ ...own, amount: 6 }]), { done_count: 1 }, 'one of the API lives on')
})

onDemo('importOrders: what is wrong with one is reported, stops no other', async (t, service) => {
  await service.work()
  const { body } = await service.post(IMPORT, [
    { ...PAST, created_at: '9999-01-01T00:00:00Z' },
    { source_id: 'old-2', items: [{ product_id: 'prod_00nothing' }] },
    { source_id: 'old-3' }
  ])
  await service.work()
  const { body: action } = await service.get(`/v1/async-actions/${body.async_action_id}`)
  t.match(action.result, { done_count: 1, failed_count: 2 })
  t.strictSame(
    action.result.errors.map(({ source_id, key }: Record<string, string>) => [source_id, key]),
    [
      ['old-1', 'invalid_payload'],
      ['old-2', 'not_found']
    ]
  )
  t.match((await service.get('/v1/orders/old-3')).body, { status: 'CREATED' })
})

onDemo('importOrders: a wrong shape or date refuses all, naming the index', async (t, { post }) => {
  const rows = [
    [[], /./],
    [PAST, /array/],
    [[PAST, { amount: 5 }], /\[1\].*source_id/],
    [[PAST, { source_id: 'b', id: 'ord_00cart' }], /\[1\].*id/],
    [[PAST, { ...PAST, created_at: '2024-02-30T10:00:00Z' }], /\[1\]\.created_at/]
  ] as const
  for (const [payload, details] of rows) {
    const { status, body } = await post(IMPORT, payload)
    t.strictSame([status, body.key], [400, 'invalid_payload'], JSON.stringify(payload))
    t.match(body.details, details)
  }
})
