/**
 * What checking a customer's possibilities needs to know.
 *
 * Spec: checkEligibility.
 */
import { and, asc, desc, eq, exists, inArray, lte, sql } from 'drizzle-orm/sql'
import type {
  FoundTier,
  FoundVoucher,
  RedeemableCommand
} from '../../decisions/discounts/judging.ts'
import {
  type Candidate,
  type CandidateSource,
  type CheckEligibility,
  type Dated,
  type EligibilityFacts,
  newCodeOf,
  newestOf,
  type Stretch,
  sourcesFor,
  stretchFrom
} from '../../decisions/discounts/qualification.ts'
import type { Purse } from '../../decisions/points/lots.ts'
import { assignmentsToCard } from '../../decisions/redemptions/delivery.ts'
import type {
  Campaign,
  Customer,
  Instant,
  PromotionTier,
  Reward,
  RewardAssignment,
  Voucher
} from '../../model.ts'
import { campaignOf, findCampaignOf } from '../campaigns/campaigns.ts'
import { keep } from '../catalogue.ts'
import { type Session, together } from '../engine/session.ts'
import { among, type Given, is, mine, same, statement } from '../engine/statements.ts'
import { purseIn, readHoldsOf } from '../points/lots.ts'
import { inventoryFor } from '../products/inventory.ts'
import { promotionTierOf } from '../promotions.ts'
import { findReward, rewardAssignmentOf } from '../rewards.ts'
import { boundRulesOf } from '../validation-rules/validation-rules.ts'
import { voucherOf } from '../vouchers/vouchers.ts'
import {
  type AskingChannel,
  factsAround,
  loadShownCategory,
  orderAndCustomer,
  stackedAs
} from './applying.ts'

/** A candidate before what binds it is known. */
type Seen = Dated &
  (
    | { readonly object: 'voucher'; readonly voucher: Voucher }
    | ({ readonly object: 'promotion_tier' } & KeptTier)
    | { readonly object: 'campaign'; readonly campaign: Campaign }
  )

/** The facts of checkEligibility. */
export function loadEligibility(caller: AskingChannel, command: CheckEligibility) {
  return async (session: Session, now: Instant): Promise<EligibilityFacts> => {
    const [{ storedOrder, customer }, inventory] = await together(
      orderAndCustomer(session, command.order, command.customer),
      inventoryFor(session, command.order)
    )
    const sources = sourcesFor(command)
    const lists = await together(
      ...sources.map(source => seenIn(session, source, customer, command))
    )
    const { examined, places, hasMore } = newestOf(lists, command.cursor)
    const seen = await candidatesOf(session, examined, customer)
    const redeemables = seen.map(({ found }) => found)
    const isStandingKnown = true
    const sought = { storedOrder, customer, redeemables, isStandingKnown, inventory, now }
    const facts = await factsAround(session, caller, command, sought)
    const candidates: readonly Candidate[] = await together(
      ...seen.map(async candidate => {
        const { found } = candidate
        return found.object === 'voucher' && found.purse.voucher.card !== null
          ? { ...candidate, found: await withLots(session, facts, found) }
          : candidate
      })
    )
    return {
      ...facts,
      redeemables: candidates.map(({ found }) => found),
      ...{ candidates, places, hasMore }
    }
  }
}

/** A card with its lots, which the standing mostly has. */
async function withLots(
  session: Session,
  facts: Parameters<typeof purseIn>[1],
  found: FoundVoucher
): Promise<FoundVoucher> {
  return { ...found, purse: await purseIn(session, facts, found.purse.voucher) }
}

async function seenIn(
  session: Session,
  source: CandidateSource,
  customer: Customer | null,
  { cursor }: CheckEligibility
): Promise<readonly Seen[]> {
  const stretch = stretchFrom(cursor)
  switch (source) {
    case 'held':
      return customer === null
        ? []
        : (await vouchersHeld(session, customer.id, stretch)).map(seenVoucher)
    case 'alone':
      return (await couponsAlone(session, stretch)).map(seenVoucher)
    case 'tiers':
      return (await tiersUntil(session, stretch)).map(({ tier, campaign }) => {
        const { id, createdAt } = tier
        return { object: 'promotion_tier', id, createdAt, tier, campaign }
      })
    case 'campaigns':
      return (await campaignsUntil(session, stretch)).map(campaign => {
        const { id, createdAt } = campaign
        return { object: 'campaign', id, createdAt, campaign }
      })
  }
}

function seenVoucher(voucher: Voucher): Seen {
  const { id, createdAt } = voucher
  return { object: 'voucher', id, createdAt, voucher }
}

async function candidatesOf(
  session: Session,
  examined: readonly Seen[],
  customer: Customer | null
): Promise<readonly Candidate[]> {
  const campaigns = examined.flatMap(each => (each.object === 'campaign' ? [each.campaign] : []))
  const vouchers = examined.flatMap(each => (each.object === 'voucher' ? [each.voucher] : []))
  const [toHave, rulesOf, holdsOf] = await together(
    campaignsToHave(session, campaigns),
    boundRulesOf(session, vouchers),
    readHoldsOf(session, vouchers)
  )
  return together(
    ...examined.map(async (each): Promise<Candidate> => {
      const { object, id, createdAt } = each
      const found =
        each.object === 'voucher'
          ? await heldOrAlone(session, { ...each, ...holdsOf(each.voucher) }, customer, rulesOf)
          : each.object === 'campaign'
            ? await codeOf(session, each.campaign, rulesOf)
            : await tierOf(session, each, rulesOf)
      return { object, id, createdAt, found, isToHave: object !== 'campaign' || toHave.has(id) }
    })
  )
}

type RulesOf = Awaited<ReturnType<typeof boundRulesOf>>

async function tierOf(
  session: Session,
  { tier, campaign }: KeptTier,
  rulesOf: RulesOf
): Promise<FoundTier> {
  const category = await loadShownCategory(session, tier, campaign)
  return {
    object: 'promotion_tier',
    sent: asked('promotion_tier', tier.id),
    ...{ tier, campaign, category },
    rules: await rulesOf(null, [tier.id, campaign.id]),
    categories: stackedAs(category)
  }
}

/** A voucher that the customer holds, or that nobody does. */
async function heldOrAlone(
  session: Session,
  { voucher, holds }: Pick<Purse, 'voucher' | 'holds'>,
  customer: Customer | null,
  rulesOf: RulesOf
): Promise<FoundVoucher> {
  const campaign = await findCampaignOf(session, voucher)
  const offer =
    voucher.card === null || campaign === null ? null : await coinOfferOf(session, campaign.id)
  const setUp = [campaign?.id, offer?.assignment.id].filter(id => id !== undefined)
  const rules = await rulesOf(voucher, setUp)
  const category = await loadShownCategory(session, voucher, campaign)
  return {
    object: 'voucher',
    sent: { ...asked('voucher', voucher.code), rewardId: offer?.reward.id },
    ...{ campaign, category, rules },
    holder: voucher.holderId === null ? null : customer,
    ownerId: voucher.holderId,
    purse: { voucher, lots: [], ...(holds && { holds }) },
    assignments: assignmentsToCard(rules),
    reward: offer?.reward ?? null,
    assignment: offer?.assignment ?? null,
    categories: stackedAs(category)
  }
}

/** A code of a campaign as a new one would be. */
async function codeOf(
  session: Session,
  campaign: Campaign,
  rulesOf: RulesOf
): Promise<FoundVoucher> {
  const category = await loadShownCategory(session, campaign, null)
  const rules = await rulesOf(null, [campaign.id])
  return {
    object: 'voucher',
    sent: asked('voucher', campaign.id),
    ...{ campaign, category, rules },
    holder: null,
    ownerId: null,
    purse: { voucher: newCodeOf(campaign), lots: [] },
    assignments: assignmentsToCard(rules),
    ...{ reward: null, assignment: null },
    categories: stackedAs(category)
  }
}

function asked(object: RedeemableCommand['object'], id: string): RedeemableCommand {
  return { object, id, credits: undefined, rewardId: undefined, points: undefined }
}

/*
 * What may qualify, the newest first.
 *
 * What grows with a shop is read along an index that has it in this order, so far as one request
 * examines it; what is set up is kept.
 */

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
async function vouchersHeld(
  session: Session,
  customerId: string,
  stretch: Stretch
): Promise<readonly Voucher[]> {
  return (await session.all(newestVouchersOfHolder, { customerId, ...stretch })).map(voucherOf)
}

/** Coupons that everybody may use, the newest first. */
async function couponsAlone(session: Session, stretch: Stretch): Promise<readonly Voucher[]> {
  return (await session.all(newestCouponsAlone, { ...stretch })).map(voucherOf)
}

/** Without what is counted on its row, and that of its campaign. */
interface KeptTier {
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
function tiersUntil(session: Session, stretch: Stretch): Promise<readonly KeptTier[]> {
  return tiersKept(session, keyOf(stretch))
}

/** Kept. */
function campaignsUntil(session: Session, stretch: Stretch): Promise<readonly Campaign[]> {
  return campaignsKept(session, keyOf(stretch))
}

/** The campaigns that have a code to give; those that make codes always have. */
async function campaignsToHave(
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
interface CoinOffer {
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
async function coinOfferOf(session: Session, campaignId: string): Promise<CoinOffer | null> {
  const assignment = await coinAssignmentKept(session, campaignId)
  const reward = assignment && (await findReward(session, assignment.rewardId))
  return reward === null || assignment === null ? null : { reward, assignment }
}
