import * as known from '../../src/demo/known.ts'
import { NOW, type Service, typeOf } from '../support/app.ts'
import { onDemo } from '../support/on-demo.ts'

const LATER = '2026-03-02T10:00:00.000Z'

const count = async ({ get }: Service, id: string) =>
  (await get(`/v1/validation-rules/${id}`)).body.assignments_count

const weekly = { validity_timeframe: { duration: 'P1D', interval: 'P7D' } }

/** Metadata of tiers has a colour, which is a text. */
async function colouredTiers({ post }: Service) {
  const properties = { colour: { type: 'string', optional: true } }
  const schemas = `/management/v1/projects/${known.PROJECT_ID}/metadata-schemas`
  const desk = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
  await post(schemas, { related_object: 'promotion_tier', properties }, desk)
}

onDemo('createPromotionTier: the last of the tiers, or where it is said', async (t, service) => {
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
  await colouredTiers(service)
  const none = { action: { discount: { type: 'FIXED' } } }
  const [category, metadata] = ['Nowhere', { colour: 5 }]
  const rows = [
    ['camp_00club', { action, category }, 404, /campaign with id camp_00club/],
    ['camp_00autumn', { ...none, category }, 404, /category with id Nowhere/],
    ['camp_00autumn', { name: 'None' }, 400, /action/],
    ['camp_00autumn', { ...none, ...weekly }, 400, /^Property \.action\.discount\.fixed_amount/],
    ['camp_00autumn', { action, ...weekly, metadata }, 400, /^Property \.start_date: /],
    ['camp_00autumn', { action, metadata }, 400, /^metadata: colour: /]
  ] as const
  for (const [id, tier, code, details] of rows) {
    t.match((await service.post(`/v1/promotions/${id}/tiers`, tier)).body, { code, details })
  }
  t.equal((await service.get(url)).body.total, 4)
})

onDemo('updatePromotionTier: what is sent counts; it is switched apart', async (t, service) => {
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
  await colouredTiers(service)
  const none = { action: { discount: { type: 'FIXED' } } }
  const metadata = { colour: 5 }
  const rows = [
    [{ id: 'promo_00other' }, 'invalid_payload', /\.id/],
    [{ active: true }, 'invalid_payload', /active/],
    [{ hierarchy: null }, 'invalid_payload', /hierarchy/],
    [{ category: 'Nowhere', ...none }, 'not_found', /category with id Nowhere/],
    [{ ...none, metadata }, 'invalid_payload', /^Property \.action\.discount\.fixed_amount/],
    [{ ...weekly, metadata }, 'invalid_payload', /^Property \.start_date: /],
    [{ metadata }, 'metadata_validation_failed', /^metadata: colour: /]
  ] as const
  for (const [sent, key, details] of rows) {
    t.match((await service.put(url, sent)).body, { key, details }, JSON.stringify(sent))
  }
  const dated = { start_date: NOW, ...weekly, category: 'Seasonal', name: null }
  const { body: seasonal } = await service.put(url, dated)
  t.match(seasonal, { ...weekly, start_date: NOW, category_id: 'cat_00seasonal', name: null })
  const cleared = await service.put(url, { validity_timeframe: null, category: null })
  t.match(cleared.body, { validity_timeframe: null, start_date: NOW, categories: [] })
})

onDemo('deletePromotionTier: goes with what binds it', async (t, service) => {
  const url = '/v1/promotions/tiers/promo_00fiveoff'
  t.equal(await count(service, 'val_00twenty'), 1)
  t.equal((await service.delete(url)).status, 204)
  t.equal(await count(service, 'val_00twenty'), 0)
  for (const answer of [await service.get(url), await service.delete(url)]) {
    t.strictSame([answer.status, answer.body.resource_type], [404, 'promotion_tier'])
  }
})

onDemo('listPromotionTiers: the tiers of one campaign, or of all', async (t, { get }) => {
  const { status, body } = await get('/v1/promotions/camp_00autumn/tiers')
  t.equal(status, 200)
  t.strictSame([body.total, body.has_more, body.data_ref], [2, false, 'tiers'])
  const [five, ten] = body.tiers
  t.strictSame([five.id, ten.id], ['promo_00fiveoff', 'promo_00tenoff'])
  t.strictSame([five.validation_rule_assignments.total, ten.validation_rule_assignments], [1, null])
  t.strictSame([five.promotion_id, five.campaign.object], ['camp_00autumn', 'campaign'])
  t.strictSame((await get('/v1/promotions/Autumn%20promotion/tiers')).body, body)
  const all = (await get('/v1/promotions/tiers')).body.tiers
  t.strictSame([all.length, all.slice(2)], [4, body.tiers])
  const page = await get('/v1/promotions/camp_00autumn/tiers?limit=1')
  t.strictSame([page.body.tiers.length, page.body.has_more, page.body.total], [1, true, 2])
  for (const id of ['camp_x', 'camp_00club']) {
    t.strictSame(typeOf(await get(`/v1/promotions/${id}/tiers`)), [404, 'campaign'])
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

onDemo('listPromotionTiers: the whole tier, what binds it, what came of it', async (t, service) => {
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
