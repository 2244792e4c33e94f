/**
 * Campaigns and promotion tiers that are changed and go, and referral programs made over HTTP:
 * what is refused changed nothing, and the counts of rules stay true.
 */
import t from 'tap'
import { givenService } from '../../support/app.ts'
import { givenSteps } from '../../support/given-steps.ts'

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

t.test('createCampaign: a referral program, whose codes count who was sent', async t => {
  const service = await givenService(t)
  const referral_program = {
    conversion_event_type: 'custom_event',
    custom_event: { id: 'ms_00signup' }
  }
  const discount = { type: 'AMOUNT', amount_off: 300, effect: 'APPLY_TO_ORDER' }
  const program = {
    name: 'Bring a colleague',
    campaign_type: 'REFERRAL_PROGRAM',
    voucher: { type: 'DISCOUNT_VOUCHER', discount }
  }
  const rows = [
    [program, 400, 'missing_param'],
    [{ ...program, campaign_type: 'DISCOUNT_COUPONS', referral_program }, 400, 'invalid_payload'],
    [{ ...program, referral_program: { conversion_event_type: 'redemption' } }, 400, undefined],
    [{ ...program, referral_program: {} }, 400, undefined]
  ] as const
  for (const [body, code, key] of rows) {
    t.match((await service.post('/v1/campaigns', body)).body, { code, ...(key && { key }) })
  }
  const { status, body } = await service.post('/v1/campaigns', { ...program, referral_program })
  t.equal(status, 200)
  t.strictSame([body.referral_program, body.voucher.is_referral_code], [referral_program, true])
  t.strictSame((await service.get('/v1/campaigns/Bring%20a%20colleague')).body, body)
  const spring = await service.get('/v1/campaigns/camp_00spring')
  t.notOk('referral_program' in spring.body)
  const code = 'WITH-BEN'
  const made = await service.post(`/v1/campaigns/${body.id}/vouchers`, { code })
  t.equal(made.body.is_referral_code, true)
  await givenSteps(service, [{ make: 'publication', code, customer: 'ben' }])
  const event = { event: 'friend_signed_up', customer: { source_id: 'dora' }, referral: { code } }
  t.equal((await service.post('/v1/events', event)).status, 200)
  t.match((await service.get('/v1/customers/dora')).body.referrals, {
    total: 1,
    campaigns: [{ campaign_id: body.id, referrer_id: 'cust_00ben' }]
  })
})
