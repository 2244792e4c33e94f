/**
 * What making a campaign needs to know: who has the name, what the campaign refers to, which codes
 * are free.
 *
 * Spec: createCampaign, createLoyaltyProgram.
 */
import {
  ANY_CODE,
  type ComposeCampaign,
  type ComposeCampaignFacts
} from '../../decisions/campaigns/campaigns.ts'
import type { CreateCampaign, CreateCampaignFacts } from '../../decisions/campaigns/creation.ts'
import type { Category, Project } from '../../model.ts'
import { codeConfigMistake } from '../../rules/codes.ts'
import { findCategory } from '../categories.ts'
import type { Session } from '../engine/session.ts'
import { eventSchemaById, eventSchemaOf } from '../event-schemas/event-schemas.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { codesUsed, freeCodesIn } from '../vouchers/codes.ts'
import { campaignByName, campaignOf } from './campaigns.ts'

/** The facts of composeCampaign. */
export function loadComposeCampaign({ name, category, referral }: ComposeCampaign) {
  return async (session: Session): Promise<ComposeCampaignFacts> => {
    const named = await session.one(campaignByName, { name })
    const schema =
      referral == null
        ? undefined
        : await session.one(eventSchemaById, { id: referral.eventSchemaId })
    return {
      named: named === undefined ? null : campaignOf(named),
      category: category == null ? null : await findCategory(session, category),
      eventSchema: schema === undefined ? null : eventSchemaOf(schema),
      schema: await schemaOf(session, 'campaign')
    }
  }
}

/** What createCampaign needs: the same, and what its vouchers or tiers do. */
export function loadCreateCampaign(
  project: Project,
  { campaign, vouchersCount, tiers }: CreateCampaign,
  limits: { readonly campaignVouchersMax: number; readonly random: (below: number) => number }
) {
  return async (session: Session): Promise<CreateCampaignFacts> => {
    const config = campaign.voucher?.codeConfig ?? ANY_CODE
    const readable = vouchersCount > 0 && codeConfigMistake(config) === null
    const used = readable ? await codesUsed(session, config, project) : 0
    const one = readable && vouchersCount === 1
    const wanted = { config, count: 1, used }
    const categories = new Map<string, Category>()
    for (const { category } of tiers) {
      const found = category == null ? null : await findCategory(session, category)
      if (category != null && found !== null) categories.set(category, found)
    }
    return {
      ...(await loadComposeCampaign(campaign)(session)),
      freeCodes: one ? await freeCodesIn(session, wanted, project, limits.random) : [],
      codesUsed: used,
      vouchersMax: limits.campaignVouchersMax,
      categories,
      tierSchema: tiers.length === 0 ? null : await schemaOf(session, 'promotion_tier')
    }
  }
}
