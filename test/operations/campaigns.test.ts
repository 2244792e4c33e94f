import t from 'tap'
import { givenService } from '../support/app.ts'

const SPRING = '/v1/campaigns/camp_00spring/vouchers'

t.test('addVouchersToCampaign: one voucher is made at once, as the campaign says', async t => {
  const service = await givenService(t)
  const { status, body } = await service.post(SPRING)
  t.equal(status, 200)
  t.match(body.code, /^SPRING-[0-9A-Za-z]{8}$/)
  const { id, code, assets, categories, ...rest } = body
  t.match(id, /^v_/)
  t.strictSame(Object.keys(assets), ['qr', 'barcode'])
  t.equal(categories[0].name, 'Seasonal')
  t.strictSame(rest, {
    campaign: 'Spring coupons',
    campaign_id: 'camp_00spring',
    category: 'Seasonal',
    category_id: 'cat_00seasonal',
    type: 'DISCOUNT_VOUCHER',
    discount: { type: 'AMOUNT', amount_off: 500, effect: 'APPLY_TO_ORDER' },
    gift: null,
    loyalty_card: null,
    start_date: null,
    expiration_date: null,
    validity_timeframe: null,
    validity_day_of_week: null,
    validity_hours: null,
    active: true,
    additional_info: null,
    metadata: {},
    is_referral_code: false,
    created_at: '2026-03-01T10:00:00.000Z',
    updated_at: null,
    holder_id: null,
    referrer_id: null,
    object: 'voucher',
    publish: {
      object: 'list',
      count: 0,
      url: `http://loyalty.test/v1/vouchers/${code}/publications?page=1&limit=10`
    },
    redemption: {
      quantity: 1,
      redeemed_quantity: 0,
      object: 'list',
      url: `http://loyalty.test/v1/vouchers/${code}/redemptions?page=1&limit=10`
    },
    validation_rules_assignments: { object: 'list', data_ref: 'data', data: [], total: 0 }
  })
})

t.test('addVouchersToCampaign: the body overrides what the campaign says', async t => {
  const service = await givenService(t)
  const { body } = await service.post('/v1/campaigns/Spring%20coupons/vouchers?vouchers_count=1', {
    code: 'MÜSLI 100 %/extra',
    metadata: { channel: 'flyer' },
    redemption: { quantity: 3 },
    additional_info: 'For the fair',
    start_date: '2026-03-01T12:00:00+01:00',
    expiration_date: '2026-04-01T00:00:00Z'
  })
  t.strictSame(
    [
      body.code,
      body.metadata,
      body.redemption.quantity,
      body.additional_info,
      body.start_date,
      body.expiration_date
    ],
    [
      'MÜSLI 100 %/extra',
      { channel: 'flyer' },
      3,
      'For the fair',
      '2026-03-01T11:00:00.000Z',
      '2026-04-01T00:00:00.000Z'
    ]
  )
  const path = `/v1/vouchers/${encodeURIComponent(body.code)}/redemption`
  t.equal((await service.get(path)).status, 200, 'found again by its code')
  t.equal((await service.get(new URL(body.redemption.url).pathname)).status, 200, 'and by its url')
})

t.test('addVouchersToCampaign: codes follow the configuration', async t => {
  const service = await givenService(t)
  const rows = [
    [{ length: 4, charset: 'AB' }, /^[AB]{4}$/],
    [{ pattern: 'X-##-##', charset: '7', length: 99 }, /^X-77-77$/],
    [{ prefix: 'pre-', length: 2, charset: '01', postfix: '-post' }, /^pre-[01]{2}-post$/],
    [{ pattern: 'Q#', suffix: '!', initial_count: 5 }, /^Q[0-9A-Za-z]!$/]
  ] as const
  for (const [code_config, expected] of rows) {
    const { body } = await service.post(SPRING, { code_config })
    t.match(body.code, expected)
  }
})

t.test('addVouchersToCampaign: refusals name what is wrong and make nothing', async t => {
  const service = await givenService(t)
  const two = `${SPRING}?vouchers_count=2`
  const full = { code_config: { pattern: 'FULL' } }
  t.equal((await service.post(SPRING, full)).status, 200)
  const rows = [
    [SPRING, { code: 'SPRING-0001' }, 409, 'duplicate_found'],
    [SPRING, full, 400, 'invalid_code_config'],
    [two, { code: 'TWICE' }, 400, 'invalid_payload'],
    [two, { code_config: { length: 1, charset: 'A' } }, 400, 'invalid_code_config'],
    [`${SPRING}?vouchers_count=0`, {}, 400, 'invalid_query_params'],
    [`${SPRING}?vouchers_count=1.5`, {}, 400, 'invalid_query_params'],
    [`${SPRING}?count=1`, {}, 400, 'invalid_query_params'],
    [SPRING, { category: 'Nothing like it' }, 404, 'not_found'],
    [SPRING, { colour: 'red' }, 400, 'invalid_payload'],
    [SPRING, { redemption: { quantity: 0 } }, 400, 'invalid_payload'],
    ['/v1/campaigns/camp_x/vouchers', {}, 404, 'not_found'],
    ['/v1/campaigns/camp_00autumn/vouchers', {}, 400, 'invalid_campaign'],
    [
      SPRING,
      { start_date: '2026-05-01T00:00:00Z', expiration_date: '2026-04-01T00:00:00Z' },
      400,
      'invalid_payload'
    ]
  ] as const
  for (const [url, body, status, key] of rows) {
    const answer = await service.post(url, body)
    t.strictSame([answer.status, answer.body.key], [status, key], `${url} ${JSON.stringify(body)}`)
  }
})

t.test('addVouchersToCampaign: many are made in the background, every code once', async t => {
  const service = await givenService(t)
  const { status, body } = await service.post(`${SPRING}?vouchers_count=600`, {
    code_config: { pattern: 'BULK-###', charset: '0123456789' }
  })
  t.equal(status, 202)
  const url = `/v1/async-actions/${body.async_action_id}`
  const queued = await service.get(url)
  t.strictSame(
    [queued.body.type, queued.body.status, queued.body.progress],
    ['CAMPAIGN.VOUCHERS_GENERATE', 'ENQUEUED', 0]
  )
  await service.work()
  const done = await service.get(url)
  t.strictSame(
    [done.body.status, done.body.operation_status, done.body.progress, done.body.result],
    ['DONE', 'SUCCESS', 100, { message: 'Generated 600 vouchers.', done_count: 600 }]
  )
  const rest = await service.post(`${SPRING}?vouchers_count=401`, {
    code_config: { pattern: 'BULK-###', charset: '0123456789' }
  })
  t.strictSame([rest.status, rest.body.key], [400, 'invalid_code_config'])
  t.match(rest.body.details, /400/, 'says how many codes are left')
})

t.test('addVouchersToCampaign: only codes of the space count against its capacity', async t => {
  const service = await givenService(t)
  const make = (pattern: string, charset: string) =>
    service.post(SPRING, { code_config: { pattern, charset } })
  for (const charset of ['x', 'y', 'z', '0']) await make('C-#', charset)
  for (const [charset, size] of [
    ['ab', 2],
    ['^-', 2],
    [']^', 1],
    ['[*?', 3],
    ['-a^]\\', 1]
  ] as const) {
    for (let made = 0; made < size; made++) {
      const { status } = await make('C-#', charset)
      t.equal(status, 200, `${charset} ${made}`)
    }
  }
  for (const charset of ['ab', '^-', ']^', '[*?', '-a^]\\', 'xyz0']) {
    const { status, body } = await make('C-#', charset)
    t.strictSame([status, body.key], [400, 'invalid_code_config'], `${charset} is full`)
    t.match(body.details, / 0 codes left/)
  }
})

const gifts = { type: 'GIFT_VOUCHER', gift: { amount: 1000 } }

t.test('createCampaign: its kind is that of its vouchers', async t => {
  const service = await givenService(t)
  const coupon = { type: 'DISCOUNT_VOUCHER', discount: { type: 'AMOUNT', amount_off: 500 } }
  const unit = {
    type: 'DISCOUNT_VOUCHER',
    discount: {
      type: 'UNIT',
      effect: 'ADD_MANY_ITEMS',
      units: [{ unit_off: 1, unit_type: 'prod_00mug', effect: 'ADD_NEW_ITEMS' }]
    }
  }
  const card = { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }
  const rows = [
    [coupon, 'DISCOUNT_COUPONS'],
    [unit, 'DISCOUNT_COUPONS'],
    [gifts, 'GIFT_VOUCHERS'],
    [card, 'LOYALTY_PROGRAM']
  ] as const
  for (const [index, [voucher, campaign_type]] of rows.entries()) {
    const sent = { name: `C${index}`, voucher, vouchers_count: 1 }
    const { status, body } = await service.post('/v1/campaigns', sent)
    t.equal(status, 200)
    t.match(body, { campaign_type, type: 'STATIC', voucher, vouchers_count: 1, active: true })
    t.strictSame((await service.get(`/v1/campaigns/C${index}`)).body, body, 'found by its name')
  }
})

t.test('createCampaign: a promotion has tiers, in the order sent', async t => {
  const service = await givenService(t)
  const tier = (name: string, percent_off: number) => ({
    name,
    action: { discount: { type: 'PERCENT', percent_off } }
  })
  const { body } = await service.post('/v1/campaigns', {
    name: 'P',
    campaign_type: 'PROMOTION',
    promotion: {
      tiers: [tier('First', 10), { ...tier('Second', 20), category_id: 'cat_00seasonal' }]
    }
  })
  t.match(body, { campaign_type: 'PROMOTION', vouchers_count: 0, promotion: { total: 2 } })
  t.notOk('voucher' in body)
  const { body: listed } = await service.get(`/v1/promotions/${body.id}/tiers`)
  t.strictSame(body.promotion, listed, 'as the list of its tiers has them')
  t.match(listed.tiers, [
    { name: 'Second', hierarchy: 2, categories: [{ name: 'Seasonal' }] },
    { name: 'First', hierarchy: 1 }
  ])
  t.strictSame((await service.get(`/v1/campaigns/${body.id}`)).body, body)
})

t.test('createCampaign: refusals name what is wrong and make nothing', async t => {
  const service = await givenService(t)
  const promotion = (tier: object) => ({
    name: 'N',
    campaign_type: 'PROMOTION',
    promotion: { tiers: [{ action: { discount: { type: 'PERCENT', percent_off: 5 } } }, tier] }
  })
  const discount = { type: 'AMOUNT', amount_off: 500 }
  const rows = [
    [{ name: 'N' }, 400, 'missing_param', /'campaign_type'/],
    [{ name: 'N', campaign_type: 'GIFT_VOUCHERS' }, 400, 'missing_param', /'voucher'/],
    [{ name: 'Spring coupons', voucher: gifts }, 409, 'duplicate_found', /name Spring coupons/],
    [{ name: 'N', voucher: gifts, category_id: 'cat_x' }, 404, 'not_found', /category .* cat_x/],
    [{ name: 'N', voucher: gifts, auto_join: true }, 400, 'invalid_payload', /\.auto_join/],
    [{ name: 'N', voucher: { ...gifts, discount } }, 400, 'invalid_payload', /voucher\.discount/],
    [{ name: 'N', voucher: { type: 'GIFT_VOUCHER' } }, 400, 'missing_param', /'voucher\.gift'/],
    [{ name: 'N', campaign_type: 'REFERRAL_PROGRAM' }, 400, 'missing_param', /'voucher'/],
    [
      { name: 'N', voucher: gifts, campaign_type: 'REFERRAL_PROGRAM' },
      400,
      'missing_param',
      /'referral_program'/
    ],
    [
      { name: 'N', voucher: gifts, promotion: { tiers: [{ action: { discount } }] } },
      400,
      'invalid_payload',
      /\.promotion: a GIFT_VOUCHERS has no such tiers/
    ],
    [
      { ...promotion({ action: { discount } }), vouchers_count: 1 },
      400,
      'invalid_payload',
      /\.vouchers_count: no vouchers are made for a PROMOTION/
    ],
    [
      promotion({ action: { discount: { type: 'FIXED' } } }),
      400,
      'invalid_payload',
      /\.promotion\.tiers\[1\]\.action\.discount\.fixed_amount/
    ],
    [promotion({ action: { discount }, category: 'x' }), 404, 'not_found', /category with id x/],
    [
      promotion({ action: { discount }, start_date: '0000-13-01T00:00:00Z' }),
      400,
      'invalid_payload',
      /\.promotion\.tiers\[1\]\.start_date/
    ],
    [
      {
        name: 'N',
        voucher: { type: 'DISCOUNT_VOUCHER', discount: { ...discount, is_dynamic: true } }
      },
      400,
      'invalid_payload',
      /is_dynamic/
    ]
  ] as const
  const { body: before } = await service.get('/v1/campaigns?limit=100')
  for (const [sent, status, key, details] of rows) {
    const { body } = await service.post('/v1/campaigns', sent)
    t.match([body.code, body.key, body.details], [status, key, details], JSON.stringify(sent))
  }
  t.strictSame((await service.get('/v1/campaigns?limit=100')).body, before)
})

t.test('listCampaigns: pages in every order, of every kind or of one', async t => {
  const service = await givenService(t)
  const names = async (query: string) => {
    const { body } = await service.get(`/v1/campaigns?${query}`)
    return [body.total, ...body.campaigns.map(({ name }: { name: string }) => name)]
  }
  const all = await names('order=created_at')
  t.strictSame(await names(''), [all[0], ...all.slice(1).toReversed()])
  t.strictSame(await names('limit=2&page=2'), [all[0], ...all.toReversed().slice(2, 4)])
  t.strictSame(await names('campaign_type=GIFT_VOUCHERS'), [1, 'Gift cards'])
  service.setNow('2026-03-02T10:00:00.000Z')
  await service.post('/v1/campaigns/camp_00gift/disable')
  t.strictSame(await names('limit=1&order=-updated_at'), [all[0], 'Gift cards'])
  t.strictSame(await names('order=updated_at'), [
    all[0],
    ...all.slice(1).filter(name => name !== 'Gift cards'),
    'Gift cards'
  ])
})

t.test('enableCampaign, disableCampaign: what a campaign does stops, and goes on', async t => {
  const service = await givenService(t)
  const url = '/v1/campaigns/Coffee%20Club'
  const redeem = () =>
    service.post('/v1/loyalties/camp_00club/members/CLUB-ADA-0001/redemption', {
      reward: { id: 'rew_00mug' }
    })
  const { body: before } = await service.get(url)
  const later = '2026-03-01T11:00:00.000Z'
  service.setNow(later)
  const same = await service.post(`${url}/enable`, {})
  t.strictSame(same.body, before, 'one that is on already stays as it is')
  const off = await service.post(`${url}/disable`)
  t.strictSame(off.body, { ...before, active: false, updated_at: later })
  t.match((await redeem()).body, { code: 400, key: 'campaign_not_active' })
  t.strictSame((await service.get(url)).body, off.body)
  const on = await service.post(`${url}/enable`)
  t.strictSame(
    on.body,
    { ...before, updated_at: '2026-03-01T11:00:00.001Z' },
    'each has its instant'
  )
  t.equal((await redeem()).status, 200)
})
