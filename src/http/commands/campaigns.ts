/**
 * Campaigns and loyalty programs from the wire to commands: to create them, change them and add
 * vouchers to them.
 *
 * A loyalty program is a campaign whose type the path says, so that both requests come to one
 * command. What a change does not send stays undefined, and so it stays as it is.
 *
 * Spec: createCampaign, updateCampaign, createLoyaltyProgram, updateLoyaltyProgram,
 * addVouchersToCampaign.
 */
import type { NewTemplate } from '../../decisions/campaigns/campaigns.ts'
import type { CreateCampaign } from '../../decisions/campaigns/creation.ts'
import type { TemplateChanges, UpdateCampaign } from '../../decisions/campaigns/updates.ts'
import type { AddVouchersToCampaign } from '../../decisions/vouchers/generation.ts'
import type { CampaignType, Discount } from '../../model.ts'
import type { CodeConfig } from '../../rules/codes.ts'
import type { TierTerms } from '../../rules/tiers.ts'
import type { Request } from '../types.ts'
import type { Schemas } from '../wire.ts'
import { categoryWanted } from './categories.ts'
import { expirationCommand } from './loyalties.ts'
import { promotionTierCommand } from './promotions.ts'
import { validityChanges, validityCommand } from './validity.ts'
import { instantOf, metadataOf } from './values.ts'

type WireTemplate = Schemas['VoucherTemplateRequest'] | Schemas['LoyaltyCardTemplateRequest']

/** The properties of both requests. */
export type WireCampaign = Omit<Schemas['CreateCampaignRequest'], 'voucher'> & {
  readonly voucher?: WireTemplate
}

/** `campaignType` is that of the path, when the path decides it. */
export function createCampaignCommand(
  body: WireCampaign,
  campaignType: CampaignType | undefined = body.campaign_type
): CreateCampaign {
  return {
    campaign: {
      name: body.name,
      description: body.description,
      campaignType,
      type: body.type,
      autoJoin: body.auto_join,
      joinOnce: body.join_once,
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

/** The configuration of codes; null for a property that is absent. */
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
function termsCommand(terms: Schemas['LoyaltyTiersExpirationRequest']): TierTerms {
  return {
    qualification: terms.qualification_type,
    period: terms.qualification_period ?? null,
    expiration: terms.expiration_date.type
  }
}

/** Both requests. */
type WireChanges = Omit<Schemas['UpdateCampaignRequest'], 'voucher'> & {
  readonly voucher?: Schemas['ChangedTemplateRequest'] | Schemas['ChangedCardTemplateRequest']
}

/** The command for a change of a campaign. */
export function campaignChangesWanted(body: WireChanges): UpdateCampaign {
  const terms = body.loyalty_tiers_expiration
  return {
    name: body.name,
    description: body.description,
    type: body.type,
    autoJoin: body.auto_join,
    validity: validityChanges(body),
    category: categoryWanted(body),
    voucher: body.voucher && templateChanges(body.voucher),
    tierTerms: terms && termsCommand(terms),
    metadata: metadataOf(body.metadata)
  }
}

function templateChanges(wire: NonNullable<WireChanges['voucher']>): TemplateChanges {
  const { loyalty_card: card, redemption, code_config: config } = wire
  const { discount, gift } = wire as Schemas['ChangedTemplateRequest']
  return {
    discount: discount as Discount | undefined,
    gift,
    loyaltyCard: card && {
      ...(card.points === undefined ? {} : { points: card.points }),
      ...(card.expiration_rules === undefined
        ? {}
        : { expirationRules: card.expiration_rules && expirationCommand(card.expiration_rules) })
    },
    redemptionQuantity: redemption?.quantity,
    codeConfig: config && codeConfigCommand(config)
  }
}

/** A command for one voucher of a campaign, with this code. */
export function addVoucherCommand(
  code: string,
  body: Schemas['AddVoucherRequest']
): AddVouchersToCampaign {
  return { count: 1, code, codeConfig: null, ...saidOfVouchers(body) }
}

/** As many vouchers as the query says; a code can be sent for one voucher only. */
export function addVouchersCommand(
  { vouchers_count: count = 1 }: Request<'addVouchersToCampaign'>['query'],
  body: Body
): AddVouchersToCampaign {
  const { code = null, code_config: config } = body
  const codeConfig = config === undefined ? null : codeConfigCommand(config)
  return { count, code, codeConfig, ...saidOfVouchers(body) }
}

/** What a request says of its vouchers beside their codes. */
function saidOfVouchers(body: Schemas['AddVoucherRequest']) {
  const { start_date: start, expiration_date: end } = body
  return {
    category: body.category ?? null,
    categoryId: body.category_id ?? null,
    metadata: metadataOf(body.metadata) ?? null,
    redemptionQuantity: body.redemption?.quantity ?? null,
    additionalInfo: body.additional_info ?? null,
    startDate: start === undefined ? null : instantOf(start, 'start_date'),
    expirationDate: end === undefined ? null : instantOf(end, 'expiration_date')
  }
}

type Body = NonNullable<Request<'addVouchersToCampaign'>['body']>

/** Of every type unless the query names one, newest first unless it says otherwise. */
export function wantedCampaigns({
  campaign_type: campaignType,
  order = '-created_at'
}: Request<'listCampaigns'>['query']) {
  return { campaignType: campaignType ?? null, order }
}
