/**
 * Loyalty tiers on the wire.
 *
 * Spec: createLoyaltyTiers, updateLoyaltyTier, LoyaltyTier.
 */
import type { NewLoyaltyTier, UpdateLoyaltyTier } from '../../decisions/loyalties.ts'
import type { LoyaltyTier, TierMapping } from '../../model.ts'
import { type Schemas, type Wire, withoutNulls } from '../wire.ts'

type WireTier = Schemas['LoyaltyTierRequest']

export function tierCommand({ name, points, earning_rules: rules }: WireTier): NewLoyaltyTier {
  return { name, pointsFrom: points.from, pointsTo: points.to, mapping: rules as TierMapping }
}

export function tierChanges({
  name,
  points,
  earning_rules: rules
}: Schemas['UpdateLoyaltyTierRequest']): UpdateLoyaltyTier {
  const mapping = rules as TierMapping | undefined
  return { name, pointsFrom: points?.from, pointsTo: points?.to, mapping }
}

/** Tiers have no metadata and no prices of their own. */
export function viewLoyaltyTier(tier: LoyaltyTier): Wire<'LoyaltyTier'> {
  const points = { from: tier.pointsFrom, ...withoutNulls({ to: tier.pointsTo }) }
  return {
    id: tier.id,
    name: tier.name,
    campaign_id: tier.campaignId,
    metadata: {},
    created_at: tier.createdAt,
    updated_at: tier.updatedAt,
    earning_rules: viewMapping(tier.mapping),
    rewards: {},
    points,
    config: { points },
    object: 'loyalty_tier'
  }
}

function viewMapping(mapping: TierMapping): Wire<'LoyaltyTier'>['earning_rules'] {
  return Object.fromEntries(
    Object.entries(mapping).map(([id, mapped]) => [
      id,
      mapped.type === 'CUSTOM'
        ? { type: mapped.type, points: mapped.points }
        : { type: mapped.type, multiplier: mapped.multiplier }
    ])
  )
}
