/**
 * The part of the tour in which a cart gets its discounts: found, asked for and locked, redeemed,
 * and rolled back.
 *
 * tour.ts tells the whole story.
 */
import * as demo from '../../src/demo/known.ts'
import { expect, type Guide } from './guide.ts'

const cart = {
  order: { items: [{ product_id: demo.PRODUCT_ID, quantity: 2 }] },
  customer: { source_id: 'ada' }
} as const

/** Ends before the tour is taken again, should nobody redeem the cart. */
const lock = { type: 'LOCK', key: 'tour-cart', ttl: 1, ttl_unit: 'MINUTES' } as const

/** Applies a coupon and a promotion to a cart, and takes them back. */
export async function discount(guide: Guide): Promise<void> {
  guide.chapter('Discounts')
  const code = await makeCoupon(guide)
  const coupon = { object: 'voucher', id: code }
  const promotion = { object: 'promotion_tier', id: 'promo_00tenoff' }
  const discounted = { redeemables: [coupon, promotion], ...cart }
  const asked = await guide.show({
    operation: 'validateStackedDiscounts',
    title: 'Ask what both take off the cart, and lock them',
    why: 'Each is judged on what the one before it leaves; the lock keeps the use for this cart.',
    body: { ...discounted, session: lock },
    status: 200,
    tell: ({ valid, order, session }) => {
      expect(valid && order !== undefined, 'both apply to the cart')
      expect(session?.key === lock.key, 'the lock has the key that was sent')
      return `${order.total_discount_amount} off ${order.amount}, ${order.total_amount} to pay`
    }
  })
  await guide.show({
    operation: 'validateStackedDiscounts',
    title: 'Ask for the coupon from another cart',
    why: 'Its one use is locked, until it is redeemed or the minute of the lock is over.',
    body: { redeemables: [coupon], order: cart.order },
    status: 200,
    tell: ({ valid, inapplicable_redeemables: refused }) => {
      const key = refused?.[0]?.result?.error?.key
      expect(!valid && key === 'quantity_exceeded', 'nobody else gets the use that is locked')
      return `valid: ${valid}, ${key}`
    }
  })
  const redeemed = await guide.show({
    operation: 'redeemStackedDiscounts',
    title: 'Redeem both',
    why: 'The same figures, with the key of the lock; all of it is done, or nothing is.',
    body: { ...discounted, session: { type: lock.type, key: lock.key } },
    status: 200,
    tell: ({ parent_redemption: parent, redemptions, order }) => {
      expect(parent !== undefined, 'two that are redeemed together have a parent')
      expect(order.total_amount === asked.order?.total_amount, 'the cart got what it was told')
      return `${redemptions.length} redemptions under ${parent.id}; order ${order.status}`
    }
  })
  await takeBack(guide, code, redeemed)
}

/** Makes a coupon for one use and finds it among what a cart qualifies for; its code. */
async function makeCoupon(guide: Guide): Promise<string> {
  const { code } = await guide.show({
    operation: 'createVoucher',
    title: 'Make a coupon for one use',
    why: 'Without a code of its own it gets one that nobody can guess.',
    body: {
      type: 'DISCOUNT_VOUCHER',
      discount: { type: 'AMOUNT', amount_off: 250, effect: 'APPLY_TO_ORDER' },
      redemption: { quantity: 1 }
    },
    status: 200,
    tell: voucher => `${voucher.code}, for ${voucher.redemption?.quantity} use`
  })
  await guide.show({
    operation: 'checkEligibility',
    title: 'See what could be used for a cart',
    why: 'Each by itself, the newest first; what a shop shows, and nothing is used by looking.',
    body: cart,
    status: 200,
    tell: ({ redeemables: { data } }) => {
      const all = data.map(({ id }) => id)
      expect(all.includes(code), 'the coupon can be used for the cart')
      return all.join(', ')
    }
  })
  return code
}

interface Redeemed {
  readonly parent_redemption?: { readonly id: string }
  readonly redemptions: readonly { readonly id: string }[]
}

async function takeBack(guide: Guide, code: string, redeemed: Redeemed): Promise<void> {
  await guide.show({
    operation: 'getVoucherRedemptions',
    title: 'See the coupon in its list',
    why: 'It is listed like the redemptions of cards, with what it was used for.',
    path: { code },
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
