import { writesOf } from '../support/evidence.ts'
import { onDemo } from '../support/on-demo.ts'

const SEASONAL = '/v1/categories/cat_00seasonal'
const OUTLET = '/v1/categories/cat_00outlet'

onDemo('createCategory: a name of its own, and a rank that may be left out', async (t, service) => {
  const made = await service.post('/v1/categories', { name: 'Sale' })
  t.match(made, { status: 200, body: { name: 'Sale', hierarchy: 0, updated_at: null } })
  t.strictSame((await service.get(`/v1/categories/${made.body.id}`)).body, made.body)
  const rows = [
    [{ name: 'Sale', hierarchy: 2 }, 409, 'duplicate_found', /^Duplicated category .* name Sale;/],
    [{ name: '' }, 400, 'invalid_payload', /\.name/],
    [{ hierarchy: 1 }, 400, 'invalid_payload', /name/],
    [{ name: 'Other', hierarchy: 1.5 }, 400, 'invalid_payload', /\.hierarchy/],
    [{ name: 'Other', id: 'cat_1' }, 400, 'invalid_payload', /id/]
  ] as const
  for (const [body, status, key, details] of rows) {
    t.match(await service.post('/v1/categories', body), { status, body: { key, details } })
  }
  t.equal((await service.get('/v1/categories')).body.total, 3)
})

onDemo('listCategories: in the order asked for, a page at a time', async (t, service) => {
  service.setNow('2026-03-01T11:00:00.000Z')
  await service.put(SEASONAL, { hierarchy: 5 })
  const ids = async (query: string) => {
    const { status, body } = await service.get(`/v1/categories${query}`)
    t.strictSame([status, body.total, body.data_ref], [200, 2, 'data'])
    return body.data.map(({ id }: { id: string }) => id)
  }
  t.strictSame(await ids(''), ['cat_00outlet', 'cat_00seasonal'])
  t.strictSame(await ids('?order=created_at'), ['cat_00seasonal', 'cat_00outlet'])
  t.strictSame(await ids('?order=-updated_at'), ['cat_00seasonal', 'cat_00outlet'])
  t.strictSame(await ids('?order=updated_at&limit=1&page=2'), ['cat_00seasonal'])
  t.strictSame(await ids('?page=100'), [], 'past the end is empty, not an error')
  t.equal((await service.get('/v1/categories?order=name')).status, 400)
})

onDemo('updateCategory: what is sent, and what is filed under it shows it', async (t, service) => {
  const before = (await service.get(SEASONAL)).body
  const writes = writesOf(service.store)
  t.strictSame((await service.put(SEASONAL, {})).body, before)
  t.strictSame((await service.put(SEASONAL, { name: 'Seasonal', hierarchy: 1 })).body, before)
  const written = writes.flatMap(({ kinds }) => kinds)
  t.notOk(written.includes('category.updated'), 'nothing is written where nothing differs')
  service.setNow('2026-03-01T11:00:00.000Z')
  const { status, body } = await service.put(SEASONAL, { name: 'All year' })
  const updated = { ...before, name: 'All year', updated_at: '2026-03-01T11:00:00.000Z' }
  t.strictSame([status, body], [200, updated])
  t.strictSame((await service.get(SEASONAL)).body, updated)
  t.strictSame((await service.get('/v1/vouchers/SPRING-0001')).body.categories, [updated])
  const rows = [
    [OUTLET, { name: 'All year' }, 409, 'duplicate_found', /name All year;/],
    [OUTLET, { name: null }, 400, 'invalid_payload', /\.name/],
    [OUTLET, { hierarchy: null }, 400, 'invalid_payload', /\.hierarchy/],
    ['/v1/categories/cat_1', { name: 'Other' }, 404, 'not_found', /category with id cat_1/]
  ] as const
  for (const [url, sent, expected, key, details] of rows) {
    t.match(await service.put(url, sent), { status: expected, body: { key, details } })
  }
  t.equal((await service.get(OUTLET)).body.updated_at, null)
  t.equal((await service.put(OUTLET, { name: 'Seasonal' })).status, 200, 'the name is free again')
})

onDemo('deleteCategory: goes when nothing is filed under it', async (t, service) => {
  const refused = await service.delete(SEASONAL)
  t.match(refused, { status: 400, body: { key: 'resource_in_use', resource_type: 'category' } })
  t.match(refused.body, { resource_id: 'cat_00seasonal', details: /file them under another/ })
  t.equal((await service.get(SEASONAL)).status, 200)
  const voucher = { code: 'SPRING-OUTLET', category: 'Outlet' }
  const vouchers = '/v1/campaigns/camp_00spring/vouchers'
  const { body } = await service.post(vouchers, voucher)
  t.match((await service.delete(OUTLET)).body.details, new RegExp(`in use by voucher ${body.id}; `))
  const spare = (await service.post('/v1/categories', { name: 'Sale' })).body.id
  const gone = await service.delete(`/v1/categories/${spare}`)
  t.strictSame([gone.status, gone.bytes], [204, ''])
  t.equal((await service.delete(`/v1/categories/${spare}`)).status, 404)
  t.equal((await service.get('/v1/categories')).body.total, 2)
  t.equal((await service.post('/v1/categories', { name: 'Sale' })).status, 200)
})
