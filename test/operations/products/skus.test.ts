import * as known from '../../../src/demo/known.ts'
import { NOW, typeOf } from '../../support/app.ts'
import { writesOf } from '../../support/evidence.ts'
import { onDemo } from '../../support/on-demo.ts'

const MUGS = '/v1/products/prod_00mug/skus'

onDemo('createSku: a variant of a product, named by either of its ids', async (t, service) => {
  const { status, body } = await service.post(MUGS, {
    source_id: 'mug-red',
    sku: 'Red mug',
    price: 1350,
    currency: 'EUR',
    attributes: { colour: 'red' },
    image_url: 'https://shop.example/red.png',
    metadata: { glaze: 'matt' }
  })
  t.equal(status, 200)
  t.strictSame(body, {
    id: 'sku_000001',
    source_id: 'mug-red',
    product_id: 'prod_00mug',
    sku: 'Red mug',
    price: 1350,
    currency: 'EUR',
    attributes: { colour: 'red' },
    image_url: 'https://shop.example/red.png',
    metadata: { glaze: 'matt' },
    created_at: NOW,
    updated_at: null,
    object: 'sku'
  })
  t.strictSame((await service.get('/v1/skus/sku_000001')).body, body)
  t.strictSame((await service.get('/v1/skus/mug-red')).body, body, 'found by its source id')
  const nothing = { sku: null, price: null, currency: null, image_url: null }
  const unsaid = { source_id: null, ...nothing, attributes: {}, metadata: {} }
  const bare = await service.post('/v1/products/mug/skus', {})
  t.strictSame(bare.body, { ...body, id: 'sku_000002', ...unsaid })
  const cleared = { ...nothing, attributes: null, metadata: null }
  const emptied = await service.put(`${MUGS}/sku_000001`, cleared)
  t.match(emptied.body, { ...unsaid, source_id: 'mug-red' }, 'null clears')
  await service.put(`${MUGS}/sku_000001`, { price: 1350, metadata: { glaze: 'matt' } })
  const { body: joined } = await service.put(`${MUGS}/sku_000001`, { metadata: { size: 'L' } })
  t.strictSame(joined.metadata, { glaze: 'matt', size: 'L' })
  const order = { items: [{ related_object: 'sku', source_id: 'mug-red', quantity: 2 }] }
  const asked = { customer: { source_id: 'cleo' }, order }
  const { body: estimate } = await service.post('/v1/loyalties/Coffee%20Club/qualifications', asked)
  t.equal(estimate.points_estimation, 27, 'orders are priced with it')
})

onDemo('createSku: refusals name what is wrong and make nothing', async (t, service) => {
  const desk = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
  const properties = { glaze: { type: 'string', optional: true } }
  const schemas = `/management/v1/projects/${known.PROJECT_ID}/metadata-schemas`
  await service.post(schemas, { related_object: 'sku', properties }, desk)
  await service.work()
  const written = writesOf(service.store)
  const rows = [
    ['/v1/products/prod_00nothing/skus', {}, 404, 'not_found', /product/],
    ['/v1/products/beans/skus', { source_id: 'mug-blue' }, 409, 'duplicate_found', /mug-blue/],
    [MUGS, { image_url: 'red.png' }, 400, 'invalid_payload', /image_url/],
    [MUGS, { price: 0.5 }, 400, 'invalid_payload', /\.price/],
    [MUGS, { currency: 'euro' }, 400, 'invalid_payload', /\.currency/],
    [MUGS, { product_id: 'prod_00beans' }, 400, 'invalid_payload', /product_id/],
    [MUGS, { metadata: { glaze: 7 } }, 400, 'metadata_validation_failed', /glaze/]
  ] as const
  for (const [url, payload, status, key, details] of rows) {
    const { status: came, body } = await service.post(url, payload)
    t.strictSame([came, body.key], [status, key], JSON.stringify(payload))
    t.match(body.details, details)
  }
  t.strictSame(written, [])
})

onDemo('listSkus: those of one product, sorted as asked', async (t, { setNow, post, get }) => {
  for (const [index, name] of ['a', 'b', 'c'].entries()) {
    setNow(`2026-03-01T11:00:0${index}.000Z`)
    await post(MUGS, { source_id: name })
  }
  await post('/v1/products/filter/skus', { source_id: 'filter-small' })
  const sources = async (query: string) => {
    const { body } = await get(`${MUGS}?${query}`)
    return [body.total, ...body.skus.map((sku: Record<string, unknown>) => sku['source_id'])]
  }
  t.strictSame(await sources(''), [5, 'c', 'b', 'a', 'mug-blue', 'mug-old'])
  t.strictSame(await sources('order=created_at&limit=2&page=2'), [5, 'a', 'b'])
  t.strictSame(await sources('order=updated_at&limit=2'), [5, 'mug-old', 'mug-blue'])
  t.strictSame(await sources('order=-updated_at&limit=1'), [5, 'c'])
  t.strictSame(await sources('page=9'), [5])
  t.equal((await get('/v1/products/nothing/skus')).status, 404)
  t.equal((await get('/v1/skus/nothing')).body.resource_type, 'sku')
})

const BLUE = `${MUGS}/sku_00mugblue`

onDemo('createSku: sent again it changes the one there is', async (t, { get, setNow, post }) => {
  const { body: before } = await get('/v1/skus/mug-blue')
  setNow('2026-03-01T11:00:00.000Z')
  const { status, body } = await post(MUGS, { source_id: 'mug-blue', price: null })
  t.equal(status, 200)
  t.strictSame(body, { ...before, price: null, updated_at: '2026-03-01T11:00:00.000Z' })
})

onDemo('updateSku: what is sent counts, by either of its ids', async (t, service) => {
  const { body: before } = await service.get('/v1/skus/mug-blue')
  await service.work()
  const written = writesOf(service.store)
  t.strictSame((await service.put(BLUE, {})).body, before, 'nothing sent')
  t.strictSame((await service.put(BLUE, { source_id: 'mug-blue' })).body, before, 'its own name')
  t.strictSame(written, [])
  service.setNow('2026-03-01T11:00:00.000Z')
  const sent = { sku: 'Navy mug', attributes: { size: 'L' }, metadata: { glaze: 'matt' } }
  const { status, body } = await service.put('/v1/products/mug/skus/mug-blue', sent)
  t.equal(status, 200)
  t.strictSame(body, { ...before, ...sent, updated_at: '2026-03-01T11:00:00.000Z' })
  t.strictSame((await service.get('/v1/skus/mug-blue')).body, body)
})

onDemo('updateSku, deleteSku: refusals name the mistake and change nothing', async (t, service) => {
  await service.work()
  const written = writesOf(service.store)
  const rows = [
    ['/v1/products/nothing/skus/mug-blue', {}, 404, 'not_found', /product with id nothing/],
    ['/v1/products/beans/skus/mug-blue', {}, 404, 'not_found', /sku with id mug-blue/],
    [`${MUGS}/nothing`, {}, 404, 'not_found', /sku with id nothing/],
    [BLUE, { image_url: 'red.png' }, 400, 'invalid_payload', /image_url/],
    [BLUE, { price: 0.5 }, 400, 'invalid_payload', /\.price/],
    [BLUE, { source_id: 'x' }, 400, 'invalid_payload', /source_id/]
  ] as const
  for (const [url, payload, status, key, details] of rows) {
    const { status: came, body } = await service.put(url, payload)
    t.strictSame([came, body.key], [status, key], JSON.stringify(payload))
    t.match(body.details, details)
  }
  t.strictSame(typeOf(await service.delete('/v1/products/beans/skus/mug-blue')), [404, 'sku'])
  const given = await service.delete(BLUE)
  t.strictSame([given.status, given.body.key], [400, 'resource_in_use'])
  t.match(given.body.details, 'reward rew_00mug')
  t.strictSame(written, [])
})

onDemo('deleteSku: goes, and its product has one less', async (t, service) => {
  const gone = await service.delete(`${MUGS}/mug-old`)
  t.strictSame([gone.status, gone.bytes], [204, ''])
  t.equal((await service.get('/v1/skus/sku_00mugold')).status, 404)
  t.equal((await service.get(MUGS)).body.total, 1)
})
