/**
 * The kinds of deeds of a project file, and the operation that does each.
 *
 * A deed is the body of its operation, as an entry is; where the interface wants an id, it may say
 * the name of what is set up.
 *
 * Spec: openapi/provisioning.yaml.
 */
import type { OperationId } from '../http/types.ts'
import { discountedAt, type Reference } from './form.ts'

/** Something that happens once a project is set up. */
export interface DeedKind {
  /** The operation that does it; null: no operation does, but a decision of the background. */
  readonly operation: OperationId | null
  /** What a deed has beside the body: the names of path parameters, by property. */
  readonly path: Readonly<Record<string, string>>
  /** The property that has the items, where the body is a list. */
  readonly items?: string
  readonly refersTo: readonly Reference[]
}

export type DeedName =
  | 'customer'
  | 'voucher'
  | 'publication'
  | 'member'
  | 'segment_entry'
  | 'order'
  | 'event'
  | 'redemption'
  | 'reward'
  | 'points'
  | 'export'
  | 'product_updates'

/** The deeds that a file may end with. */
export const DEEDS: { readonly [Name in DeedName]: DeedKind } = {
  customer: { operation: 'createCustomer', path: {}, refersTo: [] },
  voucher: {
    operation: 'createVoucher',
    path: {},
    refersTo: [{ at: ['campaign'], to: ['campaigns'] }, ...discountedAt('discount')]
  },
  publication: {
    operation: 'createPublication',
    path: {},
    refersTo: [{ at: ['campaign', 'id'], to: ['campaigns'] }]
  },
  member: { operation: 'addMember', path: { campaign: 'campaignId' }, refersTo: [] },
  segment_entry: {
    operation: null,
    path: {},
    refersTo: [{ at: ['segment'], to: ['segments'] }]
  },
  order: { operation: 'createOrder', path: {}, refersTo: [] },
  event: { operation: 'sendCustomEvent', path: {}, refersTo: [] },
  redemption: {
    operation: 'redeemStackedDiscounts',
    path: {},
    refersTo: [
      { at: ['redeemables', '*', 'id'], to: ['promotion_tiers'] },
      { at: ['redeemables', '*', 'reward', 'id'], to: ['rewards'] }
    ]
  },
  reward: {
    operation: 'redeemReward',
    path: { campaign: 'campaignId', card: 'memberId' },
    refersTo: [{ at: ['reward', 'id'], to: ['rewards'] }]
  },
  points: {
    operation: 'updateLoyaltyCardBalanceByCard',
    path: { card: 'memberId' },
    refersTo: []
  },
  export: { operation: 'createExport', path: {}, refersTo: [] },
  product_updates: {
    operation: 'updateProductsInBulk',
    path: {},
    items: 'products',
    refersTo: []
  }
}

/** In the order in which the schema has them; each is the property that holds the deed. */
export const DEED_NAMES = Object.keys(DEEDS) as readonly DeedName[]
