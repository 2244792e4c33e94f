/**
 * Promotion tiers from the wire to commands.
 *
 * Spec: createPromotionTier, updatePromotionTier.
 */
import type { CreatePromotionTier, UpdatePromotionTier } from '../../decisions/promotions/tiers.ts'
import type { Discount } from '../../model.ts'
import type { Schemas } from '../wire.ts'
import { categoryWanted } from './categories.ts'
import { validityChanges, validityCommand } from './validity.ts'
import { metadataOf } from './values.ts'

/** `at` leads to the tier in a request for more than it, with a dot at its end. */
export function promotionTierCommand(
  tier: Schemas['PromotionTierRequest'],
  at = ''
): CreatePromotionTier {
  return {
    name: tier.name,
    banner: tier.banner,
    discount: tier.action.discount as Discount,
    hierarchy: tier.hierarchy,
    active: tier.active,
    validity: validityCommand(tier, at),
    category: tier.category ?? tier.category_id,
    metadata: metadataOf(tier.metadata)
  }
}

/** The command for a change of a promotion tier. */
export function promotionTierChangesWanted(
  body: Schemas['UpdatePromotionTierRequest']
): UpdatePromotionTier {
  return {
    name: body.name,
    banner: body.banner,
    discount: body.action?.discount as Discount | undefined,
    hierarchy: body.hierarchy,
    validity: validityChanges(body),
    category: categoryWanted(body),
    metadata: metadataOf(body.metadata)
  }
}
