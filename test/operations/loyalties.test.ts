import t from 'tap'
import { givenService, type Service } from '../support/app.ts'

const REDEEM = '/v1/loyalties/camp_00club/members/CLUB-ADA-0001/redemption'
const ESTIMATE = '/v1/loyalties/camp_00club/qualifications'
const BEANS = { product_id: 'prod_00beans', quantity: 1 }

async function balanceOf(service: Service, code: string): Promise<number> {
  const { body } = await service.get(`/v1/customers/${code === 'CLUB-ADA-0001' ? 'ada' : 'ben'}`)
  return body.summary.redemptions.loyalty_card.points_to_go
}

t.test('redeemReward: a MATERIAL reward takes its price and a unit of stock', async t => {
  const service = await givenService(t)
  const before = await balanceOf(service, 'CLUB-ADA-0001')
  const { status, body } = await service.post(REDEEM, { reward: { id: 'rew_00mug' } })
  t.equal(status, 200)
  t.strictSame(
    [body.result, body.status, body.amount, body.loyalty_card, body.redemption],
    ['SUCCESS', 'SUCCEEDED', 60, { points: 60 }, null]
  )
  t.equal(body.voucher.loyalty_card.balance, before - 60)
  t.strictSame(body.channel, { channel_id: 'demo-app-id', channel_type: 'API' })
  t.strictSame([body.reward.product.id, body.reward.sku.id], ['prod_00mug', 'sku_00mugblue'])
  t.strictSame([body.metadata, body.order.id, body.order.items], [{}, null, []])
  t.equal(await balanceOf(service, 'CLUB-ADA-0001'), before - 60)
})

t.test('redeemReward: a coupon is published to the customer with the points', async t => {
  const service = await givenService(t)
  const codes: string[] = []
  for (let turn = 0; turn < 4; turn++) {
    const { body } = await service.post(REDEEM, { reward: { id: 'rew_00coupon' } })
    t.equal(body.result, 'SUCCESS')
    t.strictSame(
      [body.reward.voucher.holder_id, body.reward.voucher.publish.count],
      ['cust_00ada', 1]
    )
    codes.push(body.reward.voucher.code)
  }
  t.strictSame(codes.slice(0, 3), ['SPRING-0001', 'SPRING-0002', 'SPRING-0003'], 'oldest first')
  t.match(codes[3], /^SPRING-[0-9A-Za-z]{8}$/, 'then a new one, as the campaign is AUTO_UPDATE')
})

t.test('redeemReward: gift credit and points go to what the customer holds there', async t => {
  const service = await givenService(t)
  const first = await service.post(REDEEM, { reward: { id: 'rew_00gift' } })
  const second = await service.post(REDEEM, { reward: { id: 'rew_00gift' } })
  t.strictSame(
    [first, second].map(({ body }) => body.reward.voucher.gift.balance),
    [0, 1000],
    'shown as it was before the credit'
  )
  t.equal(first.body.reward.voucher.code, second.body.reward.voucher.code)
  const points = await service.post(REDEEM, { reward: { id: 'rew_00bakery' } })
  t.equal(points.body.reward.voucher.campaign, 'Bakery Friends')
  const { body } = await service.get('/v1/customers/ada')
  t.equal(body.summary.redemptions.gift.amount_to_go, 2000)
  t.equal(body.loyalty.campaigns['Bakery Friends'].points, 50)
})

t.test('redeemReward: points pay an order, which then earns', async t => {
  const service = await givenService(t)
  const items = [{ product_id: 'prod_00beans', quantity: '2' }]
  const rows = [
    // points asked   taken   discount   left to pay
    [undefined, 370, 3700, 0],
    [100, 100, 1000, 2700],
    [9999, 370, 3700, 0]
  ] as const
  for (const [points, taken, discount, left] of rows) {
    const reward = points === undefined ? { id: 'rew_00coin' } : { id: 'rew_00coin', points }
    const { body } = await service.post(REDEEM, { reward, order: { items } })
    const { order } = body
    t.strictSame(
      [body.amount, order.amount, order.discount_amount, order.total_amount, order.status],
      [taken, 3700, discount, left, 'PAID']
    )
    t.strictSame(order.redemptions[body.id], {
      date: body.date,
      related_object_type: 'voucher',
      related_object_id: 'v_00adaclub',
      related_object_parent_id: 'camp_00club'
    })
    t.equal(order.customer_id, 'cust_00ada')
  }
  const pending = await service.get('/v1/loyalties/members/CLUB-ADA-0001/pending-points')
  t.strictSame(
    pending.body.data.map((entry: { points: number }) => entry.points),
    [20, 20, 20, 20],
    'ten points a kilo, three days later'
  )
})

t.test('redeemReward: a card with fewer points than asked applies what it has', async t => {
  const service = await givenService(t)
  const url = '/v1/loyalties/camp_00club/members/CLUB-BEN-0001/redemption'
  const order = { items: [{ product_id: 'prod_00beans', quantity: 2 }] }
  const { body } = await service.post(url, { reward: { id: 'rew_00coin', points: 300 }, order })
  t.strictSame([body.amount, body.order.total_amount], [120, 3700 - 1200])
  t.equal(body.voucher.loyalty_card.balance, 0, 'shown before what the order earns')
  t.equal(await balanceOf(service, 'CLUB-BEN-0001'), 25, 'a point for each euro that was left')
})

t.test('redeemReward: a refusal is recorded, and listed as it was answered', async t => {
  const service = await givenService(t)
  const url = '/v1/loyalties/camp_00club/members/CLUB-BEN-0001/redemption'
  const { status, body } = await service.post(url, { reward: { id: 'rew_00gift' } })
  t.equal(status, 400)
  t.strictSame(
    [body.code, body.key, body.resource_id, body.resource_type, body.failure_code, body.result],
    [400, 'loyalty_card_points_exceeded', body.id, 'redemption', body.key, 'FAILURE']
  )
  t.equal(body.message, body.failure_message)
  const list = await service.get('/v1/vouchers/CLUB-BEN-0001/redemption')
  const [entry] = list.body.redemption_entries
  const { voucher: stub, ...listed } = entry
  t.strictSame(stub, {
    id: 'v_00benclub',
    code: 'CLUB-BEN-0001',
    campaign: 'Coffee Club',
    campaign_id: 'camp_00club',
    object: 'voucher'
  })
  const {
    code,
    key,
    message,
    details,
    request_id,
    resource_id,
    resource_type,
    voucher,
    ...record
  } = body
  t.ok(code && key && message && details && request_id && resource_id && resource_type && voucher)
  t.strictSame(listed, record, 'the record of the answer is the record of the list')
  const customer = await service.get('/v1/customers/ben')
  t.equal(customer.body.summary.redemptions.total_failed, 1)
})

t.test('redeemReward: what names nothing that exists is 404 and not recorded', async t => {
  const service = await givenService(t)
  const mug = { reward: { id: 'rew_00mug' } }
  const coin = { id: 'rew_00coin' }
  const base = '/v1/loyalties'
  const rows = [
    [`${base}/camp_x/members/CLUB-ADA-0001/redemption`, mug, 'campaign'],
    [`${base}/camp_00spring/members/CLUB-ADA-0001/redemption`, mug, 'campaign'],
    [`${base}/camp_00bakery/members/CLUB-ADA-0001/redemption`, mug, 'voucher'],
    [`${base}/camp_00club/members/SPRING-0001/redemption`, mug, 'voucher'],
    [`${base}/camp_00club/members/nobody/redemption`, mug, 'voucher'],
    [`${base}/members/nobody/redemption`, mug, 'voucher'],
    [REDEEM, { reward: { id: 'rew_x' } }, 'reward'],
    [REDEEM, { reward: coin, order: { id: 'ord_x' } }, 'order'],
    [REDEEM, { reward: coin, order: { items: [{ product_id: 'prod_x' }] } }, 'product'],
    [REDEEM, { reward: coin, order: { items: [{ sku_id: 'sku_x' }] } }, 'sku']
  ] as const
  const count = await service.get('/v1/vouchers/CLUB-ADA-0001/redemption')
  for (const [url, body, type] of rows) {
    const answer = await service.post(url, body)
    t.strictSame(
      [answer.status, answer.body.key, answer.body.resource_type],
      [404, 'not_found', type],
      `${url} ${JSON.stringify(body)}`
    )
  }
  const after = await service.get('/v1/vouchers/CLUB-ADA-0001/redemption')
  t.equal(after.body.total, count.body.total, 'none of it was recorded')
})

t.test('redeemReward: a rule’s own words reach the customer', async t => {
  const service = await givenService(t)
  const order = { items: [{ product_id: 'prod_00filter', quantity: 1 }] }
  const { body } = await service.post(REDEEM, { reward: { id: 'rew_00coin' }, order })
  t.strictSame(
    [body.key, body.error],
    ['order_rules_violated', { message: 'Points pay for orders of 5.00 and more.' }]
  )
  t.match(body.details, /order\.amount.*500/)
})

t.test('redeemReward: a stored order counts over what is repeated of it', async t => {
  const service = await givenService(t)
  const order = { source_id: 'cart-17', items: [{ product_id: 'prod_00mug', quantity: 9 }] }
  const { body } = await service.post(REDEEM, { reward: { id: 'rew_00coin' }, order })
  t.strictSame([body.order.id, body.order.amount], ['ord_00cart', 2550])
  const again = await service.post(REDEEM, { reward: { id: 'rew_00coin' }, order })
  t.strictSame([again.body.key, again.status], ['invalid_order', 400], 'it is paid now')
})

t.test('redeemRewardByCard: the card alone says which program', async t => {
  const service = await givenService(t)
  const { status, body } = await service.post('/v1/loyalties/members/CLUB-ADA-0001/redemption', {
    reward: { id: 'rew_00mug' },
    metadata: { till: 4 }
  })
  t.strictSame([status, body.result, body.metadata], [200, 'SUCCESS', { till: 4 }])
})

t.test('estimateLoyaltyPoints: half as much again for gold, stored or described', async t => {
  const service = await givenService(t)
  const rows = [
    // order                                                     points, of 25 37 19 18 55 26 euros
    [{ source_id: 'cart-17' }, 37 + 10],
    [{ id: 'ord_00cart' }, 37 + 10],
    [{ source_id: 'ord_00cart' }, 37 + 10],
    [{ source_id: 'cart-17', metadata: { delivery: 'pickup' } }, 37 + 10],
    [{ source_id: 'cart-17', items: [BEANS, BEANS] }, 55 + 20],
    [{ source_id: 'never-seen' }, 0],
    [{ source_id: 'never-seen', amount: 1999 }, 28],
    [{ amount: 2000, discount_amount: 150 }, 27],
    [{ items: [{ source_id: 'beans', quantity: '3' }] }, 82 + 30],
    [{ items: [] }, 0],
    [{ items: [{ sku_id: 'sku_00mugblue', quantity: 2 }] }, 39]
  ] as const
  for (const [order, points] of rows) {
    const { status, body } = await service.post(ESTIMATE, { customer: { source_id: 'ada' }, order })
    t.strictSame(
      [status, body],
      [
        200,
        {
          campaign: { id: 'camp_00club', name: 'Coffee Club', object: 'campaign' },
          points_estimation: points
        }
      ],
      JSON.stringify(order)
    )
  }
})

t.test('estimateLoyaltyPoints: strangers count as joined only where a program enrols', async t => {
  const service = await givenService(t)
  const body = { customer: { source_id: 'stranger' }, order: { amount: 500 } }
  const joined = await service.post(ESTIMATE, body)
  t.equal(joined.body.points_estimation, 5)
  const refused = await service.post('/v1/loyalties/camp_00bakery/qualifications', body)
  t.strictSame([refused.status, refused.body.key], [400, 'campaign_not_allow_auto_join'])
  const unknown = await service.post('/v1/loyalties/camp_x/qualifications', body)
  t.strictSame([unknown.status, unknown.body.resource_type], [404, 'campaign'])
  const order = await service.post(ESTIMATE, { ...body, order: { id: 'ord_x' } })
  t.strictSame([order.status, order.body.resource_type], [404, 'order'])
  t.equal((await service.get('/v1/customers/stranger')).status, 404, 'nothing was written')
})

t.test('estimateLoyaltyPoints: an order is worth when paid what it was estimated at', async t => {
  const service = await givenService(t)
  const order = { items: [{ product_id: 'prod_00beans', quantity: 2 }], discount_amount: 0 }
  const estimate = await service.post(ESTIMATE, { customer: { source_id: 'ada' }, order })
  const before = await service.get('/v1/customers/ada')
  const reward = { id: 'rew_00coin', points: 10 }
  const { body } = await service.post(REDEEM, { reward, order })
  const after = await service.get('/v1/customers/ada')
  const active = after.body.loyalty.points - before.body.loyalty.points + body.loyalty_card.points
  // Paying took 1.00 off, which one of the estimated points was for.
  t.equal(active + 20, estimate.body.points_estimation - 1)
})

t.test(
  'createEarningRules: answers in the order of the request, whole numbers for text',
  async t => {
    const service = await givenService(t)
    const rules = [
      { event: 'order.paid', loyalty: { type: 'FIXED', points: '5' }, source: { banner: 'Five' } },
      {
        event: 'product_reviewed',
        custom_event: { schema_id: 'ms_00review' },
        loyalty: {
          type: 'PROPORTIONAL',
          calculation_type: 'CUSTOM_EVENT_METADATA',
          custom_event: { metadata: { every: 1, points: 2, property: 'rating' } }
        },
        active: false,
        metadata: { season: 'spring' }
      },
      {
        event: 'customer.segment.entered',
        segment: { id: 'seg_00vip' },
        loyalty: { type: 'FIXED', points: 7 },
        validation_rule_id: null
      }
    ]
    const { status, body } = await service.post('/v1/loyalties/Coffee%20Club/earning-rules', rules)
    t.equal(status, 200)
    t.strictSame(
      body.map((rule: Record<string, unknown>) => [rule['event'], rule['active']]),
      [
        ['order.paid', true],
        ['product_reviewed', false],
        ['customer.segment.entered', true]
      ]
    )
    t.strictSame(body[0].loyalty, { type: 'FIXED', points: 5 })
    t.strictSame(body[1].loyalty, rules[1]?.loyalty)
    t.strictSame(body[0].source, {
      banner: 'Five',
      object_id: 'camp_00club',
      object_type: 'campaign'
    })
    const estimate = await service.post(ESTIMATE, {
      customer: { source_id: 'ada' },
      order: { amount: 100 }
    })
    t.equal(estimate.body.points_estimation, 1 + 5, 'the new rule earns')
  }
)

t.test('createEarningRules: one bad rule refuses all of them', async t => {
  const service = await givenService(t)
  const good = { event: 'order.paid', loyalty: { type: 'FIXED', points: 5 } }
  const rows = [
    ['/v1/loyalties/camp_00club/earning-rules', [], 400, 'invalid_payload'],
    [
      '/v1/loyalties/camp_00club/earning-rules',
      [good, { ...good, event: 'customer.loyalty.tier.reached' }],
      400,
      'invalid_payload'
    ],
    [
      '/v1/loyalties/camp_00club/earning-rules',
      [good, { ...good, event: 'customer.loyalty.tier.joined' }],
      400,
      'missing_param'
    ],
    [
      '/v1/loyalties/camp_00club/earning-rules',
      [good, { ...good, event: 'customer.loyalty.tier.left', loyalty_tier: { id: 'ltr_x' } }],
      404,
      'not_found'
    ],
    [
      '/v1/loyalties/camp_00club/earning-rules',
      [good, { ...good, event: 'customer.segment.entered', segment: { id: 'seg_x' } }],
      404,
      'not_found'
    ],
    [
      '/v1/loyalties/camp_00club/earning-rules',
      [good, { ...good, event: 'product_reviewed' }],
      400,
      'missing_param'
    ],
    ['/v1/loyalties/camp_00spring/earning-rules', [good], 404, 'not_found']
  ] as const
  for (const [url, rules, status, key] of rows) {
    const answer = await service.post(url, rules)
    t.strictSame([answer.status, answer.body.key], [status, key], JSON.stringify(rules))
  }
  const estimate = await service.post(ESTIMATE, {
    customer: { source_id: 'ada' },
    order: { amount: 100 }
  })
  t.equal(estimate.body.points_estimation, 1, 'none of the good ones was made')
})
