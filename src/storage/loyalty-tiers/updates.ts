/**
 * What making, changing and deleting the tiers of a program needs to know.
 *
 * Spec: createLoyaltyTiers, updateLoyaltyTier, deleteLoyaltyTier.
 */
import type {
  CreateLoyaltyTiersFacts,
  DeleteLoyaltyTierFacts,
  NewLoyaltyTier,
  UpdateLoyaltyTier,
  UpdateLoyaltyTierFacts
} from '../../decisions/loyalties.ts'
import { USERS_NAMED } from '../../decisions/updates.ts'
import { programNamed } from '../campaigns/campaigns.ts'
import { holdSetUp } from '../catalogue.ts'
import type { Session } from '../engine/session.ts'
import { earningRulesBy, earningRulesNamed } from '../loyalties/earning-rules.ts'
import { ALL } from '../pages.ts'
import {
  loyaltyTierIn,
  loyaltyTierOf,
  loyaltyTiersOfCampaign,
  type PartPath,
  tierMembershipsOfTier
} from './loyalty-tiers.ts'

/** The facts of createLoyaltyTiers. @throws {Refused} when the program does not exist. */
export function loadLoyaltyTiers(campaignName: string, commands: readonly NewLoyaltyTier[]) {
  return async (session: Session): Promise<CreateLoyaltyTiersFacts> => {
    const campaign = await programNamed(session, campaignName)
    const of = { campaignId: campaign.id }
    const ids = [...new Set(commands.flatMap(({ mapping }) => Object.keys(mapping ?? {})))]
    const rules = ids.length === 0 ? [] : await session.all(earningRulesNamed, { ...of, ids })
    return {
      campaign,
      tiers: (await session.all(loyaltyTiersOfCampaign, of)).map(loyaltyTierOf),
      earningRuleIds: new Set(rules.map(({ id }) => id))
    }
  }
}

/** The facts of updateLoyaltyTier. @throws {Refused} as loyaltyTierIn does. */
export function loadUpdateLoyaltyTier(path: PartPath, { mapping }: UpdateLoyaltyTier) {
  return async (session: Session): Promise<UpdateLoyaltyTierFacts> => {
    await holdSetUp(session)
    const tier = await loyaltyTierIn(session, path)
    const of = { campaignId: tier.campaignId }
    const ids = Object.keys(mapping ?? {})
    const rules = ids.length === 0 ? [] : await session.all(earningRulesNamed, { ...of, ids })
    return {
      tier,
      tiers: (await session.all(loyaltyTiersOfCampaign, of)).map(loyaltyTierOf),
      earningRuleIds: new Set(rules.map(({ id }) => id))
    }
  }
}

/** The facts of deleteLoyaltyTier. @throws {Refused} as loyaltyTierIn does. */
export function loadDeleteLoyaltyTier(path: PartPath) {
  return async (session: Session): Promise<DeleteLoyaltyTierFacts> => {
    await holdSetUp(session)
    const tier = await loyaltyTierIn(session, path)
    const limit = USERS_NAMED + 1
    const cards = await session.all(tierMembershipsOfTier, { tierId: tier.id, limit })
    const of = { campaignId: tier.campaignId, ...ALL }
    const rules = await session.all(earningRulesBy.created_at, of)
    const named = rules.filter(({ loyaltyTierId }) => loyaltyTierId === tier.id)
    return {
      tier,
      cards: cards.map(({ voucherId: id }) => ({ type: 'voucher', id })),
      rules: named.slice(0, limit).map(({ id }) => ({ type: 'earning_rule', id }))
    }
  }
}
