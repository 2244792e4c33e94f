/**
 * A cart that is locked, and redeemed under its lock, while the program dies: a lock holds all that
 * was counted or nothing, and ends together with what it was used for.
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

const rows: readonly Row[] = [
  [
    'validateStackedDiscounts: a lock that holds more than before',
    post('/v1/validations', both),
    200
  ],
  ['redeemStackedDiscounts: a stack under its lock', post('/v1/redemptions', both), 200]
]

await killedAnywhere(t, shop, rows)
