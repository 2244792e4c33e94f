/**
 * What may qualify, the newest first.
 *
 * What grows with a shop is read along an index that has it in this order, so far as one request
 * examines it; what is set up is kept.
 *
 * Spec: checkEligibility.
 */
import { and, asc, desc, eq, exists, inArray, lte, sql } from 'drizzle-orm/sql'
import type { Stretch } from '../../decisions/discounts/candidates.ts'
import type { Campaign, PromotionTier, Reward, RewardAssignment, Voucher } from '../../model.ts'
import { campaignOf } from '../campaigns/campaigns.ts'
import { keep } from '../catalogue.ts'
import { among, is, mine, same } from '../engine/clauses.ts'
import type { Session } from '../engine/session.ts'
import { type Given, statement } from '../engine/statements.ts'
import { promotionTierOf } from '../promotions.ts'
import { rewardAssignmentOf } from '../rewards/assignments.ts'
import { findReward } from '../rewards/rewards.ts'
import { voucherOf } from '../vouchers/vouchers.ts'

/** What a customer holds. */
export const newestVouchersOfHolder = statement(
  ({ db, t: { vouchers: v } }, given: Given<Stretch & { customerId: string }>) =>
    db
      .select()
      .from(v)
      .where(and(mine(v), is(v.holderId, given.customerId), lte(v.createdAt, given.until)))
      .orderBy(desc(v.createdAt), desc(v.id))
      .limit(given.limit)
)

/** Coupons of no campaign that nobody holds. */
export const newestCouponsAlone = statement(({ db, t: { vouchers: v } }, given: Given<Stretch>) => {
  // Word for word as the index has it, which a parameter does not match.
  const isAlone = sql`${v.campaignId} is null and ${v.holderId} is null`
  const isCoupon = sql`${v.type} = 'DISCOUNT_VOUCHER'`
  return db
    .select()
    .from(v)
    .where(and(mine(v), isAlone, isCoupon, lte(v.createdAt, given.until)))
    .orderBy(desc(v.createdAt), desc(v.id))
    .limit(given.limit)
})

export const promotionTiersUntil = statement(
  ({ db, t: { promotionTiers: tier, campaigns } }, given: Given<Stretch>) =>
    db
      .select({ tier, campaign: campaigns })
      .from(tier)
      .innerJoin(campaigns, same(campaigns, tier, tier.campaignId))
      .where(and(mine(tier), lte(tier.createdAt, given.until)))
      .orderBy(desc(tier.createdAt), desc(tier.id))
      .limit(given.limit)
)

/** Campaigns whose codes are given away in bulk. */
export const campaignsOfCodesUntil = statement(
  ({ db, t: { campaigns: c } }, given: Given<Stretch>) =>
    db
      .select()
      .from(c)
      .where(
        and(
          mine(c),
          inArray(c.campaignType, ['DISCOUNT_COUPONS', 'GIFT_VOUCHERS']),
          lte(c.createdAt, given.until)
        )
      )
      .orderBy(desc(c.createdAt), desc(c.id))
      .limit(given.limit)
)

/** Which of these have a voucher that nobody was given. */
export const campaignsWithSpare = statement((dialect, given: Given<{ ids: readonly string[] }>) => {
  const { campaigns: c, vouchers: v } = dialect.t
  const spare = dialect.db
    .select({ id: v.id })
    .from(v)
    .where(and(eq(v.projectId, c.projectId), eq(v.campaignId, c.id), sql`${v.publishedCount} = 0`))
  return dialect.db
    .select({ id: c.id })
    .from(c)
    .where(and(mine(c), among(dialect, c.id, given.ids), exists(spare)))
    .orderBy(asc(c.id))
})

/** What points may pay for in a program, the oldest first. */
export const rewardAssignmentsOffered = statement(
  ({ db, t: { rewardAssignments: a } }, given: Given<{ campaignId: string; limit: number }>) =>
    db
      .select()
      .from(a)
      .where(and(mine(a), is(a.campaignId, given.campaignId)))
      .orderBy(asc(a.id))
      .limit(given.limit)
)

/** What a customer holds, the newest first. */
export async function vouchersHeld(
  session: Session,
  customerId: string,
  stretch: Stretch
): Promise<readonly Voucher[]> {
  return (await session.all(newestVouchersOfHolder, { customerId, ...stretch })).map(voucherOf)
}

/** Coupons that everybody may use, the newest first. */
export async function couponsAlone(
  session: Session,
  stretch: Stretch
): Promise<readonly Voucher[]> {
  return (await session.all(newestCouponsAlone, { ...stretch })).map(voucherOf)
}

/** Without what is counted on its row, and that of its campaign. */
export interface KeptTier {
  readonly tier: PromotionTier
  readonly campaign: Campaign
}

const NOTHING_COUNTED = { totalRedeemed: 0, ordersAmount: 0, ordersDiscountAmount: 0 }

const tiersKept = keep(async (session: Session, key: string): Promise<readonly KeptTier[]> => {
  const found = await session.all(promotionTiersUntil, stretchAt(key))
  return found.map(({ tier, campaign }) => ({
    tier: { ...promotionTierOf(tier), ...NOTHING_COUNTED },
    campaign: setUpOf(campaign)
  }))
})

const campaignsKept = keep(
  async (session: Session, key: string): Promise<readonly Campaign[]> =>
    (await session.all(campaignsOfCodesUntil, stretchAt(key))).map(setUpOf)
)

function setUpOf(row: Parameters<typeof campaignOf>[0]): Campaign {
  const { vouchersCount: _, ...campaign } = campaignOf(row)
  return campaign
}

/** A stretch as one text, by which it is kept. */
function keyOf({ until, limit }: Stretch): string {
  return `${until} ${limit}`
}

function stretchAt(key: string): Stretch {
  const [until = '', limit] = key.split(' ')
  return { until, limit: Number(limit) }
}

/** Kept. */
export function tiersUntil(session: Session, stretch: Stretch): Promise<readonly KeptTier[]> {
  return tiersKept(session, keyOf(stretch))
}

/** Kept. */
export function campaignsUntil(session: Session, stretch: Stretch): Promise<readonly Campaign[]> {
  return campaignsKept(session, keyOf(stretch))
}

/** The campaigns that have a code to give; those that make codes always have. */
export async function campaignsToHave(
  session: Session,
  campaigns: readonly Campaign[]
): Promise<ReadonlySet<string>> {
  const ids = campaigns.filter(({ type }) => type !== 'AUTO_UPDATE').map(({ id }) => id)
  const found = ids.length === 0 ? [] : await session.all(campaignsWithSpare, { ids })
  const making = campaigns.filter(({ type }) => type === 'AUTO_UPDATE')
  return new Set([...found, ...making].map(({ id }) => id))
}

/** Offers of a program that are looked through for one of money's worth. */
const OFFERS_MAX = 100

/** A pay-with-points reward of a program. */
export interface CoinOffer {
  readonly reward: Reward
  readonly assignment: RewardAssignment
}

const coinAssignmentKept = keep(
  async (session: Session, campaignId: string): Promise<RewardAssignment | null> => {
    const offered = { campaignId, limit: OFFERS_MAX }
    const found = await session.all(rewardAssignmentsOffered, offered)
    for (const row of found) {
      const reward = await findReward(session, row.rewardId)
      if (reward?.parameters.type === 'COIN') return rewardAssignmentOf(row)
    }
    return null
  }
)

/** The oldest reward of a program that points pay an order by; null for none. Kept. */
export async function coinOfferOf(session: Session, campaignId: string): Promise<CoinOffer | null> {
  const assignment = await coinAssignmentKept(session, campaignId)
  const reward = assignment && (await findReward(session, assignment.rewardId))
  return reward === null || assignment === null ? null : { reward, assignment }
}
