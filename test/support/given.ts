/**
 * Things of the domain in the field's words, for tests: each as plain as it may be, with what the
 * test is about laid over it.
 *
 * Ids are fixed and short, time stands still, and chance counts: what a test expects can be
 * written down before it runs.
 * Spec: Resources and their fields.
 */
import type { Occasion } from '../../src/decisions/changes.ts'
import { countedSource } from '../../src/ids.ts'
import type {
  AccessToken,
  AsyncAction,
  Campaign,
  CardBalance,
  Category,
  Customer,
  CustomerTotals,
  EarningRule,
  EventSchema,
  Gift,
  Job,
  KeyPair,
  LedgerEntry,
  Lot,
  LoyaltyTier,
  MetadataSchema,
  Order,
  OrderItem,
  PendingPoints,
  Product,
  ProductCollection,
  Project,
  PromotionTier,
  Publication,
  Redemption,
  Reward,
  RewardAssignment,
  SchemaProperty,
  Segment,
  Sku,
  ValidationRule,
  ValidationRuleAssignment,
  Validity,
  Voucher,
  VoucherTemplate
} from '../../src/model.ts'
import { ALWAYS } from '../../src/rules/validity.ts'

/** The moment every test lives in: a Sunday, 11:00 in Berlin. */
export const NOW = '2026-03-01T10:00:00.000Z'

/** When the things a test finds were made. */
export const EARLIER = '2026-01-01T00:00:00.000Z'

export function givenProject(over: Partial<Project> = {}): Project {
  return {
    id: 'proj_1',
    name: 'Corner shop',
    timezone: 'Europe/Berlin',
    currency: 'EUR',
    caseSensitiveCodes: true,
    secret: 'secret',
    demo: false,
    createdAt: EARLIER,
    ...over
  }
}

/** Ids count by prefix (`v_000001`), choices cycle, a signature shows what was signed. */
export function givenOccasion(over: Partial<Occasion> = {}): Occasion {
  return {
    now: NOW,
    project: givenProject(),
    ...countedSource(),
    sign: text => `signed(${text})`,
    requestId: 'req_1',
    channelId: 'app-1',
    source: { channel: 'API', apiKey: { name: 'Till', appId: 'app-1' } },
    ...over
  }
}

export function givenValidity(over: Partial<Validity> = {}): Validity {
  return { ...ALWAYS, ...over }
}

export function givenKeyPair(over: Partial<KeyPair> = {}): KeyPair {
  return {
    projectId: 'proj_1',
    id: 'app-1',
    kind: 'app',
    name: 'Till',
    tokenHash: 'hash-of-pair',
    clientId: 'client-1',
    createdAt: EARLIER,
    revokedAt: null,
    ...over
  }
}

/** Issued now, for the 900 seconds of every token. */
export function givenToken(over: Partial<AccessToken> = {}): AccessToken {
  return {
    projectId: 'proj_1',
    tokenHash: 'hash-of-token',
    keyId: 'app-1',
    clientId: 'client-1',
    scope: 'api',
    issuedAt: NOW,
    expiresAt: '2026-03-01T10:15:00.000Z',
    revokedAt: null,
    ...over
  }
}

export function givenCategory(over: Partial<Category> = {}): Category {
  return {
    id: 'cat_1',
    name: 'Seasonal',
    hierarchy: 1,
    createdAt: EARLIER,
    updatedAt: null,
    ...over
  }
}

/** A card without points to begin with, and default codes. */
export function givenTemplate(over: Partial<VoucherTemplate> = {}): VoucherTemplate {
  return {
    type: 'LOYALTY_CARD',
    discount: null,
    gift: null,
    loyaltyCard: { points: 0, expirationRules: null },
    redemptionQuantity: null,
    codeConfig: { length: null, charset: null, prefix: null, postfix: null, pattern: null },
    ...over
  }
}

/** A running loyalty program. */
export function givenCampaign(over: Partial<Campaign> = {}): Campaign {
  return {
    id: 'camp_1',
    name: 'Coffee Club',
    description: null,
    campaignType: 'LOYALTY_PROGRAM',
    type: 'STATIC',
    autoJoin: false,
    joinOnce: true,
    active: true,
    validity: ALWAYS,
    categoryId: null,
    voucher: givenTemplate(),
    metadata: {},
    vouchersCount: 0,
    createdAt: EARLIER,
    updatedAt: null,
    ...over
  }
}

export function givenCouponCampaign(over: Partial<Campaign> = {}): Campaign {
  return givenCampaign({
    id: 'camp_2',
    name: 'Spring coupons',
    campaignType: 'DISCOUNT_COUPONS',
    joinOnce: false,
    voucher: givenTemplate({
      type: 'DISCOUNT_VOUCHER',
      loyaltyCard: null,
      discount: { type: 'AMOUNT', amount_off: 500, effect: 'APPLY_TO_ORDER' }
    }),
    ...over
  })
}

export function givenGiftCampaign(over: Partial<Campaign> = {}): Campaign {
  return givenCampaign({
    id: 'camp_3',
    name: 'Gift cards',
    campaignType: 'GIFT_VOUCHERS',
    joinOnce: false,
    voucher: givenTemplate({
      type: 'GIFT_VOUCHER',
      loyaltyCard: null,
      gift: { amount: 1000, effect: 'APPLY_TO_ORDER' }
    }),
    ...over
  })
}

export function givenPromotion(over: Partial<Campaign> = {}): Campaign {
  return givenCampaign({
    id: 'camp_4',
    name: 'Autumn promotion',
    campaignType: 'PROMOTION',
    joinOnce: false,
    voucher: null,
    ...over
  })
}

export function givenBalance(over: Partial<CardBalance> = {}): CardBalance {
  return {
    points: 0,
    balance: 0,
    pendingPoints: 0,
    expiredPoints: 0,
    subtractedPoints: 0,
    redeemedPoints: 0,
    nextExpirationDate: null,
    nextExpirationPoints: null,
    ...over
  }
}

/** A voucher that somebody holds: a card with 100 points, of the program. */
export function givenCard(over: Partial<Voucher> = {}): Voucher {
  return {
    id: 'v_1',
    code: 'CLUB-1',
    campaignId: 'camp_1',
    categoryId: null,
    type: 'LOYALTY_CARD',
    discount: null,
    gift: null,
    card: givenBalance({ points: 100, balance: 100 }),
    active: true,
    validity: ALWAYS,
    additionalInfo: null,
    metadata: {},
    isReferralCode: false,
    holderId: 'cust_1',
    referrerId: null,
    publishedCount: 1,
    redemptionQuantity: null,
    redeemedQuantity: 0,
    createdAt: EARLIER,
    updatedAt: null,
    version: 1,
    ...over
  }
}

/** A card nobody holds, with nothing on it. */
export function givenSpareCard(over: Partial<Voucher> = {}): Voucher {
  return givenCard({ card: givenBalance(), holderId: null, publishedCount: 0, ...over })
}

/** A coupon nobody holds. */
export function givenCoupon(over: Partial<Voucher> = {}): Voucher {
  return givenSpareCard({
    id: 'v_2',
    code: 'SPRING-1',
    campaignId: 'camp_2',
    type: 'DISCOUNT_VOUCHER',
    card: null,
    discount: { type: 'AMOUNT', amount_off: 500, effect: 'APPLY_TO_ORDER' },
    ...over
  })
}

export function givenGift(over: Partial<Gift> = {}): Gift {
  return {
    amount: 1000,
    subtractedAmount: 0,
    redeemedAmount: 0,
    balance: 1000,
    effect: 'APPLY_TO_ORDER',
    ...over
  }
}

/** A gift voucher over 10.00 that nobody holds. */
export function givenGiftVoucher(over: Partial<Voucher> = {}): Voucher {
  return givenSpareCard({
    id: 'v_3',
    code: 'GIFT-1',
    campaignId: 'camp_3',
    type: 'GIFT_VOUCHER',
    card: null,
    gift: givenGift(),
    ...over
  })
}

export function givenLot(over: Partial<Lot> = {}): Lot {
  return {
    id: 'lopb_1',
    voucherId: 'v_1',
    campaignId: 'camp_1',
    amount: 100,
    remaining: 100,
    expiresOn: null,
    createdAt: EARLIER,
    ...over
  }
}

export function givenEntry(over: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    id: 'vtx_1',
    voucherId: 'v_1',
    campaignId: 'camp_1',
    type: 'POINTS_ADDITION',
    amount: 100,
    lots: [{ id: 'lopb_1', amount: 100 }],
    balanceAfter: 100,
    cause: {},
    createdAt: EARLIER,
    ...over
  }
}

export function givenCustomer(over: Partial<Customer> = {}): Customer {
  return {
    id: 'cust_1',
    sourceId: 'ada',
    name: 'Ada Baker',
    email: 'ada@example.com',
    phone: null,
    description: null,
    birthday: null,
    birthdate: null,
    address: null,
    metadata: {},
    systemMetadata: {},
    createdAt: EARLIER,
    updatedAt: null,
    version: 1,
    ...over
  }
}

export function givenTotals(over: Partial<CustomerTotals> = {}): CustomerTotals {
  return {
    customerId: 'cust_1',
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
    ...over
  }
}

export function givenProduct(over: Partial<Product> = {}): Product {
  return {
    id: 'prod_1',
    sourceId: 'mug',
    name: 'Stoneware mug',
    price: 1200,
    attributes: [],
    imageUrl: null,
    metadata: {},
    createdAt: EARLIER,
    updatedAt: null,
    version: 1,
    ...over
  }
}

export function givenSku(over: Partial<Sku> = {}): Sku {
  return {
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
    updatedAt: null,
    ...over
  }
}

export function givenCollection(over: Partial<ProductCollection> = {}): ProductCollection {
  return { id: 'pc_1', name: 'Everything coffee', createdAt: EARLIER, updatedAt: null, ...over }
}

export function givenOrderItem(over: Partial<OrderItem> = {}): OrderItem {
  return {
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
    metadata: {},
    ...over
  }
}

/** An order of one mug, still in the cart. */
export function givenOrder(over: Partial<Order> = {}): Order {
  return {
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
    items: [givenOrderItem()],
    metadata: {},
    customerId: 'cust_1',
    referrerId: null,
    redemptions: {},
    earnedAt: null,
    createdAt: EARLIER,
    updatedAt: null,
    version: 1,
    ...over
  }
}

/** The mug, as long as there are any. */
export function givenReward(over: Partial<Reward> = {}): Reward {
  return {
    id: 'rew_1',
    name: 'A mug',
    parameters: { type: 'MATERIAL', productId: 'prod_1', skuId: null },
    stock: null,
    redeemed: 0,
    attributes: null,
    metadata: {},
    createdAt: EARLIER,
    updatedAt: null,
    ...over
  }
}

export function givenAssignment(over: Partial<RewardAssignment> = {}): RewardAssignment {
  return {
    id: 'rewa_1',
    rewardId: 'rew_1',
    campaignId: 'camp_1',
    points: 60,
    createdAt: EARLIER,
    ...over
  }
}

/** Orders of 20.00 and more. */
export function givenRule(over: Partial<ValidationRule> = {}): ValidationRule {
  return {
    id: 'val_1',
    name: 'Orders of 20.00 and more',
    rules: {
      1: { name: 'order.amount', conditions: { $more_than_or_equal: [2000] } },
      logic: '1'
    },
    errorMessage: null,
    applicableTo: { excluded: [], included: [], includedAll: true },
    type: 'basic',
    contextType: 'global',
    assignmentsCount: 0,
    createdAt: EARLIER,
    updatedAt: null,
    ...over
  }
}

export function givenRuleAssignment(
  over: Partial<ValidationRuleAssignment> = {}
): ValidationRuleAssignment {
  return {
    id: 'asgm_1',
    ruleId: 'val_1',
    relatedObjectType: 'campaign',
    relatedObjectId: 'camp_1',
    validationStatus: 'VALID',
    validationOmittedRules: [],
    createdAt: EARLIER,
    ...over
  }
}

/** 25 points for a paid order. */
export function givenEarningRule(over: Partial<EarningRule> = {}): EarningRule {
  return {
    id: 'ern_1',
    campaignId: 'camp_1',
    automationId: 'auto_1',
    event: 'order.paid',
    segmentId: null,
    loyaltyTierId: null,
    eventSchemaId: null,
    earning: { type: 'FIXED', points: 25 },
    banner: null,
    active: true,
    validity: ALWAYS,
    pendingDays: null,
    expirationRules: null,
    validationRuleId: null,
    metadata: {},
    createdAt: EARLIER,
    updatedAt: null,
    ...over
  }
}

export function givenTier(over: Partial<LoyaltyTier> = {}): LoyaltyTier {
  return {
    id: 'ltr_1',
    campaignId: 'camp_1',
    name: 'Silver',
    pointsFrom: 0,
    pointsTo: 999,
    createdAt: EARLIER,
    ...over
  }
}

export function givenSegment(over: Partial<Segment> = {}): Segment {
  return { id: 'seg_1', name: 'VIP', createdAt: EARLIER, ...over }
}

/** A property that may be missing. */
export function givenProperty(over: Partial<SchemaProperty> = {}): SchemaProperty {
  return { type: 'string', array: false, optional: true, ...over }
}

export function givenEventSchema(over: Partial<EventSchema> = {}): EventSchema {
  return {
    id: 'ms_1',
    name: 'product_reviewed',
    properties: {},
    createdAt: EARLIER,
    updatedAt: null,
    ...over
  }
}

/** A schema that binds nothing yet. */
export function givenSchema(over: Partial<MetadataSchema> = {}): MetadataSchema {
  return {
    id: 'ms_2',
    relatedObject: 'customer',
    properties: {},
    allowDefinedOnly: false,
    createdAt: EARLIER,
    updatedAt: null,
    ...over
  }
}

export function givenPromotionTier(over: Partial<PromotionTier> = {}): PromotionTier {
  return {
    id: 'promo_1',
    campaignId: 'camp_4',
    name: 'Ten off',
    banner: null,
    discount: { type: 'PERCENT', percent_off: 10, effect: 'APPLY_TO_ORDER' },
    hierarchy: 1,
    active: true,
    validity: ALWAYS,
    categoryId: null,
    metadata: {},
    totalRedeemed: 0,
    ordersAmount: 0,
    ordersDiscountAmount: 0,
    createdAt: EARLIER,
    updatedAt: null,
    ...over
  }
}

/** A refusal that was recorded, the plainest redemption there is. */
export function givenRedemption(over: Partial<Redemption> = {}): Redemption {
  return {
    id: 'r_1',
    date: EARLIER,
    voucherId: 'v_1',
    campaignId: 'camp_1',
    customer: {
      id: 'cust_1',
      name: 'Ada Baker',
      email: 'ada@example.com',
      sourceId: 'ada',
      metadata: {}
    },
    trackingId: null,
    metadata: {},
    parentId: null,
    result: 'FAILURE',
    status: 'FAILED',
    points: null,
    failureCode: 'missing_reward',
    failureMessage: 'Missing reward',
    order: null,
    channel: { id: 'app-1', type: 'API' },
    reward: {
      id: null,
      assignmentId: null,
      reward: null,
      voucher: null,
      product: null,
      sku: null
    },
    ...over
  }
}

export function givenPublication(over: Partial<Publication> = {}): Publication {
  return {
    id: 'pub_1',
    voucherId: 'v_1',
    campaignId: 'camp_1',
    customerId: 'cust_1',
    channel: 'API',
    createdAt: EARLIER,
    ...over
  }
}

/** 25 points of an order that wait for 4 March. */
export function givenPending(over: Partial<PendingPoints> = {}): PendingPoints {
  return {
    id: 'lopp_1',
    voucherId: 'v_1',
    campaignId: 'camp_1',
    customerId: 'cust_1',
    orderId: 'ord_1',
    earningRuleId: 'ern_1',
    points: 25,
    activatesOn: '2026-03-04',
    status: 'PENDING',
    expirationRules: null,
    details: {
      event: {
        id: 'evcus_1',
        type: 'customer.order.paid',
        customerId: 'cust_1',
        groupId: 'req_0',
        entityId: 'cust_1',
        category: 'EFFECT',
        source: { channel: 'API', apiKey: { name: 'Till', appId: 'app-1' } },
        data: {},
        createdAt: EARLIER
      },
      banner: null,
      orderSourceId: 'order-1',
      holderLoyaltyTier: null
    },
    createdAt: EARLIER,
    updatedAt: null,
    ...over
  }
}

/** Accepted ten seconds ago and not begun. */
export function givenAction(over: Partial<AsyncAction> = {}): AsyncAction {
  return {
    id: 'aa_1',
    type: 'PRODUCTS.BULK_UPDATE',
    status: 'ENQUEUED',
    operationStatus: null,
    result: null,
    requestId: 'req_0',
    progress: 0,
    processingTimeMs: null,
    createdAt: '2026-03-01T09:59:50.000Z',
    updatedAt: null,
    ...over
  }
}

/** Leased to `worker-1`. */
export function givenJob(over: Partial<Job> = {}): Job {
  return {
    id: 'job_1',
    projectId: 'proj_1',
    task: 'products.bulkUpdate',
    queue: 'products',
    asyncActionId: 'aa_1',
    data: null,
    done: 0,
    total: 1,
    attempts: 1,
    runAt: EARLIER,
    owner: 'worker-1',
    leaseUntil: '2026-03-01T10:01:00.000Z',
    createdAt: '2026-03-01T09:59:50.000Z',
    ...over
  }
}
