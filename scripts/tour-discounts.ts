/**
 * The part of the tour in which a cart gets its discounts: asked for, redeemed, and rolled back.
 *
 * tour.ts tells the whole story.
 */
import * as demo from '../src/demo/known.ts'
import { expect, type Guide } from './tour-guide.ts'

const cart = {
  redeemables: [
    { object: 'voucher', id: 'WELCOME' },
    { object: 'promotion_tier', id: 'promo_00tenoff' }
  ],
  order: { items: [{ product_id: demo.PRODUCT_ID, quantity: 2 }] },
  customer: { source_id: 'ada' }
} as const

/** Applies a coupon and a promotion to a cart, and takes them back. */
export async function discount(guide: Guide): Promise<void> {
  guide.chapter('Discounts')
  const asked = await guide.show({
    operation: 'validateStackedDiscounts',
    title: 'Ask what a coupon and a promotion take off a cart',
    why: 'Each is judged on what the one before it leaves; nothing is used up by asking.',
    body: cart,
    status: 200,
    tell: ({ valid, order }) => {
      expect(valid && order !== undefined, 'both apply to the cart')
      return `${order.total_discount_amount} off ${order.amount}, ${order.total_amount} to pay`
    }
  })
  const redeemed = await guide.show({
    operation: 'redeemStackedDiscounts',
    title: 'Redeem both',
    why: 'The same body, and the same figures; all of it is done, or nothing is.',
    body: cart,
    status: 200,
    tell: ({ parent_redemption: parent, redemptions, order }) => {
      expect(parent !== undefined, 'two that are redeemed together have a parent')
      expect(order.total_amount === asked.order?.total_amount, 'the cart got what it was told')
      return `${redemptions.length} redemptions under ${parent.id}; order ${order.status}`
    }
  })
  await guide.show({
    operation: 'getVoucherRedemptions',
    title: 'See the coupon in its list',
    why: 'It is listed like the redemptions of cards, with what it was used for.',
    path: { code: 'WELCOME' },
    query: { limit: '1' },
    status: 200,
    tell: ({ redemption_entries: [last], redeemed_quantity: used }) => {
      expect(last?.id === redeemed.redemptions[0]?.id, 'the coupon was redeemed last')
      return `${last?.id}, use ${used} of the code`
    }
  })
  await guide.show({
    operation: 'rollbackStackedRedemptions',
    title: 'Take both back',
    why: 'What was redeemed together goes back together, and the order is canceled.',
    path: { parentRedemptionId: redeemed.parent_redemption?.id ?? '' },
    body: { reason: 'The tour is over' },
    status: 200,
    tell: ({ rollbacks, order }) => {
      expect(order?.status === 'CANCELED', 'the order is canceled')
      return `${rollbacks.length} rollbacks; ${order?.total_amount} to pay again`
    }
  })
}
