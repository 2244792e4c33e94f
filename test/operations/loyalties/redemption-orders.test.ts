import t from 'tap'
import { audit } from '../../../src/storage/audit/audit.ts'
import { type Answered, givenService, type Service } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'
import { BARE_ORDER } from '../support/bare-answers.ts'

const REDEEM = '/v1/loyalties/camp_00club/members/CLUB-ADA-0001/redemption'

const read = async ({ get }: Service, url: string): Promise<Answered['body']> =>
  (await get(url)).body

onDemo('redeemReward: an order that is stored is paid as it is stored', async (t, service) => {
  const cart = await read(service, '/v1/orders/cart-17')
  const repeated = { amount: 1, discount_amount: 1, items: [{ price: 1 }], metadata: { table: 9 } }
  for (const [sent, left] of [
    [{ id: 'ord_00cart', ...repeated }, cart.amount - 100],
    [{ source_id: 'new-1', items: [{ product_id: 'beans' }], metadata: { table: 4 } }, 1750]
  ] as const) {
    const reward = { id: 'rew_00coin', points: 10 }
    const { status, body } = await service.post(REDEEM, { reward, order: sent })
    t.strictSame([status, body.order.total_amount], [200, left])
    t.strictSame(await read(service, `/v1/orders/${body.order.id}`), body.order)
    const paid = await service.post(REDEEM, { reward, order: { source_id: body.order.source_id } })
    t.equal(paid.body.key, 'invalid_order', 'once')
  }
  const { amount, items, metadata, status } = await read(service, '/v1/orders/cart-17')
  t.strictSame([amount, items, metadata, status], [cart.amount, cart.items, cart.metadata, 'PAID'])
  const made = await read(service, '/v1/orders/new-1')
  t.match(made, { metadata: { table: 4 }, customer_id: 'cust_00ada', updated_at: null })
})

onDemo('redeemReward: a refusal says that the stored order counts', async (t, service) => {
  const { body: plain } = await service.post('/v1/rewards', {
    parameters: { coin: { exchange_ratio: 1, points_ratio: 10 } }
  })
  await service.post('/v1/loyalties/camp_00club/rewards', [{ reward: plain.id }])
  const { body: bare } = await service.post('/v1/orders', { source_id: 'bare' })
  const order = { source_id: 'bare', amount: 5000, metadata: { till: 4 }, items: [{ price: 5000 }] }
  const pay = async () => (await service.post(REDEEM, { reward: { id: plain.id }, order })).body
  const rule = async (name: string, property: string | null) => {
    const rules = { 1: { name, property, conditions: { $is: [4] } } }
    const { body } = await service.post('/v1/validation-rules', { name: 'Till', rules })
    const target = { related_object_type: 'campaign', related_object_id: 'camp_00club' }
    const url = `/v1/validation-rules/${body.id}/assignments`
    return `${url}/${(await service.post(url, target)).body.id}`
  }
  const stored = `order ${bare.id}, which counts as it is stored`
  for (const [name, property, lacks] of [
    ['order.metadata', 'till', `order.metadata.till is missing from ${stored}.`],
    ['order.amount', null, `order.amount is missing from ${stored}.`]
  ] as const) {
    const assigned = await rule(name, property)
    const { key, message, failure_message, details } = await pay()
    t.equal(key, 'order_rules_violated')
    t.ok(details.endsWith(lacks), details)
    t.strictSame([message.endsWith(lacks), message], [true, failure_message])
    await service.delete(assigned)
  }
  const nothing = 'counts as it is stored, and has nothing left to pay; update it first'
  const body = await pay()
  t.strictSame([body.key, body.details], ['invalid_order', `Order ${bare.id} ${nothing}`])
})

/** Figures of answers elsewhere, which a cart may bring along. */
const ELSEWHERE = { items_applied_discount_amount: 100 }
const LINE_ELSEWHERE = {
  id: 'ordli_1',
  applied_discount_amount: 100,
  applied_discount_quantity: 1,
  applied_quantity: -1,
  applied_quantity_amount: 100
}

t.test('redeemReward: figures that were worked out elsewhere change nothing', async t => {
  const line = { product_id: 'prod_00beans', quantity: 2 }
  const plain = { items: [line] }
  const worked = { ...ELSEWHERE, items: [{ ...line, ...LINE_ELSEWHERE }] }
  const [one, other] = await Promise.all(
    [plain, worked].map(async order => {
      const { post } = await givenService(t)
      const customer = { source_id: 'ada' }
      const estimated = await post('/v1/loyalties/camp_00club/qualifications', { customer, order })
      const { body, status } = await post(REDEEM, { reward: { id: 'rew_00coin' }, order })
      const created = await post('/v1/orders', order)
      t.strictSame([estimated.status, status, created.status], [200, 200, 200])
      return [estimated.body, body.order, created.body.items]
    })
  )
  t.strictSame(other, one)
})

const BEANS = { id: 'prod_00beans', source_id: 'beans', name: 'Coffee beans 1 kg', price: 1850 }
const TEA = { source_id: 'tea', name: 'Tea', price: 40, override: true }
const LARGE = { id: null, source_id: 'tea-l', sku: 'Large', price: 50, override: true }
const SENT = {
  source_id: 'new-1',
  amount: 900,
  initial_amount: 1000,
  discount_amount: 50,
  metadata: { table: 4 },
  items: [
    { product_id: 'beans', quantity: 2, price: 100, discount_amount: 10 },
    { product: TEA, sku: LARGE }
  ]
}
const line = (said: object) => ({ object: 'order_item', quantity: 1, metadata: {}, ...said })
const tea = { id: null, source_id: 'tea', name: 'Tea', price: 40, metadata: {} }
const large = { id: null, source_id: 'tea-l', sku: 'Large', price: 50, metadata: {} }

const AS_SENT = {
  ...BARE_ORDER,
  source_id: 'new-1',
  amount: 900,
  initial_amount: 1000,
  discount_amount: 50,
  metadata: { table: 4 },
  items: [
    line({ product_id: 'beans', quantity: 2, price: 100, discount_amount: 10 }),
    line({ product: tea, sku: large })
  ]
}
/** With its goods and prices, none of which are stored. */
const AS_PRICED = {
  ...BARE_ORDER,
  source_id: 'new-1',
  amount: 250,
  initial_amount: 1000,
  discount_amount: 50,
  items_discount_amount: 10,
  total_discount_amount: 60,
  total_amount: 190,
  metadata: { table: 4 },
  items: [
    line({
      product_id: 'prod_00beans',
      quantity: 2,
      price: 100,
      amount: 200,
      discount_amount: 10,
      subtotal_amount: 190,
      product: { ...BEANS, metadata: {} }
    }),
    line({ price: 50, amount: 50, subtotal_amount: 50, product: tea, sku: large })
  ]
}
const NO_REWARD = {}
const MUG = { reward: { id: 'rew_00mug' } }
const COIN = { reward: { id: 'rew_00coin' } }

//                              what is asked            the key        the order that is shown
// biome-ignore format: a table
const attempts: readonly (readonly [
  string,
  object,
  string | undefined,
  (cart: object) => object
])[] = [
  ['nothing of it', { ...NO_REWARD, order: SENT }, 'missing_reward', () => AS_SENT],
  ['its prices, and refused', { ...COIN, order: SENT }, 'order_rules_violated', () => AS_PRICED],
  ['its prices, for a mug', { ...MUG, order: SENT }, undefined, () => AS_PRICED],
  ['the name of a stored one', { ...NO_REWARD, order: { source_id: 'cart-17', amount: 5 } },
    'missing_reward', () => ({ ...BARE_ORDER, id: 'ord_00cart', source_id: 'cart-17', amount: 5 })],
  ['a stored one, for a mug', { ...MUG, order: { id: 'ord_00cart' } }, undefined, cart => cart],
  ['a stored one, and refused',
    { ...COIN, metadata: { till: 'x'.repeat(3) }, order: { id: 'ord_00small' } },
    'order_rules_violated', () => ({})],
  ['none', NO_REWARD, 'missing_reward', () => BARE_ORDER]
]

onDemo('redeemReward: shows the order as it looked at it, and stores none', async (t, service) => {
  const small = await service.post('/v1/orders', { source_id: 'small', amount: 10 })
  const cart = await read(service, '/v1/orders/cart-17')
  const orders = await read(service, '/v1/orders')
  const { summary } = await read(service, '/v1/customers/ada')
  for (const [title, asked, key, shown] of attempts) {
    const known = JSON.parse(JSON.stringify(asked).replace('ord_00small', small.body.id))
    const { body } = await service.post(REDEEM, known)
    const expected = title === 'a stored one, and refused' ? small.body : shown(cart)
    t.strictSame([body.key, body.order], [key, expected], title)
    const listed = await read(service, '/v1/vouchers/CLUB-ADA-0001/redemption')
    const entry = listed.redemption_entries.find(({ id }: { id: string }) => id === body.id)
    t.strictSame(entry.order, expected, `${title}, listed`)
    const { body: record } = await service.get(`/v1/redemptions/${body.id}`)
    t.strictSame(record.order, expected, `${title}, in its record`)
  }
  t.strictSame(await read(service, '/v1/orders'), orders)
  t.equal((await service.get('/v1/products/tea')).status, 404)
  t.strictSame((await read(service, '/v1/customers/ada')).summary.orders, summary.orders)
  t.strictSame((await audit(service.store)).findings, [], 'the audit is clean')
})

onDemo('redeemReward: the card says what its rules include and exclude', async (t, { post }) => {
  const beans = { object: 'product', id: 'prod_00beans', source_id: 'beans' }
  const coffee = { object: 'products_collection', id: 'pc_00coffee' }
  const blue = { object: 'sku', id: 'sku_00mugblue', source_id: 'mug-blue', quantity_limit: 2 }
  const bound: readonly (readonly [string, string, object])[] = [
    ['reward_assignment', 'rewa_00coin', { included: [beans, blue], excluded: [coffee] }],
    ['campaign', 'camp_00club', { included: [beans] }],
    ['voucher', 'v_00adaclub', { included: [coffee], included_all: true }]
  ]
  for (const [type, id, applicable_to] of bound) {
    const sent = { name: type, rules: {}, applicable_to }
    const { body: rule } = await post('/v1/validation-rules', sent)
    const target = { related_object_type: type, related_object_id: id }
    await post(`/v1/validation-rules/${rule.id}/assignments`, target)
  }
  const list = (...data: object[]) => ({
    data,
    total: data.length,
    data_ref: 'data',
    object: 'list'
  })
  const refused = await post(REDEEM, { ...COIN, order: { items: [{ price: 5 }] } })
  t.strictSame(refused.status, 400)
  t.strictSame(refused.body.voucher.applicable_to, list(beans, blue))
  t.strictSame(refused.body.voucher.inapplicable_to, list(coffee))
  const mug = await post(REDEEM, MUG)
  t.strictSame(mug.body.voucher.applicable_to, list(beans), 'of another offer')
  t.strictSame(mug.body.voucher.inapplicable_to, list())
  const { body } = await post(`/v1/redemptions/${mug.body.id}/rollback`, {})
  t.strictSame(body.voucher.applicable_to, list(beans), 'and of a rollback')
})
