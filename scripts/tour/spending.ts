/**
 * The part of the tour in which points are spent on each kind of reward, and given back.
 *
 * tour.ts tells the whole story.
 */
import * as demo from '../../src/demo/known.ts'
import { expect, type Guide } from './guide.ts'

/** The dearest reward of the demo and its price in points. */
export const gift = { id: 'rew_00gift', price: 200 } as const

/** Redeems one reward of each kind. */
export async function spend(guide: Guide): Promise<void> {
  guide.chapter('Spending')
  await redeem(guide, 'Take a mug for points', demo.REWARD_ID, {
    why: 'A material reward has a stock, which is never overdrawn, however many ask at once.',
    gained: ({ product, sku }) => sku?.sku ?? product?.name
  })
  await redeem(guide, 'Take a coupon', 'rew_00coupon', {
    why: 'The coupon is published to the customer in the same unit as the points leave.',
    gained: ({ voucher }) => voucher?.code
  })
  await redeem(guide, 'Take gift credit', gift.id, {
    why: 'It goes to the gift card the customer holds, or to one they get now.',
    gained: ({ voucher }) => voucher?.code
  })
  await redeem(guide, 'Take points of another program', 'rew_00bakery', {
    why: 'The card of the other program is shown as it was before the points arrived.',
    gained: ({ voucher }) => voucher?.code
  })
  await guide.show({
    operation: 'redeemReward',
    title: 'Pay a part of an order with points',
    why: 'The order is priced from the inventory and paid; what was paid in money earns again.',
    path: { campaignId: demo.CAMPAIGN_ID, memberId: demo.CARD_CODE },
    body: {
      reward: { id: 'rew_00coin', points: 50 },
      order: { items: [{ product_id: demo.PRODUCT_ID, quantity: 1 }] }
    },
    status: 200,
    tell: ({ amount, order }) => {
      expect(amount === 50 && order.status === 'PAID', '50 points are taken and the order is paid')
      return `${amount} points pay ${order.total_discount_amount} of ${order.amount}`
    }
  })
  await guide.show({
    operation: 'listMemberPendingPoints',
    title: 'See which points are still to come',
    why: 'Points for beans become spendable three days later, at midnight where the shop is.',
    path: { memberId: demo.CARD_CODE },
    query: { limit: '2' },
    status: 200,
    tell: ({ data, has_more }) => {
      const first = data[0]
      expect(first !== undefined, 'the order of beans left points pending')
      const tier = first.details.holder_loyalty_tier?.name
      const more = has_more ? ', and more' : ''
      return `${first.points} points on ${first.activates_at}, earned in ${tier}${more}`
    }
  })
}

/** The part of a redeemed reward that the tour names. */
interface Gained {
  readonly voucher?: { readonly code: string } | null
  readonly product?: { readonly name: string | null } | null
  readonly sku?: { readonly sku: string | null } | null
}

interface Telling {
  readonly why: string
  readonly gained: (reward: Gained) => string | null | undefined
}

async function redeem(guide: Guide, title: string, reward: string, { why, gained }: Telling) {
  await guide.show({
    operation: 'redeemReward',
    title,
    why,
    path: { campaignId: demo.CAMPAIGN_ID, memberId: demo.CARD_CODE },
    body: { reward: { id: reward } },
    status: 200,
    tell: redemption => {
      expect(redemption.result === 'SUCCESS', `${reward} is redeemed`)
      const got = gained(redemption.reward as Gained)
      expect(typeof got === 'string', `${reward} hands something out`)
      return `${got} for ${redemption.amount} points; ${redemption.id}`
    }
  })
}

/** Rolls the redemption of the mug back and shows its record. */
export async function giveBack(guide: Guide): Promise<void> {
  guide.chapter('Giving back')
  const path = { campaignId: demo.CAMPAIGN_ID, memberId: demo.CARD_CODE }
  const mug = await guide.ask({
    operation: 'redeemReward',
    path,
    body: { reward: { id: demo.REWARD_ID } },
    status: 200
  })
  const rollback = await guide.show({
    operation: 'rollbackRedemption',
    title: 'Bring another mug back',
    why: 'Points, stock and what a redemption counted for come back together, once.',
    path: { redemptionId: mug.id },
    body: { metadata: {} },
    status: 200,
    tell: ({ id, amount, redemption }) => {
      expect(redemption === mug.id, 'a rollback names what it undid')
      return `${id} undoes ${redemption}: ${amount} points`
    }
  })
  await guide.show({
    operation: 'getVoucherRedemptions',
    title: 'See both in the list',
    why: 'Nothing is deleted: the list says what was undone, and by what.',
    path: { code: demo.CARD_CODE },
    query: { limit: '2' },
    status: 200,
    tell: ({ redemption_entries: [last, before] }) => {
      expect(last?.id === rollback.id, 'the rollback is the latest entry')
      expect(before?.status === 'ROLLED_BACK', 'the redemption before it is rolled back')
      return `${before?.id} is ${before?.status}, by ${last?.id}`
    }
  })
  const {
    assets: { cockpit_url: page }
  } = await guide.ask({
    operation: 'getCustomer',
    path: { customerId: demo.CUSTOMER_ID },
    status: 200
  })
  expect(page !== null, 'a customer has a page')
  await guide.follow(page)
  guide.chapter(`     What Ada sees of it in a browser: ${page}`)
}
