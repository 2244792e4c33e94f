/**
 * A shop in which everything is wrong that can be wrong about a redemption, set up over HTTP.
 */
import type { Service } from '../../support/app.ts'
import { type Written, writesOf } from '../../support/evidence.ts'
import { emptyShop, type Shop } from '../../support/shop.ts'

/** What the metadata schemas of the shop ask for. */
export const BY = { by: 'Kim' }

interface Asked {
  campaign: string
  card: string
  order?: object
  metadata?: object
}

export interface TroubledShop {
  readonly service: Service
  readonly shop: Shop
  readonly written: readonly Written[]
  readonly clubId: string
  readonly couponsId: string
  /** Ids by name; one that is not made yet has the id of nothing. */
  readonly rewards: { mug: string; coupon: string; coin: string }
  readonly asked: Asked
}

/** A club where a mug is 20 points and a coupon 30, and Lena, who has used up all there is. */
async function foundedShop(service: Service): Promise<TroubledShop> {
  const shop = await emptyShop(service)
  const [club, tea] = [await program(shop, 'Club'), await program(shop, 'Tea')]
  const coupons = await shop.post('/v1/campaigns', {
    name: 'Coupons',
    campaign_type: 'DISCOUNT_COUPONS',
    type: 'STATIC',
    voucher: { type: 'DISCOUNT_VOUCHER', discount: { type: 'AMOUNT', amount_off: 500 } }
  })
  await shop.post(`/v1/campaigns/${coupons.id}/vouchers/COUPON`)
  await shop.post('/v1/vouchers/COUPON/disable')
  await shop.post(`/v1/campaigns/${tea.id}/vouchers/TEA`)
  const { id } = await shop.post('/v1/products', { source_id: 'mug' })
  const mug = await shop.post('/v1/rewards', { parameters: { product: { id } }, stock: 1 })
  const coupon = await shop.post('/v1/rewards', { parameters: { campaign: { id: coupons.id } } })
  const url = `/v1/loyalties/${club.id}`
  await shop.post(`${url}/rewards`, [
    { reward: mug.id, parameters: { loyalty: { points: 20 } } },
    { reward: coupon.id, parameters: { loyalty: { points: 30 } } }
  ])
  await shop.post(`/v1/campaigns/${club.id}/vouchers/LENA`)
  await shop.post(`${url}/members`, { customer: { source_id: 'lena' }, voucher: 'LENA' })
  await shop.post(`${url}/members/LENA/balance`, { points: 20 })
  await shop.post(`${url}/members/LENA/redemption`, { reward: { id: mug.id } })
  await shop.put('/v1/vouchers/LENA', { redemption: { quantity: 1 } })
  const rewards = { mug: mug.id, coupon: coupon.id, coin: 'rew_none' }
  const asked = { campaign: 'nowhere', card: 'nothing' }
  const written = writesOf(service.store)
  return { service, shop, written, clubId: club.id, couponsId: coupons.id, rewards, asked }
}

const program = (shop: Shop, name: string) =>
  shop.post('/v1/loyalties', {
    name,
    type: 'STATIC',
    voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }
  })

/** The club is closed and asks for much, its next card is of no use, and the order is Max's. */
async function troubled({ shop, clubId, asked }: TroubledShop): Promise<void> {
  await shop.post(`/v1/campaigns/${clubId}/vouchers/CARD`, {
    start_date: '2026-04-01T00:00:00.000Z',
    expiration_date: '2026-05-01T00:00:00.000Z'
  })
  await shop.put('/v1/vouchers/CARD', {
    validity_day_of_week: [1],
    validity_timeframe: { interval: 'P2D', duration: 'PT1H' }
  })
  await shop.post('/v1/vouchers/CARD/disable')
  await shop.put(`/v1/campaigns/${clubId}`, { start_date: '2026-03-10T00:00:00.000Z' })
  await shop.post(`/v1/campaigns/${clubId}/disable`)
  const rules = [
    ['Golden', 'customer.metadata', 'level', 'gold'],
    ['Pickup', 'order.metadata', 'delivery', 'pickup'],
    ['Fourth till', 'redemption.metadata', 'till', 4]
  ] as const
  for (const [name, fact, property, value] of rules) {
    const entry = { name: fact, property, conditions: { $is: [value] } }
    const error = { message: `${name} only.` }
    const rule = await shop.post('/v1/validation-rules', { name, rules: { 1: entry }, error })
    const club = { related_object_type: 'campaign', related_object_id: clubId }
    await shop.post(`/v1/validation-rules/${rule.id}/assignments`, club)
  }
  for (const related of ['order', 'order_item', 'redemption']) {
    await shop.define(related, { by: { type: 'string', optional: false } })
  }
  const order = { customer: { source_id: 'max' }, amount: 500, metadata: BY }
  asked.order = { id: (await shop.post('/v1/orders', order)).id }
}

/** A shop where no redemption that `asked` describes goes through, whatever its reward. */
export async function troubledShop(service: Service): Promise<TroubledShop> {
  const shop = await foundedShop(service)
  await troubled(shop)
  return shop
}
