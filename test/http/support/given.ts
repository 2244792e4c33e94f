/**
 * Things of the model for the tests of what is answered: each whole, each property replaceable.
 */
import type { Linking } from '../../../src/http/links.ts'
import type {
  CardBalance,
  Category,
  CountedCampaign,
  Customer,
  CustomerTotals,
  Order,
  OrderItem,
  Product,
  Project,
  Reward,
  ShownVoucher,
  Sku,
  ValidationRuleAssignment,
  Voucher
} from '../../../src/model.ts'
import { ALWAYS } from '../../../src/rules/validity.ts'

export const madeAt = '2026-11-01T08:00:00.000Z'
export const changedAt = '2026-11-20T09:30:00.000Z'

export const project: Project = {
  id: 'proj_00demo',
  name: 'Demo shop',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  caseSensitiveCodes: true,
  secret: 'kept to ourselves',
  urlSecret: null,
  demo: true,
  createdAt: madeAt
}

export const linking: Linking = {
  publicUrl: 'https://loyalty.example.com',
  project,
  now: '2026-03-01T10:00:00.000Z',
  customerPageDays: 30
}

export const category: Category = {
  id: 'cat_00seasonal',
  name: 'Seasonal',
  hierarchy: 1,
  createdAt: madeAt,
  updatedAt: null
}

export const assignment: ValidationRuleAssignment = {
  id: 'asgm_00twenty',
  ruleId: 'val_00twenty',
  relatedObjectType: 'voucher',
  relatedObjectId: 'v_00spring1',
  validationStatus: 'PARTIALLY_VALID',
  validationOmittedRules: ['redemption.metadata'],
  createdAt: madeAt
}

const bare: Omit<Voucher, 'id' | 'code' | 'type'> = {
  campaignId: null,
  categoryId: null,
  discount: null,
  gift: null,
  card: null,
  active: true,
  validity: ALWAYS,
  additionalInfo: null,
  metadata: {},
  isReferralCode: false,
  holderId: null,
  referrerId: null,
  publishedCount: 0,
  redemptionQuantity: null,
  redeemedQuantity: 0,
  createdAt: madeAt,
  updatedAt: null,
  version: 1
}

/** A coupon of 5.00 off that stands alone. */
export function givenCoupon(changes: Partial<Voucher> = {}): Voucher {
  const discount = { type: 'AMOUNT', amount_off: 500, effect: 'APPLY_TO_ORDER' } as const
  const own = {
    id: 'v_00spring1',
    code: 'SPRING-0001',
    type: 'DISCOUNT_VOUCHER',
    discount
  } as const
  return { ...bare, ...own, ...changes }
}

export function givenGift(changes: Partial<Voucher> = {}): Voucher {
  const gift = {
    amount: 1000,
    subtractedAmount: 100,
    redeemedAmount: 250,
    balance: 650,
    effect: 'APPLY_TO_ORDER'
  } as const
  return { ...bare, id: 'v_00gift1', code: 'GIFT-0001', type: 'GIFT_VOUCHER', gift, ...changes }
}

/** Ada's card in the Coffee Club. */
export function givenCard(
  changes: Partial<Voucher> = {},
  points: Partial<CardBalance> = {}
): Voucher {
  const card: CardBalance = {
    points: 500,
    balance: 440,
    pendingPoints: 20,
    expiredPoints: 0,
    subtractedPoints: 0,
    redeemedPoints: 60,
    nextExpirationDate: null,
    nextExpirationPoints: null,
    ...points
  }
  return {
    ...bare,
    id: 'v_00adaclub',
    code: 'CLUB-ADA-0001',
    type: 'LOYALTY_CARD',
    campaignId: 'camp_00club',
    holderId: 'cust_00ada',
    publishedCount: 1,
    redeemedQuantity: 1,
    card,
    ...changes
  }
}

export function shown(voucher: Voucher, changes: Partial<ShownVoucher> = {}): ShownVoucher {
  const campaignName = voucher.campaignId === null ? null : 'Coffee Club'
  return { voucher, campaignName, category: null, assignments: [], ...changes }
}

export function givenCustomer(changes: Partial<Customer> = {}): Customer {
  return {
    id: 'cust_00ada',
    sourceId: 'ada',
    name: 'Ada Baker',
    email: 'ada@example.com',
    phone: null,
    description: null,
    birthday: null,
    birthdate: null,
    address: null,
    metadata: { favourite: 'espresso' },
    systemMetadata: {},
    createdAt: madeAt,
    updatedAt: null,
    version: 1,
    ...changes
  }
}

export function givenTotals(changes: Partial<CustomerTotals> = {}): CustomerTotals {
  return {
    customerId: 'cust_00ada',
    redemptionsSucceeded: 0,
    redemptionsFailed: 0,
    rollbacksSucceeded: 0,
    rollbacksFailed: 0,
    giftRedeemedAmount: 0,
    giftBalance: 0,
    cardRedeemedPoints: 0,
    cardBalance: 0,
    ordersCount: 0,
    ordersAmount: 0,
    lastOrderAmount: 0,
    lastOrderDate: null,
    ...changes
  }
}

export const program: CountedCampaign = {
  id: 'camp_00club',
  name: 'Coffee Club',
  description: null,
  campaignType: 'LOYALTY_PROGRAM',
  type: 'AUTO_UPDATE',
  autoJoin: true,
  joinOnce: true,
  active: true,
  validity: ALWAYS,
  categoryId: null,
  voucher: null,
  tierTerms: null,
  referral: null,
  metadata: {},
  vouchersCount: 2,
  createdAt: madeAt,
  updatedAt: null
}

export const mug: Product = {
  id: 'prod_00mug',
  sourceId: 'mug',
  name: 'Stoneware mug',
  price: 1200,
  attributes: ['colour'],
  imageUrl: 'https://shop.example.com/mug.png',
  metadata: {},
  createdAt: madeAt,
  updatedAt: null,
  version: 1
}

export const blueMug: Sku = {
  id: 'sku_00mugblue',
  productId: 'prod_00mug',
  sourceId: 'mug-blue',
  sku: 'Blue mug',
  price: null,
  currency: null,
  attributes: { colour: 'blue' },
  imageUrl: null,
  metadata: {},
  createdAt: madeAt,
  updatedAt: changedAt
}

export function givenReward(changes: Partial<Reward> = {}): Reward {
  return {
    id: 'rew_00mug',
    name: 'A mug',
    parameters: { type: 'MATERIAL', productId: 'prod_00mug', skuId: null },
    stock: 500,
    redeemed: 1,
    attributes: null,
    metadata: {},
    createdAt: madeAt,
    updatedAt: null,
    ...changes
  }
}

export function givenItem(changes: Partial<OrderItem> = {}): OrderItem {
  return {
    productId: 'prod_00beans',
    skuId: null,
    sourceId: null,
    relatedObject: null,
    quantity: 2,
    initialQuantity: null,
    discountQuantity: null,
    price: 1850,
    amount: 3700,
    initialAmount: null,
    discountAmount: null,
    subtotalAmount: 3700,
    product: {
      id: 'prod_00beans',
      sourceId: 'beans',
      name: 'Coffee beans 1 kg',
      price: 1850,
      metadata: {}
    },
    sku: null,
    metadata: {},
    ...changes
  }
}

export function givenOrder(changes: Partial<Order> = {}): Order {
  return {
    id: 'ord_00second',
    sourceId: 'order-1002',
    status: 'PAID',
    amount: 3700,
    initialAmount: null,
    discountAmount: 500,
    itemsDiscountAmount: null,
    totalDiscountAmount: 500,
    totalAmount: 3200,
    appliedDiscountAmount: 500,
    items: [givenItem()],
    metadata: {},
    customerId: 'cust_00ada',
    referrerId: null,
    redemptions: {},
    earnedAt: changedAt,
    takenBackAt: null,
    createdAt: changedAt,
    updatedAt: null,
    version: 1,
    ...changes
  }
}
