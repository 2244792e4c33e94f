import type { Service } from '../../support/app.ts'
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
