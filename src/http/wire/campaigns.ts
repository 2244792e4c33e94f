/**
 * Campaigns on the wire, loyalty programs among them: commands to create and change them and to add
 * vouchers, and what is shown. A loyalty program is a campaign whose type the path says, so that
 * both requests come to one command. What a change does not send stays undefined, and so it stays
 * as it is. The voucher of a campaign shows only the block of its type; a promotion shows its tiers
 * instead.
 * Spec: createCampaign, updateCampaign, createLoyaltyProgram, updateLoyaltyProgram,
 * addVouchersToCampaign, Campaign, VoucherTemplate.
 */
import type {
  CreateCampaign,
  CreateCampaignFacts,
  CreatedCampaign,
  NewTemplate,
  TemplateChanges,
  UpdateCampaign,
  UpdateCampaignFacts
} from '../../decisions/campaigns.ts'
import type { AddVouchersToCampaign } from '../../decisions/vouchers/generation.ts'
import type { CampaignType, CountedCampaign, Discount, VoucherTemplate } from '../../model.ts'
import type { TierTerms } from '../../rules/points.ts'
import type { Request } from '../types.ts'
import { readerOf, type Schemas, viewOf, type Wire, withoutNulls } from '../wire.ts'
import { categoryWanted, viewCategory } from './categories.ts'
import { expirationCommand, viewExpirationRules } from './loyalties.ts'
import {
  promotionTierCommand,
  viewPromotionTierList,
  type WithCategoryAndRules
} from './promotions.ts'
import { viewAssignments } from './validation-rules.ts'
import { instantOf, metadataOf, validityChanges, validityCommand, viewValidity } from './values.ts'
import { codeConfigCommand } from './vouchers.ts'

const readSaid = readerOf('name description type auto_join')

type WireTemplate = Schemas['VoucherTemplateRequest'] | Schemas['LoyaltyCardTemplateRequest']

type WireCampaign = Omit<Schemas['CreateCampaignRequest'], 'voucher'> & {
  readonly voucher?: WireTemplate
}

/** `campaignType` is that of the path, when the path decides it. */
export function createCampaignCommand(
  body: WireCampaign,
  campaignType: CampaignType | undefined = body.campaign_type
): CreateCampaign {
  return {
    campaign: {
      ...readSaid(body),
      campaignType,
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
    ),
    ruleIds: body.validation_rules,
    tierRuleIds: (body.promotion?.tiers ?? []).map(tier => tier.validation_rules)
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

/** How members reach and lose tiers. */
function termsCommand(terms: Schemas['LoyaltyTiersExpirationRequest']): TierTerms {
  return {
    qualification: terms.qualification_type,
    period: terms.qualification_period ?? null,
    expiration: terms.expiration_date.type
  }
}

type WireChanges = Omit<Schemas['UpdateCampaignRequest'], 'voucher'> & {
  readonly voucher?: Schemas['ChangedTemplateRequest'] | Schemas['ChangedCardTemplateRequest']
}

/** What no update of a campaign or program changes, beside what never changes anywhere. */
export const campaignPropertiesThatStay: readonly string[] = [
  'campaign_type',
  'join_once',
  'use_voucher_metadata_schema',
  'active',
  'referral_program',
  'voucher.type'
]

export function campaignChangesWanted(body: WireChanges): UpdateCampaign {
  const terms = body.loyalty_tiers_expiration
  return {
    ...readSaid(body),
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

export function addVoucherCommand(
  code: string,
  body: Schemas['AddVoucherRequest']
): AddVouchersToCampaign {
  return { count: 1, code, codeConfig: null, ...saidOfVouchers(body) }
}

/** As many vouchers as the query says; a code can be sent for one voucher only. */
export function addVouchersCommand(
  { vouchers_count: count = 1 }: Request<'addVouchersToCampaign'>['query'],
  body: NonNullable<Request<'addVouchersToCampaign'>['body']>
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

/** Of every type unless the query names one, newest first unless it says otherwise. */
export function wantedCampaigns({
  campaign_type: campaignType,
  campaign_status: status,
  order = '-created_at'
}: Request<'listCampaigns'>['query']) {
  return { campaignType: campaignType ?? null, status, order }
}

interface ShownCampaign extends WithCategoryAndRules {
  readonly campaign: CountedCampaign
  readonly generating: boolean
  /** Its first tiers, and their number; null for a campaign with vouchers. */
  readonly promotion: Parameters<typeof viewPromotionTierList>[0] | null
}

/** A new campaign as it is answered; of a promotion with its tiers, newest first. */
export function shownNew(
  { category, categories }: Pick<CreateCampaignFacts, 'categories' | 'category'>,
  { campaign, tiers, generating, assignments }: CreatedCampaign
): ShownCampaign {
  const named = [...categories.values()]
  const binding = (thing: { readonly id: string }) =>
    assignments.filter(({ relatedObjectId }) => relatedObjectId === thing.id)
  const shown = tiers.map(tier => ({
    tier,
    campaign,
    category: named.find(({ id }) => id === tier.categoryId) ?? null,
    assignments: binding(tier)
  }))
  const promotes = campaign.campaignType === 'PROMOTION'
  const promotion = promotes ? { rows: shown.toReversed(), total: tiers.length } : null
  return { campaign, category, assignments: binding(campaign), generating, promotion }
}

/** The campaign that was found, as it is after a change. */
export function shownChanged<Shown extends ShownCampaign>(
  found: Shown,
  campaign: CountedCampaign
): Shown {
  const promotion = found.promotion && {
    ...found.promotion,
    rows: found.promotion.rows.map(shown => ({ ...shown, campaign }))
  }
  return { ...found, campaign, promotion }
}

export function shownUpdated(
  found: ShownCampaign & Pick<UpdateCampaignFacts, 'wanted'>,
  { category: named }: Pick<UpdateCampaign, 'category'>,
  campaign: CountedCampaign
): ShownCampaign {
  const category = named === undefined ? found.category : found.wanted
  return shownChanged({ ...found, category }, campaign)
}

/** Making the first vouchers counts as creation, too: clients wait for it. */
export function viewCampaign(shown: ShownCampaign): Wire<'Campaign'> {
  const { campaign, category, assignments, generating, promotion } = shown
  const status = generating ? 'IN_PROGRESS' : 'DONE'
  return {
    id: campaign.id,
    name: campaign.name,
    description: campaign.description,
    campaign_type: campaign.campaignType,
    type: campaign.type,
    ...withoutNulls({
      voucher: campaign.voucher && viewTemplate(campaign.voucher, campaign),
      promotion: promotion && viewPromotionTierList(promotion)
    }),
    auto_join: campaign.autoJoin,
    join_once: campaign.joinOnce,
    use_voucher_metadata_schema: false,
    vouchers_count: campaign.vouchersCount,
    ...viewValidity(campaign.validity),
    active: campaign.active,
    metadata: campaign.metadata,
    created_at: campaign.createdAt,
    updated_at: campaign.updatedAt,
    category: category?.name ?? null,
    category_id: campaign.categoryId,
    categories: category === null ? [] : [viewCategory(category)],
    creation_status: status,
    vouchers_generation_status: status,
    readonly: false,
    protected: false,
    ...withoutNulls({
      loyalty_tiers_expiration: campaign.tierTerms && viewTierTerms(campaign.tierTerms),
      referral_program: campaign.referral && {
        conversion_event_type: 'custom_event' as const,
        custom_event: { id: campaign.referral.eventSchemaId }
      }
    }),
    validation_rules_assignments: viewAssignments(assignments),
    object: 'campaign'
  }
}

const viewCodeConfig = viewOf('length? charset? prefix? postfix? pattern?')

function viewTemplate(
  { type, discount, gift, loyaltyCard, redemptionQuantity, codeConfig }: VoucherTemplate,
  { campaignType }: CountedCampaign
): Wire<'VoucherTemplate'> {
  return {
    type,
    ...withoutNulls({
      discount: discount as Wire<'Discount'> | null,
      gift: gift && { amount: gift.amount, ...withoutNulls({ effect: gift.effect }) },
      loyalty_card: loyaltyCard && {
        points: loyaltyCard.points,
        ...withoutNulls({
          expiration_rules:
            loyaltyCard.expirationRules && viewExpirationRules(loyaltyCard.expirationRules)
        })
      }
    }),
    redemption: { quantity: redemptionQuantity },
    code_config: viewCodeConfig(codeConfig),
    is_referral_code: campaignType === 'REFERRAL_PROGRAM'
  }
}

function viewTierTerms({
  qualification,
  period,
  expiration
}: TierTerms): Wire<'LoyaltyTiersExpiration'> {
  return {
    qualification_type: qualification,
    ...withoutNulls({ qualification_period: period }),
    start_date: { type: 'IMMEDIATE' },
    expiration_date: { type: expiration }
  }
}
