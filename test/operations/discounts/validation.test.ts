import { keyOf, type Service } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'

const VALIDATIONS = '/v1/validations'
const BEANS = { items: [{ product_id: 'prod_00beans', quantity: 2 }] }
const WELCOME = { object: 'voucher', id: 'WELCOME' }
const GIFT = { object: 'voucher', id: 'GIFT-2500' }
const TEN_OFF = { object: 'promotion_tier', id: 'promo_00tenoff' }

const asked = async (service: Service, body: object) => (await service.post(VALIDATIONS, body)).body

/** Its status, and the key of why it does not apply. */
const told = ({ status, id, result }: { status: string; id: string; result: Told }) =>
  [status, id, result.details?.key].filter(each => each !== undefined).join(' ')
type Told = { details?: { key: string } }

onDemo('validateStackedDiscounts: each in turn, on what those before leave', async (t, service) => {
  const body = await asked(service, {
    redeemables: [{ ...GIFT, gift: { credits: 1000 } }, WELCOME],
    order: BEANS,
    customer: { source_id: 'ada' }
  })
  const money = (order: Record<string, number>) => [
    order['amount'],
    order['applied_discount_amount'],
    order['discount_amount'],
    order['total_amount']
  ]
  t.equal(body.valid, true)
  t.strictSame(body.redeemables.map(told), ['APPLICABLE GIFT-2500', 'APPLICABLE WELCOME'])
  const found = body.redeemables.map(({ order }: { order: Record<string, number> }) => money(order))
  t.strictSame(found, [
    [3700, 1000, 1000, 2700],
    [3700, 270, 1270, 2430]
  ])
  t.strictSame(money(body.order), [3700, 1270, 1270, 2430])
  t.strictSame(body.redeemables[0].result, { gift: { balance: 2500, credits: 1000 } })
  t.strictSame(body.redeemables[1].result.discount.effect, 'APPLY_TO_ORDER')
  t.match(body.tracking_id, /^track_/)
  t.notOk('inapplicable_redeemables' in body || 'skipped_redeemables' in body)
})

onDemo('validateStackedDiscounts: one refused refuses all, and is told', async (t, service) => {
  const redeemables = [WELCOME, { object: 'voucher', id: 'NOBODYS' }, TEN_OFF]
  const body = await asked(service, { redeemables, order: { amount: 3700 } })
  t.equal(body.valid, false)
  t.strictSame(body.redeemables.map(told), [
    'APPLICABLE WELCOME',
    'INAPPLICABLE NOBODYS not_found',
    'SKIPPED promo_00tenoff preceding_validation_failed'
  ])
  t.strictSame(body.inapplicable_redeemables, [body.redeemables[1]])
  t.strictSame(body.skipped_redeemables, [body.redeemables[2]])
  t.match(body.redeemables[1].result.error, {
    code: 404,
    key: 'not_found',
    resource_type: 'voucher',
    redeemable_id: 'NOBODYS'
  })
  t.notOk('order' in body)
})

const ADA = { source_id: 'ada' }
const COIN = { id: 'rew_00coin' }
const CARD = { object: 'voucher', id: 'CLUB-ADA-0001', reward: COIN }

// biome-ignore format: a table
const reasons: readonly (readonly [string, object, string])[] = [
  ['an unknown code', { redeemables: [{ object: 'voucher', id: 'NO' }] }, 'not_found'],
  ['an unknown tier', { redeemables: [{ object: 'promotion_tier', id: 'promo_0' }] }, 'not_found'],
  ['credit without an order', { redeemables: [GIFT] }, 'missing_amount'],
  ['more credit than there is',
    { redeemables: [{ ...GIFT, gift: { credits: 2501 } }], order: { amount: 9000 } },
    'gift_amount_exceeded'],
  ['a card of nobody', { redeemables: [CARD], order: { amount: 900 } }, 'missing_customer'],
  ['a card of another',
    { redeemables: [CARD], order: { amount: 900 }, customer: { source_id: 'ben' } },
    'invalid_customer'],
  ['a card without a reward',
    { redeemables: [{ ...CARD, reward: undefined }], order: { amount: 900 }, customer: ADA },
    'missing_reward'],
  ['points without an order', { redeemables: [CARD], customer: ADA }, 'missing_order'],
  ['an unknown reward', { redeemables: [{ ...CARD, reward: { id: 'rew_0' } }] }, 'not_found']
]

onDemo('validateStackedDiscounts: the reason of each that does not apply', async (t, service) => {
  await service.post('/v1/vouchers/OFF', {
    type: 'DISCOUNT_VOUCHER',
    discount: { type: 'PERCENT', percent_off: 10 }
  })
  await service.post('/v1/vouchers/OFF/disable', {})
  const off = { redeemables: [{ object: 'voucher', id: 'OFF' }] }
  const all = [...reasons, ['a voucher that is off', off, 'voucher_disabled'] as const]
  for (const [what, body, key] of all) {
    const { valid, redeemables } = await asked(service, body)
    t.strictSame([valid, redeemables[0]?.result.error.key], [false, key], what)
  }
})

onDemo('validateStackedDiscounts: what cannot be understood is refused', async (t, service) => {
  const { body: welcome } = await service.get('/v1/vouchers/WELCOME')
  // biome-ignore format: a table
  const rows: readonly (readonly [string, object, number, string])[] = [
    ['the same twice', { redeemables: [WELCOME, WELCOME] }, 400, 'duplicated_redeemables'],
    ['by code and by id', { redeemables: [WELCOME, { object: 'voucher', id: welcome.id }] }, 400,
      'duplicated_redeemables'],
    ['nothing', { redeemables: [] }, 400, 'invalid_payload'],
    ['a stack of promotions', { redeemables: [{ object: 'promotion_stack', id: 'stack_1' }] }, 400,
      'invalid_payload'],
    ['an unknown order', { redeemables: [WELCOME], order: { id: 'ord_0' } }, 404, 'not_found'],
    ['an unknown customer', { redeemables: [WELCOME], customer: { id: 'cust_0' } }, 404,
      'not_found']
  ]
  for (const [what, body, status, key] of rows) {
    t.strictSame(keyOf(await service.post(VALIDATIONS, body)), [status, key], what)
  }
})

onDemo('redeemStackedDiscounts: a stored SKU of a product nobody knows', async (t, service) => {
  const sku = { sku_id: 'sku_00mugold', product_id: 'prod_unknown' }
  const items = [{ ...sku, quantity: 2, price: 700 }]
  const order = { source_id: 'till-8', items }
  const line = { ...sku, quantity: 2, amount: 1400 }
  const body = { redeemables: [WELCOME], order, customer: { source_id: 'ada' } }
  t.match(await asked(service, body), { valid: true, order: { items: [line] } })
  const { body: qualified } = await service.post('/v1/qualifications', {
    ...{ order, customer: { source_id: 'ada' } }
  })
  t.match(qualified.order, { items: [line] })
  const { status, body: redeemed } = await service.post('/v1/redemptions', body)
  t.strictSame([status, redeemed.order?.items?.length], [200, 1])
  t.match(redeemed.order, { items: [line] })
  const { id } = redeemed.order
  t.equal((await service.post('/v1/orders', { id, items })).status, 200, 'the line is known by now')
  const other = [{ sku_id: 'sku_00mugold', product_id: 'prod_00beans' }]
  const mixed = await service.post('/v1/redemptions', { ...body, order: { items: other } })
  t.equal(mixed.status, 404, 'no line is of two goods')
  const unknown = await service.post('/v1/orders', { items })
  t.strictSame([unknown.status, unknown.body.resource_id], [404, 'prod_unknown'])
})

onDemo('validateStackedDiscounts: nothing is stored', async (t, service) => {
  const before = (await service.get('/v1/orders')).body.total
  const customers = (await service.get('/v1/customers')).body.total
  const order = { source_id: 'new-cart', ...BEANS }
  await asked(service, { redeemables: [WELCOME], order, customer: { source_id: 'somebody-new' } })
  t.equal((await service.get('/v1/orders')).body.total, before)
  t.equal((await service.get('/v1/customers')).body.total, customers)
})

onDemo('validateStackedDiscounts: an amount sent counts over its lines', async (t, service) => {
  const order = { amount: 6000, ...BEANS }
  const { order: seen } = await asked(service, { redeemables: [WELCOME], order })
  t.match(seen, { amount: 6000, discount_amount: 600, total_amount: 5400 })
})

onDemo('validateStackedDiscounts: a rule sees what the earlier ones left', async (t, service) => {
  const { post } = service
  const bound = async (code: string, percent_off: number, name: string, conditions: object) => {
    const discount = { type: 'PERCENT', percent_off, effect: 'APPLY_TO_ORDER' }
    await post(`/v1/vouchers/${code}`, { type: 'DISCOUNT_VOUCHER', discount })
    const rules = { 1: { name, conditions } }
    const { body } = await post('/v1/validation-rules', { name: code, rules })
    const assigned = { related_object_type: 'voucher', related_object_id: code }
    const url = `/v1/validation-rules/${body.id}/assignments`
    t.equal((await post(url, assigned)).status, 200)
  }
  await bound('TENTH', 10, 'order.amount', { $more_than: [0] })
  await bound('FIFTH', 20, 'order.amount', { $more_than: [10_000] })
  await bound('SMALL', 10, 'order.initial_amount', { $less_than: [1100] })
  await bound('LARGE', 10, 'order.amount', { $more_than: [1000] })
  const coins = { object: 'voucher', id: 'GIFT-2500', gift: { credits: 100 } }
  const codes = (...ids: readonly string[]) => ids.map(id => ({ object: 'voucher', id }))
  const broken = 'order_rules_violated'
  //                     the redeemables, the amount, and what is to pay or why it is not valid
  const rows: readonly (readonly [readonly object[], number, number | string])[] = [
    [codes('TENTH', 'FIFTH'), 10_500, broken],
    [codes('FIFTH', 'TENTH'), 10_500, 7560],
    [[coins, ...codes('SMALL')], 1050, 855],
    [[coins, ...codes('LARGE')], 1050, broken],
    [[...codes('LARGE'), coins], 1050, 845]
  ]
  for (const [redeemables, amount, expected] of rows) {
    const { order: after, redeemables: judged } = await asked(service, {
      redeemables,
      order: { amount }
    })
    const found = after?.total_amount ?? judged[1].result.error.key
    t.equal(found, expected, JSON.stringify(redeemables))
  }
})

onDemo('validateStackedDiscounts: goods may be called like anything', async (t, { post }) => {
  for (const unit_type of ['constructor', '__proto__', 'toString']) {
    const discount = { type: 'UNIT', unit_off: 1, unit_type, effect: 'ADD_NEW_ITEMS' }
    const code = `ANY-${unit_type}`
    await post(`/v1/vouchers/${code}`, { type: 'DISCOUNT_VOUCHER', discount })
    const redeemables = [{ object: 'voucher', id: code }]
    const { status, body } = await post(VALIDATIONS, { redeemables, order: BEANS })
    t.strictSame([status, body.valid, body.order.amount], [200, true, 3700], unit_type)
  }
})

onDemo('validateStackedDiscounts: refuses what no redemption would take', async (t, service) => {
  const canceled = { redeemables: [WELCOME], order: { amount: 900, status: 'CANCELED' } }
  for (const url of [VALIDATIONS, '/v1/redemptions']) {
    t.strictSame(keyOf(await service.post(url, canceled)), [400, 'invalid_payload'], url)
  }
  const card = { ...CARD, reward: { ...COIN, points: 1_000_000 } }
  const dear = { redeemables: [card], order: { amount: 900_000_000 }, customer: ADA }
  const { redeemables } = await asked(service, dear)
  t.equal(redeemables[0].result.error.key, 'loyalty_card_points_exceeded')
})
