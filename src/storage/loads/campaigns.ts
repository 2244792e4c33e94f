/**
 * What making campaigns and loyalty tiers needs: who has the name, what they name, which codes are
 * free.
 *
 * Spec: Resources, Voucher, Promotion tier; Endpoints 5, 12 and 14; Decision 58.
 */
import {
  ANY_CODE,
  type CreateCampaign,
  type CreateCampaignFacts
} from '../../decisions/campaigns/campaigns.ts'
import type { LaunchCampaign, LaunchCampaignFacts } from '../../decisions/campaigns/creation.ts'
import type {
  CreateLoyaltyTiersFacts,
  NewLoyaltyTier
} from '../../decisions/loyalty-tiers/loyalty-tiers.ts'
import type { Category, Project } from '../../model.ts'
import { codeConfigMistake } from '../../rules/codes.ts'
import { programNamed, schemaOf } from '../loads.ts'
import * as rows from '../rows.ts'
import type { Session } from '../statements.ts'
import { codesUsed, freeCodesIn } from './vouchers.ts'

/** What createCampaign needs. */
export function loadCreateCampaign({ name, category, referral }: CreateCampaign) {
  return async (session: Session): Promise<CreateCampaignFacts> => {
    const named = await session.one('campaignByName', { name })
    const schema =
      referral == null
        ? undefined
        : await session.one('eventSchemaById', { id: referral.eventSchemaId })
    return {
      named: named === undefined ? null : rows.campaignOf(named),
      category: category == null ? null : await categoryCalled(session, category),
      eventSchema: schema === undefined ? null : rows.eventSchemaOf(schema),
      schema: await schemaOf(session, 'campaign')
    }
  }
}

/** What launchCampaign needs: the same, and what its vouchers or tiers do. */
export function loadLaunchCampaign(
  project: Project,
  { campaign, vouchersCount, tiers }: LaunchCampaign,
  limits: { readonly campaignVouchersMax: number; readonly random: (below: number) => number }
) {
  return async (session: Session): Promise<LaunchCampaignFacts> => {
    const config = campaign.voucher?.codeConfig ?? ANY_CODE
    const readable = vouchersCount > 0 && codeConfigMistake(config) === null
    const used = readable ? await codesUsed(session, config, project) : 0
    const one = readable && vouchersCount === 1
    const wanted = { config, count: 1, used }
    const categories = new Map<string, Category>()
    for (const { category } of tiers) {
      const found = category == null ? null : await categoryCalled(session, category)
      if (category != null && found !== null) categories.set(category, found)
    }
    return {
      ...(await loadCreateCampaign(campaign)(session)),
      freeCodes: one ? await freeCodesIn(session, wanted, project, limits.random) : [],
      codesUsed: used,
      vouchersMax: limits.campaignVouchersMax,
      categories,
      tierSchema: tiers.length === 0 ? null : await schemaOf(session, 'promotion_tier')
    }
  }
}

/** By name, then by id; null when neither answers. */
export async function categoryCalled(session: Session, name: string): Promise<Category | null> {
  const row =
    (await session.one('categoryByName', { name })) ??
    (await session.one('categoryById', { id: name }))
  return row === undefined ? null : rows.categoryOf(row)
}

/** What createLoyaltyTiers needs. @throws {Refused} when the program does not exist. */
export function loadLoyaltyTiers(campaignName: string, commands: readonly NewLoyaltyTier[]) {
  return async (session: Session): Promise<CreateLoyaltyTiersFacts> => {
    const campaign = await programNamed(session, campaignName)
    const of = { campaignId: campaign.id }
    const ids = [...new Set(commands.flatMap(({ mapping }) => Object.keys(mapping ?? {})))]
    const rules =
      ids.length === 0
        ? []
        : await session.all('earningRulesNamed', { ...of, ids: JSON.stringify(ids) })
    return {
      campaign,
      tiers: (await session.all('loyaltyTiersOfCampaign', of)).map(rows.loyaltyTierOf),
      earningRuleIds: new Set(rules.map(({ id }) => id))
    }
  }
}
