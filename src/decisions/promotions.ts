/**
 * The tiers of a promotion campaign: created, changed, switched on and off, deleted.
 *
 * Tiers are tried in the order of their hierarchy. Nothing depends on a tier but the assignments of
 * the rules that bind it, so it can always be deleted; redemptions stay on record.
 *
 * Spec: createPromotionTier, updatePromotionTier, deletePromotionTier.
 */
import type {
  Campaign,
  Category,
  Discount,
  Metadata,
  PromotionTier,
  ValidationRuleAssignment,
  Validity
} from '../model.ts'
import { ALWAYS, validityMistake } from '../rules/validity.ts'
import { unassignRules } from './assignments.ts'
import type { Decision, Occasion } from './changes.ts'
import { notFound, type Refusal, refuseMistake, wholeRefusal } from './refusals.ts'
import { amend, type MetadataRules, metadataRefusal, rewrite } from './updates.ts'
import { discountMistake } from './vouchers/vouchers.ts'

type Sent<Value> = Value | null | undefined

export interface CreatePromotionTier {
  readonly name?: Sent<string>
  readonly banner?: Sent<string>
  readonly discount: Discount
  /** The place in the order; absent: after the other tiers. */
  readonly hierarchy?: Sent<number>
  readonly active?: Sent<boolean>
  readonly validity?: Sent<Validity>
  /** Name or id of a category. */
  readonly category?: Sent<string>
  readonly metadata?: Sent<Metadata>
}

export interface CreatePromotionTierFacts {
  readonly campaign: Campaign
  /** The highest hierarchy of its tiers; 0 without any. */
  readonly hierarchyMax: number
  readonly category: Category | null
  /** The project's schema of promotion tiers. */
  readonly schema: MetadataRules | null
}

/**
 * Creates a tier of a promotion campaign; other campaigns have none. `at` is the path of the tier
 * in a larger request, such as `promotion.tiers[1]`.
 */
export function createPromotionTier(
  { campaign, hierarchyMax, category, schema }: CreatePromotionTierFacts,
  command: CreatePromotionTier,
  { newId, now }: Occasion,
  at = ''
): Decision<PromotionTier> {
  if (campaign.campaignType !== 'PROMOTION') return { refusal: notFound('campaign', campaign.id) }
  if (command.category != null && category === null) {
    return { refusal: notFound('category', command.category) }
  }
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

/** The first mistake of a tier, or null. */
function tierRefusal(
  { discount, hierarchy, validity, metadata }: PromotionTier,
  schema: MetadataRules | null,
  at: string
): Refusal | null {
  const dot = at === '' ? '' : '.'
  return (
    refuseMistake(discountMistake(discount, 'action.discount'), at) ??
    wholeRefusal(`${at}${dot}hierarchy`, hierarchy) ??
    refuseMistake(validityMistake(validity), at) ??
    metadataRefusal(schema, metadata, `${at}${dot}metadata`)
  )
}

/** An absent property stays; null clears an optional one. */
export interface UpdatePromotionTier {
  readonly name?: Sent<string>
  readonly banner?: Sent<string>
  readonly discount?: Discount | undefined
  readonly hierarchy?: number | undefined
  readonly validity?: Partial<Validity>
  /** Name or id of a category. */
  readonly category?: Sent<string>
  /** Replaces the stored metadata. */
  readonly metadata?: Metadata | undefined
}

export interface UpdatePromotionTierFacts {
  readonly tier: PromotionTier
  /** The category that the command names. */
  readonly category: Category | null
  /** The project's schema of promotion tiers. */
  readonly schema: MetadataRules | null
}

export function updatePromotionTier(
  { tier, category, schema }: UpdatePromotionTierFacts,
  command: UpdatePromotionTier,
  { now }: Occasion
): Decision<PromotionTier> {
  if (command.category != null && category === null) {
    return { refusal: notFound('category', command.category) }
  }
  const after: PromotionTier = {
    ...tier,
    name: amend(command.name, tier.name),
    banner: amend(command.banner, tier.banner),
    discount: amend(command.discount, tier.discount),
    hierarchy: amend(command.hierarchy, tier.hierarchy),
    validity: { ...tier.validity, ...command.validity },
    categoryId: command.category === undefined ? tier.categoryId : (category?.id ?? null),
    metadata: amend(command.metadata, tier.metadata)
  }
  const refusal = tierRefusal(after, schema, '')
  return refusal === null ? written(tier, after, now) : { refusal }
}

/** A tier that is on stays as it is. */
export function enablePromotionTier(
  { tier }: { readonly tier: PromotionTier },
  { now }: Occasion
): Decision<PromotionTier> {
  return written(tier, { ...tier, active: true }, now)
}

/** A tier that is off stays as it is. */
export function disablePromotionTier(
  { tier }: { readonly tier: PromotionTier },
  { now }: Occasion
): Decision<PromotionTier> {
  return written(tier, { ...tier, active: false }, now)
}

function written(
  before: PromotionTier,
  after: PromotionTier,
  now: Occasion['now']
): Decision<PromotionTier> {
  return rewrite(before, after, now, (tier, updatedAtBefore) => [
    { kind: 'promotionTier.updated', tier, updatedAtBefore }
  ])
}

export interface DeletePromotionTierFacts {
  readonly tier: PromotionTier
  /** The assignments of the rules that bind it; they are deleted with it. */
  readonly assignments: readonly ValidationRuleAssignment[]
}

export function deletePromotionTier({
  tier: { id },
  assignments
}: DeletePromotionTierFacts): Decision<null> {
  const gone = { kind: 'resource.deleted', resource: 'promotion_tier', id } as const
  return { result: null, changes: [...unassignRules(assignments), gone] }
}
