import * as known from '../../../src/demo/known.ts'
import type { Service } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'

const LATER = '2026-03-02T10:00:00.000Z'

const count = async ({ get }: Service, id: string) =>
  (await get(`/v1/validation-rules/${id}`)).body.assignments_count

onDemo('updateCampaign: what is sent counts for vouchers made from now on', async (t, service) => {
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
    voucher: { ...before.voucher, ...voucher, code_config: { pattern: 'MAY-####' } },
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

const DESK = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }

onDemo('updateCampaign: refusals name what is wrong and change nothing', async (t, service) => {
  const properties = { colour: { type: 'string', optional: true } }
  const schemas = `/management/v1/projects/${known.PROJECT_ID}/metadata-schemas`
  await service.post(schemas, { related_object: 'campaign', properties }, DESK)
  const gift = { type: 'GIFT_VOUCHER', gift: { amount: 1 } }
  const alone = (
    await service.post('/v1/campaigns', { name: 'Alone', type: 'STANDALONE', voucher: gift })
  ).body.id
  const balance = { qualification_type: 'BALANCE', expiration_date: { type: 'BALANCE_DROP' } }
  const terms = { loyalty_tiers_expiration: balance }
  const weekly = { validity_timeframe: { duration: 'PT1H', interval: 'P7D' } }
  const bad = { metadata: { colour: 5 } }
  const wrong = { voucher: { gift: { amount: 1 } } }
  const [club, spring, autumn] = ['camp_00club', 'camp_00spring', 'camp_00autumn']
  const rows = [
    ['camp_00nowhere', {}, 404, /camp_00nowhere/],
    [
      club,
      { active: false },
      400,
      /\.active: it is true, which is not changed here; leave it out$/
    ],
    [club, { campaign_type: 'PROMOTION' }, 400, /\.campaign_type/],
    [club, { name: null }, 400, /\.name/],
    [club, { category: 'Nowhere', name: 'Bakery Friends' }, 404, /category with id Nowhere/],
    [club, { name: 'Bakery Friends', ...terms }, 409, /campaign exists with name Bakery Friends/],
    [alone, { type: 'STATIC', ...bad }, 400, /^Property \.type: a STANDALONE/],
    [
      autumn,
      { type: 'STANDALONE', ...bad },
      400,
      /^Property \.type: a campaign that is STATIC does/
    ],
    [autumn, { voucher: {}, ...bad }, 400, /^Property \.voucher: a PROMOTION has tiers and no/],
    [
      club,
      { ...terms, ...bad },
      400,
      /^Property \.loyalty_tiers_expiration: cannot change while the program has 3 cards/
    ],
    [alone, { auto_join: true, ...terms }, 400, /^Property \.auto_join: /],
    [alone, { ...terms, ...bad }, 400, /loyalty_tiers_expiration: a GIFT_VOUCHERS has no/],
    [club, { ...weekly, ...wrong }, 400, /^Property \.start_date: /],
    [club, { ...wrong, ...bad }, 400, /^Property \.voucher\.gift: a LOYALTY_CARD has none/],
    [spring, { voucher: { discount: { type: 'FIXED' } } }, 400, /voucher\.discount\.fixed_amount/],
    [club, bad, 400, /^metadata: colour: /]
  ] as const
  const all = async () => (await service.get('/v1/campaigns?limit=100')).bytes
  const before = await all()
  for (const [id, changes, code, details] of rows) {
    const { body } = await service.put(`/v1/campaigns/${id}`, changes)
    t.match(body, { code, details }, JSON.stringify(changes))
  }
  t.equal(await all(), before)
})

onDemo('updateCampaign: nulls clear, and terms nobody holds may change', async (t, service) => {
  const url = '/v1/campaigns/camp_00tea'
  const yearly = {
    qualification_type: 'POINTS_IN_PERIOD',
    qualification_period: 'YEAR',
    start_date: { type: 'IMMEDIATE' },
    expiration_date: { type: 'END_OF_PERIOD' }
  }
  const said = { description: 'Tea', category: 'Seasonal', loyalty_tiers_expiration: yearly }
  t.match((await service.put(url, said)).body, said)
  const nulls = { description: null, category: null, loyalty_tiers_expiration: null }
  const { body } = await service.put(url, nulls)
  t.match(body, { description: null, category: null })
  t.notOk('loyalty_tiers_expiration' in body)
  const { body: held } = await service.get('/v1/campaigns/camp_00club')
  const same = { name: held.name, loyalty_tiers_expiration: held.loyalty_tiers_expiration ?? null }
  t.strictSame((await service.put('/v1/campaigns/camp_00club', same)).body, held)
  const gift = '/v1/campaigns/camp_00gift'
  const effect = { voucher: { gift: { effect: 'APPLY_TO_ITEMS' } } }
  const { amount } = (await service.get(gift)).body.voucher.gift
  const { body: items } = await service.put(gift, effect)
  t.strictSame(items.voucher.gift, { amount, effect: 'APPLY_TO_ITEMS' }, 'the rest stays')
})

onDemo('updateCampaign: dates that earning rules take from their program', async (t, { put }) => {
  const url = '/v1/loyalties/camp_00tea'
  const timed = { validity_timeframe: { duration: 'PT1H', interval: 'P7D' } }
  const rule = '/v1/loyalties/camp_00tea/earning-rules/ern_00cup'
  t.match((await put(rule, timed)).body, { key: 'invalid_payload', details: /start_date/ })
  await put(url, { start_date: '2026-01-01T00:00:00.000Z' })
  t.match((await put(rule, timed)).body, timed)
  const refused = await put(url, { start_date: null })
  t.match(refused.body, { code: 400, details: /^earning rule ern_00cup would have: / })
  await put(rule, { validity_timeframe: null })
  t.equal((await put(url, { start_date: null })).status, 200)
})

onDemo('deleteCampaign: one that nobody needs goes with its parts', async (t, service) => {
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

onDemo('deleteCampaign: one that somebody needs stays, whole', async (t, service) => {
  const coupon = { type: 'DISCOUNT_VOUCHER', discount: { type: 'AMOUNT', amount_off: 1 } }
  const many = { name: 'Many', vouchers_count: 2, voucher: coupon }
  const { body: growing } = await service.post('/v1/campaigns', many)
  const rows = [
    ['camp_00spring', /voucher v_00spring1, voucher v_00spring2, voucher v_00spring3; delete them/],
    ['camp_00club', /in use by voucher v_00adaclub, voucher v_00benclub, voucher v_00maraclub; /],
    ['camp_00gift', /in use by reward rew_00gift; delete them first/],
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
