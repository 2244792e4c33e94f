/**
 * What becomes of a paid order of which something goes back: by an update that lowers it, and when
 * its payment is undone.
 */
import t from 'tap'
import { audit } from '../../../src/storage/audit/audit.ts'
import { accountOf, CARDS, redemptionUrl, since } from '../../support/account.ts'
import { givenService, type Service } from '../../support/app.ts'
import { backOffice } from '../../support/back-office.ts'
import { rawRows } from '../../support/evidence.ts'

t.test('updateOrder: what goes back leaves the points of what remains', async t => {
  const service = await givenService(t)
  const office = await backOffice(service)
  const order = { sourceId: 'b-1', customer: 'ben' } as const
  const rows = [
    // what is sent                          points  orders; a hundred of the first are for Gold
    [{ status: 'PAID', amount: 90_000 }, 1000, [1, 90_000]],
    [{ amount: 10_000 }, 100, [1, 10_000]],
    [{ amount: 50_000 }, 100, [1, 50_000]],
    [{ amount: 20_000 }, 100, [1, 20_000]],
    [{ amount: 5000 }, 50, [1, 5000]],
    [{ status: 'CREATED' }, 0, [0, 0]],
    [{ status: 'PAID' }, 50, [1, 5000]],
    [{ status: 'CANCELED' }, 0, [0, 0]],
    [{ status: 'PAID' }, 0, [1, 5000]],
    [{ status: 'CREATED' }, 0, [0, 0]],
    [{ status: 'PAID' }, 0, [1, 5000]]
  ] as const
  for (const [sent, points, orders] of rows) {
    await office.order({ ...order, ...sent })
    const account = await accountOf(service, 'ben')
    t.strictSame([account.points - 120, account.orders], [points, orders], JSON.stringify(sent))
  }
  t.match(await audit(service.store), { clean: true })
})

const TERMS = {
  'as long as the points last': {},
  'to the end of the month': {
    loyalty_tiers_expiration: {
      qualification_type: 'BALANCE',
      start_date: { type: 'IMMEDIATE' },
      qualification_period: 'MONTH',
      expiration_date: { type: 'END_OF_PERIOD' }
    }
  },
  'to the end of the next month': {
    loyalty_tiers_expiration: {
      qualification_type: 'POINTS_IN_PERIOD',
      start_date: { type: 'IMMEDIATE' },
      qualification_period: 'MONTH',
      expiration_date: { type: 'END_OF_NEXT_PERIOD' }
    }
  }
}

for (const [until, terms] of Object.entries(TERMS)) {
  t.test(`returnGoods: points of a tier ${until} do not keep their customer in it`, async t => {
    const service = await givenService(t)
    const { post, store } = service
    const points = { every: 100, points: 1 }
    const proportional = { type: 'PROPORTIONAL', calculation_type: 'ORDER_AMOUNT' }
    const { body: club } = await post('/v1/loyalties', {
      name: 'Steps',
      type: 'AUTO_UPDATE',
      ...terms,
      voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }
    })
    const url = `/v1/loyalties/${club.id}`
    const { body: tiers } = await post(`${url}/tiers`, [
      { name: 'Ground', points: { from: 0, to: 99 } },
      { name: 'First', points: { from: 100, to: 299 } },
      { name: 'Second', points: { from: 300 } }
    ])
    const up = (at: number, points: number) => ({
      event: 'customer.loyalty.tier.upgraded',
      loyalty_tier: { id: tiers[at].id },
      loyalty: { type: 'FIXED', points }
    })
    const paid = { event: 'order.paid', loyalty: { ...proportional, order: { amount: points } } }
    await post(`${url}/earning-rules`, [paid, up(1, 200), up(2, 500)])
    const customer = { source_id: 'ben' }
    const { body: card } = await post(`${url}/members`, { customer })
    const holds = async (points: number, tier: string, what: string) => {
      const { body: member } = await service.get(`/v1/loyalties/members/${card.code}`)
      const { loyalty } = (await service.get('/v1/customers/ben')).body
      const there = loyalty.campaigns['Steps'].loyalty_tier
      const name = tiers.find((each: { id: string }) => each.id === there)?.name
      t.strictSame([member.loyalty_card.balance, name], [points, tier], what)
    }
    await post('/v1/orders', { source_id: 'three', status: 'PAID', amount: 20_000, customer })
    await holds(900, 'Second', '200 and 200 for First, and so 500 for Second')
    await post(RETURNS, { amount: 9000 })
    await holds(810, 'Second', '110 and 200 are enough for Second')
    await post(RETURNS, { amount: 2000 })
    await holds(90, 'Ground', '200 keep nobody in First, nor 500 in Second')
    await service.put('/v1/orders/three', { status: 'CANCELED' })
    await post('/v1/orders', { source_id: 'four', status: 'PAID', amount: 20_000, customer })
    await holds(900, 'Second', 'it is as it was at first')
    await service.put('/v1/orders/four', { status: 'CREATED' })
    await holds(0, 'Ground', 'and so again')
    t.strictSame((await audit(store)).findings, [])
  })
}

t.test('updateOrder: paying, spending and undoing in a loop makes no points', async t => {
  const service = await givenService(t)
  const office = await backOffice(service)
  const order = { sourceId: 'b-1', customer: 'ben' } as const
  const mugs: string[] = []
  const card = CARDS['ben'] as string
  const buy = async () => {
    const { body } = await service.post(redemptionUrl(card), { reward: { id: 'rew_00mug' } })
    mugs.push(body.id)
  }
  const holds = async (points: number, what: string) => {
    t.equal((await accountOf(service, 'ben')).points, points, what)
    t.match(await audit(service.store), { clean: true }, what)
  }
  await office.order({ ...order, status: 'PAID', amount: 30_000 })
  await holds(420, '120 and 300 of the order')
  for (let n = 0; n < 5; n++) await buy()
  await holds(120, 'less five mugs')
  for (let loop = 0; loop < 2; loop++) {
    await office.order({ ...order, status: 'CREATED' })
    await holds(0, '180 of the order are missing')
    await office.order({ ...order, status: 'PAID' })
    await holds(120, 'it earns 300, less what is missing')
  }
  await office.order({ ...order, amount: 10_000 })
  await holds(0, '80 are missing')
  await service.post(`/v1/redemptions/${mugs.pop()}/rollback`, {})
  await holds(0, 'a mug pays for 60 of them')
  await service.post(`/v1/redemptions/${mugs.pop()}/rollback`, {})
  await holds(40, 'and another for 20')
  await office.order({ ...order, status: 'CANCELED' })
  for (const mug of mugs) await service.post(`/v1/redemptions/${mug}/rollback`, {})
  await holds(120, 'nothing is left of it')
})

const percent = (effect: string) => ({ type: 'PERCENT', percent_off: 10, effect })
const unit = { product_id: 'prod_00mug', price: 10_000 }
const mug = { product_id: 'prod_00mug' }
const RETURNS = '/v1/orders/three/returns'
const ADA = { source_id: 'ada' }
const CARD = { object: 'voucher', id: CARDS['ada'], reward: { id: 'rew_00coin' } }
const OFF = { object: 'voucher', id: 'OFF' }
const GIFT = { object: 'voucher', id: 'GIFT' }

//  what pays for three units          the coupon              then one is left: total, credit left
const lowered: [string, object[], object, number, number][] = [
  ['a percentage of the order', [OFF], percent('APPLY_TO_ORDER'), 9000, 50_000],
  ['a percentage of items', [OFF], percent('APPLY_TO_ITEMS'), 9000, 50_000],
  ['an amount', [OFF], { type: 'AMOUNT', amount_off: 3000 }, 7000, 50_000],
  ['a fixed price', [OFF], { type: 'FIXED', fixed_amount: 4000 }, 4000, 50_000],
  ['credit', [GIFT], percent('APPLY_TO_ORDER'), 0, 40_000],
  ['credit after a percentage', [OFF, GIFT], percent('APPLY_TO_ITEMS'), 0, 41_000],
  ['a percentage after credit', [GIFT, OFF], percent('APPLY_TO_ORDER'), 0, 40_000],
  ['points after a percentage', [OFF, CARD], percent('APPLY_TO_ORDER'), 0, 50_000],
  [
    'points after all of what is left',
    [OFF, CARD],
    { type: 'AMOUNT', amount_off: 10_000 },
    0,
    50_000
  ]
]

/** How two of the three go back. */
const WAYS: Readonly<Record<string, (service: Service) => Promise<unknown>>> = {
  updateOrder: ({ put }) => put('/v1/orders/three', { items: [{ ...unit, quantity: 1 }] }),
  returnGoods: ({ post }) => post(RETURNS, { items: [{ ...mug, quantity: 2 }] }),
  'returnGoods, twice': async ({ post }) => {
    await post(RETURNS, { items: [{ index: 0, quantity: 1 }] })
    await post(RETURNS, { items: [{ ...mug, quantity: 1 }] })
  }
}

for (const [what, redeemables, discount, total, credit] of lowered) {
  for (const [way, goBack] of Object.entries(WAYS)) {
    t.test(`${way}: of three units one is left, which was paid with ${what}`, async t => {
      const service = await givenService(t)
      const { store, post, get } = service
      await post('/v1/vouchers/OFF', { type: 'DISCOUNT_VOUCHER', discount })
      await post('/v1/vouchers/GIFT', { type: 'GIFT_VOUCHER', gift: { amount: 50_000 } })
      const order = { source_id: 'three', items: [{ ...unit, quantity: 3 }] }
      const { body, status } = await post('/v1/redemptions', { redeemables, order, customer: ADA })
      t.equal(status, 200)
      await goBack(service)
      const { body: after } = await get('/v1/orders/three')
      t.match(after, {
        amount: 10_000,
        returned_amount: 20_000,
        total_amount: total,
        items: [{ quantity: 1, returned_quantity: 2 }]
      })
      t.equal((await get('/v1/vouchers/GIFT')).body.gift.balance, credit)
      t.strictSame((await audit(store)).findings, [])
      const { id } = body.parent_redemption ?? body.redemptions[0]
      const { body: back } = await post(`/v1/redemptions/${id}/rollbacks`, {})
      t.match(back.order, { total_amount: 10_000, status: 'CANCELED' })
      t.equal((await get('/v1/vouchers/GIFT')).body.gift.balance, 50_000)
      t.strictSame((await audit(store)).findings, [])
    })
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as answered.
type Json = any

/** Where a return writes. */
const MOVED = [
  ...['orders', 'vouchers', 'lots', 'ledger_entries', 'shortfalls', 'pending_points'],
  ...['redemptions', 'customer_totals', 'tier_memberships', 'segment_members', 'events']
] as const

t.test('returnGoods: what it would do is told and not done, and what it did is listed', async t => {
  const { store, post, get } = await givenService(t)
  const order = { source_id: 'three', status: 'PAID', customer: ADA }
  await post('/v1/orders', { ...order, items: [{ ...unit, quantity: 3 }] })
  const before = await rawRows(store, MOVED)
  const body = { items: [mug], reason: 'broken', metadata: { desk: 4 } }
  const { body: asked } = await post(`${RETURNS}?dry_run=true`, body)
  t.match(asked, { amount: 30_000, total_amount: 30_000, order: { status: 'CANCELED', amount: 0 } })
  const one = { items: [{ ...mug, quantity: 1 }], reason: 'broken', metadata: { desk: 4 } }
  const { body: foretold } = await post(`${RETURNS}?dry_run=true`, one)
  t.strictSame(await rawRows(store, MOVED), before)
  const { body: back, status } = await post(RETURNS, one)
  t.equal(status, 200)
  const withoutIds = ({ transactions, ...told }: Json) => ({
    ...{ ...told, id: null },
    transactions: transactions.map((each: Json) => ({ ...each, id: null }))
  })
  t.strictSame(withoutIds(foretold), withoutIds(back))
  t.match(back, {
    amount: 10_000,
    reason: 'broken',
    metadata: { desk: 4 },
    items: [{ index: 0, quantity: 1, amount: 10_000 }],
    transactions: [{ type: 'POINTS_CANCELLATION' }],
    order: { amount: 20_000, status: 'PAID' }
  })
  t.strictSame((await get(RETURNS)).body, {
    object: 'list',
    data_ref: 'returns',
    returns: [back],
    total: 1
  })
  t.strictSame((await get(`${RETURNS}/${back.id}`)).body, back)
  t.match(await get(`/v1/orders/ord_00first/returns/${back.id}`), {
    status: 404,
    body: { key: 'not_found', resource_type: 'order_return', resource_id: back.id }
  })
  const { body: rest } = await post(RETURNS, { items: [mug] })
  t.match(rest, { amount: 20_000, order: { status: 'CANCELED', returned_amount: 30_000 } })
  t.match((await get('/v1/customers/ada')).body.summary.orders, {
    total_amount: 6100,
    total_count: 2
  })
  t.strictSame((await audit(store)).findings, [])
})

t.test('returnGoods: the log says by which return an order was updated, or canceled', async t => {
  const service = await givenService(t)
  const { post, put } = service
  const events = await since(service, 'events')
  const order = { source_id: 'three', status: 'PAID', items: [{ ...unit, quantity: 5 }] }
  const { body: made } = await post('/v1/orders', { ...order, customer: ADA })
  const logged = async () =>
    (await events()).flatMap(({ type, data }) => {
      const { order_id, return_id = null } = JSON.parse(String(data))
      return order_id === made.id && /order/.test(String(type)) ? [[type, return_id]] : []
    })
  await logged()
  const { body: one } = await post(RETURNS, { items: [{ ...mug, quantity: 1 }] })
  t.strictSame(await logged(), [['customer.order.updated', one.id]])
  await put('/v1/orders/three', { items: [{ ...unit, quantity: 3 }] })
  const { body: listed } = await service.get(RETURNS)
  t.strictSame(await logged(), [['customer.order.updated', listed.returns[0].id]])
  await put('/v1/orders/three', { status: 'FULFILLED' })
  t.strictSame(await logged(), [['customer.order.fulfilled', null]])
  const { body: rest } = await post(RETURNS, { items: [mug] })
  t.strictSame(await logged(), [['customer.order.canceled', rest.id]])
})

t.test(
  'validateStackedDiscounts: an order of which some went back is answered as described',
  async t => {
    const { post } = await givenService(t)
    await post('/v1/vouchers/OFF', {
      type: 'DISCOUNT_VOUCHER',
      discount: percent('APPLY_TO_ORDER')
    })
    await post('/v1/orders', {
      source_id: 'three',
      status: 'PAID',
      items: [{ ...unit, quantity: 3 }]
    })
    await post(RETURNS, { items: [{ ...mug, quantity: 2 }] })
    const asked = { redeemables: [OFF], order: { source_id: 'three' } }
    const { body } = await post('/v1/validations', asked)
    t.match(body.order, { amount: 10_000, total_amount: 9000, items: [{ returned_quantity: 2 }] })
    t.notOk('returned_amount' in body.order, 'what went back is told by the order itself')
  }
)

t.test('returnGoods: an amount of an order without items', async t => {
  const service = await givenService(t)
  const { post, store } = service
  const order = { source_id: 'three', status: 'PAID', customer: { source_id: 'ben' } }
  await post('/v1/orders', { ...order, amount: 90_000 })
  await post(RETURNS, { amount: 80_000 })
  t.equal((await accountOf(service, 'ben')).points, 120 + 100)
  await post(RETURNS, { amount: 10_000 })
  t.match(await accountOf(service, 'ben'), { points: 120, orders: [0, 0] })
  t.strictSame((await audit(store)).findings, [])
})

t.test('returnGoods: an order that was imported has earned nothing to take', async t => {
  const service = await givenService(t)
  const { post, put, work, store } = service
  const old = { source_id: 'three', status: 'PAID', created_at: '2025-11-02T10:00:00.000Z' }
  const customer = { source_id: 'ben' }
  t.equal((await post('/v1/orders/import', [{ ...old, customer, amount: 9000 }])).status, 202)
  await work()
  const rows = [
    [() => post(RETURNS, { amount: 2000 }), 7000, [1, 7000]],
    [() => put('/v1/orders/three', { amount: 4000 }), 4000, [1, 4000]],
    [() => put('/v1/orders/three', { status: 'CREATED' }), 4000, [0, 0]],
    [() => put('/v1/orders/three', { status: 'PAID' }), 4000, [1, 4000]],
    [() => post(RETURNS, { amount: 4000 }), 0, [0, 0]]
  ] as const
  for (const [deed, amount, orders] of rows) {
    t.equal((await deed()).status, 200)
    t.equal((await service.get('/v1/orders/three')).body.amount, amount)
    t.match(await accountOf(service, 'ben'), { points: 120, pending: 0, orders })
  }
  t.strictSame((await audit(store)).findings, [])
})

t.test('returnGoods: who brought a customer has brought them, whatever goes back', async t => {
  const { post, get } = await givenService(t)
  const customer = { source_id: 'ben' }
  const referral = { code: 'FRIEND-ADA-0001' }
  await post('/v1/events', { event: 'friend_signed_up', customer, referral })
  const order = { source_id: 'three', status: 'PAID', customer, referrer_id: 'cust_00ada' }
  await post('/v1/orders', { ...order, items: [{ ...unit, quantity: 3 }] })
  const told = async () => {
    const { referrals } = (await get('/v1/customers/ben')).body
    const { loyalty } = (await get('/v1/customers/ada')).body
    return [
      referrals.total,
      loyalty.referred_customers,
      (await get('/v1/orders/three')).body.referrer_id
    ]
  }
  for (const lines of [{ ...mug, quantity: 1 }, mug]) {
    t.strictSame(await told(), [1, 2, 'cust_00ada'])
    t.equal((await post(RETURNS, { items: [lines] })).status, 200)
  }
  t.strictSame(await told(), [1, 2, 'cust_00ada'])
})

t.test('returnGoods: what the parts of a line cost adds up, to the last cent', async t => {
  const { get, post, store } = await givenService(t)
  //    units, and what they cost together    what each costs that goes back
  const rows = [
    [4, 10, [3, 2, 3, 2]],
    [3, 1000, [334, 333, 333]],
    [3, 2, [1, 1, 0]]
  ] as const
  for (const [at, [quantity, amount, parts]] of rows.entries()) {
    const url = `/v1/orders/thirds-${at}`
    const items = [
      { ...mug, quantity, amount },
      { product_id: 'prod_00beans', amount: 7 }
    ]
    await post('/v1/orders', { source_id: `thirds-${at}`, status: 'PAID', items })
    let left = amount + 7
    for (const part of parts) {
      const { body } = await post(`${url}/returns`, { items: [{ ...mug, quantity: 1 }] })
      left -= part
      t.match(body, { amount: part, items: [{ amount: part }], order: { amount: left } })
    }
    t.match((await get(url)).body, { amount: 7, returned_amount: amount })
  }
  t.strictSame((await audit(store)).findings, [])
})

t.test('returnGoods: the discount of the shop is its part of what is left', async t => {
  const { post, put, store } = await givenService(t)
  const order = { source_id: 'three', status: 'PAID' }
  await post('/v1/orders', { ...order, amount: 9000, discount_amount: 900 })
  //    what is said                            what is left, and the discount on it
  const rows = [
    [() => post(RETURNS, { amount: 3000 }), 6000, 600],
    [() => post(RETURNS, { amount: 3000 }), 3000, 300],
    [() => put('/v1/orders/three', { discount_amount: 30 }), 3000, 30],
    [() => post(RETURNS, { amount: 1000 }), 2000, 20],
    [() => put('/v1/orders/three', { amount: 1000 }), 1000, 10],
    [() => post(RETURNS, { amount: 500 }), 500, 5]
  ] as const
  for (const [act, amount, discount] of rows) {
    const { body } = await act()
    const after = body.order ?? body
    t.match(after, { amount, discount_amount: discount, total_amount: amount - discount })
  }
  t.strictSame((await audit(store)).findings, [])
})

const two = [
  { ...unit, quantity: 2 },
  { ...unit, quantity: 1 }
]
const PAID = { status: 'PAID', items: two }
//   the order                       what goes back                     why not
const refused: [object, object, string, RegExp][] = [
  [{ items: two }, { items: [{ index: 0 }] }, 'invalid_order', /is CREATED; only goods/],
  [PAID, {}, 'invalid_payload', /\.items: the order has items/],
  [PAID, { amount: 5 }, 'invalid_payload', /\.amount: the order has items; leave the amount out/],
  [PAID, { items: [mug] }, 'invalid_payload', /several items .*: 2 of prod_00mug, ordli_\w+: 1 of/],
  [PAID, { items: [{ product_id: 'mug' }] }, 'invalid_payload', /several items/],
  [PAID, { items: [{ sku_id: 'mug' }] }, 'invalid_payload', /names no item/],
  [PAID, { items: [{ index: 2 }] }, 'invalid_payload', /\[0\]: it names no item/],
  [PAID, { items: [{}] }, 'invalid_payload', /\[0\]: it names no item/],
  [PAID, { items: [{ index: 1, quantity: 2 }] }, 'invalid_payload', /only 1 of item 1/],
  [
    { status: 'PAID', amount: 5 },
    { items: [mug] },
    'invalid_payload',
    /\.amount: the order has no/
  ],
  [{ status: 'PAID', amount: 5 }, { amount: 6 }, 'invalid_payload', /6 is more than the 5/]
]

t.test('returnGoods: what does not go back', async t => {
  const { post } = await givenService(t)
  for (const [index, [order, body, key, details]] of refused.entries()) {
    await post('/v1/orders', { source_id: `no-${index}`, ...order })
    const answer = await post(`/v1/orders/no-${index}/returns`, body)
    t.match(answer, { status: 400, body: { key, details } })
  }
})

t.test('returnGoods: a line has its id for good, and is named by it', async t => {
  const { get, post, put, store } = await givenService(t)
  const adding = { type: 'UNIT', effect: 'ADD_NEW_ITEMS', unit_off: 1, unit_type: 'prod_00beans' }
  await post('/v1/vouchers/MORE', { type: 'DISCOUNT_VOUCHER', discount: adding })
  const idsOf = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id)
  const { body: made } = await post('/v1/orders', { source_id: 'three', items: two })
  const [a, b] = idsOf(made)
  const order = { source_id: 'three' }
  const redeemables = [{ object: 'voucher', id: 'MORE' }]
  const { body: redeemed } = await post('/v1/redemptions', { redeemables, order })
  const [, , free] = idsOf(redeemed.order)
  t.strictSame(idsOf(redeemed.order), [a, b, free])
  t.equal(new Set([a, b, free]).size, 3)
  const { body: stored } = await get('/v1/orders/three')
  t.strictSame(stored, redeemed.order)
  await put('/v1/orders/three', stored)
  t.strictSame((await get('/v1/orders/three')).body, stored, 'sent back, nothing changes')
  const swapped = { items: [stored.items[1], stored.items[0], stored.items[2]] }
  t.strictSame(idsOf((await put('/v1/orders/three', swapped)).body), [b, a, free])
  const { body: back } = await post(RETURNS, { items: [{ id: b }] })
  t.match(back, { items: [{ index: 0, id: b, quantity: 1 }], amount: 10_000 })
  t.strictSame(idsOf(back.order), [a, free])
  t.match(await post(RETURNS, { items: [{ id: b }] }), {
    body: { key: 'invalid_payload', details: /names no item .* send id, of ordli_/ }
  })
  const more = { ...adding, unit_type: 'prod_00mug' }
  await post('/v1/vouchers/MUG', { type: 'DISCOUNT_VOUCHER', discount: more })
  const given = { redeemables: [{ object: 'voucher', id: 'MUG' }], order }
  t.match(await post('/v1/redemptions', given), {
    body: { order: { items: [{ id: a, quantity: 3 }, { id: free }] } }
  })
  t.strictSame((await audit(store)).findings, [])
  const stack = { redeemables: [TEN_OFF, ...redeemables], order: PAID, customer: ADA }
  const { body: stacked } = await post('/v1/redemptions', stack)
  const [c, d, e] = idsOf(stacked.order)
  t.strictSame(
    stacked.redemptions.map((part: { order: typeof made }) => idsOf(part.order)),
    [
      [c, d],
      [c, d, e]
    ]
  )
  const { body: calculated } = await post('/v1/validations', { redeemables: [OFF], order: PAID })
  t.notOk(
    calculated.order?.items?.some((item: object) => 'id' in item),
    'it is not stored'
  )
  t.strictSame((await audit(store)).findings, [])
})

const TEN_OFF = { object: 'promotion_tier', id: 'promo_00tenoff' }
const TIER = '/v1/promotions/tiers/promo_00tenoff'
//  what pays for three units          whose the gift card is   who orders   credit left, one unit's discount
const paying: [string, object[], string | null, object | undefined, number, number][] = [
  ['credit and a coupon, by nobody', [OFF, GIFT], null, undefined, 41_000, 10_000],
  ['credit of another, by nobody', [GIFT], 'ben', undefined, 40_000, 10_000],
  ['credit of another', [GIFT], 'ben', ADA, 40_000, 10_000],
  ['credit of their own', [GIFT], 'ada', ADA, 40_000, 10_000],
  ['a promotion tier', [TEN_OFF], null, ADA, 50_000, 1000]
]

t.test('returnGoods: credit goes back to whose it is, and a promotion has taken less', async t => {
  for (const [what, redeemables, holder, customer, credit, discount] of paying) {
    const service = await givenService(t)
    const { store, post, get } = service
    const off = { type: 'DISCOUNT_VOUCHER', discount: percent('APPLY_TO_ORDER') }
    await post('/v1/vouchers/OFF', off)
    await (await backOffice(service)).imports({
      code: 'GIFT',
      campaign: null,
      customer: holder,
      content: { type: 'GIFT_VOUCHER', credit: { amount: 50_000, balance: 50_000 } },
      redemptionCount: null,
      settings: {}
    })
    const { summary: before } = (await get(TIER)).body
    const order = { source_id: 'three', items: [{ ...unit, quantity: 3 }] }
    const { status } = await post('/v1/redemptions', { redeemables, order, customer })
    t.equal(status, 200, what)
    await post(RETURNS, { items: [{ ...mug, quantity: 2 }] })
    const { total_discount_amount } = (await get('/v1/orders/three')).body
    t.equal(total_discount_amount, discount, what)
    t.equal((await get('/v1/vouchers/GIFT')).body.gift.balance, credit, what)
    const { summary } = (await get(TIER)).body
    const isTier = redeemables.includes(TEN_OFF)
    t.match(summary.orders, {
      total_amount: before.orders.total_amount + (isTier ? 10_000 : 0),
      total_discount_amount: before.orders.total_discount_amount + (isTier ? discount : 0)
    })
    t.strictSame((await audit(store)).findings, [], what)
  }
})

t.test('redeemReward, returnGoods: points of what goes back go back', async t => {
  const service = await givenService(t)
  const { store, post, get } = service
  const order = { source_id: 'three', items: [{ ...unit, quantity: 3 }] }
  const before = await accountOf(service, 'ada')
  const { body } = await post(redemptionUrl(CARDS['ada'] as string), {
    reward: { id: 'rew_00coin' },
    order
  })
  await post(RETURNS, { items: [{ ...mug, quantity: 2 }] })
  const { body: now } = await get(`/v1/redemptions/${body.id}`)
  t.equal(body.loyalty_card.points, 3000)
  t.match(now, { loyalty_card: { points: 1000 }, order: { amount: 10_000, total_amount: 0 } })
  t.equal((await accountOf(service, 'ada')).points, before.points - 1000)
  t.strictSame((await audit(store)).findings, [])
})

t.test('returnGoods: goods by their own names, and points that wait', async t => {
  const service = await givenService(t)
  const { get, post, store } = service
  const pending = { pending_points: { period_type: 'DAY', period_value: 3 } }
  const rule = { event: 'order.paid', loyalty: { type: 'FIXED', points: 30 }, ...pending }
  await post('/v1/loyalties/camp_00club/earning-rules', [rule])
  const card = async () => (await get(`/v1/vouchers/${CARDS['ada']}`)).body.loyalty_card
  const { balance, pending_points: waiting } = await card()
  const items = [
    { sku_id: 'sku_00mugblue', quantity: 2, price: 3000 },
    { source_id: 'beans', related_object: 'product', quantity: 1, price: 100 }
  ]
  await post('/v1/orders', { source_id: 'three', status: 'PAID', customer: ADA, items })
  const earned = await card()
  t.ok(earned.pending_points >= waiting + 30)
  const all = {
    items: [
      { index: 0, quantity: 2 },
      { index: 1, quantity: 1 }
    ]
  }
  const { body } = await post(RETURNS, all)
  t.match(body, {
    amount: 6100,
    items: [
      { index: 0, product_id: 'prod_00mug', sku_id: 'sku_00mugblue', quantity: 2, amount: 6000 },
      { index: 1, product_id: 'prod_00beans', source_id: 'beans', quantity: 1, amount: 100 }
    ],
    pending_points: earned.pending_points - waiting,
    transactions: [{ type: 'POINTS_CANCELLATION', amount: balance - earned.balance }]
  })
  t.match(await card(), { balance, pending_points: waiting })
  t.strictSame((await audit(store)).findings, [])
})

t.test('returnGoods: what a rule counts of orders is of what remains', async t => {
  const service = await givenService(t)
  const { post, store } = service
  await post('/v1/vouchers/OFF', { type: 'DISCOUNT_VOUCHER', discount: percent('APPLY_TO_ORDER') })
  const name = 'redemption.count.daily'
  const rules = { 1: { name, conditions: { $less_than_or_equal: [9] } }, logic: '1' }
  const { body: rule } = await post('/v1/validation-rules', { name: 'Nine a day', rules })
  await post(`/v1/validation-rules/${rule.id}/assignments`, { voucher: 'OFF' })
  const order = { source_id: 'three', items: [{ ...unit, quantity: 3 }] }
  await post('/v1/redemptions', { redeemables: [OFF], order, customer: ADA })
  const counted = async () => {
    const { redemption_counts: rows = [] } = await rawRows(store, ['redemption_counts'])
    const of = rows.filter(({ day }) => day === '2026-03-01')
    return of.map(({ orders_amount: amount, orders_discount_amount: off }) => [amount, off])
  }
  t.strictSame(await counted(), [[30_000, 3000]])
  await post(RETURNS, { items: [{ ...mug, quantity: 2 }] })
  t.strictSame(await counted(), [[10_000, 1000]])
  t.strictSame((await audit(store)).findings, [])
})

t.test('returnGoods: of a card that paid twice, both times are less', async t => {
  for (const customer of [undefined, ADA]) {
    const { store, post, put, get } = await givenService(t)
    await post('/v1/vouchers/GIFT', { type: 'GIFT_VOUCHER', gift: { amount: 12_000 } })
    for (const credits of [12_000, 18_000]) {
      // The second time it pays with other credit than the first.
      if (credits > 12_000) await post('/v1/vouchers/GIFT/balance', { amount: 38_000 })
      const order = { source_id: 'three', items: [{ ...unit, quantity: 3 }] }
      const redeemables = [{ ...GIFT, gift: { credits } }]
      t.equal((await post('/v1/redemptions', { redeemables, order, customer })).status, 200)
    }
    const balance = async () => (await get('/v1/vouchers/GIFT')).body.gift.balance
    t.equal((await post(RETURNS, { items: [{ ...mug, quantity: 2 }] })).status, 200)
    t.equal(await balance(), 40_000)
    t.equal((await put('/v1/orders/three', { items: [{ ...unit, price: 1 }] })).status, 200)
    t.equal(await balance(), 49_999)
    t.strictSame((await audit(store)).findings, [])
  }
})
