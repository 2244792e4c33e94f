import { audit } from '../../../src/storage/audit/audit.ts'
import { givenService, type Service } from '../../support/app.ts'
import { givenProject, pairOf } from '../../support/given-steps.ts'
import { onDemo } from '../../support/on-demo.ts'

const REDEMPTIONS = '/v1/redemptions'
const BEANS = { items: [{ product_id: 'prod_00beans', quantity: 2 }] }
const WELCOME = { object: 'voucher', id: 'WELCOME' }
const GIFT = { object: 'voucher', id: 'GIFT-2500' }
const TEN_OFF = { object: 'promotion_tier', id: 'promo_00tenoff' }
const ADA = { source_id: 'ada' }

const voucher = async (service: Service, code: string) =>
  (await service.get(`/v1/vouchers/${code}`)).body

onDemo('redeemStackedDiscounts: one coupon is used, and its order is paid', async (t, service) => {
  const before = await voucher(service, 'WELCOME')
  const { status, body } = await service.post(REDEMPTIONS, {
    redeemables: [WELCOME],
    order: { source_id: 'cart-1', ...BEANS },
    customer: ADA,
    metadata: { till: 7 }
  })
  t.equal(status, 200)
  t.notOk('parent_redemption' in body)
  t.strictSame([body.inapplicable_redeemables, body.skipped_redeemables], [[], []])
  const [redemption] = body.redemptions
  t.match(redemption, {
    result: 'SUCCESS',
    redemption: null,
    metadata: { till: 7 },
    customer_id: 'cust_00ada',
    related_object_type: 'voucher',
    voucher: { code: 'WELCOME' },
    order: { status: 'PAID', total_amount: 3330 }
  })
  t.match(body.order, { status: 'PAID', amount: 3700, discount_amount: 370, total_amount: 3330 })
  t.match(body.order.redemptions, { [redemption.id]: { related_object_type: 'voucher' } })
  const after = await voucher(service, 'WELCOME')
  t.equal(after.redemption.redeemed_quantity, before.redemption.redeemed_quantity + 1)
  const listed = (await service.get('/v1/vouchers/WELCOME/redemptions')).body
  t.equal(listed.redemption_entries[0].id, redemption.id)
  t.strictSame((await service.get(`/v1/orders/${body.order.id}`)).body.status, 'PAID')
})

onDemo('redeemStackedDiscounts: several are redeemed together, or none', async (t, service) => {
  const redeemables = [{ ...GIFT, gift: { credits: 1000 } }, WELCOME, TEN_OFF]
  const lost = [...redeemables, { object: 'voucher', id: 'NOBODYS' }]
  const gift = await voucher(service, 'GIFT-2500')
  const refused = await service.post(REDEMPTIONS, { redeemables: lost, order: BEANS })
  t.strictSame([refused.status, refused.body.key], [404, 'not_found'])
  t.strictSame(await voucher(service, 'GIFT-2500'), gift)
  const { body } = await service.post(REDEMPTIONS, { redeemables, order: BEANS, customer: ADA })
  const parent = body.parent_redemption
  t.equal(body.redemptions.length, 3)
  for (const each of body.redemptions) t.equal(each.redemption, parent.id)
  t.match(parent, { related_object_type: 'redemption', related_object_id: parent.id })
  t.match(body.order.redemptions[parent.id], {
    related_object_type: 'redemption',
    stacked: body.redemptions.map(({ id }: { id: string }) => id)
  })
  t.match(body.redemptions[0], { amount: 1000, gift: { amount: 1000 } })
  t.equal((await voucher(service, 'GIFT-2500')).gift.balance, gift.gift.balance - 1000)
  for (const { id } of [parent, ...body.redemptions]) {
    t.equal((await service.get(`/v1/redemptions/${id}`)).status, 200)
  }
})

onDemo('redeemStackedDiscounts: a refusal is recorded once', async (t, { post, get }) => {
  const redeemables = [{ ...GIFT, gift: { credits: 2501 } }, WELCOME]
  const { status, body } = await post(REDEMPTIONS, {
    redeemables,
    order: { amount: 9000 },
    customer: ADA
  })
  t.strictSame([status, body.key, body.redeemable_id], [400, 'gift_amount_exceeded', 'GIFT-2500'])
  const { body: record } = await get(`/v1/redemptions/${body.resource_id}`)
  t.match(record, {
    result: 'FAILURE',
    failure_code: 'gift_amount_exceeded',
    customer_id: 'cust_00ada'
  })
  const newcomer = { redeemables, order: { amount: 9000 }, customer: { source_id: 'newcomer' } }
  const { body: again } = await post(REDEMPTIONS, newcomer)
  const { body: nobodys } = await get(`/v1/redemptions/${again.resource_id}`)
  t.equal(nobodys.customer_id, null)
  t.equal((await get('/v1/customers/newcomer')).status, 404)
})

onDemo('redeemStackedDiscounts: points pay on for what a return leaves', async (t, service) => {
  const card = { object: 'voucher', id: 'CLUB-ADA-0001', reward: { id: 'rew_00coin' } }
  const order = { source_id: 'cart-1', items: [{ product_id: 'prod_00beans', quantity: 99 }] }
  const paid = await service.post(REDEMPTIONS, { redeemables: [card], order, customer: ADA })
  const { total_amount, total_applied_discount_amount: off } = paid.body.order
  t.ok(off > 0 && total_amount > 1850, 'all of them pay for less than it costs')
  const back = { items: [{ index: 0, quantity: 1 }] }
  t.equal((await service.post('/v1/orders/cart-1/returns', back)).status, 200)
  t.match((await service.get('/v1/orders/cart-1')).body, {
    total_amount: total_amount - 1850,
    total_applied_discount_amount: off
  })
})

const unit = (unit_off: number, unit_type: string, effect: string) => ({
  type: 'DISCOUNT_VOUCHER',
  discount: { type: 'UNIT', unit_off, unit_type, effect }
})

onDemo('free goods that an order has no room for are not applicable', async (t, { post }) => {
  await post('/v1/vouchers/SHIPPING', unit(1, 'free-shipping', 'ADD_MISSING_ITEMS'))
  await post('/v1/vouchers/BEANS', unit(9_000_000_000, 'prod_00beans', 'ADD_NEW_ITEMS'))
  const beans = { product_id: 'prod_00beans', price: 0 }
  const lines = (length: number) => Array.from({ length }, () => beans)
  const full = 'With SHIPPING, the order has more than 500 lines'
  const over = 'With BEANS, a line has more than 9999999999 units'
  const rows = [
    ['SHIPPING', lines(499), null],
    ['SHIPPING', lines(500), full],
    ['BEANS', [{ ...beans, quantity: 999_999_999 }], null],
    ['BEANS', [{ ...beans, quantity: 9_000_000_000 }], over]
  ] as const
  for (const [id, items, details] of rows) {
    const body = { redeemables: [{ object: 'voucher', id }], order: { items } }
    const asked = (await post('/v1/validations', body)).body
    const done = await post('/v1/redemptions', body)
    t.equal(asked.valid, details === null)
    t.equal(done.status, details === null ? 200 : 400)
    if (details === null) {
      t.equal(done.body.order.items.length, asked.order.items.length)
      continue
    }
    const refused = { key: 'invalid_order', details }
    t.match(asked.redeemables, [{ status: 'INAPPLICABLE', result: { error: refused } }])
    t.match(done.body, { ...refused, resource_type: 'redemption' })
  }
})

onDemo('redeemStackedDiscounts: a paid order keeps the points it earned', async (t, service) => {
  const get = async (path: string) => (await service.get(path)).body
  const items = [{ product_id: 'prod_00beans', quantity: 2 }]
  const state = async () => {
    const { loyalty_card: card } = await get('/v1/vouchers/CLUB-ADA-0001')
    const { orders } = (await get('/v1/customers/ada')).summary
    return { points: card.points + card.pending_points, orders }
  }
  const before = await state()
  const sent = { status: 'PAID', items, customer: ADA }
  const { body: paid } = await service.post('/v1/orders', sent)
  const earned = await state()
  t.ok(earned.points > before.points)
  const request = { redeemables: [TEN_OFF], order: { id: paid.id }, customer: ADA }
  const { status, body } = await service.post('/v1/redemptions', request)
  t.strictSame([status, body.order.status], [200, 'PAID'])
  const off = paid.total_amount - body.order.total_amount
  t.ok(off > 0)
  const after = await state()
  t.equal(after.points, earned.points, 'it earned once, when it was paid')
  t.equal(after.orders.total_amount, earned.orders.total_amount - off, 'its total is lower')
  t.equal(after.orders.total_count, earned.orders.total_count)
  t.match(await audit(service.store), { clean: true })
  const rollback = `/v1/redemptions/${body.redemptions[0].id}/rollbacks`
  t.equal((await service.post(rollback, { order: { status: 'PAID' } })).status, 200)
  t.strictSame(await state(), earned, 'and a rollback that leaves it paid changes no points')
  t.equal((await service.put(`/v1/orders/${paid.id}`, { status: 'CANCELED' })).status, 200)
  t.equal((await state()).orders.total_amount, before.orders.total_amount)
  t.match(await audit(service.store), { clean: true })
})

import t, { type Test } from 'tap'

const SHIPPING = { id: 'prod_5h1pp1ng', source_id: '5h1pp1ng', name: 'Shipping' }
const TEA = { source_id: 'tea', related_object: 'product', quantity: 2, price: 500 }

/** A shop where a code gives free shipping. */
async function givenShop(t: Test, says: object) {
  const service = await givenService(t)
  await givenProject(service, 'shop')
  const post = async (url: string, body: object) =>
    (await service.post(url, body, pairOf('shop'))).body
  const discount = { type: 'UNIT', unit_off: 1, unit_type: 'shipping', ...says }
  await post('/v1/vouchers/SHIP', { type: 'DISCOUNT_VOUCHER', discount })
  return async (items: readonly object[]) => {
    const redeemables = [{ object: 'voucher', id: 'SHIP' }]
    return (await post('/v1/validations', { redeemables, order: { items } })).order
  }
}

const named = { product_id: SHIPPING.id, product: SHIPPING }

for (const [title, says, shown] of [
  ['by its name alone', {}, { source_id: 'shipping', product: { source_id: 'shipping' } }],
  ['as a product', { product: SHIPPING }, named],
  ['as units', { unit_type: 'shipping', effect: 'ADD_NEW_ITEMS', product: SHIPPING }, named]
] as const) {
  t.test(`validateStackedDiscounts: free shipping does not pile up, ${title}`, async t => {
    const validate = await givenShop(t, says)
    const first = await validate([TEA])
    t.match(first.items, [TEA, { ...shown, quantity: 1, discount_quantity: 1 }])
    t.equal(first.items.length, 2)
    const again = await validate(first.items)
    t.strictSame(quantities(again), quantities(first))
    t.equal(again.total_amount, 1000)
  })
}

function quantities({ items }: { readonly items: readonly Record<string, unknown>[] }) {
  const figures = ['source_id', 'product_id', 'quantity', 'discount_quantity', 'initial_quantity']
  return items.map(item => figures.map(figure => item[figure]))
}

t.test('goods that nobody knows count as sent, and stay on the order that has them', async t => {
  const { post, put } = await givenService(t)
  const club = '/v1/loyalties/camp_00club'
  const card = `${club}/members/CLUB-ADA-0001/redemption`
  const ada = { source_id: 'ada' }
  const redeemables = [{ object: 'voucher', id: 'WELCOME' }]
  const order = { source_id: 'cart-1', status: 'CREATED', items: [TEA] }
  const asked = { redeemables, order, customer: ada }
  const qualified = (await post('/v1/qualifications', { order, customer: ada })).body
  const [first] = qualified.redeemables.data.filter(
    ({ id }: { readonly id: string }) => id === 'WELCOME'
  )
  const figures = { amount: 1000, total_amount: 900 }
  t.match(first.order, figures)
  t.match((await post('/v1/validations', asked)).body.order, figures)
  const redeemed = (await post('/v1/redemptions', asked)).body.order
  t.match(redeemed, { ...figures, items: [TEA] })
  const again = { source_id: order.source_id, items: redeemed.items }
  const coin = { reward: { id: 'rew_00coin', points: 10 } }
  const other = { items: [{ ...TEA, source_id: 'coffee' }] }
  const rows: readonly (readonly [string, (sent: object) => ReturnType<typeof post>])[] = [
    ['updateOrder', sent => put('/v1/orders/cart-1', sent)],
    ['createOrder', sent => post('/v1/orders', sent)],
    ['estimate', sent => post(`${club}/qualifications`, { order: sent, customer: ada })],
    ['redeemReward', sent => post(card, { ...coin, order: sent })]
  ]
  for (const [operation, ask] of rows) {
    const { status, body } = await ask(other)
    t.match([status, body], [404, { key: 'not_found' }], operation)
    t.equal((await ask(again)).status, 200, operation)
  }
})
