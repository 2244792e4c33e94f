/**
 * The demo project: a small coffee shop, told as steps in the order in which they happen.
 *
 * The decision of an operation carries out each step, so the demo holds nothing that the service
 * would refuse. `days` says when the step happened, relative to the moment of loading; `ids` are
 * the ids it is given, in the order in which it asks for them. Pinned ids start with `00` and sort
 * before generated ones.
 *
 * Spec: Decision 48.
 */
import type { ComposeCampaign } from '../decisions/campaigns/campaigns.ts'
import type { SaveCustomer } from '../decisions/customers/customers.ts'
import type { CreateEventSchema } from '../decisions/event-schemas/event-schemas.ts'
import type { NewEarningRule } from '../decisions/loyalties/earning-rules.ts'
import type { NewLoyaltyTier } from '../decisions/loyalty-tiers/loyalty-tiers.ts'
import type { CreateMetadataSchema } from '../decisions/metadata-schemas/metadata-schemas.ts'
import type { CollectionItem } from '../decisions/product-collections/product-collections.ts'
import type { ProductFields, ProductItem } from '../decisions/products/products.ts'
import type { CreateSku } from '../decisions/products/skus.ts'
import type { CreatePromotionTier } from '../decisions/promotions/tiers.ts'
import type { CreateReward } from '../decisions/rewards/rewards.ts'
import type { CreateSegment } from '../decisions/segments/segments.ts'
import type { SetStackingRules } from '../decisions/stacking-rules/stacking-rules.ts'
import type { CreateValidationRule } from '../decisions/validation-rules/validation-rules.ts'
import type { CreateVoucher } from '../decisions/vouchers/creation.ts'
import type { AssignedTo, ExportedObject, Metadata, OrderStatus } from '../model.ts'
import { ALWAYS } from '../rules/validity.ts'
import * as known from './known.ts'

/** What happens in one step. Ids refer to what earlier steps made. */
export type Deed =
  | { readonly make: 'category'; readonly name: string; readonly hierarchy: number }
  | ({ readonly make: 'campaign' } & ComposeCampaign)
  | ({ readonly make: 'promotion tier'; readonly campaign: string } & CreatePromotionTier)
  | ({ readonly make: 'metadata schema' } & CreateMetadataSchema)
  | ({ readonly make: 'stacking rules' } & SetStackingRules)
  | ({ readonly make: 'event schema' } & CreateEventSchema)
  | ({ readonly make: 'customer' } & SaveCustomer)
  | ({ readonly make: 'product'; readonly sourceId: string } & ProductFields)
  | ({ readonly make: 'sku' } & CreateSku)
  | {
      readonly make: 'collection'
      readonly name: string
      readonly items: readonly CollectionItem[]
    }
  | { readonly make: 'voucher'; readonly campaign: string; readonly code: string }
  | ({
      readonly make: 'standalone voucher'
      readonly type: NonNullable<CreateVoucher['type']>
      readonly code: string
    } & Partial<Pick<CreateVoucher, 'discount' | 'gift' | 'redemptionQuantity' | 'additionalInfo'>>)
  | { readonly make: 'member'; readonly code: string; readonly customer: string }
  | { readonly make: 'publication'; readonly code: string; readonly customer: string }
  | {
      readonly make: 'points'
      readonly code: string
      readonly points: number
      readonly reason: string
    }
  | ({ readonly make: 'reward' } & CreateReward)
  | {
      readonly make: 'reward assignment'
      readonly reward: string
      readonly campaign: string
      readonly points: number | null
    }
  | ({ readonly make: 'validation rule' } & CreateValidationRule)
  | {
      readonly make: 'validation rule assignment'
      readonly rule: string
      readonly to: AssignedTo
      readonly id: string
    }
  | {
      readonly make: 'loyalty tiers'
      readonly campaign: string
      readonly tiers: readonly NewLoyaltyTier[]
    }
  | ({ readonly make: 'segment' } & CreateSegment)
  | { readonly make: 'earning rules'; readonly campaign: string; readonly rules: NewEarningRule[] }
  | { readonly make: 'segment entry'; readonly segment: string; readonly customer: string }
  | {
      readonly make: 'order'
      readonly sourceId: string
      readonly status: OrderStatus
      readonly customer: string
      readonly items: readonly { readonly product: string; readonly quantity: number }[]
      readonly metadata?: Metadata
    }
  | {
      readonly make: 'event'
      readonly event: string
      readonly customer: string
      readonly metadata: Metadata
      /** The code of the customer who sent this one. */
      readonly referral?: string
    }
  | {
      readonly make: 'discounts'
      readonly vouchers: readonly string[]
      readonly tiers: readonly string[]
      readonly order: { readonly sourceId: string; readonly amount: number }
    }
  | {
      readonly make: 'redemption'
      readonly campaign: string
      readonly code: string
      readonly reward: string
    }
  | {
      readonly make: 'export'
      readonly exportedObject: ExportedObject
      readonly fields: readonly string[]
      readonly order: string | null
    }
  | { readonly make: 'bulk update'; readonly items: readonly ProductItem[] }

export type DatedDeed = Deed & {
  /** Days from the moment of loading; negative before it. */
  readonly days: number
  readonly ids: readonly string[]
}

const string = { type: 'string', array: false, optional: true } as const
const number = { type: 'number', array: false, optional: true } as const

/** Nobody uses these: programs without cards, and last winter's promotion. */
const SPARES: readonly DatedDeed[] = [
  {
    days: -100,
    ids: ['camp_00tea'],
    make: 'campaign',
    name: 'Tea Friends',
    campaignType: 'LOYALTY_PROGRAM',
    type: 'STATIC',
    voucher: { type: 'LOYALTY_CARD', loyaltyCard: { points: 0, expirationRules: null } }
  },
  {
    days: -100,
    ids: ['camp_00juice'],
    make: 'campaign',
    name: 'Juice Friends',
    campaignType: 'LOYALTY_PROGRAM',
    type: 'STATIC',
    voucher: { type: 'LOYALTY_CARD', loyaltyCard: { points: 0, expirationRules: null } }
  },
  {
    days: -100,
    ids: ['ern_00cup', 'auto_00cup', 'ern_00sip', 'auto_00sip'],
    make: 'earning rules',
    campaign: 'camp_00tea',
    rules: [
      {
        event: 'order.paid',
        loyalty: { type: 'FIXED', points: 1 },
        banner: 'A point for a cup',
        active: false
      },
      {
        event: 'order.paid',
        loyalty: { type: 'FIXED', points: 2 },
        banner: 'Two points for a sip',
        active: false
      }
    ]
  },
  {
    days: -100,
    ids: ['ltr_00guest', 'ltr_00host'],
    make: 'loyalty tiers',
    campaign: 'camp_00tea',
    tiers: [
      { name: 'Guest', pointsFrom: 0, pointsTo: 99 },
      { name: 'Host', pointsFrom: 200 }
    ]
  },
  {
    days: -100,
    ids: ['camp_00winter'],
    make: 'campaign',
    name: 'Promotion of last winter',
    campaignType: 'PROMOTION',
    type: 'STATIC'
  },
  {
    days: -100,
    ids: ['promo_00snow'],
    make: 'promotion tier',
    campaign: 'camp_00winter',
    name: 'Snow days',
    discount: { type: 'AMOUNT', amount_off: 100, effect: 'APPLY_TO_ORDER' },
    hierarchy: 1
  },
  {
    days: -100,
    ids: ['promo_00thaw'],
    make: 'promotion tier',
    campaign: 'camp_00winter',
    name: 'Thaw',
    discount: { type: 'AMOUNT', amount_off: 50, effect: 'APPLY_TO_ORDER' },
    hierarchy: 2
  }
]

/** What the merchant sets up. */
const SHOP: readonly DatedDeed[] = [
  { days: -120, ids: ['cat_00seasonal'], make: 'category', name: 'Seasonal', hierarchy: 1 },
  { days: -120, ids: ['cat_00outlet'], make: 'category', name: 'Outlet', hierarchy: 2 },
  {
    days: -120,
    ids: ['stk_00demo'],
    make: 'stacking rules',
    jointCategories: ['cat_00seasonal']
  },
  {
    days: -120,
    ids: [known.METADATA_SCHEMA_ID],
    make: 'metadata schema',
    relatedObject: 'customer',
    properties: {
      favourite_roast: { ...string, eq: ['light', 'medium', 'dark'] },
      cups_per_day: { ...number, gte: 0, lte: 30 }
    },
    allowDefinedOnly: false
  },
  {
    days: -120,
    ids: ['ms_00order'],
    make: 'metadata schema',
    relatedObject: 'order',
    properties: { delivery: { ...string, eq: ['pickup', 'courier'] }, table: number },
    allowDefinedOnly: false
  },
  {
    days: -120,
    ids: ['ms_00showcase'],
    make: 'metadata schema',
    relatedObject: 'showcase',
    properties: { row: number },
    allowDefinedOnly: false
  },
  {
    days: -120,
    ids: ['ms_00tasting'],
    make: 'event schema',
    name: 'tasting_visited',
    properties: { shop: string }
  },
  {
    days: -120,
    ids: ['ms_00review'],
    make: 'event schema',
    name: known.EVENT_NAME,
    properties: { rating: { ...number, gte: 1, lte: 5 }, product: string }
  },
  {
    days: -120,
    ids: ['ms_00signup'],
    make: 'event schema',
    name: known.REFERRAL_EVENT_NAME,
    properties: { shop: string }
  },
  {
    days: -120,
    ids: [known.PRODUCT_ID],
    make: 'product',
    sourceId: 'beans',
    name: 'Coffee beans 1 kg',
    price: 1850,
    attributes: ['roast'],
    imageUrl: 'https://shop.example/images/beans.png'
  },
  {
    days: -120,
    ids: ['prod_00mug'],
    make: 'product',
    sourceId: 'mug',
    name: 'Stoneware mug',
    price: 1200,
    attributes: ['colour']
  },
  {
    days: -120,
    ids: ['prod_00filter'],
    make: 'product',
    sourceId: 'filter',
    name: 'Paper filters',
    price: 350
  },
  {
    days: -120,
    ids: ['prod_00tin'],
    make: 'product',
    sourceId: 'tin',
    name: 'Coffee tin',
    price: 900
  },
  {
    days: -120,
    ids: ['sku_00mugold'],
    make: 'sku',
    productId: 'prod_00mug',
    sourceId: 'mug-old',
    sku: 'Stoneware mug, last year'
  },
  {
    days: -120,
    ids: ['pc_00lastyear'],
    make: 'collection',
    name: 'Last year',
    items: [{ object: 'product', id: 'prod_00filter' }]
  },
  {
    days: -120,
    ids: ['sku_00mugblue'],
    make: 'sku',
    productId: 'prod_00mug',
    sourceId: 'mug-blue',
    sku: 'Stoneware mug, blue',
    price: 1300,
    currency: 'EUR',
    attributes: { colour: 'blue' }
  },
  {
    days: -120,
    ids: ['pc_00coffee'],
    make: 'collection',
    name: 'Everything coffee',
    items: [
      { object: 'product', id: known.PRODUCT_ID },
      { object: 'product', id: 'prod_00filter' }
    ]
  },
  {
    days: -100,
    ids: [known.CAMPAIGN_ID],
    make: 'campaign',
    name: 'Coffee Club',
    description: 'A point for every euro.',
    campaignType: 'LOYALTY_PROGRAM',
    type: 'AUTO_UPDATE',
    autoJoin: true,
    voucher: {
      type: 'LOYALTY_CARD',
      loyaltyCard: {
        points: 0,
        expirationRules: {
          periodType: 'MONTH',
          periodValue: 12,
          roundingType: 'END_OF_MONTH',
          roundingValue: null
        }
      },
      codeConfig: code({ pattern: 'CLUB-########' })
    }
  },
  {
    days: -100,
    ids: ['camp_00bakery'],
    make: 'campaign',
    name: 'Bakery Friends',
    campaignType: 'LOYALTY_PROGRAM',
    type: 'AUTO_UPDATE',
    voucher: {
      type: 'LOYALTY_CARD',
      loyaltyCard: { points: 0, expirationRules: null },
      codeConfig: code({ pattern: 'BAKE-########' })
    }
  },
  {
    days: -100,
    ids: [known.ADD_CAMPAIGN_ID],
    make: 'campaign',
    name: 'Spring coupons',
    campaignType: 'DISCOUNT_COUPONS',
    type: 'AUTO_UPDATE',
    category: 'Seasonal',
    voucher: {
      type: 'DISCOUNT_VOUCHER',
      discount: { type: 'AMOUNT', amount_off: 500, effect: 'APPLY_TO_ORDER' },
      redemptionQuantity: 1,
      codeConfig: code({ pattern: 'SPRING-########' })
    }
  },
  {
    days: -100,
    ids: ['camp_00gift'],
    make: 'campaign',
    name: 'Gift cards',
    campaignType: 'GIFT_VOUCHERS',
    type: 'AUTO_UPDATE',
    voucher: {
      type: 'GIFT_VOUCHER',
      gift: { amount: 0, effect: 'APPLY_TO_ORDER' },
      codeConfig: code({ pattern: 'GIFT-########' })
    }
  },
  {
    days: -100,
    ids: [known.PROMO_CAMPAIGN_ID],
    make: 'campaign',
    name: 'Autumn promotion',
    campaignType: 'PROMOTION',
    type: 'STATIC'
  },
  {
    days: -100,
    ids: ['promo_00tenoff'],
    make: 'promotion tier',
    campaign: known.PROMO_CAMPAIGN_ID,
    name: 'Ten off',
    banner: '10 % off everything',
    discount: { type: 'PERCENT', percent_off: 10, effect: 'APPLY_TO_ORDER' },
    hierarchy: 1
  },
  {
    days: -100,
    ids: ['promo_00fiveoff'],
    make: 'promotion tier',
    campaign: known.PROMO_CAMPAIGN_ID,
    name: 'Five euros off',
    banner: '5.00 off orders of 20.00 and more',
    discount: { type: 'AMOUNT', amount_off: 500, effect: 'APPLY_TO_ORDER' },
    hierarchy: 2,
    category: 'Seasonal'
  },
  { days: -100, ids: ['seg_00vip'], make: 'segment', name: 'VIP' },
  { days: -100, ids: ['seg_00tasting'], make: 'segment', name: 'Guests of the tasting' },
  {
    days: -100,
    ids: ['seg_00regulars'],
    make: 'segment',
    name: 'Regulars',
    type: 'auto-update',
    filter: {
      junction: 'and',
      fields: { 'summary.orders.total_count': { $more_than_equal: [2] } }
    }
  },
  {
    days: -100,
    ids: ['camp_00friends'],
    make: 'campaign',
    name: 'Bring a friend',
    campaignType: 'REFERRAL_PROGRAM',
    type: 'AUTO_UPDATE',
    voucher: {
      type: 'DISCOUNT_VOUCHER',
      discount: { type: 'AMOUNT', amount_off: 300, effect: 'APPLY_TO_ORDER' },
      codeConfig: code({ pattern: 'FRIEND-########' })
    },
    referral: { eventSchemaId: 'ms_00signup' }
  },
  ...SPARES
]

/** The rules of the programs and the rewards that their points buy. */
const TERMS: readonly DatedDeed[] = [
  {
    days: -95,
    ids: ['val_00twenty'],
    make: 'validation rule',
    name: 'Orders of 20.00 and more',
    rules: rule('order.amount', { $more_than_or_equal: [2000] }),
    type: 'basic',
    contextType: 'earning_rule.order.paid'
  },
  {
    days: -94,
    ids: ['val_00paywith'],
    make: 'validation rule',
    name: 'Pay with points from 5.00',
    rules: rule('order.amount', { $more_than_or_equal: [500] }),
    errorMessage: 'Points pay for orders of 5.00 and more.',
    type: 'advanced',
    contextType: 'reward_assignment.pay_with_points'
  },
  {
    days: -93,
    ids: ['val_00beansonly'],
    make: 'validation rule',
    name: 'Coffee beans only',
    rules: { logic: '' },
    applicableTo: {
      excluded: [],
      included: [
        { object: 'product', id: known.PRODUCT_ID, sourceId: 'beans', effect: 'APPLY_TO_EVERY' }
      ],
      includedAll: false
    },
    type: 'advanced',
    contextType: 'campaign.discount_coupons.discount.apply_to_items'
  },
  {
    days: -92,
    ids: ['asgm_00fiveoff'],
    make: 'validation rule assignment',
    rule: 'val_00twenty',
    to: 'promotion_tier',
    id: 'promo_00fiveoff'
  },
  {
    days: -90,
    ids: ['ern_00euro', 'auto_00euro'],
    make: 'earning rules',
    campaign: known.CAMPAIGN_ID,
    rules: [
      {
        event: 'order.paid',
        loyalty: {
          type: 'PROPORTIONAL',
          calculationType: 'ORDER_TOTAL_AMOUNT',
          order: { totalAmount: { every: 100, points: 1 } }
        },
        banner: 'A point for every euro'
      }
    ]
  },
  {
    days: -90,
    ids: ['ern_00beans', 'auto_00beans'],
    make: 'earning rules',
    campaign: known.CAMPAIGN_ID,
    rules: [
      {
        event: 'order.paid',
        loyalty: {
          type: 'PROPORTIONAL',
          calculationType: 'ORDER_ITEMS_QUANTITY',
          orderItems: {
            quantity: { every: 1, points: 10, object: 'product', id: known.PRODUCT_ID }
          }
        },
        banner: 'Ten points for every kilo of beans, three days later',
        pendingPoints: { periodType: 'DAY', periodValue: 3 }
      }
    ]
  },
  {
    days: -90,
    ids: ['ltr_00silver', 'ltr_00gold'],
    make: 'loyalty tiers',
    campaign: known.CAMPAIGN_ID,
    tiers: [
      { name: 'Silver', pointsFrom: 0, pointsTo: 999 },
      {
        name: 'Gold',
        pointsFrom: 1000,
        mapping: { ern_00euro: { type: 'MULTIPLY', multiplier: 1.5 } }
      }
    ]
  },
  {
    days: -90,
    ids: ['ern_00review', 'auto_00review'],
    make: 'earning rules',
    campaign: known.CAMPAIGN_ID,
    rules: [
      {
        event: known.EVENT_NAME,
        customEvent: { schemaId: 'ms_00review' },
        loyalty: { type: 'FIXED', points: 25 },
        banner: '25 points for a review'
      }
    ]
  },
  {
    days: -90,
    ids: ['ern_00vip', 'auto_00vip'],
    make: 'earning rules',
    campaign: known.CAMPAIGN_ID,
    rules: [
      {
        event: 'customer.segment.entered',
        segment: { id: 'seg_00vip' },
        loyalty: { type: 'FIXED', points: 100 },
        banner: 'Welcome among our VIPs'
      }
    ]
  },
  {
    days: -90,
    ids: ['ern_00regular', 'auto_00regular'],
    make: 'earning rules',
    campaign: known.CAMPAIGN_ID,
    rules: [
      {
        event: 'customer.segment.entered',
        segment: { id: 'seg_00regulars' },
        loyalty: { type: 'FIXED', points: 50 },
        banner: 'Good to see you again'
      }
    ]
  },
  {
    days: -90,
    ids: ['ern_00golden', 'auto_00golden'],
    make: 'earning rules',
    campaign: known.CAMPAIGN_ID,
    rules: [
      {
        event: 'customer.loyalty.tier.upgraded',
        loyaltyTier: { id: 'ltr_00gold' },
        loyalty: { type: 'FIXED', points: 100 },
        banner: 'Welcome to gold'
      }
    ]
  },
  {
    days: -90,
    ids: ['ern_00gold', 'auto_00gold'],
    make: 'earning rules',
    campaign: known.CAMPAIGN_ID,
    rules: [
      {
        event: 'customer.loyalty.tier.prolonged',
        loyaltyTier: { id: 'ltr_00gold' },
        loyalty: { type: 'FIXED', points: 500 },
        banner: 'Another year of gold'
      }
    ]
  },
  {
    days: -90,
    ids: [known.REWARD_ID],
    make: 'reward',
    name: 'Stoneware mug',
    parameters: { product: { id: 'prod_00mug', skuId: 'sku_00mugblue' } },
    stock: 500,
    attributes: {
      imageUrl: 'https://shop.example/images/mug.png',
      description: 'Holds a quarter of a litre.'
    }
  },
  ...reward('coupon', 'Coupon of 5.00', { campaign: { id: known.ADD_CAMPAIGN_ID } }),
  ...reward('gift', 'Gift credit of 10.00', { campaign: { id: 'camp_00gift', balance: 1000 } }),
  ...reward('bakery', '50 points at the bakery', {
    campaign: { id: 'camp_00bakery', balance: 50 }
  }),
  ...reward('retired', 'Tote bag of last year', { product: { id: 'prod_00mug' } }),
  ...reward('coin', 'Pay with points', { coin: { exchangeRatio: 1, pointsRatio: 10 } }),
  ...offer('mug', 60),
  ...offer('coupon', 100),
  ...offer('gift', 200),
  ...offer('bakery', 80),
  ...offer('coin', null),
  {
    days: -90,
    ids: ['asgm_00paywith'],
    make: 'validation rule assignment',
    rule: 'val_00paywith',
    to: 'reward_assignment',
    id: 'rewa_00coin'
  },
  {
    days: -90,
    ids: ['val_00hundred'],
    make: 'validation rule',
    name: 'A hundred a day for each customer',
    rules: rule('redemption.count.per_customer.daily', { $less_than_or_equal: [100] }),
    errorMessage: 'That is enough for today.',
    type: 'basic',
    contextType: 'global'
  },
  {
    days: -90,
    ids: ['asgm_00hundred'],
    make: 'validation rule assignment',
    rule: 'val_00hundred',
    to: 'reward_assignment',
    id: 'rewa_00gift'
  }
]

/** Customers and what they do. */
const LIFE: readonly DatedDeed[] = [
  {
    days: -80,
    ids: [known.CUSTOMER_ID],
    make: 'customer',
    sourceId: 'ada',
    name: 'Ada Baker',
    email: 'ada@example.com',
    phone: '+4930123456',
    birthdate: '1990-05-17',
    address: { city: 'Berlin', line_1: 'Kastanienallee 1', country: 'DE', postal_code: '10435' },
    metadata: { favourite_roast: 'dark', cups_per_day: 3 }
  },
  {
    days: -80,
    ids: ['cust_00ben'],
    make: 'customer',
    sourceId: 'ben',
    name: 'Ben Okoro',
    email: 'ben@example.com',
    metadata: { favourite_roast: 'light' }
  },
  { days: -80, ids: ['cust_00mara'], make: 'customer', sourceId: 'mara', name: 'Mara Lind' },
  { days: -80, ids: ['cust_00cleo'], make: 'customer', sourceId: 'cleo', name: 'Cleo Marsh' },
  { days: -80, ids: ['cust_00finn'], make: 'customer', sourceId: 'finn', name: 'Finn Adler' },
  ...member('ada', 'CLUB-ADA-0001'),
  ...member('ben', 'CLUB-BEN-0001'),
  ...member('mara', known.SPARE_CARD_CODE),
  ...coupon(1),
  ...coupon(2),
  ...coupon(3),
  ...onItsOwn('gift25', 'GIFT-2500', {
    type: 'GIFT_VOUCHER',
    gift: { amount: 2500, effect: 'APPLY_TO_ORDER' }
  }),
  ...onItsOwn('welcome', 'WELCOME', {
    type: 'DISCOUNT_VOUCHER',
    discount: { type: 'PERCENT', percent_off: 10, effect: 'APPLY_TO_ORDER' },
    redemptionQuantity: 100
  }),
  ...onItsOwn('picnic', 'PICNIC', {
    type: 'DISCOUNT_VOUCHER',
    discount: { type: 'AMOUNT', amount_off: 300, effect: 'APPLY_TO_ORDER' }
  }),
  ...onItsOwn('flyer', 'FLYER-2025', {
    type: 'DISCOUNT_VOUCHER',
    discount: { type: 'AMOUNT', amount_off: 200, effect: 'APPLY_TO_ORDER' },
    additionalInfo: 'Printed, and never handed out'
  }),
  {
    days: -70,
    ids: [],
    make: 'points',
    code: 'CLUB-ADA-0001',
    points: 5000,
    reason: 'Points of the old paper card'
  },
  {
    days: -70,
    ids: [],
    make: 'points',
    code: 'CLUB-BEN-0001',
    points: 120,
    reason: 'Points of the old paper card'
  },
  {
    days: -40,
    ids: ['ord_00first'],
    make: 'order',
    sourceId: 'order-1001',
    status: 'PAID',
    customer: 'ada',
    items: [{ product: 'prod_00mug', quantity: 2 }],
    metadata: { delivery: 'pickup' }
  },
  { days: -30, ids: [], make: 'segment entry', segment: 'seg_00vip', customer: 'ada' },
  {
    days: -20,
    ids: ['r_00first'],
    make: 'redemption',
    campaign: known.CAMPAIGN_ID,
    code: 'CLUB-ADA-0001',
    reward: known.REWARD_ID
  },
  {
    days: -19,
    ids: ['r_00refused'],
    make: 'redemption',
    campaign: known.CAMPAIGN_ID,
    code: 'CLUB-ADA-0001',
    reward: 'rew_00coin'
  },
  // Somebody unknown pays for a picnic with a coupon and a promotion.
  {
    days: -15,
    ids: ['r_00picniccoupon', 'r_00picnictier', 'r_00picnic', 'ord_00picnic'],
    make: 'discounts',
    vouchers: ['PICNIC'],
    tiers: ['promo_00tenoff'],
    order: { sourceId: 'picnic', amount: 4000 }
  },
  {
    days: -10,
    ids: [],
    make: 'event',
    event: known.EVENT_NAME,
    customer: 'ada',
    metadata: { rating: 5, product: 'beans' }
  },
  {
    days: -5,
    ids: ['v_00friend'],
    make: 'voucher',
    campaign: 'camp_00friends',
    code: known.REFERRAL_CODE
  },
  {
    days: -5,
    ids: ['pub_00friend'],
    make: 'publication',
    code: known.REFERRAL_CODE,
    customer: 'ada'
  },
  {
    days: -4,
    ids: [],
    make: 'event',
    event: known.REFERRAL_EVENT_NAME,
    customer: 'cleo',
    metadata: { shop: 'Berlin' },
    referral: known.REFERRAL_CODE
  },
  {
    days: -1,
    ids: ['ord_00second', 'evcus_00order', 'evcus_00second', 'lopp_00beans'],
    make: 'order',
    sourceId: 'order-1002',
    status: 'PAID',
    customer: 'ada',
    items: [{ product: known.PRODUCT_ID, quantity: 2 }],
    metadata: { delivery: 'courier' }
  },
  ...waiting('activate'),
  ...waiting('adjust'),
  ...waiting('cancel'),
  {
    days: 0,
    ids: ['ord_00cart'],
    make: 'order',
    sourceId: 'cart-17',
    status: 'CREATED',
    customer: 'ada',
    items: [
      { product: known.PRODUCT_ID, quantity: 1 },
      { product: 'prod_00filter', quantity: 2 }
    ]
  },
  {
    days: -4,
    ids: ['exp_00outdated'],
    make: 'export',
    exportedObject: 'publication',
    fields: ['voucher_code', 'customer_id', 'date'],
    order: null
  },
  {
    days: -3,
    ids: ['exp_00vouchers'],
    make: 'export',
    exportedObject: 'voucher',
    fields: ['code', 'voucher_type', 'campaign', 'active'],
    order: 'code'
  },
  {
    days: -2,
    ids: ['exp_00customers'],
    make: 'export',
    exportedObject: 'customer',
    fields: ['name', 'source_id', 'email', 'loyalty_points'],
    order: 'name'
  },
  {
    days: -1,
    ids: ['exp_00orders'],
    make: 'export',
    exportedObject: 'order',
    fields: ['id', 'source_id', 'status', 'amount', 'total_amount'],
    order: '-created_at'
  },
  {
    days: 0,
    ids: ['aa_00products'],
    make: 'bulk update',
    items: [
      { sourceId: 'filter', price: 380 },
      { sourceId: 'grinder', name: 'Hand grinder', price: 4900 }
    ]
  }
]

/** All steps, in order. */
export const DEMO: readonly DatedDeed[] = [...SHOP, ...TERMS, ...LIFE].map(step =>
  step.make === 'campaign' ? { ...step, validity: step.validity ?? ALWAYS } : step
)

function code({ pattern }: { readonly pattern: string }) {
  return { length: null, charset: null, prefix: null, postfix: null, pattern }
}

function rule(name: string, conditions: { readonly [operator: string]: readonly number[] }) {
  return { '1': { name, property: null, conditions, rules: {} }, logic: '1' }
}

function reward(id: string, name: string, parameters: CreateReward['parameters']): DatedDeed[] {
  return [{ days: -90, ids: [`rew_00${id}`], make: 'reward', name, parameters }]
}

function offer(id: string, points: number | null): DatedDeed[] {
  const ids = [`rewa_00${id}`]
  const campaign = known.CAMPAIGN_ID
  return [{ days: -90, ids, make: 'reward assignment', reward: `rew_00${id}`, campaign, points }]
}

function member(name: string, card: string): DatedDeed[] {
  const campaign = known.CAMPAIGN_ID
  return [
    { days: -80, ids: [`v_00${name}club`], make: 'voucher', campaign, code: card },
    { days: -80, ids: [`pub_00${name}club`], make: 'member', code: card, customer: name }
  ]
}

/** Purchases of beans by Mara, whose points stay pending, to be activated or canceled by hand. */
function waiting(name: string): DatedDeed[] {
  return [
    {
      days: -1,
      ids: [`ord_00${name}`, `lopp_00${name}`],
      make: 'order',
      sourceId: `mara-${name}`,
      status: 'PAID',
      customer: 'mara',
      items: [{ product: known.PRODUCT_ID, quantity: 2 }]
    }
  ]
}

function coupon(number: number): DatedDeed[] {
  const ids = [`v_00spring${number}`]
  const campaign = known.ADD_CAMPAIGN_ID
  return [{ days: -60, ids, make: 'voucher', campaign, code: `SPRING-000${number}` }]
}

type OnItsOwn = Extract<Deed, { readonly make: 'standalone voucher' }>

function onItsOwn(id: string, code: string, said: Omit<OnItsOwn, 'make' | 'code'>): DatedDeed[] {
  return [{ days: -60, ids: [`v_00${id}`], make: 'standalone voucher', code, ...said }]
}
