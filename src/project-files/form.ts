/**
 * The form of a project file: its sections, what each thing in them is known by, and the operations
 * that make, change and remove it. An entry is the body by which the interface makes the thing, so
 * that who knows one knows the other, and the schema of the file is made of the documents. Wherever
 * the interface wants an id, the file may say what the thing is known by: a name, a source id, a
 * code.
 * Spec: openapi/provisioning.yaml.
 */
import type { ImportKind } from '../decisions/imports/formats.ts'
import { ANY_TIER } from '../decisions/loyalties.ts'
import type { OperationId } from '../http/types.ts'
import type { IdPrefix, VoucherType } from '../model.ts'

export const FILE_FORMATS = ['csv', 'jsonl'] as const

export type FileFormat = (typeof FILE_FORMATS)[number]

/** A file that cannot be read, written or loaded, with a sentence for the people who named it. */
export class FileFailed extends Error {}

/** Where an entry refers to a thing: names of properties, `*` for each item of a list. */
export interface Reference {
  readonly at: readonly string[]
  /** The sections it may be in; an `object` beside it says which of several. */
  readonly to: readonly SectionName[]
  /** Whether the names of the properties there refer, and not a value. */
  readonly isNames?: true
  /** Words there that refer to nothing. */
  readonly words?: readonly string[]
}

export interface Section {
  readonly noun: string
  readonly prefix: IdPrefix
  /** The section whose things have these, under a property of their own. */
  readonly within?: SectionName
  /** The property in which the file has them; else the name of the section. */
  readonly property?: string
  /** Leads to the text that tells the things of a project, or of an outer thing, apart. */
  readonly key: readonly string[]
  /** Whether that never changes once the thing is there. */
  readonly keyStays?: true
  readonly create: OperationId
  readonly list: OperationId
  readonly update?: OperationId
  readonly remove: OperationId
  /** The operations that switch it on and off. */
  readonly switches?: { readonly on: OperationId; readonly off: OperationId }
  /** Names of path parameters: of the outer thing, and of the thing itself. */
  readonly outerParameter?: string
  readonly parameter: string
  /** The operation takes a list of them. */
  readonly isListed?: true
  /** There is one in a project, which needs no list around it. */
  readonly isSingle?: true
  /** Properties of the body that the file does not have. */
  readonly without?: readonly string[]
  /** Properties that no answer shows, so that they count when the thing is made and never again. */
  readonly onceOnly?: readonly string[]
  /** Properties that may wait until all things are there: what they refer to may refer back. */
  readonly afterwards?: readonly string[]
  readonly refersTo?: readonly Reference[]
  /** What validation rules are assigned to it as. */
  readonly ruledAs?: 'campaign' | 'promotion_tier' | 'reward_assignment'
}

export type SectionName =
  | 'categories'
  | 'metadata_schemas'
  | 'event_schemas'
  | 'products'
  | 'skus'
  | 'product_collections'
  | 'segments'
  | 'validation_rules'
  | 'campaigns'
  | 'promotion_tiers'
  | 'earning_rules'
  | 'loyalty_tiers'
  | 'rewards'
  | 'offers'
  | 'stacking_rules'

const GOODS = ['products', 'skus', 'product_collections'] as const

/** Where a discount names goods. */
export function discountedAt(...discount: readonly string[]): readonly Reference[] {
  return [[], ['units', '*']].flatMap(units => [
    { at: [...discount, ...units, 'product', 'id'], to: ['products'] as const },
    { at: [...discount, ...units, 'sku', 'id'], to: ['skus'] as const }
  ])
}

/** Where points for the items of an order name goods. */
const EARNED_FOR: readonly Reference[] = ['amount', 'subtotal_amount', 'quantity'].flatMap(of => [
  { at: ['loyalty', 'order_items', of, 'id'], to: GOODS },
  { at: ['loyalty', 'order_items', of, 'applicable_to', '*', 'id'], to: GOODS }
])

/** The sections, in the order in which their things are made. */
export const SECTIONS: { readonly [Name in SectionName]: Section } = {
  categories: {
    noun: 'category',
    prefix: 'cat',
    key: ['name'],
    create: 'createCategory',
    list: 'listCategories',
    update: 'updateCategory',
    remove: 'deleteCategory',
    parameter: 'categoryId'
  },
  metadata_schemas: {
    noun: 'metadata schema',
    prefix: 'ms',
    key: ['related_object'],
    create: 'createMetadataSchema',
    list: 'listMetadataSchemas',
    update: 'updateMetadataSchema',
    remove: 'deleteMetadataSchema',
    parameter: 'metadataSchemaId'
  },
  event_schemas: {
    noun: 'event schema',
    prefix: 'ms',
    key: ['name'],
    create: 'createEventSchema',
    list: 'listEventSchemas',
    update: 'updateEventSchema',
    remove: 'deleteEventSchema',
    parameter: 'eventSchemaId'
  },
  products: {
    noun: 'product',
    prefix: 'prod',
    key: ['source_id'],
    keyStays: true,
    create: 'createProduct',
    list: 'listProducts',
    update: 'updateProduct',
    remove: 'deleteProduct',
    parameter: 'productId'
  },
  skus: {
    noun: 'SKU',
    prefix: 'sku',
    within: 'products',
    key: ['source_id'],
    keyStays: true,
    create: 'createSku',
    list: 'listSkus',
    update: 'updateSku',
    remove: 'deleteSku',
    outerParameter: 'productId',
    parameter: 'skuId'
  },
  product_collections: {
    noun: 'product collection',
    prefix: 'pc',
    key: ['name'],
    create: 'createProductCollection',
    list: 'listProductCollections',
    update: 'updateProductCollection',
    remove: 'deleteProductCollection',
    parameter: 'productCollectionId',
    refersTo: [
      { at: ['products', '*', 'id'], to: GOODS },
      { at: ['products', '*', 'product_id'], to: ['products'] }
    ]
  },
  segments: {
    noun: 'segment',
    prefix: 'seg',
    key: ['name'],
    create: 'createSegment',
    list: 'listSegments',
    remove: 'deleteSegment',
    parameter: 'segmentId',
    onceOnly: ['customers']
  },
  validation_rules: {
    noun: 'validation rule',
    prefix: 'val',
    key: ['name'],
    create: 'createValidationRule',
    list: 'listValidationRules',
    update: 'updateValidationRule',
    remove: 'deleteValidationRule',
    parameter: 'validationRuleId',
    refersTo: [
      { at: ['applicable_to', 'included', '*', 'id'], to: GOODS },
      { at: ['applicable_to', 'excluded', '*', 'id'], to: GOODS }
    ]
  },
  campaigns: {
    noun: 'campaign',
    prefix: 'camp',
    key: ['name'],
    create: 'createCampaign',
    list: 'listCampaigns',
    update: 'updateCampaign',
    remove: 'deleteCampaign',
    switches: { on: 'enableCampaign', off: 'disableCampaign' },
    parameter: 'campaignId',
    // Codes of vouchers are drawn at random, and a file is to be the same each time.
    without: [
      'vouchers_count',
      'category_id',
      'promotion',
      'use_voucher_metadata_schema',
      'validation_rules'
    ],
    refersTo: [
      { at: ['referral_program', 'custom_event', 'id'], to: ['event_schemas'] },
      ...discountedAt('voucher', 'discount')
    ],
    ruledAs: 'campaign'
  },
  promotion_tiers: {
    noun: 'promotion tier',
    prefix: 'promo',
    within: 'campaigns',
    key: ['name'],
    create: 'createPromotionTier',
    list: 'listPromotionTiers',
    update: 'updatePromotionTier',
    remove: 'deletePromotionTier',
    switches: { on: 'enablePromotionTier', off: 'disablePromotionTier' },
    outerParameter: 'campaignId',
    parameter: 'promotionTierId',
    without: ['category_id', 'validation_rules'],
    refersTo: discountedAt('action', 'discount'),
    ruledAs: 'promotion_tier'
  },
  earning_rules: {
    noun: 'earning rule',
    prefix: 'ern',
    within: 'campaigns',
    key: ['source', 'banner'],
    create: 'createEarningRules',
    list: 'listEarningRules',
    update: 'updateEarningRule',
    remove: 'deleteEarningRule',
    switches: { on: 'enableEarningRule', off: 'disableEarningRule' },
    outerParameter: 'campaignId',
    parameter: 'earningRuleId',
    isListed: true,
    refersTo: [
      { at: ['validation_rule_id'], to: ['validation_rules'] },
      { at: ['segment', 'id'], to: ['segments'] },
      { at: ['custom_event', 'schema_id'], to: ['event_schemas'] },
      { at: ['loyalty_tier', 'id'], to: ['loyalty_tiers'], words: [ANY_TIER] },
      ...EARNED_FOR
    ]
  },
  loyalty_tiers: {
    noun: 'loyalty tier',
    prefix: 'ltr',
    within: 'campaigns',
    key: ['name'],
    create: 'createLoyaltyTiers',
    list: 'listLoyaltyTiers',
    update: 'updateLoyaltyTier',
    remove: 'deleteLoyaltyTier',
    outerParameter: 'campaignId',
    parameter: 'loyaltyTierId',
    isListed: true,
    without: ['rewards'],
    afterwards: ['earning_rules'],
    refersTo: [{ at: ['earning_rules'], to: ['earning_rules'], isNames: true }]
  },
  rewards: {
    noun: 'reward',
    prefix: 'rew',
    key: ['name'],
    create: 'createReward',
    list: 'listRewards',
    update: 'updateReward',
    remove: 'deleteReward',
    parameter: 'rewardId',
    refersTo: [
      { at: ['parameters', 'campaign', 'id'], to: ['campaigns'] },
      { at: ['parameters', 'product', 'id'], to: ['products'] },
      { at: ['parameters', 'product', 'sku_id'], to: ['skus'] }
    ]
  },
  offers: {
    noun: 'reward on offer',
    prefix: 'rewa',
    within: 'campaigns',
    property: 'rewards',
    key: ['reward'],
    create: 'createRewardAssignment',
    list: 'listRewardAssignments',
    update: 'updateRewardAssignment',
    remove: 'deleteRewardAssignment',
    outerParameter: 'campaignId',
    parameter: 'assignmentId',
    without: ['campaign', 'validation_rules'],
    refersTo: [{ at: ['reward'], to: ['rewards'] }],
    ruledAs: 'reward_assignment'
  },
  stacking_rules: {
    noun: 'stacking rules',
    prefix: 'stk',
    key: [],
    create: 'createStackingRules',
    list: 'listStackingRules',
    update: 'updateStackingRules',
    remove: 'deleteStackingRules',
    parameter: 'stackingRulesId',
    isSingle: true,
    refersTo: [
      ...[
        'exclusive_categories',
        'joint_categories',
        'no_effect_skip_categories',
        'no_effect_redeem_anyway_categories',
        'initial_amount_mode_categories',
        'discounted_amount_mode_categories'
      ].map(list => ({ at: [list, '*'], to: ['categories'] as const })),
      {
        at: ['applicable_redeemables_category_limits'],
        to: ['categories'],
        isNames: true
      }
    ]
  }
}

export const SECTION_NAMES = Object.keys(SECTIONS) as readonly SectionName[]

/** The property in which a file has the things of a section. */
export function propertyOf(name: SectionName): string {
  return SECTIONS[name].property ?? name
}

/** Things of which there may be many: rows of an import. */
export interface RowSection {
  readonly kind: ImportKind
  readonly prefix: IdPrefix
  /** In words; several of them have an s at the end. */
  readonly noun: string
  readonly list: OperationId
  /** The type of the vouchers that are listed here, and in no other section. */
  readonly type?: VoucherType
  readonly show: OperationId
  readonly parameter: string
}

export type RowSectionName = 'customers' | 'cards' | 'gift_cards' | 'coupons' | 'orders'

const OF_VOUCHERS = {
  prefix: 'v',
  list: 'listVouchers',
  show: 'getVoucher',
  parameter: 'code'
} as const

/** The sections of rows, in the order in which they are carried out. */
export const ROW_SECTIONS: { readonly [Name in RowSectionName]: RowSection } = {
  customers: {
    kind: 'customers',
    prefix: 'cust',
    noun: 'customer',
    list: 'listCustomers',
    show: 'getCustomer',
    parameter: 'customerId'
  },
  cards: {
    ...OF_VOUCHERS,
    kind: 'cards',
    noun: 'loyalty card',
    type: 'LOYALTY_CARD'
  },
  gift_cards: {
    ...OF_VOUCHERS,
    kind: 'gift-cards',
    noun: 'gift card',
    type: 'GIFT_VOUCHER'
  },
  coupons: {
    ...OF_VOUCHERS,
    kind: 'coupons',
    noun: 'coupon',
    type: 'DISCOUNT_VOUCHER'
  },
  orders: {
    kind: 'orders',
    prefix: 'ord',
    noun: 'order',
    list: 'listOrders',
    show: 'getOrder',
    parameter: 'orderId'
  }
}

export const ROW_SECTION_NAMES = Object.keys(ROW_SECTIONS) as readonly RowSectionName[]
