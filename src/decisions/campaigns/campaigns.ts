/**
 * Campaigns: how they are created, switched on and switched off.
 *
 * The type of a campaign and the type of its vouchers determine each other; a request may leave out
 * one of them, and the two may not disagree. The template is checked here once, so that making a
 * voucher cannot fail on it.
 *
 * Spec: enableCampaign, disableCampaign, Campaign.
 */
import type {
  Campaign,
  CampaignType,
  Category,
  CodeConfig,
  CountedCampaign,
  Discount,
  EventSchema,
  Metadata,
  ReferralTerms,
  TierTerms,
  Validity,
  VoucherTemplate,
  VoucherType
} from '../../model.ts'
import { capacity } from '../../rules/codes.ts'
import { nameMistake } from '../../rules/names.ts'
import { termsMistake } from '../../rules/tiers.ts'
import { ALWAYS, expirationMistake } from '../../rules/validity.ts'
import { validityMistake } from '../../rules/validity-mistakes.ts'
import type { Decision } from '../changes.ts'
import { type MetadataRules, metadataRefusal, sameJson } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { notFound, type Refusal } from '../refusals.ts'
import {
  duplicateFound,
  invalidPayload,
  missingParam,
  refuseMistake,
  wholeRefusal
} from '../request-refusals.ts'
import { nextUpdatedAt } from '../updates.ts'
import { discountMistake } from '../vouchers/discounts.ts'
import { codesMistake, quantityMistake } from '../vouchers/mistakes.ts'

type Sent<Value> = Value | null | undefined

/** What new vouchers start as; only the block of their type. */
export interface NewTemplate {
  readonly type: VoucherType
  readonly discount?: Sent<Discount>
  readonly gift?: Sent<NonNullable<VoucherTemplate['gift']>>
  readonly loyaltyCard?: Sent<NonNullable<VoucherTemplate['loyaltyCard']>>
  readonly redemptionQuantity?: Sent<number>
  readonly codeConfig?: Sent<CodeConfig>
}

export interface ComposeCampaign {
  readonly name: string
  readonly description?: Sent<string>
  /** Absent: the type that the voucher's type implies. */
  readonly campaignType?: Sent<CampaignType>
  /** Absent: STATIC. */
  readonly type?: Sent<Campaign['type']>
  /** Loyalty programs only. */
  readonly autoJoin?: Sent<boolean>
  /** A loyalty program is joined once in any case, and promotions have nothing to join. */
  readonly joinOnce?: Sent<boolean>
  readonly active?: Sent<boolean>
  readonly validity?: Sent<Validity>
  /** Name or id of a category. */
  readonly category?: Sent<string>
  readonly voucher?: Sent<NewTemplate>
  /** Loyalty programs only. Absent: the balance decides at once. */
  readonly tierTerms?: Sent<TierTerms>
  /** Referral programs only, which need it. */
  readonly referral?: Sent<ReferralTerms>
  readonly metadata?: Sent<Metadata>
}

export interface ComposeCampaignFacts {
  /** The campaign with the command's name. */
  readonly named: CountedCampaign | null
  /** The category that the command names. */
  readonly category: Category | null
  /** The event schema that the command's referral names. */
  readonly eventSchema: Pick<EventSchema, 'id'> | null
  /** The project's schema of campaigns. */
  readonly schema: MetadataRules | null
}

const TYPE_BY_VOUCHER: { readonly [Type in VoucherType]: CampaignType } = {
  DISCOUNT_VOUCHER: 'DISCOUNT_COUPONS',
  GIFT_VOUCHER: 'GIFT_VOUCHERS',
  LOYALTY_CARD: 'LOYALTY_PROGRAM'
}

const VOUCHERS_BY_TYPE: { readonly [Type in CampaignType]: readonly VoucherType[] } = {
  DISCOUNT_COUPONS: ['DISCOUNT_VOUCHER'],
  GIFT_VOUCHERS: ['GIFT_VOUCHER'],
  LOYALTY_PROGRAM: ['LOYALTY_CARD'],
  PROMOTION: [],
  REFERRAL_PROGRAM: ['DISCOUNT_VOUCHER', 'GIFT_VOUCHER']
}

/** Creates a campaign. */
export function composeCampaign(
  { named, category, eventSchema, schema }: ComposeCampaignFacts,
  command: ComposeCampaign,
  { newId, now }: Occasion
): Decision<CountedCampaign> {
  const { name, voucher } = command
  const campaignType =
    command.campaignType ?? (voucher == null ? null : TYPE_BY_VOUCHER[voucher.type])
  if (campaignType === null) return { refusal: missingParam('campaign_type') }
  if (command.category != null && category === null) {
    return { refusal: notFound('category', command.category) }
  }
  if (named !== null) return { refusal: duplicateFound('campaign', named.id, `name ${name}`) }
  const validity = command.validity ?? ALWAYS
  const refusal =
    campaignNameRefusal(name) ??
    kindRefusal(campaignType, command) ??
    termsRefusal(campaignType, command, eventSchema) ??
    refuseMistake(validityMistake(validity)) ??
    (voucher == null ? null : templateRefusal(voucher)) ??
    oneCodeRefusal({ type: command.type ?? 'STATIC', voucher }, 'voucher.code_config') ??
    metadataRefusal(schema, command.metadata ?? {})
  if (refusal !== null) return { refusal }
  const campaign: CountedCampaign = {
    id: newId('camp'),
    name,
    description: command.description ?? null,
    campaignType,
    type: command.type ?? 'STATIC',
    autoJoin: command.autoJoin ?? false,
    joinOnce: joinsOnce(campaignType, command),
    active: command.active ?? true,
    validity,
    categoryId: category?.id ?? null,
    voucher: voucher == null ? null : templateOf(voucher),
    tierTerms: command.tierTerms ?? null,
    referral: command.referral ?? null,
    metadata: command.metadata ?? {},
    vouchersCount: 0,
    createdAt: now,
    updatedAt: null
  }
  return { result: campaign, changes: [{ kind: 'campaign.created', campaign }] }
}

/** Whether a customer gets one voucher of the campaign at most by publications. */
function joinsOnce(campaignType: CampaignType, { joinOnce }: ComposeCampaign): boolean {
  if (campaignType === 'LOYALTY_PROGRAM') return true
  return campaignType !== 'PROMOTION' && (joinOnce ?? false)
}

/** Why no campaign gets the name; null where one may. */
export function campaignNameRefusal(name: string): Refusal | null {
  return refuseMistake(nameMistake(name, { property: 'name', idPrefix: 'camp', words: [] }))
}

export interface SwitchCampaignFacts {
  readonly campaign: CountedCampaign
}

/** A campaign that is on stays as it is. */
export function enableCampaign(
  { campaign }: SwitchCampaignFacts,
  occasion: Occasion
): Decision<CountedCampaign> {
  return switched(campaign, true, occasion)
}

/** A campaign that is off stays as it is. */
export function disableCampaign(
  { campaign }: SwitchCampaignFacts,
  occasion: Occasion
): Decision<CountedCampaign> {
  return switched(campaign, false, occasion)
}

function switched(
  campaign: CountedCampaign,
  active: boolean,
  { now }: Occasion
): Decision<CountedCampaign> {
  if (campaign.active === active) return { result: campaign, changes: [] }
  const { id: campaignId } = campaign
  const updatedAt = nextUpdatedAt(campaign.updatedAt, now)
  return {
    result: { ...campaign, active, updatedAt },
    changes: [{ kind: 'campaign.switched', campaignId, active, updatedAt }]
  }
}

/** The first property that does not fit the type of the campaign, or null. */
export function kindRefusal(
  campaignType: CampaignType,
  { voucher, autoJoin }: Pick<ComposeCampaign, 'voucher' | 'autoJoin'>
): Refusal | null {
  const expected = VOUCHERS_BY_TYPE[campaignType]
  if (expected.length > 0 && voucher == null) return missingParam('voucher')
  if (voucher != null && !expected.includes(voucher.type)) {
    const named = expected.join(' or ')
    const wants = named === '' ? 'has tiers and no vouchers' : `has vouchers of ${named}`
    return invalidPayload('voucher.type', `${voucher.type} will not do: a ${campaignType} ${wants}`)
  }
  if (!autoJoin || campaignType === 'LOYALTY_PROGRAM') return null
  return invalidPayload('auto_join', `a ${campaignType} has no members; leave it out`)
}

/** The places of tier terms on the wire. */
const TERMS: { readonly [property: string]: string } = {
  expiration: 'loyalty_tiers_expiration.expiration_date.type',
  period: 'loyalty_tiers_expiration.qualification_period'
}

/** Only loyalty programs have terms of tiers, and only referral programs a conversion. */
function termsRefusal(
  campaignType: CampaignType,
  { tierTerms, referral }: ComposeCampaign,
  eventSchema: ComposeCampaignFacts['eventSchema']
): Refusal | null {
  const refusal = tierTermsRefusal(campaignType, tierTerms ?? null)
  if (refusal !== null) return refusal
  if (campaignType !== 'REFERRAL_PROGRAM') {
    if (referral == null) return null
    return invalidPayload('referral_program', `a ${campaignType} refers nobody; leave it out`)
  }
  if (referral == null) return missingParam('referral_program')
  return eventSchema === null ? notFound('event_schema', referral.eventSchemaId) : null
}

/** Why a campaign of that type cannot have these terms, or null. */
export function tierTermsRefusal(
  campaignType: CampaignType,
  tierTerms: TierTerms | null
): Refusal | null {
  if (tierTerms === null) return null
  if (campaignType !== 'LOYALTY_PROGRAM') {
    const message = `a ${campaignType} has no loyalty tiers; leave it out`
    return invalidPayload('loyalty_tiers_expiration', message)
  }
  const mistake = termsMistake(tierTerms)
  return mistake && invalidPayload(TERMS[mistake.property] as string, mistake.message)
}

function templateOf({ type, ...template }: NewTemplate): VoucherTemplate {
  return {
    type,
    discount: template.discount ?? null,
    gift: template.gift ?? null,
    loyaltyCard: template.loyaltyCard ?? null,
    redemptionQuantity: template.redemptionQuantity ?? null,
    codeConfig: template.codeConfig ?? ANY_CODE
  }
}

/**
 * Why a campaign cannot make a code for each customer, or null: its configuration has nothing
 * random. `at` is the property that says so.
 */
export function oneCodeRefusal(
  { type, voucher }: Pick<ComposeCampaign, 'voucher'> & Pick<Campaign, 'type'>,
  at: string
): Refusal | null {
  const { codeConfig = null } = voucher ?? {}
  if (type !== 'AUTO_UPDATE' || codeConfig === null || capacity(codeConfig) > 1n) return null
  const message =
    'an AUTO_UPDATE campaign makes a code for each customer, and its code_config makes one in ' +
    'all; write a pattern with a # for each random character'
  return invalidPayload(at, message, 'invalid_code_config')
}

/** A configuration of defaults only. */
export const ANY_CODE: CodeConfig = {
  length: null,
  charset: null,
  prefix: null,
  postfix: null,
  pattern: null
}

const BLOCKS = {
  discount: 'DISCOUNT_VOUCHER',
  gift: 'GIFT_VOUCHER',
  loyaltyCard: 'LOYALTY_CARD'
} as const

/** The first mistake of a template, or null. A code configuration that is `stored` has none. */
export function templateRefusal(template: NewTemplate, stored?: CodeConfig): Refusal | null {
  const { type, redemptionQuantity, codeConfig } = template
  for (const block of ['discount', 'gift', 'loyaltyCard'] as const) {
    const path = `voucher.${block === 'loyaltyCard' ? 'loyalty_card' : block}`
    const belongs = BLOCKS[block] === type
    if (belongs && template[block] == null) return missingParam(path)
    if (!belongs && template[block] != null) {
      return invalidPayload(path, `a ${type} has none; leave it out`)
    }
  }
  return (
    quantityMistake(redemptionQuantity, 'voucher.redemption.quantity') ??
    (stored !== undefined && sameJson(codeConfig, stored)
      ? null
      : codesMistake(codeConfig, 'voucher.code_config')) ??
    contentMistake(template)
  )
}

function contentMistake({ discount, gift, loyaltyCard }: NewTemplate): Refusal | null {
  return (
    (discount == null ? null : refuseMistake(discountMistake(discount, 'voucher.discount'))) ??
    wholeRefusal('voucher.gift.amount', gift?.amount) ??
    (loyaltyCard == null ? null : cardMistake(loyaltyCard))
  )
}

function cardMistake({
  points,
  expirationRules
}: NonNullable<NewTemplate['loyaltyCard']>): Refusal | null {
  return (
    wholeRefusal('voucher.loyalty_card.points', points) ??
    refuseMistake(
      expirationRules === null ? null : expirationMistake(expirationRules),
      'voucher.loyalty_card'
    )
  )
}
