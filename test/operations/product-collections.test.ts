import { NOW } from '../support/app.ts'
import { writesOf } from '../support/evidence.ts'
import { onDemo } from '../support/on-demo.ts'

const COLLECTIONS = '/v1/product-collections'
const item = (id: string, object = 'product') => ({ id, object })
const static_ = (name: string, ...products: object[]) => ({ type: 'STATIC', name, products })

onDemo('createProductCollection: things that exist, each in it once', async (t, { post, get }) => {
  const sku = item('sku_00mugblue', 'sku')
  const given = static_('To drink', sku, item('prod_00filter'), {
    ...sku,
    product_id: 'prod_00mug'
  })
  const { status, body } = await post(COLLECTIONS, given)
  t.equal(status, 200)
  t.strictSame(body, {
    id: 'pc_000001',
    name: 'To drink',
    type: 'STATIC',
    products: [
      { id: 'prod_00filter', object: 'product' },
      { id: 'sku_00mugblue', product_id: 'prod_00mug', object: 'sku' }
    ],
    created_at: NOW,
    updated_at: null,
    object: 'products_collection'
  })
  t.strictSame((await get(`${COLLECTIONS}/pc_000001`)).body, body)
  const { products, ...rest } = body
  const echo = await post(COLLECTIONS, { type: rest.type, name: rest.name, products })
  t.strictSame(echo.body.products, products, 'what was answered can be sent back')
  const empty = await post(COLLECTIONS, static_('Nothing'))
  t.strictSame([empty.status, empty.body.products], [200, []])
})

onDemo('createProductCollection: an earning rule can speak of it at once', async (t, { post }) => {
  const { body } = await post(COLLECTIONS, static_('Paper', item('prod_00filter')))
  const [rule] = (
    await post('/v1/loyalties/camp_00club/earning-rules', [
      {
        event: 'order.paid',
        loyalty: {
          type: 'PROPORTIONAL',
          calculation_type: 'ORDER_ITEMS_QUANTITY',
          order_items: {
            quantity: { every: 1, points: 3, object: 'products_collection', id: body.id }
          }
        }
      }
    ])
  ).body
  t.equal(rule.object, 'earning_rule')
  const order = { items: [{ source_id: 'filter', quantity: 2 }] }
  const asked = { customer: { source_id: 'cleo' }, order }
  const estimate = await post('/v1/loyalties/camp_00club/qualifications', asked)
  t.equal(estimate.body.points_estimation, 7 + 6)
})

onDemo('createProductCollection: refusals name the mistake, make nothing', async (t, service) => {
  await service.work()
  const written = writesOf(service.store)
  const mug = item('prod_00mug')
  const rows = [
    [static_('X', mug, item('prod_00nothing')), 404, 'not_found', /product with id prod_00nothing/],
    [static_('X', item('prod_00mug', 'sku')), 404, 'not_found', /sku with id prod_00mug/],
    [static_('X', item('prod_00mug', 'thing')), 400, 'invalid_payload', /\.products\[0\]\.object/],
    [static_(''), 400, 'invalid_payload', /\.name/],
    [{ name: 'X', products: [] }, 400, 'invalid_payload', /\.type/],
    [{ type: 'AUTO_UPDATE', name: 'X', products: [] }, 400, 'invalid_payload', /\.type/],
    [{ ...static_('X'), filter: {} }, 400, 'invalid_payload', /filter/]
  ] as const
  for (const [payload, status, key, details] of rows) {
    const { status: came, body } = await service.post(COLLECTIONS, payload)
    t.strictSame([came, body.key], [status, key], JSON.stringify(payload))
    t.match(body.details, details)
  }
  t.strictSame(written, [])
})

onDemo('listProductCollections: with what is in them, sorted as asked', async (t, service) => {
  for (const [index, name] of ['a', 'b'].entries()) {
    service.setNow(`2026-03-01T11:00:0${index}.000Z`)
    await service.post(COLLECTIONS, static_(name, item('prod_00mug')))
  }
  const names = async (query: string) => {
    const { body } = await service.get(`${COLLECTIONS}?${query}`)
    return [body.total, ...body.data.map((one: Record<string, unknown>) => one['name'])]
  }
  t.strictSame(await names(''), [4, 'b', 'a', 'Everything coffee', 'Last year'])
  t.strictSame(await names('order=created_at&limit=1&page=3'), [4, 'a'])
  t.strictSame(await names('order=updated_at&limit=2'), [4, 'Last year', 'Everything coffee'])
  t.strictSame(await names('order=-updated_at&limit=2'), [4, 'b', 'a'])
  t.strictSame(await names('page=7'), [4])
  const { body } = await service.get(`${COLLECTIONS}?limit=2&page=1`)
  t.strictSame(body.data[0].products, [item('prod_00mug')])
  t.equal((await service.get(`${COLLECTIONS}/pc_00nothing`)).status, 404)
})

const COFFEE = `${COLLECTIONS}/pc_00coffee`

onDemo('updateProductCollection: another name, or all that is in it anew', async (t, service) => {
  const { body: before } = await service.get(COFFEE)
  await service.work()
  const written = writesOf(service.store)
  for (const same of [{}, { name: before.name, products: before.products }]) {
    t.strictSame((await service.put(COFFEE, same)).body, before, JSON.stringify(same))
  }
  t.strictSame(written, [])
  service.setNow('2026-03-01T11:00:00.000Z')
  const updated_at = '2026-03-01T11:00:00.000Z'
  const renamed = await service.put(COFFEE, { name: 'Coffee' })
  t.strictSame(renamed.body, { ...before, name: 'Coffee', updated_at })
  const blue = { id: 'sku_00mugblue', product_id: 'prod_00mug', object: 'sku' }
  const filled = await service.put(COFFEE, { products: [blue, item('prod_00beans'), blue] })
  t.strictSame(filled.body.products, [item('prod_00beans'), blue])
  t.strictSame((await service.get(COFFEE)).body, filled.body)
  t.ok(filled.body.updated_at > updated_at, 'no two states of it bear one instant')
  t.strictSame((await service.put(COFFEE, { products: [] })).body.products, [])
})

onDemo('updateProductCollection: a rule that speaks of it sees it at once', async (t, service) => {
  const measured = { every: 1, points: 3, object: 'products_collection', id: 'pc_00lastyear' }
  const loyalty = {
    type: 'PROPORTIONAL',
    calculation_type: 'ORDER_ITEMS_QUANTITY',
    order_items: { quantity: measured }
  }
  await service.post('/v1/loyalties/camp_00club/earning-rules', [{ event: 'order.paid', loyalty }])
  const order = { items: [{ source_id: 'filter', quantity: 2 }] }
  const asked = { customer: { source_id: 'cleo' }, order }
  const worth = async () =>
    (await service.post('/v1/loyalties/camp_00club/qualifications', asked)).body.points_estimation
  t.equal(await worth(), 7 + 6)
  await service.put(`${COLLECTIONS}/pc_00lastyear`, { products: [item('prod_00mug')] })
  t.equal(await worth(), 7)
  const kept = await service.delete(`${COLLECTIONS}/pc_00lastyear`)
  t.match(kept.body, { key: 'resource_in_use', details: /earning_rule ern_/ })
})

onDemo('updateProductCollection: refusals name the mistake, change nothing', async (t, service) => {
  await service.work()
  const written = writesOf(service.store)
  const rows = [
    [`${COLLECTIONS}/pc_00nothing`, {}, 404, /products_collection with id pc_00nothing/],
    [COFFEE, { products: [item('prod_00nothing')] }, 404, /product with id prod_00nothing/],
    [COFFEE, { products: [item('prod_00mug', 'sku')] }, 404, /sku with id prod_00mug/],
    [COFFEE, { name: null }, 400, /\.name/],
    [COFFEE, { type: 'AUTO_UPDATE' }, 400, /type/]
  ] as const
  for (const [url, payload, status, details] of rows) {
    const { status: came, body } = await service.put(url, payload)
    t.equal(came, status, JSON.stringify(payload))
    t.match(body.details, details)
  }
  t.strictSame(written, [])
})

onDemo('deleteProductCollection: goes unless a rule names it; goods stay', async (t, service) => {
  const is = { $is: ['pc_00coffee'] }
  const rules = { 1: { name: 'order.items.any', conditions: is } }
  const { body: rule } = await service.post('/v1/validation-rules', { name: 'Coffee', rules })
  const kept = await service.delete(COFFEE)
  t.match(kept.body, { code: 400, key: 'resource_in_use', resource_type: 'products_collection' })
  t.match(kept.body.details, `validation_rule ${rule.id}`)
  await service.delete(`/v1/validation-rules/${rule.id}`)
  t.equal((await service.delete(COFFEE)).status, 204)
  t.equal((await service.get(COFFEE)).status, 404)
  t.equal((await service.get('/v1/products/beans')).status, 200)
})
