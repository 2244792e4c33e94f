/**
 * Loyalty tiers of a program: created together or not at all, changed, deleted.
 *
 * Bands of points must not overlap, or a member would be in two tiers; points between two bands are
 * in no tier. A change of bands opens a review, because the points of members may be in another
 * band. A tier is deleted only when no card is in it, because the earning of its members depends on
 * it.
 *
 * Spec: createLoyaltyTiers, updateLoyaltyTier, deleteLoyaltyTier.
 */
import type { Campaign, LoyaltyTier, TierMapping } from '../../model.ts'
import { type Mapped, mappingMistake } from '../../rules/tiers.ts'
import type { Decision } from '../changes.ts'
import { resourceInUse, type User } from '../deletions.ts'
import type { Occasion } from '../occasion.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { duplicateFound, invalidPayload, isWhole, refuseMistake } from '../request-refusals.ts'
import { amend, rewrite } from '../updates.ts'

export interface NewLoyaltyTier {
  readonly name: string
  /** Included; whole, at least 0. */
  readonly pointsFrom: number
  /** Included; null or absent for a band that is open at the top. */
  readonly pointsTo?: number | null | undefined
  /** Points that rules of the program give members instead, by rule id. */
  readonly mapping?: TierMapping | null | undefined
}

export interface CreateLoyaltyTiersFacts {
  readonly campaign: Campaign
  /** The tiers of the program. */
  readonly tiers: readonly LoyaltyTier[]
  /** Ids that the mappings name and that are rules of this program. */
  readonly earningRuleIds: ReadonlySet<string>
}

/** Creates the tiers in the order of the request, all at one instant. */
export function createLoyaltyTiers(
  { campaign, tiers, earningRuleIds }: CreateLoyaltyTiersFacts,
  commands: readonly NewLoyaltyTier[],
  { newId, now }: Occasion
): Decision<readonly LoyaltyTier[]> {
  if (campaign.campaignType !== 'LOYALTY_PROGRAM') {
    return { refusal: notFound('campaign', campaign.id) }
  }
  if (commands.length === 0) {
    return { refusal: { key: 'invalid_payload', details: 'Send at least one tier in the array' } }
  }
  const made: LoyaltyTier[] = []
  for (const [position, command] of commands.entries()) {
    const refusal =
      bandRefusal([...tiers, ...made], command, `[${position}]`) ??
      mappingRefusal(command.mapping ?? {}, earningRuleIds, `[${position}].earning_rules`)
    if (refusal !== null) return { refusal }
    made.push({
      id: newId('ltr'),
      campaignId: campaign.id,
      name: command.name,
      pointsFrom: command.pointsFrom,
      pointsTo: command.pointsTo ?? null,
      mapping: command.mapping ?? {},
      createdAt: now,
      updatedAt: null
    })
  }
  const created = made.map(tier => ({ kind: 'loyaltyTier.created', tier }) as const)
  return { result: made, changes: [...created, { kind: 'review.opened' }] }
}

/** An absent property stays. */
export interface UpdateLoyaltyTier {
  readonly name?: string | undefined
  /** Included; whole, at least 0. */
  readonly pointsFrom?: number | undefined
  /** Included; null for the open top. */
  readonly pointsTo?: number | null | undefined
  /** Replaces the stored mapping. */
  readonly mapping?: TierMapping | undefined
}

export interface UpdateLoyaltyTierFacts {
  readonly tier: LoyaltyTier
  /** The tiers of the program, this one included. */
  readonly tiers: readonly LoyaltyTier[]
  /** Ids that the mapping names and that are rules of this program. */
  readonly earningRuleIds: ReadonlySet<string>
}

/** Changes a tier; another band opens a review, because it may move members. */
export function updateLoyaltyTier(
  { tier: before, tiers, earningRuleIds }: UpdateLoyaltyTierFacts,
  command: UpdateLoyaltyTier,
  { now }: Occasion
): Decision<LoyaltyTier> {
  const after: LoyaltyTier = {
    ...before,
    name: amend(command.name, before.name),
    pointsFrom: amend(command.pointsFrom, before.pointsFrom),
    pointsTo: amend(command.pointsTo, before.pointsTo),
    mapping: amend(command.mapping, before.mapping)
  }
  const others = tiers.filter(({ id }) => id !== before.id)
  const refusal =
    bandRefusal(others, after, '') ??
    mappingRefusal(command.mapping ?? {}, earningRuleIds, 'earning_rules')
  if (refusal !== null) return { refusal }
  return rewrite(before, after, now, (tier, updatedAtBefore) => {
    const updated = { kind: 'loyaltyTier.updated', tier, updatedAtBefore } as const
    const moved = tier.pointsFrom !== before.pointsFrom || tier.pointsTo !== before.pointsTo
    return moved ? [updated, { kind: 'review.opened' }] : [updated]
  })
}

export interface DeleteLoyaltyTierFacts {
  readonly tier: LoyaltyTier
  /** Cards in the tier, at most USERS_NAMED + 1. */
  readonly cards: readonly User[]
  /** Earning rules for the tier, at most USERS_NAMED + 1. */
  readonly rules: readonly User[]
}

/** Deletes a tier that has no cards and no rules. */
export function deleteLoyaltyTier({
  tier: { id },
  cards,
  rules
}: DeleteLoyaltyTierFacts): Decision<null> {
  const tier = { type: 'loyalty_tier', id } as const
  if (cards.length > 0) {
    const advice = 'move its points away from theirs, so that they leave it'
    return { refusal: resourceInUse(tier, cards, advice) }
  }
  if (rules.length > 0) return { refusal: resourceInUse(tier, rules, 'delete them first') }
  return { result: null, changes: [{ kind: 'resource.deleted', resource: 'loyalty_tier', id }] }
}

function bandRefusal(
  tiers: readonly LoyaltyTier[],
  { name, pointsFrom, pointsTo }: NewLoyaltyTier,
  at: string
): Refusal | null {
  const namesake = tiers.find(tier => tier.name === name)
  if (namesake !== undefined) {
    return duplicateFound('loyalty_tier', namesake.id, `name ${name}`)
  }
  const refusal = refuseMistake(bandMistake(pointsFrom, pointsTo ?? null), at)
  if (refusal !== null) return refusal
  const overlap = tiers.find(
    tier =>
      tier.pointsFrom <= (pointsTo ?? Number.POSITIVE_INFINITY) &&
      pointsFrom <= (tier.pointsTo ?? Number.POSITIVE_INFINITY)
  )
  if (overlap === undefined) return null
  const message = `overlaps with tier ${overlap.name}, from ${overlap.pointsFrom} points`
  return invalidPayload(`${at}.points`, message)
}

function bandMistake(from: number, to: number | null) {
  if (!isWhole(from, 0)) {
    const message = `${from} is not a whole number of at least 0.`
    return { property: 'points.from', message }
  }
  if (to === null || isWhole(to, from)) return null
  return { property: 'points.to', message: `${to} is not a whole number of at least ${from}.` }
}

function mappingRefusal(
  mapping: { readonly [earningRuleId: string]: Mapped },
  known: ReadonlySet<string>,
  at: string
): Refusal | null {
  for (const [id, mapped] of Object.entries(mapping)) {
    if (!known.has(id)) return notFound('earning_rule', id)
    const refusal = refuseMistake(mappingMistake(mapped), `${at}.${id}`)
    if (refusal !== null) return refusal
  }
  return null
}
