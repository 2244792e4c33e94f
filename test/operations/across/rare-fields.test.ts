import * as known from '../../../src/demo/known.ts'
import { backOffice } from '../../support/back-office.ts'
import { onDemo } from '../../support/on-demo.ts'

const DESK = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
const year = { start_date: '2026-01-01T00:00:00.000Z', expiration_date: '2036-12-31T00:00:00.000Z' }
const windows = {
  validity_day_of_week: [1, 2],
  validity_timeframe: { interval: 'P1D', duration: 'PT1H' }
}
const hours = {
  validity_hours: {
    daily: [{ start_time: '09:00', expiration_time: '17:00', days_of_week: [1, 2] }]
  }
}
const perItem = {
  type: 'PROPORTIONAL',
  calculation_type: 'ORDER_ITEMS_AMOUNT',
  order_items: { amount: { every: 100, points: 1, object: 'product', id: 'prod_00beans' } }
}
const perCup = {
  type: 'PROPORTIONAL',
  calculation_type: 'CUSTOMER_METADATA',
  customer: { metadata: { every: 1, points: 2, property: 'cups_per_day' } }
}
const numbers = { type: 'number', array: false, optional: true, gt: 1, lt: 9, ne: [5] }
const words = { type: 'string', array: false, optional: true, min_length: 2, max_length: 9 }
const exact = { type: 'string', array: false, optional: true, exact_length: 4 }
const things = { type: 'object', array: false, optional: true, object_type: 'unknown' }
const desk = `/management/v1/projects/${known.PROJECT_ID}`

// biome-ignore format: a table
const rows: [string, object][] = [
  ['/v1/customers', { source_id: 'zoe', birthday: '1990-05-17' }],
  ['/v1/customers', { source_id: 'max', address: { line_2: 'Back house', state: 'Berlin' } }],
  [`${desk}/metadata-schemas`,
    { related_object: 'a', properties: { numbers, words, exact, things } }],
  ['/v1/orders',
    { items: [{ sku_id: 'sku_00mugblue', quantity: 1, sku: { metadata: { a: 1 } } }] }],
  ['/v1/orders', { items: [{ product_id: 'prod_00beans', quantity: 2, discount_quantity: 1 }] }]
]

onDemo('what few requests send is answered and read again', async (t, { post, get }) => {
  for (const [url, sent] of rows) {
    const headers = url.startsWith(desk) ? DESK : undefined
    const { status, body, bytes } = await post(url, sent, headers)
    t.equal(status, 200, `${url} ${bytes}`)
    t.match(body, sent, url)
    if (url !== `${desk}/metadata-schemas`) {
      t.match((await get(`${url}/${body.id}`)).body, sent, `${url} read again`)
    }
  }
})

onDemo('an earning rule shows what it measures, and until when', async (t, { post }) => {
  for (const loyalty of [perItem, perCup]) {
    const sent = [{ event: 'order.paid', loyalty, expiration_date: year.expiration_date }]
    const { status, body, bytes } = await post('/v1/loyalties/camp_00club/earning-rules', sent)
    t.equal(status, 200, bytes)
    t.match(body[0], sent[0])
  }
})

onDemo('a promotion tier shows when it holds, and when its campaign does', async (t, { post }) => {
  const action = {
    discount: { type: 'AMOUNT', amount_off: 100, effect: 'APPLY_TO_ORDER', is_dynamic: false }
  }
  for (const limits of [windows, hours]) {
    const sent = {
      name: Object.keys(limits).join(),
      campaign_type: 'PROMOTION',
      ...year,
      ...limits
    }
    const { body: campaign } = await post('/v1/campaigns', sent)
    const tier = { name: 'Frost', banner: 'Frost', action, ...year, ...limits }
    const { status, body, bytes } = await post(`/v1/promotions/${campaign.id}/tiers`, tier)
    t.equal(status, 200, bytes)
    t.match(body, { action, ...limits, campaign: { ...year, ...limits } })
  }
})

onDemo('points lapse at the end of a month that is named', async (t, { post }) => {
  const rules = {
    period_type: 'MONTH',
    period_value: 12,
    rounding_type: 'PARTICULAR_MONTH',
    rounding_value: 3
  }
  const { status, body, bytes } = await post('/v1/loyalties', {
    name: 'Spring Club',
    type: 'AUTO_UPDATE',
    voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 0, expiration_rules: rules } }
  })
  t.equal(status, 200, bytes)
  t.match(body.voucher.loyalty_card.expiration_rules, rules)
})

onDemo('a movement keeps the id that was sent', async (t, { post, get }) => {
  const ada = '/v1/loyalties/members/CLUB-ADA-0001'
  const { status, bytes } = await post(`${ada}/balance`, { points: 5, source_id: 'till-9' })
  t.equal(status, 200, bytes)
  t.match((await get(`${ada}/transactions`)).body.data[0], { source_id: 'till-9' })
})

onDemo('a redemption shows the card with all that is kept of it', async (t, { put, post }) => {
  const card = { additional_info: 'Green', metadata: { colour: 'green' }, category: 'Seasonal' }
  const code = '/v1/vouchers/CLUB-ADA-0001'
  const changed = await put(code, card)
  t.equal(changed.status, 200, changed.bytes)
  const redemption = '/v1/loyalties/camp_00club/members/CLUB-ADA-0001/redemption'
  const { status, body, bytes } = await post(redemption, { reward: { id: 'rew_00coupon' } })
  t.equal(status, 200, bytes)
  t.match(body.voucher, { ...card, categories: [{ name: 'Seasonal' }] })
})

onDemo('credit redeemed elsewhere is told of the card and its holder', async (t, service) => {
  const { imports } = await backOffice(service)
  await imports({
    code: 'OLD-GIFT',
    campaign: null,
    customer: 'newcomer',
    content: { type: 'GIFT_VOUCHER', credit: { amount: 5000, balance: 1250 } },
    redemptionCount: null,
    settings: {}
  })
  const { body: card } = await service.get('/v1/vouchers/OLD-GIFT')
  t.match(card.redemption, { redeemed_quantity: 1, redeemed_amount: 3750 })
  const { body: holder } = await service.get('/v1/customers/newcomer')
  t.strictSame(holder.summary.redemptions.gift, { redeemed_amount: 3750, amount_to_go: 1250 })
})
