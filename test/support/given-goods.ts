/**
 * What is sold and what points buy, for tests: products, orders, rewards.
 */
import type {
  Order,
  OrderItem,
  OrderRedemption,
  Product,
  Reward,
  RewardAssignment,
  Sku
} from '../../src/model.ts'
import { EARLIER, plain } from './given.ts'

export const givenProduct = plain<Product>(() => ({
  id: 'prod_1',
  sourceId: 'mug',
  name: 'Stoneware mug',
  price: 1200,
  attributes: [],
  imageUrl: null,
  metadata: {},
  createdAt: EARLIER,
  updatedAt: null,
  version: 1
}))

export const givenSku = plain<Sku>(() => ({
  id: 'sku_1',
  productId: 'prod_1',
  sourceId: 'mug-blue',
  sku: 'Blue mug',
  price: null,
  currency: null,
  attributes: {},
  imageUrl: null,
  metadata: {},
  createdAt: EARLIER,
  updatedAt: null
}))

export const givenOrderItem = plain<OrderItem>(() => ({
  productId: 'prod_1',
  skuId: null,
  sourceId: null,
  relatedObject: null,
  quantity: 1,
  initialQuantity: null,
  discountQuantity: null,
  price: 1200,
  amount: 1200,
  initialAmount: null,
  discountAmount: null,
  subtotalAmount: 1200,
  product: null,
  sku: null,
  metadata: {}
}))

/** An order of one mug, still in the cart. */
export const givenOrder = plain<Order>(() => ({
  id: 'ord_1',
  sourceId: 'order-1',
  status: 'CREATED',
  amount: 1200,
  initialAmount: null,
  discountAmount: null,
  itemsDiscountAmount: null,
  totalDiscountAmount: null,
  totalAmount: 1200,
  appliedDiscountAmount: null,
  items: [givenOrderItem({ id: 'ordli_1' })],
  metadata: {},
  customerId: 'cust_1',
  referrerId: null,
  redemptions: {},
  earnedAt: null,
  earned: null,
  returned: null,
  takenBackAt: null,
  createdAt: EARLIER,
  updatedAt: null,
  version: 1
}))

/** The mug, as long as there are any. */
export const givenReward = plain<Reward>(() => ({
  id: 'rew_1',
  name: 'A mug',
  parameters: { type: 'MATERIAL', productId: 'prod_1', skuId: null },
  stock: null,
  redeemed: 0,
  attributes: null,
  metadata: {},
  createdAt: EARLIER,
  updatedAt: null
}))

export const givenAssignment = plain<RewardAssignment>(() => ({
  id: 'rewa_1',
  rewardId: 'rew_1',
  campaignId: 'camp_1',
  points: 60,
  createdAt: EARLIER,
  updatedAt: null
}))

/** What an order knows of the redemption of a card, which took so much off it. */
export function givenLink(
  discountAmount: number,
  over: Partial<OrderRedemption> = {}
): OrderRedemption {
  return {
    date: EARLIER,
    relatedObjectType: 'voucher',
    relatedObjectId: 'v_1',
    relatedObjectParentId: 'camp_1',
    discountAmount,
    ...over
  }
}
