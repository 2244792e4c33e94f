/**
 * Creates a campaign with its first vouchers, or with the tiers of a promotion.
 *
 * All of it is decided at once and written together, so that a program whose cards cannot be made
 * does not exist either. Cards made with a program have no metadata of their own, like the cards it
 * makes later.
 *
 * Spec: createCampaign, createLoyaltyProgram.
 */
import type { Category, CountedCampaign, PromotionTier } from '../../model.ts'
import type { Change, Decision } from '../changes.ts'
import type { MetadataRules } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { type CreatePromotionTier, createPromotionTier } from '../promotions/tiers.ts'
import type { Refusal } from '../refusals.ts'
import { invalidPayload } from '../request-refusals.ts'
import {
  type AddVouchersFacts,
  type AddVouchersToCampaign,
  addVouchersToCampaign
} from '../vouchers/generation.ts'
import { type ComposeCampaign, type ComposeCampaignFacts, composeCampaign } from './campaigns.ts'

export interface CreateCampaign {
  readonly campaign: ComposeCampaign
  /** The number of vouchers to make; whole, at least 0. */
  readonly vouchersCount: number
  /** Promotions only. */
  readonly tiers: readonly CreatePromotionTier[]
}

export interface CreateCampaignFacts
  extends ComposeCampaignFacts,
    Pick<AddVouchersFacts, 'freeCodes' | 'codesUsed' | 'vouchersMax'> {
  /** The categories of the tiers, by the names that the tiers use. */
  readonly categories: ReadonlyMap<string, Category>
  /** The project's schema of promotion tiers. */
  readonly tierSchema: MetadataRules | null
}

export interface CreatedCampaign {
  readonly campaign: CountedCampaign
  /** The tiers of the campaign, in the order sent. */
  readonly tiers: readonly PromotionTier[]
  /** Whether vouchers are still being made for it. */
  readonly generating: boolean
}

/** A request for vouchers that leaves everything to the campaign. */
export const AS_CAMPAIGN_SAYS: Omit<AddVouchersToCampaign, 'count'> = {
  code: null,
  codeConfig: null,
  category: null,
  categoryId: null,
  metadata: null,
  redemptionQuantity: null,
  additionalInfo: null,
  startDate: null,
  expirationDate: null
}

/** The campaign with its vouchers or tiers, or the reason why nothing is created. */
export function createCampaign(
  facts: CreateCampaignFacts,
  command: CreateCampaign,
  occasion: Occasion
): Decision<CreatedCampaign> {
  const created = composeCampaign(facts, command.campaign, occasion)
  if ('refusal' in created) return created
  const { result: campaign } = created
  const misplaced = misplacedAtCreation(campaign, command)
  if (misplaced !== null) return { refusal: misplaced }
  const begun =
    campaign.campaignType === 'PROMOTION'
      ? withTiers(campaign, facts, command.tiers, occasion)
      : withVouchers(campaign, facts, command.vouchersCount, occasion)
  if ('refusal' in begun) return begun
  return { result: begun.result, changes: [...created.changes, ...begun.changes] }
}

function misplacedAtCreation(
  { campaignType, type }: CountedCampaign,
  { vouchersCount, tiers }: CreateCampaign
): Refusal | null {
  if (vouchersCount > 0 && (campaignType === 'PROMOTION' || type === 'STANDALONE')) {
    const kind = campaignType === 'PROMOTION' ? campaignType : type
    return invalidPayload('vouchers_count', `no vouchers are made for a ${kind}; leave it out`)
  }
  if (tiers.length === 0 || campaignType === 'PROMOTION') return null
  return invalidPayload('promotion', `a ${campaignType} has no such tiers; leave it out`)
}

function withTiers(
  campaign: CountedCampaign,
  { categories, tierSchema: schema }: CreateCampaignFacts,
  commands: readonly CreatePromotionTier[],
  occasion: Occasion
): Decision<CreatedCampaign> {
  const tiers: PromotionTier[] = []
  const changes: Change[] = []
  for (const [index, command] of commands.entries()) {
    const hierarchyMax = Math.max(0, ...tiers.map(({ hierarchy }) => hierarchy))
    const category = categories.get(command.category ?? '') ?? null
    const facts = { campaign, hierarchyMax, category, schema }
    const created = createPromotionTier(facts, command, occasion, `promotion.tiers[${index}]`)
    if ('refusal' in created) return created
    tiers.push(created.result)
    changes.push(...created.changes)
  }
  return { result: { campaign, tiers, generating: false }, changes }
}

function withVouchers(
  campaign: CountedCampaign,
  { freeCodes, codesUsed, vouchersMax }: CreateCampaignFacts,
  count: number,
  occasion: Occasion
): Decision<CreatedCampaign> {
  if (count === 0) return { result: { campaign, tiers: [], generating: false }, changes: [] }
  const facts = { campaign, category: null, schema: null, freeCodes, codesUsed, vouchersMax }
  const added = addVouchersToCampaign(facts, { ...AS_CAMPAIGN_SAYS, count }, occasion)
  if ('refusal' in added) return added
  const generating = added.result.action !== null
  const vouchersCount = generating ? 0 : 1
  return {
    result: { campaign: { ...campaign, vouchersCount }, tiers: [], generating },
    changes: added.changes
  }
}
