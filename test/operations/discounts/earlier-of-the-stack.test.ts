import t from 'tap'
import { givenService, NOW } from '../../support/app.ts'
import { emptyShop, type Shop } from '../../support/shop.ts'

const LENA = { source_id: 'lena' }
const ORDER = { amount: 100_000 }

/** A card with 100 points, in a program of its own. */
async function givenCard(shop: Shop, name: string, reward: string): Promise<void> {
  const program = await shop.post('/v1/loyalties', {
    name,
    type: 'STATIC',
    voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }
  })
  const url = `/v1/loyalties/${program.id}`
  await shop.post(`${url}/rewards`, [{ reward }])
  await shop.post(`/v1/campaigns/${program.id}/vouchers/${name}`)
  await shop.post(`${url}/members`, { customer: LENA, voucher: name })
  await shop.post(`${url}/members/${name}/balance`, { points: 100 })
}

t.test('redeemStackedDiscounts: two cards pay by one reward', async t => {
  const shop = await emptyShop(await givenService(t))
  const parameters = { coin: { exchange_ratio: 1, points_ratio: 10 } }
  const { id } = await shop.post('/v1/rewards', { name: 'Pay', type: 'COIN', parameters })
  const codes = ['TEA', 'CAKE']
  for (const code of codes) await givenCard(shop, code, id)
  const redeemables = codes.map(code => ({
    object: 'voucher',
    id: code,
    reward: { id, points: 30 }
  }))
  const { order } = await shop.post('/v1/redemptions', {
    ...{ redeemables, order: ORDER, customer: LENA }
  })
  t.equal(order.discount_amount, 600)
  t.equal((await shop.get(`/v1/rewards/${id}`)).redeemed, 2)
  for (const code of codes) {
    t.equal((await shop.get(`/v1/vouchers/${code}`)).loyalty_card.balance, 70)
  }
})

t.test('redeemStackedDiscounts: what rules count includes the earlier ones', async t => {
  //           whether it is valid afterwards: for another, on the next day, in the next month
  const names: readonly (readonly [string, boolean, boolean, boolean])[] = [
    ['redemption.count.per_customer', true, false, false],
    ['campaign.redemptions.count.daily', false, true, true],
    ['campaign.redemptions.customers_count.monthly', true, false, true]
  ]
  const service = await givenService(t)
  const shop = await emptyShop(service)
  for (const [index, [name, ...afterwards]] of names.entries()) {
    service.setNow(NOW)
    const campaign = await shop.post('/v1/campaigns', {
      name: `Codes ${index}`,
      campaign_type: 'DISCOUNT_COUPONS',
      type: 'STATIC',
      voucher: { type: 'DISCOUNT_VOUCHER', discount: { type: 'AMOUNT', amount_off: 100 } }
    })
    const rules = { 1: { name, conditions: { $less_than_or_equal: [2] } } }
    const rule = await shop.post('/v1/validation-rules', { name, rules })
    const assigned = { related_object_type: 'campaign', related_object_id: campaign.id }
    await shop.post(`/v1/validation-rules/${rule.id}/assignments`, assigned)
    const codes = ['A', 'B', 'C'].map(letter => `${letter}-${index}`)
    for (const code of codes) await shop.post(`/v1/campaigns/${campaign.id}/vouchers/${code}`)
    const asking = (count: number) => ({
      redeemables: codes.slice(0, count).map(id => ({ object: 'voucher', id })),
      ...{ order: ORDER, customer: LENA }
    })
    const three = await shop.post('/v1/validations', asking(3))
    const told = three.redeemables.map((each: { status: string }) => each.status)
    t.strictSame(told, ['APPLICABLE', 'APPLICABLE', 'INAPPLICABLE'], name)
    const refused = await shop.ask('/v1/redemptions', asking(3))
    t.strictSame([refused.status, refused.body.redeemable_id], [400, codes[2]], name)
    const redeemed = await shop.ask('/v1/redemptions', asking(2))
    t.equal(redeemed.status, 200, name)
    const isValid = async (more: object = {}) =>
      (await shop.post('/v1/validations', { ...asking(1), ...more })).valid
    t.equal(await isValid(), false, name)
    const found = [await isValid({ customer: { source_id: 'otto' } })]
    for (const now of ['2026-03-02T10:00:00.000Z', '2026-04-02T10:00:00.000Z']) {
      service.setNow(now)
      found.push(await isValid())
    }
    t.strictSame(found, afterwards, name)
    service.setNow(NOW)
    await shop.post(`/v1/redemptions/${redeemed.body.parent_redemption.id}/rollbacks`, {})
    t.equal(await isValid(), true, `${name}, once it is taken back`)
  }
})
