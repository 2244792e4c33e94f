import t from 'tap'
import { givenService, keyOf, type Service, typeOf } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'
import { footprint } from '../support/footprint.ts'

const beans = (quantity = 1) => [{ product_id: 'prod_00beans', quantity }]

/** What they have to spend, how many orders count for them, and what these come to. */
async function sumsOf(service: Service, customer: string) {
  const { body } = await service.get(`/v1/customers/${customer}`)
  const { total_count: count, total_amount: amount } = body.summary.orders
  return { points: body.loyalty.points, count, amount }
}

const waitingFor = async (service: Service, code: string) => {
  const { body } = await service.get(`/v1/loyalties/members/${code}/pending-points?limit=100`)
  return body.data.map(({ points, order_id }: Record<string, unknown>) => [points, order_id])
}

onDemo('createOrder: priced by the inventory, and read as answered', async (t, { post, get }) => {
  const { status, body } = await post('/v1/orders', {
    source_id: 'order-2001',
    customer: { source_id: 'ada' },
    items: [...beans(2), { sku_id: 'mug-blue', price: 1000, discount_amount: 100 }],
    discount_amount: 600,
    metadata: { delivery: 'courier' }
  })
  t.equal(status, 200)
  t.match(body, {
    source_id: 'order-2001',
    status: 'CREATED',
    amount: 4700,
    total_discount_amount: 700,
    total_amount: 4000,
    customer: { id: 'cust_00ada', object: 'customer' },
    customer_id: 'cust_00ada',
    referrer_id: null,
    updated_at: null
  })
  t.strictSame((await get(`/v1/orders/${body.id}`)).body, body)
  t.strictSame((await get('/v1/orders/order-2001')).body, body)
  t.strictSame(typeOf(await get('/v1/orders/order-2002')), [404, 'order'])
})

onDemo('createOrder: what pays earns once, whoever sends it, however often', async (t, service) => {
  const before = await sumsOf(service, 'ada')
  const order = { source_id: 'order-2001', status: 'PAID', customer: { source_id: 'ada' } }
  const paid = await service.post('/v1/orders', { ...order, items: beans() })
  t.equal(paid.body.status, 'PAID')
  const after = {
    points: before.points + 27,
    count: before.count + 1,
    amount: before.amount + 1850
  }
  t.strictSame(await sumsOf(service, 'ada'), after, 'half as much again in gold')
  t.strictSame((await waitingFor(service, 'CLUB-ADA-0001')).toSorted(), [
    [10, paid.body.id],
    [20, 'ord_00second']
  ])
  for (const again of [order, paid.body, { id: paid.body.id, status: 'FULFILLED' }]) {
    t.equal((await service.post('/v1/orders', again)).status, 200)
    t.strictSame(await sumsOf(service, 'ada'), after)
  }
  const cheaper = await service.put('/v1/orders/order-2001', { discount_amount: 850 })
  t.equal(cheaper.body.total_amount, 1000)
  t.strictSame(await sumsOf(service, 'ada'), { ...after, amount: after.amount - 850 })
})

onDemo('createOrder: an order brings its customer along', async (t, service) => {
  const dora = { source_id: 'dora', name: 'Dora Lind', metadata: { cups_per_day: 2 } }
  const made = await service.post('/v1/orders', { status: 'PAID', customer: dora, items: beans() })
  const { body: known } = await service.get('/v1/customers/dora')
  t.strictSame([known.name, known.metadata], ['Dora Lind', { cups_per_day: 2 }])
  t.equal(made.body.customer_id, known.id)
  t.strictSame(await sumsOf(service, 'dora'), { points: 18, count: 1, amount: 1850 }, 'and a card')
  const again = { customer: { id: known.id, name: 'Dora L.' }, items: beans() }
  t.equal((await service.post('/v1/orders', again)).body.customer_id, known.id)
  t.equal((await service.get('/v1/customers/dora')).body.name, 'Dora L.')
  t.equal((await service.post('/v1/orders', { customer_id: known.id })).body.customer_id, known.id)
})

onDemo('updateOrder: nobody’s order gets a customer, and keeps them', async (t, service) => {
  const { body: guest } = await service.post('/v1/orders', { status: 'PAID', items: beans() })
  t.strictSame([guest.customer, guest.customer_id], [undefined, null])
  const before = await sumsOf(service, 'ben')
  const sent = { customer: { source_id: 'ben' }, referrer_id: 'ada' }
  const owned = await service.put(`/v1/orders/${guest.id}`, sent)
  t.strictSame([owned.body.customer_id, owned.body.referrer_id], ['cust_00ben', 'cust_00ada'])
  const after = await sumsOf(service, 'ben')
  t.strictSame([after.count, after.points > before.points], [before.count + 1, true])
  const echoed = await service.put(`/v1/orders/${guest.id}`, owned.body)
  t.strictSame(echoed.body, { ...owned.body }, 'an answer can be sent back')
  const stolen = await service.put(`/v1/orders/${guest.id}`, { customer: { source_id: 'ada' } })
  t.strictSame([stolen.status, stolen.body.key], [400, 'invalid_customer'])
  const unknown = await service.put('/v1/orders/order-2001', { status: 'PAID' })
  t.strictSame([unknown.status, unknown.body.resource_type], [404, 'order'])
  const renamed = await service.put('/v1/orders/cart-17', { id: 'x', source_id: 'y', metadata: {} })
  t.strictSame([renamed.body.id, renamed.body.source_id], ['ord_00cart', 'cart-17'])
})

onDemo('createOrder: who recommended it may be said in three ways', async (t, { post }) => {
  const ada = { referrer: { id: 'cust_00ada', object: 'customer' }, referrer_id: 'cust_00ada' }
  const rows = [
    [{ referrer_id: 'ada' }, ada],
    [{ referrer: { source_id: 'ada' }, referrer_id: 'nobody' }, ada],
    [{ referrer: { id: 'cust_00ada', source_id: 'nobody', object: 'customer' } }, ada],
    [{}, { referrer: undefined, referrer_id: null }]
  ] as const
  for (const [sent, outcome] of rows) {
    const { status, body } = await post('/v1/orders', sent)
    const { referrer, referrer_id } = body
    t.strictSame([status, { referrer, referrer_id }], [200, outcome], JSON.stringify(sent))
  }
})

onDemo('createOrder: what is refused stores nothing, not even the customer', async (t, service) => {
  const before = (await service.get('/v1/orders')).body
  const ada = { source_id: 'ada' }
  const dora = { source_id: 'dora' }
  const far = Number.MAX_SAFE_INTEGER
  // biome-ignore format: a table
  const rows = [
    [{ id: 'ord_00nothing' }, 404, 'not_found', 'order'],
    [{ customer: { id: 'cust_00nobody' } }, 404, 'not_found', 'customer'],
    [{ customer_id: 'ada' }, 404, 'not_found', 'customer'],
    [{ customer: dora, referrer_id: 'nobody' }, 404, 'not_found', 'customer'],
    [{ customer: dora, items: [{ product_id: 'no' }] }, 404, 'not_found', 'product'],
    [{ customer: dora, items: [{ sku_id: 'no' }] }, 404, 'not_found', 'sku'],
    [{ customer: dora, source_id: 'order-1001' }, 400, 'invalid_customer', 'customer'],
    [{ customer: {} }, 400, 'invalid_payload', undefined],
    [{ customer: null }, 400, 'invalid_payload', undefined],
    [{ status: 'LOST' }, 400, 'invalid_payload', undefined],
    [{ customer: dora, items: [{ price: far, quantity: 2 }] }, 400, 'invalid_amount', undefined],
    [{ customer: dora, items: [{ quantity: 0 }] }, 400, 'invalid_payload', undefined],
    [{ customer: dora, referrer: { source_id: 'nobody' } }, 404, 'not_found', 'customer'],
    [{ referrer: { ...ada, name: 'Ada' } }, 400, 'invalid_payload', undefined],
    [{ referrer: {} }, 400, 'invalid_payload', undefined],
    [{ customer: ada, metadata: { delivery: 1 } }, 400, 'metadata_validation_failed', undefined],
    [{ customer: { ...ada, metadata: { cups_per_day: -1 } } }, 400, 'metadata_validation_failed',
      undefined]
  ] as const
  for (const [body, status, key, type] of rows) {
    const answer = await service.post('/v1/orders', body)
    const { body: said } = answer
    const found = [answer.status, said.key, said.resource_type]
    t.strictSame(found, [status, key, type], JSON.stringify(body))
  }
  t.strictSame((await service.get('/v1/orders')).body, before)
  t.equal((await service.get('/v1/customers/dora')).status, 404)
})

onDemo('listOrders: pages in the order in which they were made', async (t, { get }) => {
  const ids = async (query: string) => {
    const { status, body } = await get(`/v1/orders${query}`)
    t.strictSame([status, body.total, body.data_ref], [200, 8, 'orders'])
    return body.orders.map(({ id }: { id: string }) => id)
  }
  const oldest = await ids('?order=created_at')
  t.strictSame(oldest.toSorted(), [
    'ord_00activate',
    'ord_00adjust',
    'ord_00cancel',
    'ord_00cart',
    'ord_00counter',
    'ord_00first',
    'ord_00picnic',
    'ord_00second'
  ])
  t.strictSame(await ids(''), oldest.toReversed())
  t.strictSame(await ids('?limit=7&page=2'), oldest.slice(0, 1))
  t.strictSame(await ids('?page=100'), [], 'past the end is empty, not an error')
  for (const query of ['?limit=0', '?limit=101', '?page=0', '?order=status', '?email=a']) {
    t.strictSame(keyOf(await get(`/v1/orders${query}`)), [400, 'invalid_query_params'], query)
  }
})

onDemo('listOrders: those of one customer, by id or source id', async (t, { get }) => {
  const ids = async (query: string) => {
    const { status, body } = await get(`/v1/orders${query}`)
    return [status, body.total, body.orders.map(({ id }: { id: string }) => id)]
  }
  const rows = [
    ['?customer=ada&order=created_at', 3, ['ord_00cart', 'ord_00first', 'ord_00second']],
    ['?customer=cust_00ada', 3, ['ord_00second', 'ord_00first', 'ord_00cart']],
    ['?customer=ada&limit=1&page=2', 3, ['ord_00first']],
    ['?customer=cleo', 0, []],
    ['?customer=nobody', 0, []]
  ] as const
  for (const [query, total, orders] of rows) {
    t.strictSame(await ids(query), [200, total, orders], query)
  }
})

const CLUB = '/v1/loyalties/camp_00club'
const REDEEM = `${CLUB}/members/CLUB-ADA-0001/redemption`
const BEANS = [{ product_id: 'prod_00beans', quantity: 1 }]
const COUPON = { redeemables: [{ object: 'voucher', id: 'WELCOME' }] }
const OTHER = '2020-01-01T00:00:00Z'

type Sent = Readonly<Record<string, unknown>>

/** Every operation that takes an order, sending this one. */
// biome-ignore format: a table
const operations: readonly (readonly [string, (service: Service, order: Sent) => unknown])[] = [
  ['createOrder', (service, order) => service.post('/v1/orders', order)],
  ['updateOrder', (service, order) => service.put(`/v1/orders/${order['id'] ?? 'cart-17'}`, order)],
  [
    'estimateLoyaltyPoints',
    (service, order) =>
      service.post(`${CLUB}/qualifications`, { customer: { source_id: 'ada' }, order })
  ],
  ['redeemReward',
    (service, order) => service.post(REDEEM, { reward: { id: 'rew_00coin', points: 10 }, order })],
  ['validateStackedDiscounts',
    (service, order) => service.post('/v1/validations', { ...COUPON, order })],
  ['redeemStackedDiscounts',
    (service, order) => service.post('/v1/redemptions', { ...COUPON, order })],
  ['checkEligibility', (service, order) => service.post('/v1/qualifications', { order })]
]

for (const [operation, send] of operations) {
  onDemo(`${operation}: takes the date of the stored order, and no other`, async (t, service) => {
    const { body: stored } = await service.get('/v1/orders/cart-17')
    const statusOf = async (order: Sent) => {
      const { status, body } = (await send(service, order)) as Awaited<ReturnType<Service['get']>>
      return status === 200 ? 200 : [status, body.key, body.details]
    }
    const refused = (sent: string, own: string) => [
      400,
      'invalid_payload',
      `The order cannot be of ${sent}: ${own}, and only an import sets created_at ` +
        '(POST /v1/orders/import)'
    ]
    const other = '2020-01-01T00:00:00.000Z'
    const found = await statusOf({ ...stored, created_at: OTHER })
    t.strictSame(found, refused(other, `it is of ${stored.created_at}`))
    if (operation !== 'updateOrder') {
      const told = await statusOf({ source_id: 'order-3001', items: BEANS, created_at: OTHER })
      t.strictSame(told, refused(other, 'a new order has the date of its request'))
    }
    t.match(await statusOf({ ...stored, created_at: '2020-02-30T00:00:00Z' }), [400])
    const offset = stored.created_at.replace('Z', '+00:00')
    t.strictSame(await statusOf({ ...stored, created_at: offset }), 200, 'the same instant')
  })
}

const NOTHING_SAID = { amount: null, referrer: null, referrer_id: null, metadata: null }
const LINE = {
  product_id: 'prod_00beans',
  sku_id: null,
  source_id: null,
  related_object: null,
  quantity: 2,
  initial_quantity: null,
  price: null,
  amount: null,
  product: null,
  sku: { price: null, override: null, metadata: null },
  metadata: null
}

onDemo('createOrder, updateOrder: nulls count as not sent', async (t, { post, put }) => {
  const made = await post('/v1/orders', { ...NOTHING_SAID, items: [LINE] })
  t.match(made, { status: 200, body: { amount: 3700, metadata: {}, referrer_id: null } })
  const url = `/v1/orders/${made.body.id}`
  await put(url, { metadata: { till: 7 }, referrer: { source_id: 'ben' } })
  const { body } = await put(url, { ...NOTHING_SAID, items: null })
  t.match(body, { amount: 3700, metadata: { till: 7 }, referrer_id: 'cust_00ben' })
  t.strictSame(body.items, made.body.items)
})

const TEA = { source_id: 'tea', name: 'Green tea', price: 450, override: true }

t.test('createOrder, updateOrder: goods are saved with the order', async t => {
  const { get, post, put } = await givenService(t)
  const sku = { source_id: 'tea-100', sku: '100 g', price: 500, override: true }
  const made = await post('/v1/orders', {
    source_id: 'o-1',
    items: [{ quantity: 2, product: TEA, sku }]
  })
  t.match(made.body, {
    amount: 1000,
    items: [{ product: { source_id: 'tea', name: 'Green tea' } }]
  })
  t.match((await get('/v1/products/tea')).body, { name: 'Green tea', price: 450 })
  t.match((await get('/v1/skus/tea-100')).body, { sku: '100 g', price: 500 })

  const dearer = { price: 480, metadata: { leaf: 'whole' }, override: true }
  const items = [{ source_id: 'tea', related_object: 'product', product: dearer }]
  t.match((await put('/v1/orders/o-1', { items })).body, { amount: 480 })
  t.match((await get('/v1/products/tea')).body, {
    name: 'Green tea',
    price: 480,
    metadata: { leaf: 'whole' }
  })
})

onDemo('without override the inventory stays as it is', async (t, { get, post }) => {
  const before = (await get('/v1/products/prod_00beans')).body
  for (const override of [undefined, false]) {
    const product = { name: 'Another', price: 1, override }
    const items = [{ product_id: 'prod_00beans', product }]
    const { body } = await post('/v1/orders', { items })
    t.match(body, { amount: 1, items: [{ product: { name: 'Another' } }] }, 'it counts here')
  }
  t.strictSame((await get('/v1/products/prod_00beans')).body, before)
})

//                 what is wrong                 of the product                       refused as
const wrong: readonly (readonly [string, object, string, RegExp])[] = [
  ['no name to find it by', { price: 1 }, 'invalid_payload', /items\[0\]\.product: say which/],
  [
    'the name of another',
    { source_id: 'tea', name: 'Coffee beans 1 kg' },
    'invalid_payload',
    /items\[0\]\.product\.name: Duplicated product exists/
  ],
  ['no flag', { source_id: 'tea', override: 'yes' }, 'invalid_payload', /override/]
]

for (const [what, product, key, details] of wrong) {
  onDemo(`what cannot be saved stores no order: ${what}`, async (t, service) => {
    const before = await footprint(service)
    const items = [{ product: { override: true, ...product } }]
    for (const [url, body] of [
      ['/v1/orders', { items }],
      [REDEEM, { reward: { id: 'rew_00coin' }, order: { items } }]
    ] as const) {
      const refused = await service.post(url, body)
      t.strictSame([refused.status, refused.body.key], [400, key], url)
      t.match(refused.body.details, details)
    }
    t.strictSame(await footprint(service), before)
  })
}
