/**
 * Campaigns and promotion tiers that are changed and go, and referral programs made over HTTP:
 * what is refused changed nothing, and the counts of rules stay true.
 */
import t from 'tap'
import { givenService, type Service } from '../support/app.ts'
import { givenSteps } from '../support/given-steps.ts'

const LATER = '2026-03-02T10:00:00.000Z'

const count = async ({ get }: Service, id: string) =>
  (await get(`/v1/validation-rules/${id}`)).body.assignments_count

t.test('updateCampaign: what is sent is another way, for vouchers made from now on', async t => {
  const service = await givenService(t)
  const url = '/v1/campaigns/Spring%20coupons'
  const { body: before } = await service.get(url)
  service.setNow(LATER)
  t.strictSame((await service.put(url, {})).body, before, 'nothing said changes nothing')
  const metadata = { shop: 'north' }
  const changes = { description: 'Anew', category: null, metadata, type: 'STATIC' }
  const discount = { type: 'AMOUNT', amount_off: 700, effect: 'APPLY_TO_ORDER' }
  const voucher = { discount, redemption: { quantity: null }, code_config: { pattern: 'MAY-####' } }
  const { status, body } = await service.put(url, { ...changes, voucher })
  t.equal(status, 200)
  t.strictSame(body, {
    ...before,
    ...changes,
    category_id: null,
    categories: [],
    // Left out, the length is the default of the document.
    voucher: { ...before.voucher, ...voucher, code_config: { length: 8, pattern: 'MAY-####' } },
    updated_at: LATER
  })
  t.strictSame((await service.get(url)).body, body)
  const made = await service.post('/v1/campaigns/camp_00spring/vouchers')
  t.match(made.body, { code: /^MAY-.{4}$/, discount, redemption: { quantity: null } })
  const old = await service.get('/v1/vouchers/SPRING-0001')
  t.strictSame(old.body.discount.amount_off, 500, 'those there are stay as they are')
  const named = await service.put(url, { name: 'May coupons', category_id: 'cat_00seasonal' })
  t.match(named.body, { name: 'May coupons', category: 'Seasonal', description: 'Anew' })
  t.equal((await service.get(url)).status, 404)
})

t.test('updateLoyaltyProgram: cards and members from now on', async t => {
  const service = await givenService(t)
  const url = '/v1/loyalties/camp_00tea'
  const { body: before } = await service.get(url)
  service.setNow(LATER)
  const expiration_rules = { period_type: 'MONTH', period_value: 24 }
  const changes = {
    auto_join: true,
    type: 'AUTO_UPDATE',
    start_date: '2026-01-01T00:00:00.000Z',
    validity_timeframe: { duration: 'PT1H', interval: 'P1D' },
    validity_day_of_week: [1]
  }
  const voucher = { loyalty_card: { points: 10, expiration_rules } }
  const { body } = await service.put(url, { ...changes, voucher })
  const card = { ...before.voucher, ...voucher }
  t.strictSame(body, { ...before, ...changes, voucher: card, updated_at: LATER })
  const free = {
    start_date: null,
    validity_timeframe: null,
    validity_day_of_week: null,
    validity_hours: null
  }
  const loose = { ...free, voucher: { loyalty_card: { expiration_rules: null } } }
  const again = await service.put(url, loose)
  t.match(again.body, free)
  t.strictSame(again.body.voucher.loyalty_card, { points: 10 })
  const elsewhere = await service.put('/v1/loyalties/camp_00spring', { auto_join: true })
  t.strictSame([elsewhere.status, elsewhere.body.resource_type], [404, 'campaign'])
})

t.test('updateCampaign: refusals name what is wrong and change nothing', async t => {
  const service = await givenService(t)
  const terms = { qualification_type: 'BALANCE', expiration_date: { type: 'BALANCE_DROP' } }
  const weekly = { duration: 'PT1H', interval: 'P7D' }
  const rows = [
    ['camp_00club', { name: 'Bakery Friends' }, 409, 'duplicate_found', /camp_00bakery|Bakery/],
    ['camp_00club', { active: false }, 400, 'invalid_payload', /\.active is not known/],
    ['camp_00club', { campaign_type: 'PROMOTION' }, 400, 'invalid_payload', /\.campaign_type/],
    ['camp_00club', { name: null }, 400, 'invalid_payload', /\.name/],
    ['camp_00club', { loyalty_tiers_expiration: terms }, 400, 'invalid_payload', /the 3 cards/],
    ['camp_00club', { voucher: { gift: { amount: 1 } } }, 400, 'invalid_payload', /voucher\.gift/],
    ['camp_00club', { validity_timeframe: weekly }, 400, 'invalid_payload', /start_date/],
    ['camp_00club', { category: 'Nowhere' }, 404, 'not_found', /category with id Nowhere/],
    ['camp_00spring', { auto_join: true }, 400, 'invalid_payload', /\.auto_join/],
    ['camp_00autumn', { voucher: {} }, 400, 'invalid_payload', /has tiers and no vouchers/],
    ['camp_00nowhere', {}, 404, 'not_found', /camp_00nowhere/]
  ] as const
  const all = async () => (await service.get('/v1/campaigns?limit=100')).bytes
  const before = await all()
  for (const [id, changes, status, key, details] of rows) {
    const { body } = await service.put(`/v1/campaigns/${id}`, changes)
    t.match(body, { code: status, key, details }, JSON.stringify(changes))
  }
  t.equal(await all(), before)
})

t.test('updateCampaign: the dates that earning rules take from their program', async t => {
  const service = await givenService(t)
  const url = '/v1/loyalties/camp_00tea'
  const timed = { validity_timeframe: { duration: 'PT1H', interval: 'P7D' } }
  const rule = '/v1/loyalties/camp_00tea/earning-rules/ern_00cup'
  t.match((await service.put(rule, timed)).body, { key: 'invalid_payload', details: /start_date/ })
  await service.put(url, { start_date: '2026-01-01T00:00:00.000Z' })
  t.match((await service.put(rule, timed)).body, timed)
  const refused = await service.put(url, { start_date: null })
  t.match(refused.body, { code: 400, details: /^earning rule ern_00cup would have: / })
  await service.put(rule, { validity_timeframe: null })
  t.equal((await service.put(url, { start_date: null })).status, 200)
})

t.test('deleteCampaign: one that nobody needs goes with its parts', async t => {
  const service = await givenService(t)
  const rule = '/v1/loyalties/camp_00tea/earning-rules/ern_00cup'
  await service.put(rule, { validation_rule_id: 'val_00twenty' })
  const bind = { related_object_type: 'campaign', related_object_id: 'camp_00tea' }
  await service.post('/v1/validation-rules/val_00twenty/assignments', bind)
  const offer = { campaign: 'camp_00tea', parameters: { loyalty: { points: 60 } } }
  t.equal((await service.post('/v1/rewards/rew_00mug/assignments', offer)).status, 200)
  t.equal(await count(service, 'val_00twenty'), 3)
  const other = await service.delete('/v1/loyalties/camp_00winter')
  t.strictSame([other.status, other.body.resource_type], [404, 'campaign'], 'no program')
  const gone = await service.delete('/v1/loyalties/camp_00tea')
  t.strictSame([gone.status, gone.bytes], [204, ''])
  t.equal(await count(service, 'val_00twenty'), 1, 'what bound it is not counted any more')
  t.equal((await service.get('/v1/campaigns/camp_00tea')).status, 404)
  t.equal((await service.get('/v1/loyalties/camp_00tea/earning-rules')).status, 404)
  t.equal((await service.delete('/v1/campaigns/camp_00winter')).status, 204)
  t.equal((await service.get('/v1/promotions/tiers/promo_00snow')).status, 404)
  const made = await service.post('/v1/loyalties', {
    name: 'Tea Friends',
    voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }
  })
  t.equal(made.status, 200, 'the name is free again')
})

t.test('deleteCampaign: one that somebody needs stays, whole', async t => {
  const service = await givenService(t)
  const coupon = { type: 'DISCOUNT_VOUCHER', discount: { type: 'AMOUNT', amount_off: 1 } }
  const many = { name: 'Many', vouchers_count: 2, voucher: coupon }
  const { body: growing } = await service.post('/v1/campaigns', many)
  const rows = [
    ['camp_00spring', /in use by voucher v_00spring1, voucher v_00spring2, voucher v_00spring3;/],
    ['camp_00club', /in use by voucher v_00adaclub, voucher v_00benclub, voucher v_00maraclub; /],
    ['camp_00gift', /in use by reward rew_00gift; /],
    [growing.id, /^Vouchers are still being made for campaign camp_/]
  ] as const
  for (const [id, details] of rows) {
    const before = await service.get(`/v1/campaigns/${id}`)
    const { body } = await service.delete(`/v1/campaigns/${id}`)
    t.match(body, { code: 400, key: 'resource_in_use', details, resource_id: id })
    t.strictSame((await service.get(`/v1/campaigns/${id}`)).body, before.body)
  }
  await service.work()
  const { body } = await service.delete(`/v1/campaigns/${growing.id}`)
  t.match(body, { key: 'resource_in_use', details: /in use by voucher v_/ })
})

t.test('createPromotionTier: the last of the tiers, or where it is said', async t => {
  const service = await givenService(t)
  const url = '/v1/promotions/camp_00autumn/tiers'
  const action = { discount: { type: 'AMOUNT', amount_off: 200, effect: 'APPLY_TO_ORDER' } }
  const { status, body } = await service.post(url, {
    name: 'Two off',
    action,
    category: 'Seasonal'
  })
  t.equal(status, 200)
  t.match(body, { name: 'Two off', banner: null, action, hierarchy: 3, active: true })
  t.match(body, { campaign: { id: 'camp_00autumn' }, categories: [{ id: 'cat_00seasonal' }] })
  t.strictSame((await service.get(`/v1/promotions/tiers/${body.id}`)).body, body)
  t.equal((await service.get(url)).body.total, 3)
  t.equal((await service.post(url, { action, hierarchy: 1 })).body.hierarchy, 1)
  const rows = [
    ['camp_00club', { action }, 404, 'not_found'],
    ['camp_00autumn', { action, category: 'Nowhere' }, 404, 'not_found'],
    ['camp_00autumn', { name: 'None' }, 400, 'invalid_payload'],
    ['camp_00autumn', { action: { discount: { type: 'FIXED' } } }, 400, 'invalid_payload']
  ] as const
  for (const [id, tier, code, key] of rows) {
    t.match((await service.post(`/v1/promotions/${id}/tiers`, tier)).body, { code, key })
  }
  t.equal((await service.get(url)).body.total, 4)
})

t.test('updatePromotionTier: what is sent is another way, and it is switched apart', async t => {
  const service = await givenService(t)
  const url = '/v1/promotions/tiers/promo_00fiveoff'
  const { body: before } = await service.get(url)
  service.setNow(LATER)
  t.strictSame((await service.put(url, {})).body, before)
  t.strictSame((await service.post(`${url}/enable`)).body, before, 'on already')
  const changes = { banner: null, hierarchy: 9, metadata: { shop: 'north' } }
  const changed = await service.put(url, { ...changes, category_id: null })
  const loose = { category_id: null, categories: [] }
  t.strictSame(changed.body, { ...before, ...changes, ...loose, updated_at: LATER })
  const off = await service.post(`${url}/disable`, {})
  t.strictSame([off.status, off.body.active], [200, false])
  t.strictSame((await service.post(`${url}/disable`)).body, off.body, 'off already')
  t.strictSame((await service.get(url)).body, off.body)
  t.strictSame((await service.put(url, { id: 'promo_00fiveoff' })).body, off.body, 'its own id')
  for (const sent of [{ id: 'promo_00other' }, { active: true }, { hierarchy: null }]) {
    t.match((await service.put(url, sent)).body, { key: 'invalid_payload' })
  }
})

t.test('deletePromotionTier: goes with what binds it', async t => {
  const service = await givenService(t)
  const url = '/v1/promotions/tiers/promo_00fiveoff'
  t.equal(await count(service, 'val_00twenty'), 1)
  t.equal((await service.delete(url)).status, 204)
  t.equal(await count(service, 'val_00twenty'), 0)
  for (const answer of [await service.get(url), await service.delete(url)]) {
    t.strictSame([answer.status, answer.body.resource_type], [404, 'promotion_tier'])
  }
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
