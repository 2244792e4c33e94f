/**
 * What changing and deleting a campaign or a tier of a promotion needs: who has the name, what is
 * its own, and who needs it.
 *
 * Spec: Resources, Voucher, Reward, Promotion tier; Decisions 73 and 74.
 */
import type {
  DeleteCampaignFacts,
  UpdateCampaign,
  UpdateCampaignFacts
} from '../../decisions/campaigns/updates.ts'
import { USERS_NAMED } from '../../decisions/deletions.ts'
import type {
  CreatePromotionTier,
  CreatePromotionTierFacts,
  DeletePromotionTierFacts,
  UpdatePromotionTier,
  UpdatePromotionTierFacts
} from '../../decisions/promotions/tiers.ts'
import { vouchersOrdered } from '../../decisions/vouchers/generation.ts'
import type { Campaign, ValidationRuleAssignment } from '../../model.ts'
import { campaignShown, type FoundCampaign, programShown } from '../lists/campaigns.ts'
import { promotionTierShown, type ShownTier } from '../lists.ts'
import { campaignNamed, programNamed, schemaOf } from '../loads.ts'
import * as rows from '../rows.ts'
import type { Session } from '../statements.ts'
import { categoryCalled } from './campaigns.ts'

/** What a path names: a campaign of any kind, or a loyalty program. */
export type Kind = 'campaign' | 'program'

/** More than there can be: a campaign's parts are changed and deleted together. */
export const ALL = { limit: 1_000_000_000, offset: 0 }

/** What updateCampaign needs, and what the answer shows. @throws {Refused} for no such campaign. */
export function loadUpdateCampaign(
  kind: Kind,
  campaignName: string,
  { name, category }: UpdateCampaign
) {
  return async (session: Session): Promise<UpdateCampaignFacts & FoundCampaign> => {
    const found =
      kind === 'program'
        ? await programShown(session, campaignName)
        : await campaignShown(session, campaignName)
    const of = { campaignId: found.campaign.id }
    const named = name === undefined ? undefined : await session.one('campaignByName', { name })
    return {
      ...found,
      named: named === undefined ? null : rows.campaignOf(named),
      wanted: category == null ? null : await categoryCalled(session, category),
      earningRules: (await session.all('earningRules by created_at', { ...of, ...ALL })).map(
        rows.earningRuleOf
      ),
      schema: await schemaOf(session, 'campaign')
    }
  }
}

/** What deleteCampaign needs. @throws {Refused} for no such campaign. */
export function loadDeleteCampaign(kind: Kind, campaignName: string) {
  return async (session: Session): Promise<DeleteCampaignFacts> => {
    const campaign =
      kind === 'program'
        ? await programNamed(session, campaignName)
        : await campaignNamed(session, campaignName)
    const { id: campaignId } = campaign
    const limit = USERS_NAMED + 1
    const vouchers = await session.all('vouchersInCampaign', { campaignId, limit })
    const orders = await session.all('vouchersUnderWay')
    const rewards = (await session.all('rewards by created_at', ALL)).map(rows.rewardOf)
    const givers = rewards.filter(
      ({ parameters }) => parameters.type === 'CAMPAIGN' && parameters.campaignId === campaignId
    )
    const parts = await partsOf(session, campaign)
    return {
      campaign,
      vouchers: vouchers.map(({ id }) => ({ type: 'voucher', id })),
      generating: orders.some(order => vouchersOrdered(order).campaignId === campaignId),
      rewards: givers.slice(0, limit).map(({ id }) => ({ type: 'reward', id })),
      parts,
      assignments: await assignmentsOn(session, [campaignId, ...parts.map(({ id }) => id)])
    }
  }
}

async function partsOf(
  session: Session,
  { id: campaignId }: Campaign
): Promise<DeleteCampaignFacts['parts']> {
  const of = { campaignId }
  const all = { ...of, ...ALL }
  const offers = await session.all('rewardAssignments by created_at', all)
  const rules = await session.all('earningRules by created_at', all)
  const tiers = await session.all('loyaltyTiersOfCampaign', of)
  const promotions = await session.all('promotionTiersOfCampaign', all)
  return [
    ...offers.map(({ id }) => ({ resource: 'reward_assignment', id }) as const),
    ...rules.map(({ id }) => ({ resource: 'earning_rule', id }) as const),
    ...tiers.map(({ id }) => ({ resource: 'loyalty_tier', id }) as const),
    ...promotions.map(({ tier: { id } }) => ({ resource: 'promotion_tier', id }) as const)
  ]
}

/** Of the rules that bind any of these. */
export async function assignmentsOn(
  session: Session,
  ids: readonly string[]
): Promise<readonly ValidationRuleAssignment[]> {
  const found = await session.all('rulesAssignedTo', { ids: JSON.stringify(ids) })
  return found.map(({ assignment }) => rows.validationRuleAssignmentOf(assignment))
}

/** What createPromotionTier needs. @throws {Refused} for no such campaign. */
export function loadCreatePromotionTier(
  campaignName: string,
  { category }: Pick<CreatePromotionTier, 'category'>
) {
  return async (session: Session): Promise<CreatePromotionTierFacts> => {
    const campaign = await campaignNamed(session, campaignName)
    const highest = await session.one('promotionTierHierarchyMax', { campaignId: campaign.id })
    return {
      campaign,
      hierarchyMax: highest?.hierarchy ?? 0,
      category: category == null ? null : await categoryCalled(session, category),
      schema: await schemaOf(session, 'promotion_tier')
    }
  }
}

/** What an update says, and the tier as it is shown. */
export interface FoundTier extends UpdatePromotionTierFacts {
  readonly shown: ShownTier
}

/** What updatePromotionTier needs. @throws {Refused} for no such tier. */
export function loadUpdatePromotionTier(
  id: string,
  { category }: Pick<UpdatePromotionTier, 'category'>
) {
  return async (session: Session): Promise<FoundTier> => {
    const shown = await promotionTierShown(session, id)
    return {
      shown,
      tier: shown.tier,
      category: category == null ? null : await categoryCalled(session, category),
      schema: await schemaOf(session, 'promotion_tier')
    }
  }
}

/** What deletePromotionTier needs. @throws {Refused} for no such tier. */
export function loadDeletePromotionTier(id: string) {
  return async (session: Session): Promise<DeletePromotionTierFacts> =>
    promotionTierShown(session, id)
}
