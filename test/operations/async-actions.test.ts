import { onDemo } from '../support/on-demo.ts'

onDemo('listAsyncActions: what was asked for, without what came of it', async (t, service) => {
  service.setNow('2026-03-01T12:00:00.000Z')
  const bulk = await service.post('/v1/products/bulk/async', [{ source_id: 'mug', price: 1250 }])
  const id = bulk.body.async_action_id
  await service.work()
  const { result, ...listed } = (await service.get(`/v1/async-actions/${id}`)).body
  t.not(result, null)
  // Counted ids come before those that the demo pins.
  t.strictSame((await service.get('/v1/async-actions?limit=1&order=created_at')).body, {
    object: 'list',
    data_ref: 'async_actions',
    async_actions: [listed],
    has_more: true
  })
  const rows = [
    ['', ['aa_00products', id], false],
    ['?limit=1', ['aa_00products'], true],
    ['?limit=1&page=2', [id], false],
    ['?end_date=2026-03-01T11:00:00.000Z', ['aa_00products'], false],
    ['?end_date=2026-03-01T12:00:00.000Z', ['aa_00products', id], false],
    ['?end_date=2026-03-01T13:00:00%2B01:00', ['aa_00products', id], false],
    ['?end_date=2020-01-01T00:00:00.000Z', [], false]
  ] as const
  for (const [query, ids, hasMore] of rows) {
    const page = (await service.get(`/v1/async-actions${query}`)).body
    const found = page.async_actions.map((action: { id: string }) => action.id)
    t.strictSame([found, page.has_more], [ids, hasMore], query)
  }
})
