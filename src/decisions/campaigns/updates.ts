/**
 * Campaigns: changed, and deleted with their parts.
 *
 * Changes apply from now on: existing vouchers stay as they were made, and each earning rule must
 * make sense with the dates it inherits. A campaign is deleted with its own parts, and stays while
 * customers hold its vouchers or may still be given some.
 *
 * Spec: updateCampaign, deleteCampaign.
 */
import type {
  Category,
  CodeConfig,
  CountedCampaign,
  Discount,
  EarningRule,
  Metadata,
  TierTerms,
  ValidationRuleAssignment,
  Validity,
  VoucherTemplate
} from '../../model.ts'
import { validityMistake } from '../../rules/validity-mistakes.ts'
import type { Change, Decision } from '../changes.ts'
import type { Deletable } from '../deletable.ts'
import { resourceInUse, type User } from '../deletions.ts'
import { windowRefusal } from '../loyalties/earning-rules.ts'
import { type MetadataRules, metadataRefusal, sameJson } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { duplicateFound, invalidPayload, refuseMistake } from '../request-refusals.ts'
import { amend, rewrite } from '../updates.ts'
import { unassignRules } from '../validation-rules/assignments.ts'
import {
  ANY_CODE,
  campaignNameRefusal,
  kindRefusal,
  oneCodeRefusal,
  templateRefusal,
  tierTermsRefusal
} from './campaigns.ts'

/** Applies to later vouchers; an absent property stays. */
export interface TemplateChanges {
  readonly discount?: Discount | undefined
  readonly gift?: Partial<NonNullable<VoucherTemplate['gift']>> | undefined
  readonly loyaltyCard?: Partial<NonNullable<VoucherTemplate['loyaltyCard']>> | undefined
  /** Null: no limit. */
  readonly redemptionQuantity?: number | null | undefined
  /** Replaces the stored configuration; null for defaults only. */
  readonly codeConfig?: CodeConfig | null | undefined
}

/** An absent property stays; null clears an optional one. */
export interface UpdateCampaign {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly type?: 'AUTO_UPDATE' | 'STATIC' | undefined
  /** Loyalty programs only. */
  readonly autoJoin?: boolean | undefined
  readonly validity?: Partial<Validity>
  /** Name or id of a category. */
  readonly category?: string | null | undefined
  readonly voucher?: TemplateChanges | undefined
  /** Loyalty programs without cards only. Null: the balance decides at once. */
  readonly tierTerms?: TierTerms | null | undefined
  /** Replaces the stored metadata. */
  readonly metadata?: Metadata | undefined
}

export interface UpdateCampaignFacts {
  readonly campaign: CountedCampaign
  /** The campaign with the command's name. */
  readonly named: Pick<CountedCampaign, 'id'> | null
  /** The category that the command names. */
  readonly wanted: Category | null
  /** The campaign's earning rules, which may inherit its dates. */
  readonly earningRules: readonly EarningRule[]
  /** The project's schema of campaigns. */
  readonly schema: MetadataRules | null
}

/** Merges the sent properties into the stored ones; the result is checked like a new campaign. */
export function updateCampaign(
  facts: UpdateCampaignFacts,
  command: UpdateCampaign,
  { now }: Occasion
): Decision<CountedCampaign> {
  const { campaign: before, named, wanted } = facts
  const { name, category } = command
  if (category != null && wanted === null) return { refusal: notFound('category', category) }
  if (name !== undefined && named !== null && named.id !== before.id) {
    return { refusal: duplicateFound('campaign', named.id, `name ${name}`) }
  }
  const misplaced = misplacedAtUpdate(before, command)
  if (misplaced !== null) return { refusal: misplaced }
  const after: CountedCampaign = {
    ...before,
    name: amend(name, before.name),
    description: amend(command.description, before.description),
    type: amend(command.type, before.type),
    autoJoin: amend(command.autoJoin, before.autoJoin),
    validity: { ...before.validity, ...command.validity },
    categoryId: category === undefined ? before.categoryId : (wanted?.id ?? null),
    voucher: before.voucher && changedTemplate(before.voucher, command.voucher ?? {}),
    tierTerms: amend(command.tierTerms, before.tierTerms),
    metadata: amend(command.metadata, before.metadata)
  }
  const refusal = campaignRefusal(facts, after)
  if (refusal !== null) return { refusal }
  return rewrite(before, after, now, (campaign, updatedAtBefore) => [
    { kind: 'campaign.updated', campaign, updatedAtBefore }
  ])
}

/** Refuses properties that this campaign cannot have. */
function misplacedAtUpdate(campaign: CountedCampaign, command: UpdateCampaign): Refusal | null {
  const { campaignType, type, voucher, tierTerms, vouchersCount } = campaign
  if (command.type !== undefined && type === 'STANDALONE') {
    return invalidPayload('type', 'a STANDALONE campaign stays one; leave it out')
  }
  if (command.voucher !== undefined && voucher === null) {
    return invalidPayload('voucher', `a ${campaignType} has tiers and no vouchers; leave it out`)
  }
  const sent = command.tierTerms
  if (sent === undefined || vouchersCount === 0) return null
  if (JSON.stringify(sent) === JSON.stringify(tierTerms)) return null
  // Members keep a tier by the terms under which they reached it.
  const message = `the ${vouchersCount} cards of the program are held by the terms there are`
  return invalidPayload('loyalty_tiers_expiration', `${message}; leave it out`)
}

function changedTemplate(
  { type, discount, gift, loyaltyCard, redemptionQuantity, codeConfig }: VoucherTemplate,
  changes: TemplateChanges
): VoucherTemplate {
  return {
    type,
    discount: amend(changes.discount, discount),
    gift: merged(gift, changes.gift),
    loyaltyCard: merged(loyaltyCard, changes.loyaltyCard),
    redemptionQuantity: amend(changes.redemptionQuantity, redemptionQuantity),
    codeConfig: amend(changes.codeConfig, codeConfig) ?? ANY_CODE
  }
}

/** Keeps a block of another type as it was sent, so that it is refused by its name. */
function merged<Block extends object>(
  stored: Block | null,
  changes: Partial<Block> | undefined
): Block | null {
  return changes === undefined ? stored : ({ ...stored, ...changes } as Block)
}

/** The first mistake of the changed campaign, or null. */
function campaignRefusal(
  { campaign: before, earningRules, schema }: UpdateCampaignFacts,
  campaign: CountedCampaign
): Refusal | null {
  const { campaignType, validity, voucher, metadata } = campaign
  return (
    (campaign.name === before.name ? null : campaignNameRefusal(campaign.name)) ??
    kindRefusal(campaignType, campaign) ??
    tierTermsRefusal(campaignType, campaign.tierTerms) ??
    refuseMistake(validityMistake(validity)) ??
    (voucher && templateRefusal(voucher, before.voucher?.codeConfig)) ??
    newlyOneCode(before, campaign) ??
    inheritanceRefusal(earningRules, campaign) ??
    metadataRefusal(schema, metadata)
  )
}

/** What makes one code already, and is left so, is not looked at again. */
function newlyOneCode(before: CountedCampaign, after: CountedCampaign): Refusal | null {
  if (!sameJson(before.voucher?.codeConfig, after.voucher?.codeConfig)) {
    return oneCodeRefusal(after, 'voucher.code_config')
  }
  return before.type === after.type ? null : oneCodeRefusal(after, 'type')
}

/** The windows of a rule must make sense with the dates it inherits from its campaign. */
function inheritanceRefusal(
  rules: readonly EarningRule[],
  campaign: CountedCampaign
): Refusal | null {
  for (const { id, event, validity } of rules) {
    const refusal = windowRefusal(campaign, { validity }, event, { at: '' })
    if (refusal === null) continue
    const where = `earning rule ${id} would have: ${refusal.details}`
    return { ...refusal, details: `${where} Change that rule first` }
  }
  return null
}

export interface DeleteCampaignFacts {
  readonly campaign: CountedCampaign
  /** Vouchers of the campaign, at most USERS_NAMED + 1. */
  readonly vouchers: readonly User[]
  /** Whether vouchers are being made for it. */
  readonly generating: boolean
  /** Rewards that give its vouchers, at most USERS_NAMED + 1. */
  readonly rewards: readonly User[]
  /** The parts of the campaign. */
  readonly parts: readonly { readonly resource: Deletable; readonly id: string }[]
  /** The assignments of rules that bind it or its parts. */
  readonly assignments: readonly ValidationRuleAssignment[]
}

/** Deletes the campaign with its parts in one unit, or nothing. */
export function deleteCampaign(facts: DeleteCampaignFacts): Decision<null> {
  const { campaign, vouchers, generating, rewards, parts, assignments } = facts
  const { id } = campaign
  const thing = { type: 'campaign', id } as const
  if (vouchers.length > 0) {
    const advice = 'delete them first, or disable the campaign'
    return { refusal: resourceInUse(thing, vouchers, advice) }
  }
  if (generating) return { refusal: stillGrowing(campaign) }
  if (rewards.length > 0) {
    return { refusal: resourceInUse(thing, rewards, 'delete them first, or disable the campaign') }
  }
  const gone = [...parts, { resource: 'campaign', id } as const].map(
    (part): Change => ({ kind: 'resource.deleted', ...part })
  )
  return { result: null, changes: [...unassignRules(assignments), ...gone] }
}

function stillGrowing({ id }: CountedCampaign): Refusal {
  return {
    key: 'resource_in_use',
    details: `Vouchers are still being made for campaign ${id}; try again when they are made`,
    resourceId: id,
    resourceType: 'campaign'
  }
}
