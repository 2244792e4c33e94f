/**
 * Earning rules and loyalty tiers one by one: what they give changes from now on, what people have
 * stays, and what others need does not go.
 */
import t from 'tap'
import { givenService, type Service } from '../../support/app.ts'

const ESTIMATE = '/v1/loyalties/camp_00club/qualifications'

const card = { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }

async function given(service: Service, name: string) {
  const { body } = await service.post('/v1/loyalties', { name, voucher: card })
  const rule = { event: 'order.paid', loyalty: { type: 'FIXED', points: 10 } }
  const url = `/v1/loyalties/${body.id}`
  const rules = await service.post(`${url}/earning-rules`, [rule, { ...rule, active: false }])
  return { url, rules: rules.body.map(({ id }: { id: string }) => id) }
}

const LATER = '2026-03-02T10:00:00.000Z'
const TEA = '/v1/loyalties/camp_00tea'
const CLUB = '/v1/loyalties/camp_00club'

const count = async ({ get }: Service, id: string) =>
  (await get(`/v1/validation-rules/${id}`)).body.assignments_count

t.test(
  'createEarningRules: answers in the order of the request, whole numbers for text',
  async t => {
    const service = await givenService(t)
    const rules = [
      { event: 'order.paid', loyalty: { type: 'FIXED', points: '5' }, source: { banner: 'Five' } },
      {
        event: 'product_reviewed',
        custom_event: { schema_id: 'ms_00review' },
        loyalty: {
          type: 'PROPORTIONAL',
          calculation_type: 'CUSTOM_EVENT_METADATA',
          custom_event: { metadata: { every: 1, points: 2, property: 'rating' } }
        },
        active: false,
        metadata: { season: 'spring' }
      },
      {
        event: 'customer.segment.entered',
        segment: { id: 'seg_00vip' },
        loyalty: { type: 'FIXED', points: 7 },
        validation_rule_id: null
      }
    ]
    const { status, body } = await service.post('/v1/loyalties/Coffee%20Club/earning-rules', rules)
    t.equal(status, 200)
    t.strictSame(
      body.map((rule: Record<string, unknown>) => [rule['event'], rule['active']]),
      [
        ['order.paid', true],
        ['product_reviewed', false],
        ['customer.segment.entered', true]
      ]
    )
    t.strictSame(body[0].loyalty, { type: 'FIXED', points: 5 })
    t.strictSame(body[1].loyalty, rules[1]?.loyalty)
    t.strictSame(body[0].source, {
      banner: 'Five',
      object_id: 'camp_00club',
      object_type: 'campaign'
    })
    const estimate = await service.post(ESTIMATE, {
      customer: { source_id: 'ada' },
      order: { amount: 100 }
    })
    t.equal(estimate.body.points_estimation, 1 + 5, 'the new rule earns')
  }
)

t.test('createEarningRules: one bad rule refuses all of them', async t => {
  const service = await givenService(t)
  const good = { event: 'order.paid', loyalty: { type: 'FIXED', points: 5 } }
  const rows = [
    ['/v1/loyalties/camp_00club/earning-rules', [], 400, 'invalid_payload'],
    [
      '/v1/loyalties/camp_00club/earning-rules',
      [good, { ...good, event: 'customer.loyalty.tier.reached' }],
      400,
      'invalid_payload'
    ],
    [
      '/v1/loyalties/camp_00club/earning-rules',
      [good, { ...good, event: 'customer.loyalty.tier.joined' }],
      400,
      'missing_param'
    ],
    [
      '/v1/loyalties/camp_00club/earning-rules',
      [good, { ...good, event: 'customer.loyalty.tier.left', loyalty_tier: { id: 'ltr_x' } }],
      404,
      'not_found'
    ],
    [
      '/v1/loyalties/camp_00club/earning-rules',
      [good, { ...good, event: 'customer.segment.entered', segment: { id: 'seg_x' } }],
      404,
      'not_found'
    ],
    [
      '/v1/loyalties/camp_00club/earning-rules',
      [good, { ...good, event: 'product_reviewed' }],
      400,
      'missing_param'
    ],
    ['/v1/loyalties/camp_00spring/earning-rules', [good], 404, 'not_found']
  ] as const
  for (const [url, rules, status, key] of rows) {
    const answer = await service.post(url, rules)
    t.strictSame([answer.status, answer.body.key], [status, key], JSON.stringify(rules))
  }
  const estimate = await service.post(ESTIMATE, {
    customer: { source_id: 'ada' },
    order: { amount: 100 }
  })
  t.equal(estimate.body.points_estimation, 1, 'none of the good ones was made')
})

t.test('listEarningRules: those of the program, switched off or not', async t => {
  const service = await givenService(t)
  const { url, rules } = await given(service, 'Ruled')
  const ids = async (query: string) => {
    const { body } = await service.get(`${url}/earning-rules?${query}`)
    t.strictSame([body.object, body.data_ref, body.total], ['list', 'data', 2])
    return body.data.map(({ id }: { id: string }) => id)
  }
  t.strictSame(await ids(''), rules.toReversed())
  t.strictSame(await ids('order=created_at'), rules)
  t.strictSame(await ids('order=updated_at&limit=1'), rules.slice(0, 1))
  t.strictSame(await ids('order=-updated_at&limit=1&page=2'), rules.slice(0, 1))
  const { body } = await service.get('/v1/loyalties/Coffee%20Club/earning-rules?limit=100')
  t.equal(body.total, body.data.length)
  const elsewhere = await service.get('/v1/loyalties/camp_00spring/earning-rules')
  t.equal(elsewhere.status, 404)
})

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
