/**
 * What changing and deleting a campaign needs to know: who has the name, what belongs to the
 * campaign, and what refers to it.
 *
 * Spec: updateCampaign, deleteCampaign.
 */
import type {
  DeleteCampaignFacts,
  UpdateCampaign,
  UpdateCampaignFacts
} from '../../decisions/campaigns/updates.ts'
import { USERS_NAMED } from '../../decisions/deletions.ts'
import { vouchersOrdered } from '../../decisions/vouchers/generation.ts'
import type { Campaign } from '../../model.ts'
import { holdSetUp } from '../catalogue.ts'
import { findCategory } from '../categories.ts'
import type { Session } from '../engine/session.ts'
import { vouchersUnderWay } from '../jobs.ts'
import { earningRuleOf, earningRulesBy } from '../loyalties/earning-rules.ts'
import { loyaltyTiersOfCampaign } from '../loyalty-tiers/loyalty-tiers.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { ALL } from '../pages.ts'
import { promotionTiersOfCampaign } from '../promotions.ts'
import { rewardAssignmentsBy } from '../rewards/assignments.ts'
import { rewardOf, rewardsBy } from '../rewards/rewards.ts'
import { assignmentsOn } from '../validation-rules/assignments.ts'
import { vouchersInCampaign } from '../vouchers/vouchers.ts'
import {
  campaignByName,
  campaignNamed,
  campaignOf,
  countVouchers,
  programNamed
} from './campaigns.ts'
import { campaignShown, type FoundCampaign, programShown } from './shown.ts'

/** What a path names: a campaign of any kind, or a loyalty program. */
export type CampaignPath = 'campaign' | 'program'

/** What updateCampaign needs, and what the answer shows. @throws {Refused} for no such campaign. */
export function loadUpdateCampaign(
  kind: CampaignPath,
  campaignName: string,
  { name, category }: UpdateCampaign
) {
  return async (session: Session): Promise<UpdateCampaignFacts & FoundCampaign> => {
    await holdSetUp(session)
    const found =
      kind === 'program'
        ? await programShown(session, campaignName)
        : await campaignShown(session, campaignName)
    const of = { campaignId: found.campaign.id }
    const named = name === undefined ? undefined : await session.one(campaignByName, { name })
    return {
      ...found,
      named: named === undefined ? null : campaignOf(named),
      wanted: category == null ? null : await findCategory(session, category),
      earningRules: (await session.all(earningRulesBy.created_at, { ...of, ...ALL })).map(
        earningRuleOf
      ),
      schema: await schemaOf(session, 'campaign')
    }
  }
}

/** The facts of deleteCampaign. @throws {Refused} for no such campaign. */
export function loadDeleteCampaign(kind: CampaignPath, campaignName: string) {
  return async (session: Session): Promise<DeleteCampaignFacts> => {
    await holdSetUp(session)
    const campaign =
      kind === 'program'
        ? await programNamed(session, campaignName)
        : await campaignNamed(session, campaignName)
    const { id: campaignId } = campaign
    const limit = USERS_NAMED + 1
    const vouchers = await session.all(vouchersInCampaign, { campaignId, limit })
    const orders = await session.all(vouchersUnderWay)
    const rewards = (await session.all(rewardsBy.created_at, ALL)).map(rewardOf)
    const givers = rewards.filter(
      ({ parameters }) => parameters.type === 'CAMPAIGN' && parameters.campaignId === campaignId
    )
    const parts = await partsOf(session, campaign)
    return {
      campaign: await countVouchers(session, campaign),
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
  const offers = await session.all(rewardAssignmentsBy.created_at, all)
  const rules = await session.all(earningRulesBy.created_at, all)
  const tiers = await session.all(loyaltyTiersOfCampaign, of)
  const promotions = await session.all(promotionTiersOfCampaign, all)
  return [
    ...offers.map(({ id }) => ({ resource: 'reward_assignment', id }) as const),
    ...rules.map(({ id }) => ({ resource: 'earning_rule', id }) as const),
    ...tiers.map(({ id }) => ({ resource: 'loyalty_tier', id }) as const),
    ...promotions.map(({ tier: { id } }) => ({ resource: 'promotion_tier', id }) as const)
  ]
}
