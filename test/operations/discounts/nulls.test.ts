import t, { type Test } from 'tap'
import { givenService } from '../../support/app.ts'
import { ADA, coupon } from '../support/qualifying.ts'

const NOTHING_SAID = { tracking_id: null, metadata: null }
const NO_LINE_SAID = {
  product_id: null,
  sku_id: null,
  initial_quantity: null,
  discount_quantity: null,
  amount: null,
  initial_amount: null,
  discount_amount: null,
  sku: null,
  metadata: null
}
const NO_ORDER_SAID = {
  id: null,
  source_id: null,
  status: null,
  amount: null,
  initial_amount: null,
  discount_amount: null,
  metadata: null,
  customer: null,
  customer_id: null,
  referrer_id: null,
  referrer: null
}
const TEA = { source_id: 'tea', related_object: 'product', quantity: 2, price: 500 }
const PRICED = { product_id: 'prod_00beans' }
const NOT_NAMED = { source_id: null, related_object: null, quantity: null, price: null }
const NO_GOODS_SAID = { name: null, price: null, override: null, metadata: null }

const AMOUNT_OFF = { discount: { type: 'AMOUNT', amount_off: 100 } }
const ORDER = { items: [TEA, PRICED] }
const ORDER_WITH_NULLS = {
  ...NO_ORDER_SAID,
  items: [
    { ...NO_LINE_SAID, ...TEA, product: null },
    { ...NO_LINE_SAID, ...NOT_NAMED, ...PRICED, product: NO_GOODS_SAID }
  ]
}

async function givenShop(t: Test) {
  const service = await givenService(t)
  await coupon(service, 'LESS', AMOUNT_OFF)
  await service.post('/v1/vouchers/GIFT', { type: 'GIFT_VOUCHER', gift: { amount: 1000 } })
  return service
}

const LESS = { object: 'voucher', id: 'LESS' }
const GIFT = { object: 'voucher', id: 'GIFT' }
const CARD = { object: 'voucher', id: 'CLUB-ADA-0001' }
const coin = { id: 'rew_00coin' }

const BODY = { redeemables: [LESS, GIFT, { ...CARD, reward: coin }], order: ORDER, customer: ADA }
const BODY_WITH_NULLS = {
  ...NOTHING_SAID,
  redeemables: [
    { ...LESS, gift: null, reward: null },
    { ...GIFT, gift: { credits: null }, reward: { id: null, points: null } },
    { ...CARD, gift: null, reward: { ...coin, points: null } }
  ],
  order: ORDER_WITH_NULLS,
  customer: ADA,
  session: null,
  options: null
}

for (const [url, title] of [
  ['/v1/validations', 'validateStackedDiscounts'],
  ['/v1/redemptions', 'redeemStackedDiscounts']
] as const) {
  t.test(`${title}: nulls count as not sent`, async t => {
    const [bare, service] = [await givenShop(t), await givenShop(t)]
    const { status, body } = await bare.post(url, BODY)
    t.equal(status, 200)
    t.equal(body.redeemables?.length ?? body.redemptions.length, 3)
    const same = await service.post(url, BODY_WITH_NULLS)
    t.equal(same.status, 200)
    t.strictSame(without(same.body), without(body))
  })
}

t.test('checkEligibility: nulls count as not sent', async t => {
  const service = await givenShop(t)
  const { order, customer, session, options } = BODY_WITH_NULLS
  const { body } = await service.post('/v1/qualifications', { order: ORDER, customer: ADA })
  t.ok(body.redeemables.total > 0)
  const sent = { ...NOTHING_SAID, order, customer, session, options }
  t.strictSame((await service.post('/v1/qualifications', sent)).body, body)
})

t.test('validateStackedDiscounts: a lock of nulls is one with all defaults', async t => {
  const service = await givenShop(t)
  const session = { type: 'LOCK', key: null, ttl: null, ttl_unit: null }
  const options = { expand: null, include_orders: null, extended_redemptions: null }
  const asked = { redeemables: [GIFT], order: ORDER, session, options }
  const { body } = await service.post('/v1/validations', asked)
  t.match(body.session, { type: 'LOCK', key: /^ssn_/, ttl: 7, ttl_unit: 'DAYS' })
})

t.test('rollbackStackedRedemptions: nulls count as not sent', async t => {
  const service = await givenShop(t)
  const { body } = await service.post('/v1/redemptions', BODY)
  const url = `/v1/redemptions/${body.parent_redemption.id}/rollbacks?reason=unused`
  const sent = { ...NOTHING_SAID, reason: null, customer: null, order: null }
  t.match(await service.post(url, sent), {
    status: 200,
    body: { parent_rollback: { reason: 'unused', metadata: {} } }
  })
})

function without(body: object): unknown {
  const text = JSON.stringify(body)
  const ids = new Map<string, string>()
  return JSON.parse(
    text.replace(/\b(?:valid|r|ord|v)_[0-9a-f]{10,}/g, id => {
      const known = ids.get(id) ?? `id ${ids.size}`
      ids.set(id, known)
      return known
    })
  )
}
