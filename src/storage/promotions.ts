/**
 * Promotion tiers, each with its campaign, its category and the rules that bind it.
 *
 * Spec: listPromotionTiers, PromotionTier.
 */
import { and, asc, desc, gte, max, sql } from 'drizzle-orm/sql'
import type {
  CreatePromotionTier,
  CreatePromotionTierFacts,
  DeletePromotionTierFacts,
  UpdatePromotionTier,
  UpdatePromotionTierFacts
} from '../decisions/promotions.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type * as model from '../model.ts'
import type { Campaign, Category, PromotionTier, ValidationRuleAssignment } from '../model.ts'
import { campaignNamed, campaignOf } from './campaigns/campaigns.ts'
import { holdSetUp } from './catalogue.ts'
import { findCategory, findCategoryById } from './categories.ts'
import { addsTo, type ChangeKinds, STEP, writes } from './engine/change-kinds.ts'
import {
  deleteFrom,
  insertInto,
  type KindsOf,
  replaceChanged,
  rowAlone,
  type Session,
  write
} from './engine/session.ts'
import {
  byId,
  byStamps,
  columnsOf,
  command,
  type Dialect,
  encodeAs,
  type Given,
  inTurn,
  is,
  mine,
  plus,
  type Row,
  same,
  statement,
  type Tables,
  totalOf
} from './engine/statements.ts'
import { schemaOf } from './metadata-schemas.ts'
import type { Page } from './pages.ts'
import { rulesAssignedTo } from './validation-rules.ts'
import { columnsOfValidity, validityOf } from './validity.ts'

function withCampaign({ db, t: { promotionTiers: tier, campaigns } }: Dialect) {
  return db
    .select({ tier: columnsOf(tier), campaign: columnsOf(campaigns) })
    .from(tier)
    .innerJoin(campaigns, same(campaigns, tier, tier.campaignId))
}

function ofCampaign({ promotionTiers: tier }: Tables, given: Given<{ campaignId: string }>) {
  return and(mine(tier), is(tier.campaignId, given.campaignId))
}

/** Newest first. */
export const promotionTiersOfCampaign = statement(
  (dialect, given: Given<Page & { campaignId: string }>) => {
    const { promotionTiers: tier } = dialect.t
    return withCampaign(dialect)
      .where(ofCampaign(dialect.t, given))
      .orderBy(desc(tier.createdAt), desc(tier.id))
      .limit(given.limit)
      .offset(given.offset)
  }
)

export const promotionTiersOfCampaignCount = statement(
  (dialect, given: Given<{ campaignId: string }>) =>
    totalOf(dialect, dialect.t.promotionTiers, ofCampaign(dialect.t, given))
)

export const promotionTiersBy = byStamps(sorting =>
  statement((dialect, given: Given<Page>) => {
    const { promotionTiers: tier } = dialect.t
    return withCampaign(dialect)
      .where(mine(tier))
      .orderBy(...sorting(tier))
      .limit(given.limit)
      .offset(given.offset)
  })
)

export const promotionTiersCount = statement(dialect =>
  totalOf(dialect, dialect.t.promotionTiers, mine(dialect.t.promotionTiers))
)

export const promotionTierById = statement(({ db, t }, given: Given<{ id: string }>) =>
  db.select({ id: t.promotionTiers.id }).from(t.promotionTiers).where(byId(t.promotionTiers, given))
)

/** The row of a promotion tier, until the unit ends. */
export const promotionTierHeld = statement((dialect, given: Given<{ id: string }>) => {
  const { promotionTiers } = dialect.t
  return inTurn(
    dialect,
    dialect.db
      .select({ id: promotionTiers.id })
      .from(promotionTiers)
      .where(byId(promotionTiers, given))
  )
})

export const promotionTierWithCampaign = statement((dialect, given: Given<{ id: string }>) =>
  withCampaign(dialect).where(byId(dialect.t.promotionTiers, given))
)

export const promotionTierHierarchyMax = statement(
  ({ db, t }, given: Given<{ campaignId: string }>) =>
    db
      .select({ hierarchy: max(t.promotionTiers.hierarchy) })
      .from(t.promotionTiers)
      .where(ofCampaign(t, given))
)

export const insertPromotionTier = insertInto('promotionTiers')
export const replacePromotionTier = replaceChanged('promotionTiers', [
  'totalRedeemed',
  'ordersAmount',
  'ordersDiscountAmount'
])

type TierStep = Pick<
  Row<'promotionTiers'>,
  'id' | 'totalRedeemed' | 'ordersAmount' | 'ordersDiscountAmount'
>

/** Adds to what is kept of a tier's redemptions; negative figures take away from it. */
export const countTierRedemption = command(
  ({ db, t: { promotionTiers: tier } }, given: Given<TierStep>) => {
    const { totalRedeemed, ordersAmount, ordersDiscountAmount } = tier
    return db
      .update(tier)
      .set({
        totalRedeemed: plus(totalRedeemed, given.totalRedeemed),
        ordersAmount: plus(ordersAmount, given.ordersAmount),
        ordersDiscountAmount: plus(ordersDiscountAmount, given.ordersDiscountAmount)
      })
      .where(
        and(
          byId(tier, given),
          gte(sql`${totalRedeemed} + ${encodeAs(totalRedeemed, given.totalRedeemed)}`, sql`0`)
        )
      )
  }
)
export const deletePromotionTierRow = deleteFrom('promotionTiers')
export const promotionTierAlone = rowAlone('promotionTiers')

export const referringPromotionTiers = statement(({ db, t: { promotionTiers: tier } }) =>
  db
    .select({ id: tier.id, discount: tier.discount })
    .from(tier)
    .where(mine(tier))
    .orderBy(asc(tier.id))
)

/** `validity` is three columns, as in a campaign. */
export function promotionTierOf(row: Row<'promotionTiers'>): model.PromotionTier {
  const { startDate, expirationDate, recurrence, ...tier } = row
  return { ...tier, validity: validityOf({ startDate, expirationDate, recurrence }) }
}

/** The reverse of `promotionTierOf`. */
function rowOfPromotionTier({ validity, ...tier }: model.PromotionTier): Row<'promotionTiers'> {
  return { ...tier, ...columnsOfValidity(validity) }
}

/** A tier with its campaign, its category and the rules that bind it. */
export interface ShownTier {
  readonly tier: PromotionTier
  readonly campaign: Campaign
  readonly category: Category | null
  readonly assignments: readonly ValidationRuleAssignment[]
}

/**
 * A page of listPromotionTiers, newest first.
 * @throws {Refused} for anything but a promotion campaign.
 */
export async function campaignTiersPage(
  session: Session,
  campaignName: string,
  page: Page
): Promise<{ tiers: readonly ShownTier[]; total: number }> {
  const campaign = await campaignNamed(session, campaignName)
  if (campaign.campaignType !== 'PROMOTION') throw new Refused(notFound('campaign', campaignName))
  const of = { campaignId: campaign.id }
  const found = await session.all(promotionTiersOfCampaign, { ...of, ...page })
  const count = await session.one(promotionTiersOfCampaignCount, of)
  return { tiers: await shownTiers(session, found), total: count?.total ?? 0 }
}

/** Every tier of the project. */
export async function tiersPage(
  session: Session,
  order: 'created_at' | '-created_at' | 'updated_at' | '-updated_at',
  page: Page
): Promise<{ tiers: readonly ShownTier[]; total: number }> {
  const found = await session.all(promotionTiersBy[order], { ...page })
  const count = await session.one(promotionTiersCount)
  return { tiers: await shownTiers(session, found), total: count?.total ?? 0 }
}

/** One tier. @throws {Refused} when the project has no such tier. */
export async function promotionTierShown(session: Session, id: string): Promise<ShownTier> {
  const [tier] = await shownTiers(session, await session.all(promotionTierWithCampaign, { id }))
  if (tier === undefined) throw new Refused(notFound('promotion_tier', id))
  return tier
}

async function shownTiers(
  session: Session,
  found: readonly {
    readonly tier: Parameters<typeof promotionTierOf>[0]
    readonly campaign: Parameters<typeof campaignOf>[0]
  }[]
): Promise<readonly ShownTier[]> {
  const ids = found.map(({ tier }) => tier.id)
  const bound = found.length === 0 ? [] : await session.all(rulesAssignedTo, { ids })
  const shown: ShownTier[] = []
  for (const { tier, campaign } of found) {
    shown.push({
      tier: promotionTierOf(tier),
      campaign: campaignOf(campaign),
      category: await findCategoryById(session, tier.categoryId),
      assignments: bound
        .filter(({ assignment }) => assignment.relatedObjectId === tier.id)
        .map(({ assignment }) => assignment)
    })
  }
  return shown
}

/** The facts of createPromotionTier. @throws {Refused} for no such campaign. */
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
export async function findPromotionTier(
  session: Session,
  id: string
): Promise<Pick<ShownTier, 'tier' | 'campaign'> | null> {
  const row = await session.one(promotionTierWithCampaign, { id })
  if (row === undefined) return null
  return { tier: promotionTierOf(row.tier), campaign: campaignOf(row.campaign) }
}

/** What an update says, and the tier as it is shown. */
export interface UpdatedTier extends UpdatePromotionTierFacts {
  readonly shown: ShownTier
}

/** The facts of updatePromotionTier. @throws {Refused} for no such tier. */
export function loadUpdatePromotionTier(
  id: string,
  { category }: Pick<UpdatePromotionTier, 'category'>
) {
  return async (session: Session): Promise<UpdatedTier> => {
    const shown = await promotionTierShown(session, id)
    return {
      shown,
      tier: shown.tier,
      category: category == null ? null : await findCategory(session, category),
      schema: await schemaOf(session, 'promotion_tier')
    }
  }
}

/** The facts of deletePromotionTier. @throws {Refused} for no such tier. */
export function loadDeletePromotionTier(id: string) {
  return async (session: Session): Promise<DeletePromotionTierFacts> => {
    await holdSetUp(session)
    return promotionTierShown(session, id)
  }
}

/** Makes the changes of promotion tiers real. */
export const promotionTierChanges: ChangeKinds<KindsOf<'promotionTier'>> = {
  'promotionTier.created': {
    step: STEP.madeInside,
    isSetUp: true,
    write: writes(insertPromotionTier, change => rowOfPromotionTier(change.tier))
  },
  'promotionTier.redeemed': {
    step: STEP.stocks,
    meets: addsTo('promotion tier', promotionTierHeld, ({ tierId }) => tierId),
    write: (session, change) => {
      const { tierId: id, step } = change
      return write(session, change, countTierRedemption, {
        id,
        totalRedeemed: step,
        ordersAmount: step * change.ordersAmount,
        ordersDiscountAmount: step * change.ordersDiscountAmount
      })
    }
  },
  'promotionTier.updated': {
    step: STEP.edited,
    isSetUp: true,
    write: writes(replacePromotionTier, ({ tier, updatedAtBefore }) => ({
      ...rowOfPromotionTier(tier),
      updatedAtBefore
    }))
  }
}
