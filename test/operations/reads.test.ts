import t from 'tap'
import { givenService, NOW, type Service } from '../support/app.ts'

t.test('getCustomer: by id and by source id, with everything they add up to', async t => {
  const service = await givenService(t)
  const { status, body } = await service.get('/v1/customers/ada')
  t.equal(status, 200)
  t.strictSame((await service.get('/v1/customers/cust_00ada')).body, body)
  t.strictSame(body.summary, {
    redemptions: {
      total_redeemed: 2,
      total_failed: 1,
      total_succeeded: 1,
      total_rolled_back: 0,
      total_rollback_failed: 0,
      total_rollback_succeeded: 0,
      gift: { redeemed_amount: 0, amount_to_go: 0 },
      loyalty_card: { redeemed_points: 60, points_to_go: 5306 }
    },
    orders: {
      total_amount: 6100,
      total_count: 2,
      average_amount: 3050,
      last_order_amount: 3700,
      last_order_date: body.summary.orders.last_order_date
    }
  })
  // 5000 of old, 100 for gold, 36 and 55 for 24 and 37 euros, 100 and 50 for the segments, 25 for
  // the review; less 60 for the mug.
  t.strictSame(body.loyalty, {
    points: 5306,
    referred_customers: 1,
    campaigns: {
      'Coffee Club': { points: 5306, referred_customers: 0, loyalty_tier: 'ltr_00gold' },
      'Bring a friend': { points: 0, referred_customers: 1 }
    }
  })
  t.strictSame(body.referrals, { total: 0, campaigns: [] })
  const nobody = await service.get('/v1/customers/nobody')
  t.strictSame([nobody.status, nobody.body.resource_type], [404, 'customer'])
})

t.test('getVoucherRedemptions: successes and failures, newest first', async t => {
  const service = await givenService(t)
  const { status, body } = await service.get('/v1/vouchers/CLUB-ADA-0001/redemption')
  t.equal(status, 200)
  t.strictSame(
    [body.quantity, body.redeemed_quantity, body.total, body.data_ref],
    [null, 1, 2, 'redemption_entries']
  )
  t.strictSame(
    body.redemption_entries.map((entry: Record<string, unknown>) => [
      entry['id'],
      entry['result'],
      entry['failure_code']
    ]),
    [
      ['r_00refused', 'FAILURE', 'missing_order'],
      ['r_00first', 'SUCCESS', undefined]
    ]
  )
  const page = await service.get('/v1/vouchers/v_00adaclub/redemption?limit=1&page=2')
  t.strictSame(
    [page.body.redemption_entries.length, page.body.redemption_entries[0].id, page.body.total],
    [1, 'r_00first', 2]
  )
  const alias = await service.get(new URL(body.url).pathname)
  t.strictSame(alias.body, body, 'the url of the answer leads to the same list')
  const unknown = await service.get('/v1/vouchers/nobody/redemption')
  t.strictSame([unknown.status, unknown.body.resource_type], [404, 'voucher'])
})

t.test('listVoucherPublications: to whom a voucher was given', async t => {
  const service = await givenService(t)
  const { body } = await service.get('/v1/vouchers/CLUB-ADA-0001/publications')
  t.equal(body.total, 1)
  t.match(body.publications, [{ customer_id: 'cust_00ada', voucher: { code: 'CLUB-ADA-0001' } }])
})

t.test('listExports: pages and orders, and a file behind the url of a finished one', async t => {
  const service = await givenService(t)
  const ids = async (query: string) => {
    const { body } = await service.get(`/v1/exports${query}`)
    t.equal(body.total, 4)
    return body.exports.map(({ id }: { id: string }) => id)
  }
  const newest = ['exp_00orders', 'exp_00customers', 'exp_00vouchers', 'exp_00outdated']
  t.strictSame(await ids(''), newest)
  t.strictSame(await ids('?order=created_at'), [...newest].reverse())
  t.strictSame(await ids('?limit=3&page=2'), ['exp_00outdated'])
  t.strictSame(await ids('?page=100'), [], 'past the end is empty, not an error')
  const waiting = await service.get('/v1/exports?limit=1')
  t.strictSame(
    [waiting.body.exports[0].status, waiting.body.exports[0].result],
    ['SCHEDULED', null]
  )
  await service.work()
  const done = await service.get('/v1/exports?order=-status&limit=1&page=2')
  const [entry] = done.body.exports
  t.equal(entry.status, 'DONE')
  const file = await service.get(new URL(entry.result.url).pathname, {})
  t.equal(file.status, 200)
  t.match(file.headers['content-type'], /^text\/csv/)
  t.equal(file.bytes.split(/\r?\n/)[0], entry.parameters.fields.join(','))
  for (const query of [
    '?limit=0',
    '?limit=101',
    '?page=0',
    '?page=101',
    '?order=id',
    '?color=red'
  ]) {
    const { status, body } = await service.get(`/v1/exports${query}`)
    t.strictSame([status, body.key], [400, 'invalid_query_params'], query)
  }
})

t.test('listValidationRules: pages, orders, and a window that leaves the total alone', async t => {
  const service = await givenService(t)
  const ids = async (query: string) => {
    const { body } = await service.get(`/v1/validation-rules${query}`)
    t.equal(body.total, 4)
    return body.data.map(({ id }: { id: string }) => id)
  }
  const newest = ['val_00hundred', 'val_00beansonly', 'val_00paywith', 'val_00twenty']
  const byName = ['val_00hundred', 'val_00beansonly', 'val_00twenty', 'val_00paywith']
  t.strictSame(await ids(''), newest)
  t.strictSame(await ids('?order=created_at'), [...newest].reverse())
  t.strictSame(await ids('?order=name'), byName)
  t.strictSame(await ids('?order=-name'), [...byName].reverse())
  t.strictSame(await ids('?order=-updated_at'), newest, 'never updated sorts as created')
  t.strictSame(await ids('?order=updated_at&limit=1&page=2'), ['val_00paywith'])
  const { body } = await service.get('/v1/validation-rules?limit=1&order=created_at')
  const created = encodeURIComponent(body.data[0].created_at)
  t.strictSame(await ids(`?start_date=${created}&end_date=${created}`), ['val_00twenty'])
  t.strictSame(await ids('?end_date=2020-01-01T00:00:00Z'), [])
  t.equal(body.data[0].assignments_count, 1)
  const bad = await service.get('/v1/validation-rules?start_date=yesterday')
  t.strictSame([bad.status, bad.body.key], [400, 'invalid_query_params'])
})

t.test('listPromotionTiers: the tiers of one campaign, or of all', async t => {
  const service = await givenService(t)
  const { status, body } = await service.get('/v1/promotions/camp_00autumn/tiers')
  t.equal(status, 200)
  t.strictSame([body.total, body.has_more, body.data_ref], [2, false, 'tiers'])
  const [five, ten] = body.tiers
  t.strictSame([five.id, ten.id], ['promo_00fiveoff', 'promo_00tenoff'])
  t.strictSame([five.validation_rule_assignments.total, ten.validation_rule_assignments], [1, null])
  t.strictSame([five.promotion_id, five.campaign.object], ['camp_00autumn', 'campaign'])
  t.strictSame((await service.get('/v1/promotions/Autumn%20promotion/tiers')).body, body)
  const all = (await service.get('/v1/promotions/tiers')).body.tiers
  t.strictSame([all.length, all.slice(2)], [4, body.tiers])
  const page = await service.get('/v1/promotions/camp_00autumn/tiers?limit=1')
  t.strictSame([page.body.tiers.length, page.body.has_more, page.body.total], [1, true, 2])
  for (const id of ['camp_x', 'camp_00club']) {
    const answer = await service.get(`/v1/promotions/${id}/tiers`)
    t.strictSame([answer.status, answer.body.resource_type], [404, 'campaign'])
  }
})

const winter = {
  name: 'Two days a week',
  banner: '5.00 off',
  action: { discount: { type: 'AMOUNT', amount_off: 500, effect: 'APPLY_TO_ORDER' } },
  start_date: '2026-02-01T00:00:00.000Z',
  expiration_date: '2026-03-31T21:59:59.999Z',
  validity_timeframe: { duration: 'P1D', interval: 'P7D' },
  validity_day_of_week: [0, 6],
  category_id: 'cat_00seasonal',
  metadata: { season: 'winter' }
}

/** Rules that bind a tier, as it is to show them: in the order of their ids. */
async function bound({ post }: Service, tierId: string) {
  const target = { related_object_type: 'promotion_tier', related_object_id: tierId }
  const assigned = []
  for (const rule_id of ['val_00hundred', 'val_00twenty']) {
    const { body } = await post(`/v1/validation-rules/${rule_id}/assignments`, target)
    const object = 'validation_rules_assignment'
    assigned.push({ id: body.id, rule_id, ...target, created_at: NOW, object })
  }
  return assigned
}

t.test('listPromotionTiers: the whole tier, with what binds it and what came of it', async t => {
  const service = await givenService(t)
  const { body: campaign } = await service.post('/v1/campaigns', {
    name: 'Winter',
    campaign_type: 'PROMOTION',
    start_date: '2026-01-01T00:00:00+01:00',
    category: 'Seasonal'
  })
  const url = `/v1/promotions/${campaign.id}/tiers`
  const { id } = (await service.post(url, winter)).body
  const assigned = await bound(service, id)
  const whole = {
    ...winter,
    id,
    created_at: NOW,
    updated_at: null,
    hierarchy: 1,
    promotion_id: campaign.id,
    campaign: {
      id: campaign.id,
      start_date: '2025-12-31T23:00:00.000Z',
      expiration_date: null,
      active: true,
      category_id: 'cat_00seasonal',
      object: 'campaign'
    },
    campaign_id: campaign.id,
    active: true,
    categories: [(await service.get('/v1/categories/cat_00seasonal')).body],
    summary: {
      redemptions: { total_redeemed: 0 },
      orders: { total_amount: 0, total_discount_amount: 0 }
    },
    object: 'promotion_tier',
    validation_rule_assignments: { object: 'list', data_ref: 'data', data: assigned, total: 2 }
  }
  const list = { object: 'list', data_ref: 'tiers', tiers: [whole], total: 1, has_more: false }
  t.strictSame((await service.get(url)).body, list)
  const [first] = assigned
  await service.delete(`/v1/validation-rules/val_00hundred/assignments/${first?.id}`)
  const { body: after } = await service.get(url)
  t.strictSame(after.tiers[0].validation_rule_assignments.data, assigned.slice(1))
})

t.test('getMetadataSchema: open as the interface shows it, to its own project only', async t => {
  const service = await givenService(t)
  const url = '/management/v1/projects/proj_00demo/metadata-schemas/ms_00customer'
  const { status, body } = await service.get(url, {})
  t.equal(status, 200)
  t.strictSame(
    [body.id, body.related_object, body.allow_defined_only, body.object, body.updated_at],
    ['ms_00customer', 'customer', false, 'metadata_schema', null]
  )
  const foreign = await service.get(
    '/management/v1/projects/proj_x/metadata-schemas/ms_00customer',
    {}
  )
  const absent = await service.get('/management/v1/projects/proj_00demo/metadata-schemas/ms_x', {})
  t.strictSame([foreign.status, absent.status], [404, 404])
  t.equal(foreign.body.message, absent.body.message)
})

t.test('getMetadataSchema: closed by one setting, it asks for management credentials', async t => {
  const config = {
    publicUrl: 'http://loyalty.test',
    managementOpen: false,
    requestTimeoutMs: 0,
    campaignVouchersMax: 10,
    earningRulesMax: 10
  }
  const service = await givenService(t, { config })
  const url = '/management/v1/projects/proj_00demo/metadata-schemas/ms_00customer'
  const management = {
    'x-management-id': 'demo-management-id',
    'x-management-token': 'demo-management-token'
  }
  t.equal((await service.get(url, {})).status, 401)
  t.equal((await service.get(url)).status, 401, 'the app pair is no management pair')
  t.equal((await service.get(url, management)).status, 200)
  const wrong = { ...management, 'x-management-token': 'wrong' }
  t.equal((await service.get(url, wrong)).status, 401)
})

t.test('createReward: each kind, with the type it has or the type that is inferred', async t => {
  const service = await givenService(t)
  const rows = [
    [
      { campaign: { id: 'camp_00spring' } },
      'CAMPAIGN',
      { campaign: { id: 'camp_00spring', type: 'DISCOUNT_COUPONS' } }
    ],
    [
      { campaign: { id: 'camp_00gift', balance: 500 } },
      'CAMPAIGN',
      { campaign: { id: 'camp_00gift', balance: 500, type: 'GIFT_VOUCHERS' } }
    ],
    [
      { product: { id: 'prod_00mug' } },
      'MATERIAL',
      { product: { id: 'prod_00mug', sku_id: null } }
    ],
    [
      { coin: { exchange_ratio: '0.01', points_ratio: '2' } },
      'COIN',
      { coin: { exchange_ratio: 0.01, points_ratio: 2 } }
    ]
  ] as const
  for (const [parameters, type, answered] of rows) {
    const { status, body } = await service.post('/v1/rewards', { name: 'R', parameters })
    t.strictSame(
      [status, body.type, body.parameters, body.stock, body.redeemed, body.updated_at],
      [200, type, answered, null, 0, null]
    )
    const typed = await service.post('/v1/rewards', { name: 'R', type, parameters })
    t.equal(typed.status, 200)
    const other = type === 'COIN' ? 'MATERIAL' : 'COIN'
    const wrong = await service.post('/v1/rewards', { name: 'R', type: other, parameters })
    t.equal(wrong.status, 400)
  }
})

t.test('createReward: refusals', async t => {
  const service = await givenService(t)
  const rows = [
    [{}, 400, 'invalid_payload'],
    [{ parameters: {} }, 400, 'invalid_payload'],
    [{ parameters: { campaign: { id: 'camp_x' } } }, 404, 'not_found'],
    [{ parameters: { campaign: { id: 'camp_00gift' } } }, 400, 'missing_param'],
    [{ parameters: { campaign: { id: 'camp_00gift', balance: 0 } } }, 400, 'invalid_payload'],
    [{ parameters: { product: { id: 'prod_x' } } }, 404, 'not_found'],
    [{ parameters: { coin: { exchange_ratio: 0 } } }, 400, 'invalid_payload'],
    [{ parameters: { product: { id: 'prod_00mug' } }, stock: -1 }, 400, 'invalid_payload']
  ] as const
  for (const [body, status, key] of rows) {
    const answer = await service.post('/v1/rewards', { name: 'R', ...body })
    t.strictSame([answer.status, answer.body.key], [status, key], JSON.stringify(body))
  }
})
