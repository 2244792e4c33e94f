/**
 * Loyalty tiers from the wire to commands.
 *
 * Spec: createLoyaltyTiers, updateLoyaltyTier.
 */
import type {
  NewLoyaltyTier,
  UpdateLoyaltyTier
} from '../../decisions/loyalty-tiers/loyalty-tiers.ts'
import type { TierMapping } from '../../model.ts'
import type { Schemas } from '../wire.ts'

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
