import { type Answered, NOW, type Service } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'
import { BARE_ORDER } from '../support/bare-answers.ts'

const CARD = '/v1/vouchers/CLUB-ADA-0001'
const REDEEM = '/v1/loyalties/camp_00club/members/CLUB-ADA-0001/redemption'
const ADA = {
  id: 'cust_00ada',
  name: 'Ada Baker',
  email: 'ada@example.com',
  source_id: 'ada',
  metadata: { favourite_roast: 'dark', cups_per_day: 3 },
  object: 'customer'
}
const NOBODY = {
  id: null,
  name: null,
  email: null,
  source_id: null,
  metadata: {},
  object: 'customer'
}
const SEEN = {
  ...BARE_ORDER,
  amount: 3700,
  total_amount: 3700,
  items: [
    {
      object: 'order_item',
      product_id: 'prod_00beans',
      quantity: 2,
      price: 1850,
      amount: 3700,
      subtotal_amount: 3700,
      product: {
        id: 'prod_00beans',
        source_id: 'beans',
        name: 'Coffee beans 1 kg',
        price: 1850,
        metadata: {}
      },
      metadata: {}
    }
  ]
}
const CHANNEL = { channel_id: 'demo-app-id', channel_type: 'API' }
const NONE = { data: [], total: 0, data_ref: 'data', object: 'list' }

const read = async ({ get }: Service, url: string): Promise<Answered['body']> =>
  (await get(url)).body

/** The card after so many points left it, as it was before anything else happens to it. */
function spent(before: Answered['body'], points: number) {
  const { loyalty_card: held, redemption } = before
  return {
    ...before,
    loyalty_card: {
      ...held,
      balance: held.balance - points,
      next_expiration_points: held.next_expiration_points - points
    },
    redemption: {
      ...redemption,
      redeemed_quantity: redemption.redeemed_quantity + 1,
      redeemed_points: redemption.redeemed_points + points
    },
    updated_at: NOW,
    holder: ADA,
    applicable_to: NONE,
    inapplicable_to: NONE
  }
}

/** What is handed out, as it can be read afterwards, but for what came on it. */
type Brought = (service: Service, answered: Answered['body']) => Promise<object>

const voucher =
  (asBefore: object): Brought =>
  async (service, { reward }) => ({
    voucher: { ...(await read(service, `/v1/vouchers/${reward.voucher.code}`)), ...asBefore }
  })
const MUG = '/v1/products/prod_00mug'
const mug: Brought = async service => {
  const { skus, ...alone } = await read(service, MUG)
  return { product: alone }
}
const blueMug: Brought = async service => ({
  ...(await mug(service, {})),
  sku: await read(service, '/v1/skus/sku_00mugblue')
})
const unspent = { pending_points: 0, expired_points: 0, subtracted_points: 0 }
const noPoints = { loyalty_card: { points: 0, balance: 0, ...unspent } }
const gift = (amount: number) => ({
  gift: { amount, subtracted_amount: 0, balance: amount, effect: 'APPLY_TO_ORDER' }
})

// Both gifts are credited to one voucher, which each answer shows before its credit.
const kinds: readonly (readonly [reward: string, points: number, Brought])[] = [
  ['retired', 30, mug],
  ['mug', 60, blueMug],
  ['coupon', 100, voucher({})],
  ['gift', 200, voucher(gift(0))],
  ['gift', 200, voucher(gift(1000))],
  ['bakery', 80, voucher(noPoints)],
  ['coin', 370, async () => ({})]
]

onDemo('redeemReward: the whole answer, for each kind of reward', async (t, service) => {
  const offer = { reward: 'rew_00retired', parameters: { loyalty: { points: 30 } } }
  await service.post('/v1/loyalties/camp_00club/rewards', [offer])
  const tracked = new Set<string>()
  for (const [index, [kind, points, brought]] of kinds.entries()) {
    const before = await read(service, CARD)
    const { redeemed, stock, attributes, ...reward } = await read(
      service,
      `/v1/rewards/rew_00${kind}`
    )
    const order = { items: [{ product_id: 'prod_00beans', quantity: 2 }] }
    const { status, body } = await service.post(REDEEM, { reward: { id: reward.id }, order })
    t.equal(status, 200, kind)
    const pays = kind === 'coin'
    t.strictSame(body, {
      id: `r_00000${index + 1}`,
      object: 'redemption',
      date: NOW,
      customer_id: 'cust_00ada',
      tracking_id: body.tracking_id,
      metadata: {},
      redemption: null,
      result: 'SUCCESS',
      status: 'SUCCEEDED',
      order: pays ? await read(service, `/v1/orders/${body.order.id}`) : SEEN,
      channel: CHANNEL,
      customer: ADA,
      related_object_type: 'voucher',
      related_object_id: 'v_00adaclub',
      reward: {
        ...reward,
        customer: ADA,
        assignment_id: kind === 'retired' ? 'rewa_000001' : `rewa_00${kind}`,
        ...(await brought(service, body))
      },
      amount: points,
      loyalty_card: { points },
      voucher: spent(before, points)
    })
    tracked.add(body.tracking_id)
    t.equal((await read(service, `/v1/rewards/${reward.id}`)).redeemed, redeemed + 1)
  }
  t.match([...tracked], [/^track_[\w-]{43}$/], 'the same for all of a customer’s')
})

onDemo('redeemReward: the whole answer when there is nothing to speak of', async (t, { post }) => {
  const code = { code: 'CLUB-NOBODY' }
  const { body: card } = await post('/v1/campaigns/camp_00club/vouchers', code)
  const url = '/v1/loyalties/camp_00club/members/CLUB-NOBODY/redemption'
  const { status, body } = await post(url, {})
  const message = 'Customer must be a holder of a loyalty card.'
  const found = [status, body]
  t.strictSame(found, [
    400,
    {
      code: 400,
      key: 'invalid_customer',
      message,
      details: 'Card CLUB-NOBODY has no holder; give it to a customer first',
      request_id: body.request_id,
      resource_id: 'r_000001',
      resource_type: 'redemption',
      id: 'r_000001',
      object: 'redemption',
      date: NOW,
      customer_id: null,
      tracking_id: null,
      metadata: {},
      redemption: null,
      result: 'FAILURE',
      status: 'FAILED',
      failure_code: 'invalid_customer',
      failure_message: message,
      order: BARE_ORDER,
      channel: CHANNEL,
      customer: NOBODY,
      related_object_type: 'voucher',
      related_object_id: card.id,
      reward: { id: null, object: 'reward', customer: NOBODY, assignment_id: null },
      voucher: { ...card, applicable_to: NONE, inapplicable_to: NONE }
    }
  ])
})

const product = (id: string, source_id: string, name: string, price: number | null) => ({
  product_id: id,
  product: { id, source_id, name, price, metadata: {} }
})
const BEANS = product('prod_00beans', 'beans', 'Coffee beans 1 kg', 1850)
const MUGS = product('prod_00mug', 'mug', 'Stoneware mug', 1200)
const sku = (id: string, source_id: string, name: string, price: number | null) => ({
  ...MUGS,
  sku_id: id,
  sku: { id, source_id, sku: name, price, metadata: {} }
})
const BLUE = sku('sku_00mugblue', 'mug-blue', 'Stoneware mug, blue', 1300)
const OLD = sku('sku_00mugold', 'mug-old', 'Stoneware mug, last year', null)
const opened = { name: 'Opened beans', price: 1000, metadata: { opened: true } }
const chipped = { sku: 'Chipped mug', price: 900 }
const at = (price: number, quantity = 1) => {
  const amount = price * quantity
  return { quantity, price, amount, subtotal_amount: amount }
}

//                       what is sent                                  the line that is answered
// biome-ignore format: a table
const lines: readonly (readonly [sent: object, answered: object])[] = [
  [{ product_id: 'prod_00beans', quantity: 2 }, { ...BEANS, ...at(1850, 2) }],
  [{ product_id: 'beans', quantity: '3' }, { ...BEANS, ...at(1850, 3) }],
  [{ source_id: 'beans' }, { ...BEANS, ...at(1850), source_id: 'beans' }],
  [{ source_id: 'mug', related_object: 'product' },
    { ...MUGS, ...at(1200), source_id: 'mug', related_object: 'product' }],
  [{ source_id: 'mug-blue', related_object: 'sku' },
    { ...BLUE, ...at(1300), source_id: 'mug-blue', related_object: 'sku' }],
  [{ sku_id: 'sku_00mugblue' }, { ...BLUE, ...at(1300) }],
  [{ sku_id: 'mug-old' }, { ...OLD, ...at(1200) }],
  [{ product: { source_id: 'beans' } }, { ...BEANS, ...at(1850) }],
  [{ sku: { id: 'sku_00mugblue' } }, { ...BLUE, ...at(1300) }],
  [{ product_id: 'beans', product: opened },
    { ...BEANS, ...at(1000), product: { ...BEANS.product, ...opened } }],
  [{ sku_id: 'mug-blue', sku: chipped, quantity: 2 },
    { ...BLUE, ...at(900, 2), sku: { ...BLUE.sku, ...chipped } }],
  [{ product_id: 'beans', product: opened, price: 500 },
    { ...BEANS, ...at(500), product: { ...BEANS.product, ...opened } }],
  [{ product_id: 'beans', quantity: 3, amount: 5000, discount_amount: 500 },
    { ...BEANS, ...at(1850, 3), amount: 5000, discount_amount: 500, subtotal_amount: 4500 }],
  [{ product_id: 'wrap', quantity: 2 },
    { ...product('prod_000001', 'wrap', 'Gift wrap', null), quantity: 2 }],
  [{ price: 250, metadata: { tip: true } }, { ...at(250), metadata: { tip: true } }],
  [
    { amount: 40, initial_amount: 50, initial_quantity: 1, discount_quantity: 0 },
    {
      quantity: 1,
      amount: 40,
      subtotal_amount: 40,
      initial_amount: 50,
      initial_quantity: 1,
      discount_quantity: 0
    }
  ]
]

onDemo('redeemReward: a line is the inventory’s, but for what is sent', async (t, service) => {
  await service.post('/v1/products', { source_id: 'wrap', name: 'Gift wrap' })
  const beans = await read(service, '/v1/products/beans')
  const order = { items: lines.map(([sent]) => sent) }
  const reward = { id: 'rew_00coin', points: 100 }
  const { body } = await service.post(REDEEM, { reward, order })
  const expected = lines.map(([, line]) => ({ object: 'order_item', metadata: {}, ...line }))
  const items = expected.map((line, at) => ({
    ...line,
    id: `ordli_${String(at + 1).padStart(6, '0')}`
  }))
  t.strictSame(body.order.items, items)
  const amount =
    3700 +
    5550 +
    1850 +
    1200 +
    1300 +
    1300 +
    1200 +
    1850 +
    1300 +
    1000 +
    1800 +
    500 +
    5000 +
    250 +
    40
  t.match(body.order, {
    status: 'PAID',
    amount,
    items_discount_amount: 500,
    discount_amount: 1000,
    total_discount_amount: 1500,
    total_amount: amount - 1500,
    applied_discount_amount: 1000,
    total_applied_discount_amount: 1000
  })
  t.strictSame(await read(service, '/v1/products/beans'), beans, 'the inventory stays as it is')
})

onDemo('redeemReward: a coupon that is there is shown with what is its own', async (t, service) => {
  const discount = { type: 'AMOUNT', amount_off: 500, effect: 'APPLY_TO_ORDER' }
  const { body: campaign } = await service.post('/v1/campaigns', {
    name: 'Few',
    campaign_type: 'DISCOUNT_COUPONS',
    type: 'STATIC',
    voucher: { type: 'DISCOUNT_VOUCHER', discount }
  })
  const added = { code: 'FEW-1', category: 'Seasonal' }
  const { body: coupon } = await service.post('/v1/campaigns/Few/vouchers', added)
  const rule = '/v1/validation-rules/val_00twenty/assignments'
  await service.post(rule, { related_object_type: 'voucher', related_object_id: coupon.id })
  const parameters = { campaign: { id: campaign.id } }
  const { body: reward } = await service.post('/v1/rewards', { parameters })
  const offer = [{ reward: reward.id, parameters: { loyalty: { points: 1 } } }]
  await service.post('/v1/loyalties/camp_00club/rewards', offer)
  const { body } = await service.post(REDEEM, { reward: { id: reward.id } })
  const shown = body.reward.voucher
  t.strictSame(shown, await read(service, '/v1/vouchers/FEW-1'))
  t.match(shown, { category: 'Seasonal', validation_rules_assignments: { total: 1 } })
})
