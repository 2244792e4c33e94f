/**
 * A cart that is locked, redeemed under its lock or rolled back, and released, while the program
 * dies: a lock holds all that was counted or nothing, and ends together with what it was used for.
 */
import t from 'tap'
import { givenService } from '../support/app.ts'
import { killedAnywhere, post, type Row } from './support/killed-anywhere.ts'

const CART = { items: [{ product_id: 'prod_00beans', quantity: 2 }] }
const GIFT = { object: 'voucher', id: 'GIFT-2500', gift: { credits: 1000 } }
const WELCOME = { object: 'voucher', id: 'WELCOME' }
// Within the day, because a state has no other moments.
const session = { type: 'LOCK', key: 'cart', ttl: 5, ttl_unit: 'HOURS' }
const both = { redeemables: [GIFT, WELCOME], order: CART, customer: { source_id: 'ada' }, session }

const shop = await givenService(t)
await shop.work()
await shop.post('/v1/validations', { ...both, redeemables: [WELCOME] })
const TIER = { object: 'promotion_tier', id: 'promo_00tenoff' }
const POINTS = { object: 'voucher', id: 'CLUB-ADA-0001', reward: { id: 'rew_00coin', points: 20 } }
const { body: stack } = await shop.post('/v1/redemptions', {
  redeemables: [{ ...GIFT, gift: { credits: 300 } }, TIER, POINTS],
  order: CART,
  customer: { source_id: 'ada' }
})

// biome-ignore format: a table
const rows: readonly Row[] = [
  ['validateStackedDiscounts: a lock that holds more than before', post('/v1/validations', both),
    200],
  ['redeemStackedDiscounts: a stack under its lock', post('/v1/redemptions', both), 200],
  ['rollbackStackedRedemptions: credit, a promotion and points',
    post(`/v1/redemptions/${stack.parent_redemption?.id}/rollbacks`, {}), 200],
  ['releaseValidationSession: what a lock holds of a voucher',
    { method: 'DELETE', url: '/v1/vouchers/WELCOME/sessions/cart', body: undefined }, 204]
]

await killedAnywhere(t, shop, rows)
