import t from 'tap'
import { givenService } from '../support/app.ts'

const BULK = '/v1/products/bulk/async'

t.test('updateProductsInBulk: known products are merged, unknown ones made', async t => {
  const service = await givenService(t)
  await service.work()
  const { status, body } = await service.post(BULK, [
    { source_id: 'beans', price: 2000, metadata: { origin: 'Kenya' } },
    { source_id: 'kettle', name: 'Kettle', price: 5900, attributes: ['colour'] },
    { source_id: 'beans', name: 'Coffee beans, 1 kg' }
  ])
  t.equal(status, 202)
  await service.work()
  const action = await service.get(`/v1/async-actions/${body.async_action_id}`)
  t.match(action.body, {
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

t.test('updateProductsInBulk: what cannot be merged is reported item by item', async t => {
  const service = await givenService(t)
  await service.work()
  const { body } = await service.post(BULK, [
    { source_id: 'beans', image_url: 'http://insecure.example/beans.png' },
    { source_id: 'new', name: 'Stoneware mug' },
    { source_id: 'filter', price: 400 }
  ])
  await service.work()
  const { body: action } = await service.get(`/v1/async-actions/${body.async_action_id}`)
  t.strictSame(
    [action.status, action.result.done_count, action.result.failed_count],
    ['DONE', 1, 2]
  )
  t.strictSame(
    action.result.errors.map(({ source_id, key }: Record<string, string>) => [source_id, key]),
    [
      ['beans', 'invalid_payload'],
      ['new', 'duplicate_found']
    ]
  )
})

t.test(
  'updateProductsInBulk: a wrong shape refuses the whole request, naming the index',
  async t => {
    const service = await givenService(t)
    const rows = [
      [[], /./],
      [{ source_id: 'beans' }, /array/],
      [[{ source_id: 'a' }, { name: 'no id' }], /\[1\].*source_id/],
      [[{ source_id: 'a' }, { source_id: 'b', price: '12' }], /\[1\]\.price/],
      [[{ source_id: 'a', colour: 'red' }], /\[0\].*colour/]
    ] as const
    for (const [payload, details] of rows) {
      const { status, body } = await service.post(BULK, payload)
      t.strictSame([status, body.key], [400, 'invalid_payload'], JSON.stringify(payload))
      t.match(body.details, details)
    }
    const none = await service.post(BULK)
    t.strictSame([none.status, none.body.key], [400, 'invalid_payload'], 'no body at all')
  }
)

t.test('updateProductsInBulk: requests of one project are carried out in their order', async t => {
  const service = await givenService(t)
  const prices = [100, 200, 300, 400]
  for (const price of prices) await service.post(BULK, [{ source_id: 'mug', price }])
  await service.work()
  const estimate = await service.post('/v1/loyalties/camp_00club/qualifications', {
    customer: { source_id: 'ada' },
    order: { items: [{ source_id: 'mug', quantity: 1 }] }
  })
  t.equal(estimate.body.points_estimation, 6, 'half as much again as 4')
})
