import * as known from '../../../src/demo/known.ts'
import { NOW } from '../../support/app.ts'
import { givenSteps } from '../../support/given-steps.ts'
import { onDemo } from '../../support/on-demo.ts'

const GIFT = { type: 'GIFT_VOUCHER', gift: { amount: 1000 } }
const COUPON = { type: 'DISCOUNT_VOUCHER', discount: { type: 'AMOUNT', amount_off: 500 } }
const CARD = { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }

onDemo('createCampaign: its kind is that of its vouchers', async (t, { post, get }) => {
  const unit = {
    type: 'DISCOUNT_VOUCHER',
    discount: {
      type: 'UNIT',
      effect: 'ADD_MANY_ITEMS',
      units: [{ unit_off: 1, unit_type: 'prod_00mug', effect: 'ADD_NEW_ITEMS' }]
    }
  }
  const rows = [
    [COUPON, 'DISCOUNT_COUPONS'],
    [unit, 'DISCOUNT_COUPONS'],
    [GIFT, 'GIFT_VOUCHERS'],
    [CARD, 'LOYALTY_PROGRAM']
  ] as const
  for (const [index, [voucher, campaign_type]] of rows.entries()) {
    const sent = { name: `C${index}`, voucher, vouchers_count: 1 }
    const { status, body } = await post('/v1/campaigns', sent)
    t.equal(status, 200)
    t.match(body, { campaign_type, type: 'STATIC', voucher, vouchers_count: 1, active: true })
    t.strictSame((await get(`/v1/campaigns/C${index}`)).body, body, 'found by its name')
  }
})

onDemo('createCampaign: a promotion has tiers, in the order sent', async (t, { post, get }) => {
  const tier = (name: string, percent_off: number) => ({
    name,
    action: { discount: { type: 'PERCENT', percent_off } }
  })
  const { body } = await post('/v1/campaigns', {
    name: 'P',
    campaign_type: 'PROMOTION',
    promotion: {
      tiers: [tier('First', 10), { ...tier('Second', 20), category_id: 'cat_00seasonal' }]
    }
  })
  t.match(body, { campaign_type: 'PROMOTION', vouchers_count: 0, promotion: { total: 2 } })
  t.notOk('voucher' in body)
  const { body: listed } = await get(`/v1/promotions/${body.id}/tiers`)
  t.strictSame(body.promotion, listed, 'as the list of its tiers has them')
  t.match(listed.tiers, [
    { name: 'Second', hierarchy: 2, categories: [{ name: 'Seasonal' }] },
    { name: 'First', hierarchy: 1 }
  ])
  t.strictSame((await get(`/v1/campaigns/${body.id}`)).body, body)
})

onDemo('createCampaign: what nobody said is answered as it is then', async (t, { post }) => {
  const terms = { qualification_type: 'BALANCE', expiration_date: { type: 'BALANCE_DROP' } }
  const nothing = { redemption: { quantity: null }, code_config: {}, is_referral_code: false }
  const bare = { description: null, type: 'STATIC', join_once: false, auto_join: false }
  const always = { start_date: null, expiration_date: null, validity_timeframe: null }
  const unsaid = {
    ...bare,
    use_voucher_metadata_schema: false,
    vouchers_count: 0,
    ...always,
    validity_day_of_week: null,
    validity_hours: null,
    active: true,
    metadata: {},
    created_at: NOW,
    updated_at: null,
    category: null,
    category_id: null,
    categories: [],
    creation_status: 'DONE',
    vouchers_generation_status: 'DONE',
    readonly: false,
    protected: false,
    validation_rules_assignments: { object: 'list', data_ref: 'data', data: [], total: 0 },
    object: 'campaign'
  }
  const tiers = { object: 'list', data_ref: 'tiers', tiers: [], total: 0, has_more: false }
  const kinds = [
    [{ voucher: CARD }, { campaign_type: 'LOYALTY_PROGRAM', join_once: true }],
    [{ voucher: { ...GIFT, gift: { amount: 0 } } }, { campaign_type: 'GIFT_VOUCHERS' }],
    [{ voucher: COUPON }, { campaign_type: 'DISCOUNT_COUPONS' }],
    [{ campaign_type: 'PROMOTION' }, { promotion: tiers }]
  ] as const
  for (const [index, [sent, more]] of kinds.entries()) {
    const { body } = await post('/v1/campaigns', { name: `C${index}`, ...sent })
    const voucher = 'voucher' in sent ? { voucher: { ...sent.voucher, ...nothing } } : {}
    const named = { id: body.id, name: `C${index}` }
    t.strictSame(body, { ...unsaid, ...named, ...sent, ...voucher, ...more })
  }
  const expiring = { points: 0, expiration_rules: { period_type: 'MONTH', period_value: 12 } }
  const { body } = await post('/v1/loyalties', {
    name: 'By the balance',
    description: 'For regulars',
    voucher: { type: 'LOYALTY_CARD', loyalty_card: expiring },
    loyalty_tiers_expiration: terms
  })
  t.strictSame(body.loyalty_tiers_expiration, { ...terms, start_date: { type: 'IMMEDIATE' } })
  t.match(body, { description: 'For regulars', voucher: { loyalty_card: expiring } })
})

onDemo('createCampaign: tiers follow one another, or say their place', async (t, { post }) => {
  const action = { discount: { type: 'PERCENT', percent_off: 10 } }
  const tiers = [{ action }, { action, hierarchy: 5 }, { action, hierarchy: 0 }, { action }]
  const sent = { name: 'P', campaign_type: 'PROMOTION', promotion: { tiers } }
  const { body } = await post('/v1/campaigns', sent)
  const places = body.promotion.tiers.map(({ hierarchy }: { hierarchy: number }) => hierarchy)
  t.strictSame(places, [6, 0, 5, 1], 'the last one sent comes first')
})

const crossed = { validity_timeframe: { duration: 'P1D', interval: 'P7D' } }
const referral = (id: string) => ({
  referral_program: { conversion_event_type: 'custom_event', custom_event: { id } }
})
const tiersBy = (type: string, qualification_period?: string) => ({
  loyalty_tiers_expiration: {
    qualification_type: 'POINTS_IN_PERIOD',
    qualification_period,
    expiration_date: { type }
  }
})
const yearly = tiersBy('END_OF_NEXT_PERIOD', 'YEAR')
const bad = { metadata: { colour: 5 } }
const TAKEN = 'Spring coupons'

// biome-ignore format: a table
const refusals: [object, string, RegExp][] = [
  [{ name: TAKEN }, 'missing_param', /'campaign_type'/],
  [{ name: TAKEN, voucher: GIFT, category: 'x' }, 'not_found', /category with id x/],
  [{ name: TAKEN, voucher: GIFT, category_id: 'cat_x' }, 'not_found', /category .* cat_x/],
  [{ name: TAKEN, campaign_type: 'LOYALTY_PROGRAM' }, 'duplicate_found', /with name Spring/],
  [{ campaign_type: 'GIFT_VOUCHERS' }, 'missing_param', /'voucher'/],
  [{ campaign_type: 'REFERRAL_PROGRAM' }, 'missing_param', /'voucher'/],
  [{ campaign_type: 'PROMOTION', voucher: COUPON }, 'invalid_payload',
    /\.voucher\.type: DISCOUNT_VOUCHER .* PROMOTION has tiers and no vouchers/],
  [{ campaign_type: 'DISCOUNT_COUPONS', voucher: GIFT }, 'invalid_payload',
    /GIFT_VOUCHER .* has vouchers of DISCOUNT_VOUCHER$/],
  [{ campaign_type: 'REFERRAL_PROGRAM', voucher: CARD, auto_join: true }, 'invalid_payload',
    /LOYALTY_CARD .* has vouchers of DISCOUNT_VOUCHER or GIFT_VOUCHER/],
  [{ voucher: COUPON, auto_join: true, ...yearly }, 'invalid_payload',
    /\.auto_join: a DISCOUNT_COUPONS has no members/],
  [{ voucher: COUPON, ...yearly, ...referral('ms_00signup') }, 'invalid_payload',
    /\.loyalty_tiers_expiration: a DISCOUNT_COUPONS has no loyalty tiers; leave it out/],
  [{ voucher: CARD, ...tiersBy('END_OF_NEXT_PERIOD'), ...referral('ms_00signup') },
    'invalid_payload',
    /\.loyalty_tiers_expiration\.qualification_period: END_OF_NEXT_PERIOD needs a period; send one/],
  [{ voucher: CARD, ...tiersBy('BALANCE_DROP', 'YEAR') }, 'invalid_payload',
    /\.loyalty_tiers_expiration\.expiration_date\.type: Points of a period/],
  [{ voucher: CARD, ...yearly, ...referral('ms_x'), ...crossed }, 'invalid_payload',
    /\.referral_program: a LOYALTY_PROGRAM refers nobody; leave it out/],
  [{ campaign_type: 'REFERRAL_PROGRAM', voucher: COUPON, ...crossed }, 'missing_param',
    /'referral_program'/],
  [{ campaign_type: 'REFERRAL_PROGRAM', voucher: COUPON, ...referral('ms_x'), ...crossed },
    'not_found', /event_schema with id ms_x/],
  [{ voucher: { type: 'GIFT_VOUCHER' }, ...crossed }, 'invalid_payload', /\.start_date: /],
  [{ voucher: { type: 'GIFT_VOUCHER' } }, 'missing_param', /'voucher\.gift'/],
  [{ voucher: { type: 'LOYALTY_CARD' } }, 'missing_param', /'voucher\.loyalty_card'/],
  [{ voucher: { ...GIFT, type: 'DISCOUNT_VOUCHER' } }, 'missing_param', /'voucher\.discount'/],
  [{ voucher: { ...GIFT, ...COUPON } }, 'invalid_payload', /\.voucher\.gift: a DISCOUNT_V/],
  [{ voucher: { ...COUPON, ...GIFT } }, 'invalid_payload', /\.voucher\.discount: a GIFT_VOU/],
  [{ voucher: { ...CARD, ...GIFT } }, 'invalid_payload', /\.loyalty_card: a GIFT_VOUCHER has no/],
  [{ voucher: { ...COUPON, discount: { type: 'FIXED' } }, ...bad }, 'invalid_payload',
    /^Property \.voucher\.discount\.fixed_amount/],
  [{ voucher: { ...COUPON, discount: { ...COUPON.discount, is_dynamic: true } } },
    'invalid_payload', /is_dynamic/],
  [{ voucher: CARD, ...bad }, 'metadata_validation_failed', /^metadata: colour: /]
]

const discount = { type: 'AMOUNT', amount_off: 500 }
const promotion = (tier: object) => ({
  campaign_type: 'PROMOTION',
  promotion: { tiers: [{ action: { discount: { type: 'PERCENT', percent_off: 5 } } }, tier] }
})
const full = { ...GIFT, code_config: { pattern: 'SPRING-0001' } }

// Of what it begins with.
// biome-ignore format: a table
const beginnings: [object, string, RegExp][] = [
  [{ ...promotion({ action: { discount } }), name: TAKEN, vouchers_count: 1 }, 'duplicate_found',
    /S/],
  [{ ...promotion({ action: { discount } }), vouchers_count: 1 }, 'invalid_payload',
    /^Property \.vouchers_count: no vouchers are made for a PROMOTION; leave it out$/],
  [{ voucher: full, vouchers_count: 1, promotion: { tiers: [{ action: { discount } }] } },
    'invalid_payload', /^Property \.promotion: a GIFT_VOUCHERS has no such tiers; leave it out$/],
  [promotion({ action: { discount }, category: 'x' }), 'not_found', /category with id x/],
  [promotion({ action: { discount: { type: 'FIXED' } } }), 'invalid_payload',
    /\.promotion\.tiers\[1\]\.action\.discount\.fixed_amount/],
  [promotion({ action: { discount }, start_date: '0000-13-01T00:00:00Z' }), 'invalid_payload',
    /\.promotion\.tiers\[1\]\.start_date/],
  [promotion({ action: { discount }, ...crossed }), 'invalid_payload',
    /^Property \.promotion\.tiers\[1\]\.start_date: /],
  [promotion({ action: { discount }, ...bad }), 'metadata_validation_failed',
    /^promotion\.tiers\[1\]\.metadata: colour: /],
  [{ voucher: full, vouchers_count: 1 }, 'invalid_code_config', /has 0 codes left, not 1/]
]

onDemo('createCampaign: refusals name what is wrong and make nothing', async (t, { post, get }) => {
  const properties = { colour: { type: 'string', optional: true } }
  const schemas = `/management/v1/projects/${known.PROJECT_ID}/metadata-schemas`
  const desk = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
  for (const related_object of ['campaign', 'promotion_tier']) {
    await post(schemas, { related_object, properties }, desk)
  }
  const { body: before } = await get('/v1/campaigns?limit=100')
  const codes: { readonly [key: string]: number } = { not_found: 404, duplicate_found: 409 }
  for (const [sent, key, details] of [...refusals, ...beginnings]) {
    const { body } = await post('/v1/campaigns', { name: 'N', ...sent })
    t.match(body, { code: codes[key] ?? 400, key, details }, JSON.stringify(sent))
  }
  t.strictSame((await get('/v1/campaigns?limit=100')).body, before)
})

onDemo('listCampaigns: pages in every order, of every kind or of one', async (t, service) => {
  const names = async (query: string) => {
    const { body } = await service.get(`/v1/campaigns?${query}`)
    return [body.total, ...body.campaigns.map(({ name }: { name: string }) => name)]
  }
  const all = await names('order=created_at')
  t.strictSame(await names(''), [all[0], ...all.slice(1).toReversed()])
  t.strictSame(await names('limit=2&page=2'), [all[0], ...all.toReversed().slice(2, 4)])
  t.strictSame(await names('campaign_type=GIFT_VOUCHERS'), [1, 'Gift cards'])
  const ofStatus = (status: string) => names(`limit=100&order=created_at&campaign_status=${status}`)
  t.strictSame([await ofStatus('DONE'), await ofStatus('IN_PROGRESS')], [all, [0]])
  await service.post('/v1/campaigns/camp_00gift/vouchers?vouchers_count=2')
  const others = all.slice(1).filter(name => name !== 'Gift cards')
  t.strictSame(await ofStatus('DONE'), [all[0] - 1, ...others])
  t.strictSame(await ofStatus('IN_PROGRESS'), [1, 'Gift cards'])
  t.strictSame(await ofStatus('IN_PROGRESS&campaign_type=PROMOTION'), [0])
  t.strictSame(await names('limit=1&page=2&order=created_at&campaign_status=DONE'), [
    all[0] - 1,
    others[1]
  ])
  await service.work()
  t.strictSame([await ofStatus('DONE'), await ofStatus('DRAFT')], [all, [0]])
  service.setNow('2026-03-02T10:00:00.000Z')
  await service.post('/v1/campaigns/camp_00gift/disable')
  t.strictSame(await names('limit=1&order=-updated_at'), [all[0], 'Gift cards'])
  t.strictSame(await names('order=updated_at'), [all[0], ...others, 'Gift cards'])
})

onDemo('enableCampaign, disableCampaign: what it does stops, and goes on', async (t, service) => {
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
  const found = (await service.post(`${url}/enable`)).body
  t.strictSame(found, { ...before, updated_at: '2026-03-01T11:00:00.001Z' }, 'each has its instant')
  t.equal((await redeem()).status, 200)
})

onDemo('createCampaign: a referral program, whose codes count who was sent', async (t, service) => {
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
  t.notOk('referral_program' in (await service.get('/v1/campaigns/camp_00spring')).body)
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
