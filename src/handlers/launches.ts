/**
 * Campaigns and loyalty programs from the wire to the command that makes them, and their answer.
 *
 * A loyalty program is a campaign whose kind the path says, so that both come to one command.
 *
 * Spec: Resources, Voucher, Promotion tier.
 */
import type { components } from '../../generated/provisioning.d.ts'
import type { NewTemplate } from '../decisions/campaigns/campaigns.ts'
import {
  type LaunchCampaign,
  type LaunchCampaignFacts,
  launchCampaign
} from '../decisions/campaigns/creation.ts'
import type { CreatePromotionTier } from '../decisions/promotions/tiers.ts'
import type { Caller } from '../http/types.ts'
import type { ShownCampaign } from '../http/views/campaigns.ts'
import type { CampaignType, CodeConfig, Discount, TierTerms } from '../model.ts'
import type { Shell, Work } from '../shell.ts'
import { loadLaunchCampaign } from '../storage/campaigns/creation.ts'
import { metadataOf, validityCommand } from './commands.ts'
import { expirationCommand } from './earning-rules.ts'

type Schemas = components['schemas']
type WireTemplate = Schemas['VoucherTemplateRequest'] | Schemas['LoyaltyCardTemplateRequest']

/** What either of the two requests may say. */
export type WireCampaign = Omit<Schemas['CreateCampaignRequest'], 'voucher'> & {
  readonly voucher?: WireTemplate
}

/** `campaignType` is the path's, where it says one. */
export function launchCommand(
  body: WireCampaign,
  campaignType: CampaignType | undefined = body.campaign_type
): LaunchCampaign {
  return {
    campaign: {
      name: body.name,
      description: body.description,
      campaignType,
      type: body.type,
      autoJoin: body.auto_join,
      validity: validityCommand(body),
      category: body.category ?? body.category_id,
      voucher: body.voucher && templateCommand(body.voucher),
      tierTerms: body.loyalty_tiers_expiration && termsCommand(body.loyalty_tiers_expiration),
      referral: body.referral_program && { eventSchemaId: body.referral_program.custom_event.id },
      metadata: metadataOf(body.metadata)
    },
    vouchersCount: body.vouchers_count ?? 0,
    tiers: (body.promotion?.tiers ?? []).map((tier, index) =>
      promotionTierCommand(tier, `promotion.tiers[${index}].`)
    )
  }
}

/** Makes the campaign; the result is ready to be shown. */
export function launching(
  shell: Shell,
  { project }: Caller,
  command: LaunchCampaign
): Work<LaunchCampaignFacts, ShownCampaign> {
  return {
    load: loadLaunchCampaign(project, command, { ...shell.limits, random: shell.random }),
    decide: (facts, occasion) => {
      const launched = launchCampaign(facts, command, occasion)
      if ('refusal' in launched) return launched
      const { campaign, tiers, generating } = launched.result
      const named = [...facts.categories.values()]
      const shown = tiers.map(tier => ({
        tier,
        campaign,
        category: named.find(({ id }) => id === tier.categoryId) ?? null,
        assignments: []
      }))
      const promotes = campaign.campaignType === 'PROMOTION'
      const promotion = promotes ? { tiers: shown.toReversed(), total: tiers.length } : null
      const { category } = facts
      const result = { campaign, category, assignments: [], generating, promotion }
      return { result, changes: launched.changes }
    }
  }
}

function templateCommand(wire: WireTemplate): NewTemplate {
  const { type, loyalty_card: card, redemption, code_config: config } = wire
  const { discount, gift } = wire as Partial<Schemas['VoucherTemplateRequest']>
  return {
    type,
    discount: discount as Discount | undefined,
    gift: gift && { amount: gift.amount, effect: gift.effect ?? null },
    loyaltyCard: card && {
      points: card.points,
      expirationRules: card.expiration_rules ? expirationCommand(card.expiration_rules) : null
    },
    redemptionQuantity: redemption?.quantity,
    codeConfig: config && codeConfigCommand(config)
  }
}

/** How codes are made; null for what is not said. */
export function codeConfigCommand(config: Schemas['CodeConfigRequest']): CodeConfig {
  return {
    length: config.length ?? null,
    charset: config.charset ?? null,
    prefix: config.prefix ?? null,
    postfix: config.postfix ?? config.suffix ?? null,
    pattern: config.pattern ?? null
  }
}

/** How members reach and lose tiers. */
export function termsCommand(terms: Schemas['LoyaltyTiersExpirationRequest']): TierTerms {
  return {
    qualification: terms.qualification_type,
    period: terms.qualification_period ?? null,
    expiration: terms.expiration_date.type
  }
}

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
