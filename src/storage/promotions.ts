/**
 * Promotion tiers, each with its campaign, its category and the rules that bind it.
 * Spec: listPromotionTiers, PromotionTier.
 */
import { and, gte, max, sql } from 'drizzle-orm/sql'
import type {
  CreatePromotionTier,
  CreatePromotionTierFacts,
  DeletePromotionTierFacts,
  UpdatePromotionTier,
  UpdatePromotionTierFacts
} from '../decisions/campaigns.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type { Campaign, Category, PromotionTier, ValidationRuleAssignment } from '../model.ts'
import { campaignNamed, campaignOf, ofCampaign } from './campaigns/campaigns.ts'
import { holdSetUp } from './catalogue.ts'
import { findCategory, findCategoryById } from './categories.ts'
import { addsTo, type ChangeKinds, STEP } from './engine/change-kinds.ts'
import { rowsBy, rowsHeld, setBy } from './engine/queries.ts'
import { type KindsOf, type Session, write } from './engine/session.ts'
import {
  BY_CREATION,
  BY_STAMPS,
  byId,
  columnsOf,
  columnsToAdd,
  type Dialect,
  type Given,
  mine,
  type Page,
  plus,
  type Row,
  type RowOf,
  type StampOrder,
  same,
  statement
} from './engine/statements.ts'
import { schemaOf } from './metadata-schemas.ts'
import { ALL, columnsOfValidity, listOf, setUp, validityOf } from './resources.ts'
import { assignmentsOn } from './validation-rules.ts'

export function promotionTierOf(row: Row<'promotionTiers'>): PromotionTier {
  const { startDate, expirationDate, recurrence, ...tier } = row
  return { ...tier, validity: validityOf({ startDate, expirationDate, recurrence }) }
}

export const promotionTiers = setUp('promotionTiers', 'promotion_tier', {
  counted: ['totalRedeemed', 'ordersAmount', 'ordersDiscountAmount'],
  of: promotionTierOf,
  rowOf: ({ validity, ...tier }) => ({ ...tier, ...columnsOfValidity(validity) })
})

function withCampaign({ db, t: { promotionTiers: tier, campaigns } }: Dialect) {
  return db
    .select({ tier: columnsOf(tier), campaign: columnsOf(campaigns) })
    .from(tier)
    .innerJoin(campaigns, same(campaigns, tier, tier.campaignId))
}

/** Newest first. */
export const promotionTiersOfCampaign = listOf('promotionTiers', withCampaign, {
  orders: { newest: BY_CREATION['-created_at'] },
  where: ofCampaign
})

export const promotionTierList = listOf('promotionTiers', withCampaign, { orders: BY_STAMPS })

export const promotionTierHeld = rowsHeld('promotionTiers', ['id'], 'id')

export const promotionTierWithCampaign = statement((dialect, given: Given<{ id: string }>) =>
  withCampaign(dialect).where(byId(dialect.t.promotionTiers, given))
)

export const promotionTierHierarchyMax = statement(
  ({ db, t }, given: Given<{ campaignId: string }>) =>
    db
      .select({ hierarchy: max(t.promotionTiers.hierarchy) })
      .from(t.promotionTiers)
      .where(and(mine(t.promotionTiers), ofCampaign(t.promotionTiers, given)))
)

const COUNTED = ['totalRedeemed', 'ordersAmount', 'ordersDiscountAmount'] as const

type TierStep = Pick<Row<'promotionTiers'>, (typeof COUNTED)[number]>

/** Adds to what is kept of a tier's redemptions; negative figures take away from it. */
export const countTierRedemption = setBy('promotionTiers', [], ['id'], {
  set: (tier, given: Given<TierStep>) => columnsToAdd(tier, given, COUNTED),
  and: (tier, { totalRedeemed }: Given<Pick<TierStep, 'totalRedeemed'>>) =>
    gte(plus(tier.totalRedeemed, totalRedeemed), sql`0`)
})

export const referringPromotionTiers = rowsBy('promotionTiers', [], {
  pick: ['id', 'discount'],
  up: ['id']
})

export interface ShownTier {
  readonly tier: PromotionTier
  readonly campaign: Campaign
  readonly category: Category | null
  readonly assignments: readonly ValidationRuleAssignment[]
}

/** Newest first. @throws {Refused} for anything but a promotion campaign. */
export async function campaignTiersPage(
  session: Session,
  campaignName: string,
  page: Page
): Promise<{ rows: readonly ShownTier[]; total: number }> {
  const campaign = await campaignNamed(session, campaignName)
  if (campaign.campaignType !== 'PROMOTION') throw new Refused(notFound('campaign', campaignName))
  const of = { campaignId: campaign.id }
  const { rows, total } = await promotionTiersOfCampaign.page(session, 'newest', page, of)
  return { rows: await shownTiers(session, rows), total }
}

export async function tiersPage(
  session: Session,
  order: StampOrder,
  page: Page,
  /** Null: all. People write tiers, so that there are few. */
  isWanted: ((tier: ShownTier) => boolean) | null
): Promise<{ rows: readonly ShownTier[]; total: number }> {
  const { rows, total } = await promotionTierList.page(session, order, isWanted ? ALL : page)
  const shown = await shownTiers(session, rows)
  if (isWanted === null) return { rows: shown, total }
  const wanted = shown.filter(isWanted)
  return { rows: wanted.slice(page.offset, page.offset + page.limit), total: wanted.length }
}

/** One tier. @throws {Refused} when the project has no such tier. */
export async function promotionTierShown(session: Session, id: string): Promise<ShownTier> {
  const [tier] = await shownTiers(session, await session.all(promotionTierWithCampaign, { id }))
  if (tier === undefined) throw new Refused(notFound('promotion_tier', id))
  return tier
}

async function shownTiers(
  session: Session,
  found: readonly RowOf<typeof promotionTierWithCampaign>[]
): Promise<readonly ShownTier[]> {
  const ids = found.map(({ tier }) => tier.id)
  const bound = found.length === 0 ? [] : await assignmentsOn(session, ids)
  const shown: ShownTier[] = []
  for (const { tier, campaign } of found) {
    shown.push({
      tier: promotionTierOf(tier),
      campaign: campaignOf(campaign),
      category: await findCategoryById(session, tier.categoryId),
      assignments: bound.filter(({ relatedObjectId }) => relatedObjectId === tier.id)
    })
  }
  return shown
}

/** @throws {Refused} for no such campaign. */
export function loadCreatePromotionTier(
  campaignName: string,
  { category }: Pick<CreatePromotionTier, 'category'>
) {
  return async (session: Session): Promise<CreatePromotionTierFacts> => {
    const campaign = await campaignNamed(session, campaignName)
    const highest = await session.one(promotionTierHierarchyMax, { campaignId: campaign.id })
    return {
      campaign,
      hierarchyMax: highest?.hierarchy ?? 0,
      category: category == null ? null : await findCategory(session, category),
      schema: await schemaOf(session, 'promotion_tier')
    }
  }
}

/** A tier with its campaign, by id; null for none. */
export async function findPromotionTier(session: Session, id: string) {
  const row = await session.one(promotionTierWithCampaign, { id })
  if (row === undefined) return null
  return { tier: promotionTierOf(row.tier), campaign: campaignOf(row.campaign) }
}

/** @throws {Refused} for no such tier. */
export function loadUpdatePromotionTier(
  id: string,
  { category }: Pick<UpdatePromotionTier, 'category'>
) {
  return async (session: Session): Promise<UpdatePromotionTierFacts & { shown: ShownTier }> => {
    const shown = await promotionTierShown(session, id)
    return {
      shown,
      tier: shown.tier,
      category: category == null ? null : await findCategory(session, category),
      schema: await schemaOf(session, 'promotion_tier')
    }
  }
}

/** @throws {Refused} for no such tier. */
export function loadDeletePromotionTier(id: string) {
  return async (session: Session): Promise<DeletePromotionTierFacts> => {
    await holdSetUp(session)
    return promotionTierShown(session, id)
  }
}

export const promotionTierChanges: ChangeKinds<KindsOf<'promotionTier'>> = {
  'promotionTier.created': promotionTiers.made(({ tier }) => tier, { step: STEP.madeInside }),
  'promotionTier.redeemed': {
    step: STEP.stocks,
    meets: addsTo('promotion tier', promotionTierHeld, ({ tierId }) => tierId),
    write: (session, change) => {
      const { tierId: id, step } = change
      const sign = step || 1
      return write(session, change, countTierRedemption, {
        id,
        totalRedeemed: step,
        ordersAmount: sign * change.ordersAmount,
        ordersDiscountAmount: sign * change.ordersDiscountAmount
      })
    }
  },
  'promotionTier.updated': promotionTiers.edited(({ tier }) => tier)
}
