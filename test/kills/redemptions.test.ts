/**
 * Redemptions of every kind of reward, one that is refused, and one that is rolled back, while the
 * program dies: everything that is moved and counted is moved and counted together.
 */
import t from 'tap'
import { redemptionUrl } from '../support/account.ts'
import { givenService } from '../support/app.ts'
import { killedAnywhere, post, type Row } from './support/killed-anywhere.ts'

const ADA = redemptionUrl('CLUB-ADA-0001')
const BEN = redemptionUrl('CLUB-BEN-0001')
const MUG = { reward: { id: 'rew_00mug' } }
const COUPON = { reward: { id: 'rew_00coupon' } }
const GIFT = { reward: { id: 'rew_00gift' } }
const POINTS = { reward: { id: 'rew_00bakery' } }
const CART = { items: [{ product_id: 'prod_00beans', quantity: 2 }] }
const COIN = { reward: { id: 'rew_00coin', points: 100 }, order: CART }

const shop = await givenService(t)
await shop.work()
// What limits them is counted from the first on, which takes units of its own.
await shop.post(ADA, GIFT)
// All there are, so that the next is made for whoever asks.
for (let coupon = 1; coupon <= 3; coupon++) await shop.post(ADA, COUPON)
const { body: paid } = await shop.post(ADA, COIN)

const rows: readonly Row[] = [
  ['redeemReward: a mug of the stock', post(BEN, MUG), 200],
  ['redeemReward: a coupon that is made for it', post(ADA, COUPON), 200],
  ['redeemReward: gift credit on a new card', post(ADA, GIFT), 200],
  ['redeemReward: points of another program', post(ADA, POINTS), 200],
  ['redeemReward: an order that is paid and earns', post(ADA, COIN), 200],
  ['redeemReward: refused and recorded', post(BEN, GIFT), 400],
  ['rollbackRedemption: of a payment', post(`/v1/redemptions/${paid.id}/rollback`, {}), 200]
]

await killedAnywhere(t, shop, rows)
