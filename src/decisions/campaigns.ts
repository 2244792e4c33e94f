/**
 * Campaigns, and the tiers of promotions. The type of a campaign and the type of its vouchers
 * determine each other; a request may leave out one of them, and the two may not disagree. The
 * template is checked here once, so that making a voucher cannot fail on it.
 * Spec: enableCampaign, disableCampaign, Campaign, createCampaign, createLoyaltyProgram,
 * updateCampaign, deleteCampaign, createPromotionTier, updatePromotionTier, deletePromotionTier.
 */

import type {
  Campaign,
  CampaignType,
  Category,
  CodeConfig,
  CountedCampaign,
  Deletable,
  Discount,
  EarningRule,
  EventSchema,
  PromotionTier,
  TierTerms,
  ValidationRule,
  ValidationRuleAssignment,
  Validity,
  VoucherTemplate,
  VoucherType
} from '../model.ts'
import { capacity } from '../rules/codes.ts'
import { termsMistake } from '../rules/points.ts'
import { nameMistake } from '../rules/validation.ts'
import { ALWAYS, expirationMistake, validityMistake } from '../rules/validity.ts'
import { type Change, type Decision, decideEach, mapResult, type Occasion } from './changes.ts'
import { windowRefusal } from './loyalties.ts'
import { unassignRules } from './redemptions/limits.ts'
import {
  duplicateFound,
  invalidPayload,
  missingParam,
  notFound,
  pathIn,
  type Refusal,
  refusalAbout,
  refuseMistake,
  unfound,
  wholeRefusal
} from './refusals.ts'
import {
  type Amending,
  amend,
  amended,
  deletionOf,
  type MetadataRules,
  metadataRefusal,
  nextUpdatedAt,
  resourceInUse,
  rewrite,
  type Sending,
  type Sent,
  sameJson,
  type User
} from './updates.ts'
import { bindNew } from './validation-rules.ts'
import {
  type AddVouchersFacts,
  type AddVouchersToCampaign,
  addVouchersToCampaign
} from './vouchers/generation.ts'
import { AS_CAMPAIGN, codesMistake, discountMistake } from './vouchers/vouchers.ts'

/** What new vouchers start as; only the block of their type. */
export type NewTemplate = Pick<VoucherTemplate, 'type'> &
  Sending<VoucherTemplate, Exclude<keyof VoucherTemplate, 'type'>>

export interface ComposeCampaign
  extends Sending<Campaign, 'description' | 'active' | 'validity' | 'referral' | 'metadata'> {
  readonly name: string
  /** Absent: the type that the voucher's type implies. */
  readonly campaignType?: Sent<CampaignType>
  /** Absent: STATIC. */
  readonly type?: Sent<Campaign['type']>
  /** Loyalty programs only. */
  readonly autoJoin?: Sent<boolean>
  /** A loyalty program is joined once in any case, and promotions have nothing to join. */
  readonly joinOnce?: Sent<boolean>
  readonly category?: Sent<string>
  readonly voucher?: Sent<NewTemplate>
  /** Loyalty programs only. Absent: the balance decides at once. */
  readonly tierTerms?: Sent<TierTerms>
}

export interface ComposeCampaignFacts {
  readonly named: CountedCampaign | null
  readonly category: Category | null
  readonly eventSchema: Pick<EventSchema, 'id'> | null
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

export function composeCampaign(
  { named, category, eventSchema, schema }: ComposeCampaignFacts,
  command: ComposeCampaign,
  { newId, now }: Occasion
): Decision<CountedCampaign> {
  const { name, voucher } = command
  const campaignType =
    command.campaignType ?? (voucher == null ? null : TYPE_BY_VOUCHER[voucher.type])
  if (campaignType === null) return { refusal: missingParam('campaign_type') }
  const validity = command.validity ?? ALWAYS
  const refusal =
    unfound('category', command.category, category) ??
    (named && duplicateFound('campaign', named.id, `name ${name}`)) ??
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
    // A customer then gets one voucher of the campaign at most by publications.
    joinOnce:
      campaignType === 'LOYALTY_PROGRAM' ||
      (campaignType !== 'PROMOTION' && (command.joinOnce ?? false)),
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

function campaignNameRefusal(name: string): Refusal | null {
  return refuseMistake(nameMistake(name, { property: 'name', idPrefix: 'camp', words: [] }))
}

export interface SwitchCampaignFacts {
  readonly campaign: CountedCampaign
}

/** One that is so already stays as it is. */
export const enableCampaign = switching(true)
export const disableCampaign = switching(false)

function switching(active: boolean) {
  return ({ campaign }: SwitchCampaignFacts, { now }: Occasion): Decision<CountedCampaign> => {
    const { id: campaignId } = campaign
    if (campaign.active === active) return { result: campaign, changes: [] }
    const updatedAt = nextUpdatedAt(campaign.updatedAt, now)
    const switched = { kind: 'campaign.switched', campaignId, active, updatedAt } as const
    return { result: { ...campaign, active, updatedAt }, changes: [switched] }
  }
}

function kindRefusal(
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

/**
 * Only loyalty programs have terms of tiers, and only referral programs a conversion.
 * Spec: openapi/behaviour/campaigns-and-vouchers.md#only-custom_event-converts-a-referral.
 */
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

function tierTermsRefusal(campaignType: CampaignType, tierTerms: TierTerms | null): Refusal | null {
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

/** Why a campaign cannot make a code for each customer, or null; `at` is the property at fault. */
function oneCodeRefusal(
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

const BLOCKS = [
  ['discount', 'voucher.discount', 'DISCOUNT_VOUCHER'],
  ['gift', 'voucher.gift', 'GIFT_VOUCHER'],
  ['loyaltyCard', 'voucher.loyalty_card', 'LOYALTY_CARD']
] as const

/** The first mistake of a template, or null. A code configuration that is `stored` has none. */
function templateRefusal(template: NewTemplate, stored?: CodeConfig): Refusal | null {
  const { type, discount, gift, loyaltyCard, redemptionQuantity, codeConfig } = template
  const rules = loyaltyCard?.expirationRules ?? null
  for (const [block, path, owner] of BLOCKS) {
    const isSent = template[block] != null
    if (owner === type && !isSent) return missingParam(path)
    if (owner !== type && isSent) return invalidPayload(path, `a ${type} has none; leave it out`)
  }
  return (
    wholeRefusal('voucher.redemption.quantity', redemptionQuantity, 1) ??
    (stored !== undefined && sameJson(codeConfig, stored)
      ? null
      : codesMistake(codeConfig, 'voucher.code_config')) ??
    (discount == null ? null : refuseMistake(discountMistake(discount, 'voucher.discount'))) ??
    wholeRefusal('voucher.gift.amount', gift?.amount) ??
    wholeRefusal('voucher.loyalty_card.points', loyaltyCard?.points) ??
    refuseMistake(rules && expirationMistake(rules), 'voucher.loyalty_card')
  )
}

/*
 * A campaign is written whole, so that a program whose cards cannot be made does not exist either.
 * Cards made with it have no metadata of their own, like those that it makes later.
 */

export interface CreateCampaign {
  readonly campaign: ComposeCampaign
  /** The number of vouchers to make; whole, at least 0. */
  readonly vouchersCount: number
  readonly tiers: readonly CreatePromotionTier[]
  readonly ruleIds: RuleIds
  readonly tierRuleIds: readonly RuleIds[]
}

type RuleIds = readonly string[] | undefined

export interface CreateCampaignFacts
  extends ComposeCampaignFacts,
    Pick<AddVouchersFacts, 'freeCodes' | 'codesUsed' | 'vouchersMax'> {
  /** The categories of the tiers, by the names that the tiers use. */
  readonly categories: ReadonlyMap<string, Category>
  readonly tierSchema: MetadataRules | null
  readonly rules: ReadonlyMap<string, ValidationRule>
}

export interface CreatedCampaign {
  readonly campaign: CountedCampaign
  readonly tiers: readonly PromotionTier[]
  readonly generating: boolean
  readonly assignments: readonly ValidationRuleAssignment[]
}

type BegunCampaign = Omit<CreatedCampaign, 'assignments'>

export const AS_CAMPAIGN_SAYS: Omit<AddVouchersToCampaign, 'count'> = {
  ...AS_CAMPAIGN,
  code: null,
  codeConfig: null,
  category: null
}

/** Spec: openapi/behaviour/campaigns-and-vouchers.md#a-campaign-begins-whole. */
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
  const bound = bindParts(begun.result, facts, command, occasion)
  if ('refusal' in bound) return bound
  return {
    result: { ...begun.result, assignments: bound.result },
    changes: [...created.changes, ...begun.changes, ...bound.changes]
  }
}

function bindParts(
  { campaign, tiers }: BegunCampaign,
  { rules }: CreateCampaignFacts,
  { ruleIds, tierRuleIds }: CreateCampaign,
  occasion: Occasion
): Decision<readonly ValidationRuleAssignment[]> {
  const parts = [
    { type: 'campaign', id: campaign.id, ids: ruleIds } as const,
    ...tiers.map(
      ({ id }, index) => ({ type: 'promotion_tier', id, ids: tierRuleIds[index] }) as const
    )
  ]
  const bound = decideEach(parts, ({ ids = [], ...part }) => bindNew(part, ids, rules, occasion))
  return mapResult(bound, assignments => assignments.flat())
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
): Decision<BegunCampaign> {
  const made = decideEach<CreatePromotionTier, PromotionTier>(commands, (command, index, tiers) => {
    const hierarchyMax = Math.max(0, ...tiers.map(({ hierarchy }) => hierarchy))
    const category = categories.get(command.category ?? '') ?? null
    const facts = { campaign, hierarchyMax, category, schema }
    return createPromotionTier(facts, command, occasion, `promotion.tiers[${index}]`)
  })
  return mapResult(made, tiers => ({ campaign, tiers, generating: false }))
}

function withVouchers(
  campaign: CountedCampaign,
  { freeCodes, codesUsed, vouchersMax }: CreateCampaignFacts,
  count: number,
  occasion: Occasion
): Decision<BegunCampaign> {
  if (count === 0) return { result: { campaign, tiers: [], generating: false }, changes: [] }
  const facts = { campaign, category: null, schema: null, freeCodes, codesUsed, vouchersMax }
  const added = addVouchersToCampaign(facts, { ...AS_CAMPAIGN_SAYS, count }, occasion)
  if ('refusal' in added) return added
  const generating = added.result.action !== null
  const made = { ...campaign, vouchersCount: generating ? 0 : 1 }
  return { result: { campaign: made, tiers: [], generating }, changes: added.changes }
}

/** Applies to later vouchers; an absent property stays. */
export interface TemplateChanges
  extends Amending<VoucherTemplate, 'discount' | 'redemptionQuantity'> {
  readonly gift?: Partial<NonNullable<VoucherTemplate['gift']>> | undefined
  readonly loyaltyCard?: Partial<NonNullable<VoucherTemplate['loyaltyCard']>> | undefined
  /** Replaces the stored configuration; null for defaults only. */
  readonly codeConfig?: CodeConfig | null | undefined
}

/** An absent property stays; null clears an optional one. */
export interface UpdateCampaign
  extends Amending<
    Campaign,
    'name' | 'description' | 'type' | 'autoJoin' | 'tierTerms' | 'metadata'
  > {
  readonly validity?: Partial<Validity>
  readonly category?: string | null | undefined
  readonly voucher?: TemplateChanges | undefined
}

export interface UpdateCampaignFacts {
  readonly campaign: CountedCampaign
  readonly named: Pick<CountedCampaign, 'id'> | null
  readonly wanted: Category | null
  readonly earningRules: readonly EarningRule[]
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
    ...amended(before, command, 'name', 'description', 'type', 'autoJoin', 'tierTerms', 'metadata'),
    validity: { ...before.validity, ...command.validity },
    categoryId: category === undefined ? before.categoryId : (wanted?.id ?? null),
    voucher: before.voucher && changedTemplate(before.voucher, command.voucher ?? {})
  }
  const { campaignType, validity, voucher, metadata } = after
  const refusal =
    (after.name === before.name ? null : campaignNameRefusal(after.name)) ??
    kindRefusal(campaignType, after) ??
    tierTermsRefusal(campaignType, after.tierTerms) ??
    refuseMistake(validityMistake(validity)) ??
    (voucher && templateRefusal(voucher, before.voucher?.codeConfig)) ??
    newlyOneCode(before, after) ??
    inheritanceRefusal(facts.earningRules, after) ??
    metadataRefusal(facts.schema, metadata)
  if (refusal !== null) return { refusal }
  return rewrite(before, after, now, campaign => ({ kind: 'campaign.updated', campaign }))
}

function misplacedAtUpdate(campaign: CountedCampaign, command: UpdateCampaign): Refusal | null {
  const { campaignType, type, voucher, tierTerms, vouchersCount } = campaign
  const sentType = command.type ?? type
  if (sentType !== type && type === 'STANDALONE') {
    return invalidPayload('type', 'a STANDALONE campaign stays one; leave it out')
  }
  if (sentType !== type && sentType === 'STANDALONE') {
    return invalidPayload(
      'type',
      `a campaign that is ${type} does not become STANDALONE; leave it out`
    )
  }
  if (command.voucher !== undefined && voucher === null) {
    return invalidPayload('voucher', `a ${campaignType} has tiers and no vouchers; leave it out`)
  }
  const sent = command.tierTerms
  if (sent === undefined || vouchersCount === 0) return null
  if (JSON.stringify(sent) === JSON.stringify(tierTerms)) return null
  // Members keep a tier by the terms under which they reached it.
  const message = `cannot change while the program has ${vouchersCount} cards, whose tiers follow from it`
  return invalidPayload('loyalty_tiers_expiration', `${message}; leave it out`)
}

function changedTemplate(before: VoucherTemplate, changes: TemplateChanges): VoucherTemplate {
  return {
    ...amended(before, changes, 'discount', 'redemptionQuantity'),
    gift: merged(before.gift, changes.gift),
    loyaltyCard: merged(before.loyaltyCard, changes.loyaltyCard),
    codeConfig: amend(changes.codeConfig, before.codeConfig) ?? ANY_CODE
  }
}

/** Keeps a block of another type as it was sent, so that it is refused by its name. */
function merged<Block extends object>(
  stored: Block | null,
  changes: Partial<Block> | undefined
): Block | null {
  return changes === undefined ? stored : ({ ...stored, ...changes } as Block)
}

/** What makes one code already, and is left so, is not looked at again. */
function newlyOneCode(before: CountedCampaign, after: CountedCampaign): Refusal | null {
  if (!sameJson(before.voucher?.codeConfig, after.voucher?.codeConfig)) {
    return oneCodeRefusal(after, 'voucher.code_config')
  }
  return before.type === after.type ? null : oneCodeRefusal(after, 'type')
}

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
  readonly generating: boolean
  /** Rewards that give its vouchers, at most USERS_NAMED + 1. */
  readonly rewards: readonly User[]
  readonly parts: readonly { readonly resource: Deletable; readonly id: string }[]
  /** The assignments of rules that bind it or its parts. */
  readonly assignments: readonly ValidationRuleAssignment[]
}

export function deleteCampaign(facts: DeleteCampaignFacts): Decision<null> {
  const { campaign, vouchers, generating, rewards, parts, assignments } = facts
  const { id } = campaign
  const thing = { type: 'campaign', id } as const
  const advice = 'delete them first, or disable the campaign'
  if (vouchers.length > 0) return { refusal: resourceInUse(thing, vouchers, advice) }
  if (generating) {
    const details = `Vouchers are still being made for campaign ${id}; try again when they are made`
    return { refusal: refusalAbout(thing, 'resource_in_use', details) }
  }
  if (rewards.length > 0) return { refusal: resourceInUse(thing, rewards, advice) }
  const gone = parts.map((part): Change => ({ kind: 'resource.deleted', ...part }))
  return deletionOf('campaign', id, [...unassignRules(assignments), ...gone])
}

export interface CreatePromotionTier
  extends Sending<PromotionTier, 'name' | 'banner' | 'active' | 'validity' | 'metadata'> {
  readonly discount: Discount
  /** The place in the order; absent: after the other tiers. */
  readonly hierarchy?: Sent<number>
  readonly category?: Sent<string>
}

export interface CreatePromotionTierFacts {
  readonly campaign: Campaign
  /** The highest hierarchy of its tiers; 0 without any. */
  readonly hierarchyMax: number
  readonly category: Category | null
  readonly schema: MetadataRules | null
}

/** Other campaigns have none. `at`: its path in a larger request, such as `promotion.tiers[1]`. */
export function createPromotionTier(
  { campaign, hierarchyMax, category, schema }: CreatePromotionTierFacts,
  command: CreatePromotionTier,
  { newId, now }: Occasion,
  at = ''
): Decision<PromotionTier> {
  if (campaign.campaignType !== 'PROMOTION') return { refusal: notFound('campaign', campaign.id) }
  const unknown = unfound('category', command.category, category)
  if (unknown !== null) return { refusal: unknown }
  const { discount, name, banner, active } = command
  const tier: PromotionTier = {
    id: newId('promo'),
    campaignId: campaign.id,
    name: name ?? null,
    banner: banner ?? null,
    discount,
    hierarchy: command.hierarchy ?? hierarchyMax + 1,
    active: active ?? true,
    validity: command.validity ?? ALWAYS,
    categoryId: category?.id ?? null,
    metadata: command.metadata ?? {},
    totalRedeemed: 0,
    ordersAmount: 0,
    ordersDiscountAmount: 0,
    createdAt: now,
    updatedAt: null
  }
  const refusal = tierRefusal(tier, schema, at)
  if (refusal !== null) return { refusal }
  return { result: tier, changes: [{ kind: 'promotionTier.created', tier }] }
}

function tierRefusal(
  { discount, hierarchy, validity, metadata }: PromotionTier,
  schema: MetadataRules | null,
  at: string
): Refusal | null {
  return (
    refuseMistake(discountMistake(discount, 'action.discount'), at) ??
    wholeRefusal(pathIn(at, 'hierarchy'), hierarchy) ??
    refuseMistake(validityMistake(validity), at) ??
    metadataRefusal(schema, metadata, pathIn(at, 'metadata'))
  )
}

/** An absent property stays; null clears an optional one. */
export interface UpdatePromotionTier
  extends Amending<PromotionTier, 'name' | 'banner' | 'discount' | 'hierarchy' | 'metadata'> {
  readonly validity?: Partial<Validity>
  readonly category?: Sent<string>
}

export interface UpdatePromotionTierFacts {
  readonly tier: PromotionTier
  readonly category: Category | null
  readonly schema: MetadataRules | null
}

export function updatePromotionTier(
  { tier, category, schema }: UpdatePromotionTierFacts,
  command: UpdatePromotionTier,
  { now }: Occasion
): Decision<PromotionTier> {
  const after: PromotionTier = {
    ...amended(tier, command, 'name', 'banner', 'discount', 'hierarchy', 'metadata'),
    validity: { ...tier.validity, ...command.validity },
    categoryId: command.category === undefined ? tier.categoryId : (category?.id ?? null)
  }
  const refusal = unfound('category', command.category, category) ?? tierRefusal(after, schema, '')
  return refusal === null ? written(tier, after, now) : { refusal }
}

/** One that is so already stays as it is. */
export const enablePromotionTier = switchingTiers(true)
export const disablePromotionTier = switchingTiers(false)

function switchingTiers(active: boolean) {
  return ({ tier }: { readonly tier: PromotionTier }, { now }: Occasion) =>
    written(tier, { ...tier, active }, now)
}

function written(
  before: PromotionTier,
  after: PromotionTier,
  now: Occasion['now']
): Decision<PromotionTier> {
  return rewrite(before, after, now, tier => ({ kind: 'promotionTier.updated', tier }))
}

export interface DeletePromotionTierFacts {
  readonly tier: PromotionTier
  /** The assignments of the rules that bind it; they are deleted with it. */
  readonly assignments: readonly ValidationRuleAssignment[]
}

/** Nothing depends on a tier but the assignments of its rules; redemptions stay on record. */
export function deletePromotionTier(facts: DeletePromotionTierFacts): Decision<null> {
  return deletionOf('promotion_tier', facts.tier.id, unassignRules(facts.assignments))
}
