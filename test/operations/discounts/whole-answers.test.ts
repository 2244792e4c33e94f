import t from 'tap'
import * as known from '../../../src/demo/known.ts'
import { givenService, NOW, type Service } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'
import {
  ADA,
  BEANS,
  bind,
  checked,
  coupon,
  PERCENT,
  QUALIFICATIONS
} from '../support/qualifying.ts'

const VALIDATIONS = '/v1/validations'
const REDEMPTIONS = '/v1/redemptions'
const WELCOME = { object: 'voucher', id: 'WELCOME' }
const TEN_OFF = { object: 'promotion_tier', id: 'promo_00tenoff' }
const DESK = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
const RULES = `/management/v1/projects/${known.PROJECT_ID}/stacking-rules/stk_00demo`

const DEAR = 'Spend more than 50.00.'

const ofItems = { discount: { ...PERCENT, effect: 'APPLY_TO_ITEMS' } }

async function covering(service: Service, code: string, ...included: readonly object[]) {
  await coupon(service, code, ofItems)
  const applicable_to = { included, included_all: false }
  await bind(service, code, {}, { rules: {}, applicable_to })
}

async function coveredBy(service: Service, id: string, items: readonly object[]) {
  const body = { redeemables: [{ object: 'voucher', id }], order: { items } }
  const answer = await service.post(VALIDATIONS, body)
  return answer.body.redeemables[0].applicable_to
}

onDemo('validateStackedDiscounts: a stored order is answered as stored', async (t, service) => {
  const { body: paid } = await service.post(REDEMPTIONS, {
    redeemables: [WELCOME],
    order: { source_id: 'cart-1', ...BEANS, metadata: { till: 7 } },
    customer: ADA
  })
  const { id } = paid.order
  await service.put(`/v1/orders/${id}`, { metadata: { till: 8 }, referrer: { source_id: 'ben' } })
  const { body: stored } = await service.get(`/v1/orders/${id}`)
  const asked = { redeemables: [TEN_OFF], order: { id }, customer: ADA }
  const { body } = await service.post(VALIDATIONS, asked)
  t.strictSame(body.order, {
    ...stored,
    discount_amount: 703,
    total_discount_amount: 703,
    total_amount: 2997,
    applied_discount_amount: 333,
    total_applied_discount_amount: 333
  })
  t.match(stored, {
    status: 'PAID',
    created_at: NOW,
    updated_at: NOW,
    metadata: { till: 8 },
    customer_id: 'cust_00ada',
    customer: { id: 'cust_00ada' },
    referrer_id: 'cust_00ben',
    referrer: { id: 'cust_00ben' },
    redemptions: { [paid.redemptions[0].id]: { related_object_id: 'v_00welcome' } }
  })
})

onDemo('validateStackedDiscounts: what is covered, with its limits', async (t, service) => {
  const limits = {
    quantity_limit: 2,
    aggregated_quantity_limit: 3,
    amount_limit: 900,
    aggregated_amount_limit: 1500
  }
  const said = { effect: 'APPLY_TO_EVERY', repeat: 1, target: 'ITEM', strict: false }
  const beans = { object: 'product', id: 'prod_00beans', ...limits }
  const mug = { object: 'sku', id: 'sku_00mugblue', price: 500 }
  await covering(service, 'COVERS', beans, mug)
  const items = [
    { product_id: 'prod_00beans', quantity: 4 },
    { sku_id: 'sku_00mugblue', quantity: 2 }
  ]
  t.strictSame(await coveredBy(service, 'COVERS', items), {
    object: 'list',
    data_ref: 'data',
    data: [
      { ...beans, ...said, source_id: 'beans', skip_initially: 0, order_item_indices: [0] },
      {
        ...mug,
        ...said,
        source_id: 'mug-blue',
        product_id: 'prod_00mug',
        product_source_id: 'mug',
        skip_initially: 0,
        order_item_indices: [1]
      }
    ],
    total: 2
  })
})

onDemo('validateStackedDiscounts: units covered, the first thousand named', async (t, service) => {
  const seconds = { skip_initially: 1, repeat: 2, target: 'UNIT' }
  await covering(service, 'SECONDS', { object: 'product', id: 'prod_00beans', ...seconds })
  const unitsOf = async (quantity: number) => {
    const items = [{ product_id: 'prod_00mug' }, { product_id: 'prod_00beans', quantity }]
    const [entry] = (await coveredBy(service, 'SECONDS', items)).data
    t.match(entry, { ...seconds, order_item_indices: [1] })
    return entry.order_item_units
  }
  t.strictSame(await unitsOf(7), [{ index: 1, units: [2, 4, 6] }])
  t.strictSame(await unitsOf(2003), [
    {
      index: 1,
      units: Array.from({ length: 1000 }, (_, place) => 2 + 2 * place),
      units_limit_exceeded: true
    }
  ])
})

onDemo('validateStackedDiscounts, checkEligibility: what each is, if asked', async (t, service) => {
  const { body: category } = await service.put('/v1/categories/cat_00seasonal', { hierarchy: 3 })
  const tiers = '/v1/promotions/tiers'
  const { body: tier } = await service.put(`${tiers}/promo_00tenoff`, {
    category_id: 'cat_00seasonal',
    metadata: { shelf: 'front' }
  })
  const expand = ['redeemable', 'category']
  const validation = { redeemables: [TEN_OFF], order: BEANS, customer: ADA }
  const { body } = await service.post(VALIDATIONS, { ...validation, options: { expand } })
  const seen = {
    metadata: { shelf: 'front' },
    categories: [{ ...category, stacking_rules_type: 'JOINT' }],
    campaign_name: 'Autumn promotion',
    campaign_id: tier.campaign.id,
    name: tier.name
  }
  t.match(body.redeemables[0], seen)
  t.ok(category.updated_at)
  const filters = { resource_id: { conditions: { $is: ['promo_00tenoff'] } } }
  const { entries } = await checked(service, {
    customer: ADA,
    order: BEANS,
    options: { expand, filters }
  })
  t.match(entries, [{ id: 'promo_00tenoff', ...seen }])
})

/** What holds on every day of the tests, and says so at length. */
const ALWAYS = {
  start_date: '2026-01-01T00:00:00.000Z',
  expiration_date: '2026-12-31T22:59:59.999Z',
  validity_timeframe: { duration: 'P7D', interval: 'P7D' },
  validity_day_of_week: [0, 1, 2, 3, 4, 5, 6]
}
const HOURS = {
  validity_hours: {
    daily: [{ start_time: '00:00', expiration_time: '23:59', days_of_week: [0, 1, 2, 3, 4, 5, 6] }]
  }
}

/** A tier of a campaign, of which all is said that can be, with a rule and a category. */
async function longTier(service: Service, always: object) {
  const { body: campaign } = await service.post('/v1/campaigns', {
    name: 'Said at length',
    campaign_type: 'PROMOTION',
    category: 'Seasonal',
    ...always
  })
  const { body: tier } = await service.post(`/v1/promotions/${campaign.id}/tiers`, {
    name: 'Long',
    banner: 'Ten off',
    action: { discount: PERCENT },
    category_id: 'cat_00seasonal',
    ...always
  })
  const { id } = tier
  const url = `/v1/promotions/tiers/${id}`
  await service.put(url, { metadata: { shelf: 'front' } })
  const bound = { related_object_id: id, related_object_type: 'promotion_tier' }
  await service.post('/v1/validation-rules/val_00twenty/assignments', bound)
  return { id, url }
}

for (const always of [ALWAYS, HOURS]) {
  t.test(`redeemStackedDiscounts: a tier in full, ${Object.keys(always).at(-1)}`, async t => {
    const service = await givenService(t)
    const { body: category } = await service.put('/v1/categories/cat_00seasonal', { hierarchy: 3 })
    const { id, url } = await longTier(service, always)
    const redeem = async (expand: readonly string[]) => {
      const redeemables = [{ object: 'promotion_tier', id }, WELCOME]
      const asked = { redeemables, order: BEANS, customer: ADA, options: { expand } }
      return (await service.post(REDEMPTIONS, asked)).body.redemptions
    }
    const [short] = await redeem(['order', 'redemption'])
    const { promotion_tier: small } = short
    const { body: stored } = await service.get(url)
    const campaign = { id: stored.campaign_id }
    const { name, banner, object } = stored
    t.strictSame(small, { id, name, banner, campaign, object })
    const said = { validation_rule_assignments: { total: 1 }, updated_at: NOW, ...always }
    t.match(stored, { ...said, campaign: always })
    const [long, code] = await redeem(['redeemable'])
    const { body: after } = await service.get(url)
    t.strictSame(long.promotion_tier, after)
    t.match(after.summary, { redemptions: { total_redeemed: 2 }, orders: { total_amount: 7400 } })
    t.strictSame(code.voucher.categories, [])
    const categories = [{ ...category, stacking_rules_type: 'JOINT' }]
    const [named] = await redeem(['category'])
    t.strictSame(named.promotion_tier, { ...small, categories })
    await service.put('/v1/vouchers/WELCOME', { category_id: 'cat_00seasonal' })
    const [both, categorised] = await redeem(['redeemable', 'category'])
    const { body: last } = await service.get(url)
    t.strictSame(both.promotion_tier, { ...last, categories })
    t.strictSame(categorised.voucher.categories, categories)
  })
}

onDemo('validateStackedDiscounts: by which rules of the project', async (t, { put, post }) => {
  const rules = {
    applicable_redeemables_per_category_limit: 2,
    applicable_redeemables_category_limits: { cat_00seasonal: 3 },
    exclusive_categories: ['cat_00outlet'],
    no_effect_skip_categories: ['cat_00outlet'],
    no_effect_redeem_anyway_categories: ['cat_00seasonal'],
    initial_amount_mode_categories: ['cat_00seasonal'],
    discounted_amount_mode_categories: ['cat_00outlet']
  }
  const { body } = await put(RULES, rules, DESK)
  const { id, created_at, updated_at, ...stored } = body
  const asked = { redeemables: [WELCOME], customer: ADA, order: BEANS }
  t.strictSame((await post(VALIDATIONS, asked)).body.stacking_rules, stored)
  const qualified = await post(QUALIFICATIONS, { customer: ADA, order: BEANS })
  t.strictSame(qualified.body.stacking_rules, stored)
  t.match(stored, rules)
})

/** Two that do not apply, each for its reason: nothing left to take off, and a rule. */
async function leftOver(service: Service) {
  await service.put(
    RULES,
    { redeemables_application_mode: 'PARTIAL', redeemables_no_effect_rule: 'SKIP' },
    DESK
  )
  await coupon(service, 'MUGS', { ...ofItems, metadata: { shelf: 'top' } })
  const included = [{ object: 'product', id: 'prod_00mug' }]
  await bind(service, 'MUGS', {}, { rules: {}, applicable_to: { included, included_all: false } })
  await coupon(service, 'DEAR')
  const fifty = { name: 'order.amount', conditions: { $more_than: [5000] } }
  await bind(service, 'DEAR', fifty, { error: { message: DEAR } })
  return ['MUGS', 'DEAR', 'WELCOME'].map(id => ({ object: 'voucher', id }))
}

onDemo('redeemStackedDiscounts: what was left out is told beside the rest', async (t, service) => {
  const redeemables = await leftOver(service)
  const session = { type: 'LOCK', key: 'ssn_till' }
  const asked = { redeemables, order: BEANS, customer: ADA, session }
  const validated = await service.post(VALIDATIONS, asked)
  const { body } = await service.post(REDEMPTIONS, asked)
  t.match(body.redemptions, [{ voucher: { code: 'WELCOME' }, session: { key: 'ssn_till' } }])
  const refused = { error: { key: 'order_rules_violated', error: { message: DEAR } } }
  t.match(body.inapplicable_redeemables, [{ id: 'DEAR', result: refused }])
  t.match(body.skipped_redeemables, [
    { id: 'MUGS', metadata: { shelf: 'top' }, result: { details: { key: 'no_effect' } } }
  ])
  t.match(validated.body, {
    valid: true,
    inapplicable_redeemables: [{ id: 'DEAR', result: refused }],
    skipped_redeemables: body.skipped_redeemables
  })
})

onDemo('redeemStackedDiscounts: the mistakes of a body are told together', async (t, { post }) => {
  const redeemables = [{ object: 'voucher' }, { object: 'coupon', id: 'WELCOME' }]
  const { status, body } = await post(REDEMPTIONS, { redeemables })
  t.equal(status, 400)
  t.match(body.errors, [
    { key: 'invalid_payload', pointer: '/redeemables/0/id' },
    { key: 'invalid_payload', pointer: '/redeemables/1/object' }
  ])
})
