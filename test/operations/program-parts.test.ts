/**
 * Earning rules and loyalty tiers one by one: what they give changes from now on, what people have
 * stays, and what others need does not go.
 */
import t from 'tap'
import { givenService, type Service } from '../support/app.ts'

const LATER = '2026-03-02T10:00:00.000Z'
const TEA = '/v1/loyalties/camp_00tea'
const CLUB = '/v1/loyalties/camp_00club'

const count = async ({ get }: Service, id: string) =>
  (await get(`/v1/validation-rules/${id}`)).body.assignments_count

t.test('updateEarningRule: what is sent is another way', async t => {
  const service = await givenService(t)
  const url = `${CLUB}/earning-rules/ern_00beans`
  const { body: before } = await service.get(url)
  t.equal(before.id, 'ern_00beans')
  service.setNow(LATER)
  t.strictSame((await service.put(url, {})).body, before)
  const loyalty = { type: 'FIXED', points: 7 }
  const changes = {
    loyalty,
    start_date: '2026-01-01T00:00:00.000Z',
    validity_day_of_week: [1, 2],
    pending_points: { period_type: 'DAY', period_value: 9 },
    expiration_rules: { period_type: 'MONTH', period_value: 3 },
    metadata: { shop: 'north' }
  }
  const { status, body } = await service.put(url, { ...changes, source: { banner: null } })
  t.equal(status, 200)
  const { banner: _, ...source } = before.source
  t.strictSame(body, { ...before, ...changes, source, updated_at: LATER })
  t.strictSame((await service.get(url)).body, body)
  const cleared = await service.put(url, { pending_points: null, expiration_rules: null })
  t.notOk('pending_points' in cleared.body || 'expiration_rules' in cleared.body)
})

t.test('updateEarningRule: what it earns counts from now on', async t => {
  const service = await givenService(t)
  const review = () =>
    service.post('/v1/events', { event: 'product_reviewed', customer: { source_id: 'ben' } })
  const points = async () => (await service.get('/v1/customers/ben')).body.loyalty.points
  const url = `${CLUB}/earning-rules/ern_00review`
  await review()
  t.equal(await points(), 145)
  await service.put(url, { loyalty: { type: 'FIXED', points: '40' } })
  await review()
  t.equal(await points(), 185)
  const off = await service.post(`${url}/disable`, {})
  t.strictSame([off.status, off.body.active], [200, false])
  t.strictSame((await service.post(`${url}/disable`)).body, off.body, 'off already')
  await review()
  t.equal(await points(), 185)
  await service.post(`${url}/enable`)
  await review()
  t.equal(await points(), 225)
  t.equal((await service.delete(url)).status, 204)
  await review()
  t.equal(await points(), 225, 'a rule that is gone earns nothing, and takes nothing')
})

t.test('updateEarningRule: the counts of validation rules stay true', async t => {
  const service = await givenService(t)
  const url = `${TEA}/earning-rules/ern_00cup`
  const counts = async () => [
    await count(service, 'val_00twenty'),
    await count(service, 'val_00hundred')
  ]
  const bind = (validation_rule_id: string | null) => service.put(url, { validation_rule_id })
  t.strictSame(await counts(), [1, 1])
  t.equal((await bind('val_00twenty')).body.validation_rule_id, 'val_00twenty')
  t.strictSame(await counts(), [2, 1])
  await bind('val_00twenty')
  t.strictSame(await counts(), [2, 1], 'bound already')
  await bind('val_00hundred')
  t.strictSame(await counts(), [1, 2])
  t.match((await bind('val_00nothing')).body, { code: 404, resource_type: 'validation_rule' })
  await bind(null)
  t.strictSame(await counts(), [1, 1])
  await bind('val_00hundred')
  t.equal((await service.delete(url)).status, 204)
  t.strictSame(await counts(), [1, 1])
})

t.test('updateEarningRule: refusals name what is wrong and change nothing', async t => {
  const service = await givenService(t)
  const url = `${CLUB}/earning-rules/ern_00review`
  const { body: before } = await service.get(url)
  const items = { every: 1, points: 1, object: 'product', id: 'prod_00nothing' }
  const perItem = { type: 'PROPORTIONAL', calculation_type: 'ORDER_ITEMS_QUANTITY' }
  const wait = { period_type: 'DAY', period_value: 3 }
  const rows = [
    [{ event: 'order.paid' }, 400, 'invalid_payload', /\.event is not known/],
    [{ active: false }, 400, 'invalid_payload', /\.active is not known/],
    [{ loyalty: null }, 400, 'invalid_payload', /\.loyalty/],
    [{ loyalty: { ...perItem, order_items: { quantity: items } } }, 400, 'invalid_payload', /has/],
    [{ pending_points: wait }, 400, 'invalid_payload', /^Property \.pending_points: only points/],
    [{ expiration_rules: { period_type: 'MONTH' } }, 400, 'invalid_payload', /period_value/]
  ] as const
  for (const [changes, code, key, details] of rows) {
    t.match((await service.put(url, changes)).body, { code, key, details }, JSON.stringify(changes))
  }
  t.strictSame((await service.get(url)).body, before)
  const orders = `${CLUB}/earning-rules/ern_00beans`
  const unknown = { loyalty: { ...perItem, order_items: { quantity: items } } }
  t.match((await service.put(orders, unknown)).body, { code: 404, resource_type: 'product' })
  for (const path of [`${TEA}/earning-rules/ern_00review`, `${CLUB}/earning-rules/ern_00no`]) {
    for (const answer of [
      await service.get(path),
      await service.put(path, {}),
      await service.post(`${path}/enable`),
      await service.delete(path)
    ]) {
      t.strictSame([answer.status, answer.body.resource_type], [404, 'earning_rule'])
    }
  }
})

t.test('deleteEarningRule: points that wait for it stay; one that a tier names stays', async t => {
  const service = await givenService(t)
  const pending = '/v1/loyalties/members/CLUB-ADA-0001/pending-points'
  const before = await service.get(pending)
  t.equal(before.body.data[0].details.earning_rule.id, 'ern_00beans')
  t.equal((await service.delete(`${CLUB}/earning-rules/ern_00beans`)).status, 204)
  t.strictSame((await service.get(pending)).body, before.body)
  const url = `${CLUB}/earning-rules/ern_00euro`
  const refused = await service.delete(url)
  t.match(refused.body, { code: 400, key: 'resource_in_use', details: /loyalty_tier ltr_00gold/ })
  t.equal((await service.get(url)).status, 200)
  await service.put(`${CLUB}/tiers/ltr_00gold`, { earning_rules: {} })
  t.equal((await service.delete(url)).status, 204)
})

t.test('updateLoyaltyTier: the band moves, and members with it', async t => {
  const service = await givenService(t)
  const url = `${CLUB}/tiers/ltr_00silver`
  const { body: before } = await service.get(url)
  service.setNow(LATER)
  t.strictSame((await service.put(url, {})).body, before)
  const mapping = { earning_rules: { ern_00beans: { type: 'CUSTOM', points: 3 } } }
  const named = await service.put(url, { name: 'Iron', ...mapping })
  t.strictSame(named.body, { ...before, name: 'Iron', ...mapping, updated_at: LATER })
  const band = await service.put(url, { points: { to: 499 } })
  t.strictSame(
    [band.body.points, band.body.config.points],
    [
      { from: 0, to: 499 },
      { from: 0, to: 499 }
    ]
  )
  await service.put(`${CLUB}/tiers/ltr_00gold`, { points: { from: 500 } })
  await service.work()
  t.strictSame((await service.get(`${CLUB}/tiers/ltr_00gold`)).body.points, { from: 500 })
  const rows = [
    [
      { points: { to: null } },
      400,
      'invalid_payload',
      /^Property \.points: overlaps with tier Gold/
    ],
    [{ points: { from: 500 } }, 400, 'invalid_payload', /^Property \.points\.to: 499 is not/],
    [{ name: 'Gold' }, 409, 'duplicate_found', /name Gold/],
    [{ metadata: {} }, 400, 'invalid_payload', /\.metadata is not known/],
    [{ earning_rules: { ern_00cup: { type: 'CUSTOM', points: 1 } } }, 404, 'not_found', /ern_00cup/]
  ] as const
  for (const [changes, code, key, details] of rows) {
    t.match((await service.put(url, changes)).body, { code, key, details }, JSON.stringify(changes))
  }
})

t.test('deleteLoyaltyTier: stays while somebody stands in it or a rule is for it', async t => {
  const service = await givenService(t)
  await service.work()
  const gold = `${CLUB}/tiers/ltr_00gold`
  const held = await service.delete(gold)
  t.match(held.body, { code: 400, key: 'resource_in_use', details: /voucher v_00adaclub; move/ })
  t.equal((await service.put(gold, { points: { from: 900_000 } })).status, 200)
  service.setNow('2026-03-01T11:00:00.000Z')
  await service.work()
  const ruled = await service.delete(gold)
  t.match(ruled.body, { key: 'resource_in_use', details: /in use by earning_rule ern_00gold/ })
  for (const id of ['ern_00gold', 'ern_00golden']) {
    t.equal((await service.delete(`${CLUB}/earning-rules/${id}`)).status, 204)
  }
  t.equal((await service.delete(gold)).status, 204)
  t.equal((await service.get(`${CLUB}/tiers`)).body.total, 1)
  for (const path of [gold, `${TEA}/tiers/ltr_00silver`]) {
    for (const answer of [await service.get(path), await service.delete(path)]) {
      t.strictSame([answer.status, answer.body.resource_type], [404, 'loyalty_tier'])
    }
  }
})
