/**
 * The form of a project file: its sections, what each thing in them is known by, and the operations
 * that make, change and remove it. An entry is the body by which the interface makes the thing, so
 * that who knows one knows the other, and the schema of the file is made of the documents. Wherever
 * the interface wants an id, the file may say what the thing is known by: a name, a source id, a
 * code.
 */
import type { ImportKind } from '../decisions/imports/formats.ts'
import { ANY_TIER } from '../decisions/loyalties.ts'
import type { OperationId } from '../http/types.ts'
import type { CampaignType, IdPrefix, VoucherType } from '../model.ts'

export const FILE_FORMATS = ['csv', 'jsonl'] as const

export type FileFormat = (typeof FILE_FORMATS)[number]

/** A file that cannot be read, written or loaded, with a sentence for the people who named it. */
export class FileFailed extends Error {}

/** Where an entry refers to a thing: names of properties, `*` for each item of a list. */
export interface Reference<Name extends string = SectionName> {
  readonly at: readonly string[]
  /** The sections it may be in; an `object` beside it says which of several. */
  readonly to: readonly Name[]
  /** Whether the names of the properties there refer, and not a value. */
  readonly isNames?: true
  /** Words there that refer to nothing. */
  readonly words?: readonly string[]
}

interface Section<Name extends string = SectionName> {
  readonly noun: string
  readonly create: OperationId
  readonly list: OperationId
  /** Null: nothing changes it. */
  readonly update: OperationId | null
  readonly remove: OperationId
  /** The name of the path parameter. */
  readonly parameter: string
  readonly prefix: IdPrefix
  /** The section whose things have these, under a property of their own. */
  readonly within?: Name
  /** The only campaigns that have any. */
  readonly campaignType?: CampaignType
  /** The property in which the file has them; else the name of the section. */
  readonly property?: string
  /** Leads to the text that tells the things of a project, or of an outer thing, apart. */
  readonly key: readonly string[]
  /** Whether that never changes once the thing is there. */
  readonly keyStays?: true
  /** What the interface leaves open and a file does not, because it tells things apart. */
  readonly needs?: string
  /** The operations that switch it on and off. */
  readonly switches?: { readonly on: OperationId; readonly off: OperationId }
  /** The path names what this property refers to, and the body the outer thing. */
  readonly joins?: { readonly property: string; readonly parameter: string; readonly outer: string }
  readonly isListed?: true
  /** There is one in a project, which needs no list around it. */
  readonly isSingle?: true
  /** Other things are made together with it, and a file may say their ids. */
  readonly makesMore?: true
  /** Names customers, who must be there when it is made. */
  readonly members?: string
  /** Properties of the body that the file does not have. */
  readonly without?: readonly string[]
  /** Properties that no answer shows, so that they count when the thing is made and never again. */
  readonly onceOnly?: readonly string[]
  /** Properties that may wait until all things are there: what they refer to may refer back. */
  readonly afterwards?: readonly string[]
  readonly refersTo?: readonly Reference<Name>[]
  /** What validation rules are assigned to it as. */
  readonly ruledAs?: 'campaign' | 'promotion_tier' | 'reward_assignment'
}

/** The operations of a resource, by what their ids call it. */
function resource<Name extends string, Many extends string = `${Name}s`>(
  name: Name,
  many = `${name}s` as Many
) {
  return {
    noun: name.replace(/\B[A-Z]/g, ' $&').toLowerCase(),
    create: `create${name}`,
    list: `list${many}`,
    show: `get${name}`,
    update: `update${name}`,
    remove: `delete${name}`,
    parameter: `${name.charAt(0).toLowerCase()}${name.slice(1)}Id`
  } as const
}

function switched<Name extends string>(name: Name) {
  return { on: `enable${name}`, off: `disable${name}` } as const
}

const GOODS = ['products', 'skus', 'product_collections'] as const

export function discountedAt(...discount: readonly string[]) {
  return [[], ['units', '*']].flatMap(units => [
    { at: [...discount, ...units, 'product', 'id'], to: ['products'] as const },
    { at: [...discount, ...units, 'sku', 'id'], to: ['skus'] as const }
  ])
}

const EARNED_FOR = ['amount', 'subtotal_amount', 'quantity'].flatMap(of => [
  { at: ['loyalty', 'order_items', of, 'id'], to: GOODS },
  { at: ['loyalty', 'order_items', of, 'applicable_to', '*', 'id'], to: GOODS }
])

const OF_PROGRAMS = { within: 'campaigns', campaignType: 'LOYALTY_PROGRAM' } as const

/** The sections, in the order in which their things are made. */
const KINDS = {
  categories: { ...resource('Category', 'Categories'), prefix: 'cat', key: ['name'] },
  metadata_schemas: { ...resource('MetadataSchema'), prefix: 'ms', key: ['related_object'] },
  event_schemas: { ...resource('EventSchema'), prefix: 'ms', key: ['name'] },
  products: { ...resource('Product'), prefix: 'prod', key: ['source_id'], keyStays: true },
  skus: {
    ...resource('Sku'),
    noun: 'SKU',
    prefix: 'sku',
    within: 'products',
    key: ['source_id'],
    keyStays: true
  },
  product_collections: {
    ...resource('ProductCollection'),
    prefix: 'pc',
    key: ['name'],
    refersTo: [
      { at: ['products', '*', 'id'], to: GOODS },
      { at: ['products', '*', 'product_id'], to: ['products'] }
    ]
  },
  segments: {
    ...resource('Segment'),
    update: null,
    prefix: 'seg',
    key: ['name'],
    members: 'customers',
    onceOnly: ['customers']
  },
  validation_rules: {
    ...resource('ValidationRule'),
    prefix: 'val',
    key: ['name'],
    refersTo: ['included', 'excluded'].map(list => ({
      at: ['applicable_to', list, '*', 'id'],
      to: GOODS
    }))
  },
  campaigns: {
    ...resource('Campaign'),
    prefix: 'camp',
    key: ['name'],
    switches: switched('Campaign'),
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
    ...resource('PromotionTier'),
    prefix: 'promo',
    within: 'campaigns',
    campaignType: 'PROMOTION',
    key: ['name'],
    needs: 'name',
    switches: switched('PromotionTier'),
    without: ['category_id', 'validation_rules'],
    refersTo: discountedAt('action', 'discount'),
    ruledAs: 'promotion_tier'
  },
  earning_rules: {
    ...resource('EarningRule'),
    create: 'createEarningRules',
    isListed: true,
    prefix: 'ern',
    ...OF_PROGRAMS,
    key: ['source', 'banner'],
    switches: switched('EarningRule'),
    makesMore: true,
    refersTo: [
      { at: ['validation_rule_id'], to: ['validation_rules'] },
      { at: ['segment', 'id'], to: ['segments'] },
      { at: ['custom_event', 'schema_id'], to: ['event_schemas'] },
      { at: ['loyalty_tier', 'id'], to: ['loyalty_tiers'], words: [ANY_TIER] },
      ...EARNED_FOR
    ]
  },
  loyalty_tiers: {
    ...resource('LoyaltyTier'),
    create: 'createLoyaltyTiers',
    isListed: true,
    prefix: 'ltr',
    ...OF_PROGRAMS,
    key: ['name'],
    without: ['rewards'],
    afterwards: ['earning_rules'],
    refersTo: [{ at: ['earning_rules'], to: ['earning_rules'], isNames: true }]
  },
  rewards: {
    ...resource('Reward'),
    prefix: 'rew',
    key: ['name'],
    needs: 'name',
    refersTo: [
      { at: ['parameters', 'campaign', 'id'], to: ['campaigns'] },
      { at: ['parameters', 'product', 'id'], to: ['products'] },
      { at: ['parameters', 'product', 'sku_id'], to: ['skus'] }
    ]
  },
  offers: {
    ...resource('RewardAssignment'),
    noun: 'reward on offer',
    parameter: 'assignmentId',
    prefix: 'rewa',
    ...OF_PROGRAMS,
    property: 'rewards',
    key: ['reward'],
    needs: 'reward',
    joins: { property: 'reward', parameter: 'rewardId', outer: 'campaign' },
    without: ['campaign', 'validation_rules'],
    refersTo: [{ at: ['reward'], to: ['rewards'] }],
    ruledAs: 'reward_assignment'
  },
  stacking_rules: {
    ...resource('StackingRules', 'StackingRules'),
    prefix: 'stk',
    key: [],
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
      { at: ['applicable_redeemables_category_limits'], to: ['categories'], isNames: true }
    ]
  }
} as const satisfies { readonly [name: string]: Section<string> }

export type SectionName = keyof typeof KINDS

export const SECTIONS: { readonly [Name in SectionName]: Section } = KINDS

export const SECTION_NAMES = Object.keys(SECTIONS) as readonly SectionName[]

/** The property in which a file has the things of a section. */
export function propertyOf(name: SectionName): string {
  return SECTIONS[name].property ?? name
}

export function innerOf(name: SectionName): readonly SectionName[] {
  return SECTION_NAMES.filter(each => SECTIONS[each].within === name)
}

/** Things of which there may be many: rows of an import. */
interface RowSection {
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

/** The sections of rows, in the order in which they are carried out. */
export const ROW_SECTIONS: { readonly [Name in RowSectionName]: RowSection } = {
  customers: { ...resource('Customer'), kind: 'customers', prefix: 'cust' },
  cards: ofVouchers('cards', 'loyalty card', 'LOYALTY_CARD'),
  gift_cards: ofVouchers('gift-cards', 'gift card', 'GIFT_VOUCHER'),
  coupons: ofVouchers('coupons', 'coupon', 'DISCOUNT_VOUCHER'),
  orders: { ...resource('Order'), kind: 'orders', prefix: 'ord' }
}

function ofVouchers(kind: ImportKind, noun: string, type: VoucherType): RowSection {
  const operations = { list: 'listVouchers', show: 'getVoucher', parameter: 'code' } as const
  return { kind, prefix: 'v', noun, type, ...operations }
}

export const ROW_SECTION_NAMES = Object.keys(ROW_SECTIONS) as readonly RowSectionName[]
