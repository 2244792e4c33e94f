/**
 * Campaigns on the wire, loyalty programs among them.
 *
 * The voucher of a campaign shows only the block of its type; a promotion shows its tiers instead.
 *
 * Spec: Campaign, VoucherTemplate.
 */
import type { CreateCampaignFacts, CreatedCampaign } from '../../decisions/campaigns/creation.ts'
import type { UpdateCampaign, UpdateCampaignFacts } from '../../decisions/campaigns/updates.ts'
import type {
  Category,
  CountedCampaign,
  ReferralTerms,
  ValidationRuleAssignment,
  VoucherTemplate
} from '../../model.ts'
import type { TierTerms } from '../../rules/tiers.ts'
import { type Wire, withoutNulls } from '../wire.ts'
import { viewCategory } from './categories.ts'
import { viewExpirationRules } from './loyalties.ts'
import { type ShownPromotionTier, viewPromotionTierList } from './promotions.ts'
import { viewAssignments } from './validation-rules.ts'
import { viewValidity } from './validity.ts'

/** A campaign with the names and parts that its answer shows. */
export interface ShownCampaign {
  readonly campaign: CountedCampaign
  readonly category: Category | null
  /** The assignments of rules to the campaign itself. */
  readonly assignments: readonly ValidationRuleAssignment[]
  /** Whether vouchers are being made for it. */
  readonly generating: boolean
  /** Its first tiers, and their number; null for a campaign with vouchers. */
  readonly promotion: {
    readonly tiers: readonly ShownPromotionTier[]
    readonly total: number
  } | null
}

/** A new campaign as it is answered; of a promotion with its tiers, newest first. */
export function shownNew(
  { category, categories }: Pick<CreateCampaignFacts, 'categories' | 'category'>,
  { campaign, tiers, generating }: CreatedCampaign
): ShownCampaign {
  const named = [...categories.values()]
  const shown = tiers.map(tier => ({
    tier,
    campaign,
    category: named.find(({ id }) => id === tier.categoryId) ?? null,
    assignments: []
  }))
  const promotes = campaign.campaignType === 'PROMOTION'
  const promotion = promotes ? { tiers: shown.toReversed(), total: tiers.length } : null
  return { campaign, category, assignments: [], generating, promotion }
}

/** The campaign that was found, as it is after a change. */
export function shownChanged<Shown extends ShownCampaign>(
  found: Shown,
  campaign: CountedCampaign
): Shown {
  const promotion = found.promotion && {
    ...found.promotion,
    tiers: found.promotion.tiers.map(shown => ({ ...shown, campaign }))
  }
  return { ...found, campaign, promotion }
}

/** The campaign that was found, as it is after an update. */
export function shownUpdated(
  found: ShownCampaign & Pick<UpdateCampaignFacts, 'wanted'>,
  { category: named }: Pick<UpdateCampaign, 'category'>,
  campaign: CountedCampaign
): ShownCampaign {
  const category = named === undefined ? found.category : found.wanted
  return shownChanged({ ...found, category }, campaign)
}

/** A page of campaigns; `total` counts all of them. */
export function viewCampaignList(
  campaigns: readonly ShownCampaign[],
  total: number
): Wire<'CampaignList'> {
  const viewed = campaigns.map(viewCampaign)
  return { object: 'list', data_ref: 'campaigns', campaigns: viewed, total }
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
      promotion: promotion && viewTiersOf(promotion)
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
      referral_program: campaign.referral && viewReferralTerms(campaign.referral)
    }),
    validation_rules_assignments: viewAssignments(assignments),
    object: 'campaign'
  }
}

function viewTiersOf({ tiers, total }: NonNullable<ShownCampaign['promotion']>) {
  return viewPromotionTierList(tiers, { total, hasMore: tiers.length < total })
}

function viewTemplate(
  { type, discount, gift, loyaltyCard, redemptionQuantity, codeConfig }: VoucherTemplate,
  { campaignType }: CountedCampaign
): Wire<'VoucherTemplate'> {
  return {
    type,
    ...withoutNulls({
      discount: discount as Wire<'Discount'> | null,
      gift: gift && { amount: gift.amount, ...withoutNulls({ effect: gift.effect }) },
      loyalty_card: loyaltyCard && viewLoyaltyCard(loyaltyCard)
    }),
    redemption: { quantity: redemptionQuantity },
    code_config: withoutNulls({
      length: codeConfig.length,
      charset: codeConfig.charset,
      prefix: codeConfig.prefix,
      postfix: codeConfig.postfix,
      pattern: codeConfig.pattern
    }),
    is_referral_code: campaignType === 'REFERRAL_PROGRAM'
  }
}

function viewLoyaltyCard({ points, expirationRules }: NonNullable<VoucherTemplate['loyaltyCard']>) {
  const expiration_rules = expirationRules && viewExpirationRules(expirationRules)
  return { points, ...withoutNulls({ expiration_rules }) }
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

function viewReferralTerms({ eventSchemaId }: ReferralTerms): Wire<'ReferralProgram'> {
  return { conversion_event_type: 'custom_event', custom_event: { id: eventSchemaId } }
}
