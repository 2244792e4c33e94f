/**
 * Promotion tiers on the wire, each with a stub of its campaign.
 * Spec: createPromotionTier, updatePromotionTier, PromotionTier.
 */
import type { CreatePromotionTier, UpdatePromotionTier } from '../../decisions/campaigns.ts'
import type {
  Campaign,
  Category,
  Discount,
  PromotionTier,
  ValidationRuleAssignment
} from '../../model.ts'
import { listed, readerOf, type Schemas, type Wire, withoutNulls } from '../wire.ts'
import { categoryWanted, viewCategory } from './categories.ts'
import { viewPromotionTierAssignments } from './validation-rules.ts'
import {
  metadataOf,
  validityChanges,
  validityCommand,
  viewRecurrence,
  viewValidity
} from './values.ts'

const readSaid = readerOf('name banner hierarchy')

/** `at` leads to the tier in a request for more than it, with a dot at its end. */
export function promotionTierCommand(
  tier: Schemas['PromotionTierRequest'],
  at = ''
): CreatePromotionTier {
  return {
    ...readSaid(tier),
    discount: tier.action.discount as Discount,
    active: tier.active,
    validity: validityCommand(tier, at),
    category: tier.category ?? tier.category_id,
    metadata: metadataOf(tier.metadata)
  }
}

export function promotionTierChangesWanted(
  body: Schemas['UpdatePromotionTierRequest']
): UpdatePromotionTier {
  return {
    ...readSaid(body),
    discount: body.action?.discount as Discount | undefined,
    validity: validityChanges(body),
    category: categoryWanted(body),
    metadata: metadataOf(body.metadata)
  }
}

export interface WithCategoryAndRules {
  readonly category: Category | null
  readonly assignments: readonly ValidationRuleAssignment[]
}

interface ShownPromotionTier extends WithCategoryAndRules {
  readonly tier: PromotionTier
  readonly campaign: Campaign
}

/** `total` counts all there are; `offset`: those before these. */
export function viewPromotionTierList(
  found: { readonly rows: readonly ShownPromotionTier[]; readonly total: number },
  offset = 0
): Wire<'PromotionTierList'> {
  const { rows, total } = found
  return { ...listed('tiers', viewPromotionTier)(found), has_more: offset + rows.length < total }
}

/** The tier's own limits are absent where it has none; its campaign's dates are null. */
export function viewPromotionTier(shown: ShownPromotionTier): Wire<'PromotionTier'> {
  const { tier, campaign, category, assignments } = shown
  return {
    id: tier.id,
    created_at: tier.createdAt,
    updated_at: tier.updatedAt,
    name: tier.name,
    banner: tier.banner,
    action: { discount: tier.discount as Wire<'Discount'> },
    metadata: tier.metadata,
    hierarchy: tier.hierarchy,
    // A promotion is its campaign: the public name of the same id.
    promotion_id: tier.campaignId,
    campaign: viewTierCampaign(campaign),
    campaign_id: tier.campaignId,
    active: tier.active,
    ...withoutNulls({ ...viewValidity(tier.validity) }),
    category_id: tier.categoryId,
    categories: category === null ? [] : [viewCategory(category)],
    summary: {
      redemptions: { total_redeemed: tier.totalRedeemed },
      orders: { total_amount: tier.ordersAmount, total_discount_amount: tier.ordersDiscountAmount }
    },
    object: 'promotion_tier',
    validation_rule_assignments: viewPromotionTierAssignments(assignments)
  }
}

function viewTierCampaign(campaign: Campaign): Wire<'PromotionTierCampaign'> {
  const { startDate, expirationDate } = campaign.validity
  return {
    id: campaign.id,
    start_date: startDate,
    expiration_date: expirationDate,
    ...withoutNulls({ ...viewRecurrence(campaign.validity) }),
    active: campaign.active,
    category_id: campaign.categoryId,
    object: 'campaign'
  }
}

/** Whether only tiers are asked for that are on, and within their dates. */
export const onlyAvailable = ({ is_available = false }: { readonly is_available?: boolean }) =>
  is_available
