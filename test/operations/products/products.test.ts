import * as known from '../../../src/demo/known.ts'
import { keyOf, NOW, type Service } from '../../support/app.ts'
import { writesOf } from '../../support/evidence.ts'
import { givenProject, pairOf } from '../../support/given-steps.ts'
import { onDemo } from '../../support/on-demo.ts'

const BULK = '/v1/products/bulk/async'
const LATER = '2026-03-01T11:00:00.000Z'

onDemo('updateProductsInBulk: known products are merged, unknown ones made', async (t, service) => {
  await service.work()
  const { status, body } = await service.post(BULK, [
    { source_id: 'beans', price: 2000, metadata: { origin: 'Kenya' } },
    { source_id: 'kettle', name: 'Kettle', price: 5900, attributes: ['colour'] },
    { source_id: 'beans', name: 'Coffee beans, 1 kg' }
  ])
  t.equal(status, 202)
  await service.work()
  t.match((await service.get(`/v1/async-actions/${body.async_action_id}`)).body, {
    type: 'PRODUCTS.BULK_UPDATE',
    status: 'DONE',
    operation_status: 'SUCCESS',
    progress: 100,
    result: { done_count: 3, failed_count: 0, reports: [], errors: [] }
  })
  const order = { items: [{ source_id: 'beans' }, { source_id: 'kettle' }] }
  const estimate = await service.post('/v1/loyalties/camp_00club/qualifications', {
    customer: { source_id: 'ada' },
    order
  })
  // Gold has half as much again for 79 euros, rounded down.
  t.equal(estimate.body.points_estimation, 118 + 10, 'the new prices count')
})

/** What became of these items, when all of them have had their turn. */
async function inBulk(service: Service, items: readonly object[]) {
  const { body } = await service.post(BULK, items)
  await service.work()
  return (await service.get(`/v1/async-actions/${body.async_action_id}`)).body
}

const IMAGE = 'https://shop.example/mug.png'

//        what is sent                                    what is another way then
// biome-ignore format: a table
const merges = [
  [{}, {}],
  [{ price: 1200, attributes: ['colour'], metadata: { size: 'M' } }, {}],
  [{ price: 1300 }, { price: 1300 }],
  [{ price: 0 }, { price: 0 }],
  [{ name: null, price: null }, { name: null, price: null }],
  [{ attributes: null, image_url: null }, { attributes: [], image_url: null }],
  [{ attributes: ['size'] }, { attributes: ['size'] }],
  [{ metadata: { tea: null, age: 3 } }, { metadata: { size: 'M', age: 3 } }],
  [{ metadata: null }, { metadata: {} }],
  [{ name: 'Tea bowl' }, { name: 'Tea bowl' }]
] as const

onDemo('updateProductsInBulk: a value sets, null clears, absent leaves', async (t, service) => {
  await service.work()
  const full = { price: 1200, attributes: ['colour'], image_url: IMAGE }
  const metadata = { size: 'M', tea: true }
  const made = merges.map((_, n) => ({ source_id: `p${n}`, name: `P ${n}`, ...full, metadata }))
  t.match(await inBulk(service, made), { result: { done_count: merges.length } })
  service.setNow(LATER)
  const sent = merges.map(([fields], n) => ({ source_id: `p${n}`, ...fields }))
  t.match(await inBulk(service, sent), { result: { done_count: merges.length } })
  for (const [n, [fields, changed]] of merges.entries()) {
    const { id, skus, ...body } = (await service.get(`/v1/products/p${n}`)).body
    const updated_at = Object.keys(changed).length === 0 ? null : LATER
    const whole = { ...made[n], created_at: NOW, object: 'product', ...changed, updated_at }
    t.strictSame(body, whole, JSON.stringify(fields))
  }
})

onDemo('updateProductsInBulk: a name is free once its owner gave it up', async (t, service) => {
  await service.work()
  const exchanged = await inBulk(service, [
    { source_id: 'mug', name: 'Free' },
    { source_id: 'filter', name: 'Stoneware mug' },
    { source_id: 'mug', name: 'Paper filters' },
    { source_id: 'tin', name: 'Another tin' },
    { source_id: 'box', name: 'Coffee tin' }
  ])
  t.match(exchanged.result, { done_count: 5, failed_count: 0 })
  const names = ['mug', 'filter'].map(
    async id => (await service.get(`/v1/products/${id}`)).body.name
  )
  t.strictSame(await Promise.all(names), ['Paper filters', 'Stoneware mug'])
  t.match(await inBulk(service, [{ source_id: 'beans', name: 'Paper filters' }]), {
    status: 'DONE',
    operation_status: 'FAILED',
    result: { done_count: 0, failed_count: 1 }
  })
})

onDemo('updateProductsInBulk: what cannot be merged is told item by item', async (t, service) => {
  const desk = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
  const properties = { origin: { type: 'string', optional: false } }
  const schemas = `/management/v1/projects/${known.PROJECT_ID}/metadata-schemas`
  await service.post(schemas, { related_object: 'product', properties }, desk)
  await service.work()
  const action = await inBulk(service, [
    { source_id: 'mug', name: 'Paper filters', image_url: 'x' },
    { source_id: 'new', name: 'Stoneware mug' },
    { source_id: 'beans', image_url: 'http://a.example/b.png', metadata: { origin: 5 } },
    { source_id: 'beans', image_url: 'https://a.example/b.gif' },
    { source_id: 'filter', price: 400 },
    { source_id: 'beans', metadata: { origin: 5 } }
  ])
  t.match(action, {
    status: 'DONE',
    operation_status: 'SUCCESS',
    result: { done_count: 1, failed_count: 5 }
  })
  const rows = [
    ['mug', 'duplicate_found', 'Duplicated resource found', /^Item \[0\]: .* name Paper filters; /],
    ['new', 'duplicate_found', 'Duplicated resource found', /^Item \[1\]: .* name Stoneware mug; /],
    ['beans', 'invalid_payload', 'Invalid payload', /\[2\]: Property \.image_url: 'http:.*https:/],
    ['beans', 'invalid_payload', 'Invalid payload', /^Item \[3\]: .*b\.gif/],
    ['beans', 'metadata_validation_failed', 'Metadata validation failed', /^Item \[5\]: .*origin/]
  ] as const
  t.match(
    action.result.errors,
    rows.map(([source_id, key, message, details]) => ({ source_id, key, message, details }))
  )
  t.equal(action.result.errors.length, rows.length)
})

onDemo('updateProductsInBulk: a wrong shape refuses all, naming the index', async (t, { post }) => {
  const rows = [
    [[], /./],
    [{ source_id: 'beans' }, /array/],
    [[{ source_id: 'a' }, { name: 'no id' }], /\[1\].*source_id/],
    [[{ source_id: 'a' }, { source_id: 'b', price: '12' }], /\[1\]\.price/],
    [[{ source_id: 'a', colour: 'red' }], /\[0\].*colour/]
  ] as const
  for (const [payload, details] of rows) {
    const { status, body } = await post(BULK, payload)
    t.strictSame([status, body.key], [400, 'invalid_payload'], JSON.stringify(payload))
    t.match(body.details, details)
  }
  t.strictSame(keyOf(await post(BULK)), [400, 'invalid_payload'], 'no body at all')
})

onDemo("updateProductsInBulk: one project's are carried out in order", async (t, service) => {
  const prices = [100, 200, 300, 400]
  for (const price of prices) await service.post(BULK, [{ source_id: 'mug', price }])
  await service.work()
  const estimate = await service.post('/v1/loyalties/camp_00club/qualifications', {
    customer: { source_id: 'ada' },
    order: { items: [{ source_id: 'mug', quantity: 1 }] }
  })
  t.equal(estimate.body.points_estimation, 6, 'half as much again as 4')
})

const TEAPOT = { source_id: 'teapot', name: 'Teapot', price: 2900, metadata: { origin: 'Japan' } }

onDemo('importProductsUsingCsv: the public names, and others as metadata', async (t, service) => {
  const lines = [
    'name,Source_id,Price,attributes,Image URL,Fashion,value',
    'T-Shirt,shirt,21,"color,size , ranking",https://images.example/original.jpg,slim,9',
    'Tin,beans,12.5,,,,',
    'Cup,cup,1.234,,,,',
    'Mug,pot,3,",",ftp://x,,',
    'Tin,tin,,,,,',
    ',,7,,,,',
    'Jar,jar'
  ]
  const carried = async () => {
    const { status, body } = await service.upload('/v1/products/importCSV', lines)
    t.equal(status, 202)
    await service.work()
    return (await service.get(`/v1/async-actions/${body.async_action_id}`)).body
  }
  const { type, result } = await carried()
  t.equal(type, 'PRODUCTS.IMPORT')
  t.match(result, {
    message: 'Columns taken as metadata: Fashion, value.',
    ...{ done_count: 2, failed_count: 5 },
    errors: [
      { source_id: undefined, details: /^Line 4, column price: must be a price such as/ },
      { details: /^Line 5, column attributes: must be at most 100 names/ },
      { source_id: 'tin', details: /^Line 6: .*Tin/ },
      { details: /^Line 7, column source_id: is empty/ },
      { details: /^Line 8: / }
    ]
  })
  const { body: shirt } = await service.get('/v1/products/shirt')
  t.match(shirt, {
    ...{ name: 'T-Shirt', price: 2100, attributes: ['color', 'size', 'ranking'] },
    image_url: 'https://images.example/original.jpg',
    metadata: { Fashion: 'slim', value: '9' }
  })
  const { body: beans } = await service.get('/v1/products/beans')
  t.match(beans, { name: 'Tin', price: 1250, attributes: [], metadata: {} })
  service.setNow('2026-03-02T10:00:00.000Z')
  t.equal((await carried()).result.done_count, 2)
  t.strictSame((await service.get('/v1/products/shirt')).body, shirt, 'a file can be sent again')
  const unfit = await service.upload('/v1/products/importCSV', ['name,price', 'Tea,1'])
  t.match([unfit.status, unfit.body.details], [400, /column source_id: is missing/])
})

onDemo('createProduct: makes a product, and changes it by either id', async (t, service) => {
  const made = await service.post('/v1/products', TEAPOT)
  t.equal(made.status, 200)
  t.strictSame(made.body, {
    id: 'prod_000001',
    source_id: 'teapot',
    name: 'Teapot',
    price: 2900,
    attributes: [],
    image_url: null,
    metadata: { origin: 'Japan' },
    created_at: NOW,
    updated_at: null,
    object: 'product'
  })
  const again = await service.post('/v1/products', TEAPOT)
  t.strictSame(again.body, made.body, 'the same once more changes nothing')
  service.setNow('2026-03-01T11:00:00.000Z')
  const cheaper = await service.post('/v1/products', { source_id: 'teapot', price: null })
  const changed = { price: null, updated_at: '2026-03-01T11:00:00.000Z' }
  t.strictSame(cheaper.body, { ...made.body, ...changed })
  const renamed = { id: 'prod_000001', source_id: 'other', metadata: { origin: null, glaze: 1 } }
  const found = await service.post('/v1/products', renamed)
  t.strictSame(found.body, { ...made.body, ...changed, metadata: { glaze: 1 } }, 'by its id')
  t.equal((await service.get('/v1/products/other')).status, 404, 'whose source id stays')
  const nameless = await service.post('/v1/products', {})
  t.strictSame([nameless.status, nameless.body.name, nameless.body.source_id], [200, null, null])
})

onDemo('createProduct: refusals name what is wrong and change nothing', async (t, service) => {
  const desk = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
  const origin = { origin: { type: 'string', optional: false } }
  const schemas = `/management/v1/projects/${known.PROJECT_ID}/metadata-schemas`
  await service.post(schemas, { related_object: 'product', properties: origin }, desk)
  await service.work()
  const written = writesOf(service.store)
  const rows = [
    [{ ...TEAPOT, name: 'Stoneware mug', image_url: 'x' }, 409, 'duplicate_found', /Stoneware mug/],
    [{ id: 'prod_00nothing' }, 404, 'not_found', /product with id prod_00nothing/],
    [{ source_id: 'x', image_url: 'http://a.b/c.png' }, 400, 'invalid_payload', /image_url/],
    [{ ...TEAPOT, price: -1 }, 400, 'invalid_payload', /\.price must be at least 0/],
    [{ ...TEAPOT, price: '2900' }, 400, 'invalid_payload', /\.price/],
    [{ ...TEAPOT, colour: 'red' }, 400, 'invalid_payload', /colour/],
    [{ ...TEAPOT, id: null }, 400, 'invalid_payload', /\.id/],
    [{ ...TEAPOT, source_id: '' }, 400, 'invalid_payload', /\.source_id/],
    [[TEAPOT], 400, 'invalid_payload', /./],
    [{ source_id: 'cup' }, 400, 'metadata_validation_failed', /metadata: origin/],
    [{ ...TEAPOT, metadata: { origin: 5 } }, 400, 'metadata_validation_failed', /origin/],
    [{ source_id: 'mug', metadata: null }, 400, 'metadata_validation_failed', /origin/]
  ] as const
  for (const [payload, status, key, details] of rows) {
    const { status: came, body } = await service.post('/v1/products', payload)
    t.strictSame([came, body.key], [status, key], JSON.stringify(payload))
    t.match(body.details, details)
  }
  t.strictSame(written, [])
})

onDemo('getProduct: by id, then by source id, with its SKUs', async (t, { get, post }) => {
  const { body } = await get('/v1/products/prod_00mug')
  t.match(body, { id: 'prod_00mug', source_id: 'mug', price: 1200, skus: { total: 2 } })
  const found = body.skus.data.map(({ id }: { id: string }) => id)
  t.strictSame(found, ['sku_00mugblue', 'sku_00mugold'])
  t.strictSame((await get('/v1/products/mug')).body, body)
  await post('/v1/products', { source_id: 'prod_00mug' })
  t.strictSame((await get('/v1/products/prod_00mug')).body, body, 'an id wins')
  const { body: bare } = await get('/v1/products/filter')
  t.strictSame(bare.skus, { object: 'list', data_ref: 'data', data: [], total: 0 })
  t.equal((await get('/v1/products/Stoneware%20mug')).status, 404, 'a name is no id')
})

onDemo('listProducts: in the order in which they were made, page by page', async (t, service) => {
  await givenProject(service, 'corner')
  const corner = pairOf('corner')
  for (const name of ['a', 'b', 'c']) {
    await service.post('/v1/products', { source_id: name }, corner)
  }
  const sources = async (query: string) => {
    const { body } = await service.get(`/v1/products?${query}`, corner)
    t.match(body, { object: 'list', data_ref: 'products' })
    return [body.total, ...body.products.map((one: Record<string, unknown>) => one['source_id'])]
  }
  t.strictSame(await sources(''), [3, 'c', 'b', 'a'])
  t.strictSame(await sources('limit=2'), [3, 'c', 'b'])
  t.strictSame(await sources('limit=2&page=2'), [3, 'a'])
  t.strictSame(await sources('limit=2&order=created_at'), [3, 'a', 'b'])
  t.strictSame(await sources('page=100'), [3])
  for (const query of ['order=name', 'limit=101', 'page=0', 'order=updated_at']) {
    t.equal((await service.get(`/v1/products?${query}`)).body.key, 'invalid_query_params', query)
  }
})

const MUG = '/v1/products/prod_00mug'

onDemo('updateProduct: what is sent counts, by either of its ids', async (t, service) => {
  const { skus, ...before } = (await service.get(MUG)).body
  await service.work()
  const written = writesOf(service.store)
  t.strictSame((await service.put(MUG, {})).body, before, 'nothing sent')
  t.strictSame((await service.put(MUG, { source_id: 'mug' })).body, before, 'its own name')
  t.strictSame((await service.put(MUG, { price: 1200 })).body, before, 'nothing new')
  t.strictSame(written, [])
  service.setNow(LATER)
  const sent = { name: null, price: 1250, metadata: { origin: 'Bonn' } }
  const { status, body } = await service.put('/v1/products/mug', sent)
  t.equal(status, 200)
  t.strictSame(body, { ...before, ...sent, updated_at: LATER })
  t.strictSame((await service.get(MUG)).body, { ...body, skus })
})

onDemo('updateProduct: refusals name what is wrong and change nothing', async (t, service) => {
  await service.work()
  const written = writesOf(service.store)
  const rows = [
    ['/v1/products/nothing', {}, 404, 'not_found', /product with id nothing/],
    [MUG, { name: 'Paper filters' }, 409, 'duplicate_found', /name Paper filters/],
    [MUG, { image_url: 'mug.png' }, 400, 'invalid_payload', /\.image_url/],
    [MUG, { price: -1 }, 400, 'invalid_payload', /\.price/],
    [MUG, { source_id: 'cup' }, 400, 'invalid_payload', /source_id/],
    [MUG, { id: 'prod_00tin' }, 400, 'invalid_payload', /\.id: it is /]
  ] as const
  for (const [url, payload, status, key, details] of rows) {
    const { status: came, body } = await service.put(url, payload)
    t.strictSame([came, body.key], [status, key], JSON.stringify(payload))
    t.match(body.details, details)
  }
  t.strictSame(written, [])
})

onDemo('deleteProduct: what something needs stays, until nothing does', async (t, service) => {
  const { body: product } = await service.post('/v1/products', { source_id: 'cup' })
  const url = `/v1/products/${product.id}`
  const named = [{ object: 'product', id: product.id }]
  const { body: sku } = await service.post(`${url}/skus`, { source_id: 'cup-red' })
  const given = { parameters: { product: { id: product.id } } }
  const { body: reward } = await service.post('/v1/rewards', given)
  const held = { type: 'STATIC', name: 'Cups', products: named }
  const { body: collection } = await service.post('/v1/product-collections', held)
  const limited = { name: 'Cups', rules: {}, applicable_to: { included: named } }
  const { body: rule } = await service.post('/v1/validation-rules', limited)
  const users = [
    [`${url}/skus/cup-red`, `sku ${sku.id}`],
    [`/v1/product-collections/${collection.id}`, `products_collection ${collection.id}`],
    [`/v1/rewards/${reward.id}`, `reward ${reward.id}`],
    [`/v1/validation-rules/${rule.id}`, `validation_rule ${rule.id}`]
  ] as const
  for (const [user, said] of users) {
    const refused = await service.delete(url)
    t.strictSame([refused.status, refused.body.key], [400, 'resource_in_use'], said)
    t.match(refused.body.details, said)
    t.equal((await service.get(url)).status, 200, 'it is still there')
    t.equal((await service.delete(user)).status, 204)
  }
  const gone = await service.delete('/v1/products/cup')
  t.strictSame([gone.status, gone.bytes], [204, ''])
  t.equal((await service.get(url)).status, 404)
  t.equal((await service.delete(url)).body.resource_type, 'product')
  const again = await service.post('/v1/products', { source_id: 'cup' })
  t.not(again.body.id, product.id, 'its source id is free again')
})

onDemo('deleteProduct: a rule that measures it keeps it; an order does not', async (t, service) => {
  t.match((await service.delete('/v1/products/beans')).body.details, 'earning_rule ern_00beans')
  const items = [{ product_id: 'prod_00tin', quantity: 1 }]
  const bought = { source_id: 'tins', customer: { source_id: 'ada' }, items }
  const { body: order } = await service.post('/v1/orders', bought)
  t.equal((await service.delete('/v1/products/prod_00tin')).status, 204)
  const { body: kept } = await service.get(`/v1/orders/${order.id}`)
  t.strictSame(kept.items, order.items, 'which keeps what it said of it')
})
