import t from 'tap'
import { givenService } from '../../support/app.ts'

const review = { event: 'product_reviewed', customer: { source_id: 'ada' } }

t.test('sendCustomEvent: is answered with its customer, and earns', async t => {
  const service = await givenService(t)
  const before = await service.get('/v1/customers/ada')
  const { status, body } = await service.post('/v1/events', { ...review, metadata: { rating: 4 } })
  t.equal(status, 200)
  t.strictSame(body, {
    object: 'event',
    type: 'product_reviewed',
    customer: {
      id: 'cust_00ada',
      name: 'Ada Baker',
      email: 'ada@example.com',
      source_id: 'ada',
      metadata: { favourite_roast: 'dark', cups_per_day: 3 },
      object: 'customer'
    },
    referral: null,
    loyalty: null,
    metadata: { rating: 4 }
  })
  const after = await service.get('/v1/customers/ada')
  t.equal(after.body.loyalty.points - before.body.loyalty.points, 25)
})

t.test('sendCustomEvent: a new customer is made and enrolled, a known one merged', async t => {
  const service = await givenService(t)
  const zoe = { source_id: 'zoe', name: 'Zoe', metadata: { favourite_roast: 'light' } }
  await service.post('/v1/events', { ...review, customer: zoe })
  const made = await service.get('/v1/customers/zoe')
  t.strictSame(
    [made.body.name, made.body.metadata, made.body.loyalty.campaigns['Coffee Club'].points],
    ['Zoe', { favourite_roast: 'light' }, 25]
  )
  const change = { source_id: 'zoe', metadata: { favourite_roast: null, cups_per_day: 2 } }
  await service.post('/v1/events', { ...review, customer: change })
  const merged = await service.get('/v1/customers/zoe')
  t.strictSame([merged.body.name, merged.body.metadata], ['Zoe', { cups_per_day: 2 }])
  t.equal(merged.body.loyalty.points, 50)
})

t.test('sendCustomEvent: refusals change nothing', async t => {
  const service = await givenService(t)
  const before = await service.get('/v1/customers/ada')
  const rows = [
    [{ ...review, event: 'never_defined' }, 404, 'not_found', 'event_schema'],
    [{ ...review, customer: { id: 'cust_x' } }, 404, 'not_found', 'customer'],
    [{ ...review, loyalty: { code: 'nobody' } }, 404, 'not_found', 'voucher'],
    [{ ...review, loyalty: { code: 'SPRING-0001' } }, 404, 'not_found', 'voucher'],
    [{ ...review, loyalty: { code: 'CLUB-BEN-0001' } }, 400, 'invalid_customer', 'voucher'],
    [{ ...review, referral: { code: 'nobody' } }, 404, 'not_found', 'voucher'],
    [{ ...review, referral: { code: 'SPRING-0001' } }, 400, 'invalid_voucher', 'voucher'],
    [{ ...review, metadata: { rating: 9 } }, 400, 'metadata_validation_failed', undefined],
    [{ ...review, metadata: { rating: 'good' } }, 400, 'metadata_validation_failed', undefined],
    [
      { ...review, customer: { source_id: 'new', metadata: { cups_per_day: 99 } } },
      400,
      'metadata_validation_failed',
      undefined
    ],
    [{ ...review, event: '' }, 400, 'invalid_payload', undefined],
    [{ ...review, event: 'e'.repeat(301) }, 400, 'invalid_payload', undefined],
    [{ event: 'product_reviewed' }, 400, 'invalid_payload', undefined]
  ] as const
  for (const [body, status, key, type] of rows) {
    const answer = await service.post('/v1/events', body)
    t.strictSame(
      [answer.status, answer.body.key, answer.body.resource_type],
      [status, key, type],
      JSON.stringify(body)
    )
  }
  t.strictSame((await service.get('/v1/customers/ada')).body, before.body)
  t.equal((await service.get('/v1/customers/new')).status, 404)
})

t.test('sendCustomEvent: loyalty.code selects the one card that earns', async t => {
  const service = await givenService(t)
  const { body } = await service.post('/v1/events', {
    ...review,
    loyalty: { code: 'CLUB-ADA-0001' }
  })
  t.equal(body.loyalty, null)
  const { body: ada } = await service.get('/v1/customers/ada')
  t.equal(ada.loyalty.points, ada.summary.redemptions.loyalty_card.points_to_go)
})
